"""A piece of an evening played again by the same rules, told of every slap at its true time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from evenings.record import Piece
from evenings.slaps import Slap
from slamomatic.engine.core import Game
from slamomatic.engine.vocabulary import COMMON_EFFECTS, Effect, Event, Refused, in_order

# Effects that tell times, and not rules.
OF_TIME = frozenset({"race", "by_us"})
TOLD_BY_THE_TABLE = frozenset({"time", "accuracy"})

Said = tuple[str, "int | None", str]


def played(game: Game, piece: Piece, slaps: Sequence[Slap]) -> list[Said]:
    """Return the game's effects when it is given true times."""
    shadow = type(game).from_json({"version": game.VERSION, "setup": game.to_json()["setup"], **piece.state})
    paddles = shadow.paddles
    paddles.clump_us = 0
    paddles.error_us = [0] * len(paddles.error_us)
    events = [Event("down", slap.seat, slap.t_us) for slap in slaps]
    late_us = _lifted_late_us(piece)
    settled_us = -1  # what was due up to then was done when the table was told the next
    for line in piece.events:
        settled_us = line["t_us"] if line["do"] == "time" else settled_us
        if line["do"] != "down" and line["do"] not in TOLD_BY_THE_TABLE:
            data = {
                name: value for name, value in line.items() if name not in ("do", "seat", "t_us", "chance")
            }
            t_us = late_us.get((line["do"], line.get("seat"), line["t_us"]), line["t_us"])
            if line["do"] == "up":
                # In a time that is taken back hands came up too: then they did at the moment it goes on from.
                t_us += t_us == settled_us
                t_us = _after_its_slap_us(line["seat"], t_us, slaps)
            events.append(Event(line["do"], line.get("seat"), t_us, data))
    effects: list[Effect] = []
    after = shadow.turn or 0
    events = in_order(events, shadow.seats, after)
    while events:
        if after != (shadow.turn or 0):  # of one instant seats come leftwards from whose turn it is by then
            after = shadow.turn or 0
            events = in_order(events, shadow.seats, after)
        event = events.pop(0)
        try:
            effects += shadow.apply(event)
            if event.do == "source":
                paddles.error_us = [0] * len(paddles.error_us)
        except Refused:
            effects.append(Effect("refused", event.seat, event.t_us))
    if not shadow.over:
        effects += shadow.apply(Event("time", None, max(shadow.now_us, piece.ended_us)))
    return said_of(effects)


def doubtful_times_us(game: Game, piece: Piece) -> Sequence[tuple[int, int]]:
    """The limits that the piece's last slap was held against."""
    shadow = type(game).from_json({"version": game.VERSION, "setup": game.to_json()["setup"], **piece.state})
    *before, last = piece.events
    for line in before:
        data = {name: line[name] for name in line if name not in ("do", "seat", "t_us", "chance")}
        shadow.apply(Event(line["do"], line.get("seat"), line["t_us"], data), line.get("chance", ()))
    shadow.apply(Event("time", None, last["t_us"]), last.get("chance", ()))
    return shadow.doubtful_times_us(last["seat"])


def _after_its_slap_us(seat: int, t_us: int, slaps: Sequence[Slap]) -> int:
    """A hand that came up had been down: of a key in one slow look both times are told as its middle."""
    downs_us = [
        slap.t_us
        for slap in slaps
        if slap.seat == seat
        and slap.press is not None
        and slap.press.stamp_us is not None
        and slap.press.stamp_us <= t_us <= slap.t_us
    ]
    return max([t_us, *(down_us + 1 for down_us in downs_us)])


def _lifted_late_us(piece: Piece) -> dict[tuple[str, int | None, int], int]:
    """When the table had learned that a hand was up, where it learned it late: after its bounce.

    Paddles that were told to be live in the meantime are: players have seen it. To a lift before a Hands Down
    the game itself goes back (J-23).
    """
    live_us = {effect.t_us for effect in piece.effects if effect.what == "live"}
    live_us -= {effect.t_us for effect in piece.effects if effect.what == "hands-down"}
    lates = (effect for effect in piece.effects if effect.what == "late" and effect.t_us in live_us)
    return {("up", late.seat, late.t_us - (late.public or {})["by_us"]): late.t_us + 1 for late in lates}


def said_of(effects: Sequence[Effect]) -> list[Said]:
    """Return the effects of the rules, without those about times and hands."""
    said: list[Said] = []
    for effect in _corrected(effects):
        if effect.what in COMMON_EFFECTS and effect.what != "over":
            continue
        public: Mapping[str, object] = effect.public or {}
        facts = {name: value for name, value in public.items() if name not in OF_TIME}
        said.append((effect.what, effect.seat, str(facts)))
    return said


def _corrected(effects: Sequence[Effect]) -> list[Effect]:
    """Return the seats that must slap in a Hands Down, as players were told in the end.

    That a hand was up when it opened may be known only afterwards (J-23). Its paddle is then said to be live.
    """
    told: list[Effect] = []
    opening: int | None = None  # where the one that is open was told
    for effect in effects:
        if effect.what == "live" and opening is not None:
            opened, seats = told[opening], (effect.public or {})["seats"]
            waits_for = sorted({*(opened.public or {})["waits_for"], *seats})
            told[opening] = opened._replace(public={"waits_for": waits_for})
        elif effect.what == "hands-down":
            opening = len(told)
        elif effect.what not in COMMON_EFFECTS:
            opening = None
        told.append(effect)
    return told
