"""The host's commands, as in wire.md: fields are checked before anything changes."""

import sys
from array import array

import machine
from micropython import const

from slap import VERSION, debounce, pen, settings, timebase, wire


def numbers(fields: "list[str]", count: int) -> "list[int]":
    """Return exactly `count` decimal fields as numbers; ValueError: more, fewer, or something else.

    With 0 it only checks that a command has no fields.
    """
    if len(fields) != count:
        raise ValueError
    for field in fields:
        if not field.isdigit() or len(field) > 9:
            raise ValueError
    return [int(field) for field in fields]


def hello(unit) -> str:  # type: ignore[no-untyped-def]
    """Return the body of HELLO: the answer to a host's HELLO, and the first line after power-on."""
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
    """Obey HELLO: begin a conversation, or with three fields list the names that this unit knows."""
    if len(fields) == 3:
        _names(unit, fields)
        return
    (protocol,) = numbers(fields, 1)
    unit.ring.cover_all()  # a new conversation: lines that were sent before are read or lost
    if protocol < 1:
        unit.say("NO,HELLO,protocol")
    else:
        unit.say(hello(unit))
        unit.tell_standing()


def _list(which: str):  # type: ignore[no-untyped-def]
    """Return the names of this kind that the unit knows; ValueError: there is no such kind."""
    if which == "kinds":
        return wire.EVENTS + wire.REPORTS
    if which == "commands":
        return [row[0].decode() for row in TABLE]
    if which == "keys":
        return sorted(settings.TABLE)
    if which == "faults":
        return wire.FAULTS
    raise ValueError


def _names(unit, fields: "list[str]") -> None:  # type: ignore[no-untyped-def]
    """Tell the names of one kind, from number `start` on, as many as fit into a line.

    Hosts of other versions so learn what this unit can do.
    """
    which = fields.pop(1)
    _, start = numbers(fields, 2)
    names = _list(which)
    if start > len(names):
        raise ValueError
    body = "OK,HELLO,%s,%d,%d" % (which, start, len(names))
    for name in names[start:]:
        if len(body) + 1 + len(name) > wire.LINE_LIMIT - len("$*") - 8:
            break
        body += "," + name
    unit.say(body)


def _since(unit, fields: "list[str]") -> None:  # type: ignore[no-untyped-def]
    """Obey SINCE: send all events again from this number on, or GONE if it is no longer kept.

    Nothing is sent again while there is no room for the answer: the host has to ask again.
    """
    (seq,) = numbers(fields, 1)
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
    """Obey SET: change a value now, and say if it takes effect only after SAVE and RESET."""
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
    """Obey SAVE, unless somebody plays: writing to flash would hold up a slap."""
    numbers(fields, 0)
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
    """Obey FACTORY, unless somebody plays: delete the saved settings; RESET puts the defaults into force."""
    numbers(fields, 0)
    if unit.in_play():
        unit.say("NO,FACTORY,in play")
        return
    settings.factory()
    unit.say("OK,FACTORY,reset")


# The bench's commands have files of their own, which are loaded when they are first asked for.


def _raw(unit, fields: "list[str]") -> None:  # type: ignore[no-untyped-def]
    from slap.bench import edges

    edges.raw(unit, fields)


def _why(unit, fields: "list[str]") -> None:  # type: ignore[no-untyped-def]
    from slap.bench import edges

    edges.why(unit, fields)


def _selftest(unit, fields: "list[str]") -> None:  # type: ignore[no-untyped-def]
    from slap.bench import selftest

    selftest.selftest(unit, fields)


def _press(unit, fields: "list[str]") -> None:  # type: ignore[no-untyped-def]
    from slap.bench import jig

    jig.press(unit, fields)


def _reset(unit, fields: "list[str]") -> None:  # type: ignore[no-untyped-def]
    """Obey RESET: answer first, because nothing can be sent after it."""
    numbers(fields, 0)
    unit.say("OK,RESET")
    unit.stop()
    machine.reset()


