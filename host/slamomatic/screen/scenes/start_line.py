"""The line on the start screen: what is wrong, what was touched last, or what could be done now."""

from __future__ import annotations

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
    return scene.check.words(keys, _paddles_too(scene)) or _advice(scene, enter)


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


def _paddles_too(scene: StartScene) -> bool:
    """Whether a real unit answers besides the keys."""
    unit = scene.stage.unit
    pairs = zip(unit.units, unit.states(), strict=True)
    return any(not one.is_keyboard and state.link is Link.CONNECTED for one, state in pairs)


def _people_on_keys(scene: StartScene) -> list[int]:
    seats = [Seat(seat.name, seat.paddle, seat.bot) for seat in scene.seats]
    unit = scene.stage.unit
    return [
        seat.colour
        for seat in seats
        if (paddle := paddle_of(unit, seat)) >= 0 and unit.units[unit.place(paddle).unit].is_keyboard
    ]
