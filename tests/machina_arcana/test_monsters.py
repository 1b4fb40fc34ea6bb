"""Monster action: the queue, abilities, controlled monsters and the Puppeteer's turn (MON, SPE, PUP)."""

from __future__ import annotations

import pytest

from envs.machina_arcana.state import MAX_EXPLORERS, Border, Choice, Interrupt, MonsterPlace, Phase, Proc, Space
from tests.machina_arcana.den import CLAWS, FREE, act, den, hurt, place, watch
from tests.machina_arcana.table import Table

SHOT = {"cost": {"stamina": 2}, "target": {"range": 9}, "effects": [{"attack": {"high": 1}}]}
TIRE = {"cost": {"stamina": 2}, "target": "melee", "effects": [{"lose_stamina": 1}]}
DRAIN = {"cost": {"stamina": 1}, "target": "melee", "effects": [{"lose_essence": 1}]}
HARDEN = {"cost": {"stamina": 1}, "target": "self", "effects": [{"lasting": {"armor": 1, "stack": 9}}]}
CONTROL = [{"lasting": {"control": True, "stack": 1}}]


def phase(t):
    return t.call(Proc.MONSTER_PHASE)


# -- the queue -------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-MON-01")
def test_monsters_act_in_the_order_of_the_queue():
    for first, second in (("a", "b"), ("b", "a")):
        t = den("a..0", "b.##")
        t.state["queue"]["cards"][:2] = [ord(first) - 97, ord(second) - 97]
        t.tables["monsters"]["stamina"][:2] = 1
        phase(t)
        # Both want (1, 0): the first one gets it.
        assert place(t, ord(first) - 97) == (1, 0)
        assert t.state["phase"] == Phase.MONSTERS


@pytest.mark.rule("MAC-MON-01")
def test_each_monster_acts_once():
    t = den("a....0...", "b........", fill=".")
    t.tables["monsters"]["stamina"][:2] = 1
    for away in (1, 2):  # in every round
        phase(t)
        assert (place(t, 0)[0], place(t, 1)[0]) == (away, away)
        assert t.state["acting"] == -1


@pytest.mark.rule("MAC-MON-13")
def test_a_summoned_monster_acts_in_the_same_phase():
    t = den("a.....", "......", ".S...0", fill=".")
    t.card("monsters", 0, [{"cost": {"stamina": 1}, "effects": [{"summon": {"number": 1, "who": "self"}}]}], stamina=1)
    t.tables["monsters"]["stamina"][7] = 2
    t.deck("monster_deck", 7)
    t.m(7)["acted"] = 1  # it had its turn this round, and was destroyed
    phase(t)
    assert t.pile("queue") == [7, 0]
    assert place(t, 7) == (3, 2)


@pytest.mark.rule("MAC-MON-14")
def test_a_monster_that_is_destroyed_leaves_the_queue_and_its_turn_ends():
    shot = {"cost": {"destroy": True}, "target": {"range": 9}, "who": "monsters", "effects": ["destroy_monster"]}
    t = den("a...0", ".....", "b....", fill=".")
    t.card("treasures", FREE, [shot])
    t.give(0, FREE)
    phase(t)
    assert (t.asked, place(t)) == ((0, Choice.WINDOW), (0, 0))
    t.play("pass")
    t.play(f"item_{FREE}", "monster_0")
    assert (t.m(0)["place"], t.pile("queue")) == (MonsterPlace.DESTROYED, [1])
    assert place(t) == (1, 0)  # its last space
    assert (t.done, place(t, 1)) == (True, (3, 0))


@pytest.mark.rule("MAC-MON-14")
def test_a_monster_that_dies_before_its_turn_does_not_act():
    shot = {"cost": {"destroy": True}, "target": {"range": 9}, "who": "monsters", "effects": ["destroy_monster"]}
    t = den("a...0", ".....", "b....", fill=".")
    t.card("treasures", FREE, [shot])
    t.give(0, FREE)
    phase(t)
    t.play(f"item_{FREE}", "monster_1")
    assert (t.done, place(t, 1)) == (True, (0, 2))


