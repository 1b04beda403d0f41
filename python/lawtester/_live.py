# SPDX-License-Identifier: GPL-3.0-or-later
"""A run that is made step by step."""
from __future__ import annotations

import ctypes
import keyword
import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Union

import numpy as np

from . import _library
from ._errors import Failed
from ._library import library
from ._public import nearest
from ._result import Array, Result, _Run

if TYPE_CHECKING:
    from ._program import Program

U = ("un", "us", "ut", "an", "as", "at")
V = ("vn", "vs", "vt", "wn", "ws", "wt")
F = ("fn", "fs", "ft", "mn", "ms", "mt")
MANY = 2**63  # steps: to the end
SHORT = 4096  # steps that are made without a look for Ctrl-C


def _plain(name: str) -> str:
    """as_ is "as" and step_ is "step": Python, or a Live, has a meaning of its own for these."""
    short = name[:-1]
    return short if name.endswith("_") and (keyword.iskeyword(short) or hasattr(Live, short)) else name


Callback = Union[Callable[["Live"], object], None]


class Live:
    """A run that has begun: sim = program.start(kn=2e5).

        sim.step()                   # a step of motion.dt; step(100): at most so many
        sim.run_until("un > 0")      # a formula, or a function of sim
        sim.un, sim.fn, sim.t        # what columns, results, parameters, states are worth now
        sim.vn = -0.5; sim.kn = 1e5  # set: velocities, displacements, parameters, states, loads
        sim.run()                    # to the end: a Result, with the bits of program.run()

    callback, if it is not None, is called with the run before each step, in which what it sets acts.
    When a stage has ended the next one begins at once: "stage" is its number. What cannot be set
    raises AttributeError, a number out of range ValueError; nothing is changed then.

    It can be copied and pickled: the copy makes the same steps again and sets the same. One thread
    at a time may use it.
    """

    callback: Callback
    _address: int
    _own = frozenset(("callback",))

    def __init__(self, program: Program, values: Mapping[str, Any], table: bool,
                 callback: Callback = None) -> None:
        self.callback = callback
        self._program, self._held, self._table = program, program._held(), table
        self._values = {name: program._si(name, value) for name, value in values.items()}
        self._stop = ctypes.c_int(0)  # whose address the run has
        self._set: list[tuple[int, str, float]] = []  # what was set behind so many steps
        self._made = 0
        options, kept = program._options(self._values, no_table=not table)

        def call(stop: int) -> Any:
            options.stop = stop
            return library.run_start(self._held.address, ctypes.addressof(options))

        program._laws.raised()  # of an earlier run
        self._run = _Run(_library.stoppable(call, self._stop), program, self._held)
        self._address = self._run.address
        del kept
        self._judge()

    # ---- Steps

    def step(self, steps: int = 1) -> int:
        """Makes at most so many steps; returns how many were: fewer at the end of the run.

        Raises:
            Failed: the run could not go on.
        """
        return self._go(steps, None)[0]

    def run_until(self, condition: str | Callable[[Live], object], steps: int | None = None) -> bool:
        """Makes steps until, behind one of them, a condition holds: a formula as the 'until' of a stage
        has it ("un > 0"), or a function of the run. False: the run ended before, or STEPS were made.

        Raises:
            ValueError: the formula is wrong. Failed: the run could not go on.
        """
        return self._go(MANY if steps is None else steps, condition)[1]

    def run(self) -> Result:
        """Goes on to the end. Returns the result, as program.run() does."""
        while not self.done:
            self._go(MANY, None)
        return self.result

    def _go(self, steps: int, condition: Any) -> tuple[int, bool]:
        if not isinstance(steps, (int, np.integer)) or steps < 0:
            raise ValueError(f"steps is {steps!r}; it must be a whole number, 0 or more")
        if condition is not None and not callable(condition) and not isinstance(condition, str):
            raise TypeError(f"{condition!r} is no formula and no function")
        steps = min(int(steps), MANY)
        first, each = self._made, callable(condition) or self.callback is not None
        holds = False
        while not holds and not self.done and self._made - first < steps:
            if self.callback is not None:
                self.callback(self)
            made, holds = self._steps(1 if each else steps - (self._made - first),
                                      None if callable(condition) else condition)
            if made == 0:
                break
            if callable(condition):
                holds = bool(condition(self))
        return self._made - first, holds

    def _steps(self, steps: int, condition: str | None) -> tuple[int, bool]:
        """In C; after Ctrl-C it can go on."""
        holds = ctypes.c_int(0)
        why = ctypes.create_string_buffer(_library.WHY) if condition is not None else None

        def call(stop: int) -> int:
            if condition is None or why is None:
                return int(library.run_step(self._address, steps))
            return int(library.run_until(self._address, _library.text(condition), steps,
                                         ctypes.addressof(holds), ctypes.addressof(why), len(why)))

        self._stop.value = 0
        self._program._laws.raised()  # of an earlier run
        try:
            brief = steps <= SHORT and not self._program._laws.functions
            made = call(0) if brief else _library.stoppable(call, self._stop)
            self._made += made
        except KeyboardInterrupt:  # behind steps that C has made
            self._made, self._status = int(self.steps), library.run_status(self._address)
            raise
        self._judge()
        if holds.value < 0 and why is not None:
            raise ValueError(why.value.decode())
        return made, holds.value > 0

    def _judge(self) -> None:
        """Raises what has gone wrong."""
        self._status = library.run_status(self._address)
        if self._status == _library.FAILED:
            self._program._laws.heed()
            raise Failed(library.run_message(self._address).decode(), self.result)

    @property
    def done(self) -> bool:
        """The run has come to its end: the last stage is over."""
        return bool(self._status != _library.RUNNING)

    @property
    def result(self) -> Result:
        """Of a run that is done."""
        if not self.done:
            raise ValueError("the run is not done: sim.run() makes it to its end")
        return _Changed(self) if self._set else Result(self._run, self._values, self._table)

    # ---- What it is now

    def __getattr__(self, name: str) -> float:
        if name.startswith("_"):
            raise AttributeError(name)
        name = _plain(name)
        value: float = library.run_value(self._address, name.encode())
        if math.isnan(value) and name not in self._known():
            raise AttributeError(f"no '{name}' in this run{nearest(name, self._known())}")
        return value

    def _names(self, kind: int) -> list[str]:
        return [name.name.decode() for name in self._program._named(kind)]

    def _known(self) -> list[str]:
        return [*self._program.units, *self._names(_library.STATE), *self._names(_library.QUANTITY)]

    def __dir__(self) -> list[str]:
        own = {name for name in super().__dir__() if name.startswith("__") or name[0] != "_"}
        return sorted(own | set(self._program.columns))

    def __getitem__(self, name: str) -> Array:
        """The rows of a column that have been recorded so far: a copy, since there will be more."""
        places = self._program._places(self._run)
        if name not in places:
            raise KeyError(f"no column '{name}'{nearest(name, places)}")
        if library.run_rows(self._address) == 0:
            return np.empty(0)
        return np.array(np.asarray(self._run)[:, places[name]])

    def _vector(self, names: tuple[str, ...]) -> Array:
        return np.array([getattr(self, name) for name in names])

    @property
    def u(self) -> Array:
        """un us ut an as at: displacements along n, s, t (m) and rotations (rad)."""
        return self._vector(U)

    @property
    def v(self) -> Array:
        """vn vs vt wn ws wt: velocities (m/s) and rates of rotation (rad/s)."""
        return self._vector(V)

    @property
    def f(self) -> Array:
        """fn fs ft mn ms mt: contact forces (N) and moments (N m); fn < 0 is compression."""
        return self._vector(F)

    @property
    def overlap(self) -> float:
        """-un where the surfaces overlap, else 0 (m)."""
        return max(0.0, -self.un)

    @property
    def energies(self) -> dict[str, float]:
        """E_kinetic, E_strain and the accounts of what was put in and lost (J)."""
        return {name: getattr(self, name) for name in self._names(_library.QUANTITY)
                if name.startswith("E_")}

    @property
    def state(self) -> dict[str, float]:
        """What the law remembers from step to step."""
        return {name: getattr(self, name) for name in self._names(_library.STATE)}

    def __repr__(self) -> str:
        return (f"<run {'done' if self.done else 'live'}: t = {self.t:.6g} s, {self._made} steps, "
                f"un = {self.un:.6g} m, fn = {self.fn:.6g} N>")

    # ---- What it shall be

    def __setattr__(self, name: str, value: Any) -> None:
        if name.startswith("_") or name in self._own:
            object.__setattr__(self, name, value)
        elif isinstance(getattr(type(self), name, None), property):
            raise AttributeError(f"'{name}' can only be read; set single numbers, such as un, vn, kn")
        else:
            self._put(_plain(name), self._program._number(_plain(name), value))

    def set(self, **values: Any) -> None:
        """Several numbers, one after the other: sim.set(vn=-1, kn=2e5)."""
        for name, value in values.items():
            setattr(self, name, value)

    def _put(self, name: str, value: float) -> None:
        why = ctypes.create_string_buffer(_library.WHY)
        if library.run_set(self._address, _library.text(name), value, ctypes.addressof(why), len(why)):
            said = why.value.decode()
            if said.startswith("no '"):
                raise AttributeError(said + nearest(name, self._known()))
            raise (AttributeError if "cannot be set" in said or self.done else ValueError)(said)
        self._set.append((self._made, name, value))

    # ---- Again

    def copy(self) -> Live:
        """Another run at the same point, made by the same steps. It has no callback."""
        return _again(self._program, self._values, self._table, self._set, self._made)

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> Live:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self._program, self._values, self._table, self._set, self._made)


class _Changed(Result):
    """Of a run in which something was set: only so it can be made again."""

    def __init__(self, live: Live) -> None:
        super().__init__(live._run, live._values, live._table)
        self._how = live.__reduce__()[1]

    def __reduce__(self) -> tuple[Any, ...]:
        return _result_again, self._how

    def _as_of(self, code: str) -> tuple[Program, dict[str, Any]]:
        raise ValueError("the law was changed during the run; calibrate or run it with its numbers from the start")


def _result_again(*how: Any) -> Result | None:
    try:
        return _again(*how).run()
    except Failed as failed:
        return failed.result


def _again(program: Program, values: Mapping[str, Any], table: bool,
           changes: list[tuple[int, str, float]], made: int) -> Live:
    live = Live(program, values, table)
    for behind, name, value in changes:
        live.step(behind - live._made)
        live._put(name, value)
    live.step(made - live._made)
    return live
