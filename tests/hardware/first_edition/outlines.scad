// The flat outlines that printed parts and laser-cut parts share. SPDX: CERN-OHL-P-2.0
include <dimensions.scad>

module base_outline(inset = 0) {
    offset(delta = -inset)
        polygon([for (q = [0 : 3]) for (p = [[half, half - chamfer], [half - chamfer, half]])
            [p[0] * cos(90 * q) - p[1] * sin(90 * q), p[0] * sin(90 * q) + p[1] * cos(90 * q)]]);
}

// Put children at each of the four paddles, in their own frame.
module each_paddle() for (q = [0 : 3]) rotate(90 * q) translate([-hinge_r, 0]) children();

arm_screws = [for (x = [16, 30], s = [-1, 1]) [x, s * arm_screw_y]];

module deck_outline() difference() {
    base_outline();
    each_paddle() {
        for (at = arm_screws) translate(at) circle(d = m3);
        for (y = [-stop_y, stop_y]) translate([stop_x, y]) circle(d = m3);
        translate([40, 0]) circle(d = 9);                                        // the lead goes down here
        translate([39, 43]) circle(d = led_d);                                       // beside the arm, seen from all seats
        for (y = [-9, 9]) translate([40, y]) square([5, 2], center = true);      // cable tie: strain relief
    }
    for (x = [-1, 1], y = [-1, 1]) translate([post[0] * x, post[1] * y]) circle(d = 0.8);  // centre marks
    circle(d = 8);                                                               // the ring's leads
    translate(button_at) circle(d = button_d);
}

module lid_outline() difference() {
    base_outline(wall + fit);
    for (x = [-1, 1], y = [-1, 1]) translate([post[0] * x, post[1] * y]) circle(d = m3);
}

module switch_holes(slot) for (x = [-1, 1], row = [0, 1])
    translate([row * switch_pitch[1], x * switch_pitch[0] / 2])
        hull() for (s = [-1, 1]) translate([s * slot, 0]) circle(d = slot > 0 ? m3 : m3_pilot);

module arm_outline(cheek_slots = false) difference() {
    translate([arm_x[0], -arm_half]) offset(4) offset(-4) square([arm_x[1] - arm_x[0], 2 * arm_half]);
    for (at = arm_screws) translate(at) circle(d = m3);
    translate([slap_row_x, -switch_roller]) switch_holes(switch_adjust);
    translate([touch_row_x, switch_roller]) mirror([1, 0]) switch_holes(0);
    translate([-31, 5]) circle(d = 3.2);                                         // the spring hooks in here
    for (y = [-13, -5]) translate([-30, y]) square([5, 2], center = true);       // cable tie
    if (cheek_slots) for (s = [-1, 1]) translate([4, s * (ear_y + sheet + fit + sheet / 2)]) square([8.2, sheet + 0.1], center = true);
}

// A wedge that leaves its neighbours room, with a narrow tongue that crosses the middle.
module blade_outline(with_tongue = true) {
    knee = hinge_r - gap - blade_half;
    neck = hinge_r - gap - tongue_half;
    end = with_tongue ? tip : neck;
    offset(3) offset(-3) polygon([[-tail, -blade_half + 6], [-tail + 6, -blade_half], [knee, -blade_half],
        [neck, -tongue_half], [end, -tongue_half], [end, tongue_half], [neck, tongue_half],
        [knee, blade_half], [-tail + 6, blade_half], [-tail, blade_half - 6]]);
}

module spring_hole() translate([-tail + 4, 5]) circle(d = 3.2);

// x and z; the axis is the origin
module ear_outline(tab = false) difference() {
    union() {
        hull() {
            circle(r = 5.5);
            translate([-9, blade_z - 0.01]) square([21, 0.01]);
        }
        if (tab) translate([-4, blade_z - 0.01]) square([8, sheet + 0.01]);
    }
    circle(d = m3);
}

// x and z from the arm's plate up
module cheek_outline(tab = false) difference() {
    union() {
        hull() {
            translate([0, axis_h]) circle(r = 6);
            translate([-2, 0]) square([12, 0.01]);
        }
        if (tab) translate([0, -sheet]) square([8, sheet + 0.01]);
    }
    translate([0, axis_h]) circle(d = m3);
}

// y and z; the axis is the origin
module pusher_outline(tab = false) {
    translate([-pusher_half, -pusher_len]) square([2 * pusher_half, pusher_len + blade_z]);
    if (tab) translate([-8, blade_z - 0.01]) square([16, sheet + 0.01]);
}
