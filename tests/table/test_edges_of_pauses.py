"""Where a pause begins and ends: what happened in it is not played later, what was before it is not lost."""

from __future__ import annotations

from slamomatic.screen.scenes.table_photo import Photo, show
from slamomatic.units.base import Do, Link, What
from support.played import Played


def run(played: Played, from_us: int, until_us: int, step_us: int = 50_000) -> None:
    for t_us in range(from_us, until_us, step_us):
        played.at(t_us)


def turn(played: Played) -> int:
    return int(played.session.view(None)["turn"])


def hands(played: Played) -> list[int]:
    return list(played.session.view(None)["hands"])


def test_slap_is_not_voided_by_a_restart_of_long_ago(played: Played) -> None:
    """The unit came back ten seconds after it was lost; so much later by the game's clock somebody slaps."""
    played.pico.link = Link.LOST
    played.pico.notice(What.LOST, 1_000_000)
    played.at(1_000_000)
    assert played.session.clock.paused
    played.pico.link = Link.CONNECTED
    played.pico.notice(What.RESTARTED, 11_000_000)
    played.pico.notice(What.FOUND, 11_000_000)
    run(played, 11_000_000, 20_900_000, 100_000)
    assert not played.session.clock.paused
    played.pico.event(Do.DOWN, turn(played), 20_950_000)
    run(played, 20_990_000, 21_200_000)
    assert played.session.view(None)["open"]


def test_slap_goes_on_through_a_dispute_key_that_found_nothing_open(played: Played) -> None:
    """The key was pressed before the slap's news came: no slap is swallowed as if in a pause."""
    played.pico.event(Do.DOWN, turn(played), 1_000_000)
    played.stage.clock.at_us = 1_001_000
    played.scene.key("void")
    run(played, 1_002_000, 1_100_000, 10_000)
    assert "slap" in played.scene.announcements.last


def test_slaps_of_before_a_pause_count_and_those_of_in_it_do_not(played: Played) -> None:
    """With two sources in play the Pico's slaps arrive 600 us later: at both edges that matters."""
    played.session.use_key(3)
    played.at(910_000)
    fooled, idle = [seat for seat in range(4) if seat != turn(played)][:2]
    before = hands(played)
    played.pico.event(Do.DOWN, fooled, 999_600)
    played.stage.clock.at_us = 1_000_000
    played.scene.key("pause")
    played.at(1_000_100)
    played.at(1_100_000)
    played.pico.event(Do.DOWN, idle, 4_999_500)
    played.stage.clock.at_us = 5_000_000
    played.scene.key("pause")
    played.scene.key("confirm")  # no waiting for the count
    run(played, 5_001_000, 5_100_000, 5_000)
    after = hands(played)
    assert after[fooled] == before[fooled] - 1
    assert after[idle] == before[idle]


def test_pause_that_people_asked_for_outlasts_the_unit_s_absence(played: Played) -> None:
    played.scene.key("pause")
    played.at(1_000_000)
    played.pico.link = Link.LOST
    played.at(2_000_000)
    played.pico.link = Link.CONNECTED
    played.at(3_000_000)
    assert played.session.clock.paused
    played.scene.key("pause")
    run(played, 3_100_000, 6_200_000, 100_000)
    assert not played.session.clock.paused


def test_table_that_stood_still_behind_the_photo_goes_on_when_its_unit_is_back(played: Played) -> None:
    for step in (1, 2):  # one hand alone is no photo finish
        played.pico.event(Do.DOWN, (turn(played) + step) % 4, 1_000_000 + step)
        played.pico.event(Do.UP, (turn(played) + step) % 4, 1_100_000 + step)
    run(played, 1_000_000, 3_000_000)
    show(played.scene)
    assert isinstance(played.scene.mode, Photo) and played.session.clock.paused
    played.pico.link = Link.LOST
    played.at(3_100_000)
    played.pico.link = Link.CONNECTED
    run(played, 3_200_000, 6_300_000, 100_000)
    assert not played.session.clock.paused


def test_pause_takes_back_what_was_chosen_a_moment_before(played: Played) -> None:
    before = turn(played)
    played.scene.gesture("tap")
    played.scene.gesture("double")
    assert played.scene.play.pending is not None
    played.scene.key("pause")
    played.at(5_000_000)
    assert played.scene.play.pending is None
    played.scene.key("pause")
    played.scene.key("confirm")  # no waiting for the count
    run(played, 5_010_000, 7_000_000)
    assert turn(played) == before


def test_unit_that_is_back_does_not_start_the_game_behind_somebody_who_read_the_rules(played: Played) -> None:
    played.pico.link = Link.LOST
    played.at(1_000_000)
    played.scene.key("help")
    played.scene.leave()
    played.pico.link = Link.CONNECTED
    played.at(5_000_000)
    assert played.session.clock.paused


def test_slap_that_may_have_been_on_either_side_of_a_pause_s_edge_is_void_with_a_sentence(
    played: Played,
) -> None:
    """A slap stamped 200 us before a pause, from a unit good to 300 us, is void."""
    fooled = next(seat for seat in range(4) if seat != turn(played))
    before = hands(played)
    played.pico.event(Do.DOWN, fooled, 999_800)
    played.stage.clock.at_us = 1_000_000
    played.scene.key("pause")
    played.at(1_000_100)
    played.stage.clock.at_us = 5_000_000
    played.scene.key("pause")
    played.scene.key("confirm")  # no waiting for the count
    run(played, 5_001_000, 6_100_000, 5_000)
    assert hands(played) == before
    assert "the game stood still" in played.scene.alarm
