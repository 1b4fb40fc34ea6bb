"""Piles: every function, what is known of the cards, and that too many or too few stop the game and write nothing."""

from __future__ import annotations

import numpy as np
import pytest

import envs
from envs.core import _probe
from envs.core.errors import CoreError
from envs.core.head import Error
from tests.core.common import bare, cards, make_pile


def stopped(state) -> tuple[int, int]:
    return int(state["error"]), int(state["error_detail"])


def test_push_and_draw() -> None:
    state, pile = bare(), make_pile()
    for card in (4, 5, 6):
        _probe.pile_push(state, pile, card)
    assert cards(pile) == [4, 5, 6]
    assert [_probe.pile_draw(state, pile) for _ in range(3)] == [6, 5, 4]
    assert cards(pile) == []
    assert stopped(state) == (0, 0)


def test_bottom() -> None:
    state, pile = bare(), make_pile(4, 5)
    _probe.pile_push_bottom(state, pile, 3)
    assert cards(pile) == [3, 4, 5]
    assert _probe.pile_draw_bottom(state, pile) == 3
    assert _probe.pile_draw_bottom(state, pile) == 4
    assert cards(pile) == [5]
    assert _probe.pile_draw_bottom(state, pile) == 5
    assert cards(pile) == []


def test_find_and_remove() -> None:
    pile = make_pile(4, 5, 4, 6)
    assert [_probe.pile_find(pile, card) for card in (4, 5, 6, 7, 0)] == [0, 1, 3, -1, -1]
    assert _probe.pile_remove(pile, 4)
    assert cards(pile) == [5, 4, 6]
    assert _probe.pile_remove(pile, 6)
    assert cards(pile) == [5, 4]
    assert not _probe.pile_remove(pile, 6)
    assert cards(pile) == [5, 4]


def test_shuffle_keeps_the_cards() -> None:
    state, pile = bare(), make_pile(1, 2, 3, 4, 5, 6, known=3)
    _probe.pile_shuffle(state, pile)
    assert sorted(cards(pile)) == [1, 2, 3, 4, 5, 6]
    assert pile["known"] == 0


def test_shuffle_below_leaves_the_top() -> None:
    state, seen = bare(), set()
    for _ in range(100):
        pile = make_pile(1, 2, 3, 4, 5, known=2)
        _probe.pile_shuffle_below(state, pile, 2)
        assert cards(pile)[3:] == [4, 5]
        assert pile["known"] == 2
        seen.add(tuple(cards(pile)[:3]))
    assert len(seen) == 6


def test_a_redeal_hangs_on_which_cards_are_unseen_and_not_on_how_they_lay() -> None:
    seen = set()
    for seed in range(60):
        results = []
        for order in ((1, 2, 3), (3, 1, 2), (2, 3, 1)):
            state, pile = bare(seed), make_pile(*order, 9, 8, known=2)
            _probe.pile_redeal(state, pile)
            assert cards(pile)[3:] == [9, 8]
            assert pile["known"] == 2
            results.append(tuple(cards(pile)[:3]))
        assert len(set(results)) == 1
        seen.add(results[0])
    assert len(seen) == 6
    state, pile = bare(), make_pile(3, 1, 2, known=3)
    _probe.pile_redeal(state, pile)
    assert cards(pile) == [3, 1, 2]
    pile = make_pile()
    _probe.pile_redeal(state, pile)
    assert cards(pile) == []


@pytest.mark.parametrize("keep", [5, 9])
def test_shuffle_below_everything(keep) -> None:
    state, pile = bare(), make_pile(1, 2, 3, 4, 5, known=4)
    _probe.pile_shuffle_below(state, pile, keep)
    assert cards(pile) == [1, 2, 3, 4, 5]
    assert pile["known"] == 4


def test_pour() -> None:
    state, source, target = bare(), make_pile(4, 5, 6, known=2), make_pile(1, 2, known=1)
    _probe.pile_pour(state, source, target)
    assert cards(source) == []
    assert cards(target) == [1, 2, 4, 5, 6]
    assert (source["known"], target["known"]) == (0, 0)


def test_pour_of_nothing_changes_nothing() -> None:
    state, source, target = bare(), make_pile(), make_pile(1, 2, known=1)
    _probe.pile_pour(state, source, target)
    assert cards(target) == [1, 2]
    assert target["known"] == 1


