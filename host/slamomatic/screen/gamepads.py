"""Gamepads: the four round buttons of each are a paddle, its cross and Start walk the menus.

Like keys they come from SDL, with times that are as exact: their slaps are passed on as the keyboard's.
"""

import itertools
from collections.abc import Callable

import pygame
from pygame._sdl2 import controller

from slamomatic.units.keyboard import Keys

SLAPS = (
    pygame.CONTROLLER_BUTTON_A,
    pygame.CONTROLLER_BUTTON_B,
    pygame.CONTROLLER_BUTTON_X,
    pygame.CONTROLLER_BUTTON_Y,
)
ACTIONS = {
    pygame.CONTROLLER_BUTTON_DPAD_UP: "up",
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: "down",
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: "left",
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: "right",
    pygame.CONTROLLER_BUTTON_START: "confirm",
    pygame.CONTROLLER_BUTTON_BACK: "pause",
}
EVENTS = (
    pygame.CONTROLLERBUTTONDOWN,
    pygame.CONTROLLERBUTTONUP,
    pygame.CONTROLLERDEVICEADDED,
    pygame.CONTROLLERDEVICEREMOVED,
)


class Gamepads:
    """The gamepads' paddles: the first that is plugged in slaps red, the next one yellow."""

    def __init__(self) -> None:
        # By SDL's number of the device. pygame closes a controller that nobody holds on to.
        self._opened: dict[int, controller.Controller] = {}
        self._paddles: dict[int, int] = {}  # the paddle of each, by the same number

    def start(self) -> None:
        """Find the gamepads. Call it after the first picture: it takes a moment."""
        try:
            controller.init()
        except pygame.error:
            return  # there are none where the system offers none
        for index in range(pygame.joystick.get_count()):
            self.add(index)

    def stop(self) -> None:
        self._opened.clear()
        controller.quit()

    def take(self, event: pygame.event.Event, keyboard: Keys | None, clock: Callable[[], int]) -> str:
        """Take an event of a gamepad; return the action of a pressed menu button, else "".

        A slap goes to `keyboard`, a newly plugged gamepad gets a paddle, an unplugged one loses it.
        """
        if event.type == pygame.CONTROLLERDEVICEADDED:
            self.add(event.device_index)
            return ""
        paddle, pressed = self.paddle(event.instance_id), event.type == pygame.CONTROLLERBUTTONDOWN
        if event.type == pygame.CONTROLLERDEVICEREMOVED:
            self.remove(event.instance_id)
        elif event.button not in SLAPS:
            return ACTIONS.get(event.button, "") if pressed and paddle is not None else ""
        if keyboard is not None and paddle is not None and paddle < keyboard.paddles:
            keyboard.key(paddle, pressed, clock())
        return ""

    def add(self, index: int) -> None:
        """Open a device that was plugged in, if it is a gamepad and no wheel or sensor."""
        if not controller.is_controller(index):
            return
        pad = controller.Controller(index)
        number = pad.as_joystick().get_instance_id()
        self._opened[number] = pad
        self._give_paddle(number)

    def _give_paddle(self, number: int) -> None:
        """Give a gamepad the first paddle that no other one has."""
        free = next(paddle for paddle in itertools.count() if paddle not in self._paddles.values())
        self._paddles.setdefault(number, free)

    def remove(self, number: int) -> None:
        """Forget an unplugged gamepad: the next one that comes takes its paddle."""
        self._opened.pop(number, None)
        self._paddles.pop(number, None)

    def paddle(self, number: int) -> int | None:
        return self._paddles.get(number)
