"""Hidden cards: on the screen, on phones, for bots, in films and in what a game says of itself."""

from __future__ import annotations

from typing import Any

from plants.patching import Patch, doing, plant


@plant("everybody sees the drawn card")
def _(patch: Patch) -> None:
    def to_json(original: Any, self: Any, seat: Any = None) -> Any:
        line = original(self, seat)
        for only in self.only.values():
            line.update(only)
        return line

    patch("slamomatic.engine.vocabulary:Effect.to_json", doing(to_json))


@plant("everybody hears that a secret thing happened")
def _(patch: Patch) -> None:
    def visible_effects(original: Any, effects: Any, seat: Any) -> Any:
        return [effect.to_json(seat) for effect in effects]

    patch("slamomatic.engine.vocabulary:visible_effects", doing(visible_effects))


@plant("the room sees the hand of whoever's turn it is")
def _(patch: Patch) -> None:
    patch(
        "slamomatic.engine.core:Game.view",
        doing(lambda original, self, seat: original(self, self.turn if seat is None else seat)),
    )


@plant("a phone sees another hand")
def _(patch: Patch) -> None:
    def table(original: Any, self: Any, seat: Any) -> Any:
        seats = len(self._session.seats)
        return original(self, seat if seat is None else (seat + 1) % seats)

    patch("slamomatic.phone.game_pages:PhonePages._table", doing(table))


@plant("whoever took somebody's seat still holds the hand")
def _(patch: Patch) -> None:
    patch(
        "slamomatic.phone.game_pages:PhonePages._page",
        doing(lambda _, self, phone, seat: self._hand_page(seat) | self.phones.paddle_part(phone)),
    )


@plant("everybody sees the top of the drawpile")
def _(patch: Patch) -> None:
    patch(
        "slamomatic.games.hands_down.rules:HandsDown.sees",
        doing(lambda original, self, seat: {**original(self, seat), "top": self.drawpile[-1:]}),
    )


@plant("everybody sees the hands in Hit the Deck")
def _(patch: Patch) -> None:
    patch(
        "slamomatic.games.hit_the_deck.rules:HitTheDeck.sees",
        doing(
            lambda original, self, seat: {
                **original(self, seat),
                "hands": [list(hand) for hand in self.hands],
            }
        ),
    )


@plant("a grid of Lowdown lies open for its owner")
def _(patch: Patch) -> None:
    patch(
        "slamomatic.games.lowdown.deal:LowdownDeal.shown", doing(lambda _, self, seat: list(self.grids[seat]))
    )


@plant("a called hand of Yahtzee is seen before it is turned up")
def _(patch: Patch) -> None:
    def sees(original: Any, self: Any, seat: Any) -> Any:
        shown = original(self, seat)
        shown["hands"] = [
            list(h) if self.calls[s] >= 0 else shown["hands"][s] for s, h in enumerate(self.hands)
        ]
        return shown

    patch("slamomatic.games.yahtzee_hands_down.deal:YahtzeeDeal.sees", doing(sees))


@plant("a bot is dealt the real cards when it wonders what others hold")
def _(patch: Patch) -> None:
    def resample(original: Any, self: Any, eye: Any, chance: Any) -> Any:
        other = original(self, eye, chance)
        other.load(self.save())
        return other

    patch("slamomatic.engine.state:State.resample", doing(resample))


@plant("a bot knows what chance will give")
def _(patch: Patch) -> None:
    def resample(original: Any, self: Any, eye: Any, chance: Any) -> Any:
        other = original(self, eye, chance)
        other.chance.state = self.chance.state
        return other

    patch("slamomatic.engine.state:State.resample", doing(resample))


@plant("a bot gets the view of the next seat")
def _(patch: Patch) -> None:
    def update(original: Any, self: Any, moment: Any, event: Any = None, news: bool = True) -> None:
        views, moment.view = (
            moment.view,
            {seat: moment.view[(seat + 1) % len(moment.room["live"])] for seat in self.bots},
        )
        try:
            original(self, moment, event, news)
        finally:
            moment.view = views

    patch("slamomatic.table.automatic:Automatic.tell", doing(update))


@plant("a refusal tells everybody what somebody lacks")
def _(patch: Patch) -> None:
    patch("slamomatic.engine.vocabulary:Refused.for_others", doing(lambda _, self: self))


@plant("the shared screen offers what only the player may know")
def _(patch: Patch) -> None:
    def legal(original: Any, self: Any, seat: Any) -> Any:
        return original(self, self.turn if seat is None and self.turn is not None else seat)

    patch(
        "slamomatic.games.hands_down.rules:HandsDown.legal",
        doing(legal),
    )


@plant("a film shows the hand of a player")
def _(patch: Patch) -> None:
    def begin(original: Any, self: Any, seats: Any = ()) -> None:
        original(self, seats)
        self.people = [0]

    patch(
        "slamomatic.table.players:Players.__init__",
        doing(begin),
        "slamomatic.table.playback:Playback.__init__",
    )


@plant("a bot's times shift when somebody chooses in secret")
def _(patch: Patch) -> None:
    def effects(original: Any, self: Any, eyes: Any) -> Any:
        return original(self, eyes) or [{"what": "something", "t_us": 0}]

    patch("slamomatic.table.moment:Moment.effects_for", doing(effects))


@plant("the own cards are spoken into the room")
def _(patch: Patch) -> None:
    patch(
        "slamomatic.screen.scenes.table_speech:TableSpeech.ears",
        lambda _: property(lambda self: self._scene.eyes),
        used="slamomatic.screen.scenes.table_speech:TableSpeech._at",
    )


@plant("the room hears which choice the own cards allow")
def _(patch: Patch) -> None:
    patch(
        "slamomatic.screen.scenes.table_speech:TableSpeech._hides",
        doing(lambda _, self, t: False),
    )
