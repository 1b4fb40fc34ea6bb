"""The leaderboard: what is played, what is refused, and what the page says."""

import json

import pytest

import envs
from agents import leaderboard
from agents.leaderboard import build, main, play_missing, row_file
from agents.match import GameResult
from agents.results import load_results, read_results, write_results
from agents.seeds import evaluation_seeds
from agents.statistics import wilson
from envs.core.errors import OptionError


@pytest.fixture(scope="module")
def game():
    return envs.load("lifeboat", seats=2)


def games_of(agent, wins, games, *, monsters=(), first=0):
    return [
        GameResult(first + i, (agent, agent, *monsters), "end", i < wins, False, (0.0,) * (2 + len(monsters)), 10,
                   {"days": 3, "miles": 6})
        for i in range(games)
    ]  # fmt: skip


def page(tmp_path, game, *rows, **more):
    """The page of rows that are lists of results."""
    files = []
    for i, results in enumerate(rows):
        files.append(tmp_path / f"{i}.jsonl")
        write_results(files[-1], game, results, **more)
    return build(load_results(files))


def cells(text, agent):
    """The cells of the rows of an agent in the ranked tables."""
    lines = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("|")]
    return [line for line in lines if len(line) > 5 and line[1] == f"`{agent}`"]


def shares(text):
    """The shares of alpha-Rank by agent."""
    return {line.split(" | ")[0].strip("| `"): line.split(" | ")[2].strip(" |") for line in text.splitlines()
            if "±" in line and "sigma" not in line}  # fmt: skip


def test_rows_are_ranked_with_their_intervals(tmp_path, game):
    text = page(tmp_path, game, games_of("poor", 2, 10), games_of("good", 7, 10), command="python -m x")
    ((rank, _, side, games, rate, *_),) = cells(text, "good")
    low, high = wilson(7, 10)[1:]
    assert (rank, side, games, rate) == ("1", "heroes", "10", f"70.0% [{low:.1%}, {high:.1%}]")
    assert cells(text, "poor")[0][0] == "2"
    assert text.index("`good`") < text.index("`poor`")
    assert text.count("python -m x\n") == 1


def test_numbers_of_seats_are_never_pooled(tmp_path, game):
    write_results(tmp_path / "two.jsonl", game, games_of("a", 1, 4))
    three = [GameResult(i, ("a",) * 3, "end", True, False, (1.0,) * 3, 9, {"days": 1}) for i in range(4)]
    write_results(tmp_path / "three.jsonl", envs.load("lifeboat", seats=3), three)
    text = build(load_results([tmp_path / "two.jsonl", tmp_path / "three.jsonl"]))
    assert [row[4].split()[0] for row in cells(text, "a")] == ["25.0%", "100.0%"]
    assert text.index("## `lifeboat`, 2 seats\n") < text.index("## `lifeboat`, 3 seats\n")


def test_the_order_of_the_files_does_not_matter(tmp_path, game):
    write_results(tmp_path / "a.jsonl", game, games_of("a", 3, 9))
    write_results(tmp_path / "b.jsonl", game, games_of("b", 3, 9))
    files = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    assert build(load_results(files)) == build(load_results(files[::-1]))


def test_greedy_play_and_other_seeds_have_no_rank(tmp_path, game):
    policy = tmp_path / "p.zip"
    policy.write_bytes(b"weights")
    text = page(
        tmp_path, game, games_of(str(policy), 4, 8), games_of(f"{policy}:greedy", 8, 8), games_of("few", 3, 3),
        games_of("elsewhere", 8, 8, first=100), games_of("plain", 1, 8),
    )  # fmt: skip
    found = {agent: cells(text, agent)[0] for agent in (str(policy), f"{policy}:greedy", "few", "elsewhere", "plain")}
    assert [row[0] for row in found.values()] == ["1", "-", "-", "-", "2"]
    assert [row[8].strip() for row in found.values()] == ["sampled", "greedy", "", "", ""]


def test_greedy_play_alone_ranks(tmp_path, game):
    policy = tmp_path / "p.zip"
    policy.write_bytes(b"weights")
    text = page(tmp_path, game, games_of(f"{policy}:greedy", 8, 8), games_of("plain", 1, 8))
    assert cells(text, f"{policy}:greedy")[0][0] == "1"


def test_teams_against_monsters(tmp_path):
    game = envs.load("lifeboat", seats=2, monsters="agent")
    rows = [games_of(team, wins, 20, monsters=[monsters]) for team, monsters, wins in
            [("good", "tame", 18), ("good", "wild", 12), ("poor", "tame", 8), ("poor", "wild", 1)]]  # fmt: skip
    text = page(tmp_path, game, *rows)
    assert "| heroes \\ monsters | `tame` | `wild` |" in text
    assert "| `good` | 90.0%" in text
    assert shares(text) == {"good": "1.00", "poor": "0.00", "wild": "1.00", "tame": "0.00"}
    assert [row[0] for row in cells(text, "good")] == ["1", "1"], "ranked among those with the same monsters"
    incomplete = page(tmp_path, game, *rows[:3])
    assert shares(incomplete) == {"good": "1.00", "poor": "0.00", "tame": "1.00", "wild": "-"}, "not all have met it"
    apart = page(tmp_path, game, rows[0], rows[3])
    assert set(shares(apart).values()) == {"-"}


