"""What the talk with a unit tells the players; {name} is the unit."""

from __future__ import annotations

from slamomatic.words import N_

OTHER_PROTOCOL = N_(
    "{name} speaks protocol {theirs} and this program {ours}. "
    "Put the right firmware on it with `slamomatic flash`."
)
NOT_OUR_PROTOCOL = N_(
    "{name} does not speak protocol {ours}. Put the right firmware on it with `slamomatic flash`."
)
OTHER_UNIT = N_("Another unit ({other}) is in the place of {unit}.")

# --- an open slap is void ---------------------------------------------------------------------------

RESTARTED = N_("{name} started again: an open slap is void, play goes on.")
CLOCK_JUMPED = N_("{name} lost the time for a moment: an open slap is void, play goes on.")
EVENTS_LOST = N_("{name} has lost events ({count}): an open slap is void, play goes on.")
TOLD_LATE = N_("{name} told a slap {late} us later than it had stated: an open slap is void, play goes on.")
