"""Learned players: what they accept, what they refuse, how they choose."""

import io
import json
import zipfile

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO

import envs
from agents import policy_file, spec
from agents.learned import Learned, PolicyError
from agents.match import play
from envs.core.errors import IllegalAction
from tests.agents.common import save_policy


@pytest.fixture(scope="module")
def game():
    return envs.load("lifeboat", seats=2)


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    return save_policy(tmp_path_factory.mktemp("policy"), 1.5)


@pytest.fixture
def path(original, tmp_path):
    """A copy of it, to change."""
    (tmp_path / "policy.zip").write_bytes(original.read_bytes())
    return tmp_path / "policy.zip"


def rewrite(path, **entries):
    """Replace entries of a policy file by bytes, or leave them out (``None``)."""
    with zipfile.ZipFile(path) as file:
        content = {name: file.read(name) for name in file.namelist()}
    content |= {name.replace("__", "."): data for name, data in entries.items()}
    with zipfile.ZipFile(path, "w") as file:
        for name, data in content.items():
            if data is not None:
                file.writestr(name, data)


def change_info(path, **changes):
    with zipfile.ZipFile(path) as file:
        info = json.loads(file.read("derelict.json"))
    rewrite(path, derelict__json=json.dumps(info | changes).encode())


def test_what_the_file_says(game, original):
    info = policy_file.read_info(original)
    assert (info.game, info.env_version, info.content_hash) == ("lifeboat", game.version, game.content_hash)
    assert (info.observation_size, info.num_actions) == (game.observation_size, game.num_actions)
    assert info.suite == envs.__version__
    assert info.options == game.config()
    assert (info.steps, info.seconds, info.hidden) == (128, 1.5, (16, 8))
    assert info.config["net_arch"] == [16, 8]


def test_it_computes_what_the_model_computes(game, original):
    agent = Learned(original, game)
    model = MaskablePPO.load(original, device="cpu")
    observations = np.random.default_rng(0).normal(size=(40, game.observation_size)).astype(np.float32)
    with torch.no_grad():
        expected = model.policy.get_distribution(torch.as_tensor(observations)).distribution.logits.double().numpy()
    logits = agent.logits(observations)
    logits -= np.log(np.exp(logits).sum(1, keepdims=True))
    assert np.allclose(logits, expected, atol=1e-5)


def test_greedy_and_sampled_choices_follow_the_masked_logits(game, original):
    rng = np.random.default_rng(1)
    observation = rng.normal(size=(1, game.observation_size)).astype(np.float32)
    mask = np.zeros(game.num_actions, np.bool_)
    mask[[1, 4, 5, 9]] = True
    n = 20000
    observations, masks = np.repeat(observation, n, 0), np.repeat(mask[None], n, 0)
    words = rng.integers(1 << 64, size=n, dtype=np.uint64)
    logits = np.where(mask, Learned(original, game).logits(observation)[0], -np.inf)
    assert set(Learned(original, game, greedy=True).act_batch(observations, masks, words)) == {logits.argmax()}
    drawn = np.bincount(Learned(original, game).act_batch(observations, masks, words), minlength=game.num_actions) / n
    expected = np.exp(logits) / np.exp(logits).sum()
    assert np.abs(drawn - expected).max() < 0.02
    assert not drawn[~mask].any()


def test_the_same_words_draw_the_same_actions(game, original):
    agent = Learned(original, game)
    rng = np.random.default_rng(2)
    observations = rng.normal(size=(50, game.observation_size)).astype(np.float32)
    masks = np.ones((50, game.num_actions), np.bool_)
    words = rng.integers(1 << 64, size=50, dtype=np.uint64)
    first = agent.act_batch(observations, masks, words)
    assert (agent.act_batch(observations, masks, words) == first).all()
    assert (agent.act_batch(observations, masks, words[::-1].copy()) != first).any()


@pytest.mark.parametrize("greedy", [False, True])
def test_a_question_without_a_legal_answer_is_refused(game, original, greedy):
    observations = np.zeros((2, game.observation_size), np.float32)
    masks = np.array([[True] * game.num_actions, [False] * game.num_actions])
    with (
        np.errstate(invalid="ignore"),
        pytest.raises(IllegalAction, match=r"lifeboat: .*policy\.zip.* chose row, which is not legal; legal: nothing"),
    ):
        Learned(original, game, greedy=greedy).act_batch(observations, masks, np.zeros(2, np.uint64))


