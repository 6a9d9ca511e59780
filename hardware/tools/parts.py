"""The parts of the two boards: what each reference is. Sheets, boards and parts list read it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from hardware.tools.facts import ELECTRONICS

R = "Resistor_THT:R_Axial_DIN0207_L6.3mm_D2.5mm_P10.16mm_Horizontal"
C = "Capacitor_THT:C_Disc_D5.0mm_W2.5mm_P5.00mm"
XH = "Connector_JST:JST_XH_B{0}B-XH-A_1x0{0}_P2.50mm_Vertical"


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of part: its symbol, its footprint (none: it hangs on a lead) and its value."""

    symbol: str
    value: str
    footprint: str = ""


KINDS = {
    "pull-up": Kind("Device:R", "2k2", R),
    "series": Kind("Device:R", "1k", R),
    "filter": Kind("Device:C", "10n", C),
    "tvs": Kind("slamomatic:TVS_Unidirectional", "P6KE12A", "Diode_THT:D_DO-15_P12.70mm_Horizontal"),
    "led resistor": Kind("Device:R", "470", R),
    "jig resistor": Kind("Device:R", "330", R),
    "data resistor": Kind("Device:R", "330", R),
    "decoupling": Kind("Device:C", "100n", C),
    # USB allows 10 uF across VBUS. The fuse holds what the lights draw and trips at 0.5 A.
    "bulk": Kind("Device:C_Polarized", "4u7", "Capacitor_THT:CP_Radial_D5.0mm_P2.50mm"),
    "fuse": Kind(
        "Device:Polyfuse", "0.25A", "Capacitor_THT:C_Rect_L7.2mm_W3.0mm_P5.00mm_FKS2_FKP2_MKS2_MKP2"
    ),
    "buffer": Kind("74xx:74AHCT125", "74AHCT125", "Package_DIP:DIP-14_W7.62mm_Socket"),
    "pico": Kind("MCU_Module:RaspberryPi_Pico", "Pico H", "Module:RaspberryPi_Pico_Common_THT"),
    "paddle plug": Kind("Connector_Generic:Conn_01x04", "B4B-XH-A", XH.format(4)),
    "next plug": Kind("Connector_Generic:Conn_01x02", "B2B-XH-A", XH.format(2)),
    "ring plug": Kind("Connector_Generic:Conn_01x03", "B3B-XH-A", XH.format(3)),
    "jig header": Kind(
        "Connector_Generic:Conn_02x04_Odd_Even",
        "2x4",
        "Connector_PinHeader_2.54mm:PinHeader_2x04_P2.54mm_Vertical",
    ),
    "test point": Kind("Connector:TestPoint", "", "TestPoint:TestPoint_THTPad_D2.0mm_Drill1.0mm"),
    "hole": Kind("Mechanical:MountingHole", "M3", "MountingHole:MountingHole_3.2mm_M3"),
    "switch": Kind("slamomatic:Snap_Switch", "D3V-014-1C23"),
    "next switch": Kind("Switch:SW_Push", "NEXT"),
    "led": Kind("Device:LED", "LED 5mm"),
    "ring": Kind("slamomatic:WS2812_Ring", "WS2812 x8"),
}

R_SMD = "Resistor_SMD:R_0805_2012Metric"
C_SMD = "Capacitor_SMD:C_0805_2012Metric"
SMD_KINDS = {
    **KINDS,
    "pull-up": Kind("Device:R", "2k2", R_SMD),
    "series": Kind("Device:R", "1k", R_SMD),
    "filter": Kind("Device:C", "10n", C_SMD),
    "esd array": Kind("Power_Protection:SP0504BAHT", "SP0504BAHT", "Package_TO_SOT_SMD:SOT-23-5"),
    "led resistor": Kind("Device:R", "470", R_SMD),
    "jig resistor": Kind("Device:R", "330", R_SMD),
    "data resistor": Kind("Device:R", "330", R_SMD),
    "decoupling": Kind("Device:C", "100n", C_SMD),
    "bulk": Kind("Device:C", "4u7", C_SMD),
    "fuse": Kind("Device:Polyfuse", "0.2A", "Fuse:Fuse_1206_3216Metric"),
    "buffer": Kind("74xx:74AHCT125", "74AHCT125", "Package_SO:SOIC-14_3.9x8.7mm_P1.27mm"),
}


@dataclass(frozen=True, slots=True)
class Variant:
    """One of the two boards: where its files are, and what its parts are."""

    name: str
    build: str  # as the parts list calls it
    kinds: Mapping[str, Kind]

    @property
    def arrays(self) -> bool:
        """One ESD array at each plug, instead of one TVS for each contact."""
        return "esd array" in self.kinds

    @property
    def schematic(self) -> Path:
        return ELECTRONICS / f"{self.name}.kicad_sch"

    @property
    def board(self) -> Path:
        return ELECTRONICS / f"{self.name}.kicad_pcb"


THROUGH_HOLE = Variant("slamomatic", "board", KINDS)
SMD = Variant("slamomatic-smd", "smd", SMD_KINDS)
VARIANTS = (THROUGH_HOLE, SMD)

# What each test point touches.
TEST_POINTS = {"TP1": "+5V", "TP2": "+3V3", "TP3": "GND", "TP4": "GND"}
# Each ESD array's pins: what they guard. Pin 2 is ground.
ARRAY_PINS = ("1", "3", "4", "5")

# Contact n (from 1, in input order): R<n> to 3.3 V, R<10+n> in series, C<n> at the pin, D<n> at the plug.
CONTACT_PARTS = (("R", 0, "pull-up"), ("R", 10, "series"), ("C", 0, "filter"), ("D", 0, "tvs"))
OPTIONAL_FROM_CONTACT = 5  # touch contacts and NEXT


def contact_refs(n: int) -> dict[str, str]:
    return {kind: f"{letter}{offset + n}" for letter, offset, kind in CONTACT_PARTS}


def build_of(ref: str) -> str:
    """`required` or `optional` where a board is soldered by hand."""
    optional = {"J5", "J6", "J7", "U2", "C12", "C13", "R41", "R31", "R32", "R33", "R34", "SW9", "LS1"}
    optional |= {"D21", "D22", "D23", "D24"}
    optional |= {f"SW{n}" for n in range(5, 9)}
    for n in range(OPTIONAL_FROM_CONTACT, 10):
        optional |= set(contact_refs(n).values())
    return "optional" if ref in optional else "required"
