"""The table of Hit the Deck: both piles, what must be answered, which way play goes, everybody's hand."""

from __future__ import annotations

from slamomatic.games.vocabulary import Choice, Json
from slamomatic.screen.art.cards_hit_the_deck import COLOURS
from slamomatic.screen.boards import parts, photo
from slamomatic.screen.boards.model import Table, always
from slamomatic.screen.chooser import Pick
from slamomatic.screen.easel import BODY, SMALL, Easel
from slamomatic.screen.geometry import Box
from slamomatic.screen.palette import GOLD, MIST

DECK = "hit-the-deck"
SEATS_SHARE = 0.34
PADDLE_SHARE = 0.42
HAS_HANDS = True
OPEN_WORDS: tuple[str, ...] = ()
TIPS = ((always, "Same colour or same number as the top card. A hand card: slap, the last one draws four."),)

SAYS = {
    "race": "{seat} played a hand card: everybody slap!",
    "called": "{seat}: hit the deck with a hand!",
    "reshuffled": "The discards become the draw pile",
}


def spoken(card: str) -> str:
    """A card as people say it."""
    if card == "H":
        return "Hit the Deck with a Hand"
    if card[0] == "N":
        return f"Hit the Deck with a {card[1]}"
    if card[0] == "C":
        return f"Hit the Deck with {COLOURS[card[1]][0].lower()}"
    kind = {"C": "Cut", "F": "Flip"}.get(card[1], card[1])
    return f"{COLOURS[card[0]][0].lower()} {kind}"


def short(card: str) -> str:
    """A card in few letters."""
    if card == "H":
        return "hand"
    if card[0] == "N":
        return f"deck: {card[1]}"
    if card[0] == "C":
        return f"deck: {COLOURS[card[1]][0].lower()}"
    return spoken(card)


def say(t: Table, effect: Json) -> str:
    what, seat = effect["what"], t.name(effect.get("seat"))
    if what == "played":
        return f"{seat} plays {spoken(effect['card'])}"
    if what == "start":
        return f"The first card: {spoken(effect['card'])}"
    if what == "drew":
        return f"{seat} draws {effect['count']} card{'s' * (effect['count'] != 1)}"
    if what == "cut" and effect["card"]:
        return f"{seat} cuts the deck: {spoken(effect['card'])}"
    if what == "flipped" and effect["card"]:
        return f"Both piles turn over: {spoken(effect['card'])}"
    if what in ("last", "uncalled", "faked-out"):
        why = {"last": "was last", "uncalled": "forgot to call", "faked-out": "was faked out"}[what]
        return f"{seat} {why} and draws {effect['draws']}"
    if what == "hand-over":
        return f"{seat} is out: the hands are counted" if seat else "The hands are counted"
    return SAYS.get(what, "").format(seat=seat)


def label(t: Table, choice: Choice) -> str:
    if choice.do == "play":
        card = choice.data.get("card")
        return f"Play {short(card)}" if card else "Play a card"
    return {"draw": "Draw a card", "call": "Call!"}.get(choice.do, choice.do)


def matches(choice: Choice, pick: Pick) -> bool:
    if pick.what == "card":
        return bool(choice.data.get("card") == pick.value)
    return pick.what == "pile" and choice.do == "draw"


def draw(e: Easel, t: Table, area: Box) -> None:
    px = e.frame.px
    hand = t.view["hand"]
    if t.eyes is not None:
        area, own = area.rows([54, 46], px(12))
        _own_hand(e, t, hand, own)
    left, discards, facts, right = area.columns([18, 18, 26, 38], px(14))
    pile = parts.pile(e, "drawpile", DECK, t.view["drawpile"], left, "to draw")
    e.target(pile, Pick("pile", 0))
    parts.pile(e, "discards", DECK, t.view["discards"], discards, "played", t.view["top"])
    _facts(e, t, facts)
    photo.panel(e, t, right)


def _facts(e: Easel, t: Table, box: Box) -> None:
    top, step = t.view["top"], t.view["step"]
    answer = f"now: {_wanted(top)}" if not t.view["over"] else ""
    way = "play goes left >" if step == 1 else "< play goes right"
    above, below, target = box.rows([2, 1, 1])
    e.text("facts/answer", answer, above, BODY, GOLD)
    e.text("facts/way", way, below, SMALL, MIST)
    e.text("facts/target", f"ends at {t.view['target']} points", target, SMALL, MIST)


def _wanted(top: str) -> str:
    """What the top card asks for, as it is printed on it."""
    if top[0] == "N":
        return f"a {top[1]}"
    if top[0] == "C":
        return f"a {COLOURS[top[1]][0].lower()} card"
    if top == "H":
        return "any card"
    kind = f" or a {top[1]}" if top[1].isdigit() else ""
    return f"{COLOURS[top[0]][0].lower()}{kind}"


def _own_hand(e: Easel, t: Table, hand: list[str], box: Box) -> None:
    e.panel("own", box, alpha=120)
    places = parts.fan_places(e, len(hand), box.inset(e.frame.px(16), e.frame.px(8)), 0.2)
    fits, lit = t.view["fits"], t.chosen.data.get("card") if t.chosen is not None else None
    mine = t.view["turn"] == t.eyes
    lit_once = False
    for index, (card, place) in enumerate(zip(hand, places, strict=True)):
        is_lit = card == lit and not lit_once
        lit_once |= is_lit
        e.card(f"own/{index}", DECK, card, place, lit=is_lit, faded=mine and card not in fits)
        e.target(place, Pick("card", card))


def seat(e: Easel, t: Table, seat: int, box: Box) -> None:
    parts.backs(e, f"seat/{seat}/hand", DECK, t.view["counts"][seat], box)


def status(t: Table, seat: int) -> tuple[str, bool]:
    called = t.view["called"] and t.view["caller"] == seat  # before that it would prompt the call
    return "called" if called else parts.points(t.view["scores"][seat]), called
