"""Randomness: unbiased, reproducible, independent streams, scripted dice."""

from __future__ import annotations

import numpy as np
import pytest

import envs
from envs.core import _probe
from envs.core.engine import game_words, mix_seed, roll_many
from envs.core.head import Error
from tests.core.common import bare, cards, chi_square, make_pile

LIMIT = 5  # standard deviations; the seeds are fixed, so a failure is a fault and no bad luck


@pytest.mark.parametrize("n", [2, 3, 6, 7, 10, 100, 1000])
@pytest.mark.parametrize("seed", [0, 1, 12345])
def test_rolls_are_uniform(n, seed) -> None:
    times = 200 * n if n >= 100 else 60000
    counts = np.bincount(roll_many(seed, n, times), minlength=n)
    assert len(counts) == n
    assert abs(chi_square(counts, times / n)) < LIMIT


def test_rolls_are_uniform_where_bias_would_show() -> None:
    """2**32 is 8/3 times this bound: without rejection every third value would come up a third too rarely."""
    values = roll_many(1, 3 * 2**29, 30000)
    counts = np.bincount(values % 3, minlength=3)
    assert abs(chi_square(counts, len(values) / 3)) < LIMIT


def test_pairs_of_rolls_are_uniform() -> None:
    values = roll_many(3, 6, 72000).reshape(-1, 2)
    counts = np.bincount(values[:, 0] * 6 + values[:, 1], minlength=36)
    assert abs(chi_square(counts, len(values) / 36)) < LIMIT


def test_splitmix64_reference_values() -> None:
    """The published first outputs for the seed 1234567."""
    assert _probe.mix(1234567, 3) == [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert mix_seed(1234567) == 6457827717110365317


def test_streams_are_independent() -> None:
    """Rolls of one stream neither move nor predict the other."""
    alone, both = bare(7, stream=1), bare(7, stream=1)
    expected = _probe.rolls(alone, 1000, 50)
    got = []
    for _ in range(50):
        both["stream"] = 0
        _probe.rolls(both, 10, 3)
        both["stream"] = 1
        got.append(_probe.roll(both, 1000))
    assert got == expected.tolist()


def test_streams_of_one_seed_and_of_neighbours_differ() -> None:
    words = [word for seed in range(1000) for word in game_words(seed)]
    assert len(set(words)) == 2000
    first = np.array(
        [[roll_many(layout, 6, 1)[0], roll_many(play, 6, 1)[0]] for layout, play in map(game_words, range(7200))]
    )
    counts = np.bincount(first[:, 0] * 6 + first[:, 1], minlength=36)
    assert abs(chi_square(counts, 200)) < LIMIT, "the first dice of the two streams are correlated"
    counts = np.bincount(first[:-1, 0] * 6 + first[1:, 0], minlength=36)
    assert abs(chi_square(counts, 7199 / 36)) < LIMIT, "the first dice of neighbouring seeds are correlated"


def test_seed_zero_is_a_seed() -> None:
    game = envs.load("lifeboat", seats=4)
    zero, again, one, other = game.new(0), game.new(0), game.new(1), game.new()
    assert zero.tobytes() == again.tobytes() == other.tobytes()
    assert zero.tobytes() != one.tobytes()
    assert cards(zero["deck"]) != cards(one["deck"])
    assert len(set(roll_many(0, 1000, 20).tolist())) > 10


def test_layout_and_play_seeds() -> None:
    game = envs.load("lifeboat", seats=2)
    base = game.new(5)
    same_map = game.new(5, play_seed=9)
    same_dice = game.new(5, layout_seed=9)
    assert cards(same_map["deck"]) == cards(base["deck"])
    assert cards(same_dice["deck"]) != cards(base["deck"])
    assert same_dice["core"]["rng"][1] == base["core"]["rng"][1]
    assert same_map["core"]["rng"][1] == game.new(9)["core"]["rng"][1]
    assert cards(same_dice["deck"]) == cards(game.new(9)["deck"])
    assert game.new(5, layout_seed=5, play_seed=5).tobytes() == base.tobytes()
    assert game.new(5, layout_seed=0)["deck"].tobytes() == game.new(0)["deck"].tobytes()


def test_large_seeds_are_taken() -> None:
    game = envs.load("lifeboat")
    assert game.new(2**64 - 1)["core"]["seed"] == 2**64 - 1
    assert game.new(np.uint64(2**63)).tobytes() == game.new(2**63).tobytes()


def test_scripted_dice_come_last_first_and_then_chance() -> None:
    state, plain = bare(3), bare(3)
    state["script"][:3] = (5, 0, 2)
    state["script_n"] = 3
    assert [_probe.roll(state, 6) for _ in range(3)] == [2, 0, 5]
    assert state["script_n"] == 0
    assert _probe.rolls(state, 6, 20).tolist() == _probe.rolls(plain, 6, 20).tolist(), "the stream was not touched"


def test_scripted_value_that_is_too_large() -> None:
    state = bare()
    state["script"][0] = 6
    state["script_n"] = 1
    assert _probe.roll(state, 6) == 0
    assert (state["error"], state["error_detail"]) == (Error.BAD_ROLL, 6)


@pytest.mark.parametrize("n", [0, -3])
def test_roll_of_nothing(n) -> None:
    state = bare()
    before = state["rng"].copy()
    assert _probe.roll(state, n) == 0
    assert (state["error"], state["error_detail"]) == (Error.BAD_ROLL, n)
    assert (state["rng"] == before).all()


def test_roll_of_one_side() -> None:
    assert _probe.rolls(bare(), 1, 10).tolist() == [0] * 10


def test_weighted_draw() -> None:
    weights = np.array([0, 1, 5, 0, 2], np.uint8)
    counts = np.bincount(_probe.weighted(bare(), weights, 40000), minlength=5)
    assert counts[0] == counts[3] == 0
    kept = weights > 0
    assert abs(chi_square(counts[kept], 5000.0 * weights[kept])) < LIMIT


def test_weighted_draw_takes_the_script() -> None:
    state = bare()
    state["script"][:8] = range(8)
    state["script_n"] = 8
    drawn = _probe.weighted(state, np.array([0, 1, 5, 0, 2], np.uint8), 8)
    assert drawn.tolist() == [4, 4, 2, 2, 2, 2, 2, 1]


def test_weighted_draw_of_nothing() -> None:
    state = bare()
    _probe.weighted(state, np.zeros(3, np.uint8), 1)
    assert (state["error"], state["error_detail"]) == (Error.BAD_ROLL, 0)


def test_shuffle_is_uniform_over_permutations() -> None:
    state, counts = bare(11), {}
    for _ in range(24 * 400):
        pile = make_pile(0, 1, 2, 3)
        _probe.pile_shuffle(state, pile)
        order = tuple(cards(pile))
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 24
    assert abs(chi_square(np.array(list(counts.values())), 400)) < LIMIT
