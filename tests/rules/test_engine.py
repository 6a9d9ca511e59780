"""The engine that all games share: time, refusing, undo, JSON, options, decks, chance, drop, curtain."""

import json
from typing import Any

import pytest

from rules.hands_down_sitting import Sitting, the, words
from rules.tiny_game import Tiny
from slamomatic.engine import GAMES, find, restore
from slamomatic.engine.chance import Chance
from slamomatic.engine.setup import Setup, ready_deck
from slamomatic.engine.vocabulary import COMMON_EFFECTS, PADDLE_EVENTS, Event, Json, Refused, visible_effects
from slamomatic.errors import UserError
from slamomatic.games.hands_down.cards import DECK
from slamomatic.games.hands_down.rules import HandsDown


def tiny(seats: int = 3, **options: Any) -> Tiny:
    return Tiny(Setup(seats, 1, {"dealer": 0, **options}))


# --- time ---


def test_any_later_event_first_settles_what_was_due_at_its_own_moment() -> None:
    for later in (Event("time", None, 9_000_000), Event("down", 3, 9_000_000), Event("feint", 3, 9_000_000)):
        s = Sitting("3 3 5 5", "1 2", "4 6", "7 8", drawpile="9 9")
        s.down(0, 1000)
        s.down(1, 1100)
        s.down(2, 1200)
        effects = s.game.apply(later)
        assert the("lost", effects).t_us == 1_201_000


def test_a_log_without_ticks_gives_the_same_state() -> None:
    states = []
    for ticks in (False, True):
        s = Sitting("3 3 5 5", "1 2", "4 6", "7 8", drawpile="9 9")
        for do, seat, ms in (("down", 0, 1000), ("down", 1, 1100), ("down", 2, 1200), ("up", 0, 1500)):
            while ticks and s.game.due_us is not None and s.game.due_us <= ms * 1000:
                s.game.apply(Event("time", None, s.game.due_us))
            s.do(do, seat, ms)
        states.append(s.game.to_json())
    assert states[0] == states[1]


def test_an_event_at_the_very_deadline_is_still_in_time() -> None:
    s = Sitting("3 3 5 5", "1 2", "4 6", "7 8", drawpile="9 9")
    s.down(0, 1000)
    s.down(1, 1100)
    s.down(2, 1200)
    s.down(3, 1201)
    assert s.game.race.times_us[3] == 1_201_000


def test_one_event_settles_all_deadlines_before_it_one_by_one() -> None:
    s = Sitting("3 3 5 5", "1 2", "4 6", "7 8", drawpile="9 9")
    s.down(2, 1000)
    s.up(1100, 2)
    effects = s.time(60_000)
    assert [(e.what, e.t_us) for e in effects] == [("live", 1_700_000)]
    s.down(2, 61_000)
    effects = s.time(70_000)
    assert [(e.what, e.t_us) for e in effects] == [
        ("pays", 61_001_000),
        ("dark", 61_001_000),
        ("named", 64_001_000),
    ]


def test_a_paddle_event_that_comes_too_late_is_judged_at_the_last_settled_moment() -> None:
    s = Sitting("3 3 5 5", "1 2", "4 6", "7 8", drawpile="9 9")
    s.passes(0, 5000)
    effects = s.down(3, 4990)
    assert the("late", effects).public == {"by_us": 10_000}
    assert the("slap", effects).t_us == 5_000_000
    assert s.game.downs.times_us[3] == 5_000_000
    assert the("late", effects).seat == 3


def test_a_slap_that_is_early_in_the_log_but_not_yet_judged_is_not_late() -> None:
    s = Sitting("3 3 5 5", "1 2", "4 6", "7 8", drawpile="9 9")
    s.down(0, 1000)
    s.down(2, 1300)
    assert words(s.down(1, 1200)) == ["slap"]


# --- refusing ---


def test_a_refused_choice_changes_nothing_not_even_what_was_due() -> None:
    s = Sitting("3 3 5 5", "1 2", "4 6", "7 8", drawpile="9 9")
    s.down(1, 1000)
    before = s.game.to_json()
    with pytest.raises(Refused, match="turn"):
        s.passes(3, 9000)
    with pytest.raises(Refused, match="turn"):
        s.passes(3, 1000.5)
    assert s.game.to_json() == before


