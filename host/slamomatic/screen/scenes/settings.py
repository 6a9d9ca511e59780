"""Settings: sound, motion, full screen, every key; and which paddles are played on."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from slamomatic.kit.easel import BODY, SMALL, Box, Easel
from slamomatic.kit.palette import CHALK, GOLD, MIST, PANEL, PANEL_LIT
from slamomatic.paddles import paddle_name
from slamomatic.preferences import ACTIONS, CONTROLS, SCANNING_US, SEAT_KEYS, Preferences, next_in
from slamomatic.screen.scene import Overlay, Scene, Stage
from slamomatic.screen.scenes import table_parts, unit_words
from slamomatic.screen.scenes.lateness import LatenessScene
from slamomatic.speech.lines import FULL, LENGTHS, NORMAL, OFF, SHORT
from slamomatic.table.automatic import PACES_MS
from slamomatic.units.ports import FoundPort, find_picos
from slamomatic.units.specs import AUTO, EMULATED, KEYBOARD, on_port
from slamomatic.words import N_, capital, gettext
from slamomatic.words.languages import language, languages, name_of

PACES = {
    "slow": N_("Slamwich speed: slow"),
    "usual": N_("Slamwich speed: normal"),
    "quick": N_("Slamwich speed: fast"),
}
SPEECH = {
    OFF: N_("Speech: off"),
    SHORT: N_("Speech: short"),
    NORMAL: N_("Speech: normal"),
    FULL: N_("Speech: everything"),
}
SCANS = {
    "off": N_("One switch: off"),
    "slow": N_("One switch: slow"),
    "medium": N_("One switch: medium"),
    "fast": N_("One switch: fast"),
}
COLUMNS = 3  # of switches, and of keys
LOOK_EVERY_S = 2.0  # how often the list of ports is made again
SHORT_ID = 4  # so many last letters of a serial number tell Picos apart
MOST_PORTS = 4  # so many ports fit the list


class SettingsScene(Overlay):
    """The settings. Every change counts at once and is remembered."""

    def __init__(self, stage: Stage, back: Scene) -> None:
        super().__init__(stage, back)
        self.waiting = ""  # the action that gets the next key that is pressed; "": none

    @property
    def typing(self) -> bool:  # type: ignore[override]
        return bool(self.waiting)

    def raw_key(self, key: str) -> None:
        """Give the waiting action this key; Escape keeps the old one, except for the pause itself."""
        if key != "escape" or self.waiting == "pause":
            self.stage.remember(self.stage.prefs.with_key(self.waiting, key))
        self.waiting = ""

    def draw(self, e: Easel) -> None:
        """Draw the switches, the keys, and a hint about what a key does now."""
        px, prefs, volumes = e.frame.px, self.stage.prefs, self.stage.prefs.volumes
        switches, keys, foot = self.head(e, gettext("Settings"), [9, 36, 45, 10], sides=40, gap=12)
        cells = iter(switches.grid(14, COLUMNS, px(10)))

        def switch(name: str, says: str, change: Callable[[Preferences], Preferences]) -> None:
            e.button(name, says, next(cells), lambda: self._change(change))

        sounds = gettext("Sounds: {loud} of 10", loud=round(volumes.effects * 10))
        switch("sounds", sounds, lambda now: replace(_unmuted(now), volume=_louder(now.volumes.effects)))
        music = gettext("Music: {loud} of 10", loud=round(volumes.music * 10))
        switch("music", music, lambda now: replace(_unmuted(now), music=_louder(now.volumes.music)))
        motion = gettext("Motion: reduced") if prefs.reduced_motion else gettext("Motion: smooth")
        switch("motion", motion, lambda now: replace(now, reduced_motion=not now.reduced_motion))
        full = gettext("Picture: full screen") if prefs.fullscreen else gettext("Picture: in a window")
        switch("full", full, lambda now: replace(now, fullscreen=not now.fullscreen))
        switch("tips", gettext("Show tutorials again"), lambda now: replace(now, explained=()))
        switch(
            "reset",
            gettext("Reset all keys"),
            lambda now: replace(now, keys=dict(ACTIONS), seat_keys=SEAT_KEYS),
        )
        pace = gettext(PACES.get(prefs.pace, prefs.pace))
        switch("pace", pace, lambda now: replace(now, pace=next_in(list(PACES_MS), now.pace)))
        at_start = self.back.begins_games  # a game keeps the paddles that it began with
        e.button(
            "units",
            gettext("Paddles"),
            next(cells),
            partial(self.visit, UnitsScene),
            able=at_start,
            scanned=False,
        )
        spoken = gettext("Language: {language}", language=name_of(language()))
        switch("language", spoken, lambda now: now.with_language(next_in(languages(), language())))
        late = gettext("How late is the screen?")
        e.button("late", late, next(cells), partial(self.visit, LatenessScene))
        speech = gettext(SPEECH[prefs.speech or OFF])
        switch("speech", speech, lambda now: replace(now, speech=next_in(LENGTHS, now.speech or OFF)))
        aloud = gettext("Own cards: spoken" if prefs.own_cards_aloud else "Own cards: not spoken")
        switch("own-cards", aloud, lambda now: replace(now, own_cards_aloud=not now.own_cards_aloud))
        large = gettext("Text: as large as fits") if prefs.large_print else gettext("Text: normal")
        switch("print", large, lambda now: replace(now, large_print=not now.large_print))
        scans = gettext(SCANS.get(prefs.scanning, prefs.scanning))
        switch("switch", scans, lambda now: replace(now, scanning=next_in(list(SCANNING_US), now.scanning)))
        self._draw_keys(e, keys)
        if self.waiting and self.waiting != "pause":
            self.foot(e, foot, gettext("Press the new key now. ESC keeps the old one."), BODY, GOLD)
        else:
            swap = gettext("If another action uses that key, the two swap.")
            self.foot(e, foot, self.how_to_choose(swap))

    def _change(self, change: Callable[[Preferences], Preferences]) -> None:
        self.stage.remember(change(self.stage.prefs))
        self.stage.sound("ready")

    def _draw_keys(self, e: Easel, box: Box) -> None:
        """Draw every key with its meaning; when one is pressed, it waits for the new key."""
        px, prefs = e.frame.px, self.stage.prefs
        e.panel("keys", box, PANEL)
        actions = [f"seat {index}" for index in range(len(prefs.seat_keys))] + list(ACTIONS)
        # Columns are so far apart that words are nearest to their own key.
        columns = box.inset(px(10), px(12)).columns([1] * COLUMNS, px(12))
        rows = [column.rows([1] * -(-len(actions) // COLUMNS), px(8)) for column in columns]
        for index, action in enumerate(actions):
            cell = rows[index % COLUMNS][index // COLUMNS]
            says = gettext(CONTROLS[action][1]) if action in CONTROLS else _paddle(int(action.split()[1]))
            words, key = cell.columns([54, 46], px(2))
            e.text(f"keys/{action}/says", says, words, SMALL, CHALK, "left")
            waits = self.waiting == action
            shown = gettext("press…") if waits else self.key_name(action)
            wait = partial(setattr, self, "waiting", action)
            e.button(f"keys/{action}", shown, key, wait, waits, SMALL, pad=4, scanned=False)


def _unmuted(prefs: Preferences) -> Preferences:
    """Return the preferences with sound on, at the volumes that are heard now: 0 if it was muted."""
    return replace(prefs, muted=False, volume=prefs.volumes.effects, music=prefs.volumes.music)


def _louder(now: float) -> float:
    """Return the next volume: a step louder, and silence after the loudest."""
    return (round(now * 10) + 1) % 11 / 10


def _paddle(paddle: int) -> str:
    return capital(gettext("{colour} paddle", colour=paddle_name(paddle)))


@dataclass(frozen=True, slots=True)
class Way:
    """One choice of units to play on."""

    specs: tuple[str, ...]  # the units in the words of `--unit`
    words: str
    about: str


ALWAYS = (
    Way((AUTO,), N_("Automatic"), N_("paddles if plugged in, or the keyboard")),
    Way((AUTO, AUTO), N_("Two Picos"), N_("up to eight paddles, and the keyboard")),
    Way((KEYBOARD,), N_("Keyboard"), N_("no Pico needed")),
    Way((EMULATED,), N_("Emulated Pico"), N_("try it without one: keys press its paddles")),
)


def ways(ports: Sequence[FoundPort]) -> list[Way]:
    """Return the choices of units; each of these ports is one."""
    found = [
        Way(
            (on_port(port.name), KEYBOARD),
            gettext("Only the Pico on {port}", port=port.name),
            gettext("unit {number}, and the keyboard", number=port.serial_number[-SHORT_ID:])
            if port.serial_number
            else gettext("a unit without a number, and the keyboard"),
        )
        for port in ports[:MOST_PORTS]
    ]
    return [*ALWAYS, *found]


class UnitsScene(Overlay):
    """The list of units to play on. A thread looks for ports: on some machines that takes seconds."""

    def __init__(self, stage: Stage, back: Scene, find: Callable[[], list[FoundPort]] = find_picos) -> None:
        super().__init__(stage, back)
        self._find = find
        self.ports: list[FoundPort] = []  # the ports that were found last
        self._left = threading.Event()

    def enter(self) -> None:
        """Begin to look for ports, but not in a browser: it shows its own list when a unit is opened."""
        if self.stage.in_browser:
            return
        self._left.clear()
        threading.Thread(target=self._look, name="find-picos", daemon=True).start()

    def leave(self) -> None:
        self._left.set()

    def _look(self) -> None:
        """Look for ports again and again, until the scene is left; runs in a thread of its own."""
        while not self._left.is_set():
            self.ports = self._find()
            self._left.wait(LOOK_EVERY_S)

    def _choose(self, specs: tuple[str, ...]) -> None:
        self.stage.use_units(specs)
        self.stage.sound("ready")

    def draw(self, e: Easel) -> None:
        """Draw the choices of units that can be opened here; the one in use is lit."""
        now, body, foot = self.head(e, gettext("Choose your paddles"), [10, 14, 65, 11])
        table_parts.units(e, unit_words.in_full(self.stage.unit.states()), now)
        places = body.rows([1] * (len(ALWAYS) + MOST_PORTS), e.frame.px(10))
        shown = [way for way in ways(self.ports) if self.stage.opens(way.specs)]
        for index, (way, box) in enumerate(zip(shown, places, strict=False)):
            chosen = way.specs == self.stage.units
            e.panel(f"way/{index}", box, PANEL_LIT if chosen else PANEL, GOLD if chosen else None)
            left, right = box.inset(e.frame.px(18), e.frame.px(4)).columns([44, 56], e.frame.px(12))
            e.text(f"way/{index}/words", gettext(way.words), left, BODY, GOLD if chosen else CHALK, "left")
            e.text(f"way/{index}/about", gettext(way.about), right, SMALL, MIST, "left")
            e.target(box, partial(self._choose, way.specs))
        hint = gettext("Plug in a Pico and it appears here.")
        if self.stage.in_browser:
            hint = gettext("Plug in a Pico, choose Automatic, then choose it in the browser's list.")
        self.foot(e, foot, self.how_to_choose(hint))
