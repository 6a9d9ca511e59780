"""How Yahtzee Hands Down looks, sounds and speaks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from slamomatic.engine.vocabulary import Choice, Json
from slamomatic.face import gallery
from slamomatic.face.chooser import Pick
from slamomatic.face.face import Face, OnPhone, Page, Telling, Weight
from slamomatic.face.gallery import GalleryPlan, Staged, WithOptions
from slamomatic.face.model import Table, always
from slamomatic.games.yahtzee_hands_down import art, board
from slamomatic.games.yahtzee_hands_down.art import COMBOS
from slamomatic.games.yahtzee_hands_down.rules import NO_AIM

EFFECTS = {
    "combos": Telling("card"),
    "dealt": Telling("pile"),
    "turn": Telling("turn"),
    "discarded": Telling("card", flies=("@seat", "discards")),
    "reshuffled": Telling("pile", "The discards become the draw pile"),
    "called": Telling("call", "{seat}: Hands Down!", Weight.CALL),
    "shown": Telling("card", weight=Weight.VERDICT),
    "replaced": Telling("card", "Foul: {seat} has no combo and gets three new cards", Weight.VERDICT),
    "picked-up": Telling("card", "{seat} picks the hand up again"),
    "combo-won": Telling("pile", weight=Weight.VERDICT, flies=("table", "@seat"), card="combo"),
    "chance-won": Telling("card", "{seat} takes a chance card"),
    "redrawn": Telling("card"),
    "starter": Telling(says="{seat} starts the round", silent="the turn that follows is heard"),
    "chances": Telling("card"),
}

TIPS = (
    (
        lambda view: view["drawn"],
        "That was the last swap. Got a combo now? Slap! If not: done.",
        "A combo now? Slap! If not: done.",
    ),
    (
        lambda view: view["left"] is not None,
        "Somebody called: few turns are left. Swap, or slap a combo.",
        "Few turns are left: swap, or slap a combo.",
    ),
    (
        always,
        "Swap the cards you don't want. Got a combo of the table? Slap, even on another's turn.",
        "Swap, or slap a combo.",
    ),
)
PAGES = (
    Page(
        "Make a combo",
        "You hold five dice cards, and combo cards lie on the table. On your turn swap as many cards "
        "as you like for new ones, until you have one of the combos.",
        ("B2", "B2", "B5", "R6", "Y1"),
    ),
    Page(
        "The combos",
        "Of a kind: the same number in the same colour. Straight: four or five numbers in a row, all "
        "of one colour. Full house: two and three of a kind.",
        ("3k", "4k", "fh", "ss", "ls", "yz"),
    ),
    Page(
        "Hands Down!",
        "Got one? Slap, whoever's turn it is. When a second player has slapped too, both hands are "
        "shown. The better one takes its combo card, the other a chance card, which may be worth even "
        "more.",
        ("yz", "chance"),
    ),
    Page(
        "Two players",
        "With two players the other one has two more turns after a slap. No combo then? The first one "
        "wins the round alone.",
        ("3k", "back"),
    ),
    Page(
        "Special dice",
        "Two dice on one card: use either of them. Three colours: use any of them. A question mark: "
        "any number of that colour.",
        ("B1/6", "*3", "Y*"),
    ),
    Page(
        "Foul!",
        "Slapped without a combo of the table? A foul: three of your cards are replaced, and the round "
        "goes on. When all combo cards are won, the chance cards are turned up. The most points win.",
        ("B1", "R2", "Y3", "B5", "R6"),
    ),
)
ENDS = (
    "Your turn ends with the last swap, a call, or done.\n"
    "The game ends when all combo cards are won: the most points win."
)


def say(t: Table, effect: Json) -> str:
    what, seat = effect["what"], t.name(effect.get("seat"))
    if what == "discarded":
        count = effect["count"]
        return f"{seat} swaps {count} card{'s' * (count != 1)}" if count else f"{seat} keeps all five"
    if what == "shown":
        return f"{seat} shows: {board.made(effect)}"
    if what == "replaced":
        return f"Foul: {seat} has no combo and gets three new cards"
    if what == "combo-won":
        name, points, _ = COMBOS[effect["combo"]]
        return f"{seat} wins with {_a(name)}: {points} points!"
    return ""


def _a(name: str) -> str:
    return name if name[0].isdigit() else f"a {name}"


def label(t: Table, choice: Choice) -> str:
    if choice.do == "discard":
        cards = choice.data.get("cards")
        if cards is None:
            return "Swap cards"
        return f"Swap {len(cards)}" if cards else "Keep all five"
    if choice.do == "aim":
        combo = choice.data.get("combo")
        if combo == NO_AIM:
            return "No aim"
        return f"Go for {COMBOS[combo][0]}" if combo else "Go for a combo"
    return {"done": "Done"}.get(choice.do, choice.do)


def matches(choice: Choice, pick: Pick) -> bool:
    if pick.what == "card":
        return choice.do == "discard"
    return bool(pick.what == "combo" and choice.data.get("combo") == pick.value)


def on_phone(view: Mapping[str, Any]) -> OnPhone:
    aim = view["aim"]
    return OnPhone(list(view["hands"][view["seat"]] or []), facts=[f"Aim: {aim}"] if aim else [])


FACE = Face(
    title="Yahtzee Hands Down",
    short_title="Yahtzee H. D.",
    samples=("B5", "yz"),
    minutes={2: 1.4, 4: 2.3, 6: 2.4},
    first_words="You swap cards on your turn. As soon as you have a combo of the table, {slap}: "
    "the best one wins it.",
    pages=PAGES,
    ends=ENDS,
    tips=TIPS,
    label=label,
    say=say,
    effects=EFFECTS,
    memory=board.ShownHands,
    hidden=((always, "your hand"),),
    open_words=("done",),
    asides=("aim",),
    matches=matches,
    deck=art,
    draw=board.draw,
    seat=board.seat,
    status=board.status,
    seats_share=0.46,
    paddle_share=0.0,
    on_phone=on_phone,
    gallery=GalleryPlan(
        seeds=(11, 12),
        staged=(
            Staged("void", "called", gallery.void),
            Staged("left", "discarded", gallery.leave),
        ),
        options=(
            WithOptions("twelve", {"combos": 12}, "discarded"),
            WithOptions("short", {"combos": 1, "short_turns": 3}, "called"),
        ),
        paper=(("first", ((2, 100), (0, 350), (1, 420))),),
    ),
)
