"""The RLlib face and the engine ``rllib``: nothing is lost between the games and the learner, on one machine or two."""

import contextlib
import copy
import io
import itertools
import json
import os
import re
import shutil
import uuid
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
import pytest
import torch

import envs
import train
from agents import policy_file, rllib
from agents import spec as specs
from agents.config import FIRST_TRAINING_SEED, validate
from agents.learned import Learned, PolicyError
from agents.match import play
from agents.pool import stored
from agents.population import Population
from agents.random import Random
from agents.rllib_env import DerelictMultiAgentEnv
from envs.core.errors import DerelictError, IllegalAction, OptionError
from envs.faces import Cast, RewardMeter, partner_action
from envs.view import View
from tests.agents.common import save_policy
from tests.faces.games import CONFIGS, by_sight, config_id

# RLlib enters its environment with Gymnasium anew whenever it makes one.
pytestmark = pytest.mark.filterwarnings("ignore:.*Overriding environment rllib-multi-agent-env-v0:UserWarning")

# -- the environment -------------------------------------------------------------------------------------------


def line_ups():
    """Every configuration of the faces, with the team, one hero and the monsters as learners."""
    for config in CONFIGS:
        agents = config.load().seats
        heroes = config.load().hero_seats
        for seat in ["team", *([heroes - 1] if heroes > 1 else []), *([heroes] if len(agents) > heroes else [])]:
            yield pytest.param(config, seat, id=f"{config_id(config)}-{seat}")


def make(config, seat, **rest):
    options = {**config.options, **config.brief}
    game = envs.load(config.name, **options)
    learners = list(range(game.hero_seats)) if seat == "team" else [seat]
    partners = ["random"] if len(learners) < game.num_seats else []
    return DerelictMultiAgentEnv(
        {"game": config.name, "options": options, "seat": seat, "partners": partners, **rest}
    ), learners


def plain(game, seed, learners, reward, gamma, max_cycles, partners=None):
    """The same game played step by step: what each learner was asked, and what it got until it was asked again.

    `partners` are the agents of the other seats, by seat; without them all are random.

    Returns:
        (seat, observation, mask) of each decision, {seat: reward of each of its decisions}, and the whole reward of
        all learners.
    """
    state, meter = game.new(seed), RewardMeter(game, reward, gamma)
    partners = partners or dict.fromkeys(range(game.num_seats), Random())
    meter.start(state)
    asked, steps = [], []
    while (seat := game.turn(state)) is not None and not (len(steps) >= max_cycles > 0):
        view = View.of(game, state, seat)
        if seat in learners:
            asked.append((seat, view.observation, view.mask, len(steps)))
            action = by_sight(view.observation, view.mask)
        else:
            action = partner_action(partners[seat], view)
        game.step(state, action)
        steps.append(meter.step(state, game.turn(state) is None))
    got = {}
    for seat in learners:
        starts = [at for s, _, _, at in asked if s == seat]
        bounds = [0, *starts[1:], len(steps)] if starts else []
        got[seat] = [sum(r[seat] for r in steps[a:b]) for a, b in itertools.pairwise(bounds)]
    whole = {seat: sum(r[seat] for r in steps) for seat in learners}
    return [(s, o, m) for s, o, m, _ in asked], got, whole, state


def finish(env, seed):
    """Play a game by what is seen; returns the decisions and what came with each step."""
    observations, infos = env.reset(seed=seed)
    assert infos == {}
    asked, given = [], []
    while True:
        assert len(observations) == 1
        ((name, seen),) = observations.items()
        assert env.observation_spaces[name].contains(seen)
        mask = seen["action_mask"] == 1.0
        assert ((seen["action_mask"] == 0.0) | mask).all()
        asked.append((name, seen["observations"], mask))
        observations, rewards, terminated, truncated, infos = env.step({name: by_sight(seen["observations"], mask)})
        given.append(rewards)
        if terminated["__all__"] or truncated["__all__"]:
            return asked, given, (observations, terminated, truncated, infos)
        assert (terminated, truncated, infos) == ({"__all__": False}, {"__all__": False}, {})
        assert set(rewards) <= set(observations)


