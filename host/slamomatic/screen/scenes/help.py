"""The rules of a game, in our own words, a page at a time, with the game's own cards."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from slamomatic.engine import find
from slamomatic.face.cards import lay_card
from slamomatic.face.face import Page
from slamomatic.face.faces import face_of, title_of
from slamomatic.face.lengths import options_of
from slamomatic.kit import key_places
from slamomatic.kit.easel import BODY, LARGE, SMALL, Easel
from slamomatic.kit.palette import CHALK, GOLD, MIST, PANEL
from slamomatic.preferences import Preferences
from slamomatic.screen.scene import Overlay, Scene, Stage
from slamomatic.screen.scenes.clips import Clip, draw_samples
from slamomatic.screen.scenes.start_line import length_of_one
from slamomatic.words import N_, gettext

KEYS_HEADING = N_("Your keys")
KEYS = N_(
    "Slap: {slaps}.\nChoose: {left} and {right}, then {confirm}; or {next} to walk, {next} twice to do it."
)
LIGHTS = N_("Green lamp, green frame: slaps count now. Dark lamp: hands up.")
HOW_TO_LOOK = N_(
    "Several people at one screen? Hold {next}: the turn player's cards show, the others look away."
)
NO_OPTIONS: Mapping[str, Any] = {}
ENDS_HEADING = N_("Turn, end and tie")
SHARED = N_("Still equal at the end? They win together.")


class HelpScene(Overlay):
    """The rules of a game, page by page."""

    def __init__(
        self, stage: Stage, game: str, back: Scene, options: Mapping[str, Any] | None = None
    ) -> None:
        """`options`: those of a game in play; None: those of the length that is set for the next game."""
        super().__init__(stage, back)
        self.game = game
        length = length_of_one(stage.prefs, game)
        self.options = options_of(game, length) if options is None else options
        self.page = 0
        self._clips: dict[int, Clip] = {}  # by page

    def _clip(self, page: Page) -> Clip | None:
        """Return this page's clip, which begins when the page is first shown; None: the page has none."""
        if not page.shows:
            return None
        if self.page not in self._clips:
            self._clips = {self.page: Clip(self.stage, self.game, page.shows)}
        return self._clips[self.page]

    def pump(self) -> None:
        for clip in self._clips.values():
            clip.pump()

    def wakes_at_us(self) -> int | None:
        return min(
            (us for clip in self._clips.values() if (us := clip.wakes_at_us()) is not None), default=None
        )

    def key(self, action: str) -> None:
        if action == "help":
            self.escape()
        elif action in ("left", "right", "confirm"):
            self._turn_page(-1 if action == "left" else 1)
        else:
            super().key(action)

    def gesture(self, gesture: str) -> None:
        if gesture == "tap":
            self._turn_page(1)
        elif gesture == "double":
            self.escape()

    def _turn_page(self, step: int) -> None:
        """Go `step` pages on, unless the pages end there."""
        last = len(pages(self.game, self.stage.prefs, self.options)) - 1
        if 0 <= self.page + step <= last:
            self.page += step
            self.stage.sound("tick")

    def draw(self, e: Easel) -> None:
        """Draw this page: heading, cards, clip and words, and the buttons that turn pages."""
        px = e.frame.px
        all_pages = pages(self.game, self.stage.prefs, self.options)
        page = all_pages[self.page]
        room = e.frame.box.inset(px(90), px(44))
        shares = [38, 30] if page.cards or page.shows else [1, 67]  # else the words have all the room
        head, heading, cards, words, foot = room.rows([10, 11, *shares, 11], px(14))
        e.text("title", gettext("How to play {game}", game=title_of(self.game)), head, BODY, MIST)
        e.text("heading", page.heading, heading, 64, GOLD)
        clip = self._clip(page)
        if clip is not None:
            cards, moving = cards.columns([4, 6], px(26)) if page.cards else (cards, cards)
            e.panel("moving", moving)
            if clip.shown:
                clip.draw(e, moving.inset(px(10), px(8)))
            else:  # a slow computer searches for a while
                draw_samples(e, self.game, moving.inset(px(40), px(40)))
        gap = px(26)
        shown = max(1, len(page.cards))
        tall = min(cards.h, (cards.w - gap * (shown - 1)) * 7 // (5 * shown))
        places = cards.fan(len(page.cards), tall * 5 // 7, tall, gap)
        for index, (card, place) in enumerate(zip(page.cards, places, strict=True)):
            lay_card(e, f"{self.page}/{index}", self.game, card, place)
        e.panel("words/plate", words, PANEL)
        e.text("words", page.words, words.inset(px(40), px(16)), LARGE, CHALK)
        back, before, count, after = foot.columns([6, 5, 3, 5], px(16))
        self.back_button(e, back)
        first, last = self.page == 0, self.page + 1 == len(all_pages)
        key = self.key_name("left")
        e.button("before", gettext("Previous"), before, lambda: self._turn_page(-1), key=key, able=not first)
        number = gettext("page {page} of {pages}", page=self.page + 1, pages=len(all_pages))
        e.text("count", number, count, SMALL, MIST)
        key = self.key_name("right")
        e.button(
            "after", gettext("Next"), after, lambda: self._turn_page(1), not last, key=key, able=not last
        )


def pages(game: str, prefs: Preferences, options: Mapping[str, Any] = NO_OPTIONS) -> tuple[Page, ...]:
    """Return all pages, in the players' language; the last one is about keys.

    The names of keys and the values of options are filled in. `options`: those that differ from the usual.
    """
    usual = {name: option.default for name, option in find(game).OPTIONS.items()}
    keys = {action: key_places.label(key) for action, key in prefs.keys.items()}
    names: dict[str, object] = {**usual, **options, **keys}
    face = face_of(game)
    told = [
        replace(page, heading=gettext(page.heading), words=gettext(page.words, **names))
        for page in face.pages
    ]
    if face.ends:
        told.append(Page(gettext(ENDS_HEADING), f"{gettext(face.ends, **names)}\n{gettext(SHARED)}"))
    slaps = ", ".join(key_places.label(prefs.seat_keys[seat.paddle]) for seat in prefs.seats[: prefs.players])
    lines = [gettext(KEYS, slaps=slaps, **names), gettext(LIGHTS)]
    if face.hidden:
        lines.append(gettext(HOW_TO_LOOK, **names))
    if face.fakes:
        lines.append(gettext("Fake a slap: {feint}.", **names))
    if "call" in find(game).EVENTS:
        lines.append(gettext("Call: {call}.", **names))
    lines.append(gettext("Pause and dispute: {pause}. These rules: {help}.", **names))
    return (*told, Page(gettext(KEYS_HEADING), "\n".join(lines)))
