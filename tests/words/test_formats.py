"""Numbers, times and lists are written as the language writes them, and no finer than they are known."""

from __future__ import annotations

from pathlib import Path

import pytest

from slamomatic.words import duration, listed, number
from slamomatic.words.languages import speaking
from support.pseudo_language import pseudo_spoken


@pytest.mark.parametrize(
    "good_to_us, shown",
    [
        (8_000, "0.61 s"),  # a keyboard
        (1_000, "0.61 s"),
        (999, "613 ms"),
        (100, "612.9 ms"),
        (10, "612.88 ms"),
        (1, "612.883 ms"),  # a Pico
        (0, "612.883 ms"),
    ],
)
def test_a_time_has_no_more_digits_than_it_is_good_for(good_to_us: int, shown: str) -> None:
    assert duration(612_883, good_to_us) == shown


@pytest.mark.parametrize("good_to_us, shown", [(8_000, "0.61 s"), (999, "0.613 s"), (1, "0.613 s")])
def test_times_of_one_list_can_have_one_unit(good_to_us: int, shown: str) -> None:
    assert duration(612_883, good_to_us, in_seconds=True) == shown


def test_a_list_of_names() -> None:
    assert [listed(names) for names in ([], ["Ada"], ["Ada", "Ben"], ["Ada", "Ben", "Cleo"])] == [
        *("", "Ada"),
        "Ada and Ben",
        "Ada, Ben and Cleo",
    ]


def test_numbers_have_the_marks_of_the_language(tmp_path: Path) -> None:
    assert number(1234.5, 1) == "1,234.5"
    with pseudo_spoken(tmp_path):
        assert number(1234.5, 1).replace("ö", "") == "1,234.5"
        assert listed(["Ada", "Ben"]) != "Ada and Ben"
    with speaking("nobody's language"):
        assert number(1234.5, 1) == "1,234.5", "without a catalogue it is English"
