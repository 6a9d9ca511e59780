"""Faults in the wire and its repair: a slap lost, one counted twice, a gap that nobody tells."""

from __future__ import annotations

from typing import Any

from plants.patching import Patch, always, answering, doing, plant

SPEAKER = "slamomatic.units.speaker:Speaker"
TALK = "slamomatic.units.conversation:Conversation"
MEMORY = "slamomatic.units.unit_record:UnitRecord"


@plant("a lost line is not asked for again")
def _(patch: Patch) -> None:
    patch(f"{SPEAKER}.ask_for_missing", always(None))


@plant("a missing slap is passed over")
def _(patch: Patch) -> None:
    def on_event(original: Any, self: Any, event: Any, now_us: int) -> None:
        self.record.expected_seq = max(self.record.expected_seq, event.seq)
        original(self, event, now_us)

    patch(f"{TALK}._on_event", doing(on_event))


@plant("a slap that is told again counts again")
def _(patch: Patch) -> None:
    def on_event(original: Any, self: Any, event: Any, now_us: int) -> None:
        self.record.expected_seq = min(self.record.expected_seq, event.seq)
        original(self, event, now_us)

    patch(f"{TALK}._on_event", doing(on_event))


@plant("a damaged line is believed")
def _(patch: Patch) -> None:
    patch("slamomatic.wire:crc32", lambda crc32: lambda raw: 0, "slamomatic.wire:Decoder.feed")


@plant("half a line is thrown away when the rest comes later")
def _(patch: Patch) -> None:
    def feed(original: Any, self: Any, data: bytes) -> Any:
        bodies = original(self, data)
        self.rest = b""
        return bodies

    patch("slamomatic.wire:Decoder.feed", doing(feed))


@plant("nobody hears that slaps are gone")
def _(patch: Patch) -> None:
    def notice(original: Any, self: Any, what: Any, *args: Any, **words: Any) -> None:
        if what != "gone":
            original(self, what, *args, **words)

    patch(f"{TALK}._notice", doing(notice))


@plant("a restart of a unit is kept quiet")
def _(patch: Patch) -> None:
    def notice(original: Any, self: Any, what: Any, *args: Any, **words: Any) -> None:
        if what != "restarted":
            original(self, what, *args, **words)

    patch(f"{TALK}._notice", doing(notice))


@plant("after a restart the old boot's knowledge stands")
def _(patch: Patch) -> None:
    def met(original: Any, self: Any, hello: Any) -> Any:
        kept, expected = self.watermark, self.expected_seq
        said = original(self, hello)
        self.watermark = kept
        return said and expected >= 0

    patch(f"{MEMORY}.note_hello", doing(met))


@plant("a unit that is silent is never called lost")
def _(patch: Patch) -> None:
    patch(f"{TALK}.dead", always(False))


@plant("lights that the wire damaged stay dark")
def _(patch: Patch) -> None:
    def lights(original: Any, self: Any, colours: Any, now_us: int) -> None:
        original(self, colours, now_us)
        self._lights_due = self._lights_due[:1]

    patch(f"{SPEAKER}.lights", doing(lights))


@plant("a paddle that the unit does not have slaps")
def _(patch: Patch) -> None:
    patch("slamomatic.units.conversation:foreign_paddle", always(None), f"{TALK}._on_event")


@plant("static that lent a slap its time is not heeded")
def _(patch: Patch) -> None:
    def hand(original: Any, event: Any, *args: Any) -> Any:
        return original(event._replace(later_us=0) if hasattr(event, "later_us") else event, *args)

    patch("slamomatic.units.unit_record:to_paddle_event", doing(hand))


@plant("slaps of a unit overtake each other when its clock steps")
def _(patch: Patch) -> None:
    def paddle_event(original: Any, self: Any, event: Any, now_us: int) -> Any:
        self._latest_down_us = 0
        return original(self, event, now_us)

    patch(f"{MEMORY}.paddle_event", doing(paddle_event))


@plant("a stuck paddle is said by nobody")
def _(patch: Patch) -> None:
    patch("slamomatic.units.faults:FaultBook.note_line", always(None))


@plant("a number with too many digits stops the reader")
def _(patch: Patch) -> None:
    patch.value("slamomatic.messages:MOST_DIGITS", 10_000, "slamomatic.messages:parse")


@plant("the last of what a unit brings is left for the next look")
def _(patch: Patch) -> None:
    patch("slamomatic.units.merge:Units.drain", answering(lambda news: news[:2]))
