"""A Pico in Python: the real MicroPython image running the real firmware, with paddles wired to it."""
