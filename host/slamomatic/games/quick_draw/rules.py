"""Quick Draw: everybody waits for the call, and the first to slap wins the round. Best of seven."""

from slamomatic.engine.core import Game
from slamomatic.engine.hooks import Place
from slamomatic.engine.race import LAST, Race
from slamomatic.engine.setup import ready_deck
from slamomatic.engine.span import Span
from slamomatic.engine.vocabulary import Choice, Data, Json, OpenlyRefused
from slamomatic.games.quick_draw import call, words

SEATS = range(2, 7)
DOWN = [Choice(seat, "down") for seat in range(SEATS[-1])]
NEVER = -1


class QuickDraw(Game):
    """The game: rounds, each from all paddles live until somebody has won it, or nobody can."""

    NAME = "quick-draw"
    VERSION = 2  # who is left alone wins by keeping calm for a while
    BEFORE = words.BEFORE
    SEATS = SEATS
    EVENTS = words.EVENTS
    EFFECTS = words.EFFECTS
    OPTIONS = words.OPTIONS
    VERDICTS = ("won",)
    BOTS = "slamomatic.games.quick_draw.bots:BOTS"
    FACE = "slamomatic.games.quick_draw.face:FACE"
    STATE = ("points", "began_us", "called_us")
    OWN_RACES = ("race", "soon")
    race: Race  # who answers the call first; who was too soon is out of it
    soon: Race  # who was too soon; the one who was last, or not at all, may have kept calm

    def begin(self) -> None:
        ready_deck(self.NAME, [], self.setup.deck, self.chance)  # no card: a stacked deck is a mistake
        self.points = [0] * self.seats  # rounds won
        self._end_round()
        self._begin_round()

    # --- a round ----------------------------------------------------------------------------------

    def _begin_round(self) -> None:
        self.began_us = self.now_us
        self.race.start(self.in_play(), self.now_us)
        self.soon.start(self.in_play(), self.now_us, LAST, head_starts=False)
        self.deadline_us = self.now_us + call.LEAST_WAIT_US
        self.tell("turn", None, {"round": sum(self.points) + 1})

    def _end_round(self) -> None:
        self.began_us = NEVER
        self.called_us = NEVER
        self.race.void()
        self.soon.void()
        self.asked = []
        self.deadline_us = None

    def darken(self, keep: object = ()) -> None:
        """No round runs on dark paddles: whatever darkens them ends it, and the next begins on live ones."""
        self._end_round()
        super().darken()

    def finishes_first(self) -> bool:
        """A pause helps nobody who was too soon, and takes the round from nobody."""
        return super().finishes_first() or bool(self.race.slapped or self.soon.slapped)

    def armed(self, seats: list[int]) -> None:
        if self.began_us == NEVER and not self.paddles.dark_all and not self.over:
            self._begin_round()

    def takes_part(self, seat: int) -> bool:
        return self.began_us == NEVER or self.race.takes_part(seat)

    # --- slaps ------------------------------------------------------------------------------------

    def doubtful_times_us(self, seat: int) -> list[tuple[int, int]]:
        return [] if self.began_us == NEVER else [(self._answers_from_us(),) * 2]

    def _answers_from_us(self) -> int:
        """From when on a slap answers the call, at the earliest: it comes at the next step, if at all."""
        if self.called_us != NEVER:
            return call.answers_from_us(self.called_us + self.setup.screen_us)
        assert self.deadline_us is not None
        return call.answers_from_us(self.deadline_us + self.setup.screen_us)

    def slapped(self, seat: int, at: Span, live: bool) -> None:
        if not live or seat not in self.race.waits_for:
            return
        if self._one_is_left() and at.early_us >= self._won_from_us():
            return  # the round was decided when the last but one was too soon
        if at.early_us < self._answers_from_us():
            self.race.leave(seat)
            self.soon.note(seat, at)
            self.tell("too-soon", seat)
        elif self.called_us != NEVER:
            self.race.note(seat, at)
        else:
            self._void_doubtful_slap()  # stamped before a call that it answers: nobody knows what it was
            return
        self._await_winner()

    def _one_is_left(self) -> bool:
        """Whether the others were too soon, all of them."""
        return self.race.untouched and self.race.waiting_count <= 1

    def _await_winner(self) -> None:
        """The round is judged as soon as it is certain who has won it."""
        if self.called_us != NEVER:
            self.asked = self.race.waits_for
        if self.race.slapped:
            self.deadline_us = self.race.due_us
        elif self._one_is_left():
            self.deadline_us = self._won_from_us()

    def _won_from_us(self) -> int:
        """From when on the last one has kept calm: until then a slap jumped with the others."""
        soon_us = self.soon.due_us
        if soon_us is None or not self.race.waits_for:
            return self.now_us
        return soon_us + 1000 * int(self.options["calm_ms"])

    def widened(self) -> None:
        if self.began_us != NEVER:
            self._await_winner()

    def fell_due(self, t_us: int) -> None:
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

    def _play_again(self, why: str, data: Data) -> None:
        self.tell(why, None, data)
        self.darken()

    def _win(self, seat: int, alone: bool) -> None:
        self.points[seat] += 1
        self.tell("won", seat, {"alone": alone})
        self.darken()
        if self._decided():
            self.finish()

    def void_open_slap(self) -> bool:
        """Also a wait begins again: a slap that nobody knows of may have been too soon."""
        was_open = self.called_us != NEVER or bool(self.soon.slapped)
        if self.began_us != NEVER:
            self.darken()
        return was_open

    # --- the end ----------------------------------------------------------------------------------

    def _decided(self) -> bool:
        """Whether nobody can catch up in what is left; level players go on until one is ahead."""
        standing = sorted(points for points, gone in zip(self.points, self.gone, strict=True) if not gone)
        return standing[-1] - standing[-2] > max(0, int(self.options["rounds"]) - sum(self.points))

    def scores(self) -> list[int]:
        return list(self.points)

    def dropped(self, seat: int) -> None:
        self.darken()  # the round that runs counts for nobody

    # --- what is seen -----------------------------------------------------------------------------

    def choose(self, do: str, seat: int, data: Data) -> None:
        raise OpenlyRefused("there is nothing to choose: wait for the call, and slap")

    def legal(self, seat: int | None) -> list[Choice]:
        paddles = self.paddles
        able = [s for s in self.asked if seat in (None, s) and paddles.live[s] and not paddles.down[s]]
        return [DOWN[s] for s in able]

    def sees(self, seat: int | None) -> Json:
        return {
            "round": sum(self.points) + (not self.over),
            "steady": self.began_us != NEVER and self.called_us == NEVER,
            "open": self.called_us != NEVER,
            "soon": [self.soon.has_slapped(seat) for seat in range(self.seats)],
        }

    def face_down(self, eye: int | None) -> list[list[Place]]:
        return []  # nothing lies hidden: the call is drawn when it comes

    def cards(self) -> dict[str, list[str]]:
        return {}
