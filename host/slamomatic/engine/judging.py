"""Judging slaps, for all games: which paddles count now, who was first, who was last, what is a clump."""

from collections.abc import Iterable, Sequence

from slamomatic.engine.span import Span, TimeLimit

# In a race a seat has slapped at some time, or is one of these two.
WAITING = -1
OUT = -2

NAMED_AFTER_US = 3_000_000  # the longest that play waits for a hand to come to rest
TAPS = 2  # so often pressed while everybody waits, a hand is drumming; the first may be part of the slap
REST_US = 600_000  # without a contact for so long, no slap is on its way to be judged


class Paddles:
    """The paddles: down, touched, live or dark, and when the dark ones come live again.

    Plain lists, so that a state is saved and restored by copying them.
    """

    STATE = (
        "down",
        "touching",
        "live",
        "since_us",
        "quiet_us",
        "dark_all",
        "held",
        "curtain",
        "named",
        "faulty",
        "absent",
        "awaited_us",
        "taps",
        "restless",
        "source",
        "error_us",
    )

    def __init__(self, seats: int, clump_us: int, rearm_ms: int) -> None:
        self.clump_us = clump_us
        self.rearm_us = rearm_ms * 1000
        self.handicap_us = [0] * seats
        self.source = [0] * seats  # which unit or keyboard a seat's slaps come from
        self.error_us = [0]  # stated error per source
        self.up_us: list[int] = []  # per source: how long after its time an `up` may be told; none: at once
        self.down = [False] * seats
        self.touching = [False] * seats
        self.live = [True] * seats
        self.since_us = [0] * seats  # last contact change, per seat
        self.quiet_us = 0  # last contact change, any seat
        self.dark_all = False  # all of them wait for all of them
        self.held = False  # the game has a choice pending: no re-arm meanwhile
        self.curtain = False
        self.named = [False] * seats  # not at rest when the others went live: play goes on without it
        self.awaited_us = [0] * seats  # since when the paddle is dark and its hand is waited for
        self.taps = [0] * seats  # how often it was pressed since then
        self.restless = [False] * seats  # named for drumming: it must rest before it counts again
        self.faulty = [False] * seats
        self.absent = [False] * seats  # players who left

    # --- contacts ---------------------------------------------------------------------------------

    def press(self, seat: int, t_us: int) -> bool:
        """The paddle goes down; True when that counts."""
        self.down[seat] = True
        return self._changed(seat, t_us)

    def touch(self, seat: int, t_us: int) -> bool:
        """A hand touches it; True when that counts."""
        self.touching[seat] = True
        return self._changed(seat, t_us)

    def lift(self, seat: int, t_us: int) -> None:
        self.down[seat] = False
        self._left(seat, t_us)

    def release(self, seat: int, t_us: int) -> None:
        self.touching[seat] = False
        self._left(seat, t_us)

    def in_contact(self, seat: int) -> bool:
        return self.down[seat] or self.touching[seat]

    def _changed(self, seat: int, t_us: int) -> bool:
        self.since_us[seat] = t_us
        self.taps[seat] += 1
        self._stirs(seat, t_us)
        return self.live[seat]

    def _stirs(self, seat: int, t_us: int) -> None:
        """The wait begins again, unless nobody waits for this paddle."""
        if t_us > self.quiet_us and not (self.restless[seat] or self.faulty[seat]):
            self.quiet_us = t_us

    def _left(self, seat: int, t_us: int) -> None:
        self.since_us[seat] = t_us
        if self.named[seat] and not self.restless[seat] and not self.in_contact(seat):
            # It was left out of the wait, so its coming up does not restart it.
            self.named[seat] = False
            if not self.dark_all:
                self.live[seat] = True
        else:
            self._stirs(seat, t_us)

    def moved(self, seat: int, error_us: int, up_us: int = 0) -> None:
        """The seat slaps by something else from now on, a source of its own; the old one is left as it is.

        A slap that is open may still be by the old one, so the new one is never the finer.
        """
        error_us = max(error_us, self.error_of(seat))
        self.source[seat] = len(self.error_us)
        self.error_us = [*self.error_us, error_us]
        if up_us:
            told_at_once = [0] * (self.source[seat] - len(self.up_us))
            self.up_us = [*self.up_us, *told_at_once, up_us]
        self.faulty[seat] = False
        self._forgive(seat)
        self.release(seat, self.since_us[seat])
        self.lift(seat, self.since_us[seat])

    # --- live and dark ----------------------------------------------------------------------------

    def darken(self, t_us: int, keep: Sequence[int] = ()) -> list[int]:
        """Paddles (but for `keep`) go dark until all are up and quiet; returns the seats that went dark."""
        were = [seat for seat, live in enumerate(self.live) if live and seat not in keep]
        for seat in were:
            self.live[seat] = False
        self._wait_from(t_us)
        self.dark_all = True
        if t_us > self.quiet_us:
            self.quiet_us = t_us
        return were

    def darken_seat(self, seat: int, t_us: int) -> list[int]:
        """Only this paddle goes dark, until it is up and quiet itself: the others stay as they are."""
        was = [seat] if self.live[seat] else []
        self.live[seat] = False
        self.since_us[seat] = max(self.since_us[seat], t_us)
        self.awaited_us[seat], self.taps[seat] = t_us, 0
        return was

    def _wait_from(self, t_us: int) -> None:
        """From now on all hands have as long as there is to come to rest."""
        self.awaited_us = [t_us] * len(self.live)
        self.taps = [0] * len(self.live)

    def _forgive(self, seat: int) -> None:
        """This hand has come to rest, or counts although it has not."""
        if self.restless[seat]:
            self.restless[seat] = self.named[seat] = False

    def wake(self, seats: Iterable[int]) -> None:
        """These paddles count at once, while others are dark."""
        for seat in seats:
            self.live[seat] = True
            self._forgive(seat)

    def hold(self, on: bool, t_us: int) -> None:
        """While held, nothing comes live: a choice is pending, or a hand is looked at."""
        if self.held and not on:
            self.quiet_us = max(self.quiet_us, t_us)
            self._wait_from(t_us)
        self.held = on

    def resume(self) -> None:
        """Nothing is pending any more: paddles that were up and quiet meanwhile need no rest."""
        self.held = False

    @property
    def due_us(self) -> int | None:
        """When something happens by itself if no contact changes before; None: nothing will."""
        if self.held or self.curtain:
            return None
        if self.dark_all:
            due_us = self.quiet_us + (NAMED_AFTER_US if self._anybody_down() else self.rearm_us)
            if max(self.taps) < TAPS:
                return due_us
            return min([due_us, *(self._tires_us(seat) for seat in self._drumming())])
        dues_us = []
        for seat, live in enumerate(self.live):
            if live or self.absent[seat] or (self.named[seat] and not self.restless[seat]):
                continue
            in_contact = self.down[seat] or self.touching[seat]
            if not in_contact:
                dues_us.append(self.since_us[seat] + self.rearm_us)
            elif not self.restless[seat]:
                dues_us.append(self.since_us[seat] + NAMED_AFTER_US)
        if dues_us and max(self.taps) >= TAPS:
            dues_us += [self._tires_us(seat) for seat in self._drumming()]
        return min(dues_us, default=None)

    def drums(self, seat: int) -> bool:
        """Whether this hand was named for drumming and has not rested since; a broken paddle never does."""
        return self.restless[seat] and not self.faulty[seat]

    def _tires_us(self, seat: int) -> int:
        """Until then play waits for a hand that never rests."""
        return self.awaited_us[seat] + NAMED_AFTER_US

    def _drumming(self) -> list[int]:
        """Whose hands taps again and again, so that the wait for them would have no end."""
        return [
            seat
            for seat, taps in enumerate(self.taps)
            if taps >= TAPS
            and not (self.live[seat] or self.named[seat] or self.faulty[seat] or self.absent[seat])
            and (self.in_contact(seat) or self.since_us[seat] + self.rearm_us > self._tires_us(seat))
        ]

    def live_at_us(self, seat: int) -> int | None:
        """When this dark paddle counts again if no hand moves before; None: hands or a choice come first."""
        if self.live[seat] or self.absent[seat] or self.held or self.curtain or self._anybody_down():
            return None
        if self.restless[seat]:
            return None if self.in_contact(seat) else self.since_us[seat] + self.rearm_us
        return (self.quiet_us if self.dark_all else self.since_us[seat]) + self.rearm_us

    def awaited(self, seat: int) -> bool:
        """Whether play waits for this hand to rest: its player is there, and it neither lies nor drums."""
        return not (self.faulty[seat] or self.named[seat] or self.absent[seat])

    def _anybody_down(self) -> bool:
        """Whether a paddle that is waited for is not up yet."""
        # Asked after every event: most of them find all hands off the paddles, or a hand just down.
        down, touching = self.down, self.touching
        if True not in down and True not in touching:
            return False
        for seat in range(len(down)):
            in_contact = down[seat] or touching[seat]
            if in_contact and self.awaited(seat):
                return True
        return False

    def anybody_awaited(self) -> bool:
        """Whether play still waits for a dark paddle: the incident is not over."""
        return self.dark_all or any(
            not (live or self.named[seat] or self.faulty[seat] or self.absent[seat])
            for seat, live in enumerate(self.live)
        )

    def settle(self, t_us: int) -> tuple[list[int], list[int]]:
        """What was due at `t_us`: (the seats that came live, the seats named as not at rest)."""
        if drumming := [seat for seat in self._drumming() if self._tires_us(seat) <= t_us]:
            return [], self._leave_out(drumming)
        if self.dark_all:
            self.dark_all = False
            ready, stuck = [], []
            for seat, down in enumerate(self.down):
                if not (down or self.touching[seat]):
                    if not self.restless[seat] or self.since_us[seat] + self.rearm_us <= t_us:
                        ready.append(seat)
                elif not (self.faulty[seat] or self.named[seat] or self.absent[seat]):
                    stuck.append(seat)
        else:
            over = [
                seat
                for seat, live in enumerate(self.live)
                if not (live or self.absent[seat] or (self.named[seat] and not self.restless[seat]))
            ]
            lies = [s for s in over if self.in_contact(s) and not self.restless[s]]
            stuck = [s for s in lies if self.since_us[s] + NAMED_AFTER_US <= t_us]
            ready = [s for s in over if not self.in_contact(s) and self.since_us[s] + self.rearm_us <= t_us]
        for seat in stuck:
            self.named[seat] = True
        woken = []
        for seat in ready:
            if not self.live[seat] and not self.absent[seat]:
                self.live[seat] = True
                if self.restless[seat]:
                    self.since_us[seat] += self.rearm_us  # what came before its rest says nothing any more
                self._forgive(seat)
                woken.append(seat)
        return woken, stuck

    def _leave_out(self, drumming: list[int]) -> list[int]:
        """Wait for the other hands alone, as long as they have rested already."""
        for seat in drumming:
            self.named[seat] = self.restless[seat] = True
        others = [s for s, faulty in enumerate(self.faulty) if not (faulty or self.restless[s])]
        rested_us = [max(self.since_us[seat], self.awaited_us[seat]) for seat in others]
        self.quiet_us = max(rested_us, default=max(self.awaited_us))
        return drumming

    # --- accuracy -----------------------------------------------------------------------------------

    def error_of(self, seat: int) -> int:
        """How far the times of this seat's source may be off against all others."""
        return self.error_us[self.source[seat]]

    def coarser(self, seat: int, error_us: int) -> None:
        """This seat's source is less true than was known, for every seat on it."""
        self._judge_by(seat, max(self.error_of(seat), error_us))

    def finer(self, seat: int, error_us: int) -> None:
        """This seat's source is truer than was known; only while no slap waits to be judged."""
        self._judge_by(seat, max(0, min(self.error_of(seat), error_us)))

    def at_rest(self, now_us: int) -> bool:
        """Whether every paddle that is waited for is live and up, and has been for a while."""
        ready = all(live or not self.awaited(seat) for seat, live in enumerate(self.live))
        return ready and not self._anybody_down() and now_us - self.quiet_us >= REST_US

    def _judge_by(self, seat: int, error_us: int) -> None:
        errors_us = self.error_us.copy()  # the list may be the set-up's or another state's
        errors_us[self.source[seat]] = error_us
        self.error_us = errors_us

    def up_of(self, seat: int) -> int:
        """How long it may take until the seat's hand is known to be up."""
        source = self.source[seat]
        return self.up_us[source] if source < len(self.up_us) else 0

    # --- order ------------------------------------------------------------------------------------

    def window_us(self, one: int, other: int) -> int:
        """Slaps of these two seats closer than this are too close to call."""
        a, b = self.source[one], self.source[other]
        return self.clump_us if a == b else max(self.clump_us, self.error_us[a] + self.error_us[b])

    def widest_us(self) -> int:
        """Slaps this far apart can always be told apart, whichever seats they are of."""
        if len(self.error_us) == 1:
            return self.clump_us
        errors = sorted(self.error_us[source] for source in set(self.source))
        return max(self.clump_us, sum(errors[-2:])) if len(errors) > 1 else self.clump_us

    def worst_us(self) -> int:
        """How far any seat's slap may be off against the table's clock."""
        errors_us = self.error_us
        return errors_us[0] if len(errors_us) == 1 else max(map(errors_us.__getitem__, self.source))

    def over_us(self, limit: TimeLimit) -> int:
        """When all slaps are certainly too late, whatever clock tells them."""
        off_us = 0 if limit.seat is None else self.error_of(limit.seat)
        return limit.late_us + off_us + self.worst_us()

    def doubtful_us(self, limit: TimeLimit, seat: int) -> tuple[int, int]:
        """From when to when nobody knows whether a slap of this seat was in time."""
        off_us = 0 if limit.seat is None else self.error_of(limit.seat)
        return limit.early_us - off_us, self.over_us(limit) - self.error_of(seat)

    def crosses(self, seat: int, at: Span, doubtful_times_us: Sequence[tuple[int, int]]) -> bool:
        """Whether this slap may have been on either side of a limit, so that nobody knows what it means."""
        # When a dark paddle comes live is measured from its own hand, by the same clock.
        off_us = self.error_of(seat) if self.live[seat] else 0
        first_us, last_us = at.early_us - off_us, at.late_us + off_us
        return any(first_us < to_us and from_us <= last_us for from_us, to_us in doubtful_times_us)

    def before(self, one: int, at: Span, other: int, other_at: Span) -> bool:
        """Whether `one` slapped certainly before `other`: by at least the window, whenever both were."""
        return other_at.early_us - at.late_us >= max(1, self.window_us(one, other))

    def counted(self, seat: int, at: Span, opened: Span) -> Span:
        """A slap's time after the seat's head start; nobody gets in front of what they answer to."""
        if head_start_us := self.handicap_us[seat]:
            at = at.later(-head_start_us)
        return at if at.early_us >= opened.late_us else at.not_before(opened)
