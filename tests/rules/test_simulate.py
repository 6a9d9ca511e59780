"""simulate: the same games from the same seed on any number of workers; bots; replay of what was logged."""

import json
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from slamomatic.bench.figures import wilson
from slamomatic.cli import main
from slamomatic.engine import GAMES, find
from slamomatic.engine.bots import Nature, make, sitting, straight
from slamomatic.engine.bots.bot import PRESS_US, Bot
from slamomatic.engine.bots.many import Plan, play_all, play_one
from slamomatic.engine.log import opening_line
from slamomatic.engine.setup import Setup
from slamomatic.engine.vocabulary import Choice, Effect, Event, Json
from slamomatic.store.journals import create
from support.length import count

TINY = "rules.tiny_game:Tiny"
GAMES_OF_EACH = count(12, 45)  # by each number of workers
RANDOM_GAMES = count(20, 100)


def plan(game: str = TINY, games: int = 50, players: int = 3, bots: str = "random", seed: int = 1) -> Plan:
    return Plan(game, games, players, tuple(bots.split(",")) * (players if "," not in bots else 1), seed)


@pytest.mark.parametrize("bots", ["random", "careful"])
def test_the_same_seed_gives_the_same_games_whatever_the_worker_count(bots: str) -> None:
    tallies = [
        play_all(plan("hands-down", GAMES_OF_EACH, 4, bots), workers, lambda done: None)[0]
        for workers in count((1, 2), (1, 2, 3))
    ]
    assert tallies.count(tallies[0]) == len(tallies)
    assert tallies[0].games == GAMES_OF_EACH


def test_another_seed_gives_other_games() -> None:
    assert play_one(plan(seed=1), 0).moves != play_one(plan(seed=2), 0).moves or (
        play_one(plan(seed=1), 1) != play_one(plan(seed=2), 1)
    )


def test_every_game_of_a_plan_is_another_one() -> None:
    games = [play_one(plan("hands-down", players=4), index).moves for index in range(12)]
    assert len(set(games)) > 6


def test_bots_move_on_a_seat_every_game() -> None:
    mixed = plan("hands-down", players=3, bots="random,careful,to-win")
    assert [[mixed.bot_at(game, seat) for seat in range(3)] for game in (0, 1)] == [
        ["random", "careful", "to-win"],
        ["careful", "to-win", "random"],
    ]


def test_wins_are_shared_and_add_up() -> None:
    tally, seconds = play_all(plan(games=60), 1, lambda done: None)
    assert sum(tally.by_seat.values()) == 60 * 60
    assert sum(tally.by_bot.values()) == 60 * 60
    assert tally.bot_games == {"random": 180}
    assert tally.unfinished == 0
    assert seconds > 0


def test_a_game_that_does_not_end_is_counted_as_unfinished() -> None:
    short = Plan("hands-down", 3, 3, ("random",) * 3, limit=5)
    tally, _ = play_all(short, 1, lambda done: None)
    assert tally.unfinished == 3


@pytest.mark.parametrize("name", GAMES)
def test_random_games_of_each_end(name: str) -> None:
    kind = find(name)
    for players in (kind.SEATS[0], kind.SEATS[-1]):
        tally, _ = play_all(Plan(name, RANDOM_GAMES, players, ("random",) * players), 1, lambda done: None)
        assert (tally.games, tally.unfinished) == (RANDOM_GAMES, 0)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("bot", ["careful", "to-win"])
def test_games_of_bots_end(name: str, bot: str) -> None:
    players = min(4, find(name).SEATS[-1])
    tally, _ = play_all(Plan(name, 6, players, (bot,) * players), 1, lambda done: None)
    assert (tally.games, tally.unfinished) == (6, 0)


def test_the_interval_is_wilsons() -> None:
    low, high = wilson(25, 100, 1.96)
    assert (round(low, 4), round(high, 4)) == (0.1755, 0.3430)
    assert wilson(0, 10, 1.96)[0] == 0.0
    assert wilson(10, 10, 1.96)[1] == pytest.approx(1.0)
    assert wilson(0, 0, 1.96) == (0.0, 1.0)