def test_a_choice_settles_what_was_due_before_it() -> None:
    s = Sitting("3 3 5 5", "1 2", "4 6", "7 8", drawpile="9 9")
    s.down(1, 1000)
    effects = s.passes(0, 9000)
    assert [e.what for e in effects][:2] == ["pays", "dark"]
    assert s.game.turn == 1
    assert s.game.told == effects


def test_unknown_events_seats_out_of_range_and_missing_seats_are_refused() -> None:
    game = tiny()
    before = game.to_json()
    for event, reason in [
        (Event("jump", 0, 1), "no event 'jump'"),
        (Event("jump", None, 1), "no event 'jump'"),
        (Event("down", 3, 1), "no seat 3"),
        (Event("down", -1, 1), "no seat -1"),
        (Event("lay", None, 1, {"card": "1"}), "needs a seat"),
        (Event("down", None, 1), "needs a seat"),
        (Event("drop", None, 1), "needs a seat"),
        (Event("lay", 1, 1, {"card": "1"}), "not your turn"),
    ]:
        with pytest.raises(Refused, match=reason):
            game.apply(event)
    assert game.to_json() == before


def test_paddle_events_are_never_refused() -> None:
    s = Sitting("3 3 5 5", "", "4 6", drawpile="9 9")
    for ms in (1, 2000):
        for seat in range(3):
            for do in PADDLE_EVENTS:
                s.do(do, seat, ms)
    s.game.finish()
    for do in PADDLE_EVENTS:
        assert s.do(do, 1, 9000)[-1].what in COMMON_EFFECTS


def test_after_the_end_choices_are_refused_and_slaps_do_not_count() -> None:
    game = tiny()
    game.finish()
    with pytest.raises(Refused, match="over"):
        game.apply(Event("lay", 0, 1, {"card": "1"}))
    with pytest.raises(Refused, match="over"):
        game.apply(Event("drop", 0, 1))
    assert game.apply(Event("down", 0, 1))[0].public == {"live": False}
    assert game.due_us is None


# --- leaving, curtain, fault, feint ---


def test_who_left_can_do_nothing_more() -> None:
    game = tiny(4)
    assert the("left", game.apply(Event("drop", 2, 1))).seat == 2
    with pytest.raises(Refused, match="left already"):
        game.apply(Event("drop", 2, 2))
    with pytest.raises(Refused, match="left the game"):
        game.apply(Event("lay", 2, 2, {"card": "1"}))
    assert game.apply(Event("down", 2, 3))[0].public == {"live": False}
    assert game.next_seat(1) == 3
    assert game.next_seat(3, -1) == 1


def test_the_paddle_of_who_left_is_not_waited_for() -> None:
    game = tiny(4)
    game.apply(Event("down", 2, 1))
    game.apply(Event("drop", 2, 2))
    game.apply(Event("curtain", None, 1000, {"up": True}))
    game.apply(Event("curtain", None, 2000, {"up": False}))
    assert game.due_us == 602_000
    assert the("live", game.apply(Event("time", None, 602_000))).public == {"seats": [0, 1, 3]}


def test_too_few_left_is_an_abandoned_game() -> None:
    game = tiny(2)
    effects = game.apply(Event("drop", 1, 1))
    assert the("over", effects).public == {"winners": [], "scores": game.scores(), "abandoned": True}


def test_the_curtain_darkens_the_paddles_until_it_is_down_and_they_are_quiet() -> None:
    game = tiny()
    effects = game.apply(Event("curtain", None, 1000, {"up": True}))
    assert words(effects) == ["curtain", "dark"]
    assert game.due_us is None
    game.apply(Event("curtain", None, 9_000_000, {"up": False}))
    assert game.view(None)["live"] == [False] * 3
    assert the("live", game.apply(Event("time", None, 9_600_000))).public == {"seats": [0, 1, 2]}


def test_a_paddle_in_fault_is_not_waited_for() -> None:
    game = tiny()
    game.apply(Event("down", 1, 1))
    assert the("fault", game.apply(Event("fault", 1, 2, {"on": True}))).public == {"on": True}
    game.apply(Event("curtain", None, 1000, {"up": True}))
    game.apply(Event("curtain", None, 2000, {"up": False}))
    assert game.due_us == 602_000
    game.apply(Event("fault", 1, 3000, {"on": False}))
    assert game.due_us == 3_002_000


