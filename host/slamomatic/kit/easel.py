"""Collects one picture: its sprites in painting order, and the places that a click or the cursor can
reach."""

import re
from dataclasses import dataclass, field

from slamomatic.command_name import with_command
from slamomatic.kit.fonts import DISPLAY, FIGURES, TEXT, Settled, Style, settle
from slamomatic.kit.geometry import TEXT_SMALLEST, Box, Frame
from slamomatic.kit.palette import CHALK, DARK_WORDS, GOLD, INK, PANEL, PANEL_LIT, RIM, Rgb
from slamomatic.kit.sprites import Art, Sprite, Text
from slamomatic.kit.surfaces import Felt, Fill, Panel

# Sizes at 1080p.
SMALL, BODY, LARGE, TITLE, HUGE = TEXT_SMALLEST, 34, 46, 68, 110
# Advice names a command in backticks; in these fonts they look like gaps.
_COMMAND = re.compile(r"`([^`]+)`")
QUOTED = "\N{LEFT DOUBLE QUOTATION MARK}\\1\N{RIGHT DOUBLE QUOTATION MARK}"
ENDLESS = Box(0, 0, 10_000, 1000)
DISPLAY_FROM = 36  # what is larger is there to be seen: names, titles, verdicts


@dataclass(frozen=True, slots=True)
class Target:
    """Something that can be pressed: its place and the wish it stands for."""

    box: Box
    wish: object
    key: str = ""  # the key that stands on it
    name: str = ""


@dataclass(slots=True)
class Easel:
    """A picture in the making. Names must differ; `targets` are in reading order."""

    frame: Frame
    ground: Art = field(default_factory=Felt)  # what everything lies on
    sprites: list[Sprite] = field(default_factory=list)
    targets: list[Target] = field(default_factory=list)

    def put(self, name: str, box: Box, art: Art, glides: bool = False, above: bool = False) -> None:
        self.sprites.append(Sprite(name, box, art, glides, above))

    def text(
        self,
        name: str,
        words: str,
        box: Box,
        size: float = BODY,
        rgb: Rgb = CHALK,
        align: str = "center",
        above: bool = False,
        figures: bool = False,
    ) -> None:
        """Words that shrink, if they must, to the smallest size that the far end of the room can read."""
        if words:
            px, smallest = self.frame.text_px(size), self.frame.text_px(SMALL)
            words, style = _COMMAND.sub(QUOTED, with_command(words)), FIGURES if figures else _style(size)
            self.put(name, box, Text(words, max(px, smallest), smallest, rgb, align, style), above=above)

    def panel(
        self,
        name: str,
        box: Box,
        colour: Rgb = PANEL,
        rim: Rgb | None = None,
        alpha: int = 175,
        radius: float = 24,
    ) -> None:
        px = self.frame.px
        self.put(name, box, Panel(colour, rim, alpha, px(radius), max(2, px(4))))

    def button(
        self,
        name: str,
        words: str,
        box: Box,
        wish: object,
        lit: bool = False,
        size: float = BODY,
        key: str = "",
        able: bool = True,
        pad: float = 14,
    ) -> None:
        """A plate with words, and perhaps the key that does the same."""
        px = self.frame.px
        if lit:
            self.panel(f"{name}/plate", box, GOLD, (255, 245, 200), 255)
        else:
            self.panel(f"{name}/plate", box, PANEL_LIT if able else PANEL, RIM if able else None, 245)
        ink = INK if lit else CHALK if able else DARK_WORDS
        room = box.inset(px(pad), px(2))
        if key:
            place, room = room.cut_left(self.width(key, SMALL) + px(6), px(8))
            self.text(f"{name}/key", key, place, SMALL, ink if lit else GOLD, "left")
        self.text(f"{name}/words", words, room, size, ink)
        if able:
            self.target(box, wish, name, key)

    def cursor(self, box: Box) -> None:
        """Where the arrow keys stand: a bright ring around something."""
        px = self.frame.px
        self.put(
            "cursor", box.inset(-px(6)), Panel(GOLD, CHALK, 0, px(28), max(3, px(6))), glides=True, above=True
        )

    def scrim(self, name: str, alpha: int = 150) -> None:
        """Dims everything so far; what comes after lies above."""
        self.put(name, self.frame.box, Fill((4, 14, 12), alpha), above=True)
        self.targets.clear()

    def target(self, box: Box, wish: object, name: str = "", key: str = "") -> None:
        self.targets.append(Target(box, wish, key, name))

    def cut(self, words: str, room_px: int, keep_end: bool = False, size: float = SMALL) -> str:
        """As much of a name as fits; while it is being typed, its end."""
        if self.narrowest(words, size) <= room_px:
            return words
        while len(words) > 1 and self.narrowest(words + ".", size) > room_px:
            words = words[1:] if keep_end else words[:-1]
        return words if keep_end else words + "."

    def narrowest(self, words: str, size: float) -> int:
        """How wide these words are when text of this size is shrunk as far as it may be."""
        return self._shrunk(words, size, ENDLESS).w

    def fits(self, words: str, size: float, room: Box) -> bool:
        """Whether these words, shrunk and wrapped as far as they may be, are whole in `room`."""
        return self._shrunk(words, size, room).fits

    def _shrunk(self, words: str, size: float, room: Box) -> Settled:
        """Text of this size when it is shrunk as far as it may be."""
        smallest = self.frame.text_px(SMALL)
        return settle(words, smallest, smallest, room.w, room.h, _style(size))

    def width(self, words: str, size: float, room: Box | None = None) -> int:
        """How wide these words are at this size, or as they are shrunk and wrapped to fit into `room`."""
        px, smallest = self.frame.text_px(size), self.frame.text_px(SMALL)
        if room is None:
            return settle(words, px, px, ENDLESS.w, ENDLESS.h, _style(size)).w
        return settle(words, max(px, smallest), smallest, room.w, room.h, _style(size)).w


def _style(size: float) -> Style:
    return DISPLAY if size >= DISPLAY_FROM else TEXT