@pytest.mark.parametrize(("config", "seat"), list(line_ups()))
@pytest.mark.parametrize("reward", ["outcome", "shaped", "progress"])
def test_it_is_the_game_and_no_reward_is_lost(config, seat, reward):
    env, learners = make(config, seat, reward=reward, gamma=0.99, max_cycles=400)
    game = env.game
    names = [game.seats[s] for s in learners]
    for seed in config.seeds[:2]:
        asked, given, (last, terminated, truncated, infos) = finish(env, seed)
        expected, got, whole, state = plain(game, seed, learners, reward, 0.99, 400)
        assert [a[0] for a in asked] == [game.seats[e[0]] for e in expected]
        for (_, observation, mask), (_, twin, legal) in zip(asked, expected, strict=True):
            assert (observation == twin).all()
            assert (mask == legal).all()
        for s, name in zip(learners, names, strict=True):
            mine = [r[name] for r in given if name in r]
            if got[s]:
                assert mine == pytest.approx(got[s], abs=1e-9)
            assert sum(mine) == pytest.approx(whole[s], abs=1e-9)
        # The end: all agents, the same flag, the last position.
        over = game.turn(state) is None
        cut = not over or game.outcome(state).truncated
        assert (terminated, truncated) == ({"__all__": not cut}, {"__all__": cut})
        assert list(last) == list(infos) == names
        for s, name in zip(learners, names, strict=True):
            assert (last[name]["observations"] == game.observe(state, s)).all()
            assert not last[name]["action_mask"].any()
            assert infos[name]["outcome"] == (game.outcome(state).reason if over else "max_cycles")
        mean = sum(whole.values()) / len(whole)
        assert env.last_game == (pytest.approx(mean, abs=1e-9), len(asked), infos[names[0]]["won"] is True)


def test_the_learner_s_seat_and_its_partners_are_drawn_for_each_game():
    population = ["random", "scripted", "scripted:bold"]
    env = DerelictMultiAgentEnv(
        {
            "game": "enormity",
            "options": {"seats": 3, "scenario": "training"},
            "seat": "any",
            "partners": ["population"],
            "population": population,
        }
    )
    game = env.game
    assert env.possible_agents == list(game.seats) == list(env.action_spaces) == list(env.observation_spaces)
    members = [specs.make(spec, game) for spec in population]
    cast = Cast(game, "any", Population(members))
    learners, drawn = Counter(), Counter()
    for seed in range(12):
        seating = cast.begin(seed)
        own = [seat for seat, learns in enumerate(seating.is_learner) if learns]
        asked, given, (last, _, _, infos) = finish(env, seed)
        assert env.seed == seed
        expected, got, whole, _ = plain(game, seed, own, "outcome", 1.0, 0, seating.partners)
        name = game.seats[own[0]]
        assert env.agents == list(last) == list(infos) == [name]
        assert [a[0] for a in asked] == [name] * len(expected)
        assert all((a[1] == e[1]).all() for a, e in zip(asked, expected, strict=True))
        assert [r[name] for r in given if name in r] == pytest.approx(got[own[0]], abs=1e-9)
        assert env.last_game[:2] == (pytest.approx(whole[own[0]], abs=1e-9), len(asked))
        learners[name] += 1
        drawn.update(repr(getattr(agent, "temper", None)) for agent in seating.partners.values())
    assert set(learners) == set(game.seats)
    assert len(drawn) == len(population)


@pytest.mark.parametrize("config", [CONFIGS[1], CONFIGS[2]], ids=config_id)
def test_a_reset_with_a_seed_repeats_the_game_and_the_games_after_it(config):
    def games(env):
        first, _, _ = finish(env, 5)
        second, _, _ = finish(env, None)
        return [(name, o.tobytes()) for name, o, _ in first + second]

    one, two = (make(config, "team")[0] for _ in range(2))
    assert games(one) == games(two) == games(one)
    assert [o.tobytes() for _, o, _ in finish(one, 6)[0]] != [o.tobytes() for _, o, _ in finish(one, 5)[0]]


class Worker(dict):
    """What RLlib gives to an environment: its config, with the index of the process."""

    def __init__(self, config, worker_index):
        super().__init__(config)
        self.worker_index = worker_index


def test_no_two_rows_of_all_runners_play_the_same_game_nor_one_of_the_evaluation():
    seeds = []
    for first in (FIRST_TRAINING_SEED, FIRST_TRAINING_SEED + 1):
        for worker in range(3):
            env = DerelictMultiAgentEnv(Worker({"game": "lifeboat", "first_seed": first}, worker))
            for row in range(4):  # RLlib seeds row i of a worker with the sum of the run's seed, the worker and i
                env.reset(seed=worker + row)
                seeds.append(env.seed)
    assert len(set(seeds)) == len(seeds)
    assert min(seeds) >= FIRST_TRAINING_SEED


