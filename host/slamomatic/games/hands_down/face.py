"""How Hands Down looks, sounds and speaks."""

from collections.abc import Mapping
from typing import Any

from slamomatic.engine.vocabulary import Choice, Json
from slamomatic.face import plain
from slamomatic.face.bot_faces import Feeling
from slamomatic.face.chooser import Pick
from slamomatic.face.face import (
    Calls,
    Face,
    Means,
    OnPhone,
    Page,
    Reason,
    Row,
    Telling,
    Tip,
    Weight,
    always,
)
from slamomatic.face.model import Table
from slamomatic.face.telling import say_over as say_game_over
from slamomatic.games.hands_down import art, board
from slamomatic.games.hands_down.cards import JOKER_POINTS, JOKER_WORTH
from slamomatic.kit.bed import MAJOR, Bed
from slamomatic.words import N_, gettext, listed, ngettext


def decided(view: Json) -> str:
    """Return how the numbers on the pairs broke a tie; "": nobody was level, or the cards are real."""
    scores, winners = view["scores"], view["winners"]
    if not winners or "pairs" not in view:
        return ""
    tied = [s for s, score in enumerate(scores) if score == scores[winners[0]] and not view["gone"][s]]
    if len(tied) < 2:
        return ""
    points = " : ".join(str(scores[seat]) for seat in tied)
    worth = sorted((_worth(view, seat) for seat in tied), reverse=True)
    if len(winners) > 1:
        return gettext("{points}. Card values are equal too: {value} each.", points=points, value=worth[0])
    return gettext(
        "{points}. Card values decide: {more} to {less}.", points=points, more=worth[0], less=worth[1]
    )


def _worth(view: Json, seat: int) -> int:
    """Return what this seat's pairs, and the Joker, are worth where a tie is decided by them."""
    return sum(map(int, view["pairs"][seat])) + (JOKER_WORTH if view["joker"] == seat else 0)


def say_over(t: Table, effect: Json) -> str:
    """Return the sentence at the end of the game, with a second one if a tie was decided by the cards."""
    return "\n".join(line for line in (say_game_over(t, effect), decided(t.view)) if line)


def reasons(view: Json, seat: int) -> list[Reason]:
    """Return a seat's points by pairs and Joker; none with real cards, which nobody counts."""
    if "pairs" not in view:
        return []
    pairs = len(view["pairs"][seat])
    held = [Reason(ngettext("{n} pair", "{n} pairs", pairs), pairs)]
    if view["joker"] == seat:
        held.append(Reason(gettext("Joker: +{n}", n=JOKER_POINTS), JOKER_POINTS))
    return held


PASSES = {True: N_("{seat} has too few cards and passes"), False: N_("{seat} passes")}
TOO_SOON, FOOLED = N_("TOO SOON, {seat}!"), N_("FOOLED, {seat}!")
FOOLED_US = 2_000_000  # so soon after a fake, a hand was fooled by it
ONLY_TOUCHED = N_("Foul: {seat} only touched. The turn is over, {turn} is next.")
NO_PAIR = N_("Foul: {seat} slapped without a pair. The turn is over, {turn} is next.")


def shout_early(t: Table, pays: Json) -> str:
    """Return the shout at somebody who pays for slapping too soon; "": it is another payment."""
    if pays["why"] != "early":
        return ""
    fake = t.last.get("feint")
    fooled = fake and fake["seat"] == pays["to"] and pays["t_us"] - fake["t_us"] < FOOLED_US
    return t.shouted(FOOLED if fooled else TOO_SOON, pays)


def say_drawn(t: Table, draw: Json) -> str:
    """Return the sentence about the last card of the drawpile; "": there are more."""
    if draw["left"]:
        return ""
    left = board.pairs_left(t.view)
    return ngettext(
        "The drawpile is out, and {n} pair is to go: take cards from each other!",
        "The drawpile is out, and {n} pairs are to go: take cards from each other!",
        left,
    )


