"""Lowdown's bots: one swaps high cards for low ones, one also remembers, counts and builds lines."""

from collections import Counter
from math import inf

from slamomatic.engine.bots.bot import Bot, offered
from slamomatic.engine.vocabulary import Choice, Json
from slamomatic.games.lowdown.grid import FACE_DOWN, LINES, PACK, VALUE, WILD, is_line, lines, total

LOW = 3  # what the careful one calls a low card
MIDDLING = 4.3  # what a card is worth on the average
OF_A_COLOUR = 0.25  # what two cards of a colour, a place apart from a line, promise of their points
WORTH_TAKING = 2.0  # points that the top discard must save, else the drawpile may do better
WORTH_OF_A_LOOK = 0.3
TIME = 0.4  # what a face-down card in the own grid costs: the hand can't be ended yet
HARM = 0.25  # another player's loss, as a share of an own gain

PERFORMED = {"peeked": "peek", "swapped": "swap", "stole": "steal"}

Cards = list[str | None]


class Careful(Bot):
    """Puts low cards in place of the highest open ones and claims whatever takes points off."""

    RACES = False
    EASY_ERROR = 0.2

    def could_be_slip(self, view: Json, choice: Choice) -> bool:
        """Nobody puts a card on a lower one that lies open, or slaps where there is no line."""
        if choice.do == "down":
            return self.claims(view)
        if choice.do != "place":
            return True
        old = view["grids"][self.seat][choice.data["cell"]]
        return old == FACE_DOWN or bool(VALUE[view["drawn"]] < VALUE[old])

    def choose(self, view: Json, legal: list[Choice]) -> Choice | None:
        slap = offered(legal, "down")
        if slap is not None and self.sees_a_line(view):
            return slap
        ways = [choice for choice in legal if choice.do not in ("down", "aim")]
        if not ways:
            return None
        if view["phase"] == "claim":
            # Its line may be worth a claim as soon as its paddle is live again.
            return None if self.sees_a_line(view) else Choice(self.seat, "done")
        if view["phase"] == "open":
            return self.pick(ways)
        return self.play(view, ways)

    def claims(self, view: Json) -> bool:
        """Whether the line that a slap would clear takes points off."""
        grid = view["grids"][self.seat]
        open_lines = lines(grid, [card != FACE_DOWN for card in grid])
        return any(total([grid[cell] for cell in line]) > 0 for line in open_lines)

    def sees_a_line(self, view: Json) -> bool:
        return self.claims(view) and not self.overlooks(view["grids"][self.seat], hard=True)

    def play(self, view: Json, ways: list[Choice]) -> Choice:
        phase, grid = view["phase"], view["grids"][self.seat]
        if phase == "draw":
            top = view["discard"]
            low = top is not None and VALUE[top] <= LOW
            return draw_from(ways, "discard" if low else "pile")
        if phase == "place":
            return self.place(view, grid, ways)
        looks = [choice for choice in ways if choice.do == "look"]
        return self.pick(looks) if looks else ways[-1]

    def away(self, view: Json, seat: int) -> int:
        """How far to the left a seat is. It breaks ties, so that no seat number has an advantage."""
        return (seat - self.seat) % len(view["grids"])

    def place(self, view: Json, grid: Cards, ways: list[Choice]) -> Choice:
        card = view["drawn"]
        acts = [choice for choice in ways if choice.do == "act"]
        if acts and card == "peek":
            return self.pick([act for act in acts if act.data["of"] == self.seat] or acts)
        if acts and card == "swap":
            return self.best_swap(grid, acts)
        if acts:  # its highest open card for somebody's lowest

            def loss(steal: Choice) -> tuple[float, int]:
                mine = open_value(view, self.seat, steal.data["mine"])
                of = steal.data["from"]
                return open_value(view, of, steal.data["theirs"]) - mine, self.away(view, of)

            return min(acts, key=loss)
        highest = max(
            (cell for cell, old in enumerate(grid) if old not in (None, FACE_DOWN)),
            key=lambda cell: VALUE[grid[cell] or ""],
            default=None,
        )
        if highest is not None and VALUE[grid[highest] or ""] > VALUE[card]:
            return placing(ways, highest)
        hidden = [cell for cell, old in enumerate(grid) if old == FACE_DOWN]
        throw = offered(ways, "throw")
        if throw is not None and (VALUE[card] > LOW or not hidden):
            return throw
        if hidden:
            return self.pick([placing(ways, cell) for cell in hidden])
        return placing(ways, highest or 0)

    def best_swap(self, grid: Cards, swaps: list[Choice]) -> Choice:
        """The one that brings most colours into line, as far as it can see; if none does, any."""

        def after(swap: Choice) -> float:
            one, other = swap.data["cells"]
            cards = grid.copy()
            cards[one], cards[other] = cards[other], cards[one]
            return expected_points(cards, MIDDLING)

        least = min(map(after, swaps))
        return self.pick([swap for swap in swaps if after(swap) == least])


