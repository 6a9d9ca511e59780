"""The table of Slamwich: the centre pile with its last cards in sight, everybody's stack, the muncher."""

from __future__ import annotations

from slamomatic.engine.vocabulary import Choice, Json
from slamomatic.face import parts, photo
from slamomatic.face.cards import BACK, CardArt, lay_card
from slamomatic.face.chooser import Pick
from slamomatic.face.model import Hidden, Table, always
from slamomatic.kit.easel import SMALL, Easel
from slamomatic.kit.geometry import Box
from slamomatic.kit.palette import GOLD, MIST
from slamomatic.kit.surfaces import Glow, Shadow, Turned

DECK = "slamwich"
SEATS_SHARE = 0.36
IN_SIGHT = 5  # enough for a slamwich, a muncher's throws and what came before
PADDLE_SHARE = 0.42
HIDDEN: tuple[Hidden, ...] = ()
OPEN_WORDS = ("call",)
LATE_US = 1_000_000  # so soon after a pile was won a hand was meant for it
TIPS = (
    (
        lambda view: not view["flipped_us"] and view["pile"],
        "The deal left these cards over: they begin the pile. Nobody slaps before a card falls.",
        "",
    ),
    (
        lambda view: view["first"] is not None,
        "The thief is slapped: slap again, that is the shout! Too slow? Then anybody may shout.",
        "The thief is slapped: slap again!",
    ),
    (
        lambda view: view["muncher"] is not None,
        "A muncher! It eats the pile unless a good card comes and is slapped.",
        "",
    ),
    (
        always,
        "Slap for two of the same, two of the same around another card, or a thief (slap it twice).",
        "",
    ),
)

HOW = {
    "slap": "slapped first",
    "call": "stopped the thief",
    "munch": "munches the pile",
    "last": "was the last to flip",
}
SAYS = {
    "left-over": "The first cards are the deal's: slap once a card has fallen on them",
    "again": "Slap again now!",
    "open": "Nobody slapped again: the pile is open to all",
    "thief": "{seat} has slapped the thief: slap again to stop it!",
    "called": "{seat}: stop thief!",
    "uncalled": "Nobody stopped the thief: the pile stays",
    "out": "{seat} is out of cards and out of the game",
    "time-up": "Time is up: most cards win",
}


def say(t: Table, effect: Json) -> str:
    what, seat = effect["what"], t.name(effect.get("seat"))
    if what == "won":
        return f"{seat} {HOW.get(effect['how'], 'wins')}: {parts.cards(effect['count'])}"
    if what == "muncher":
        return f"{seat} munches the pile: {parts.cards(effect['throws'])} to stop it"
    if what == "clump":
        names = " and ".join(t.name(s) for s in effect["seats"])
        return f"{names}: too close to tell, slap again"
    if what == "slip":
        return f"Slip slap: {seat} pays a card" if effect["card"] else f"Slip slap: {seat} has no card to pay"
    if what == "slap":
        return _too_late(t, effect)
    return SAYS.get(what, "").format(seat=seat)


def _too_late(t: Table, slap: Json) -> str:
    """Whose hands came for a pile that was won already, all of them at once."""
    won = t.last.get("won")
    if slap["live"] or won is None or t.photo is None or slap["t_us"] - won["t_us"] > LATE_US:
        return ""
    meant = [h.seat for h in t.photo.hits if not h.live and h.t_us >= won["t_us"] and h.seat != won["seat"]]
    late = [seat for seat in meant if not t.view["out"][seat]]
    *others, last = [t.name(seat) for seat in late] or [""]
    names = f"{', '.join(others)} and {last}" if others else last
    return f"{names} came too late" if names else ""


def label(t: Table, choice: Choice) -> str:
    if choice.do == "call":
        return "Stop thief!" if t.eyes is not None else f"Stop thief! ({t.name(choice.seat)})"
    return choice.do


def matches(choice: Choice, pick: Pick) -> bool:
    return False


def draw(e: Easel, t: Table, area: Box) -> None:
    middle, right = area.columns([62, 38], e.frame.px(14))
    _pile(e, t, middle)
    photo.panel(e, t, right)


def _pile(e: Easel, t: Table, box: Box) -> None:
    pile = t.view["pile"]
    px = e.frame.px
    caption = Box(box.x, box.bottom - parts.line_h(e), box.w, parts.line_h(e))
    e.text("pile/count", _caption(t), caption, SMALL, MIST)
    room = Box(box.x, box.y, box.w, box.h - caption.h - px(4))
    e.put("pile/glow", room.centred(min(room.w, round(room.h * 1.9)), room.h), Glow(GOLD, 46))
    shown = pile[-IN_SIGHT:] or [BACK][: len(t.view["slips"])]  # what was paid lies face down
    if not shown:
        if not t.view["over"]:
            e.text("pile/empty", "the next card begins the pile", room, SMALL, MIST)
        return
    h = min(round(room.h * 0.84), room.w // 3)
    w = round(h * 5 / 7)
    lean_w, lean_h = w + h // 8, h + w // 8  # room for the few degrees that cards lie askew
    step = min(round(w * 0.72), (room.w - lean_w) // max(1, IN_SIGHT - 1))
    left = room.cx - (w + step * (len(shown) - 1)) // 2
    for index, card in enumerate(shown):
        # The same card keeps its lean while others fall on it.
        number = max(0, len(pile) - len(shown)) + index
        lean = (number * 37) % 11 - 5
        spot = Box(left + index * step, room.cy - h // 2, w, h)
        if index == len(shown) - 1:
            e.put("pile/shadow", spot.inset(-w // 10, -h // 14), Shadow(), above=True)
        e.put(
            f"pile/{number}",
            spot.centred(lean_w, lean_h),
            Turned(CardArt(DECK, card), w, h, lean),
            above=True,
        )


def _caption(t: Table) -> str:
    """How many cards there are to win, and who munches them unless it is stopped."""
    pile, slips, muncher = t.view["pile"], t.view["slips"], t.view["muncher"]
    count = len(pile) + len(slips)
    words = f"{parts.cards(count)} in the pile" if count else ""
    if muncher is not None:
        left = t.view["throws"]
        to_come = f": {parts.cards(left)} to stop it" if left else ", unless the last one is good"
        return f"{words} for {t.name(muncher)}{to_come}"
    if slips:
        words += f", {len(slips)} face down at the bottom" if pile else ", face down"
    if count and not t.view["flipped_us"]:
        words += ", left over from the deal"
    return words


def seat(e: Easel, t: Table, seat: int, box: Box) -> None:
    count = t.view["counts"][seat]
    h = min(box.h, round(box.w * 0.9))
    w = round(h * 5 / 7)
    layers = 0 if count == 0 else min(5, 1 + count // 6)
    step = e.frame.px(5)
    left = box.x + max(0, box.w - w - 4 * step) // 2
    for layer in range(layers):
        place = Box(left + layer * step, box.y + (box.h - h) // 2, w, h)
        lay_card(e, f"seat/{seat}/stack/{layer}", DECK, "back", place, shadow=layer == 0)


def status(t: Table, seat: int) -> tuple[str, bool]:
    count = t.view["counts"][seat]
    if t.view["out"][seat]:
        return "out", False
    if t.view["muncher"] == seat:
        return parts.cards(count), True  # the pile's own line says for whom it is munched
    if t.view["first"] == seat:
        return "again!", True
    return parts.cards(count), False
