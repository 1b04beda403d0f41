# SPDX-License-Identifier: GPL-3.0-or-later
"""A population of pairs at speeds, and what comes of their impacts: rows of runs."""
from __future__ import annotations

import copy
import math
from typing import Any, NamedTuple

import numpy as np

from . import _advise_file
from ._advise_file import File
from ._errors import Failed, Invalid, Place
from ._program import Program
from ._result import Array

Rows = Any  # an array of integers
STUCK = 99.0  # for the error of an impact that has no end
PHASES = np.r_[1e-12, np.arange(1, 24) / 24, 1 - 1e-9]  # of first touch within a step
NEAR_STICKING = 1.1  # speeds up to so many times the sticking speed have no useful e
# What adhesion takes from an impact at NEAR_STICKING leaves e = sqrt(1 - 1/1.21) = 0.42 at most.
STICKS_BELOW = 0.5
HEAD = "stages: [{whats: ii...., values: [-1, 0, 0, 0, 0, 0], until: rebound}]\n"
STATIC = "stages: [{whats: v....., values: [-1 mm/s, 0, 0, 0, 0, 0], until: -fn > advise_load}]\n"
FIRST_STEP = "stages: [{whats: ii...., values: [-1, 0, 0, 0, 0, 0], until: step >= 1}]\n"


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


def um(radius: float) -> str:
    return f"{2e3 * radius:.4g} mm" if radius >= 5e-5 else f"{2e6 * radius:.4g} um"


