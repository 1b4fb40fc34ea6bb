"""Who may know whom: train.py -> agents -> faces -> games -> envs.core, never back up, and no game another.

The sources are read, not run, so that what is imported inside a function counts too.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import envs

ROOT = Path(envs.__file__).resolve().parent.parent
GAMES = sorted(path.parent.name for path in (ROOT / "envs").glob("*/state.py"))
SOURCES = [
    path
    for top in ("envs", "agents")
    for path in sorted((ROOT / top).rglob("*"))
    if path.suffix in (".py", ".pyx", ".pxd")
] + [ROOT / "train.py"]

CYTHON_IMPORT = re.compile(r"^\s*(?:from\s+(\S+)\s+(c?import)\s+(\([^)]*\)|[^\n#]*)|(c?import)\s+([^\n#]*))", re.M)


def module_of(path: Path) -> str:
    parts = list(path.relative_to(ROOT).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(source: str, *, cython: bool = False) -> set[str]:
    """Modules that a source imports or cimports; of ``from a import b`` both ``a`` and ``a.b``."""
    found: set[str] = set()
    if cython:
        for module, _, names, _, plain in CYTHON_IMPORT.findall(source):
            if module:
                found.add(module)
                found.update(f"{module}.{name.split()[0]}" for name in names.strip("()").split(",") if name.strip())
            else:
                found.update(name.split()[0] for name in plain.split(",") if name.strip())
        return found
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            found.add(node.module or "")
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return found


def imports_of(path: Path) -> set[str]:
    return imports(path.read_text(encoding="utf-8"), cython=path.suffix != ".py")


def inside(module: str, *packages: str) -> bool:
    return any(module == package or module.startswith(package + ".") for package in packages)


def layer(module: str) -> str:
    """``core``, the name of a game, ``faces``, ``agents`` or ``train``."""
    if module == "train" or inside(module, "agents"):
        return module.split(".")[0]
    if inside(module, "envs.core"):
        return "core"
    for game in GAMES:
        if inside(module, f"envs.{game}"):
            return game
    return "faces"


def forbidden(module: str, imported: str) -> bool:
    """Whether `module` reaches up, sideways, or past the `Game` face."""
    if not inside(imported, "envs", "agents", "train"):
        return False
    here, there = layer(module), layer(imported)
    if imported == "envs":
        return here not in ("faces", "agents", "train") and module != "envs"
    if here == "core":
        return there != "core"
    if here in GAMES:
        return there not in ("core", here)
    if here == "faces":
        return there not in ("core", "faces")
    if here == "agents":
        # A scripted player of a game knows the names of its actions and values, but never its rules or content.
        names = (f"envs.{there}.actions", f"envs.{there}.state")
        player = module == f"agents.scripted.{there}" or module.startswith(f"agents.scripted._{there}_")
        if there in GAMES and player and inside(imported, *names):
            return False
        return there in (*GAMES, "train")
    return there in GAMES


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_point_downwards(path) -> None:
    module = module_of(path)
    wrong = sorted(name for name in imports_of(path) - {"envs"} if forbidden(module, name))
    assert not wrong, f"{module} must not import {', '.join(wrong)}"


def test_the_core_does_not_import_the_registry() -> None:
    """``import envs`` gives `envs.load`, the way to all games; only the faces and what stands on them use it."""
    for path in SOURCES:
        if layer(module_of(path)) in ("core", *GAMES):
            assert "envs.load" not in imports_of(path), path
            assert not re.search(r"\benvs\.load\(", strip(path)), path


def strip(path: Path) -> str:
    """A source without its comments and strings."""
    text = path.read_text(encoding="utf-8")
    text = re.sub(r'"""(?:.|\n)*?"""', '""', text)
    return re.sub(r"#.*", "", re.sub(r'"(?:\\.|[^"\\\n])*"', '""', text))


def test_the_core_names_no_game() -> None:
    names = [name for game in GAMES for name in {game, game.replace("_", " "), game.replace("_", "")}]
    word = re.compile("|".join(names), re.I)
    for path in SOURCES:
        if layer(module_of(path)) == "core":
            hit = word.search(path.read_text(encoding="utf-8"))
            assert hit is None, f"{path} names {hit.group()}"


def test_agents_read_states_through_the_game_face() -> None:
    """Of the compiled engine an agent may use the arithmetic of seeds and nothing else."""
    for path in SOURCES:
        if layer(module_of(path)) in ("agents", "train"):
            engine = {name for name in imports_of(path) if inside(name, "envs.core.engine")}
            assert engine <= {"envs.core.engine", "envs.core.engine.mix_seed"}, path
            assert not any(inside(name, "envs.core._probe") for name in imports_of(path)), path


# -- the compiled rules ------------------------------------------------------------------------------------

RULES = [path for path in SOURCES if "rules" in path.parts and path.suffix in (".pyx", ".pxd")]
FUNCTION = re.compile(
    r"^cp?def (?!struct\b|enum\b|class\b|extern\b)[^=\n]*?\b(\w+)\((?:[^()]|\([^()]*\))*\)([^:\n]*):", re.M
)


@pytest.mark.parametrize("path", RULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_rules_run_without_python(path) -> None:
    """Each compiled function is nogil (only the filling of the procedure table runs at import), so that nothing
    of Python can be imported or called while a game is played."""
    text = strip(path)
    for name, tail in FUNCTION.findall(text):
        assert "nogil" in tail or (path.stem, name) == ("table", "enter"), f"{path}: {name} needs the GIL"
    assert "with gil" not in text
    for line in text.splitlines():
        if re.match(r"\s+(from \S+ import|import) ", line):
            pytest.fail(f"{path}: imports at run time: {line.strip()}")
    package = f"envs.{path.relative_to(ROOT).parts[1]}"
    for name in imports_of(path):
        assert inside(name, package, "envs.core", "libc", "cpython", "cython"), f"{path}: {name}"


def test_cimports_are_seen_by_the_build() -> None:
    """Cython does not follow ``from package cimport module``: a change of that module would not rebuild its users."""
    for path in SOURCES:
        if path.suffix in (".pyx", ".pxd"):
            for module, kind, names, _, _ in CYTHON_IMPORT.findall(path.read_text(encoding="utf-8")):
                package = ROOT.joinpath(*module.split("."))
                assert kind != "cimport" or not package.is_dir(), f"{path}: from {module} cimport {names}"


def test_functions_of_rules_are_found() -> None:
    """The pattern above sees the functions of a real module, those with a long signature included."""
    text = strip(ROOT / "envs" / "lifeboat" / "rules" / "attack.pyx")
    assert [name for name, _ in FUNCTION.findall(text)] == ["shark", "strike", "attack"]
    long = "cdef inline int far(int a,\n    int (*f)(int) noexcept nogil) noexcept nogil:\n    pass\n"
    long += "cdef int slow(int a):\n"
    assert [(name, "nogil" in tail) for name, tail in FUNCTION.findall(long)] == [("far", True), ("slow", False)]


# -- randomness --------------------------------------------------------------------------------------------

DISTURBS = {"envs.testing": "its checkers move the global generators to show that nothing depends on them"}
GLOBAL = re.compile(r"\b(?:np|numpy)\.random\.(?!default_rng\b|Generator\b|SeedSequence\b|PCG64\b)\w+")


@pytest.mark.parametrize(
    "path", [p for p in SOURCES if inside(module_of(p), "envs")], ids=lambda p: str(p.relative_to(ROOT))
)
def test_no_global_randomness(path) -> None:
    """What happens in a game follows from its seed: no module of `envs` draws from a generator of the process."""
    if module_of(path) in DISTURBS:
        return
    assert "random" not in imports_of(path), f"{path} imports the module random"
    hit = GLOBAL.search(strip(path))
    assert hit is None, f"{path} uses {hit.group()}"
    assert not re.search(r"\b(?:from libc\.stdlib cimport .*\brand\b|time\.time\()", strip(path))


# -- the tests of the tests --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("module", "imported", "expected"),
    [
        ("envs.core.game", "envs.lifeboat.state", True),
        ("envs.core.game", "envs.faces", True),
        ("envs.core.game", "envs.core.schema", False),
        ("envs.lifeboat.game", "envs.machina_arcana.state", True),
        ("envs.lifeboat.game", "envs.lifeboat.state", False),
        ("envs.lifeboat.game", "envs.core.game", False),
        ("envs.lifeboat.game", "envs.aec", True),
        ("envs.lifeboat.game", "agents.random", True),
        ("envs.aec", "envs.lifeboat.game", True),
        ("envs.aec", "envs.faces", False),
        ("envs.aec", "agents.match", True),
        ("envs.lifeboat_v0", "envs.aec", False),
        ("agents.match", "envs.core.game", False),
        ("agents.match", "envs.aec", False),
        ("agents.match", "envs.machina_arcana.rules.rules", True),
        ("agents.match", "train", True),
        ("agents.match", "envs.machina_arcana.actions", True),
        ("agents.scripted.machina_arcana", "envs.machina_arcana.actions", False),
        ("agents.scripted.machina_arcana", "envs.machina_arcana.state.Phase", False),
        ("agents.scripted.machina_arcana", "envs.machina_arcana.content", True),
        ("agents.scripted.machina_arcana", "envs.machina_arcana.rules.rules", True),
        ("agents.scripted.machina_arcana", "envs.lifeboat.actions", True),
        ("agents.scripted._enormity_knowledge", "envs.enormity.state", False),
        ("agents.scripted._enormity_knowledge", "envs.enormity.content", True),
        ("agents.scripted._enormity_knowledge", "envs.machina_arcana.state", True),
        ("train", "agents.match", False),
        ("train", "envs.machina_arcana.state", True),
        ("envs.core.game", "numpy", False),
    ],
)
def test_layers(module, imported, expected) -> None:
    assert forbidden(module, imported) == expected


def test_imports_are_found() -> None:
    python = "import a.b as c\ndef f():\n    from d.e import g, h as i\n"
    assert imports(python) == {"a.b", "d.e", "d.e.g", "d.e.h"}
    cython = (
        "from a.b cimport (\n    c,\n    d,\n)\ncimport e\nimport f.g  # why\nfrom h import i as j\nfrom k cimport *\n"
    )
    assert imports(cython, cython=True) == {"a.b", "a.b.c", "a.b.d", "e", "f.g", "h", "h.i", "k", "k.*"}


@pytest.mark.parametrize("line", ["np.random.rand(3)", "x = numpy.random.seed(1)", "np.random.shuffle(cards)"])
def test_global_randomness_is_found(line) -> None:
    assert GLOBAL.search(line)
    assert not GLOBAL.search("np.random.default_rng(3)")
