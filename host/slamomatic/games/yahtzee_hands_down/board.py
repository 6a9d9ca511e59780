"""The table of Yahtzee Hands Down: combo cards to win, piles, the own dice cards and what they aim at."""

from collections.abc import Sequence

from slamomatic.engine.vocabulary import Json
from slamomatic.face import parts
from slamomatic.face.cards import BACK, lay_card
from slamomatic.face.chooser import Pick
from slamomatic.face.face import BoardMemory
from slamomatic.face.model import Table
from slamomatic.games.yahtzee_hands_down.art import STARTER, combo_name
from slamomatic.kit.easel import BODY, SMALL, Box, Easel
from slamomatic.kit.palette import ALARM, CHALK, GOLD, MIST
from slamomatic.words import gettext, listed, ngettext

DECK = "yahtzee-hands-down"

ROW = 6  # combo cards in a row
DOWN = "chance"  # a chance card as it lies until the end


FIRST_US = 1_400_000  # before the first chance card, players read who won the last combo
CHANCE_US = 700_000  # between two chance cards at the end
CHANCES_US = 4_200_000  # all chance cards take no longer than this


class ShownHands(BoardMemory):
    """The hands that the last scoring turned up, and at the end the chance cards, one by one."""

    def __init__(self) -> None:
        self.hands: list[Json] = []  # the effects "shown" of these hands
        self._won_us = -1  # when the last combo was won
        self._chances: list[tuple[int, int]] = []  # (seat, number) of each chance card, as they are turned up
        self._turned = 0  # how many of them have been turned up

    def advance(self, now_us: int) -> bool:
        """Count the chance cards that are turned up by now; return what the base does."""
        self._turned = sum(at_us <= now_us for at_us in self.beats_us)
        return super().advance(now_us)

    def lies_open(self, seat: int, number: int) -> bool:
        """Whether this chance card has been turned up."""
        return (seat, number) not in self._chances[self._turned :]

    def _turn_up(self, cards: Sequence[Sequence[str]], now_us: int) -> None:
        """Plan when each chance card is turned up: everybody's first one, then everybody's second."""
        most = max(map(len, cards))
        self._chances = [(s, n) for n in range(most) for s, own in enumerate(cards) if n < len(own)]
        each_us = min(CHANCE_US, CHANCES_US // max(1, len(self._chances)))
        self.beats_us = [now_us + FIRST_US + each_us * (nth + 1) for nth in range(len(self._chances))]
        self.holds_us = self.beats_us[-1] if self.beats_us else None

    def hear(self, effects: Sequence[Json], now_us: int) -> None:
        """Keep hands that were turned up until the next call; longer, if they stay on the table as calls."""
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


def hand_words(shown: Json) -> str:
    """Return what a hand that was turned up made: the name of its combo, or a foul."""
    return gettext("a foul") if shown["foul"] else combo_name(shown["combo"])


def draw(e: Easel, t: Table, area: Box) -> None:
    """Draw the piles and the combos to win above; the player's own hand and the last scoring below."""
    gap = e.frame.px(14)
    above, below = area.rows([47, 53] if t.eyes is not None else [60, 40], gap)
    left, middle, right = above.columns([14, 72, 14], gap)
    parts.drawpile(e, t, left)
    discards = t.view["discards"]
    used = ngettext("{n} used", "{n} used", len(discards))
    parts.pile(e, "discards", DECK, len(discards), right, used, discards[-1] if discards else BACK)
    _combos(e, t, middle)
    if t.eyes is not None:
        own, below = below.columns([66, 34], gap)
        _own_hand(e, t, t.eyes, t.view["hands"][t.eyes], own)
    _scoring(e, t, below)


def _combos(e: Easel, t: Table, box: Box) -> None:
    """Draw the combo cards to win, in rows of six; the one that the player aims at is marked."""
    table, aim = t.view["table"], t.view["aim"]
    if not table:
        e.text("table/words", gettext("all combos are won"), box, SMALL, MIST)
    lit = t.chosen.data.get("combo") if t.chosen is not None else None
    rows = max(1, -(-len(table) // ROW))
    share = (box.w / ROW - e.frame.px(8)) / box.w  # no card covers another: the names must be read
    places = [
        place
        for row, strip in enumerate(box.rows([1] * rows, e.frame.px(6)))
        for place in parts.fan_places(e, len(table[row * ROW : row * ROW + ROW]), strip, share)
    ]
    for nth, (combo, place) in enumerate(zip(table, places, strict=True)):
        lay_card(e, f"table/{nth}", DECK, combo, place, lit=combo == lit, chosen=combo == aim)
        e.target(place, Pick("combo", combo))


def _scoring(e: Easel, t: Table, box: Box) -> None:
    """Draw the hands of the last scoring, or who has called and how many turns are left."""
    called = [seat for seat, has in enumerate(t.view["called"]) if has]
    hands = t.memory.hands[-3:] if isinstance(t.memory, ShownHands) else []
    if not hands:
        e.text("scoring/words", _waiting(t, called), box, BODY if called else SMALL, GOLD if called else MIST)
        return
    e.panel("scoring", box)
    gap, line = e.frame.px(6), parts.line_h(e)
    head, below = box.inset(e.frame.px(16), e.frame.px(8)).cut_top(line)
    e.text("scoring/head", gettext("The last hands"), head, SMALL, GOLD, "left")
    places = [1] * max(2, len(hands))
    cells = below.columns(places, 3 * gap) if below.w > 4 * below.h else below.rows(places, gap)
    stacked = min(cell.h for cell in cells) > 3 * line
    for index, (shown, cell) in enumerate(zip(hands, cells, strict=False)):
        _shown(e, t, shown, cell, f"scoring/{index}", stacked)


def _waiting(t: Table, called: list[int]) -> str:
    """Return the sentence about what the round still waits for."""
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
    """Draw a hand that was turned up: whose it is and what it made, with its cards beside that or below."""
    if stacked:
        words, cards = box.rows([parts.line_h(e), box.h - parts.line_h(e)])
        words_made = gettext("{seat}: {hand}", seat=t.name(shown["seat"]), hand=hand_words(shown))
    else:
        words, cards = box.columns([42, 58], e.frame.px(8))
        words_made = hand_words(shown)
    side = round(parts.line_h(e) * 0.86)
    won = t.last.get("combo-won", {})
    winner = won.get("seat") == shown["seat"] and won["t_us"] >= shown["t_us"]
    beside = parts.beside_mark(e, t, f"{name}/mark", shown["seat"], words, side, e.frame.px(8))
    rgb = ALARM if shown["foul"] else GOLD if winner else CHALK
    e.text(f"{name}/made", words_made, beside, SMALL, rgb, "left")
    parts.row_of_cards(e, f"{name}/cards", DECK, shown["cards"], cards)


def _own_hand(e: Easel, t: Table, eyes: int, hand: list[str], box: Box) -> None:
    """Draw the player's own hand, the combo it aims at, and a hint at what to do with the cards."""
    e.panel("own", box, alpha=120)
    words, middle = box.inset(e.frame.px(16), e.frame.px(8)).columns([19, 81], e.frame.px(10))
    called, aim = t.view["called"][eyes], t.view["aim"]
    may_swap = not called and any(choice.do == "discard" for choice in t.choices)
    aimed, hinted = words.rows([3, 2], e.frame.px(6))
    if not t.view["over"]:
        combo = combo_name(aim) if aim else gettext("your best combo")
        goes = gettext("you went for\n{combo}" if called else "you go for\n{combo}", combo=combo)
        e.text("own/aim", goes, aimed, SMALL, MIST, "left")
    hint = gettext("your hand\nis down") if called else gettext("pick cards\nto swap") if may_swap else ""
    e.text("own/hint", hint, hinted, SMALL, GOLD if called else MIST, "left")
    for index, (card, place) in enumerate(zip(hand, parts.fan_places(e, len(hand), middle), strict=True)):
        nth = hand[:index].count(card)
        lit = may_swap and (card, nth) == t.piece
        lay_card(e, f"own/{index}", DECK, card, place, lit=lit, chosen=(card, nth) in t.marked, faded=called)
        e.target(place, Pick("card", card, nth=nth))


def _turned(t: Table, seat: int, values: Sequence[str]) -> list[str]:
    """Return a player's chance cards at the end, face down those that are still to be turned up."""
    known = [not isinstance(t.memory, ShownHands) or t.memory.lies_open(seat, n) for n in range(len(values))]
    return [f"chance{value}" if up else DOWN for value, up in zip(values, known, strict=True)]


def seat(e: Easel, t: Table, seat: int, box: Box) -> None:
    """Draw a player's hand, and beside or below it the cards won, with the starter card."""
    wide = box.w > e.frame.px(560) or box.w > 2.2 * box.h
    wide = wide and t.view["counts"][seat] > 0  # words need the width
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
    most = min(0.3, 0.96 / max(1, len(cards)))
    parts.row_of_cards(e, f"seat/{seat}/won", DECK, cards, won, most=most, flush=True)


def status(t: Table, seat: int) -> tuple[str, bool]:
    """Return a player's last line, and whether it is lit: for a player who has called.

    At the end the points grow with every chance card that is turned up.
    """
    if t.view["called"][seat]:
        return gettext("called!"), True
    points, chances = t.view["scores"][seat], t.view["chances"][seat]
    if not isinstance(chances, int):  # the game is over: they are a list of values
        still_down = _turned(t, seat, chances).count(DOWN)
        points -= sum(map(int, chances[len(chances) - still_down :]))
    return parts.points(points), False
