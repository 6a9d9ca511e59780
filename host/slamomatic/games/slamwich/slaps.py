"""Slaps on the sandwich: first slaps, clumps that slap again, thieves and their calls."""

from slamomatic.engine.core import Game
from slamomatic.engine.race import ORDER, Race, earlier_us
from slamomatic.engine.span import Span, TimeLimit, exactly
from slamomatic.engine.vocabulary import OpenlyRefused

FLIGHT_US = 150_000  # a hand in flight: so soon after a flip a slap is judged by the pile before it
CALL_US = 1_500_000  # the time for the call, from the first slap on a thief
AGAIN_US = 2_000_000  # the time for those of a clump to slap again
SLAP_US = 2_000_000  # how long the last card lies before the muncher, or the last to flip, takes the pile

BY_THE_CLOCK = frozenset({"lie", "again", "limit", "thief"})  # waits that end by themselves, not with a slap

# What a slap on the pile is: not live yet, harmless after a good one, a slip slap, good, good with a call.
LOCKED, FREE, SLIP, GOOD, THIEF = "locked", "free", "slip", "good", "thief"


class Slaps(Game):
    """Judges slaps; `old` and `new` say what a slap is by the pile before the last flip and after it.

    From the first good slap to its end `stake` says what is slapped for.
    """

    OWN_RACES = ("race", "calls", "slipped")
    race: Race  # for the pile; once the first to slap a thief is known: who has slapped it at all
    calls: Race  # of a thief
    slipped: Race  # who slapped where nothing was to be slapped, until they pay

    def begin(self) -> None:
        """No card has fallen yet, and no slap is open."""
        self.hands: list[list[str]] = []  # stacks, top card first
        self.slips: list[str] = []  # paid cards under the pile, the lowest first
        self.pile: list[str] = []  # turned cards, the uppermost last
        self.out = [False] * self.seats
        self.old = self.new = LOCKED
        self.flipped_us = 0
        self.flipper = self.first_dealer()  # who flipped last
        self.muncher: int | None = None
        self.blocked = False  # paddles are dark or a slap is open: no card falls
        self.waits: dict[str, int] = {}  # what is waited for, and until when
        self.paid = [False] * self.seats  # slipped in this incident
        self.moved = False  # this incident has moved the turn already
        self.time_up = False
        self.close_slap()

    def close_slap(self) -> None:
        """No slap is open any more."""
        self.stake = ""
        self.race.void()
        self.calls.void()
        self.first: int | None = None  # to slap the thief
        self.thief_us: int | None = None  # when the thief was slapped first, at the earliest
        self.thief_late_us: int | None = None  # and at the latest
        self.again = False  # the race is among those of a clump
        self.stop_waiting("thief", "again")

    # --- a hook of the game -----------------------------------------------------------------------

    def take(self, seat: int, how: str) -> None:
        raise NotImplementedError

    # --- seats ------------------------------------------------------------------------------------

    def in_play(self) -> list[int]:
        return [seat for seat in range(self.seats) if not self.out[seat] and not self.gone[seat]]

    def left_of(self, seat: int) -> int | None:
        """The next seat with cards to the left, at last this seat itself."""
        hands = self.hands
        for i in range(1, self.seats + 1):
            left = (seat + i) % self.seats
            if hands[left]:
                return left
        return None

    # --- what is waited for -----------------------------------------------------------------------

    def wait(self, name: str, due_us: int) -> None:
        self.waits[name] = due_us

    def stop_waiting(self, *names: str) -> None:
        for name in names:
            self.waits.pop(name, None)

    def _update_due(self) -> int | None:
        """Find the next deadline after each event: any of them may have moved it."""
        if self.waits or self.race.open or self.slipped.open:
            self.deadline_us = None if self.over else self._next_due_us()
        else:
            self.deadline_us = None
        return Game._update_due(self)  # after every event: super() takes twice as long

    def _next_due_us(self) -> int | None:
        due_us = self.race.due_us if self.racing() else None
        for name in self.waits:
            due_us = earlier_us(due_us, self._ends_us(name))
        if self.slipped.open:
            due_us = earlier_us(due_us, self.slipped.due_us)
        return due_us

    def _ends_us(self, name: str) -> int:
        """When a wait ends; a slap just before a limit may be told as just after it."""
        if name == "thief":
            return self.paddles.over_for_all_us(self._limit(name))
        return self.waits[name] + (self.paddles.worst_error_us() if name in BY_THE_CLOCK else 0)

    def _limit(self, name: str) -> TimeLimit:
        """The end of a wait; the time for a call runs from a slap."""
        if name == "thief" and self.thief_us is not None and self.thief_late_us is not None:
            return TimeLimit(self.thief_us + CALL_US, self.thief_late_us + CALL_US, self.first)
        return TimeLimit(self.waits[name], self.waits[name])

    def _due_name(self, t_us: int) -> str:
        """What is due at this moment."""
        for name in self.waits:
            if t_us >= self._ends_us(name):
                return name
        race_us = self.race.due_us if self.racing() else None
        return "slip" if race_us is None or race_us > t_us else "race"

    def racing(self) -> bool:
        """Whether somebody has slapped, and who was first is not known yet."""
        return self.race.open and self.first is None and not self.race.untouched

    def fell_due(self, t_us: int) -> None:
        """Each wait has a method that says what its end means."""
        name = self._due_name(t_us)
        self.stop_waiting(name)
        getattr(self, f"_end_{name}")()
        self.end_if_time_is_up()

    def _end_lie(self) -> None:
        if self.muncher is not None:  # not slapped off
            self.take(self.muncher, "munch")
        else:  # nobody has a card to flip
            self.take(self.flipper, "last")

    def _end_last_minute(self) -> None:
        self.tell("last-minute")

    def _end_limit(self) -> None:
        self.time_up = True
        self.tell("time-up")

    def end_if_time_is_up(self) -> None:
        if self.time_up and not self.over and not self.stake and not self.slipped.open:
            self.finish()

    def ask(self) -> None:
        """Whose slap is meant now."""
        good = self.new in (GOOD, THIEF)
        self.asked = [seat for seat in self.in_play() if self.paddles.live[seat]] if good else []

    def go_dark(self) -> None:
        self._hold_cards()
        self.asked = []
        self.darken()

    def armed(self, seats: list[int]) -> None:
        if self.slipped.open or self.racing() or "thief" in self.waits or self.paddles.anybody_awaited():
            return
        if self.again:
            self.asked = self.race.waits_for
            self.tell("again", None, {"seats": list(self.asked)})
            self.wait("again", self.now_us + AGAIN_US)
        else:
            self._play_on()

    def _play_on(self) -> None:
        """The incident is over; a card that is only lying has all its time again."""
        self.blocked = False
        self.paid = [False] * self.seats
        self.moved = False
        self.ask()
        if self.turn is None:
            self.wait("lie", self.now_us + SLAP_US)

    # --- slaps ------------------------------------------------------------------------------------

    def slapped(self, seat: int, at: Span, live: bool) -> None:
        if not live or self.out[seat]:
            return
        what = self.old if at.early_us < self._answers_from_us() else self.new
        if self.stake:
            if self.thief_us is not None and self.race.has_slapped(seat):
                if seat in self.calls.waits_for and at.early_us < self._limit("thief").late_us:
                    self._note_call(seat, at)
            elif self.first is not None:
                self.race.note(seat, at)
            elif self.again or what == self.stake:
                self._slap_in_race(seat, at)
        elif what in (GOOD, THIEF):
            self._open_race(what, self.in_play())
            self._slap_in_race(seat, at)
        elif what == SLIP and not self.paid[seat]:
            self.paid[seat] = True
            if not self.slipped.open:
                self.slipped.start(self.in_play(), self.flipped_us, ORDER, head_starts=False)
            self.slipped.note(seat, at)
            self._hold_cards()

    def doubtful_times_us(self, seat: int) -> list[tuple[int, int]]:
        paddles = self.paddles
        if not paddles.live[seat]:  # it may have come live in time; where all are dark nobody wins meanwhile
            return [] if paddles.dark_all else [(paddles.since_us[seat] + paddles.rearm_us,) * 2]
        doubtful_times_us = [
            paddles.doubtful_us(self._limit(name), seat) for name in self.waits if name in BY_THE_CLOCK
        ]
        if self.old != self.new and not self.again:
            doubtful_times_us.append((self._answers_from_us(),) * 2)
        return doubtful_times_us

    def _answers_from_us(self) -> int:
        """From when on a slap is about the card that has fallen: a hand in flight was sent before it."""
        return self.flipped_us + FLIGHT_US + self.setup.screen_us

    def _hold_cards(self) -> None:
        self.blocked = True
        self.stop_waiting("lie", "again")

    def _open_race(self, stake: str, seats: list[int]) -> None:
        self.stake = stake
        self.race.start(seats, self.flipped_us)
        self.calls.start(self.in_play(), self.flipped_us, head_starts=False)
        self.first = self.thief_us = self.thief_late_us = None

    def _slap_in_race(self, seat: int, at: Span) -> None:
        if not self.race.note(seat, at):
            return
        if self.stake == THIEF:
            self.thief_us = min(at.early_us, at.early_us if self.thief_us is None else self.thief_us)
            self.thief_late_us = min(
                at.late_us, at.late_us if self.thief_late_us is None else self.thief_late_us
            )
        self._hold_cards()

    def _end_race(self) -> None:
        first = self.race.first()
        if len(first) > 1:
            self._slap_again(self.stake, first, self.race.window_us(first))
        elif self.stake == THIEF:
            self._await_call(first[0])
        else:
            self.take(first[0], "slap")

    def _slap_again(self, stake: str, seats: list[int], window_us: int) -> None:
        self.tell("clump", None, {"seats": seats, "window_us": window_us})
        self._open_race(stake, seats)
        self.again = True
        self.go_dark()

    def _end_again(self) -> None:
        self.close_slap()
        self.tell("open")
        self._play_on()

    def leave_slap(self, seat: int) -> None:
        """An open slap goes on without this player: nobody waits for them, and only others can win it."""
        for race in (self.race, self.calls, self.slipped):
            race.leave(seat)
        if not self.slipped.slapped:
            self.slipped.void()
        self.asked = [s for s in self.asked if s != seat]
        if not self.stake or self.first is not None or self.race.slapped:
            return
        if not self.again:
            self.close_slap()  # nobody else had slapped
        elif not self.race.waits_for:
            self.close_slap()
            self.tell("open")
        elif "again" not in self.waits:
            self.thief_us = self.thief_late_us = None
            self.armed([])

    def void_open_slap(self) -> bool:
        if not self.stake and not self.slipped.open:
            return False
        self.slipped.void()
        self.close_slap()
        self.go_dark()
        self.end_if_time_is_up()
        return True

    # --- thieves ----------------------------------------------------------------------------------

    def may_call(self) -> bool:
        """Whether the time for the call runs: a late call is refused, even while slaps are awaited."""
        return self.thief_us is not None and self.now_us < self._limit("thief").late_us

    def call(self, seat: int) -> None:
        if self.thief_us is None:
            raise OpenlyRefused("no thief has been slapped")
        if seat not in self.calls.waits_for:
            out = not self.calls.takes_part(seat)
            raise OpenlyRefused("you are out of the game" if out else "you have called already")
        if not self.may_call():
            raise OpenlyRefused("the time for the call is over")
        self._note_call(seat, exactly(self.now_us))

    def _note_call(self, seat: int, at: Span) -> None:
        self.calls.note(seat, at)
        self.tell("called", seat, t_us=at.middle_us)
        if seat == self.first:
            self.take(seat, "call")

    def _await_call(self, seat: int) -> None:
        """The first slapper is known; from now on the others' second slaps are calls too."""
        assert self.thief_us is not None
        self.first = seat
        for other in self.in_play():
            if not self.race.has_slapped(other):
                self.race.forget(other)
        self.asked = [seat]
        self.tell("thief", seat)
        if self.calls.has_slapped(seat):
            self.take(seat, "call")
        else:
            self.wait("thief", self.thief_us + CALL_US)

    def _end_thief(self) -> None:
        first = self.calls.first()
        if len(first) == 1:
            self.take(first[0], "call")
        elif first:
            # They have called: the one who slaps first now needs no further call.
            self._slap_again(GOOD, first, self.calls.window_us(first))
        else:
            self.close_slap()
            self.tell("uncalled")
            self.go_dark()
