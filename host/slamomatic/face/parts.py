"""Parts that several boards share: piles, rows of cards, backs, fans, the toy with the hands on it."""

from collections.abc import Sequence

from slamomatic.face.cards import ASPECT, BACK, lay_card
from slamomatic.face.model import Table
from slamomatic.face.paddle import SeatMark, StackedHand, ToyBase
from slamomatic.kit.easel import BODY, LARGE, SMALL, Box, Easel
from slamomatic.kit.palette import ALARM, CHALK, GOLD, MIST, PANEL
from slamomatic.kit.surfaces import Glow
from slamomatic.words import gettext, ngettext

LAST_MINUTE_S = 60


def line_h(e: Easel) -> int:
    """Return the height of a line of small text."""
    return round(e.frame.text_px(SMALL) * 1.3)


def points(score: int) -> str:
    """Return so many points in words."""
    return ngettext("{n} point", "{n} points", score)


def cards(count: int) -> str:
    """Return so many cards in words."""
    return ngettext("{n} card", "{n} cards", count)


def _place_above_words(e: Easel, name: str, words: str, box: Box) -> Box:
    """Draw words at the bottom of the box, in a line or two; return the place of a card above them."""
    words_h = line_h(e) * (0 if not words else 1 if e.narrowest(words, SMALL) <= box.w else 2)
    e.text(name, words, Box(box.x, box.bottom - words_h, box.w, words_h), SMALL, MIST)
    return Box(box.x, box.y, box.w, box.h - words_h - e.frame.px(4)).inset(e.frame.px(8)).fit(ASPECT)


