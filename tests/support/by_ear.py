"""A person who plays by ear: hears only what is spoken, in English, and knows only the keys named there."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from slamomatic.screen.scenes.result import ResultScene
from slamomatic.speech.lines import FULL
from support.listener import Listener
from support.one_switch import OneSwitch

AN_EVENING_US = 3 * 3600 * 1_000_000
SECOND_US = 1_000_000  # no line may begin later than this
THINKS_US = 600_000
LEADS_AWAY = ("Menu", "Settings", "phone", "leave", "Quit")  # from the game
STANDS_STILL_US = 180 * SECOND_US
IN_VAIN = 60  # questions where one is, after which nothing has changed: more is a dead end
CALLS = ("everybody slap", "SLAP!", "A thief!", "stop thief", "again, then everybody", "Slap now")
WALKS = ("left", "right", "up", "down")
KEYS = {"ENTER": "confirm", "F1": "help", "ESC": "pause", "F": "feint"}


@dataclass
class Dead(Exception):
    """Nothing that was spoken led on."""

    last_words: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return "\n".join(self.last_words)


class ByEar:
    """Plays one game to its end, and keeps everything that was spoken."""

    def __init__(self, home: Path, game: str, seed: int, length: str) -> None:
        self.listener = Listener(home, game, seed, length)
        self.chance = Random(seed)
        self.said: list[str] = []
        self._cards: list[str] = []  # that fell one by one, as they were spoken
        self._slap_key = ""

    def play(self) -> None:
        """Play until the result is told. Dead: there was no way on."""
        listener, in_vain = self.listener, 0
        before = listener.session.moment
        while not listener.at_the_end:
            heard = self._hear()
            if not heard:
                listener.press("where")
                heard = self._hear()
                in_vain = in_vain + 1 if listener.session.moment is before else 0
                before = listener.session.moment
                if in_vain > IN_VAIN or listener.stage.clock.at_us > AN_EVENING_US:
                    raise Dead(self.said[-6:])
            self._act(" ".join(heard))
        listener.wait(10_000_000)
        self._hear()

    def _hear(self) -> list[str]:
        heard = []
        for at_us, utterance in self.listener.stage.heard.spoken[len(self.said) :]:
            assert 0 <= at_us - utterance.at_us <= SECOND_US, f"late: {utterance}"
            heard.append(utterance.words)
        self.said += heard
        for words in heard:
            if found := re.search(r"You are \w+\. (\w+): slap", words):
                self._slap_key = found[1]
        return heard

    def _act(self, heard: str) -> None:
        """Do what the words call for; what they leave open is left to chance."""
        listener, chance = self.listener, self.chance
        if self._slap_key and self._must_slap(heard):
            listener.wait(chance.randrange(200_000, 500_000))
            listener.press("slap")
        elif ": ENTER" in heard or "choices: arrows" in heard or "Press ENTER again" in heard:
            listener.wait(THINKS_US)
            in_parts = "Pick " in heard or "picked" in heard or "Swap" in heard or ": X" in heard
            ways = [*WALKS, "mark"] if in_parts else ["right", "left", "down"]
            for _ in range(chance.choice((0, 0, 1, 2))):
                listener.press(chance.choice(ways))
            listener.press("confirm")
            if in_parts and chance.random() < 0.3 and self._slap_key:
                listener.press("slap")  # a combo, or a row, perhaps
        listener.wait(chance.randrange(200_000, 1_500_000))

    def _must_slap(self, heard: str) -> bool:
        if any(call in heard for call in CALLS) or (self._slap_key and f"SLAP: {self._slap_key}" in heard):
            return True
        card = re.fullmatch(r"([A-Z][a-z ]+)\.", heard.strip())
        if card is None:
            return False
        self._cards = [*self._cards[-2:], card[1]]
        return card[1] == "Thief" or card[1] in self._cards[:-1]


class OneSwitchByEar(OneSwitch):
    """Plays with one switch, and knows where its mark is only by what is spoken."""

    def __init__(self, home: Path, game: str, seed: int) -> None:
        table = Listener(home, game, seed, FULL)
        self.chance, self.session, self._read = Random(seed), table.session, 0
        super().__init__(table.stage, table.scene)

    def frame(self) -> None:
        super().frame()
        self.stage.speaker.follow(self.scene.aloud(self.easel))

    def play(self) -> None:
        """Play until the result is told. Dead: the game stood still although everything was tried."""
        moved_us, before = self.clock_us, self.session.moment
        while not isinstance(self.scene, ResultScene):
            if self.session.moment is not before:
                moved_us, before = self.clock_us, self.session.moment
            if self.clock_us > moved_us + STANDS_STILL_US or self.clock_us > AN_EVENING_US:
                raise Dead([utterance.words for _, utterance in self.stage.heard.spoken[-6:]])
            self.wait(self.chance.randrange(100_000, 400_000))
            spoken = self.stage.heard.spoken
            fresh, self._read = spoken[self._read :], len(spoken)
            # What was said last still holds: in the silence after it one may press again.
            silent = self.clock_us > spoken[-1][0] + 2 * SECOND_US and self.chance.random() < 0.2
            for _, utterance in fresh or (spoken[-1:] if silent else ()):
                calls = any(call in utterance.words for call in CALLS)
                leads_away = any(word in utterance.words for word in LEADS_AWAY)
                if calls or (not leads_away and self.chance.random() < 0.5):
                    self.press()