@pytest.mark.rule("MAC-MON-15", "MAC-MON-14", "MAC-MAP-12")
def test_monsters_of_a_tile_that_left_play_act_no_more():
    t = Table(tiles=(0, 1, 3))
    t.explorer(0, 19, 14)
    t.monster(0, 2, 2)
    t.monster(1, 12, 12)
    t.deck("tile_deck", 8)
    t.turn(0).play("explore_east", "end_turn")
    assert (t.pile("queue"), t.pile("monster_destroyed")) == ([1], [0])
    before = place(t)
    phase(t)
    assert (t.done, place(t), int(t.m(0)["acted"])) == (True, before, 0)


@pytest.mark.rule("MAC-MON-08")
def test_a_turn_without_ties_asks_nobody_and_rolls_only_the_dice_of_its_attacks():
    t = den("a...0", ".....", ties="ask")
    t.card("monsters", 0, [CLAWS])
    t.high(3)
    act(t)
    assert (t.done, int(t.state["core"]["script_n"]), hurt(t)) == (True, 0, [1])


# -- stamina and effects at the start of its turn --------------------------------------------------------------


@pytest.mark.rule("MAC-MON-10")
def test_its_stamina_is_its_cards_and_what_is_left_is_lost():
    t = den("a0")
    t.card("monsters", 0, [CLAWS], stamina=5)
    t.m(0)["stamina"] = 9
    t.high(0, 0)
    act(t)
    assert (int(t.m(0)["stamina"]), int(t.state["core"]["script_n"]), hurt(t)) == (0, 0, [0])


@pytest.mark.rule("MAC-EFF-05")
def test_its_lasting_effects_end_at_the_start_of_its_turn():
    t = den("a0", "b.")
    t.resolve([{"lasting": {"armor": -1, "stack": 9}}], unit=MAX_EXPLORERS, target=0)
    t.resolve([{"lasting": {"armor": -1, "stack": 9}}], unit=MAX_EXPLORERS + 1, target=0)
    act(t, 0)
    assert t.state["n_lasting"] == 1
    act(t, 1)
    assert t.state["n_lasting"] == 0


# -- abilities -------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-MON-02")
def test_an_ability_goes_before_movement():
    t = den("a...0")
    t.card("monsters", 0, [SHOT], stamina=5)
    t.high(3, 3)
    act(t)
    assert (hurt(t), place(t)) == ([2], (1, 0))  # the fifth stamina is for a step


@pytest.mark.rule("MAC-MON-03", "MAC-MON-11")
def test_abilities_are_tried_in_printed_order_from_the_first_each_time():
    for abilities, stamina, essence in (([TIRE, DRAIN], 4, 4), ([DRAIN, TIRE], 6, 0)):
        t = den("a0")
        t.e(0)["essence"] = 5
        t.card("monsters", 0, abilities, stamina=5)
        act(t)
        assert (int(t.e(0)["stamina"]), int(t.e(0)["essence"])) == (stamina, essence)


@pytest.mark.rule("MAC-MON-04", "MAC-MON-11")
def test_abilities_target_explorers_only():
    t = den("ab..0", "#####")
    t.card("monsters", 0, [CLAWS], stamina=5)
    act(t)
    assert t.m(1)["health"] == 2


@pytest.mark.rule("MAC-MON-06")
def test_it_tries_its_abilities_after_every_space():
    t = den("a.......0", "#########")
    t.card("monsters", 0, [SHOT | {"target": {"range": 5}}], stamina=5)
    t.high(3)
    assert watch(t) == [(0, 0), (1, 0), (2, 0), (3, 0), (3, 0)]
    assert hurt(t) == [1]


@pytest.mark.rule("MAC-MON-11")
def test_an_area_attack_needs_an_explorer_in_its_area():
    blast = {"cost": {"stamina": 2}, "effects": [{"attack": {"high": 1, "who": "adjacent_units"}}]}
    t = den("ba..0", "#####")
    t.card("monsters", 0, [blast], stamina=4)
    t.high(3)
    act(t)
    # Not on b alone, so it walks to the explorer first.
    assert (place(t), int(t.m(1)["health"]), hurt(t)) == ((3, 0), 2, [1])


