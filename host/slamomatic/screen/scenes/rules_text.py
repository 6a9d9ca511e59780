"""The pages of the help: the game's own, when things end, and the keys."""

from __future__ import annotations

from dataclasses import replace

from slamomatic.engine import find
from slamomatic.face.face import Page
from slamomatic.face.faces import face_of
from slamomatic.screen.preferences import Preferences, key_name

KEYS_HEADING = "Your keys"
KEYS = (
    "Slap: {slaps}.\nChoose: {left} and {right}, then {confirm}; or {next} to walk, {next} twice to do it.\n"
    "{look}{call_key}Pause and dispute: {pause}. These rules: {help}."
)
HOW_TO_LOOK = (
    "Several people at one screen? Hold {next}: the turn player's cards show, the others look away.\n"
)
ENDS_HEADING = "Turn, end and tie"
SHARED = "\nStill equal at the end? They win together."


def pages(game: str, prefs: Preferences) -> tuple[Page, ...]:
    """With the real names of the keys; the last page is about them."""
    names = {action: key_name(key) for action, key in prefs.keys.items()}
    face = face_of(game)
    told = [replace(page, words=page.words.format(**names)) for page in face.pages]
    if face.ends:
        told.append(Page(ENDS_HEADING, face.ends + SHARED))
    slaps = ", ".join(key_name(prefs.seat_keys[seat.paddle]) for seat in prefs.seats[: prefs.players])
    words = KEYS.format(
        slaps=slaps,
        look=HOW_TO_LOOK.format(**names) if face.hidden else "",
        call_key=f"Call: {names['call']}.\n" if "call" in find(game).EVENTS else "",
        **names,
    )
    return (*told, Page(KEYS_HEADING, words))
