"""A round of Yahtzee Hands Down played on in thought: others' likely hands, and how the round may end."""

from collections.abc import Sequence
from math import exp, sqrt
from random import Random

from slamomatic.engine.core import Game
from slamomatic.engine.vocabulary import Choice
from slamomatic.games.yahtzee_hands_down.deal import HAND
from slamomatic.games.yahtzee_hands_down.dice import (
    COMBOS,
    OF_A_KIND,
    RUN,
    best_combo,
    combo_sums,
    count_dice,
)
from slamomatic.games.yahtzee_hands_down.groups import (
    best_place,
    best_run,
    group_to_keep,
    makes_any,
    of_a_kind,
    without,
)
from slamomatic.games.yahtzee_hands_down.rules import YahtzeeHandsDown

WORTH_A_FIRST_CALL = (
    6  # with fewer points a player waits for somebody else's call, and the hand may get better
)
CHANCE_WORTH = 2.9  # the average points of a chance card
CHANCE_VARIANCE = 3.5  # the variance of these points
LUCK = 0.55  # how much luck can change, in standard deviations of the points that are still to come
MOST_TURNS = 150  # in a round that is played on in thought
MOST_DEALS = 8  # how often a hand is dealt, until it agrees with what has been seen
A_CARD_COMES = 0.4  # about how likely a missing card comes before somebody else is done


# --- what others may hold -------------------------------------------------------------------------------


def deal_as_played(game: Game, seat: int, kept: Sequence[int], rng: Random) -> None:
    """Deal the other players' hands as they have played: with a combo if they have called, else without one.

    `kept` is how many cards each of them kept at its last draw; those belong together.
    """
    assert isinstance(game, YahtzeeHandsDown)
    for other, hand in enumerate(game.hands):
        if other != seat and len(hand) == HAND and not game.known[other]:
            called = game.calls.has_slapped(other)
            for _ in range(MOST_DEALS):
                _deal_hand(game, hand, kept[other], rng)
                if makes_any(hand, game.table, count_dice(hand)) == called:
                    break


def _deal_hand(game: YahtzeeHandsDown, hand: list[str], kept: int, rng: Random) -> None:
    """Deal a hand with a group of so many cards as were kept, and new cards beside it.

    If a few deals give no such group, the best that came up stands.
    """
    group: Sequence[str] = ()
    for _ in range(MOST_DEALS):
        _exchange(hand, group, game.drawpile, rng)
        if not kept:
            return
        group = group_to_keep(hand, game.table)[:kept]
        if len(group) == kept:
            break
    _exchange(hand, group, game.drawpile, rng)


def _exchange(hand: list[str], group: Sequence[str], pile: list[str], rng: Random) -> None:
    """Exchange every card of the hand that is not in the group for a random one of the pile."""
    keep = list(group)
    for at, card in enumerate(hand):
        if card in keep:
            keep.remove(card)
        elif pile:
            other = int(rng.random() * len(pile))
            hand[at], pile[other] = pile[other], card
    hand.sort()


# --- how it may come out --------------------------------------------------------------------------------


