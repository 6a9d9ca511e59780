"""The base of all games: vocabulary, core, judging, chance. Pure: no clock, no I/O, no global chance."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from slamomatic.engine.core import Game
from slamomatic.engine.installed import installed_games
from slamomatic.engine.paper import paper_of
from slamomatic.engine.setup import Setup
from slamomatic.engine.vocabulary import Choice, Data, Effect, Event, Json, Refused
from slamomatic.errors import UserError

__all__ = [
    "GAMES",
    "Choice",
    "Data",
    "Effect",
    "Event",
    "Game",
    "Json",
    "Refused",
    "Setup",
    "find",
    "new",
    "registered",
    "restore",
]

# A game's name and where it lives, imported when it is asked for. Any other game goes by "module:attribute".
GAMES = installed_games()

_named: set[str] = set()  # other games that somebody has asked this program for


def registered(name: str) -> type[Game]:
    """Return the game that a file names: one of GAMES, or one that was asked for by `find` before.

    A file must not choose what is imported: importing a module runs it.
    """
    if ":" in name and name not in GAMES and name not in _named:
        raise UserError(
            "There is no game '{name}' here, and a file may not load one. "
            "If you trust that game, name it yourself: replay --game {name}.",
            name=name,
        )
    return find(name)


def find(name: str) -> type[Game]:
    """Return the game of this name. Only for names that the user or the program gives, never for a file's."""
    where = GAMES.get(name, name if ":" in name else "")
    if not where:
        raise UserError("there is no game '{name}'; there are {games}", name=name, games=", ".join(GAMES))
    module, _, attribute = where.partition(":")
    try:
        found = getattr(import_module(module), attribute, None)
    except Exception as error:  # whatever goes wrong in a package of somebody else is no reason to fall over
        raise UserError(
            "the game '{name}' can't be loaded ({error}); install its package again"
            if name in GAMES
            else "the game '{name}' can't be loaded ({error}); check its module's name",
            name=name,
            error=f"{type(error).__name__}: {error}",
        ) from error
    if not (isinstance(found, type) and issubclass(found, Game)):
        raise UserError(
            "'{attribute}' in {module} is not a game; name a subclass of slamomatic.engine.Game",
            attribute=attribute,
            module=module,
        )
    if name in GAMES and name != found.NAME:  # journals and faces go by its own name
        raise UserError(
            "the game installed as '{name}' calls itself '{own_name}'; register it by that name",
            name=name,
            own_name=found.NAME,
        )
    _named.add(name)
    return found


def new(name: str, setup: Setup, draws: Sequence[Any] = ()) -> Game:
    """A new game, dealt and ready; `draws` is what chance drew in the set-up the last time (from a log)."""
    kind = find(name)
    return (paper_of(kind) if setup.options.get("paper") else kind)(setup, draws)


def restore(name: str, state: Json) -> Game:
    """A game from what its to_json gave."""
    kind = registered(name)
    setup = state.get("setup")
    options = setup.get("options") if isinstance(setup, dict) else None
    on_paper = isinstance(options, dict) and options.get("paper")
    return (paper_of(kind) if on_paper else kind).from_json(state)
