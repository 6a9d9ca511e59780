"""What the table remembers between evenings: seats, names, keys, volume, motion."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from slamomatic import words
from slamomatic.engine import GAMES
from slamomatic.engine.bots import USUAL, is_kind
from slamomatic.errors import UserError
from slamomatic.face.hand_speed import KIT, Travel
from slamomatic.face.lengths import LENGTHS, NORMAL
from slamomatic.kit.sound import MUTE, Volumes
from slamomatic.paddles import paddle_name
from slamomatic.screen import key_places
from slamomatic.store.disk import DISK
from slamomatic.store.places import data_folder
from slamomatic.table.automatic import PACES_MS
from slamomatic.units.open import is_spec

MOST_SEATS = 6
MOST_MM = 100.0  # of a paddle's way
CUP = "cup"  # instead of a length: three short games in a row

# action -> key, by its place (key_places.py). Seats' keys lie far apart: a keyboard can see them together.
ACTIONS: dict[str, str] = {
    "next": "space",
    "left": "left",
    "right": "right",
    "up": "up",
    "down": "down",
    "confirm": "return",
    "mark": "x",
    "call": "c",
    "feint": "f",
    "photo": "v",
    "void": "backspace",
    "pause": "escape",
    "help": "f1",
    "mute": "f2",
    "fullscreen": "f11",
}
SEAT_KEYS = ("q", "p", "z", "m", "t", "b")


@dataclass(frozen=True, slots=True)
class SeatPreference:
    """One chair: who sits there, which paddle lies before it, and a head start in ms."""

    name: str
    paddle: int
    bot: str = ""  # the kind of bot, "" for a person
    handicap_ms: int = 0


def _seats() -> tuple[SeatPreference, ...]:
    return tuple(
        SeatPreference(paddle_name(index).capitalize(), index, "" if index == 0 else USUAL)
        for index in range(MOST_SEATS)
    )


@dataclass(frozen=True, slots=True)
class Preferences:
    game: str = next(iter(GAMES))
    players: int = 4
    seats: tuple[SeatPreference, ...] = field(default_factory=_seats)
    paper: bool = False  # real cards; the screen judges the slaps
    phones: bool = False  # people hold their cards on phones
    length: str = NORMAL  # one of face.lengths.LENGTHS, or CUP
    pace: str = "usual"  # one of automatic.PACES_MS
    travel_mm: float = KIT.mm  # how far a hand goes from touch to down
    travel_error_mm: float = KIT.error_mm
    language: str = ""  # "": the system's
    volume: float = 0.7  # of the effects
    music: float = 0.4
    muted: bool = False
    reduced_motion: bool = False
    fullscreen: bool = False
    keys: dict[str, str] = field(default_factory=lambda: dict(ACTIONS))
    seat_keys: tuple[str, ...] = SEAT_KEYS
    units: tuple[str, ...] = ("auto",)  # as `--unit` says it
    explained: tuple[str, ...] = ()  # games whose first round has been talked through

    @property
    def travel(self) -> Travel:
        return Travel(self.travel_mm, self.travel_error_mm)

    def with_key(self, action: str, key: str) -> Preferences:
        """`action` now has `key`; the action that had it before gets the old one in exchange."""
        old = self.key_of(action)
        swapped = {name: old if held == key else held for name, held in self.keys.items()}
        seats = [old if held == key else held for held in self.seat_keys]
        if action.startswith("seat "):
            seats[int(action.split()[1])] = key
        else:
            swapped[action] = key
        return replace(self, keys=swapped, seat_keys=tuple(seats))

    @property
    def volumes(self) -> Volumes:
        return MUTE if self.muted else Volumes(self.volume, self.music)

    @property
    def spoken(self) -> str:
        """The language that is chosen, else the system's."""
        return self.language or words.system_language()

    def speaking(self, code: str) -> Preferences:
        """Another language from now on, also for names that are still those of the colours."""
        with words.speaking(self.spoken):
            was = [chair.name for chair in _seats()]
        with words.speaking(code):
            now = dict(zip(was, (chair.name for chair in _seats()), strict=True))
        seats = tuple(replace(seat, name=now.get(seat.name, seat.name)) for seat in self.seats)
        return replace(self, language=code, seats=seats)

    def explained_too(self, game: str) -> Preferences:
        return replace(self, explained=(*self.explained, game))

    def key_of(self, action: str) -> str:
        return self.seat_keys[int(action.split()[1])] if action.startswith("seat ") else self.keys[action]

    def key_name(self, action: str) -> str:
        return key_name(self.key_of(action))


