"""The held-out partners that come with the suite: players to meet, never to train or tune with.

A folder for each game has ``manifest.yaml`` and the files of small trained policies. The manifest names every partner,
says how it was made, and freezes what it does: of a policy the SHA-256 of its file; of a scripted style that of the
results of `GAMES` games, so that a change of its behaviour shows, not one of its text. Agents name them
``partner:NAME``. ``python -m agents.partners`` lists, checks, adds and freezes them.
"""

from __future__ import annotations

import hashlib
import io
import json
import warnings
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, Self

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

import envs
from agents import scripted
from agents.base import Agent
from envs.core.errors import DerelictError, OptionError, near
from envs.core.game import Game

__all__ = [
    "Manifest",
    "Partner",
    "PartnerError",
    "add",
    "best_responses",
    "check",
    "check_training_partner",
    "compact",
    "file_of",
    "freeze",
    "games",
    "make",
    "read_manifest",
    "record_best",
    "specs_of",
    "write_manifest",
]

FOLDER = Path(__file__).resolve().parent
MANIFEST = "manifest.yaml"
LARGEST = 200_000
"""Most bytes of a policy in the set."""

GAMES = 8
"""Games whose results stand for the behaviour of a scripted style."""


class PartnerError(DerelictError, ValueError):
    """A partner whose file or behaviour is not what its manifest froze, or a manifest that is damaged."""


class Partner(BaseModel):
    """One partner of the set."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field(pattern=r"^[a-z0-9][a-z0-9_-]*$")
    kind: Literal["scripted", "learned"]
    spec: str | None = None
    file: str | None = Field(None, pattern=r"^[a-z0-9][a-z0-9_-]*\.zip$")
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    made: str

    @model_validator(mode="after")
    def _one_source(self) -> Self:
        if (self.spec is None) == (self.file is None) or (self.kind == "learned") != (self.file is not None):
            raise ValueError(f"partner {self.name!r}: a scripted one has a spec, a learned one has a file")
        return self


class BestResponse(BaseModel):
    """The best score that is known with a partner on certain options."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    partner: str
    options: dict[str, Any]
    score: str
    value: float
    by: str
    games: int
    suite: str


