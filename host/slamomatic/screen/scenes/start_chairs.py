"""The chairs on the start screen: who sits there, with which paddle and head start."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from slamomatic import engine
from slamomatic.face.paddle import PaddleArt, SeatMark
from slamomatic.kit.easel import SMALL, Easel
from slamomatic.kit.geometry import Box
from slamomatic.kit.palette import PADDLE_COLOURS, PANEL, mix
from slamomatic.screen.chair_words import bot_name
from slamomatic.screen.preferences import SeatPreference
from slamomatic.screen.scenes import start_length
from slamomatic.screen.scenes.codes import join_code
from slamomatic.words import N_, gettext, ngettext

if TYPE_CHECKING:
    from slamomatic.screen.scenes.start import StartScene


# Where are your cards?
CARDS = {"tv": N_("Cards: on TV"), "phones": N_("Cards: phones"), "paper": N_("Cards: real")}


def draw(scene: StartScene, e: Easel, box: Box) -> None:
    px = e.frame.px
    count = len(scene.seats)
    phones = scene.stage.phones
    if phones is None:
        chairs, more = box.columns([88, 12], px(14))
    else:
        chairs, code, more = box.columns([66, 22, 12], px(14))
        join_code(e, phones, code)
        e.target(code, scene.show_phones, "phones")
    for index, (seat, place) in enumerate(zip(scene.seats, chairs.columns([1] * count, px(12)), strict=True)):
        _chair(scene, e, index, seat, place)
    plus, minus, cards, length = more.rows([1, 1, 1, 1], px(8))
    more_fit = count < scene.most_players()
    e.button("more", gettext("+ Chair"), plus, lambda: scene.change_players(1), size=SMALL, able=more_fit)
    fewest = engine.find(scene.stage.prefs.game).SEATS[0]
    e.button(
        "fewer", gettext("- Chair"), minus, lambda: scene.change_players(-1), size=SMALL, able=count > fewest
    )
    e.button("cards", gettext(CARDS[scene.where_cards_are()]), cards, scene.next_place_of_cards, size=SMALL)
    words = gettext(start_length.WORDS[start_length.chosen(scene.stage.prefs)])
    e.button("length", words, length, scene.next_length, size=SMALL, able=not scene.paper, pad=4)


def _chair(scene: StartScene, e: Easel, index: int, seat: SeatPreference, box: Box) -> None:
    px = e.frame.px
    down = seat.paddle in scene.down
    colour = PADDLE_COLOURS[seat.paddle]
    e.panel(f"chair/{index}", box, mix(PANEL, colour, 0.3 if down else 0.12), mix(PANEL, colour, 0.7))
    inner = box.inset(px(12), px(10))
    hand, name, kind, start = inner.rows([44, 19, 19, 18], px(6))
    e.put(f"chair/{index}/paddle", hand.fit(1), PaddleArt(seat.paddle, not seat.bot or down, down))
    side = min(hand.h // 2, hand.w // 5)
    mark = Box(hand.x, hand.y, side, side)
    e.put(f"chair/{index}/mark", mark, SeatMark(seat.paddle))
    e.target(mark, lambda: scene.next_colour(index), f"chair/{index}/mark")
    naming = scene.naming == index
    words = e.cut(seat.name + "_" * naming, name.w - px(30), naming)
    e.button(f"chair/{index}/name", words, name, lambda: scene.start_naming(index), naming, 32)
    key = scene.key_name(f"seat {seat.paddle}") if scene.stage.unit.keyboard is not None else ""
    who = gettext("key {key}", key=key) if key else gettext("person")
    if seat.bot:
        bot = bot_name(seat.bot)
        who = _fitting(e, kind.w - px(90), gettext("bot: {kind}", kind=bot), bot)
    elif phones := scene.stage.phones.at(index) if scene.stage.phones is not None else 0:
        who = ngettext("phone", "{n} phones", phones)
    key = key if seat.bot else ""
    able, change = not scene.paper, partial(scene.next_kind, index)
    e.button(f"chair/{index}/kind", who, kind, change, size=SMALL, key=key, able=able)
    ahead_ms = seat.handicap_ms
    words = gettext("No head start")
    if ahead_ms:
        words = gettext("Head start: {milliseconds} ms", milliseconds=ahead_ms)
    words = _fitting(e, start.w - px(40), words, gettext("+{milliseconds} ms", milliseconds=ahead_ms))
    e.button(f"chair/{index}/start", words, start, lambda: scene.change_head_start(index), size=SMALL)


def _fitting(e: Easel, room_px: int, words: str, short: str) -> str:
    """The whole words where there is room for them."""
    return words if e.width(words, SMALL) <= room_px else short