PAYS = Telling(
    "card",
    {
        "early": N_("{seat} was fooled and pays {to} a random card"),
        "take": N_("{to} takes a random card from {seat}"),
    },
    Weight.VERDICT,
    lambda effect: Means.FOUL if effect["why"] == "early" else Means.NOTHING,
    lambda effect: effect["to"] if effect["why"] == "take" else effect["seat"],  # who takes is named first
    flies=("@seat", "@to"),
    torn=lambda effect: effect["why"] != "take",
    shout=shout_early,
)
EVERYBODY = Telling("call", N_("HANDS DOWN! Everybody slap!"), Weight.CALL, about="nobody", calls=Calls.SEAT)
AGAIN = N_("Too close to call! Nobody pays. {turn} slaps again, then everybody.")
EFFECTS = {
    "deal": Telling("shuffle"),
    "turn": Telling("turn", N_("{seat}'s turn")),
    "draw": Telling("card", say_drawn, Weight.VERDICT, about="nobody", flies=("drawpile", "@seat")),
    "must-take": Telling(
        says=N_("The drawpile is out: {seat} takes from another player"),
        silent="a sentence says it; the cards that are taken are heard",
    ),
    "chosen": Telling(silent="a pair is chosen in secret; the call is what others hear"),
    "pays": PAYS,
    "hands-down": EVERYBODY,
    "clump": Telling("clump", AGAIN, Weight.VERDICT, Means.CLUMP, shout=N_("TOO CLOSE TO CALL!")),
    "lost": Telling(
        "loser",
        N_("{seat} was last and pays a random card"),
        Weight.VERDICT,
        Means.LOSER,
        shout=N_("{seat} WAS LAST!"),
    ),
    "pair": Telling("reveal", N_("{seat} plays a pair of {number}s"), mood=Feeling.GLOAT),
    "foul": Telling(
        "foul",
        {"no-pair": NO_PAIR, "not-down": ONLY_TOUCHED},
        Weight.VERDICT,
        Means.FOUL,
        shout=N_("FOUL, {seat}!"),
    ),
    "timed-out": Telling("gong", N_("Somebody never slapped: this Hands Down is off")),
    "pass": Telling(
        says=PASSES,
        by="forced",
        weight=Weight.BELOW,
        mood=Feeling.SHRUG,
        silent="the turn that follows is heard",
    ),
    "joker": Telling("gong", N_("{seat} holds the Joker: 2 points")),
    "over": Telling("over", say_over, Weight.VERDICT),
    "returned": Telling(
        "shuffle", N_("{seat}'s hand goes back into the drawpile"), flies=("@seat", "drawpile")
    ),
}
PAPER = {
    "hands-down": EVERYBODY,
    "clump": EFFECTS["clump"],
    "foul": Telling("foul", ONLY_TOUCHED, Weight.VERDICT, Means.FOUL),
    "timed-out": Telling("clump", N_("Somebody never slapped: it is off")),
}

TIPS = (
    Tip(
        lambda view: view["to_take"] > 0,
        "The drawpile is out: choose whom to take a card from.",
        "Choose whom to take a card from.",
    ),
    Tip(lambda view: view["open"], "Slap now! The last hand down pays a random card.", "Slap now!"),
    Tip(
        always,
        "A pair? Slap your paddle! No pair? Pass, or fake a slap to fool the others.",
        "A pair? Slap! No pair? Pass, or fake a slap.",
    ),
)
PAGES = (
    Page(
        "Collect pairs",
        "Two cards of one number are a pair: one point. The Joker fits nothing, but the player who "
        "holds it at the end gets two points. Most points win.",
        ("7", "7", "10", "10", "J"),
        shows="draw",
    ),
    Page(
        "Hands Down!",
        "On your turn you draw a card. Holding a pair? Slap your paddle. All others slap as fast as "
        "they can, and the last one pays you a card. More pairs, more slaps, as long as you like.",
        ("3", "3"),
        shows="lost",
    ),
    Page(
        "Fake it",
        "Twitch, but don't touch! Anybody who falls for it and touches a paddle before you pays you a "
        "card. But touch your own without a pair and your turn is over: that is a foul. The screen may not "
        "see a light touch: own up!",
        ("5", "8"),
        shows="feint",
    ),
    Page(
        "Too close?",
        "Hands that come down closer together than the paddles can tell are a clump: nobody pays, the "
        "pair stays hidden, slap again. When the drawpile is out, turns begin with a card from another "
        "player.",
        ("9", "9"),
    ),
)


