// What is bought, as far as it takes room; each at its own origin. SPDX: CERN-OHL-P-2.0
include <outlines.scad>

what = "none";          // a row of places.scad
length = 30;            // of the spring as it is stretched

// Origin under the head, head up.
module screw(d, head, length) {
    cylinder(d = head[0], h = head[1]);
    translate([0, 0, -length]) cylinder(d = d, h = length + 0.01);
}

// Origin at the hole row on the terminal side, lever towards +x, middle of the body at y = 0.
module snap_body() translate([-switch_edge, -switch_body[0] / 2, 0]) cube([switch_body[1], switch_body[0], switch_body[2]]);
module snap_switch() {
    snap_body();
    snap_tabs();
    snap_lever();
}
module snap_lever() {
    // the lever where it clicks: from its pivot at the far end to the roller
    face = switch_body[1] - switch_edge;
    translate([0, 0, switch_body[2] / 2 - 2]) linear_extrude(4) polygon([[face, -13], [face + 1.5, -13],
        [switch_op - 1.5, switch_roller - 3], [switch_op, switch_roller], [switch_op - 1.5, switch_roller + 1], [face, -11]]);
}
module snap_tabs() for (y = [-8, 0, 8]) translate([-switch_edge - switch_tab, y - 2.4, switch_body[2] / 2 - 0.4])
    cube([switch_tab + 0.01, 4.8, 0.8]);

// A dome, flat side down.
module dome(size, squash = 0) rotate_extrude() intersection() {
    r = (pow(size[0] / 2, 2) + pow(size[1], 2)) / (2 * size[1]);
    translate([0, size[1] - r - squash]) circle(r = r);
    square([size[0], size[1]]);
}

// From the eye at the origin to one at this distance along x.
module spring_body(length) rotate([0, 90, 0]) translate([0, 0, 4.5]) difference() {
    cylinder(d = spring[1], h = length - 9);
    translate([0, 0, -1]) cylinder(d = spring[1] - 2 * spring[0], h = length);
}

// As it hangs: each hook goes through its eye, around the plate on both sides. Only for pictures.
module hooked_spring(length) {
    spring_body(length);
    leg = spring[1] / 2 - spring[0] / 2;
    for (x = [0, length]) translate([x, 0, 0]) {
        rotate([90, 0, 0]) cylinder(d = spring[0], h = 2 * leg, center = true);
        for (y = [-leg, leg]) translate([x > 0 ? -4.8 : 0, y, 0]) rotate([0, 90, 0]) cylinder(d = spring[0], h = 4.8);
    }
}

// Origin on the lid's posts below the board's corner at the plugs.
module circuit_board() {
    translate([-board[0] / 2, board_top_y - board[1], 0]) difference() {
        cube([board[0], board[1], 1.6]);
        for (x = [0, 1], y = [0, 1]) translate([4 + x * board_hole[0], 4 + y * board_hole[1], -1]) cylinder(d = 3.2, h = 9);
    }
    for (s = [-1, 1]) translate([usb_x + s * 8.89 - 1.25, board_top_y - pico[1], 1.6]) cube([2.5, 49, socket_h]);
    for (n = [0 : 3]) translate([-board[0] / 2 + 3, board_top_y - 20.85 - 20.32 * n, 1.6]) cube([6, 12.5, 7]);
}
module pico_module(header) {
    translate([usb_x - pico[0] / 2, board_top_y - pico[1] - pico_edge, 0]) difference() {
        cube([pico[0], pico[1], 1]);
        for (x = [0, 1], y = [0, 1]) translate([pico[0] / 2 + (x - 0.5) * pico_hole[0], pico_hole_edge + y * pico_hole[1], -1]) cylinder(d = 2.1, h = 3);
    }
    translate([usb_x - 3.8, board_top_y - pico_edge - 4.3, 1]) cube([7.6, 5.6, usb_h]);
    if (header) for (s = [-1, 1]) translate([usb_x + s * 8.89 - 1.25, board_top_y - pico[1] - 0.5, -header_h]) cube([2.5, 50, header_h]);
}
// The plug in the Pico's socket, origin as the Pico's.
module plug() {
    translate([usb_x - 3.4, board_top_y - pico_edge - 3.7, 1 + usb_h / 2 - 0.9]) cube([6.8, 6, 1.8]);
    translate([usb_x - usb_plug[0] / 2, board_top_y - pico_edge + 1.5, 1 + usb_h / 2 - usb_plug[1] / 2]) cube([usb_plug[0], 25, usb_plug[1]]);
}

module bought(what) {
    if (what == "screw M3 x 8") screw(3, m3_head, 8);
    if (what == "screw M3 x 10") screw(3, m3_head, 10);
    if (what == "screw M3 x 12") screw(3, m3_head, 12);
    if (what == "screw M3 x 16") screw(3, m3_head, 16);
    if (what == "screw M2 x 6") screw(2, [3.8, 1.6], 6);
    if (what == "nut M3") translate([0, 0, -m3_nut[1]]) cylinder(d = m3_nut[0] / cos(30), h = m3_nut[1], $fn = 6);
    if (what == "lock nut M3") translate([0, 0, -m3_lock_nut[1]]) cylinder(d = m3_lock_nut[0] / cos(30), h = m3_lock_nut[1], $fn = 6);
    if (what == "D3V-014-1C23") snap_switch();
    if (what == "switch without its lever") { snap_body(); snap_tabs(); }
    if (what == "switch without its tabs") { snap_body(); snap_lever(); }
    if (what == "switch's tabs") snap_tabs();
    if (what == "rubber bumper") dome(bumper);
    if (what == "rubber foot") dome(foot, 1);
    if (what == "felt pad") translate([0, -6, 0]) cube([7, 12, felt]);
    if (what == "extension spring") spring_body(length);
    if (what == "hooked spring") hooked_spring(length);
    if (what == "cable tie 2.5 mm") difference() {
        translate([-1.25, -1, -5.2]) cube([2.5, 7.4, 9.5]);
        translate([-3, 0.2, -4.2]) cube([6, 5, 7.5]);
    }
    if (what == "circuit board") circuit_board();
    if (what == "Pico") pico_module(false);
    if (what == "Pico H") pico_module(true);
    if (what == "plug") plug();
    if (what == "WS2812 x8") linear_extrude(1.6) difference() { circle(d = ring_d); circle(d = ring_d - 13); }
    if (what == "LED") { cylinder(d = 5, h = 6); translate([0, 0, -1]) cylinder(d = 5.8, h = 1); }
    if (what == "NEXT") { cylinder(d = 15, h = 4); translate([0, 0, -16]) cylinder(d = 11.8, h = 16.1); }
}
bought(what);
