"""Treasure cards for the tests of items: each part of the anatomy on a card of its own, and a position to use them in.

The cards take the place of the pack's, so these tests hold with every pack.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import numpy as np

import envs
from envs.core.game import Game, State
from envs.core.head import Error
from envs.core.schema import Struct
from envs.machina_arcana.state import Choice, ItemPlace, ItemType, Part, Proc, Space, Where

APPAREL, WEAPON, ARTIFACT, CONSUMABLE, AUGMENT = list(ItemType)[1:]


class Card(enum.IntEnum):
    """The treasure cards of these tests."""

    COAT = 0
    VEST = 1
    HAT = 2
    SCARF = 3
    BOOTS = 4
    CLOAK = 5
    LINING = 6
    PATCH = 7
    SCOPE = 8
    PISTOL = 9
    KNIFE = 10
    RIFLE = 11
    BAYONET = 12
    CLUB = 13
    IDOL = 14
    ORB = 15
    TONIC = 16
    SALVE = 17
    LAMP = 18
    ROPE = 19
    FLASK = 20
    SPANNER = 21


PRINTED: dict[Card, dict[str, int]] = {
    Card.COAT: {"type": APPAREL, "part": Part.TORSO, "top": 1, "bottom": 2, "augment": 1, "armor": 1},
    Card.VEST: {"type": APPAREL, "part": Part.TORSO, "bottom": 1, "augment": 1, "armor": 1},
    Card.HAT: {"type": APPAREL, "part": Part.HEAD, "top": 1, "bottom": 1, "will": 2},
    Card.SCARF: {"type": APPAREL, "part": Part.HEAD, "bottom": 1, "will": 1},
    Card.BOOTS: {"type": APPAREL, "part": Part.LEGS, "top": 2, "armor": 1},
    Card.CLOAK: {"type": APPAREL, "part": Part.LEGS, "bottom": 3, "will": 1},
    Card.LINING: {"type": AUGMENT, "augment": 1, "armor": 2},
    Card.PATCH: {"type": AUGMENT, "augment": 1, "armor": 1},
    Card.SCOPE: {"type": AUGMENT, "augment": 2},
    Card.PISTOL: {"type": WEAPON, "one_hand": 1},
    Card.KNIFE: {"type": WEAPON, "one_hand": 1},
    Card.RIFLE: {"type": WEAPON, "top": 1, "augment": 2},
    Card.BAYONET: {"type": WEAPON, "bottom": 1, "augment": 2},
    Card.CLUB: {"type": WEAPON, "one_hand": 1},
    Card.IDOL: {"type": ARTIFACT, "top": 1},
    Card.ORB: {"type": ARTIFACT, "bottom": 1, "will": 1},
    **{card: {"type": CONSUMABLE} for card in list(Card)[Card.TONIC :]},
}
HEALTH, STAMINA = 5, 6


class Table:
    """One position with these cards: three explorers in a row on a plain tile, nobody holds anything.

    Attributes:
        game: the game whose procedures are run; its tables are put back when the test is over.
        state: the record.
        finished: the procedure that was run has ended.
    """

    def __init__(self, game: Game, seats: int) -> None:
        self.game = game
        self.state: State = np.zeros((), game.record.dtype)
        self.finished = False
        s = self.state
        for f in game.record.fields:
            if isinstance(f.type, Struct) and f.type.name.startswith("Pile"):
                s[f.name]["capacity"] = f.high
                s[f.name]["identity"] = f.low
        s["core"]["turn"] = s["core"]["subject"] = -1
        s["core"]["stream"] = 1
        s["seats"], s["threat"], s["level"], s["treasure_level"], s["round"] = seats, 1, 1, 1, 1
        for name in ("active", "acting", "chapter_at", "endgame", "face", "entry_side", "entry_cell", "exit_slot", "exit_side",
                     "quest_holder", "walk_cell"):  # fmt: skip
            s[name] = -1
        for name in ("card", "cell", "given_up"):
            s["explorers"][name] = -1
        for name in ("cell", "goal", "prey"):
            s["monsters"][name] = -1
        s["items"]["owner"] = s["items"]["host"] = -1
        s["explorers"]["where"][seats:] = Where.OUT
        for y in range(10):
            s["kind"][20 * y : 20 * y + 10] = Space.PLAIN
        s["border"].reshape(20, 20, 4)[0, :, 0] = s["border"].reshape(20, 20, 4)[:, 0, 3] = 1
        for seat in range(seats):
            s["explorers"][seat]["card"] = seat
            s["explorers"][seat]["health"], s["explorers"][seat]["stamina"] = HEALTH, STAMINA
            self.put(seat, x=seat, y=0)

    # -- the position ----------------------------------------------------------------------------------------

    def put(self, seat: int, x: int, y: int) -> None:
        """Put an explorer on a space of the tile."""
        explorer, cell = self.state["explorers"][seat], 20 * y + x
        if explorer["cell"] >= 0:
            self.state["unit"][explorer["cell"]] = 0
        explorer["cell"], explorer["where"] = cell, Where.MAP
        self.state["unit"][cell] = seat + 1

    def take_away(self, seat: int, where: Where) -> None:
        """Take an explorer from the map."""
        explorer = self.state["explorers"][seat]
        self.state["unit"][explorer["cell"]] = 0
        explorer["cell"], explorer["where"] = -1, where

    def to_base(self) -> None:
        """All explorers are at the base."""
        for seat in range(int(self.state["seats"])):
            self.take_away(seat, Where.BASE)
        self.state["at_base"] = 1

    def give(self, seat: int, *cards: Card) -> None:
        """Cards in the inventory of a seat."""
        for card in cards:
            self.state["items"][card] = (ItemPlace.INVENTORY, seat, -1, 0)

    def wear(self, seat: int, card: Card, **joined: Card) -> None:
        """An equipped card of a seat, with ``top=``, ``bottom=`` and ``augment=`` joined to it."""
        self.state["items"][card] = (ItemPlace.EQUIPPED, seat, -1, 0)
        for place, other in joined.items():
            self.state["items"][other] = (ItemPlace[place.upper()], seat, card, 0)

    def deck(self, *cards: Card) -> None:
        """The treasure deck, the first card on top."""
        pile = self.state["treasure_deck"]
        pile["n"] = len(cards)
        pile["cards"][: len(cards)] = cards[::-1]
        self.state["items"]["place"][list(cards)] = ItemPlace.DECK

    # -- running it ------------------------------------------------------------------------------------------

    def run(self, proc: Proc, *args: int) -> Table:
        """Run a procedure to its first question or to its end."""
        self.finished = False
        self.game.engine.call(self.state, proc, *args)
        self.game.engine.resume(self.state)
        self._settle()
        return self

    def play(self, *names: str) -> Table:
        """Play actions by their names; items by the names of these cards."""
        for name in names:
            action = self.game.actions.id(f"item_{Card[name]:d}" if name in Card.__members__ else name)
            assert self.game.engine.step(self.state, action) == 0, f"{name} is not legal, but {self.options} are"
            self._settle()
        return self

    def _settle(self) -> None:
        core = self.state["core"]
        if core["error"] == Error.STACK_UNDERFLOW and core["depth"] == 0:  # the procedure under test was the outermost
            core["error"] = 0
            self.finished = True
        assert core["error"] == 0, Error(int(core["error"])).name

    # -- what is seen ----------------------------------------------------------------------------------------

    @property
    def asked(self) -> tuple[int, Choice] | None:
        """The seat and the kind of the question, None when nobody is asked."""
        core = self.state["core"]
        return (int(core["turn"]), Choice(int(core["choice"]))) if core["turn"] >= 0 else None

    @property
    def options(self) -> set[str]:
        """The legal actions, items by the names of these cards."""
        return set(map(self._name, self.game.legal_actions(self.state)))

    def _name(self, action: int) -> str:
        name = self.game.actions[action]
        return Card(int(name.removeprefix("item_"))).name if name.startswith("item_") else name

    def place(self, card: Card) -> str:
        """Where a card is: ``"DECK"``, ``"1 INVENTORY"``, ``"0 TOP COAT"``."""
        item = self.state["items"][card]
        words = [str(item["owner"])] if item["owner"] >= 0 else []
        words.append(ItemPlace(int(item["place"])).name)
        if item["host"] >= 0:
            words.append(Card(int(item["host"])).name)
        return " ".join(words)

    def held(self, seat: int) -> set[str]:
        """Names of a seat's cards."""
        return {card.name for card in Card if self.state["items"][card]["owner"] == seat}

    @property
    def pile(self) -> list[str]:
        """The treasure deck, the top card first."""
        pile = self.state["treasure_deck"]
        return [Card(int(card)).name for card in pile["cards"][: pile["n"]][::-1]]

    def explorer(self, seat: int) -> Any:
        """Record of an explorer."""
        return self.state["explorers"][seat]

    def check_cards(self) -> None:
        """Every card is where its pile or its owner says, and no attached card hangs on nothing."""
        piles = {ItemPlace.DECK: "treasure_deck", ItemPlace.DRAWN: "drawn"}
        for place, name in piles.items():
            pile = self.state[name]
            there = np.flatnonzero(self.state["items"]["place"] == place)
            assert sorted(pile["cards"][: pile["n"]].tolist()) == there.tolist(), name
        for card in Card:
            item = self.state["items"][card]
            owned = ItemPlace.INVENTORY <= item["place"] <= ItemPlace.AUGMENT
            assert owned == (item["owner"] >= 0), card
            assert (ItemPlace.TOP <= item["place"] <= ItemPlace.AUGMENT) == (item["host"] >= 0), card


