"""Which line is spoken when: important ones cut in, no line is late, and how things stand is never lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slamomatic.speech.lines import (
    FULL,
    LENGTHS,
    NORMAL,
    OFF,
    SHORT,
    Line,
    Mouth,
    Rank,
    duration_us,
    joined,
)

FRAME_US = 20_000
SECOND_US = 1_000_000  # no line may begin later than this


def mouth(*lines: Line, length: str = NORMAL) -> Mouth:
    fresh = Mouth(length)
    for line in lines:
        fresh.put(line)
    return fresh


def spoken(speaks: Mouth, now_us: int) -> str:
    utterance = speaks.take(now_us)
    return utterance.words if utterance is not None else ""


def test_lines_of_one_moment_are_said_in_one_breath_what_happened_first() -> None:
    speaks = mouth(
        Line("Your turn", Rank.STATE, stands=True),
        Line("Ada was last", Rank.VERDICT),
        Line("Ben draws a card", Rank.NEWS),
    )
    assert spoken(speaks, 0) == "Ada was last. Ben draws a card. Your turn."
    assert spoken(speaks, 1) == "", "nothing is said twice"


@pytest.mark.parametrize("said", [Rank.NEWS, Rank.STATE, Rank.VERDICT, Rank.ANSWER, Rank.CALL])
def test_a_call_cuts_off_everything_and_is_said_alone(said: Rank) -> None:
    speaks = mouth(Line("a long sentence that takes its time", said))
    assert spoken(speaks, 0)
    speaks.put(Line("Hands down!", Rank.CALL, FRAME_US))
    speaks.put(Line("Ben draws a card", Rank.NEWS, FRAME_US))
    assert spoken(speaks, FRAME_US) == "Hands down!"


def test_a_verdict_waits_for_a_call_but_is_not_lost() -> None:
    speaks = mouth(Line("Everybody slap, as fast as you can, and then lift your hands!", Rank.CALL))
    assert spoken(speaks, 0)
    speaks.put(Line("Ada was last", Rank.VERDICT, 100_000))
    assert spoken(speaks, 100_000) == ""
    assert spoken(speaks, 900_000) == "Ada was last."


def test_news_never_cuts_off_a_verdict_and_is_dropped_once_it_is_old() -> None:
    speaks = mouth(Line("Ada was last and pays a random card to nobody at all", Rank.VERDICT))
    assert spoken(speaks, 0)
    speaks.put(Line("Ben draws a card", Rank.NEWS, 100_000))
    times_us = range(100_000, 8_000_000, FRAME_US)
    assert [spoken(speaks, now_us) for now_us in times_us if spoken(speaks, now_us)] == []


def test_whose_turn_it_is_is_said_again_when_a_call_has_cut_it_off() -> None:
    speaks = mouth(Line("Your turn, and there is much to choose", Rank.STATE, stands=True))
    assert spoken(speaks, 0)
    speaks.put(Line("Hands down!", Rank.CALL, FRAME_US))
    assert spoken(speaks, FRAME_US) == "Hands down!"
    later_us = 5_000_000
    speaks.confirm(["Your turn, and there is much to choose"], later_us)
    assert spoken(speaks, later_us) == "Your turn, and there is much to choose."


def test_what_does_not_stand_any_more_is_not_said() -> None:
    speaks = mouth(Line("Your turn", Rank.STATE, stands=True))
    speaks.confirm(["Ben's turn"], 0)
    assert spoken(speaks, 0) == ""


def test_a_key_ends_what_is_said_and_its_answer_comes_with_what_it_brought_about() -> None:
    speaks = mouth(Line("a long sentence that takes its time", Rank.ANSWER))
    assert spoken(speaks, 0)
    speaks.give_way()
    speaks.put(Line("Ada takes red 5", Rank.NEWS, FRAME_US))
    speaks.put(Line("Face up: centre", Rank.ANSWER, FRAME_US))
    assert spoken(speaks, FRAME_US) == "Ada takes red 5. Face up: centre."


@pytest.mark.parametrize(
    ("length", "said"),
    [
        (OFF, []),
        (SHORT, [Rank.STATE, Rank.VERDICT, Rank.ANSWER, Rank.CALL]),
        (NORMAL, [Rank.NEWS, Rank.STATE, Rank.VERDICT, Rank.ANSWER, Rank.CALL]),
        (FULL, [*Rank]),
    ],
)
def test_each_length_says_so_much(length: str, said: list[Rank]) -> None:
    assert [rank for rank in Rank if spoken(mouth(Line("words", rank), length=length), 0)] == said


def test_a_short_voice_says_the_short_words() -> None:
    line = Line("Ada wins! 40 points, and much more", Rank.STATE, brief="Ada wins!")
    assert spoken(mouth(line, length=SHORT), 0) == "Ada wins!"
    assert spoken(mouth(line), 0) == "Ada wins! 40 points, and much more."


def test_each_line_ends_as_a_sentence() -> None:
    assert joined(["one\ntwo", "Three!", "four…"]) == "one. two. Three! four…"


LINES = st.builds(
    Line,
    words=st.text("abc ", min_size=1, max_size=60).filter(str.strip),
    rank=st.sampled_from(Rank),
    at_us=st.integers(0, 6_000_000),
    stands=st.booleans(),
)


@given(st.lists(LINES, max_size=30), st.sampled_from(LENGTHS[1:]), st.sets(st.integers(0, 300)))
def test_no_line_is_ever_said_late_and_no_verdict_is_lost(
    lines: list[Line], length: str, keys: set[int]
) -> None:
    speaks, said = Mouth(length), list[tuple[int, str]]()
    coming = sorted(lines, key=lambda line: line.at_us)
    standing = [line.words for line in lines if line.stands]
    for frame in range(12_000_000 // FRAME_US):
        now_us = frame * FRAME_US
        while coming and coming[0].at_us <= now_us:
            speaks.put(coming.pop(0))
        if frame in keys:
            speaks.give_way()
        speaks.confirm(standing, now_us)
        if (utterance := speaks.take(now_us)) is not None:
            assert 0 <= now_us - utterance.at_us <= SECOND_US
            said.append((now_us, utterance.words))
    told = " ".join(words for _, words in said)
    calls_us = [line.at_us for line in lines if line.rank >= Rank.ANSWER]
    for line in lines:
        alone = all(abs(line.at_us - at_us) > 2 * SECOND_US for at_us in calls_us)
        if line.rank == Rank.VERDICT and alone:
            assert joined([line.words]) in told


def test_longer_words_take_longer() -> None:
    assert duration_us("") < duration_us("one") < duration_us("one and two")
