"""Without touch contacts the table sees only slaps, and says so."""

from __future__ import annotations

from slamomatic.engine import Setup, new
from slamomatic.face.faces import face_of


def tip(*touch: bool) -> str:
    view = new("hands-down", Setup(seats=3, seed=1, touch=touch)).view(None)
    return next(words for fits, words, _ in face_of("hands-down").tips if fits(view))


def test_the_table_says_that_it_cannot_see_a_mere_touch() -> None:
    assert "The table can't see it" in tip()


def test_with_touch_contacts_it_says_nothing_of_the_kind() -> None:
    assert "The table can't see it" not in tip(True, True, True)
