"""Hit the Deck's bots: one gets rid of its costly cards, one also thinks of its next turn and feints."""

from collections import Counter

from slamomatic.engine.bots.bot import Bot, offered
from slamomatic.engine.vocabulary import Choice, Json
from slamomatic.games.hit_the_deck.cards import COUNTS, DEMANDS, FITS, HAND, POINTS, WORDS

# The most feints in a turn of any nature. In this game one a turn is enough: the number of feints, as a
# share of this one, only decides in how many turns the bot feints.
MOST_FEINTS = 3

# How the bot that plays to win weighs a card, in points.
GOING_OUT = 1000.0  # the last card wins the hand, so it comes before all others
HAND_CARD = 12  # a hand card: somebody else will draw cards
FOLLOWING = 3  # for each card of its own that fits on this one next
DEMAND = 8  # a demand that nobody else can meet, if it can itself; if it can't either, as much less
CUT_OR_FLIP = 2


class Careful(Bot):
    """Slaps when it must, plays the card with most points, draws when nothing fits."""

    TEMPTED = 0.1  # little, because a turn is one card in this game, and there are hundreds
    FEINTS = 0.0  # in which share of its turns it feints

    def choose(self, view: Json, legal: list[Choice]) -> Choice | None:
        """Decide in other players' turns whether to feint in the next own one; then do what it wants."""
        wants = self._wish(view, legal)
        if view["turn"] != self.seat:
            most = self.nature.feints
            share = self.FEINTS if most is None else most / MOST_FEINTS
            self.feints = 1 if self.rng.random() < share else 0
        elif wants is not None and self.feints:
            return Choice(self.seat, "feint")
        return wants

    def _wish(self, view: Json, legal: list[Choice]) -> Choice | None:
        """Return what the bot would do now: slap, play its best card, or draw; None: wait.

        The caller may feint before it slaps.
        """
        slap = offered(legal, "down")
        if slap is not None:
            return slap  # for the caller the slap is the call too
        plays = [choice for choice in legal if choice.do == "play"]
        if plays:
            return max(plays, key=lambda choice: self.worth(view, choice.data["card"]))
        return legal[0] if legal else None

    def worth(self, view: Json, card: str) -> float:
        """How much the bot wants to play this card: its points, and more for a demand that it can answer."""
        can_answer = card in DEMANDS and not FITS[card].isdisjoint(view["hand"])
        return POINTS[card] + (0.5 if can_answer else 0.0)


class ToWin(Careful):
    """Keeps cards that will fit later, demands what it holds and others have not got, and feints."""

    FEINTS = 0.25  # more often, and people stop looking

    def begin(self) -> None:
        self.unseen: Counter[str] = Counter(COUNTS)  # how many of each card it has not seen played

    def notice(self, effect: Json) -> None:
        """Count the cards that are seen on the discards; after a deal or a reshuffle begin again."""
        what = effect["what"]
        if what == "reshuffled" or (what == "dealt" and effect["seat"] == self.seat):
            self.unseen = Counter(COUNTS)
        elif what in ("played", "start", "cut", "flipped") and effect["card"] is not None:
            self.unseen[effect["card"]] -= 1

    def saw_slap_coming(self, view: Json) -> bool:
        """Whether the bot played the hand card itself."""
        return bool(view["caller"] == self.seat)

    def worth(self, view: Json, card: str) -> float:
        """How much the bot wants to play this card.

        Its points count, the more the nearer others are to going out. So do the cards that will fit on it
        next, and a demand that others may not be able to answer.
        """
        rest = list(view["hand"])
        rest.remove(card)
        if not rest:
            return GOING_OUT
        worth = POINTS[card] * self.urgency(view)
        if card == HAND:
            return worth + HAND_CARD
        following = [other for other in rest if other in FITS[card]]
        worth += FOLLOWING * len(following)
        if card in DEMANDS:
            # A demand that others can't meet makes them draw, and comes back to a player who can meet it.
            worth += (DEMAND if following else -DEMAND) * self.scarcity(card)
        elif card in WORDS:
            worth += CUT_OR_FLIP
        return worth

    def urgency(self, view: Json) -> float:
        """How much the points in hand matter: more, the fewer cards some other player holds."""
        fewest = min(
            count for seat, count in enumerate(view["counts"]) if seat != self.seat and not view["gone"][seat]
        )
        return 1.0 if fewest > 4 else 1.5 if fewest > 2 else 3.0

    def scarcity(self, demand: str) -> float:
        """How likely one unseen card is no answer to this demand, from 0 to 1."""
        unseen = sum(max(0, count) for count in self.unseen.values())
        answers = sum(max(0, self.unseen[card]) for card in FITS[demand])
        return 1 - answers / max(1, unseen)


BOTS = {"careful": Careful, "to-win": ToWin}
