"""The contents of each page, made from the view of its reader and nothing else. Pure."""

import math
from collections.abc import Sequence
from typing import Any

from slamomatic.face.chooser import Pick
from slamomatic.face.face import OnPhone, Row
from slamomatic.face.faces import face_of
from slamomatic.face.model import Table
from slamomatic.face.telling import card_words
from slamomatic.paddles import PADDLES, Paddle
from slamomatic.phone.hand import Hand
from slamomatic.phone.room import LOCKED, LONGEST_NAME, Chair
from slamomatic.words import capital, gettext, listed, said
from slamomatic.words.languages import language

Page = dict[str, Any]

SIGNS = {
    "circle": "●",
    "triangle": "▲",
    "square": "■",
    "diamond": "◆",
    "star": "★",
    "hexagon": "⬢",
    "cross": "✚",
    "crescent": "☾",
}


def picture_key(game: str, card: str) -> str:
    """Return the name of a card's picture in addresses, for the language spoken now.

    It is written in hexadecimal digits, because the words of cards hold * and /.
    """
    return f"{language()} {game} {card}".encode().hex()


# --- before a game ----------------------------------------------------------------------------------


def chairs(there: Sequence[Chair], players: int, locked: bool) -> Page:
    """Return the page of somebody without a chair: which chairs are free, in which colours.

    `players`: how many chairs the table has; one more is offered. `locked`: nobody new may sit down.
    """
    taken = {chair.colour for chair in there if not chair.free or chair.person}
    free = [(index, chair) for index, chair in enumerate(there) if chair.free and not locked]
    why_none = gettext(LOCKED) if locked else gettext("No chair is free now. Wait for the next game.")
    return {
        "words": "" if free else why_none,
        "longest": LONGEST_NAME,
        "says": {
            "title": gettext("Sit down"),
            "chair": gettext("Choose a chair"),
            "colour": gettext("Choose a colour"),
            "name": gettext("Type your name"),
            "sit": gettext("Sit down"),
        },
        "chairs": [
            {
                "chair": index,
                "colour": chair.colour,
                "name": chair.name if chair.person else "",
                "words": _chair_words(chair, index >= players),
                **sign_of(PADDLES[chair.colour]),
            }
            for index, chair in free
        ],
        "colours": [
            {"colour": colour, "words": gettext(paddle.name), **sign_of(paddle)}
            for colour, paddle in enumerate(PADDLES)
            if colour in {chair.colour for chair in there if not chair.plays} - taken
        ],
    }


def _chair_words(chair: Chair, more: bool) -> str:
    """Return the words on the button of a free chair. `more`: the table would get one chair more."""
    if chair.person:
        return gettext("{name} sits here: that is me", name=chair.name)
    if chair.plays:
        return gettext("Take over from {name}, a bot", name=chair.name)
    return gettext("One more chair") if more else gettext("{name}'s chair: free", name=chair.name)


def sign_of(paddle: Paddle) -> dict[str, Any]:
    """Return shape and colour of a paddle, as a page draws them."""
    return {"sign": SIGNS[paddle.shape], "rgb": list(paddle.rgb)}


def waiting(name: str, paddle: Paddle, words: str) -> Page:
    """Return the page of somebody who has a chair but no cards; `words` say why."""
    return {
        "kind": "room",
        "who": name,
        "colour": gettext(paddle.name),
        **sign_of(paddle),
        "state": words,
        "leave": gettext("Stand up"),
        "grid": False,
        "cards": [],
        "facts": [],
    }


