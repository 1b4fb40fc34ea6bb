"""The rules of the example game, each on a position that is set up by hand; dice are scripted."""

from __future__ import annotations

import numpy as np
import pytest

import envs
from envs.lifeboat.state import Choice, Ending, Secret, Supply
from tests.core.common import cards, random_game


@pytest.fixture
def game():
    return envs.load("lifeboat", seats=2, monsters="agent")


def dice(state, *values: int) -> None:
    """The next rolls, in this order."""
    state["core"]["script"][: len(values)] = values[::-1]
    state["core"]["script_n"] = len(values)


def deal(state, sailor: int, *supplies: Supply) -> None:
    """Give a sailor cards out of the deck, as if it had searched."""
    for supply in supplies:
        deck = cards(state["deck"])
        deck.remove(supply)
        state["deck"]["cards"] = 0
        state["deck"]["cards"][: len(deck)] = deck
        state["deck"]["n"] = len(deck)
        state["sailors"][sailor]["hand"][supply - 1] += 1
        state["sailors"][sailor]["cards"] += 1


def ask_again(game, state) -> None:
    """Put the question of the turn anew, now that the position has been changed."""
    state["core"]["turn"] = -1
    state["core"]["stack"][state["core"]["depth"] - 1]["step"] = 0
    game.engine.resume(state)


def legal(game, state) -> set[str]:
    return {game.actions[a] for a in game.legal_actions(state)}


def test_set_up(game) -> None:
    state = game.new(0)
    assert sorted(cards(state["deck"])) == [Supply.FLARE] * 5 + [Supply.BUCKET] * 5 + [Supply.RUM] * 5
    assert (state["goal"], state["water"], state["day"], state["distance"]) == (6, 2, 1, 0)
    assert state["sailors"]["health"].tolist() == [3, 3, 0, 0]
    dealt = sorted([*state["sailors"]["secret"][:2].tolist(), *cards(state["secrets"])])
    assert dealt == [Secret.CREW, Secret.CREW, Secret.SMUGGLER]
    assert legal(game, state) == {"row", "bail", "search", "wait"}


def test_every_secret_card_is_dealt_to_everybody() -> None:
    game = envs.load("lifeboat", seats=4)
    smugglers = [np.flatnonzero(game.new(seed)["sailors"]["secret"] == Secret.SMUGGLER) for seed in range(400)]
    counts = np.bincount([s[0] if len(s) else 4 for s in smugglers], minlength=5)
    assert counts == pytest.approx(np.full(5, 80), abs=35)


def test_row(game) -> None:
    state = game.new(0)
    dice(state, 1)
    game.play(state, "row")
    assert state["distance"] == 1
    assert game.turn(state) == 1


def test_row_may_provoke_an_attack_which_interrupts_it(game) -> None:
    state = game.new(0)
    deal(state, 0, Supply.FLARE)
    dice(state, 0)
    game.play(state, "row")
    assert (game.turn(state), game.choice_name(state)) == (0, "parry")
    assert [int(f["proc"]) for f in state["core"]["stack"][:5]] == [0, 1, 2, 3, 5], "voyage, day, turn, row, attack"
    assert legal(game, state) == {"brace", "use_flare"}
    bitten, saved = game.clone(state), game.clone(state)
    game.play(bitten, "brace")
    assert (bitten["sailors"][0]["health"], bitten["distance"], game.turn(bitten)) == (2, 0, 1)
    game.play(saved, "use_flare")
    assert (saved["sailors"][0]["health"], saved["distance"], game.turn(saved)) == (3, 1, 1)
    assert cards(saved["discard"]) == [Supply.FLARE]


def test_who_is_asked_for_a_flare_has_one_in_every_resampled_state(game) -> None:
    state = game.new(0)
    deal(state, 0, Supply.FLARE, Supply.RUM)
    dice(state, 0)
    game.play(state, "row")
    for seat in (1, 2):
        hands = [game.resample(state, seat, seed)["sailors"][0]["hand"].tolist() for seed in range(60)]
        assert all(hand[Supply.FLARE - 1] >= 1 and sum(hand) == 2 for hand in hands)
        assert len(set(map(tuple, hands))) == 3, "the other card is unknown"


