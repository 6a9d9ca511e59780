"""The table of Yahtzee Hands Down: combo cards to win, piles, the own dice cards and what they aim at."""

from __future__ import annotations

from slamomatic.games.vocabulary import Choice, Json
from slamomatic.screen.art.cards import BACK
from slamomatic.screen.art.cards_dice import COMBOS
from slamomatic.screen.boards import parts
from slamomatic.screen.boards.model import Table, always
from slamomatic.screen.chooser import Pick
from slamomatic.screen.easel import SMALL, Easel
from slamomatic.screen.geometry import Box
from slamomatic.screen.palette import MIST

DECK = "yahtzee-hands-down"
SEATS_SHARE = 0.36
PADDLE_SHARE = 0.42
HAS_HANDS = True
OPEN_WORDS = ("done",)
TIPS = ((always, "Swap cards on your turn. Have a combo of the table? Slap, whoever's turn it is."),)

SAYS = {
    "called": "{seat}: Hands Down!",
    "picked-up": "{seat} picks the hand up again",
    "chance-won": "{seat} takes a chance card",
    "starter": "{seat} starts the round",
    "reshuffled": "The discards become the draw pile",
}


def say(t: Table, effect: Json) -> str:
    what, seat = effect["what"], t.name(effect.get("seat"))
    if what == "discarded":
        count = effect["count"]
        return f"{seat} swaps {count} card{'s' * (count != 1)}" if count else f"{seat} keeps all five"
    if what == "shown":
        if effect["foul"]:
            return f"Foul: {seat} has not got it"
        return f"{seat} shows: {COMBOS[effect['combo']][0]}"
    if what == "combo-won":
        return f"{seat} wins the {COMBOS[effect['combo']][0]}: {COMBOS[effect['combo']][1]} points"
    return SAYS.get(what, "").format(seat=seat)


def label(t: Table, choice: Choice) -> str:
    if choice.do == "discard":
        cards = choice.data.get("cards")
        if cards is None:
            return "Swap cards"
        return f"Swap {len(cards)}" if cards else "Keep all five"
    if choice.do == "aim":
        combo = choice.data.get("combo")
        return f"Aim: {COMBOS[combo][0]}" if combo else "Aim"
    return {"done": "Done"}.get(choice.do, choice.do)


def matches(choice: Choice, pick: Pick) -> bool:
    if pick.what == "card":
        return choice.do == "discard"
    return bool(pick.what == "combo" and choice.data.get("combo") == pick.value)


def draw(e: Easel, t: Table, area: Box) -> None:
    px = e.frame.px
    hand = t.view["hands"][t.eyes] if t.eyes is not None else None
    if hand is not None:
        area, own = area.rows([52, 48], px(12))
        _own_hand(e, t, hand, own)
    left, middle, right = area.columns([15, 70, 15], px(14))
    parts.pile(e, "drawpile", DECK, t.view["drawpile"], left, "to draw")
    discards = t.view["discards"]
    parts.pile(e, "discards", DECK, len(discards), right, "put away", discards[-1] if discards else BACK)
    caption = Box(middle.x, middle.bottom - parts.line_h(e), middle.w, parts.line_h(e))
    combos = Box(middle.x, middle.y, middle.w, middle.h - caption.h - px(4))
    e.text("table/words", "combos to win", caption, SMALL, MIST)
    table, aim = t.view["table"], t.view["aim"]
    lit = t.chosen.data.get("combo") if t.chosen is not None else None
    for index, (combo, place) in enumerate(
        zip(table, parts.fan_places(e, len(table), combos, 0.2), strict=True)
    ):
        e.card(f"table/{index}", DECK, combo, place, lit=combo == lit, chosen=combo == aim)
        e.target(place, Pick("combo", combo))


def _own_hand(e: Easel, t: Table, hand: list[str], box: Box) -> None:
    e.panel("own", box, alpha=120)
    seen: dict[str, int] = {}
    for index, (card, place) in enumerate(
        zip(hand, parts.fan_places(e, len(hand), box.inset(e.frame.px(16), e.frame.px(8)), 0.2), strict=True)
    ):
        nth = seen.get(card, 0)
        seen[card] = nth + 1
        e.card(f"own/{index}", DECK, card, place, lit=(card, nth) == t.piece, chosen=(card, nth) in t.marked)
        e.target(place, Pick("card", card, nth=nth))


def seat(e: Easel, t: Table, seat: int, box: Box) -> None:
    hand, won = box.rows([46, 54], e.frame.px(6))
    known = t.view["hands"][seat]
    if t.view["known"][seat] and known:
        parts.row_of_cards(e, f"seat/{seat}/shown", DECK, known, hand)
    else:
        parts.backs(e, f"seat/{seat}/hand", DECK, t.view["counts"][seat], hand)
    chances = t.view["chances"][seat]
    shown = [BACK] * chances if isinstance(chances, int) else [f"chance{value}" for value in chances]
    cards = [*t.view["won"][seat], *shown]
    if cards:
        parts.row_of_cards(e, f"seat/{seat}/won", DECK, cards, won)


def status(t: Table, seat: int) -> tuple[str, bool]:
    if t.view["called"][seat]:
        return "CALLED", True
    return parts.points(t.view["scores"][seat]), False
