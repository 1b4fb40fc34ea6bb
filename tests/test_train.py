"""``train.py`` from the command line to its files, on the smallest game."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import numpy as np
import pytest
import yaml

import envs
import train
from agents import config as configs
from agents import extras, learner, policy_file, population, training
from agents.config import Config, parse_command, read_config, validate
from agents.learned import Learned
from agents.match import play
from agents.results import read_results
from agents.seeds import evaluation_seeds
from envs.core.errors import MissingExtra, OptionError

ROOT = Path(__file__).resolve().parent.parent
SMALL = [
    "--game=lifeboat", "--options.seats=2", "--n_envs=32", "--n_steps=64", "--batch_size=512", "--net_arch=[64,64]",
    "--learning_rate=1e-3", "--gamma=0.97", "--gae_lambda=0.8", "--threads=1", "--device=cpu",
    "--total_steps=4096", "--evaluation.agents=[random,trained]",
]  # fmt: skip
UPDATE = 32 * 64


def curve(folder):
    """The lines of a run's learning curve."""
    return [json.loads(line) for line in (folder / "curve.jsonl").read_text().splitlines()]


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """A folder in which a run named ``one`` was trained and evaluated."""
    folder = tmp_path_factory.mktemp("train")
    old = Path.cwd()
    os.chdir(folder)
    try:
        assert train.main([*SMALL, "--run=one", f"--total_steps={24 * UPDATE}"]) == 0
    finally:
        os.chdir(old)
    return folder


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def copied(runs, here):
    """The same folder as `runs`, to change."""
    shutil.copytree(runs / "runs", here / "runs")
    return here / "runs" / "one"


# -- learning --------------------------------------------------------------------------------------------------


def wins(results):
    return sum(r.won is True for r in results) / len(results)


def unmasked(choose):
    """Share of games that are won by a player that is not told what is legal; an illegal action loses the game."""
    game = envs.load("lifeboat", seats=2)
    won = 0
    for seed in range(200):
        state = game.new(seed)
        while (seat := game.turn(state)) is not None:
            action = choose(game.observe(state, seat))
            if not game.legal(state)[action]:
                break
            game.step(state, action)
        won += game.outcome(state).won is True
    return won / 200


def sample(logits, rng):
    likelihood = np.exp(logits - logits.max())
    return rng.choice(len(logits), p=likelihood / likelihood.sum())


def test_the_trained_team_wins_where_random_and_unmasked_agents_do_not(runs):
    game = envs.load("lifeboat", seats=2)
    agent = Learned(runs / "runs/one/policy.zip", game)
    seeds = range(200)
    threshold = 0.75
    assert wins(play(game, [agent, agent], seeds)) > threshold
    assert wins(play(game, ["random", "random"], seeds)) < threshold - 0.2
    rng = np.random.default_rng(0)
    assert unmasked(lambda observation: rng.integers(game.num_actions)) < 0.1
    assert unmasked(lambda observation: sample(agent.logits(observation[None])[0], rng)) < threshold


def test_one_seat_learns_among_partners(here):
    assert train.main([*SMALL, "--mode=seat", "--seat=1", "--partners=[random]", f"--total_steps={8 * UPDATE}",
                       "--evaluation.games=150", "--run=seat"]) == 0  # fmt: skip
    lines = list(read_results(here / "runs/seat/evaluation.jsonl"))
    trained = [line for line in lines if line["agents"]["sailor_1"] != "random"]
    assert len(trained) == 150
    assert {line["agents"]["sailor_0"] for line in lines} == {"random"}
    rate = {name: np.mean([line["won"] is True for line in some]) for name, some in
            (("random", [x for x in lines if x not in trained]), ("trained", trained))}  # fmt: skip
    assert rate["trained"] > rate["random"] + 0.1


# -- files of a run --------------------------------------------------------------------------------------------


def test_files_of_a_run(runs):
    folder = runs / "runs/one"
    assert (folder / "curve.png").read_bytes().startswith(b"\x89PNG")
    assert list((folder / "tensorboard").glob("events.out.tfevents.*"))
    lines = curve(folder)
    assert [line["steps"] for line in lines] == [UPDATE * (i + 1) for i in range(24)]
    assert lines[-1]["return"] > lines[0]["return"]
    assert not list(folder.glob("*.new"))


