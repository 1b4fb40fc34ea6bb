"""What a training run is: one model for configs, command line and resolved config."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Self

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

import envs
from agents.extras import require
from agents.seeds import FIRST_TRAINING_SEED
from envs.core.engine import mix_seed
from envs.core.errors import OptionError, near

__all__ = ["Command", "Config", "Evaluation", "Side", "parse_command", "write_config"]

Side = Literal["team", "monsters"]
"""All hero seats, or the monsters' seat."""

SEEDS_PER_RUN = 1 << 31
"""Distance between the first training seeds of two values of ``seed``."""

FREE_TO_CHANGE = ("total_steps", "time_limit_s", "save_every_s", "evaluation", "device", "threads", "ray")
"""What may differ when a run goes on; all else would make it another run."""

POPULATION, PAST = "population", "past"
"""Partners that are drawn for each game, see ``partners``."""

NO_LIMIT_S = 1e9
"""A time limit that no run reaches."""

DEFAULT_CONFIG = Path(__file__).resolve().parent.parent / "configs" / "default.yaml"
RUNS = Path("runs")


class Evaluation(BaseModel):
    """The games after training."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    games: int = Field(200, ge=0, description="games of each agent; 0 skips the evaluation")
    first_seed: int | None = Field(
        None, ge=0, description="seed of the first game, the others follow; null: the public seeds, see agents.seeds"
    )
    max_cycles: int = Field(5000, ge=0, description="cut these games off after so many decisions; 0: never")
    agents: list[str] = Field(
        ["random", "scripted", "trained"],
        min_length=1,
        description="who plays: specs (random, scripted, scripted:STYLE, FILE.zip, FILE.zip:greedy), or 'trained' and "
        "'trained:greedy' for the policy of this run, sampled or by its most probable actions",
    )

    @model_validator(mode="after")
    def _apart_from_training(self) -> Self:
        if self.first_seed is not None and self.first_seed + self.games > FIRST_TRAINING_SEED:
            raise ValueError(
                f"evaluation seeds {self.first_seed} to {self.first_seed + self.games - 1} overlap the training seeds, "
                f"which start at {FIRST_TRAINING_SEED}; choose a smaller first_seed"
            )
        return self


class Pool(BaseModel):
    """Past selves of the learner: its weights at some moments of the run, kept in the run's folder."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    every: int = Field(0, ge=0, description="decisions between two snapshots of the learner; 0: there is no pool")
    size: int = Field(
        20,
        ge=2,
        description="most snapshots; of more, those are taken out that leave the others spread evenly over the run",
    )
    latest: float = Field(
        0.5,
        ge=0,
        le=1,
        description="share of the games against the newest snapshot; the others are against any older one",
    )


class Fictitious(BaseModel):
    """Fictitious co-play: teams that are trained first, apart from one another, and become the population."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    partners: int = Field(0, ge=0, description="teams that are trained first, each with a seed of its own; 0: none")
    steps: int = Field(1_000_000, ge=1, description="decisions for which each team is trained; it has no time limit")
    checkpoints: int = Field(
        3, ge=1, description="snapshots of each team in the population, at equal distances, the last at its end"
    )


class Alternate(BaseModel):
    """Turns of the team and the monsters in mode 'alternating'."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    steps: int = Field(0, ge=0, description="decisions for which one side learns before the other does")


