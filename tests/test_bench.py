from __future__ import annotations

import json
import multiprocessing
import subprocess

import numpy as np
import pettingzoo
import pytest
from pettingzoo.env_registry.exceptions import FailedToImport

import envs
from envs import bench
from envs.aec import make
from envs.core.errors import IllegalAction

ARRAYS = ("states", "seat", "mask", "obs", "reward", "done", "truncated", "outcome", "length", "final_obs", "seeds")


def test_the_figures_of_a_game_are_printed_and_written(tmp_path, capsys):
    path = tmp_path / "speed.json"
    assert bench.main(["--quick", "--games", "lifeboat", "--json", str(path)]) == 0
    result = json.loads(path.read_text(encoding="utf-8"))
    assert list(result["games"]["lifeboat"]) == ["default", "seats=4"]
    shown = capsys.readouterr().out
    for figures in result["games"]["lifeboat"].values():
        assert list(figures) == [key for key, _, _ in bench.ROWS]
        assert all(value > 0 for value in figures.values())
        assert figures["aec_to_peer"] == pytest.approx(figures["aec_per_s"] / result["peer_per_s"])
        assert figures["batch_ratio"] == pytest.approx(figures["batch_all_per_s"] / figures["batch_per_s"])
        assert figures["batch_us"] > figures["floor_us"]
        assert figures["clone_us"] > figures["copy_us"]
        parts = [figures[f"{part}_us"] for part in ("view", "encode", "store")]
        assert figures["observation_us"] == pytest.approx(sum(parts))
        parts = [figures[f"{part}_us"] for part in ("play", "mask", "observation", "random", "check", "python")]
        assert figures["phases_us"] == pytest.approx(sum(parts))
        for key, label, form in bench.ROWS:
            assert label in shown
            assert format(figures[key], form) in shown
    assert "Speed of lifeboat" in shown
    assert "connect_four_v3, wrapped, same loop" in shown
    assert f"Derelict {envs.__version__}" in shown


def test_without_its_packages_the_peer_is_left_out(capsys, monkeypatch):
    def make(*args):
        raise FailedToImport("pygame")

    monkeypatch.setattr(pettingzoo, "make", make)
    monkeypatch.setattr(bench, "first_reset", lambda name, options: 0.5)
    assert bench.main(["--quick", "--games", "lifeboat"]) == 0
    shown = capsys.readouterr().out
    assert "connect_four_v3 was not measured: pip install 'pettingzoo[classic]' to compare" in shown


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--games", "lifebaot"], "unknown game 'lifebaot'; did you mean 'lifeboat'?"),
        (["--games", "lifeboat", "--json", "nowhere/speed.json"], "the folder nowhere does not exist"),
    ],
)
def test_bad_arguments_are_named_before_anything_is_measured(arguments, message, capsys, monkeypatch):
    monkeypatch.setattr(bench, "measure", None)
    with pytest.raises(SystemExit) as exit_:
        bench.main(arguments)
    assert exit_.value.code == 2
    assert message in capsys.readouterr().err


def test_bytes_of_a_decision_are_those_of_the_batch():
    game = envs.load("lifeboat", seats=3)
    expected = 4 * game.observation_size + game.num_actions + 4 * game.num_seats + 4 + 1 + 1
    assert bench.decision_bytes(game) == expected


def test_the_loops_play_what_they_count():
    game = envs.load("lifeboat")
    batch = bench.batch_loop(game.batch(8))
    done, took = batch(0.01)
    assert done % 8 == 0
    assert took >= 0.01
    played = []
    step = type(game).step
    try:
        type(game).step = lambda self, state, action: (played.append(action), step(self, state, action))
        done, _ = bench.game_loop(game)(0.01)
    finally:
        type(game).step = step
    assert len(played) == done
    env = make("lifeboat")
    decisions = np.zeros(1, int)
    real = env.step

    def count(action):
        decisions[0] += action is not None
        real(action)

    env.step = count
    done, _ = bench.aec_loop(env)(0.01)
    assert decisions[0] == done


