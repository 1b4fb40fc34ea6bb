"""The PettingZoo face: PettingZoo's own tests, and what they do not look at."""

from __future__ import annotations

import copy
import pickle
import warnings
from types import SimpleNamespace

import numpy as np
import pettingzoo
import pytest
from gymnasium.spaces.utils import flatten
from pettingzoo.utils import turn_based_aec_to_parallel

import envs
from envs.aec import DerelictAEC, make
from envs.core.errors import DerelictError, IllegalAction, OptionError
from envs.testing import by_sight
from tests.faces.games import CONFIGS, config_id

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # PettingZoo's tests import PettingZoo's old modules
    from pettingzoo.test import api_test, max_cycles_test, render_test, seed_test

pytestmark = pytest.mark.parametrize("config", CONFIGS, ids=config_id)


def env_of(config, **options):
    return make(config.name, **config.options, **options)


def policy(seen):
    observation = seen["observation"]
    if isinstance(observation, dict):
        observation = np.concatenate([block.ravel() for block in observation.values()])
    return by_sight(observation, seen["action_mask"])


def play(env, most=10**9):
    """Play to the end, or so many steps; returns the sum of ``last()`` rewards and the last info of each agent."""
    totals, infos = dict.fromkeys(env.agents, 0.0), {}
    for agent in env.agent_iter(most):
        seen, reward, terminated, truncated, info = env.last()
        totals[agent] += reward
        infos[agent] = info
        env.step(None if terminated or truncated else policy(seen))
    return totals, infos


def illegal_action(env):
    seen, *_ = env.last()
    return int((seen["action_mask"] == 0).argmax())


@pytest.mark.parametrize("obs", ["flat", "dict"])
@pytest.mark.parametrize("reward", ["outcome", "shaped", "progress"])
def test_api(config, obs, reward):
    with warnings.catch_warnings():
        # PettingZoo's white list of Dict observations holds only its own environments.
        warnings.filterwarnings("ignore", "Observation (space|is not)")
        warnings.filterwarnings("ignore", ".*not NumPy array")
        api_test(env_of(config, obs=obs, reward=reward), num_cycles=200)


def test_seeds(config):
    seed_test(lambda: env_of(config), num_cycles=200)


def test_max_cycles(config):
    def fixed(max_cycles):
        # PettingZoo's test draws its seed and its actions unseeded, and an unlucky short game ends before the limit.
        env = make(config.name, **config.solo, max_cycles=max_cycles, illegal="noop")
        reset = env.reset
        env.reset = lambda seed=None, options=None: reset(0 if seed is None else seed, options)
        for agent in env.possible_agents:
            env.action_space(agent).seed(0)
        return env

    module = SimpleNamespace(env=fixed, parallel_env=lambda max_cycles: turn_based_aec_to_parallel(fixed(max_cycles)))
    max_cycles_test(module)


def test_rendering(config, capsys):
    render_test(lambda render_mode: env_of(config, render_mode=render_mode))
    assert capsys.readouterr().out.strip(), "human mode prints the text"


def test_pictures_differ_when_the_position_does(config):
    env = env_of(config, render_mode="rgb_array")
    env.reset(seed=0)
    first = env.render()
    assert first.std() > 5, "the picture is blank"
    play(env, 12)
    assert not np.array_equal(first, env.render())


def test_without_a_render_mode_render_warns_and_draws_nothing(config):
    env = env_of(config)
    env.reset(seed=0)
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None


def test_metadata_and_names(config):
    env = env_of(config)
    game = config.load()
    assert str(env) == env.metadata["name"] == f"{config.name}_v{game.version}"
    assert env.metadata["is_parallelizable"] is False
    assert env.possible_agents == list(game.seats)
    module = __import__(f"envs.{config.name}_v{game.version}", fromlist=["env"])
    assert not hasattr(module, "parallel_env")
    assert isinstance(module.raw_env(**config.options), DerelictAEC)
    assert module.env(**config.options).possible_agents == env.possible_agents


def test_registry_makes_the_same_environment(config):
    version = config.load().version
    env = pettingzoo.make("aec", f"derelict/{config.name}-v{version}", **config.options)
    env.reset(seed=5)
    other = env_of(config)
    other.reset(seed=5)
    assert play(env) == play(other)


def test_spaces_are_the_same_objects_and_hold_what_is_observed(config):
    for obs in ("flat", "dict"):
        env = env_of(config, obs=obs)
        for agent in env.possible_agents:
            assert env.observation_space(agent) is env.observation_space(agent)
            assert env.action_space(agent) is env.action_space(agent)
            assert env.observation_space(agent) == env.observation_space(env.possible_agents[0])
        env.reset(seed=1)
        for _ in range(30):
            for agent in env.possible_agents:
                assert env.observation_space(agent).contains(env.observe(agent))
            if env.terminations.get(env.agent_selection, True):
                break
            env.step(policy(env.last()[0]))


