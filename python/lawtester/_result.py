# SPDX-License-Identifier: GPL-3.0-or-later
"""What a run produced."""
from __future__ import annotations

import ctypes
import difflib
import html
import math
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _library
from ._library import library

if TYPE_CHECKING:
    from ._program import Program


class _Run:
    """Owns a run, and its program's life while it lives; the array interface is its whole table."""

    def __init__(self, address: int, program: Program) -> None:
        self.address, self.program = address, program

    def __del__(self, free: Any = library.run_free) -> None:
        free(self.address)

    @property
    def __array_interface__(self) -> dict:
        stride = ctypes.c_size_t()
        cells = library.run_cells(self.address, ctypes.addressof(stride))
        rows = library.run_rows(self.address) if cells else 0
        shape = (rows, stride.value)
        if rows == 0:  # there is nothing to point to
            return {**np.empty(shape).__array_interface__, "data": np.empty(1)}
        return {"version": 3, "typestr": np.dtype(float).str, "shape": shape, "data": (cells, True)}


class Columns(Mapping):
    """The recorded table by the names of its columns: arrays of float64 that share the run's memory
    and cannot be written to. They live as long as they are used, also without the result."""

    def __init__(self, run: _Run) -> None:
        self._run, self._places = run, {}
        while (name := library.run_column_name(run.address, len(self._places))) is not None:
            place = library.run_column_place(run.address, len(self._places))
            self._places[name.decode()] = place
        self._made: dict[str, np.ndarray] = {}

    @cached_property
    def _table(self) -> np.ndarray:
        stride = ctypes.c_size_t()
        if not library.run_cells(self._run.address, ctypes.addressof(stride)):
            return np.empty((0, max(self._places.values(), default=-1) + 1))
        return np.asarray(self._run)

    def __getitem__(self, name: str) -> np.ndarray:
        if name not in self._made:
            if name not in self._places:
                raise KeyError(f"no column '{name}'{nearest(name, self._places)}")
            self._made[name] = self._table[:, self._places[name]]
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __repr__(self) -> str:
        return f"<{len(self._table)} rows of {', '.join(self)}>"


def nearest(name: str, names: Any) -> str:
    """"; did you mean 'kn'?", or "" if none is near."""
    near = difflib.get_close_matches(name, list(names), 1)
    return f"; did you mean '{near[0]}'?" if near else ""


class Result:
    """A run. Results are attributes: r.e_n, r.t_contact, r.fn_max, r.un_end ...; None where one has
    no meaning in this run. So are parameters, lets and constants: r.kn, r.m_eff. Numbers are SI,
    angles radians; fn < 0 is compression. Columns are items: r["fn"]."""

    def __init__(self, run: _Run) -> None:
        self._run = run

    # ---- Numbers

    def __getattr__(self, name: str) -> float | None:
        if name.startswith("_"):
            raise AttributeError(name)
        value = library.run_value(self._run.address, name.encode())
        if not math.isnan(value):
            return value
        known = [*self.results, *self.parameters, *self._run.program.units]
        if name in known:
            return None
        raise AttributeError(f"no result '{name}'{nearest(name, known)}")

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self.results, *self.parameters})

    @cached_property
    def document(self) -> dict:
        """What 'lawtester run --json' prints."""
        return _library.take_json(library.run_json(self._run.address))

    @property
    def results(self) -> dict[str, float | None]:
        """Every result by its name."""
        return self.document["results"]

    @property
    def parameters(self) -> dict[str, float | str]:
        """The law's parameters as run; choices are words."""
        return self.document["parameters"]

    @property
    def units(self) -> dict[str, str]:
        """The unit of each result, column, parameter, let and constant; "1": a pure number."""
        return self._run.program.units

    # ---- The table

    @cached_property
    def columns(self) -> Columns:
        """The recorded columns: arrays by name."""
        return Columns(self._run)

    def __getitem__(self, name: str) -> np.ndarray:
        return self.columns[name]

    def __len__(self) -> int:
        return library.run_rows(self._run.address)

    def frame(self) -> Any:
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

    # ---- What happened

    @property
    def ok(self) -> bool:
        """The run came to its end and everything that the program expects came true."""
        return library.run_status(self._run.address) == _library.DONE

    @property
    def expectations(self) -> list[dict]:
        """What the program expects: text, value, expected, error, tolerance, ok."""
        return self.document["expect"]

    @property
    def events(self) -> list[dict]:
        """name, t (s), step, stage; mode 0 begun, 1 ended."""
        return self.document["events"]

    @property
    def stages(self) -> list[dict]:
        """name, steps, time (s), ended_by, t_end (s)."""
        return self.document["stages"]

    @property
    def warnings(self) -> list[str]:
        return self.document["warnings"]

    @property
    def prints(self) -> list[str]:
        """What the program's 'print' said."""
        return self.document["prints"]

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
        return f"<{self.document['title'] or self.document['program']}{rows}>"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{html.escape(name)}</td><td style='text-align:right'>{value:.6g}</td>"
            f"<td>{html.escape(unit if unit != '1' else '')}</td></tr>"
            for name, value, unit in self._rows())
        held = "".join(
            f"<tr><td>{'held' if one['ok'] else '<b>missed</b>'}</td>"
            f"<td colspan='2'>{html.escape(one['text'])}</td></tr>" for one in self.expectations)
        title = html.escape(self.document["title"] or self.document["program"])
        return f"<table><caption>{title}</caption>{rows}{held}</table>"
