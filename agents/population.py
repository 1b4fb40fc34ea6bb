"""Who sits on the seats that do not learn: partners that are drawn for each game, in training and in evaluation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from agents import spec as specs
from agents.base import Agent
from agents.config import PAST, POPULATION, Config
from agents.evaluate import line_up
from agents.match import GameResult
from envs.core.engine import mix_seed
from envs.core.errors import OptionError
from envs.core.game import Game

__all__ = [
    "Partners",
    "Population",
    "in_order",
    "line_ups",
    "make_partners",
    "members",
    "partner_entries",
    "team_monsters",
    "trained_teams",
]

PARTNERS = "partners"
"""Folder of the teams of fictitious co-play in that of the run."""


class Population:
    """Partners of which one is drawn for each game and seat, all with the same probability.

    Args:
        agents: at least one.
    """

    def __init__(self, agents: Sequence[Agent]):
        self.agents = list(agents)

    def draw(self, seed: int) -> Agent:
        """The partner for the game and seat for which `seed` was made."""
        return self.agents[mix_seed(seed) % len(self.agents)]


class Partners:
    """The partners of a run, with names by which a saved run finds them again.

    Args:
        seated: an agent, a `Population` or a `SnapshotPool` for each seat that does not learn.
    """

    def __init__(self, seated: Sequence[Any]):
        self.seated = list(seated)

    def name(self, agent: object) -> str:
        """The name of an agent that plays a running game."""
        for number, partner in enumerate(self.seated):
            if partner is agent:
                return f"partner/{number}"
            if isinstance(partner, Population):
                for member, other in enumerate(partner.agents):
                    if other is agent:
                        return f"population/{member}"
            elif hasattr(partner, "name_of") and (name := partner.name_of(agent)) is not None:
                return str(name)
        raise ValueError(f"{agent!r} is no partner of this run")

    def named(self, name: str) -> Any:
        """The agent of a name; raises `OptionError` if no partner has it."""
        kind, _, number = name.partition("/")
        if kind == "partner" and int(number) < len(self.seated):
            return self.seated[int(number)]
        for partner in self.seated:
            if isinstance(partner, Population):
                if kind == "population" and int(number) < len(partner.agents):
                    return partner.agents[int(number)]
            elif hasattr(partner, "named") and (agent := partner.named(name)) is not None:
                return agent
        raise OptionError(
            f"a saved game is played by {name}, which this run does not have; its files are damaged or have changed"
        )


def partner_entries(config: Config, game: Game) -> list[str]:
    """Spec or word (``"population"``, ``"past"``) of each seat that does not learn, in their order.

    Empty for mode ``"alternating"``, where the two sides are each other's.

    Raises:
        OptionError: the seats do not add up, or a seat cannot be played by what its entry says.
    """
    heroes = game.hero_seats
    if config.mode in ("monsters", "alternating"):
        if game.num_seats == heroes:
            raise OptionError(
                f"{game.name}: mode '{config.mode}' needs a seat for the monsters, but the rules play them here; "
                "set options.monsters to agent"
            )
        if config.mode == "alternating":
            return []
    if config.fictitious.partners and heroes < 2:
        raise OptionError(
            f"{game.name}: fictitious co-play needs at least two hero seats, got options.seats {heroes}; "
            "raise options.seats"
        )
    if config.fictitious.partners and config.seat != "any" and config.seat >= heroes:
        raise OptionError(
            f"{game.name}: the teams of fictitious co-play play with a hero, got seat {config.seat}; use seat: any"
        )
    if config.mode == "seat" and config.seat != "any" and config.seat >= game.num_seats:
        raise OptionError(
            f"{game.name}: seat {config.seat} is not one of 0..{game.num_seats - 1} ({', '.join(game.seats)}); "
            "change seat, options.seats or options.monsters"
        )
    learner = _learner_choices(config, game)[0]
    others = [s for s in range(game.num_seats) if s not in learner]
    seated = line_up(game, learner, "", config.partners)
    entries = [str(seated[s]) for s in others]
    learns_hero = learner[0] < heroes
    for seat, entry in zip(others, entries, strict=True):
        if entry == PAST and (seat < heroes) != learns_hero:
            raise OptionError(
                f"{game.name}: the partner of {game.seats[seat]} is 'past', but the learner plays "
                f"{'heroes' if learns_hero else 'the monsters'}; give that seat a spec in partners, or train both "
                "sides by mode: alternating"
            )
    sides = {seat < heroes for seat, entry in zip(others, entries, strict=True) if entry == POPULATION}
    if len(sides) == 2:
        raise OptionError(
            f"{game.name}: heroes and monsters cannot be drawn from the same population; give partners one entry for "
            f"each seat, with a spec for {game.seats[-1]}"
        )
    if config.fictitious.partners and sides == {False}:
        raise OptionError(
            f"{game.name}: fictitious trains teams of heroes, so a hero seat must be 'population' in partners, not "
            f"{game.seats[-1]}"
        )
    return entries


def _learner_choices(config: Config, game: Game) -> list[list[int]]:
    """The seats that the learner plays, in each of the ways of seating it."""
    seats = config.learner_seats(game.hero_seats)
    return [[seat] for seat in seats] if config.mode == "seat" else [seats]


def team_monsters(config: Config, game: Game) -> list[str]:
    """Spec of the agent on the monsters' seat beside the teams of fictitious co-play; empty without such a seat."""
    return partner_entries(config, game)[-1:] if game.num_seats > game.hero_seats else []


