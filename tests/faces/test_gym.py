"""The Gymnasium faces: one learner alone and in the batch, by Gymnasium's own checks and by each other."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from stable_baselines3.common import env_checker

from envs.core.errors import DerelictError, IllegalAction, OptionError
from envs.faces import next_seed
from envs.gym import DerelictEnv, DerelictVectorEnv
from envs.registration import gymnasium_id
from envs.testing import by_sight
from tests.faces.games import CONFIGS, Spread, config_id, learners

pytestmark = pytest.mark.parametrize("config", CONFIGS, ids=config_id)


def env_of(config, seat="team", **options):
    game = config.load()
    partners = Spread() if learners(game, seat) < game.num_seats else None
    return DerelictEnv(game, seat=seat, partners=partners, **options)


def flat(observation):
    return np.concatenate([b.ravel() for b in observation.values()]) if isinstance(observation, dict) else observation


def play(env, most=10**9, **reset):
    """A game: total reward, number of steps, the last step."""
    observation, info = env.reset(**reset)
    total, steps = 0.0, 0
    while steps < most:
        steps += 1
        assert np.array_equal(env.unwrapped.action_masks(), info["action_mask"].astype(bool))
        last = env.step(by_sight(flat(observation), info["action_mask"]))
        observation, reward, terminated, truncated, info = last
        total += reward
        if terminated or truncated:
            break
    return total, steps, last


@pytest.mark.parametrize("obs", ["flat", "dict"])
def test_gymnasiums_checker(config, obs):
    game = config.load()
    partners = Spread() if game.num_seats > game.hero_seats else None
    env = gymnasium.make(
        gymnasium_id(config.name),
        obs=obs,
        partners=partners,
        illegal="noop",
        disable_env_checker=True,
        **config.options,
    )
    check_env(env.unwrapped)


def test_stable_baselines_checker(config):
    env_checker.check_env(env_of(config, illegal="noop"))


def test_every_seat_can_learn(config):
    game = config.load()
    for seat in ("team", *game.seats, 0):
        env = env_of(config, seat)
        total, steps, (observation, _, terminated, truncated, info) = play(env, seed=3)
        assert env.observation_space.contains(observation)
        assert terminated != truncated
        assert -1.0 <= total <= 1.0
        assert steps >= 1
        assert info["outcome"] != "running"
        assert info["seat"] == -1
        assert not info["action_mask"].any()


def test_a_seat_sees_its_own_view_and_is_asked_its_own_questions(config):
    game = config.load()
    seat = game.num_seats - 1
    env = env_of(config, seat)
    observation, info = env.reset(seed=5)
    for _ in range(10):
        assert info["seat"] == seat
        assert np.array_equal(observation, game.observe(env._state, seat))
        observation, _, terminated, truncated, info = env.step(by_sight(observation, info["action_mask"]))
        if terminated or truncated:
            assert np.array_equal(observation, game.observe(env._state, seat)), "also at the end"
            break


def test_the_teams_reward_is_the_mean_of_the_heroes(config):
    env = env_of(config)
    for seed in range(4):
        total, _, _ = play(env, seed=seed)
        heroes = env.game.rewards(env._state)[: env.game.hero_seats]
        assert total == pytest.approx(sum(heroes) / len(heroes), abs=1e-6)


def test_seeds_go_on_like_the_batchs(config):
    env = env_of(config)
    env.reset(seed=0)
    assert int(env._state["core"]["seed"]) == 0
    seed = 0
    for _ in range(3):
        env.reset()
        seed = next_seed(seed)
        assert int(env._state["core"]["seed"]) == seed
    batch = env.game.batch(1, seed=0)
    for _ in range(2):
        batch.reset()
    env.reset(seed=0)
    env.reset()
    env.reset()
    assert batch.states[0].tobytes() == env._state.tobytes()


def test_max_cycles_counts_the_decisions_of_all_seats_and_truncates(config):
    for seat in ("team", 0):
        env = env_of(config, seat, max_cycles=5)
        _, steps, (_, _, terminated, truncated, info) = play(env, seed=1)
        assert int(env._state["core"]["decisions"]) == 5
        assert (terminated, truncated, info["outcome"]) == (False, True, "max_cycles")
        assert steps == 5 or env.game.num_seats > 1


@pytest.mark.parametrize("illegal", ["raise", "noop", "terminate"])
def test_two_games_after_an_illegal_action(config, illegal):
    env, clean = env_of(config, illegal=illegal), env_of(config)
    observation, info = env.reset(seed=2)
    action = int((info["action_mask"] == 0).argmax())
    before = env._state.tobytes()
    if illegal == "raise":
        with pytest.raises(IllegalAction, match=r"cannot play .*legal now"):
            env.step(action)
        assert env._state.tobytes() == before
    else:
        seen, reward, terminated, truncated, after = env.step(action)
        assert (terminated, truncated) == (illegal == "terminate", False)
        assert np.array_equal(seen, observation)
        if illegal == "noop":
            assert reward == 0.0
            assert np.array_equal(after["action_mask"], info["action_mask"])
        else:
            assert reward == -1.0 / env.game.hero_seats
            assert after["outcome"] == "illegal_action"
    for seed in (3, 4):
        assert play(env, seed=seed)[:2] == play(clean, seed=seed)[:2]


def test_a_learner_that_always_errs_is_cut_off(config):
    env = env_of(config, illegal="noop", max_cycles=6)
    env.reset(seed=0)
    for _ in range(6):
        _, _, terminated, truncated, info = env.step(int((~env.action_masks()).argmax()))
    assert (terminated, truncated, info["outcome"]) == (False, True, "max_cycles")


def test_bad_actions_and_calls_out_of_order(config):
    env = env_of(config, illegal="noop")
    with pytest.raises(DerelictError, match=r"reset\(\)"):
        env.step(0)
    env.reset(seed=0)
    for action in (None, float("nan"), 1.0, "0", True):
        with pytest.raises(IllegalAction, match="integer"):
            env.step(action)
    env.step(np.int32(env.action_masks().argmax()))
    env.step(np.array(env.action_masks().argmax()))
    play(env, seed=0)
    with pytest.raises(IllegalAction, match=r"over; call reset\(\)"):
        env.step(0)


def test_bad_options(config):
    game = config.load()
    for options, message in (
        ({"seat": "captain"}, "unknown seat 'captain'"),
        ({"seat": 99}, "seat must be"),
        ({"partners": {99: Spread()}}, "seat must be"),
        ({"partners": {game.seats[0]: Spread()}}, "played by the learner"),
        ({"obs": "blocks"}, "obs='blocks'"),
    ):
        with pytest.raises(OptionError, match=message):
            DerelictEnv(game, **options)
    if game.num_seats > 1:
        with pytest.raises(OptionError, match=f"no partner plays .*{game.seats[1]}"):
            DerelictEnv(game, seat=0)
        with pytest.raises(OptionError, match=f"partner of {game.seats[1]} has no act"):
            DerelictEnv(game, seat=0, partners=object())
    with pytest.raises(OptionError, match="did you mean 'seats'"):
        DerelictEnv(config.name, seeats=2)


class Remembers:
    """A partner with a memory, which must be its own and fresh in each game."""

    def __init__(self):
        self.word = 0

    def reset(self, seed):
        self.word = seed

    def act(self, view):
        self.word = next_seed(self.word)
        return view.legal[self.word % len(view.legal)]


class Answers:
    """A partner that answers many questions at once, with random words."""

    def act(self, view):
        raise AssertionError("act_batch is asked if there is one")

    def act_batch(self, observations, masks, words):
        legal = [np.flatnonzero(mask) for mask in masks]
        return np.array([ids[int(word) % len(ids)] for ids, word in zip(legal, words, strict=True)])


class Draws:
    """A partner that draws from the word of its decision."""

    def act(self, view):
        return view.legal[view.seed % len(view.legal)]


@pytest.mark.parametrize("partner", [Remembers, Answers, Draws])
def test_partners_play_alike_alone_and_in_the_batch(config, partner):
    game = config.load(brief=True)
    if game.num_seats == 1:
        partner = type(None)
    one = SyncVectorEnv(
        [lambda: DerelictEnv(game, seat=0, partners=partner())] * 3, autoreset_mode=AutoresetMode.SAME_STEP
    )
    many = DerelictVectorEnv(game, 3, seat=0, partners=partner(), autoreset_mode=AutoresetMode.SAME_STEP)
    compare(one, many, 120)


def test_a_partner_that_remembers_begins_each_game_anew(config):
    game = config.load()
    given, players = [], []

    class Notes(Remembers):
        def reset(self, seed):
            given.append(seed)
            players.append(self)
            super().reset(seed)

    partner = Notes()
    env = DerelictEnv(game, seat=0, partners=partner)
    courses = []
    for seed in (1, 2, 1):
        given.clear()
        env.reset(seed=seed)
        courses.append(tuple(given))
    assert courses[0] == courses[2]
    assert len(set(courses[0] + courses[1])) == 2 * (game.num_seats - 1), "one word for each seat of each game"
    assert partner not in players, "the agent that was given is left as it is"


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("seat", ["team", 0, -1])
@pytest.mark.parametrize("obs", ["flat", "dict"])
def test_the_batch_equals_as_many_single_games(config, mode, seat, obs):
    game = config.load(brief=True)
    seat = game.num_seats - 1 if seat == -1 else seat
    partners = Spread() if learners(game, seat) < game.num_seats else None
    options = {"seat": seat, "partners": partners, "obs": obs, "reward": "shaped", "gamma": 0.9, "max_cycles": 80}
    one = SyncVectorEnv([lambda: DerelictEnv(game, **options)] * 4, autoreset_mode=mode)
    many = DerelictVectorEnv(game, 4, autoreset_mode=mode, **options)
    assert many.metadata["autoreset_mode"] is mode
    assert many.observation_space == one.observation_space
    assert many.action_space == one.action_space
    compare(one, many, 150)


def compare(one, many, steps, seed=17):
    """Step both with equal actions and compare all that they return."""
    a, b = one.reset(seed=seed), many.reset(seed=seed)
    equal(a, b, "reset")
    ends = 0
    for number in range(steps):
        rows = [flat(o) for o in rows_of(b[0], one.num_envs)]
        masks = b[1]["action_mask"]
        actions = np.array([by_sight(o, m) if m.any() else 0 for o, m in zip(rows, masks, strict=True)])
        a, b = one.step(actions), many.step(actions)
        equal(a, b, f"step {number}")
        over = b[2] | b[3]
        ends += over.sum()
        a, b = (a[0], a[4]), (b[0], b[4])
        if over.any() and many.autoreset_mode is AutoresetMode.DISABLED:
            a = one.reset(options={"reset_mask": over.copy()})
            b = many.reset(options={"reset_mask": over.copy()})
            equal(a, b, f"reset after step {number}")
            masks = b[1]["action_mask"].copy()
            masks[~over] = many.action_masks()[~over]
            b = (b[0], {"action_mask": masks})
    assert ends > 3, "the comparison covers ends of games"


def rows_of(observations, n):
    if isinstance(observations, dict):
        return [{name: block[i] for name, block in observations.items()} for i in range(n)]
    return list(observations)


def equal(a, b, where):
    assert len(a) == len(b)
    for i, (x, y) in enumerate(zip(a, b, strict=True)):
        equal_data(x, y, f"{where}, part {i}")


def equal_data(x, y, where):
    if isinstance(x, dict):
        assert set(x) == set(y), where
        for key in x:
            equal_data(x[key], y[key], f"{where}.{key}")
    elif isinstance(x, np.ndarray) and x.dtype == object:
        for i, (p, q) in enumerate(zip(x, y, strict=True)):
            equal_data(p, q, f"{where}[{i}]")
    elif isinstance(x, np.ndarray):
        assert x.dtype == y.dtype, where
        assert np.array_equal(x, y), where
    else:
        assert x == y, where


def vector_of(config, n=3, **options):
    game = config.load()
    return DerelictVectorEnv(game, n, partners=Spread() if game.num_seats > game.hero_seats else None, **options)


def run_to_an_end(env):
    """Steps until the first game ends; returns that step."""
    _, infos = env.reset(seed=0)
    while True:
        step = env.step(infos["action_mask"].argmax(1))
        infos = step[4]
        if (step[2] | step[3]).any():
            return step


def test_next_step_autoreset(config):
    env = vector_of(config)
    final, _, terminations, truncations, infos = run_to_an_end(env)
    over = terminations | truncations
    assert np.array_equal(infos["_outcome"], over)
    assert not infos["action_mask"][over].any()
    assert infos["action_mask"][~over].any(1).all()
    seeds = env.learners.batch.seeds.copy()
    observations, rewards, terminations, truncations, infos = env.step(infos["action_mask"].argmax(1))
    assert (rewards[over] == 0).all()
    assert not (terminations | truncations)[over].any()
    assert infos["action_mask"][over].any(1).all()
    assert not np.array_equal(observations[over], final[over])
    assert [int(s) for s in env.learners.batch.seeds[over]] == [next_seed(int(s)) for s in seeds[over]]


def test_same_step_autoreset(config):
    env = vector_of(config, autoreset_mode="SameStep")
    observations, _, terminations, truncations, infos = run_to_an_end(env)
    over = terminations | truncations
    assert infos["action_mask"].any(1).all()
    assert np.array_equal(infos["_final_obs"], over)
    assert np.array_equal(infos["final_info"]["_outcome"], over)
    for i in np.flatnonzero(over):
        assert env.single_observation_space.contains(infos["final_obs"][i])
        assert not np.array_equal(infos["final_obs"][i], observations[i])


def test_disabled_autoreset(config):
    env = vector_of(config, autoreset_mode=AutoresetMode.DISABLED)
    _, _, terminations, truncations, infos = run_to_an_end(env)
    over = terminations | truncations
    with pytest.raises(IllegalAction, match="reset_mask"):
        env.step(infos["action_mask"].argmax(1))
    states = env.learners.batch.states.copy()
    _, infos = env.reset(seed=50, options={"reset_mask": over})
    assert np.array_equal(infos["_action_mask"], over)
    for i in range(env.num_envs):
        kept = env.learners.batch.states[i].tobytes() == states[i].tobytes()
        assert kept != over[i]
        if over[i]:
            assert int(env.learners.batch.seeds[i]) == 50 + i
    env.step(env.action_masks().argmax(1))
    for mask in (over.astype(int), over[:1], np.zeros(3, np.bool_), [True, False, False]):
        with pytest.raises(OptionError, match="reset_mask"):
            env.reset(options={"reset_mask": mask})


def test_made_by_the_registry(config):
    game = config.load()
    partners = Spread() if game.num_seats > game.hero_seats else None
    envs = gymnasium.make_vec(gymnasium_id(config.name), num_envs=2, partners=partners, **config.options)
    assert isinstance(envs, DerelictVectorEnv)
    assert envs.num_envs == 2
    _, infos = envs.reset(seed=1)
    envs.step(infos["action_mask"].argmax(1))
    envs.close()
    envs.close()
    env = gymnasium.make(gymnasium_id(config.name), partners=partners, **config.options)
    assert play(env, seed=1)[:2] == play(env_of(config), seed=1)[:2]


def test_vector_bad_input(config):
    env = vector_of(config)
    with pytest.raises(DerelictError, match=r"reset\(\)"):
        env.step(np.zeros(3, int))
    env.reset(seed=[4, None, 6])
    assert [int(s) for s in env.learners.batch.seeds[[0, 2]]] == [4, 6]
    with pytest.raises(OptionError, match="expected 3 seeds, got 2"):
        env.reset(seed=[1, 2])
    states = env.learners.batch.states.copy()
    actions = env.action_masks().argmax(1)
    actions[1] = (~env.action_masks()[1]).argmax()
    with pytest.raises(IllegalAction, match="row 1: "):
        env.step(actions)
    for bad in (actions[:2], actions.astype(float), np.full(3, -1)):
        with pytest.raises((OptionError, IllegalAction)):
            env.step(bad)
    assert np.array_equal(env.learners.batch.states, states)
    with pytest.raises(OptionError, match=r"autoreset_mode='NextStop'.*'NextStep'"):
        vector_of(config, autoreset_mode="NextStop")


def test_threads_make_no_difference(config):
    one, two = vector_of(config, 8), vector_of(config, 8, threads=2)
    a, b = one.reset(seed=3), two.reset(seed=3)
    for _ in range(60):
        equal(a, b, "threads")
        actions = a[-1]["action_mask"].argmax(1)
        a, b = one.step(actions), two.step(actions)
    two.close()


def test_vector_render(config):
    assert vector_of(config).render() is None
    env = vector_of(config, render_mode="rgb_array")
    env.reset(seed=0)
    frames = env.render()
    assert len(frames) == 3
    assert frames[0].dtype == np.uint8
