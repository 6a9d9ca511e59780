"""The judge of the judge: each piece of an evening played again with the true times, and compared.

The same game is put where it stood, and told of every slap at its true time, with nothing late and no error.
Whoever it names must be whom the table named; or the table took the slap back, or called a tie of hands that
were within what was stated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from evenings.record import NAMES, TIE, Cut, Piece, Record
from evenings.truth import Press, Truth
from slamomatic.engine.core import Game
from slamomatic.engine.judging import in_order
from slamomatic.engine.vocabulary import COMMON_EFFECTS, Effect, Event, Json, Refused
from slamomatic.table.hearing import UNPLACED_US

# What the times say, and not the rules.
OF_TIME = frozenset({"race", "by_us"})
NOT_DATA = frozenset({"do", "seat", "t_us", "chance"})
TOLD_BY_THE_TABLE = frozenset({"time", "accuracy"})
LEAVES_US = 30_000  # a slap on its way while its player goes is nobody's
NOBODY_LEFT: Mapping[int, int] = {}

MARGIN_US = 4  # halves of microseconds, here and there

Said = tuple[str, "int | None", str]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that must not be."""

    what: str  # wrong, lost, leaked, invented, twice, hung
    text: str


@dataclass(frozen=True, slots=True)
class Slap:
    """A slap of a piece, at its true time."""

    seat: int
    t_us: int
    stated_us: int  # how far off it may be, as the table was told
    press: Press | None = None  # None: a bot's

    def as_told(self) -> Slap:
        """At the middle of the times that it may have had, as the table knows it."""
        if self.press is None or self.press.stamp_us is None:
            return self
        return replace(self, t_us=self.press.game_us + self.press.off_us)

    def off_us(self, same_source: bool) -> int:
        """How far it may be off against another one's."""
        if self.press is None:
            return 0
        return self.press.loose_us if same_source else self.press.stated_us

    def __str__(self) -> str:
        if self.press is None:
            return f"{self.seat}:{self.t_us}"
        stamp_us = self.press.stamp_us
        told = "never told" if stamp_us is None else f"told {stamp_us} +-{self.stated_us}"
        return f"{self.seat}:{self.t_us} ({told})"


@dataclass
class Verdicts:
    """What came of all pieces."""

    findings: list[Finding]
    judged: int = 0
    voided: int = 0
    ties: int = 0


def judge(
    record: Record, truth: Truth, people: Sequence[int], bots_since: Mapping[int, int] = NOBODY_LEFT
) -> Verdicts:
    """Every piece of one run of the program; for who left, a bot plays from some moment on."""
    verdicts = Verdicts([])
    game, pieces = record.game, record.pieces
    presses = [press for press in truth.presses if press.run == record.run]
    told_of = {
        key: [press for press in told if press.run == record.run] for key, told in truth.told_of.items()
    }
    by_piece = _by_piece(pieces, presses, told_of, people, bots_since)
    for number, (piece, slaps) in enumerate(zip(pieces, by_piece, strict=True)):
        verdicts.voided += piece.took_back
        if slaps:
            later = [slap for each in by_piece[number + 1 : number + 3] for slap in each]
            _judge_piece(game, piece, slaps, later, verdicts)
    return verdicts


