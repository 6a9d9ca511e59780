"""Events that wait to be played, and up to when all of them are known."""

from __future__ import annotations

from collections.abc import Iterable

from slamomatic.engine.vocabulary import Event, in_order
from slamomatic.table.automatic import Automatic
from slamomatic.table.played import PlayedGame

SLAPS = ("down", "touch")


class EventQueue:
    """Slaps, choices and troubles of one game that are not played yet; times are the game's."""

    def __init__(self, played: PlayedGame, automatic: Automatic) -> None:
        self._played, self._automatic = played, automatic
        self._waiting: list[Event] = []
        self.complete_until_us = played.game.now_us  # everything before this is known, and played

    def put(self, event: Event) -> None:
        """Let an event wait for its turn."""
        self._waiting.append(event)

    def has(self, *words: str, seat: int | None = None) -> bool:
        """Whether such an event waits; `seat`: of this seat alone."""
        return any(event.do in words and seat in (None, event.seat) for event in self._waiting)

    def complete(self, until_us: int) -> None:
        """All sources have said that nothing earlier than this is still to come."""
        self.complete_until_us = max(self.complete_until_us, until_us)

    @property
    def between_slaps(self) -> bool:
        """Whether no slap is open, no hand is down and none is on its way; but for hands nobody waits for."""
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
        """Take out the earliest event that is known: one that waits, a bot's, a card, or the game's clock."""
        game, until_us = self._played.game, self.complete_until_us
        plans = [event for event in self._plans() if event.t_us <= until_us]
        known = [event for event in self._waiting if event.t_us <= until_us]
        first = in_order([*known, *plans], game.seats, game.turn or 0)[0] if known or plans else None
        due_us = game.due_us
        if due_us is not None and due_us <= until_us and (first is None or due_us < first.t_us):
            return Event("time", None, due_us)
        if first is None:
            card = self._automatic.card
            # The card lies there once it is shown: earlier slaps were meant for the pile before it.
            return card._replace(t_us=until_us) if card is not None and card.t_us <= until_us else None
        if first in known:
            self._waiting.remove(first)
        return first

    def _plans(self) -> list[Event]:
        """Each bot's next event, unless something changes before; bots that have left do nothing."""
        bots, gone = self._automatic.bots, self._played.game.gone
        return [bot.planned for seat, bot in bots.items() if bot.planned is not None and not gone[seat]]

    # --- what changes events that wait --------------------------------------------------------------

    def drop_slaps(self) -> None:
        """Drop slaps that are not played and void the open one; everything else happens now at the latest."""
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
        """Lift these seats' hands: else the table would wait for hands that went up long ago."""
        paddles = self._played.game.paddles
        for seat in sorted(seats):
            touches, slaps = self.has("touch", seat=seat), self.has("down", seat=seat)
            if paddles.touching[seat] or touches:
                self.put(Event("release", seat, t_us))
            if paddles.down[seat] or slaps:
                self.put(Event("up", seat, t_us))
