# SPDX-License-Identifier: GPL-3.0-or-later
"""What a run produced."""
from __future__ import annotations

import ctypes
import html
import math
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _library
from ._library import library
from ._public import Public, closest, nearest
from ._units import with_unit

if TYPE_CHECKING:
    from pandas import DataFrame
    from xarray import Dataset

    from ._program import Program, _Memory

Array = np.ndarray[Any, np.dtype[np.float64]]


class _Run:
    """Owns a run, and its program's life while it lives; the array interface is its whole table."""

    def __init__(self, address: int, program: Program, held: _Memory) -> None:
        self.address, self.program, self._held = address, program, held

    def __del__(self, free: Any = library.run_free) -> None:
        address, self.address = self.address, 0
        if address:
            free(address)

    @property
    def __array_interface__(self) -> dict[str, Any]:
        stride = ctypes.c_size_t()
        cells = library.run_cells(self.address, ctypes.addressof(stride))
        shape = (library.run_rows(self.address), stride.value)
        return {"version": 3, "typestr": np.dtype(float).str, "shape": shape, "data": (cells, True)}


class Columns(Public, Mapping[str, Array]):
    """The recorded table by the names of its columns: arrays of float64 that share the run's memory
    and cannot be written to. They live as long as they are used, also without the result."""

    def __init__(self, run: _Run) -> None:
        self._run = run
        self._places = run.program._places(run)
        self._made: dict[str, Array] = {}

    @cached_property
    def _table(self) -> Array:
        if library.run_rows(self._run.address) == 0:
            return np.empty((0, max(self._places.values(), default=-1) + 1))
        return np.asarray(self._run)

    def __getitem__(self, name: str) -> Array:
        if name not in self._made:
            if name not in self._places:
                raise KeyError(f"no column '{name}'{nearest(name, self._places)}")
            self._made[name] = self._table[:, self._places[name]]
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def _ipython_key_completions_(self) -> list[str]:
        return list(self)

    def __repr__(self) -> str:
        return f"<{len(self._table)} rows of {', '.join(self)}>"


