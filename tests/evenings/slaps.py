"""The slaps of each piece of an evening, at their true times."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from evenings.record import Piece
from evenings.truth import Press
from slamomatic.table.intake import UNPLACED_US

LEAVES_US = 30_000  # a slap on its way while its player leaves belongs to no player


@dataclass(frozen=True, slots=True)
class Slap:
    """A slap of a piece, at its true time."""

    seat: int
    t_us: int
    stated_us: int  # how far off it may be, as the table was told
    press: Press | None = None  # None: a bot's

    def as_told(self) -> Slap:
        """At the middle of the times that it may have had, as the table knows it."""
        if self.press is None or self.press.stamp_us is None:
            return self
        return replace(self, t_us=self.press.game_us + self.press.off_us)

    def off_us(self, same_source: bool) -> int:
        """How far it may be off against another one's."""
        if self.press is None:
            return 0
        return self.press.loose_us if same_source else self.press.stated_us

    def most_us(self, judged_by_us: Sequence[int]) -> int:
        """How far it may be off, by what was stated with it or by what the game goes by for its seat."""
        loose_us = 0 if self.press is None else self.press.loose_us
        return max(self.stated_us, judged_by_us[self.seat] + loose_us)

    def __str__(self) -> str:
        if self.press is None:
            return f"{self.seat}:{self.t_us}"
        stamp_us = self.press.stamp_us
        told = "never told" if stamp_us is None else f"told {stamp_us} +-{self.stated_us}"
        return f"{self.seat}:{self.t_us} ({told})"


def by_piece(
    pieces: Sequence[Piece],
    presses: Sequence[Press],
    told_of: Mapping[tuple[int, int], list[Press]],
    people: Sequence[int],
    bots_since: Mapping[int, int],
) -> list[list[Slap]]:
    """Each slap at its true time: in the piece that heard of it, or else in the piece it belongs to."""
    found: list[list[Slap]] = [[] for _ in pieces]
    told_in: dict[Press, int] = {}
    for number, piece in enumerate(pieces):
        for event in piece.events:
            if event["do"] != "down":
                continue
            gone_us = bots_since.get(event["seat"])
            if event["seat"] not in people or (gone_us is not None and event["t_us"] >= gone_us):
                found[number].append(Slap(event["seat"], event["t_us"], 0))
                continue
            alike = told_of.get((event["seat"], event["t_us"]))
            # Slaps of one hand may be told of the same moment: of the end of a machine's sleep, say.
            if alike:
                told_in[alike.pop(0)] = number
    for press in presses:
        gone_us = bots_since.get(press.seat)
        told = told_in.get(press)
        if press.on_the_edge and told is not None and press.stamp_us is not None:
            t_us = max(press.stamp_us, pieces[told].begun_us)
            found[told].append(Slap(press.seat, t_us, press.stated_us, press))
            continue
        went = told is None and gone_us is not None and press.game_us > gone_us - LEAVES_US
        # It was off, alone, and players read why.
        unplaced = told is None and (press.stated_us > UNPLACED_US or press.doubted)
        if press.paused or press.on_the_edge or went or unplaced:
            continue
        true_us = press.game_us
        if told is not None and true_us >= pieces[told].begun_us - press.stated_us - 1:
            true_us = max(true_us, pieces[told].begun_us)
            found[told].append(Slap(press.seat, true_us, press.stated_us, press))
            continue
        for number, piece in enumerate(pieces):
            if piece.begun_us < true_us <= piece.ended_us:
                found[number].append(Slap(press.seat, true_us, press.stated_us, press))
                break
    return found
