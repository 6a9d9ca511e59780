"""A round of Yahtzee Hands Down played on in thought: what others may hold, and how it may come out."""

from collections.abc import Sequence
from math import exp, sqrt
from random import Random

from slamomatic.engine.core import Game
from slamomatic.engine.vocabulary import Choice
from slamomatic.games.yahtzee_hands_down.deal import HAND
from slamomatic.games.yahtzee_hands_down.dice import COMBOS, OF_A_KIND, RUN, best, count, sums
from slamomatic.games.yahtzee_hands_down.groups import (
    best_place,
    best_run,
    group_to_keep,
    makes_any,
    of_a_kind,
    without,
)
from slamomatic.games.yahtzee_hands_down.rules import YahtzeeHandsDown

WORTH_A_FIRST_CALL = 6  # a lesser combo waits for somebody else's call and grows meanwhile
CHANCE_WORTH = 2.9  # a chance card's points on the average
CHANCE_SPREAD = 3.5  # and their variance
LUCK = 0.55  # how far luck carries who is behind, in standard deviations of what is still to come
MOST_TURNS = 150  # of a round that is played on in thought
MOST_DEALS = 8  # of one hand, until it agrees with what has been seen
A_CARD_COMES = 0.4  # how likely a missing card is to come before somebody else is done, about


# --- what others may hold -------------------------------------------------------------------------------


def deal_as_played(game: Game, seat: int, kept: Sequence[int], rng: Random) -> None:
    """Deals the others' hands as they have played: who called has a combo, who has not called has none.

    `kept` is how many cards each of them kept when it last drew; those belong together.
    """
    assert isinstance(game, YahtzeeHandsDown)
    for other, hand in enumerate(game.hands):
        if other != seat and len(hand) == HAND and not game.known[other]:
            called = game.calls.has_slapped(other)
            for _ in range(MOST_DEALS):
                _deal_hand(game, hand, kept[other], rng)
                if makes_any(hand, game.table, count(hand)) == called:
                    break


