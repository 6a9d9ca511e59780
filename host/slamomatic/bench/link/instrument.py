"""`slamomatic bench link`: how fast the wire is read, how soon a slap is at the table, what is repaired."""

import argparse
import os
import random
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import reduce
from operator import xor

from slamomatic import messages as m
from slamomatic.bench.figures import rounded
from slamomatic.bench.link.damage import Repair, repair
from slamomatic.bench.link.queue_latency import queue_latency
from slamomatic.bench.result import Count, Finding, Measured, Result, Series, Stopwatch, add_json, tell
from slamomatic.options import add_count, add_number
from slamomatic.wire import Decoder, encode
from slamomatic.words import Sentence, counted, gettext

LINES = 5_000
YARDSTICK_LINES = 500
READ_BYTES = 4096  # what one read of a busy port brings at most
TURNS = 30
MANY_TIMES = 10
HAND_OVER_WITHIN_US = 1_000


@dataclass(frozen=True, slots=True)
class Answers:
    """The keys of `bench link --json`."""

    lines_per_s: Count
    typed_per_s: Count  # with every field read
    yardstick_lines_per_s: Count | None  # by pynmea2; None: not installed
    times_yardstick: float | None
    slaps: Count  # over the damaged wire, and what became of them
    repaired: Count
    lost: Count
    duplicated: Count
    damaged_lines: Count
    random_bytes: Count
    made_up_events: Count  # in random bytes


ANSWERS = (Answers,)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    says = gettext("how many slaps to hand over beside a busy frame (1500)")
    add_count(parser, "--slaps", None, 1500, says)
    says = gettext("how many minutes to simulate on the damaged wire (20)")
    add_count(parser, "--minutes", None, 20.0, says)
    says = gettext("how many random bytes the decoder reads (10000000)")
    add_number(parser, "--random-bytes", None, 10_000_000, says)
    add_number(parser, "--seed", None, 1, gettext("the seed of everything random (1)"))
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    return tell(measure(args), args)


def measure(args: argparse.Namespace) -> Result:
    """Measure reading speeds, random bytes, the damaged wire and the way to the table."""
    watch = Stopwatch()
    lines_per_s, typed_per_s, yardstick_per_s = reading_speeds()
    random_bytes, made_up = events_in_noise(args.random_bytes, args.seed)
    repaired = repair(args.minutes, args.seed)
    says = Sentence("from the sender's stamp on a line to the event in the table's queue")
    series = {"hand_over": Series(says, "us", tuple(queue_latency(args.slaps, "tcp")))}
    if os.name == "posix" and len(series["hand_over"].values) == args.slaps:  # not stopped
        says = Sentence("the same over a terminal, including the system's worker")
        series["hand_over_pty"] = Series(says, "us", tuple(queue_latency(args.slaps, "pty")))
    found = series["hand_over"].figures()
    times = lines_per_s / yardstick_per_s if yardstick_per_s else None
    return watch.result(
        "link",
        Sentence(
            "lines_per_s: bytes to checked lines, in reads of 4096 bytes, on one core. typed_per_s: the "
            "same, to messages with numbers in them. yardstick: pynmea2 on lines of the same length. "
            "hand_over: from the sender's stamp on a line to the event in the table's queue, over TCP on "
            "this machine, beside a frame that works 8 ms of 16. hand_over_pty: the same over a "
            "terminal, where a worker of the system passes the bytes on. repaired, lost: slaps over a "
            "wire that drops, doubles and changes 1 % of all bytes each way, with stalls, in simulated "
            "time."
        ),
        Sentence(
            "the USB and the unit: bench latency measures those. The damage is far worse than any cable's."
        ),
        Measured(Sentence("no unit: the host's half of the wire")),
        Answers(
            lines_per_s=round(lines_per_s),
            typed_per_s=round(typed_per_s),
            yardstick_lines_per_s=round(yardstick_per_s) if yardstick_per_s else None,
            times_yardstick=rounded(times),
            **asdict(repaired),
            random_bytes=random_bytes,
            made_up_events=made_up,
        ),
        series,
        _findings(times, found.p99 if found else None, repaired, made_up),
    )