class Population:
    """Rows: pairs at speeds. Arrays a, b (radii, m; a of a wall is NaN), v (m/s), weight.

    Attributes, of each row, once refer() has been called:
        e, t_c: e_n and t_contact in the limit of small steps. reference: e_n and e_t_centre.
        near: the speed is within 10 % of the sticking speed.
    """

    def __init__(self, file: File, threads: int) -> None:
        self.file, self.threads = file, threads
        self.runs = [0]  # impacts so far; shared with samples
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
        speeds, n = file.speeds, len(file.speeds)
        columns = [np.array(column) for column in zip(*pairs)]
        self.pair_kind, self.pair_a, self.pair_b, self.pair_weight = columns
        self._set_rows(columns, np.repeat(np.arange(len(pairs)), n), np.tile(speeds, len(pairs)))

    def _set_rows(self, pairs: list[Array], pair: Rows, v: Array) -> None:
        self.pairs, self.pair, self.v = len(pairs[0]), pair, v
        self.kind, self.a, self.b, self.weight = (column[pair] for column in pairs)
        self.all = np.arange(len(v))

    def sample(self, n: int, rng: Any) -> Population:
        """N other impacts, of sizes and speeds drawn at random; each kind has some. Programs are shared."""
        file = self.file
        weight = np.bincount(self.pair_kind.astype(int), self.pair_weight, len(self.kinds))
        counts = np.maximum(rng.multinomial(n, weight / weight.sum()), max(1, n // (10 * len(self.kinds))))
        kind = np.repeat(np.arange(len(self.kinds)), counts)
        a, b = np.full(len(kind), np.nan), np.empty(len(kind))
        for k, one in enumerate(self.kinds):
            at = kind == k
            b[at] = file.sizes[one.second].draw(rng, counts[k])
            if not one.wall:
                a[at] = file.sizes[one.first].draw(rng, counts[k])
        v = np.exp(rng.uniform(math.log(file.slowest), math.log(file.speeds[-1]), len(kind)))
        return self._with(kind, a, b, v)

    def _with(self, kind: Rows, a: Array, b: Array, v: Array) -> Population:
        out = copy.copy(self)
        out.pair_kind, out.pair_a, out.pair_b, out.pair_weight = kind, a, b, np.ones(len(kind))
        out._set_rows([kind, a, b, out.pair_weight], np.arange(len(kind)), v)
        return out

    def hard_sample(self, n: int, rng: Any) -> Population:
        """The same, half of them the smallest of many: where contacts are short, errors of steps are large."""
        of = self.sample(4 * n, rng)
        size = 1 / (1 / of.b + np.nan_to_num(1 / of.a))
        chosen = rng.permutation(len(of.v))
        rest = chosen[n // 2:]
        chosen = np.sort(np.r_[chosen[:n // 2], rest[np.argsort(size[rest])[:n - n // 2]]])
        return self._with(of.kind[chosen], of.a[chosen], of.b[chosen], of.v[chosen])

    def describe(self, row: int) -> str:
        return self.describe_pair(int(self.pair[row])) + f" at {self.v[row]:.4g} m/s"

    def describe_pair(self, pair: int) -> str:
        kind, a, b = self.kinds[int(self.pair_kind[pair])], self.pair_a[pair], self.pair_b[pair]
        return f"{kind} of {um(b)}" if kind.wall else f"{kind} of {um(a)} and {um(b)}"

    def program(self, k: int, integrator: str, stages: str = HEAD, lets: tuple[str, ...] = (),
                **motion: Any) -> Program:
        """Of a kind, by the exact integrator or in steps; MOTION: keys of the section motion."""
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
                own = file.root.value["motion"].map(None, "{}") if "motion" in file.root.value else {}
                given = own["integrator"].plain() if "integrator" in own else "exact"
                integrator = "leapfrog" if given == "exact" else str(given)
                define.update({"motion.integrator": integrator, "motion.dt": "t_c/20"})
                if stages == HEAD:
                    define["motion.phase"] = 0.5
            define.update({f"motion.{name}": value for name, value in motion.items()})
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
        self.runs[0] += table[wanted[0]].size
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

    # ---- Errors of steps

    def refer(self, factor: float) -> None:
        """What impacts come to in the limit of small steps, which errors are counted from."""
        wanted = ["e_n", "t_contact"] + (["e_t_centre"] if self.file.slope else [])
        found = self.exact(factor, self.all, wanted)
        self.e, self.t_c = found[:2]
        self.reference = self.e, found[2] if self.file.slope else self.e
        bad = np.flatnonzero(~np.isfinite(self.e))
        if bad.size:
            raise Failed(f"{self.file.name}: {self.describe(int(bad[0]))} has no end in the limit of short steps: "
                         f"{self.message}")
        self.near = np.zeros(len(self.v), bool)
        weak = np.flatnonzero(self.e < STICKS_BELOW)
        if weak.size:
            slower = self.exact(factor, weak, ["e_n"], self.v[weak] / NEAR_STICKING)[0]
            faster = self.exact(factor, weak, ["e_n"], self.v[weak] * NEAR_STICKING)[0]
            self.near[weak] = ~(slower > 0) & (faster > 0)

    def errors(self, factor: float, dt: float, rows: Rows, locate: int = 3) -> Errors:
        """Extremes over the phase. From PHASES on, the phases are divided by eight where the error is largest, and
        on both sides of the largest jump, LOCATE times."""
        wanted = ["e_n", "e_t_centre"] if self.file.slope else ["e_n"]
        phase = np.tile(PHASES, (len(rows), 1))
        values = self._stepped_to_end(factor, dt, rows, phase, wanted)
        reference = [of[rows][:, None] for of in self.reference[:len(wanted)]]
        mean = np.abs(values[0][:, 1:-1].mean(1) - self.reference[0][rows])
        index = np.arange(len(rows))[:, None]
        for _ in range(locate):
            cells: list[Array] = []  # of the phases, by the number of their lower end
            for value, of in zip(values, reference):
                top = np.abs(value - of).argmax(1)
                cells += [np.clip(top - 1, 0, None), np.clip(top, None, phase.shape[1] - 2),
                          np.abs(np.diff(value, axis=1)).argmax(1)]
            low, high = phase[index, np.stack(cells, 1)], phase[index, np.stack(cells, 1) + 1]
            more = (low[..., None] + (high - low)[..., None] * np.arange(1, 8) / 8).reshape(len(rows), -1)
            found = self._stepped_to_end(factor, dt, rows, more, wanted)
            order = np.c_[phase, more].argsort(1)
            phase = np.c_[phase, more][index, order]
            values = [np.c_[value, new][index, order] for value, new in zip(values, found)]
        worst = [np.abs(value - of).max(1) for value, of in zip(values, reference)]
        return Errors(worst[0], mean, worst[1] if self.file.slope else np.zeros(len(rows)),
                      values[0].min(1), values[0].max(1))

    def _stepped_to_end(self, factor: float, dt: float, rows: Rows, phases: Array, wanted: list[str]) -> list[Array]:
        return [np.where(np.isfinite(one), one, STUCK) for one in self.stepped(factor, dt, rows, phases, wanted)]

    def located(self, factor: float, dt: float, rows: Rows, limits: dict[str, float] | None = None) -> Errors:
        """Extremes located where they can matter: in rows with errors above 0.7 of a limit and below it, or, without
        LIMITS, near the largest error. PHASES miss some percent of an extreme."""
        found = self.errors(factor, dt, rows, 0)
        near = np.zeros(len(rows), bool)
        for name in limits or ("e_n", "e_t_centre"):
            value = getattr(found, name)
            if limits and name != "e_n_mean":
                near |= (value > 0.7 * limits[name]) & (value <= limits[name])
            elif not limits:
                near |= value >= 0.8 * value.max()
        at = np.flatnonzero(near)
        if at.size:
            for column, values in zip(found, self.errors(factor, dt, rows[at], 3)):
                column[at] = values
        return found

    def beyond(self, errors: Errors, rows: Rows, name: str, allowed: float) -> Rows:
        """Those of ROWS, which ERRORS are of, that do not hold a tolerance."""
        value = np.asarray(getattr(errors, name))
        return rows[(value > allowed) & ~self.near[rows]]
