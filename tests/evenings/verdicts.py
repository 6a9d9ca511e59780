"""The judge of the judge: each piece of an evening played again with the true times, and compared.

The same game is put where it stood, and told of every slap at its true time, with nothing late and no error.
It must name the player whom the table named. Or the table took the slap back, or called a tie of hands that
were within what was stated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from evenings.record import CALLED, NAMES, TIES, Cut, Piece, Record
from evenings.shadow import Said, doubtful_times_us, played, said_of
from evenings.slaps import Slap, by_piece
from evenings.truth import Truth
from slamomatic.engine.core import Game
from slamomatic.engine.vocabulary import Effect, Json

NOTHING: Mapping[int, int] = {}

TIMED_AGAIN_US = 1_500_000  # after a jump of the host's clock
MARGIN_US = 4  # halves of microseconds, here and there


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that must never happen."""

    what: str  # wrong, lost, leaked, invented, twice, hung
    text: str


@dataclass
class Verdicts:
    """The verdicts of all pieces, counted."""

    findings: list[Finding]
    judged: int = 0
    voided: int = 0
    ties: int = 0
    pieces: Sequence[tuple[Piece, Sequence[Slap]]] = ()  # with the slaps at their true times


def judge(
    record: Record,
    truth: Truth,
    people: Sequence[int],
    bots_since: Mapping[int, int] = NOTHING,
    jumped_us: Mapping[int, int] = NOTHING,
) -> Verdicts:
    """Every piece of one run of the program; for who left, a bot plays from some moment on.

    `jumped_us`: when the host's clock jumped ahead, in true time, and how far.
    """
    verdicts = Verdicts([])
    game, pieces = record.game, record.pieces
    presses = [press for press in truth.presses if press.run == record.run]
    told_of = {
        key: [press for press in told if press.run == record.run] for key, told in truth.told_of.items()
    }
    slaps_of = by_piece(pieces, presses, told_of, people, bots_since)
    verdicts.pieces = list(zip(pieces, slaps_of, strict=True))
    for number, (piece, slaps) in enumerate(verdicts.pieces):
        verdicts.voided += piece.took_back
        if piece.unknown and not _near_a_limit(game, piece, slaps):
            text = _told(
                "a slap is void, and was far from every limit", piece, slaps, said_of(piece.effects), []
            )
            verdicts.findings.append(Finding("needless", text))
        if slaps:
            later = [slap for each in slaps_of[number + 1 : number + 3] for slap in each]
            before, found = replace(verdicts), len(verdicts.findings)
            _judge_piece(game, piece, slaps, later, verdicts)
            # Between two slaps the host's clock may jump: they are as far apart as by it, or as truly.
            if len(verdicts.findings) > found and (truly := _without_jumps(slaps, jumped_us)) != slaps:
                again = replace(before, findings=[])
                _judge_piece(game, piece, truly, later, again)
                verdicts.findings[found:] = again.findings
    return verdicts


def _without_jumps(slaps: Sequence[Slap], jumped_us: Mapping[int, int]) -> Sequence[Slap]:
    """The same as far apart as they truly were."""

    def ahead_us(slap: Slap) -> int:
        if slap.press is None:
            return 0
        pressed_us = slap.press.t_us
        return sum(by for at, by in jumped_us.items() if 0 < pressed_us - at < TIMED_AGAIN_US)

    return [replace(slap, t_us=slap.t_us - ahead_us(slap)) for slap in slaps]


def _near_a_limit(game: Game, piece: Piece, slaps: Sequence[Slap]) -> bool:
    """Whether the slap that was void came so close to a limit that, by what was stated, nobody knows."""
    seat, stamp_us = piece.events[-1]["seat"], piece.events[-1]["t_us"]
    off_us = 2 * max(_errors_us(piece)) + 1
    return any(
        from_us - off_us - 2 * slap.stated_us <= slap.t_us <= to_us + off_us + 2 * slap.stated_us
        for slap in slaps
        if slap.seat == seat and (slap.press.stamp_us if slap.press else slap.t_us) == stamp_us
        for from_us, to_us in doubtful_times_us(game, piece)
    )


def _judge_piece(
    game: Game, piece: Piece, slaps: Sequence[Slap], later: Sequence[Slap], verdicts: Verdicts
) -> None:
    table = said_of(piece.effects)
    tie = _is_tie(table)
    verdicts.ties += tie
    verdicts.judged += any(what in NAMES for what, _, _ in table)
    guess = "" if tie else _guessed(game, piece, slaps, later, table)
    if guess:
        verdicts.findings.append(Finding("guessed", guess))
        return
    truly = played(game, piece, slaps)
    till = len(truly) if piece.cut is Cut.QUIET else len(table)
    if _in_any_order(table) == _in_any_order(truly[:till]):
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