def test_loops_that_are_compared_take_turns_and_the_best_window_counts():
    turns = []

    def loop(name, rates):
        def play(seconds):
            turns.append((name, seconds))
            return rates[turns.count((name, seconds)) % len(rates)], 2.0

        return play

    assert bench.best_rates([loop("a", [4, 8, 6]), loop("b", [3, 2])], 0.8) == [4.0, 1.5]
    assert turns == [("a", 0.8 / bench.WINDOWS), ("b", 0.8 / bench.WINDOWS)] * bench.WINDOWS


def test_processes_play_side_by_side_and_end_with_the_measurement():
    before = set(multiprocessing.active_children())
    with bench.processes_loop("lifeboat", {"seats": 3}, 8) as play:
        assert len(set(multiprocessing.active_children()) - before) == bench.cores()
        for _ in range(2):
            done, took = play(0.05)
            assert done > 0
            assert took == 0.05
    assert set(multiprocessing.active_children()) == before


def test_a_process_that_dies_is_not_waited_for():
    with pytest.raises((EOFError, OSError)), bench.processes_loop("lifeboat", {"seats": 9}, 8) as play:
        play(0.05)
    assert not multiprocessing.active_children()


def test_a_game_is_measured_with_most_seats_and_in_each_scenario():
    game = envs.load("machina_arcana")
    others = [scenario for scenario in game.pack.scenarios if scenario != game.options.scenario]
    assert len(others) >= 2
    expected = {f"scenario={scenario}": {"scenario": scenario} for scenario in others}
    assert bench.configurations("machina_arcana") == {"default": {}, "seats=4": {"seats": 4}} | expected
    assert game.options.mode == "normal"


def test_the_first_reset_is_that_of_the_configured_game():
    with pytest.raises(subprocess.CalledProcessError) as error:
        bench.first_reset("lifeboat", {"seats": 9})
    assert "option seats=9" in error.value.stderr
    assert 0 < bench.first_reset("lifeboat", {"seats": 4}) < 60


@pytest.mark.parametrize(
    ("name", "options", "n", "steps"),
    [("lifeboat", {}, 32, 80), ("machina_arcana", {"explorers_per_seat": 2}, 420, 8)],
)
def test_a_batch_by_the_clock_plays_the_same_games(name, options, n, steps):
    game = envs.load(name, monsters="agent", **options)
    if name == "machina_arcana":
        assert 4 * n * game.observation_size > 4 << 20  # no longer fits the cache, so that the rows are streamed
    plain, clocked = (game.batch(n, seed=5, reward="shaped", max_cycles=30) for _ in range(2))
    clocked._core = clock = bench.Clock(clocked._core)
    words = [np.arange(n, dtype=np.uint64) for _ in range(2)]
    rng = np.random.default_rng(3)
    ended = 0
    for _ in range(steps):
        where = rng.random(n) < 0.9
        actions = plain.random_actions(words[0])
        assert (clocked.random_actions(words[1]) == actions).all()
        plain.step(actions, where)
        clocked.step(actions, where)
        ended += int(plain.done.sum())
        for array in ARRAYS:
            assert getattr(plain, array).tobytes() == getattr(clocked, array).tobytes(), array
    assert ended > 0 or name != "lifeboat"
    with pytest.raises(IllegalAction):
        clocked.step(np.full(n, -1))
    assert min(clock.seconds().values()) > 0


def test_the_clock_counts_all_of_a_step_and_each_phase_for_itself():
    game = envs.load("machina_arcana")
    batch = game.batch(64)
    batch._core = clock = bench.Clock(batch._core)
    words = np.arange(64, dtype=np.uint64)
    batch.step(batch.random_actions(words), np.zeros(64, np.bool_))
    spent = clock.seconds()
    assert spent["play"] == clock.step > 0  # a row that is not played has nothing to write
    assert spent["mask"] == spent["view"] == spent["encode"] == spent["store"] == 0
    for _ in range(100):
        batch.step(batch.random_actions(words))
    spent = clock.seconds()
    assert sum(spent[phase] for phase in bench.STEP_PHASES) == pytest.approx(clock.step)
    assert spent["mask"] < min(spent["play"], spent["view"], spent["encode"]), "702 actions against 2,554 numbers"
