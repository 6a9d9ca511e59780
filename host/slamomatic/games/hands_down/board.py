"""The table of Hands Down: drawpile, the stack of hands in the middle, the last pair, everybody's pairs."""

from slamomatic.engine.vocabulary import Json
from slamomatic.face import parts, photo
from slamomatic.face.cards import lay_card
from slamomatic.face.chooser import Pick
from slamomatic.face.model import Table
from slamomatic.games.hands_down.cards import PAIRS_OF_A_NUMBER
from slamomatic.kit.easel import HUGE, SMALL, Box, Easel
from slamomatic.kit.palette import CHALK, GOLD, MIST, PANEL
from slamomatic.words import gettext, ngettext

DECK = "hands-down"
LAST_PAIRS = 3  # so near the end the countdown of pairs is lit


def draw(e: Easel, t: Table, area: Box) -> None:
    """Draw piles, the toy, the photo and the player's own hand, from left to right."""
    hand = t.view.get("hand")
    gap = e.frame.px(14)
    piles, middle, right = area.columns([14, 28, 58], gap)
    drawpile, pair = piles.rows([1, 1], gap)
    count = t.view["drawpile"]
    if count:
        parts.pile(e, "drawpile", DECK, count, drawpile, parts.cards(count))
    else:
        _pairs_to_go(e, t.view, drawpile)
    last_pair = t.last.get("pair")
    if last_pair is not None:
        parts.row_of_cards(e, "last-pair", DECK, [last_pair["number"]] * 2, pair, gettext("last pair"))
    parts.toy(e, t, middle)
    if hand is not None:
        right, own = right.rows([46, 54], gap)
        _own_hand(e, t, hand, own)
    photo.panel(e, t, right)


def pairs_left(view: Json) -> int:
    """Return how many pairs are still to be played."""
    return PAIRS_OF_A_NUMBER * int(view["options"]["numbers"]) - sum(map(len, view["pairs"]))


def _pairs_to_go(e: Easel, view: Json, box: Box) -> None:
    """Where the drawpile was, count down the pairs until the end; the last ones stand in gold."""
    left = pairs_left(view)
    e.panel("drawpile/empty", box, PANEL, GOLD if 0 < left <= LAST_PAIRS else None)
    number, words = box.inset(e.frame.px(8)).rows([60, 40])
    e.text("drawpile/pairs", str(left), number, HUGE, GOLD if left <= LAST_PAIRS else CHALK)
    says = ngettext("the last pair!", "pairs to go", left) if left else gettext("no cards left")
    e.text("drawpile/count", says, words, SMALL, MIST)


def _own_hand(e: Easel, t: Table, hand: list[str], box: Box) -> None:
    """Draw the player's own hand: the pair of the selected choice is lit, the chosen pair is marked."""
    room = parts.own_hand(e, box)
    chosen = t.view.get("chosen")
    if not hand and not t.view["over"]:
        e.text("own/none", gettext("No cards: you sit out until your next turn."), room, SMALL, MIST)
    places = parts.fan_places(e, len(hand), room)
    lit = t.chosen.data.get("number") if t.chosen is not None else None
    if t.chosen is not None and t.chosen.do == "down":
        lit = slap_plays(t.view)
    for index, (card, place) in enumerate(zip(hand, places, strict=True)):
        pair = hand.count(card) > 1
        lay_card(e, f"own/{index}", DECK, card, place, lit=card == lit, chosen=pair and card == chosen)
        e.target(place, Pick("card", card))


def slap_plays(view: Json) -> str | None:
    """Return the number of the pair that a slap plays now: the chosen or highest one; None: no pair."""
    pairs = {card for card in view["hand"] if view["hand"].count(card) > 1}
    return view["chosen"] if view["chosen"] in pairs else max(pairs, key=int, default=None)


def seat(e: Easel, t: Table, seat: int, box: Box) -> None:
    """Draw a player's cards in hand as backs, and the pairs won as little cards."""
    pairs, count = t.view["pairs"][seat], t.view["hands"][seat]
    laid = [*pairs, "J"] if t.view["joker"] == seat else list(pairs)
    gap = e.frame.px(8)
    if not laid:
        hand = won = box
    elif box.w > 2.5 * box.h:
        hand, won = box.columns([42, 58], gap)
    else:
        hand, won = box.rows([1, 1], gap)
    parts.backs(e, f"seat/{seat}/hand", DECK, count, hand)
    parts.row_of_cards(e, f"seat/{seat}/pairs", DECK, laid, won, flush=True)
    if any(choice.data.get("from") == [seat] for choice in t.choices):
        e.target(box, Pick("seat", seat))
