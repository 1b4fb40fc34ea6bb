"""``python -m envs.content``: check, list and schema of packs, and packs on the command lines of the others."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml

import envs
from agents.config import parse_command
from envs import content, play
from envs.core.content import CardLine, read_files, read_pack
from envs.core.content_schema import CONTROL
from envs.core.errors import OptionError
from envs.machina_arcana.actions import MAX_EXPLORER_CARDS, MAX_MONSTERS, MAX_TREASURES
from envs.machina_arcana.vocabulary import VOCABULARY as V
from tests import json_schema

ROOT = Path(__file__).resolve().parent.parent
PACKS = [(game, path.name) for game in content.games() for path in sorted(content.content_of(game).FOLDER.iterdir())]
packs = pytest.mark.parametrize(("game", "pack"), PACKS, ids=lambda value: value)


def folder_of(game: str, pack: str) -> Path:
    return content.content_of(game).FOLDER / pack


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the standard pack of the first game with content."""
    return shutil.copytree(folder_of(*PACKS[0]), tmp_path / "mine")


def run(*arguments: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    status = content.main(list(arguments))
    out, err = capsys.readouterr()
    return status, out, err


def plant(pack: Path, section: str, change: Any) -> tuple[str, str]:
    """Change the first entry of a section; returns its file and id."""
    for name, data in read_files(pack).items():
        for id_, entry in data.get(section, {}).items():
            change(entry)
            (pack / name).write_text(yaml.safe_dump(data, sort_keys=False), encoding="utf-8")
            return name, id_
    raise AssertionError(section)


# -- check -----------------------------------------------------------------------------------------------------


def test_a_game_of_the_suite_has_content():
    assert content.games() == ["machina_arcana", "enormity"]
    assert {game for game, _ in PACKS} == set(content.games())


@packs
def test_packs_of_the_suite_pass(game, pack, capsys):
    status, out, err = run("check", pack, "--game", game, capsys=capsys)
    assert (status, err) == (0, "")
    first, *counts = out.splitlines()
    loaded = content.content_of(game).load_pack(pack)
    assert first == f"ok: {loaded.title}, for {game}, hash {loaded.hash[:12]}"
    assert len(counts) == len(read_pack(folder_of(game, pack), content.content_of(game).MODELS)["scenarios"])
    assert all(f" {'explorers' if game == 'machina_arcana' else 'characters'}, " in line for line in counts)


def test_a_pack_by_name_is_that_of_the_game_or_the_game_must_be_named(capsys):
    assert run("check", "core", capsys=capsys) == (
        1,
        "",
        "error: content pack 'core': it could be one of machina_arcana, enormity; say which with --game\n",
    )


def test_a_folder_is_a_pack_whatever_its_path_ends_with(copy, capsys):
    for path in (str(copy), f"{copy}/"):
        status, out, _ = run("check", path, "--game", PACKS[0][0], capsys=capsys)
        assert status == 0
        assert out.startswith("ok: ")


@pytest.mark.parametrize(
    ("section", "change", "message"),
    [
        ("monsters", lambda m: m.update(armour=1), ": unknown key 'armour'; did you mean 'armor'?"),
        ("monsters", lambda m: m.update(level=9), ": level: input should be less than or equal to 5, got 9"),
        ("monsters", lambda m: m.pop("health"), ": 'health' is missing"),
        ("treasures", lambda t: t.update(type="hat"), ": type: input should be 'apparel'"),
        (
            "explorers",
            lambda e: e["abilities"][0].update(effects=[{"atack": {"high": 1}}]),
            ": abilities[0].effects[0]: unknown effect 'atack'; did you mean 'attack'?",
        ),
        (
            "explorers",
            lambda e: e["abilities"][0].update(effects=[{"attack": {"high": 7}}]),
            ": abilities[0].effects[0].attack.high: expected a whole number from 0 to 6, got 7",
        ),
        (
            "explorers",
            lambda e: e["abilities"][0].update(effects=[{"push": {"spaces": 1, "who": "all_monster"}}]),
            ": abilities[0].effects[0].push.who: unknown selector 'all_monster'; did you mean 'all_monsters'?",
        ),
        (
            "horror_events",
            lambda e: e.update(scenario="nowhere"),
            ": scenario: unknown scenario 'nowhere'",
        ),
    ],
)
def test_mistakes_are_named_by_file_card_and_field(copy, capsys, section, change, message):
    file, id_ = plant(copy, section, change)
    status, out, err = run("check", str(copy), capsys=capsys)
    assert (status, out) == (1, "")
    assert err.startswith(f"error: {file}: {section} {id_!r}{message}"), err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("monstres: {}", "extra.yaml: unknown section 'monstres'; did you mean 'monsters'?"),
        ("monsters:\n  Rat: {}", "extra.yaml: monsters 'Rat': an id must be lower case letters"),
        ("monsters: [", "extra.yaml: line "),
        ("- monsters", "extra.yaml: expected a mapping of sections, got list"),
    ],
)
def test_broken_files_are_named(copy, capsys, text, message):
    (copy / "extra.yaml").write_text(text, encoding="utf-8")
    status, _, err = run("check", str(copy), capsys=capsys)
    assert status == 1
    assert err.startswith(f"error: {message}"), err