def test_past_selves_are_those_that_are_there_when_a_game_begins(tmp_path):
    save_policy(tmp_path)
    pool = tmp_path / "pool"
    pool.mkdir()
    shutil.copy(tmp_path / "policy.zip", pool / "000000000000.zip")
    config = {"game": "lifeboat", "options": {"seats": 3}, "seat": 1, "partners": ["past"]}
    env = DerelictMultiAgentEnv({**config, "pool": {"folder": str(pool), "latest": 0.5}})

    def players(seeds):
        found = Counter()
        for seed in seeds:
            env.reset(seed=seed)
            found.update(Path(agent.spec).stem.lstrip("0") for agent in env._seating.partners.values())
        return found

    assert players(range(5)) == {"": 10}
    shutil.copy(tmp_path / "policy.zip", pool / "000000000007.zip")
    both = players(range(60))
    assert set(both) == {"", "7"}
    assert 35 < both["7"] < 85
    (pool / "000000000000.zip").unlink()
    assert players(range(5)) == {"7": 10}


def test_a_wrong_answer_is_refused_and_changes_nothing():
    env = DerelictMultiAgentEnv({"game": "lifeboat", "options": {"seats": 2}})
    with pytest.raises(DerelictError, match=r"lifeboat: no game has begun; call reset\(\) first"):
        env.step({"sailor_0": 0})
    observations, _ = env.reset(seed=0)
    ((name, seen),) = observations.items()
    other = next(n for n in env.possible_agents if n != name)
    legal = int(seen["action_mask"].argmax())
    illegal = int((seen["action_mask"] == 0).argmax())
    before = env._state.copy()
    for answer, message in (
        ({name: illegal}, f"{name} cannot play {illegal} "),
        ({name: "row"}, "'row'"),
        ({other: legal}, f"{name} is asked and must answer alone, got actions of {other}"),
        ({name: legal, other: legal}, "must answer alone"),
        ({}, "got actions of nobody"),
    ):
        with pytest.raises(IllegalAction, match=message):
            env.step(answer)
    assert (env._state == before).all()
    env.step({name: np.int64(legal)})
    finish(env, 1)
    with pytest.raises(IllegalAction, match=r"the game is over; call reset\(\)"):
        env.step({name: legal})


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({}, "the key 'game' is missing"),
        ({"game": "lifebot"}, "unknown game 'lifebot'; did you mean 'lifeboat'"),
        ({"game": "lifeboat", "partner": []}, "unknown key 'partner'; did you mean 'partners'"),
        ({"game": "lifeboat", "options": {"seat": 2}}, "unknown option 'seat'; did you mean 'seats'"),
        ({"game": "lifeboat", "seat": "sailor_7"}, "unknown seat 'sailor_7'"),
        ({"game": "lifeboat", "seat": 0}, "0 partners for the 1 seats that the learner leaves free"),
        ({"game": "lifeboat", "seat": 0, "partners": ["rando"]}, "unknown agent 'rando'; did you mean 'random'"),
        ({"game": "lifeboat", "partners": ["random"]}, "1 partners for the 0 seats"),
        ({"game": "lifeboat", "seat": "any", "partners": ["population"]}, "population .* do not fit; list the agents"),
        (
            {"game": "lifeboat", "seat": 0, "partners": ["random"], "population": ["random"]},
            "do not fit; list the agents",
        ),
        (
            {"game": "lifeboat", "seat": 0, "partners": ["population"], "population": ["rando"]},
            "unknown agent 'rando'; did you mean 'random'",
        ),
        ({"game": "lifeboat", "seat": 0, "partners": ["past"]}, "expected pool=.*got None"),
        ({"game": "lifeboat", "seat": 0, "partners": ["past"], "pool": {"folder": "x"}}, "expected pool=.*'x'"),
        ({"game": "lifeboat", "reward": "points"}, "unknown reward='points'"),
        ({"game": "lifeboat", "gamma": 2.0}, "gamma must be in"),
        ({"game": "lifeboat", "max_cycles": -1}, "max_cycles must be 0"),
    ],
)
def test_configs_that_make_no_environment_are_refused(config, message):
    with pytest.raises(OptionError, match=message):
        DerelictMultiAgentEnv(config)


# -- from the environment to the learner -----------------------------------------------------------------------


SMALL = {
    "game": "lifeboat", "engine": "rllib", "n_envs": 4, "batch_size": 4, "net_arch": [8, 8], "device": "cpu",
    "ray": {"runners": 1}, "threads": 1,
}  # fmt: skip


