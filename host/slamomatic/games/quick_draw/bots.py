"""Quick Draw's bots: one that waits for the call, one that is quicker at times and jumps the gun."""

from collections.abc import Sequence

from slamomatic.engine.bots.bot import Bot, offered
from slamomatic.engine.vocabulary import Choice, Event, Json
from slamomatic.games.quick_draw.call import MEAN_EXTRA_US


class Steady(Bot):
    """Slaps when it hears the call, and at times a moment before."""

    JUMPS = 1.0  # how often a round tempts it too soon, as a share of its errors

    def begin(self) -> None:
        self._new_round = True

    def notice(self, effect: Json) -> None:
        if effect["what"] == "turn":
            self._new_round = True

    def update(self, view: Json, legal: list[Choice], effects: Sequence[Json], now_us: int) -> Event | None:
        before = self.planned
        super().update(view, legal, effects, now_us)
        if self.planned is None and before is not None and before.do == "down" and self._on_the_way(view):
            self.planned = before
        if self._new_round and view["steady"]:
            self._new_round = False
            self._tempt(view, self.nature.error * self.JUMPS, now_us)
            if self._fooled and self.planned is not None:
                later_us = int(self.pace.random() * MEAN_EXTRA_US)
                self.planned = self.planned._replace(t_us=self.planned.t_us + later_us)
        return self.planned

    def _on_the_way(self, view: Json) -> bool:
        """A hand that is beaten by another falls all the same: that is what the photo finish shows."""
        return not (view["over"] or view["steady"] or view["down"][self.seat])

    def choose(self, view: Json, legal: list[Choice]) -> Choice | None:
        return offered(legal, "down")


class Keen(Steady):
    """In every other round its hand hovers over the paddle."""

    JUMPS = 2.0
    POISED = 0.5

    def begin(self) -> None:
        super().begin()
        self._poised = False

    def notice(self, effect: Json) -> None:
        super().notice(effect)
        if effect["what"] == "turn":
            self._poised = self.pace.random() < self.POISED

    def saw_slap_coming(self, view: Json) -> bool:
        return self._poised


BOTS = {"careful": Steady, "to-win": Keen}
