"""The state of a game: its fields and tables; how it is saved, loaded, and dealt again for bots."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, Self

from slamomatic.engine.chance import Chance
from slamomatic.engine.fields import copy_plain, fields_of
from slamomatic.engine.hooks import Hooks
from slamomatic.engine.judging import Paddles
from slamomatic.engine.race import OwnRace, Race
from slamomatic.engine.setup import Setup, checked_options, setup_to_json
from slamomatic.engine.vocabulary import (
    COMMON_OPTIONS,
    PADDLE_EVENTS,
    TABLE_EVENTS,
    Effect,
    EffectType,
    EventType,
    Json,
    OpenlyRefused,
    Option,
)
from slamomatic.errors import UserError

PADDLE_FIELDS = tuple(fields_of(Paddles))


# Slots for these fields: all of a game's fields would be more than Python finds fast (30).
@dataclass(slots=True, eq=False, repr=False)
class CommonState:
    """The part of the state that every game has."""

    now_us: int = 0
    settled_us: int = 0  # all before this time is judged: a slap with an earlier stamp is late
    deadline_us: int | None = None  # the game's own next deadline
    due_us: int | None = None  # the next deadline of game or paddles; a public fact
    turn: int | None = None  # whose turn it is, when it is one player's
    asked: list[int] = field(default_factory=list)  # the seats whose slap an open race waits for
    winners: list[int] = field(default_factory=list)
    over: bool = False
    abandoned: bool = False
    gone: list[bool] = field(default_factory=list)  # of each seat: has the player left?


class State(Hooks, CommonState):
    """A game's tables and fields. Whatever changes during play is a field, and its class declares it once.

    A declaration is a name with a type and no value: `pile: list[str]`. From it follows what is saved and
    loaded. Fields hold plain values (int, str, bool, None, lists of them; a card is its word), so that
    saving, undo and JSON are one copy. A field of the type `Race` or `OwnRace` is made for the game.
    """

    # Not saved: what the set-up decides, and what the last event did.
    __slots__ = (
        "_past",
        "chance",
        "options",
        "paddles",
        "races",
        "seats",
        "setup",
        "told",
        "touch_fitted",
    )

    _fields: ClassVar[tuple[str, ...]]  # the names of the fields with plain values
    _races: ClassVar[Mapping[str, type[Race]]]  # the fields with races

    NAME: ClassVar[str]
    VERSION: ClassVar[int] = 1  # of the rules; a log or state of another version is not replayed
    BEFORE: ClassVar[Mapping[int, Mapping[str, int]]] = {}  # options that keep an older version's rules
    SEATS: ClassVar[range]
    EVENTS: ClassVar[Mapping[str, EventType]]  # choices and calls
    EFFECTS: ClassVar[Mapping[str, EffectType]]
    OPTIONS: ClassVar[Mapping[str, Option]] = COMMON_OPTIONS
    # The effects whose seat won, lost or pays because of when hands fell; None: any of EFFECTS may say so.
    VERDICTS: ClassVar[Sequence[str] | None] = None
    FEWEST_WIN: ClassVar[bool] = False  # whether a low score is good
    BOTS: ClassVar[str] = ""  # "module:attribute" of the table of its bots
    PAPER: ClassVar[str] = "slamomatic.engine.paper:PaperSlaps"  # its judge where the cards are real
    FACE: ClassVar[str] = ""  # "module:attribute" of its Face; without one it gets a plain one

    def __init_subclass__(cls) -> None:
        """Find what the game declares; TypeError: a declaration has a value too."""
        super().__init_subclass__()
        declared = fields_of(cls, State)
        cls._races = {
            name: kind for name, kind in declared.items() if isinstance(kind, type) and issubclass(kind, Race)
        }
        common = [each.name for each in fields(CommonState)]
        cls._fields = (*common, *(name for name in declared if name not in cls._races))

    def __init__(self, setup: Setup, draws: Sequence[Any] = ()) -> None:
        """Set all fields for the first deal.

        `draws`: from a log, the outcomes of chance while that game was set up; they are drawn again.
        """
        super().__init__()
        self._set_up(setup)
        self.gone = [False] * setup.seats
        self.chance = Chance(setup.seed)
        self.chance.to_repeat = list(draws)

    def _set_up(self, setup: Setup) -> None:
        """Set what the set-up decides: seats, options, paddles, races; UserError: it does not fit."""
        if setup.seats not in self.SEATS:
            raise UserError(
                "{game} is for {fewest} to {most} players, not {players}; choose another number",
                game=self.NAME,
                fewest=self.SEATS[0],
                most=self.SEATS[-1],
                players=setup.seats,
            )
        self.setup = setup
        self.seats = setup.seats
        self.options = checked_options(self.NAME, self.OPTIONS, setup.options)
        self.paddles = Paddles(setup.seats, self.options["clump_us"], self.options["rearm_ms"])
        for seat, ms in enumerate(setup.handicap_ms):
            self.paddles.handicap_us[seat] = ms * 1000
        if setup.source:
            self.paddles.source = list(setup.source)
            self.paddles.error_us = list(setup.error_us)
            self.paddles.up_us = list(setup.up_us)
        self.races: list[Race] = []  # those that the engine ends
        for name, kind in self._races.items():
            race = kind(self.paddles)
            setattr(self, name, race)
            if not issubclass(kind, OwnRace):
                self.races.append(race)
        self.touch_fitted = list(setup.touch) or [False] * setup.seats
        self.told: list[Effect] = []  # what the last event did; at first: the deal
        self._past: list[Json] = []

    def first_dealer(self) -> int:
        """The seat that deals first: the one that the options name, or one by chance.

        UserError: the options name a seat that is not there.
        """
        dealer = self.options["dealer"]
        if dealer is None:
            return self.chance.below(self.seats)
        if dealer >= self.seats:
            raise UserError(
                "option 'dealer' names seat {dealer}, but seats go from 0 to {last}",
                dealer=dealer,
                last=self.seats - 1,
            )
        return int(dealer)

    def in_play(self) -> list[int]:
        """The seats that are still in the game."""
        return [seat for seat, gone in enumerate(self.gone) if not gone]

    def in_turn(self, start: int) -> list[int]:
        """Return the seats still in the game, from this one to the left."""
        return [seat for seat in (*range(start, self.seats), *range(start)) if not self.gone[seat]]

    def open_races(self) -> list[Race]:
        """The races that are not judged yet."""
        return [race for race in self.races if race.open]

    def best(self) -> list[int]:
        """Return the seats with the best score, of those still in the game."""
        scores, playing = self.scores(), self.in_play()
        best = (min if self.FEWEST_WIN else max)([scores[seat] for seat in playing])
        return [seat for seat in playing if scores[seat] == best]

    def _refuse_impossible(self, do: str, seat: int | None, is_choice: bool) -> None:
        """Raise OpenlyRefused for an event that no rule could allow: an unknown word, a seat that left."""
        if seat is None:
            if do in self.EVENTS or do in PADDLE_EVENTS or (do in TABLE_EVENTS and TABLE_EVENTS[do].seat):
                raise OpenlyRefused("'{do}' needs a seat", do=do)
        elif not 0 <= seat < self.seats:
            raise OpenlyRefused(
                "there is no {seat}: seats go from 0 to {last}", seat=seat, last=self.seats - 1
            )
        elif is_choice:
            if self.gone[seat]:
                raise OpenlyRefused("this player has left the game")
            return
        if do == "drop" and seat is not None and (self.over or self.gone[seat]):
            raise OpenlyRefused("the game is over" if self.over else "this player has left already")
        if do not in PADDLE_EVENTS and do not in TABLE_EVENTS:
            raise OpenlyRefused("{name} knows no event '{do}'", name=self.NAME, do=do)

    def view(self, seat: int | None) -> Json:
        raise NotImplementedError  # core.py

    # --- saved and loaded ---------------------------------------------------------------------------

    def save(self) -> Json:
        """Return all that changes during play, as plain values."""
        state = {name: copy_plain(getattr(self, name)) for name in self._fields}
        state |= {name: getattr(self, name).save() for name in self._races}
        state["chance"] = self.chance.state
        state["paddles"] = {name: copy_plain(getattr(self.paddles, name)) for name in PADDLE_FIELDS}
        return state

    def load(self, state: Json) -> None:
        """Set all that changes during play to the plain values that `save` returned."""
        for name in self._fields:
            setattr(self, name, copy_plain(state[name]))
        for name in self._races:
            getattr(self, name).load(state[name])
        self.chance = Chance(state["chance"])
        for name in PADDLE_FIELDS:
            if name in state["paddles"]:  # an older version's state lacks newer fields
                setattr(self.paddles, name, copy_plain(state["paddles"][name]))

    def undeclared(self) -> list[str]:
        """Return the attributes that the game has set and that no class declares: saving loses them."""
        return sorted(vars(self).keys() - {*self._fields, *self._races})

    def to_json(self) -> Json:
        """Return the whole state with its hidden cards: for journals and referees, never for a screen."""
        return {"game": self.NAME, "version": self.VERSION, "setup": setup_to_json(self.setup), **self.save()}

    @classmethod
    def from_json(cls, state: Json) -> Self:
        """Return the game that `to_json` saved; UserError: it is damaged or of another version."""
        if state.get("version") != cls.VERSION:
            raise UserError(
                "this {game} state is of rules version {version}, these rules are version {known}; "
                "replay it with the program that wrote it",
                game=cls.NAME,
                version=state.get("version"),
                known=cls.VERSION,
            )
        game = cls.__new__(cls)
        try:
            game._set_up(Setup(**state["setup"]))
            game.load(state)
            # Both read the game's own fields: a damaged state shows here, not later in play.
            game.cards()
            game.view(None)
        except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
            raise UserError(
                "this {game} state is damaged ({error}); replay the game's log instead",
                game=cls.NAME,
                error=f"{type(error).__name__}: {error}",
            ) from error
        return game

    # --- what might be ------------------------------------------------------------------------------

    def resample(self, eye: int | None, chance: Chance) -> Self:
        """Return a game that this seat (None: the room) could be in, for all that its view tells.

        The cards that the eye can't see are dealt again by `chance`. The result depends on nothing else that
        is hidden: states that look the same to the eye give the same answer.
        """
        other = type(self).__new__(type(self))
        other._set_up(replace(self.setup, seed=0, deck=None))
        other.load(self.save())
        other.chance = Chance(chance.below(1 << 64))
        for places in other.face_down(eye):
            # Sorted first: shuffling them as they lie would let the real deal decide the new one.
            cards = sorted([pile[at] for pile, at in places])
            chance.shuffle(cards)
            for (pile, at), card in zip(places, cards, strict=True):
                pile[at] = card
        other.redealt(eye, chance)
        return other
