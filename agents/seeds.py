"""Which games evaluation plays and which training plays.

Seeds below `FIRST_TRAINING_SEED` are for evaluation, training begins there. Each combination of game, scenario and
number of hero seats has a block of evaluation seeds of its own, which follows from their names alone: everybody
evaluates on the same games, and a set-up that was seen with three seats tells nothing of one with four. Other options
do not count, so a game and a variant of it are compared on the same seeds.
"""

from __future__ import annotations

import hashlib

from envs.core.errors import OptionError
from envs.core.game import Game

__all__ = ["BLOCK", "FIRST_TRAINING_SEED", "evaluation_seeds", "first_evaluation_seed"]

FIRST_TRAINING_SEED = 1 << 40
"""Training games start from seeds at and above this one, evaluation games stay below."""

BLOCK = 1 << 20
"""Number of public evaluation seeds of each game, scenario and number of hero seats."""


def first_evaluation_seed(game: str, scenario: str, seats: int) -> int:
    """The first of the `BLOCK` public evaluation seeds.

    The blocks below `FIRST_TRAINING_SEED` are numbered; the first stays free for seeds that people type, and the first
    eight bytes of the SHA-256 of ``"<game>/<scenario>/<seats>"`` choose among the others.

    Args:
        game: name of the game.
        scenario: its option ``scenario``, or ``""`` if it has none.
        seats: number of hero seats.
    """
    digest = hashlib.sha256(f"{game}/{scenario}/{seats}".encode()).digest()
    return (1 + int.from_bytes(digest[:8], "big") % (FIRST_TRAINING_SEED // BLOCK - 1)) * BLOCK


def evaluation_seeds(game: Game, games: int, first: int | None = None) -> range:
    """The seeds of so many evaluation games.

    Args:
        game: the configured game.
        games: how many, at least 1.
        first: the first of them; ``None`` takes the public ones.

    Raises:
        OptionError: no game, a seed that is none or is for training, or more games than there are public seeds.
    """
    if games < 1 or (first is not None and first < 0):
        raise OptionError(
            f"expected at least one game and a first seed of at least 0, got {games} games"
            + (f" from seed {first}" if first is not None else "")
        )
    if first is None:
        if games > BLOCK:
            raise OptionError(f"there are {BLOCK} public evaluation seeds, got {games} games; play fewer")
        first = first_evaluation_seed(game.name, str(game.config().get("scenario") or ""), game.hero_seats)
    if first + games > FIRST_TRAINING_SEED:
        raise OptionError(f"seeds from {FIRST_TRAINING_SEED} on are for training; choose a smaller --first_seed")
    return range(first, first + games)
