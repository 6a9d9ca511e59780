"""The table of Lowdown: everybody's grid of nine, the piles, the drawn card, what a peek has shown."""

from __future__ import annotations

from slamomatic.games.vocabulary import Choice, Json
from slamomatic.screen.art.cards import BACK
from slamomatic.screen.boards import parts
from slamomatic.screen.boards.model import Table, always
from slamomatic.screen.chooser import Pick
from slamomatic.screen.easel import BODY, SMALL, Easel
from slamomatic.screen.geometry import Box
from slamomatic.screen.palette import GOLD, MIST

DECK = "lowdown"
SEATS_SHARE = 0.66
PADDLE_SHARE = 0.0
HAS_HANDS = True
OPEN_WORDS = ("open", "draw", "look", "done", "aim")
TIPS = (
    (lambda view: any(view["unopened"]), "Everybody opens two cards of the own grid: pick two, then do it."),
    (always, "Low cards are good. Three open cards of one colour in a row: slap, and they are gone."),
)
FACE_DOWN = "?"

SAYS = {
    "turn": "{seat}'s turn",
    "starter": "{seat} starts",
    "no-line": "{seat}: no three in a row there, it costs nothing",
    "hand-over": "The hand is over: all cards are opened",
    "last-claims": "{seat} may still clear rows",
    "swapped": "{seat} swaps two cards",
}


def spoken(card: str | None) -> str:
    names = {"R": "red", "O": "orange", "Y": "yellow", "G": "green", "B": "blue", "P": "purple", "W": "white"}
    if not card or card[0] not in names:
        return f"the {card}" if card else "a card"
    return f"{names[card[0]]} {card[1:]}"


def say(t: Table, effect: Json) -> str:
    what, seat = effect["what"], t.name(effect.get("seat"))
    if what == "drew":
        source = "the pile" if effect["from"] == "pile" else "the discards"
        return f"{seat} takes {spoken(effect.get('card'))} from {source}"
    if what == "placed":
        return f"{seat} puts it in the grid, {spoken(effect['old'])} goes out"
    if what in ("threw", "turned"):
        return f"{seat} {'throws away' if what == 'threw' else 'opens'} {spoken(effect['card'])}"
    if what in ("looked", "peeked"):
        return f"{seat} looks at a card"
    if what == "stole":
        return f"{seat} steals {spoken(effect['got'])} from {t.name(effect['from'])}"
    if what == "cleared":
        return f"{seat} clears three in a row!"
    if what == "hand-scored":
        return f"{t.name(effect['won_by'])} wins the hand"
    return SAYS.get(what, "").format(seat=seat)


def label(t: Table, choice: Choice) -> str:
    data = choice.data
    if choice.do == "draw":
        return {"pile": "From the pile", "discard": "From the discards"}.get(str(data.get("from")), "Draw")
    if choice.do == "place":
        return f"Face {data['face']}: {data['cell'] + 1}" if data else "Place it"
    if choice.do == "act":
        return _act_label(t, choice)
    if choice.do in ("open", "aim"):
        cells = "+".join(str(cell + 1) for cell in data.get("cells", []))
        return f"{'Open' if choice.do == 'open' else 'Aim at'} {cells or 'cards'}"
    if choice.do in ("look", "turn"):
        return f"{'Look at' if choice.do == 'look' else 'Open'} {data['cell'] + 1}" if data else choice.do
    return {"throw": "Throw it away", "done": "Done"}.get(choice.do, choice.do)


def _act_label(t: Table, choice: Choice) -> str:
    data = choice.data
    if "of" in data:
        return f"Peek: {t.name(data['of'])} {data['cell'] + 1}"
    if "cells" in data:
        return "Swap " + " and ".join(str(cell + 1) for cell in data["cells"])
    if "theirs" in data:
        return f"Steal {t.name(data['from'])}'s {data['theirs'] + 1} for {data['mine'] + 1}"
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
    left, discards, drawn, facts = area.columns([20, 20, 20, 40], px(14))
    pile = parts.pile(e, "drawpile", DECK, t.view["drawpile"], left, "to draw")
    e.target(pile, Pick("pile", "pile"))
    top = t.view["discard"]
    heap = parts.pile(e, "discards", DECK, t.view["discards"], discards, "put away", top or BACK)
    e.target(heap, Pick("pile", "discard"))
    card = t.view["drawn"]
    if card is not None:
        parts.row_of_cards(e, "drawn", DECK, [BACK if card == FACE_DOWN else card], drawn, "in hand")
    _facts(e, t, facts)


def _facts(e: Easel, t: Table, box: Box) -> None:
    e.panel("facts", box, alpha=150)
    room = box.inset(e.frame.px(16), e.frame.px(8))
    above, below = room.rows([1, 2], e.frame.px(4))
    e.text("facts/hand", f"hand {t.view['hand']}", above, SMALL, MIST)
    if t.whisper is not None:
        words, card = below.columns([60, 40])
        e.text("facts/saw", "only you saw:", words, BODY, GOLD)
        parts.row_of_cards(e, "facts/card", DECK, [t.whisper], card)
    else:
        e.text("facts/aim", "fifty points end the game,\nthe fewest win", below, SMALL, MIST)


def seat(e: Easel, t: Table, seat: int, box: Box) -> None:
    grid = box
    cell_w = min(grid.w // 3, (grid.h // 3) * 5 // 7)
    cell_h = cell_w * 7 // 5
    gap = e.frame.px(5)
    left, top = grid.x + (grid.w - 3 * cell_w) // 2, grid.y + (grid.h - 3 * cell_h) // 2
    chosen = t.chosen
    for cell, card in enumerate(t.view["grids"][seat]):
        place = Box(left + cell % 3 * cell_w, top + cell // 3 * cell_h, cell_w - gap, cell_h - gap)
        if card is None:
            e.panel(f"seat/{seat}/cell/{cell}", place, alpha=70, radius=8)
            continue
        pick = Pick("cell", cell, seat)
        lit = chosen is not None and not t.marked and matches(chosen, pick)
        mine = chosen is not None and chosen.seat == seat
        e.card(
            f"seat/{seat}/cell/{cell}",
            DECK,
            BACK if card == FACE_DOWN else card,
            place,
            lit=(lit and not t.piece) or (mine and t.piece == (cell, 0)),
            chosen=mine and (cell, 0) in t.marked,
            shadow=False,
        )
        e.target(place, pick)


def status(t: Table, seat: int) -> tuple[str, bool]:
    return parts.points(t.view["scores"][seat]), t.view["ender"] == seat
