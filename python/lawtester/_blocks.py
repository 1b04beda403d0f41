# SPDX-License-Identifier: GPL-3.0-or-later
"""Sweeps in blocks: by the workers of any executor, to a file, or kept as statistics."""
from __future__ import annotations

import contextlib
import ctypes
import dataclasses
import functools
import math
import os
import pickle
import platform
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor as _Executor, Future, ProcessPoolExecutor, wait
from typing import TYPE_CHECKING, Any, NamedTuple, Union

import numpy as np

from . import _library
from ._errors import Failed
from ._library import library
from ._outcome import Table
from ._public import Public
from ._result import Array

if TYPE_CHECKING:
    from pandas import DataFrame

    from ._program import Program

_Given = Union[_Executor, Callable[[], _Executor]]
Executor = Union[_Given, None]
Path = Union[str, "os.PathLike[str]"]

_LOSSES = 4  # of a block's workers in turn, after which the block is at fault
_LARGEST = 16384  # points of a block: far longer than it takes to send it
_FEWEST = 256  # blocks of a design, so that every worker gets several
_MOST = 10000  # of a very large one: executors keep something of each

# ---- Blocks by an executor ----------------------------------------------------------------------


def _is_loss(error: BaseException | None) -> bool:
    """The worker has ended, not the work."""
    return isinstance(error, BrokenExecutor) or type(error).__name__ == "KilledWorker"  # of dask


def _workers(executor: Any) -> int:
    """How many it says that it has."""
    client = getattr(executor, "_client", None)  # of dask: workers come and go
    known = sum(client.ncores().values()) if client else getattr(executor, "_max_workers", 0)
    return known or os.cpu_count() or 1


class _Task:
    """A call that an executor makes, and how many workers it has lost."""

    def __init__(self, arguments: Sequence[Any]) -> None:
        self.arguments, self.losses = arguments, 0
        self.future: Future[Any] = Future()

    def submit(self, executor: _Executor, work: Callable[..., Any]) -> None:
        try:
            self.future = executor.submit(work, *self.arguments, self.losses)
        except BrokenExecutor as error:
            self.future = Future()
            self.future.set_exception(error)

    def submit_again(self, executor: _Executor, work: Callable[..., Any]) -> None:
        self.losses += 1
        self.submit(executor, work)

    def is_lost(self) -> bool:
        future = self.future
        return future.done() and not future.cancelled() and _is_loss(future.exception())


class _Pool:
    """An executor, and another one like it when it is broken."""

    def __init__(self, given: _Given) -> None:
        self.given, self.own = given, False
        if hasattr(given, "get_executor"):
            raise TypeError(f"executor is {given!r}: give its get_executor()")
        if not isinstance(given, _Executor) and not callable(given):
            raise TypeError(f"executor is {given!r}: it must be an executor of concurrent.futures, or "
                            "a function that makes one")
        if isinstance(given, _Executor):
            self.executor = given
        else:
            self.executor, self.own = given(), True

    def renew(self) -> None:
        old: Any = self.executor
        if not isinstance(self.given, _Executor):
            new = self.given()
        elif type(self.given) is ProcessPoolExecutor:
            new = ProcessPoolExecutor(old._max_workers, old._mp_context, old._initializer, old._initargs)
        else:
            raise Failed(f"{old!r} has lost a worker and takes no more work: give a function that makes "
                         "one, executor=lambda: ...")
        self.close()
        self.executor, self.own = new, True

    def close(self) -> None:
        if self.own:
            self.executor.shutdown(wait=False)


def in_order(executor: _Given, work: Callable[..., Any],
             calls: Iterable[Sequence[Any]]) -> Iterator[Any]:
    """WORK(*call, losses) of each call, in their order. Four calls for each worker are under way; what
    was lost with a worker is done again."""
    pool, calls, waiting = _Pool(executor), iter(calls), deque[_Task]()
    most, looked = 0, -math.inf
    try:
        while True:
            if time.monotonic() - looked > 1:
                most, looked = 4 * _workers(pool.executor), time.monotonic()
            while len(waiting) < most and (call := next(calls, None)) is not None:
                waiting.append(_Task(call))
                waiting[-1].submit(pool.executor, work)
            if not waiting:
                return
            wait([waiting[0].future])
            if waiting[0].is_lost():
                _again(pool, waiting, work)
            else:
                yield waiting.popleft().future.result()
    finally:
        for task in waiting:
            task.future.cancel()
        pool.close()


