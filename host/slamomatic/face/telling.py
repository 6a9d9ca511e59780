"""The tellings of a face: of each effect, of calls and losers, and of refused choices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from slamomatic.engine.photo import Photographer
from slamomatic.engine.vocabulary import Json, Refused
from slamomatic.face.face import Calls, Face, Means, Says, Telling, Weight
from slamomatic.words import N_, Sentence, gettext, listed, ngettext

if TYPE_CHECKING:
    from slamomatic.face.model import Table

# A void is only told if a slap was open: without one, players are told of its reason, such as a lost unit.
OFF = {True: N_("That slap is off: nobody pays")}


def shout_off(t: Table, void: Json) -> str:
    """Return the shout of a void; "": no slap was open."""
    return gettext("THAT SLAP IS OFF!") if void["open"] else ""


def say_winners(t: Table, winners: Sequence[int]) -> str:
    """Say who has won: several players share a tie, and an abandoned game has no winner."""
    if not winners:
        return gettext("nobody wins")
    names = listed([t.name(seat) for seat in winners])
    return ngettext("{names} wins", "{names} win", len(winners), names=names)


def say_over(t: Table, effect: Json) -> str:
    """Say that the game is over; if its time is up, in the same sentence."""
    says = N_("Time is up: {won}") if "time-up" in t.last else N_("The game is over: {won}")
    return gettext(says, won=say_winners(t, effect["winners"]))


# The name of a card by its colour. Players are called by colours too: "Blue plays a blue 2" tells them apart.
NUMBERED = {
    "red": N_("red {number}"),
    "orange": N_("orange {number}"),
    "yellow": N_("yellow {number}"),
    "green": N_("green {number}"),
    "blue": N_("blue {number}"),
    "purple": N_("purple {number}"),
    "white": N_("white {number}"),
}


def numbered(colour: str, number: str) -> Sentence:
    """Return the name of a card, such as "red 5", to be translated where it is shown."""
    return Sentence(NUMBERED[colour], number=number)


# The effects of every game.
COMMON: Mapping[str, Telling] = {
    "live": Telling("live"),
    "dark": Telling("dark"),
    "slap": Telling("slap"),
    "touch": Telling("tick"),
    "feint": Telling("whoosh"),
    "fault": Telling("fault"),
    "void": Telling("clump", OFF, Weight.VERDICT, by="open", shout=shout_off),
    "over": Telling("over", say_over, Weight.VERDICT),
    "left": Telling(
        says=N_("{seat} left the game"),
        weight=Weight.VERDICT,
        silent="the player who leaves has just said so in the menu",
    ),
    "unit": Telling(weight=Weight.VERDICT, silent="the table sounds by itself when a unit comes or goes"),
    "lift": Telling(silent="the slap was heard; a hand that comes up makes no noise of its own"),
    "release": Telling(silent="the touch was heard"),
    "late": Telling(silent="the players can do nothing about it; the slap itself is heard"),
    "source": Telling(silent="a paddle was exchanged: the table says so in words"),
    "accuracy": Telling(silent="about clocks, not about the game"),
    "named": Telling(
        says=N_("{seat}: lift your hand and keep it still. Play goes on."),
        silent="a sentence says it, and nobody has to hurry",
    ),
    "curtain": Telling(silent="the one who looks at a hand holds the key that does it"),
}
HEARD = Telling("card")  # an effect that nobody has described


def telling_of(face: Face, what: str) -> Telling:
    """Return how this effect is told: by the game, else as in every game, else with the sound of a card."""
    return face.effects.get(what) or COMMON.get(what, HEARD)


def says_of(face: Face, what: str, spoken: bool = False) -> Says:
    """Return what is said of this effect: on the screen, or (`spoken`) to ears that do not see it."""
    return (face.speaks.get(what) if spoken else None) or telling_of(face, what).says


def card_words(face: Face, card: str | None) -> str:
    """Return a card's name in the player's language; None is a place without a card."""
    if card is None:
        return gettext("no card")
    return gettext("face down") if card in ("?", "back") else face.card_name(card)


def mark_of(telling: Telling, effect: Json) -> Means:
    """Return the mark that this effect leaves on a paddle."""
    return telling.means(effect) if callable(telling.means) else telling.means


def calls_of(face: Face) -> dict[str, bool]:
    """Return the effects that call for a slap, and whether their own seat made the call, by its slap."""
    return {what: told.calls is Calls.SEAT for what, told in face.effects.items() if told.calls}


def photographer_for(face: Face) -> Photographer:
    """Return a photographer who knows this game's calls, and the effects that tell of a mistake."""
    return Photographer(
        calls_of(face), lambda effect: mark_of(telling_of(face, effect["what"]), effect) is Means.FOUL
    )


def names_a_loser(face: Face) -> bool:
    """Whether the last hand of a slap loses in this game; else the first one wins."""
    return any(callable(told.means) or told.means is Means.LOSER for told in face.effects.values())


def refusal(face: Face, refused: Refused, names: Sequence[str]) -> Sentence:
    """Say a refusal as people do: by the names of players, cards and places."""
    fields = {name: face.spelled(name, value) for name, value in refused.fields.items()}
    if isinstance(seat := fields.get("seat"), int):
        fields["seat"] = names[seat]
    return Sentence(refused.sentence, **fields)
