// The printed parts, each as it lies on the bed. `openscad -D 'part="arm"' -o arm.stl parts.scad`
// SPDX: CERN-OHL-P-2.0
include <outlines.scad>

part = "base";          // base, lid, arm, paddle, anvil, cover, jig
shape = "circle";       // on the paddle: circle, triangle, square, diamond

module sign(shape) {
    if (shape == "circle") circle(r = 9.5);
    if (shape == "triangle") circle(r = 13, $fn = 3);
    if (shape == "square") square(17, center = true);
    if (shape == "diamond") rotate(45) square(17, center = true);
}

// A plate that stands up along x: its outline is x and z, its middle lies at y.
module upright(y, t) translate([0, y + t / 2, 0]) rotate([90, 0, 0]) linear_extrude(t) children();

module nut(size, depth) cylinder(d = (size[0] + 0.2) / cos(30), h = depth, $fn = 6);

// In the paddle's frame, level.
module paddle(shape = shape) {
    difference() {
        union() {
            translate([0, 0, blade_z]) {
                linear_extrude(sheet) blade_outline(false);
                // the tongue lies flush with the top: upside down on the bed, nothing hangs in the air
                translate([neck - 4, -tongue_half, sheet - tongue_t]) cube([tip - neck + 4, 2 * tongue_half, tongue_t]);
            }
            for (s = [-1, 1]) upright(s * (ear_y + ear_t / 2), ear_t) ear_outline();
            translate([-sheet / 2, 0, 0]) rotate([90, 0, 90]) linear_extrude(sheet) pusher_outline();
            // a foot where the pusher meets the blade
            upright(0, 2 * pusher_half)
                polygon([[-6, blade_z + 0.01], [6, blade_z + 0.01], [sheet / 2, blade_z - 4], [-sheet / 2, blade_z - 4]]);
            // a gusset of the pusher, with the spring's eye
            upright(spring_y, wall) gusset_outline();
            // ribs
            intersection() {
                union() for (y = blade_ribs, s = [-1, 1]) translate([y < 10 ? 0 : 9, s * y - blade_rib[0] / 2, blade_z - blade_rib[1]])
                    cube([neck, blade_rib[0], blade_rib[1] + 0.01]);
                translate([0, 0, -20]) linear_extrude(40) offset(delta = -1) blade_outline(false);
                // their ends slope
                upright(0, 80) polygon([[1, blade_z + 1], [1, blade_z - blade_rib[1]], [knee - 4, blade_z - blade_rib[1]],
                    [neck - 4, blade_z - 1], [neck, blade_z + 1]]);
            }
            translate([26, -blade_ribs[1], blade_z - blade_rib[1]]) cube([blade_rib[0], 2 * blade_ribs[1], blade_rib[1] + 0.01]);
        }
        translate([18, 0, blade_z + sheet - 0.6]) linear_extrude(1) sign(shape);
        translate([0, 0, blade_z - 4.5]) linear_extrude(10) driver_notches();
        for (s = [-1, 1]) translate([0, s * (ear_y + nut_sink), 0]) rotate([s * 90, 0, 0]) nut(m3_lock_nut, 10);
        // sloped edges: a tip that meets another slides over or under it
        for (s = [-1, 1]) translate([tip, s * tongue_half, blade_z + sheet - tongue_t])
            rotate([0, 90, 0]) rotate(45) cube([1.1, 1.1, 2 * (tip - neck) - 2], center = true);
    }
}

module stop_at(s) translate([stop_x, s * stop_y, 1]) difference() {
    cylinder(d = stop_d, h = blade_at_stop - 1);
    translate([0, 0, blade_at_stop - 1 - bumper[1] + bumper_give]) cylinder(d = bumper[0] + 0.4, h = bumper[1]);
}

