"""`bench order` on a real unit: with the loop-back jig it plays known edges into itself, ever tighter."""

from slamomatic.bench.result import Finding, Result, Series, Stopwatch
from slamomatic.bench.stand import Stand
from slamomatic.errors import UserError
from slamomatic.words import Sentence

BLIND = "blind_ns"


def order_by_jig(stand: Stand) -> Result:
    """The unit's own verdict about each thing it can check, and how close two edges may come."""
    watch = Stopwatch()
    tests = stand.self_test()
    if not tests:
        raise UserError(
            "The unit did not finish its self-test. Take your hands off the paddles and start the test again."
        )
    blind_ns = int(tests[BLIND]) if tests.get(BLIND, "").isdigit() else None
    findings = [
        Finding(not result.startswith("failed"), Sentence("self-test {name}", name=name), f"{name}: {result}")
        for name, result in tests.items()
        if name != BLIND or blind_ns is None
    ]
    if blind_ns is not None:
        said = Sentence(
            "edges that are {blind_ns} ns apart or more are all recorded, in order",
            blind_ns=blind_ns,
        )
        findings.append(Finding(True, Sentence("blind time"), said))
    return watch.result(
        "order",
        Sentence(
            "whether the unit's capture records the edges that the unit's own jig outputs play into its "
            "four inputs at known times. They come ever closer together, until one is missed or the "
            "capture says that it stalled."
        ),
        Sentence(
            "switches, leads and hands: the jig's edges are clean. Without a jig, only the tests that need "
            "none are done."
        ),
        stand.measured,
        {
            "trials": len(tests),
            "wrong": len([f for f in findings if not f.ok]),
            # The unit plays one contact after the other: what it can't tell apart shows as its blind time.
            "ties": None,
            "untrue_ties": None,
            "smallest_gap_us": None if blind_ns is None else blind_ns / 1000,
            "by_paddle": {},
            "blind_ns": blind_ns,
            "tests": tests,
        },
        {}
        if blind_ns is None
        else {Sentence("blind time"): Series(Sentence("smallest spacing told apart"), "ns", (blind_ns,))},
        tuple(findings),
    )
