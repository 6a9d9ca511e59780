"""How Lowdown looks, sounds and speaks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from slamomatic.engine.vocabulary import Choice, Json
from slamomatic.face import gallery, parts
from slamomatic.face.face import Face, OnPhone, Page, Telling, Weight
from slamomatic.face.gallery import GalleryPlan, Staged, WithOptions
from slamomatic.face.model import Table, always
from slamomatic.games.lowdown import art, board
from slamomatic.games.lowdown.art import COLOURS
from slamomatic.games.lowdown.board import FACE_DOWN, PLACES

LAST_CLAIMS = "All cards are open: {seat} may still clear three in a row"
EFFECTS = {
    "dealt": Telling("pile"),
    "starter": Telling(says="{seat} starts", silent="the turn that follows is heard"),
    "turn": Telling("turn"),
    "opened": Telling("card"),
    "drew": Telling("card", flies=("drawpile", "@seat"), card="card"),
    "placed": Telling("card", flies=("@seat", "discards"), card="old"),
    "threw": Telling("card", flies=("drawn", "discards"), card="card"),
    "looked": Telling("card", once=True),
    "turned": Telling("card"),
    "peeked": Telling("card", once=True),
    "swapped": Telling("card"),
    "stole": Telling("card"),
    "cleared": Telling("pile", weight=Weight.VERDICT),
    "no-line": Telling("clump", "{seat} has no three in a row: nothing happens"),
    "hand-over": Telling("pile", "The hand is over: all cards are opened", Weight.VERDICT),
    "last-claims": Telling("call", LAST_CLAIMS, Weight.VERDICT),
    "hand-scored": Telling("pile", weight=Weight.VERDICT),
}
ACTIONS = ("swap", "peek", "steal")

TIPS = (
    (
        lambda view: view["aim"],
        "The ticked row is aimed at: slap, and it is gone.",
        "The ticked row is aimed at: slap!",
    ),
    (
        lambda view: view["phase"] == "open",
        "Everybody opens two cards: pick two of your nine.",
        "Open two cards.",
    ),
    (
        lambda view: view["phase"] == "claim",
        "All cards are open. Three of one colour in a row? Slap, and they are gone.",
        "Three of one colour in a row? Slap!",
    ),
    (
        lambda view: view["phase"] == "place" and view["drawn_from"] == "discard",
        "A card from the discards must go into the grid, face up.",
        "Put it into the grid.",
    ),
    (
        lambda view: view["drawn"] in ACTIONS,
        "Do what the card says, or put it into your grid.",
        "Do what the card says, or put it into your grid.",
    ),
    (
        lambda view: view["phase"] == "place",
        "Put it in place of one of your cards, or throw it away and look at a card.",
        "Put it into the grid, or throw it away.",
    ),
    (
        lambda view: view["phase"] == "look",
        "Now you may look at one of your own face-down cards.",
        "Look at one of your face-down cards.",
    ),
    (
        lambda view: view["phase"] == "turn",
        "Open the card you looked at, or leave it face down.",
        "Open it, or leave it face down.",
    ),
    (always, "Take a card: low is good. Three open cards of one colour in a row? Slap them away!", ""),
)
PAGES = (
    Page(
        "Stay low",
        "Nine cards lie face down before you, and you open two of them. Low cards are good: when "
        "somebody has fifty points the game ends, and the fewest points win.",
        ("back", "R0", "back", "B10"),
    ),
    Page(
        "Your turn",
        "Take the top card of the pile or of the discards and put it in place of one of yours. A card "
        "from the pile may also be thrown away: then you may look at one of your face-down cards and "
        "open it.",
        ("G2", "back"),
    ),
    Page(
        "Swap, Peek, Steal",
        "Drawn from the pile, they do what they say. Swap: two of your cards change places. Peek: look "
        "at any face-down card, then draw again. Steal: one of yours for somebody else's, both open. "
        "In a grid they count five.",
        ("swap", "peek", "steal"),
    ),
    Page(
        "Three in a row",
        "Three open cards of one colour in a row, column or diagonal: slap, and they are gone. The "
        "wild -5 goes with every colour. But it takes five points off: perhaps you would rather keep "
        "it.",
        ("P1", "P8", "-5"),
    ),
    Page(
        "The end of a hand",
        "When all cards of one grid are open, or the pile is empty, everybody opens everything. Three "
        "in a row may be cleared once more, then points are counted. The lowest starts the next hand.",
        ("Y3", "O7", "W4"),
    ),
)
ENDS = (
    "Your turn ends when a card is laid, or after the look.\n"
    "The game ends when somebody has fifty points: the fewest win."
)
LINES = {
    (0, 1, 2): "top row",
    (3, 4, 5): "middle row",
    (6, 7, 8): "bottom row",
    (0, 3, 6): "left column",
    (1, 4, 7): "middle column",
    (2, 5, 8): "right column",
    (0, 4, 8): "diagonal down",
    (2, 4, 6): "diagonal up",
}


def spoken(card: str | None) -> str:
    if not card or card == FACE_DOWN:
        return "a card"
    if card == "-5":
        return "a wild -5"
    return f"{COLOURS[card[0]][0]} {card[1:]}" if card[0] in COLOURS else f"a {card.capitalize()}"


def say(t: Table, effect: Json) -> str:
    what, seat = effect["what"], t.name(effect.get("seat"))
    if what == "opened":
        return f"{seat} opens {' and '.join(map(spoken, effect['cards']))}"
    if what == "drew":
        source = "the pile" if effect["from"] == "pile" else "the discards"
        return f"{seat} takes {spoken(effect.get('card'))} from {source}"
    if what == "placed":
        new = spoken(effect["card"]) if "card" in effect else "a card face down"
        return f"{seat} lays {new} in place of {spoken(effect['old'])}"
    if what in ("threw", "turned"):
        return f"{seat} {'throws away' if what == 'threw' else 'opens'} {spoken(effect['card'])}"
    if what == "looked":
        return f"{seat} looks at the {PLACES[effect['cell']]} card"
    if what == "peeked":
        return f"{seat} peeks at {_whose(t, effect['of'], effect['seat'])} {PLACES[effect['cell']]} card"
    if what == "swapped":
        return f"{seat} swaps {_and(effect['cells'])}"
    if what == "stole":
        got, gave = spoken(effect["got"]), spoken(effect["gave"])
        return f"{seat} steals {got} from {t.name(effect['from'])} and gives {gave}"
    if what == "cleared":
        return f"{seat} clears three in a row: {', '.join(map(spoken, effect['cards']))}!"
    if what == "hand-scored":
        winner = effect["won_by"]
        return f"{t.name(winner)} wins the hand with {parts.points(effect['points'][winner])}"
    return ""


def _whose(t: Table, seat: int, by: int) -> str:
    return f"{t.name(seat)}'s" if seat != by else "an own"


def _and(cells: list[int]) -> str:
    return " and ".join(PLACES[cell] for cell in cells)


def label(t: Table, choice: Choice) -> str:
    data = choice.data
    if choice.do == "draw":
        discard = t.view["discard"]
        words = {"pile": "Draw from the pile", "discard": f"Take {spoken(discard)}"}
        return words.get(str(data.get("from")), "Draw")
    if choice.do == "place":
        return f"Face {data['face']}: {PLACES[data['cell']]}" if data else "Place it"
    if choice.do == "act":
        return _act_label(t, choice)
    if choice.do == "open":
        return f"Open {_and(data['cells'])}" if data else "Open two cards"
    if choice.do == "aim":
        line = f"at the {LINES[tuple(data['cells'])]}" if data else "at a row"
        # In the open anybody's row may be meant.
        return f"Aim {line}" if t.eyes is not None else f"{t.name(choice.seat)}: aim {line}"
    if choice.do == "look":
        return f"Look: {PLACES[data['cell']]}" if data else "Look at a card"
    if choice.do == "turn":
        return "Open it"
    if choice.do == "done":
        return {"look": "No look", "turn": "Leave it face down"}.get(t.view["phase"], "Done")
    return {"throw": "Throw it away"}.get(choice.do, choice.do)


def _act_label(t: Table, choice: Choice) -> str:
    data = choice.data
    if "of" in data:
        whose = "your" if data["of"] == choice.seat else f"{t.name(data['of'])}'s"
        return f"Peek: {whose} {PLACES[data['cell']]}"
    if "cells" in data:
        return f"Swap {_and(data['cells'])}"
    if "theirs" in data:
        return f"Steal {t.name(data['from'])}'s {PLACES[data['theirs']]}, give {PLACES[data['mine']]}"
    return "Swap two of yours"


def on_phone(view: Mapping[str, Any]) -> OnPhone:
    drawn = view["drawn"]
    facts = [f"In your hand: {drawn}"] if drawn and view["turn"] == view["seat"] else []
    return OnPhone(list(view["grids"][view["seat"]]), grid=True, facts=facts)


FACE = Face(
    title="Lowdown",
    samples=("P0", "-5"),
    minutes={2: 12.2, 4: 9.1, 6: 3.4},
    first_words="Low cards are good. Three open cards of one colour in a row of yours: {slap}, and they are "
    "gone.",
    pages=PAGES,
    ends=ENDS,
    tips=TIPS,
    label=label,
    say=say,
    effects=EFFECTS,
    memory=board.LastGrids,
    hidden=(
        (lambda view: view["phase"] == "place" and view["drawn"] == FACE_DOWN, "your card"),
        (lambda view: view["phase"] == "turn", "your card"),
    ),
    open_words=("open", "draw", "look", "done", "aim"),
    asides=("aim",),
    matches=board.matches,
    deck=art,
    draw=board.draw,
    seat=board.seat,
    status=board.status,
    seats_share=0.66,
    paddle_share=0.0,
    on_phone=on_phone,
    gallery=GalleryPlan(
        seeds=(11, 12, 13, 14, 18),
        staged=(Staged("left", "drew", gallery.leave),),
        options=(WithOptions("drawn-open", {"drawn_open": True}, "drew"),),
        paper=(
            ("clump", ((2, 100), (0, 103), (3, 420))),
            ("next", "pass"),
        ),
    ),
)
