"""What the scope says of its trigger and its cursors."""

from __future__ import annotations

from slamomatic.bench.scope_axis import signed
from slamomatic.bench.scope_trigger import AnyTrigger, OrderTrigger
from slamomatic.paddles import paddle_name
from slamomatic.words import N_, gettext

KIND_WORDS = {
    "off": N_("No trigger"),
    "closes": N_("When closing"),
    "opens": N_("When opening"),
    "order": N_("In this order"),
}


def kind_words(kind: str) -> str:
    return gettext(KIND_WORDS[kind])


def waits_for(trigger: AnyTrigger | None) -> str:
    """What the picture waits for."""
    if trigger is None:
        return gettext("free running")
    if isinstance(trigger, OrderTrigger):
        return gettext(
            "waits for {first} before {second}",
            first=paddle_name(trigger.first),
            second=paddle_name(trigger.second),
        )
    if trigger.channel is None:
        return gettext("waits for any to close") if trigger.closes else gettext("waits for any to open")
    says = N_("waits for {paddle} to close") if trigger.closes else N_("waits for {paddle} to open")
    return gettext(says, paddle=paddle_name(trigger.channel))


def per_second(between_us: int) -> str:
    """How often a second something this long would fit; nothing for no length at all."""
    return f"{signed(float(f'{1e6 / abs(between_us):.4g}'))} Hz" if between_us else ""
