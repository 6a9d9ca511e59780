// What a moving paddle would cut into: empty when it moves freely. The tests ask for it. SPDX: CERN-OHL-P-2.0
include <parts.scad>

part = "none";
angle = 0;              // of the paddle
mover = "paddle";       // paddle; or switches, screws: do they fit beside the rest?
with = "all";           // all, arm, switches, stops, neighbour

module switch_body_only() 
    translate([-switch_edge, -switch_body[0] / 2, 0]) cube([switch_body[1], switch_body[0], switch_body[2]]);

// The slap switch at both ends of its slots.
module switches() {
    for (s = [-1, 1]) translate([slap_row_x + s * switch_adjust, -switch_roller, sheet + 0.01]) switch_body_only();
    translate([touch_row_x, switch_roller, sheet + touch_pad + 0.01]) rotate(180) switch_body_only();
}

module stops() for (y = [-stop_y, stop_y]) translate([stop_x, y, 0]) {
    stop();
    translate([0, 0, stop_h]) cylinder(d = bumper[0], h = bumper[1]);
}

module place(a) translate([0, 0, sheet + axis_h]) rotate([0, -a, 0]) children();

// Heads of the arm's screws, and the screwdriver's way to them.
module screws() for (at = arm_screws) translate([at[0], at[1], sheet + 0.01]) cylinder(d = 6.5, h = 14);

module partner() {
    if (with == "arm" || with == "all") arm();
    if (mover != "switches" && (with == "switches" || with == "all")) switches();
    if (with == "stops" || with == "all") stops();
    // the paddle beside it, at rest while this one comes down
    if (with == "neighbour" || with == "all")
        translate([hinge_r, 0, 0]) rotate(90) translate([-hinge_r, 0, 0]) place(rest) paddle();
}

intersection() {
    if (mover == "paddle") place(angle) paddle();
    if (mover == "switches") switches();
    if (mover == "screws") screws();
    partner();
}
