# SPDX-License-Identifier: GPL-3.0-or-later
"""A law that is a Python function."""
from __future__ import annotations

import ctypes
import inspect
import math
import threading
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from . import _library
from ._errors import Invalid, Place
from ._library import library

_D = ctypes.c_double
F = ("fn", "fs", "ft", "mn", "ms", "mt")
DU = ("dun", "dus", "dut", "dan", "das", "dat")
VISCOUS = tuple("v" + name for name in F)
BEFORE = tuple("before_" + name for name in (*F, "strain"))  # states that close the balance of energy


class Contact(ctypes.Structure):
    """What a law is asked: un us ut an as_ at, where the pair is at the end of the step; dun ... dat, how
    it came there; vn vs vt wn ws wt, velocities; dt; active, 1 if the contact was active before. A
    state that the law was declared with is an attribute, too, and can be set."""

    _fields_ = [(name, _D) for name in (
        "un", "us", "ut", "an", "as_", "at", *DU, "vn", "vs", "vt", "wn", "ws", "wt", "dt", "active")]


class _Out(ctypes.Structure):
    _fields_ = [(name, _D) for name in (*F, *VISCOUS, "strain", "cross", "defect", "lost_gap", "cap",
                                        "active", "branch")]


class _Field(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("unit", ctypes.c_char_p), ("doc", ctypes.c_char_p),
                ("preset", _D), ("hidden", ctypes.c_int)]


_STEP = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 6)


def _fields(rows: list[tuple[str, str, float]]) -> Any:
    return (_Field * (len(rows) + 1))(*[_Field(name.encode(), unit.encode(), name.encode(), preset,
                                               name in BEFORE) for name, unit, preset in rows])


def _numbers(answer: Any) -> Any:
    """What a law returns: nothing, a number or several."""
    if isinstance(answer, (tuple, list)):
        return answer
    if isinstance(answer, (int, float)):
        return (answer,)
    return () if answer is None else np.atleast_1d(answer)


def _of_state(name: str) -> property:
    def get(contact: Any) -> Any:
        return getattr(contact.state, name)

    def put(contact: Any, value: Any) -> None:
        setattr(contact.state, name, value)

    return property(get, put)


