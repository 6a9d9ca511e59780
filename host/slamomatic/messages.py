"""The lines of firmware/wire.md as typed messages, from a checked body. Pure."""

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple, get_type_hints

MOST_DIGITS = 18  # in microseconds 30,000 years


def _number(field: str) -> int:
    """Read a whole number. Raise ValueError for anything that the wire does not allow."""
    # int() would also take "+1", " 1" and "1_0"
    if not (field.isascii() and field.isdigit() and len(field) <= MOST_DIGITS):
        raise ValueError(field)
    return int(field)


def _text(field: str) -> str:
    """Read a text. Raise ValueError if a letter can't be printed."""
    if not field.isprintable():  # it may be shown in a terminal, which would obey it
        raise ValueError(field)
    return field


def _paddle_or_dash(field: str) -> int:
    """Read a paddle's number; `-` stands for the whole unit and becomes -1."""
    return -1 if field == "-" else _number(field)


def _bit(field: str) -> int:
    """Read 0 or 1."""
    return ("0", "1").index(field)


def _hex(field: str) -> int:
    """Read a hexadecimal number."""
    if not field.isalnum():
        raise ValueError(field)
    return int(field, 16)


# How a field is written, where its type alone does not say so.
Bit = Annotated[int, _bit]
Hex = Annotated[int, _hex]
PaddleOrDash = Annotated[int, _paddle_or_dash]


class Hello(NamedTuple):
    """The HELLO of a unit: its id, boot, firmware and settings."""

    protocol: int
    firmware: str
    micropython: str
    unit_id: str
    boot_id: str
    paddles: int
    capture: str
    resolution_us: int
    blind_us: int
    hold_us: int
    late_us: int
    oldest_seq: int
    next_seq: int


LENT_US = 5_000  # static may lend a slap its time by no more: the contact must settle within so long


class Down(NamedTuple):
    """A slap: its first contact. Static may have lent it that time: then it began `later_us` after it.

    Firmware 0.1 does not say, so any of its slaps may have begun `LENT_US` later.
    """

    seq: int
    paddle: int
    t_us: int
    later_us: int = LENT_US  # from firmware 0.2 on


class Up(NamedTuple):
    """A release: the contact's last opening, and how many edges were swallowed as bounce."""

    seq: int
    paddle: int
    t_us: int
    edges: int


class Touch(NamedTuple):
    """The optional touch contact, made or broken."""

    seq: int
    paddle: int
    t_us: int
    made: Bit


def is_light(event: Touch, paddles: int) -> bool:
    """Return whether this is the light sensor's: it has the number after the unit's last paddle."""
    return event.paddle == paddles


class Next(NamedTuple):
    """The NEXT button, pressed or released."""

    seq: int
    t_us: int
    pressed: Bit


class FaultLine(NamedTuple):
    """A fault of a paddle or of the whole unit, which begins or is over."""

    seq: int
    paddle: PaddleOrDash  # -1: the whole unit
    what: str
    detail: str = ""  # from firmware 0.2 on: which check saw an overrun


class Beat(NamedTuple):
    """A sign of life, once a second."""

    t_us: int
    next_seq: int
    levels: Hex
    spikes: int
    free_bytes: int
    worst_loop_us: int
    known_us: int | None = None  # from firmware 0.2 on: every first edge up to here has its number


class Pong(NamedTuple):
    """The answer to PING."""

    token: str
    t_us: int
    next_seq: int | None = None  # these two from firmware 0.2 on
    known_us: int | None = None


class Edges(NamedTuple):
    """Raw edges: (levels, microseconds since the edge before) each."""

    t0_us: int
    changes: tuple[tuple[int, int], ...]
    lost: int


class Ok(NamedTuple):
    """The answer to a command that was obeyed."""

    kind: str
    fields: tuple[str, ...]


class No(NamedTuple):
    """The answer to a command that was refused."""

    kind: str
    reason: str


class Gone(NamedTuple):
    """The answer to a SINCE for events that the unit does not keep any more."""

    oldest_seq: int


class Test(NamedTuple):
    """One line of the self-test."""

    name: str
    result: str


Sequenced = Down | Up | Touch | Next | FaultLine
Message = Hello | Sequenced | Beat | Pong | Edges | Ok | No | Gone | Test


def _edges(fields: list[str]) -> Edges:
    """Read an EDGES line: its time, the edges as levels:microseconds, and how many edges were lost."""
    changes = tuple(
        (_hex(levels), _number(dt)) for levels, _, dt in (field.partition(":") for field in fields[1:-1])
    )
    return Edges(_number(fields[0]), changes, _number(fields[-1]))


_READERS: dict[Any, Callable[[str], Any]] = {int: _number, int | None: _number, str: _text}


def _form(message: type[Any]) -> tuple[type[Any], list[Callable[[str], Any]]]:
    """Return a kind of message, and the function that reads each of its fields."""
    hints = get_type_hints(message, include_extras=True).values()
    return message, [_READERS.get(hint) or hint.__metadata__[0] for hint in hints]


_FORMS = {"FAULT": _form(FaultLine)} | {
    message.__name__.upper(): _form(message)
    for message in (Hello, Down, Up, Touch, Next, Beat, Pong, No, Gone, Test)
}
KINDS = frozenset(_FORMS) | {"EDGES", "OK"}


def parse(body: bytes) -> Message | None:
    """Return the message of a checked body; None for a kind or form that this host does not know.

    Fields behind the known ones are ignored: a newer unit may have added them. Missing fields at the end
    keep their defaults: an older unit's line ends before them.
    """
    try:
        kind, *fields = body.decode("ascii").split(",")
        if kind == "OK":
            return Ok(fields[0], tuple(fields[1:]))
        if kind == "EDGES":
            return _edges(fields)
        message, readers = _FORMS[kind]
        if len(fields) < len(readers) - len(message._field_defaults):
            return None
        made: Message = message(*(read(field) for read, field in zip(readers, fields, strict=False)))
        return made
    except (ValueError, KeyError, IndexError):
        return None