def test_the_evaluation_records_every_seat_and_seed(runs):
    lines = list(read_results(runs / "runs/one/evaluation.jsonl"))
    for agent in ("random", str(Path("runs/one/policy.zip"))):
        mine = [line for line in lines if line["agents"] == {"sailor_0": agent, "sailor_1": agent}]
        assert [line["seed"] for line in mine] == list(evaluation_seeds(envs.load("lifeboat", seats=2), 200))
        assert all(set(line["returns"]) == {"sailor_0", "sailor_1"} for line in mine)
    assert len(lines) == 400


def test_the_resolved_config_has_every_key(runs):
    values = yaml.safe_load((runs / "runs/one/config.yaml").read_text())
    assert set(values) == set(Config.model_fields)
    assert set(values["evaluation"]) == set(configs.Evaluation.model_fields)
    assert values["net_arch"] == [64, 64]


def test_the_resolved_config_reproduces_the_run(copied):
    assert (
        train.main([f"--config={copied / 'config.yaml'}", "--evaluation.games=0", f"--total_steps={6 * UPDATE}"]) == 0
    )
    again = curve(copied.parent / "one-1")
    assert len(again) == 6
    for old, new in zip(curve(copied), again, strict=False):
        clocks = ("seconds", "steps_per_s")
        assert {key: old[key] for key in old if key not in clocks} == {
            key: new[key] for key in new if key not in clocks
        }
        assert np.isfinite([old[key] for key in ("loss", "policy_loss", "value_loss", "entropy_loss")]).all()


def test_another_seed_trains_another_policy(copied):
    assert train.main([f"--config={copied / 'config.yaml'}", "--seed=1", f"--total_steps={UPDATE}", "--run=two",
                       "--evaluation.games=0"]) == 0  # fmt: skip
    old, new = (policy_file.read_tensors(folder / "policy.zip", "policy") for folder in (copied, copied.parent / "two"))
    assert not all((old[name] == new[name]).all() for name in old)


def test_the_default_config_is_what_the_model_says():
    assert read_config(configs.DEFAULT_CONFIG) == Config()


@pytest.mark.parametrize("path", sorted(configs.DEFAULT_CONFIG.parent.glob("*.yaml")), ids=lambda path: path.stem)
def test_the_configs_that_come_along_can_train_and_evaluate(path, tmp_path):
    config = read_config(path).model_copy(update={"n_envs": 2, "threads": 1})
    game = envs.load(config.game, **config.options)
    if config.init:  # what a command named in the file would write
        untrained = config.model_copy(update={"init": None, "freeze_policy_steps": 0})
        (tmp_path / "before").mkdir()
        learner.save(learner.make_learners(untrained, game, tmp_path / "before"), 0.0)
        config = config.model_copy(update={"init": str(tmp_path / "before" / "policy.zip")})
    learner.check(config, game, tmp_path)
    if config.fictitious.partners:  # the population would have to be trained first
        config = config.partner(0, population.team_monsters(config, game))
    learners = learner.make_learners(config, game, tmp_path)
    for one in learners:
        one.open()
    for one in learners:
        one.venv.reset()
        for _ in range(30):
            _, rewards, _, _ = one.venv.step(np.array([mask.argmax() for mask in one.venv.action_masks()]))
            assert np.isfinite(rewards).all()
        one.venv.close()
    for lines in population.line_ups(read_config(path), game, tmp_path).values():
        for seats in lines:
            assert len(seats) == game.num_seats


def test_every_key_is_in_the_help(capsys):
    with pytest.raises(SystemExit) as stop:
        parse_command(["--help"])
    assert stop.value.code == 0
    text = " ".join(capsys.readouterr().out.split())
    for model in (Config, configs.Evaluation, configs.Pool, configs.Fictitious, configs.Alternate):
        for name, field in model.model_fields.items():
            assert name in text
            assert field.description
            assert field.description.split(":")[0][:30] in text, name


# -- seeds -----------------------------------------------------------------------------------------------------


