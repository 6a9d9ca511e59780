"""Slamwich's rules."""

from __future__ import annotations

from typing import Any

from plants.patching import Patch, always, answering, doing, plant

CARDS = "slamomatic.games.slamwich.cards"
RULES = "slamomatic.games.slamwich.rules:Slamwich"
SLAPS = "slamomatic.games.slamwich.slaps:Slaps"


@plant("only a pair is worth a slap, no sandwich")
def _(patch: Patch) -> None:
    patch(f"{CARDS}:is_combination", doing(lambda _, row: row[-1] in row[-2:-1]))


@plant("three cards apart is a sandwich too")
def _(patch: Patch) -> None:
    patch(f"{CARDS}:is_combination", doing(lambda _, row: row[-1] in row[-4:-1]))


@plant("a slip slap costs nothing")
def _(patch: Patch) -> None:
    def end(original: Any, self: Any) -> None:
        self.slipped = []
        self.armed([])

    patch(f"{RULES}._end_slip", doing(end))


@plant("a won pile is turned the wrong way round")
def _(patch: Patch) -> None:
    def win_pile(original: Any, self: Any, seat: int, how: str) -> None:
        self.pile.reverse()
        original(self, seat, how)

    patch(f"{RULES}.win_pile", doing(win_pile))


@plant("the winner of a pile does not flip next")
def _(patch: Patch) -> None:
    def win_pile(original: Any, self: Any, seat: int, how: str) -> None:
        original(self, seat, how)
        if self.turn == seat:
            self.turn = self.left_of(seat)

    patch(f"{RULES}.win_pile", doing(win_pile))


@plant("a muncher is stopped by any number of cards")
def _(patch: Patch) -> None:
    patch(f"{CARDS}:MUNCHERS", lambda munchers: dict.fromkeys(munchers, 3), f"{RULES}._flip")


@plant("a thief is won without a call")
def _(patch: Patch) -> None:
    patch(f"{SLAPS}._await_call", doing(lambda original, self, seat: self.win_pile(seat, "slap")))


@plant("a call counts however late it is")
def _(patch: Patch) -> None:
    patch.value("slamomatic.games.slamwich.slaps:CALL_US", 10_000_000, f"{SLAPS}.call")


@plant("a hand in flight as the card fell has slipped")
def _(patch: Patch) -> None:
    patch.value("slamomatic.games.slamwich.slaps:FLIGHT_US", 0, f"{SLAPS}.slapped")


@plant("of a clump on the sandwich one wins at once")
def _(patch: Patch) -> None:
    patch(
        f"{SLAPS}._slap_again",
        doing(lambda original, self, stake, seats, window_us: self.win_pile(seats[0], "slap")),
    )


@plant("who has no cards is never out")
def _(patch: Patch) -> None:
    patch(f"{RULES}.put_out", always(None))


@plant("the shared screen tells whose slap is meant: it spots the pair for everybody")
def _(patch: Patch) -> None:
    patch(f"{RULES}._awaited", doing(lambda _, self: list(self.asked)))


@plant("somebody is dealt a card more than the others")
def _(patch: Patch) -> None:
    def begin(original: Any, self: Any) -> None:
        original(self)
        if self.pile:
            self.hands[0].append(self.pile.pop())

    patch(f"{RULES}.begin", doing(begin))


@plant("a game with a time limit goes on for ever")
def _(patch: Patch) -> None:
    patch(f"{SLAPS}.end_if_time_is_up", always(None))


@plant("a dispute leaves the slap on the sandwich open")
def _(patch: Patch) -> None:
    patch(f"{SLAPS}.void_open_slap", answering(lambda _: False))
