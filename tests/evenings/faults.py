"""How each kind of fault is brought about at a table."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from evenings.cable import Change, End
from evenings.evening_table import DRUMS_FOR_US, Table
from evenings.ledger import Moment
from evenings.phones import Page
from evenings.plan import KINDS, Fault
from evenings.wired import Wired
from slamomatic.bench.link.scripted_unit import Damage

SLOW_FOR_US = 2_000_000
HELD_US = 3_000  # how long a chunk may be overtaken at most
LIES_FOR_US = 8_000_000
FAR_US = 300_000
A_TIME_US = 10_000  # sizes up to it are counts
LASTS_US = {
    "slow": SLOW_FOR_US,
    "static": 200_000,
    "drumming": DRUMS_FOR_US,
    "page lies": LIES_FOR_US,
    "page cheats": LIES_FOR_US,
    "page late": LIES_FOR_US,
}
NOISE = 0.01  # of the bytes


class Misfortune:
    """Waits for the moment of each fault of an evening, then lets it happen."""

    def __init__(self, table: Table, faults: tuple[Fault, ...]) -> None:
        self._table = table
        self._waiting: dict[tuple[str, int], list[Fault]] = {}
        self._counts = {"slap": 0, "call": 0}
        self.moments: list[Moment] = []  # as each came about
        for number, fault in enumerate(faults):
            if fault.anchor == "time":
                self._later(fault, number)
            else:
                self._waiting.setdefault((fault.anchor, fault.count), []).append(fault)

    def slapped(self) -> None:
        """Somebody's hand comes down."""
        self._count("slap")

    def called(self) -> None:
        """The table calls for slaps."""
        self._count("call")

    def _count(self, anchor: str) -> None:
        self._counts[anchor] += 1
        for fault in self._waiting.pop((anchor, self._counts[anchor]), []):
            self._later(fault, self._counts[anchor])

    def _later(self, fault: Fault, number: int) -> None:
        world = self._table.world
        chance = world.chance(f"fault {number} {fault}")
        if fault.after_us:
            world.after(fault.after_us, lambda: self._happen(fault, chance))
        else:
            self._happen(fault, chance)

    def _happen(self, fault: Fault, chance: Random) -> None:
        self._table.happened.append(fault)
        self.moments.append(self._as_it_is(fault))
        wired = self._table.wired
        if fault.kind in ON_THE_HOST:
            ON_THE_HOST[fault.kind](self._table, fault.size)
        elif fault.kind in ON_A_PHONE:
            ON_A_PHONE[fault.kind](self._table, self._table.pages[fault.unit], fault.size, chance)
        elif wired:
            ON_A_UNIT[fault.kind](self._table, wired[fault.unit], fault.size, chance)

    def _as_it_is(self, fault: Fault) -> Moment:
        table = self._table
        now_us, presses, session = table.world.now_us, table.truth.presses, table.session
        colour = table.pages[fault.unit].colour if fault.kind in ON_A_PHONE else None
        return Moment(
            fault,
            now_us,
            asked=tuple(session.view(None)["asked"]) if session is not None else (),
            since_hand_us=now_us - presses[-1].t_us if presses else now_us,
            paused=session is not None and session.clock.paused,
            plays=session is not None,
            machine_asleep=now_us < table.sleeps_until_us,
            page_asleep=any(page.asleep for page in table.pages),
            seat=next((n for n, sits in enumerate(table.seats) if sits.colour == colour), None),
        )

    def over_us(self) -> int:
        """When the last of those that came about was over."""
        return max((moment.at_us + lasts_us(moment.fault) for moment in self.moments), default=0)


def lasts_us(fault: Fault) -> int:
    """How long something is wrong, at most."""
    if fault.kind in LASTS_US:
        return LASTS_US[fault.kind]
    return fault.size if KINDS[fault.kind].high >= A_TIME_US else 0


# --- on the cable -----------------------------------------------------------------------------------


def _chunks(end: End, count: int, change: Change) -> None:
    """So many chunks to come are changed."""
    left = count
    before = end.spoil

    def spoil(data: bytes) -> bytes:
        nonlocal left
        if before is not None:
            data = before(data)
        if left == 0:
            return data
        left -= 1
        return change(data) if data else data

    end.spoil = spoil


