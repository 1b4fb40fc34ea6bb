"""Cross-play: who sits where, and the matrix by hand."""

from __future__ import annotations

import json

import numpy as np
import pytest

import envs
from agents import best_response, crossplay, match
from agents.match import GameResult
from agents.results import write_results
from envs.core.errors import OptionError


@pytest.fixture(autouse=True)
def _one_process(monkeypatch):
    """Starting others takes longer than these games."""
    monkeypatch.setattr(crossplay.evaluate, "cores", lambda: 1)


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
    assert match.score_of(game, "return", 2) == 0.5, "of the heroes, not of the monsters"
    assert match.score_of(game, "won", 2) == 0
    assert match.score_of(game_of(True), "won", 2) == 1
    assert match.score_of(game, "rounds", 2) == 4
    for wrong in ("ronds", "name"):
        with pytest.raises(OptionError, match="unknown score"):
            match.score_of(game, wrong, 2)


def test_the_games_are_those_of_a_match():
    game = envs.load("lifeboat", seats=2)
    agents = ["random", "search:sims=20"]
    results = crossplay.cross_play(game, agents, range(4))
    for key, seated in crossplay.line_ups(game, agents).items():
        assert results[key] == match.play(game, seated, range(4))


def test_mixed_partners_are_drawn_by_the_seed_and_all_different():
    game = envs.load("lifeboat", seats=3, monsters="agent")
    agents = ["a", "b", "c", "d"]
    lines = crossplay.mixed_line_ups(game, agents, range(60), "shark")
    assert list(lines) == [(ego, seat) for seat in range(3) for ego in agents]
    for (ego, seat), by_seed in lines.items():
        assert list(by_seed) == list(range(60))
        for seated in by_seed.values():
            assert (seated[seat], seated[3]) == (ego, "shark")
            assert len(set(seated)) == 4
        orders = {tuple(seated) for seated in by_seed.values()}
        assert len(orders) == 6, "all ordered pairs of the three others"
    assert crossplay.mixed_line_ups(game, agents, [7], "shark")["a", 1][7] == lines["a", 1][7]


def test_egos_among_mixed_partners_meet_the_same_ones():
    """Who is drawn depends on the ego only where the ego itself would be drawn."""
    lines = crossplay.mixed_line_ups(envs.load("lifeboat", seats=3), ["a", "b", "c", "d", "e"], range(40))
    for seed in range(40):
        others = [[s for i, s in enumerate(lines[ego, 0][seed]) if i] for ego in ("a", "b")]
        if not {"a", "b"} & {*others[0], *others[1]}:
            assert others[0] == others[1]


def test_mixed_scores_by_hand():
    won = {("a", 0): (1, 1), ("a", 1): (1, 0), ("b", 0): (0, 0), ("b", 1): (0, 1)}
    found = crossplay.mixed_scores({k: [game_of(bool(w)) for w in v] for k, v in won.items()}, "won", 2)
    assert (found["a"][0].value, found["a"][1]) == (0.75, [1, 0.5])
    assert (found["b"][0].value, found["b"][1]) == (0.25, [0, 0.5])


def test_mixed_games_from_the_command_line(tmp_path, capsys):
    path, plot = tmp_path / "games.jsonl", tmp_path / "plot.png"
    command = ["--game", "lifeboat", "--seats", "3", "--agents", "random", "search:sims=1", "search:sims=2", "--mixed"]
    assert crossplay.main([*command, "--games", "3", "--format", "json", f"--output={path}", f"--plot={plot}"]) == 0
    found = json.loads(capsys.readouterr().out)["mixed"]
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(lines) == 3 * 3 * 3
    assert all(len(set(line["agents"].values())) == 3 for line in lines)
    assert np.mean([v["value"] for v in found.values()]) == pytest.approx(
        np.mean([line["won"] is True for line in lines])
    )
    assert plot.read_bytes().startswith(b"\x89PNG")


def test_shares_of_the_best_response_by_hand():
    results = {"p": np.array([1.0, 0, 1, 0]), "q": np.array([0.0, 0, 0, 1]), "r": np.zeros(4)}
    found = best_response.response(results, {"p": (0.8, "x"), "q": (0.5, "y"), "r": (0.0, "z")})
    assert found.shares == {"p": pytest.approx(0.625), "q": pytest.approx(0.5), "r": None}
    assert found.iqm.value == pytest.approx(0.5625)
    assert found.iqm.low < found.iqm.value < found.iqm.high
    assert found.best == {"p": (0.8, "x"), "q": (0.5, "y"), "r": (0.0, "z")}
    assert best_response.response({"r": np.zeros(4)}, {"r": (0.0, "z")}).iqm is None
    with pytest.raises(OptionError, match="no best response is known for q, r; give results"):
        best_response.response(results, {"p": (0.8, "x")})


def test_best_responses_are_read_from_results(tmp_path):
    game = envs.load("lifeboat", seats=3)
    played = [
        GameResult(seed, agents, "end", bool(won), False, (0.0,) * 3, 1, {})
        for agents, wins in ((("p", "p", "a"), (1, 1)), (("a", "p", "p"), (1, 0)), (("p", "p", "b"), (0, 1)),
                             (("p", "b", "a"), (1, 1)), (("p", "p", "p"), (0, 0)))
        for seed, won in enumerate(wins)
    ]  # fmt: skip
    path = tmp_path / "r.jsonl"
    write_results(path, game, played)
    assert best_response.best_of_results(game, [path], "won") == ({"p": (0.75, "a")}, {"p": 4})
    with pytest.raises(OptionError, match=r"r\.jsonl: line 1: options is .* but this game has"):
        best_response.best_of_results(envs.load("lifeboat", seats=2), [path], "won")


def test_given_partners_and_responses(tmp_path, capsys):
    path, plot = tmp_path / "r.jsonl", tmp_path / "p.png"
    command = ["--game=lifeboat", "--partners", "random", "--games=12"]
    assert crossplay.main([*command, "--ego", "search:sims=30", f"--output={path}", f"--plot={plot}"]) == 0
    capsys.readouterr()
    assert crossplay.main([*command, "--ego", "random", f"--responses={path}", "--format=json"]) == 0
    found = json.loads(capsys.readouterr().out)["egos"]["random"]["partners"]["random"]
    assert found["best_response"] == "search:sims=30"
    won = [json.loads(line)["won"] is True for line in path.read_text(encoding="utf-8").splitlines()]
    assert found["best"] == pytest.approx(np.mean(won))
    assert crossplay.main([*command, "--ego", "random", "--format=markdown"]) == 0
    assert "| random (these games) | 1.000 |" in capsys.readouterr().out
    assert plot.read_bytes().startswith(b"\x89PNG")


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
        ([], "name --agents"),
        (["--ego", "random"], "name --agents"),
        (["--agents", "random", "search", "--ego", "random", "--partners", "search"], "name --agents"),
        (["--agents", "random", "search", "--seats", "2", "3"], "one number of seats at a time"),
        (["--agents", "random", "search", "--mixed"], "--mixed needs at least 3 seats"),
        (["--agents", "random", "search", "--mixed", "--seats", "3"], "need at least 3 agents, got 2"),
        (["--ego", "random", "--partners", "held-out"], "no held-out partners for 'lifeboat'"),
        (["--ego", "random", "--partners", "random", "--games", "1", "--responses", "no.jsonl"], "no.jsonl"),
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
