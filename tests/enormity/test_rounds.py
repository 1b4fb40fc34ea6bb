"""The session, its set-up and its rounds (GEN, SET, LOD, RND, CDN)."""

from __future__ import annotations

import pytest

from envs.core.engine import game_words
from envs.enormity.state import (
    Choice,
    Face,
    GearKind,
    GearPlace,
    Need,
    Op,
    PointState,
    Proc,
    Reason,
    Thing,
    Timing,
    Where,
)
from tests.enormity.table import Table, cell, point

BLIP, INTRUDER, DISCOVERY = 1, 2, 3


def session(t: Table, seed: int = 0) -> Table:
    """A new session, run to its first question."""
    layout, play = game_words(seed)
    t.engine.new(t.state, seed, layout, play)
    return t.look()


def room(seats: int = 2, **options: int) -> Table:
    """A table whose session can start: half cards, start spaces, decks."""
    t = Table(seats=seats, **options)
    t.tables["suits"]["halves"], t.tables["characters"]["halves"] = (0, 2, 4), (1, 3, 5)
    t.tables["starts"][:4] = [cell(1, 1), cell(1, 2), cell(2, 1), cell(2, 2)]
    t.tables["fixed_character"][:seats] = range(seats)
    t.tables["fixed_suit"][:seats] = 0
    for level in range(3):
        t.tables["n_scanners"][level] = 8
    return t


def until(t: Table, choice: Choice) -> Table:
    """Answer with the first option until a kind of question is put."""
    while t.asked is not None and t.asked[1] is not choice:
        t.play(min(t.legal, key=t.actions.id))
    assert t.asked is not None
    return t


@pytest.mark.rule("ENO-GEN-04", "ENO-GEN-04-D", "ENO-SET-01", "ENO-RUB-02", "ENO-SPC-04")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_each_player_has_one_spacer_with_the_starting_statistics(seats: int) -> None:
    t = room(seats)
    t.tables["characters"]["stress"] = 2
    until(session(t), Choice.TURN)
    for s in range(seats):
        p = t.s(s)
        assert (p["vitals"], p["stress"], p["adrenaline"], p["where"]) == (9, 2, 0, Where.BOARD)
    assert (t.state["countdown"], t.state["round"]) == (9, 1)
    assert not t.state["pool"].any()
    assert not t.state["incoming"].any()


@pytest.mark.rule("ENO-SET-11", "ENO-EXT-04-D")
def test_the_extraction_marker_starts_on_its_space() -> None:
    t = room()
    t.tables["extraction_start"] = 6
    assert session(t).state["extraction"] == 6


@pytest.mark.rule("ENO-SET-03", "ENO-SET-03-D", "ENO-EX-05")
@pytest.mark.parametrize("seed", range(6))
def test_each_cluster_gets_one_blip(seed: int) -> None:
    t = room()
    for i, j, cluster in ((2, 2, 0), (8, 2, 0), (2, 8, 1), (8, 8, 1), (9, 5, 2)):
        t.spawn_point(i, j, cluster)
    session(t, seed)
    on = {int(b["point"]) for b in t.state["blips"] if b["point"] >= 0}
    assert len(on) == 3
    assert point(9, 5) in on
    assert len(on & {point(2, 2), point(8, 2)}) == 1
    assert len(on & {point(2, 8), point(8, 8)}) == 1


@pytest.mark.rule("ENO-SET-05", "ENO-SET-05-D", "ENO-SPN-03-D")
def test_starting_blips_face_most_spacers() -> None:
    t = room()
    t.spawn_point(1, 8)
    until(session(t), Choice.TURN)
    assert t.b(0)["arrow"] == 0, "both Spacers start north of it"