def _spoil_for(table: Table, end: End, for_us: int, change: Change) -> None:
    """All chunks are changed for so long. Several such faults may overlap, so none takes another one away."""
    before, until_us = end.spoil, table.world.now_us + for_us

    def spoil(data: bytes) -> bytes:
        if before is not None:
            data = before(data)
        return change(data) if data and table.world.now_us < until_us else data

    end.spoil = spoil


def _damaged(table: Table, wired: Wired, size: int, chance: Random) -> None:
    def flip(data: bytes) -> bytes:
        at = chance.randrange(len(data))
        return data[:at] + bytes((data[at] ^ 1 << chance.randrange(8),)) + data[at + 1 :]

    _chunks(wired.cable.to_host, size, flip)


def _lost(table: Table, wired: Wired, size: int, chance: Random) -> None:
    _chunks(wired.cable.to_host, size, lambda data: b"")


def _doubled(table: Table, wired: Wired, size: int, chance: Random) -> None:
    _chunks(wired.cable.to_host, size, lambda data: data + data)


def _cut(table: Table, wired: Wired, size: int, chance: Random) -> None:
    _chunks(wired.cable.to_host, size, lambda data: data[: chance.randrange(len(data))])


def _swapped(table: Table, wired: Wired, size: int, chance: Random) -> None:
    end = wired.cable.to_host
    held: list[bytes] = []

    def let_go() -> None:
        if held:
            end.put(held.pop())

    def swap(data: bytes) -> bytes:
        if not held:
            held.append(data)
            table.world.after(HELD_US, let_go)
            return b""
        return data + held.pop()

    _chunks(end, 2 * size, swap)


def _deaf(table: Table, wired: Wired, size: int, chance: Random) -> None:
    _chunks(wired.cable.to_unit, size, lambda data: b"")


def _unheard(table: Table, wired: Wired, size: int, chance: Random) -> None:
    _spoil_for(table, wired.cable.to_unit, size, lambda data: b"")


def _noisy(table: Table, wired: Wired, size: int, chance: Random) -> None:
    for end in (wired.cable.to_host, wired.cable.to_unit):
        _spoil_for(table, end, size, Damage(chance, NOISE / 3, NOISE / 3, NOISE / 3).applied_to)


def _slow(table: Table, wired: Wired, size: int, chance: Random) -> None:
    for end in (wired.cable.to_host, wired.cable.to_unit):
        end.slower_us = size
    table.world.after(SLOW_FOR_US, lambda: _as_quick_as_ever(wired))


def _as_quick_as_ever(wired: Wired) -> None:
    for end in (wired.cable.to_host, wired.cable.to_unit):
        end.slower_us = 0


def _unplugged(table: Table, wired: Wired, size: int, chance: Random) -> None:
    wired.cable.unplug()
    table.world.after(size, wired.cable.plug_in)


# --- on the unit ------------------------------------------------------------------------------------


def _restarted(table: Table, wired: Wired, size: int, chance: Random) -> None:
    wired.twin.restart()


def _stalled(table: Table, wired: Wired, size: int, chance: Random) -> None:
    table.program.ports[wired.number - 1].stall(size)


def _busy(table: Table, wired: Wired, size: int, chance: Random) -> None:
    wired.twin.away(size)


def _spike(table: Table, wired: Wired, size: int, chance: Random) -> None:
    if wired.hands:
        chance.choice(wired.hands).spike_before_us = size


def _static(table: Table, wired: Wired, size: int, chance: Random) -> None:
    if not wired.hands:
        return  # all of them slap on phones
    hand = chance.choice(wired.hands)
    for number in range(size):
        table.world.after(number * chance.randint(1_500, 4_000), lambda: hand.spike(chance.randint(1, 80)))


# --- on the host ------------------------------------------------------------------------------------


def _long_frame(table: Table, size: int) -> None:
    table.program.frames.long(size)


def _stopped(table: Table, size: int) -> None:
    table.program.frames.long(size)
    for port in table.program.ports:
        port.stall(size)
    program = table.program
    program.stands_until_us = max(program.stands_until_us, table.world.now_us + size)


def _jumped(table: Table, size: int) -> None:
    if table.world.now_us >= table.sleeps_until_us:
        table.clock.crystal.jump(table.world.now_us, size)
        table.jumped_us[table.world.now_us] = size