class Manifest(BaseModel):
    """The set of one game."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    game: str
    env_version: int
    content_hash: str
    options: dict[str, Any]
    """Of the games that freeze the scripted styles."""
    partners: list[Partner]
    best_responses: list[BestResponse] = []

    @model_validator(mode="after")
    def _names(self) -> Self:
        names = [p.name for p in self.partners]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise ValueError(f"partner {twice[0]!r} is there twice")
        return self


def games() -> list[str]:
    """Games with a set of partners."""
    return sorted(path.parent.name for path in FOLDER.glob(f"*/{MANIFEST}"))


def read_manifest(game: str) -> Manifest:
    """The set of a game; raises `OptionError` if it has none and `PartnerError` if its manifest is damaged."""
    path = FOLDER / game / MANIFEST
    if game not in games():
        raise OptionError(
            f"there are no held-out partners for {game!r}; games with some: {', '.join(games()) or 'none'}"
        )
    try:
        return Manifest.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
    except ValidationError as error:
        first = error.errors()[0]
        raise PartnerError(f"{path}: {'.'.join(map(str, first['loc']))}: {first['msg']}; restore the file") from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise PartnerError(f"{path} is not YAML: {error}; restore the file") from None


def write_manifest(manifest: Manifest) -> None:
    """Write the set of a game, whole or not at all; its folder is made if need be."""
    folder = FOLDER / manifest.game
    folder.mkdir(exist_ok=True)
    values = manifest.model_dump(mode="json", exclude_none=True)
    text = yaml.safe_dump(values, sort_keys=False, allow_unicode=True, width=120)
    new = folder / (MANIFEST + ".new")
    new.write_text(
        f"# Held-out partners: never train or tune with them. See agents.partners.\n{text}", encoding="utf-8"
    )
    new.replace(folder / MANIFEST)


def _find(game: str, name: str) -> Partner:
    found = {p.name: p for p in read_manifest(game).partners}
    if name not in found:
        raise OptionError(f"{game}: unknown partner {name!r}{near(name, found)}")
    return found[name]


def specs_of(game: str) -> list[str]:
    """``partner:NAME`` of every partner of a game, in the order of the manifest."""
    return [f"partner:{p.name}" for p in read_manifest(game).partners]


def file_of(game: str, name: str) -> Path | None:
    """The policy file of a partner, ``None`` if it is scripted; raises `OptionError` for an unknown name."""
    partner = _find(game, name)
    return FOLDER / game / partner.file if partner.file else None


def _verified(game: str, partner: Partner) -> Path:
    """The policy file of a partner, its hash verified."""
    path = FOLDER / game / str(partner.file)
    if not path.is_file():
        raise PartnerError(f"{path}: the policy of partner {partner.name!r} is missing; install the suite again")
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    if digest != partner.sha256:
        raise PartnerError(
            f"{path}: partner {partner.name!r} has the hash {digest[:16]}, the manifest froze {partner.sha256[:16]}; "
            "restore the file, or install the suite again"
        )
    return path


def make(game: Game, name: str) -> Agent:
    """The partner as an agent.

    Args:
        game: the game it will play.
        name: its name in the manifest.

    Raises:
        OptionError: an unknown partner, or a game without any.
        PartnerError: its file is not the frozen one.
        PolicyError: its policy is for another version or other content.
    """
    partner = _find(game.name, name)
    if partner.file:
        from agents.learned import Learned  # it imports torch, which takes seconds

        agent: Agent = Learned(_verified(game.name, partner), game)
    else:
        agent = scripted.make(game.name, str(partner.spec).partition(":")[2] or None)
    agent.spec = f"partner:{name}"
    return agent


# -- freezing ----------------------------------------------------------------------------------------------------------


def behaviour(game: str, options: Mapping[str, Any], spec: str) -> str:
    """SHA-256 of the results of `GAMES` games in which a spec plays all hero seats."""
    from agents.match import play

    played = play(envs.load(game, **options), [spec] * envs.load(game, **options).num_seats, range(GAMES))
    facts = [[r.seed, r.reason, r.won, r.returns, r.decisions, r.detail] for r in played]
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


def check(game: str) -> list[str]:
    """What is wrong with the set of a game: a line for each partner that is not what the manifest froze."""
    manifest = read_manifest(game)
    wrong = []
    current = envs.load(game, **manifest.options)
    for key, mine, theirs in (
        ("version", manifest.env_version, current.version),
        ("content", manifest.content_hash[:12], current.content_hash[:12]),
    ):
        if mine != theirs:
            wrong.append(f"{game}: the set was frozen for {key} {mine}, this is {theirs}; train and freeze it anew")
    for partner in manifest.partners:
        try:
            if partner.file:
                make(current, partner.name)
            elif behaviour(game, manifest.options, str(partner.spec)) != partner.sha256:
                wrong.append(
                    f"{game}: {partner.name} plays otherwise than when it was frozen; give a changed style a new name, "
                    "or freeze the set anew with a new version of the suite"
                )
        except DerelictError as error:
            wrong.append(f"{game}: {partner.name}: {error}")
    return wrong


def freeze(game: str, options: Mapping[str, Any]) -> Manifest:
    """Name and freeze the held-out styles of the scripted player anew; learned partners and their best responses stay.

    Args:
        game: name of the game.
        options: of the games that freeze a style; all hero seats play it.
    """
    current = envs.load(game, **options)
    old = read_manifest(game) if game in games() else None
    new = [
        Partner(
            name=style, kind="scripted", spec=f"scripted:{style}", made=what,
            sha256=behaviour(game, options, f"scripted:{style}"),
        )
        for style, what in scripted.held_out(game).items()
    ]  # fmt: skip
    learned = [p for p in old.partners if p.file] if old else []
    before = {p.name: p.sha256 for p in old.partners} if old else {}
    names = {p.name for p in new + learned if before.get(p.name) == p.sha256}
    manifest = Manifest(
        game=game,
        env_version=current.version,
        content_hash=current.content_hash,
        options=dict(options),
        partners=new + learned,
        best_responses=[b for b in old.best_responses if b.partner in names] if old else [],
    )
    write_manifest(manifest)
    return manifest


def check_training_partner(spec: str, game: Game, *, hero: bool = True) -> None:
    """Keep training apart from the held-out set: refuse its specs, and warn of the styles that are in it.

    Args:
        spec: of an agent with which, or from which, a policy would learn.
        game: what it would learn to play.
        hero: whether the agent plays heroes; the set has no monsters, so their styles are free.

    Raises:
        OptionError: the spec names a partner of the set.
    """
    kind, _, style = spec.partition(":")
    if kind == "partner":
        raise OptionError(
            f"{spec} is held out for evaluation; train with agents that are not in the set, such as scripted"
        )
    if hero and kind == "scripted" and game.name in scripted.games() and style in scripted.held_out(game.name):
        warnings.warn(
            f"{spec} is held out for evaluation: after training with it, scores with the held-out set say nothing",
            stacklevel=3,
        )


def compact(path: Path) -> bytes:
    """A policy file without what only training needs, its weights as 16-bit floats where that changes no choice much.

    Raises:
        PolicyError: the file is damaged or none of ours.
        PartnerError: a weight is too large for 16 bits.
    """
    import torch

    from agents import policy_file

    info = policy_file.read_info(path)
    weights = policy_file.read_tensors(path, "policy")
    for name, tensor in weights.items():
        if tensor.is_floating_point() and not bool(torch.isfinite(tensor.half()).all()):
            raise PartnerError(f"{path}: {name} has a weight that 16 bits do not hold; train with a smaller step")
    tensors = io.BytesIO()
    halves: dict[int, Any] = {}  # names of one tensor, such as those of the shared layer, stay names of one
    small = {k: halves.setdefault(v.data_ptr(), v.half() if v.is_floating_point() else v) for k, v in weights.items()}
    torch.save(small, tensors)
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
        for name, data in ((policy_file.INFO, info.model_dump_json().encode()), ("policy.pth", tensors.getvalue())):
            entry = zipfile.ZipInfo(name)  # without the time of day, so that equal weights give equal bytes
            entry.compress_type = zipfile.ZIP_DEFLATED
            file.writestr(entry, data)
    return content.getvalue()


def add(path: Path, name: str, made: str) -> Partner:
    """Put a trained policy into the set of its game.

    Args:
        path: a policy of ``train.py``.
        name: its name in the set.
        made: how it was made.

    Raises:
        PolicyError: the file is damaged, or for another version or content than this one.
        OptionError: the name is taken or no name, the file is too large, or the game has no set yet.
    """
    from agents import policy_file

    info = policy_file.read_info(path)
    manifest = read_manifest(info.game)
    info.check(envs.load(info.game, **info.options), path)
    if name in {p.name for p in manifest.partners}:
        raise OptionError(f"{info.game}: there is a partner {name!r} already; frozen partners are never replaced")
    data = compact(path)
    if len(data) > LARGEST:
        raise OptionError(
            f"{path}: the policy takes {len(data):,} bytes, {LARGEST:,} are allowed; train a smaller one, "
            "as with --net_arch [24,32]"
        )
    try:
        partner = Partner(
            name=name, kind="learned", file=f"{name}.zip", sha256=hashlib.sha256(data).hexdigest(), made=made
        )
    except ValidationError:
        raise OptionError(f"a partner's name is of small letters, digits, _ and -, got {name!r}") from None
    policy_file.write_atomically(FOLDER / info.game / f"{name}.zip", data)
    write_manifest(manifest.model_copy(update={"partners": [*manifest.partners, partner]}))
    return partner


# -- best responses ----------------------------------------------------------------------------------------------------


def best_responses(game: Game, score: str) -> dict[str, tuple[float, str]]:
    """What the manifest knows for a game with these options: ``partner:NAME`` -> (best score, whose it is)."""
    if game.name not in games():
        return {}
    return {
        f"partner:{b.partner}": (b.value, b.by)
        for b in read_manifest(game.name).best_responses
        if b.score == score and envs.load(game.name, **b.options).config() == game.config()
    }


def record_best(game: Game, score: str, best: Mapping[str, tuple[float, str]], games: Mapping[str, int]) -> int:
    """Enter better responses into the manifest.

    Args:
        game: the configured game.
        score: what the scores are, see `agents.match.score_of`.
        best: ``partner:NAME`` -> (score, spec of the ego).
        games: ``partner:NAME`` -> number of games behind it.

    Returns:
        How many entries are new or better.
    """
    manifest = read_manifest(game.name)
    known = best_responses(game, score)
    better = {
        spec.removeprefix("partner:"): (value, by, games[spec])
        for spec, (value, by) in best.items()
        if spec in specs_of(game.name) and value > known.get(spec, (-float("inf"), ""))[0]
    }
    config = game.config()
    kept = [
        b
        for b in manifest.best_responses
        if not (b.partner in better and b.score == score and envs.load(game.name, **b.options).config() == config)
    ]
    options = {"seats": game.hero_seats} | game.options.model_dump(mode="json", exclude_defaults=True)
    new = [
        BestResponse(partner=p, options=options, score=score, value=v, by=by, games=n, suite=envs.__version__)
        for p, (v, by, n) in better.items()
    ]
    write_manifest(manifest.model_copy(update={"best_responses": kept + new}))
    return len(new)
