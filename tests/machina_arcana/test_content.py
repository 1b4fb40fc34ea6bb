"""The content pack that comes with the game, and the errors of broken packs."""

from __future__ import annotations

import copy
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from envs.core.content import Entry, read_pack
from envs.core.effects import General
from envs.core.errors import ContentError, OptionError
from envs.machina_arcana import actions, state
from envs.machina_arcana import content as module
from envs.machina_arcana.content import FOLDER, MODELS, Pack, load_pack
from envs.machina_arcana.map_tiles import OPENINGS
from envs.machina_arcana.state import (
    Border,
    EventKind,
    ExplorerClass,
    ItemType,
    Op,
    Part,
    QuestKind,
    QuestSource,
    Space,
    Targeting,
    TargetWho,
    Trigger,
    Who,
)
from envs.machina_arcana.vocabulary import VOCABULARY

SCENARIO = "drowned_foundry"


@dataclass(frozen=True)
class Options:
    scenario: str = SCENARIO
    length: str = "full"


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load_pack()


@pytest.fixture(scope="module")
def tables(pack: Pack) -> Any:
    return pack.tables(Options())


SECTIONS = read_pack(FOLDER / "core", MODELS)

Change = Callable[[dict[str, dict[str, Any]]], None]


def changed(change: Change) -> Pack:
    """The pack after a change of its plain data."""
    data = {section: {id_: copy.deepcopy(entry.data) for id_, entry in es.items()} for section, es in SECTIONS.items()}
    change(data)
    return Pack(
        {
            section: {
                id_: Entry(SECTIONS[section][id_].place if id_ in SECTIONS[section] else _new(section, id_), entry)
                for id_, entry in sorted(entries.items())
            }
            for section, entries in data.items()
        }
    )


def _new(section: str, id_: str) -> Any:
    from envs.core.effects import Place

    return Place("new.yaml", f"{section} {id_!r}")


def broken(change: Change, message: str) -> None:
    with pytest.raises(ContentError, match=message):
        changed(change)


def rows(tables: Any, kind: str) -> Any:
    return tables[kind][: int(tables[f"n_{kind}"])]


def abilities_of(tables: Any, card: Any) -> Any:
    return tables["abilities"][int(card["first_ability"]) : int(card["end_ability"])]


def number(pack: Pack, kind: str, id_: str) -> int:
    return list(pack.catalogue(SCENARIO).ids[kind]).index(id_)


# -- the pack ----------------------------------------------------------------------------------------------------


def test_numbers_of_cards(pack: Pack, tables: Any):
    assert int(tables["n_explorers"]) == 9
    assert int(tables["n_monsters"]) == 26
    assert int(tables["n_treasures"]) == 90
    assert int(tables["n_chapters"]) == 8
    assert [int((rows(tables, "faces")["use"] == use).sum()) for use in range(3)] == [10, 1, 1]
    for kind in ("explorer_events", "horror_events"):
        assert sum(card.scenario is None for card in pack.forms(kind).values()) == 20


def test_dice_of_the_rulebook(tables: Any):
    assert tables["high_die"].tolist() == [0, 1, 1, 2, 2, 3]
    assert tables["low_die"].tolist() == [0, 1, 1, 1, 2, 2]
    assert sorted(tables["recharge_die"].tolist()) == [0, 0, 1, 1, 2, 2]


def test_sarall_as_in_the_rulebook(pack: Pack, tables: Any):
    sarall = tables["monsters"][number(pack, "monsters", "sarall")]
    assert (int(sarall["armor"]), int(sarall["health"])) == (3, 2)
    (end,) = [a for a in abilities_of(tables, sarall) if a["trigger"] == Trigger.WHEN_DESTROYED]
    first = tables["ops"][end["first_op"]]
    assert (int(first["code"]), int(first["d"])) == (Op.ATTACK, Who.ADJACENT_UNITS)


def test_two_explorers_of_each_class_each_with_a_payable_attack(tables: Any):
    explorers = rows(tables, "explorers")
    for class_ in ExplorerClass:
        assert not class_ or int((explorers["class_"] == class_).sum()) >= 2
    for card in explorers:
        attacks = [a for a in abilities_of(tables, card) if a["attacks"] and a["trigger"] == Trigger.ACTIVE]
        assert any(a["essence"] == 0 and a["stamina"] <= 2 for a in attacks)


def test_levels_of_monsters_and_treasures_with_all_types(tables: Any):
    assert np.bincount(rows(tables, "monsters")["level"]).tolist() == [0, 9, 7, 6, 4]
    treasures = rows(tables, "treasures")
    for level in (1, 2, 3):
        of_level = treasures[treasures["level"] == level]
        assert set(of_level["type"].tolist()) == {int(t) for t in ItemType if t}
    assert {int(p) for p in treasures["part"] if p} == {int(p) for p in Part if p}
    assert len({int(s) for s in treasures["top"] if s}) >= 2
    assert len({int(s) for s in treasures["augment"] if s}) >= 2
    assert treasures["one_hand"].sum() >= 2


def test_every_card_has_a_text_on_one_line(pack: Pack):
    catalogue = pack.catalogue(SCENARIO)
    for kind, texts in catalogue.texts.items():
        assert len(texts) == len(catalogue.names[kind]) == len(catalogue.ids[kind])
        for text in texts:
            assert text.endswith("."), text
            assert "\n" not in text
            assert "{" not in text
    assert catalogue.endgame is not None
    assert "the game is won" in catalogue.endgame.text
    assert "the game is lost" in catalogue.endgame.text


