"""Which unfinished game: every one that was kept for later, the newest first."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from slamomatic.face.faces import title_of
from slamomatic.kit.easel import SMALL, Easel
from slamomatic.screen.scene import Overlay, Stage
from slamomatic.store import journals
from slamomatic.table.cup import cup_in
from slamomatic.words import date_and_time, gettext, listed

if TYPE_CHECKING:
    from slamomatic.screen.scenes.start import StartScene

ROWS = 7


class ResumeScene(Overlay):
    """The list of games to go on with; where it is longer than the window the last row turns it over."""

    def __init__(self, stage: Stage, back: StartScene, kept: list[Path]) -> None:
        super().__init__(stage, back)
        self.start, self.kept = back, kept
        self.first = 0
        self._asked: Path | None = None  # which one is about to be deleted
        self._words = {path: _told(path) for path in kept}

    def _choose(self, path: Path) -> None:
        self._asked = None
        self.escape()
        self.start.resume_at_once(path)

    def _delete(self, path: Path) -> None:
        """Asked once, for there is no way back. A game that is open in another window stays."""
        if self._asked != path:
            self._asked = path
            return
        self._asked = None
        journals.delete(path)
        self.kept.remove(path)
        self.first, self.cursor = 0, 0
        if not self.kept:
            self.escape()

    def _turn_over(self) -> None:
        self._asked = None
        self.first = self.first + ROWS if self.first + ROWS < len(self.kept) else 0
        self.cursor = 0

    def draw(self, e: Easel) -> None:
        px = e.frame.px
        body, foot = self.head(e, gettext("Which game do you want to continue?"), [12, 76, 12])
        rows = body.rows([1] * (ROWS + 1), px(10))
        shown = self.kept[self.first : self.first + ROWS]
        places = [row.columns([80, 20], px(10)) for row in rows]
        for index, path in enumerate(shown):
            wish = partial(self._choose, path)
            e.button(f"kept/{index}", self._words[path], places[index][0], wish, index == self.cursor, SMALL)
        for index, path in enumerate(shown):
            words = gettext("Really delete?") if self._asked == path else gettext("Delete")
            e.button(f"delete/{index}", words, places[index][1], partial(self._delete, path), size=SMALL)
        if len(self.kept) > ROWS:
            words = gettext("More of {count} games", count=len(self.kept))
            e.button("older", words, rows[ROWS], self._turn_over, size=SMALL)
        self.foot(e, foot, self.how_to_choose(gettext("Newest first.")))


def _told(path: Path) -> str:
    """Which game, who plays and when it was left."""
    opening = journals.first_line(path)
    try:
        when = date_and_time(path.stat().st_mtime)
    except FileNotFoundError:  # another window has finished it meanwhile
        return path.name
    if opening is None:
        return gettext("{game}, {when}", game=path.name, when=when)
    game = title_of(opening["game"])
    people = [seat["name"] for seat in opening.get("players", []) if not seat["bot"]]
    names = listed(people) or gettext("only bots")
    if cup := cup_in(opening):
        game = gettext(
            "Cup, game {number} of {count}: {words}", number=cup.over + 1, count=len(cup.games), words=game
        )
    return gettext("{game}, {when}: {names}", game=game, when=when, names=names)
