"""Machina Arcana behind the `Game` interface."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from envs.core import schema
from envs.core.errors import OptionError, near
from envs.core.game import Game, Outcome, State
from envs.machina_arcana import pieces, render, state, wording
from envs.machina_arcana.actions import ACTIONS, MAX_EXPLORERS
from envs.machina_arcana.content import Pack, load_pack
from envs.machina_arcana.options import MachinaOptions
from envs.machina_arcana.rules import _layout, rules

schema.check_layout(state.RECORDS, _layout.sizes())

REASONS = {
    state.Reason.RUNNING: "running",
    state.Reason.ENDGAME_WON: "victory",
    state.Reason.LAST_CHAPTER: "victory_last_chapter",
    state.Reason.ESCAPED: "victory_escaped",
    state.Reason.ENDGAME_LOST: "defeat",
    state.Reason.NO_EXPLORERS: "defeat_no_explorers",
    state.Reason.ROUND_LIMIT: "round_limit",
}
WON = {state.Reason.ENDGAME_WON, state.Reason.LAST_CHAPTER, state.Reason.ESCAPED}
LOST = {state.Reason.ENDGAME_LOST, state.Reason.NO_EXPLORERS}


class MachinaArcana(Game):
    """1 to 4 explorers against a queue of monsters, chapter by chapter, co-operatively.

    See `MachinaOptions` for the options and ``docs/games/machina_arcana.md`` for everything else.
    """

    name = "machina_arcana"
    version = 0
    record = state.GAME
    view_record = state.VIEW
    actions = ACTIONS
    Choice = state.Choice
    Proc = state.Proc
    Options = MachinaOptions
    max_seats = MAX_EXPLORERS + 1
    default_max_cycles = 5000
    LEGEND = render.LEGEND
    REASONS: ClassVar[dict[str, str]] = {
        "victory": "the victory condition of the endgame is met (E-01)",
        "victory_last_chapter": "the last chapter of a scenario without endgame is done (E-02)",
        "victory_escaped": "the last surviving explorer has left in the shortened game (E-03)",
        "defeat": "the defeat condition of the endgame is met (E-04)",
        "defeat_no_explorers": "no explorer is in play and none can enter (E-05)",
        "round_limit": "cut off after `round_limit` rounds (E-07)",
    }

    def _load(self) -> tuple[NDArray[np.void], object, str]:
        options: MachinaOptions = self.options
        pack: Pack = load_pack(options.content)
        self.pack = pack
        tables = pack.tables(options)
        tables["seats"] = self.heroes
        tables["agent_monsters"] = options.monsters == "agent"
        tables["ask_ties"] = options.ties == "ask"
        for name in ("markers", "edges", "ratings"):
            tables[name] = options.switched(name)
        tables["zero_is_zero"] = options.easier_die
        tables["reinforcements"] = options.reinforcements
        tables["intricacy"] = options.intricacy
        tables["round_limit"] = options.round_limit
        tables["weakest_in_range"] = options.weakest_in_range
        tables["one_location"] = options.one_location_per_explorer
        tables["trap_dice"] = options.trap_dice
        tables["camp_price"] = options.camp_price
        tables["fixed_explorers"] = -1
        for hero, card in enumerate(options.explorers or ()):
            if card is None:
                continue
            known = pack.names["explorers"]
            if card not in known:
                raise OptionError(f"{self.name}: unknown explorer {card!r}{near(card, known)}")
            tables["fixed_explorers"][hero] = known.index(card)
        _set_short_cuts(tables)
        return tables, rules.capsule(), pack.hash

    def _seat_names(self) -> Sequence[str]:
        names = [f"explorer_{i}" for i in range(self.options.seats)]
        return [*names, "horror_0"] if self.options.monsters == "agent" else names

    def outcome(self, state_: State) -> Outcome:
        """How the game ended; the detail counts chapters, rounds, kills, deaths and seals."""
        reason = state.Reason(int(state_["core"]["outcome"]))
        won = True if reason in WON else (False if reason in LOST else None)
        at_end = reason in (state.Reason.ENDGAME_WON, state.Reason.LAST_CHAPTER, state.Reason.ESCAPED)
        chapters = max(int(state_["chapter_at"]), 0)
        if int(state_["endgame"]) >= 0 or at_end:
            chapters = int(self.tables["n_chapters"]) if reason != state.Reason.ESCAPED else chapters + 1
        detail: dict[str, Any] = {
            "chapters": chapters,
            "rounds": int(state_["round"]),
            "kills": int(state_["kills"]),
            "deaths": int(state_["deaths"]),
            "seals": int(state_["seals"]),
            "threat": int(state_["threat"]) + 10 * (int(state_["level"]) - 1),
        }
        return Outcome(REASONS[reason], won, bool(state_["core"]["over"] == 2), detail)

    def check_pieces(self, state_: State) -> list[str]:
        """What is wrong with the cards, figures and tokens of a position; empty if each is exactly where it belongs."""
        return pieces.problems(self.tables, state_)

    def describe(self, state_: State, action: int) -> str:
        """What an action means in this position, for people."""
        return wording.describe(self, state_, action)

    def changes(self, before: State, after: State) -> list[str]:
        """What has happened between two positions of a game, for people; all of it is open to every seat."""
        return wording.changes(self, before, after)

    def text(self, state_: State, seat: int | None = None) -> str:
        """The board, the units and the cards as text. Everything shown is open to every seat."""
        return render.text(self, state_, seat)

    def image(self, state_: State, seat: int | None = None, size: int = 800) -> NDArray[np.uint8]:
        """The board as an RGB picture."""
        return render.image(self, state_, seat, size)


def _set_short_cuts(tables: NDArray[np.void]) -> None:
    """Mark the statistics that no card changes in some way, so that the rules need not look (see `state.TABLES`)."""
    every = (1 << len(state.Stat)) - 1

    def changed(cards: Any, scopes: set[int]) -> int:
        bits = 0
        for card in cards:
            for a in tables["abilities"][int(card["first_ability"]) : int(card["end_ability"])]:
                if a["trigger"] == state.Trigger.PASSIVE:
                    for m in tables["mods"][int(a["first_mod"]) : int(a["end_mod"])]:
                        if int(m["scope"]) in scopes:
                            bits |= 1 << int(m["stat"])
        return bits

    for card in [*tables["explorers"], *tables["monsters"], *tables["treasures"]]:
        card["quiet"] = every & ~changed(
            [card], set(map(int, state.Scope)) - {int(state.Scope.SELF), int(state.Scope.ITEM)}
        )
        card["plain"] = every & ~changed([card], set(map(int, state.Scope)))
    for card in [*tables["chapters"], *tables["explorer_events"], *tables["horror_events"], tables["endgame"]]:
        card["quiet"] = every & ~changed([card], set(map(int, state.Scope)))
    own = {int(state.Scope.SELF), int(state.Scope.ITEM)}
    everywhere = set(map(int, state.Scope))
    treasures = tables["treasures"]
    units = [*tables["explorers"], *tables["monsters"], *treasures]
    cards = [*tables["chapters"], *tables["explorer_events"], *tables["horror_events"], tables["endgame"]]
    item_bits = changed(treasures, everywhere)
    for stat, name in ((state.Stat.ARMOR, "armor"), (state.Stat.WILL, "will")):
        item_bits |= bool(treasures[name].any()) << stat
    tables["no_aura"] = every & ~changed(units, everywhere - own)
    tables["no_item_aura"] = every & ~changed(treasures, everywhere - own)
    tables["no_item"] = every & ~item_bits
    tables["no_explorer"] = every & ~changed(tables["explorers"], everywhere)
    tables["no_monster"] = every & ~changed(tables["monsters"], everywhere)
    tables["no_ongoing"] = every & ~changed(cards, everywhere)


GAME = MachinaArcana