def test_other_units_of_an_aura_are_those_of_its_bearer_s_kind(pack: Pack):
    texts = {id_: pack.texts["monsters"][number(pack, "monsters", id_)] for id_ in ("mother_of_valves", "valve_cantor")}
    assert (
        "Other monsters on the tile: +1 to attack rolls; explorers on the tile: -1 will." in texts["mother_of_valves"]
    )
    assert "Other monsters on the tile: +1 to attack rolls." in texts["valve_cantor"]
    maud = pack.texts["explorers"][number(pack, "explorers", "maud_eberly")]
    assert "Other explorers on the tile: +1 will." in maud


def test_text_says_what_the_effects_do(pack: Pack):
    text = pack.texts["treasures"][number(pack, "treasures", "powder_charge")]
    assert text == (
        "Level 1 consumable. [1 stamina, drop; a unit within 4, nothing in the way] Attack on the target (3 high)."
    )
    assert pack.ability_texts("explorers", number(pack, "explorers", "ezra_thorn"))[1] == (
        "[1 stamina, 1 essence] Teleport you up to 5 spaces."
    )


def test_scenario_one(pack: Pack, tables: Any):
    chapters = rows(tables, "chapters")
    assert chapters["number"].tolist() == list(range(1, len(chapters) + 1))
    for name in ("monster_rating", "horror_rating"):
        values = chapters[name].tolist()
        assert values == sorted(values, reverse=True), f"{name} falls"
        assert 5 <= min(values) <= max(values) <= 10
    assert [bool(c["leaves"]) for c in chapters].index(True) == 3, "chapter 4 has the exit"
    codes = [
        [
            int(op["code"])
            for a in abilities_of(tables, c)
            for op in tables["ops"][int(a["first_op"]) : int(a["end_op"])]
        ]
        for c in chapters
    ]
    assert Op.PLACE_ENTRY in codes[0]
    assert Op.PLACE_EXIT in codes[3]
    assert any(Op.ENTER_BASE in c for c in codes)
    assert Op.ENTER_ENDGAME in codes[-1]
    assert int(tables["has_endgame"]) == 1
    assert pack.forms("scenarios")[SCENARIO].removable == [2, 7]


def test_quests_in_the_order_of_their_sources(tables: Any):
    quests = rows(tables, "quests")
    assert quests["source"].tolist() == sorted(quests["source"].tolist())
    assert {int(q["kind"]) for q in quests} == {int(k) for k in QuestKind if k}
    chapters = rows(tables, "chapters")
    for i, quest in enumerate(quests):
        if quest["source"] == QuestSource.CHAPTER:
            chapter = chapters[int(quest["card"])]
            assert int(chapter["first_quest"]) <= i < int(chapter["end_quest"])
        elif quest["source"] == QuestSource.EVENT:
            event = tables["explorer_events"][int(quest["card"])]
            assert (int(event["quest"]), int(event["kind"])) == (i, EventKind.QUEST)
    endgame = range(int(tables["first_endgame_quest"]), int(tables["end_endgame_quest"]))
    assert [i for i, q in enumerate(quests) if q["source"] == QuestSource.ENDGAME] == list(endgame)


def test_events_of_all_kinds(tables: Any):
    assert set(rows(tables, "explorer_events")["kind"].tolist()) == {int(k) for k in EventKind}
    assert set(rows(tables, "horror_events")["kind"].tolist()) == {EventKind.DEFAULT, EventKind.ONGOING}
    assert int(rows(tables, "horror_events")["shuffles"].sum()) == 1


@pytest.mark.rule("MAC-MON-04")
def test_abilities_of_monsters_target_explorers(tables: Any):
    for monster in rows(tables, "monsters"):
        for a in abilities_of(tables, monster):
            if a["targeting"] > Targeting.SELF and a["attacks"]:
                assert a["who"] in (TargetWho.EXPLORERS, TargetWho.WOUNDED_EXPLORERS)


def test_harmless_abilities_of_monsters(pack: Pack, tables: Any):
    names = pack.names["monsters"]
    harmless = {
        (names[i], int(op["code"]))
        for i, monster in enumerate(rows(tables, "monsters"))
        for a in abilities_of(tables, monster)
        if a["trigger"] == Trigger.ACTIVE and a["harmless"]
        for op in [tables["ops"][int(a["end_op"]) - 2]]
    }
    assert harmless == {
        ("Boiler golem", Op.DOORS),
        ("Bellows deacon", Op.LASTING),
        ("Mother of valves", Op.SUMMON),
        ("Brood engine", Op.SUMMON),
        ("Rivet knight", Op.LASTING),
        ("Hollow bishop", Op.RESTORE_HEALTH),
    }


def test_lists_of_operations_are_closed_and_jumps_stay_inside(tables: Any):
    ranges = [(int(a["first_op"]), int(a["end_op"])) for a in tables["abilities"]]
    ranges += [(int(q["first_op"]), int(q["end_op"])) for q in rows(tables, "quests")]
    goes = {Op.JUMP: "a", Op.ROLL: "b", Op.IF: "d", Op.MAY: "a", Op.EACH: "b", Op.REPEAT: "b"}
    for first, end in ranges:
        if first == end:
            continue
        assert tables["ops"][end - 1]["code"] == General.END
        for pc in range(first, end):
            slot = goes.get(int(tables["ops"][pc]["code"]))  # type: ignore[call-overload]
            assert slot is None or pc < int(tables["ops"][pc][slot]) < end


