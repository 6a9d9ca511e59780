"""`bench display`: delays that are known come out again, on the emulated unit and by a clock of its own."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bench.display_delays import recovered
from bench.schemas import mismatches
from bench.seeing_stand import SeeingStand
from slamomatic.bench.display import instrument as display
from slamomatic.bench.display.flashes import (
    DARK_US,
    LIT_US,
    Delay,
    Flash,
    Shown,
    delay_of,
    matched,
    refresh_hz,
)
from slamomatic.bench.display.rig import PatchWindow
from slamomatic.bench.report.page import report_page
from slamomatic.bench.report.verify import OPENS
from slamomatic.bench.result import from_json
from slamomatic.bench.stand import EmulatedStand
from slamomatic.cli import main
from slamomatic.store import displays
from slamomatic.units.clock_map import Stamp


@pytest.fixture(autouse=True)
def nobody_watches(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SLAMOMATIC_HOME", str(tmp_path))


# -- what flashes say


def shown(t_us: float) -> Shown:
    return Shown(t_us - 3_000, t_us - 1_000, t_us)


def flashes_at(hz: float, count: int = 60, jitter_us: float = 300.0) -> list[Flash]:
    """Read the light of a screen that shows a frame 20 ms late, at its next refresh."""
    chance, every_us, t_us, made = Random(4), 1e6 / hz, 0.0, []
    for _ in range(count):
        t_us += chance.uniform(*DARK_US) + LIT_US
        light_us = math.ceil((t_us + 20_000) / every_us) * every_us + chance.uniform(0, jitter_us)
        made.append(Flash(shown(t_us), Stamp(round(light_us), 100)))
    return made


@pytest.mark.parametrize("hz", [24.0, 50.0, 59.94, 75.0, 119.88, 144.0])
def test_the_refresh_rate_is_found_from_the_lights_alone(hz: float) -> None:
    assert refresh_hz(flashes_at(hz)) == pytest.approx(hz, abs=0.01)


def test_light_in_no_step_names_no_refresh_rate() -> None:
    assert refresh_hz(flashes_at(60.0, jitter_us=60_000)) is None
    assert refresh_hz(flashes_at(60.0, count=5)) is None


def test_a_flash_takes_the_first_light_that_it_can_have_caused() -> None:
    lights = [Stamp(t_us, 50) for t_us in (990_000, 1_040_000, 1_200_000, 3_030_000)]
    found, false = matched([shown(1_000_000), shown(2_000_000), shown(3_000_000)], lights)
    assert [flash.delay_us for flash in found] == [40_000, None, 30_000]
    assert false == 2
    assert matched([shown(1_000_000)], [Stamp(998_990, 20)])[0][0].delay_us == -1_010, "as it was handed over"
    assert matched([shown(1_000_000)], [Stamp(1_400_000, 20)]) == ([Flash(shown(1_000_000), None)], 1)


def test_the_figures_are_of_seen_flashes_and_the_bound_is_the_worst() -> None:
    made = [Flash(shown(0), Stamp(1_000 * n, 40 + n)) for n in range(1, 11)]
    delay = delay_of([*made, Flash(shown(0), None)])
    assert delay is not None
    assert (delay.median_us, delay.p10_us, delay.p90_us, delay.spread_us) == (5_000, 1_000, 9_000, 8_000)
    assert delay.bound_us == 50.0
    assert delay_of([Flash(shown(0), None)]) is None


def test_flashes_are_slow_enough_for_everybodys_eyes() -> None:
    """More than three flashes a second can harm people with photosensitive epilepsy."""
    assert 1e6 / (LIT_US + DARK_US[0]) < 3


# -- the emulated unit: pixels drive its pin


@pytest.fixture(scope="module")
def emulated() -> Iterator[EmulatedStand]:
    yield EmulatedStand(light=1)


@pytest.mark.emulator
@pytest.mark.parametrize("delay_ms", [0.0, 150.0])
def test_an_injected_delay_is_recovered(emulated: EmulatedStand, delay_ms: float) -> None:
    found = recovered(emulated, delay_ms, 3, Random(f"{delay_ms}"))
    assert (found.flashes, found.within, found.lost, found.false) == (3, 3, 0, 0)
    assert found.median_off_us <= 50
    assert max(found.window_errors_us) <= 1


# -- a unit at a port: its clock is known from pings


@pytest.fixture
def stand(monkeypatch: pytest.MonkeyPatch) -> SeeingStand:
    made = SeeingStand()
    monkeypatch.setattr(display, "open_stand", lambda spec: made)
    return made


def ask(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> dict[str, Any]:
    assert main(["bench", "display", "--size", "640x360", "--json", *words]) == code
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert mismatches("display", answer) == []
    return answer


def test_every_light_lies_within_the_bound_that_is_stated(
    stand: SeeingStand, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[list[Flash]] = []

    def delay_of_kept(flashes: list[Flash]) -> Delay | None:
        kept.append(flashes)
        return delay_of(flashes)

    monkeypatch.setattr(display, "delay_of", delay_of_kept)
    answer = ask(capsys, "--flashes", "12")
    assert (answer["seen"], answer["lost"], answer["false"]) == (12, 0, 0)
    for flash, true_us in zip(kept[0], stand.lit_us, strict=True):
        assert flash.light is not None
        assert abs(flash.light.t_us - true_us) <= flash.light.error_us
    assert 0 < answer["bound_us"] < 1_000
    assert abs(answer["median_us"] - 30_000) <= answer["bound_us"]
    assert answer["window_us"]["max"] < 1_000


def test_lost_and_false_flashes_are_named(stand: SeeingStand, capsys: pytest.CaptureFixture[str]) -> None:
    stand.stray_at = {3}
    answer = ask(capsys, "--flashes", "6", code=1)
    assert (answer["lost"], answer["false"]) == (0, 1)
    assert "1 light without a flash: shade the sensor" in [one["says"] for one in answer["findings"]]


@pytest.mark.parametrize("looks", [300, 340, 380])
def test_escape_stops_and_the_flashes_so_far_count(
    stand: SeeingStand, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, looks: int
) -> None:
    """Whether the patch is dark or bright just then."""
    seen = iter(range(looks))
    monkeypatch.setattr(PatchWindow, "stopped", lambda window: next(seen, None) is None)
    answer = ask(capsys, "--flashes", "50")
    assert 3 <= answer["flashes"] < 15
    assert (answer["lost"], answer["false"]) == (0, 0)


def test_a_sensor_that_looks_elsewhere_is_a_sentence(
    stand: SeeingStand, capsys: pytest.CaptureFixture[str]
) -> None:
    stand.blind = True
    assert main(["bench", "display", "--size", "640x360"]) == 1
    assert "saw none of the first 5 flashes" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("settings", "says"),
    [({"hold_us": "100"}, "Bring it up to date"), ({"light": "0", "next": "1"}, "SET,light,1")],
)
def test_a_unit_without_a_sensor_says_what_to_do(
    settings: dict[str, str], says: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(display, "open_stand", lambda spec: SeeingStand(settings=settings))
    assert main(["bench", "display", "--size", "640x360"]) == 1
    assert says in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["--size", "big"],
        ["--flashes", "0"],
        ["--unit", "emulated", "--name", "TV"],
        ["--unit", "emulated", "--model-delay", "900"],
        ["--unit", "emulated", "--model-refresh", "3"],
    ],
)
def test_what_makes_no_sense_is_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "display", *words]) == 2
    assert capsys.readouterr().err.strip()


def test_a_named_screen_is_kept_until_it_is_forgotten(
    stand: SeeingStand, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = ask(capsys, "--flashes", "6", "--name", "Living room")
    one = displays.measured()
    assert one is not None and one.name == "Living room"
    assert one.median_us == round(answer["median_us"])
    assert displays.in_use(one.desktop) == one
    assert displays.in_use([(1, 1)]) is None, "another desktop: not this screen"
    assert main(["bench", "display", "--forget"]) == 0
    assert "Living room" in capsys.readouterr().out
    assert displays.measured() is None
    assert main(["bench", "display", "--forget"]) == 0


def test_a_run_that_went_badly_is_not_kept(stand: SeeingStand, capsys: pytest.CaptureFixture[str]) -> None:
    stand.stray_at = {2}
    ask(capsys, "--flashes", "6", "--name", "TV", code=1)
    assert displays.measured() is None


@pytest.mark.parametrize("text", ["", "{", '{"name": 3}', '{"name": "x", "desktop": [[1]]}'])
def test_a_damaged_file_is_no_screen(text: str, tmp_path: Path) -> None:
    (tmp_path / displays.FILE).write_text(text)
    assert displays.measured() is None


def test_the_page_shows_both_shares_and_keeps_the_frames_out_of_sight(
    stand: SeeingStand, capsys: pytest.CaptureFixture[str]
) -> None:
    page = report_page([from_json(ask(capsys, "--flashes", "6"))])
    raw, _, seen = page.partition(OPENS)[2].partition("</script>")
    assert "the window's own share" in seen.replace("&#x27;", "'") and "frames&quot;" not in seen
    assert "frames" in raw
