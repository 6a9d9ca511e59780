"""What the scope shows, as a file: CSV, VCD or PNG, under a name that says when."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pygame

from slamomatic.bench.capture import WRITERS, Capture
from slamomatic.errors import UserError


def save_as(folder: Path, kind: str, capture: Capture, picture: Callable[[], pygame.Surface]) -> Path:
    """Save in `folder`, over nothing that is there; the file's path."""
    path = _free(folder, time.strftime("scope-%Y%m%d-%H%M%S"), kind)
    try:
        if kind == "png":
            pygame.image.save(picture(), str(path))
        else:
            path.write_text(WRITERS[f".{kind}"](capture), "utf-8")
    except (OSError, pygame.error) as error:
        raise UserError(
            "{path} can't be written ({why}). Start the scope again with --out and a folder that you may "
            "write to.",
            path=path,
            why=getattr(error, "strerror", None) or error,
        ) from error
    return path


def _free(folder: Path, name: str, kind: str) -> Path:
    path, number = folder / f"{name}.{kind}", 1
    while path.exists():
        number += 1
        path = folder / f"{name}-{number}.{kind}"
    return path
