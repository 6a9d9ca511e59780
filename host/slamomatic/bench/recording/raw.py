"""The raw data of one run over one unit: the unit's own lines, and what was done to it. Pure.

Nothing here is a result. `lines` are the bodies of the wire (firmware/wire.md), each with the host's time in
microseconds since the run began. Whatever was not done has no step, and a reason in `not_measured`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, TypeVar

from slamomatic import messages as m
from slamomatic.words import N_

VERSION = 1
STEPS = ("quiet", "order", "latency", "bounce", "offsets")
EMULATED_ID = "f" * 16  # of the emulated flash; no real chip has it
MOST_US = 1e15  # thirty years: a stamp or a time beyond is no measurement

# How the known slaps of the order step were made.
PINS, JIG = "pins", "jig"
FIELDS_OF = {"order": ("by", "trials"), "offsets": ("quarters",)}

Kind = TypeVar("Kind", bound=m.Message)


@dataclass(frozen=True, slots=True)
class Trial:
    """Known slaps and the lines that came of them: `lines[first:end]`."""

    first: int
    end: int
    slaps: tuple[tuple[float, int], ...]  # (us, paddle) in true order; only the gaps between them are known


@dataclass(frozen=True, slots=True)
class Step:
    """One part of the run: `lines[first:end]` came meanwhile."""

    name: str
    first: int
    end: int
    by: str = ""  # order: PINS or JIG
    trials: tuple[Trial, ...] = ()  # order
    quarters: tuple[tuple[tuple[float, ...], ...], ...] = ()  # offsets: drops by the board's position


@dataclass(frozen=True, slots=True)
class Raw:
    """All raw data of one run."""

    started: float  # Unix time
    seconds: float  # how long the run took, by the host's clock
    emulated: bool
    lines: tuple[tuple[float, str], ...]
    pings: tuple[tuple[str, float], ...]  # (token, when it was sent)
    steps: tuple[Step, ...]
    not_measured: Mapping[str, str] = field(default_factory=dict)  # step -> why

    def step(self, name: str) -> Step | None:
        return next((step for step in self.steps if step.name == name), None)

    def all_of(self, kind: type[Kind], part: Step | Trial | None = None) -> list[tuple[float, Kind]]:
        """Return (arrival, message) for the messages of one kind, in a part of the run or in all of it."""
        lines = self.lines if part is None else self.lines[part.first : part.end]
        parsed = ((at_us, m.parse(body.encode())) for at_us, body in lines)
        return [(at_us, one) for at_us, one in parsed if isinstance(one, kind)]

    def during(self, name: str, kind: type[Kind]) -> list[tuple[float, Kind]]:
        """Return (arrival, message) for the messages of one kind in a step; [] if the step was left out."""
        step = self.step(name)
        return self.all_of(kind, step) if step else []

    def lost_edges(self) -> int:
        """Return how many raw edges the unit left out in the bounce step."""
        return sum(edges.lost for _, edges in self.during("bounce", m.Edges))

    def hello(self) -> m.Hello | None:
        """Return the unit's first HELLO; None without one, or if they name several units or boots."""
        said = [hello for _, hello in self.all_of(m.Hello)]
        same = len({(hello.unit_id, hello.boot_id) for hello in said}) == 1
        return said[0] if same else None

    def unit(self) -> dict[str, Any]:
        """Return the unit's id and versions by its own HELLO; "" if there is none."""
        hello = self.hello()
        names = ("unit_id", "firmware", "micropython")
        return {name: getattr(hello, name, "") for name in names} | {"emulated": self.emulated}

    def setting(self, key: str) -> int | None:
        """Return a setting as the unit told it; None if it was not asked or is no number."""
        told = (ok.fields for _, ok in self.all_of(m.Ok) if ok.kind == "GET" and ok.fields[:1] == (key,))
        return next((int(fields[-1]) for fields in told if fields[-1].isdigit()), None)

    def to_json(self) -> dict[str, Any]:
        return {"version": VERSION, **asdict(self), "steps": [_step_json(step) for step in self.steps]}


def _step_json(step: Step) -> dict[str, Any]:
    kept = ("first", "end", *FIELDS_OF.get(step.name, ()))
    return {"step": step.name, **{key: value for key, value in asdict(step).items() if key in kept}}


# -- back from JSON: nothing is believed


def raw_of(told: Any) -> Raw:
    """Return the run in a JSON value. KeyError, TypeError, ValueError and the like if anything is wrong."""
    lines = tuple((_us(at_us), _text(body)) for at_us, body in told["lines"])
    raw = Raw(
        _us(told["started"]),
        _us(told["seconds"]),
        _flag(told["emulated"]),
        lines,
        tuple((_text(token), _us(sent_us)) for token, sent_us in told["pings"]),
        tuple(_step(one, len(lines)) for one in told["steps"]),
        {_of(STEPS, name): _text(why) for name, why in told["not_measured"].items()},
    )
    if len({step.name for step in raw.steps}) != len(raw.steps):
        raise ValueError("a step twice")
    return raw


