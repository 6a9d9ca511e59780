"""The table of Lowdown: everybody's grid of nine, the piles, the drawn card, what a peek has shown."""

from __future__ import annotations

from slamomatic.engine.vocabulary import Choice, Json
from slamomatic.face import parts
from slamomatic.face.cards import BACK, lay_card
from slamomatic.face.chooser import Pick
from slamomatic.face.model import Table, always
from slamomatic.face.signs import Ring
from slamomatic.games.lowdown.art import COLOURS
from slamomatic.kit.easel import BODY, SMALL, Easel
from slamomatic.kit.geometry import Box
from slamomatic.kit.palette import GOLD, MIST, PANEL

DECK = "lowdown"
SEATS_SHARE = 0.66
PADDLE_SHARE = 0.0
HIDDEN = (
    (lambda view: view["phase"] == "place" and view["drawn"] == FACE_DOWN, "your card"),
    (lambda view: view["phase"] == "turn", "your card"),
)
OPEN_WORDS = ("open", "draw", "look", "done", "aim")
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
    (
        always,
        "Take a card: low is good. Three open cards of one colour in a row? Slap them away!",
        "",
    ),
)
FACE_DOWN = "?"
PLACES = (
    *("top left", "top middle", "top right"),
    *("middle left", "centre", "middle right"),
    *("bottom left", "bottom middle", "bottom right"),
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

SAYS = {
    "starter": "{seat} starts",
    "no-line": "{seat} has no three in a row: nothing happens",
    "hand-over": "The hand is over: all cards are opened",
    "last-claims": "All cards are open: {seat} may still clear three in a row",
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
    return SAYS.get(what, "").format(seat=seat)


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


def matches(choice: Choice, pick: Pick) -> bool:
    data = choice.data
    if pick.what == "pile":
        return bool(data.get("from") == pick.value)
    if pick.what != "cell":
        return False
    if pick.seat == choice.seat:
        own = data.get("cell") == pick.value and data.get("of", choice.seat) == choice.seat
        return bool(own or pick.value in data.get("cells", []) or data.get("mine") == pick.value)
    return bool(
        (data.get("of") == pick.seat and data.get("cell") == pick.value)
        or (data.get("from") == pick.seat and data.get("theirs") == pick.value)
    )


def draw(e: Easel, t: Table, area: Box) -> None:
    px = e.frame.px
    left, discards, drawn, facts = area.columns([17, 17, 17, 49], px(14))
    pile = parts.pile(e, "drawpile", DECK, t.view["drawpile"], left, "to draw")
    e.target(pile, Pick("pile", "pile"))
    top = t.view["discard"]
    heap = parts.pile(e, "discards", DECK, t.view["discards"], discards, "discarded", top or BACK)
    e.target(heap, Pick("pile", "discard"))
    card = t.view["drawn"]
    if card is not None:
        words = f"{t.name(t.view['turn'])}'s card"
        parts.row_of_cards(e, "drawn", DECK, [BACK if card == FACE_DOWN else card], drawn, words)
    _facts(e, t, facts)


def _facts(e: Easel, t: Table, box: Box) -> None:
    """A card that only these eyes saw; else how the last hand ended; else what it is all about."""
    e.panel("facts", box)
    room = box.inset(e.frame.px(16), e.frame.px(8))
    head = Box(room.x, room.y, room.w, parts.line_h(e))
    below = Box(room.x, head.bottom, room.w, room.h - head.h)
    scored = t.last.get("hand-scored")
    if t.whisper is not None:
        beside, card = room.columns([60, 40])
        e.text("facts/saw", _seen(t, t.whisper), beside, BODY, GOLD)
        parts.row_of_cards(e, "facts/card", DECK, [t.whisper["card"]], card)
    elif scored is not None:
        number = t.view["hand"] - (not t.view["over"])
        words = f"Hand {number}: {t.name(scored['won_by'])} had the fewest points"
        e.text("facts/head", words, head, SMALL, GOLD, "left")
        parts.points_of_hand(e, t, scored["points"], scored["won_by"], below)
    else:
        e.text("facts/head", f"Hand {t.view['hand']}", head, SMALL, GOLD, "left")
        e.text("facts/aim", "at fifty points the game ends,\nthe fewest points win", below, SMALL, MIST)


def _seen(t: Table, told: Json) -> str:
    """Which card it was that only one has seen."""
    of = told.get("of", told["seat"])
    whose = "your" if of == t.eyes else f"{t.name(of)}'s"
    saw = "see" if t.view["looked"] is not None else "saw"
    return f"only you {saw} this:\n{whose} {PLACES[told['cell']]} card"


def seat(e: Easel, t: Table, seat: int, box: Box) -> None:
    cell_w = min(box.w // 3, (box.h // 3) * 5 // 7)
    cell_h = cell_w * 7 // 5
    gap = e.frame.px(5)
    left, top = box.x + (box.w - 3 * cell_w) // 2, box.y + (box.h - 3 * cell_h) // 2
    chosen = None if t.last_grids else t.chosen
    for cell, card in enumerate(t.last_grids[seat] if t.last_grids else t.view["grids"][seat]):
        place = Box(left + cell % 3 * cell_w, top + cell // 3 * cell_h, cell_w - gap, cell_h - gap)
        if card is None:
            e.panel(f"seat/{seat}/cell/{cell}", place.inset(gap), PANEL, MIST, alpha=60, radius=8)
            continue
        pick = Pick("cell", cell, seat)
        mine = chosen is not None and chosen.seat == seat
        aimed = chosen is not None and not t.marked and not t.piece and matches(chosen, pick)
        lit = aimed or (mine and t.piece == (cell, 0))
        aim = t.view["aim"] if seat == t.eyes else None
        picked = (mine and (cell, 0) in t.marked) or (aim is not None and cell in aim)
        # Another hand's cards don't glide: the grid of the next hand lies there at once.
        name = f"seat/{seat}/{'last' if t.last_grids else 'cell'}/{cell}"
        lay_card(
            e, name, DECK, BACK if card == FACE_DOWN else card, place, lit=lit, chosen=picked, shadow=False
        )
        if lit or (seat == t.view["turn"] and cell == t.view["looked"]):
            e.put(f"{name}/ring", place.inset(-gap), Ring(GOLD), above=True)
        if not t.last_grids:
            e.target(place, pick)


def status(t: Table, seat: int) -> tuple[str, bool]:
    return parts.points(t.view["scores"][seat]), t.view["over"] and seat in t.view["winners"]
