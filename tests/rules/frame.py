"""What every game must keep to, whatever is thrown at it: one Hypothesis state machine for all games."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from rules.every_state import ends, who_left_plays_no_more
from slamomatic.engine import find
from slamomatic.engine.bots import straight
from slamomatic.engine.core import Game
from slamomatic.engine.setup import Setup
from slamomatic.engine.vocabulary import COMMON_EFFECTS, Effect, Event, Json, Refused, in_order
from slamomatic.engine.words import event_types

ENDS_WITHIN = 50_000  # moves of random play

# Differences in time that matter to a judge: none, around the clump window, around the re-arm time, seconds.
GAPS_US = [
    0,
    1,
    400,
    999,
    1000,
    1001,
    20_000,
    150_000,
    299_999,
    300_000,
    600_000,
    700_000,
    2_000_000,
    3_600_000,
]


@dataclass(frozen=True)
class Profile:
    """What the frame must know of a game, besides the game."""

    name: str
    deck: Sequence[str]  # every card, all piles together
    recount: Callable[[Game], list[int]]  # the scores, from the cards alone
    options: st.SearchStrategy[dict[str, Any]] = field(default_factory=lambda: st.just({}))
    seat_fields: frozenset[str] = frozenset()  # event fields that hold seats
    words: Sequence[str] = ()  # further words that events carry, besides cards
    stacked: bool = True  # whether Setup.deck is a list of these cards
    holds: Callable[[Game], None] = lambda game: None  # what else must hold; raises AssertionError


def check_effects(game: Game, effects: Sequence[Effect]) -> None:
    """Every effect and field stands in the tables: that is the allow-list."""
    known = {**COMMON_EFFECTS, **game.EFFECTS}
    for effect in effects:
        kind = known[effect.what]
        assert set(effect.public or {}) <= set(kind.public), effect
        for data in effect.only.values():
            assert set(data) <= set(kind.only), effect


def check_state(game: Game, profile: Profile) -> None:
    """Cards, scores and JSON after any event."""
    places = game.cards()
    assert Counter(card for cards in places.values() for card in cards) == Counter(profile.deck), places
    assert game.scores() == profile.recount(game)
    who_left_plays_no_more(game)
    profile.holds(game)
    state = json.loads(json.dumps(game.to_json()))
    again = type(game).from_json(state)
    assert again.to_json() == state
    for eye in (None, *range(game.seats)):
        view = game.view(eye)
        assert json.loads(json.dumps(view)) == view
        assert again.view(eye) == view
        assert again.legal(eye) == game.legal(eye)


def turned_seats(value: Any, by: int, seats: int) -> Any:
    if isinstance(value, list):
        return [turned_seats(item, by, seats) for item in value]
    return (value + by) % seats if isinstance(value, int) and 0 <= value < seats else value


def turned(event: Event, by: int, seats: int, seat_fields: frozenset[str]) -> Event:
    """The same event with everybody `by` seats further to the left."""
    data = {k: turned_seats(v, by, seats) if k in seat_fields else v for k, v in event.data.items()}
    return Event(event.do, None if event.seat is None else (event.seat + by) % seats, event.t_us, data)


def turned_picture(game: Game, by: int) -> Json:
    """What must turn with the seats: cards by place, scores, winners, who is on, what is live."""

    def place(name: str) -> str:
        return re.sub(r"\d+$", lambda seat: str((int(seat[0]) + by) % game.seats), name)

    def per_seat(values: Sequence[Any]) -> list[Any]:
        return [values[(seat - by) % game.seats] for seat in range(game.seats)]

    return {
        "cards": {place(name): cards for name, cards in game.cards().items()},
        "scores": per_seat(game.scores()),
        "winners": sorted((seat + by) % game.seats for seat in game.winners),
        "turn": None if game.turn is None else (game.turn + by) % game.seats,
        "asked": sorted((seat + by) % game.seats for seat in game.asked),
        "live": per_seat(game.paddles.live),
        "due_us": game.due_us,
        "over": game.over,
    }


def events_of_a_game(game: Game, seed: int, moves: int) -> list[Event]:
    """What happens in so many moves of random play."""
    events: list[Event] = []

    def noted(event: Event) -> list[Effect]:
        events.append(event)
        return game.apply(event)

    straight.play(game, random.Random(seed), moves, noted)
    return events


class GameMachine(RuleBasedStateMachine):
    """Legal, illegal and stray events in any order; after each one everything that must hold is checked."""

    profile: Profile
    game: Game
    twin: Game  # the same game, everybody sitting one seat further

    @initialize(data=st.data())
    def deal(self, data: st.DataObject) -> None:
        kind = find(self.profile.name)
        seats = data.draw(st.sampled_from(list(kind.SEATS)), "seats")
        seed = data.draw(st.integers(0, 2**32), "seed")
        dealer = data.draw(st.integers(0, seats - 1), "dealer")
        options = data.draw(self.profile.options, "options")
        deck = None
        if self.profile.stacked and data.draw(st.booleans(), "stacked"):
            deck = sorted(self.profile.deck)
            random.Random(data.draw(st.integers(0, 2**16), "stack")).shuffle(deck)
            if data.draw(st.booleans(), "sorted"):
                deck.sort()

        def setup(dealer: int) -> Setup:
            return Setup(seats, seed, {**options, "dealer": dealer % seats}, deck)

        self.game = kind(setup(dealer))
        self.twin = kind(setup(dealer + 1))
        check_effects(self.game, self.game.told)
        check_state(self.game, self.profile)
        # Random steps alone seldom get past the first turns: some games are met further on.
        moves = data.draw(st.sampled_from([0, 10, 50, 150, 400]), "moves before")
        for event in events_of_a_game(kind(setup(dealer)), seed, moves):
            self.step(event)

    def step(self, event: Event) -> bool:
        """Applies one event; True unless it was refused."""
        game = self.game
        before = game.to_json()
        try:
            game.push(event)
        except Refused as refused:
            assert game.to_json() == before, "a refused event changed something"
            assert len(str(refused)) > 5
            assert event.do in game.EVENTS or event.do == "drop", "only choices can be refused"
            self.turn_twin(event, refused=True)
            return False
        after = game.to_json()
        game.pop()
        assert game.to_json() == before, "push then pop is not the identity"
        effects = game.apply(event)
        assert game.to_json() == after, "the same event gave two states"
        check_effects(game, effects)
        check_state(game, self.profile)
        assert game.over or game.due_us is None or game.due_us > game.now_us, "something stayed due"
        self.turn_twin(event, refused=False)
        return True

    def turn_twin(self, event: Event, refused: bool) -> None:
        try:
            self.twin.apply(turned(event, 1, self.game.seats, self.profile.seat_fields))
            assert not refused
        except Refused:
            assert refused
        assert turned_picture(self.twin, 0) == turned_picture(self.game, 1), (
            "a place at the table is favoured"
        )

    @rule(data=st.data(), gap_us=st.sampled_from(GAPS_US))
    def something_legal(self, data: st.DataObject, gap_us: int) -> None:
        choices = [choice for seat in range(self.game.seats) for choice in self.game.legal(seat)]
        if choices:
            # First the word: a hundred ways to do one thing must not hide the other things.
            do = data.draw(st.sampled_from(sorted({choice.do for choice in choices})), "do")
            choice = data.draw(st.sampled_from([choice for choice in choices if choice.do == do]), "choice")
            due_us = self.game.due_us
            t_us = self.game.now_us + gap_us
            accepted = self.step(choice.at(t_us))
            # What was due before it may have changed what is legal.
            assert accepted or (due_us is not None and due_us <= t_us), f"legal but refused: {choice}"

    @rule(data=st.data(), gap_us=st.sampled_from(GAPS_US))
    def something_odd(self, data: st.DataObject, gap_us: int) -> None:
        """A choice at random: mostly illegal, sometimes nonsense, of the right types."""
        kinds = self.game.EVENTS
        if not kinds:
            return  # all that counts are slaps
        do = data.draw(st.sampled_from(sorted(kinds)), "do")
        words = st.sampled_from(sorted({*self.profile.deck, *self.profile.words, "zz", ""}))
        numbers = st.integers(-1, 10)
        values: Mapping[str, st.SearchStrategy[Any]] = {
            "word": words,
            "number": numbers,
            "flag": st.booleans(),
            "words": st.lists(words, max_size=5),
            "numbers": st.lists(numbers, max_size=4),
        }
        says = {
            name: data.draw(values[kind.kind], name)
            for name, kind in kinds[do].data.items()
            if not (kind.optional and data.draw(st.booleans()))
        }
        seats = range(self.game.seats)
        if any(name in self.profile.seat_fields for name in says) and not self._seats_known(says):
            return
        self.step(Event(do, data.draw(st.sampled_from(seats), "seat"), self.game.now_us + gap_us, says))

    def _seats_known(self, says: Mapping[str, Any]) -> bool:
        """Only existing seats can be turned with the others; the referee's tests try the rest."""
        for name in self.profile.seat_fields & set(says):
            named = says[name] if isinstance(says[name], list) else [says[name]]
            if not all(seat in range(self.game.seats) for seat in named):
                return False
        return True

    @rule(
        do=st.sampled_from(["down", "down", "up", "up", "touch", "release", "feint"]),
        seat=st.integers(0, 7),
        gap_us=st.sampled_from([*GAPS_US, -500, -2_000_000]),
    )
    def a_paddle(self, do: str, seat: int, gap_us: int) -> None:
        t_us = max(0, self.game.now_us + gap_us)
        assert self.step(Event(do, seat % self.game.seats, t_us)), "paddle events are never refused"

    @rule()
    def time_comes(self) -> None:
        if self.game.due_us is not None:
            self.step(Event("time", None, self.game.due_us))

    @rule(
        seats=st.permutations(range(6)), gaps=st.lists(st.sampled_from(GAPS_US[:8]), min_size=6, max_size=6)
    )
    def those_who_are_asked_slap(self, seats: list[int], gaps: list[int]) -> None:
        """The same slaps, delivered in two orders, give the same state."""
        asked = [seat for seat in seats if seat in self.game.asked]
        t_us, slaps = self.game.now_us, []
        for seat, gap_us in zip(asked, gaps, strict=False):
            t_us += gap_us
            slaps.append(Event("down", seat, t_us))
        other = type(self.game).from_json(self.game.to_json())
        for slap in in_order(reversed(slaps), self.game.seats, self.game.turn or 0):
            other.apply(slap)
        for slap in in_order(slaps, self.game.seats, self.game.turn or 0):
            self.step(slap)
        assert other.to_json() == self.game.to_json()
        for seat in asked:
            self.step(Event("up", seat, t_us + 100_000))

    @rule(
        do=st.sampled_from(["void", "curtain", "curtain", "fault", "source", "accuracy", "drop", *"-----"]),
        number=st.sampled_from([0, 25_000, 40_000]),
        seat=st.integers(0, 7),
        on=st.booleans(),
    )
    def something_at_the_table(self, do: str, number: int, seat: int, on: bool) -> None:
        kind = event_types(type(self.game)).get(do)
        if kind is not None:
            data = {name: number if it.kind == "number" else on for name, it in kind.data.items()}
            self.step(
                Event(do, seat % self.game.seats if kind.seat else None, self.game.now_us + 10_000, data)
            )

    def teardown(self) -> None:
        """Every game ends, from wherever it is."""
        if hasattr(self, "game"):
            game = type(self.game).from_json(self.game.to_json())
            assert ends(game, random.Random(1), ENDS_WITHIN), "this game never ends"


def machine(profile: Profile, steps: int = 50) -> Any:
    """The test case of one game: `TestHandsDown = machine(PROFILE)`."""

    class Machine(GameMachine):
        pass

    Machine.profile = profile
    case = Machine.TestCase
    case.settings = settings(stateful_step_count=steps)
    return case
