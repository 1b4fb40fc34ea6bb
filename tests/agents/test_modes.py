"""The modes of ``train.py`` from the command line to their files, on the smallest game."""

import json
import os
import shutil
import zipfile
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
import torch

import envs
import train
from agents import learner, policy_file, population, spec
from agents.base import Agent
from agents.config import parse_command, read_config, validate
from agents.learned import Learned
from agents.match import play
from agents.results import read_results
from agents.seeds import evaluation_seeds
from envs.core.errors import OptionError
from envs.faces import kept

SMALL = [
    "--game=lifeboat", "--options.seats=3", "--n_envs=16", "--n_steps=16", "--batch_size=128", "--net_arch=[24,16]",
    "--threads=1", "--device=cpu", "--evaluation.games=0", "--evaluation.agents=[random,trained]",
    "--max_cycles=40",
]  # fmt: skip
UPDATE = 16 * 16
SHARK = ["--options.seats=2", "--options.monsters=agent"]
MODES = {
    "team": [],
    "seat": ["--mode=seat", "--seat=1", "--partners=[random]"],
    "population": ["--mode=seat", "--seat=any", "--partners=[population]", "--population=[random,team.zip]"],
    "past": ["--mode=seat", "--seat=any", "--partners=[past,random]", f"--pool.every={UPDATE}", "--pool.size=3"],
    "monsters": [*SHARK, "--mode=monsters", "--partners=[population,random]", "--population=[random,team.zip]"],
    "alternating": [*SHARK, "--mode=alternating", f"--alternate.steps={2 * UPDATE}", f"--pool.every={UPDATE}"],
}
FICTITIOUS = ["--mode=seat", "--seat=any", "--partners=[population]", "--fictitious.partners=2",
              f"--fictitious.steps={6 * UPDATE}", "--fictitious.checkpoints=3"]  # fmt: skip


@pytest.fixture(scope="module")
def team(tmp_path_factory):
    """A policy file, and one for another network."""
    folder = tmp_path_factory.mktemp("team")
    game = envs.load("lifeboat", seats=2)
    for name, hidden in (("team", [24, 16]), ("wide", [32, 16])):
        config = validate({"game": "lifeboat", "n_envs": 4, "n_steps": 8, "batch_size": 32, "net_arch": hidden,
                           "threads": 1, "device": "cpu", "seed": 5}, "test")  # fmt: skip
        (one,) = learner.make_learners(config, game, folder)
        learner.save([one], 0.0)
        (folder / "policy.zip").rename(folder / f"{name}.zip")
    return folder


