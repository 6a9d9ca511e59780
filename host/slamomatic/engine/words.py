"""Events from JSON: a person, a script or a log wrote them, so they are checked before a game sees them."""

from slamomatic.engine.core import Game
from slamomatic.engine.vocabulary import PADDLE_EVENTS, TABLE_EVENTS, Event, EventType, OpenlyRefused

# More than a hundred years: a longer number is a mistake, and costs memory.
LATEST_US = 1 << 52


def event_types(game: type[Game]) -> dict[str, EventType]:
    """Return every event that this game understands, by its word."""
    return {**PADDLE_EVENTS, **TABLE_EVENTS, **game.EVENTS}


def event_from_json(game: type[Game], line: object) -> Event:
    """Return the event that this JSON object describes; OpenlyRefused says what is wrong with it."""
    if not isinstance(line, dict):
        raise OpenlyRefused('an event is a JSON object, such as {"do": "down", "seat": 1, "t_us": 1250000}')
    known = event_types(game)
    do = line.get("do")
    if not isinstance(do, str) or do not in known:
        raise OpenlyRefused(
            "{name} knows no event {do!r}; it knows {known}", name=game.NAME, do=do, known=", ".join(known)
        )
    kind = known[do]
    t_us = line.get("t_us")
    if not isinstance(t_us, int) or isinstance(t_us, bool) or not 0 <= t_us <= LATEST_US:
        raise OpenlyRefused("'{do}' needs 't_us', the table's clock in whole microseconds", do=do)
    seat = line.get("seat")
    if kind.seat and (not isinstance(seat, int) or isinstance(seat, bool)):
        raise OpenlyRefused("'{do}' needs 'seat', a number from 0", do=do)
    data = {}
    for name, field in kind.data.items():
        if name not in line:
            if field.optional:
                continue
            raise OpenlyRefused("'{do}' needs '{name}': {says}", do=do, name=name, says=field.says)
        if not field.fits(line[name]):
            must = KINDS[field.kind] + ("" if field.most is None else f" from 0 to {field.most}")
            raise OpenlyRefused(
                "'{name}' of '{do}' must be {must}: {says}", name=name, do=do, must=must, says=field.says
            )
        data[name] = line[name]
    return Event(do, seat if kind.seat else None, t_us, data)


KINDS = {
    "word": "a word",
    "number": "a whole number",
    "flag": "true or false",
    "words": "a list of words",
    "numbers": "a list of whole numbers",
}
