// The printed parts, each as it lies on the bed. `openscad -D 'part="arm"' -o arm.stl parts.scad`
// SPDX: CERN-OHL-P-2.0
include <outlines.scad>

part = "base";          // base, arm, paddle, stop, lid, jig
shape = "circle";       // on the paddle: circle, triangle, square, diamond

module sign(shape) {
    if (shape == "circle") circle(r = 10);
    if (shape == "triangle") circle(r = 13, $fn = 3);
    if (shape == "square") square(18, center = true);
    if (shape == "diamond") rotate(45) square(17, center = true);
}

// In the paddle's frame, level.
module paddle(shape = shape) {
    difference() {
        union() {
            translate([0, 0, blade_z]) {
                linear_extrude(sheet) difference() { blade_outline(false); spring_hole(); }
                // the tongue lies flush with the top: upside down on the bed, nothing hangs in the air
                translate([0, 0, sheet - tongue_t]) linear_extrude(tongue_t) blade_outline(true);
            }
            for (s = [-1, 1]) translate([0, s * (ear_y + sheet / 2), 0])
                rotate([90, 0, 0]) translate([0, 0, -sheet / 2]) linear_extrude(sheet) { ear_outline(); }
            translate([-sheet / 2, 0, 0]) rotate([90, 0, 90]) linear_extrude(sheet) pusher_outline();
            // a foot where the pusher meets the blade
            translate([0, 0, blade_z]) rotate([90, 0, 0]) translate([0, 0, -pusher_half]) linear_extrude(2 * pusher_half)
                polygon([[-6, 0.01], [6, 0.01], [sheet / 2, -4], [-sheet / 2, -4]]);
        }
        translate([18, 0, blade_z + sheet - 0.6]) linear_extrude(1) sign(shape);
        // sloped edges: a tip that meets another slides over or under it
        for (s = [-1, 1]) translate([tip, s * tongue_half, blade_z + sheet - tongue_t])
            rotate([0, 90, 0]) rotate(45) cube([1.1, 1.1, 50], center = true);
    }
}

// Origin under the hinge axis, on the plate's underside.
module arm() {
    difference() {
        union() {
            linear_extrude(sheet) arm_outline();
            for (s = [-1, 1]) translate([0, s * (ear_y + sheet + fit + sheet / 2), sheet - 0.01])
                rotate([90, 0, 0]) translate([0, 0, -sheet / 2]) linear_extrude(sheet) cheek_outline();
            translate([-tail - 4, 14, 0]) cube([6, 14, sheet + up_stop_h]);
            translate([touch_row_x - switch_pitch[1], switch_roller, 0]) for (x = [0, 1], y = [-1, 1])
                translate([x * switch_pitch[1], y * switch_pitch[0] / 2, 0]) cylinder(d = 7, h = sheet + touch_pad);
        }
        translate([touch_row_x, switch_roller, -1]) mirror([1, 0, 0]) linear_extrude(40) switch_holes(0);
        // the hinge screws' heads sink into the cheeks' outer faces
        for (s = [-1, 1]) translate([0, s * (ear_y + 2 * sheet + fit + 0.01), sheet + axis_h])
            rotate([90, 0, 0]) cylinder(d = 6.4, h = 2 * hinge_sink, center = true);
    }
}

// Deck on the bed, walls up: turn it over to use it.
module base() {
    difference() {
        union() {
            linear_extrude(sheet) deck_outline();
            linear_extrude(height) difference() { base_outline(); base_outline(wall); }
            for (x = [-1, 1], y = [-1, 1]) translate([post[0] * x, post[1] * y, 0]) cylinder(d = 9, h = height - 3);
        }
        for (x = [-1, 1], y = [-1, 1]) translate([post[0] * x, post[1] * y, sheet + 2])
            cylinder(d = m3_pilot, h = height);
        // USB: high enough for a Pico on the lid and for one in the board's socket
        translate([-usb_x, half - wall / 2, height - 16.5]) cube([14, 2 * wall, 24], center = true);
    }
}

module stop() difference() {
    cylinder(d1 = 20, d2 = bumper[0] + 4, h = stop_h + 1);
    translate([0, 0, stop_h]) cylinder(d = bumper[0] + 0.6, h = 2);
    translate([0, 0, -1]) cylinder(d = m3_pilot, h = 13);
}

module lid() {
    lid_t = 3;
    linear_extrude(lid_t) lid_outline();
    for (x = [-1, 1], y = [0, 1])
        translate([x * board_hole[0] / 2, board_top_y - 4 - y * board_hole[1], lid_t - 0.01]) difference() {
            cylinder(d = 7, h = 8);
            translate([0, 0, -1.5]) cylinder(d = m3_pilot, h = 12);
        }
    for (x = [-1, 1], y = [0, 1])
        translate([usb_x + x * pico_hole[0] / 2, board_top_y - 2.5 - y * pico_hole[1], lid_t - 0.01]) difference() {
            cylinder(d = 5, h = 4);
            translate([0, 0, -1.5]) cylinder(d = 1.7, h = 8);
        }
}

// One end must leave the switch closed, the other open; in between, the switch's holes to mark a sheet by.
module jig() {
    difference() {
        union() {
            translate([0, -10, 0]) cube([26, 20, gauge_go]);
            translate([25.9, -18, 0]) cube([34.2, 36, 3]);
            translate([60, -10, 0]) cube([26, 20, gauge_no]);
        }
        translate([43 - switch_pitch[1] / 2, 0, -1]) linear_extrude(10) switch_holes(0);
        // GO has one notch, NO GO two
        translate([-1, 0, -1]) cylinder(d = 5, h = 10);
        for (y = [-4, 4]) translate([87, y, -1]) cylinder(d = 5, h = 10);
    }
}

if (part == "base") base();
if (part == "arm") arm();
// Upside down: the blade's flat top on the bed.
if (part == "paddle") translate([0, 0, blade_z + sheet]) rotate([180, 0, 0]) paddle();
if (part == "stop") stop();
if (part == "lid") lid();
if (part == "jig") jig();