def key_name(key: str) -> str:
    """Return a key as it is printed on the player's keyboard."""
    return key_places.label(key)


T = TypeVar("T", Preferences, SeatPreference)


def _file(home: Path | None) -> Path:
    return (home or data_folder()) / "table.json"


def load(home: Path | None = None) -> Preferences:
    """What was saved; whatever is missing or unreadable is as on the first day."""
    try:
        data: Any = json.loads(_file(home).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError, UserError):
        return Preferences()
    return _mended(Preferences(), data, _FIELDS)


def _whole(low: int, high: int) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and low <= value <= high


def _words(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(word, str) for word in value)


def _share(value: Any) -> bool:
    return type(value) in (int, float) and 0 <= value <= 1


def _millimetres(value: Any) -> bool:
    return type(value) in (int, float) and 0 < value <= MOST_MM


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


def _chairs(saved: list[Any]) -> tuple[SeatPreference, ...]:
    """One to each paddle; a chair that can't be read is as on the first day."""
    saved += [None] * MOST_SEATS
    chairs = [_mended(fresh, chair, _CHAIR) for fresh, chair in zip(_seats(), saved, strict=False)]
    if len({chair.paddle for chair in chairs}) < MOST_SEATS:
        chairs = [replace(chair, paddle=fresh.paddle) for fresh, chair in zip(_seats(), chairs, strict=True)]
    return tuple(chairs)


def _keys(saved: dict[str, Any]) -> dict[str, str]:
    return {**ACTIONS, **{do: key for do, key in saved.items() if do in ACTIONS and isinstance(key, str)}}


@dataclass(frozen=True, slots=True)
class _Field:
    """Whether the table can be opened with what was saved, and how Preferences holds it."""

    sound: Callable[[Any], bool]
    held: Callable[[Any], Any] = lambda saved: saved


_CHAIR = {
    "name": _Field(lambda name: isinstance(name, str) and name.isprintable() and name.strip() != ""),
    "paddle": _Field(_whole(0, MOST_SEATS - 1)),
    "bot": _Field(lambda bot: bot == "" or (isinstance(bot, str) and is_kind(bot))),
    "handicap_ms": _Field(_whole(0, 1000)),
}
_FIELDS = {
    "game": _Field(lambda game: isinstance(game, str) and game in GAMES),
    "players": _Field(_whole(1, MOST_SEATS)),
    "seats": _Field(lambda seats: isinstance(seats, list), _chairs),
    "paper": _Field(_flag),
    "phones": _Field(_flag),
    "travel_mm": _Field(_millimetres),
    "travel_error_mm": _Field(_millimetres),
    "length": _Field(lambda length: length in (*LENGTHS, CUP)),
    "pace": _Field(lambda pace: isinstance(pace, str) and pace in PACES_MS),
    "language": _Field(lambda code: isinstance(code, str)),
    "volume": _Field(_share),
    "music": _Field(_share),
    "muted": _Field(_flag),
    "reduced_motion": _Field(_flag),
    "fullscreen": _Field(_flag),
    "keys": _Field(lambda keys: isinstance(keys, dict), _keys),
    "seat_keys": _Field(lambda keys: _words(keys) and len(keys) == MOST_SEATS, tuple),
    "units": _Field(lambda units: _words(units) and bool(units) and all(map(is_spec, units)), tuple),
    "explained": _Field(_words, tuple),
}


def _mended(fresh: T, saved: Any, known: dict[str, _Field]) -> T:
    """What was saved, each field on its own; `fresh` has what is missing or can't be."""
    if not isinstance(saved, dict):
        return fresh
    sound = {name for name, one in known.items() if name in saved and one.sound(saved[name])}
    return replace(fresh, **{name: known[name].held(saved[name]) for name in sound})


def save(prefs: Preferences, home: Path | None = None) -> None:
    """Keep them for the next evening."""
    path = _file(home)
    try:
        DISK.save(path, json.dumps(asdict(prefs), indent=1).encode())
    except OSError as error:
        raise UserError(
            "Your settings can't be saved in {path} ({reason}). They last until you close the window. "
            "Free some space there, or make that folder writable.",
            path=path,
            reason=error.strerror or error,
        ) from error
