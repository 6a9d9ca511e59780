"""The table's sentence: of all that could be said now, what matters most."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from slamomatic.engine.vocabulary import Choice
from slamomatic.face.model import Table
from slamomatic.screen.scenes import table_prompt
from slamomatic.words import gettext, listed, ngettext

if TYPE_CHECKING:
    from slamomatic.screen.scenes.table import TableScene

Headline = tuple[str, int | None, bool]  # the words, whom they are about, whether something is wrong


def headline(scene: TableScene, t: Table) -> Headline:
    if scene.play.pending is not None:
        choice = scene.play.pending[0]
        return _pending(scene, t, choice), choice.seat, False
    if scene.alarm:
        return scene.alarm, None, True
    if scene.sitting.waiting_for:
        return _waiting(t, scene.sitting.waiting_for), None, True
    if scene.answer:
        return scene.answer, None, False
    last_two = scene.aftermath.last_two
    if last_two and scene.aftermath.rolling(scene.stage.clock()):
        one, other = map(t.name, last_two)
        return gettext("Who is last: {one} or {other}?", one=one, other=other), None, False
    if t.memory.holding:
        return gettext("All combos are won. Now the chance cards…"), None, False
    if scene.play.kept is not None:
        seat = scene.play.kept.seat
        return gettext("{seat} has chosen. Here comes the card…", seat=t.name(seat)), seat, False
    turn, told = t.view["turn"], scene.aftermath
    if not (verdict_stands(scene) or t.view["over"]) and (turn is None or turn in scene.sitting.people):
        now_us, teach = scene.stage.clock(), scene.lessons.words
        first = table_prompt.how_to_look(scene, t) or teach(t.eyes, t.view, told.since_us, now_us)
        if first:
            # Who is on is meant, or who has not slapped; nobody alone where all play at once.
            meant = t.view["asked"] or [turn] * bool(scene.face.hidden)
            return first, meant[0] if len(meant) == 1 else None, False
    return told.words, told.about, False


def _waiting(t: Table, seats: Sequence[int]) -> str:
    """A slap may have been made that nobody has heard of yet."""
    names = listed([t.name(seat) for seat in seats])
    paddles = ngettext("{names}'s paddle", "the paddles of {names}", len(seats), names=names)
    return gettext("Waiting for {paddles}…", paddles=paddles)


def _pending(scene: TableScene, t: Table, choice: Choice) -> str:
    """Chosen in a look, it is nobody else's business once the hand is hidden."""
    words = scene.face.label(t, choice) if choice in scene.chooser.choices else gettext("Chosen")
    return gettext("{choice} in 1 s. {key}: undo", choice=words, key=scene.key_name("next"))


def verdict_stands(scene: TableScene) -> bool:
    """First say who lost; then teach how the next turn goes."""
    until_us = scene.aftermath.verdict_until_us
    return until_us is not None and scene.stage.clock() < until_us