@pytest.mark.rule("ENO-SET-06", "ENO-SET-10", "ENO-SET-10-D")
def test_blips_intruders_and_discoveries_start_on_the_track() -> None:
    t = room()
    t.tables["n_tokens"] = 1
    t.tables["tokens"]["section"] = 1
    for i, (space, kind) in enumerate(((8, BLIP), (7, INTRUDER), (6, DISCOVERY), (5, DISCOVERY))):
        t.tables["track"][i] = (space, kind, -1)
    t.tables["n_track"] = 4
    session(t)
    assert t.state["track_blips"][8] == 1
    assert t.state["track_intruders"][7] == 1
    assert t.state["track_discoveries"].tolist() == [0, 0, 0, 0, 0, 0, 1, 0, 0, 0], "the supply holds one token"


@pytest.mark.rule("ENO-SET-09", "ENO-SET-12")
def test_fixed_discoveries_lie_face_up_and_the_others_are_not_set_up() -> None:
    t = room()
    t.tables["fixed_discoveries"] = 1
    t.tables["n_tokens"] = 5
    t.tables["tokens"]["number"][:5] = range(5)
    t.tables["placed"][0]["cell"], t.tables["placed"][0]["kind"] = cell(5, 5), Thing.DISCOVERY
    t.tables["placed"][0]["sub"] = 3
    t.tables["track"][0] = (8, DISCOVERY, 1)
    t.tables["n_placed"] = t.tables["n_track"] = 1
    session(t)
    found = [o for o in t.state["objects"] if o["cell"] >= 0]
    assert [(int(o["sub"]), int(o["face_up"])) for o in found] == [(3, 1)]
    assert (int(t.state["track_discovery"][8][0]), int(t.state["track_open"][8][0])) == (1, 1)
    assert int(t.state["discoveries"]["n"]) == 3


@pytest.mark.rule("ENO-SET-08")
def test_engrams_are_drawn_at_random() -> None:
    kinds = set()
    for seed in range(20):
        t = room()
        t.tables["engrams"] = 3
        t.tables["placed"][0]["cell"], t.tables["placed"][0]["kind"] = cell(5, 5), Thing.ENGRAM
        t.tables["placed"][0]["sub"], t.tables["n_placed"] = -1, 1
        session(t, seed)
        thing = next(o for o in t.state["objects"] if o["cell"] >= 0)
        kinds.add(int(thing["sub"]))
        assert int(t.state["engram_pool"].sum()) == 11
    assert len(kinds) > 2


@pytest.mark.rule("ENO-SET-07", "ENO-LOT-01")
def test_the_loot_deck_is_shuffled_from_its_cards() -> None:
    t = room()
    t.tables["loot"][:6] = range(2, 8)
    orders = set()
    for seed in range(5):
        session(t, seed)
        pile = t.state["loot"]
        orders.add(tuple(pile["cards"][: pile["n"]].tolist()))
    assert all(sorted(order) == [2, 3, 4, 5, 6, 7] for order in orders)
    assert len(orders) > 1


# -- Loadouts --------------------------------------------------------------------------------------------------


def loadout(t: Table) -> Table:
    t.state["spacers"]["character"] = t.state["spacers"]["suit"] = -1
    t.state["spacers"]["gear"]["card"] = -1
    t.state["spacers"]["gear"]["place"] = 0
    return t.call(Proc.LOADOUT)


@pytest.mark.rule("ENO-LOD-01", "ENO-LOD-01-D", "ENO-SPC-01")
def test_characters_are_unique_and_suits_limited_by_their_copies() -> None:
    t = Table(seats=2)
    t.tables["suits"]["copies"][:2] = (1, 1)
    loadout(t)
    assert t.asked == (0, Choice.CHARACTER)
    t.play("character_3", "suit_1")
    assert t.asked == (1, Choice.CHARACTER)
    assert "character_3" not in t.legal
    t.play("character_0")
    assert t.s(1)["suit"] == 0, "only one Suit was left"


