# SPDX-License-Identifier: GPL-3.0-or-later
"""Stage programs: read once, run often."""
from __future__ import annotations

import ctypes
import json
import os
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Union

import numpy as np

from . import _library
from ._errors import Failed, Invalid, Place
from ._library import library
from ._result import Result, _Run, nearest

Source = Union[str, os.PathLike, Mapping]
Value = Union[float, str]


class _Laws:
    """The built-in laws and those of plug-ins; lives as long as a program of it."""

    def __init__(self, plugins: Sequence[str]) -> None:
        self.address = library.laws_new() if plugins else None
        why = ctypes.create_string_buffer(_library.WHY)
        for path in plugins:
            if library.laws_load(self.address, path.encode(), ctypes.addressof(why), len(why)):
                raise Invalid(why.value.decode(), [Place(path, 0, 0, why.value.decode())])

    def __del__(self, free: Any = library.laws_free) -> None:
        if getattr(self, "address", None):
            free(self.address)


def _paths(plugin: str | os.PathLike | Iterable | None) -> tuple[str, ...]:
    if plugin is None:
        return ()
    if isinstance(plugin, (str, os.PathLike)):
        return (os.fspath(plugin),)
    return tuple(os.fspath(path) for path in plugin)


def _defines(define: Mapping[str, Any] | None) -> tuple[str, ...]:
    return tuple(f"{name}={value}" for name, value in (define or {}).items())


