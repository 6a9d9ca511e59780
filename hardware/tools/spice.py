"""The input network in ngspice: how late an edge is at the pin, and what a static discharge leaves.

Values come from the sheet's own netlist, contact by contact, so that a wrong resistor shows.
"""

from __future__ import annotations

import re
import subprocess
from dataclasses import astuple, dataclass

from hardware.tools.facts import contacts
from hardware.tools.netlist import Netlist

# RP2040 at 3.3 V: a level is surely low below 0.8 V and surely high above 2.0 V.
LOW_V, HIGH_V = 0.8, 2.0
PRESS_LIMIT_US, RELEASE_LIMIT_US, PIN_LIMIT_V = 50.0, 100.0, 4.5
_SI = {"k": 1e3, "n": 1e-9, "u": 1e-6, "": 1.0}

# The chip's own protection diodes and its pin's 5 pF are left out of the discharge on purpose.
_SURGE = {
    # Clamps at 8 V, 30 pF. Its resistance was not found: 0.7 ohm, that of its maker's SRV05, is assumed.
    "SP0504BAHT": "BV=8 IBV=1m RS=0.7 CJO=30p VJ=0.7 M=0.35 IS=1e-12",
}


@dataclass(frozen=True)
class Network:
    """One contact's values in ohm and farad; no series resistor and no filter: the point-to-point build."""

    pull_up: float
    series: float
    filter: float
    surge: str  # a name of _SURGE, or nothing
    lead: float = 50e-12  # 0.3 m of wire


POINT_TO_POINT = Network(pull_up=60e3, series=0.01, filter=5e-12, surge="")  # the chip's own pull-up


@dataclass(frozen=True)
class Result:
    press_us: float
    release_us: float
    esd_pin_v: float


def number(value: str) -> float:
    """`2k2`, `10n`, `330` as KiCad's people write them."""
    match = re.fullmatch(r"(\d+)([knu]?)(\d*)", value)
    if match is None:
        raise ValueError(f"not a value: {value}")
    whole, unit, rest = match.groups()
    return float(f"{whole}.{rest or 0}") * _SI[unit]


def network_of(sheet: Netlist, contact: str) -> Network:
    """What the sheet really has at this contact."""

    def only(first: str, second: str, kind: str) -> str:
        refs = [ref for ref in sheet.between(first, second) if ref.startswith(kind)]
        if len(refs) != 1:
            raise LookupError(f"{contact}: {len(refs)} parts {kind} between {first} and {second}, not one")
        return sheet.parts[refs[0]][0]

    lead = f"{contact}_LEAD"
    return Network(
        number(only("+3V3", lead, "R")),
        number(only(lead, contact, "R")),
        number(only(contact, "GND", "C")),
        surge if (surge := only(lead, "GND", "D")) in _SURGE else "",
    )


def _deck(net: Network, source: str, analysis: str) -> str:
    """Return the input of ngspice for one contact's network, with this source and analysis."""
    tvs = f"Ltvs lead dt 10n\nDtvs 0 dt tvs\n.model tvs D({_SURGE[net.surge]})\n" if net.surge else ""
    return (
        "slap input\n"
        "V33 v33 0 3.3\n"
        f"Rpull v33 lead {net.pull_up}\nClead lead 0 {net.lead}\n{tvs}"
        f"Rser lead pin {net.series}\nCpin pin 0 {net.filter}\n"
        f"{source}\n.control\n{analysis}\n.endc\n.end\n"
    )


def _measure(deck: str) -> dict[str, float]:
    """Let ngspice run a deck and return its measurements by name; RuntimeError: it measured nothing."""
    done = subprocess.run(["ngspice", "-b"], input=deck, capture_output=True, text=True, check=False)
    found = {
        name: float(value)
        for name, value in re.findall(r"^(t_\w+|v_\w+)\s*=\s*([-+.\deE]+)", done.stdout, re.MULTILINE)
    }
    if not found:
        raise RuntimeError(f"ngspice measured nothing: {done.stdout[-400:]}{done.stderr[-400:]}")
    return found


# A contact: closed from 1 us to 500 us.
_CONTACT = """\
Vk k 0 PWL(0 0 1u 0 1.001u 1 500u 1 500.001u 0)
S1 lead 0 k 0 contact
.model contact SW(VT=0.5 RON=0.05 ROFF=1e12)"""
# A contact discharge of 8 kV: 150 pF, released at 10 ns through 330 ohm and 0.1 uH.
_GUN = """\
Cgun g 0 150p ic=8000
Rgun g g1 330
Lgun g1 g2 0.1u
S2 g2 lead kg 0 spark
Vkg kg 0 PWL(0 0 10n 0 10.1n 1)
.model spark SW(VT=0.5 RON=0.1 ROFF=1e12)
.ic v(lead)=3.3 v(pin)=3.3"""


def simulate(net: Network) -> Result:
    """How late press and release are at the pin, and its highest voltage in a discharge into the lead."""
    edges = _measure(
        _deck(
            net,
            _CONTACT,
            "tran 20n 1m 0 20n\n"
            f"meas tran t_press when v(pin)={LOW_V} fall=1\n"
            f"meas tran t_release when v(pin)={HIGH_V} rise=1",
        )
    )
    esd = _measure(_deck(net, _GUN, "tran 0.1n 3u 0 0.1n uic\nmeas tran v_pin max v(pin)"))
    return Result(edges["t_press"] * 1e6 - 1, edges["t_release"] * 1e6 - 500, esd["v_pin"])


def complaints(results: dict[str, Result]) -> list[str]:
    """Return a sentence for each result beyond its limit, and one if the contacts differ."""
    wrong = []
    for contact, result in results.items():
        for what, value, limit in (
            ("press delay us", result.press_us, PRESS_LIMIT_US),
            ("release delay us", result.release_us, RELEASE_LIMIT_US),
            ("pin volts in a discharge", result.esd_pin_v, PIN_LIMIT_V),
        ):
            if not 0 <= value < limit:
                wrong.append(f"{contact}: {what} is {value:.2f}, the limit {limit}")
    kinds = {tuple(round(value, 3) for value in astuple(result)) for result in results.values()}
    if len(kinds) > 1:
        wrong.append("the contacts are not alike: a paddle would have an advantage")
    return wrong


def checked(sheet: Netlist) -> list[str]:
    """The complaints about every contact, or the one reason why the sheet can't be simulated."""
    try:
        return complaints(all_contacts(sheet))
    except (LookupError, ValueError) as error:
        return [f"input network: {error}"]


def all_contacts(sheet: Netlist) -> dict[str, Result]:
    """Every contact's result; equal networks are simulated once."""
    nets = {contact: network_of(sheet, contact) for contact in contacts()}
    by_network = {net: simulate(net) for net in set(nets.values())}
    return {contact: by_network[net] for contact, net in nets.items()}
