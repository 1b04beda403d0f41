# SPDX-License-Identifier: GPL-3.0-or-later
"""Stiffness, time step and damping for a population of particles, by simulation of its impacts.

Every pair of size classes, materials and walls collides at every speed, by the integrator of codes at
many phases of first touch, and by the exact one, the limit of small steps."""
from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from . import _advise_file, _advise_figure
from ._advise_file import File
from ._errors import Failed, Invalid, Place
from ._program import Program
from ._result import Array

if TYPE_CHECKING:
    from pandas import DataFrame

Rows = Any  # an array of integers
STUCK = 99.0  # for the error of an impact that has no end
PHASES = np.r_[1e-12, np.arange(1, 24) / 24, 1 - 1e-9]  # of first touch within a step
NEAR_STICKING = 1.1  # speeds up to so many times the sticking speed have no useful e
LIMITS = {"e_n": "single", "e_n_mean": "mean", "e_t_centre": "tangential"}
HEAD = "stages: [{whats: ii...., values: [-1, 0, 0, 0, 0, 0], until: rebound}]\n"
STATIC = "stages: [{whats: v....., values: [-1 mm/s, 0, 0, 0, 0, 0], until: -fn > advise_load}]\n"
SHEAR = ("stages: [{whats: v....., values: [-1 mm/s, 0, 0, 0, 0, 0], until: -un > advise_deep}, "
         "{whats: vv...., values: [0, 1 mm/s, 0, 0, 0, 0], until: abs(us) > 1e-4*advise_deep}]\n")


class Kind(NamedTuple):
    """Two materials that meet: a wall, or another species, and a species."""

    wall: bool
    first: str
    second: str

    def __str__(self) -> str:
        return f"{self.second} on a wall of {self.first}" if self.wall else f"{self.first}-{self.second}"


class Errors(NamedTuple):
    """Of each row, over the phase: the largest error, lowest and highest e_n."""

    e_n: Array
    e_n_mean: Array
    e_t_centre: Array
    low: Array
    high: Array


class Unmet(Failed):
    """A limit that cannot be met; the text has the pair and the number."""


def _um(radius: float) -> str:
    return f"{2e3 * radius:.4g} mm" if radius >= 5e-5 else f"{2e6 * radius:.4g} um"


