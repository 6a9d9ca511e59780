"""The two ends of `bench device`: a model, or the jig that presses and a reader that listens."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from slamomatic.bench.device.readers import Reader
from slamomatic.bench.result import Measured
from slamomatic.bench.stand import Stand
from slamomatic.bench.stand_clock import StandClock
from slamomatic.errors import UserError
from slamomatic.words import Sentence

# The modelled devices.
BUTTONS = 4
USB_US = 1_000.0
DEBOUNCE_US = 5_000.0
BOUNCE_US = 2_000.0  # the longest bounce; each press has its own
SLOW_BUTTON = 3
SLOW_US = 3_000.0
# The jig.
HELD_US = 60_000
PATIENCE_S = 0.12  # after a release: what has not come out by then is lost
REST_S = (0.02, 0.03)  # between two pairs; by chance, so that they do not keep step with a poll
LEARNING_PRESSES = 3
PING_EVERY = 20  # pairs


@dataclass(frozen=True, slots=True)
class Model:
    """A device that makes each press wait, and reports what is ready whenever it is polled."""

    waits_us: Callable[[int, Random], float] = lambda button, chance: 0.0
    poll_us: float = USB_US
    between_us: float = 0.0  # from one button's report to the next one's


MODELS = {
    # Reports the first edge, in the next USB frame.
    "eager": Model(),
    # Waits until a contact has been still for 5 ms, so a long bounce is late.
    "deferred": Model(waits_us=lambda button, chance: chance.random() * BOUNCE_US + DEBOUNCE_US),
    # Scans its buttons once a millisecond and reports them one after another, the first one first.
    "scan": Model(between_us=20.0),
    # Is asked by the host every 8 ms only.
    "slow-poll": Model(poll_us=8_000.0),
    # Like the eager one, but its last button takes longer.
    "slow-button": Model(waits_us=lambda button, chance: SLOW_US if button == SLOW_BUTTON else 0.0),
}


class ModelRig:
    """A modelled device: its presses take no real time, and their times are exact."""

    buttons = BUTTONS
    clock_bound_us = 0.0

    def __init__(self, name: str, chance: Random) -> None:
        self._model, self._chance = MODELS[name], chance
        self.measured = Measured(Sentence("modelled device {name}", name=name), emulated=True)

    def press(self, first: int, second: int, gap_us: float) -> list[tuple[int, float]]:
        """Press a pair; return its reports as (button, microseconds since the first press)."""
        model, chance = self._model, self._chance
        presses = ((first, 0.0), (second, gap_us))
        ready = [(button, t_us + model.waits_us(button, chance)) for button, t_us in presses]
        phase_us = chance.random() * model.poll_us
        polls = [(button, -(-(t_us - phase_us) // model.poll_us)) for button, t_us in ready]
        return [(n, phase_us + poll * model.poll_us + n * model.between_us) for n, poll in polls]


class JigRig:
    """A real device: a unit's jig presses it, a reader hears what comes out at this computer."""

    def __init__(self, stand: Stand, reader: Reader) -> None:
        self._stand, self._reader = stand, reader
        self._clock = StandClock(stand)
        self._chance = Random()
        self._pairs = 0
        self._clock.ping()
        self._codes = self._learn_codes(len(stand.setting("jig_pins").split()))
        self.buttons = len(self._codes)
        self.measured = replace(stand.measured, name=reader.name)

    @property
    def clock_bound_us(self) -> float | None:
        """The error of a press's time, None before it is known; no order depends on it."""
        return self._stand.clock_bound_us

    def press(self, first: int, second: int, gap_us: float) -> list[tuple[int, float]]:
        """Press a pair by the jig; return its reports as (button, microseconds since the first press).

        Button -1 stands for a code that no jig output presses.
        """
        self._pairs += 1
        if self._pairs % PING_EVERY == 0:
            self._clock.ping()
        pressed_us, heard = self._press_by_jig(first, second, round(gap_us))
        return [(self._codes.get(code, -1), t_us - pressed_us) for code, t_us in heard]

    def _learn_codes(self, outputs: int) -> dict[str, int]:
        """Press each jig output alone; return the output by the device's code.

        UserError if the wiring won't do.
        """
        codes: dict[str, int] = {}
        for output in range(outputs):
            came = {
                code for _ in range(LEARNING_PRESSES) for code, _ in self._press_by_jig(output, output, 0)[1]
            }
            if len(came) > 1 or came & codes.keys():
                raise UserError(
                    "Jig output {output} presses more than one button. Check its wires, then start again.",
                    output=output + 1,
                )
            codes.update(dict.fromkeys(came, output))
        if sorted(codes.values()) != list(range(len(codes))) or len(codes) < 2:
            raise UserError(
                "Only these jig outputs press a button: {outputs}. Wire at least the first two, without a "
                "gap, and start again.",
                outputs=", ".join(str(output + 1) for output in sorted(codes.values())) or "-",
            )
        return codes

    def _press_by_jig(self, first: int, second: int, gap_us: int) -> tuple[float, list[tuple[str, float]]]:
        """Press a pair; return the time of the first press on the host's clock, and the reports."""
        self._reader.read(0)  # throw away old reports
        _, unit_us = self._stand.ask(f"PRESS,{first},{second},{gap_us},{HELD_US}")
        heard = self._reader.read(PATIENCE_S, enough=len({first, second}))
        heard += self._reader.read(self._chance.uniform(*REST_S))
        return self._clock.stamp(int(unit_us)).t_us, heard


Rig = ModelRig | JigRig