@pytest.mark.rule("MAC-MON-11", "MAC-MON-17", "MAC-ABL-15")
def test_a_condition_inside_the_text_does_not_keep_it_from_being_played():
    t = den("a0")
    bleed = {"if": {"wounded": True, "then": [{"lose_health": 1}]}}
    t.card("monsters", 0, [{"cost": {"stamina": 1}, "target": "melee", "effects": [bleed]}, CLAWS], stamina=5)
    t.high(0, 0)
    act(t)
    # Played once for 1 stamina without effect, not again on that target; then two attacks.
    assert (hurt(t), int(t.state["core"]["script_n"])) == ([0], 0)


@pytest.mark.rule("MAC-MON-12")
def test_an_ability_without_cost_is_played_once_in_a_turn():
    t = den("a0")
    t.e(0)["essence"] = 9
    t.card("monsters", 0, [DRAIN | {"cost": {"stamina": 0}}], stamina=5)
    act(t)
    assert t.e(0)["essence"] == 8
    act(t)
    assert t.e(0)["essence"] == 7


@pytest.mark.rule("MAC-MON-16")
def test_without_a_targetable_explorer_it_stays_but_helps_itself():
    t = den("a...0")
    t.card("explorers", 0, [{"passive": [{"ethereal": True}]}])
    t.card("monsters", 0, [SHOT, HARDEN], stamina=5)
    act(t)
    assert (place(t), hurt(t), int(t.state["n_lasting"])) == ((0, 0), [0], 1)
    t.off_map(0, 2)
    act(t)
    assert (place(t), int(t.state["n_lasting"])) == ((0, 0), 1)


@pytest.mark.rule("MAC-MON-17")
def test_an_ability_that_helps_no_attack_is_played_once():
    t = den("a0")
    t.card("monsters", 0, [HARDEN, CLAWS], stamina=5)
    t.high(0, 0)
    act(t)
    assert (int(t.state["n_lasting"]), int(t.state["core"]["script_n"])) == (1, 0)


@pytest.mark.rule("MAC-EX-30", "MAC-MON-11", "MAC-MON-17", "MAC-PSH-11")
def test_a_pull_that_moves_nobody_is_not_repeated():
    t = den("0a")
    pull = {"cost": {"stamina": 1}, "target": {"range": 3}, "effects": [{"pull": 2}]}
    t.card("monsters", 0, [pull, CLAWS], stamina=5)
    t.high(3, 3)
    act(t)
    assert (hurt(t), place(t), t.at(0)) == ([2], (1, 0), (0, 0))
    assert t.state["core"]["script_n"] == 0


@pytest.mark.rule("MAC-MON-17")
def test_what_changed_nothing_on_one_explorer_may_be_played_on_another():
    t = den("0a..1", "#####")
    t.card("monsters", 0, [{"cost": {"stamina": 1}, "target": {"range": 5}, "effects": [{"pull": 2}]}], stamina=2)
    act(t)
    assert (t.at(0), t.at(1)) == ((0, 0), (2, 0))


@pytest.mark.rule("MAC-MON-17")
@pytest.mark.parametrize("seats", [(0, 1), (1, 2), (2, 3), (3, 0)])
def test_it_is_remembered_for_each_explorer_and_ability(seats):
    t = den(f"{seats[0]}a{seats[1]}", seats=4)
    pull = {"cost": {"stamina": 1}, "target": {"range": 3}, "effects": [{"pull": 2}]}
    push = {"cost": {"stamina": 1}, "target": "melee", "effects": [{"push": 1}]}  # into rubble
    t.card("monsters", 0, [CLAWS | {"cost": {"stamina": 9}}, pull, push, CLAWS], stamina=8)
    t.e(seats[1])["health"] = 2
    t.high(3, 3)
    act(t)
    # One pull and one push on each, then the claws twice.
    assert [hurt(t)[s] for s in seats] == [0, 5]
    assert t.state["core"]["script_n"] == 0


@pytest.mark.rule("MAC-MON-17")
def test_an_attack_that_misses_is_a_change():
    t = den("a0")
    t.card("monsters", 0, [CLAWS], stamina=4)
    t.high(0, 3)
    act(t)
    assert hurt(t) == [1]


