"""The project as a whole: what its files say of each other, and who imports whom."""

from __future__ import annotations

import ast
import importlib.util
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import envs

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
ALL_GAMES = envs.GAMES + envs.EXAMPLES
PLANNED = ("destiny_aurora", "enormity", "nemesis")
THIS = Path(__file__)


def blocks(text: str, language: str) -> list[str]:
    """The code blocks of a Markdown text."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.M | re.S)


def commands(text: str) -> list[list[str]]:
    """Words of the shell commands of a Markdown text: lines of its bash blocks, and code in the text."""
    lines = [line for block in blocks(text, "bash") for line in block.splitlines()]
    lines += re.findall(r"`((?:pip|python|pytest|pdoc|ruff) [^`]+)`", text)
    return [shlex.split(part) for line in lines for part in line.split("&&")]


def project_files(*suffixes: str) -> list[Path]:
    """The files of the project with these suffixes, without what the build writes."""
    found = [path for path in ROOT.iterdir() if path.is_file() and path.name != ".git"]  # a file in a worktree
    for folder in ("agents", "configs", "docs", "envs", "tests", ".ci"):
        found += [path for path in (ROOT / folder).rglob("*") if path.is_file()]
    written = {"head.pxd", "state.pxd", "_layout.pyx"}
    return sorted(p for p in found if p.suffix in suffixes and p.name not in written and "__pycache__" not in p.parts)


# -- README ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", blocks(README, "python"), ids=lambda code: code.split("\n", 1)[0])
def test_the_python_of_the_readme_runs(code, tmp_path):
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], cwd=tmp_path, env=environment(), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def environment() -> dict[str, str]:
    """The environment of a process that finds the packages of this tree, wherever it is started."""
    return {**os.environ, "PYTHONPATH": str(ROOT)}


@pytest.mark.parametrize("text", [README, CONTRIBUTING], ids=["README", "CONTRIBUTING"])
def test_the_commands_of_the_docs_exist(text):
    extras = PROJECT["project"]["optional-dependencies"]
    found = commands(text)
    assert found
    for words in found:
        if words[0] == "pip":
            assert words[:4] == ["pip", "install", "-c", "constraints.txt"], words
            assert re.fullmatch(r"\.\[(\w+)\]", words[5]).group(1) in extras
        elif words[:2] == ["python", "-m"]:
            assert importlib.util.find_spec(words[2]), words
        elif words[0] == "python":
            assert (ROOT / words[1]).is_file(), words
        else:
            tools = {Requirement(r).name for r in extras["test"] + extras["docs"]}
            assert words[0] in tools, words


def test_the_modules_that_the_readme_starts_say_how_they_are_used():
    modules = {words[2] for words in commands(README) if words[:2] == ["python", "-m"]}
    assert {"envs.play", "envs.bench"} <= modules
    for module in modules:
        done = subprocess.run(
            [sys.executable, "-m", module, "--help"], cwd=ROOT, env=environment(), capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        assert module in done.stdout


@pytest.mark.parametrize("path", project_files(".md"), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_to_files(path):
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8")):
        if not target.startswith("https://"):
            assert (path.parent / target).exists(), f"{path.name}: {target}"


# -- packaging -------------------------------------------------------------------------------------------------


def test_constraints_allow_what_the_project_asks_for_and_pin_it():
    pins = {}
    for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, pinned = line.split("==")
            pins[name.lower().replace("_", "-")] = pinned
    assert pins["torch"] == "2.13.0"
    project = PROJECT["project"]
    asked = project["dependencies"] + [r for extra in project["optional-dependencies"].values() for r in extra]
    for requirement in map(Requirement, asked):
        if requirement.name == project["name"]:
            assert requirement.extras <= set(project["optional-dependencies"])
            continue
        pin = pins[requirement.name.lower().replace("_", "-")]
        assert requirement.specifier.contains(pin), f"{requirement} does not allow {pin}"
        assert {s.operator for s in requirement.specifier} <= {">=", "<"}, f"{requirement}: lower bounds only"


def test_the_version_has_one_source():
    assert PROJECT["project"]["dynamic"] == ["version"]
    assert PROJECT["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "envs.__version__"}
    assert f"## {envs.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_a_missing_compiler_is_named_before_anything_is_written():
    command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, "CC": "no-such-cc"}, capture_output=True, text=True)
    assert done.returncode != 0
    assert done.stdout == ""
    assert done.stderr.startswith("Derelict compiles its rules, but the C compiler 'no-such-cc' was not found.")
    assert "apt install gcc" in done.stderr


def test_every_kind_of_data_file_is_shipped():
    patterns = PROJECT["tool"]["setuptools"]["package-data"]["*"]
    for package in ("agents", "envs"):
        for path in (ROOT / package).rglob("*"):
            if path.suffix in (".yaml", ".pxd", ".zip") or path.name == "py.typed":
                home = path.parent
                while not (home / "__init__.py").exists():
                    home = home.parent
                assert any(path.match(str(home / pattern)) for pattern in patterns), path


# -- who imports whom ------------------------------------------------------------------------------------------


def imports(path: Path) -> set[str]:
    """Modules that a Python or Cython file imports or cimports."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        found = set()
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
        return found
    return set(re.findall(r"^\s*(?:from|c?import) ([\w.]+)", text, re.M))


