"""Print who was first at a slap unit: `python3 who_was_first.py /dev/ttyACM0`. Needs pyserial only."""

import sys
from zlib import crc32

import serial

NAMES = ("Red", "Yellow", "Green", "Blue")
PAUSE_US = 1_000_000  # a slap so long after the first one begins another round


def fields_of(line: bytes) -> list[str]:
    """The fields of one line of the unit; none of a line that is damaged or no line of the unit's."""
    body, _, check = line.strip()[line.find(b"$") + 1 :].rpartition(b"*")
    return body.decode().split(",") if check == b"%08x" % crc32(body) else []


with serial.serial_for_url(sys.argv[1], timeout=1) as unit:
    while fields_of(unit.readline())[:1] != ["HELLO"]:
        unit.write(b"\nHELLO,1\n")
    print("Ready: slap!", flush=True)
    first, after_us, tied, told = "", -PAUSE_US - 1, "", True
    while True:
        kind, *rest = fields_of(unit.readline()) or [""]
        unit.write(b"\n")  # read: the unit need not wait for us
        if kind == "DOWN":
            name, t_us, later_us = NAMES[int(rest[1])], int(rest[2]), int(rest[3])
            if t_us > after_us + PAUSE_US:
                first, after_us, tied, told = name, t_us + later_us, "", False
            elif t_us <= after_us and not told:
                tied = f"{tied} and {name}"  # nobody can know which of them was earlier
        elif kind == "BEAT" and not told and int(rest[6]) > after_us:  # everything up to then is known
            print(f"{first}{tied}: too close to call" if tied else f"{first} was first", flush=True)
            told = True