def test_the_same_game_twice_is_refused(tmp_path, game):
    with pytest.raises(OptionError, match=r"1\.jsonl: line 1: seed 2 of a \+ a is in .*0\.jsonl: line 3 too"):
        page(tmp_path, game, games_of("a", 1, 3), games_of("a", 1, 2, first=2))


def test_versions_are_not_mixed_even_across_numbers_of_seats(tmp_path, game):
    write_results(tmp_path / "a.jsonl", game, games_of("a", 1, 2))
    results = [GameResult(0, ("a",) * 3, "end", True, False, (1.0,) * 3, 9, {"days": 1})]
    write_results(tmp_path / "b.jsonl", envs.load("lifeboat", seats=3), results)
    line = json.loads((tmp_path / "b.jsonl").read_text()) | {"env_version": 9}
    (tmp_path / "b.jsonl").write_text(json.dumps(line) + "\n")
    with pytest.raises(OptionError, match=r"env_version is \d, but \d in .*\.jsonl: line 1"):
        build(load_results([tmp_path / "a.jsonl", tmp_path / "b.jsonl"]))


# -- playing -------------------------------------------------------------------------------------------------------


def test_an_interrupted_row_goes_on_where_it_stopped(tmp_path, game, monkeypatch):
    monkeypatch.setattr(leaderboard, "CHUNK", 4)
    seeds = evaluation_seeds(game, 10)
    real, calls = leaderboard.evaluate, []

    def stop_at_the_third(*args, **kwargs):
        calls.append(list(args[2]))
        if len(calls) == 3:
            raise KeyboardInterrupt
        return real(*args, **kwargs)

    monkeypatch.setattr(leaderboard, "evaluate", stop_at_the_third)
    with pytest.raises(KeyboardInterrupt):
        play_missing(game, "random", "", seeds, tmp_path)
    file = row_file(tmp_path, game, "random")
    assert [line["seed"] for line in read_results(file)] == list(seeds[:8])
    assert play_missing(game, "random", "", seeds, tmp_path) == 2
    assert calls[-1] == list(seeds[8:])
    assert play_missing(game, "random", "", seeds, tmp_path) == 0
    whole = tmp_path / "whole"
    whole.mkdir()
    play_missing(game, "random", "", seeds, whole)
    assert row_file(whole, game, "random").read_text() == file.read_text()


def test_rows_have_files_of_their_own(tmp_path, game):
    three = envs.load("lifeboat", seats=3)
    files = {row_file(tmp_path, g, a, m) for g in (game, three) for a in ("a:b", "a/b", "a") for m in ("", "b")}
    assert len(files) == 12


def test_a_row_of_another_policy_is_not_gone_on_with(tmp_path, game):
    policy = tmp_path / "p.zip"
    policy.write_bytes(b"weights")
    file = row_file(tmp_path, game, str(policy))
    write_results(file, game, games_of(str(policy), 1, 2))
    before = file.read_bytes()
    policy.write_bytes(b"other weights")
    with pytest.raises(OptionError, match=r"line 1: .*p\.zip had the hash .* now; give the new policy another name"):
        play_missing(game, str(policy), "", range(5), tmp_path)
    assert file.read_bytes() == before


def test_the_command_line(tmp_path, capsys):
    run = [
        "run",
        "--game=lifeboat",
        "--seats",
        "2",
        "3",
        "--agents",
        "random",
        "--games=6",
        f"--output={tmp_path / 'r'}",
    ]
    assert main(run) == 0
    files = sorted(map(str, (tmp_path / "r").glob("*.jsonl")))
    assert len(files) == 2
    out = f"--page={tmp_path / 'page.md'}"
    assert main([*files, out, "--check"]) == 1
    assert main([*files, out]) == 0
    assert main([*files, out, "--check"]) == 0
    text = (tmp_path / "page.md").read_text()
    assert "python -m agents.evaluate --game lifeboat --seats 3 --agents random --games 6\n" in text
    (tmp_path / "page.md").write_text(text + "x")
    assert main([*files, out, "--check"]) == 1
    assert (tmp_path / "page.md").read_text() == text + "x"


def test_the_command_of_a_row_plays_the_row(tmp_path, game):
    from agents import evaluate

    play_missing(game, "random", "", evaluation_seeds(game, 5), tmp_path)
    old = load_results([row_file(tmp_path, game, "random")])
    words = old[0].about["command"].split()
    assert words[:3] == ["python", "-m", "agents.evaluate"]
    assert evaluate.main([*words[3:], f"--output={tmp_path / 'again.jsonl'}"]) == 0
    assert [p.result for p in load_results([tmp_path / "again.jsonl"])] == [p.result for p in old]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["no.jsonl"], "there is no results file no.jsonl"),
        (["run", "--game=lifeboat", "--agents", "randm", "--output=x"], "unknown agent 'randm'; did you mean 'random'"),
        (["run", "--game=lifeboat", "--agents", "random", "--games=0", "--output=x"], "at least one game"),
        (["run", "--game=lifeboat", "--agents", "random", "--seats", "2", "2", "--output=x"], "name each number once"),
        (["run", "--game=lifeboat", "--agents", "random", "--monsters", "random", "--options.monsters=rules",
          "--output=x"], "leave the option out"),
    ],
)  # fmt: skip
def test_bad_input(arguments, message, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 2
    assert message in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
