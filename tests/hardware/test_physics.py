"""The kit stands up to slaps: each finding fails here on the first edition's files and passes on today's.

The loads are assumptions and stand beside their checks: 300 N of palm, 60 N from the side, 10 N on a tongue.
"""

from __future__ import annotations

import math
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hardware.tools import assembly, fe, figures, reach, slap, stacks, stance, strength, travel
from hardware.tools.parts import VARIANTS, Variant
from hardware.tools.unit import PETG_G_PER_MM3, Unit
from manifold3d import Manifold

import needs
from slamomatic.emulator import bounce
from support.length import count

pytestmark = pytest.mark.hardware
FIRST_EDITION = Path(__file__).parent / "first_edition"


@pytest.fixture(scope="module")
def first() -> Unit:
    needs.program("openscad")
    return Unit(FIRST_EDITION)


def changed(**measures: object) -> Unit:
    """Today's unit with a measure changed behind the back of the model's own asserts."""
    other = Unit()
    other.n.update(measures)
    return other


# ---- the solver itself


@pytest.mark.parametrize(("wide", "layers"), count([(2.0, 4.0)], [(2.0, 4.0), (2.0, 2.0), (1.5, 1.0)]))
def test_a_cantilever_bends_as_the_beam_formula_says(wide: float, layers: float) -> None:
    length, width, thick, force = 60.0, 9.0 if wide == 1.5 else 10.0, 4.0, 10.0
    beam = fe.Part(Manifold.cube((length, width, thick)), (wide, wide), layers, poisson=0.0)
    beam.hold(beam.near((0, 0, 0), (0, 99, 99)))
    beam.push(beam.near((length, 0, 0), (length, 99, 99)), (0, 0, -force))
    inertia = width * thick**3 / 12
    shear = 1 + 0.6 * 2 * (thick / length) ** 2  # Timoshenko's share, for a Poisson's ratio of 0
    sag = force * length**3 / (3 * fe.PETG_E_MPA * inertia) * shear
    assert -beam.move(beam.near((length, 0, 0), (length, 99, 99)))[2] == pytest.approx(sag, rel=0.03)
    middle = force * (length / 2) * (thick / 2) / inertia
    assert beam.stress[beam.near((30, 0, thick), (30, 99, 99))].mean() == pytest.approx(middle, rel=0.03)


def test_a_softer_beam_would_be_noticed() -> None:
    beam = fe.Part(Manifold.cube((60, 10, 4)), (2, 2), 2.0, young=fe.PETG_E_MPA * 0.9, poisson=0.0)
    beam.hold(beam.near((0, 0, 0), (0, 99, 99)))
    beam.push(beam.near((60, 0, 0), (60, 99, 99)), (0, 0, -10))
    assert -beam.move(beam.near((60, 0, 0), (60, 99, 99)))[2] != pytest.approx(7.98, rel=0.03)


# ---- 1. it does not tip


def test_no_slap_tips_the_unit(unit: Unit, first: Unit) -> None:
    assert stance.complaints(unit) == []
    before = stance.stance(first)
    assert before.least_n < 20 and before.outside_share > 0.3
    assert stance.complaints(first)


@pytest.mark.long
def test_feet_moved_in_or_a_hinge_moved_out_are_found() -> None:
    moved = Unit()
    moved.places = [
        replace(p, at=(p.at[0] * 0.8, p.at[1] * 0.8, p.at[2])) if p.key == "foot" else p for p in moved.places
    ]
    assert stance.complaints(moved)
    assert stance.complaints(changed(hinge_r=100))


# ---- 2. and 7. the stacks, and a neighbour that hovers


def test_the_last_paddle_closes_in_every_order(unit: Unit, first: Unit) -> None:
    heights = stacks.last_heights(unit)
    assert len(heights) == 24 and stacks.complaints(unit) == []
    assert max(heights.values()) - min(heights.values()) < 0.2, "no order is worse than another"
    before = sorted(stacks.last_heights(first).values())
    assert before[7] < 2.7 < before[8] and before[-1] > 4.5
    assert stacks.complaints(first)


def test_the_last_slapped_lies_on_top_in_every_order(unit: Unit) -> None:
    for found in stacks.all_orders(unit).values():
        assert found == sorted(found) and len(set(found)) == 4


@pytest.mark.long
def test_longer_or_thicker_tongues_jam() -> None:
    assert stacks.complaints(Unit(values={"tongue_t": "1.8"}))
    assert stacks.complaints(Unit(FIRST_EDITION, {"tip": "101.9"}))
    assert stacks.complaints(Unit(FIRST_EDITION, {"tip": "100.9"})) == [], "what the review proposed"