def pile(e: Easel, name: str, deck: str, count: int, box: Box, words: str, top: str = BACK) -> Box:
    """Draw a pile of `count` cards, the more the thicker, with `words` below; return where its top card lies.

    Without cards it is an empty frame.
    """
    card = _place_above_words(e, f"{name}/count", words, box)
    if count == 0:
        e.panel(f"{name}/empty", card, alpha=90)
        return card
    step = max(1, e.frame.px(3))
    layers = min(4, 1 + count // 8)
    for layer in range(layers):
        place = card.moved(-step * (layers - 1 - layer), -step * layer + step)
        lay_card(e, f"{name}/{layer}", deck, top if layer == layers - 1 else BACK, place, shadow=layer == 0)
    return card


def drawpile(e: Easel, t: Table, box: Box) -> Box:
    """Draw the pile that cards are drawn from, with how many it has; return where its top card lies."""
    count = t.view["drawpile"]
    return pile(e, "drawpile", t.game, count, box, ngettext("{n} to draw", "{n} to draw", count))


def one_card(e: Easel, name: str, deck: str, card: str, box: Box, words: str = "") -> None:
    """Draw a single open card, as large as a pile in this box, with `words` below."""
    lay_card(e, f"{name}/0", deck, card, _place_above_words(e, f"{name}/words", words, box))


def row_of_cards(
    e: Easel,
    name: str,
    deck: str,
    cards: Sequence[str],
    box: Box,
    words: str = "",
    most: float = 0.45,
    flush: bool = False,
) -> None:
    """Draw open cards side by side, closer together when there are many, with `words` below.

    No card is wider than `most` of the box; `flush` puts them at its left edge, else they are centred.
    """
    if words:
        box, below = box.cut_bottom(line_h(e))
        e.text(f"{name}/words", words, below, SMALL, MIST)
    places = fan_places(e, len(cards), box, most)
    left = places[0].x - box.x if flush and places else 0
    for index, (card, place) in enumerate(zip(cards, places, strict=True)):
        lay_card(e, f"{name}/{index}", deck, card, place.moved(-left, 0), shadow=index == 0)


def own_hand(e: Easel, box: Box) -> Box:
    """Draw the panel of a player's own hand with its name; return the place that is left for the cards."""
    e.panel("own", box, alpha=120)
    words = gettext("Your\nhand")
    wide = max(e.width(word, SMALL) for word in words.splitlines()) + e.frame.px(12)
    whose, cards = box.inset(e.frame.px(16), e.frame.px(8)).cut_left(wide)
    e.text("own/whose", words, whose, SMALL, MIST, "left")
    return cards


def fan_places(e: Easel, count: int, box: Box, most: float = 0.45) -> list[Box]:
    """Return the places of a fan, as large as the box allows, no card wider than `most` of it."""
    h = min(box.h, round(box.w * most / ASPECT))
    return box.fan(count, round(h * ASPECT), h, e.frame.px(8))


def backs(e: Easel, name: str, deck: str, count: int, box: Box, most: int = 5) -> None:
    """Draw a hand from behind: at most `most` backs, and how many cards it has."""
    if not count:
        e.text(f"{name}/count", gettext("no cards"), box, SMALL, MIST, "left")
        return
    shown = min(count, most)
    h = min(box.h, round(box.w * 0.8))
    box = box.centred(box.w, h)
    w = round(h * ASPECT)
    words_w = e.frame.text_px(SMALL) * 2
    step = min(w // 2, max(1, (box.w - words_w - w) // max(1, shown - 1)))
    for index in range(shown):
        lay_card(e, f"{name}/{index}", deck, BACK, Box(box.x + step * index, box.y, w, h), shadow=False)
    right = box.x + w + step * (shown - 1) + e.frame.px(8)
    e.text(f"{name}/count", str(count), Box(right, box.y, max(words_w, 1), h), SMALL, CHALK, "left")


def beside_mark(e: Easel, t: Table, name: str, seat: int, box: Box, side: int, gap: int) -> Box:
    """Draw a seat's badge at the left of a line; return the place beside it."""
    mark, beside = box.cut_left(side, gap)
    e.put(name, mark.centred(side, side), SeatMark(t.seats[seat].colour))
    return beside


def points_of_hand(e: Easel, t: Table, points: Sequence[int], winners: Sequence[int], box: Box) -> None:
    """Draw the points that this hand brought each player, those of its winners in gold."""
    playing = [seat for seat, gone in enumerate(t.view["gone"]) if not gone]
    columns = 2 if len(playing) == 4 else min(3, len(playing))  # no row of one
    for seat, cell in zip(playing, box.grid(len(playing), columns, e.frame.px(6)), strict=True):
        side = min(cell.h, e.frame.px(48))
        beside = beside_mark(e, t, f"points/{seat}/mark", seat, cell, side, e.frame.px(10))
        rgb = GOLD if seat in winners else CHALK
        e.text(f"points/{seat}", f"+{points[seat]}", beside, LARGE, rgb, "left")


def seconds_left(left_us: int) -> int:
    """Return the whole seconds that a clock shows, rounded up: 0 only when the time is up."""
    return -(-left_us // 1_000_000)


def clock(e: Easel, t: Table, box: Box) -> None:
    """Draw how long the game still lasts, in the last minute red."""
    if t.left_us is None or t.view["over"]:
        return
    seconds = seconds_left(t.left_us)
    last = seconds <= LAST_MINUTE_S
    e.panel("clock", box, (70, 24, 22) if last else PANEL, ALARM if last else None)
    words, time = box.inset(e.frame.px(18), 0).columns([55, 45])
    e.text(
        "clock/words", gettext("last minute!") if last else gettext("time left"), words, BODY, CHALK, "left"
    )
    shown = f"{seconds // 60}:{seconds % 60:02}"
    e.text("clock/time", shown, time, LARGE, GOLD if not last else CHALK, "right", figures=True)


def hand_size(base: Box) -> int:
    """Return how large a hand is drawn on a toy with this base."""
    return round(base.h * 0.62)


def toy(e: Easel, t: Table, box: Box) -> None:
    """Draw the toy and its coloured hands: each that slapped lies on those before it, the last on top."""
    base = box.fit(1)
    e.put("toy/shadow", base.inset(-base.w // 9), Glow((0, 0, 0), 235), above=True)
    e.put("toy/base", base, ToyBase(tuple(sits.colour for sits in t.seats)))
    order = list(t.slap_order)
    if t.loser is not None and t.loser not in order:
        order.append(t.loser)  # slapped too late to be in the order, but lies on top as on the real toy
    if not order:
        if not t.view["open"] and base.w < e.frame.px(240):
            return  # too small for words, which are only a hint
        words = gettext("All must\nslap!" if t.view["open"] else "Hands\nland here")
        size = LARGE if t.view["open"] else SMALL
        e.text("toy/empty", words, base.inset(base.w // 6), size, CHALK, above=True)
        return
    size = hand_size(base)
    spread = min(size // 3, (base.w - size) // max(1, len(order) - 1)) if len(order) > 1 else 0
    left = base.cx - (size + spread * (len(order) - 1)) // 2
    for layer, seat in enumerate(order):
        rise = (1 - layer / (len(order) - 1)) * 0.8 if len(order) > 1 else 0.5
        where = Box(left + spread * layer, base.y + round((base.h - size) * rise), size, size)
        top = layer == len(order) - 1 and seat == t.loser
        e.put(f"toy/{seat}", where, StackedHand(t.seats[seat].colour, top), above=True)
