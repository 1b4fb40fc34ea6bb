"""Series of runs: difficulty, Time Crystals, Life Spares, and what the world and the Characters keep."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from envs.core.errors import OptionError, ReplayError
from envs.enormity.game import Enormity
from envs.enormity.series import DIFFICULTIES, Run, RunSeries, Scars
from envs.enormity.state import PointState, Reason, Where
from tests.enormity import small_pack

HOME, DEAD, BOARD = Where.EXTRACTED, Where.DEAD, Where.BOARD
CREW = ["juliet_abel", "papa_renko"]
COLLAR = "sr2_collar"


@pytest.fixture
def series() -> RunSeries:
    return RunSeries()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The small pack; a run of it succeeds with its objective only, and an itch leaves a daze behind."""
    entries = small_pack.data()
    entries["conditions"]["itch"]["abilities"][1]["effects"] = [{"condition": "dazed"}, {"gain_radiation": 4}] * 2
    return str(small_pack.write(entries, tmp_path_factory.mktemp("pack")))


def end(run: Run, *where: Where, reason: Reason | None = None) -> Run:
    """The run is over, and there its Spacers are; those that have extracted left through the first page."""
    state = run.state
    for row, place in zip(state["spacers"], where, strict=False):
        row["where"] = place
        row["last_cell"] = np.flatnonzero(run.game.tables["page"] == 0)[0]
    state["extracted"], state["deaths"] = where.count(HOME), where.count(DEAD)
    if reason is None:
        reason = Reason.EXTRACTED if HOME in where else Reason.LOST
    state["core"]["outcome"], state["core"]["turn"] = reason, -1
    state["core"]["over"] = 2 if reason == Reason.ROUND_CAP else 1
    return run


def played(series: RunSeries, *where: Where, scenario: str = "training", **more: Any) -> Run:
    """A new run that ends like this at once."""
    return end(series.start(scenario, **more), *where)


def give(run: Run, seat: int, *gear: str) -> None:
    """The Spacer has these Gear cards, and no others, behind the Multitool."""
    names = run.game.catalogue.ids["gear"]
    cards = run.state["spacers"][seat]["gear"]["card"]
    cards[:] = -1
    cards[0] = run.game.tables["multitool"]
    cards[1 : len(gear) + 1] = [names.index(name) for name in gear]


def suffer(run: Run, seat: int, condition: str) -> None:
    """The Spacer has a Condition."""
    run.state["spacers"][seat]["conditions"][run.game.catalogue.ids["conditions"].index(condition)] = 1


def mark(run: Run, name: str, kind: str, id_: str) -> None:
    """Something of the world is marked in the state."""
    run.state[name][run.game.catalogue.ids[kind].index(id_)] = 1


def find(run: Run, id_: str) -> None:
    """An Extraction Point is found."""
    run.state["points"][run.game.catalogue.ids["extraction_points"].index(id_)]["state"] = PointState.CLOSED


def set_up(run: Run, rng: random.Random, **wanted: str) -> dict[str, set[str]]:
    """Answer the questions of the set-up; gives the names of what could be answered, by the kind of question.

    Args:
        run: the run.
        rng: for questions without a wanted answer.
        wanted: action to give, by the kind of question, where it is legal.
    """
    asked: dict[str, set[str]] = {}
    while run.game.turn(run.state) is not None and not run.state["phase"]:
        kind = run.game.choice_name(run.state)
        legal = {run.game.actions[a]: a for a in run.game.legal_actions(run.state)}
        asked.setdefault(kind, set()).update(legal)
        run.game.step(run.state, legal.get(wanted.get(kind, ""), rng.choice(list(legal.values()))))
    return asked


def finish(run: Run, rng: random.Random) -> Run:
    """Play it to its end at random."""
    while run.game.turn(run.state) is not None:
        run.game.step(run.state, rng.choice(run.game.legal_actions(run.state)))
    return run


def standing(series: RunSeries) -> dict[str, Any]:
    """What the series has and remembers, without the count of its runs, its Crystals and its undone seeds."""
    found = series.to_json()["standing"]
    return {name: value for name, value in found.items() if name not in ("started", "crystals", "undone")}


# -- difficulty and Time Crystals --------------------------------------------------------------------------------


