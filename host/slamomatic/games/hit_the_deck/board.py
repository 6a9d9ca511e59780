"""The table of Hit the Deck: both piles, what must be answered, which way play goes, everybody's hand."""

from dataclasses import replace

from slamomatic.engine.vocabulary import Json
from slamomatic.face import parts, photo
from slamomatic.face.cards import lay_card
from slamomatic.face.chooser import Pick
from slamomatic.face.model import Table
from slamomatic.games.hit_the_deck.art import COLOURS, Arrow, Sign, colour_name
from slamomatic.kit.easel import LARGE, SMALL, Box, Easel
from slamomatic.kit.palette import GOLD, MIST
from slamomatic.words import gettext, ngettext

DECK = "hit-the-deck"


def draw(e: Easel, t: Table, area: Box) -> None:
    """Draw both piles, what the top card asks for, the last slap, and the player's own hand."""
    gap = e.frame.px(14)
    hand = t.view["hand"]
    left, discards, right = area.columns([14, 22, 64], gap)
    drawpile, _ = left.cut_top(min(left.h, round(left.w * 1.4)))
    e.target(parts.drawpile(e, t, drawpile), Pick("pile", 0))
    played = ngettext("{n} played", "{n} played", t.view["discards"])
    parts.pile(e, "discards", DECK, t.view["discards"], discards, played, t.view["top"])
    if t.eyes is not None:
        right, own = right.rows([46, 54], gap)
        _own_hand(e, t, hand, own)
    facts, news = right.columns([42, 58], gap)
    _facts(e, t, Box(facts.x, facts.y, facts.w, min(facts.h, e.frame.px(260))))
    _news(e, t, news)


def _news(e: Easel, t: Table, box: Box) -> None:
    """Draw the last slap; from the end of a hand to the next slap, the points of that hand instead."""
    counted = t.last.get("hand-over")
    slap_us = t.photo.hits[-1].t_us if t.photo is not None and t.photo.hits else 0
    if counted is None or slap_us > counted["t_us"]:
        # With a new hand card out, the hands of the slap before would look like answers to it.
        last = t.photo
        if last is not None and last.over and t.view["caller"] is not None:
            last = None
        photo.panel(e, replace(t, photo=last), box)
        return
    e.panel("counted", box)
    head, below = box.inset(e.frame.px(12), e.frame.px(10)).cut_top(parts.line_h(e))
    out = seat_out_of_cards(t, counted)
    words = gettext("The last hand: {seat} won it" if out is not None else "The last hand", seat=t.name(out))
    e.text("counted/head", words, head, SMALL, GOLD, "left")
    parts.points_of_hand(e, t, counted["points"], [] if out is None else [out], below)


def seat_out_of_cards(t: Table, counted: Json) -> int | None:
    """Return the seat that had no card left; None: the hand ended because a player left."""
    out = [seat for seat, hand in enumerate(counted["hands"]) if not hand and not t.view["gone"][seat]]
    return out[0] if out else None


def _facts(e: Easel, t: Table, box: Box) -> None:
    """Draw what may be played now, who comes next, and the score that ends the game."""
    e.panel("facts", box, alpha=120)
    if t.view["over"]:
        e.text("facts/over", gettext("the fewest points win"), box.inset(e.frame.px(12)), SMALL, MIST)
        return
    room = box.inset(e.frame.px(12), e.frame.px(8))
    caption, answer, way, target = room.rows([3, 5, 4, 3], e.frame.px(4))
    racing = t.view["caller"] is not None
    e.text("facts/caption", gettext("a hand card!" if racing else "to be played now"), caption, SMALL, MIST)
    if racing:
        e.text("facts/answer", gettext("slap!"), answer, LARGE, GOLD)
    else:
        _wanted(e, t.view["top"], answer)
        _direction(e, t, way)
    ends = ngettext("ends at {n} point", "ends at {n} points", t.options["target"])
    e.text("facts/target", ends, target, SMALL, MIST)


