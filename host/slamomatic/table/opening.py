"""Begin a game at the table, resume one from its journal, or go on with the next one of a cup."""

import secrets
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from slamomatic import engine
from slamomatic.engine import Game, Setup, log
from slamomatic.engine.bots import ADAPTIVE
from slamomatic.engine.bots.adaptive import level_of
from slamomatic.engine.vocabulary import Json
from slamomatic.errors import UserError
from slamomatic.face.faces import face_for
from slamomatic.face.lengths import SHORT, length_of, options_of
from slamomatic.store import journals
from slamomatic.store.disk import DISK, Disk
from slamomatic.store.history import Match, open_history
from slamomatic.store.journal import Journal
from slamomatic.table.clock import TableClock
from slamomatic.table.cup import Cup, cup_in
from slamomatic.table.intake import UNPLACED_US
from slamomatic.table.outcome import replayed, seats_or_sentence
from slamomatic.table.seats import NOBODY, Seat, Sources, error_of, sources_of
from slamomatic.table.session import GameSession
from slamomatic.table.shown import Resumed
from slamomatic.units.merge import Units
from slamomatic.words import N_, gettext

UNKNOWN = N_("This journal does not say who played ({error}), so it can't be resumed.")
LATELY = 40  # games that say how good a bot that adapts is
RECALLED = 60  # events before it: the last slap is among them, even after many swapped cards

WRONG_COUNT = N_("This journal names {seats} of {count} players, so it can't be resumed.")


def begin(
    game: str,
    seats: Sequence[Seat],
    unit: Units,
    clock: TableClock,
    *,
    seed: int | None = None,
    options: Mapping[str, Any] | None = None,
    home: Path | None = None,
    disk: Disk = DISK,
    cup: Cup | None = None,
    after: Path | None = None,
    screen_us: int = 0,
) -> GameSession:
    """Begin a new game with its own journal, whose first line is written before anybody sees a card.

    `cup`: the cup that the game is part of. `after`: the journal of the game before it. `screen_us`: how late
    the screen is. Raise UserError where a unit is too coarse, or the journal can't be written.
    """
    seats = adapted(seats, home)
    from_where = sources_of(unit, seats)
    _refuse_too_coarse(from_where)
    unit.play_with(paddle for paddle in from_where.paddles if paddle != NOBODY)
    chosen = dict(options or {})
    kind = engine.find(game)
    rearm_ms = face_for(kind).rearm_ms
    if rearm_ms is not None:
        chosen.setdefault("rearm_ms", rearm_ms)
    usual_us = kind.OPTIONS["clump_us"].default or 0
    # Closer than the coarsest source can tell nobody is named: the window is never under its blind time.
    chosen["clump_us"] = max(int(chosen.get("clump_us", usual_us)), from_where.blind_us)
    setup = Setup(
        seats=len(seats),
        seed=secrets.randbits(48) if seed is None else seed,
        options=chosen,
        handicap_ms=[seat.handicap_ms for seat in seats],
        source=list(from_where.per_seat),
        error_us=[error_of(state) for state in from_where.states],
        touch=[from_where.states[source].has_touch for source in from_where.per_seat],
        up_us=[state.up_us for state in from_where.states],
        screen_us=screen_us,
    )
    dealt = engine.new(game, setup)
    journal = journals.create(game, home, disk, after)
    try:
        says = {"players": [asdict(seat) for seat in seats], "units": _units(unit)}
        of_cup = {"cup": asdict(cup)} if cup is not None else {}
        journal.append(log.opening_line(dealt, says | of_cup))
    except BaseException:
        journal.close()
        raise
    session = GameSession(
        dealt, seats, unit, journal, clock, from_where.paddles, screen_us=screen_us, cup=cup
    )
    session.troubles.heed_standing_faults()
    return session


def _refuse_too_coarse(from_where: Sources) -> None:
    """Raise UserError for a unit whose slaps would all be void, because other units are beside it."""
    states = from_where.states
    for state in [states[source] for source in from_where.per_seat] if len(states) > 1 else ():
        if state.error_us is not None and state.error_us > UNPLACED_US:
            raise UserError(
                "{unit} tells the time no better than to {ms} ms, so its slaps can't be compared with "
                "others. Check its cable or network, or play on it alone.",
                unit=state.name,
                ms=state.error_us // 1000,
            )


def resume(path: Path, unit: Units, clock: TableClock, disk: Disk = DISK) -> GameSession:
    """Return the game in this journal, where it stood after its last whole line.

    Raise UserError where the journal can't be read, is open elsewhere, or the paddles are others by now.
    """
    journal, contents = journals.reopen(path, disk)
    try:
        return _resumed(journal, contents.entries, unit, clock, journals.damage_words(contents, disk.boot))
    except BaseException:
        journal.close()  # otherwise the game would be "open in another window" for this window too
        raise