@pytest.mark.rule("MAC-MON-17")
def test_a_roll_that_leads_to_no_effect_is_no_change():
    t = den("a0")
    gamble = {"roll": {"at_least": 6, "then": [{"attack": {"high": 1}}]}}
    t.card("monsters", 0, [{"cost": {"stamina": 1}, "target": "melee", "effects": [gamble]}], stamina=5)
    t.rolls(5, 9)
    act(t)
    assert t.state["core"]["script_n"] == 1


@pytest.mark.rule("MAC-MON-17", "MAC-EFF-03")
@pytest.mark.parametrize(("stack", "copies"), [({"stack": 2}, 2), ({}, 1)])
def test_a_lasting_effect_is_repeated_up_to_its_number(stack, copies):
    t = den("a0")
    weaken = {"lasting": {"armor": -1, **stack}}
    t.card("monsters", 0, [{"cost": {"stamina": 1}, "target": "melee", "effects": [weaken]}], stamina=5)
    act(t)
    assert t.state["n_lasting"] == copies


@pytest.mark.rule("MAC-MON-17")
def test_the_limits_are_those_of_one_turn():
    t = den("a0")
    t.card("monsters", 0, [HARDEN], stamina=1)
    act(t)
    act(t)  # the first copy ends at the start of the second turn
    assert t.state["n_lasting"] == 1


@pytest.mark.rule("MAC-MON-07")
def test_its_turn_ends_when_it_is_blocked_and_cannot_sidestep():
    t = den("ab.0", "####")
    act(t)
    assert (place(t), t.done) == ((0, 0), True)


@pytest.mark.rule("MAC-MON-09", "MAC-TRP-11", "MAC-BRL-09", "MAC-ITM-20", "MAC-EXP-15")
def test_it_uses_no_space_and_attacks_no_barrel():
    t = den("a...", "...0")
    t.card("monsters", 0, [CLAWS | {"cost": {"stamina": 2}}], stamina=2)
    t.space(1, 0, Space.BARREL)
    t.space(0, 1, Space.TRAP)
    t.space(1, 1, Space.TREASURE)
    act(t)
    assert not t.state["token"].any()


@pytest.mark.rule("MAC-ABL-12", "MAC-ABL-08", "MAC-PUP-09")
@pytest.mark.parametrize("monsters", ["rules", "agent"])
def test_windows_open_at_the_start_of_its_turn_and_after_each_action(monsters):
    t = den("a..0", "####", monsters=monsters)
    t.card("monsters", 0, [CLAWS], stamina=4)
    t.high(3)
    answers = ("move_east", "move_east", "power_0") if monsters == "agent" else ()
    assert watch(t, 0, *answers) == [(0, 0), (1, 0), (2, 0), (2, 0)]


@pytest.mark.rule("MAC-RND-08", "MAC-EXI-07")
def test_an_interrupted_round_ends_the_phase():
    t = den("a...0", "....", "b...", fill=".")
    t.state["interrupt"] = Interrupt.NEW_ROUND
    phase(t)
    assert (place(t, 0), place(t, 1)) == ((0, 0), (0, 2))


# -- controlled monsters ---------------------------------------------------------------------------------------


def controlled(*rows, abilities=(CLAWS,), stamina=5, seat=0, **options):
    """Monster 0 is controlled by an explorer."""
    t = den(*rows, **options)
    t.card("monsters", 0, list(abilities), stamina=stamina)
    t.resolve(CONTROL, unit=seat, target=MAX_EXPLORERS)
    return t


@pytest.mark.rule("MAC-SPE-08", "MAC-SPE-09")
def test_the_explorer_that_controls_it_decides_its_movement():
    t = controlled("0....", ".....", "..a..", "1....", seat=1, fill=".")
    phase(t)
    assert t.asked == (1, Choice.CONTROL)
    assert t.legal == {"end_turn", *(f"move_{d}" for d in (
        "north", "north_east", "east", "south_east", "south", "south_west", "west", "north_west"))}  # fmt: skip
    t.play("move_east", "move_east", "move_north", "move_north", "move_east")
    assert (place(t), t.done) == ((5, 0), True)


