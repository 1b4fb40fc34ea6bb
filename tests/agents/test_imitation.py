"""Learning from a teacher, on the smallest game, with a teacher whose every action is known."""

import warnings

import numpy as np
import pytest
import torch
import yaml

import envs
from agents import imitation, policy_file, spec
from agents.base import BatchAgent
from agents.config import validate
from agents.imitation import Lessons, clone, collect, imitate, main, play_lessons
from agents.match import play
from envs.core.errors import OptionError
from envs.vector import DerelictVecEnv

CONFIG = {"game": "lifeboat", "options": {"seats": 3}, "net_arch": [32, 16], "threads": 1, "device": "cpu",
          "reward": "outcome", "gamma": 1.0, "max_cycles": 0}  # fmt: skip


SHARKS = {"options": {"seats": 2, "monsters": "agent"}}


class Lowest(BatchAgent):
    """Takes the first legal action."""

    spec = "lowest"

    def act_batch(self, observations, masks, words):
        return masks.argmax(1)


class Highest(BatchAgent):
    """Takes the last one."""

    spec = "highest"

    def act_batch(self, observations, masks, words):
        return masks.shape[1] - 1 - masks[:, ::-1].argmax(1)


@pytest.fixture(autouse=True)
def known(monkeypatch):
    monkeypatch.setitem(spec.KINDS, "lowest", lambda game, style: Lowest())
    monkeypatch.setitem(spec.KINDS, "highest", lambda game, style: Highest())


@pytest.fixture
def game():
    return envs.load("lifeboat", seats=3)


def masks_of(game, lessons):
    return np.unpackbits(lessons.masks, axis=1, count=game.num_actions).astype(bool)


def test_lessons_are_the_decisions_of_the_games_and_what_followed(game):
    seeds = range(100, 112)
    lessons = play_lessons(game, "lowest", seeds, reward="outcome", gamma=1.0)
    results = play(game, ["lowest"] * 3, seeds)
    assert len(lessons) == sum(r.decisions for r in results)
    assert (lessons.actions == masks_of(game, lessons).argmax(1)).all()
    for result in results:
        own = lessons.returns[lessons.games == result.seed]
        assert len(own) == result.decisions
        assert own == pytest.approx(np.full(len(own), np.mean(result.returns)), abs=1e-6)
    assert len({round(float(r), 3) for r in lessons.returns}) > 1


def test_returns_are_discounted_by_the_decision(game):
    even, falling = (play_lessons(game, "lowest", range(4), reward="outcome", gamma=g) for g in (1.0, 0.5))
    for seed in range(4):
        own = falling.returns[falling.games == seed]
        end = even.returns[even.games == seed][-1]
        assert own == pytest.approx([end * 0.5 ** (len(own) - 1 - i) for i in range(len(own))], abs=1e-5)


def test_a_pupil_plays_but_the_teacher_is_asked(game):
    alone = play_lessons(game, "highest", range(8))
    led = play_lessons(game, "lowest", range(8), pupil="highest", share=1.0)
    assert np.array_equal(led.observations, alone.observations), "the games are the pupil's"
    assert (led.actions == masks_of(game, led).argmax(1)).all(), "the answers are the teacher's"
    mixed = play_lessons(game, "lowest", range(8), pupil="highest", share=0.5)
    assert (mixed.actions == masks_of(game, mixed).argmax(1)).all()
    assert not np.array_equal(mixed.observations[:20], led.observations[:20])


def test_monsters_are_played_and_not_learned():
    sharks = envs.load("lifeboat", seats=2, monsters="agent")
    lessons = play_lessons(sharks, "lowest", range(6), against="random")
    results = play(sharks, ["lowest", "lowest", "random"], range(6))
    assert 0 < len(lessons) < sum(r.decisions for r in results)


def test_the_monsters_have_a_teacher_too():
    sharks = envs.load("lifeboat", seats=2, monsters="agent")
    options = {"reward": "outcome", "gamma": 1.0}
    team = play_lessons(sharks, "random", range(6), against="lowest", **options)
    lessons = play_lessons(sharks, "lowest", range(6), side="monsters", against="random", **options)
    results = play(sharks, ["random", "random", "lowest"], range(6))
    assert len(team) + len(lessons) == sum(r.decisions for r in results), "each decision is one side's"
    assert (lessons.actions == masks_of(sharks, lessons).argmax(1)).all()
    for result in results:
        own = lessons.returns[lessons.games == result.seed]
        assert own == pytest.approx(np.full(len(own), result.returns[2]), abs=1e-6)
    led = play_lessons(sharks, "lowest", range(6), side="monsters", against="random", pupil="highest", share=1.0)
    assert (led.actions == masks_of(sharks, led).argmax(1)).all()
    assert not np.array_equal(led.observations, lessons.observations), "the monsters of these games are the pupil's"
    found = play(sharks, ["random", "random", "highest"], range(6))
    assert len(led) == sum(r.decisions for r in found) - len(
        play_lessons(sharks, "random", range(6), against="highest")
    ), "and the heroes are not"


def test_several_processes_collect_the_same(game, monkeypatch):
    monkeypatch.setattr(imitation, "TOGETHER", 3)
    one = collect(game, "random", range(8), workers=1)
    two = collect(game, "random", range(8), workers=2)
    for name in Lessons.__dataclass_fields__:
        assert np.array_equal(getattr(one, name), getattr(two, name)), name


def model_of(game):
    from agents.training import make_env, make_model

    torch.manual_seed(0)
    return make_model(validate(CONFIG | {"n_envs": 1, "n_steps": 2, "batch_size": 2}, "test"),
                      make_env(validate(CONFIG, "test").model_copy(update={"n_envs": 1}), game))  # fmt: skip