def _findings(
    times: float | None, p99_us: float | None, repaired: Repair, made_up: int
) -> tuple[Finding, ...]:
    speed = Sentence("not compared: pynmea2 is not installed (it comes with the test extra)")
    delay = Sentence("not measured, because the run was stopped")
    noise = counted("{n} event came out of random bytes", "{n} events came out of random bytes", made_up)
    if times is not None:
        speed = Sentence("{times} times as many lines per second as pynmea2", times=f"{times:.1f}")
    if p99_us is not None:
        delay = Sentence("99 of 100 slaps reach the table within {p99_us} us", p99_us=f"{p99_us:.0f}")
    repair_says = Sentence(
        "{slaps} slaps, {repaired} asked for again, {lost} lost, {duplicated} doubled", **asdict(repaired)
    )
    return (
        Finding(times is None or times >= MANY_TIMES, "speed", speed),
        Finding(p99_us is not None and p99_us < HAND_OVER_WITHIN_US, Sentence("hand over"), delay),
        Finding(repaired.lost == repaired.duplicated == 0, "repair", repair_says),
        Finding(made_up == 0, "noise", noise),
    )


def wire_log(lines: int) -> bytes:
    """Return so many DOWN lines, as a unit sends them, in one piece."""
    bodies = (f"DOWN,{10_000 + n},{n % 4},{123_456_789_012 + n * 7}" for n in range(lines))
    return b"".join(map(encode, bodies))


def reading_speeds(
    clock: Callable[[], float] = time.perf_counter,
) -> tuple[float, float, float | None]:
    """Return lines per second: only checked; parsed into messages; by the yardstick.

    The last one is None if the yardstick is not installed.
    """
    log = wire_log(LINES)
    turns: list[tuple[Callable[[], None], int]] = [
        (lambda: _read(log), LINES),
        (lambda: _read(log, m.parse), LINES),
    ]
    if yardstick := _yardstick():
        turns.append((yardstick, YARDSTICK_LINES))
    best = [0.0] * 3  # lines a second
    # Short turns, one after the other, and the best of each: other load on the machine then matters least.
    for _ in range(TURNS):
        for number, (turn, lines) in enumerate(turns):
            began = clock()
            turn()
            best[number] = max(best[number], lines / (clock() - began))
    return best[0], best[1], best[2] or None


def _read(log: bytes, each: Callable[[bytes], object] | None = None) -> None:
    """Decode a log in reads of READ_BYTES; pass each line to `each`, if given."""
    decoder = Decoder()
    for at in range(0, len(log), READ_BYTES):
        bodies = decoder.feed(log[at : at + READ_BYTES])
        if each is not None:
            for body in bodies:
                each(body)


def _yardstick() -> Callable[[], None] | None:
    """Return a call that has pynmea2 parse YARDSTICK_LINES sentences as long as our lines.

    None: not installed.
    """
    try:
        import pynmea2  # type: ignore[import-untyped]
    except ImportError:
        return None
    sentence = "$GPGLL,1929.045,S,02410.506,E,18"
    sentence += f"*{reduce(xor, sentence[1:].encode()):02X}"
    if len(sentence) != len(wire_log(1).rstrip()):
        raise AssertionError("the yardstick's lines are not as long as ours")

    def parse() -> None:
        for _ in range(YARDSTICK_LINES):
            pynmea2.parse(sentence)

    return parse


def events_in_noise(count: int, seed: int) -> tuple[int, int]:
    """Feed a decoder with random bytes, and with as many that look like the wire's.

    Return how many random bytes it read, and how many lines it took for good. Ctrl-C ends it early.
    """
    chance = random.Random(seed)
    decoder = Decoder()
    look_alike = b"$*,\n\rDOWNUPBEAT0123456789abcdef"
    done = 0
    try:
        while done < count:
            noise = chance.randbytes(min(READ_BYTES, count - done))
            decoder.feed(noise)
            decoder.feed(bytes(look_alike[byte % len(look_alike)] for byte in noise))
            done += len(noise)
    except KeyboardInterrupt:  # stopped: those so far count
        if not done:
            raise
    return done, decoder.counts.lines