class RaySettings(BaseModel):
    """Where the games of the engine ``rllib`` are played."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    address: str = Field(
        "local", min_length=1, description="'local': this machine; 'auto': the cluster that it is part of; or HOST:PORT"
    )
    runners: int = Field(2, ge=1, description="processes that play, on whatever machines have a CPU free for each")


class Config(BaseModel):
    """Everything that a training run depends on."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    game: str = Field("machina_arcana", description="name of the game")
    options: dict[str, Any] = Field(
        {"seats": 2}, description="options of the game, see its docs page; one of them as --options.seats 3"
    )
    mode: Literal["team", "seat", "monsters", "alternating"] = Field(
        "team",
        description="who learns: 'team', one policy for all hero seats; 'seat', one seat among partners; 'monsters', "
        "the monsters' seat against partners; 'alternating', a team and the monsters in turns, each against the other",
    )
    seat: int | Literal["any"] = Field(
        0, description="the seat that learns in mode 'seat'; 'any': a hero seat that is drawn for each game"
    )
    partners: list[str] = Field(
        [],
        description="agents on the seats that do not learn, one for all of them or one for each: a spec, 'population' "
        "(one of the population, drawn for each game and seat) or 'past' (a past self of the learner, from the pool)",
    )
    population: list[str] = Field([], description="specs from which the partner 'population' is drawn")
    pool: Pool = Field(Pool(), description="past selves of the learner")
    fictitious: Fictitious = Field(Fictitious(), description="teams that are trained before and join the population")
    alternate: Alternate = Field(Alternate(), description="turns in mode 'alternating'")
    init: str | None = Field(
        None, description="policy file whose weights the learner starts from; in mode 'alternating', the team"
    )
    freeze_policy_steps: int = Field(
        0,
        ge=0,
        description="after 'init', learn for so many decisions how good positions are before the policy changes",
    )
    reward: Literal["outcome", "shaped", "progress"] = Field(
        "progress",
        description="what the learner gets: 'outcome' at the end only; 'shaped' adds a potential that does not change "
        "optimal play; 'progress' gives the rise of the potential, keeps it, and adds only victories",
    )
    max_cycles: int = Field(
        600, ge=0, description="cut training games off after so many decisions, so that more of them begin; 0: never"
    )
    total_steps: int = Field(5_000_000, ge=1, description="end training after so many decisions of the learner")
    time_limit_s: float = Field(300.0, gt=0, description="end training after so many seconds, earlier parts included")
    save_every_s: float = Field(60.0, gt=0, description="seconds between two saves while training")
    n_envs: int = Field(128, ge=1, description="games that are played at the same time")
    n_steps: int = Field(64, ge=2, description="decisions of each game between two updates")
    batch_size: int = Field(2048, ge=2, description="decisions in one gradient step; must divide n_envs * n_steps")
    n_epochs: int = Field(3, ge=1, description="passes over the decisions of an update")
    learning_rate: float = Field(1e-3, gt=0, description="step size of Adam")
    gamma: float = Field(0.99, gt=0, le=1, description="discount per decision")
    gae_lambda: float = Field(0.95, ge=0, le=1, description="lambda of the generalised advantage estimate")
    clip_range: float = Field(0.2, gt=0, description="how far an update may move a probability ratio from 1")
    ent_coef: float = Field(0.01, ge=0, description="weight of the entropy bonus")
    vf_coef: float = Field(0.5, ge=0, description="weight of the value loss")
    max_grad_norm: float = Field(0.5, gt=0, description="gradients are scaled down to this norm")
    net_arch: list[int] = Field(
        [256, 128],
        min_length=1,
        description="widths of the hidden layers; policy and value share the first and have the others each",
    )
    seed: int = Field(0, ge=0, lt=1 << 32, description="seed of the network, the sampling and the training games")
    evaluation: Evaluation = Field(Evaluation(), description="the games after training")
    engine: Literal["sb3", "rllib"] = Field(
        "sb3", description="what trains: 'sb3' on one machine, 'rllib' on a Ray cluster (extra [ray])"
    )
    ray: RaySettings = Field(RaySettings(), description="where the engine 'rllib' plays")
    device: str = Field("auto", description="where the network learns: auto, cpu, cuda")
    threads: int = Field(0, ge=0, description="threads of PyTorch and of the games; 0: as many as cores")

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        rollout = self.n_envs * self.n_steps
        if self.batch_size > rollout or rollout % self.batch_size:
            raise ValueError(
                f"batch_size {self.batch_size} must divide n_envs * n_steps = "
                f"{self.n_envs} * {self.n_steps} = {rollout}"
            )
        if any(width < 1 for width in self.net_arch):
            raise ValueError(f"net_arch {self.net_arch}: a layer needs at least one unit")
        if self.n_envs > SEEDS_PER_RUN:
            raise ValueError(f"n_envs {self.n_envs}: at most {SEEDS_PER_RUN}")
        if self.freeze_policy_steps and self.init is None:
            raise ValueError("freeze_policy_steps keeps the policy of 'init' for a while; name one by init: FILE.zip")
        return self

    @model_validator(mode="after")
    def _partners_and_modes(self) -> Self:
        if self.seat != "any" and self.seat < 0:
            raise ValueError(f"seat {self.seat}: expected 'any' or the index of a seat, from 0 on")
        if self.mode != "seat" and self.seat != 0:
            raise ValueError(f"seat {self.seat!r} is for mode 'seat', got mode {self.mode!r}; leave seat out")
        if POPULATION in self.partners and not (self.population or self.fictitious.partners):
            raise ValueError(
                "a partner is 'population', but the population is empty; list its agents, as population: [random, "
                "runs/x/policy.zip], or have them trained by fictitious: {partners: 3}"
            )
        if POPULATION not in self.partners and (self.population or self.fictitious.partners):
            key = "population" if self.population else "fictitious"
            raise ValueError(f"{key} is given, but no partner is drawn from it; name one, as partners: [population]")
        if words := {POPULATION, PAST}.intersection(self.population):
            raise ValueError(f"population: {words.pop()!r} is no agent of its own; list specs such as random")
        if PAST in self.partners and not self.pool.every:
            raise ValueError("a partner is 'past', but there is no pool; keep one by pool: {every: 100000}")
        if self.fictitious.partners:
            self._check_fictitious()
        if self.mode == "alternating":
            if not self.alternate.steps:
                raise ValueError("mode 'alternating' needs the length of a turn, as alternate: {steps: 100000}")
            if not self.pool.every:
                raise ValueError("mode 'alternating' plays against a pool of the other side; add pool: {every: 100000}")
            if self.partners:
                raise ValueError("in mode 'alternating' team and monsters play each other; leave partners out")
        elif self.alternate.steps:
            raise ValueError(f"alternate is for mode 'alternating', got mode {self.mode!r}; leave it out")
        return self

    def _check_fictitious(self) -> None:
        if self.mode != "seat":
            raise ValueError(f"fictitious trains partners for mode 'seat', got mode {self.mode!r}; set mode: seat")
        least = 2 * self.n_envs * self.n_steps * self.fictitious.checkpoints
        if self.fictitious.steps < least:
            raise ValueError(
                f"fictitious.steps {self.fictitious.steps} is too short for {self.fictitious.checkpoints} checkpoints, "
                f"which lie at least two updates (n_envs * n_steps) apart; use {least} or more, or fewer checkpoints"
            )

    @property
    def first_game_seed(self) -> int:
        """Seed of the first training game; the other rows of the batch follow it.

        Half of the seeds of a run are for the monsters, so that two sides in one run do not learn from the same games.
        """
        half = SEEDS_PER_RUN // 2 if self.mode == "monsters" else 0
        return FIRST_TRAINING_SEED + self.seed * SEEDS_PER_RUN + half

    def learner_seats(self, heroes: int) -> list[int]:
        """The seats that the learner may play in a game with so many hero seats."""
        if self.mode == "monsters":
            return [heroes]
        if self.mode == "seat" and self.seat != "any":
            return [self.seat]
        return list(range(heroes))

    def learner_side(self, heroes: int) -> Side:
        """The side of the learner's seats in a game with so many hero seats."""
        return "monsters" if self.learner_seats(heroes) == [heroes] else "team"

    def side(self, mode: Side) -> Config:
        """One side of mode 'alternating' as a training of its own; its partner is the pool of the other."""
        return self.model_copy(
            update={
                "mode": mode,
                "alternate": Alternate(),
                "partners": [PAST],
                "init": self.init if mode == "team" else None,
                "freeze_policy_steps": self.freeze_policy_steps if mode == "team" else 0,
            }
        )

    def partner(self, number: int, monsters: list[str]) -> Config:
        """The training of one of the teams of fictitious co-play.

        Args:
            number: which one.
            monsters: spec of the agent on the monsters' seat, none if the game has no such seat.
        """
        steps, checkpoints = self.fictitious.steps, self.fictitious.checkpoints
        return self.model_copy(
            update={
                "mode": "team",
                "seat": 0,
                "partners": monsters,
                "population": [],
                "fictitious": Fictitious(),
                # With the untrained network there is one more.
                "pool": Pool(every=steps // checkpoints, size=checkpoints + 1),
                "init": None,
                "freeze_policy_steps": 0,
                "total_steps": steps,
                "time_limit_s": NO_LIMIT_S,
                "seed": mix_seed(mix_seed(self.seed) ^ number) % (1 << 32),
                "evaluation": self.evaluation.model_copy(update={"games": 0}),
            }
        )


@dataclass(frozen=True)
class Command:
    """What the command line asks for.

    Attributes:
        config: the experiment.
        folder: where its files go.
        resume: go on with the run in `folder`.
        overwrite: replace the run in `folder`.
    """

    config: Config
    folder: Path
    resume: bool
    overwrite: bool


def validate(values: Mapping[str, Any], source: str) -> Config:
    """A `Config` from plain data; raises `OptionError` that names the source, the key and the nearest key."""
    _check_keys(values, Config, source)
    try:
        return Config.model_validate(dict(values))
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(map(str, first["loc"]))
        message = first["msg"].removeprefix("Value error, ")
        given = "" if first["type"] == "value_error" else f", got {first['input']!r}"
        raise OptionError(f"{source}: {key + ': ' if key else ''}{message}{given}") from None


def _check_keys(values: Any, model: type[BaseModel], source: str, prefix: str = "") -> None:
    if not isinstance(values, Mapping):
        where = f" below {prefix[:-1]}" if prefix else ""
        raise OptionError(f"{source}: expected keys and values{where}, got {values!r}")
    for key, value in values.items():
        if key not in model.model_fields:
            raise OptionError(f"{source}: unknown key {prefix + str(key)!r}{near(str(key), model.model_fields)}")
        inner = model.model_fields[key].annotation
        if isinstance(inner, type) and issubclass(inner, BaseModel) and not isinstance(value, BaseModel):
            _check_keys(value, inner, source, f"{prefix}{key}.")


def read_config(path: Path) -> Config:
    """The config in a YAML file; raises `OptionError` that names the file."""
    if not path.is_file():
        known = sorted(str(p) for p in DEFAULT_CONFIG.parent.glob("*.yaml"))
        raise OptionError(f"there is no config {path}{near(str(path), known)}")
    try:
        values = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise OptionError(f"{path} is not YAML: {error}") from None
    return validate(values or {}, str(path))


def write_config(path: Path, config: Config) -> None:
    """Write every key of a config with its value, so that ``train.py --config PATH`` runs the same."""
    text = yaml.safe_dump(config.model_dump(mode="json"), sort_keys=False, default_flow_style=None, width=120)
    new = path.with_name(path.name + ".new")
    new.write_text(f"# Resolved config of a run, suite version {envs.__version__}.\n{text}", encoding="utf-8")
    new.replace(path)


def parse_command(arguments: Sequence[str] | None = None, runs: Path = RUNS) -> Command:
    """Read the command line of ``train.py``.

    Later ones win: the defaults of `Config`, the file of ``--config`` (or, with ``--resume``, the run's own config; or
    ``configs/default.yaml``), the other arguments.

    Raises:
        OptionError: an unknown key (with the nearest), a value out of range, a run that exists, or one that does not.
    """
    require("train", "jsonargparse")
    from jsonargparse import ArgumentParser, Namespace

    arguments = list(sys.argv[1:] if arguments is None else arguments)
    parser = ArgumentParser(
        prog="train.py",
        description="Train an agent with MaskablePPO, evaluate it, and write policy, tables and plots to runs/<name>.",
    )
    parser.add_argument("--config", type=str | None, default=None, help="YAML file of an experiment")
    parser.add_argument(
        "--run", type=str | None, default=None, help="name of the run; default: the config's name and a free number"
    )
    parser.add_argument("--resume", action="store_true", help="go on with a run that was interrupted")
    parser.add_argument("--overwrite", action="store_true", help="replace a run of this name")
    parser.add_class_arguments(Config, as_group=False)
    known = [option.lstrip("-") for option in parser._option_string_actions]
    for argument in _options(arguments):
        if argument.removesuffix("+") not in known and not argument.startswith("options."):
            raise OptionError(f"unknown argument --{argument}{near(argument, known)}")

    chosen = parser.parse_args(arguments, defaults=False)
    config_path = Path(chosen.config) if chosen.get("config") else None
    resume, overwrite = bool(chosen.get("resume")), bool(chosen.get("overwrite"))
    if resume and overwrite:
        raise OptionError("--resume goes on with a run, --overwrite replaces it; give one of them")
    name = chosen.get("run")
    if name is not None and (not name or Path(name).name != name or name in (".", "..")):
        raise OptionError(f"a run's name is the name of one folder, got {name!r}")
    if name is None and resume and config_path is not None and config_path.name == "config.yaml":
        name = config_path.parent.name
    if resume:
        name = _existing(runs, name)
        config_path = runs / name / "config.yaml"
    base = read_config(config_path or DEFAULT_CONFIG)
    values = base.model_dump()
    if any(argument.startswith("options.") for argument in _options(arguments)):
        chosen["options"] = values["options"] | chosen["options"]
    for key, value in chosen.items(branches=False):
        if key.split(".")[0] in Config.model_fields:
            _put(values, key, value.as_dict() if isinstance(value, Namespace) else value)
    config = validate(values, "command line" if values != base.model_dump() else str(config_path or DEFAULT_CONFIG))
    if resume:
        for key in Config.model_fields:
            if key not in FREE_TO_CHANGE and getattr(config, key) != getattr(base, key):
                raise OptionError(
                    f"run {name!r} has {key}={getattr(base, key)!r}; with {getattr(config, key)!r} it would be another "
                    f"run, start it without --resume. What may change: {', '.join(FREE_TO_CHANGE)}"
                )
    if name is None:
        name = _free_name(runs, config_path or DEFAULT_CONFIG)
    elif (runs / name).exists() and not (resume or overwrite):
        raise OptionError(
            f"{runs / name} exists. Go on with it by --resume, replace it by --overwrite, or choose another --run"
        )
    return Command(config, runs / name, resume, overwrite)


def _options(arguments: Sequence[str]) -> Iterator[str]:
    """Names of the long options on a command line."""
    for argument in arguments:
        if argument.startswith("--") and len(argument) > 2:
            yield argument[2:].partition("=")[0]


def _put(values: dict[str, Any], key: str, value: Any) -> None:
    head, _, rest = key.partition(".")
    if rest:
        _put(values[head], rest, value)
    else:
        values[head] = value


def _existing(runs: Path, name: str | None) -> str:
    """The name of a run that can go on."""
    there = sorted(p.parent.name for p in runs.glob("*/config.yaml"))
    if name is None:
        raise OptionError(f"--resume needs the run's name: --run NAME; runs here: {', '.join(there) or 'none'}")
    if name not in there:
        raise OptionError(f"there is no run {name!r} to resume{near(name, there)}")
    return name


def _free_name(runs: Path, config_path: Path) -> str:
    """``<config>-<number>``, the first that is free; a resolved config counts by the name of its run."""
    stem = config_path.stem
    if config_path.name == "config.yaml":
        stem = config_path.resolve().parent.name.rstrip("0123456789").rstrip("-") or stem
    number = 1
    while (runs / f"{stem}-{number}").exists():
        number += 1
    return f"{stem}-{number}"
