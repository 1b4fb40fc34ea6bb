"""The interpreter of effects: order, rolls, conditions, choices, loops, lasting effects, each kind of effect (EFF)."""

from __future__ import annotations

from typing import Any

import pytest

from envs.machina_arcana.state import (
    MAX_UNITS,
    Choice,
    ItemPlace,
    ItemType,
    MonsterPlace,
    Proc,
    Reason,
    Space,
    Token,
    Where,
)
from tests.machina_arcana.table import Table, cell, unit

M = 3


@pytest.fixture
def t() -> Table:
    table = Table(seats=2, tiles=(0, 1))
    table.explorer(0, 4, 4)
    table.explorer(1, 6, 4)
    table.monster(M, 5, 4)
    return table


def gain(n: int, who: str = "self") -> dict[str, Any]:
    """An effect that shows: essence."""
    return {"restore_essence": {"amount": n, "who": who}}


@pytest.mark.rule("MAC-EFF-01", "MAC-EFF-06")
def test_effects_resolve_at_once_and_in_printed_order(t: Table) -> None:
    t.e(0)["essence"] = 8
    t.resolve([gain(3), {"lose_essence": {"amount": 2, "who": "self"}}], unit=0)
    assert t.e(0)["essence"] == 7
    t.e(0)["essence"] = 8
    t.resolve([{"lose_essence": {"amount": 2, "who": "self"}}, gain(3)], unit=0)
    assert t.e(0)["essence"] == 9


@pytest.mark.rule("MAC-EFF-07")
def test_effects_on_a_destroyed_target_are_skipped_and_the_others_happen(t: Table) -> None:
    t.m(M)["health"] = 1
    t.high(3)
    t.resolve([{"attack": {"high": 1}}, {"push": 1}, {"attack": {"high": 1}}, gain(1)], unit=0, target=unit(M))
    assert t.done
    assert not t.on_map(unit(M))
    assert t.at(unit(M)) == (5, 4)
    assert t.e(0)["essence"] == 1
    assert t.state["core"]["script_n"] == 0, "the second attack rolls nothing"


@pytest.mark.rule("MAC-EFF-09", "MAC-EFF-10", "MAC-EFF-11", "MAC-GEN-06")
@pytest.mark.parametrize(("roll", "then"), [(6, True), (7, True), (5, False), (0, True), (9, True)])
def test_an_ability_roll_and_its_otherwise(t: Table, roll: int, then: bool) -> None:
    t.rolls(roll)
    t.resolve([{"roll": {"at_least": 6, "then": [gain(1)], "otherwise": [gain(4)]}}, gain(1)], unit=0)
    assert t.e(0)["essence"] == (2 if then else 5), "a 0 is read as 10"


@pytest.mark.rule("MAC-EFF-09")
def test_a_table_of_results_is_a_chain_of_rolls_without_loss_of_order(t: Table) -> None:
    t.rolls(3, 8)
    t.resolve([{"roll": {"at_least": 5, "then": [gain(1)]}}, {"roll": {"at_least": 5, "then": [gain(2)]}}], unit=0)
    assert t.e(0)["essence"] == 2


