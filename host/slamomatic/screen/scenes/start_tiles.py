"""The games on the start screen, a tile each, and a page turned where there are more than fit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from slamomatic.engine import GAMES, find
from slamomatic.errors import UserError
from slamomatic.face.cards import BACK, lay_card
from slamomatic.face.faces import face_of, short_title
from slamomatic.kit.easel import SMALL, Easel
from slamomatic.kit.geometry import Box
from slamomatic.kit.palette import CHALK, GOLD, MIST, PANEL, PANEL_LIT
from slamomatic.screen.preferences import Preferences
from slamomatic.screen.scenes import start_length
from slamomatic.words import gettext, said

COLUMNS = 6


def games_that_load() -> tuple[list[str], str]:
    """All that can be played, and why others can't: a package of somebody else may be broken."""
    games, trouble = [], ""
    for game in GAMES:
        try:
            find(game)
            face_of(game)
            games.append(game)
        except UserError as error:
            trouble = said(error)
    return games, trouble


@dataclass(slots=True)
class Tiles:
    """Which page of games is shown."""

    games: Sequence[str]
    page: int = 0

    @property
    def on_a_page(self) -> int:
        """All columns, but for the one that turns the page."""
        return COLUMNS if len(self.games) <= COLUMNS else COLUMNS - 1

    def turn_to(self, game: str) -> None:
        self.page = self.games.index(game) // self.on_a_page

    def turn_page(self) -> None:
        self.page = (self.page + 1) % -(-len(self.games) // self.on_a_page)

    def draw(self, e: Easel, box: Box, prefs: Preferences, choose: Callable[[str], None]) -> None:
        places, room = box.columns([1] * COLUMNS, e.frame.px(14)), self.on_a_page
        # The last page is filled up with games of the one before it: no gap that the arrow keys fall into.
        first = max(0, min(self.page * room, len(self.games) - room))
        for game, place in zip(self.games[first : first + room], places, strict=False):
            _tile(e, game, self.page, place, game == prefs.game, prefs)
            e.target(place, lambda game=game: choose(game), f"game/{game}")
        if len(self.games) > room:
            words = gettext("More: {page} of {pages}", page=self.page + 1, pages=-(-len(self.games) // room))
            e.button("more-games", words, places[-1], self.turn_page, size=SMALL)


def _tile(e: Easel, game: str, page: int, place: Box, chosen: bool, prefs: Preferences) -> None:
    px = e.frame.px
    e.panel(f"game/{game}", place, PANEL_LIT if chosen else PANEL, GOLD if chosen else None)
    cards, name, facts = place.inset(px(12), px(10)).rows([46, 20, 30], px(4))
    spots = cards.fan(2, round(cards.h * 5 / 7), cards.h, -px(18))
    for index, (card, spot) in enumerate(zip(face_of(game).samples or (BACK, BACK), spots, strict=True)):
        lay_card(e, f"game/{game}/{page}/{index}", game, card, spot)  # from page to page no card glides
    e.text(f"game/{game}/name", short_title(game), name, 34, GOLD if chosen else CHALK)
    words = _facts(game, prefs)
    if e.width(words, SMALL) > facts.w:
        words = words.replace(", ", ",\n", 1)
    e.text(f"game/{game}/facts", words, facts, SMALL, MIST)


def _facts(game: str, prefs: Preferences) -> str:
    sizes = find(game).SEATS
    minutes = start_length.minutes(prefs, game, min(max(prefs.players, sizes[0]), sizes[-1]))
    least, most = sizes[0], sizes[-1]
    if minutes is None:
        return gettext("{least}-{most} players", least=least, most=most)
    return gettext("{least}-{most} players, {minutes} min", least=least, most=most, minutes=minutes)
