"""The loop-back jig of the bench, wired to an emulated Pico."""

from __future__ import annotations

from collections.abc import Sequence

from slamomatic.emulator.pico import Pico


class Jig:
    """Each output, pulled low, pulls its input low; released, it lets it go."""

    def __init__(self, pico: Pico, outputs: Sequence[int], inputs: Sequence[int]) -> None:
        self._pico = pico
        for output, target in zip(outputs, inputs, strict=True):
            pin = pico.chip.gpio[output]
            pin.add_listener(lambda *_, output=output, target=target: self._moved(output, target))

    def _moved(self, output: int, target: int) -> None:
        pin = self._pico.chip.gpio[output]
        low = pin.output_enable and not pin.output_value
        self._pico.chip.drive(target, False if low else None)
        # A state machine plays through the jig too: the emulator must not jump over it meanwhile.
        self._pico.stepper.cover_until(self._pico.now_ns + 1_000_000)