@pytest.mark.rule("MAC-EFF-08", "MAC-GEN-17")
@pytest.mark.parametrize(
    ("condition", "change", "met"),
    [
        ({"essence": 2}, lambda t: t.e(0).__setitem__("essence", 2), True),
        ({"essence": 2}, lambda t: t.e(0).__setitem__("essence", 1), False),
        ({"health_at_most": 2}, lambda t: t.e(0).__setitem__("health", 2), True),
        ({"health_at_most": 2}, lambda t: t.e(0).__setitem__("health", 3), False),
        ({"wounded": True}, lambda t: t.e(0).__setitem__("health", 4), True),
        ({"wounded": True}, lambda t: None, False),
        ({"equipped": "weapon"}, lambda t: t.give(0, 0, ItemPlace.EQUIPPED), True),
        ({"equipped": "any"}, lambda t: t.give(0, 0, ItemPlace.EQUIPPED), True),
        ({"equipped": "apparel"}, lambda t: t.give(0, 0, ItemPlace.EQUIPPED), False),
        ({"equipped": "weapon"}, lambda t: t.give(0, 0), False),
        ({"threat": 4}, lambda t: t.state.__setitem__("threat", 4), True),
        ({"threat": 4}, lambda t: None, False),
        ({"level": 2}, lambda t: t.state.__setitem__("level", 2), True),
        ({"level": 2}, lambda t: None, False),
        ({"monsters_on_tile": 1}, lambda t: None, True),
        ({"monsters_on_tile": 2}, lambda t: t.monster(8, 15, 5), False),
        ({"monsters": 2}, lambda t: t.monster(8, 15, 5), True),
        ({"monsters": 2}, lambda t: None, False),
        ({"explorer_count": 2}, lambda t: t.off_map(1, Where.OUT), True),
        ({"explorer_count": 3}, lambda t: None, False),
        ({"unlit_chapter": True}, lambda t: t.space(0, 0, Space.CHAPTER), True),
        ({"unlit_chapter": True}, lambda t: t.space(0, 0, Space.CHAPTER, Token.LIGHT), False),
        ({"unlit_chapter": True}, lambda t: t.space(15, 0, Space.CHAPTER), False),
        ({"round": 3}, lambda t: t.state.__setitem__("round", 3), True),
        ({"round": 3}, lambda t: None, False),
    ],
)  # fmt: skip
def test_conditions_on_the_table_and_on_the_acting_unit(
    t: Table, condition: dict[str, Any], change: Any, met: bool
) -> None:
    t.card("treasures", 0, type=ItemType.WEAPON)
    change(t)
    t.e(0)["stamina"] = 1
    t.resolve([{"if": {**condition, "then": [{"restore_stamina": {"amount": 1, "who": "self"}}],
                       "otherwise": [{"restore_stamina": {"amount": 3, "who": "self"}}]}}], unit=0)  # fmt: skip
    assert t.e(0)["stamina"] == (2 if met else 4)


@pytest.mark.rule("MAC-EFF-08")
@pytest.mark.parametrize(
    ("condition", "target", "met"),
    [
        ({"adjacent": True}, unit(M), True),
        ({"adjacent": True}, 1, False),
        ({"target_is_explorer": True}, 1, True),
        ({"target_is_explorer": True}, unit(M), False),
        ({"essence": 1}, 1, True),
        ({"wounded": True}, unit(M), True),
        ({"health_at_most": 1}, unit(M), True),
        ({"health_at_most": 1}, 1, False),
        ({"essence": 1}, unit(M), False),
        ({"equipped": "any"}, unit(M), False),
    ],
)  # fmt: skip
def test_conditions_on_the_target(t: Table, condition: dict[str, Any], target: int, met: bool) -> None:
    t.e(1)["essence"] = 1
    t.m(M)["health"] = 1
    t.resolve([{"if": {**condition, "then": [gain(1)], "otherwise": [gain(3)]}}], unit=0, target=target)
    assert t.e(0)["essence"] == (1 if met else 3)


@pytest.mark.rule("MAC-EFF-08")
@pytest.mark.parametrize(("face", "health", "essence"), [(3, 2, 1), (0, 2, 3), (3, 1, 5)])
def test_conditions_on_the_last_attack(t: Table, face: int, health: int, essence: int) -> None:
    t.m(M)["health"] = health
    t.high(face)
    t.resolve([{"attack": {"high": 1}}, {"if": {"hit": True, "then": [gain(1)], "otherwise": [gain(3)]}},
               {"if": {"killed": True, "then": [gain(4)]}}], unit=0, target=unit(M))  # fmt: skip
    assert t.e(0)["essence"] == essence


@pytest.mark.rule("MAC-EVT-09", "MAC-HOR-06")
def test_options_and_refusals_are_asked_of_the_deciding_seat(t: Table) -> None:
    effects = [{"choose": [[gain(1)], [gain(2)], [gain(3)]]}, {"may": [gain(5)]}, gain(1)]
    t.resolve(effects, unit=0, seat=1)
    assert t.asked == (1, Choice.CARD_OPTION)
    assert t.legal == {"option_0", "option_1", "option_2"}
    t.play("option_1")
    assert t.asked == (1, Choice.MAY)
    t.play("no")
    assert t.e(0)["essence"] == 3
    t.e(0)["essence"] = 0
    t.resolve(effects, unit=0, seat=1).play("option_2", "yes")
    assert t.e(0)["essence"] == 9


