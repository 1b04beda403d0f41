# SPDX-License-Identifier: GPL-3.0-or-later
"""Figures by matplotlib, with the axes of the command line's figures: its words, symbols and prefixes."""
from __future__ import annotations

import ctypes
import re
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _library

if TYPE_CHECKING:
    from ._result import Array, Result


def axis_of(name: str, doc: str, unit: str, values: Array) -> _library.Axis:
    """The axis of the command line's figures for numbers with that name or formula."""
    finite, axis = values[np.isfinite(values)], _library.Axis()
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 0.0)
    _library.library.axis_of(_library.text(name), _library.text(doc), _library.text(unit), low, high,
                             ctypes.addressof(axis))
    return axis


def mathtext(label: str) -> str:
    """gnuplot's mark-up of symbols and powers as matplotlib has it: {/:Italic u_n} as $u_n$."""
    inner = r"((?:[^{}]|\{[^{}]*\})*)"
    label = re.sub(r"\{/:Italic " + inner + r"\}(_\{[^{}]*\})?", r"$\1\2$", label)
    return re.sub(r"10\^\{" + inner + r"\}", r"$10^{\1}$", label)


def column_of(result: Result, name: str) -> tuple[Array, str]:
    """Its numbers for the axis, and its label."""
    bare = name.removeprefix("-")
    values = result[bare] if bare == name else -result[bare]
    unit = result.units.get(bare, "")
    axis = axis_of(name, result._run.program._docs.get(name, ""), unit, values)
    return values * axis.scale, mathtext(axis.label.decode())


def plot(result: Result, x: str, y: str, axes: Any, line: dict[str, Any]) -> Any:
    from matplotlib import pyplot

    across, x_label = column_of(result, x)
    up, y_label = column_of(result, y)
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
