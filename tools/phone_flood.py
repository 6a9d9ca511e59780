"""Silent connections to the phone pages while games are played: `python tools/phone_flood.py 2000 30`.

Another process opens so many connections, all on this machine, for so many seconds; it says nothing and opens
again what is closed. This one has the thousand descriptors of an ordinary desktop. It plays, opens files as a
journal does, and now and then a phone with a token comes.
"""

from __future__ import annotations

import json
import logging
import os
import resource
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "tests")]

from slamomatic.engine.bots.many import Plan, play_one  # noqa: E402
from slamomatic.phone.server import PhoneServer  # noqa: E402
from support.phone_client import PhoneClient  # noqa: E402
from support.room import started  # noqa: E402

DESCRIPTORS = 1024
SEATS = 4
MOST_TRIES = 4  # of a phone, a few seconds in all where the machine has nothing else to do
ADDRESSES = 200  # of this machine, so that no limit for one address alone helps
PAGE = {"who": "Ada"}


def attack(port: int, connections: int) -> None:
    """Hold so many connections, for as long as there is a port."""
    resource.setrlimit(
        resource.RLIMIT_NOFILE, (connections + 100, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
    )
    held: list[socket.socket] = []
    number = 0
    while True:
        still = []
        for one in held:
            with suppress(BlockingIOError):
                one.close() if _is_closed(one) else still.append(one)
        held = still
        while len(held) < connections:
            number += 1
            one = socket.socket()
            one.setblocking(False)
            one.bind((f"127.0.1.{number % ADDRESSES + 1}", 0))
            with suppress(BlockingIOError):
                one.connect(("127.0.0.1", port))
            held.append(one)
        print(number, flush=True)
        time.sleep(0.2)


def _is_closed(one: socket.socket) -> bool:
    try:
        return one.recv(1) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


class Log(logging.Handler):
    """Counts what would be logged."""

    def __init__(self) -> None:
        super().__init__()
        self.lines = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.lines += self.format(record).count("\n") + 1


def memory_mb() -> float:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


def flood(connections: int, seconds: float) -> dict[str, float]:
    """Flood the table with connections and return how it did meanwhile."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (DESCRIPTORS, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    log = Log()
    logging.getLogger().addHandler(log)
    pages, phones = started(SEATS)
    for phone in phones:
        pages.publish(phone.number, PAGE)
    plan = Plan("slamwich", 1, SEATS, ("random",) * SEATS)
    quiet_s = _seconds_of(lambda: [play_one(plan, index) for index in range(20)])
    before_mb = memory_mb()
    words = [sys.executable, "-P", __file__, "attack", str(pages.port), str(connections)]
    attacker = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    assert attacker.stdout is not None
    attacker.stdout.readline()
    report = {
        "connections": connections,
        "games": 0,
        "journals": 0,
        "phones": 0,
        "late_phones": 0,
        "most_open": 0,
    }
    waits: list[float] = []
    end = time.monotonic() + seconds
    try:
        with tempfile.TemporaryDirectory() as folder:
            while time.monotonic() < end or not report["phones"]:  # a busy machine plays slowly
                play_one(plan, report["games"])
                report["games"] += 1
                _journal(Path(folder) / f"{report['games']}")
                report["journals"] += 1
                report["most_open"] = max(report["most_open"], len(os.listdir("/proc/self/fd")))
                if report["games"] % 5 == 0:
                    tries, wait_s = _phone(pages, report["phones"] % SEATS)
                    report["phones"] += 1
                    report["late_phones"] += tries > MOST_TRIES
                    waits.append(wait_s)
        flooded_s = _seconds_of(lambda: [play_one(plan, index) for index in range(20)])
    finally:
        attacker.terminate()
        said = attacker.communicate()[0].split()
        pages.stop()
    waits.sort()
    return {
        **report,
        "opened_by_the_flood": int(said[-1]) if said else 0,
        "phone_p50_ms": round(waits[len(waits) // 2] * 1000, 1),
        "phone_max_ms": round(waits[-1] * 1000, 1),
        "memory_grew_mb": round(memory_mb() - before_mb, 1),
        "log_lines": log.lines,
        "twenty_games_before_s": round(quiet_s, 2),
        "twenty_games_under_flood_s": round(flooded_s, 2),
    }


def _seconds_of(work: object) -> float:
    assert callable(work)
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def _journal(path: Path) -> None:
    """Make the system calls that opening a journal makes."""
    journal = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    folder = os.open(path.parent, os.O_RDONLY)
    os.write(journal, b"{}\n")
    os.close(folder)
    os.close(journal)


def _phone(pages: PhoneServer, seat: int) -> tuple[int, float]:
    """How often and how long a phone tries until it has its page; it tries again as the real page does."""
    began = time.monotonic()
    for tries, pause_s in enumerate((0.25, 0.5, 1, 2, 4, 4, 4, 4), 1):
        try:
            client = PhoneClient(pages.port, wait_s=10)
            client.say(pages.room.at(seat)[0].token)
            assert client.page() == PAGE
            client.end()
            return tries, time.monotonic() - began
        except OSError:
            time.sleep(pause_s)
    return tries + 1, float("inf")


def main() -> int:
    if sys.argv[1] == "attack":
        attack(int(sys.argv[2]), int(sys.argv[3]))
    report = flood(int(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) > 2 else 30)
    print(json.dumps(report, indent=1))
    well = report["late_phones"] == 0 and report["log_lines"] == 0 and report["most_open"] < DESCRIPTORS / 2
    return 0 if well and report["memory_grew_mb"] < 20 else 1


if __name__ == "__main__":
    sys.exit(main())
