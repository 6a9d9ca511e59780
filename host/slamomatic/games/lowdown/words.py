"""Lowdown's tables: its choices, its effects with their allow-lists, its options."""

from slamomatic.engine.vocabulary import COMMON_OPTIONS, EffectType, EventType, Field, Option

EVENTS = {
    "open": EventType(
        "opens two cards of the own grid, before the first turn", {"cells": Field("numbers", "two cells")}
    ),
    "draw": EventType("takes a card", {"from": Field("word", "pile or discard")}),
    "place": EventType(
        "puts the drawn card in place of one in the grid",
        {
            "cell": Field("number", "which cell"),
            "face": Field("word", "up or down; up if it is from the discards"),
        },
    ),
    "throw": EventType("puts the drawn card on the discards; then one may look"),
    "look": EventType(
        "looks at an own face-down card, after a throw", {"cell": Field("number", "which cell")}
    ),
    "turn": EventType("opens the card just looked at", {"cell": Field("number", "the cell looked at")}),
    "act": EventType(
        "performs the drawn action: peek says `of`, `cell`; swap `cells`; steal `mine`, `from`, `theirs`",
        {
            "of": Field("number", "peek: whose grid", optional=True),
            "cell": Field("number", "peek: which cell", optional=True),
            "cells": Field("numbers", "swap: two own cells", optional=True),
            "mine": Field("number", "steal: own cell", optional=True),
            "from": Field("number", "steal: from which seat", optional=True),
            "theirs": Field("number", "steal: that seat's cell", optional=True),
        },
    ),
    "aim": EventType(
        "says which three-in-a-row the next slap is for", {"cells": Field("numbers", "its cells")}
    ),
    "done": EventType("nothing more: ends looking, or claiming at the end of the hand"),
}

EFFECTS = {
    "dealt": EffectType(
        "a new hand lies on the table", {"count": "cards to each", "discard": "the first discard"}
    ),
    "starter": EffectType("this player starts the hand"),
    "turn": EffectType("this player is to move"),
    "opened": EffectType("cards were opened", {"cells": "which cells", "cards": "what they are"}),
    "drew": EffectType(
        "a card was taken",
        {"from": "pile or discard", "card": "the card, where everybody sees it"},
        {"card": "the card"},
    ),
    "placed": EffectType(
        "the drawn card replaced one of the grid",
        {
            "cell": "which cell",
            "face": "up or down",
            "card": "the new card, where it lies open",
            "old": "the old card, now on the discards",
        },
    ),
    "threw": EffectType("the drawn card went to the discards", {"card": "the card"}),
    "looked": EffectType("an own face-down card was looked at", {"cell": "which cell"}, {"card": "the card"}),
    "turned": EffectType("the card looked at was opened", {"cell": "which cell", "card": "the card"}),
    "peeked": EffectType(
        "a Peek: a face-down card was looked at",
        {"of": "whose grid", "cell": "which cell"},
        {"card": "the card"},
    ),
    "swapped": EffectType("a Swap: two cards of a grid changed places", {"cells": "the two cells"}),
    "stole": EffectType(
        "a Steal: two cards changed grids and lie open",
        {
            "mine": "the thief's cell",
            "from": "from whom",
            "theirs": "that cell",
            "got": "the stolen card",
            "gave": "the card given for it",
        },
    ),
    "cleared": EffectType(
        "a three-in-a-row was claimed and left the grid", {"cells": "its cells", "cards": "its cards"}
    ),
    "no-line": EffectType("a slap claimed nothing: there is no such line; it costs nothing"),
    "hand-over": EffectType("the hand is over: every card is opened", {"grids": "all grids"}),
    "last-claims": EffectType("this player may still claim lines"),
    "hand-scored": EffectType(
        "the hand is scored", {"points": "each seat's points", "won_by": "who starts the next"}
    ),
}

OPTIONS = {
    **COMMON_OPTIONS,
    "drawn_open": Option("cards drawn from the pile are shown to everybody", False),
    "target": Option("the points that end the game; 20 make a short game", 50, 1, 500),
}