def _by_piece(
    pieces: Sequence[Piece],
    presses: Sequence[Press],
    told_of: Mapping[tuple[int, int], list[Press]],
    people: Sequence[int],
    bots_since: Mapping[int, int],
) -> list[list[Slap]]:
    """Each slap at its true time, in the piece that was told of it, else in the one it belongs to."""
    found: list[list[Slap]] = [[] for _ in pieces]
    told_in: dict[Press, int] = {}
    for number, piece in enumerate(pieces):
        for event in piece.events:
            if event["do"] != "down":
                continue
            gone_us = bots_since.get(event["seat"])
            if event["seat"] not in people or (gone_us is not None and event["t_us"] >= gone_us):
                found[number].append(Slap(event["seat"], event["t_us"], 0))
                continue
            alike = told_of.get((event["seat"], event["t_us"]))
            if (
                alike
            ):  # slaps of one hand may be told of the same moment: of the end of a machine's sleep, say
                told_in[alike.pop(0)] = number
    for press in presses:
        gone_us = bots_since.get(press.seat)
        told = told_in.get(press)
        if press.on_the_edge and told is not None and press.stamp_us is not None:
            t_us = max(press.stamp_us, pieces[told].begun_us)
            found[told].append(Slap(press.seat, t_us, press.stated_us, press))
            continue
        went = told is None and gone_us is not None and press.game_us > gone_us - LEAVES_US
        unplaced = told is None and press.stated_us > UNPLACED_US  # it was off, alone, and players read why
        if press.paused or press.on_the_edge or went or unplaced:
            continue
        true_us = press.game_us
        if told is not None and true_us >= pieces[told].begun_us - press.stated_us - 1:
            true_us = max(true_us, pieces[told].begun_us)
            found[told].append(Slap(press.seat, true_us, press.stated_us, press))
            continue
        for number, piece in enumerate(pieces):
            if piece.begun_us < true_us <= piece.ended_us:
                found[number].append(Slap(press.seat, true_us, press.stated_us, press))
                break
    return found


def _judge_piece(
    game: Game, piece: Piece, slaps: Sequence[Slap], later: Sequence[Slap], verdicts: Verdicts
) -> None:
    table = _said(piece.effects)
    tie = _is_tie(table)
    verdicts.ties += tie
    verdicts.judged += any(what in NAMES for what, _, _ in table)
    guess = "" if tie else _guessed(game, piece, slaps, later, table)
    if guess:
        verdicts.findings.append(Finding("guessed", guess))
        return
    truly = _played(game, piece, slaps)
    if table == truly or (piece.cut is not Cut.QUIET and table == truly[: len(table)]):
        return
    named, should = _first_named(table), _first_named(truly)
    if tie and _apart(game, piece, slaps):
        how = "a tie is called"
    elif not tie and named is not None and should is not None and named != should:
        how = "another is named"
    elif _firm(game, piece, slaps, truly):
        how = "it went otherwise"
    else:
        return
    verdicts.findings.append(Finding("wrong", _told(how, piece, slaps, table, truly)))


def _guessed(
    game: Game, piece: Piece, slaps: Sequence[Slap], later: Sequence[Slap], table: Sequence[Said]
) -> str:
    """Which two slaps decided who was named, though what was stated lets them be in either order.

    `later` came after the verdict: that they did must be known, too.
    """
    named = _first_named(table)
    told = [slap.as_told() for slap in slaps]
    if named is None or any(slap.press is not None and slap.press.on_the_edge for slap in slaps):
        return ""

    def another(slaps: Sequence[Slap]) -> bool:
        instead = _first_named(_played(game, piece, slaps))
        return instead is not None and instead[0] == named[0] and instead[1] != named[1]

    if another(told):
        return _told("by what was told another is named", piece, slaps, table, [])
    for slap in _at_once(told, later):
        for one in told:
            swapped = _swapped(piece, one, slap, told)
            if swapped and another(swapped):
                how = f"{one} and {slap} may have been in either order"
                return _told(how, piece, slaps, table, [])
    return ""


def _at_once(told: Sequence[Slap], later: Sequence[Slap]) -> list[Slap]:
    """All slaps whose order may decide: those after a verdict by who had not slapped before it."""
    seats = {slap.seat for slap in told}
    return [*told, *(slap.as_told() for slap in later if slap.press is not None and slap.seat not in seats)]


def _swapped(piece: Piece, one: Slap, other: Slap, told: Sequence[Slap]) -> list[Slap]:
    """All of them with `other` before `one`, moved as was stated at most; empty if they were not."""
    source = piece.state["paddles"]["source"]
    same = source[one.seat] == source[other.seat]
    apart_us = other.t_us - one.t_us
    if one.seat == other.seat or not 0 <= apart_us < one.off_us(same) + other.off_us(same) - MARGIN_US:
        return []
    meet_us = min(one.t_us + one.off_us(same), other.t_us)
    rest = [slap for slap in told if slap not in (one, other)]
    return [*rest, replace(one, t_us=meet_us), replace(other, t_us=meet_us - 1)]


