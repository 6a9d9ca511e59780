"""The picture of the table: furniture, the game's own board, seats, the sentence and what can be pressed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from slamomatic.face.face import Face, won
from slamomatic.face.model import Table
from slamomatic.face.paddle import PaddleArt, StackedHand, ToyBase
from slamomatic.kit.easel import LARGE, Easel
from slamomatic.kit.geometry import Frame
from slamomatic.kit.palette import PADDLE_COLOURS, words_on
from slamomatic.kit.sprites import Art, Sprite
from slamomatic.screen import countdown, drama, furniture, layout, reactions, torn, unit_words
from slamomatic.screen.scenes import table_words
from slamomatic.words import gettext

MOST_BESIDE_BOARD = 4  # more seats are too narrow to gain by more height

if TYPE_CHECKING:
    from slamomatic.screen.scenes.table import TableScene


def draw(scene: TableScene, e: Easel, t: Table) -> None:
    places = layout.table(e.frame, len(t.seats), _shares(scene.face, t))
    e.ground = furniture.cloth_of(scene.face)
    furniture.title(e, t, places.title, _subtitle(t))
    furniture.lamp(e, t, places.lamp)
    if scene.looking is None and not scene.sitting.recorded:
        furniture.accuracy(e, unit_words.in_short(scene.stage.unit.states()), places.units)
    elif scene.looking is not None:
        _curtain_band(e, t, scene.looking, places)
    scene.face.draw(e, t, places.board)
    for seat, box in enumerate(places.seats):
        furniture.seat_panel(e, t, scene.face, seat, box)
    words, about, alarm = table_words.headline(scene, t)
    furniture.headline(e, words, t.seats[about] if about is not None else None, places.headline, alarm)
    if not scene.sitting.recorded:
        furniture.prompt(e, table_words.hint(scene, t), table_words.buttons(scene, t), places.prompt)
    scene.countdown.draw(e, t, scene.stage.clock())
    scene.drama.draw(e, t, places, scene.stage.clock())
    scene.reactions.draw(e, t, scene.stage.clock())


def _subtitle(t: Table) -> str:
    """Whose turn, and whether paddles at this table can see a touch."""
    turn = t.view["turn"]
    if t.memory.holding:
        return ""
    if t.view["over"]:
        return won(t, t.view["winners"])
    missing = [t.name(seat) for seat in t.view["asked"]]
    if missing and len(missing) < len(t.seats):
        return furniture.waiting(missing, [sits.name for sits in t.seats])
    return gettext("{seat}'s turn", seat=t.name(turn)) if turn is not None else gettext("everybody plays")


def _curtain_band(e: Easel, t: Table, looker: int, places: layout.TableLayout) -> None:
    """Whose eyes only: where the title was, in the looker's colour."""
    colour = PADDLE_COLOURS[t.seats[looker].colour]
    e.panel("curtain", places.units, colour, None, 255)
    e.text(
        "curtain/words",
        gettext("{seat}'s eyes only!", seat=t.name(looker)),
        places.units.inset(e.frame.px(12)),
        LARGE,
        words_on(colour),
        above=True,
    )


def _shares(face: Face, t: Table) -> layout.Shares:
    """Who looks at cards of one's own gets most of the room for them."""
    if t.eyes is None:
        column = face.board_column if len(t.seats) <= MOST_BESIDE_BOARD else 0
        return layout.Shares(face.seats_share, column)
    share = face.seats_share_beside_hand or face.seats_share
    return layout.Shares(share, own=t.eyes if face.own_seat_width else None, own_width=face.own_seat_width)


def upcoming(scene: TableScene, frame: Frame, t: Table) -> list[tuple[Art, int, int]]:
    """The same moment live and dark, every paddle up and down: a slap is shown in the very next frame."""
    upcoming: list[tuple[Art, int, int]] = []
    for live in (True, False):
        e = Easel(frame)
        draw(scene, e, replace(t, view={**t.view, "live": [live] * len(t.seats)}))
        upcoming += [(sprite.art, sprite.box.w, sprite.box.h) for sprite in e.sprites]
        upcoming += _upcoming_paddles(e.sprites, ("", "?", "last") if scene.face.names_a_loser else ("",))
    paddle = next((sprite.box for sprite in e.sprites if sprite.name == "seat/0/paddle"), None)
    if paddle is not None:
        upcoming += [*countdown.upcoming(paddle), *reactions.upcoming(t, paddle)]
        if any(told.torn for told in scene.face.effects.values()):
            upcoming += torn.upcoming(t.game, paddle)
    return list(dict.fromkeys(upcoming))


def _upcoming_paddles(sprites: Sequence[Sprite], marks: Sequence[str]) -> list[tuple[Art, int, int]]:
    """Every paddle as it may look at the next slap: drawn ahead, a slap is shown in the very next frame."""
    upcoming: list[tuple[Art, int, int]] = []
    for sprite in sprites:
        if isinstance(sprite.art, PaddleArt):
            upcoming += [
                (replace(sprite.art, live=live, down=down, mark=mark), sprite.box.w, sprite.box.h)
                for live in (True, False)
                for down in (True, False)
                for mark in marks
            ]
        elif isinstance(sprite.art, ToyBase):
            at_rest, *falling = drama.heap_sizes(sprite.box)
            for colour in sprite.art.colours:
                # The table names the last hand after all hands have fallen.
                upcoming += [(StackedHand(colour), *size) for size in falling]
                upcoming += [(StackedHand(colour, last), *at_rest) for last in (False, True)]
    return upcoming
