"""Paper mode: real cards in the hands, the game judges the slaps alone. People say who has no cards left."""

from pkgutil import resolve_name

from slamomatic.engine.core import Game
from slamomatic.engine.judging import OUT
from slamomatic.engine.race import FIRST, LAST, Race
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
SLAP_US = 2_000_000  # for the call after the first slap, and for the others' slaps

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
    """The cards are real and on the table: the game keeps no score of them, and can't lose one."""

    seats: int

    def scores(self) -> list[int]:
        return [0] * self.seats

    def best(self) -> list[int]:
        return []

    def cards(self) -> dict[str, list[str]]:
        return {}


class PaperSlaps(WithoutCards, Game):
    """Who was first, and the order of all; the first slap opens a window of two seconds for the others."""

    EVENTS = EVENTS
    EFFECTS = EFFECTS
    STATE = ("without", "opened_us", "called", "first_told")
    OWN_RACES = ("race",)
    race: Race
    place = FIRST

    def begin(self) -> None:
        self.without = [False] * self.seats
        self.turn = self.next_seat(self.first_dealer())
        self._clear()
        self.tell("turn", self.turn)

    def _clear(self) -> None:
        self.opened_us = NEVER
        self.race.void()
        self.called = False
        self.first_told = False
        self.asked = []
        self.deadline_us = None

    def choose(self, do: str, seat: int, data: Data) -> None:
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
        if not live:
            return
        if not self.race.open:
            self._open(at.early_us)
        if self.race.note(seat, at):
            self._update_deadline()

    def _open(self, t_us: int) -> None:
        self.opened_us = t_us
        self.race.start([seat for seat in self.in_play() if not self.without[seat]], t_us, self.place)

    def _update_deadline(self) -> None:
        self.asked = self.race.waits_for
        if self.first_told:
            self.deadline_us = self.opened_us + SLAP_US
        else:
            # Also when all have slapped: an earlier slap of another paddle may still be delivered.
            first_us = self.opened_us + self.paddles.clump_us
            self.deadline_us = max(1, first_us, self.race.due_us or 0)
        if self.first_told and not self.asked:
            self._shut()

    def widened(self) -> None:
        if self.race.open:
            self._update_deadline()

    def fell_due(self, t_us: int) -> None:
        if self.first_told:
            self._shut()
            return
        self.first_told = True
        self.tell("first", None, {"seats": self.race.first()})
        self._update_deadline()

    def _shut(self) -> None:
        self.tell("order", None, {"groups": self.race.order()})
        self._close()

    def _close(self) -> None:
        self._clear()
        self.settled_us = max(self.settled_us, self.now_us)
        self.darken()

    def voided(self) -> bool:
        was_open = self.race.open
        if was_open:
            self._close()
        return was_open

    def dropped(self, seat: int) -> None:
        if self.race.open:
            self._update_deadline()
        if seat == self.turn:
            self._next_turn()

    def legal(self, seat: int | None) -> list[Choice]:
        return offered(self, seat, self.without, self.race.open)

    def sees(self, seat: int | None) -> Json:
        return {
            "paper": True,
            "without": list(self.without),
            "open": self.race.open,
            "called": self.called,
            "race": self.race.times_us or [OUT] * self.seats,
        }


class PaperCalled(PaperSlaps):
    """A called slap with a loser (Hit the Deck's hand card); slaps that nobody calls for are faked out."""

    EVENTS = EVENTS_WITH_CALL
    place = LAST

    def choose(self, do: str, seat: int, data: Data) -> None:
        if do != "call":
            super().choose(do, seat, data)
            return
        if self.called:
            raise OpenlyRefused("it is called already")
        if not self.race.open:
            self._open(self.now_us)
        self.called = True
        self.tell("call", seat)
        self._update_deadline()

    def legal(self, seat: int | None) -> list[Choice]:
        choices = super().legal(seat)
        if self.turn is not None and not self.called and seat in (None, self.turn):
            choices.append(Choice(self.turn, "call"))
        return choices

    def _update_deadline(self) -> None:
        self.asked = self.race.waits_for
        if not self.called:
            self.deadline_us = self.opened_us + SLAP_US
        elif self.asked:
            self.deadline_us = self.race.due_us
        else:
            self._shut()

    def fell_due(self, t_us: int) -> None:
        self._shut()

    def _shut(self) -> None:
        last = self.race.last()
        if not self.called:
            self.tell("faked-out", None, {"seats": self.race.slapped})
        elif len(last) == 1:
            self.tell("lost", last[0], {"race": self.race.times_us})
        else:
            self.tell("clump", None, {"seats": last, "window_us": self.race.window_us(last)})
        self._close()


def offered(game: Game, seat: int | None, without: list[bool], is_open: bool) -> list[Choice]:
    """The slaps that are waited for, who may say that there are no cards left, and NEXT."""
    if game.over:
        return []
    eyes = [s for s in game.in_play() if seat in (None, s)]
    choices = [Choice(s, "down") for s in game.asked if s in eyes]
    choices += [Choice(s, "empty", {"on": not without[s]}) for s in eyes]
    if game.turn in eyes and not is_open:
        choices.append(Choice(game.turn, "pass"))
    return choices


def paper_of(kind: type[Game]) -> type[Game]:
    """The paper game of a game: its name and seats, another state."""
    base: type[Game] = resolve_name(kind.PAPER)
    same = {"NAME": kind.NAME, "VERSION": kind.VERSION, "SEATS": kind.SEATS, "FACE": kind.FACE}
    return type(f"Paper{kind.__name__}", (base,), same)
