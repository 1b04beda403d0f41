# SPDX-License-Identifier: GPL-3.0-or-later
"""Stage programs: read once, run often."""
from __future__ import annotations

import ctypes
import json
import math
import os
import tempfile
import time
import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Union

import numpy as np

from . import _blocks, _library, _table, _units
from ._errors import Failed, Invalid, Place
from ._law import Law
from ._library import library
from ._live import Callback, Live
from ._outcome import Calibration
from ._public import Public
from ._result import Array, Result, _Run
from ._units import Number

if TYPE_CHECKING:
    from pandas import DataFrame

Path = Union[str, "os.PathLike[str]"]
Source = Union[str, "os.PathLike[str]", Mapping[str, Any]]  # of a program
Plugin = Union[str, "os.PathLike[str]", Law, Iterable[Union[Path, Law]], None]
Code = Union[str, "os.PathLike[str]", None]  # the name of one that is installed, or the path of one's own
Value = Union[Number, str]  # a number, perhaps with a unit, or the word of a choice
Vary = Union[str, Sequence[str], Mapping[str, tuple[Number, Number]], None]
To = Union[str, Sequence[str], Mapping[str, Union[Number, tuple[Number, Number]]], None]


class _Laws:
    """The built-in laws and those of plug-ins, or the code that computes them; lives as long as a
    program of it."""

    def __init__(self, plugins: Sequence[Any], code: str = "") -> None:
        self.address = library.laws_new() if plugins or code else None
        why = ctypes.create_string_buffer(_library.WHY)
        if code and library.laws_code(self.address, _library.path(code), 0, ctypes.addressof(why),
                                      len(why)):
            said = why.value.decode()
            raise Invalid(said, [Place(code, 0, 0, said)])
        self.functions = [path for path in plugins if isinstance(path, Law)]
        for law in self.functions:
            law._add(self.address)
        for path in plugins:
            if isinstance(path, Law):
                continue
            if library.laws_load(self.address, _library.path(path), ctypes.addressof(why), len(why)):
                said = why.value.decode()
                raise Invalid(f"{path}: {said}", [Place(path, 0, 0, said)])

    def heed(self) -> None:
        """Raises what a law that is a Python function has raised."""
        for raised in self.raised():
            raise raised

    def raised(self) -> list[BaseException]:
        """What they have raised in this thread since this was last asked."""
        return [raised for law in self.functions if (raised := law._take_raised()) is not None]

    def __del__(self, free: Any = library.laws_free) -> None:
        address, self.address = getattr(self, "address", None), None
        if address:
            free(address)


class _Memory:
    """Owns a program of the library: it is freed when nothing uses it any more."""

    def __init__(self, address: int, laws: _Laws) -> None:
        self.address, self._laws = address, laws

    def __del__(self, free: Any = library.program_free) -> None:
        address, self.address = self.address, 0
        if address:
            free(address)


def _paths(plugin: Plugin) -> tuple[Any, ...]:
    if plugin is None:
        return ()
    if isinstance(plugin, (str, os.PathLike, Law)):
        plugin = (plugin,)
    return tuple(one if isinstance(one, Law) else os.fspath(one) for one in plugin)


def _code(code: Code) -> str:
    """A path has a folder, as on the command line."""
    if code is None or isinstance(code, str):
        return code or ""
    return os.path.join(".", os.fspath(code))


_ma: Any = np.ma  # has no types of its own


def _filled(values: Any) -> Array:
    """Floats; where a mask is, there is no number: NaN."""
    if _ma.isMaskedArray(values):
        values = _ma.filled(values.astype(float), np.nan)
    elif hasattr(values, "to_numpy"):  # pandas has values that are missing in whatever type
        values = values.to_numpy(float, na_value=np.nan)
    return np.asarray(values, float)


def _plain(value: Any) -> Any:
    """NumPy's numbers and arrays, numbers with units, and paths, as JSON has them."""
    if _units.is_quantity(value):
        return _units.as_text(value)
    if _ma.is_masked(value):
        raise TypeError(f"{value!r} cannot stand in a program: what is masked is no number")
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if _table.is_frame(value):
        return _table.kept_frame(value)
    raise TypeError(f"{value!r} cannot stand in a program")


def _json(value: Any, indent: int | None = None) -> str:
    return json.dumps(value, default=_plain, ensure_ascii=False, indent=indent)