class Program:
    """A stage program that is right, else Invalid.

    Args:
        source: path of a file; its text, if it has several lines; or a dict of what stands in it.
        define: other values as the command line's -D takes them: {"particles.a.radius": "6 mm"}.
        plugin: path, or paths, of shared objects with laws of one's own.

    Any number of threads may run one program. It can be pickled: it is read again then.
    """

    def __init__(self, source: Source, *, define: Mapping[str, Any] | None = None,
                 plugin: str | os.PathLike | Iterable | None = None) -> None:
        self._open(source, _defines(define), _paths(plugin))

    def _open(self, source: Source, defines: tuple[str, ...], plugins: tuple[str, ...]) -> None:
        self._source, self._defines, self._plugins = source, defines, plugins
        self._laws = _Laws(plugins)
        texts = _library.strings(defines)
        given = ctypes.addressof(texts) if defines else None
        if isinstance(source, Mapping):
            text = json.dumps(source, indent=1)
        else:
            text = os.fspath(source)
        if isinstance(source, Mapping) or "\n" in text:
            self._address = library.read_text(self._laws.address, b"program", text.encode(), given,
                                              len(defines))
        else:
            self._address = library.read_file(self._laws.address, os.fsencode(text), given,
                                              len(defines))
        self._check()
        self._numbers: dict[str, bytes] = {}
        self._units: dict[str, str] | None = None

    def _check(self) -> None:
        if library.program_ok(self._address):
            return
        errors, one = [], _library.Error()
        while library.program_error(self._address, len(errors), ctypes.addressof(one)):
            errors.append((one.note, Place(one.file.decode(), one.line, one.column,
                                           one.text.decode())))
        said = library.program_errors(self._address).decode()
        raise Invalid(said, [place for note, place in errors if not note])

    def __del__(self, free: Any = library.program_free) -> None:
        if hasattr(self, "_address"):
            free(self._address)

    def __reduce__(self) -> tuple:
        return _reopen, (self._source, self._defines, self._plugins)

    @property
    def law(self) -> str:
        """The name of the law."""
        return library.program_law(self._address).decode()

    @property
    def title(self) -> str:
        return library.program_title(self._address).decode()

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
    def units(self) -> dict[str, str]:
        """The unit of each result, column, parameter, let and constant, and of NAME_end; "1": a pure
        number."""
        if self._units is None:
            units = {}
            for kind in (_library.COLUMN, _library.CONSTANT, _library.LET, _library.PARAMETER,
                         _library.RESULT):
                for name in self._named(kind):
                    units[name.name.decode()] = name.unit.decode()
            for name in self._named(_library.COLUMN):
                units[name.name.decode() + "_end"] = name.unit.decode()
            self._units = units
        return self._units

    # ---- Numbers at other values

    def _name(self, name: str) -> bytes:
        """For C; TypeError if it is nothing that can be at another value."""
        encoded = self._numbers.get(name)
        if encoded is None:
            why = ctypes.create_string_buffer(_library.WHY)
            encoded = name.encode()
            if not library.program_varies(self._address, encoded, ctypes.addressof(why), len(why)):
                raise TypeError(why.value.decode())
            self._numbers[name] = encoded
        return encoded

    def _number(self, name: str, value: Any) -> float:
        if not isinstance(value, str):
            return value
        why, number = ctypes.create_string_buffer(_library.WHY), ctypes.c_double()
        if not library.program_choice(self._address, name.encode(), value.encode(),
                                      ctypes.addressof(number), ctypes.addressof(why), len(why)):
            raise ValueError(why.value.decode())
        return number.value

    def _options(self, values: Mapping[str, Value], **more: Any) -> tuple[_library.Options, Any]:
        """And what must live as long as they do."""
        count = len(values)
        if count == 0:
            return _library.Options(**more), None
        names = (ctypes.c_char_p * count)(*[self._name(name) for name in values])
        numbers = np.array([self._number(name, value) for name, value in values.items()], float)
        options = _library.Options(names=ctypes.addressof(names), values=numbers.ctypes.data,
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
        options, kept = self._options({**params, **values} if params else values,
                                      no_table=not table)

        def call(stop: int) -> int:
            options.stop = stop
            return library.run_with(self._address, ctypes.addressof(options))

        result = Result(_Run(_library.stoppable(call), self))
        del kept
        if library.run_status(result._run.address) == _library.FAILED:
            raise Failed(library.run_message(result._run.address).decode(), result)
        return result

    def sweep(self, wanted: Sequence[str] | str, *, params: Mapping[str, Any] | None = None,
              threads: int = 0, **values: Any) -> Table:
        """Many runs at once: VALUES are numbers or arrays, broadcast as numpy does it.

            t = program.sweep(["e_n", "e_t"], vn=np.linspace(-2, -.1, 50)[:, None], fric=[0, .3])
            t["e_n"].shape == (50, 2)

        Args:
            wanted: results, last values of columns, parameters, lets, constants by name.
            threads: 0: as many as there are processors. The numbers do not depend on it.

        A run that fails has NaN; t.failed counts them, t.message has the reason of the first.
        """
        wanted = [wanted] if isinstance(wanted, str) else list(wanted)
        given = {**(params or {}), **values}
        known = [self._name(name) for name in given]
        arrays = np.broadcast_arrays(*[
            np.vectorize(lambda value, name=name: self._number(name, value), otypes=[float])(value)
            if np.asarray(value).dtype.kind in "US" else np.asarray(value, float)
            for name, value in given.items()]) if given else []
        shape = arrays[0].shape if arrays else ()
        points = np.ascontiguousarray(np.stack([a.ravel() for a in arrays], axis=1)
                                      if arrays else np.empty((1, 0)))
        out, status = np.empty((len(points), len(wanted))), np.empty(len(points), np.intc)
        names, looked = (ctypes.c_char_p * len(known))(*known), _library.strings(wanted)
        why = ctypes.create_string_buffer(_library.WHY)
        options = _library.Options(names=ctypes.addressof(names), count=len(known), threads=threads)

        def call(stop: int) -> int:
            options.stop = stop
            return library.run_many(self._address, ctypes.addressof(options), len(points),
                                    points.ctypes.data, ctypes.addressof(looked), len(wanted),
                                    out.ctypes.data, status.ctypes.data, ctypes.addressof(why),
                                    len(why))

        done = _library.stoppable(call)
        message = why.value.decode()
        if done == 0 and message and not message.startswith("run "):
            raise TypeError(message)
        return Table({name: array for name, array in zip(given, arrays)},
                     {name: out[:, k].reshape(shape) for k, name in enumerate(wanted)},
                     status.reshape(shape) != _library.DONE, message, self.units)

    def calibrate(self, vary: str | Sequence[str] | None = None,
                  to: str | Sequence[str] | None = None, *, as_run: bool = False,
                  params: Mapping[str, Value] | None = None, **values: Value) -> Calibration:
        """The parameters with which results meet their targets.

        Args:
            vary: "dp_nratio=0:2", or several; None: as the file's section calibrate says.
            to: "e_n=0.5", as many.
            as_run: with the program's own integrator and time step, averaged over the entry phase;
                else by the exact integrator, in the limit of small steps.
            values, params: numbers at other values, as of run().
        """
        vary = [vary] if isinstance(vary, str) else vary
        to = [to] if isinstance(to, str) else to
        count = len(vary if vary is not None else to if to is not None else [None])
        options, kept = self._options({**(params or {}), **values}, as_run=as_run)
        unknowns = _library.strings(vary) if vary is not None else None
        targets = _library.strings(to) if to is not None else None

        def call(stop: int) -> int:
            options.stop = stop
            return library.calibrate_json(
                self._address, ctypes.addressof(unknowns) if unknowns else None,
                ctypes.addressof(targets) if targets else None, count, ctypes.addressof(options))

        document = _library.take_json(_library.stoppable(call))
        del kept
        if "parameters" not in document:
            raise ValueError(document.get("message", "it could not be calibrated"))
        return Calibration(document)

    def fit(self) -> dict[str, Any]:
        """What the file's section fit finds, as 'lawtester fit --json' prints it: estimates with
        standard errors and intervals, goodness of fit."""
        why = ctypes.create_string_buffer(_library.WHY)
        options = _library.Options()

        def call(stop: int) -> int:
            options.stop = stop
            return library.fit_json(self._address, ctypes.addressof(options), ctypes.addressof(why),
                                    len(why))

        return _document(_library.stoppable(call), why)

    def verify(self, *, seed: int = 1, threads: int = 0) -> dict[str, Any]:
        """Whether everything that the program expects came, and the audit of a law that it defines,
        as 'lawtester verify --json' prints it."""
        return _verify(None, "", self._address, seed, threads)


def _reopen(source: Source, defines: tuple[str, ...], plugins: tuple[str, ...]) -> Program:
    program = Program.__new__(Program)
    program._open(source, defines, plugins)
    return program


def _document(address: int | None, why: Any) -> dict[str, Any]:
    if not address:
        raise Failed(why.value.decode() or "out of memory")
    return _library.take_json(address)


def _verify(laws: int | None, law: str, program: int | None, seed: int,
            threads: int) -> dict[str, Any]:
    why = ctypes.create_string_buffer(_library.WHY)
    options = _library.Options(seed=seed, threads=threads)

    def call(stop: int) -> int:
        options.stop = stop
        return library.verify_json(laws, law.encode(), program, ctypes.addressof(options),
                                   ctypes.addressof(why), len(why))

    return _document(_library.stoppable(call), why)


class Table(Mapping):
    """Many runs: inputs and results by name, arrays of one shape.

    Attributes:
        inputs, results: dicts of arrays. failed: array of bool. message: why the first one failed.
    """

    def __init__(self, inputs: dict, results: dict, failed: np.ndarray, message: str,
                 units: Mapping[str, str]) -> None:
        self.inputs, self.results, self.failed, self.message = inputs, results, failed, message
        self.units = {name: units.get(name, "") for name in {**inputs, **results}}

    def __getitem__(self, name: str) -> np.ndarray:
        for where in (self.results, self.inputs):
            if name in where:
                return where[name]
        raise KeyError(f"no '{name}'{nearest(name, [*self.results, *self.inputs])}")

    def __iter__(self) -> Any:
        return iter({**self.inputs, **self.results})

    def __len__(self) -> int:
        return len({**self.inputs, **self.results})

    def __repr__(self) -> str:
        return f"<{self.failed.size} runs, {int(self.failed.sum())} failed: {', '.join(self)}>"

    def frame(self) -> Any:
        """A pandas.DataFrame with a row for each run; units in .attrs["units"]."""
        import pandas

        frame = pandas.DataFrame({name: np.ravel(self[name]) for name in self})
        frame.attrs["units"] = dict(self.units)
        return frame

    def _repr_html_(self) -> str:
        return self.frame()._repr_html_()


class Calibration:
    """What was found. For one parameter:

    Attributes:
        converged: the target is met. value: the parameter, None if not found.
        closed_form: its value by the closed form, if there is one. achieved: the result.
        reachable: the range of the result within the bounds. message: a sentence with numbers.
        document: all of it, as 'lawtester calibrate --json' prints it.
        values: every parameter found, by name.
    """

    def __init__(self, document: dict) -> None:
        self.document = document
        self.converged: bool = document["converged"]
        self.message: str = document.get("message", "")
        found = document["parameters"]
        self.values = {name: one["value"] for name, one in found.items()}
        first, result = next(iter(found.values())), next(iter(document["target"]))
        self.value: float | None = first["value"]
        self.closed_form: float | None = first["closed_form"]
        self.achieved: float | None = document["achieved"][result]
        self.reachable = tuple(document["reachable"][result])

    def __float__(self) -> float:
        if self.value is None:
            raise ValueError(self.message)
        return self.value

    def __repr__(self) -> str:
        found = ", ".join(f"{name} = {value}" for name, value in self.values.items())
        return f"<{found}>" if self.converged else f"<not found: {self.message}>"


# ---- Without a program in hand ------------------------------------------------------------------

_kept: dict[tuple, tuple[tuple, Program]] = {}
_MOST_KEPT = 32


def _stamp(path: str) -> tuple | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def _stamps(program: Program, path: str) -> tuple:
    paths, i = [path, *program._plugins], 0
    while (read := library.program_reads(program._address, i)) is not None:
        paths.append(os.fsdecode(read))
        i += 1
    return tuple((path, _stamp(path)) for path in paths)


def open_program(source: Source | Program, define: Mapping[str, Any] | None,
                 plugin: str | os.PathLike | Iterable | None) -> Program:
    """A program; a file that has not changed is not read again."""
    if isinstance(source, Program):
        if define or plugin:
            raise TypeError("a Program has been read: give define and plugin to Program(...)")
        return source
    text = "" if isinstance(source, Mapping) else os.fspath(source)
    if not text or "\n" in text:
        return Program(source, define=define, plugin=plugin)
    key = os.path.abspath(text), text, _defines(define), _paths(plugin)
    if key in _kept:
        stamps, program = _kept[key]
        if all(_stamp(path) == stamp for path, stamp in stamps):
            return program
        del _kept[key]
    program = Program(source, define=define, plugin=plugin)
    while len(_kept) >= _MOST_KEPT:
        _kept.pop(next(iter(_kept)), None)
    _kept[key] = _stamps(program, text), program
    return program


def sweep_file(path: str | os.PathLike, define: Mapping[str, Any] | None,
               plugin: str | os.PathLike | Iterable | None, folder: str | os.PathLike | None,
               threads: int) -> Any:
    """The sweep of a file's section sweep: a pandas.DataFrame; the document in .attrs."""
    import pandas

    laws, defines = _Laws(_paths(plugin)), _defines(define)
    texts = _library.strings(defines)
    program = Program.__new__(Program)
    program._laws = laws
    program._address = library.read_sweep(laws.address, os.fsencode(os.fspath(path)),
                                          ctypes.addressof(texts) if defines else None, len(defines))
    program._check()
    why = ctypes.create_string_buffer(_library.WHY)
    options = _library.Options(threads=threads)
    with tempfile.TemporaryDirectory(prefix="lawtester-") as own:
        into = os.fspath(folder) if folder is not None else own

        def call(stop: int) -> int:
            options.stop = stop
            return library.sweep_json(program._address, os.fsencode(into),
                                      ctypes.addressof(options), ctypes.addressof(why), len(why))

        document = _document(_library.stoppable(call), why)
        stem = os.path.splitext(os.path.basename(os.fspath(path)))[0]
        frame = pandas.read_csv(os.path.join(into, stem + ".sweep.csv"), comment="#",
                                float_precision="round_trip")
    frame.attrs["document"] = document
    return frame
