"""Files of results: a JSON line for every game, which says what was played and how it went for every seat.

Keys of a line: ``suite`` (version of the package), ``game``, ``env_version``, ``options``, ``content_hash``, ``heroes``
(number of hero seats, which come first), ``command`` (what played it, if it was a command), ``seed``, ``agents`` (spec
by seat), ``policies`` (spec -> the first 16 digits of the SHA-256 of its file), ``reason``, ``won`` (null: cut off),
``truncated``, ``returns`` (by seat), ``decisions``, ``detail`` (further facts of the game).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

import envs
from agents import spec as specs
from agents.match import GameResult
from envs.core.errors import OptionError
from envs.core.game import Game

__all__ = [
    "Played",
    "add_results",
    "check_same",
    "check_versions",
    "check_world",
    "file_hash",
    "load_results",
    "read_results",
    "write_results",
]

WORLD = ("game", "env_version", "content_hash", "options")
"""What must be equal in games that are put together."""


class Line(BaseModel):
    """What a line must have; writers may add keys of their own."""

    model_config = ConfigDict(extra="allow", frozen=True, strict=True)

    suite: str
    game: str
    env_version: int
    options: dict[str, Any]
    content_hash: str
    heroes: int
    command: str = ""
    seed: int
    agents: dict[str, str]
    policies: dict[str, str]
    reason: str
    won: bool | None
    truncated: bool
    returns: dict[str, float]
    decisions: int
    detail: dict[str, Any]


@dataclass(frozen=True)
class Played:
    """A game in a results file.

    Attributes:
        file: the file.
        number: of the line, from 1.
        about: the line as it stands there.
        result: the game.
    """

    file: Path
    number: int
    about: dict[str, Any]
    result: GameResult

    @property
    def where(self) -> str:
        """File and line, for messages."""
        return f"{self.file}: line {self.number}"

    @property
    def heroes(self) -> tuple[str, ...]:
        """Specs of the hero seats."""
        return self.result.agents[: self.about["heroes"]]

    @property
    def monsters(self) -> tuple[str, ...]:
        """Specs of the monsters' seats; none if the rules play them."""
        return self.result.agents[self.about["heroes"] :]


