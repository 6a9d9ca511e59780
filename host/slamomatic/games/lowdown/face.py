"""How Lowdown looks, sounds and speaks."""

from collections.abc import Mapping, Sequence
from typing import Any

from slamomatic.engine.vocabulary import Choice, Json
from slamomatic.face.bot_faces import Feeling
from slamomatic.face.chooser import Pick
from slamomatic.face.face import Face, OnPhone, Page, Row, Telling, Tip, Weight, always
from slamomatic.face.model import Table
from slamomatic.face.telling import numbered
from slamomatic.games.lowdown import art, board
from slamomatic.games.lowdown.art import ACTIONS, COLOURS
from slamomatic.games.lowdown.board import place, spelled
from slamomatic.games.lowdown.grid import FACE_DOWN, VALUE, lines
from slamomatic.kit.bed import MINOR, Bed
from slamomatic.words import N_, capital, gettext, listed, ngettext, said


def effect_words(t: Table, effect: Json) -> Json:
    """Return the fields of an effect as words for its sentence: cards, places and players."""
    cards = {field: spoken(effect[field]) for field in ("card", "old", "got", "gave") if effect.get(field)}
    return {
        **cards,
        "cards": listed([spoken(card) for card in effect.get("cards", [])]),
        "place": place(effect.get("cell", 0)),
        "places": _places(effect.get("cells", [])),
        "of": t.name(effect.get("of")),
        "victim": t.name(effect["from"]) if effect["what"] == "stole" else "",
    }


def say_scored(t: Table, effect: Json) -> str:
    """Return the sentence about who wins a hand, with how many points."""
    winners = board.winners_of_hand(t, effect)
    if len(winners) > 1:
        return ngettext(
            "{names} share the hand with {n} point",
            "{names} share the hand with {n} points",
            effect["points"][effect["won_by"]],
            names=listed([t.name(seat) for seat in winners]),
        )
    return ngettext(
        "{seat} wins the hand with {n} point",
        "{seat} wins the hand with {n} points",
        effect["points"][effect["won_by"]],
        seat=t.name(effect["won_by"]),
    )


# By (where the card is from, whether everybody sees it).
DREW = {
    ("pile", True): N_("{seat} takes {card} from the pile"),
    ("pile", False): N_("{seat} takes a card from the pile"),
    ("discard", True): N_("{seat} takes {card} from the discards"),
    ("discard", False): N_("{seat} takes a card from the discards"),
}
PLACED = {
    True: N_("{seat} lays {card} in place of {old}"),
    False: N_("{seat} lays a card face down in place of {old}"),
}
OWN_PEEK = {
    True: N_("{seat} peeks at an own card: {place}"),
    False: N_("{seat} peeks at {of}'s {place} card"),
}
STOLE = N_("{seat} steals {got} from {victim} and gives {gave}")
CLEARED = N_("{seat} clears three in a row: {cards}!")
LAST_CLAIMS = N_("All cards are open: {seat} may still clear three in a row")
EFFECTS = {
    "dealt": Telling("shuffle"),
    "starter": Telling(says=N_("{seat} starts"), silent="the turn that follows is heard"),
    "turn": Telling("turn"),
    "opened": Telling("flip", N_("{seat} opens {cards}")),
    "drew": Telling(
        "card",
        DREW,
        flies=("drawpile", "@seat"),
        card="card",
        by=lambda drew: (drew["from"], bool(drew.get("card"))),
    ),
    "placed": Telling("card", PLACED, by="card", flies=("@seat", "discards"), card="old"),
    "threw": Telling("card", N_("{seat} throws away {card}"), flies=("drawn", "discards"), card="card"),
    "looked": Telling("sneaky", N_("{seat} looks at the {place} card"), once=True),
    "turned": Telling("flip", N_("{seat} opens {card}")),
    "peeked": Telling("sneaky", OWN_PEEK, once=True, by=lambda peek: peek["of"] == peek["seat"]),
    "swapped": Telling("swap", N_("{seat} swaps {places}")),
    "stole": Telling("snatch", STOLE, mood=Feeling.GLOAT),
    "cleared": Telling(
        "burst", CLEARED, Weight.VERDICT, shout=N_("THREE IN A ROW, {seat}!"), mood=Feeling.GLOAT
    ),
    "no-line": Telling("clump", N_("{seat} has no three in a row: nothing happens"), mood=Feeling.SHRUG),
    "hand-over": Telling("gong", N_("The hand is over: all cards are opened"), Weight.VERDICT),
    "last-claims": Telling("hurry", LAST_CLAIMS, Weight.VERDICT),
    "hand-scored": Telling("win", say_scored, Weight.VERDICT),
}