@pytest.fixture
def one_thread():
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.mark.usefixtures("one_thread")
@pytest.mark.parametrize(
    ("options", "rest"),
    [
        ({"seats": 3}, {}),
        ({"seats": 2, "monsters": "agent"}, {"partners": ["random"]}),
        ({"seats": 2, "monsters": "agent"}, {"mode": "seat", "seat": 2, "partners": ["random"]}),
        ({"seats": 2, "monsters": "agent"}, {"mode": "monsters", "partners": ["random"]}),
        (
            {"seats": 3},
            {"mode": "seat", "seat": "any", "partners": ["population"], "population": ["random"]},
        ),
        ({"seats": 3}, {"max_cycles": 7}),
    ],
    ids=["team", "team-against-random", "seat-of-the-monsters", "monsters", "any-seat-in-a-population", "cut-off"],
)
def test_the_learner_gets_every_decision_with_its_reward(options, rest):
    """RLlib cuts games into fragments; each must hold what the environment gave, wherever it is cut."""
    from ray.rllib.env.multi_agent_env_runner import MultiAgentEnvRunner

    truth = defaultdict(list)

    class Recorded(DerelictMultiAgentEnv):
        number = 0

        def reset(self, **keys):
            Recorded.number += 1
            self.number, self.open = Recorded.number, {}
            observations, infos = super().reset(**keys)
            self.seen = dict(observations)
            return observations, infos

        def step(self, actions):
            for name, action in actions.items():
                self.open[name] = (self.seen[name]["observations"].tobytes(), int(action))
            out = super().step(actions)
            for name, reward in out[1].items():
                if name in self.open:
                    truth[self.number, name].append((*self.open.pop(name), np.float32(reward)))
            self.seen |= out[0]
            return out

    config = validate({**SMALL, "options": options, "n_steps": 5, **rest}, "test")
    settings = rllib.algorithm_config(config, Path("runs/x")).environment(Recorded)
    settings.env_runners(num_env_runners=0)
    runner = MultiAgentEnvRunner(settings, worker_index=0)
    got, ends = defaultdict(list), Counter()
    for _ in range(12):
        for episode in runner.sample():
            ends[episode.is_terminated, episode.is_truncated] += 1
            for name, part in episode.agent_episodes.items():
                assert (part.is_terminated, part.is_truncated) == (episode.is_terminated, episode.is_truncated)
                seen = part.get_observations(slice(0, len(part)))
                for i in range(len(part)):
                    assert seen["action_mask"][i][part.get_actions(i)] == 1.0
                    got[episode.id_, name].append(
                        (seen["observations"][i].tobytes(), int(part.get_actions(i)), np.float32(part.get_rewards(i)))
                    )
    runner.stop()
    assert Counter(map(tuple, got.values())) == Counter(map(tuple, truth.values()))
    assert sum(map(len, got.values())) > 150
    assert ends[False, False] > 0
    assert ends[True, True] == 0
    assert ends[(False, True) if "max_cycles" in rest else (True, False)] > 3


def test_an_illegal_action_has_no_probability_and_the_network_is_the_suite_s():
    from ray.rllib.core.rl_module import RLModuleSpec

    env = DerelictMultiAgentEnv({"game": "lifeboat"})
    name = env.possible_agents[0]
    module = RLModuleSpec(
        module_class=rllib.MaskedModule,
        observation_space=env.observation_spaces[name],
        action_space=env.action_spaces[name],
        model_config={"hidden": [16, 8]},
    ).build()
    observations = torch.randn(30, env.game.observation_size)
    mask = (torch.rand(30, env.game.num_actions) < 0.4).float()
    mask[:, 3] = 1.0
    batch = {"obs": {"observations": observations, "action_mask": mask}}
    out = module.forward_train(batch)
    probabilities = torch.softmax(out["action_dist_inputs"], 1)
    assert (probabilities[mask == 0] == 0).all()
    with torch.no_grad():
        expected = module.net.get_distribution(observations, action_masks=mask.bool().numpy()).distribution.probs
        values = module.net.predict_values(observations)[:, 0]
    assert torch.allclose(probabilities, expected, atol=1e-6)
    assert torch.allclose(module.compute_values(batch), values, atol=1e-6)
    assert torch.allclose(module.compute_values(batch, out["embeddings"]), values, atol=1e-6)
    assert set(module.forward_exploration(batch)) == set(module.forward_inference(batch)) == {"action_dist_inputs"}


# -- config ----------------------------------------------------------------------------------------------------


