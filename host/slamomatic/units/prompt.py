"""A unit that sits at the MicroPython prompt instead of running: seen, asked, started again. Pure."""

from collections.abc import Sequence
from enum import Enum, auto

from slamomatic.words import N_, gettext

ASK = b"import os;print('slamomatic?','slap' in os.listdir(),'main.py' in os.listdir())\r"
ANSWER = "slamomatic? "
HALF_COPIED = (
    "slamomatic: firmware only half copied"  # what a flash that was cut off leaves to be said at boot
)
PROMPT = b">>> "
BOOT_WORDS = ("MPY: soft reboot", "MicroPython v")
SOFT_RESET = b"\x04"
LEAVE_RAW_REPL = b"\x02"
MOST_STARTS = 3
ACT_EVERY_US = 1_500_000

NO_FIRMWARE = N_("This Pico runs MicroPython but not the Slam-O-Matic firmware. Run `slamomatic flash`.")
HALF = N_("The firmware on this Pico is only half copied. Run `slamomatic flash` again.")
AT_PROMPT = N_(
    "A Pico that has never played here waits at its MicroPython prompt. Nothing was typed there. "
    "Is it your unit? Then run `slamomatic flash`."
)
STAYS = N_(
    "The unit stays at the MicroPython prompt ({why}). Take your hands off the paddles, unplug it, "
    "and plug it in again. If that does not help, run `slamomatic flash`."
)


class Manner(Enum):
    """How much may be typed at a port."""

    FREE = auto()  # it was named by the user, or is known as ours
    ONCE = auto()  # it may be anybody's: one HELLO, and the rest when it has answered like a unit
    LISTEN = auto()  # it had its one HELLO


class PromptWatch:
    """Finds out from console text whether a unit sits at its prompt, and what to type to start it."""

    def __init__(self) -> None:
        self.trouble = ""  # a sentence: why the unit can't be started; "" if nothing is known to be wrong
        self._starts = 0  # how often the unit was started
        self._probes = 0
        self._act: bytes = b""  # to be typed next
        self._acted_us: int | None = None  # when something was typed last
        self._last_words = gettext("no reason given")

    def opened(self) -> None:
        """Forget the trouble: the port was opened again, and somebody may have fixed it."""
        self.trouble = ""
        self._act = b""

    def probe(self) -> bytes:
        """Return what to type behind each HELLO. A running unit ignores it, a prompt shows itself."""
        self._probes += 1
        # A copy that was broken off leaves a board in the raw REPL, where it echoes nothing. So every third
        # probe tells the board to leave that.
        return (LEAVE_RAW_REPL if self._probes % 3 == 0 else b"") + b"\r\n"

    def look_through(self, console: Sequence[str], rest: bytes) -> bool:
        """Look through console text; `rest` has no line end yet.

        Return whether the unit has booted or sits at its prompt.
        """
        at_prompt = rest.endswith(PROMPT)
        for line in console:
            if line.startswith(ANSWER):
                self._answered(line.removeprefix(ANSWER).split())
            elif line.startswith(HALF_COPIED):
                self.trouble = gettext(HALF)
                self._starts = 0  # it did start, and has said why it went no further
            elif line and not line.startswith((">", "$", "MPY:", "MicroPython", "Type ")):
                self._last_words = line[:80]  # perhaps why the unit does not run
        if at_prompt and not self._act and not self.trouble:
            self._act = ASK
        return at_prompt or any(line.startswith(BOOT_WORDS) for line in console)

    def answer(self, now_us: int) -> bytes:
        """Return what to type now; empty if there is nothing, or the last text was typed just before."""
        if not self._act or (self._acted_us is not None and now_us - self._acted_us < ACT_EVERY_US):
            return b""
        act, self._act = self._act, b""
        self._acted_us = now_us
        return act

    def _answered(self, words: Sequence[str]) -> None:
        """Start the unit, if both words say True: it has the firmware's folder, and its main.py."""
        if words[:1] != ["True"]:
            self.trouble = gettext(NO_FIRMWARE)
        elif words[1:2] != ["True"]:
            self.trouble = gettext(HALF)
        elif self._starts >= MOST_STARTS:
            self.trouble = gettext(STAYS, why=self._last_words)
        else:
            self._starts += 1
            self._act = SOFT_RESET
            self._acted_us = None