def _in_any_order(said: Sequence[Said]) -> list[Said]:
    """Calls behind all else: a thief's slap is told once it is certain, perhaps after the call.

    Who pays for an early hand before all else: it is told once it is known that the hand still lay there.
    """

    def place(one: Said) -> int:
        early = one[0] == "pays" and "'early'" in one[2]
        return (one[0] == CALLED) - early

    return sorted(said, key=place)


def _guessed(
    game: Game, piece: Piece, slaps: Sequence[Slap], later: Sequence[Slap], table: Sequence[Said]
) -> str:
    """Return two slaps that decided who was named, though their stated times allow either order.

    `later` came after the verdict: that they did must be known, too.
    """
    named = _first_named(table)
    told = [slap.as_told() for slap in slaps]
    if named is None or any(slap.press is not None and slap.press.on_the_edge for slap in slaps):
        return ""

    def another(slaps: Sequence[Slap]) -> bool:
        instead = _first_named(played(game, piece, slaps))
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
    return not TIES.isdisjoint(whats) or whats.count("last") > 1


def _apart(game: Game, piece: Piece, slaps: Sequence[Slap]) -> bool:
    """Whether one of those in a tie truly slapped apart from all the others, by more than was stated."""
    judged_by_us = _errors_us(piece)
    clump_us = int(game.options["clump_us"])
    tied = [slap for slap in slaps if any(slap.seat in _tied(effect) for effect in piece.effects)]

    for seat in {slap.seat for slap in tied}:
        near = any(
            abs(one.t_us - other.t_us)
            <= clump_us + 2 * (one.most_us(judged_by_us) + other.most_us(judged_by_us)) + 2
            for one in tied
            for other in tied
            if one.seat == seat != other.seat
        )
        if not near:
            return True
    return False


def _tied(effect: Effect) -> Sequence[int]:
    """The seats that this effect says were too close together."""
    if effect.what in TIES:
        return list((effect.public or {}).get("seats", []))
    return [effect.seat] if effect.what == "last" and effect.seat is not None else []


def _first_named(said: Sequence[Said]) -> tuple[str, int | None] | None:
    return next(((what, seat) for what, seat, _ in said if what in NAMES), None)


def _firm(game: Game, piece: Piece, slaps: Sequence[Slap], truly: Sequence[Said]) -> bool:
    """Whether the truth would be the same if any one seat had been as much off as was stated."""
    judged_by_us = _errors_us(piece)
    off_us: dict[int, int] = {}
    for slap in slaps:
        off_us[slap.seat] = max(slap.most_us(judged_by_us), off_us.get(slap.seat, 0))
    widest_us = max(*off_us.values(), *judged_by_us)
    for seat, own_us in off_us.items():
        bound_us = 2 * (own_us + widest_us) + int(game.options["clump_us"]) + 2
        for shift_us in (-bound_us, -bound_us // 2, bound_us // 2, bound_us):
            shifted = [
                Slap(slap.seat, max(piece.begun_us, slap.t_us + shift_us), 0) if slap.seat == seat else slap
                for slap in slaps
            ]
            if played(game, piece, shifted) != list(truly):
                return False
    return True


def _errors_us(piece: Piece) -> list[int]:
    """By how much each seat's times may be off, as the game judges in this piece."""
    paddles = piece.state["paddles"]
    errors = list(paddles["error_us"])
    for effect in piece.effects:  # a game may refuse to judge more finely while a slap is open
        told = effect.public or {}
        if effect.what == "accuracy" and effect.seat is not None:
            errors[paddles["source"][effect.seat]] = told["error_us"]
        elif effect.what == "source":
            errors.append(told["error_us"])
    worst_us = max(errors)
    return [max(errors[source], worst_us if moved else 0) for source, moved in _moved(paddles, piece)]


def _moved(paddles: Json, piece: Piece) -> list[tuple[int, bool]]:
    """Each seat's source, and whether it gets another one in this piece."""
    moved = {event["seat"] for event in piece.events if event["do"] == "source"}
    return [(source, seat in moved) for seat, source in enumerate(paddles["source"])]


def _told(how: str, piece: Piece, slaps: Sequence[Slap], table: Sequence[Said], truly: Sequence[Said]) -> str:
    order = ", ".join(str(slap) for slap in sorted(slaps, key=lambda slap: slap.t_us))
    events = "; ".join(f"{e['do']} {e.get('seat', '')} {e['t_us']}" for e in piece.events)
    return f"{how} (until {piece.cut.value}): table {table}; truly {truly}; slaps {order}; events {events}"
