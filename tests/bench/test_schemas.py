"""Every `bench … --json` matches its schema; answers that need an emulated unit: test_instruments.py."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pygame
import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from bench.schemas import SCHEMAS, mismatches
from slamomatic.bench.calibrate import instrument as calibrate
from slamomatic.bench.link import instrument as link
from slamomatic.bench.table import instrument as table
from slamomatic.bench.table import play as table_play
from slamomatic.cli import main
from slamomatic.games.quick_draw import call
from slamomatic.store import calibration
from slamomatic.units.base import now_us
from slamomatic.units.keyboard import KeyboardUnit
from slamomatic.units.merge import Units

# The keys that the commands promise to scripts: they stay.
PROMISED = {
    "order": {"trials", "wrong", "ties", "untrue_ties", "smallest_gap_us", "by_paddle"},
    "latency": {"single_us", "four_us"},
    "bounce": {"paddles"},
    "soak": {"slaps", "lost", "duplicated", "free_bytes_first", "free_bytes_last"},
    "link": {"lines_per_s", "repaired", "lost"},
}
SLAP_EVERY_US = 140_000

Answer = dict[str, Any]


class Hands(KeyboardUnit):
    """Four paddles that slap together by themselves, again and again."""

    finds_news = True

    def __init__(self) -> None:
        super().__init__(4, "hands")
        self._due_us = now_us()
        self._down = False

    def find_news(self) -> None:
        t_us = now_us()
        if t_us >= self._due_us:
            self._down = not self._down
            self._due_us = t_us + SLAP_EVERY_US // 2
            for paddle in range(4):  # at one moment, however long this machine takes to say it
                self.key(paddle, self._down, t_us)


@pytest.fixture
def answer(capsys: pytest.CaptureFixture[str]) -> Callable[..., Answer]:
    """Calls an instrument as a script would; its one JSON object."""

    def called(*words: str) -> Answer:
        assert main(["bench", *words, "--json"]) in (0, 1)
        found: Answer = json.loads(capsys.readouterr().out)
        return found

    return called


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> None:
    def opened(*_: str, **__: object) -> Units:
        return Units([Hands()])

    monkeypatch.setattr("slamomatic.bench.latency.instrument.open_unit", opened)
    monkeypatch.setattr("slamomatic.bench.reaction.instrument.open_unit", opened)


def test_every_schema_is_one() -> None:
    for schema in SCHEMAS.values():
        Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("name", PROMISED)
def test_a_schema_asks_for_the_keys_that_are_promised(name: str) -> None:
    schema = SCHEMAS[name]
    for form in schema.get("oneOf", [schema]):
        assert set(form["required"]) >= PROMISED[name]


def test_figures_are_these_seven() -> None:
    figures, none = SCHEMAS["latency"]["oneOf"][0]["properties"]["single_us"]["anyOf"]
    assert {"min", "median", "p50", "p95", "p99", "max", "count"} <= set(figures["required"])
    assert none == {"type": "null"}


def spoilt(answer: Answer) -> Iterator[tuple[str, Answer]]:
    """Yield the answer with one key misspelt or left out, for each key at every depth."""
    for path in paths(answer):
        for what in ("misspelt", "missing"):
            other = copy.deepcopy(answer)
            place: Any = other
            for step in path[:-1]:
                place = place[step]
            value = place.pop(path[-1])
            if what == "misspelt":
                place[f"{path[-1]}_"] = value
            yield f"{what} {path}", other


# Below these, keys are names of what was measured, not words of ours.
NAMED = ("series", "faults", "tests", "slaps")


def paths(value: Any, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if not (above and above[-1] in NAMED):
                yield (*above, key)
            yield from paths(inner, (*above, key))
    elif isinstance(value, list) and value:
        yield from paths(value[0], (*above, 0))


def check(name: str, answer: Answer) -> None:
    """Check that the answer matches its schema, and that it would not with a single other key."""
    assert mismatches(name, answer) == []
    for how, other in spoilt(answer):
        assert mismatches(name, other), f"{name}: nobody would notice {how}"


def test_link(answer: Callable[..., Answer], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "TURNS", 2)
    check("link", answer("link", "--slaps", "20", "--minutes", "0.2", "--random-bytes", "10000"))


@pytest.mark.usefixtures("hands")
def test_reaction(answer: Callable[..., Answer], monkeypatch: pytest.MonkeyPatch) -> None:
    for name, us in {"LEAST_WAIT_US": 1_000, "MEAN_EXTRA_US": call.STEP_US, "GUESS_US": 0}.items():
        monkeypatch.setattr(call, name, us)
    found = answer("reaction", "--rounds", "3", "--players", "Ada", "Ben")
    assert any(player["reactions_ms"] for player in found["players"])
    check("reaction", found)


@pytest.mark.usefixtures("hands")
def test_latency_to_the_host(answer: Callable[..., Answer]) -> None:
    found = answer("latency", "--unit", "serial:hands", "--presses", "8")
    assert found["four_us"]["count"] == 2
    check("latency", found)


@pytest.mark.desktop
def test_table(answer: Callable[..., Answer], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "STARTS", 1)
    monkeypatch.setattr(table_play, "WARM_UP_S", 0.3)
    monkeypatch.setattr(table_play, "IDLE_S", 0.3)
    pygame.display.quit()  # a test before this one may have opened it without a screen
    check("table", answer("table", "--seconds", "1", "--size", "800x480"))


def test_report(answer: Callable[..., Answer], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "TURNS", 1)
    kept = tmp_path / "link.json"
    answer("link", "--slaps", "20", "--minutes", "0.1", "--random-bytes", "1000", "--save", str(kept))
    check("report", answer("report", str(kept), "--out", str(tmp_path / "out")))


def test_calibrate_undo(
    answer: Callable[..., Answer], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SLAMOMATIC_HOME", str(tmp_path))
    stand = nullcontext(SimpleNamespace(hello=SimpleNamespace(unit_id="e661")))
    monkeypatch.setattr(calibrate, "open_stand", lambda spec: stand)
    for corrections in ([1, 2, 3, 4], [5, 6, 7, 8]):
        calibration.keep("e661", corrections, [1.0] * 4)
    told = [answer("calibrate", "--undo") for _ in range(2)]
    assert [one["corrections_us"] for one in told] == [[1, 2, 3, 4], None]
    for one in told:
        check("calibrate-undo", one)
