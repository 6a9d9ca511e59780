"""Every game under random legal, illegal and stray events."""

from __future__ import annotations

from hypothesis import strategies as st

from rules.frame import Profile, machine
from rules.tiny_decks import out_is_out
from slamomatic.engine.core import Game
from slamomatic.games.hands_down import cards as hands_down_cards
from slamomatic.games.hit_the_deck import cards as hit_the_deck_cards
from slamomatic.games.hit_the_deck.rules import HitTheDeck
from slamomatic.games.lowdown import grid
from slamomatic.games.lowdown.rules import Lowdown
from slamomatic.games.slamwich import cards as slamwich_cards
from slamomatic.games.yahtzee_hands_down.deal import PACKS
from slamomatic.games.yahtzee_hands_down.dice import COMBOS


def hands_down_scores(game: Game) -> list[int]:
    cards = game.cards()
    return [
        len(cards[f"pairs {seat}"]) // 2 + 2 * (game.view(None)["joker"] == seat)
        for seat in range(game.seats)
    ]


HANDS_DOWN = Profile(
    "hands-down",
    hands_down_cards.DECK,
    hands_down_scores,
    options=st.fixed_dictionaries(
        {},
        optional={"timeout_ms": st.sampled_from([0, 2000]), "clump_us": st.sampled_from([0, 1000, 100_000])},
    ),
    seat_fields=frozenset({"from"}),
    words=[str(number) for number in range(12)],
)

TestHandsDown = machine(HANDS_DOWN)


def slamwich_scores(game: Game) -> list[int]:
    cards = game.cards()
    return [len(cards[f"hand {seat}"]) for seat in range(game.seats)]


SLAMWICH = Profile(
    "slamwich",
    slamwich_cards.DECK,
    slamwich_scores,
    holds=out_is_out,
    options=st.fixed_dictionaries(
        {}, optional={"minutes": st.sampled_from([0, 1]), "clump_us": st.sampled_from([0, 1000, 100_000])}
    ),
)

TestSlamwich = machine(SLAMWICH)


def hit_the_deck_scores(game: Game) -> list[int]:
    """What is scored: the sum of all hands counted so far, laid open at each hand's end."""
    assert isinstance(game, HitTheDeck)
    return game.points


HIT_THE_DECK = Profile(
    "hit-the-deck",
    hit_the_deck_cards.DECK,
    hit_the_deck_scores,
    options=st.fixed_dictionaries(
        {},
        optional={"target": st.sampled_from([1, 30, 100]), "clump_us": st.sampled_from([0, 1000, 100_000])},
    ),
)

TestHitTheDeck = machine(HIT_THE_DECK)


def yahtzee_scores(game: Game) -> list[int]:
    cards = game.cards()
    points = [sum(COMBOS[combo] for combo in cards[f"won {seat}"]) for seat in range(game.seats)]
    if game.over:
        points = [own + sum(map(int, cards[f"chances {seat}"])) for seat, own in enumerate(points)]
    return points


YAHTZEE = Profile(
    "yahtzee-hands-down",
    [card for pack in PACKS.values() for card in pack],
    yahtzee_scores,
    options=st.fixed_dictionaries(
        {},
        optional={
            "combos": st.integers(1, 12),
            "short_turns": st.sampled_from([0, 1, 3]),
            "clump_us": st.sampled_from([0, 1000, 500_000]),
        },
    ),
    stacked=False,  # a deck file holds three packs
)

TestYahtzee = machine(YAHTZEE)


def lowdown_scores(game: Game) -> list[int]:
    """Scores are sums of hands whose cards are gone: test_lowdown_hand adds them up from the grids."""
    assert isinstance(game, Lowdown)
    return game.totals


LOWDOWN = Profile(
    "lowdown",
    grid.PACK,
    lowdown_scores,
    options=st.fixed_dictionaries({}, optional={"drawn_open": st.booleans()}),
    seat_fields=frozenset({"of", "from"}),
    words=["pile", "discard", "up", "down"],
)

TestLowdown = machine(LOWDOWN)


def quick_draw_scores(game: Game) -> list[int]:
    return list(game.to_json()["points"])


QUICK_DRAW = Profile(
    "quick-draw",
    (),
    quick_draw_scores,
    options=st.fixed_dictionaries(
        {},
        optional={"rounds": st.sampled_from([1, 3, 7]), "clump_us": st.sampled_from([0, 1000, 100_000])},
    ),
    stacked=False,
)

TestQuickDraw = machine(QUICK_DRAW)
