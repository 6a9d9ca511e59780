"""Settings that the table remembers between evenings: seats, names, keys, volume, motion."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, TypeVar

from slamomatic.engine import GAMES, find
from slamomatic.engine.bots import USUAL, is_kind
from slamomatic.errors import UserError
from slamomatic.face.hand_speed import KIT, Travel
from slamomatic.face.lengths import LENGTHS, NORMAL
from slamomatic.kit import key_places
from slamomatic.kit.sound import MUTE, Volumes
from slamomatic.paddles import paddle_called, usual_name
from slamomatic.seat import Seat
from slamomatic.speech.lines import LENGTHS as LENGTHS_OF_SPEECH
from slamomatic.store.disk import DISK, data_folder
from slamomatic.table.automatic import PACES_MS
from slamomatic.table.head_starts import after_game
from slamomatic.units.specs import AUTO, is_spec
from slamomatic.words import N_, languages

MOST_SEATS = 6
LARGE_PRINT = 1.6  # times as large as usual, where there is room
MOST_MM = 100.0  # of a paddle's way
# How long the mark of one switch stays at each thing that can be chosen; 0: no switch plays.
SCANNING_US = {"off": 0, "slow": 2_500_000, "medium": 1_500_000, "fast": 800_000}
CUP = "cup"  # instead of a length: three short games in a row
# How people play: one against bots, several at one screen, or several a cup.
ALONE, TOGETHER = "alone", "together"

# Each action: the place of its key on the first day (key_places.py), and its name in the settings.
CONTROLS = {
    "next": ("space", "NEXT"),
    "left": ("left", N_("Choose left")),
    "right": ("right", N_("Choose right")),
    "up": ("up", N_("Previous card")),
    "down": ("down", N_("Next card")),
    "confirm": ("return", N_("Confirm")),
    "mark": ("x", N_("Select card")),
    "call": ("c", N_("Call")),
    "feint": ("f", N_("Fake a slap")),
    "photo": ("v", N_("Photo finish")),
    "void": ("backspace", N_("Undo a slap")),
    "pause": ("escape", N_("Pause, back")),
    "help": ("f1", N_("Rules")),
    "mute": ("f2", N_("Sound on/off")),
    "fullscreen": ("f11", N_("Full screen")),
    "where": ("f3", N_("Where am I?")),
    "speech": ("f4", N_("Speech")),
}
ACTIONS = {action: key for action, (key, _) in CONTROLS.items()}
SEAT_KEYS = ("q", "p", "z", "m", "t", "b")  # far apart: a keyboard can see them together
SAVED_AS: dict[type, tuple[type, ...]] = {tuple: (list,), float: (int, float)}  # in JSON, other than as held


def _are_words(saved: Sequence[object]) -> bool:
    """Return whether all that was saved in this list is text."""
    return all(isinstance(word, str) for word in saved)


# A saved field is used if it has the type that it has on the first day, and if it is `sound`: the table can
# be opened with it. `held` turns the saved value into the one that Preferences holds.
SHARE = {"sound": lambda share: 0 <= share <= 1}
MILLIMETRES = {"sound": lambda mm: 0 < mm <= MOST_MM}


@dataclass(frozen=True, slots=True)
class SeatPreference:
    """One chair: who sits there, which paddle lies before it, and a head start in ms."""

    name: str = field(metadata={"sound": lambda name: name.isprintable() and name.strip() != ""})
    paddle: int = field(metadata={"sound": range(MOST_SEATS).__contains__})
    # The kind of bot, "" for a person.
    bot: str = field(default="", metadata={"sound": lambda bot: bot == "" or is_kind(bot)})
    handicap_ms: int = field(default=0, metadata={"sound": range(1001).__contains__})
    adjusts: bool = False  # whether the head start adjusts itself after each game

    @property
    def named(self) -> bool:
        """Whether somebody typed the name; else it is the colour of the paddle."""
        return paddle_called(self.name) is None

    def called_as_its_paddle(self) -> SeatPreference:
        """Return the chair with the name of its paddle, unless somebody typed a name."""
        return self if paddle_called(self.name) in (None, self.paddle) else self.with_usual_name()

    def with_usual_name(self) -> SeatPreference:
        return replace(self, name=usual_name(self.paddle))


def _seats() -> tuple[SeatPreference, ...]:
    """Return the chairs of the first day: one person, and bots."""
    return tuple(
        SeatPreference(usual_name(index), index, "" if index == 0 else USUAL) for index in range(MOST_SEATS)
    )


def _chairs(saved: list[Any]) -> tuple[SeatPreference, ...]:
    """Return the saved chairs, one to each paddle; a chair that can't be read is as on the first day."""
    saved += [None] * MOST_SEATS
    chairs = [_with_saved(fresh, chair) for fresh, chair in zip(_seats(), saved, strict=False)]
    if len({chair.paddle for chair in chairs}) < MOST_SEATS:
        chairs = [replace(chair, paddle=fresh.paddle) for fresh, chair in zip(_seats(), chairs, strict=True)]
    return tuple(chair.called_as_its_paddle() for chair in chairs)


