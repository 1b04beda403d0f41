# SPDX-License-Identifier: GPL-3.0-or-later
"""The figure of advise: how the largest error grows with the time step, and where rules of thumb are."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from ._advise import Advice


def figure(advice: Advice, axes: Any) -> Any:
    from matplotlib import pyplot

    of, factor, step = advice._population, advice.stiffness_factor, advice.document["step"]
    if axes is None:
        _, axes = pyplot.subplots(figsize=(4.6, 3.2), layout="constrained")
        axes.spines[["top", "right"]].set_visible(False)
        axes.set_title(advice.document["title"], fontsize="medium", loc="left")
    shortest = step["t_c"][0]
    steps = np.geomspace(shortest / 100, shortest / 2, 24)
    dt = step["dt"]
    worst = np.array(sorted({int(i) for part in (0.5, 1.0, 2.0) for i in np.argsort(
        -of.errors(factor, dt * part, of.all, 0).e_n)[:4]}))
    worst = worst[~of.near[worst]] if (~of.near[worst]).any() else worst
    errors = np.array([of.errors(factor, one, worst, 2).e_n for one in steps])
    axes.plot(steps * 1e6, np.clip(errors.max(1), 1e-6, 2), linewidth=1.4, label="largest error of $e_n$")
    allowed = of.file.within.get("e_n")
    edge = pyplot.rcParams["axes.edgecolor"]
    if allowed:
        axes.axhline(allowed, color=edge, linewidth=0.8, linestyle=":")
        axes.annotate("tolerance", (steps[0] * 1e6, allowed), xytext=(0, 2), textcoords="offset points",
                      fontsize="small")
    axes.axvline(dt * 1e6, color=edge, linewidth=1.2)
    axes.annotate("advised" if step["decides"] else "judged", (dt * 1e6, 1), xycoords=("data", "axes fraction"),
                  xytext=(-2, -2), rotation=90, textcoords="offset points", fontsize="small", ha="right", va="top")
    for rule in step["rules"]:
        axes.plot(rule["dt"] * 1e6, min(max(rule["error"], 1e-6), 2), "o", markersize=4, color="C1")
        axes.annotate(rule["name"], (rule["dt"] * 1e6, min(max(rule["error"], 1e-6), 2)), xytext=(4, -9),
                      textcoords="offset points", fontsize="small")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("time step (µs)")
    axes.set_ylabel("largest error of $e_n$")
    return axes
