"""What a host believes of a unit: limits for its HELLO and for the paddles it reports. Pure."""

from slamomatic import messages as m
from slamomatic.units.base import PADDLES_PER_PICO
from slamomatic.words import N_, gettext, ngettext

MOST_PINS = 32  # a Pico has 26 that could be a paddle's
# Far beyond what any setting of the firmware gives: `late_us` is some 20 ms, and a race waits for it.
LONGEST_US = {"resolution_us": 10_000, "blind_us": 100_000, "hold_us": 100_000, "late_us": 1_000_000}

REFUSED = N_("{name} reports impossible numbers ({what}), so it is not used. Run `slamomatic flash`.")


def unbelievable(hello: m.Hello) -> str:
    """The first of its numbers that cannot be; "" if all can."""
    if not 1 <= hello.paddles <= MOST_PINS:
        return ngettext("{n} paddle", "{n} paddles", hello.paddles)
    for field, longest_us in LONGEST_US.items():
        value_us = getattr(hello, field)
        if value_us > longest_us:
            return gettext("{field} {value}, at most {most}", field=field, value=value_us, most=longest_us)
    if not 1 <= hello.oldest_seq <= hello.next_seq:
        return gettext(
            "oldest event {oldest}, next event {next}", oldest=hello.oldest_seq, next=hello.next_seq
        )
    return ""


def sees_light(hello: m.Hello | None, event: m.Sequenced) -> bool:
    """Whether the event is the light sensor's: it is for the bench, and no game hears of it."""
    return hello is not None and isinstance(event, m.Touch) and m.is_light(event, hello.paddles)


def foreign_paddle(hello: m.Hello | None, event: m.Sequenced) -> int | None:
    """The event's paddle if the unit has none of that number; else None.

    Such a paddle would be counted as the next unit's first. The light sensor is none, and not foreign.
    """
    if isinstance(event, m.Next) or sees_light(hello, event):
        return None
    return event.paddle if event.paddle >= paddles_of(hello) else None


def paddles_of(hello: m.Hello | None) -> int:
    """How many paddles the unit has, as far as the table has numbers for them."""
    return min(hello.paddles, PADDLES_PER_PICO) if hello else PADDLES_PER_PICO
