"""One switch plays everything: a mark moves by itself over what can be chosen, and a press chooses it.

The switch is a paddle, a unit's NEXT button, or almost any key. While a slap is due, a press is the slap.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from slamomatic.kit.easel import Box, Easel
from slamomatic.kit.palette import CHALK, GOLD
from slamomatic.kit.surfaces import Panel
from slamomatic.preferences import SCANNING_US
from slamomatic.units.base import Do, News, PaddleEvent
from slamomatic.words import N_, gettext

if TYPE_CHECKING:
    from slamomatic.screen.scene import Scene, Stage

# A press so soon after new things to choose from was meant for what was there before.
SETTLES_US = 350_000
HOLD_US = 3_000_000  # a switch that is held for so long opens the menu, or leads back
MOST_ALONE = 8  # of more stops, whole rows are walked through first
# Keys that stay as they are: somebody may help with the keyboard.
HELPERS = (
    "left",
    "right",
    "up",
    "down",
    "confirm",
    "pause",
    "void",
    "help",
    "mute",
    "fullscreen",
    "where",
    "speech",
)
# What ends each contact of a hand.
ENDED_BY = {Do.DOWN: Do.UP, Do.TOUCH: Do.RELEASE, Do.NEXT: Do.NEXT_UP}
NEVER_SWITCHES = ("alt", "ctrl", "shift", "meta", "gui", "caps", "num", "super", "windows")

OFF = N_("One switch is off. Hold any key or paddle for 3 s to turn it on again.")


@dataclass(frozen=True, slots=True)
class Stop:
    """One thing that the mark comes to. A stop with the same name in the next picture is the same thing."""

    name: Hashable
    press: Callable[[], None]
    come: Callable[[], None] = lambda: None
    box: Box | None = None  # None: the picture marks it by itself


@dataclass(frozen=True, slots=True)
class Row:
    """Stops side by side: a press on a row walks through them."""

    stops: tuple[Stop, ...]

    @property
    def names(self) -> tuple[Hashable, ...]:
        return tuple(stop.name for stop in self.stops)

    @property
    def box(self) -> Box | None:
        """The smallest box around all stops; None: none of them has a place in the picture."""
        boxes = [stop.box for stop in self.stops if stop.box is not None]
        around = boxes[0] if boxes else None
        for box in boxes[1:]:
            around = box.around(around or box)
        return around


def rows_of(stops: Sequence[Stop]) -> list[Row]:
    """Return each of a few stops as a row of its own; of many, those beside each other as one."""
    if len(stops) <= MOST_ALONE:
        return [Row((stop,)) for stop in stops]
    rows: list[list[Stop]] = []
    for stop in stops:
        beside = next((row for row in rows if _beside(row[0].box, stop.box)), None)
        if beside is None:
            rows.append([stop])
        else:
            beside.append(stop)
    return [Row(tuple(row)) for row in rows]


def _beside(one: Box | None, other: Box | None) -> bool:
    """Return whether the middle of one box is as high as some part of the other."""
    if one is None or other is None:
        return False
    return one.y <= other.cy < one.bottom or other.y <= one.cy < other.bottom


@dataclass(slots=True)
class Walk:
    """Where the mark is: on a row, or on a stop in it; and since when. Pure: times are handed in."""

    rows: list[Row] = field(default_factory=list)
    at: int = 0
    inside: int | None = None  # the stop in the row
    since_us: int = 0  # when the mark came here
    fresh_us: int = 0  # when there were last other things to choose from

    def offer(self, stops: Sequence[Stop], first: int, now_us: int) -> None:
        """Walk through these stops from now on. With other ones to choose from a new walk begins.

        `first`: the stop at which it begins.
        """
        was = self.stop.name if self.stop is not None else None
        before = [row.names for row in self.rows]
        self.rows = rows_of(stops)
        if [row.names for row in self.rows] == before:
            return
        names = [name for row in self.rows for name in row.names]
        kept = set(names) == {name for row in before for name in row}
        if not kept:
            self.fresh_us = now_us
        name = was if kept else stops[first].name if stops else None
        self.at = next((n for n, row in enumerate(self.rows) if name in row.names), 0)
        row = self.rows[self.at].names if self.rows else ()
        self.inside = row.index(name) if len(row) > 1 and kept and self.inside is not None else None
        self.since_us = now_us

    @property
    def stop(self) -> Stop | None:
        """The stop that the mark is at; of a row that nobody has pressed the first one."""
        row = self.rows[self.at].stops if self.rows else ()
        return row[self.inside or 0] if row else None

    @property
    def in_row(self) -> bool:
        """Whether the mark is at one stop, and not at a row of several."""
        return bool(self.rows) and (self.inside is not None or len(self.rows[self.at].stops) == 1)

    @property
    def box(self) -> Box | None:
        """The place of the stop or row that the mark is at."""
        if not self.rows:
            return None
        return self.stop.box if self.in_row and self.stop is not None else self.rows[self.at].box

    def moves_us(self, step_us: int) -> int | None:
        """Return when the mark moves on; None: there is nowhere to go."""
        alone = len(self.rows) < 2 and self.inside is None
        return None if alone else self.since_us + step_us

    def move(self, now_us: int) -> None:
        """Move the mark on. From the end of a row it goes back to the row."""
        self.since_us = now_us
        if self.inside is None:
            self.at = (self.at + 1) % len(self.rows)
        elif self.inside + 1 < len(self.rows[self.at].stops):
            self.inside += 1
        else:
            self.inside = None

    def press(self, now_us: int) -> Stop | None:
        """Return the stop to press; None: the press has opened a row, or came too soon to be meant."""
        if not self.rows or now_us < self.fresh_us + SETTLES_US:
            return None
        self.since_us = now_us
        if not self.in_row:
            self.inside = 0
            return None
        return self.stop


class Scanner:
    """The switch of one window, and the mark that it stops. Off unless the settings say how fast it moves."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self.rests = False  # whatever the settings say: an instrument needs every hand itself
        self._scene: Scene | None = None
        self._walk = Walk()
        self._down_us: dict[
            Hashable, int
        ] = {}  # switches that are held, and since when; each leads back once
        # The hands that are down, by unit and paddle: whether each presses the switch, and its contacts.
        self._hands: dict[tuple[str, int], tuple[bool, set[Do]]] = {}
        self._busy = False  # a press is being obeyed
        self._returns_to = ""  # the speed before the switch turned itself off in this scene

    @property
    def on(self) -> bool:
        return bool(self._step_us)

    @property
    def _step_us(self) -> int:
        if self.rests:
            return 0
        return int(SCANNING_US[self._stage.prefs.scanning] * self._stage.clock.speed)

    @property
    def stop(self) -> Stop | None:
        """The stop that the mark is at, once it is no whole row."""
        return self._walk.stop if self.on and self._walk.in_row else None

    # --- time ---------------------------------------------------------------------------------------

    def follow(self, scene: Scene) -> None:
        """Bring the mark up to date with what can be chosen in this scene, and move it on in its time."""
        now_us = self._stage.clock()
        if scene is not self._scene:
            self._returns_to = ""
        if self._returns_to:
            self._return_if_held(now_us)
            if not self._returns_to:
                scene.show_complaint("")
        if not self.on or scene.typing:
            self._walk = Walk()
            if not self._returns_to:
                self._scene = None
                self._down_us.clear()
            return
        if scene is not self._scene:
            self._walk, self._scene = Walk(fresh_us=now_us, since_us=now_us), scene
        was = self._walk.stop
        self._walk.offer(scene.stops(), scene.first_stop(), now_us)
        moves_us = self._walk.moves_us(self._step_us)
        if moves_us is not None and now_us >= moves_us:
            self._walk.move(now_us)
        stop = self._walk.stop
        if stop is not None and (was is None or was.name != stop.name):
            stop.come()
        for switch, since_us in list(self._down_us.items()):
            if now_us >= since_us + HOLD_US * self._stage.clock.speed:
                del self._down_us[switch]
                scene.key("pause")

    def _return_if_held(self, now_us: int) -> None:
        """Turn one switch on again when it is held: who has nothing else could not do it otherwise."""
        held_us = min(self._down_us.values(), default=now_us)
        if now_us >= held_us + HOLD_US * self._stage.clock.speed:
            speed, self._returns_to = self._returns_to, ""
            self._down_us.clear()
            self._stage.remember(replace(self._stage.prefs, scanning=speed))

    def due_us(self) -> int | None:
        """Return when the mark moves on, or a held switch leads back."""
        if not self.on and not self._returns_to:
            return None
        moves_us = self._walk.moves_us(self._step_us)
        held = [int(since_us + HOLD_US * self._stage.clock.speed) for since_us in self._down_us.values()]
        return min([*held, *([] if moves_us is None else [moves_us])], default=None)

    def draw(self, e: Easel) -> None:
        """Draw a ring around the stop or row that the mark is at, where that is in the picture now."""
        if not self.on or self._scene is None:
            return
        self._walk.offer(self._scene.stops(), self._scene.first_stop(), self._stage.clock())
        if (box := self._walk.box) is not None:
            px = e.frame.px
            ring = Panel(GOLD, CHALK, 0, px(28), max(4, px(9)))
            e.put("scan", box.inset(-px(9)), ring, above=True)

    # --- the switch ---------------------------------------------------------------------------------

    def is_switch(self, action: str, key: str) -> bool:
        """Return whether this key is a switch now; `action`: what it is mapped to."""
        plays = self.on or bool(self._returns_to)
        return plays and action not in HELPERS and not any(word in key for word in NEVER_SWITCHES)

    def key(self, scene: Scene, key: str, pressed: bool) -> None:
        """Take a key that is no paddle's."""
        if not pressed:
            self._down_us.pop(key, None)
        elif key not in self._down_us:
            self._down_us[key] = self._stage.clock()
            self._press(scene, no_paddle=True)

    def sift(self, scene: Scene, news: Sequence[News]) -> list[News]:
        """Take what hands did to the switch; return all the rest, which is not the switch's."""
        if scene.typing:
            return list(news)
        kept: list[News] = []
        for item in news:
            if isinstance(item, PaddleEvent):
                slap = self._take(scene, item)
                kept += [] if slap is None else [slap]
            else:
                self._forget_hands(item.source)  # nobody may tell when they come up
                kept.append(item)
        return kept

    def _forget_hands(self, source: str) -> None:
        for hand in [hand for hand in self._hands if hand[0] == source]:
            del self._hands[hand]
            self._down_us.pop(hand, None)

    def _take(self, scene: Scene, event: PaddleEvent) -> PaddleEvent | None:
        """Take what a hand did; return the event as a slap, or None if it was the switch.

        The first contact of a hand decides for all that it does until it is up again.
        """
        hand, goes_down = (event.source, event.paddle), event.do in ENDED_BY
        presses, contacts = self._hands.get(hand, (False, set[Do]()))
        if goes_down and self.on and (not contacts or event.do in contacts):
            presses, contacts = not scene.takes_slap(event), set()
        if goes_down and (self.on or contacts):
            contacts.add(event.do)
            self._hands[hand] = presses, contacts
        elif not goes_down:
            contacts.discard(next(begins for begins, ends in ENDED_BY.items() if ends is event.do))
            if not contacts:
                self._hands.pop(hand, None)
        if event.do in (Do.DOWN, Do.NEXT) and (self.on or self._returns_to):
            self._down_us[hand] = event.middle_us
            if presses:
                self._press(scene, no_paddle=event.do is Do.NEXT)
        elif event.do in (Do.UP, Do.NEXT_UP):
            self._down_us.pop(hand, None)
        return None if presses else scene.slap_of(event) if self.on else event

    def _press(self, scene: Scene, no_paddle: bool = False) -> None:
        """Choose what the mark is at; over a complaint, only take that away.

        `no_paddle`: it is a key or NEXT, which slaps while a slap is due.
        """
        if not self.on or (no_paddle and scene.slap_by_key()):
            return
        scene.other_key("")
        if scene.complaint:
            scene.show_complaint("")
            return
        if self._busy or scene is not self._scene:
            return  # one press a picture, and nothing of this scene was shown yet
        stop = self._walk.press(self._stage.clock())
        if stop is not None:
            speed, self._busy = self._stage.prefs.scanning, True
            stop.come()
            self._stage.ask(stop.press)
            self._busy = False
            if not self.on:
                self._returns_to = speed
                scene.show_complaint(gettext(OFF))