@pytest.mark.rule("ENO-LOD-02", "ENO-LOD-02-D", "ENO-LOD-04")
def test_yellow_cards_are_paired_in_two_ways_and_blue_with_red() -> None:
    halves = {}
    for way in ("straight", "crossed"):
        t = Table(seats=1, preset=0)
        t.tables["suits"]["halves"], t.tables["characters"]["halves"] = (0, 2, 4), (1, 3, 5)
        t.tables["fixed_character"][0] = t.tables["fixed_suit"][0] = 0
        loadout(t)
        assert t.asked == (0, Choice.PAIRING)
        t.play(f"pairing_{way}")
        halves[way] = t.s(0)["half"].tolist()
    assert halves == {"straight": [[0, 1], [2, 3], [4, 5]], "crossed": [[0, 3], [2, 1], [4, 5]]}


@pytest.mark.rule("ENO-LOD-02-D", "ENO-LOD-05", "ENO-LOD-07", "ENO-GEA-05")
def test_preset_loadouts_are_not_asked_and_weapons_start_full() -> None:
    t = room(1)
    rifle = t.weapon(7, hands=2, ammo=2)
    t.tables["characters"]["gear"][0][0] = rifle
    until(session(t), Choice.TURN)
    gear = t.s(0)["gear"]
    assert [(int(e["card"]), int(e["place"]), int(e["ammo"])) for e in gear if e["card"] >= 0] == [
        (0, GearPlace.FIXED, 0),
        (rifle, GearPlace.HAND, 2),
    ]


@pytest.mark.rule("ENO-LOD-05", "ENO-LOD-05-D", "ENO-GEA-01", "ENO-GEA-02", "ENO-GEA-03")
def test_gear_is_chosen_item_by_item_within_the_limits() -> None:
    t = Table(seats=1, preset=0)
    t.tables["fixed_character"][0] = t.tables["fixed_suit"][0] = 0
    t.state["stash"][:4] = (0, 1, 1, 2)
    t.tables["gear"][1]["hands"] = 2
    t.tables["gear"][2]["hands"] = 1
    t.tables["gear"][3]["kind"] = GearKind.SUPPORT
    loadout(t).play("pairing_straight")
    assert t.asked == (0, Choice.LOADOUT_GEAR)
    t.play("stash_1", "equip")
    assert "stash_1" not in t.legal, "one copy"
    t.play("stash_2")
    assert t.s(0)["gear"][2]["place"] == GearPlace.BACKPACK, "no hand is free, so it is stowed without asking"
    t.play("stash_3", "equip", "stash_3")
    assert t.s(0)["gear"][4]["place"] == GearPlace.BACKPACK
    assert t.done, "nothing is left to take"


@pytest.mark.rule("ENO-LOD-06", "ENO-LOD-06-D", "ENO-STG-02")
def test_the_lead_chooses_two_stratagems_for_the_team() -> None:
    t = Table(seats=2)
    t.tables["fixed_character"][:2], t.tables["fixed_suit"][:2] = (0, 1), 0
    t.tables["n_stratagems"] = 4
    t.tables["stratagems"]["division"][:4] = (0, 0, 1, 5)
    loadout(t)
    assert t.asked == (0, Choice.STRATAGEM)
    assert t.legal == {"stratagem_0", "stratagem_1", "stratagem_2"}, "nobody has the class of the fourth"
    t.play("stratagem_2", "stratagem_0")
    assert t.done
    assert [int(s["card"]) for s in t.state["stratagems"]] == [2, 0]
    assert not t.state["stratagems"]["ready"].any()


@pytest.mark.rule("ENO-LOD-08")
def test_the_lead_chooses_the_first_holder_of_the_marker() -> None:
    t = until(session(room(3)), Choice.FIRST_MARKER)
    assert t.asked == (0, Choice.FIRST_MARKER)
    t.play("spacer_2")
    assert t.state["marker"] == 2


