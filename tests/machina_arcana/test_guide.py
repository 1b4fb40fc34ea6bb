"""The guide of random games: which actions cannot be legal, how far cards got, and the help on the way."""

from __future__ import annotations

import numpy as np
import pytest

import envs
from envs.machina_arcana.state import ItemPlace, MonsterPlace, QuestState, Trigger
from tests import coverage, fuzz
from tests.coverage import NEVER, SEEN, USED

GUIDE = coverage.guide("machina_arcana")


def load(**options):
    return envs.load("machina_arcana", **options)


def rows(game, kind):
    return {name: game.tables[kind][i] for i, name in enumerate(game.pack.catalogue(game.options.scenario).ids[kind])}


# -- actions that cannot be legal ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [1, 3])
def test_actions_beyond_the_cards_of_the_pack_and_the_explorers_are_unused(seats):
    game = load(seats=seats)
    unused = {name for name, reason in zip(game.actions, coverage.unused(game), strict=True) if reason}
    for group, n in (("item", 90), ("monster", 26), ("explorer_card", 9), ("explorer", seats), ("trade", seats),
                     ("quest", int(game.tables["n_quests"]))):  # fmt: skip
        names = [game.actions[a] for a in game.actions.groups[group]]
        assert unused.issuperset(names[n:]), group
        assert unused.isdisjoint(names[:n]), group
    assert unused.isdisjoint(("pass", "move_north", "cell_0_0", "cell_19_19", "amount_9", "edge_3_west", "equip"))


def test_unused_abilities_and_options_are_read_from_the_cards():
    game = load()
    unused = {name for name, reason in zip(game.actions, coverage.unused(game), strict=True) if reason}
    assert unused & {f"power_{i}" for i in range(4)} == {"power_3"}
    assert unused & {f"ability_{i}" for i in range(4)} == {"ability_2", "ability_3"}
    assert unused & {f"option_{i}" for i in range(8)} == {f"option_{i}" for i in range(3, 8)}
    golem = rows(game, "monsters")["boiler_golem"]
    assert golem["end_ability"] - golem["first_ability"] == 2
    golem["first_ability"] -= 2  # four active abilities
    game.tables["abilities"]["trigger"][int(golem["first_ability"]) : int(golem["end_ability"])] = Trigger.ACTIVE
    assert "power_3" not in {name for names in GUIDE.unused(game).values() for name in names}


def test_an_action_that_is_legal_though_it_cannot_be_is_named():
    game = load(seats=2)
    watch = fuzz.Watch(game, "games", None)
    state = game.new(1)
    state["core"]["mask"][game.actions.id("item_95") // 64] |= np.uint64(1) << np.uint64(
        game.actions.id("item_95") % 64
    )
    watch.player.step(state, game.legal_actions(state)[0])
    report = watch.report()
    assert report.coverage.wrong == {"item_95"}
    assert "actions that were legal where they cannot be: item_95" in coverage.missing(game, report.coverage)


# -- cards -------------------------------------------------------------------------------------------------------------


def found(game, *states, ops=()):
    notes = GUIDE.notes(game)
    if states:
        notes.look(np.array(states))
    resolved = np.zeros(1 << 16, np.uint8)
    resolved[list(ops)] = 1
    return notes.found(resolved)


def first_op(game, row, ability=0):
    return int(game.tables["abilities"][int(row["first_ability"]) + ability]["first_op"])


def test_all_cards_of_the_pack_are_listed_and_none_is_reached_without_a_game():
    levels: dict[coverage.Card, int] = {}
    for scenario in load().pack.scenarios:
        levels |= found(load(scenario=scenario))
    assert set(levels.values()) == {NEVER}
    counts = {kind: sum(k == kind for k, _ in levels) for kind, _ in levels}
    assert {kind: counts[kind] for kind in ("explorers", "monsters", "treasures", "chapters", "endgames")} == {
        "explorers": 9, "monsters": 26, "treasures": 90, "chapters": 35, "endgames": 3,
    }  # fmt: skip
    assert counts["explorer_events"] == counts["horror_events"] == 45