def trained_teams(config: Config, folder: Path) -> list[Path]:
    """Folders of the teams of fictitious co-play of the run in `folder`."""
    return [folder / PARTNERS / str(number) for number in range(config.fictitious.partners)]


def members(config: Config, folder: Path) -> list[str]:
    """Specs of the population: those of the config, then the snapshots of the teams that were trained for it."""
    trained = [path for team in trained_teams(config, folder) for path in sorted((team / "pool").glob("*.zip"))]
    return [*config.population, *(str(path) for path in trained if int(path.stem) > 0)]


def make_partners(config: Config, game: Game, folder: Path, pool: Any) -> Partners:
    """The agents on the seats that do not learn.

    Args:
        config: of the run.
        game: its game.
        folder: of the run; the teams of fictitious co-play are there.
        pool: the learner's past selves (an `agents.pool.SnapshotPool`), if it keeps any.
    """
    entries = partner_entries(config, game)
    population = members(config, folder) if POPULATION in entries else []
    # One agent for each spec, so that it answers for all its seats at once.
    built: dict[str, Any] = {spec: specs.make(spec, game) for spec in {*entries, *population} - {POPULATION, PAST}}
    if population:
        built[POPULATION] = Population([built[spec] for spec in population])
    built[PAST] = pool
    return Partners([built[entry] for entry in entries])


def line_ups(config: Config, game: Game, folder: Path) -> dict[str, list[list[str | Agent]]]:
    """Who sits where in the evaluation.

    Args:
        config: of the run.
        game: its game.
        folder: of the run, whose ``policy.zip`` is ``"trained"``.

    Returns:
        By the names of the table's columns the line-ups among which the seeds are dealt in turn: one, or one for each
        seat that the learner may have and each member of the population. A past self is the trained policy. In mode
        ``"alternating"`` every agent on the heroes' seats plays every agent on the monsters' seat.

    Raises:
        OptionError: an unknown agent or way of play, with the nearest name.
    """
    heroes = game.hero_seats
    if config.mode == "alternating":
        partner_entries(config, game)
        agents = config.evaluation.agents
        return {
            f"{team} against {monsters}": [
                line_up(game, range(heroes), _spec(team, folder / "policy.zip", game),
                        [_spec(monsters, folder / "monsters.zip", game)])
            ]
            for team in agents
            for monsters in agents
        }  # fmt: skip
    entries = partner_entries(config, game)
    policy = folder / "policy.zip"
    # Before the teams of fictitious co-play are trained, there may be none.
    population = (members(config, folder) or [""]) if POPULATION in entries else [""]
    out = {}
    for agent in config.evaluation.agents:
        spec = _spec(agent, policy, game)
        out[agent] = [
            line_up(game, choice, spec, [
                population[(first + number) % len(population)] if entry == POPULATION else
                str(policy) if entry == PAST else entry
                for number, entry in enumerate(entries)
            ])
            for first in range(len(population))
            for choice in _learner_choices(config, game)
        ]  # fmt: skip
    return out


def _spec(agent: str, policy: Path, game: Game) -> str:
    """The spec of one of the evaluation's agents; ``trained`` is `policy`, which need not be there yet."""
    name, _, play = agent.partition(":")
    if name != "trained":
        specs.make(agent, game)
        return agent
    spec = ":".join(filter(None, (str(policy), play)))
    specs.split_policy(spec)
    return spec


def in_order(results: Iterable[GameResult]) -> list[GameResult]:
    """Games in the order of their seeds."""
    return sorted(results, key=lambda result: result.seed)
