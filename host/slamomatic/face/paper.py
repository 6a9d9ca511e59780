"""Paper mode: the cards are in the hands, the screen shows the slaps only: big, for a television."""

from __future__ import annotations

from slamomatic.engine.vocabulary import Choice, Json
from slamomatic.face import photo, toy
from slamomatic.face.chooser import Pick
from slamomatic.face.model import Hidden, Table, always
from slamomatic.kit.easel import SMALL, Easel
from slamomatic.kit.geometry import Box
from slamomatic.kit.palette import MIST

DECK = "hands-down"
SEATS_SHARE = 0.4
PADDLE_SHARE = 0.55
HIDDEN: tuple[Hidden, ...] = ()
OPEN_WORDS = ("call", "pass", "empty")
TIPS = (
    (
        always,
        "Real cards, real hands: the screen says who slapped when. Out of cards? Say so here.",
        "",
    ),
)

SAYS = {
    "turn": "{seat}'s turn",
    "hands-down": "HANDS DOWN! Everybody slap!",
    "lost": "{seat} was last",
    "clump": "Can't tell who was last: it doesn't count",
    "foul": "Foul: {seat} only touched. The turn is over, {turn} is next.",
    "early": "{seat} was too early and gives a card to {turn}",
    "timed-out": "Somebody never slapped: it is off",
    "call": "{seat} calls!",
}


def say(t: Table, effect: Json) -> str:
    what = effect["what"]
    if what == "clump" and t.game == "hands-down":
        turn = t.name(t.view["turn"])
        return f"Can't tell who was last: it doesn't count. {turn} slaps again, then everybody."
    if what == "empty":
        return f"{t.name(effect['seat'])} {'has no cards' if effect['on'] else 'has cards again'}"
    if what in ("first", "faked-out"):
        names = " and ".join(t.name(seat) for seat in effect["seats"])
        many = len(effect["seats"]) > 1
        if what == "faked-out":
            return f"{names} {'were' if many else 'was'} faked out"
        return f"{names}: can't tell who was first" if many else f"{names} was first"
    return SAYS.get(what, "").format(seat=t.name(effect.get("seat")), turn=t.name(t.view["turn"]))


def label(t: Table, choice: Choice) -> str:
    if choice.do == "empty":
        return f"{t.name(choice.seat)}: {'out of cards' if choice.data.get('on') else 'cards again'}"
    return {"pass": "Next player", "call": "Call!"}.get(choice.do, choice.do)


def matches(choice: Choice, pick: Pick) -> bool:
    return pick.what == "seat" and choice.do == "empty" and choice.seat == pick.value


def draw(e: Easel, t: Table, area: Box) -> None:
    left, right = area.columns([38, 62], e.frame.px(14))
    toy.draw(e, t, left)
    photo.panel(e, t, right)


def seat(e: Easel, t: Table, seat: int, box: Box) -> None:
    if t.view["without"][seat]:
        words = "left the game" if t.view["gone"][seat] else "no cards"
        e.text(f"seat/{seat}/without", words, box, SMALL, MIST)
    e.target(box, Pick("seat", seat))


def status(t: Table, seat: int) -> tuple[str, bool]:
    return ("turn", True) if t.view["turn"] == seat else ("", False)
