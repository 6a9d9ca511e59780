"""A person who hears what the table speaks, and nothing else, and has the keys."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from slamomatic.kit.easel import Easel, Frame
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scene import Scene
from slamomatic.screen.scenes.beginning import first_table
from slamomatic.screen.scenes.result import ResultScene
from slamomatic.screen.scenes.table import TableScene
from slamomatic.speech.lines import NORMAL
from support import short_games

SIZE = (1280, 720)
FRAME_US = 20_000


class Listener:
    """One person at a table, among bots (or `people` persons), who only hears."""

    def __init__(
        self,
        home: Path,
        game: str,
        seed: int,
        length: str = NORMAL,
        *,
        own_cards: bool = True,
        people: int = 1,
        bot: str = "careful",
    ) -> None:
        self.stage = stage = BareStage(home, reduced_motion=True)
        stage.remember(replace(stage.prefs, speech=length, own_cards_aloud=own_cards))
        rounds = {"rounds": 3} if game == "quick-draw" else {}
        self.session = short_games.begin(stage, home, game, seed, bot, people, **rounds)
        stage.go(first_table(stage, self.session))
        self._read = 0
        self.listen()

    @property
    def scene(self) -> Scene:
        assert self.stage.scene is not None
        return self.stage.scene

    @property
    def at_the_end(self) -> bool:
        return isinstance(self.scene, ResultScene)

    def picture(self) -> Easel:
        """Return the picture. A table in play needs none to be heard, unless its places are walked over."""
        scene = self.scene
        if isinstance(scene, TableScene) and scene.mode is scene.play and not scene.face.walked_by_place:
            return Easel(Frame(*SIZE))
        return self.stage.easel(scene, SIZE)

    def listen(self) -> None:
        """Hear what is new in this frame."""
        self.stage.speaker.follow(self.scene.aloud(self.picture()))

    def news(self) -> list[tuple[int, str]]:
        """Return what was spoken since the last call, and when."""
        spoken = self.stage.heard.spoken
        fresh, self._read = spoken[self._read :], len(spoken)
        return [(at_us, utterance.words) for at_us, utterance in fresh]

    def wait(self, us: int) -> None:
        """Let time pass, and hear every frame in which something happens."""
        clock = self.stage.clock
        until_us = clock.at_us + us
        while clock.at_us < until_us:
            wakes = [self.scene.wakes_at_us(), self.stage.speaker.wakes_at_us(), until_us]
            soonest_us = clock.at_us + FRAME_US
            clock.at_us = min(until_us, max(soonest_us, min(us for us in wakes if us is not None)))
            keyboard = self.stage.unit.keyboard
            if keyboard is not None:
                keyboard.polled(clock.at_us)
            if not self.scene.drains_unit:
                self.scene.news(self.stage.unit.drain())
            self.scene.pump()
            self.listen()

    def press(self, action: str) -> None:
        """Press a key by its action: "confirm", "left" ...; "slap" is the own key."""
        speaker, scene = self.stage.speaker, self.scene
        if action == "slap":
            self.slap()
        elif action == "where":
            speaker.answer("\n".join(scene.where(self.stage.easel(scene, SIZE))))
        elif action == "speech":
            self.stage.switch_speech()
        elif action in ("tap", "double", "hold", "let go"):
            speaker.note_key()
            scene.gesture(action)
        else:
            if isinstance(scene, TableScene) and scene.face.walked_by_place:
                self.stage.easel(scene, SIZE)  # arrows go over what is shown
            speaker.note_key()
            scene.show_complaint("")
            scene.key(action)
        self.wait(FRAME_US)

    def slap(self) -> None:
        short_games.slap(self.stage, self.wait)
