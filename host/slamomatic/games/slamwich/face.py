"""How Slamwich looks, sounds and speaks."""

from collections.abc import Mapping
from typing import Any

from slamomatic.engine.vocabulary import Choice, Json
from slamomatic.face.bot_faces import Feeling
from slamomatic.face.face import Calls, Face, Means, OnPhone, Page, Plural, Row, Telling, Tip, Weight, always
from slamomatic.face.model import Table
from slamomatic.games.slamwich import art, board
from slamomatic.games.slamwich.cards import THIEF_CARD
from slamomatic.kit.bed import MAJOR, Bed
from slamomatic.words import N_, capital, gettext, listed, ngettext

TITLE = "Slamwich"
SHOWN = 4  # cards of the pile that phones show
LATE_US = 1_000_000  # so soon after a pile was won, a slap was meant for that pile


def too_late(t: Table, slap: Json) -> str:
    """Return a sentence about all hands that came for a pile that was won already; "": this slap did not."""
    won = t.last.get("won")
    if slap["live"] or won is None or t.photo is None or slap["t_us"] - won["t_us"] > LATE_US:
        return ""
    seats = [h.seat for h in t.photo.hits if not h.live and h.t_us >= won["t_us"] and h.seat != won["seat"]]
    late = [t.name(seat) for seat in seats if not t.view["out"][seat]]
    if not late:
        return ""
    return ngettext("{names} came too late", "{names} came too late", len(late), names=listed(late))


def last_minute(t: Table, effect: Json) -> str:
    """Return the sentence of the last minute: who would win if the time were up now."""
    counts = t.view["counts"]
    ahead = [seat for seat, count in enumerate(counts) if count == max(counts)]
    if len(ahead) > 1:
        return gettext("The last minute! {names} are level.", names=listed([t.name(seat) for seat in ahead]))
    return ngettext(
        "The last minute! {seat} leads with {n} card.",
        "The last minute! {seat} leads with {n} cards.",
        counts[ahead[0]],
        seat=t.name(ahead[0]),
    )


WON = {
    "slap": Plural("{seat} slapped first and wins {n} card", "{seat} slapped first and wins {n} cards"),
    "call": Plural(
        "{seat} stopped the thief and wins {n} card", "{seat} stopped the thief and wins {n} cards"
    ),
    "munch": Plural("{seat} munches the pile: {n} card", "{seat} munches the pile: {n} cards"),
    "last": Plural(
        "{seat} was the last to flip and wins {n} card", "{seat} was the last to flip and wins {n} cards"
    ),
}
SLIP = {True: N_("Slip slap: {seat} pays a card"), False: N_("Slip slap: {seat} has no card to pay")}
AGAIN = N_("{names}: too close to call, slap again!")
CLOSE = N_("TOO CLOSE TO CALL!")
EFFECTS = {
    "dealt": Telling("shuffle"),
    "left-over": Telling("card"),
    "flipped": Telling("flip", calls=Calls.SCREEN),
    "muncher": Telling("crunch", N_("{seat} wants to munch the pile!"), Weight.VERDICT),
    "slip": Telling(
        "foul",
        SLIP,
        Weight.VERDICT,
        Means.FOUL,
        by="card",
        flies=("@seat", "pile"),
        shout=N_("SLIP SLAP, {seat}!"),
        mood=Feeling.WINCE,
    ),
    "slap": Telling("slap", too_late, Weight.BELOW),
    "clump": Telling("clump", AGAIN, Weight.VERDICT, means=Means.CLUMP, shout=CLOSE),
    "again": Telling("again", N_("Slap again now!")),
    "open": Telling("again", N_("Nobody slapped again: the pile is open to all")),
    "thief": Telling(
        "sneaky", N_("A thief! {seat}, slap again! Too slow? The first to shout wins the pile."), Weight.CALL
    ),
    "called": Telling("alarm", N_("{seat}: stop thief!"), Weight.CALL),
    "uncalled": Telling("out", N_("Nobody stopped the thief: the pile stays"), Weight.VERDICT),
    "won": Telling(
        "win",
        WON,
        Weight.VERDICT,
        by="how",
        flies=("pile", "@seat"),
        shout=board.shout,
        shows=board.cards_shown,
        lingers=True,
        mood=Feeling.GLOAT,
    ),
    "out": Telling(
        "out", N_("{seat} is out of cards and out of the game"), Weight.VERDICT, mood=Feeling.WINCE
    ),
    "last-minute": Telling("hurry", last_minute, Weight.VERDICT, about="nobody"),
    "time-up": Telling(says=N_("Time is up: most cards win"), silent="the end of the game is heard with it"),
}
TIPS = (
    Tip(
        lambda view: not view["flipped_us"] and view["pile"],
        "These cards were left over: they begin the pile. Wait for the first card to fall.",
    ),
    Tip(
        lambda view: view["first"] is not None and view["first"] == view["seat"],
        "You slapped the thief. Slap again to shout! Too slow? Then anybody may shout.",
        "You slapped the thief. Slap again!",
    ),
    # To all others nothing is explained: the call that stands there names who is meant.
    Tip(lambda view: view["first"] is not None, ""),
    Tip(
        lambda view: view["muncher"] is not None,
        "A muncher! It eats the pile unless a good card comes and is slapped.",
    ),
    Tip(
        always,
        "Slap for two of the same, two of the same around another card, or a thief (slap it twice).",
    ),
)
PAGES = (
    Page(
        "Win every card",
        "Cards fall onto the pile one after the other, everybody's top card in turn. Slap first when "
        "you see one of the three things on the next pages, and the whole pile is yours.",
        ("back", "egg", "tomato"),
        shows="won",
    ),
    Page("Double decker", "Two of the same on top of each other: slap!", ("bacon", "bacon")),
    Page(
        TITLE,
        "Two of the same with one different card between them: slap!",
        ("lettuce", "cheese", "lettuce"),
    ),
    Page(
        "Stop thief!",
        "A thief: slap, then slap again or press {call}. That second slap is the shout. Slapped "
        "first but did not shout? Then the first to shout takes the pile.",
        ("thief",),
        shows="thief",
    ),
    Page(
        "Munchers",
        "A muncher eats the pile, unless the next player stops it: with as many cards as its number "
        "says, throw a double decker, a slamwich, a thief or another muncher.",
        ("m1", "m2", "m3"),
        shows="muncher",
    ),
    Page(
        "Slip slap",
        "Slapped at nothing? One card of yours goes under the pile. Out of cards, you are out of the "
        "game, unless a good slap comes in time.",
        ("onion", "pickle"),
        shows="slip",
    ),
)


