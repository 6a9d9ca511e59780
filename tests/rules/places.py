"""Tables at which slaps matter, and the moments near which they fall."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rules.hands_down_sitting import four
from rules.hit_the_deck_sitting import Sitting as HitTheDeckSitting
from rules.quick_draw_sitting import Draw
from rules.slamwich_sitting import Sitting as SlamwichSitting
from rules.slamwich_sitting import paired, thieved
from rules.yahtzee_sitting import FOUR, HOUSE, TWOS
from rules.yahtzee_sitting import Sitting as YahtzeeSitting
from slamomatic.engine.core import Game
from slamomatic.engine.vocabulary import Event


@dataclass(frozen=True)
class Place:
    """A table at which slaps matter, and the moments near which they fall, from then on."""

    name: str
    game: Callable[[], Game]
    near_us: Sequence[int]
    again_us: Sequence[int] = ()  # the first to slap slaps once more so much later
    plays: Sequence[Event] = ()  # what is chosen meanwhile
    lie_us: Sequence[int] = ()  # when the hands come up that lie on their paddles since before


def _hand_card() -> Game:
    table = HitTheDeckSitting("H R1", "R2 R3", "R4 G1", "B1 B2")
    table.play(0, "H")
    return table.game


def _no_hand_card() -> Game:
    return HitTheDeckSitting("H R1", "R2 R3", "R4 G1", "B1 B2").game


def _muncher() -> Game:
    table = SlamwichSitting("m2 egg", "tomato tomato", "jelly egg")
    table.flip(0, 1, 1)
    return table.game


def _throws() -> Game:
    """The second of three cards has been thrown at a muncher."""
    table = SlamwichSitting("m3 egg", "tomato jelly jelly onion", "cheese egg")
    table.flip(0, 1, 1)
    return table.game


def _plain() -> Game:
    table = SlamwichSitting("egg pickle onion", "tomato jelly pepper", "lettuce cheese bacon", pile="onion")
    table.flip(0)
    return table.game


def _last_cards(*stacks: str) -> Callable[[], Game]:
    def game() -> Game:
        table = SlamwichSitting(*stacks, pile="onion")
        table.flip(0)
        return table.game

    return game


def _again() -> Game:
    table = paired()
    table.say("down", 0, 400_000)
    table.say("down", 1, 300)
    table.say("down", 2, 300)
    table.quiet()
    assert table.game.again
    return table.game


def _called() -> Game:
    draw = Draw(4)
    draw.call()
    return draw.game


def _with_touch(*fitted: bool, **options: Any) -> Callable[[], Game]:
    return lambda: four(setup={"touch": fitted}, **options).game


def _lying() -> Game:
    """Seat 1's hand lies on its paddle since it was early; play has gone live without it."""
    table = four()
    table.down(1, 100)
    table.time(4_000)
    assert table.paddles.named[1]
    return table.game


def _handicaps() -> Game:
    return four(setup={"handicap_ms": (0, 30, 0, 60)}).game


def _calls(*hands: str) -> Callable[[], Game]:
    return lambda: YahtzeeSitting(*hands).game


PLACES = (
    Place("a Hands Down", lambda: four().game, (100_000, 101_000, 120_000)),
    Place("an early hand", lambda: four().game, (100_000, 250_000), (150_000, 200_000)),
    Place("a foul", lambda: four("1 2 3 5 7").game, (100_000, 101_000)),
    Place("touch contacts", _with_touch(True, True, True, True), (400_000, 450_000, 700_000)),
    Place("touch contacts of some", _with_touch(True, False, True, False), (400_000, 450_000, 700_000)),
    Place("touch contacts of others", _with_touch(False, True, True, True), (400_000, 450_000, 700_000)),
    Place("touch and a foul", _with_touch(True, True, False, True, hand="1 2 3 5 7"), (400_000, 450_000)),
    Place("a lying hand", _lying, (200_000, 250_000), lie_us=(200_000, 250_000, 400_000)),
    Place("head starts", _handicaps, (100_000, 130_000, 160_000)),
    Place("a time-out", lambda: four(timeout_ms=1000).game, (100_000, 1_100_000)),
    Place("a pair on the pile", lambda: paired().game, (150_000, 300_000)),
    Place("a thief", lambda: thieved().game, (300_000,), (1_500_000,)),
    Place("a muncher's end", _muncher, (2_000_000, 1_990_000)),
    Place(
        "throws",
        _throws,
        (150_000, 1_000_000, 1_150_000, 3_000_000),
        plays=(Event("flip", 1, 1_000_000),),
    ),
    Place("a plain card", _plain, (150_000, 300_000)),
    Place("last cards", _last_cards("egg", "tomato", "jelly egg"), (150_000, 300_000, 2_000_000)),
    Place("no cards", _last_cards("egg", "", "", "jelly"), (150_000, 300_000)),
    Place("no cards at all", _last_cards("egg", "", ""), (150_000, 300_000, 2_000_000)),
    Place("a clump slaps again", _again, (300_000, 2_000_000, 2_300_000)),
    Place("a hand card", _hand_card, (300_000, 320_000, 2_000_000)),
    Place("no hand card", _no_hand_card, (300_000,)),
    Place(
        "a hand card falls",
        _no_hand_card,
        (300_000, 500_000),
        plays=(Event("play", 0, 300_000, {"card": "H"}),),
    ),
    Place("a steady wait", lambda: Draw(4).game, (500_000, 1_500_000, 1_600_000)),
    Place("a call", _called, (100_000, 300_000)),
    Place("calls of hands", _calls(TWOS, FOUR, HOUSE, "Y1 R4 B6 Y5 B4"), (300_000, 320_000)),
    Place("calls of two", _calls(TWOS, FOUR), (300_000, 320_000)),
    Place("calls of equal hands", _calls(TWOS, "R2 R2 R2 B5 Y4", "Y2 Y2 Y2 B5 R4"), (300_000, 320_000)),
)
