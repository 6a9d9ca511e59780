"""Paddle LEDs, plain or WS2812, and the board's own. The host paints them, or the unit shows its patterns."""

import machine
import rp2

from slap import chip, settings

# The unit's own patterns: for each state, the colour of all paddles in each of eight quarter seconds.
OFF = 0x000000
DIM = 0x101010
AMBER = 0x402000
RED = 0x600000
WHITE = 0x404040
LAST_QUARTERS = 40  # the last slap is shown for so many quarter seconds
CALM_QUARTERS = 2  # after a slap that was shown at once: hands that drum must not make lights flash
PATTERNS = {
    "boot": (DIM, DIM, DIM, DIM, DIM, DIM, DIM, DIM),
    "no host": (AMBER, OFF, OFF, OFF, OFF, OFF, OFF, OFF),
    "fault": (RED, OFF, RED, OFF, RED, OFF, RED, OFF),
}
# The board's LED: one bit for each quarter second.
BOARD = {"asleep": 0, "boot": 0b11111111, "no host": 0b00000001, "fault": 0b01010101, "host": 0b11111110}
LIT = 0x20  # a plain LED is on from this brightness of its strongest colour


@rp2.asm_pio(
    sideset_init=rp2.PIO.OUT_LOW,
    out_shiftdir=rp2.PIO.SHIFT_LEFT,
    autopull=True,
    pull_thresh=24,
    fifo_join=rp2.PIO.JOIN_TX,
)
def _ws2812():  # type: ignore[no-untyped-def]
    """Send colours to WS2812 LEDs: ten clocks a bit at 8 MHz. Without data it stops low and ends a frame."""
    wrap_target()  # noqa: F821
    label("bit")  # noqa: F821
    out(x, 1).side(0)[2]  # noqa: F821
    jmp(not_x, "zero").side(1)[1]  # noqa: F821
    jmp("bit").side(1)[4]  # noqa: F821
    label("zero")  # noqa: F821
    nop().side(0)[4]  # noqa: F821
    wrap()  # noqa: F821


def capped(colours: "list[int]", copies: int, cap_ma: int) -> "list[int]":
    """Dim the colours alike, in place, so that `copies` LEDs of each draw no more than `cap_ma` together.

    Dimmed colours stay as they are when they are shown again.
    """
    total = 0
    for colour in colours:
        total += (colour >> 16 & 255) + (colour >> 8 & 255) + (colour & 255)
    draw_ua = total * copies * settings.WS2812_MA * 1000 // 255
    if draw_ua <= cap_ma * 1000:
        return colours
    for i in range(len(colours)):
        word = 0
        for shift in (16, 8, 0):
            word |= (colours[i] >> shift & 255) * cap_ma * 1000 // draw_ua << shift
        colours[i] = word
    return colours


class Lights:
    """The lights of paddles and board. A host sets their colours; without one the unit shows its patterns."""

    def __init__(self, values) -> None:  # type: ignore[no-untyped-def]
        self._kind = values["lights"]
        self._values = values
        self._count = len(values["paddles"])
        self._pins = []
        self._machine = None
        self._board = machine.Pin("LED", machine.Pin.OUT)
        self._state = "boot"  # the state that is shown: a key of BOARD
        self._quarter = 0
        self._colours = [OFF] * self._count  # filled in place, so that patterns leave no garbage for days
        self._black = [OFF] * self._count
        self._last = 0  # paddles of the last slap, as bits
        self._last_quarters = 0  # the last slap is shown for so many more quarter seconds
        self._calm_quarters = 0  # for so many more, a slap is not shown at once
        self._missed = False  # the newest colours could not be sent yet
        self._dark = False  # all is off while the computer sleeps
        if self._kind == "leds":
            pins = values["led_pins"][: self._count]
            self._pins = [machine.Pin(pin, machine.Pin.OUT, value=0) for pin in pins]
        elif self._kind == "ws2812":
            self._machine = rp2.StateMachine(
                chip.LIGHTS_MACHINE, _ws2812, freq=8_000_000, sideset_base=machine.Pin(values["ws2812_pin"])
            )
            self._machine.active(1)
        self._show_all(OFF)

    def host(self, colours) -> None:  # type: ignore[no-untyped-def]
        """Show the host's colours, one for each paddle."""
        self._state = "host"
        for i in range(self._count):
            self._colours[i] = colours[i]
        self._show()

    def slapped(self, paddles: int) -> None:
        """Show who slapped last, while there is no host. `paddles`: bits, more than one in a tie.

        The first slap shows at once, those soon after it at the next tick: three flashes a second at most.
        """
        self._last = paddles
        self._last_quarters = LAST_QUARTERS
        if not self._calm_quarters:
            self._calm_quarters = CALM_QUARTERS
            self._show_last()

    def tick(self, state: str) -> None:
        """Show the next quarter second of this state's pattern; call it four times a second.

        While a host paints, only colours that could not be sent before are sent again.
        """
        self._quarter = (self._quarter + 1) & 7
        if self._calm_quarters:
            self._calm_quarters -= 1
        self._board.value(BOARD[state] >> self._quarter & 1)
        if state == "asleep":  # a sleeping computer grants 2.5 mA
            if not self._dark:
                self._dark = True
                self._paint(self._black)
            return
        if self._dark:
            self._dark = False
            self._show()
        if state != "no host":
            self._last_quarters = 0
        if self._last_quarters:
            self._last_quarters -= 1
            self._show_last()
        elif state != "host":
            self._show_all(PATTERNS[state][self._quarter])
        elif self._state != "host":
            self._show_all(OFF)
        elif self._missed:
            self._show()
        self._state = state

    def stop(self) -> None:
        self._show_all(OFF)
        self._board.value(0)
        if self._machine is not None:
            self._machine.active(0)
            rp2.PIO(1).remove_program(_ws2812)
            self._machine = None

    def _show_last(self) -> None:
        for i in range(self._count):
            self._colours[i] = WHITE if self._last >> i & 1 else OFF
        self._show()

    def _show_all(self, colour: int) -> None:
        for i in range(self._count):
            self._colours[i] = colour
        self._show()

    def _show(self) -> None:
        self._paint(self._colours)

    def _paint(self, colours: "list[int]") -> None:
        """Send colours to the LEDs; if the frame before is still going out, note that they were missed."""
        for i in range(len(self._pins)):
            colour = colours[i]
            self._pins[i].value(colour >> 16 >= LIT or colour >> 8 & 255 >= LIT or colour & 255 >= LIT)
        if self._machine is not None:
            copies = self._values["leds_per_paddle"]
            self._missed = self._machine.tx_fifo() > 0
            if self._missed:
                return
            for colour in capped(colours, copies, self._values["light_cap_ma"]):
                # WS2812 takes green first
                word = (colour >> 8 & 255) << 16 | (colour >> 16 & 255) << 8 | (colour & 255)
                for _ in range(copies):
                    self._machine.put(word, 8)
