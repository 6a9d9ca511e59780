"""`python3 hardware` makes everything a builder needs into hardware/out/; a word makes one part of it.

files      write what is committed again: sheet, board, wiring, prints, manual, pictures; only after a change
check      ERC, DRC, pins, bill of materials and the input network, in one go
gerbers    gerber and drill files for a board maker
placement  the page that shows where each part goes
print      STL of every printed part
strength   what the printed parts stand: tipping, stacks, travel, stress, reach, assembly
manual     the build manual as HTML, and as PDF with Chromium
laser      outlines to cut instead, SVG and DXF
pictures   the guides' pictures and renders of the board
bom        the bill of materials with its totals
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path[0] = str(ROOT)
sys.path.insert(1, str(ROOT / "host"))


def files() -> None:
    from hardware.tools import fabrication, facts, manual, mechanics, pictures, schematic, wiring
    from hardware.tools.unit import Unit

    schematic.write()
    subprocess.run([fabrication.DEBIAN_PYTHON, str(HERE / "tools" / "board.py")], check=True)
    wiring.write()
    pictures.make(facts.PICTURES)
    for name in mechanics.PRINTED:
        mechanics.stl(name, mechanics.PRINTS)
    manual.make_pictures(Unit())
    manual.BUILD.write_text(manual.markdown(Unit()), encoding="utf-8")


def check() -> None:
    import yaml  # type: ignore[import-untyped]

    from hardware.tools import checks, fabrication, facts, netlist, spice, wiring

    table, sheet, rows = facts.pins(), netlist.of(), checks.bom_rows()
    harness = yaml.safe_load(wiring.SOURCE.read_text(encoding="utf-8"))
    wrong = [
        *fabrication.electrical_rules(), *fabrication.design_rules(), *checks.inputs(table),
        *checks.sheet_pins(sheet, table), *checks.sheet_contacts(sheet), *checks.sheet_legs(sheet),
        *checks.wiring(harness, table),
        *checks.bom_rows_whole(rows), *checks.bom_against_sheet(rows, sheet),
        *spice.complaints(spice.all_contacts(sheet)),
    ]  # fmt: skip
    print("\n".join(wrong) or "checked: rules, pins, wiring, bill of materials and input network agree")
    if wrong:
        sys.exit(1)


def gerbers() -> None:
    from hardware.tools import fabrication

    print(f"gerber and drill files: {fabrication.gerbers()}")


def placement() -> None:
    from hardware.tools import fabrication

    print(f"placement page: {fabrication.placement_page()}")


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
    from hardware.tools import manual
    from hardware.tools.unit import Unit

    for path in manual.make(Unit()):
        print(f"manual: {path}")


def laser() -> None:
    from hardware.tools import facts, mechanics

    for name in mechanics.CUT:
        for kind in ("svg", "dxf"):
            mechanics.outline(name, kind=kind)
    print(f"laser outlines: {facts.OUT / 'laser'}")


def pictures() -> None:
    from hardware.tools import fabrication, facts, pictures

    for path in pictures.make(facts.OUT / "pictures"):
        print(f"picture: {path}", flush=True)
    for side in ("top", "bottom"):
        fabrication.render(facts.OUT / "renders" / f"board-{side}.png", side)


def bom() -> None:
    from hardware.tools import checks

    for row in checks.bom_rows():
        print("{build:14} {need:8} {quantity:>3} {value:28} {part_number:28} {price_eur:>6}".format(**row))
    for build, (need, every) in checks.totals(checks.bom_rows()).items():
        print(f"{build}: {need:.2f} EUR required, {every:.2f} EUR with all options")


WORDS = {
    "files": files, "check": check, "gerbers": gerbers, "placement": placement,
    "print": print_, "strength": strength, "manual": manual_, "laser": laser,
    "pictures": pictures, "bom": bom,
}  # fmt: skip


def main() -> int:
    words = sys.argv[1:]
    unknown = [word for word in words if word not in WORDS]
    if unknown:
        print(__doc__)
        return 0 if set(unknown) <= {"-h", "--help", "help"} else 2
    import first_run

    if Path(sys.prefix) != Path(first_run.VENV):  # WireViz and Pillow live in the project's own environment
        return subprocess.call([first_run.ensure({"test"}), str(HERE), *words])
    for word in words or [word for word in WORDS if word != "files"]:
        try:
            WORDS[word]()
        except FileNotFoundError as error:
            print(
                f"hardware {word}: {error.filename} is not installed. On Debian: python3 tests installs it."
            )
            return 1
        except (RuntimeError, subprocess.CalledProcessError) as error:
            print(f"hardware {word}: {error}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
