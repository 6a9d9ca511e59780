"""Where the project keeps its data: the platform's own place, private to the user."""

import json
import os
from pathlib import Path

import platformdirs

from slamomatic.errors import explained
from slamomatic.store.disk import DISK, Disk
from slamomatic.words import N_

# One folder for everything instead of the platform's own: a portable installation, and every test.
HOME_VARIABLE = "SLAMOMATIC_HOME"


def data_folder() -> Path:
    """The folder for journals, history and settings, made where it is missing."""
    home = os.environ.get(HOME_VARIABLE)
    folder = Path(home) if home else platformdirs.user_data_path("slamomatic", appauthor=False)
    return private_folder(folder)


def films_folder(home: Path | None = None) -> Path:
    """The folder for films, made where it is missing: among the user's videos, to be found and shown."""
    own = home or (Path(os.environ[HOME_VARIABLE]) if os.environ.get(HOME_VARIABLE) else None)
    folder = own / "films" if own else platformdirs.user_videos_path() / "Slam-O-Matic"
    says = N_("The folder {folder} for films can't be made ({why}). Check that you may write there.")
    with explained(says, folder=folder):
        folder.mkdir(parents=True, exist_ok=True)
    return folder


def save_json(path: Path, value: object, refused: str) -> None:
    """Keep a small file whole. `refused`: what to say if that fails, with {path} and {why}."""
    with explained(refused, path=path):
        DISK.save(path, f"{json.dumps(value, indent=1)}\n".encode())


def private_folder(folder: Path, disk: Disk = DISK) -> Path:
    """`folder`, made where it is missing, for nobody else to read: hands are written there."""
    with explained(
        "The folder {folder} for games and settings can't be made ({why}). Make it writable, or name "
        "another folder in {variable}.",
        folder=folder,
        variable=HOME_VARIABLE,
    ):
        disk.make_folder(folder)
    return folder
