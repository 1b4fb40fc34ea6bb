"""The scenarios of the pack that comes with the game: what each holds, and how each is won and lost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import envs
from agents.scripted.machina_arcana import Scripted
from envs.machina_arcana.cards import Chapter, ExplorerEvent, HorrorEvent, Quest, read_quest
from envs.machina_arcana.content import load_pack
from envs.machina_arcana.game import LOST, REASONS, WON
from envs.machina_arcana.state import (
    Choice,
    EventKind,
    Interrupt,
    MonsterPlace,
    Op,
    Phase,
    Proc,
    QuestKind,
    QuestSource,
    QuestState,
    Reason,
    Space,
    Token,
    Trigger,
    Where,
)
from envs.view import View
from tests.machina_arcana.table import ME, Scene, Table

CHAPTERS = {"drowned_foundry": 8, "singing_wire": 10, "brass_choir": 9, "black_oil": 8}
EVENTS = {"drowned_foundry": 10, "singing_wire": 10, "brass_choir": 5, "black_oil": 0}
WITH_ENDGAME = ["drowned_foundry", "singing_wire", "brass_choir"]
KINDS = ("explorer_events", "horror_events")
each_scenario = pytest.mark.parametrize("scenario", CHAPTERS)
each_endgame = pytest.mark.parametrize("scenario", WITH_ENDGAME)


class Stage(Table):
    """A scenario of the pack, from its first round on, with its own cards and tiles.

    Args:
        scenario: its id.
        seats: explorers.
    """

    def __init__(self, scenario: str, seats: int = 2):
        self.game = envs.load("machina_arcana", seats=seats, mode="easy", scenario=scenario)
        self.engine, self.actions = self.game.engine, self.game.actions
        self.tables = self.game.tables
        self.state = self.game.new(1)
        self.cards = self.game.pack.catalogue(scenario)
        while self.state["phase"] == Phase.SETUP:
            self.game.step(self.state, min(self.game.legal_actions(self.state)))

    def run(self, proc: Proc, *args: int, **more: int) -> Stage:
        """Run a procedure to its end; every question gets its first answer."""
        self.call(proc, *args, **more)
        while self.asked:
            self.play(self.game.actions[min(self.game.legal_actions(self.state))])
        return self

    def at_chapter(self, number: int) -> Stage:
        """The chapter becomes current, with everything that it brings, the visit at the base left out."""
        self.state["chapter_at"] = number - 1
        self.run(Proc.PLAY_CHAPTER, 0)
        return self.back()

    def back(self) -> Stage:
        """From the base onto the map, if the group is there."""
        if self.state["at_base"]:
            self.run(Proc.LEAVE_BASE)
        self.state["interrupt"] = Interrupt.NONE
        return self

    def endgame(self) -> Stage:
        """The endgame, after its set-up."""
        return self.at_chapter(int(self.tables["n_chapters"]))

    def quests(self) -> range:
        """Numbers of the endgame's quests."""
        return range(int(self.tables["first_endgame_quest"]), int(self.tables["end_endgame_quest"]))

    def complete(self, quest: int, seat: int = 0) -> None:
        """All that a quest asks for is done."""
        self.run(Proc.ADVANCE_QUEST, quest, seat, int(self.tables["quests"][quest]["times"]))

    def counter(self, name: str) -> int:
        """Value of a counter of the scenario."""
        return int(self.state["counters"][self.counters.index(name)])

    def count(self, name: str, value: int) -> None:
        """Set a counter of the scenario."""
        self.state["counters"][self.counters.index(name)] = value

    @property
    def counters(self) -> list[str]:
        return list(self.game.pack.forms("scenarios")[self.game.options.scenario].counters)

    @property
    def ended(self) -> Reason | None:
        """How the game has ended."""
        core = self.state["core"]
        return Reason(int(core["outcome"])) if core["over"] else None

    def banish_all(self) -> None:
        """No monster is left on the map."""
        for card in list(self.pile("queue")):
            self.run(Proc.DESTROY_MONSTER, card, 1)

    def seal_all(self) -> None:
        """Nothing spawns any more."""
        self.state["token"][self.state["kind"] == Space.SPAWN] = Token.EXPLORED


