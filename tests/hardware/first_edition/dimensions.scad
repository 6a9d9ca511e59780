// The first edition of the kit, kept so that each check can be seen to fail on it. SPDX: CERN-OHL-P-2.0
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
board = [126, 86];
board_hole = [118, 78]; // between the board's mounting holes
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

// ---- what today's checks ask for and the first edition did not name
foot_at = [67, 67];
printed = [["base", 1], ["lid", 1], ["arm", 4], ["paddle", 4], ["stop", 8], ["jig", 1]];
bumper_give = 0;        // no hard rim: the blade stands on the rubber
lid_t = 0;              // the lid lies inside the base, its underside at the base's edge
pico_post = 7;
pico_z = 3 + 8 + 1.6 + 8.5 + 2.54;   // lid, post, board, socket, and the header strip that was forgotten
usb_h = 2.7;
usb_plug = [10.6, 8.5];
lead_at = [40, 0];
wall_notches = [];
