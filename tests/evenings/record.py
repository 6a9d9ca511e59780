"""The record of a game, cut into pieces that can each be judged alone."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from slamomatic.engine.core import Game
from slamomatic.engine.vocabulary import Effect, Json

# Effects of each game that name who was first or last, and its words for hands too close together.
NAMES = frozenset({"lost", "last", "won", "cleared"})
TIES = frozenset({"clump", "tie"})
VERDICTS = NAMES | TIES | {"nobody"}  # the last: all were too soon, and play again
CALLED = "called"  # Slamwich's "stop thief"


class Cut(Enum):
    """Why a piece ends."""

    QUIET = "quiet"  # nothing is open, every hand is up, nothing is due
    VERDICT = "verdict"  # somebody was named, or it was too close
    VOID = "void"  # the open slap was taken back
    END = "end"  # of the evening


@dataclass
class Piece:
    """From one settled moment to the next, on the game's clock."""

    state: Json
    begun_us: int
    events: list[Mapping[str, Any]] = field(default_factory=list)
    effects: list[Effect] = field(default_factory=list)
    ended_us: int = 0
    cut: Cut = Cut.END
    took_back: bool = False  # a slap that was open
    unknown: bool = False  # its last slap may have been on either side of a limit


class Record:
    """Told of every event in the journal, right after the game played it."""

    def __init__(self, game: Game, run: int = 1, states: bool = False, told: Sequence[Effect] = ()) -> None:
        self.game = game
        self.run = run  # of the program
        self._states: list[tuple[int, str]] | None = [] if states else None  # when, and what it then was
        self.now_us: Callable[[], int] = lambda: 0
        self._note_state()
        self.effects = list(told)
        self.pieces: list[Piece] = []
        self.lost_cards = ""
        self._cards = _count(game)
        self._piece = Piece(game.save(), game.now_us)

    def append(self, entry: Mapping[str, Any]) -> None:
        if "do" not in entry:
            return
        self._note_state()
        game, piece = self.game, self._piece
        self.effects += game.told
        if entry["do"] == "void":
            piece.took_back = any(
                effect.what == "void" and bool((effect.public or {}).get("open")) for effect in game.told
            )
            self._cut(Cut.VOID)
            return
        piece.events.append(entry)
        piece.effects += game.told
        taken_back = [effect for effect in game.told if effect.what == "void"]
        if taken_back:  # by a slap whose meaning is unknown
            piece.took_back = any(bool((effect.public or {}).get("open")) for effect in taken_back)
            piece.unknown = entry["do"] == "down"  # a hand that came up is held against no limit
            self._cut(Cut.VOID)
        elif entry["do"] == "curtain" and any(effect.what == "dark" for effect in game.told):
            self._cut(Cut.VOID)  # a pause: the round starts over
        elif any(effect.what in VERDICTS for effect in game.told):
            self._cut(Cut.VERDICT)
        elif _quiet(game):
            self._cut(Cut.QUIET)

    def _note_state(self) -> None:
        if self._states is not None:
            self._states.append((self.now_us(), _text(self.game)))

    def age_of(self, game: Game, now_us: int) -> int | None:
        """How long ago the game was left behind that stood as this one does; None: it never did."""
        assert self._states is not None
        text = _text(game)
        left_us = now_us
        for since_us, state in reversed(self._states):
            if state == text:
                return now_us - left_us
            left_us = since_us
        return None

    @property
    def latest_us(self) -> int:
        """Since when it stands as it does."""
        assert self._states is not None
        return self._states[-1][0]

    def is_latest(self, game: Game) -> bool:
        assert self._states is not None
        return self._states[-1][1] == _text(game)

    def end(self) -> None:
        self._cut(Cut.END)

    def _cut(self, why: Cut) -> None:
        game, piece = self.game, self._piece
        piece.ended_us, piece.cut = game.now_us, why
        slapped = any(event["do"] == "down" for event in piece.events)
        if slapped and not self.lost_cards and _count(game) != self._cards:
            self.lost_cards = f"cards are lost or doubled after {piece.events[-1]}"
        self.pieces.append(piece)
        self._piece = Piece(game.save(), game.now_us)


def _text(game: Game) -> str:
    return json.dumps(game.to_json(), sort_keys=True)


def _quiet(game: Game) -> bool:
    paddles = game.paddles
    return game.due_us is None and not game.asked and True not in paddles.down and not paddles.dark_all


def _count(game: Game) -> Counter[str]:
    return Counter(card for place in game.cards().values() for card in place)
