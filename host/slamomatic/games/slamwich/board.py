"""The table of Slamwich: the centre pile with its last cards in sight, everybody's stack, the muncher."""

from collections.abc import Sequence

from slamomatic.engine.vocabulary import Json
from slamomatic.face import parts, photo
from slamomatic.face.cards import BACK, CardArt, lay_card
from slamomatic.face.face import BoardMemory, Plural
from slamomatic.face.model import Table
from slamomatic.kit.easel import SMALL, Box, Easel
from slamomatic.kit.palette import CHALK, GOLD, MIST
from slamomatic.kit.surfaces import Glow, Shadow, Turned
from slamomatic.words import N_, gettext, ngettext

DECK = "slamwich"
WORTH_A_SLAP = (("bacon", "bacon"), ("thief",), ("lettuce", "cheese", "lettuce"))
IN_SIGHT = 5  # cards of the pile: enough for a slamwich, or for a muncher and three cards thrown at it
SHOWN_OF_WON = 4  # a slamwich, and one card that fell after the slap


class FallenCards(BoardMemory):
    """The memory of the last cards of the pile that was won: the shout shows what was slapped."""

    def __init__(self) -> None:
        self._fallen: list[str] = []
        self.won: list[str] = []  # the last cards of the last pile that was won, the uppermost last

    def hear(self, effects: Sequence[Json], now_us: int) -> None:
        """Collect the cards that fall, and keep the last ones when the pile is won."""
        for effect in effects:
            if effect["what"] == "left-over":
                self._fallen += effect["cards"]
            elif effect["what"] == "flipped":
                self._fallen.append(effect["card"])
            elif effect["what"] == "won":
                self.won, self._fallen = self._fallen[-SHOWN_OF_WON:], []


def shout_and_cards(cards: Sequence[str], how: str) -> tuple[str, tuple[str, ...]]:
    """Return the shout at a player who won a pile with these last cards, and the cards that won it.

    `how`: "slap", "call" or another way. After a slap one more card may have fallen, so the cards without
    the last one are tried too. No cards are returned where none won the pile.
    """
    if how == "call":
        return N_("{seat} STOPPED THE THIEF!"), tuple(card for card in cards[-1:] if card == "thief")
    for seen in (cards, cards[:-1]) if how == "slap" else ():
        if len(seen) > 1 and seen[-1] == seen[-2]:
            return N_("DOUBLE DECKER, {seat}!"), tuple(seen[-2:])
        if len(seen) > 2 and seen[-1] == seen[-3]:
            return N_("SLAMWICH, {seat}!"), tuple(seen[-3:])
    return N_("{seat} GETS THE PILE!"), ()


def _shout_and_cards_of(t: Table, won: Json) -> tuple[str, tuple[str, ...]]:
    """Return shout and cards for an effect "won", from the cards that the board remembers."""
    return shout_and_cards(t.memory.won if isinstance(t.memory, FallenCards) else (), won["how"])


def shout(t: Table, won: Json) -> str:
    """Return the shout at the player who won the pile."""
    return t.shouted(_shout_and_cards_of(t, won)[0], won)


def cards_shown(t: Table, won: Json) -> tuple[str, ...]:
    """Return the cards beside the shout: those that won the pile."""
    return _shout_and_cards_of(t, won)[1]


def draw(e: Easel, t: Table, area: Box) -> None:
    """Draw the pile, the clock, and beside them the photo finish of the last slap.

    From the next card on, what to look for takes the photo's place.
    """
    middle, right = area.columns([62, 38], e.frame.px(14))
    _pile(e, t, middle)
    if t.left_us is not None:
        time, right = right.cut_top(round(parts.line_h(e) * 1.9), e.frame.px(14))
        parts.clock(e, t, time)
    slapped_us = t.photo.hits[-1].t_us if t.photo is not None and t.photo.hits else None
    if slapped_us is None or t.last.get("flipped", {}).get("t_us", 0) > slapped_us:
        _worth_a_slap(e, right)
    else:
        photo.panel(e, t, right)


