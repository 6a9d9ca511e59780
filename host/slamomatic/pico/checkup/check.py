"""One thing looked at: is it well, and if not, what to do."""

from collections.abc import Callable
from dataclasses import dataclass

from slamomatic.errors import UserError
from slamomatic.words import kept


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was checked; `hint` tells what was found, and what to do about it if `ok` is False."""

    name: str
    ok: bool
    hint: str


def looked_at(name: str, look: Callable[[], str]) -> Check:
    """What `look` found; it raises a UserError, which says what to do, if that is not well."""
    try:
        return Check(name, True, look())
    except UserError as error:
        return Check(name, False, kept(error))