def test_a_pack_that_is_not_there(tmp_path, capsys):
    status, _, err = run("check", str(tmp_path / "none"), capsys=capsys)
    assert status == 1
    assert "expected a folder with YAML files, and there is none" in err
    status, _, err = run("check", str(tmp_path), capsys=capsys)
    assert status == 1
    assert "the folder has no YAML file" in err


def test_the_commands_say_how_they_are_used(capsys):
    for arguments in ([], ["check"], ["mend", "core"]):
        with pytest.raises(SystemExit) as stop:
            content.main(arguments)
        assert stop.value.code == 2
        assert "usage: python -m envs.content" in capsys.readouterr().err
    done = subprocess.run(
        [sys.executable, "-m", "envs.content", "check", "core", "--game", PACKS[0][0]],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("ok: ")


# -- which game ------------------------------------------------------------------------------------------------


@pytest.fixture
def two_games(monkeypatch, tmp_path) -> dict[str, Any]:
    """Two games with content, of which the second has a pack ``deep``."""
    (tmp_path / "packs" / "deep").mkdir(parents=True)
    known = {
        "hulk": SimpleNamespace(MODELS={"pack": 0, "aliens": 0, "rooms": 0}, FOLDER=tmp_path),
        "diver": SimpleNamespace(MODELS={"pack": 0, "fish": 0, "rooms": 0}, FOLDER=tmp_path / "packs"),
    }
    monkeypatch.setattr(content, "games", lambda: list(known))
    monkeypatch.setattr(content, "content_of", known.__getitem__)
    return known


@pytest.mark.parametrize(
    ("files", "game"),
    [
        ({"a.yaml": "pack: {}\naliens: {}"}, "hulk"),
        ({"a.yaml": "pack: {}", "b/c.yml": "rooms: {}\nfish: {}"}, "diver"),
        ({"a.yaml": "fisch: {}\nrooms: {}\naliens: {}"}, "hulk"),
    ],
)
def test_the_game_is_the_one_whose_sections_the_pack_has(two_games, tmp_path, files, game):
    for name, text in files.items():
        path = tmp_path / "mine" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert content.find_game(str(tmp_path / "mine")) == game


def test_the_game_is_the_one_that_has_a_pack_of_that_name(two_games):
    assert content.find_game("deep") == "diver"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("pack: {}\nrooms: {}", "it could be one of hulk, diver; say which with --game"),
        ("kitchens: {}", "none of hulk, diver has its sections; say which with --game"),
    ],
)
def test_a_pack_of_no_clear_game_asks_for_it(two_games, tmp_path, text, message):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "a.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(OptionError, match=message):
        content.find_game(str(tmp_path / "mine"))
    with pytest.raises(OptionError, match="name a game with --game: hulk, diver"):
        content.only_game()


def test_a_game_without_content_is_refused(capsys):
    status, _, err = run("schema", "--game", "lifeboat", capsys=capsys)
    assert status == 1
    assert "--game 'lifeboat': no game with content packs; expected one of: enormity, machina_arcana" in err
    status, _, err = run("check", "core", "--game", "machina_arcan", capsys=capsys)
    assert status == 1
    assert "did you mean 'machina_arcana'?" in err


# -- list ------------------------------------------------------------------------------------------------------


@packs
def test_the_list_has_every_card_once_with_its_text(game, pack, capsys):
    status, out, _ = run("list", pack, "--game", game, capsys=capsys)
    assert status == 0
    module = content.content_of(game)
    cards = list(module.load_pack(pack).cards())
    assert all(isinstance(card, CardLine) for card in cards)
    sections = read_pack(folder_of(game, pack), module.MODELS)
    listed: dict[str, list[str]] = {section: [] for section in sections if section != "pack"}
    for card in cards:
        listed[card.kind].append(card.id)
        assert card.text
        assert "\n" not in card.text
        assert f"\n  {card.id} - {card.name}: {card.text}\n" in out
        assert sections[card.kind][card.id].data.get("title", card.id) == card.name
    for section, ids in listed.items():
        assert sorted(ids) == sorted(sections[section]), section
        assert f"{section.replace('_', ' ')} ({len(ids)})\n" in out
    assert len(out.splitlines()) == len(cards) + 2 * len(listed) - 1


