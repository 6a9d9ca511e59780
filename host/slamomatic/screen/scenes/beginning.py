"""How a game begins from the start scene: at once, or as soon as the unit that it is played on is there."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from slamomatic.errors import UserError
from slamomatic.screen.scene import Stage
from slamomatic.store import journals
from slamomatic.table import opening
from slamomatic.table.cup import Cup
from slamomatic.table.seats import NOBODY, Seat, paddle_of
from slamomatic.table.sitting import Sitting
from slamomatic.units.base import Link
from slamomatic.words import N_, gettext

# So long a Pico that is plugged in may take: a game that began sooner would be played on the keys.
ANSWERS_WITHIN_US = 2_000_000
LOOKS = N_("One moment: looking for a Pico. Without one, you play on the keyboard.")


class Beginning:
    """What was asked for and can't be yet; a game's first line says how true its units are."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._asked: Callable[[], Sitting] | None = None
        self._needs: Callable[[], Sequence[int]] = list
        self._tries_first = False
        self.resumed = False  # what began last is a game that was left
        self._looked_for = stage.unit
        self._patient_until_us = stage.after_us(ANSWERS_WITHIN_US)

    @property
    def patient_until_us(self) -> int:
        if self._looked_for is not self._stage.unit:  # others were chosen meanwhile
            self._looked_for = self._stage.unit
            self._patient_until_us = self._stage.after_us(ANSWERS_WITHIN_US)
        return self._patient_until_us

    @property
    def waits(self) -> bool:
        return self._asked is not None

    def give_up(self) -> None:
        self._asked = None

    def play(
        self, game: str, seats: Sequence[Seat], options: Mapping[str, Any], cup: Cup | None = None
    ) -> None:
        """Asks for a new game."""
        stage, self._tries_first, self.resumed = self._stage, False, False
        self._needs = lambda: self._units_of(seats)
        self._asked = lambda: opening.begin(
            game,
            seats,
            stage.unit,
            stage.clock,
            seed=stage.seed,
            options=options,
            home=stage.home,
            cup=cup,
        )

    def resume(self, path: Path | None = None) -> None:
        """Asks for the newest game that was left. Its journal says who plays on what, and comes first."""
        stage = self._stage
        path = path or journals.latest_open(stage.home)
        if path is None:
            raise UserError("There is no unfinished game. Press Enter to start a new one.")
        self._needs, self._tries_first, self.resumed = self._all_without_keys, True, True
        self._asked = lambda: opening.resume(path, stage.unit, stage.clock)

    def sitting(self) -> Sitting | None:
        """The game, once; None while something is missing. UserError: it can't begin at all."""
        waits = self.not_yet()
        if self._asked is None or (waits and not self._tries_first):
            return None
        tries, self._tries_first = self._tries_first, False
        try:
            begun = self._asked()
        except UserError:
            if tries and waits:
                return None  # what comes may be what it needs
            self._asked = None
            raise
        self._asked = None
        return begun

    def not_yet(self) -> str:
        """What is waited for, "" when nothing is; what is wrong there the line about the units says."""
        if self._asked is None:
            return ""
        states = self._stage.unit.states()
        missing = [states[index] for index in self._needs() if states[index].error_us is None]
        if missing:
            escape = self._stage.prefs.key_name("pause")
            return gettext(
                "The game begins when {unit} answers. {key}: cancel.", unit=missing[0].name, key=escape
            )
        looks = self._stage.clock() < self.patient_until_us
        return gettext(LOOKS) if looks and any(state.link is Link.SEARCHING for state in states) else ""

    def _units_of(self, seats: Sequence[Seat]) -> list[int]:
        unit = self._stage.unit
        paddles = [paddle for seat in seats if (paddle := paddle_of(unit, seat)) != NOBODY]
        return sorted({unit.place(paddle).unit for paddle in paddles})

    def _all_without_keys(self) -> list[int]:
        units = self._stage.unit.units
        return [] if any(unit.is_keyboard for unit in units) else list(range(len(units)))