@pytest.mark.rule("ENO-INS-02", "ENO-INS-02-D", "ENO-INS-03")
def test_on_a_revisit_spacers_start_next_to_the_insertion_point_or_to_each_other() -> None:
    t = room(2)
    n = t.exit_point([(0, 5)], PointState.CLOSED)
    t.tables["insertion"] = n
    until(session(t), Choice.START_SPACE)
    assert t.asked == (0, Choice.START_SPACE)
    assert set(t.candidates) == {(0, 4), (0, 6), (1, 5)}
    t.choose(1, 5)
    assert set(t.candidates) == {(0, 4), (0, 6), (1, 4), (1, 6), (2, 5)}
    assert t.state["points"][n]["state"] == PointState.INSERTION


# -- rounds ----------------------------------------------------------------------------------------------------


def play_round(t: Table) -> list[tuple[int, int]]:
    """Play one round, every Spacer ending its turn at once; (phase, active Spacer) at each question."""
    t.call(Proc.ROUND)
    seen = []
    while t.asked is not None:
        seen.append((int(t.state["phase"]), int(t.state["active"])))
        t.play("end_turn" if "end_turn" in t.legal else min(t.legal, key=t.actions.id))
    return seen


@pytest.fixture
def t() -> Table:
    table = Table(seats=2)
    table.spacer(0, 1, 1)
    table.spacer(1, 8, 8)
    table.state["round"] = 3
    return table


@pytest.mark.rule("ENO-RND-01", "ENO-TRN-01", "ENO-TRN-01-D", "ENO-RND-02")
def test_in_a_round_each_spacer_takes_one_turn(t: Table) -> None:
    seen = play_round(t)
    assert t.done
    assert t.state["round"] == 4
    assert t.state["spacers"]["took_turn"][:2].tolist() == [1, 1]
    assert [s for phase, s in seen if phase == 2 and s >= 0] == [0, 1]
    assert t.state["phase"] == 3, "the Intruder Phase is the last"


@pytest.mark.rule("ENO-TRN-01-D")
def test_the_lead_picks_the_first_and_who_ends_a_turn_the_next() -> None:
    t = Table(seats=3)
    for s, x in enumerate((1, 4, 7)):
        t.spacer(s, x, 1)
    t.state["marker"] = 1
    t.call(Proc.SPACER_PHASE)
    assert t.asked == (1, Choice.NEXT_SPACER)
    t.play("spacer_2", "end_turn")
    assert t.asked == (2, Choice.NEXT_SPACER)
    assert t.legal == {"spacer_0", "spacer_1"}


@pytest.mark.rule("ENO-CDN-02", "ENO-CDN-02-D", "ENO-CDN-10")
def test_the_marker_moves_from_round_2_on_and_stays_on_0(t: Table) -> None:
    for number, before, after in ((1, 9, 9), (2, 9, 8), (5, 1, 0), (6, 0, 0)):
        t.state["round"], t.state["countdown"] = number, before
        t.call(Proc.COUNTDOWN)
        assert t.state["countdown"] == after


@pytest.mark.rule("ENO-CDN-02-D", "ENO-CDN-03")
def test_in_round_1_the_items_of_space_9_are_resolved(t: Table) -> None:
    t.state["round"] = 1
    t.state["track_intruders"][9] = 1
    t.call(Proc.COUNTDOWN)
    while t.asked is not None:
        t.play(min(t.legal, key=t.actions.id))
    assert t.k(0)["type"] >= 0


@pytest.mark.rule("ENO-CDN-01", "ENO-CDN-01-D", "ENO-CDN-06", "ENO-CDN-06-D", "ENO-CDN-07", "ENO-CDN-08", "ENO-CDN-09")
def test_every_red_and_black_space_and_0_spawn_a_blip(t: Table) -> None:
    t.spawn_point(5, 5)
    for before, blips in ((9, 0), (8, 0), (7, 1), (6, 1), (4, 1), (1, 1), (0, 1)):
        t.state["countdown"] = before
        t.state["blips"]["point"] = -1
        t.state["blip_pool"] = t.tables["blip_faces"]
        t.call(Proc.COUNTDOWN)
        assert int((t.state["blips"]["point"] >= 0).sum()) == blips, before


