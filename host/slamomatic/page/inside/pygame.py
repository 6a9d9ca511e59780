"""The part of pygame that the window uses, on a browser's canvas.

In the page this module takes pygame's name: kit, scenes and window are the same files there. It has what
they call and no more. Pictures and fonts live in the browser and are known by their numbers (`surfaces.js`).
"""

from __future__ import annotations

import json
import struct
import sys
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from pyodide.ffi import to_js
from slamomatic_page import browser, letters, speaker, surfaces

_HERE = Path(__file__).parent
# SDL's constants and what it calls keys: asked of pygame itself when the page is made.
_SDL: dict[str, dict[str, Any]] = json.loads((_HERE / "sdl.json").read_text())
globals().update(_SDL["constants"])
SRCALPHA, BLEND_RGB_ADD, BLEND_RGBA_MIN, BLEND_RGBA_MAX = (
    _SDL["constants"][name] for name in ("SRCALPHA", "BLEND_RGB_ADD", "BLEND_RGBA_MIN", "BLEND_RGBA_MAX")
)
_BLENDS = {BLEND_RGB_ADD: ("add", False), BLEND_RGBA_MIN: ("min", True), BLEND_RGBA_MAX: ("max", True)}

Colour = Sequence[int]


class error(Exception):
    """Something that this browser has not."""


