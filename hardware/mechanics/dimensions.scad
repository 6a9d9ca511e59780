// Every measure of the slap unit, in mm and degrees, and an assert for each that matters. SPDX: CERN-OHL-P-2.0
// A paddle's own frame: x towards the middle of the unit, z up, origin on its hinge axis, blade level when down.

$fn = 48;
bed = 220;              // the printer's plate
sheet = 4;              // arm, blade, ears and cheeks: the same thickness printed or cut from sheet
wall = 2.4;
fit = 0.3;              // play between parts that slide into each other
m3 = 3.3;               // clearance hole
m3_pilot = 2.8;         // an M3 screw cuts its own thread in plastic
m3_head = [6, 2.4];     // pan head: diameter, height
m3_nut = [5.5, 2.4];    // across flats, height
m3_lock_nut = [5.5, 4];

// The switch: Omron D3V-014-1C23 (miniature, simulated roller lever), from its data sheet.
switch_pitch = [22.2, 10.3];    // mounting holes
switch_body = [27.8, 15.9, 10.3];
switch_edge = 2.8;              // body edge to the holes' row on the terminal side
switch_op = 18.7;               // that row to the roller where it clicks
switch_op_spread = 1.2;
switch_pt = 4.0;                // pretravel, at most
switch_ot = 1.6;                // overtravel it can take, at least
switch_md = 1.5;                // movement differential, at most
switch_roller = 20;             // roller to the middle of the body, along it
switch_tab = 7.2;               // the terminals stick out this far
switch_adjust = 1.5;            // slots let it move this much either way

// Base: an octagon that is wider than the paddles, so that no slap lies outside the feet
half = 108;             // half its width
chamfer = 36;
height = 40;            // with the deck, without the lid
deck = 3;
rib = [2.4, 8];         // under the deck: thickness, depth
rib_pitch = 24;
inner_wall = [66, -6];  // full-height walls: at x = +-66, and at y = -6 beside the circuit board
wall_notches = [[66, 14], [-66, 14], [0, -6]];  // leads pass the inner walls here, beside the lid
post = [84, 84];        // lid screws
boss = [9, 9];          // where a screw bites: diameter, depth below the deck
lid_t = 2.4;
foot_at = [99, 71.5];     // eight feet, each under a column of the base, and one in the middle
foot = [12.7, 3.5];     // self-adhesive rubber: diameter, height
hinge_r = 83;           // hinge axis to the middle

// Paddle
axis_h = 19;            // hinge axis above the arm's plate
blade_z = 7;            // blade's underside above the axis
blade_half = 34;
tail = 15;              // behind the axis
driver_notch = [6.8, -6.6];     // in the tail, for the screwdriver that sets the click: width, its end's middle
tongue_half = 4.5;
tongue_t = 1.4;         // tongues stack in the middle: seven layers
tongue_gap = 0.6;       // a tongue ends this much before the opposite blade begins
gap = 1.5;              // between neighbours' edges
rest = 36;              // angle of a paddle at rest
ear_y = 19;             // inner face of an ear
ear_t = 5;              // it holds the lock nut
pusher_half = 13;       // the hinge screws end beside it
pusher_len = 15;        // below the axis
hinge_screw = 12;
hinge_sink = 1.6;       // recess of the screw's head in the cheek
nut_sink = 2;           // recess of the lock nut in the ear
blade_rib = [2.4, 5];   // under the blade: thickness, depth
blade_ribs = [3, 26.2]; // their distance from the paddle's middle

// Stops, part of the arm: the hinge, the stops and the switch can't move against each other
stop_x = 50;            // from the axis
stop_y = 16;
stop_d = 15.4;
bumper = [11.2, 5.1];   // a self-adhesive rubber dome: diameter, height
bumper_give = 0.6;      // the dome stands this much above the hard rim of the stop
felt = 1;               // on the up-stop
pusher_gap = 0.1;       // the pusher meets its own hard stop this much after the blade meets the rim
pusher_gap_spread = 0.15;       // how far a print may miss that
anvil_d = [17, 10];     // through the ring; at the top it stands between the blades and carries the tongues
anvil_gap = 0.4;        // below the lowest tongue