@pytest.mark.rule("ENO-CDN-03", "ENO-DSC-12", "ENO-DSC-03")
def test_a_discovery_on_the_track_is_made_by_the_priority_target(t: Table) -> None:
    t.state["marker"] = 1
    t.tables["section_first"][1], t.tables["section_end"][1] = 0, 1
    t.tables["entries"]["effect"][0], t.tables["entries"]["effect_end"][0] = t.ops((Op.LOSE_STRESS, 1, 0, 0, 0))
    t.tables["entries"]["section"][0], t.tables["entries"]["number"][0] = 1, 1
    t.tables["tokens"][0]["section"] = 1
    t.state["spacers"]["stress"][:2] = 3
    t.state["track_discovery"][8][0], t.state["track_discoveries"][8] = 0, 1
    t.rolls(0)
    t.call(Proc.COUNTDOWN)
    while t.asked is not None:
        t.play("done" if "done" in t.legal else min(t.legal, key=t.actions.id))
    assert t.state["spacers"]["stress"][:2].tolist() == [3, 2]
    assert t.state["extraction"] == 3
    assert t.state["track_discoveries"][8] == 0


@pytest.mark.rule("ENO-CDN-04")
def test_an_echo_on_the_track_is_discarded_and_a_new_blip_spawns(t: Table) -> None:
    t.spawn_point(5, 5)
    t.state["track_blip"][8][0], t.state["track_blips"][8] = Face.ECHO, 1
    t.state["blip_pool"] = (6, 6, 5, 2)
    t.call(Proc.COUNTDOWN)
    assert t.state["echoes_gone"] == 1
    assert int((t.state["blips"]["point"] >= 0).sum()) == 1
    assert int(t.state["blip_pool"].sum()) == 18


@pytest.mark.rule("ENO-CDN-05", "ENO-CDN-05-D", "ENO-REV-07")
def test_intruders_of_the_track_appear_next_to_the_priority_target_without_ambush(t: Table) -> None:
    t.state["marker"] = 1
    t.state["track_blip"][8][0], t.state["track_blips"][8] = Face.B, 1
    t.call(Proc.COUNTDOWN)
    places = []
    while t.asked is not None:
        assert t.asked == (1, Choice.SPAWN_SPACE)
        places.append(t.candidates[0])
        t.play("candidate_0")
    beside = {(7, 8), (9, 8), (8, 7), (8, 9)}
    assert len(places) == 2, "two white symbols"
    assert set(places) <= beside
    assert t.s(1)["vitals"] == 9
    assert t.state["blip_pool"][Face.B] == t.tables["blip_faces"][Face.B] + 1, "the Blip is back in the pool"


@pytest.mark.rule("ENO-REV-09-D")
def test_first_contact_of_intruders_of_the_set_up_is_performed_in_round_1(t: Table) -> None:
    k = t.intruder(5, 5)
    t.state["contacted"] = 0
    row = t.tables["types"][0]
    row["first_contact"], row["first_contact_end"] = t.ops((Op.GAIN_STRESS, 1, 0, 0, 2))
    t.state["round"] = 0
    t.call(Proc.ROUND)
    assert t.state["contacted"][int(t.k(k)["type"])] == 1
    assert t.state["spacers"]["stress"][:2].tolist() == [1, 1]


@pytest.mark.rule("ENO-TRN-12", "ENO-GEN-06", "ENO-GEN-06-D")
def test_effects_at_the_end_of_a_phase_come_in_the_order_of_the_lead() -> None:
    t = Table(seats=2, ask_ties=1)
    t.spacer(0, 1, 1)
    t.spacer(1, 8, 8)
    t.state["marker"] = 1
    page = t.tables["locations"][0]
    t.ability(page, timing=Timing.SPACER_PHASE_END, ops=[(Op.PLACE_TOKENS, 1, 0, 0)])
    t.ability(page, timing=Timing.SPACER_PHASE_END, ops=[(Op.DISCARD_TOKENS, 0, 3, 0)])
    t.call(Proc.PHASE_END, Timing.SPACER_PHASE_END)
    assert t.asked == (1, Choice.EFFECT_ORDER)
    t.play("option_1")
    assert t.done
    assert t.state["incoming"].tolist() == [1, 0, 0]