// Origin under the hinge axis, on the plate's underside.
module arm() {
    cheek_y = ear_y + ear_t + fit + sheet / 2;
    difference() {
        union() {
            linear_extrude(sheet) arm_plate();
            for (s = [-1, 1]) {
                translate([0, 0, sheet - 0.01]) upright(s * cheek_y, sheet) cheek_outline(side = s);
                // a gusset outside each cheek
                translate([s < 0 ? 4 : -8, s * (cheek_y + sheet / 2), sheet - 0.01]) rotate([90, 0, s * 90])
                    linear_extrude(4) polygon([[-0.01, 0], [8, 0], [3, axis_h - 7], [-0.01, axis_h - 5]]);
                stop_at(s);
            }
            // slap switch: a pad that its nuts slide in
            translate([slap_row_x - 5.5, -switch_roller - 15, 1]) cube([21.3, 28, sheet + slap_pad - 1]);
            // up-stop
            translate([0, 0, sheet - 0.01]) upright(18.2, 12.4) polygon([[up_stop_x[0], 0], [up_stop_x[1], 0],
                [up_stop_x[1], up_stop_z(up_stop_x[1])], [up_stop_x[0], up_stop_z(up_stop_x[0])]]);
            // hard stop of the pusher
            translate([-sheet / 2 - pusher_gap - 8, 4.4, 1]) cube([8, 8.4, sheet + axis_h - lever_r + 1.6]);
            // spring post
            translate([0, 0, sheet - 0.01]) upright(spring_y, wall) spring_post_outline();
            translate([touch_row_x - switch_pitch[1], switch_roller, 0]) for (x = [0, 1], y = [-1, 1])
                translate([x * switch_pitch[1], y * switch_pitch[0] / 2, 1]) cylinder(d = 7, h = sheet + touch_pad - 1);
        }
        translate([0, 0, -1]) linear_extrude(60) arm_holes();
        // the slap switch's nuts slide in here, from below, and can't turn
        translate([slap_row_x, -switch_roller, -0.01]) for (x = [-1, 1], row = [0, 1])
            translate([row * switch_pitch[1], x * switch_pitch[0] / 2, 0]) hull() for (s = [-1, 1])
                translate([s * switch_adjust, 0, 0]) nut(m3_nut, sheet + slap_pad - 2.6);
        // the hinge screws' heads sink into the cheeks' outer faces
        for (s = [-1, 1]) translate([0, s * (cheek_y + sheet / 2 + 0.01), sheet + axis_h])
            rotate([90, 0, 0]) cylinder(d = 6.4, h = 2 * hinge_sink, center = true);
        for (s = [-1, 1]) translate([0, s * (cheek_y - sheet), sheet + axis_h]) rotate([s * -90, 0, 0]) cylinder(d = m3, h = 20);
        // cover
        for (y = cover_screws) translate([cover_screw_x, y, -1]) cylinder(d = m3_pilot, h = 20);
        for (at = arm_screws) translate([at[0], at[1], sheet]) cylinder(d = 7.4, h = 30);
    }
}

// Over the slap switch's terminals: no finger reaches a live tab. Printed on its back.
module cover() difference() {
    translate([cover_x[0], cover_y[0], 0]) cube([cover_x[1] - cover_x[0], cover_y[1] - cover_y[0], cover_h + 2]);
    translate([cover_x[0] + 2, -31, -1]) cube([30, 27.4, cover_h + 1]);
    // the leads leave here, towards their slot
    translate([-28, -10, -1]) cube([30, 30, 6]);
    for (y = cover_screws) translate([cover_screw_x, y, 0]) {
        translate([0, 0, -1]) cylinder(d = m3, h = 40);
        translate([0, 0, cover_seat]) cylinder(d = 6.8, h = 40);
    }
}

module ribs() for (n = [-4 : 4]) {
    translate([n * rib_pitch, 0]) square([rib[0], 2 * half], center = true);
    translate([0, n * rib_pitch]) square([2 * half, rib[0]], center = true);
}

// Full height: outside, beside the circuit board, over the feet and around the lid's screws.
module walls() {
    difference() { base_outline(); base_outline(wall); }
    for (x = [-1, 1]) translate([x * inner_wall[0], 0]) square([wall, 2 * half], center = true);
    translate([0, inner_wall[1]]) square([2 * half, wall], center = true);
    each_foot() circle(d = 10);
    each_post() circle(d = 9);
}

// Deck on the bed, walls up: turn it over to use it. Here z runs down from the deck's top; x is mirrored by the turn.
module base() {
    difference() {
        union() {
            linear_extrude(deck) base_outline();
            linear_extrude(deck + rib[1]) intersection() { base_outline(); ribs(); }
            linear_extrude(height) intersection() { base_outline(); walls(); }
            mirror([1, 0, 0]) each_paddle() for (at = arm_screws) translate(at) cylinder(d = boss[0], h = deck + boss[1]);
        }
        translate([0, 0, -1]) linear_extrude(40) mirror([1, 0]) deck_holes();
        translate([0, 0, -1]) linear_extrude(deck + boss[1] - 1) mirror([1, 0]) arm_screw_holes(m3_pilot);
        mirror([1, 0, 0]) each_paddle() translate([led_at[0], led_at[1], deck]) cylinder(d = 8, h = 30);
        each_post() translate([0, 0, deck + 8]) cylinder(d = m3_pilot, h = height);
        translate([0, 0, deck]) cylinder(d = 8, h = 20);                          // the anvil's screw and its driver
        translate([-button_at[0], button_at[1], deck]) cylinder(d = 20, h = 40);     // room for its nut
        // leads pass the inner walls beside the lid
        for (at = wall_notches) translate([at[0], at[1], height]) cube([at[0] == 0 ? 24 : 8, at[0] == 0 ? 8 : 24, 16], center = true);
        translate([-usb_x, half, 0]) usb_opening();
    }
}