def _defines(define: Mapping[str, Any] | None) -> tuple[str, ...]:
    if define is None:
        return ()
    if not isinstance(define, Mapping):
        raise TypeError(f"define is {define!r}: it must be a dict of names and their values")
    return tuple(f"{name}={value if isinstance(value, str) else _json(value)}"
                 for name, value in define.items())


def _goals(goals: Any, put: Any) -> list[str] | None:
    """For C: what is wanted of a calibration, as a text, texts or a dict."""
    if goals is None:
        return None
    if isinstance(goals, Mapping):
        return [name + put(name, value) for name, value in goals.items()]
    return [goals] if isinstance(goals, str) else list(goals)


def _range(name: str, ends: Any) -> str:
    if np.shape(ends) != (2,):
        raise TypeError(f"{name} is {ends!r}: it must be its range, (low, high)")
    low, high = ends
    return f"={_real(name, low)!r}:{_real(name, high)!r}"


def _target(name: str, value: Any) -> str:
    if np.ndim(value) == 0:
        return f"={_real(name, value)!r}"
    if np.shape(value) != (2,):
        raise TypeError(f"{name} is {value!r}: it must be a number, or (number, uncertainty)")
    wanted, uncertainty = value
    return f"={_real(name, wanted)!r} +- {_real(name, uncertainty)!r}"


def _real(name: str, value: Any) -> float:
    if np.ndim(value) == 0 and _ma.is_masked(value):
        raise TypeError(f"{name} is masked: it must be a number")
    if value is not None and not isinstance(value, (str, bytes)) and np.ndim(value) == 0:
        try:
            return float(value)
        except (TypeError, ValueError, OverflowError):
            pass
    elif np.ndim(value) > 0:
        raise TypeError(f"{name} has {np.size(value)} values: a run takes one, sweep takes many")
    raise TypeError(f"{name} is {value!r}: it must be a number")


def _of_run(names: Sequence[str], points: Array, message: str, first: int) -> str:
    """Of "run 3: why", counted from FIRST, what is no number there, if anything is not."""
    run, colon, why = message.partition(":")
    if not run.startswith("run "):
        return message
    number = int(run[4:])
    absent = [name for name, value in zip(names, points[number]) if np.isnan(value)]
    why = f" {absent[0]} is masked or NaN: no number" if absent else why
    return f"run {first + number}:{why}"


