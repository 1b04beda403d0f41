# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables from files as the commands read them, and DataFrames as such files."""
from __future__ import annotations

import ctypes
import hashlib
import os
import sys
import tempfile
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _library
from ._errors import Invalid, Place
from ._library import library

if TYPE_CHECKING:
    from pandas import DataFrame


class How(ctypes.Structure):
    _fields_ = [("skip", ctypes.c_size_t), ("header", ctypes.c_char_p), ("comment", ctypes.c_char_p),
                ("where", ctypes.c_char_p), ("rows", ctypes.c_char_p), ("block", ctypes.c_char_p)]


def _text(value: Any) -> bytes | None:
    return None if value is None else _library.text(str(value))


def columns_of(path: Any, skip: int = 0, header: Any = 0, comment: str | None = None,
               where: str | None = None, rows: Any = None,
               block: Any = None) -> tuple[dict[str, Any], dict[str, str], list[str], str]:
    """Columns of numbers in SI, their units, names of columns that hold words, and notes."""
    if isinstance(rows, (tuple, list)):
        rows = "..".join("" if end is None else str(end) for end in rows)
    how = How(skip, _text("none" if header is None else header or None), _text(comment), _text(where),
              _text(rows), _text(block))
    address = library.table_read(_library.path(path), ctypes.addressof(how))
    try:
        said = library.table_errors(address).decode(errors="replace")
        if not library.table_ok(address):
            _library.refuse(said)
            raise Invalid(said, [Place(os.fspath(path), 0, 0, said.strip())])
        columns: dict[str, Any] = {}
        units: dict[str, str] = {}
        words: list[str] = []
        unit = ctypes.c_char_p()
        while (name := library.table_name(address, len(columns) + len(words))) is not None:
            i = len(columns) + len(words)
            values = np.empty(library.table_rows(address))
            label = name.decode(errors="replace") or f"c{i + 1}"
            if library.table_column(address, i, values.ctypes.data, ctypes.addressof(unit)):
                columns[label] = values
                units[label] = (unit.value or b"").decode()
            else:
                words.append(label)
        return columns, units, words, said
    finally:
        library.table_free(address)


def read_table(path: Any, **how: Any) -> DataFrame:
    import pandas as pd
    columns, units, words, said = columns_of(path, **how)
    frame: DataFrame = pd.DataFrame(columns)
    frame.attrs["units"] = units
    if words:
        frame.attrs["words"] = words
    if said:
        frame.attrs["notes"] = said
        warnings.warn(said.strip(), stacklevel=3)
    return frame


def is_frame(value: Any) -> bool:
    """A pandas.DataFrame, without loading pandas for the question."""
    pandas = sys.modules.get("pandas")
    return pandas is not None and isinstance(value, pandas.DataFrame)


_folder: tempfile.TemporaryDirectory[str] | None = None  # removed when the process ends


def kept_frame(frame: DataFrame) -> str:
    """The path of a file with a DataFrame, which is read back to the bit; units are in its attrs.

    The file stays until this process ends, as a program may be read once more.
    """
    global _folder
    units = frame.attrs.get("units", {})
    heads = [f"{name} [{units[name]}]" if units.get(name) else str(name) for name in frame]
    lines = [",".join('"' + head.replace('"', '""') + '"' for head in heads)]
    columns = [frame.iloc[:, i].to_numpy(float, na_value=np.nan).tolist()
               for i in range(frame.shape[1])]
    lines += [",".join(map(repr, row)) for row in zip(*columns)]
    text = "\n".join(lines) + "\n"
    if _folder is None:
        _folder = tempfile.TemporaryDirectory(prefix="lawtester-")
    path = os.path.join(_folder.name, hashlib.sha256(text.encode()).hexdigest() + ".csv")
    if not os.path.exists(path):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    return path
