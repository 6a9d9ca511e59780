"""How Quick Draw looks, sounds and speaks."""

from collections.abc import Mapping
from typing import Any

from slamomatic.face.face import Calls, Face, Means, OnPhone, Page, Telling, Tip, Weight, always
from slamomatic.face.telling import shout_off
from slamomatic.games.quick_draw import art, board
from slamomatic.games.quick_draw.call import GUESS_US
from slamomatic.kit.bed import MINOR, Bed
from slamomatic.words import N_, gettext

OFF = {True: N_("This round is played again.")}
WON = {
    True: N_("{seat} wins the round: all others were too soon"),
    False: N_("{seat} was first and wins the round"),
}
FIRST, ALONE = N_("{seat} WAS FIRST!"), N_("{seat} KEPT CALM!")
EFFECTS = {
    "turn": Telling("turn", N_("Round {round}: wait for the call …")),
    "go": Telling("call", N_("SLAP! The first hand wins the round."), Weight.CALL, calls=Calls.SCREEN),
    "too-soon": Telling(
        "fooled",
        N_("{seat} was too soon and is out of this round"),
        Weight.VERDICT,
        Means.FOUL,
        shout=N_("TOO SOON, {seat}!"),
    ),
    "won": Telling(
        "win",
        WON,
        Weight.VERDICT,
        by="alone",
        shout=lambda t, effect: t.shouted(ALONE if effect["alone"] else FIRST, effect),
    ),
    "tie": Telling(
        "clump",
        N_("Too close to call who was first! This round is played again."),
        Weight.VERDICT,
        Means.CLUMP,
        shout=N_("TOO CLOSE TO CALL!"),
    ),
    "void": Telling("clump", OFF, Weight.VERDICT, by="open", shout=shout_off),
    "nobody": Telling(
        "foul",
        N_("Everybody was too soon! This round is played again."),
        Weight.VERDICT,
        shout=N_("ALL TOO SOON!"),
    ),
}

TIPS = (
    Tip(lambda view: view["open"], "Slap now! The first hand wins the round.", "Slap now!"),
    Tip(
        always,
        "Wait until the sign says SLAP! Too soon, and you are out of this round.",
        "Wait until the sign says SLAP!",
    ),
)
PAGES = (
    Page(
        "Wait for it …",
        "Hands beside the paddles, eyes on the sign. It calls after two seconds, or after eight: nobody "
        "knows, not even the computer.",
        (art.WAIT,),
    ),
    Page(
        "SLAP!",
        "The sign turns green: slap! The first hand wins the round. Hands that are too close to call "
        "play the round again.",
        (art.SLAP,),
        shows="won",
    ),
    Page(
        "Too soon?",
        "Slap before the call, and you are out of this round. So is who slaps within a tenth of a second "
        "of it: that is a guess. Are all others out? Then the round is yours.",
        (art.WAIT, art.SLAP),
        shows="too-soon",
    ),
)


def on_phone(view: Mapping[str, Any]) -> OnPhone:
    """Return what a player's phone shows: the rounds won."""
    return OnPhone(facts=[gettext("Rounds won: {n}", n=view["scores"][view["seat"]])])


FACE = Face(
    title="Quick Draw",
    awards=((N_("Jumpiest hand"), "too-soon"),),
    cloth=(58, 40, 92),
    bed=Bed(112, 185.0, MINOR, (0, 0, 3, 3, 5, 5, 7, 7), 0.0, 9),
    samples=(art.WAIT, art.SLAP),
    lengths={"short": {"rounds": 3}, "long": {"rounds": 15}},
    about=N_("Wait for the sign, then slap first."),
    first_words=N_("Wait for it … When the sign says SLAP: {slap}! The first one wins the round."),
    pages=PAGES,
    ends=N_(
        "A round ends with its first good slap.\n"
        "The game ends when nobody can catch up in the rounds that are left. Level? One more round."
    ),
    tips=TIPS,
    effects=EFFECTS,
    unclear=N_("{name} slapped at the very moment of the call! This round is played again."),
    quickest_us=GUESS_US,
    deck=art,
    draw=board.draw,
    seat=board.seat,
    status=board.status,
    seats_share=0.42,
    holds_back=lambda view: bool(view.get("steady")),
    on_phone=on_phone,
    # A hand that lost the race is still on its way: it must not be too soon for the next round.
    rearm_ms=1500,
)