def test_a_seat_in_fault_can_slap_by_something_else_with_that_ones_error() -> None:
    game = Tiny(Setup(3, source=[0, 0, 0], error_us=[300]))
    game.apply(Event("down", 1, 1))
    game.apply(Event("fault", 1, 2, {"on": True}))
    assert the("source", game.apply(Event("source", 1, 3, {"error_us": 25_000}))).public == {
        "error_us": 25_000
    }
    view = game.view(None)
    assert not view["faulty"][1]
    assert not view["down"][1]
    assert game.paddles.window_us(0, 1) == 25_300
    assert game.paddles.window_us(0, 2) == game.options["clump_us"]
    assert type(game).from_json(game.to_json()).paddles.window_us(2, 1) == 25_300


def test_two_seats_with_other_sources_are_apart_by_both_errors() -> None:
    game = Tiny(Setup(3, source=[0, 0, 0], error_us=[300]))
    for seat in (0, 2):
        game.apply(Event("source", seat, 3, {"error_us": 25_000}))
    assert game.paddles.window_us(0, 2) == 50_000


def test_a_feint_is_public_and_changes_nothing() -> None:
    game = tiny()
    before = {**game.to_json(), "now_us": 0}
    effects = game.apply(Event("feint", 1, 500))
    assert visible_effects(effects, None) == [{"what": "feint", "t_us": 500, "seat": 1}]
    assert {**game.to_json(), "now_us": 0} == before


def test_screen_and_lights_can_always_say_live_or_dark() -> None:
    game = tiny()
    lit = [True] * 3
    for event in (
        Event("curtain", None, 1, {"up": True}),
        Event("curtain", None, 2, {"up": False}),
        Event("time", None, 700_000),
    ):
        for effect in game.apply(event):
            if effect.what in ("live", "dark") and effect.public:
                for seat in effect.public["seats"]:
                    lit[seat] = effect.what == "live"
        assert lit == game.view(None)["live"]


# --- undo and JSON -----------------------------------------------------------------------------------------


def test_push_then_pop_is_the_identity_several_deep() -> None:
    s = Sitting("3 3 5 5", "1 2", "4 6", "7 8", drawpile="9 9")
    states = []
    events = [Event("down", seat, 1_000_000 + seat * 50_000) for seat in range(4)]
    for event in events:
        states.append(s.game.to_json())
        s.game.push(event)
    assert s.pairs(0) == "5"
    for state in reversed(states):
        s.game.pop()
        assert s.game.to_json() == state


def test_a_refused_push_leaves_nothing_to_pop() -> None:
    game = tiny()
    with pytest.raises(Refused):
        game.push(Event("lay", 1, 1, {"card": "1"}))
    with pytest.raises(IndexError):
        game.pop()


def test_the_undo_history_is_in_no_view_and_no_json() -> None:
    game = tiny()
    before = game.view(0), game.to_json()
    game.push(Event("lay", 0, 1, {"card": game.hands[0][0]}))
    game.pop()
    assert (game.view(0), game.to_json()) == before


def test_json_carries_a_version_and_another_version_is_not_read() -> None:
    state = tiny().to_json()
    assert state["version"] == Tiny.VERSION
    with pytest.raises(UserError, match="version 99"):
        Tiny.from_json({**state, "version": 99})


def test_the_generator_in_a_state_is_one_integer() -> None:
    state = HandsDown(Setup(4, 7)).to_json()
    assert isinstance(state["chance"], int)
    assert len(json.dumps(state)) < 2500


def test_neither_seed_nor_generator_stands_in_a_view() -> None:
    game = HandsDown(Setup(4, 123_456_789))
    for eye in (None, 0, 1, 2, 3):
        text = json.dumps(game.view(eye))
        assert "123456789" not in text
        assert str(game.chance.state) not in text


def test_a_view_is_a_copy() -> None:
    game = HandsDown(Setup(4, 7))
    before = game.to_json()
    view = game.view(1)
    for value in view.values():
        if isinstance(value, list):
            value.clear()
    assert game.to_json() == before


# --- options, decks, chance ---


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"speed": 1}, "no option 'speed'"),
        ({"clump_us": "fast"}, "whole number"),
        ({"clump_us": True}, "whole number"),
        ({"clump_us": -1}, "from 0 to"),
        ({"rearm_ms": 3001}, "from 0 to 3000"),
        ({"paper": 1}, "true or false"),
        ({"dealer": 3}, "seat 3"),
    ],
)
def test_wrong_options_are_named_with_their_reason(options: Json, reason: str) -> None:
    with pytest.raises(UserError, match=reason):
        Tiny(Setup(3, 0, options))