def said(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert main(words) == 0
    return capsys.readouterr().out


def test_json_has_the_promised_figures(capsys: pytest.CaptureFixture[str]) -> None:
    words = [
        "simulate",
        TINY,
        "--games",
        "20",
        "--players",
        "2",
        "--bots",
        "random",
        "--workers",
        "1",
        "--json",
    ]
    answer = json.loads(said(words, capsys))
    wanted = {"games", "unfinished", "moves", "seconds", "moves_per_s", "games_per_s", "wins"}
    assert wanted <= set(answer)
    assert [row["seat"] for row in answer["wins"]["by_seat"]] == [0, 1]
    for row in answer["wins"]["by_seat"] + answer["wins"]["by_bot"]:
        assert row["low"] <= row["share"] <= row["high"]


def test_the_table_names_bots_and_seats(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "hands-down", "--games", "4", "--players", "3", "--bots", "random,careful,to-win"]
    text = said([*words, "--workers", "1"], capsys)
    for word in ("seat 0", "seat 2", "random", "careful", "to-win", "0 unfinished"):
        assert word in text


def test_a_terminal_shows_how_far_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["simulate", TINY, "--games", "40", "--players", "2", "--bots", "random", "--workers", "1"]
    said(words, capsys)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert main(words) == 0
    assert " 50 %" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["hands-down", "--games", "0"], "more than 0"),
        (["hands-down", "--games", "1", "--bots", "random,careful"], "names 2 bots for 4 players"),
        (["hands-down", "--games", "1", "--bots", "genius", "--workers", "1"], "no bot 'genius'"),
        ([TINY, "--games", "1", "--bots", "careful", "--workers", "1"], "no bot 'careful'"),
        (["hands-down", "--games", "1", "--option", "paper=true"], "without the option paper"),
    ],
)
def test_wrong_usage_is_one_sentence(
    words: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", *words]) == 2
    assert reason in capsys.readouterr().err


# --- bots ---


class Watching(Bot):
    """Wants to slap whenever it may; counts what it is told."""

    seen = 0

    def choose(self, view: Json, legal: list[Choice]) -> Choice | None:
        return next((choice for choice in legal if choice.do == "down"), None)

    def notice(self, effect: Json) -> None:
        self.seen += 1


class Eager(Watching):
    def choose(self, view: Json, legal: list[Choice]) -> Choice | None:
        return legal[-1] if legal else None


def view(**changes: object) -> Json:
    state = {"turn": 1, "asked": [0, 1, 2], "live": [True] * 3, "down": [False] * 3, "over": False}
    return state | changes


def test_reaction_time_is_human_and_settable() -> None:
    nature = Nature(reaction_ms=300, spread=0.2, error=0, temper=0)
    times = []
    for seed in range(300):
        event = Watching(0, Random(seed), nature).update(view(), [Choice(0, "down")], [], 1_000_000)
        assert event is not None
        times.append((event.t_us - 1_000_000) / 1000)
    times.sort()
    assert 280 < times[150] < 320
    assert times[0] > 130
    assert times[-1] < 700


def test_a_bot_keeps_its_plan_while_it_wants_the_same() -> None:
    bot = Watching(0, Random(1), Nature(error=0, temper=0))
    first = bot.update(view(), [Choice(0, "down")], [], 0)
    assert bot.update(view(), [Choice(0, "down")], [], 100_000) is first
    assert bot.update(view(), [], [], 120_000) is None


def test_a_slap_that_nobody_asked_for_takes_as_long_as_any_other_thought() -> None:
    times = []
    for do in ("down", "lay"):
        bot = Eager(0, Random(1), Nature(error=0, temper=0))
        event = bot.update(view(asked=[], turn=0), [Choice(0, do)], [], 0)
        assert event is not None
        times.append(event.t_us)
    assert times[0] == times[1] > 500_000


def test_a_change_of_mind_takes_no_time_of_its_own() -> None:
    bot = Eager(0, Random(1), Nature(error=0, temper=0))
    first = bot.update(view(turn=0), [Choice(0, "lay", {"card": "1"})], [], 0)
    second = bot.update(view(turn=0), [Choice(0, "lay", {"card": "2"})], [], 300_000)
    assert first is not None
    assert second == first._replace(data={"card": "2"})


def test_a_bot_lifts_its_hand_again() -> None:
    bot = Watching(0, Random(1), Nature(error=0, temper=0))
    assert bot.update(view(down=[True, False, False]), [], [], 500) == Event("up", 0, 500 + PRESS_US)


def test_temper_says_how_often_a_feint_fools() -> None:
    feint = {"what": "feint", "seat": 1, "t_us": 5}
    fooled = {}
    for temper in (0.0, 0.3, 1.0):
        nature = Nature(error=0, temper=temper)
        bots = [Watching(0, Random(seed), nature) for seed in range(400)]
        fooled[temper] = sum(bot.update(view(), [], [feint], 5) is not None for bot in bots)
    assert fooled[0.0] == 0
    assert 80 < fooled[0.3] < 160
    assert fooled[1.0] == 400
    dark = Watching(0, Random(1), Nature(error=0, temper=1))
    assert dark.update(view(live=[False] * 3), [], [feint], 5) is None


def test_the_error_rate_makes_random_choices() -> None:
    legal = [Choice(0, "down"), *(Choice(0, "lay", {"card": str(i)}) for i in range(9))]
    slips = 0
    for seed in range(500):
        bot = Watching(0, Random(seed), Nature(error=0.5, temper=0))
        event = bot.update(view(turn=None), legal, [], 0)
        slips += event is not None and event.do == "lay"
    assert 170 < slips < 280  # nine tenths of a half


def test_bots_see_views_and_effects_only() -> None:
    kind = find("hands-down")
    game = kind(Setup(3, 1))
    bots = [Eager(seat, Random(seat), Nature()) for seat in range(3)]
    sitting.play(game, bots, 3)
    assert all(bot.seen for bot in bots)
    for bot in bots:
        assert not any(isinstance(value, kind) for value in vars(bot).values())


def test_a_game_without_bots_of_its_own_is_played_by_the_random_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["simulate", TINY, "--games", "2", "--workers", "1", "--json"]) == 0
    assert [row["bot"] for row in json.loads(capsys.readouterr().out)["wins"]["by_bot"]] == ["random"]