def _keys(saved: dict[str, Any]) -> dict[str, str]:
    """Return the key of each action; an action without a saved key has that of the first day."""
    return {**ACTIONS, **{do: key for do, key in saved.items() if do in ACTIONS and isinstance(key, str)}}


@dataclass(frozen=True, slots=True)
class Preferences:
    """The settings of the players, kept from one evening to the next.

    A new setting is a field with the value of the first day. If not every value of its type is possible, say
    in `metadata` which are: `sound`. A value that is not sound counts as never saved:

    >>> import tempfile
    >>> home = Path(tempfile.mkdtemp())
    >>> _ = (home / "table.json").write_text('{"volume": 7.5, "players": 2}')
    >>> kept = load(home)
    >>> kept.volume, kept.players
    (0.7, 2)

    If JSON holds it in another form, `held` turns that form into the field's value. Scenes read
    `stage.prefs` and change it by `stage.remember(replace(prefs, volume=0.5))`. A button for it stands in
    `SettingsScene.draw`, or on the start screen. For a phone to show it, put it into what its pages are made
    from: `Phones.show` before a game, `server.chairs` for the page without a chair, and in a game
    `GamePages`, whose `follow` makes a page anew when something that it compares has changed.
    """

    game: str = field(default=next(iter(GAMES)), metadata={"sound": lambda game: game in GAMES})
    players: int = field(default=4, metadata={"sound": range(1, MOST_SEATS + 1).__contains__})
    seats: tuple[SeatPreference, ...] = field(default_factory=_seats, metadata={"held": _chairs})
    paper: bool = False  # real cards; the screen judges the slaps
    phones: bool = False  # people hold their cards on phones
    length: str = field(default=NORMAL, metadata={"sound": (*LENGTHS, CUP).__contains__})
    way: str = field(default=ALONE, metadata={"sound": (ALONE, TOGETHER, CUP).__contains__})
    asked: bool = False  # whether players have been asked for their names
    pace: str = field(default="usual", metadata={"sound": PACES_MS.__contains__})
    travel_mm: float = field(default=KIT.mm, metadata=MILLIMETRES)  # how far a hand goes from touch to down
    travel_error_mm: float = field(default=KIT.error_mm, metadata=MILLIMETRES)
    language: str = ""  # "": the system's
    volume: float = field(default=0.7, metadata=SHARE)  # of the effects
    music: float = field(default=0.4, metadata=SHARE)
    muted: bool = False
    # How much is spoken; "": nobody has chosen yet, and nothing is.
    speech: str = field(default="", metadata={"sound": ("", *LENGTHS_OF_SPEECH).__contains__})
    own_cards_aloud: bool = False  # the own cards too: alone, or with an earphone while the own key is held
    reduced_motion: bool = False
    large_print: bool = False
    scanning: str = field(default="off", metadata={"sound": SCANNING_US.__contains__})  # for one switch
    fullscreen: bool = False
    keys: dict[str, str] = field(default_factory=lambda: dict(ACTIONS), metadata={"held": _keys})
    seat_keys: tuple[str, ...] = field(
        default=SEAT_KEYS, metadata={"sound": lambda keys: _are_words(keys) and len(keys) == MOST_SEATS}
    )
    # The units in the words of `--unit`.
    units: tuple[str, ...] = field(
        default=(AUTO,),
        metadata={"sound": lambda units: units and _are_words(units) and all(map(is_spec, units))},
    )
    # Games whose first round has been talked through.
    explained: tuple[str, ...] = field(default=(), metadata={"sound": _are_words})

    @property
    def travel(self) -> Travel:
        return Travel(self.travel_mm, self.travel_error_mm)

    def with_key(self, action: str, key: str) -> Preferences:
        """Give this action that key; an action that had the key before gets this one's old key."""
        old = self.key_of(action)
        swapped = {name: old if held == key else held for name, held in self.keys.items()}
        seats = [old if held == key else held for held in self.seat_keys]
        if action.startswith("seat "):
            seats[int(action.split()[1])] = key
        else:
            swapped[action] = key
        return replace(self, keys=swapped, seat_keys=tuple(seats))

    @property
    def print_size(self) -> float:
        return LARGE_PRINT if self.large_print else 1.0

    @property
    def volumes(self) -> Volumes:
        return MUTE if self.muted else Volumes(self.volume, self.music)

    @property
    def spoken(self) -> str:
        """The language that was chosen, else the system's."""
        return self.language or languages.system_language()

    def with_language(self, code: str) -> Preferences:
        """Return the settings in another language, with the names that nobody typed; "" is the system's."""
        with languages.speaking(code or languages.system_language()):
            seats = [seat if seat.named else seat.with_usual_name() for seat in self.seats]
        return replace(self, language=code, seats=tuple(seats))

    def with_seat(self, index: int, seat: SeatPreference) -> Preferences:
        return replace(self, seats=(*self.seats[:index], seat, *self.seats[index + 1 :]))

    def with_paddle(self, index: int, paddle: int) -> Preferences:
        """Give this chair that paddle; the chair that had it gets this one's."""
        mine = self.seats[index].paddle
        swap = {mine: paddle, paddle: mine}
        seats = [replace(seat, paddle=swap.get(seat.paddle, seat.paddle)) for seat in self.seats]
        return replace(self, seats=tuple(seat.called_as_its_paddle() for seat in seats))

    def with_name(self, index: int, name: str) -> Preferences:
        """Give this chair that name; a chair that has the name already gets this one's."""
        old, taken = self.seats[index].name, name.casefold()
        seats = [
            replace(seat, name=old).called_as_its_paddle() if seat.name.casefold() == taken else seat
            for seat in self.seats
        ]
        seats[index] = replace(self.seats[index], name=name).called_as_its_paddle()
        return replace(self, seats=tuple(seats))

    def with_fair_starts(
        self, seats: Sequence[Seat], reactions_us: Mapping[int, Sequence[int]]
    ) -> Preferences:
        """Return the settings with the head starts that adjust themselves as they are after a game.

        `seats`: who played it. A chair is told by its paddle, and only a person's adjusts.
        """
        starts_ms = [seat.handicap_ms for seat in seats]
        at = {seat.colour: number for number, seat in enumerate(seats) if not seat.bot}
        chairs = [
            replace(chair, handicap_ms=after_game(at[chair.paddle], starts_ms, reactions_us))
            if chair.adjusts and chair.paddle in at
            else chair
            for chair in self.seats
        ]
        return replace(self, seats=tuple(chairs))

    def with_explained(self, game: str) -> Preferences:
        """Return the settings with this game among those whose first round has been talked through."""
        return replace(self, explained=(*self.explained, game))

    def key_of(self, action: str) -> str:
        """Return the place of this action's key; "seat 0" is the action of the first chair's paddle."""
        return self.seat_keys[int(action.split()[1])] if action.startswith("seat ") else self.keys[action]

    def key_name(self, action: str) -> str:
        return key_places.label(self.key_of(action))


