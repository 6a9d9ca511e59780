"""What every game is: a deterministic machine of events and effects, with views, undo and JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, ClassVar, Self

from slamomatic.engine.chance import Chance
from slamomatic.engine.hooks import Hooks
from slamomatic.engine.judging import Paddles
from slamomatic.engine.native import mypyc_attr
from slamomatic.engine.setup import Setup, copied, settle_options, setup_from_json, setup_to_json
from slamomatic.engine.vocabulary import (
    COMMON_OPTIONS,
    NOBODY,
    NOTHING,
    PADDLE_EVENTS,
    TABLE_EVENTS,
    Choice,
    Data,
    Effect,
    EffectType,
    Event,
    EventType,
    Json,
    OpenlyRefused,
    Option,
    Refused,
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

PRESSES = frozenset({"down", "touch"})
LIVE: Data = {"live": True}
DARK: Data = {"live": False}
SEATLESS = frozenset(word for word, kind in TABLE_EVENTS.items() if not kind.seat)
_made = tuple.__new__

# How often one moment can be due again: a mistake in a game shows instead of hanging the table.
SAME_DEADLINE = 50


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(Hooks):
    """The base of all games. A game fills in the hooks at the end and its tables.

    Everything that changes during play is a plain value (int, str, bool, None, lists of them) in an
    attribute named in STATE: saving, undo and JSON are then one copy. Cards are their words.
    """

    NAME: ClassVar[str]
    VERSION: ClassVar[int] = 1  # of the rules; a log or state of another version is not replayed
    SEATS: ClassVar[range]
    EVENTS: ClassVar[Mapping[str, EventType]]  # choices and calls
    EFFECTS: ClassVar[Mapping[str, EffectType]]
    OPTIONS: ClassVar[Mapping[str, Option]] = COMMON_OPTIONS
    STATE: ClassVar[tuple[str, ...]]
    BOTS: ClassVar[str] = ""  # "module:attribute" of the table of its bots
    PAPER: ClassVar[str] = "slamomatic.engine.paper:PaperSlaps"  # its judge where the cards are real
    FACE: ClassVar[str] = ""  # "module:attribute" of its Face; without one it gets a plain one

    def __init__(self, setup: Setup, gave: Sequence[Any] = ()) -> None:
        """`gave` is what chance gave in the set-up the last time (from a log)."""
        self._table(setup)
        self.now_us = 0
        self.settled_us = 0  # nothing before this moment can be judged anew
        self.deadline_us: int | None = None  # the game's own next deadline
        self.due_us: int | None = None  # the next deadline of game or paddles; a public fact
        self.turn: int | None = None  # whose turn it is, when it is one player's
        self.asked: list[int] = []  # seats whose slap an open window waits for
        self.winners: list[int] = []
        self.over = False
        self.abandoned = False
        self.gone = [False] * setup.seats
        self.chance = Chance(setup.seed)
        self.chance.fed = list(gave)
        self.begin()
        self._reckon()

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
        self.touch_fitted = list(setup.touch) or [False] * setup.seats
        self.told: list[Effect] = []  # what the last event did; at first: the deal
        self._past: list[Json] = []

    # --- play -------------------------------------------------------------------------------------

    def apply(self, event: Event, gave: Sequence[Any] = ()) -> list[Effect]:
        """Plays one event and says what it did. Raises Refused, changing nothing.

        `gave` is what chance gave the last time (from a log); without it the generator decides.
        """
        seat: int | None
        do, seat, t_us, data = event
        choice = do in self.EVENTS
        if seat is None:
            if do != "time":
                self._vet(do, seat, choice)
        elif not (choice or do in PADDLE_EVENTS) or not 0 <= seat < self.seats or self.gone[seat]:
            self._vet(do, seat, choice)
        told: list[Effect] = []
        self.told = told
        chance = self.chance
        if chance.gave:
            chance.gave = []
        if gave or chance.fed:
            chance.fed = list(gave)
        due_us = self.due_us
        if due_us is not None and t_us >= due_us:
            if t_us > due_us:
                if choice:
                    return self._settle_then_choose(event)
                self._settle_until(t_us)
            if t_us == self.due_us and do in PRESSES and self.paddles.due_us == t_us:
                self._rearm(t_us)  # at exactly the re-arm time a slap counts
        if t_us < self.settled_us:
            if do in PADDLE_EVENTS:
                self.tell("late", seat, {"by_us": self.settled_us - t_us}, t_us=self.settled_us)
            t_us = self.settled_us
        was_us = self.now_us
        if t_us > was_us:
            self.now_us = t_us
        if choice:
            assert seat is not None
            try:
                if self.over:
                    raise OpenlyRefused("the game is over")
                self.choose(do, seat, data)
            except Refused:
                self.now_us = was_us
                chance.fed = []
                raise
            self.settled_us = self.now_us
        else:
            self._happened(do, seat, t_us, data)
            if do == "up":
                assert seat is not None
                self.lifted(seat, event.t_us)  # told late, it may still be about what is settled
        due_us = self._reckon()
        if due_us is not None and self.now_us >= due_us:
            self._settle_until(self.now_us + 1)
        return told

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

    def _settle_then_choose(self, event: Event) -> list[Effect]:
        """A refused choice changes nothing, not even what would have been due before it."""
        before = self.save()
        fed = self.chance.fed
        assert self.due_us is not None
        try:
            self._settle_until(event.t_us)
            settled, gave = self.told, self.chance.gave
            told = self.apply(event, fed)
        except Refused:
            self.load(before)
            raise
        self.chance.gave = gave + self.chance.gave
        self.told = settled + told
        return self.told

    def _settle_until(self, t_us: int) -> None:
        """Settles, one after the other and each at its own moment, all that is due before `t_us`."""
        again, last_us = 0, -1
        due_us = self.due_us
        while due_us is not None and due_us < t_us:
            again, last_us = (again + 1 if due_us == last_us else 0), due_us
            if again > SAME_DEADLINE:
                raise RuntimeError(f"{self.NAME} does not get past its deadline at {due_us} us")
            deadline_us = self.deadline_us
            if deadline_us is not None and deadline_us <= due_us:
                self._stand_at(due_us)
                self.deadline_us = None
                self.fell_due(due_us)
            else:
                self._rearm(due_us)
            due_us = self._reckon()

    def _rearm(self, due_us: int) -> None:
        """Paddles that are up and quiet come live; the others are named."""
        self._stand_at(due_us)
        woken, stuck = self.paddles.settle(due_us)
        for seat in stuck:
            self.tell("named", seat)
        if woken:
            self.tell("live", None, {"seats": woken})
        self.armed(woken)

    def _stand_at(self, due_us: int) -> None:
        if due_us > self.now_us:
            self.now_us = due_us
        if due_us > self.settled_us:
            self.settled_us = due_us

    def _reckon(self) -> int | None:
        """Calculates `due_us` after anything that may have changed it."""
        if self.over:
            self.due_us = None
            return None
        due_us, paddles = self.deadline_us, self.paddles
        # Mostly all paddles are live, and nothing will happen to them by itself.
        if paddles.dark_all or False in paddles.live:
            paddles_us = paddles.due_us
            if due_us is None or (paddles_us is not None and paddles_us < due_us):
                due_us = paddles_us
        self.due_us = due_us
        return due_us

    def _happened(self, do: str, seat: int | None, t_us: int, data: Data) -> None:
        """What can't be refused."""
        if seat is None or do in SEATLESS:
            if do == "void":
                self.tell("void", None, {"open": self.voided()})
                self.settled_us = self.now_us
            elif do == "curtain":
                self._curtain(bool(data["up"]))
            return
        paddles = self.paddles
        unknown = False
        if do in ("down", "touch") and data:
            later_us = data.get("later_us", 0)
            unknown = do == "down" and self._plays(seat) and self._crosses(seat, t_us, later_us)
            t_us += paddles.loosen(seat, later_us)
        if do == "down":
            live = paddles.press(seat, t_us) and self._plays(seat) and not unknown
            self.tell("slap", seat, LIVE if live else DARK, NOBODY, t_us)
            if unknown:
                self._take_back()
            self.slapped(seat, t_us, live)
        elif do == "up":
            paddles.lift(seat, t_us)
            self.tell("lift", seat, NOTHING, NOBODY, t_us)
        elif do == "touch":
            live = paddles.touch(seat, t_us) and self._plays(seat)
            self.tell("touch", seat, {"live": live}, t_us=t_us)
            self.touched(seat, t_us, live)
        elif do == "release":
            paddles.release(seat, t_us)
            self.tell("release", seat, t_us=t_us)
        elif do == "source":
            paddles.moved(seat, data["error_us"])
            self.tell("source", seat, {"error_us": paddles.error_of(seat)})
            self._widened()
        elif do == "accuracy":
            paddles.coarser(seat, data["error_us"])
            self.tell("accuracy", seat, {"error_us": paddles.error_of(seat)})
            self._widened()
        elif do == "feint":
            self.tell("feint", seat)
        elif do == "fault":
            paddles.faulty[seat] = bool(data["on"])
            self.tell("fault", seat, {"on": paddles.faulty[seat]})
        else:
            self._drop(seat)

    def _crosses(self, seat: int, t_us: int, later_us: int) -> bool:
        """Whether this slap may have been on either side of a limit, so that nobody knows what it means."""
        return any(t_us < limit_us <= t_us + later_us for limit_us in self.limits_us(seat))

    def _take_back(self) -> None:
        """What is slapped for now is off until all are up again: an unknown slap may have been the first."""
        opened = self.voided()
        if not opened:
            self.go_dark()
        self.tell("void", None, {"open": opened})
        self.settled_us = self.now_us

    def _widened(self) -> None:
        """A window that is open closes later: a loser named before would be a guess."""
        if not self.over:
            self.widened()

    def _plays(self, seat: int) -> bool:
        return not self.over and not self.gone[seat] and self.takes_part(seat)

    def _curtain(self, up: bool) -> None:
        self.paddles.curtain = up
        self.tell("curtain", None, {"up": up})
        if not self.asked:  # a slap that is open is finished first: dark it never would be
            self.darken()

    def _drop(self, seat: int) -> None:
        if self.over:  # it ended by what was due before
            return
        self.gone[seat] = True
        self.paddles.absent[seat] = True
        self.paddles.live[seat] = False
        self.settled_us = self.now_us
        self.tell("left", seat)
        self.dropped(seat)
        if not self.over and self.seats - sum(self.gone) < self.SEATS[0]:
            self.abandoned = True
            self.finish()

    # --- for the games ----------------------------------------------------------------------------

    def tell(
        self,
        what: str,
        seat: int | None = None,
        public: Data | None = NOTHING,
        only: Mapping[int, Data] = NOBODY,
        t_us: int | None = None,
    ) -> None:
        """Adds an effect; `only` is what single seats see besides the public form (None: there is none)."""
        # Not by Effect(...): several of them are made for each move, and that would take twice as long.
        effect = (what, seat, self.now_us if t_us is None else t_us, public, only)
        self.told.append(_made(Effect, effect))

    def darken(self, keep: Sequence[int] = ()) -> None:
        """Paddles go dark until all are up and quiet for the re-arm time; the seats in `keep` stay."""
        were = self.paddles.darken(self.now_us, keep)
        if were:
            self.tell("dark", None, {"seats": were})

    def go_dark(self) -> None:
        """As above; where cards fall, none does until then."""
        self.darken()

    def wake(self, seats: list[int]) -> None:
        """These paddles count at once, while others are dark."""
        if seats:
            self.paddles.wake(seats)
            self.tell("live", None, {"seats": seats})

    def darken_seat(self, seat: int, t_us: int | None = None) -> None:
        """One paddle goes dark (where anybody may slap at any time), the others stay.

        `t_us` is the moment of the slap that darkens it, so that the order of delivery makes no difference.
        """
        if self.paddles.darken_seat(seat, self.now_us if t_us is None else t_us):
            self.tell("dark", None, {"seats": [seat]})

    def finish(self) -> None:
        """Ends the game: the seats with the best standing share the win."""
        self.over = True
        self.turn = None
        self.asked = []
        self.deadline_us = None
        self.winners = [] if self.abandoned else self.best()
        self.tell(
            "over",
            None,
            {"winners": list(self.winners), "scores": self.scores(), "abandoned": self.abandoned},
        )

    def next_seat(self, seat: int, step: int = 1) -> int:
        """The next player still in the game, to the left (step 1) or right (-1)."""
        for _ in range(self.seats):
            seat = (seat + step) % self.seats
            if not self.gone[seat]:
                break
        return seat

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

    def random_choice(self, seat: int, rng: Random) -> Choice | None:
        """What a random player does on its turn: uniformly from what is legal; a game may know better."""
        choices = self.legal(seat)
        return choices[int(rng.random() * len(choices))] if choices else None

    # --- undo and JSON ----------------------------------------------------------------------------

    def push(self, event: Event) -> list[Effect]:
        """As apply, but `pop` takes it back. For tools and tests: a table only voids."""
        before = self.save()
        effects = self.apply(event)
        self._past.append(before)
        return effects

    def pop(self) -> None:
        self.load(self._past.pop())

    def save(self) -> Json:
        """All that changes during play, as plain values."""
        state = {name: copied(getattr(self, name)) for name in BASE_STATE}
        state |= {name: copied(getattr(self, name)) for name in self.STATE}
        state["chance"] = self.chance.state
        state["paddles"] = {name: copied(getattr(self.paddles, name)) for name in Paddles.STATE}
        return state

    def load(self, state: Json) -> None:
        for name in BASE_STATE + self.STATE:
            setattr(self, name, copied(state[name]))
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
            game._table(setup_from_json(state["setup"]))
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

    # --- what might be ----------------------------------------------------------------------------

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

    # --- what is seen -----------------------------------------------------------------------------

    def view(self, seat: int | None) -> Json:
        """What this seat (None: the spectator) may see, by allow-list; copies, never the state itself."""
        return {
            "game": self.NAME,
            "seat": seat,
            "due_us": self.due_us,
            "turn": self.turn,
            "asked": list(self.asked),
            "live": [live and self.takes_part(s) for s, live in enumerate(self.paddles.live)],
            "down": list(self.paddles.down),
            "named": list(self.paddles.named),
            "faulty": list(self.paddles.faulty),
            "touch_fitted": list(self.touch_fitted),
            "gone": list(self.gone),
            "scores": self.scores(),
            "over": self.over,
            "winners": list(self.winners),
            **self.sees(seat),
        }
