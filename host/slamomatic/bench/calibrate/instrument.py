"""`slamomatic bench calibrate`: which paddle makes contact late, from a flat board dropped on all four."""

import argparse
import json
import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Annotated

from slamomatic import messages as m
from slamomatic.bench.calibrate.offsets import (
    DROPS_A_QUARTER,
    QUARTERS,
    Drop,
    Offset,
    centred,
    offsets,
)
from slamomatic.bench.progress import confirmed, say
from slamomatic.bench.result import (
    Count,
    Finding,
    Measured,
    Progress,
    Result,
    Series,
    Stopwatch,
    Within,
    add_json,
    tell,
)
from slamomatic.bench.stand import EmulatedStand, Stand, open_stand
from slamomatic.emulator import bounce
from slamomatic.errors import UsageError, UserError
from slamomatic.options import add_number, add_switch, add_unit
from slamomatic.paddles import PADDLES
from slamomatic.store import calibration
from slamomatic.store.calibration import CAP_US
from slamomatic.words import N_, Sentence, gettext, listed

# A board that takes longer from its first paddle to its last was not dropped flat: that drop says nothing.
DROP_LASTS_US = 40_000
PATIENCE_US = 120_000_000
APART_US = 300_000
LOOK_US = 200_000  # so soon a window's wish to stop is heard
HELD_US = 120_000
DROPS = QUARTERS * DROPS_A_QUARTER
# The emulated board: how much it tilts from drop to drop, and how its corners are warped.
TILT_US, WARP_US = 300.0, 250.0
CORNERS = ((-1, 1), (1, 1), (1, -1), (-1, -1))


Correction = Annotated[int, Within(-CAP_US, CAP_US)]


@dataclass(frozen=True, slots=True)
class Answers:
    """The keys of `bench calibrate --json`; in each list a value a paddle."""

    drops: Count
    offsets_us: Sequence[float]
    errors_us: Sequence[float]
    offered: Sequence[bool]
    corrections_us: Sequence[Correction]


ANSWERS = (Answers,)


@dataclass(frozen=True, slots=True)
class Undone:
    """The keys of `bench calibrate --undo --json`: the corrections that apply from now on."""

    unit_id: str
    corrections_us: Sequence[Correction] | None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_unit(parser)
    add_switch(parser, "--apply", gettext("use the offered correction without asking"))
    add_switch(parser, "--undo", gettext("undo the unit's latest calibration"))
    says, none = gettext("how late each emulated paddle is"), [0.0] * len(CORNERS)
    parser.add_argument("--late", type=float, nargs=len(CORNERS), default=none, metavar="US", help=says)
    add_number(parser, "--seed", "S", 1, gettext("the seed of the emulated drops (1)"))
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Take the drops, report the offsets, and save the corrections if wanted; or undo the last ones."""
    if max(args.late) - min(args.late) > DROP_LASTS_US / 2:
        raise UsageError(
            "--late: the paddles of one board are at most {most} us apart.", most=DROP_LASTS_US // 2
        )
    with open_stand(args.unit) as stand:
        if args.undo:
            return _undo(stand, as_json=args.json)
        watch = Stopwatch()
        if isinstance(stand, EmulatedStand):
            quarters = drop_emulated(stand, args.late, random.Random(args.seed))
        else:
            quarters = drop_guided(stand)
        result = report(quarters, stand.measured, watch)
        try:
            return tell(result, args)
        finally:  # the corrections are saved even if --save failed
            if any(result.answers["corrections_us"]) and (args.apply or _user_agrees(result, args)):
                calibration.keep(
                    stand.hello.unit_id, result.answers["corrections_us"], result.answers["errors_us"]
                )


def _undo(stand: Stand, *, as_json: bool) -> int:
    """Undo the latest calibration of the unit, and say which corrections apply now."""
    now = calibration.undo(stand.hello.unit_id)
    unit_id, corrections = stand.hello.unit_id, list(now.corrections_us) if now else None
    if as_json:
        print(json.dumps(asdict(Undone(unit_id, corrections))))
        return 0
    in_force = gettext("No correction applies now.")
    if corrections:
        in_force = gettext("The corrections {corrections} us apply again.", corrections=corrections)
    print(gettext("The latest calibration of unit {unit} is undone.", unit=unit_id), in_force)
    return 0


def _user_agrees(result: Result, args: argparse.Namespace) -> bool:
    offered = listed(
        [
            gettext("{name} by {us} us", name=gettext(PADDLES[paddle].name), us=f"{us:+d}")
            for paddle, us in enumerate(result.answers["corrections_us"])
            if us
        ]
    )
    question = gettext("Correct {offered} on this computer from now on?", offered=offered)
    return confirmed(question, asked=not args.json)


def drop_emulated(stand: EmulatedStand, late_us: Sequence[float], chance: random.Random) -> list[list[Drop]]:
    """Drop a board on the emulated paddles, tilted and warped as real ones are.

    Return the drops by quarter.
    """
    warp_us = [chance.gauss(0, WARP_US) for _ in CORNERS]
    quarters: list[list[Drop]] = [[] for _ in range(QUARTERS)]
    progress = Progress("calibrate", DROPS)
    for turn, drops in enumerate(quarters):
        while len(drops) < DROPS_A_QUARTER:
            a_us, b_us = chance.gauss(0, TILT_US), chance.gauss(0, TILT_US)
            at_us = stand.now_us() + 5000
            for paddle, (x, y) in enumerate(CORNERS):
                falls_us = a_us * x + b_us * y + warp_us[(paddle + turn) % len(CORNERS)] + late_us[paddle]
                model = chance.choice(bounce.MODELS[:2])
                stand.play(paddle, bounce.slap(at_us + falls_us, HELD_US, model, chance))
            drop = _drop_in(stand.listen(APART_US))
            if drop is not None:
                drops.append(drop)
                progress.at(turn * DROPS_A_QUARTER + len(drops), _facts(quarters))
    progress.done()
    return quarters


def drop_guided(stand: Stand) -> list[list[Drop]]:
    """Lead a person through twenty drops; return them by quarter, five each.

    UserError without four paddles.
    """
    if stand.paddles != len(CORNERS):
        raise UserError(
            "This calibration needs four paddles, and this unit has {paddles}.", paddles=stand.paddles
        )
    progress = Progress("calibrate", DROPS)
    quarters: list[list[Drop]] = [[] for _ in range(QUARTERS)]
    for turn, drops in enumerate(quarters):
        where = N_("Turn the board by a quarter, so that its mark is above {above}.")
        if not turn:
            where = N_(
                "Mark the board's corner above {above}. Hold the board level, a hand's width above all four "
                "paddles, and drop it."
            )
        # With each turn a corner moves to the paddle before: `offsets` relies on that.
        asks = gettext(where, above=Sentence(PADDLES[-turn % QUARTERS].name))
        while len(drops) < DROPS_A_QUARTER:
            number = turn * DROPS_A_QUARTER + len(drops)
            drop_words = gettext("Drop {number} of {all} …", number=number + 1, all=DROPS)
            say(f"{asks} {drop_words}".strip())
            drop = _next_drop(stand, progress, number)
            if drop is not None:
                asks = ""
                drops.append(drop)
                progress.at(number + 1, _facts(quarters))
            else:
                asks = gettext(
                    "That drop did not hit all four paddles once and together. Lift the board off and "
                    "try again."
                )
    progress.done()
    return quarters


def _next_drop(stand: Stand, progress: Progress, number: int) -> Drop | None:
    """Wait for a drop; None if it missed a paddle or hit them one by one. UserError after two minutes."""
    end_us = stand.now_us() + PATIENCE_US
    while stand.now_us() < end_us:
        progress.at(number)
        first = stand.listen(LOOK_US, until=lambda message: isinstance(message, m.Down))
        if first and isinstance(first[-1], m.Down):
            return _drop_in([first[-1], *stand.listen(APART_US)])
    raise UserError("No paddle was hit for two minutes. Start the calibration again when you are ready.")


def _facts(quarters: Sequence[Sequence[Drop]]) -> dict[str, object]:
    """Return the figures that a window shows meanwhile; they still contain the board's own warp."""
    times = [centred(drop) for drops in quarters for drop in drops]
    return {
        Sentence("{name}, so far", name=Sentence(PADDLES[paddle].name)): gettext(
            "{late_us} us", late_us=f"{fmean(each):+.0f}"
        )
        for paddle, each in enumerate(zip(*times, strict=True))
    }


