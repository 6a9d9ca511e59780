"""`slamomatic bench passport`: how good a unit's timing is, on one dated page with the raw data inside."""

from __future__ import annotations

import argparse
import json
from contextlib import closing
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from slamomatic.bench.passport_figures import faulty
from slamomatic.bench.passport_file import document_of, sealed
from slamomatic.bench.passport_page import passport_page, shown
from slamomatic.bench.passport_raw import STEPS, Raw
from slamomatic.bench.passport_run import PassportRun
from slamomatic.bench.passport_verify import verify
from slamomatic.bench.passport_words import CHAPTERS, HEADLINES
from slamomatic.bench.stand import open_stand
from slamomatic.errors import UsageError, UserError
from slamomatic.words import gettext, said

ROUNDS = 10


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--unit", default="auto", metavar="U", help=gettext("auto, serial:PORT or emulated (auto)")
    )
    parser.add_argument(
        "--rounds",
        type=int,
        default=ROUNDS,
        metavar="N",
        help=gettext("how much is measured ({rounds}): twice as many take twice as long", rounds=ROUNDS),
    )
    parser.add_argument(
        "--without",
        choices=STEPS,
        nargs="+",
        default=[],
        metavar="STEP",
        help=gettext("steps to leave out: {steps}", steps=", ".join(STEPS)),
    )
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help=gettext("where the page goes (passport-UNIT.html)")
    )
    parser.add_argument(
        "--verify", type=Path, metavar="FILE", help=gettext("check a passport instead of making one")
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S", help=gettext("the seed of the slaps (1)"))
    parser.add_argument("--json", action="store_true", help=gettext("one JSON object instead of the text"))


def run(args: argparse.Namespace) -> int:
    if args.verify is not None:
        return _verify(args.verify, as_json=args.json)
    if args.rounds < 1:
        raise UsageError("--rounds must be at least 1.")
    if set(args.without) >= set(STEPS):
        raise UsageError("--without leaves nothing to measure. Keep one step at least.")
    with closing(open_stand(args.unit)) as stand:
        raw = PassportRun(stand, args.rounds, args.without, args.seed).run()
    document, text = written(raw, datetime.now(UTC))
    path = args.out or Path(f"passport-{document['unit_id'] or 'unit'}.html")
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise UserError(
            "The passport can't be written to {path} ({why}). Choose another place with --out.",
            path=path,
            why=error.strerror,
        ) from error
    faults = faulty(document["figures"])
    _tell(path, document, raw, faults, as_json=args.json)
    return 1 if faults else 0


def written(raw: Raw, made_at: datetime) -> tuple[dict[str, Any], str]:
    """The document of a run, and the whole file with it."""
    document = document_of(raw, made_at)
    return document, sealed(document, passport_page(document, raw))


def _tell(path: Path, document: dict[str, Any], raw: Raw, faults: list[str], *, as_json: bool) -> None:
    figures = document["figures"]
    if as_json:
        kept = {key: value for key, value in document.items() if key != "raw"}
        print(
            json.dumps(
                {
                    "page": str(path),
                    **kept,
                    "not_measured": dict(raw.not_measured),
                    "faults": faults,
                    "ok": not faults,
                }
            )
        )
        return
    unit = document["unit_id"]
    print(
        gettext(
            "Timing passport of unit {unit}",
            unit=gettext("{unit} (emulated)", unit=unit) if raw.emulated else unit,
        )
    )
    for chapter in CHAPTERS:
        if figures.get(chapter.headline) is not None:
            unit = next(line.unit for line in chapter.lines if line.key == chapter.headline)
            print(f"  {gettext(HEADLINES[chapter.name])}: {shown(figures[chapter.headline])} {unit}".rstrip())
    for line in (line for chapter in CHAPTERS for line in chapter.lines if line.key in faults):
        print(f"  {gettext('FAULT')} {gettext(line.label)}: {shown(figures[line.key])} {line.unit}".rstrip())
    for step, why in raw.not_measured.items():
        print(f"  {step}: {gettext('not measured')}. {gettext(why)}")
    print(
        gettext("The page is {path}. Check it with `slamomatic bench passport --verify {path}`.", path=path)
    )


def _verify(path: Path, *, as_json: bool) -> int:
    try:
        text = path.read_text("utf-8")
    except UnicodeDecodeError:
        text = ""  # no passport is anything but text
    except OSError as error:
        raise UserError(
            "The passport {path} can't be read ({why}). Check its name.", path=path, why=error.strerror
        ) from error
    findings, passport = verify(text, datetime.now(UTC))
    ok = all(finding.ok for finding in findings)
    if as_json:
        document = passport.document if passport else {}
        answer = {
            "file": str(path),
            "ok": ok,
            "unit_id": document.get("unit_id"),
            "made_at": document.get("made_at"),
            "emulated": document.get("emulated"),
            "findings": [asdict(finding) for finding in findings],
        }
        print(json.dumps(answer))
        return 0 if ok else 1
    width = max(len(gettext("OK")), len(gettext("FAULT")))
    for finding in findings:
        mark = gettext("OK") if finding.ok else gettext("FAULT")
        print(f"{mark:<{width}} {said(finding.what)}: {said(finding.says)}")
    if ok:
        print(
            gettext(
                "The passport holds. It is not signed: nobody can tell whether somebody changed data and "
                "figures together."
            )
        )
    else:
        print(gettext("The passport does not hold."))
    return 0 if ok else 1