@pytest.mark.rule("MAC-EFF-06", "MAC-EFF-14")
def test_loops_nest(t: Table) -> None:
    t.resolve([{"each": {"who": "all_explorers", "do": [{"repeat": {"times": 2, "do": [gain(1, "target")]}},
                                                        {"if": {"essence": 2, "then": [gain(1, "target")]}}]}},
               gain(1)], unit=0)  # fmt: skip
    assert [t.e(0)["essence"], t.e(1)["essence"]] == [4, 3]


@pytest.mark.rule("MAC-HOR-06")
def test_in_a_horror_event_each_explorer_decides_its_own_part(t: Table) -> None:
    t.resolve([{"each": {"who": "all_explorers", "do": [{"may": [gain(1, "target")]}]}}], unit=-1, seat=0)
    assert t.asked == (0, Choice.MAY)
    t.play("no")
    assert t.asked == (1, Choice.MAY)
    t.play("yes")
    assert [t.e(0)["essence"], t.e(1)["essence"]] == [0, 1]


@pytest.mark.rule("MAC-EVT-09")
def test_in_an_explorer_event_the_activating_explorer_decides_for_all(t: Table) -> None:
    t.resolve([{"each": {"who": "all_explorers", "do": [{"may": [gain(1, "target")]}]}}], unit=1, seat=1)
    assert t.asked == (1, Choice.MAY)
    t.play("no")
    assert t.asked == (1, Choice.MAY)


# -- selectors


@pytest.mark.rule("MAC-GEN-08", "MAC-GEN-09", "MAC-EFF-14")
@pytest.mark.parametrize(
    ("who", "expected"),
    [
        ("target", {1}),
        ("self", {0}),
        ("all_explorers", {0, 1, 2}),
        ("tile_explorers", {0, 1}),
        ("adjacent_explorers", {1}),
        ("other_explorers", {1}),
        ("nearest_explorer", {1}),
    ],
)
def test_explorers_of_selectors(who: str, expected: set[int]) -> None:
    t = Table(seats=4, tiles=(0, 1))
    for seat, (x, y) in enumerate([(9, 4), (8, 5), (10, 4)]):
        t.explorer(seat, x, y)
    t.off_map(3, Where.EXITED)
    t.resolve([gain(1, who)], unit=0, target=1)
    assert {s for s in range(4) if t.e(s)["essence"]} == expected


@pytest.mark.rule("MAC-GEN-09", "MAC-EFF-14")
@pytest.mark.parametrize(
    ("who", "expected"),
    [
        ("all_monsters", {1, 2, 3}),
        ("tile_monsters", {1, 2}),
        ("adjacent_monsters", {1}),
        ("adjacent_units", {1}),
        ("nearest_monster", {1}),
        ("other_monsters", {1, 2}),
    ],
)
def test_monsters_of_selectors(who: str, expected: set[int]) -> None:
    t = Table(seats=1, tiles=(0, 1))
    t.explorer(0, 9, 4)
    for card, (x, y) in ((1, (8, 4)), (2, (5, 4)), (3, (10, 4))):
        t.monster(card, x, y)
    t.resolve([{"lose_stamina": {"amount": 1, "who": who}}], unit=0)
    assert {c for c in (1, 2, 3) if t.m(c)["stamina"] == 4} == expected


@pytest.mark.rule("MAC-TGT-09", "MAC-TAR-07")
def test_units_in_sight_within_a_range(t: Table) -> None:
    t.monster(8, 4, 7)
    t.monster(9, 1, 1)
    t.monster(10, 4, 1)
    t.border(4, 4, "north")
    t.resolve([{"each": {"who": "sight_monsters", "range": 3, "do": [{"lose_stamina": 1}]}}], unit=0)
    assert {c for c in (M, 8, 9, 10) if t.m(c)["stamina"] == 4} == {M, 8, 9}


