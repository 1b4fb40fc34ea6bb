"""The evaluation from the command line, and what its table says."""

import io
import json

import pytest
from rich.console import Console

import envs
from agents.base import Agent
from agents.evaluate import both_ways, evaluate, line_up, main
from agents.match import GameResult
from agents.report import (
    plot_learning_curve,
    ranks,
    results_data,
    results_markdown,
    results_table,
    summarise,
)
from agents.results import read_results
from agents.seeds import FIRST_TRAINING_SEED, evaluation_seeds
from agents.statistics import bootstrap_mean, wilson
from envs.core.errors import OptionError
from tests.agents.common import save_policy


@pytest.fixture(autouse=True)
def _one_process(monkeypatch):
    """Starting others takes longer than these games."""
    monkeypatch.setattr("agents.evaluate.cores", lambda: 1)


@pytest.fixture(scope="module")
def game():
    return envs.load("lifeboat", seats=3)


def result(returns, won, decisions, **detail):
    return GameResult(0, ("a", "b"), "end", won, won is None, returns, decisions, detail)


RESULTS = [
    result((1.0, 0.0), True, 10, days=4, miles=6, secret="smuggler"),
    result((-1.0, -1.0), False, 30, days=9, miles=2, secret="crew"),
    result((0.0, 0.0), None, 20, days=12, miles=5, secret="crew"),
    result((1.0, 1.0), True, 16, days=5, miles=6, secret="crew"),
]


def test_the_summary_is_about_the_learners_seats_and_every_number_of_the_game():
    team = summarise(RESULTS, [0, 1])
    assert list(team) == ["return", "win rate", "days", "miles", "decisions"]
    assert team["return"] == bootstrap_mean([0.5, -1.0, 0.0, 1.0])
    assert team["win rate"] == wilson(2, 4)
    assert team["days"].value == 7.5
    assert team["decisions"].value == 19
    assert summarise(RESULTS, [1])["return"].value == 0.0


def test_the_table_has_a_column_per_agent_with_intervals():
    console = Console(file=io.StringIO(), width=80)
    console.print(results_table("title", {"one": (RESULTS, [0, 1]), "two": (RESULTS[:1], [0])}))
    text = console.file.getvalue()
    low, high = wilson(2, 4)[1:]
    assert f"[{low:.1%}, {high:.1%}]" in text
    for word in ("one", "two", "return", "win rate", "days", "miles", "decisions", "50.0%", "100.0%", "title"):
        assert word in text


def test_the_learning_curve_is_drawn_even_before_a_game_has_ended(tmp_path):
    plot_learning_curve(tmp_path / "a.png", [], "empty")
    plot_learning_curve(
        tmp_path / "b.png",
        [{"steps": 1, "return": None, "won": None}] + [{"steps": s, "return": s / 9, "won": s / 10} for s in range(9)],
        "full",
    )
    assert (tmp_path / "b.png").stat().st_size > (tmp_path / "a.png").stat().st_size > 1000


def test_line_ups(game):
    assert line_up(game, [0, 1, 2], "x", []) == ["x", "x", "x"]
    assert line_up(game, [1], "x", ["p"]) == ["p", "x", "p"]
    assert line_up(game, [1], "x", ["p", "q"]) == ["p", "x", "q"]
    monster = envs.load("lifeboat", seats=2, monsters="agent")
    assert line_up(monster, [0, 1], "x", ["shark"]) == ["x", "x", "shark"]


@pytest.mark.parametrize(
    ("learner", "partners", "message"),
    [
        ([1], [], r"0 partners for the 2 seats that the learner leaves free \(sailor_0, sailor_2\)"),
        ([1], ["p", "q", "r"], r"3 partners for the 2 seats"),
        ([0, 1, 2], ["p"], r"1 partners for the 0 seats .*\(none\)"),
    ],
)
def test_line_ups_that_do_not_add_up(game, learner, partners, message):
    with pytest.raises(OptionError, match=message):
        line_up(game, learner, "x", partners)


def test_all_agents_play_the_same_seeds(game):
    class Last(Agent):
        def act(self, view):
            return view.legal[-1]

    results = evaluate(game, {"random": ["random"] * 3, "last": [Last()] * 3}, [4, 8, 15])
    assert {name: [r.seed for r in games] for name, games in results.items()} == {
        "random": [4, 8, 15],
        "last": [4, 8, 15],
    }


def test_the_command_line(tmp_path, capsys):
    output = tmp_path / "out.jsonl"
    arguments = ["--game=lifeboat", "--options.seats=2", "--agents", "random", "--games=20", f"--output={output}"]
    assert main([*arguments, "--first_seed=7"]) == 0
    lines = list(read_results(output))
    assert [line["seed"] for line in lines] == list(range(7, 27))
    assert "seeds 7 to 26" in capsys.readouterr().out
    before = output.read_bytes()
    assert main(arguments) == 2
    assert "results are never overwritten" in capsys.readouterr().err
    assert output.read_bytes() == before


@pytest.fixture(scope="module")
def policy(tmp_path_factory):
    return save_policy(tmp_path_factory.mktemp("policy"))


def test_the_public_seeds_are_the_default(tmp_path):
    output = tmp_path / "out.jsonl"
    assert main(["--game=lifeboat", "--agents", "random", "--games=3", f"--output={output}"]) == 0
    assert [line["seed"] for line in read_results(output)] == list(evaluation_seeds(envs.load("lifeboat"), 3))