def _is_tie(said: Sequence[Said]) -> bool:
    whats = [what for what, _, _ in said]
    return TIE in whats or whats.count("last") > 1


def _apart(game: Game, piece: Piece, slaps: Sequence[Slap]) -> bool:
    """Whether one of those in a tie truly slapped apart from all the others, by more than was stated."""
    judged_by_us = _errors_us(piece)
    clump_us = int(game.options["clump_us"])
    tied = [slap for slap in slaps if any(slap.seat in _tied(effect) for effect in piece.effects)]

    def off_us(slap: Slap) -> int:
        return max(slap.stated_us, judged_by_us[slap.seat])

    for seat in {slap.seat for slap in tied}:
        near = any(
            abs(one.t_us - other.t_us) <= clump_us + 2 * (off_us(one) + off_us(other)) + 2
            for one in tied
            for other in tied
            if one.seat == seat != other.seat
        )
        if not near:
            return True
    return False


def _tied(effect: Effect) -> Sequence[int]:
    """The seats that this effect says were too close together."""
    if effect.what == TIE:
        return list((effect.public or {}).get("seats", []))
    return [effect.seat] if effect.what == "last" and effect.seat is not None else []


def _first_named(said: Sequence[Said]) -> tuple[str, int | None] | None:
    return next(((what, seat) for what, seat, _ in said if what in NAMES), None)