def test_every_key_of_the_algorithm_reaches_rllib(tmp_path):
    policy = tmp_path / "p.zip"
    config = validate(
        {
            **SMALL, "n_envs": 8, "n_steps": 6, "batch_size": 12, "n_epochs": 5, "learning_rate": 0.5, "gamma": 0.75,
            "gae_lambda": 0.25, "clip_range": 0.125, "ent_coef": 0.0625, "vf_coef": 0.375, "max_grad_norm": 0.875,
            "seed": 3, "ray": {"runners": 2}, "mode": "seat", "seat": 1, "reward": "shaped", "max_cycles": 9,
            "partners": [os.path.relpath(policy) + ":greedy", "population"],
            "population": ["random", os.path.relpath(policy)],
        },
        "test",
    )  # fmt: skip
    there = rllib.algorithm_config(config, tmp_path, steps=100)
    there.validate()
    assert (there.lr, there.gamma, there.lambda_, there.clip_param) == (0.5, 0.75, 0.25, 0.125)
    assert (there.entropy_coeff, there.vf_loss_coeff, there.grad_clip, there.num_epochs) == (0.0625, 0.375, 0.875, 5)
    assert (there.num_env_runners, there.num_envs_per_env_runner) == (2, 4)
    assert (there.get_rollout_fragment_length(), there.total_train_batch_size, there.minibatch_size) == (6, 48, 12)
    assert there.seed == 103
    assert there.env_config == {
        "game": "lifeboat", "options": config.options, "seat": 1, "partners": [f"{policy}:greedy", "population"],
        "population": ["random", str(policy)], "pool": None, "reward": "shaped", "gamma": 0.75,
        "max_cycles": 9, "first_seed": config.first_game_seed + 100,
    }  # fmt: skip


def test_past_selves_and_the_teams_of_fictitious_co_play_are_found_in_the_folder_of_the_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    folder = Path("runs/x")
    for steps in (0, 40, 80):
        path = folder / f"partners/1/pool/{steps:012}.zip"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    seat = {**SMALL, "options": {"seats": 3}, "mode": "seat", "pool": {"every": 10, "latest": 0.25}}
    config = validate({**seat, "partners": ["past"]}, "test")
    assert rllib.env_config(config, folder)["pool"] == {"folder": str(tmp_path / "runs/x/pool"), "latest": 0.25}
    config = validate({**seat, "partners": ["population"], "fictitious": {"partners": 2, "steps": 1536}}, "test")
    there = rllib.env_config(config, folder)
    assert there["population"] == [str(tmp_path / f"runs/x/partners/1/pool/{steps:012}.zip") for steps in (40, 80)]
    assert there["pool"] is None


def test_the_monsters_learn_on_their_own_seat():
    config = validate({**SMALL, "options": {"seats": 3, "monsters": "agent"}, "mode": "monsters"}, "test")
    assert rllib.env_config(config, Path("runs/x"))["seat"] == 3