class ToWin(Careful):
    """Calculate what its grid will come to with every play: memory, the mean of what it can't see, lines."""

    def begin(self) -> None:
        self.known: dict[tuple[int, int], str] = {}  # face-down cards that it has seen
        self.out: Counter[str] = Counter()  # discards, cleared lines, performed actions
        self.held: str | None = None

    def notice(self, effect: Json) -> None:
        what: str = effect["what"]
        seat: int = effect.get("seat", -1)
        if what in PERFORMED:
            self.out[PERFORMED[what]] += 1
        if what == "dealt":
            self.known = {}
            self.out = Counter([effect["discard"]])
        elif what == "drew":
            self.held = effect.get("card")
            if effect["from"] == "discard":
                self.out[effect["card"]] -= 1
        elif what == "placed":
            self.out[effect["old"]] += 1
            self.forget(seat, effect["cell"])
            if effect["face"] == "down" and self.held is not None:
                self.known[seat, effect["cell"]] = self.held
        elif what == "threw":
            self.out[effect["card"]] += 1
        elif what == "cleared":
            self.out.update(effect["cards"])
        elif what == "turned":
            self.forget(seat, effect["cell"])
        elif what in ("looked", "peeked"):
            if "card" in effect:
                self.known[effect.get("of", seat), effect["cell"]] = effect["card"]
        elif what == "swapped":
            one, other = ((seat, cell) for cell in effect["cells"])
            moved = {other: self.known.pop(one, None), one: self.known.pop(other, None)}
            self.known |= {place: card for place, card in moved.items() if card is not None}
        elif what == "stole":
            self.forget(seat, effect["mine"])
            self.forget(effect["from"], effect["theirs"])

    def forget(self, seat: int, cell: int) -> None:
        self.known.pop((seat, cell), None)

    def grid(self, view: Json, seat: int) -> Cards:
        """A grid with what it remembers of it filled in."""
        return [
            self.known.get((seat, cell), card) if card == FACE_DOWN else card
            for cell, card in enumerate(view["grids"][seat])
        ]

    def unseen_mean(self, view: Json) -> float:
        """What a card that it can't see is worth on the average."""
        unseen = Counter(PACK)
        unseen.subtract(self.out)
        for seat in range(len(view["grids"])):
            unseen.subtract([card for card in self.grid(view, seat) if card not in (None, FACE_DOWN)])
        cards = list((+unseen).elements())
        return sum(VALUE[card] for card in cards) / len(cards) if cards else 0.0

    def play(self, view: Json, ways: list[Choice]) -> Choice:
        mean = self.unseen_mean(view)
        own = self.grid(view, self.seat)
        hidden = self.hidden(view)
        if view["phase"] == "draw":
            top = view["discard"]
            cells = [] if top is None else [cell for cell, card in enumerate(own) if card is not None]
            after = min([self.after(view, own, cell, top, mean) for cell in cells], default=inf)
            gain = expected_points(own, mean) + TIME * hidden - after
            return draw_from(ways, "discard" if gain > WORTH_TAKING else "pile")
        if view["phase"] == "place":
            # A wild card fits every line, so nothing is better in its place, whatever is expected below.
            ways = [way for way in ways if way.do != "place" or own[way.data["cell"]] != WILD] or ways
            costs = [
                (self.cost(view, own, way, mean), self.away(view, way.data.get("from", self.seat)))
                for way in ways
            ]
            least = min(costs)
            return self.pick([way for way, cost in zip(ways, costs, strict=True) if cost == least])
        if view["phase"] == "turn":
            ahead = expected_points(own, mean) < self.best_other(view, mean)
            return ways[0] if hidden > 1 or ahead else Choice(self.seat, "done")
        looks = [choice for choice in ways if choice.do == "look" and own[choice.data["cell"]] == FACE_DOWN]
        return self.pick(looks) if looks else Choice(self.seat, "done")

    def after(self, view: Json, own: Cards, cell: int, card: str, mean: float, up: bool = True) -> float:
        """What its grid comes to with this card in this cell, and how near that is to the end of the hand."""
        grid = own.copy()
        grid[cell] = card
        hidden = self.hidden(view)
        hidden += (not up) - (view["grids"][self.seat][cell] == FACE_DOWN)
        return expected_points(grid, mean) + self.still_to_do(view, grid, hidden, mean)

    def hidden(self, view: Json) -> int:
        """How many cards of its own lie face down."""
        return int(view["grids"][self.seat].count(FACE_DOWN))

    def still_to_do(self, view: Json, grid: Cards, hidden: int, mean: float) -> float:
        """Face-down cards cost time; with none the hand is over: good for who is ahead, bad for others."""
        if hidden:
            return TIME * hidden
        return expected_points(grid, mean) - self.best_other(view, mean)

    def best_other(self, view: Json, mean: float) -> float:
        seats = range(len(view["grids"]))
        return min(
            expected_points(self.grid(view, seat), mean)
            for seat in seats
            if seat != self.seat and view["grids"][seat]
        )

    def cost(self, view: Json, own: Cards, choice: Choice, mean: float) -> float:
        says = choice.data
        if choice.do == "place":
            up = says["face"] == "up"
            return self.after(view, own, says["cell"], view["drawn"], mean, up) + (0.0 if up else 0.05)
        hidden = self.hidden(view)
        now = expected_points(own, mean) + TIME * hidden
        if choice.do == "throw":
            return now - TIME if hidden > 1 else now - WORTH_OF_A_LOOK
        if view["drawn"] == "peek":
            unknown = says["of"] == self.seat and own[says["cell"]] == FACE_DOWN
            return now - (2.0 if unknown else 1.5)  # a card to draw again, and something learned
        grid = own.copy()
        if view["drawn"] == "swap":
            one, other = says["cells"]
            grid[one], grid[other] = grid[other], grid[one]
            return expected_points(grid, mean) + TIME * hidden
        theirs = self.grid(view, says["from"])
        before = expected_points(theirs, mean)
        grid[says["mine"]], theirs[says["theirs"]] = theirs[says["theirs"]], grid[says["mine"]]
        hidden -= view["grids"][self.seat][says["mine"]] == FACE_DOWN
        todo = self.still_to_do(view, grid, hidden, mean)
        return expected_points(grid, mean) + todo - HARM * (expected_points(theirs, mean) - before)


