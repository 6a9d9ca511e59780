"""How a cup stands: after each game what has changed, and after the last one who has won it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from slamomatic.face import parts
from slamomatic.face.face import Reason
from slamomatic.face.faces import short_title, title_of
from slamomatic.face.paddle import SeatMark
from slamomatic.kit.bed import Mood
from slamomatic.kit.brush import Brush, Painted, shape
from slamomatic.kit.easel import BODY, HUGE, LARGE, SMALL, Box, Easel
from slamomatic.kit.palette import CHALK, DARK, GOLD, INK, LIVE, MIST, PADDLE_COLOURS, PANEL, PANEL_LIT, mix
from slamomatic.paddles import PADDLES
from slamomatic.screen.scene import Overlay, Stage
from slamomatic.screen.scenes.ceremony import WINNER_STANDS_US, Ceremony, Counted, Deafness, Running
from slamomatic.screen.scenes.shower import FLAKE_US, Shower
from slamomatic.table.cup import Cup
from slamomatic.words import N_, gettext, listed, ngettext

if TYPE_CHECKING:
    from slamomatic.screen.scenes.result import ResultScene

STEP_US = 600_000  # of the last ceremony: each player's points of one game
# After a game that is not the last: first as it stood, then the new points are added, then places change.
STOOD_US, ADDS_US = 900_000, 700_000
MOST_NAMED = 3  # of those who can still win
ON_CLOTH = ("title", "sentence", "games", "total")


class Line(NamedTuple):
    """One line of the table; what is counted for it is None while its player is a secret."""

    rank: int
    seat: int
    counted: Counted | None


@dataclass(frozen=True, slots=True)
class Trophy(Painted):
    """The cup itself, dull until it is won; then it shows the paddles of those who won it."""

    paddles: tuple[int, ...]
    shines: bool

    def paint(self, b: Brush) -> None:
        gold = GOLD if self.shines else mix(GOLD, DARK, 0.6)
        edge, light = mix(gold, INK, 0.55), mix(gold, (255, 255, 255), 0.35)
        for x in (20, 80):  # the handles
            b.circle(x, 36, 17, edge, 9)
            b.circle(x, 36, 15.5, gold, 6)
        b.poly([(20, 10), (80, 10), (74, 48), (60, 66), (40, 66), (26, 48)], edge)
        b.poly([(23, 13), (77, 13), (71, 47), (58, 63), (42, 63), (29, 47)], gold)
        b.poly([(28, 16), (36, 16), (37, 44), (34, 46)], light)
        b.rect(44, 64, 12, 24, edge, 2)
        b.rect(46.5, 64, 7, 24, gold, 2)
        b.rect(26, 100, 48, 18, edge, 4)
        b.rect(33, 86, 34, 16, edge, 4)
        b.rect(36, 89, 28, 12, gold, 3)
        b.rect(29, 103, 42, 12, gold, 3)
        spread = 40 / max(1, len(self.paddles))
        for at, paddle in enumerate(self.paddles):
            middle_x = 50 + spread * (at - (len(self.paddles) - 1) / 2)
            shape(b, PADDLES[paddle].shape, middle_x, 36, min(13, spread / 2), INK)


@dataclass(frozen=True, slots=True)
class Moved(Painted):
    """An arrow: somebody has moved up or down."""

    up: bool

    def paint(self, b: Brush) -> None:
        tip, foot = (0.18, 0.8) if self.up else (0.8, 0.18)
        b.poly(
            [(50, tip * b.height), (86, foot * b.height), (14, foot * b.height)], LIVE if self.up else MIST
        )


class CupScene(Overlay):
    """The table of a cup. After the last game it is filled from the last place to the first."""

    back: ResultScene
    mood = Mood.CALM

    def __init__(self, stage: Stage, back: ResultScene, cup: Cup) -> None:
        super().__init__(stage, back)
        self.cup, self.seats = cup, back.end.seats
        self._shower = Shower(stage, int(back.end.lasted_us) + sum(cup.points))
        self._ceremony: Running | None = None  # of the last game; None: everybody has seen it
        self._deafness = Deafness(stage.clock)
        # Since when the change by the game just played is shown; None: it is not shown, or no longer.
        self._changes_from_us: int | None = None

    # --- time ---------------------------------------------------------------------------------------

    def enter(self) -> None:
        """Begin the ceremony, or show what has changed, unless motion is reduced."""
        now_us = self.stage.clock()
        if self.stage.prefs.reduced_motion:
            return
        if self.cup.finished:
            ranks = [self.cup.rank(seat) for seat in range(self.cup.seats)]
            reasons = [self._reasons(seat) for seat in range(self.cup.seats)]
            self._ceremony = Running(Ceremony(ranks, reasons, STEP_US), now_us)
        else:
            self._changes_from_us = now_us

    def _reasons(self, seat: int) -> list[Reason]:
        games = zip(self.cup.games, self.cup.won, strict=False)
        return [Reason(title_of(game), won[seat]) for game, won in games]

    def _tell_all(self) -> bool:
        """Show everything at once; return False if it was shown already."""
        if self._ceremony is None and self._changes_from_us is None:
            return False
        if self._ceremony is not None:
            self._deafness.begin(WINNER_STANDS_US)
            self._shower.begin()
        self._ceremony = self._changes_from_us = None
        return True

    def pump(self) -> None:
        """Play the ceremony's sounds, then let changed places move; at the end of each, tell all at once."""
        now_us = self.stage.clock()
        if self._ceremony is not None:
            for sound in self._ceremony.sounds_until(now_us):
                self.stage.sound(sound)
            if self._ceremony.over(now_us):
                self._tell_all()
        if self._changes_from_us is not None and now_us >= self._changes_from_us + STOOD_US + ADDS_US:
            self.stage.sound("stamp")
            self._tell_all()

    def wakes_at_us(self) -> int | None:
        if self._ceremony is not None or self._changes_from_us is not None:
            return self.stage.clock() + FLAKE_US
        return self._shower.wakes_at_us()

    # --- what people do -----------------------------------------------------------------------------

    def key(self, action: str) -> None:
        if self._deafness.takes_press() and not self._tell_all():
            super().key(action)

    def gesture(self, gesture: str) -> None:
        if self._deafness.takes_press() and not self._tell_all():
            super().gesture(gesture)

    def click(self, point: tuple[int, int]) -> None:
        if self._deafness.takes_press() and not self._tell_all():
            super().click(point)

    def escape(self) -> None:
        self.back.escape()

    def _play_on(self) -> None:
        self.back.play_on()
        if self.back.trouble:
            self.show_complaint(self.back.trouble)

    # --- drawing ------------------------------------------------------------------------------------

    def draw(self, e: Easel) -> None:
        """Draw the table of the cup, a sentence about it, and the button of the next game."""
        px = e.frame.px
        head, says, body, foot = e.frame.box.inset(px(60), px(36)).rows([12, 10, 64, 14], px(12))
        below = len(e.sprites)
        lines, told = self._lines(), self._ceremony is None and self._changes_from_us is None
        decided = self.cup.finished and told
        e.text("title", self._title(), head, HUGE, GOLD)
        if told:
            e.text("sentence", about_cup(self.cup, [seat.name for seat in self.seats]), says, LARGE, CHALK)
        trophy, table = body.columns([20, 80], px(24))
        known = self.cup.finished and self._all_told
        colours = [self.seats[seat].colour for seat in self.cup.winners] if known else []
        e.put("trophy", trophy.fit(0.8), Trophy(tuple(colours), known))
        self._table(e, table, lines)
        if decided:
            self._shower.draw(e, below, ON_CLOTH)
        again = gettext("Play for the cup again")
        if not self.cup.finished:
            again = gettext("Next: {game}", game=title_of(self.cup.games[self.cup.over]))
        play, other = foot.columns([3, 2], px(20))
        e.button("again", again, play, self._play_on, self.cursor == 0, LARGE, self.key_name("confirm"))
        e.button(
            "other", gettext("Another game"), other, self.escape, self.cursor == 1, key=self.key_name("pause")
        )

    @property
    def _all_told(self) -> bool:
        return self._ceremony is None or self._ceremony.all_told(self.stage.clock())

    def _title(self) -> str:
        if not self.cup.finished:
            return gettext("The cup")
        if not self._all_told:
            return gettext("And the winner is…")
        winners = [self.seats[seat].name for seat in self.cup.winners]
        names = listed(winners)
        return ngettext("{names} wins the cup!", "{names} win the cup!", len(winners), names=names)

    def _lines(self) -> list[Line]:
        """Return the lines of the table from the top, as far as everybody may know them now."""
        now_us, seats = self.stage.clock(), range(self.cup.seats)
        if self._ceremony is not None:
            by_rank = sorted(seats, key=self.cup.rank)
            counted = [(seat, self._ceremony.counted(seat, now_us)) for seat in by_rank]
            return [Line(self.cup.rank(seat), seat, each) for seat, each in counted]
        standing, added = self.cup, 1.0
        if self._changes_from_us is not None:
            standing = self.cup.before
            added = max(0.0, min(1.0, (now_us - self._changes_from_us - STOOD_US) / ADDS_US))
        lines = []
        for seat in sorted(seats, key=standing.rank):
            *told, last = self._reasons(seat)
            reasons = [*told, Reason(last.words, round(last.points * added))] if added else told
            points = sum(reason.points for reason in reasons)
            lines.append(Line(standing.rank(seat), seat, Counted(points, tuple(reasons))))
        return lines

    def _table(self, e: Easel, box: Box, lines: Sequence[Line]) -> None:
        """Draw a line for each player, with the points of each game; it glides when places change."""
        px = e.frame.px
        top, *rests = box.rows([1.1, *[1.0] * len(lines)], px(8))
        rank, _, _, name, *games, total = self._cells(e, top)
        if not self.cup.finished:
            over, count = self.cup.over, len(self.cup.games)
            words = gettext("Game {number} of {count} is over", number=over, count=count)
            e.text("games", words, rank.around(name), SMALL, MIST, "left")
        for game, place in zip(self.cup.games, games, strict=True):
            e.text(f"game/{game}", short_title(game), place, SMALL, MIST)
        e.text("total", gettext("Cup"), total, SMALL, GOLD)
        for at, line, row in zip(range(len(lines)), lines, rests, strict=True):
            begin = len(e.sprites)
            self._line(e, at, line, row)
            if line.counted is not None:
                e.sprites[begin:] = [replace(sprite, glides=True) for sprite in e.sprites[begin:]]

    def _cells(self, e: Easel, row: Box) -> list[Box]:
        """Cut a line: rank, arrow, badge, name, a place for each game, and the sum."""
        games = [13] * len(self.cup.games)
        return row.inset(e.frame.px(14), e.frame.px(4)).columns([6, 4, 7, 33, *games, 14], e.frame.px(8))

    def _line(self, e: Easel, place: int, line: Line, row: Box) -> None:
        """Draw one line of the table: rank, how it changed, player, points of each game, and the sum.

        Before the ceremony counts its points, the line has only its rank: a name would give the place away.
        """
        px, sits = e.frame.px, self.seats[line.seat]
        rank, arrow, badge, name, *games, total = self._cells(e, row)
        if line.counted is None:  # an empty line, named by its place: a name would give it away
            e.panel(f"place/{place}", row, PANEL)
            e.text(f"place/{place}/rank", str(line.rank), rank, LARGE, MIST)
            return
        of = f"cup/{self.cup.over}/{line.seat}"
        won = self.cup.finished and line.rank == 1
        plate = mix(PANEL_LIT if won else PANEL, PADDLE_COLOURS[sits.colour], 0.15)
        e.panel(of, row, plate, GOLD if won else None, 245)
        if line.counted.reasons:
            e.text(f"{of}/rank", str(line.rank), rank, LARGE, GOLD if won else CHALK)
        before, now = self.cup.before.rank(line.seat), self.cup.rank(line.seat)
        all_counted = line.rank == now and len(line.counted.reasons) == self.cup.over
        if self.cup.over > 1 and before != now and all_counted:
            side = min(arrow.w, arrow.h, px(44))
            e.put(f"{of}/moved", arrow.centred(side, side), Moved(now < before))
        side = min(badge.w, badge.h)
        e.put(f"{of}/badge", badge.centred(side, side), SeatMark(sits.colour))
        says, rgb = e.cut(sits.name, name.w, size=LARGE), GOLD if won else CHALK
        e.text(f"{of}/name", says, name, LARGE, rgb, "left")
        for game, (reason, cell) in enumerate(zip(line.counted.reasons, games, strict=False)):
            size, rgb = (LARGE, GOLD) if game == self.cup.over - 1 else (BODY, CHALK)
            e.text(f"{of}/{game}", f"+{reason.points}", cell, size, rgb)
        e.text(f"{of}/points", str(line.counted.points), total, LARGE, GOLD)


