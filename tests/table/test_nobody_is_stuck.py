"""Nobody is ever stuck: every game is played to its end with Enter and one slap key, a mouse, or arrows."""

from __future__ import annotations

from pathlib import Path

import pytest

from slamomatic.engine.vocabulary import Choice
from support.length import count
from support.mouse import Mouse
from support.one_player import PATIENCE_US, WAYS, Player, enter, to_its_end
from support.short_games import BLINK_US, GAMES, ME

LONG_ENOUGH_US = 2_000_000  # for paddles to rest


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(1, 1 + count(1, 100)))
def test_every_game_comes_to_its_end(way: str, game: str, seed: int, tmp_path: Path) -> None:
    to_its_end(tmp_path, game, way, seed)


def test_lowdown_s_first_screen_opens_two_cards_with_enter_alone(tmp_path: Path) -> None:
    player = Player(tmp_path, "lowdown", 1)
    player.wait(PATIENCE_US)
    asked: list[str] = []
    while "opened" not in player.seen_of_me:
        asked.append(player.page.said_by("prompt/0/words"))
        player.page.press("confirm")
        player.wait(PATIENCE_US)
        assert len(asked) <= 3, f"Enter leads nowhere: {asked}"
    assert asked[:2] == ["Pick a card (0 of 2)", "Pick a card (1 of 2)"] and asked[2].startswith("Open ")


def test_enter_never_takes_a_card_from_somebody_nobody_chose(tmp_path: Path) -> None:
    """The first Enter says whom it would hit, the second does it."""
    player = Player(tmp_path, "hands-down", 1)
    while not player.session.view(ME)["to_take"] or player.session.view(ME)["turn"] != ME:
        enter(player)
        player.wait(PATIENCE_US)
    player.page.press("confirm")
    player.wait(BLINK_US)
    assert "? Press ENTER again, or choose with the arrows." in player.page.text()
    assert player.session.view(ME)["to_take"], "nobody has paid yet"
    player.page.press("confirm")
    player.wait(BLINK_US)
    assert not player.session.view(ME)["to_take"]


def whose_turn(mouse: Mouse) -> int:
    turn = mouse.session.view(None)["turn"]
    assert isinstance(turn, int)
    return turn


def holds_a_pair(mouse: Mouse) -> bool:
    return any(choice.do == "choose" for choice in mouse.session.legal(whose_turn(mouse)))


def test_who_chooses_a_pair_in_a_look_is_told_to_slap_and_the_room_is_not(tmp_path: Path) -> None:
    mouse = Mouse(tmp_path, "hands-down")
    while not holds_a_pair(mouse):
        mouse.session.choose(Choice(whose_turn(mouse), "pass"))
        mouse.stage.clock.at_us += LONG_ENOUGH_US
        mouse.after()
    mouse.scene.gesture("hold")
    mouse.after()
    mouse.scene.key("confirm")
    assert "Chosen! Now let go, then slap." in mouse.words()
    mouse.scene.gesture("let go")
    assert "Chosen! Now let go, then slap." not in mouse.words(), "it would tell of a pair"