TIPS = (
    Tip(
        lambda view: view["aim"],
        "Your row is picked: slap, and it is gone.",
        "Your row is picked: slap!",
    ),
    Tip(
        lambda view: view["phase"] == "open",
        "Everybody opens two cards: pick two of your nine.",
        "Open two cards.",
    ),
    Tip(
        lambda view: view["phase"] == "claim",
        "All cards are open. Three of one colour in a row? Slap, and they are gone.",
        "Three of one colour in a row? Slap!",
    ),
    Tip(
        lambda view: view["phase"] == "place" and view["drawn_from"] == "discard",
        "A card from the discards must go into the grid, face up.",
        "Put it into the grid.",
    ),
    Tip(
        lambda view: view["drawn"] == "swap",
        "Swap two of your cards, or put this one into your grid.",
        "Swap two of your cards, or put this one into your grid.",
    ),
    Tip(
        lambda view: view["drawn"] == "peek",
        "Look at a face-down card, or put this one into your grid.",
        "Look at a face-down card, or put this one into your grid.",
    ),
    Tip(
        lambda view: view["drawn"] == "steal",
        "Steal a card for one of yours, or put this one into your grid.",
        "Steal a card for one of yours, or put this one into your grid.",
    ),
    Tip(
        lambda view: view["phase"] == "place",
        "Put it in place of one of your cards, or throw it away and look at a card.",
        "Put it into the grid, or throw it away.",
    ),
    Tip(
        lambda view: view["phase"] == "look",
        "Now you may look at one of your own face-down cards.",
        "Look at one of your face-down cards.",
    ),
    Tip(
        lambda view: view["phase"] == "turn",
        "Open the card you looked at, or leave it face down.",
        "Open it, or leave it face down.",
    ),
    Tip(
        always,
        "Take a card: low is good. Three open cards of one colour in a row? Slap them away!",
        "Take a card from the pile or from the discards.",
    ),
)
PAGES = (
    Page(
        "Stay low",
        "Nine cards lie face down before you, and you open two of them. Low cards are good: when "
        "somebody has {target} points the game ends, and the fewest points win.",
        ("back", "R0", "back", "B10"),
    ),
    Page(
        "Your turn",
        "Take the top card of the pile or of the discards and put it in place of one of yours. A card "
        "from the pile may also be thrown away: then you may look at one of your face-down cards and "
        "open it.",
        ("G2", "back"),
        shows="placed",
    ),
    Page(
        "Swap, Peek, Steal",
        "Drawn from the pile, they do what they say. Swap: two of your cards change places. Peek: look "
        "at any face-down card, then draw again. Steal: one of yours for somebody else's, both open. "
        "In a grid they count five.",
        ("swap", "peek", "steal"),
        shows="swapped",
    ),
    Page(
        "Three in a row",
        "Three open cards of one colour in a row, column or diagonal: slap, and they are gone. The "
        "wild -5 goes with every colour. But it takes five points off: perhaps you would rather keep "
        "it.",
        ("P1", "P8", "-5"),
        shows="cleared",
    ),
    Page(
        "The end of a hand",
        "When all cards of one grid are open, or the pile is empty, everybody opens everything. Three "
        "in a row may be cleared once more, then points are counted. The lowest starts the next hand.",
        ("Y3", "O7", "W4"),
        shows="hand-over",
    ),
)
UNKNOWN_VALUE = 4  # about the average points of a card
LINES = {
    (0, 1, 2): N_("top row"),
    (3, 4, 5): N_("middle row"),
    (6, 7, 8): N_("bottom row"),
    (0, 3, 6): N_("left column"),
    (1, 4, 7): N_("middle column"),
    (2, 5, 8): N_("right column"),
    (0, 4, 8): N_("falling diagonal"),
    (2, 4, 6): N_("rising diagonal"),
}


