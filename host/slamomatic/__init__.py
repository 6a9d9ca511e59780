"""A DIY Slam-O-Matic: slap paddles on a Pico, card games on the screen."""

__version__ = "0.1.0"
