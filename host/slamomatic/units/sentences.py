"""Sentences about a unit for the players; {name} is the unit."""

from slamomatic.words import N_

OTHER_PROTOCOL = N_(
    "{name} speaks protocol {theirs} and this program {ours}. "
    "Put the right firmware on it with `slamomatic flash`."
)
NOT_OUR_PROTOCOL = N_(
    "{name} does not speak protocol {ours}. Put the right firmware on it with `slamomatic flash`."
)
OTHER_UNIT = N_("Another unit ({other}) is plugged in instead of {unit}.")

# --- an open slap is void ---------------------------------------------------------------------------

RESTARTED = N_("{name} started again. A slap in progress does not count. Play goes on.")
CLOCK_JUMPED = N_("{name} lost the time for a moment. A slap in progress does not count. Play goes on.")
EVENTS_LOST = N_("{name} has lost events ({count}). A slap in progress does not count. Play goes on.")
TOLD_LATE = N_("{name} reported a slap {late} us too late. A slap in progress does not count. Play goes on.")