class Result(Public):
    """A run. Results are attributes: r.e_n, r.t_contact, r.fn_max, r.un_end ...; None where one has
    no meaning in this run. So are parameters, lets and constants: r.kn, r.m_eff. Numbers are SI,
    angles radians; fn < 0 is compression. Columns are items: r["fn"].

    A result can be pickled: what it was run with is, and it is run again there, to the same bits."""

    def __init__(self, run: _Run, values: Mapping[str, Any], table: bool) -> None:
        self._run, self._values, self._with_table = run, dict(values), table

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self._run.program, self._values, self._with_table)

    def __copy__(self) -> Result:
        return self

    def __deepcopy__(self, memo: Any) -> Result:
        return self

    def _as_of(self, code: str) -> tuple[Program, dict[str, Any]]:
        return self._run.program, self._values

    def for_code(self, code: str) -> str:
        """Input lines for another code: "liggghts", "lammps", "yade" ..., of the law with the numbers of
        this run. For several pairs of materials see lawtester.for_code."""
        from . import _program
        return _program.lines(code, [self])

    # ---- Numbers

    def __getattr__(self, name: str) -> float | None:
        if name.startswith("_"):
            raise AttributeError(name)
        value: float = library.run_value(self._run.address, name.encode())
        if not math.isnan(value):
            return value
        known = self._names()
        if name in known:
            return None
        error = AttributeError(f"no result '{name}'{nearest(name, known)}")
        error.name = name  # so that Python adds no hint of its own
        raise error

    def _names(self) -> list[str]:
        return [*self.results, *self.parameters, *self.units]

    def __dir__(self) -> list[str]:
        """Methods, properties and results; parameters and NAME_end are there too, but are many."""
        return sorted({*super().__dir__()} | {name for name in self.results if not name.endswith("_end")})

    def _ipython_key_completions_(self) -> list[str]:
        return list(self.columns)

    @cached_property
    def document(self) -> dict[str, Any]:
        """What 'lawtester run --json' prints."""
        document: dict[str, Any] = _library.take_json(library.run_json(self._run.address))
        return document

    @property
    def results(self) -> dict[str, float | None]:
        """Every result by its name."""
        results: dict[str, float | None] = self.document["results"]
        return results

    @property
    def parameters(self) -> dict[str, float | str]:
        """The law's parameters as run; choices are words."""
        parameters: dict[str, float | str] = self.document["parameters"]
        return parameters

    @property
    def units(self) -> dict[str, str]:
        """The unit of each result, column, parameter, let and constant; "1": a pure number."""
        return self._run.program.units

    # ---- The table

    @cached_property
    def columns(self) -> Columns:
        """The recorded columns: arrays by name."""
        return Columns(self._run)

    def __getitem__(self, name: str) -> Array:
        if name in self.columns:
            return self.columns[name]
        if name in (numbers := self._names()):
            raise KeyError(f"no column '{name}', but a number of the run: .{name}")
        meant = closest(name, [*self.columns, *numbers])
        shown = repr(meant) if meant in self.columns else "." + meant
        raise KeyError(f"no column '{name}'" + (f"; did you mean {shown}?" if meant else ""))

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def __contains__(self, name: object) -> bool:
        return name in self.columns

    def __len__(self) -> int:
        return int(library.run_rows(self._run.address))

    def __bool__(self) -> bool:
        return True

    def frame(self) -> DataFrame:
        """The table as a pandas.DataFrame that shares the run's memory; units in .attrs["units"]."""
        import pandas

        columns = self.columns
        places = list(columns._places.values())
        if places == list(range(places[0], places[0] + len(places))) if places else False:
            table = columns._table[:, places[0]:places[0] + len(places)]
            frame = pandas.DataFrame(table, columns=list(columns), copy=False)
        else:
            frame = pandas.DataFrame({name: columns[name] for name in columns}, copy=False)
        frame.attrs["units"] = {name: self.units.get(name, "") for name in columns}
        return frame

    def to_xarray(self) -> Dataset:
        """An xarray.Dataset: columns over the dimension t, results as single numbers, the numbers that this
        run has at other values as coordinates; each with its units and long_name."""
        from ._xarray import result_dataset

        made: Dataset = result_dataset(self)
        return made

    def quantity(self, name: str, make: Callable[[Any, str], Any] | None = None) -> Any:
        """A column, result, parameter, let or constant with its unit, as a pint.Quantity; or what
        MAKE(value, unit) is: unyt.unyt_array, astropy.units.Quantity, the Quantity of a registry."""
        value = self[name] if name in self.columns else getattr(self, name)
        return with_unit(math.nan if value is None else value, self.units.get(name, ""), make)

    # ---- What happened

    @property
    def ok(self) -> bool:
        """The run came to its end and everything that the program expects came true."""
        return int(library.run_status(self._run.address)) == _library.DONE

    @property
    def expectations(self) -> list[dict[str, Any]]:
        """What the program expects: text, value, expected, error, tolerance, ok."""
        return list(self.document["expect"])

    @property
    def events(self) -> list[dict[str, Any]]:
        """name, t (s), step, stage; mode 0 begun, 1 ended."""
        return list(self.document["events"])

    @property
    def stages(self) -> list[dict[str, Any]]:
        """name, steps, time (s), ended_by, t_end (s)."""
        return list(self.document["stages"])

    @property
    def warnings(self) -> list[str]:
        """What the command line warns of."""
        return list(self.document["warnings"])

    @property
    def prints(self) -> list[str]:
        """What the program's 'print' said."""
        return list(self.document["prints"])

    def check(self) -> Result:
        """Itself; AssertionError with what the program expects and did not come."""
        missed = [one for one in self.expectations if not one["ok"]]
        if missed:
            raise AssertionError("; ".join(
                f"{one['text']}: {one['value']}, expected {one['expected']}" for one in missed))
        return self

    # ---- For people

    def plot(self, x: str = "un", y: str = "fn", *, axes: Any = None, **line: Any) -> Any:
        """Draw one column over another by matplotlib; returns the axes. "-un" and "-fn" have the
        other sign. Further keywords are those of Axes.plot."""
        from ._plot import plot

        return plot(self, x, y, axes, line)

    def _rows(self) -> list[tuple[str, float, str]]:
        return [(name, value, self.units.get(name, "")) for name, value in self.results.items()
                if value is not None and not name.endswith(("_end", "_highest", "_lowest"))]

    def __repr__(self) -> str:
        rows = "".join(f"\n  {name:<20} {value:.6g} {unit if unit != '1' else ''}".rstrip()
                       for name, value, unit in self._rows())
        warned = "".join(f"\n  warning: {text}" for text in self.warnings)
        return f"<{self.document['title'] or self.document['program']}{rows}{warned}>"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{html.escape(name)}</td><td style='text-align:right'>{value:.6g}</td>"
            f"<td>{html.escape(unit if unit != '1' else '')}</td></tr>"
            for name, value, unit in self._rows())
        held = "".join(
            f"<tr><td>{'held' if one['ok'] else '<b>missed</b>'}</td>"
            f"<td colspan='2'>{html.escape(one['text'])}</td></tr>" for one in self.expectations)
        warned = "".join(f"<tr><td><b>warning</b></td><td colspan='2'>{html.escape(text)}</td></tr>"
                         for text in self.warnings)
        title = html.escape(self.document["title"] or self.document["program"])
        return f"<table><caption>{title}</caption>{rows}{held}{warned}</table>"


def _again(program: Program, values: dict[str, Any], table: bool) -> Result:
    return program._run(values, table)