@pytest.mark.rule("MAC-EVT-09", "MAC-HOR-06")
def test_a_unit_of_choice_is_chosen_on_the_tile_of_the_acting_unit(t: Table) -> None:
    t.monster(8, 1, 1)
    t.monster(9, 15, 5)
    t.resolve([{"lose_stamina": {"amount": 1, "who": "chosen_monster"}}], unit=0, seat=1)
    assert t.asked == (1, Choice.CHOSEN_UNIT)
    assert t.legal == {"monster_3", "monster_8"}
    t.play("monster_8")
    assert t.m(8)["stamina"] == 4
    t.resolve([{"lose_stamina": {"amount": 1, "who": "chosen_monster"}}], unit=-1, seat=0)
    assert t.legal == {"monster_3", "monster_8", "monster_9"}, "without an acting unit on any tile"


@pytest.mark.rule("MAC-TGT-04", "MAC-TGT-03", "MAC-GEN-12")
def test_among_equally_near_explorers_a_monster_s_effect_takes_the_weakest(t: Table) -> None:
    t.e(1)["health"] = 3
    t.e(0)["essence"] = t.e(1)["essence"] = 2
    t.resolve([{"lose_essence": {"amount": 1, "who": "nearest_explorer"}}], unit=unit(M))
    assert [t.e(0)["essence"], t.e(1)["essence"]] == [2, 1]


# -- lasting effects


@pytest.mark.rule("MAC-EFF-02", "MAC-EFF-05", "MAC-ATK-03")
def test_a_lasting_effect_ends_at_the_next_turn_of_the_unit_that_played_it(t: Table) -> None:
    t.resolve([{"lasting": {"armor": 2, "who": "target"}}], unit=0, target=1)
    assert t.state["n_lasting"] == 1
    t.turn(1).play("end_turn")
    assert t.state["n_lasting"] == 1, "not at the target's turn"
    t.high(2)
    t.resolve([{"attack": {"high": 1}}], unit=unit(M), target=1)
    assert t.result & 1 == 0
    t.turn(0)
    assert t.state["n_lasting"] == 0
    t.high(2)
    t.resolve([{"attack": {"high": 1}}], unit=unit(M), target=1)
    assert t.result & 1


@pytest.mark.rule("MAC-EFF-03", "MAC-EFF-04", "MAC-NRM-03")
@pytest.mark.parametrize(("stack", "copies"), [({"stack": 2}, 2), ({}, 3)])
def test_copies_stack_up_to_the_printed_number_per_target(t: Table, stack: dict[str, int], copies: int) -> None:
    first, end = t.effects([{"lasting": {"armor": 1, "who": "target", **stack}}])
    for _ in range(3):
        t.call(Proc.RESOLVE, first, end, 0, 1, e=-1, f=-1, g=-1)
    assert t.state["n_lasting"] == copies
    t.call(Proc.RESOLVE, first, end, 0, 0, e=-1, f=-1, g=-1)
    assert t.state["n_lasting"] == copies + 1, "counted for each target"


@pytest.mark.rule("MAC-EFF-04")
def test_different_effects_stack(t: Table) -> None:
    for _ in range(2):
        t.resolve([{"lasting": {"armor": 1, "who": "target", "stack": 1}}], unit=0, target=1)
    assert t.state["n_lasting"] == 2, "two cards with the same words are two effects"


@pytest.mark.rule("MAC-EFF-05")
def test_effects_of_a_destroyed_monster_last_until_the_next_monster_action(t: Table) -> None:
    t.resolve([{"lasting": {"armor": -1, "who": "target"}}], unit=unit(M), target=0)
    t.m(M)["health"] = 1
    t.high(3)
    t.resolve([{"attack": {"high": 1}}], unit=0, target=unit(M))
    t.call(Proc.ROUND).play("explorer_0", "end_turn")
    assert t.asked == (1, Choice.TURN)
    assert t.state["n_lasting"] == 1, "still in the Explorer phase"
    t.rolls(1)
    t.play("end_turn")
    assert t.done
    assert t.state["n_lasting"] == 0


