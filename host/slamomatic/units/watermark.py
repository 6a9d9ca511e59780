"""Up to when a unit has told everything, on its own clock: the watermark that slaps are judged by. Pure.

A unit says with every BEAT and PONG up to when all first edges are decided, and which number comes next.
A host that has every event before that number knows everything up to that time, and nothing beyond it.
"""

from collections import deque

NOTHING_US = -1
MOST_CLAIMS = 16  # claims wait while events are missing; only the latest are kept, they say most
KEPT_FOR_US = 60_000_000  # an extra error is added for so long


class Watermark:
    """Watermark of one boot of one unit."""

    def __init__(self) -> None:
        self.told_us = NOTHING_US  # everything up to here was told, and is here
        self.latest_us = NOTHING_US  # the latest slap: nothing stamped earlier comes after it
        self._claims: deque[tuple[int, int]] = deque(maxlen=MOST_CLAIMS)  # (next number, known up to)

    @property
    def known_us(self) -> int:
        """The time up to which every slap is here; NOTHING_US if nothing is known yet."""
        return max(self.told_us, self.latest_us)

    def note_claim(self, next_seq: int, known_us: int, expected_seq: int) -> None:
        """Note a watermark that the unit states; it counts once every event before `next_seq` is here."""
        self._claims.append((next_seq, known_us))
        self.note_received(expected_seq)

    def note_received(self, expected_seq: int) -> None:
        """Note that every event before `expected_seq` is here."""
        held = [claim for claim in self._claims if claim[0] > expected_seq]
        if len(held) < len(self._claims):
            kept = (known for seq, known in self._claims if seq <= expected_seq)
            self.told_us = max(self.told_us, *kept)
            self._claims = deque(held, MOST_CLAIMS)

    def note_slap(self, t_us: int) -> int:
        """Note the next slap in the unit's order; return by how much it breaks an earlier watermark."""
        late_us = max(self.told_us + 1 - t_us, self.latest_us - t_us, 0)
        self.latest_us = max(self.latest_us, t_us)
        return late_us


class ExtraError:
    """An error that is added to every stated bound for a minute after a bound did not hold."""

    def __init__(self) -> None:
        self._us = 0
        self._until_us = 0

    def note_miss(self, by_us: int, now_us: int) -> None:
        """Note that the stated bound was missed by so much."""
        self._us = max(self.at(now_us), by_us)
        self._until_us = now_us + KEPT_FOR_US

    def at(self, now_us: int) -> int:
        """Return the error to add now; 0 if all bounds have held lately."""
        return self._us if now_us < self._until_us else 0
