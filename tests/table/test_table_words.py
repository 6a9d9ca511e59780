"""The table's sentences about slaps and keys: who is next, the cost, why a key does nothing, who was late."""

from __future__ import annotations

from typing import Any

import pytest

from slamomatic.engine.vocabulary import Choice, Event
from slamomatic.face import parts
from slamomatic.face.chooser import Chooser, Pick
from slamomatic.face.paddle import SeatMark
from slamomatic.gallery import tables as gallery
from slamomatic.gallery.tables import PosedSession
from slamomatic.kit.easel import Text
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.table import JERK_US, TableScene
from slamomatic.screen.scenes.table_photo import Photo
from slamomatic.table import opening
from slamomatic.table.announcements import ROLL_US
from slamomatic.table.seats import Seat
from slamomatic.words import languages
from support.page import Page, words_in
from support.session import session_of

SIZE = (1280, 720)
SECOND_US = 1_000_000
LONGEST_US = 40 * 60 * SECOND_US


def at_the_table(
    stage: BareStage, game: str, players: int = 4, options: dict[str, Any] | None = None
) -> tuple[TableScene, PosedSession]:
    session = gallery.posed_session(stage, game, players, 11, options)
    session.show_people(tuple(range(players)))
    return TableScene(stage, session), session


def play(scene: TableScene, stage: BareStage, *events: Event) -> None:
    session = session_of(scene)
    for event in events:
        stage.clock.at_us = max(stage.clock.at_us, event.t_us)
        session.play(event)
        scene.pump()


def hands(scene: TableScene, stage: BareStage) -> list[str]:
    sprites = stage.easel(scene, SIZE).sprites
    return [s.name for s in sprites if s.name.startswith("toy/") and s.name.split("/")[1].isdigit()]


def hands_down(scene: TableScene, stage: BareStage, *after_us: int) -> int:
    """The turn player slaps first, the others round the table; then all hands go up again."""
    turn, now_us = scene.session.view(None)["turn"], stage.clock.at_us
    order = [(turn + step) % 4 for step in range(len(after_us))]
    play(scene, stage, *(Event("down", s, now_us + t_us) for s, t_us in zip(order, after_us, strict=True)))
    ups_us = now_us + max(after_us) + 100_000
    play(scene, stage, *(Event("up", seat, ups_us) for seat in order), Event("time", None, ups_us + 10_000))
    return int(turn)


def with_a_pair(scene: TableScene, session: PosedSession, stage: BareStage) -> None:
    """Turns pass until somebody holds one."""
    session.keep_still()
    while not any(c.do == "choose" for c in session.legal(session.view(None)["turn"])):
        play(scene, stage, Event("pass", session.view(None)["turn"], stage.clock.at_us + SECOND_US))


def test_after_a_tie_it_is_said_who_slaps_first(stage: BareStage) -> None:
    scene, session = at_the_table(stage, "hands-down")
    with_a_pair(scene, session, stage)
    turn = hands_down(scene, stage, SECOND_US, SECOND_US + 200_000, SECOND_US + 300_000, SECOND_US + 300_100)
    name = gallery.NAMES[turn]
    assert "Who is last:" in "\n".join(words_in(stage, scene)), "the drum rolls"
    stage.clock.at_us += ROLL_US
    said = f"Too close to call! Nobody pays. {name} slaps again, then everybody."
    assert said in words_in(stage, scene)


def test_hands_lie_till_the_next_turn_and_no_longer_and_the_photo_is_kept(stage: BareStage) -> None:
    scene, session = at_the_table(stage, "hands-down")
    with_a_pair(scene, session, stage)
    turn = hands_down(scene, stage, SECOND_US, SECOND_US + 200_000, SECOND_US + 300_000)
    play(scene, stage, Event("time", None, stage.clock.at_us + 3 * SECOND_US))
    if session.view(None)["turn"] == turn:
        assert len(hands(scene, stage)) == 4, "the loser's hand among them"
        play(scene, stage, Event("pass", turn, stage.clock.at_us))
    assert hands(scene, stage) == []
    assert "Photo finish" not in words_in(stage, scene)
    scene.key("photo")
    assert isinstance(scene.mode, Photo)


def test_foul_says_that_the_turn_is_over_and_stays_to_be_read(stage: BareStage) -> None:
    scene, session = at_the_table(stage, "hands-down")
    session.keep_still()
    while any(c.do == "choose" for c in session.legal(session.view(None)["turn"])):
        play(scene, stage, Event("pass", session.view(None)["turn"], stage.clock.at_us + SECOND_US))
    turn = session.view(None)["turn"]
    play(scene, stage, Event("down", turn, stage.clock.at_us + SECOND_US))
    other = gallery.NAMES[session.view(None)["turn"]]
    said = f"Foul: {gallery.NAMES[turn]} slapped without a pair. The turn is over, {other} is next."
    stage.clock.at_us += 2 * SECOND_US
    scene.pump()
    assert said in words_in(stage, scene)
    assert hands(scene, stage) == [f"toy/{turn}"], "its hand is still down"
    play(
        scene, stage, Event("up", turn, stage.clock.at_us), Event("time", None, stage.clock.at_us + SECOND_US)
    )
    assert hands(scene, stage) == []


