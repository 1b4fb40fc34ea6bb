"""A series of Extraction Runs: Life Spares, Time Crystals and a world that remembers (DIF, TIM, LIF, CMP, EXT-14-D).

    series = RunSeries("veteran", seats=2)
    run = series.start("training", seed=7)
    while run.game.turn(run.state) is not None:
        run.game.step(run.state, choose(run.game, run.state))
    series.keep(run)                         # or series.replay(run), as long as there are Time Crystals

Each run is a `Game` with a state of its own. The series changes at `keep` and `replay` only, and one of them must
follow a run before the next can start. Between runs nothing is asked (ENO-CMP-05).
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, PlainSerializer

from envs.core.errors import OptionError, ReplayError, near
from envs.core.game import Outcome, State
from envs.enormity.actions import ENGRAM_TYPES
from envs.enormity.content import load_pack
from envs.enormity.game import Enormity
from envs.enormity.state import LETHAL_TOKENS, TOP, Op, PointState, Timing, Where

__all__ = ["DIFFICULTIES", "Difficulty", "Kept", "Run", "RunSeries", "Scars"]

FORMAT = 1
MOST_COPIES = 9  # of a Gear card that the record of a run can hold
# Marks of the world: the field of the record, and the kind of card by whose ids the series keeps it.
MARKS = (("marked", "entries"), ("crossed", "entries"), ("clues", "clues"))
# Amounts of Lingering effects, by field of `Scars`; `build_tables.LINGERING` lists all operations that they may have.
AMOUNTS = {Op.GAIN_STRESS: "stress", Op.RADIATION: "radiation", Op.INFECTION: "infection"}


class Difficulty(NamedTuple):
    """A difficulty mode (ENO-DIF-02, ENO-DIF-03, ENO-DIF-05).

    Attributes:
        spares: Life Spares of the team.
        crystals: Time Crystals; ``None`` without limit.
    """

    spares: int
    crystals: int | None


DIFFICULTIES: dict[str, Difficulty] = {"normal": Difficulty(8, None), "veteran": Difficulty(4, 2)}

Names = Annotated[set[str], PlainSerializer(sorted, return_type=list[str])]


class Scars(BaseModel):
    """What a Character carries into its next session: `Lingering:` effects of Conditions (ENO-CND-04, ENO-CND-05).

    Attributes:
        stress: added to the printed Stress.
        radiation, infection: tokens at the start.
        conditions: ids of Conditions held from the start.
    """

    stress: int = 0
    radiation: int = 0
    infection: int = 0
    conditions: Names = Field(default_factory=set)


class Kept(BaseModel):
    """A run whose result counts, and what it cost and brought.

    Attributes:
        scenario, seed: the run.
        reason: how it ended, one of `Enormity.REASONS`.
        success: it succeeded (ENO-EXT-14).
        dead: ids of the Characters that died.
        spares: Life Spares that were spent on them, in the order of seats.
        true_deaths: those for whom no Spare was left.
        resources: points of the Engrams.
        gear: ids of the Gear cards that were brought home.
    """

    model_config = ConfigDict(frozen=True)

    scenario: str
    seed: int
    reason: str
    success: bool
    dead: tuple[str, ...]
    spares: int
    true_deaths: tuple[str, ...]
    resources: int
    gear: tuple[str, ...]


@dataclass(eq=False)
class Run:
    """One session of a series.

    Attributes:
        game: the configured game. Its tables hold what the series adds to the scenario, so a game that is loaded anew
            from ``game.config()`` is not quite the same.
        state: its state, which the players step.
        scenario: id of the scenario.
        characters: ids of the Characters by seat.
        seed: where it started from.
    """

    game: Enormity
    state: State
    scenario: str
    characters: tuple[str, ...]
    seed: int

    @property
    def outcome(self) -> Outcome:
        """How it ended."""
        return self.game.outcome(self.state)

    @property
    def success(self) -> bool:
        """Somebody has extracted, with the objective if the run needs it. Who extracted before the cap of rounds keeps
        the success (ENO-EXT-14, ENO-RND-02-D).
        """
        end = self.outcome
        if end.won is not None:
            return end.won
        missed = self.game.tables["objective_needed"] and not end.detail["objective"]
        return self.game.is_over(self.state) and end.detail["extracted"] > 0 and not missed


class _Standing(BaseModel):
    """The attributes of a series that its runs change."""

    model_config = ConfigDict(from_attributes=True)

    spares: int
    crystals: int | None
    roster: list[str]
    scars: dict[str, Scars]
    resources: int
    stash: dict[str, int]
    marked: Names
    crossed: Names
    clues: Names
    insertions: Names
    history: list[Kept]
    started: int
    undone: list[int]


class RunSeries:
    """Runs of one team in one world, as a campaign or one by one (ENO-CMP-01).

    Args:
        difficulty: ``"normal"`` or ``"veteran"``.
        seats: Spacers of each run, 1 to 4.
        content: content pack, as the option of the game.
        seed: from which the seeds of runs are drawn, when `start` is given none.
        all_insertions: every Insertion Point can be used, found or not (ENO-INS-01).
        options: further options of every run, such as ``monsters``.

    Attributes:
        spares: Life Spares left.
        crystals: Time Crystals left; ``None`` without limit.
        roster: ids of the Characters that can still be played.
        scars: what Characters carry into their next session, by id.
        resources: points that Engrams brought home.
        stash: Gear that was brought home, copies by id; it can be chosen in runs with free Loadouts.
        clues, marked, crossed: ids of Clues found, and of Discovery entries marked and crossed out (ENO-DSC-13,
            ENO-DSC-16).
        insertions: ids of the Extraction Points that were found.
        history: the runs that were kept.
        started: how many runs were started, replayed ones included.
        undone: seeds of the runs that were replayed.
        run: the run that was neither kept nor replayed yet.

    Raises:
        OptionError: unknown difficulty or option, or a bad value.
    """

    def __init__(
        self,
        difficulty: Literal["normal", "veteran"] = "normal",
        *,
        seats: int = 2,
        content: str | None = None,
        seed: int = 0,
        all_insertions: bool = False,
        **options: Any,
    ):
        if difficulty not in DIFFICULTIES:
            raise OptionError(f"unknown difficulty {difficulty!r}{near(str(difficulty), DIFFICULTIES)}")
        for name in ("scenario", "characters"):
            if name in options:
                raise OptionError(f"option {name!r} belongs to each run: give it to 'start'")
        mode = DIFFICULTIES[difficulty]
        self.difficulty = difficulty
        self.seats = seats
        self.content = content
        self.seed = _seed(seed)
        self.all_insertions = all_insertions
        self.pack = load_pack(content)
        config = Enormity(seats=seats, content=content, scenario=self.pack.scenarios[0], **options).config()
        self.options = {name: config[name] for name in options}
        self.spares = mode.spares
        self.crystals = mode.crystals
        self.roster: list[str] = list(self.pack.forms("characters"))
        self.scars: dict[str, Scars] = {}
        self.resources = 0
        self.history: list[Kept] = []
        self.started = 0
        self.undone: list[int] = []
        self.run: Run | None = None
        self.reset_world()

    @property
    def lost(self) -> bool:
        """A player has no Character left to choose (ENO-LIF-03-D)."""
        return len(self.roster) < self.seats

    @property
    def available(self) -> list[str]:
        """Ids of the scenarios that can be started, in the order of the scenario cards (ENO-CMP-04, ENO-INS-01)."""
        return [scenario for scenario in self.pack.scenarios if self._point_missing(scenario) is None]

    def reset_world(self) -> None:
        """The world returns to its default state: marks, Clues, Insertion Points and Gear at home (ENO-CMP-02).

        Raises:
            OptionError: a run is in progress.
        """
        self._settled()
        self.stash: Counter[str] = Counter()
        self.clues: set[str] = set()
        self.marked: set[str] = set()
        self.crossed: set[str] = set()
        self.insertions: set[str] = set()

    def _point_missing(self, scenario: str) -> str | None:
        """The Extraction Point from which the scenario starts, if it was not found yet."""
        point: str | None = self.pack.forms("scenarios")[scenario].insertion
        return None if self.all_insertions or point in self.insertions else point

    def _settled(self) -> None:
        if self.run is not None:
            raise OptionError("the last run was neither kept nor replayed; call 'keep' or 'replay' first")

    # -- a run --------------------------------------------------------------------------------------------

    def start(
        self, scenario: str | None = None, seed: int | None = None, characters: Sequence[str] | None = None
    ) -> Run:
        """A new run, at its first question. Everything is free to choose, after a replay too (ENO-TIM-03).

        Args:
            scenario: of the content pack; none: the first that was kept least often (ENO-CMP-03).
            seed: of the run, not that of a run that was replayed (ENO-TIM-05-D); none: a new one.
            characters: Character of each seat, from the roster; none: the first ones of the roster.

        Raises:
            OptionError: the series is lost; the last run is open; an unknown scenario, or one whose Insertion Point
                was not found; the seed of a replayed run; a Character that is not on the roster.
        """
        self._settled()
        if self.lost:
            raise OptionError(
                f"the series is lost: {self.seats} Characters are needed, and {len(self.roster)} are left"
            )
        if scenario is None:
            kept = Counter(run.scenario for run in self.history)
            scenario = min(self.available or self.pack.scenarios, key=lambda name: kept[name])
        if scenario not in self.pack.scenarios:
            raise OptionError(f"unknown scenario {scenario!r}{near(str(scenario), self.pack.scenarios)}")
        if point := self._point_missing(scenario):
            raise OptionError(
                f"scenario {scenario!r} starts from the Extraction Point {point!r}, which was not found yet "
                "(ENO-INS-01); find it in another run, or give the series all_insertions=True"
            )
        if seed is None:
            seed = int(np.random.SeedSequence((self.seed, self.started)).generate_state(1)[0])
        seed = _seed(seed)
        if seed in self.undone:
            raise OptionError(
                f"seed {seed} is that of a run that was replayed, and a replay has new randomness (ENO-TIM-05-D); "
                "give another seed, or none"
            )
        chosen = tuple(characters) if characters is not None else tuple(self.roster[: self.seats])
        for name in chosen:
            if name not in self.roster:
                raise OptionError(f"Character {name!r} is not on the roster{near(str(name), self.roster)}")
        game = self._game(scenario, chosen)
        state = game.new(seed)
        self._recall(game, state, chosen)
        self.run = Run(game, state, scenario, chosen, seed)
        self.started += 1
        return self.run

    def _game(self, scenario: str, characters: tuple[str, ...]) -> Enormity:
        """The game of a run, with the Gear at home and the Stress that lingers in its tables."""
        game = Enormity(
            seats=self.seats,
            content=self.content,
            scenario=scenario,
            characters=characters,
            **self.options,
        )
        tables, ids = game.tables, game.catalogue.ids
        for i, name in enumerate(ids["gear"] if not tables["preset"] else ()):
            tables["stash"][i] = max(int(tables["stash"][i]), self.stash[name])
        for i, name in enumerate(ids["characters"]):
            row = tables["characters"][i]
            row["stress"] = min(int(row["stress"]) + self.scars.get(name, Scars()).stress, TOP)
        return game

    def _recall(self, game: Enormity, state: State, characters: tuple[str, ...]) -> None:
        """Marks of the world and scars of the Characters go into a new state."""
        ids = game.catalogue.ids
        for name, kind in MARKS:
            for i, id_ in enumerate(ids[kind]):
                state[name][i] = id_ in getattr(self, name)
        for row, character in zip(state["spacers"], characters, strict=False):
            scars = self.scars.get(character, Scars())
            row["radiation"] = min(scars.radiation, LETHAL_TOKENS - 1)
            row["infection"] = min(scars.infection, LETHAL_TOKENS - 1)
            for i, id_ in enumerate(ids["conditions"]):
                row["conditions"][i] = id_ in scars.conditions

    # -- its end ------------------------------------------------------------------------------------------

    def keep(self, run: Run) -> Kept:
        """Let the result of a run count (ENO-EXT-14-D): Spares for the dead, rewards if it succeeded, marks and scars.

        Returns:
            What it cost and brought.

        Raises:
            OptionError: the run is not over, was settled before, or belongs to another series.
        """
        self._check(run)
        state = run.state
        ids = run.game.catalogue.ids
        spacers = dict(zip(run.characters, state["spacers"], strict=False))
        dead = tuple(name for name, row in spacers.items() if row["where"] == Where.DEAD)
        spent = min(self.spares, len(dead))
        self.spares -= spent
        self.roster = [name for name in self.roster if name not in dead[spent:]]
        resources, gear = self._rewards(run)
        self.resources += resources
        self._put_away(run, Counter(gear))
        for name, kind in MARKS:
            getattr(self, name).update(id_ for i, id_ in enumerate(ids[kind]) if state[name][i])
        for i, id_ in enumerate(ids["extraction_points"]):
            if state["points"][i]["state"] != PointState.HIDDEN:
                self.insertions.add(id_)
        for name, row in spacers.items():
            self.scars[name] = Scars() if name in dead else _lingering(run.game, row)
        kept = Kept(
            scenario=run.scenario,
            seed=run.seed,
            reason=run.outcome.reason,
            success=run.success,
            dead=dead,
            spares=spent,
            true_deaths=dead[spent:],
            resources=resources,
            gear=gear,
        )
        self.history.append(kept)
        self.run = None
        return kept

    def replay(self, run: Run) -> None:
        """Spend a Time Crystal: the run has never happened, and another can start (ENO-TIM-01 to ENO-TIM-05).

        Raises:
            OptionError: the run is not over, was settled before, or belongs to another series; no Time Crystal is left.
        """
        self._check(run)
        if self.crystals == 0:
            raise OptionError("no Time Crystal is left; the result of the run must be kept")
        if self.crystals is not None:
            self.crystals -= 1
        self.undone.append(run.seed)
        self.run = None

    def _check(self, run: Run) -> None:
        if run is not self.run:
            raise OptionError("the run was kept or replayed before, or belongs to another series")
        if not run.game.is_over(run.state):
            raise OptionError("the run is not over yet; play it to its end first")

    def _rewards(self, run: Run) -> tuple[int, tuple[str, ...]]:
        """Resources of the Engrams, as the Location says where they left it, and Gear, the Multitool aside, of the
        Spacers that have extracted, if the run succeeded (ENO-EXT-14-D, ENO-ENG-03 to ENO-ENG-04, ENO-CMP-07).
        """
        tables, resources, gear = run.game.tables, 0, []
        for row in run.state["spacers"][: self.seats] if run.success else ():
            if row["where"] != Where.EXTRACTED:
                continue
            page = tables["pages"][tables["page"][row["last_cell"]]]
            worth = tables["locations"][page["location"]]["resources"]
            resources += sum(int(worth[i]) * int(row["devices"][i] + row["resources"][i]) for i in range(ENGRAM_TYPES))
            cards = [int(card) for card in row["gear"]["card"] if card >= 0 and card != tables["multitool"]]
            gear += [run.game.catalogue.ids["gear"][card] for card in cards]
        return resources, tuple(gear)

    def _put_away(self, run: Run, home: Counter[str]) -> None:
        """Gear that was found joins the stash. Of what the team set out with no second copy comes home; its loss was
        for the run only (ENO-DTH-02-D).
        """
        tables, names = run.game.tables, run.game.catalogue.ids["gear"]
        if tables["preset"]:
            rows = tables["characters"][run.state["spacers"]["character"][: self.seats]]
            taken = Counter(names[card] for card in rows["gear"].ravel() if card >= 0)
        else:
            left = run.state["stash"]
            taken = Counter({name: int(tables["stash"][i]) - int(left[i]) for i, name in enumerate(names)})
        for name, copies in home.items():
            found = max(copies - taken[name], 0)
            self.stash[name] = min(max(self.stash[name] + found, copies), MOST_COPIES)

    # -- saving -------------------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """The series as plain data, the open run included; `from_json` reads it."""
        run = self.run and {
            "scenario": self.run.scenario,
            "characters": list(self.run.characters),
            "seed": self.run.seed,
            "state": base64.b64encode(self.run.game.save(self.run.state)).decode(),
        }
        data = {
            "format": FORMAT,
            "version": Enormity.version,
            "pack": self.pack.hash,
            "difficulty": self.difficulty,
            "seats": self.seats,
            "content": self.content,
            "seed": self.seed,
            "all_insertions": self.all_insertions,
            "options": self.options,
            "standing": _Standing.model_validate(self).model_dump(mode="json"),
            "run": run,
        }
        return {**data, "check": _digest(data)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """A series as `to_json` wrote it; its open run is `run`.

        Raises:
            ReplayError: the data is damaged, or comes from other content or another version of the game.
        """
        given = dict(data)
        if given.pop("check", None) != _digest(given) or given["format"] != FORMAT:
            raise ReplayError("the saved series is damaged, or not what 'to_json' of this version wrote")
        if given["version"] != Enormity.version:
            raise ReplayError(
                f"the saved series is of version {given['version']} of enormity, this is version {Enormity.version}"
            )
        config = {name: given[name] for name in ("seats", "content", "seed", "all_insertions")}
        series = cls(given["difficulty"], **config, **given["options"])
        if given["pack"] != series.pack.hash:
            raise ReplayError(f"the content pack {series.pack.title!r} has changed since the series was saved")
        standing = _Standing.model_validate(given["standing"])
        for name in _Standing.model_fields:
            setattr(series, name, getattr(standing, name))
        series.stash = Counter(standing.stash)
        if run := given["run"]:
            chosen = tuple(run["characters"])
            game = series._game(run["scenario"], chosen)
            state = game.restore(base64.b64decode(run["state"]))
            series.run = Run(game, state, run["scenario"], chosen, run["seed"])
        return series


def _digest(data: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True, default=repr).encode()).hexdigest()


def _seed(seed: int) -> int:
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0:
        raise OptionError(f"seed must be a non-negative integer, got {seed!r}")
    return int(seed)


def _lingering(game: Enormity, row: NDArray[np.void]) -> Scars:
    """The scars of a Spacer: Conditions are discarded, but for the Lingering effects of those that are held at the end
    (ENO-CND-03 to ENO-CND-05).
    """
    tables, scars = game.tables, Scars()
    for condition in np.flatnonzero(row["conditions"][: int(tables["n_conditions"])]):
        card = tables["conditions"][condition]
        for ability in tables["abilities"][int(card["first_ability"]) : int(card["end_ability"])]:
            if ability["timing"] != Timing.LINGERING:
                continue
            for op in tables["ops"][int(ability["effect"]) : int(ability["effect_end"])]:
                if op["code"] == Op.CONDITION:
                    scars.conditions.add(game.catalogue.ids["conditions"][int(op["a"])])
                elif field := AMOUNTS.get(op["code"]):
                    setattr(scars, field, getattr(scars, field) + int(op["a"]))
    return scars
