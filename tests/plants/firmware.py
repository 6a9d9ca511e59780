"""The unit's firmware, here and on the emulated Pico: its modules end with more lines of MicroPython."""

from __future__ import annotations

from plants.patching import Patch, plant


@plant("the unit takes every bounce for a slap")
def _(patch: Patch) -> None:
    patch.unit(
        "slap.debounce",
        """
def new_cells(*words, was=new_cells):
    cells = was(*words)
    cells[LOCKOUT_US] = 1
    return cells
""",
        "new_cells",
    )
    patch.unit(
        "slap.unit",
        """
def apply_timing(self, was=Unit.apply_timing):
    was(self)
    self.cells[debounce.LOCKOUT_US] = 1


Unit.apply_timing = apply_timing
""",
        "Unit.apply_timing",
    )


@plant("the unit takes static for a slap")
def _(patch: Patch) -> None:
    patch.unit(
        "slap.debounce",
        """
def new_cells(*words, was=new_cells):
    cells = was(*words)
    cells[HOLD_US] = 0
    return cells
""",
        "new_cells",
    )
    patch.unit(
        "slap.unit",
        """
def apply_timing(self, was=Unit.apply_timing):
    was(self)
    self.cells[debounce.HOLD_US] = 0


Unit.apply_timing = apply_timing
""",
        "Unit.apply_timing",
    )


@plant("the unit says that all is known while an edge is undecided")
def _(patch: Patch) -> None:
    patch.unit(
        "slap.debounce",
        """
def known(cells):
    return cells[DECIDED]
""",
        "known",
    )


@plant("slaps that the capture could not tell apart get an order")
def _(patch: Patch) -> None:
    patch.unit("slap.debounce", "def blind(cells, tick):\n    pass\n", "blind")


@plant("the unit repairs from one event too late")
def _(patch: Patch) -> None:
    patch.unit(
        "slap.wire",
        """
def since(self, seq):
    self.words[SENT_SEQ] = min(seq + 1, self.words[NEXT_SEQ])


Ring.since = since
""",
        "Ring.since",
    )


@plant("the unit forgets slaps that nobody has read")
def _(patch: Patch) -> None:
    patch.unit(
        "slap.wire",
        """
Ring.oldest = property(lambda self: max(1, self.words[NEXT_SEQ] - 8))
""",
        "Ring.oldest",
    )


@plant("the unit obeys a damaged command")
def _(patch: Patch) -> None:
    patch.unit(
        "slap.wire",
        """
def _checked(line, count, table):
    return count - 10
""",
        "_checked",
    )


@plant("the unit floods a host that does not read")
def _(patch: Patch) -> None:
    patch.unit("slap.wire", "Ring.room = lambda self, count: True\n", "Ring.room")


@plant("the unit's lines fail their check")
def _(patch: Patch) -> None:
    patch.unit(
        "slap.wire",
        """
def frame(body):
    return b"$%s*%08x\\n" % (body, crc32(body) ^ 1)
""",
        "frame",
    )


@plant("a paddle that chatters is not told")
def _(patch: Patch) -> None:
    patch.unit("slap.watcher", "CHATTER_US = 1 << 40\n", "CHATTER_US")


@plant("a paddle that is stuck is not told")
def _(patch: Patch) -> None:
    patch.unit("slap.watcher", "STUCK_US = 1 << 40\n", "STUCK_US")


@plant("a host that comes later is told of no fault that stands")
def _(patch: Patch) -> None:
    patch.unit("slap.unit", "\n\nUnit.tell_standing = lambda self: None\n", "Unit.tell_standing")


@plant("settings that make no sense together are taken by the unit")
def _(patch: Patch) -> None:
    patch.unit("slap.settings", "Settings._check_together = lambda self: None\n", "Settings._check_together")


@plant("a unit with a damaged settings file does not start")
def _(patch: Patch) -> None:
    patch.unit(
        "slap.settings",
        """
def load(self):
    with open(FILE) as file:
        self.values.update(json.loads(file.read()))


Settings.load = load
""",
        "Settings.load",
    )


@plant("saved settings are gone after a power cut")
def _(patch: Patch) -> None:
    patch.unit("slap.settings", "Settings.save = lambda self: None\n", "Settings.save")


@plant("lights draw more than they may")
def _(patch: Patch) -> None:
    patch.unit(
        "slap.lights",
        """
def capped(colours, copies, cap_ma):
    return colours
""",
    )


@plant("a light shows another paddle's colour")
def _(patch: Patch) -> None:
    patch.unit(
        "slap.lights",
        """
def host(self, colours, was=Lights.host):
    was(self, [colours[(i + 1) % self._count] for i in range(self._count)])


Lights.host = host
""",
    )


@plant("a unit that hangs stays hanging")
def _(patch: Patch) -> None:
    patch.unit(
        "slap.safety",
        """
class _NoDog:
    def feed(self):
        pass


def watch(timeout_ms):
    return _NoDog()
""",
    )


@plant("a unit that restarts again and again never comes to its prompt")
def _(patch: Patch) -> None:
    patch.unit("slap.safety", "def _bites():\n    return 0\n")


@plant("the loop tells the host nothing of a lost record")
def _(patch: Patch) -> None:
    patch.unit(
        "slap.unit",
        """
def overrun(self, check):
    self.restart_capture()


Unit.overrun = overrun
""",
    )


@plant("the unit gives no sign of life")
def _(patch: Patch) -> None:
    patch.unit("slap.unit", "Unit._beat = lambda self: None\n")


@plant("the capture looks a hundred times more slowly")
def _(patch: Patch) -> None:
    patch.unit(
        "slap.capture",
        """
def start(self, was=PioCapture.start):
    was(self)
    machine.mem32[0x502000C8] = 1250 << 16


PioCapture.start = start
""",
    )


@plant("the unit starts in play what must wait until it is quiet")
def _(patch: Patch) -> None:
    patch.unit("slap.unit", "Unit.in_play = lambda self: False\n")


@plant("the unit stamps a ping with the time of its answer")
def _(patch: Patch) -> None:
    patch.unit(
        "slap.commands",
        """
def ping(unit, reader, was=ping):
    import time
    time.sleep_ms(5)
    unit.heard_tick = timebase.read(timebase.words)
    return was(unit, reader)


OFTEN = tuple([(kind, ping if kind == b"PING," else handler) for kind, handler in OFTEN])
""",
    )


@plant("the time runs backwards after seventy minutes")
def _(patch: Patch) -> None:
    patch.unit(
        "slap.timebase",
        """
_right = read


def read(words):
    tick = _right(words)
    words[HI] = 0
    return tick
""",
    )


@plant("the self-test passes whatever it finds")
def _(patch: Patch) -> None:
    patch.unit("slap.bench.selftest", "def run(unit):\n    unit.say('TEST,heap,ok')\n    return 0\n")


@plant("what a slap's edges looked like is another slap's")
def _(patch: Patch) -> None:
    patch.unit(
        "slap.bench.edges",
        """
def recall(self, rings, cells, hi, lo, was=Edges.recall):
    return was(self, rings, cells, hi, lo + 1_000_000)


Edges.recall = recall
""",
    )