def chapters(scenario: str) -> list[Chapter]:
    found = [form for form in load_pack().forms("chapters").values() if form.scenario == scenario]
    return sorted(found, key=lambda form: form.number)


def events(kind: str, scenario: str | None) -> dict[str, ExplorerEvent | HorrorEvent]:
    return {id_: form for id_, form in load_pack().forms(kind).items() if form.scenario == scenario}


def words(effects: Any) -> Iterator[str]:
    """Names of all effects in a list, those inside others too."""
    for effect in effects:
        if isinstance(effect, str):
            yield effect
        elif isinstance(effect, dict):
            for name, value in effect.items():
                yield name
                yield from inner(value)


def inner(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for part in value:
            yield from words(part if isinstance(part, list) else [part])
    elif isinstance(value, dict):
        for part in value.values():
            yield from inner(part)


# -- what there is -----------------------------------------------------------------------------------------------------


def test_35_chapters_of_four_scenarios_three_of_them_with_an_endgame():
    pack = load_pack()
    assert pack.scenarios == list(CHAPTERS)
    assert {scenario: len(chapters(scenario)) for scenario in pack.scenarios} == CHAPTERS
    assert len(pack.forms("chapters")) == 35
    assert [s for s in pack.scenarios if pack.forms("scenarios")[s].endgame] == WITH_ENDGAME


@pytest.mark.parametrize("kind", KINDS)
def test_25_events_of_each_kind_belong_to_scenarios(kind: str):
    assert {scenario: len(events(kind, scenario)) for scenario in CHAPTERS} == EVENTS
    assert sum(form.scenario is not None for form in load_pack().forms(kind).values()) == 25


def test_five_double_sided_tiles_three_starting_tiles_and_three_endgame_tiles():
    tiles = load_pack().forms("tiles").values()
    assert {use: sum(tile.use == use for tile in tiles) for use in ("deck", "start", "endgame")} == {
        "deck": 10,
        "start": 3,
        "endgame": 3,
    }
    assert sorted(tile.tile for tile in tiles if tile.use == "deck") == [*"1122334455"]
    assert load_pack().forms("scenarios")["black_oil"].start_tile is None


@each_scenario
def test_chapters_of_every_kind(scenario: str):
    deck = chapters(scenario)
    printed = [set(words(c.effects)) for c in deck]
    quests = [quest for c in deck for quest in c.quests]
    rewards = set(words(effect for quest in quests for effect in quest.reward))
    assert [c.number for c in deck] == list(range(1, len(deck) + 1))
    assert "place_entry" in printed[0]
    assert any(not c.quests and not c.ongoing and not words_of_way(c) for c in deck[1:]), "a plain one"
    assert any(c.ongoing for c in deck)
    assert any(quest.collect_essence or quest.collect_health for quest in quests)
    assert any(quest.use_space and quest.times == 1 for quest in quests)
    assert any(quest.use_space and quest.times > 1 for quest in quests)
    assert "place_exit" in set().union(*printed) | rewards
    assert "enter_base" in set().union(*printed)
    added = [e["add_treasure"] for e in every(deck) if isinstance(e, dict) and "add_treasure" in e]
    assert added == [2, 3]
    assert ("enter_endgame" in printed[-1]) == (scenario in WITH_ENDGAME)


def every(deck: list[Chapter]) -> Iterator[Any]:
    for c in deck:
        yield from c.effects
        for quest in c.quests:
            yield from quest.reward


def words_of_way(c: Chapter) -> set[str]:
    return set(words(c.effects)) & {"place_entry", "place_exit", "enter_base", "enter_endgame"}


@each_scenario
@pytest.mark.parametrize("rating", ["monster_rating", "horror_rating"])
def test_spawn_and_horror_values_fall_from_chapter_to_chapter(scenario: str, rating: str):
    values = [getattr(c, rating) for c in chapters(scenario)]
    assert values == sorted(values, reverse=True)
    assert 5 <= values[-1] < values[0] <= 10


def test_the_shortened_games_of_scenario_one():
    scenario = load_pack().forms("scenarios")["drowned_foundry"]
    assert scenario.number == 1
    assert scenario.removable == [2, 7]
    assert scenario.extra_fast == [1, 2, 4]
    assert "place_exit" in set(words(chapters("drowned_foundry")[3].effects))


@pytest.mark.parametrize("scenario", ["drowned_foundry", "singing_wire"])
def test_the_events_of_the_two_long_scenarios_are_of_all_variants(scenario: str):
    explorer, horror = (events(kind, scenario).values() for kind in KINDS)
    assert {"quest" if e.quest else "ongoing" if e.ongoing else "default" for e in explorer} == {  # type: ignore[union-attr]
        "quest",
        "ongoing",
        "default",
    }
    assert {bool(e.ongoing) for e in horror} == {False, True}
    counters = load_pack().forms("scenarios")[scenario].counters
    for deck in (explorer, horror):
        assert any("count" in set(inner(e.model_dump())) for e in deck), f"one that touches {counters}"


def test_every_card_has_a_title_of_its_own_and_a_story():
    pack = load_pack()
    for kind in ("chapters", *KINDS):
        titles = [form.title for form in pack.forms(kind).values()]
        assert len(set(titles)) == len(titles)
        assert all(form.story.endswith((".", "?", "!")) for form in pack.forms(kind).values())


# -- the cards at work -------------------------------------------------------------------------------------------------


@each_scenario
@pytest.mark.parametrize("seats", [1, 4])
def test_the_story_can_be_told_from_the_first_chapter_to_the_last(scenario: str, seats: int):
    t = Stage(scenario, seats)
    assert (t.state["chapter_at"], int(t.state["entry_cell"][0]) >= 0) == (0, True)
    assert all(t.on_map(seat) for seat in range(seats))
    visits = 0
    for at in range(1, int(t.tables["n_chapters"])):
        t.run(Proc.FLIP_CHAPTER, 0)
        assert t.state["chapter_at"] == at
        visits += int(t.state["at_base"])
        t.back()
        assert all(t.on_map(seat) for seat in range(seats))
    assert t.state["treasure_level"] == (2 if scenario == "drowned_foundry" else 3), "there the third is a reward"
    assert visits == {"drowned_foundry": 2, "singing_wire": 2, "brass_choir": 2, "black_oil": 1}[scenario]
    assert (t.state["endgame"] >= 0) == (scenario in WITH_ENDGAME)
    assert t.ended is None


@each_scenario
@pytest.mark.parametrize("kind", KINDS)
def test_each_event_of_the_deck_can_be_played_to_its_end(scenario: str, kind: str):
    horror = kind == "horror_events"
    pile = "horror_destroyed" if horror else "explorer_destroyed"
    t = Stage(scenario)
    t.run(Proc.SPAWN, 0, int(t.e(0)["cell"]))
    t.state["explorers"]["essence"][:2] = 4
    start = t.game.clone(t.state)
    for card in range(len(t.cards.ids[kind])):
        t.state = t.game.clone(start)
        row = t.tables[kind][card]
        shuffles = any(
            op["code"] == Op.RESHUFFLE and op["a"] == int(horror)
            for a in t.tables["abilities"][int(row["first_ability"]) : int(row["end_ability"])]
            for op in t.tables["ops"][int(a["first_op"]) : int(a["end_op"])]
        )
        if row["kind"] == EventKind.QUEST:
            t.deck("explorer_deck", card)
            t.run(Proc.EXPLORER_EVENT, 0)
            assert t.state["quest_state"][int(row["quest"])] == QuestState.OPEN
            t.complete(int(row["quest"]))
        else:
            t.run(Proc.RESOLVE_EVENT, card, int(horror), -1 if horror else 0, 0)
        name = t.cards.names[kind][card]
        assert t.ended is None, name
        assert card == t.pile(pile)[0] or shuffles, name
        t.run(Proc.ROUND_EFFECTS)


def play_event(t: Stage, kind: str, id_: str) -> Stage:
    horror = kind == "horror_events"
    card = list(t.cards.ids[kind]).index(id_)
    return t.run(Proc.RESOLVE_EVENT, card, int(horror), -1 if horror else 0, 0)


def test_events_change_what_the_endgame_counts():
    t = Stage("drowned_foundry")
    play_event(t, "horror_events", "rising_water")
    play_event(t, "horror_events", "bilge_pumps_stop")
    assert t.counter("tide") == 2
    play_event(t, "explorer_events", "sluice_key")
    assert t.counter("tide") == 1
    t = Stage("singing_wire")
    play_event(t, "horror_events", "overload")
    play_event(t, "horror_events", "the_wire_hums")
    assert t.counter("load") == 2
    t = Stage("brass_choir")
    t.rolls(6)
    play_event(t, "horror_events", "refrain")
    assert t.counter("dirge") == 1


# -- endgames ----------------------------------------------------------------------------------------------------------


@each_endgame
@pytest.mark.rule("MAC-END-01", "MAC-END-02", "MAC-END-03")
def test_set_up_of_an_endgame(scenario: str):
    for seats in (1, 3):
        t = Stage(scenario, seats).endgame()
        assert list(t.state["face"]) == [int(t.tables["endgame_face"]), -1, -1, -1]
        assert all(t.on_map(seat) for seat in range(seats))
        assert len(t.pile("queue")) >= seats, "a monster for each explorer at least"
        assert int((t.state["kind"] == Space.SPECIAL).sum()) == 4
        assert all(t.state["quest_state"][q] == QuestState.OPEN for q in t.quests())
        assert int(t.tables["faces"][int(t.tables["endgame_face"])]["edge"].sum()) == 0


@each_endgame
@pytest.mark.rule("MAC-CHP-08")
def test_the_special_spaces_are_used_again_and_again(scenario: str):
    t = Stage(scenario, 1).endgame()
    t.banish_all()
    where = next(i for i, kind in enumerate(t.state["kind"].tolist()) if kind == Space.SPECIAL)
    t.explorer(0, where % 20 + 1, where // 20, stamina=9)
    t.turn(0)
    t.e(0)["stamina"] = 9
    quest = t.quests()[0] if scenario != "singing_wire" else t.quests()[3]
    for done in (1, 2):
        t.play("use_west")
        if t.asked and t.asked[1] == Choice.QUEST:
            t.play(f"quest_{quest}")
        assert t.state["token"][where] == Token.NONE
        assert t.e(0)["stamina"] == 9 - 3 * done
        assert t.state["quest_progress"][quest] == done or t.state["quest_state"][quest] == QuestState.DONE


@pytest.mark.parametrize(
    ("scenario", "name"),
    [("drowned_foundry", "an altar"), ("singing_wire", "a switchboard"), ("brass_choir", "a bell")],
)
def test_the_endgame_card_names_its_special_spaces(scenario: str, name: str):
    t = Stage(scenario, 1).endgame()
    assert f"Quest: use {name} " in t.game.pack.endgame_text(t.game.options)
    where = next(i for i, kind in enumerate(t.state["kind"].tolist()) if kind == Space.SPECIAL)
    t.banish_all()
    t.explorer(0, where % 20 + 1, where // 20, stamina=9)
    t.turn(0)
    use = t.game.actions.id("use_west")
    assert t.game.describe(t.state, use) == f"use_west: 3 stamina: use the {name.split()[1]} for a quest"


def test_a_special_space_without_a_name_is_a_special_space():
    quest = Quest(use_space="special", times=2, reward=["win"])
    scene = Scene("endgame", own="explorers", default="self", self_text="you")
    assert read_quest(quest, ME, scene).text == "Quest: use a special space 2 times. Reward: the game is won."


@pytest.mark.rule("MAC-END-04", "MAC-END-05")
@pytest.mark.parametrize(("seats", "rites"), [(1, 2), (2, 2), (3, 3), (4, 3)])
def test_rites_win_the_heart_of_the_foundry(seats: int, rites: int):
    """A victory by count: two rites, three with three or four explorers."""
    t = Stage("drowned_foundry", seats).endgame()
    for quest in t.quests()[: rites - 1]:
        t.complete(quest)
    assert t.ended is None
    t.complete(t.quests()[rites - 1])
    assert t.ended == Reason.ENDGAME_WON
    assert t.game.rewards(t.state) == [1] * seats


@pytest.mark.rule("MAC-END-06")
@pytest.mark.parametrize(("seats", "rounds"), [(1, 12), (2, 8), (4, 8)])
def test_the_tide_ends_the_heart_of_the_foundry(seats: int, rounds: int):
    """A defeat by time; alone there is more of it."""
    t = Stage("drowned_foundry", seats).endgame()
    for _ in range(rounds - 1):
        t.run(Proc.ROUND_EFFECTS)
    assert t.ended is None
    t.run(Proc.ROUND_EFFECTS)
    assert t.ended == Reason.ENDGAME_LOST


@pytest.mark.rule("MAC-END-06")
def test_what_the_sea_has_gained_before_is_lost_in_the_endgame():
    t = Stage("drowned_foundry")
    t.count("tide", 6)
    t.endgame().run(Proc.ROUND_EFFECTS)
    assert t.ended is None
    t.run(Proc.ROUND_EFFECTS)
    assert t.ended == Reason.ENDGAME_LOST


@pytest.mark.rule("MAC-END-04")
def test_relay_nine_is_won_by_holding_out():
    """A victory by time: ten rounds, as long as the boards are relieved; two of them less with the alarm sent."""
    for sent in (False, True):
        t = Stage("singing_wire", 1).endgame()
        if sent:
            t.complete(t.quests()[3])
            assert t.counter("dawn") == 2
        for at in range(10 - 2 * sent):
            assert t.ended is None, at
            t.count("load", 0)
            t.run(Proc.ROUND_EFFECTS)
        assert t.ended == Reason.ENDGAME_WON


@pytest.mark.rule("MAC-END-06")
@pytest.mark.parametrize(("seats", "rolls", "rounds"), [(1, [], 7), (2, [5], 4), (3, [5, 8], 3), (4, [4, 7], 7)])
def test_relay_nine_is_lost_by_the_load(seats: int, rolls: list[int], rounds: int):
    """A defeat by count: one for each round, and what the die adds with more explorers."""
    t = Stage("singing_wire", seats)
    t.count("load", 0)
    t.endgame()
    t.count("load", 0)
    for at in range(rounds):
        assert t.ended is None, at
        t.rolls(*rolls)
        t.run(Proc.ROUND_EFFECTS)
    assert t.ended == Reason.ENDGAME_LOST


def test_boards_and_essence_relieve_the_load():
    t = Stage("singing_wire").endgame()
    t.banish_all()
    t.count("load", 6)
    first, second, third, _, paid = t.quests()
    for quest, left in ((first, 4), (second, 1), (third, -2), (paid, -4)):
        t.complete(quest)
        assert t.counter("load") == left


@pytest.mark.rule("MAC-END-04")
@pytest.mark.parametrize("seats", [1, 4])
def test_the_loft_is_won_by_silence(seats: int):
    """A victory by clearing the hall: three bells muffled, then two rounds that end with fewer than 3 monsters."""
    t = Stage("brass_choir", seats).endgame()
    t.banish_all()
    t.run(Proc.ROUND_EFFECTS)
    assert t.counter("silence") == 0, "the bells still ring"
    for quest in t.quests()[:3]:
        t.complete(quest)
    t.monster(0, 2, 2)
    t.monster(1, 3, 2)
    t.run(Proc.ROUND_EFFECTS)
    assert (t.counter("silence"), t.ended) == (1, None)
    t.monster(2, 4, 2)
    t.run(Proc.ROUND_EFFECTS)
    assert (t.counter("silence"), t.ended) == (1, None), "three monsters are too many"
    t.run(Proc.DESTROY_MONSTER, 2, 1)
    t.run(Proc.ROUND_EFFECTS)
    assert t.ended == Reason.ENDGAME_WON


@pytest.mark.rule("MAC-END-06")
@pytest.mark.parametrize(("seats", "rounds"), [(2, 9), (3, 11)])
def test_the_loft_is_lost_by_the_dirge(seats: int, rounds: int):
    t = Stage("brass_choir", seats).endgame()
    for at in range(rounds):
        assert t.ended is None, at
        t.run(Proc.ROUND_EFFECTS)
    assert t.ended == Reason.ENDGAME_LOST


@pytest.mark.rule("MAC-CHP-07", "MAC-CHP-11")
def test_the_loft_takes_blood_for_a_bell():
    t = Stage("brass_choir").endgame()
    t.banish_all()
    blood = t.quests()[3]
    assert t.tables["quests"][blood]["kind"] == QuestKind.COLLECT_HEALTH
    health = int(t.e(0)["health"])
    t.run(Proc.COLLECT, 0, blood)  # the first amount on offer is 1
    assert int(t.e(0)["health"]) == health - 1
    t.run(Proc.COLLECT, 1, blood)
    t.run(Proc.COLLECT, 1, blood)
    assert t.counter("muffled") == 1


def test_the_three_endgames_ask_for_different_things():
    """Work against the clock, holding out, and silence: the win stands on rewards once, on rounds with two counters."""
    ways = {}
    for scenario in WITH_ENDGAME:
        t = Stage(scenario, 1)
        row = t.tables["endgame"]
        every_round = [
            op
            for a in t.tables["abilities"][int(row["first_ability"]) : int(row["end_ability"])]
            if a["trigger"] == Trigger.ROUND
            for op in t.tables["ops"][int(a["first_op"]) : int(a["end_op"])]
        ]
        ways[scenario] = any(op["code"] == Op.WIN for op in every_round)
        assert any(op["code"] == Op.LOSE for op in every_round)
        kinds = {(int(q["kind"]), int(q["space"])) for q in t.tables["quests"] if q["source"] == QuestSource.ENDGAME}
        assert (QuestKind.USE_SPACE, Space.SPECIAL) in kinds
    assert ways == {"drowned_foundry": False, "singing_wire": True, "brass_choir": True}


# -- won and lost ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-CHP-15", "MAC-EXI-05")
def test_without_an_endgame_the_last_chapter_wins():
    t = Stage("black_oil")
    assert int(t.tables["has_endgame"]) == 0
    t.at_chapter(8)
    quest = int(t.tables["chapters"][7]["first_quest"])
    t.complete(quest)
    assert t.state["exit_slot"] >= 0, "the reward is the exit"
    assert t.ended is None
    t.run(Proc.EXIT_MAP, 0)
    assert (t.e(0)["where"], t.ended) == (Where.EXITED, None)
    t.run(Proc.EXIT_MAP, 1)
    assert t.ended == Reason.LAST_CHAPTER
    assert t.game.rewards(t.state) == [1, 1]
    assert t.game.outcome(t.state).won


@each_scenario
@pytest.mark.rule("MAC-END-09")
def test_each_scenario_is_lost_when_nobody_can_go_on(scenario: str):
    t = Stage(scenario, 1).at_chapter(2)
    t.state["card_used"][:] = 1
    t.run(Proc.DESTROY_EXPLORER, 0)
    assert t.ended == Reason.NO_EXPLORERS


@each_scenario
def test_each_scenario_comes_to_an_end_with_scripted_explorers(scenario: str):
    game = envs.load("machina_arcana", seats=2, mode="easy", scenario=scenario)
    players = Scripted(), Scripted("bold")
    state = game.new(5)
    reached = set()
    while (seat := game.turn(state)) is not None:
        reached.add(int(state["chapter_at"]))
        game.step(state, players[seat].act(View.of(game, state)))
    outcome = game.outcome(state)
    assert outcome.reason in set(REASONS.values()) - {"running"}
    ended = Reason(int(state["core"]["outcome"]))
    assert outcome.won == (ended in WON)
    assert ended in WON | LOST | {Reason.ROUND_LIMIT}
    assert len(reached) > 1, "the story has gone on"
    living = [m for m in state["monsters"] if m["place"] == MonsterPlace.MAP]
    assert all(m["health"] > 0 for m in living)
