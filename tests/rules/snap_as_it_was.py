"""The snap that the games' README once showed: four things are wrong in it, and nobody had noticed.

When the player on turn leaves, nobody can go on. A `void` is ignored. Clocks are believed to the microsecond.
A head start is ignored. `slamomatic check` must find all of them.
"""

# ruff: noqa
# mypy: ignore-errors

from slamomatic.engine import Choice, Game
from slamomatic.engine.setup import ready_deck
from slamomatic.engine.vocabulary import COMMON_OPTIONS, EffectType, EventType, OpenlyRefused

ANIMALS = ("cat", "cow", "dog", "hen", "pig")


class Snap(Game):
    """Cards fall in turn. Two alike on each other: the first slap wins the pile."""

    NAME = "snap"  # the name of its entry point too
    SEATS = range(2, 5)
    EVENTS = {"lay": EventType("puts the top card on the pile")}
    EFFECTS = {
        "laid": EffectType("a card falls", {"card": "which"}),
        "won": EffectType("was first and wins the pile", {"count": "how many cards"}),
        "tie": EffectType("too close to tell who was first: the pile stays", {"seats": "whose hands"}),
    }
    OPTIONS = COMMON_OPTIONS
    FACE = "snap.face:FACE"

    stacks: list
    pile: list
    won: list
    race: list

    def begin(self):
        deck = ready_deck(
            self.NAME, [card for card in ANIMALS for _ in range(4)], self.setup.deck, self.chance
        )
        self.stacks = [deck[seat :: self.seats] for seat in range(self.seats)]
        self.pile, self.won, self.race = [], [0] * self.seats, []
        self.turn = self.first_dealer()

    def choose(self, do, seat, data):
        if seat != self.turn:
            raise OpenlyRefused("it is not your turn")
        self.pile.append(self.stacks[seat].pop())
        self.tell("laid", seat, {"card": self.pile[-1]})
        left = [(seat + step) % self.seats for step in range(1, self.seats + 1)]
        self.turn = next((s for s in left if self.stacks[s]), None)
        if self.pile[-2:-1] == self.pile[-1:]:
            self.asked = [s for s in range(self.seats) if not self.gone[s]]
        elif self.turn is None:
            self.finish()

    def slapped(self, seat, at, live):
        if live and self.asked:  # the first slap opens a window for hands that can't be told from it
            self.race.append([at.early_us, seat])
            self.deadline_us = min(self.race)[0] + self.paddles.clump_us

    def fell_due(self, t_us):
        first_us = min(self.race)[0]
        first = sorted(seat for us, seat in self.race if us - first_us < self.paddles.clump_us)
        if len(first) == 1:
            self.tell("won", first[0], {"count": len(self.pile)})
            self.won[first[0]] += len(self.pile)
            self.pile = []
        else:
            self.tell("tie", None, {"seats": first})
        self.asked, self.race = [], []
        self.darken()  # till all hands are up
        if self.turn is None:
            self.finish()

    def dropped(self, seat):
        self.pile, self.stacks[seat] = self.stacks[seat] + self.pile, []
        self.asked = [s for s in self.asked if s != seat]

    def legal(self, seat):
        slaps = [Choice(s, "down") for s in self.asked if seat in (None, s)]
        lays = [Choice(self.turn, "lay")] if self.turn is not None and seat in (None, self.turn) else []
        return slaps + (lays if not self.asked else [])

    def sees(self, seat):  # nothing is hidden in snap: else `seat` decides what goes in
        return {"pile": list(self.pile), "stacks": [len(stack) for stack in self.stacks]}

    def scores(self):
        return list(self.won)

    def cards(self):
        return {"pile": list(self.pile), **{f"stack {s}": list(stack) for s, stack in enumerate(self.stacks)}}