class Program(Public):
    """A stage program that is right, else Invalid.

    Args:
        source: path of a file; its text, if it has several lines; or a dict of what stands in it,
            in which numbers and arrays may be NumPy's.
        define: other values as the command line's -D takes them: {"particles.a.radius": "6 mm"}.
        plugin: path, or paths, of shared objects with laws of one's own.
        code: who computes the law, as --in of the command line: "lammps", or the path of a code of
            one's own, "./my-code.so", which runs in a process of its own.

    Any number of threads may run one program. It can be pickled: it is read again then. Its memory
    is freed when it is no longer used; close() does it before, and so does the end of a block
    "with lt.Program(...) as program".
    """

    _owned: _Memory | None = None  # None: it is closed

    def __init__(self, source: Source, *, define: Mapping[str, Any] | None = None,
                 plugin: Plugin = None, code: Code = None) -> None:
        self._open(source, _defines(define), _paths(plugin), _code(code))

    def _open(self, source: Source, defines: tuple[str, ...], plugins: tuple[Any, ...],
              code: str) -> None:
        self._defines, self._plugins, self._code = defines, plugins, code
        self._laws = _Laws(plugins, code)
        texts = _library.strings(defines)
        given = ctypes.addressof(texts) if defines else None
        self._source = text = _json(source, 1) if isinstance(source, Mapping) else _path(source)
        self._address = self._read(text, given, len(defines))
        self._check()
        # A process that reads it again may work in another folder.
        self._reads = (text if "\n" in text else os.path.abspath(text), defines,
                       tuple(one if isinstance(one, Law) else os.path.abspath(one) for one in plugins),
                       os.path.abspath(code) if "/" in code else code)

    def _read(self, text: str, given: int | None, count: int) -> int:
        address: int
        if "\n" in text:
            address = library.read_text(self._laws.address, b"program", _library.text(text), given, count)
        else:
            address = library.read_file(self._laws.address, _library.path(text), given, count)
        return address

    def _check(self) -> None:
        self._numbers: dict[str, bytes] = {}
        self._units: dict[str, str] | None = None
        self._docs: dict[str, str] = {}
        self._column_places: dict[str, int] | None = None
        if library.program_ok(self._address):
            return
        errors: list[tuple[int, Place]] = []
        one = _library.Error()
        while library.program_error(self._address, len(errors), ctypes.addressof(one)):
            errors.append((one.note, Place(one.file.decode(), one.line, one.column,
                                           one.text.decode())))
        said = library.program_errors(self._address).decode()
        self._laws.heed()
        _library.refuse(said)
        raise Invalid(said, [place for note, place in errors if not note])

    def __del__(self) -> None:
        self._owned = None

    def close(self) -> None:
        """Frees the program's memory once no run uses it. Results stay; the program cannot be used
        any more. May be called again."""
        if self._owned is not None:
            self.units  # results name them
            self._owned = None

    def __enter__(self) -> Program:
        self._held()
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _held(self) -> _Memory:
        """What a call needs to live until it has ended."""
        if self._owned is None:
            raise ValueError("the program is closed")
        return self._owned

    @property
    def _address(self) -> int:
        return self._held().address

    @_address.setter
    def _address(self, address: int) -> None:
        self._owned = _Memory(address, self._laws)

    def __repr__(self) -> str:
        if self._owned is None:
            return "<program, closed>"
        return f"<program {self.title or self._source.splitlines()[0]!r}, law {self.law}>"

    def __copy__(self) -> Program:
        return self

    def __deepcopy__(self, memo: Any) -> Program:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _reopen, (*self._reads, type(self))

    @property
    def law(self) -> str:
        """The name of the law."""
        law: bytes = library.program_law(self._address)
        return law.decode()

    @property
    def title(self) -> str:
        """What the program is called by itself; "" if it is not."""
        title: bytes = library.program_title(self._address)
        return title.decode()

    def _named(self, kind: int) -> list[_library.Name]:
        found: list[_library.Name] = []
        name = _library.Name()
        while library.program_name(self._address, kind, len(found), ctypes.addressof(name)):
            found.append(name)
            name = _library.Name()
        return found

    def _described(self, kind: int) -> dict[str, dict[str, Any]]:
        described = {}
        for name in self._named(kind):
            one: dict[str, Any] = {"unit": name.unit.decode(), "doc": name.doc.decode()}
            if name.words:
                one["words"] = name.words.decode().split()
            described[name.name.decode()] = one
        return described

    @property
    def parameters(self) -> dict[str, dict[str, Any]]:
        """The law's parameters: unit, doc, and the words of a choice."""
        return self._described(_library.PARAMETER)

    @property
    def lets(self) -> dict[str, dict[str, Any]]:
        """The file's own names: unit."""
        return self._described(_library.LET)

    @property
    def results(self) -> dict[str, dict[str, Any]]:
        """What a run of it has as results: unit, doc."""
        return self._described(_library.RESULT)

    @property
    def columns(self) -> dict[str, dict[str, Any]]:
        """What a run of it records: unit, doc."""
        return self._described(_library.COLUMN)

    @property
    def units(self) -> dict[str, str]:
        """The unit of each result, column, parameter, let and constant, and of NAME_end; "1": a pure
        number."""
        if self._units is None:
            units = {}
            for kind in (_library.COLUMN, _library.CONSTANT, _library.LET, _library.PARAMETER,
                         _library.RESULT):
                for name in self._named(kind):
                    units[name.name.decode()] = name.unit.decode()
                    self._docs[name.name.decode()] = name.doc.decode() if name.doc != b"let" else ""
            for name in self._named(_library.COLUMN):
                units[name.name.decode() + "_end"] = name.unit.decode()
            self._units = units
        return self._units

    def _places(self, run: _Run) -> dict[str, int]:
        """Where the columns are in each row of its runs' tables."""
        if self._column_places is None:
            places: dict[str, int] = {}
            while (name := library.run_column_name(run.address, len(places))) is not None:
                places[name.decode()] = library.run_column_place(run.address, len(places))
            self._column_places = places
        return self._column_places

    # ---- Numbers at other values

    def _name(self, name: str) -> bytes:
        """For C; TypeError if it is nothing that can be at another value."""
        encoded = self._numbers.get(name)
        if encoded is None and name == "define":
            raise TypeError("define= belongs to Program(...); here pass numbers by name, run(kn=1e5),"
                            " or by any name in params={'motion.dt': 1e-6}")
        if encoded is None:
            why = ctypes.create_string_buffer(_library.WHY)
            encoded = _library.text(name)
            if not library.program_varies(self._address, encoded, ctypes.addressof(why), len(why)):
                raise TypeError(why.value.decode())
            self._numbers[name] = encoded
        return encoded

    def _si(self, name: str, value: Any, encoded: bytes | None = None) -> Any:
        """The number, or numbers, that VALUE is in the SI unit of NAME; without a unit it is as it is."""
        if not _units.is_quantity(value):
            return [self._si(name, one) for one in value] if _units.has_quantities(value) else value
        number, unit = _units.in_base_units(value)
        why = ctypes.create_string_buffer(_library.WHY)
        factor = library.program_factor(self._address, encoded or _library.text(name), _library.text(unit),
                                        ctypes.addressof(why), len(why))
        if factor == 0:
            raise ValueError(f"{name} is {value!s}: {why.value.decode()}")
        return number * factor

    def _number(self, name: str, value: Any) -> float:
        if not isinstance(value, str):
            real = value if isinstance(value, float) else _real(name, self._si(name, value))
            if math.isnan(real):
                raise ValueError(f"{name} is nan; it must be a number")
            return real
        why, number = ctypes.create_string_buffer(_library.WHY), ctypes.c_double()
        if not library.program_choice(self._address, _library.text(name), _library.text(value),
                                      ctypes.addressof(number), ctypes.addressof(why), len(why)):
            said = why.value.decode()
            if said.endswith("it must be a number"):
                said += f"; with its unit it goes into define={{{name!r}: {value!r}}}"
            raise ValueError(said)
        return number.value

    def _array(self, name: str, values: Any) -> Array:
        values = self._si(name, values)
        array, absent = np.asarray(values), _ma.getmaskarray(values)
        if array.dtype.kind in "biuf":
            return _filled(values)
        if array.dtype.kind not in "OU":
            raise TypeError(f"{name} has values of type {array.dtype}: they must be numbers")
        found = np.array([np.nan if no else self._number(name, value)
                          for value, no in zip(array.ravel().tolist(), absent.ravel())], float)
        return found.reshape(array.shape)

    def _options(self, values: Mapping[str, Value], **more: Any) -> tuple[_library.Options, Any]:
        """And what must live as long as they do."""
        count = len(values)
        if count == 0:
            return _library.Options(**more), None
        names = (ctypes.c_char_p * count)(*[self._name(name) for name in values])
        numbers = (ctypes.c_double * count)(*[self._number(name, value)
                                              for name, value in values.items()])
        options = _library.Options(names=ctypes.addressof(names), values=ctypes.addressof(numbers),
                                   count=count, **more)
        return options, (names, numbers)

    # ---- What is done with it

    def run(self, *, params: Mapping[str, Value] | None = None, table: bool = True,
            **values: Value) -> Result:
        """A run, with numbers at other values.

        Args:
            values: lets, parameters of the law and imposed velocities by name; SI numbers, or the
                word of a choice: run(kn=1e5, dp_mode="no-tension").
            params: the same by any name: {"lambda": 0.1, "motion.dt": 1e-6}.
            table: False: only results are wanted, no columns.

        Raises:
            TypeError: there is no such name. ValueError: no such word.
            Failed: the run could not be made to its end.

        What the program expects and does not come raises nothing: see Result.ok, Result.check.
        """
        result = self._run({**params, **values} if params else values, table)
        if library.run_status(result._run.address) == _library.FAILED:
            self._laws.heed()
            raise Failed(library.run_message(result._run.address).decode(), result)
        return result

    def _run(self, values: Mapping[str, Value], table: bool) -> Result:
        held = self._held()
        values = {name: value if isinstance(value, (float, str)) else self._si(name, value, self._name(name))
                  for name, value in values.items()}
        options, kept = self._options(values, no_table=not table)
        self._laws.raised()  # of an earlier run

        def call(stop: int) -> Any:
            options.stop = stop
            return library.run_with(held.address, ctypes.addressof(options))

        result = Result(_Run(_library.stoppable(call), self, held), values, table)
        del kept
        return result

    def start(self, *, params: Mapping[str, Value] | None = None, table: bool = True,
              callback: Callback = None, **values: Value) -> Live:
        """A run that is made step by step: it has begun, and no step is made. See Live.

        Args:
            values, params, table: as for run.
            callback: a function that is called with the run before each step.
        """
        return Live(self, {**params, **values} if params else values, table, callback)

    def sweep(self, wanted: Sequence[str] | str, *, params: Mapping[str, Any] | None = None,
              threads: int = 0, executor: _blocks.Executor = None, into: Path | None = None,
              points: range | None = None, block: int | None = None, **values: Any) -> Any:
        """Many runs at once: VALUES are numbers or arrays, broadcast as numpy does it.

            t = program.sweep(["e_n", "e_t"], vn=np.linspace(-2, -.1, 50)[:, None], fric=[0, .3])
            t["e_n"].shape == (50, 2)

        Args:
            wanted: results, last values of columns, parameters, lets, constants by name.
            threads: 0: as many as there are processors, one in a worker of an executor. The numbers
                do not depend on it.
            executor: of concurrent.futures: its workers make the runs, block by block. Or a function
                that makes one.
            into: "NAME.parquet" or "NAME.npy", a row for each run, written as the runs are done; or
                "statistics". The answer is a Summary then, else a Table.
            points: range(first, end): only these runs, in the order of the flattened arrays.
            block: runs in a block.

        A run that fails has NaN; t.failed counts them, t.message has the reason of the first. Where a
        masked array has a mask there is no run: NaN, and failed.
        """
        if isinstance(wanted, Mapping):
            raise TypeError("the first argument names results: sweep(['e_n'], alpha=[0.1, 0.2])")
        wanted = [wanted] if isinstance(wanted, str) else list(dict.fromkeys(wanted))
        given = {**(params or {}), **values}
        for name in given:
            self._name(name)
        arrays = {name: self._array(name, value) for name, value in given.items()}
        return _blocks.sweep(self, arrays, wanted, threads, executor, into, points, block)

    def _many(self, names: Sequence[str], points: Array, wanted: Sequence[str], threads: int,
              first: int = 0) -> tuple[Array, Any, str]:
        """A run for each row of POINTS: what is wanted, which failed, and why the first did; FIRST is
        the number of the first one."""
        held, known = self._held(), [self._name(name) for name in names]
        out, status = np.empty((len(points), len(wanted))), np.empty(len(points), np.intc)
        given, looked = (ctypes.c_char_p * len(known))(*known), _library.strings(wanted)
        why = ctypes.create_string_buffer(_library.WHY)
        options = _library.Options(names=ctypes.addressof(given), count=len(known), threads=threads)

        def call(stop: int) -> Any:
            options.stop = stop
            return library.run_many(held.address, ctypes.addressof(options), len(points),
                                    points.ctypes.data, ctypes.addressof(looked), len(wanted),
                                    out.ctypes.data, status.ctypes.data, ctypes.addressof(why),
                                    len(why))

        done = _library.stoppable(call)
        message = why.value.decode()
        if done == 0 and message and not message.startswith("run "):
            raise TypeError(message)
        return out, status != _library.DONE, _of_run(names, points, message, first)

    def _goals_si(self, goals: Any) -> Any:
        if not isinstance(goals, Mapping):
            return goals
        return {name: self._si(name, value) for name, value in goals.items()}

    def calibrate(self, vary: Vary = None, to: To = None, *, as_run: bool = False, for_code: str | None = None,
                  params: Mapping[str, Value] | None = None, **values: Value) -> Calibration:
        """The parameters with which results meet their targets.

        Args:
            vary: "dp_nratio=0:2" or {"dp_nratio": (0, 2)}, or several; None: as the file's section
                calibrate says.
            to: "e_n=0.5" or {"e_n": 0.5}, as many; with its uncertainty "e_n=0.5 +- 0.02" or
                {"e_n": (0.5, 0.02)}.
            as_run: with the program's own integrator and time step, averaged over the entry phase;
                else by the exact integrator, in the limit of small steps.
            for_code: "liggghts": the law and the motion as that code has them, which Calibration.for_code
                does by itself.
            values, params: numbers at other values, as of run().

        Raises:
            ValueError: the goals cannot be read. A target out of reach raises nothing: see
            Calibration.converged.
        """
        held = self._held()
        varied, wanted = _goals(self._goals_si(vary), _range), _goals(self._goals_si(to), _target)
        texts = varied if varied is not None else wanted
        count = len(texts) if texts is not None else 1
        given = {**(params or {}), **values}
        options, kept = self._options(given, as_run=as_run,
                                      for_code=None if for_code is None else _library.text(for_code))
        unknowns = _library.strings(varied) if varied is not None else None
        targets = _library.strings(wanted) if wanted is not None else None

        def call(stop: int) -> Any:
            options.stop = stop
            return library.calibrate_json(
                held.address, ctypes.addressof(unknowns) if unknowns else None,
                ctypes.addressof(targets) if targets else None, count, ctypes.addressof(options))

        document = _library.take_json(_library.stoppable(call))
        del kept
        if "parameters" not in document:
            raise ValueError(document.get("message", "it could not be calibrated"))

        def again(code: str) -> Calibration:
            return self.calibrate(vary, to, as_run=as_run, for_code=code, params=given)

        return Calibration(document, self, given, again, for_code)

    def fit(self) -> dict[str, Any]:
        """What the file's section fit finds, as 'lawtester fit --json' prints it: estimates with
        standard errors and intervals, goodness of fit."""
        held, why = self._held(), ctypes.create_string_buffer(_library.WHY)
        options = _library.Options()

        def call(stop: int) -> Any:
            options.stop = stop
            return library.fit_json(held.address, ctypes.addressof(options), ctypes.addressof(why),
                                    len(why))

        return _document(_library.stoppable(call), why)

    def verify(self, *, seed: int = 1, threads: int = 0) -> dict[str, Any]:
        """Whether everything that the program expects came, and the audit of a law that it defines,
        as 'lawtester verify --json' prints it."""
        held = self._held()
        return _verify(None, "", held.address, seed, threads)


