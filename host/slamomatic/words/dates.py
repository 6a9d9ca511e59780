"""Dates as the language that is spoken now writes them; `time.strftime` would follow the system's."""

import time

from slamomatic.words.sentences import N_, gettext

MONTHS = (
    *(N_("Jan"), N_("Feb"), N_("Mar"), N_("Apr"), N_("May"), N_("Jun")),
    *(N_("Jul"), N_("Aug"), N_("Sep"), N_("Oct"), N_("Nov"), N_("Dec")),
)


def date_and_time(t_s: float) -> str:
    """Such as "19 Nov, 20:15", by this computer's clock."""
    then = time.localtime(t_s)
    return gettext(
        "{day} {month}, {clock}",
        day=then.tm_mday,
        month=gettext(MONTHS[then.tm_mon - 1]),
        clock=f"{then.tm_hour:02}:{then.tm_min:02}",
    )
