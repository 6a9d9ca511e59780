"""Yahtzee Hands Down's rules."""

from __future__ import annotations

from typing import Any

from plants.patching import Patch, always, answering, doing, plant

DICE = "slamomatic.games.yahtzee_hands_down.dice"
DEAL = "slamomatic.games.yahtzee_hands_down.deal:YahtzeeDeal"
RACE = "slamomatic.engine.race:Race"
RULES = "slamomatic.games.yahtzee_hands_down.rules:YahtzeeHandsDown"


@plant("a full house needs no pair")
def _(patch: Patch) -> None:
    patch(f"{DICE}:full_house", doing(lambda original, hand, counts: original(hand, counts) or 17))


@plant("a wild number card is of one colour alone")
def _(patch: Patch) -> None:
    patch(f"{DICE}:dice_of", answering(lambda dice: dice[:1]), f"{DICE}:combo_sums")


@plant("a foul call wins a combo")
def _(patch: Patch) -> None:
    patch(f"{RULES}._turn_up", answering(lambda total: total or 1))


@plant("a foul costs two cards")
def _(patch: Patch) -> None:
    patch.value("slamomatic.games.yahtzee_hands_down.rules:FOULED", 2, f"{RULES}._replace_after_foul")


@plant("the cheaper of two combos wins")
def _(patch: Patch) -> None:
    patch(
        f"{RULES}._rank_hands",
        doing(
            lambda original, self, worth: original(self, {seat: (-a, b) for seat, (a, b) in worth.items()})
        ),
    )


@plant("two calls are settled while a third may have been as quick")
def _(patch: Patch) -> None:
    def closes_us(original: Any, self: Any) -> Any:
        called = sorted(t_us for t_us in self.times_us if t_us >= 0)
        return called[1] if len(called) > 1 else None

    patch(f"{RACE}._first_closes_us", doing(closes_us))


@plant("a won combo stays on the table")
def _(patch: Patch) -> None:
    def end(original: Any, self: Any, real: Any) -> None:
        combo = self.aims[real[0]]
        self.table.append(combo)
        original(self, real)

    patch(f"{RULES}._end_round", doing(end))


@plant("who comes second gets no chance card")
def _(patch: Patch) -> None:
    patch(f"{RULES}._end_round", doing(lambda original, self, real: original(self, real[:1])))


@plant("discards come back in the order in which they were discarded")
def _(patch: Patch) -> None:
    patch("slamomatic.engine.chance:Chance.shuffle", always(None), f"{DEAL}.draw")


@plant("cards are exchanged for fewer")
def _(patch: Patch) -> None:
    patch(f"{DEAL}.draw", doing(lambda original, self, count: original(self, max(0, count - 1))))


@plant("the chance cards are known before the end")
def _(patch: Patch) -> None:
    def sees(original: Any, self: Any, seat: Any) -> Any:
        return {**original(self, seat), "chances": [list(cards) for cards in self.chances]}

    patch(f"{DEAL}.sees", doing(sees))


@plant("after a call of two the other has turns without end")
def _(patch: Patch) -> None:
    patch(f"{RULES}._limit_turns", always(None))
