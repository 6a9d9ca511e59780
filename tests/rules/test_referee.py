"""The referee answers whatever a line says, and never stops."""

import io
import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slamomatic.cli import main
from slamomatic.commands.referee import Referee, referee
from slamomatic.engine import GAMES, Game, Setup, new
from slamomatic.engine.vocabulary import Json
from slamomatic.games.lowdown.grid import PACK
from support.length import count
from support.referee import ask, game


def test_the_first_line_out_answers_the_set_up() -> None:
    (answer,) = ask()
    assert answer["ok"] is True
    assert {"effects", "state", "due_us"} <= set(answer)
    assert answer["state"]["hands"][0]


def test_one_answer_for_every_line() -> None:
    answers = ask({"do": "down", "seat": 1, "t_us": 1}, "", "{}", {"do": "time", "t_us": 5_000})
    assert [answer["ok"] for answer in answers] == [True, True, False, False, True]
    assert answers[-1]["effects"][0]["what"] == "pays"
    assert answers[1]["due_us"] == 1001


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("nonsense", "not JSON"),
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[]", "JSON object"),
        ("17", "JSON object"),
        ("null", "JSON object"),
        ('{"seat": 1}', "no event None"),
        ('{"do": 5, "t_us": 1}', "no event 5"),
        ('{"do": "jump", "seat": 1, "t_us": 1}', "no event 'jump'"),
        ('{"do": "down", "seat": 9, "t_us": 1}', "no seat 9"),
        ('{"do": "down", "seat": -1, "t_us": 1}', "no seat -1"),
        ('{"do": "down", "t_us": 1}', "needs 'seat'"),
        ('{"do": "down", "seat": "1", "t_us": 1}', "needs 'seat'"),
        ('{"do": "down", "seat": true, "t_us": 1}', "needs 'seat'"),
        ('{"do": "down", "seat": 1}', "needs 't_us'"),
        ('{"do": "down", "seat": 1, "t_us": -1}', "needs 't_us'"),
        ('{"do": "down", "seat": 1, "t_us": 1.5}', "needs 't_us'"),
        ('{"do": "down", "seat": 1, "t_us": 1e400}', "needs 't_us'"),
        ('{"do": "time", "t_us": 99999999999999999999}', "needs 't_us'"),
        ('{"do": "time", "t_us": 4503599627370497}', "needs 't_us'"),
        ('{"do": "accuracy", "seat": 1, "t_us": 1, "error_us": 3600000001}', "from 0 to 3600000000"),
        ('{"do": "accuracy", "seat": 1, "t_us": 1, "error_us": -1}', "from 0 to 3600000000"),
        ('{"do": "source", "seat": 1, "t_us": 1, "error_us": 3600000001}', "from 0 to 3600000000"),
        ('{"do": "choose", "seat": 0, "t_us": 1}', "needs 'number'"),
        ('{"do": "choose", "seat": 0, "t_us": 1, "number": 3}', "must be a word"),
        ('{"do": "take", "seat": 0, "t_us": 1, "from": "1"}', "must be a list of whole numbers"),
        ('{"do": "take", "seat": 0, "t_us": 1, "from": [true]}', "must be a list of whole numbers"),
        ('{"do": "curtain", "t_us": 1, "up": 1}', "must be true or false"),
        ('{"do": "pass", "seat": 1, "t_us": 1}', "seat 0's turn"),
    ],
)
def test_what_makes_no_sense_is_answered_with_the_reason(line: str, reason: str) -> None:
    of = game()
    before = of.to_json()
    _, answer = ask(line, of=of)
    assert answer["ok"] is False
    assert reason in answer["error"]
    assert set(answer) == {"ok", "error"}
    assert of.to_json() == before


def test_bytes_that_are_no_text_are_answered_too() -> None:
    assert Referee(game(), "all").answer_to(b"\xff\xfe\x00")["ok"] is False


