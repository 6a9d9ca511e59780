"""The base classes of all scenes, and of the stage: the window as scenes see it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from slamomatic.kit.bed import HOUSE, Bed, Mood
from slamomatic.kit.easel import BODY, LARGE, SMALL, Art, Box, Easel, Frame, Target
from slamomatic.kit.motion import Flight
from slamomatic.kit.palette import ALARM, CHALK, GOLD, MIST, Rgb
from slamomatic.phone.phones import Phones
from slamomatic.preferences import Preferences
from slamomatic.screen.scanning import Scanner, Stop
from slamomatic.screen.speaker import (
    ON,
    SILENT,
    WITH_CARDS,
    Heard,
    Speaker,
    heard_of,
    label_of,
    texts_of,
    where_in,
)
from slamomatic.speech.lines import NORMAL, OFF, Line, Rank
from slamomatic.table.clock import TableClock
from slamomatic.units.base import NO_PADDLE, Do, News, PaddleEvent
from slamomatic.units.merge import Units
from slamomatic.words import gettext


class Stage:
    """The window as scenes see it. This base changes no scene, saves nothing and makes no sound."""

    units: tuple[str, ...] = ()  # what is played on this evening, in the words of `--unit`
    home: Path | None = None
    seed: int | None = None
    phones: Phones | None = None  # off by default
    in_browser = False  # in a page there are no phones, no films and no ports to look for
    address: str | None = None  # where phones find this computer; None: at its address in the network

    def __init__(self, clock: TableClock, unit: Units, prefs: Preferences) -> None:
        self.clock, self.unit, self.prefs = clock, unit, prefs
        self.scanner = Scanner(self)
        self.speaker = Speaker(clock, prefs)

    def use_phones(self, on: bool) -> None:
        """Switch phones on or off. UserError: this computer can't serve them."""
        if on and self.phones is None:
            self.phones = Phones(self, self.address)
        elif not on and self.phones is not None:
            self.phones.stop()
            self.phones = None

    def after_us(self, real_us: int) -> int:
        """Return the table's clock `real_us` from now; it may run faster than the clock on the wall."""
        return self.clock() + int(real_us * self.clock.speed)

    # --- speech -------------------------------------------------------------------------------------

    def switch_speech(self) -> None:
        """Switch speech on, then the own cards too, then all off again; say which."""
        prefs, off = self.prefs, not self.speaker.on
        keys = {"where": prefs.key_name("where"), "speech": prefs.key_name("speech")}
        if off or not prefs.own_cards_aloud:
            fresh = replace(prefs, speech=NORMAL if off else prefs.speech, own_cards_aloud=not off)
            self.remember(fresh)
            self.speaker.answer(gettext(ON if off else WITH_CARDS, **keys))
        else:
            self.speaker.answer(gettext(SILENT, **keys))
            self.remember(replace(prefs, speech=OFF, own_cards_aloud=False))
            self.speaker.use(self.prefs)

    def go(self, scene: Scene) -> None:
        """Show this scene from the next frame on."""

    def hand_out(self, file: Path) -> None:
        """Let the browser save this file among the user's downloads."""

    def remember(self, prefs: Preferences) -> None:
        """Use and save new preferences."""

    def use_units(self, specs: tuple[str, ...]) -> None:
        """Play on other units from now on. UserError leaves the old ones in use."""

    def opens(self, specs: tuple[str, ...]) -> bool:
        """Return whether these units can be played on here."""
        return True

    def sound(self, name: str, colour: int = 0) -> None:
        """Play a sound, in the voice of the paddle of this colour."""

    def fly(self, flight: Flight) -> None:
        """Let a card fly over the picture."""

    def next_button(self, event: PaddleEvent) -> None:
        """Take a press or release of a unit's NEXT button."""

    def say(self, words: str) -> None:
        """Print a sentence on the console."""

    def quit(self) -> None:
        """Close the window."""

    def ask(self, does: Callable[[], None]) -> None:
        """Do what somebody wished."""
        does()


HAVE_BUTTONS = ("help", "call")  # these keys press the buttons that show them, in menus too


