"""The base of all games: vocabulary, core, judging, chance. Pure: no clock, no I/O, no global chance."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from slamomatic.engine.core import Game
from slamomatic.engine.installed import installed_games
from slamomatic.engine.paper import paper_game
from slamomatic.engine.race import Race
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
    "Race",
    "Refused",
    "Setup",
    "find",
    "new",
    "registered",
    "restore",
]

# Each game's name, and where it lives as "module:attribute": the module is imported when the game is wanted.
# Any other game is named by its "module:attribute" itself.
GAMES = installed_games()

_named: set[str] = set()  # games that `find` has returned


def registered(name: str) -> type[Game]:
    """Return the game that a file names: one of GAMES, or one that `find` has returned before.

    Any other name raises UserError. A file must not choose what is imported: importing a module runs it.
    """
    if ":" in name and name not in GAMES and name not in _named:
        raise UserError(
            "There is no game '{name}' here, and a file may not load one. "
            "If you trust that game, name it yourself: replay --game {name}.",
            name=name,
        )
    return find(name)


def find(name: str) -> type[Game]:
    """Import and return the game of this name; UserError: there is none, or it is broken.

    Only for names that the user or the program gives: a name in a file goes to `registered`.
    """
    where = GAMES.get(name, name if ":" in name else "")
    if not where:
        raise UserError("there is no game '{name}'; there are {games}", name=name, games=", ".join(GAMES))
    module, _, attribute = where.partition(":")
    try:
        found = getattr(import_module(module), attribute, None)
    except Exception as error:  # somebody else's package may raise anything
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
    """Return a new game, dealt and ready, on paper if the options say so.

    `draws`: from a log, the outcomes of chance while that game was set up; they are drawn again.
    """
    kind = find(name)
    return (paper_game(kind) if setup.options.get("paper") else kind)(setup, draws)


def restore(name: str, state: Json) -> Game:
    """Return the game of this name as `Game.to_json` saved it; UserError: it does not load."""
    kind = registered(name)
    setup = state.get("setup")
    options = setup.get("options") if isinstance(setup, dict) else None
    on_paper = isinstance(options, dict) and options.get("paper")
    return (paper_game(kind) if on_paper else kind).from_json(state)