def test_every_key_of_the_config_is_known():
    assert set(validate({}, "test").model_dump()) >= rllib.MAPPED


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--n_envs=9"], r"n_envs 9 games cannot be shared evenly by ray\.runners 2 processes"),
        (["--device=tpu"], "unknown device 'tpu'"),
        (["--ray.runner=2"], r"ray\.runner.*did you mean '?(--)?ray\.runners"),
        (["--partners=[random]"], "1 partners for the 0 seats"),
        (["--mode=monsters", "--partners=[random]"], "mode 'monsters' needs a seat for the monsters"),
        (
            ["--mode=alternating", "--options.monsters=agent", "--alternate.steps=100", "--pool.every=100"],
            "engine rllib has no mode 'alternating'",
        ),
        (["--init=runs/none/policy.zip"], "there is no such policy file"),
        (["--evaluation.agents=[rando]"], "unknown agent 'rando'"),
        (["--ray.address=127.0.0.1:9"], r"ray\.address '127\.0\.0\.1:9': no Ray cluster answers .*refused"),
        (["--ray.address=ray://head:10001"], r"no Ray cluster answers .*expected 'local', 'auto' or HOST:PORT"),
        (["--ray.address=atuo"], r"ray\.address 'atuo': no Ray .*did you mean 'auto'"),
    ],
)
def test_bad_input_ends_with_a_word_and_without_a_run(arguments, message, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    fixed = ["--game=lifeboat", "--engine=rllib", "--n_envs=8", "--n_steps=9", "--batch_size=9", "--run=bad",
             "--evaluation.agents=[random]"]  # fmt: skip
    assert train.main([*fixed, *arguments]) == 2
    error = capsys.readouterr().err
    assert re.search(message, error), error
    assert not (tmp_path / "runs").exists()


def test_keys_that_the_engine_does_not_know_are_refused(monkeypatch):
    monkeypatch.setattr(rllib, "MAPPED", rllib.MAPPED - {"ent_coef"})
    rllib.check(validate(SMALL, "test"))
    with pytest.raises(OptionError, match=r"engine rllib knows nothing of ent_coef=0\.5; leave it out or take engine"):
        rllib.check(validate({**SMALL, "ent_coef": 0.5}, "test"))
    monkeypatch.setattr(rllib, "MODES", ("seat",))
    with pytest.raises(OptionError, match="engine rllib has no mode 'team'"):
        rllib.check(validate(SMALL, "test"))


def test_games_that_ended_are_averaged_however_rllib_reports_them():
    games = rllib.RecentGames(7, window=3)
    assert games.means() == {"return": None, "length": None, "won": None}
    games.add({})
    games.add({"return": float("nan"), "length": [], "won": float("nan")})
    assert (games.games, games.means()["return"]) == (7, None)
    games.add({"return": 2.0, "length": 9.0, "won": 0.0})
    assert (games.games, games.means()) == (8, {"return": 2.0, "length": 9.0, "won": 0.0})
    games.add({"return": [0.0, 1.0, 2.0], "length": [1.0, 2.0, 3.0], "won": [1.0, 0.0, 1.0]})
    assert (games.games, games.means()) == (11, {"return": 1.0, "length": 2.0, "won": pytest.approx(2 / 3)})


# -- a cluster -------------------------------------------------------------------------------------------------


ROLLOUT = 32 * 64
ARGUMENTS = [
    "--game=lifeboat", "--engine=rllib", "--options.seats=2", "--n_envs=32", "--n_steps=64", "--batch_size=512",
    "--net_arch=[64,64]", "--learning_rate=2e-3", "--gamma=0.97", "--gae_lambda=0.8", "--device=cpu", "--threads=1",
    "--evaluation.games=0", "--evaluation.agents=[random,trained]",
]  # fmt: skip


def descendants(mark):
    """Processes that inherited the variable `mark`, without this one."""
    out = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if mark.encode() in path.read_bytes() and int(path.parent.name) != os.getpid():
                out.append((path.parent / "cmdline").read_bytes()[:60])
        except OSError:
            continue
    return out


@pytest.fixture(scope="module")
def cluster():
    """Two machines of one CPU each, as far as Ray knows."""
    from ray.cluster_utils import Cluster

    mark = f"DERELICT_TEST={uuid.uuid4().hex}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(*mark.split("="))
        nodes = {"num_cpus": 1, "num_gpus": 0, "object_store_memory": 100_000_000}
        there = Cluster(initialize_head=True, head_node_args={**nodes, "include_dashboard": False})
        there.add_node(**nodes)
        there.wait_for_nodes()
        assert descendants(mark) or not Path("/proc").exists()
        yield there
        there.shutdown()
    left = descendants(mark)
    assert not left, left


@pytest.fixture(scope="module")
def run(cluster, tmp_path_factory):
    """The folder of a run that was trained on the cluster, one of its two processes on each machine."""
    folder = tmp_path_factory.mktemp("rllib")
    out = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(out):
        patch.chdir(folder)
        patch.setenv("COLUMNS", "200")
        assert train.main([*ARGUMENTS, f"--ray.address={cluster.address}", f"--total_steps={6 * ROLLOUT}",
                           "--run=one"]) == 0  # fmt: skip
    assert "processes: 2, machines: 2" in out.getvalue()
    return folder / "runs/one"


def curve(folder):
    return [json.loads(line) for line in (folder / "curve.jsonl").read_text().splitlines()]


def test_a_team_learns_on_two_machines_and_plays_from_its_policy_file(run):
    game = envs.load("lifeboat", seats=2)
    agent = str(run / "policy.zip")
    seeds = range(200)
    won = {name: sum(r.won is True for r in play(game, [name, name], seeds)) for name in (agent, "random")}
    assert won[agent] > won["random"] + 40
    lines = curve(run)
    assert [line["steps"] for line in lines] == sorted({line["steps"] for line in lines})
    assert set(lines[0]) == {"steps", "seconds", "steps_per_s", "games", "return", "length", "won"}
    assert 6 * ROLLOUT <= lines[-1]["steps"] < 7 * ROLLOUT
    assert lines[-1]["won"] > lines[0]["won"] + 0.15
    info = Learned(agent, game).info
    assert (info.steps, info.updates, info.config["engine"]) == (lines[-1]["steps"], 6 * 3, "rllib")
    assert (run / "curve.png").stat().st_size > 1000
    assert list((run / "tensorboard").iterdir())


def test_the_policy_file_holds_the_weights_of_the_checkpoint(run):
    from ray.rllib.core.rl_module import RLModule
    from sb3_contrib import MaskablePPO

    game = envs.load("lifeboat", seats=2)
    module = RLModule.from_checkpoint(run / "checkpoint/learner_group/learner/rl_module" / rllib.LEARNER)
    observations = np.random.default_rng(0).normal(size=(20, game.observation_size)).astype(np.float32)
    batch = {"observations": torch.as_tensor(observations), "action_mask": torch.ones(20, game.num_actions)}
    theirs = module.forward_inference({"obs": batch})["action_dist_inputs"].numpy()
    assert np.allclose(Learned(run / "policy.zip", game).logits(observations), theirs, atol=1e-5)
    model = MaskablePPO.load(run / "policy.zip", device="cpu")
    assert model.num_timesteps == curve(run)[-1]["steps"]


def test_a_run_goes_on_from_its_checkpoint(run, cluster, tmp_path, monkeypatch):
    shutil.copytree(run, tmp_path / "runs/one")
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "runs/one"
    before = curve(folder)
    started = {}
    restore = rllib.restore

    def spy(path, algorithm):
        # What RLlib returns shares its memory with the network that goes on learning.
        started["fresh"] = copy.deepcopy(algorithm.learner_group.get_weights()[rllib.LEARNER])
        damaged = tmp_path / "damaged"
        shutil.copytree(path, damaged)
        for file in damaged.rglob("module_state.pkl"):
            file.write_bytes(file.read_bytes()[:1000])
        with pytest.raises(PolicyError, match="damaged: the checkpoint is damaged or does not fit"):
            restore(damaged, algorithm)
        restore(path, algorithm)
        started["learner"] = copy.deepcopy(algorithm.learner_group.get_weights()[rllib.LEARNER])
        started["runners"] = algorithm.env_runner_group.foreach_env_runner(
            lambda runner: runner.module.get_state()[rllib.LEARNER], local_env_runner=False
        )
        started["optimiser"] = copy.deepcopy(algorithm.learner_group.get_state()["learner"]["optimizer"])

    monkeypatch.setattr(rllib, "restore", spy)
    goal = before[-1]["steps"] + ROLLOUT // 2
    assert train.main([f"--ray.address={cluster.address}", f"--total_steps={goal}", "--run=one", "--resume"]) == 0
    weights = Learned(run / "policy.zip", envs.load("lifeboat", seats=2))._net.state_dict()
    for state in (started["learner"], *started["runners"]):
        assert len(state) == len(weights)
        assert all(np.allclose(state[f"net.{name}"], value.numpy()) for name, value in weights.items())
    assert not all(np.allclose(started["fresh"][f"net.{name}"], value.numpy()) for name, value in weights.items())
    (optimiser,) = started["optimiser"].values()
    assert len(optimiser["state"]) > 0
    lines = curve(folder)
    assert lines[: len(before)] == before
    assert len(lines) == len(before) + 1
    assert lines[-1]["games"] > before[-1]["games"]
    assert lines[-1]["seconds"] > before[-1]["seconds"]
    assert lines[-1]["won"] > before[0]["won"]
    assert Learned(folder / "policy.zip", envs.load("lifeboat", seats=2)).info.steps == lines[-1]["steps"]


def test_the_same_seed_gives_the_same_run(run, cluster, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert train.main([*ARGUMENTS, f"--ray.address={cluster.address}", f"--total_steps={2 * ROLLOUT}",
                       "--run=again"]) == 0  # fmt: skip
    first, again = (
        [(line["steps"], line["games"], line["return"], line["length"]) for line in curve(folder)]
        for folder in (run, tmp_path / "runs/again")
    )
    assert len(again) == 2  # the second update plays with what the first one has learned
    assert again == first[:2]


def test_it_starts_from_a_policy_and_plays_beside_its_past_selves(run, cluster, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    pool = tmp_path / "runs/two/pool"
    settings = [*ARGUMENTS, f"--ray.address={cluster.address}", "--mode=seat", "--seat=any", "--partners=[past]",
                f"--pool={{every: {ROLLOUT}, size: 3, latest: 0.5}}", "--run=two"]  # fmt: skip
    start = [f"--init={run / 'policy.zip'}", f"--freeze_policy_steps={ROLLOUT}", f"--total_steps={2 * ROLLOUT}"]
    assert train.main([*settings, *start]) == 0
    game = envs.load("lifeboat", seats=2)
    lines = curve(tmp_path / "runs/two")
    steps = [0, *(line["steps"] for line in lines)]
    assert stored(pool) == steps
    assert len(steps) == 3
    first, frozen, last = (Learned(pool / f"{at:012}.zip", game)._net.state_dict() for at in steps)
    begun = Learned(run / "policy.zip", game)._net.state_dict()
    value = {name for name in begun if name.startswith(("mlp_extractor.value_net", "value_net"))}
    assert 0 < len(value) < len(begun)
    for name, weights in begun.items():
        assert torch.equal(first[name], weights)
        assert torch.equal(frozen[name], weights) == (name not in value)
        assert not torch.equal(last[name], frozen[name])
    # A part of the run that was not saved leaves snapshots, which must not play when the run goes on.
    shutil.copy(pool / f"{steps[2]:012}.zip", pool / f"{9 * ROLLOUT:012}.zip")
    assert train.main([f"--total_steps={3 * ROLLOUT}", "--run=two", "--resume"]) == 0
    assert stored(pool) == [0, *(line["steps"] for line in curve(tmp_path / "runs/two")[-2:])]


def test_fictitious_co_play_trains_its_teams_and_then_the_best_response(cluster, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    settings = ["--mode=seat", "--seat=any", "--partners=[population]", f"--total_steps={ROLLOUT}", "--run=co",
                f"--ray.address={cluster.address}",
                f"--fictitious={{partners: 2, steps: {2 * ROLLOUT}, checkpoints: 1}}"]  # fmt: skip
    assert train.main([*ARGUMENTS, *settings, "--evaluation.games=4"]) == 0
    assert "training partner 2 of 2" in capsys.readouterr().out
    folder = tmp_path / "runs/co"
    teams = [folder / f"partners/{number}/pool" for number in range(2)]
    assert [len(stored(team)) for team in teams] == [2, 2], "the untrained network and the trained one"
    one, two = (policy_file.read_tensors(team / f"{stored(team)[1]:012}.zip", "policy") for team in teams)
    assert any(not torch.equal(one[name], two[name]) for name in one)
    results = [json.loads(line) for line in (folder / "evaluation.jsonl").read_text().splitlines()]
    players = {player for line in results for player in line["agents"].values() if "/pool/" in player}
    assert len(players) == 2, "the best response is tried beside both teams"


def test_a_damaged_checkpoint_or_too_small_a_cluster_leaves_the_run_as_it_is(
    run, cluster, tmp_path, monkeypatch, capsys
):
    shutil.copytree(run, tmp_path / "runs/one")
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "runs/one"
    go_on = [f"--ray.address={cluster.address}", "--run=one", "--resume", f"--total_steps={10 * ROLLOUT}"]
    files = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}

    assert train.main([*go_on, "--ray.runners=4"]) == 2
    assert "ray.runners 4: the cluster has 2 CPUs" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == files

    info = folder / "checkpoint/derelict.json"
    text = info.read_text()
    info.write_text(text.replace('"lifeboat"', '"enormity"', 1))
    assert train.main(go_on) == 2
    assert "trained for game enormity" in capsys.readouterr().err
    info.write_text(text[:50])
    assert train.main(go_on) == 2
    assert "checkpoint: the checkpoint is damaged" in capsys.readouterr().err
    info.write_text(text)
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == files


def test_a_crash_while_saving_leaves_a_whole_checkpoint(run, tmp_path):
    folder = tmp_path / "one"
    shutil.copytree(run, folder)
    game = envs.load("lifeboat", seats=2)
    (folder / "checkpoint").rename(folder / "checkpoint.old")
    (folder / "checkpoint.new").mkdir()
    assert rllib.saved(folder) == folder / "checkpoint.old"
    assert rllib.read_checkpoint_info(rllib.saved(folder), game).steps == curve(run)[-1]["steps"]
    shutil.rmtree(folder / "checkpoint.old")
    assert rllib.saved(folder) is None
    with pytest.raises(PolicyError, match="the checkpoint is damaged"):
        rllib.read_checkpoint_info(folder / "checkpoint.new", game)