class Rect:
    """A rectangle in whole pixels."""

    __slots__ = ("h", "w", "x", "y")

    def __init__(self, x: Any, y: Any = None, w: float = 0, h: float = 0) -> None:
        if y is None:
            x, y, w, h = x
        self.x, self.y, self.w, self.h = int(x), int(y), int(w), int(h)

    def __iter__(self) -> Any:
        return iter((self.x, self.y, self.w, self.h))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rect) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]

    width = property(lambda self: self.w)
    height = property(lambda self: self.h)
    topleft = property(lambda self: (self.x, self.y))

    def clip(self, other: Rect) -> Rect:
        x, y = max(self.x, other.x), max(self.y, other.y)
        w, h = min(self.x + self.w, other.x + other.w) - x, min(self.y + self.h, other.y + other.h) - y
        return Rect(x, y, w, h) if w > 0 and h > 0 else Rect(self.x, self.y, 0, 0)

    def union(self, other: Rect) -> Rect:
        x, y = min(self.x, other.x), min(self.y, other.y)
        right, bottom = max(self.x + self.w, other.x + other.w), max(self.y + self.h, other.y + other.h)
        return Rect(x, y, right - x, bottom - y)

    def inflate(self, w: int, h: int) -> Rect:
        return Rect(self.x - w // 2, self.y - h // 2, self.w + w, self.h + h)

    def colliderect(self, other: Iterable[int]) -> bool:
        x, y, w, h = other
        if not (w and h and self.w and self.h):
            return False
        return x < self.x + self.w and self.x < x + w and y < self.y + self.h and self.y < y + h

    def collidelist(self, others: Iterable[Iterable[int]]) -> int:
        return next((index for index, other in enumerate(others) if self.colliderect(other)), -1)


class Surface:
    """A picture in the browser, by its number."""

    def __init__(self, size: tuple[int, int], flags: int = 0, _made: int = 0) -> None:
        self._id = _made or surfaces.make(*size, not flags & SRCALPHA)
        self._size = (surfaces.width(self._id), surfaces.height(self._id)) if _made else tuple(size)
        self._clipped = False
        self._palette_bytes = b""

    def __del__(self) -> None:
        if hasattr(self, "_id"):
            surfaces.drop(self._id)

    def get_size(self) -> tuple[int, int]:
        return self._size  # type: ignore[return-value]

    def get_width(self) -> int:
        return self._size[0]

    def get_height(self) -> int:
        return self._size[1]

    def get_rect(self, center: tuple[int, int] | None = None, topleft: tuple[float, float] = (0, 0)) -> Rect:
        w, h = self._size
        x, y = topleft if center is None else (center[0] - w // 2, center[1] - h // 2)
        return Rect(x, y, w, h)

    def get_bounding_rect(self) -> Rect:
        return Rect(*surfaces.seen(self._id))

    def convert(self, _: Surface | None = None) -> Surface:
        return self

    def convert_alpha(self) -> Surface:
        return self

    def copy(self) -> Surface:
        return self.subsurface(self.get_rect())

    def subsurface(self, part: Rect) -> Surface:
        """A copy of this part: nobody paints into a part of a picture."""
        return Surface((0, 0), _made=surfaces.copy(self._id, *part))

    def fill(self, colour: Colour, part: Any = None, special_flags: int = 0) -> None:
        r, g, b, a = _rgba(colour)
        if special_flags:
            surfaces.blend(self._id, r, g, b, a, *_BLENDS[special_flags])
        else:
            surfaces.clear(self._id, *(part or (0, 0, *self._size)), r, g, b, a)

    def set_at(self, place: tuple[int, int], colour: Colour) -> None:
        surfaces.clear(self._id, *place, 1, 1, *_rgba(colour))

    def set_palette(self, colours: Sequence[Colour]) -> None:
        rgba = [bytes(_rgba(colour)) for colour in colours]
        _put_bytes(self, b"".join(map(rgba.__getitem__, self._palette_bytes)))

    def set_clip(self, part: Rect | None) -> None:
        if self._clipped:
            surfaces.unclip(self._id)
        self._clipped = part is not None
        if part is not None:
            surfaces.clip(self._id, *part)

    def blit(self, drawn: Surface, place: Any, part: Any = None, special_flags: int = 0) -> None:
        x, y = (place.x, place.y) if isinstance(place, Rect) else (int(place[0]), int(place[1]))
        if special_flags:
            surfaces.blitBlended(self._id, drawn._id, x, y, *_BLENDS[special_flags])
        elif part is not None:
            surfaces.blitPart(self._id, drawn._id, x, y, *part)
        else:
            surfaces.blit(self._id, drawn._id, x, y)


def _rgba(colour: Colour) -> tuple[int, int, int, int]:
    return (*colour, 255) if len(colour) == 3 else tuple(colour)  # type: ignore[return-value]


def _put_bytes(surface: Surface, rgba: bytes) -> None:
    surfaces.bytes(surface._id, to_js(rgba), *surface.get_size())


# --- pygame's own parts ------------------------------------------------------------------------------------


class draw:
    """Shapes; their paint replaces what was there."""

    @staticmethod
    def rect(
        surface: Surface, paint: Colour, box: Iterable[int], width: int = 0, border_radius: int = 0
    ) -> None:
        surfaces.rect(surface._id, *box, *_rgba(paint), width, border_radius)

    @staticmethod
    def circle(surface: Surface, paint: Colour, centre: tuple[int, int], r: int, width: int = 0) -> None:
        surfaces.ellipse(surface._id, *centre, r, r, *_rgba(paint), width)

    @staticmethod
    def ellipse(surface: Surface, paint: Colour, box: Rect) -> None:
        rx, ry = box.w / 2, box.h / 2
        surfaces.ellipse(surface._id, box.x + rx, box.y + ry, rx, ry, *_rgba(paint), 0)

    @staticmethod
    def polygon(surface: Surface, paint: Colour, points: Iterable[tuple[int, int]]) -> None:
        surfaces.polygon(surface._id, to_js(list(chain.from_iterable(points))), *_rgba(paint))


class transform:
    """The same picture in another size, or turned."""

    @staticmethod
    def smoothscale(surface: Surface, size: tuple[int, int], into: Surface | None = None) -> Surface:
        if into is None:
            return Surface((0, 0), _made=surfaces.scale(surface._id, *size))
        surfaces.scaleInto(surface._id, into._id)
        return into

    @staticmethod
    def rotate(surface: Surface, degrees: float) -> Surface:
        return transform.rotozoom(surface, degrees, 1.0)

    @staticmethod
    def rotozoom(surface: Surface, degrees: float, grown: float) -> Surface:
        return Surface((0, 0), _made=surfaces.turn(surface._id, degrees, grown, False))

    @staticmethod
    def flip(surface: Surface, across: bool, down: bool) -> Surface:
        # Upside down is mirrored and turned by half.
        return Surface((0, 0), _made=surfaces.turn(surface._id, 180 if down else 0, 1, across != down))


class image:
    """Pictures from bytes."""

    @staticmethod
    def frombuffer(data: bytes, size: tuple[int, int], form: str) -> Surface:
        """Return a picture of these bytes: RGBA, or palette numbers ("P") that set_palette() paints later."""
        surface = Surface(size)
        if form == "P":
            surface._palette_bytes = data
        else:
            _put_bytes(surface, data)
        return surface


class _Font:
    """One font at one size, as SDL measures it."""

    def __init__(self, path: str, px: int) -> None:
        self._family, self._px = Path(path).stem, px
        self._ascent, self._descent, self._letters = _font_file(path)

    def get_ascent(self) -> int:
        return -int(-self._ascent * self._px // 1)

    def _height(self) -> int:
        return self.get_ascent() - int(self._descent * self._px // 1)

    def size(self, words: str) -> tuple[int, int]:
        return letters.width(self._family, self._px, words), self._height()

    def metrics(self, words: str) -> list[tuple[str] | None]:
        """None for a letter that this font lacks; the window asks no more."""
        return [(letter,) if ord(letter) in self._letters else None for letter in words]

    def render(self, words: str, smooth: bool, rgb: Colour) -> Surface:
        w, h = self.size(words)
        surface = Surface((max(1, w), h), SRCALPHA)
        letters.write(surface._id, self._family, self._px, words, 0, self.get_ascent(), *rgb)
        return surface


@lru_cache
def _font_file(path: str) -> tuple[float, float, frozenset[int]]:
    """Return how far this font's letters go up and down, in shares of an em, and which letters it has."""
    data = Path(path).read_bytes()
    (tables,) = struct.unpack_from(">H", data, 4)
    at = {}
    for number in range(tables):
        tag, _, offset, _ = struct.unpack_from(">4sIII", data, 12 + 16 * number)
        at[tag] = offset
    (em,) = struct.unpack_from(">H", data, at[b"head"] + 18)
    up, down = struct.unpack_from(">hh", data, at[b"hhea"] + 4)
    (maps,) = struct.unpack_from(">H", data, at[b"cmap"] + 2)
    found: set[int] = set()
    for number in range(maps):
        (offset,) = struct.unpack_from(">I", data, at[b"cmap"] + 8 + 8 * number)
        found.update(_mapped(data, at[b"cmap"] + offset))
    return up / em, down / em, frozenset(found)


def _mapped(data: bytes, at: int) -> Iterable[int]:
    """The letters in one map of a font; kinds of maps that no font of ours has are passed over."""
    (kind,) = struct.unpack_from(">H", data, at)
    if kind == 12:
        (groups,) = struct.unpack_from(">I", data, at + 12)
        for number in range(groups):
            first, last = struct.unpack_from(">II", data, at + 16 + 12 * number)
            yield from range(first, last + 1)
    elif kind == 4:
        (double,) = struct.unpack_from(">H", data, at + 6)
        count = double // 2
        ends = struct.unpack_from(f">{count}H", data, at + 14)
        starts = struct.unpack_from(f">{count}H", data, at + 16 + double)
        for first, last in zip(starts, ends, strict=True):
            yield from range(first, min(last, 0xFFFE) + 1)


class font:
    """Fonts; the browser has loaded them before anything is drawn."""

    Font = _Font

    @staticmethod
    def init() -> None: ...

    @staticmethod
    def get_init() -> bool:
        return True


class display:
    """The canvas of the page."""

    _surface: Surface | None = None

    @staticmethod
    def init() -> None: ...

    @staticmethod
    def get_init() -> bool:
        return True

    @classmethod
    def set_mode(cls, size: tuple[int, int], flags: int = 0) -> Surface:
        """No size is all the room there is, as SDL has it."""
        room = size if all(size) else browser.desktop()
        cls._surface = Surface((0, 0), _made=surfaces.adopt(browser.fit(*room)))
        return cls._surface

    @classmethod
    def get_surface(cls) -> Surface | None:
        return cls._surface

    @staticmethod
    def get_driver() -> str:
        return "canvas"

    @staticmethod
    def get_desktop_sizes() -> list[tuple[int, int]]:
        return [tuple(browser.desktop())]

    @staticmethod
    def set_caption(title: str) -> None: ...

    @staticmethod
    def update(parts: object = None) -> None:
        """The browser shows what is on its canvas by itself."""


class event:
    """Events are made by the page."""

    class Event(SimpleNamespace):
        """One event and what it says."""

        def __init__(self, type: int, **says: Any) -> None:
            super().__init__(type=type, **says)


class key:
    """The names of keys, as SDL gives them."""

    @staticmethod
    def name(number: int) -> str:
        known: str | None = _SDL["keys"].get(str(number))
        return known if known is not None else chr(number) if 32 < number < 0x110000 else ""

    @staticmethod
    def set_repeat() -> None: ...


class joystick:
    """No gamepads: `controller.init` says so before anybody counts them."""

    @staticmethod
    def get_count() -> int:
        return 0


class mixer:
    """The loudspeaker, by Web Audio."""

    class Sound:
        """One sound that the page has decoded, by its name."""

        def __init__(self, name: str) -> None:
            self.name, self._volume = name, 1.0

        def set_volume(self, volume: float) -> None:
            self._volume = volume

        def play(self) -> None:
            speaker.play(self.name, self._volume)

    class Channel:
        """One of the two voices of the music."""

        def __init__(self, number: int) -> None:
            self._number = number

        def play(self, sound: mixer.Sound, loops: int = 0) -> None:
            speaker.loop(self._number, sound.name)

        def stop(self) -> None:
            speaker.stop(self._number)

        def set_volume(self, volume: float) -> None:
            speaker.volume(self._number, volume)

        def get_volume(self) -> float:
            return float(speaker.volumeOf(self._number))

    @staticmethod
    def get_init() -> bool:
        return False

    @staticmethod
    def pause() -> None: ...

    @staticmethod
    def unpause() -> None: ...


def _no_gamepads() -> None:
    raise error("no gamepads in a page")


_sdl2 = ModuleType("pygame._sdl2")
vars(_sdl2)["controller"] = SimpleNamespace(init=_no_gamepads, quit=lambda: None)
sys.modules["pygame._sdl2"] = _sdl2


def quit() -> None: ...