class Ahead:
    """The rest of a round in one possible state: says how likely its seat wins the game after each choice.

    The others play like the careful bot, this seat like the one that plays to win. Each player draws from its
    own part of the pile, so the others draw the same cards whatever the seat does. So their hands are worked
    out only once, and choices are compared under equal luck. Slaps are not played: who calls is drawn.
    """

    def __init__(self, game: Game, seat: int, rng: Random) -> None:
        """Shuffle the discards and share out all cards still to come; note who has called."""
        assert isinstance(game, YahtzeeHandsDown)
        self.game, self.seat, self.luck = game, seat, rng.getrandbits(32)
        discards = game.discards.copy()
        rng.shuffle(discards)
        pile = discards + game.drawpile
        self.piles = [pile[at :: game.seats][::-1] for at in range(game.seats)]  # the next card first
        self.called = sorted(game.calls.slapped, key=game.calls.times_us.__getitem__)
        self.waiting = game.calls.waits_for
        self.hands = list(game.hands)
        self.drawn = [0] * game.seats  # how many cards of its part each other player has drawn
        self.turns = [0] * game.seats  # for how many turns each other player's hand has been worked out
        self.made = [at in self.waiting and self._makes(hand) for at, hand in enumerate(self.hands)]

    def __call__(self, way: Choice) -> float:
        """Return how likely the seat, which is on turn, wins the game if it makes this choice.

        Turn by turn, players who have a combo call in random order. The round ends with two calls, when the
        turns are used up, or after `MOST_TURNS`.
        """
        game, seat, luck = self.game, self.seat, Random(self.luck)
        called, left = self.called.copy(), game.left  # left: how many turns, None while they are not limited
        taken = [0] * game.seats  # the turns that each player has had
        mine, used = self.hands[seat], 0  # the seat's own hand, and how many cards of its part it has drawn
        if way.do == "down":
            called.append(seat)
            left = left or game.options["short_turns"] or None
        else:
            mine, used = self._after_draw(mine, without(mine, way.data["cards"]), seat, used)
            left = None if left is None else left - 1
        made = way.do != "down" and self._makes(mine)
        turn = seat
        for _ in range(MOST_TURNS):
            while len(called) < 2:
                ready = [
                    at
                    for at in self.waiting
                    if at != seat and at not in called and self._has_combo_after(at, taken[at])
                ]
                # The seat itself waits for a good combo, until somebody else has called.
                would_call = made and (called or left is not None or worth_a_first_call(mine, game.table))
                if would_call and seat not in called:
                    ready.append(seat)
                if not ready:
                    break
                called.append(ready[int(luck.random() * len(ready))])
                left = left or game.options["short_turns"] or None  # the first call limits the turns
            if len(called) >= 2 or left == 0:
                break
            turn = self._next_turn(turn, called)
            taken[turn] += 1
            left = None if left is None else left - 1
            if turn == seat:
                mine, used = self._after_draw(mine, likeliest_group(mine, game.table), seat, used)
                made = self._makes(mine)
        return self._outlook_after(called[:2], mine)

    def _makes(self, hand: Sequence[str]) -> bool:
        """Whether this hand makes a combo of the table."""
        return makes_any(hand, self.game.table, count_dice(hand))

    def _after_draw(
        self, hand: list[str], kept: Sequence[str], seat: int, used: int
    ) -> tuple[list[str], int]:
        """Return the hand after a draw, and how many cards of the seat's part are used up then."""
        count = len(hand) - len(kept)
        return [*kept, *self.piles[seat][used : used + count]], used + count

    def _has_combo_after(self, other: int, turns: int) -> bool:
        """Whether another player has a combo after so many turns, which are played now if need be."""
        while not self.made[other] and self.turns[other] < turns:
            self.turns[other] += 1
            hand = self.hands[other]
            kept = group_to_keep(hand, self.game.table)
            self.hands[other], self.drawn[other] = self._after_draw(hand, kept, other, self.drawn[other])
            self.made[other] = self._makes(self.hands[other])
        return self.made[other] and self.turns[other] <= turns

    def _next_turn(self, turn: int, called: Sequence[int]) -> int:
        """Return the next player to the left who has not called; this one, if there is none other."""
        for _ in range(self.game.seats):
            turn = (turn + 1) % self.game.seats
            if turn in self.waiting and turn not in called:
                break
        return turn

    def _outlook_after(self, called: Sequence[int], mine: Sequence[str]) -> float:
        """Return how likely the seat wins the game after scoring these hands, first call first."""
        game, seat = self.game, self.seat
        points = [won + CHANCE_WORTH * len(game.chances[at]) for at, won in enumerate(game.scores())]
        rest, chances = list(game.table), sum(map(len, game.chances))
        ranks = []
        for place, at in enumerate(called):
            hand = mine if at == seat else self.hands[at]
            combo = best_combo(hand, game.table)
            if combo is not None:
                ranks.append((-COMBOS[combo], -combo_sums(hand)[combo], place, at, combo))
        ranks.sort()
        if ranks:
            *_, winner, combo = ranks[0]
            points[winner] += COMBOS[combo]
            rest.remove(combo)
        for *_, second, _combo in ranks[1:]:
            points[second] += CHANCE_WORTH
            chances += 1
        playing = game.in_play()
        return outlook([points[at] for at in playing], playing.index(seat), rest, chances)


def outlook(points: Sequence[float], seat: int, rest: Sequence[str], chances: int) -> float:
    """Return about how likely this seat is to win.

    `points`: of all players so far; `rest`: the combos still to be won; `chances`: how many chance cards have
    been won, whose points are unknown. The more is unknown, the less a lead counts.
    """
    # About the variance of the points between two players: of all combos and chance cards still to be won,
    # and of the chance cards that each has won on the average. One more keeps it above 0.
    to_come = sum(COMBOS[combo] ** 2 / 2 + CHANCE_WORTH**2 for combo in rest)
    unknown = CHANCE_VARIANCE * (1 + 2 * chances / len(points))
    scale = LUCK * sqrt(to_come + unknown)
    odds = [exp((theirs - points[seat]) / scale) for theirs in points]  # against the seat, 1 for itself
    return 1 / sum(odds)


def points_of(hand: Sequence[str], table: Sequence[str]) -> int:
    """Return the points of the best combo that the hand makes; 0: it makes none."""
    return COMBOS.get(best_combo(hand, table) or "", 0)


def worth_a_first_call(hand: Sequence[str], table: Sequence[str]) -> bool:
    """Whether the hand's combo has enough points for a call before all others, or the most on the table."""
    return points_of(hand, table) >= min(WORTH_A_FIRST_CALL, max(COMBOS[combo] for combo in table))


def likeliest_group(hand: Sequence[str], table: Sequence[str]) -> Sequence[str]:
    """Return the group to keep for the combo with most points, each missing card counted as a risk."""
    kind = of_a_kind(hand, best_place(count_dice(hand)))
    runs = {combo: best_run(hand, length) for combo, length in RUN.items() if combo in table}

    def expected_points(combo: str) -> float:
        missing = RUN[combo] - len(runs[combo]) if combo in runs else OF_A_KIND.get(combo, HAND) - len(kind)
        return COMBOS[combo] * float(A_CARD_COMES ** max(0, missing))

    combo = max(table, key=expected_points)
    return runs.get(combo, kind)  # every combo that is no straight is made of equal dice
