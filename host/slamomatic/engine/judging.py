"""Judging slaps, for all games: which paddles count now, and which of two slaps was certainly earlier."""

from collections.abc import Iterable, Sequence

from slamomatic.engine.span import Span, TimeLimit

# A race keeps a time for each seat: of its slap, or one of these two.
WAITING = -1  # the seat takes part and has not slapped
OUT = -2  # the seat takes no part

NAMED_AFTER_US = 3_000_000  # the longest that play waits for a hand to come to rest
TAPS = 2  # a hand pressed so often while everybody waits is drumming; the first tap may be part of the slap
REST_US = 600_000  # after so long without a contact, no slap is on its way to be judged


class Paddles:
    """The paddles: down, touched, live or dark, and when the dark ones come live again.

    The declared fields change during play. They are plain values, so that a copy of them is the saved state.
    """

    down: list[bool]
    touching: list[bool]
    live: list[bool]
    since_us: list[int]  # last contact change, per seat
    quiet_us: int  # last contact change, any seat
    dark_all: bool  # all of them wait for all of them
    held: bool  # the game has a choice pending: no re-arm meanwhile
    curtain: bool
    named: list[bool]  # not at rest when the others went live: play goes on without it
    faulty: list[bool]
    absent: list[bool]  # players who left
    awaited_us: list[int]  # since when the paddle is dark and its hand is waited for
    taps: list[int]  # how often it was pressed since then
    restless: list[bool]  # named for drumming: it must rest before it counts again
    source: list[int]  # which unit or keyboard a seat's slaps come from
    error_us: list[int]  # stated error per source
    up_us: list[int]  # per source: how long after its time an `up` may be told; none: at once

    def __init__(self, seats: int, clump_us: int, rearm_ms: int) -> None:
        self.clump_us = clump_us
        self.rearm_us = rearm_ms * 1000
        self.handicap_us = [0] * seats
        self.source = [0] * seats
        self.error_us = [0]
        self.up_us = []
        self.down = [False] * seats
        self.touching = [False] * seats
        self.live = [True] * seats
        self.since_us = [0] * seats
        self.quiet_us = 0
        self.dark_all = self.held = self.curtain = False
        self.named = [False] * seats
        self.faulty = [False] * seats
        self.absent = [False] * seats
        self.awaited_us = [0] * seats
        self.taps = [0] * seats
        self.restless = [False] * seats

    # --- contacts ---------------------------------------------------------------------------------

    def press(self, seat: int, t_us: int) -> bool:
        """Note that the paddle went down; return whether it is live, so that the slap counts."""
        self.down[seat] = True
        return self._note_contact(seat, t_us)

    def touch(self, seat: int, t_us: int) -> bool:
        """Note that a hand touched the paddle; return whether it is live, so that the touch counts."""
        self.touching[seat] = True
        return self._note_contact(seat, t_us)

    def lift(self, seat: int, t_us: int) -> None:
        """Note that the paddle came up."""
        self.down[seat] = False
        self._note_contact_end(seat, t_us)

    def release(self, seat: int, t_us: int) -> None:
        """Note that the hand left the touch contact."""
        self.touching[seat] = False
        self._note_contact_end(seat, t_us)

    def in_contact(self, seat: int) -> bool:
        return self.down[seat] or self.touching[seat]

    def _note_contact(self, seat: int, t_us: int) -> bool:
        """Count a tap of this hand and restart the wait for quiet; return whether the paddle is live."""
        self.since_us[seat] = t_us
        self.taps[seat] += 1
        self._restart_wait(seat, t_us)
        return self.live[seat]

    def _restart_wait(self, seat: int, t_us: int) -> None:
        """Let the wait for quiet paddles begin again, unless nobody waits for this one."""
        if t_us > self.quiet_us and not (self.restless[seat] or self.faulty[seat]):
            self.quiet_us = t_us

    def _note_contact_end(self, seat: int, t_us: int) -> None:
        """Note that the paddle came up, or that the hand left its touch contact."""
        self.since_us[seat] = t_us
        if self.named[seat] and not self.restless[seat] and not self.in_contact(seat):
            # Play went on without this hand, so lifting it does not restart the wait.
            self.named[seat] = False
            if not self.dark_all:
                self.live[seat] = True
        else:
            self._restart_wait(seat, t_us)

    def change_source(self, seat: int, error_us: int, up_us: int = 0) -> None:
        """Give the seat a new source of its own, such as another paddle or a key; start with it up.

        The old source keeps its error, as other seats may use it.
        """
        # A slap that is not judged yet may be by the old source, so the new error is never the smaller one.
        error_us = max(error_us, self.seat_error_us(seat))
        self.source[seat] = len(self.error_us)
        self.error_us = [*self.error_us, error_us]
        if up_us:
            told_at_once = [0] * (self.source[seat] - len(self.up_us))
            self.up_us = [*self.up_us, *told_at_once, up_us]
        self.faulty[seat] = False
        self._end_drumming(seat)
        self.release(seat, self.since_us[seat])
        self.lift(seat, self.since_us[seat])

    # --- live and dark ----------------------------------------------------------------------------

    def darken(self, t_us: int, keep: Sequence[int] = ()) -> list[int]:
        """Make all paddles but those in `keep` dark until all are up and quiet; return which changed."""
        darkened = [seat for seat, live in enumerate(self.live) if live and seat not in keep]
        for seat in darkened:
            self.live[seat] = False
        self._await_hands_from(t_us)
        self.dark_all = True
        if t_us > self.quiet_us:
            self.quiet_us = t_us
        return darkened

    def darken_seat(self, seat: int, t_us: int) -> bool:
        """Make only this paddle dark, until it is up and quiet itself; return whether it was live."""
        was_live = self.live[seat]
        self.live[seat] = False
        self.since_us[seat] = max(self.since_us[seat], t_us)
        self.awaited_us[seat], self.taps[seat] = t_us, 0
        return was_live

    def _await_hands_from(self, t_us: int) -> None:
        """Give all hands the full time to come to rest, counted from `t_us`, and forget their taps."""
        self.awaited_us = [t_us] * len(self.live)
        self.taps = [0] * len(self.live)

    def _end_drumming(self, seat: int) -> None:
        """Treat this hand as not drumming any more: it has come to rest, or counts although it has not."""
        if self.restless[seat]:
            self.restless[seat] = self.named[seat] = False

    def wake(self, seats: Iterable[int]) -> None:
        """Make these paddles live at once, while others are dark."""
        for seat in seats:
            self.live[seat] = True
            self._end_drumming(seat)

    def hold(self, on: bool, t_us: int) -> None:
        """Keep dark paddles dark while a choice is pending (`on`), or end that.

        After the hold, all hands have the full time to come to rest again; `resume` ends it without that.
        """
        if self.held and not on:
            self.quiet_us = max(self.quiet_us, t_us)
            self._await_hands_from(t_us)
        self.held = on

    def resume(self) -> None:
        """End the hold: paddles that were up and quiet meanwhile need not rest again."""
        self.held = False

    @property
    def due_us(self) -> int | None:
        """When `wake_rested` has something to do if no contact changes before; None: never.

        That is when paddles have been up for long enough, or when play stops waiting for a hand.
        """
        if self.held or self.curtain:
            return None
        if self.dark_all:  # all wait for all
            due_us = self.quiet_us + (NAMED_AFTER_US if self._awaited_in_contact() else self.rearm_us)
            if max(self.taps) < TAPS:
                return due_us
            return min([due_us, *(self._patience_ends_us(seat) for seat in self._drumming_seats())])
        dues_us = []
        for seat, live in enumerate(self.live):  # each waits for its own hand
            if live or self.absent[seat] or (self.named[seat] and not self.restless[seat]):
                continue  # a named hand that lies there wakes its paddle when it comes up
            in_contact = self.down[seat] or self.touching[seat]
            if not in_contact:
                dues_us.append(self.since_us[seat] + self.rearm_us)
            elif not self.restless[seat]:
                dues_us.append(self.since_us[seat] + NAMED_AFTER_US)
        if dues_us and max(self.taps) >= TAPS:
            dues_us += [self._patience_ends_us(seat) for seat in self._drumming_seats()]
        return min(dues_us, default=None)

    def drums(self, seat: int) -> bool:
        """Whether this hand was named for drumming and has not rested since; a broken paddle never does."""
        return self.restless[seat] and not self.faulty[seat]

    def _patience_ends_us(self, seat: int) -> int:
        """When play stops waiting for this hand, if it never rests."""
        return self.awaited_us[seat] + NAMED_AFTER_US

    def _drumming_seats(self) -> list[int]:
        """The seats whose hands tap again and again, so that play would wait for them without end.

        Their paddles are dark and awaited, and can't have rested when play stops waiting.
        """
        return [
            seat
            for seat, taps in enumerate(self.taps)
            if taps >= TAPS
            and not (self.live[seat] or self.named[seat] or self.faulty[seat] or self.absent[seat])
            and (self.in_contact(seat) or self.since_us[seat] + self.rearm_us > self._patience_ends_us(seat))
        ]

    def live_at_us(self, seat: int) -> int | None:
        """When this dark paddle counts again if no hand moves before.

        None: it is live, its player has left, or a hand, a choice or the curtain must move first.
        """
        if self.live[seat] or self.absent[seat] or self.held or self.curtain or self._awaited_in_contact():
            return None
        if self.restless[seat]:
            return None if self.in_contact(seat) else self.since_us[seat] + self.rearm_us
        return (self.quiet_us if self.dark_all else self.since_us[seat]) + self.rearm_us

    def is_awaited(self, seat: int) -> bool:
        """Whether play waits for this hand to rest: its player is there, and it neither lies nor drums."""
        return not (self.faulty[seat] or self.named[seat] or self.absent[seat])

    def _awaited_in_contact(self) -> bool:
        """Whether a hand is on a paddle that play waits for."""
        # This is asked after every event, so the usual case comes first: no hand is on any paddle.
        down, touching = self.down, self.touching
        if True not in down and True not in touching:
            return False
        for seat in range(len(down)):
            in_contact = down[seat] or touching[seat]
            if in_contact and self.is_awaited(seat):
                return True
        return False

    def anybody_awaited(self) -> bool:
        """Whether play still waits for a dark paddle: the incident is not over."""
        return self.dark_all or any(
            not (live or self.named[seat] or self.faulty[seat] or self.absent[seat])
            for seat, live in enumerate(self.live)
        )

    def wake_rested(self, t_us: int) -> tuple[list[int], list[int]]:
        """Do what is due at `t_us`: paddles whose hands rested come live, hands that did not are named.

        Returns (the seats that came live, the seats that are named). Play goes on without a named hand.
        """
        if drumming := [seat for seat in self._drumming_seats() if self._patience_ends_us(seat) <= t_us]:
            self._name_drumming(drumming)
            return [], drumming  # whether the others have rested is the next call
        if self.dark_all:
            self.dark_all = False
            rested, lying = [], []
            for seat, down in enumerate(self.down):
                if not (down or self.touching[seat]):
                    if not self.restless[seat] or self.since_us[seat] + self.rearm_us <= t_us:
                        rested.append(seat)
                elif not (self.faulty[seat] or self.named[seat] or self.absent[seat]):
                    lying.append(seat)
        else:
            # Each paddle waits for its own hand alone.
            waiting = [
                seat
                for seat, live in enumerate(self.live)
                if not (live or self.absent[seat] or (self.named[seat] and not self.restless[seat]))
            ]
            off = [seat for seat in waiting if not self.in_contact(seat)]
            rested = [seat for seat in off if self.since_us[seat] + self.rearm_us <= t_us]
            on = [seat for seat in waiting if self.in_contact(seat) and not self.restless[seat]]
            lying = [seat for seat in on if self.since_us[seat] + NAMED_AFTER_US <= t_us]
        for seat in lying:
            self.named[seat] = True
        woken = []
        for seat in rested:
            if not self.live[seat] and not self.absent[seat]:
                self.live[seat] = True
                if self.restless[seat]:
                    self.since_us[seat] += self.rearm_us  # contacts before its rest say nothing any more
                self._end_drumming(seat)
                woken.append(seat)
        return woken, lying

    def _name_drumming(self, drumming: list[int]) -> None:
        """Name these hands for drumming. From now on only the other sound hands must come to rest."""
        for seat in drumming:
            self.named[seat] = self.restless[seat] = True
        others = [s for s, faulty in enumerate(self.faulty) if not (faulty or self.restless[s])]
        # How long the others have been at rest by now still counts.
        rested_us = [max(self.since_us[seat], self.awaited_us[seat]) for seat in others]
        self.quiet_us = max(rested_us, default=max(self.awaited_us))

    # --- accuracy -----------------------------------------------------------------------------------

    def seat_error_us(self, seat: int) -> int:
        """How far the times of this seat's source may be off against all others."""
        return self.error_us[self.source[seat]]

    def coarsen(self, seat: int, error_us: int) -> None:
        """Judge the seat's source by this error if it is larger than the known one, for every seat on it."""
        self._judge_by(seat, max(self.seat_error_us(seat), error_us))

    def refine(self, seat: int, error_us: int) -> None:
        """Judge the seat's source by this error if it is smaller; only while no slap waits to be judged."""
        self._judge_by(seat, max(0, min(self.seat_error_us(seat), error_us)))

    def at_rest(self, now_us: int) -> bool:
        """Whether every paddle that is waited for is live and up, and has been for a while."""
        ready = all(live or not self.is_awaited(seat) for seat, live in enumerate(self.live))
        return ready and not self._awaited_in_contact() and now_us - self.quiet_us >= REST_US

    def _judge_by(self, seat: int, error_us: int) -> None:
        """Set the error of the seat's source."""
        errors_us = self.error_us.copy()  # the list may be the set-up's or another state's
        errors_us[self.source[seat]] = error_us
        self.error_us = errors_us

    def up_delay_us(self, seat: int) -> int:
        """How long after its time the seat's `up` may still be told."""
        source = self.source[seat]
        return self.up_us[source] if source < len(self.up_us) else 0

    # --- order ------------------------------------------------------------------------------------

    def window_us(self, one: int, other: int) -> int:
        """How far apart slaps of these two seats must be: closer ones are too close to call."""
        a, b = self.source[one], self.source[other]
        return self.clump_us if a == b else max(self.clump_us, self.error_us[a] + self.error_us[b])

    def widest_window_us(self) -> int:
        """The largest window of any two seats: slaps this far apart can always be told apart."""
        if len(self.error_us) == 1:
            return self.clump_us
        errors = sorted(self.error_us[source] for source in set(self.source))
        return max(self.clump_us, sum(errors[-2:])) if len(errors) > 1 else self.clump_us

    def worst_error_us(self) -> int:
        """How far any seat's slap may be off against the table's clock."""
        errors_us = self.error_us
        return errors_us[0] if len(errors_us) == 1 else max(map(errors_us.__getitem__, self.source))

    def over_for_all_us(self, limit: TimeLimit) -> int:
        """When the time limit is certainly over for every seat, however far off its clock is."""
        off_us = 0 if limit.seat is None else self.seat_error_us(limit.seat)
        return limit.late_us + off_us + self.worst_error_us()

    def doubtful_us(self, limit: TimeLimit, seat: int) -> tuple[int, int]:
        """From when to when nobody knows whether a slap of this seat was within the limit."""
        off_us = 0 if limit.seat is None else self.seat_error_us(limit.seat)
        return limit.early_us - off_us, self.over_for_all_us(limit) - self.seat_error_us(seat)

    def is_doubtful(self, seat: int, at: Span, doubtful_times_us: Sequence[tuple[int, int]]) -> bool:
        """Whether this slap may have been within a doubtful time, so that nobody knows what it means."""
        # A dark paddle's wait is measured from its own hand by the same clock, so the clock's error cancels.
        off_us = self.seat_error_us(seat) if self.live[seat] else 0
        first_us, last_us = at.early_us - off_us, at.late_us + off_us
        return any(first_us < to_us and from_us <= last_us for from_us, to_us in doubtful_times_us)

    def surely_before(self, one: int, at: Span, other: int, other_at: Span) -> bool:
        """Whether `one` certainly slapped before `other`: by at least their window, within both spans."""
        return other_at.early_us - at.late_us >= max(1, self.window_us(one, other))

    def after_head_start(self, seat: int, at: Span, opened: Span) -> Span:
        """The slap's time less the seat's head start, but not before `opened`, the event it answers."""
        if head_start_us := self.handicap_us[seat]:
            at = at.later(-head_start_us)
        return at if at.early_us >= opened.late_us else at.not_before(opened)