def test_whoever_can_be_pushed_down_has_a_hand_on_the_paddle(unit: Unit, first: Unit) -> None:
    assert stacks.neighbour_complaints(unit) == []
    assert stacks.neighbour_complaints(first)


# ---- 3. overtravel, with everything that gives


@pytest.mark.long
def test_a_slap_stays_inside_the_switchs_overtravel(unit: Unit, first: Unit) -> None:
    assert travel.complaints(unit) == []
    before = travel.travel(first)
    assert 2.0 < before.total < 3.0
    assert travel.complaints(first)


@pytest.mark.long
def test_without_ribs_or_hard_stop_the_pusher_goes_too_far(unit: Unit) -> None:
    soft = Unit(values={"blade_rib": "[2.4, 0.2]"})
    soft.figures = {"base_sag": strength.base_sag(unit)}  # the base is the same
    del soft.n["pusher_gap"]
    assert travel.complaints(soft)


@pytest.mark.long
def test_four_slaps_keep_the_deck_off_the_pico(unit: Unit, first: Unit) -> None:
    assert strength.sag_complaints(unit) == []
    assert strength.base_sag(unit)[0].stop_mm < 0.5 * strength.base_sag(first)[0].stop_mm
    assert strength.sag_complaints(first)


# ---- 4. and 5. contacts, plug, leads


def test_no_finger_reaches_a_live_terminal(unit: Unit) -> None:
    assert reach.finger_complaints(unit) == []


@pytest.mark.long
def test_an_uncovered_terminal_is_found() -> None:
    """The first edition had no cover at all."""
    bare = Unit()
    bare.places = [place for place in bare.places if not place.key.startswith("cover")]
    assert len(reach.finger_complaints(bare)) == 3


def test_the_usb_plug_goes_in_with_the_header_strip(unit: Unit, first: Unit) -> None:
    assert reach.plug_complaints(unit) == []
    assert reach.plug_complaints(first) == ["board: a plug of 10.6 x 8.5 mm does not go in"]


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_each_board_lies_on_the_lids_posts_with_its_pico_before_the_opening(variant: Variant) -> None:
    assert reach.board_complaints(Unit(board=variant.board)) == []
    moved = Unit(values={"pico_edge": "2.2"}, board=variant.board)
    assert any("from the opening" in line for line in reach.board_complaints(moved))


def test_the_leads_have_a_way(unit: Unit, first: Unit) -> None:
    assert reach.lead_complaints(unit) == []
    assert reach.lead_complaints(first) == ["an XHP-4 does not go down through the slot for the leads"]
    assert reach.lead_complaints(changed(wall_notches=[[66, 60]]))


# ---- 6. tongue, cheek, spring


@pytest.mark.long
def test_tongue_and_cheek_hold(unit: Unit, first: Unit) -> None:
    assert strength.tongue_complaints(unit) == strength.cheek_complaints(unit) == []
    assert 36 < strength.tongue_mpa(first) < 50 and strength.cheek_mpa(first) > fe.PETG_LAYERS_MPA
    assert strength.tongue_complaints(first) and strength.cheek_complaints(first)


@pytest.mark.long
def test_the_other_parts_stand_their_squeeze(unit: Unit) -> None:
    assert strength.part_complaints(unit) == []
    thin = changed(hinge_sink=3.5)
    thin.figures = {name: unit.figures[name] for name in ("paddle_bend", "anvil_mpa", "cover_mpa")}
    assert [line.split(":")[0] for line in strength.part_complaints(thin)] == ["a hinge screw's hole"]


def test_the_spring_lifts_and_can_be_hooked_in(unit: Unit) -> None:
    assert reach.spring_complaints(unit) == []
    assert reach.weight_torque_nmm(unit, 36) < reach.spring_torque_nmm(unit, 36)


def test_the_first_editions_spring_could_not_be_hooked_in() -> None:
    """Holes straight down through 4 mm: a hook's loop does not reach around."""
    before = Unit(FIRST_EDITION)
    before.n.update(
        spring=[0.6, 5, 20], spring_turns=30, spring_y=5, spring_eye=[-12, 9], spring_post=[-31, -2]
    )
    found = reach.spring_complaints(before)
    assert [line for line in found if "does not go through" in line]