@pytest.mark.rule("MAC-EFF-05")
def test_effects_of_an_exited_explorer_last_until_the_next_explorer_phase(t: Table) -> None:
    t.resolve([{"lasting": {"armor": -1, "who": "target"}}], unit=1, target=unit(M))
    t.off_map(1, Where.EXITED)
    t.monster(M, 0, 0)
    t.turn(0).play("end_turn")
    assert t.state["n_lasting"] == 1
    t.call(Proc.ROUND)
    assert t.state["n_lasting"] == 0


@pytest.mark.rule("MAC-EFF-05", "MAC-DTH-01")
def test_effects_on_a_destroyed_unit_are_gone(t: Table) -> None:
    t.resolve([{"lasting": {"armor": -1, "who": "target"}}], unit=0, target=unit(M))
    t.resolve([{"destroy_monster": {"who": "target"}}], unit=0, target=unit(M))
    assert t.state["n_lasting"] == 0


@pytest.mark.rule("MAC-EFF-05")
def test_effects_without_an_acting_unit_are_kept_under_no_unit(t: Table) -> None:
    t.resolve([{"lasting": {"armor": -1, "who": "all_explorers"}}], unit=-1)
    assert t.state["n_lasting"] == 2
    assert set(t.state["lasting"]["source"][:2]) == {MAX_UNITS}
    t.turn(0)
    assert t.state["n_lasting"] == 2


# -- each kind of effect


@pytest.mark.rule("MAC-EFF-14", "MAC-DTH-04")
def test_banish_and_destroy(t: Table) -> None:
    t.state["active"] = 0
    t.monster(8, 8, 8)
    t.resolve([{"banish": {"who": "target"}}], unit=0, target=unit(M))
    assert t.pile("monster_destroyed") == [M]
    assert t.e(0)["essence"] == 0
    t.resolve([{"destroy_monster": {"who": "target"}}], unit=0, target=unit(8))
    assert t.pile("monster_destroyed") == [8, M]
    assert t.e(0)["essence"] == 1


@pytest.mark.rule("MAC-EFF-14", "MAC-THR-01", "MAC-THR-11", "MAC-THR-10")
def test_threat_rises_and_falls(t: Table) -> None:
    t.resolve([{"threat": 3}], unit=0)
    assert t.state["threat"] == 4
    t.resolve([{"threat": -2}], unit=0)
    assert t.state["threat"] == 2
    t.resolve([{"threat": -5}], unit=0)
    assert t.state["threat"] == 1


@pytest.mark.rule("MAC-EFF-14", "MAC-GEN-10", "MAC-GEN-18")
def test_destroying_a_space_puts_an_explored_token_on_the_nearest_unexplored_one(t: Table) -> None:
    t.space(3, 4, Space.TREASURE, Token.EXPLORED)
    t.space(4, 6, Space.TREASURE)
    t.space(6, 6, Space.TREASURE)
    t.space(0, 0, Space.TREASURE)
    t.resolve([{"destroy_space": {"kind": "treasure", "who": "self"}}], unit=0)
    assert t.asked == (0, Choice.SPACE_TIE)
    assert t.legal == {"cell_4_6", "cell_6_6"}
    t.play("cell_6_6")
    assert t.state["token"][cell(6, 6)] == Token.EXPLORED
    assert t.state["token"][cell(4, 6)] == Token.NONE


@pytest.mark.rule("MAC-EFF-14", "MAC-GEN-19")
def test_refreshing_a_space_removes_its_explored_token(t: Table) -> None:
    t.space(3, 4, Space.TREASURE)
    t.space(0, 0, Space.TREASURE, Token.EXPLORED)
    t.resolve([{"refresh_space": {"kind": "treasure", "who": "self"}}], unit=0)
    assert t.state["token"][cell(0, 0)] == Token.NONE
    t.resolve([{"refresh_space": {"kind": "treasure", "who": "self"}}], unit=0)
    assert t.done, "nothing is left to refresh"


@pytest.mark.rule("MAC-GEN-12")
def test_for_a_monster_the_activating_explorer_settles_the_tie(t: Table) -> None:
    t.space(5, 6, Space.TREASURE)
    t.space(7, 4, Space.TREASURE)
    t.resolve([{"destroy_space": {"kind": "treasure", "who": "target"}}], unit=1, target=unit(M))
    assert t.asked == (1, Choice.SPACE_TIE)