def test_general_operations_have_the_core_numbers():
    assert {op.name: int(op) for op in General} == {op.name: int(op) for op in Op if op < 32}
    assert {e.code for e in VOCABULARY.effects.values()} == {op for op in Op if op >= 32}


# -- tiles -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-MAP-01", "MAC-MAP-02", "MAC-MAP-03")
def test_faces_have_four_edges_and_a_wall_all_around(tables: Any):
    for face in rows(tables, "faces"):
        assert face["edge"].tolist() == ([0] * 4 if face["use"] == 2 else [1] * 4)
        kind, border = face["kind"], face["border"]
        for cell in range(100):
            x, y = cell % 10, cell // 10
            for side, (dx, dy) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
                if 0 <= x + dx < 10 and 0 <= y + dy < 10:
                    assert border[cell, side] == border[cell + dx + 10 * dy, (side + 2) % 4]
                else:
                    assert border[cell, side] == Border.WALL
        if face["use"] != 2:
            for cells, token in zip(OPENINGS.values(), face["token_cell"], strict=True):
                assert all(kind[c] in (Space.PLAIN, Space.TRAPPED) for c in cells)
                assert token in cells


def test_openings_are_the_cells_4_and_5_clockwise():
    assert {side: [divmod(c, 10)[::-1] for c in cells] for side, cells in OPENINGS.items()} == {
        "north": [(4, 0), (5, 0)],
        "east": [(9, 4), (9, 5)],
        "south": [(5, 9), (4, 9)],
        "west": [(0, 5), (0, 4)],
    }


def test_deck_tiles_are_double_sided(pack: Pack, tables: Any):
    tiles = pack.forms("tiles")
    ids = pack.catalogue(SCENARIO).ids["tiles"]
    for i, face in enumerate(rows(tables, "faces")):
        if face["use"] == 0:
            other = int(face["flip"])
            assert other != i
            assert int(tables["faces"][other]["flip"]) == i
            assert tiles[ids[i]].tile == tiles[ids[other]].tile
        else:
            assert int(face["flip"]) == -1
            assert int(face["entry"]) >= 0
    assert int(tables["faces"][int(tables["start_face"])]["use"]) == 1
    assert int(tables["faces"][int(tables["endgame_face"])]["use"]) == 2


def test_spaces_of_the_faces(tables: Any):
    for face in rows(tables, "faces"):
        count = {kind: int((face["kind"] == kind).sum()) for kind in Space}
        assert count[Space.SPAWN] >= 2
        assert count[Space.VOID] == 0
        if face["use"] != 2:
            assert count[Space.CHAPTER] >= 1
        if count[Space.TRAP]:
            assert 3 <= count[Space.TRAPPED] <= 8
    deck = tables["faces"][: int(tables["n_faces"])]
    deck = deck[deck["use"] == 0]
    assert {int(k) for k in np.unique(deck["kind"])} == {int(k) for k in Space} - {Space.VOID, Space.SPECIAL}


# -- loading -----------------------------------------------------------------------------------------------------


def test_tables_are_a_copy_and_fit_the_record(pack: Pack):
    first = pack.tables(Options())
    assert first.dtype == state.TABLES.dtype
    first["n_monsters"] = 1
    assert int(pack.tables(Options())["n_monsters"]) > 1


def test_unknown_scenario(pack: Pack):
    with pytest.raises(OptionError, match=r"scenario 'drowned_foundri' is not in .* did you mean 'drowned_foundry'\?"):
        pack.tables(Options("drowned_foundri"))


def test_hash_ignores_order_files_comments_and_defaults(pack: Pack, tmp_path: Path):
    def turn(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: turn(inner) for key, inner in reversed(value.items())}
        return [turn(inner) for inner in value] if isinstance(value, list) else value

    for i, (section, entries) in enumerate(SECTIONS.items()):
        data = {id_: turn(entry.data) for id_, entry in reversed(entries.items())}
        text = yaml.safe_dump({section: data}, sort_keys=False, default_flow_style=bool(i % 2))
        (tmp_path / f"{9 - i}.yaml").write_text("# another comment\n" + text)
    other = load_pack(tmp_path)
    assert other.hash == pack.hash
    assert other.tables(Options()).tobytes() == pack.tables(Options()).tobytes()
    assert changed(lambda d: d["treasures"]["fire_axe"].update(armor=0)).hash == pack.hash


@pytest.mark.parametrize(
    "change",
    [
        lambda d: d["treasures"]["fire_axe"].update(title="Hatchet"),
        lambda d: d["monsters"]["sarall"].update(stamina=9),
        lambda d: d["chapters"]["the_heart"].update(story="Another one."),
    ],
)
def test_hash_changes_with_the_content(pack: Pack, change: Change):
    assert changed(change).hash != pack.hash


def test_a_pack_may_be_a_folder(pack: Pack, tmp_path: Path):
    shutil.copytree(FOLDER / "core", tmp_path / "mine")
    assert load_pack(tmp_path / "mine").hash == load_pack(str(tmp_path / "mine")).hash == pack.hash
    assert load_pack("core") is load_pack(None)