def test_training_and_evaluation_seeds_do_not_overlap(here, monkeypatch):
    """All seeds that the training games start from, as the batch sees them."""
    seen = set()
    restart = training.DerelictVecEnv.reset
    step = training.DerelictVecEnv.step_wait

    def note(self, call):
        result = call(self)
        seen.update(self.learners.batch.seeds.tolist())
        return result

    monkeypatch.setattr(training.DerelictVecEnv, "reset", lambda self: note(self, restart))
    monkeypatch.setattr(training.DerelictVecEnv, "step_wait", lambda self: note(self, step))
    assert train.main([*SMALL, "--run=x", f"--total_steps={2 * UPDATE}", "--evaluation.games=0"]) == 0
    assert len(seen) > 100
    assert {configs.FIRST_TRAINING_SEED + i for i in range(32)} <= seen
    assert not seen & set(range(10_000))


def test_runs_of_different_seeds_start_from_different_games():
    first = [validate({"seed": seed}, "test").first_game_seed for seed in (0, 1, 2**32 - 1)]
    assert first[0] == configs.FIRST_TRAINING_SEED
    assert first[1] - first[0] > Config().total_steps + Config().n_envs
    assert first[-1] + configs.SEEDS_PER_RUN < 2**64


def test_evaluation_seeds_in_the_training_range_are_refused():
    with pytest.raises(OptionError, match="overlap the training seeds"):
        validate({"evaluation": {"first_seed": configs.FIRST_TRAINING_SEED - 199}}, "test")
    assert validate({"evaluation": {"first_seed": configs.FIRST_TRAINING_SEED - 200}}, "test")


# -- stopping and going on -------------------------------------------------------------------------------------


def test_resume_goes_on_where_the_run_stopped(copied):
    before = policy_file.read_info(copied / "policy.zip")
    moments = policy_file.read_tensors(copied / "policy.zip", "policy.optimizer")["state"][0]["step"]
    assert train.main(["--run=one", "--resume", f"--total_steps={26 * UPDATE}", "--evaluation.games=0"]) == 0
    after = policy_file.read_info(copied / "policy.zip")
    assert (before.steps, after.steps) == (24 * UPDATE, 26 * UPDATE)
    assert after.updates == before.updates + 2 * Config().n_epochs
    assert after.seconds > before.seconds
    gradient_steps = 2 * Config().n_epochs * UPDATE // 512
    assert policy_file.read_tensors(copied / "policy.zip", "policy.optimizer")["state"][0]["step"] == (
        moments + gradient_steps
    )
    assert [line["steps"] for line in curve(copied)] == [UPDATE * (i + 1) for i in range(26)]
    assert yaml.safe_load((copied / "config.yaml").read_text())["total_steps"] == 26 * UPDATE


def test_resume_brings_back_weights_and_random_state(copied):
    game = envs.load("lifeboat", seats=2)
    config = read_config(copied / "config.yaml")
    (one,) = learner.make_learners(config, game, copied)
    learner.begin([one], resume=True)
    saved = policy_file.read_tensors(copied / "policy.zip", "policy")
    assert all((saved[name] == weight).all() for name, weight in one.model.policy.state_dict().items())
    drawn = []
    for _ in range(2):
        learner.begin([one], resume=True)
        drawn.append((training.torch.rand(3).tolist(), np.random.permutation(9).tolist()))  # noqa: NPY002
    assert drawn[0] == drawn[1]


def test_resume_of_a_finished_run_only_evaluates(copied):
    before = policy_file.read_info(copied / "policy.zip")
    (copied / "evaluation.jsonl").unlink()
    assert train.main(["--run=one", "--resume"]) == 0
    after = policy_file.read_info(copied / "policy.zip")
    assert (after.steps, after.updates) == (before.steps, before.updates)
    assert len(list(read_results(copied / "evaluation.jsonl"))) == 400


def test_resume_refuses_to_become_another_run(copied):
    with pytest.raises(OptionError, match=r"run 'one' has learning_rate=0.001; with 0.1 it would be another run"):
        parse_command(["--run=one", "--resume", "--learning_rate=0.1"])


def test_resume_finds_the_run_of_a_resolved_config(copied):
    command = parse_command([f"--config={copied / 'config.yaml'}", "--resume"])
    assert command.folder == Path("runs/one")


def test_a_torn_line_of_the_curve_is_dropped(copied):
    with (copied / "curve.jsonl").open("a") as file:
        file.write('{"steps": 99')
    assert train.main(["--run=one", "--resume", "--evaluation.games=0"]) == 0
    assert len(curve(copied)) == 24


