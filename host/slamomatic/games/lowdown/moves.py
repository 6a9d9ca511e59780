"""What a seat may do in Lowdown now, listed for a player or drawn by a random one."""

from collections.abc import Iterator
from itertools import combinations, islice
from random import Random

from slamomatic.engine.vocabulary import Choice, Data
from slamomatic.games.lowdown.deal import LowdownDeal
from slamomatic.games.lowdown.grid import ACTIONS, CELLS, lines


def held(game: LowdownDeal, seat: int) -> list[int]:
    """The cells with a card."""
    return [cell for cell, card in enumerate(game.grids[seat]) if card is not None]


def face_down(game: LowdownDeal, seat: int) -> list[int]:
    return [cell for cell, up in enumerate(game.up[seat]) if not up]


def may_claim(game: LowdownDeal, seat: int) -> bool:
    """Whether a slap of this seat would clear a line."""
    if not game.paddles.live[seat] or (game.phase == "claim" and seat != game.turn):
        return False
    return bool(game.grids[seat]) and bool(lines(game.grids[seat], game.up[seat]))


def words_now(game: LowdownDeal, seat: int) -> list[str]:
    """The turn's words; in `public` they don't tell which card is in hand."""
    phase = game.phase
    if phase == "open":
        return ["open"] if game.unopened[seat] else []
    if seat != game.turn:
        return []
    if phase == "place":
        return ["place"] if game.drawn_from == "discard" else ["place", "throw", "act"]
    return {"draw": ["draw"], "look": ["look", "done"], "turn": ["turn", "done"], "claim": ["done"]}[phase]


def choices_now(game: LowdownDeal, seat: int, public: bool = False) -> list[Choice]:
    """Everything that this seat may do; the public form holds the words alone."""
    if game.over or game.gone[seat]:
        return []
    words = words_now(game, seat)
    open_lines = lines(game.grids[seat], game.up[seat])
    if open_lines and (game.phase != "claim" or seat == game.turn):
        words.append("aim")
    if public:
        choices = [Choice(seat, word) for word in words]
    else:
        choices = [Choice(seat, word, data) for word in words for data in _ways(game, seat, word)]
    if may_claim(game, seat):
        choices.append(Choice(seat, "down"))
    return choices


def _ways(game: LowdownDeal, seat: int, word: str) -> Iterator[Data]:
    if word == "open":
        yield from ({"cells": list(pair)} for pair in combinations(range(CELLS), 2))
    elif word == "draw":
        if game.drawpile:
            yield {"from": "pile"}
        if game.discards:
            yield {"from": "discard"}
    elif word == "place":
        faces = ("up",) if game.drawn_from == "discard" else ("up", "down")
        yield from ({"cell": cell, "face": face} for cell in held(game, seat) for face in faces)
    elif word == "throw":
        if game.drawn not in ACTIONS:
            yield {}
    elif word == "act":
        yield from _acts(game, seat)
    elif word == "look":
        yield from ({"cell": cell} for cell in face_down(game, seat))
    elif word == "turn":
        yield {"cell": game.looked}
    elif word == "aim":
        yield from ({"cells": list(line)} for line in lines(game.grids[seat], game.up[seat]))
    else:
        yield {}


def _acts(game: LowdownDeal, seat: int) -> Iterator[Data]:
    if game.drawn == "peek":
        for of in range(game.seats):
            yield from ({"of": of, "cell": cell} for cell in face_down(game, of))
    elif game.drawn == "swap":
        yield from ({"cells": list(pair)} for pair in combinations(held(game, seat), 2))
    elif game.drawn == "steal":
        own = held(game, seat)
        others = ((of, cell) for of in range(game.seats) if of != seat for cell in held(game, of))
        yield from ({"mine": mine, "from": of, "theirs": theirs} for of, theirs in others for mine in own)


def random_move(game: LowdownDeal, seat: int, rng: Random) -> Choice | None:
    """As a draw from `choices_now` without aims; a line is claimed every other time.

    The long lists of ways to place or act are not written out: the same chance, at a fraction of the time.
    """
    if may_claim(game, seat) and rng.random() < 0.5:
        return Choice(seat, "down")
    phase = game.phase
    if phase == "place":
        return _random_placing(game, seat, rng)
    if phase == "draw":
        pile = game.drawpile and (not game.discards or rng.random() < 0.5)
        return Choice(seat, "draw", {"from": "pile" if pile else "discard"})
    if phase == "claim":
        return Choice(seat, "done") if may_claim(game, seat) else None  # wait till the paddle is live
    ways = [Choice(seat, word, data) for word in words_now(game, seat) for data in _ways(game, seat, word)]
    return ways[int(rng.random() * len(ways))]


def _random_placing(game: LowdownDeal, seat: int, rng: Random) -> Choice:
    cells, card = held(game, seat), game.drawn
    placings = len(cells)
    others = 0  # what else can be done with the card
    if game.drawn_from == "pile":
        placings *= 2
        if card == "peek":
            others = sum([up.count(False) for up in game.up])
        elif card == "swap":
            others = len(cells) * (len(cells) - 1) // 2
        elif card == "steal":
            others = len(cells) * sum([len(held(game, of)) for of in range(game.seats) if of != seat])
        else:
            others = 1
    drawn = int(rng.random() * (placings + others))
    if drawn < placings:
        face = "up" if drawn < len(cells) else "down"
        return Choice(seat, "place", {"cell": cells[drawn % len(cells)], "face": face})
    if card == "swap":
        return Choice(seat, "act", {"cells": list(rng.sample(cells, 2))})
    if card in ACTIONS:
        return Choice(seat, "act", next(islice(_acts(game, seat), drawn - placings, None)))
    return Choice(seat, "throw")