def file_hash(path: Path) -> str:
    """SHA-256 of a file, 64 hexadecimal digits."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _policy_hash(spec: str, game: Game) -> str:
    """Short hash of the policy file that a spec stands for, of more than one the hash of theirs; ``""`` for none."""
    hashes = [file_hash(path) for path in specs.files_of(spec, game)]
    if len(hashes) > 1:
        hashes = [hashlib.sha256("".join(hashes).encode()).hexdigest()]
    return hashes[0][:16] if hashes else ""


def _lines(game: Game, results: Iterable[GameResult], more: dict[str, Any]) -> str:
    about = {
        "suite": envs.__version__,
        "game": game.name,
        "env_version": game.version,
        "options": game.config(),
        "content_hash": game.content_hash,
        "heroes": game.hero_seats,
        **more,
    }
    hashes: dict[str, str] = {}
    out = []
    for r in results:
        for spec in set(r.agents) - set(hashes):
            hashes[spec] = _policy_hash(spec, game)
        line = about | {
            "seed": r.seed,
            "agents": dict(zip(game.seats, r.agents, strict=True)),
            "policies": {spec: hashes[spec] for spec in sorted(set(r.agents)) if hashes[spec]},
            "reason": r.reason,
            "won": r.won,
            "truncated": r.truncated,
            "returns": dict(zip(game.seats, r.returns, strict=True)),
            "decisions": r.decisions,
            "detail": r.detail,
        }
        out.append(json.dumps(line) + "\n")
    return "".join(out)


def write_results(path: Path, game: Game, results: Iterable[GameResult], **more: Any) -> None:
    """Write a results file, whole or not at all.

    Args:
        path: the file; it is replaced.
        game: the configured game.
        results: its games.
        more: further facts for every line, such as ``command``.
    """
    _replace(path, _lines(game, results, more))


def add_results(path: Path, game: Game, results: Iterable[GameResult], **more: Any) -> None:
    """Add games to a results file, all or none of them; see `write_results`."""
    old = path.read_text(encoding="utf-8") if path.exists() else ""
    _replace(path, old + _lines(game, results, more))


def _replace(path: Path, text: str) -> None:
    new = path.with_name(path.name + ".new")
    new.write_text(text, encoding="utf-8")
    new.replace(path)


def read_results(path: Path) -> Iterator[dict[str, Any]]:
    """The lines of a results file.

    Raises:
        OptionError: there is no such file, or a line is damaged or lacks a key; it names the file and the line.
    """
    if not path.is_file():
        raise OptionError(f"there is no results file {path}; --output of agents.evaluate writes one")
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise OptionError(f"{path} is no results file: it is not text ({error})") from None
    for number, line in enumerate(lines, 1):
        try:
            values = json.loads(line)
            Line.model_validate(values)
        except json.JSONDecodeError as error:
            raise OptionError(
                f"{path}: line {number} is not a result ({error}); the file is damaged: take out the line or play again"
            ) from None
        except ValidationError as error:
            first = error.errors()[0]
            key = ".".join(map(str, first["loc"]))
            raise OptionError(
                f"{path}: line {number} is not a result of this version of the suite ({key}: {first['msg']}); "
                "play these games again"
            ) from None
        yield values


def load_results(paths: Sequence[Path]) -> list[Played]:
    """The games of all files, in order; raises what `read_results` raises, and `OptionError` if there are none."""
    out = []
    for path in paths:
        for number, line in enumerate(read_results(path), 1):
            result = GameResult(
                seed=line["seed"],
                agents=tuple(line["agents"].values()),
                reason=line["reason"],
                won=line["won"],
                truncated=line["truncated"],
                returns=tuple(line["returns"].values()),
                decisions=line["decisions"],
                detail=line["detail"],
            )
            if not 0 < line["heroes"] <= len(result.agents) or list(line["agents"]) != list(line["returns"]):
                raise OptionError(
                    f"{path}: line {number}: {line['heroes']} hero seats, agents for {', '.join(line['agents'])} and "
                    f"returns for {', '.join(line['returns'])} do not fit; the file is damaged"
                )
            out.append(Played(path, number, line, result))
    if not out:
        raise OptionError(f"{', '.join(map(str, paths)) or 'no file'}: expected results, found none")
    return out


def check_same(games: Sequence[Played], keys: Sequence[str] = WORLD) -> None:
    """Raise `OptionError`, which names files and lines, unless all games are of one game, version, content, options.

    A policy file that has changed between two games is refused too, as one name would stand for two players.
    """
    first = games[0]
    policies: dict[str, Played] = {}
    for played in games:
        for key in keys:
            mine, theirs = played.about[key], first.about[key]
            if mine != theirs:
                if isinstance(mine, dict):
                    different = [k for k in {**theirs, **mine} if mine.get(k) != theirs.get(k)]
                    mine, theirs = ({k: v.get(k) for k in different} for v in (mine, theirs))
                raise OptionError(
                    f"{played.where}: {key} is {mine}, but {theirs} in {first.where}; such results are not put "
                    "together: play the older ones again with this version, or give the files apart"
                )
        for spec, digest in played.about["policies"].items():
            other = policies.setdefault(spec, played)
            if other.about["policies"][spec] != digest:
                raise OptionError(
                    f"{played.where}: {spec} has the hash {digest}, but {other.about['policies'][spec]} in "
                    f"{other.where}; the policy has changed in between: give it another name, or play the older games "
                    "again"
                )


def check_versions(games: Sequence[Played]) -> None:
    """Raise `OptionError`, which names files and lines, if a game is there in several versions, or a pack in several.

    Options may differ.
    """
    packs: dict[tuple[str, str], list[Played]] = {}
    for played in games:
        packs.setdefault((played.about["game"], str(played.about["options"].get("content"))), []).append(played)
    for same in packs.values():
        check_same(same, ("env_version", "content_hash"))


def check_world(games: Sequence[Played], game: Game) -> None:
    """Raise `OptionError`, which names file and line, unless all games are of `game` as it is, and of its policies.

    What `check_same` refuses is refused too.
    """
    check_same(games)
    mine = {"game": game.name, "env_version": game.version, "content_hash": game.content_hash, "options": game.config()}
    first = games[0]
    for key in WORLD:
        if first.about[key] != mine[key]:
            raise OptionError(
                f"{first.where}: {key} is {first.about[key]}, but this game has {mine[key]}; give results of "
                "that game, or play these again"
            )
    for played in games:
        for spec, digest in played.about["policies"].items():
            now = _policy_hash(spec, game)
            if now and now != digest:
                files = " and ".join(map(str, specs.files_of(spec, game)))
                raise OptionError(
                    f"{played.where}: {spec} had the hash {digest}, but {files} has {now} now; give "
                    "the new policy another name, or take the old results away"
                )
