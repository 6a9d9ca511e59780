"""`python3 hardware` makes everything a builder needs into hardware/out/; a word makes one part of it.

check      rules, pins, parts list, carrier in its hub, input network, gaps, tolerance, loads, slicer's table.
print      STL of every printed part, into hardware/prints, with what the slicer says where it is installed.
gerbers    gerber and drill files of the carrier; into hardware/order what a board house takes.
placement  the page that shows where each part goes.
manual     the build guide as HTML, and as PDF with Chromium.
pictures   the guides' pictures, into hardware/guide/pictures.
strength   what a unit stands: tipping, stress, tolerance, as a table.
bom        the parts list with its totals.
release    one dated archive to order and build from (`--out FILE`); says as JSON what is in it.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path[0] = str(ROOT)
sys.path.insert(1, str(ROOT / "host"))


def check() -> None:
    from hardware.tools import kit

    wrong = kit.complaints()
    print("\n".join(wrong) or "checked: everything agrees")
    if wrong:
        sys.exit(1)


def print_() -> None:
    from hardware.tools import prints

    for path in prints.write():
        print(f"printed part: {path}", flush=True)
    if shutil.which("prusa-slicer"):
        print(f"slicer's table: {prints.write_table()}")


def gerbers() -> None:
    from hardware.tools import fab, fabrication

    print(f"gerber and drill files: {fabrication.gerbers()}")
    for path in fab.write_order():
        print(f"to order: {path}")


def placement() -> None:
    from hardware.tools import fabrication

    print(f"placement page: {fabrication.placement_page()}")


def manual_() -> None:
    from hardware.tools import manual

    for path in manual.make():
        print(f"manual: {path}")


def pictures() -> None:
    from hardware.tools import fabrication, pictures, wiring
    from hardware.tools.facts import PICTURES

    fabrication.schematic_svg(PICTURES / "schematic.svg")
    fabrication.board_svg(PICTURES / "carrier.svg")
    wiring.draw(PICTURES / "wiring.svg")
    for path in pictures.make(PICTURES):
        print(f"picture: {path}", flush=True)


def strength() -> None:
    from hardware.tools import kit

    print("\n".join(kit.figures()))


def bom() -> None:
    from hardware.tools import checks

    rows = checks.bom_rows()
    for row in rows:
        print(
            "{build:14} {need:8} {quantity:>3} {value:28} {part_number:30} {pack:>4} for {pack_eur}".format(
                **row
            )
        )
    for build, (paid, used) in checks.totals(rows).items():
        print(f"{build}: {paid:.2f} EUR for whole packs, of which one unit uses {used:.2f} EUR")


def release(target: Path | None = None) -> None:
    from hardware.tools import release

    if lacking := release.missing():
        raise RuntimeError("\n".join(["something is missing here.", *lacking]))
    print(json.dumps(release.make(target), indent=1))


WORDS = {
    "check": check, "print": print_, "gerbers": gerbers, "placement": placement, "manual": manual_,
    "pictures": pictures, "strength": strength, "bom": bom, "release": release,
}  # fmt: skip
EVERY = ("check", "gerbers", "placement", "manual", "bom")


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
    for word in words or EVERY:
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
