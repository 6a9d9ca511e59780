"""Hands Down's bots: one that plays its pairs, one that also fakes, counts and picks whom to rob."""

from collections.abc import Sequence

from slamomatic.engine.bots.bot import Bot, offered
from slamomatic.engine.vocabulary import Choice, Json
from slamomatic.games.hands_down.cards import NUMBERS


def pairs_in(hand: list[str]) -> list[str]:
    return [number for number in NUMBERS if hand.count(number) >= 2]


class Careful(Bot):
    """Slaps when it must, plays every pair it has, passes when it has none."""

    FAKES: Sequence[int] = (0,)  # a turn, one of these by chance: who always fakes as often is soon read

    def notice(self, effect: Json) -> None:
        if effect["what"] == "turn":
            most = self.nature.feints
            self.feints = self.rng.choice(self.FAKES) if most is None else most

    def choose(self, view: Json, legal: list[Choice]) -> Choice | None:
        wants = self.plays(view, legal)
        mine = view["turn"] == self.seat and not view["open"] and not view["to_take"]
        others = [live for seat, live in enumerate(view["live"]) if seat != self.seat]
        if mine and wants is not None and self.feints > 0 and any(others):
            return Choice(self.seat, "feint")
        return wants

    def plays(self, view: Json, legal: list[Choice]) -> Choice | None:
        """What it means to do, once it has feinted enough."""
        takes = [choice for choice in legal if choice.do == "take"]
        if takes:
            return self.take(view, takes)
        mine = view["turn"] == self.seat
        if mine and (view["incident"] or not view["live"][self.seat]):
            # With a pair it must wait for its paddle; without one it waits too, else its haste would tell.
            return None
        slap = offered(legal, "down")
        if mine and slap is not None and self.overlooks(view["hand"], hard=False):
            return Choice(self.seat, "pass")
        if slap is not None:
            return slap
        return None if not mine or pairs_in(view["hand"]) else Choice(self.seat, "pass")

    def take(self, view: Json, takes: list[Choice]) -> Choice:
        """From the player who pestered it; else from the one who promises most."""
        return max(
            takes,
            key=lambda c: (
                sum(self.bears_grudge(seat) for seat in c.data["from"]),
                sum(self.promise(view, seat) for seat in c.data["from"]),
                self.leftmost(view, c),
            ),
        )

    def promise(self, view: Json, seat: int) -> float:
        """A pair is most likely where most cards are."""
        return float(view["hands"][seat])

    def leftmost(self, view: Json, take: Choice) -> list[int]:
        """Breaks ties by the place seen from its own, never by the seat's number: no seat is robbed more."""
        return sorted(-((seat - self.seat) % len(view["hands"])) for seat in take.data["from"])


class ToWin(Careful):
    """Fakes before it slaps or passes; remembers which of its cards went where, and robs them back."""

    FAKES = (0, 1, 1, 2, 3)

    def begin(self) -> None:
        self.gone_to: list[tuple[int, str]] = []  # cards that it has seen go into another hand

    def notice(self, effect: Json) -> None:
        super().notice(effect)
        what = effect["what"]
        if what == "pays" and effect["seat"] == self.seat:
            self.gone_to.append((effect["to"], effect["card"]))
        elif what == "pays":
            # One of that hand's cards has moved on; which one, nobody else knows.
            known = [entry for entry in self.gone_to if entry[0] == effect["seat"]]
            if known:
                self.gone_to.remove(known[0])
        elif what == "pair":
            self.gone_to = [entry for entry in self.gone_to if entry != (effect["seat"], effect["number"])]

    def promise(self, view: Json, seat: int) -> float:
        """How much of the hand, as far as it is known, would pair with its own cards."""
        singles = set(view["hand"]) - set(pairs_in(view["hand"]))
        matching = sum(holder == seat and card in singles for holder, card in self.gone_to)
        return (matching + 0.1) / max(1, int(view["hands"][seat]))


BOTS = {"careful": Careful, "to-win": ToWin}