def test_ctrl_c_saves_and_says_how_to_go_on(here):
    process = subprocess.Popen(
        [sys.executable, "-u", ROOT / "train.py", *SMALL, "--run=stopped", "--total_steps=100000000"],
        cwd=here, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True,
    )  # fmt: skip
    log = here / "runs/stopped/curve.jsonl"
    deadline = time.monotonic() + 120
    while not (log.exists() and log.read_text()) and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=120)
    assert process.returncode == 130, output
    assert "python train.py --run stopped --resume" in output
    assert "Traceback" not in output
    info = policy_file.read_info(here / "runs/stopped/policy.zip")
    assert info.steps == curve(log.parent)[-1]["steps"] > 0
    more = info.steps + UPDATE
    assert train.main(["--run=stopped", "--resume", f"--total_steps={more}", "--evaluation.games=0"]) == 0
    assert policy_file.read_info(here / "runs/stopped/policy.zip").steps == more


def test_the_time_limit_ends_training(here):
    assert train.main([*SMALL, "--run=short", "--time_limit_s=1.5", "--total_steps=100000000",
                       "--evaluation.games=0"]) == 0  # fmt: skip
    seconds = [0.0] + [line["seconds"] for line in curve(here / "runs/short")]
    updates = np.diff(seconds)
    assert len(updates) >= 1
    # Every update but the first had to fit if it took as long as the one before.
    assert all(start + before <= 1.5 + 0.05 for start, before in zip(seconds[1:-1], updates[:-1], strict=True))


def test_the_budget_counts_earlier_parts_and_the_length_of_an_update(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(training.time, "monotonic", lambda: now[0])
    budget = training.Budget(steps=1000, seconds=60.0, used=20.0)
    assert (budget.elapsed, budget.spent(0)) == (20.0, False)
    now[0] += 15.0
    assert budget.note_update() == 15.0
    assert (budget.elapsed, budget.spent(10)) == (35.0, False)
    assert budget.share(10) == pytest.approx(35 / 60)
    assert budget.left(10) == pytest.approx(25.0)
    now[0] += 15.0
    assert budget.note_update() == 15.0
    assert budget.spent(20)  # another 15 s would end at 65 s
    assert budget.spent(1000)
    assert budget.share(900) == 0.9


def test_a_crash_while_saving_leaves_the_old_policy(copied, monkeypatch):
    before = (copied / "policy.zip").read_bytes()

    def crash(file_descriptor):
        raise OSError("no space left on device")

    monkeypatch.setattr(policy_file.os, "fsync", crash)
    with pytest.raises(OSError, match="no space left"):
        train.main(["--run=one", "--resume", f"--total_steps={25 * UPDATE}"])
    assert (copied / "policy.zip").read_bytes() == before


# -- mistakes in the input -------------------------------------------------------------------------------------


def content(folder):
    return {p: p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def test_a_run_that_exists_is_not_touched(copied, capsys):
    before = content(copied)
    assert train.main([*SMALL, "--run=one"]) == 2
    error = capsys.readouterr().err
    assert "runs/one exists" in error
    assert "--resume" in error
    assert "--overwrite" in error
    assert content(copied) == before


def test_overwrite_replaces_a_run(copied):
    (copied / "leftover").write_text("old")
    assert train.main([*SMALL, "--run=one", "--overwrite", f"--total_steps={UPDATE}", "--evaluation.games=0"]) == 0
    assert policy_file.read_info(copied / "policy.zip").steps == UPDATE
    assert not (copied / "leftover").exists()
    assert not (copied / "evaluation.jsonl").exists()


@pytest.mark.parametrize("bad", ["--options.seats=9", "--evaluation.agents=[rndom]", "--partners=[random]"])
def test_overwrite_with_a_bad_config_keeps_the_old_run(copied, capsys, bad):
    before = content(copied)
    assert train.main([*SMALL, bad, "--run=one", "--overwrite"]) == 2
    assert content(copied) == before
    assert "train.py: error: " in capsys.readouterr().err


def test_runs_without_a_name_get_a_free_one(here):
    assert parse_command(SMALL).folder == Path("runs/default-1")
    (here / "runs/default-1").mkdir(parents=True)
    assert parse_command(SMALL).folder == Path("runs/default-2")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("gmae: lifeboat", r"bad\.yaml: unknown key 'gmae'; did you mean 'game'"),
        ("evaluation: {gmes: 3}", r"bad\.yaml: unknown key 'evaluation\.gmes'; did you mean 'games'"),
        ("evaluation: 3", r"bad\.yaml: expected keys and values below evaluation, got 3"),
        ("learning_rate: fast", r"bad\.yaml: learning_rate: .*got 'fast'"),
        ("batch_size: 1000", r"batch_size 1000 must divide n_envs \* n_steps"),
        ("reward: score", r"reward: .*'outcome', 'shaped' or 'progress'"),
        ("net_arch: [64, 0]", r"net_arch \[64, 0\]: a layer needs at least one unit"),
        ("- a list", r"bad\.yaml: expected keys and values"),
        ("a: [", r"bad\.yaml is not YAML"),
    ],
)
def test_bad_configs_name_file_key_and_near_match(here, text, message):
    (here / "bad.yaml").write_text(text)
    with pytest.raises(OptionError, match=message):
        parse_command(["--config=bad.yaml"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--gmae=lifeboat"], r"unknown argument --gmae; did you mean 'game'"),
        (["--evaluation.agent=[random]"], r"did you mean 'evaluation\.agents'"),
        (["--config=defalt.yaml"], r"there is no config defalt\.yaml"),
        (["--run=a/b"], r"name of one folder"),
        (["--run=.."], r"name of one folder"),
        (["--resume"], r"--resume needs the run's name"),
        (["--run=on", "--resume"], r"no run 'on' to resume; did you mean 'one'"),
        (["--run=one", "--resume", "--overwrite"], r"give one of them"),
        (["--ent_coef=-1"], r"."),
    ],
)
def test_bad_arguments(copied, arguments, message):
    with pytest.raises((OptionError, SystemExit), match=message):
        parse_command(arguments)


