"""What the start scene says of the thing that was touched last, and of what Enter does now."""

from __future__ import annotations

from slamomatic.engine.bots import CHARACTERS
from slamomatic.paddles import PADDLES
from slamomatic.screen.preferences import Preferences, SeatPreference

# The ring of a chair begins with a person; then the bots, the one for families first.
BOTS = {
    "easy": "slow, and often fooled",
    "careful": "as quick as adults are",
    "to-win": "quick, and remembers the cards",
    "strong": "tries out in its head what may happen",
    "random": "does whatever comes",
    "adaptive": "gets better as you do",
    **{kind: character.temperament.rstrip(".").lower() for kind, character in CHARACTERS.items()},
}
RING = ("", *BOTS)

# What can be pressed, by the last word of its name: what Enter does there.
ENTER_DOES = {
    "name": "types a name",
    "kind": "changes who sits here",
    "start": "changes the head start",
    "mark": "gives another paddle",
    "more": "adds a chair",
    "fewer": "takes a chair away",
    "cards": "says where your cards are: on the TV, on your phones, or real ones",
    "phones": "shows the code for phones in large",
    "settings": "opens the settings",
    "history": "shows the games that ended",
    "help": "shows the rules",
    "quit": "asks whether to stop",
    "resume": "goes on with an unfinished game",
    "choose-units": "shows what can be slapped",
    "more-games": "shows more games",
}


def next_kind(kind: str) -> str:
    """Who sits down after this one."""
    return RING[(RING.index(kind) + 1) % len(RING)] if kind in RING else ""


def enter_does(name: str, key: str) -> str:
    """`name` of what the ring stands on, "" for PLAY."""
    does = ENTER_DOES.get(name.rpartition("/")[2], "chooses this game") if name else "plays"
    return f"{key} {does}."


def about(name: str, prefs: Preferences) -> str:
    """What a chair's button means as it stands now; "" of what speaks for itself."""
    if not name.startswith("chair/"):
        return ""
    _, index, part = name.split("/")
    tells = {"kind": _who, "start": _head_start, "mark": _paddle}.get(part)
    return tells(prefs.seats[int(index)]) if tells else ""


def _who(seat: SeatPreference) -> str:
    if not seat.bot:
        return f"{seat.name}: a person. Slapping takes a bot's chair too."
    return f"{seat.name}: a bot ({seat.bot}), {BOTS.get(seat.bot, '')}."


def _head_start(seat: SeatPreference) -> str:
    if not seat.handicap_ms:
        return f"{seat.name} has no head start."
    return f"Every slap of {seat.name} counts as {seat.handicap_ms} ms earlier: a help for small hands."


def _paddle(seat: SeatPreference) -> str:
    return f"{seat.name} slaps {PADDLES[seat.paddle].name}."
