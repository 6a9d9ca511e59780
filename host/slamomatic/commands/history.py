"""`slamomatic history`: players, matches and reaction times of the games that ended."""

import argparse
import json
import time
from dataclasses import asdict

from slamomatic.command_name import with_command
from slamomatic.errors import UsageError, UserError
from slamomatic.face.hand_speed import Speed
from slamomatic.options import add_number, add_switch, add_word
from slamomatic.paddles import name_today
from slamomatic.store.history import History, Match, PlayerRecord, open_history
from slamomatic.words import N_, gettext, ngettext, number

BARS = " ▁▂▃▄▅▆▇█"
PLOT_WIDTH = 60
MOST_MATCHES = 1_000_000
COLUMNS = (N_("player"), N_("games"), N_("won"), N_("best"), N_("median"))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_switch(parser, "--json", gettext("one JSON object instead of the tables"))
    add_word(parser, "--player", "NAME", gettext("one player's reaction times, plotted"))
    add_number(parser, "--limit", "N", 20, gettext("at most N matches (20)"))


def run(args: argparse.Namespace) -> int:
    if not 0 < args.limit <= MOST_MATCHES:
        raise UsageError("--limit goes from 1 to {most} matches.", most=MOST_MATCHES)
    with open_history() as history:
        if args.player is not None:
            _show_player(history, args.player)
        elif args.json:
            answer = {
                "players": [asdict(record) for record in history.players()],
                "matches": [asdict(match) for match in history.matches(args.limit)],
            }
            print(json.dumps(answer))
        else:
            _show_all(history.players(), history.matches(args.limit), history.about_times())
    return 0


def _milliseconds(reaction_us: int | None) -> str:
    return (
        "-" if reaction_us is None else gettext("{milliseconds} ms", milliseconds=number(reaction_us / 1000))
    )


def _speed(record: PlayerRecord) -> str:
    if record.speed_mm_s is None or record.speed_error_mm_s is None:
        return "-"
    return str(Speed(record.speed_mm_s, record.speed_error_mm_s))


def _show_all(players: list[PlayerRecord], matches: list[Match], about_times: str) -> None:
    """Print all players, with hand speeds if any is known, and all matches."""
    if not matches:
        print(with_command(gettext("No game has ended yet. Start one: slamomatic play")))
        return
    head = [gettext(word) for word in COLUMNS]
    speeds = any(record.speed_mm_s is not None for record in players)
    line = "{:<20} {:>6} {:>5} {:>8} {:>8}".format(*head)
    print(f"{line} {gettext('hand speed'):>14}" if speeds else line)
    for record in players:
        print(
            f"{record.name:<20} {record.matches:>6} {record.wins:>5} "
            f"{_milliseconds(record.best_us):>8} {_milliseconds(record.median_us):>8}"
            + (f" {_speed(record):>14}" if speeds else "")
        )
    print(f"\n{about_times}\n")
    for match in matches:
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(match.ended_at))
        seats = ", ".join(
            f"{name_today(seat.player)} {seat.score}{' *' if seat.won else ''}" for seat in match.seats
        )
        took = gettext("{minutes} min", minutes=f"{match.minutes:>4.0f}")
        print(f"{when}  {match.game:<18} {took}  {seats}")


def _show_player(history: History, name: str) -> None:
    """Print a player's reaction times as a row of bars. UserError if there are none."""
    known = [record.name for record in history.players()]
    times_us = history.reactions_us(name) if name in known else []  # what was typed may be no text at all
    if not times_us:
        names = ", ".join(known) or gettext("nobody yet")
        raise UserError(
            "There are no reaction times of {name!r}. Players with games: {names}.", name=name, names=names
        )
    shown = times_us[-PLOT_WIDTH:]
    top_us = max(shown)
    print(
        ngettext(
            "{name}: {n} slap, best {best}, newest on the right",
            "{name}: {n} slaps, best {best}, newest on the right",
            len(times_us),
            name=name,
            best=_milliseconds(min(times_us)),
        )
    )
    print("".join(BARS[max(1, round(time_us / top_us * (len(BARS) - 1)))] for time_us in shown))
    print(gettext("a full bar is {time}", time=_milliseconds(top_us)))