# -- broken files ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("monsters: [", r"bad.yaml: line \d "),
        ("- a", "bad.yaml: expected a mapping of sections, got list"),
        ("monsers: {}", r"bad.yaml: unknown section 'monsers'; did you mean 'monsters'\?"),
        ("monsters: 3", "bad.yaml: monsters: expected a mapping from ids to entries, got 3"),
        ("monsters: {a: {}, a: {}}", "bad.yaml: line 1 the key 'a' is given twice"),
        ("monsters: {Bad Id: {}}", "bad.yaml: monsters 'Bad Id': an id must be lower case"),
        ("monsters: {1: {}}", "bad.yaml: monsters 1: an id must be lower case"),
        ("monsters: {sarall: {}}", r"monsters 'sarall': this id is given twice; the other one stands in \w+.yaml"),
        ("monsters: {[1]: {}}", "bad.yaml: line 1 "),
        ("monsters: !!python/object:os.system {}", "bad.yaml: line 1 "),
        ("a: &a [*a]", "bad.yaml"),
    ],
)
def test_broken_files(tmp_path: Path, text: str, message: str):
    shutil.copytree(FOLDER / "core", tmp_path / "mine")
    (tmp_path / "mine" / "bad.yaml").write_text(text)
    with pytest.raises(ContentError, match=message):
        load_pack(tmp_path / "mine")


def test_bytes_that_are_no_text(tmp_path: Path):
    (tmp_path / "bad.yaml").write_bytes(b"\xff\xfe\x00a")
    with pytest.raises(ContentError, match=r"bad\.yaml"):
        load_pack(tmp_path)


def test_no_such_pack(tmp_path: Path):
    with pytest.raises(ContentError, match="expected a folder with YAML files, and there is none"):
        load_pack(tmp_path / "nothing")


def test_words_like_no_and_off_are_words(tmp_path: Path):
    (tmp_path / "words.yaml").write_text("pack: {a: {title: no, x: off, y: true}}")
    assert read_pack(tmp_path, MODELS)["pack"]["a"].data == {"title": "no", "x": "off", "y": True}


# -- broken cards ------------------------------------------------------------------------------------------------


def power(**fields: Any) -> dict[str, Any]:
    return {"cost": {"stamina": 1}, "target": "melee", "effects": [{"attack": {"high": 1}}], **fields}


def wrench(*powers: dict[str, Any]) -> Change:
    return lambda d: d["treasures"]["pipe_wrench"].update(abilities=list(powers))


def rat(*powers: dict[str, Any]) -> Change:
    return lambda d: d["monsters"]["rust_rat"].update(abilities=list(powers))


def card(section: str, id_: str, **fields: Any) -> Change:
    return lambda d: d[section][id_].update(fields)


def ongoing(id_: str, **fields: Any) -> Change:
    return lambda d: d["horror_events"][id_]["ongoing"]["passive"][0].update(fields)


def quest(id_: str, **fields: Any) -> Change:
    return lambda d: d["explorer_events"][id_]["quest"].update(fields)


