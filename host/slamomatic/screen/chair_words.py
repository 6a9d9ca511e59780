"""What the start scene says of the thing that was touched last, and of what Enter does now."""

from __future__ import annotations

from slamomatic.engine.bots import CHARACTERS
from slamomatic.paddles import paddle_name
from slamomatic.screen.preferences import Preferences, SeatPreference
from slamomatic.words import N_, gettext

# The ring of a chair begins with a person; then the bots, the one for families first: name and temperament.
BOTS = {
    "easy": (N_("easy"), N_("Slow and easy to fool.")),
    "careful": (N_("careful"), N_("As quick as an adult.")),
    "to-win": (N_("to win"), N_("Quick, and remembers the cards.")),
    "strong": (N_("strong"), N_("Thinks ahead before it moves.")),
    "random": (N_("random"), N_("Plays any card.")),
    "adaptive": (N_("adaptive"), N_("Gets better as you do.")),
    **{kind: (character.name, character.temperament) for kind, character in CHARACTERS.items()},
}
RING = ("", *BOTS)

# What can be pressed, by the last word of its name: what Enter does there.
ENTER_DOES = {
    "name": N_("{key}: type a name."),
    "kind": N_("{key}: change who sits here."),
    "start": N_("{key}: change the head start."),
    "mark": N_("{key}: take another paddle."),
    "more": N_("{key}: add a chair."),
    "fewer": N_("{key}: remove a chair."),
    "cards": N_("{key}: see your cards on the TV or on phones, or deal real ones."),
    "length": N_("{key}: play a shorter or longer game, or a cup."),
    "phones": N_("{key}: show the code for phones larger."),
    "settings": N_("{key}: open the settings."),
    "history": N_("{key}: show finished games."),
    "help": N_("{key}: show the rules."),
    "quit": N_("{key}: quit."),
    "resume": N_("{key}: continue an unfinished game."),
    "choose-units": N_("{key}: choose your paddles."),
    "more-games": N_("{key}: show more games."),
}
CHOOSE_GAME = N_("{key}: choose this game.")
PLAY = N_("{key}: play.")


def enter_does(name: str, key: str) -> str:
    """`name` of what the ring stands on, "" for PLAY."""
    return gettext(ENTER_DOES.get(name.rpartition("/")[2], CHOOSE_GAME) if name else PLAY, key=key)


def bot_name(kind: str) -> str:
    """What players call this kind of bot; `kind` may say a level too, such as "hare:easy"."""
    who, _, level = kind.partition(":")
    return gettext("{bot} ({level})", bot=_called(who), level=_called(level)) if level else _called(who)


def _called(kind: str) -> str:
    return gettext(BOTS[kind][0] if kind in BOTS else kind)


def about(name: str, prefs: Preferences) -> str:
    """What a chair's button means as it stands now; "" of what speaks for itself."""
    if not name.startswith("chair/"):
        return ""
    _, index, part = name.split("/")
    tells = {"kind": _who, "start": _head_start, "mark": _paddle}.get(part)
    return tells(prefs.seats[int(index)]) if tells else ""


def _who(seat: SeatPreference) -> str:
    if not seat.bot:
        return gettext("{name} is a person. Slap to take over a bot's chair.", name=seat.name)
    about = gettext(BOTS.get(seat.bot.partition(":")[0], ("", ""))[1])
    return gettext("{name} is a bot ({kind}). {about}", name=seat.name, kind=bot_name(seat.bot), about=about)


def _head_start(seat: SeatPreference) -> str:
    if not seat.handicap_ms:
        return gettext("{name} has no head start.", name=seat.name)
    return gettext(
        "Small hands get a head start: {name}'s slaps count as {milliseconds} ms earlier.",
        name=seat.name,
        milliseconds=seat.handicap_ms,
    )


def _paddle(seat: SeatPreference) -> str:
    return gettext("{name} slaps the {colour} paddle.", name=seat.name, colour=paddle_name(seat.paddle))
