"""Registration with PettingZoo and Gymnasium, whichever is imported first, without importing either."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import envs
from envs import registration

ROOT = Path(envs.__file__).parents[1]
NAMES = (*envs.GAMES, *envs.EXAMPLES)


def run(code):
    """The output of a fresh interpreter."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


MAKE = """
env = pettingzoo.make("aec", "derelict/lifeboat-v0", seats=3)
env.reset(seed=0)
print(len(env.agents), gymnasium.make("derelict/Lifeboat-v0", seats=3).unwrapped.game.num_seats)
print(gymnasium.make_vec("derelict/Lifeboat-v0", num_envs=2).num_envs)
"""


@pytest.mark.parametrize(
    "imports",
    ["import envs, pettingzoo, gymnasium", "import pettingzoo, gymnasium, envs", "import gymnasium, envs, pettingzoo"],
)
def test_any_order_of_imports(imports):
    assert run(imports + MAKE) == ["3", "3", "2"]


def test_gymnasium_imports_the_package_by_name():
    code = 'import gymnasium; print(gymnasium.make("envs:derelict/Lifeboat-v0").unwrapped.game.name)'
    assert run(code) == ["lifeboat"]


def test_importing_the_package_imports_no_library():
    heavy = ("numpy", "gymnasium", "pettingzoo", "torch", "stable_baselines3", "PIL", "pydantic")
    code = f"import sys, envs; print([name for name in {heavy} if name in sys.modules])"
    assert run(code) == ["[]"]


def test_a_game_needs_no_trainer():
    code = (
        "import sys, envs.aec, envs.gym; envs.aec.make('lifeboat').reset(); "
        "print([name for name in ('torch', 'stable_baselines3', 'pygame') if name in sys.modules])"
    )
    assert run(code) == ["[]"]


def test_a_missing_trainer_is_named_with_what_to_install():
    code = """
import sys
sys.modules["stable_baselines3"] = None
from envs.core.errors import MissingExtra
try:
    import envs.vector
except MissingExtra as error:
    print(error)
"""
    assert "'derelict[train]'" in run(code)


def test_an_older_pettingzoo_without_a_registry_is_left_alone():
    code = """
import sys, types
sys.modules["pettingzoo"] = types.ModuleType("pettingzoo")
import envs
print("fine")
"""
    assert run(code) == ["fine"]


def test_installing_twice_registers_once(recwarn):
    import gymnasium
    import pettingzoo

    registration.install(NAMES)
    registration.install(NAMES)
    assert not recwarn.list
    for name in NAMES:
        assert registration.gymnasium_id(name) in gymnasium.registry
        assert registration.pettingzoo_id(name) in pettingzoo.aec_registry


def test_every_game_has_a_module_of_its_version():
    for name in NAMES:
        assert registration.version(name) == envs.load(name).version
    with pytest.raises(LookupError, match="envs/no_game_v"):
        registration.version("no_game")
