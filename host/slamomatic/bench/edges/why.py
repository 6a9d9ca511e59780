"""The edges around one slap, as the unit still keeps them: asked for with WHY, and told in one sentence."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from slamomatic import messages as m
from slamomatic.bench.edges.axis import exact
from slamomatic.bench.edges.bursts import cut
from slamomatic.bench.edges.capture import records_of
from slamomatic.bench.edges.scope import CLOSES, Scope, Trigger
from slamomatic.bench.stand import Stand
from slamomatic.errors import UserError
from slamomatic.words import gettext, ngettext

TOLD_WITHIN_US = 500_000
AROUND_US = 100_000  # what is shown of it


@dataclass(frozen=True, slots=True)
class Why:
    """The edges that the unit kept around one slap."""

    slap: m.Down
    records: tuple[tuple[int, int], ...]  # (t_us, levels); the first one is from before
    lost: int  # edges that the unit no longer had, or could not send

    def picture(self) -> Scope:
        """Return a held scope picture with the slap's time at zero."""
        scope = Scope()
        scope.span_us = AROUND_US
        scope.feed(self.records, self.slap.t_us)
        scope.wait_for(Trigger(CLOSES, self.slap.paddle))
        scope.hold(self.slap.t_us)
        return scope

    def sentence(self, paddle: str) -> str:
        """Say in one sentence why the slap has the time that it has."""
        which: dict[str, object] = {"seq": self.slap.seq, "paddle": paddle}
        if self.lost:
            return ngettext(
                "Slap {seq}, {paddle}: the unit could not tell {n} of its edges.",
                "Slap {seq}, {paddle}: the unit could not tell {n} of its edges.",
                self.lost,
                **which,
            )
        begun = [burst for burst in cut(self._edges()) if burst.edges[-1][0] >= self.slap.t_us]
        if not begun:
            return gettext("Slap {seq}, {paddle}: the unit keeps no edge of it.", **which)
        edges_us = _bounce_us([edge for edge in begun[0].edges if edge[0] >= self.slap.t_us])
        if len(edges_us) == 1:
            return gettext("Slap {seq}, {paddle}: one clean contact.", **which)
        return gettext(
            "Slap {seq}, {paddle}: stamped at its first contact; {edges} edges, and still after {time}.",
            edges=len(edges_us),
            time=exact(edges_us[-1] - self.slap.t_us),
            **which,
        )

    def _edges(self) -> list[tuple[int, bool]]:
        """Return the edges of the slap's own paddle."""
        bit, edges = 1 << self.slap.paddle, []
        before = False
        for number, (t_us, levels) in enumerate(self.records):
            closed = bool(levels & bit)
            # The first record tells a level. It is an edge only if it is the slap itself.
            if closed != before and (number or t_us >= self.slap.t_us):
                edges.append((t_us, closed))
            before = closed
        return edges


def _bounce_us(edges: list[tuple[int, bool]]) -> list[int]:
    """Return the times of the edges until the contact stayed closed longest.

    Later ones are the lifting hand.
    """
    times = [t_us for t_us, _ in edges]
    still = [late - early for early, late in pairwise(times)] + [AROUND_US]
    closings = [n for n, (_, closed) in enumerate(edges) if closed]
    return times[: max(closings, key=lambda n: still[n], default=len(times) - 1) + 1]


def ask_why(stand: Stand, slap: m.Down, hear: Callable[[m.Message], None]) -> Why:
    """Ask a unit for the edges around a slap; it stops streaming raw edges while it answers.

    All other messages that come meanwhile go to `hear`. UserError if the edges are no longer kept.
    """
    stand.ask("RAW,0")
    try:
        for message in stand.listen(0):  # raw edges that were on their way
            hear(message)
        try:
            count = int(stand.ask(f"WHY,{slap.seq}")[1])
        except UserError as error:
            raise UserError(
                "The unit no longer keeps the edges of slap {seq}. Slap again, and ask within a minute.",
                seq=slap.seq,
            ) from error
        records: list[tuple[int, int]] = []
        lost, end_us = 0, stand.now_us() + TOLD_WITHIN_US
        while len(records) + lost < count and (left_us := end_us - stand.now_us()) > 0:
            for message in stand.listen(left_us, until=lambda one: isinstance(one, m.Edges)):
                if isinstance(message, m.Edges):
                    records += records_of(message)
                    lost += message.lost
                else:
                    hear(message)
        return Why(slap, tuple(records), count - len(records))
    finally:
        stand.ask("RAW,1")
