"""Quick Draw: everybody waits for the call, and the first to slap wins the round. Best of seven."""

from slamomatic.engine.core import Game
from slamomatic.engine.hooks import Place
from slamomatic.engine.race import LAST, OwnRace
from slamomatic.engine.setup import ready_deck
from slamomatic.engine.span import Span
from slamomatic.engine.vocabulary import Choice, Data, Json, OpenlyRefused
from slamomatic.games.quick_draw import call, words

SEATS = range(2, 7)
DOWN = [Choice(seat, "down") for seat in range(SEATS[-1])]
NEVER = -1


class QuickDraw(Game):
    """Quick Draw: a round begins when all paddles are live and ends with a winner, or is played again."""

    NAME = "quick-draw"
    VERSION = 2  # 2: the only player who was not too soon has to keep calm for a while to win the round
    BEFORE = words.BEFORE
    SEATS = SEATS
    EVENTS = words.EVENTS
    EFFECTS = words.EFFECTS
    OPTIONS = words.OPTIONS
    VERDICTS = ("won",)
    BOTS = "slamomatic.games.quick_draw.bots:BOTS"
    FACE = "slamomatic.games.quick_draw.face:FACE"

    points: list[int]  # rounds won
    began_us: int  # when the round began, or NEVER: none runs
    called_us: int  # when its call came, or NEVER

    race: OwnRace  # who answers the call first; a player who was too soon is taken out of it
    soon: (
        OwnRace  # slaps that were too soon: the last one, or the one without such a slap, may have kept calm
    )

    def begin(self) -> None:
        """Set the points and begin the first round; a stacked deck is refused, as there are no cards."""
        ready_deck(self.NAME, [], self.setup.deck, self.chance)
        self.points = [0] * self.seats
        self._clear_round()
        self._begin_round()

    # --- a round ----------------------------------------------------------------------------------

    def _begin_round(self) -> None:
        """Start both races of a round and wait for the call, which is drawn at each step."""
        self.began_us = self.now_us
        self.race.start(self.in_play(), self.now_us)
        self.soon.start(self.in_play(), self.now_us, LAST, head_starts=False)
        self.deadline_us = self.now_us + call.LEAST_WAIT_US
        self.tell("turn", None, {"round": sum(self.points) + 1})

    def _clear_round(self) -> None:
        """Forget the round with its slaps: no round runs until `_begin_round`."""
        self.began_us = NEVER
        self.called_us = NEVER
        self.race.void()
        self.soon.void()
        self.asked = []
        self.deadline_us = None

    def darken(self, keep: object = ()) -> None:
        """End the round without a winner and make all paddles dark.

        Once they are live the next one begins.
        """
        self._clear_round()
        super().darken()

    def keeps_paddles_live(self) -> bool:
        """Whether a pause must wait until this round is judged: somebody has slapped in it."""
        return super().keeps_paddles_live() or bool(self.race.slapped or self.soon.slapped)

    def armed(self, seats: list[int]) -> None:
        """Begin the next round once all paddles are live."""
        if self.began_us == NEVER and not self.paddles.dark_all and not self.over:
            self._begin_round()

    def takes_part(self, seat: int) -> bool:
        return self.began_us == NEVER or self.race.takes_part(seat)

    # --- slaps ------------------------------------------------------------------------------------

    def doubtful_times_us(self, seat: int) -> list[tuple[int, int]]:
        """Return the moment from which on a slap answers the call: the step from too soon to first."""
        return [] if self.began_us == NEVER else [(self._answers_from_us(),) * 2]

    def _answers_from_us(self) -> int:
        """From when on a slap answers the call; before the call, from when on it might at the earliest."""
        if self.called_us != NEVER:
            return call.answers_from_us(self.called_us + self.setup.screen_us)
        assert self.deadline_us is not None
        return call.answers_from_us(self.deadline_us + self.setup.screen_us)

    def slapped(self, seat: int, at: Span, live: bool) -> None:
        """Note a slap as too soon, which takes the player out of the round, or as an answer to the call."""
        if not live or seat not in self.race.waits_for:
            return
        if self._one_is_left() and at.early_us >= self._won_from_us():
            return  # the round is won already, by keeping calm
        if at.early_us < self._answers_from_us():
            self.race.leave(seat)
            self.soon.note(seat, at)
            self.tell("too-soon", seat)
        elif self.called_us != NEVER:
            self.race.note(seat, at)
        else:
            # By its time it answers a call, but none has come yet: nobody knows what the slap was.
            self._void_doubtful_slap()
            return
        self._await_winner()

    def _one_is_left(self) -> bool:
        """Whether at most one player is left who was not too soon, and nobody has answered the call."""
        return self.race.untouched and self.race.waiting_count <= 1

    def _await_winner(self) -> None:
        """Set the deadline to when it is certain who has won the round, if somebody slapped."""
        if self.called_us != NEVER:
            self.asked = self.race.waits_for
        if self.race.slapped:
            self.deadline_us = self.race.due_us
        elif self._one_is_left():
            self.deadline_us = self._won_from_us()

    def _won_from_us(self) -> int:
        """From when on the only player left has kept calm and wins: a slap before that was too soon as well.

        Now, if nobody is left.
        """
        soon_us = self.soon.due_us
        if soon_us is None or not self.race.waits_for:
            return self.now_us
        return soon_us + 1000 * int(self.options["calm_ms"])

    def widened(self) -> None:
        if self.began_us != NEVER:
            self._await_winner()

    def fell_due(self, t_us: int) -> None:
        """Judge the round if somebody answered the call or at most one player is left; else maybe call.

        Whether the call comes is drawn at each step.
        """
        if not self.race.untouched:
            verdict = self.race.finish()
            if verdict.seat is not None:
                self._win(verdict.seat, alone=False)
            else:
                self._play_again("tie", {"seats": verdict.tied, "window_us": verdict.window_us})
        elif self._one_is_left():
            left = self.race.waits_for
            self._play_again("nobody", {}) if not left else self._win(left[0], alone=True)
        elif call.comes(t_us - self.began_us, self.chance.below):
            self.called_us = t_us
            self.race.start(self.race.waits_for, t_us)
            self.asked = self.race.waits_for
            self.tell("go")
        else:
            self.deadline_us = t_us + call.STEP_US

    def _play_again(self, effect: str, data: Data) -> None:
        """End the round without a winner; `effect` ("tie" or "nobody") tells why."""
        self.tell(effect, None, data)
        self.darken()

    def _win(self, seat: int, alone: bool) -> None:
        """Give this player the round, and end the game if it is decided.

        `alone`: all others were too soon.
        """
        self.points[seat] += 1
        self.tell("won", seat, {"alone": alone})
        self.darken()
        if self._decided():
            self.finish()

    def void_open_slap(self) -> bool:
        """End the round, even while all still wait: a lost slap may have been too soon.

        Returns whether there was a slap or a call in it.
        """
        was_open = self.called_us != NEVER or bool(self.soon.slapped)
        if self.began_us != NEVER:
            self.darken()
        return was_open

    # --- the end ----------------------------------------------------------------------------------

    def _decided(self) -> bool:
        """Whether nobody can catch up in the rounds that are left; level players go on until one is ahead."""
        standing = sorted(points for points, gone in zip(self.points, self.gone, strict=True) if not gone)
        rounds_left = max(0, int(self.options["rounds"]) - sum(self.points))
        return standing[-1] - standing[-2] > rounds_left

    def scores(self) -> list[int]:
        return list(self.points)

    def dropped(self, seat: int) -> None:
        self.darken()  # nobody wins the running round

    # --- what is seen -----------------------------------------------------------------------------

    def choose(self, do: str, seat: int, data: Data) -> None:
        raise OpenlyRefused("there is nothing to choose: wait for the call, and slap")

    def legal(self, seat: int | None) -> list[Choice]:
        paddles = self.paddles
        able = [s for s in self.asked if seat in (None, s) and paddles.live[s] and not paddles.down[s]]
        return [DOWN[s] for s in able]

    def sees(self, seat: int | None) -> Json:
        """Return the round's number, whether all wait or the call has come, and who was too soon."""
        played = sum(self.points)
        return {
            "round": played if self.over else played + 1,
            "steady": self.began_us != NEVER and self.called_us == NEVER,
            "open": self.called_us != NEVER,
            "soon": [self.soon.has_slapped(seat) for seat in range(self.seats)],
        }

    def face_down(self, eye: int | None) -> list[list[Place]]:
        return []  # there are no cards, and not even the game knows when the call comes

    def cards(self) -> dict[str, list[str]]:
        return {}
