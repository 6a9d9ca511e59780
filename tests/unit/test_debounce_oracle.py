"""However the edges fall into batches, the debounce agrees with a judge that sees them all at once."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass

import pytest

from support.length import count
from unit.contacts import MASK, Bench, Edge, debounce
from unit.oracle import Contact, Slap, Times, judge

EVENINGS = count(400, 20_000)  # split over the seeds below
CAPTURE_US = 10  # an edge is in the ring so long after it was

# Where the rule turns over, and what contacts do.
GAPS = [1, 3, 20, 60, 99, 100, 101, 300, 640, 650, 651, 800, 999, 1_000, 1_001, 1_999, 2_000, 2_001, 2_800]
GAPS += [3_900, 4_900, 4_999, 5_000, 5_001, 12_000, 19_999, 20_000, 20_001, 49_999, 50_000, 50_001, 60_000]
SHORT = [1, 20, 99, 100, 101, 300, 650, 651, 900, 1_000]
LOOKS = [60, 150, 900, 5_000, 20_000, 60_000, 200_000]


@dataclass
class Look:
    """One pass of the loop: all edges up to `now_us` are handed over."""

    now_us: int
    blind: bool = False

    @property
    def horizon_us(self) -> int:
        return self.now_us - CAPTURE_US


@dataclass
class Story:
    """Movements of the contacts, and the moments at which the loop looks."""

    times: Times
    edges: list[list[int]]
    looks: list[Look]
    start_us: int

    @property
    def merged(self) -> list[Edge]:
        return sorted((t_us, contact) for contact, edges in enumerate(self.edges) for t_us in edges)


def tell(chance: random.Random, blind: bool) -> Story:
    """A story that dwells where the rule turns over."""
    start_us = chance.choice([0, 10_000, 2**30 - 80_000, 2**32 - 50_000])
    times = Times(
        hold=chance.choice([100, 100, 0, 30, 2_000]),
        gap=chance.choice([1_000, 1_000, 300, 4_000]),
        lockout=chance.choice([50_000, 50_000, 20_000]),
    )
    edges: list[list[int]] = []
    together_us = start_us + chance.choice([400, 2_000, 2_000, 2_000]) + chance.randrange(2_000)
    for _ in range(chance.choice([1, 2, 4, 4, 9])):
        t_us = together_us + chance.choice([0, 0, 1, 50, 700, 3_000])
        mine = [t_us]
        for _ in range(chance.randrange(0, 40)):
            near = chance.choice(SHORT if chance.random() < 0.7 else GAPS)
            t_us += max(1, near + chance.choice([0, 0, -1, 1, chance.randrange(30)]))
            mine.append(t_us)
        edges.append(mine)
    end_us = max(mine[-1] for mine in edges) + 300_000
    usual = chance.choice(LOOKS)
    looks = [Look(start_us + 500)]
    while looks[-1].now_us < end_us:
        gap_us = chance.choice([usual, usual, chance.choice(LOOKS)])
        looks.append(Look(looks[-1].now_us + gap_us, blind and chance.random() < 0.2))
    looks.append(Look(looks[-1].now_us + 10_000))  # by then every tie is over
    return Story(times, edges, looks, start_us)


def played(story: Story) -> tuple[Bench, list[tuple[int, int]], dict[int, int]]:
    """The debounce's own account: what it knew at how many outs, and after each look."""
    bench = Bench(len(story.edges), story.start_us)
    cells = bench.cells
    for word, value in (
        (debounce.HOLD_US, story.times.hold),
        (debounce.GAP_US, story.times.gap),
        (debounce.LOCKOUT_US, story.times.lockout),
    ):
        cells[word] = value
    waiting = story.merged
    levels = at = 0
    claims = []
    knew: dict[int, int] = {}
    for look in story.looks:
        while at < len(waiting) and waiting[at][0] <= look.now_us:
            t_us = waiting[at][0]
            while at < len(waiting) and waiting[at][0] == t_us:
                levels ^= 1 << waiting[at][1]
                at += 1
            bench.put(levels, t_us)
        if look.blind:
            debounce.blind(cells, look.now_us & MASK)
        while True:
            assert bench.step(look.horizon_us) == debounce.ALL_TAKEN
            knew[look.now_us] = debounce.known(cells)
            claims.append((knew[look.now_us], len(bench.outs)))
            if not cells[debounce.LEFT] and cells[debounce.DECIDED] == look.horizon_us & MASK:
                break
    return bench, claims, knew


def judged(story: Story) -> list[Contact]:
    return [judge(edges, story.times, story.start_us) for edges in story.edges]


