"""Slaps and lifted hands while the game's time stands still: too early, but not unnoticed."""

from slamomatic.units.base import Do, PaddleEvent


class PauseWatch:
    """Slaps and lifted hands of one pause."""

    def __init__(self) -> None:
        self.slapped = False  # a paddle was slapped, and nobody has been told yet
        self.slapped_last: int | None = None  # the seat that did
        self.slapped_us: dict[int, int] = {}  # when each seat did so last, by the table's clock
        self._lifted: set[int] = set()  # seats whose hands came up

    def begin(self) -> None:
        """Begin a pause: nobody has slapped in it yet."""
        self.forget_slaps()

    def forget_slaps(self) -> None:
        """Forget that somebody slapped: players were told, or the slap was meant for something else."""
        self.slapped = False
        self.slapped_us.clear()

    def note(self, seat: int | None, item: PaddleEvent) -> None:
        """Note what a hand did to the paddle of this seat, or to one that has no player (None)."""
        self.slapped |= item.do is Do.DOWN
        if seat is not None and item.do in (Do.UP, Do.RELEASE):
            self._lifted.add(seat)
        elif seat is not None:
            self._lifted.discard(seat)
            self.slapped_last = seat
            if item.do is Do.DOWN:
                self.slapped_us[seat] = item.t_us

    def take_lifted(self) -> set[int]:
        """Return the seats whose hands came up in the pause that is over."""
        lifted, self._lifted = self._lifted, set()
        return lifted
