"""Whole sessions played at random on a bare map of two pages: they end, without an error, and lose no piece."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from envs.core.engine import game_words
from envs.enormity.state import (
    MAX_SPACERS,
    Choice,
    NoiseKind,
    Op,
    Reach,
    Reason,
    Requirement,
    Thing,
    Timing,
    Token,
    Where,
)
from tests.enormity.table import Table, cell

LONGEST = 20_000
SPAWNS = ((2, 2, 0), (8, 3, 0), (4, 8, 1), (14, 4, 2), (17, 8, 2))
PLACED = (
    (7, 7, Thing.DISCOVERY, 0),
    (4, 4, Thing.DISCOVERY, 0),
    (3, 6, Thing.CACHE, 0),
    (6, 2, Thing.ENGRAM, 0),
    (12, 5, Thing.DISCOVERY, 1),
    (15, 8, Thing.DISCOVERY, 1),
    (17, 3, Thing.DISCOVERY, 1),
)


def board(seats: int, **options: int) -> Table:
    """Two pages shifted against each other, rifles, three Intruder types, Discoveries, an Extraction Point."""
    t = Table(seats=seats, pages=((0, 0, 10, 10), (10, 2, 10, 8)), **options)
    tables = t.tables
    for i, j, cluster in SPAWNS:
        t.spawn_point(i, j, cluster, 0 if i < 10 else 1)
    t.weapon(1, dice=(0, 2), range=4, reach=Reach.RANGED, ammo=2, suppress=2, burst=2, hands=2, quadrants=1, advance=1)
    t.weapon(1, noise_kind=NoiseKind.PER_AMMO, noise=1, fallback=1)
    tables["gear"][1]["modifiers"] = (0, 1, 0)
    tables["characters"]["gear"][:, 0] = 1
    tables["characters"]["halves"], tables["suits"]["halves"] = (1, 3, 5), (0, 2, 4)
    tables["characters"]["rubicon"][:, 2] = Token.DISCIPLINE + 1
    tables["characters"]["rubicon"][:, 5] = Token.CONFIDENCE + 1
    tables["suits"]["rubicon"][:, 1] = Token.EXPERTISE + 1
    tables["starts"][:4] = [cell(1, 1), cell(1, 2), cell(2, 1), cell(2, 2)]
    tables["n_scanners"] = 8
    for level in range(3):
        for i in range(8):
            tables["scanners"][level][i]["quadrants"] = (i % 3, (i + 1) % 3, level + 1, i % 2)
    tables["n_tokens"] = 10
    tables["tokens"]["section"][:10] = [1 + i % 3 for i in range(10)]
    tables["section_first"][1:], tables["section_end"][1:] = (0, 4, 8), (4, 8, 12)
    for i in range(12):
        entry = tables["entries"][i]
        entry["section"], entry["number"], entry["infinite"] = 1 + i // 4, 1 + i % 4, i % 4 == 3
        entry["effect"], entry["effect_end"] = t.ops(
            [(Op.GAIN_STRESS, 1, 0, 0, 0), (Op.REGAIN_VITALS, 2, 0, 0, 0), (Op.GAIN_LOOT,), (Op.KNOCKBACK, 2)][i % 4]
        )
    for i, (x, y, kind, page) in enumerate(PLACED):
        row = tables["placed"][i]
        row["cell"], row["kind"], row["sub"], row["page"] = cell(x, y), kind, -1, page
    tables["n_placed"] = len(PLACED)
    tables["engrams"], tables["loot"][:6] = 3, range(2, 8)
    tables["n_points"], tables["point_page"][0] = 1, 1
    tables["point_of"][cell(19, 5)] = tables["point_of"][cell(19, 6)] = 0
    tables["n_breakdowns"], tables["extraction_start"] = 4, 3
    intruders(t)
    t.redo_map()
    return t


def intruders(t: Table) -> None:
    """Responses, Reactions and Overwhelm, so that attacks interrupt attacks."""
    row = t.tables["types"][0]
    for i, op in enumerate(((Op.PUSHBACK, 2), (Op.KNOCKDOWN, 0), (Op.BONUS_ATTACK, 0), (Op.LOSE_STRESS, 1))):
        row["response"][i], row["response_end"][i] = t.ops(op)
    row["overwhelm"], row["overwhelm_end"] = t.ops((Op.DISCARD_BLIP,), (Op.SPAWN_INTRUDER, 1, 1))
    row["first_contact"], row["first_contact_end"] = t.ops((Op.GAIN_STRESS, 1, 0, 0, 2))
    t.protocol(0, replace=True, requirement=Requirement.ADJACENT, attack=1, dice=(1, 1, 0, 0, 0), window_attack=1)
    t.protocol(0, moves=1, attack=1, dice=(0, 2, 0, 0, 0), window_move=1)
    t.ability(t.tables["suits"][0], timing=Timing.REACTION, reaction=1, cost=(0, 0, 1), ops=[(Op.MOVE, 1, 0, 0, 0)])
    t.ability(t.tables["characters"][0], timing=Timing.TURN, stress=1, ops=[(Op.PLACE_TOKENS, 2, 2, 1)])
    for character in t.tables["characters"][1:]:
        character["first_ability"], character["end_ability"] = t.tables["characters"][0][
            ["first_ability", "end_ability"]
        ]


def check(t: Table, state: Any) -> None:
    """What holds whenever a Spacer is about to act: nothing is in the middle of a movement or of a draw."""
    spacers = state["spacers"][: int(state["seats"])]
    on = spacers["where"] == Where.BOARD
    cells = [*spacers["cell"][on].tolist(), *(int(k["cell"]) for k in state["intruders"] if k["type"] >= 0)]
    assert len(set(cells)) == len(cells), "two figures on a space"
    assert all(t.tables["page"][c] != 255 for c in cells)
    board_faces = [int(b["face"]) for b in state["blips"] if b["point"] >= 0]
    total = int(state["blip_pool"].sum()) + len(board_faces) + int(state["echoes_gone"])
    assert total == int(t.tables["blip_faces"].sum())
    held = spacers["devices"].sum() + spacers["resources"].sum()
    lying = sum(o["cell"] >= 0 and o["kind"] == Thing.ENGRAM for o in state["objects"])
    lost = 12 - int(held) - lying - int(state["engram_pool"].sum())
    assert lost == 0 or (spacers["where"] == Where.DEAD).any()
    assert (spacers["vitals"] <= 9).all()
    assert len(spacers) <= MAX_SPACERS


@pytest.mark.rule("ENO-GEN-06-D3")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("monsters", ["rules", "ties", "full"])
def test_random_sessions_end_without_error(seats: int, monsters: str) -> None:
    endings = set()
    for seed in range(8):
        t = board(
            seats,
            ask_ties=seed % 2,
            agent_monsters=monsters != "rules",
            freedom={"rules": 0, "ties": 1, "full": 2}[monsters],
            adversary=seed % 2,
        )
        layout, play = game_words(seed)
        t.engine.new(t.state, seed, layout, play)
        rng = random.Random(seed)
        mask = np.zeros(len(t.actions), np.bool_)
        for _ in range(LONGEST):
            t.look()
            if t.state["core"]["over"]:
                break
            t.engine.mask(t.state, mask)
            legal = np.flatnonzero(mask).tolist()
            assert legal
            # Stress re-rolls at random would end every session in a few rounds.
            calm = t.actions.id("done")
            choice = calm if calm in legal and rng.random() < 0.7 else rng.choice(legal)
            assert t.engine.step(t.state, choice) == 0
            if t.state["core"]["choice"] == Choice.TURN:
                check(t, t.state)
        assert t.state["core"]["over"], "a session that does not end"
        endings.add(Reason(int(t.state["core"]["outcome"])))
    assert endings <= {Reason.LOST, Reason.EXTRACTED, Reason.ROUND_CAP}
