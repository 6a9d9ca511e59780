"""Writes events.md from the types, and the answers into the transcripts: `python3 host/docs/make_events.py`.

A transcript is a little game: `$` the set-up (as for `slamomatic referee`), `>` an event, `<` what it did,
anything else is for people. The `<` lines are made here; a test makes them again and compares.
"""

from __future__ import annotations

import argparse
import json
import shlex
from collections.abc import Iterable, Mapping
from pathlib import Path

from slamomatic.commands import referee
from slamomatic.commands.arguments import deck_of, options_of
from slamomatic.engine import GAMES, find, new
from slamomatic.engine.setup import Setup
from slamomatic.engine.vocabulary import (
    COMMON_EFFECTS,
    COMMON_OPTIONS,
    PADDLE_EVENTS,
    TABLE_EVENTS,
    Effect,
    EffectType,
    EventType,
    Option,
)
from slamomatic.engine.words import event_from_json

HERE = Path(__file__).resolve().parent
EVENTS_MD = HERE / "events.md"
TRANSCRIPTS = HERE / "transcripts"

HEAD = """# Events, effects and options

Made from the types by `python3 host/docs/make_events.py`; a test keeps it so. One event is a JSON object:
`{"do": "down", "seat": 1, "t_us": 1250000}`; `t_us` is the table's clock in microseconds, seats count
from 0 to the left.
An effect is `{"what": …, "t_us": …, "seat": …, …}`; "public" fields are for every eye, "own" ones for the
seats concerned alone. Other fields stay inside the game. A worked transcript of every
game is in [transcripts](transcripts).

Order: `slamomatic referee` plays lines as they come. What comes later than the last settled moment is told
as `late`, so the order of lines can matter. With `--hold-back-ms 300` it sorts them first, as a table does: a
line waits until one stamped that much later has come. Then any order of the same lines gives the same state,
as long as none comes more than that too late. Each answer says what was played (`effects`), which of it was
`refused`, and how many lines are still `held`; one more answer follows the last line. `--touch 0,2` says
which seats have a touch contact.

Refusals: `error` is the reason for the player who tried. With `--view` of anybody else it is the reason only
where that lies open to all, else "that is not possible now".
"""


def page() -> str:
    parts = [
        HEAD,
        "## All games",
        events_table({**PADDLE_EVENTS, **TABLE_EVENTS}),
        effects_table(COMMON_EFFECTS),
        options_table(COMMON_OPTIONS),
    ]
    for name in GAMES:
        game = find(name)
        parts += [
            f"## {name}",
            f"{game.SEATS[0]} to {game.SEATS[-1]} players; rules version {game.VERSION}; "
            f"[transcript](transcripts/{name}.txt); [rules and rulings](rules/{name}.md).",
            events_table(game.EVENTS),
            effects_table(game.EFFECTS),
        ]
        own = {key: option for key, option in game.OPTIONS.items() if key not in COMMON_OPTIONS}
        if own:
            parts.append(options_table(own))
    return "\n\n".join(part.strip() for part in parts) + "\n"


def table(head: str, rows: Iterable[str]) -> str:
    return "\n".join([head, "|" + "---|" * (head.count("|") - 1), *rows])


def events_table(events: Mapping[str, EventType]) -> str:
    rows = []
    for word, event in events.items():
        carries = ["`seat`"] * event.seat
        carries += [
            f"`{name}`{' (optional)' if field.optional else ''}, {field.kind}: {field.says}"
            for name, field in event.data.items()
        ]
        rows.append(f"| `{word}` | {event.does} | {'; '.join(carries)} |")
    return table("| event | means | carries |", rows)


def effects_table(effects: Mapping[str, EffectType]) -> str:
    def fields(said: Mapping[str, str]) -> str:
        return "; ".join(f"`{name}`: {what}" for name, what in said.items())

    rows = [f"| `{word}` | {e.says} | {fields(e.public)} | {fields(e.only)} |" for word, e in effects.items()]
    return table("| effect | says | public | own |", rows)


def options_table(options: Mapping[str, Option]) -> str:
    rows = []
    for name, option in options.items():
        values = "true, false" if option.is_flag else f"{option.low} to {option.high}"
        rows.append(f"| `{name}` | {option.says} | {values} | {json.dumps(option.default)} |")
    return table("| option | says | values | default |", rows)


def performed(text: str) -> str:
    """A transcript with its `<` lines as the rules make them now."""
    out: list[str] = []
    game = None
    for line in text.splitlines():
        if line.startswith("<"):
            continue
        out.append(line)
        if line.startswith("$"):
            parser = argparse.ArgumentParser()
            referee.add_arguments(parser)
            args = parser.parse_args(shlex.split(line[1:]))
            deck = deck_of(HERE / args.deck if args.deck else None)
            game = new(args.game, Setup(args.players, args.seed, options_of(args.option), deck))
            out += said(game.told)
        elif line.startswith(">"):
            assert game is not None
            out += said(game.apply(event_from_json(type(game), json.loads(line[1:]))))
    return "\n".join(out) + "\n"


def said(effects: Iterable[Effect]) -> list[str]:
    return ["< " + json.dumps(effect.whole()) for effect in effects]


def main() -> None:
    EVENTS_MD.write_text(page(), encoding="utf-8")
    for path in TRANSCRIPTS.glob("*.txt"):
        path.write_text(performed(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
