"""`slamomatic check`: the six games keep every promise, and a game that breaks one is found."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.every_game import OWN_PROMISES
from rules.tiny_game import Tiny
from slamomatic.check import PROMISES, Kept, check_game, promises
from slamomatic.check.story import Kind
from slamomatic.cli import main
from slamomatic.commands import check as check_command
from slamomatic.engine import GAMES, find
from slamomatic.engine.log import replay
from slamomatic.engine.vocabulary import Choice, Json
from slamomatic.games.hands_down.rules import HandsDown
from slamomatic.games.hit_the_deck.rules import HitTheDeck
from slamomatic.games.quick_draw.rules import QuickDraw
from slamomatic.games.slamwich.rules import Slamwich
from support.length import count

SNAP = "rules.snap_as_it_was:Snap"
Snap = find(SNAP)  # a replay may load it then
ROUNDS = count(30, 600)
FEW_LINES = 25


@pytest.mark.parametrize("name", GAMES)
def test_each_of_our_games_keeps_what_every_game_must_keep(name: str) -> None:
    checks = check_game(find(name), 1, lambda number: number >= ROUNDS, (*PROMISES, *OWN_PROMISES))
    assert {check.name: (check.broken, check.replay) for check in checks if not check.ok} == {}
    untried = {check.name for check in checks if not check.tried}
    assert untried <= {"head-starts"}, "a promise that nothing was tried for is kept by chance"


@pytest.fixture(scope="module")
def snap_of_old() -> dict[str, Kept]:
    checks = check_game(Snap, 0, lambda number: number >= 60)
    return {check.name: check for check in checks if not check.ok}


def test_the_snap_of_old_breaks_what_it_broke(snap_of_old: dict[str, Kept]) -> None:
    assert {"leaving", "voids", "clocks", "head-starts"} <= set(snap_of_old)
    assert "has left and is on turn" in snap_of_old["leaving"].broken
    assert "'won'" in snap_of_old["voids"].broken and "after the void" in snap_of_old["voids"].broken
    assert "would fit as well" in snap_of_old["clocks"].broken
    assert "head start of" in snap_of_old["head-starts"].broken


@pytest.mark.parametrize("promise", ["leaving", "voids", "clocks", "head-starts"])
def test_what_broke_is_a_replay_of_a_few_lines(promise: str, snap_of_old: dict[str, Kept]) -> None:
    lines = snap_of_old[promise].replay
    assert len(lines) < FEW_LINES
    *_, (game, _, _) = replay(json.loads(json.dumps(line)) for line in lines if "refused" not in line)
    assert isinstance(game, Snap)


class LosesACard(HitTheDeck):
    def turn_to(self, seat: int) -> None:
        super().turn_to(seat)
        if self.drawpile:
            self.drawpile.pop()


class RefusesTooLate(HandsDown):
    def _take(self, seat: int, sources: list[int]) -> None:
        self.dry_turns += 1
        super()._take(seat, sources)


class Forgets(Slamwich):
    def save(self) -> Json:
        return super().save() | {"slips": []}


class TellsWhatIsNotListed(QuickDraw):
    def dropped(self, seat: int) -> None:
        super().dropped(seat)
        self.tell("too-soon", seat, {"by": 3})


class OffersTooMuch(HandsDown):
    def legal(self, seat: int | None) -> list[Choice]:
        return [*super().legal(seat), *([Choice(seat, "pass")] if seat is not None else [])]


class ShowsAHand(HandsDown):
    def sees(self, seat: int | None) -> Json:
        return super().sees(seat) | {"next": self.drawpile[-1:]}


class ShowsADraw(HitTheDeck):
    def draw_cards(self, seat: int, count: int) -> list[str]:
        drawn = super().draw_cards(seat, count)
        self.tell("played", seat, {"card": drawn[0] if drawn else ""})
        return drawn


class NeverEnds(QuickDraw):
    def _decided(self) -> bool:
        return False


class WaitsForNobody(Tiny):
    """A player on turn who leaves is waited for."""

    def dropped(self, seat: int) -> None:
        turn = self.turn
        super().dropped(seat)
        self.turn = seat if turn == seat else self.turn


class FallsOver(QuickDraw):
    def dropped(self, seat: int) -> None:
        raise KeyError(seat)


class VoidsNothing(QuickDraw):
    def void_open_slap(self) -> bool:
        return False


class BelievesItsClocks(QuickDraw):
    def begin(self) -> None:
        super().begin()
        self.paddles.error_us = [0] * len(self.paddles.error_us)

    def apply(self, *event: Any) -> Any:
        self.paddles.error_us = [0] * len(self.paddles.error_us)
        return super().apply(*event)


class GivesNoHeadStart(Slamwich):
    def _set_up(self, setup: Any) -> None:
        super()._set_up(setup)
        self.paddles.handicap_us = [0] * self.seats


class TakesBackACard(Slamwich):
    def void_open_slap(self) -> bool:
        opened = super().void_open_slap()
        if opened and self.pile:
            self.slips.append(self.pile.pop())
        return opened


@pytest.mark.parametrize(
    ("kind", "promise"),
    [
        (LosesACard, "cards"),
        (RefusesTooLate, "refused"),
        (Forgets, "saved"),
        (TellsWhatIsNotListed, "effects"),
        (OffersTooMuch, "legal"),
        (ShowsAHand, "hidden"),
        (ShowsADraw, "hidden"),
        (NeverEnds, "ends"),
        (WaitsForNobody, "leaving"),
        (FallsOver, "leaving"),
        (VoidsNothing, "voids"),
        (TakesBackACard, "voids"),
        (BelievesItsClocks, "clocks"),
        (GivesNoHeadStart, "head-starts"),
    ],
)
def test_a_game_that_breaks_a_promise_is_found(
    kind: Kind, promise: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(promises, "ENDS_WITHIN", count(5_000, promises.ENDS_WITHIN))  # moves
    (only,) = (one for one in PROMISES if one.name == promise)
    (check,) = check_game(kind, 0, lambda number: number >= 400, [only])
    assert check.broken and check.replay


class DeclaresTooLittle(Slamwich):
    """Sets an attribute that is not declared, but not before it is first played."""

    def put_out(self, seat: int) -> None:
        super().put_out(seat)
        self.last_out = seat


def test_what_a_game_sets_and_does_not_declare_is_found_by_its_name() -> None:
    checks = check_game(DeclaresTooLittle, 0, lambda number: number >= 400)
    (check,) = (check for check in checks if not check.ok)
    assert (check.name, check.broken.split()[0]) == ("saved", "'last_out'")


def test_the_command_says_what_broke(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", SNAP, "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["game"] == SNAP
    by_name = {check["name"]: check for check in answer["checks"]}
    assert set(by_name) == {promise.name for promise in PROMISES}
    assert by_name["refused"]["ok"] and by_name["refused"]["replay"] == []
    assert not by_name["voids"]["ok"] and by_name["voids"]["replay"][-1]["do"] == "void"


def test_the_command_tells_a_reader(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check_command, "ROUNDS", 20)  # enough for each promise, on a slow machine too
    assert main(["check", "quick-draw"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(PROMISES) and all(line.startswith("ok ") for line in lines)


def test_the_command_stops_in_time(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "quick-draw", "--minutes", "0.001"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(PROMISES) and all(line.startswith(("ok ", "-- ")) for line in lines)


def test_a_game_that_is_not_there_is_wrong_usage() -> None:
    assert main(["check", "no-such-game"]) == 2
