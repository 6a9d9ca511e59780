"""What the table says of what happened, in the other languages that phones are read in."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from slamomatic.engine.vocabulary import Json
from slamomatic.face.face import Face
from slamomatic.screen.aftermath import Aftermath
from slamomatic.words import speaking


class NewsInLanguages:
    """In each language a sentence stands as long, and covers others, as it does on the screen."""

    def __init__(self, face: Face) -> None:
        self._face = face
        self._heard: dict[str, Aftermath] = {}

    def hear(self, effect: Json, words: Callable[[], str], now_us: int, codes: Iterable[str]) -> None:
        """`words` says what happened in the language that is spoken when it is called."""
        for code in codes:
            heard = self._heard.setdefault(code, Aftermath(self._face))
            with speaking(code):
                heard.hear(effect, words(), now_us)

    def words(self, code: str) -> str:
        """What was said, if somebody read this language when it happened."""
        heard = self._heard.get(code)
        return heard.words if heard else ""
