"""The search agent: what it may know, what it is told, and that it finds what it looks for."""

from __future__ import annotations

import numpy as np
import pytest

import envs
from agents import match, spec
from agents.base import Agent
from agents.search import FEW, Search, SearchOptions, choose
from envs.core.engine import mix_seed
from envs.core.errors import CoreError, OptionError
from envs.core.search import Search as Tree
from envs.view import View
from tests.agents.common import positions

GAMES = (
    ("lifeboat", {"seats": 3, "monsters": "agent"}),
    ("machina_arcana", {"seats": 2, "monsters": "agent"}),
    ("enormity", {"seats": 2, "scenario": "training"}),
)


# -- what it knows -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_what_it_finds_does_not_hang_on_hidden_facts(name, options):
    game = envs.load(name, **options)
    agent = Search(game, SearchOptions(sims=60, samples=6, depth=12))
    changed = 0
    for state in positions(game, 6):
        seat = game.turn(state)
        agent.reset(5)
        found, action = agent.look(View.of(game, state)), None
        for hidden in range(3):
            other = game.resample(state, seat, 100 + hidden)
            changed += other.tobytes() != state.tobytes()
            agent.reset(5)
            assert (agent.look(View.of(game, other)) == found).all()
            agent.reset(5)
            chosen = agent.act(View.of(game, other))
            assert action in (None, chosen)
            action = chosen
    assert changed == 18


def test_the_roots_are_states_that_the_seat_cannot_tell_apart():
    game = envs.load("lifeboat", seats=3)
    state = next(positions(game, 1))
    view = View.of(game, state)
    roots = view.samples([3, 4, 3])
    assert roots.shape == (3,)
    assert roots.dtype == game.record.dtype
    assert roots[0].tobytes() == roots[2].tobytes() == view.sample(3).tobytes() != roots[1].tobytes()
    assert view.samples([]).shape == (0,)


# -- what it finds -----------------------------------------------------------------------------------------------


def test_it_wins_what_random_players_lose():
    game = envs.load("lifeboat", seats=3)
    won = {
        name: sum(r.won is True for r in match.play(game, [name] * 3, range(40)))
        for name in ("random", "search:sims=100")
    }
    assert won["random"] <= 20
    assert won["search:sims=100"] >= 36


def test_each_seat_is_searched_in_its_own_interest():
    """The shark that searches keeps searching sailors from victories that they have against a random shark."""
    game = envs.load("lifeboat", seats=3, monsters="agent")
    crew = ["search:sims=60"] * 3
    won = [
        sum(r.won is True for r in match.play(game, [*crew, shark], range(30)))
        for shark in ("random", "search:sims=300")
    ]
    assert won[1] <= won[0] - 4


def test_more_simulations_visit_the_best_action_more_evenly_than_chance():
    game = envs.load("lifeboat", seats=3)
    state = next(positions(game, 1, seed=4))
    agent = Search(game, SearchOptions(sims=500))
    visits, totals, squares = agent.look(View.of(game, state))
    legal = game.legal(state)
    assert visits.sum() == 500
    assert (visits[~legal] == 0).all()
    assert (visits[legal] > 0).all()
    assert (totals**2 <= visits * squares + 1e-9).all(), "means and squares of the same values"
    means = totals[legal] / visits[legal]
    assert visits[legal].argmax() == means.argmax()


def test_a_favourite_is_tried_first_and_loses_its_lead_with_its_visits():
    game = envs.load("lifeboat", seats=3)
    state = next(positions(game, 1))
    roots = View.of(game, state).samples(range(8))
    legal = np.flatnonzero(game.legal(state)).tolist()

    def visits(favourite, bias, sims):
        tree = Tree(game.engine, roots, depth=40, explore=0.7, favourite=favourite, bias=bias, seed=1)
        tree.run(sims)
        assert tree.simulations == sims
        return tree.result()[0]

    worst = min(legal, key=lambda a: visits(-1, 0.0, 600)[a])
    assert visits(worst, 0.0, 1)[worst] == 1
    small, large = visits(worst, 50.0, 60)[worst] / 60, visits(worst, 50.0, 3000)[worst] / 3000
    assert small > 0.9
    assert large < 0.1


