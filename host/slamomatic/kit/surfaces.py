"""Surfaces below everything else: felt, soft shadows, panels, buttons, rims."""

import random
from dataclasses import dataclass

import pygame

from slamomatic.kit.brush import Brush, Painted
from slamomatic.kit.palette import FELT, FELT_EDGE, PADDLE_COLOURS, PANEL, WOOD, Rgb, mix


@dataclass(frozen=True, slots=True)
class Felt:
    """A lamp-lit table: bright in the middle, dark at the edges, a little rough."""

    colour: Rgb = FELT
    edge: Rgb = FELT_EDGE

    def draw(self, w: int, h: int) -> pygame.Surface:
        coarse = pygame.Surface((48, 27))
        for y in range(27):
            for x in range(48):
                far = ((x - 23.5) / 30) ** 2 + ((y - 12) / 17) ** 2
                coarse.set_at((x, y), mix(mix(self.colour, (255, 255, 255), 0.06), self.edge, min(1.0, far)))
        felt = pygame.transform.smoothscale(coarse, (w, h))
        felt.blit(_fibres(w, h), (0, 0), special_flags=pygame.BLEND_RGB_ADD)
        rim = max(4, round(min(w / 1920, h / 1080) * 14))
        pygame.draw.rect(felt, WOOD, felt.get_rect(), rim)
        pygame.draw.rect(felt, mix(WOOD, (255, 220, 160), 0.25), felt.get_rect(), max(1, rim // 5))
        return felt


def _fibres(w: int, h: int) -> pygame.Surface:
    """A grain that hides the steps of the gradient; the same on every start."""
    tile = 128
    piece = pygame.image.frombuffer(random.Random(7).randbytes(tile * tile), (tile, tile), "P")
    piece.set_palette([(value % 7,) * 3 for value in range(256)])
    cloth = pygame.Surface((w, h))
    for y in range(0, h, tile):
        for x in range(0, w, tile):
            cloth.blit(piece, (x, y))
    return cloth


SHADOW_GRAIN_PX = 24


@dataclass(frozen=True, slots=True)
class Shadow:
    """A soft dark patch; draw it a little larger than what casts it."""

    def draw(self, w: int, h: int) -> pygame.Surface:
        # Blurred in a picture of one size whatever the shadow's own: it is as soft around small cards.
        share = SHADOW_GRAIN_PX / min(w, h)
        small_w, small_h = round(w * share), round(h * share)
        small = pygame.Surface((small_w, small_h), pygame.SRCALPHA)
        inner = pygame.Rect(0, 0, small_w, small_h).inflate(-small_w // 4, -small_h // 4)
        pygame.draw.rect(small, (0, 0, 0, 110), inner, border_radius=max(1, small_w // 6))
        blurred = pygame.transform.smoothscale(small, (max(2, small_w // 2), max(2, small_h // 2)))
        return pygame.transform.smoothscale(blurred, (w, h))


@dataclass(frozen=True, slots=True)
class Panel:
    """A rounded plate, perhaps with a rim; `alpha` lets the felt through."""

    colour: Rgb = PANEL
    rim: Rgb | None = None
    alpha: int = 235
    radius_px: int = 22
    rim_px: int = 4

    def draw(self, w: int, h: int) -> pygame.Surface:
        b = Brush(w, h)
        unit = 100 / w
        radius = min(self.radius_px, w // 2, h // 2) * unit
        b.rect(0, 0, 100, b.height, (*self.colour, self.alpha), radius)
        if self.rim is not None:
            b.rect(0, 0, 100, b.height, self.rim, radius, line=self.rim_px * unit)
        return b.done()


@dataclass(frozen=True, slots=True)
class Glow:
    """A halo around something round: lit paddles, the chosen thing."""

    colour: Rgb
    strength: int = 150

    def draw(self, w: int, h: int) -> pygame.Surface:
        small = pygame.Surface((24, 24), pygame.SRCALPHA)
        for y in range(24):
            for x in range(24):
                far = min(1.0, (((x - 11.5) / 12) ** 2 + ((y - 11.5) / 12) ** 2) ** 0.5)
                small.set_at((x, y), (*self.colour, int(self.strength * (1 - far) ** 1.1)))
        return pygame.transform.smoothscale(small, (w, h))


@dataclass(frozen=True, slots=True)
class Confetti:
    """Confetti that has fallen on the winners, in new places after every game, and never on words."""

    words: tuple[tuple[int, int, int, int], ...] = ()  # boxes: a piece between two would look like a hyphen
    seed: int = 11

    def draw(self, w: int, h: int) -> pygame.Surface:
        chance = random.Random(self.seed)
        surface = pygame.Surface((w, h), pygame.SRCALPHA)
        for _ in range(160):
            side = chance.uniform(0.008, 0.018) * h
            piece = pygame.Surface((max(2, round(side)), max(2, round(side * 0.6))), pygame.SRCALPHA)
            piece.fill((*chance.choice(PADDLE_COLOURS), 190))
            place = (chance.uniform(0, w), h * chance.random() ** 1.6)
            turned = pygame.transform.rotate(piece, chance.uniform(0, 180))
            if turned.get_rect(topleft=place).collidelist(self.words) < 0:
                surface.blit(turned, place)
        return surface


@dataclass(frozen=True, slots=True)
class Flake:
    """One piece of confetti in the air."""

    colour: Rgb
    degrees: int

    def draw(self, w: int, h: int) -> pygame.Surface:
        piece = pygame.Surface((max(2, w * 2 // 3), max(2, h * 2 // 5)), pygame.SRCALPHA)
        piece.fill((*self.colour, 220))
        turned = pygame.transform.rotate(piece, self.degrees)
        surface = pygame.Surface((w, h), pygame.SRCALPHA)
        surface.blit(turned, turned.get_rect(center=(w // 2, h // 2)))
        return surface


@dataclass(frozen=True, slots=True)
class Dust(Painted):
    """Dust that flies up where a hand falls, then gets thinner and wider."""

    late: bool = False

    def paint(self, b: Brush) -> None:
        thin, rise, alpha = (0.7, 1.5, 90) if self.late else (1.0, 1.0, 170)
        for x in range(5, 100, 10):
            far = abs(x - 50) / 50
            r = (4 + 5 * far) * thin
            y = max(r, b.height - r - 16 * far * rise)
            b.circle(min(100 - r, max(r, x)), y, r, (235, 228, 208, alpha))


@dataclass(frozen=True, slots=True)
class Scraps(Painted):
    """Bits of paper where a card was torn away."""

    def paint(self, b: Brush) -> None:
        chance = random.Random(5)
        for _ in range(9):
            x, y, r = chance.uniform(8, 92), chance.uniform(8, b.height - 8), chance.uniform(3, 7)
            corners = [
                (x + r * chance.uniform(0.4, 1) * side, y + r * chance.uniform(0.4, 1) * rise)
                for side, rise in ((-1, -1), (1, -1), (1, 1), (-1, 1))
            ]
            b.poly(corners, (252, 249, 240, 235))


@dataclass(frozen=True, slots=True)
class Fill:
    """One flat colour: bars, scrims, the rim that says live."""

    colour: Rgb
    alpha: int = 255

    def draw(self, w: int, h: int) -> pygame.Surface:
        surface = pygame.Surface((w, h), pygame.SRCALPHA)
        surface.fill((*self.colour, self.alpha))
        return surface


@dataclass(frozen=True, slots=True)
class Turned:
    """Another art, `w` by `h` inside, leaning by some degrees in a box that has room for it."""

    art: object
    inner_w: int
    inner_h: int
    degrees: int

    def draw(self, w: int, h: int) -> pygame.Surface:
        card = self.art.draw(self.inner_w, self.inner_h)  # type: ignore[attr-defined]
        # A clear margin, so that the turned edges are smooth too.
        upright = pygame.Surface((self.inner_w + 4, self.inner_h + 4), pygame.SRCALPHA)
        upright.blit(card, (2, 2))
        leaning = pygame.transform.rotozoom(upright, self.degrees, 1.0)
        surface = pygame.Surface((w, h), pygame.SRCALPHA)
        surface.blit(leaning, leaning.get_rect(center=(w // 2, h // 2)))
        return surface
