"""The state of a game: tables and fields; saved, loaded, dealt again; what it can't take."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Self

from slamomatic.engine.chance import Chance
from slamomatic.engine.hooks import Hooks
from slamomatic.engine.judging import Paddles
from slamomatic.engine.race import Race
from slamomatic.engine.setup import Setup, copied, settle_options, setup_to_json
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

BASE_STATE = (
    "now_us",
    "settled_us",
    "deadline_us",
    "due_us",
    "turn",
    "asked",
    "winners",
    "over",
    "abandoned",
    "gone",
)


class State(Hooks):
    """Everything that changes during play is a plain value (int, str, bool, None, lists of them) in an
    attribute named in STATE: saving, undo and JSON are then one copy. Cards are their words.
    """

    # All fields of this class: beside a game's own they would be more than Python finds fast (30).
    __slots__ = (
        *BASE_STATE,
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

    NAME: ClassVar[str]
    VERSION: ClassVar[int] = 1  # of the rules; a log or state of another version is not replayed
    BEFORE: ClassVar[Mapping[int, Mapping[str, int]]] = {}  # options that keep an older version's rules
    SEATS: ClassVar[range]
    EVENTS: ClassVar[Mapping[str, EventType]]  # choices and calls
    EFFECTS: ClassVar[Mapping[str, EffectType]]
    OPTIONS: ClassVar[Mapping[str, Option]] = COMMON_OPTIONS
    # The effects whose seat won, lost or pays because of when hands fell; None: any of EFFECTS may say so.
    VERDICTS: ClassVar[Sequence[str] | None] = None
    STATE: ClassVar[tuple[str, ...]]
    RACES: ClassVar[tuple[str, ...]] = ()  # the attributes that hold its races (race.py), made for it
    OWN_RACES: ClassVar[tuple[str, ...]] = ()  # the same, but the game itself closes them
    FEWEST_WIN: ClassVar[bool] = False  # whether a low score is good
    BOTS: ClassVar[str] = ""  # "module:attribute" of the table of its bots
    PAPER: ClassVar[str] = "slamomatic.engine.paper:PaperSlaps"  # its judge where the cards are real
    FACE: ClassVar[str] = ""  # "module:attribute" of its Face; without one it gets a plain one

    def __init__(self, setup: Setup, draws: Sequence[Any] = ()) -> None:
        """`draws` is what chance drew in the set-up the last time (from a log)."""
        self._table(setup)
        self.now_us = 0
        self.settled_us = 0  # nothing before this moment can be judged again
        self.deadline_us: int | None = None  # the game's own next deadline
        self.due_us: int | None = None  # the next deadline of game or paddles; a public fact
        self.turn: int | None = None  # whose turn it is, when it is one player's
        self.asked: list[int] = []  # seats whose slap an open window waits for
        self.winners: list[int] = []
        self.over = False
        self.abandoned = False
        self.gone = [False] * setup.seats
        self.chance = Chance(setup.seed)
        self.chance.to_repeat = list(draws)

    def _table(self, setup: Setup) -> None:
        """What never changes during play."""
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
        self.options = settle_options(self.NAME, self.OPTIONS, setup.options)
        self.paddles = Paddles(setup.seats, self.options["clump_us"], self.options["rearm_ms"])
        for seat, ms in enumerate(setup.handicap_ms):
            self.paddles.handicap_us[seat] = ms * 1000
        if setup.source:
            self.paddles.source = list(setup.source)
            self.paddles.error_us = list(setup.error_us)
            self.paddles.up_us = list(setup.up_us)
        for name in self.RACES + self.OWN_RACES:
            setattr(self, name, Race(self.paddles))
        self.races = [getattr(self, name) for name in self.RACES]
        self.touch_fitted = list(setup.touch) or [False] * setup.seats
        self.told: list[Effect] = []  # what the last event did; at first: the deal
        self._past: list[Json] = []

    def first_dealer(self) -> int:
        """The option's seat, else chance's."""
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
        """Everybody still in the game."""
        return [seat for seat, gone in enumerate(self.gone) if not gone]

    def in_turn(self, start: int) -> list[int]:
        """Return the seats still in the game, from this one to the left."""
        return [seat for seat in (*range(start, self.seats), *range(start)) if not self.gone[seat]]

    def open_races(self) -> list[Race]:
        """The races that are not judged yet."""
        return [race for race in self.races if race.open]

    def best(self) -> list[int]:
        """Return the winners: the best score of those who are still in the game."""
        scores, playing = self.scores(), self.in_play()
        best = (min if self.FEWEST_WIN else max)([scores[seat] for seat in playing])
        return [seat for seat in playing if scores[seat] == best]

    def _vet(self, do: str, seat: int | None, choice: bool) -> None:
        """Refuses what makes no sense at any time."""
        if seat is None:
            if do in self.EVENTS or do in PADDLE_EVENTS or (do in TABLE_EVENTS and TABLE_EVENTS[do].seat):
                raise OpenlyRefused("'{do}' needs a seat", do=do)
        elif not 0 <= seat < self.seats:
            raise OpenlyRefused(
                "there is no {seat}: seats go from 0 to {last}", seat=seat, last=self.seats - 1
            )
        elif choice:
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
        """All that changes during play, as plain values."""
        state = {name: copied(getattr(self, name)) for name in BASE_STATE}
        state |= {name: copied(getattr(self, name)) for name in self.STATE}
        state |= {name: getattr(self, name).save() for name in self.RACES + self.OWN_RACES}
        state["chance"] = self.chance.state
        state["paddles"] = {name: copied(getattr(self.paddles, name)) for name in Paddles.STATE}
        return state

    def load(self, state: Json) -> None:
        for name in BASE_STATE + self.STATE:
            setattr(self, name, copied(state[name]))
        for name in self.RACES + self.OWN_RACES:
            getattr(self, name).load(state[name])
        self.chance = Chance(state["chance"])
        for name in Paddles.STATE:
            if name in state["paddles"]:  # an older state knows nothing of what came later
                setattr(self.paddles, name, copied(state["paddles"][name]))

    def to_json(self) -> Json:
        """The whole state, hidden cards included: for journals and referees, never for a screen."""
        return {"game": self.NAME, "version": self.VERSION, "setup": setup_to_json(self.setup), **self.save()}

    @classmethod
    def from_json(cls, state: Json) -> Self:
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
            game._table(Setup(**state["setup"]))
            game.load(state)
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
        """Returns a game that this seat (None: the room) could be in, for all that its view tells.

        The cards that the eye can't see are dealt again by `chance`. Nothing else is asked about them: states
        that look the same to the eye give the same answer.
        """
        other = type(self).__new__(type(self))
        other._table(replace(self.setup, seed=0, deck=None))
        other.load(self.save())
        other.chance = Chance(chance.below(1 << 64))
        for places in other.face_down(eye):
            cards = sorted([pile[at] for pile, at in places])  # or their order would tell the real deal
            chance.shuffle(cards)
            for (pile, at), card in zip(places, cards, strict=True):
                pile[at] = card
        other.redealt(eye, chance)
        return other
