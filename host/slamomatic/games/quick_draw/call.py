"""The call: when it comes, and from when on a slap answers it. `bench reaction` uses the same rules."""

from collections.abc import Callable

from slamomatic.engine import photo

# At every step the game draws whether the call comes now, so not even the game knows it beforehand. After the
# shortest wait the chance is the same at each step, so counting along does not help.
STEP_US = 50_000
LEAST_WAIT_US = 1_500_000
MEAN_EXTRA_US = 1_500_000
MOST_WAIT_US = 8_000_000

GUESS_US = photo.GUESS_US


def comes(waited_us: int, below: Callable[[int], int]) -> bool:
    """Whether the call comes at this step of a wait. `below(n)` draws a number from 0 to n - 1."""
    drawn = below(MEAN_EXTRA_US // STEP_US) == 0
    return drawn or waited_us >= MOST_WAIT_US


def wait_us(below: Callable[[int], int]) -> int:
    """Return how long a whole wait is, drawn at once: for the trainer, which shows no steps."""
    waited_us = LEAST_WAIT_US
    while not comes(waited_us, below):
        waited_us += STEP_US
    return waited_us


def answers_from_us(called_us: int) -> int:
    """From when on a slap answers this call; an earlier one is a false start."""
    return called_us + GUESS_US
