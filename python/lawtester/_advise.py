# SPDX-License-Identifier: GPL-3.0-or-later
"""Stiffness, time step and damping for a population of particles, by simulation of its impacts.

Every pair of size classes, materials and walls collides at every speed, by the integrator of codes at
many phases of first touch, and by the exact one, the limit of small steps."""
from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from . import _advise_file, _advise_figure, _program
from ._advise_file import File, Item
from ._advise_population import FIRST_STEP, NEAR_STICKING, STATIC, STUCK, Errors, Population, Rows
from ._errors import Failed
from ._program import Program
from ._public import Public
from ._result import Array
from ._units import as_text, is_quantity

if TYPE_CHECKING:
    from pandas import DataFrame

LIMITS = {"e_n": "single", "e_n_mean": "mean", "e_t_centre": "tangential"}
OTHERS = 300  # impacts of other sizes and speeds that the step is tried with
FEW = 0.01  # of them may be beyond at the worst phase, which random ones rarely have
APART = 0.3e-9  # m, between surfaces that touch, in Tabor's number
GRAVITY = 9.81  # m/s^2, in the Bond number


class Unmet(Failed):
    """A limit that cannot be met; the text has the pair and the number."""


class _Lines(NamedTuple):
    """A pair of materials for the lines of a code."""

    program: Program
    values: dict[str, Any]

    def _as_of(self, code: str) -> tuple[Program, dict[str, Any]]:
        return self.program, self.values


class Advice(Public):
    """What advise found. Numbers are SI.

    Attributes:
        stiffness_factor: what is softened is multiplied by it (to its power).
        dt: the largest time step (s) within the limits, or the one that was given.
        limits: of each criterion the largest step (s): single, mean, tangential, packing.
        decides: the criterion of the least.
        ok: everything is within its limits.
        lines: of the code that was asked for, None: of none.
        document: all of it, as --json prints it.
    """

    def __init__(self, population: Population, document: dict[str, Any], factor: float) -> None:
        self._population, self.document = population, document
        self.stiffness_factor = factor
        self.dt: float | None = document["step"]["dt"]
        self.limits: dict[str, float | None] = document["step"]["limits"]
        self.decides: str | None = document["step"]["decides"]
        self.damping: dict[str, Any] | None = document["damping"]
        self.flags: list[str] = document["flags"]
        self.ok: bool = document["ok"]
        self.lines: str | None = None

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
        factor = self.stiffness_factor
        of = self._population.sample(n, np.random.default_rng(seed))
        of.refer(factor)
        phase = np.random.default_rng(seed + 1).uniform(0, 1, (len(of.v), 1))
        e_n = of.stepped(factor, float(self.dt or math.nan), of.all, phase, ["e_n"])[0][:, 0]
        return pandas.DataFrame({
            "kind": [str(of.kinds[k]) for k in of.kind], "radius_a": of.a, "radius_b": of.b, "speed": of.v,
            "e_n": e_n, "exact": of.e, "error": np.where(np.isfinite(e_n), np.abs(e_n - of.e), STUCK),
            "near": of.near})

    def for_code(self, code: str) -> str:
        """Input lines of a code, "liggghts", "lammps", "yade" ...: a type for each material, and this time step.
        Numbers that depend on the size are those of the median particles.

        Raises:
            ValueError: that code cannot have it; the text says why.
        """
        sizes = self._population.file.sizes
        lines = self._lines(code, {name: one.middle() for name, one in sizes.items()})
        other = self._lines(code, {name: one.radius[0] for name, one in sizes.items()})
        mark = lines.split()[0]  # of comments
        numbers = [[line for line in text.split("\n") if not line.startswith(mark)] for text in (lines, other)]
        if numbers[0] != numbers[1]:
            changed = next(small for line, small in zip(*numbers) if line != small)
            lines += f"{mark} warning: numbers depend on the size, here the median; the smallest have '{changed}'\n"
        return lines

    def _lines(self, code: str, radius: dict[str, float]) -> str:
        of = self._population
        pairs = []
        for k, kind in enumerate(of.kinds):
            values = {"particles.b.radius": radius[kind.second], "motion.dt": self.dt,
                      **of.softened(k, self.stiffness_factor)}
            if not kind.wall:
                values["particles.a.radius"] = radius[kind.first]
            pairs.append(_Lines(of.program(k, "steps"), values))
        return _program.lines(code, pairs, as_run=True)

    def __str__(self) -> str:
        return "\n".join(self.document["text"])

    def __repr__(self) -> str:
        return f"<advice {self.document['title']!r}: stiffness x {self.stiffness_factor:.4g}, dt {self.dt} s>"


