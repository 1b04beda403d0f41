# SPDX-License-Identifier: MIT
"""Restitution over damping ratio, simulated by the library and drawn by matplotlib.

    python3 damping.py [PICTURE]

LAWTESTER_LIBRARY may name the library, where the system does not find it by itself.
"""
import ctypes
import ctypes.util
import math
import os
import sys

IMPACT = b"""
lawtester: 1
particles:
  a: {shape: sphere, radius: 5 mm, density: 2500 kg/m^3}
  b: {shape: sphere, radius: 5 mm, density: 2500 kg/m^3}
law: {name: linear, kn: 1e5 N/m, dp_nratio: 0.2, dp_mode: no-tension}
motion: {integrator: exact}
stages:
  - {whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}
record: {columns: [un, fn]}
"""

library = ctypes.CDLL(os.environ.get("LAWTESTER_LIBRARY") or ctypes.util.find_library("lawtester"))
for name, result, arguments in (
    ("read_text", "P", "PsspZ"), ("program_ok", "i", "P"), ("program_errors", "s", "P"),
    ("program_free", None, "P"), ("run_new", "P", "PppZ"), ("run_free", None, "P"),
    ("run_status", "i", "P"), ("run_message", "s", "P"), ("run_value", "d", "Ps"), ("run_rows", "Z", "P"), ("run_column", "Z", "PspZ"),
):
    types = {"P": ctypes.c_void_p, "p": ctypes.c_void_p, "s": ctypes.c_char_p, "i": ctypes.c_int,
             "d": ctypes.c_double, "Z": ctypes.c_size_t, None: None}
    function = getattr(library, "lawtester_" + name)
    function.restype = types[result]
    function.argtypes = [types[letter] for letter in arguments]


class Program:
    """A stage program that is right."""

    def __init__(self, text):
        self.handle = library.lawtester_read_text(None, b"impact.yaml", text, None, 0)
        if not library.lawtester_program_ok(self.handle):
            raise ValueError(library.lawtester_program_errors(self.handle).decode())

    def __del__(self):
        library.lawtester_program_free(self.handle)

    def run(self, results, columns=(), **overrides):
        """Named results, and columns as lists, of a run with some parameters at other values.

        A result without a meaning, such as e_t without a tangential velocity, is NaN.
        """
        names = (ctypes.c_char_p * len(overrides))(*(name.encode() for name in overrides))
        values = (ctypes.c_double * len(overrides))(*overrides.values())
        run = library.lawtester_run_new(self.handle, names, values, len(overrides))
        if library.lawtester_run_status(run) != 0:
            message = library.lawtester_run_message(run).decode()
            library.lawtester_run_free(run)
            raise RuntimeError(message)
        rows = library.lawtester_run_rows(run)
        found = [library.lawtester_run_value(run, name.encode()) for name in results]
        for name in columns:
            column = (ctypes.c_double * rows)()
            library.lawtester_run_column(run, name.encode(), column, rows)
            found.append(list(column))
        library.lawtester_run_free(run)
        return found


def theory(ratio):
    return math.exp(-2 * ratio * math.acos(ratio) / math.sqrt(1 - ratio * ratio))


program = Program(IMPACT)
ratios = [0.05 * i for i in range(20)]
restitutions = [program.run(["e_n"], dp_nratio=ratio)[0] for ratio in ratios]
for ratio, e_n in zip(ratios, restitutions):
    print(f"{ratio:.2f} {e_n:.12f} {theory(ratio):.12f}")

if len(sys.argv) > 1:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, (left, right) = pyplot.subplots(1, 2, figsize=(9, 3.6), constrained_layout=True)
    left.plot(ratios, restitutions, "o", label="simulated")
    left.plot(ratios, [theory(ratio) for ratio in ratios], label="closed form")
    left.set(xlabel="dp_nratio", ylabel="e_n")
    left.legend()
    for ratio in (0, 0.2, 0.5):
        un, fn = program.run([], ["un", "fn"], dp_nratio=ratio)
        right.plot([-1e6 * u for u in un], [-f for f in fn], label=f"dp_nratio {ratio}")
    right.set(xlabel="overlap (µm)", ylabel="normal force (N)")
    right.legend()
    figure.savefig(sys.argv[1])
