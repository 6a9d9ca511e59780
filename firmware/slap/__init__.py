"""The firmware of the slap unit: runs on MicroPython, on a Raspberry Pi Pico."""

VERSION = "0.2.0"
