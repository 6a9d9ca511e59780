"""The face of any game: its own, with every part that it leaves out made from the game's rules."""

from slamomatic.engine import Game, registered
from slamomatic.engine.vocabulary import Json
from slamomatic.errors import UserError
from slamomatic.face import paper, plain
from slamomatic.face.declared import declared_face
from slamomatic.face.face import Face

_faces: dict[type[Game], Face] = {}


def face_for(kind: type[Game], with_paper: bool = False) -> Face:
    """Return the game's whole face; `with_paper`: the one for real cards, which shows only slaps."""
    face = _faces.get(kind)
    if face is None:
        own = declared_face(kind)
        face = _faces[kind] = plain.complete_face(own, kind) if own else plain.face_made_for(kind)
    return paper.with_real_cards(face) if with_paper else face


def face_of(game: str, with_paper: bool = False) -> Face:
    """Return the whole face of the game with this name; UserError: there is no such game."""
    return face_for(registered(game), with_paper)


def face_of_view(view: Json) -> Face:
    """Return the face that shows this view: the one of its game, for real cards if the players hold such."""
    return face_of(view["game"], bool(view["options"].get("paper")))


def title_of(game: str) -> str:
    """Return a game's title; for a game that is not installed it is made from the name."""
    try:
        return face_of(game).title
    except UserError:
        return plain.title_made_from(game)


def short_title(game: str) -> str:
    """Return the game's title for narrow places."""
    return face_of(game).short_title or title_of(game)
