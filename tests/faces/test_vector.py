"""The Stable-Baselines3 face: equal to a `DummyVecEnv` of the Gymnasium face, and fit for MaskablePPO."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import DummyVecEnv, VecMonitor

from envs.core.errors import IllegalAction, OptionError
from envs.gym import DerelictEnv
from envs.testing import by_sight
from envs.vector import DerelictVecEnv
from tests.faces.games import CONFIGS, Spread, config_id, learners

pytestmark = pytest.mark.parametrize("config", CONFIGS, ids=config_id)


@pytest.fixture(autouse=True)
def _one_thread():
    """Networks as small as these gain nothing from threads, and lose much where other processes compute too."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


def both(config, n, seat="team", brief=False, **options):
    game = config.load(brief)
    partners = Spread() if learners(game, seat) < game.num_seats else None
    options = {"seat": seat, "partners": partners, **options}
    return DummyVecEnv([lambda: DerelictEnv(game, **options)] * n), DerelictVecEnv(game, n, **options)


def vec(config, n, seat="team", brief=False, **options):
    game = config.load(brief)
    partners = Spread() if learners(game, seat) < game.num_seats else None
    return DerelictVecEnv(game, n, seat=seat, partners=partners, **options)


@pytest.mark.parametrize(
    ("seat", "brief", "options", "steps"),
    [
        ("team", False, {}, 2000),
        ("team", True, {}, 2000),
        ("team", True, {"reward": "shaped", "gamma": 0.97, "max_cycles": 25}, 400),
        (0, True, {"reward": "shaped"}, 400),
        (0, True, {"reward": "progress", "max_cycles": 11}, 400),
        (-1, True, {"reward": "shaped", "obs": "dict"}, 400),
    ],
    ids=["team whole games", "team", "team shaped cut", "seat shaped", "seat progress cut", "last seat dict"],
)
def test_equal_to_single_games(config, seat, brief, options, steps):
    seat = config.load().num_seats - 1 if seat == -1 else seat
    one, many = both(config, 3, seat, brief, **options)
    for env in (one, many):
        env.seed(40)
    a, b = one.reset(), many.reset()
    ends = cuts = 0
    wanted = 10 if brief else 3
    for step in itertools.count():
        if step >= steps and (ends >= wanted or brief):
            break
        same(a, b, step)
        masks = get_action_masks(many)
        assert np.array_equal(masks, get_action_masks(one)), f"masks at step {step}"
        actions = np.array([by_sight(row, mask) for row, mask in zip(rows(b), masks, strict=True)])
        a, rewards_a, dones_a, infos_a = one.step(actions)
        b, rewards_b, dones_b, infos_b = many.step(actions)
        assert rewards_b.dtype == rewards_a.dtype
        assert np.array_equal(rewards_a, rewards_b), f"rewards at step {step}"
        assert np.array_equal(dones_a, dones_b), f"dones at step {step}"
        for i in np.flatnonzero(dones_a):
            ends += 1
            cuts += infos_a[i]["TimeLimit.truncated"]
            for key in ("TimeLimit.truncated", "outcome", "won", "detail"):
                assert infos_a[i][key] == infos_b[i][key], f"{key} at step {step}"
            same(infos_a[i]["terminal_observation"], infos_b[i]["terminal_observation"], step)
    assert ends >= wanted
    assert cuts >= 1 or "max_cycles" not in options
    one.reset()
    many.reset()
    same(one.reset(), many.reset(), "reset without a seed goes on")


def rows(observations):
    if isinstance(observations, dict):
        return np.concatenate([block.reshape(len(block), -1) for block in observations.values()], 1)
    return observations


def same(a, b, where):
    if isinstance(a, dict):
        assert list(a) == list(b)
        for name in a:
            assert np.array_equal(a[name], b[name]), f"block {name} at {where}"
    else:
        assert np.array_equal(a, b), f"observations at {where}"


def play(env, steps):
    """Random legal play; yields what each step returned."""
    rng = np.random.default_rng(0)
    env.seed(1)
    env.reset()
    for _ in range(steps):
        masks = env.env_method("action_masks")
        yield env.step(np.array([rng.choice(np.flatnonzero(mask)) for mask in masks]))


def test_returns_add_up_and_are_reported(config):
    for seat in ("team", 0):
        env = vec(config, 4, seat, brief=True, reward="progress")
        totals, lengths, seen, returns = np.zeros(4), np.zeros(4, int), 0, set()
        for _, rewards, dones, infos in play(env, 300):
            totals += rewards
            lengths += 1
            for i in np.flatnonzero(dones):
                episode = infos[i]["episode"]
                assert episode["r"] == pytest.approx(totals[i], abs=1e-5)
                assert episode["l"] == lengths[i]
                returns.add(episode["r"])
                totals[i] = lengths[i] = 0
                seen += 1
            assert not any("episode" in infos[i] for i in np.flatnonzero(~dones))
        assert seen > 5
        assert len(returns) > 1