class _Population:
    """Rows: pairs at speeds. Arrays a, b (radii, m; a of a wall is NaN), v (m/s), weight."""

    def __init__(self, file: File, threads: int) -> None:
        self.file, self.threads, self.runs = file, threads, 0
        self.programs: dict[tuple[Any, ...], Program] = {}
        self.base: dict[tuple[int, str], float] = {}
        self.number: dict[int, float] = {}  # of the parameter that is varied, by kind
        names = list(file.sizes)
        self.kinds = [Kind(False, a, b) for i, a in enumerate(names) for b in names[i:]]
        self.kinds += [Kind(True, wall, b) for wall in dict.fromkeys(file.walls) for b in names]
        pairs: list[tuple[int, float, float, float]] = []
        for k, kind in enumerate(self.kinds):
            second = file.sizes[kind.second]
            share = second.share * file.share[kind.second]
            if kind.wall:
                pairs += [(k, math.nan, r, file.wall_share * w * 4 * r * r) for r, w in zip(second.radius, share)]
                continue
            first, same = file.sizes[kind.first], kind.first == kind.second
            others = first.share * file.share[kind.first]
            for i, (ra, wa) in enumerate(zip(first.radius, others)):
                for j, (rb, wb) in enumerate(zip(second.radius, share)):
                    if not same or i <= j:  # collisions are as frequent as the cross-section is large
                        pairs.append((k, ra, rb, (1 if same and i == j else 2) * wa * wb * (ra + rb) ** 2))
        speeds = file.speeds
        columns = [np.array(column) for column in zip(*pairs)]
        self.pair_kind, self.pair_a, self.pair_b, self.pair_weight = columns
        self.pairs, n = len(pairs), len(speeds)
        self.kind, self.a, self.b, self.weight = (np.repeat(column, n) for column in columns)
        self.pair = np.repeat(np.arange(self.pairs), n)
        self.v = np.tile(speeds, self.pairs)

    def describe(self, row: int) -> str:
        return self.describe_pair(int(self.pair[row])) + f" at {self.v[row]:.4g} m/s"

    def describe_pair(self, pair: int) -> str:
        kind, a, b = self.kinds[int(self.pair_kind[pair])], self.pair_a[pair], self.pair_b[pair]
        return f"{kind} of {_um(b)}" if kind.wall else f"{kind} of {_um(a)} and {_um(b)}"

    def program(self, k: int, integrator: str, stages: str = HEAD, lets: tuple[str, ...] = ()) -> Program:
        key = k, integrator, stages
        if key not in self.programs:
            kind, file = self.kinds[k], self.file
            radius = float(file.sizes[kind.second].radius[0])
            shape = "shape: wall" if kind.wall else f"shape: sphere, radius: {radius!r}"
            text = file.text_with(lets) + (f"particles: {{a: {{{shape}, material: {kind.first}}}, "
                                f"b: {{shape: sphere, radius: {radius!r}, material: {kind.second}}}}}\n") + stages \
                + "record: {every: 1000000}\n"
            define: dict[str, Any] = {}
            if integrator == "exact":
                define.update({"motion.integrator": "exact", "motion.dt": "t_c/100"})
            else:
                motion = file.root.value["motion"].map(None, "{}") if "motion" in file.root.value else {}
                given = motion["integrator"].plain() if "integrator" in motion else "exact"
                integrator = "leapfrog" if given == "exact" else str(given)
                define.update({"motion.integrator": integrator, "motion.dt": "t_c/20"})
                if stages == HEAD:
                    define["motion.phase"] = 0.5
            try:
                self.programs[key] = Program(text, define=define)
            except Invalid as error:
                places = [Place(file.name, place.line, place.column, place.text) for place in error.errors]
                said = "\n".join(f"{place.file}:{place.line}:{place.column}: {place.text}" for place in places)
                raise Invalid(said or str(error), places) from None
        return self.programs[key]

    def softened(self, k: int, factor: float) -> dict[str, float]:
        """Numbers of a run of this kind with stiffness times FACTOR, and the number that is varied."""
        found = {}
        for one in self.file.soften:
            found[one.path] = self.value(k, one) * factor ** one.power
        if self.file.vary and k in self.number:
            found[self.file.vary[0]] = self.number[k]
        return found

    def value(self, k: int, one: _advise_file.Soften) -> float:
        if not math.isnan(one.value):
            return one.value
        if (k, one.path) not in self.base:
            program = self.program(k, "exact")
            try:
                self.base[k, one.path] = float(program.sweep([one.path])[one.path])
            except TypeError as error:
                raise self.wrong("soften", f"'{one.name}': {error}") from None
            if not self.base[k, one.path] > 0:
                raise self.wrong("soften", f"'{one.name}' is {self.base[k, one.path]:g} for {self.kinds[k]}: "
                                 "there is nothing to soften")
        return self.base[k, one.path]

    def wrong(self, key: str, said: str) -> Invalid:
        item = self.file.root.value["advise"].value[key]
        text = f"{item.path}: {said}"
        return Invalid(f"{item.file}:{item.line}:{item.column}: {text}",
                       [Place(item.file, item.line, item.column, text)])

    def sweep(self, k: int, integrator: str, wanted: list[str], a: Any, b: Any, v: Any, factor: float,
              more: dict[str, Any] | None = None) -> list[Array]:
        program = self.program(k, integrator)
        params: dict[str, Any] = {"particles.b.radius": b, "vn": -np.asarray(v), **self.softened(k, factor),
                                  **(more or {})}
        if not self.kinds[k].wall:
            params["particles.a.radius"] = a
        if self.file.slope:
            params["vs"] = np.asarray(v) * self.file.slope
        try:
            table = program.sweep(wanted, params=params, threads=self.threads)
        except TypeError as error:
            if self.file.vary and f"'{self.file.vary[0]}'" in str(error):
                raise self.wrong("vary", str(error)) from None
            raise Invalid(f"{self.file.name}: {error}", [Place(self.file.name, 0, 0, str(error))]) from None
        self.runs += table[wanted[0]].size
        self.message = table.message
        return [np.asarray(table[name], float) for name in wanted]

    def each(self, rows: Rows) -> Any:
        """Kinds, and the places in ROWS that are of each."""
        for k in range(len(self.kinds)):
            at = np.flatnonzero(self.kind[rows] == k)
            if at.size:
                yield k, at

    def exact(self, factor: float, rows: Rows, wanted: list[str], v: Array | None = None) -> list[Array]:
        out = [np.full(len(rows), np.nan) for _ in wanted]
        for k, at in self.each(rows):
            of = rows[at]
            found = self.sweep(k, "exact", wanted, self.a[of], self.b[of], self.v[of] if v is None else v[at],
                               factor)
            for column, values in zip(out, found):
                column[at] = values
        return out

    def stepped(self, factor: float, dt: float, rows: Rows, phases: Array, wanted: list[str]) -> list[Array]:
        """PHASES: of each row."""
        out = [np.full(phases.shape, np.nan) for _ in wanted]
        for k, at in self.each(rows):
            of = rows[at]
            found = self.sweep(k, "steps", wanted, self.a[of][:, None], self.b[of][:, None], self.v[of][:, None],
                               factor, {"motion.dt": dt, "motion.phase": phases[at]})
            for column, values in zip(out, found):
                column[at] = values
        return out

    def errors(self, factor: float, dt: float, rows: Rows, reference: tuple[Array, Array], locate: int = 3) -> Errors:
        """Extremes over the phase: where the error is largest, and on both sides of the largest jump, the
        phases between are divided by eight, LOCATE times."""
        wanted = ["e_n", "e_t_centre"] if self.file.slope else ["e_n"]
        phase = np.tile(PHASES, (len(rows), 1))
        found = self.stepped(factor, dt, rows, phase, wanted)
        e_n = np.where(np.isfinite(found[0]), found[0], STUCK)
        e_t = np.where(np.isfinite(found[1]), found[1], STUCK) if self.file.slope else np.zeros_like(e_n)
        inside = e_n[:, 1:-1]
        mean = np.abs(inside.mean(1) - reference[0][rows])
        ref = reference[0][rows][:, None], reference[1][rows][:, None] if self.file.slope else 0.0
        for _ in range(locate):
            place: list[Array] = []
            for error, jumps in ((np.abs(e_n - ref[0]), e_n), (np.abs(e_t - ref[1]), e_t)):
                if jumps is e_t and not self.file.slope:
                    continue
                top = error.argmax(1)
                place += [np.clip(top - 1, 0, None), np.clip(top, None, phase.shape[1] - 2),
                          np.abs(np.diff(jumps, axis=1)).argmax(1)]
            index = np.arange(len(rows))[:, None]
            cells = np.stack(place, 1)
            low, high = phase[index, cells], phase[index, cells + 1]
            more = (low[..., None] + (high - low)[..., None] * np.arange(1, 8) / 8).reshape(len(rows), -1)
            found = self.stepped(factor, dt, rows, more, wanted)
            phase, e_n = np.c_[phase, more], np.c_[e_n, np.where(np.isfinite(found[0]), found[0], STUCK)]
            e_t = np.c_[e_t, np.where(np.isfinite(found[1]), found[1], STUCK) if self.file.slope
                        else np.zeros_like(more)]
            order = phase.argsort(1)
            phase, e_n, e_t = phase[index, order], e_n[index, order], e_t[index, order]
        return Errors(np.abs(e_n - ref[0]).max(1), mean, np.abs(e_t - ref[1]).max(1), e_n.min(1), e_n.max(1))


