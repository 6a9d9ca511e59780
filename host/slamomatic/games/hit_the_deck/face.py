"""How Hit the Deck looks, sounds and speaks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from slamomatic.engine.vocabulary import Choice, Json
from slamomatic.face import gallery
from slamomatic.face.chooser import Pick
from slamomatic.face.face import Calls, Face, Means, OnPhone, Page, Telling, Weight
from slamomatic.face.gallery import GalleryPlan, Staged, WithOptions
from slamomatic.face.model import Table, always
from slamomatic.games.hit_the_deck import art, board
from slamomatic.games.hit_the_deck.art import COLOURS
from slamomatic.games.hit_the_deck.race import LAST_DRAWS

RACE = "{seat} played a hand card: everybody slap!"
EFFECTS = {
    "advice": Telling(silent="what to do is read, not heard"),
    "dealt": Telling("pile"),
    "start": Telling("card"),
    "played": Telling("card", flies=("@seat", "discards"), card="card"),
    "drew": Telling("card", flies=("drawpile", "@seat"), card="card"),
    "cut": Telling("card"),
    "flipped": Telling("card"),
    "buried": Telling("card"),
    "reshuffled": Telling("pile", "The discards become the draw pile"),
    "race": Telling("call", RACE, Weight.CALL, calls=Calls.SCREEN),
    "called": Telling("call", "{seat}: hit the deck with a hand!", Weight.CALL),
    "last": Telling("loser", "", Weight.VERDICT, Means.LOSER),
    "uncalled": Telling("foul", "{seat} forgot to call and draws four cards", Weight.VERDICT),
    "faked-out": Telling("foul", "{seat} is faked out and draws two cards", Weight.VERDICT),
    "hand-over": Telling("pile", weight=Weight.VERDICT),
}

TIPS = (
    (
        lambda view: view["caller"] is not None,
        "A hand card! Everybody slaps, the last hand draws four cards.",
        "A hand card! Slap!",
    ),
    (
        lambda view: view["drew"],
        "The card just drawn fits: it must be played.",
        "The card just drawn must be played.",
    ),
    (
        lambda view: view["hand"] and not view["fits"] and view["top"][0] in "NC",
        "None in your hand: draw a card. If it is the right one, play it.",
        "None in your hand: draw a card.",
    ),
    (
        lambda view: view["hand"] and not view["fits"],
        "Nothing in your hand fits: draw a card.",
        "Nothing fits: draw a card.",
    ),
    (lambda view: view["top"][0] == "N", "That number is wanted now, in any colour, and nothing else.", ""),
    (
        lambda view: view["top"][0] == "C" and len(view["top"]) == 2,
        "That colour is wanted now, any card of it.",
        "",
    ),
    (lambda view: view["top"] == "H", "On a hand card you may play any card.", "Any card may be played."),
    (always, "Play the same colour or the same number. Black cards go on any colour.", ""),
)
PAGES = (
    Page(
        "Get rid of your cards",
        "Play a card of the same colour or the same number as the top card. Nothing fits? Draw one "
        "card and play it if it fits. Whoever has no card left ends the hand.",
        ("R3", "R5", "G5"),
    ),
    Page(
        "Cut and Flip",
        "Cut: the next player cuts the draw pile, and the card found there goes on top. That was the "
        "whole turn. Flip: both piles change places and play turns round. Each goes on its own colour "
        "only.",
        ("RC", "BF"),
    ),
    Page(
        "Hit the Deck with ...",
        "Black cards go on any colour. The next player must play that number or that colour, and no "
        "black card answers it. None in your hand? Draw one. Not the right one? Then the player after "
        "you must.",
        ("N4", "CG"),
    ),
    Page(
        "... with a Hand!",
        "A hand card! Is it yours? Call: slap your paddle, or press {call}. Everybody "
        "slaps, and the last hand draws four cards. No call in two seconds? Then the caller draws four "
        "instead. A slap at nothing costs two.",
        ("H",),
    ),
    Page(
        "Counting",
        "When somebody is out, all others get points for the cards they hold: a number counts what it "
        "shows, every other card ten. When somebody has 100 points, the fewest points win.",
        ("B4", "YC", "N2", "H"),
    ),
)
ENDS = (
    "Your turn ends with the card you play, or with a drawn one that does not fit.\n"
    "The game ends when somebody has 100 points: the fewest win."
)


def spoken(card: str) -> str:
    """A card as people say it."""
    if card == "H":
        return "Hit the Deck with a Hand"
    if card[0] == "N":
        return f"Hit the Deck with a {card[1]}"
    if card[0] == "C":
        return f"Hit the Deck with {COLOURS[card[1]][0].lower()}"
    kind = {"C": "Cut", "F": "Flip"}.get(card[1], card[1])
    return f"{COLOURS[card[0]][0].lower()} {kind}"


def say(t: Table, effect: Json) -> str:
    what, seat = effect["what"], t.name(effect.get("seat"))
    if what == "played":
        return f"{seat} plays {spoken(effect['card'])}"
    if what == "start":
        return f"The first card: {spoken(effect['card'])}"
    if what == "drew":
        count = effect["count"]
        return f"{seat} draws {'a card' if count == 1 else f'{count} cards'}"
    if what == "cut":
        card = effect["card"]
        return f"{seat} cuts the deck: {spoken(card)}" if card else f"{seat} is skipped: no pile to cut"
    if what == "flipped":
        card = effect["card"]
        return f"The piles change places, play turns round: {spoken(card)}" if card else "Play turns round"
    if what == "last":
        if effect["draws"] == LAST_DRAWS:
            return f"{seat} was last and draws four cards"
        names = " and ".join(t.name(s) for s in (*t.clumped, effect["seat"]))
        return f"{names}: too close to tell, each draws two"
    if what == "hand-over":
        out = board.who_was_out(t, effect)
        counted = f"{t.name(out)} is out! The others count their cards"
        return counted if out is not None else "The hands are counted"
    return ""


def means(effect: Json) -> Means | None:
    """Who shares the last place draws less."""
    return Means.CLUMP if effect["what"] == "last" and effect["draws"] < LAST_DRAWS else None


def label(t: Table, choice: Choice) -> str:
    if choice.do == "play":
        card = choice.data.get("card")
        if not card:
            return "Play a card"
        return f"Play {spoken(card)}" if card[0] in COLOURS else spoken(card).replace("Hit the Deck", "Hit")
    return {"draw": "Draw a card", "call": "Call: hit the deck!"}.get(choice.do, choice.do)


def matches(choice: Choice, pick: Pick) -> bool:
    if pick.what == "card":
        return bool(choice.data.get("card") == pick.value)
    return pick.what == "pile" and choice.do == "draw"


def on_phone(view: Mapping[str, Any]) -> OnPhone:
    fits = view["fits"]
    return OnPhone(list(view["hand"]), facts=[f"Fits now: {', '.join(fits)}"] if fits else [])


FACE = Face(
    title="Hit the Deck",
    samples=("G4", "H"),
    minutes={2: 10.2, 4: 8.7, 6: 6.8},
    first_words="When somebody plays a card with a hand, {slap}, fast: the last one draws four cards.",
    pages=PAGES,
    ends=ENDS,
    tips=TIPS,
    label=label,
    say=say,
    effects=EFFECTS,
    means=means,
    hidden=((always, "your hand"),),
    matches=matches,
    deck=art,
    draw=board.draw,
    seat=board.seat,
    status=board.status,
    seats_share=0.34,
    on_phone=on_phone,
    gallery=GalleryPlan(
        seeds=(11, 12, 17),
        staged=(
            Staged("forgotten", "race", gallery.wait, 9),
            Staged("clump", "race", gallery.clump),
            Staged("rest", "race", gallery.rest, 9),
            Staged("void", "race", gallery.void),
            Staged("left", "played", gallery.leave),
        ),
        options=(WithOptions("far", {"target": 1000}, "played"),),
        paper=(
            ("called", "call"),
            ("last", ((1, 100), (0, 350), (2, 420), (3, 480))),
            ("uncalled", ((1, 100), (2, 300))),
        ),
    ),
)