def slaps_of(contacts: list[Contact]) -> list[tuple[int, Slap]]:
    return [(number, slap) for number, contact in enumerate(contacts) for slap in contact.slaps]


def stamps(story: Story, contacts: list[Contact]) -> dict[tuple[int, int], int]:
    """Return the time that each first edge carries: its own, or that of its tie."""
    firsts = [(slap.first_us, number) for number, slap in slaps_of(contacts)]
    firsts += [(began, number) for number, contact in enumerate(contacts) for began, _ in contact.spikes]
    firsts.sort()
    found: dict[tuple[int, int], int] = {}
    tie: tuple[int, int] | None = None  # its time, and up to when
    for look in story.looks:
        if look.blind:
            if tie is None or look.now_us - tie[0] > story.times.burst:
                tie = (look.now_us, 0)
            tie = (tie[0], look.now_us + story.times.gap)
        while firsts and firsts[0][0] <= look.now_us:
            first = firsts.pop(0)
            if tie is not None and first[0] > tie[1]:
                tie = None
            found[first] = first[0] if tie is None else tie[0]
        if tie is not None and look.horizon_us >= tie[1]:
            tie = None
    return found


def compare(story: Story) -> Counter[str]:
    """Every promise of wire.md about DOWNs, UPs, spikes, known_us and later_us."""
    contacts = judged(story)
    stamp = stamps(story, contacts)
    bench, claims, _ = played(story)
    downs = bench.downs
    expected = []
    for number, slap in slaps_of(contacts):
        stamp_us = stamp[slap.first_us, number]
        later_us = 0 if slap.solid_at_us is None else max(0, slap.solid_at_us - stamp_us)
        expected.append((stamp_us, number, stamp_us & MASK, later_us))
    expected.sort()
    # the contacts of one tie may leave in any order
    ages = [(down.tick - story.start_us) & MASK for down in downs]
    assert ages == sorted(ages), "DOWNs leave in the order of their times"
    told = sorted(
        (age + story.start_us, down.contact, down.tick, down.extra)
        for age, down in zip(ages, downs, strict=True)
    )
    assert told == expected
    for number, contact in enumerate(contacts):
        ups = [(slap.up_us & MASK, slap.bounces) for slap in contact.slaps if slap.up_us is not None]
        assert [(up.tick, up.extra) for up in bench.ups if up.contact == number] == ups
    assert bench.cells[debounce.SPIKES] == sum(len(contact.spikes) for contact in contacts)
    # what was told as known
    last = story.start_us
    for tick, outs in claims:
        now_known = last + ((tick - last) & MASK)
        assert now_known - last < MASK // 2, "known never runs backwards"
        later = [(out.tick - now_known) & MASK for out in bench.outs[outs:] if out.down]
        assert all(0 < age <= MASK // 2 for age in later), "a DOWN came that was said not to come any more"
        last = now_known
    assert last == story.looks[-1].horizon_us, "when all is decided, all is known"
    return Counter(
        slaps=len(downs),
        solid=sum(down.extra > 0 for down in downs),
        spikes=bench.cells[debounce.SPIKES],
        ties=len(downs) - len({down.tick for down in downs}),
    )


@pytest.mark.parametrize("seed", range(8))
def test_batches_of_any_length_give_the_same(seed: int) -> None:
    chance = random.Random(seed)
    seen: Counter[str] = Counter()
    for number in range(EVENINGS // 8):
        story = tell(chance, blind=number % 4 == 0)
        try:
            seen += compare(story)
        except AssertionError as error:
            raise AssertionError(f"story {number} of seed {seed}: {story}") from error
    assert min(seen["slaps"], seen["solid"], seen["spikes"], seen["ties"]) > EVENINGS // 80, seen


@pytest.mark.parametrize("seed", range(4))
def test_known_is_as_fresh_as_the_contacts_allow(seed: int) -> None:
    """The watermark is held only just below the earliest first edge that is still undecided."""
    chance = random.Random(100 + seed)
    for _ in range(EVENINGS // 8):
        story = tell(chance, blind=False)
        contacts = judged(story)
        spans = [(slap.first_us, slap.decided_us) for _, slap in slaps_of(contacts)]
        spans += [span for contact in contacts for span in contact.spikes]
        _, _, knew = played(story)
        for look in story.looks:
            held = [began - 1 for began, decided in spans if began <= look.horizon_us < decided]
            at_least = min([look.horizon_us, *held])
            assert (knew[look.now_us] - at_least) & MASK <= MASK // 2, (look, story)
