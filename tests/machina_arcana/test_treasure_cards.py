"""Treasures and explorers of the pack that comes with the game: their numbers, what they exercise, what they do."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from envs.core.content import read_pack
from envs.core.effects import Modifier, Step, walk
from envs.machina_arcana.cards import Ability, Power, read_power
from envs.machina_arcana.content import FOLDER, MODELS
from envs.machina_arcana.state import (
    Border,
    Choice,
    Cond,
    ItemPlace,
    ItemType,
    ModCond,
    Op,
    Part,
    Proc,
    Scope,
    Space,
    Stat,
    Targeting,
    TargetWho,
    Token,
    Trigger,
    Where,
    Who,
)
from tests.machina_arcana.table import ME, Table, cell, unit

SECTIONS = read_pack(FOLDER / "core", MODELS)
TREASURES: dict[str, dict[str, Any]] = {id_: entry.data for id_, entry in SECTIONS["treasures"].items()}
EXPLORERS: dict[str, dict[str, Any]] = {id_: entry.data for id_, entry in SECTIONS["explorers"].items()}
TYPES = ("apparel", "weapon", "artifact", "consumable", "augment")
RANGED = (Targeting.RANGED, Targeting.RANGED_OVER)


def read(section: str, id_: str) -> list[Ability]:
    data = SECTIONS[section][id_].data
    return [read_power(Power.model_validate(power), ME, section[:-1]) for power in data.get("abilities", [])]


OWN = {id_: read("treasures", id_) for id_ in TREASURES}
POWERS = {id_: read("explorers", id_) for id_ in EXPLORERS}


def steps_of(abilities: list[Ability]) -> list[Step]:
    return [step for a in abilities for step in walk(a.steps)]


def modifiers_of(abilities: list[Ability]) -> list[Modifier]:
    return [m for a in abilities for m in a.modifiers] + [m for s in steps_of(abilities) for m in s.modifiers]


def active(abilities: list[Ability]) -> list[Ability]:
    return [a for a in abilities if a.trigger == Trigger.ACTIVE]


# -- numbers -----------------------------------------------------------------------------------------------------


def test_90_treasures_over_three_levels_each_type_at_each_level():
    levels = [sum(card["level"] == level for card in TREASURES.values()) for level in (1, 2, 3)]
    assert levels == [40, 30, 20]
    kinds = {(card["level"], card["type"]) for card in TREASURES.values()}
    assert kinds == set(itertools.product((1, 2, 3), TYPES))


def test_9_explorers_of_four_classes_each_with_a_passive_and_active_abilities_of_its_own():
    assert len(EXPLORERS) == 9
    classes = [card["class"] for card in EXPLORERS.values()]
    assert {name: classes.count(name) for name in classes} == {"mystic": 3, "crafter": 2, "bruiser": 2, "gunman": 2}
    for own in POWERS.values():
        assert any(a.trigger == Trigger.PASSIVE for a in own)
        assert len(active(own)) >= 2
    for of_trigger in (lambda a: a.trigger == Trigger.PASSIVE, lambda a: a.trigger == Trigger.ACTIVE):
        said = [tuple(a.text for a in own if of_trigger(a)) for own in POWERS.values()]
        assert len(set(said)) == 9


def test_gaps_of_explorers():
    every = [a for own in POWERS.values() for a in active(own)]
    assert any(a.cost.essence for a in every)
    assert any(a.cost.stamina for a in every)
    assert any(m.stat == Stat.ETHEREAL for own in POWERS.values() for m in modifiers_of(own))
    assert {s.code for own in POWERS.values() for s in steps_of(own)} >= {Op.TELEPORT, Op.SWITCH}
    for own in POWERS.values():
        assert any(a.attacks and a.cost.stamina <= 2 and not a.cost.essence for a in active(own)), "a weapon of its own"


# -- the Content gaps of the catalogue -----------------------------------------------------------------------------

Test = Callable[[dict[str, Any], list[Ability]], bool]


def has(code: Op) -> Test:
    return lambda card, own: any(s.code == code for s in steps_of(own))


def plays(test: Callable[[Ability], bool]) -> Test:
    return lambda card, own: any(test(a) for a in active(own))


GAPS: dict[str, Test] = {
    **{f"apparel for the {p.name.lower()}": lambda card, own, p=p: card.get("part") == p.name.lower()  # type: ignore[misc]
       for p in Part if p},
    "one-handed weapon": lambda card, own: card["type"] == "weapon" and card.get("one_handed", False),
    "two-handed weapon": lambda card, own: card["type"] == "weapon" and not card.get("one_handed"),
    **{f"{side} {symbol}": lambda card, own, side=side, symbol=symbol: card.get(side) == symbol  # type: ignore[misc]
       for side in ("top", "bottom") for symbol in ("cog", "strap")},
    **{f"{kind} with {symbol}": lambda card, own, k=kind, s=symbol: card["type"] == k and card.get("augment") == s  # type: ignore[misc]
       for kind in ("weapon", "apparel", "augment") for symbol in ("ember", "frost")},
    **{f"{kind} with {name}": lambda card, own, k=kind, n=name: card["type"] == k and card.get(n, 0) > 0  # type: ignore[misc]
       for kind, name in (("apparel", "armor"), ("apparel", "will"), ("weapon", "armor"), ("weapon", "will"),
                          ("artifact", "will"))},
    "destroy icon": plays(lambda a: a.cost.destroy),
    "drop icon": plays(lambda a: a.cost.drop),
    "stamina": plays(lambda a: bool(a.cost.stamina) and not (a.cost.essence or a.cost.destroy or a.cost.drop)),
    "essence": plays(lambda a: bool(a.cost.essence) and not (a.cost.stamina or a.cost.destroy or a.cost.drop)),
    "stamina and essence": plays(lambda a: bool(a.cost.stamina and a.cost.essence) and not a.cost.destroy),
    "all of stamina, essence and the card": plays(lambda a: bool(a.cost.stamina and a.cost.essence and a.cost.destroy)),
    "melee": plays(lambda a: bool(a.attacks) and a.targeting == Targeting.MELEE),
    "ranged type 1": plays(lambda a: bool(a.attacks) and a.targeting == Targeting.RANGED),
    "ranged type 2": plays(lambda a: bool(a.attacks) and a.targeting == Targeting.RANGED_OVER),
    "two targets": plays(lambda a: a.targets == 2),
    "reaction without stamina": plays(lambda a: not a.cost.stamina and not a.cost.destroy),
    "lasting effect with a limit": lambda card, own: any(m.stack for s in steps_of(own) for m in s.modifiers),
    "attacks made arcane": lambda card, own: any(
        m.stat == Stat.ARCANE and m.scope == Scope.ITEM for m in modifiers_of(own)),
    "arcane rolls raised": lambda card, own: {m.stat for m in modifiers_of(own)} >= {Stat.ARCANE, Stat.ATTACK},
    "on hit": lambda card, own: any(a.trigger == Trigger.ON_HIT for a in own),
    "on kill": lambda card, own: any(a.trigger == Trigger.ON_KILL for a in own),
    "push": has(Op.PUSH),
    "pull": has(Op.PULL),
    "teleport": has(Op.TELEPORT),
    "switch": has(Op.SWITCH),
    "ethereal": lambda card, own: any(m.stat == Stat.ETHEREAL for m in modifiers_of(own)),
    "control of a monster": lambda card, own: any(m.stat == Stat.CONTROL for m in modifiers_of(own)),
    "light a chapter space": has(Op.LIGHT_CHAPTER),
    "barrier": has(Op.PLACE_BARRIER),
    "refresh a space": has(Op.REFRESH_SPACE),
    "destroy a space": has(Op.DESTROY_SPACE),
    "an attack that reaches ethereal units and takes essence from them": lambda card, own: (
        any(m.stat == Stat.TRUE_SIGHT for m in modifiers_of(own))
        and any(a.attacks for a in active(own))
        and has(Op.RESTORE_ESSENCE)(card, own)),
    "weapon augment": lambda card, own: card["type"] == "augment" and (
        any(m.scope == Scope.ITEM for m in modifiers_of(own)) or any(a.trigger == Trigger.ON_HIT for a in own)),
    "consumable that heals": lambda card, own: card["type"] == "consumable" and has(Op.RESTORE_HEALTH)(card, own),
}  # fmt: skip


@pytest.mark.parametrize("gap", GAPS)
def test_gaps_of_treasures(gap: str):
    assert any(GAPS[gap](card, OWN[id_]) for id_, card in TREASURES.items())


# Counters and the end of the game belong to scenarios, ADD_TREASURE and places to chapters; JUMP and END are written by
# the assembler. "Other monsters" are those beside an acting monster. Texts of the table hold for no bearer.
NOT_HERE = {Op.END, Op.JUMP, Op.COUNT, Op.WIN, Op.LOSE, Op.ADD_TREASURE, Op.PLACE_ENTRY, Op.PLACE_EXIT, Op.ENTER_BASE,
            Op.ENTER_ENDGAME}  # fmt: skip


def test_every_word_of_the_vocabulary_that_fits_stands_on_a_treasure():
    own = [a for abilities in OWN.values() for a in abilities]
    steps, modifiers = steps_of(own), modifiers_of(own)
    assert {s.code for s in steps} == set(Op) - NOT_HERE
    assert {s.slots["a"] for s in steps if s.code == Op.IF} == set(Cond) - {Cond.COUNTER}
    selectors = {s.slots["a"] for s in steps if s.code == Op.EACH} | {s.slots["d"] for s in steps if "d" in s.slots}
    assert selectors == set(Who) - {Who.OTHER_MONSTERS}
    assert {m.stat for m in modifiers} == set(Stat)
    assert {m.scope for m in modifiers} == set(Scope)
    assert {m.condition for m in modifiers} == set(ModCond)
    assert {a.targeting for a in active(own)} == set(Targeting)
    assert {a.who for a in active(own)} == set(TargetWho)
    assert {a.trigger for a in own} == set(Trigger) - {Trigger.TEXT, Trigger.ROUND}


def test_each_title_is_a_name_of_its_own():
    titles = [card["title"].lower() for section in ("treasures", "explorers", "monsters")
              for card in (e.data for e in SECTIONS[section].values())]  # fmt: skip
    assert len(set(titles)) == len(titles)


# -- balance -----------------------------------------------------------------------------------------------------


def worth(steps: tuple[Step, ...]) -> tuple[Any, ...]:
    """What steps do, with the strength of attacks left out."""
    return tuple(
        (s.code, None if s.code == Op.ATTACK else tuple(s.slots.items()), s.modifiers, tuple(map(worth, s.bodies)))
        for s in steps
    )


def strengths(steps: tuple[Step, ...]) -> list[tuple[int, int]]:
    """Dice of the attacks in steps: their number, and how many are high."""
    return [(s.slots["a"] + s.slots["b"], s.slots["a"]) for s in walk(steps) if s.code == Op.ATTACK]


def covers(one: Ability, other: Ability) -> bool:
    """The ability does at least what the other does, for at most its price."""
    if one.trigger != other.trigger or one.targets < other.targets or one.who != other.who:
        return False
    if one.trigger == Trigger.PASSIVE:
        return set(one.modifiers) >= set(other.modifiers) and all(m.amount > 0 for m in one.modifiers)
    price = [(a.cost.stamina, a.cost.essence, a.cost.destroy, a.cost.drop) for a in (one, other)]
    if any(p > q for p, q in zip(*price, strict=True)):
        return False
    far = {Targeting.MELEE: (0, 1), Targeting.RANGED: (1, one.range), Targeting.RANGED_OVER: (2, one.range)}
    if one.targeting != other.targeting and not (
        one.targeting in far and other.targeting in far and far[one.targeting][0] > far[other.targeting][0]
    ):
        return False
    if one.targeting in RANGED and one.range < max(1, other.range):
        return False
    if worth(one.steps)[: len(other.steps)] != worth(other.steps):
        return False
    return all(
        p[0] >= q[0] and p[1] >= q[1] for p, q in zip(strengths(one.steps), strengths(other.steps), strict=False)
    )


def as_good(one: str, other: str) -> bool:
    """The first card has all that the second one has, at the same level, in the same place."""
    a, b = TREASURES[one], TREASURES[other]
    if any(a.get(name) != b.get(name) for name in ("level", "type", "part")):
        return False
    if any(b.get(name) not in (None, a.get(name)) for name in ("top", "bottom", "augment", "one_handed")):
        return False
    if any(a.get(name, 0) < b.get(name, 0) for name in ("armor", "will")):
        return False
    if any(m.amount < 0 and m.scope == Scope.SELF for m in (m for x in OWN[one] for m in x.modifiers)):
        return False  # a drawback
    return all(any(covers(x, y) for x in OWN[one]) for y in OWN[other])


def test_no_treasure_is_at_least_as_good_as_another_of_its_level():
    better = [(a, b) for a, b in itertools.permutations(TREASURES, 2) if as_good(a, b)]
    assert not better
    assert as_good("pipe_wrench", "pipe_wrench")


def test_a_better_card_would_be_found(monkeypatch: pytest.MonkeyPatch):
    """Cards with one more die, a longer reach, a lower price or one more attribute are seen as better."""
    for changes in (
        {"abilities": [{"cost": {"stamina": 2}, "target": "melee", "effects": [{"attack": {"high": 2, "low": 1}}]}]},
        {"abilities": [{"cost": {"stamina": 2}, "target": {"range": 2}, "effects": [{"attack": {"high": 2}}]}]},
        {"abilities": [{"cost": {"stamina": 1}, "target": "melee", "effects": [{"attack": {"high": 2}}]}]},
        {"armor": 1},
    ):
        card = {**TREASURES["pipe_wrench"], **changes}
        own = [read_power(Power.model_validate(power), ME, "treasure") for power in card["abilities"]]
        monkeypatch.setitem(TREASURES, "other", card)
        monkeypatch.setitem(OWN, "other", own)
        assert as_good("other", "pipe_wrench")
        assert not as_good("pipe_wrench", "other")


def test_attacks_of_weapons_grow_with_their_level():
    """Dice for each point of stamina: the best attack without other costs of the mean weapon."""
    means = []
    for level in (1, 2, 3):
        best = [
            max((sum(s.slots["a"] * 1.5 + s.slots["b"] * 7 / 6 for s in a.attacks[:1]) for a in active(OWN[id_])
                 if a.attacks and a.cost.stamina <= 3), default=0.0)
            for id_, card in TREASURES.items() if card["type"] == "weapon" and card["level"] == level
        ]  # fmt: skip
        means.append(sum(best) / len(best))
    assert means[0] + 0.5 < means[1] < means[2] - 0.3


def test_bonuses_stay_within_their_level():
    for card in TREASURES.values():
        most = card["level"] + (2 if card.get("part") == "torso" or card["level"] == 3 else 1)
        assert card.get("armor", 0) + card.get("will", 0) <= most


# -- every card at work --------------------------------------------------------------------------------------------

HERO, FRIEND, FOE, FAR = 0, 1, unit(3), unit(5)
HOST, SPARE = 30, 31


def printed(id_: str, number: int = 0, t: Table | None = None) -> Table:
    """A table on which treasure `number` is a card of the pack, worn (or carried) by explorer 0; a wounded explorer
    and a monster on a trapped space are near, another monster is adjacent, and all decks and spaces are there."""
    data = TREASURES[id_]
    if t is None:
        t = Table(seats=2)
        t.explorer(HERO, 4, 4, health=3, stamina=9, essence=8)
        t.explorer(FRIEND, 4, 7, health=3, essence=3)
        t.monster(3, 5, 4)
        t.monster(5, 7, 4)
        for x, (kind, token) in enumerate([
            (Space.TRAP, Token.NONE), (Space.TRAP, Token.EXPLORED), (Space.SPAWN, Token.NONE),
            (Space.RECHARGE, Token.EXPLORED), (Space.TREASURE, Token.NONE), (Space.CHAPTER, Token.NONE),
        ]):  # fmt: skip
            t.space(x, 8, kind, token)
        t.space(7, 4, Space.TRAPPED)
        t.border(2, 2, "east", Border.CLOSED)
        t.border(2, 3, "east", Border.BARRIER)
        t.deck("treasure_deck", 20, 21, 22, 23)
        t.deck("monster_deck", 1, 2)
        t.deck("explorer_deck", 0, 1, 2)
        t.deck("horror_deck", 0, 1, 2)
        t.state["threat"] = 7
        for name in ("explorer_events", "horror_events"):
            for row in t.tables[name][:6]:
                t.text(row, [{"threat": -1}], kind=name[:-1])
    row = t.tables["treasures"][number]
    row["level"], row["type"] = data["level"], ItemType[data["type"].upper()]
    row["one_hand"], row["armor"], row["will"] = (data.get(n, 0) for n in ("one_handed", "armor", "will"))
    t.card("treasures", number, data.get("abilities", []))
    if data["type"] == "augment":
        t.tables["treasures"][HOST]["type"] = ItemType.APPAREL
        t.give(HERO, HOST, ItemPlace.EQUIPPED)
        t.give(HERO, number, ItemPlace.AUGMENT, HOST)
    else:
        t.give(HERO, number, ItemPlace.INVENTORY if data["type"] == "consumable" else ItemPlace.EQUIPPED)
    t.tables["treasures"][SPARE]["type"] = ItemType.AUGMENT if data["type"] == "weapon" else ItemType.WEAPON
    t.give(HERO, SPARE)
    return t


def use(t: Table, *names: str) -> Table:
    """Play actions by their names; a choice among one target is not asked."""
    for name in names:
        if name in t.legal or name == names[0]:
            t.play(name)
    return t


def to_the_turn(t: Table, *wanted: str) -> Table:
    """Answer what is asked until explorer 0 is asked for its next action: what is wanted, an item once; else yes, no
    essence, no step more, the last option."""
    left = list(wanted)
    for _ in range(100):
        if t.asked is None or t.asked == (HERO, Choice.TURN):
            return t
        likes = [name for like in left for name in sorted(t.legal) if name.startswith(like)]
        name = next((name for name in (*likes, "yes", "pass", "done", "amount_0") if name in t.legal), max(t.legal))
        left = [like for like in left if like != name or not name.startswith("item_")]
        t.play(name)
    raise AssertionError(f"{t.asked} goes on")


ACTIVE = [(id_, k) for id_ in TREASURES for k in range(len(active(OWN[id_])))]


@pytest.mark.parametrize(("id_", "number"), ACTIVE, ids=[f"{id_}-{k}" for id_, k in ACTIVE])
def test_every_ability_of_a_treasure_can_be_played_and_does_something(id_: str, number: int):
    """On a table with friends and foes the ability is offered, its price is paid, and something else changes."""
    t, ability = printed(id_), active(OWN[id_])[number]
    to_the_turn(t.turn(HERO))
    t.e(HERO)["stamina"] = 4
    before = t.state.copy()
    if {s.code for s in walk(ability.steps)} & {Op.ATTACK, Op.ROLL, Op.TRIGGER_TRAPS}:
        t.rolls(*[5] * 12)
    use(t, "item_0", f"ability_{number}")
    if t.asked is not None and t.asked[1] == Choice.TARGET:
        to_the_turn(t, "explorer_0" if ability.who == TargetWho.EXPLORERS else "monster_5", f"cell_{4}_{2}")
    to_the_turn(t, "explorer_0", "option_0", "move_", f"item_{SPARE}")
    gone = ability.cost.destroy or ability.cost.drop
    assert (t.state["items"]["place"][0] == ItemPlace.DESTROYED) == gone
    others = [name for name in ("monsters", "n_lasting", "threat", "token", "border", "treasure_deck", "explorer_deck",
                                "horror_deck") if before[name].tobytes() != t.state[name].tobytes()]  # fmt: skip
    for name in before["items"].dtype.names:
        if before["items"][name][1:].tobytes() != t.state["items"][name][1:].tobytes():
            others.append(f"other items: {name}")
    for seat in (HERO, FRIEND):
        for name in ("cell", "health", "stamina", "essence"):
            price = getattr(ability.cost, name, 0) if seat == HERO else 0
            if before["explorers"][seat][name] - price != t.e(seat)[name]:
                others.append(f"{name} of {seat}")
    assert others, f"{ability.text} has changed nothing"


# -- cards with a turn of their own ---------------------------------------------------------------------------------


def armed(*ids: str) -> Table:
    """Explorer 0 at (4, 4) with these cards as treasures 0, 1, ..., monster 3 beside it with 2 health."""
    t = Table(seats=2)
    t.explorer(HERO, 4, 4, stamina=6)
    t.monster(3, 5, 4)
    for number, id_ in enumerate(ids):
        printed(id_, number, t)
    return t


def test_the_tar_pot_holds_a_monster_where_it_stands():
    t = armed("tar_pot")
    t.monster(3, 7, 4)
    t.call(Proc.MONSTER_TURN, 3)
    assert t.at(FOE) == (5, 4)
    t.monster(3, 7, 4)
    use(t.turn(HERO), "item_0", "monster_3")
    t.card("monsters", 3, [{"cost": {"stamina": 2}, "target": "melee", "effects": [{"attack": {"high": 1}}]}])
    t.call(Proc.MONSTER_TURN, 3)
    assert t.at(FOE) == (7, 4)


def test_the_bait_crate_draws_the_monsters_of_the_tile_to_its_space():
    t = armed("bait_crate")
    t.monster(3, 4, 7)
    t.monster(5, 9, 1)
    t.turn(HERO).play("item_0", f"cell_{6}_{4}")
    assert (t.at(FOE), t.at(FAR)) == ((6, 5), (7, 3))


def test_the_spark_prod_slows_what_it_hits():
    t = armed("spark_prod")
    t.turn(HERO)
    t.high(3)
    t.low(1)
    use(t, "item_0", "monster_3")
    t.explorer(HERO, 0, 4)
    t.call(Proc.MONSTER_TURN, 3)
    assert t.at(FOE) == (2, 4), "3 of its 5 stamina"


def test_the_scatter_gun_is_stronger_at_arms_length():
    t = armed("scatter_gun")
    t.turn(HERO)
    t.rolls(0, 0, 5)  # 2 high dice, then a low one
    use(t, "item_0", "monster_3")
    assert (t.m(3)["health"], t.at(FOE)) == (1, (6, 4))
    t.rolls(0, 0)
    use(t, "item_0", "monster_3")
    assert (t.m(3)["health"], t.at(FOE)) == (1, (6, 4)), "2 low dice, and no push"


def test_the_tally_wheel_works_on_its_weapon_only():
    t = armed("pipe_wrench", "trench_spade")
    printed("tally_wheel", 2, t)
    t.give(HERO, 2, ItemPlace.AUGMENT, 0)
    for card, y in ((3, 4), (5, 5)):
        t.monster(card, 5, y, health=1)
    t.turn(HERO)
    t.high(3)
    use(t, "item_1", "ability_0", "monster_3")
    assert (t.on_map(FOE), t.e(HERO)["stamina"]) == (False, 5)
    t.high(3, 3)
    use(t, "item_0", "monster_5", "amount_0")
    assert (t.on_map(FAR), t.e(HERO)["stamina"]) == (False, 5), "2 paid, 2 back"


def test_the_mercy_spike_ends_what_is_almost_dead():
    t = armed("mercy_spike")
    t.tables["monsters"]["armor"] = 9
    t.turn(HERO)
    t.rolls(5, 5)
    use(t, "item_0", "monster_3")
    assert t.m(3)["health"] == 2, "an attack against armor 9"
    t.monster(3, 5, 4, health=1)
    t.rolls(2)
    use(t, "item_0", "monster_3")
    assert t.on_map(FOE)
    t.rolls(3)
    use(t, "item_0", "monster_3")
    assert not t.on_map(FOE)
    assert t.e(HERO)["essence"] == 1


def test_the_boiler_fist_may_shake_off_a_card():
    for roll, place in ((3, ItemPlace.INVENTORY), (4, ItemPlace.EQUIPPED)):
        t = armed("boiler_fist")
        t.turn(HERO)
        t.rolls(5, 5, 5, 5, roll)
        use(t, "item_0", "monster_3")
        to_the_turn(t)
        assert t.state["items"]["place"][0] == place


def test_the_vest_of_a_dead_man_avenges_him():
    t = armed("dead_mans_vest")
    t.explorer(FRIEND, 0, 9, essence=1)
    t.e(HERO)["health"] = 1
    t.rolls(5, 5, 5, 5)
    t.call(Proc.DESTROY_EXPLORER, HERO)
    assert t.m(3)["health"] == 1
    assert t.e(FRIEND)["essence"] == 3
    assert not t.on_map(HERO)


def test_the_standard_leads_all_explorers_and_bares_its_bearer():
    t = armed("war_standard")
    t.explorer(FRIEND, 6, 5, stamina=6)
    t.card("explorers", FRIEND, [{"cost": {"stamina": 2}, "target": "melee", "effects": [{"attack": {"high": 1}}]}])
    t.turn(FRIEND)
    t.high(1)
    use(t, "power_0", "monster_3")
    assert t.m(3)["health"] == 1, "1 and 1 more against armor 2"
    t.low(0)
    t.call(Proc.ATTACK, FOE, -1, 0, 1, f=HERO, g=-1)
    assert t.e(HERO)["health"] == 4, "a roll of 0 hits armor 1 less 1"


def test_the_clock_slows_all_monsters_and_the_censer_blinds_those_of_its_tile():
    t = armed("standstill_clock")
    t.explorer(HERO, 0, 0)
    t.monster(3, 9, 0)
    t.call(Proc.MONSTER_TURN, 3)
    assert t.at(FOE) == (5, 0), "4 of its 5 stamina"
    t = armed("fog_censer")
    t.rolls(2)
    t.call(Proc.ATTACK, FOE, -1, 1, 0, f=HERO, g=-1)
    assert t.e(HERO)["health"] == 5, "1 less 1 misses armor 1"


def test_the_crucible_takes_a_card_and_gives_what_is_chosen():
    t = armed("smelting_crucible")
    t.turn(HERO).play("item_0")
    assert t.asked == (HERO, Choice.GIVE_UP)
    t.play(f"item_{SPARE}", "option_1")
    assert t.state["items"]["place"][SPARE] == ItemPlace.DESTROYED
    assert t.e(HERO)["essence"] == 3


def test_the_letter_box_gives_essence_to_the_poor_and_an_event_to_the_rich():
    t = printed("dead_letter_box")
    t.e(HERO)["essence"] = 2
    t.turn(HERO)
    to_the_turn(t).play("item_0", "ability_0")
    assert (t.e(HERO)["essence"], t.pile("explorer_destroyed")) == (3, [])
    to_the_turn(t).play("item_0", "ability_0")
    to_the_turn(t)
    assert (t.e(HERO)["essence"], t.pile("explorer_destroyed")) == (2, [0])


def test_the_widow_engine_leaves_its_bearer_breathless():
    t = armed("widow_engine")
    t.e(HERO)["stamina"] = 6
    t.turn(HERO)
    t.rolls(5, 5, 5, 0, 0)
    use(t, "item_0", "monster_3")
    assert t.e(HERO)["stamina"] == 2
    t.rolls(5, 5, 5, 0, 0)
    use(t, "item_0", "monster_3")
    assert not t.on_map(FOE)
    assert t.asked == (HERO, Choice.PATH)
    to_the_turn(t)
    assert t.e(HERO)["stamina"] == 0, "it loses what is left"


def test_the_chain_gun_fires_three_times_with_a_roll_each():
    t = armed("chain_gun")
    t.tables["monsters"]["health"][3] = 3
    t.monster(3, 5, 4)
    t.e(HERO)["essence"] = 1
    t.turn(HERO)
    t.rolls(5, 5, 0, 0, 0, 0, 5, 5, 0)
    use(t, "item_0", "ability_1", "monster_3")
    assert t.m(3)["health"] == 1


def test_the_siren_opens_doors_and_gets_everybody_moving():
    t = armed("evacuation_siren")
    t.explorer(FRIEND, 8, 8, health=2)
    t.border(1, 1, "east", Border.CLOSED)
    t.turn(HERO).play("item_0")
    assert t.asked == (HERO, Choice.PATH)
    t.play("move_north", "done")
    assert t.asked == (FRIEND, Choice.PATH)
    t.play(*["move_west"] * 6)
    assert t.at(FRIEND) == (2, 8)
    assert t.e(FRIEND)["health"] == 3
    assert t.state["border"][cell(1, 1)][1] == Border.OPEN


def test_the_thought_siphon_feeds_on_what_nobody_else_can_see():
    t = armed("thought_siphon")
    t.card("monsters", 3, [{"passive": [{"ethereal": True}]}])
    t.monster(3, 7, 4, health=1)
    t.turn(HERO)
    t.rolls(5, 5, 0)
    use(t, "item_0", "monster_3")
    assert not t.on_map(FOE)
    assert t.e(HERO)["essence"] == 3, "1 for the kill, 2 stolen"


# -- explorers ------------------------------------------------------------------------------------------------------


def hero(id_: str, **fields: int) -> Table:
    """Explorer 0 at (4, 4) with a card of the pack, monster 3 beside it."""
    data = EXPLORERS[id_]
    t = Table(seats=2)
    t.card("explorers", 0, data["abilities"], **{n: data[n] for n in ("armor", "will", "health", "stamina")})
    t.explorer(HERO, 4, 4, **{"health": data["health"], "stamina": data["stamina"], **fields})
    t.explorer(FRIEND, 9, 9)
    t.monster(3, 5, 4)
    return t


def blocks(t: Table, arcane: int = 0) -> int:
    """The least roll that hits explorer 0."""
    for roll in range(10):
        t.tables["high_die"] = roll
        health = int(t.e(HERO)["health"])
        t.call(Proc.ATTACK, FOE, -1, 1, 0, e=arcane, f=HERO, g=-1)
        if t.asked is not None:
            t.play("lose_essence")
            t.e(HERO)["essence"] += 1
            return roll
        if t.e(HERO)["health"] < health:
            t.e(HERO)["health"] = health
            return roll
    raise AssertionError("nothing hits")


def test_passives_of_explorers():
    t = hero("orla_finch")
    assert blocks(t) == 2
    t.explorer(FRIEND, 4, 5)
    assert blocks(t) == 3
    t = hero("tomas_rook")
    assert blocks(t) == 3
    t.explorer(FRIEND, 4, 5)
    assert blocks(t) == 2
    t = hero("ines_calloway")
    assert blocks(t) == 2
    t.e(HERO)["health"] = 3
    assert blocks(t) == 1
    t = hero("ezra_thorn")
    assert blocks(t, arcane=1) == 3
    t.e(HERO)["health"] = 3
    assert blocks(t, arcane=1) == 4
    t = hero("bram_holt")
    t.turn(HERO)
    assert t.e(HERO)["stamina"] == 7
    t.e(HERO)["essence"] = 1
    t.turn(HERO)
    assert t.e(HERO)["stamina"] == 6


def test_silas_shoots_better_alone():
    for x, hit in ((9, True), (4, False)):
        t = hero("silas_pike")
        t.explorer(FRIEND, x, 5)
        t.monster(3, 6, 4)
        t.turn(HERO)
        t.low(1, 0)
        use(t, "power_0", "monster_3")
        assert (t.m(3)["health"] == 1) == hit


def test_the_sight_of_nerys_and_the_calm_of_maud():
    t = hero("nerys_vold")
    t.card("monsters", 3, [{"passive": [{"ethereal": True}]}])
    assert "power_0" in t.turn(HERO).legal
    t.card("explorers", 0, [power for power in EXPLORERS["nerys_vold"]["abilities"] if "passive" not in power])
    assert "power_0" not in t.turn(HERO).legal
    t = hero("maud_eberly")
    t.tables["high_die"] = 1
    for x, hit in ((9, False), (10, True)):
        t.tile(1)
        t.explorer(FRIEND, x, 5, health=5)
        t.call(Proc.ATTACK, FOE, -1, 1, 0, e=1, f=FRIEND, g=-1)
        assert (t.e(FRIEND)["health"] == 4) == hit, "will 1, and 1 more on her tile"


def test_grusha_strikes_harder_when_wounded_and_bram_cracks_armor():
    t = hero("grusha_vane")
    t.turn(HERO)
    t.high(1, 0)
    use(t, "power_0", "monster_3")
    assert t.m(3)["health"] == 2
    t.e(HERO)["health"] = 3
    t.high(1, 0)
    use(t, "power_0", "monster_3")
    assert t.m(3)["health"] == 1
    t = hero("bram_holt")
    t.tables["monsters"]["health"][3] = 4
    t.monster(3, 5, 4)
    t.turn(HERO)
    t.low(1, 1)
    use(t, "power_0", "monster_3")
    t.low(1, 0)
    use(t, "power_0", "monster_3")
    assert t.m(3)["health"] == 2, "armor 2, then 1"
    assert t.state["n_lasting"] == 1


def test_the_dead_take_no_part():
    """Cards of a destroyed explorer say nothing to the others."""
    t = armed("war_standard")
    t.off_map(HERO, Where.OUT)
    t.explorer(FRIEND, 6, 5, stamina=6)
    t.card("explorers", FRIEND, [{"cost": {"stamina": 2}, "target": "melee", "effects": [{"attack": {"high": 1}}]}])
    t.turn(FRIEND)
    t.high(1)
    use(t, "power_0", "monster_3")
    assert t.m(3)["health"] == 2
