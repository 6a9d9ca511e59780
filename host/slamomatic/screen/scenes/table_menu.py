"""The table's pause menu: what can be done while time stands still."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slamomatic.errors import UserError
from slamomatic.screen.furniture import Button, key_name
from slamomatic.screen.scenes.codes import CodesScene
from slamomatic.screen.scenes.help import HelpScene
from slamomatic.screen.scenes.settings import SettingsScene
from slamomatic.store.journal import JournalError

if TYPE_CHECKING:
    from slamomatic.screen.scenes.table import TableScene


def items(scene: TableScene) -> list[Button]:
    """Top to bottom; a player may only go while another person stays."""
    sitting = scene.sitting
    if scene.goes is not None:
        return _whether_to_go(scene, scene.goes)
    menu = []
    if not scene.missing:  # else the unit's return goes on, and the slap is off already
        menu.append(Button("Go on", "resume", key(scene, "pause")))
        if sitting.disputable():
            menu.append(Button("Dispute: that slap is off", "void", key(scene, "void")))
    menu += [
        Button("Rules of this game", lambda: show_rules(scene), key(scene, "help")),
        Button("Settings", lambda: _show_settings(scene)),
    ]
    if sitting.needs_a_key():
        menu.append(Button("Broken or lost paddles: slap by keys", lambda: _by_keys(scene)))
    if scene.face.hidden:
        menu.append(Button("Your hand on your phone", lambda: _show_codes(scene)))
    if len(sitting.people) > 1:
        comes = ", a bot plays on" if sitting.stand_in else ""
        menu += [
            Button(f"{sitting.seats[seat].name} goes{comes}", lambda seat=seat: _ask(scene, seat))
            for seat in sitting.people
        ]
    return [*menu, Button("Leave: the game is kept for later", lambda: _go_home(scene))]


def title(scene: TableScene) -> str:
    """What stands above the items."""
    if scene.goes is None:
        return "Pause: time stands still"
    return f"{scene.sitting.seats[scene.goes].name} goes for the rest of this game?"


def _whether_to_go(scene: TableScene, seat: int) -> list[Button]:
    """Asked once, for there is no way back; "stays" is the first answer."""
    sitting = scene.sitting
    follows = (
        f"Goes: a bot ({sitting.stand_in}) plays on"
        if sitting.stand_in
        else "Goes: too few stay, the game ends"
        if sitting.ends_without_one()
        else "Goes: the others play on"
    )
    return [
        Button("Stays", lambda: _ask(scene, None), key(scene, "pause")),
        Button(follows, lambda: _leave(scene, seat)),
    ]


def _ask(scene: TableScene, seat: int | None) -> None:
    scene.goes, scene.cursor = seat, 0


def key(scene: TableScene, action: str) -> str:
    return key_name(scene.stage.prefs.key_of(action))


def show_rules(scene: TableScene) -> None:
    scene.sitting.pause()
    scene.stage.go(HelpScene(scene.stage, scene.sitting.name, scene))


def _show_settings(scene: TableScene) -> None:
    scene.stage.go(SettingsScene(scene.stage, scene))


def _show_codes(scene: TableScene) -> None:
    from slamomatic.screen.phone_pages import PhonePages

    try:
        scene.pages = scene.pages or PhonePages(scene.sitting)
    except UserError as error:
        scene.alarm = str(error)
        return
    scene.stage.go(CodesScene(scene.stage, scene.sitting, scene.pages, scene, scene.close))


def offer_of_keys(scene: TableScene) -> str:
    """A broken paddle costs nobody the game: the seat's own key can stand in for it."""
    for seat in scene.sitting.needs_a_key():
        sits = scene.sitting.seats[seat]
        instead = key_name(scene.stage.prefs.seat_keys[sits.colour])
        return f"{sits.name}'s paddle does not work: press {instead} to slap with that key from now on."
    return ""


def _by_keys(scene: TableScene) -> None:
    for seat in scene.sitting.needs_a_key():
        scene.sitting.use_key(seat)
    scene.sitting.go_on()


def _leave(scene: TableScene, seat: int) -> None:
    sitting = scene.sitting
    try:
        sitting.leave(seat)
    except JournalError as error:
        scene.stop(error)
        return
    scene.goes = None
    if not (sitting.stand_in and sitting.owners.missing_unit()):  # else the others would play without it
        sitting.go_on()
    if sitting.stand_in:  # else the rules say that somebody left
        words = f"{sitting.seats[seat].name} has gone: a bot ({sitting.stand_in}) plays on"
        scene.happenings.hear({"what": "left", "seat": seat}, words, scene.stage.clock())


def _go_home(scene: TableScene) -> None:
    from slamomatic.screen.scenes.start import StartScene

    scene.close()
    scene.sitting.close()
    scene.stage.go(StartScene(scene.stage))
