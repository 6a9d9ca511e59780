"""Draw an evening from one seed: game, seats, units, players and faults."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from slamomatic.engine import find
from slamomatic.table.seats import Seat

GAMES = ("hands-down", "slamwich", "hit-the-deck", "yahtzee-hands-down", "lowdown", "quick-draw")
WEIGHTS = (5, 3, 3, 2, 1, 2)  # slaps are what an evening is about
CALLS_SHARE = 6  # about so many slaps of people to a call
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn")
PICO_PADDLES = 4
KEYS = 6
MOST_LATE_US = 2_000  # a correction is no larger

# Units of an evening: how many, and at most how many seats sit at keys or are bots.
COMPANIES = ("one unit", "unit and bots", "unit and keys", "unit, keys, bots", "two units", "keys and bots")
COMPANY_WEIGHTS = (2, 4, 4, 3, 2, 1)


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that befalls the evening. `when`: after the so-manieth slap or call, or a plain time."""

    kind: str
    anchor: str  # "slap", "call" or "time"
    count: int  # the so-manieth slap or call
    after_us: int
    unit: int
    size: int  # how long (us), how many lines, how far: as the kind has it

    def __str__(self) -> str:
        where = f"{self.anchor} {self.count} + " if self.anchor != "time" else ""
        return f"{self.kind} {self.size} of unit {self.unit + 1} at {where}{self.after_us / 1000:.1f} ms"


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of fault: how often it is drawn, and the range of its size."""

    weight: int
    low: int
    high: int
    anchors: Sequence[str] = ("slap", "call")


KINDS: dict[str, Kind] = {
    "damaged": Kind(8, 1, 4),  # so many of the next chunks to the host have a bit wrong
    "lost": Kind(6, 1, 4),  # so many of them never arrive
    "doubled": Kind(3, 1, 3),
    "swapped": Kind(3, 1, 2),  # so many chunks are overtaken by the next
    "cut": Kind(3, 1, 2),  # only their first half arrives
    "deaf": Kind(4, 1, 6),  # so many chunks to the unit are lost
    "unheard": Kind(2, 300_000, 8_000_000),  # nothing reaches the unit for so long
    "noisy": Kind(3, 100_000, 3_000_000),  # bytes both ways are spoilt, for so long
    "slow": Kind(3, 3_000, 60_000),  # the cable takes so much longer, for two seconds
    "unplugged": Kind(3, 20_000, 3_000_000),
    "restarted": Kind(2, 1, 1),
    "stalled": Kind(6, 20_000, 700_000),  # the host's thread gets no turn
    "long frame": Kind(6, 20_000, 400_000),
    "stopped": Kind(3, 50_000, 900_000),  # both: the whole program gets no turn
    "asleep": Kind(1, 1_000_000, 20_000_000, ("time",)),  # the machine sleeps, and its clock with it
    # The host's crystal runs faster by so many ppm from now on. NTP slews another clock than the host reads.
    "warmed": Kind(2, 1, 6, ("time",)),
    "killed": Kind(3, 1_000_000, 4_000_000, ("slap", "call", "time")),  # and it starts again so much later
    "power lost": Kind(3, 2_000_000, 5_000_000, ("slap", "call", "time")),
    "disk full": Kind(2, 1, 1, ("slap", "time")),
    "disk fails": Kind(2, 1, 1, ("slap", "time")),
    "busy": Kind(3, 2_000, 20_000),  # the unit's loop collects
    # Static on a paddle, so many us before a slap: nearer it looks like bounce, and no unit can tell.
    "spike": Kind(3, 760, 1_100),
    "static": Kind(2, 1, 40, ("time", "call")),  # so many short closures
    # No faults, but what players do to a table.
    "paused": Kind(2, 200_000, 3_000_000),
    "disputed": Kind(2, 1, 1),
    "looked": Kind(2, 200_000, 2_000_000),
    "left": Kind(1, 1, 4),  # a bot plays on
    # Drawn apart, so that older seeds stay as they were.
    "dropped": Kind(0, 1, 4),  # nobody plays on for whoever leaves
    "drumming": Kind(0, 300_000, 590_000),  # one hand taps so often, for a while
    # These were thought of later: only `draw` draws them.
    "halted": Kind(0, 30_000, 2_000_000, ("slap", "call", "time")),  # a pause at any moment
    # The host's clock, ahead: the computer slept. None sleeps for less, and a slow cable would hide less.
    "jumped": Kind(0, 300_000, 5_000_000, ("slap", "call", "time")),
    # Phones and their pages.
    "page mute": Kind(0, 300_000, 12_000_000, ("slap", "call", "time")),  # it answers no ping for so long
    "page asleep": Kind(0, 300_000, 8_000_000, ("slap", "call", "time")),  # it said that it goes away
    "page frozen": Kind(0, 300_000, 8_000_000, ("slap", "call", "time")),  # it did not
    "page stalled": Kind(0, 200_000, 3_000_000, ("slap", "call")),  # the network, both ways
    "page clock": Kind(0, 20_000, 5_000_000, ("slap", "call")),  # the page's clock steps, either way
    "page again": Kind(0, 1, 1),  # it was reloaded
    "page lies": Kind(0, 60_000, 2_500_000, ("call", "time")),  # touches dated back, answers held as long
    "page cheats": Kind(0, 20_000, 250_000, ("call", "time")),  # touches dated back under an honest network
    "page late": Kind(0, 30_000, 400_000, ("call", "time")),  # all that it says is held
}
MISBEHAVIOUR = {"drumming": 0.15, "dropped": 0.1}  # in so many evenings
OF_PHONES = frozenset(kind for kind in KINDS if kind.startswith("page "))
# How often `draw` draws those that are drawn apart.
LATER_WEIGHTS = {"halted": 5, "jumped": 4} | dict.fromkeys(OF_PHONES, 5)
FIRST_WEIGHTS = {kind: known.weight for kind, known in KINDS.items()}
ROUND_TRIPS_US = (5_000, 20_000, 80_000)

# Faults that the repair must heal, so that every slap still counts.
REPAIRED = frozenset({"damaged", "lost", "doubled", "swapped", "cut", "busy"})
# Faults after which the program is started again and goes on with the journal.
ENDS_A_RUN = frozenset({"killed", "power lost", "disk full", "disk fails"})


@dataclass(frozen=True, slots=True)
class Phone:
    """Somebody slaps on it."""

    colour: int
    round_trip_us: int  # of a ping


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that is decided before the first card."""

    seed: int
    game: str
    company: str
    seats: tuple[Seat, ...]
    units_ppm: tuple[float, ...]
    corrections_us: tuple[tuple[int, ...], ...]  # by how much each unit's paddles are late, and known to be
    host_ppm: float
    old_firmware: bool
    slaps: int  # the evening ends after so many slaps of people
    limit_us: int  # or after so long
    hasty: float  # how often people slap at nothing
    together: float  # how often one's slap brings another's with it
    faults: tuple[Fault, ...]
    screen_us: int = 0  # how late the television is
    phones: tuple[Phone, ...] = ()
    at_once: float = 0.0  # how often another's slap comes in the same two microseconds
    off: tuple[str, ...] = ()  # the kinds of faults that are switched off

    @property
    def options(self) -> str:
        """Everything that was drawn but the faults, on a few lines."""
        seats = ", ".join(f"{sits.name} {sits.colour} {sits.bot or 'a person'}" for sits in self.seats)
        phones = ", ".join(f"{each.colour} by {each.round_trip_us // 1000} ms" for each in self.phones)
        return (
            f"{self.game}, {self.company}, {'old' if self.old_firmware else 'new'} firmware; {seats}\n"
            f"phones: {phones or 'none'}; units {self.units_ppm} ppm, corrections {self.corrections_us}, "
            f"host {self.host_ppm} ppm\n"
            f"{self.slaps} slaps or {self.limit_us // 1_000_000} s, hasty {self.hasty}, "
            f"together {self.together}, at once {self.at_once}, television {self.screen_us // 1000} ms late\n"
            f"switched off: {', '.join(self.off) or 'nothing'}"
        )

    def keeping(self, kept: Sequence[int]) -> Plan:
        """Return this evening with only these of its faults."""
        return replace(self, faults=tuple(self.faults[index] for index in kept))

    @property
    def undisturbed(self) -> Plan:
        return replace(self, faults=())


