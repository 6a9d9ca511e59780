"""Yahtzee Hands Down's tables: its choices, its effects with their allow-lists, its options."""

from slamomatic.engine.vocabulary import COMMON_OPTIONS, TOO_CLOSE, EffectType, EventType, Field, Option

EVENTS = {
    "discard": EventType(
        "puts up to five cards of the hand away and draws as many; that is a turn",
        {"cards": Field("words", "the cards, none to keep all")},
    ),
    "aim": EventType(
        "says in secret which combo a call of this hand is for, or takes that back",
        {"combo": Field("word", "one of 3k 4k fh ss ls yz, on the table or not; none takes the aim back")},
    ),
    "done": EventType("ends the last turn after somebody's call, without a call"),
}

EFFECTS = {
    "combos": EffectType("the combo cards lie open", {"cards": "which ones"}),
    "dealt": EffectType("a hand was dealt", {"count": "how many cards"}, {"cards": "the hand"}),
    "turn": EffectType(
        "this player is to move", {"left": "turns left in this round, or null while nobody counts them"}
    ),
    "discarded": EffectType(
        "cards went open to the discards, as many were drawn",
        {"cards": "the discarded cards", "count": "how many were drawn"},
        {"drew": "the drawn cards"},
    ),
    "reshuffled": EffectType("the discards became the drawpile", {"count": "how many cards"}),
    "called": EffectType("a hand lies face down: Hands Down!"),
    "clump": EffectType(
        "too close to call who was first: all these hands are turned up, of equal ones the nearer to the "
        "starter wins",
        {"seats": "whose hands", **TOO_CLOSE},
    ),
    "shown": EffectType(
        "a called hand is turned up",
        {
            "cards": "the hand",
            "combo": "what it was for, null for nothing",
            "foul": "whether it is not that combo",
            "sum": "the sum of its dice as used",
        },
        shows=("cards",),
    ),
    "replaced": EffectType(
        "a foul: three cards picked unseen are replaced",
        {"cards": "the cards that went", "count": "how many were drawn"},
        {"drew": "the drawn cards"},
        shows=("cards",),
    ),
    "picked-up": EffectType("a called hand goes back to its player"),
    "combo-won": EffectType("the round's winner takes a combo card", {"combo": "which one"}),
    "chance-won": EffectType("the runner-up takes a chance card, unseen"),
    "redrawn": EffectType(
        "a used hand is discarded, a new one drawn",
        {"cards": "the used hand", "count": "how many were drawn"},
        {"drew": "the new hand"},
    ),
    "starter": EffectType("this player starts the round"),
    "chances": EffectType("the chance cards are turned up", {"cards": "each player's"}),
}

OPTIONS = {
    **COMMON_OPTIONS,
    "combos": Option("how many combo cards (and chance cards) are played for; 3 make a short game", 6, 1, 12),
    "redeal_rounds": Option(
        "house rule: when nobody has called the last combo for so many rounds, another is dealt for it; "
        "0: not played",
        0,
        0,
        10,
    ),
    "short_turns": Option("turns after the first call, for three players and more; 0: no limit", 0, 0, 12),
}
