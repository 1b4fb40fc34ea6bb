"""A clear word when a package of an optional extra is missing."""

from __future__ import annotations

import importlib.util

from envs.core.errors import MissingExtra

__all__ = ["require"]

TRAIN = ("torch", "stable_baselines3", "sb3_contrib", "tensorboard", "matplotlib", "jsonargparse")
RAY = (*TRAIN, "ray", "pandas", "pyarrow", "tree", "scipy")


def require(extra: str, *packages: str) -> None:
    """Raise `MissingExtra`, which says what to install, unless all `packages` can be imported."""
    missing = [name for name in packages if importlib.util.find_spec(name) is None]
    if missing:
        raise MissingExtra(
            f"this needs {', '.join(missing)}, which {'is' if len(missing) == 1 else 'are'} not installed; "
            f'install the extra with: pip install -e ".[{extra}]"'
        )