class _Adviser:
    def __init__(self, file: File, threads: int) -> None:
        self.file, self.of = file, Population(file, threads)
        self.others = self.of.hard_sample(OTHERS, np.random.default_rng(20))
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
                of.runs[0] += len(at)
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
            rows, v = of.all, of.v
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
                self.flags.append(f"{name} is best at the end of its range, {math.exp(grid[best]):.4g}: "
                                  "give a wider one")
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
        of = self.of
        of.refer(factor)
        self.shortest = float(np.nanmin(of.t_c))
        if of.near.any():
            row = int(np.flatnonzero(of.near)[0])
            self.flags.append(f"{of.near.sum()} of {len(of.all)} impacts are within 10 % of their sticking speed: e "
                              f"is not held to its tolerance there ({of.describe(row)}, ...)")

    def tolerances(self) -> dict[str, float]:
        return {name: self.file.within[name] for name in LIMITS if name in self.file.within}

    def largest(self, factor: float) -> dict[str, float]:
        """The end of the first interval from small steps on in which a tolerance holds, of each."""
        wanted = self.tolerances()
        if not wanted:
            return {}
        rows, found = self._rough_worst(self.of, factor), {}
        for _ in range(6):
            found = {name: self._search(self.of, factor, name, allowed, rows) for name, allowed in wanted.items()}
            more = {row for name, dt in found.items() for part in (1.0, 0.85, 0.7)
                    for row in self._beyond_at(self.of, factor, dt * part, np.setdiff1d(self.of.all, rows), name)}
            if not more:
                break
            rows = np.union1d(rows, np.array(sorted(more)))
        return found

    def _beyond_at(self, of: Population, factor: float, dt: float, rows: Rows, name: str) -> list[int]:
        allowed = self.tolerances()[name]
        found: list[int] = of.beyond(of.located(factor, dt, rows, {name: allowed}), rows, name, allowed).tolist()
        return found

    def _rough_worst(self, of: Population, factor: float) -> Rows:
        """Rows with the largest errors at three steps; by them, how errors grow with the step at most."""
        chosen: set[int] = set()
        self.growth = dict.fromkeys(self.tolerances(), 0.0)
        for part in (40, 15, 8):
            dt = self.shortest / part
            errors = of.errors(factor, dt, of.all, 0)
            for name in self.growth:
                value = np.where(of.near, 0, getattr(errors, name))
                self.growth[name] = max(self.growth[name], float(value.max()) / dt)
                chosen |= set(np.argsort(-value)[:6].tolist())
        return np.array(sorted(chosen))

    def _search(self, of: Population, factor: float, name: str, allowed: float, rows: Rows) -> float:
        def holds(dt: float) -> bool:
            return not of.beyond(of.located(factor, dt, rows, {name: allowed}), rows, name, allowed).size

        grid = self.shortest * np.geomspace(1 / 400, 1 / 2, 36)
        # Errors grow at least in proportion to the step: far shorter steps than this one hold.
        first = int(np.searchsorted(grid, allowed / (3 * self.growth[name]))) if self.growth[name] > 0 else 0
        if first >= len(grid) or not holds(float(grid[first])):
            first = 0
        last, over = 0.0, 0.0
        for dt in grid[first:]:
            over = float(dt)
            if not holds(over):
                break
            last = over
        else:
            return last
        if last == 0:
            errors = of.errors(factor, over, rows, 2)
            value = np.where(of.near[rows], 0, getattr(errors, name))
            worst = int(value.argmax())
            raise Unmet(f"{self.file.name}: advise.within.{name}: {of.describe(int(rows[worst]))} has an error of "
                        f"{value[worst]:.4g} even with a step of {over:.4g} s, t_c/{self.shortest / over:.3g} of the "
                        f"shortest contact; the limit is {allowed:g}: allow more")
        for _ in range(6):
            middle = math.sqrt(last * over)
            last, over = (middle, over) if holds(middle) else (last, middle)
        return last

    def choose(self, factor: float, longest: float) -> tuple[float, Errors]:
        """Errors depend on the step as saws do. The longest step, at most 2 % shorter, at which the size classes hold
        their tolerances and other sizes and speeds do, too; if there is none, that with the fewest others beyond.
        If those are many, the step is shortened until they are few."""
        best: tuple[int, float, Errors] | None = None
        others, wanted = self.others, self.tolerances()
        others.refer(factor)
        for part in [1.0, 0.99, 0.98, *0.95 ** np.arange(1, 40)]:
            if part < 0.98 and best and best[0] <= FEW * len(others.all):
                break  # they are rare; many, as beside the sticking speed, are what the step must hold for
            step = longest * part
            errors = self.of.located(factor, step, self.of.all, wanted)
            if part < 1 and self._count_beyond(self.of, errors):
                continue
            beyond = self._count_beyond(others, others.errors(factor, step, others.all, 0))
            if best is None or beyond < best[0]:
                best = beyond, step, errors
            if not beyond:
                break
        assert best
        if best[0]:
            self.flags.append(f"{best[0]} of {len(others.all)} impacts of other sizes and speeds, most of them of the "
                              "smallest, go beyond the tolerance at the worst phase of first touch: all will hold with "
                              "a step some percent shorter")
        return best[1], best[2]

    def _count_beyond(self, of: Population, errors: Errors) -> int:
        return sum(len(of.beyond(errors, of.all, name, allowed * (1 + 1e-9)))
                   for name, allowed in self.tolerances().items())

    def packing(self, factor: float) -> float | None:
        """The least t_crit of packings with these contacts, of each pair of balls at its fastest impact."""
        if not self.file.contacts:
            return None
        of, rows, least = self.of, self.fastest, math.inf
        for k, at in of.each(rows):
            if of.kinds[k].wall:
                continue
            program = of.program(k, "packing", FIRST_STEP, dt="t_crit/10", contacts=self.file.contacts)
            params = {"particles.a.radius": of.a[rows[at]], "particles.b.radius": of.b[rows[at]],
                      "vn": -of.v[rows[at]], **of.softened(k, factor)}
            least = min(least, float(np.nanmin(program.sweep(["t_crit"], params=params, threads=of.threads)["t_crit"])))
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
            errors = self.of.located(factor, step, self.of.all)
            value = np.where(self.of.near, 0, errors.e_n)
            row = int(value.argmax())
            out.append({"name": name, "dt": step, "over_largest": step / dt if dt else None,
                        "error": float(value[row]), "pair": self.of.describe_pair(int(self.of.pair[row])),
                        "speed": float(self.of.v[row]),
                        "error_e_t_centre": float(errors.e_t_centre.max()) if self.file.slope else None})
        return out

    # ---- Adhesion

    def _adheres(self, k: int) -> bool:
        program = self.of.program(k, "exact")
        return "work_adhesion" in program.parameters and float(program.sweep(["work_adhesion"])["work_adhesion"]) > 0

    def adhesion(self, factor: float) -> dict[str, Any] | None:
        """Sticking speeds (m/s) with the full stiffness and with this one; Bond and Tabor numbers of equal pairs."""
        of = self.of
        has = [k for k in range(len(of.kinds)) if self._adheres(k)]
        if not has:
            return None
        chosen = []  # sticking speeds are of a power of the size: the extremes of each kind show them
        for k in has:
            rows = self.fastest[of.kind[self.fastest] == k]
            size = 1 / (np.nan_to_num(1 / of.a[rows]) + 1 / of.b[rows])
            ratio = np.fmin(np.nan_to_num(of.a[rows] / of.b[rows], nan=1),
                            np.nan_to_num(of.b[rows] / of.a[rows], nan=1))
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
        before, after = self._numbers_of_adhesion(has, 1.0), self._numbers_of_adhesion(has, factor)
        bond = after.bond[0] / before.bond[0] if before.bond[0] > 0 else 1.0
        found = {"v_stick_full": _ends(full), "v_stick": _ends(now), "ratio": _ends(ratio), "bond_ratio": bond,
                 "bond_full": before.bond, "bond": after.bond, "tabor_full": before.tabor, "tabor": after.tabor}
        self._flag_adhesion(factor, found, has)
        self._hold_adhesion(found, [of.describe_pair(int(of.pair[row])) for row in rows], ratio)
        return found

    def _numbers_of_adhesion(self, has: list[int], factor: float) -> _Adhesion:
        """Bond and Tabor numbers of all pairs, lowest and highest. The Bond number is the pull-off force, pi w R* times
        2 of DMT's, 1.5 of JKR's contact, over the weight of the lighter particle."""
        of, bond, tabor = self.of, [], []
        for k in has:
            rows = self.fastest[of.kind[self.fastest] == k]
            program = of.program(k, "exact")
            params = {"particles.b.radius": of.b[rows], **of.softened(k, factor)}
            if not of.kinds[k].wall:
                params["particles.a.radius"] = of.a[rows]
            table = program.sweep(["work_adhesion", "r_eff", "m_eff"], params=params, threads=of.threads)
            w, r = table["work_adhesion"], table["r_eff"]
            a, b = of.a[rows], of.b[rows]
            part = np.nan_to_num(np.fmin(a, b) / np.fmax(a, b)) if not of.kinds[k].wall else np.zeros(len(rows))
            mass = table["m_eff"] * (1 + part ** 3)  # of the lighter one, at one density
            bond.append(self._pull_off(k) * math.pi * w * r / (mass * GRAVITY))
            if "young_eff" in program.parameters:
                young = program.sweep(["young_eff"], params=params, threads=of.threads)["young_eff"]
                tabor.append(np.cbrt(r * w ** 2 / (young ** 2 * APART ** 3)))
        return _Adhesion(_ends(np.concatenate(bond)), _ends(np.concatenate(tabor)) if tabor else None)

    def _is_jkr(self, k: int) -> bool:
        law = self.file.root.value["law"].value
        return "jkr" in (str(law[key].value) for key in ("name", "normal") if key in law)

    def _pull_off(self, k: int) -> float:
        return 1.5 if self._is_jkr(k) else 2.0

    def _flag_adhesion(self, factor: float, found: dict[str, Any], has: list[int]) -> None:
        low, high = found["bond"]
        full = found["bond_full"]
        self.flags.append(f"Bond number {low:.3g} to {high:.3g}: pull-off force over weight"
                          + (f" (full stiffness: {full[0]:.3g} to {full[1]:.3g})" if factor != 1 else ""))
        if factor != 1:
            apart = abs(found["bond_ratio"] - 1) > 1e-9 or abs(found["ratio"][1] - 1) > 1e-2
            self.flags.append(f"sticking speed x {found['ratio'][0]:.4g} to {found['ratio'][1]:.4g}, Bond number x "
                              f"{found['bond_ratio']:.4g} by softening" + (": both cannot be kept" if apart else ""))
        if found["tabor"] is None:
            return
        low, high = found["tabor"]
        text = f"Tabor's number {low:.3g} to {high:.3g}"
        if factor != 1:
            text += f" (full stiffness: {found['tabor_full'][0]:.3g} to {found['tabor_full'][1]:.3g})"
        jkr = self._is_jkr(has[0])
        if jkr and low < 5:
            text += ": JKR's contact is for more than 5"
        elif not jkr and high > 0.1:
            text += ": DMT's contact is for less than 0.1"
        self.flags.append(text)

    def _hold_adhesion(self, found: dict[str, Any], pairs: list[str], ratio: Array) -> None:
        name, within = self.file.name, self.file.within
        limit = within.get("v_stick")
        if limit is not None and np.abs(ratio - 1).max() > limit:
            row = int(np.abs(ratio - 1).argmax())
            raise Unmet(f"{name}: advise.within.v_stick: the sticking speed of {pairs[row]} is {ratio[row]:.4g} times "
                        f"that of the full stiffness; the limit is {100 * limit:g} %: "
                        "type 'soften: {..., work_adhesion: 2/5}'")
        if self.file.bond_kept and abs(found["bond_ratio"] - 1) > 1e-9:
            raise Unmet(f"{name}: advise.within.bond: the Bond number of every pair is {found['bond_ratio']:.4g} "
                        "times that of the full stiffness: leave work_adhesion out of soften")
        if self.file.tabor and found["tabor"]:
            low, high = self.file.tabor
            if found["tabor"][0] < low or found["tabor"][1] > high:
                raise Unmet(f"{name}: advise.within.tabor: Tabor's number is {found['tabor'][0]:.4g} to "
                            f"{found['tabor'][1]:.4g}, the limit {low:g} to {high:g}: soften less, or another contact "
                            "(DMT below 0.1, JKR above 5)")

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
        if decides:
            step, errors = self.choose(factor, step)
            limits[decides] = step
        else:
            errors = of.located(factor, step, of.all)
        self._confirm(factor, step, errors)
        beyond = [(name, allowed, rows) for name, allowed in self.tolerances().items()
                  for rows in [of.beyond(errors, of.all, name, allowed * (1 + 1e-9))] if len(rows)]
        worst = int(np.where(of.near, 0, errors.e_n).argmax())
        broken = [f"{name}: {of.describe(int(rows[0]))} has {getattr(errors, name)[rows[0]]:.4g}, "
                  f"the limit is {allowed:g}" for name, allowed, rows in beyond]
        if dt is not None and packing is not None and dt > packing:
            broken.append(f"contacts: the packing is stable up to {packing:.4g} s, {dt:.4g} s is given")
        n = len(file.speeds)
        by_pair = {name: np.asarray(column).reshape(of.pairs, n) for name, column in
                   (("t_c", of.t_c), ("e", of.e), ("low", errors.low), ("high", errors.high),
                    ("e_n", errors.e_n), ("e_t", errors.e_t_centre), ("mean", errors.e_n_mean))}
        pairs: list[dict[str, Any]] = [
            {"kind": str(of.kinds[int(of.pair_kind[p])]),
             "radius_a": None if np.isnan(of.pair_a[p]) else float(of.pair_a[p]),
             "radius_b": float(of.pair_b[p]), "overlap": float(impact[p]),
             "overlap_load": float(load[p]) if file.load else None,
             "t_contact_shortest": _least_known(by_pair["t_c"][p]),
             "t_contact_longest": _least_known(by_pair["t_c"][p], -1.0),
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
            "step": {"dt": step, "t_c": [self.shortest, float(np.nanmax(of.t_c))], "limits": limits, "decides": decides,
                     "error": float(errors.e_n[worst]), "worst": of.describe(worst),
                     "low": float(errors.low[worst]), "high": float(errors.high[worst]), "e_n": float(of.e[worst]),
                     "rules": self.judge_rules(factor, step)},
            "damping": damping, "adhesion": adhesion, "pairs": pairs, "flags": self.flags, "broken": broken,
            "ok": not broken, "runs": of.runs[0]}
        document["seconds"] = time.monotonic() - begun
        document["text"] = _text(document)
        return Advice(of, document, factor)

    def _confirm(self, factor: float, dt: float, errors: Errors) -> None:
        """The extremes of the three worst rows by the library's band, which locates jumps and extremes."""
        of = self.of
        for row in np.argsort(-np.where(of.near, 0, errors.e_n))[:3]:
            low, high = of.sweep(int(of.kind[row]), "steps", ["e_n_low", "e_n_high"], of.a[row], of.b[row],
                                 of.v[row], factor, {"motion.dt": dt})
            if np.isfinite(low) and np.isfinite(high):
                errors.low[row], errors.high[row] = min(errors.low[row], float(low)), max(errors.high[row], float(high))
                errors.e_n[row] = max(of.e[row] - errors.low[row], errors.high[row] - of.e[row])


class _Adhesion(NamedTuple):
    bond: list[float]
    tabor: list[float] | None


def _least_known(values: Array, sign: float = 1.0) -> float | None:
    """The least, with SIGN -1 the largest; None: what sticks has none."""
    known = values[np.isfinite(values)]
    return sign * float((sign * known).min()) if known.size else None


def _ends(values: Array) -> list[float]:
    return [float(np.nanmin(values)), float(np.nanmax(values))]


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
    lines.append(f"stiffness  x {stiffness['factor']:.4g}"
                 + "".join(f", {name} {value:.4g}" for name, value in values.items())
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
            unit = "" if of["damping"]["unit"] in ("", "1") else " " + of["damping"]["unit"]
            which = f", {one['materials'][0]}" if len(of["damping"]["numbers"]) > 1 else ""
            lines.append(f"damping    {of['damping']['parameter']} {one['value']:.5g}{unit}{which}: rms error "
                         f"{one['rms']:.4f}, e_n {one['low']:.3f} ({one['lowest']}) to "
                         f"{one['high']:.3f} ({one['highest']})")
    lines += [f"note       {flag}" for flag in of["flags"]] + [f"beyond     {one}" for one in of["broken"]]
    marked = [pair for pair in of["pairs"] if pair["verdict"]]
    rest = sorted((pair for pair in of["pairs"] if not pair["verdict"]), key=lambda pair: -float(pair["error"]))[:5]
    lines.append(f"{'diameters (mm), kind':38} {'overlap':>8} {'t_c (us)':>17} {'e_n':>15} {'error':>7}")
    for pair in marked + rest:
        sizes = "wall" if pair["radius_a"] is None else f"{2e3 * pair['radius_a']:.4g}"
        times = "sticks" if pair["t_contact_shortest"] is None else \
            f"{1e6 * pair['t_contact_shortest']:8.3g} -{1e6 * pair['t_contact_longest']:7.3g}"
        lines.append(f"{sizes + ', ' + format(2e3 * pair['radius_b'], '.4g') + '  ' + pair['kind']:38.38} "
                     f"{100 * pair['overlap']:6.3f} % {times:>17} "
                     f"{pair['e_n_low']:6.3f} - {pair['e_n_high']:6.3f} {pair['error']:7.4f}  "
                     f"{pair['verdict']}".rstrip())
    return lines


def checked(source: Any) -> str:
    """Reads the file and the programs of all its pairs, but runs nothing; what they are, in words."""
    file = File(source)
    of = Population(file, 1)
    for k in range(len(of.kinds)):
        of.program(k, "exact")
        of.program(k, "steps")
        of.softened(k, 1.0)
    return f"{file.name}: ok: {of.pairs} pairs of size classes at {len(file.speeds)} speeds"


def advise(source: Any, dt: Any, factor: float | None, threads: int) -> Advice:
    if is_quantity(dt):
        dt = Item("program", "dt", as_text(dt), 1, 1).number("s", 0, 1e100, "1 us", True)
    file = File(source)
    for name, value in (("dt", dt), ("factor", factor)):
        if value is not None and not (isinstance(value, (int, float, np.number))
                                      and math.isfinite(value) and value > 0):
            raise ValueError(f"{name} is {value!r}: it must be a number above 0")
    if factor is not None:
        file.factor = float(factor)
    return _Adviser(file, threads).advise(None if dt is None else float(dt))
