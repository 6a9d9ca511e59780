"""The screen's words about units: how exact their times are, or what is wrong and what to do."""

from collections.abc import Sequence

from slamomatic.kit.palette import ALARM, CHALK, MIST, Rgb
from slamomatic.paddles import PADDLES, paddle_called, paddle_name
from slamomatic.units.base import Fault, Link, UnitNotice, UnitState
from slamomatic.units.faults import OVER, sentence
from slamomatic.units.keyboard import KEYS
from slamomatic.units.sources import AnyPico
from slamomatic.words import N_, capital, gettext, ngettext, number, said

# Two short lines, shown as long as the fault lasts. When a fault begins, the table gives the whole advice.
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
# For the keys, a unit whose accuracy is not known yet, one whose is, and one with corrected times.
IN_FULL = (
    N_("Playing on the keyboard"),
    N_("{unit}: accuracy not known yet"),
    N_("{unit}: order good to {order}, times to {times}"),
    N_("{unit}: order to {order}, corrected times to {times}"),
)

LONG_LINE = 56  # letters: the start scene has room for so many


def good_news(notice: UnitNotice, late: bool) -> str:
    """Say good news about a unit. `late`: nobody in this game slaps it: it came after the game had begun."""
    words = notice_words(notice)
    return f"{words} {gettext('It joins the next game.')}" if late else words


def in_short(states: Sequence[UnitState]) -> tuple[str, Rgb]:
    """Return the words for the table's corner, and their colour: the worst news of all units.

    How exact the times are is left to menus: players need only know whether paddles work.
    """
    for state in states:
        if state.faults:
            return _fault(state, state.faults[0]), ALARM
    for state in states:
        if state.link is Link.LOST:
            # The first part is the reason. The pause menu has room for the rest, the advice.
            reason = gettext(state.remedy).partition(", ")[0]
            return gettext("{unit} is lost:\n{reason}", unit=state.name, reason=reason), ALARM
    n = _phones(states)
    if n:
        return ngettext("{n} phone as a paddle", "{n} phones as paddles", n), MIST
    connected = [state for state in states if state.link is Link.CONNECTED]
    if connected:
        on_keys = all(state.unit_id == KEYS for state in connected)
        return gettext("On the keyboard") if on_keys else gettext("Paddles connected"), MIST
    return gettext("no paddles connected"), ALARM


def notice_words(notice: UnitNotice, name: str = "") -> str:
    """Say a notice in the table's words: with the colour of a paddle instead of its number.

    `name`: of who plays on that paddle, said if that is not a colour too; "": nobody does.
    """
    if not notice.fault:
        return capital(said(notice.text))
    part = notice.source
    if 0 <= notice.paddle < len(PADDLES):
        part = gettext("The {colour} paddle", colour=paddle_name(notice.paddle))
        if name and paddle_called(name) is None:
            part = gettext("The {colour} paddle ({name})", colour=paddle_name(notice.paddle), name=name)
    return gettext(sentence(notice.fault), part=part, code=notice.fault.removesuffix(OVER))


def in_full(states: Sequence[UnitState]) -> tuple[str, Rgb]:
    """Return the words for the start scene, and their colour: a line for each unit, and one for phones.

    A line that is too long for company stands alone.
    """
    bad = any(state.faults or state.link is Link.LOST for state in states)
    lines = [_line(state) for state in states if not (state.phone and state.link is Link.CONNECTED)]
    n = _phones(states)
    if n:
        words = ngettext("{n} phone is a paddle", "{n} phones are paddles", n)
        # Phones serve as paddles, so the line that no paddles were found is left out.
        lines = [*(line for line in lines if line != gettext(AnyPico.searching)), words]
    lines = [line for line in lines if line]
    if gettext(AnyPico.searching) in lines:  # that line says already that one may play on the keyboard
        lines = [line for line in lines if line != gettext(IN_FULL[0])]
    lines = next(([line] for line in lines if len(line) > LONG_LINE), lines)
    return "\n".join(lines), ALARM if bad else CHALK


def _phones(states: Sequence[UnitState]) -> int:
    """Return how many phones serve as paddles."""
    return sum(state.phone and state.link is Link.CONNECTED for state in states)


def _line(state: UnitState) -> str:
    """Return one unit's line: its first fault, why it is lost, how exact it is; "" for one that has ended."""
    if state.faults:
        return _fault(state, state.faults[0]).replace("\n", " ")
    if state.link is Link.LOST:
        return gettext("{unit} is lost: {reason}", unit=state.name, reason=gettext(state.remedy))
    if state.link is Link.CONNECTED:
        return _accuracy(state)
    return "" if state.link is Link.ENDED else said(state.text)


def _span(time_us: int) -> str:
    """Write an error of times with its unit: 2 µs, 0.5 ms, 8 ms."""
    if time_us < 1000:
        # A microsecond as it is written on paper: the console's letters have none.
        return gettext("{microseconds} \N{MICRO SIGN}s", microseconds=time_us)
    tenths = round(time_us / 100)
    return gettext("{milliseconds} ms", milliseconds=number(tenths / 10, 1 if tenths % 10 else 0))


def _fault(state: UnitState, fault: Fault) -> str:
    """Say a fault in two short lines: of a paddle by its colour, or of the whole unit by its name."""
    part: object = state.name
    if 0 <= fault.paddle < len(PADDLES):
        part = capital(gettext("{colour} paddle", colour=paddle_name(fault.paddle)))
    return gettext(FAULTS.get(fault.what, UNKNOWN), part=part, code=fault.what)


def _accuracy(state: UnitState) -> str:
    """Say how exact the order and the times of a connected unit are."""
    on_keys, unknown, good, corrected = IN_FULL
    if state.unit_id == KEYS:
        return gettext(on_keys)
    if state.error_us is None:
        return gettext(unknown, unit=state.name)
    sentence, order = corrected if any(state.corrections_us) else good, _span(state.order_us)
    return gettext(sentence, unit=state.name, order=order, times=_span(state.error_us))
