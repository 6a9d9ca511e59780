"""The line of words on the start screen: trouble, help for a button, or advice. And the names of lengths."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from slamomatic.engine.bots import CHARACTERS
from slamomatic.face.faces import face_of, short_title
from slamomatic.face.lengths import LONG, NORMAL, SHORT, length_of
from slamomatic.kit import key_places
from slamomatic.kit.easel import Easel
from slamomatic.paddles import paddle_name
from slamomatic.preferences import CUP, Preferences, SeatPreference
from slamomatic.table.cup import games_of_cup, minutes_of_cup
from slamomatic.table.seats import Seat, paddle_of
from slamomatic.units.base import Link
from slamomatic.words import N_, gettext, listed, number

if TYPE_CHECKING:
    from slamomatic.screen.scenes.start import StartScene

LONGEST_NAME = 10

# The lengths of the next game; a cup is three short games.
LENGTHS = {
    SHORT: N_("Short game"),
    NORMAL: N_("Normal game"),
    LONG: N_("Long game"),
    CUP: N_("Cup: 3 games"),
}

# Name and temperament of each kind of bot, in the order in which a chair offers them: families' first.
BOTS = {
    "easy": (N_("easy"), N_("Slow and easy to fool.")),
    "careful": (N_("careful"), N_("As quick as an adult.")),
    "to-win": (N_("to win"), N_("Quick, and remembers the cards.")),
    "strong": (N_("strong"), N_("Thinks ahead before it moves.")),
    "random": (N_("random"), N_("Plays any card.")),
    "adaptive": (N_("adaptive"), N_("Gets better as you do.")),
    **{kind: (character.name, character.temperament) for kind, character in CHARACTERS.items()},
}
RING = ("", *BOTS)  # a chair offers these in turn; "" is a person

# What Enter does on each button, by the last word of the button's name.
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


def length_chosen(prefs: Preferences) -> str:
    """Return the length that is set, or the normal one if the game has not got that length."""
    return CUP if prefs.length == CUP else length_of(prefs.game, prefs.length)


def length_of_one(prefs: Preferences, game: str, of_cup: bool | None = None) -> str:
    """Return the length of one game; the games of a cup are short.

    `of_cup`: whether this game is part of a cup; None: if a cup is set.
    """
    if of_cup is False and prefs.length == CUP:
        return length_of(game, NORMAL)
    return length_of(game, SHORT if of_cup or prefs.length == CUP else prefs.length)


def about_cup(prefs: Preferences) -> str:
    """Say which games the cup has, and how long it takes."""
    games = games_of_cup(prefs.game, prefs.players)
    return gettext(
        "Cup: {games}, about {minutes} min. A point for everybody you beat.",
        games=listed([short_title(game) for game in games]),
        minutes=minutes_of_cup(games, prefs.players),
    )


def bot_name(kind: str) -> str:
    """Return the players' name for this kind of bot; `kind` may have a level too, such as "hare:easy"."""
    who, _, level = kind.partition(":")
    return (
        gettext("{bot} ({level})", bot=_short_name(who), level=_short_name(level))
        if level
        else _short_name(who)
    )


def _short_name(kind: str) -> str:
    return gettext(BOTS[kind][0] if kind in BOTS else kind)


def about(name: str, prefs: Preferences) -> str:
    """Explain the target of this name: a game, or a chair's button. "" if the button speaks for itself."""
    if name.startswith("game/"):
        says = face_of(name.removeprefix("game/")).about
        return gettext(says) if says else ""
    if not name.startswith("chair/"):
        return ""
    _, index, part = name.split("/")
    explain = {"kind": _about_player, "start": _about_head_start, "mark": _about_paddle}.get(part)
    return explain(prefs.seats[int(index)]) if explain else ""


def _about_player(seat: SeatPreference) -> str:
    if not seat.bot:
        return gettext("{name} is a person. Slap to take over a bot's chair.", name=seat.name)
    about = gettext(BOTS.get(seat.bot.partition(":")[0], ("", ""))[1])
    return gettext("{name} is a bot ({kind}). {about}", name=seat.name, kind=bot_name(seat.bot), about=about)


def _about_head_start(seat: SeatPreference) -> str:
    if seat.adjusts:
        return gettext(
            "{name}'s head start adjusts itself after each game: slow hands catch up.", name=seat.name
        )
    if not seat.handicap_ms:
        return gettext("{name} has no head start.", name=seat.name)
    return gettext(
        "Small hands get a head start: {name}'s slaps count as {seconds} s earlier.",
        name=seat.name,
        seconds=number(seat.handicap_ms / 1000, 2),
    )


