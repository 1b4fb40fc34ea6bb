"""Past selves: which are kept, which are drawn, which files stay."""

from collections import Counter

import numpy as np
import pytest
import torch

import envs
from agents import learner
from agents.config import validate
from agents.match import play
from agents.policy_file import PolicyError
from agents.pool import SnapshotPool, thinned

CONFIG = {"game": "lifeboat", "n_envs": 4, "n_steps": 8, "batch_size": 32, "net_arch": [16, 8], "threads": 1,
          "device": "cpu"}  # fmt: skip


@pytest.fixture
def one(tmp_path):
    (one,) = learner.make_learners(validate(CONFIG, "test"), envs.load("lifeboat", seats=2), tmp_path)
    return one


def pool_of(one, steps, size=20, latest=0.5):
    pool = SnapshotPool(one.folder / "pool", one.game, size, latest)
    for number in steps:
        one.model.num_timesteps = number
        pool.add(one.model, one._info(0.0))
    return pool


def test_what_is_kept_is_spread_over_the_run():
    kept = []
    for steps in range(0, 10_001, 100):
        kept = thinned([*kept, steps], 8)
        assert len(kept) <= 8
        assert kept[0] == 0
        assert kept[-1] == steps
        gaps = np.diff(kept)
        assert (gaps > 0).all()
        if len(kept) == 8:
            assert gaps.max() <= 4 * max(gaps[:-1].min(), steps / 16)
    assert thinned([0, 1, 2, 50, 100], 4) == [0, 2, 50, 100]
    assert thinned([3, 9], 2) == [3, 9]


@pytest.mark.parametrize("latest", [0.0, 0.3, 1.0])
def test_the_newest_gets_its_share_and_the_others_the_rest(one, latest):
    pool = pool_of(one, [0, 10, 20, 30], latest=latest)
    drawn = Counter(pool.name_of(pool.draw(seed)) for seed in range(4000))
    assert drawn["pool/30"] / 4000 == pytest.approx(latest, abs=0.03)
    for older in ("pool/0", "pool/10", "pool/20"):
        assert drawn[older] / 4000 == pytest.approx((1 - latest) / 3, abs=0.03)


def test_the_only_snapshot_is_drawn_whatever_the_share(one):
    pool = pool_of(one, [0], latest=0.0)
    assert {pool.name_of(pool.draw(seed)) for seed in range(20)} == {"pool/0"}


def test_a_snapshot_plays_as_the_learner_did(one):
    pool = pool_of(one, [5])
    for weights in one.model.policy.parameters():
        weights.data += 1.0
    agent = pool.agent(5)
    observations = np.random.default_rng(0).normal(size=(9, one.game.observation_size)).astype(np.float32)
    for weights in one.model.policy.parameters():
        weights.data -= 1.0
    with torch.no_grad():
        logits = one.model.policy.get_distribution(torch.as_tensor(observations)).distribution.logits
    expected = (logits - logits.logsumexp(1, keepdim=True)).exp().numpy()
    got = np.exp(agent.logits(observations))
    assert np.allclose(got / got.sum(1, keepdims=True), expected, atol=1e-4)


def test_a_snapshot_is_an_agent_for_everybody(one):
    pool = pool_of(one, [5])
    assert len(play(one.game, [str(pool.path(5)), "random"], range(3))) == 3


def test_drawing_a_snapshot_leaves_the_random_numbers_of_training_alone(one):
    pool = pool_of(one, [0, 10])
    state = torch.get_rng_state()
    pool.draw(1), pool.draw(2), pool.agent(0), pool.agent(10)
    assert torch.equal(torch.get_rng_state(), state)


def test_tidy_leaves_what_is_needed(one):
    pool = pool_of(one, [0, 10, 20, 30, 40], size=2)
    assert pool.steps == [0, 40]
    assert len(list(pool.folder.glob("*.zip"))) == 5
    pool.tidy(["pool/20", "monsters-pool/10", "partner/30", ""])
    assert sorted(int(path.stem) for path in pool.folder.glob("*.zip")) == [0, 20, 40]
    assert pool.name_of(pool.named("pool/20")) == "pool/20"
    assert pool.named("population/20") is None


def test_what_does_not_fit_is_refused(one):
    pool = pool_of(one, [0, 10])
    with pytest.raises(ValueError, match="a snapshot of 10 steps does not follow one of 10"):
        pool.add(one.model, one._info(0.0))
    with pytest.raises(PolicyError, match=r"000000000007\.zip: this snapshot of the pool is missing"):
        pool.restore([0, 7])
    assert pool.steps == [0, 10]
    pool.path(10).write_bytes(b"no zip")
    with pytest.raises(PolicyError, match=r"000000000010\.zip: the policy file is damaged"):
        pool.agent(10)