def _worth_a_slap(e: Easel, box: Box) -> None:
    """Draw the three things that may be slapped, as a reminder."""
    px = e.frame.px
    e.panel("worth", box)
    head, below = box.inset(px(18), px(10)).cut_top(parts.line_h(e), px(6))
    e.text("worth/head", gettext("Slap these!"), head, SMALL, GOLD)
    above, sandwich = below.rows([1, 1], px(12))
    places = (*above.columns([2, 1], px(24)), sandwich)
    for row, (cards, place) in enumerate(zip(WORTH_A_SLAP, places, strict=True)):
        # As high as the place, unless the cards side by side, each 5 wide to 7 high, would be too wide for
        # it.
        h = min(place.h, (place.w - px(8) * (len(cards) - 1)) * 7 // (5 * len(cards)))
        spots = place.fan(len(cards), h * 5 // 7, h, px(8))
        for index, (card, spot) in enumerate(zip(cards, spots, strict=True)):
            lay_card(e, f"worth/{row}/{index}", DECK, card, spot, shadow=False)


def _pile(e: Easel, t: Table, box: Box) -> None:
    """Draw the last cards of the pile side by side, each a little askew, and a line about them below."""
    pile = t.view["pile"]
    px = e.frame.px
    room, caption = box.cut_bottom(parts.line_h(e), px(4))
    e.text("pile/count", _caption(t), caption, SMALL, MIST)
    e.put("pile/glow", room.centred(min(room.w, round(room.h * 1.9)), room.h), Glow(GOLD, 46))
    shown = pile[-IN_SIGHT:]
    if not shown and t.view["slips"]:
        shown = [BACK]  # cards paid for slip slaps lie face down
    if not shown:
        if not t.view["over"]:
            e.text("pile/empty", gettext("the next card begins the pile"), room, SMALL, CHALK)
        return
    h = min(round(room.h * 0.84), room.w // 3)
    w = round(h * 5 / 7)
    lean_w, lean_h = w + h // 8, h + w // 8  # room for the few degrees that cards lie askew
    step = min(round(w * 0.72), (room.w - lean_w) // max(1, IN_SIGHT - 1))
    left = room.cx - (w + step * (len(shown) - 1)) // 2
    for index, card in enumerate(shown):
        # The same card keeps its lean while others fall on it.
        number = max(0, len(pile) - len(shown)) + index
        lean = (number * 37) % 11 - 5
        spot = Box(left + index * step, room.cy - h // 2, w, h)
        if index == len(shown) - 1:
            e.put("pile/shadow", spot.inset(-w // 10, -h // 14), Shadow(), above=True)
        e.put(
            f"pile/{number}",
            spot.centred(lean_w, lean_h),
            Turned(CardArt(DECK, card), w, h, lean),
            above=True,
        )


def _caption(t: Table) -> str:
    """Return the line below the pile: how many cards it has, and who munches them; "": it has none."""
    pile, slips, muncher = t.view["pile"], t.view["slips"], t.view["muncher"]
    count, left = len(pile) + len(slips), t.view["throws"]
    if not count:
        return ""
    if muncher is not None and left:
        says = Plural("{seat} eats {n} card: {to_stop}", "{seat} eats {n} cards: {to_stop}")
    elif muncher is not None:
        says = Plural(
            "{seat} eats {n} card. Can you slap the last one?",
            "{seat} eats {n} cards. Can you slap the last one?",
        )
    elif not t.view["flipped_us"]:
        says = Plural(
            "{n} card in the pile, left over from the deal", "{n} cards in the pile, left over from the deal"
        )
    elif slips and not pile:
        says = Plural("{n} card in the pile, face down", "{n} cards in the pile, face down")
    elif slips:
        says = Plural(
            "{n} card in the pile, {hidden} face down at the bottom",
            "{n} cards in the pile, {hidden} face down at the bottom",
        )
    else:
        says = Plural("{n} card in the pile", "{n} cards in the pile")
    to_stop = ngettext("{n} card to stop it", "{n} cards to stop it", left)
    return ngettext(says.one, says.many, count, seat=t.name(muncher), to_stop=to_stop, hidden=len(slips))


def seat(e: Easel, t: Table, seat: int, box: Box) -> None:
    """Draw a player's stack face down: the more cards, the thicker."""
    count = t.view["counts"][seat]
    h = min(box.h, round(box.w * 0.9))
    w = round(h * 5 / 7)
    layers = 0 if count == 0 else min(5, 1 + count // 6)
    step = e.frame.px(5)
    left = box.x + max(0, box.w - w - 4 * step) // 2
    for layer in range(layers):
        place = Box(left + layer * step, box.y + (box.h - h) // 2, w, h)
        lay_card(e, f"seat/{seat}/stack/{layer}", DECK, "back", place, shadow=layer == 0)


def status(t: Table, seat: int) -> tuple[str, bool]:
    """Return a player's last line, and whether it is lit: for the muncher, and who must call a thief."""
    count = t.view["counts"][seat]
    if t.view["out"][seat]:
        return gettext("out"), False
    if t.view["muncher"] == seat:
        return parts.cards(count), True  # the line below the pile names the muncher
    if t.view["first"] == seat:
        return gettext("again!"), True
    return parts.cards(count), False
