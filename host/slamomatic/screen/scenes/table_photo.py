"""The photo finish over the table: the last slap again in slow motion, while the game waits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slamomatic.engine.photo import PhotoFinish
from slamomatic.face import photo as photo_board
from slamomatic.face.model import Table
from slamomatic.kit.easel import LARGE, SMALL, Box, Easel
from slamomatic.kit.palette import GOLD, MIST, PANEL
from slamomatic.screen import desktop
from slamomatic.screen.next_key import LET_GO
from slamomatic.screen.scenes.modes import Mode
from slamomatic.words import gettext

if TYPE_CHECKING:
    from slamomatic.screen.scenes.table import TableScene

REPLAY_US = 4_000_000  # how long the slow motion takes
# Hands before this share of the race belong to a long wait; all of the wait takes this share of the replay.
LONG_WAIT, WAITING_SHARE = 0.3, 0.25
FILMED_US = 2_400_000  # how long the slow motion takes in a film, which has shown the hands themselves


class Photo(Mode):
    """The last slap again; with reduced motion it stands still at its end."""

    def __init__(self, table: TableScene, photo: PhotoFinish, time_stands: bool) -> None:
        super().__init__(table)
        self.photo, self.time_stands = photo, time_stands
        self._started_us = table.stage.clock()
        self._still = table.stage.prefs.reduced_motion
        self._lasts_us = FILMED_US if table.shown.only_watched else REPLAY_US
        self._running = True

    def key(self, action: str) -> None:
        self.close()

    def gesture(self, gesture: str) -> None:
        if gesture != LET_GO:
            self.close()

    def wish(self, wish: object) -> None:
        self.close()

    def pump(self) -> None:
        """Close by a slap while time stands; `slapped` closes when the game goes on behind the photo."""
        if self.table.shown.slapped_in_pause:
            self.close()

    def slapped(self) -> None:
        self.close()

    def wakes_at_us(self) -> int | None:
        return self.stage.clock() if self._running else None

    def close(self) -> None:
        """Close the photo; the paddles count again once all hands are up, as after a look.

        So a slap that closes the photo is none in the game.
        """
        super().close()
        if self.time_stands and not self.table.face.spotted:
            self.session.curtain(False)

    def _replay_cursor_us(self) -> int | None:
        """Return the time in the race that the replay has reached; None: it stands still, at its end."""
        photo, share = self.photo, (self.stage.clock() - self._started_us) / self._lasts_us
        if self._still or share >= 1:
            self._running = False
            return None
        return reached_us(photo, share)

    def draw(self, e: Easel, t: Table) -> None:
        """Draw the hands' times, the verdict and a note: over the table, or beside it in a film."""
        if self.table.shown.only_watched:
            # A film goes on showing what happened: the photo stands beside it.
            whole = e.frame.box.inset(e.frame.px(40), e.frame.px(130))
            box = Box(whole.x + round(whole.w * 0.43), whole.y, round(whole.w * 0.57), round(e.frame.h * 0.5))
        else:
            e.scrim("photo/scrim")
            box = e.frame.box.centred(round(e.frame.w * 0.86), round(e.frame.h * 0.72))
        e.panel("photo/plate", box, PANEL, GOLD, 255)
        above, middle, below = box.inset(e.frame.px(30), e.frame.px(18)).rows([12, 74, 14], e.frame.px(8))
        title = gettext("Photo finish") if self._still else gettext("Photo finish, in slow motion")
        if verdict := photo_board.verdict(t, self.photo):
            title = gettext("{title}: {verdict}", title=title, verdict=verdict)
        e.text("photo/title", title, above, LARGE, GOLD)
        size = photo_board.largest_text(e, len(t.seats), middle)
        photo_board.lines(e, t, self.photo, middle, self._replay_cursor_us(), "replay", size)
        note = gettext("Other screens give other times.")
        if self.photo.by_screen:
            note = desktop.note(t.screen_us)
        if not self.table.shown.only_watched:
            closes = gettext("Slap, press {key} or click to close.", key=self.key_name("confirm"))
            note = f"{note} {closes}"
        e.text("photo/note", note, below, SMALL, MIST)
        e.target(e.frame.box, self.close)


def reached_us(photo: PhotoFinish, share: float) -> int:
    """Return the time in the race that a replay has reached when `share` (0 to 1) of it has run.

    It hurries over a long wait before the slaps, and takes its time over close ones.
    """
    times = [hit.t_us for hit in photo.hits]
    first_us, last_us = min(photo.go_us, times[0]), times[-1]
    starts = [at_us for at_us in times if at_us > first_us + (last_us - first_us) * LONG_WAIT]
    if not starts:
        return first_us + round((last_us - first_us) * share)
    # The wait until shortly before the first of these hands takes WAITING_SHARE, however long it was.
    begins_us = max(first_us, starts[0] - (last_us - starts[0]) // 4)
    if share < WAITING_SHARE:
        return first_us + round((begins_us - first_us) * share / WAITING_SHARE)
    return begins_us + round((last_us - begins_us) * (share - WAITING_SHARE) / (1 - WAITING_SHARE))


def show(table: TableScene) -> None:
    """Show the last slap as a photo finish; a sentence answers if nobody has slapped yet.

    The game's time stands still behind the photo, unless a slap is open or the game is over. An open slap
    goes on, and its next hand closes the photo.
    """
    session = table.shown
    last = session.moment.photo
    if last is None:
        table.reply(gettext("No photo finish yet: nobody has slapped."))
    elif last.single:
        table.reply(gettext("No photo finish: only one hand came down."))
    elif table.looking is None:
        view = session.moment.room
        slap_is_open = view["asked"] or view.get("open")
        table.push(Photo(table, last, time_stands=not (session.over or slap_is_open)))