def _deal_hand(game: YahtzeeHandsDown, hand: list[str], kept: int, rng: Random) -> None:
    """A hand whose group has as many cards as were kept, and new cards beside it."""
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
    """Every card but the group's changes places with one of the pile."""
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

    The others play as careful ones do, this seat as one that plays to win. Each player draws from a part of
    the pile of its own, so that others draw the same whatever the seat does. What they come to is worked out
    once, and two choices are compared under equal luck. Slaps, where nothing is hidden, are done in short.
    """

    def __init__(self, game: Game, seat: int, rng: Random) -> None:
        assert isinstance(game, YahtzeeHandsDown)
        self.game, self.seat, self.luck = game, seat, rng.getrandbits(32)
        discards = game.discards.copy()
        rng.shuffle(discards)
        pile = discards + game.drawpile
        self.piles = [pile[at :: game.seats][::-1] for at in range(game.seats)]  # the next card first
        self.called = sorted(game.calls.slapped, key=game.calls.times_us.__getitem__)
        self.waiting = game.calls.waits_for
        self.hands = list(game.hands)
        self.drawn = [0] * game.seats  # cards of each other player's part
        self.turns = [0] * game.seats  # that each other player's hand has been worked out for
        self.made = [at in self.waiting and self._makes(hand) for at, hand in enumerate(self.hands)]

    def __call__(self, way: Choice) -> float:
        """What this choice of the seat, which is on turn, comes to."""
        game, seat, luck = self.game, self.seat, Random(self.luck)
        called, left = self.called.copy(), game.left
        taken = [0] * game.seats  # turns
        mine, used = self.hands[seat], 0
        if way.do == "down":
            called.append(seat)
            left = left or game.options["short_turns"] or None
        else:
            mine, used = self._draws(mine, without(mine, way.data["cards"]), seat, used)
            left = None if left is None else left - 1
        made = way.do != "down" and self._makes(mine)
        turn = seat
        for _ in range(MOST_TURNS):
            while len(called) < 2:
                ready = [
                    at
                    for at in self.waiting
                    if at != seat and at not in called and self._is_ready(at, taken[at])
                ]
                eager = made and (called or left is not None or worth_a_first_call(mine, game.table))
                if eager and seat not in called:
                    ready.append(seat)
                if not ready:
                    break
                called.append(ready[int(luck.random() * len(ready))])
                left = left or game.options["short_turns"] or None
            if len(called) >= 2 or left == 0:
                break
            turn = self._next(turn, called)
            taken[turn] += 1
            left = None if left is None else left - 1
            if turn == seat:
                mine, used = self._draws(mine, likeliest_group(mine, game.table), seat, used)
                made = self._makes(mine)
        return self._scored(called[:2], mine)

    def _makes(self, hand: Sequence[str]) -> bool:
        return makes_any(hand, self.game.table, count(hand))

    def _draws(self, hand: list[str], kept: Sequence[str], seat: int, used: int) -> tuple[list[str], int]:
        """The hand after a draw, and how many cards of the seat's part are used up then."""
        count = len(hand) - len(kept)
        return [*kept, *self.piles[seat][used : used + count]], used + count

    def _is_ready(self, other: int, turns: int) -> bool:
        """Whether another player has a combo after so many turns; from then on its hand stays."""
        while not self.made[other] and self.turns[other] < turns:
            self.turns[other] += 1
            hand = self.hands[other]
            kept = group_to_keep(hand, self.game.table)
            self.hands[other], self.drawn[other] = self._draws(hand, kept, other, self.drawn[other])
            self.made[other] = self._makes(self.hands[other])
        return self.made[other] and self.turns[other] <= turns

    def _next(self, turn: int, called: Sequence[int]) -> int:
        for _ in range(self.game.seats):
            turn = (turn + 1) % self.game.seats
            if turn in self.waiting and turn not in called:
                break
        return turn

    def _scored(self, called: Sequence[int], mine: Sequence[str]) -> float:
        """How the game stands once these hands have been scored, in the order of their calls."""
        game, seat = self.game, self.seat
        points = [won + CHANCE_WORTH * len(game.chances[at]) for at, won in enumerate(game.scores())]
        rest, chances = list(game.table), sum(map(len, game.chances))
        ranks = []
        for place, at in enumerate(called):
            hand = mine if at == seat else self.hands[at]
            combo = best(hand, game.table)
            if combo is not None:
                ranks.append((-COMBOS[combo], -sums(hand)[combo], place, at, combo))
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
    """About how likely this seat is to win: points so far, the combos still to come, chance cards unseen."""
    to_come = sum(COMBOS[combo] ** 2 / 2 + CHANCE_WORTH**2 for combo in rest)
    scale = LUCK * sqrt(to_come + CHANCE_SPREAD * (1 + 2 * chances / len(points)))
    odds = [exp((mine - points[seat]) / scale) for mine in points]
    return 1 / sum(odds)


def points_of(hand: Sequence[str], table: Sequence[str]) -> int:
    """The points of the best combo that the hand makes, 0 without one."""
    return COMBOS.get(best(hand, table) or "", 0)


def worth_a_first_call(hand: Sequence[str], table: Sequence[str]) -> bool:
    """Whether it is much, or the most that there is."""
    return points_of(hand, table) >= min(WORTH_A_FIRST_CALL, max(COMBOS[combo] for combo in table))


def likeliest_group(hand: Sequence[str], table: Sequence[str]) -> Sequence[str]:
    """The group whose combo is worth most, less for every card that is still missing."""
    kind = of_a_kind(hand, best_place(count(hand)))
    runs = {combo: best_run(hand, length) for combo, length in RUN.items() if combo in table}

    def promise(combo: str) -> float:
        lacks = RUN[combo] - len(runs[combo]) if combo in runs else OF_A_KIND.get(combo, 5) - len(kind)
        return COMBOS[combo] * float(A_CARD_COMES ** max(0, lacks))

    return runs.get(max(table, key=promise), kind)