def test_options_not_set_have_their_defaults() -> None:
    game = Tiny(Setup(3, 0, {"clump_us": 50, "dealer": None}))
    assert game.options == {"clump_us": 50, "rearm_ms": 600, "dealer": None, "paper": False}
    assert game.paddles.clump_us == 50
    assert game.paddles.rearm_us == 600_000


def test_a_stacked_deck_is_completed_by_the_rest_shuffled() -> None:
    deck = ready_deck("hands-down", DECK, ["J", "1", "1"], Chance(1))
    assert deck[:3] == ["J", "1", "1"]
    assert sorted(deck) == sorted(DECK)


@pytest.mark.parametrize(
    ("deck", "reason"),
    [(["X"], "no card 'X'"), (["J", "J"], "more than 1 of 'J'"), ("J1", "JSON list"), ([1], "JSON list")],
)
def test_wrong_decks_are_named_with_their_reason(deck: Any, reason: str) -> None:
    with pytest.raises(UserError, match=reason):
        ready_deck("hands-down", DECK, deck, Chance(1))


def test_the_generator_is_splitmix64() -> None:
    """Return the published first outputs from seed 1234567."""
    chance = Chance(1234567)
    assert [chance.below(1 << 64) for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_chance_is_even_and_within_bounds() -> None:
    chance, counts = Chance(5), [0] * 6
    for _ in range(6000):
        counts[chance.below(6)] += 1
    assert min(counts) > 870
    assert max(counts) < 1130


def test_every_order_of_a_shuffle_is_as_likely() -> None:
    counts: dict[tuple[str, ...], int] = {}
    chance = Chance(9)
    for _ in range(6000):
        cards = ["a", "b", "c"]
        chance.shuffle(cards)
        counts[tuple(cards)] = counts.get(tuple(cards), 0) + 1
    assert len(counts) == 6
    assert min(counts.values()) > 870


@pytest.mark.parametrize("count", [*range(8), 44, 84, 110])
def test_a_shuffle_draws_one_place_after_the_other(count: int) -> None:
    for seed in (0, 1, 1234567, (1 << 64) - 1):
        quick, slow = Chance(seed), Chance(seed)
        cards = list(range(count))
        order = cards.copy()
        quick.shuffle(cards)
        for at in range(count - 1, 0, -1):
            other = slow.below(at + 1)
            order[at], order[other] = order[other], order[at]
        assert cards == order
        assert quick.state == slow.state


def test_what_chance_drew_can_be_drawn_again_whatever_the_generator_says() -> None:
    first, again = Chance(1), Chance(2)
    cards = list("abcdef")
    taken = first.take(cards), first.below(100)
    first.shuffle(cards)
    again.to_repeat = list(first.drawn)
    other = list("abcdef")
    assert (again.take(other), again.below(100)) == taken
    again.shuffle(other)
    assert other == cards
    again.to_repeat = [9]
    with pytest.raises(ValueError, match="below 3"):
        again.below(3)
    again.to_repeat = [["x"]]
    with pytest.raises(ValueError, match="not the cards"):
        again.shuffle(other)


@pytest.mark.parametrize("change", [{"paddles": None}, {"hands": 7}, {"setup": {}}])
def test_a_damaged_state_is_one_sentence(change: Json) -> None:
    state = HandsDown(Setup(4, 7)).to_json() | change
    with pytest.raises(UserError, match="damaged"):
        HandsDown.from_json(state)
    with pytest.raises(UserError, match="damaged"):
        restore("hands-down", state)


@pytest.mark.parametrize("name", GAMES)
def test_a_state_that_lacks_anything_is_one_sentence(name: str) -> None:
    state = find(name)(Setup(3, 7)).to_json()
    for key in state:
        if key not in ("game", "version"):
            with pytest.raises(UserError, match="damaged"):
                restore(name, {k: v for k, v in state.items() if k != key})


def test_unknown_piles_in_a_deck_are_named() -> None:
    with pytest.raises(UserError, match="has no 'dices'; it has dice, combos, chance"):
        find("yahtzee-hands-down")(Setup(3, deck={"dices": []}))