def test_foul_names_who_is_next_then_whatever_follows_in_the_same_frame(stage: BareStage) -> None:
    scene, session = at_the_table(stage, "hands-down")
    session.keep_still()
    while any(c.do == "choose" for c in session.legal(session.view(None)["turn"])):
        play(scene, stage, Event("pass", session.view(None)["turn"], stage.clock.at_us + SECOND_US))
    turn, next_turn = session.view(None)["turn"], (session.view(None)["turn"] + 1) % 4
    stage.clock.at_us += SECOND_US
    session.play(Event("down", turn, stage.clock.at_us))
    session.play(Event("pass", next_turn, stage.clock.at_us))
    scene.pump()
    name, next_name = gallery.NAMES[turn], gallery.NAMES[next_turn]
    said = f"Foul: {name} slapped without a pair. The turn is over, {next_name} is next."
    assert said in words_in(stage, scene)


def test_open_slap_carries_nobodys_mark(stage: BareStage) -> None:
    scene, session = at_the_table(stage, "hands-down")
    with_a_pair(scene, session, stage)
    play(scene, stage, Event("down", session.view(None)["turn"], stage.clock.at_us + SECOND_US))
    sprites = stage.easel(scene, SIZE).sprites
    assert any("Slap now!" in words for words in words_in(stage, scene))
    assert not any(s.name == "headline/mark" and isinstance(s.art, SeatMark) for s in sprites)
    assert scene.announcements.about is None


def test_fake_jerks_the_hand_and_turns_back(stage: BareStage) -> None:
    scene, session = at_the_table(stage, "hands-down")
    session.keep_still()
    turn = session.view(None)["turn"]

    def top() -> int:
        return next(s.box.y for s in stage.easel(scene, SIZE).sprites if s.name == f"seat/{turn}/paddle")

    before = top()
    scene.key("feint")
    scene.pump()
    scene.pump()
    assert top() > before and not scene.answer
    wakes_us = scene.wakes_at_us()
    assert wakes_us is not None and wakes_us <= stage.clock.at_us + JERK_US
    stage.clock.at_us += JERK_US
    assert top() == before


@pytest.mark.parametrize(
    ("game", "options", "action", "answer"),
    [
        ("lowdown", {}, "feint", "F fakes a slap, but not in this game"),
        ("hands-down", {"paper": True}, "feint", "F fakes a slap, but not in this game"),
        ("hands-down", {}, "call", "There is nothing to call now"),
    ],
)
def test_key_that_does_nothing_now_says_why(
    stage: BareStage, game: str, options: dict[str, Any], action: str, answer: str
) -> None:
    seats = [Seat(name, paddle) for paddle, name in enumerate(gallery.NAMES[:4])]
    begun = opening.begin(game, seats, stage.unit, stage.clock, seed=3, home=stage.home, options=options)
    scene = TableScene(stage, begun)
    scene.pump()
    scene.key(action)
    assert scene.answer.startswith(answer)
    assert any(words.startswith(answer) for words in words_in(stage, scene))


TAKES = [Choice(0, "take", {"from": [seat]}) for seat in (1, 2, 3)]


def by_seat(choice: Choice, pick: Pick) -> bool:
    return bool(choice.data.get("from") == [pick.value])


def test_nobody_is_taken_from_before_somebody_was_chosen() -> None:
    chooser = Chooser(("take",), matches=by_seat)
    chooser.offer([Choice(0, "pass")])
    chooser.offer(TAKES)
    assert chooser.confirmed() is None, "Enter was meant for the pass"
    chooser.walk(1)
    assert chooser.confirmed() == TAKES[0]
    chooser.offer([Choice(0, "pass")])
    chooser.offer(TAKES)
    chooser.walk(-1)
    assert chooser.confirmed() == TAKES[2]
    chooser.offer([])
    chooser.offer(TAKES)
    assert not chooser.point_at(Pick("seat", 1)), "the first click chooses"
    assert chooser.point_at(Pick("seat", 1))
    assert chooser.confirmed() == TAKES[0]
    chooser.offer(TAKES[:1])
    assert chooser.confirmed() == TAKES[0], "where there is but one there is nothing to choose"


def taking(stage: BareStage) -> TableScene:
    scene, session = at_the_table(stage, "hands-down")
    for _ in gallery.steps(stage, scene, LONGEST_US):
        if len([c for c in scene.visible_choices(scene.eyes) if c.do == "take"]) > 2:
            session.keep_still()
            return scene
    raise AssertionError("the drawpile never ran out")


def test_two_cards_of_one_player_name_that_player_once(stage: BareStage) -> None:
    scene, _ = at_the_table(stage, "hands-down")
    t = scene.table(None)
    words = [scene.face.label(t, Choice(0, "take", {"from": seats})) for seats in ([1, 2], [1, 1], [2])]
    assert words == ["From Ben and Cleo", "Both from Ben", "From Cleo"]


