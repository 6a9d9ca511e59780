"""A game as its screen has it, played or shown again: what may be seen of it, and its time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from slamomatic.engine.vocabulary import Choice, Json
from slamomatic.face.hand_speed import Travel
from slamomatic.seat import Seat
from slamomatic.table.clock import GameClock
from slamomatic.table.moment import Moment
from slamomatic.table.outcome import Outcome, outcome_of
from slamomatic.table.played import PlayedGame
from slamomatic.table.players import Players


@dataclass(frozen=True, slots=True)
class Resumed:
    """The words and pictures for players whose game goes on from its journal."""

    welcome: str  # a sentence: where the game goes on
    lost: str  # a sentence: what the journal had lost; "" mostly
    recalled: Sequence[list[Json]]  # the public effects of the last events before, event by event


class ShownGame:
    """The part of a game that a screen reads. GameSession plays a game; Playback shows a journal again."""

    played: PlayedGame
    players: Players
    clock: GameClock
    travel: Travel  # how far a hand goes on a paddle, from touch to down
    only_watched = False  # whether nobody here can press anything
    resumed: Resumed | None = None

    # --- what is seen -------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        return self.played.game.NAME

    @property
    def options(self) -> Mapping[str, Any]:
        """The house rules of this game, as every view has them."""
        options: Mapping[str, Any] = self.moment.room["options"]
        return options

    @property
    def seats(self) -> list[Seat]:
        return self.players.seats

    @property
    def people(self) -> list[int]:
        return self.players.people

    @property
    def alone(self) -> int | None:
        """The one person among bots, whose hand the screen always shows; None when several share it."""
        return self.players.alone

    @property
    def moment(self) -> Moment:
        return self.played.moment

    @property
    def over(self) -> bool:
        return self.played.game.over

    @property
    def screen_us(self) -> int:
        """The delay of the screen that people look at."""
        return 0

    def view(self, seat: int | None) -> Json:
        return self.moment.view[seat]

    def legal(self, seat: int | None) -> list[Choice]:
        return self.moment.legal[seat]

    def take_moments(self) -> list[Moment]:
        """Return the moments since the last call, one for each event."""
        return self.played.take_moments()

    def outcome(self) -> Outcome:
        return outcome_of(self.played.game, self.seats, self.played.photographer, self.screen_us)

    def good_to_us(self, seat: int) -> int:
        """Return how exact the time of this seat's slap is."""
        raise NotImplementedError

    @property
    def rearm_us(self) -> int:
        """The time that paddles rest after a slap, once all hands are up."""
        return self.played.game.paddles.rearm_us

    def rests_us(self, seat: int) -> tuple[int, int] | None:
        """Return when this resting paddle counts again, by the game's time, and how long its rest is in all.

        The rest is counted from the newest event. None: the paddle counts now, or nobody knows until when.
        """
        game = self.played.game
        live_at_us = game.paddles.live_at_us(seat)
        if live_at_us is None or self.clock.paused:
            return None
        return live_at_us, max(0, live_at_us - game.now_us)

    @property
    def seats_on_keys(self) -> frozenset[int]:
        """The seats whose slaps come from a key."""
        return frozenset()

    @property
    def waiting_for(self) -> Sequence[int]:
        """The seats whose paddle has not said for a while whether it was slapped."""
        return ()

    @property
    def slapped_in_pause(self) -> bool:
        """Whether a paddle was slapped in this pause, and nobody has been told yet."""
        return False

    # --- time ---------------------------------------------------------------------------------------

    def pump(self) -> None:
        """Move the game on to now: everything that is due happens, in the order of its time."""
        raise NotImplementedError

    def wakes_at_us(self) -> int | None:
        """Return when `pump` has work next without a new slap, by the table's clock; None: never."""
        raise NotImplementedError

    def pause(self) -> None:
        self.clock.pause()

    def go_on(self) -> None:
        self.clock.go_on()
