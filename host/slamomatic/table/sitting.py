"""One game at the table: slaps and choices in, in time order, each in the journal before it is shown."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from slamomatic.engine import bots
from slamomatic.engine.vocabulary import Choice, Event, Json
from slamomatic.face.hand_speed import KIT
from slamomatic.table.cup import Cup
from slamomatic.table.outcome import Outcome, of_game
from slamomatic.table.pump import Pump
from slamomatic.table.seats import error_of
from slamomatic.units.base import UnitNotice, What
from slamomatic.words import N_, Sentence

CAME = N_("{name} has sat down and plays from now on.")
ANSWER_US = 4_000  # about how long a unit takes to answer


class Sitting(Pump):
    """A game, its players and their paddles. `pump` moves it on; everything else only asks or tells."""

    welcome = ""  # where it goes on, when it was resumed
    lost = ""  # what its journal had lost when it was resumed: a sentence for the players
    recalled: Sequence[list[Json]] = ()  # what everybody saw last before it was resumed, event by event
    cup: Cup | None = None  # what this game is a part of
    travel = KIT

    @property
    def screen_us(self) -> int:
        """How late the screen is that people look at. Its bots see the table as late as they do."""
        return self.automatic.screen_us

    @screen_us.setter
    def screen_us(self, late_us: int) -> None:
        self.automatic.screen_us = late_us

    # --- what may be seen ---------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self._game.over

    @property
    def options(self) -> Mapping[str, Any]:
        """The house rules of this game, as every view has them."""
        options: Mapping[str, Any] = self.moment.room["options"]
        return options

    def outcome(self) -> Outcome:
        return of_game(self._game, self.seats, self.photographer, self.screen_us)

    def view(self, seat: int | None) -> Json:
        return self.moment.view[seat]

    def legal(self, seat: int | None) -> list[Choice]:
        return self.moment.legal[seat]

    def good_to_us(self, seat: int) -> int:
        """How exact the time of this seat's slap is; a bot's is exact to the microsecond."""
        return self.owners.good_to_us(seat)

    def tie_us(self, seats: Sequence[int]) -> int:
        """Slaps of these seats that are closer than this are a tie; 0 where there are not two of them."""
        paddles = self._game.paddles
        return max((paddles.loose_window_us(*pair) for pair in combinations(seats, 2)), default=0)

    def rests_us(self, seat: int) -> tuple[int, int] | None:
        """When this paddle counts again, by the game's time, and how long that is after what happened last.

        None: it counts now, or nobody knows.
        """
        live_at_us = self._game.paddles.live_at_us(seat)
        if live_at_us is None or self.clock.paused:
            return None
        return live_at_us, max(0, live_at_us - self._game.now_us)

    def take_whispers(self, seat: int) -> list[Json]:
        """What only this seat was told since it last looked."""
        told, self.whispers[seat] = self.whispers[seat], []
        return [effect.to_json(seat) for effect in told]

    # --- time ---------------------------------------------------------------------------------------

    def wakes_at_us(self) -> int | None:
        """The table's clock at the next moment that `pump` has something to do without a new slap."""
        if self.clock.paused or self._game.over:
            return None
        due_us = self._next_due_us()
        if due_us is None:
            return None
        now_us = self.clock.now_us()
        # What is due already waits for what a unit has to say.
        return self.table_clock() + (due_us - now_us if due_us > now_us else ANSWER_US)

    def pause(self) -> None:
        self.slapped_in_pause = False
        self.clock.pause()

    def go_on(self) -> None:
        if not self.clock.paused:
            return  # a dispute in running play: what was slapped meanwhile counts
        self.heed_in_pause(self.unit.drain())
        self.clock.go_on()
        self._lift(self._lifted, self.clock.now_us())
        self._lifted.clear()

    # --- wishes -------------------------------------------------------------------------------------

    def choose(self, choice: Choice) -> None:
        self._waiting.append(choice.at(self.clock.now_us()))

    def void(self) -> None:
        """A dispute, or a unit that can't be trusted: the open slap is off."""
        self._waiting.append(Event("void", None, self.clock.now_us()))

    def curtain(self, up: bool) -> None:
        self._waiting.append(Event("curtain", None, self.clock.now_us(), {"up": up}))

    def feint(self, seat: int) -> None:
        self._waiting.append(Event("feint", seat, self.clock.now_us()))

    @property
    def stand_in(self) -> str:
        """The kind of bot that takes a player's seat; "" where no bot can: it can't hold cards of paper."""
        return bots.USUAL if self._game.BOTS else ""

    def ends_without_one(self) -> bool:
        """Whether too few stay for this game when a player goes and no bot comes."""
        return sum(not gone for gone in self._game.gone) <= self._game.SEATS[0]

    def leave(self, seat: int, bot: str | None = None) -> None:
        """A player goes; a bot takes the seat, or with no bot the seat is dropped."""
        bot = self.stand_in if bot is None else bot
        self._void_what_it_has_not_told(seat)
        if bot:
            self.automatic.sit(seat, bot)  # first: what it can't be must leave no trace
            self.journal.append({"note": "bot", "seat": seat, "bot": bot, "t_us": self.clock.now_us()})
            self.seats[seat] = replace(self.seats[seat], bot=bot)
            self.sit(self.seats)
            self.automatic.tell(self.moment, news=False)
            # Its times are the host's own, no longer those of the paddle that the game takes the seat's for.
            self.move(seat, 0)
            self.owners.play()
        else:
            self._waiting.append(Event("drop", seat, self.clock.now_us()))
            self.owners.leave(seat)

    def come(self, seat: int, name: str) -> None:
        """A person takes the seat of a bot, and slaps on a phone."""
        del self.automatic.bots[seat]
        self.journal.append({"note": "person", "seat": seat, "name": name, "t_us": self.clock.now_us()})
        self.seats[seat] = replace(self.seats[seat], name=name, bot="")
        self.sit(self.seats)
        phone = self.owners.come(seat)
        self.move(seat, error_of(phone), phone.up_us)
        says = Sentence(CAME, name=name)
        self.notices.append(UnitNotice(What.CONNECTED, phone.name, self.table_clock(), says))

    def hurry(self, steps: int) -> None:
        """Play up to so many moments at once that would come later: judged and written down as ever.

        For a game in which nobody is left who could slap.
        """
        for _ in range(steps):
            due_us = None if self._game.over or self.clock.paused else self._next_due_us()
            if due_us is None:
                return
            self.clock.skip_to(due_us, self.unit.known_us())
            self.pump()

    @property
    def waiting_for(self) -> Sequence[int]:
        """The seats whose paddle has not said for a while whether it was slapped."""
        return self._awaited.shown

    def close(self) -> None:
        """Nobody plays on for now; the journal keeps the game."""
        self.journal.close()
