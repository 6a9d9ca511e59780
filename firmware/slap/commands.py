"""The host's commands, as in wire.md: fields are checked before anything changes."""

import sys
from array import array

import machine
from micropython import const

from slap import VERSION, debounce, pen, selftest, settings, timebase, wire

PRESS_LIMIT_US = 100_000


def _numbers(fields: "list[str]", count: int) -> "list[int]":
    """Exactly `count` decimal fields, none negative."""
    if len(fields) != count:
        raise ValueError
    for field in fields:
        if not field.isdigit() or len(field) > 9:
            raise ValueError
    return [int(field) for field in fields]


def hello(unit) -> str:  # type: ignore[no-untyped-def]
    """The body of HELLO: the answer, and the first line after power-on."""
    version = ".".join([str(part) for part in sys.implementation.version[:3]])
    return "HELLO,%d,%s,%s,%s,%s,%d,%s,%d,%d,%d,%d,%d,%d" % (
        wire.PROTOCOL,
        VERSION,
        version,
        unit.unit_id,
        unit.boot_id,
        unit.paddles,
        unit.capture.name,
        unit.capture.resolution_us,
        unit.capture.blind_us,
        unit.settings["hold_us"],
        unit.settings.late_us() + unit.capture.blind_us,
        unit.ring.oldest,
        unit.ring.next,
    )


def _hello(unit, fields: "list[str]") -> None:  # type: ignore[no-untyped-def]
    if len(fields) == 3:
        _names(unit, fields)
        return
    (protocol,) = _numbers(fields, 1)
    unit.ring.cover_all()  # a new conversation: what was out is read or lost
    if protocol < 1:
        unit.say("NO,HELLO,protocol")
    else:
        unit.say(hello(unit))


LISTS = {
    "kinds": wire.EVENTS + wire.REPORTS,
    "commands": wire.COMMANDS,
    "keys": sorted(settings.TABLE),
    "faults": wire.FAULTS,
}


def _names(unit, fields: "list[str]") -> None:  # type: ignore[no-untyped-def]
    """What this unit knows, by name, as many as fit into a line: so hosts of other versions understand it."""
    which = fields.pop(1)
    _, start = _numbers(fields, 2)
    if which not in LISTS or start > len(LISTS[which]):
        raise ValueError
    names = LISTS[which]
    body = "OK,HELLO,%s,%d,%d" % (which, start, len(names))
    for name in names[start:]:
        if len(body) + 1 + len(name) > wire.LINE_LIMIT - len("$*") - 8:
            break
        body += "," + name
    unit.say(body)


def _since(unit, fields: "list[str]") -> None:  # type: ignore[no-untyped-def]
    (seq,) = _numbers(fields, 1)
    ring = unit.ring
    ring.cover_all()  # a host that asks is reading again
    if seq < ring.oldest:
        unit.say("GONE,%d" % ring.oldest)
    elif seq > ring.next:
        raise ValueError
    elif unit.say("OK,SINCE,%d,%d" % (seq, ring.next - seq)):
        ring.since(seq)


def _get(unit, fields: "list[str]") -> None:  # type: ignore[no-untyped-def]
    (key,) = fields
    if key not in settings.TABLE:
        unit.say("NO,GET,no such key")
    else:
        unit.say("OK,GET,%s,%s" % (key, unit.settings.text(key)))


def _set(unit, fields: "list[str]") -> None:  # type: ignore[no-untyped-def]
    key, value = fields
    try:
        unit.settings.put_text(key, value)
    except settings.Refused as reason:
        unit.say("NO,SET,%s" % reason)
        return
    unit.apply_timing()
    reset = ",reset" if settings.TABLE[key][2] else ""
    unit.say("OK,SET,%s,%s%s" % (key, unit.settings.text(key), reset))


def _save(unit, fields: "list[str]") -> None:  # type: ignore[no-untyped-def]
    _numbers(fields, 0)
    if unit.in_play():
        unit.say("NO,SAVE,in play")
        return
    try:
        unit.settings.save()
    except OSError as error:
        unit.say("NO,SAVE,%s" % error)
        return
    unit.say("OK,SAVE")


def _factory(unit, fields: "list[str]") -> None:  # type: ignore[no-untyped-def]
    _numbers(fields, 0)
    if unit.in_play():
        unit.say("NO,FACTORY,in play")
        return
    settings.factory()
    unit.say("OK,FACTORY,reset")


def _raw(unit, fields: "list[str]") -> None:  # type: ignore[no-untyped-def]
    (on,) = _numbers(fields, 1)
    if on > 1:
        raise ValueError
    unit.raw.switch(on == 1)
    unit.say("OK,RAW,%d" % on)


