"""Quick Draw's rules."""

from __future__ import annotations

from typing import Any

from plants.patching import Patch, always, answering, doing, plant

CALL = "slamomatic.games.quick_draw.call"
RULES = "slamomatic.games.quick_draw.rules:QuickDraw"


@plant("a lucky guess wins the draw")
def _(patch: Patch) -> None:
    patch(f"{CALL}:answers_from_us", doing(lambda _, called_us: called_us))


@plant("the call never comes")
def _(patch: Patch) -> None:
    patch(f"{CALL}:comes", always(False))


@plant("the call comes at the same moment every time")
def _(patch: Patch) -> None:
    patch(f"{CALL}:comes", doing(lambda original, waited_us, below: (original(waited_us, below), True)[1]))


@plant("a long wait brings the call nearer: who counts along wins")
def _(patch: Patch) -> None:
    def comes(original: Any, waited_us: int, below: Any) -> bool:
        return below(max(1, 60 - waited_us // 50_000)) == 0 or bool(original(waited_us, below))

    patch(f"{CALL}:comes", doing(comes))


@plant("who was too soon may slap again in the same round")
def _(patch: Patch) -> None:
    def slapped(original: Any, self: Any, seat: int, at: Any, live: bool) -> None:
        original(self, seat, at, live)
        if self.began_us != -1 and not self.race.takes_part(seat):
            self.race.forget(seat)

    patch(f"{RULES}.slapped", doing(slapped))


@plant("of two who drew together the lower seat wins the round")
def _(patch: Patch) -> None:
    patch(
        f"{RULES}._play_again",
        doing(
            lambda original, self, why, data: (
                self._win(data["seats"][0], alone=False) if why == "tie" else original(self, why, data)
            )
        ),
    )


@plant("a decided match goes on")
def _(patch: Patch) -> None:
    patch(f"{RULES}._decided", always(False))


@plant("the screen does not say who was too soon")
def _(patch: Patch) -> None:
    patch(f"{RULES}.sees", answering(lambda seen: {**seen, "soon": [False] * len(seen["soon"])}))


@plant("who jumps because the others jumped has kept calm")
def _(patch: Patch) -> None:
    def won_from_us(original: Any, self: Any) -> Any:
        return original(self) - 1000 * self.options["calm_ms"]

    patch(f"{RULES}._won_from_us", doing(won_from_us))
