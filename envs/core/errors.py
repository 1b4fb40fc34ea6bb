"""Errors of the suite. Each message says what was expected, what was got, and how to fix it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class DerelictError(Exception):
    """Base class of all errors of the suite."""


class OptionError(DerelictError, ValueError):
    """An unknown game, option, option value or seat count."""


class ContentError(DerelictError, ValueError):
    """Content that breaks its schema; names the file, the entry and the field."""


class IllegalAction(DerelictError, ValueError):
    """An action that is not legal now. The state is untouched.

    Attributes:
        seat: name of the seat that is asked, ``None`` if the game is over.
        action: the action as it was given.
        legal: names of the legal actions.
    """

    def __init__(self, message: str, *, seat: str | None = None, action: object = None, legal: Iterable[str] = ()):
        super().__init__(message)
        self.seat = seat
        self.action = action
        self.legal = tuple(legal)


class ReplayError(DerelictError, ValueError):
    """A replay or a saved state that does not fit this game, version, options or content, or is damaged."""


class CoreError(DerelictError, RuntimeError):
    """The core stopped a game: a bug in the rules or content that asks for more than the record holds."""


class MissingExtra(DerelictError, ImportError):
    """A package of an optional extra is not installed."""


def near(word: str, known: Iterable[str]) -> str:
    """``"; did you mean 'x'?"`` for a misspelt word, else the list of what is known."""
    known = sorted(map(str, known))
    match = difflib.get_close_matches(str(word), known, 1, 0.6)
    if match:
        return f"; did you mean {match[0]!r}?"
    return f"; expected one of: {', '.join(known)}" if known else ""
