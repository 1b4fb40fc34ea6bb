# cython: language_level=3
"""See table.pxd."""
from envs.enormity.state import Proc as Names


def holes():
    """Names of the procedures that no module has entered."""
    return [p.name for p in Names if PROCS[<int>int(p)] == NULL]
