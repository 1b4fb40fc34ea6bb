"""Cross-play: who sits where, and the matrix by hand."""

from __future__ import annotations

import json

import numpy as np
import pytest

import envs
from agents import crossplay, match
from agents.match import GameResult
from envs.core.errors import OptionError


def game_of(won, returns=(0.0, 0.0), **detail):
    return GameResult(0, ("a", "b"), "end", won, False, returns, 1, detail)


def test_the_ego_sits_on_each_seat_in_turn_among_copies_of_the_partner():
    game = envs.load("lifeboat", seats=3, monsters="agent")
    lines = crossplay.line_ups(game, ["a", "b"], "shark")
    assert lines == {
        ("a", "a", -1): ["a", "a", "a", "shark"],
        ("a", "b", 0): ["a", "b", "b", "shark"],
        ("a", "b", 1): ["b", "a", "b", "shark"],
        ("a", "b", 2): ["b", "b", "a", "shark"],
        ("b", "a", 0): ["b", "a", "a", "shark"],
        ("b", "a", 1): ["a", "b", "a", "shark"],
        ("b", "a", 2): ["a", "a", "b", "shark"],
        ("b", "b", -1): ["b", "b", "b", "shark"],
    }


def test_the_table_of_three_known_agents_by_hand():
    """Two seats, two seeds. Victories: a with itself 1 1, b 1 0, c 0 0; a with b on seat 0: 1 0, on seat 1: 0 0; b with
    a: 0 0 and 1 0 (the same games seen from the other side); a or b with c: never, but c with a on seat 1: 1 1.
    """
    wins = {
        ("a", "a", -1): (1, 1), ("b", "b", -1): (1, 0), ("c", "c", -1): (0, 0),
        ("a", "b", 0): (1, 0), ("a", "b", 1): (0, 0), ("b", "a", 0): (0, 0), ("b", "a", 1): (1, 0),
        ("a", "c", 0): (0, 0), ("a", "c", 1): (0, 0), ("c", "a", 0): (0, 0), ("c", "a", 1): (1, 1),
        ("b", "c", 0): (0, 0), ("b", "c", 1): (0, 0), ("c", "b", 0): (0, 0), ("c", "b", 1): (0, 0),
    }  # fmt: skip
    results = {key: [game_of(bool(w)) for w in won] for key, won in wins.items()}
    found = crossplay.scores(results, ["a", "b", "c"], "won", 2)
    assert found.mean.tolist() == [[1, 0.25, 0], [0.25, 0.5, 0], [0.5, 0, 0]]
    assert found.by_seat[0, 1].tolist() == [0.5, 0]
    assert found.by_seat[2, 0].tolist() == [0, 1]
    assert found.self_play == pytest.approx(0.5)
    assert found.cross_play == pytest.approx(1 / 6)
    assert found.gap.value == pytest.approx(1 / 3)
    assert found.gap.low < found.gap.value < found.gap.high
    values = [[cell.value for cell in row] for row in found.substitution]
    assert values == [[0, -0.25, 0], [-0.75, 0, 0], [-0.5, -0.5, 0]]
    assert found.substitution[1][0].low < found.substitution[1][0].value < found.substitution[1][0].high
    assert found.substitution[2][2] == (0, 0, 0)
    expected = [[1, 0.5, np.nan], [0.25, 1, np.nan], [0.5, 0, np.nan]]
    np.testing.assert_array_equal(found.of_best_response, expected)


def test_the_gap_is_that_of_each_seed():
    """Seeds differ a lot, agents do not: paired by seed the gap is known exactly."""
    keys = crossplay.line_ups(envs.load("lifeboat", seats=2), ["a", "b"])
    returns = {key: [r - 0.25 * (key[0] != key[1]) for r in (1.0, -1.0, 0.5)] for key in keys}
    results = {key: [game_of(None, (r, r)) for r in values] for key, values in returns.items()}
    found = crossplay.scores(results, ["a", "b"], "return", 2)
    assert found.gap == pytest.approx((0.25, 0.25, 0.25))


def test_scores():
    game = game_of(None, (1.0, 0.0, -1.0), rounds=4, flag=True, name="x")
    assert crossplay.score_of(game, "return", 2) == 0.5, "of the heroes, not of the monsters"
    assert crossplay.score_of(game, "won", 2) == 0
    assert crossplay.score_of(game_of(True), "won", 2) == 1
    assert crossplay.score_of(game, "rounds", 2) == 4
    for wrong in ("ronds", "name"):
        with pytest.raises(OptionError, match="unknown score"):
            crossplay.score_of(game, wrong, 2)


def test_the_games_are_those_of_a_match():
    game = envs.load("lifeboat", seats=2)
    agents = ["random", "search:sims=20"]
    results = crossplay.cross_play(game, agents, range(4))
    for key, seated in crossplay.line_ups(game, agents).items():
        assert results[key] == match.play(game, seated, range(4))


def test_command_line(tmp_path, capsys):
    path = tmp_path / "games.jsonl"
    command = ["--game", "lifeboat", "--options.seats", "3", "--agents", "random", "search:sims=40", "--games", "10"]
    assert crossplay.main([*command, "--format", "json", "--output", str(path)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["agents"] == ["random", "search:sims=40"]
    assert found["mean"][0][0] < found["mean"][1][1]
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(lines) == 10 * (1 + 3 + 3 + 1)
    won = [
        line["won"] is True
        for line in lines
        if sorted(line["agents"].values()) == ["random", "random", "search:sims=40"]
    ]
    assert np.mean(won) == pytest.approx(found["mean"][1][0])
    assert crossplay.main([*command, "--format", "markdown", "--score", "return"]) == 0
    shown = capsys.readouterr().out
    assert "| ego \\ partner | `random` | `search:sims=40` |" in shown
    assert "gap" in shown
    assert crossplay.main(command) == 0
    assert "self-play" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--agents", "random"], "at least two agents, each once, got random"),
        (["--agents", "random", "random"], "random twice"),
        (["--agents", "random", "randm"], "unknown agent 'randm'"),
        (["--agents", "random", "search", "--games", "0"], "at least one game"),
        (["--agents", "random", "search", "--first_seed", str(1 << 40)], "are for training"),
        (["--agents", "random", "search", "--options.seats", "1"], "at least two hero seats, this game has 1"),
        (["--agents", "random", "search:sims=2", "--games", "1", "--score", "wn"], "unknown score 'wn'; did you mean"),
    ],
)
def test_bad_input(arguments, message, capsys):
    assert crossplay.main(["--game", "lifeboat", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_a_wrong_score_costs_no_games(tmp_path, capsys):
    path = tmp_path / "games.jsonl"
    command = ["--game", "lifeboat", "--agents", "random", "search:sims=2", "--games", "2", "--output", str(path)]
    assert crossplay.main([*command, "--score", "wn"]) == 2
    assert "did you mean 'won'?" in capsys.readouterr().err
    assert len(path.read_text(encoding="utf-8").splitlines()) == 2 * 6


def test_results_are_not_overwritten(tmp_path, capsys):
    path = tmp_path / "games.jsonl"
    path.write_text("", encoding="utf-8")
    assert crossplay.main(["--game", "lifeboat", "--agents", "random", "search", "--output", str(path)]) == 2
    assert "results are never overwritten" in capsys.readouterr().err