def test_with_a_view_the_answer_holds_what_that_seat_may_know_and_no_state() -> None:
    first, answer = ask({"do": "pass", "seat": 0, "t_us": 1}, eye=1)
    assert "state" not in first
    assert first["view"]["seat"] == 1
    assert answer["legal"][0] == {"do": "pass", "seat": 1}
    draw = next(effect for effect in answer["effects"] if effect["what"] == "draw")
    assert draw["cards"] in [[card] for card in answer["view"]["hand"]]


def test_the_public_view_shows_no_card() -> None:
    first, answer = ask({"do": "pass", "seat": 0, "t_us": 1}, eye=None)
    assert "hand" not in first["view"]
    assert all("cards" not in effect for effect in first["effects"] + answer["effects"])


def with_a_hidden_peek() -> Game:
    """Seat 0 holds a drawn peek that nobody else may know."""
    of = new("lowdown", Setup(2, 3, {"dealer": 1}, deck=PEEK_FOR_SEAT_0))
    for seat in (0, 1):
        Referee(of, "all").answer_to(
            json.dumps({"do": "open", "seat": seat, "t_us": 1, "cells": [0, 1]}).encode()
        )
    assert Referee(of, "all").answer_to(b'{"do": "draw", "seat": 0, "t_us": 2, "from": "pile"}')["ok"]
    assert of.view(0)["drawn"] == "peek"
    return of


# 18 cards for two grids, the first discard, then the card that seat 0 draws.
PEEK_FOR_SEAT_0 = ["-5"] * 5 + [PACK[i] for i in range(14)] + ["peek"]


@pytest.mark.parametrize(
    "line", ['{"do": "throw"}', '{"do": "act", "cells": [1, 1]}', '{"do": "act", "of": 9}']
)
def test_a_refusal_tells_its_reason_to_its_player_and_nothing_hidden_to_others(line: str) -> None:
    said = {**json.loads(line), "seat": 0, "t_us": 3}
    own, other, public, whole = (
        ask(said, eye=eye, of=with_a_hidden_peek())[1]["error"] for eye in (0, 1, None, "all")
    )
    assert own == whole != public
    assert other == public == "that is not possible now"


def test_a_refusal_by_open_facts_is_told_to_everybody() -> None:
    (_, answer) = ask({"do": "pass", "seat": 1, "t_us": 1}, eye=None)
    assert answer["error"] == "it is seat 0's turn"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@pytest.mark.parametrize("name", [*GAMES, "rules.tiny_game:Tiny"])
def test_no_line_stops_the_referee(name: str) -> None:
    of = game(name)
    words = sorted(
        {*of.EVENTS, "down", "up", "touch", "release", "time", "void", "drop", "feint", "curtain", "fault"}
    )
    fields = sorted({field for event in of.EVENTS.values() for field in event.data} | {"up", "on"})

    @given(st.sampled_from(words), st.dictionaries(st.sampled_from(["seat", "t_us", *fields]), json_values))
    def any_line(do: str, data: Json) -> None:
        for said in ({"do": do, **data}, {"do": do, "seat": 1, "t_us": 1, **data}):
            before = of.to_json()
            answer = Referee(of, "all").answer_to(json.dumps(said).encode())
            assert answer["ok"] or of.to_json() == before

    any_line()


def held(lines: list[Json], of: Game, hold_back_us: int = 300_000) -> list[Json]:
    """The answers after the one to the set-up, lines being sorted by their time."""
    out = io.StringIO()
    said = "".join(json.dumps(line) + "\n" for line in lines)
    referee(of, "all", io.BytesIO(said.encode()), out, hold_back_us)
    return [json.loads(line) for line in out.getvalue().splitlines()][1:]


