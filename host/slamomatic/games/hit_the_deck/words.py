"""Hit the Deck's tables: its choices, its effects with their allow-lists, its options."""

from slamomatic.engine.vocabulary import COMMON_OPTIONS, TOO_CLOSE, EffectType, EventType, Field, Option

EVENTS = {
    "play": EventType(
        "plays a card of the hand onto the discards",
        {"card": Field("word", "the card, as R3, RC, N4, CR or H")},
    ),
    "draw": EventType("draws a card, when none of the hand fits"),
    "call": EventType("says 'hit the deck with a hand', after one's own hand card"),
}

ADVICE = "rings and bracelets off"

EFFECTS = {
    "advice": EffectType("what to do before the first card", {"text": "the advice"}),
    "dealt": EffectType("a hand was dealt", {"count": "how many cards"}, {"cards": "the hand"}),
    "start": EffectType(
        "the top card is turned up, as if its dealer had played it", {"card": "the card"}, shows=("card",)
    ),
    "played": EffectType("a card was played", {"card": "the card"}),
    "drew": EffectType("cards were drawn", {"count": "how many"}, {"cards": "which ones"}),
    "cut": EffectType(
        "the draw pile was cut, who cut is skipped",
        {"depth": "how many cards were lifted", "card": "the exposed card, null with no pile to cut"},
        shows=("card",),
    ),
    "flipped": EffectType(
        "draw pile and discards changed places, the direction turned",
        {"card": "the exposed card, null with no pile to flip", "step": "1: play goes left, -1: right"},
        shows=("card",),
    ),
    "buried": EffectType(
        "a card was put back inside its pile",
        {"card": "the card", "place": "how many cards lie below it"},
        shows=("card",),
    ),
    "reshuffled": EffectType("the discards became the draw pile", {"count": "how many cards"}),
    "race": EffectType("a hand card lies: this player must call, all lay a hand on the deck"),
    "called": EffectType("the call was made"),
    "last": EffectType(
        "last hand on the deck, alone or in a clump",
        {"draws": "how many cards", **TOO_CLOSE},
    ),
    "uncalled": EffectType("the call was forgotten: the race is off", {"draws": "how many cards"}),
    "faked-out": EffectType("a slap with no hand card out", {"draws": "how many cards"}),
    "hand-over": EffectType(
        "somebody is out: the hands are laid down and counted",
        {"hands": "each player's cards", "points": "what they count"},
        shows=("hands",),
    ),
}

OPTIONS = {
    **COMMON_OPTIONS,
    "target": Option("the score that ends the game; 40 make a short game", 100, 1, 1000),
}