def _again(pool: _Pool, waiting: Sequence[_Task], work: Callable[..., Any]) -> None:
    """Whatever is lost is given to a worker again: the first block alone, so that no other one is at
    fault if that worker is lost, too."""
    first, times = waiting[0], 1
    while first.is_lost():
        error = first.future.exception()
        if times == _LOSSES:
            raise Failed(f"the block from point {first.arguments[1]} on lost its worker {times} times; the last said: "
                         f"{error}")
        if isinstance(error, BrokenExecutor):
            wait([task.future for task in waiting])  # a broken executor ends them all
            pool.renew()
        first.submit_again(pool.executor, work)
        wait([first.future])
        times += 1
    for task in filter(_Task.is_lost, waiting):
        task.submit_again(pool.executor, work)


# ---- Programs in workers ------------------------------------------------------------------------


@functools.lru_cache(maxsize=8)
def opened(job: bytes) -> Any:
    """What was packed, once in each worker."""
    program, identity, more = pickle.loads(job)
    if identity_of(program) != identity:
        raise ValueError(f"on {platform.node()} the program, a file that it reads, a plug-in or "
                         "lawtester itself is not what it is where the sweep was begun")
    return program, more


def packed(program: Program, more: Any) -> bytes:
    return pickle.dumps((program, identity_of(program), more))


def identity_of(program: Program) -> str:
    """A hash of all that the runs of a program depend on."""
    return _library.take_text(library.program_identity(program._address)) or ""


# ---- The sweep of a section ---------------------------------------------------------------------


def _rows(job: bytes, first: int, points: Array, number: int, losses: int = 0) -> tuple[int, bytes]:
    """In a worker: the rows of a block."""
    program, _ = opened(job)
    block = _library.Block(number, first, *points.shape, points.ctypes.data)
    options = _library.Options()

    def call(stop: int) -> Any:
        options.stop = stop
        return library.block_rows(program._address, ctypes.addressof(block), ctypes.addressof(options))

    rows = _library.take_text(_library.stoppable(call))
    if rows is None:
        raise KeyboardInterrupt
    return number, rows.encode()


def _taken(blocks: int, job: bytes) -> Iterator[tuple[bytes, int, Array, int]]:
    """The blocks that are not kept."""
    block = _library.Block()
    while library.blocks_take(blocks, ctypes.addressof(block)):
        points = np.ctypeslib.as_array(ctypes.cast(block.points, ctypes.POINTER(ctypes.c_double)),
                                       (block.count, block.width))
        yield job, block.first, points.copy(), block.number


def fill(program: Program, folder: str, executor: _Given) -> None:
    """Has the points of a section run by an executor, into the file of finished rows in FOLDER."""
    why = ctypes.create_string_buffer(_library.WHY)
    blocks = library.blocks_open(program._address, os.fsencode(folder), ctypes.addressof(why), len(why))
    if not blocks:
        _library.refuse(why.value.decode())
        raise Failed(why.value.decode())
    try:
        for number, rows in in_order(executor, _rows, _taken(blocks, packed(program, None))):
            if not library.blocks_keep(blocks, number, rows, ctypes.addressof(why), len(why)):
                raise Failed(why.value.decode())
    finally:
        library.blocks_close(blocks)


# ---- Statistics ---------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Statistics:
    """Of the finite numbers of a column; sd is the standard deviation of a sample."""
    count: int
    min: float
    max: float
    mean: float
    sd: float


class _Moments(NamedTuple):
    n: int = 0
    least: float = math.inf
    greatest: float = -math.inf
    mean: float = 0.0
    squares: float = 0.0  # sum of squared deviations from the mean

    def __add__(self, other: Any) -> _Moments:
        """Of both together (Chan, Golub and LeVeque 1983)."""
        n, away = self.n + other.n, other.mean - self.mean
        if self.n == 0 or other.n == 0:
            filled: _Moments = self if self.n > 0 else other
            return filled
        return _Moments(n, min(self.least, other.least), max(self.greatest, other.greatest),
                        self.mean + away * (other.n / n),
                        self.squares + other.squares + away * away * (self.n * other.n / n))

    def statistics(self) -> Statistics:
        if self.n == 0:
            return Statistics(0, math.nan, math.nan, math.nan, math.nan)
        sd = math.sqrt(self.squares / (self.n - 1)) if self.n > 1 else math.nan
        return Statistics(self.n, self.least, self.greatest, self.mean, sd)


