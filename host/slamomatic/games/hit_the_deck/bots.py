"""Hit the Deck's bots: one gets rid of its dear cards, one also thinks of its next turn and feints."""

from collections import Counter

from slamomatic.engine.bots.bot import Bot, offered
from slamomatic.engine.vocabulary import Choice, Json
from slamomatic.games.hit_the_deck.cards import COUNTS, DEMANDS, FITS, HAND, POINTS, WORDS

MOST_FEINTS = 3  # in a turn, of a show-off: here one is enough


class Careful(Bot):
    """Lays its hand on the deck when it must, plays what counts most, draws when nothing fits."""

    TEMPTED = 0.1  # a turn is one card here, and there are hundreds
    FEINTS = 0.0  # a turn

    def choose(self, view: Json, legal: list[Choice]) -> Choice | None:
        wants = self.plays(view, legal)
        if view["turn"] != self.seat:
            most = self.nature.feints
            self.feints = int(self.rng.random() < (self.FEINTS if most is None else most / MOST_FEINTS))
        elif wants is not None and self.feints:
            return Choice(self.seat, "feint")
        return wants

    def plays(self, view: Json, legal: list[Choice]) -> Choice | None:
        slap = offered(legal, "down")
        if slap is not None:
            return slap  # the caller's own paddle is the call too
        plays = [choice for choice in legal if choice.do == "play"]
        if plays:
            return max(plays, key=lambda choice: self.worth(view, choice.data["card"]))
        return legal[0] if legal else None

    def worth(self, view: Json, card: str) -> float:
        """What it counts; of demands, which all count the same, rather one that it can answer itself."""
        answers = card in DEMANDS and not FITS[card].isdisjoint(view["hand"])
        return POINTS[card] + 0.5 * answers


class ToWin(Careful):
    """Keeps what will fit later, demands what it holds itself and others have not got, and feints."""

    FEINTS = 0.25  # more than that and people stop looking

    def begin(self) -> None:
        self.unseen: Counter[str] = Counter(COUNTS)

    def notice(self, effect: Json) -> None:
        what = effect["what"]
        if what == "reshuffled" or (what == "dealt" and effect["seat"] == self.seat):
            self.unseen = Counter(COUNTS)
        elif what in ("played", "start", "cut", "flipped") and effect["card"] is not None:
            self.unseen[effect["card"]] -= 1

    def saw_slap_coming(self, view: Json) -> bool:
        """The player of the hand card knows that it falls."""
        return bool(view["caller"] == self.seat)

    def worth(self, view: Json, card: str) -> float:
        """What it counts, what it leaves playable, whom it holds up."""
        rest = list(view["hand"])
        rest.remove(card)
        if not rest:
            return 1000.0
        worth = POINTS[card] * self.urgency(view)
        if card == HAND:
            return worth + 12
        follows = sum(other in FITS[card] for other in rest)
        worth += 3 * follows
        if card in DEMANDS:
            # A demand that others can't meet makes them draw, and comes back to who can.
            worth += (8 if follows else -8) * self.scarcity(card)
        elif card in WORDS:
            worth += 2
        return worth

    def urgency(self, view: Json) -> float:
        """The nearer somebody is to going out, the more the points in hand matter."""
        fewest = min(
            count for seat, count in enumerate(view["counts"]) if seat != self.seat and not view["gone"][seat]
        )
        return 1.0 if fewest > 4 else 1.5 if fewest > 2 else 3.0

    def scarcity(self, demand: str) -> float:
        """How likely it is that a hand has no answer, from what has not been seen yet."""
        unseen = sum(max(0, count) for count in self.unseen.values())
        answers = sum(max(0, self.unseen[card]) for card in FITS[demand])
        return 1 - answers / max(1, unseen)


BOTS = {"careful": Careful, "to-win": ToWin}
