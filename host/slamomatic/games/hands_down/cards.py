"""Hands Down's tables: the deck, its events and effects, its options."""

from slamomatic.engine.vocabulary import COMMON_OPTIONS, TOO_CLOSE, EffectType, EventType, Field, Option

NUMBERS = tuple(str(number) for number in range(1, 11))
JOKER = "J"
DECK = (*(card for card in NUMBERS for _ in range(4)), JOKER)
PAIRS_OF_A_NUMBER = 2
DEALT = 4
JOKER_POINTS = 2  # for the player who holds the Joker at the end
JOKER_WORTH = 20  # where a tie is decided by the cards of the pairs

TOUCH_US = 300_000  # so soon after touching the paddle, the turn player's hand must be all the way down
# A hand takes so long from the first touch to the `down`. If the turn player's touch can't be seen, a touch
# of another player is only early so long before the turn player's `down`.
HANDS_WAY_US = 50_000

EVENTS = {
    "choose": EventType(
        "picks, unseen, the pair that the next slap plays", {"number": Field("word", "its number")}
    ),
    "take": EventType(
        "starts the turn with cards from other players, the drawpile being out",
        {"from": Field("numbers", "one seat for each card to take")},
    ),
    "pass": EventType("ends the turn"),
}

EFFECTS = {
    "deal": EffectType("four cards each were dealt", {"dealer": "who dealt"}, {"cards": "your hand"}),
    "turn": EffectType("this player's turn begins"),
    "draw": EffectType(
        "cards came from the drawpile", {"count": "how many", "left": "how many are left"}, {"cards": "which"}
    ),
    "must-take": EffectType("the drawpile is out: cards come from other players", {"count": "how many"}),
    "chosen": EffectType("the pair for the next slap was picked", {}, {"number": "its number"}),
    "pays": EffectType(
        "one random card of this player's goes to another",
        {"to": "who gets it", "why": "take, early or last"},
        {"card": "which"},
    ),
    "hands-down": EffectType(
        "a Hands Down is open",
        {"waits_for": "who must slap; who comes live later must too"},
    ),
    "clump": EffectType(
        "too close to call who was last: it does not count",
        {"seats": "who clumped", **TOO_CLOSE},
    ),
    "lost": EffectType("this player was last", {"race": "when each seat slapped; -1 never, -2 took no part"}),
    "pair": EffectType("a pair lies face up", {"number": "its number"}),
    "foul": EffectType("the turn player's foul ends the turn", {"why": "no-pair or not-down"}),
    "timed-out": EffectType("somebody never slapped: the Hands Down is off", {"seats": "who is missing"}),
    "pass": EffectType("the turn ends", {"forced": "true when there was nothing left to play with"}),
    "joker": EffectType("the holder lays the Joker"),
    "returned": EffectType(
        "a hand was shuffled into the drawpile", {"count": "how many cards", "left": "how many now"}
    ),
}

OPTIONS = {
    **COMMON_OPTIONS,
    "numbers": Option("the highest number in the deck; 5 or 6 make a short game", 10, 5, 10),
    "dry_rounds": Option(
        "house rule: with the drawpile out, after so many rounds without a pair all pairs in hand are laid "
        "and the game ends; 0: not played",
        0,
        0,
        10,
    ),
    "timeout_ms": Option("a Hands Down is off when somebody has not slapped by then; 0: wait", 0, 0, 600_000),
}
