"""`slamomatic simulate`: bots play many games; how long they are and who wins, by bot and by seat."""

import argparse
import json
import os

from slamomatic.bench.figures import wilson
from slamomatic.bench.progress import Progress
from slamomatic.commands.arguments import add_game, as_usage_error, options_of
from slamomatic.engine import find
from slamomatic.engine.bots import KINDS
from slamomatic.engine.bots.many import WHOLE_WIN, Plan, Tally, play_all
from slamomatic.engine.setup import Setup
from slamomatic.engine.vocabulary import Json
from slamomatic.errors import UsageError
from slamomatic.options import add_count, add_switch, add_word
from slamomatic.words import gettext

Z95 = 1.959964


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_count(parser, "--games", "N", None, gettext("how many games"), required=True)
    says = gettext("how many play (default: 4, or fewer if the game has fewer seats)")
    add_count(parser, "--players", "N", None, says)
    says = gettext(
        "{bots}: one for all seats, or one per seat (they move one seat on with every game)",
        bots=", ".join(KINDS),
    )
    add_word(parser, "--bots", "A,B,…", says)
    says = gettext("how many processes work (default: one per core)")
    add_count(parser, "--workers", "W", os.cpu_count() or 1, says)
    add_switch(parser, "--json", gettext("one JSON object instead of the table"))


def run(args: argparse.Namespace) -> int:
    """Play many games and print the counts; 1 if a game did not end."""
    plan = plan_of(args)
    progress = Progress(plan.game, plan.games)
    tally, seconds = play_all(plan, args.workers, progress.at)
    progress.done()
    answer = answer_of(plan, tally, seconds)
    if args.json:
        print(json.dumps(answer))
    else:
        _show(answer)
    return 1 if tally.unfinished else 0


def plan_of(args: argparse.Namespace) -> Plan:
    """Return the games to play. UsageError if the arguments make no sense, before any worker starts."""
    with as_usage_error():
        kind = find(args.game)
    players = args.players or min(4, kind.SEATS[-1])
    usual = "careful" if kind.BOTS else "random"  # which every game has
    bots = tuple((args.bots or usual).split(","))
    if len(bots) == 1:
        bots *= players  # one name stands for all seats
    if len(bots) != players:
        raise UsageError(
            "--bots names {bots} bots for {players} players. Name one, or one per seat.",
            bots=len(bots),
            players=players,
        )
    options = options_of(args.option)
    if options.get("paper"):
        raise UsageError("Bots need cards on the screen: play without the option paper.")
    with as_usage_error():  # tried out here: in a worker the error would come too late
        kind(Setup(players, args.seed, options))
    return Plan(args.game, args.games, players, bots, args.seed, options)


def answer_of(plan: Plan, tally: Tally, seconds: float) -> Json:
    """Return the counts of all games as the JSON answer."""
    by_seat, by_bot = sorted(tally.by_seat.items()), sorted(tally.by_bot.items())
    return {
        "game": plan.game,
        "players": plan.players,
        "seed": plan.seed,
        "games": tally.games,
        "unfinished": tally.unfinished,
        "moves": tally.moves,
        "longest": tally.longest,
        "seconds": round(seconds, 3),
        "moves_per_s": round(tally.moves / seconds, 1),
        "games_per_s": round(tally.games / seconds, 2),
        "wins": {
            "by_seat": [_wins_of("seat", seat, won, tally.games) for seat, won in by_seat],
            "by_bot": [_wins_of("bot", bot, won, tally.bot_games[bot]) for bot, won in by_bot],
        },
    }


def _wins_of(word: str, who: object, win_parts: int, games: int) -> Json:
    """Return the wins of one seat or bot, with the 95 % interval of its share.

    A win is counted in parts of WHOLE_WIN, so that a tie can be divided.
    """
    won = win_parts / WHOLE_WIN
    low, high = wilson(won, games, Z95)
    return {
        word: who,
        "wins": round(won, 3),
        "games": games,
        "share": round(won / games, 5),
        "low": round(low, 5),
        "high": round(high, 5),
    }


def _show(answer: Json) -> None:
    print(
        gettext(
            "{game}, {players} players: {games} games, {unfinished} unfinished, {moves} moves "
            "(longest game {longest}) in {seconds:.1f} s: "
            "{moves_per_s:.0f} moves/s, {games_per_s:.1f} games/s",
            **{name: value for name, value in answer.items() if name != "wins"},
        )
    )
    print("\n" + gettext("wins (a tie is shared), and the 95 % interval of the share"))
    for rows in answer["wins"].values():
        for row in rows:
            who = gettext("seat {seat}", seat=row["seat"]) if "seat" in row else row["bot"]
            print(
                gettext(
                    "  {who:<10} {wins:>9.1f} of {games:<7} {share:>7.2%}  {low:.2%} to {high:.2%}",
                    **{**row, "who": who},
                )
            )