def seats_for_one(prefs: Preferences) -> list[SeatPreference]:
    """Return the chairs for one person against bots: the first person keeps the chair, bots take all others.

    Bots are called by their colours, not by the names of people.
    """
    chairs = list(prefs.seats[: prefs.players])
    mine = next((index for index, seat in enumerate(chairs) if not seat.bot), 0)
    bots = [replace(seat, bot=seat.bot or USUAL).with_usual_name() for seat in chairs]
    return [*bots[:mine], replace(chairs[mine], bot=""), *bots[mine + 1 :]]


def table_sizes(game: str) -> Sequence[int]:
    """Return the numbers of players that this game can have here.

    A game that needs more than fit gets the largest table; it refuses to begin, and says why.
    """
    return [players for players in find(game).SEATS if players <= MOST_SEATS] or [MOST_SEATS]


def next_in(ring: Sequence[str], at: str) -> str:
    """Return the word that follows `at` in this ring; the first one if `at` is not in it."""
    return ring[(ring.index(at) + 1) % len(ring)] if at in ring else ring[0]


T = TypeVar("T", Preferences, SeatPreference)


def _file(home: Path | None) -> Path:
    return (home or data_folder()) / "table.json"


def load(home: Path | None = None) -> Preferences:
    """Load the saved settings; whatever is missing or unreadable is as on the first day."""
    try:
        data: Any = json.loads(_file(home).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError, UserError):
        return Preferences()
    return _with_saved(Preferences(), data)


def _with_saved(fresh: T, saved: Any) -> T:
    """Return `fresh` with all saved fields that are sound; the others stay as they are.

    `saved` may be anything that JSON can hold.
    """
    kept: dict[str, Any] = {}
    for one in fields(fresh) if isinstance(saved, dict) else ():
        value, usual = saved.get(one.name), type(getattr(fresh, one.name))
        sound = one.metadata.get("sound", lambda value: True)
        if type(value) in SAVED_AS.get(usual, (usual,)) and sound(value):
            kept[one.name] = one.metadata.get("held", usual)(value)
    return replace(fresh, **kept)


def save(prefs: Preferences, home: Path | None = None) -> None:
    """Save the settings for the next evening. Raise UserError if the disk refuses."""
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
