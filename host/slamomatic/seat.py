"""One chair at the table: who sits there, and the colour of the paddle before it."""

from dataclasses import dataclass

from slamomatic.paddles import paddle_name


@dataclass(frozen=True, slots=True)
class Seat:
    """One chair. `colour` names its paddle in PADDLES; `bot` is the kind of bot, "" for a person."""

    name: str
    colour: int
    bot: str = ""
    handicap_ms: int = 0

    @property
    def paddle_name(self) -> str:
        return paddle_name(self.colour)
