"""Quick Draw's bots: one that waits for the call, one that is quicker at times and jumps the gun."""

from collections.abc import Sequence

from slamomatic.engine.bots.bot import Bot, offered
from slamomatic.engine.vocabulary import Choice, Event, Json
from slamomatic.games.quick_draw.call import MEAN_EXTRA_US


class Steady(Bot):
    """Slaps when it hears the call, and at times a moment before."""

    JUMPS = 1.0  # how often a new round tempts it to slap too soon, as a share of its errors

    def begin(self) -> None:
        self._new_round = True

    def notice(self, effect: Json) -> None:
        if effect["what"] == "turn":
            self._new_round = True

    def update(self, view: Json, legal: list[Choice], effects: Sequence[Json], now_us: int) -> Event | None:
        """Plan as every bot, but let a slap that another hand has beaten come down all the same.

        Once a round the bot may be tempted to slap too soon, at a moment that is hard to foresee.
        """
        before = self.planned
        super().update(view, legal, effects, now_us)
        if self.planned is None and before is not None and before.do == "down" and self._hand_falls(view):
            self.planned = before
        if self._new_round and view["steady"]:
            self._new_round = False
            self._tempt(view, self.nature.error * self.JUMPS, now_us)
            if self._fooled and self.planned is not None:
                later_us = int(self.pace.random() * MEAN_EXTRA_US)
                self.planned = self.planned._replace(t_us=self.planned.t_us + later_us)
        return self.planned

    def _hand_falls(self, view: Json) -> bool:
        """Whether a hand on its way still comes down, so that the photo finish shows how late it was."""
        return not (view["over"] or view["steady"] or view["down"][self.seat])

    def choose(self, view: Json, legal: list[Choice]) -> Choice | None:
        return offered(legal, "down")


class Keen(Steady):
    """Is quicker in every other round, as if its hand hovered over the paddle; it also jumps the gun more."""

    JUMPS = 2.0
    POISED = 0.5  # in which share of rounds it expects the call

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
