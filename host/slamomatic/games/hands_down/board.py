"""The table of Hands Down: drawpile, the stack of hands in the middle, the last pair, everybody's pairs."""

from __future__ import annotations

from slamomatic.engine.vocabulary import Choice, Json
from slamomatic.face import parts, photo, toy
from slamomatic.face.cards import lay_card
from slamomatic.face.chooser import Pick
from slamomatic.face.model import Table, always
from slamomatic.kit.easel import SMALL, Easel
from slamomatic.kit.geometry import Box
from slamomatic.kit.palette import MIST

DECK = "hands-down"
SEATS_SHARE = 0.42
PADDLE_SHARE = 0.42
HIDDEN = ((always, "your hand"),)
OPEN_WORDS = ("pass", "take")
TIPS = (
    (
        lambda view: view["to_take"] > 0,
        "The drawpile is out: choose whom to take a card from.",
        "Choose whom to take a card from.",
    ),
    (
        lambda view: view["open"],
        "Slap now! The last hand down pays a random card.",
        "Slap now!",
    ),
    (
        lambda view: not any(view["touch_fitted"]),
        "A pair? Slap your paddle. None? Pass, or fake a slap in the air to fool the others. "
        "Touching by mistake is a foul: say so yourselves, the table can't see it.",
        "A pair? Slap. None? Pass, or fake a slap.",
    ),
    (
        always,
        "A pair? Slap your paddle. None? Pass, or fake a slap without touching to fool the others.",
        "A pair? Slap. None? Pass, or fake a slap.",
    ),
)

SAYS = {
    "turn": "{seat}'s turn",
    "hands-down": "HANDS DOWN! Everybody slap!",
    "lost": "{seat} was last and pays a random card",
    "clump": "Can't tell who was last: it doesn't count. {turn} slaps again, then everybody.",
    "must-take": "The drawpile is out: {seat} takes from another player",
    "joker": "{seat} holds the Joker: 2 points",
    "timed-out": "Somebody never slapped: this Hands Down is off",
    "returned": "{seat}'s hand goes back into the drawpile",
}


def say(t: Table, effect: Json) -> str:
    what, seat = effect["what"], t.name(effect.get("seat"))
    if what == "pays" and effect.get("why") == "early":
        return f"{seat} was fooled and pays {t.name(effect['to'])} a random card"
    if what == "pays" and effect.get("why") == "take":
        return f"{t.name(effect['to'])} takes a random card from {seat}"
    if what == "pair":
        return f"{seat} plays a pair of {effect['number']}s"
    if what == "foul":
        did = "slapped without a pair" if effect["why"] == "no-pair" else "only touched"
        return f"Foul: {seat} {did}. The turn is over, {t.name(t.view['turn'])} is next."
    if what == "pass":
        return f"{seat} has too few cards and passes" if effect["forced"] else f"{seat} passes"
    return SAYS.get(what, "").format(seat=seat, turn=t.name(t.view["turn"]))


def label(t: Table, choice: Choice) -> str:
    if choice.do == "choose":
        number = choice.data.get("number")
        return f"Mark {number}s, then slap" if number else "Choose a pair"
    if choice.do == "take":
        return "From " + " and ".join(t.name(seat) for seat in choice.data.get("from", []))
    return {"pass": "Pass"}.get(choice.do, choice.do)


def matches(choice: Choice, pick: Pick) -> bool:
    if pick.what == "card":
        return bool(choice.data.get("number") == pick.value)
    return bool(pick.what == "seat" and choice.data.get("from") == [pick.value])


def draw(e: Easel, t: Table, area: Box) -> None:
    hand = t.view.get("hand")
    gap = e.frame.px(14)
    if hand is not None:
        area, own = area.rows([58, 42], gap)
        _own_hand(e, t, hand, own)
    left, middle, right = area.columns([22, 26, 52], gap)
    parts.pile(e, "drawpile", DECK, t.view["drawpile"], left, "in the drawpile", none="the drawpile is out")
    toy.draw(e, t, middle)
    last_pair = t.last.get("pair")
    if last_pair is not None:
        pair, right = right.columns([28, 72], gap)
        parts.row_of_cards(e, "last-pair", DECK, [last_pair["number"]] * 2, pair, "last pair")
    photo.panel(e, t, right)


def _own_hand(e: Easel, t: Table, hand: list[str], box: Box) -> None:
    room = parts.own_hand(e, box)
    chosen = t.view.get("chosen")
    if not hand:
        e.text("own/none", "no cards in your hand", room, SMALL, MIST)
    places = parts.fan_places(e, len(hand), room)
    lit = t.chosen.data.get("number") if t.chosen is not None else None
    for index, (card, place) in enumerate(zip(hand, places, strict=True)):
        pair = hand.count(card) > 1
        lay_card(e, f"own/{index}", DECK, card, place, lit=card == lit, chosen=pair and card == chosen)
        e.target(place, Pick("card", card))


def seat(e: Easel, t: Table, seat: int, box: Box) -> None:
    """Cards in hand as backs, pairs won as little cards."""
    pairs, count = t.view["pairs"][seat], t.view["hands"][seat]
    hand, won = box.rows([48, 52], e.frame.px(8))
    parts.backs(e, f"seat/{seat}/hand", DECK, count, hand)
    laid = [*pairs, "J"] if t.view["joker"] == seat else list(pairs)
    places = parts.fan_places(e, len(laid), won)
    for index, (card, place) in enumerate(zip(laid, places, strict=True)):
        # Flush with the hand above.
        lay_card(
            e,
            f"seat/{seat}/pairs/{index}",
            DECK,
            card,
            place.moved(won.x - places[0].x, 0),
            shadow=index == 0,
        )
    if any(choice.data.get("from") == [seat] for choice in t.choices):
        e.target(box, Pick("seat", seat))


def status(t: Table, seat: int) -> tuple[str, bool]:
    return parts.points(t.view["scores"][seat]), False
