"""The games explained in a few pages each: a heading, some sentences, and the cards they are about."""

from __future__ import annotations

from dataclasses import dataclass


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
            "pair stays hidden, slap again. When the drawpile is out, turns begin with a card from "
            "another player.",
            ("9", "9"),
        ),
    ),
    "slamwich": (
        Page(
            "Win every card",
            "Cards fall onto the pile one after the other, everybody's top card in turn. Slap first when "
            "you see one of the three things and the whole pile is yours.",
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
            "A thief: slap, then slap again or press your call key. That second slap is the shout. "
            "Slapped first but did not shout? Then whoever shouts first takes the pile.",
            ("thief",),
        ),
        Page(
            "Munchers",
            "A muncher eats the pile unless the next player stops it: as many cards as its number to "
            "throw a double decker, a slamwich, a thief or another muncher.",
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
            "Play a card of the same colour or the same number as the one on top. Nothing fits? Draw one. "
            "Whoever has no card left ends the hand; the others count what they hold. Few points are "
            "good.",
            ("R3", "R5", "G5"),
        ),
        Page(
            "Cut and Flip",
            "Cut: the next player cuts the draw pile, the card found there goes on top, and that was the "
            "turn. Flip: both piles and the direction turn round. Each only on its own colour.",
            ("RC", "BF"),
        ),
        Page(
            "Hit the deck with ...",
            "A number or a colour that the next player must play; no card of this kind may answer it. "
            "These fit on any colour.",
            ("N4", "CG"),
        ),
        Page(
            "... with a hand!",
            "A hand card: its player must call (slap the own paddle or press the call key), all others "
            "slap. The last one draws four. Forgot to call? Then the caller draws four. Slapped at "
            "nothing: two.",
            ("H",),
        ),
    ),
    "yahtzee-hands-down": (
        Page(
            "Make a combo",
            "Five dice cards in your hand, some combo cards on the table. On your turn swap as many cards "
            "as you like for new ones.",
            ("B2", "B2", "B5", "R6", "Y1"),
        ),
        Page(
            "What counts",
            "Three, four or five of a kind, a full house, a small or large straight: always of one colour "
            "for each kind and each straight.",
            ("3k", "4k", "fh", "ss", "ls", "yz"),
        ),
        Page(
            "Hands down!",
            "Got one? Slap, whoever's turn it is. When a second player has slapped too, both hands are "
            "shown: the better takes its combo card, the other a chance card, which may be worth more.",
            ("yz", "chance"),
        ),
        Page(
            "Wild cards",
            "Two faces on one card: either one. Any colour: as you need it. Any number of its colour. "
            "Slapped without the combo: a foul, three of your cards are replaced and you play on.",
            ("B1/6", "*3", "Y*"),
        ),
    ),
    "lowdown": (
        Page(
            "Stay low",
            "Nine cards face down before you, two of them opened at the start. Low cards are good: "
            "whoever has the fewest points when somebody reaches fifty wins.",
            ("back", "R0", "back", "B10"),
        ),
        Page(
            "Your turn",
            "Take the top card of the pile or of the discards. Put it in place of one of yours, or throw "
            "it away (only one from the pile) and look at one of your face-down cards instead.",
            ("G2", "back"),
        ),
        Page(
            "Swap, Peek, Steal",
            "Drawn from the pile, these do what they say: two of your cards change places; any face-down "
            "card is looked at; a card of yours is exchanged for somebody else's, both open.",
            ("swap", "peek", "steal"),
        ),
        Page(
            "Three in a row",
            "Three open cards of one colour in a row, column or diagonal: slap, and they leave your grid. "
            "The minus five is every colour, but perhaps you would rather keep it.",
            ("P1", "P8", "-5"),
        ),
        Page(
            "The end of a hand",
            "As soon as one grid lies open completely, or the draw pile is empty, everything is turned "
            "up, rows may be cleared once more, and points are counted.",
            ("Y3", "O7", "W4"),
        ),
    ),
}
