# SPDX-License-Identifier: GPL-3.0-or-later
"""The functions of lawtester.h, by ctypes: every call lets other Python threads work."""
from __future__ import annotations

import ctypes
import ctypes.util
import json
import os
import pathlib
import signal
import threading
from collections.abc import Callable, Iterable
from typing import Any

INTERFACE = "1.2"  # of lawtester.h, for which this is written
DONE, MISSED, RUNNING, FAILED = 0, 1, 2, 4
RESULT, COLUMN, PARAMETER, LET, CONSTANT, STATE, QUANTITY = range(7)
WHY = 1024  # bytes for a reason


class Name(ctypes.Structure):
    _fields_ = [(part, ctypes.c_char_p) for part in ("name", "unit", "doc", "words")]


class Error(ctypes.Structure):
    _fields_ = [("file", ctypes.c_char_p), ("line", ctypes.c_int), ("column", ctypes.c_int),
                ("text", ctypes.c_char_p), ("note", ctypes.c_int)]


class Block(ctypes.Structure):
    _fields_ = [(part, ctypes.c_size_t) for part in ("number", "first", "count", "width")] + [
        ("points", ctypes.c_void_p)]


class Options(ctypes.Structure):
    _fields_ = [("names", ctypes.c_void_p), ("values", ctypes.c_void_p), ("count", ctypes.c_size_t),
                ("stop", ctypes.c_void_p), ("threads", ctypes.c_int), ("no_table", ctypes.c_int),
                ("as_run", ctypes.c_int), ("seed", ctypes.c_ulong), ("for_code", ctypes.c_char_p)]


class Axis(ctypes.Structure):
    _fields_ = [("scale", ctypes.c_double), ("words", ctypes.c_char * 96), ("label", ctypes.c_char * 256)]


def _load() -> ctypes.CDLL:
    """The library that LAWTESTER_LIBRARY names, else the one beside this file (a wheel), else the
    one built in this source tree, else the one that the system has."""
    here = pathlib.Path(__file__).resolve()
    known = [here.with_name("liblawtester.so"), here.parents[2] / "build/src/liblawtester.so.0"]
    units = here.with_name("share") / "udunits/udunits2.xml"
    if units.exists():
        os.environ.setdefault("UDUNITS2_XML_PATH", str(units))
    path = os.environ.get("LAWTESTER_LIBRARY") or next(
        (str(file) for file in known if file.exists()), "liblawtester.so.0")
    try:
        loaded = ctypes.CDLL(path)
    except OSError as error:
        hint = "; scripts/demo builds it" if (here.parents[2] / "meson.build").exists() else ""
        raise ImportError(f"lawtester's library cannot be loaded: {error}{hint}") from None
    try:
        loaded.lawtester_interface.restype = ctypes.c_char_p
        interface = loaded.lawtester_interface().decode()
    except AttributeError:
        interface = "0"
    if interface.split(".")[0] != INTERFACE.split(".")[0]:
        raise ImportError(f"{path} has interface {interface}, this module needs {INTERFACE}")
    return loaded


_TYPES = {"P": ctypes.c_void_p, "s": ctypes.c_char_p, "i": ctypes.c_int, "u": ctypes.c_uint, "d": ctypes.c_double,
          "Z": ctypes.c_size_t, "-": None}

# Name, result, arguments; T: a text to be freed.
_FUNCTIONS = """
version s; text_free - P
laws_new P; laws_free - P; laws_load i PsPZ; laws_code i PsdPZ; laws_json T P
read_file P PsPZ; read_text P PssPZ; read_sweep P PsPZ; program_free - P
program_ok i P; program_errors s P; program_error i PZP; program_law s P; program_title s P
program_name i PiZP; program_choice i PssPPZ; program_varies i PsPZ; program_reads s PZ
program_identity T P
program_factor d PssPZ; axis_of - sssddP
run_with P PP; run_free - P; run_status i P; run_message s P; run_value d Ps; run_rows Z P
run_cells P PP; run_column_name s PZ; run_column_place Z PZ; run_json T P
run_many Z PPZPPZPPPZ
blocks_open P PsPZ; blocks_take i PP; blocks_keep i PZsPZ; blocks_close - P; block_rows T PPP
run_start P PP; run_step Z PZ; run_until Z PsZPPZ; run_set i PsdPZ; laws_function i PsPPuPPZ
table_read P sP; table_free - P; table_ok i P; table_errors s P; table_rows Z P; table_name s PZ
table_column i PZPP
calibrate_json T PPPZP; lines T sPPZPZ; sweep_json T PsPPZ; sweep_files T PsPPZ; fit_json T PPPZ; verify_json T PsPPPZ
"""

_loaded = _load()


class _Library:
    """lawtester_NAME(...) as library.NAME(...)."""

    def __getattr__(self, name: str) -> Any:  # what is declared below is found without this
        raise AttributeError(name)


