"""How Hands Down looks, sounds and speaks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from slamomatic.engine.vocabulary import Choice, Event, Json
from slamomatic.face import gallery
from slamomatic.face.chooser import Pick
from slamomatic.face.face import Calls, Face, Means, OnPhone, Page, Telling, Weight
from slamomatic.face.gallery import GalleryPlan, Staged, WithOptions
from slamomatic.face.model import Table, always
from slamomatic.games.hands_down import art, board

EVERYBODY = Telling("call", "HANDS DOWN! Everybody slap!", Weight.CALL, calls=Calls.SEAT)
AGAIN = "Can't tell who was last: it doesn't count. {turn} slaps again, then everybody."
EFFECTS = {
    "deal": Telling("pile"),
    "turn": Telling("turn", "{seat}'s turn"),
    "draw": Telling("card", flies=("drawpile", "@seat")),
    "must-take": Telling(
        says="The drawpile is out: {seat} takes from another player",
        silent="a sentence says it; the cards that are taken are heard",
    ),
    "chosen": Telling(silent="a pair is chosen in secret; the call is what others hear"),
    "pays": Telling("card", weight=Weight.VERDICT, flies=("@seat", "@to")),
    "hands-down": EVERYBODY,
    "clump": Telling("clump", AGAIN, Weight.VERDICT, Means.CLUMP),
    "lost": Telling("loser", "{seat} was last and pays a random card", Weight.VERDICT, Means.LOSER),
    "pair": Telling("pile"),
    "foul": Telling("foul", "", Weight.VERDICT, Means.FOUL),
    "timed-out": Telling("clump", "Somebody never slapped: this Hands Down is off"),
    "pass": Telling(weight=Weight.BELOW, silent="the turn that follows is heard"),
    "joker": Telling("card", "{seat} holds the Joker: 2 points"),
    "returned": Telling("pile", "{seat}'s hand goes back into the drawpile", flies=("@seat", "drawpile")),
}
PAPER = {
    "hands-down": EVERYBODY,
    "clump": EFFECTS["clump"],
    "foul": Telling(
        "foul", "Foul: {seat} only touched. The turn is over, {turn} is next.", Weight.VERDICT, Means.FOUL
    ),
    "timed-out": Telling("clump", "Somebody never slapped: it is off"),
}

TIPS = (
    (
        lambda view: view["to_take"] > 0,
        "The drawpile is out: choose whom to take a card from.",
        "Choose whom to take a card from.",
    ),
    (lambda view: view["open"], "Slap now! The last hand down pays a random card.", "Slap now!"),
    (
        lambda view: not any(view["touch_fitted"]),
        "A pair? Slap your paddle. None? Pass, or fake a slap in the air to fool the others. "
        "Touching by mistake is a foul: say so yourselves, the table can't see it.",
        "A pair? Slap. None? Pass, or fake a slap.",
    ),
    (
        always,
        "A pair? Slap your paddle. None? Pass, or fake a slap without touching to fool the others.",
        "A pair? Slap. None? Pass, or fake a slap.",
    ),
)
PAGES = (
    Page(
        "Collect pairs",
        "Two cards of one number are a pair: one point. The Joker fits nothing, but whoever holds it "
        "at the end gets two points. Most points win.",
        ("7", "7", "10", "10", "J"),
    ),
    Page(
        "Hands Down!",
        "On your turn you draw a card. Holding a pair? Slap your paddle. All others slap as fast as "
        "they can, and the last one pays you a card. More pairs, more slaps, as long as you like.",
        ("3", "3"),
    ),
    Page(
        "Fake it",
        "You may also only twitch. Whoever falls for it and touches a paddle before you pays you a "
        "card. But touch your own without a pair and your turn is over: that is a foul.",
        ("5", "8"),
    ),
    Page(
        "Can't tell?",
        "Hands that come down closer together than the paddles can tell are a clump: nobody pays, the "
        "pair stays hidden, slap again. When the drawpile is out, turns begin with a card from another "
        "player.",
        ("9", "9"),
    ),
)
ENDS = (
    "Your turn ends when you pass, or by a foul.\nThe game ends when all pairs are out.\n"
    "Equal points? The numbers of their pairs are added up."
)


def say(t: Table, effect: Json) -> str:
    what, seat, name = effect["what"], effect.get("seat"), t.name
    if what == "pays" and effect.get("why") == "early":
        return f"{name(seat)} was fooled and pays {name(effect['to'])} a random card"
    if what == "pays" and effect.get("why") == "take":
        return f"{name(effect['to'])} takes a random card from {name(seat)}"
    if what == "pair":
        return f"{name(seat)} plays a pair of {effect['number']}s"
    if what == "foul":
        did = "slapped without a pair" if effect["why"] == "no-pair" else "only touched"
        return f"Foul: {name(seat)} {did}. The turn is over, {name(t.view['turn'])} is next."
    if what == "pass":
        return f"{name(seat)} {'has too few cards and passes' if effect['forced'] else 'passes'}"
    return ""


def means(effect: Json) -> Means | None:
    return Means.FOUL if effect.get("why") == "early" else None


def about(effect: Json) -> int | None:
    """Whoever takes is named first; a call is about everybody."""
    if effect["what"] == "hands-down":
        return None
    seat: int | None = effect["to"] if effect.get("why") == "take" else effect.get("seat")
    return seat


def label(t: Table, choice: Choice) -> str:
    if choice.do == "choose":
        number = choice.data.get("number")
        return f"Mark {number}s, then slap" if number else "Choose a pair"
    if choice.do == "take":
        return "From " + " and ".join(t.name(seat) for seat in choice.data.get("from", []))
    return {"pass": "Pass"}.get(choice.do, choice.do)


def matches(choice: Choice, pick: Pick) -> bool:
    if pick.what == "card":
        return bool(choice.data.get("number") == pick.value)
    return bool(pick.what == "seat" and choice.data.get("from") == [pick.value])


def on_phone(view: Mapping[str, Any]) -> OnPhone:
    chosen = view["chosen"]
    facts = [f"Your pairs: {len(view['pairs'][view['seat']])}"]
    return OnPhone(list(view["hand"]), facts=([f"Chosen pair: {chosen}"] if chosen else []) + facts)


# --- for the gallery --------------------------------------------------------------------------------


def fooled(view: Json, now_us: int) -> list[Event]:
    """Somebody slaps though the turn player has not."""
    return gallery.slaps(view, now_us, now_us)[1:]


def foul(view: Json, now_us: int) -> list[Event]:
    """The turn player plays the pairs and slaps once more."""
    events: list[Event] = []
    for again in range(2):
        downs = gallery.rest(view, now_us + 4_000_000 * again)
        events += [*downs, Event("up", downs[0].seat, downs[-1].t_us)]
    return events[: -2 * gallery.PLAYERS + 1]


def missing(view: Json, now_us: int) -> list[Event]:
    """Two never slap, and a time is set for it: one alone would be the last without it."""
    return gallery.slaps(view, now_us, now_us + 260_000)


GALLERY = GalleryPlan(
    staged_seed=3,  # whose turn it is first holds a pair
    staged=(
        Staged("clump", "turn", gallery.clump),
        Staged("rest", "turn", gallery.rest, 9),
        Staged("fooled", "turn", fooled),
        Staged("foul", "turn", foul),
        Staged("void", "hands-down", gallery.void),
        Staged("nothing-open", "turn", gallery.dispute),
        Staged("timed-out", "turn", missing, 5, {"timeout_ms": 2_000}),
        Staged("left", "turn", gallery.leave),
    ),
    options=(WithOptions("forced-pass", {}, "forced-pass", seed=67),),
    paper=(
        ("begins", ()),
        ("last", ((0, 100), (1, 350), (2, 420), (3, 480))),
        ("clump", ((0, 100), (1, 350), (2, 480), (3, 483))),
        ("fooled", ((2, 100),)),
        ("foul", gallery.TOUCH),
        ("empty", "empty"),
        ("next", "pass"),
        ("open", ((0, 100),)),
    ),
)

FACE = Face(
    title="Hands Down",
    samples=("7", "7"),
    minutes={3: 1.8, 4: 3.5},
    first_words="When somebody slaps, {slap}, fast: the last one pays a card.",
    pages=PAGES,
    ends=ENDS,
    tips=TIPS,
    label=label,
    say=say,
    effects=EFFECTS,
    paper=PAPER,
    means=means,
    about=about,
    hidden=((always, "your hand"),),
    open_words=("pass", "take"),
    first_choice="choose",  # with a pair in hand a hasty key must not pass
    whom=("take",),
    matches=matches,
    fakes=True,
    deck=art,
    draw=board.draw,
    seat=board.seat,
    status=board.status,
    seats_share=0.42,
    heap=True,
    on_phone=on_phone,
    # A Hands Down is over while its last hand is still on its way, a child's by up to a second: paddles that
    # counted again by then would make it pay a second card, for being fooled. Real cards are no faster.
    rearm_ms=1500,
    for_television=True,
    gallery=GALLERY,
)
