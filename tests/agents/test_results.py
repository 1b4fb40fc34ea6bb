"""Files of results: what a line says, and what is refused."""

import json

import pytest

import envs
from agents import results
from agents.match import GameResult, play
from agents.results import add_results, check_same, load_results, read_results, write_results
from envs.core.errors import OptionError


@pytest.fixture(scope="module")
def game():
    return envs.load("lifeboat", seats=2)


@pytest.fixture
def path(game, tmp_path):
    """Four random games."""
    write_results(tmp_path / "r.jsonl", game, play(game, ["random"] * 2, range(4)), command="a command")
    return tmp_path / "r.jsonl"


def change(path, number, **changes):
    """Replace values in a line."""
    lines = path.read_text(encoding="utf-8").splitlines()
    line = json.loads(lines[number - 1]) | changes
    lines[number - 1] = json.dumps(line)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_a_file_is_read_as_it_was_played(game, path):
    played = load_results([path, path])
    assert [p.result for p in played] == 2 * play(game, ["random"] * 2, range(4))
    assert [p.number for p in played] == [1, 2, 3, 4, 1, 2, 3, 4]
    assert played[2].where == f"{path}: line 3"
    assert (played[0].heroes, played[0].monsters) == (("random", "random"), ())
    assert played[0].about["command"] == "a command"


def test_the_monsters_are_told_from_the_heroes(tmp_path):
    game = envs.load("lifeboat", seats=2, monsters="agent")
    write_results(tmp_path / "r.jsonl", game, play(game, ["random", "random", "search:sims=2"], [1]))
    (played,) = load_results([tmp_path / "r.jsonl"])
    assert (played.heroes, played.monsters) == (("random", "random"), ("search:sims=2",))


def test_games_are_added_behind_the_old_ones(game, path):
    before = path.read_bytes()
    add_results(path, game, play(game, ["random"] * 2, [9]))
    assert path.read_bytes().startswith(before)
    assert [line["seed"] for line in read_results(path)] == [0, 1, 2, 3, 9]


def test_games_that_cannot_be_written_leave_the_file_as_it_was(game, path):
    before = path.read_bytes()
    wrong = GameResult(0, ("only one",), "end", True, False, (0.0, 0.0), 1, {})
    for write in (write_results, add_results):
        with pytest.raises(ValueError, match="shorter"):
            write(path, game, [wrong])
    assert path.read_bytes() == before
    assert [p.name for p in path.parent.iterdir()] == [path.name]


def test_a_policy_is_known_by_its_hash(game, tmp_path):
    policy = tmp_path / "policy.zip"
    policy.write_bytes(b"weights")
    spec = f"{policy}:greedy"
    result = GameResult(0, (spec, "random"), "end", True, False, (0.0, 0.0), 1, {})
    write_results(tmp_path / "r.jsonl", game, [result])
    policy.write_bytes(b"other weights")
    write_results(tmp_path / "s.jsonl", game, [result])
    played = load_results([tmp_path / "r.jsonl", tmp_path / "s.jsonl"])
    hashes = [p.about["policies"] for p in played]
    assert hashes == [{spec: "9a129038d9a00aed"}, {spec: results.file_hash(policy)[:16]}]
    with pytest.raises(OptionError, match=r"s\.jsonl: line 1: .*zip:greedy has the hash .* the policy has changed"):
        check_same(played)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"game": "enormity"}, "line 3: game is enormity, but lifeboat in .* line 1"),
        ({"env_version": 7}, "line 3: env_version is 7, but 0 in"),
        ({"content_hash": "ab"}, "line 3: content_hash is ab, but"),
        (
            {"options": {"seats": 2, "monsters": "rules", "days": 9}},
            r"options is \{'days': 9\}, but \{'days': 12\} in",
        ),
    ],
)
def test_results_of_different_worlds_are_not_put_together(path, changes, message):
    check_same(load_results([path]))
    change(path, 3, **changes)
    with pytest.raises(OptionError, match=f"r.jsonl: .*{message}"):
        check_same(load_results([path]))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"seed": ', r"line 2 is not a result \(.*damaged"),
        ("[1]", "line 2 is not a result of this version"),
        ('{"seed": 1}', r"line 2 is not a result of this version of the suite \(suite: Field required\)"),
    ],
)
def test_a_damaged_line_is_named(path, line, message):
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join([lines[0], line, *lines[2:]]), encoding="utf-8")
    with pytest.raises(OptionError, match=rf"r\.jsonl: {message}"):
        list(read_results(path))


def test_seats_that_do_not_fit_are_damage(path):
    change(path, 2, returns={"sailor_0": 1.0})
    with pytest.raises(OptionError, match=r"line 2: 2 hero seats.*damaged"):
        load_results([path])


def test_files_that_are_none(tmp_path):
    with pytest.raises(OptionError, match=r"there is no results file .*no\.jsonl"):
        list(read_results(tmp_path / "no.jsonl"))
    (tmp_path / "b.jsonl").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(OptionError, match=r"b\.jsonl is no results file: it is not text"):
        list(read_results(tmp_path / "b.jsonl"))
    (tmp_path / "e.jsonl").write_text("")
    with pytest.raises(OptionError, match=r"e\.jsonl: expected results, found none"):
        load_results([tmp_path / "e.jsonl"])
