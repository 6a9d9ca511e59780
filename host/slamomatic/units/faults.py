"""The faults that a unit reports, what to do about each, and which of its statements are refused."""

from collections.abc import Callable

from slamomatic import messages as m
from slamomatic.units.base import NO_PADDLE, PADDLES_PER_PICO, Fault, News, UnitNotice, What
from slamomatic.words import N_, Sentence, gettext, ngettext

# {part} is a paddle or a whole unit: the screen says its colour, the console its number.
ADVICE = {
    "stuck": N_(
        "{part} has been down for 30 s. Lift what lies on it, or look for a short circuit or a bent contact."
    ),
    "chatter": N_("{part} never rests. Look for a loose wire, or a contact that only just touches."),
    "touch-stuck": N_("{part}: its touch contact has been closed for 30 s. Look for a short circuit there."),
    "touch-chatter": N_("{part}: its touch contact never rests. Look for a loose wire."),
    "next-stuck": N_(
        "{part}: its NEXT button has been down for 30 s. Lift what lies on it, or look for a short circuit."
    ),
    "next-chatter": N_("{part}: its NEXT button never rests. Look for a loose wire."),
    "blind": N_("{part} saw nothing for a moment. Slaps in it count as a tie. Look for a noisy wire."),
    "overrun": N_("{part} missed something for a moment. Slaps in it count as a tie. Look for a noisy wire."),
    "settings": N_(
        "{part} can't read its settings file and runs on its defaults. Run `slamomatic flash --factory`."
    ),
}
UNKNOWN = N_("{part} reports the fault {code}. See firmware/wire.md for what that means.")
WELL = N_("{part} works again ({code}).")
OVER = "-over"
MOST_STANDING = 32  # every fault of every paddle that the wire knows is fewer
_MORE_KEY = (NO_PADDLE, "more faults")
_FOREIGN_KEY = (NO_PADDLE, "unknown paddle")


def sentence(code: str) -> str:
    """Return a fault's sentence: what it means and what to do, with places for {part} and perhaps {code}."""
    return WELL if code.endswith(OVER) else ADVICE.get(code, UNKNOWN)


def advice(code: str, part: str) -> str:
    """Return a fault's sentence about this part, in English for reports and logs. `said` translates it."""
    return Sentence(sentence(code), part=part, code=code.removesuffix(OVER))


class FaultBook:
    """Turns fault lines into notices and keeps the list of what stands."""

    def __init__(self, tell: Callable[[News], None]) -> None:
        self._tell = tell
        self._standing: dict[
            tuple[int, str], Fault
        ] = {}  # by paddle and code; the unit says when each is over
        self._counted: dict[tuple[int, str], Fault] = {}  # the host's own, which stand until the unit boots
        self._more = 0  # faults that were too many to keep
        self._refused = 0  # events of paddles that the unit does not have

    @property
    def standing(self) -> tuple[Fault, ...]:
        return (*self._standing.values(), *self._counted.values())

    def note_line(self, fault: m.FaultLine, source: str, now_us: int) -> None:
        """Note that a fault began or is over, and tell players. More than MOST_STANDING are only counted."""
        what = fault.what.removesuffix(OVER)
        key = (fault.paddle, what)
        whose = source
        if fault.paddle != NO_PADDLE:
            whose = Sentence("Paddle {number} of {unit}", number=fault.paddle + 1, unit=source)
        if fault.what.endswith(OVER):
            self._standing.pop(key, None)
            text = advice(fault.what, whose)
            self._tell(UnitNotice(What.FAULT_OVER, source, now_us, text, fault.paddle, fault.what))
            return
        if key not in self._standing and len(self._standing) >= MOST_STANDING:
            self._more += 1
            text = ngettext(
                "{name} reports more faults than can be shown ({n} more so far). Run `slamomatic flash`.",
                "{name} reports more faults than can be shown ({n} more so far). Run `slamomatic flash`.",
                self._more,
                name=source,
            )
            self._count(_MORE_KEY, self._more, text, source, now_us)
            return
        if key in self._standing:
            return  # each answer to HELLO repeats it
        text = advice(what, whose)
        self._standing[key] = Fault(fault.paddle, what, text)
        self._tell(UnitNotice(What.FAULT, source, now_us, text, fault.paddle, what))

    def refuse(self, paddle: int, source: str, now_us: int) -> None:
        """Count an event of a paddle that the unit does not have, and tell players that it was ignored."""
        self._refused += 1
        text = ngettext(
            "{name} reported paddle {paddle}, which it does not have (once so far). It was ignored. "
            "Run `slamomatic flash`.",
            "{name} reported paddle {paddle}, which it does not have ({n} times so far). It was ignored. "
            "Run `slamomatic flash`.",
            self._refused,
            name=source,
            paddle=paddle + 1,
        )
        self._count(_FOREIGN_KEY, self._refused, text, source, now_us)

    def _count(self, key: tuple[int, str], count: int, text: str, source: str, now_us: int) -> None:
        """Keep the newest sentence about something that is counted, and tell players now and then."""
        self._counted[key] = Fault(*key, text)
        # The 1st, 10th, 100th ... time: players learn how many there are without a flood of sentences.
        if str(count).strip("0") == "1":
            self._tell(UnitNotice(What.FAULT, source, now_us, text))

    def clear(self) -> None:
        """Forget all faults: the unit has restarted, and will say again what is still wrong."""
        self._standing.clear()
        self._counted.clear()
        self._more = self._refused = 0


# --- what is not believed: numbers in HELLO that cannot be, and paddles that are not there ---------------

MOST_PINS = 32  # a Pico has 26 that could be a paddle's
# Far beyond what any setting of the firmware gives: `late_us` is some 20 ms, and a race waits for it.
LONGEST_US = {"resolution_us": 10_000, "blind_us": 100_000, "hold_us": 100_000, "late_us": 1_000_000}

REFUSED = N_("{name} reports impossible numbers ({what}), so it is not used. Run `slamomatic flash`.")


def unbelievable(hello: m.Hello) -> str:
    """Return a sentence about the first number in this HELLO that cannot be true; "" if all can."""
    if not 1 <= hello.paddles <= MOST_PINS:
        return ngettext("{n} paddle", "{n} paddles", hello.paddles)
    for field, longest_us in LONGEST_US.items():
        value_us = getattr(hello, field)
        if value_us > longest_us:
            return gettext("{field} {value}, at most {most}", field=field, value=value_us, most=longest_us)
    if not 1 <= hello.oldest_seq <= hello.next_seq:
        return gettext(
            "oldest event {oldest}, next event {next}", oldest=hello.oldest_seq, next=hello.next_seq
        )
    return ""


def sees_light(hello: m.Hello | None, event: m.Sequenced) -> bool:
    """Return whether the light sensor sent this event. That one is for the bench: no game hears of it."""
    return hello is not None and isinstance(event, m.Touch) and m.is_light(event, hello.paddles)


def foreign_paddle(hello: m.Hello | None, event: m.Sequenced) -> int | None:
    """Return the event's paddle if the unit has no paddle of that number; else None.

    On the table its number would be a paddle of the next unit. The light sensor is not a foreign paddle.
    """
    if isinstance(event, m.Next) or sees_light(hello, event):
        return None
    return event.paddle if event.paddle >= paddles_of(hello) else None


def paddles_of(hello: m.Hello | None) -> int:
    """Return how many paddles the unit has, no more than the table has numbers for."""
    return min(hello.paddles, PADDLES_PER_PICO) if hello else PADDLES_PER_PICO
