"""`slamomatic record`: a builder's evening in one file: checks, raw edges, order, drift, a game, versions."""

import argparse
import contextlib
import getpass
import json
import platform
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from slamomatic import __version__
from slamomatic.bench.progress import say
from slamomatic.bench.recording import file as recording
from slamomatic.bench.recording.run import Amounts, UnitRun
from slamomatic.bench.stand import open_stand
from slamomatic.engine.log import replay
from slamomatic.errors import UserError, explained
from slamomatic.options import add_count, add_switch, add_unit, add_word
from slamomatic.pico import checkup
from slamomatic.store.disk import DISK, data_folder
from slamomatic.store.journal import finished_folder
from slamomatic.store.journals import SUFFIX, open_folder, read_file
from slamomatic.words import N_, Sentence, gettext, said

SLAPS = 100  # of each paddle: half of them softly, half of them hard
DRIFT_MINUTES = 10.0
TRIALS = 60
PRESSES = 20
MINUTE_US = 60_000_000
NO_GAME = N_("No game has ended on this computer yet.")
LOST = N_(
    "The unit left out raw edges, because the computer read too slowly. So the slaps can't be judged again: "
    "end other programs, then record again."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_unit(parser)
    add_word(parser, "--out", "FILE", gettext("the file to write (slamomatic-recording.json)"), kind=Path)
    says = gettext("slaps of each paddle ({slaps}): half of them softly, half of them hard", slaps=SLAPS)
    add_count(parser, "--slaps", "N", SLAPS, says)
    says = gettext("how long to compare the two clocks ({minutes})", minutes=round(DRIFT_MINUTES))
    add_count(parser, "--minutes", "M", DRIFT_MINUTES, says)
    says = gettext("the journal of a whole game (default: of the last game that ended)")
    add_word(parser, "--journal", "FILE", says, kind=Path)
    add_word(
        parser, "--check", "FILE", gettext("say what a recording holds, instead of making one"), kind=Path
    )
    add_switch(parser, "--json", gettext("one JSON object on stdout"))


def run(args: argparse.Namespace) -> int:
    """Record an evening into a file; or say what a recording holds."""
    if args.check is not None:
        name = args.check.name
        with explained("The recording {path} can't be read ({why}). Check its name.", path=args.check):
            text = args.check.read_bytes().decode("utf-8", "replace")
        _print_summary(args.check, recording.read(text, name), as_json=args.json)
        return 0
    out = args.out or Path("slamomatic-recording.json")
    made = _record(args, out)
    with _write_errors_explained(out):
        DISK.save(out, recording.written(made).encode())
    _print_summary(out, made, as_json=args.json)
    return 0


def _write_errors_explained(out: Path) -> contextlib.AbstractContextManager[None]:
    """Turn errors in writing the file into a UserError that names another way."""
    return explained("{out} can't be written ({strerror}). Name another place with --out.", out=out)


def _record(args: argparse.Namespace, out: Path) -> recording.Recording:
    """Run the checks, read a journal and measure the unit; Ctrl-C keeps the parts so far.

    Private words and names are left out. UserError if a named journal is bad; without one there is a reason.
    """
    private = [str(data_folder()), str(Path.home()), getpass.getuser(), socket.gethostname()]
    say(
        gettext(
            "First the checks of `slamomatic doctor`, then the unit. Ctrl-C stops, and keeps what is done."
        )
    )
    checks = [recording.check_json(check, private) for check in _checks(args.unit)]
    not_recorded: dict[str, str] = {}
    journal: list[dict[str, Any]] = []
    try:
        journal = recording.nameless(read_file(args.journal or _last_journal()).entries)
        for _ in replay(journal):
            pass  # raises if the journal can't be replayed: readers of the recording will do so
    except UserError as error:
        if args.journal is not None:
            raise
        not_recorded["journal"] = recording.without_words(str(error), private)
    amounts = Amounts(args.minutes * MINUTE_US, TRIALS, PRESSES, max(1, args.slaps // 2))
    with open_stand(args.unit) as stand:
        # Try the file now: an evening must not be lost to a folder that nobody may write to.
        with _write_errors_explained(out):
            out.open("ab").close()
        unit_run = UnitRun(stand, amounts, ["offsets"], seed=1)
        try:
            raw = unit_run.run()
        except KeyboardInterrupt:
            raw = unit_run.raw()
        hello = stand.hello
    not_recorded |= {step: str(why) for step, why in raw.not_measured.items() if step != "offsets"}
    if raw.lost_edges():
        not_recorded["edges"] = LOST
    versions = {
        "slamomatic": __version__,
        "firmware": hello.firmware,
        "micropython": hello.micropython,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
    }
    return recording.Recording(versions, checks, raw, journal, not_recorded)


def _checks(unit: str) -> Iterator[checkup.Check]:
    """Yield the doctor's checks of the machine, and of the port if the unit is a real one."""
    yield from checkup.machine_checks()
    if unit.partition(":")[0] != "emulated":
        yield from checkup.access_checks(unit.partition(":")[2] or None)


def _last_journal() -> Path:
    """Return the journal of the game that ended last. UserError if none has ended yet."""
    folder = finished_folder(open_folder() / "any")
    files = DISK.files(folder) if folder.is_dir() else []  # the first game that ends makes the folder
    found = sorted((file.path.name, file.path) for file in files if file.path.suffix == SUFFIX)
    if not found:
        raise UserError(NO_GAME)
    return found[-1][1]


def _print_summary(path: Path, made: recording.Recording, *, as_json: bool) -> None:
    """Print what a recording holds, in words or as JSON, and what was not recorded."""
    hello = made.run.hello()
    steps = [step.name for step in made.run.steps]
    if as_json:
        answer = {
            "file": str(path),
            "emulated": made.emulated,
            "unit_id": hello.unit_id if hello else None,
            "versions": dict(made.versions),
            "lines": len(made.run.lines),
            "steps": steps,
            "journal": len(made.journal),
            "not_recorded": dict(made.not_recorded),
        }
        print(json.dumps(answer))
        return
    name = gettext("an emulated unit") if made.emulated else gettext("a unit")
    print(
        gettext(
            "{path} holds an evening of {name}: {lines} lines, {steps}, a game of {entries} entries.",
            path=path,
            name=name,
            lines=len(made.run.lines),
            steps=", ".join(steps),
            entries=len(made.journal),
        )
    )
    for what, why in made.not_recorded.items():
        print(f"  {what}: {gettext('not recorded')}. {said(Sentence(why))}")
