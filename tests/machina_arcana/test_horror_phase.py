"""The roll of the horror phase (HOR). What an event does is tested with the events."""

from __future__ import annotations

import pytest

from envs.machina_arcana.state import Choice, Phase, Proc, Where
from tests.machina_arcana.den import den


def horror_phase(t, roll, value=7, deck=(3, 4)):
    t.state["horror_rating"] = value
    t.deck("horror_deck", *deck)
    t.rolls(roll)
    return t.call(Proc.HORROR_PHASE)


@pytest.mark.rule("MAC-HOR-01", "MAC-HOR-02", "MAC-HOR-03", "MAC-HOR-04", "MAC-HOR-05")
def test_one_roll_at_the_value_starts_one_event():
    t = den("0.1", fill=".")
    horror_phase(t, 7)
    assert (int(t.state["threat"]), t.pile("horror_deck"), t.pile("horror_destroyed")) == (2, [4], [3])
    assert (t.done, int(t.state["core"]["script_n"]), int(t.state["phase"])) == (True, 0, Phase.HORROR)


@pytest.mark.rule("MAC-HOR-02", "MAC-NRM-02")
def test_a_lower_roll_does_nothing():
    t = den("0.1", fill=".")
    horror_phase(t, 6)
    assert (int(t.state["threat"]), t.pile("horror_deck"), t.pile("horror_destroyed")) == (1, [3, 4], [])
    assert t.state["horror_rating"] == 7


@pytest.mark.rule("MAC-HOR-02", "MAC-GEN-05")
def test_a_zero_counts_as_ten():
    t = den("0", fill=".")
    horror_phase(t, 0, value=10)
    assert t.pile("horror_destroyed") == [3]


@pytest.mark.rule("MAC-HOR-03", "MAC-HOR-05")
def test_the_threat_rises_before_the_text_resolves():
    t = den("0", fill=".")
    harm = {"lose_health": {"amount": 1, "who": "all_explorers"}}
    t.text(t.tables["horror_events"][3], [{"if": {"threat": 2, "then": [harm]}}])
    horror_phase(t, 9)
    assert t.e(0)["health"] == 4


@pytest.mark.rule("MAC-HOR-06", "MAC-GEN-04", "MAC-PUP-07", "MAC-PUP-08")
@pytest.mark.parametrize(("options", "asked"), [({}, 1), ({"monsters": "agent"}, 3)])
def test_the_group_chooser_or_the_puppeteer_decides_what_names_no_explorer(options, asked):
    t = den("0.1.2", fill=".", **options)
    t.off_map(0, Where.OUT)  # the group chooser is the lowest seat that is alive
    t.text(t.tables["horror_events"][3], [{"may": [{"threat": 1}]}], kind="horror_event")
    horror_phase(t, 9, deck=(3,))
    assert t.asked == (asked, Choice.MAY)


@pytest.mark.rule("MAC-EFF-05")
def test_effects_that_nobody_played_end_with_the_next_horror_phase():
    t = den("0", fill=".")
    t.resolve([{"lasting": {"armor": -1, "stack": 9, "who": "all_explorers"}}], unit=-1)
    assert t.state["n_lasting"] == 1
    horror_phase(t, 1)
    assert t.state["n_lasting"] == 0


@pytest.mark.rule("MAC-HOR-07")
def test_the_phase_is_played_without_explorers_on_the_map_but_not_at_the_base():
    t = den("0", fill=".")
    t.off_map(0, Where.EXITED)
    horror_phase(t, 9)
    assert t.pile("horror_destroyed") == [3]
    t = den("0", fill=".")
    t.off_map(0, Where.BASE)
    t.state["at_base"] = 1
    horror_phase(t, 9)
    assert (t.pile("horror_destroyed"), int(t.state["core"]["script_n"])) == ([], 1)
