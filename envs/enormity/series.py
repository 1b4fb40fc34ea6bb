"""A series of Extraction Runs: Life Spares, Time Crystals and a world that remembers (DIF, TIM, LIF, EXT-14-D, INS-01).

    series = RunSeries(difficulty="veteran", seats=2)
    run = series.start("training", seed=7)
    while run.game.turn(run.state) is not None:
        run.game.step(run.state, choose(run.game, run.state))
    series.keep(run)                         # or series.replay(run), as long as there are Time Crystals

A series holds no game: each run is a `Game` with a state of its own, and nothing changes before `keep` or `replay`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Literal

import envs
from envs.core.errors import OptionError, near
from envs.core.game import Outcome, State
from envs.enormity.actions import ENGRAM_TYPES, MAX_GEAR
from envs.enormity.build_tables import LINGERING
from envs.enormity.content import load_pack
from envs.enormity.game import Enormity
from envs.enormity.state import LETHAL_TOKENS, TOP, Op, PointState, Timing, Where

__all__ = ["DIFFICULTIES", "Difficulty", "Run", "RunSeries"]


@dataclass(frozen=True)
class Difficulty:
    """A difficulty mode (ENO-DIF-02, ENO-DIF-03, ENO-DIF-05).

    Attributes:
        spares: Life Spares of the team.
        crystals: Time Crystals; ``None`` without limit.
    """

    spares: int
    crystals: int | None


DIFFICULTIES: dict[str, Difficulty] = {"normal": Difficulty(8, None), "veteran": Difficulty(4, 2)}


@dataclass
class Run:
    """One session of a series.

    Attributes:
        game: the configured game.
        state: its state, which the players step.
        seed: where it started from.
        number: how many runs were started before it.
    """

    game: Enormity
    state: State
    seed: int
    number: int
    settled: bool = False

    @property
    def outcome(self) -> Outcome:
        """How it ended."""
        return self.game.outcome(self.state)

    def cards(self) -> list[str]:
        """Ids of the Characters by seat."""
        ids = self.game.catalogue.ids["characters"]
        return [ids[int(card)] for card in self.state["spacers"]["character"][: self.game.heroes] if card >= 0]


@dataclass
class Kept:
    """A run whose result counts: scenario, seed, outcome, and what it cost and brought."""

    scenario: str
    seed: int
    outcome: Outcome
    spares: int
    true_deaths: tuple[str, ...]
    resources: int
    gear: tuple[str, ...]


@dataclass
class _Scars:
    """What a Character carries into its next session: amounts by operation, and Conditions (ENO-CND-05)."""

    amounts: Counter[int] = field(default_factory=Counter)
    conditions: set[str] = field(default_factory=set)


class RunSeries:
    """Runs of one team in one world.

    Args:
        difficulty: ``"normal"`` or ``"veteran"``.
        seats: Spacers of each run.
        content: content pack, as the option of the game.
        options: further options of every run, such as ``monsters``.

    Attributes:
        spares: Life Spares left.
        crystals: Time Crystals left; ``None`` without limit.
        roster: ids of the Characters that can still be played.
        resources: points that Engrams brought home.
        stash: Gear that Spacers brought home, by id; it may be chosen in runs with free Loadouts.
        clues, marked, crossed: ids of Clues found, and of Discovery entries marked and crossed out (ENO-DSC-13,
            ENO-DSC-16).
        insertions: ids of the Extraction Points that were found (ENO-INS-01).
        history: the runs that were kept.
        started: runs started, replayed ones included.

    Raises:
        OptionError: unknown difficulty or option.
    """

    def __init__(
        self,
        difficulty: Literal["normal", "veteran"] = "normal",
        *,
        seats: int = 2,
        content: str | None = None,
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
        self.options = options
        self.pack = load_pack(content)
        envs.load("enormity", seats=seats, content=content, scenario=self.pack.scenarios[0], **options)
        self.spares = mode.spares
        self.crystals = mode.crystals
        self.roster: list[str] = list(self.pack.forms("characters"))
        self.resources = 0
        self.stash: Counter[str] = Counter()
        self.clues: set[str] = set()
        self.marked: set[str] = set()
        self.crossed: set[str] = set()
        self.insertions: set[str] = set()
        self.history: list[Kept] = []
        self.started = 0
        self._scars: dict[str, _Scars] = {}

    @property
    def lost(self) -> bool:
        """A player has no Character left to choose (ENO-LIF-03-D)."""
        return len(self.roster) < self.seats

    # -- a run --------------------------------------------------------------------------------------------

    def start(self, scenario: str, seed: int = 0, characters: list[str] | None = None) -> Run:
        """A new run, at its first question.

        Args:
            scenario: of the content pack.
            seed: of the run; a replay must have another one (ENO-TIM-05-D).
            characters: Character of each seat, from the roster; none: the first ones of the roster.

        Raises:
            OptionError: the series is lost; an unknown scenario; a Character that is not on the roster.
        """
        if self.lost:
            raise OptionError(
                f"the series is lost: {self.seats} Characters are needed, and {len(self.roster)} are left"
            )
        chosen = list(characters) if characters is not None else self.roster[: self.seats]
        for name in chosen:
            if name not in self.roster:
                raise OptionError(f"Character {name!r} is not on the roster{near(name, self.roster)}")
        game = envs.load(
            "enormity",
            seats=self.seats,
            content=self.content,
            scenario=scenario,
            characters=tuple(chosen),
            **self.options,
        )
        assert isinstance(game, Enormity)
        for gear, copies in self.stash.items():
            game.tables["stash"][game.catalogue.ids["gear"].index(gear)] += copies
        for character in chosen:
            row = game.tables["characters"][game.catalogue.ids["characters"].index(character)]
            row["stress"] = min(int(row["stress"]) + self._scars_of(character).amounts[Op.GAIN_STRESS], TOP)
        state = game.new(seed)
        self._remember(game, state, chosen)
        run = Run(game, state, seed, self.started)
        self.started += 1
        return run

    def _remember(self, game: Enormity, state: State, characters: list[str]) -> None:
        """Marks, Clues and scars of the world go into the new state."""
        ids = game.catalogue.ids
        for kind, name, found in (
            ("entries", "marked", self.marked),
            ("entries", "crossed", self.crossed),
            ("clues", "clues", self.clues),
        ):
            for i, id_ in enumerate(ids[kind]):
                state[name][i] = id_ in found
        for seat, character in enumerate(characters):
            scars, row = self._scars_of(character), state["spacers"][seat]
            for name, op in (("radiation", Op.RADIATION), ("infection", Op.INFECTION)):
                row[name] = min(scars.amounts[op], LETHAL_TOKENS - 1)
            for i, id_ in enumerate(ids["conditions"]):
                row["conditions"][i] = id_ in scars.conditions

    def _scars_of(self, character: str) -> _Scars:
        return self._scars.get(character, _Scars())

    def keep(self, run: Run) -> Kept:
        """Let the result of a run count (ENO-EXT-14-D, ENO-LIF-01 to ENO-LIF-03-D, ENO-ENG-03).

        Returns:
            What it cost and brought.

        Raises:
            OptionError: the run is not over, or was settled before.
        """
        self._check(run)
        game, state = run.game, run.state
        ids, outcome = game.catalogue.ids, run.outcome
        cards = run.cards()
        dead = [c for c, row in zip(cards, state["spacers"], strict=False) if row["where"] == Where.DEAD]
        spent = min(self.spares, len(dead))
        lost = tuple(dead[spent:])
        self.spares -= spent
        self.roster = [name for name in self.roster if name not in lost]
        resources, gear = self._rewards(run) if outcome.won else (0, ())
        self.resources += resources
        self.stash.update(gear)
        for kind, name, found in (
            ("entries", "marked", self.marked),
            ("entries", "crossed", self.crossed),
            ("clues", "clues", self.clues),
        ):
            found |= {id_ for i, id_ in enumerate(ids[kind]) if state[name][i]}
        for i, id_ in enumerate(ids["extraction_points"]):
            if state["points"][i]["state"] != PointState.HIDDEN:
                self.insertions.add(id_)
        self._linger(run, cards)
        kept = Kept(game.options.scenario, run.seed, outcome, spent, lost, resources, gear)
        self.history.append(kept)
        run.settled = True
        return kept

    def replay(self, run: Run) -> None:
        """Spend a Time Crystal: the run has never happened (ENO-TIM-01 to ENO-TIM-05).

        Raises:
            OptionError: the run is not over or was settled before, or no Time Crystal is left.
        """
        self._check(run)
        if self.crystals == 0:
            raise OptionError("no Time Crystal is left; the result of the run must be kept")
        if self.crystals is not None:
            self.crystals -= 1
        run.settled = True

    def _check(self, run: Run) -> None:
        if not run.game.is_over(run.state):
            raise OptionError("the run is not over yet; play it to its end first")
        if run.settled:
            raise OptionError("the run was kept or replayed before")

    def _rewards(self, run: Run) -> tuple[int, tuple[str, ...]]:
        """Resources of the Engrams and Gear of the Spacers that have extracted, the Multitool aside (ENO-ENG-03-D)."""
        game, state = run.game, run.state
        first = int(game.tables["pages"][0]["location"])
        worth = [int(n) for n in game.tables["locations"][first]["resources"]]
        resources, gear = 0, []
        for row in state["spacers"][: game.heroes]:
            if row["where"] != Where.EXTRACTED:
                continue
            resources += sum(worth[i] * int(row["devices"][i] + row["resources"][i]) for i in range(ENGRAM_TYPES))
            for i in range(MAX_GEAR):
                card = int(row["gear"][i]["card"])
                if card >= 0 and card != game.tables["multitool"]:
                    gear.append(game.catalogue.ids["gear"][card])
        return resources, tuple(gear)

    def _linger(self, run: Run, cards: list[str]) -> None:
        """Conditions are discarded; Lingering effects of those still held wait for the next session (ENO-CND-03 to
        ENO-CND-05).
        """
        game, tables = run.game, run.game.tables
        for seat, character in enumerate(cards):
            scars = _Scars()
            row = run.state["spacers"][seat]
            for i in range(int(tables["n_conditions"])):
                if not row["conditions"][i] or row["where"] == Where.DEAD:
                    continue
                card = tables["conditions"][i]
                for a in range(int(card["first_ability"]), int(card["end_ability"])):
                    ability = tables["abilities"][a]
                    if ability["timing"] == Timing.LINGERING:
                        for op in tables["ops"][int(ability["effect"]) : int(ability["effect_end"])]:
                            if op["code"] == Op.CONDITION:
                                scars.conditions.add(game.catalogue.ids["conditions"][int(op["a"])])
                            elif op["code"] in LINGERING:
                                scars.amounts[int(op["code"])] += int(op["a"])
            self._scars[character] = scars
