"""One thing looked at: is it well, and if not, what to do."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Check:
    """`hint` says what was found; where `ok` is False it says what to do about it."""

    name: str
    ok: bool
    hint: str
