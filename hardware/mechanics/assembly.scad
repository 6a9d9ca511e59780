// The whole unit to look at: assembled, exploded or all paddles down. SPDX: CERN-OHL-P-2.0
include <parts.scad>

part = "none";
view = "assembled";     // assembled, exploded, stacked
colours = [[0.88, 0.27, 0.24], [0.96, 0.78, 0.2], [0.24, 0.69, 0.37], [0.27, 0.51, 0.9]];  // the tool hands in the paddles' own
stl = "";               // a folder of ready STLs: much quicker than working them out again
lift = view == "exploded" ? 1 : 0;
shapes = ["circle", "triangle", "square", "diamond"];
names = ["red", "yellow", "green", "blue"];
angles = view == "assembled" ? [rest, 0, rest, rest]
    : view == "stacked" ? [for (n = [0 : 3]) asin(n * tongue_t / (hinge_r - tongue_half))] : [8, 8, 8, 8];

// A printed part in its own colour, from its STL where there is one.
module made(name) if (stl == "") render(8) children(); else import(str(stl, "/", name, ".stl"), convexity = 8);

module made_paddle(q) if (stl == "") render(8) paddle(shapes[q]);
    else rotate([180, 0, 0]) translate([0, 0, -blade_z - sheet])
        import(str(stl, "/paddle-", names[q], ".stl"), convexity = 8);

module snap_switch() {
    color([0.15, 0.15, 0.17]) translate([-switch_edge, -switch_body[0] / 2, 0])
        cube([switch_body[1], switch_body[0], switch_body[2]]);
    color([0.75, 0.75, 0.78]) translate([switch_op - 4, switch_roller - 16, switch_body[2] / 2 - 2])
        rotate(-8) cube([0.6, 30, 4]);
    color([0.8, 0.65, 0.3]) for (y = [-6, 4]) translate([-switch_edge - 7, y, switch_body[2] / 2 - 0.4]) cube([7, 4.8, 0.8]);
}

module circuit_board() {
    color([0.1, 0.35, 0.22]) translate([-board[0] / 2, board_top_y - board[1], 0]) cube([board[0], board[1], 1.6]);
    color([0.2, 0.5, 0.3]) translate([usb_x - pico[0] / 2, board_top_y - pico[1] - 1, 10]) cube([pico[0], pico[1], 1]);
    color([0.1, 0.1, 0.1]) for (s = [-1, 1]) translate([usb_x + s * 8.9 - 1.25, board_top_y - pico[1], 1.6])
        cube([2.5, 49, 8.4]);
    color([0.8, 0.8, 0.82]) translate([usb_x - 4, board_top_y - 5, 11]) cube([8, 6, 2.6]);
    color([0.93, 0.92, 0.88]) for (n = [0 : 3]) translate([-board[0] / 2 + 3, board_top_y - 24 - 15.2 * n, 1.6]) cube([6, 12.5, 7]);
}

translate([0, 0, height]) rotate([180, 0, 180]) color([0.34, 0.36, 0.4]) made("base") base();
color([0.27, 0.29, 0.33]) translate([0, 0, -120 * lift]) made("lid") lid();
translate([0, 0, 11 - 70 * lift]) if (lift == 1) circuit_board();
color([0.9, 0.9, 0.9]) translate([0, 0, deck_z + 14 * lift]) linear_extrude(1.6)
    difference() { circle(d = ring_d); circle(d = ring_d - 13); }
for (q = [0 : 3]) rotate(90 * q) translate([-hinge_r - 30 * lift, 0, deck_z + 50 * lift]) {
    color([0.55, 0.57, 0.6]) made("arm") arm();
    translate([0, 0, sheet + 26 * lift]) translate([slap_row_x, -switch_roller, 0]) snap_switch();
    translate([0, 0, sheet + touch_pad + 26 * lift]) translate([touch_row_x, switch_roller, 0])
        rotate(180) snap_switch();
    translate([0, 0, sheet + axis_h + 50 * lift]) rotate([0, -angles[q], 0]) {
        color(colours[q]) made_paddle(q);
        color([1, 1, 1]) translate([18, 0, blade_z + sheet - 0.5]) linear_extrude(0.55) sign(shapes[q]);
    }
    for (y = [-stop_y, stop_y]) translate([stop_x + 30 * lift, y, -30 * lift]) {
        color([0.4, 0.42, 0.46]) made("stop") stop();
        color([0.08, 0.08, 0.08]) translate([0, 0, stop_h + 9 * lift]) cylinder(d = bumper[0], h = bumper[1]);
    }
}