def test_known_cards_are_those_on_top() -> None:
    """A pile beside a list of (card, seen by all): `known` never counts a card that was not seen."""
    rng = np.random.default_rng(2)
    state = bare()
    for _ in range(300):
        pile, model = make_pile(capacity=8), []
        for card in rng.integers(1, 50, 40):
            choice = rng.integers(7)
            if choice == 0 and len(model) < 8:
                _probe.pile_push(state, pile, card, known=True)
                model.append((card, True))
            elif choice == 1 and len(model) < 8:
                _probe.pile_push(state, pile, card)
                model.append((card, False))
            elif choice == 2 and len(model) < 8:
                _probe.pile_push_bottom(state, pile, card)
                model.insert(0, (card, False))
            elif choice == 3 and model:
                assert _probe.pile_draw(state, pile) == model.pop()[0]
            elif choice == 4 and model:
                assert _probe.pile_draw_bottom(state, pile) == model.pop(0)[0]
            elif choice == 5 and model:
                i = int(rng.integers(len(model)))
                i = [c for c, _ in model].index(model[i][0])
                assert _probe.pile_remove(pile, model.pop(i)[0])
            elif choice == 6:
                keep = int(rng.integers(4))
                _probe.pile_shuffle_below(state, pile, keep)
                low = max(len(model) - keep, 0)
                assert cards(pile)[low:] == [c for c, _ in model[low:]]
                model = [(c, False) for c in cards(pile)[:low]] + model[low:]
            assert cards(pile) == [c for c, _ in model]
            known = int(pile["known"])
            assert known <= len(model)
            assert all(seen for _, seen in model[len(model) - known :])
    assert stopped(state) == (0, 0)


def test_known_of_a_discard_pile() -> None:
    state, pile = bare(), make_pile()
    for card in (1, 2, 3):
        _probe.pile_push(state, pile, card, known=True)
    assert pile["known"] == 3
    _probe.pile_draw(state, pile)
    assert pile["known"] == 2
    _probe.pile_remove(pile, 1)
    assert pile["known"] == 1
    _probe.pile_draw_bottom(state, pile)
    assert pile["known"] == 0


@pytest.mark.parametrize("push", [_probe.pile_push, _probe.pile_push_bottom])
def test_overflow_writes_nothing(push) -> None:
    """The pile lies between two others in memory, which must not change either."""
    row = np.zeros(3, make_pile(capacity=3).dtype)
    for i in range(3):
        row[i] = make_pile(1, 2, 3, capacity=3, known=1, identity=40 + i)[()]
    before = row.tobytes()
    state = bare()
    push(state, row[1:2].reshape(()), 9)
    assert stopped(state) == (Error.PILE_OVERFLOW, 41)
    assert row.tobytes() == before


def test_pour_that_overflows_stays_inside() -> None:
    row = np.zeros(3, make_pile(capacity=3).dtype)
    for i in range(3):
        row[i] = make_pile(1, 2, capacity=3, identity=40 + i)[()]
    outside = row[0].tobytes(), row[2].tobytes()
    state = bare()
    _probe.pile_pour(state, make_pile(4, 5, 6), row[1:2].reshape(()))
    assert stopped(state) == (Error.PILE_OVERFLOW, 41)
    assert (row[0].tobytes(), row[2].tobytes()) == outside
    assert cards(row[1]) == [1, 2, 4]


@pytest.mark.parametrize("draw", [_probe.pile_draw, _probe.pile_draw_bottom])
def test_empty_writes_nothing(draw) -> None:
    state, pile = bare(), make_pile(identity=7)
    before = pile.tobytes()
    draw(state, pile)
    assert stopped(state) == (Error.PILE_EMPTY, 7)
    assert pile.tobytes() == before


def test_the_error_names_the_pile() -> None:
    """A deck of a game that is one card too short: the error of `Game.step` says which."""
    game = envs.load("lifeboat", seats=1)
    state = game.new(0)
    state["deck"]["n"] = 0
    state["discard"]["capacity"] = 0
    state["sailors"][0]["hand"] = (0, 1, 0)
    state["sailors"][0]["cards"] = 1
    game.engine.call(state, 2)  # a turn, so that the question is put again
    state["core"]["turn"] = -1
    game.engine.resume(state)
    with pytest.raises(CoreError, match=r"lifeboat: the rules stopped with pile overflow of discard after 1 decisions"):
        game.step(state, game.actions.id("use_bucket"))
