"""`Face`: what a game declares of how it looks, sounds and speaks. A game's `face.py` fills one in.

A face may begin with a title and grow from there: for everything else the plain face stands in (plain.py).
telling.py and model.py work with a face.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from slamomatic.engine.vocabulary import Choice, Json
from slamomatic.face.bot_faces import Feeling
from slamomatic.kit.bed import HOUSE, Bed
from slamomatic.kit.brush import Brush
from slamomatic.kit.easel import Box, Easel
from slamomatic.kit.palette import FELT, Rgb
from slamomatic.words import N_

if TYPE_CHECKING:
    from slamomatic.face.chooser import Pick
    from slamomatic.face.model import Table

Fact = Callable[[Json], bool]
Hidden = tuple[Fact, str]  # (when something is hidden, its name)


def always(_: Json) -> bool:
    """Return True for any view: a `Fact` that always holds."""
    return True


class Tip(NamedTuple):
    """A tip that the table gives during play. All sentences in a Tip are translated, without N_."""

    when: Fact
    first: str  # in the first round
    short: str = ""  # in later rounds


class BoardMemory:
    """A board's notes of earlier effects. It gets the public form of each effect, and nothing else.

    In some games the table changes too fast to be read: a hand is scored, and the next is dealt. Such a board
    keeps the old table in sight until `until_us`. The base remembers nothing.
    """

    # The end of the game is not told before `holds_us`, while cards are turned up one by one at `beats_us`.
    holds_us: int | None = None
    beats_us: Sequence[int] = ()
    holding: bool = False  # whether the end was still held back at the last `advance`
    until_us: int | None = None  # the board shows the old table until then, or until somebody goes on

    def hear(self, effects: Sequence[Json], now_us: int) -> None:
        """Take notes of the effects of one event."""

    def go_on(self) -> None:
        """Show the table as it is now: somebody wants to see it."""
        self.until_us = None

    def advance(self, now_us: int) -> bool:
        """Move on to this moment; return whether the board still shows the old table."""
        self.holding = self.holds_us is not None and now_us < self.holds_us
        if self.until_us is not None and now_us >= self.until_us:
            self.go_on()
        return self.until_us is not None


class Weight(Enum):
    """The weight of a sentence: how long it stays when others follow."""

    NEWS = "gives way to whatever comes next"
    BELOW = "stands below a verdict, if nobody chose it (`forced`); else it is news"
    CALL = "calls hands: lesser news waits, but what to do now may take its place at once"
    VERDICT = "says who lost or erred, or what that costs: it stays to be read"


class Means(Enum):
    """The mark that an effect leaves on a paddle."""

    NOTHING = ""
    LOSER = "its seat was last"
    CLUMP = "its seats were too close to tell"
    FOUL = "its seat has made a mistake"


class Calls(Enum):
    """The maker of the call that reaction times start at."""

    SEAT = "the effect's seat, by its own slap"
    SCREEN = "the screen, at the moment that it shows the effect"


@dataclass(frozen=True, slots=True)
class Plural:
    """A sentence about one thing, and one about {n} things: the effect's `count` says how many."""

    one: str
    many: str


# What is said of an effect. A sentence can hold {seat}, {turn} and {to}, which are names, and {names}, those
# of all its seats. It can also hold fields of the effect, as the face `names` them or as they are, and
# options, as {target}. In a mapping there is a sentence for each value of `by`, or one for any value (True)
# and none (False).
Says = str | Plural | Mapping[Any, str | Plural] | Callable[["Table", Json], str]


