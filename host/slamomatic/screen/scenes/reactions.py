"""The bots' faces at their places: they wince, gloat and shrug at what everybody saw."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from slamomatic.engine.vocabulary import Json
from slamomatic.face.bot_faces import BotFace, Feeling
from slamomatic.face.face import Means, Telling
from slamomatic.face.model import Table
from slamomatic.kit.easel import Art, Box, Easel

LASTS_US = 1_600_000
FLINCHES_BY_US = 1_000  # the time of a fake decides who flinches: as good as a die
HOP_US = 160_000  # a face that changes jumps up; with reduced motion it stays where it is
GROWN = 1.25
MEANT = {Means.LOSER: Feeling.WINCE, Means.FOUL: Feeling.WINCE}


@dataclass(slots=True)
class Reactions:
    """The face that each bot makes, and since when."""

    reduced: bool = False
    moods: dict[int, tuple[Feeling, int]] = field(default_factory=dict)  # by seat: the face, and since when

    def hear(self, effect: Json, told: Telling, means: Means, shown_us: int) -> None:
        """Change the faces that an effect (in its public form) is about, from when the screen shows it."""
        for seat, mood in _moods(effect, told, means):
            self.moods[seat] = mood, shown_us

    def flinch(self, feint: Json, seats: int, now_us: int) -> None:
        """Let about every second bot flinch after a fake.

        The time of the fake decides which ones, because a face must not show what its bot thinks.
        """
        for seat in range(seats):
            if seat != feint["seat"] and (feint["t_us"] // FLINCHES_BY_US + seat) % 2:
                self.moods[seat] = Feeling.WINCE, now_us

    def mood(self, seat: int, now_us: int) -> Feeling:
        """Return the face of a bot now; calm unless something has just happened."""
        mood, since_us = self.moods.get(seat, (Feeling.CALM, now_us))
        return mood if since_us <= now_us < since_us + LASTS_US else Feeling.CALM

    def changes_us(self) -> Iterator[int]:
        """Yield every moment at which a face looks different: it comes, lands from its hop, goes."""
        for _, since_us in self.moods.values():
            yield since_us
            if not self.reduced:
                yield since_us + HOP_US
            yield since_us + LASTS_US

    def draw(self, e: Easel, t: Table, now_us: int) -> None:
        """Draw the face of each bot that plays at its paddle; a face that has just changed jumps up."""
        places = {sprite.name: sprite.box for sprite in e.sprites}
        for seat, sits in enumerate(t.seats):
            if not sits.bot or t.view["gone"][seat]:
                continue
            mood = self.mood(seat, now_us)
            box = _place(places[f"seat/{seat}/paddle"], mood)
            if mood is not Feeling.CALM and not self.reduced and now_us < self.moods[seat][1] + HOP_US:
                box = box.moved(0, -box.h // 4)
            e.put(f"seat/{seat}/face", box, BotFace(sits.bot, mood), above=True)


def upcoming(t: Table, paddle: Box) -> Iterator[tuple[Art, int, int]]:
    """Yield every face that a bot of this table can make, with its size, to be drawn ahead."""
    for kind in dict.fromkeys(sits.bot for sits in t.seats if sits.bot):
        for mood in Feeling:
            box = _place(paddle, mood)
            yield BotFace(kind, mood), box.w, box.h


def _place(paddle: Box, mood: Feeling) -> Box:
    """Return the place of a face: the lower corner of its paddle, larger while it shows something."""
    side = round(paddle.h * 0.38)
    corner = Box(paddle.right - side, paddle.bottom - side, side, side)
    grown = side if mood is Feeling.CALM else round(side * GROWN)
    return corner.centred(grown, grown)


def _moods(effect: Json, told: Telling, means: Means) -> Iterator[tuple[int, Feeling]]:
    """Yield each seat that makes a face after this effect, and the face.

    After a clump and at the end all make one; else the seat that the effect is about, and whoever is paid.
    """
    seat = effect.get("seat")
    if means is Means.CLUMP:
        seats = [seat] if isinstance(seat, int) else effect["seats"]
        yield from ((each, Feeling.SHRUG) for each in seats)
    elif effect["what"] == "over":
        winners = effect["winners"]
        yield from (
            (s, Feeling.GLOAT if s in winners else Feeling.WINCE) for s in range(len(effect["scores"]))
        )
    elif isinstance(seat, int) and (mood := MEANT.get(means, told.mood)) is not None:
        yield seat, mood
    if "why" in effect and isinstance(effect.get("to"), int):
        yield effect["to"], Feeling.GLOAT  # the player who is paid
