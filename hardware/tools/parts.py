"""The parts of the board build: what each reference is. Sheet, board and bill of materials read it."""

from __future__ import annotations

from dataclasses import dataclass

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
    "bulk": Kind("Device:C_Polarized", "470u 10V", "Capacitor_THT:CP_Radial_D8.0mm_P3.50mm"),
    "fuse": Kind("Device:Polyfuse", "0.75A", "Fuse:Fuse_BelFuse_0ZRE0075FF_L11.5mm_W4.8mm"),
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
    "hole": Kind("Mechanical:MountingHole", "M3", "MountingHole:MountingHole_3.2mm_M3"),
    "switch": Kind("slamomatic:Snap_Switch", "D3V-014-1C23"),
    "next switch": Kind("Switch:SW_Push", "NEXT"),
    "led": Kind("Device:LED", "LED 5mm"),
    "ring": Kind("slamomatic:WS2812_Ring", "WS2812 x8"),
}

# Contact n (from 1, in input order): R<n> to 3.3 V, R<10+n> in series, C<n> at the pin, D<n> at the plug.
CONTACT_PARTS = (("R", 0, "pull-up"), ("R", 10, "series"), ("C", 0, "filter"), ("D", 0, "tvs"))
OPTIONAL_FROM_CONTACT = 5  # touch contacts and NEXT


def contact_refs(n: int) -> dict[str, str]:
    return {kind: f"{letter}{offset + n}" for letter, offset, kind in CONTACT_PARTS}


def build_of(ref: str) -> str:
    """`required` or `optional` in the board build."""
    optional = {"J5", "J6", "J7", "U2", "C12", "C13", "R41", "R31", "R32", "R33", "R34", "SW9", "LS1"}
    optional |= {"D21", "D22", "D23", "D24"}
    optional |= {f"SW{n}" for n in range(5, 9)}
    for n in range(OPTIONAL_FROM_CONTACT, 10):
        optional |= set(contact_refs(n).values())
    return "optional" if ref in optional else "required"
