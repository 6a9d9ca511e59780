"""What a scene says to somebody who does not look: the words of its picture, and what the cursor is at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from slamomatic.face.paddle import PaddleArt, SeatMark
from slamomatic.kit.easel import Easel, Sprite, Target, Text
from slamomatic.paddles import paddle_name
from slamomatic.preferences import Preferences
from slamomatic.speech.lines import OFF, Line, Mouth, Rank
from slamomatic.speech.voice import Voice
from slamomatic.table.clock import TableClock
from slamomatic.words import N_, capital, gettext
from slamomatic.words.languages import language

if TYPE_CHECKING:
    from slamomatic.screen.scene import Scene

UNSAID = ("/key", "clip/", "cursor")  # of a sprite's name: a key is said with the button it stands on
ON, WITH_CARDS, SILENT = (
    N_("Speech is on. {where} says where you are, {speech} switches on."),
    N_("Your own cards are spoken too: use an earphone if others can hear."),
    N_("Speech is off."),
)


@dataclass(frozen=True, slots=True)
class Heard:
    """Everything that a scene would say now.

    `about`: another value means that the scene is another one, and is told from its beginning.
    """

    about: object
    stands: Sequence[Line] = ()  # how things are: each is said once, when it is new
    happened: Sequence[Line] = ()  # since the last call
    at: str = ""  # what the cursor is at: said whenever it changes


# --- a picture in words -----------------------------------------------------------------------------


def open_part(picture: Easel) -> list[Sprite]:
    """Return what lies above the last scrim: the rest of the picture can't be pressed, nor read."""
    scrims = [at for at, sprite in enumerate(picture.sprites) if sprite.name.endswith("scrim")]
    return picture.sprites[scrims[-1] + 1 :] if scrims else picture.sprites


def texts_of(picture: Easel) -> list[tuple[str, str, Sprite]]:
    """Return (name, words, sprite) of each text that is read, in the order of drawing."""
    return [
        (sprite.name, sprite.art.words, sprite)
        for sprite in open_part(picture)
        if isinstance(sprite.art, Text) and not any(part in sprite.name for part in UNSAID)
    ]


def label_of(picture: Easel, target: Target) -> str:
    """Return the words of something that can be pressed: all text on it, or its paddle, and its key.

    What belongs to a chair is told with the name that stands there. "": all of the window can be pressed.
    """
    if target.box == picture.frame.box:
        return ""
    texts = texts_of(picture)
    beside = f"{target.name}/says"
    inside = [
        words
        for name, words, sprite in texts
        if sprite.box.within(target.box) or (target.name and name == beside)
    ]
    if not inside:
        inside = [
            capital(gettext("{colour} paddle", colour=paddle_name(sprite.art.paddle)))
            for sprite in open_part(picture)
            if isinstance(sprite.art, SeatMark | PaddleArt) and sprite.box.within(target.box)
        ]
    chair = target.name.rpartition("/")[0]
    owners = [words for name, words, _ in texts if chair and name == f"{chair}/name/words"]
    says = ", ".join(" ".join(words.split()) for words in dict.fromkeys([*owners, *inside]))
    return gettext("{name}: {what}", name=says, what=target.key) if target.key and says else says


def free_texts(picture: Easel) -> list[str]:
    """Return all words that are on nothing that can be pressed, nor could be pressed at another time.

    Numbers alone are left out: they count.
    """
    boxes = [target.box for target in picture.targets if target.box != picture.frame.box]
    beside = {f"{target.name}/says" for target in picture.targets if target.name}
    unable = {f"{name}/words" for name in picture.unable}
    return [
        words
        for name, words, sprite in texts_of(picture)
        if name not in beside | unable
        and not words.isdigit()
        and not any(sprite.box.within(box) for box in boxes)
    ]


def heard_of(scene: Scene, picture: Easel) -> Heard:
    """Return what any scene says by its picture."""
    targets = picture.targets
    at = label_of(picture, targets[min(scene.cursor, len(targets) - 1)]) if targets else ""
    stands = [
        Line(words, Rank.STATE if n == 0 else Rank.NEWS, stands=True)
        for n, words in enumerate(free_texts(picture))
    ]
    return Heard((id(scene), bool(scene.complaint)), stands, at=at)


def where_in(scene: Scene, picture: Easel) -> list[str]:
    """Return all words of a picture: what stands there, where the cursor is, what else can be pressed."""
    labels = [label_of(picture, target) for target in picture.targets]
    at = min(scene.cursor, len(labels) - 1)
    here = [gettext("You are at: {choice}", choice=labels[at])] if labels else []
    others = [label for index, label in enumerate(labels) if index != at and label]
    rest = [gettext("Also here: {choices}", choices=". ".join(others))] if others else []
    return [*(line.words for line in scene.aloud(picture).stands), *here, *rest]


# --- who says it ------------------------------------------------------------------------------------


class Speaker:
    """Says what is new in the scene that is shown, with a voice beside the window."""

    def __init__(self, clock: TableClock, prefs: Preferences) -> None:
        self.voice: Voice | None = None
        self.mouth = Mouth(prefs.speech or OFF)
        self._clock = clock
        self._heard = Heard(None)
        self._first_words = ""  # are said as soon as the voice can speak
        self._pressed = False  # since the last picture somebody has pressed a key: what it did is an answer

    @property
    def on(self) -> bool:
        return self.mouth.length != OFF

    def use(self, prefs: Preferences) -> None:
        """Speak as the settings say from now on."""
        length = prefs.speech or OFF
        if self.mouth.length == length:
            return
        self.mouth.length = length
        self._heard = Heard(None)  # so that the scene is said anew, in the new length
        if not self.on:
            self.mouth.hush()

    def note_key(self) -> None:
        """Note that somebody has pressed a key."""
        self._pressed = True

    def answer(self, words: str) -> None:
        """Say this at once, or as soon as the voice can speak: it answers a key."""
        if self.voice is None or not self.voice.ready:
            self._first_words = words
            return
        self.mouth.put(Line(words, Rank.ANSWER, self._clock()))
        self._breathe()

    def follow(self, heard: Heard) -> None:
        """Say what is new since the last picture. A scene that is new is told from its start."""
        now_us, was = self._clock(), self._heard
        fresh, pressed, self._pressed = heard.about != was.about, self._pressed, False
        said = set() if fresh else {line.words for line in was.stands}
        if fresh and was.about is not None:
            self.mouth.hush()
        elif pressed:
            self.mouth.give_way()
        for line in heard.happened:
            self.mouth.put(line)
        for line in heard.stands:
            if line.words not in said:
                self.mouth.put(replace(line, at_us=now_us, stands=True))
        if heard.at and (fresh or heard.at != was.at):
            answers = pressed and not fresh
            self.mouth.put(Line(heard.at, Rank.ANSWER if answers else Rank.STATE, now_us, stands=not answers))
        self._heard = replace(heard, happened=())
        standing = [heard.at, *(words for line in heard.stands for words in (line.words, line.brief))]
        self.mouth.confirm(standing, now_us)
        self._breathe()

    def wakes_at_us(self) -> int | None:
        """Return when something that waits may be said, on the table's clock; None: nothing waits."""
        return self.mouth.next_us(self._clock()) if self.on else None

    def _breathe(self) -> None:
        """Begin what is to be said now, if anything is and the voice can speak."""
        if self.voice is None or not self.voice.ready:
            return  # what stands is kept until then
        if self._first_words:
            words, self._first_words = self._first_words, ""
            self.answer(words)
            return
        utterance = self.mouth.take(self._clock())
        if utterance is not None:
            self.voice.say(replace(utterance, language=language()))