def test_blocks_are_the_flat_observation(config):
    flat, blocks = env_of(config), env_of(config, obs="dict")
    flat.reset(seed=3)
    blocks.reset(seed=3)
    one, named = flat.last()[0], blocks.last()[0]
    for block in config.load().layout:
        expected = one["observation"][block.start : block.stop].reshape(block.shape)
        assert np.array_equal(named["observation"][block.name], expected)
    assert np.array_equal(one["action_mask"], named["action_mask"])
    space = blocks.observation_space(blocks.agent_selection)["observation"]
    assert np.array_equal(flatten(space, named["observation"]), one["observation"])


def test_only_the_selected_agent_has_a_mask_and_nobody_after_the_end(config):
    env = env_of(config)
    env.reset(seed=2)
    while not (env.terminations[env.agent_selection] or env.truncations[env.agent_selection]):
        for agent in env.possible_agents:
            mask = env.observe(agent)["action_mask"]
            assert mask.dtype == np.int8
            assert mask.any() == (agent == env.agent_selection)
        env.step(policy(env.last()[0]))
    while env.agents:
        assert not any(env.observe(agent)["action_mask"].any() for agent in env.possible_agents)
        env.step(None)


def test_masks_are_the_games(config):
    env, game = env_of(config), config.load()
    env.reset(seed=6)
    state = game.new(6)
    while (seat := game.turn(state)) is not None:
        assert env.agent_selection == game.seats[seat]
        seen = env.last()[0]
        assert np.array_equal(seen["action_mask"].astype(bool), game.legal(state))
        assert np.array_equal(seen["observation"], game.observe(state, seat))
        action = policy(seen)
        env.step(action)
        game.step(state, action)


def test_all_agents_stay_to_the_end_and_get_one_kind_of_flag(config):
    env, game = env_of(config), config.load()
    for seed in range(5):
        env.reset(seed=seed)
        while not any(env.terminations.values()) and not any(env.truncations.values()):
            assert env.agents == list(game.seats)
            env.step(policy(env.last()[0]))
        assert len(set(env.terminations.values())) == len(set(env.truncations.values())) == 1
        assert set(env.terminations.values()) != set(env.truncations.values())
        infos = list(env.infos.values())
        assert all(info["outcome"] == infos[0]["outcome"] != "running" for info in infos)
        assert all(type(reward) is float for reward in env.rewards.values())
        for info in infos:  # wrappers write into them, so they are the agent's own
            info["mine"] = info["detail"]["mine"] = 1
            assert sum("mine" in other for other in infos) == sum("mine" in other["detail"] for other in infos) == 1
            del info["mine"], info["detail"]["mine"]


def test_max_cycles_truncates_all_and_says_so(config):
    env = env_of(config, max_cycles=4)
    env.reset(seed=0)
    _, infos = play(env)
    env.reset(seed=0)
    for _ in range(4):
        assert not any(env.truncations.values())
        env.step(policy(env.last()[0]))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert all(info["outcome"] == "max_cycles" and info["won"] is None for info in infos.values())


def test_the_choice_is_named_for_the_selected_agent_only(config):
    env, game = env_of(config), config.load()
    env.reset(seed=1)
    assert env.infos[env.agent_selection] == {"choice": game.choice_name(game.new(1))}
    assert all(not info for agent, info in env.infos.items() if agent != env.agent_selection)


@pytest.mark.parametrize("illegal", ["raise", "noop", "terminate"])
def test_two_games_after_an_illegal_action(config, illegal):
    env, clean = env_of(config, illegal=illegal), env_of(config)
    env.reset(seed=9)
    play(env, 5)
    clean.reset(seed=9)
    play(clean, 5)
    offender = env.agent_selection
    before = env.last()
    action = illegal_action(env)
    if illegal == "raise":
        with pytest.raises(IllegalAction, match=f"{offender} cannot play {action} .*legal now:"):
            env.step(action)
    else:
        env.step(action)
    if illegal == "terminate":
        assert all(env.terminations.values())
        assert not any(env.truncations.values())
        assert env.rewards == {agent: -1.0 if agent == offender else 0.0 for agent in env.possible_agents}
        assert env.infos[offender]["outcome"] == "illegal_action"
        while env.agents:
            env.step(None)
    else:
        assert env.agent_selection == offender
        assert np.array_equal(env.last()[0]["observation"], before[0]["observation"])
        assert play(env) == play(clean), "the game goes on as if nothing had happened"
    for seed in (10, 11):
        env.reset(seed=seed)
        clean.reset(seed=seed)
        assert play(env) == play(clean)


@pytest.mark.parametrize("illegal", ["raise", "noop", "terminate"])
@pytest.mark.parametrize("action", [float("nan"), 0.0, "0", True, np.float32(1), np.array([0, 1])], ids=repr)
def test_what_is_no_integer_is_refused_in_every_mode(config, illegal, action):
    env = env_of(config, illegal=illegal)
    env.reset(seed=0)
    state = env.unwrapped._state.tobytes()
    with pytest.raises(IllegalAction, match="an action is an integer id"):
        env.step(action)
    assert env.unwrapped._state.tobytes() == state


def test_none_for_a_live_agent_and_ids_out_of_range_are_refused(config):
    env = env_of(config)
    env.reset(seed=0)
    with pytest.raises(IllegalAction, match="is alive"):
        env.step(None)
    for action in (-1, config.load().num_actions, 10**9):
        with pytest.raises(IllegalAction, match="out of range"):
            env.step(action)


