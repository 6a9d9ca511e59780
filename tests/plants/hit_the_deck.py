"""Hit the Deck's rules."""

from __future__ import annotations

from typing import Any

from plants.patching import Patch, doing, plant

CARDS = "slamomatic.games.hit_the_deck.cards"
DECK = "slamomatic.games.hit_the_deck.deck:Deck"
RULES = "slamomatic.games.hit_the_deck.rules:HitTheDeck"


@plant("a hand card goes on nothing")
def _(patch: Patch) -> None:
    patch(f"{CARDS}:FITS", lambda fits: {top: goes - {"H"} for top, goes in fits.items()}, f"{RULES}._play")


@plant("a card that does not fit may be played")
def _(patch: Patch) -> None:
    patch(f"{CARDS}:FITS", lambda fits: dict.fromkeys(fits, frozenset(fits)), f"{RULES}._play")


@plant("a drawn card stays in the pile as well")
def _(patch: Patch) -> None:
    def draw(original: Any, self: Any, seat: int, count: int) -> Any:
        drawn = original(self, seat, count)
        self.drawpile[:0] = drawn[:1]
        return drawn

    patch(f"{DECK}.draw_cards", doing(draw))


@plant("the last hand on the deck draws one card less")
def _(patch: Patch) -> None:
    patch.value("slamomatic.games.hit_the_deck.deck:LAST_DRAWS", 3, f"{DECK}.judged")


@plant("who forgets the call draws nothing")
def _(patch: Patch) -> None:
    patch.value("slamomatic.games.hit_the_deck.deck:UNCALLED_DRAWS", 0, f"{DECK}.judged")


@plant("a hand laid where no hand card lies costs nothing")
def _(patch: Patch) -> None:
    def settle(original: Any, self: Any, t_us: int) -> None:
        self.faked = []

    patch(f"{DECK}.fell_due", doing(settle))


@plant("a Flip leaves the direction as it was")
def _(patch: Patch) -> None:
    def flip(original: Any, self: Any, seat: int) -> Any:
        step = self.step
        exposed = original(self, seat)
        self.step = step
        return exposed

    patch(f"{DECK}.flip", doing(flip))


@plant("chance always gives the same number")
def _(patch: Patch) -> None:
    patch(
        "slamomatic.engine.chance:Chance.below",
        doing(lambda original, self, n: original(self, n) * 0),
        f"{DECK}.cut",
    )


@plant("the discards are never shuffled in again")
def _(patch: Patch) -> None:
    patch(f"{DECK}.reshuffle", doing(lambda _, self: None))


@plant("somebody else may call for the player of the hand card")
def _(patch: Patch) -> None:
    patch(f"{DECK}.call", doing(lambda original, self, seat: original(self, self.caller)))


@plant("words on cards count nothing in the hand")
def _(patch: Patch) -> None:
    patch(
        f"{CARDS}:POINTS",
        lambda points: {card: 0 if worth == 10 else worth for card, worth in points.items()},
        f"{RULES}._end_hand",
    )


@plant("most points win Hit the Deck")
def _(patch: Patch) -> None:
    patch.value(f"{RULES}.FEWEST_WIN", False, "slamomatic.engine.state:State.best")


@plant("whoever has drawn a card that fits may draw again")
def _(patch: Patch) -> None:
    def draw(original: Any, self: Any, seat: int) -> None:
        self.drew = False
        original(self, seat)

    patch(f"{RULES}._draw_for_turn", doing(draw))
