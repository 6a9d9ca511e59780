// Outlines for cutting instead of printing: 4 mm plywood or acrylic, the tongue 1 mm polypropylene.
// `openscad -D 'piece="deck"' -o deck.svg laser.scad`   SPDX: CERN-OHL-P-2.0
include <outlines.scad>

piece = "deck";         // deck, lid, arm, blade, tongue, ear, cheek, pusher, gusset, post, spacer

module blade_plate() difference() {
    blade_outline(false);
    for (s = [-1, 1]) translate([0, s * (ear_y + sheet / 2)]) square([8.2, sheet + 0.1], center = true);
    square([sheet + 0.1, 16.2], center = true);
    for (y = [-6, 6]) translate([neck - 18, y]) circle(d = m3);      // holds the tongue
}

module tongue_plate() difference() {
    start = neck - 24;
    union() {
        translate([start, -10]) square([18, 20]);
        translate([start, -tongue_half]) square([tip - start, 2 * tongue_half]);
    }
    for (y = [-6, 6]) translate([start + 6, y]) circle(d = m3);
}

if (piece == "deck") deck_outline(m3);
if (piece == "lid") difference() {
    base_outline();
    for (x = [-1, 1], y = [-1, 1]) translate([post[0] * x, post[1] * y]) circle(d = m3);
    for (x = [-1, 1], y = [0, 1]) translate([x * board_hole[0] / 2, board_top_y - 4 - y * board_hole[1]]) circle(d = m3);
    for (x = [-1, 1], y = [0, 1])
        translate([usb_x + x * pico_hole[0] / 2, board_top_y - pico_edge - pico_hole_edge - y * pico_hole[1]]) circle(d = 2.2);
}
if (piece == "arm") arm_outline(cheek_slots = true);
if (piece == "blade") blade_plate();
if (piece == "tongue") tongue_plate();
if (piece == "ear") ear_outline(tab = true);
if (piece == "cheek") cheek_outline(tab = true);
if (piece == "pusher") pusher_outline(tab = true);
if (piece == "gusset") gusset_outline();
if (piece == "post") spring_post_outline();
// under the touch switch, and stacked as up-stop and down-stops
if (piece == "spacer") difference() { circle(d = 14); circle(d = m3); }