def test_a_policy_learns_the_actions_and_the_value_what_they_are_worth(game):
    lessons = play_lessons(game, "lowest", range(200))
    worth = lessons.observations @ np.random.default_rng(0).normal(size=game.observation_size)
    lessons.returns = ((worth - worth.mean()) / worth.std()).astype(np.float32)  # something that can be seen
    policy = model_of(game).policy
    before = clone(policy, lessons, num_actions=game.num_actions, epochs=1, learning_rate=1e-9)
    after = clone(policy, lessons, num_actions=game.num_actions, epochs=30, batch_size=256)
    assert before["accuracy"] < 0.8
    assert after["accuracy"] > 0.97
    assert after["cross_entropy"] < before["cross_entropy"] / 2, (before, after)
    assert before["explained_variance"] < 0.3 < 0.5 < after["explained_variance"]


@pytest.mark.parametrize("who", [{"mode": "monsters"}, {"mode": "seat", "seat": 2}])
def test_a_policy_of_the_monsters_is_taught(who, tmp_path):
    config = validate(CONFIG | SHARKS | who | {"partners": ["random"]}, "test")
    found = imitate(config, tmp_path / "run", teacher="lowest", games=120, rounds=2, epochs=12)
    assert found["accuracy"] > 0.9
    sharks = envs.load("lifeboat", **SHARKS["options"])
    pupil = spec.make(f"{tmp_path / 'run' / 'policy.zip'}:greedy", sharks)
    lessons = play_lessons(sharks, "lowest", range(500, 520), side="monsters", against="random")
    own = pupil.act_batch(lessons.observations.astype(np.float32), masks_of(sharks, lessons), np.zeros(len(lessons)))
    assert (own == lessons.actions).mean() > 0.8


def test_imitation_writes_a_policy_from_which_training_starts(game, tmp_path):
    config = validate(CONFIG, "test")
    found = imitate(config, tmp_path / "run", teacher="lowest", games=120, rounds=2, epochs=12)
    assert found["accuracy"] > 0.9
    info = policy_file.read_info(tmp_path / "run" / "policy.zip")
    info.check(game, tmp_path)
    assert (info.steps, info.hidden) == (0, (32, 16))
    pupil = spec.make(f"{tmp_path / 'run' / 'policy.zip'}:greedy", game)
    venv = DerelictVecEnv(game, 8, seed=5)
    venv.reset()
    masks = venv.action_masks()
    same = pupil.act_batch(venv.learners.batch.obs, masks, np.zeros(8, np.uint64)) == masks.argmax(1)
    assert same.mean() > 0.8
    with pytest.raises(OptionError, match="exists; choose another --run"):
        imitate(config, tmp_path / "run", teacher="lowest", games=4)
    imitate(config, tmp_path / "run", teacher="lowest", games=4, rounds=1, epochs=1, overwrite=True)


@pytest.mark.parametrize(
    ("changes", "options", "words"),
    [
        ({}, {"games": 0}, "games must be at least 1, got 0"),
        ({}, {"rounds": 0}, "rounds must be at least 1"),
        ({}, {"epochs": 0}, "epochs must be at least 1"),
        ({}, {"games": 1, "rounds": 2}, "1 games cannot fill 2 rounds"),
        ({}, {"share": 1.5}, "share is a part of the decisions, 0 to 1, got 1.5"),
        ({}, {"teacher": "lowst"}, "unknown agent 'lowst'; did you mean 'lowest'"),
        ({"mode": "seat", "partners": ["random"]}, {}, "set mode: team or mode: monsters, got mode 'seat', seat 0"),
        ({"mode": "monsters", "partners": ["random"]}, {}, "mode 'monsters' needs a seat for the monsters"),
        ({"partners": ["random"]}, {}, "1 partners for the 0 seats"),
        ({**SHARKS, "mode": "monsters", "partners": ["random", "lowest"]}, {}, "one agent plays the other side"),
        ({**SHARKS, "mode": "monsters", "partners": ["rando"]}, {}, "unknown agent 'rando'; did you mean 'random'"),
        ({"game": "enormity", "options": {"seats": 2}}, {"teacher": "partner:learned-ada"}, "held out"),
    ],
)
def test_mistakes_are_named_before_a_file_is_touched(changes, options, words, tmp_path):
    with pytest.raises(OptionError, match=words):
        imitate(validate(CONFIG | changes, "test"), tmp_path / "run", **({"teacher": "lowest"} | options))
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("mode", ["team", "monsters"])
def test_only_a_teacher_of_heroes_may_be_held_out(mode, tmp_path):
    options = {"seats": 2, "monsters": "agent"}
    config = validate({"game": "enormity", "options": options, "mode": mode, "partners": ["scripted"]}, "test")
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        with pytest.raises(OptionError, match="exists"):
            imitate(config, tmp_path, teacher="scripted:hunter")
    held_out = ["scripted:hunter is held out" in str(w.message) for w in found]
    assert held_out == ([True] if mode == "team" else [])


def test_the_command_line(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(imitation, "cores", lambda: 1)
    (tmp_path / "small.yaml").write_text(yaml.safe_dump(CONFIG))
    arguments = ["--config=small.yaml", "--run=taught", "--teacher=lowest", "--games=4", "--epochs=1", "--seed=3"]
    assert main(arguments) == 0
    assert "round 2 of 2" in capsys.readouterr().out
    assert policy_file.read_info(tmp_path / "runs/taught/policy.zip").config["seed"] == 3
    assert main(arguments) == 2
    assert "exists" in capsys.readouterr().err
    assert main(["--config=small.yaml", "--run=a/b"]) == 2
    assert "name of one folder" in capsys.readouterr().err
    assert main(["--config=smal.yaml", "--run=c"]) == 2
    assert "there is no config smal.yaml" in capsys.readouterr().err
