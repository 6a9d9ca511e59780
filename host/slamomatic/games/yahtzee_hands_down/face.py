"""How Yahtzee Hands Down looks, sounds and speaks."""

from collections.abc import Mapping, Sequence
from typing import Any

from slamomatic.engine.vocabulary import Choice, Json
from slamomatic.face.bot_faces import Feeling
from slamomatic.face.chooser import Pick
from slamomatic.face.face import Face, Means, OnPhone, Page, Plural, Reason, Row, Telling, Tip, Weight, always
from slamomatic.face.model import Table
from slamomatic.face.telling import numbered
from slamomatic.games.yahtzee_hands_down import art, board
from slamomatic.games.yahtzee_hands_down.art import COMBOS, combo_name
from slamomatic.games.yahtzee_hands_down.dice import count_dice
from slamomatic.games.yahtzee_hands_down.groups import group_to_keep, makes_any, without
from slamomatic.games.yahtzee_hands_down.rules import NO_AIM
from slamomatic.kit.bed import MAJOR, Bed
from slamomatic.words import N_, Sentence, gettext, listed, ngettext, said


def say_shown(t: Table, effect: Json) -> str:
    """Return the sentence about a hand that was turned up."""
    return gettext("{seat} shows: {hand}", seat=t.name(effect["seat"]), hand=board.hand_words(effect))


def say_combo_won(t: Table, effect: Json) -> str:
    """Return the sentence about who wins which combo, with its points."""
    combo, points = combo_name(effect["combo"]), COMBOS[effect["combo"]][1]
    # Translators: {combo} is such as "3 of a kind" or "full house"
    return gettext("{seat} wins: {combo}, {n} points!", seat=t.name(effect["seat"]), combo=combo, n=points)


DISCARDED: dict[bool, str | Plural] = {
    True: Plural("{seat} swaps {n} card", "{seat} swaps {n} cards"),
    False: N_("{seat} keeps all five"),
}
EFFECTS = {
    "combos": Telling("reveal"),
    "dealt": Telling("shuffle"),
    "turn": Telling("turn"),
    "discarded": Telling("card", DISCARDED, by="count", flies=("@seat", "discards"), card="cards"),
    "reshuffled": Telling("shuffle", N_("The discards become the draw pile")),
    "called": Telling("call", N_("{seat} has called!"), Weight.CALL),
    "clump": Telling("clump", N_("{names}: too close to call who was first"), means=Means.CLUMP),
    "shown": Telling("reveal", say_shown, Weight.VERDICT),
    "replaced": Telling(
        "foul",
        N_("Foul: {seat} has no combo and gets three new cards"),
        Weight.VERDICT,
        shout=N_("FOUL, {seat}!"),
        mood=Feeling.WINCE,
    ),
    "picked-up": Telling("card", N_("{seat} picks the hand up again")),
    "combo-won": Telling(
        "jackpot",
        say_combo_won,
        Weight.VERDICT,
        flies=("table", "@seat"),
        card="combo",
        shout=N_("{seat} WINS THE COMBO!"),
        mood=Feeling.GLOAT,
    ),
    "chance-won": Telling("win", N_("{seat} takes a chance card"), mood=Feeling.SHRUG),
    "redrawn": Telling("shuffle"),
    "starter": Telling(says=N_("{seat} starts the round"), silent="the turn that follows is heard"),
    "chances": Telling("reveal"),
}


def holds_combo(view: Json) -> bool:
    """Whether the player who sees this view holds a combo from the table."""
    seat = view["seat"]
    hand = [] if seat is None else view["hands"][seat] or []
    return bool(hand) and makes_any(hand, view["table"], count_dice(hand))


