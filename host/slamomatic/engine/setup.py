"""The set-up of a game: all that is agreed before the first card."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from slamomatic.engine.chance import Chance
from slamomatic.engine.vocabulary import Json, Option
from slamomatic.errors import UserError


@dataclass(frozen=True, slots=True)
class Setup:
    """All that is agreed before the first card. It stands in the log's first line and never changes."""

    seats: int
    seed: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)  # only those that differ from the default
    deck: Any = None  # a stacked deck, as in a deck file; None: shuffled from the seed
    handicap_ms: Sequence[int] = ()  # head start per seat
    source: Sequence[int] = ()  # per seat: which source its slaps come from
    error_us: Sequence[int] = ()  # stated error per source
    touch: Sequence[bool] = ()  # per seat: is a touch contact fitted?
    up_us: Sequence[int] = ()  # per source: how long after its time an `up` may still be told
    screen_us: int = 0  # how late the screen is: nobody answers what it has not shown yet


def ready_deck(game: str, full: Sequence[str], stacked: Any, chance: Chance) -> list[str]:
    """Return the deck of a game, top card first: the stacked cards, then the rest of the full deck, shuffled.

    `stacked`: a list of cards as in a deck file, or None. UserError: it is no list of this deck's cards.
    """
    if stacked is None:
        stacked = []
    if not isinstance(stacked, list) or not all(isinstance(card, str) for card in stacked):
        raise UserError("the deck of {game} must be a JSON list of cards, top card first", game=game)
    rest = list(full)
    for card in stacked:
        if card not in rest:
            has = full.count(card)
            raise UserError(
                "the deck of {game} has more than {has} of '{card}'; take one out"
                if has
                else "{game} has no card '{card}'; its cards are {cards}",
                game=game,
                has=has,
                card=card,
                cards=", ".join(dict.fromkeys(full)),
            )
        rest.remove(card)
    if rest:
        chance.shuffle(rest)
    return [*stacked, *rest]


def checked_options(game: str, known: Mapping[str, Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the value of every option, given or by default; UserError: a given one does not exist or fit."""
    for name, value in given.items():
        option = known.get(name)
        if option is None:
            raise UserError(
                "{game} has no option '{name}'; it has {known}", game=game, name=name, known=", ".join(known)
            )
        if value is None and option.default is None:
            continue
        if option.is_flag != isinstance(value, bool) or not isinstance(value, int):
            raise UserError(
                "option '{name}' of {game} must be true or false"
                if option.is_flag
                else "option '{name}' of {game} must be a whole number",
                name=name,
                game=game,
            )
        if not option.is_flag and not option.low <= value <= option.high:
            raise UserError(
                "option '{name}' of {game} goes from {low} to {high}, not {value}",
                name=name,
                game=game,
                low=option.low,
                high=option.high,
                value=value,
            )
    return {name: given.get(name, option.default) for name, option in known.items()}


def setup_to_json(setup: Setup) -> Json:
    """Return the set-up without the fields that are empty or 0; the number of seats is always there."""
    fields = asdict(setup).items()
    return {name: list(v) if isinstance(v, tuple) else v for name, v in fields if v or name == "seats"}
