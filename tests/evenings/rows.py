"""The four rows: one hard moment each, played many times, and whether the right player was named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from evenings.evening_table import Table
from evenings.people import Manner
from evenings.world import World
from slamomatic.engine.bots import Nature
from slamomatic.engine.vocabulary import Effect, Json
from slamomatic.table.seats import Seat
from slamomatic.units.base import UnitNotice

SECOND_US = 1_000_000
ENDS_US = 90 * SECOND_US


def steady(reaction_ms: int) -> Manner:
    """Reacts after just so long, errs never, leaves the hand on the paddle."""
    nature = Nature(reaction_ms, reaction_ms, spread=0.0, error=0.0, temper=0.0)
    return Manner(nature, shortest_hold_us=1_500_000, longest_hold_us=2_500_000, twice=0.0)


@dataclass
class Race:
    """Watches the first race that a given seat is asked in, until it is judged or taken back."""

    table: Table
    seat: int
    on_open: Callable[[], None] = lambda: None
    opened_us: int | None = None  # on the game's clock
    opener: int | None = None
    verdict: str = ""
    loser: int | None = None
    race: Sequence[int] = ()
    waited_us: int | None = None  # from the race's closing time to the frame that shows the verdict
    notices: list[UnitNotice] = field(default_factory=list)

    def now_us(self) -> int:
        assert self.table.session is not None
        return self.table.session.clock.now_us()

    def watch(self, effects: Sequence[Effect], notices: Sequence[UnitNotice]) -> None:
        self.notices += notices
        for effect in effects:
            if self.verdict:
                return
            line = effect.to_json()
            if effect.what == "hands-down" and self.seat in line["waits_for"]:
                self.opened_us, self.opener = effect.t_us, effect.seat
                self.on_open()
            elif self.opened_us is not None:
                self._judged(effect, line)

    def _judged(self, effect: Effect, line: Json) -> None:
        if effect.what == "lost":
            self.verdict, self.loser, self.race = "lost", effect.seat, line["race"]
            self.waited_us = self.now_us() - effect.t_us
        elif effect.what in ("clump", "void", "timed-out"):
            self.verdict = effect.what
            self.waited_us = self.now_us() - effect.t_us if effect.what == "clump" else None

    def true_us(self, seat: int) -> int | None:
        """The seat's first press of this race, on the game's clock."""
        assert self.opened_us is not None
        if self.table.seats[seat].bot:
            return self.race[seat] if self.race[seat] >= 0 else None
        times = [press.game_us for press in self.table.truth.of(seat)]
        return next((t_us for t_us in times if t_us > self.opened_us), None)

    def wrong(self) -> bool:
        """Whether somebody slapped later than the one who was named, or the named one never had to lose."""
        if self.loser is None:
            return False
        lost_us = self.true_us(self.loser)
        if lost_us is None:
            return False
        for seat, t_us in enumerate(self.race):
            if seat in (self.loser, self.opener) or t_us == -2:
                continue
            true_us = self.true_us(seat)
            if true_us is None or true_us > lost_us:
                return True
        return False


def damage_next_down(table: Table) -> None:
    """The next DOWN line loses a bit on the way."""
    end = table.wired[0].cable.to_host

    def spoil(data: bytes) -> bytes:
        if b"DOWN," not in data:
            return data
        end.spoil = None
        at = data.index(b"DOWN,") + 7
        return data[:at] + bytes((data[at] ^ 2,)) + data[at + 1 :]

    end.spoil = spoil


def person_and_bots(seed: int, damaged: bool) -> Race:
    """Row 1: a person slaps 150 ms after the call, before every bot."""
    world = World(f"row 1 {seed}")
    bots = [Seat(name, colour, "careful") for colour, name in enumerate(("Ben", "Cleo", "Dan"), start=1)]
    table = Table(world, [Seat("Ada", 0), *bots])
    table.connect()
    quick = steady(150)
    race = Race(table, 0)
    table.judges.append(race)
    if damaged:
        race.on_open = lambda: damage_next_down(table)
    table.begin("hands-down", seed, {0: quick})
    world.run(ENDS_US, lambda: bool(race.verdict))
    return race


def _one_race_of_keys(seed: int, befalls: Callable[[Table, int], None], slaps_us: dict[int, int]) -> Race:
    """A paddle (seat 0) beside two keys: seat 2 opens, the others slap so long after that."""
    world = World(f"keys {seed}")
    seats = [Seat("Ada", 0), Seat("Ben", 4), Seat("Cleo", 5)]
    table = Table(world, seats)
    table.connect()
    chance = world.chance("row")
    slow = steady(60_000)
    race = Race(table, 0)
    table.judges.append(race)

    def open_race() -> None:
        begun_us = world.now_us + chance.randrange(20_000)
        others = [seat for seat in range(3) if seat != race.opener and seat != 0]
        for seat, after_us in zip([0, *others], slaps_us.values(), strict=False):
            world.at(begun_us + after_us, table.people[seat].slap)
        befalls(table, begun_us)

    race.on_open = open_race
    table.begin("hands-down", seed, dict.fromkeys(range(3), slow), {"dealer": 0})
    world.run(ENDS_US, lambda: bool(race.verdict))
    return race


LAST_KEY_US = 400_000


def paddle_before_key(seed: int) -> Race:
    """Row 2: a paddle slapped 100 ms before the last key, its line damaged."""
    return _one_race_of_keys(
        seed, lambda table, _: damage_next_down(table), {0: LAST_KEY_US - 100_000, 1: LAST_KEY_US}
    )


def paddle_before_key_stalled(seed: int) -> Race:
    """Row 3: the same, and the host stalls for 150 ms as well."""

    def befalls(table: Table, begun_us: int) -> None:
        world = table.world
        damage_next_down(table)
        at_us = begun_us + LAST_KEY_US - 100_000
        world.at(at_us, lambda: table.program.ports[0].stall(150_000))

    return _one_race_of_keys(seed, befalls, {0: LAST_KEY_US - 100_000, 1: LAST_KEY_US})


def key_in_a_long_frame(seed: int) -> Race:
    """Row 4: a key is slapped 60 ms before the paddle, and taken by a frame of 150 ms."""

    def befalls(table: Table, begun_us: int) -> None:
        world = table.world
        world.at(begun_us + LAST_KEY_US - 70_000, lambda: table.program.frames.long(150_000))

    return _one_race_of_keys(seed, befalls, {0: LAST_KEY_US, 1: LAST_KEY_US - 60_000})


Play = Callable[[int], Race]
ROWS: tuple[tuple[str, Play], ...] = (
    ("person 150 ms after the call, bots; undamaged", lambda seed: person_and_bots(seed, damaged=False)),
    ("person 150 ms after the call, bots; DOWN damaged", lambda seed: person_and_bots(seed, damaged=True)),
    ("paddle 100 ms before the last key; DOWN damaged", paddle_before_key),
    ("the same, and the host stalls for 150 ms", paddle_before_key_stalled),
    ("keys beside a paddle; one frame of 150 ms", key_in_a_long_frame),
)


def report(trials: int) -> int:
    """Play every row so often and print what came out; how many were wrong."""
    wrong_of_all = 0
    for title, play in ROWS:
        count: Counter[str] = Counter()
        waits_us = []
        seed = 0
        while count.total() < trials:
            race = play(seed)
            seed += 1
            if race.opened_us is None:  # not every deal comes to a race with this seat in it
                continue
            count["wrong" if race.wrong() else race.verdict or "never judged"] += 1
            if race.waited_us is not None:
                waits_us.append(race.waited_us)
        wrong_of_all += count["wrong"]
        rest = ", ".join(f"{number} {what}" for what, number in sorted(count.items()) if what != "wrong")
        print(f"{title:50} {count['wrong']:4} of {trials} wrong; {rest}{_spread(waits_us)}", flush=True)
    return wrong_of_all


def _spread(waits_us: list[int]) -> str:
    """How long after its closing time a verdict was on the screen."""
    if not waits_us:
        return ""
    waits_us.sort()
    p50, p99 = (waits_us[min(len(waits_us) - 1, len(waits_us) * share // 100)] for share in (50, 99))
    return f"; verdict after p50 {p50 / 1000:.1f}, p99 {p99 / 1000:.1f} ms"