@pytest.mark.rule("MAC-EFF-14", "MAC-SPW-20", "MAC-SPW-08")
def test_summoning(t: Table) -> None:
    t.space(9, 9, Space.SPAWN)
    t.deck("monster_deck", 7, 8, 9)
    t.resolve([{"summon": {"number": 2, "who": "self"}}], unit=0)
    assert t.on_map(unit(7))
    assert t.at(unit(7)) == (9, 9)
    t.play(sorted(t.legal)[0])
    assert t.done
    assert t.on_map(unit(8))
    assert t.m(9)["place"] == MonsterPlace.DECK


@pytest.mark.rule("MAC-EFF-14", "MAC-TRS-04", "MAC-TRS-01")
def test_gaining_treasure_is_for_the_acting_explorer(t: Table) -> None:
    t.deck("treasure_deck", 1, 2, 3)
    t.resolve(["gain_treasure"], unit=1, target=0)
    assert t.asked == (1, Choice.TREASURE_TAKE)
    assert t.e(1)["essence"] == 0


@pytest.mark.rule("MAC-EFF-14", "MAC-TRS-01")
def test_in_a_loop_it_is_for_each_explorer(t: Table) -> None:
    t.deck("treasure_deck", 1, 2, 3, 4)
    t.resolve([{"each": {"who": "all_explorers", "do": ["gain_treasure"]}}], unit=1)
    assert t.asked == (0, Choice.TREASURE_TAKE)
    t.play("item_1", "destroy_card")
    assert t.asked == (1, Choice.TREASURE_TAKE)


@pytest.mark.rule("MAC-EFF-14", "MAC-TRS-08", "MAC-THR-08")
@pytest.mark.parametrize(
    ("effect", "place"),
    [("destroy_item", ItemPlace.DESTROYED), ("unequip_item", ItemPlace.INVENTORY), ("drop_item", ItemPlace.DESTROYED)],
)
def test_items_are_given_up_by_their_owner_s_choice(t: Table, effect: str, place: ItemPlace) -> None:
    t.give(1, 0, ItemPlace.EQUIPPED)
    t.give(1, 1, ItemPlace.EQUIPPED)
    t.give(1, 2)
    t.resolve([{effect: {"number": 1, "equipped": True}}], unit=unit(M), target=1)
    assert t.asked == (1, Choice.GIVE_UP)
    assert t.legal == {"item_0", "item_1"}
    t.play("item_1")
    assert t.state["items"]["place"][1] == place
    assert t.result & 4
    t.resolve([{effect: {"number": 2}}], unit=unit(M), target=0)
    assert t.done
    assert t.result == 0, "no item fits"


@pytest.mark.rule("MAC-EFF-14", "MAC-CSP-09", "MAC-CSP-10", "MAC-CSP-12")
def test_lighting_a_chapter_space(t: Table) -> None:
    t.space(9, 9, Space.CHAPTER)
    t.space(12, 2, Space.CHAPTER)
    t.resolve(["light_chapter"], unit=0)
    assert t.state["token"][cell(9, 9)] == Token.LIGHT
    assert t.state["token"][cell(12, 2)] == Token.NONE


@pytest.mark.rule("MAC-EFF-14", "MAC-CHP-12", "MAC-GEN-15")
def test_adding_a_treasure_level_leaves_destroyed_cards_out(t: Table) -> None:
    t.deck("treasure_deck", 1, 2)
    t.tables["treasures"]["level"][30:] = 2
    t.state["items"]["place"][31] = ItemPlace.DESTROYED
    t.state["items"]["place"][5] = ItemPlace.DESTROYED
    t.resolve([{"add_treasure": {"level": 2}}], unit=0, kind="chapter")
    assert set(t.pile("treasure_deck")) == {1, 2, 30} | set(range(32, 40))
    assert t.state["treasure_level"] == 2
    assert t.state["items"]["place"][30] == ItemPlace.DECK


