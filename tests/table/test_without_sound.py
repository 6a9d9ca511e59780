"""Without sound nothing is missed: each sound comes with something that is seen, told here one by one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from slamomatic.engine import GAMES, find
from slamomatic.engine.paper import paper_game
from slamomatic.face.faces import face_of
from slamomatic.face.telling import COMMON
from slamomatic.gallery.tables import table_of
from slamomatic.kit.easel import Sprite
from slamomatic.kit.tunes import TUNES
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.table import TableScene
from support.length import count

SIZE = (800, 480)
AT_ONCE_US = 300_000  # a verdict is stamped this long before its tune
SENTENCE = r"headline/words|slap-show/words"
LAMP = r"lamp/(words|bulb)"
PADDLE = r"(seat|toy)/\d+(/paddle)?"
CARDS = (
    r"drawpile/count|discards/\d+|drawn/\d+|pile/\d+|pile/count|seat/\d+/(hand|cell|won|counted)/.*|table/\d+"
)
# Each sound, and what changes in the picture with it: a sentence, a lamp, a number, cards or hands.
SEEN = {
    "slap": PADDLE,
    "live": LAMP,
    "dark": rf"{LAMP}|{PADDLE}",
    "turn": r"title/sub|seat/\d+(/name)?|sign/words",
    "ready": r"counting/number|.*words",
    "tick": r"counting/number|facts/.*|cursor|.*words",
    "fault": SENTENCE,
    "call": rf"{SENTENCE}|sign/words|seat/\d+/status",
    "whoosh": PADDLE,
    "alarm": SENTENCE,
    "drumroll": SENTENCE,
    "stamp": SENTENCE,
    "loser": SENTENCE,
    "clump": SENTENCE,
    "foul": SENTENCE,
    "fooled": SENTENCE,
    "card": CARDS,
    "flip": CARDS,
    "pile": CARDS,
    "shuffle": rf"{CARDS}|{SENTENCE}",
    "reveal": rf"{SENTENCE}|{CARDS}",
    "swap": rf"{CARDS}|{SENTENCE}",
    "snatch": SENTENCE,
    "burst": SENTENCE,
    "sneaky": SENTENCE,
    "crunch": SENTENCE,
    "again": SENTENCE,
    "hurry": SENTENCE,
    "win": SENTENCE,
    "jackpot": SENTENCE,
    "out": SENTENCE,
    "gong": SENTENCE,
    "over": SENTENCE,
}


def test_what_is_seen_is_told_of_every_sound() -> None:
    assert SEEN.keys() == {"slap", *TUNES}


def picture(stage: BareStage, scene: TableScene) -> dict[str, Sprite]:
    return {sprite.name: sprite for sprite in stage.easel(scene, SIZE).sprites}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3, 3 + count(1, 30)))
def test_with_every_sound_of_a_game_something_is_seen(game: str, seed: int, tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    scene, session = table_of(stage, game, 4, seed, (0,))
    scene.pump()
    before, heard = picture(stage, scene), 0
    lately: list[tuple[int, set[str]]] = []  # when names in the picture changed
    while stage.scene is None and not session.over and stage.clock.at_us < 120_000_000:
        wakes_us = scene.wakes_at_us()
        if wakes_us is None:
            break
        stage.clock.at_us = max(stage.clock.at_us + 1, wakes_us)
        stage.sounds.clear()
        scene.pump()
        after = picture(stage, scene)
        changed = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
        lately = [(us, names) for us, names in lately if us >= stage.clock.at_us - AT_ONCE_US]
        lately.append((stage.clock.at_us, changed))
        for sound in stage.sounds:
            heard += 1
            seen = {name for _, names in lately for name in names if re.fullmatch(SEEN[sound], name)}
            assert seen, f"{sound} at {stage.clock.at_us / 1e6:.2f} s is only heard: {changed}"
        before = after
    assert heard > 20


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("paper", [False, True])
def test_every_effect_that_is_heard_is_also_told_or_shown(game: str, paper: bool) -> None:
    """Also what hardly ever happens: a sentence, a shout, a flying card, or a place on the board."""
    kind = paper_game(find(game)) if paper else find(game)
    tellings = {**COMMON, **face_of(game, paper).effects}
    for word in kind.EFFECTS:
        telling = tellings[word]
        shown = telling.says or telling.shout or telling.flies
        assert not telling.sound or shown or SEEN[telling.sound] != SENTENCE, word
