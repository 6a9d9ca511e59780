"""Settings: sound, motion, full screen, the unit in use, and every key."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from slamomatic.kit.easel import BODY, SMALL, Easel
from slamomatic.kit.geometry import Box
from slamomatic.kit.palette import CHALK, GOLD, PANEL
from slamomatic.paddles import paddle_name
from slamomatic.screen.preferences import ACTIONS, SEAT_KEYS, Preferences, next_in
from slamomatic.screen.scene import Overlay, Scene, Stage
from slamomatic.screen.scenes.units import UnitsScene
from slamomatic.table.automatic import PACES_MS
from slamomatic.words import N_, capital, gettext, language, languages, name_of

SAYS = {
    "next": "NEXT",
    "left": N_("Choose left"),
    "right": N_("Choose right"),
    "up": N_("Previous card"),
    "down": N_("Next card"),
    "confirm": N_("Confirm"),
    "mark": N_("Select card"),
    "call": N_("Call"),
    "feint": N_("Fake a slap"),
    "photo": N_("Photo finish"),
    "void": N_("Undo a slap"),
    "pause": N_("Pause, back"),
    "help": N_("Rules"),
    "mute": N_("Sound on/off"),
    "fullscreen": N_("Full screen"),
}

PACES = {
    "slow": N_("Slamwich speed: slow"),
    "usual": N_("Slamwich speed: normal"),
    "quick": N_("Slamwich speed: fast"),
}
COLUMNS = 3


class SettingsScene(Overlay):
    """Every change counts at once and is remembered."""

    def __init__(self, stage: Stage, back: Scene) -> None:
        super().__init__(stage, back)
        self.waiting = ""  # the action that gets the next key

    @property
    def typing(self) -> bool:  # type: ignore[override]
        return bool(self.waiting)

    def raw_key(self, key: str) -> None:
        """Any key at all, while one is being chosen; Escape keeps the old one."""
        if key != "escape" or self.waiting == "pause":
            self.stage.remember(self.stage.prefs.with_key(self.waiting, key))
        self.waiting = ""

    def draw(self, e: Easel) -> None:
        px, prefs, volumes = e.frame.px, self.stage.prefs, self.stage.prefs.volumes
        switches, keys, foot = self.head(e, gettext("Settings"), [9, 29, 52, 10], sides=40, gap=12)
        cells = iter(switches.grid(9, COLUMNS, px(12)))

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
        e.button("units", gettext("Paddles"), next(cells), partial(self.visit, UnitsScene), able=at_start)
        spoken = gettext("Language: {language}", language=name_of(language()))
        switch("language", spoken, lambda now: now.speaking(next_in(languages(), language())))
        self._keys(e, keys)
        if self.waiting and self.waiting != "pause":
            self.foot(e, foot, gettext("Press the new key now. ESC keeps the old one."), BODY, GOLD)
        else:
            swap = gettext("If another action uses that key, the two swap.")
            self.foot(e, foot, self.how_to_choose(swap))

    def _change(self, change: Callable[[Preferences], Preferences]) -> None:
        self.stage.remember(change(self.stage.prefs))
        self.stage.sound("ready")

    def _keys(self, e: Easel, box: Box) -> None:
        px, prefs = e.frame.px, self.stage.prefs
        e.panel("keys", box, PANEL)
        wishes = [f"seat {index}" for index in range(len(prefs.seat_keys))] + list(ACTIONS)
        # Far enough apart for words to stand nearest to their own key.
        columns = box.inset(px(10), px(12)).columns([1] * COLUMNS, px(12))
        rows = [column.rows([1] * -(-len(wishes) // COLUMNS), px(8)) for column in columns]
        for index, action in enumerate(wishes):
            cell = rows[index % COLUMNS][index // COLUMNS]
            says = _paddle(int(action.split()[1])) if action not in SAYS else gettext(SAYS[action])
            words, key = cell.columns([54, 46], px(2))
            e.text(f"keys/{action}/says", says, words, SMALL, CHALK, "left")
            waits = self.waiting == action
            shown = gettext("press…") if waits else self.key_name(action)
            wait = partial(setattr, self, "waiting", action)
            e.button(f"keys/{action}", shown, key, wait, waits, SMALL, pad=4)


def _unmuted(prefs: Preferences) -> Preferences:
    return replace(prefs, muted=False, volume=prefs.volumes.effects, music=prefs.volumes.music)


def _louder(now: float) -> float:
    """A step up, and from the loudest to nothing."""
    return (round(now * 10) + 1) % 11 / 10


def _paddle(paddle: int) -> str:
    return capital(gettext("{colour} paddle", colour=paddle_name(paddle)))