class Scene:
    """One thing that fills the window. Keys, clicks, slaps and time come in by calls: it reads no device."""

    typing = False  # whether letters go into a text field now
    drains_unit = False  # whether the scene takes the unit's news itself
    begins_games = False  # whether people still prepare a game here: seats and paddles can be changed

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.cursor = 0  # which target the arrow keys are at
        self.complaint = ""  # why the last wish can't be granted; shown until the next key or click
        self.pressable: list[Target] = []  # in the picture that is shown

    def show_complaint(self, words: str) -> None:
        """Say over everything why something can't be done, until the next key or click; "" takes it away."""
        self.complaint = words

    # --- drawing ------------------------------------------------------------------------------------

    def draw(self, easel: Easel) -> None:
        """Put everything on the easel."""
        raise NotImplementedError

    def picture(self, frame: Frame) -> Easel:
        """Draw the scene and, above it, its complaint; keep what can be pressed in the picture."""
        easel = Easel(frame)
        self.draw(easel)
        self.pressable = easel.targets
        self.stage.scanner.draw(easel)
        if self.complaint:
            _complain(easel, self.complaint, self.key_name("confirm"))
        return easel

    def upcoming(self, frame: Frame) -> list[tuple[Art, int, int]]:
        """Return drawings that the next pictures may need, with their sizes, to be made in idle moments."""
        return []

    # --- sound --------------------------------------------------------------------------------------

    @property
    def bed(self) -> Bed:
        """Return the music of this scene."""
        return HOUSE

    @property
    def mood(self) -> Mood:
        """Return how much of the music is heard now: nothing while something is measured."""
        return Mood.SILENT

    def aloud(self, picture: Easel) -> Heard:
        """Return everything that the scene would say now to somebody who does not look."""
        return heard_of(self, picture)

    def open_buttons(self, picture: Easel) -> Sequence[tuple[Target, str]]:
        """Return what can be pressed, with its words: none that tell of hidden cards."""
        return [(target, label_of(picture, target)) for target in picture.targets]

    def where(self, picture: Easel) -> list[str]:
        """Return everything that can be said of the scene, for somebody who has asked."""
        return where_in(self, picture)

    # --- time ---------------------------------------------------------------------------------------

    def enter(self) -> None:
        """Begin to be shown."""

    def leave(self) -> None:
        """Make room for another scene."""

    def close(self) -> None:
        """The window closes: end what would outlive the scene."""

    def pump(self) -> None:
        """Move on by one frame, before drawing."""

    def wakes_at_us(self) -> int | None:
        """Return when the scene next changes by itself, on the table's clock; None: not at all."""
        return None

    # --- what people do -----------------------------------------------------------------------------

    def news(self, news: Sequence[News]) -> None:
        """Take slaps and notices, unless the scene drains the unit itself.

        By default only a unit's NEXT button counts.
        """
        for item in news:
            if isinstance(item, PaddleEvent) and item.paddle == NO_PADDLE:
                self.stage.next_button(item)

    def overhear(self, news: Sequence[News]) -> None:
        """Hear news that came while another scene lay over this one."""

    def key(self, action: str) -> None:
        """Obey a mapped key: by default arrows move the cursor and Enter presses.

        Help and call press their buttons, where the picture has them.
        """
        if action == "pause":
            self.escape()
        elif self.pressable:
            if action in ("left", "right", "up", "down"):
                self.cursor = walk([target.box for target in self.pressable], self.cursor, action)
                self.stage.sound("tick")
            elif action == "confirm":
                self.wish(self.pressable[min(self.cursor, len(self.pressable) - 1)].wish)
            elif action in HAVE_BUTTONS:
                for target in [one for one in self.pressable if one.key == self.key_name(action)]:
                    self.wish(target.wish)

    def escape(self) -> None:
        """Obey the key for pause and back."""

    def visit(self, scene: Callable[[Stage, Scene], Scene]) -> None:
        """Go to another scene, which leads back here."""
        self.stage.go(scene(self.stage, self))

    def key_name(self, action: str) -> str:
        """Return the key for this, as it is printed on a keyboard."""
        return self.stage.prefs.key_name(action)

    def gesture(self, gesture: str) -> None:
        """Obey the NEXT key; by default a tap moves the cursor on and a double tap presses."""
        if not self.pressable:
            return
        if gesture == "tap":
            self.cursor = (self.cursor + 1) % len(self.pressable)
            self.stage.sound("tick")
        elif gesture == "double":
            self.cursor = (self.cursor - 1) % len(self.pressable)  # its first tap has moved the cursor on
            self.wish(self.pressable[self.cursor].wish)

    def other_key(self, key: str) -> None:
        """Obey a key that nothing is mapped to, by its place."""

    # --- one switch ---------------------------------------------------------------------------------

    def stops(self) -> list[Stop]:
        """Return what the mark of one switch walks through: by default all that can be pressed."""
        return [
            Stop(
                target.name or number,
                partial(self.wish, target.wish),
                partial(self._come_to, number),
                target.box,
            )
            for number, target in enumerate(self.pressable)
            if target.scanned
        ]

    def first_stop(self) -> int:
        """Return the number of the stop at which the mark begins: by default where the cursor is."""
        before = sum(target.scanned for target in self.pressable[: self.cursor])
        return min(before, max(0, len(self.stops()) - 1))

    def _come_to(self, number: int) -> None:
        self.cursor = number

    def takes_slap(self, event: PaddleEvent) -> bool:
        """Return whether what this hand begins is a slap, and no press of the switch."""
        return False

    def slap_of(self, event: PaddleEvent) -> PaddleEvent:
        """Return the slap that a hand has begun: NEXT may stand for a paddle."""
        return event

    def slap_by_key(self) -> bool:
        """Slap by a key that is no paddle's, if a press of the switch is a slap now; tell if it was."""
        return False

    def raw_key(self, key: str) -> None:
        """Take any key by its place (key_places.py), while `typing`."""

    def typed(self, text: str) -> None:
        """Take a letter, or "\\b" for one back, or "\\n" for done, while `typing`."""

    def click(self, point: tuple[int, int]) -> None:
        """Press the topmost thing at this point, and put the cursor on it."""
        for index, target in reversed(list(enumerate(self.pressable))):
            if target.box.holds(point):
                self.cursor = index
                self.wish(target.wish)
                return

    def unclick(self, point: tuple[int, int]) -> None:
        """Take the release of the mouse button."""

    def wish(self, wish: object) -> None:
        """Do what a pressed target stands for; by default a wish is something to call."""
        if callable(wish):
            wish()


