"""The pages of the help: the game's own, when things end, and the keys."""

from __future__ import annotations

from dataclasses import replace

from slamomatic.engine import find
from slamomatic.face.face import Page
from slamomatic.face.faces import face_of
from slamomatic.screen.preferences import Preferences, key_name
from slamomatic.words import N_, gettext

KEYS_HEADING = N_("Your keys")
KEYS = N_(
    "Slap: {slaps}.\nChoose: {left} and {right}, then {confirm}; or {next} to walk, {next} twice to do it."
)
HOW_TO_LOOK = N_(
    "Several people at one screen? Hold {next}: the turn player's cards show, the others look away."
)
ENDS_HEADING = N_("Turn, end and tie")
SHARED = N_("Still equal at the end? They win together.")


def pages(game: str, prefs: Preferences) -> tuple[Page, ...]:
    """With the real names of the keys; the last page is about them."""
    names = {action: key_name(key) for action, key in prefs.keys.items()}
    face = face_of(game)
    told = [
        replace(page, heading=gettext(page.heading), words=gettext(page.words, **names))
        for page in face.pages
    ]
    if face.ends:
        told.append(Page(gettext(ENDS_HEADING), f"{gettext(face.ends)}\n{gettext(SHARED)}"))
    slaps = ", ".join(key_name(prefs.seat_keys[seat.paddle]) for seat in prefs.seats[: prefs.players])
    lines = [gettext(KEYS, slaps=slaps, **names)]
    if face.hidden:
        lines.append(gettext(HOW_TO_LOOK, **names))
    if face.fakes:
        lines.append(gettext("Fake a slap: {feint}.", **names))
    if "call" in find(game).EVENTS:
        lines.append(gettext("Call: {call}.", **names))
    lines.append(gettext("Pause and dispute: {pause}. These rules: {help}.", **names))
    return (*told, Page(gettext(KEYS_HEADING), "\n".join(lines)))
