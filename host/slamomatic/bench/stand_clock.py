"""The times of a unit on the stand, on the clock of this computer, each with its bound."""

from slamomatic import messages as m
from slamomatic.bench.stand import ANSWER_WITHIN_US, EmulatedStand, Stand
from slamomatic.errors import UserError
from slamomatic.units.clock_map import ClockMap, Stamp

STAMP_US = 1  # the unit stamps whole microseconds


class StandClock:
    """The map from the unit's microseconds to those of `stand.now_us()`, known from pings.

    On the emulated unit both clocks are one, so nothing is unknown but the part of a microsecond.
    """

    def __init__(self, stand: Stand) -> None:
        self._stand = stand
        self._map = ClockMap()
        self._pings = 0

    def ping(self) -> list[m.Message]:
        """Send one PING and add its answer to the map; return the other messages that came meanwhile.

        A PING without an answer does no harm once another was answered. UserError if none ever was.
        """
        if isinstance(self._stand, EmulatedStand):
            return []  # both clocks are one: nothing to compare
        self._pings += 1
        token = f"d{self._pings}"
        sent_us = self._stand.now_us()
        self._stand.say(f"PING,{token}")
        heard = self._stand.listen(
            ANSWER_WITHIN_US, until=lambda one: isinstance(one, m.Pong) and one.token == token
        )
        if heard and isinstance(pong := heard[-1], m.Pong) and pong.token == token:
            heard_us = int(self._stand.now_us()) + 1  # rounded up, so that the interval holds the truth
            self._map.note_ping(int(sent_us), pong.t_us, heard_us)
            heard.pop()
        if not self._map.known:
            raise UserError("The unit does not answer. Unplug it, plug it in again and retry.")
        return heard

    def stamp(self, unit_us: int) -> Stamp:
        """Return a time of the unit's clock on this computer's clock, with its bound."""
        if isinstance(self._stand, EmulatedStand):
            return Stamp(round(self._stand.emulated_us(unit_us)), STAMP_US)
        return self._map.stamp(unit_us)