def lines(code: str, results: Sequence[Any], as_run: bool = False) -> str:
    """The input lines of a code for calibrations, or for runs as they are; AS_RUN: with the time step."""
    if not results:
        raise ValueError("lines of nothing: give a result")
    held, options, kept = [], [], []
    for one in results:
        program, values = one._as_of(code)
        held.append(program._held())
        made, names = program._options(values, as_run=as_run)
        options.append(made)
        kept.append(names)
    count, why = len(results), ctypes.create_string_buffer(_library.WHY)
    programs = (ctypes.c_void_p * count)(*[one.address for one in held])
    numbers = (ctypes.c_void_p * count)(*[ctypes.addressof(one) for one in options])
    text = _library.take_text(library.lines(_library.text(code), ctypes.addressof(programs),
                                            ctypes.addressof(numbers), count, ctypes.addressof(why), len(why)))
    del kept
    if text is None:
        raise ValueError(why.value.decode())
    return text


def _reopen(source: Source, defines: tuple[str, ...], plugins: tuple[Any, ...],
            code: str, kind: type[Program] = Program) -> Program:
    program = kind.__new__(kind)
    program._open(source, defines, plugins, code)
    return program


def _path(source: Any) -> str:
    if isinstance(source, Program):
        raise TypeError("this is a Program already")
    return os.fsdecode(os.fspath(source))


