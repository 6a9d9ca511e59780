"""Everything that somebody in the network may try, in numbers: `python tools/phone_attack.py [SHARE]`.

A table of three people with phones is played on by robots and drawn, while another process attacks. SHARE of
the whole counts (1 is all: 10,000 wrong tokens, 5,000 bad frames, 500 slow sockets, 10,000 stale choices).
Prints JSON. The attacker gets less of the processor than the table: at home it is another computer.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import socket
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "tests")]

from slamomatic import engine  # noqa: E402
from slamomatic.engine.vocabulary import Choice, Event  # noqa: E402
from slamomatic.engine.words import event_from_json  # noqa: E402
from slamomatic.table.clock import TableClock  # noqa: E402
from support.phone_client import PhoneClient  # noqa: E402
from support.phone_evening import Evening  # noqa: E402
from support.phone_robot import Slappers  # noqa: E402

GAME, ENDLESS = "hit-the-deck", {"target": 1000}
NAMES = ("Ada", "Ben", "Cleo")
MARKUP = ["<script>alert(1)</script>", "'\"><img src=x>", "{{7*7}}", "\u202eadA", "\x00\x1b[2J", "&lt;b&gt;"]
SIZE = (1280, 720)
SPAWN = multiprocessing.get_context("spawn")
WARM_S = 20.0  # all cards have been drawn once by then
QUIET_S = 10.0  # before an attack, and after it


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


def read_on(port: int, token: str) -> None:
    """A phone of the table, which comes back when it is sent away for another page of it."""
    while True:
        with suppress(AssertionError, OSError):
            client = PhoneClient(port)
            client.say(token)
            while True:
                client.page()


@dataclass(frozen=True)
class Frames:
    """How long each took: by the clock, and of the drawing thread's own time."""

    by_clock_ms: Sequence[float]
    own_ms: Sequence[float]

    @property
    def p99_ms(self) -> float:
        return _p99(self.by_clock_ms)

    @property
    def own_p99_ms(self) -> float:
        return _p99(self.own_ms)


def _p99(times_ms: Sequence[float]) -> float:
    return round(sorted(times_ms)[int(len(times_ms) * 0.99)], 2)


class Played:
    """A table of people with phones that robots play on for them; its frames are drawn and timed."""

    def __init__(self, home: Path) -> None:
        self.evening = Evening(home, TableClock())
        self.tokens = [self.evening.ask(chair, chair, name)[1]["token"] for chair, name in enumerate(NAMES)]
        self.scene = self.evening.play(GAME, len(NAMES), ENDLESS)
        port = self.evening.phones.server.port
        self._phones = [
            SPAWN.Process(target=read_on, args=(port, token), daemon=True) for token in self.tokens
        ]
        for phone in self._phones:
            phone.start()
        keyboard, clock = self.evening.stage.unit.keyboard, self.evening.stage.clock
        assert keyboard is not None
        self._slappers = Slappers(self.scene, lambda seat, down: keyboard.key(seat, down, clock()))
        self._chance = random.Random(1)
        self._chooses_at_s = 0.0
        self.chosen: Counter[str] = Counter()
        self.frames_ms: list[float] = []
        self.own_ms: list[float] = []  # the same without what others did on this machine meanwhile

    def frame(self) -> None:
        began, own_began = time.perf_counter(), time.thread_time()
        self._play()
        self.evening.pump()
        self.evening.stage.surface(self.scene, SIZE)
        self.own_ms.append((time.thread_time() - own_began) * 1000)
        self.frames_ms.append((time.perf_counter() - began) * 1000)
        time.sleep(max(0.0, 1 / 60 - (time.perf_counter() - began)))

    def _play(self) -> None:
        """About every second somebody chooses something. Seats that must slap do so."""
        session = self.scene.session
        self._slappers.act(session.people)
        if time.monotonic() < self._chooses_at_s:
            return
        self._chooses_at_s = time.monotonic() + self._chance.uniform(0.3, 1.2)
        choices = [choice for seat in session.people for choice in session.legal(seat) if choice.do != "down"]
        if choices:
            choice = self._chance.choice(choices)
            self.chosen[_spelled(choice)] += 1
            session.choose(choice)

    def chosen_by_nobody(self) -> int:
        """Choices in the journal that no robot has made."""
        game = engine.find(GAME)
        events = [event_from_json(game, line) for line in self.evening.entries() if "do" in line]
        return (Counter(_spelled(event) for event in events if event.do in game.EVENTS) - self.chosen).total()

    def close(self) -> None:
        for phone in self._phones:
            phone.terminate()
        self.evening.close()

    def quiet(self, seconds: float) -> None:
        """Nobody attacks."""
        ends = time.monotonic() + seconds
        while time.monotonic() < ends:
            self.frame()


def _spelled(choice: Choice | Event) -> str:
    return json.dumps([choice.do, choice.seat, choice.data], sort_keys=True)


def memory_mb() -> float:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


def server_thread_s() -> float:
    """How long the thread that serves the phones has run."""
    ident = next(thread.ident for thread in threading.enumerate() if thread.name == "phone pages")
    return time.clock_gettime(time.pthread_getcpuclockid(ident)) if ident else 0.0


def under(played: Played, name: str, share: float) -> dict[str, Any]:
    """Return what one attack changed."""
    attack, count = ATTACKS[name]
    count = max(1, int(count * share))
    people = played.evening.stage.prefs
    played.quiet(QUIET_S)
    before_mb, server_s = memory_mb(), server_thread_s()
    frames, own = len(played.frames_ms), len(played.own_ms)
    with SPAWN.Pool(1, os.nice, (5,)) as pool:
        began = time.monotonic()
        result = pool.apply_async(attack, (played.evening.phones.server.port, count, played.tokens[1]))
        while not result.ready():
            played.frame()
        took_s, got_through = time.monotonic() - began, result.get()
    grew_mb, server_share = memory_mb() - before_mb, (server_thread_s() - server_s) / took_s
    attacked = Frames(played.frames_ms[frames:], played.own_ms[own:])
    del played.frames_ms[frames:], played.own_ms[own:]
    played.quiet(QUIET_S)
    quiet = Frames(played.frames_ms, played.own_ms)
    played.frames_ms, played.own_ms = [], []
    return {
        "attack": name,
        "count": count,
        "seconds": round(took_s),
        "got_through": got_through,
        "chosen_by_nobody": played.chosen_by_nobody(),
        "chairs_changed": played.evening.stage.prefs != people,
        "frame_p99_ms": attacked.p99_ms,
        "quiet_p99_ms": quiet.p99_ms,
        "beside_quiet": round(attacked.p99_ms / quiet.p99_ms, 2),
        "own_p99_ms": attacked.own_p99_ms,
        "own_beside_quiet": round(attacked.own_p99_ms / quiet.own_p99_ms, 2),
        "server_of_a_core": round(server_share, 3),
        "memory_grew_mb": round(grew_mb, 1),
    }


def main() -> int:
    share = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    bad = 0
    with tempfile.TemporaryDirectory() as home:
        played = Played(Path(home))
        played.quiet(WARM_S)
        played.frames_ms, played.own_ms = [], []
        for name in ATTACKS:
            report = under(played, name, share)
            print(json.dumps(report), flush=True)
            bad += bool(report["got_through"] or report["chosen_by_nobody"] or report["chairs_changed"])
        page = played.evening.phone(played.tokens[0]).page()
        print(json.dumps({"phone_of_ada_still_shows": len(page["cards"])}))
        played.close()
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
