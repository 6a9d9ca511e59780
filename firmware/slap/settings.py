"""Pins and timing in one validated table. The only file with pin numbers; all others read them here."""

import json
import os
from errno import ENOENT

# The inputs are consecutive, in paddle order, then touch, then next: one look of the state machine sees all.
PINS = {
    "paddles": (2, 3, 4, 5),  # red, yellow, green, blue
    "touch": (6, 7, 8, 9),  # optional contacts, the same order
    "next": 10,  # optional button in the middle
    "leds": (11, 12, 13, 14),  # plain LEDs, the same order
    "ws2812": 15,  # or a ring
    "jig": (16, 17, 18, 19),  # open-drain outputs of the loop-back jig, the same order
}

BOARD_PINS = (23, 24, 25)  # the Pico's own: its regulator's mode, USB power seen, the LED
FILE = "settings.json"
FILE_LIMIT = 2_000  # bytes; all keys together are a quarter of it
LAST_PIN = 28
WS2812_MA = 12  # one colour of one WS2812 at full
BURST_US = 5_000  # promised by wire.md, so it can't be set: good contacts need 700
REST_US = 2_000
LOOP_US = 20_000  # how long the loop may be busy elsewhere (a collection takes 17 ms): part of late_us


class Refused(ValueError):
    """An invalid value, with the reason."""


def _whole(low: int, high: int):  # type: ignore[no-untyped-def]
    """Return a check that raises Refused unless a value is a whole number from `low` to `high`."""

    def check(value: object) -> None:
        if not isinstance(value, int) or isinstance(value, bool):
            raise Refused("a whole number is needed")
        if not low <= value <= high:
            raise Refused("%d to %d" % (low, high))

    return check


def _one_of(*words: str):  # type: ignore[no-untyped-def]
    """Return a check that raises Refused unless a value is one of these words."""

    def check(value: object) -> None:
        if value not in words:
            raise Refused("one of " + " ".join(words))

    return check


def _pins(low: int, high: int):  # type: ignore[no-untyped-def]
    """Return a check that raises Refused unless a value is a list of `low` to `high` pin numbers."""

    def check(value: object) -> None:
        if not isinstance(value, (tuple, list)) or not low <= len(value) <= high:
            raise Refused("%d to %d pin numbers, spaces between" % (low, high))
        for pin in value:
            if not isinstance(pin, int) or isinstance(pin, bool) or not 0 <= pin <= LAST_PIN:
                raise Refused("pins are 0 to %d" % LAST_PIN)

    return check


