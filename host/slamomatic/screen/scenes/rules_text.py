"""The games explained in a few pages each: a heading, some sentences, and the cards they are about."""

from __future__ import annotations

from dataclasses import dataclass, replace

from slamomatic.face.boards import board_of
from slamomatic.screen.furniture import key_name
from slamomatic.screen.preferences import Preferences


@dataclass(frozen=True, slots=True)
class Page:
    """One page of the help scene."""

    heading: str
    words: str
    cards: tuple[str, ...]


PAGES: dict[str, tuple[Page, ...]] = {
    "hands-down": (
        Page(
            "Collect pairs",
            "Two cards of one number are a pair: one point. The Joker fits nothing, but whoever holds it "
            "at the end gets two points. Most points win.",
            ("7", "7", "10", "10", "J"),
        ),
        Page(
            "Hands Down!",
            "On your turn you draw a card. Holding a pair? Slap your paddle. All others slap as fast as "
            "they can, and the last one pays you a card. More pairs, more slaps, as long as you like.",
            ("3", "3"),
        ),
        Page(
            "Fake it",
            "You may also only twitch. Whoever falls for it and touches a paddle before you pays you a "
            "card. But touch your own without a pair and your turn is over: that is a foul.",
            ("5", "8"),
        ),
        Page(
            "Can't tell?",
            "Hands that come down closer together than the paddles can tell are a clump: nobody pays, the "
            "pair stays hidden, slap again. When the drawpile is out, turns begin with a card from another "
            "player.",
            ("9", "9"),
        ),
    ),
    "slamwich": (
        Page(
            "Win every card",
            "Cards fall onto the pile one after the other, everybody's top card in turn. Slap first when "
            "you see one of the three things on the next pages, and the whole pile is yours.",
            ("back", "egg", "tomato"),
        ),
        Page("Double decker", "Two of the same on top of each other: slap!", ("bacon", "bacon")),
        Page(
            "Slamwich",
            "Two of the same with one different card between them: slap!",
            ("lettuce", "cheese", "lettuce"),
        ),
        Page(
            "Stop thief!",
            "A thief: slap, then slap again or press {call}. That second slap is the shout. Slapped "
            "first but did not shout? Then whoever shouts first takes the pile.",
            ("thief",),
        ),
        Page(
            "Munchers",
            "A muncher eats the pile, unless the next player stops it: with as many cards as its number "
            "says, throw a double decker, a slamwich, a thief or another muncher.",
            ("m1", "m2", "m3"),
        ),
        Page(
            "Slip slap",
            "Slapped at nothing? One card of yours goes under the pile. Out of cards, you are out of the "
            "game, unless a good slap comes in time.",
            ("onion", "pickle"),
        ),
    ),
    "hit-the-deck": (
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
    ),
    "yahtzee-hands-down": (
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
    ),
    "lowdown": (
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
    ),
}

KEYS_HEADING = "Your keys"
KEYS = (
    "Slap: {slaps}.\nChoose: {left} and {right}, then {confirm}; or {next} to walk, {next} twice to do it.\n"
    "{look}{call_key}Pause and dispute: {pause}. These rules: {help}."
)
HOW_TO_LOOK = (
    "Several people at one screen? Hold {next}: the turn player's cards show, the others look away.\n"
)
ENDS_HEADING = "Turn, end and tie"
ENDS = {
    "hands-down": "Your turn ends when you pass, or by a foul.\nThe game ends when all pairs are out.\n"
    "Equal points? The numbers of their pairs are added up.",
    "slamwich": "The table turns everybody's cards.\nThe game ends when one player is left, or when the "
    "time is up: then the most cards win.",
    "hit-the-deck": "Your turn ends with the card you play, or with a drawn one that does not fit.\n"
    "The game ends when somebody has 100 points: the fewest win.",
    "yahtzee-hands-down": "Your turn ends with the last swap, a call, or done.\n"
    "The game ends when all combo cards are won: the most points win.",
    "lowdown": "Your turn ends when a card is laid, or after the look.\n"
    "The game ends when somebody has fifty points: the fewest win.",
}
SHARED = "\nStill equal at the end? They win together."
CALLED_BY_KEY = ("slamwich", "hit-the-deck")


def pages(game: str, prefs: Preferences) -> tuple[Page, ...]:
    """With the real names of the keys; the last page is about them."""
    names = {action: key_name(key) for action, key in prefs.keys.items()}
    told = [replace(page, words=page.words.format(**names)) for page in PAGES[game]]
    slaps = ", ".join(key_name(prefs.seat_keys[seat.paddle]) for seat in prefs.seats[: prefs.players])
    words = KEYS.format(
        slaps=slaps,
        look=HOW_TO_LOOK.format(**names) if board_of(game).HIDDEN else "",
        call_key=f"Call: {names['call']}.\n" if game in CALLED_BY_KEY else "",
        **names,
    )
    return (*told, Page(ENDS_HEADING, ENDS[game] + SHARED, ()), Page(KEYS_HEADING, words, ()))
