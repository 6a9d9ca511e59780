"""Makes each board from its sheet's own netlist. Runs under Debian's Python, which has KiCad's pcbnew."""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import pcbnew

from hardware.tools import placement
from hardware.tools.facts import DATE, ELECTRONICS, OUT, REVISION, UNIT_PADDLES
from hardware.tools.kicad import cli, share
from hardware.tools.parts import VARIANTS, Variant
from hardware.tools.router import CLEARANCE_MM, POWER_MM, VIA_DRILL_MM, VIA_MM, Pad, Router, route

ORIGIN_MM = 50.0
POWER = ("+5V", "/VBUS", "+3V3")
STITCH_MM = 10.16


def mm(value: float) -> int:
    return int(pcbnew.FromMM(float(value)))


def point(x: float, y: float) -> pcbnew.VECTOR2I:
    return pcbnew.VECTOR2I(mm(ORIGIN_MM + x), mm(ORIGIN_MM + y))


def netlist(variant: Variant) -> ET.Element:
    path = OUT / f"{variant.name}-netlist.xml"
    OUT.mkdir(exist_ok=True)
    cli("sch", "export", "netlist", "--format", "kicadxml", "-o", path, variant.schematic)
    return ET.parse(path).getroot()


def add_footprints(board: pcbnew.BOARD, netlist_root: ET.Element, variant: Variant) -> None:
    where = placement.places(variant)
    for comp in netlist_root.iterfind("components/comp"):
        ref = comp.get("ref", "")
        lib_id = comp.findtext("footprint", "")
        if not lib_id:
            continue
        lib, name = lib_id.split(":")
        part = pcbnew.FootprintLoad(str(share() / "footprints" / f"{lib}.pretty"), name)
        part.SetFPID(pcbnew.LIB_ID(lib, name))
        part.SetReference(ref)
        part.SetValue(comp.findtext("value", ""))
        sheet = comp.find("sheetpath").get("tstamps")  # type: ignore[union-attr]
        part.SetPath(pcbnew.KIID_PATH(f"{sheet}{comp.findtext('tstamps', '').split()[0]}"))
        for item in comp.iterfind("fields/field"):
            if item.get("name") == "Build":
                part.SetField("Build", item.text or "")
                part.GetFieldByName("Build").SetVisible(False)
                part.GetFieldByName("Build").SetLayer(pcbnew.F_Fab)
        if ref.startswith(("H", "TP")):
            part.SetAttributes(part.GetAttributes() | pcbnew.FP_EXCLUDE_FROM_BOM)
        x, y, turn = where[ref]
        part.SetPosition(point(x, y))
        part.SetOrientationDegrees(turn)
        tidy_text(part, ref)
        board.Add(part)