def label(t: Table, choice: Choice) -> str:
    """Return the words on a choice's button; on the shared screen a call says whose it is."""
    if choice.do == "call":
        shout = gettext("Stop thief!")
        return shout if t.eyes is not None else f"{shout} ({t.name(choice.seat)})"
    return choice.do


def on_phone(view: Mapping[str, Any]) -> OnPhone:
    """Return what a player's phone shows: only how many cards the stack has, as it lies face down."""
    return OnPhone(facts=[gettext("Your cards: {n}", n=view["counts"][view["seat"]])])


def on_table(view: Mapping[str, Any]) -> list[Row]:
    """Return the one row of open cards: the last ones of the pile."""
    pile = view["pile"]
    words = ngettext("The pile: {n} card", "The pile: {n} cards", len(pile))
    return [Row(words, list(pile[-SHOWN:]))]


def card_name(card: str) -> str:
    """Return a card's name in the player's language."""
    if card in art.FILLINGS:
        return gettext(art.FILLINGS[card][0])
    return gettext("thief") if card == THIEF_CARD else gettext("muncher {number}", number=card[1])


FACE = Face(
    title=TITLE,
    card_name=card_name,
    speaks={"flipped": lambda t, effect: capital(card_name(effect["card"]))},
    awards=((N_("Biggest appetite"), "won"), (N_("Slip slapper"), "slip")),
    cloth=(104, 62, 22),
    memory=board.FallenCards,
    bed=Bed(126, 247.0, MAJOR, (0, 0, 5, 0, 7, 5, 0, 7), 0.16, 5),
    samples=("bacon", "tomato"),
    lengths={"short": {"minutes": 5}},
    counts="card",
    about=N_("Two of the same on the pile? Slap first, and the pile is yours."),
    first_words=N_(
        "Two of the same on top of each other, or around one other card: {slap} first, and the pile is yours."
    ),
    pages=PAGES,
    ends=N_(
        "The table turns everybody's cards.\nThe game ends when one player is left, or when the "
        "time is up: then the most cards win."
    ),
    tips=TIPS,
    label=label,
    effects=EFFECTS,
    open_words=("call",),
    deck=art,
    draw=board.draw,
    seat=board.seat,
    status=board.status,
    seats_share=0.36,
    spotted=True,
    out="out",
    on_phone=on_phone,
    on_table=on_table,
)