def spoken(card: str) -> str:
    """Return an open card's name in the player's language."""
    if card == "-5":
        return gettext("a wild -5")
    if card[0] in COLOURS:
        return said(numbered(COLOURS[card[0]][0], card[1:]))
    # Translators: an action card, such as "a Swap"
    return gettext("a {action}", action=gettext(ACTIONS[card]))


def _places(cells: list[int]) -> str:
    return listed([place(cell) for cell in cells])


# The words on a button whose choice still lacks its cards or cells, or needs none.
WORDS = {
    "open": N_("Open two cards"),
    "draw": N_("Draw"),
    "place": N_("Place it"),
    "act": N_("Swap two of yours"),
    "aim": N_("Claim a row"),
    "look": N_("Look at a card"),
    "turn": N_("Open it"),
    "throw": N_("Throw it away"),
}


def label(t: Table, choice: Choice) -> str:
    """Return the words on a choice's button."""
    do, data = choice.do, choice.data
    if do == "done":
        phase = t.view["phase"]
        return gettext("No look" if phase == "look" else "Leave it face down" if phase == "turn" else "Done")
    if not data or do == "turn":
        return gettext(WORDS.get(do, do))
    if do == "draw":
        if data["from"] == "pile":
            return gettext("Draw from the pile")
        return capital(gettext("Take {card}", card=spoken(t.view["discard"])))
    if do == "place":
        return gettext(
            "Lay face up: {place}" if data["face"] == "up" else "Lay face down: {place}",
            place=place(data["cell"]),
        )
    if do == "open":
        return gettext("Open {places}", places=_places(data["cells"]))
    if do == "look":
        return gettext("Look: {place}", place=place(data["cell"]))
    if do == "aim":
        line = gettext(LINES[tuple(data["cells"])])
        if t.eyes is not None:
            return gettext("Claim the {line}", line=line)
        # On the shared screen the button must say whose row it is.
        return gettext("{seat}: claim the {line}", seat=t.name(choice.seat), line=line)
    if "of" in data:
        return gettext(
            "Peek: your {place}" if data["of"] == choice.seat else "Peek: {seat}'s {place}",
            seat=t.name(data["of"]),
            place=place(data["cell"]),
        )
    if "cells" in data:
        return gettext("Swap {places}", places=_places(data["cells"]))
    return gettext(
        "Steal {seat}'s {place}, give {own}",
        seat=t.name(data["from"]),
        place=place(data["theirs"]),
        own=place(data["mine"]),
    )


def suggested(view: Json, choices: Sequence[Choice]) -> Choice | None:
    """Return a sensible choice for the drawn card: do what it says, or lay it; None: no card is drawn."""
    acts = [choice for choice in choices if choice.do == "act"]
    return max(acts, key=lambda act: _gain(view, act)) if acts else suggested_place(view, choices)


def _gain(view: Json, act: Choice) -> int:
    """Return how good it is to do this with an action card, to compare it with others of the same card."""
    grids, data = view["grids"], act.data
    grid = list(grids[act.seat])
    if "cells" in data:  # a swap may make a line
        one, other = data["cells"]
        grid[one], grid[other] = grid[other], grid[one]
        return len(lines(grid, [card != FACE_DOWN for card in grid]))
    if "of" in data:  # a peek at an own card helps most
        return int(data["of"] == act.seat)
    mine, theirs = grid[data["mine"]], grids[data["from"]][data["theirs"]]
    return VALUE.get(mine, UNKNOWN_VALUE) - VALUE.get(theirs, UNKNOWN_VALUE)


