// Where everything stands. Checks, pictures and the parts list read this table. SPDX: CERN-OHL-P-2.0
include <outlines.scad>

hinge_face = ear_y + ear_t + fit + sheet - hinge_sink;
slap_top = sheet + slap_pad + switch_body[2];
touch_top = sheet + touch_pad + switch_body[2];
slap_holes = [[0, -1], [1, 1]];     // two of the switch's four holes, across
function slap_hole(h) = [slap_row_x + h[0] * switch_pitch[1], -switch_roller + h[1] * switch_pitch[0] / 2];
function touch_hole(h) = [touch_row_x - h[0] * switch_pitch[1], switch_roller + h[1] * switch_pitch[0] / 2];

// key, what it is in the parts list, whose frame, where, turned by, where it comes from.
// Frames: "side" four times, origin on the deck under the hinge axis, x to the middle; "unit" once, z = 0 at the base's
// lower edge. Paddles and what hangs on them are level here.
places = [
    ["base", "printed base", "unit", [0, 0, height], [180, 0, 180], [0, 0, 1]],
    ["arm", "printed arm", "side", [0, 0, 0], [0, 0, 0], [0, 0, 1]],
    for (at = arm_screws) ["arm screw", "screw M3 x 12", "side", [at[0], at[1], sheet], [0, 0, 0], [0, 0, 1]],
    for (y = [-stop_y, stop_y]) ["bumper", "rubber bumper", "side",
        [stop_x, y, blade_at_stop + bumper_give - bumper[1]], [0, 0, 0], [0, 0, 1]],
    ["felt", "felt pad", "side", [up_stop_x[0], 18, sheet + up_stop_z(up_stop_x[0])], [0, -rest, 0], [0, 0, 1]],
    ["slap switch", "D3V-014-1C23", "side", [slap_row_x, -switch_roller, sheet + slap_pad], [0, 0, 0], [-1, 0, 0]],
    for (h = slap_holes) ["slap nut", "nut M3", "side", [slap_hole(h)[0], slap_hole(h)[1], sheet + slap_pad - 2.6], [0, 0, 0], [0, 0, -1]],
    for (h = slap_holes) ["slap screw", "screw M3 x 16", "side", [slap_hole(h)[0], slap_hole(h)[1], slap_top], [0, 0, 0], [0, 0, 1]],
    ["touch switch", "D3V-014-1C23", "side", [touch_row_x, switch_roller, sheet + touch_pad], [0, 0, 180], [0, 0, 1]],
    for (h = slap_holes) ["touch screw", "screw M3 x 16", "side", [touch_hole(h)[0], touch_hole(h)[1], touch_top], [0, 0, 0], [0, 0, 1]],
    ["tie", "cable tie 2.5 mm", "side", [tie_x, tie_y[0], sheet], [0, 0, 0], [0, 0, 1]],
    ["cover", "printed cover", "side", [0, 0, sheet], [0, 0, 0], [0, 0, 1]],
    for (y = cover_screws) ["cover screw", "screw M3 x 10", "side", [cover_screw_x, y, sheet + cover_seat], [0, 0, 0], [0, 0, 1]],
    ["paddle", "printed paddle", "side", [0, 0, sheet + axis_h], [0, 0, 0], [0, 0, 1]],
    for (s = [-1, 1]) ["hinge nut", "lock nut M3", "side", [0, s * (ear_y + nut_sink), sheet + axis_h], [s * -90, 0, 0], [0, -s, 0]],
    for (s = [-1, 1]) ["hinge screw", "screw M3 x 12", "side", [0, s * hinge_face, sheet + axis_h], [s * -90, 0, 0], [0, s, 0]],
    ["spring", "extension spring", "side", [spring_eye[0], spring_y, sheet + spring_post[1]], [0, 0, 0], [0, -1, 0]],
    ["anvil", "printed anvil", "unit", [0, 0, height], [0, 0, 0], [0, 0, 1]],
    ["anvil screw", "screw M3 x 10", "unit", [0, 0, height - deck], [180, 0, 0], [0, 0, -1]],
    ["ring", "WS2812 x8", "unit", [0, 0, height], [0, 0, 0], [0, 0, 1]],
    ["led", "LED", "side", [led_at[0], led_at[1], -3], [0, 0, 0], [0, 0, -1]],
    ["next", "NEXT", "unit", [button_at[0], button_at[1], height], [0, 0, 0], [0, 0, 1]],
    ["lid", "printed lid", "unit", [0, 0, -lid_t], [0, 0, 0], [0, 0, -1]],
    for (x = [-1, 1], y = [-1, 1]) ["lid screw", "screw M3 x 10", "unit", [x * post[0], y * post[1], -lid_t], [180, 0, 0], [0, 0, -1]],
    ["pico", "Pico", "unit", [0, 0, pico_post], [0, 0, 0], [0, 0, 1]],
    for (x = [-1, 1], y = [0, 1]) ["pico screw", "screw M2 x 6", "unit",
        [usb_x + x * pico_hole[0] / 2, board_top_y - pico_edge - pico_hole_edge - y * pico_hole[1], pico_post + 1], [0, 0, 0], [0, 0, 1]],
    ["board", "circuit board", "unit", [0, 0, board_post], [0, 0, 0], [0, 0, 1]],
    for (x = [-1, 1], y = [0, 1]) ["board screw", "screw M3 x 8", "unit",
        [x * board_hole[0] / 2, board_top_y - 4 - y * board_hole[1], board_post + 1.6], [0, 0, 0], [0, 0, 1]],
    ["pico h", "Pico H", "unit", [0, 0, pico_z - lid_t], [0, 0, 0], [0, 0, 1]],
    for (at = [for (x = [-1, 1], y = [-1, 1], t = [0, 1]) [x * foot_at[t], y * foot_at[1 - t]]])
        ["foot", "rubber foot", "unit", [at[0], at[1], -lid_t], [180, 0, 0], [0, 0, -1]],
    ["middle foot", "rubber foot", "unit", [middle_foot[0], middle_foot[1], -lid_t], [180, 0, 0], [0, 0, -1]],
];