def test_whom_to_take_from_is_asked_with_the_look_beside_it(stage: BareStage) -> None:
    scene = taking(stage)
    easel = stage.easel(scene, SIZE)
    assert any(target.wish == scene.play.look_by_mouse for target in easel.targets)
    assert "ENTER" not in words_in(stage, scene)
    assert [w for w in words_in(stage, scene) if w.startswith("From ")] == [
        scene.face.label(scene.table(None), choice) for choice in scene.visible_choices(scene.eyes)
    ], "all of them are seen"
    assert any(words.startswith("take from whom?") for words in words_in(stage, scene))
    scene.key("confirm")
    first = scene.face.label(scene.table(None), scene.chooser.ring()[0])
    assert scene.answer == f"{first}? Press ENTER again, or choose with the arrows."
    assert scene.session.view(None)["to_take"], "a key that was meant for something else hits nobody"
    scene.gesture("tap")
    scene.gesture("double")
    assert scene.play.pending is not None and scene.play.pending[0] == scene.chooser.ring()[0]


def test_cards_that_fall_by_themselves_are_not_offered(stage: BareStage) -> None:
    scene, session = at_the_table(stage, "slamwich", 4)
    assert session.view(None)["pile"], "left over from the deal"
    scene.pump()
    assert scene.visible_choices(scene.eyes) == []
    assert not any(s.name == "headline/mark" for s in stage.easel(scene, SIZE).sprites), (
        "nobody's business alone"
    )
    shown = words_in(stage, scene)
    assert any("left over" in words for words in shown) and any("Wait for the first card" in w for w in shown)
    session.show_people((0,))
    assert scene.visible_choices(scene.eyes) == []
    for _ in gallery.steps(stage, scene, LONGEST_US):
        if session.view(None)["flipped_us"]:
            break
    assert not any("left over" in words for words in words_in(stage, scene))


def test_who_came_too_late_for_the_pile_is_told(stage: BareStage) -> None:
    scene, session = at_the_table(stage, "slamwich", 4)
    for _ in gallery.steps(stage, scene, LONGEST_US):
        if (
            scene.announcements.last.get("won", {}).get("how") == "slap"
            and scene.announcements.saying == "won"
        ):
            break
    session.keep_still()
    won = scene.announcements.last["won"]
    view = session.view(None)
    up = [s for s in range(4) if not view["down"][s] and not view["out"][s] and s != won["seat"]]
    late = [Event("down", seat, won["t_us"] + 50_000 * n) for n, seat in enumerate(up[:2], start=1)]
    play(scene, stage, *late)
    first, *below = scene.announcements.words.splitlines()
    assert "slapped first" in first
    assert len(below) == 1 and below[0].endswith("came too late")
    assert all(gallery.NAMES[event.seat or 0] in below[0] for event in late)
    assert gallery.NAMES[won["seat"]] not in below[0]


def test_muncher_keeps_its_card_count(stage: BareStage) -> None:
    scene, session = at_the_table(stage, "slamwich", 4)
    for _ in gallery.steps(stage, scene, LONGEST_US):
        muncher = session.view(None)["muncher"]
        if muncher is not None:
            break
    count = session.view(None)["counts"][muncher]
    shown = words_in(stage, scene)
    assert f"{count} card{'s' * (count != 1)}" in shown
    assert f"{gallery.NAMES[muncher]} wants to munch the pile!" in shown
    assert sum("to stop it" in words for words in shown) == 1, "one counter, below the pile"
    assert any(words.startswith(f"{gallery.NAMES[muncher]} eats ") for words in shown)


def test_whose_turn_it_is_to_swap_is_told_of_the_slap_key_too(stage: BareStage) -> None:
    scene, session = at_the_table(stage, "yahtzee-hands-down", 3)
    session.show_people((0,))
    for _ in gallery.steps(stage, scene, LONGEST_US):
        if scene.chooser.picked_in_pieces and session.view(None)["live"][0]:
            break
    hint = next(s.art for s in stage.easel(scene, SIZE).sprites if s.name == "prompt/hint")
    assert isinstance(hint, Text) and hint.words.splitlines()[-2:] == [
        "SPACE: next, twice: take it",
        "↑/↓/X pick, Q slap",
    ]


@pytest.mark.parametrize("language", languages.languages())
@pytest.mark.parametrize("players", [3, 6])
def test_points_on_a_chair_say_that_they_are_points(players: int, language: str, stage: BareStage) -> None:
    """In the smallest window too, with two digits: the key beside them gets short instead."""
    scene, session = at_the_table(stage, "lowdown", players)
    scene.pump()
    session.played.game.totals = [10 + seat for seat in range(players)]  # type: ignore[attr-defined]
    play(scene, stage, Event("time", None, stage.clock.at_us + 1))
    with languages.speaking(language):
        page = Page(stage, scene, (800, 480))
        for seat in range(players):
            assert page.said_by(f"seat/{seat}/status") == parts.points(10 + seat)
            assert page.said_by(f"seat/{seat}/tag").split()[-1] == "QPZMTB"[seat]
