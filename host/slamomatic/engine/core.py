"""The base of every game: a deterministic machine of events and effects, with views, undo and JSON."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from slamomatic.engine.race import Race, Verdict, earlier_us
from slamomatic.engine.setup import Setup
from slamomatic.engine.span import Span
from slamomatic.engine.state import State
from slamomatic.engine.vocabulary import (
    NOBODY,
    NOTHING,
    PADDLE_EVENTS,
    TABLE_EVENTS,
    Choice,
    Data,
    Effect,
    Event,
    Json,
    OpenlyRefused,
    Refused,
    made,
)

PRESSES = frozenset({"down", "touch"})
LIVE: Data = {"live": True}
DARK: Data = {"live": False}
SEATLESS = frozenset(word for word, kind in TABLE_EVENTS.items() if not kind.seat)

# How often one moment can be due again: a mistake in a game shows instead of hanging the table.
SAME_DEADLINE = 50


class Game(State):
    """The base of all games. A game fills in the hooks (hooks.py) and its tables (state.py).

    The smallest game, whole. Snap in games/README.md adds cards, slaps and a face.

    >>> from slamomatic.engine import Choice, Game, Setup
    >>> from slamomatic.engine.vocabulary import EffectType, EventType, Field, OpenlyRefused
    >>> class CountDown(Game):
    ...     NAME = "count-down"
    ...     SEATS = range(2, 5)
    ...     EVENTS = {"say": EventType("counts on", {"by": Field("number", "one or two")})}
    ...     EFFECTS = {"said": EffectType("counted on", {"left": "how far it still is"})}
    ...     STATE = ("left",)
    ...
    ...     def begin(self):
    ...         self.left, self.turn = 10, self.first_dealer()
    ...
    ...     def legal(self, seat):
    ...         if self.over or seat not in (None, self.turn):
    ...             return []
    ...         return [Choice(self.turn, "say", {"by": by}) for by in (1, 2) if by <= self.left]
    ...
    ...     def choose(self, do, seat, data):
    ...         if Choice(seat, do, data) not in self.legal(seat):
    ...             raise OpenlyRefused("not now")
    ...         self.left -= data["by"]
    ...         self.tell("said", seat, {"left": self.left})
    ...         if self.left:
    ...             self.turn = self.next_seat(seat)
    ...         else:
    ...             self.finish()
    ...
    ...     def dropped(self, seat):
    ...         if self.turn == seat:
    ...             self.turn = self.next_seat(seat)
    ...
    ...     def scores(self):
    ...         return [int(self.over and seat == self.turn) for seat in range(self.seats)]
    ...
    ...     def sees(self, seat):
    ...         return {"left": self.left}
    ...
    ...     def cards(self):
    ...         return {}
    ...
    ...     def face_down(self, eye):
    ...         return []
    >>> game = CountDown(Setup(seats=2, options={"dealer": 0}))
    >>> [effect.to_json() for effect in game.apply(Choice(0, "say", {"by": 2}).at(1_000_000))]
    [{'what': 'said', 't_us': 1000000, 'seat': 0, 'left': 8}]

    `slamomatic check my_module:CountDown` tries whether it keeps what every game must keep.
    """

    def __init__(self, setup: Setup, draws: Sequence[Any] = ()) -> None:
        """`draws` is what chance drew in the set-up the last time (from a log)."""
        super().__init__(setup, draws)
        self.begin()
        self._update_due()

    # --- play -------------------------------------------------------------------------------------

    def apply(self, event: Event, draws: Sequence[Any] = ()) -> list[Effect]:
        """Plays one event and says what it did. Raises Refused, changing nothing.

        `draws` is what chance drew the last time (from a log); without it the generator decides.
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
        if chance.drawn:
            chance.drawn = []
        if draws or chance.to_repeat:
            chance.to_repeat = list(draws)
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
                chance.to_repeat = []
                raise
            self.settled_us = self.now_us
        elif do != "time":
            self._happened(do, seat, t_us, data)
            if do == "up" and not self.over:
                assert seat is not None
                self.lifted(seat, event.t_us)  # told late, it may still be about what is settled
        due_us = self._update_due()
        if due_us is not None and self.now_us >= due_us:
            self._settle_until(self.now_us + 1)
        return told

    def _settle_then_choose(self, event: Event) -> list[Effect]:
        """A refused choice changes nothing, not even what would have been due before it."""
        before = self.save()
        to_repeat = self.chance.to_repeat
        assert self.due_us is not None
        try:
            self._settle_until(event.t_us)
            settled, draws = self.told, self.chance.drawn
            told = self.apply(event, to_repeat)
        except Refused:
            self.load(before)
            raise
        self.chance.drawn = draws + self.chance.drawn
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
            elif self.RACES and (over := [r for r in self.open_races() if (r.due_us or 0) <= due_us]):
                self._stand_at(due_us)
                self.end_race(over[0], over[0].finish())
            else:
                self._rearm(due_us)
            due_us = self._update_due()

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

    def _update_due(self) -> int | None:
        """Calculates `due_us` after anything that may have changed it."""
        if self.over:
            self.due_us = None
            return None
        due_us, paddles = self.deadline_us, self.paddles
        for race in self.races:
            if race.open:
                due_us = self._update_races()
                break
        else:
            if self.races and self.asked:
                self.asked = []
        # Mostly all paddles are live, and nothing will happen to them by itself.
        if paddles.dark_all or False in paddles.live:
            paddles_us = paddles.due_us
            if due_us is None or (paddles_us is not None and paddles_us < due_us):
                due_us = paddles_us
        self.due_us = due_us
        return due_us

    def _update_races(self) -> int | None:
        """Whom open races wait for; the next deadline of game or races."""
        due_us, asked = self.deadline_us, list[int]()
        for race in self.races:
            if race.open:
                due_us = earlier_us(due_us, race.due_us)
                asked = sorted({*asked, *race.waits_for}) if asked else race.waits_for
        self.asked = asked
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
        if do in PRESSES:
            at = made(Span, (t_us, t_us + max(0, data.get("later_us", 0)) if data else t_us))
            if data:
                t_us = at.middle_us
        if do == "down":
            plays = self._plays(seat)
            doubtful_times_us = self.doubtful_times_us(seat) if plays else []
            unknown = bool(doubtful_times_us) and paddles.crosses(seat, at, doubtful_times_us)
            live = paddles.press(seat, t_us) and plays and not unknown
            self.tell("slap", seat, LIVE if live else DARK, NOBODY, t_us)
            if unknown:
                self._take_back()
            self.slapped(seat, at, live)
        elif do == "up":
            paddles.lift(seat, t_us)
            self.tell("lift", seat, NOTHING, NOBODY, t_us)
        elif do == "touch":
            live = paddles.touch(seat, t_us) and self._plays(seat)
            self.tell("touch", seat, {"live": live}, t_us=t_us)
            self.touched(seat, at, live)
        elif do == "release":
            paddles.release(seat, t_us)
            self.tell("release", seat, t_us=t_us)
        elif do in ("source", "accuracy"):
            if do == "source":
                paddles.moved(seat, data["error_us"], data.get("up_us", 0))
            elif data["error_us"] >= paddles.error_of(seat):
                paddles.coarser(seat, data["error_us"])
            elif self._between_slaps():
                paddles.finer(seat, data["error_us"])
            self.tell(do, seat, {"error_us": paddles.error_of(seat)})
            # A window that is open closes later: a loser named before would be a guess.
            if not self.over:
                self.widened()
        elif do == "feint":
            self.tell("feint", seat)
        elif do == "fault":
            paddles.faulty[seat] = bool(data["on"])
            self.tell("fault", seat, {"on": paddles.faulty[seat]})
        else:
            self._drop(seat)

    def _between_slaps(self) -> bool:
        """Whether nothing was slapped that is still to be judged: as a copy says that is asked to void it."""
        if self.over or not self.paddles.at_rest(self.now_us):
            return False
        told = type(self).from_json(self.to_json()).apply(Event("void", None, self.now_us))
        return not any(effect.what == "void" and effect.public and effect.public["open"] for effect in told)

    def _take_back(self) -> None:
        """What is slapped for now is off until all are up again: an unknown slap may have been the first."""
        opened = self.voided()
        if not opened:
            self.go_dark()
        self.tell("void", None, {"open": opened})
        self.settled_us = self.now_us

    def _plays(self, seat: int) -> bool:
        return not self.over and not self.gone[seat] and self.takes_part(seat)

    def _curtain(self, up: bool) -> None:
        self.paddles.curtain = up
        self.tell("curtain", None, {"up": up})
        if not self.finishes_first():
            self.darken()

    def _drop(self, seat: int) -> None:
        if self.over:  # it ended by what was due before
            return
        self.gone[seat] = True
        self.paddles.absent[seat] = True
        self.paddles.live[seat] = False
        self.settled_us = self.now_us
        self.tell("left", seat)
        for name in self.RACES + self.OWN_RACES:
            getattr(self, name).leave(seat)
        self.dropped(seat)
        if not self.over and self.seats - sum(self.gone) < self.SEATS[0]:
            self.abandoned = True
            self.finish()

    # --- what is seen -----------------------------------------------------------------------------

    def view(self, seat: int | None) -> Json:
        """Return copies of what this seat (None: the spectator) may see, by allow-list."""
        return {
            "game": self.NAME,
            "options": dict(self.options),
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
        effect = (what, seat, self.now_us if t_us is None else t_us, public, only)
        self.told.append(made(Effect, effect))

    def darken(self, keep: Sequence[int] = ()) -> None:
        """Paddles go dark until all are up and quiet for the re-arm time; the seats in `keep` stay."""
        were = self.paddles.darken(self.now_us, keep)
        if were:
            self.tell("dark", None, {"seats": were})

    def go_dark(self) -> None:
        """As above; where cards fall, none does until then."""
        self.darken()

    def end_race(self, race: Race, verdict: Verdict) -> None:
        """The game hears how it ended; then paddles are dark until all hands are up."""
        self.settled_us = self.now_us
        self.judged(race, verdict)
        if not self.over:
            self.go_dark()

    def voided(self) -> bool:
        """Takes back all open races; a game that judges in another way says here what it takes back."""
        races = self.open_races()
        for race in races:
            self.end_race(race, race.void())
        return bool(races)

    def doubtful_times_us(self, seat: int) -> list[tuple[int, int]]:
        """Return the doubtful times of open races; a game may have further ones."""
        return [limit for race in self.open_races() for limit in race.doubtful_times_us(seat)]

    def finishes_first(self) -> bool:
        """Whether a curtain leaves the paddles as they are: dark, a slap that is open would never end."""
        return bool(self.asked)

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

    def random_choice(self, seat: int, rng: Random) -> Choice | None:
        """Choose for a random player on its turn: uniformly from what is legal; a game may know better."""
        choices = self.legal(seat)
        return choices[int(rng.random() * len(choices))] if choices else None

    # --- undo ---------------------------------------------------------------------------------------

    def push(self, event: Event) -> list[Effect]:
        """As apply, but `pop` takes it back. For tools and tests: a table only voids."""
        before = self.save()
        effects = self.apply(event)
        self._past.append(before)
        return effects

    def pop(self) -> None:
        self.load(self._past.pop())
