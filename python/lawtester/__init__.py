# SPDX-License-Identifier: GPL-3.0-or-later
"""lawtester: contact laws of the discrete element method, tested on a single contact.

    import lawtester as lt

    r = lt.run("impact.yaml", dp_nratio=0.2)
    r.e_n, r["fn"], r.frame(), r.plot("-un", "-fn")
    lt.calibrate("impact.yaml", vary="dp_nratio=0:2", to="e_n=0.5").value
    lt.sweep("impact.yaml", ["e_n"], dp_nratio=numpy.linspace(0, 0.5, 50))["e_n"]

Numbers are SI, angles radians; un < 0 is overlap, fn < 0 compression. A stage program is read by
Program, once; run, sweep, calibrate, fit and verify take one, or what it is made of.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from . import _advise, _library, _program, _table
from ._advise import Advice, Unmet
from ._blocks import Executor, Statistics, Summary
from ._errors import Failed, Invalid, Place
from ._law import Contact, Law, law
from ._live import Live
from ._outcome import Calibration, Table
from ._program import Code, Path, Plugin, Program, Source, To, Value, Vary
from ._result import Columns, Result
from ._units import Number

__all__ = ["Advice", "Calibration", "Columns", "Contact", "Failed", "Invalid", "Law", "Live", "Place", "Program", "Result",
           "Statistics", "Summary", "Table", "Unmet", "advise", "calibrate", "fit", "for_code", "law", "laws", "run", "sweep",
           "table", "verify", "version"]


def version() -> str:
    """Of the library that is loaded."""
    found: bytes = _library.library.version()
    return found.decode()


__version__ = version()


def __dir__() -> list[str]:
    return [*__all__, *(name for name in globals() if name.startswith("__"))]


def run(source: Source | Program, *, define: Mapping[str, Any] | None = None,
        plugin: Plugin = None, code: Code = None, params: Mapping[str, Value] | None = None,
        table: bool = True, **values: Value) -> Result:
    """Run a stage program: a path, its text, a dict or a Program. See Program and Program.run."""
    program = _program.open_program(source, define, plugin, code)
    return program.run(params=params, table=table, **values)


def sweep(source: Source | Program, wanted: Sequence[str] | str | None = None, *,
          define: Mapping[str, Any] | None = None, plugin: Plugin = None, code: Code = None,
          params: Mapping[str, Any] | None = None, folder: Path | None = None,
          figures: bool = False, threads: int = 0, executor: Executor = None, into: Path | None = None,
          points: range | None = None, block: int | None = None, **values: Any) -> Any:
    """Many runs: a Table or Summary of what is WANTED over arrays of numbers, see Program.sweep.

    Without WANTED, the sweep that the file's section sweep describes: its table as a
    pandas.DataFrame, what 'lawtester sweep --json' prints in .attrs["document"]. Table and document
    are also written to FOLDER, if one is given, with FIGURES those of the section, too; a sweep that was
    stopped there is gone on with.
    """
    if wanted is None:
        if isinstance(source, (Program, Mapping)) or "\n" in str(source) or values or params:
            raise TypeError("the sweep of a section needs its file, and takes only define")
        if into is not None or points is not None or block is not None:
            raise TypeError("into, points and block belong to a sweep of what is wanted; a section says "
                            "what is kept: record: {format: npy}")
        if figures and folder is None:
            raise TypeError("figures=True needs the folder that they go to")
        return _program.sweep_file(source, define, plugin, code, folder, threads, executor, figures)
    program = _program.open_program(source, define, plugin, code)
    return program.sweep(wanted, params=params, threads=threads, executor=executor, into=into, points=points,
                         block=block, **values)


def calibrate(source: Source | Program, vary: Vary = None, to: To = None, *, as_run: bool = False,
              for_code: str | None = None, define: Mapping[str, Any] | None = None, plugin: Plugin = None,
              code: Code = None, params: Mapping[str, Value] | None = None, **values: Value) -> Calibration:
    """Find parameters with which results meet their targets. See Program.calibrate."""
    program = _program.open_program(source, define, plugin, code)
    return program.calibrate(vary, to, as_run=as_run, for_code=for_code, params=params, **values)


def for_code(code: str, results: Calibration | Result | Sequence[Calibration | Result]) -> str:
    """Input lines for another code: "liggghts", "lammps", "yade" ...

    RESULTS: a calibration or a run; or several, each of a pair of materials: the lines have a type for each
    material, and matrices or lines for their pairs. A material may be of a wall.

    Raises:
        ValueError: that code cannot have it; the text says why.
    """
    several = list(results) if isinstance(results, (list, tuple)) else [results]
    return _program.lines(code, several)


def advise(source: Path | Mapping[str, Any], *, dt: Number | None = None, factor: float | None = None,
           for_code: str | None = None, threads: int = 0) -> Advice:
    """Stiffness, time step and damping for a population: a file with the section advise, or a dict.

    Args:
        dt: the time step (s) to be judged; None: the largest within the file's limits is found.
        factor: of the stiffness, to be judged; None: the softest is found, or the file's own.
        for_code: "liggghts": Advice.lines are those of this code. See also Advice.for_code.

    Raises:
        Invalid: the file is wrong. Unmet: a limit cannot be met; the text has the pair and the number.
    """
    found = _advise.advise(source, dt, factor, threads)
    found.lines = found.for_code(for_code) if for_code else None
    return found


def fit(source: Source | Program, *, data: Any = None, define: Mapping[str, Any] | None = None,
        plugin: Plugin = None, code: Code = None) -> dict[str, Any]:
    """Find parameters, with errors, from measured data. See Program.fit.

    DATA, the path of a table or a dict or pandas.DataFrame of columns in SI units, is taken in the
    place of the file's own.
    """
    if data is None:
        return _program.open_program(source, define, plugin, code).fit()
    if isinstance(source, Program):
        raise TypeError("a Program has been read with its data: give the file, or a dict")
    return _program.fit_data(source, data, define, plugin, code)


def table(path: Path, *, skip: int = 0, header: int | str | None = 0, comment: str | None = None,
          where: str | None = None, rows: Any = None, block: Any = None) -> Any:
    """The table in a file, as every command reads it: a pandas.DataFrame of its columns of numbers, in SI.

    attrs["units"] has their units, attrs["words"] the names of columns that hold words, attrs["notes"]
    what was skipped or assumed, which is also a warning. SKIP lines at the beginning, HEADER (the number
    of the line with the names, or None), COMMENT, WHERE (a formula over the columns), ROWS ((10, 500) or
    "10..500"), BLOCK (number, name, "all") say what the file does not tell. Such a DataFrame may stand
    wherever a program has the name of a table.
    """
    return _table.read_table(path, skip=skip, header=header, comment=comment, where=where, rows=rows,
                             block=block)


def verify(what: Source | Program = "", *, plugin: Plugin = None,
           code: Code = None, define: Mapping[str, Any] | None = None, seed: int = 1,
           threads: int = 0) -> dict[str, Any]:
    """Test a law by its name ("" : all of them), or a stage program.

    Returns what 'lawtester verify --json' prints.
    """
    named = isinstance(what, str) and not any(mark in what for mark in "./\n")
    if not named:
        return _program.open_program(what, define, plugin, code).verify(seed=seed, threads=threads)
    if code is not None:
        raise TypeError("code= computes the law of a stage program: give its path")
    laws_ = _program._Laws(_program._paths(plugin))
    return _program._verify(laws_.address, str(what), None, seed, threads)


def laws(*, plugin: Plugin = None) -> dict[str, dict[str, Any]]:
    """Every law with its tables, by name, as 'lawtester laws --json' prints them."""
    loaded = _program._Laws(_program._paths(plugin))
    document = _library.take_json(_library.library.laws_json(loaded.address))
    return {law["name"]: law for law in document["laws"]}