def test_one_option_of_the_game_leaves_the_others(here):
    (here / "c.yaml").write_text("game: lifeboat\noptions: {seats: 2, days: 12}")
    assert parse_command(["--config=c.yaml", "--options.seats=4"]).config.options == {"seats": 4, "days": 12}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--game=lifebot"], "unknown game 'lifebot'; did you mean 'lifeboat'"),
        (["--options.days=1"], "days"),
        (["--mode=seat"], "0 partners for the 1 seats that the learner leaves free (sailor_1)"),
        (["--mode=seat", "--seat=7", "--partners=[random]"], "7"),
        (["--evaluation.agents=[trained:gredy]"], "did you mean 'greedy'"),
        (["--evaluation.agents=[scripted]"], "no scripted player for 'lifeboat'"),
    ],
)
def test_what_only_the_game_can_refuse_leaves_no_folder(here, capsys, arguments, message):
    assert train.main([*SMALL, *arguments, "--run=x"]) == 2
    assert message in capsys.readouterr().err
    assert not Path("runs").exists()


def test_a_missing_extra_says_what_to_install(here):
    code = f"import sys; sys.modules['torch'] = None; sys.path.insert(0, {str(ROOT)!r}); import train; "
    result = subprocess.run(
        [sys.executable, "-c", f"{code}raise SystemExit(train.main(['--game=lifeboat']))"],
        cwd=here, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert result.returncode == 2
    assert 'torch, which is not installed; install the extra with: pip install -e ".[train]"' in result.stderr
    assert "Traceback" not in result.stderr
    with pytest.raises(MissingExtra, match="needs nothing_like_it, neither_this, which are not installed"):
        extras.require("train", "json", "nothing_like_it", "neither_this")


def test_resume_from_a_damaged_policy_changes_nothing(copied, capsys):
    data = (copied / "policy.zip").read_bytes()
    (copied / "policy.zip").write_bytes(data[: len(data) // 2])
    before = content(copied)
    assert train.main(["--run=one", "--resume", f"--total_steps={30 * UPDATE}"]) == 2
    assert "policy.zip: " in (error := capsys.readouterr().err)
    assert "damaged" in error
    assert content(copied) == before


def test_stable_baselines_reads_the_policy_too(runs):
    model = training.MaskablePPO.load(runs / "runs/one/policy.zip", device="cpu")
    saved = policy_file.read_tensors(runs / "runs/one/policy.zip", "policy")
    assert all((saved[name] == weight).all() for name, weight in model.policy.state_dict().items())
    with zipfile.ZipFile(runs / "runs/one/policy.zip") as file:
        assert {"derelict.json", "training.npz", "policy.pth"} <= set(file.namelist())