// One opening for the plug of a Pico on the lid and of one in the board's socket; open towards the lid.
module usb_opening() {
    top = height + lid_t - (pico_z + 1 + usb_h / 2 + usb_hole[1] / 2);
    translate([-usb_hole[0] / 2, -3 - wall, top]) cube([usb_hole[0], 10, height]);
    // no rib where the plug stands
    translate([-usb_hole[0] / 2, -12, deck]) cube([usb_hole[0], 12 - wall + 0.3, height]);
}

module foot_ring() difference() { circle(d = foot[0] + 1.2); circle(d = foot[0] + 0.2); }

module each_board_post() for (x = [-1, 1], y = [0, 1])
    translate([x * board_hole[0] / 2, board_top_y - 4 - y * board_hole[1]]) children();
module each_pico_post() for (x = [-1, 1], y = [0, 1])
    translate([usb_x + x * pico_hole[0] / 2, board_top_y - pico_edge - pico_hole_edge - y * pico_hole[1]]) children();

module lid() {
    difference() {
        union() {
            linear_extrude(lid_t) lid_outline();
            each_board_post() cylinder(d = 7, h = lid_t + board_post);
            each_pico_post() cylinder(d = 5, h = lid_t + pico_post);
        }
        // the screws' holes end 1.2 mm above the lid's underside
        translate([0, 0, 1.2]) each_board_post() cylinder(d = m3_pilot, h = 20);
        translate([0, 0, 1.2]) each_pico_post() cylinder(d = 1.7, h = 20);
        // a ring shows where each foot goes
        translate([0, 0, -1]) linear_extrude(1.4) {
            each_foot() foot_ring();
            translate([-middle_foot[0], middle_foot[1]]) foot_ring();
        }
    }
}

// Stands in the ring, screwed on from below; the tongues land on it.
module anvil() difference() {
    union() {
        cylinder(d = anvil_d[0], h = anvil_h - 8);
        translate([0, 0, anvil_h - 8.01]) cylinder(d1 = anvil_d[0], d2 = anvil_d[1], h = 4);
        cylinder(d = anvil_d[1], h = anvil_h);
    }
    translate([0, 0, -1]) cylinder(d = m3_pilot, h = 13);
}

// One end must leave the switch closed, the other open; in between, the switch's holes to mark a sheet by.
// Each end is a fork: it lies on the hard rim of a stop, and the rubber dome stands between its prongs.
module fork(h) difference() {
    translate([0, -jig_fork[1] / 2, 0]) union() {
        cube([jig_fork[0] + 0.01, jig_fork[1], jig_plate]);
        translate([jig_fork[2] - 0.6, 0, 0]) cube([1.2, jig_fork[1], h]);
    }
    hull() for (x = [jig_fork[2], -20]) translate([x, 0, -1]) cylinder(d = bumper[0] + 0.8, h = 20);
}
module jig() difference() {
    union() {
        fork(gauge_go);
        translate([jig_fork[0], -jig_fork[1] / 2, 0]) cube([jig_middle, jig_fork[1], jig_plate]);
        translate([2 * jig_fork[0] + jig_middle, 0, 0]) mirror([1, 0, 0]) fork(gauge_no);
    }
    translate([jig_fork[0] + jig_middle / 2, -switch_pitch[1] / 2, -1]) rotate(90) linear_extrude(10) switch_holes(0);
    // GO has one notch, NO GO two
    translate([jig_fork[0] - 1, jig_fork[1] / 2, -1]) cylinder(d = 3, h = 10);
    for (y = [-1, 1]) translate([jig_fork[0] + jig_middle + 1, y * jig_fork[1] / 2, -1]) cylinder(d = 3, h = 10);
}

if (part == "base") base();
if (part == "arm") arm();
// Upside down: the blade's flat top on the bed.
if (part == "paddle") translate([0, 0, blade_z + sheet]) rotate([180, 0, 0]) paddle();
if (part == "lid") lid();
if (part == "sign") translate([18, 0, blade_z + sheet - 0.59]) linear_extrude(0.57) sign(shape);   // only for pictures
if (part == "anvil") anvil();
if (part == "cover") translate([0, 0, cover_h + 2]) rotate([180, 0, 0]) cover();
if (part == "jig") jig();
