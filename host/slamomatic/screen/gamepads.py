"""Gamepads: each one's four round buttons are a paddle, its cross and Start walk the menus.

They come through SDL like the keys, and are as true: their slaps are the keyboard's.
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
    """The gamepads' paddles: the first gamepad slaps red, the next one yellow, in the order they come."""

    def __init__(self) -> None:
        # By SDL's number of the device: one that nobody keeps is closed.
        self._opened: dict[int, controller.Controller] = {}
        self._paddles: dict[int, int] = {}  # that they slap, by the same number

    def start(self) -> None:
        """Looking for them takes a moment: not before the first picture."""
        try:
            controller.init()
        except pygame.error:
            return  # there are none where the system offers none
        for index in range(pygame.joystick.get_count()):
            self.come(index)

    def stop(self) -> None:
        self._opened.clear()
        controller.quit()

    def take(self, event: pygame.event.Event, keyboard: Keys | None, clock: Callable[[], int]) -> str:
        """A slap goes to the keyboard; of the cross and Start, what a press does in the menus; else ""."""
        if event.type == pygame.CONTROLLERDEVICEADDED:
            self.come(event.device_index)
            return ""
        paddle, pressed = self.paddle(event.instance_id), event.type == pygame.CONTROLLERBUTTONDOWN
        if event.type == pygame.CONTROLLERDEVICEREMOVED:
            self.go(event.instance_id)
        elif event.button not in SLAPS:
            return ACTIONS.get(event.button, "") if pressed and paddle is not None else ""
        if keyboard is not None and paddle is not None and paddle < keyboard.paddles:
            keyboard.key(paddle, pressed, clock())
        return ""

    def come(self, index: int) -> None:
        """A gamepad was plugged in. What is none (a wheel, a sensor) is left alone."""
        if not controller.is_controller(index):
            return
        pad = controller.Controller(index)
        number = pad.as_joystick().get_instance_id()
        self._opened[number] = pad
        self.sit(number)

    def sit(self, number: int) -> None:
        free = next(paddle for paddle in itertools.count() if paddle not in self._paddles.values())
        self._paddles.setdefault(number, free)

    def go(self, number: int) -> None:
        """Forget an unplugged gamepad: the next one that comes takes its paddle."""
        self._opened.pop(number, None)
        self._paddles.pop(number, None)

    def paddle(self, number: int) -> int | None:
        return self._paddles.get(number)
