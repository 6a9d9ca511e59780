"""A game as a PettingZoo environment: agents say what they want, a human model says when it happens.

    from slamomatic.ai.environment import env
    table = env("hands-down", seats=4)
    table.reset(seed=1)
    for agent in table.agent_iter():
        observation, reward, terminated, truncated, info = table.last()
        ...

host/docs/training.md says what is in an observation, and how to train on it.
"""

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from slamomatic.ai.numbering import GAMES, WAIT, key_of, numbers_of
from slamomatic.engine import Choice, Event, Game, Setup, find
from slamomatic.engine.bots.bot import PRESS_US, Nature
from slamomatic.engine.bots.sitting import next_event
from slamomatic.errors import UserError

# A player who is offered only these may wait. Any other choice must be made.
REFLEXES = frozenset({"down", "call", "aim"})
MOST_DECISIONS = 20_000  # after so many a game is truncated


class TableEnvironment(AECEnv):  # type: ignore[misc]  # PettingZoo's types are loose
    """A game whose agents decide whenever their choices have changed; the quickest hand acts first.

    A choice happens after a time that is drawn for it: the reaction time of the human model where the
    table calls for a slap, else its thinking time. Both are medians with a long tail, as people's are.
    """

    agent_selection: str

    def __init__(
        self, game: str, seats: int = 4, options: Mapping[str, Any] | None = None, human: Nature | None = None
    ) -> None:
        """Make the spaces of a game by its name, such as "hands-down"; UserError: it has no environment."""
        super().__init__()
        if game not in GAMES:
            raise UserError(f"there is no environment of '{game}'; there are {', '.join(GAMES)}")
        self.kind = find(game)
        self.seats = seats
        self.options = dict(options or {})
        self.human = human or Nature()
        self.metadata = {"name": f"slamomatic_{game}", "render_modes": [], "is_parallelizable": False}
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.keys = [WAIT, *GAMES[game][0](seats)]
        self.places = {key: place for place, key in enumerate(self.keys)}
        size = len(numbers_of(self.kind(Setup(seats, 0, self.options)).view(0), 0))
        self.observation_spaces = {
            agent: spaces.Dict(
                observation=spaces.Box(-50, 50, (size,), np.float32),
                action_mask=spaces.Box(0, 1, (len(self.keys),), np.int8),
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(len(self.keys)) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    # --- a game -----------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game, played on until the first decision.

        `options` belong to PettingZoo and are unused.
        """
        self.rng = Random(seed)
        self.game: Game = self.kind(Setup(self.seats, self.rng.getrandbits(64), self.options))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.plans: list[Event | None] = [None] * self.seats  # what each seat does next, and when
        # By seat: the choices that it last decided between.
        self.decided: list[list[Choice] | None] = [None] * self.seats
        self.must: list[bool] = [False] * self.seats  # may not wait, because all others do
        self.decisions = 0
        self._play_until_asked()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what the agent may know, as numbers, and a mask with 1 for each action possible now."""
        seat = self.possible_agents.index(agent)
        view = self.game.view(seat)
        mask = np.zeros(len(self.keys), np.int8)
        mask[list(self._choices(seat))] = 1
        return {"observation": np.array(numbers_of(view, seat), np.float32), "action_mask": mask}

    def _choices(self, seat: int) -> dict[int, Choice | None]:
        """Map the number of each choice that this seat has now to the choice; None means waiting."""
        view, legal = self.game.view(seat), self.game.legal(seat)
        choices: dict[int, Choice | None] = {self.places[key_of(choice, view)]: choice for choice in legal}
        if not self.must[seat] and all(choice.do in REFLEXES for choice in legal):
            choices[self.places[WAIT]] = None
        return choices

    def step(self, action: int | None) -> None:
        """Take the action of the selected agent, and play on until somebody has to decide again.

        ValueError: the action mask has a 0 for this action. An agent whose game has ended passes None.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self.possible_agents.index(agent)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        choices = self._choices(seat)
        if action not in choices:
            raise ValueError(f"action {action} is not possible now; the action mask says what is")
        choice = choices[action]
        self.plans[seat] = None if choice is None else choice.at(self.game.now_us + self._time_us(choice))
        self.decided[seat] = self.game.legal(seat)
        self.must[seat] = False
        self.decisions += 1
        if self.decisions >= MOST_DECISIONS:
            self._truncate()
        else:
            self._play_until_asked()
        self._accumulate_rewards()

    def _time_us(self, choice: Choice) -> int:
        """Draw how long a person takes for this choice."""
        is_reaction = choice.do in REFLEXES and choice.seat in self.game.asked
        median_ms = self.human.reaction_ms if is_reaction else self.human.think_ms
        return int(median_ms * 1000 * self.rng.lognormvariate(0.0, self.human.spread)) + 1

    # --- between two decisions ----------------------------------------------------------------------

    def _play_until_asked(self) -> None:
        """Play decided choices and the game's deadlines until a seat has to decide: select its agent.

        At the end of the game pay the rewards; a game in which nobody can go on is truncated.
        """
        while not self.game.over:
            seat = self._seat_to_decide()
            if seat is not None:
                self.agent_selection = self.possible_agents[seat]
                return
            event = next_event(self.game, [plan for plan in self.plans if plan is not None])
            if event is None:
                if not self._end_waiting():
                    self._truncate()
                    return
                continue
            if event.seat is not None:
                self.plans[event.seat] = None
                self.decided[event.seat] = None
            self.game.apply(event)
            self._update_plans()
        self._pay_rewards()

    def _seat_to_decide(self) -> int | None:
        """Return the first seat, from the player on turn on, whose choices have changed since it decided.

        None: there is none. A hand on a paddle comes up before its player decides.
        """
        for seat in self.game.in_turn(self.game.turn or 0):
            plan = self.plans[seat]
            if plan is not None and plan.do == "up":
                continue
            legal = self.game.legal(seat)
            if legal and legal != self.decided[seat]:
                return seat
            if not legal:
                self.decided[seat] = None  # the same choices, offered again later, are new ones
        return None

    def _update_plans(self) -> None:
        """After an event, plan to lift hands that are down, and drop plans that are no longer possible."""
        for seat, plan in enumerate(self.plans):
            if plan is not None and plan.do == "up":
                continue
            if self.game.paddles.down[seat]:
                self.plans[seat] = Event("up", seat, self.game.now_us + PRESS_US)
            elif plan is not None and Choice(seat, plan.do, plan.data) not in self.game.legal(seat):
                self.plans[seat] = self.decided[seat] = None

    def _end_waiting(self) -> bool:
        """Let players who have a choice decide again, this time without waiting; return whether there is one.

        Called when everybody waits and the game has no deadline.
        """
        for seat in range(self.seats):
            if self.game.legal(seat):
                self.decided[seat] = None
                self.must[seat] = True
        return any(self.must)

    def _pay_rewards(self) -> None:
        """End the episode of a game that is over: winners share one point, and everybody pays 1/N for it."""
        winners = self.game.winners
        for seat, agent in enumerate(self.possible_agents):
            won = 1 / len(winners) if seat in winners else 0.0
            self.rewards[agent] = won - 1 / self.seats
            self.infos[agent] = {"score": self.game.scores()[seat], "won": won}
        self.terminations.update(dict.fromkeys(self.agents, True))
        self.agent_selection = self.agents[0]

    def _truncate(self) -> None:
        """End the episode of a game that is not over: nobody wins, and nobody pays."""
        self.truncations.update(dict.fromkeys(self.agents, True))
        self.agent_selection = self.agents[0]


env = TableEnvironment  # the name that PettingZoo gives it
