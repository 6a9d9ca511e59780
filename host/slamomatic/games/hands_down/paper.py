"""Hands Down with real cards: the game judges the slaps alone."""

from slamomatic.engine.paper import EFFECTS, EVENTS, WithoutCards, paper_choices
from slamomatic.engine.setup import Setup
from slamomatic.engine.vocabulary import Choice, Data, Json
from slamomatic.games.hands_down import cards
from slamomatic.games.hands_down.rules import HandsDown

OWN = ("hands-down", "lost", "clump", "foul", "timed-out")
JUDGED = {**EFFECTS, **{what: cards.EFFECTS[what] for what in OWN}}


class PaperHandsDown(WithoutCards, HandsDown):
    """Hands Down's own judge; a hand is one unknown card as long as its player has any."""

    EVENTS = EVENTS
    EFFECTS = JUDGED
    BOTS = ""  # none can hold real cards
    STATE = ("hands", *HandsDown.SLAP_STATE)

    def _set_up(self, setup: Setup) -> None:
        super()._set_up(setup)
        self.drawpile, self.to_take, self.chosen = ["?"], 0, None  # people see to these

    def begin(self) -> None:
        self.hands = [["?"] for _ in range(self.seats)]
        self._clear_slaps()
        self.race.start([], 0)
        self._start_turn(self.next_seat(self.first_dealer()))

    def choose(self, do: str, seat: int, data: Data) -> None:
        if do == "empty":
            self.tell("empty", seat, {"on": bool(data["on"])})
            self.hands[seat] = [] if data["on"] else ["?"]
        else:
            super().choose(do, seat, data)

    def _start_turn(self, seat: int) -> None:
        self.turn = seat
        self.tell("turn", seat)

    def _end_turn(self, forced: bool) -> None:
        self._next_turn()

    def _numbers(self, seat: int) -> list[str]:
        """People see for themselves whether there was a pair."""
        return ["?"]

    def _pay(self, seat: int, why: str) -> None:
        if why == "early":
            self.tell("early", seat)

    def _lay_pair(self, turn: int, number: str) -> None:
        """The pair lies on the real table."""

    def _go_on(self) -> None:
        """The turn lasts until NEXT."""

    def dropped(self, seat: int) -> None:
        self.hands[seat] = []
        super().dropped(seat)

    def legal(self, seat: int | None) -> list[Choice]:
        choices = paper_choices(self, seat, [not hand for hand in self.hands], self.opened_us >= 0)
        turn, paddles = self.turn, self.paddles
        if turn is None or Choice(turn, "pass") not in choices:
            return choices
        counts = self.hands[turn] and paddles.live[turn] and not paddles.down[turn]
        return [*choices, Choice(turn, "down")] if counts else choices

    def sees(self, seat: int | None) -> Json:
        return {
            "paper": True,
            "without": [not hand for hand in self.hands],
            "open": self.opened_us >= 0,
            "incident": self.incident,
            "paid": list(self.paid),
            "race": self.race.times_us,
        }