AT = r"^treasures.yaml: treasures 'pipe_wrench': abilities\[0\]"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (card("monsters", "sarall", armour=3),
         r"^monsters.yaml: monsters 'sarall': unknown key 'armour'; did you mean 'armor'\?$"),
        (lambda d: d["monsters"]["sarall"].pop("armor"), r"^monsters.yaml: monsters 'sarall': 'armor' is missing$"),
        (card("monsters", "sarall", armor="3"), r"monsters 'sarall': armor: .*got '3'"),
        (card("monsters", "sarall", level=6), r"monsters 'sarall': level: .*equal to 5.*got 6"),
        (lambda d: d["monsters"].update(sarall=None), r"monsters 'sarall': .*got None"),
        (wrench(power(coast={})), AT + r": unknown key 'coast'; did you mean 'cost'\?"),
        (wrench(power(cost={"stamnia": 1})), AT + r"\.cost: unknown key 'stamnia'; did you mean 'stamina'\?"),
        (wrench(power(target={"rnage": 1})), AT + r"\.target: unknown key 'rnage'; did you mean 'range'\?"),
        (wrench(power(target="mele")), AT + r"\.target: unknown key 'mele'; did you mean 'melee'\?"),
        (wrench(power(target="range")), AT + r"\.target: .*got 'range'"),
        (wrench(power(target={"range": 3, "space": 2})), AT + r"\.target: expected exactly one of self, melee, .* got"),
        (wrench(power(target={"melee": True, "over_obstacles": True})), "'over_obstacles' belongs to 'range'"),
        (wrench(power(effects=[{"atack": 1}])), AT + r"\.effects\[0\]: unknown effect 'atack'; did you mean 'attack'"),
        (wrench(power(effects=[{"attack": {}}])), AT + r"\.effects\[0\]\.attack: the attack has no dice"),
        (wrench(power(effects=[{"teleport": {"distance": 2, "kind": "pit"}}])), "either 'distance' or 'kind'"),
        (wrench(power(effects=[{"push": {"spaces": 1, "who": "nearest"}}])), "unknown selector 'nearest'"),
        (wrench(power(effects=[{"destroy_space": "chapter"}])), r"unknown word 'chapter'"),
        (wrench(power(effects=[{"banish": {"who": "tile_explorers"}}])), "works on monsters, but .* selects explorers"),
        (wrench(power(effects=[])), AT + r"\.effects: expected at least one effect"),
        (wrench(power(passive=[{"armor": 1}])), AT + ": expected exactly one of effects, passive"),
        (wrench({}), AT + ": expected exactly one of .* got none"),
        (wrench({"passive": [{"armor": 1}], "cost": {}}), AT + r"\.cost: only an active ability"),
        (wrench({"effects": ["switch"], "target": "melee"}), AT + ": 'cost' is missing"),
        (wrench(power(target="self", who="monsters")), AT + r"\.who: 'who' needs a 'target' that is a unit"),
        (wrench(power(target="reach", targets=2)), AT + r"\.targets: two targets need"),
        (wrench(power(target=None, cost={"drop": True}, effects=["gain_treasure"])), AT + r"\.cost\.drop: .*'target'"),
        (wrench(*[power()] * 5), "at most 4 active abilities, got 5"),
        (wrench({"passive": [{"armr": 1}]}), AT + r"\.passive\[0\]: unknown key 'armr'; did you mean 'armor'\?"),
        (wrench({"passive": [{"control": True}]}), "'control' may stand in a lasting effect only"),
        (rat(power(cost={"essence": 1})), "a monster pays stamina only"),
        (rat(*[{"passive": [{"armor": 1}]}] * 9), "a monster has at most 8 abilities, got 9"),
        (rat({"passive": [{"attack": 1, "scope": "item"}]}), "'item' belongs to treasures"),
        (rat(power(effects=[{"lose_essence": {"amount": 1, "who": "self"}}])), "'self' selects monsters"),
        (card("explorers", "bram_holt", abilities=[power(cost={"destroy": True})]), "cannot be destroyed"),
        (card("explorers", "bram_holt", abilities=[{"on_hit": [{"push": 1}]}]), "needs an attack on the same card"),
        (card("explorers", "bram_holt", title="Orla Finch"), "two explorers have the title 'Orla Finch'"),
        (ongoing("frenzy", scope="self"), "no unit owns this card"),
        (ongoing("frenzy", when="wounded"), "nothing to measure"),
        (rat({"passive": [{"will": 1, "when": "no_essence"}]}), "a monster has no essence"),
        (card("horror_events", "frenzy", effects=[{"if": {"wounded": True, "then": [{"threat": 1}]}}]),
         "no unit that the condition could be about"),
        (card("horror_events", "frenzy", effects=[{"lose_health": 1}]), "'who' is missing"),
        (card("horror_events", "frenzy", effects=["gain_treasure"]), "one of the explorers acts"),
        (card("horror_events", "cold_breath", effects=[]), "the card does nothing"),
        (card("explorer_events", "spark_tax", effects=["gain_treasure"]), "neither 'effects' nor 'ongoing'"),
        (quest("spark_tax", use_space="trap"), "exactly one of collect_essence"),
        (quest("spark_tax", times=2), "'times' belongs to 'use_space'"),
        (quest("wiring_plan", use_space="special"), "no tile that can be in play"),
        (card("explorer_events", "spark_tax", scenario="drowned"), "unknown scenario 'drowned'; did you mean"),
        (card("pack", "core", high_die=[0, 1, 1, 2, 2]), r"high_die: .*at least 6 items"),
        (card("pack", "core", low_die=[0, 1, 1, 1, 2, 12]), "expected six faces from 0 to 9"),
        (lambda d: d["pack"].update(second=d["pack"]["core"]), "expected exactly one entry with title and dice, got 2"),
        (lambda d: d["scenarios"].clear(), "expected at least one scenario, got none"),
    ],
)  # fmt: skip
def test_broken_cards_are_named_by_file_entry_and_field(change: Change, message: str):
    broken(change, message)


@pytest.mark.rule("MAC-ABL-17")
@pytest.mark.parametrize("section", ["treasures", "explorers"])
def test_a_free_active_ability_is_refused(section: str):
    def free(d: dict[str, Any]) -> None:
        next(iter(d[section].values())).update(abilities=[power(cost={})])

    broken(free, "must cost stamina, essence, destroy or drop")
    changed(rat(power(cost={})))  # MAC-MON-12: a monster's may be free


@pytest.mark.parametrize("extra", [{"when": "wounded"}, {"scope": "tile_monsters"}])
def test_immobile_holds_without_condition(extra: dict[str, str]):
    broken(
        rat({"passive": [{"immobile": True, **extra}]}), r"abilities\[0\].passive\[0\].immobile: 'immobile' must hold"
    )


@pytest.mark.rule("MAC-CHP-17")
@pytest.mark.parametrize("effect", ["place_entry", "place_exit", "enter_base", "enter_endgame", {"add_treasure": 2}])
def test_chapter_abilities_stand_on_chapters_only(effect: Any):
    broken(lambda d: d["explorer_events"]["warm_pipes"].update(effects=[effect]), "stands on chapter cards only")
    broken(wrench(power(effects=[effect])), "stands on chapter cards only")


@pytest.mark.rule("MAC-ATR-01")
@pytest.mark.parametrize("attribute", ["armor", "will", "health", "stamina"])
@pytest.mark.parametrize("card", [("explorers", "bram_holt"), ("monsters", "sarall")])
def test_attributes_lie_in_0_to_9(card: tuple[str, str], attribute: str):
    for value in (-1, 10):
        broken(lambda d, v=value: d[card[0]][card[1]].update({attribute: v}), f"{card[1]}': {attribute}: ")  # type: ignore[misc]


