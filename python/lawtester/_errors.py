# SPDX-License-Identifier: GPL-3.0-or-later
"""What is wrong, as exceptions."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from ._result import Result


class Place(NamedTuple):
    """One error and where it is: line and column from 1, 0 where there is none."""

    file: str
    line: int
    column: int
    text: str


class Invalid(ValueError):
    """A stage program that is wrong. str() is what the command line prints.

    Attributes:
        errors: every error in it, a list of Place.
        filename, lineno, offset: the place of the first.
    """

    errors: list[Place]
    filename: str
    lineno: int
    offset: int

    def __init__(self, said: str, errors: list[Place]) -> None:
        super().__init__(said.rstrip("\n"))
        self.errors = errors
        self.filename, self.lineno, self.offset = errors[0][:3] if errors else ("", 0, 0)

    def __reduce__(self) -> tuple[Any, ...]:
        return Invalid, (str(self), self.errors)


class Failed(RuntimeError):
    """A run that could not be made to its end, a calibration, sweep or fit that could not be done.

    Attributes:
        result: the run as far as it came, its results NaN, its rows those that it has; or None.
    """

    result: Result | None

    def __init__(self, why: str, result: Result | None = None) -> None:
        super().__init__(why)
        self.result = result

    def __reduce__(self) -> tuple[Any, ...]:
        return Failed, (str(self), self.result)
