"""Public evaluation seeds: they never move, and no two sets overlap."""

import itertools
import subprocess
import sys
from pathlib import Path

import pytest

import agents
import envs
from agents.seeds import BLOCK, FIRST_TRAINING_SEED, evaluation_seeds, first_evaluation_seed
from envs.core.errors import OptionError

GOLDEN = {
    ("machina_arcana", "black_oil", 1): 65114472448,
    ("machina_arcana", "black_oil", 2): 377578586112,
    ("machina_arcana", "black_oil", 3): 440027578368,
    ("machina_arcana", "black_oil", 4): 845951270912,
    ("machina_arcana", "brass_choir", 1): 147991822336,
    ("machina_arcana", "brass_choir", 2): 890340638720,
    ("machina_arcana", "brass_choir", 3): 167190200320,
    ("machina_arcana", "brass_choir", 4): 613516574720,
    ("machina_arcana", "drowned_foundry", 1): 46262124544,
    ("machina_arcana", "drowned_foundry", 2): 105800269824,
    ("machina_arcana", "drowned_foundry", 3): 717286801408,
    ("machina_arcana", "drowned_foundry", 4): 858462879744,
    ("machina_arcana", "singing_wire", 1): 331756863488,
    ("machina_arcana", "singing_wire", 2): 31944867840,
    ("machina_arcana", "singing_wire", 3): 560918953984,
    ("machina_arcana", "singing_wire", 4): 83425755136,
    ("enormity", "open_run", 1): 672314425344,
    ("enormity", "open_run", 2): 579412688896,
    ("enormity", "open_run", 3): 449751023616,
    ("enormity", "open_run", 4): 1025463287808,
    ("enormity", "revisit", 1): 1092843732992,
    ("enormity", "revisit", 2): 882819203072,
    ("enormity", "revisit", 3): 393221242880,
    ("enormity", "revisit", 4): 874848976896,
    ("enormity", "ring_patrol", 1): 441549062144,
    ("enormity", "ring_patrol", 2): 221898604544,
    ("enormity", "ring_patrol", 3): 857592561664,
    ("enormity", "ring_patrol", 4): 627457392640,
    ("enormity", "solar_ring", 1): 1002384130048,
    ("enormity", "solar_ring", 2): 926271143936,
    ("enormity", "solar_ring", 3): 461042089984,
    ("enormity", "solar_ring", 4): 699910848512,
    ("enormity", "training", 1): 472003903488,
    ("enormity", "training", 2): 409010700288,
    ("enormity", "training", 3): 993933656064,
    ("enormity", "training", 4): 360298053632,
    ("lifeboat", "", 2): 154697465856,
    ("lifeboat", "", 3): 143233384448,
}
"""First seeds by game, scenario and seats. Published results rest on them: they are never changed."""


@pytest.mark.parametrize("name", GOLDEN, ids=lambda name: "-".join(map(str, name)))
def test_the_public_seeds_never_move(name):
    assert first_evaluation_seed(*name) == GOLDEN[name]


def test_no_two_sets_overlap_and_all_stay_below_training():
    firsts = sorted(GOLDEN.values())
    assert all(b - a >= BLOCK for a, b in itertools.pairwise(firsts))
    assert firsts[0] >= BLOCK
    assert firsts[-1] + BLOCK <= FIRST_TRAINING_SEED


def test_every_scenario_and_number_of_seats_has_its_set():
    for name, scenario, seats in GOLDEN:
        options = {"scenario": scenario} if scenario else {}
        game = envs.load(name, seats=seats, **options)
        assert evaluation_seeds(game, 3) == range(GOLDEN[name, scenario, seats], GOLDEN[name, scenario, seats] + 3)


def test_other_options_keep_the_seeds():
    one = envs.load("machina_arcana", seats=2)
    for more in ({"length": "faster"}, {"monsters": "agent"}):
        assert evaluation_seeds(envs.load("machina_arcana", seats=2, **more), 9) == evaluation_seeds(one, 9)


def test_they_are_the_same_in_every_process():
    code = "from agents.seeds import first_evaluation_seed; print(first_evaluation_seed('lifeboat', '', 3))"
    for hash_seed in ("1", "2"):
        environment = {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(Path(agents.__file__).parent.parent)}
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
        assert int(done.stdout) == GOLDEN["lifeboat", "", 3]


def test_a_first_seed_of_ones_own():
    game = envs.load("lifeboat")
    assert evaluation_seeds(game, 5, 7) == range(7, 12)
    assert evaluation_seeds(game, 1, FIRST_TRAINING_SEED - 1)


@pytest.mark.parametrize(
    ("games", "first", "message"),
    [
        (0, None, "at least one game .* got 0 games"),
        (5, -1, "got 5 games from seed -1"),
        (2, FIRST_TRAINING_SEED - 1, "are for training; choose a smaller --first_seed"),
        (BLOCK + 1, None, "1048576 public evaluation seeds, got 1048577 games"),
    ],
)
def test_bad_seeds(games, first, message):
    with pytest.raises(OptionError, match=message):
        evaluation_seeds(envs.load("lifeboat"), games, first)
