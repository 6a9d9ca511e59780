"""Which keys a keyboard can see at once: several people on one keyboard should know before they play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from slamomatic.words import gettext


@dataclass(slots=True)
class KeyboardCheck:
    """Told every key press and release on the start scene; says what it has learnt."""

    held: set[int] = field(default_factory=set)
    most: set[int] = field(default_factory=set)

    def press(self, colour: int) -> None:
        self.held.add(colour)
        if len(self.held) >= len(self.most):
            self.most = set(self.held)

    def release(self, colour: int) -> None:
        self.held.discard(colour)

    def words(self, people_on_keys: Sequence[int], paddles_too: bool) -> str:
        """One sentence for the start scene, "" when there is nothing to say."""
        count = len(people_on_keys)
        if count and paddles_too:
            return gettext("Keys are less exact than paddles. If both come within 10 ms, it's a tie.")
        if count < 2:
            return ""
        seen = len(self.most & set(people_on_keys))
        if seen == count:
            return gettext("Good: this keyboard sees all your keys at once.")
        if seen < 2:
            return gettext("Sharing a keyboard? Hold all your keys at once to test it.")
        return gettext(
            "{seen} of {count} keys seen at once. If it stays like this, choose other keys in Settings.",
            seen=seen,
            count=count,
        )
