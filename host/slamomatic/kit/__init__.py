"""The drawing kit: boxes, sprites, a painter, motion, fonts and sound. It knows no game and no scene."""
