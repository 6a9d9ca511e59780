"""What the table remembers between evenings: seats, names, keys, volume, motion."""

from __future__ import annotations

import contextlib
import json
import os
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from slamomatic.bots import USUAL
from slamomatic.errors import UserError
from slamomatic.paddles import PADDLES
from slamomatic.store.places import data_folder

MOST_SEATS = 6

# action -> key, by pygame's key names; seats' keys lie far apart so that a keyboard can see them together.
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
        SeatPreference(PADDLES[index].name.capitalize(), index, "" if index == 0 else USUAL)
        for index in range(MOST_SEATS)
    )


@dataclass(frozen=True, slots=True)
class Preferences:
    game: str = "hands-down"
    players: int = 4
    seats: tuple[SeatPreference, ...] = field(default_factory=_seats)
    paper: bool = False  # real cards; the screen judges the slaps
    pace: str = "usual"  # one of sitting.PACES_MS
    volume: float = 0.7
    reduced_motion: bool = False
    fullscreen: bool = False
    keys: dict[str, str] = field(default_factory=lambda: dict(ACTIONS))
    seat_keys: tuple[str, ...] = SEAT_KEYS
    units: tuple[str, ...] = ("auto",)  # as `--unit` says it
    explained: tuple[str, ...] = ()  # games whose first round has been talked through

    def with_key(self, action: str, key: str) -> Preferences:
        """`action` now has `key`; whoever had it before gets the old one in exchange."""
        old = self.key_of(action)
        swapped = {name: old if held == key else held for name, held in self.keys.items()}
        seats = [old if held == key else held for held in self.seat_keys]
        if action.startswith("seat "):
            seats[int(action.split()[1])] = key
        else:
            swapped[action] = key
        return replace(self, keys=swapped, seat_keys=tuple(seats))

    def explained_too(self, game: str) -> Preferences:
        return replace(self, explained=(*self.explained, game))

    def key_of(self, action: str) -> str:
        return self.seat_keys[int(action.split()[1])] if action.startswith("seat ") else self.keys[action]


def _file(home: Path | None) -> Path:
    return (home or data_folder()) / "table.json"


def load(home: Path | None = None) -> Preferences:
    """What was saved; whatever is missing or unreadable is as on the first day."""
    try:
        data: Any = json.loads(_file(home).read_text(encoding="utf-8"))
    except (OSError, ValueError, UserError):
        return Preferences()
    fresh = Preferences()
    if not isinstance(data, dict):
        return fresh
    known = {f.name for f in fields(Preferences)} & data.keys()
    kept: dict[str, Any] = {
        name: data[name] for name in known if isinstance(data[name], type(getattr(fresh, name)) | list)
    }
    try:
        if "seats" in kept:
            kept["seats"] = tuple(SeatPreference(**seat) for seat in kept["seats"])[:MOST_SEATS]
        kept["keys"] = {**ACTIONS, **{k: v for k, v in kept.get("keys", {}).items() if k in ACTIONS}}
        for name in ("seat_keys", "units", "explained"):
            if name in kept:
                kept[name] = tuple(str(word) for word in kept[name])
        prefs = replace(fresh, **kept)
    except (TypeError, ValueError):
        return fresh
    if not prefs.units:
        prefs = replace(prefs, units=fresh.units)
    whole = len(prefs.seats) == MOST_SEATS and len(prefs.seat_keys) == MOST_SEATS
    return prefs if whole else replace(prefs, seats=fresh.seats, seat_keys=fresh.seat_keys)


def save(prefs: Preferences, home: Path | None = None) -> None:
    """By a temporary file and rename; a disk that refuses must not stop the game."""
    with contextlib.suppress(OSError, UserError):
        path = _file(home)
        beside = path.with_suffix(".new")
        beside.write_text(json.dumps(asdict(prefs), indent=1), encoding="utf-8")
        os.replace(beside, path)
