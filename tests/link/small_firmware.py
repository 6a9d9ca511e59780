"""A firmware small enough to compile at once on the emulated Pico: it speaks just enough of the wire."""

from __future__ import annotations

SMALL = {
    "main.py": b"from slap import VERSION\nfrom slap.talk import talk\ntalk(VERSION)\n",
    "slap/__init__.py": b'VERSION = "0.2.0"\n',
    "slap/source/talk.py": b"# the source of talk.py\n",
    "slap/talk.py": b"""
import sys, time
from binascii import crc32

def say(body):
    sys.stdout.write("$%s*%08x\\n" % (body, crc32(body.encode())))

def talk(version):
    while True:
        body = sys.stdin.readline().strip().rpartition("*")[0].lstrip("$")
        kind, _, rest = body.partition(",")
        if kind == "HELLO":
            say("HELLO,1,%s,1.25.0,e6614864d3123456,abcd,4,pio,1,1,100,5600,1,1" % version)
        elif kind == "PING":
            say("PONG,%s,%d" % (rest, time.ticks_us()))
        elif kind == "SINCE":
            say("OK,SINCE,1,0")
""",
}