def test_without_a_flare_nobody_is_asked(game) -> None:
    state = game.new(0)
    dice(state, 0)
    game.play(state, "row")
    assert (state["sailors"][0]["health"], game.turn(state), game.choice_name(state)) == (2, 1, "turn")


def test_bail_search_and_cards(game) -> None:
    state = game.new(0)
    top = cards(state["deck"])[-1]
    state["water"] = 7
    game.play(state, "search", "bail")
    assert state["sailors"][0]["hand"][top - 1] == 1
    assert state["water"] == 5
    state = game.new(0)
    deal(state, 0, Supply.BUCKET, Supply.RUM)
    ask_again(game, state)
    assert legal(game, state) == {"row", "bail", "search", "wait", "use_bucket"}, "nobody is wounded"
    state["sailors"][0]["health"] = 2
    ask_again(game, state)
    assert "use_rum" in legal(game, state)
    state["water"] = 7
    game.play(state, "use_bucket")
    assert (state["water"], cards(state["discard"])) == (2, [Supply.BUCKET])


def test_rum_heals(game) -> None:
    state = game.new(0)
    deal(state, 0, Supply.RUM)
    state["sailors"][0]["health"] = 1
    ask_again(game, state)
    game.play(state, "use_rum")
    assert state["sailors"][0]["health"] == 2


def test_a_full_hand_and_an_empty_locker(game) -> None:
    state = game.new(0)
    deal(state, 0, Supply.RUM, Supply.RUM, Supply.FLARE)
    ask_again(game, state)
    assert "search" not in legal(game, state)
    state = game.new(0)
    state["discard"] = state["deck"]
    state["deck"]["n"] = 0
    state["deck"]["cards"] = 0
    game.play(state, "search")
    assert (state["deck"]["n"], state["discard"]["n"]) == (14, 0)
    state["deck"]["n"] = 0
    ask_again(game, state)
    assert "search" not in legal(game, state)


def test_the_shark_seat_bites(game) -> None:
    state = game.new(0)
    appetite = int(state["appetite"])
    game.play(state, "wait", "wait")
    assert (game.turn(state), game.choice_name(state)) == (2, "shark")
    assert legal(game, state) == {"lurk", "bite_sailor_0", "bite_sailor_1"}
    dice(state, 0)
    game.play(state, "bite_sailor_1")
    assert state["sailors"]["health"].tolist() == [3, 2, 0, 0]
    assert (state["attacks"], state["appetite"], state["day"]) == (1, appetite - 1, 2)


def test_a_sated_shark_is_not_asked(game) -> None:
    state = game.new(0)
    state["appetite"] = 0
    game.play(state, "wait", "wait")
    assert (game.turn(state), state["day"]) == (0, 2)


def test_by_the_rules_the_shark_rolls() -> None:
    game = envs.load("lifeboat", seats=3)
    for roll, victim in ((3, None), (4, 0), (5, 2)):
        state = game.new(0)
        game.play(state, "wait", "wait")
        dice(state, *((roll, 0) if victim is None else (roll, victim, 0)))
        game.play(state, "wait")
        assert state["sailors"]["health"][:3].tolist() == [2 if i == victim else 3 for i in range(3)]


def test_the_dead_are_not_asked(game) -> None:
    state = game.new(0)
    deal(state, 0, Supply.RUM)
    state["sailors"][0]["health"] = 1
    game.play(state, "wait", "wait", "bite_sailor_0")
    assert game.turn(state) == 1
    assert (state["sailors"][0]["cards"], cards(state["discard"])) == (0, [Supply.RUM])
    game.play(state, "wait")
    assert legal(game, state) == {"lurk", "bite_sailor_1"}