// Setting: between these two heights of the blade above the rim, the switch clicks.
gauge_go = 4.2;         // closed with this much under the blade
gauge_no = 5.9;         // open with this much
jig_plate = 2;          // the jig itself is thinner: only a ridge above the dome's middle carries the blade
jig_fork = [20, 17.4, 9];       // length, width between the blade's ribs, tip to the dome's middle
jig_middle = 28;

// Spring: extension spring, 0.6 mm wire, 5 mm across, 25 mm inside its hooks
spring = [0.6, 5, 25];  // wire, diameter outside, length inside the hooks when free
spring_turns = 30;
spring_y = -9;
spring_eye = [4.6, -11.5];      // on the paddle, from the axis
spring_post = [38, 9];  // on the arm: x, height above the plate

// Electronics
board = [100, 100];
board_hole = [92, 92];  // between the board's mounting holes
board_top_y = 98;       // its upper edge, with the USB socket
board_post = 6;
usb_x = 17;
usb_plug = [10.6, 8.5]; // the largest overmould of a micro-B plug
usb_hole = [14, 12];
pico = [21, 51];
pico_hole = [11.4, 47];
pico_edge = 1.5;        // the Pico's edge with the USB socket lies this far inside the board's
pico_hole_edge = 2;     // its holes from its edges
pico_post = 4;
socket_h = 8.5;         // of a 2.54 mm socket
header_h = 2.54;        // the plastic strip of a Pico H's header, between socket and Pico
usb_h = 2.7;            // the socket on the Pico
ring_d = 32;            // eight WS2812: two for each paddle, as many as the firmware drives
ring_hole = [0, 13];    // its leads go down here
button_d = 12.2;        // NEXT
button_at = [62, -62];  // the corner that the board leaves free
led_d = 5.2;
led_at = [8, 50];       // beside the arm, seen from all seats
xhp4 = [12.4, 5.8];     // cross-section of a JST XHP-4 housing
lead_slot = [13.6, 7.2];
lead_at = [-15.6, 1.6]; // in the arm and in the deck
tie_x = -30.5;          // the cable tie that holds the leads, outside the base
tie_y = [-10.6, -5.2];

// ---- what follows from these
arm_half = 42;
arm_screw_y = 38.5;     // outside the switches
arm_x = [-36, 60];
slap_pad = 3;           // the slap switch stands on this: its nuts slide in channels below
tip = hinge_r + gap + tongue_half - tongue_gap;
neck = hinge_r - gap - tongue_half;
knee = hinge_r - gap - blade_half;
deck_z = height;
arm_z = deck_z + sheet;
axis_z = arm_z + axis_h;
lever_r = axis_h - slap_pad - switch_body[2] / 2;    // axis to where the pusher meets the roller
blade_at_stop = sheet + axis_h + blade_z;         // arm's underside to the blade when down: height of the rim
function push(blade_h) = lever_r * sin(asin(blade_h / stop_x));   // pusher's way for a height at the stop
operate = (push(gauge_go) + push(gauge_no)) / 2;                  // where the click is set
slap_row_x = -sheet / 2 + operate - switch_op;                    // hole row of the slap switch
touch_pad = 5;
touch_lever_z = -(axis_h - touch_pad - switch_body[2] / 2);
function touch_face(angle) = sheet / 2 / cos(angle) - touch_lever_z * tan(angle);  // pusher's inner face at the lever
touch_x = touch_face(rest);
touch_press = 0.8;
touch_row_x = touch_x - touch_press + switch_op;
rest_tip_d = hinge_r - (tip * cos(rest) - blade_z * sin(rest));   // tip to the middle, at rest
function up_stop_z(x) = axis_h + blade_z / cos(rest) + x * tan(rest) - felt / cos(rest);   // parallel to the resting blade
up_stop_x = [-17, -11];
anvil_h = sheet + axis_h + blade_z + sheet - tongue_t - anvil_gap;   // above the deck
pico_z = lid_t + board_post + 1.6 + socket_h + header_h;          // a Pico H's underside, from the lid's
cover_x = [-36, slap_row_x - 5.8];  // beside the switch's pad
cover_y = [-40, 5];
cover_h = slap_pad + switch_body[2] + 1;
cover_screw_x = -32;
cover_screws = [-34.6, -0.4];
cover_seat = 6;         // the heads of its screws, above the arm's plate
middle_foot = [0, inner_wall[1]];
arm_screws = [for (x = [-14, 30], s = [-1, 1]) [x, s * arm_screw_y], [53, 0]];

