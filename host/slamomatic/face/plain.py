"""The face of a game that brings none: cards as words, counts, and what its rules say of each effect.

A game that brings a face of a few lines gets the rest of it here too.
"""

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

from slamomatic.engine import Game, Setup
from slamomatic.engine.vocabulary import Choice, Json
from slamomatic.face import parts, photo
from slamomatic.face.cards import lay_card
from slamomatic.face.chooser import Pick
from slamomatic.face.face import Face, OnPhone, Page, Row, always
from slamomatic.face.model import Table
from slamomatic.face.telling import COMMON, HEARD
from slamomatic.kit.easel import SMALL, Box, Easel
from slamomatic.kit.palette import CHALK
from slamomatic.words import N_, gettext

HAND = "hand"  # the field of a view with the cards that only its seat sees
IN_EVERY_VIEW = (
    *(
        "game",
        "options",
        "seat",
        "due_us",
        "turn",
        "asked",
        "live",
        "down",
        "named",
        "faulty",
        "touch_fitted",
        "gone",
    ),
    *("scores", "over", "winners", HAND),
)
MOST_ROWS = 3


def title_made_from(name: str) -> str:
    """Return a title made from a game's name: "Count Down" from "count-down" or "my_module:count-down"."""
    return name.rpartition(":")[2].replace("-", " ").title()


def complete_face(face: Face, kind: type[Game]) -> Face:
    """Return this face with the parts that it leaves out taken from the plain one."""
    plain, blank = face_made_for(kind), Face(title="")
    names = [part.name for part in fields(Face)]
    # A field that still has its default, the very object that a blank face has, was left out.
    given = {name: getattr(face, name) for name in names if getattr(face, name) is not getattr(blank, name)}
    return replace(plain, **{**given, "effects": {**plain.effects, **face.effects}})


def face_made_for(kind: type[Game]) -> Face:
    """Return the plain face, made from the game's own tables."""

    def say(t: Table, effect: Json) -> str:
        """Return an effect's sentence: who, what its table says, and its public fields."""
        its_type = kind.EFFECTS[effect["what"]]
        told = [effect[word] for word in its_type.public if effect.get(word) is not None]
        who = [t.name(effect["seat"])] if "seat" in effect else []
        return ": ".join([*who, ", ".join([gettext(its_type.says), *map(_spoken, told)])])

    title = title_made_from(kind.NAME)
    dealt = kind(Setup(kind.SEATS[0]))
    hides = {**dealt.view(0), "seat": None} != dealt.view(None)
    doings = [f"{gettext(word.capitalize())}: {gettext(event.does)}." for word, event in kind.EVENTS.items()]
    return Face(
        title=title,
        pages=(Page(title, "\n".join([gettext("This game explains itself while you play."), *doings])),),
        label=label,
        effects={what: replace(COMMON.get(what, HEARD), says=say) for what in kind.EFFECTS},
        hidden=((always, N_("your cards")),) if hides else (),
        open_words=() if hides else tuple(kind.EVENTS),
        matches=matches,
        draw=draw,
        seat=seat,
        status=status,
        on_phone=on_phone,
        on_table=on_table,
    )


def label(t: Table, choice: Choice) -> str:
    """Return the words on a choice's button: its word and its values."""
    return " ".join([choice.do.capitalize(), *map(_spoken, choice.data.values())])


def _spoken(value: Any) -> str:
    """Return a field's value as words; a list's values with commas."""
    return ", ".join(map(_spoken, value)) if isinstance(value, list) else str(value)


def matches(choice: Choice, pick: Pick) -> bool:
    """Whether this choice has the card that a player picked among its values."""
    return pick.what == "card" and pick.value in choice.data.values()


def draw(e: Easel, t: Table, area: Box) -> None:
    """Draw every pile and number of the view beside the photo finish, and the player's own hand below."""
    gap = e.frame.px(14)
    hand: list[str] = t.view.get(HAND, [])
    if _is_cards(hand):
        area, own = area.rows([58, 42], gap)
        room = parts.own_hand(e, own)
        lit = t.chosen.data.values() if t.chosen is not None else ()
        for index, (card, place) in enumerate(zip(hand, parts.fan_places(e, len(hand), room), strict=True)):
            lay_card(e, f"own/{index}", t.game, card, place, lit=card in lit)
            e.target(place, Pick("card", card))
    left, right = area.columns([56, 44], gap)
    e.panel("facts", left, alpha=120)
    piles = _piles(t.view)
    facts = [f"{_words(word)}: {value}" for word, value in _own_fields(t.view) if _is_fact(word, value)]
    room = left.inset(e.frame.px(16), e.frame.px(8))
    rows = room.rows([1] * (len(piles) + 1), gap)
    for (word, cards), place in zip(piles.items(), rows, strict=False):
        words = f"{_words(word)}: {len(cards)}"
        parts.row_of_cards(e, f"pile/{word}", t.game, list(map(str, cards[-MOST_ROWS * 2 :])), place, words)
    e.text("facts/words", "\n".join(facts[:MOST_ROWS]), rows[-1], SMALL, CHALK)
    photo.panel(e, t, right)


def _words(word: str) -> str:
    return word.replace("_", " ")


def _is_cards(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(card, str) for card in value)


def _is_fact(word: str, value: object) -> bool:
    plain = isinstance(value, int | str) and not isinstance(value, bool)
    return plain and value != "" and not word.endswith("_us")


def _own_fields(view: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Return the fields of a view that only this game has."""
    return [(word, value) for word, value in view.items() if word not in IN_EVERY_VIEW]


def _piles(view: Mapping[str, Any]) -> dict[str, list[str]]:
    return {word: value for word, value in _own_fields(view) if _is_cards(value)}


def seat(e: Easel, t: Table, seat: int, box: Box) -> None:
    """Draw this seat's entry in every list of the view that has one for each seat."""
    lists = [
        (word, value)
        for word, value in _own_fields(t.view)
        if isinstance(value, list) and not _is_cards(value)
    ]
    mine = [(word, _short(value[seat])) for word, value in lists if len(value) == len(t.seats)]
    lines = [f"{_words(word)}: {shown}" for word, shown in mine if shown]
    e.text(f"seat/{seat}/facts", "\n".join(lines[:MOST_ROWS]), box, SMALL, CHALK)


def _short(value: object) -> str:
    """Return a value in few words: a few cards by name, more as their number; "" for an empty one."""
    if isinstance(value, list):
        return _spoken(value) if len(value) <= MOST_ROWS and _is_cards(value) else str(len(value) or "")
    return "" if value is None or value == "" else str(value)


def status(t: Table, seat: int) -> tuple[str, bool]:
    """Return a player's last line, the points. It is never lit (False)."""
    return parts.points(t.view["scores"][seat]), False


def on_phone(view: Mapping[str, Any]) -> OnPhone:
    """Return what a player's phone shows: the hand, if the view has one."""
    hand: Sequence[str] = view[HAND] if _is_cards(view.get(HAND)) else ()
    return OnPhone(list(hand))


def on_table(view: Mapping[str, Any]) -> list[Row]:
    """Return the top cards of every pile that all can see."""
    return [Row(_words(word), list(cards[-MOST_ROWS * 2 :])) for word, cards in _piles(view).items()]
