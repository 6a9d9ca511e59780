"""Paper mode: people hold real cards and say who has none left, and the game judges only the slaps."""

from pkgutil import resolve_name

from slamomatic.engine.core import Game
from slamomatic.engine.judging import OUT
from slamomatic.engine.race import FIRST, LAST, OwnRace
from slamomatic.engine.span import Span
from slamomatic.engine.vocabulary import (
    TOO_CLOSE,
    Choice,
    Data,
    EffectType,
    EventType,
    Field,
    Json,
    OpenlyRefused,
)

NEVER = -1
SLAP_US = 2_000_000  # how long after the first slap the others may slap, or somebody may make the call

EVENTS = {
    "pass": EventType("NEXT: the turn goes on to the left"),
    "empty": EventType("says whether this player is without cards", {"on": Field("flag", "true: without")}),
}
EVENTS_WITH_CALL = {**EVENTS, "call": EventType("says that a card to slap at lies there")}

EFFECTS = {
    "turn": EffectType("this player's turn begins"),
    "empty": EffectType("a player has no cards left, or has some again", {"on": "true: none"}),
    "early": EffectType("touched before the turn player's slap: gives one card"),
    "call": EffectType("the call was made"),
    "first": EffectType("first to slap; several if too close to call", {"seats": "who"}),
    "order": EffectType("who slapped after whom, in groups that are too close to call", {"groups": "seats"}),
    "faked-out": EffectType("slapped, but nothing was called", {"seats": "who"}),
    "lost": EffectType("this player was last", {"race": "when each seat slapped; -1 never, -2 took no part"}),
    "clump": EffectType(
        "too close to call who was last: it does not count",
        {"seats": "who clumped", **TOO_CLOSE},
    ),
}


class WithoutCards:
    """The part of a game whose cards are real: no scores, no winners, and no cards that could be lost."""

    seats: int

    def scores(self) -> list[int]:
        return [0] * self.seats

    def best(self) -> list[int]:
        return []

    def cards(self) -> dict[str, list[str]]:
        return {}


class PaperSlaps(WithoutCards, Game):
    """Tells who slapped first, and the order of all who slap within two seconds of the first slap."""

    EVENTS = EVENTS
    EFFECTS = EFFECTS
    place = FIRST

    without: list[bool]  # who has no cards
    opened_us: int  # when the open slap began, or NEVER
    called: bool
    first_told: bool  # whether the open slap's first is told, and its order is awaited
    race: OwnRace

    def begin(self) -> None:
        """Start the first turn; everybody has cards."""
        self.without = [False] * self.seats
        self.turn = self.next_seat(self.first_dealer())
        self._clear()
        self.tell("turn", self.turn)

    def _clear(self) -> None:
        """Forget the slap: nothing is open, nothing is waited for."""
        self.opened_us = NEVER
        self.race.void()
        self.called = False
        self.first_told = False
        self.asked = []
        self.deadline_us = None

    def choose(self, do: str, seat: int, data: Data) -> None:
        """Note that a player has no cards left or has some again ("empty"), or pass the turn on ("pass")."""
        if do == "empty":
            self.tell("empty", seat, {"on": bool(data["on"])})
            self.without[seat] = bool(data["on"])
        elif seat != self.turn:
            raise OpenlyRefused("it is {seat}'s turn", seat=self.turn)
        elif self.race.open:
            raise OpenlyRefused("a slap is open: wait for it, or void it")
        else:
            self._next_turn()

    def _next_turn(self) -> None:
        assert self.turn is not None
        self.turn = self.next_seat(self.turn)
        self.tell("turn", self.turn)

    def takes_part(self, seat: int) -> bool:
        return not self.without[seat]

    def slapped(self, seat: int, at: Span, live: bool) -> None:
        """Note a live slap in the race; the first one opens it."""
        if not live:
            return
        if not self.race.open:
            self._start_slap(at.early_us)
        if self.race.note(seat, at):
            self._update_deadline()

    def _start_slap(self, t_us: int) -> None:
        """Start the race of all who have cards."""
        self.opened_us = t_us
        self.race.start([seat for seat in self.in_play() if not self.without[seat]], t_us, self.place)

    def _update_deadline(self) -> None:
        """Set the deadline: to tell who was first, then to tell the order. With all slaps in, tell it now."""
        self.asked = self.race.waits_for
        if self.first_told:
            self.deadline_us = self.opened_us + SLAP_US
        else:
            # Also when all have slapped: an earlier slap of another paddle may still be delivered.
            clear_us = self.opened_us + self.paddles.clump_us
            self.deadline_us = max(1, clear_us, self.race.due_us or 0)  # at 0 us nothing can be due
        if self.first_told and not self.asked:
            self._judge()

    def widened(self) -> None:
        if self.race.open:
            self._update_deadline()

    def fell_due(self, t_us: int) -> None:
        """Tell who was first; at the second deadline, two seconds after the first slap, the order of all."""
        if self.first_told:
            self._judge()
            return
        self.first_told = True
        self.tell("first", None, {"seats": self.race.first()})
        self._update_deadline()

    def _judge(self) -> None:
        """Tell the order of all who slapped, and end the slap."""
        self.tell("order", None, {"groups": self.race.order()})
        self._end_slap()

    def _end_slap(self) -> None:
        """Forget the slap and make paddles dark until all hands are up."""
        self._clear()
        self.judge_nothing_before(self.now_us)
        self.darken()

    def void_open_slap(self) -> bool:
        """Take back the open slap; return whether there was one."""
        was_open = self.race.open
        if was_open:
            self._end_slap()
        return was_open

    def dropped(self, seat: int) -> None:
        """Let an open slap and the turn go on without this player."""
        if self.race.open:
            self._update_deadline()
        if seat == self.turn:
            self._next_turn()

    def legal(self, seat: int | None) -> list[Choice]:
        return paper_choices(self, seat, self.without, self.race.open)

    def sees(self, seat: int | None) -> Json:
        """Return who has no cards, and how the open slap stands: all of it is public."""
        return {
            "paper": True,
            "without": list(self.without),
            "open": self.race.open,
            "called": self.called,
            "race": self.race.times_us or [OUT] * self.seats,
        }


