"""Slaps on the pile of Slamwich: who was first, clumps that slap again, thieves and their calls."""

from slamomatic.engine.core import Game
from slamomatic.engine.race import ORDER, OwnRace, earlier_us
from slamomatic.engine.span import Span, TimeLimit, exactly
from slamomatic.engine.vocabulary import OpenlyRefused

FLIGHT_US = 150_000  # so soon after a flip, a hand in flight was sent for the pile before that flip
CALL_US = 1_500_000  # how long after the first slap on a thief the call may come
AGAIN_US = 2_000_000  # how long the players of a clump have to slap again
SLAP_US = 2_000_000  # how long the last card lies before the muncher, or the last to flip, takes the pile

# Waits at whose end a slap begins to mean something else, so a slap near that end is doubtful.
BY_THE_CLOCK = frozenset({"lie", "again", "limit", "thief"})

# A slap on the pile counts as one of these.
LOCKED = "locked"  # nothing: the first card has not fallen yet
FREE = "free"  # nothing: the pile has just been won
SLIP = "slip"  # a slip slap, which costs a card
GOOD = "good"  # the pile, for the first to slap
THIEF = "thief"  # the same, if the first also calls


class Slaps(Game):
    """The part of Slamwich that judges slaps."""

    hands: list[list[str]]  # stacks, top card first
    slips: list[str]  # paid cards under the pile, the lowest first
    pile: list[str]  # turned cards, the uppermost last
    out: list[bool]  # who has lost everything
    old: str  # what a slap counts as by the pile before the last flip
    new: str  # what it counts as by the pile after that flip
    flipped_us: int
    flipper: int  # the seat that flipped last
    muncher: int | None
    throws: int  # cards that may still be thrown to stop the muncher
    blocked: bool  # no card falls: paddles are dark or a slap is open
    waits: dict[str, int]  # when each wait ends, by its name; then `_end_<name>` is called
    stake: str  # which kind of good slap is open: GOOD or THIEF; "": none
    again: bool  # whether the race is among the players of a clump
    first: int | None  # the first to slap the thief
    thief_us: int | None  # when the thief was slapped first, at the earliest
    thief_late_us: int | None  # and at the latest
    paid: list[bool]  # who has slipped in this incident
    moved: bool  # whether this incident has moved the turn already
    time_up: bool

    race: OwnRace  # for the pile; once the first to slap a thief is known: who has slapped it at all
    calls: OwnRace  # who was first to call after a thief was slapped
    slipped: OwnRace  # slip slaps that have not been paid for yet

    def begin(self) -> None:
        """Set the fields: no card has fallen yet, and no slap is open."""
        self.hands, self.slips, self.pile = [], [], []
        self.out = [False] * self.seats
        self.old = self.new = LOCKED
        self.flipped_us = 0
        self.flipper = self.first_dealer()
        self.muncher = None
        self.blocked = self.moved = self.time_up = False
        self.waits = {}
        self.paid = [False] * self.seats
        self.close_slap()

    def close_slap(self) -> None:
        """Forget the good slap that was open."""
        self.stake = ""
        self.race.void()
        self.calls.void()
        self.first = self.thief_us = self.thief_late_us = None
        self.again = False
        self.stop_waiting("thief", "again")

    # --- a hook of the game -----------------------------------------------------------------------

    def win_pile(self, seat: int, how: str) -> None:
        """Give this player the pile; `how`: "slap", "call", "munch" or "last"."""
        raise NotImplementedError

    # --- seats ------------------------------------------------------------------------------------

    def in_play(self) -> list[int]:
        return [seat for seat in range(self.seats) if not self.out[seat] and not self.gone[seat]]

    def left_of(self, seat: int) -> int | None:
        """Return the next seat to the left that has cards, at last this seat itself; None: nobody has any."""
        hands = self.hands
        for i in range(1, self.seats + 1):
            left = (seat + i) % self.seats
            if hands[left]:
                return left
        return None

    # --- what is waited for -----------------------------------------------------------------------

    def wait(self, name: str, due_us: int) -> None:
        """Let `_end_<name>` be called at this time, unless the wait is stopped."""
        self.waits[name] = due_us

    def stop_waiting(self, *names: str) -> None:
        for name in names:
            self.waits.pop(name, None)

    def _update_due(self) -> int | None:
        """Set the game's own deadline too, after each event: any event may have moved it."""
        if self.waits or self.race.open or self.slipped.open:
            self.deadline_us = None if self.over else self._next_due_us()
        else:
            self.deadline_us = None
        # Not super(): that takes twice as long, and this is called after every event.
        return Game._update_due(self)

    def _next_due_us(self) -> int | None:
        """When the next wait or race ends; None: there is none."""
        due_us = self.race.due_us if self.is_racing() else None
        for name in self.waits:
            due_us = earlier_us(due_us, self._wait_ends_us(name))
        if self.slipped.open:
            due_us = earlier_us(due_us, self.slipped.due_us)
        return due_us

    def _wait_ends_us(self, name: str) -> int:
        """When a wait can end: clocks are off, so a slap within its limit may be told with a later time."""
        if name == "thief":
            return self.paddles.over_for_all_us(self._time_limit(name))
        return self.waits[name] + (self.paddles.worst_error_us() if name in BY_THE_CLOCK else 0)

    def _time_limit(self, name: str) -> TimeLimit:
        """The time limit of a wait. The one for a call, "thief", runs from the first slap on the thief."""
        if name == "thief" and self.thief_us is not None and self.thief_late_us is not None:
            return TimeLimit(self.thief_us + CALL_US, self.thief_late_us + CALL_US, self.first)
        return TimeLimit(self.waits[name], self.waits[name])

    def _due_name(self, t_us: int) -> str:
        """Return what is due at this moment: the name of a wait, or "race" or "slip"."""
        for name in self.waits:
            if t_us >= self._wait_ends_us(name):
                return name
        race_us = self.race.due_us if self.is_racing() else None
        return "slip" if race_us is None or race_us > t_us else "race"

    def is_racing(self) -> bool:
        """Whether somebody has slapped for the pile and it is not known yet who was first."""
        return self.race.open and self.first is None and not self.race.untouched

    def fell_due(self, t_us: int) -> None:
        """End the wait or race that is due, by its method `_end_<name>`."""
        name = self._due_name(t_us)
        self.stop_waiting(name)
        getattr(self, f"_end_{name}")()
        self.end_if_time_is_up()

    def _end_lie(self) -> None:
        """Give the pile to the muncher if there is one, else to the last to flip: nobody can flip on."""
        if self.muncher is not None:
            self.win_pile(self.muncher, "munch")
        else:
            self.win_pile(self.flipper, "last")

    def _end_last_minute(self) -> None:
        self.tell("last-minute")

    def _end_limit(self) -> None:
        self.time_up = True
        self.tell("time-up")

    def end_if_time_is_up(self) -> None:
        """End the game at its time limit, but not before an open slap is judged and paid for."""
        if self.time_up and not self.over and not self.stake and not self.slipped.open:
            self.finish()

    def update_asked(self) -> None:
        """Set `asked`: while the pile can be slapped, all players whose paddles are live."""
        good = self.new in (GOOD, THIEF)
        self.asked = [seat for seat in self.in_play() if self.paddles.live[seat]] if good else []

    def go_dark(self) -> None:
        self._block_cards()
        self.asked = []
        self.darken()

    def armed(self, seats: list[int]) -> None:
        """Go on once all hands are up and nothing is left to judge: the clump slaps again, or cards fall."""
        if self.slipped.open or self.is_racing() or "thief" in self.waits or self.paddles.anybody_awaited():
            return
        if self.again:
            self.asked = self.race.waits_for
            self.tell("again", None, {"seats": list(self.asked)})
            self.wait("again", self.now_us + AGAIN_US)
        else:
            self._play_on()

    def _play_on(self) -> None:
        """Let cards fall again: the incident is over. A last card lies for its full time from now on."""
        self.blocked = False
        self.paid = [False] * self.seats
        self.moved = False
        self.update_asked()
        if self.turn is None:
            self.wait("lie", self.now_us + SLAP_US)

    # --- slaps ------------------------------------------------------------------------------------

    def slapped(self, seat: int, at: Span, live: bool) -> None:
        """Take a slap as one for the pile, as a call on a thief, or as a slip slap.

        A hand in flight while the last card fell counts by the pile before that card.
        """
        if not live or self.out[seat]:
            return
        kind = self.old if at.early_us < self._answers_from_us() else self.new
        if self.stake:
            if self.thief_us is not None and self.race.has_slapped(seat):
                # The second slap on a thief is a call.
                if seat in self.calls.waits_for and at.early_us < self._time_limit("thief").late_us:
                    self._note_call(seat, at)
            elif self.first is not None:
                self.race.note(seat, at)
            elif self.again or kind == self.stake:
                self._slap_in_race(seat, at)
        elif kind in (GOOD, THIEF):
            self._open_race(kind, self.in_play())
            self._slap_in_race(seat, at)
        elif kind == SLIP and not self.paid[seat]:
            self.paid[seat] = True
            if not self.slipped.open:
                self.slipped.start(self.in_play(), self.flipped_us, ORDER, head_starts=False)
            self.slipped.note(seat, at)
            self._block_cards()

    def doubtful_times_us(self, seat: int) -> list[tuple[int, int]]:
        """Return the times around the ends of waits, and around the change from the old pile to the new one.

        For a dark paddle it is the moment at which it comes live. While all are dark nobody can win the pile.
        """
        paddles = self.paddles
        if not paddles.live[seat]:
            return [] if paddles.dark_all else [(paddles.since_us[seat] + paddles.rearm_us,) * 2]
        doubtful_times_us = [
            paddles.doubtful_us(self._time_limit(name), seat) for name in self.waits if name in BY_THE_CLOCK
        ]
        if self.old != self.new and not self.again:
            doubtful_times_us.append((self._answers_from_us(),) * 2)
        return doubtful_times_us

    def _answers_from_us(self) -> int:
        """From when on a slap answers the card that fell last, and was not in flight before."""
        return self.flipped_us + FLIGHT_US + self.setup.screen_us

    def _block_cards(self) -> None:
        """Let no card fall while slaps are judged, and stop the waits that end without a slap."""
        self.blocked = True
        self.stop_waiting("lie", "again")

    def _open_race(self, stake: str, seats: list[int]) -> None:
        """Start the race of these seats for the pile, which counts from the last flip on."""
        self.stake = stake
        self.race.start(seats, self.flipped_us)
        self.calls.start(self.in_play(), self.flipped_us, head_starts=False)
        self.first = self.thief_us = self.thief_late_us = None

    def _slap_in_race(self, seat: int, at: Span) -> None:
        """Note a slap for the pile; on a thief, also when the first slap was, for the time to call."""
        if not self.race.note(seat, at):
            return
        if self.stake == THIEF:
            self.thief_us = min(at.early_us, at.early_us if self.thief_us is None else self.thief_us)
            self.thief_late_us = min(
                at.late_us, at.late_us if self.thief_late_us is None else self.thief_late_us
            )
        self._block_cards()

    def _end_race(self) -> None:
        """Judge who was first, and give the pile; a tie slaps again, and on a thief the first must call."""
        first = self.race.first()
        if len(first) > 1:
            self._slap_again(self.stake, first, self.race.window_us(first))
        elif self.stake == THIEF:
            self._await_call(first[0])
        else:
            self.win_pile(first[0], "slap")

    def _slap_again(self, stake: str, seats: list[int], window_us: int) -> None:
        """Tell these seats' tie and open a race among them alone, which begins when all hands are up."""
        self.tell("clump", None, {"seats": seats, "window_us": window_us})
        self._open_race(stake, seats)
        self.again = True
        self.go_dark()

    def _end_again(self) -> None:
        """Open the pile to all: nobody of the clump has slapped again."""
        self.close_slap()
        self.tell("open")
        self._play_on()

    def leave_open_slap(self, seat: int) -> None:
        """Take this player out of the open slap, and end the slap if nobody is left in it."""
        for race in (self.race, self.calls, self.slipped):
            race.leave(seat)
        if not self.slipped.slapped:
            self.slipped.void()
        self.asked = [s for s in self.asked if s != seat]
        if not self.stake or self.first is not None or self.race.slapped:
            return  # there is no good slap, or it is still about others
        if not self.again:
            self.close_slap()  # only this player had slapped
        elif not self.race.waits_for:
            self.close_slap()  # this player was the last of a clump
            self.tell("open")
        elif "again" not in self.waits:
            # Only this player of the clump had slapped again: the others get their time to do so once more.
            self.thief_us = self.thief_late_us = None
            self.armed([])

    def void_open_slap(self) -> bool:
        """Take back the open slap, or slip slaps before they are paid for; return whether there was one."""
        if not self.stake and not self.slipped.open:
            return False
        self.slipped.void()
        self.close_slap()
        self.go_dark()
        self.end_if_time_is_up()
        return True

    # --- thieves ----------------------------------------------------------------------------------

    def may_call(self) -> bool:
        """Whether a thief was slapped and the time for the call is not over."""
        return self.thief_us is not None and self.now_us < self._time_limit("thief").late_us

    def call(self, seat: int) -> None:
        """Take this player's call by key or button; OpenlyRefused: it is not possible now."""
        if self.thief_us is None:
            raise OpenlyRefused("no thief has been slapped")
        if seat not in self.calls.waits_for:
            out = not self.calls.takes_part(seat)
            raise OpenlyRefused("you are out of the game" if out else "you have called already")
        if not self.may_call():
            raise OpenlyRefused("the time for the call is over")
        self._note_call(seat, exactly(self.now_us))

    def _note_call(self, seat: int, at: Span) -> None:
        """Note a call; the first slapper's own call wins the pile at once."""
        self.calls.note(seat, at)
        self.tell("called", seat, t_us=at.middle_us)
        if seat == self.first:
            self.win_pile(seat, "call")

    def _await_call(self, seat: int) -> None:
        """Wait for the call of this player, who slapped the thief first.

        From now on the race only notes who has slapped at all: a second slap is a call.
        """
        assert self.thief_us is not None
        self.first = seat
        for other in self.in_play():
            if not self.race.has_slapped(other):
                self.race.forget(other)
        self.asked = [seat]
        self.tell("thief", seat)
        if self.calls.has_slapped(seat):
            self.win_pile(seat, "call")
        else:
            self.wait("thief", self.thief_us + CALL_US)

    def _end_thief(self) -> None:
        """End the time for calls: the first slapper has not called, so the first other caller gets the pile.

        Several who called together slap again, and without any call the pile stays.
        """
        first = self.calls.first()
        if len(first) == 1:
            self.win_pile(first[0], "call")
        elif first:
            # All of them have called, so the next slap needs no call.
            self._slap_again(GOOD, first, self.calls.window_us(first))
        else:
            self.close_slap()
            self.tell("uncalled")
            self.go_dark()