def _document(address: int | None, why: Any) -> dict[str, Any]:
    said: str = why.value.decode()
    if not address:
        _library.refuse(said)
        raise Failed(said)
    document: dict[str, Any] = _library.take_json(address)
    return document


def _verify(laws: int | None, law: str, program: int | None, seed: int,
            threads: int) -> dict[str, Any]:
    why = ctypes.create_string_buffer(_library.WHY)
    options = _library.Options(seed=seed, threads=threads)

    def call(stop: int) -> Any:
        options.stop = stop
        return library.verify_json(laws, _library.text(law), program, ctypes.addressof(options),
                                   ctypes.addressof(why), len(why))

    return _document(_library.stoppable(call), why)


# ---- Without a program in hand ------------------------------------------------------------------

_Stamp = Union[tuple[int, int, int], None]
_Stamps = tuple[tuple[str, _Stamp], ...]
_kept: dict[tuple[Any, ...], tuple[_Stamps, Program]] = {}
_MOST_KEPT = 32
_SETTLED = 50_000_000  # ns after which a file that was written has another time when written again


def _stamp(path: str) -> _Stamp:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def _stamps(program: Program, path: str, before: _Stamp) -> _Stamps | None:
    """Of all that a program was read from; None: a change just now might not be seen."""
    beside = [one for one in (*program._plugins, program._code)
              if not isinstance(one, Law) and (one in program._plugins or "/" in one)]
    found, i = [(path, before)] + [(name, _stamp(name)) for name in beside], 0
    while (read := library.program_reads(program._address, i)) is not None:
        found.append((os.fsdecode(read), _stamp(os.fsdecode(read))))
        i += 1
    now = time.time_ns()
    if any(stamp is not None and abs(now - stamp[0]) < _SETTLED for _, stamp in found):
        return None
    return tuple(found)


