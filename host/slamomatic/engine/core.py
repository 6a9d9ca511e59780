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
    make_tuple,
)

PRESSES = frozenset({"down", "touch"})
LIVE: Data = {"live": True}
DARK: Data = {"live": False}
SEATLESS = frozenset(word for word, kind in TABLE_EVENTS.items() if not kind.seat)

# How often one moment can be due again: a mistake in a game shows instead of hanging the table.
SAME_DEADLINE = 50


class Game(State):
    """The base of all games. A game declares its fields and fills in hooks (hooks.py) and tables (state.py).

    The smallest game, whole. Snap in games/README.md adds cards, slaps and a face.

    >>> from slamomatic.engine import Choice, Game, Setup
    >>> from slamomatic.engine.vocabulary import EffectType, EventType, Field, OpenlyRefused
    >>> class CountDown(Game):
    ...     NAME = "count-down"
    ...     SEATS = range(2, 5)
    ...     EVENTS = {"say": EventType("counts on", {"by": Field("number", "one or two")})}
    ...     EFFECTS = {"said": EffectType("counted on", {"left": "how far it still is"})}
    ...
    ...     left: int  # all that changes is declared: then it is saved, undone and resumed
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
        """Set up the game and deal.

        `draws`: from a log, the outcomes of chance while that game was set up; they are drawn again.
        """
        super().__init__(setup, draws)
        self.begin()
        self._update_due()

    # --- play -------------------------------------------------------------------------------------

    def apply(self, event: Event, draws: Sequence[Any] = ()) -> list[Effect]:
        """Play one event and return what it did. Raises Refused, and then nothing has changed.

        Everything that was due before the event is played first, each at its own moment. `draws`: from a
        log, what chance drew in this event; without it the generator decides.
        """
        seat: int | None
        do, seat, t_us, data = event
        is_choice = do in self.EVENTS
        # Most events need no closer look.
        if seat is None:
            if do != "time":
                self._refuse_impossible(do, seat, is_choice)
        elif not (is_choice or do in PADDLE_EVENTS) or not 0 <= seat < self.seats or self.gone[seat]:
            self._refuse_impossible(do, seat, is_choice)
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
                if is_choice:
                    return self._settle_then_choose(event)
                self._settle_until(t_us)
            if t_us == self.due_us and do in PRESSES and self.paddles.due_us == t_us:
                self._wake_paddles(t_us)  # at exactly the re-arm time a slap counts
        if t_us < self.settled_us:
            if do in PADDLE_EVENTS:
                self.tell("late", seat, {"by_us": self.settled_us - t_us}, t_us=self.settled_us)
            t_us = self.settled_us
        was_us = self.now_us
        if t_us > was_us:
            self.now_us = t_us
        if is_choice:
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
            self._apply_irrefusable(do, seat, t_us, data)
            if do == "up" and not self.over:
                assert seat is not None
                # Its own time, not `t_us`: an `up` may be told when later events are settled already.
                self.lifted(seat, event.t_us)
        due_us = self._update_due()
        if due_us is not None and self.now_us >= due_us:
            self._settle_until(self.now_us + 1)
        return told

    def _settle_then_choose(self, event: Event) -> list[Effect]:
        """Play what was due before a choice, then the choice; return the effects of both.

        If the choice is refused, the game is as it was, without what was due: a refusal changes nothing.
        """
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
        """Play everything that is due before `t_us`, each at its own moment.

        In one moment the game's deadline goes first, then races, then paddles that come live.
        """
        repeats, last_us = 0, -1
        due_us = self.due_us
        while due_us is not None and due_us < t_us:
            repeats, last_us = (repeats + 1 if due_us == last_us else 0), due_us
            if repeats > SAME_DEADLINE:
                raise RuntimeError(f"{self.NAME} does not get past its deadline at {due_us} us")
            deadline_us = self.deadline_us
            if deadline_us is not None and deadline_us <= due_us:
                self._move_clock_to(due_us)
                self.deadline_us = None
                self.fell_due(due_us)
            elif self.races and (decided := [r for r in self.open_races() if (r.due_us or 0) <= due_us]):
                self._move_clock_to(due_us)
                self.end_race(decided[0], decided[0].finish())
            else:
                self._wake_paddles(due_us)
            due_us = self._update_due()

    def _wake_paddles(self, due_us: int) -> None:
        """Let paddles come live that are up and quiet, name hands that do not rest, and tell both."""
        self._move_clock_to(due_us)
        woken, named = self.paddles.wake_rested(due_us)
        for seat in named:
            self.tell("named", seat)
        if woken:
            self.tell("live", None, {"seats": woken})
        self.armed(woken)

    def _move_clock_to(self, due_us: int) -> None:
        """Move the game's clock to a deadline, if it is later: nothing before that is judged again."""
        if due_us > self.now_us:
            self.now_us = due_us
        if due_us > self.settled_us:
            self.settled_us = due_us

    def _update_due(self) -> int | None:
        """Calculate and return `due_us`, the next deadline of game, races or paddles; update `asked`."""
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
        # Mostly all paddles are live, and then none of them has a deadline.
        if paddles.dark_all or False in paddles.live:
            paddles_us = paddles.due_us
            if due_us is None or (paddles_us is not None and paddles_us < due_us):
                due_us = paddles_us
        self.due_us = due_us
        return due_us

    def _update_races(self) -> int | None:
        """Set `asked` to the seats that open races wait for; return the next deadline of game or races."""
        due_us, asked = self.deadline_us, list[int]()
        for race in self.races:
            if race.open:
                due_us = earlier_us(due_us, race.due_us)
                asked = sorted({*asked, *race.waits_for}) if asked else race.waits_for
        self.asked = asked
        return due_us

    def _apply_irrefusable(self, do: str, seat: int | None, t_us: int, data: Data) -> None:
        """Play an event of a paddle or of the table: it has happened, so the rules can't refuse it."""
        if seat is None or do in SEATLESS:
            if do == "void":
                self.tell("void", None, {"open": self.void_open_slap()})
                self.judge_nothing_before(self.now_us)
            elif do == "curtain":
                self._curtain(bool(data["up"]))
            return
        paddles = self.paddles
        if do in PRESSES:
            at = make_tuple(Span, (t_us, t_us + max(0, data.get("later_us", 0)) if data else t_us))
            if data:
                t_us = at.middle_us  # effects show one time, the likeliest
        if do == "down":
            may_slap = self._may_slap(seat)
            doubtful_times_us = self.doubtful_times_us(seat) if may_slap else []
            doubtful = bool(doubtful_times_us) and paddles.is_doubtful(seat, at, doubtful_times_us)
            live = paddles.press(seat, t_us) and may_slap and not doubtful
            self.tell("slap", seat, LIVE if live else DARK, NOBODY, t_us)
            if doubtful:
                self._void_doubtful_slap()
            self.slapped(seat, at, live)
        elif do == "up":
            paddles.lift(seat, t_us)
            self.tell("lift", seat, NOTHING, NOBODY, t_us)
        elif do == "touch":
            live = paddles.touch(seat, t_us) and self._may_slap(seat)
            self.tell("touch", seat, {"live": live}, t_us=t_us)
            self.touched(seat, at, live)
        elif do == "release":
            paddles.release(seat, t_us)
            self.tell("release", seat, t_us=t_us)
        elif do in ("source", "accuracy"):
            if do == "source":
                paddles.change_source(seat, data["error_us"], data.get("up_us", 0))
            elif data["error_us"] >= paddles.seat_error_us(seat):
                paddles.coarsen(seat, data["error_us"])
            elif self._between_slaps():
                paddles.refine(seat, data["error_us"])
            self.tell(do, seat, {"error_us": paddles.seat_error_us(seat)})
            # With a larger error, an open race closes later: a loser named before would be a guess.
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
        """Whether no slap waits to be judged: a void, tried on a copy, would take nothing back."""
        if self.over or not self.paddles.at_rest(self.now_us):
            return False
        told = type(self).from_json(self.to_json()).apply(Event("void", None, self.now_us))
        return not any(effect.what == "void" and effect.public and effect.public["open"] for effect in told)

    def _void_doubtful_slap(self) -> None:
        """Take back every open slap, as one more came that is doubtful, and make the paddles dark.

        The doubtful slap may have been the first, or may have broken a rule: nobody can know.
        """
        was_open = self.void_open_slap()
        if not was_open:
            self.go_dark()
        self.tell("void", None, {"open": was_open})
        self.judge_nothing_before(self.now_us)

    def _may_slap(self, seat: int) -> bool:
        """Whether a slap of this seat can count, as far as the rules go: its paddle may still be dark."""
        return not self.over and not self.gone[seat] and self.takes_part(seat)

    def _curtain(self, up: bool) -> None:
        """Hide the table or show it again. Paddles go dark, unless an open slap has to end first."""
        self.paddles.curtain = up
        self.tell("curtain", None, {"up": up})
        if not self.keeps_paddles_live():
            self.darken()

    def _drop(self, seat: int) -> None:
        """Let a player leave the game, and end it as abandoned when too few remain."""
        if self.over:  # an event that was due before this one ended the game
            return
        self.gone[seat] = True
        self.paddles.absent[seat] = True
        self.paddles.live[seat] = False
        self.judge_nothing_before(self.now_us)
        self.tell("left", seat)
        for name in self._races:
            getattr(self, name).leave(seat)
        self.dropped(seat)
        if not self.over and self.seats - sum(self.gone) < self.SEATS[0]:
            self.abandoned = True
            self.finish()

    # --- what is seen -----------------------------------------------------------------------------

    def view(self, seat: int | None) -> Json:
        """Return what this seat (None: the spectator) may see: an allow-list of fields, each a copy."""
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
        """Add an effect to what this event did.

        `public` is for everybody; None: only the seats in `only` learn of the effect at all. `only` holds
        further fields, each for one seat alone. `t_us`: when it happened; None: now.
        """
        effect = (what, seat, self.now_us if t_us is None else t_us, public, only)
        self.told.append(make_tuple(Effect, effect))

    def darken(self, keep: Sequence[int] = ()) -> None:
        """Make paddles dark, but for the seats in `keep`, until all are up and quiet for the re-arm time."""
        darkened = self.paddles.darken(self.now_us, keep)
        if darkened:
            self.tell("dark", None, {"seats": darkened})

    def judge_nothing_before(self, t_us: int) -> None:
        """Settle all up to this time: a slap that is told later with an earlier stamp counts as of then."""
        self.settled_us = max(self.settled_us, t_us)

    def go_dark(self) -> None:
        """Make all paddles dark after a slap. A game whose cards fall by themselves also stops them here."""
        self.darken()

    def end_race(self, race: Race, verdict: Verdict) -> None:
        """Tell the game how the race ended; then make paddles dark until all hands are up."""
        self.judge_nothing_before(self.now_us)
        self.judged(race, verdict)
        if not self.over:
            self.go_dark()

    def void_open_slap(self) -> bool:
        """Take back all open races; return whether there was one.

        A game that judges in another way takes its open slap back here.
        """
        races = self.open_races()
        for race in races:
            self.end_race(race, race.void())
        return bool(races)

    def doubtful_times_us(self, seat: int) -> list[tuple[int, int]]:
        """Return the doubtful times of open races; a game may have further ones."""
        return [limit for race in self.open_races() for limit in race.doubtful_times_us(seat)]

    def keeps_paddles_live(self) -> bool:
        """Whether the curtain must leave paddles live: the open slap that waits for them would never end."""
        return bool(self.asked)

    def wake(self, seats: list[int]) -> None:
        """Make these paddles live at once, while others are dark."""
        if seats:
            self.paddles.wake(seats)
            self.tell("live", None, {"seats": seats})

    def darken_seat(self, seat: int, t_us: int | None = None) -> None:
        """Make one paddle dark until it is up and quiet itself; the others stay as they are.

        For games in which anybody may slap at any time. `t_us`: when the slap was that makes it dark (None:
        now), so that the order in which slaps are delivered makes no difference.
        """
        if self.paddles.darken_seat(seat, self.now_us if t_us is None else t_us):
            self.tell("dark", None, {"seats": [seat]})

    def finish(self) -> None:
        """End the game: the seats with the best score share the win, and nobody wins an abandoned game."""
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
        """Return the next seat still in the game, to the left (step 1) or right (-1) of this one."""
        for _ in range(self.seats):
            seat = (seat + step) % self.seats
            if not self.gone[seat]:
                break
        return seat

    def random_choice(self, seat: int, rng: Random) -> Choice | None:
        """Return a random choice for the player on turn; None: there is none.

        All legal choices are equally likely. A game may override this with something quicker.
        """
        choices = self.legal(seat)
        return choices[int(rng.random() * len(choices))] if choices else None

    # --- undo ---------------------------------------------------------------------------------------

    def push(self, event: Event) -> list[Effect]:
        """Apply an event that `pop` can take back. For tools and tests only."""
        before = self.save()
        effects = self.apply(event)
        self._past.append(before)
        return effects

    def pop(self) -> None:
        """Take back the last event that was pushed."""
        self.load(self._past.pop())
