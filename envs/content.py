"""Content packs from the command line: ``python -m envs.content check PACK``, ``list PACK``, ``schema``.

``check`` says whether a pack can be played, or what is wrong with it, by file, card and field. ``list`` shows its cards
with the texts that follow from their effects. ``schema`` prints a JSON schema for editors. ``docs/content.md`` shows
how a pack is written.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Protocol

import envs
from envs.core.content import CardLine, read_files
from envs.core.errors import DerelictError, OptionError, near


class Pack(Protocol):
    """A checked pack of a game."""

    title: str
    hash: str

    def summary(self) -> Iterable[str]:
        """What is in it, in a few lines."""
        ...

    def cards(self) -> Iterable[CardLine]:
        """All cards, kind by kind."""
        ...


class Content(Protocol):
    """What the module ``envs.<game>.content`` of a game with content packs offers.

    Attributes:
        MODELS: the model of the entries of each section.
        FOLDER: where the packs lie that come with the game.
    """

    MODELS: Mapping[str, Any]
    FOLDER: Path

    def load_pack(self, path: str | Path | None = None) -> Pack:
        """Load and check a pack: a folder, the name of one in `FOLDER`, or the standard one.

        Raises:
            ContentError: what is wrong, by file, entry and field.
        """
        ...

    def schema(self) -> dict[str, Any]:
        """The JSON schema of a file of a pack."""
        ...


def games() -> list[str]:
    """Names of the games that have content packs."""
    found = []
    for name in envs.GAMES + envs.EXAMPLES:
        spec = importlib.util.find_spec(f"envs.{name}.content")
        if spec is not None and spec.origin is not None:  # a folder of that name alone is no module
            found.append(name)
    return found


def content_of(game: str) -> Content:
    """The content module of a game; raises `OptionError` if there is none."""
    if game not in games():
        raise OptionError(f"--game {game!r}: no game with content packs{near(game, games())}")
    module: Any = importlib.import_module(f"envs.{game}.content")
    return module


def find_game(pack: str) -> str:
    """The game that a pack is written for: the only one with content packs, or that with the most of its sections.

    Raises:
        OptionError: no game or several games fit.
        ContentError: there is no such pack, or it is not readable.
    """
    known = {game: content_of(game) for game in games()}
    if len(known) == 1:
        return next(iter(known))
    folder = Path(pack)
    fitting: dict[str, int] = {}
    if len(folder.parts) == 1 and not folder.is_dir():
        fitting = {game: 1 for game, content in known.items() if (content.FOLDER / folder).is_dir()}
    if not fitting:
        sections = {section for data in read_files(folder).values() for section in data}
        fitting = {game: len(sections & content.MODELS.keys()) for game, content in known.items()}
    best = [game for game, number in fitting.items() if number == max(fitting.values()) > 0]
    if len(best) != 1:
        what = f"it could be one of {', '.join(best)}" if best else f"none of {', '.join(known)} has its sections"
        raise OptionError(f"content pack {pack!r}: {what}; say which with --game")
    return best[0]


def check(game: str, pack: str) -> Iterable[str]:
    """Load a pack; the lines say what is in it.

    Raises:
        ContentError: what is wrong, by file, entry and field.
    """
    loaded = content_of(game).load_pack(pack)
    return [f"ok: {loaded.title}, for {game}, hash {loaded.hash[:12]}", *loaded.summary()]


def listing(game: str, pack: str) -> Iterable[str]:
    """The cards of a pack, kind by kind, a line each."""
    kind = ""
    cards = list(content_of(game).load_pack(pack).cards())
    for card in cards:
        if card.kind != kind:
            if kind:
                yield ""
            kind = card.kind
            yield f"{kind.replace('_', ' ')} ({sum(other.kind == kind for other in cards)})"
        yield f"  {card.id} - {card.name}: {card.text}"


def only_game() -> str:
    """The game with content packs, if there is only one; raises `OptionError` if there are more."""
    known = games()
    if len(known) != 1:
        raise OptionError(f"name a game with --game: {', '.join(known)}")
    return known[0]


def parser() -> argparse.ArgumentParser:
    """The command line."""
    p = argparse.ArgumentParser(prog="python -m envs.content", description=(__doc__ or "").split("\n\n")[1])
    commands = p.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, text in (("check", "check a pack"), ("list", "list the cards of a pack with their texts")):
        command = commands.add_parser(name, help=text, description=f"{text[:1].upper()}{text[1:]}.")
        command.add_argument("pack", metavar="PACK", help="a folder with YAML files, or a pack that comes with a game")
    command = commands.add_parser("schema", help="print a JSON schema for editors", description="Print a JSON schema.")
    for command in commands.choices.values():
        command.add_argument("--game", help=f"one of: {', '.join(games())} (default: the one that fits)")
    return p


def main(argv: list[str] | None = None) -> int:
    """The command line; returns the exit status."""
    args = parser().parse_args(argv)
    try:
        if args.command == "schema":
            print(json.dumps(content_of(args.game or only_game()).schema(), indent=2))
            return 0
        game = args.game or find_game(args.pack)
        for line in (check if args.command == "check" else listing)(game, args.pack):
            print(line)
        return 0
    except DerelictError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
