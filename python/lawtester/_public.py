# SPDX-License-Identifier: GPL-3.0-or-later
"""What users are shown of objects: names that complete, and names that are meant."""
from __future__ import annotations

import difflib
from collections.abc import Iterable


class Public:
    """dir() has the public names alone."""

    def __dir__(self) -> Iterable[str]:
        return [name for name in super().__dir__() if name.startswith("__") or not name.startswith("_")]


def closest(name: object, names: Iterable[str]) -> str:
    """The name that is meant, or "" if none is near."""
    return next(iter(difflib.get_close_matches(str(name), list(names), 1)), "")


def nearest(name: object, names: Iterable[str]) -> str:
    """"; did you mean 'kn'?", or "" if none is near."""
    near = closest(name, names)
    return f"; did you mean '{near}'?" if near else ""
