"""Lowdown's bots: one swaps high cards for low ones, one also remembers, counts and builds lines."""

from collections import Counter
from math import inf

from slamomatic.engine.bots.bot import Bot, offered
from slamomatic.engine.vocabulary import Choice, Json
from slamomatic.games.lowdown.grid import FACE_DOWN, LINES, PACK, VALUE, WILD, is_line, lines, total

LOW = 3  # the careful bot calls a card of at most so many points low
MIDDLING = 4.3  # the average points of a card
OF_A_COLOUR = 0.25  # the share of their points that two cards of a colour take off, one card short of a line
WORTH_TAKING = 2.0  # points that the top discard must save, else the drawpile may do better

# In points, for the bot that plays to win:
WORTH_OF_A_LOOK = 0.3  # a look at an own face-down card
WORTH_OF_A_PEEK = 1.5  # a peek at a card that is of no use: there is a card to draw after it
WORTH_OF_A_NEW_PEEK = 2.0  # a peek at an own card that the bot does not know
COST_OF_HIDING = 0.05  # a card placed face down: a little, so that a card is opened unless that costs more
TIME = 0.4  # the cost of each face-down card in the own grid: the hand can't be ended yet
HARM = 0.25  # another player's loss counts as such a share of an own gain

PERFORMED = {"peeked": "peek", "swapped": "swap", "stole": "steal"}  # which action card each effect is from

Cards = list[str | None]


class Careful(Bot):
    """Puts low cards in place of the highest open ones, and claims every line that takes points off."""

    RACES = False
    EASY_ERROR = 0.2

    def could_be_slip(self, view: Json, choice: Choice) -> bool:
        """Whether a person might do this by mistake: nobody covers a lower open card or slaps for no line."""
        if choice.do == "down":
            return self.line_pays(view)
        if choice.do != "place":
            return True
        old = view["grids"][self.seat][choice.data["cell"]]
        return old == FACE_DOWN or bool(VALUE[view["drawn"]] < VALUE[old])

    def choose(self, view: Json, legal: list[Choice]) -> Choice | None:
        """Slap for a line that the bot sees; else take its turn, or wait."""
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
        return self.take_turn(view, ways)

    def line_pays(self, view: Json) -> bool:
        """Whether the line that a slap would clear takes points off."""
        grid = view["grids"][self.seat]
        open_lines = lines(grid, [card != FACE_DOWN for card in grid])
        return any(total([grid[cell] for cell in line]) > 0 for line in open_lines)

    def sees_a_line(self, view: Json) -> bool:
        """Whether there is a line that takes points off and the bot does not overlook it."""
        return self.line_pays(view) and not self.overlooks(view["grids"][self.seat], hard=True)

    def take_turn(self, view: Json, ways: list[Choice]) -> Choice:
        """Return which card to draw, what to do with it, or which card to look at and open."""
        phase, grid = view["phase"], view["grids"][self.seat]
        if phase == "draw":
            top = view["discard"]
            low = top is not None and VALUE[top] <= LOW
            return draw_from(ways, "discard" if low else "pile")
        if phase == "place":
            return self.play_drawn(view, grid, ways)
        looks = [choice for choice in ways if choice.do == "look"]
        return self.pick(looks) if looks else ways[-1]  # the last one is "done"

    def distance_left(self, view: Json, seat: int) -> int:
        """How far to the left a seat is, to break ties: a seat's number must not decide."""
        return (seat - self.seat) % len(view["grids"])

    def play_drawn(self, view: Json, grid: Cards, ways: list[Choice]) -> Choice:
        """Return what to do with the drawn card: perform an action, else replace the highest open card.

        If that would gain nothing, the bot throws a high card away and puts a low one on a face-down card.
        """
        card = view["drawn"]
        acts = [choice for choice in ways if choice.do == "act"]
        if acts and card == "peek":
            return self.pick([act for act in acts if act.data["of"] == self.seat] or acts)
        if acts and card == "swap":
            return self.best_swap(grid, acts)
        if acts:  # a steal

            def loss(steal: Choice) -> tuple[float, int]:
                """The points that this steal costs; below 0, it gains some."""
                mine = open_value(view, self.seat, steal.data["mine"])
                of = steal.data["from"]
                return open_value(view, of, steal.data["theirs"]) - mine, self.distance_left(view, of)

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
        """Return the swap after which the grid is expected to have the fewest points, or one of several."""

        def points_after(swap: Choice) -> float:
            """Return the points expected of the grid after this swap."""
            one, other = swap.data["cells"]
            cards = grid.copy()
            cards[one], cards[other] = cards[other], cards[one]
            return expected_points(cards, MIDDLING)

        least = min(map(points_after, swaps))
        return self.pick([swap for swap in swaps if points_after(swap) == least])


