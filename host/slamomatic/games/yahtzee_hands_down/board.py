"""The table of Yahtzee Hands Down: combo cards to win, piles, the own dice cards and what they aim at."""

from __future__ import annotations

from collections.abc import Sequence

from slamomatic.engine.vocabulary import Json
from slamomatic.face import parts
from slamomatic.face.cards import BACK, lay_card
from slamomatic.face.chooser import Pick
from slamomatic.face.model import Memory, Table
from slamomatic.face.paddle import SeatMark
from slamomatic.games.yahtzee_hands_down.art import STARTER, combo_name
from slamomatic.kit.easel import SMALL, Easel
from slamomatic.kit.geometry import Box
from slamomatic.kit.palette import ALARM, CHALK, GOLD, MIST
from slamomatic.words import gettext, listed, ngettext

DECK = "yahtzee-hands-down"

ROW = 6  # of combo cards
DOWN = "chance"  # as it lies until the end


FIRST_US = 1_400_000  # who won the last combo is read before the chance cards
CHANCE_US, CHANCES_US = 700_000, 4_200_000  # between two chance cards at the end; for all of them at most


class ShownHands(Memory):
    """The hands that the last scoring turned up, and at the end the chance cards, one by one."""

    def __init__(self) -> None:
        self.hands: list[Json] = []
        self._won_us = -1
        self._chances: list[tuple[int, int]] = []  # seat and number of each, in the order of turning
        self._turned = 0

    def shows_what_was(self, now_us: int) -> bool:
        self._turned = sum(at_us <= now_us for at_us in self.beats_us)
        return super().shows_what_was(now_us)

    def lies_open(self, seat: int, number: int) -> bool:
        """Whether this chance card has been turned up."""
        return (seat, number) not in self._chances[self._turned :]

    def _turn_up(self, cards: Sequence[Sequence[str]], now_us: int) -> None:
        """Everybody's first one, then everybody's second."""
        most = max(map(len, cards))
        self._chances = [(s, n) for n in range(most) for s, own in enumerate(cards) if n < len(own)]
        each_us = min(CHANCE_US, CHANCES_US // max(1, len(self._chances)))
        self.beats_us = [now_us + FIRST_US + each_us * (nth + 1) for nth in range(len(self._chances))]
        self.holds_us = self.beats_us[-1] if self.beats_us else None

    def hear(self, effects: Sequence[Json], now_us: int) -> None:
        """They stay until the next call; a real one that another's foul kept on the table stays longer."""
        for effect in effects:
            what = effect["what"]
            if what == "shown":
                self.hands.append(effect)
            elif what == "combo-won":
                self._won_us = effect["t_us"]
            elif what == "called":
                self.hands = [hand for hand in self.hands if not hand["foul"] and hand["t_us"] > self._won_us]
            elif what == "void":
                self.hands = []
            elif what == "chances":
                self._turn_up(effect["cards"], now_us)


def made(shown: Json) -> str:
    return gettext("a foul") if shown["foul"] else combo_name(shown["combo"])


def draw(e: Easel, t: Table, area: Box) -> None:
    px = e.frame.px
    area, scoring = area.columns([71, 29], px(14))
    hand = t.view["hands"][t.eyes] if t.eyes is not None else None
    if hand is not None and t.eyes is not None:
        area, own = area.rows([54, 46], px(12))
        _own_hand(e, t, t.eyes, hand, own)
    left, middle, right = area.columns([13, 45, 13], px(14))
    left_over = t.view["drawpile"]
    parts.pile(e, "drawpile", DECK, left_over, left, ngettext("{n} to draw", "{n} to draw", left_over))
    discards = t.view["discards"]
    used = ngettext("{n} used", "{n} used", len(discards))
    parts.pile(e, "discards", DECK, len(discards), right, used, discards[-1] if discards else BACK)
    _combos(e, t, middle)
    _scoring(e, t, scoring)


def _combos(e: Easel, t: Table, box: Box) -> None:
    table, aim = t.view["table"], t.view["aim"]
    caption = Box(box.x, box.bottom - parts.line_h(e), box.w, parts.line_h(e))
    room = Box(box.x, box.y, box.w, box.h - caption.h - e.frame.px(4))
    words = gettext("combos to win") if len(table) != 1 else gettext("the last combo")
    e.text("table/words", words if table else gettext("all combos are won"), caption, SMALL, MIST)
    lit = t.chosen.data.get("combo") if t.chosen is not None else None
    rows = [table[at : at + ROW] for at in range(0, len(table), ROW)]
    nth = 0
    for combos, strip in zip(rows, room.rows([1] * max(1, len(rows)), e.frame.px(6)), strict=False):
        # No card covers another: the names must be read.
        share = (strip.w / ROW - e.frame.px(8)) / strip.w
        for combo, place in zip(combos, parts.fan_places(e, len(combos), strip, share), strict=True):
            lay_card(e, f"table/{nth}", DECK, combo, place, lit=combo == lit, chosen=combo == aim)
            e.target(place, Pick("combo", combo))
            nth += 1


def _scoring(e: Easel, t: Table, box: Box) -> None:
    """The hands of the last scoring, or who has called and how many turns that leaves."""
    e.panel("scoring", box)
    room = box.inset(e.frame.px(16), e.frame.px(8))
    line = parts.line_h(e)
    head = Box(room.x, room.y, room.w, line)
    below = Box(room.x, head.bottom, room.w, room.h - line)
    called = [seat for seat, has in enumerate(t.view["called"]) if has]
    if isinstance(t.memory, ShownHands) and t.memory.hands:
        e.text("scoring/head", gettext("The last hands"), head, SMALL, GOLD, "left")
        hands = t.memory.hands[-3:]
        rows = below.rows([1] * max(2, len(hands)), e.frame.px(6))
        stacked = min(row.h for row in rows) > 3 * line
        for index, (shown, row) in enumerate(zip(hands, rows, strict=False)):
            _shown(e, t, shown, row, f"scoring/{index}", stacked)
        return
    e.text("scoring/head", gettext("Hands Down"), head, SMALL, GOLD, "left")
    e.text("scoring/words", _waiting(t, called), below, SMALL, CHALK if called else MIST)


def _waiting(t: Table, called: list[int]) -> str:
    """What the round still waits for."""
    left = t.view["left"]
    if not called or t.view["over"]:
        return gettext("two calls end a round,\nthe hands are shown here")
    if len(called) > 1:
        return gettext("{names} have called", names=listed([t.name(seat) for seat in called]))
    name = t.name(called[0])
    if left is None:
        return gettext("{seat} has called:\nthe next call ends the round", seat=name)
    return ngettext(
        "{seat} has called:\n{n} turn left to answer",
        "{seat} has called:\n{n} turns left to answer",
        left,
        seat=name,
    )


def _shown(e: Easel, t: Table, shown: Json, box: Box, name: str, stacked: bool) -> None:
    """One hand that was turned up: whose, what it made, its five cards beside it or below."""
    if stacked:
        words, cards = box.rows([parts.line_h(e), box.h - parts.line_h(e)])
        words_made = gettext("{seat}: {hand}", seat=t.name(shown["seat"]), hand=made(shown))
    else:
        words, cards = box.columns([42, 58], e.frame.px(8))
        words_made = made(shown)
    side = round(parts.line_h(e) * 0.86)
    won = t.last.get("combo-won", {})
    winner = won.get("seat") == shown["seat"] and won["t_us"] >= shown["t_us"]
    mark = SeatMark(t.seats[shown["seat"]].colour)
    e.put(f"{name}/mark", Box(words.x, words.y + (words.h - side) // 2, side, side), mark)
    beside = Box(words.x + side + e.frame.px(8), words.y, words.w - side - e.frame.px(8), words.h)
    rgb = ALARM if shown["foul"] else GOLD if winner else CHALK
    e.text(f"{name}/made", words_made, beside, SMALL, rgb, "left")
    parts.row_of_cards(e, f"{name}/cards", DECK, shown["cards"], cards)


def _own_hand(e: Easel, t: Table, eyes: int, hand: list[str], box: Box) -> None:
    left, middle, right = parts.own_hand(e, box).columns([22, 56, 22], e.frame.px(10))
    called, aim = t.view["called"][eyes], t.view["aim"]
    if not t.view["over"]:
        combo = combo_name(aim) if aim else gettext("your best combo")
        e.text(
            "own/aim",
            gettext("you went for\n{combo}" if called else "you go for\n{combo}", combo=combo),
            left,
            SMALL,
            MIST,
        )
    may_swap = not called and any(choice.do == "discard" for choice in t.choices)
    hint = gettext("your hand\nis down") if called else gettext("pick cards\nto swap") if may_swap else ""
    e.text("own/hint", hint, right, SMALL, GOLD if called else MIST)
    seen: dict[str, int] = {}
    for index, (card, place) in enumerate(zip(hand, parts.fan_places(e, len(hand), middle), strict=True)):
        nth = seen.get(card, 0)
        seen[card] = nth + 1
        lit = may_swap and (card, nth) == t.piece
        lay_card(e, f"own/{index}", DECK, card, place, lit=lit, chosen=(card, nth) in t.marked, faded=called)
        e.target(place, Pick("card", card, nth=nth))


def _turned(t: Table, seat: int, values: Sequence[str]) -> list[str]:
    """A player's chance cards at the end: those that are still to be turned up show nothing."""
    known = [not isinstance(t.memory, ShownHands) or t.memory.lies_open(seat, n) for n in range(len(values))]
    return [f"chance{value}" if up else DOWN for value, up in zip(values, known, strict=True)]


def seat(e: Easel, t: Table, seat: int, box: Box) -> None:
    """The hand above, what was won below; the starter card lies with it."""
    wide = box.w > e.frame.px(560)
    hand, won = box.columns([36, 64], e.frame.px(16)) if wide else box.rows([50, 50], e.frame.px(6))
    known = t.view["hands"][seat]
    if t.view["known"][seat] and known:
        parts.row_of_cards(e, f"seat/{seat}/shown", DECK, known, hand)
    else:
        parts.backs(e, f"seat/{seat}/hand", DECK, t.view["counts"][seat], hand)
    chances = t.view["chances"][seat]
    shown = ["chance"] * chances if isinstance(chances, int) else _turned(t, seat, chances)
    starter = [STARTER] if t.view["starter"] == seat and not t.view["over"] else []
    cards = [*starter, *t.view["won"][seat], *shown]
    places = parts.fan_places(e, len(cards), won, min(0.3, 0.96 / max(1, len(cards))))
    for index, (card, place) in enumerate(zip(cards, places, strict=True)):
        # Flush with the hand.
        lay_card(
            e, f"seat/{seat}/won/{index}", DECK, card, place.moved(won.x - places[0].x, 0), shadow=index == 0
        )


def status(t: Table, seat: int) -> tuple[str, bool]:
    if t.view["called"][seat]:
        return gettext("called!"), True
    points, chances = t.view["scores"][seat], t.view["chances"][seat]
    if not isinstance(chances, int):
        still_down = _turned(t, seat, chances).count(DOWN)
        points -= sum(map(int, chances[len(chances) - still_down :]))
    return parts.points(points), False