# From pen.py
_DECIMAL = const(1)
_TEXT = const(16)
_values = array("i", [0] * 8)  # the fields of the command that is obeyed now


# These three read their fields from the reader's line, from `at` on. They return False if those are wrong.


def _ack(unit, reader, at: int) -> bool:  # type: ignore[no-untyped-def]
    if wire.numbers(reader.line, at, reader.end, _values) != 1:
        return False
    unit.ring.ack(_values[0])
    return True


def _ping(unit, reader, at: int) -> bool:  # type: ignore[no-untyped-def]
    """Obey PING: answer with its token, the time at which it came, and up to when every slap is told."""
    length = reader.end - at
    if not 0 < length <= wire.TOKEN_LIMIT or reader.line.find(b",", at, reader.end) >= 0:
        return False
    unit.ring.ping()
    words = timebase.words
    # the time of the command, not of the answer: the host maps its clock with it
    timebase.stamp(words, unit.heard_tick)
    words[pen.KIND] = pen.PONG
    words[pen.COUNT] = 0
    pen.add(words, at, _TEXT + length)
    pen.add_time(words)
    pen.add(words, unit.ring.next, _DECIMAL)
    timebase.stamp(words, debounce.known(unit.cells))
    pen.add_time(words)
    if unit.send(pen.format_line(words, pen.line)):
        unit.ring.pong_left()
    return True


def _paint(unit, reader, at: int) -> bool:  # type: ignore[no-untyped-def]
    if wire.colours(reader.line, at, reader.end, _values) != unit.paddles:
        return False
    unit.host_lights(_values)
    return True


# Name, handler, and whether it may take memory. Commands that come all the time may not, and stand first.
TABLE = (  # type: tuple
    (b"ACK", _ack, False),
    (b"PING", _ping, False),
    (b"LIGHTS", _paint, False),
    (b"HELLO", _hello, True),
    (b"SINCE", _since, True),
    (b"GET", _get, True),
    (b"SET", _set, True),
    (b"SAVE", _save, True),
    (b"FACTORY", _factory, True),
    (b"RAW", _raw, True),
    (b"WHY", _why, True),
    (b"SELFTEST", _selftest, True),
    (b"PRESS", _press, True),
    (b"RESET", _reset, True),
)


OFTEN = tuple([(name + b",", handler) for name, handler, takes_memory in TABLE if not takes_memory])


def often(unit, reader) -> bool:  # type: ignore[no-untyped-def]
    """Obey a command that takes no memory. False: it was another command, or its fields were wrong."""
    first = reader.line[reader.start]
    for kind, handler in OFTEN:
        if first == kind[0] and reader.line.startswith(kind, reader.start):
            return bool(handler(unit, reader, reader.start + len(kind)))
    return False


def obey(unit, body: bytes) -> None:  # type: ignore[no-untyped-def]
    """Obey one whole command and answer it; answer NO if it is unknown or its fields are wrong."""
    cut = body.find(b",")
    kind = body if cut < 0 else body[:cut]
    for name, handler, takes_memory in TABLE:
        if name == kind:
            try:
                if not takes_memory:
                    raise ValueError  # often() has refused its fields
                handler(unit, [] if cut < 0 else body[cut + 1 :].decode().split(","))
            except (ValueError, UnicodeError):
                unit.say("NO,%s,fields" % kind.decode())
            return
    if kind.decode() in wire.EVENTS + wire.REPORTS:
        return  # the unit's own line, echoed by a terminal, which would echo an answer too, without end
    # letters and digits only: the answer must be a good line whatever came in
    letters = "".join(
        [chr(byte) for byte in kind[:16] if 48 <= byte <= 57 or 65 <= byte <= 90 or 97 <= byte <= 122]
    )
    unit.say("NO,%s,unknown" % (letters or "?"))
