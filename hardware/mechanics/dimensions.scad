// Every measure of the slap unit, in mm and degrees, and an assert for each that matters. SPDX: CERN-OHL-P-2.0
// A paddle's own frame: x towards the middle of the unit, z up, origin on its hinge axis, blade level when down.

$fn = 48;
bed = 220;              // the printer's plate
sheet = 4;              // deck, arm, blade and cheeks: the same thickness printed or cut from sheet
wall = 3;
fit = 0.3;              // play between parts that slide into each other
m3 = 3.3;               // clearance hole
m3_pilot = 2.8;         // an M3 screw cuts its own thread in plastic

// The switch: Omron D3V-014-1C23 (miniature, simulated roller lever), from its data sheet.
switch_pitch = [22.2, 10.3];    // mounting holes
switch_body = [27.8, 15.9, 10.3];
switch_edge = 2.8;              // body edge to the holes' row on the terminal side
switch_op = 18.7;               // that row to the roller where it clicks
switch_ot = 1.6;                // overtravel it can take, at least
switch_md = 1.5;                // movement differential, at most
switch_roller = 20;             // roller to the middle of the body, along it
switch_adjust = 1.5;            // slots let it move this much either way

// Base
half = 80;              // the base is a square of twice this
chamfer = 10;
height = 34;            // with the deck
post = [71, 71];        // lid screws
hinge_r = 90;           // hinge axis to the middle

// Paddle
axis_h = 19;            // hinge axis above the arm's plate
blade_z = 7;            // blade's underside above the axis
blade_half = 34;
tail = 16;              // behind the axis
tip = 102;              // beyond the middle by tip - hinge_r
tongue_half = 10;
tongue_t = 1.2;         // thin: tongues stack in the middle and bend
gap = 1.5;              // between neighbours' edges
rest = 36;              // angle of a paddle at rest
ear_y = 19;             // inner face of an ear
pusher_half = 13;       // the hinge screws end beside it
pusher_len = 17;        // below the axis
hinge_screw = 12;
hinge_sink = 1.6;       // recess of its head in the cheek

// Stops
stop_x = 45;            // rubber stop, from the axis
stop_y = 16;
bumper = [11.2, 5];     // self-adhesive rubber: diameter, height
bumper_squash = 0.3;
felt = 1;               // on the up-stop

// Setting: between these two heights under the blade, at the stop, the switch clicks.
gauge_go = 3.0;         // closed with this much under the blade
gauge_no = 4.8;         // open with this much

// Electronics
board = [100, 100];
board_hole = [92, 92];  // between the board's mounting holes
board_top_y = 76;       // its upper edge, with the USB socket
usb_x = 17;
pico = [21, 51];
pico_hole = [11.4, 47];
ring_d = 32;            // eight WS2812: two for each paddle, as many as the firmware drives
button_d = 12.2;        // NEXT
button_at = [58, -58];  // the corner that the board leaves free
led_d = 5.2;

// ---- what follows from these
arm_half = 42;
arm_screw_y = 38.5;     // outside the switches
arm_x = [-36, 34];
deck_z = height;
arm_z = deck_z + sheet;
axis_z = arm_z + axis_h;
lever_r = axis_h - switch_body[2] / 2;           // axis to where the pusher meets the roller
blade_at_stop = sheet + axis_h + blade_z;         // deck to blade when down
stop_h = blade_at_stop - bumper[1];
function push(blade_h) = lever_r * sin(asin(blade_h / stop_x));   // pusher's way for a height at the stop
stack_h = stop_x * 3 * tongue_t / (hinge_r - tongue_half);        // blade's height at the stop on three others
operate = (push(gauge_go) + push(gauge_no)) / 2;                  // where the click is set
slap_row_x = -sheet / 2 + operate - switch_op;                    // hole row of the slap switch
touch_pad = 5;
touch_lever_z = -(axis_h - touch_pad - switch_body[2] / 2);
touch_s = (touch_lever_z - sheet / 2 * sin(rest)) / cos(rest);
touch_x = sheet / 2 * cos(rest) - touch_s * sin(rest);            // pusher's inner face at rest
touch_press = 0.8;
touch_row_x = touch_x - touch_press + switch_op;
rest_tip_d = hinge_r - (tip * cos(rest) - blade_z * sin(rest));   // tip to the middle, at rest
up_stop_h = axis_h - tail * sin(rest) + blade_z * cos(rest) - felt;

// ---- and what must hold
assert(abs(switch_pitch[0] - 22.2) < 0.01 && abs(switch_pitch[1] - 10.3) < 0.01, "switch hole pitch is 22.2 x 10.3");
assert(pico == [21, 51] && pico_hole == [11.4, 47], "a Pico is 21 x 51 with holes 11.4 x 47 apart");
assert(wall >= 2.4 && sheet >= 3, "walls of at least 2.4 mm, plates of at least 3 mm");
assert(2 * half <= bed && tip + tail <= bed && arm_x[1] - arm_x[0] <= bed, "every part fits the bed");
assert(push(gauge_no) + push(bumper_squash) <= switch_ot, "the paddle ends inside the switch's overtravel");
assert(push(gauge_go) - push(stack_h) >= 0.25, "on top of three others the switch still closes");
assert(gauge_no - gauge_go >= 1.5, "the click can be set by hand");
assert(switch_adjust >= 1.2, "the slots take up the switch's own spread of 1.2 mm");
assert(lever_r * sin(rest) >= 4.0 + switch_ot, "the lever's whole pretravel is free at rest");
assert(norm([pusher_len, sheet / 2]) <= axis_h - 1, "the pusher clears the arm's plate");
assert(pusher_len * cos(rest) >= -touch_lever_z - 1, "the pusher still reaches the touch switch at rest");
assert(lever_r * (sin(rest) - sin(rest * 2 / 3)) >= touch_press + switch_md, "touch lets go in the first third");
assert(rest_tip_d >= tongue_half + 1, "tips clear each other at rest");
assert(tip > hinge_r + tongue_half, "tongues cross the middle and stack");
assert(stop_h > 15, "room for the stops");
assert(ear_y + 2 * sheet + fit - hinge_sink - hinge_screw >= pusher_half + 0.3, "hinge screws end beside the pusher");
assert(button_at[1] + button_d / 2 <= board_top_y - board[1] - 5, "NEXT stands beside the circuit board, not over its plugs");
assert(arm_screw_y >= switch_roller + switch_body[0] / 2 + 3.3, "the arm's screws can be reached beside the switches");
assert(arm_half >= arm_screw_y + 3.3 && hinge_r - arm_x[1] >= arm_half, "arms hold their screws and do not meet");
assert(abs(board_hole[0] - (board[0] - 8)) < 0.01 && abs(board_hole[1] - (board[1] - 8)) < 0.01, "board's holes");
assert(board[0] / 2 + 5 <= post[0] && board_top_y <= half - wall, "the board fits between the lid's posts");
assert(post[0] + post[1] + 4.5 * sqrt(2) <= 2 * half - chamfer, "the lid's posts stay inside the corner");
