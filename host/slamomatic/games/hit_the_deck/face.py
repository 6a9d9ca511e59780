"""How Hit the Deck looks, sounds and speaks."""

from collections.abc import Mapping
from typing import Any

from slamomatic.engine.vocabulary import Choice, Json
from slamomatic.face.bot_faces import Feeling
from slamomatic.face.chooser import Pick
from slamomatic.face.face import Calls, Face, Means, Page, Plural, Row, Telling, Tip, Weight, always
from slamomatic.face.model import Table
from slamomatic.face.telling import numbered
from slamomatic.games.hit_the_deck import art, board
from slamomatic.games.hit_the_deck.art import COLOURS, colour_name
from slamomatic.games.hit_the_deck.deck import LAST_DRAWS
from slamomatic.kit.bed import MINOR, Bed
from slamomatic.words import N_, Sentence, capital, gettext, listed, ngettext, said


def say_last(t: Table, effect: Json) -> str:
    """Return the sentence about the last hand, or about all that were too close to call."""
    if effect["draws"] == LAST_DRAWS:
        return gettext("{seat} was last and draws four cards", seat=t.name(effect["seat"]))
    # One effect for each of them follows the other: those before this one stand in `clumped`.
    names = listed([t.name(s) for s in (*t.clumped, effect["seat"])])
    return gettext("{names}: too close to call, each draws two", names=names)


def say_hand_over(t: Table, effect: Json) -> str:
    """Return the sentence at the end of a hand."""
    out = board.seat_out_of_cards(t, effect)
    if out is None:
        return gettext("The hands are counted")
    return gettext("{seat} has no cards left! The others count theirs.", seat=t.name(out))


CUT = {True: N_("{seat} cuts the deck: {card}"), False: N_("{seat} is skipped: no pile to cut")}
FLIPPED = {True: N_("The piles change places, play turns round: {card}"), False: N_("Play turns round")}
DREW = Plural("{seat} draws a card", "{seat} draws {n} cards")
RACE = N_("{seat} played a hand card: everybody slap!")
LOST, CLOSE = N_("{seat} WAS LAST!"), N_("TOO CLOSE TO CALL!")
EFFECTS = {
    "advice": Telling(silent="what to do is read, not heard"),
    "dealt": Telling("shuffle"),
    "start": Telling("card", N_("The first card: {card}")),
    "played": Telling("card", N_("{seat} plays {card}"), flies=("@seat", "discards"), card="card"),
    "drew": Telling("card", DREW, flies=("drawpile", "@seat"), card="card"),
    "cut": Telling("swap", CUT, by="card", flies=("drawpile", "discards"), card="card"),
    "flipped": Telling("swap", FLIPPED, by="card"),
    "buried": Telling("card"),
    "reshuffled": Telling("shuffle", N_("The discards become the draw pile")),
    "race": Telling("alarm", RACE, Weight.CALL, calls=Calls.SCREEN),
    "called": Telling("call", N_("{seat}: hit the deck with a hand!"), Weight.CALL),
    "last": Telling(
        "loser",
        say_last,
        Weight.VERDICT,
        lambda effect: Means.LOSER if effect["draws"] == LAST_DRAWS else Means.CLUMP,  # who shares draws less
        shout=lambda t, last: t.shouted(LOST if last["draws"] == LAST_DRAWS else CLOSE, last),
    ),
    "uncalled": Telling(
        "out", N_("{seat} forgot to call and draws four cards"), Weight.VERDICT, mood=Feeling.WINCE
    ),
    "faked-out": Telling(
        "fooled",
        N_("No hand card: {seat} draws two cards"),
        Weight.VERDICT,
        shout=N_("NO HAND CARD, {seat}!"),
        mood=Feeling.WINCE,
    ),
    "hand-over": Telling("gong", say_hand_over, Weight.VERDICT),
}

TIPS = (
    Tip(
        lambda view: view["caller"] is not None,
        "A hand card! Everybody slaps, the last hand draws four cards.",
        "A hand card! Slap!",
    ),
    Tip(
        lambda view: view["drew"],
        "The card just drawn fits: it must be played.",
        "The card just drawn must be played.",
    ),
    Tip(
        lambda view: view["hand"] and not view["fits"] and view["top"][0] in "NC",
        "None in your hand: draw a card. If it is the right one, play it.",
        "None in your hand: draw a card.",
    ),
    Tip(
        lambda view: view["hand"] and not view["fits"],
        "Nothing in your hand fits: draw a card.",
        "Nothing fits: draw a card.",
    ),
    Tip(
        lambda view: view["top"][0] == "N",
        "That number is wanted now, in any colour, and nothing else.",
        "That number is wanted now, in any colour, and nothing else.",
    ),
    Tip(
        lambda view: view["top"][0] == "C" and len(view["top"]) == 2,
        "That colour is wanted now, any card of it.",
        "That colour is wanted now, any card of it.",
    ),
    Tip(
        lambda view: view["top"] == "H",
        "On a hand card you may play any card.",
        "Any card may be played.",
    ),
    Tip(
        always,
        "Play the same colour or the same number. Black cards go on any colour.",
        "Play the same colour, the same number or a black card.",
    ),
)
PAGES = (
    Page(
        "Get rid of your cards",
        "Play a card of the same colour or the same number as the top card. Nothing fits? Draw one "
        "card and play it if it fits. A player with no card left ends the hand.",
        ("R3", "R5", "G5"),
        shows="played",
    ),
    Page(
        "Cut and Flip",
        "Cut: the next player cuts the draw pile, and the card found there goes on top. That was the "
        "whole turn. Flip: both piles change places and play turns round. Each goes on its own colour "
        "only.",
        ("RC", "BF"),
        shows="cut",
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
        shows="last",
    ),
    Page(
        "Counting",
        "When somebody has no cards left, all others get points for the cards they hold: a number counts "
        "what it shows, every other card ten. When somebody has {target} points, the fewest points win.",
        ("B4", "YC", "N2", "H"),
        shows="hand-over",
    ),
)