class Law:
    """A contact law as a Python function; see law."""

    def __init__(self, function: Callable[..., Any], name: str, units: Mapping[str, str],
                 state: Mapping[str, str], acts: str = " ".join(F)) -> None:
        self.function, self.name, _library.calls_back = function, name, True
        self.__doc__, self.__module__ = function.__doc__, function.__module__
        self._raised = threading.local()  # of the thread that makes a run
        given = list(inspect.signature(function).parameters.values())
        if not given or any(one.kind is not one.POSITIONAL_OR_KEYWORD for one in given):
            raise TypeError(f"{name}: a law is a function of the contact and of numbers by name, "
                            "such as (c, kn=1e5)")
        presets = [(one.name, math.nan if one.default is one.empty else float(one.default))
                   for one in given[1:]]
        wrong = [one for one in units if one not in dict(presets)]
        if wrong:
            raise TypeError(f"{name}: units names '{wrong[0]}', which is no parameter of it")
        wrong = [one for one in state if hasattr(Contact, one) or one in ("out", "state")]
        if wrong:
            raise TypeError(f"{name}: state names '{wrong[0]}', which the contact has already")
        if not acts.split() or not set(acts.split()) <= set(F):
            raise TypeError(f"{name}: acts is {acts!r}; it must be some of {' '.join(F)}")
        self._acts = sum(1 << F.index(one) for one in set(acts.split()))
        self._params = _fields([(one, units.get(one, "1"), preset) for one, preset in presets])
        self._state = _fields([(one, unit, 0.0) for one, unit in state.items()]
                              + [(one, "1", 0.0) for one in BEFORE])
        self._step = _STEP(self._make_step(len(presets), tuple(state)))

    def _make_step(self, n_params: int, states: tuple[str, ...]) -> Callable[..., None]:
        class Own(Contact):  # with the states, kept in memory of the library
            pass

        class State(ctypes.Structure):
            _fields_ = [(one, _D) for one in (*states, *BEFORE)]

        for one in states:
            setattr(Own, one, _of_state(one))
        function = self.function
        params: Any = _D * n_params

        def step(p: int, d: int, m: int, x: int, o: int, e: int) -> None:
            out = _Out.from_address(o)
            ctypes.memset(o, 0, ctypes.sizeof(_Out))
            try:
                contact: Any = Own.from_address(m)
                contact.state = state = State.from_address(x)
                contact.out = out
                out.active = contact.un <= 0
                answer = _numbers(function(contact, *params.from_address(p)))
                if len(answer) > len(F):
                    raise ValueError(f"a law returns at most {', '.join(F)}, not {len(answer)} numbers")
                for name, value in zip(F, answer):
                    setattr(out, name, value)
                out.branch = out.active
                work = 0.0
                for name, viscous, before, du in zip(F, VISCOUS, BEFORE, DU):
                    elastic = getattr(out, name) - getattr(out, viscous)
                    work += 0.5 * (getattr(state, before) + elastic) * getattr(contact, du)
                    setattr(state, before, elastic)
                out.defect = work - (out.strain - state.before_strain)
                state.before_strain = out.strain
            except BaseException as raised:  # the library is no place to raise it
                self._raised.error = raised
                out.fn = math.nan

        return step

    def _add(self, laws: int | None) -> None:
        why = ctypes.create_string_buffer(_library.WHY)
        if library.laws_function(laws, _library.text(self.name), ctypes.addressof(self._params),
                                 ctypes.addressof(self._state), self._acts,
                                 ctypes.cast(self._step, ctypes.c_void_p), ctypes.addressof(why), len(why)):
            said = why.value.decode()
            if said.endswith("exists already"):
                said += "; choose another name: @lt.law(name=...)"
            raise Invalid(said, [Place(self.name, 0, 0, said)])

    def _take_raised(self) -> BaseException | None:
        raised: BaseException | None = self._raised.__dict__.pop("error", None)
        return raised

    def __reduce__(self) -> str:
        """By its name in its module, as a function."""
        return self.function.__qualname__

    def __call__(self, *given: Any, **named: Any) -> Any:
        return self.function(*given, **named)

    def __repr__(self) -> str:
        return f"<law {self.name}>"


def law(function: Callable[..., Any] | None = None, *, name: str | None = None,
        units: Mapping[str, str] | None = None, state: Mapping[str, str] | None = None,
        acts: str = " ".join(F)) -> Any:
    """Makes a contact law of a Python function, to be given as plugin=. For teaching: each step calls it.

        @lt.law(units={"kn": "N/m"}, state={"stretch": "m"})
        def spring(c, kn=1e5, ks=5e4):
            if c.un > 0:
                c.stretch = 0
                return 0
            c.stretch += c.dus
            c.out.strain = 0.5 * (kn * c.un**2 + ks * c.stretch**2)
            return kn * c.un, ks * c.stretch

        lt.Program({..., "law": {"name": "spring", "kn": 2e5}}, plugin=spring)

    The function is given the contact (see Contact) and the parameters; those with a default need not
    be in the file. It returns fn, or fn, fs, ft, mn, ms, mt as far as there are any, with the signs of
    columns: fn < 0 is compression, a spring is f = k u. It must not keep anything but in its STATE,
    names with units, which begin at 0; a run may ask it several times for a step. c.out takes what it
    may say besides: strain (J, energy stored), vfn ... vmt (viscous part of the forces), active (1
    while the contact lasts; else it does while un <= 0). What it does not say is stored or viscous is
    E_defect, so that the balance of energy closes. What it raises ends the run, and is raised. ACTS
    says which components it can have: for lawtester.verify, which tests such a law, too.
    """
    def make(function: Callable[..., Any]) -> Law:
        return Law(function, name or function.__name__, units or {}, state or {}, acts)

    return make if function is None else make(function)
