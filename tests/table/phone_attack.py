"""Everything that somebody in the network may try, in numbers: `python tests/table/phone_attack.py [SHARE]`.

A table of three people with phones is played on by robots, while another process attacks. SHARE of the whole
counts (1 is all: 10,000 wrong tokens, 5,000 bad frames, 500 slow sockets, 10,000 stale choices). Prints JSON.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import socket
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from slamomatic.engine.vocabulary import Json  # noqa: E402
from slamomatic.kit.geometry import Frame  # noqa: E402
from slamomatic.table.clock import TableClock  # noqa: E402
from support.phone_evening import Evening  # noqa: E402
from table.phone_client import PhoneClient  # noqa: E402

NAMES = ("Ada", "Ben", "Cleo")
MARKUP = ["<script>alert(1)</script>", "'\"><img src=x>", "{{7*7}}", "\u202eadA", "\x00\x1b[2J", "&lt;b&gt;"]
SIZE = (1280, 720)
QUIET_S = 5.0


# --- the attacks: each in a process of its own, with what anybody in the network knows ------------------


def wrong_tokens(port: int, count: int, _: str) -> int:
    """How many got in."""
    return sum(_got_in(port, "".join(random.choices("abcXYZ019-_", k=22))) for _ in range(count))


def _got_in(port: int, token: str) -> bool:
    try:
        client = PhoneClient(port, address=f"127.0.0.{random.randint(2, 250)}")
        client.say(token)
        client.page()
    except (AssertionError, OSError):
        return False
    return True


def foreign_names(port: int, count: int, _: str) -> int:
    """Requests under another Host, or from another Origin, that were not refused."""
    answered = 0
    for number in range(count):
        headers = [{"Host": "evil.example"}, {"Origin": "http://evil.example"}, {"Host": f"localhost:{port}"}]
        path = random.choice(["", "seat", "watching", "room", "join", "page.js"])
        data = b'{"do":"join","chair":0,"colour":0,"name":"Eve"}' if path == "join" else None
        url = f"http://127.0.0.1:{port}/{path}"
        try:
            urllib.request.urlopen(urllib.request.Request(url, data, headers[number % 3]), timeout=10).close()
            answered += 1
        except urllib.error.HTTPError as refused:
            answered += refused.code != 403
        except OSError:
            pass
    return answered


def bad_frames(port: int, count: int, token: str) -> int:
    """A phone of the table turns evil: how many of its bad frames left its socket open."""
    survived = 0
    for number in range(count):
        try:
            client = PhoneClient(port, wait_s=5)
            client.say(token)
            client.page()
            client.send(BAD_FRAMES[number % len(BAD_FRAMES)]())
            client.close_code()
        except TimeoutError:
            survived += 1
        except (OSError, AssertionError):
            pass  # closed without a goodbye, which is as well
    return survived


def _masked(data: bytes, kind: int) -> bytes:
    mask = os.urandom(4)
    body = bytes(byte ^ mask[place % 4] for place, byte in enumerate(data))
    return bytes([0x80 | kind, 0x80 | len(data)]) + mask + body


BAD_FRAMES: list[Callable[[], bytes]] = [
    lambda: b"\x81\xfe\xff\xff" + os.urandom(2004),  # longer than any message that the program reads
    lambda: b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff" + os.urandom(4),  # as long as a frame can say
    lambda: b"\xf3\x80" + os.urandom(4),  # reserved bits
    lambda: b"\x81\x05hello",  # not masked
    lambda: _masked(os.urandom(60), 1),
    lambda: _masked(b'{"do":"rob","bank":1}', 1),
    lambda: _masked(os.urandom(40), 2),
]


def slow_sockets(port: int, count: int, _: str) -> int:
    """So many at once that send a letter now and then."""
    held: list[socket.socket] = []
    for number in range(count):
        with suppress(OSError):
            one = socket.create_connection(("127.0.0.1", port), 5, (f"127.0.2.{number % 250 + 1}", 0))
            one.sendall(b"GET / HTTP/1.1\r\nHost: ")
            held.append(one)
    for _letter in range(20):
        time.sleep(0.1)
        for one in held:
            with suppress(OSError):
                one.sendall(b"x")
    return 0


def stale_choices(port: int, count: int, token: str) -> int:
    """A phone replays choices of moments that have passed, as fast as it may."""
    client = PhoneClient(port)
    client.say(token)
    for number in range(count):
        try:
            do, which = ("choose", "choice") if number % 2 else ("pick", "pick")
            client.say(json.dumps({"do": do, "moment": 0, which: number % 12}))
            while client.has_page():
                client.page()
        except (OSError, AssertionError):
            client = PhoneClient(port)
            client.say(token)
        time.sleep(1 / 40)  # the thirty a second that are allowed, and more
    return 0


def names_of_markup(port: int, count: int, token: str) -> int:
    """Joins with names of markup, while a game is played: how many sat down."""
    sat = 0
    origin = f"http://127.0.0.1:{port}"
    for number in range(count):
        name = MARKUP[number % len(MARKUP)]
        body = json.dumps({"do": "join", "chair": number % 6, "colour": number % 6, "name": name}).encode()
        with suppress(OSError):
            urllib.request.urlopen(urllib.request.Request(f"{origin}/join", body, {"Origin": origin})).close()
            sat += 1
    return sat


ATTACKS: dict[str, tuple[Callable[[int, int, str], int], int]] = {
    "wrong tokens": (wrong_tokens, 10_000),
    "foreign Host or Origin": (foreign_names, 1_000),
    "bad and oversized frames": (bad_frames, 5_000),
    "slow sockets": (slow_sockets, 500),
    "stale and replayed choices": (stale_choices, 10_000),
    "names full of markup": (names_of_markup, 200),
}


# --- the table meanwhile ------------------------------------------------------------------------------


class Played:
    """A table with phones whose frames are drawn and timed."""

    def __init__(self, home: Path) -> None:
        self.evening = Evening(home, TableClock())
        self.tokens = [self.evening.ask(chair, chair, name)[1]["token"] for chair, name in enumerate(NAMES)]
        self.scene = self.evening.play("hands-down", 3)
        self.phone = self.evening.phone(self.tokens[2])
        self.page: Json = self.phone.page()
        self.frames_ms: list[float] = []
        self.own_ms: list[float] = []  # the same without what others did on this machine meanwhile

    def frame(self) -> None:
        began, own_began = time.perf_counter(), time.thread_time()
        self.evening.pump()
        self.scene.picture(Frame(*SIZE))
        self.own_ms.append((time.thread_time() - own_began) * 1000)
        self.frames_ms.append((time.perf_counter() - began) * 1000)
        time.sleep(max(0.0, 1 / 60 - (time.perf_counter() - began)))

    def events(self) -> list[tuple[str, int | None]]:
        return [(line["do"], line.get("seat")) for line in self.evening.entries() if "do" in line]

    def p99_ms(self) -> tuple[float, float]:
        """Of the frames since the last call: by the clock, and of this thread's own time."""
        measured = (sorted(self.frames_ms), sorted(self.own_ms))
        by_clock, own = (round(each[int(len(each) * 0.99)], 2) for each in measured)
        self.frames_ms.clear()
        self.own_ms.clear()
        return by_clock, own

    def quiet(self, seconds: float) -> tuple[float, float]:
        """The same while nobody attacks."""
        self.p99_ms() if self.frames_ms else None
        ends = time.monotonic() + seconds
        while time.monotonic() < ends:
            self.frame()
        return self.p99_ms()