def spoken(card: str) -> str:
    """Return a card's name in the player's language."""
    return said(_card_words(card))


def _card_words(card: str) -> Sentence:
    """Return a card's name, to be translated where it is shown."""
    if card == "H":
        return Sentence("Hit the Deck with a Hand")
    if card[0] == "N":
        return Sentence("Hit the Deck with a {number}", number=card[1])
    if card[0] == "C":
        return Sentence("Hit the Deck with {colour}", colour=Sentence(COLOURS[card[1]][0]))
    colour = COLOURS[card[0]][0]
    if card[1] == "C":
        return Sentence("{colour} Cut", colour=Sentence(colour))
    if card[1] == "F":
        return Sentence("{colour} Flip", colour=Sentence(colour))
    return numbered(colour, card[1])


def spelled(field: str, value: Any) -> Any:
    """Return a value of a refusal in people's words: a card's name, anything else as it is."""
    return _card_words(value) if field in ("card", "top") and value in art.FACES else value


def label(t: Table, choice: Choice) -> str:
    """Return the words on a choice's button."""
    if choice.do == "play":
        card = choice.data.get("card")
        if not card:
            return gettext("Play a card")
        return capital(gettext("Play {card}", card=spoken(card))) if card[0] in COLOURS else _short(card)
    if choice.do == "draw":
        return gettext("Draw a card")
    return gettext("Call: hit the deck!") if choice.do == "call" else choice.do


def _short(card: str) -> str:
    """Return a black card's name, short enough for a button."""
    if card == "H":
        return gettext("Hit with a Hand")
    if card[0] == "N":
        return gettext("Hit with a {number}", number=card[1])
    return gettext("Hit with {colour}", colour=colour_name(card[1]))


def matches(choice: Choice, pick: Pick) -> bool:
    """Whether this choice is about the card or the draw pile that a player picked."""
    if pick.what == "card":
        return bool(choice.data.get("card") == pick.value)
    return pick.what == "pile" and choice.do == "draw"


def on_table(view: Mapping[str, Any]) -> list[Row]:
    """Return the one row of open cards: the top card."""
    return [Row(gettext("On top"), [view["top"]])]


def say_drawn(t: Table, effect: Json) -> str:
    """Return the spoken sentence about drawn cards; their names are for the ears of their player."""
    if not effect.get("cards"):
        n = effect["count"]
        return ngettext("{seat} draws a card", "{seat} draws {n} cards", n, seat=t.name(effect["seat"]))
    cards = listed([spoken(card) for card in effect["cards"]])
    return gettext("{seat} draws {cards}", seat=t.name(effect["seat"]), cards=cards)


FACE = Face(
    title="Hit the Deck",
    card_name=spoken,
    speaks={"drew": say_drawn},
    place_name=lambda t, pick: spoken(pick.value) if pick.what == "card" else gettext("Draw a card"),
    awards=((N_("Jumpiest hand"), "faked-out"), (N_("Slowest hand"), "last"), (N_("Card shark"), "played")),
    cloth=(28, 62, 118),
    bed=Bed(116, 196.0, MINOR, (0, 8, 3, 10, 0, 8, 5, 7), 0.0, 8),
    samples=("G4", "H"),
    lengths={"short": {"target": 40}, "long": {"target": 200}},
    about=N_("Get rid of your cards. A hand card? Slap, or draw four!"),
    first_words=N_("Somebody played a hand card? Then {slap}, fast! The last one draws four cards."),
    pages=PAGES,
    ends=N_(
        "Your turn ends with the card you play, or with a drawn one that does not fit.\n"
        "The game ends when somebody has {target} points: the fewest win."
    ),
    tips=TIPS,
    label=label,
    spelled=spelled,
    effects=EFFECTS,
    names=lambda t, effect: {"card": spoken(effect["card"])} if effect.get("card") else {},
    hidden=((always, N_("your hand")),),
    matches=matches,
    deck=art,
    draw=board.draw,
    seat=board.seat,
    status=board.status,
    seats_share=0.34,
    seats_share_beside_hand=0.3,
    on_table=on_table,
)
