"""Bots: as quick as people, as ignorant, and no better than their level."""

from __future__ import annotations

from typing import Any

from plants.patching import Patch, always, answering, doing, plant

BOT = "slamomatic.engine.bots.bot:Bot"


@plant("a bot slaps quicker than any hand")
def _(patch: Patch) -> None:
    patch(f"{BOT}._after_us", always(1))


@plant("a bot that holds the answer takes longer: its time tells its cards")
def _(patch: Patch) -> None:
    def plan(original: Any, self: Any, view: Any, legal: Any, now_us: int) -> None:
        original(self, view, legal, now_us)
        if self.planned is not None and len(legal) > 1 and self.planned.do != "up":
            self.planned = self.planned._replace(t_us=self.planned.t_us + 300_000)

    patch(f"{BOT}._plan", doing(plan))


@plant("the same feint fools a bot for ever")
def _(patch: Patch) -> None:
    def see_feint(original: Any, self: Any, view: Any, seat: int, now_us: int) -> None:
        self._doubts, self._feints_now = {}, 0
        original(self, view, seat, now_us)
        self._doubts, self._feints_now = {}, 0

    patch(f"{BOT}._see_feint", doing(see_feint))


@plant("a bot slips all the time")
def _(patch: Patch) -> None:
    patch(
        f"{BOT}._tempt",
        doing(lambda original, self, view, how_often, now_us: original(self, view, 1.0, now_us)),
    )


@plant("a bot never slips")
def _(patch: Patch) -> None:
    patch(f"{BOT}._tempt", always(None))


@plant("of equal victims a bot always takes the first")
def _(patch: Patch) -> None:
    patch(f"{BOT}.pick", doing(lambda _, self, ways: ways[0]))


@plant("bots that adapt get better when they win")
def _(patch: Patch) -> None:
    patch(
        "slamomatic.engine.bots.adaptive:level_after",
        doing(lambda original, level, won, players: original(level, not won, players)),
    )


@plant("a bot keeps its hand on the paddle for ever")
def _(patch: Patch) -> None:
    patch.value("slamomatic.engine.bots.bot:PRESS_US", 3_600_000_000, f"{BOT}._plan")


@plant("a strong bot thinks of its worst move as the best")
def _(patch: Patch) -> None:
    patch(
        "slamomatic.engine.bots.search:_advantage",
        doing(lambda original, mine, usual: -original(mine, usual)),
    )


@plant("a bot's choice is played while somebody else is on")
def _(patch: Patch) -> None:
    def plans(original: Any, self: Any) -> Any:
        return [
            event._replace(t_us=0) if event.do not in ("down", "up") else event for event in original(self)
        ]

    patch("slamomatic.table.event_queue:EventQueue._plans", doing(plans))


@plant("bots rob the largest hands, so that cards wander for minutes")
def _(patch: Patch) -> None:
    patch("slamomatic.games.hands_down.bots:Careful.expected_gain", answering(lambda gain: -gain))