SOURCES = [path for path in project_files(".py", ".pyx", ".pxd") if path.relative_to(ROOT).parts[0] == "envs"]


def test_no_game_imports_another_and_the_core_imports_no_game():
    for path in SOURCES:
        home = path.relative_to(ROOT).parts[1]
        if home.removesuffix(".py").rpartition("_v")[0] in ALL_GAMES:
            continue
        for game in ALL_GAMES:
            if home != game:
                assert not any(f"{name}.".startswith(f"envs.{game}.") for name in imports(path)), path


def test_the_core_stands_below_everything_and_the_packages_below_the_agents():
    for path in SOURCES:
        inside = {name for name in imports(path) if name.startswith(("envs.", "agents"))}
        if path.relative_to(ROOT).parts[1] == "core":
            assert all(name.startswith("envs.core") for name in inside), path
        if path.name != "play.py":  # a person may play with agents
            assert not any(name.startswith("agents") for name in inside), path


def test_nothing_but_the_list_of_games_names_a_game():
    for path in SOURCES:
        parts = path.relative_to(ROOT).parts
        if parts[1] in ALL_GAMES + PLANNED or parts[1].removesuffix(".py").rpartition("_v")[0] in ALL_GAMES:
            continue
        text = path.read_text(encoding="utf-8").lower()
        if path == ROOT / "envs" / "__init__.py":
            text = re.sub(r"^(games|examples) = .*$", "", text, flags=re.M)
        for game in ALL_GAMES + PLANNED:
            words = {game, game.replace("_", " "), game.replace("_", "")}
            assert not any(word in text for word in words), f"{path.relative_to(ROOT)} names {game}"


def test_import_envs_is_light():
    code = "import sys, envs; print(sorted(m for m in sys.modules if not m.startswith('envs')))"
    bare = "import sys; print(sorted(sys.modules))"
    done = [
        subprocess.run([sys.executable, "-c", c], env=environment(), capture_output=True, text=True, check=True).stdout
        for c in (code, bare)
    ]
    new = set(ast.literal_eval(done[0])) - set(ast.literal_eval(done[1]))
    heavy = {"numpy", "gymnasium", "pettingzoo", "pydantic", "torch", "rich", "yaml", "PIL"}
    assert not new & heavy


# -- manners ---------------------------------------------------------------------------------------------------


def test_no_file_tells_of_a_machine_or_leaves_something_undone():
    forbidden = {
        "a path of a machine": r"/(?:work|root|home)/\w",
        "a package registry": r"pypi\.org|pythonhosted|download\.pytorch",
        # The words stand here because this test forbids them in every other file.
        "something undone": r"\b(?:TODO|FIXME|XXX|HACK)\b",
        "a test that does not run": r"pytest\.(?:skip|mark\.(?:skip|xfail))|importorskip",
    }
    for path in project_files(".py", ".pyx", ".pxd", ".md", ".yaml", ".toml", ".txt", ".in", ""):
        if path == THIS:
            continue
        text = path.read_text(encoding="utf-8")
        for what, pattern in forbidden.items():
            match = re.search(pattern, text)
            assert match is None, f"{path.relative_to(ROOT)} has {what}: {match.group()}"


def test_randomness_comes_from_the_record_or_a_given_generator():
    for path in SOURCES:
        if path.name != "testing.py":  # it disturbs the global generators, to show that nothing depends on them
            assert "random" not in imports(path), path
            assert not re.search(r"np\.random\.(?!default_rng|Generator|SeedSequence)", path.read_text("utf-8")), path