def suggested_place(view: Json, choices: Sequence[Choice]) -> Choice | None:
    """Return the choice to lay the drawn card, face up, where it takes off most points.

    That is in place of the highest open card if that one is higher, else of an unknown card; if all are open,
    a card that would make it worse is thrown away. None: no card is to be laid.
    """
    places = {choice.data["cell"]: choice for choice in choices if choice.data.get("face") == "up"}
    if not places:
        return None
    grid = view["grids"][view["seat"]]
    unknown = [cell for cell in places if grid[cell] == FACE_DOWN]
    highest = max(
        (cell for cell in places if grid[cell] != FACE_DOWN), key=lambda cell: VALUE[grid[cell]], default=None
    )
    if highest is not None and VALUE[grid[highest]] > VALUE[view["drawn"]]:
        return places[highest]
    if unknown:
        return places[unknown[0]]
    throw = next((choice for choice in choices if choice.do == "throw"), None)
    return throw or places[highest if highest is not None else min(places)]


def on_phone(view: Mapping[str, Any]) -> OnPhone:
    """Return what a player's phone shows: the player's grid, each cell of which can be picked."""
    mine = view["seat"]
    return OnPhone(list(view["grids"][mine]), grid=True, picks=_cells(view, mine))


def _cells(view: Mapping[str, Any], seat: int) -> list[Pick]:
    """Return the cells of a seat's grid as places to pick."""
    return [Pick("cell", cell, seat) for cell in range(len(view["grids"][seat]))]


def on_table(view: Mapping[str, Any]) -> list[Row]:
    """Return the rows of open cards: the drawn one, the top discard and every grid."""
    drawn = [Row(gettext("Drawn"), [view["drawn"]])] if view["drawn"] else []
    top = [Row(gettext("Discards"), [view["discard"]], [Pick("pile", "discard")])] if view["discard"] else []
    grids = [
        Row("", list(grid), picks=_cells(view, seat), grid=True, seat=seat)
        for seat, grid in enumerate(view["grids"])
    ]
    return [*drawn, *top, *grids]


def place_name(t: Table, pick: Pick) -> str:
    """Return the name of a card that somebody points at, and what lies there."""
    if pick.what != "cell" or pick.seat is None:
        return gettext("Discards") if pick.value == "discard" else gettext("Draw from the pile")
    card = t.view["grids"][pick.seat][pick.value]
    hidden = gettext("no card" if card is None else "face down")
    lies = hidden if card in (None, FACE_DOWN) else spoken(card)
    words = gettext("{name}: {what}", name=place(pick.value), what=lies)
    whose = t.view["turn"] if t.eyes is None else t.eyes
    return words if pick.seat == whose else gettext("{name}: {what}", name=t.name(pick.seat), what=words)


FACE = Face(
    title="Lowdown",
    card_name=spoken,
    place_name=place_name,
    awards=((N_("Row clearer"), "cleared"), (N_("Pickpocket"), "stole"), (N_("Curious nose"), "peeked")),
    cloth=(66, 44, 108),
    bed=Bed(88, 185.0, MINOR, (0, 5, 0, 7, 8, 5, 7, 0), 0.1, 21),
    samples=("P0", "-5"),
    lengths={"short": {"target": 20}, "long": {"target": 100}},
    about=N_("Swap nine hidden cards for low ones. The fewest points win."),
    first_words=N_(
        "Low cards are good. Do you have three open cards of one colour in a row? Then {slap}: they are gone."
    ),
    pages=PAGES,
    ends=N_(
        "Your turn ends when a card is laid, or after the look.\n"
        "The game ends when somebody has {target} points: the fewest win."
    ),
    tips=TIPS,
    label=label,
    spelled=spelled,
    effects=EFFECTS,
    names=effect_words,
    memory=board.LastGrids,
    hidden=(
        (lambda view: view["phase"] == "place" and view["drawn"] == FACE_DOWN, N_("your card")),
        (lambda view: view["phase"] == "turn", N_("your card")),
    ),
    open_words=("open", "draw", "look", "done", "aim"),
    suggests=suggested,
    asides=("aim",),
    made=lambda choice, view: choice.do == "aim" and choice.data["cells"] == view["aim"],
    matches=board.matches,
    walked_by_place=True,
    deck=art,
    draw=board.draw,
    seat=board.seat,
    status=board.status,
    seats_share=0.66,
    board_column=0.13,
    own_seat_width=0.318,
    paddle_share=0.0,
    on_phone=on_phone,
    on_table=on_table,
)