class Overlay(Scene):
    """A scene that was opened from another one: Escape goes back there."""

    def __init__(self, stage: Stage, back: Scene) -> None:
        super().__init__(stage)
        self.back = back

    def news(self, news: Sequence[News]) -> None:
        super().news(news)
        self.back.overhear(news)

    @property
    def bed(self) -> Bed:
        return self.back.bed

    @property
    def mood(self) -> Mood:
        return self.back.mood

    def escape(self) -> None:
        self.stage.go(self.back)

    def head(
        self, e: Easel, title: str, heights: Sequence[float], sides: int = 60, gap: int = 14
    ) -> list[Box]:
        """Draw the scene's name; return the rows below it. `heights`: of the name's row and all others."""
        px = e.frame.px
        head, *rows = e.frame.box.inset(px(sides), px(36)).rows(heights, px(gap))
        e.text("title", title, head, 64, GOLD, "left")
        return rows

    def foot(self, e: Easel, box: Box, words: str, size: float = SMALL, rgb: Rgb = MIST) -> None:
        """Draw the button that leads back, a hint, and the cursor."""
        back, hint = box.columns([1, 3], e.frame.px(20))
        self.back_button(e, back)
        e.text("hint", words, hint, size, rgb, "left")
        self.draw_cursor(e)

    def back_button(self, e: Easel, box: Box, lit: bool = False) -> None:
        """Draw the button that leads back, with its key."""
        e.button("back", gettext("Back"), box, self.escape, lit, key=self.key_name("pause"))

    def how_to_choose(self, *more: str) -> str:
        """Say which keys choose here, with more lines below."""
        return "\n".join([gettext("Arrows and {key}: choose.", key=self.key_name("confirm")), *more])

    def draw_cursor(self, e: Easel) -> None:
        """Draw the cursor around its target; beyond the last target it is on that one."""
        e.cursor(e.targets[min(self.cursor, len(e.targets) - 1)].box)


class Watched(Overlay):
    """A scene to be watched: any key, slap or click goes back."""

    mood = Mood.SILENT
    caption = ""  # the name of the text that says what is watched

    def aloud(self, picture: Easel) -> Heard:
        """Say what is watched, but not what happens there."""
        words = (words for name, words, _ in texts_of(picture) if name == self.caption)
        return Heard(id(self), [Line(each, Rank.STATE) for each in words])

    def stops(self) -> list[Stop]:
        return [Stop("back", self.escape)]

    def news(self, news: Sequence[News]) -> None:
        super().news(news)
        if any(isinstance(item, PaddleEvent) and item.do is Do.DOWN for item in news):
            self.escape()

    def key(self, action: str) -> None:
        self.escape()

    def gesture(self, gesture: str) -> None:
        self.escape()

    def click(self, point: tuple[int, int]) -> None:
        self.escape()


def walk(boxes: Sequence[Box], at: int, way: str) -> int:
    """Return the index of the nearest box in a direction; boxes straight ahead are nearer than those aside.

    Without a box ahead the furthest one behind is next, so that the walk goes around.
    """
    here = boxes[min(at, len(boxes) - 1)]
    ahead: list[tuple[int, int]] = []
    behind: list[tuple[int, int]] = []
    for index, box in enumerate(boxes):
        dx, dy = box.cx - here.cx, box.cy - here.cy
        along, aside = {"left": (-dx, dy), "right": (dx, dy), "up": (-dy, dx), "down": (dy, dx)}[way]
        if along:
            (ahead if along > 0 else behind).append((along + 3 * abs(aside), index))
    return min(ahead or behind, default=(0, at))[1]


def _complain(e: Easel, words: str, key: str) -> None:
    """Draw the complaint over everything; nothing below it can be pressed."""
    e.scrim("complaint/scrim", 225)
    px = e.frame.px
    box = e.frame.box.centred(round(e.frame.w * 0.8), round(e.frame.h * 0.4))
    e.panel("complaint", box, (70, 24, 22), ALARM, 255)
    above, foot = box.inset(px(30), px(20)).rows([68, 32], px(14))
    e.text("complaint/words", words, above, BODY, CHALK)
    button = foot.centred(min(foot.w, px(360)), min(foot.h, px(96)))
    e.button("complaint/ok", gettext("OK"), button, None, True, LARGE, key)
    e.targets.clear()  # a key or click only takes the complaint away
