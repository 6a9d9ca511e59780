"""Slamwich's bots: one that watches the pile, one that also remembers the last cards of every won pile."""

from slamomatic.engine.bots.bot import Bot, offered
from slamomatic.engine.vocabulary import Choice, Json

# A slip slap makes the pile richer, and everybody watches it more closely: so much sooner comes each hand, as
# often as somebody slipped, down to this share. Who slaps at every card gives the pile away.
KEENER, KEENEST = 0.8, 0.4
SPAN = 7  # cards of a won pile that stay in mind, the latest: as many as with people


class Careful(Bot):
    """Slaps what is worth it, calls when it was first at a thief, flips when it is on."""

    TEMPTED = 0.05  # a turn is one card here, and there are hundreds

    def called_to_slap(self, view: Json) -> bool:
        """What can be slapped lies open on the pile, even if the table asks for no slap."""
        return True

    def choose(self, view: Json, legal: list[Choice]) -> Choice | None:
        slap = offered(legal, "down")
        if slap is not None and self.nature.overlooks and not (view["again"] or view["slips"]):
            pile = view["pile"]
            sandwich = pile[-1] != "thief" and pile[-1] not in pile[-2:-1]
            if self.overlooks((view["flipped_us"], len(pile)), hard=sandwich):
                slap = None
        return slap or self.call(view, legal) or offered(legal, "flip")

    def _wait_ms(self, view: Json, asked: bool) -> int:
        wait_ms = super()._wait_ms(view, asked)
        return int(wait_ms * max(KEENEST, KEENER ** len(view["slips"]))) if asked else wait_ms

    def call(self, view: Json, legal: list[Choice]) -> Choice | None:
        return offered(legal, "call") if view["first"] == self.seat else None


class ToWin(Careful):
    """A won pile's order is no secret: who remembers its last cards sees the next pair coming.

    Calls on every thief that was slapped, for a call costs nothing.
    """

    def begin(self) -> None:
        self.stacks: list[list[str | None]] = []  # every stack, top card first; None: never seen
        self.centre: list[str | None] = []  # the lowest first
        self.saw_coming = False

    def choose(self, view: Json, legal: list[Choice]) -> Choice | None:
        if not self.stacks:
            self.stacks = [[None] * count for count in view["counts"]]
            self.centre = [*view["slips"], *view["pile"]]
        return super().choose(view, legal)

    def notice(self, effect: Json) -> None:
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
        return offered(legal, "call")


BOTS = {"careful": Careful, "to-win": ToWin}
