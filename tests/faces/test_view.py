"""Views: what an agent gets, and that it is no more than its seat may know."""

from __future__ import annotations

import numpy as np
import pytest

from envs.faces import fresh_seed
from envs.view import View, decision_words
from tests.faces.games import CONFIGS, config_id, play_random

pytestmark = pytest.mark.parametrize("config", CONFIGS, ids=config_id)


def positions(config, game, seed=0):
    """Positions of a random game: all of a short one, some of a long one."""
    state = game.new(seed)
    apart = max(1, config.every // 2) if config.brief else 1
    for number, action in enumerate(play_random(game, state, seed, 60 * apart)):
        if number % apart == 0:
            yield state
        game.step(state, action)


def test_a_view_is_what_the_game_shows_the_seat_that_is_asked(config):
    game = config.load()
    for state in positions(config, game):
        view = View.of(game, state)
        seat = game.turn(state)
        assert view.seat == seat
        assert np.array_equal(view.observation, game.observe(state, seat))
        assert view.legal == game.legal_actions(state)
        assert view.choice == game.choice_name(state)
        assert view.text == game.text(state, seat)
        assert view.facts == game.to_json(state, seat)
        assert view.record.tobytes() == game.visible(state, seat).tobytes()
        assert view.describe(view.legal[0]) == game.describe(state, view.legal[0])


def test_a_view_of_a_seat_that_is_not_asked_has_no_legal_action(config):
    game = config.load()
    state = game.new(0)
    for seat in range(game.num_seats):
        assert View.of(game, state, seat).mask.any() == (seat == game.turn(state))


def test_no_attribute_is_the_state(config):
    game = config.load()
    state = game.new(3)
    view = View.of(game, state)
    for name in dir(view):
        if not name.startswith("_"):
            value = getattr(view, name)
            assert not (isinstance(value, np.ndarray) and np.shares_memory(value, state)), name


def test_a_sample_looks_the_same_and_has_other_dice(config):
    game = config.load()
    for state in positions(config, game):
        view = View.of(game, state)
        sample = view.sample(fresh_seed())
        other = View.of(game, sample, view.seat)
        assert np.array_equal(view.observation, other.observation)
        assert view.facts == other.facts
        assert not np.array_equal(sample["core"]["rng"], state["core"]["rng"])
        assert view.sample(4).tobytes() == view.sample(4).tobytes()
        assert view.sample(4).tobytes() != view.sample(5).tobytes()


def test_the_word_of_a_decision_is_its_own_and_the_same_in_a_batch(config):
    game = config.load()
    states = [state.copy() for state in positions(config, game)]
    words = [View.of(game, state).seed for state in states]
    assert words == decision_words(np.stack(states)).tolist()
    assert words[::2] == decision_words(np.stack(states), np.arange(0, len(states), 2)).tolist()
    assert len(set(words)) == len(words)
    assert words[0] not in states[0]["core"]["rng"].tolist()


def test_after_the_end_a_seat_must_be_named(config):
    game = config.load()
    state = game.new(0)
    for action in play_random(game, state, 0, 10**6):
        game.step(state, action)
    with pytest.raises(ValueError, match="name a seat"):
        View.of(game, state)
    assert not View.of(game, state, 0).mask.any()
