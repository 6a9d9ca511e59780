"""The table of Lowdown: everybody's grid of nine, the piles, the drawn card, what a peek has shown."""

from collections.abc import Sequence
from typing import Any

from slamomatic.engine.vocabulary import Choice, Json
from slamomatic.face import parts
from slamomatic.face.cards import BACK, lay_card
from slamomatic.face.chooser import Pick
from slamomatic.face.face import BoardMemory
from slamomatic.face.model import Table
from slamomatic.games.lowdown import art
from slamomatic.games.lowdown.grid import CELLS, FACE_DOWN
from slamomatic.kit.easel import BODY, SMALL, Box, Easel
from slamomatic.kit.palette import GOLD, MIST, PANEL
from slamomatic.words import N_, Sentence, gettext, listed, ngettext

DECK = "lowdown"
PLACES = (
    *(N_("top left"), N_("top middle"), N_("top right")),
    *(N_("middle left"), N_("centre"), N_("middle right")),
    *(N_("bottom left"), N_("bottom middle"), N_("bottom right")),
)


READ_US = 6_000_000  # how long a scored hand lies there to be read, unless somebody goes on before


class LastGrids(BoardMemory):
    """The grids of a hand that was just scored: they stay to be read although the next hand is dealt."""

    def __init__(self) -> None:
        self.grids: list[list[str | None]] = []  # empty: no hand is being shown again

    def hear(self, effects: Sequence[Json], now_us: int) -> None:
        """Keep the opened grids from the end of a hand on, and show them for a while once it is scored."""
        for effect in effects:
            what = effect["what"]
            if what == "hand-over" and "grids" in effect:
                self.grids = [list(grid) for grid in effect["grids"]]
            elif what == "cleared" and self.grids:
                for cell in effect["cells"]:
                    self.grids[effect["seat"]][cell] = None
            elif what == "hand-scored":
                self.until_us = now_us + READ_US
            elif what == "over":
                self.go_on()  # no new hand hides them

    def go_on(self) -> None:
        super().go_on()
        self.grids = []


def matches(choice: Choice, pick: Pick) -> bool:
    """Whether this choice is about the pile, the discards or the cell that a player picked."""
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
    """Draw the piles, the drawn card and the facts, in a column or in a row as the area allows."""
    gap = e.frame.px(14)
    places = area.rows([1, 1, 1, 0.8], gap) if area.h > area.w else area.columns([1, 1, 1, 2.2], gap)
    left, discards, drawn, facts = places
    _can_be_drawn(e, t, parts.drawpile(e, t, left), Pick("pile", "pile"))
    top = t.view["discard"]
    discarded = ngettext("{n} discarded", "{n} discarded", t.view["discards"])
    heap = parts.pile(e, "discards", DECK, t.view["discards"], discards, discarded, top or BACK)
    _can_be_drawn(e, t, heap, Pick("pile", "discard"))
    card = t.view["drawn"]
    if card is not None:
        words = gettext("{seat}'s card", seat=t.name(t.view["turn"]))
        parts.one_card(e, "drawn", DECK, BACK if card == FACE_DOWN else card, drawn, words)
    _facts(e, t, facts)


def _can_be_drawn(e: Easel, t: Table, card: Box, pick: Pick) -> None:
    """Let a hand point at a pile; ring it while a card may be taken there, in gold if Enter takes it."""
    e.target(card, pick)
    if any(choice.do == "draw" and matches(choice, pick) for choice in t.choices):
        meant = pick == t.here or (t.chosen is not None and matches(t.chosen, pick))
        e.put(f"{pick.value}/ring", card.inset(-e.frame.px(6)), art.Ring(GOLD if meant else MIST), above=True)


def _facts(e: Easel, t: Table, box: Box) -> None:
    """Draw a card that only this player saw; else how the last hand ended; else when the game ends."""
    head, below = box.cut_top(parts.line_h(e))
    scored = t.last.get("hand-scored")
    if t.whisper is not None:
        e.panel("facts", box)
        room, gap = box.inset(e.frame.px(16), e.frame.px(8)), e.frame.px(10)
        beside, there = room.rows([2, 3], gap) if box.h > box.w else room.columns([55, 45], gap)
        e.text("facts/saw", _seen(t, t.whisper), beside, BODY, GOLD)
        parts.one_card(e, "facts/card", DECK, t.whisper["card"], there)
    elif scored is not None:
        number = t.view["hand"] if t.view["over"] else t.view["hand"] - 1  # the next hand is dealt already
        winners = winners_of_hand(t, scored)
        words = gettext("Hand {number}: {seat} had the fewest points", number=number, seat=t.name(winners[0]))
        if len(winners) > 1:
            names = listed([t.name(seat) for seat in winners])
            words = gettext("Hand {number}: {names} had the fewest points", number=number, names=names)
        head, below = box.rows([2, 3])
        if not e.fits(words, SMALL, head):  # many are level: their points are gold
            words = gettext("Hand {number}", number=number)
        e.text("facts/head", words, head, SMALL, GOLD)
        parts.points_of_hand(e, t, scored["points"], winners, below)
    else:
        e.text("facts/head", gettext("Hand {number}", number=t.view["hand"]), head, SMALL, GOLD)
        if box.w > 1.5 * box.h:  # a column is too narrow for this, and the help says so too
            target = t.options["target"]
            ends = ngettext("ends at {n} point", "ends at {n} points", target)
            aim = [ends, gettext("the fewest points win")]
            e.text("facts/aim", "\n".join(aim), below, SMALL, MIST)


