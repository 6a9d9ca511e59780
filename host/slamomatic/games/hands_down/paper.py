"""Hands Down with real cards: the game judges the slaps alone."""

from slamomatic.engine.paper import EFFECTS, EVENTS, WithoutCards, paper_choices
from slamomatic.engine.vocabulary import Choice, Data, Json
from slamomatic.games.hands_down import cards
from slamomatic.games.hands_down.turn import Turn

OWN = ("hands-down", "lost", "clump", "foul", "timed-out")
JUDGED = {**EFFECTS, **{what: cards.EFFECTS[what] for what in OWN}}


class PaperHandsDown(WithoutCards, Turn):
    """The judge of Hands Down with real cards: a hand is one unknown card as long as its player has any."""

    EVENTS = EVENTS
    EFFECTS = JUDGED
    OPTIONS = cards.OPTIONS
    VERDICTS = ("pays", "lost", "foul")

    hands: list[list[str]]  # of each seat: one unknown card, or none

    def begin(self) -> None:
        """Give everybody one unknown card and start the first turn."""
        self.hands = [["?"] for _ in range(self.seats)]
        self._clear_slaps()
        self.race.start([], 0)
        self._start_turn(self.next_seat(self.first_dealer()))

    def choose(self, do: str, seat: int, data: Data) -> None:
        """Note that a player has no cards left or has some again ("empty"), or pass the turn on ("pass")."""
        if do == "empty":
            self.tell("empty", seat, {"on": bool(data["on"])})
            self.hands[seat] = [] if data["on"] else ["?"]
        else:
            self._check_turn(seat)
            self._pass()

    def _start_turn(self, seat: int) -> None:
        self.turn = seat
        self.tell("turn", seat)

    def takes_part(self, seat: int) -> bool:
        return bool(self.hands[seat])

    def _pair_numbers(self, seat: int) -> list[str]:
        """Return an unknown pair for any slap: people see for themselves whether there was one."""
        return ["?"]

    def _pay(self, seat: int, why: str) -> None:
        """Tell who was early; other payments follow from effects that are told anyway."""
        if why == "early":
            self.tell("early", seat)

    def _lay_pair(self, turn: int, number: str) -> None:
        """Do nothing: the pair lies on the real table."""

    def _continue_turn(self) -> None:
        """Do nothing: the turn lasts until NEXT."""

    def dropped(self, seat: int) -> None:
        self.hands[seat] = []
        super().dropped(seat)

    def legal(self, seat: int | None) -> list[Choice]:
        """Return the choices of every paper game, and the turn player's slap between slaps."""
        choices = paper_choices(self, seat, [not hand for hand in self.hands], self.opened_us >= 0)
        turn, paddles = self.turn, self.paddles
        if turn is None or Choice(turn, "pass") not in choices:
            return choices
        can_slap = self.hands[turn] and paddles.live[turn] and not paddles.down[turn]
        return [*choices, Choice(turn, "down")] if can_slap else choices

    def sees(self, seat: int | None) -> Json:
        """Return who has no cards, and how the slap stands: all of it is public."""
        return {
            "paper": True,
            "without": [not hand for hand in self.hands],
            "open": self.opened_us >= 0,
            "incident": self.incident,
            "paid": list(self.paid),
            "race": self.race.times_us,
        }