def memory_mb() -> float:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


def under(played: Played, name: str, share: float) -> dict[str, Any]:
    """What one attack changed."""
    attack, count = ATTACKS[name]
    count = max(1, int(count * share))
    quiet_ms, quiet_own_ms = played.quiet(QUIET_S)  # just before: this machine may do other things later
    before, people, before_mb = played.events(), played.evening.stage.prefs, memory_mb()
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        result = pool.apply_async(attack, (played.evening.phones.server.port, count, played.tokens[1]))
        while not result.ready():
            played.frame()
        got_through = result.get()
    p99_ms, own_ms = played.p99_ms()
    return {
        "attack": name,
        "count": count,
        "got_through": got_through,
        "events_changed": played.events() != before,
        "chairs_changed": played.evening.stage.prefs != people,
        "frame_p99_ms": p99_ms,
        "beside_no_attack": round(p99_ms / quiet_ms, 2),
        "own_p99_ms": own_ms,
        "own_beside_no_attack": round(own_ms / quiet_own_ms, 2),
        "memory_grew_mb": round(memory_mb() - before_mb, 1),
    }


def main() -> int:
    share = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    bad = 0
    with tempfile.TemporaryDirectory() as home:
        played = Played(Path(home))
        played.quiet(1)
        for name in ATTACKS:
            report = under(played, name, share)
            print(json.dumps(report), flush=True)
            bad += report["got_through"] > 0 or report["events_changed"] or report["chairs_changed"]
        page = played.evening.phone(played.tokens[0]).page()
        print(json.dumps({"phone_of_ada_still_shows": len(page["cards"])}))
        played.evening.close()
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
