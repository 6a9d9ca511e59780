"""Which unit is played on: what is plugged in now, the keys, the emulated Pico; the choice is remembered."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from slamomatic.kit.easel import BODY, SMALL, Easel
from slamomatic.kit.geometry import Box
from slamomatic.kit.palette import CHALK, GOLD, MIST, PANEL, PANEL_LIT
from slamomatic.screen import furniture, unit_words
from slamomatic.screen.scene import Overlay, Scene, Stage
from slamomatic.units.ports import FoundPort, find_picos
from slamomatic.words import N_, gettext

LOOK_EVERY_S = 2.0
SHORT_ID = 4
MOST_PORTS = 4


@dataclass(frozen=True, slots=True)
class Way:
    """One way to play, as the command line's `--unit` says it."""

    specs: tuple[str, ...]
    words: str
    about: str


ALWAYS = (
    Way(("auto",), N_("Automatic"), N_("paddles if plugged in, or the keyboard")),
    Way(("auto", "auto"), N_("Two Picos"), N_("up to eight paddles, and the keyboard")),
    Way(("keyboard",), N_("Keyboard"), N_("no Pico needed")),
    Way(("emulated",), N_("Emulated Pico"), N_("try it without one: keys press its paddles")),
)


def ways(ports: Sequence[FoundPort]) -> list[Way]:
    """What there is to choose from, the ports that were found last."""
    found = [
        Way(
            (f"serial:{port.name}", "keyboard"),
            gettext("Only the Pico on {port}", port=port.name),
            gettext("unit {number}, and the keyboard", number=port.serial_number[-SHORT_ID:])
            if port.serial_number
            else gettext("a unit without a number, and the keyboard"),
        )
        for port in ports[:MOST_PORTS]
    ]
    return [*ALWAYS, *found]


class UnitsScene(Overlay):
    """The list of units to play on. Ports are looked for in a thread: on some machines that takes seconds."""

    def __init__(self, stage: Stage, back: Scene, find: Callable[[], list[FoundPort]] = find_picos) -> None:
        super().__init__(stage, back)
        self._find = find
        self._ports: list[FoundPort] = []
        self._left = threading.Event()

    def enter(self) -> None:
        self._left.clear()
        threading.Thread(target=self._look, name="find-picos", daemon=True).start()

    def leave(self) -> None:
        self._left.set()

    def _look(self) -> None:
        while not self._left.is_set():
            self.found(self._find())
            self._left.wait(LOOK_EVERY_S)

    def found(self, ports: list[FoundPort]) -> None:
        self._ports = ports

    def _choose(self, specs: tuple[str, ...]) -> None:
        self.stage.use_units(specs)
        self.stage.sound("ready")

    def draw(self, e: Easel) -> None:
        now, body, foot = self.head(e, gettext("Choose your paddles"), [10, 14, 65, 11])
        furniture.units(e, unit_words.in_full(self.stage.unit.states()), now)
        shown = ways(self._ports)
        for index, (way, place) in enumerate(
            zip(shown, body.rows([1] * (len(ALWAYS) + MOST_PORTS), e.frame.px(10)), strict=False)
        ):
            self._way(e, index, way, place)
        self.foot(e, foot, self.how_to_choose(gettext("Plug in a Pico and it appears here.")))

    def _way(self, e: Easel, index: int, way: Way, box: Box) -> None:
        chosen = way.specs == self.stage.units
        e.panel(f"way/{index}", box, PANEL_LIT if chosen else PANEL, GOLD if chosen else None)
        left, right = box.inset(e.frame.px(18), e.frame.px(4)).columns([44, 56], e.frame.px(12))
        e.text(f"way/{index}/words", gettext(way.words), left, BODY, GOLD if chosen else CHALK, "left")
        e.text(f"way/{index}/about", gettext(way.about), right, SMALL, MIST, "left")
        e.target(box, lambda: self._choose(way.specs))