@pytest.mark.rule("MAC-EFF-14", "MAC-GEN-16", "MAC-EVT-06")
def test_a_reshuffle_takes_the_destroyed_events_in(t: Table) -> None:
    t.deck("horror_deck", 1)
    t.deck("horror_destroyed", 2, 3)
    t.deck("explorer_destroyed", 4)
    t.resolve([{"reshuffle": "horror_events"}], unit=0)
    assert sorted(t.pile("horror_deck")) == [1, 2, 3]
    assert t.pile("horror_destroyed") == []
    assert t.pile("explorer_destroyed") == [4]
    t.resolve([{"reshuffle": "explorer_events"}], unit=0)
    assert t.pile("explorer_deck") == [4]


@pytest.mark.rule("MAC-EFF-14")
def test_the_inventory_may_be_used_freely(t: Table) -> None:
    t.give(0, 0)
    t.card("treasures", 0, type=ItemType.WEAPON)
    t.resolve([{"inventory": {"who": "self"}}], unit=0)
    assert t.asked == (0, Choice.INVENTORY)
    assert t.e(0)["stamina"] == 6


@pytest.mark.rule("MAC-EFF-14", "MAC-END-05", "MAC-END-06", "MAC-RND-08")
@pytest.mark.parametrize(("effect", "reason"), [("win", Reason.ENDGAME_WON), ("lose", Reason.ENDGAME_LOST)])
def test_winning_and_losing_end_the_game_at_once(t: Table, effect: str, reason: Reason) -> None:
    t.resolve([{"roll": {"at_least": 1, "then": [effect]}}, gain(1)], unit=0)
    assert t.state["core"]["over"] == 1
    assert t.state["core"]["outcome"] == reason
    assert t.e(0)["essence"] == 0


@pytest.mark.rule("MAC-EFF-14", "MAC-END-04")
def test_counters_of_cards(t: Table) -> None:
    names = {"counter": ("doom",)}
    effects = [
        {"count": {"counter": "doom", "by": 2}},
        {"if": {"counter": {"name": "doom", "at_least": 4}, "then": [gain(1)]}},
    ]
    t.resolve(effects, unit=0, names=names)
    assert (t.state["counters"][0], t.e(0)["essence"]) == (2, 0)
    t.resolve(effects, unit=0, names=names)
    assert (t.state["counters"][0], t.e(0)["essence"]) == (4, 1)


@pytest.mark.rule("MAC-EFF-14")
@pytest.mark.parametrize(("by", "end"), [(9, 20), (-9, -9)])
def test_a_counter_stops_where_conditions_end(t: Table, by: int, end: int) -> None:
    for _ in range(3):
        t.resolve([{"count": {"counter": "doom", "by": by}}], unit=0, names={"counter": ("doom",)})
    assert t.state["counters"][0] == end


@pytest.mark.rule("MAC-EXI-04", "MAC-THR-09")
def test_effects_on_exited_explorers_are_ignored(t: Table) -> None:
    t.off_map(1, Where.EXITED)
    t.resolve([gain(1, "all_explorers"), gain(1, "target"), {"lose_health": 1}], unit=0, target=1)
    assert t.done
    assert (t.e(0)["essence"], t.e(1)["essence"], t.e(1)["health"]) == (1, 0, 5)


@pytest.mark.rule("MAC-BAS-19")
def test_effects_reach_explorers_at_the_base(t: Table) -> None:
    t.off_map(1, Where.BASE)
    t.resolve([gain(1, "all_explorers")], unit=0)
    assert t.e(1)["essence"] == 1


@pytest.mark.rule("MAC-EFF-05", "MAC-EFF-02")
@pytest.mark.parametrize("where", [Where.EXITED, Where.WAITING])
def test_effects_of_an_explorer_that_left_in_this_round_hold_through_the_monster_action(t: Table, where: Where) -> None:
    t.card("treasures", 0, [{"cost": {"destroy": True}, "effects": [gain(1)]}])
    t.give(0, 0)
    t.call(Proc.ROUND)
    t.state["lasting"]["mod"][0], t.state["n_lasting"] = 0, 1
    t.state["lasting"]["target"][0], t.state["lasting"]["source"][0] = 0, 1
    t.off_map(1, where)
    t.e(1)["waits_until"] = 9
    t.play("explorer_0")
    t.rolls(1)
    t.play("end_turn")
    assert t.asked == (0, Choice.WINDOW), "in the turn of the monster"
    assert t.state["n_lasting"] == 1
    t.state["queue"]["n"] = 0
    t.call(Proc.ROUND)
    assert t.state["n_lasting"] == 0