# key: (default, check, takes effect only after SAVE and RESET)
TABLE = {  # type: dict
    "paddles": (PINS["paddles"], _pins(1, 4), True),
    "touch": (0, _whole(0, 1), True),  # touch contacts fitted?
    "touch_pins": (PINS["touch"], _pins(1, 4), True),
    "next": (0, _whole(0, 1), True),  # NEXT button fitted?
    "next_pin": (PINS["next"], _whole(0, LAST_PIN), True),
    "light": (0, _whole(0, 1), True),  # a phototransistor on that pin instead?
    "polarity": ("low", _one_of("low", "high"), True),  # a closed contact pulls the pin low (or high)
    "capture": ("pio", _one_of("pio", "irq"), True),
    "hold_us": (100, _whole(0, 2_000), False),
    "gap_us": (1_000, _whole(200, 4_000), False),
    "lockout_ms": (50, _whole(LOOP_US // 1_000, 500), False),
    "lights": ("leds", _one_of("off", "leds", "ws2812"), True),
    "led_pins": (PINS["leds"], _pins(1, 4), True),
    "ws2812_pin": (PINS["ws2812"], _whole(0, LAST_PIN), True),
    "leds_per_paddle": (
        1,
        _whole(1, 2),
        True,
    ),  # all of them fit the state machine's FIFO: nothing ever waits
    "led_ma": (8, _whole(1, 12), False),  # one plain LED
    "light_cap_ma": (100, _whole(10, 1_000), False),  # all lights together
    "jig_pins": (PINS["jig"], _pins(1, 4), False),
}


class Settings:
    """The values in force. Invalid ones are rejected with a reason; the old value stays."""

    def __init__(self) -> None:
        self.values = {key: row[0] for key, row in TABLE.items()}  # type: dict

    def __getitem__(self, key: str):  # type: ignore[no-untyped-def]
        return self.values[key]

    def put(self, key: str, value: object) -> None:
        """Set one value. Refused: it is invalid, and everything is as it was."""
        if key not in TABLE:
            raise Refused("no such key")
        if isinstance(value, list):
            value = tuple(value)
        TABLE[key][1](value)
        before = self.values[key]
        self.values[key] = value
        try:
            self._check_together()
        except Refused:
            self.values[key] = before
            raise

    def put_text(self, key: str, text: str) -> None:
        """Set one value from its text on the wire. Refused: it is invalid, and everything is as it was."""
        if key not in TABLE:
            raise Refused("no such key")
        default = TABLE[key][0]
        value: object = text
        try:
            if isinstance(default, tuple):
                value = tuple([int(word) for word in text.split()])
            elif isinstance(default, int):
                value = int(text)
        except ValueError:
            raise Refused("not a number") from None
        self.put(key, value)

    def text(self, key: str) -> str:
        """Return a value as text on the wire."""
        value = self.values[key]
        return " ".join([str(pin) for pin in value]) if isinstance(value, tuple) else str(value)

    def _check_together(self) -> None:
        """Raise Refused unless the values fit each other: pins in their order, used once; light currents."""
        values = self.values
        used = []  # type: list
        paddles = values["paddles"]
        if list(paddles) != list(range(paddles[0], paddles[0] + len(paddles))):
            raise Refused("paddle pins must be consecutive: one look sees all")
        used += paddles
        if values["touch"]:
            touch = values["touch_pins"]
            if list(touch) != list(range(used[-1] + 1, used[-1] + 1 + len(paddles))):
                raise Refused("touch pins must follow the paddles, one for each")
            used += touch
        if values["next"]:
            if values["next_pin"] <= used[-1] or values["next_pin"] - used[0] > 15:
                raise Refused("the NEXT pin must follow the other inputs within the same look")
            used.append(values["next_pin"])
        if values["light"]:
            if values["next"]:
                raise Refused("NEXT and the light share a pin: set next to 0 first")
            if values["next_pin"] != paddles[0] + 2 * len(paddles):
                raise Refused("the light's pin (next_pin) must follow the touch pins, fitted or not")
            used.append(values["next_pin"])
        if values["lights"] == "leds":
            used += values["led_pins"]
            if values["led_ma"] * len(values["led_pins"]) > values["light_cap_ma"]:
                raise Refused("the LEDs together would draw more than light_cap_ma")
        elif values["lights"] == "ws2812":
            used.append(values["ws2812_pin"])
        if len(set(used)) != len(used):
            raise Refused("a pin is used twice")
        jig = values["jig_pins"]
        if list(jig) != list(range(jig[0], jig[0] + len(jig))):
            raise Refused("jig pins must be consecutive: one state machine plays them")
        if set(used) & set(jig):
            raise Refused("jig_pins must be others than the inputs and lights: move them first")
        if set(used + list(jig)) & set(BOARD_PINS):
            raise Refused("the board itself uses pins 23 to 25")

    def contacts(self) -> "tuple[int, int, int]":
        """Return what one look covers: the first pin, how many pins, and which are fitted, as bits."""
        values = self.values
        first = values["paddles"][0]
        fitted = (1 << len(values["paddles"])) - 1
        if values["touch"]:
            fitted |= fitted << len(values["paddles"])
        if values["next"] or values["light"]:
            fitted |= 1 << (values["next_pin"] - first)
        width = 0
        while fitted >> width:
            width += 1
        return first, width, fitted

    def late_us(self) -> int:
        """Return how long after its first edge a DOWN can appear at most.

        A slap that begins while PRESS, SELFTEST, SAVE or FACTORY runs may appear later.
        """
        return BURST_US + LOOP_US

    def load(self) -> "str | None":
        """Read the saved values; return what is wrong with the file, or None. A bad file means defaults."""
        try:
            if os.stat(FILE)[6] > FILE_LIMIT:
                return "too long"
            with open(FILE) as file:
                text = file.read()
            if not text.rstrip().endswith("}"):  # MicroPython's json accepts a missing end
                return "cut short"
            saved = json.loads(text)
        except OSError as error:
            return None if error.errno == ENOENT else "unreadable"
        except ValueError:
            return "not JSON"
        defaults = dict(self.values)
        try:
            # set all, then check them together: some are only valid together
            for key, value in saved.items():
                if key not in TABLE:
                    raise Refused(key + ": no such key")
                value = tuple(value) if isinstance(value, list) else value
                TABLE[key][1](value)
                self.values[key] = value
            self._check_together()
        except (Refused, AttributeError, TypeError) as error:
            self.values = defaults
            return str(error)
        return None

    def save(self) -> None:
        """Save the values that differ from the defaults. If the power fails meanwhile, the old file stays."""
        changed = {key: value for key, value in self.values.items() if value != TABLE[key][0]}
        with open(FILE + ".new", "w") as file:
            json.dump(changed, file)
        os.rename(FILE + ".new", FILE)


def factory() -> None:
    """Delete the saved settings."""
    for name in (FILE, FILE + ".new"):
        try:
            os.remove(name)
        except OSError:
            pass  # it was not there
