"""The table's picture, and the show of each effect: the sounds and flying cards, and when they come."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import TYPE_CHECKING

from slamomatic.engine.vocabulary import Json
from slamomatic.face.cards import ASPECT, BACK, CardArt
from slamomatic.face.face import Face, Means, Telling
from slamomatic.face.model import Table
from slamomatic.face.paddle import PaddleArt, StackedHand, ToyBase
from slamomatic.face.telling import names_a_loser
from slamomatic.kit.easel import LARGE, Art, Easel, Frame, Sprite
from slamomatic.kit.motion import Flight, is_of_pile
from slamomatic.kit.palette import PADDLE_COLOURS, words_on
from slamomatic.screen.scenes import (
    countdown,
    fakes,
    reactions,
    slap_show,
    table_layout,
    table_parts,
    table_words,
    unit_words,
)
from slamomatic.words import gettext

if TYPE_CHECKING:
    from slamomatic.screen.scenes.table import TableScene

MOST_BESIDE_BOARD = 4  # more seats would be too narrow beside the board
STAMP_US = 250_000  # between the stamp of a verdict and its tune


def draw(scene: TableScene, e: Easel, t: Table) -> None:
    """Draw the table from the cloth up: parts, board and seats, then what moves over them."""
    places = _places(e.frame, scene.face, t)
    e.ground = table_parts.cloth_of(scene.face)
    table_parts.title(e, t, places.title, table_words.subtitle(t))
    table_parts.lamp(e, t, places.lamp)
    if scene.looking is None and not scene.shown.only_watched:
        table_parts.accuracy(e, unit_words.in_short(scene.stage.unit.states()), places.units)
    elif scene.looking is not None:
        _curtain_band(e, t, scene.looking, places)
    scene.face.draw(e, t, places.board)
    for seat, box in enumerate(places.seats):
        table_parts.seat_panel(e, t, scene.face, seat, box)
    e.let_cards_fly_here()
    words, about, alarm = table_words.headline(scene, t)
    table_parts.headline(e, words, t.seats[about] if about is not None else None, places.headline, alarm)
    if not scene.shown.only_watched:
        table_parts.prompt(e, table_words.hint(scene, t), table_words.buttons(scene, t), places.prompt)
    scene.countdown.draw(e, t, scene.stage.clock())
    scene.fakes.draw(e, t, scene.stage.clock())
    scene.slap_show.draw(e, t, places, scene.stage.clock())
    before_faces = len(e.sprites)
    scene.reactions.draw(e, t, scene.stage.clock())
    band = next((sprite.box for sprite in e.sprites if sprite.name == "slap-show/band"), None)
    if band is not None:  # leave out the bots' faces that would cover the shout
        faces = e.sprites[before_faces:]
        e.sprites[before_faces:] = [sprite for sprite in faces if not band.meets(sprite.box)]


def _curtain_band(e: Easel, t: Table, looker: int, places: table_layout.TableLayout) -> None:
    """Draw whose eyes only may look now, in the looker's colour, in place of the units."""
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


def places_of(frame: Frame, scene: TableScene) -> table_layout.TableLayout:
    """Return the places of everything at this table in a window of that size."""
    return _places(frame, scene.face, scene.table(scene.eyes))


def _places(frame: Frame, face: Face, t: Table) -> table_layout.TableLayout:
    """Lay out the table. A player who looks at the own cards gets most of the room for them."""
    seats = len(t.seats)
    if t.eyes is None:
        board_w = face.board_column if seats <= MOST_BESIDE_BOARD else 0
        return table_layout.table(frame, seats, face.seats_share, board_w)
    own = t.eyes if face.own_seat_width else None
    share = face.seats_share_beside_hand or face.seats_share
    return table_layout.table(frame, seats, share, face.own_seat_width, own)


def upcoming(scene: TableScene, frame: Frame, t: Table) -> list[tuple[Art, int, int]]:
    """Return the drawings that a slap may need at this moment, with their sizes, to be drawn ahead.

    They are the table live and dark, and each paddle up and down: the very next frame can show a slap.
    """
    upcoming: list[tuple[Art, int, int]] = []
    for live in (True, False):
        e = Easel(frame)
        draw(scene, e, replace(t, view={**t.view, "live": [live] * len(t.seats)}))
        upcoming += [(sprite.art, sprite.box.w, sprite.box.h) for sprite in e.sprites]
        upcoming += _upcoming_paddles(e.sprites, ("", "?", "last") if names_a_loser(scene.face) else ("",))
    paddle = next((sprite.box for sprite in e.sprites if sprite.name == "seat/0/paddle"), None)
    if paddle is not None:
        upcoming += [*countdown.upcoming(paddle), *reactions.upcoming(t, paddle)]
        if any(telling.torn for telling in scene.face.effects.values()):
            upcoming += slap_show.upcoming_tugs(t.game, paddle)
    return list(dict.fromkeys(upcoming))


