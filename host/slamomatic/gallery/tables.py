"""Games of bots on the stopped clock, shown as if people sat there, and stopped at every new state."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from slamomatic import engine
from slamomatic.engine import Setup
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.table import TableScene
from slamomatic.table.played import NoJournal
from slamomatic.table.seats import Seat
from slamomatic.table.session import GameSession

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn")
LONGEST_US = 40 * 60_000_000  # of a game that is shown


class PosedSession(GameSession):
    """A session that bots play while the screen is told that people do: all states come by themselves."""

    def show_people(self, people: tuple[int, ...]) -> None:
        seats = [
            replace(sits, bot="" if seat in people else "random") for seat, sits in enumerate(self.seats)
        ]
        self.players.sit(seats, self.moment.room["gone"])

    @property
    def seats_on_keys(self) -> frozenset[int]:
        return frozenset(self.people)

    def good_to_us(self, seat: int) -> int:
        """Return the error of a key: the picture says that people press keys."""
        return self.units.states()[0].blind_us

    def keep_still(self) -> None:
        """Stop all bots, as later events are put in by hand."""
        self.automatic.bots.clear()


def posed_session(
    stage: BareStage, game: str, players: int, seed: int, options: dict[str, Any] | None = None
) -> PosedSession:
    """Begin a game of bots on the stage's stopped clock, without a journal."""
    dealt = engine.new(game, Setup(seats=players, seed=seed, options=options or {}))
    seats = [Seat(NAMES[index], index, "random") for index in range(players)]
    return PosedSession(dealt, seats, stage.unit, NoJournal(), stage.clock)


def table_of(
    stage: BareStage,
    game: str,
    players: int,
    seed: int,
    people: tuple[int, ...],
    options: Mapping[str, Any] | None = None,
) -> tuple[TableScene, PosedSession]:
    """A game of bots from its first moment, and the table that shows it to these people."""
    stage.clock.at_us = 0
    stage.motion.forget()
    session = posed_session(stage, game, players, seed, dict(options or {}))
    session.show_people(people)
    return TableScene(stage, session), session


def states(
    stage: BareStage, scene: TableScene, limit_us: int, seen: set[tuple[str, str]] | None = None
) -> Iterator[str]:
    """Plays on and stops at every state that looks new: its name says what can be done and what was said.

    `seen` is filled: pass it on to the next game to get only what that game adds.
    """
    seen = set() if seen is None else seen
    for _ in steps(stage, scene, limit_us):
        state, news = signature(scene)
        offers = {
            ("offer", f"{choice.do} {sorted(choice.data)}") for choice in scene.visible_choices(scene.eyes)
        }
        if fresh := ({("state", state), ("news", f"{news} {state.split('-')[0]}")} | offers) - seen:
            seen |= fresh
            yield f"{state}-{news}"


def steps(stage: BareStage, scene: TableScene, limit_us: int) -> Iterator[None]:
    """Play on; yield at the beginning, and whenever anything may have happened."""
    scene.pump()
    yield
    while not scene.session.over and stage.clock.at_us < limit_us:
        wakes_us = scene.session.wakes_at_us()
        if wakes_us is None:
            return
        stage.clock.at_us = max(stage.clock.at_us + 1, wakes_us)
        scene.pump()
        yield


def signature(scene: TableScene) -> tuple[str, str]:
    """Return what tells one state from another: live or dark, the choices, and the last words."""
    view = scene.session.view(None)
    live = "live" if all(view["live"]) else "dark" if not any(view["live"]) else "part"
    choices = [*scene.session.legal(None), *scene.visible_choices(scene.eyes)]
    words = "-".join(sorted({choice.do for choice in choices}))
    return f"{live}-{words or 'none'}", scene.announcements.saying or "start"
