"""Pins and timing in one table. The only place with a pin number: tests, wiring and board read it here."""

# The inputs are consecutive, in paddle order, then touch, then next: one look of the state machine sees all.
PINS = {
    "paddles": (2, 3, 4, 5),  # red, yellow, green, blue
    "touch": (6, 7, 8, 9),  # optional contacts, the same order
    "next": 10,  # optional button in the middle
    "leds": (11, 12, 13, 14),  # plain LEDs, the same order
    "ws2812": 15,  # or a ring
    "jig": (16, 17, 18, 19),  # open-drain outputs of the loop-back jig, the same order
}