printed = [["base", 1], ["lid", 1], ["arm", 4], ["paddle", 4], ["anvil", 1], ["cover", 4], ["jig", 1]];

// ---- and what must hold
assert(abs(switch_pitch[0] - 22.2) < 0.01 && abs(switch_pitch[1] - 10.3) < 0.01, "switch hole pitch is 22.2 x 10.3");
assert(pico == [21, 51] && pico_hole == [11.4, 47], "a Pico is 21 x 51 with holes 11.4 x 47 apart");
assert(wall >= 2.4 && sheet >= 3 && deck >= 3, "walls of at least 2.4 mm, plates of at least 3 mm");
assert(2 * half <= bed && tip + tail <= bed && arm_x[1] - arm_x[0] <= bed, "every part fits the bed");
assert(foot_at[0] >= hinge_r + tail, "the feet stand outside hinge and tail");
assert(foot_at[0] + foot[0] / 2 <= half && foot_at[0] + foot_at[1] + foot[0] / sqrt(2) <= 2 * half - chamfer,
    "the feet lie under the base");
assert(push(gauge_no) + pusher_gap + pusher_gap_spread <= switch_ot, "the paddle ends inside the switch's overtravel");
assert(gauge_no - gauge_go >= 1.5, "the click can be set by hand");
assert(switch_adjust >= switch_op_spread, "the slots take up the switch's own spread of 1.2 mm");
assert(lever_r * sin(rest) >= switch_pt + switch_ot, "the lever's whole pretravel is free at rest");
assert(norm([pusher_len, sheet / 2]) <= axis_h - 1, "the pusher clears the arm's plate");
assert(pusher_len * cos(rest) >= -touch_lever_z - 1, "the pusher still reaches the touch switch at rest");
assert(touch_face(rest) - touch_face(rest * 2 / 3) >= touch_press + switch_md,
    "touch lets go in the first third");
assert(anvil_d[1] / 2 + 0.8 <= hinge_r - neck, "the blades clear the anvil");
assert(rest_tip_d >= tongue_half + 1, "tips clear each other at rest");
assert(tip > hinge_r + tongue_half, "tongues cross the middle and stack");
assert(tongue_gap >= 0.4, "a tongue ends before the opposite blade begins");
assert(ear_y + ear_t + sheet + fit - hinge_sink - hinge_screw >= pusher_half - 0.4, "hinge screws end beside the pusher");
assert(foot_at[1] - 5 >= board[0] / 2 + 1, "the board fits between the columns over the feet");
assert(button_at[1] + button_d / 2 <= board_top_y - board[1] - 5, "NEXT stands beside the circuit board, not over its plugs");
assert(arm_screw_y >= switch_roller + switch_body[0] / 2 + 3.3, "the arm's screws can be reached beside the switches");
assert(arm_half >= arm_screw_y + 3.3 && hinge_r - 40 >= arm_half, "arms hold their screws and do not meet");
assert(abs(board_hole[0] - (board[0] - 8)) < 0.01 && abs(board_hole[1] - (board[1] - 8)) < 0.01, "board's holes");
assert(board[0] / 2 + 1 <= inner_wall[0] - wall / 2 && board_top_y - board[1] >= inner_wall[1] + wall / 2 + 1
    && board_top_y <= half - wall - 2, "the board fits between the inner walls");
assert(lead_slot[0] >= xhp4[0] + 1 && lead_slot[1] >= xhp4[1] + 1, "an XHP-4 goes through the slot for the leads");