@pytest.fixture
def here(team, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for file in team.glob("*.zip"):
        shutil.copy(file, tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def finished(team):
    """Trains a mode to its end, once for all tests, and copies the folder of the run to where the test is."""

    def give(mode):
        run = team / "runs" / mode
        if not run.exists():
            here = Path.cwd()
            os.chdir(team)
            try:
                trained(mode, *(FICTITIOUS if mode == "fictitious" else MODES[mode]), steps=9 * UPDATE)
            finally:
                os.chdir(here)
        return Path(shutil.copytree(run, Path("runs") / mode))

    return give


def trained(name, *arguments, steps=4 * UPDATE):
    assert train.main([*SMALL, f"--total_steps={steps}", f"--run={name}", *arguments]) == 0
    return Path("runs") / name


def resumed(name, *arguments, steps):
    assert train.main([f"--run={name}", "--resume", f"--total_steps={steps}", *arguments]) == 0
    return Path("runs") / name


def curves(folder):
    """What an update came to, clocks left out, of each learner of a run."""
    return {
        file.name: [
            {key: value for key, value in json.loads(line).items() if key not in ("seconds", "steps_per_s")}
            for line in file.read_text().splitlines()
        ]
        for file in sorted(folder.glob("*curve.jsonl"))
    }


def weights(policy):
    return policy_file.read_tensors(Path(policy), "policy")


def same(a, b):
    return a.keys() == b.keys() and all(torch.equal(a[name], b[name]) for name in a)


def content(folder):
    return {p: p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


# -- rewards ---------------------------------------------------------------------------------------------------


class Watch:
    """Notes what each game of a batch owes to each seat, from its positions alone."""

    def __init__(self, batch, mode):
        self.game, self.batch, self.mode = batch.game, batch, mode
        self.first = np.zeros((batch.n, batch.game.num_seats))
        self._reset = batch.reset
        batch.reset = self.reset

    def state(self, i):
        return self.batch.states[i : i + 1].reshape(())

    def potentials(self, i):
        return np.array([self.game.potential(self.state(i), s) for s in range(self.game.num_seats)])

    def reset(self, seeds, where):
        self._reset(seeds, where)
        for i in np.flatnonzero(where):
            self.first[i] = self.potentials(i)

    def owed(self, i):
        """The reward of each seat, if the game of row `i` ends as it stands."""
        over = self.game.is_over(self.state(i))
        outcome = self.game.rewards(self.state(i)) if over else [0.0] * self.game.num_seats
        if self.mode == "outcome":
            return np.array(outcome)
        return np.array(kept(self.game, outcome)) + self.potentials(i) - self.first[i]


@pytest.mark.parametrize("reward", ["outcome", "progress"])
@pytest.mark.parametrize("mode", MODES)
def test_the_learner_gets_what_the_game_gave_its_seat(here, mode, reward, monkeypatch):
    config = parse_command([*SMALL, *MODES[mode], f"--reward={reward}", "--run=x"]).config
    game = envs.load(config.game, **config.options)
    (here / "x").mkdir()
    for one in learner.make_learners(config, game, here / "x"):
        if one.pool is not None:
            one.open()
        for other in one.partners.seated:
            if hasattr(other, "steps") and not other.steps:  # the other side's pool
                other.add(one.model, one._info(0.0))
        env = one.venv
        watch = Watch(env.learners.batch, reward)
        rng = np.random.default_rng(0)
        env.reset()
        gained, ended, owed, seats = np.zeros(env.num_envs), 0, {}, Counter()
        restart = env.learners.restart

        def note(seeds, where, env=env, watch=watch, owed=owed, restart=restart):
            owed.update({i: watch.owed(i) for i in np.flatnonzero(where)})  # before the next game begins
            restart(seeds, where)

        monkeypatch.setattr(env.learners, "restart", note)
        for _ in range(150):
            asked = env.learners.batch.seat.copy()
            _, rewards, dones, _ = env.step(np.array([rng.choice(np.flatnonzero(m)) for m in env.action_masks()]))
            gained += rewards
            for i in np.flatnonzero(dones):
                ended += 1
                seats[int(asked[i])] += 1
                mine = owed[i][: game.hero_seats].mean() if one.config.mode == "team" else owed[i][asked[i]]
                assert gained[i] == pytest.approx(mine, abs=1e-5)
                gained[i] = 0.0
        assert ended > 50
        expected = {"team": {0, 1, 2}, "seat": {1}, "population": {0, 1, 2}, "past": {0, 1, 2}, "monsters": {2}}
        if mode in expected:
            assert set(seats) == expected[mode]


# -- stopping and going on -------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
def test_a_run_that_was_stopped_reaches_what_one_that_ran_through_reaches(here, finished, mode):
    whole = finished(mode)
    trained("parts", *MODES[mode], "--save_every_s=1e-6", steps=3 * UPDATE)
    resumed("parts", steps=6 * UPDATE)
    parts = resumed("parts", steps=9 * UPDATE)
    assert curves(parts) == curves(whole)
    assert sum(map(len, curves(parts).values())) == 9
    for policy in sorted(path.name for path in whole.glob("*.zip")):
        assert same(weights(whole / policy), weights(parts / policy))
        for key in ("ended", "game_returns", "game_lengths", "game_states", "game_seeds", "torch", "numpy"):
            a, b = (policy_file.read_training(folder / policy).get(key) for folder in (whole, parts))
            assert np.array_equal(a, b), key
    assert [path.name for path in sorted(whole.glob("*pool/*"))] == [p.name for p in sorted(parts.glob("*pool/*"))]


def crash_after(monkeypatch, updates):
    """Have the training stopped at once after so many updates."""
    learn, left = learner.Learner.learn, [updates]

    def crash(self, budget):
        if not left[0]:
            raise KeyboardInterrupt
        left[0] -= 1
        return learn(self, budget)

    monkeypatch.setattr(learner.Learner, "learn", crash)


def test_a_run_that_crashed_between_two_saves_goes_on_from_the_last_one(here, finished, monkeypatch):
    whole = finished("past")
    save = learner.save
    crash_after(monkeypatch, 6)
    monkeypatch.setattr(learner, "save", lambda ones, s: save(ones, s) if ones[0].steps <= 3 * UPDATE else None)
    arguments = [*MODES["past"], "--save_every_s=1e-6", f"--total_steps={9 * UPDATE}"]
    assert train.main([*SMALL, *arguments, "--run=crashed"]) == 130
    monkeypatch.undo()
    monkeypatch.chdir(here)
    assert policy_file.read_info(Path("runs/crashed/policy.zip")).steps == 3 * UPDATE
    crashed = resumed("crashed", steps=9 * UPDATE)
    assert curves(crashed) == curves(whole)
    assert [p.name for p in sorted(crashed.glob("pool/*"))] == [p.name for p in sorted(whole.glob("pool/*"))]


class Fixed(Agent):
    """The legal action with a number that grows from question to question, so it remembers."""

    spec = "fixed"

    def reset(self, seed):
        self.number = seed % 5

    def act(self, view):
        self.number += 1
        return view.legal[self.number % len(view.legal)]


def test_with_partners_that_remember_the_games_begin_anew(here, monkeypatch):
    monkeypatch.setitem(spec.KINDS, "fixed", lambda game, style: Fixed())
    folder = trained("memory", "--mode=seat", "--partners=[fixed]", steps=2 * UPDATE)
    saved = policy_file.read_training(folder / "policy.zip")
    assert not [key for key in saved if key.startswith("game_")]
    config = read_config(folder / "config.yaml")
    (one,) = learner.make_learners(config, envs.load("lifeboat", seats=3), folder)
    learner.begin([one], resume=True)
    one.venv.reset()
    seeds = one.venv.learners.batch.seeds
    assert seeds.tolist() == [config.first_game_seed + 2 * UPDATE + i for i in range(16)]
    assert len(curves(resumed("memory", steps=4 * UPDATE))["curve.jsonl"]) == 4


@pytest.mark.parametrize("mode", ["past", "alternating"])
def test_the_resolved_config_reproduces_the_losses(here, finished, mode):
    first = finished(mode)
    config = f"--config={first / 'config.yaml'}"
    assert train.main([config, "--run=again", f"--total_steps={4 * UPDATE}"]) == 0
    again = curves(Path("runs/again"))
    assert again == {name: curves(first)[name][: len(lines)] for name, lines in again.items()}
    assert all(np.isfinite(line["loss"]) for lines in again.values() for line in lines)
    assert train.main([config, "--run=other", "--seed=1", f"--total_steps={UPDATE}"]) == 0
    assert curves(Path("runs/other"))["curve.jsonl"][0] != again["curve.jsonl"][0]


# -- past selves -----------------------------------------------------------------------------------------------


def test_the_pool_plays_and_keeps_what_it_should(here, finished):
    folder = finished("past")
    training = policy_file.read_training(folder / "policy.zip")
    steps = training["pool"].tolist()
    assert steps[0] == 0
    assert steps[-1] == 9 * UPDATE
    assert len(steps) == 3
    playing = {int(name.split("/")[1]) for name in np.unique(training["game_partners"]) if name.startswith("pool/")}
    assert len(playing) > 1
    assert {int(path.stem) for path in (folder / "pool").glob("*.zip")} == {*steps, *playing}
    newest = Learned(folder / "pool" / f"{9 * UPDATE:012}.zip", envs.load("lifeboat", seats=3))
    assert same(newest._net.state_dict(), weights(folder / "policy.zip"))
    assert not same(weights(folder / "pool" / f"{0:012}.zip"), weights(folder / "policy.zip"))


def test_a_snapshot_that_is_missing_on_resume_is_named_and_nothing_changes(here, finished, capsys):
    folder = finished("past")
    next(iter(sorted((folder / "pool").glob("*.zip")))).unlink()
    before = content(folder)
    assert train.main(["--run=past", "--resume", f"--total_steps={12 * UPDATE}"]) == 2
    assert "pool/000000000000.zip: this snapshot of the pool is missing" in capsys.readouterr().err
    assert content(folder) == before


def test_self_play_with_past_selves_learns(here):
    """Three sailors, each in turn a learner among its past selves, reach what neither random nor unmasked agents do."""
    arguments = ["--mode=seat", "--seat=any", "--partners=[past]", "--pool.every=8192", "--n_envs=32", "--n_steps=64",
                 "--batch_size=512", "--net_arch=[64,64]", "--gamma=0.97", "--gae_lambda=0.8",
                 "--max_cycles=0"]  # fmt: skip
    folder = trained("learned", *arguments, steps=16 * 2048)
    game = envs.load("lifeboat", seats=3)
    agent = Learned(folder / "policy.zip", game)
    threshold = 0.7

    def wins(one):
        return np.mean([r.won is True for r in play(game, [one] * 3, range(200))])

    assert wins(agent) > threshold
    assert wins("random") < threshold - 0.2
    assert unmasked(game, agent) < threshold - 0.2


def unmasked(game, agent):
    """Share of games won if nobody is told what is legal and an illegal action loses the game."""
    rng = np.random.default_rng(0)
    won = 0
    for seed in range(100):
        state = game.new(seed)
        while (seat := game.turn(state)) is not None:
            logits = agent.logits(game.observe(state, seat)[None])[0]
            likelihood = np.exp(logits - logits.max())
            action = rng.choice(len(logits), p=likelihood / likelihood.sum())
            if not game.legal(state)[action]:
                break
            game.step(state, action)
        won += game.outcome(state).won is True
    return won / 100


# -- fictitious co-play ----------------------------------------------------------------------------------------


def test_fictitious_co_play_trains_teams_and_then_a_best_response(here, finished):
    folder = finished("fictitious")
    assert train.main(["--run=fictitious", "--resume", "--evaluation.games=36", "--evaluation.agents=[trained]"]) == 0
    teams = [folder / "partners" / str(i) for i in range(2)]
    for team in teams:
        steps = [int(path.stem) for path in sorted((team / "pool").glob("*.zip"))]
        assert steps == [0, 2 * UPDATE, 4 * UPDATE, 6 * UPDATE]
        assert same(weights(team / "pool" / f"{6 * UPDATE:012}.zip"), weights(team / "policy.zip"))
        assert read_config(team / "config.yaml").mode == "team"
    assert not same(weights(teams[0] / "pool" / f"{0:012}.zip"), weights(teams[1] / "pool" / f"{0:012}.zip"))
    config = read_config(folder / "config.yaml")
    assert len({read_config(f / "config.yaml").seed for f in (*teams, folder)}) == 3
    members = population.members(config, folder)
    assert len(members) == 6
    lines = list(read_results(folder / "evaluation.jsonl"))
    assert [line["seed"] for line in lines] == list(evaluation_seeds(envs.load("lifeboat", seats=3), 36))
    me = str(folder / "policy.zip")
    partners = Counter(agent for line in lines for agent in line["agents"].values() if agent != me)
    assert partners == dict.fromkeys(members, 12)
    assert Counter(seat for line in lines for seat, agent in line["agents"].items() if agent == me) == {
        "sailor_0": 12, "sailor_1": 12, "sailor_2": 12,
    }  # fmt: skip


@pytest.mark.parametrize("at", [3, 8, 14])
def test_fictitious_co_play_goes_on_at_every_stage(here, finished, monkeypatch, at):
    """A crash in the first team, the second team, the best response."""
    whole = finished("fictitious")
    crash_after(monkeypatch, at)
    arguments = [*FICTITIOUS, "--save_every_s=1e-6", f"--total_steps={9 * UPDATE}"]
    assert train.main([*SMALL, *arguments, "--run=parts"]) == 130
    monkeypatch.undo()
    monkeypatch.chdir(here)
    done = {path: path.stat().st_mtime_ns for path in Path("runs/parts/partners").glob("*/policy.zip")}
    parts = resumed("parts", steps=9 * UPDATE)
    for one in ("partners/0", "partners/1", "."):
        assert curves(parts / one) == curves(whole / one)
        assert same(weights(parts / one / "policy.zip"), weights(whole / one / "policy.zip"))
    if at > 6:  # a team that is finished is left alone
        assert (parts / "partners/0/policy.zip").stat().st_mtime_ns == done[parts / "partners/0/policy.zip"]


def test_fictitious_co_play_overwrites_the_old_teams_too(here, finished):
    folder = finished("fictitious")
    old = weights(folder / "partners/0/policy.zip")
    trained("fictitious", *FICTITIOUS, "--seed=3", "--overwrite", steps=UPDATE)
    assert not same(old, weights(folder / "partners/0/policy.zip"))
    assert len(population.members(read_config(folder / "config.yaml"), folder)) == 6


def test_teams_of_fictitious_co_play_play_against_the_monsters_of_the_run(here):
    arguments = [*FICTITIOUS, *SHARK, "--partners=[population,random]"]
    config = parse_command([*SMALL, *arguments, "--run=x"]).config
    game = envs.load(config.game, **config.options)
    assert config.partner(0, population.team_monsters(config, game)).partners == ["random"]
    folder = trained("x", *arguments, steps=UPDATE)
    assert read_config(folder / "partners/1/config.yaml").partners == ["random"]


# -- monsters --------------------------------------------------------------------------------------------------


def test_the_monsters_learn_to_win(here):
    folder = trained("x", *SHARK, "--mode=monsters", "--partners=[random]", "--n_envs=32", "--n_steps=64",
                     "--batch_size=512", "--gamma=0.97", "--max_cycles=0", "--evaluation.games=150",
                     "--evaluation.agents=[random,trained]", steps=12 * 2048)  # fmt: skip
    lines = list(read_results(folder / "evaluation.jsonl"))
    gains = {
        name: np.mean([line["returns"]["shark_0"] for line in lines if line["agents"]["shark_0"] == name])
        for name in ("random", str(folder / "policy.zip"))
    }
    assert {line["agents"]["sailor_0"] for line in lines} == {"random"}
    assert gains[str(folder / "policy.zip")] > gains["random"] + 0.1


def test_team_and_monsters_learn_in_turns(here):
    folder = trained("x", *MODES["alternating"], "--evaluation.games=10", "--evaluation.agents=[random,trained]",
                     steps=7 * UPDATE)  # fmt: skip
    found = curves(folder)
    assert [line["steps"] for line in found["curve.jsonl"]] == [UPDATE * i for i in (1, 2, 3, 4)]
    assert [line["steps"] for line in found["monsters-curve.jsonl"]] == [UPDATE * i for i in (1, 2, 3)]
    for policy, pool in (("policy.zip", "pool"), ("monsters.zip", "monsters-pool")):
        assert not same(weights(folder / policy), weights(folder / pool / f"{0:012}.zip"))
    # Each side meets the other's newest and older selves.
    team, monsters = (policy_file.read_training(folder / f"{name}.zip") for name in ("policy", "monsters"))
    assert {name.split("/")[0] for name in np.unique(team["game_partners"])} == {"", "monsters-pool"}
    assert {name.split("/")[0] for name in np.unique(monsters["game_partners"])} == {"", "pool"}
    assert len(np.unique(team["game_partners"])) > 2
    lines = list(read_results(folder / "evaluation.jsonl"))
    pairs = Counter((line["agents"]["sailor_0"], line["agents"]["shark_0"]) for line in lines)
    assert pairs == {
        (team, monsters): 10
        for team in ("random", str(folder / "policy.zip"))
        for monsters in ("random", str(folder / "monsters.zip"))
    }


def test_the_sides_learn_from_different_games(here):
    config = parse_command([*SMALL, *MODES["alternating"], "--run=x"]).config
    a, b = (config.side(side).first_game_seed for side in ("team", "monsters"))
    assert abs(a - b) > config.total_steps


def test_init_is_the_team_s_in_alternating_training(here):
    folder = trained("x", *MODES["alternating"], "--init=team.zip", f"--freeze_policy_steps={4 * UPDATE}")
    first = f"{0:012}.zip"
    assert same(weights(folder / "pool" / first), weights("team.zip"))
    assert not same(weights(folder / "monsters-pool" / first), weights("team.zip"))
    team, monsters = weights(folder / "policy.zip"), weights(folder / "monsters.zip")
    assert torch.equal(team["action_net.weight"], weights("team.zip")["action_net.weight"])
    assert not torch.equal(
        monsters["action_net.weight"], weights(folder / "monsters-pool" / first)["action_net.weight"]
    )


# -- starting from a policy ------------------------------------------------------------------------------------


def begun(arguments, folder):
    config = parse_command([*SMALL, *arguments, "--run=x"]).config
    (one,) = learner.make_learners(config, envs.load(config.game, **config.options), folder)
    learner.begin([one], resume=False)
    return one


def test_init_takes_the_weights_and_nothing_else(here):
    one = begun(["--init=team.zip"], here)
    assert same(one.model.policy.state_dict(), weights("team.zip"))
    assert one.steps == 0
    assert not one.model.policy.optimizer.state
    assert not same(begun([], here).model.policy.state_dict(), weights("team.zip"))


def test_the_policy_stays_while_the_value_learns(here):
    start = weights("team.zip")

    def changed(folder):
        now = weights(folder / "policy.zip")
        return {name.rsplit(".", 2)[0].split(".0")[0] for name in start if not torch.equal(start[name], now[name])}

    arguments = ["--init=team.zip", f"--freeze_policy_steps={2 * UPDATE}"]
    folder = trained("x", *arguments, steps=2 * UPDATE)
    assert changed(folder) == {"mlp_extractor.value_net", "value_net"}
    whole = trained("whole", *arguments, steps=4 * UPDATE)
    Path("team.zip").unlink()  # a run that goes on needs it no more
    assert curves(resumed("x", steps=4 * UPDATE)) == curves(whole)
    assert {"action_net", "mlp_extractor.policy_net", "value_net"} <= changed(folder)


# -- mistakes in the input -------------------------------------------------------------------------------------


def foreign(path, **changes):
    """A copy of ``team.zip`` that says something else about itself."""
    info = policy_file.read_info(Path("team.zip")).model_copy(update=changes)
    with zipfile.ZipFile("team.zip") as old, zipfile.ZipFile(path, "w") as new:
        for name in old.namelist():
            new.writestr(name, info.model_dump_json() if name == policy_file.INFO else old.read(name))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--mode=seat", "--seat=any", "--partners=[random,random,random]"], "3 partners for the 2 seats"),
        (["--mode=seat", "--seat=4", "--partners=[random]"], "seat 4 is not one of 0..2"),
        (["--mode=seat", "--seat=-1", "--partners=[random]"], "seat -1: expected 'any' or the index of a seat"),
        (["--seat=1"], "seat 1 is for mode 'seat', got mode 'team'; leave seat out"),
        (["--mode=seat", "--partners=[popluation]"], "unknown agent 'popluation'"),
        (["--mode=seat", "--partners=[population]"], "the population is empty; list its agents, as population: ["),
        (["--mode=seat", "--partners=[random]", "--population=[random]"], "population is given, but no partner"),
        (["--mode=seat", "--partners=[population]", "--population=[past]"], "'past' is no agent of its own"),
        (["--mode=seat", "--partners=[population]", "--population=[rndom]"], "did you mean 'random'"),
        (["--mode=seat", "--partners=[population]", "--population=[none.zip]"], "none.zip: there is no such policy"),
        (["--mode=seat", "--partners=[population]", "--population=[foreign.zip]"], "trained for game enormity"),
        (["--mode=seat", "--partners=[past]"], "there is no pool; keep one by pool: {every: 100000}"),
        (
            [*SHARK, "--partners=[past]", "--pool.every=9"],
            "the partner of shark_0 is 'past', but the learner plays her",
        ),
        ([*SHARK, "--mode=monsters", "--partners=[past]", "--pool.every=9"], "but the learner plays the monsters"),
        ([*SHARK, "--mode=seat", "--partners=[population]", "--population=[random]"], "from the same population"),
        (["--mode=monsters", "--partners=[random]"], "mode 'monsters' needs a seat for the monsters"),
        (["--mode=alternating", "--alternate.steps=9", "--pool.every=9"], "set options.monsters to agent"),
        ([*SHARK, "--mode=alternating", "--pool.every=9"], "needs the length of a turn, as alternate: {steps"),
        ([*SHARK, "--mode=alternating", "--alternate.steps=9"], "add pool: {every: 100000}"),
        ([*MODES["alternating"], "--partners=[random]"], "leave partners out"),
        (["--alternate.steps=9"], "alternate is for mode 'alternating', got mode 'team'; leave it out"),
        ([*FICTITIOUS, "--options.seats=1"], "at least two hero seats, got options.seats 1; raise options.seats"),
        ([*FICTITIOUS, "--mode=team", "--seat=0"], "got mode 'team'; set mode: seat"),
        ([*FICTITIOUS, "--partners=[random]"], "fictitious is given, but no partner is drawn from it"),
        ([*FICTITIOUS, f"--fictitious.steps={6 * UPDATE - 1}"], f"use {6 * UPDATE} or more, or fewer checkpoints"),
        ([*FICTITIOUS, *SHARK], "from the same population"),
        ([*FICTITIOUS, *SHARK, "--partners=[random,population]"], "so a hero seat must be 'population'"),
        ([*FICTITIOUS, *SHARK, "--seat=2"], "use seat: any"),
        (["--init=wide.zip"], "has hidden layers [32, 16], the run has net_arch [24, 16]; set net_arch: [32, 16]"),
        (["--init=foreign.zip"], "foreign.zip: the policy was trained for game enormity"),
        (["--init=version.zip"], "trained for version of the environment 99"),
        (["--init=size.zip"], "trained for observation size 3"),
        (["--init=none.zip"], "none.zip: there is no such policy file"),
        (["--freeze_policy_steps=9"], "name one by init: FILE.zip"),
        (["--pool.every=9", "--pool.size=1"], "size"),
        (["--pool.latest=1.5"], "latest"),
    ],
)
def test_mistakes_name_key_and_fix_before_a_file_is_touched(here, capsys, arguments, message):
    foreign("foreign.zip", game="enormity")
    foreign("version.zip", env_version=99)
    foreign("size.zip", observation_size=3)
    (here / "runs/x").mkdir(parents=True)
    (here / "runs/x/old").write_text("kept")
    before = content(here)
    try:
        code = train.main([*SMALL, *arguments, "--run=x", "--overwrite"])
    except SystemExit as stop:  # what the parser of the command line refuses
        code = stop.code
    assert code == 2
    assert message in capsys.readouterr().err
    assert content(here) == before


@pytest.mark.parametrize(
    "arguments",
    [
        ["--init=runs/past/policy.zip"],
        ["--mode=seat", "--partners=[runs/past/policy.zip:greedy]"],
        ["--mode=seat", "--partners=[population]", f"--population=[random,runs/past/pool/{0:012}.zip]"],
        ["--evaluation.agents=[trained,runs/past/policy.zip]"],
    ],
)
def test_overwriting_a_run_that_is_used_is_refused(here, finished, capsys, arguments):
    folder = finished("past")
    before = content(folder)
    assert train.main([*SMALL, *arguments, "--run=past", "--overwrite"]) == 2
    assert "is in runs/past, which --overwrite replaces; choose another --run" in capsys.readouterr().err
    assert content(folder) == before


def test_a_run_cannot_change_its_partners_when_it_goes_on(here, finished):
    finished("past")
    for change in ("--pool.every=9", "--partners=[random]", "--seat=0"):
        with pytest.raises(OptionError, match="it would be another run"):
            parse_command(["--run=past", "--resume", change])


def test_a_damaged_team_of_fictitious_co_play_is_named_and_nothing_changes(here, finished, capsys):
    folder = finished("fictitious")
    (folder / "partners/1/policy.zip").write_bytes(b"no zip")
    before = content(folder)
    assert train.main(["--run=fictitious", "--resume", f"--total_steps={12 * UPDATE}"]) == 2
    assert "partners/1/policy.zip: the policy file is damaged" in capsys.readouterr().err
    assert content(folder) == before