def open_program(source: Source | Program, define: Mapping[str, Any] | None,
                 plugin: Plugin, code: Code = None) -> Program:
    """A program; a file that has not changed is not read again."""
    if isinstance(source, Program):
        if define or plugin or code:
            raise TypeError("a Program has been read: give define, plugin and code to Program(...)")
        return source
    text = "" if isinstance(source, Mapping) else _path(source)
    if not text or "\n" in text:
        return Program(source, define=define, plugin=plugin, code=code)
    key = os.path.abspath(text), text, _defines(define), _paths(plugin), _code(code)
    known = _kept.get(key)
    if known and all(_stamp(path) == stamp for path, stamp in known[0]):
        return known[1]
    before = _stamp(text)
    program = Program(source, define=define, plugin=plugin, code=code)
    stamps = _stamps(program, text, before)
    _kept.pop(key, None)
    if stamps is not None:
        for old in list(_kept)[:max(0, len(_kept) - _MOST_KEPT + 1)]:
            _kept.pop(old, None)
        _kept[key] = stamps, program
    return program


class _Swept(Program):
    """A program that is read to be swept, as its section says."""

    def _read(self, text: str, given: int | None, count: int) -> int:
        address: int = library.read_sweep(self._laws.address, _library.path(text), given, count)
        return address


