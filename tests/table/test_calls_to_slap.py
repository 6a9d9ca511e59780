"""Reactions are timed from a call to slap, and each game's face says which of its effects is one."""

from __future__ import annotations

from pathlib import Path

from slamomatic.face.faces import face_of
from slamomatic.face.telling import photographer_for
from slamomatic.gallery.tables import posed_session
from slamomatic.screen.offscreen import BareStage
from support.told import effects_of


def reactions(game: str, *effects: dict[str, object]) -> list[tuple[int, int, bool]]:
    photographer = photographer_for(face_of(game))
    photographer.watch([*effects, {"what": "live", "t_us": 90_000_000}])
    return photographer.reactions


def test_the_pile_that_flips_in_hit_the_deck_calls_nobody() -> None:
    flip = {"what": "flipped", "seat": 0, "card": "G4", "t_us": 1_000_000}
    faked_out = {"what": "slap", "seat": 1, "live": True, "t_us": 29_000_000}
    assert reactions("hit-the-deck", flip, faked_out) == []


def test_its_hand_card_does() -> None:
    race = {"what": "race", "seat": 0, "t_us": 1_000_000}
    hand = {"what": "slap", "seat": 1, "live": True, "t_us": 1_400_000}
    assert reactions("hit-the-deck", race, hand) == [(1, 400_000, True)]


def test_the_card_that_falls_in_slamwich_does() -> None:
    falls = {"what": "flipped", "seat": 0, "card": "egg", "t_us": 1_000_000}
    hand = {"what": "slap", "seat": 1, "live": True, "t_us": 1_400_000}
    assert reactions("slamwich", falls, hand) == [(1, 400_000, True)]


def test_who_slaps_at_nothing_in_slamwich_answers_nothing() -> None:
    """A mistake must not be the fastest hand of the evening."""
    falls = {"what": "flipped", "seat": 0, "card": "egg", "t_us": 1_000_000}
    hands: list[dict[str, object]] = [
        {"what": "slap", "seat": seat, "live": True, "t_us": 1_120_000 + seat} for seat in (1, 2)
    ]
    slip = {"what": "slip", "seat": 1, "card": "ham", "t_us": 1_200_000}
    assert reactions("slamwich", falls, *hands, slip) == [(2, 120_002, True)]


def test_every_reaction_of_whole_games_answers_to_a_hand_card(tmp_path: Path) -> None:
    timed = 0
    for seed in range(4):
        stage = BareStage(tmp_path)
        session = posed_session(stage, "hit-the-deck", 4, seed)
        races: list[int] = []
        while (wakes_us := session.wakes_at_us()) is not None and stage.clock.at_us < 900_000_000:
            stage.clock.at_us = max(stage.clock.at_us + 1, wakes_us)
            before = len(session.played.photographer.reactions)
            session.pump()
            races += [effect.t_us for effect in effects_of(session) if effect.what == "race"]
            timed += len(fresh := session.played.photographer.reactions[before:])
            picture = session.played.photographer.last
            assert not fresh or (picture is not None and picture.go_us in races)
    assert timed > 50
