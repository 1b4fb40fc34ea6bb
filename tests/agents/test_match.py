"""Matches: every seat and seed is recorded, and a game does not depend on its neighbours."""

import numpy as np
import pytest

import envs
from agents import match
from agents.base import Agent
from agents.match import play
from agents.random import Random
from agents.results import read_results, write_results
from envs.core.errors import IllegalAction, OptionError
from envs.view import View


@pytest.fixture(scope="module")
def game():
    return envs.load("lifeboat", seats=3)


class Counting(Agent):
    """Takes the legal actions in turn and remembers how far it is."""

    spec = "counting"

    def reset(self, seed):
        self.calls = 0
        self.seed = seed

    def act(self, view):
        self.calls += 1
        return view.legal[(self.calls + self.seed) % len(view.legal)]


class Rowing:
    """No `Agent` by birth, and without a spec."""

    def act(self, view):
        return view.legal[0]


def test_one_game_per_seed_in_order(game):
    seeds = [5, 3, 900, 3]
    results = play(game, ["random"] * 3, seeds)
    assert [r.seed for r in results] == seeds
    assert results[1] == results[3]
    assert len({r.decisions for r in results}) > 1


def test_every_seat_is_recorded(game, tmp_path):
    results = play(game, ["random", Counting(), Rowing()], range(4))
    for r in results:
        assert r.agents == ("random", "counting", "Rowing")
        assert len(r.returns) == 3
    write_results(tmp_path / "r.jsonl", game, results, label="x")
    lines = list(read_results(tmp_path / "r.jsonl"))
    assert [line["seed"] for line in lines] == [0, 1, 2, 3]
    assert lines[0]["agents"] == {"sailor_0": "random", "sailor_1": "counting", "sailor_2": "Rowing"}
    assert lines[2]["returns"] == dict(zip(game.seats, results[2].returns, strict=True))
    assert set(lines[0]["detail"]) == {"days", "miles"}
    about = {"suite": envs.__version__, "game": "lifeboat", "env_version": game.version, "label": "x"}
    assert about.items() <= lines[0].items()
    assert lines[0]["content_hash"] == game.content_hash
    assert lines[0]["options"]["seats"] == 3


def test_results_are_those_of_the_game_itself(game):
    """The same game, played one decision after another through `Game`."""
    results = play(game, ["random", Counting(), "random"], range(60))
    assert any(r.returns != r.returns[::-1] for r in results)
    for result in results:
        state = game.new(result.seed)
        agents = [Random(), match.copies_of(Counting(), [result.seed], 1)[0], Random()]
        while (seat := game.turn(state)) is not None:
            game.step(state, agents[seat].act(View.of(game, state, seat)))
        outcome = game.outcome(state)
        assert (result.reason, result.won, result.truncated) == (outcome.reason, outcome.won, outcome.truncated)
        assert result.detail == outcome.detail
        assert result.returns == tuple(game.rewards(state))
        assert result.decisions == state["core"]["decisions"]


def test_a_game_does_not_depend_on_its_neighbours(game, monkeypatch):
    agents = ["random", Counting(), "random"]
    together = play(game, agents, range(30))
    assert [play(game, agents, [seed])[0] for seed in range(30)] == together
    monkeypatch.setattr(match, "TOGETHER", 7)
    assert play(game, agents, range(30)) == together


def test_processes_share_the_games(game):
    ended = []
    shared = play(game, ["random"] * 3, range(40), progress=ended.append, workers=2)
    assert shared == play(game, ["random"] * 3, range(40))
    assert sum(ended) == 40


def test_a_game_that_is_cut_off(game):
    for result in play(game, ["random"] * 3, range(5), max_cycles=3):
        assert (result.reason, result.won, result.truncated, result.decisions) == ("max_cycles", None, True, 3)
        assert result.returns == (0.0, 0.0, 0.0)


def test_progress_counts_every_game(game):
    ended = []
    play(game, ["random"] * 3, range(300), progress=ended.append)
    assert sum(ended) == 300


def test_the_random_agent_is_uniform_over_legal_actions():
    masks = np.zeros((30000, 5), np.bool_)
    masks[:, [0, 3, 4]] = True
    words = np.random.default_rng(0).integers(1 << 63, size=len(masks), dtype=np.uint64) * np.uint64(2)
    counts = np.bincount(Random().act_batch(np.zeros((len(masks), 1), np.float32), masks, words), minlength=5)
    assert counts[1] == counts[2] == 0
    assert np.abs(counts[[0, 3, 4]] - 10000).max() < 400


def test_an_illegal_action_names_the_agent(game):
    class Wrong(Agent):
        spec = "wrong"

        def act(self, view):
            return int(np.argmin(view.mask))

    with pytest.raises(IllegalAction, match=r"^wrong: row 0: lifeboat: sailor_1 cannot play"):
        play(game, ["random", Wrong(), "random"], [0])


def test_seats_that_do_not_add_up(game):
    with pytest.raises(OptionError, match=r"2 agents for 3 seats \(sailor_0, sailor_1, sailor_2\)"):
        play(game, ["random", "random"], [0])