def _moments(column: Array) -> _Moments:
    """Sums are exact, and rounded once: the same on every machine."""
    finite = column[np.isfinite(column)]
    if finite.size == 0:
        return _Moments()
    mean = math.fsum(finite) / finite.size
    return _Moments(finite.size, float(finite.min()), float(finite.max()), mean,
                    math.fsum((finite - mean) ** 2))


class Summary(Public):
    """Many runs whose numbers are in a file, or are kept as statistics only.

    Attributes:
        points, failed: how many. message: why the first one failed.
        statistics: of each result: count, min, max, mean and sd of its finite numbers.
        path: of the file; None.
    """

    def __init__(self, path: Path | None, wanted: Sequence[str], units: Mapping[str, str]) -> None:
        self.path, self.points, self.failed, self.message = path, 0, 0, ""
        self.units = {name: units.get(name, "") for name in wanted}
        self._moments = {name: _Moments() for name in wanted}

    def _add(self, block: _Done) -> None:
        self.points += block.n
        self.failed += block.n_failed
        self.message = self.message or block.message
        for name, moments in zip(self._moments, block.moments):
            self._moments[name] += moments

    @property
    def statistics(self) -> dict[str, Statistics]:
        """Of each result by name."""
        return {name: moments.statistics() for name, moments in self._moments.items()}

    def frame(self) -> DataFrame:
        """The statistics as a pandas.DataFrame with a row for each result."""
        import pandas

        return pandas.DataFrame([dataclasses.asdict(one) for one in self.statistics.values()], list(self.units))

    def __repr__(self) -> str:
        where = f", in {os.fspath(self.path)}" if self.path else ""
        return f"<{self.points} runs, {self.failed} failed: {', '.join(self.units)}{where}>"


# ---- Files --------------------------------------------------------------------------------------


class _Npy:
    """An array of NumPy with a field for each column; numpy.load(path, mmap_mode="r") reads it."""

    def __init__(self, path: str, names: Sequence[str], units: Mapping[str, str], rows: int) -> None:
        self.type = np.dtype([(name, "<f8") for name in names] + [("failed", "?")])
        self.file = open(path, "wb")
        npy: Any = np.lib.format
        npy.write_array_header_1_0(self.file, {
            "descr": npy.dtype_to_descr(self.type), "fortran_order": False, "shape": (rows,)})

    def put(self, columns: Sequence[Array], failed: Any) -> None:
        rows = np.empty(len(failed), self.type)
        for name, column in zip(self.type.names or (), [*columns, failed]):
            rows[name] = column
        self.file.write(rows.tobytes())

    def close(self) -> None:
        self.file.close()


class _Parquet:
    """A group of rows for each block; units are in the metadata of the fields."""

    def __init__(self, path: str, names: Sequence[str], units: Mapping[str, str], rows: int) -> None:
        import pyarrow
        import pyarrow.parquet

        fields = [pyarrow.field(name, pyarrow.float64(), metadata={"unit": units.get(name, "")})
                  for name in names]
        self.arrow = pyarrow
        self.schema = pyarrow.schema([*fields, pyarrow.field("failed", pyarrow.bool_())])
        self.writer = pyarrow.parquet.ParquetWriter(path, self.schema)

    def put(self, columns: Sequence[Array], failed: Any) -> None:
        arrays = [self.arrow.array(column) for column in [*columns, failed]]
        self.writer.write_table(self.arrow.Table.from_arrays(arrays, schema=self.schema))

    def close(self) -> None:
        self.writer.close()


_KINDS: dict[str, Any] = {".npy": _Npy, ".parquet": _Parquet}


# ---- A sweep ------------------------------------------------------------------------------------


class _Done(NamedTuple):
    """What came of a block."""
    n: int
    values: Any  # None: not kept
    failed: Any
    message: str
    n_failed: int
    moments: list[_Moments]


def _points(arrays: Iterable[Array], first: int, end: int) -> Array:
    """A row for each point of arrays that are broadcast."""
    views = np.broadcast_arrays(*arrays)
    return np.ascontiguousarray(np.stack([view.flat[first:end] for view in views], axis=1)
                                if views else np.empty((end - first, 0)))


def _run(job: bytes, first: int, end: int, points: Array | None, losses: int = 0) -> _Done:
    """In a worker: a block of runs."""
    program, (arrays, names, wanted, threads, how) = opened(job)
    points = _points(arrays, first, end) if points is None else points
    return _block(program, names, wanted, threads, how, first, points)


def _block(program: Program, names: Sequence[str], wanted: Sequence[str], threads: int, how: str | None,
           first: int, points: Array) -> _Done:
    values, failed, message = program._many(names, points, wanted, threads, first)
    moments = [_moments(column) for column in values.T] if how is not None else []
    kept = how != "statistics"
    return _Done(len(points), values if kept else None, failed if kept else None, message,
                 int(failed.sum()), moments)


