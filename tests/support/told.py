"""The effects of a session since the last call, hidden forms included."""

from __future__ import annotations

from slamomatic.engine.vocabulary import Effect
from slamomatic.table.session import GameSession


def effects_of(session: GameSession) -> list[Effect]:
    return [effect for moment in session.take_moments() for effect in moment.effects]