@dataclass(frozen=True, slots=True)
class Telling:
    """The telling of one effect: a sound, a sentence, a card that flies, a mark on a paddle."""

    sound: str = ""  # one of kit/tunes.py
    says: Says = ""
    weight: Weight = Weight.NEWS
    means: Means | Callable[[Json], Means] = Means.NOTHING
    about: str | Callable[[Json], int | None] = "seat"  # the seat that the sentence is about, or its field
    shout: str | Callable[[Table, Json], str] = ""  # across the whole screen; {seat} is a name in capitals
    shows: Callable[[Table, Json], Sequence[str]] = lambda t, effect: ()  # the cards beside the shout
    lingers: bool = False  # the shout stays when paddles come live, until a card falls or somebody slaps
    calls: Calls | None = None  # who calls for a slap with this effect, if it is a call
    flies: tuple[str, str] | None = None  # (from, to): places on the board, or "@" and a field with a seat
    card: str = ""  # the field with the card that flies; "": it flies face down
    torn: Callable[[Json], bool] | None = None  # whether that card is torn out of the seat's hand
    once: bool = False  # a card that only one player is told of is shown to that player until the turn ends
    mood: Feeling | None = None  # the face of its seat, if a bot sits there; a loser winces anyway
    silent: str = ""  # why it has no sound
    by: str | Callable[[Json], object] = (
        "why"  # the field, or the function of the effect, that picks from `says`
    )


@dataclass(frozen=True, slots=True)
class Page:
    """One page of the help. All words in a Page are translated, without N_."""

    heading: str
    words: str  # {call} and the other actions are names of keys; {target} and other options their values
    cards: tuple[str, ...] = ()
    shows: str = ""  # the effect that a few seconds of the game show beside the cards


@dataclass(slots=True)
class OnPhone:
    """A game's part of a seat's page. A card is its word, None a hole in a grid."""

    cards: list[str | None] = field(default_factory=list)
    grid: bool = False
    facts: list[str] = field(default_factory=list)
    picks: list[Pick] = field(default_factory=list)  # for each card what a finger on it picks; none: the card


@dataclass(slots=True)
class Row:
    """Cards that lie open on the table, as phones show them. A card is its word, None a hole in a grid."""

    words: str
    cards: list[str | None]
    picks: list[Pick] = field(default_factory=list)  # for each card what a finger on it picks; none: nothing
    grid: bool = False
    seat: int | None = None  # the player whose cards they are


class Reason(NamedTuple):
    """A part of a player's points at the end, and the translated words for it."""

    words: str
    points: int


class Deck(Protocol):
    """The drawings of one game's cards: its module `art`."""

    BACK: tuple[Rgb, str]  # colour, and the little pattern on it
    FACES: tuple[str, ...]  # every card that can be drawn, as the rules spell it

    def face(self, b: Brush, name: str) -> None: ...


