"""The end of a game, and its journal read again: who played, and which slaps are worth showing again."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from slamomatic.engine import Game, log
from slamomatic.engine.photo import GUESS_US, PhotoFinish, Photographer
from slamomatic.engine.vocabulary import Event, Json, visible_effects
from slamomatic.errors import UserError
from slamomatic.face.face import Face, Means
from slamomatic.face.faces import face_for, face_of
from slamomatic.face.telling import mark_of, photographer_for, telling_of
from slamomatic.seat import Seat


@dataclass(frozen=True)
class Outcome:
    """Public facts of a game that is over."""

    game: str
    seats: tuple[Seat, ...]
    view: Json
    lasted_us: int
    reactions: Mapping[int, Sequence[int]]  # per seat, in us
    counts: Mapping[tuple[str, int], int] = field(default_factory=dict)  # of public effects, for awards
    called_by_screen: bool = False  # whether any reaction answered to it, and not to a hand
    screen_us: int = 0  # the screen's measured delay, which reactions are without; 0: they include it

    @property
    def winners(self) -> list[str]:
        return [self.seats[seat].name for seat in self.view["winners"]]


def outcome_of(game: Game, seats: Sequence[Seat], photographer: Photographer, screen_us: int = 0) -> Outcome:
    """Return the outcome of a game that is over.

    `screen_us`: the measured delay of the screen. It is subtracted from people's reactions to the screen.
    """
    reactions: dict[int, list[int]] = {}
    for seat, reaction_us, by_screen in photographer.reactions:
        seen_us = reaction_us - screen_us if by_screen and not seats[seat].bot else reaction_us
        if seen_us >= (GUESS_US if by_screen else 1):  # nobody can have reacted to the picture sooner
            reactions.setdefault(seat, []).append(seen_us)
    return Outcome(
        game=game.NAME,
        seats=tuple(seats),
        view=game.view(None),
        lasted_us=game.now_us,
        reactions=reactions,
        counts=dict(photographer.counts),
        called_by_screen=any(by_screen for _, _, by_screen in photographer.reactions),
        screen_us=screen_us,
    )


def replayed(
    entries: Sequence[Mapping[str, Any]], hear: Callable[[list[Json]], object] = lambda public: None
) -> tuple[Game, Photographer]:
    """Return the game after these journal entries, and the photographer who watched it event by event.

    `hear` gets the public effects of each event. Raise UserError for a journal without entries.
    """
    if not entries:
        raise UserError("This journal is empty: start a new game with: slamomatic play")
    for game, event, effects in log.replay(dict(entry) for entry in entries):
        if event is None:  # the opening
            photographer = photographer_for(face_for(type(game)))
        public = visible_effects(effects, None)
        photographer.watch(public, _later_us(event))
        hear(public)
    return game, photographer


def _later_us(event: Event | None) -> int:
    """Return how much later than its time an event may have been; 0 for the opening (None)."""
    return event.data.get("later_us", 0) if event is not None else 0


def seats_of(entries: Sequence[Mapping[str, Any]]) -> list[Seat]:
    """Return the seats at the end of a journal: a bot may have taken over, or a person from a bot."""
    seats = [Seat(**seat) for seat in entries[0].get("players", [])]
    for entry in entries:
        if entry.get("note") == "bot":
            seats[entry["seat"]] = replace(seats[entry["seat"]], bot=entry["bot"])
        elif entry.get("note") == "person":
            seats[entry["seat"]] = replace(seats[entry["seat"]], name=entry["name"], bot="")
    return seats


def seats_or_sentence(
    entries: Sequence[Mapping[str, Any]], count: int, unknown: str, wrong_count: str
) -> list[Seat]:
    """Return who sat where. Raise UserError with one of these sentences if the journal does not say it.

    `unknown` is for a journal that can't be read so far, `wrong_count` for one that has not `count` seats.
    """
    try:
        seats = seats_of(entries)
    except (KeyError, TypeError, IndexError, AttributeError) as error:
        raise UserError(unknown, error=error) from error
    if len(seats) != count:
        raise UserError(wrong_count, seats=len(seats), count=count)
    return seats


# --- slaps, from what all could see of them --------------------------------------------------------------


@dataclass(slots=True)
class Slap:
    """One slap and its photo finish; times are the game's."""

    number: int  # from 1
    photo: PhotoFinish
    told_us: int  # when the latest effect came that belongs to it
    loser: int | None = None
    tied: bool = False
    off: bool = False  # taken back: nobody paid
    fooled: set[int] = field(default_factory=set)  # who slapped and should not have

    @property
    def first_us(self) -> int:
        return min(self.photo.go_us, self.photo.hits[0].t_us)

    @property
    def last_us(self) -> int:
        return self.photo.hits[-1].t_us

    @property
    def gap_us(self) -> int | None:
        """The gap that decided: between the last two hands, or the first two where the first one wins.

        None if no gap decided: a tie, a slap that was taken back, fewer than two hands, or a loser whose hand
        was not the last.
        """
        hits = [hit for hit in self.photo.hits if hit.seat not in self.fooled]
        if len(hits) < 2 or self.tied or self.off:
            return None
        if self.loser is None:
            return hits[1].t_us - hits[0].t_us
        return hits[-1].t_us - hits[-2].t_us if hits[-1].seat == self.loser else None

    def follow(self, effect: Json, face: Face) -> None:
        """Note how the slap ended, as far as this public effect says so; other effects change nothing."""
        means = mark_of(telling_of(face, effect["what"]), effect)
        seat = effect.get("seat")
        if means is Means.LOSER:
            self.loser = seat
        elif means is Means.CLUMP:
            self.tied = True
        elif means is Means.FOUL and isinstance(seat, int):
            self.fooled.add(seat)
        elif effect["what"] == "void" and not self.photo.over:
            self.off = True
        elif effect["what"] != "slap":
            return
        self.told_us = max(self.told_us, effect["t_us"])


