"""Settings: sound, motion, full screen, the unit in use, and every key."""

from __future__ import annotations

from dataclasses import replace

from slamomatic.kit.easel import BODY, SMALL, Easel
from slamomatic.kit.geometry import Box
from slamomatic.kit.palette import CHALK, GOLD, MIST, PANEL
from slamomatic.kit.sound import Volumes
from slamomatic.paddles import paddle_name
from slamomatic.screen.preferences import ACTIONS, Preferences
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

    def _change(self, prefs: Preferences) -> None:
        self.stage.remember(prefs)
        self.stage.sound("ready")

    def draw(self, e: Easel) -> None:
        px, prefs = e.frame.px, self.stage.prefs
        room = e.frame.box.inset(px(40), px(36))
        head, switches, keys, foot = room.rows([9, 29, 52, 10], px(12))
        e.text("title", gettext("Settings"), head, 64, GOLD, "left")
        cells = switches.grid(9, COLUMNS, px(12))
        volumes = prefs.volumes
        sounds = gettext("Sounds: {loud} of 10", loud=round(volumes.effects * 10))
        e.button("sounds", sounds, cells[0], lambda: self._volumes(effects=_louder(volumes.effects)))
        music = gettext("Music: {loud} of 10", loud=round(volumes.music * 10))
        e.button("music", music, cells[1], lambda: self._volumes(music=_louder(volumes.music)))
        motion = gettext("Motion: reduced") if prefs.reduced_motion else gettext("Motion: smooth")
        e.button(
            "motion",
            motion,
            cells[2],
            lambda: self._change(replace(prefs, reduced_motion=not prefs.reduced_motion)),
        )
        full = gettext("Picture: full screen") if prefs.fullscreen else gettext("Picture: in a window")
        e.button(
            "full", full, cells[3], lambda: self._change(replace(prefs, fullscreen=not prefs.fullscreen))
        )
        e.button(
            "tips",
            gettext("Show tutorials again"),
            cells[4],
            lambda: self._change(replace(prefs, explained=())),
        )
        e.button("reset", gettext("Reset all keys"), cells[5], self._reset)
        e.button("pace", gettext(PACES.get(prefs.pace, prefs.pace)), cells[6], self._next_pace)
        at_start = self.back.begins_games  # a game keeps the paddles that it began with
        e.button("units", gettext("Paddles"), cells[7], self._units, able=at_start)
        spoken = gettext("Language: {language}", language=name_of(language()))
        e.button("language", spoken, cells[8], self._next_language)
        self._keys(e, keys)
        back, hint = foot.columns([1, 3], px(20))
        self.back_button(e, back)
        if self.waiting and self.waiting != "pause":
            e.text("hint", gettext("Press the new key now. ESC keeps the old one."), hint, BODY, GOLD, "left")
        else:
            swap = gettext("If another action uses that key, the two swap.")
            e.text("hint", f"{self.how_to_choose()}\n{swap}", hint, SMALL, MIST, "left")
        self.mark(e)

    def _volumes(self, effects: float | None = None, music: float | None = None) -> None:
        prefs, now = self.stage.prefs, self.stage.prefs.volumes
        heard = Volumes(now.effects if effects is None else effects, now.music if music is None else music)
        self._change(replace(prefs, muted=False, volume=heard.effects, music=heard.music))

    def _next_pace(self) -> None:
        paces = list(PACES_MS)
        at = paces.index(self.stage.prefs.pace) if self.stage.prefs.pace in paces else 0
        self._change(replace(self.stage.prefs, pace=paces[(at + 1) % len(paces)]))

    def _next_language(self) -> None:
        codes = languages()
        at = codes.index(language()) if language() in codes else 0
        self._change(self.stage.prefs.speaking(codes[(at + 1) % len(codes)]))

    def _units(self) -> None:
        self.stage.go(UnitsScene(self.stage, self))

    def _reset(self) -> None:
        fresh = Preferences()
        self._change(replace(self.stage.prefs, keys=fresh.keys, seat_keys=fresh.seat_keys))

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
            e.button(
                f"keys/{action}",
                shown,
                key,
                lambda action=action: self._wait_for(action),
                waits,
                SMALL,
                pad=4,
            )

    def _wait_for(self, action: str) -> None:
        self.waiting = action


def _louder(now: float) -> float:
    """A step up, and from the loudest to nothing."""
    return (round(now * 10) + 1) % 11 / 10


def _paddle(paddle: int) -> str:
    return capital(gettext("{colour} paddle", colour=paddle_name(paddle)))
