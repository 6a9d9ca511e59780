"""The words every game speaks: events in, effects out, choices on offer, options, refusals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from slamomatic.errors import Told

Json = dict[str, Any]
Data = Mapping[str, Any]

NOTHING: Data = {}
NOBODY: Mapping[int, Data] = {}
TURNED_BY_THE_TABLE = "flip"  # the choice that the table can make itself, so that cards fall without a hand

# make_tuple(Effect, (what, seat, ...)) is Effect(what, seat, ...) in half the time; each move makes many.
make_tuple = tuple.__new__


class Event(NamedTuple):
    """Something that happened at the table. A tuple, because games are played by the million of them."""

    do: str
    seat: int | None
    t_us: int
    data: Data = NOTHING

    def to_json(self, drawn: Sequence[Any] = ()) -> Json:
        """Return the event's line in a log; `drawn` is what chance drew while it was applied."""
        line: Json = {"do": self.do}
        if self.seat is not None:
            line["seat"] = self.seat
        line["t_us"] = self.t_us
        line.update(self.data)
        if drawn:
            line["chance"] = list(drawn)
        return line


class Choice(NamedTuple):
    """Something that `seat` may do now; it becomes an event by giving it a time."""

    seat: int
    do: str
    data: Data = NOTHING

    def at(self, t_us: int) -> Event:
        """Return the event: this choice, made at this time."""
        return Event(self.do, self.seat, t_us, self.data)

    def to_json(self) -> Json:
        return {"do": self.do, "seat": self.seat, **self.data}


class Effect(NamedTuple):
    """One thing that an event did. `public` is for every eye, `only[seat]` is added for that seat alone.

    With `public` None the effect exists for the seats in `only` alone: that it happened is the secret.
    """

    what: str
    seat: int | None
    t_us: int
    public: Data | None = NOTHING
    only: Mapping[int, Data] = NOBODY

    def to_json(self, seat: int | None = None) -> Json:
        """Return the effect as `seat` may see it; None is the spectator."""
        line: Json = {"what": self.what, "t_us": self.t_us}
        if self.seat is not None:
            line["seat"] = self.seat
        line.update(self.public or NOTHING)
        if seat is not None and seat in self.only:
            line.update(self.only[seat])
        return line

    def whole(self) -> Json:
        """Return the effect with all its secrets: for the referee and for tests, never for a screen."""
        line = self.to_json()
        if self.only:
            line["only"] = {str(seat): dict(data) for seat, data in self.only.items()}
        return line


def visible_effects(effects: Iterable[Effect], seat: int | None) -> list[Json]:
    """Return the effects that this seat (None: the spectator) may see, as it may see them."""
    return [e.to_json(seat) for e in effects if e.public is not None or seat in e.only]


class Refused(Told):
    """A choice that the rules do not allow now. Its text is for the player alone; nothing has changed.

    A field `seat` is a number. The text calls it "seat 2"; a screen, which knows the players, uses the name.
    """

    def spelled(self, fields: dict[str, object]) -> dict[str, object]:
        """Return the fields of the text with "seat 2" in place of a seat's number."""
        return {**fields, "seat": f"seat {fields['seat']}"} if "seat" in fields else fields

    def for_others(self) -> Refused:
        """Return the refusal that others and the screen may read: the reason may tell a hidden card."""
        return Refused("that is not possible now")


class OpenlyRefused(Refused):
    """A choice refused for a reason that everybody can see."""

    def for_others(self) -> Refused:
        """Return the same refusal: the reason is no secret."""
        return self


@dataclass(frozen=True, slots=True)
class EventType:
    """A kind of event: what it does, its fields, whether it needs a seat. host/docs/events.md lists all."""

    does: str
    data: Mapping[str, Field] = field(default_factory=dict)
    seat: bool = True


@dataclass(frozen=True, slots=True)
class EffectType:
    """The fields of one effect, and its allow-list: only fields in these two tables leave the game.

    A new effect is a word in the game's `EFFECTS`, the place in the rules that tells it, and a `Telling` in
    the face for its sound and sentence (no sound needs a reason: `silent`). The table of the game:

    >>> EFFECTS = {"laid": EffectType("a card lies face down", {"left": "cards left"}, {"card": "which"})}

    The rules then call `self.tell("laid", seat, {"left": 4}, {seat: {"card": "R3"}})`. The table gets this:

    >>> effect = Effect("laid", 1, 2_000_000, {"left": 4}, {1: {"card": "R3"}})
    >>> effect.to_json(None)
    {'what': 'laid', 't_us': 2000000, 'seat': 1, 'left': 4}
    >>> effect.to_json(1)["card"]
    'R3'

    A field that follows from hidden cards belongs into `only`. `slamomatic check` finds fields that are in no
    table, and views or effects that tell a hidden card.
    """

    says: str
    public: Mapping[str, str] = field(default_factory=dict)
    only: Mapping[str, str] = field(default_factory=dict)
    shows: Sequence[str] = ()  # public fields that show hidden cards to everybody, by the rules