# -- schema ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    return content.content_of(PACKS[0][0]).schema()


def test_the_schema_is_printed_as_json(schema, capsys):
    status, out, _ = run("schema", "--game", PACKS[0][0], capsys=capsys)
    assert status == 0
    assert json.loads(out) == schema
    assert list(schema["properties"]) == list(content.content_of(PACKS[0][0]).MODELS)


@packs
def test_packs_of_the_suite_fit_the_schema(game, pack):
    schema = content.content_of(game).schema()
    for name, data in read_files(folder_of(game, pack)).items():
        assert list(json_schema.faults(data, schema, schema)) == [], name


@pytest.mark.parametrize(
    ("section", "change"),
    [
        ("monsters", lambda m: m.update(armour=1)),
        ("monsters", lambda m: m.update(level=9)),
        ("monsters", lambda m: m.pop("health")),
        ("monsters", lambda m: m["abilities"].append({"cost": {"stamina": 1}, "target": "far", "effects": []})),
        ("treasures", lambda t: t.update(type="hat")),
        ("treasures", lambda t: t.update(abilities=[{"passive": [{"armour": 1}]}])),
        ("treasures", lambda t: t.update(abilities=[{"passive": [{"will": 1, "scope": "everyone"}]}])),
        ("explorers", lambda e: e["abilities"][0].update(effects=[{"atack": {"high": 1}}])),
        ("explorers", lambda e: e["abilities"][0].update(effects=[{"attack": {"high": 7}}])),
        ("explorers", lambda e: e["abilities"][0].update(effects=[{"banish": {"who": "all_explorers"}}])),
        ("explorers", lambda e: e["abilities"][0].update(effects=[{"doors": "ajar"}])),
        ("explorers", lambda e: e["abilities"][0].update(effects=[{"if": {"wounded": 2, "then": ["switch"]}}])),
    ],
)
def test_a_mistake_that_the_schema_marks_fails_the_check(copy, capsys, schema, section, change):
    name, _ = plant(copy, section, change)
    data = read_files(copy)[name]
    assert not json_schema.fits(data, schema)
    assert run("check", str(copy), capsys=capsys)[0] == 1


def test_the_schema_knows_every_word_of_the_vocabulary(schema):
    effects = schema["$defs"]["effect"]["anyOf"][1]["properties"]
    assert effects.keys() >= V.effects.keys()
    assert effects["if"]["properties"].keys() == V.conditions.keys() | {"then", "otherwise"}
    assert effects["each"]["properties"]["who"]["enum"] == list(V.selectors)
    assert effects["lasting"]["properties"].keys() == V.statistics.keys() | {"who", "stack"}
    change = schema["$defs"]["change"]["properties"]
    assert (change["scope"]["enum"], change["when"]["enum"]) == (list(V.scopes), list(V.whens))
    target = schema["$defs"]["Target"]["anyOf"]
    assert target[0] == {"enum": ["self", "melee", "tile", "reach"]}
    assert target[1]["properties"]["range"]["anyOf"][0] == {"type": "integer", "minimum": 1, "maximum": 19}


# -- the page of the docs ----------------------------------------------------------------------------------------------