@pytest.mark.rule("MAC-SPE-08", "MAC-MON-04", "MAC-TAR-14")
def test_it_may_attack_monsters_and_explorers_and_nobody_adds_essence():
    t = controlled("ab", "0.", stamina=4)
    t.e(0)["essence"] = 5
    act(t)
    t.play("power_0")
    assert t.asked == (0, Choice.TARGET)
    assert t.legal == {"explorer_0", "monster_1"}
    t.high(2)
    t.play("monster_1")
    assert t.asked == (0, Choice.CONTROL)  # no question about essence in between
    assert (int(t.m(1)["health"]), int(t.m(0)["stamina"])) == (1, 2)


@pytest.mark.rule("MAC-SPE-09", "MAC-DTH-03")
def test_its_kills_give_no_essence():
    t = controlled("ab", "0.", stamina=2)
    t.m(1)["health"] = 1
    act(t)
    t.play("power_0")
    t.high(3)
    t.play("monster_1")
    assert (t.m(1)["place"], int(t.e(0)["essence"])) == (MonsterPlace.DESTROYED, 0)


@pytest.mark.rule("MAC-SPE-09", "MAC-MON-01")
def test_it_keeps_its_place_in_the_queue():
    t = controlled("0....", ".....", "a...b", fill=".")
    t.state["queue"]["cards"][:2] = [1, 0]
    t.tables["monsters"]["stamina"][1] = 1
    phase(t)
    assert t.asked == (0, Choice.CONTROL)
    assert place(t, 1) != (4, 2)
    t.play("end_turn")
    assert t.done


@pytest.mark.rule("MAC-SPE-09", "MAC-MON-12")
def test_its_costs_hold():
    t = controlled("a0", abilities=[CLAWS | {"cost": {"stamina": 6}}, DRAIN | {"cost": {"stamina": 0}}])
    t.e(0)["essence"] = 5
    act(t)
    assert {a for a in t.legal if "power" in a} == {"power_1"}
    t.play("power_1")
    assert t.e(0)["essence"] == 4
    assert t.asked is None  # nothing is left but the end: no free space, no other ability


@pytest.mark.rule("MAC-SPE-09", "MAC-EXP-12")
def test_it_may_destroy_doors_and_barriers_but_not_use_spaces():
    t = controlled("a.", "..", "0.", fill=".")
    t.border(0, 0, "east", Border.CLOSED)
    t.border(0, 0, "south", Border.BARRIER)
    t.space(1, 1, Space.TRAP)
    act(t)
    assert t.legal == {"end_turn", "break_east", "break_south"}
    t.play("break_east")
    assert (int(t.state["border"][0][1]), int(t.m(0)["stamina"])) == (Border.DESTROYED, 1)
    assert "break_south" not in t.legal


@pytest.mark.rule("MAC-SPE-09", "MAC-MOV-11", "MAC-SPC-05", "MAC-MON-14")
def test_it_may_be_walked_into_a_pit():
    t = controlled("ao0", "###")
    phase(t)
    t.play("move_east")
    assert (t.m(0)["place"], t.done) == (MonsterPlace.DESTROYED, True)
    assert (t.pile("queue"), t.pile("monster_destroyed")) == ([], [0])


@pytest.mark.rule("MAC-MMV-16")
def test_control_does_not_move_an_immobile_monster():
    t = controlled("a.0", abilities=[{"passive": [{"immobile": True}]}, CLAWS])
    act(t)
    assert t.asked is None
    assert place(t) == (0, 0)


@pytest.mark.rule("MAC-SPE-08", "MAC-MON-17")
def test_the_limits_of_a_monster_that_the_rules_play_do_not_bind_a_controlled_one():
    t = controlled("a..0", "####", abilities=[HARDEN | {"effects": [{"lasting": {"armor": 1}}]}])
    act(t)
    t.play("power_0", "power_0", "end_turn")
    assert t.state["n_lasting"] == 3, "the control, and two plays without a printed number"


@pytest.mark.rule("MAC-SPE-08", "MAC-EFF-05")
def test_control_ends_with_the_effect():
    t = controlled("a..0", "####")
    t.turn(0)
    t.play("end_turn")
    act(t)
    assert (t.asked, place(t)) == (None, (2, 0))


@pytest.mark.rule("MAC-SPE-08")
def test_control_that_is_taken_during_its_turn_holds_at_once():
    t = den("a....0", "######")
    lure = {"cost": {"destroy": True}, "target": {"range": 9}, "who": "monsters", "effects": CONTROL}
    t.card("treasures", FREE, [lure])
    t.give(0, FREE)
    act(t)
    t.play("pass")
    assert place(t) == (1, 0)
    t.play(f"item_{FREE}")
    assert t.asked == (0, Choice.CONTROL)
    assert t.m(0)["stamina"] == 4
    t.play("move_west")
    assert place(t) == (0, 0)


