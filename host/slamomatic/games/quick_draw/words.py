"""Quick Draw's tables: its effects and its options."""

from collections.abc import Mapping

from slamomatic.engine.vocabulary import COMMON_OPTIONS, TOO_CLOSE, EffectType, EventType, Option

EVENTS: Mapping[str, EventType] = {}  # there are no choices, only slaps

EFFECTS: Mapping[str, EffectType] = {
    "turn": EffectType("a round begins: everybody waits for the call", {"round": "its number, from 1"}),
    "go": EffectType("the call: the first slap wins the round"),
    "too-soon": EffectType("slapped before the call could be answered: out of this round"),
    "won": EffectType(
        "wins the round", {"alone": "true: all others were too soon, false: was first to answer the call"}
    ),
    "tie": EffectType(
        "too close to call who was first: the round is played again",
        {"seats": "whose hands", **TOO_CLOSE},
    ),
    "nobody": EffectType("all were too soon: the round is played again"),
}

# The options that keep an older version's rules.
BEFORE: Mapping[int, Mapping[str, int]] = {1: {"calm_ms": 0}}

OPTIONS: Mapping[str, Option] = {
    **{name: option for name, option in COMMON_OPTIONS.items() if name != "paper"},  # it has no cards
    "calm_ms": Option("so long must the last one keep still after all others were too soon", 300, 0, 2000),
    "rounds": Option("best of so many rounds", 7, 1, 25),
}
