"""People among bots: what the room sees and hears tells nothing of a card that is hidden from it.

Two tables that differ only in hidden cards, with people and bots at them, get the same slaps, keys and looks
and play on until the first thing that differs. That may be a card that is shown, or what a player does with
its cards. It may never be the moment of a choice, and never the picture, a sound or a light by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from slamomatic import engine
from slamomatic.engine import Choice, Game, Json
from slamomatic.gallery.tables import NAMES
from slamomatic.games.hands_down import bots as hands_down
from slamomatic.kit.motion import Flight
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.table import TableScene
from slamomatic.table.played import NoJournal
from slamomatic.table.seats import Seat
from slamomatic.table.session import GameSession
from support.length import count as tries
from support.quiet_moment import SLAPS_AT_ANY_TIME, quiet_moment
from support.twins import OTHER_CARDS

SIZE = (800, 480)
PEOPLE = {"one": (1,), "two": (0, 2)}  # of three seats
PAIRS_OF_TABLES = 12  # enough to see a bot that thinks twice
SAMPLE = tries(4, PAIRS_OF_TABLES)
LASTS_US = 10_000_000
STEP_US = 500_000  # between two things that a person does
KINDS = ("careful", "to-win", "random")
COMPANIES = list(product(OTHER_CARDS, PEOPLE))  # each game that hides a card
ONE_KIND_EACH = [(*company, KINDS[n % len(KINDS)]) for n, company in enumerate(COMPANIES)]
Deed = tuple[int, str, int]  # when, what, whose paddle where it is a slap


@dataclass(frozen=True)
class Moment:
    """News for eyes and ears at one time, and the public events it came from."""

    t_us: int
    events: tuple[tuple[str, int | None, int], ...]
    felt: tuple[Any, ...]

    def told(self) -> tuple[Any, ...]:
        return self.t_us, self.felt


class Room(BareStage):
    """A table with people and bots, played on by a script."""

    def __init__(self, home: Path, game: Game, people: tuple[int, ...], kind: str) -> None:
        super().__init__(home)
        self.flights: list[Flight] = []
        seats = [Seat(NAMES[seat], seat, "" if seat in people else kind) for seat in range(game.seats)]
        self.session = GameSession(game, seats, self.unit, NoJournal(), self.clock)
        self.table = TableScene(self, self.session)
        self.moments: list[Moment] = []
        self._events: list[tuple[str, int | None, int]] = []
        self._seen: tuple[Any, ...] = ()
        play = self.session.play

        def listened(event: engine.Event) -> None:
            play(event)
            if self.session.moment.public:
                self._events.append((event.do, event.seat, event.t_us))

        self.session.play = listened  # type: ignore[method-assign]

    def fly(self, flight: Flight) -> None:
        self.flights.append(flight)

    def run(self, script: list[Deed]) -> list[Moment]:
        for at_us, what, seat in [*script, (LASTS_US, "end", 0)]:
            while True:
                wakes_us = self.table.wakes_at_us()
                if wakes_us is None or wakes_us >= at_us:
                    break
                self._feel_at(max(self.clock.at_us + 1, wakes_us))
            self._feel_at(max(self.clock.at_us, at_us))
            self._do(what, seat)
            self._feel_at(self.clock.at_us + 1)
        return self.moments

    def _do(self, what: str, seat: int) -> None:
        scene, keyboard = self.table, self.unit.keyboard
        assert keyboard is not None
        if what in ("down", "up"):
            keyboard.key(seat, what == "down", self.clock())
        elif what in ("tap", "double", "hold", "let go"):
            scene.gesture(what)
        elif what != "end":
            scene.key(what)

    def _feel_at(self, t_us: int) -> None:
        self.clock.at_us = t_us
        self.table.pump()
        looks = self.table.looking is not None
        picture = [] if looks else self.easel(self.table, SIZE).sprites
        seen = (looks, picture, self.session.lights.lit, self.table.alarm)
        passing = (list(self.sounds), list(self.flights))
        self.sounds.clear()
        self.flights.clear()
        if seen != self._seen or any(passing):
            self.moments.append(Moment(t_us, tuple(self._events), (seen, passing)))
            self._seen = seen
            if not self.table.announcements.rolling(
                t_us
            ):  # cards that move in a drum roll are seen when it ends
                self._events.clear()


def script(people: tuple[int, ...], rng: Random) -> list[Deed]:
    """Slaps, walks through what is offered, looks that end without a choice, pauses, feints, disputes.

    Nothing is chosen in a look: what a player does with its own cards may lawfully differ.
    """
    deeds: list[Deed] = []
    at_us = 0
    while (at_us := at_us + rng.randrange(STEP_US // 4, 2 * STEP_US)) < LASTS_US:
        what = rng.choice(["slap", "slap", "tap", "double", "look", "confirm", "pause", *OTHER_KEYS])
        if what == "slap":
            seat = rng.choice(people)
            deeds += [(at_us, "down", seat), (at_us + 90_000, "up", seat)]
        elif what == "look":
            deeds += [(at_us, "hold", 0), (at_us + 100_000, "tap", 0), (at_us + 400_000, "let go", 0)]
            at_us += 400_000
        elif what == "pause":
            deeds += [(at_us, "pause", 0), (at_us + 300_000, "pause", 0)]
            deeds.append((at_us + 400_000, "confirm", 0))  # no waiting for the count
            at_us += 400_000
        else:
            deeds.append((at_us, what, 0))
    return sorted(deeds)


OTHER_KEYS = ("right", "feint", "call", "void", "mark")


def differences(name: str, who: str, kind: str, home: Path, pairs: int) -> dict[str, int]:
    rng = Random(f"{name} {who} {kind}")
    people = PEOPLE[who]
    count = {"alike": 0, "lawful": 0, "nothing": 0}
    for _ in range(pairs):
        game = quiet_moment(name, rng)
        eye = people[0] if len(people) == 1 else None
        states = (game.to_json(), OTHER_CARDS[name](game.to_json(), eye, rng))
        deeds = script(people, rng)
        tables = [Room(home, type(game).from_json(state), people, kind) for state in states]
        mine, other = (table.run(deeds) for table in tables)
        first = next((pair for pair in zip(mine, other, strict=False) if differ(*pair)), None)
        if first is None:
            count["nothing"] += 1
            count["alike"] += min(len(mine), len(other))
            continue
        count["alike"] += mine.index(first[0])
        count["lawful"] += 1
        assert_lawful(name, people, *first)
    return count


def differ(one: Moment, other: Moment) -> bool:
    return one.told() != other.told()


def assert_lawful(name: str, people: tuple[int, ...], one: Moment, other: Moment) -> None:
    """Something was done: by the same player at the same instant, whatever it was."""
    earlier = min(one, other, key=lambda moment: moment.t_us)
    if name in SLAPS_AT_ANY_TIME and one.t_us != other.t_us:
        # A bot with such a hand slaps where the other sees nothing to slap for.
        assert any(do == "down" and seat not in people for do, seat, _ in earlier.events), earlier.events
        return
    assert one.events and other.events, f"the room is told without an event: {one.events or other.events}"
    who = [[(seat, t_us) for _, seat, t_us in moment.events][:1] for moment in (one, other)]
    assert (one.t_us, who[0]) == (other.t_us, who[1]), f"the pause tells: {one.events} or {other.events}"


@pytest.mark.parametrize(
    ("name", "who", "kind"), tries(ONE_KIND_EACH, list(product(OTHER_CARDS, PEOPLE, KINDS)))
)
def test_nothing_tells_of_a_hidden_card_before_it_is_played(
    name: str, who: str, kind: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    count = differences(name, who, kind, tmp_path, SAMPLE)
    assert count["alike"] > 2 * SAMPLE, count
    assert capfd.readouterr() == ("", "")


def test_the_check_sees_a_bot_that_thinks_twice_over_a_pair(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plays = hands_down.Careful.choose

    def chooses_first(self: hands_down.Careful, view: Json, legal: list[Choice]) -> Choice | None:
        pairs = [choice for choice in legal if choice.do == "choose"]
        return pairs[0] if pairs and not view["chosen"] else plays(self, view, legal)

    monkeypatch.setattr(hands_down.Careful, "choose", chooses_first)
    with pytest.raises(AssertionError):
        differences("hands-down", "two", "careful", tmp_path, PAIRS_OF_TABLES)


def test_a_secret_of_a_person_shifts_no_bot_s_times(tmp_path: Path) -> None:
    rng = Random(4)
    while True:
        game = quiet_moment("hands-down", rng)
        turn = game.turn or 0
        pairs = [choice for choice in game.legal(turn) if choice.do == "choose"]
        if pairs:
            break
    lags = []
    for chosen in (None, pairs[0]):
        room = Room(tmp_path, type(game).from_json(game.to_json()), (turn,), "careful")
        room.table.pump()
        if chosen is not None:
            room.session.play(chosen.at(room.session.clock.now_us()))
            assert room.session.view(turn)["chosen"] == chosen.data["number"]
        lags.append([bot._lag for bot in room.session.automatic.bots.values()])
        assert "chosen" not in room.table.announcements.last
    assert lags[0] == lags[1]