def _wanted(e: Easel, top: str, box: Box) -> None:
    """Draw what the top card asks for: a colour with its shape, a number, or both.

    The word of a card is its colour and its number or name; "H" is any card, and "C" ends with the colour
    that was called.
    """
    colour = top[-1] if top[0] == "C" else top[0]
    if colour not in COLOURS:
        words = gettext("any card") if top == "H" else gettext("a {number}", number=top[1])
        e.text("facts/answer", words, box, LARGE, GOLD)
        return
    words = colour_name(colour)
    if top[1].isdigit():
        words = gettext("{colour} or a {number}", colour=words, number=top[1])
    side = min(box.h, e.frame.px(60))
    sign, answer = _side_by_side(e, words, LARGE, box, side, e.frame.px(14))
    _, rgb, shape = COLOURS[colour]
    e.put("facts/sign", sign.centred(side, side), Sign(rgb, shape))
    e.text("facts/answer", words, answer, LARGE, GOLD, "left")


def _side_by_side(
    e: Easel, words: str, size: int, box: Box, wide: int, gap: int, words_first: bool = False
) -> tuple[Box, Box]:
    """Return the places of a sign and of its words, side by side in the middle of this box.

    `wide` is the width of the sign; `words_first` puts the words on its left.
    """
    room = Box(box.x, box.y, box.w - wide - gap, box.h)
    both = box.centred(e.width(words, size, room) + gap + wide, box.h)
    words_at, sign = both.cut_right(wide, gap)
    return (sign, words_at) if words_first else both.cut_left(wide, gap)


def _direction(e: Easel, t: Table, box: Box) -> None:
    """Draw an arrow along the seats in the direction of play, and who comes next."""
    turn, step = t.view["turn"], t.view["step"]
    seats = len(t.seats)
    after = next(s for k in range(1, seats + 1) if not t.view["gone"][s := (turn + step * k) % seats])
    right, long = step == 1, min(box.w // 4, e.frame.px(110))
    words = gettext("then {seat}", seat=t.name(after))
    way, room = _side_by_side(e, words, SMALL, box, long, e.frame.px(12), words_first=right)
    e.put("facts/way", way.centred(long, min(box.h, e.frame.px(44))), Arrow(MIST, right))
    e.text("facts/after", words, room, SMALL, MIST, "left")


def _own_hand(e: Easel, t: Table, hand: list[str], box: Box) -> None:
    """Draw the player's own hand; on turn, cards that don't fit are faded."""
    places = parts.fan_places(e, len(hand), parts.own_hand(e, box), 0.2)
    fits, lit = t.view["fits"], t.chosen.data.get("card") if t.chosen is not None else None
    mine = t.view["turn"] == t.eyes
    lit_at = hand.index(lit) if lit in hand else None  # of equal cards one is lit
    for index, (card, place) in enumerate(zip(hand, places, strict=True)):
        faded = mine and card not in fits
        lay_card(e, f"own/{index}", DECK, card, place, lit=index == lit_at, faded=faded)
        e.target(place, Pick("card", card))


def seat(e: Easel, t: Table, seat: int, box: Box) -> None:
    """Draw a player's cards as backs; after a round ended they lie open, until somebody plays or draws."""
    counted, count = t.last.get("hand-over"), t.view["counts"][seat]
    moves = [t.last[what]["t_us"] for what in ("played", "drew") if what in t.last]
    if counted is not None and counted["t_us"] >= max(moves, default=0):
        # The cards of the round that is over lie where the backs of the next one will be.
        cards = counted["hands"][seat]
        count = len(cards)
        places = parts.fan_places(e, count, box)
        for index, (card, place) in enumerate(zip(cards, places, strict=True)):
            leftmost = place.moved(box.x - places[0].x, 0)
            lay_card(e, f"seat/{seat}/counted/{index}", DECK, card, leftmost, shadow=False)
        if cards:
            return
    parts.backs(e, f"seat/{seat}/hand", DECK, count, box, most=12 if box.w > 2 * box.h else 5)


def status(t: Table, seat: int) -> tuple[str, bool]:
    """Return a player's last line, and whether it is lit: for a caller who has called, not before."""
    called = t.view["called"] and t.view["caller"] == seat
    return gettext("called!") if called else parts.points(t.view["scores"][seat]), called