def test_numpy_integers_are_actions(config):
    env, clean = env_of(config), env_of(config)
    env.reset(seed=0)
    clean.reset(seed=0)
    for kind in (np.int16, np.int32, np.int64, np.uint16, np.array):
        action = policy(env.last()[0])
        env.step(kind(action))
        clean.step(action)
        assert np.array_equal(env.unwrapped._state, clean.unwrapped._state)


def test_a_step_after_the_end_is_an_error(config):
    for env in (env_of(config), env_of(config).unwrapped):
        env.reset(seed=0)
        play(env)
        assert env.agents == []
        for action in (0, None):
            with pytest.raises(IllegalAction, match=r"over.*reset\(\)"):
                env.step(action)


def test_a_finished_agent_takes_none_only(config):
    env = env_of(config, max_cycles=1)
    env.reset(seed=0)
    env.step(policy(env.last()[0]))
    with pytest.raises(ValueError, match="only valid action is None"):
        env.step(0)


def test_using_it_before_reset_is_an_error(config):
    raw = env_of(config).unwrapped
    for use in (lambda: raw.step(0), lambda: raw.observe(raw.possible_agents[0]), raw.state, raw.render):
        with pytest.raises(DerelictError, match=r"reset\(\)"):
            use()


def test_the_wrapper_enforces_the_order_of_calls(config):
    env = env_of(config)
    for use in (lambda: env.step(0), env.last, env.state, lambda: env.observe(env.possible_agents[0]), env.agent_iter):
        with pytest.raises(AssertionError, match="reset"):
            use()
    for name in ("agents", "agent_selection", "rewards", "terminations", "truncations", "infos"):
        with pytest.raises(AttributeError, match=f"{name} cannot be accessed before reset"):
            getattr(env, name)
    env.reset(seed=0)
    turns = iter(env.agent_iter())
    next(turns)
    with pytest.raises(AssertionError, match="need to call step"):
        next(turns)


def test_seeds_none_zero_and_streams(config):
    env = env_of(config)

    def first(**kwargs):
        env.reset(**kwargs)
        return env.unwrapped._state.tobytes()

    zero, follow, third = first(seed=0), first(), first()
    assert len({zero, follow, third}) == 3, "the stream goes on"
    assert [first(seed=0), first(), first()] == [zero, follow, third]
    assert first(seed=1) != zero
    fresh = []
    for _ in range(2):
        env = env_of(config)
        fresh.append(first())
    assert fresh[0] != fresh[1], "without any seed games differ"
    assert first(seed=0, options={"layout_seed": 0, "other": 1}) == zero
    assert first(seed=0, options={"play_seed": 3}) != zero
    for seed in (-1, 1.5, True, "a"):
        with pytest.raises(OptionError, match="non-negative integer"):
            env.reset(seed=seed)


def test_it_pickles_and_copies_with_its_options(config):
    env = env_of(config, max_cycles=7, reward="shaped", obs="dict")
    for twin in (pickle.loads(pickle.dumps(env.unwrapped)), copy.deepcopy(env.unwrapped)):
        assert twin.max_cycles == 7
        assert twin.game.config() == config.load().config()
        env.reset(seed=4)
        twin.reset(seed=4)
        assert play(env) == play(twin)


def test_state_is_all_that_the_seats_see(config):
    env, game = env_of(config), config.load()
    env.reset(seed=8)
    play(env, 7)
    state = env.state()
    assert env.state_space.contains(state)
    size = game.observation_size
    for i, agent in enumerate(env.possible_agents):
        assert np.array_equal(state[i * size : (i + 1) * size], env.observe(agent)["observation"])


def test_a_configured_game_is_taken_as_it_is(config):
    game = config.load()
    assert DerelictAEC(game).game is game
    with pytest.raises(OptionError, match="configured already"):
        DerelictAEC(game, seats=2)


def test_unknown_options_name_the_nearest(config):
    for options, message in (
        ({"rendermode": "ansi"}, "'rendermode'; did you mean 'render_mode'"),
        ({"seat": 2}, "did you mean 'seats'"),
        ({"render_mode": "rgb"}, "render_mode='rgb'"),
        ({"reward": "shape"}, "did you mean 'shaped'"),
        ({"illegal": "rais"}, "did you mean 'raise'"),
        ({"obs": "flatt"}, "did you mean 'flat'"),
        ({"gamma": 0.0}, "gamma"),
        ({"max_cycles": -1}, "max_cycles"),
        ({"max_cycles": 2.5}, "max_cycles"),
        ({"seats": 99}, "seats"),
    ):
        with pytest.raises(OptionError, match=message):
            make(config.name, **options)
    with pytest.raises(OptionError, match="unknown game"):
        make(config.name + "s")


def test_games_share_nothing(config):
    one, two = env_of(config), env_of(config)
    one.reset(seed=1)
    two.reset(seed=1)
    play(one, 6)
    fresh = envs.load(config.name, **config.options).new(1)
    assert two.unwrapped._state.tobytes() == fresh.tobytes()