def _step(told: Any, lines: int) -> Step:
    """Return one step; its trials must lie within it, and every drop must hit four paddles."""
    name = _of(STEPS, told["step"])
    first, end = _part(told, lines)
    if name == "order":
        trials = tuple(
            Trial(*_part(one, lines), tuple((_us(t_us), _paddle(paddle)) for t_us, paddle in one["slaps"]))
            for one in told["trials"]
        )
        if any(trial.first < first or trial.end > end or not trial.slaps for trial in trials):
            raise ValueError("a trial outside its step")
        return Step(name, first, end, by=_of((PINS, JIG), told["by"]), trials=trials)
    if name == "offsets":
        quarters = tuple(
            tuple(tuple(_us(t_us) for t_us in drop) for drop in drops) for drops in told["quarters"]
        )
        if any(len(drop) != 4 for drops in quarters for drop in drops):
            raise ValueError("a drop on other than four paddles")
        return Step(name, first, end, quarters=quarters)
    return Step(name, first, end)


def _part(told: Any, lines: int) -> tuple[int, int]:
    """Return the range of lines of a step or trial; ValueError if the run has no such lines."""
    first, end = told["first"], told["end"]
    if not (type(first) is type(end) is int and 0 <= first <= end <= lines):
        raise ValueError(f"lines {first} to {end}")
    return first, end


def _us(told: object) -> float:
    if not isinstance(told, int | float) or isinstance(told, bool):
        raise TypeError(f"{told!r} is not a number")
    if not -MOST_US <= told <= MOST_US:  # refuses nan and infinities too
        raise ValueError(f"{told!r} is not a possible number")
    return told


def _paddle(told: object) -> int:
    if type(told) is not int or not 0 <= told < 4:
        raise ValueError(f"paddle {told!r}")
    return told


def _text(told: object) -> str:
    if not isinstance(told, str) or not told.isascii() or not told.isprintable():
        raise TypeError(f"{told!r} is not a line")
    return told


def _flag(told: object) -> bool:
    if not isinstance(told, bool):
        raise TypeError(f"{told!r} is not a yes or no")
    return told


def _of(words: Sequence[str], told: object) -> str:
    if told not in words:
        raise ValueError(f"{told!r} is unknown")
    return str(told)


# -- does it contradict itself?


def _in_order(raw: Raw) -> bool:
    came, sent = [at_us for at_us, _ in raw.lines], [at_us for _, at_us in raw.pings]
    return came == sorted(came) and sent == sorted(sent)


def _pings_answered_later(raw: Raw) -> bool:
    sent = dict(raw.pings)
    return all(at_us >= sent.get(pong.token, at_us) for at_us, pong in raw.all_of(m.Pong))


def _keeps_promises(raw: Raw) -> bool:
    """Return whether no slap came late: each from before a promised `known_us` was numbered by then."""
    next_seq, known_us = 0, -1
    for _, body in raw.lines:
        one = m.parse(body.encode())
        if isinstance(one, m.Beat | m.Pong) and one.known_us is not None and one.next_seq is not None:
            next_seq, known_us = one.next_seq, one.known_us
        elif isinstance(one, m.Down) and one.seq >= next_seq and one.t_us <= known_us:
            return False
    return True


def _drops_told(raw: Raw) -> bool:
    """Return whether every hit of every drop is a DOWN of the unit."""
    step = raw.step("offsets")
    told = {(down.paddle, float(down.t_us)) for _, down in raw.during("offsets", m.Down)}
    return all(
        (paddle, t_us) in told
        for drops in (step.quarters if step else ())
        for drop in drops
        for paddle, t_us in enumerate(drop)
    )


def _long_enough(raw: Raw) -> bool:
    """Return whether the run took as long as its lines say; emulated time may differ."""
    return raw.emulated or not raw.lines or raw.lines[-1][0] <= raw.seconds * 1e6 + 1e6


def _called_what_it_is(raw: Raw) -> bool:
    return raw.emulated or all(hello.unit_id != EMULATED_ID for _, hello in raw.all_of(m.Hello))


CONTRADICTIONS: tuple[tuple[Callable[[Raw], bool], str], ...] = (
    (_in_order, N_("Lines or pings do not stand in the order of their times.")),
    (_pings_answered_later, N_("An answer to a ping came before the ping was sent.")),
    (_keeps_promises, N_("A slap's number and time contradict the unit's heartbeats.")),
    (_drops_told, N_("A drop of the board is in no line of the unit.")),
    (_long_enough, N_("The lines last longer than the run.")),
    (_called_what_it_is, N_("The unit's id is that of an emulated unit, but the raw data call it real.")),
)


def contradictions(raw: Raw) -> list[str]:
    """Return the contradictions in the raw data, each in a sentence."""
    return [sentence for holds, sentence in CONTRADICTIONS if not holds(raw)]
