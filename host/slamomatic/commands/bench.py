"""`slamomatic bench`: picks the instrument; each is a module of slamomatic.bench."""

from __future__ import annotations

import argparse
import importlib

# instrument -> what it does; its module is slamomatic.bench.<instrument>, with add_arguments and run.
INSTRUMENTS = {
    "order": "does it name the right loser?",
    "latency": "from the first edge to the first USB packet, and to the host",
    "bounce": "bounce per paddle, and the lockout it advises",
    "soak": "a long run: nothing lost, memory flat",
    "link": "throughput and repair of the wire under damage",
    "monitor": "live paddles, last slaps and raw edges",
    "calibrate": "per-paddle offsets from a board dropped on all four",
    "reaction": "train your reaction time",
    "report": "one self-contained page of any runs",
    "table": "event to frame, frame times and start-up of the table",
}


# These show in a window what they say on the way; monitor, bounce and reaction have scenes of their own.
IN_A_WINDOW = ("order", "latency", "soak", "link", "calibrate")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    instruments = parser.add_subparsers(dest="instrument", metavar="INSTRUMENT", required=True)
    called = parser.get_default("words")[:1]  # only this one is imported
    for name, does in INSTRUMENTS.items():
        sub = instruments.add_parser(name, help=does, description=does[0].upper() + does[1:])
        if called == [name]:
            module = importlib.import_module(f"slamomatic.bench.{name}")
            module.add_arguments(sub)
            sub.set_defaults(instrument_run=module.run)
            if name in IN_A_WINDOW:
                sub.add_argument("--window", action="store_true", help="show in a window how far it is")


def run(args: argparse.Namespace) -> int:
    if args.instrument in IN_A_WINDOW and args.window:
        from slamomatic.bench.bench_window import run_in_window

        return run_in_window(args.instrument, args.instrument_run, args)
    return int(args.instrument_run(args))
