"""A unit on the stand whose sensor looks at the window's pixels, with a clock and a USB way of its own."""

from __future__ import annotations

import pygame

from slamomatic.bench.result import Measured
from slamomatic.bench.stand import Stand
from slamomatic.wire import Decoder, encode

LOOK_US = 20.0  # how long a call for the time takes
THERE_US, BACK_US = 300.0, 700.0  # a lopsided way


class SeeingStand(Stand):
    """In a time of its own: it passes while somebody reads or asks for it."""

    def __init__(
        self, delay_us: float = 30_000, ppm: float = 80.0, settings: dict[str, str] | None = None
    ) -> None:
        super().__init__()
        self._delay_us, self._rate = delay_us, 1 + ppm / 1e6
        self._settings = {"light": "1", "next": "0"} if settings is None else settings
        self._now_us = 1_000_000.0
        self._heard = Decoder()
        self._out: list[tuple[float, bytes]] = []
        self._bright = False
        self._seq = 0
        self.blind = False
        self.stray_at: set[int] = set()  # after which flash a light that nothing caused comes
        self.lit_us: list[float] = []  # when light truly came
        self.greet()

    @property
    def measured(self) -> Measured:
        return Measured("unit at a port", "e661", "0.2", "1.25")

    def now_us(self) -> float:
        self._now_us += LOOK_US
        return self._now_us

    def write(self, data: bytes) -> None:
        for body in self._heard.feed(data):
            self._answer(body.decode().split(","))

    def read(self, for_us: float) -> bytes:
        self._look()
        self._now_us += min(for_us, 1_000.0)
        due = sorted(one for one in self._out if one[0] <= self._now_us)
        self._out = [one for one in self._out if one[0] > self._now_us]
        return b"".join(line for _, line in due)

    def close(self) -> None:
        """Nothing is open."""

    def unit_us(self, t_us: float) -> int:
        return int((t_us + 7_000_000) * self._rate)

    def _answer(self, fields: list[str]) -> None:
        read_us = self._now_us + THERE_US
        match fields:
            case ["HELLO", _]:
                body = f"HELLO,1,0.2,1.25,e661,b007,4,pio,1,1,100,25000,1,{self._seq + 1}"
            case ["HELLO", _, which, start]:
                names = sorted(self._settings)[int(start) :]
                body = ",".join(["OK", "HELLO", which, start, str(len(self._settings)), *names])
            case ["PING", token]:
                body = f"PONG,{token},{self.unit_us(read_us)},{self._seq + 1},0"
            case ["GET", key]:
                body = f"OK,GET,{key},{self._settings[key]}"
            case _:
                return
        self._out.append((read_us + BACK_US, encode_any(body)))

    def _look(self) -> None:
        surface = pygame.display.get_surface()
        if surface is None:
            return
        bright = surface.get_at(surface.get_rect().center)[0] > 128
        if bright == self._bright:
            return
        self._bright = bright
        if not bright or self.blind:
            return
        self._light(self._now_us + self._delay_us)
        if len(self.lit_us) in self.stray_at:
            self._light(self._now_us + self._delay_us + 150_000)

    def _light(self, t_us: float) -> None:
        self.lit_us.append(t_us)
        self._seq += 1
        line = encode(f"TOUCH,{self._seq},{self.paddles},{self.unit_us(t_us)},1")
        self._out.append((t_us + BACK_US, line))


def encode_any(body: str) -> bytes:
    """A line of the unit's, which may be longer than a host's."""
    from zlib import crc32

    raw = body.encode()
    return b"$%s*%08x\n" % (raw, crc32(raw))
