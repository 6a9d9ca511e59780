"""Readers of `bench device`: what a gamepad, keyboard, buzzer or mouse says to this computer, and when."""

import math
import os
import select
import struct
import time
from contextlib import suppress

import pygame

from slamomatic.errors import UserError, explained

# Linux's input events (linux/input.h): struct input_event, and three requests.
_EVENT = struct.Struct("@llHHi")
_EV_KEY = 1
_PRESSED = 1
_GRAB = 0x40044590  # EVIOCGRAB: nobody else hears the device meanwhile
_SET_CLOCK = 0x400445A0  # EVIOCSCLOCKID
_GET_NAME = 0x81004506  # EVIOCGNAME, 256 bytes
_POLL_S = 0.0005


class EvdevReader:
    """Reads a Linux input device. The kernel stamps each report; all presses of one report have one time."""

    def __init__(self, path: str) -> None:
        import fcntl

        with explained(
            "The device {path} can't be read ({why}). Choose one of /dev/input/by-id, and add yourself "
            "to the group input.",
            path=path,
        ):
            self._file = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        self.name = path
        self._half = b""
        with suppress(OSError):  # a pipe in a test has neither name nor clock
            name = bytearray(256)
            fcntl.ioctl(self._file, _GET_NAME, name)
            self.name = name.rstrip(b"\0").decode(errors="replace")
            fcntl.ioctl(self._file, _SET_CLOCK, struct.pack("i", time.CLOCK_MONOTONIC))
            fcntl.ioctl(self._file, _GRAB, 1)

    def read(self, for_s: float, enough: float = math.inf) -> list[tuple[str, float]]:
        """Return the presses that wait and those of the next `for_s` seconds: (code, host's clock in us).

        The order of two presses with one time is not known. The call returns early with `enough` presses.
        UserError if the device is gone.
        """
        heard: list[tuple[str, float]] = []
        end_s = time.monotonic() + for_s
        while select.select([self._file], [], [], max(0.0, end_s - time.monotonic()))[0]:
            try:
                data = os.read(self._file, _EVENT.size * 64)
            except BlockingIOError:
                continue
            except OSError:
                data = b""
            if not data:
                raise UserError("The device {name} is gone. Plug it in and start again.", name=self.name)
            self._half += data
            whole = len(self._half) // _EVENT.size * _EVENT.size
            for seconds, micros, kind, code, value in _EVENT.iter_unpack(self._half[:whole]):
                if kind == _EV_KEY and value == _PRESSED:
                    heard.append((f"key {code}", seconds * 1_000_000.0 + micros))
            self._half = self._half[whole:]
            if len(heard) >= enough:
                break
        return heard

    def close(self) -> None:
        os.close(self._file)


class SdlReader:
    """Reads SDL's queue twice a millisecond, where there is no evdev.

    Presses found in one look get one time.
    """

    name = "SDL"

    def __init__(self) -> None:
        pygame.init()
        pygame.display.set_mode((480, 120))
        pygame.display.set_caption("slamomatic bench device")
        self._sticks = [pygame.joystick.Joystick(n) for n in range(pygame.joystick.get_count())]

    def read(self, for_s: float, enough: float = math.inf) -> list[tuple[str, float]]:
        """Return presses as `EvdevReader.read` does. KeyboardInterrupt if the window is closed."""
        heard: list[tuple[str, float]] = []
        end_s = time.monotonic() + for_s
        while True:
            now_us = time.perf_counter_ns() / 1000
            for event in pygame.event.get():
                if event.type == pygame.KEYDOWN:
                    heard.append((f"key {event.scancode}", now_us))
                elif event.type == pygame.JOYBUTTONDOWN:
                    heard.append((f"stick {event.instance_id} button {event.button}", now_us))
                elif event.type == pygame.MOUSEBUTTONDOWN:
                    heard.append((f"mouse {event.button}", now_us))
                elif event.type == pygame.QUIT:
                    raise KeyboardInterrupt
            if len(heard) >= enough or time.monotonic() >= end_s:
                return heard
            time.sleep(_POLL_S)

    def close(self) -> None:
        pygame.quit()


Reader = EvdevReader | SdlReader
