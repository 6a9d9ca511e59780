"""Lowdown's bots: what they remember is true, what they play is sensible, the better one wins."""

from collections import Counter
from random import Random

import pytest

from slamomatic.engine import Choice, Event, Json, Setup
from slamomatic.engine.bots import Nature, sitting
from slamomatic.engine.bots.many import Plan, play_all
from slamomatic.games.lowdown.bots import Careful, ToWin, expected_points
from slamomatic.games.lowdown.grid import FACE_DOWN, PACK
from slamomatic.games.lowdown.rules import Lowdown


class Honest(ToWin):
    """Compares its memory with the cards after everything that it hears."""

    game: Lowdown
    remembered = 0

    def choose(self, view: Json, legal: list[Choice]) -> Choice | None:
        for (seat, cell), card in self.known.items():
            if view["grids"][seat] and view["grids"][seat][cell] == FACE_DOWN:
                assert self.game.grids[seat][cell] == card
                type(self).remembered += 1
        unseen = Counter(PACK)
        unseen.subtract(self.out)
        for seat in range(len(view["grids"])):
            unseen.subtract([card for card in self.grid(view, seat) if card not in (None, FACE_DOWN)])
        assert min(unseen.values()) >= 0, "it counts a card twice"
        return super().choose(view, legal)


@pytest.mark.parametrize("drawn_open", [False, True])
def test_what_to_win_remembers_is_true_through_whole_games(drawn_open: bool) -> None:
    Honest.remembered = 0
    for seed in range(3):
        Honest.game = Lowdown(Setup(seats=3, seed=seed, options={"drawn_open": drawn_open}))
        bots = [Honest(seat, Random(seat), Nature()) for seat in range(3)]
        sitting.play(Honest.game, bots, 2000)
        assert Honest.game.over
    assert Honest.remembered > 100


def test_to_win_forgets_all_with_a_new_deal() -> None:
    bot = ToWin(0, Random(1), Nature())
    bot.notice({"what": "looked", "seat": 0, "cell": 4, "card": "R3"})
    bot.notice({"what": "swapped", "seat": 0, "cells": [4, 8]})
    assert bot.known == {(0, 8): "R3"}
    bot.notice({"what": "stole", "seat": 1, "mine": 0, "from": 0, "theirs": 8, "got": "R3", "gave": "O1"})
    assert bot.known == {}
    bot.notice({"what": "peeked", "seat": 0, "of": 2, "cell": 1, "card": "-5"})
    bot.notice({"what": "dealt", "count": 9, "discard": "W9"})
    assert bot.known == {}
    assert bot.out == Counter(["W9"])


def test_what_others_look_at_stays_with_them() -> None:
    bot = ToWin(0, Random(1), Nature())
    bot.notice({"what": "looked", "seat": 1, "cell": 4})
    bot.notice({"what": "peeked", "seat": 1, "of": 0, "cell": 4})
    assert bot.known == {}


def test_a_line_is_expected_to_go() -> None:
    assert expected_points(["R1", "R2", "R3", "G4", None, None, None, None, None], 4.0) == 4
    assert expected_points([FACE_DOWN] * 9, 4.0) == 36
    wild = expected_points(["-5", "-5", "R3", None, None, None, None, None, None], 4.0)
    assert wild == -7  # it would give ten points away


@pytest.mark.parametrize("kind", [Careful, ToWin])
def test_a_line_that_takes_points_off_is_claimed_another_is_not(kind: type[Careful]) -> None:
    for cards, claimed in ((["R1", "R2", "R3"], True), (["-5", "R1", "R2"], False)):
        game = Lowdown(Setup(seats=2, seed=3))
        for seat in (0, 1):
            game.apply(Event("open", seat, 1000, {"cells": [7, 8]}))
        game.grids[0] = [*cards, *game.grids[0][3:]]
        game.up[0][:3] = [True] * 3
        bot = kind(0, Random(1), Nature())
        legal = game.legal(0)
        assert any(choice.do == "down" for choice in legal)
        assert (bot.choose(game.view(0), legal) == Choice(0, "down")) == claimed


@pytest.mark.parametrize(("better", "worse"), [("careful", "random"), ("to-win", "careful")])
def test_the_better_bot_wins(better: str, worse: str) -> None:
    tally, _ = play_all(Plan("lowdown", 24, 2, (better, worse)), 1, lambda done: None)
    assert tally.unfinished == 0
    assert tally.by_bot[better] > 4 * tally.by_bot[worse]


@pytest.mark.parametrize("seat", range(4))
def test_of_equal_cards_the_careful_one_steals_from_the_left(seat: int) -> None:
    grids: list[list[str | None]] = [[FACE_DOWN] * 9 for _ in range(4)]
    ways = [
        Choice(seat, "act", {"mine": 0, "from": of, "theirs": cell})
        for of in range(4)
        if of != seat
        for cell in range(9)
    ]
    act = Careful(seat, Random(1), Nature()).play_drawn({"grids": grids, "drawn": "steal"}, grids[seat], ways)
    assert act.data["from"] == (seat + 1) % 4


def test_nothing_is_put_on_a_wild_card() -> None:
    """In two lines at once, another card in its place is counted as less; it never is."""
    game = Lowdown(Setup(seats=2, seed=3))
    for seat in (0, 1):
        game.apply(Event("open", seat, 1000, {"cells": [7, 8]}))
    assert game.turn is not None
    bot = ToWin(game.turn, Random(1), Nature())
    game.grids[bot.seat] = own = ["-5", "B4", "R4", "B5", None, None, "B9", None, "Y0"]
    game.up[bot.seat] = [True] * 9
    game.drawn, game.drawn_from, game.phase = "B8", "discard", "place"
    view = game.view(bot.seat)
    places = [way for way in game.legal(bot.seat) if way.do == "place"]  # its paddle is dark, say
    assert min(places, key=lambda way: bot.cost_of(view, own, way, 4.3)).data["cell"] == 0, (
        "or this tells nothing"
    )
    wants = bot.choose(view, places)
    assert wants is not None
    assert own[wants.data["cell"]] != "-5"
