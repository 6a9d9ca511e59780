"""One thing looked at: is it well, and if not, what to do."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Check:
    """`hint` tells what was found, and what to do about it if `ok` is False."""

    name: str
    ok: bool
    hint: str
