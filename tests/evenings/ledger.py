"""The ledger: situations with a name, and in how many evenings each came up. A run that misses one fails."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from evenings.plan import ENDS_A_RUN, GAMES, KINDS, MISBEHAVIOUR, OF_PHONES, Fault, Kind, Plan
from evenings.record import NAMES, TIES, Cut, Piece
from evenings.slaps import Slap
from evenings.truth import Press
from slamomatic.engine.vocabulary import Effect
from slamomatic.units.base import UnitNotice, What

NAMES_OR_CALLER = NAMES | {"called"}  # whoever calls first in Yahtzee: HANDS DOWN
BY = ("paddle", "key", "phone", "bot")  # what a seat slaps with
AT_A_HAND_US = 5_000
NEAR_AN_EDGE_US = 30_000
WELL_KNOWN = 10_000  # so many evenings on, every situation has come up, and the rarest about ten times

WHILE_AWAITED = "{kind} while hands are waited for"
AT_A_HAND = "{kind} within 5 ms of a hand"


@dataclass(frozen=True, slots=True)
class Moment:
    """How things stood as a fault came about."""

    fault: Fault
    at_us: int
    asked: Sequence[int]  # seats whose hands are waited for
    since_hand_us: int  # since a hand came down
    paused: bool
    plays: bool  # a program ran
    machine_asleep: bool
    page_asleep: bool  # of any phone
    seat: int | None  # of the phone, where it is one's fault


@dataclass(frozen=True, slots=True)
class Story:
    """One evening, after it was judged."""

    plan: Plan
    moments: Sequence[Moment]
    runs: Sequence[Sequence[tuple[Piece, Sequence[Slap]]]]  # each program's pieces, with the true slaps
    presses: Sequence[Press]
    notices: Sequence[UnitNotice]
    waited: bool  # players read whose paddle is waited for
    over: bool

    def by(self, seat: int) -> str:
        """What the seat slaps with."""
        sits = self.plan.seats[seat]
        if sits.bot:
            return "bot"
        if sits.colour in [phone.colour for phone in self.plan.phones]:
            return "phone"
        on_a_unit = self.plan.company == "two units" or (self.plan.units_ppm and sits.colour < 4)
        return "paddle" if on_a_unit else "key"


OF_FAULTS = (
    "two faults within 10 ms",
    "two faults within a second",
    "three faults within a second",
    "two faults in one race",
    "a fault while the machine sleeps",
    "a fault while a phone is away",
    "a fault while the table is paused",
    "a fault while no program runs",
    "no fault at all",
    "power lost inside a verdict",
    "killed inside a verdict",
    "a phone asleep as its last slap decides",
    "a phone mute as its last slap decides",
    "a page that lies as its hand is waited for",
    "the network stalls as a phone's hand comes down",
    "a pause as a hand comes down",
    "the machine sleeps in a race",
    "the host's clock jumps in a race",
    "the program started twice in an evening",
    "the program started three times in an evening",
    "a game that goes on in a race",
)
OF_VERDICTS = (
    *(f"a {by} is named" for by in BY),
    *(f"a tie of a {one} and a {other}" for one, other in (("paddle", "key"), ("paddle", "phone"))),
    "a tie of two paddles",
    "a tie of two phones",
    "a tie of a key and a phone",
    "a tie of a paddle and a bot",
    "all hands within 2 us",
    "two hands within 2 us",
    "two hands within 100 us",
    "a verdict between hands less than 2 ms apart",
    "a verdict between hands just further apart than can be told",
    "a tie of hands just nearer than can be told",
    "the last one decides after more than a second",
    "a race of two hands",
    "a race of three hands",
    "a race of four hands",
    "a race of five hands",
    "two ties in a row",
    "two voids in a row",
    "three verdicts in a row",
    "a verdict right after a void",
    "a void right after a verdict",
    *(f"a verdict in {game}" for game in GAMES),
    *(f"a void in {game}" for game in GAMES if game != "lowdown"),  # few slap there
)
OF_HANDS = (
    "a slap in a pause",
    "a slap at the edge of a pause",
    "a slap while the machine sleeps",
    "a slap that was never told",
    "a slap told more than a second late",
    "a slap good to 500 us",
    "a slap no better than 100 ms",
    "a hand that slaps twice within 300 ms",
    "a hand that is named as lying or drumming",
    "a hand that comes down while paddles are dark",
    "a player reads whose paddle is waited for",
    "a wait that ends in a void",
    "a phone that is not believed",
    "a phone that sits out",
    "a phone that is let back in",
    "a phone that is lost and comes back",
    "a fine slap in a time that another made void",
    "a unit that starts again",
    "a unit that is lost",
    "an evening that ends with its game",
)


def _is_put_at_a_hand(kind: str, known: Kind) -> bool:
    return "slap" in known.anchors and kind not in MISBEHAVIOUR


SITUATIONS: tuple[str, ...] = (
    *(WHILE_AWAITED.format(kind=kind) for kind in KINDS),
    *(AT_A_HAND.format(kind=kind) for kind, known in KINDS.items() if _is_put_at_a_hand(kind, known)),
    *OF_FAULTS,
    *OF_VERDICTS,
    *OF_HANDS,
)


def met(story: Story) -> set[str]:
    """The situations of this evening."""
    return {*_faults(story), *_verdicts(story), *_hands(story)} & set(SITUATIONS)


def missing(counts: Mapping[str, int]) -> list[str]:
    """Those that never came up."""
    return [name for name in SITUATIONS if not counts.get(name)]


def _faults(story: Story) -> Iterator[str]:
    moments = story.moments
    for moment in moments:
        kind, in_a_race = moment.fault.kind, bool(moment.asked)
        at_a_hand = moment.since_hand_us <= AT_A_HAND_US
        if in_a_race:
            yield WHILE_AWAITED.format(kind=kind)
        if at_a_hand:
            yield AT_A_HAND.format(kind=kind)
        if moment.machine_asleep:
            yield "a fault while the machine sleeps"
        if moment.page_asleep:
            yield "a fault while a phone is away"
        if moment.paused and moment.plays:
            yield "a fault while the table is paused"
        if not moment.plays:
            yield "a fault while no program runs"
        if in_a_race and moment.since_hand_us <= 100_000 and kind in ("power lost", "killed"):
            yield f"{kind} inside a verdict"
        if kind in OF_PHONES and tuple(moment.asked) == (moment.seat,):
            if kind in ("page asleep", "page frozen"):
                yield "a phone asleep as its last slap decides"
            if kind == "page mute":
                yield "a phone mute as its last slap decides"
        if kind == "page lies" and moment.seat in moment.asked:
            yield "a page that lies as its hand is waited for"
        if kind == "page stalled" and at_a_hand:
            yield "the network stalls as a phone's hand comes down"
        if kind in ("halted", "paused") and at_a_hand:
            yield "a pause as a hand comes down"
        if kind == "asleep" and in_a_race:
            yield "the machine sleeps in a race"
        if kind == "jumped" and in_a_race:
            yield "the host's clock jumps in a race"
        if kind in ENDS_A_RUN and in_a_race:
            yield "a game that goes on in a race"
    if not moments:
        yield "no fault at all"
    times_us = sorted(moment.at_us for moment in moments)
    for one_us, other_us in pairwise(times_us):
        if other_us - one_us <= 10_000:
            yield "two faults within 10 ms"
        if other_us - one_us <= 1_000_000:
            yield "two faults within a second"
    if any(times_us[n + 2] - times_us[n] <= 1_000_000 for n in range(len(times_us) - 2)):
        yield "three faults within a second"
    in_races = Counter(tuple(moment.asked) for moment in moments if moment.asked)
    if in_races and max(in_races.values()) > 1:
        yield "two faults in one race"
    if len(story.runs) > 1:
        yield "the program started twice in an evening"
    if len(story.runs) > 2:
        yield "the program started three times in an evening"


def _verdicts(story: Story) -> Iterator[str]:
    game = story.plan.game
    for run in story.runs:
        ends = [_end_of(piece) for piece, _ in run]
        for (piece, slaps), end in zip(run, ends, strict=True):
            if end == "verdict":
                yield f"a verdict in {game}"
            if end == "void":
                yield f"a void in {game}"
            if end in ("verdict", "tie"):
                yield from _verdict(story, piece, slaps, end)
        row = [end for end in ends if end]
        for names, situation in (
            (("tie", "tie"), "two ties in a row"),
            (("void", "void"), "two voids in a row"),
            (("verdict", "verdict", "verdict"), "three verdicts in a row"),
            (("void", "verdict"), "a verdict right after a void"),
            (("verdict", "void"), "a void right after a verdict"),
        ):
            if any(tuple(row[n : n + len(names)]) == names for n in range(len(row))):
                yield situation


def _end_of(piece: Piece) -> str:
    whats = {effect.what for effect in piece.effects}
    if piece.took_back or piece.cut is Cut.VOID:
        return "void" if piece.took_back else ""
    if whats & TIES:
        return "tie"
    return "verdict" if whats & NAMES_OR_CALLER else ""


def _verdict(story: Story, piece: Piece, slaps: Sequence[Slap], end: str) -> Iterator[str]:
    named = [effect.seat for effect in piece.effects if effect.what in NAMES and effect.seat is not None]
    for seat in named:
        yield f"a {story.by(seat)} is named"
    tied = [seat for effect in piece.effects for seat in _seats_of_a_tie(effect)]
    kinds = sorted(story.by(seat) for seat in tied)
    for this, that in (("paddle", "key"), ("paddle", "phone"), ("key", "phone"), ("paddle", "bot")):
        if this in kinds and that in kinds:
            yield f"a tie of a {this} and a {that}"
    for by in ("paddle", "phone"):
        if kinds.count(by) > 1:
            yield f"a tie of two {by}s"
    first: dict[int, Slap] = {}
    for slap in sorted(slaps, key=lambda slap: slap.t_us):
        first.setdefault(slap.seat, slap)
    order = sorted(first.values(), key=lambda slap: slap.t_us)
    if 2 <= len(order) <= 5:
        yield f"a race of {('two', 'three', 'four', 'five')[len(order) - 2]} hands"
    if len(order) > 1 and order[-1].t_us - order[0].t_us <= 2:
        yield "all hands within 2 us"
    if len(order) > 1 and order[-1].t_us - order[-2].t_us > 1_000_000:
        yield "the last one decides after more than a second"
    source = piece.state["paddles"]["source"]
    for one, other in pairwise(order):
        apart_us = other.t_us - one.t_us
        if apart_us <= 2:
            yield "two hands within 2 us"
        if apart_us <= 100:
            yield "two hands within 100 us"
        if end == "verdict" and apart_us < 2_000:
            yield "a verdict between hands less than 2 ms apart"
        same = source[one.seat] == source[other.seat]
        limit_us = max(1_000, one.off_us(same) + other.off_us(same))
        if end == "verdict" and limit_us <= apart_us < 1.1 * limit_us:
            yield "a verdict between hands just further apart than can be told"
        if end == "tie" and 0.9 * limit_us <= apart_us < limit_us:
            yield "a tie of hands just nearer than can be told"


def _seats_of_a_tie(effect: Effect) -> Sequence[int]:
    return list((effect.public or {}).get("seats", [])) if effect.what in TIES else []


def _hands(story: Story) -> Iterator[str]:
    last_us: dict[int, int] = {}
    for press in story.presses:
        if press.t_us - last_us.get(press.seat, -1_000_000) < 300_000:
            yield "a hand that slaps twice within 300 ms"
        last_us[press.seat] = press.t_us
        if press.asleep:
            yield "a slap while the machine sleeps"
        elif press.paused:
            yield "a slap in a pause"
        elif press.stamp_us is None:
            yield "a slap that was never told"
        if press.on_the_edge:
            yield "a slap at the edge of a pause"
        if press.told_us is not None and press.told_us - press.t_us > 1_000_000:
            yield "a slap told more than a second late"
        if press.stamp_us is not None and press.stated_us <= 500:
            yield "a slap good to 500 us"
        if press.stamp_us is not None and press.stated_us > 100_000:
            yield "a slap no better than 100 ms"
    for run in story.runs:
        for piece, _ in run:
            for effect in piece.effects:
                if effect.what == "named":
                    yield "a hand that is named as lying or drumming"
                if effect.what == "slap" and not (effect.public or {})["live"]:
                    yield "a hand that comes down while paddles are dark"
    yield from _said(story)
    if story.waited:
        yield "a player reads whose paddle is waited for"
    if story.over:
        yield "an evening that ends with its game"


def _said(story: Story) -> Iterator[str]:
    """By what was said of units."""
    for notice in story.notices:
        phone = "phone" in notice.source
        if notice.what is What.SILENT:
            yield "a wait that ends in a void"
        if notice.what is What.UNSURE and phone:
            yield "a phone that is not believed"
        if "slap your key for now" in notice.text:
            yield "a phone that sits out"
        if "is good again" in notice.text:
            yield "a phone that is let back in"
        if "slap was fine" in notice.text:
            yield "a fine slap in a time that another made void"
        if notice.what is What.RESTARTED:
            yield "a phone that is lost and comes back" if phone else "a unit that starts again"
        if notice.what is What.LOST and not phone:
            yield "a unit that is lost"
