"""When something is sent tells nothing of hidden cards: twins send the same messages in the same frames."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from slamomatic import engine
from slamomatic.engine import Event, Game, Setup
from slamomatic.engine.bots import straight
from slamomatic.gallery.tables import NAMES
from slamomatic.phone.hand import Hand
from slamomatic.phone.room import WATCH
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.table import TableScene
from slamomatic.table.announcements import Announcements
from slamomatic.table.moment import Moment
from slamomatic.table.played import NoJournal
from slamomatic.table.seats import Seat
from slamomatic.table.session import GameSession
from support.twins import TWINS

SEATS = 3
FRAME_US = 16_667
FRAMES = 4  # after each event
EVENTS = 40  # of each game
LONGEST = 100_000

Sent = tuple[int, int, str]  # in which frame, to whom, what


class Table:
    """A scene whose three people have phones; what the server would send is written down."""

    def __init__(self, home: Path, game: Game) -> None:
        self.stage = BareStage(home)
        seats = [Seat(NAMES[n], n) for n in range(SEATS)]
        self.session = GameSession(game, seats, self.stage.unit, NoJournal(), self.stage.clock)
        self.scene = TableScene(self.stage, self.session)
        self.stage.use_phones(True)
        pages = self.scene.show_phones()
        assert pages is not None
        self.pages = pages
        for seat in range(SEATS):
            pages.code(seat)
        self.seat_of = {phone.number: pages.seat_of(phone) for phone in pages.phones.room.phones()}
        self.frame = 0
        self._last: dict[int, str] = {}
        self.sent: list[Sent] = []
        pages.phones.server.publish = self._publish  # type: ignore[method-assign]

    def _publish(self, phone: int, page: Mapping[str, Any]) -> None:
        """As the server does it: only changes are sent."""
        text = json.dumps(page)
        if self._last.get(phone) != text:
            self._last[phone] = text
            self.sent.append((self.frame, phone, text))

    def begin_with(self, game: Game) -> None:
        """As if this had been the game all along."""
        self.session.played.game = game
        self.session.played.moment = Moment(game, [])
        self.session.automatic.chance.seed(1)  # the random delay of a card that falls by itself
        self.session.automatic.card = None
        self.session.queue._waiting.clear()
        self.session.queue.complete_until_us = game.now_us
        self.stage.clock.at_us = game.now_us
        self.session.clock.__init__(self.stage.clock, game.now_us)  # type: ignore[misc]
        self.scene.announcements = self.pages._announcements = Announcements(self.scene.face)
        self.pages._hands = [Hand(self.scene.face) for _ in range(SEATS)]
        self.pages._whispers.clear()
        self.pages._offer_choices(True)
        self.pages.publish()
        self.frame, self.sent = 0, []

    def after(self, event: Event) -> tuple[list[Any], list[Sent]]:
        """Return what the event and the frames after it send."""
        self.session.take_moments()
        self.session.play(event)
        told = list(self.session.moment.effects)
        self.stage.clock.at_us = max(self.stage.clock.at_us, event.t_us)
        for self.frame in range(FRAMES):
            self.scene.pump()
            self.stage.clock.at_us += FRAME_US
        return told, self.sent

    def to(self, sent: Sequence[Sent], seat: int | None) -> list[Sent]:
        return [
            each for each in sent if (each[1] == WATCH if seat is None else self.seat_of.get(each[1]) == seat)
        ]


def copied(game: Game) -> Game:
    return type(game).from_json(game.to_json())


@pytest.mark.parametrize("name", TWINS)
def test_twins_send_the_same_messages_in_the_same_frames(name: str, tmp_path: Path) -> None:
    game = engine.new(name, Setup(SEATS, 5))
    table = Table(tmp_path, copied(game))
    rng, play, compared, events = Random(9), game.apply, 0, 0

    def watched(event: Event, draws: Sequence[Any] = ()) -> Any:
        nonlocal compared, events
        events += 1
        if events <= EVENTS and not game.over:
            for eye in (None, events % SEATS):
                state = TWINS[name](game.to_json(), eye, rng)
                outcomes = []
                for each in (copied(game), type(game).from_json(state)):
                    table.begin_with(each)
                    effects, sent = table.after(event)
                    told = [effect.to_json(eye) for effect in effects if effect.public or eye in effect.only]
                    outcomes.append((told, each.view(eye), table.to(sent, eye)))
                (told, view, sent), (other_told, other_view, other_sent) = outcomes
                if told == other_told and view == other_view:  # else it lawfully shows a card
                    compared += bool(sent)
                    assert sent == other_sent, f"after {event.do} the messages to {eye} tell of a hidden card"
        return play(event, draws)

    game.apply = watched  # type: ignore[method-assign]
    straight.play(game, Random(5), LONGEST)
    table.stage.use_phones(False)
    assert compared > EVENTS / 4, "messages must have been compared"
