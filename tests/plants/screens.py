"""The screen: sentences, marks, Enter, clicks, pauses; films."""

from __future__ import annotations

from typing import Any

from plants.patching import Patch, always, answering, doing, plant, property_answering

MODEL = "slamomatic.face.model"
ANNOUNCED = "slamomatic.table.announcements"
PAUSE = "slamomatic.screen.scenes.table_pause"


@plant("the sentence that says who lost is gone at once")
def _(patch: Patch) -> None:
    patch(
        f"{ANNOUNCED}:Announcements.stands_us",
        lambda _: property(lambda self: 0),
        f"{ANNOUNCED}:Announcements._say",
    )


@plant("the loser's mark stays on the paddle for good")
def _(patch: Patch) -> None:
    patch(f"{ANNOUNCED}:SlapMarks._clear", always(None))


@plant("who was too early is not marked")
def _(patch: Patch) -> None:
    def hear(original: Any, self: Any, *args: Any) -> None:
        original(self, *args)
        self.worn = {}

    patch(f"{ANNOUNCED}:SlapMarks.hear", doing(hear))


@plant("hands lie on the heap in another order than they fell")
def _(patch: Patch) -> None:
    def slap(original: Any, self: Any, seat: int) -> None:
        original(self, seat)
        self.order.sort()

    patch(f"{ANNOUNCED}:SlapMarks._slap", doing(slap))


@plant("the drum roll names the loser before it ends")
def _(patch: Patch) -> None:
    patch(f"{ANNOUNCED}:Announcements.rolling", always(False))


@plant("Enter throws the turn away where a pair could be played")
def _(patch: Patch) -> None:
    patch(f"{MODEL}:choices_of_seat", answering(lambda choices: choices[::-1]))


@plant("Enter, pressed for what stood there before, hits a player")
def _(patch: Patch) -> None:
    patch(f"{MODEL}:OfferedChoices.undecided", lambda _: property(lambda self: False))


@plant("the cursor jumps away when choices change")
def _(patch: Patch) -> None:
    def offer(original: Any, self: Any, choices: Any, suggested: Any = None) -> None:
        original(self, choices, suggested)
        self.cursor, self.walked = 0, False

    patch(f"{MODEL}:OfferedChoices.offer", doing(offer))


@plant("Enter does nothing on any scene")
def _(patch: Patch) -> None:
    def key(original: Any, self: Any, action: str) -> None:
        if action != "confirm":
            original(self, action)

    patch("slamomatic.screen.scene:Scene.key", doing(key))


@plant("a click lands on the button beside it")
def _(patch: Patch) -> None:
    patch(
        "slamomatic.kit.easel:Box.holds",
        doing(lambda original, self, point: original(self, (point[0] + self.w, point[1]))),
    )


@plant("the game goes on under the pause menu")
def _(patch: Patch) -> None:
    patch.value(f"{PAUSE}:Menu.time_stands", False, f"{PAUSE}:Menu.__init__")


@plant("after a pause paddles count before hands are ready")
def _(patch: Patch) -> None:
    patch(f"{PAUSE}:count_down_after", always(None))


@plant("a missing unit does not stop the table")
def _(patch: Patch) -> None:
    patch(f"{PAUSE}:follow_missing_unit", always(None))


@plant("a player is taken from the game without a question")
def _(patch: Patch) -> None:
    patch(f"{PAUSE}:Menu._ask_to_leave", doing(lambda _, self, seat: self.session.leave(seat)))


@plant("a slap cannot be undone from the menu")
def _(patch: Patch) -> None:
    patch(f"{PAUSE}:Menu.ask_to_undo", doing(lambda _, self: self.close()))


@plant("the hand that was looked at stays open when the key is released")
def _(patch: Patch) -> None:
    patch("slamomatic.screen.scenes.modes:ModalScene.drop", always(None))


@plant("the screen says only 'waiting', not for whom")
def _(patch: Patch) -> None:
    patch("slamomatic.screen.scenes.table_words:about_silent_paddles", always("Waiting"))


@plant("the winner's step is the lowest")
def _(patch: Patch) -> None:
    patch(
        "slamomatic.screen.scenes.result:ResultScene._rank",
        doing(lambda original, self, seat: 5 - original(self, seat)),
    )


@plant("a sentence is cut off at the edge of its plate")
def _(patch: Patch) -> None:
    patch(
        "slamomatic.kit.fonts:_wrap", doing(lambda _, words, px, room_px, style: words.splitlines() or [""])
    )


@plant("German sentences are shown in English")
def _(patch: Patch) -> None:
    patch(
        "slamomatic.words:gettext", doing(lambda _, says, **fields: says.format(**fields) if fields else says)
    )


@plant("motion stays although it was switched off")
def _(patch: Patch) -> None:
    patch(
        "slamomatic.kit.motion:Motion.__init__",
        doing(lambda original, self, reduced=False: original(self, False)),
    )


@plant("two paddles have the same colour")
def _(patch: Patch) -> None:
    patch(
        "slamomatic.paddles:PADDLES",
        lambda paddles: (paddles[0], paddles[0], *paddles[2:]),
        "slamomatic.paddles:paddle_name",
    )


def _loud(preferences: Any, _: Any) -> Any:
    from slamomatic.kit.sound import Volumes

    return Volumes(preferences.volume, preferences.music)


@plant("muted sounds are heard")
def _(patch: Patch) -> None:
    patch("slamomatic.preferences:Preferences.volumes", property_answering(_loud))


@plant("a double tap of the one button is two taps")
def _(patch: Patch) -> None:
    patch(
        "slamomatic.screen.next_key:NextKey.release",
        answering(lambda gestures: ["tap" if each == "double" else each for each in gestures]),
    )


@plant("a film leaves out the slap that fooled most")
def _(patch: Patch) -> None:
    patch("slamomatic.table.outcome:most_fooled", always(None))


@plant("a film shows every slap from its end")
def _(patch: Patch) -> None:
    patch("slamomatic.film.maker:Camera._skip_to", always(None))


@plant("a cup is won by whoever was beaten most")
def _(patch: Patch) -> None:
    patch("slamomatic.table.cup:points_of", answering(lambda points: [max(points) - each for each in points]))


@plant("old news is spoken")
def _(patch: Patch) -> None:
    patch.value("slamomatic.speech.lines:STALE_US", 30_000_000, used="slamomatic.speech.lines:Mouth.take")


@plant("a verdict waits until everything else has been said")
def _(patch: Patch) -> None:
    patch(
        "slamomatic.speech.lines:Mouth._may_begin",
        doing(lambda _, self, now_us: all(now_us >= ends_us for _, ends_us in self._saying)),
    )


@plant("what a key answers is not spoken")
def _(patch: Patch) -> None:
    patch("slamomatic.screen.speaker:label_of", doing(lambda original, picture, target: ""))


@plant("whoever is late takes the open slap back alone")
def _(patch: Patch) -> None:
    patch(f"{PAUSE}:ask_to_undo", doing(lambda _, table: table.dispute()))


@plant("the end tells the winner first")
def _(patch: Patch) -> None:
    patch(
        "slamomatic.screen.scenes.ceremony:Ceremony.told_us",
        doing(lambda _, self, seat: 1_000_000 * self.ranks[seat]),
    )


@plant("the cup's table shows who wins before the ceremony")
def _(patch: Patch) -> None:
    patch("slamomatic.screen.scenes.cup:CupScene.enter", always(None))


@plant("a cup that somebody else can still win is called decided")
def _(patch: Patch) -> None:
    patch("slamomatic.table.cup:Cup.can_win", lambda _: property(lambda self: self.winners))