def _about_paddle(seat: SeatPreference) -> str:
    return gettext("{name} slaps the {colour} paddle.", name=seat.name, colour=paddle_name(seat.paddle))


WITH_PHONES = N_("Your cards on your phone: scan the code, or type {address} into its browser (same Wi-Fi).")


@dataclass(slots=True)
class KeyboardCheck:
    """The check how many keys this keyboard sees at once: people who share one should know before a game."""

    held: set[int] = field(default_factory=set)  # the keys that are down now, by their paddle's colour
    most: set[int] = field(default_factory=set)  # the largest set that was down at once

    def press(self, colour: int) -> None:
        self.held.add(colour)
        if len(self.held) >= len(self.most):
            self.most = set(self.held)

    def release(self, colour: int) -> None:
        self.held.discard(colour)

    def words(self, people_on_keys: Sequence[int], paddles_too: bool) -> str:
        """Return one sentence for the start scene; "" if there is nothing to say.

        `people_on_keys`: the colours of the people who slap with keys. `paddles_too`: others slap paddles.
        """
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
    """Return the words of the line; unless something is urgent, they also say what Enter does now.

    They explain the button at the cursor, or else the one that was clicked last.
    """
    prefs = scene.stage.prefs
    at_cursor = e.targets[scene.cursor].name if scene.cursor else ""  # "": on PLAY
    explained = about(at_cursor or scene.clicked, prefs)
    enter_does = ENTER_DOES.get(at_cursor.rpartition("/")[2], CHOOSE_GAME) if at_cursor else PLAY
    enter = gettext(enter_does, key=scene.key_name("confirm"))
    if urgent := scene.beginning.not_yet() or scene.trouble:
        return urgent
    if scene.naming is not None:
        return naming(scene)
    if prefs.length == CUP and not scene.paper and "length" in (at_cursor, scene.clicked):
        explained = about_cup(prefs)
    if at_cursor or explained:
        return f"{explained} {enter}".strip()
    people_on_keys = [] if scene.stage.phones is not None else _people_on_keys(scene)
    unit = scene.stage.unit
    connected = (state.link is Link.CONNECTED for state in unit.states())
    paddles_too = any(on and not one.is_keyboard for one, on in zip(unit.units, connected, strict=True))
    return scene.check.words(people_on_keys, paddles_too) or _advice(scene, enter)


def naming(scene: StartScene) -> str:
    """Say how to type a name, and which key ends it: always Return, whatever keys are set."""
    says = N_("Type a name, then press {key}.")
    if scene.naming is not None and len(scene.stage.prefs.seats[scene.naming].name) >= LONGEST_NAME:
        says = N_("A name has ten letters at most. Press {key}.")
    return gettext(says, key=key_places.label("return"))


def _advice(scene: StartScene, enter: str) -> str:
    """Say the most useful thing to do next, while nothing else is to be said. `enter`: what Enter does."""
    stage = scene.stage
    if stage.phones is not None and not scene.paper:
        return gettext(WITH_PHONES, address=stage.phones.address)
    if not any(state.link is Link.CONNECTED for state in stage.unit.states()):
        return gettext("No paddles connected. Choose the keyboard under Paddles.")
    if scene.paper:
        how = gettext("Real cards: people only. Deal your own cards. The screen judges the slaps.")
        return f"{how} {enter}"
    if stage.prefs.length == CUP:
        return f"{about_cup(stage.prefs)} {enter}"
    people = sum(not seat.bot for seat in scene.seats)
    if face_of(stage.prefs.game).for_television and people > 2:
        return gettext("At a TV? Play with real cards: the screen judges the slaps.")
    unnamed = [seat.name for seat in scene.seats if not seat.bot and not seat.named]
    if unnamed and stage.prefs.explained:  # after a first game: names tell players apart in the history
        return f"{gettext('Who is {name}? Click on that name and type your own.', name=unnamed[0])} {enter}"
    return f"{gettext('Slap your paddle (or press your key) to sit down and try it.')} {enter}"


def _people_on_keys(scene: StartScene) -> list[int]:
    """Return the colours of the chairs that slap with a key of the keyboard."""
    unit = scene.stage.unit
    paddles = [(seat.paddle, paddle_of(unit, Seat(seat.name, seat.paddle, seat.bot))) for seat in scene.seats]
    return [
        colour
        for colour, paddle in paddles
        if paddle >= 0 and unit.units[unit.place(paddle).unit].is_keyboard
    ]
