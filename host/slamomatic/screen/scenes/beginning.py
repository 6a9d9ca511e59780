"""The beginning of a game: the wait for its units, then a first picture in which nobody is surprised."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from slamomatic.errors import UserError
from slamomatic.face.faces import title_of
from slamomatic.face.model import Table
from slamomatic.kit import key_places
from slamomatic.kit.easel import LARGE, SMALL, Box, Easel
from slamomatic.kit.palette import CHALK, GOLD, MIST, PANEL
from slamomatic.screen.desktop import late_us
from slamomatic.screen.next_key import HOLD
from slamomatic.screen.scene import Stage
from slamomatic.screen.scenes.modes import Mode
from slamomatic.screen.scenes.table import TableScene
from slamomatic.screen.scenes.table_pause import Counting, Menu
from slamomatic.store import journals
from slamomatic.table import opening
from slamomatic.table.cup import Cup
from slamomatic.table.seats import NOBODY, Seat, paddle_of
from slamomatic.table.session import GameSession
from slamomatic.units.base import Link
from slamomatic.words import N_, gettext

# A Pico that is plugged in answers within this time. A game that began sooner would be played on the keys.
ANSWERS_WITHIN_US = 2_000_000
LOOKING = N_("One moment: looking for a Pico. Without one, you play on the keyboard.")


class Beginning:
    """A game that was asked for, until its units have answered.

    It can't begin before: the first line of its journal says how exact their times are.
    """

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._begin_game: Callable[[], GameSession] | None = None  # None: no game was asked for
        self._seats: Sequence[Seat] | None = None  # None: a journal says who plays on what
        self._try_at_once = False
        self._looked_for = stage.unit
        self._patient_until_us = stage.after_us(ANSWERS_WITHIN_US)

    @property
    def patient_until_us(self) -> int:
        """How long a Pico may take to answer; counted again after other units were chosen."""
        if self._looked_for is not self._stage.unit:
            self._looked_for = self._stage.unit
            self._patient_until_us = self._stage.after_us(ANSWERS_WITHIN_US)
        return self._patient_until_us

    @property
    def waits(self) -> bool:
        """Whether a game was asked for and has not begun."""
        return self._begin_game is not None

    def give_up(self) -> None:
        """Forget the game that was asked for."""
        self._begin_game = None

    def play(
        self, game: str, seats: Sequence[Seat], options: Mapping[str, Any], cup: Cup | None = None
    ) -> None:
        """Ask for a new game; session() begins it once the units have answered."""
        stage, self._seats, self._try_at_once = self._stage, seats, False
        self._begin_game = lambda: opening.begin(
            game,
            seats,
            stage.unit,
            stage.clock,
            seed=stage.seed,
            options=options,
            home=stage.home,
            cup=cup,
            screen_us=late_us(stage.home),
        )

    def resume(self, path: Path | None = None) -> None:
        """Ask for an unfinished game, by default the newest. UserError if there is none.

        session() tries it at once, before any unit has answered: only its journal says which units it needs.
        """
        stage = self._stage
        path = path or journals.latest_open(stage.home)
        if path is None:
            raise UserError("There is no unfinished game. Press Enter to start a new one.")
        self._seats, self._try_at_once = None, True
        self._begin_game = lambda: opening.resume(path, stage.unit, stage.clock)

    def session(self) -> GameSession | None:
        """Begin the game that was asked for and return it; None: there is none, or it still waits for units.

        UserError if it can't begin at all; then it is forgotten.
        """
        waits_for = self.not_yet()
        if self._begin_game is None or (waits_for and not self._try_at_once):
            return None
        first_try, self._try_at_once = self._try_at_once, False
        try:
            begun = self._begin_game()
        except UserError:
            if first_try and waits_for:
                return None  # a unit that is still to answer may be the missing one
            self._begin_game = None
            raise
        self._begin_game = None
        return begun

    def not_yet(self) -> str:
        """Say what the game waits for; "": nothing. The line about the units says what is wrong with them."""
        if self._begin_game is None:
            return ""
        states = self._stage.unit.states()
        missing = [states[index] for index in self._needed_units() if states[index].error_us is None]
        if missing:
            escape = self._stage.prefs.key_name("pause")
            return gettext(
                "The game begins when {unit} answers. {key}: cancel.", unit=missing[0].name, key=escape
            )
        patient = self._stage.clock() < self.patient_until_us
        searching = any(state.link is Link.SEARCHING for state in states)
        return gettext(LOOKING) if patient and searching else ""

    def _needed_units(self) -> list[int]:
        """Return the indices of the units that must answer first: those that somebody slaps on.

        Who slaps on what is unknown until a journal is read: then all are needed, or none if there are keys.
        """
        unit = self._stage.unit
        if self._seats is None:
            return [] if any(one.is_keyboard for one in unit.units) else list(range(len(unit.units)))
        paddles = [paddle for seat in self._seats if (paddle := paddle_of(unit, seat)) != NOBODY]
        return sorted({unit.place(paddle).unit for paddle in paddles})


def first_table(stage: Stage, session: GameSession) -> TableScene:
    """Return the scene of a game that begins or goes on, with a first picture so that no card surprises.

    People read how to play a game that is new to them; else the table counts down. With real cards there is
    neither: nothing happens before somebody slaps. If a journal had lost something, a menu waits over it.
    """
    table, resumed = TableScene(stage, session), session.resumed
    explained, paper = session.name in stage.prefs.explained, bool(session.options.get("paper"))
    if not (resumed or explained or paper):
        table.push(Ready(table))
    if resumed and not session.over:
        table.push(Counting(table, resumed.welcome))
    elif not resumed and explained and not paper:
        table.push(Counting(table, gettext("Hands ready! The game starts in…")))
    if resumed and resumed.lost:
        stage.say(resumed.lost)
        table.show_complaint(resumed.lost)
        if not session.over:
            table.push(Menu(table))  # to be read in peace
    return table


class Ready(Mode):
    """The wait before a game: the table's clock stands still until a key or a slap says ready."""

    time_stands = True
    begins = True
    outlasts_units = True

    def key(self, action: str) -> None:
        if action == "help":
            self.show_rules()
            return
        self.close()
        if action == "pause":
            self.table.play.key(action)

    def gesture(self, gesture: str) -> None:
        self.close()
        if gesture == HOLD:
            self.table.play.gesture(gesture)

    def click(self, point: tuple[int, int]) -> None:
        self.close()

    def pump(self) -> None:
        if self.session.slapped_in_pause:
            self.close()

    def draw(self, e: Easel, t: Table) -> None:
        """Draw a card over the table: the game, what to do first, and the button that starts it."""
        e.scrim("ready/scrim", 170)
        px = e.frame.px
        box = e.frame.box.centred(round(e.frame.w * 0.8), round(e.frame.h * 0.5))
        e.panel("ready/plate", box, PANEL, GOLD, 255)
        head, words, foot = box.inset(px(44), px(26)).rows([18, 52, 30], px(16))
        e.text("ready/game", title_of(t.game), head, LARGE, GOLD)
        e.text("ready/words", gettext(self.table.face.first_words, slap=self._slap()), words, 60, CHALK)
        button = foot.centred(min(foot.w, px(460)), min(foot.h, px(96)))
        e.button("ready/go", gettext("Ready"), button, self.close, True, LARGE, self.key_name("confirm"))
        beside = Box(foot.x, foot.y, (foot.w - button.w) // 2 - px(16), foot.h)
        e.text(
            "ready/rules", gettext("{key}: the rules", key=self.key_name("help")), beside, SMALL, MIST, "left"
        )

    def _slap(self) -> str:
        """Say what to slap with: a key, by name where one person plays, or a paddle."""
        session, seat_keys = self.session, self.stage.prefs.seat_keys
        if not session.seats_on_keys & set(session.people):
            return gettext("slap your paddle")
        keys = [seat_keys[session.seats[seat].colour] for seat in session.people]
        if len(keys) > 1:
            return gettext("press your key")
        return gettext("press {key}", key=key_places.label(keys[0]))
