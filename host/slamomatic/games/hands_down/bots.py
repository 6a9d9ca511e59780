"""Hands Down's bots: one that plays its pairs, one that also feints and remembers whom to rob."""

from collections.abc import Sequence

from slamomatic.engine.bots.bot import Bot, offered
from slamomatic.engine.vocabulary import Choice, Json
from slamomatic.games.hands_down.cards import NUMBERS

UNKNOWN = 0.1  # a hand of which no matching card is known still promises so many


def pairs_in(hand: list[str]) -> list[str]:
    """Return the numbers of which this hand holds a pair."""
    return [number for number in NUMBERS if hand.count(number) >= 2]


class Careful(Bot):
    """Slaps when it must, plays every pair it has, passes when it has none."""

    # How often it feints in a turn: one of these by chance, so that nobody can tell when it is serious.
    FEINTS: Sequence[int] = (0,)

    robbed: int | None = None  # whom it took a card from the last time

    def notice(self, effect: Json) -> None:
        if effect["what"] == "turn":
            most = self.nature.feints
            self.feints = self.rng.choice(self.FEINTS) if most is None else most
        elif effect["what"] == "pays" and effect["why"] == "take" and effect["to"] == self.seat:
            self.robbed = effect["seat"]

    def choose(self, view: Json, legal: list[Choice]) -> Choice | None:
        """Feint as often as planned for this turn, then do what the bot wants."""
        wants = self._wish(view, legal)
        mine = view["turn"] == self.seat and not view["open"] and not view["to_take"]
        others = [live for seat, live in enumerate(view["live"]) if seat != self.seat]
        if mine and wants is not None and self.feints > 0 and any(others):
            return Choice(self.seat, "feint")
        return wants

    def _wish(self, view: Json, legal: list[Choice]) -> Choice | None:
        """Return what the bot does once it has feinted enough: take, slap or pass; None: wait."""
        takes = [choice for choice in legal if choice.do == "take"]
        if takes:
            return self.take(view, takes)
        mine = view["turn"] == self.seat
        if mine and (view["incident"] or not view["live"][self.seat]):
            # With a pair it must wait for its paddle. Without one it waits too: passing at once would tell.
            return None
        slap = offered(legal, "down")
        if mine and slap is not None and self.overlooks(view["hand"], hard=False):
            return Choice(self.seat, "pass")
        if slap is not None:
            return slap
        return None if not mine or pairs_in(view["hand"]) else Choice(self.seat, "pass")

    def wait_ms(self, view: Json, asked: bool) -> int:
        """Return how long it takes now. Once the drawpile is out, there is little left to think about.

        Cards only wander from hand to hand then, until a pair turns up; nobody wants to wait for that.
        """
        usual_ms = super().wait_ms(view, asked)
        if asked or view["drawpile"]:
            return usual_ms
        hurry = self.nature.hurry
        return round(usual_ms * (hurry if view["to_take"] else (1 + hurry) / 2))

    def take(self, view: Json, takes: list[Choice]) -> Choice:
        """Return whom to take from: a player who pestered it with feints, else the most promising hand."""
        return max(
            takes,
            key=lambda c: (
                sum(self.bears_grudge(seat) for seat in c.data["from"]),
                sum(self.expected_gain(view, seat) for seat in c.data["from"]),
                self._in_turn(view, c),
            ),
        )

    def expected_gain(self, view: Json, seat: int) -> float:
        """How promising a random card of this seat is: here, the smaller the hand, the better.

        From small hands cards gather in few places, and meet. From large ones they wander twice as long.
        """
        return -float(view["hands"][seat])

    def _in_turn(self, view: Json, take: Choice) -> list[int]:
        """Return a key for max() that prefers the next player to the left of the one it robbed last.

        Else two players may rob each other for twenty minutes, with no card that matches.
        """
        last = self.seat if self.robbed is None else self.robbed
        return sorted(-((seat - last - 1) % len(view["hands"])) for seat in take.data["from"])


class ToWin(Careful):
    """Feints before it slaps or passes; remembers where its own cards went, and robs them back."""

    FEINTS = (0, 1, 1, 2, 3)

    def begin(self) -> None:
        self.gone_to: list[tuple[int, str]] = []  # (seat, card): its own cards that went into other hands

    def notice(self, effect: Json) -> None:
        """Follow its own cards in other hands: they are paid away, move on unseen, or lie in a pair."""
        super().notice(effect)
        what = effect["what"]
        if what == "pays" and effect["seat"] == self.seat:
            self.gone_to.append((effect["to"], effect["card"]))
        elif what == "pays":
            # One card of that hand has gone to a third player, unseen: forget one card that was known there.
            known = [entry for entry in self.gone_to if entry[0] == effect["seat"]]
            if known:
                self.gone_to.remove(known[0])
        elif what == "pair":
            self.gone_to = [entry for entry in self.gone_to if entry != (effect["seat"], effect["number"])]

    def expected_gain(self, view: Json, seat: int) -> float:
        """The likelihood that a card drawn from this seat pairs with one of the bot's own single cards.

        Cards that are known to lie there count whole, all others together as `UNKNOWN` cards.
        """
        singles = set(view["hand"]) - set(pairs_in(view["hand"]))
        matching = sum(holder == seat and card in singles for holder, card in self.gone_to)
        return (matching + UNKNOWN) / max(1, int(view["hands"][seat]))


BOTS = {"careful": Careful, "to-win": ToWin}