def expected_points(grid: Cards, mean: float) -> float:
    """The points that a grid will come to: known cards, the mean for the others, less what lines take off."""
    points = 0.0
    for card in grid:
        if card is not None:
            points += mean if card == FACE_DOWN else VALUE[card]
    free = [True] * 9
    for line in LINES:
        cards = [grid[cell] for cell in line]
        seen = [card for card in cards if card is not None and card != FACE_DOWN]
        if None in cards or len(seen) < 2:
            continue
        if len(seen) == 3 and is_line(seen):
            worth = total(seen)
            if worth > 0 and all(free[cell] for cell in line):
                points -= worth
                for cell in line:
                    free[cell] = False
            continue
        for left_out in range(3):
            pair = [card for at, card in enumerate(cards) if at != left_out and card in seen]
            if len(pair) == 2 and is_line([str(pair[0]), str(pair[1]), "-5"]):
                points -= OF_A_COLOUR * max(0, total(pair))
    return points


def open_value(view: Json, seat: int, cell: int) -> float:
    """An open card's points; a face-down one counts as a middling card."""
    card = view["grids"][seat][cell]
    return MIDDLING if card == FACE_DOWN else VALUE[card]


def draw_from(ways: list[Choice], source: str) -> Choice:
    return next((choice for choice in ways if choice.data["from"] == source), ways[0])


def placing(ways: list[Choice], cell: int) -> Choice:
    return next(c for c in ways if c.do == "place" and c.data["cell"] == cell and c.data["face"] == "up")


BOTS = {"careful": Careful, "to-win": ToWin}