def winners_of_hand(t: Table, scored: Json) -> list[int]:
    """Return the seats with the fewest points of a hand; the one that starts the next hand is among them."""
    points, won_by = scored["points"], scored["won_by"]
    return [
        s
        for s, gone in enumerate(t.view["gone"])
        if points[s] == points[won_by] and (not gone or s == won_by)
    ]


def place(cell: int) -> str:
    """Return the name of a cell: where in a grid a card lies."""
    return gettext(PLACES[cell])


# Words for people instead of the rules' own words for where and how cards lie.
_WORDS = {
    "pile": N_("the pile"),
    "discard": N_("the discards"),
    "up": N_("face up"),
    "down": N_("face down"),
}


def spelled(field: str, value: Any) -> Any:
    """Return a value of a refusal in people's words: an action, a cell, a pile; anything else as it is."""
    if field == "card" and value in art.ACTIONS:
        return Sentence(art.ACTIONS[value])
    if field == "cell" and value in range(len(PLACES)):
        return Sentence(PLACES[value])
    return Sentence(_WORDS[value]) if field in ("one", "other") and value in _WORDS else value


# By (whether the card is the player's own, whether the player is still looking at it).
SEEN = {
    (True, True): N_("only you see this:\nyour {place} card"),
    (True, False): N_("only you saw this:\nyour {place} card"),
    (False, True): N_("only you see this:\n{seat}'s {place} card"),
    (False, False): N_("only you saw this:\n{seat}'s {place} card"),
}


def _seen(t: Table, told: Json) -> str:
    """Return the sentence about a card that only this player has seen: whose it is, and where it lies."""
    of = told.get("of", told["seat"])
    says = SEEN[of == t.eyes, t.view["looked"] is not None]
    return gettext(says, seat=t.name(of), place=place(told["cell"]))


def seat(e: Easel, t: Table, seat: int, box: Box) -> None:
    """Draw a player's grid of nine, with marks on cells that the cursor is at or that were picked.

    After a hand it is the old grid, as long as the memory keeps it in sight.
    """
    cell_w = min(box.w // 3, (box.h // 3) * 5 // 7)
    cell_h = cell_w * 7 // 5
    gap = e.frame.px(5)
    places = box.centred(3 * cell_w, 3 * cell_h).grid(CELLS, 3, 0)
    last = t.memory.grids if t.what_was and isinstance(t.memory, LastGrids) else []
    chosen = None if last else t.chosen
    mine = chosen is not None and chosen.seat == seat
    aim = (t.view["aim"] if seat == t.eyes else None) or []
    grid = last[seat] if last else t.view["grids"][seat]
    for cell, (card, at) in enumerate(zip(grid, places, strict=False)):
        spot = Box(at.x, at.y, cell_w - gap, cell_h - gap)
        if card is None:
            e.panel(f"seat/{seat}/cell/{cell}", spot.inset(gap), PANEL, MIST, alpha=60, radius=8)
            continue
        pick = Pick("cell", cell, seat)
        aimed = chosen is not None and not t.marked and not t.piece and matches(chosen, pick)
        lit = aimed or (mine and t.piece == (cell, 0)) or pick == t.here
        picked = (mine and (cell, 0) in t.marked) or cell in aim or pick in t.pointed
        looked = seat == t.view["turn"] and cell == t.view["looked"]
        shown = BACK if card == FACE_DOWN else card
        # Another hand's cards don't glide: the grid of the next hand lies there at once.
        name = f"seat/{seat}/{'last' if last else 'cell'}/{cell}"
        lay_card(e, name, DECK, shown, spot, lit=lit, chosen=picked, shadow=False)
        if looked or pick == t.here or (lit and t.here is None):
            e.put(f"{name}/ring", spot.inset(-gap), art.Ring(GOLD), above=True)
        if not last:
            e.target(spot, pick)


def status(t: Table, seat: int) -> tuple[str, bool]:
    """Return a player's last line, the points, and whether it is lit: for the winners."""
    return parts.points(t.view["scores"][seat]), t.view["over"] and seat in t.view["winners"]
