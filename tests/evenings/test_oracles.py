"""The simulator's own eyes: each kind of fault, planted in the table, must be seen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from evenings import many, plan
from slamomatic.engine.core import Game
from slamomatic.phone.touch_unit import PhoneUnit
from slamomatic.table import opening, outcome
from slamomatic.table.intake import SlapIntake
from slamomatic.table.moment import Moment
from slamomatic.table.session import GameSession
from slamomatic.table.troubles import UnitTroubles
from slamomatic.units.conversation import Conversation
from slamomatic.units.merge import Units
from slamomatic.units.talking_unit import TalkingUnit

MOST = 60  # evenings to look for a planted fault in; the first that shows it ends the search


def is_seen(what: str, game: str | None = "hands-down", most: int = MOST, fault: str = "") -> bool:
    """Whether an evening comes in which that is found; only those with this fault are played."""
    evenings = (plan.draw(seed, game) for seed in range(1, most))
    outcomes = (
        many.play(evening)
        for evening in evenings
        if not fault or fault in {each.kind for each in evening.faults}
    )
    return any(finding.what == what for outcome in outcomes for finding in outcome.findings)


def test_a_judge_that_does_not_wait_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Units, "known_us", lambda self: self._clock() - 29_000)
    assert is_seen("wrong")


def test_a_judge_that_takes_the_order_of_arrival_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    take = SlapIntake.take

    def late(self: SlapIntake, seat: int, item: Any, took_time_back: str) -> Any:
        late_item = type(item)(*[getattr(item, name) for name in item.__slots__])
        object.__setattr__(late_item, "t_us", item.read_us)
        return take(self, seat, late_item, took_time_back)

    monkeypatch.setattr(SlapIntake, "take", late)
    assert is_seen("wrong")


def test_a_tie_that_is_none_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    from slamomatic.engine.judging import Paddles

    monkeypatch.setattr(Paddles, "window_us", lambda self, one, other: 90_000)
    assert is_seen("wrong")


def test_a_lost_card_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    from slamomatic.games.hands_down.rules import HandsDown

    lay = HandsDown._lay_pair

    def lose(self: HandsDown, turn: int, number: str) -> None:
        lay(self, turn, number)
        if self.drawpile:
            self.drawpile.pop()

    monkeypatch.setattr(HandsDown, "_lay_pair", lose)
    assert is_seen("lost")


def test_a_leaking_effect_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    tell = Game.tell

    def leak(
        self: Any, what: str, seat: int | None = None, public: Any = None, *rest: Any, **more: Any
    ) -> None:
        if what == "turn":
            public = {**(public or {}), "hand": list(self.hands[seat])}
        tell(self, what, seat, public if public is not None else {}, *rest, **more)

    monkeypatch.setattr(Game, "tell", leak)
    assert is_seen("leaked")


def test_a_leaking_view_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    from slamomatic.games.hands_down.rules import HandsDown

    sees = HandsDown.sees
    monkeypatch.setattr(HandsDown, "sees", lambda self, seat: {**sees(self, seat), "top": self.drawpile[-1:]})
    assert is_seen("leaked")


def test_effects_shown_twice_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    take = GameSession.take_moments

    def again(self: GameSession) -> list[Moment]:
        moments = take(self)
        return moments + moments[-1:]

    monkeypatch.setattr(GameSession, "take_moments", again)
    assert is_seen("twice")


def test_a_slap_taken_back_in_silence_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    heed = UnitTroubles.heed

    def silently(self: UnitTroubles, notice: Any, say: bool = True, own_fault: bool = True) -> None:
        heed(self, notice, say, own_fault)
        if notice.voids_a_slap and say:
            self.notices.pop()

    monkeypatch.setattr(UnitTroubles, "heed", silently)
    assert is_seen("unsaid")


def test_a_table_that_waits_for_ever_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Units, "known_us", lambda self: self._clock() - 60_000_000)
    monkeypatch.setattr(GameSession, "_ask_for_what_is_due", lambda self, now_us: None)
    assert is_seen("slow") or is_seen("hung")


def test_an_older_state_after_a_kill_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "replayed", lambda entries, hear: outcome.replayed(entries[:-1], hear))
    assert is_seen("lost")


def test_a_power_loss_that_is_kept_quiet_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "_lost", lambda lost, game, seats: "")
    assert is_seen("lost")


def test_a_journal_that_is_never_synced_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    from evenings.disk import SimFile

    monkeypatch.setattr(SimFile, "sync_within", lambda self, seconds: None)
    assert is_seen("lost")


def test_slaps_out_of_nowhere_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    on_event = Conversation._on_event

    def doubled(self: Conversation, event: Any, now_us: int) -> None:
        on_event(self, event, now_us)
        if type(event).__name__ == "Down" and event.seq < self.record.expected_seq:
            self._tell(self.record.paddle_event(event, now_us))

    monkeypatch.setattr(Conversation, "_on_event", doubled)
    assert is_seen("invented")


def test_a_page_that_is_believed_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    touch = PhoneUnit._touch

    def believed(self: PhoneUnit, down: bool, phone_us: int, now_us: int) -> None:
        touch(self, down, phone_us, now_us)
        t_us = min(self._map.stamp(phone_us).t_us, now_us)
        said: Any = self.news[-1]
        self.news[-1] = replace(said, t_us=t_us, error_us=24_000, doubted=False)

    monkeypatch.setattr(PhoneUnit, "_touch", believed)
    assert is_seen("untrue", None, 100, "page lies")


def test_a_table_that_does_not_go_on_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GameSession, "go_on", lambda self: None)
    assert is_seen("stuck", None, 100, "halted")


def test_a_crash_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(self: TalkingUnit, data: bytes, now_us: int) -> bytes:
        raise ZeroDivisionError

    monkeypatch.setattr(TalkingUnit, "step", breaks)
    assert is_seen("crashed", most=3)


def test_faults_that_it_does_not_take_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Units, "known_us", lambda self: self._clock() - 29_000)
    for seed in range(1, MOST):
        drawn = plan.draw(seed, "hands-down")
        if len(drawn.faults) > 1 and many.play(drawn).findings:
            kept, outcome = many.shrunk(drawn)
            assert outcome.findings
            assert len(kept) < len(drawn.faults)
            assert many.play(drawn.keeping(kept)).digest == outcome.digest
            return
    raise AssertionError("no evening failed")


def test_a_verdict_finer_than_what_was_stated_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    from slamomatic.engine.race import Race
    from slamomatic.engine.span import Span, exactly

    note = Race.note

    def without_doubt(self: Race, seat: int, at: Span, as_told: bool = False) -> bool:
        return note(self, seat, exactly(at.middle_us), as_told)

    monkeypatch.setattr(Race, "note", without_doubt)
    assert is_seen("guessed")


@pytest.mark.long
def test_a_paddle_that_is_waited_for_without_end_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    from slamomatic.table.seats import OverduePaddles

    wait = OverduePaddles.wait

    def never_too_long(self: OverduePaddles, *words: Any) -> bool:
        wait(self, *words)
        return False

    monkeypatch.setattr(OverduePaddles, "wait", never_too_long)
    assert is_seen("hung", None, 1_000, "unheard")
