"""Events that wait to be played, and up to when all of them are known."""

from __future__ import annotations

from collections.abc import Iterable

from slamomatic.engine.vocabulary import Event, in_order
from slamomatic.table.automatic import Automatic
from slamomatic.table.played import PlayedGame

SLAPS = ("down", "touch")
DECIDED_WITHIN_US = 1_000_000  # of the last hand that decides a slap, it is judged
ENDS = {"up": "down", "release": "touch"}  # what lifts a hand, and what it ends


class EventQueue:
    """Slaps, choices and troubles of one game that are not played yet; times are the game's."""

    def __init__(self, played: PlayedGame, automatic: Automatic) -> None:
        self._played, self._automatic = played, automatic
        self._waiting: list[Event] = []
        self.complete_until_us = played.game.now_us  # everything before this is known, and played

    def put(self, event: Event) -> None:
        """Let an event wait for its turn."""
        self._waiting.append(event)

    def put_movement(self, event: Event) -> None:
        """Let what a hand did wait, in the order in which its source told it, whatever the times say.

        A slap waits at its earliest moment and a lift at its likeliest. Where a clock was far off, or stood
        still, a hand would otherwise lie there for ever, or be up before its next slap counts.
        """
        if event.do in ENDS:
            slaps_us = [
                one.t_us for one in self._waiting if (one.do, one.seat) == (ENDS[event.do], event.seat)
            ]
            event = event._replace(t_us=max([event.t_us, *(t_us + 1 for t_us in slaps_us)]))
        else:
            # Where both have the same time, the lift is played first.
            self._waiting = [
                one._replace(t_us=min(one.t_us, event.t_us))
                if ENDS.get(one.do) == event.do and one.seat == event.seat
                else one
                for one in self._waiting
            ]
        self._waiting.append(event)

    def has(self, *words: str, seat: int | None = None) -> bool:
        """Return whether an event with one of these words waits; `seat`: count only this seat's."""
        return any(event.do in words and seat in (None, event.seat) for event in self._waiting)

    def complete(self, until_us: int) -> None:
        """Note that all sources have told everything up to this moment: events up to it may be played."""
        self.complete_until_us = max(self.complete_until_us, until_us)

    @property
    def between_slaps(self) -> bool:
        """Whether no slap is open, and no hand that the game waits for is down or on its way."""
        hands = self._played.game.paddles
        waits_for = [seat for seat in range(len(hands.live)) if hands.is_awaited(seat)]
        coming = any(self.has(*SLAPS, seat=seat) for seat in waits_for)
        return not (coming or any(map(hands.in_contact, waits_for)) or self._played.moment.disputable)

    # --- what comes next ----------------------------------------------------------------------------

    def next_due_us(self) -> int | None:
        """Return when something is to be played next; None: nothing will happen by itself."""
        coming = [*self._waiting, *self._plans(), self._automatic.card]
        dues = [self._played.game.due_us, *(event.t_us for event in coming if event is not None)]
        return min((due_us for due_us in dues if due_us is not None), default=None)

    def next(self) -> Event | None:
        """Take out the earliest event that may be played; None: nothing is due yet.

        Of equal times, a waiting event or a bot's goes before what the game's clock has due. A card goes only
        where nothing else is due: a slap that is due was meant for the pile without it.
        """
        game, until_us = self._played.game, self.complete_until_us
        plans = [event for event in self._plans() if event.t_us <= until_us]
        known = [event for event in self._waiting if event.t_us <= until_us]
        first = in_order([*known, *plans], game.seats, game.turn or 0)[0] if known or plans else None
        due_us = game.due_us
        if first is not None and first.do == "drop" and game.asked and due_us is not None:
            decided_us = due_us - first.t_us
            if 0 <= decided_us <= DECIDED_WITHIN_US:
                # Hands have decided the slap, and nobody can be named yet. Who leaves just then was there.
                self._waiting[self._waiting.index(first)] = first._replace(t_us=due_us + 1)
                return self.next()
        if due_us is not None and due_us <= until_us and (first is None or due_us < first.t_us):
            return Event("time", None, due_us)
        if first is None:
            card = self._automatic.card
            # Played now, not at its own time: the card lies there only once it is shown.
            return card._replace(t_us=until_us) if card is not None and card.t_us <= until_us else None
        if first in known:
            self._waiting.remove(first)
        return first

    def is_alone(self, slap: Event, others: Iterable[Event], known_until_us: int) -> bool:
        """Return whether certainly nothing else happened while a slap may have been made.

        `others`: further slaps that do not wait here yet. `known_until_us`: up to when the units have told
        all. Only the rest of its own hand may fall into that time: its source knows that order.
        """
        hands, seat = self._played.game.paddles, slap.seat
        margin_us = max(1, hands.widest_window_us())
        from_us, until_us = slap.t_us - margin_us, slap.t_us + slap.data.get("later_us", 0) + margin_us
        due_us = self._played.game.due_us
        if known_until_us + margin_us < until_us or (due_us is not None and due_us <= until_us):
            return False
        coming = [event for event in (*self._waiting, *self._plans(), *others) if event.seat != seat]
        spans = [(event.t_us, event.t_us + event.data.get("later_us", 0)) for event in coming]
        before = [since_us for other, since_us in enumerate(hands.since_us) if other != seat]
        apart = all(until_us < early_us or late_us < from_us for early_us, late_us in spans)
        return apart and max(before, default=0) < from_us

    def _plans(self) -> list[Event]:
        """Return the next event that each bot plans; bots that have left plan nothing."""
        bots, gone = self._automatic.bots, self._played.game.gone
        return [bot.planned for seat, bot in bots.items() if bot.planned is not None and not gone[seat]]

    # --- what changes events that wait --------------------------------------------------------------

    def drop_slaps(self) -> None:
        """Drop slaps that are not played yet and void the open one.

        Everything else that waits happens by now at the latest, because the caller sets the game's time back.
        """
        until_us = self.complete_until_us
        self._waiting = [
            event._replace(t_us=min(event.t_us, until_us)) for event in self._waiting if event.do not in SLAPS
        ]
        void = Event("void", None, until_us)
        if void not in self._waiting:  # two sources at once make one slap void, once
            self._waiting.append(void)

    def put_choices_before(self, seat: int, t_us: int, read_us: int) -> None:
        """Move this seat's choices that were made before `read_us` before a slap at `t_us`."""
        choices = self._played.game.EVENTS
        self._waiting = [
            event._replace(t_us=min(event.t_us, t_us - 1))
            if event.seat == seat and event.do in choices and event.t_us < read_us
            else event
            for event in self._waiting
        ]

    def lift_hands(self, seats: Iterable[int], t_us: int) -> None:
        """Lift the hands of these seats where they are down, or are about to be by an event that waits.

        Otherwise the table would wait for hands that went up long ago.
        """
        paddles = self._played.game.paddles
        for seat in sorted(seats):
            touches, slaps = self.has("touch", seat=seat), self.has("down", seat=seat)
            if paddles.touching[seat] or touches:
                self.put_movement(Event("release", seat, t_us))
            if paddles.down[seat] or slaps:
                self.put_movement(Event("up", seat, t_us))
