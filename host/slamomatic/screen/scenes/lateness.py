"""Settings: how late is the screen? Tap along for ten seconds, or state a guess."""

from collections.abc import Sequence

from slamomatic.kit.easel import BODY, SMALL, Easel
from slamomatic.kit.palette import CHALK, GOLD, MIST, PANEL
from slamomatic.screen import desktop
from slamomatic.screen.scene import Overlay, Scene, Stage
from slamomatic.screen.scenes.tapping import Lateness, Tapping
from slamomatic.store import displays
from slamomatic.units.base import Do, News, PaddleEvent
from slamomatic.words import N_, duration, gettext

LEAD_US = 1_000_000  # from the button to the first flash
GUESS = Lateness(80_000, 20_000, 150_000)  # the guess for any television: 20 to 150 ms
GOOD_TO_US = 1_000
TAPPED, GUESSED = N_("tapped"), N_("guessed")


class LatenessScene(Overlay):
    """A ten-second game that measures how late the screen is, and saves it as `bench display` does."""

    def __init__(self, stage: Stage, back: Scene) -> None:
        super().__init__(stage, back)
        self.tapping: Tapping | None = None
        self.failed = False

    @property
    def typing(self) -> bool:  # type: ignore[override]
        return self.tapping is not None

    def raw_key(self, key: str) -> None:
        """Take any key as a tap; Escape ends the taps without a result."""
        if key == "escape":
            self.tapping = None
        elif self.tapping is not None:
            self.tapping.tap(self.stage.clock())

    def news(self, news: Sequence[News]) -> None:
        super().news(news)
        for item in news:
            if self.tapping is not None and isinstance(item, PaddleEvent) and item.do is Do.DOWN:
                self.tapping.tap(item.middle_us)

    def pump(self) -> None:
        """End the taps when their time is over, and save the delay that they show, if they agree."""
        if self.tapping is not None and self.tapping.over(self.stage.clock()):
            found, self.tapping = self.tapping.lateness(), None
            self.failed = found is None
            if found is not None:
                self._save(TAPPED, found)

    def wakes_at_us(self) -> int | None:
        return None if self.tapping is None else self.tapping.changes_at_us(self.stage.clock())

    def _start(self) -> None:
        self.failed = False
        self.tapping = Tapping(self.stage.clock() + LEAD_US)

    def _save(self, how: str, found: Lateness) -> None:
        """Save how late the screen is. `how`: how anybody knows."""
        desktop.keep_lateness(how, found.median_us, found.p10_us, found.p90_us, self.stage.home)
        self.stage.sound("ready")

    def _forget(self) -> None:
        displays.forget(self.stage.home)
        self.stage.sound("ready")

    # --- drawing ------------------------------------------------------------------------------------

    def draw(self, e: Easel) -> None:
        """Draw the flash or a sentence in its place, and the buttons; they wait while people tap."""
        about, light, ways, foot = self.head(e, gettext("How late is the screen?"), [10, 12, 50, 12, 10])
        why = gettext("Many televisions show a picture late. Bots then see it just as late.")
        e.text("about", why, about, BODY, CHALK, "left")
        lit = self.tapping is not None and self.tapping.lit(self.stage.clock())
        e.panel("light", light, GOLD if lit else PANEL)
        if not lit:
            e.text("light/words", self._words(), light.inset(e.frame.px(30)), BODY, CHALK)
        places = iter(ways.columns([1, 1, 1], e.frame.px(14)))
        idle = self.tapping is None
        e.button("start", gettext("Tap along"), next(places), self._start, able=idle)
        guess = gettext("Guess: {late}", late=duration(GUESS.median_us, GOOD_TO_US - 1))
        e.button("guess", guess, next(places), lambda: self._save(GUESSED, GUESS), able=idle)
        known = desktop.measured(self.stage.home) is not None
        e.button("forget", gettext("Forget it"), next(places), self._forget, able=idle and known)
        self.foot(e, foot, self.how_to_choose(), SMALL, MIST)

    def _words(self) -> str:
        """Say what to do while people tap; else that the taps failed, or how late the screen is."""
        if self.tapping is not None:
            return gettext("Tap any key or paddle in time with the flash.")
        if self.failed:
            return gettext("Those taps were too far apart to tell. Try again, as steadily as you can.")
        screen = desktop.measured(self.stage.home)
        if screen is None:
            return gettext("Nobody knows yet how late this screen is.")
        late, least, most = (
            duration(round(us, -3), GOOD_TO_US - 1) for us in (screen.median_us, screen.p10_us, screen.p90_us)
        )
        return gettext("This screen is {late} late ({least} to {most}).", late=late, least=least, most=most)