@pytest.mark.rule("MAC-ITM-01")
def test_apparel_raises_armor_or_will_and_a_torso_has_an_augment_symbol():
    broken(lambda d: d["treasures"]["brass_helmet"].update(will=0), "apparel raises 'armor' or 'will'")
    broken(lambda d: d["treasures"]["leather_apron"].pop("augment"), "'augment' is missing")
    broken(lambda d: d["treasures"]["brass_helmet"].pop("part"), "apparel has a part of the body")


@pytest.mark.parametrize(
    ("id_", "fields", "message"),
    [
        ("pipe_wrench", {"part": "head"}, "apparel has a part of the body and nothing else has"),
        ("brass_helmet", {"one_handed": True}, "only a weapon is one-handed"),
        ("ember_core", {"augment": None}, "'augment' is missing: the symbol by which it is attached"),
        ("phase_coil", {"augment": "ember"}, "have augment symbols, got type 'artifact'"),
        ("field_dressing", {"top": "cog"}, "has no upgrade slots"),
        ("rivet_gun", {"top": "cogg"}, r"top: unknown symbol 'cogg'; did you mean 'cog'\?"),
        ("rivet_gun", {"top": "strap"}, "no other weapon has the symbol 'strap' at its bottom"),
        ("phase_coil", {"abilities": []}, "the treasure does nothing"),
    ],
)
def test_broken_treasures(id_: str, fields: dict[str, Any], message: str):
    broken(lambda d: d["treasures"][id_].update(fields), message)


def test_an_augment_symbol_needs_an_augment():
    def no_frost(d: dict[str, Any]) -> None:
        for card in d["treasures"].values():
            if card["type"] == "augment":
                card["augment"] = "ember"

    broken(no_frost, "augment: no card matches the symbol 'frost'")


def test_two_apparel_with_augment_symbols_do_not_match_each_other():
    def only_torsos(d: dict[str, Any]) -> None:
        for card in d["treasures"].values():
            if card.get("part") in ("legs", "head"):
                card.pop("top", None)
                card.pop("bottom", None)
        d["treasures"]["leather_apron"]["top"] = "strap"

    broken(only_torsos, "no other apparel has the symbol 'strap'")


# -- decks and capacities -----------------------------------------------------------------------------------------


def keep(section: str, least: int, test: Callable[[dict[str, Any]], bool] = lambda card: True) -> Change:
    def change(d: dict[str, Any]) -> None:
        for id_ in [id_ for id_, card in d[section].items() if test(card)][least:]:
            del d[section][id_]

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (keep("explorers", 3), "the deck is too small: expected at least 4 explorer cards, got 3"),
        (keep("monsters", 3, lambda c: c["level"] == 1), "expected at least 4 monsters of level 1, got 3"),
        (keep("treasures", 3, lambda c: c["level"] == 1), "expected at least 4 treasures of level 1, got 3"),
        (keep("horror_events", 1), "expected at least 2 horror events, got [01]"),
        (keep("explorer_events", 0), "expected at least 2 explorer events, got 0"),
        (keep("chapters", 0), "expected at least 1 chapters, got 0"),
        (keep("tiles", 0, lambda c: c.get("tile") in ("4", "5")), "expected at least 4 double-sided tiles, got 3"),
        (
            keep("tiles", 9, lambda c: c.get("use", "deck") == "deck"),
            "a tile of the deck has two faces; tile '.' has 1",
        ),
        (
            keep("treasures", 0, lambda c: c["level"] == 2),
            "'add_treasure' names level 2, of which there is no treasure",
        ),
    ],
)
def test_decks_that_are_too_small(change: Change, message: str):
    broken(change, message)


@pytest.mark.parametrize(
    ("section", "source", "most"),
    [
        ("explorers", "bram_holt", actions.MAX_EXPLORER_CARDS),
        ("monsters", "rust_rat", actions.MAX_MONSTERS),
        ("treasures", "pipe_wrench", actions.MAX_TREASURES),
        ("horror_events", "frenzy", state.MAX_EVENTS),
    ],
)
def test_more_cards_than_the_tables_hold(section: str, source: str, most: int):
    def fill(d: dict[str, Any]) -> None:
        held = [card for card in d[section].values() if card.get("scenario") in (None, SCENARIO)]
        for i in range(most + 1 - len(held)):
            d[section][f"zz_{i}"] = {**d[section][source], "title": f"Copy {i}"}

    broken(fill, f"there are {most + 1} {section}; the tables hold at most {most}")


def test_more_quests_and_operations_than_the_tables_hold(monkeypatch: pytest.MonkeyPatch):
    quest = {"use_space": "event", "reward": ["gain_treasure"]}
    broken(
        lambda d: d["chapters"]["the_humming"].update(quests=[quest] * (actions.MAX_QUESTS + 1)),
        f"the pack needs more than {actions.MAX_QUESTS} quests",
    )
    for name, what in (("MAX_OPS", "operations"), ("MAX_MODS", "modifiers"), ("MAX_ABILITIES", "abilities")):
        with monkeypatch.context() as patch:
            patch.setattr(module.state, name, 20)
            broken(lambda d: None, f": the pack needs more than 20 {what}")