PAGE = (ROOT / "docs" / "content.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.M | re.S)


def test_the_cards_of_the_page_pass_and_are_listed_as_shown(copy, schema, capsys):
    cards = next(block for block in blocks("yaml") if block.startswith("treasures:"))
    assert json_schema.fits(yaml.safe_load(cards), schema)
    (copy / "extra.yaml").write_text(cards, encoding="utf-8")
    status, out, err = run("list", str(copy), capsys=capsys)
    assert (status, err) == (0, "")
    shown = next(block for block in blocks("text") if block.startswith("storm_lantern"))
    assert [line for line in shown.splitlines() if f"  {line}" not in out.splitlines()] == []


def test_the_mistake_of_the_page_is_named_as_shown(copy, capsys):
    shown = next(block for block in blocks("text") if block.startswith("error:"))
    text = (copy / "monsters.yaml").read_text(encoding="utf-8")
    assert text.index("rust_rat:") < text.index("attack")
    (copy / "monsters.yaml").write_text(text.replace("{attack:", "{atack:", 1), encoding="utf-8")
    status, _, err = run("check", str(copy), capsys=capsys)
    assert (status, err) == (1, shown)


def test_the_effects_of_the_page_fit_the_schema(schema):
    effects = [yaml.safe_load(text) for text in re.findall(r"^\| [^|`]+ \| `(\w+: [^`]+)` \|$", PAGE, re.M)]
    assert {next(iter(effect)) for effect in effects} == CONTROL.keys() - {"win", "lose"}
    for effect in effects:
        card = {
            "title": "X",
            "scenario": "x",
            "number": 1,
            "monster_rating": 5,
            "horror_rating": 5,
            "effects": [effect],
        }
        assert list(json_schema.faults({"chapters": {"x": card}}, schema, schema)) == [], effect


def test_the_commands_of_the_page_do_what_it_says(copy, tmp_path, monkeypatch, capsys):
    copy.rename(tmp_path / "my_pack")
    monkeypatch.chdir(tmp_path)
    done = set()
    for line in "".join(blocks("bash")).splitlines():
        words = shlex.split(line.partition(" > ")[0])
        done.add(" ".join(words[:4]))
        if words[:3] == ["python", "-m", "envs.content"]:
            assert run(*words[3:], capsys=capsys)[0] == 0
        elif words[:3] == ["python", "-m", "envs.play"]:
            assert play.options_of(play.parser().parse_args(words[3:])) == {"content": "my_pack"}
        elif words[:2] == ["python", "train.py"]:
            assert parse_command(words[2:]).config.options["content"] == "my_pack"
        else:
            assert words[0] == "cp"
            assert (ROOT / words[2]).is_dir()
    assert len(done) == 6
    config = next(block for block in blocks("yaml") if "configs/mine.yaml" in block)
    Path("mine.yaml").write_text(config, encoding="utf-8")
    options = parse_command(["--config", "mine.yaml"]).config.options
    assert options == {"seats": 2, "content": "my_pack"}
    assert envs.load("machina_arcana", **options).options.content == "my_pack"


def test_the_sections_of_the_page_are_all():
    assert set(re.findall(r"`(\w+)`", PAGE[PAGE.index("| section |") : PAGE.index("This file adds")])) == set(
        content.content_of(PACKS[0][0]).MODELS
    ) | {"scenario"}
    room = re.search(r"room for (\d+) explorers, (\d+) monsters and (\d+) treasures", PAGE)
    assert room is not None
    assert tuple(map(int, room.groups())) == (MAX_EXPLORER_CARDS, MAX_MONSTERS, MAX_TREASURES)


# -- where else packs are named --------------------------------------------------------------------------------


def retitled(pack: Path) -> str:
    """Give the pack a monster with another title, so that a game with it can be told."""
    plant(pack, "monsters", lambda m: m.update(title="Paper tiger"))
    return content.content_of(PACKS[0][0]).load_pack(pack).hash


def test_play_takes_a_pack(copy, capsys):
    wanted = retitled(copy)
    args = play.parser().parse_args([PACKS[0][0], "--content", f"{copy}/", "--seats", "1"])
    game = envs.load(args.game, **play.options_of(args))
    assert game.content_hash == wanted
    names = game.pack.names["monsters"]
    assert "Paper tiger" in names
    saved = copy.parent / "game.json"
    words = f"--human none --agents random --quiet --seats 1 --option round_limit=1 --seed 1 --save {saved}"
    assert play.main([PACKS[0][0], "--content", str(copy), *words.split()]) == 0
    assert f"content={str(copy)!r}" in capsys.readouterr().out
    assert json.loads(saved.read_text(encoding="utf-8"))["content"] == wanted


def test_play_says_what_is_wrong_with_a_pack(copy, capsys):
    file, id_ = plant(copy, "monsters", lambda m: m.update(armour=1))
    assert play.main([PACKS[0][0], "--content", str(copy)]) == 2
    assert f"error: {file}: monsters {id_!r}: unknown key 'armour'" in capsys.readouterr().err
    assert play.main(["lifeboat", "--content", str(copy)]) == 2
    assert "unknown option 'content'" in capsys.readouterr().err


def test_training_configs_take_a_pack(copy, tmp_path):
    wanted = retitled(copy)
    by_argument = parse_command(["--options.content", str(copy)])
    file = tmp_path / "config.yaml"
    file.write_text(yaml.safe_dump({"options": {"seats": 2, "content": f"{copy}/"}}), encoding="utf-8")
    by_file = parse_command(["--config", str(file)])
    for command in (by_argument, by_file):
        assert command is not None
        assert envs.load(command.config.game, **command.config.options).content_hash == wanted


def test_loading_takes_a_pack_or_its_name(copy):
    wanted = retitled(copy)
    assert envs.load(PACKS[0][0], content=str(copy)).content_hash == wanted
    standard = envs.load(PACKS[0][0])
    assert envs.load(PACKS[0][0], content=PACKS[0][1]).content_hash == standard.content_hash != wanted
