"""Groups of runs over several files, by hand."""

import json

import pytest

import envs
from agents.match import GameResult
from agents.profiles import compare, group_scores, main, profile
from agents.results import add_results, write_results
from envs.core.errors import OptionError


def run(tmp_path, name, two, three, policy=b"weights"):
    """A results file of a policy with so many victories in 4 games with two and with three seats."""
    folder = tmp_path / name
    folder.mkdir()
    (folder / "policy.zip").write_bytes(policy)
    path = folder / "evaluation.jsonl"
    for seats, wins in ((2, two), (3, three)):
        if wins is None:
            continue
        game = envs.load("lifeboat", seats=seats)
        for agent, won in ((str(folder / "policy.zip"), wins), (f"{folder / 'policy.zip'}:greedy", 4), ("random", 1)):
            played = [
                GameResult(i, (agent,) * seats, "end", i < won, False, (0.0,) * seats, 5, {"days": 7}) for i in range(4)
            ]
            add_results(path, game, played)
    return path


@pytest.fixture
def groups(tmp_path):
    return {
        "good": [run(tmp_path, "g0", 4, 3), run(tmp_path, "g1", 3, 2)],
        "poor": [run(tmp_path, "p0", 1, 2), run(tmp_path, "p1", 0, 0), run(tmp_path, "p2", 2, 1)],
    }


def test_a_score_for_each_run_and_task(groups):
    """Of the policies alone, by their sampled play; each number of seats is a task."""
    found = group_scores(groups)
    assert sorted(map(tuple, found["good"].tolist())) == [(0.75, 0.5), (1.0, 0.75)]
    assert found["poor"].tolist() == [[0.25, 0.5], [0.0, 0.0], [0.5, 0.25]]
    assert (group_scores(groups, "days")["good"] == 7).all()


def test_the_comparison_by_hand(groups):
    found = compare(group_scores(groups), target=1.0, resamples=200)
    assert found.iqm["good"].value == pytest.approx(0.75), "of 0.5, 0.75, 0.75, 1 the middle two"
    assert found.iqm["poor"].value == pytest.approx(0.25), "of 0, 0, 0.25, 0.25, 0.5, 0.5 the middle four"
    assert found.gap["good"].value == pytest.approx(0.25)
    # Two seats: 1 and 0.75 beat 0.25, 0, 0.5. Three seats: 0.75 beats all; 0.5 ties one and beats two.
    assert found.improvement["good", "poor"].value == pytest.approx((1 + (3 + 2.5) / 6) / 2)
    assert found.improvement["poor", "good"].value == pytest.approx(1 - (1 + 5.5 / 6) / 2)


def test_a_profile_by_hand(groups):
    found = profile(group_scores(groups)["good"], [0.5, 0.75, 1.0], resamples=100)
    assert [p.value for p in found] == [0.75, 0.25, 0.0]
    assert all(p.low <= p.value <= p.high for p in found)


def test_the_command_line(groups, tmp_path, capsys):
    words = [f"{name}={','.join(map(str, files))}" for name, files in groups.items()]
    plot = tmp_path / "profile.png"
    assert main([*words, "--format=json", f"--plot={plot}"]) == 0
    found = json.loads(capsys.readouterr().out)["groups"]
    assert found["good"]["iqm"]["value"] == pytest.approx(0.75)
    assert list(found["poor"]["better_than"]) == ["good"]
    assert plot.read_bytes().startswith(b"\x89PNG")
    assert main([*words, "--format=markdown"]) == 0
    assert "| good | 2 | 2 | 0.750 [" in capsys.readouterr().out
    assert main(words[:1]) == 0


def test_a_run_that_lacks_a_task_is_named(groups, tmp_path):
    groups["poor"].append(run(tmp_path, "p3", 1, None))
    with pytest.raises(OptionError, match=r"p3.evaluation\.jsonl: .*zip has no games of lifeboat .*\"seats\": 3"):
        group_scores(groups)


def test_runs_of_different_versions_are_not_compared(groups):
    path = groups["poor"][1]
    lines = [json.loads(line) | {"env_version": 5} for line in path.read_text().splitlines()]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with pytest.raises(OptionError, match=r"p1.evaluation\.jsonl: line 1: env_version is 5, but 0 in .*g0"):
        group_scores(groups)


def test_a_file_without_policies_is_named(tmp_path):
    game = envs.load("lifeboat", seats=2)
    write_results(tmp_path / "r.jsonl", game, [GameResult(0, ("random",) * 2, "end", True, False, (0.0,) * 2, 5, {})])
    with pytest.raises(OptionError, match=r"r\.jsonl: expected games of a policy"):
        group_scores({"a": [tmp_path / "r.jsonl"]})


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["a"], "expected NAME=FILE,FILE,..., each name once, got 'a'"),
        (["a=x", "a=y"], "got 'a=y'"),
        (["a=x,x"], "x is given twice"),
        (["a=no.jsonl"], "there is no results file no.jsonl"),
    ],
)
def test_bad_input(words, message, capsys):
    assert main(words) == 2
    assert message in capsys.readouterr().err