def paddle(paddle: Paddle, live: bool, rests_us: tuple[int, int] | None = None) -> Page:
    """Return the part that turns the lower half of a page into a paddle.

    `rests_us`: when it counts again, and how long that is, for a ring that fills meanwhile.
    """
    words = gettext("SLAP" if live else "wait")
    until, rest = (None, None) if rests_us is None else (each // 1000 for each in rests_us)
    return {"words": words, "live": live, "until": until, "rest": rest, **sign_of(paddle)}


def slap_test(quality_us: tuple[int, int] | None, tested: bool) -> Page:
    """Return the part of the page for testing the phone, with the result if it was `tested`.

    `quality_us`: the error of its slaps and how long a ping takes; None: the test showed nothing.
    """
    result = ""
    if tested and quality_us is None:
        result = gettext("That was too short. Try again, and keep your finger moving.")
    elif tested and quality_us is not None:
        error_ms, trip_ms = (math.ceil(each / 5_000) * 5 for each in quality_us)  # in steps of 5 ms
        lines = [
            gettext("Slaps on this phone are good to {ms} ms. Closer slaps are a tie.", ms=error_ms),
            gettext("A message to this phone and back takes {ms} ms.", ms=trip_ms),
        ]
        result = "\n".join(lines)
    return {
        "test": {
            "words": gettext("How good is this phone?"),
            "how": gettext("Draw circles here with one finger"),
        },
        "news": result,
    }


def slap_switch(here: bool) -> Page:
    """Return the switch between the phone and another paddle. `here`: the phone is slapped now."""
    return {
        "words": gettext("Slap a paddle or a key instead" if here else "Slap on this phone"),
        "here": not here,  # the page sends this when the switch is touched
    }


# --- in a game --------------------------------------------------------------------------------------


def picks_of(cards: OnPhone, rows: Sequence[Row]) -> list[Pick]:
    """Return what touching each card of the page means, in the order of the page."""
    own = cards.picks or _each_card(cards.cards)
    return [*own, *(pick for row in rows for pick in row.picks)]


def _each_card(cards: Sequence[str | None]) -> list[Pick]:
    """Return a pick for each card; several equal cards are numbered."""
    return [Pick("card", card, nth=list(cards[:at]).count(card)) for at, card in enumerate(cards)]


def cards_of(cards: OnPhone, rows: Sequence[Row], whisper: tuple[str, str] | None) -> list[str]:
    """Return every card that the page shows a picture of."""
    all_cards = [*cards.cards, *(card for row in rows for card in row.cards), *(whisper or ())[1:]]
    return [card for card in all_cards if card is not None]


def page(
    t: Table,
    cards: OnPhone,
    rows: Sequence[Row],
    hand: Hand,
    *,
    news: str = "",
    hint: str = "",
    whisper: tuple[str, str] | None = None,
    fakes: bool = False,
    pause_words: str = "",
    phones: int = 1,
) -> Page:
    """Return the whole page of the seat whose view this is.

    `cards`: the hand as the game's face shows it. `news`: what just happened, in words that everybody may
    read. `hint`: what to do now. `whisper`: words and card that only this seat was told. `pause_words`: the
    words while the game is paused, else "". `phones`: how many phones show this hand.
    """
    seat = t.view["seat"]
    paddle, first, below = PADDLES[t.seats[seat].colour], len(cards.picks or cards.cards), []
    for row in rows:
        shown = pictures(t.game, row.cards, _places(t, row.picks if row.grid else ()))
        shown = _touchable(hand, shown, first) if row.picks else shown
        below.append({"words": words_of(row, t), "grid": row.grid, "cards": shown})
        first += len(row.picks)
    if whisper is not None:
        below.insert(0, {"words": whisper[0], "grid": False, "cards": pictures(t.game, whisper[1:])})
    mine = t.view["turn"] == seat
    fake = fakes and mine and not t.view["over"] and not hand.waits
    return {
        "kind": "hand",
        "who": t.name(seat),
        "colour": gettext(paddle.name),
        **sign_of(paddle),
        "moment": hand.moment,
        "state": pause_words or _state(t),
        "mine": mine and not pause_words,
        "news": news,
        "hint": hint,
        "answer": capital(said(hand.answer)),
        "grid": cards.grid,
        "cards": _touchable(
            hand, pictures(t.game, cards.cards, _places(t, cards.picks if cards.grid else ())), 0
        ),
        # For a screen reader, which reads out what is new here.
        "heard": f"{whisper[0]}: {card_words(face_of(t.game), whisper[1])}" if whisper is not None else "",
        "rows": below,
        "choices": hand.buttons(t),
        "fake": gettext("Fake a slap") if fake else "",
        "facts": [
            *cards.facts,
            gettext("Score: {score}", score=t.view["scores"][seat]),
            *([gettext("{count} phones show this hand", count=phones)] if phones > 1 else []),
        ],
    }


def _places(t: Table, picks: Sequence[Pick]) -> list[str]:
    """Return the name of each place in a grid, with what lies there."""
    face = face_of(t.game)
    return [face.place_name(t, pick) for pick in picks]


def _touchable(hand: Hand, shown: list[Page | None], first: int) -> list[Page | None]:
    """Return these pictures; those that can be touched now have their number, from `first` on."""
    for at, item in enumerate(shown, first):
        if item is not None and hand.touchable(at):
            item |= {"pick": at, "marked": hand.marked(at)}
    return shown


def _state(t: Table) -> str:
    """Say how the game stands for the seat whose view this is."""
    view, seat = t.view, t.view["seat"]
    if view["over"]:
        return state_for_all(t)
    if view["gone"][seat]:
        return gettext("You have left the game")
    if seat in view["asked"] and len(view["asked"]) < len(t.seats):
        return gettext("Slap now!")
    return gettext("Your turn") if view["turn"] == seat else state_for_all(t)


def state_for_all(t: Table) -> str:
    """Say whose turn it is, or who has won."""
    won, turn = [t.name(winner) for winner in t.view["winners"]], t.view["turn"]
    if not t.view["over"]:
        return gettext("Everybody plays") if turn is None else gettext("{name}'s turn", name=t.name(turn))
    if len(won) == 1:
        return gettext("{name} has won", name=won[0])
    return gettext("{names} have won", names=listed(won)) if won else gettext("The game is over")


def words_of(row: Row, t: Table) -> str:
    """Return the words above a row of cards: whose they are, or what they are."""
    if row.seat is None:
        return row.words
    name = t.name(row.seat)
    return gettext("{name}: {what}", name=name, what=row.words) if row.words else name


def pictures(game: str, cards: Sequence[str | None], places: Sequence[str] = ()) -> list[Page | None]:
    """Return each card's picture and its name, for people who can't see; None for a place without a card.

    `places`: the names of the places that the cards lie on, if they have some, with the cards in them.
    """
    face = face_of(game)
    names = places or [card_words(face, card) for card in cards]
    return [
        None if card is None else {"name": name, "picture": picture_key(game, card)}
        for card, name in zip(cards, names, strict=True)
    ]


# --- for a tablet in the middle, or a second room -----------------------------------------------------


def watch(
    title: str, t: Table, statuses: Sequence[str], rows: Sequence[Row], news: str, pause_words: str
) -> Page:
    """Return the page of a game for everybody in the room.

    `pause_words`: the words while the game is paused, else "".
    """
    view = t.view
    return {
        "kind": "watch",
        "who": title,
        "state": pause_words or state_for_all(t),
        "news": news,
        "seats": [
            {
                "name": sits.name,
                "words": statuses[seat],
                "on": view["turn"] == seat,
                "live": bool(view["live"][seat]),
                "down": bool(view["down"][seat]),
                "gone": bool(view["gone"][seat]),
                **sign_of(PADDLES[sits.colour]),
            }
            for seat, sits in enumerate(t.seats)
        ],
        "rows": [
            {"words": words_of(row, t), "grid": row.grid, "cards": pictures(t.game, row.cards)}
            for row in rows
        ],
    }


def watch_chairs(there: Sequence[Chair], address: str) -> Page:
    """Return the page for everybody in the room before a game."""
    return {
        "kind": "watch",
        "who": gettext("Slam-O-Matic"),
        "state": gettext("The game has not begun"),
        "news": gettext("Sit down with your phone: type {address} in its browser.", address=address),
        "seats": [
            {"name": chair.name, "words": "", "on": False, "live": chair.person, "down": False, "gone": False}
            | sign_of(PADDLES[chair.colour])
            for chair in there
        ],
        "rows": [],
    }
