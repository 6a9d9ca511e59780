"""The very first game: one card says what a slap is about, and nothing moves before somebody is ready."""

from slamomatic.face.faces import title_of
from slamomatic.face.model import Table
from slamomatic.kit.easel import LARGE, SMALL, Easel
from slamomatic.kit.geometry import Box
from slamomatic.kit.palette import CHALK, GOLD, MIST, PANEL
from slamomatic.screen import key_places
from slamomatic.screen.next_key import HOLD
from slamomatic.screen.scene import Stage
from slamomatic.screen.scenes import table_menu
from slamomatic.screen.scenes.counting import Counting
from slamomatic.screen.scenes.modes import Mode
from slamomatic.screen.scenes.table import TableScene
from slamomatic.table.sitting import Sitting
from slamomatic.words import gettext


def first_table(stage: Stage, sitting: Sitting, resumed: bool) -> TableScene:
    """With real cards there are no bots that would go on; people who play on have read it."""
    table = TableScene(stage, sitting)
    if not (resumed or sitting.name in stage.prefs.explained or sitting.options.get("paper")):
        table.push(Ready(table))
    counting = Counting(table)
    if resumed and not sitting.over:
        table.push(counting)
    if sitting.lost:
        stage.say(sitting.lost)
        table.complaint = sitting.lost
        if not sitting.over:
            table.push(table_menu.Menu(table))  # to be read in peace
    return table


class Ready(Mode):
    """The wait before a game: the table's clock stands still until a key or a slap says ready."""

    time_stands = True
    begins = True
    outlasts_units = True

    def key(self, action: str) -> bool:
        if action == "help":
            table_menu.show_rules(self.table)
            return True
        self.table.drop(self)
        return action != "pause" or self.table.play.key(action)

    def gesture(self, gesture: str) -> bool:
        self.table.drop(self)
        return gesture != HOLD or self.table.play.gesture(gesture)

    def click(self, point: tuple[int, int]) -> bool:
        self.table.drop(self)
        return True

    def _begin(self) -> None:
        self.table.drop(self)

    def pump(self) -> None:
        if self.table.sitting.slapped_in_pause:
            self.table.drop(self)

    def draw(self, e: Easel, t: Table) -> None:
        e.scrim("ready/scrim", 170)
        px = e.frame.px
        box = e.frame.box.centred(round(e.frame.w * 0.8), round(e.frame.h * 0.5))
        e.panel("ready/plate", box, PANEL, GOLD, 255)
        head, words, foot = box.inset(px(44), px(26)).rows([18, 52, 30], px(16))
        e.text("ready/game", title_of(t.game), head, LARGE, GOLD)
        e.text("ready/words", gettext(self.table.face.first_words, slap=self._slap()), words, 60, CHALK)
        button = foot.centred(min(foot.w, px(460)), min(foot.h, px(96)))
        e.button("ready/go", gettext("Ready"), button, self._begin, True, LARGE, self.key_name("confirm"))
        beside = Box(foot.x, foot.y, (foot.w - button.w) // 2 - px(16), foot.h)
        e.text(
            "ready/rules", gettext("{key}: the rules", key=self.key_name("help")), beside, SMALL, MIST, "left"
        )

    def _slap(self) -> str:
        """What a slap is here: a key, by name where one person plays, or a paddle."""
        sitting = self.table.sitting
        if not sitting.seats_on_keys & set(sitting.people):
            return gettext("slap your paddle")
        seat_keys = self.table.stage.prefs.seat_keys
        keys = [seat_keys[sitting.seats[seat].colour] for seat in sitting.people]
        if len(keys) > 1:
            return gettext("press your key")
        return gettext("press {key}", key=key_places.label(keys[0]))
