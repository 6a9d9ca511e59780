"""The referee's answers to lines."""

from __future__ import annotations

import io
import json
from typing import Any

from slamomatic.commands.referee import referee
from slamomatic.engine import Game, Setup, new
from slamomatic.engine.vocabulary import Json


def game(name: str = "hands-down", seats: int = 3) -> Game:
    return new(name, Setup(seats, 3, {"dealer": seats - 1}))


def ask(*lines: object, eye: Any = "all", of: Game | None = None) -> list[Json]:
    """The answers after the one to the set-up."""
    said = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
    out = io.StringIO()
    referee(of or game(), eye, io.BytesIO(said.encode()), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]