def tidy_text(part: pcbnew.FOOTPRINT, ref: str) -> None:
    """The reference inside the body where there is room: it stays readable until the part covers it."""
    text = part.Reference()
    size = 0.9
    text.SetTextSize(pcbnew.VECTOR2I(mm(size), mm(size)))
    text.SetTextThickness(mm(0.14))
    text.SetTextAngleDegrees(0)
    text.SetHorizJustify(pcbnew.GR_TEXT_H_ALIGN_CENTER)
    text.SetVisible(not ref.startswith(("H", "TP")))  # a test point bears the name of its net
    box = part.GetBoundingBox(False)
    center = box.GetCenter()
    if ref.startswith("TP"):
        return
    if all(pad.GetAttribute() == pcbnew.PAD_ATTRIB_SMD for pad in part.Pads()):
        beside = ref[0] in "RC" and part.GetOrientationDegrees() % 180 == 0
        at = (center.x, box.GetTop() - mm(0.7)) if beside or ref[0] in "FD" else (center.x, center.y)
        if not beside and ref[0] in "RC":
            at = (box.GetLeft() - mm(0.8) if ref == "C11" else box.GetRight() + mm(0.8), center.y)
            text.SetTextAngleDegrees(90)
        text.SetPosition(pcbnew.VECTOR2I(*map(int, at)))
        return
    if ref[0] in "RCDFU":
        pads = [pad.GetPosition() for pad in part.Pads()]
        center = pcbnew.VECTOR2I(
            (min(p.x for p in pads) + max(p.x for p in pads)) // 2,
            (min(p.y for p in pads) + max(p.y for p in pads)) // 2,
        )
        if ref.startswith("D"):
            center = pcbnew.VECTOR2I(center.x + mm(0.8), center.y)  # clear of the cathode band
        text.SetPosition(center)
        if ref == "C13":
            text.SetPosition(pcbnew.VECTOR2I(center.x, center.y + mm(3.6)))
        if ref in ("C11", "C12"):
            text.SetTextAngleDegrees(90)
    elif ref == "A1":
        text.SetPosition(pcbnew.VECTOR2I(center.x, center.y))
    elif ref == "J7":
        text.SetPosition(pcbnew.VECTOR2I(center.x, box.GetTop() - mm(0.9)))
    else:
        text.SetTextAngleDegrees(90)
        pads = [pad.GetPosition() for pad in part.Pads()]
        text.SetPosition(
            pcbnew.VECTOR2I(pads[0].x + mm(-5.0 if ref != "J6" else 4.6), (pads[0].y + pads[-1].y) // 2)
        )


def add_nets(board: pcbnew.BOARD, netlist_root: ET.Element) -> None:
    parts = {part.GetReference(): part for part in board.GetFootprints()}
    for net in netlist_root.iterfind("nets/net"):
        item = pcbnew.NETINFO_ITEM(board, net.get("name", ""))
        board.Add(item)
        for node in net.iterfind("node"):
            part = parts.get(node.get("ref", ""))
            if part is not None:
                for pad in part.Pads():
                    if pad.GetNumber() == node.get("pin"):
                        pad.SetNet(item)


def add_line(
    board: pcbnew.BOARD, layer: int, start: tuple[float, float], end: tuple[float, float], width: float
) -> None:
    shape = pcbnew.PCB_SHAPE(board, pcbnew.SHAPE_T_SEGMENT)
    shape.SetLayer(layer)
    shape.SetStart(point(*start))
    shape.SetEnd(point(*end))
    shape.SetWidth(mm(width))
    board.Add(shape)


def add_outline(board: pcbnew.BOARD, radius: float = 3.0) -> None:
    w, h, r = placement.WIDTH_MM, placement.HEIGHT_MM, radius
    for start, end in (
        ((r, 0), (w - r, 0)),
        ((w, r), (w, h - r)),
        ((w - r, h), (r, h)),
        ((0, h - r), (0, r)),
    ):
        add_line(board, pcbnew.Edge_Cuts, start, end, 0.1)
    k = r * (1 - 0.5**0.5)
    for start, mid, end in (
        ((0, r), (k, k), (r, 0)),
        ((w - r, 0), (w - k, k), (w, r)),
        ((w, h - r), (w - k, h - k), (w - r, h)),
        ((r, h), (k, h - k), (0, h - r)),
    ):
        arc = pcbnew.PCB_SHAPE(board, pcbnew.SHAPE_T_ARC)
        arc.SetLayer(pcbnew.Edge_Cuts)
        arc.SetArcGeometry(point(*start), point(*mid), point(*end))
        arc.SetWidth(mm(0.1))
        board.Add(arc)


SHAPES = {
    "triangle": ((0.0, -1.4), (1.4, 1.1), (-1.4, 1.1)),
    "square": ((-1.2, -1.2), (1.2, -1.2), (1.2, 1.2), (-1.2, 1.2)),
    "diamond": ((0.0, -1.6), (1.6, 0.0), (0.0, 1.6), (-1.6, 0.0)),
}


def add_silk(board: pcbnew.BOARD, variant: Variant) -> None:
    for words, x, y, size, justify in placement.silk(variant):
        add_text(board, words, x, y, size, justify)
    sign_x = placement.shape_x(variant)
    for n, paddle in enumerate(UNIT_PADDLES, start=1):
        y = placement.row_y(n) + placement.ROW_MM / 2
        add_text(board, paddle.name, sign_x + 2.4, y, 1.1, "left")
        corners = SHAPES.get(paddle.shape)
        if corners is None:
            ring = pcbnew.PCB_SHAPE(board, pcbnew.SHAPE_T_CIRCLE)
            ring.SetLayer(pcbnew.F_SilkS)
            ring.SetCenter(point(sign_x, y))
            ring.SetEnd(point(sign_x + 1.3, y))
            ring.SetWidth(mm(0.2))
            board.Add(ring)
            continue
        for a, b in zip(corners, (*corners[1:], corners[0]), strict=True):
            add_line(board, pcbnew.F_SilkS, (sign_x + a[0], y + a[1]), (sign_x + b[0], y + b[1]), 0.2)


def add_text(board: pcbnew.BOARD, words: str, x: float, y: float, size: float, justify: str = "") -> None:
    text = pcbnew.PCB_TEXT(board)
    text.SetText(words)
    text.SetLayer(pcbnew.F_SilkS)
    text.SetPosition(point(x, y))
    text.SetTextSize(pcbnew.VECTOR2I(mm(size), mm(size)))
    text.SetTextThickness(mm(size * 0.15))
    if justify:
        left = justify == "left"
        text.SetHorizJustify(pcbnew.GR_TEXT_H_ALIGN_LEFT if left else pcbnew.GR_TEXT_H_ALIGN_RIGHT)
    board.Add(text)


def layers_of(pad: pcbnew.PAD) -> tuple[int, ...]:
    on = [layer for layer, copper in enumerate((pcbnew.F_Cu, pcbnew.B_Cu)) if pad.IsOnLayer(copper)]
    return tuple(on) or (0, 1)


def obstacles(board: pcbnew.BOARD) -> list[Pad]:
    """What the router goes to or keeps away from."""
    pads: list[Pad] = []
    for part in board.GetFootprints():
        for pad in part.Pads():
            at, box = pad.GetPosition(), pad.GetBoundingBox()
            x, y = pcbnew.ToMM(at.x) - ORIGIN_MM, pcbnew.ToMM(at.y) - ORIGIN_MM
            # A bare hole, or a pad that stays open, keeps everybody away under a name of its own.
            size = pcbnew.ToMM(box.GetWidth()), pcbnew.ToMM(box.GetHeight())
            pads.append(Pad(pad.GetNetname(), x, y, *size, layers_of(pad)))
            if pad.GetAttribute() == pcbnew.PAD_ATTRIB_NPTH:
                pads[-1] = replace(pads[-1], width=pads[-1].width + 0.4, height=pads[-1].height + 0.4)
        for area in part.Zones():  # the Pico W's antenna wants no copper under it
            if not area.GetDoNotAllowTracks():
                continue
            box = area.GetBoundingBox()
            x, y = (pcbnew.ToMM(value) - ORIGIN_MM for value in (box.GetCenter().x, box.GetCenter().y))
            pads.append(Pad("", x, y, pcbnew.ToMM(box.GetWidth()), pcbnew.ToMM(box.GetHeight())))
    return pads


def add_via(board: pcbnew.BOARD, at: tuple[float, float], net: pcbnew.NETINFO_ITEM) -> None:
    via = pcbnew.PCB_VIA(board)
    via.SetPosition(point(*at))
    via.SetWidth(mm(VIA_MM))
    via.SetDrill(mm(VIA_DRILL_MM))
    via.SetNet(net)
    board.Add(via)


def add_copper(board: pcbnew.BOARD) -> None:
    pads = obstacles(board)
    router = Router(placement.WIDTH_MM, placement.HEIGHT_MM, pads, dict.fromkeys(POWER, POWER_MM))
    names = [name for name in {p.net for p in pads} if name and sum(p.net == name for p in pads) > 1]
    nets = {str(name): item for name, item in board.GetNetsByName().items()}
    # Ground last: the planes carry it, these tracks only make sure that no pad hangs on an island.
    for name, found in route(router, sorted(names), last="GND").items():
        for layer, start, end in found.tracks:
            track = pcbnew.PCB_TRACK(board)
            track.SetLayer(pcbnew.B_Cu if layer else pcbnew.F_Cu)
            track.SetStart(point(*start))
            track.SetEnd(point(*end))
            track.SetWidth(mm(router.width_mm(name)))
            track.SetNet(nets[name])
            board.Add(track)
        for at in found.vias:
            add_via(board, at, nets[name])
    for at in router.stitches(STITCH_MM):  # both planes are one
        add_via(board, at, nets["GND"])
    for layer in (pcbnew.F_Cu, pcbnew.B_Cu):
        zone = pcbnew.ZONE(board)
        zone.SetLayer(layer)
        zone.SetNet(nets["GND"])
        zone.SetLocalClearance(mm(max(0.3, CLEARANCE_MM)))
        zone.SetMinThickness(mm(0.25))
        zone.SetThermalReliefGap(mm(0.3))
        zone.SetThermalReliefSpokeWidth(mm(0.4))
        zone.SetIslandRemovalMode(pcbnew.ISLAND_REMOVAL_MODE_ALWAYS)
        corners = pcbnew.SHAPE_LINE_CHAIN()
        right, bottom = placement.WIDTH_MM - 0.6, placement.HEIGHT_MM - 0.6
        for x, y in ((0.6, 0.6), (right, 0.6), (right, bottom), (0.6, bottom)):
            corners.Append(point(x, y))
        corners.SetClosed(True)
        zone.Outline().AddOutline(corners)
        board.Add(zone)


def make(variant: Variant, folder: Path) -> None:
    # KiCad names everything by random numbers; from one seed, the same board is the same file.
    pcbnew.KIID.SeedGenerator(1)
    target = folder / variant.board.name
    project = target.with_suffix(".kicad_pro")
    keep = variant.board.with_suffix(".kicad_pro").read_text(encoding="utf-8")
    project.write_text(keep, encoding="utf-8")
    target.unlink(missing_ok=True)
    board = pcbnew.NewBoard(str(target))
    root = netlist(variant)
    add_footprints(board, root, variant)
    add_nets(board, root)
    add_outline(board)
    add_silk(board, variant)
    add_copper(board)
    title = board.GetTitleBlock()
    title.SetTitle("slam-o-matic slap unit")
    title.SetRevision(REVISION)
    title.SetDate(DATE)
    title.SetCompany("slam-o-matic, CERN-OHL-P-2.0")
    board.Save(str(target))
    # Loaded again, the project's clearances count: only then does the copper keep off the bare holes.
    board = pcbnew.LoadBoard(str(target))
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    board.Save(str(target))
    project.write_text(keep, encoding="utf-8")
    target.with_suffix(".kicad_prl").unlink(missing_ok=True)


if __name__ == "__main__":
    for variant in VARIANTS:
        make(variant, Path(sys.argv[1]) if len(sys.argv) > 1 else ELECTRONICS)