def test_a_treasure_is_used_when_it_is_worn_for_its_bonus_or_when_an_ability_resolves():
    game = load()
    cards, ids = rows(game, "treasures"), list(rows(game, "treasures"))
    state = game.new(1)

    def level(card, place, ops=()):
        state["items"]["place"][ids.index(card)] = place
        return found(game, state, ops=ops)["treasures", card]

    assert level("warden_plate", ItemPlace.DECK) == NEVER
    assert level("warden_plate", ItemPlace.INVENTORY) == SEEN
    assert level("warden_plate", ItemPlace.EQUIPPED) == USED
    assert level("harpoon", ItemPlace.EQUIPPED) == SEEN, "a weapon that was never fired"
    assert level("harpoon", ItemPlace.EQUIPPED, [first_op(game, cards["harpoon"])]) == USED
    assert level("frost_lining", ItemPlace.AUGMENT) == USED, "its passive ability is on"


def test_a_monster_is_used_when_it_acts():
    game = load()
    state = game.new(1)
    ids = list(rows(game, "monsters"))
    assert found(game, state)["monsters", "rust_rat"] == NEVER
    state["monsters"]["place"][ids.index("rust_rat")] = MonsterPlace.MAP
    assert found(game, state)["monsters", "rust_rat"] == SEEN
    op = first_op(game, rows(game, "monsters")["rust_rat"])
    levels = found(game, state, ops=[op])
    assert levels["monsters", "rust_rat"] == levels["abilities", "rust_rat[0] active"] == USED
    assert levels["effects of cards", "rust_rat[0] active: attack at 0"] == levels["effects", "attack"] == USED
    assert levels["targetings", "melee"] == USED


def test_a_quest_is_seen_when_it_is_open_and_used_when_its_reward_resolves():
    game = load()
    events = list(rows(game, "explorer_events"))
    quest = int(game.tables["explorer_events"]["quest"][events.index("blood_ledger")])
    state = game.new(1)
    key = "quests", "blood_ledger quest 0"
    assert found(game, state)[key] == NEVER
    state["quest_state"][quest] = QuestState.OPEN
    assert found(game, state)[key] == found(game, state)["explorer_events", "blood_ledger"] == SEEN
    levels = found(game, state, ops=[int(game.tables["quests"]["first_op"][quest])])
    assert levels[key] == levels["explorer_events", "blood_ledger"] == USED


# -- help --------------------------------------------------------------------------------------------------------------


def helped(game, word, decisions):
    """A game played at random with help at every look."""
    player, state, words = fuzz.player(game), game.new(3), np.array([word], np.uint64)
    states, weights = np.array([state]), fuzz.weights_of(game, "helped")[None]
    while states["core"]["decisions"][0] < decisions and not states["core"]["over"][0]:
        player.wander(states, words, weights, fuzz.EVERY)
        assert states["core"]["error"][0] == 0
        assert game.check_pieces(states[0]) == []
        GUIDE.help(game, states[:1].reshape(()), word)
    return states[0]


def test_help_leads_to_the_chapter_that_it_says():
    game = load(seats=2, scenario="black_oil")
    assert helped(game, 16 * 0, 60)["chapter_at"] == 0
    assert helped(game, 16 * 2, 400)["chapter_at"] >= 2


@pytest.mark.parametrize("scenario", ["drowned_foundry", "singing_wire", "brass_choir"])
def test_help_leads_to_the_endgame_and_every_card_stays_where_it_belongs(scenario):
    game = load(seats=3, scenario=scenario)
    word = 16 * (int(game.tables["n_chapters"]) - 1) + 15
    assert helped(game, word, 900)["endgame"] >= 0


def test_help_gives_treasures_of_every_level():
    game = load(seats=3)
    state = helped(game, 14, 800)
    assert state["treasure_level"] == 1, "the story has not added any yet"
    found = ~np.isin(state["items"]["place"][: int(game.tables["n_treasures"])], (ItemPlace.ASIDE, ItemPlace.DECK))
    assert set(game.tables["treasures"]["level"][: len(found)][found].tolist()) == {1, 2, 3}