@dataclass(frozen=True, slots=True)
class Field:
    """One value that an event carries. `kind`: "word", "number", "flag", "words" or "numbers"."""

    kind: str
    says: str
    optional: bool = False
    most: int | None = None  # of a number that can't be negative

    def fits(self, value: object) -> bool:
        """Whether this value is of the field's kind and within its bounds."""
        if self.kind in ("words", "numbers"):
            item = Field(self.kind.removesuffix("s"), "")
            return isinstance(value, list) and all(map(item.fits, value))
        fits = type(value) is {"word": str, "number": int, "flag": bool}[self.kind]
        return fits and (self.most is None or 0 <= value <= self.most)  # type: ignore[operator]


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule of a game, with its bounds. None as default means: not set, the game decides.

    A new option is a line in the game's `OPTIONS`, and the rule that reads `self.options["stake"]`:

    >>> OPTIONS = {**COMMON_OPTIONS, "stake": Option("what a pile is worth", 2, 1, 9)}

    Nothing else has to change. `referee`, `play` and `simulate` take `--option stake=3` and refuse what is
    out of bounds; `check` tries odd values. The value stands in every view under "options", and so in
    sentences and help pages as `{stake}` (see host/README.md). Journals name only values that differ from the
    default: a default that changes needs a new `VERSION` of the game, and the old value in its `BEFORE`.
    """

    says: str
    default: int | bool | None
    low: int = 0
    high: int = 1

    @property
    def is_flag(self) -> bool:
        """Whether the option is true or false, not a number."""
        return isinstance(self.default, bool)


# A slap whose time is not known exactly carries this field.
LATER: Mapping[str, Field] = {
    "later_us": Field("number", "how much later than `t_us` it may have been, where that is not known", True)
}

# Hands on paddles: such an event is judged, and never refused.
PADDLE_EVENTS: Mapping[str, EventType] = {
    "down": EventType("the paddle is slapped all the way down", LATER),
    "up": EventType("the paddle comes up again"),
    "touch": EventType("a hand touches the paddle (only where a touch contact is fitted)", LATER),
    "release": EventType("the hand leaves the touch contact"),
}

MOST_ERROR_US = 3_600_000_000  # no clock at a table is an hour off

TABLE_EVENTS: Mapping[str, EventType] = {
    "time": EventType("the clock stands at `t_us`: whatever is due by then is settled", seat=False),
    "void": EventType("takes back an open slap: nobody pays, turn and cards stay", seat=False),
    "curtain": EventType(
        "hides the table while a hand is looked at; paddles are dark while it is up",
        {"up": Field("flag", "true: it goes up, false: it comes down")},
        seat=False,
    ),
    "fault": EventType(
        "the unit distrusts this paddle: nobody waits for it to come up",
        {"on": Field("flag", "true: the fault begins, false: it is over")},
    ),
    "source": EventType(
        "the seat slaps by another paddle or key from now on, one that is up and well",
        {
            "error_us": Field(
                "number", "how far its times may be off against all others", most=MOST_ERROR_US
            ),
            "up_us": Field("number", "how long after its time an `up` may be told", True, MOST_ERROR_US),
        },
    ),
    "accuracy": EventType(
        "what the seat slaps by says how true its clock is now; judging gets coarser at once, finer only "
        "between two slaps",
        {
            "error_us": Field(
                "number", "how far its times may be off against those of other sources", most=MOST_ERROR_US
            )
        },
    ),
    "feint": EventType("jerks the hand; everybody sees it, nothing changes"),
    "drop": EventType("the player leaves the game"),
}

# A further field of each effect that tells a tie: the photo finish shows what the verdict rests on.
TOO_CLOSE = EffectType("a tie", {"window_us": "slaps shown closer than this were too close"}).public

COMMON_EFFECTS: Mapping[str, EffectType] = {
    "slap": EffectType("a paddle went down", {"live": "whether it counted"}),
    "touch": EffectType("a hand touched its paddle", {"live": "whether it counted"}),
    "lift": EffectType("a paddle came up"),
    "release": EffectType("a hand left its touch contact"),
    "late": EffectType(
        "a paddle event came too late, it is judged at the last settled moment", {"by_us": "how late"}
    ),
    "dark": EffectType("paddles went dark", {"seats": "which seats"}),
    "live": EffectType("paddles came live", {"seats": "which seats"}),
    "named": EffectType("this hand lies on its paddle or drums: play goes on without it until it rests"),
    "curtain": EffectType("the curtain moved", {"up": "true when it hides the table"}),
    "fault": EffectType("a paddle is in fault, or well again", {"on": "true while it is distrusted"}),
    "source": EffectType(
        "a seat slaps by another paddle or key", {"error_us": "how far its times may be off"}
    ),
    "accuracy": EffectType(
        "how finely slaps of this seat's source are judged against others",
        {"error_us": "how far its times may be off, as it is judged from now on"},
    ),
    "feint": EffectType("a hand was jerked"),
    "void": EffectType("the open slap is taken back", {"open": "whether there was one"}),
    "left": EffectType("a player left the game"),
    "over": EffectType(
        "the game is over",
        {
            "winners": "the seats that share the win",
            "scores": "each seat's score",
            "abandoned": "too few players",
        },
    ),
}

COMMON_OPTIONS: Mapping[str, Option] = {
    "clump_us": Option("slaps closer together than this are too close to call", 1000, 0, 1_000_000),
    "rearm_ms": Option("how long all paddles must be up and quiet before they are live again", 600, 0, 3000),
    "dealer": Option(
        "the seat that deals first (or starts, where nobody deals); not set: by chance", None, 0, 7
    ),
    "paper": Option("real cards in the hands, the game judges the slaps only", False),
}


# The order of events of one microsecond: how paddles and clocks stand, then touches, slaps and all the rest.
_RANK = {"accuracy": 0, "release": 0, "up": 0, "touch": 1, "down": 2}
_LAST_RANK = 3


def in_order(events: Iterable[Event], seats: int, first_seat: int = 0) -> list[Event]:
    """Sort events by time, those of one microsecond by `_RANK` and then by seat.

    Events of the table come before those of seats; the seats are counted from `first_seat` to the left.
    """
    return sorted(
        events,
        key=lambda e: (
            e.t_us,
            _RANK.get(e.do, _LAST_RANK),
            -1 if e.seat is None else (e.seat - first_seat) % seats,
            e.do,
        ),
    )