SHORT_TIP = N_("Swap, or slap a combo.")
TIPS = (
    Tip(
        # In short it says nothing of it: who knows the game looks for combos.
        lambda view: not view["drawn"] and view["left"] is None and holds_combo(view),
        "Your cards make a combo from the table: slap! Or swap on for a better one.",
        SHORT_TIP,
    ),
    Tip(
        lambda view: view["drawn"],
        "That was the last swap. Got a combo now? Slap! If not: done.",
        "A combo now? Slap! If not: done.",
    ),
    Tip(
        lambda view: view["left"] is not None,
        "Somebody called: few turns are left. Swap, or slap a combo.",
        "Few turns are left: swap, or slap a combo.",
    ),
    Tip(
        always,
        "Swap the cards you don't want. Got a combo from the table? Slap, even on another's turn.",
        SHORT_TIP,
    ),
)
PAGES = (
    Page(
        "Make a combo",
        "You hold five dice cards, and combo cards lie on the table. On your turn swap as many cards "
        "as you like for new ones, until you have one of the combos.",
        ("B2", "B2", "B5", "R6", "Y1"),
        shows="discarded",
    ),
    Page(
        "The combos",
        "Of a kind: the same number in the same colour. Straight: four or five numbers in a row, all "
        "of one colour. Full house: two and three of a kind.",
        ("3k", "4k", "fh", "ss", "ls", "yz"),
    ),
    Page(
        "Hands Down!",
        "Got one? Slap, even if it is not your turn. When a second player has slapped too, both hands "
        "are shown. The better one takes its combo card, the other a chance card, which may be worth "
        "even more.",
        ("yz", "chance"),
        shows="called",
    ),
    Page(
        "Two players",
        "With two players the other one has two more turns after a slap. No combo then? The first one "
        "wins the round alone.",
        ("3k", "back"),
    ),
    Page(
        "Special dice",
        "Two dice on one card: use either of them. Three colours: use any of them. A question mark: "
        "any number of that colour.",
        ("B1/6", "*3", "Y*"),
    ),
    Page(
        "Foul!",
        "Slapped without a combo from the table? A foul: three of your cards are replaced, and the round "
        "goes on. When all combo cards are won, the chance cards are turned up. The most points win.",
        ("B1", "R2", "Y3", "B5", "R6"),
    ),
)


def label(t: Table, choice: Choice) -> str:
    """Return the words on a choice's button."""
    if choice.do == "discard":
        cards = choice.data.get("cards")
        if cards is None:
            return gettext("Swap cards")
        return gettext("Swap {n}", n=len(cards)) if cards else gettext("Keep all five")
    if choice.do == "aim":
        combo = choice.data.get("combo")
        if combo == NO_AIM:
            return gettext("No aim")
        return gettext("Go for {combo}", combo=combo_name(combo)) if combo else gettext("Go for a combo")
    return gettext("Done") if choice.do == "done" else choice.do


def matches(choice: Choice, pick: Pick) -> bool:
    """Whether this choice is about the combo that a player picked; any card picked means an exchange."""
    if pick.what == "card":
        return choice.do == "discard"
    return bool(pick.what == "combo" and choice.data.get("combo") == pick.value)


def suggested_swap(view: Json, choices: Sequence[Choice]) -> Choice | None:
    """Return the swap on the way to the combo that the player goes for, else to any; None: no swap now.

    Whoever has a combo keeps all five cards.
    """
    hand, combos = view["hands"][view["seat"]], [view["aim"]] if view["aim"] else view["table"]
    if not hand:
        return None
    made = makes_any(hand, combos, count_dice(hand))
    swapped = [] if made else sorted(without(hand, group_to_keep(hand, combos)))
    swaps = (choice for choice in choices if choice.do == "discard")
    return next((swap for swap in swaps if sorted(swap.data["cards"]) == swapped), None)


def on_phone(view: Mapping[str, Any]) -> OnPhone:
    """Return what a player's phone shows: the hand, and the combo it aims at."""
    aim = view["aim"]
    return OnPhone(
        list(view["hands"][view["seat"]] or []),
        facts=[gettext("You go for: {combo}", combo=combo_name(aim))] if aim else [],
    )


def on_table(view: Mapping[str, Any]) -> list[Row]:
    """Return the one row of open cards: the combos to win, each of which can be picked."""
    combos = list(view["table"])
    return [Row(gettext("Combos to win"), combos, [Pick("combo", combo) for combo in combos])]