@pytest.mark.parametrize("name", [*GAMES])
def test_any_order_of_the_same_lines_gives_the_same_state(name: str) -> None:
    rng = Random(13)
    for seed in range(count(15, 60)):
        lines = [
            {"do": do, "seat": rng.randrange(3), "t_us": 5_000_000 + rng.randrange(250) * 1000}
            for do in rng.choices(["down", "up", "touch", "release"], [6, 2, 1, 1], k=8)
        ]
        states = []
        for _ in range(3):
            of = new(name, Setup(3, seed, {"dealer": 2}))
            rng.shuffle(lines)
            held([*lines, {"do": "time", "t_us": 9_000_000}], of)
            states.append(of.to_json())
        assert states[0] == states[1] == states[2]


def test_sorted_lines_are_answered_once_they_are_played() -> None:
    of = game()
    lines = [
        {"do": "down", "seat": 2, "t_us": 1_300_000},
        {"do": "down", "seat": 1, "t_us": 1_100_000},
        {"do": "pass", "seat": 2, "t_us": 1_200_000},
        {"do": "time", "t_us": 1_500_001},
    ]
    answers = held(lines, of)
    assert [answer["held"] for answer in answers] == [1, 2, 3, 2, 0]
    slaps = [effect["seat"] for answer in answers for effect in answer["effects"] if effect["what"] == "slap"]
    assert slaps == [1, 2]
    assert answers[3]["refused"] == [{"seat": 2, "t_us": 1_200_000, "error": "it is seat 0's turn"}]
    assert answers[4]["state"] == of.to_json()


def test_a_line_that_is_no_event_is_answered_at_once_also_when_lines_are_sorted() -> None:
    answers = held([{"do": "jump"}, {"do": "down", "seat": 9, "t_us": 1}], game())
    assert [answer["ok"] for answer in answers] == [False, True, True]
    assert "no seat 9" in answers[2]["refused"][0]["error"]


def test_the_referee_is_told_which_seats_have_a_touch_contact(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Stdin:
        buffer = io.BytesIO(b"")

    monkeypatch.setattr("sys.stdin", Stdin)
    words = ["referee", "hands-down", "--players", "3", "--view", "public", "--touch", "0,2"]
    assert main(words) == 0
    assert json.loads(capsys.readouterr().out)["view"]["touch_fitted"] == [True, False, True]


def test_the_command_reads_options_and_a_deck_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    deck = tmp_path / "deck.json"
    deck.write_text(json.dumps(["J", "2", "3"]))

    class Stdin:
        buffer = io.BytesIO(b'{"do": "feint", "seat": 2, "t_us": 5}\n')

    monkeypatch.setattr("sys.stdin", Stdin)
    words = [
        "referee",
        "hands-down",
        "--players",
        "3",
        "--deck",
        str(deck),
        "--option",
        "dealer=2",
        "--view",
        "0",
    ]
    assert main(words) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert "J" in first["view"]["hand"]
    assert second["effects"] == [{"what": "feint", "t_us": 5, "seat": 2}]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["hands-up", "--players", "3"], "no game 'hands-up'"),
        (["hands-down", "--players", "2"], "3 to 4 players"),
        (["hands-down", "--players", "3", "--view", "7"], "--view 7"),
        (["hands-down", "--players", "3", "--option", "dealer"], "NAME=VALUE"),
        (["hands-down", "--players", "3", "--option", "dealer=x"], "is not a value"),
        (["hands-down", "--players", "3", "--option", "speed=1"], "no option 'speed'"),
        (["hands-down", "--players", "3", "--deck", "/no/such/file"], "can't be read"),
        (["hands-down", "--players", "3", "--touch", "0,3"], "name seats from 0 to 2"),
        (["hands-down", "--players", "3", "--hold-back-ms", "-1"], "--hold-back-ms"),
    ],
)
def test_wrong_usage_is_one_sentence(
    words: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["referee", *words]) == 2
    said = capsys.readouterr()
    assert reason in said.err
    assert said.out == ""


def test_a_deck_file_that_is_no_json_is_explained(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deck = tmp_path / "deck.json"
    deck.write_text("J, 2")
    assert main(["referee", "hands-down", "--players", "3", "--deck", str(deck)]) == 2
    assert "is not JSON" in capsys.readouterr().err