def _resumed(
    journal: Journal, entries: Sequence[Mapping[str, Any]], unit: Units, clock: TableClock, lost: str
) -> GameSession:
    """Return the session of a game that goes on from these entries. `lost`: what is lost, in a sentence.

    First the game is played up to its last line, and the same paddles must be there. Then the open slap is
    void and all hands are up, because nobody knows what happened meanwhile. Last come seats that slapped by
    something else than at the beginning: by a key, on a phone, or a bot for a player who went.
    """
    latest: deque[list[Json]] = deque(maxlen=RECALLED)
    game, photographer = replayed(entries, latest.append)
    seats = seats_or_sentence(entries, game.seats, UNKNOWN, WRONG_COUNT)
    began = [Seat(**seat) for seat in entries[0]["players"]]
    # A player who has gone, or has a bot that plays on, needs no paddle any more.
    staying = [
        seat
        for seat, sits in enumerate(seats)
        if not game.gone[seat] and bool(sits.bot) == bool(began[seat].bot)
    ]
    now = sources_of(unit, [began[seat] for seat in staying])
    if not now.covers([game.setup.source[seat] for seat in staying], game.options["clump_us"]):
        raise UserError(
            "This game began with other paddles, keys or phones, and slaps would be judged wrongly. "
            "Connect the same ones and resume; the game is kept."
        )
    paddles = [NOBODY] * len(seats)
    for seat, paddle in zip(staying, now.paddles, strict=True):
        paddles[seat] = paddle
    first_moved = len(game.setup.error_us)  # sources from here on are those of seats that moved in play
    session = GameSession(
        game,
        seats,
        unit,
        journal,
        clock,
        paddles,
        photographer,  # the result counts the reactions from before too
        cup=cup_in(entries[0]),
        resumed=Resumed(_welcome(game, seats), _lost(lost, game, seats), list(latest)),
    )
    session.take_moments()  # players have seen these before the game was left: they are no news
    session.paddles.play()  # nobody waits for the unit of somebody who has gone
    journal.append({"note": "units", "units": _units(unit), "t_us": game.now_us})
    # A slap that was open when the table went away has waited too long to be judged.
    session.void()
    session.hands_off()
    if game.paddles.curtain:  # somebody was looking at a hand then, and nobody is now
        session.curtain(False)
    for seat in list(session.people):
        came = bool(began[seat].bot)  # while the game was played, with a phone
        if not came and game.paddles.source[seat] < first_moved:
            continue
        if session.paddles.key_instead(seat) is not None:
            session.use_key(seat)  # as before the game was left: its paddle was broken
        elif came:
            session.leave(seat)  # nothing to slap: a bot sits there again
    for seat, (sits, sat) in enumerate(zip(seats, began, strict=True)):
        if sits.bot and not sat.bot and game.paddles.source[seat] < first_moved:
            session.troubles.move(seat, 0)  # the bot came, and the table went away before the game knew of it
    session.troubles.heed_standing_faults()
    return session


def _welcome(game: Game, seats: Sequence[Seat]) -> str:
    """Say where a game goes on."""
    if game.over or game.turn is None:
        return gettext("Welcome back!")
    return gettext("Welcome back! {seat}'s turn.", seat=seats[game.turn].name)


def _lost(lost: str, game: Game, seats: Sequence[Seat]) -> str:
    """Say what the journal had lost, and where the game goes on."""
    if not lost or game.over:
        return lost
    if game.turn is None:
        return gettext("{lost} It goes on after the last slap or move that was saved.", lost=lost)
    return gettext("{lost} It goes on with {seat}'s turn.", lost=lost, seat=seats[game.turn].name)


def _units(unit: Units) -> list[dict[str, Any]]:
    """Describe the units for the journal: which they are, and what is subtracted from their times."""
    return [
        {
            "name": state.name,
            "unit_id": state.unit_id,
            "boot_id": state.boot_id,
            "error_us": state.error_us,
            "corrections_us": list(state.corrections_us),
            "correction_errors_us": list(state.correction_errors_us),
        }
        for state in unit.states()
    ]


# --- cups -------------------------------------------------------------------------------------------


def begin_of_cup(
    cup: Cup,
    seats: Sequence[Seat],
    unit: Units,
    clock: TableClock,
    home: Path | None = None,
    after: Path | None = None,
    screen_us: int = 0,
) -> GameSession:
    """Begin the next game of this cup. `after`: the journal of the game before it."""
    game = cup.games[cup.over]
    options = options_of(game, length_of(game, SHORT))
    more: dict[str, Any] = {"options": options, "home": home, "cup": cup, "after": after}
    return begin(game, seats, unit, clock, screen_us=screen_us, **more)


def next_of_cup(
    cup: Cup, before: GameSession, home: Path | None = None, seats: Sequence[Seat] = ()
) -> GameSession | None:
    """Begin the game of the cup that follows `before`, with the same players.

    `seats`: they, with their head starts in that game; else those that they had before.

    Resume that game if it has begun already: `before` may have been resumed after its end. None: it is over.
    """
    path = journals.path_after(before.journal.path, cup.games[cup.over], home)
    if journals.is_finished(path):
        return None
    if path in journals.all_open(home):
        return resume(path, before.units, before.table_clock)
    unit, clock, screen_us = before.units, before.table_clock, before.screen_us
    return begin_of_cup(cup, seats or before.seats, unit, clock, home, before.journal.path, screen_us)


# --- bots that adapt --------------------------------------------------------------------------------


def adapted(seats: Sequence[Seat], home: Path | None = None) -> list[Seat]:
    """Return the seats, with a level for each bot that adapts: the journal then says how good it was."""
    if not any(seat.bot == ADAPTIVE for seat in seats):
        return list(seats)
    try:
        with open_history(home) as history:
            matches = history.matches(LATELY)
    except UserError:
        matches = []  # players read of a damaged history elsewhere; the game begins all the same
    names = {seat.name for seat in seats if not seat.bot}
    percent = round(100 * level_of(results_against_bots(matches, names)))
    return [replace(seat, bot=f"{ADAPTIVE}:{percent}") if seat.bot == ADAPTIVE else seat for seat in seats]


def results_against_bots(matches: Sequence[Match], names: set[str]) -> list[tuple[bool, int]]:
    """Return how these people's games against bots ended, the oldest first.

    For each game: whether one of the people won, and how many players there were for each of them.
    """
    games = []
    for match in reversed(matches):  # the newest come first
        mine = [seat for seat in match.seats if not seat.bot and seat.player in names]
        if mine and any(seat.bot for seat in match.seats):
            games.append((any(seat.won for seat in mine), max(2, round(len(match.seats) / len(mine)))))
    return games
