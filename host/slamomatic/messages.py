"""What the lines of firmware/wire.md mean, pure: a checked body to a typed message."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class Hello(NamedTuple):
    """Who the unit is."""

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
    """A slap: its first contact. If `solid_us` is not 0, it may have begun only that much later.

    Firmware 0.1 doesn't say, so any of its slaps may have.
    """

    seq: int
    paddle: int
    t_us: int
    solid_us: int = LENT_US  # from firmware 0.2 on


class Up(NamedTuple):
    """Released: its last opening, and how many edges were swallowed as bounce."""

    seq: int
    paddle: int
    t_us: int
    edges: int


class Touch(NamedTuple):
    """The optional touch contact, made or broken."""

    seq: int
    paddle: int
    t_us: int
    made: int


def is_light(event: Touch, paddles: int) -> bool:
    """Whether it is the light sensor: it is told as the touch contact of one paddle more than there are."""
    return event.paddle == paddles


class Next(NamedTuple):
    """The NEXT button, pressed or released."""

    seq: int
    t_us: int
    pressed: int


class FaultLine(NamedTuple):
    """Something is wrong, or is over."""

    seq: int
    paddle: int  # -1: the whole unit
    what: str
    detail: str = ""  # from firmware 0.2 on: which check saw an overrun


class Beat(NamedTuple):
    """A sign of life, once a second."""

    t_us: int
    next_seq: int
    levels: int
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
    """A command was obeyed."""

    kind: str
    fields: tuple[str, ...]


class No(NamedTuple):
    """A command was not obeyed."""

    kind: str
    reason: str


class Gone(NamedTuple):
    """Events before this one can't be had any more."""

    oldest_seq: int


class Test(NamedTuple):
    """One line of the self-test."""

    name: str
    result: str


Sequenced = Down | Up | Touch | Next | FaultLine
Message = Hello | Sequenced | Beat | Pong | Edges | Ok | No | Gone | Test


MOST_DIGITS = 18  # in microseconds 30,000 years


def _number(field: str) -> int:
    # int() would also take "+1", " 1" and "1_0"
    if not (field.isascii() and field.isdigit() and len(field) <= MOST_DIGITS):
        raise ValueError(field)
    return int(field)


def _text(field: str) -> str:
    if not field.isprintable():  # it may be shown in a terminal, which would obey it
        raise ValueError(field)
    return field


def _paddle_or_dash(field: str) -> int:
    return -1 if field == "-" else _number(field)


def _bit(field: str) -> int:
    return ("0", "1").index(field)


def _hex(field: str) -> int:
    if not field.isalnum():
        raise ValueError(field)
    return int(field, 16)


def _edges(fields: list[str]) -> Edges:
    changes = tuple(
        (_hex(levels), _number(dt)) for levels, _, dt in (field.partition(":") for field in fields[1:-1])
    )
    return Edges(_number(fields[0]), changes, _number(fields[-1]))


_Field = Callable[[str], Any]
_FORMS: dict[str, tuple[Callable[..., Message], tuple[_Field, ...]]] = {
    "HELLO": (Hello, (_number, _text, _text, _text, _text, _number, _text, *[_number] * 6)),
    "DOWN": (Down, (_number, _number, _number)),
    "UP": (Up, (_number, _number, _number, _number)),
    "TOUCH": (Touch, (_number, _number, _number, _bit)),
    "NEXT": (Next, (_number, _number, _bit)),
    "FAULT": (FaultLine, (_number, _paddle_or_dash, _text)),
    "BEAT": (Beat, (_number, _number, _hex, _number, _number, _number)),
    "PONG": (Pong, (_text, _number)),
    "NO": (No, (_text, _text)),
    "GONE": (Gone, (_number,)),
    "TEST": (Test, (_text, _text)),
}
# Fields that later firmware added at the end: an older unit's line ends before them.
_ADDED: dict[str, tuple[_Field, ...]] = {
    "DOWN": (_number,),
    "FAULT": (_text,),
    "BEAT": (_number,),
    "PONG": (_number, _number),
}
KINDS = frozenset(_FORMS) | {"EDGES", "OK"}


def parse(body: bytes) -> Message | None:
    """The message of a checked body; None for a kind or form this host doesn't know.

    Fields behind the known ones are ignored: a newer unit may have added them. Missing fields at the end
    keep their defaults if firmware 0.1 didn't send them.
    """
    try:
        kind, *fields = body.decode("ascii").split(",")
        if kind == "OK":
            return Ok(fields[0], tuple(fields[1:]))
        if kind == "EDGES":
            return _edges(fields)
        make, readers = _FORMS[kind]
        if len(fields) < len(readers):
            return None
        readers += _ADDED.get(kind, ())
        return make(*(read(field) for read, field in zip(readers, fields, strict=False)))
    except (ValueError, KeyError, IndexError):
        return None
