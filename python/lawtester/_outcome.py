# SPDX-License-Identifier: GPL-3.0-or-later
"""What came of many runs, and of a calibration."""
from __future__ import annotations

import html
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ._public import Public, nearest
from ._result import Array
from ._units import with_unit

if TYPE_CHECKING:
    from pandas import DataFrame
    from xarray import Dataset

    from ._program import Program


class Table(Public, Mapping[str, Array]):
    """Many runs: inputs and results by name, arrays of one shape.

    Attributes:
        inputs, results: dicts of arrays. failed: array of bool. message: why the first one failed.
    """

    inputs: dict[str, Array]
    results: dict[str, Array]
    failed: np.ndarray[Any, np.dtype[np.bool_]]
    message: str
    units: dict[str, str]

    def __init__(self, inputs: dict[str, Array], results: dict[str, Array],
                 failed: np.ndarray[Any, np.dtype[np.bool_]], message: str,
                 units: Mapping[str, str], docs: Mapping[str, str] | None = None) -> None:
        self.inputs, self.results, self.failed, self.message = inputs, results, failed, message
        self._docs = docs or {}
        self.units = {name: units.get(name, "") for name in {**inputs, **results}}

    def __getitem__(self, name: str) -> Array:
        for where in (self.results, self.inputs):
            if name in where:
                return where[name]
        raise KeyError(f"no '{name}'{nearest(name, [*self.results, *self.inputs])}")

    def __iter__(self) -> Iterator[str]:
        return iter({**self.inputs, **self.results})

    def __len__(self) -> int:
        return len({**self.inputs, **self.results})

    def _ipython_key_completions_(self) -> list[str]:
        return list(self)

    def __repr__(self) -> str:
        return f"<{self.failed.size} runs, {int(self.failed.sum())} failed: {', '.join(self)}>"

    def frame(self) -> DataFrame:
        """A pandas.DataFrame with a row for each run; units in .attrs["units"]."""
        import pandas

        frame = pandas.DataFrame({name: np.ravel(self[name]) for name in self})
        frame.attrs["units"] = dict(self.units)
        return frame

    def to_xarray(self) -> Dataset:
        """An xarray.Dataset: its dimensions are the axes of the arrays, named by the input that alone varies
        along one (else "run", or "axis_0" ...); inputs are coordinates, with units and long_name."""
        from ._xarray import table_dataset

        made: Dataset = table_dataset(self)
        return made

    def quantity(self, name: str, make: Callable[[Any, str], Any] | None = None) -> Any:
        """An input or result with its unit, as of Result.quantity."""
        return with_unit(self[name], self.units[name], make)

    def _repr_html_(self) -> str:
        frame: Any = self.frame()
        return str(frame._repr_html_())


class Calibration(Public):
    """What was found. For one parameter:

    Attributes:
        converged: the target is met. value: the parameter, None if not found.
        uncertainty: of the parameter, None if the target has none.
        closed_form: its value by the closed form, if there is one. achieved: the result.
        reachable: the range of the result within the bounds. message: a sentence with numbers.
        warnings: what else the command line says.
        document: all of it, as 'lawtester calibrate --json' prints it.
        values: every parameter found, by name; uncertainties, theirs.
    """

    def __init__(self, document: dict[str, Any], program: Program, given: Mapping[str, Any],
                 again: Callable[[str], Calibration], code: str | None) -> None:
        self.document = document
        self._program, self._given, self._again, self._code = program, dict(given), again, code
        self.converged: bool = document["converged"]
        self.message: str = document.get("message", "")
        self.warnings: list[str] = list(document["warnings"])
        found = document["parameters"]
        self.values: dict[str, float | None] = {name: one["value"] for name, one in found.items()}
        self.uncertainties: dict[str, float | None] = {
            name: one["uncertainty"] for name, one in found.items()}
        first, result = next(iter(found.values())), next(iter(document["target"]))
        self.value: float | None = first["value"]
        self.uncertainty: float | None = first["uncertainty"]
        self.closed_form: float | None = first["closed_form"]
        self.achieved: float | None = document["achieved"][result]
        self.reachable: tuple[float | None, ...] = tuple(document["reachable"][result])

    def _as_of(self, code: str) -> tuple[Program, dict[str, Any]]:
        """What it is of, and its numbers, found with the law as that code has it."""
        found = self if code == self._code else self._again(code)
        if not found.converged:
            raise ValueError(found.message)
        return self._program, {**self._given, **found.values}

    def for_code(self, code: str) -> str:
        """Input lines for another code: "liggghts", "lammps", "yade" ..., calibrated with the law as that
        code has it. For several pairs of materials see lawtester.for_code."""
        from . import _program
        return _program.lines(code, [self])

    def __float__(self) -> float:
        if self.value is None:
            raise ValueError(self.message)
        return self.value

    def __repr__(self) -> str:
        found = ", ".join(
            f"{name} = {value}" + (f" +- {error:.2g}" if (error := self.uncertainties[name]) else "")
            for name, value in self.values.items())
        return f"<{found}>" if self.converged else f"<not found: {self.message}>"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{html.escape(name)}</td><td>{'' if value is None else f'{value:.8g}'}</td>"
            f"<td>{'' if error is None else f'± {error:.2g}'}</td></tr>"
            for (name, value), error in zip(self.values.items(), self.uncertainties.values()))
        return f"<table><caption>{html.escape(self.message)}</caption>{rows}</table>"
