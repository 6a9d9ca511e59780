// The flat outlines that printed parts and laser-cut parts share. SPDX: CERN-OHL-P-2.0
include <dimensions.scad>

module base_outline(inset = 0) {
    offset(delta = -inset)
        polygon([for (q = [0 : 3]) for (p = [[half, half - chamfer], [half - chamfer, half]])
            [p[0] * cos(90 * q) - p[1] * sin(90 * q), p[0] * sin(90 * q) + p[1] * cos(90 * q)]]);
}

// Put children at each of the four paddles, in their own frame.
module each_paddle() for (q = [0 : 3]) rotate(90 * q) translate([-hinge_r, 0]) children();

// Put children at the eight feet.
module each_foot() for (x = [-1, 1], y = [-1, 1], turn = [0, 1])
    translate([x * foot_at[turn], y * foot_at[1 - turn]]) children();

module each_post() for (x = [-1, 1], y = [-1, 1]) translate([post[0] * x, post[1] * y]) children();

module lead_hole() translate([lead_at[0] - lead_slot[1] / 2, lead_at[1] - lead_slot[0] / 2])
    offset(1) offset(-1) square([lead_slot[1], lead_slot[0]]);

// `bite`: the screws cut their thread in bosses below the deck; from sheet they go through, with nuts
module deck_outline(bite = m3_pilot) difference() {
    base_outline();
    deck_holes();
    arm_screw_holes(bite);
}

module arm_screw_holes(d) each_paddle() for (at = arm_screws) translate(at) circle(d = d);

module deck_holes() {
    each_paddle() {
        lead_hole();
        translate(led_at) circle(d = led_d);
    }
    circle(d = m3);                                                              // the anvil's screw
    translate(ring_hole) circle(d = 6);
    translate(button_at) circle(d = button_d);
}

module lid_outline() difference() {
    base_outline();
    each_post() circle(d = m3);
}

module switch_holes(slot) for (x = [-1, 1], row = [0, 1])
    translate([row * switch_pitch[1], x * switch_pitch[0] / 2])
        hull() for (s = [-1, 1]) translate([s * slot, 0]) circle(d = slot > 0 ? m3 : m3_pilot);

module arm_plate() offset(4) offset(-4) polygon([[arm_x[0], -arm_half], [hinge_r - 1 - arm_half, -arm_half],
    [arm_x[1], arm_x[1] - hinge_r + 1], [arm_x[1], hinge_r - 1 - arm_x[1]], [hinge_r - 1 - arm_half, arm_half],
    [arm_x[0], arm_half]]);

module arm_outline(cheek_slots = false) difference() {
    arm_plate();
    arm_holes();
    if (cheek_slots) {
        for (s = [-1, 1], y = [-stop_y, stop_y]) translate([stop_x, y]) circle(d = m3);
        for (s = [-1, 1]) translate([s < 0 ? 6 : -4, s * (ear_y + sheet + fit + sheet / 2)])
            square([8.2, sheet + 0.1], center = true);
    }
}

module arm_holes() {
    for (at = arm_screws) translate(at) circle(d = m3);
    translate([slap_row_x, -switch_roller]) switch_holes(switch_adjust);
    translate([touch_row_x, switch_roller]) mirror([1, 0]) switch_holes(0);
    lead_hole();
    for (y = tie_y) translate([tie_x, y]) square([5, 2], center = true);         // cable tie, below the cover
}

// A wedge that leaves its neighbours room, with a narrow tongue that crosses the middle.
module blade_outline(with_tongue = true) {
    end = with_tongue ? tip : neck;
    difference() {
        offset(1.5) offset(-1.5) polygon([[-tail, -blade_half + 6], [-tail + 6, -blade_half], [knee, -blade_half],
            [neck, -tongue_half], [end, -tongue_half], [end, tongue_half], [neck, tongue_half],
            [knee, blade_half], [-tail + 6, blade_half], [-tail, blade_half - 6]]);
        driver_notches();
    }
}

// A screwdriver reaches the slap switch's inner screw through the tail, whichever way round the switch is.
module driver_notches() for (s = [-1, 1]) translate([0, -switch_roller + s * switch_pitch[0] / 2]) hull()
    for (x = [driver_notch[1], -tail - driver_notch[0]]) translate([x, 0]) circle(d = driver_notch[0]);

// x and z; the axis is the origin
module ear_outline(tab = false) difference() {
    union() {
        hull() {
            circle(r = 6);
            translate([-8, blade_z - 0.01]) square([20, 0.01]);
        }
        if (tab) translate([-4, blade_z - 0.01]) square([8, sheet + 0.01]);
    }
    circle(d = m3);
}

// x and z from the arm's plate up. The foot leans away from the switch's lever: `side` -1 inwards, 1 outwards.
module cheek_outline(tab = false, side = -1) difference() {
    foot_x = side < 0 ? 1 : -13;
    union() {
        hull() {
            translate([0, axis_h]) circle(r = 6);
            translate([foot_x, 0]) square([12, 0.01]);
        }
        if (tab) translate([foot_x + 1, -sheet]) square([8, sheet + 0.01]);
    }
    translate([0, axis_h]) circle(d = m3);
}

// y and z; the axis is the origin
module pusher_outline(tab = false) {
    translate([-pusher_half, -pusher_len]) square([2 * pusher_half, pusher_len + blade_z]);
    if (tab) translate([-8, blade_z - 0.01]) square([16, sheet + 0.01]);
}

// x and z; the axis is the origin. It stiffens the pusher and has the spring's eye.
module gusset_outline() difference() {
    polygon([[0, blade_z + 1], [10, blade_z + 1], [spring_eye[0] + 2.6, spring_eye[1] - 1],
        [spring_eye[0] + 0.6, -pusher_len], [0, -pusher_len]]);
    translate(spring_eye) circle(d = 2.4, $fn = 24);
}

// x and z from the arm's plate up
module spring_post_outline() difference() {
    polygon([[spring_post[0] - 5, 0], [spring_post[0] + 9, 0], [spring_post[0] + 3, spring_post[1] + 2.6],
        [spring_post[0] - 2, spring_post[1] + 2.6]]);
    translate(spring_post) circle(d = 2.4, $fn = 24);
}
