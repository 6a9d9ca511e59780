"""Paper mode: people hold real cards, and the screen shows only the slaps, large, for a television."""

from dataclasses import replace

from slamomatic.engine.vocabulary import Choice, Json
from slamomatic.face import parts, photo
from slamomatic.face.chooser import Pick
from slamomatic.face.face import Face, Means, Telling, Tip, Weight, always
from slamomatic.face.model import Table
from slamomatic.kit.easel import SMALL, Box, Easel
from slamomatic.kit.palette import MIST
from slamomatic.words import N_, gettext, listed, ngettext


def say_first(t: Table, effect: Json) -> str:
    """Return the sentence about who was first, or that several were too close to call."""
    names = listed([t.name(seat) for seat in effect["seats"]])
    if len(effect["seats"]) > 1:
        return gettext("{names}: too close to call who was first", names=names)
    return gettext("{seat} was first", seat=names)


def say_faked_out(t: Table, effect: Json) -> str:
    """Return the sentence about all who slapped without a call."""
    names = listed([t.name(seat) for seat in effect["seats"]])
    return ngettext("{names} was faked out", "{names} were faked out", len(effect["seats"]), names=names)


EMPTY = {True: N_("{seat} has no cards"), False: N_("{seat} has cards again")}
EFFECTS = {
    "turn": Telling("turn", N_("{seat}'s turn")),
    "empty": Telling(says=EMPTY, by="on", silent="a sentence says it; the card that was given is heard"),
    "early": Telling(
        "foul", N_("{seat} was too early and gives a card to {turn}"), Weight.VERDICT, Means.FOUL
    ),
    "call": Telling("call", N_("{seat} calls!")),
    "first": Telling(
        "pile",
        say_first,
        Weight.VERDICT,
        lambda effect: Means.CLUMP if len(effect["seats"]) > 1 else Means.NOTHING,
    ),
    "order": Telling(silent="the hands themselves were heard, one by one"),
    "faked-out": Telling("fooled", say_faked_out, weight=Weight.VERDICT),
    "lost": Telling("loser", N_("{seat} was last"), Weight.VERDICT, Means.LOSER),
    "clump": Telling("clump", N_("Too close to call: nobody loses"), Weight.VERDICT, Means.CLUMP),
}
TIPS = (Tip(always, "Real cards, real hands: the screen says who slapped when. Out of cards? Say so here."),)
# Fields of a face that are about cards on the screen. With real cards they keep their defaults.
OF_CARDS = (
    *("memory", "hidden", "asides", "worth", "fakes", "walked_by_place", "out", "on_phone", "on_table"),
    *("seats_share", "board_column", "own_seat_width", "spotted"),
)


def with_real_cards(face: Face) -> Face:
    """Return the face of the same game for a table with real cards."""
    blank = Face(title="")
    return replace(
        face,
        **{name: getattr(blank, name) for name in OF_CARDS},
        tips=TIPS,
        label=label,
        effects={**EFFECTS, **face.paper},
        open_words=("call", "pass", "empty"),
        matches=matches,
        draw=draw,
        seat=seat,
        status=status,
        paddle_share=0.55,
        heap=True,
    )


def label(t: Table, choice: Choice) -> str:
    """Return the words on a choice's button."""
    if choice.do == "empty":
        return gettext(
            "{seat}: out of cards" if choice.data.get("on") else "{seat}: cards again",
            seat=t.name(choice.seat),
        )
    if choice.do == "pass":
        return gettext("Next player")
    return gettext("Call!") if choice.do == "call" else choice.do


def matches(choice: Choice, pick: Pick) -> bool:
    """Whether this choice says if the player whom somebody picked has cards."""
    return pick.what == "seat" and choice.do == "empty" and choice.seat == pick.value


def draw(e: Easel, t: Table, area: Box) -> None:
    """Draw the toy with the hands on it, and the photo finish."""
    left, right = area.columns([38, 62], e.frame.px(14))
    parts.toy(e, t, left)
    photo.panel(e, t, right)


def seat(e: Easel, t: Table, seat: int, box: Box) -> None:
    """Draw a note for a player without cards; the whole box can be picked, to say so."""
    if t.view["without"][seat]:
        words = gettext("left the game" if t.view["gone"][seat] else "no cards")
        e.text(f"seat/{seat}/without", words, box, SMALL, MIST)
    e.target(box, Pick("seat", seat))


def status(t: Table, seat: int) -> tuple[str, bool]:
    """Return a player's last line, and whether it is lit: for the player on turn."""
    return (gettext("turn"), True) if t.view["turn"] == seat else ("", False)
