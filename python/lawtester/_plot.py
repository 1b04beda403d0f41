# SPDX-License-Identifier: GPL-3.0-or-later
"""Figures by matplotlib, like those of the command line: thin frame, SI prefixes on the axes."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from ._result import Array, Result

PREFIXES = {-12: "p", -9: "n", -6: "µ", -3: "m", 0: "", 3: "k", 6: "M", 9: "G"}
BARE = {"", "1", "rad"}  # units that take no prefix


def scale_of(values: Array, unit: str) -> tuple[float, str]:
    """A factor and the unit with its prefix, with which the largest value reads well."""
    finite = values[np.isfinite(values)]
    largest = float(np.max(np.abs(finite))) if finite.size else 0.0
    if unit in BARE or largest == 0 or not unit.isalpha() or unit == "kg":
        return 1.0, unit
    power = int(np.clip(3 * np.floor(np.log10(largest) / 3), -12, 9))
    return 10.0 ** -power, PREFIXES[power] + unit


def column_of(result: Result, name: str) -> tuple[Array, str, str]:
    """Its numbers for the axis, and its label."""
    bare = name.removeprefix("-")
    values = result[bare] if bare == name else -result[bare]
    factor, unit = scale_of(values, result.units.get(bare, ""))
    return values * factor, f"{name} ({unit})" if unit not in ("", "1") else name, unit


def plot(result: Result, x: str, y: str, axes: Any, line: dict[str, Any]) -> Any:
    from matplotlib import pyplot

    across, x_label, _ = column_of(result, x)
    up, y_label, _ = column_of(result, y)
    if axes is None:
        _, axes = pyplot.subplots(figsize=(4.6, 3.2), layout="constrained")
        axes.spines[["top", "right"]].set_visible(False)
        thin = {"color": pyplot.rcParams["axes.edgecolor"], "alpha": 0.25, "linewidth": 0.6}
        axes.axhline(0, zorder=0, **thin)
        axes.axvline(0, zorder=0, **thin)
        axes.set_title(result.document["title"], fontsize="medium", loc="left")
    axes.plot(across, up, **{"linewidth": 1.4, **line})
    axes.set_xlabel(x_label)
    axes.set_ylabel(y_label)
    return axes