def sweep_file(path: Path, define: Mapping[str, Any] | None, plugin: Plugin, code: Code,
               folder: Path | None, threads: int, executor: _blocks.Executor = None,
               figures: bool = False) -> DataFrame:
    """The sweep of a file's section sweep: a pandas.DataFrame; the document in .attrs."""
    import pandas

    program = _Swept(path, define=define, plugin=plugin, code=code)
    why = ctypes.create_string_buffer(_library.WHY)
    options = _library.Options(threads=threads)
    make = library.sweep_files if figures else library.sweep_json
    with tempfile.TemporaryDirectory(prefix="lawtester-") as own:
        into = os.fspath(folder) if folder is not None else own

        def call(stop: int) -> Any:
            options.stop = stop
            return make(program._address, os.fsencode(into), ctypes.addressof(options),
                        ctypes.addressof(why), len(why))

        if executor is not None:
            _blocks.fill(program, into, executor)
        document = _document(_library.stoppable(call), why)
        if why.value:
            warnings.warn(why.value.decode(), stacklevel=3)
        stem = os.path.splitext(os.path.basename(os.fspath(path)))[0]
        table = os.path.join(into, stem + ".sweep")
        if os.path.exists(table + ".npy"):
            frame = pandas.DataFrame(np.load(table + ".npy"))
        else:
            frame = pandas.read_csv(table + ".csv", comment="#", float_precision="round_trip")
    frame.attrs["document"] = document
    return frame


def fit_data(source: Source, data: Any, define: Mapping[str, Any] | None,
             plugin: Plugin, code: Code) -> dict[str, Any]:
    """The fit of a program to other data than its own: a file, or columns by name."""
    if isinstance(data, (str, os.PathLike)):
        path = os.path.abspath(os.fspath(data))
        return open_program(source, {**(define or {}), "fit.data": path}, plugin, code).fit()
    if _table.is_frame(data):
        return Program(source, define={**(define or {}), "fit.data": data}, plugin=plugin, code=code).fit()
    names = list(data)
    with tempfile.TemporaryDirectory(prefix="lawtester-") as folder:
        path = os.path.join(folder, "data.csv")
        given = [_units.in_base_units(data[name]) if _units.is_quantity(data[name]) else (data[name], "")
                 for name in names]
        columns = np.broadcast_arrays(*[_filled(values).ravel() for values, _ in given])
        with open(path, "w", encoding="utf-8") as file:
            print(",".join(f"{name} [{unit}]" if unit not in ("", "1") else name
                           for name, (_, unit) in zip(names, given)), file=file)
            for row in zip(*(column.tolist() for column in columns)):
                print(",".join(map(repr, row)), file=file)
        return Program(source, define={**(define or {}), "fit.data": path}, plugin=plugin,
                       code=code).fit()
