"""Slamwich's bots: one that watches the pile, one that also remembers the last cards of every won pile."""

from slamomatic.engine.bots.bot import Bot, offered
from slamomatic.engine.vocabulary import Choice, Json

# A card that was paid for a slip slap makes the pile richer, and everybody watches the pile more closely.
# Each such card takes a fifth off a bot's reaction time, down to two fifths: slapping at every card must
# not pay.
KEENER, KEENEST = 0.8, 0.4
SPAN = 7  # how many last cards of a won pile a bot remembers, as people do


class Careful(Bot):
    """Slaps when it sees a good pile, calls when it was first at a thief, flips when it is on turn."""

    TEMPTED = 0.05  # little, because a turn is one card in this game, and there are hundreds

    def called_to_slap(self, view: Json) -> bool:
        """Return True for any slap: the pile calls for it, even if the table asks nobody."""
        return True

    def choose(self, view: Json, legal: list[Choice]) -> Choice | None:
        """Slap unless the bot overlooks what lies there, else call, else flip.

        Nobody overlooks a pile that is slapped again, or one with paid cards in it.
        """
        slap = offered(legal, "down")
        if slap is not None and self.nature.overlooks and not (view["again"] or view["slips"]):
            pile = view["pile"]
            sandwich = pile[-1] != "thief" and pile[-1] not in pile[-2:-1]
            if self.overlooks((view["flipped_us"], len(pile)), hard=sandwich):
                slap = None
        return slap or self.call(view, legal) or offered(legal, "flip")

    def wait_ms(self, view: Json, asked: bool) -> int:
        """How long the bot usually takes now: for a slap, the less the more cards were paid for slips."""
        usual_ms = super().wait_ms(view, asked)
        return int(usual_ms * max(KEENEST, KEENER ** len(view["slips"]))) if asked else usual_ms

    def call(self, view: Json, legal: list[Choice]) -> Choice | None:
        """Return the call on a thief that the bot slapped first; None: there is none."""
        return offered(legal, "call") if view["first"] == self.seat else None


class ToWin(Careful):
    """Remembers the last cards of every won pile, whose order is no secret, and so sees pairs coming.

    It calls on every thief that was slapped, because a call costs nothing.
    """

    def begin(self) -> None:
        self.stacks: list[list[str | None]] = []  # every stack, top card first; None: a card never seen
        self.centre: list[str | None] = []  # the pile with its paid cards, the lowest first
        self.saw_coming = False  # whether the bot knew the card that fell last

    def choose(self, view: Json, legal: list[Choice]) -> Choice | None:
        """Choose as the careful bot; at first, note how many cards lie where."""
        if not self.stacks:
            self.stacks = [[None] * count for count in view["counts"]]
            self.centre = [*view["slips"], *view["pile"]]
        return super().choose(view, legal)

    def notice(self, effect: Json) -> None:
        """Move cards in mind as they move on the table."""
        what, seat = effect["what"], effect.get("seat")
        if not self.stacks or seat is None:
            return
        stack = self.stacks[seat]
        if what == "flipped":
            self.saw_coming = stack.pop(0) is not None
            self.centre.append(effect["card"])
        elif what == "slip" and effect["card"] is not None:
            stack.pop(0)
            self.centre.insert(0, effect["card"])
        elif what == "won":
            forgotten = max(0, len(self.centre) - SPAN)
            stack += [None] * forgotten + self.centre[forgotten:]
            self.centre = []
        elif what == "left":
            self.centre[:0] = stack
            stack.clear()

    def saw_slap_coming(self, view: Json) -> bool:
        return self.saw_coming

    def call(self, view: Json, legal: list[Choice]) -> Choice | None:
        """Return the call on any thief; None: there is none."""
        return offered(legal, "call")


BOTS = {"careful": Careful, "to-win": ToWin}
