"""A seat's address as a QR code: rows of dark and light squares for the screen to draw."""

from __future__ import annotations

import segno


def squares(text: str) -> tuple[tuple[bool, ...], ...]:
    """Dark is True; the quiet border that scanners need is included."""
    code = segno.make(text, error="m", micro=False)
    return tuple(tuple(bool(square) for square in row) for row in code.matrix_iter(border=4))