@pytest.mark.rule("ENO-ABL-06-D")
def test_uses_of_abilities_are_counted_anew_in_each_round(t: Table) -> None:
    t.s(0)["used"] = 255
    play_round(t)
    assert not t.s(0)["used"].any()


# -- the end ---------------------------------------------------------------------------------------------------


def ended(t: Table) -> Reason:
    t.call(Proc.END_SESSION)
    return Reason(int(t.state["core"]["outcome"]))


@pytest.mark.rule("ENO-EXT-13", "ENO-EXT-14")
def test_the_run_ends_when_all_have_left_or_died_and_succeeds_if_one_extracted(t: Table) -> None:
    t.state["spacers"]["where"][:2] = (Where.EXTRACTED, Where.DEAD)
    t.state["extracted"] = 1
    assert ended(t) is Reason.EXTRACTED
    t.state["core"]["over"] = 0
    t.state["spacers"]["where"][:2] = Where.DEAD
    t.state["extracted"] = 0
    assert ended(t) is Reason.LOST


@pytest.mark.rule("ENO-RND-02-D", "ENO-OPT-07")
def test_the_cap_of_rounds_ends_the_session(t: Table) -> None:
    assert ended(t) is Reason.ROUND_CAP
    t = room(1, round_cap=2)
    session(t)
    for _ in range(200):
        if t.state["core"]["over"]:
            break
        t.play("end_turn" if "end_turn" in t.legal else min(t.legal, key=t.actions.id))
    assert (int(t.state["round"]), Reason(int(t.state["core"]["outcome"]))) == (2, Reason.ROUND_CAP)


@pytest.mark.rule("ENO-TRN-12", "ENO-GEN-06")
def test_each_effect_at_the_end_of_a_phase_is_resolved_once_though_another_ends_its_condition() -> None:
    t = Table(seats=2)
    t.spacer(0, 1, 1, stress=3)
    t.spacer(1, 8, 8)
    page = t.tables["locations"][0]
    for amount in (3, 1, 1):
        t.ability(
            page, timing=Timing.SPACER_PHASE_END, need=Need.STRESS_AT_LEAST, need_b=1,
            ops=[(Op.LOSE_STRESS, amount, 0, 0, 0), (Op.PLACE_TOKENS, 1, 0, 0)],
        )  # fmt: skip
    t.ability(page, timing=Timing.SPACER_PHASE_END, ops=[(Op.PLACE_TOKENS, 1, 1, 0)])
    t.call(Proc.PHASE_END, Timing.SPACER_PHASE_END)
    assert t.done
    assert t.state["incoming"].tolist() == [1, 1, 0], "the first one ends the condition of the next two"


@pytest.mark.rule("ENO-EXT-14-D")
def test_objective_tokens_count_if_extracted_spacers_carry_them(t: Table) -> None:
    t.tables["objective_type"], t.tables["objective_number"] = 0, 2
    t.state["spacers"]["where"][:2] = (Where.EXTRACTED, Where.DEAD)
    t.state["spacers"]["objectives"][:2] = [[1, 0, 0, 0], [3, 0, 0, 0]]
    ended(t)
    assert t.state["objective_done"] == 0
    t.state["core"]["over"] = 0
    t.s(0)["objectives"][0] = 2
    ended(t)
    assert t.state["objective_done"] == 1


@pytest.mark.rule("ENO-GEN-03", "ENO-GEN-03-D")
def test_there_is_no_action_to_take_back() -> None:
    t = Table()
    assert not [name for name in t.actions if "undo" in name or "back" in name]