@pytest.mark.rule("ENO-DIF-01", "ENO-DIF-02", "ENO-DIF-03", "ENO-DIF-05", "ENO-LIF-02-D")
def test_two_modes_differ_in_spares_and_crystals() -> None:
    assert list(DIFFICULTIES) == ["normal", "veteran"]
    normal, veteran = RunSeries(), RunSeries("veteran")
    assert (normal.spares, normal.crystals) == (8, None)
    assert (veteran.spares, veteran.crystals) == (4, 2)


@pytest.mark.rule("ENO-DIF-03", "ENO-TIM-01")
def test_in_normal_any_run_may_be_replayed_and_what_is_kept_counts(series: RunSeries) -> None:
    for _ in range(12):
        series.replay(played(series, DEAD, DEAD))
    assert (series.spares, series.crystals, series.history) == (8, None, [])
    series.keep(played(series, DEAD, DEAD))
    assert series.spares == 6
    assert len(series.history) == 1


@pytest.mark.rule("ENO-DIF-05", "ENO-TIM-01", "ENO-TIM-05")
def test_a_failed_run_is_repeated_while_crystals_last() -> None:
    series = RunSeries("veteran")
    for left in (1, 0):
        series.replay(played(series, DEAD, DEAD))
        assert (series.crystals, series.spares) == (left, 4)
    run = played(series, DEAD, DEAD)
    with pytest.raises(OptionError, match="no Time Crystal is left; the result of the run must be kept"):
        series.replay(run)
    assert (series.keep(run).spares, series.spares, series.crystals) == (2, 2, 0)


@pytest.mark.rule("ENO-TIM-01")
def test_a_crystal_is_spent_right_after_the_run_only(series: RunSeries) -> None:
    run = series.start("training")
    for settle in (series.replay, series.keep):
        with pytest.raises(OptionError, match="the run is not over yet"):
            settle(run)
    series.keep(end(run, HOME, HOME))
    for settle in (series.replay, series.keep):
        with pytest.raises(OptionError, match="was kept or replayed before"):
            settle(run)
    assert len(series.history) == 1


def eventful(run: Run, number: int = 0) -> Run:
    """A run with a success, a death, Gear, Engrams, a Condition, marks, a Clue and a way out; others by the number."""
    give(run, 0, "med_foam", "coil_maul")
    run.state["spacers"][0]["devices"] = 1
    suffer(run, 0, ("the_gift", "cracked_visor")[number])
    mark(run, "marked", "entries", run.game.catalogue.ids["entries"][2 * number])
    mark(run, "crossed", "entries", run.game.catalogue.ids["entries"][2 * number + 1])
    mark(run, "clues", "clues", ("beacon_log", "choir_frequency")[number])
    find(run, run.game.catalogue.ids["extraction_points"][0])
    return end(run, HOME, DEAD)


@pytest.mark.rule("ENO-TIM-02")
def test_a_replayed_run_has_never_happened() -> None:
    series = RunSeries("veteran")
    series.keep(eventful(series.start("solar_ring")))
    before = standing(series)
    first = series.start("training", seed=50)
    blank = first.state.copy()
    series.replay(eventful(first, 1))
    assert standing(series) == before, "no Spare lost, no reward, no effect of the end, no mark"
    again = series.start("training", seed=51)
    for name in ("marked", "crossed", "clues"):
        assert again.state[name].tolist() == blank[name].tolist()
    assert again.state["spacers"]["infection"].tolist() == blank["spacers"]["infection"].tolist() == [2, 0, 0, 0]
    series.keep(eventful(again, 1))
    after = standing(series)
    same = {name for name in before if before[name] == after[name]}
    assert same == {"roster"}, "kept, the same run changes everything that the replay has left alone"