def _asleep(table: Table, size: int) -> None:
    if table.world.now_us < table.sleeps_until_us:
        return
    _stopped(table, size)
    crystal, world = table.clock.crystal, table.world
    table.sleeps_until_us = max(table.sleeps_until_us, world.now_us + size)
    table.sleeps += 1
    crystal.run_at(world.now_us, -1_000_000)
    world.after(size, lambda: crystal.run_at(world.now_us, table.host_ppm))


def _warmed(table: Table, size: int) -> None:
    table.host_ppm = max(table.host_ppm, table.cold_ppm + size)
    if table.world.now_us >= table.sleeps_until_us:  # a clock that stands goes on when the machine wakes
        table.clock.crystal.run_at(table.world.now_us, table.host_ppm)


ON_A_UNIT: dict[str, Callable[[Table, Wired, int, Random], None]] = {
    "damaged": _damaged,
    "lost": _lost,
    "doubled": _doubled,
    "swapped": _swapped,
    "cut": _cut,
    "deaf": _deaf,
    "unheard": _unheard,
    "noisy": _noisy,
    "slow": _slow,
    "unplugged": _unplugged,
    "restarted": _restarted,
    "stalled": _stalled,
    "busy": _busy,
    "spike": _spike,
    "static": _static,
}


def _disk_full(table: Table, size: int) -> None:
    table.disk.full = True


def _disk_fails(table: Table, size: int) -> None:
    table.disk.breaks()


ON_THE_HOST: dict[str, Callable[[Table, int], None]] = {
    "paused": Table.pause,
    "disputed": Table.dispute,
    "looked": Table.look,
    "left": Table.leave,
    "dropped": Table.drop,
    "drumming": Table.drum,
    "killed": Table.kill,
    "power lost": Table.power_off,
    "disk full": _disk_full,
    "disk fails": _disk_fails,
    "long frame": _long_frame,
    "stopped": _stopped,
    "asleep": _asleep,
    "warmed": _warmed,
    "halted": Table.pause,
    "jumped": _jumped,
}


# --- on a phone -------------------------------------------------------------------------------------


def _for_a_while(table: Table, page: Page, for_us: int, **changes: int | bool) -> None:
    """Its page behaves like this, then honestly again."""
    for name, value in changes.items():
        setattr(page, name, value)

    def over() -> None:
        for name in changes:
            setattr(page, name, getattr(Page, name))

    table.world.after(for_us, over)


def _page_mute(table: Table, page: Page, size: int, chance: Random) -> None:
    _for_a_while(table, page, size, answers=False)


def _page_asleep(table: Table, page: Page, size: int, chance: Random) -> None:
    page.sleep(size)


def _page_frozen(table: Table, page: Page, size: int, chance: Random) -> None:
    page.freeze(size)


def _page_stalled(table: Table, page: Page, size: int, chance: Random) -> None:
    page.stall(table.world.now_us, size)


def _page_clock(table: Table, page: Page, size: int, chance: Random) -> None:
    """Back, as after a sleep, or far ahead. No browser's clock steps a little ahead: whoever does loses."""
    page.step_clock(chance.choice((-size, size) if size >= FAR_US else (-size,)))


def _page_again(table: Table, page: Page, size: int, chance: Random) -> None:
    if not page.asleep:
        page.again()


def _page_lies(table: Table, page: Page, size: int, chance: Random) -> None:
    more_us = chance.randint(20_000, 120_000)
    _for_a_while(table, page, LIES_FOR_US, dates_back_us=size + more_us, holds_answers_us=size + 100_000)


def _page_cheats(table: Table, page: Page, size: int, chance: Random) -> None:
    _for_a_while(table, page, LIES_FOR_US, dates_back_us=size)


def _page_late(table: Table, page: Page, size: int, chance: Random) -> None:
    _for_a_while(table, page, LIES_FOR_US, holds_answers_us=size, holds_touches_us=size)


ON_A_PHONE: dict[str, Callable[[Table, Page, int, Random], None]] = {
    "page mute": _page_mute,
    "page asleep": _page_asleep,
    "page frozen": _page_frozen,
    "page stalled": _page_stalled,
    "page clock": _page_clock,
    "page again": _page_again,
    "page lies": _page_lies,
    "page cheats": _page_cheats,
    "page late": _page_late,
}