def about_cup(cup: Cup, names: Sequence[str]) -> str:
    """Say who leads, who can still win, or what decided the cup."""
    best = [names[seat] for seat in cup.winners]
    if cup.finished:
        return _what_decided(cup, names, best)
    if len(cup.games) - cup.over > 1:
        points = parts.points(max(cup.points))
        one, many = N_("{names} leads with {points}."), N_("{names} lead together with {points} each.")
        return gettext(one if len(best) == 1 else many, names=listed(best), points=points)
    can_win = cup.can_win
    if len(can_win) == 1:
        return gettext("Nobody can catch {name} any more. Who comes second?", name=best[0])
    if len(can_win) == cup.seats:
        return gettext("Everybody can still win the cup: the last game decides!")
    if len(can_win) > MOST_NAMED:
        return gettext("{n} players can still win the cup: the last game decides!", n=len(can_win))
    still = listed([names[seat] for seat in can_win])
    return gettext("{names} can still win the cup: the last game decides!", names=still)


def _what_decided(cup: Cup, names: Sequence[str], best: Sequence[str]) -> str:
    """Say how the last game decided the cup, or that it did not."""
    before, winner = cup.before, cup.winners[0]
    if len(best) > 1:
        points = parts.points(max(cup.points))
        return gettext("{names} share it with {points} each.", names=listed(best), points=points)
    behind = max(before.points) - before.points[winner]
    if behind:
        return ngettext(
            "{name} was {n} point behind before the last game. What a finish!",
            "{name} was {n} points behind before the last game. What a finish!",
            behind,
            name=best[0],
        )
    if len(before.winners) > 1:
        if len(before.winners) == cup.seats:
            return gettext("Everybody was level before the last game: it decided!")
        level = listed([names[seat] for seat in before.winners])
        return gettext("{names} were level before the last game: it decided!", names=level)
    if len(before.can_win) == 1:
        return gettext("{name} had won it before the last game.", name=best[0])
    return gettext("{name} led before the last game, and nobody came past.", name=best[0])
