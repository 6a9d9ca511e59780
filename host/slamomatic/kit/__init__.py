"""The drawing kit: boxes, sprites, a painter, motion, fonts and sound. It knows no game and no scene."""

from __future__ import annotations

import os

# pygame greets on stdout, where a command may have promised nothing but JSON.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