@cache
def _game(seats: int, options: tuple[tuple[str, Any], ...]) -> Game:
    return envs.load("machina_arcana", seats=seats, **dict(options))


@contextmanager
def table(seats: int = 3, **options: Any) -> Iterator[Table]:
    """A `Table` whose game has these cards, and explorers with 5 health, 6 stamina and no armor or will."""
    game = _game(seats, tuple(options.items()))
    kept = game.tables.tobytes()
    write_cards(game.tables, PRINTED.items())
    try:
        yield Table(game, seats)
    finally:
        game.tables.view(np.uint8).reshape(-1)[:] = np.frombuffer(kept, np.uint8)


def write_cards(tables: Any, cards: Iterable[tuple[Card, dict[str, int]]]) -> None:
    """Replace the treasures of the content tables, and the numbers of the explorer cards."""
    tables["treasures"] = np.zeros_like(tables["treasures"])
    tables["n_treasures"] = len(Card)
    for card, printed in cards:
        tables["treasures"][card]["level"] = 1
        for name, value in printed.items():
            tables["treasures"][card][name] = value
    for name, value in (("armor", 0), ("will", 0), ("health", HEALTH), ("stamina", STAMINA)):
        tables["explorers"][name] = value
    tables["explorers"]["first_ability"] = tables["explorers"]["end_ability"] = 0