def test_arrays_that_were_returned_are_not_written_again(config):
    env = vec(config, 2)
    env.seed(0)
    first = env.reset()
    masks = env.action_masks()
    kept, kept_masks = first.copy(), masks.copy()
    env.step(masks.argmax(1))
    assert np.array_equal(first, kept)
    assert np.array_equal(masks, kept_masks)


def test_masks_and_attributes_as_sb3_asks_for_them(config):
    env = vec(config, 3)
    env.seed(0)
    env.reset()
    masks = env.env_method("action_masks")
    assert masks.shape == (3, env.action_space.n)
    assert masks.dtype == np.bool_
    assert np.array_equal(env.env_method("action_masks", indices=[2, 0]), masks[[2, 0]])
    assert np.array_equal(env.env_method("action_masks", indices=1), masks[[1]])
    assert is_masking_supported(env)
    assert not env.has_attr("no_such_attribute")
    assert env.get_attr("game", indices=[0, 1]) == [env.game] * 2
    assert env.env_is_wrapped(Monitor) == [True] * 3
    assert env.env_is_wrapped(VecMonitor) == [False] * 3
    with pytest.raises(AttributeError, match="action_masks"):
        env.env_method("close_window")
    with pytest.raises(OptionError, match="without indices"):
        env.set_attr("obs", "flat", indices=0)


def test_monitor_wraps_it(config):
    with pytest.warns(UserWarning, match="statistics will be"):  # it says that ours are replaced by its own
        env = VecMonitor(vec(config, 2, brief=True))
    lengths = [infos[i]["episode"]["l"] for _, _, dones, infos in play(env, 150) for i in np.flatnonzero(dones)]
    assert sum(lengths) <= 300
    assert lengths


def test_illegal_actions_and_wrong_calls(config):
    env = vec(config, 2)
    with pytest.raises(IllegalAction, match=r"reset\(\)"):
        env.step(np.zeros(2, int))
    env.seed(0)
    env.reset()
    states = env.learners.batch.states.copy()
    actions = env.action_masks().argmax(1)
    actions[1] = (~env.action_masks()[1]).argmax()
    with pytest.raises(IllegalAction, match=r"row 1: .*legal now"):
        env.step(actions)
    for bad in (np.full(2, np.nan), np.full(2, 10**6), np.zeros(3, int)):
        with pytest.raises((IllegalAction, OptionError)):
            env.step(bad)
    assert np.array_equal(env.learners.batch.states, states)
    env.step(env.action_masks().argmax(1))
    with pytest.raises(OptionError, match="did you mean 'threads'"):
        DerelictVecEnv(config.name, 2, thread=2)
    with pytest.raises(OptionError, match="at least one game"):
        vec(config, 0)


def test_seeds(config):
    a, b, c = vec(config, 2, seed=0), vec(config, 2, seed=0), vec(config, 2, seed=1)
    first = [env.reset() for env in (a, b, c)]
    assert np.array_equal(first[0], first[1])
    assert np.array_equal(a.learners.batch.seeds, [0, 1])
    assert np.array_equal(c.learners.batch.seeds, [1, 2])
    assert np.array_equal(a.learners.batch.states[1:], c.learners.batch.states[:1]), "row i starts from seed + i"
    assert not np.array_equal(a.learners.batch.states[0], a.learners.batch.states[1])
    fresh = [vec(config, 1) for _ in range(2)]
    for env in fresh:
        env.reset()
    assert fresh[0].learners.batch.seeds[0] != fresh[1].learners.batch.seeds[0]


def test_pictures(config):
    assert vec(config, 2).get_images() == [None, None]
    env = vec(config, 2, render_mode="rgb_array")
    env.seed(0)
    env.reset()
    assert env.render().ndim == 3


def test_maskable_ppo_trains_and_plays_legally(config):
    # The environment raises on any illegal action, so a run to its end is the proof.
    env = vec(config, 4, brief=True, reward="shaped", threads=1)
    model = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=64, n_epochs=2, seed=3, device="cpu")
    model.learn(384)
    assert model.num_timesteps >= 384
    assert model.ep_info_buffer, "finished games are logged"
    mean, _ = evaluate_policy(model, vec(config, 2, brief=True, seed=5), n_eval_episodes=4)
    assert -1.0 <= mean <= 1.0


def test_maskable_ppo_learns_from_blocks(config):
    env = vec(config, 2, obs="dict")
    model = MaskablePPO("MultiInputPolicy", env, n_steps=16, batch_size=32, n_epochs=1, seed=3, device="cpu")
    model.learn(64)
    assert model.num_timesteps >= 64