@pytest.mark.rule("ENO-TIM-03", "ENO-TIM-04", "ENO-TIM-04-D")
def test_before_the_new_try_everything_is_free_to_choose(series: RunSeries) -> None:
    first = series.start("open_run", characters=CREW)
    set_up(first, random.Random(0))
    series.replay(end(first, DEAD, DEAD))
    second = series.start("open_run", characters=["isaac_bohm", "noor_castellan"])
    asked = set_up(second, random.Random(1))
    assert {"suit", "pairing", "loadout_gear", "stratagem"} <= set(asked)
    assert len(asked["stratagem"]) > 2
    series.replay(end(second, DEAD, DEAD))
    card = int(second.state["stratagems"]["card"][0])
    other = next(name for name in sorted(asked["stratagem"]) if name != f"stratagem_{card}")
    third = series.start("open_run", characters=["isaac_bohm", "noor_castellan"])
    set_up(third, random.Random(1), stratagem=other, loadout_gear="done")
    assert f"stratagem_{third.state['stratagems']['card'][0]}" == other, "another Stratagem"
    assert (third.state["spacers"]["gear"]["card"] >= 0).sum() == 2, "no Gear but the Multitools"
    series.replay(end(third, DEAD, DEAD))
    assert series.start("training").scenario == "training", "another run instead"


@pytest.mark.rule("ENO-TIM-05-D")
def test_a_replay_has_new_randomness(series: RunSeries) -> None:
    first = series.start("solar_ring", seed=7)
    undone = first.state.copy()
    series.replay(end(first, DEAD, DEAD))
    with pytest.raises(OptionError, match="seed 7 is that of a run that was replayed"):
        series.start("solar_ring", seed=7)
    again = series.start("solar_ring")
    assert again.seed != 7
    assert again.state["loot"]["cards"].tolist() != undone["loot"]["cards"].tolist()
    series.keep(end(again, HOME, HOME))
    third = series.start("solar_ring", seed=again.seed)
    assert third.seed == again.seed, "a run that was kept binds nobody"
    drawn = [RunSeries(seed=seed).start("training").seed for seed in (0, 0, 1)]
    assert drawn[0] == drawn[1] != drawn[2]


# -- Life Spares -------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-LIF-01", "ENO-LIF-02-D", "ENO-LIF-03", "ENO-EXT-14-D")
def test_a_spare_is_spent_for_each_dead_spacer_who_then_returns() -> None:
    series = RunSeries(seats=4)
    kept = series.keep(played(series, HOME, DEAD, BOARD, DEAD))
    assert (kept.spares, series.spares) == (2, 6)
    assert kept.dead == (series.roster[1], series.roster[3])
    assert kept.true_deaths == ()
    assert len(series.roster) == 5
    run = series.start("training", characters=[*kept.dead, *series.roster[:1], series.roster[2]])
    set_up(run, random.Random(0))
    assert run.state["spacers"]["where"][:4].tolist() == [BOARD] * 4


@pytest.mark.rule("ENO-LIF-02", "ENO-LIF-03-D")
def test_without_a_spare_death_is_true(series: RunSeries) -> None:
    series.spares = 1
    kept = series.keep(played(series, DEAD, DEAD, characters=CREW))
    assert (kept.spares, kept.true_deaths, series.spares) == (1, ("papa_renko",), 0)
    assert "papa_renko" not in series.roster
    assert "juliet_abel" in series.roster
    with pytest.raises(OptionError, match="Character 'papa_renko' is not on the roster"):
        series.start("training", characters=CREW)
    assert series.start("training").characters == ("henrike_von_tal", "isaac_bohm"), "another one takes the place"


@pytest.mark.rule("ENO-LIF-03-D")
def test_the_series_is_lost_when_a_player_has_no_character_to_choose() -> None:
    series = RunSeries(seats=4)
    series.spares = 1
    series.keep(played(series, DEAD, HOME, HOME, DEAD))
    assert not series.lost
    series.keep(played(series, HOME, HOME, HOME, DEAD))
    assert series.lost
    with pytest.raises(OptionError, match="the series is lost: 4 Characters are needed, and 3 are left"):
        series.start("training")


# -- what a kept run brings --------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-ENG-03", "ENO-ENG-03-D", "ENO-EXT-14-D", "ENO-CMP-07")
def test_engrams_of_those_who_extracted_turn_to_resources_used_or_not() -> None:
    series = RunSeries(seats=4)
    run = series.start("training")
    spacers = run.state["spacers"]
    spacers[0]["devices"], spacers[0]["resources"] = (1, 0, 0, 2), (0, 1, 1, 0)
    spacers[1]["devices"], spacers[1]["resources"] = (0, 0, 1, 0), (1, 0, 0, 0)
    spacers[2]["devices"] = spacers[3]["devices"] = 5
    kept = series.keep(end(run, HOME, HOME, BOARD, DEAD))
    worth = [engram.resource for engram in series.pack.forms("locations")["solar_ring"].engrams]
    assert worth == [1, 1, 2, 3]
    assert kept.resources == series.resources == (1 + 2 * 3) + (1 + 2) + 2 + 1
    assert series.keep(played(series, HOME, HOME, HOME, HOME)).resources == 0
    assert series.resources == 13


