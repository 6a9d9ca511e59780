"""The show of a slap, for a moment: hands that fall, a torn card, a shout. It delays nothing.

All of it is drawn from public effects, after they were judged. With reduced motion only still things are
drawn: the light on the player who is meant, the torn card and the shout.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from slamomatic.engine.vocabulary import Json
from slamomatic.face.cards import ASPECT, BACK, CardArt
from slamomatic.face.face import Means
from slamomatic.face.model import Table
from slamomatic.face.paddle import StackedHand
from slamomatic.face.parts import hand_size
from slamomatic.face.telling import mark_of, telling_of
from slamomatic.kit.easel import HUGE, Art, Box, Easel, Sprite
from slamomatic.kit.palette import ALARM, GOLD, INK, LIVE, PADDLE_COLOURS, Rgb, words_on
from slamomatic.kit.surfaces import Dust, Fill, Glow, Panel, Scraps, Turned
from slamomatic.screen.scenes.table_layout import TableLayout
from slamomatic.table.announcements import ROLL_US, Announcements

# A falling hand: until when after its slap, how wide and how tall. It is there, large, in the first frame.
# Four larger ones in a row would flash more than three times a second (tests/table/test_flashes.py).
FALL = ((60_000, 1.2, 1.2), (100_000, 1.1, 1.1), (170_000, 1.05, 0.92), (220_000, 0.98, 1.03))
LANDED_US, FALLEN_US, DUST_US = 100_000, 220_000, 380_000
SHAKE = (1, -1, 0.5)  # the heap's place while it shakes, from the landing on
SHAKE_US = 30_000
LIT_US = 350_000  # how long the rim is lit when paddles come live
SHOUT_US = 1_400_000  # paddles rest as long after a slap: nobody plays on behind a shout
IN_US, STEPS_IN = 120_000, 4  # how long the words come in from the side, and in how many steps
TREMBLE_US = 50_000  # between two pictures of hands that tremble while the drum rolls

# A torn card: until when after its beginning, by how many degrees it leans, and how far it has come out of
# the hand (of its height).
TUGS = ((80_000, 6, 0.0), (160_000, -8, 0.1), (240_000, 8, 0.16), (340_000, -14, 0.3))
GONE_US = TUGS[-1][0]
SCRAPS_US = 700_000
STILL_US = 1_200_000  # long enough to be read
STILL = ((STILL_US, -14, 0.0),)


@dataclass(frozen=True, slots=True)
class Torn:
    """One card that is tugged out of a hand, face down."""

    seat: int
    deck: str
    since_us: int
    tugs: Sequence[tuple[int, int, float]]

    @property
    def _scraps_us(self) -> int:
        """How long scraps of paper are seen."""
        return max(SCRAPS_US, self.tugs[-1][0])

    def changes_us(self) -> Iterator[int]:
        """Yield the times at which the card looks different."""
        yield from (
            self.since_us + until_us for until_us in (0, *(tug[0] for tug in self.tugs), self._scraps_us)
        )

    def draw(self, e: Easel, now_us: int) -> None:
        """Draw the card at the seat's paddle as it leans now, with scraps of paper."""
        age_us = now_us - self.since_us
        place = next((s.box for s in e.sprites if s.name == f"seat/{self.seat}/paddle"), None)
        if place is None or age_us < 0:
            return
        card = _torn_card(place)
        if age_us < self._scraps_us:
            scraps = card.centred(card.h, card.h).moved(0, card.h // 3)
            e.put("torn/scraps", scraps, Scraps(), above=True)
        for until_us, degrees, out in self.tugs:
            if age_us < until_us:
                box = card.moved(0, -round(card.h * out))
                e.put("torn/card", _room_to_lean(box), _leaning(self.deck, box, degrees), above=True)
                return


def upcoming_tugs(deck: str, paddle: Box) -> Iterator[tuple[Art, int, int]]:
    """Yield all drawings for a tug at this paddle, to be drawn ahead."""
    card = _torn_card(paddle)
    yield Scraps(), card.h, card.h
    for _, degrees, _ in TUGS:
        yield (_leaning(deck, card, degrees), *_room_to_lean(card)[2:])


def _torn_card(paddle: Box) -> Box:
    """Return the place of a torn card: as high as the paddle, like the flight that follows."""
    h = max(2, paddle.h)
    return paddle.centred(max(2, round(h * ASPECT)), h)


def _room_to_lean(card: Box) -> Box:
    """Return the square in which a card can lean at any angle."""
    side = round((card.w**2 + card.h**2) ** 0.5)
    return card.centred(side, side)


def _leaning(deck: str, card: Box, degrees: int) -> Art:
    return Turned(CardArt(deck, BACK), card.w, card.h, degrees)


@dataclass(slots=True)
class SlapShow:
    """Draws shouts, the drum roll, falling hands and a torn card over the table."""

    announcements: Announcements
    reduced: bool = False
    torn: Torn | None = None
    fell_us: dict[int, int] = field(default_factory=dict)  # when each hand came down last
    live_us: int | None = None  # when paddles came live last

    def hear(self, effect: Json, now_us: int) -> None:
        """Note when a hand fell or paddles came live; `effect` is in its public form."""
        if effect["what"] == "slap" and effect.get("seat") is not None:
            self.fell_us[effect["seat"]] = now_us
        elif effect["what"] == "live":
            self.live_us = now_us

    def tear(self, seat: int, deck: str, at_us: int) -> None:
        """Tear a card out of this seat's hand; with reduced motion the card only leans."""
        self.torn = Torn(seat, deck, at_us, STILL if self.reduced else TUGS)

    def changes_us(self) -> Iterator[int]:
        """Yield the times at which something shown here looks different or ends."""
        if self.live_us is not None:
            yield self.live_us + LIT_US
        if self.announcements.rolls_us is not None:
            steps = 1 if self.reduced else ROLL_US // TREMBLE_US
            yield from (self.announcements.rolls_us + ROLL_US * step // steps for step in range(1, steps + 1))
        if self.torn is not None:
            yield from self.torn.changes_us()
        for _, since_us in self.announcements.shouts[-1:]:
            yield since_us
            if not self.reduced:
                yield from (since_us + IN_US * step // STEPS_IN for step in range(1, STEPS_IN + 1))
            yield since_us + SHOUT_US
        if self.reduced:
            return
        for fell_us in self.fell_us.values():
            yield from (fell_us + until_us for until_us, _, _ in FALL)
            yield from (fell_us + LANDED_US + SHAKE_US * step for step in range(len(SHAKE) + 1))
            yield fell_us + DUST_US

    def draw(self, e: Easel, t: Table, places: TableLayout, now_us: int) -> None:
        """Draw the show over a table that is drawn already: it also changes sprites on the easel."""
        if not self.reduced:
            self._draw_hands(e, now_us)
        if not self.announcements.face.holds_back(t.view):
            self._draw_rim(e, places, now_us)
        if self.announcements.rolling(now_us):
            self._draw_roll(e, places, now_us)
        self._draw_shout(e, t, places, now_us)
        if self.torn is not None:
            self.torn.draw(e, now_us)

    def _draw_shout(self, e: Easel, t: Table, places: TableLayout, now_us: int) -> None:
        """Draw the newest shout across the whole screen, if it is still to be seen."""
        for effect, since_us in reversed(self.announcements.shouts):
            telling = telling_of(self.announcements.face, effect["what"])
            words = telling.shout(t, effect) if callable(telling.shout) else t.shouted(telling.shout, effect)
            if words and since_us <= now_us < since_us + SHOUT_US:
                seat = None if mark_of(telling, effect) is Means.CLUMP else effect.get("seat")
                _dim_others(e, places, () if seat is None else (seat,))
                still = self.reduced or now_us >= since_us + IN_US
                share = 1.0 if still else (now_us - since_us) * STEPS_IN // IN_US / STEPS_IN
                _draw_band(e, t, words, seat, telling.shows(t, effect), share)
                return

    def _draw_roll(self, e: Easel, places: TableLayout, now_us: int) -> None:
        """Dim all seats but the last two, and let their hands tremble."""
        assert self.announcements.rolls_us is not None
        _dim_others(e, places, self.announcements.last_two)
        if self.reduced:
            return
        step = (now_us - self.announcements.rolls_us) // TREMBLE_US
        aside = e.frame.px(5) * (1 if step % 2 else -1)
        trembling = {f"seat/{seat}/paddle" for seat in self.announcements.last_two}
        e.sprites[:] = [
            replace(sprite, box=sprite.box.moved(aside, 0), glides=False)
            if sprite.name in trembling
            else sprite
            for sprite in e.sprites
        ]

    def _draw_rim(self, e: Easel, places: TableLayout, now_us: int) -> None:
        """Light the table's edge for a moment after paddles came live: people see that without looking."""
        live_us = self.live_us
        if live_us is not None and now_us < live_us + LIT_US:
            for index, box in enumerate(places.rim):
                e.put(f"rim/{index}", box, Fill(LIVE))

    def _draw_hands(self, e: Easel, now_us: int) -> None:
        """Draw the hands that fell just now larger, with dust; shake the toy that they fell on.

        A hand falls on the toy in the middle, or on its own paddle in a game without a toy.
        """
        fell_us = self.fell_us.items()
        ages_us = {seat: now_us - at_us for seat, at_us in fell_us if now_us < at_us + DUST_US}
        names = {sprite.name for sprite in e.sprites}
        falling = {
            (f"toy/{seat}" if f"toy/{seat}" in names else f"seat/{seat}/paddle"): age_us
            for seat, age_us in ages_us.items()
        }
        if not falling:
            return
        aside = max((_shake_at(age_us) for age_us in ages_us.values()), key=abs) * e.frame.px(4)
        drawn: list[Sprite] = []
        for sprite in e.sprites:
            age_us = falling.get(sprite.name)
            if age_us is not None:
                drawn += _falling_hand(e, sprite, age_us)
            elif aside and sprite.name.startswith("toy/"):
                drawn.append(replace(sprite, box=sprite.box.moved(round(aside), 0)))
            else:
                drawn.append(sprite)
        e.sprites[:] = drawn


def scaled(box: Box, wide: float, tall: float) -> Box:
    """Scale a box: around its middle, or on the same ground if it gets flatter."""
    w, h = round(box.w * wide), round(box.h * tall)
    return Box(box.cx - w // 2, box.bottom - h if tall < 1 else box.cy - h // 2, w, h)


def _falling_hand(e: Easel, sprite: Sprite, age_us: int) -> Iterator[Sprite]:
    """Yield the dust of a hand that was slapped `age_us` ago, and the hand, as large as it is now.

    A hand that would reach out of the window keeps its size.
    """
    box = sprite.box
    if LANDED_US <= age_us < DUST_US:
        share = 1.15 if age_us < FALLEN_US else 1.5
        cloud = scaled(Box(box.x, box.cy, box.w, box.h // 2), share, 1.0)
        yield Sprite(f"{sprite.name}/dust", cloud, Dust(age_us >= FALLEN_US), above=True)
    scale = next(((wide, tall) for until_us, wide, tall in FALL if age_us < until_us), None)
    grown = scaled(box, *scale) if scale else box
    inside = grown.within(e.frame.box)
    yield replace(sprite, box=grown, glides=False, above=True) if scale and inside else sprite


def _shake_at(age_us: int) -> float:
    """Return how far aside the heap is, `age_us` after a hand was slapped onto it; 0 before and after."""
    step = (age_us - LANDED_US) // SHAKE_US
    return SHAKE[step] if 0 <= step < len(SHAKE) else 0.0


def _dim_others(e: Easel, places: TableLayout, meant: Sequence[int]) -> None:
    """Dim every seat but those that are meant."""
    for seat, box in enumerate(places.seats):
        if seat not in meant:
            e.put(f"slap-show/dim/{seat}", box, Panel((4, 10, 12), None, 150, e.frame.px(26)), above=True)


def _draw_band(e: Easel, t: Table, words: str, seat: int | None, cards: Sequence[str], share: float) -> None:
    """Draw the words on a band across the screen, with the slapped cards or else a hand.

    The band has the colour of the player it is about, and of an alarm if `seat` is None. `share`: how far the
    words have come in from the side, 0 to 1.
    """
    px = e.frame.px
    h = round(e.frame.h * 0.3)
    band = Box(0, round(e.frame.h * 0.17), e.frame.w, h)
    rgb: Rgb = ALARM if seat is None else PADDLE_COLOURS[t.seats[seat].colour]
    e.put("slap-show/edge", band.inset(0, -px(10)), Fill(INK), above=True)
    e.put("slap-show/band", band, Fill(rgb), above=True)
    room = band.inset(px(60), px(12)).moved(round((min(1.0, share) - 1) * px(50)), 0)
    if cards:
        room = _draw_cards(e, t, cards, room)
    elif seat is not None:
        side = round(h * 1.15)
        hand = Box(room.x, band.cy - side // 2, side, side)
        e.put("slap-show/hand", hand, StackedHand(t.seats[seat].colour, True), above=True)
        room = room.cut_left(side)[1]
    e.text("slap-show/words", words, room, HUGE + 30, words_on(rgb), above=True)


def _draw_cards(e: Easel, t: Table, cards: Sequence[str], room: Box) -> Box:
    """Draw the slapped cards on a glow; return the room that is left beside them."""
    w = round(room.h * ASPECT)
    step = w + e.frame.px(10)
    shown, left = room.cut_left(len(cards) * step, e.frame.px(20))
    spill = min(room.x, e.frame.px(50))
    e.put("slap-show/glow", shown.inset(-spill), Glow(GOLD, 255), above=True)
    for index, card in enumerate(cards):
        place = shown.cut_left(w)[0].moved(index * step, 0)
        e.put(f"slap-show/card/{index}", place, CardArt(t.game, card, lit=True), above=True)
    return left


def heap_sizes(base: Box) -> Iterator[tuple[int, int]]:
    """Yield the size of a hand on this heap, and every size that it has on its way down."""
    side = hand_size(base)
    yield side, side
    for _, wide, tall in FALL:
        yield scaled(Box(0, 0, side, side), wide, tall)[2:]
