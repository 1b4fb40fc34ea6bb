"""The PettingZoo face: one `AECEnv` for all games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from envs.core.errors import DerelictError, IllegalAction
from envs.core.game import Game
from envs.faces import (
    ILLEGAL_REWARD,
    IllegalMode,
    ObsMode,
    RewardMeter,
    Seeds,
    as_action,
    check_face,
    ending,
    max_cycles_of,
    open_game,
    render_modes,
    show,
)
from envs.spaces import observation_space

if TYPE_CHECKING:
    from envs.core.game import RewardMode
    from envs.replay import Replay

__all__ = ["DerelictAEC", "OrderEnforcing", "make"]

OPTIONS = ("render_mode", "max_cycles", "reward", "gamma", "illegal", "obs")


class DerelictAEC(AECEnv[str, dict[str, Any], int], EzPickle):
    """A game as a PettingZoo AEC environment.

    An observation is ``{"observation": float32 in [-1, 1], "action_mask": int8}``; the mask of an agent that is not
    asked is all zero. All agents stay in ``agents`` until the game ends, then all get the same flag: terminated if
    the rules ended it, truncated if a limit did. Every step gives all agents their rewards, so nothing is lost
    between an agent's turns. ``infos`` hold the ``choice`` that is asked, and at the end ``outcome`` (reason code),
    ``won`` and ``detail``.

    Args:
        game: a name for `envs.load`, or a configured game.
        render_mode: ``None``, ``"human"`` (prints the text after each step), ``"ansi"`` or ``"rgb_array"``.
        max_cycles: the game is truncated after so many steps of all agents together; 0 means never,
            ``None`` the game's own limit.
        reward: ``"outcome"``, ``"shaped"`` or ``"progress"``, see `envs.core.game.Batch`.
        gamma: discount of the shaped reward.
        illegal: what an illegal action does: ``"raise"`` `IllegalAction`; ``"noop"``: nothing, the same agent is
            asked again (it counts as a step); ``"terminate"``: ends the game, the agent gets -1, the others 0.
        obs: ``"flat"`` vector, or ``"dict"`` of its named blocks.
        options: options of the game.

    Raises:
        OptionError: an unknown option or value.
    """

    def __init__(
        self,
        game: str | Game,
        *,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        reward: RewardMode = "outcome",
        gamma: float = 1.0,
        illegal: IllegalMode = "raise",
        obs: ObsMode = "flat",
        **options: Any,
    ) -> None:
        EzPickle.__init__(
            self, game, render_mode=render_mode, max_cycles=max_cycles, reward=reward, gamma=gamma, illegal=illegal,
            obs=obs, **options,
        )  # fmt: skip
        super().__init__()
        self.game = open_game(game, options, OPTIONS)
        check_face(self.game, render_mode, reward, gamma, illegal, obs)
        self.render_mode = render_mode
        self.max_cycles = max_cycles_of(self.game, max_cycles)
        self.illegal = illegal
        self.obs = obs
        self.metadata = {
            "name": f"{self.game.name}_v{self.game.version}",
            "is_parallelizable": False,
            "render_modes": render_modes(self.game),
            "render_fps": 2,
        }
        self.possible_agents = list(self.game.seats)
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observation_spaces = {agent: self._make_space() for agent in self.possible_agents}
        self._action_spaces = {agent: spaces.Discrete(self.game.num_actions) for agent in self.possible_agents}
        self.state_space = spaces.Box(-1.0, 1.0, (self.game.num_seats * self.game.observation_size,), np.float32)
        self._meter = RewardMeter(self.game, reward, gamma)
        self._seeds = Seeds()
        self._state: NDArray[np.void] | None = None

    def _make_space(self) -> spaces.Space[Any]:
        mask = spaces.Box(0, 1, (self.game.num_actions,), np.int8)
        return spaces.Dict({"observation": observation_space(self.game, self.obs), "action_mask": mask})

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations; always the same object."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """``Discrete(num_actions)``, equal for all agents; always the same object."""
        return self._action_spaces[agent]

    # -- playing ---------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game.

        Args:
            seed: of the game, 0 like any other; ``None`` goes on from the last one (at first: a fresh one).
            options: ``layout_seed`` and ``play_seed`` replace the seed for the set-up and for all that follows;
                other keys are ignored.
        """
        options = options or {}
        drawn = self._seeds.draw(seed)
        streams = {key: options[key] for key in ("layout_seed", "play_seed") if options.get(key) is not None}
        self._state = self.game.new(drawn, **streams)
        self._origin = {"seed": drawn, **streams}
        self._actions: list[int] = []
        self._cycles = 0
        self._meter.start(self._state)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._rewarded = False
        self._over = False
        self._skip_agent_selection = None
        self._select()
        if self.render_mode == "human":
            self.render()

    def _select(self) -> bool:
        """Select the agent that is asked; False if the rules have ended the game."""
        seat = self.game.turn(self._live())
        if seat is None:
            return False
        self.agent_selection = self.possible_agents[seat]
        self.infos[self.agent_selection] = {"choice": self.game.choice_name(self._live())}
        return True

    def _live(self) -> NDArray[np.void]:
        if self._state is None:
            raise DerelictError(f"{self.game.name}: no game has begun; call reset() first")
        return self._state

    def step(self, action: int | None) -> None:
        """Play the selected agent's action.

        Args:
            action: an id; ``None`` for an agent whose game has ended, and only for it.

        Raises:
            IllegalAction: with ``illegal="raise"`` an action that is not legal, and always one that is no integer or
                comes after the end. Nothing has changed then.
        """
        state = self._live()
        if self._over:
            if not self.agents:
                raise IllegalAction(
                    f"{self.game.name}: got action {action!r}, but the game is over and all agents have left; "
                    "call reset()",
                    action=action,
                )
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        action = as_action(action)
        if action is None:
            raise IllegalAction(
                f"{self.game.name}: {agent} is alive, so None is no action; None is only for agents whose game has "
                "ended (see last())",
                seat=agent,
            )
        offence = False
        try:
            self.game.step(state, action)
        except IllegalAction:
            if self.illegal == "raise" or isinstance(action, bool) or not isinstance(action, (int, np.integer)):
                raise
            offence = True
        else:
            self._actions.append(int(action))
        self._cycles += 1
        self.infos[agent] = {}
        if offence and self.illegal == "terminate":
            self._cumulative_rewards[agent] = 0.0
            self._give([ILLEGAL_REWARD if a == agent else 0.0 for a in self.possible_agents])
            self._finish(True, {"outcome": "illegal_action", "won": None, "detail": {}})
            return
        going = self._select()
        self._cumulative_rewards[agent] = 0.0
        if offence:
            self._give(self._meter.nothing)
        else:
            self._give(self._meter.step(state, not going))
        if not going:
            self._finish(not self.game.outcome(state).truncated, ending(self.game, state, False))
        elif self._cycles >= self.max_cycles > 0:
            self._finish(False, ending(self.game, state, True))
        if self.render_mode == "human":
            self.render()

    def _give(self, rewards: list[float]) -> None:
        """Set the rewards of this step and accumulate them."""
        if rewards is self._meter.nothing:
            if self._rewarded:
                self.rewards = dict.fromkeys(self.possible_agents, 0.0)
                self._rewarded = False
            return
        self._rewarded = True
        self.rewards = dict(zip(self.possible_agents, rewards, strict=True))
        self._accumulate_rewards()

    def _finish(self, terminated: bool, info: dict[str, Any]) -> None:
        """End the game for all agents with one kind of flag."""
        self._over = True
        flags = self.terminations if terminated else self.truncations
        for agent in self.agents:
            flags[agent] = True
            self.infos[agent] = {**info, "detail": dict(info["detail"])}
        self.agent_selection = self.agents[0]

    # -- looking ---------------------------------------------------------------------------------------------

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees, whether it is asked or not, also after the end."""
        state = self._live()
        seat = self._seat_of[agent]
        observation: Any = self.game.observe(state, seat)
        if self.obs == "dict":
            observation = self.game.blocks(observation)
        if self._over:
            mask = np.zeros(self.game.num_actions, np.int8)
        else:
            mask = self.game.legal(state, seat).view(np.int8)
        return {"observation": observation, "action_mask": mask}

    def state(self) -> NDArray[np.float32]:
        """All that the seats together know, for centralised critics: their flat observations in seat order.

        ``(num_seats * observation_size,)`` float32 in [-1, 1]. What no seat knows, such as the order of a
        face-down deck, is not in it.
        """
        state, game = self._live(), self.game
        return np.concatenate([game.observe(state, seat) for seat in range(game.num_seats)])

    def render(self) -> str | NDArray[np.uint8] | None:
        """The whole position, hidden facts included: a text (``ansi``), an RGB array, or printed (``human``)."""
        return show(self.game, self._live(), self.render_mode)

    def close(self) -> None:
        """Nothing to release; may be called at any time."""

    def replay(self) -> Replay:
        """The game played so far, as a replay."""
        from envs.replay import Replay

        return Replay.of(self.game, self._live(), self._actions, **self._origin)


def _passed_through(name: str) -> property:
    """An attribute of the environment inside; before reset its absence makes the wrapper raise its own error."""

    def get(wrapper: OrderEnforcing) -> Any:
        if wrapper._has_reset:
            return getattr(wrapper.env, name)
        raise AttributeError(name)

    return property(get)


class OrderEnforcing(OrderEnforcingWrapper[str, dict[str, Any], int]):
    """PettingZoo's check of the order of calls, with two differences.

    A step after the end is an error and not a warning, and what a game loop uses is passed through directly, which
    halves the time of a step.
    """

    agents = _passed_through("agents")
    agent_selection = _passed_through("agent_selection")
    rewards = _passed_through("rewards")
    terminations = _passed_through("terminations")
    truncations = _passed_through("truncations")
    infos = _passed_through("infos")
    _cumulative_rewards = _passed_through("_cumulative_rewards")

    def last(self, observe: bool = True) -> tuple[dict[str, Any] | None, float, bool, bool, dict[str, Any]]:
        """Observation, reward since its last turn, termination, truncation and info of the selected agent."""
        if not self._has_reset:
            EnvLogger.error_observe_before_reset()
        return self.env.last(observe)

    def step(self, action: int | None) -> None:
        """See `DerelictAEC.step`."""
        if not self._has_reset:
            EnvLogger.error_step_before_reset()
        self._has_updated = True
        self.env.step(action)

    def __str__(self) -> str:
        return str(self.env)


def make(game: str | Game, **options: Any) -> OrderEnforcing:
    """A `DerelictAEC` in its usual wrapper; the options are the same."""
    return OrderEnforcing(DerelictAEC(game, **options))