library: Any = _Library()


def _declare(name: str, result: str, arguments: str = "") -> None:
    function = getattr(_loaded, "lawtester_" + name)
    function.restype = ctypes.c_void_p if result == "T" else _TYPES[result]
    function.argtypes = [_TYPES[letter] for letter in arguments]
    setattr(library, name, function)


for _line in _FUNCTIONS.replace("\n", ";").split(";"):
    if _line.strip():
        _declare(*_line.split())


def take_text(address: int | None) -> str | None:
    """The text at an address, which is freed."""
    if not address:
        return None
    try:
        return ctypes.string_at(address).decode()
    finally:
        library.text_free(address)


def take_json(address: int | None) -> Any:
    """The document in the text at an address, which is freed."""
    return json.loads(take_text(address) or "null")


def refuse(said: str) -> None:
    """Raises MemoryError where that is what the library has said."""
    if "not enough memory" in said:
        raise MemoryError(said.strip())


def text(given: Any) -> bytes:
    """For C, which ends a text at a zero byte."""
    if not isinstance(given, str):
        raise TypeError(f"{given!r} is no text")
    if "\0" in given:
        raise ValueError(f"{given!r} has a zero byte in it")
    return given.encode()


def path(given: Any) -> bytes:
    """The same of a path."""
    encoded = os.fsencode(os.fspath(given))
    if b"\0" in encoded:
        raise ValueError(f"{given!r} has a zero byte in it")
    return encoded


def strings(texts: Iterable[Any]) -> ctypes.Array[ctypes.c_char_p]:
    """An array of texts for C; it must live as long as C may look at it."""
    encoded = [text(one) for one in texts]
    return (ctypes.c_char_p * len(encoded))(*encoded)


# ---- Ctrl-C while C works ----------------------------------------------------------------------
#
# Python's own handler runs only when the call is over. But what Python does first, at the signal
# itself, is to write a byte to the descriptor of set_wakeup_fd, and a thread that waits for it tells
# C to stop; KeyboardInterrupt follows when the call returns.


class _Watch:
    def __init__(self) -> None:
        self.stop = ctypes.c_int(0)  # what C looks at
        self.pipe: tuple[int, int] | None = None
        self.before = -1

    def _wait(self, end: int) -> None:
        while True:
            numbers = os.read(end, 64)
            if not numbers:
                return
            if signal.SIGINT in numbers:
                self.stop.value = 1
            if self.before >= 0:  # whose descriptor this was before is told as well
                try:
                    os.write(self.before, numbers)
                except OSError:
                    pass

    def begin(self) -> None:
        if self.pipe is None:
            self.pipe = os.pipe()
            os.set_blocking(self.pipe[1], False)
            threading.Thread(target=self._wait, args=(self.pipe[0],), daemon=True,
                             name="lawtester-interrupt").start()
        self.before = signal.set_wakeup_fd(self.pipe[1], warn_on_full_buffer=False)

    def end(self) -> None:
        signal.set_wakeup_fd(self.before, warn_on_full_buffer=False)


_watch = _Watch()
calls_back = False  # there are laws that are Python functions
_none = ctypes.c_int(0)


def _forget() -> None:
    """A child of fork() has none of the threads of its parent."""
    global _watch
    _watch = _Watch()


os.register_at_fork(after_in_child=_forget)


def stoppable(call: Callable[[int], Any], stop: ctypes.c_int | None = None) -> Any:
    """What CALL returns, which is given the address of what tells C to stop: of STOP, or of what
    belongs to all calls."""
    if threading.current_thread() is not threading.main_thread():
        return call(ctypes.addressof(_none if stop is None else stop))
    watch = _watch
    common = watch.stop
    flag = watch.stop = common if stop is None else stop
    flag.value = 0
    watch.begin()
    try:
        found = _with_handler(call, flag) if calls_back else call(ctypes.addressof(flag))
    finally:
        watch.end()
        watch.stop = common
    if flag.value:  # and the handler has raised nothing: but what was stopped is not complete
        raise KeyboardInterrupt
    return found


def _with_handler(call: Callable[[int], Any], flag: ctypes.c_int) -> Any:
    """The same, where C may call a law in Python, which cannot raise KeyboardInterrupt through C: the
    handler is called when C has returned."""
    handler, came = signal.getsignal(signal.SIGINT), 0

    def later(number: int, frame: Any) -> None:
        nonlocal came
        came, flag.value = came + 1, 1
        if came > 1 and callable(handler):  # the law may hang
            handler(number, frame)

    if not callable(handler):
        return call(ctypes.addressof(flag))
    signal.signal(signal.SIGINT, later)
    try:
        found = call(ctypes.addressof(flag))
    finally:
        signal.signal(signal.SIGINT, handler)
    if came:
        handler(signal.SIGINT, None)
    return found