@dataclass(frozen=True, kw_only=True)
class Face:
    """The looks, sounds and words of one game. Each function gets a view: the facts its reader may know."""

    title: str
    short_title: str = ""  # for narrow places
    samples: tuple[str, str] | None = None  # two cards for the tile on the start screen
    minutes: Mapping[int, float] = field(default_factory=dict)  # of a game from elsewhere: by players
    # Options that make a game shorter or longer than the rulebook's: "short", "long" (see lengths.py).
    lengths: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    counts: str = "point"  # what a score counts

    # Words: help, tips, buttons, sentences.
    about: str = ""  # what the game is, for who has never seen it: one line of the start screen
    first_words: str = N_("Watch the table. When it is time: {slap}, fast!")
    pages: tuple[Page, ...] = ()
    ends: str = ""  # when a turn ends, when the game ends, what breaks a tie
    tips: tuple[Tip, ...] = ()  # how it is played, said while it is; the first that holds
    label: Callable[[Table, Choice], str] = lambda t, choice: choice.do  # of a button

    spelled: Callable[[str, Any], Any] = lambda field, value: value  # of a refusal: a card, a place

    # Words for ears: the name of an open card, and of a place that a hand points at.
    card_name: Callable[[str], str] = lambda card: card
    place_name: Callable[[Table, Pick], str] = lambda t, pick: ""
    # What is spoken of an effect, where the screen shows a picture and no sentence, or another sentence.
    speaks: Mapping[str, Says] = field(default_factory=dict)

    # How each effect is told.
    names: Callable[[Table, Json], Json] | None = None  # fields of an effect as its sentences say them
    effects: Mapping[str, Telling] = field(default_factory=dict)
    paper: Mapping[str, Telling] = field(default_factory=dict)  # with real cards; the rest in face/paper.py
    awards: tuple[tuple[str, str], ...] = ()  # at the end: a title, and what counts (see Photographer.counts)
    memory: Callable[[], BoardMemory] = BoardMemory  # what the board needs to know of earlier effects

    # Why a slap was taken back that may have been on either side of a moment that matters.
    unclear: str = N_(
        "Nobody knows if {name}'s slap came in time, so it does not count. Hands up, and slap again!"
    )

    # How choices are offered.
    hidden: tuple[Hidden, ...] = ()  # names of what only its player may see; the first that holds
    open_words: tuple[str, ...] = ()  # choices that hide nothing: offered to the room, in this order
    first_choice: str = ""  # offered before all others, so that a key pressed too soon does no harm
    # The choice that Enter makes before anybody has moved the mark: something sensible for a beginner, known
    # from the player's own view and the choices on offer. None: the first of them.
    suggests: Callable[[Json, Sequence[Choice]], Choice | None] = lambda view, choices: None
    asides: tuple[str, ...] = ()  # choices that do not move the game on: offered last
    worth: Callable[[Choice, Json], bool] = lambda choice, view: True  # whether a legal choice is offered
    # Whether this choice has been made already, so that the slap is offered instead.
    made: Callable[[Choice, Json], bool] = lambda choice, view: False
    whom: tuple[str, ...] = ()  # choices that hit a player: Enter makes one only after a walk to it
    # Whether a choice is about the card or place that a player points at.
    matches: Callable[[Choice, Pick], bool] = lambda choice, pick: False
    walked_by_place: bool = False  # all four arrow keys go over the cards where they lie
    fakes: bool = False  # whether hands pretend to slap
    quickest_us: int = (
        0  # a slap sooner than this after a call of the screen is no answer to it; 0: it may be
    )

    # The end.
    out: str = ""  # the field of a view that says for each seat whether it can do nothing any more
    # The sentence about what decided between equal points, from a view at the end; "": nothing had to.
    decided: Callable[[Json], str] = lambda view: ""
    # What a seat has its points for, as they are counted up at the end; () where there is one reason for all.
    reasons: Callable[[Json, int], Sequence[Reason]] = lambda view, seat: ()

    # How it lies on the table.
    cloth: Rgb = FELT
    deck: Deck | None = None
    draw: Callable[[Easel, Table, Box], None] = lambda e, t, area: None
    seat: Callable[[Easel, Table, int, Box], None] = lambda e, t, seat, box: None
    status: Callable[[Table, int], tuple[str, bool]] = lambda t, seat: ("", False)  # (last line, whether lit)
    seats_share: float = 0.4  # of the height between the top and the prompt
    seats_share_beside_hand: float = 0  # the same while cards of one's own are open; 0: no other
    board_column: float = 0  # of the width: with few seats the board is a column left of them
    own_seat_width: float = 0  # of the width: one's own seat stands large on the left
    paddle_share: float = 0.42  # share of a seat's width; 0 puts the paddle beside the name
    heap: bool = False  # hands lie in a heap, and go when the next turn begins
    # Whether nobody may slap yet although paddles are live: then nothing is lit in the green of "go".
    holds_back: Fact = lambda view: False
    spotted: bool = False  # players must spot what to slap: dark paddles must not tell

    on_phone: Callable[[Mapping[str, Any]], OnPhone] = lambda view: OnPhone()  # from that seat's view
    on_table: Callable[[Mapping[str, Any]], list[Row]] = lambda view: []  # what lies open, for pages
    rearm_ms: int | None = None  # how long paddles rest after a slap, where the rules' own is too short
    for_television: bool = False  # the start screen offers it with real cards
    catalogues: str = ""  # of a game from another package: the folder of its own, as "snap.words"
    bed: Bed = HOUSE  # the music below it
