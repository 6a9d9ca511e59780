"""PRESS, and the loop-back jig: edges at exact times on four outputs.

The jig connects these outputs through 330 ohm to the four inputs. They are open-drain: they only ever pull
low, so holding a paddle meanwhile shorts nothing. A state machine of the second block plays the edges, fed by
DMA, while the capture runs as always.
"""

import time
from array import array

import machine
import rp2

from slap import chip, commands, timebase, wire

PLAY_HZ = 10_000_000
PRESS_LIMIT_US = 100_000


@rp2.asm_pio(out_init=[rp2.PIO.IN_LOW] * 4, out_shiftdir=rp2.PIO.SHIFT_RIGHT, fifo_join=rp2.PIO.JOIN_TX)
def _play():  # type: ignore[no-untyped-def]
    """Each word: four pin directions (out pulls low, in releases), then how long to stay."""
    wrap_target()  # noqa: F821
    pull(block)  # noqa: F821
    out(pindirs, 4)  # noqa: F821
    out(x, 28)  # noqa: F821
    label("stay")  # noqa: F821
    jmp(x_dec, "stay")  # noqa: F821
    wrap()  # noqa: F821


PLAY_CLOCKS = 4  # how many clocks a word takes that stays for 0


class Jig:
    """Four outputs that play words (see `word`): into the unit's own inputs, or to another device."""

    def __init__(self, pins: "tuple[int, ...]", pull: "int | None" = machine.Pin.PULL_UP) -> None:
        # The stubs know only numbers; None is no pull at all.
        self._pins = [machine.Pin(pin, machine.Pin.IN, pull) for pin in pins]  # type: ignore[arg-type]
        self._player = rp2.StateMachine(chip.JIG_MACHINE, _play, freq=PLAY_HZ, out_base=self._pins[0])
        self._dma = rp2.DMA()
        self._player.active(1)

    def play(self, words: "array[int]") -> None:
        """Play all words; return a millisecond after the DMA has read the last one."""
        self._feed(words)
        while self._dma.active():
            pass
        time.sleep_ms(1)

    def play_at_once(self, words: "array[int]") -> None:
        """Play at most eight words, all put into the FIFO before: their times are exact.

        The time at which the first one began stands in timebase's words.
        """
        self._player.active(0)
        self._feed(words)
        while self._dma.active():
            pass
        timebase.read(timebase.words)
        self._player.active(1)

    def _feed(self, words: "array[int]") -> None:
        dma = self._dma
        dma.config(
            read=words,
            write=chip.PIO1_TX0 + 4 * (chip.JIG_MACHINE - 4),
            count=len(words),
            ctrl=dma.pack_ctrl(size=2, inc_write=False, treq_sel=chip.DREQ_PIO1_TX0 + chip.JIG_MACHINE - 4),
            trigger=True,
        )

    def close(self) -> None:
        self._player.active(0)
        self._dma.active(0)
        self._dma.close()
        rp2.PIO(1).remove_program(_play)
        for pin in self._pins:
            pin.init(machine.Pin.IN)


def word(low: int, stay_us: int) -> int:
    """Return the word that pulls these outputs (bits) low and releases all others, for `stay_us`."""
    return low | max(0, stay_us * (PLAY_HZ // 1_000_000) - PLAY_CLOCKS) << 4


def press(unit, fields: "list[str]") -> None:  # type: ignore[no-untyped-def]
    """Obey PRESS: press two switches of another device a stated time apart, unless somebody plays here."""
    first, second, gap_us, held_us = commands.numbers(fields, 4)
    outputs = len(unit.settings["jig_pins"])
    if max(first, second) >= outputs or max(gap_us, held_us) > PRESS_LIMIT_US:
        raise ValueError
    if unit.in_play():
        unit.say("NO,PRESS,in play")
    else:
        unit.say("OK,PRESS,%s" % _press(unit, first, second, gap_us, held_us))


def _press(unit, first: int, second: int, gap_us: int, held_us: int) -> str:  # type: ignore[no-untyped-def]
    """Press two switches of another device `gap_us` apart; return when the first one went down, as text.

    The outputs have no pull-ups here: the other device brings its own.
    """
    jig = Jig(unit.settings["jig_pins"], None)
    try:
        both = 1 << first | 1 << second
        words = [word(both, held_us), 0]
        if gap_us:
            words.insert(0, word(1 << first, gap_us))
        jig.play_at_once(array("I", words))
        pressed = wire.time_text(timebase.words[timebase.HI], timebase.words[timebase.LO])
        time.sleep_us(gap_us + held_us + 100)
        return pressed
    finally:
        jig.close()