class ToWin(Careful):
    """Calculates how many points its grid will have after each choice, from memory, averages and lines."""

    def begin(self) -> None:
        self.known: dict[tuple[int, int], str] = {}  # by (seat, cell): face-down cards that it has seen
        self.out: Counter[str] = Counter()  # cards that are gone: discards, cleared lines, performed actions
        self.held: str | None = None  # the card that was drawn last, if the bot saw it

    def notice(self, effect: Json) -> None:
        """Remember the cards that were seen, follow them where they move, and forget those that are open."""
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
        """Forget the card that was known in this cell."""
        self.known.pop((seat, cell), None)

    def grid(self, view: Json, seat: int) -> Cards:
        """Return a seat's grid with the face-down cards that the bot remembers."""
        return [
            self.known.get((seat, cell), card) if card == FACE_DOWN else card
            for cell, card in enumerate(view["grids"][seat])
        ]

    def unseen_mean(self, view: Json) -> float:
        """Return the average points of the cards that the bot has not seen."""
        unseen = Counter(PACK)
        unseen.subtract(self.out)
        for seat in range(len(view["grids"])):
            unseen.subtract([card for card in self.grid(view, seat) if card not in (None, FACE_DOWN)])
        cards = list((+unseen).elements())
        return sum(VALUE[card] for card in cards) / len(cards) if cards else 0.0

    def take_turn(self, view: Json, ways: list[Choice]) -> Choice:
        """Return the choice of this phase by the points that the grid will have after it.

        The last face-down card is only opened if the bot is ahead, because that ends the hand.
        """
        mean = self.unseen_mean(view)
        own = self.grid(view, self.seat)
        hidden = self.hidden_count(view)
        if view["phase"] == "draw":
            top = view["discard"]
            cells = [] if top is None else [cell for cell, card in enumerate(own) if card is not None]
            least = min([self.points_with(view, own, cell, top, mean) for cell in cells], default=inf)
            gain = expected_points(own, mean) + TIME * hidden - least
            return draw_from(ways, "discard" if gain > WORTH_TAKING else "pile")
        if view["phase"] == "place":
            # A wild card fits every line, so nothing is better in its place, whatever is expected below.
            ways = [way for way in ways if way.do != "place" or own[way.data["cell"]] != WILD] or ways
            costs = [
                (
                    self.cost_of(view, own, way, mean),
                    self.distance_left(view, way.data.get("from", self.seat)),
                )
                for way in ways
            ]
            lowest = min(costs)
            return self.pick([way for way, cost in zip(ways, costs, strict=True) if cost == lowest])
        if view["phase"] == "turn":
            is_ahead = expected_points(own, mean) < self.best_other(view, mean)
            return ways[0] if hidden > 1 or is_ahead else Choice(self.seat, "done")
        looks = [choice for choice in ways if choice.do == "look" and own[choice.data["cell"]] == FACE_DOWN]
        return self.pick(looks) if looks else Choice(self.seat, "done")

    def points_with(
        self, view: Json, own: Cards, cell: int, card: str, mean: float, up: bool = True
    ) -> float:
        """Return what the grid would cost with this card in this cell: its points, and the way to the end."""
        grid = own.copy()
        grid[cell] = card
        hidden = self.hidden_count(view)
        if view["grids"][self.seat][cell] == FACE_DOWN:
            hidden -= 1
        if not up:
            hidden += 1
        return expected_points(grid, mean) + self.cost_of_ending(view, grid, hidden, mean)

    def hidden_count(self, view: Json) -> int:
        """How many cards of the bot's own grid lie face down."""
        return int(view["grids"][self.seat].count(FACE_DOWN))

    def cost_of_ending(self, view: Json, grid: Cards, hidden: int, mean: float) -> float:
        """Return what a grid with so many face-down cards costs beside its points.

        Each costs time until the hand can end. With none the hand ends: the points by which this grid is
        worse than the best other one are a cost, those by which it is better a gain (below 0).
        """
        if hidden:
            return TIME * hidden
        return expected_points(grid, mean) - self.best_other(view, mean)

    def best_other(self, view: Json, mean: float) -> float:
        """Return the fewest points that another player's grid is expected to have."""
        seats = range(len(view["grids"]))
        return min(
            expected_points(self.grid(view, seat), mean)
            for seat in seats
            if seat != self.seat and view["grids"][seat]
        )

    def cost_of(self, view: Json, own: Cards, choice: Choice, mean: float) -> float:
        """Return what this use of the drawn card leads to, in points: the lower the better.

        `own`: its grid as the bot knows it; `mean`: the average of unseen cards.
        """
        says = choice.data
        if choice.do == "place":
            up = says["face"] == "up"
            points = self.points_with(view, own, says["cell"], view["drawn"], mean, up)
            return points if up else points + COST_OF_HIDING
        hidden = self.hidden_count(view)
        now = expected_points(own, mean) + TIME * hidden
        if choice.do == "throw":
            # The card that is looked at can be opened then, unless it is the last one: that ends the hand.
            return now - TIME if hidden > 1 else now - WORTH_OF_A_LOOK
        if view["drawn"] == "peek":
            unknown = says["of"] == self.seat and own[says["cell"]] == FACE_DOWN
            return now - (WORTH_OF_A_NEW_PEEK if unknown else WORTH_OF_A_PEEK)
        grid = own.copy()
        if view["drawn"] == "swap":
            one, other = says["cells"]
            grid[one], grid[other] = grid[other], grid[one]
            return expected_points(grid, mean) + TIME * hidden
        theirs = self.grid(view, says["from"])
        before = expected_points(theirs, mean)
        grid[says["mine"]], theirs[says["theirs"]] = theirs[says["theirs"]], grid[says["mine"]]
        if view["grids"][self.seat][says["mine"]] == FACE_DOWN:
            hidden -= 1  # a stolen card lies open
        ending = self.cost_of_ending(view, grid, hidden, mean)
        return expected_points(grid, mean) + ending - HARM * (expected_points(theirs, mean) - before)


def expected_points(grid: Cards, mean: float) -> float:
    """Return the points that a grid will come to: known cards, `mean` for the others, less its lines.

    A full line takes off its points, as long as no other line uses its cells. Two cards that lack one for a
    line take off a share.
    """
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
            if len(pair) == 2 and is_line([str(pair[0]), str(pair[1]), WILD]):
                points -= OF_A_COLOUR * max(0, total(pair))
    return points


def open_value(view: Json, seat: int, cell: int) -> float:
    """Return an open card's points; a face-down one counts as an average card."""
    card = view["grids"][seat][cell]
    return MIDDLING if card == FACE_DOWN else VALUE[card]


def draw_from(ways: list[Choice], source: str) -> Choice:
    """Return the choice to draw from "pile" or "discard"; the other one, if there is no card."""
    return next((choice for choice in ways if choice.data["from"] == source), ways[0])


def placing(ways: list[Choice], cell: int) -> Choice:
    """Return the choice to place the drawn card in this cell, face up."""
    return next(c for c in ways if c.do == "place" and c.data["cell"] == cell and c.data["face"] == "up")


BOTS = {"careful": Careful, "to-win": ToWin}