def test_a_network_that_gives_no_numbers_is_refused(game, original):
    observations = np.full((1, game.observation_size), np.nan, np.float32)
    masks = np.ones((1, game.num_actions), np.bool_)
    with pytest.raises(PolicyError, match="values that are not finite"):
        Learned(original, game).act_batch(observations, masks, np.zeros(1, np.uint64))


def test_specs_and_other_seat_counts(game, original):
    agent = spec.make(f"{original}:greedy", game)
    assert agent.greedy
    assert agent.spec == f"{original}:greedy"
    trio = envs.load("lifeboat", seats=3)
    result = play(trio, [str(original)] * 3, range(5))
    assert result[0].agents == (str(original),) * 3


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"game": "chess"}, r"trained for game chess .* but this is lifeboat"),
        ({"env_version": 7}, r"trained for version of the environment 7 .* but this is 0"),
        ({"observation_size": 54}, r"trained for observation size 54 .* but this is 55"),
        ({"num_actions": 12}, r"trained for number of actions 12 .* but this is 13"),
        ({"content_hash": "0" * 64}, r"trained for content 000000000000 .* but this is"),
        ({"format": 2}, r"policy format 2, this version of the suite reads format 1"),
        ({"hidden": [16, 16]}, r"do not fit a network with hidden layers \[16, 16\]"),
        ({"steps": "many"}, r"derelict\.json is not understood \(steps"),
        ({"colour": "red"}, r"derelict\.json is not understood \(colour"),
    ],
)
def test_foreign_policies_are_refused(game, path, changes, message):
    change_info(path, **changes)
    with pytest.raises(PolicyError, match=message) as refusal:
        spec.make(str(path), game)
    assert str(path) in str(refusal.value)


def test_files_that_are_no_policies_are_refused(game, path, tmp_path):
    path.write_bytes(b"not a zip file at all")
    with pytest.raises(PolicyError, match="the policy file is damaged"):
        Learned(path, game)
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("data", "{}")
    with pytest.raises(PolicyError, match=r"no derelict\.json"):
        Learned(path, game)
    with pytest.raises(PolicyError, match=r"no such policy file; did you mean .*policy\.zip"):
        Learned(tmp_path, game)
    with pytest.raises(PolicyError, match=r"no such policy file; train one"):
        Learned(tmp_path / "none.zip", game)


def test_policies_that_lack_a_part_are_refused(game, path):
    rewrite(path, policy__pth=None)
    with pytest.raises(PolicyError, match=r"policy\.zip: the policy file is damaged"):
        Learned(path, game)
    rewrite(path, policy__pth=b"\x80\x02nonsense")
    with pytest.raises(PolicyError, match=r"policy\.pth cannot be read"):
        Learned(path, game)


def test_a_flipped_byte_anywhere_in_the_weights_is_found(game, original, path):
    with zipfile.ZipFile(original) as file:
        entry = file.getinfo("policy.pth")
    data = bytearray(original.read_bytes())
    names = data[entry.header_offset + 26 : entry.header_offset + 30]
    start = entry.header_offset + 30 + int.from_bytes(names[:2], "little") + int.from_bytes(names[2:], "little")
    for offset in np.linspace(start, start + entry.compress_size - 1, 25).astype(int):
        damaged = data.copy()
        damaged[offset] ^= 0x10
        path.write_bytes(damaged)
        with pytest.raises(PolicyError, match="damaged"):
            Learned(path, game)


@pytest.mark.parametrize("part", [0.1, 0.5, 0.9, 0.999])
def test_a_file_that_was_cut_off_is_refused(game, path, part):
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * part)])
    with pytest.raises(PolicyError, match="damaged"):
        Learned(path, game)


def test_weights_that_are_not_finite_are_refused(game, path):
    weights = policy_file.read_tensors(path, "policy")
    weights["action_net.bias"][2] = float("nan")
    content = io.BytesIO()
    torch.save(weights, content)
    rewrite(path, policy__pth=content.getvalue())
    with pytest.raises(PolicyError, match="not finite"):
        Learned(path, game)


def test_loading_runs_no_code_of_the_file(game, path):
    """A pickle that would run a command is refused, not run."""

    class Trap:
        def __reduce__(self):
            return open, ("trap.txt", "w")

    content = io.BytesIO()
    torch.save({"weight": Trap()}, content)
    rewrite(path, policy__pth=content.getvalue())
    with pytest.raises(PolicyError, match=r"policy\.pth cannot be read"):
        Learned(path, game)
