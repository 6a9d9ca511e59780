"""Slamwich's tables: its choices, its effects with their allow-lists, its options."""

from slamomatic.engine.vocabulary import COMMON_OPTIONS, TOO_CLOSE, EffectType, EventType, Option

EVENTS = {
    "flip": EventType("turns the top card of the own stack onto the centre pile"),
    "call": EventType("says 'stop thief', once a thief has been slapped"),
}

EFFECTS = {
    "dealt": EffectType("the cards are dealt, face down", {"counts": "each player's"}),
    "left-over": EffectType("what the deal left over starts the centre pile", {"cards": "which cards"}),
    "flipped": EffectType("a card fell onto the centre pile", {"card": "the card"}),
    "muncher": EffectType(
        "this player is the muncher", {"throws": "how many cards may be thrown to stop it"}
    ),
    "slip": EffectType("a slip slap", {"card": "the card paid to the bottom of the pile, null without any"}),
    "clump": EffectType(
        "too close to tell: these players slap again",
        {"seats": "which seats", **TOO_CLOSE},
    ),
    "again": EffectType("the players of the clump may slap now", {"seats": "which seats"}),
    "open": EffectType("nobody of the clump slapped again: the pile is open to all"),
    "thief": EffectType("first to slap the thief: now the call counts"),
    "called": EffectType("'stop thief' was said"),
    "uncalled": EffectType("nobody called: the pile stays"),
    "won": EffectType(
        "the centre pile goes under this player's stack",
        {"count": "how many cards", "how": "slap, call, munch, last: what won it"},
    ),
    "out": EffectType("this player is out"),
    "last-minute": EffectType("the time limit is a minute away"),
    "time-up": EffectType("the time limit is reached"),
}

OPTIONS = {
    **COMMON_OPTIONS,
    "munchers": Option("whether the muncher cards are in the deck", True),
    "minutes": Option("the time limit in minutes, 0: none; 10 is a good one, 5 make a short game", 0, 0, 120),
}