@pytest.mark.parametrize(
    "wrong", [{"spring": [0.4, 5, 25]}, {"spring": [0.6, 5, 30]}, {"spring": [0.6, 3, 25]}]
)
def test_a_wrong_spring_is_found(wrong: dict[str, list[float]]) -> None:
    assert reach.spring_complaints(changed(**wrong))


# ---- it goes together


def test_nothing_needs_the_same_room_and_every_screw_bites(unit: Unit) -> None:
    assert assembly.clashes(unit) == []
    assert assembly.bite_complaints(unit) == []


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"switch_body": "[27.8, 21, 10.3]"}, "switch"),
        pytest.param(
            {"blade_rib": "[2.4, 11]"},
            "touch switch and paddle|touch screw and paddle|paddle and touch",
            marks=pytest.mark.long,
        ),
        pytest.param({"stop_d": "27"}, "arm and paddle", marks=pytest.mark.long),
        ({"foot_at": "[99, 54]"}, "fits between the columns"),
        pytest.param({"led_at": "[8, 43]"}, "arm and led", marks=pytest.mark.long),
    ],
)
def test_a_clash_is_found(values: dict[str, str], words: str) -> None:
    try:
        found = assembly.clashes(Unit(values=values), angles=(0.0, 36.0))
    except RuntimeError as refused:
        found = [str(refused)]
    assert any(re.search(words, line) for line in found), found


def test_a_short_screw_is_found(unit: Unit) -> None:
    assert math.isclose(assembly.bites(unit)["arm screw"], 8, abs_tol=0.3)
    assert assembly.bite_complaints(Unit(values={"m3_pilot": "3.2"}))


# ---- the page with the figures


@pytest.mark.long
def test_the_page_shows_todays_figures(unit: Unit, first: Unit) -> None:
    text = figures.PAGE.read_text(encoding="utf-8")
    assert [row for row in figures.rows(unit, first) if row not in text] == []
    assert "| stress at a tongue's root | 10 N on its last 5 mm | 12 MPa" not in text


# ---- a slap, moment by moment


def test_a_harder_slap_clicks_faster_and_rebounds_further(unit: Unit) -> None:
    slaps = [slap.slap(unit, speed) for speed in (1.0, 2.0, 3.0, 4.0)]
    assert all(one.edges_us and one.edges_us == sorted(one.edges_us) for one in slaps)
    speeds, rebounds = [one.click_m_per_s for one in slaps], [one.rebound_deg for one in slaps]
    assert speeds == sorted(speeds) and rebounds == sorted(rebounds)


def test_the_pusher_clicks_below_one_metre_a_second_up_to_a_hand_of_three(unit: Unit) -> None:
    assert slap.slap(unit, 3.0).click_m_per_s < 1.0
    long_lever = Unit()
    long_lever.n.update(lever_r=2 * unit.n["lever_r"])
    assert slap.slap(long_lever, 3.0).click_m_per_s > 1.0


def test_a_paddles_inertia_is_the_sum_of_its_bits(unit: Unit) -> None:
    filled, (xs, _, zs) = fe.voxels(unit.level(), (0.5, 0.5), 0.5)
    x, z = ((line[1:] + line[:-1]) / 2 for line in (xs, zs))
    away_mm2 = x[:, None, None] ** 2 + z[None, None, :] ** 2
    summed = float((filled * away_mm2).sum()) * 0.5**3 * PETG_G_PER_MM3 / 1000 * 1e-6
    assert slap.inertia_kg_m2(unit) == pytest.approx(summed, rel=0.03)


def test_the_bench_plays_todays_slaps(unit: Unit) -> None:
    """`bench order --bounce kit` has them as a table: the program runs where no model of the kit is."""
    for hand_m_per_s, clicks_us in bounce.KIT_SLAPS_US.items():
        assert slap.slap(unit, hand_m_per_s).edges_us == pytest.approx(clicks_us, abs=50)
    assert {1.0, 4.0} <= set(bounce.KIT_SLAPS_US)
    heavier = Unit()
    heavier.n.update(stop_x=unit.n["stop_x"] + 2)
    assert slap.slap(heavier, 4.0).edges_us != pytest.approx(bounce.KIT_SLAPS_US[4.0], abs=50)


def test_the_page_shows_todays_boards() -> None:
    needs.program("kicad-cli", "kicad")
    text = figures.PAGE.read_text(encoding="utf-8")
    assert [row for row in figures.board_rows() if row not in text] == []


def test_the_page_shows_todays_slaps(unit: Unit) -> None:
    text = figures.PAGE.read_text(encoding="utf-8")
    assert [row for row in slap.rows(unit) if row not in text] == []
