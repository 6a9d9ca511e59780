"""`python3 tests/evenings`: evenings at a simulated table, by the thousand, each judged by the truth."""

from __future__ import annotations

import argparse
import json
import sys

from evenings import ledger, many, plan, rows
from evenings.plan import GAMES


def main() -> int:
    words = _words()
    if words.rows:
        return 1 if rows.report(words.trials) else 0
    if words.watch is not None:
        from evenings import watch  # pygame is not needed for anything else

        watch.watch(plan.draw(words.watch, words.game))
        return 0
    if words.traces:
        return _hold(words)
    if words.replay is not None:
        return _replay(words)
    shows = sys.stderr.isatty() or not words.json
    tally = many.many(
        words.seed,
        minutes=words.minutes if words.evenings is None or words.minutes else None,
        evenings=words.evenings,
        game=words.game,
        cores=words.cores,
        shrinks=not words.stop,
        without=words.without,
        progress=_progress if shows else lambda tally: None,
        failed=lambda failure: print(_failure(failure, words.game), file=sys.stderr, flush=True),
        enough=(lambda tally: bool(tally.found)) if words.stop else lambda tally: False,
    )
    if words.json:
        print(json.dumps(tally.to_json(words.game), indent=2))
    else:
        _tell(tally, words.game)
    unmet = ledger.missing(tally.met) if tally.evenings >= ledger.WELL_KNOWN and not words.game else []
    return 1 if tally.found or unmet else 0


def _words() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python3 tests/evenings", description=__doc__)
    parser.add_argument("--minutes", type=float, help="how long to play (10, unless --evenings is given)")
    parser.add_argument("--evenings", type=int, help="how many to play")
    parser.add_argument("--seed", type=int, default=1, help="the first evening's")
    parser.add_argument("--game", choices=GAMES, help="only this game")
    parser.add_argument("--cores", type=int, help="how many at a time (all)")
    parser.add_argument("--json", action="store_true", help="one JSON object at the end")
    parser.add_argument("--without", type=int, nargs="*", default=[], help="seeds that are left out")
    parser.add_argument("--stop", action="store_true", help="end at the first evening with a finding")
    parser.add_argument("--replay", metavar="FAULTS", help="one evening with these faults: all, none or 0,2")
    parser.add_argument("--watch", metavar="SEED", type=int, help="open the table's window on this evening")
    parser.add_argument("--traces", type=int, help="hold the twin against the real image on so many")
    parser.add_argument("--rows", action="store_true", help="the four hard moments, and who was named")
    parser.add_argument("--trials", type=int, default=20, help="of each row")
    words = parser.parse_args()
    if words.minutes is None and words.evenings is None:
        words.minutes = 10.0
    return words


def _progress(tally: many.Tally) -> None:
    found = ", ".join(f"{count} {what}" for what, count in sorted(tally.found.items())) or "nothing found"
    print(f"{tally.evenings} evenings, {tally.per_hour} an hour, {found}", file=sys.stderr, flush=True)


def _failure(failure: many.Failure, game: str | None) -> str:
    options = failure.options.replace("\n", "\n    ")
    return f"{failure.finding.what}: {failure.finding.text}\n  {failure.replay(game)}\n    {options}"


def _tell(tally: many.Tally, game: str | None) -> None:
    for failure in tally.failures[: many.SHOWN]:
        print(_failure(failure, game))
    if len(tally.failures) > many.SHOWN:
        print(f"and {len(tally.failures) - many.SHOWN} more")
    told = tally.to_json(game)
    print(", ".join(f"{name} {told[name]}" for name in ("evenings", "wrong", "lost", "leaked", "voided")))
    print(f"found: {told['found']}")
    print(f"{tally.judged} judged, {tally.ties} ties, {tally.slaps} slaps, {tally.per_hour} evenings an hour")
    print("of the slaps with a verdict, taken back:")
    for kind, rate in told["void_rate_by_fault"].items():
        print(f"  {kind:12} {100 * rate:5.1f} %  in {tally.of_kind[kind]['evenings']} evenings")
    print("in so many evenings:")
    for name in ledger.SITUATIONS:
        print(f"  {tally.met[name]:6} {name}")
    if tally.evenings >= ledger.WELL_KNOWN and not game:
        print(f"never: {', '.join(ledger.missing(tally.met)) or 'none'}")


def _hold(words: argparse.Namespace) -> int:
    from evenings import traces  # the emulator is not needed for anything else

    def told(held: traces.Held) -> None:
        if held.traces % 50 == 0:
            print(f"{held.traces} traces, {held.differ} differ, {held.took_s:.0f} s", file=sys.stderr)

    held = traces.hold(words.seed, words.traces, told)
    print(f"{held.traces} traces, {held.lines} lines, {held.differ} differ, {held.took_s:.0f} s")
    if held.first:
        print(held.first)
    return 1 if held.differ else 0


def _replay(words: argparse.Namespace) -> int:
    drawn = plan.draw(words.seed, words.game)
    if words.replay != "all":
        kept = [] if words.replay == "none" else [int(word) for word in words.replay.split(",")]
        drawn = drawn.keeping(kept)
    print(drawn.options)
    for fault in drawn.faults:
        print(f"  {fault}")
    outcome = many.play(drawn)
    for finding in outcome.findings:
        print(f"{finding.what}: {finding.text}")
    print(
        f"{outcome.slaps} slaps, {outcome.judged} judged, {outcome.voided} taken back, "
        f"{outcome.ties} ties; journal {outcome.digest}"
    )
    return 1 if outcome.findings else 0