def result(**actions):
    """Visits, mean and variance of actions 0, 1, ... as a search gives them."""
    out = np.zeros((3, 6))
    for action, (visits, mean, variance) in actions.items():
        out[:, int(action[1:])] = visits, visits * mean, visits * (variance + mean**2)
    return out


@pytest.mark.parametrize(
    ("found", "favourite", "margin", "action"),
    [
        (result(a1=(10, 0.9, 0), a2=(30, 0.5, 0)), -1, 2.0, 2),  # the most visited one
        (result(a1=(30, 0.9, 0), a2=(30, 0.5, 0)), -1, 2.0, 1),  # of two the better one
        (result(a1=(30, 0.9, 0.01), a2=(30, 0.5, 0.01)), 2, 2.0, 1),
        (result(a1=(30, 0.52, 0.25), a2=(30, 0.5, 0.25)), 2, 2.0, 2),  # not clearly better
        (result(a1=(30, 0.52, 0.25), a2=(30, 0.5, 0.25)), 2, 0.0, 1),
        (result(a1=(FEW - 1, 0.9, 0.01), a2=(30, 0.5, 0.01)), 2, 2.0, 2),  # seen too little
        (result(a1=(30, 0.9, 0.01), a3=(20, 0.95, 0.01), a2=(30, 0.5, 0.01)), 2, 2.0, 3),
        (result(a2=(30, 0.5, 0)), 2, 0.0, 2),  # itself is not better than itself
    ],
)
def test_the_choice(found, favourite, margin, action):
    assert choose(found, favourite, margin) == action


def test_the_margin_is_that_of_two_means():
    """100 values of variance 1 against 50 of variance 4: the difference has the error sqrt(1/99 + 4/49)."""
    error = (1 / 99 + 4 / 49) ** 0.5
    for margin, action in ((1 / error * 0.99, 1), (1 / error * 1.01, 2)):
        assert choose(result(a1=(100, 1.5, 1), a2=(50, 0.5, 4)), 2, margin) == action


class Stubborn(Agent):
    def __init__(self, game, action):
        self.action = action

    def act(self, view):
        return self.action


def test_without_a_clearly_better_action_it_plays_as_the_scripted_player():
    game = envs.load("lifeboat", seats=3)
    agent = Search(game, SearchOptions(sims=40, margin=1e6))
    for state in positions(game, 5):
        for action in np.flatnonzero(game.legal(state)).tolist():
            agent.guide = Stubborn(game, action)
            assert agent.act(View.of(game, state)) == action
    free = Search(game, SearchOptions(sims=400, margin=0.0))
    moved = 0
    for state in positions(game, 10):
        free.guide = Stubborn(game, np.flatnonzero(game.legal(state)).tolist()[-1])
        moved += free.act(View.of(game, state)) != free.guide.action
    assert moved >= 5


# -- repeating it ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("trees", [1, 3])
def test_the_same_seed_finds_the_same_on_any_number_of_threads(trees):
    game = envs.load("lifeboat", seats=3)
    state = next(positions(game, 1))
    agent = Search(game, SearchOptions(sims=100, trees=trees))
    found = []
    for seed in (7, 8, 7):
        agent.reset(seed)
        found.append(agent.look(View.of(game, state)))
    assert (found[0] == found[2]).all()
    assert (found[0] != found[1]).any()
    assert found[0][0].sum() == 100


def test_games_repeat_whatever_is_played_beside_them():
    game = envs.load("lifeboat", seats=3)
    alone = match.play(game, ["search:sims=30"] * 3, [5])
    assert match.play(game, ["search:sims=30"] * 3, [4, 5, 6])[1] == alone[0]


