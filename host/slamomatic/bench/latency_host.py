"""`bench latency` on a real unit: from the stamp of the first edge to the event on the host."""

import time

from slamomatic.bench.figures import figures_json
from slamomatic.bench.first_unit import first_state, measured
from slamomatic.bench.progress import say
from slamomatic.bench.result import Progress, Result, Series, Stopwatch, checked
from slamomatic.errors import UserError
from slamomatic.units.base import Do, Link, PaddleEvent
from slamomatic.units.merge import Units
from slamomatic.words import Sentence, counted, gettext

TURN_S = 0.001
PATIENCE_S = 60.0
# Four slaps this close count as one go for all four hands.
TOGETHER_US = 100_000


def latency_to_host(unit: Units, presses: int) -> Result:
    """Wait for slaps of real hands; how long each took to the host, give or take the clocks' bound."""
    watch = Stopwatch()
    downs: list[PaddleEvent] = []
    say(
        gettext(
            "Slap any paddles, {presses} times in all. Now and then, slap all four together.", presses=presses
        )
    )
    waited_s = 0.0
    with Progress("latency", presses, downs) as progress:
        while len(downs) < presses and waited_s < PATIENCE_S:
            fresh = [one for one in unit.drain() if isinstance(one, PaddleEvent) and one.do is Do.DOWN]
            downs += fresh
            waited_s = 0.0 if fresh else waited_s + TURN_S
            progress.at(len(downs))
            time.sleep(TURN_S)
    if not downs:
        raise UserError("No slap came for a minute. Check the unit with `slamomatic doctor`.")
    return report(unit, downs, watch)


def report(unit: Units, downs: list[PaddleEvent], watch: Stopwatch) -> Result:
    state = first_state(unit)
    single = Series(
        Sentence("from the first edge (the unit's stamp) until the host has read it"),
        "us",
        tuple(d.delay_us for d in downs),
    )
    four = Series(
        Sentence("the same for the last of four slaps within 0.1 s"),
        "us",
        tuple(max(one.delay_us for one in group) for group in _fours(downs)),
    )
    write = Series(
        Sentence(
            "from the first edge until the unit began to write the line, at most: the time to the host with "
            "its bound"
        ),
        "us",
        tuple(d.delay_us + d.error_us + d.loose_us for d in downs),
    )
    bound_us = max(down.error_us for down in downs)
    answers = {
        "single_us": figures_json(single.values),
        "four_us": figures_json(four.values),
        "edge_to_write_most_us": figures_json(write.values),
        "presses": len(downs),
        "clock_bound_us": bound_us,
    }
    return watch.result(
        "latency",
        Sentence(
            "from the unit's hardware stamp of the first edge until the host has read its line. The two "
            "clocks agree within {bound_us} us; these figures are no better than that.",
            bound_us=bound_us,
        ),
        Sentence(
            "the unit alone: its hold time and the pace of USB and host are all included. The screen is "
            "not; bench table measures that."
        ),
        measured(unit),
        answers,
        {
            "single": single,
            Sentence("four at once"): four,
            Sentence("edge to write, at most"): write,
        },
        (
            checked(
                state.link is Link.CONNECTED and not state.missing,
                Sentence("nothing lost"),
                counted("{n} slap, none missing", "{n} slaps, none missing", len(downs)),
                Sentence("the unit was lost: check its cable and measure again"),
            ),
        ),
    )


def _fours(downs: list[PaddleEvent]) -> list[list[PaddleEvent]]:
    """Slaps of four different paddles close together, each slap in one group at most."""
    groups, at = [], 0
    while len(group := downs[at : at + 4]) == 4:
        together = group[-1].t_us - group[0].t_us <= TOGETHER_US
        if together and len({one.paddle for one in group}) == 4:
            groups.append(group)
            at += 3
        at += 1
    return groups
