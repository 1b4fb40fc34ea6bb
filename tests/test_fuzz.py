from __future__ import annotations

import json
import re

import numpy as np
import pytest

import envs
from tests import fuzz


def test_random_games_end_without_failure_and_cover_the_game(capsys):
    assert fuzz.main(["--game", "lifeboat", "--games", "800"]) == 0
    out = capsys.readouterr().out
    assert "800 games" in out
    assert "actions never legal: 0 of 13" in out
    assert "questions never asked: 0" in out
    assert "0 failures" in out


def test_configurations_cover_seats_and_monsters():
    found = fuzz.configurations("lifeboat")
    assert {(c["seats"], c["monsters"]) for c in found} == {(s, m) for s in (1, 2, 3, 4) for m in ("rules", "agent")}


def test_a_game_depends_on_its_seed_alone():
    game = envs.load("lifeboat", seats=3, monsters="agent")
    many = fuzz.play(game, 300, 0, 5000)
    alone = [fuzz.play(game, 1, seed, 5000) for seed in range(300)]
    assert many.games == 300
    assert many.decisions == sum(report.decisions for report in alone)
    assert many.longest == max(report.longest for report in alone)


def test_picks_by_group_are_legal_and_even_over_groups():
    masks = np.zeros((4000, 6), bool)
    masks[:, [0, 3, 4, 5]] = True  # groups 0 to 1, 2, 3 to 5; the second has no legal action
    words = np.array([fuzz.action_word(i) for i in range(4000)], np.uint64)
    counts = np.bincount(fuzz.pick_by_group(masks, np.array([0, 2, 3]), words), minlength=6)
    assert counts[1] == counts[2] == 0
    assert abs(counts[0] - 2000) < 200
    assert all(abs(counts[a] - 667) < 120 for a in (3, 4, 5))


def test_a_game_that_is_too_long_is_found_and_its_command_repeats_it(capsys):
    assert fuzz.main(["--game", "lifeboat", "--games", "40", "--longest", "20"]) == 1
    options, seed = re.search(r"--game lifeboat --options '(.*)' --seed (\d+)", capsys.readouterr().out).groups()
    command = ["--game", "lifeboat", "--options", options, "--seed", seed, "--games", "1"]
    assert fuzz.main([*command, "--longest", "20"]) == 1
    assert f"--seed {seed} --games 1: not over after 20 decisions" in capsys.readouterr().out
    assert fuzz.main(command) == 0


def test_a_lost_piece_is_found():
    game = envs.load("lifeboat", seats=4)

    def check(state):
        assert state["water"] < 10, "a measure of water is gone"

    report = fuzz.play(game, 60, 5, 5000, check=check)
    assert report.failures
    assert all("a measure of water is gone" in failure for failure in report.failures)
    assert len(report.failures) >= report.endings["sunk"] > 0


def test_an_error_of_the_core_is_found_and_the_other_games_go_on(monkeypatch):
    game = envs.load("lifeboat", seats=2)
    make = game.batch

    def broken(*args, **kwargs):
        batch = make(*args, **kwargs)
        batch.states["core"]["script_n"][3] = 1
        batch.states["core"]["script"][3] = 60000  # no die has so many faces
        return batch

    monkeypatch.setattr(type(game), "batch", lambda self, *args, **kwargs: broken(*args, **kwargs))
    report = fuzz.play(game, 300, 0, 5000)
    assert report.games == 300
    assert sum(report.endings.values()) == 299
    assert len(report.failures) == 1
    assert json.dumps({"seats": 2}) in report.failures[0]
    assert "--seed 3 --games 1: lifeboat: the rules stopped with bad roll" in report.failures[0]


def test_the_sanitizer_build_is_asked_for(monkeypatch, capsys):
    monkeypatch.setattr(fuzz, "sanitized", lambda: False)
    assert fuzz.main(["--game", "lifeboat", "--games", "1", "--sanitized"]) == 1
    assert "DERELICT_SANITIZE=1" in capsys.readouterr().err


@pytest.mark.parametrize("name", envs.GAMES)
def test_every_game_plays_some_random_games(name, capsys):
    failed = fuzz.main(["--game", name, "--games", "16", "--scripted", "2"])
    out = capsys.readouterr().out
    assert not failed, out
    assert "18 games" in out


def test_a_scripted_game_depends_on_its_seed_and_its_failure_names_the_command():
    game = envs.load("machina_arcana", seats=1)
    reports = [fuzz.play_scripted(game, 1, seed, 60) for seed in (3, 3, 4)]
    assert reports[0].failures == reports[1].failures
    assert "--seed 3 --games 0 --scripted 1: not over after 60 decisions" in reports[0].failures[0]
    assert reports[0].decisions == 60
    assert (reports[0].legal == reports[1].legal).all()
    assert (reports[0].legal != reports[2].legal).any()