# -- tiles -------------------------------------------------------------------------------------------------------


def paint(tile: str, *cells: tuple[int, int, str]) -> Change:
    def change(d: dict[str, Any]) -> None:
        grid = d["tiles"][tile]["rows"]
        for x, y, symbol in cells:
            grid[y] = grid[y][:x] + symbol + grid[y][x + 1 :]

    return change


def tile(name: str = "boiler_hall", **fields: Any) -> Change:
    return lambda d: d["tiles"][name].update(fields)


def no_pits(d: dict[str, Any]) -> None:
    for face in d["tiles"].values():
        face["rows"] = [line.replace("O", ".") for line in face["rows"]]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (paint("boiler_hall", (4, 9, "#")), "^tiles.yaml: tiles 'boiler_hall': the south edge is missing: its cell"),
        (paint("boiler_hall", (9, 5, "O")), "the east edge is missing: its cell 9,5 must be plain or trapped, got pit"),
        (tile(edges=["north", "south", "east"]), "edges: the west edge is missing: a map tile has one on each side"),
        (tile(walls=["0,0 east", "0,0 south"]), r"1 cell cannot be reached .*: 0,0$"),
        (tile(walls=["0-9,4 south"]), "cannot be reached"),
        (paint("boiler_hall", (0, 0, "."), (1, 0, "S"), (0, 1, "S"), (1, 1, "#")), "cannot be reached .*: 0,0$"),
        (paint("boiler_hall", (0, 0, "."), (1, 0, "O"), (0, 1, "O"), (1, 1, "#")), "cannot be reached .*: 0,0$"),
        (paint("boiler_hall", (1, 0, "T"), (0, 1, "#"), (1, 1, "#")), "cannot be reached .*: 0,0"),
        (paint("boiler_hall", (0, 1, "x")), r"rows\[1\]: unknown symbol 'x' in column 0; expected one of: \. \^ O"),
        (lambda d: d["tiles"]["boiler_hall"]["rows"].pop(), r"rows: .*at least 10 items"),
        (lambda d: d["tiles"]["boiler_hall"]["rows"].__setitem__(3, "..."), r"rows\[3\]: expected 10 characters"),
        (paint("boiler_hall", (0, 0, "."), (9, 9, ".")), "expected at least 2 spawn spaces, got 0"),
        (paint("boiler_hall", (5, 4, ".")), "expected at least 1 chapter space, got 0"),
        (paint("boiler_hall", (5, 4, "*")), "expected at least 1 chapter space|special spaces belong to endgame tiles"),
        (paint("boiler_hall", (1, 4, "^")), "trapped spaces need a trap space"),
        (paint("boiler_hall", (1, 4, "^"), (8, 4, "L")), "with a trap there are 3 to 8 trapped spaces, got 1"),
        (tile(walls=["3,4 up"]), r"walls\[0\]: expected a border such as '3,4 east'"),
        (tile(walls=["3,9 south"]), r"walls\[0\]: '3,9 south' lies on the rim of the tile"),
        (tile(walls=["3,4 east"], doors=["4,4 west"]), r"doors\[0\]: the border 4,4 west is given twice"),
        (tile(doors=["4,4 east"]), "a door needs spaces to stand on at both sides; 4,4 east has none"),
        (tile(symbol="up"), "symbol: "),
        (tile(tokens={"north": "3,0"}), r"tokens\.north: expected a cell of the opening \(4,0 or 5,0\)"),
        (tile(tokens={"north": "a"}), r"tokens\.north: expected a cell such as '4,9'"),
        (tile(entry="4,4"), "'entry' belongs to start and endgame tiles"),
        (tile("lift_shaft", entry=None), "'entry' is missing"),
        (tile("lift_shaft", entry="0,0"), "entry: the cell 0,0 is not a space to stand on"),
        (tile(tile=""), "'tile' is missing"),
        (tile("lift_shaft", use="endgame"), "'lift_shaft' is a tile of use 'endgame', expected 'start'"),
        (lambda d: d["scenarios"][SCENARIO].update(start_tile="lift"), "start_tile: unknown tile 'lift'"),
        (no_pits, "no tile of the deck has a pit space"),
    ],
)  # fmt: skip
def test_broken_tiles(change: Change, message: str):
    broken(change, message)


def test_token_cell_may_be_the_other_cell_of_the_opening():
    other = changed(tile(tokens={"north": "5,0"}))
    face = other.tables(Options())["faces"][number(other, "tiles", "boiler_hall")]
    assert face["token_cell"].tolist() == [5, 49, 95, 50]


# -- chapters ----------------------------------------------------------------------------------------------------


def chapter(name: str, **fields: Any) -> Change:
    return lambda d: d["chapters"][name].update(fields)


@pytest.mark.rule("MAC-SET-17")
def test_chapter_one_places_the_explorers():
    broken(chapter("down_the_shaft", effects=[{"threat": 1}]), "the first chapter must place the explorers")
    broken(
        lambda d: d["scenarios"][SCENARIO].update(removable=[1]),
        r"the first chapter \(without chapters 1\) must place the explorers",
    )


