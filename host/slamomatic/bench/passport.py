"""`slamomatic bench passport`: how good a unit's timing is, on one dated page with the raw data inside."""

import argparse
import json
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
from slamomatic.bench.passport_words import CHAPTERS, LINES, UNITS
from slamomatic.bench.stand import open_stand
from slamomatic.errors import UsageError, explained
from slamomatic.options import add_number, add_switch, add_unit, add_word
from slamomatic.words import N_, gettext, said

ROUNDS = 10


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_unit(parser)
    says = gettext("how much is measured ({rounds}): twice as many take twice as long", rounds=ROUNDS)
    add_number(parser, "--rounds", "N", ROUNDS, says)
    says = gettext("steps to leave out: {steps}", steps=", ".join(STEPS))
    parser.add_argument("--without", choices=STEPS, nargs="+", default=[], metavar="STEP", help=says)
    add_word(parser, "--out", "FILE", gettext("where the page goes (passport-UNIT.html)"), kind=Path)
    add_word(parser, "--verify", "FILE", gettext("check a passport instead of making one"), kind=Path)
    add_number(parser, "--seed", "S", 1, gettext("the seed of the slaps (1)"))
    add_switch(parser, "--json", gettext("one JSON object instead of the text"))


def run(args: argparse.Namespace) -> int:
    if args.verify is not None:
        return _verify(args.verify, as_json=args.json)
    if args.rounds < 1:
        raise UsageError("--rounds must be at least 1.")
    if set(args.without) >= set(STEPS):
        raise UsageError("--without leaves nothing to measure. Keep one step at least.")
    with open_stand(args.unit) as stand:
        raw = PassportRun(stand, args.rounds, args.without, args.seed).run()
    document, text = written(raw, datetime.now(UTC))
    path = args.out or Path(f"passport-{document['unit_id'] or 'unit'}.html")
    says = N_("The passport can't be written to {path} ({why}). Choose another place with --out.")
    with explained(says, path=path):
        path.write_text(text, "utf-8")
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
        more = {"not_measured": dict(raw.not_measured), "faults": faults, "ok": not faults}
        print(json.dumps({"page": str(path), **kept, **more}))
        return
    unit = document["unit_id"]
    name = gettext("{unit} (emulated)", unit=unit) if raw.emulated else unit
    print(gettext("Timing passport of unit {unit}", unit=name))
    told = [(gettext(one.headline_label), one.headline) for one in CHAPTERS if one.headline]
    told += [(f"{gettext('FAULT')} {gettext(line.label)}", line.key) for line in LINES if line.key in faults]
    for label, key in told:
        if figures[key] is not None:
            print(f"  {label}: {shown(figures[key])} {UNITS[key]}".rstrip())
    for step, why in raw.not_measured.items():
        print(f"  {step}: {gettext('not measured')}. {gettext(why)}")
    print(
        gettext("The page is {path}. Check it with `slamomatic bench passport --verify {path}`.", path=path)
    )


def _verify(path: Path, *, as_json: bool) -> int:
    try:
        with explained("The passport {path} can't be read ({why}). Check its name.", path=path):
            text = path.read_text("utf-8")
    except UnicodeDecodeError:
        text = ""  # no passport is anything but text
    findings, passport = verify(text, datetime.now(UTC))
    ok = all(finding.ok for finding in findings)
    if as_json:
        document = passport.document if passport else {}
        who = {key: document.get(key) for key in ("unit_id", "made_at", "emulated")}
        print(json.dumps({"file": str(path), "ok": ok, **who, "findings": list(map(asdict, findings))}))
        return int(not ok)
    for finding in findings:
        print(f"{finding.mark} {said(finding.what)}: {said(finding.says)}")
    holds = gettext(
        "The passport holds. It is not signed: nobody can tell whether somebody changed data and figures "
        "together."
    )
    print(holds if ok else gettext("The passport does not hold."))
    return int(not ok)