def slaps_of(entries: Iterable[Mapping[str, Any]]) -> list[Slap]:
    """Return the slaps of a journal's game, in the order of their time."""
    slaps: list[Slap] = []
    for game, event, effects in log.replay(dict(entry) for entry in entries):
        if event is None:  # the opening
            face = face_of(game.NAME, bool(game.options.get("paper")))
            photographer = photographer_for(face)
        public = visible_effects(effects, None)
        photographer.watch(public, _later_us(event))
        photo = photographer.last
        if photo is not None:
            if not slaps or _is_another(slaps[-1].photo, photo):
                slaps.append(Slap(len(slaps) + 1, photo, game.now_us))
            slaps[-1].photo = photo
            for effect in public:
                slaps[-1].follow(effect, face)
    return slaps


def _is_another(before: PhotoFinish, now: PhotoFinish) -> bool:
    """Return whether a photo shows another slap than the photo before it.

    A photo of the same slap shares hands with it, unless that slap was over.
    """
    if before is now:
        return False
    return before.over or not {(h.seat, h.t_us) for h in before.hits} & {(h.seat, h.t_us) for h in now.hits}


def closest(slaps: Sequence[Slap]) -> Slap | None:
    """Return the slap that the smallest gap decided; None if no gap decided any."""
    decided = [slap for slap in slaps if slap.gap_us is not None]
    return min(decided, key=lambda slap: slap.gap_us or 0, default=None)


def biggest(slaps: Sequence[Slap]) -> Slap | None:
    """Return the slap with most hands in its heap; None if there are no slaps."""
    return _most(slaps, lambda slap: len(slap.photo.hits))


def most_fooled(slaps: Sequence[Slap]) -> Slap | None:
    """Return the slap that fooled most players; None if all stayed calm."""
    return _most([slap for slap in slaps if slap.fooled], lambda slap: len(slap.fooled))


def funniest(slaps: Sequence[Slap]) -> Slap | None:
    """Return the slap to show again at the end: the one that fooled most, else the closest or biggest."""
    return most_fooled(slaps) or closest(slaps) or biggest(slaps)


def _most(slaps: Sequence[Slap], worth: Callable[[Slap], int]) -> Slap | None:
    """Return the slap that is worth most, of equal ones the quickest; none that was taken back."""
    whole = [slap for slap in slaps if not slap.off]
    return max(whole, key=lambda slap: (worth(slap), slap.first_us - slap.last_us), default=None)


def best(slaps: Sequence[Slap]) -> list[Slap]:
    """Return the closest slap, the biggest and the one that fooled most, in the order of their time."""
    chosen: list[Slap] = []
    for choose in (closest, most_fooled, biggest):
        slap = choose([slap for slap in slaps if slap not in chosen])
        if slap is not None:
            chosen.append(slap)
    return sorted(chosen, key=lambda slap: slap.number)
