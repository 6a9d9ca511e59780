"""The random player of every game: whatever is legal and can be seen, at a human pace."""

from slamomatic.engine.bots.bot import SECRETLY, Bot
from slamomatic.engine.vocabulary import Choice, Json


class RandomBot(Bot):
    """A player that does anything legal; it draws once for every new set of choices, not to dither."""

    def begin(self) -> None:
        self._offered: list[Choice] = []
        self._drawn: Choice | None = None

    def choose(self, view: Json, legal: list[Choice]) -> Choice | None:
        if legal != self._offered or (self._drawn is None and legal):
            self._offered = legal
            seen = [choice for choice in legal if choice.do not in SECRETLY]
            self._drawn = self.rng.choice(seen) if seen else None
        return self._drawn

    def done(self) -> None:
        super().done()
        self._drawn = None
