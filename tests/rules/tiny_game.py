"""A sixth game, to prove that one is easy to add: highest card out of ten, the first slap takes a tie."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from slamomatic.engine.core import Game
from slamomatic.engine.hooks import Place, every_card
from slamomatic.engine.race import Race, Verdict
from slamomatic.engine.setup import ready_deck
from slamomatic.engine.span import Span
from slamomatic.engine.vocabulary import (
    COMMON_OPTIONS,
    Choice,
    Data,
    EffectType,
    EventType,
    Field,
    Json,
    Refused,
)

PATIENCE_US = 5_000_000  # so long a tie lies there to be slapped for
DECK = [str(number) for number in (1, 2, 3, 4, 5) for _ in range(4)]


class Tiny(Game):
    """Everybody lays one hidden card in turn; the highest takes them all, equal ones slap for it."""

    NAME = "tiny"
    SEATS = range(2, 5)
    EVENTS: ClassVar[Mapping[str, EventType]] = {
        "lay": EventType("lays a card", {"card": Field("word", "which")})
    }
    EFFECTS: ClassVar[Mapping[str, EffectType]] = {
        "laid": EffectType("a card lies face down", {}, {"card": "which"}),
        "shown": EffectType("all laid cards are turned", {"cards": "one per seat"}),
        "tie": EffectType("these slap for it, again if they were too close", {"seats": "who"}),
        "takes": EffectType("takes the cards"),
    }
    OPTIONS = COMMON_OPTIONS
    VERDICTS = ("takes",)

    hands: list[list[str]]
    laid: list[str]  # of each seat, the card on the table; "": none
    won: list[list[str]]
    tied: list[int]  # who slaps for the cards
    starter: int
    race: Race

    def begin(self) -> None:
        n = self.seats
        deck = ready_deck(self.NAME, DECK, self.setup.deck, self.chance)
        self.starter = self.first_dealer()
        left = [(self.starter + i) % n for i in range(n)]
        self.hands = [[] for _ in range(n)]
        for i in range(len(deck) // n * n):
            self.hands[left[i % n]].append(deck[i])
        self.won = [[] for _ in range(n)]
        self.won[left[0]] += deck[len(deck) // n * n :]
        self.laid = [""] * n
        self.tied = []
        self.turn = self.starter

    def choose(self, do: str, seat: int, data: Data) -> None:
        if seat != self.turn:
            raise Refused(f"it is not your turn, it is seat {self.turn}'s")
        if data["card"] not in self.hands[seat]:
            raise Refused(f"you have no {data['card']}")
        self.hands[seat].remove(data["card"])
        self.laid[seat] = data["card"]
        self.tell("laid", seat, {}, {seat: {"card": data["card"]}})
        self._on(self.next_seat(seat))

    def _on(self, seat: int) -> None:
        if not self.laid[seat] and self.hands[seat]:
            self.turn = seat
            return
        self.turn = None
        self.tell("shown", None, {"cards": list(self.laid)})
        best = max(self.laid)
        tied = [seat for seat, card in enumerate(self.laid) if card == best and not self.gone[seat]]
        if len(tied) == 1:
            self._take(tied[0])
        else:
            self.tied = tied
            self._slap_for_it()

    def _slap_for_it(self) -> None:
        self.tell("tie", None, {"seats": self.tied})
        self.race.start(self.tied, self.now_us, ends_us=self.now_us + PATIENCE_US)

    def slapped(self, seat: int, at: Span, live: bool) -> None:
        if live:
            self.race.note(seat, at)

    def judged(self, race: Race, verdict: Verdict) -> None:
        """The first slap takes it; without one, the seat nearest to the starter."""
        if verdict.seat is not None:
            self._take(verdict.seat)
        elif not (verdict.tied or verdict.void):  # else all of them slap again once paddles are live
            here = [seat for seat in self.tied if not self.gone[seat]] or [self.next_seat(self.starter)]
            self._take(min(here, key=lambda seat: (seat - self.starter) % self.seats))

    def armed(self, seats: list[int]) -> None:
        if self.tied and not self.race.open and not self.paddles.anybody_awaited():
            self._slap_for_it()

    def _take(self, seat: int) -> None:
        self.won[seat] += [card for card in self.laid if card]
        self.laid, self.tied = [""] * self.seats, []
        self.tell("takes", seat)
        if any(self.hands[s] and not self.gone[s] for s in range(self.seats)):
            self.starter = self.next_seat(self.starter)
            self._on(self.starter)
        else:
            self.finish()

    def dropped(self, seat: int) -> None:
        self.won[seat] += [*self.hands[seat], *filter(None, [self.laid[seat]])]
        self.hands[seat] = []
        self.laid[seat] = ""
        if self.turn == seat:
            self._on(self.next_seat(seat))

    def legal(self, seat: int | None) -> list[Choice]:
        eyes = self.asked if seat is None else [s for s in self.asked if s == seat]
        slaps = [Choice(s, "down") for s in eyes]
        if self.turn is None or seat not in (None, self.turn):
            return slaps
        if seat is None:
            return [Choice(self.turn, "lay")]
        return [Choice(seat, "lay", {"card": card}) for card in sorted(set(self.hands[seat]))]

    def sees(self, seat: int | None) -> Json:
        public: Json = {"hands": [len(hand) for hand in self.hands], "starter": self.starter}
        if seat is not None:
            public |= {"hand": sorted(self.hands[seat]), "laid": self.laid[seat]}
        return public

    def face_down(self, eye: int | None) -> list[list[Place]]:
        """The others' hands. What is laid stays: it decides who takes the cards."""
        return [[place for seat, hand in enumerate(self.hands) if seat != eye for place in every_card(hand)]]

    def scores(self) -> list[int]:
        return [len(won) for won in self.won]

    def best(self) -> list[int]:
        playing = [seat for seat in range(self.seats) if not self.gone[seat]]
        most = max(len(self.won[seat]) for seat in playing)
        return [seat for seat in playing if len(self.won[seat]) == most]

    def cards(self) -> dict[str, list[str]]:
        places = {f"hand {seat}": list(hand) for seat, hand in enumerate(self.hands)}
        places |= {f"won {seat}": sorted(won) for seat, won in enumerate(self.won)}
        places["laid"] = sorted(card for card in self.laid if card)
        return places
