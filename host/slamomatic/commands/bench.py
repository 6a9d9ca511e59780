"""`slamomatic bench`: pick the instrument; each is a folder of slamomatic.bench."""

import argparse
import importlib

from slamomatic.options import add_switch
from slamomatic.words import N_, capital, gettext

# instrument -> what it does; slamomatic.bench.<instrument>.instrument has its add_arguments and run.
INSTRUMENTS = {
    "order": N_("check that the right loser is named"),
    "device": N_("measure in which order any gamepad, keyboard or mouse reports presses"),
    "display": N_("measure how late your screen is, with a light sensor"),
    "latency": N_("measure the time from the first edge to the first USB packet, and to the host"),
    "bounce": N_("measure how long each paddle bounces, and advise a lockout"),
    "soak": N_("run for a long time: no slap may be lost, and memory must not grow"),
    "link": N_("damage the wire on purpose: measure its speed and its repairs"),
    "monitor": N_("show the paddles live, the last slaps and the raw edges"),
    "scope": N_("look at raw edges: trigger, cursors, and what you see as a file"),
    "calibrate": N_("drop a board on all four paddles, and measure how late each one is"),
    "reaction": N_("train your reaction time"),
    "lab": N_("stream slaps to lab recorders (LSL)"),
    "report": N_("measure a unit as a whole, or put any runs on one page that anybody can verify"),
    "table": N_("measure the table: from event to frame, each frame, and the start"),
}


# These show in a window what they say on the way; others have scenes of their own.
IN_A_WINDOW = ("order", "device", "latency", "soak", "link", "calibrate")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    instruments = parser.add_subparsers(dest="instrument", metavar="INSTRUMENT", required=True)
    called = parser.get_default("words")[:1]  # only this one is imported
    for name, does in INSTRUMENTS.items():
        says = gettext(does)
        sub = instruments.add_parser(name, help=says, description=capital(says) + ".")
        if called == [name]:
            module = importlib.import_module(f"slamomatic.bench.{name}.instrument")
            module.add_arguments(sub)
            sub.set_defaults(instrument_run=module.run)
            if name in IN_A_WINDOW:
                add_switch(sub, "--window", gettext("show the progress in a window"))


def run(args: argparse.Namespace) -> int:
    if args.instrument in IN_A_WINDOW and args.window:
        from slamomatic.bench.window.show import run_in_window

        return run_in_window(args)
    return int(args.instrument_run(args))