@pytest.mark.rule("MAC-EFF-04", "MAC-EFF-03")
def test_copies_of_one_effect_by_two_explorers_count_together(t: Table) -> None:
    first, end = t.effects([{"lasting": {"armor": 1, "who": "target", "stack": 1}}])
    for seat in (0, 1):
        t.call(Proc.RESOLVE, first, end, seat, unit(M), e=-1, f=-1, g=-1)
    assert t.state["n_lasting"] == 1, "counted for each target, whoever played them"


@pytest.mark.rule("MAC-EFF-07", "MAC-TAR-03")
def test_the_second_target_is_affected_when_the_first_is_destroyed(t: Table) -> None:
    t.monster(8, 4, 5)
    t.m(M)["health"] = 1
    t.high(3, 3)
    t.resolve([{"attack": {"high": 1}}, {"attack": {"high": 1}}, {"lose_stamina": 1}], unit=0, target=unit(M),
              second=unit(8))  # fmt: skip
    assert not t.on_map(unit(8))
    assert t.state["core"]["script_n"] == 0


def take_another(t: Table) -> list[int]:
    """Answer all that is asked after the death of an explorer; the seats that were offered treasures."""
    offered = []
    while not t.done:
        if t.asked[1] == Choice.TREASURE_TAKE:
            offered.append(t.asked[0])
        t.play("done" if "done" in t.legal else min(t.legal))
    return offered


@pytest.mark.rule("MAC-EFF-07", "MAC-BAS-20")
@pytest.mark.parametrize(("who", "acting", "target"), [("target", 0, 1), ("self", 1, -1)])
def test_another_explorer_at_the_base_does_not_stand_for_the_destroyed_one(
    t: Table, who: str, acting: int, target: int
) -> None:
    t.off_map(1, Where.BASE)
    t.e(1)["health"] = 1
    t.deck("treasure_deck", 3, 4, 5)
    card, threat = int(t.e(1)["card"]), int(t.state["threat"])
    later = [{"lose_stamina": {"amount": 2, "who": who}}, {"lasting": {"armor": -1, "who": who}}]
    happens = {"if": {"health_at_most": 9, "then": [{"threat": 3}]}}  # of the target, else of the acting unit
    own = ["gain_treasure"] if who == "self" else []
    t.resolve([{"lose_health": {"amount": 1, "who": who}}, *later, happens, *own, {"threat": 1}], unit=acting,
              target=target)  # fmt: skip
    assert take_another(t) == []
    assert int(t.e(1)["card"]) != card
    assert t.e(1)["where"] == Where.BASE
    assert t.e(1)["stamina"] == t.tables["explorers"][int(t.e(1)["card"])]["stamina"]
    assert t.state["n_lasting"] == 0
    assert t.state["threat"] == threat + 1, "what is not about it happens, what hangs on it does not"


@pytest.mark.rule("MAC-EFF-07")
def test_a_condition_on_the_destroyed_target_is_not_asked_of_the_acting_unit(t: Table) -> None:
    t.e(0)["health"] = 1
    t.e(1)["health"] = 1
    t.resolve([{"lose_health": 1}, {"if": {"health_at_most": 9, "then": [gain(3)]}}, gain(1)], unit=0, target=1)
    take_another(t)
    assert t.e(0)["essence"] == 1


@pytest.mark.rule("MAC-EFF-07", "MAC-HOR-06")
def test_the_share_of_a_destroyed_explorer_in_each_goes_to_nobody(t: Table) -> None:
    t.e(0)["health"] = 1
    t.deck("treasure_deck", 3, 4, 5)
    t.resolve([{"each": {"who": "all_explorers", "do": [{"lose_health": 1}, "gain_treasure"]}}], unit=1)
    assert take_another(t) == [1]
    assert t.e(0)["where"] == Where.WAITING
