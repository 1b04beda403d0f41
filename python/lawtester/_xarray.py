# SPDX-License-Identifier: GPL-3.0-or-later
"""Results and tables as xarray.Dataset, with units and the words of the figures' axes."""
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ._plot import axis_of

if TYPE_CHECKING:
    from ._outcome import Table
    from ._result import Array, Result


def _attributes(name: str, doc: str, unit: str) -> dict[str, str]:
    words = axis_of(name, doc, unit, np.empty(0)).words.decode()
    return {"long_name": words, **({"units": unit} if unit else {})}


def result_dataset(result: Result) -> Any:
    import xarray

    units, docs = result.units, result._run.program._docs
    columns: Mapping[str, Array] = {}
    if len(result):
        columns = result.columns

    def described(name: str) -> dict[str, str]:
        return _attributes(name, docs.get(name, ""), units.get(name, ""))

    dim = "t" if "t" in columns else "row"
    data: dict[str, Any] = {name: (dim, columns[name], described(name)) for name in columns if name != dim}
    data.update({name: ((), np.nan if value is None else value, described(name))
                 for name, value in result.results.items() if not name.endswith(("_end", "_highest", "_lowest"))})
    coords: dict[str, Any] = {name: ((), value, described(name)) for name, value in result._values.items()
                              if name not in data}
    if dim in columns:
        coords[dim] = (dim, columns[dim], described(dim))
    about = {name: result.document[name] for name in ("title", "law", "program")}
    return xarray.Dataset(data, coords, about)


def _axes_of(inputs: dict[str, Array], shape: tuple[int, ...]) -> tuple[list[str], dict[str, list[int]]]:
    """The names of the axes of the grid, and along which of them each input varies."""
    along = {name: [i for i in range(len(shape)) if shape[i] != 1 and (values.size == 0 or not np.array_equal(
        values, np.broadcast_to(values.take([0], i), shape), equal_nan=True))] for name, values in inputs.items()}
    if len(inputs) == len(shape) == 1:
        along = {name: [0] for name in inputs}
    dims = []
    for i in range(len(shape)):
        alone = [name for name, axes in along.items() if axes == [i]]
        dims.append(alone[0] if len(alone) == 1 else "run" if len(shape) == 1 else f"axis_{i}")
    return dims, along


def table_dataset(table: Table) -> Any:
    import xarray

    def described(name: str) -> dict[str, str]:
        return _attributes(name, table._docs.get(name, ""), table.units[name])

    dims, along = _axes_of(table.inputs, table.failed.shape)
    coords: dict[str, Any] = {}
    for name, values in table.inputs.items():
        axes = along[name]
        one: Any = tuple(slice(None) if i in axes else 0 for i in range(values.ndim))
        coords[name] = ([dims[i] for i in axes], np.array(values[one]), described(name))
    data: dict[str, Any] = {name: (dims, values, described(name)) for name, values in table.results.items()
                            if name not in coords}
    data["failed"] = (dims, table.failed, {"long_name": "the run failed"})
    return xarray.Dataset(data, coords, {"message": table.message} if table.message else {})