@pytest.mark.rule("ENO-ENG-03", "ENO-ENG-04")
def test_an_engram_is_worth_what_the_location_of_the_way_out_says(series: RunSeries) -> None:
    found = []
    for page in ("sr2", "hy1"):
        run = series.start("open_run")
        end(run, HOME, DEAD)
        number = run.game.catalogue.ids["pages"].index(page)
        run.state["spacers"][0]["last_cell"] = np.flatnonzero(run.game.tables["page"] == number)[-1]
        run.state["spacers"][0]["devices"] = (0, 1, 0, 0)
        found.append(series.keep(run).resources)
    assert found == [1, 2]


@pytest.mark.rule("ENO-EXT-14-D")
def test_a_failed_run_brings_nothing_and_costs_its_spares(folder: str) -> None:
    series = RunSeries(content=folder)
    for done, success in ((0, False), (1, True)):
        run = series.start("run")
        give(run, 0, "plate")
        run.state["spacers"][0]["devices"] = (0, 0, 0, 1)
        run.state["objective_done"] = done
        kept = series.keep(end(run, HOME, DEAD))
        assert (kept.success, kept.reason) == (success, "extracted" if success else "objective_missed")
        assert bool(kept.resources) == bool(kept.gear) == bool(series.stash) == success
        assert kept.spares == 1


@pytest.mark.rule("ENO-EXT-14-D", "ENO-RND-02-D")
def test_at_the_cap_of_rounds_those_who_had_extracted_keep_their_success(series: RunSeries, folder: str) -> None:
    for where, success in (((HOME, BOARD), True), ((BOARD, BOARD), False)):
        run = series.start("training")
        for seat in range(2):
            give(run, seat, "coil_maul")
        kept = series.keep(end(run, *where, reason=Reason.ROUND_CAP))
        assert (kept.reason, kept.success, kept.spares) == ("round_cap", success, 0)
        assert kept.gear == (("coil_maul",) if success else ())
    missed = RunSeries(content=folder)
    assert not missed.keep(end(missed.start("run"), HOME, BOARD, reason=Reason.ROUND_CAP)).success


@pytest.mark.rule("ENO-EXT-14-D", "ENO-CMP-01")
def test_gear_of_those_who_extracted_can_be_chosen_in_later_runs(series: RunSeries) -> None:
    run = series.start("training", characters=CREW)
    give(run, 0, "isotope_projector", "osr_3")
    give(run, 1, "rail_lance")
    kept = series.keep(end(run, HOME, DEAD))
    assert kept.gear == ("isotope_projector", "osr_3")
    assert series.stash == {"isotope_projector": 1, "osr_3": 1}
    run = series.start("open_run")
    names = run.game.catalogue.ids["gear"]
    offered = {name: int(n) for name, n in zip(names, run.state["stash"], strict=False) if n}
    assert offered == {**series.pack.forms("scenarios")["open_run"].stash, "isotope_projector": 1}
    asked = set_up(run, random.Random(0))
    assert f"stash_{names.index('isotope_projector')}" in asked["loadout_gear"]
    assert run.game.check_pieces(run.state) == []


@pytest.mark.rule("ENO-EXT-14-D", "ENO-DTH-02-D")
def test_gear_is_neither_doubled_nor_lost_by_a_loadout(series: RunSeries) -> None:
    for found, has in (((), 1), ((), 1), (("osr_3",), 2)):
        run = series.start("training", characters=CREW)
        give(run, 0, "osr_3", "rudimentary_scanner", *found)
        series.keep(end(run, HOME, DEAD))
        assert series.stash["osr_3"] == has, "the scenario gives the same rifle out each time"
    series.stash.clear()
    series.stash["coil_maul"] = 1
    maul = f"stash_{series.pack.catalogue('open_run').ids['gear'].index('coil_maul')}"
    for more, where, has in (((), (HOME, DEAD), 1), ((), (DEAD, DEAD), 1), (("coil_maul",), (HOME, HOME), 2)):
        run = series.start("open_run")
        set_up(run, random.Random(0), loadout_gear=maul)
        assert run.game.catalogue.ids["gear"].index("coil_maul") in run.state["spacers"]["gear"]["card"]
        give(run, 0, "coil_maul", *more)
        series.keep(end(run, *where))
        assert series.stash["coil_maul"] == has, "taken along and brought back, lost for the run, a second one found"


