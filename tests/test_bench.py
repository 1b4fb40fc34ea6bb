from __future__ import annotations

import json

import numpy as np
import pettingzoo
import pytest
from pettingzoo.env_registry.exceptions import FailedToImport

import envs
from envs import bench
from envs.aec import make


def test_the_figures_of_a_game_are_printed_and_written(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    path = tmp_path / "speed.json"
    assert bench.main(["--quick", "--games", "lifeboat", "--json", str(path)]) == 0
    result = json.loads(path.read_text(encoding="utf-8"))
    figures = result["games"]["lifeboat"]
    assert list(figures) == [key for key, _, _ in bench.ROWS]
    assert all(value > 0 for value in figures.values())
    assert figures["aec_to_peer"] == pytest.approx(figures["aec_per_s"] / result["peer_per_s"])
    assert figures["batch_ratio"] == pytest.approx(figures["batch_all_per_s"] / figures["batch_per_s"])
    assert figures["batch_us"] > figures["floor_us"]
    assert figures["clone_us"] > figures["copy_us"]
    shown = capsys.readouterr().out
    for key, label, form in bench.ROWS:
        assert label in shown
        assert format(figures[key], form) in shown
    assert "connect_four_v3, wrapped, same loop" in shown
    assert f"Derelict {envs.__version__}" in shown


def test_without_its_packages_the_peer_is_left_out(capsys, monkeypatch):
    def make(*args):
        raise FailedToImport("pygame")

    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setattr(pettingzoo, "make", make)
    monkeypatch.setattr(bench, "first_reset", lambda name: 0.5)
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
    batch = bench.batch_loop(game, 8, 1)
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
