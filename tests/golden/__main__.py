"""``python -m tests.golden``: compare the golden replays, or play and write them anew with ``--write``."""

from __future__ import annotations

import argparse
import sys

from tests.golden import FOLDER, configurations, difference, write


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.golden", description=__doc__)
    parser.add_argument("--write", action="store_true", help="play and write all of them anew")
    parser.add_argument("--only", default="", help="those whose name contains this, such as machina_arcana-seats-2")
    args = parser.parse_args()
    wrong = total = 0
    for configuration in configurations():
        if args.only not in str(configuration):
            continue
        if args.write:
            size = write(configuration)
            total += size
            print(f"{size:>8}  {configuration}", flush=True)
            continue
        found = difference(configuration.path) if configuration.path.exists() else "there is no transcript"
        wrong += bool(found)
        print(f"{configuration}: {found or 'as written'}", flush=True)
    if args.write and not args.only:
        for path in set(FOLDER.rglob("*.txt")) - {configuration.path for configuration in configurations()}:
            path.unlink()
        print(f"{total:>8}  in all")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