def spelled(field: str, value: Any) -> Any:
    """Return a value of a refusal in people's words: a card's name, anything else as it is."""
    if field != "card" or value not in art.FACES:
        return value
    if value[0] == "*":
        return Sentence("{number} in any colour", number=value[1])
    colour = art.COLOURS[value[0]][0]
    if value[1] == "*":
        return Sentence("{colour} any number", colour=Sentence(colour))
    number = Sentence("{number} or {other}", number=value[1], other=value[3]) if "/" in value else value[1]
    return numbered(colour, number)


def reasons(view: Json, seat: int) -> list[Reason]:
    """Return a seat's points by its combos and its chance cards."""
    combos = sum(COMBOS[combo][1] for combo in view["won"][seat])
    chances = view["scores"][seat] - combos
    parts = [Reason(gettext("Combos: {n}", n=combos), combos)]
    if chances:
        parts.append(Reason(gettext("Chance cards: {n}", n=chances), chances))
    return parts


def card_name(card: str) -> str:
    """Return the name of an open dice, combo or chance card in the player's language."""
    if card in COMBOS:
        return gettext("{combo}, {n} points", combo=combo_name(card), n=COMBOS[card][1])
    return gettext("chance") if card.startswith("chance") else said(spelled("card", card))


def say_combos(t: Table, effect: Json) -> str:
    """Return the sentence about the combo cards that lie open."""
    return gettext("{name}: {what}", name=gettext("Combos to win"), what=_named(effect["cards"]))


def say_hand_shown(t: Table, effect: Json) -> str:
    """Return the spoken sentence about a hand that was turned up, with its cards."""
    return gettext("{name}: {what}", name=say_shown(t, effect), what=_named(effect["cards"]))


def say_swapped(t: Table, effect: Json) -> str:
    """Return what is spoken of a swap. The names of the drawn cards are for the ears of their player."""
    name, n = t.name(effect["seat"]), effect["count"]
    words = ngettext("{seat} swaps {n} card", "{seat} swaps {n} cards", n, seat=name)
    if not n:
        return gettext("{seat} keeps all five", seat=name)
    if not effect.get("drew"):
        return words
    return f"{words}\n{gettext('{seat} draws {cards}', seat=name, cards=_named(effect['drew']))}"


def _named(cards: Sequence[str]) -> str:
    return listed([card_name(card) for card in cards])


FACE = Face(
    title="Yahtzee Hands Down",
    card_name=card_name,
    place_name=lambda t, pick: card_name(pick.value),
    speaks={"combos": say_combos, "shown": say_hand_shown, "discarded": say_swapped},
    awards=((N_("Combo hunter"), "combo-won"), (N_("False alarm"), "replaced")),
    worth=lambda choice, view: choice.data.get("combo", NO_AIM) in (NO_AIM, *view["table"]),
    cloth=(112, 30, 44),
    bed=Bed(98, 208.0, MAJOR, (0, 4, 9, 5, 2, 7, 0, 7), 0.12, 13),
    short_title="Yahtzee H. D.",
    samples=("B5", "yz"),
    lengths={"short": {"combos": 3}, "long": {"combos": 12}},
    about=N_("Swap dice cards until you have a combo, then slap first."),
    first_words=N_(
        "You swap cards on your turn. As soon as you have a combo from the table, {slap}: the best combo "
        "wins."
    ),
    pages=PAGES,
    ends=N_(
        "Your turn ends with the last swap, a call, or done.\n"
        "The game ends when all combo cards are won: the most points win."
    ),
    tips=TIPS,
    label=label,
    spelled=spelled,
    effects=EFFECTS,
    memory=board.ShownHands,
    hidden=((always, N_("your hand")),),
    open_words=("done",),
    suggests=suggested_swap,
    asides=("aim",),
    matches=matches,
    deck=art,
    draw=board.draw,
    seat=board.seat,
    status=board.status,
    reasons=reasons,
    seats_share=0.36,
    seats_share_beside_hand=0.27,
    paddle_share=0.3,
    on_phone=on_phone,
    on_table=on_table,
)
