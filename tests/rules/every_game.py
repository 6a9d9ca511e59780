"""Promises of the six games beyond those of `slamomatic check`: their own decks and scores."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any

from rules.every_state import who_left_plays_no_more
from rules.tiny_decks import out_is_out
from slamomatic.check.promises import Promise
from slamomatic.check.story import Kind, Story, play_events, random_story
from slamomatic.engine.core import Game
from slamomatic.engine.vocabulary import Event, Json, Refused
from slamomatic.games.hands_down.cards import DECK as HANDS_DOWN
from slamomatic.games.hit_the_deck.cards import DECK as HIT_THE_DECK
from slamomatic.games.lowdown.grid import PACK as LOWDOWN
from slamomatic.games.slamwich.cards import DECK as SLAMWICH
from slamomatic.games.slamwich.cards import DECK_WITHOUT_MUNCHERS
from slamomatic.games.yahtzee_hands_down.deal import PACKS
from slamomatic.games.yahtzee_hands_down.dice import COMBOS


def _pairs(game: Game) -> list[int]:
    cards, joker = game.cards(), game.view(None)["joker"]
    return [len(cards[f"pairs {seat}"]) // 2 + 2 * (joker == seat) for seat in range(game.seats)]


def _in_hand(game: Game) -> list[int]:
    return [len(game.cards()[f"hand {seat}"]) for seat in range(game.seats)]


def _combos_and_chances(game: Game) -> list[int]:
    cards = game.cards()
    points = [sum(COMBOS[combo] for combo in cards[f"won {seat}"]) for seat in range(game.seats)]
    if game.over:
        points = [own + sum(map(int, cards[f"chances {seat}"])) for seat, own in enumerate(points)]
    return points


def _as_saved(name: str, game: Game) -> list[int]:
    """Points for cards that are gone: what is saved is what is shown."""
    return list(game.to_json()[name])


def _slamwich_deck(game: Game) -> Sequence[str]:
    return SLAMWICH if game.options["munchers"] else DECK_WITHOUT_MUNCHERS


def _hands_down_deck(game: Game) -> Sequence[str]:
    numbers = {str(number + 1) for number in range(game.options["numbers"])}
    return [card for card in HANDS_DOWN if card == "J" or card in numbers]


@dataclass(frozen=True)
class Own:
    """Check what only this game's rulebook says."""

    deck: Callable[[Game], Sequence[str]]  # every card, all piles together
    recount: Callable[[Game], list[int]]  # the scores, from the cards alone where they are there
    holds: Callable[[Game], None] = lambda game: None  # raises AssertionError
    seat_fields: frozenset[str] = frozenset()  # of events: those that hold seats


OWN = {
    "hands-down": Own(_hands_down_deck, _pairs, seat_fields=frozenset({"from"})),
    "slamwich": Own(_slamwich_deck, _in_hand, out_is_out),
    "hit-the-deck": Own(lambda game: HIT_THE_DECK, partial(_as_saved, "points")),
    "yahtzee-hands-down": Own(lambda game: [c for pack in PACKS.values() for c in pack], _combos_and_chances),
    "lowdown": Own(lambda game: LOWDOWN, partial(_as_saved, "totals"), seat_fields=frozenset({"of", "from"})),
    "quick-draw": Own(lambda game: [], partial(_as_saved, "points")),
}


def check_own_rules(kind: Kind, story: Story) -> str:
    """The game's own deck, scores and rules hold after every event."""
    own, game = OWN[kind.NAME], kind(story.setup)
    for event in story.before:
        play_events(game, [event])
        if Counter(card for cards in game.cards().values() for card in cards) != Counter(own.deck(game)):
            return "these are not the cards of the box"
        if game.scores() != own.recount(game):
            return f"the scores are {game.scores()}, and from the cards {own.recount(game)}"
        who_left_plays_no_more(game)
        own.holds(game)
    return ""


# --- no place at the table is favoured --------------------------------------------------------------


def _turned_value(value: Any, seats: int) -> Any:
    if isinstance(value, list):
        return [_turned_value(item, seats) for item in value]
    return (value + 1) % seats if isinstance(value, int) and 0 <= value < seats else value


def _turned(event: Event, seats: int, seat_fields: frozenset[str]) -> Event:
    """Return the event with everybody one seat further to the left."""
    data = {k: _turned_value(v, seats) if k in seat_fields else v for k, v in event.data.items()}
    return Event(event.do, None if event.seat is None else (event.seat + 1) % seats, event.t_us, data)


def _picture(game: Game, by: int) -> Json:
    """Return the fields that turn with the seats: cards, scores, winners, turn, live paddles."""

    def place(name: str) -> str:
        return re.sub(r"\d+$", lambda seat: str((int(seat[0]) + by) % game.seats), name)

    def per_seat(values: Sequence[Any]) -> list[Any]:
        return [values[(seat - by) % game.seats] for seat in range(game.seats)]

    return {
        "cards": {place(name): cards for name, cards in game.cards().items()},
        "scores": per_seat(game.scores()),
        "winners": sorted((seat + by) % game.seats for seat in game.winners),
        "turn": None if game.turn is None else (game.turn + by) % game.seats,
        "asked": sorted((seat + by) % game.seats for seat in game.asked),
        "live": per_seat(game.paddles.live),
        "due_us": game.due_us,
        "over": game.over,
    }


def dealt_by_somebody(kind: Kind, rng: Random) -> Story:
    """A story whose first dealer is not left to chance."""
    story = random_story(kind, rng)
    dealer = rng.randrange(story.setup.seats)
    return story._replace(setup=replace(story.setup, options={**story.setup.options, "dealer": dealer}))


def check_places(kind: Kind, story: Story) -> str:
    """With everybody one seat further the same happens, one seat further."""
    setup, fields = story.setup, OWN[kind.NAME].seat_fields
    dealer = (setup.options.get("dealer", 0) + 1) % setup.seats
    game = kind(
        replace(setup, options={**setup.options, "dealer": dealer - 1 if dealer else setup.seats - 1})
    )
    twin = kind(replace(setup, options={**setup.options, "dealer": dealer}))
    for event in story.before:
        if _refused(game, event) != _refused(twin, _turned(event, game.seats, fields)):
            return f"'{event.do}' is refused at one place and not at another"
        if _picture(twin, 0) != _picture(game, 1):
            return f"'{event.do}' does something else at another place"
    return ""


def _refused(game: Game, event: Event) -> bool:
    try:
        game.apply(event)
    except Refused:
        return True
    return False


OWN_PROMISES = (
    Promise("own rules", "the game's own deck, scores and rules hold", random_story, check_own_rules),
    Promise("places", "no place at the table is favoured", dealt_by_somebody, check_places),
)