def _located(of: _Population, factor: float, dt: float, rows: Rows, reference: tuple[Array, Array],
             limits: dict[str, float] | None = None) -> Errors:
    """Extremes located where they can matter: in rows with errors above half of a limit and below it, or of the
    largest error."""
    found = of.errors(factor, dt, rows, reference, 0)
    near = np.zeros(len(rows), bool)
    for name in limits or LIMITS:
        if name == "e_n_mean":
            continue
        value = getattr(found, name)
        if limits:
            near |= (value > 0.5 * limits[name]) & (value <= limits[name])
        else:
            near |= value >= 0.6 * value.max()
    at = np.flatnonzero(near)
    if at.size:
        for column, values in zip(found, of.errors(factor, dt, rows[at], reference, 3)):
            column[at] = values
    return found


class Advice:
    """What advise found. Numbers are SI.

    Attributes:
        stiffness_factor: what is softened is multiplied by it (to its power).
        dt: the largest time step (s) within the limits, or the one that was given.
        limits: of each criterion the largest step (s): single, mean, tangential, packing.
        decides: the criterion of the least.
        ok: everything is within its limits.
        document: all of it, as --json prints it.
    """

    def __init__(self, population: _Population, document: dict[str, Any], rows: dict[str, Any]) -> None:
        self._population, self.document, self._rows = population, document, rows
        self.stiffness_factor: float = document["stiffness"]["factor"]
        self.dt: float | None = document["step"]["dt"]
        self.limits: dict[str, float | None] = document["step"]["limits"]
        self.decides: str | None = document["step"]["decides"]
        self.damping: dict[str, Any] | None = document["damping"]
        self.flags: list[str] = document["flags"]
        self.ok: bool = document["ok"]

    @property
    def pairs(self) -> DataFrame:
        """A row for each pair of size classes: radii (m), overlap over the smaller radius, t_contact (s),
        e_n, its lowest and highest over the phase, the largest errors."""
        import pandas
        return pandas.DataFrame(self.document["pairs"])

    @property
    def rules(self) -> DataFrame:
        """Rules of thumb: dt (s), over the largest, the largest error of e_n and where."""
        import pandas
        return pandas.DataFrame(self.document["step"]["rules"])

    def figure(self, axes: Any = None) -> Any:
        """The largest error of e_n over the time step, matplotlib's axes."""
        return _advise_figure.figure(self, axes)

    def check(self, n: int = 2000, seed: int = 1) -> DataFrame:
        """N other impacts with random sizes, speeds and phases at dt: a pandas.DataFrame with the error of
        e_n, and near: whether the speed is within 10 % of the sticking speed."""
        import pandas
        of, file, rng = self._population, self._population.file, np.random.default_rng(seed)
        weight = np.bincount(of.pair_kind.astype(int), of.pair_weight, len(of.kinds))
        counts = np.maximum(rng.multinomial(n, weight / weight.sum()), n // (10 * len(of.kinds)))
        frames = []
        for k, count in enumerate(counts):
            kind = of.kinds[k]
            b = file.sizes[kind.second].draw(rng, count)
            a = np.full(count, np.nan) if kind.wall else file.sizes[kind.first].draw(rng, count)
            low, high = file.slowest, file.speeds[-1]
            v = np.exp(rng.uniform(math.log(low), math.log(high), count))
            exact, = of.sweep(k, "exact", ["e_n"], a, b, v, self.stiffness_factor)
            e_n, = of.sweep(k, "steps", ["e_n"], a, b, v, self.stiffness_factor,
                            {"motion.dt": self.dt, "motion.phase": rng.uniform(0, 1, count)})
            slow, = of.sweep(k, "exact", ["e_n"], a, b, v / NEAR_STICKING, self.stiffness_factor)
            fast, = of.sweep(k, "exact", ["e_n"], a, b, v * NEAR_STICKING, self.stiffness_factor)
            frames.append(pandas.DataFrame({
                "kind": str(kind), "radius_a": a, "radius_b": b, "speed": v, "e_n": e_n, "exact": exact,
                "error": np.where(np.isfinite(e_n), np.abs(e_n - exact), STUCK),
                "near": ~(slow > 0) & (fast > 0)}))
        return pandas.concat(frames, ignore_index=True)

    def __str__(self) -> str:
        return "\n".join(self.document["text"])

    def __repr__(self) -> str:
        return f"<advice {self.document['title']!r}: stiffness x {self.stiffness_factor:.4g}, dt {self.dt} s>"


class _Adviser:
    def __init__(self, file: File, threads: int) -> None:
        self.file, self.of = file, _Population(file, threads)
        self.all = np.arange(len(self.of.v))
        self.fastest = np.flatnonzero(self.of.v == file.speeds[-1])
        self.flags: list[str] = []

    # ---- Stiffness

    def overlaps(self, factor: float) -> tuple[Array, Array]:
        """Over the smaller radius, of each pair: at the highest speed, and under the load."""
        of, rows = self.of, self.fastest
        smaller = np.fmin(of.a[rows], of.b[rows])
        impact = of.exact(factor, rows, ["overlap_max"])[0] / smaller
        load = np.zeros_like(impact)
        if self.file.load:
            for k, at in of.each(rows):
                force = self.file.load * 4 * smaller[at] ** 2
                program = of.program(k, "static", STATIC, ("advise_load",))
                speed = 1e-3 * of.v[rows][at]  # so slow that dashpots do not carry
                time_c, = of.sweep(k, "exact", ["t_contact"], of.a[rows][at], of.b[rows][at], of.v[rows][at], factor)
                params = {"particles.b.radius": of.b[rows][at], "vn": -speed, "advise_load": force,
                          "motion.dt": time_c, **of.softened(k, factor)}
                if not of.kinds[k].wall:
                    params["particles.a.radius"] = of.a[rows][at]
                table = program.sweep(["overlap_max"], params=params, threads=of.threads)
                of.runs += len(at)
                load[at] = table["overlap_max"] / smaller[at]
        return impact, load

    def least_damped(self) -> None:
        """Until the number that is varied is known, it is the one that damps least, as overlaps are largest then."""
        if self.file.vary is None:
            return
        _, low, high = self.file.vary
        for k in range(len(self.of.kinds)):
            best = -1.0
            for number in (low, high, 0.0):
                self.of.number[k] = number
                try:
                    e = self.of.exact(1.0, self.fastest[self.of.kind[self.fastest] == k][:1], ["e_n"])[0][0]
                except ValueError:
                    continue
                if e >= best:
                    best, chosen = float(e), number
            self.of.number[k] = chosen if best >= 0 else low

    def softest(self) -> float:
        limit = self.file.within.get("overlap")
        if self.file.factor is not None:
            return self.file.factor

        def worst(log: float) -> float:
            return max(float(np.nanmax(one)) for one in self.overlaps(math.exp(log)))

        if limit is None:
            return 1.0
        full = worst(0.0)
        if not self.file.soften or full > limit:
            if full > limit:
                raise Unmet(self._too_soft(1.0, limit))
            return 1.0
        high, low = 0.0, math.log(1e-9)
        step = -0.5
        at = high
        while worst(at + step) <= limit:
            high = at = at + step
            step *= 2
            if at < low:
                self.flags.append("the overlap stays within its limit down to 1e-9 of the stiffness")
                return math.exp(high)
        a, b, fa, fb = at + step, high, worst(at + step) - limit, worst(high) - limit
        for _ in range(60):  # regula falsi with halving (Illinois), to 1e-5 of the factor
            c = (a * fb - b * fa) / (fb - fa)
            if not a < c < b:
                c = 0.5 * (a + b)
            fc = worst(c) - limit
            if fc > 0:
                a, fa, fb = c, fc, fb / 2
            else:
                b, fb, fa = c, fc, fa / 2
            if b - a < 1e-5 or -1e-6 * limit < fc <= 0:
                break
        return math.exp(b)

    def _too_soft(self, factor: float, limit: float) -> str:
        impact, load = self.overlaps(factor)
        of = self.of
        if np.nanmax(impact) >= np.nanmax(load):
            row, what, value = int(np.nanargmax(impact)), "", float(np.nanmax(impact))
        else:
            row, what, value = int(np.nanargmax(load)), f" under {self.file.load:g} Pa", float(np.nanmax(load))
        where = of.describe(int(self.fastest[row])) if not what else of.describe_pair(int(of.pair[self.fastest[row]]))
        return (f"{self.file.name}: advise.within.overlap: {where} has {100 * value:.4g} % of the smaller radius{what} "
                f"with the full stiffness; the limit is {100 * limit:.4g} %: allow more, or give a higher stiffness")

    # ---- Damping

    def damp(self, factor: float) -> dict[str, Any] | None:
        file, of = self.file, self.of
        if file.vary is None or file.want is None:
            return None
        name, low, high = file.vary
        groups = [[k] for k in range(len(of.kinds))] if file.per_materials else [list(range(len(of.kinds)))]
        if isinstance(file.want, tuple):
            speeds, wanted = file.want
            rows = np.flatnonzero(of.v == file.speeds[-1])
            rows, v = np.repeat(rows, len(speeds)), np.tile(speeds, len(rows))
            target = np.tile(wanted, len(rows) // len(speeds))
        else:
            rows, v = self.all, of.v
            target = np.full(len(rows), file.want)
        found = []
        for group in groups:
            at = np.flatnonzero(np.isin(of.kind[rows], group))
            weight = of.weight[rows[at]]

            def values(log: float) -> Array:
                of.number.update({k: math.exp(log) for k in group})
                e: Array = of.exact(factor, rows[at], ["e_n"], v[at])[0]
                return e

            def cost(log: float) -> float:
                e = values(log)
                e = np.where(np.isfinite(e), e, 0.0)
                return float((weight * (e - target[at]) ** 2).sum() / weight.sum())

            grid = np.linspace(math.log(low), math.log(high), 25)
            costs = [cost(x) for x in grid]
            best = int(np.argmin(costs))
            if best in (0, 24):
                self.flags.append(f"{name} is best at the end of its range, {math.exp(grid[best]):.4g}: give a wider one")
            x = _least(cost, grid[max(best - 1, 0)], grid[min(best + 1, 24)])
            e, squares = values(x), cost(x)
            order = np.argsort(e)
            found.append({"value": math.exp(x), "materials": [str(of.kinds[k]) for k in group],
                          "rms": math.sqrt(squares), "low": float(e[order[0]]), "high": float(e[order[-1]]),
                          "lowest": of.describe_pair(int(of.pair[rows[at[order[0]]]])),
                          "highest": of.describe_pair(int(of.pair[rows[at[order[-1]]]])),
                          "worst": float(np.abs(e - target[at]).max())})
        return {"parameter": name, "unit": of.program(0, "exact").units.get(name, ""), "numbers": found}

    # ---- Time step

    def refer(self, factor: float) -> None:
        wanted = ["e_n", "t_contact"] + (["e_t_centre"] if self.file.slope else [])
        found = self.of.exact(factor, self.all, wanted)
        self.e, self.t_c = found[:2]
        self.reference = self.e, found[2] if self.file.slope else self.e
        bad = np.flatnonzero(~np.isfinite(self.e))
        if bad.size:
            raise Failed(f"{self.file.name}: {self.of.describe(int(bad[0]))} has no end in the limit of short steps: "
                         f"{self.of.message}")
        self.shortest = float(np.nanmin(self.t_c))
        slower = self.of.exact(factor, self.all, ["e_n"], self.of.v / NEAR_STICKING)[0]
        faster = self.of.exact(factor, self.all, ["e_n"], self.of.v * NEAR_STICKING)[0]
        self.near = ~(slower > 0) & (faster > 0)
        if self.near.any():
            row = int(np.flatnonzero(self.near)[0])
            self.flags.append(f"{self.near.sum()} of {len(self.all)} impacts are within 10 % of their sticking speed: e "
                              f"is not held to its tolerance there ({self.of.describe(row)}, ...)")

    def tolerances(self) -> dict[str, float]:
        return {name: self.file.within[name] for name in LIMITS if name in self.file.within}

    def _beyond(self, errors: Errors, rows: Rows, name: str, allowed: float) -> Rows:
        value = np.asarray(getattr(errors, name))
        return rows[(value > allowed) & ~self.near[rows]]

    def largest(self, factor: float) -> dict[str, float]:
        """The end of the first interval from small steps on in which a tolerance holds, of each."""
        wanted = self.tolerances()
        if not wanted:
            return {}
        rows = self._worst_rows(factor)
        for _ in range(6):
            found = {name: self._search(factor, name, allowed, rows) for name, allowed in wanted.items()}
            more: set[int] = set()  # all the others, at these steps and at shorter ones
            others = np.setdiff1d(self.all, rows)
            for name, dt in found.items():
                for part in (1.0, 0.85, 0.7):
                    errors = _located(self.of, factor, dt * part, others, self.reference, {name: wanted[name]})
                    more |= set(self._beyond(errors, others, name, wanted[name]).tolist())
            if not more:
                break
            rows = np.union1d(rows, np.array(sorted(more)))
        return found

    def _worst_rows(self, factor: float) -> Rows:
        chosen: set[int] = set()
        for part in (40, 15, 8):
            errors = self.of.errors(factor, self.shortest / part, self.all, self.reference, 0)
            for name in self.tolerances():
                value = np.where(self.near, 0, getattr(errors, name))
                chosen |= set(np.argsort(-value)[:6].tolist())
        return np.array(sorted(chosen))

    def _search(self, factor: float, name: str, allowed: float, rows: Rows) -> float:
        def holds(dt: float) -> bool:
            errors = _located(self.of, factor, dt, rows, self.reference, {name: allowed})
            return not self._beyond(errors, rows, name, allowed).size

        grid = self.shortest * np.geomspace(1 / 400, 1 / 2, 36)
        last, over = 0.0, 0.0
        for dt in grid:
            over = float(dt)
            if not holds(over):
                break
            last = over
        else:
            return last
        if last == 0:
            errors = self.of.errors(factor, over, rows, self.reference, 2)
            value = np.where(self.near[rows], 0, getattr(errors, name))
            worst = int(value.argmax())
            raise Unmet(f"{self.file.name}: advise.within.{name}: {self.of.describe(int(rows[worst]))} has an error of "
                        f"{value[worst]:.4g} even with a step of {over:.4g} s, t_c/400 of the shortest contact; "
                        f"the limit is {allowed:g}: allow more")
        for _ in range(6):
            middle = math.sqrt(last * over)
            last, over = (middle, over) if holds(middle) else (last, middle)
        return last

    def packing(self, factor: float) -> float | None:
        """2/omega of the fastest mode of an fcc packing with these contacts, by tangents at the largest overlap."""
        if not self.file.contacts:
            return None
        of, rows, least = self.of, self.fastest, math.inf
        depth = of.exact(factor, rows, ["overlap_max"])[0]
        for k, at in of.each(rows):
            if of.kinds[k].wall:
                continue
            program = of.program(k, "static", SHEAR, ("advise_deep",))
            normal = []
            for part in (0.999, 1.001):
                params: dict[str, Any] = {
                    "particles.a.radius": of.a[rows][at], "particles.b.radius": of.b[rows][at],
                    "advise_deep": depth[at] * part, "motion.dt": depth[at] / 1e-3 / 2000, **of.softened(k, factor)}
                table = program.sweep(["fn_end", "un_end", "fs_end", "us_end", "m_eff"], params=params,
                                      threads=of.threads)
                of.runs += len(at)
                normal.append(table)
            kn = (normal[1]["fn_end"] - normal[0]["fn_end"]) / (normal[1]["un_end"] - normal[0]["un_end"])
            us = np.where(normal[0]["us_end"] == 0, np.nan, normal[0]["us_end"])
            kt = np.nan_to_num(np.abs(normal[0]["fs_end"] / us))
            ra, rb = of.a[rows][at], of.b[rows][at]
            mass = normal[0]["m_eff"] * (1 + np.fmin(ra, rb) ** 3 / np.fmax(ra, rb) ** 3)  # of the smaller, one density
            omega2 = self.file.contacts / mass * np.fmax(2 / 3 * np.abs(kn), 10 / 3 * kt)
            least = min(least, float(np.nanmin(2 / np.sqrt(omega2))))
        return least if math.isfinite(least) else None

    def rules(self, factor: float) -> dict[str, float]:
        found = {}
        times = []
        paths = {one.path: one.power for one in self.file.soften}
        for name, sizes in self.file.sizes.items():
            of = self.file.materials[name].value
            numbers = {}
            for key in ("young", "poisson", "density"):
                match = _advise_file._NUMBER.match(str(of[key].value)) if key in of else None
                if match:
                    numbers[key] = float(match[1]) * _advise_file._unit(match[2])[0]
            if len(numbers) < 3:
                continue
            power = paths.get(f"materials.{name}.young", paths.get("young", paths.get("emod", 0.0)))
            shear = numbers["young"] * factor ** power / 2 / (1 + numbers["poisson"])
            times.append(0.2 * math.pi * sizes.radius.min() * math.sqrt(numbers["density"] / shear)
                         / (0.1631 * numbers["poisson"] + 0.8766))
        if times:
            found["0.2 Rayleigh"] = min(times)
        return {**found, "t_c/20": self.shortest / 20, "t_c/50": self.shortest / 50}

    def judge_rules(self, factor: float, dt: float | None) -> list[dict[str, Any]]:
        out = []
        for name, step in self.rules(factor).items():
            errors = _located(self.of, factor, step, self.all, self.reference)
            value = np.where(self.near, 0, errors.e_n)
            row = int(value.argmax())
            out.append({"name": name, "dt": step, "over_largest": step / dt if dt else None,
                        "error": float(value[row]), "pair": self.of.describe_pair(int(self.of.pair[row])),
                        "speed": float(self.of.v[row]),
                        "error_e_t_centre": float(errors.e_t_centre.max()) if self.file.slope else None})
        return out

    # ---- Adhesion

    def adhesion(self, factor: float) -> dict[str, Any] | None:
        """Sticking speeds (m/s) with the full stiffness and with this one; Bond and Tabor numbers of equal pairs."""
        of = self.of
        has = [k for k, kind in enumerate(of.kinds) if "work_adhesion" in of.program(k, "exact").parameters]
        if not has:
            return None
        chosen = []  # sticking speeds are of a power of the size: the extremes of each kind show them
        for k in has:
            rows = self.fastest[of.kind[self.fastest] == k]
            size = 1 / (np.nan_to_num(1 / of.a[rows]) + 1 / of.b[rows])
            ratio = np.fmin(np.nan_to_num(of.a[rows] / of.b[rows], nan=1), np.nan_to_num(of.b[rows] / of.a[rows], nan=1))
            chosen += [rows[size.argmin()], rows[size.argmax()], rows[ratio.argmin()]]
        rows = np.unique(chosen)

        def sticking(f: float) -> Array:
            low, high = np.full(len(rows), 1e-5 * of.v[rows]), np.full(len(rows), 10 * of.v[rows])
            for _ in range(22):
                middle = np.sqrt(low * high)
                stuck = ~(of.exact(f, rows, ["e_n"], middle)[0] > 0)
                low, high = np.where(stuck, middle, low), np.where(stuck, high, middle)
            both: Array = np.sqrt(low * high)
            return both

        full, now = sticking(1.0), sticking(factor)
        ratio = now / full
        power = {one.path: one.power for one in self.file.soften}.get("work_adhesion", 0.0)
        found = {"v_stick_full": [float(full.min()), float(full.max())], "v_stick": [float(now.min()), float(now.max())],
                 "ratio": [float(ratio.min()), float(ratio.max())], "bond_ratio": factor ** power}
        if factor != 1:
            self.flags.append(f"sticking speed x {ratio.min():.4g} to {ratio.max():.4g}, Bond number x {factor ** power:.4g} "
                              "by softening: both cannot be kept")
        limit = self.file.within.get("v_stick")
        if limit is not None and np.abs(ratio - 1).max() > limit:
            row = int(np.abs(ratio - 1).argmax())
            raise Unmet(f"{self.file.name}: advise.within.v_stick: the sticking speed of "
                        f"{of.describe_pair(int(of.pair[rows[row]]))} is {ratio[row]:.4g} times that of the full stiffness; "
                        f"the limit is {100 * limit:g} %: type 'soften: {{..., work_adhesion: 2/5}}'")
        if self.file.bond_kept and abs(found["bond_ratio"] - 1) > 1e-9:
            raise Unmet(f"{self.file.name}: advise.within.bond: the Bond number of every pair is {found['bond_ratio']:.4g} "
                        "times that of the full stiffness: leave work_adhesion out of soften")
        return found

    # ---- All of it

    def advise(self, dt: float | None) -> Advice:
        begun, file, of = time.monotonic(), self.file, self.of
        for k in range(len(of.kinds)):
            of.program(k, "exact")
            of.program(k, "steps")
        self.least_damped()
        factor = self.softest()
        damping = self.damp(factor)
        impact, load = self.overlaps(factor)
        self.refer(factor)
        adhesion = self.adhesion(factor)
        limits: dict[str, float | None] = {name: None for name in (*LIMITS.values(), "packing")}
        packing = self.packing(factor)
        limits["packing"] = packing
        if dt is None:
            for name, step in self.largest(factor).items():
                limits[LIMITS[name]] = step
        known = {name: step for name, step in limits.items() if step is not None}
        decides = min((limit, name) for name, limit in known.items())[1] if known and dt is None else None
        step = dt if dt is not None else known[decides] if decides else self.shortest / 20
        if not decides and dt is None:
            self.flags.append("no tolerance of e is given: the step is a twentieth of the shortest contact")
        while True:
            errors = _located(of, factor, step, self.all, self.reference)
            self._confirm(factor, step, errors)
            beyond = [(name, allowed, rows) for name, allowed in self.tolerances().items()
                      for rows in [self._beyond(errors, self.all, name, allowed * (1 + 1e-9))] if len(rows)]
            if dt is not None or decides is None or not beyond:
                break
            # Extremes that the search had not located: a little shorter, until all are within.
            step *= 0.995
            limits[decides] = step
        worst = int(np.where(self.near, 0, errors.e_n).argmax())
        broken = [f"{name}: {of.describe(int(rows[0]))} has {getattr(errors, name)[rows[0]]:.4g}, the limit is {allowed:g}"
                  for name, allowed, rows in beyond]
        if dt is not None and packing is not None and dt > packing:
            broken.append(f"contacts: the packing is stable up to {packing:.4g} s, {dt:.4g} s is given")
        n = len(file.speeds)
        by_pair = {name: np.asarray(column).reshape(of.pairs, n) for name, column in
                   (("t_c", self.t_c), ("e", self.e), ("low", errors.low), ("high", errors.high),
                    ("e_n", errors.e_n), ("e_t", errors.e_t_centre), ("mean", errors.e_n_mean))}
        pairs: list[dict[str, Any]] = [{"kind": str(of.kinds[int(of.pair_kind[p])]), "radius_a": None if np.isnan(of.pair_a[p]) else float(of.pair_a[p]),
                  "radius_b": float(of.pair_b[p]), "overlap": float(impact[p]),
                  "overlap_load": float(load[p]) if file.load else None,
                  "t_contact_shortest": float(by_pair["t_c"][p].min()), "t_contact_longest": float(by_pair["t_c"][p].max()),
                  "e_n_lowest": float(by_pair["e"][p].min()), "e_n_highest": float(by_pair["e"][p].max()),
                  "e_n_low": float(by_pair["low"][p].min()), "e_n_high": float(by_pair["high"][p].max()),
                  "error": float(by_pair["e_n"][p].max()), "error_mean": float(by_pair["mean"][p].max()),
                  "error_e_t_centre": float(by_pair["e_t"][p].max()) if file.slope else None,
                  "verdict": ""} for p in range(of.pairs)]
        softest = int(np.nanargmax(np.fmax(impact, load)))
        pairs[softest]["verdict"] = "limits the stiffness"
        of_step = int(of.pair[worst])
        pairs[of_step]["verdict"] = (pairs[of_step]["verdict"] + ", " if pairs[of_step]["verdict"] else "") + \
            ("limits the step" if decides == "single" else "largest error of e_n")
        values = {str(kind): {one.name: of.value(k, one) * factor ** one.power for one in file.soften}
                  for k, kind in enumerate(of.kinds)}
        document: dict[str, Any] = {
            "title": file.title, "pairs_of_classes": of.pairs, "speeds": file.speeds.tolist(),
            "stiffness": {"factor": factor, "values": values, "overlap": float(np.nanmax(np.fmax(impact, load))),
                          "worst": of.describe_pair(softest)},
            "step": {"dt": step, "t_c": [self.shortest, float(np.nanmax(self.t_c))], "limits": limits, "decides": decides,
                     "error": float(errors.e_n[worst]), "worst": of.describe(worst),
                     "low": float(errors.low[worst]), "high": float(errors.high[worst]), "e_n": float(self.e[worst]),
                     "rules": self.judge_rules(factor, step)},
            "damping": damping, "adhesion": adhesion, "pairs": pairs, "flags": self.flags, "broken": broken,
            "ok": not broken, "runs": of.runs}
        document["seconds"] = time.monotonic() - begun
        document["text"] = _text(document)
        return Advice(of, document, {"factor": factor, "reference": self.reference, "near": self.near})

    def _confirm(self, factor: float, dt: float, errors: Errors) -> None:
        """The extremes of the three worst rows by the library's band, which locates jumps and extremes."""
        for row in np.argsort(-np.where(self.near, 0, errors.e_n))[:3]:
            k = int(self.of.kind[row])
            low, high = self.of.sweep(k, "steps", ["e_n_low", "e_n_high"], self.of.a[row], self.of.b[row],
                                      self.of.v[row], factor, {"motion.dt": dt})
            if np.isfinite(low) and np.isfinite(high):
                errors.low[row], errors.high[row] = min(errors.low[row], float(low)), max(errors.high[row], float(high))
                errors.e_n[row] = max(self.e[row] - errors.low[row], errors.high[row] - self.e[row])


def _least(cost: Any, a: float, b: float) -> float:
    """Golden section, to 1e-4."""
    part = (math.sqrt(5) - 1) / 2
    c, d = b - part * (b - a), a + part * (b - a)
    at_c, at_d = cost(c), cost(d)
    while b - a > 1e-4:
        if at_c < at_d:
            b, d, at_d = d, c, at_c
            c = b - part * (b - a)
            at_c = cost(c)
        else:
            a, c, at_c = c, d, at_d
            d = a + part * (b - a)
            at_d = cost(d)
    return 0.5 * (a + b)


def _text(of: dict[str, Any]) -> list[str]:
    step, stiffness = of["step"], of["stiffness"]
    lines = [f"{of['title']}: {of['pairs_of_classes']} pairs, {len(of['speeds'])} speeds, {of['runs']} impacts"]
    values: dict[str, float] = {}
    for one in stiffness["values"].values():
        values.update(one)
    lines.append(f"stiffness  x {stiffness['factor']:.4g}" + "".join(f", {name} {value:.4g}" for name, value in values.items())
                 + f": overlap {100 * stiffness['overlap']:.3g} %, worst {stiffness['worst']}")
    lines.append(f"time step  {step['dt']:.4g} s, the shortest contact over {step['t_c'][0] / step['dt']:.3g}: "
                 f"{step['worst']} has e_n = {step['low']:.4f} to {step['high']:.4f} instead of {step['e_n']:.4f}")
    known = [f"{name} {value:.4g} s" for name, value in step["limits"].items() if value is not None]
    if known:
        lines.append(f"  limits   {', '.join(known)}" + (f"; {step['decides']} decides" if step["decides"] else ""))
    for rule in step["rules"]:
        lines.append(f"  rule     {rule['name']}: {rule['dt']:.4g} s, {rule['over_largest']:.3g} of it, "
                     f"error {rule['error']:.4f}, {rule['pair']} at {rule['speed']:.3g} m/s")
    if of["damping"]:
        for one in of["damping"]["numbers"]:
            lines.append(f"damping    {of['damping']['parameter']} {one['value']:.5g} {of['damping']['unit']}: rms error "
                         f"{one['rms']:.4f}, e_n {one['low']:.3f} ({one['lowest']}) to {one['high']:.3f} ({one['highest']})")
    lines += [f"note       {flag}" for flag in of["flags"]] + [f"beyond     {one}" for one in of["broken"]]
    marked = [pair for pair in of["pairs"] if pair["verdict"]]
    rest = sorted((pair for pair in of["pairs"] if not pair["verdict"]), key=lambda pair: -float(pair["error"]))[:5]
    lines.append(f"{'diameters (mm), kind':38} {'overlap':>8} {'t_c (us)':>17} {'e_n':>15} {'error':>7}")
    for pair in marked + rest:
        sizes = "wall" if pair["radius_a"] is None else f"{2e3 * pair['radius_a']:.4g}"
        lines.append(f"{sizes + ', ' + format(2e3 * pair['radius_b'], '.4g') + '  ' + pair['kind']:38.38} "
                     f"{100 * pair['overlap']:6.3f} % {1e6 * pair['t_contact_shortest']:8.3g} -{1e6 * pair['t_contact_longest']:7.3g} "
                     f"{pair['e_n_low']:6.3f} - {pair['e_n_high']:6.3f} {pair['error']:7.4f}  {pair['verdict']}".rstrip())
    return lines


def advise(source: Any, dt: float | None, factor: float | None, threads: int) -> Advice:
    file = File(source)
    for name, value in (("dt", dt), ("factor", factor)):
        if value is not None and not (isinstance(value, (int, float, np.number)) and math.isfinite(value) and value > 0):
            raise ValueError(f"{name} is {value!r}: it must be a number above 0")
    if factor is not None:
        file.factor = float(factor)
    return _Adviser(file, threads).advise(None if dt is None else float(dt))