def _why(unit, fields: "list[str]") -> None:  # type: ignore[no-untyped-def]
    (seq,) = _numbers(fields, 1)
    ring = unit.ring
    if not 0 < seq < ring.next:
        raise ValueError
    if unit.raw.on:
        unit.say("NO,WHY,raw")
        return
    count = -1 if seq < ring.oldest else unit.raw.recall(unit.rings, unit.cells, *ring.time(seq))
    if count < 0:
        unit.say("NO,WHY,gone")
    elif not unit.say("OK,WHY,%d,%d" % (seq, count)):
        unit.raw.switch(False)


def _selftest(unit, fields: "list[str]") -> None:  # type: ignore[no-untyped-def]
    _numbers(fields, 0)
    if unit.in_play():
        unit.say("NO,SELFTEST,in play")
        return
    failed = selftest.run(unit)
    unit.say("OK,SELFTEST,%d" % failed)


def _press(unit, fields: "list[str]") -> None:  # type: ignore[no-untyped-def]
    first, second, gap_us, held_us = _numbers(fields, 4)
    outputs = len(unit.settings["jig_pins"])
    if max(first, second) >= outputs or max(gap_us, held_us) > PRESS_LIMIT_US:
        raise ValueError
    if unit.in_play():
        unit.say("NO,PRESS,in play")
        return
    unit.say("OK,PRESS,%s" % selftest.press(unit, first, second, gap_us, held_us))


def _reset(unit, fields: "list[str]") -> None:  # type: ignore[no-untyped-def]
    _numbers(fields, 0)
    unit.say("OK,RESET")
    unit.stop()
    machine.reset()


OBEY = {
    b"HELLO": _hello,
    b"SINCE": _since,
    b"GET": _get,
    b"SET": _set,
    b"SAVE": _save,
    b"FACTORY": _factory,
    b"RAW": _raw,
    b"WHY": _why,
    b"SELFTEST": _selftest,
    b"PRESS": _press,
    b"RESET": _reset,
}


_DECIMAL = const(1)  # of pen's forms
_TEXT = const(16)
_values = array("i", [0] * 8)


def ack(unit, reader) -> bool:  # type: ignore[no-untyped-def]
    if wire.numbers(reader.line, reader.start + 4, reader.end, _values) != 1:
        return False
    unit.ring.ack(_values[0])
    return True


def ping(unit, reader) -> bool:  # type: ignore[no-untyped-def]
    length = reader.end - reader.start - 5
    if not 0 < length <= wire.TOKEN_LIMIT or reader.line.find(b",", reader.start + 5, reader.end) >= 0:
        return False
    unit.ring.ping()
    words = timebase.words
    # the time of the command, not of the answer: the host maps its clock with it
    timebase.stamp(words, unit.heard_tick)
    words[pen.KIND] = pen.PONG
    words[pen.COUNT] = 0
    pen.add(words, reader.start + 5, _TEXT + length)
    pen.add_time(words)
    pen.add(words, unit.ring.next, _DECIMAL)
    timebase.stamp(words, debounce.known(unit.cells))
    pen.add_time(words)
    if unit.send(pen.write(words, pen.line)):
        unit.ring.pong_left()
    return True


def paint(unit, reader) -> bool:  # type: ignore[no-untyped-def]
    if wire.colours(reader.line, reader.start + 7, reader.end, _values) != unit.paddles:
        return False
    unit.host_lights(_values)
    return True


# These come all the time, so they are obeyed without the heap, straight from the reader's line.
OFTEN = ((b"ACK,", ack), (b"PING,", ping), (b"LIGHTS,", paint))


def often(unit, reader) -> bool:  # type: ignore[no-untyped-def]
    """Obey one of these. False: it was none, or its fields were wrong."""
    first = reader.line[reader.start]
    for kind, obeyed in OFTEN:
        if first == kind[0] and reader.line.startswith(kind, reader.start):
            return obeyed(unit, reader)
    return False


def obey(unit, body: bytes) -> None:  # type: ignore[no-untyped-def]
    """Obey one whole command and answer it, or answer NO."""
    cut = body.find(b",")
    kind = body if cut < 0 else body[:cut]
    handler = OBEY.get(kind)
    if handler is None and kind in (b"ACK", b"PING", b"LIGHTS"):
        unit.say("NO,%s,fields" % kind.decode())
        return
    if handler is None and kind.decode() in wire.EVENTS + wire.REPORTS:
        return  # the unit's own line, echoed by a terminal: it would echo an answer too, without end
    if handler is None:
        # letters and digits only: the answer must be a good line whatever came in
        name = "".join(
            [chr(byte) for byte in kind[:16] if 48 <= byte <= 57 or 65 <= byte <= 90 or 97 <= byte <= 122]
        )
        unit.say("NO,%s,unknown" % (name or "?"))
        return
    try:
        handler(unit, [] if cut < 0 else body[cut + 1 :].decode().split(","))
    except (ValueError, UnicodeError):
        unit.say("NO,%s,fields" % kind.decode())
