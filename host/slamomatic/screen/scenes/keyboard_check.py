"""Which keys a keyboard can see at once: several people on one keyboard should know before they play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


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
            return "Keys are coarser than paddles: a key and a paddle closer than 10 ms are a tie."
        if count < 2:
            return ""
        seen = len(self.most & set(people_on_keys))
        if seen == count:
            return f"This keyboard sees all {count} of your keys at once. Good."
        if seen < 2:
            return "Several people on one keyboard: all hold your keys at once, to see if it sees them all."
        return (
            f"{seen} of {count} keys seen at once so far. If it stays so, choose other keys in the settings."
        )