def test_the_stash_holds_no_more_copies_than_a_run_can(series: RunSeries) -> None:
    for _ in range(4):
        run = series.start("training")
        give(run, 0, *["coil_maul"] * 4)
        series.keep(end(run, HOME, HOME))
    assert series.stash["coil_maul"] == 9
    run = series.start("open_run")
    assert run.state["stash"].max() == 9


@pytest.mark.rule("ENO-RUB-03")
def test_the_three_statistics_begin_anew(series: RunSeries) -> None:
    run = series.start("training", characters=CREW)
    spacers = run.state["spacers"]
    spacers["vitals"], spacers["stress"], spacers["adrenaline"] = 2, 8, 7
    spacers["radiation"], spacers["infection"], spacers["antinomy"] = 3, 3, 2
    series.keep(end(run, HOME, HOME))
    run = series.start("training", characters=CREW)
    printed = [series.pack.forms("characters")[name].stress for name in CREW]
    spacers = run.state["spacers"][:2]
    assert spacers["vitals"].tolist() == [9, 9]
    assert spacers["stress"].tolist() == printed
    for name in ("adrenaline", "radiation", "infection", "antinomy"):
        assert not spacers[name].any()


@pytest.mark.rule("ENO-CND-03", "ENO-CND-04", "ENO-EXT-14-D")
def test_conditions_are_discarded_and_those_still_held_linger(series: RunSeries) -> None:
    run = series.start("training", characters=CREW)
    for condition in ("cracked_visor", "the_gift", "bleeding"):
        suffer(run, 0, condition)
    series.keep(end(run, HOME, HOME))
    assert series.scars["juliet_abel"] == Scars(stress=1, infection=2)
    assert series.scars["papa_renko"] == Scars(), "nothing was held at the end"
    series.keep(played(series, HOME, HOME, characters=["isaac_bohm", "noor_castellan"]))
    for scarred in (True, False):
        run = series.start("open_run", characters=CREW[::-1])
        set_up(run, random.Random(0))
        spacers = run.state["spacers"][:2]
        printed = [series.pack.forms("characters")[name].stress for name in run.characters]
        assert spacers["stress"].tolist() == [printed[0], printed[1] + scarred]
        assert spacers["infection"].tolist() == [0, 2 * scarred]
        assert not spacers["conditions"].any()
        assert run.game.check_pieces(run.state) == []
        series.keep(end(run, HOME, HOME))


@pytest.mark.rule("ENO-CND-04")
def test_nothing_lingers_with_a_character_restored_from_a_spare(series: RunSeries) -> None:
    run = series.start("training")
    suffer(run, 0, "the_gift")
    suffer(run, 1, "the_gift")
    series.keep(end(run, DEAD, BOARD))
    assert [series.scars[name].infection for name in run.characters] == [0, 2]


@pytest.mark.rule("ENO-CND-05")
def test_a_condition_gained_after_a_session_stays_until_the_end_of_the_next(folder: str) -> None:
    series = RunSeries(content=folder)
    run = series.start("run", characters=["ada", "bo"])
    suffer(run, 0, "itch")
    series.keep(end(run, HOME, HOME))
    for dazed in ([1, 0], [0, 0]):
        run = series.start("run", characters=["ada", "bo"])
        number = run.game.catalogue.ids["conditions"].index("dazed")
        assert run.state["spacers"]["conditions"][:2, number].tolist() == dazed
        assert run.state["spacers"]["radiation"][:2].tolist() == [4 * dazed[0], 0], "what would kill waits at one less"
        assert run.state["spacers"]["conditions"].sum() == sum(dazed)
        series.keep(end(run, HOME, HOME))