def test_a_policy_plays_both_ways_and_ranks_by_the_first(policy, capsys):
    assert main(["--game=lifeboat", "--agents", str(policy), "random", "--games=30", "--format=json"]) == 0
    (part,) = json.loads(capsys.readouterr().out)
    agents = part["agents"]
    assert list(agents) == [str(policy), f"{policy}:greedy", "random"]
    assert agents[f"{policy}:greedy"]["rank"] is None
    assert min(agents[str(policy)]["rank"], agents["random"]["rank"]) == 1
    assert agents[str(policy)]["win rate"] != agents[f"{policy}:greedy"]["win rate"]
    assert main(["--game=lifeboat", "--agents", f"{policy}:sampled", "--games=3", "--format=markdown"]) == 0
    assert "greedy" not in capsys.readouterr().out


def test_ways_of_play():
    assert both_ways(["random", "a.zip", "b.zip:greedy", "a.zip:greedy", "c.zip:sampled"]) == [
        "random", "a.zip", "a.zip:greedy", "b.zip:greedy", "c.zip:sampled",
    ]  # fmt: skip


def test_each_number_of_seats_has_its_own_table(tmp_path, capsys):
    output, plot = tmp_path / "out.jsonl", tmp_path / "plot.png"
    assert main(["--game=lifeboat", "--seats", "2", "3", "--agents", "random", "--games=8", "--format=markdown",
                 f"--output={output}", f"--plot={plot}"]) == 0  # fmt: skip
    text = capsys.readouterr().out
    assert "2 seats, seeds" in text
    assert "3 seats, seeds" in text
    lines = list(read_results(output))
    assert [len(line["agents"]) for line in lines] == [2] * 8 + [3] * 8
    assert all(line["command"].startswith("python -m agents.evaluate --game=lifeboat --seats 2 3") for line in lines)
    assert plot.read_bytes().startswith(b"\x89PNG")


def test_every_team_meets_every_monster(tmp_path, capsys):
    output, plot = tmp_path / "out.jsonl", tmp_path / "plot.png"
    assert main(["--game=lifeboat", "--agents", "random", "search:sims=20", "--monsters", "random", "search:sims=20",
                 "--games=16", "--format=markdown", f"--output={output}", f"--plot={plot}"]) == 0  # fmt: skip
    lines = list(read_results(output))
    text = capsys.readouterr().out
    table = text[text.index("| heroes \\ monsters | `random` | `search:sims=20` |") :].splitlines()[2:4]
    for row, team in zip(table, ("random", "search:sims=20"), strict=True):
        for cell, monsters in zip(row.split(" | ")[1:], ("random", "search:sims=20"), strict=True):
            won = [line["won"] is True for line in lines
                   if list(line["agents"].values()) == [team, team, monsters]]  # fmt: skip
            assert len(won) == 16
            assert cell.startswith(f"{sum(won) / 16:.1%} [")
    assert plot.read_bytes().startswith(b"\x89PNG")


def test_places():
    def team(wins, games=10):
        return [result((0.0, 0.0), i < wins, 5) for i in range(games)], [0, 1]

    teams = {"a": team(3), "b.zip": team(7), "b.zip:greedy": team(9), "c.zip:greedy": team(8), "d": team(3)}
    assert ranks(teams) == {"a": 3, "b.zip": 2, "c.zip:greedy": 1, "d": 3}


def test_a_bar_in_a_name_does_not_break_the_markdown():
    text = results_markdown("title", {"a|b": (RESULTS, [0, 1])})
    assert "`a\\|b`" in text
    assert results_data("title", {"a|b": (RESULTS, [0, 1])})["agents"]["a|b"]["games"] == 4


def test_one_seat_among_partners(tmp_path):
    output = tmp_path / "out.jsonl"
    assert main(["--game=lifeboat", "--options.seats=2", "--agents", "random", "--seat=1", "--partners", "random",
                 "--games=3", f"--output={output}"]) == 0  # fmt: skip
    assert len(list(read_results(output))) == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--game=lifebot"], "did you mean 'lifeboat'"),
        (["--game=lifeboat", "--agents", "randm"], "unknown agent 'randm'; did you mean 'random'"),
        (["--game=lifeboat", "--agents", "random", "--seat=5"], "seat 5 is not one of 0..1"),
        (["--game=lifeboat", "--agents", "random", "--seat=0"], "0 partners for the 1 seats"),
        (["--game=lifeboat", "--agents", "random", "--games=0"], "at least one game"),
        (["--game=lifeboat", "--agents", "random", f"--first_seed={FIRST_TRAINING_SEED}"], "are for training"),
        (["--game=lifeboat", "--agents", "random", "no.zip"], "no.zip: there is no such policy file"),
        (["--game=lifeboat", "--agents", "random", "--seats", "2", "2"], "name each number once"),
        (["--game=lifeboat", "--agents", "random", "--seats", "2", "--options.seats=3"], "give one of them"),
        (["--game=lifeboat", "--agents", "random", "--seats", "9"], "seats"),
        (["--game=lifeboat", "--agents", "random", "--monsters", "randm"], "unknown agent 'randm'"),
        (["--game=lifeboat", "--agents", "random", "--monsters", "random", "--options.monsters=rules"],
         "--options.monsters is 'rules'; leave the option out"),
        (["--game=lifeboat", "--agents", "random", "--monsters", "random", "--seat=0"], "--monsters seats whole teams"),
        (["--game=lifeboat", "--agents", "random", "--plot=no/x.png"], "the folder no does not exist"),
    ],
)  # fmt: skip
def test_bad_arguments(capsys, arguments, message):
    assert main(arguments) == 2
    assert message in capsys.readouterr().err
