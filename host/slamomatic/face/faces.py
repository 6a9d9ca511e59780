"""The face of any game: its own, with what it leaves out made from its rules."""

from slamomatic.engine import Game, registered
from slamomatic.engine.vocabulary import Json
from slamomatic.errors import UserError
from slamomatic.face import paper, plain
from slamomatic.face.declared import declared_face
from slamomatic.face.face import Face

_faces: dict[type[Game], Face] = {}


def face_for(kind: type[Game], with_paper: bool = False) -> Face:
    """`with_paper`: real cards, the screen shows the slaps alone."""
    face = _faces.get(kind)
    if face is None:
        own = declared_face(kind)
        face = _faces[kind] = plain.completed(own, kind) if own else plain.face_made_for(kind)
    return paper.over(face) if with_paper else face


def face_of(game: str, with_paper: bool = False) -> Face:
    return face_for(registered(game), with_paper)


def face_of_view(view: Json) -> Face:
    """Return the face that shows this view: the one of its game, for real cards if the players hold such."""
    return face_of(view["game"], bool(view["options"].get("paper")))


def title_of(game: str) -> str:
    """A game's name for people; of a game that is not installed (any more) it is made from that name."""
    try:
        return face_of(game).title
    except UserError:
        return plain.title_made_from(game)


def short_title(game: str) -> str:
    """Return the game's title for narrow places."""
    return face_of(game).short_title or title_of(game)