def draw(seed: int, game: str | None = None) -> Plan:
    """The evening of this seed: perhaps with phones, and with half of all kinds of faults switched off.

    So combinations come up that are rare where every kind may happen.
    """
    plan = first_draw(seed, game)
    chance = Random(f"evening {seed}, phones")
    off = frozenset(chance.sample(sorted(KINDS), len(KINDS) // 2))
    seats, phones = _phones(chance, plan)
    units = len(plan.units_ppm)
    weights = {kind: LATER_WEIGHTS.get(kind, KINDS[kind].weight) for kind in KINDS if kind not in off}
    if not phones:
        weights = {kind: weight for kind, weight in weights.items() if kind not in OF_PHONES}
    faults = (
        *_faults(chance, plan.slaps, units, weights, len(phones)),
        *_hard_luck(chance, plan.slaps, units),
        *_misbehaviour(chance, plan.slaps),
    )
    on = tuple(fault for fault in faults if fault.kind not in off)
    off_kinds = tuple(sorted(off))
    return replace(plan, seats=seats, phones=phones, faults=on, off=off_kinds, at_once=plan.together / 10)


def first_draw(seed: int, game: str | None = None) -> Plan:
    """The evening of this seed as it was before there were phones: a seed that once went wrong stays it."""
    chance = Random(f"evening {seed}")
    more = Random(f"evening {seed}, more")  # what was thought of later shifts nothing else
    later = Random(f"evening {seed}, misbehaviour")
    drawn = chance.choices(GAMES, WEIGHTS)[0]
    game = game or drawn
    company = chance.choices(COMPANIES, COMPANY_WEIGHTS)[0]
    units = {"two units": 2, "keys and bots": 0}.get(company, 1)
    slaps = chance.randint(20, 40)
    faults = _faults(chance, slaps, units)
    old_firmware = chance.random() < 0.2
    return Plan(
        seed=seed,
        game=game,
        company=company,
        seats=_seats(chance, game, company),
        units_ppm=tuple(round(chance.uniform(-100, 100), 1) for _ in range(units)),
        corrections_us=tuple(_corrections(chance) for _ in range(units)),
        host_ppm=round(chance.uniform(-100, 100), 1),
        old_firmware=old_firmware,
        slaps=slaps,
        limit_us=chance.randint(25, 45) * 1_000_000,
        hasty=chance.choice((0.02, 0.1, 0.25)),
        together=more.choice((0.0, 0.5)),
        faults=(*faults, *_hard_luck(more, slaps, units), *_misbehaviour(later, slaps)),
        screen_us=later.choice((0, 0, 50_000, 120_000)),
    )


def _phones(chance: Random, plan: Plan) -> tuple[tuple[Seat, ...], tuple[Phone, ...]]:
    """In half of the evenings one or two of the people slap on phones; two Picos leave no colour for that."""
    people = [number for number, sits in enumerate(plan.seats) if not sits.bot]
    if plan.company == "two units" or chance.random() < 0.5:
        return plan.seats, ()
    colours = list(range(PICO_PADDLES, KEYS))
    chance.shuffle(colours)
    seats, phones = list(plan.seats), []
    for number, colour in zip(
        chance.sample(people, min(len(people), chance.choice((1, 1, 2)))), colours, strict=False
    ):
        other = next((n for n, sits in enumerate(seats) if sits.colour == colour), None)
        if other is not None:
            seats[other] = replace(seats[other], colour=seats[number].colour)
        seats[number] = replace(seats[number], colour=colour)
        phones.append(Phone(colour, chance.choice(ROUND_TRIPS_US)))
    return tuple(seats), tuple(phones)


def _misbehaviour(chance: Random, slaps: int) -> tuple[Fault, ...]:
    """Draw what players do to each other: one drums on the paddle, one goes home."""
    found = []
    for kind, often in MISBEHAVIOUR.items():
        if chance.random() < often:
            known = KINDS[kind]
            anchor = chance.choice(known.anchors)
            count = chance.randint(1, max(2, slaps // (2 if anchor == "slap" else CALLS_SHARE)))
            size = chance.randint(known.low, known.high)
            found.append(Fault(kind, anchor, count, chance.randrange(600_000), 0, size))
    return tuple(found)


def _hard_luck(chance: Random, slaps: int, units: int) -> tuple[Fault, ...]:
    """Faults that matter most together, or not at all."""
    unit, latest = chance.randrange(max(1, units)), max(2, slaps // 2)
    at = chance.randint(1, latest)
    luck = chance.random()
    if luck < 0.04:  # a slap is lost, and so is every question for it, for longer than the table waits
        return (
            Fault("lost", "slap", at, 0, unit, 2),
            Fault("unheard", "slap", at, 0, unit, chance.randint(4_000_000, 20_000_000)),
        )
    if luck < 0.12:  # what the power took from the journal must not take more when it is opened again
        return (
            Fault("power lost", "slap", (at + 1) // 2, chance.randrange(60_000), unit, 2_000_000),
            Fault(
                "killed",
                "slap",
                (at + 1) // 2 + chance.randint(2, 6),
                chance.randrange(60_000),
                unit,
                1_000_000,
            ),
        )
    if luck < 0.16:  # it boots, and its lines take their time
        return (
            Fault("restarted", "slap", chance.randint(1, 4), 0, unit, 1),
            *(Fault("damaged", "slap", at + more, 0, unit, 1) for more in range(4, 12, 2)),
        )
    if luck < 0.24:  # its clock is timed again over a slow cable, and says so
        slow_us = chance.randint(8_000, 60_000)
        return (
            Fault("restarted", "slap", min(at, 3), 0, unit, 1),
            *(Fault("slow", "slap", min(at, 3) + more, 0, unit, slow_us) for more in range(12)),
        )
    return ()


def _corrections(chance: Random) -> tuple[int, ...]:
    """Most units are not calibrated."""
    if chance.random() < 0.7:
        return ()
    return tuple(chance.randrange(MOST_LATE_US) for _ in range(PICO_PADDLES))


def _seats(chance: Random, game: str, company: str) -> tuple[Seat, ...]:
    fits = find(game).SEATS
    count = chance.randint(max(2, fits[0]), min(fits[-1], 6 if company == "two units" else 5))
    places: list[tuple[int, bool]] = []  # colour, bot
    paddles = chance.sample(range(PICO_PADDLES), PICO_PADDLES)
    if company == "two units":
        # The second unit's first two paddles have a colour of their own.
        first = chance.randint(1, min(4, count - 1))
        second = [PICO_PADDLES, PICO_PADDLES + 1][: count - first]
        places = [(colour, False) for colour in [*paddles[:first], *second]]
    elif company == "keys and bots":
        people = chance.randint(1, count)
        places = [(colour, False) for colour in chance.sample(range(KEYS), people)]
    else:
        keys = 0 if company in ("one unit", "unit and bots") else chance.randint(1, 2)
        on_unit = chance.randint(1, max(1, min(4, count - keys)))
        places = [(colour, False) for colour in [*paddles[:on_unit], *[4, 5][:keys]]]
    free = [colour for colour in range(KEYS) if colour not in dict(places)]
    if company in ("one unit", "unit and keys", "two units"):
        count = max(fits[0], min(count, len(places)))
    while len(places) < count:
        places.append((free.pop(), True))
    places = places[:count]
    chance.shuffle(places)
    kinds = ("careful", "to-win", "easy", "random")
    return tuple(
        Seat(NAMES[number], colour, chance.choice(kinds) if bot else "")
        for number, (colour, bot) in enumerate(places)
    )


def _faults(
    chance: Random, slaps: int, units: int, weight_of: Mapping[str, int] = FIRST_WEIGHTS, phones: int = 0
) -> tuple[Fault, ...]:
    kinds, weights = list(weight_of), list(weight_of.values())
    found = []
    for kind in chance.choices(kinds, weights, k=chance.choice((0, 1, 2, 2, 3, 3, 4, 6, 8))):
        known = KINDS[kind]
        anchor = chance.choice(known.anchors)
        after_us = chance.randrange(1_000_000, 20_000_000)
        if anchor == "slap":
            after_us = chance.choice((0, 0, chance.randrange(2_000), chance.randrange(60_000)))
        elif anchor == "call":
            after_us = chance.randrange(600_000)
        spread = known.high / known.low
        size = int(known.low * spread ** chance.random())  # the short ones as often as the long
        latest = slaps // 2 if anchor == "slap" else slaps // CALLS_SHARE  # most come about
        count = chance.randint(1, max(2, latest))
        which = phones if kind in OF_PHONES else units
        found.append(Fault(kind, anchor, count, after_us, chance.randrange(max(1, which)), size))
    return tuple(found)
