"""Deal again every card that an eye (None: the room) may not know, at the same table."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from slamomatic.engine.judging import WAITING
from slamomatic.engine.vocabulary import Json
from slamomatic.games.hands_down.bots import pairs_in
from slamomatic.games.hit_the_deck.cards import FITS
from slamomatic.games.slamwich.cards import MUNCHERS
from slamomatic.games.yahtzee_hands_down.dice import COMBOS


def deal_anew(places: list[list[str]], rng: Random) -> None:
    cards = [card for place in places for card in place]
    rng.shuffle(cards)
    for place in places:
        place[:] = [cards.pop() for _ in place]


def hit_the_deck(state: Json, eye: int | None, rng: Random) -> Json:
    """The draw pile and the hands that this eye can't see, dealt again.

    Who is to move keeps the cards that fit: what it does next must be possible in both states.
    """
    turn = state["turn"]
    fits = FITS[state["discards"][-1]]
    places = [hand for seat, hand in enumerate(state["hands"]) if seat not in (eye, turn)]
    places.append(state["drawpile"])
    cards = [card for place in places for card in place]
    if turn not in (eye, None):
        hand = state["hands"][turn]
        for at, card in enumerate(hand):
            other = rng.randrange(len(cards)) if cards else 0
            if cards and card not in fits and cards[other] not in fits:
                hand[at], cards[other] = cards[other], card
    rng.shuffle(cards)
    for place in places:
        place[:] = [cards.pop() for _ in place]
    return state


def yahtzee(state: Json, eye: int | None, rng: Random) -> Json:
    """Hands, drawpile, chance cards and aims that this eye can't see, dealt again.

    The player on keeps its hand, else it could not discard what it is about to discard.
    """
    hands = state["hands"]
    seats = range(len(hands))
    unseen = [seat for seat in seats if seat not in (eye, state["turn"]) and not state["known"][seat]]
    scored_next = state["deadline_us"] is not None
    calls_us = state["calls"]["early_us"]
    scored_at_once = calls_us.count(WAITING) <= 1  # should the last one call: its hand counts too
    kept = [
        seat
        for seat in unseen
        if scored_at_once or (calls_us[seat] >= 0 and (scored_next or rng.random() < 0.9))
    ]
    places = [hands[seat] for seat in unseen if seat not in kept] + [state["drawpile"], state["buried"]]
    deal_anew(places, rng)
    for seat in unseen:
        hands[seat].sort()  # a hand lies sorted
    combos = [card for card in state["box"] if card in COMBOS]
    in_box = [card for card in state["box"] if card not in COMBOS]
    if not state["over"]:  # then they have been turned up
        deal_anew([*state["chances"], state["chance_pile"], in_box], rng)
    state["box"] = combos + in_box
    for seat in seats if not scored_at_once else ():
        if seat != eye and seat not in kept and not state["known"][seat]:
            state["aims"][seat] = rng.choice([None, *COMBOS])
    return state


def hands_down(state: Json, eye: int | None, rng: Random) -> Json:
    """Other players' hands and the drawpile dealt again; a turn player amid a slap keeps the own hand."""
    turn, hands = state["turn"], state["hands"]
    fixed = {eye}
    if state["incident"] or state["playing"] or any(us >= 0 for us in state["touches"]["early_us"]):
        fixed.add(turn)
    places = [hand for seat, hand in enumerate(hands) if seat not in fixed] + [state["drawpile"]]
    cards = [card for place in places for card in place]
    rng.shuffle(cards)
    for place in places:
        for i in range(len(place)):
            place[i] = cards.pop()
    if turn is not None and turn not in fixed and turn != eye:
        pairs = pairs_in(hands[turn])
        state["chosen"] = rng.choice(pairs) if pairs and rng.random() < 0.5 else None
    return state


def slamwich(state: Json, eye: int | None, rng: Random) -> Json:
    """All stacks dealt again; who flips next keeps a muncher on top, for a muncher is announced."""
    stacks = state["hands"]
    turn = state["turn"]
    kept = turn is not None and bool(stacks[turn]) and stacks[turn][0] in MUNCHERS
    places = [stack[1:] if kept and seat == turn else list(stack) for seat, stack in enumerate(stacks)]
    cards = [card for place in places for card in place]
    rng.shuffle(cards)
    for seat, place in enumerate(places):
        top = stacks[seat][:1] if kept and seat == turn else []
        state["hands"][seat] = top + [cards.pop() for _ in place]
    return state


def lowdown(state: Json, eye: int | None, rng: Random) -> Json:
    """All face-down cards of all grids and the drawpile dealt again, sometimes with another player's drawn
    card."""
    places: list[tuple[Any, Any]] = [
        (grid, cell)
        for grid, up in zip(state["grids"], state["up"], strict=True)
        for cell in range(len(grid))
        if not up[cell]
    ]
    places += [(state["drawpile"], at) for at in range(len(state["drawpile"]))]
    held = state["drawn_from"] == "pile" and eye != state["turn"] and rng.random() < 0.15
    if held and not state["setup"].get("options", {}).get("drawn_open"):
        places.append((state, "drawn"))
    cards = [place[at] for place, at in places]
    rng.shuffle(cards)
    for (place, at), card in zip(places, cards, strict=True):
        place[at] = card
    if eye is None or rng.random() < 0.5:
        others = [seat for seat in range(len(state["aims"])) if seat != eye]
        state["aims"] = [None if seat in others else aim for seat, aim in enumerate(state["aims"])]
    return state


# The game must be able to go on: the player whose turn it is keeps what the next move needs.
TWINS: dict[str, Callable[[Json, int | None, Random], Json]] = {
    "hands-down": hands_down,
    "slamwich": slamwich,
    "hit-the-deck": hit_the_deck,
    "yahtzee-hands-down": yahtzee,
    "lowdown": lowdown,
}


def hit_the_deck_whole(state: Json, eye: int | None, rng: Random) -> Json:
    fixed = {
        eye,
        state["turn"] if state["drew"] else None,
    }  # who has drawn holds a card that fits, all know it
    unseen = [hand for seat, hand in enumerate(state["hands"]) if seat not in fixed]
    deal_anew([*unseen, state["drawpile"]], rng)
    return state


def yahtzee_whole(state: Json, eye: int | None, rng: Random) -> Json:
    hands, known = state["hands"], state["known"]
    unseen = [hand for seat, hand in enumerate(hands) if seat != eye and not known[seat]]
    deal_anew([*unseen, state["drawpile"]], rng)
    for hand in unseen:
        hand.sort()
    return state


# Everything that lies face down for this eye (None: for the room), dealt again.
OTHER_CARDS: dict[str, Callable[[Json, int | None, Random], Json]] = {
    "hands-down": hands_down,
    "slamwich": slamwich,
    "hit-the-deck": hit_the_deck_whole,
    "yahtzee-hands-down": yahtzee_whole,
    "lowdown": lowdown,
}
