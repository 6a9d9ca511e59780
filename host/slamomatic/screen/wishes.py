"""What people can wish for at the table. A button or a key stands for one of these, a card for a `Pick`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wish:
    """One of the wishes below."""


@dataclass(frozen=True, slots=True)
class Choose(Wish):
    """Walk to this entry of the ring; whoever stands there already chooses it."""

    entry: int


@dataclass(frozen=True, slots=True)
class GoOn(Wish):
    """What lies open to be read has been read."""


@dataclass(frozen=True, slots=True)
class Look(Wish):
    """See one hand, while the others look away."""


@dataclass(frozen=True, slots=True)
class Hide(Wish):
    """Hide that hand again."""


@dataclass(frozen=True, slots=True)
class Fake(Wish):
    """Jerk the hand on the screen, to fool the others."""


@dataclass(frozen=True, slots=True)
class Call(Wish):
    """Say the word that one's game asks for now."""


@dataclass(frozen=True, slots=True)
class ShowPhoto(Wish):
    """See the last slap again."""


@dataclass(frozen=True, slots=True)
class ClosePhoto(Wish):
    """Back to the table."""


@dataclass(frozen=True, slots=True)
class Pause(Wish):
    """Let time stand still, and open the menu."""


@dataclass(frozen=True, slots=True)
class Resume(Wish):
    """Let time go on."""


@dataclass(frozen=True, slots=True)
class Dispute(Wish):
    """Take the open slap back."""


@dataclass(frozen=True, slots=True)
class ShowRules(Wish):
    """Read the rules of this game."""


@dataclass(frozen=True, slots=True)
class ShowSettings(Wish):
    """Change keys, sound and picture."""


@dataclass(frozen=True, slots=True)
class ShowCodes(Wish):
    """Get the own hand on a phone."""


@dataclass(frozen=True, slots=True)
class UseKeys(Wish):
    """These seats slap by their keys from now on."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AskToGo(Wish):
    """This player may want to go."""

    seat: int


@dataclass(frozen=True, slots=True)
class Go(Wish):
    """This player goes for the rest of the game."""

    seat: int


@dataclass(frozen=True, slots=True)
class Stay(Wish):
    """Nobody goes."""


@dataclass(frozen=True, slots=True)
class Leave(Wish):
    """Keep the game for later."""


@dataclass(frozen=True, slots=True)
class Begin(Wish):
    """Everybody is ready."""
