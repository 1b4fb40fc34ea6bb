"""The table of procedures. Each module of the rules enters its own when it is imported."""


def holes():
    """Numbers of the procedures that no module has entered."""
    return [i for i in range(PROC_COUNT) if PROCS[i] == NULL]
