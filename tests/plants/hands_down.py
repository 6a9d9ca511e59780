"""Hands Down's rules."""

from __future__ import annotations

from typing import Any

from plants.patching import Patch, always, answering, doing, plant

CARDS = "slamomatic.games.hands_down.cards"
RULES = "slamomatic.games.hands_down.rules:HandsDown"
TURN = "slamomatic.games.hands_down.turn:Turn"
CONTACTS = "slamomatic.games.hands_down.contacts:Contacts"


@plant("five cards are dealt in Hands Down")
def _(patch: Patch) -> None:
    patch.value(f"{CARDS}:DEALT", 5, f"{RULES}.begin")


@plant("a card is dealt twice")
def _(patch: Patch) -> None:
    def begin(original: Any, self: Any) -> None:
        original(self)
        self.hands[0][0] = self.hands[1][0]

    patch(f"{RULES}.begin", doing(begin))


@plant("the deck of Hands Down lacks its Joker")
def _(patch: Patch) -> None:
    patch(f"{CARDS}:DECK", lambda deck: deck[:-1], f"{RULES}.begin")


@plant("turns go to the right")
def _(patch: Patch) -> None:
    patch(
        "slamomatic.engine.core:Game.next_seat",
        doing(lambda original, self, seat, step=1: original(self, seat, -step)),
    )


@plant("an empty hand draws one card")
def _(patch: Patch) -> None:
    patch(f"{RULES}._draw", doing(lambda original, self, count: original(self, 1)))


@plant("a card that is paid is gone")
def _(patch: Patch) -> None:
    def pay(original: Any, self: Any, seat: int, why: str) -> None:
        original(self, seat, why)
        self.hands[self.turn].pop()

    patch(f"{RULES}._pay", doing(pay))


@plant("the last one pays nothing")
def _(patch: Patch) -> None:
    patch(
        f"{RULES}._pay",
        doing(lambda original, self, seat, why: original(self, seat, why) if why != "last" else None),
    )


@plant("of a hand that pays always the same card goes")
def _(patch: Patch) -> None:
    patch("slamomatic.engine.chance:Chance.take", doing(lambda original, self, cards: cards.pop()))


@plant("a Hands Down without a pair is no foul")
def _(patch: Patch) -> None:
    patch(
        f"{TURN}._foul",
        doing(lambda original, self, why, us: None if why == "no-pair" else original(self, why, us)),
    )


@plant("a touch that never becomes a slap is no foul")
def _(patch: Patch) -> None:
    patch(
        f"{TURN}._foul",
        doing(lambda original, self, why, us: None if why == "not-down" else original(self, why, us)),
    )


@plant("whoever was early pays nothing")
def _(patch: Patch) -> None:
    patch(f"{TURN}._pay_early", doing(lambda original, self, seat: self.forget_contacts(seat)))


@plant("early is charged before the turn player could have slapped at the same time")
def _(patch: Patch) -> None:
    def early_from_us(original: Any, self: Any, seat: int) -> Any:
        first = self._first_contact(seat)
        return None if first is None else first.early_us + 1

    patch(f"{CONTACTS}._early_from_us", doing(early_from_us))


@plant("a touch is compared with a slap: who has no touch contact is cheated")
def _(patch: Patch) -> None:
    patch(f"{CONTACTS}._sees_touches_alike", always(True))


@plant("players without cards are waited for")
def _(patch: Patch) -> None:
    def place(original: Any, self: Any, seat: int, at: Any) -> None:
        original(self, seat, at)
        if not self.race.takes_part(seat):
            self.race.forget(seat)

    patch(f"{TURN}._place_at_start", doing(place))


@plant("a pair that was slapped stays in the hand")
def _(patch: Patch) -> None:
    patch(f"{RULES}._lay_pair", always(None))


@plant("paddles stay live after a Hands Down")
def _(patch: Patch) -> None:
    def settle(original: Any, self: Any) -> None:
        original(self)
        self.paddles.dark_all = False
        self.paddles.live = [True] * self.seats

    patch(f"{TURN}._judge_race", doing(settle))


@plant("the Joker counts for one pair")
def _(patch: Patch) -> None:
    patch(
        f"{RULES}.scores",
        doing(lambda _, self: [len(p) + (s == self.joker_seat) for s, p in enumerate(self.pairs)]),
    )


@plant("equal scores share the win, whatever the pairs show")
def _(patch: Patch) -> None:
    patch(
        f"{RULES}.best",
        doing(lambda _, self: [s for s in self.in_play() if self.scores()[s] == max(self.scores())]),
    )


@plant("anybody may end the turn")
def _(patch: Patch) -> None:
    def choose(original: Any, self: Any, do: str, seat: int, data: Any) -> None:
        original(self, do, self.turn if do == "pass" else seat, data)

    patch(f"{RULES}.choose", doing(choose))


@plant("cards of somebody who leaves are gone")
def _(patch: Patch) -> None:
    def dropped(original: Any, self: Any, seat: int) -> None:
        self.hands[seat] = []
        original(self, seat)

    patch(f"{RULES}.dropped", doing(dropped))


@plant("a dispute settles the race that it should take back")
def _(patch: Patch) -> None:
    patch(f"{TURN}._call_off_race", doing(lambda original, self: self._judge_race()))


@plant("the house rule of dry rounds never ends a game")
def _(patch: Patch) -> None:
    patch(f"{RULES}._end_if_dry", always(False))


@plant("a saved game has forgotten for how long no pair was laid")
def _(patch: Patch) -> None:
    def fields(declared: dict[str, Any]) -> dict[str, Any]:
        return {name: kind for name, kind in declared.items() if name != "dry_turns"}

    patch("slamomatic.engine.fields:fields_of", answering(fields), "slamomatic.engine.state:State.save")
