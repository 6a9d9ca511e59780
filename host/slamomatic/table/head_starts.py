"""Head starts that adjust themselves from game to game, so that slow hands win their share. Pure."""

from collections.abc import Mapping, Sequence
from statistics import median

LEAST_SLAPS = 3  # of a player, and of all others together: fewer say nothing
MOST_CHANGE_MS = 150  # after one game: one strange evening must not turn everything around
MOST_MS = 600
STEP_MS = 10  # nobody can read more digits, and no hand is steadier


def after_game(seat: int, head_starts_ms: Sequence[int], reactions_us: Mapping[int, Sequence[int]]) -> int:
    """Return the head start of this seat for the next game, in ms.

    It moves half of the way to where the middle of the seat's slaps would be the middle of all other slaps,
    each with the head start that it had. `reactions_us`: by seat, as the hands were, without head starts.
    """
    now_ms = head_starts_ms[seat]
    own_ms = _counted_ms(seat, head_starts_ms, reactions_us)
    others = [other for other in reactions_us if other != seat]
    others_ms = [ms for other in others for ms in _counted_ms(other, head_starts_ms, reactions_us)]
    if min(len(own_ms), len(others_ms)) < LEAST_SLAPS:
        return now_ms
    change_ms = (median(own_ms) - median(others_ms)) / 2
    change_ms = max(-MOST_CHANGE_MS, min(MOST_CHANGE_MS, change_ms))
    return max(0, min(MOST_MS, round((now_ms + change_ms) / STEP_MS) * STEP_MS))


def _counted_ms(
    seat: int, head_starts_ms: Sequence[int], reactions_us: Mapping[int, Sequence[int]]
) -> list[float]:
    """Return the reactions of a seat as they counted: less its head start."""
    return [us / 1000 - head_starts_ms[seat] for us in reactions_us.get(seat, ())]
