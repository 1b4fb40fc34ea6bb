"""Enormity behind the `Game` interface."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from envs.core import schema
from envs.core.errors import OptionError, near
from envs.core.game import Game, Outcome, State
from envs.enormity import pieces, render, state, wording
from envs.enormity.actions import ACTIONS, MAX_SPACERS
from envs.enormity.content import Pack, load_pack
from envs.enormity.options import EnormityOptions
from envs.enormity.rules import _layout, rules

schema.check_layout(state.RECORDS, _layout.sizes())

REASONS = {
    state.Reason.RUNNING: "running",
    state.Reason.EXTRACTED: "extracted",
    state.Reason.LOST: "lost",
    state.Reason.ROUND_CAP: "round_cap",
}
FREEDOM = ("off", "ties", "full")


class Enormity(Game):
    """1 to 4 Spacers against the Intruders of a dead station, co-operatively: explore, find a way out, and leave.

    See `EnormityOptions` for the options and ``docs/games/enormity.md`` for everything else.
    """

    name = "enormity"
    version = 0
    record = state.GAME
    view_record = state.VIEW
    actions = ACTIONS
    Choice = state.Choice
    Proc = state.Proc
    Options = EnormityOptions
    max_seats = MAX_SPACERS + 1
    default_max_cycles = 5000
    LEGEND = render.LEGEND
    REASONS: ClassVar[dict[str, str]] = {
        "extracted": "everybody has left the board, at least one Spacer by Extraction (ENO-EXT-13)",
        "objective_missed": "Spacers have extracted without the objective that the run needs (ENO-EXT-14)",
        "lost": "every Spacer has died (ENO-EXT-13)",
        "round_cap": "cut off after `round_cap` rounds (ENO-RND-02-D)",
    }

    def _load(self) -> tuple[NDArray[np.void], object, str]:
        options: EnormityOptions = self.options
        pack: Pack = load_pack(options.content)
        self.pack = pack
        self.catalogue = pack.catalogue(options.scenario)
        tables = pack.tables(options.scenario)
        tables["seats"] = options.seats
        tables["agent_monsters"] = options.monsters == "agent"
        tables["freedom"] = FREEDOM.index(options.freedom)
        tables["ask_ties"] = options.ties == "ask"
        tables["adversary"] = options.adversary
        tables["exert_stress"] = options.exert_gain == "stress"
        tables["potential_pairs"] = options.potential_pairs
        tables["scanner_asked"] = options.scanner_alignment == "asked"
        tables["round_cap"] = options.round_cap
        for kind, field in (("characters", "fixed_character"), ("suits", "fixed_suit")):
            self._fix(kind, field, getattr(options, kind), tables)
        return tables, rules.capsule(), pack.hash

    def _fix(self, kind: str, field: str, given: Sequence[str | None] | None, tables: NDArray[np.void]) -> None:
        """Cards that the options give to seats, in place of those of the scenario."""
        known = list(self.catalogue.ids[kind])
        row = tables[field]
        row[self.options.seats :] = -1
        for seat, name in enumerate(given or ()):
            if name is None:
                continue
            if name not in known:
                raise OptionError(f"{self.name}: option {kind}: unknown {kind[:-1]} {name!r}{near(name, known)}")
            number = known.index(name)
            if kind == "characters":
                row[: self.options.seats][row[: self.options.seats] == number] = -1
            row[seat] = number
        used = [int(n) for n in row[: self.options.seats] if n >= 0]
        if kind == "suits":
            for number in set(used):
                if used.count(number) > int(tables["suits"][number]["copies"]):
                    raise OptionError(
                        f"{self.name}: option suits: {known[number]!r} is given to {used.count(number)} seats; there "
                        f"are {int(tables['suits'][number]['copies'])} of it"
                    )

    def _seat_names(self) -> Sequence[str]:
        names = [f"spacer_{i}" for i in range(self.options.seats)]
        return [*names, "intruder_0"] if self.options.monsters == "agent" else names

    def outcome(self, state_: State) -> Outcome:
        """How the session ended; the detail counts the Spacers that left, deaths, Discoveries, kills, rounds and
        resources brought home.
        """
        code = state.Reason(int(state_["core"]["outcome"]))
        reason = REASONS[code]
        needed = bool(self.tables["objective_needed"])
        won: bool | None = None
        if code == state.Reason.EXTRACTED:
            won = bool(state_["objective_done"]) or not needed
            reason = reason if won else "objective_missed"
        elif code == state.Reason.LOST:
            won = False
        spacers = state_["spacers"][: self.heroes]
        home = spacers["where"] == state.Where.EXTRACTED
        detail: dict[str, Any] = {
            "extracted": int(state_["extracted"]),
            "deaths": int(state_["deaths"]),
            "objective": bool(state_["objective_done"]),
            "discoveries": int(state_["found"]),
            "kills": int(state_["kills"]),
            "rounds": int(state_["round"]),
            "resources": int((spacers["devices"] + spacers["resources"])[home].sum()),
        }
        return Outcome(reason, won, bool(state_["core"]["over"] == 2), detail)

    def check_pieces(self, state_: State) -> list[str]:
        """What is wrong with the cards, figures and tokens of a position; empty if each is exactly where it belongs."""
        return pieces.problems(self.tables, state_)

    def describe(self, state_: State, action: int) -> str:
        """What an action means in this position, for people."""
        return wording.describe(self, state_, action)

    def changes(self, before: State, after: State) -> list[str]:
        """What has happened between two positions of a session, for people; all of it is open to every seat."""
        return wording.changes(self, before, after)

    def text(self, state_: State, seat: int | None = None) -> str:
        """The board, the units and the cards as text. Everything shown is open to every seat."""
        return render.text(self, state_, seat)

    def image(self, state_: State, seat: int | None = None, size: int = 800) -> NDArray[np.uint8]:
        """The board as an RGB picture."""
        return render.image(self, state_, seat, size)


GAME = Enormity
