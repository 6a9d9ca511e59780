"""A face for the snap, with a catalogue of its own: the folder `snap_words` beside it."""

from __future__ import annotations

from slamomatic.face.face import Face

TWO_ALIKE = "Two animals alike? Slap!"
FACE = Face(title="Snap", first_words=TWO_ALIKE, catalogues="snap_words")