def _drop_in(messages: Sequence[m.Message]) -> Drop | None:
    """Return the drop in these messages: one slap of every paddle, close together. Else None."""
    slaps = sorted((one.paddle, one.t_us) for one in messages if isinstance(one, m.Down))
    times = [float(t_us) for _, t_us in slaps]
    whole = [paddle for paddle, _ in slaps] == list(range(len(CORNERS)))
    return tuple(times) if whole and max(times) - min(times) <= DROP_LASTS_US else None


def report(quarters: Sequence[Sequence[Drop]], measured: Measured, watch: Stopwatch) -> Result:
    found = offsets(quarters)
    late_us = zip(*[centred(drop) for drops in quarters for drop in drops], strict=True)
    says = N_("{name}: first contact compared with the mean of all four, for each drop")
    series = {
        paddle.name: Series(Sentence(says, name=Sentence(paddle.name)), "us", times)
        for paddle, times in zip(PADDLES, late_us, strict=False)
    }
    return watch.result(
        "calibrate",
        Sentence(
            "how much later than the mean each paddle makes contact when a flat board drops on all four, "
            "by the unit's own stamps. The error is one standard error of the twenty drops."
        ),
        Sentence("how a hand meets a paddle, or which paddle is right: only their differences can be seen"),
        measured,
        Answers(
            drops=sum(map(len, quarters)),
            offsets_us=[round(one.offset_us, 1) for one in found],
            errors_us=[round(one.error_us, 1) for one in found],
            offered=[one.offered for one in found],
            corrections_us=[one.correction_us for one in found],
        ),
        series,
        tuple(_finding(paddle.name, one) for paddle, one in zip(PADDLES, found, strict=False)),
    )


def _finding(name: str, one: Offset) -> Finding:
    """Return a paddle's offset in a sentence: a fault if it is too large to correct."""
    late_us, error_us = f"{one.offset_us:+.0f}", f"{2 * one.error_us:.0f}"
    ok = abs(one.offset_us) <= CAP_US
    if not ok:
        says = N_("{late_us} us, give or take {error_us}: too much to correct. Check its lever and its stop.")
    elif one.offered:
        says = N_("{late_us} us, give or take {error_us}: a correction is offered")
    else:
        says = N_("{late_us} us, give or take {error_us}")
    return Finding(ok, "offset", Sentence(says, late_us=late_us, error_us=error_us), name)
