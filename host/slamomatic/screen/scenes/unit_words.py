"""The screen's words about units: how true they are, or what is wrong and what to do."""

from collections.abc import Sequence

from slamomatic.kit.palette import ALARM, CHALK, MIST, Rgb
from slamomatic.paddles import PADDLES, paddle_name
from slamomatic.units.base import Fault, Link, UnitNotice, UnitState
from slamomatic.units.faults import OVER, sentence
from slamomatic.units.keyboard import KEYS
from slamomatic.units.sources import AnyPico
from slamomatic.words import N_, capital, gettext, ngettext, number, said

# Two short lines that stay as long as the fault does. When it happens, the table says all the advice.
FAULTS = {
    "stuck": N_("{part} is stuck:\nlift what lies on it"),
    "chatter": N_("{part} flickers:\na loose wire?"),
    "touch-stuck": N_("{part}: touch is stuck,\na short circuit?"),
    "touch-chatter": N_("{part}: touch flickers,\na loose wire?"),
    "next-stuck": N_("{part}: NEXT is stuck,\nlift what lies on it"),
    "next-chatter": N_("{part}: NEXT flickers,\na loose wire?"),
    "blind": N_("{part} saw nothing for\na moment: a noisy wire?"),
    "overrun": N_("{part} missed something:\na noisy wire?"),
    "settings": N_("{part} uses defaults:\nits settings file is bad"),
}
UNKNOWN = N_("{part} reports\n{code}")
# How true the keys are, a unit that has not told it yet, one that has, and one with corrected times.
IN_FULL = (
    N_("Playing on the keyboard"),
    N_("{unit}: accuracy not known yet"),
    N_("{unit}: order good to {order}, times to {times}"),
    N_("{unit}: order to {order}, corrected times to {times}"),
)

LONG_LINE = 56  # letters: what the start scene has room for


def good_news(notice: UnitNotice, late: bool) -> str:
    """`late`: it came after the game had begun, and nobody in it waits for it."""
    words = notice_words(notice)
    return f"{words} {gettext('It joins the next game.')}" if late else words


def in_short(states: Sequence[UnitState]) -> tuple[str, Rgb]:
    """Return the words for the table's corner: the worst that there is to say."""
    for state in states:
        if state.faults:
            return _fault(state, state.faults[0]), ALARM
    for state in states:
        if state.link is Link.LOST:
            # What to do about it is in the pause menu, where there is room for it.
            reason = gettext(state.remedy).partition(", ")[0]
            return gettext("{unit} is lost:\n{reason}", unit=state.name, reason=reason), ALARM
    n = _phones(states)
    if n:
        return ngettext("{n} phone as a paddle", "{n} phones as paddles", n), MIST
    # How true the times are is for menus, not for who plays.
    connected = [state for state in states if state.link is Link.CONNECTED]
    if connected:
        on_keys = all(state.unit_id == KEYS for state in connected)
        return gettext("On the keyboard") if on_keys else gettext("Paddles connected"), MIST
    return gettext("no paddles connected"), ALARM


def notice_words(notice: UnitNotice) -> str:
    """A notice in the table's words: a paddle by its colour, where the unit says its own number."""
    if not notice.fault:
        return capital(said(notice.text))
    part = notice.source
    if 0 <= notice.paddle < len(PADDLES):
        part = gettext("The {colour} paddle", colour=paddle_name(notice.paddle))
    return gettext(sentence(notice.fault), part=part, code=notice.fault.removesuffix(OVER))


def in_full(states: Sequence[UnitState]) -> tuple[str, Rgb]:
    """Return the words for the start scene: a line for each unit; a long one about a fault stands alone."""
    bad = any(state.faults or state.link is Link.LOST for state in states)
    lines = [_line(state) for state in states if not (state.phone and state.link is Link.CONNECTED)]
    n = _phones(states)
    if n:
        words = ngettext("{n} phone is a paddle", "{n} phones are paddles", n)
        # There are paddles.
        lines = [*(line for line in lines if line != gettext(AnyPico.searching)), words]
    lines = [line for line in lines if line]
    if gettext(AnyPico.searching) in lines:  # it says that one may play on the keyboard
        lines = [line for line in lines if line != gettext(IN_FULL[0])]
    lines = next(([line] for line in lines if len(line) > LONG_LINE), lines)
    return "\n".join(lines), ALARM if bad else CHALK


def _phones(states: Sequence[UnitState]) -> int:
    """Return how many phones are slapped."""
    return sum(state.phone and state.link is Link.CONNECTED for state in states)


def _line(state: UnitState) -> str:
    if state.faults:
        return _fault(state, state.faults[0]).replace("\n", " ")
    if state.link is Link.LOST:
        return gettext("{unit} is lost: {reason}", unit=state.name, reason=gettext(state.remedy))
    if state.link is Link.CONNECTED:
        return _true(state, IN_FULL)
    return "" if state.link is Link.ENDED else said(state.text)


def _span(time_us: int) -> str:
    """Write how good something is: 2 µs, 0.5 ms, 8 ms."""
    if time_us < 1000:
        # A microsecond as it is written on paper: the console's letters have none.
        return gettext("{microseconds} \N{MICRO SIGN}s", microseconds=time_us)
    tenths = round(time_us / 100)
    return gettext("{milliseconds} ms", milliseconds=number(tenths / 10, 1 if tenths % 10 else 0))


def _fault(state: UnitState, fault: Fault) -> str:
    """Say a fault with the paddle's colour if it belongs to a paddle, and of the whole unit otherwise."""
    part: object = state.name
    if 0 <= fault.paddle < len(PADDLES):
        part = capital(gettext("{colour} paddle", colour=paddle_name(fault.paddle)))
    return gettext(FAULTS.get(fault.what, UNKNOWN), part=part, code=fault.what)


def _true(state: UnitState, words: Sequence[str]) -> str:
    on_keys, unknown, good, corrected = words
    if state.unit_id == KEYS:
        return gettext(on_keys)
    if state.error_us is None:
        return gettext(unknown, unit=state.name)
    sentence, order = corrected if any(state.corrections_us) else good, _span(state.order_us)
    return gettext(sentence, unit=state.name, order=order, times=_span(state.error_us))
