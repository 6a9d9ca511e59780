"""The session behind a table's scene, for tests that look at its parts."""

from __future__ import annotations

from slamomatic.screen.scenes.table import TableScene
from slamomatic.table.session import GameSession


def session_of(scene: object) -> GameSession:
    """Return the session that this scene shows; fail where it shows a playback, or is no table."""
    assert isinstance(scene, TableScene)
    return scene.session