# -- the Puppeteer ---------------------------------------------------------------------------------------------


def puppet(*rows, **options):
    t = den(*rows, monsters="agent", **options)
    t.card("monsters", 0, [CLAWS], stamina=5)
    return t


@pytest.mark.rule("MAC-PUP-01", "MAC-PUP-02", "MAC-PUP-06")
def test_the_puppeteer_picks_the_order_each_monster_once():
    t = puppet("0....", "#####", "a.b.c")
    t.tables["monsters"]["stamina"][:3] = 1
    phase(t)
    assert t.asked == (1, Choice.MONSTER_NEXT)
    assert t.legal == {"monster_0", "monster_1", "monster_2"}
    t.play("monster_1")
    assert t.asked == (1, Choice.MONSTER_ACTION)
    t.play("move_east")
    assert t.legal == {"monster_0", "monster_2"}
    t.play("monster_2")  # it can only end its turn; the last one needs no choice
    assert t.asked == (1, Choice.MONSTER_ACTION)
    assert t.state["acting"] == MAX_EXPLORERS
    t.play("end_turn")
    assert (t.done, place(t, 1)) == (True, (3, 2))


@pytest.mark.rule("MAC-PUP-06", "MAC-PUP-02")
def test_it_mixes_steps_and_abilities_as_it_likes():
    t = puppet("0..", ".a.", "...")
    act(t)
    assert "power_0" in t.legal
    t.play("move_south_east", "move_north_west")
    t.high(3)
    t.play("power_0")
    assert (hurt(t), int(t.m(0)["stamina"])) == ([1], 1)
    t.play("move_east")
    assert (place(t), t.done) == ((2, 1), True)


@pytest.mark.rule("MAC-PUP-06")
def test_neither_nearest_nor_weakest_bind_it():
    t = puppet("0a1", "...")
    t.e(1)["health"] = 1
    act(t)
    t.play("power_0")
    assert t.legal == {"explorer_0", "explorer_1"}
    t.high(3)
    t.play("explorer_0")
    assert int(t.e(0)["health"]) == 4


@pytest.mark.rule("MAC-PUP-06", "MAC-MON-17")
def test_nor_does_the_limit_on_abilities_that_change_nothing():
    t = puppet("a0", "..")
    t.card("monsters", 0, [HARDEN], stamina=3)
    act(t)
    t.play("power_0", "power_0", "power_0")
    assert t.state["n_lasting"] == 3


@pytest.mark.rule("MAC-PUP-06", "MAC-MON-12", "MAC-MON-04", "MAC-PUP-03", "MAC-BRL-09")
def test_pits_costs_and_legal_targets_bind_it():
    t = puppet("oab", "#.0")
    t.space(1, 1, Space.BARREL)
    t.e(0)["essence"] = 3
    t.card("monsters", 0, [CLAWS | {"cost": {"stamina": 6}}, DRAIN | {"cost": {"stamina": 0}}])
    act(t)
    assert t.legal == {"end_turn", "power_1"}  # no step into the pit, no claws for 6, no target but the explorer
    t.play("power_1")
    assert (t.done, int(t.e(0)["essence"])) == (True, 2)


@pytest.mark.rule("MAC-PUP-06", "MAC-EXP-12")
def test_it_destroys_doors_for_four_stamina():
    t = puppet("a.0", "###")
    t.border(0, 0, "east", Border.CLOSED)
    act(t)
    assert t.legal == {"end_turn", "break_east"}
    t.play("break_east", "move_east")
    assert (place(t), int(t.m(0)["stamina"])) == ((1, 0), 0)


@pytest.mark.rule("MAC-SPE-08", "MAC-PUP-01")
def test_control_by_an_explorer_goes_before_the_puppeteer():
    t = puppet("a..0", "....")
    t.resolve(CONTROL, unit=0, target=MAX_EXPLORERS)
    phase(t)
    assert t.asked == (0, Choice.CONTROL)