class PaperCalled(PaperSlaps):
    """A slap that somebody calls for and the last one loses (Hit the Deck's hand card).

    Anybody who slaps without a call within two seconds is faked out.
    """

    EVENTS = EVENTS_WITH_CALL
    place = LAST

    def choose(self, do: str, seat: int, data: Data) -> None:
        """Take the call, which opens the race if nobody has slapped; leave other choices to the base."""
        if do != "call":
            super().choose(do, seat, data)
            return
        if self.called:
            raise OpenlyRefused("it is called already")
        if not self.race.open:
            self._start_slap(self.now_us)
        self.called = True
        self.tell("call", seat)
        self._update_deadline()

    def legal(self, seat: int | None) -> list[Choice]:
        """Return the choices of every paper game, and the call for the player on turn."""
        choices = super().legal(seat)
        if self.turn is not None and not self.called and seat in (None, self.turn):
            choices.append(Choice(self.turn, "call"))
        return choices

    def _update_deadline(self) -> None:
        """Set when the wait for the call ends, or for the loser after it; with all slaps in, judge now."""
        self.asked = self.race.waits_for
        if not self.called:
            self.deadline_us = self.opened_us + SLAP_US
        elif self.asked:
            self.deadline_us = self.race.due_us
        else:
            self._judge()

    def fell_due(self, t_us: int) -> None:
        self._judge()

    def _judge(self) -> None:
        """Tell the loser, a tie, or without a call who was faked out; then end the slap."""
        last = self.race.last()
        if not self.called:
            self.tell("faked-out", None, {"seats": self.race.slapped})
        elif len(last) == 1:
            self.tell("lost", last[0], {"race": self.race.times_us})
        else:
            self.tell("clump", None, {"seats": last, "window_us": self.race.window_us(last)})
        self._end_slap()


def paper_choices(game: Game, seat: int | None, without: list[bool], is_open: bool) -> list[Choice]:
    """Return this seat's choices on paper (None: everybody's).

    They are the slaps that are waited for, "empty" to say whether one has cards, and "pass" between slaps.
    """
    if game.over:
        return []
    eyes = [s for s in game.in_play() if seat in (None, s)]
    choices = [Choice(s, "down") for s in game.asked if s in eyes]
    choices += [Choice(s, "empty", {"on": not without[s]}) for s in eyes]
    if game.turn in eyes and not is_open:
        choices.append(Choice(game.turn, "pass"))
    return choices


def paper_game(kind: type[Game]) -> type[Game]:
    """Return the class that plays this game on paper: its judge with the game's name, seats and face."""
    base: type[Game] = resolve_name(kind.PAPER)
    own = {"NAME": kind.NAME, "VERSION": kind.VERSION, "SEATS": kind.SEATS, "FACE": kind.FACE}
    return type(f"Paper{kind.__name__}", (base,), own)
