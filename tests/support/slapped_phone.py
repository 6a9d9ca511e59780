"""A phone without a browser that is slapped: it answers pings by a clock of its own."""

from __future__ import annotations

import json
import time
from typing import Any

from slamomatic.units.base import Link
from support.phone_client import PhoneClient
from support.phone_evening import Evening


class Slapped:
    """A phone that says it is a paddle and answers pings, with a clock of its own."""

    def __init__(self, evening: Evening, token: str, reads: str = "en") -> None:
        self._evening = evening
        self.client: PhoneClient = evening.phone(token, reads)
        evening.pump_until(self.client.has_page)  # the first page of a language takes a frame
        self.page: dict[str, Any] = self.client.page()
        self.say(do="paddle", grain=0.1)

    def say(self, **message: object) -> None:
        self.client.say(json.dumps(message))

    @staticmethod
    def clock_ms() -> float:
        return time.monotonic() * 1000 + 5_000_000

    def answer(self) -> None:
        """Whatever came: pages are kept, pings are answered."""
        while self.client.has_page():
            said = self.client.page()
            if "ping" in said:
                now_ms = self.clock_ms()
                self.say(do="pong", n=said["ping"], at=now_ms)
            else:
                self.page = said

    def slap(self) -> None:
        at_ms = self.clock_ms()
        self.say(do="down", at=at_ms)
        self.say(do="up", at=at_ms + 60)


def joined(evening: Evening, chair: int, name: str, reads: str = "en") -> Slapped:
    """A phone on this chair whose clock is known."""
    phone = Slapped(evening, evening.ask(chair, chair, name)[1]["token"], reads)
    evening.on_pump = phone.answer
    unit = evening.phones.units[chair]
    evening.pump_until(lambda: unit.state().link is Link.CONNECTED)
    return phone