# -- the world ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-DSC-13", "ENO-DSC-16", "ENO-CMP-01")
def test_clues_and_marks_go_on_in_any_later_run(series: RunSeries) -> None:
    entries = {"marked": "gardener_notes", "crossed": "shift_book"}
    run = series.start("open_run")
    for name, id_ in entries.items():
        mark(run, name, "entries", id_)
    mark(run, "clues", "clues", "choir_frequency")
    series.keep(end(run, DEAD, DEAD))
    series.keep(played(series, HOME, HOME))
    for scenario in ("open_run", "training"):
        run = series.start(scenario)
        ids = run.game.catalogue.ids
        assert [name for name, held in zip(ids["clues"], run.state["clues"], strict=False) if held] == [
            "choir_frequency"
        ]
        for name, id_ in entries.items():
            marked = [i for i, held in zip(ids["entries"], run.state[name], strict=False) if held]
            assert marked == ([id_] if id_ in ids["entries"] else [])
        series.keep(end(run, HOME, HOME))
    assert not RunSeries().start("open_run").state["clues"].any(), "another campaign has another world"


@pytest.mark.rule("ENO-CMP-02", "ENO-DSC-16")
def test_the_world_can_be_reset(series: RunSeries) -> None:
    fresh = standing(series)
    run = series.start("open_run")
    with pytest.raises(OptionError, match="neither kept nor replayed"):
        series.reset_world()
    series.keep(eventful(run))
    world = ("clues", "marked", "crossed", "insertions", "stash")
    assert all(standing(series)[name] for name in world)
    series.reset_world()
    assert all(standing(series)[name] == fresh[name] for name in world)
    assert (series.spares, len(series.history)) == (7, 1), "the team goes on"


@pytest.mark.rule("ENO-INS-01")
def test_a_run_starts_from_an_extraction_point_that_was_found(series: RunSeries) -> None:
    assert "revisit" not in series.available
    with pytest.raises(OptionError, match="scenario 'revisit' starts from the Extraction Point 'sr2_collar'"):
        series.start("revisit")
    series.keep(played(series, HOME, HOME, scenario="solar_ring"))
    assert series.insertions == set(), "the collar was not found"
    run = series.start("solar_ring")
    find(run, COLLAR)
    series.replay(end(run, HOME, HOME))
    assert series.insertions == set(), "the replayed run has never happened"
    run = series.start("solar_ring")
    find(run, COLLAR)
    series.keep(end(run, DEAD, DEAD))
    assert series.insertions == {COLLAR}
    assert series.available == series.pack.scenarios
    run = series.start("revisit")
    number = run.game.catalogue.ids["extraction_points"].index(COLLAR)
    assert run.state["points"][number]["state"] == PointState.INSERTION
    series.keep(end(run, DEAD, DEAD))
    assert COLLAR in series.insertions
    assert RunSeries(all_insertions=True).start("revisit").scenario == "revisit"


@pytest.mark.rule("ENO-CMP-03", "ENO-CMP-04", "ENO-CMP-05")
def test_runs_follow_the_scenario_cards_or_are_chosen(series: RunSeries) -> None:
    first = series.start()
    assert first.scenario == "solar_ring", "the first card"
    series.replay(end(first, DEAD, DEAD))
    first = series.start()
    assert first.scenario == "solar_ring"
    find(first, COLLAR)
    series.keep(end(first, HOME, HOME))
    seen = []
    for _ in range(5):
        run = series.start()
        seen.append(run.scenario)
        series.keep(end(run, HOME, HOME))
    assert seen == ["open_run", "revisit", "training", "ring_patrol", "solar_ring"]
    assert series.start("training").scenario == "training", "a one-off run"


# -- saving, and what cannot be done -----------------------------------------------------------------------------


def test_a_saved_series_goes_on_where_it_was() -> None:
    series = RunSeries("veteran", seed=5, all_insertions=True, suits=("prospector_hardsuit", None), monsters="agent")
    series.replay(played(series, DEAD, DEAD))
    series.keep(eventful(series.start("training")))
    finished = RunSeries.from_json(json.loads(json.dumps(series.to_json())))
    assert finished.run is None
    assert finished.to_json() == series.to_json()
    run = series.start("open_run")
    set_up(run, random.Random(3))
    other = RunSeries.from_json(json.loads(json.dumps(series.to_json())))
    assert other.run is not None
    assert other.to_json() == series.to_json()
    assert other.run.game.tables.tobytes() == run.game.tables.tobytes()
    assert other.run.game.options == run.game.options
    for one in (run, other.run):
        finish(one, random.Random(4))
    assert other.run.state.tobytes() == run.state.tobytes()
    assert other.keep(other.run) == series.keep(run)
    assert other.to_json() == series.to_json()
    assert other.start().seed == series.start().seed


