"""A DIY Slam-O-Matic: slap paddles on a Pico, card games on the screen."""

import os

# Before anything imports pygame: it greets on stdout, where a command may have promised nothing but JSON.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

__version__ = "0.1.0"
