"""Treasure cards for the tests of items: each part of the anatomy on a card of its own, and a table to use them on."""

from __future__ import annotations

import enum
from typing import Any

import numpy as np

from envs.machina_arcana.state import ItemPlace, ItemType, Part, Where
from tests.machina_arcana.table import Table

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


class Wardrobe(Table):
    """A table with these cards: explorers without armor and will stand in a row, nobody holds anything.

    Cards go by their names, also in `play` and in `options`.
    """

    def __init__(self, seats: int = 3, **options: Any):
        super().__init__(seats=seats, **options)
        self.tables["explorers"]["armor"] = self.tables["explorers"]["will"] = 0
        self.tables["treasures"]["type"] = 0
        self.tables["n_treasures"] = len(Card)
        for card, printed in PRINTED.items():
            self.card("treasures", card, **printed)
        for seat in range(seats):
            self.explorer(seat, seat, 0)

    # -- setting up ------------------------------------------------------------------------------------------

    def lay(self, card: Card, place: ItemPlace, seat: int, host: int = -1) -> None:
        """Lay a card of a seat in its place."""
        items = self.state["items"]
        items["place"][card], items["owner"][card], items["host"][card] = place, seat, host

    def carry(self, seat: int, *cards: Card) -> None:
        """Cards in the inventory of a seat."""
        for card in cards:
            self.lay(card, ItemPlace.INVENTORY, seat)

    def wear(self, seat: int, card: Card, **joined: Card) -> None:
        """An equipped card of a seat, with ``top=``, ``bottom=`` and ``augment=`` joined to it."""
        self.lay(card, ItemPlace.EQUIPPED, seat)
        for place, other in joined.items():
            self.lay(other, ItemPlace[place.upper()], seat, card)

    def treasures(self, *cards: Card) -> None:
        """The treasure deck, the first card on top."""
        self.deck("treasure_deck", *cards)

    def to_base(self) -> None:
        """All explorers are at the base."""
        for seat in range(int(self.state["seats"])):
            self.off_map(seat, Where.BASE)
        self.state["at_base"] = 1

    # -- running and looking ---------------------------------------------------------------------------------

    def play(self, *names: str) -> Wardrobe:
        """Play actions by their names; items by the names of these cards."""
        for name in names:
            super().play(f"item_{Card[name]:d}" if name in Card.__members__ else name)
        return self

    @property
    def options(self) -> set[str]:
        """The legal actions, items by the names of these cards."""
        return {Card(int(n.removeprefix("item_"))).name if n.startswith("item_") else n for n in self.legal}

    def place(self, card: Card) -> str:
        """Where a card is: ``"DECK"``, ``"1 INVENTORY"``, ``"0 TOP COAT"``."""
        owner, place, host = (int(self.state["items"][name][card]) for name in ("owner", "place", "host"))
        words = [str(owner)] if owner >= 0 else []
        words.append(ItemPlace(place).name)
        if host >= 0:
            words.append(Card(host).name)
        return " ".join(words)

    def held(self, seat: int) -> set[str]:
        """Names of a seat's cards."""
        return {card.name for card in Card if self.state["items"]["owner"][card] == seat}

    @property
    def top(self) -> list[str]:
        """The treasure deck, the top card first."""
        return [Card(card).name for card in self.pile("treasure_deck")]

    def attributes(self, seat: int) -> tuple[int, int]:
        """Effective armor and will of an explorer on the map."""
        view = np.zeros((), self.game.view_record.dtype)
        self.game.engine.view(self.state, seat, view)
        return round(float(view["others"][0][4]) * 9), round(float(view["others"][0][5]) * 9)

    def check_cards(self) -> None:
        """Every card is where its pile or its owner says, and no attached card hangs on nothing."""
        for place, name in ((ItemPlace.DECK, "treasure_deck"), (ItemPlace.DRAWN, "drawn")):
            there = np.flatnonzero(self.state["items"]["place"] == place)
            assert sorted(self.pile(name)) == there.tolist(), name
        for card in Card:
            owner, place, host = (int(self.state["items"][name][card]) for name in ("owner", "place", "host"))
            assert (ItemPlace.INVENTORY <= place <= ItemPlace.GROUND) == (owner >= 0), card
            assert (ItemPlace.TOP <= place <= ItemPlace.AUGMENT) == (host >= 0), card