def _spans(points: range, block: int | None, whole: bool) -> Iterator[tuple[int, int]]:
    """The blocks: first point and end. They depend on the design alone."""
    if block is None:
        size = len(points)
        block = max(1, size if whole else max(min(size // _FEWEST, _LARGEST), size // _MOST))
    for first in range(points.start, points.stop, block):
        yield first, min(first + block, points.stop)


def _range(points: range | None, size: int) -> range:
    if points is None:
        return range(size)
    if not isinstance(points, range) or points.step != 1 or not 0 <= points.start <= points.stop <= size:
        raise ValueError(f"points is {points!r}: it must be range(first, end) within the {size} points "
                         "of the sweep")
    return points


def _how(into: Path | None) -> str | None:
    """".npy", ".parquet", "statistics"; None: in memory."""
    if into is None or into == "statistics":
        return "statistics" if into else None
    ending = os.path.splitext(os.fspath(into))[1]
    if ending not in _KINDS:
        raise ValueError(f"into is {into!r}: it must end in .parquet or .npy, or be \"statistics\"")
    return ending


def sweep(program: Program, given: Mapping[str, Array], wanted: Sequence[str], threads: int,
          executor: Executor, into: Path | None, points: range | None, block: int | None) -> Any:
    """See Program.sweep. GIVEN: arrays to be broadcast."""
    arrays = dict(zip(given, np.broadcast_arrays(*given.values())))
    shape = next(iter(arrays.values())).shape if arrays else ()
    chosen, how = _range(points, math.prod(shape)), _how(into)
    if block is not None and (not isinstance(block, (int, np.integer)) or block < 1):
        raise ValueError(f"block is {block!r}: it must be a number of runs, at least 1")
    names, few = list(given), list(given.values())
    program._many(names, np.empty((0, len(names))), wanted, 1)  # raises for a wrong name, also without points
    spans = _spans(chosen, block, executor is None and how is None)
    if executor is None:
        done: Iterator[_Done] = (_block(program, names, wanted, threads, how, first, _points(few, first, end))
                                 for first, end in spans)
    else:
        # What is sent with each block: the arrays, or its points if these are fewer.
        is_grid = sum(array.size for array in few) < len(names) * _LARGEST
        job = packed(program, (few if is_grid else (), names, list(wanted), threads or 1, how))
        done = in_order(executor, _run, ((job, first, end, None if is_grid else _points(few, first, end))
                                         for first, end in spans))
    if how is None:
        return _table(program, arrays, wanted, done, shape if points is None else (len(chosen),), chosen)
    return _summary(program, arrays, wanted, done, how, into, chosen)


def _table(program: Program, arrays: Mapping[str, Array], wanted: Sequence[str], done: Iterable[_Done],
           shape: tuple[int, ...], chosen: range) -> Table:
    """Everything in memory."""
    out, failed = np.empty((len(chosen), len(wanted))), np.empty(len(chosen), bool)
    message, at = "", 0
    for block in done:
        out[at:at + block.n], failed[at:at + block.n] = block.values, block.failed
        message, at = message or block.message, at + block.n
    inputs = {name: array if shape == array.shape else array.flat[chosen.start:chosen.stop]
              for name, array in arrays.items()}
    return Table(inputs, {name: out[:, k].reshape(shape) for k, name in enumerate(wanted)},
                 failed.reshape(shape), message, program.units, program._docs)


def _summary(program: Program, arrays: Mapping[str, Array], wanted: Sequence[str], done: Iterable[_Done],
             how: str, into: Path | None, chosen: range) -> Summary:
    """Everything in a file, which has its name when it is complete; or statistics."""
    if how == "statistics":
        summary = Summary(None, wanted, program.units)
        for block in done:
            summary._add(block)
        return summary
    summary, path = Summary(into, wanted, program.units), os.fspath(into or "") + ".partial"
    file = _KINDS[how](path, list(dict.fromkeys([*arrays, *wanted])), program.units, len(chosen))
    try:
        with contextlib.closing(file):
            for block in done:
                first = chosen.start + summary.points
                columns = {name: array.flat[first:first + block.n] for name, array in arrays.items()}
                columns.update(zip(wanted, block.values.T))
                file.put(list(columns.values()), block.failed)
                summary._add(block)
        os.replace(path, into or "")
    except BaseException:
        os.remove(path)
        raise
    return summary
