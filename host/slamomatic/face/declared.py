"""The face that a game names, imported when it is first needed, so that the window opens sooner."""

from importlib import import_module

from slamomatic.engine import Game
from slamomatic.errors import UserError
from slamomatic.face.face import Face
from slamomatic.words.languages import add_catalogues


def declared_face(kind: type[Game]) -> Face | None:
    """Import and return the face that the game names in `FACE = "module:attribute"`; None: it names none.

    UserError: the face can't be imported, or is no Face.
    """
    if not kind.FACE:
        return None
    module, _, attribute = kind.FACE.partition(":")
    try:
        face = getattr(import_module(module), attribute, None)
    except Exception as error:
        raise UserError(
            "The face of '{name}' can't be loaded ({error}). Install its package again.",
            name=kind.NAME,
            error=f"{type(error).__name__}: {error}",
        ) from error
    if not isinstance(face, Face):
        raise UserError(
            "'{face}' is no Face: name a slamomatic.face.face.Face in {name}.FACE.",
            face=kind.FACE,
            name=kind.__name__,
        )
    if face.catalogues:
        add_catalogues(face.catalogues)
    return face
