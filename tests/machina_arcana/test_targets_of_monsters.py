"""Which explorer a monster picks (TGT)."""

from __future__ import annotations

import pytest

from envs.machina_arcana.state import Border, Choice
from tests.machina_arcana.den import act, den, hurt, place

SHOT = {"cost": {"stamina": 2}, "target": {"range": 9}, "effects": [{"attack": {"high": 1}}]}
LOB = {"cost": {"stamina": 2}, "target": {"range": 9, "over_obstacles": True}, "effects": [{"attack": {"high": 1}}]}
HOOK = {"cost": {"stamina": 2}, "target": {"range": 9}, "effects": [{"lose_stamina": 1}]}
ARCANE = {"cost": {"stamina": 2}, "target": {"range": 9}, "effects": [{"attack": {"high": 1, "arcane": True}}]}


def shoot(t, ability=SHOT, stamina=2):
    """The monster's turn with one play of the ability, whose dice hit."""
    t.card("monsters", 0, [ability], stamina=stamina)
    t.high(*[3] * (stamina // 2))
    return act(t)


@pytest.mark.rule("MAC-TGT-01", "MAC-EX-04")
def test_a_nearer_explorer_is_taken_though_a_farther_one_is_weaker():
    t = den("a..0...1", "........")
    t.e(1)["health"] = 1
    shoot(t)
    assert (int(t.e(0)["health"]), int(t.e(1)["health"])) == (4, 1)


@pytest.mark.rule("MAC-TGT-01", "MAC-MMV-01")
def test_it_walks_to_the_nearer_explorer():
    t = den("....a..", "0......", "......1")
    t.e(0)["health"] = 1
    t.card("monsters", 0, stamina=1)
    act(t)
    assert place(t) == (5, 1)


@pytest.mark.rule("MAC-TGT-02", "MAC-TGT-07")
def test_a_farther_explorer_is_taken_if_the_nearest_cannot_be():
    t = den("a#0", "...", "...", "...", "...", "1..")
    shoot(t)
    assert hurt(t) == [0, 1]


@pytest.mark.rule("MAC-TGT-02")
def test_a_farther_explorer_out_of_range_is_ignored():
    t = den("a#0......", ".........", "1........")
    t.explorer(1, 8, 2)
    shoot(t, SHOT | {"target": {"range": 4}})
    assert hurt(t) == [0, 0]
    assert place(t) == (1, 1)


@pytest.mark.rule("MAC-TGT-03", "MAC-EX-31")
def test_nearest_is_by_steps_that_ignore_a_closed_door():
    t = den("a...", ".0..", "1...")
    t.border(0, 0, "east", Border.CLOSED)
    t.border(0, 0, "south", Border.WALL)
    t.e(1)["health"] = 1
    t.card("monsters", 0, stamina=4)
    act(t)
    assert t.state["border"][0][1] == Border.DESTROYED


@pytest.mark.rule("MAC-TGT-03")
def test_nearest_is_by_steps_that_ignore_units_but_go_round_rubble():
    t = den("0###..", ".###..", "......", "...ab1")
    shoot(t, LOB | {"target": {"range": 9, "over_obstacles": True}})
    assert hurt(t) == [0, 1]


@pytest.mark.rule("MAC-TGT-03", "MAC-MMV-15")
def test_immobile_units_count_as_rubble():
    t = den("0..ab1", "######")
    t.card("monsters", 1, [{"passive": [{"immobile": True}]}])
    t.card("monsters", 0, stamina=1)
    act(t)
    assert place(t) == (2, 0)


@pytest.mark.rule("MAC-TGT-04")
def test_of_equally_near_ones_the_one_with_the_least_health_is_taken():
    t = den("0..a..1", ".......")
    t.e(1)["health"] = 4
    t.tables["explorers"]["armor"][:2] = (0, 3)
    shoot(t)
    assert hurt(t) == [0, 2]


@pytest.mark.rule("MAC-TGT-04", "MAC-MMV-01")
def test_it_walks_to_the_weaker_of_two_equally_near_ones():
    t = den("0..a..1", ".......", ties="ask")
    t.e(1)["health"] = 4
    t.card("monsters", 0, stamina=1)
    act(t)
    assert place(t) == (4, 0)


@pytest.mark.rule("MAC-TGT-04", "MAC-TGT-05", "MAC-TGT-06")
def test_then_the_one_with_the_lowest_blocking_attribute():
    t = den("0..a..1", ".......")
    t.tables["explorers"]["armor"][:2] = (3, 2)
    t.tables["explorers"]["will"][:2] = (0, 9)
    shoot(t)
    assert hurt(t) == [0, 1]


@pytest.mark.rule("MAC-TGT-05", "MAC-TGT-06")
def test_the_type_of_the_first_attack_selects_the_attribute():
    t = den("0..a..1", ".......")
    t.tables["explorers"]["armor"][:2] = (0, 9)
    t.tables["explorers"]["will"][:2] = (3, 2)
    shoot(t, ARCANE)
    assert hurt(t) == [0, 1]
    # The second attack of the card is arcane, the first is not, and it is the first that counts.
    t = den("0..a..1", ".......")
    t.tables["explorers"]["armor"][:2] = (1, 2)
    t.tables["explorers"]["will"][:2] = (2, 1)
    t.card("monsters", 0, [SHOT | {"cost": {"stamina": 9}}, ARCANE], stamina=2)
    t.high(3)
    act(t)
    assert hurt(t) == [1, 0]


@pytest.mark.rule("MAC-TGT-06")
def test_a_present_effect_that_makes_attacks_arcane_selects_will():
    t = den("0..a..1", ".......")
    t.tables["explorers"]["armor"][:2] = (0, 9)
    t.tables["explorers"]["will"][:2] = (3, 2)
    t.card("monsters", 0, [SHOT, {"passive": [{"arcane": True}]}], stamina=2)
    t.high(3)
    act(t)
    assert hurt(t) == [0, 1]


@pytest.mark.rule("MAC-TGT-06")
def test_equipment_counts_for_the_blocking_attribute():
    t = den("0..a..1", ".......")
    t.tables["treasures"][3]["armor"] = 1
    t.give(0, 3, place=4)  # equipped
    shoot(t)
    assert hurt(t) == [0, 1]


@pytest.mark.rule("MAC-TGT-04", "MAC-TGT-06", "MAC-GEN-04")
def test_a_monster_without_attack_leaves_the_tie_to_the_group():
    t = den("0..a..1", ".......", ties="ask")
    t.tables["explorers"]["armor"][:2] = (3, 0)
    t.card("monsters", 0, [HOOK], stamina=2)
    act(t)
    assert t.asked == (0, Choice.EXPLORER_TIE)
    assert t.legal == {"explorer_0", "explorer_1"}
    t.play("explorer_1")
    assert [int(t.e(s)["stamina"]) for s in (0, 1)] == [6, 5]


@pytest.mark.rule("MAC-TGT-04", "MAC-MMV-01", "MAC-GEN-04")
def test_the_group_is_asked_whom_to_walk_to():
    t = den("0..a..1", ".......", ties="ask")
    t.card("monsters", 0, stamina=1)
    act(t)
    assert t.asked == (0, Choice.EXPLORER_TIE)
    t.play("explorer_1")
    assert place(t) == (4, 0)


@pytest.mark.rule("MAC-GEN-04")
def test_without_questions_the_lowest_seat_is_taken():
    t = den("1..a..0", ".......")
    shoot(t)
    assert hurt(t) == [1, 0]


@pytest.mark.rule("MAC-TGT-07")
def test_the_option_lets_it_take_the_weakest_in_range():
    for weakest, harmed in ((False, [1, 0]), (True, [0, 1])):
        t = den("a..0.", ".....", ".....", ".....", "..1..", weakest_in_range=weakest)
        t.tables["explorers"]["armor"][:2] = (1, 0)
        shoot(t)
        assert hurt(t) == harmed


@pytest.mark.rule("MAC-TGT-08", "MAC-SPE-02", "MAC-SPE-01")
def test_an_ethereal_explorer_is_ignored_for_abilities_and_movement():
    t = den("0.a....1", "........")
    t.card("explorers", 0, [{"passive": [{"ethereal": True}]}])
    shoot(t, stamina=2)
    assert hurt(t) == [0, 1]
    t = den("0..a....1", ".........")
    t.card("explorers", 0, [{"passive": [{"ethereal": True}]}])
    t.card("monsters", 0, stamina=1)
    act(t)
    assert place(t) == (4, 0)


@pytest.mark.rule("MAC-SPE-01", "MAC-TGT-08")
def test_a_monster_with_true_sight_does_not_ignore_it():
    t = den("0.a....1", "........")
    t.card("explorers", 0, [{"passive": [{"ethereal": True}]}])
    t.card("monsters", 0, [SHOT, {"passive": [{"true_sight": True}]}], stamina=2)
    t.high(3)
    act(t)
    assert hurt(t) == [1, 0]


@pytest.mark.rule("MAC-TGT-09")
def test_an_area_attack_hits_all_explorers_of_its_area():
    t = den("0a1", "...", "..2")
    t.card("monsters", 0, [{"cost": {"stamina": 5}, "effects": [{"attack": {"high": 1, "who": "adjacent_explorers"}}]}])
    t.e(1)["health"] = 1
    t.e(1)["essence"] = 0
    t.explorer(1, 2, 1)
    t.e(1)["health"] = 3
    t.high(3)
    act(t)
    assert hurt(t) == [1, 3, 0]


@pytest.mark.rule("MAC-TGT-10", "MAC-MON-05")
def test_without_any_way_direct_distance_decides_and_it_stays():
    t = den("a.T.0", "..T..", "T.T..", "1TT..")
    t.space(0, 2, 11)
    t.space(1, 2, 11)
    shoot(t, LOB, stamina=4)
    assert (hurt(t), place(t)) == ([0, 2], (0, 0))


@pytest.mark.rule("MAC-TGT-10")
def test_an_explorer_with_a_way_is_nearer_than_one_without():
    t = den("aT0TTTT", ".TTT...", "......1")
    shoot(t, LOB)
    assert hurt(t) == [0, 1]