def _firm(game: Game, piece: Piece, slaps: Sequence[Slap], truly: Sequence[Said]) -> bool:
    """Whether the truth would be the same if any one seat had been as much off as was stated."""
    judged_by_us = _errors_us(piece)
    off_us: dict[int, int] = {}
    for slap in slaps:
        stated_us = max(slap.stated_us, judged_by_us[slap.seat])
        off_us[slap.seat] = max(stated_us, off_us.get(slap.seat, 0))
    widest_us = max(*off_us.values(), *judged_by_us)
    for seat, own_us in off_us.items():
        bound_us = 2 * (own_us + widest_us) + int(game.options["clump_us"]) + 2
        for shift_us in (-bound_us, -bound_us // 2, bound_us // 2, bound_us):
            shifted = [
                Slap(slap.seat, max(piece.begun_us, slap.t_us + shift_us), 0) if slap.seat == seat else slap
                for slap in slaps
            ]
            if _played(game, piece, shifted) != list(truly):
                return False
    return True


def _errors_us(piece: Piece) -> list[int]:
    """By how much each seat's times may be off, as the game judges in this piece."""
    paddles = piece.state["paddles"]
    errors = list(paddles["error_us"])
    for event in piece.events:
        if event["do"] == "accuracy":
            errors[paddles["source"][event["seat"]]] = event["error_us"]
        elif event["do"] == "source":
            errors.append(event["error_us"])
    worst_us = max(errors)
    return [max(errors[source], worst_us if moved else 0) for source, moved in _moved(paddles, piece)]


def _moved(paddles: Json, piece: Piece) -> list[tuple[int, bool]]:
    """Each seat's source, and whether it gets another one in this piece."""
    moved = {event["seat"] for event in piece.events if event["do"] == "source"}
    return [(source, seat in moved) for seat, source in enumerate(paddles["source"])]


def _played(game: Game, piece: Piece, slaps: Sequence[Slap]) -> list[Said]:
    """What the game says when it is told the truth."""
    shadow = type(game).from_json({"version": game.VERSION, "setup": game.to_json()["setup"], **piece.state})
    paddles = shadow.paddles
    paddles.clump_us = 0
    paddles.error_us = [0] * len(paddles.error_us)
    paddles.loose_us = [0] * shadow.seats
    events = [Event("down", slap.seat, slap.t_us) for slap in slaps]
    late_us = _lifted_late_us(piece)
    for line in piece.events:
        if line["do"] != "down" and line["do"] not in TOLD_BY_THE_TABLE:
            data = {
                name: value for name, value in line.items() if name not in ("do", "seat", "t_us", "chance")
            }
            t_us = late_us.get((line["do"], line.get("seat"), line["t_us"]), line["t_us"])
            if line["do"] == "up":
                t_us = _after_its_slap_us(line["seat"], t_us, slaps)
            events.append(Event(line["do"], line.get("seat"), t_us, data))
    effects: list[Effect] = []
    after = shadow.turn or 0
    events = in_order(events, shadow.seats, after)
    while events:
        if after != (shadow.turn or 0):  # of one instant seats come leftwards from whose turn it is by then
            after = shadow.turn or 0
            events = in_order(events, shadow.seats, after)
        event = events.pop(0)
        try:
            effects += shadow.apply(event)
            if event.do == "source":
                paddles.error_us = [0] * len(paddles.error_us)
        except Refused:
            effects.append(Effect("refused", event.seat, event.t_us))
    if not shadow.over:
        effects += shadow.apply(Event("time", None, max(shadow.now_us, piece.ended_us)))
    return _said(effects)


def _after_its_slap_us(seat: int, t_us: int, slaps: Sequence[Slap]) -> int:
    """A hand that came up had been down: of a key in one slow look both times are told as its middle."""
    downs_us = [
        slap.t_us
        for slap in slaps
        if slap.seat == seat
        and slap.press is not None
        and slap.press.stamp_us is not None
        and slap.press.stamp_us <= t_us <= slap.t_us
    ]
    return max([t_us, *(down_us + 1 for down_us in downs_us)])


def _lifted_late_us(piece: Piece) -> dict[tuple[str, int | None, int], int]:
    """When the table had learned that a hand was up, where it learned it late: after its bounce.

    Paddles that were told to be live in the meantime are: players have seen it. To a lift before a Hands Down
    the game itself goes back (J-23).
    """
    live_us = {effect.t_us for effect in piece.effects if effect.what == "live"}
    live_us -= {effect.t_us for effect in piece.effects if effect.what == "hands-down"}
    lates = (effect for effect in piece.effects if effect.what == "late" and effect.t_us in live_us)
    return {("up", late.seat, late.t_us - (late.public or {})["by_us"]): late.t_us + 1 for late in lates}


def _said(effects: Sequence[Effect]) -> list[Said]:
    """What the rules said, without what is told of times and hands."""
    said: list[Said] = []
    for effect in _corrected(effects):
        if effect.what in COMMON_EFFECTS and effect.what != "over":
            continue
        public: Mapping[str, object] = effect.public or {}
        facts = {name: value for name, value in public.items() if name not in OF_TIME}
        said.append((effect.what, effect.seat, str(facts)))
    return said


def _corrected(effects: Sequence[Effect]) -> list[Effect]:
    """Who must slap in a Hands Down as players were told in the end.

    That a hand was up when it opened may be known only afterwards (J-23). Its paddle is then said to be live.
    """
    told: list[Effect] = []
    opening: int | None = None  # where the one that is open was told
    for effect in effects:
        if effect.what == "live" and opening is not None:
            opened, seats = told[opening], (effect.public or {})["seats"]
            waits_for = sorted({*(opened.public or {})["waits_for"], *seats})
            told[opening] = opened._replace(public={"waits_for": waits_for})
        elif effect.what == "hands-down":
            opening = len(told)
        elif effect.what not in COMMON_EFFECTS:
            opening = None
        told.append(effect)
    return told


def _told(how: str, piece: Piece, slaps: Sequence[Slap], table: Sequence[Said], truly: Sequence[Said]) -> str:
    order = ", ".join(str(slap) for slap in sorted(slaps, key=lambda slap: slap.t_us))
    events = "; ".join(f"{e['do']} {e.get('seat', '')} {e['t_us']}" for e in piece.events)
    return f"{how} (until {piece.cut.value}): table {table}; truly {truly}; slaps {order}; events {events}"