def test_random_bots_play_a_game_from_outside() -> None:
    kind = find(TINY)
    game = kind(Setup(3, 1))
    sitting.play(game, [make("random", kind, seat, Random(seat)) for seat in range(3)], 500)
    assert game.over


def test_straight_play_counts_choices_and_slaps() -> None:
    game = find(TINY)(Setup(2, 1))
    events: list[Event] = []

    def noted(event: Event) -> list[Effect]:
        events.append(event)
        return game.apply(event)

    moves = straight.play(game, Random(1), 1000, noted)
    assert moves == sum(event.do in ("lay", "down") for event in events)


# --- replay ---


def written(tmp_path: Path, journal: bool) -> tuple[Path, Json]:
    kind = find("hands-down")
    game = kind(Setup(3, 4))
    lines = [opening_line(game)]
    bots = [make("careful", kind, seat, Random(seat)) for seat in range(3)]
    sitting.play(game, bots, 10, lambda event, effects: lines.append(event.to_json(game.chance.drawn)))
    path = tmp_path / "game.journal"
    if journal:
        with closing(create("hands-down", tmp_path)) as book:
            for line in lines:
                book.append(line)
        book.path.rename(path)
    else:
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path, game.to_json()


@pytest.mark.parametrize("journal", [True, False])
def test_replay_gives_the_same_state(
    tmp_path: Path, journal: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    path, state = written(tmp_path, journal)
    answer = json.loads(said(["replay", str(path), "--json"], capsys))
    assert answer["game"] == "hands-down"
    assert answer["state"] == state
    assert answer["events"] > 10
    assert "not over" in said(["replay", str(path)], capsys)


def test_replay_goes_step_by_step(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter(["", "", "q"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(answers))
    path, _ = written(tmp_path, True)
    assert "hands-down: 2 events" in said(["replay", str(path), "--step"], capsys)


def test_a_torn_journal_is_replayed_as_far_as_it_is_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, _ = written(tmp_path, True)
    path.write_bytes(path.read_bytes()[:-5])
    assert main(["replay", str(path)]) == 0
    assert "damaged" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "reason"),
    [("", "empty"), ("{x\n", "Line 1"), ('{"log": 1}\n[]\n', "Line 2"), (None, "can't be read")],
)
def test_a_log_that_is_none_is_explained(
    tmp_path: Path, text: str | None, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.jsonl"
    if text is not None:
        path.write_text(text)
    assert main(["replay", str(path)]) == 1
    assert reason in capsys.readouterr().err