@pytest.mark.rule("MAC-EXI-10")
def test_after_an_exit_the_explorers_come_back():
    broken(
        chapter("the_mountain", effects=[{"add_treasure": 2}]),
        "chapters 'the_mountain': it follows an exit, so it needs",
    )
    for effects in (["place_entry"], ["enter_base"]):
        changed(chapter("the_mountain", effects=effects))
    broken(
        lambda d: (d["chapters"]["feed_the_dynamo"].update(effects=["place_exit"], quests=[]),
                   d["chapters"]["the_sea_door"].update(effects=["place_entry"]),
                   d["chapters"]["the_heart"].update(number=9),
                   d["chapters"].update(eight={**d["chapters"]["cold_boilers"], "number": 8, "title": "Eight"})),
        r"chapters 'eight': it follows an exit \(without chapters 2, 7\), so it needs",
    )  # fmt: skip


@pytest.mark.rule("MAC-EXI-10")
def test_an_exit_cannot_bypass_a_quest():
    quest = {"use_space": "event", "reward": ["place_exit"]}
    broken(chapter("way_out", quests=[quest]), "with a quest, 'place_exit' belongs in the quest's reward")
    tables = changed(chapter("way_out", effects=[], quests=[quest])).tables(Options())
    assert tables["chapters"][3]["leaves"] == tables["chapters"][3]["blocks"] == 1


@pytest.mark.rule("MAC-BAS-19")
def test_enter_base_stands_before_what_waits_for_the_return():
    broken(chapter("the_mountain", effects=["place_entry", "enter_base"]), "'enter_base' must stand before place_entry")


@pytest.mark.rule("MAC-ENT-05", "MAC-BAS-04", "MAC-BAS-19")
def test_nothing_takes_the_exit_token_of_a_chapter_away():
    def quests(*rewards: list[Any]) -> Change:
        used = [{"use_space": "event", "reward": reward} for reward in rewards]
        return chapter("way_out", effects=[], quests=used)

    lost = "must stand before 'place_exit' and not in the reward of another quest"
    broken(chapter("way_out", effects=["place_exit", "place_entry"]), lost)
    broken(quests(["place_exit", "enter_base"]), lost)
    broken(quests(["enter_base"], ["place_exit"]), lost)
    broken(quests(["place_exit"], ["place_entry"]), lost)
    changed(chapter("way_out", effects=["place_entry", "place_exit"]))
    changed(quests(["enter_base", "place_exit"]))
    changed(quests(["place_exit"], [{"threat": 1}]))


@pytest.mark.rule("MAC-CSP-06", "MAC-CHP-09")
def test_which_chapters_a_chapter_space_does_not_advance(tables: Any):
    blocks = [bool(c["blocks"]) for c in rows(tables, "chapters")]
    leaves = [bool(c["leaves"]) for c in rows(tables, "chapters")]
    assert blocks == [False, False, True, True, False, True, False, True]
    assert leaves == [False, False, False, True, False, False, False, True]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (chapter("cold_boilers", number=1), "the scenario has two chapters 1"),
        (chapter("the_heart", effects=["enter_base"]), "the last chapter must have 'enter_endgame'"),
        (chapter("way_out", effects=["enter_endgame"]), "'enter_endgame' belongs on the last chapter"),
        (
            lambda d: d["scenarios"][SCENARIO].update(endgame=None),
            "the last chapter cannot have 'enter_endgame'|no tile",
        ),
        (lambda d: d["scenarios"][SCENARIO].update(removable=[9]), "removable: there is no chapter 9"),
        (chapter("way_out", scenario="nowhere"), "scenario: unknown scenario 'nowhere'"),
        (chapter("way_out", monster_rating=0), "monster_rating: "),
        (lambda d: d["scenarios"][SCENARIO]["endgame"].update(ongoing=None), "nothing loses the endgame"),
        (lambda d: d["scenarios"][SCENARIO]["endgame"].update(quests=[]), "nothing wins the endgame"),
        (lambda d: d["scenarios"][SCENARIO].update(counters=["rites"]), "unknown counter 'tide'"),
        (lambda d: d["scenarios"].update(other=d["scenarios"][SCENARIO]), "number: 1 is given twice"),
        (chapter("the_sea_door", ongoing={}), "expected 'passive' or 'round'"),
    ],
)
def test_broken_chapters_and_scenarios(change: Change, message: str):
    broken(change, message)


@pytest.mark.rule("MAC-SET-05")
def test_each_scenario_has_its_own_chapters_and_events(pack: Pack):
    def second(d: dict[str, Any]) -> None:
        d["scenarios"]["short"] = {"title": "Short", "number": 5, "counters": ["rites", "tide"]}
        d["chapters"]["short_1"] = {**d["chapters"]["down_the_shaft"], "scenario": "short", "title": "One"}
        d["horror_events"]["short_only"] = {**d["horror_events"]["frenzy"], "scenario": "short", "title": "Only here"}

    both = changed(second)
    assert both.scenarios == [*pack.scenarios, "short"]
    short, long = both.tables(Options("short")), both.tables(Options())
    assert (int(short["scenario"]), int(long["scenario"])) == (4, 0)
    assert int(short["n_chapters"]) == 1
    assert (int(short["start_face"]), int(short["endgame_face"]), int(short["has_endgame"])) == (-1, -1, 0)
    core = sum(card.scenario is None for card in pack.forms("horror_events").values())
    assert int(short["n_horror_events"]) == core + 1
    assert int(long["n_horror_events"]) == core + 10
    assert [card.name for card in both.chapters(Options("short"))] == ["One"]
    assert both.endgame_text(Options("short")) == ""