def test_a_budget_of_time_is_spent():
    game = envs.load("lifeboat", seats=3)
    state = next(positions(game, 1))
    short, long = (Search(game, SearchOptions(ms=ms)).look(View.of(game, state))[0].sum() for ms in (1e-6, 100))
    assert 0 < short < long


def test_a_single_legal_action_needs_no_search(monkeypatch):
    game = envs.load("lifeboat", seats=3)
    agent = Search(game)
    monkeypatch.setattr(agent, "look", None)
    view = View.of(game, next(positions(game, 1)))
    view.mask = np.zeros_like(view.mask)
    view.mask[3] = True
    assert agent.act(view) == 3


# -- how it is named, bad input ----------------------------------------------------------------------------------


def test_specs():
    game = envs.load("enormity")
    agent = spec.make("search:sims=400,depth=60,style=bold", game)
    assert (agent.options.sims, agent.options.depth, agent.options.style) == (400, 60, "bold")
    assert agent.spec == "search:sims=400,depth=60,style=bold"
    assert agent.guide.spec == "scripted:bold"
    assert spec.make("search", game).spec == "search"
    assert spec.make("search", game).guide.spec == "scripted"
    assert spec.make("search:style=none", game).guide is None
    assert spec.make("search", envs.load("lifeboat")).guide is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("search:400", "expected key=value, got '400'"),
        ("search:simms=4", "unknown key 'simms'; did you mean 'sims'?"),
        ("search:sims=0", "sims: Input should be greater than or equal to 1, got '0'"),
        ("search:sims=many", "sims: Input should be a valid integer.*got 'many'"),
        ("search:depth=5000", "depth: Input should be less than or equal to 4096"),
        ("search:sims=4,sims=5", "'sims' is given twice"),
        ("search:style=brave", "unknown style 'brave' of the scripted player"),
    ],
)
def test_bad_specs(text, message):
    with pytest.raises(OptionError, match=message):
        spec.make(text, envs.load("enormity"))


def test_a_style_needs_a_scripted_player():
    with pytest.raises(OptionError, match="there is no scripted player for 'lifeboat'; leave 'style' out"):
        spec.make("search:style=bold", envs.load("lifeboat"))


def test_roots_of_another_game_are_refused():
    boat, other = envs.load("lifeboat"), envs.load("machina_arcana")
    roots = np.zeros(2, other.record.dtype)
    for wrong in (roots, np.zeros(0, boat.record.dtype), np.zeros(4, boat.record.dtype)[::2]):
        with pytest.raises(TypeError, match=f"expected a vector of states of {boat.record.dtype.itemsize} bytes"):
            Tree(boat.engine, wrong, depth=5, explore=1.0)
    with pytest.raises(ValueError, match=r"depth must be in 1\.\.4096, got 0"):
        Tree(boat.engine, np.zeros(1, boat.record.dtype), depth=0, explore=1.0)


def test_a_game_that_is_over_leaves_nothing_to_find():
    game = envs.load("lifeboat")
    state = game.new(1)
    rng = np.random.default_rng(0)
    while game.turn(state) is not None:
        game.step(state, int(rng.choice(np.flatnonzero(game.legal(state)))))
    tree = Tree(game.engine, state.reshape(1), depth=5, explore=1.0)
    tree.run(10)
    assert tree.simulations == 10
    assert (tree.result() == 0).all()


def test_rules_that_stop_a_simulation_are_reported():
    game = envs.load("lifeboat")
    state = game.new(1)
    state["core"]["script"][:] = 9999
    state["core"]["script_n"] = 64
    tree = Tree(game.engine, state.reshape(1), depth=40, explore=1.0)
    with pytest.raises(CoreError, match=r"the rules stopped a simulation with bad roll \(9999\).*report"):
        tree.run(50)
    with pytest.raises(CoreError):
        tree.run(1)


def test_seeds_are_words():
    game = envs.load("lifeboat")
    for seed in (0, -1, 1 << 70):
        Search(game, seed=seed)
    assert mix_seed(0) != mix_seed(1)