def _upcoming_paddles(sprites: Sequence[Sprite], marks: Sequence[str]) -> list[tuple[Art, int, int]]:
    """Return the drawings of paddles and stacked hands that the next slap may need, with their sizes.

    `marks`: the marks that a slap can leave on a paddle.
    """
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
            at_rest, *falling = slap_show.heap_sizes(sprite.box)
            for colour in sprite.art.colours:
                upcoming.append(fakes.upcoming(sprite.box, colour))
                # The table names the last hand after all hands have fallen.
                upcoming += [(StackedHand(colour), *size) for size in falling]
                upcoming += [(StackedHand(colour, last), *at_rest) for last in (False, True)]
    return upcoming


class SoundCues:
    """Sounds that are played at a later time."""

    def __init__(self) -> None:
        self._waiting: list[tuple[int, str, int]] = []  # (when, sound, colour of the paddle)

    def add(self, at_us: int, sound: str, colour: int = 0) -> None:
        """Play a sound at this time, in the voice of the paddle of this colour."""
        self._waiting.append((at_us, sound, colour))

    def changes_us(self) -> Iterator[int]:
        """Yield when each sound is due."""
        yield from (at_us for at_us, _, _ in self._waiting)

    def take_due(self, now_us: int) -> Sequence[tuple[str, int]]:
        """Return the sounds that are due, each with its paddle's colour, in the order of their times."""
        if not self._waiting:
            return ()
        due = sorted((cue for cue in self._waiting if cue[0] <= now_us), key=itemgetter(0))
        self._waiting = [cue for cue in self._waiting if cue[0] > now_us]
        return [(sound, colour) for _, sound, colour in due]


# --- effects ------------------------------------------------------------------------------------------


def show(scene: TableScene, effect: Json, telling: Telling, now_us: int) -> None:
    """Let cards fly, bots make faces and sounds play for one effect, from when the screen tells it.

    A verdict comes after its drum roll, and the end of a game after the board's own beats.
    """
    if scene.hurries and effect["what"] != "over":
        return  # nobody could tell one sound from the next
    shown_us = scene.announcements.shown_us(effect, now_us)
    if effect["what"] == "over" and scene.memory.holds_us is not None:
        shown_us = scene.memory.holds_us
        for beat_us in scene.memory.beats_us:
            scene.sound_cues.add(beat_us, "flip")
    flight = flight_of(effect, telling, scene.shown.name, scene.sprites, shown_us)
    if telling.torn is not None and telling.torn(effect):
        scene.slap_show.tear(effect["seat"], scene.shown.name, shown_us)
        flight = replace(flight, from_us=shown_us + slap_show.GONE_US) if flight is not None else None
    if flight is not None:
        scene.stage.fly(flight)
    means = scene.announcements.means
    scene.reactions.hear(effect, telling, means, shown_us)
    if means is Means.LOSER and telling.shout:
        scene.sound_cues.add(shown_us, "stamp")
        shown_us += STAMP_US
    if telling.sound:
        seat = effect.get("seat")
        colour = scene.shown.seats[seat].colour if isinstance(seat, int) else 0
        if shown_us > now_us:
            scene.sound_cues.add(shown_us, telling.sound, colour)
        else:
            scene.stage.sound(telling.sound, colour)


def flight_of(
    effect: Json, telling: Telling, deck: str, sprites: Mapping[str, Sprite], now_us: int
) -> Flight | None:
    """Return the flight of an effect's card across the last picture; `effect` is in its public form.

    None: nothing flies, or one end of the way is not in the picture.
    """
    way = telling.flies
    if way is None:
        return None
    # From pile to pile a card flies open: an effect without a card has moved none.
    if telling.card and not effect.get(telling.card) and not any(word.startswith("@") for word in way):
        return None
    if effect.get("from") == "discard":
        way = ("discards", way[1])
    start, end = (_place(word, effect, sprites) for word in way)
    if start is None or end is None:
        return None
    shown = effect.get(telling.card) or BACK
    card = CardArt(deck, shown[-1] if isinstance(shown, list) else str(shown))  # the top one of several
    h = min(start.box.h, end.box.h)
    w = round(h * ASPECT)
    name = f"flight/{effect['what']}/{effect['t_us']}/{effect.get('seat')}"
    pile = "" if way[1].startswith("@") else way[1]
    return Flight(name, card, start.box.centred(w, h), end.box.centred(w, h), now_us, pile, end.art)


def _place(word: str, effect: Json, sprites: Mapping[str, Sprite]) -> Sprite | None:
    """Return the sprite at one end of a flight; None: it is not in the picture.

    "@seat" is the paddle of the seat in that field of the effect; any other word is a pile.
    """
    if word.startswith("@"):
        return sprites.get(f"seat/{effect.get(word[1:])}/paddle")
    # Parts are numbered from the bottom: the last number is the card on top.
    parts = [name for name in sprites if is_of_pile(name, word)]
    return sprites[parts[-1]] if parts else sprites.get(f"{word}/empty")