def test_rescue(game) -> None:
    state = game.new(0)
    state["distance"] = 5
    state["sailors"]["secret"][:2] = (Secret.SMUGGLER, Secret.CREW)
    dice(state, 1)
    game.play(state, "row")
    assert game.outcome(state) == ("rescued", True, False, {"days": 1, "miles": 6})
    assert game.rewards(state) == [0, 1, -0.5]
    state["sailors"][0]["cards"] = 1
    assert game.rewards(state) == [1, 1, -1]
    state["sailors"][1]["health"] = 0
    assert game.rewards(state) == [1, 0.5, -0.75]


def test_sunk(game) -> None:
    state = game.new(0)
    game.play(state, "wait", "wait")
    state["water"] = 11
    dice(state, 1)
    game.play(state, "lurk")
    assert game.outcome(state).reason == "sunk"
    assert game.outcome(state).won is False
    assert game.rewards(state) == [-1, -1, 1]


def test_lost(game) -> None:
    state = game.new(0)
    state["sailors"]["health"] = (1, 0, 0, 0)
    dice(state, 0)
    game.play(state, "row")
    assert (state["core"]["outcome"], game.outcome(state).won) == (Ending.LOST, False)
    assert game.rewards(state) == [-1, -1, 1]


def test_adrift() -> None:
    game = envs.load("lifeboat", seats=1, days=2)
    state = game.new(0)
    state["appetite"] = 0
    game.play(state, "wait", "bail")
    assert game.outcome(state) == ("adrift", None, True, {"days": 2, "miles": 0})
    assert game.rewards(state) == [0]


def test_potential_is_the_way_made(game) -> None:
    state = game.new(0)
    state["distance"] = 3
    assert [game.potential(state, seat) for seat in range(3)] == [0.5, 0.5, -0.5]


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("monsters", ["rules", "agent"])
def test_cards_are_neither_made_nor_lost(seats, monsters) -> None:
    game = envs.load("lifeboat", seats=seats, monsters=monsters)
    for seed in range(5):
        for state in random_game(game, seed):
            held = state["sailors"]["hand"].sum(0)
            lying = np.bincount(cards(state["deck"]) + cards(state["discard"]), minlength=4)[1:]
            assert (held + lying).tolist() == [5, 5, 5]
            assert (state["sailors"]["hand"].sum(1) == state["sailors"]["cards"]).all()
            assert state["water"] <= 12
            assert state["attacks"] + state["appetite"] <= 7
        assert state["core"]["decisions"] <= 12 * (2 * seats + 2)


# -- what people see ---------------------------------------------------------------------------------------


def test_text_tells_a_seat_its_own_secrets_only(game) -> None:
    state = game.new(0)
    deal(state, 0, Supply.RUM)
    first, second, shark = (game.text(state, seat) for seat in range(3))
    assert "sailor_0: health 3, cards 1 (rum x1), secret " in first
    assert "sailor_0: health 3, cards 1\n" in second
    assert "secret" not in shark
    assert "appetite" in shark
    assert "appetite" not in first
    assert "sailor_0 is asked: turn" in first
    assert game.text(state).count("secret") == 2
    *_, state = random_game(game, 1)
    assert "The game is over: " in game.text(state)


def test_names_and_descriptions(game) -> None:
    state = game.new(0)
    assert game.choice_name(state) == Choice.TURN.name.lower()
    assert game.describe(state, game.actions.id("bail")) == "bail: take two measures of water out of the boat"
    assert game.describe(state, game.actions.id("bite_sailor_2")) == "bite_sailor_2: the shark attacks this sailor"


@pytest.mark.parametrize("size", [200, 800])
def test_picture(game, size) -> None:
    state = game.new(0)
    before = game.image(state, size=size)
    assert (before.shape, before.dtype) == ((size, size, 3), np.uint8)
    dice(state, 1)
    game.play(state, "row")
    after = game.image(state, size=size)
    assert (before != after).any()
    assert (game.image(state, 0, size) != game.image(state, 1, size)).any()