def test_a_damaged_series_is_refused(series: RunSeries) -> None:
    data = series.to_json()
    for broken in ({}, {**data, "seats": 3}, {**data, "standing": {**data["standing"], "spares": 99}}, {"run": None}):
        with pytest.raises(ReplayError, match="the saved series is damaged"):
            RunSeries.from_json(broken)


@pytest.mark.parametrize("what", ["version", "content"])
def test_a_saved_series_of_something_else_is_refused(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries = small_pack.data()
    data = RunSeries(content=str(small_pack.write(entries, tmp_path))).to_json()
    assert RunSeries.from_json(data).spares == 8
    if what == "version":
        monkeypatch.setattr(Enormity, "version", Enormity.version + 1)
    else:
        entries["conditions"]["itch"]["title"] = "Rash"
        small_pack.write(entries, tmp_path)
    with pytest.raises(ReplayError, match="is of version" if what == "version" else "has changed since"):
        RunSeries.from_json(data)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"difficulty": "vetran"}, "unknown difficulty 'vetran'; did you mean 'veteran'"),
        ({"scenario": "training"}, "option 'scenario' belongs to each run: give it to 'start'"),
        ({"characters": ("juliet_abel",)}, "option 'characters' belongs to each run"),
        ({"seats": 5}, "option seats=5"),
        ({"monster": "agent"}, "unknown option 'monster'; did you mean 'monsters'"),
        ({"seed": -1}, "seed must be a non-negative integer, got -1"),
        ({"content": "no_such_pack"}, "no_such_pack"),
    ],
)
def test_bad_options_of_a_series(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        RunSeries(**given)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"scenario": "trainig"}, "unknown scenario 'trainig'; did you mean 'training'"),
        ({"seed": -3}, "seed must be a non-negative integer, got -3"),
        ({"seed": True}, "seed must be a non-negative integer, got True"),
        ({"characters": ["juliet_able", "papa_renko"]}, "is not on the roster; did you mean 'juliet_abel'"),
        ({"characters": ["juliet_abel"]}, "characters names 1 cards for 2 seats"),
        ({"characters": ["juliet_abel", "juliet_abel"]}, "each Character can be played once"),
    ],
)
def test_bad_arguments_of_a_run(series: RunSeries, given: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        series.start(**{"scenario": "training", **given})
    assert (series.run, series.started) == (None, 0)


def test_a_run_must_be_settled_before_the_next_and_by_its_own_series(series: RunSeries) -> None:
    run = played(series, HOME, HOME)
    with pytest.raises(OptionError, match="the last run was neither kept nor replayed; call 'keep' or 'replay' first"):
        series.start("training")
    with pytest.raises(OptionError, match="or belongs to another series"):
        RunSeries().keep(run)
    assert series.keep(run).success


# -- whole series ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [1, 4])
@pytest.mark.parametrize("difficulty", ["normal", "veteran"])
def test_random_players_go_through_a_series(difficulty: Any, seats: int) -> None:
    rng = random.Random(seats)
    series = RunSeries(difficulty, seats=seats, seed=seats, all_insertions=True)
    mode = DIFFICULTIES[difficulty]
    while not series.lost and series.started < 6:
        run = series.start(characters=rng.sample(series.roster, seats))
        assert run.game.check_pieces(run.state) == []
        finish(run, rng)
        assert run.game.check_pieces(run.state) == []
        if series.crystals != 0 and rng.random() < 0.3:
            series.replay(run)
        else:
            series.keep(run)
    kept = series.history
    assert series.started == len(kept) + len(series.undone) == 6 or series.lost
    assert series.spares == mode.spares - sum(run.spares for run in kept) >= 0
    assert sum(len(run.dead) for run in kept) == sum(run.spares + len(run.true_deaths) for run in kept)
    assert 5 - len(series.roster) == sum(len(run.true_deaths) for run in kept)
    assert series.resources == sum(run.resources for run in kept)
    assert mode.crystals is None or series.crystals == mode.crystals - len(series.undone) >= 0
    assert series.lost == (len(series.roster) < seats)