def label(t: Table, choice: Choice) -> str:
    """Return the words on a choice's button."""
    if choice.do == "choose":
        number = choice.data.get("number")
        return gettext("Choose the {number}s", number=number) if number else gettext("Choose a pair")
    if choice.do == "take":
        sources = [t.name(seat) for seat in choice.data.get("from", [])]
        if len(sources) > len(set(sources)):
            return gettext("Both from {name}", name=sources[0])
        return gettext("From {names}", names=listed(sources))
    return gettext("Pass") if choice.do == "pass" else choice.do


def matches(choice: Choice, pick: Pick) -> bool:
    """Whether this choice is about the card or the seat that a player picked."""
    if pick.what == "card":
        return bool(choice.data.get("number") == pick.value)
    return bool(pick.what == "seat" and choice.data.get("from") == [pick.value])


def on_phone(view: Mapping[str, Any]) -> OnPhone:
    """Return what a player's phone shows: the hand, the chosen pair and how many pairs are won."""
    chosen = view["chosen"]
    facts = [gettext("Chosen pair: {number}", number=chosen)] if chosen else []
    facts.append(gettext("Your pairs: {n}", n=len(view["pairs"][view["seat"]])))
    return OnPhone(list(view["hand"]), facts=facts)


def on_table(view: Mapping[str, Any]) -> list[Row]:
    """Return the rows of open cards on the table: each player's pairs."""
    return [
        Row(gettext("Pairs"), [str(number) for number in pairs], seat=seat)
        for seat, pairs in enumerate(view["pairs"])
        if pairs
    ]


def card_name(card: str) -> str:
    """Return an open card's name in the player's language."""
    return gettext("Joker") if card == "J" else card


def place_name(t: Table, pick: Pick) -> str:
    """Return the name of a card or a player that somebody points at."""
    return t.name(pick.value) if pick.what == "seat" else card_name(pick.value)


def speak_of_drawn(t: Table, draw: Json) -> str:
    """Return what is spoken of drawn cards. Their names are for the ears of their player."""
    name, n = t.name(draw["seat"]), draw["count"]
    words = ngettext("{seat} draws a card", "{seat} draws {n} cards", n, seat=name)
    if draw.get("cards"):
        words = gettext("{seat} draws {cards}", seat=name, cards=listed(list(map(card_name, draw["cards"]))))
    return f"{words}\n{say_drawn(t, draw)}"


FACE = Face(
    title="Hands Down",
    card_name=card_name,
    place_name=place_name,
    speaks={"draw": speak_of_drawn},
    bed=Bed(104, 220.0, MAJOR, (0, 9, 5, 7, 0, 9, 2, 7), 0.08, 3),
    awards=((N_("Most fooled"), "pays-early"), (N_("Pickpocket"), "pays-to"), (N_("Slowest hand"), "lost")),
    samples=("7", "7"),
    lengths={"short": {"numbers": 5}},
    about=N_("Collect pairs. Slap to show one: the last hand down loses a card."),
    first_words=N_("Somebody slapped? Then {slap}, fast! The last one loses a card."),
    pages=PAGES,
    ends=N_(
        "Your turn ends when you pass, or by a foul.\nThe game ends when all pairs are out.\n"
        "Equal points? The numbers of their pairs are added up."
    ),
    tips=TIPS,
    label=label,
    effects=EFFECTS,
    paper=PAPER,
    hidden=((always, N_("your hand")),),
    open_words=("pass", "take"),
    first_choice="choose",  # with a pair in hand, a key pressed too soon must not pass
    made=lambda choice, view: choice.do == "choose" and choice.data["number"] == board.slap_plays(view),
    whom=("take",),
    matches=matches,
    fakes=True,
    deck=art,
    decided=decided,
    reasons=reasons,
    draw=board.draw,
    seat=board.seat,
    status=plain.status,
    seats_share=0.42,
    seats_share_beside_hand=0.29,
    heap=True,
    on_phone=on_phone,
    on_table=on_table,
    # A Hands Down is over while its last hand is still on its way, a child's by up to a second. If paddles
    # counted again by then, that hand would pay a second card, for being fooled. Real cards are no faster.
    rearm_ms=1500,
    for_television=True,
)
