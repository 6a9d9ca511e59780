"""The line on the start screen: what is wrong, what was touched last, or what could be done now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from slamomatic.face.faces import face_of
from slamomatic.kit.easel import Easel
from slamomatic.screen import chair_words
from slamomatic.screen.preferences import CUP, key_name
from slamomatic.screen.scenes import start_length
from slamomatic.table.seats import Seat, paddle_of
from slamomatic.units.base import Link
from slamomatic.words import N_, gettext

if TYPE_CHECKING:
    from slamomatic.screen.scenes.start import StartScene

WITH_PHONES = N_("Your cards on your phone: scan the code, or type {address} into its browser (same Wi-Fi).")


@dataclass(slots=True)
class KeyboardCheck:
    """Which keys this keyboard can see at once: several people on one should know before they play."""

    held: set[int] = field(default_factory=set)
    most: set[int] = field(default_factory=set)

    def press(self, colour: int) -> None:
        self.held.add(colour)
        if len(self.held) >= len(self.most):
            self.most = set(self.held)

    def release(self, colour: int) -> None:
        self.held.discard(colour)

    def words(self, people_on_keys: Sequence[int], paddles_too: bool) -> str:
        """One sentence for the start scene, "" when there is nothing to say."""
        count = len(people_on_keys)
        if count and paddles_too:
            return gettext("Keys are less exact than paddles. If both come within 10 ms, it's a tie.")
        if count < 2:
            return ""
        seen = len(self.most & set(people_on_keys))
        if seen == count:
            return gettext("Good: this keyboard sees all your keys at once.")
        if seen < 2:
            return gettext("Sharing a keyboard? Hold all your keys at once to test it.")
        return gettext(
            "{seen} of {count} keys seen at once. If it stays like this, choose other keys in Settings.",
            seen=seen,
            count=count,
        )


def words(scene: StartScene, e: Easel) -> str:
    """Always with what Enter does now."""
    prefs = scene.stage.prefs
    marked = e.targets[scene.cursor].name if scene.cursor else ""
    told = chair_words.about(marked or scene.touched, prefs)
    enter = chair_words.enter_does(marked, scene.key_name("confirm"))
    if urgent := scene.beginning.not_yet() or scene.trouble:
        return urgent
    if scene.naming is not None:
        # Whatever key does it elsewhere.
        return gettext("Type a name, then press {key}.", key=key_name("return"))
    if prefs.length == CUP and not scene.paper and "length" in (marked, scene.touched):
        told = start_length.about_cup(prefs)
    if marked or told:
        return f"{told} {enter}".strip()
    keys = [] if scene.stage.phones is not None else _people_on_keys(scene)
    unit = scene.stage.unit
    answers = (state.link is Link.CONNECTED for state in unit.states())
    paddles_too = any(on and not one.is_keyboard for one, on in zip(unit.units, answers, strict=True))
    return scene.check.words(keys, paddles_too) or _advice(scene, enter)


def _advice(scene: StartScene, enter: str) -> str:
    stage = scene.stage
    if stage.phones is not None and not scene.paper:
        return gettext(WITH_PHONES, address=stage.phones.address)
    if not any(state.link is Link.CONNECTED for state in stage.unit.states()):
        return gettext("No paddles connected. Choose the keyboard under Paddles.")
    if scene.paper:
        how = gettext("Real cards: people only. Deal your own cards. The screen judges the slaps.")
        return f"{how} {enter}"
    if stage.prefs.length == CUP:
        return f"{start_length.about_cup(stage.prefs)} {enter}"
    people = sum(not seat.bot for seat in scene.seats)
    if face_of(stage.prefs.game).for_television and people > 2:
        return gettext("At a TV? Play with real cards: the screen judges the slaps.")
    return f"{gettext('Slap your paddle (or press your key) to sit down and try it.')} {enter}"


def _people_on_keys(scene: StartScene) -> list[int]:
    unit = scene.stage.unit
    paddles = [(seat.paddle, paddle_of(unit, Seat(seat.name, seat.paddle, seat.bot))) for seat in scene.seats]
    return [
        colour
        for colour, paddle in paddles
        if paddle >= 0 and unit.units[unit.place(paddle).unit].is_keyboard
    ]
