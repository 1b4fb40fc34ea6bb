"""Build of the compiled rules: every ``.pyx`` below ``envs`` becomes one extension module.

Environment variables:
    DERELICT_SANITIZE=1   build with -fsanitize=undefined,bounds and without optimisation for speed.
    DERELICT_JOBS=N       compile N modules at a time (default: all cores).
"""

import os
import shutil
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT))

import numpy  # noqa: E402
from Cython.Build import cythonize  # noqa: E402
from setuptools import Extension, setup  # noqa: E402
from setuptools.command.build_ext import build_ext  # noqa: E402

from envs.core.build import write_declarations  # noqa: E402

SANITIZE = os.environ.get("DERELICT_SANITIZE") == "1"
JOBS = int(os.environ.get("DERELICT_JOBS") or os.cpu_count() or 1)
COMPILE = ["-O1", "-g", "-fsanitize=undefined,bounds", "-fno-sanitize-recover=all"] if SANITIZE else ["-O3"]
LINK = ["-fsanitize=undefined,bounds"] if SANITIZE else []
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
    "embedsignature": True,
}
BUILD_COMMANDS = {"bdist_wheel", "build", "build_ext", "develop", "editable_wheel", "install"}
"""Commands that compile; all others, such as those that ask for the package's metadata, need no compiler."""


class Build(build_ext):
    """`build_ext` that compiles in parallel."""

    def finalize_options(self):
        super().finalize_options()
        self.parallel = JOBS


def require_compiler():
    """Say what to install when there is no compiler, before anything is done."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if os.name == "posix" and shutil.which(compiler) is None:
        raise SystemExit(
            f"Derelict compiles its rules, but the C compiler {compiler!r} was not found. Install one "
            "(Debian and Ubuntu: apt install gcc python3-dev; Fedora: dnf install gcc python3-devel; "
            "macOS: xcode-select --install) or set CC, then run pip again."
        )


def extensions():
    """One extension for each ``.pyx`` file, named by its path."""
    return [
        Extension(
            ".".join(path.relative_to(ROOT).with_suffix("").parts),
            [str(path.relative_to(ROOT))],
            include_dirs=[numpy.get_include()],
            define_macros=[("NPY_NO_DEPRECATED_API", "NPY_1_7_API_VERSION")],
            extra_compile_args=[*COMPILE, "-Wno-unused-function", "-Wno-unreachable-code"],
            extra_link_args=LINK,
        )
        for path in sorted((ROOT / "envs").rglob("*.pyx"))
    ]


def compiled():
    """The extensions as C, written anew where a source has changed."""
    require_compiler()
    write_declarations()
    return cythonize(
        extensions(),
        nthreads=JOBS if JOBS > 1 else 0,
        compiler_directives=DIRECTIVES,
        include_path=[str(ROOT)],
        force=SANITIZE,
    )


setup(
    ext_modules=compiled() if BUILD_COMMANDS & set(sys.argv) else extensions(),
    cmdclass={"build_ext": Build},
)
