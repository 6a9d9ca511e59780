"""`python3 hardware` makes everything a builder needs into hardware/out/; a word makes one part of it.

files      after a change: write the committed files again (sheets, boards, wiring, prints, manual, pictures).
check      ERC, DRC, pins, bill of materials and the input network, in one go.
gerbers    gerber and drill files for a board maker.
placement  the page that shows where each part goes.
print      STL of every printed part.
strength   what the printed parts stand: tipping, stacks, travel, stress, reach, assembly.
manual     the build manual as HTML, and as PDF with Chromium.
laser      outlines to cut instead, SVG and DXF.
pictures   the guides' pictures and renders of the board.
bom        the bill of materials with its totals.
release    one dated archive to order and build from (`--out FILE`); says as JSON what is in it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hardware.tools.checks import Row
    from hardware.tools.parts import Variant

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path[0] = str(ROOT)
sys.path.insert(1, str(ROOT / "host"))


def files() -> None:
    from hardware.tools import (
        facts,
        kicad,
        manual_pages,
        manual_pictures,
        mechanics,
        pictures,
        ready,
        schematic,
        wiring,
    )
    from hardware.tools.unit import Unit

    schematic.write()
    words = [kicad.python(), str(HERE / "tools" / "board.py")]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0:  # only then: pcbnew chats on stderr
        raise RuntimeError(f"the boards could not be drawn: {done.stderr[-600:]}")
    wiring.write()
    pictures.make(facts.PICTURES)
    ready.write()
    for name in mechanics.PRINTED:
        mechanics.stl(name, mechanics.PRINTS)
    manual_pictures.make_pictures(Unit())
    manual_pages.BUILD.write_text(manual_pages.markdown(Unit()), encoding="utf-8")


def check() -> None:
    import yaml  # type: ignore[import-untyped]

    from hardware.tools import checks, facts, parts, wiring

    table, rows = facts.pins(), checks.bom_rows()
    harness = yaml.safe_load(wiring.SOURCE.read_text(encoding="utf-8"))
    wrong = [*checks.inputs(table), *checks.wiring(harness, table), *checks.bom_rows_whole(rows)]
    for variant in parts.VARIANTS:
        wrong += [f"{variant.name}: {line}" for line in _check_board(variant, table, rows)]
    print("\n".join(wrong) or "checked: rules, pins, wiring, parts list, boards and input networks agree")
    if wrong:
        sys.exit(1)


def _check_board(variant: Variant, table: dict[str, Any], rows: list[Row]) -> list[str]:
    from hardware.tools import (
        board_checks,
        checks,
        copper,
        fabrication,
        facts,
        netlist,
        parts,
        placement,
        spice,
    )

    sheet, board, build = netlist.of(variant.schematic), copper.read(variant.board), variant.build
    return [
        *fabrication.electrical_rules(variant.schematic), *fabrication.design_rules(variant.board),
        *checks.sheet_pins(sheet, table), *checks.sheet_contacts(sheet, variant),
        *checks.sheet_legs(sheet, variant), *checks.bom_against_sheet(rows, sheet, build),
        *board_checks.ground_planes(board), *board_checks.fits_the_lid(board),
        *board_checks.packages(board, rows, build), *board_checks.counts(board, rows, build),
        *board_checks.decoupling(board), *board_checks.vias_beside_pads(board),
        *board_checks.power_tracks(board),
        *board_checks.labels(board, placement.PLUG_WORDS, parts.TEST_POINTS),
        *board_checks.inrush(sheet), *board_checks.fuse(rows, build, facts.light_cap_ma()),
        *spice.checked(sheet),
    ]  # fmt: skip


def gerbers() -> None:
    from hardware.tools import fabrication, parts

    for variant in parts.VARIANTS:
        print(f"gerber and drill files: {fabrication.gerbers(variant)}")


def placement() -> None:
    from hardware.tools import fabrication, parts

    for variant in parts.VARIANTS:
        print(f"placement page: {fabrication.placement_page(variant)}")


def print_() -> None:
    from hardware.tools import mechanics

    for name, (_, count) in mechanics.PRINTED.items():
        print(f"print {count} of {mechanics.stl(name)}", flush=True)


def strength() -> None:
    from hardware.tools import kit

    wrong = kit.complaints()
    print("\n".join(wrong) or "checked: the kit stands up to slaps and goes together in the manual's order")
    if wrong:
        sys.exit(1)


def manual_() -> None:
    from hardware.tools import manual_pages
    from hardware.tools.unit import Unit

    for path in manual_pages.make(Unit()):
        print(f"manual: {path}")


def laser() -> None:
    from hardware.tools import facts, mechanics

    for name in mechanics.CUT:
        for kind in ("svg", "dxf"):
            mechanics.outline(name, kind=kind)
    print(f"laser outlines: {facts.OUT / 'laser'}")


def pictures() -> None:
    from hardware.tools import fabrication, facts, parts, pictures

    for path in pictures.make(facts.OUT / "pictures"):  # the boards' tops among them
        print(f"picture: {path}", flush=True)
    for variant in parts.VARIANTS:
        fabrication.render(facts.OUT / "renders" / f"{variant.name}-bottom.png", variant, "bottom", 700)


def bom() -> None:
    from hardware.tools import checks

    for row in checks.bom_rows():
        print("{build:14} {need:8} {quantity:>3} {value:28} {part_number:28} {price_eur:>6}".format(**row))
    for build, (need, every) in checks.totals(checks.bom_rows()).items():
        print(f"{build}: {need:.2f} EUR required, {every:.2f} EUR with all options")


def release(target: Path | None = None) -> None:
    from hardware.tools import release

    if lacking := release.missing():
        raise RuntimeError("\n".join(["something is missing here.", *lacking]))
    print(json.dumps(release.make(target), indent=1))


WORDS = {
    "files": files, "check": check, "gerbers": gerbers, "placement": placement,
    "print": print_, "strength": strength, "manual": manual_, "laser": laser,
    "pictures": pictures, "bom": bom, "release": release,
}  # fmt: skip


def arguments(given: list[str]) -> tuple[list[str], Path | None]:
    """The words, and where the release goes."""
    if "--out" not in given:
        return [word for word in given if word != "--json"], None
    at = given.index("--out")
    target = Path(given[at + 1]).absolute() if len(given) > at + 1 else None
    return given[:at] + given[at + 2 :], target


def main() -> int:
    words, target = arguments(sys.argv[1:])
    unknown = [word for word in words if word not in WORDS]
    if unknown:
        print(__doc__)
        return 0 if set(unknown) <= {"-h", "--help", "help"} else 2
    import first_run

    if Path(sys.prefix) != Path(first_run.VENV):  # WireViz and Pillow live in the project's own environment
        return subprocess.call([first_run.ensure({"test"}), str(HERE), *sys.argv[1:]])
    for word in words or [word for word in WORDS if word not in ("files", "release")]:
        try:
            release(target) if word == "release" else WORDS[word]()
        except FileNotFoundError as error:
            hint = "On Debian: python3 tests installs it."
            print(f"hardware {word}: {error.filename} is not installed. {hint}", file=sys.stderr)
            return 1
        except (RuntimeError, subprocess.CalledProcessError) as error:
            print(f"hardware {word}: {error}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
