# SPDX-License-Identifier: GPL-3.0-or-later
"""How much longer the Python module takes than the C library for the same impacts.

    python.py FILE RUNS

"NAME SECONDS" of processor time, as tests/bench/shared.c prints them: RUNS impacts with a varied
damping ratio in a loop, with their tables, the same with a look at a column of each, made by runs
that are started and then made to their end, and in one call on one thread.
"""
import sys
import time

import numpy as np

import lawtester as lt

program = lt.Program(sys.argv[1], define={"motion.integrator": "leapfrog", "motion.dt": "t_c/200"})
ratios = 0.5 * np.arange(int(sys.argv[2])) / int(sys.argv[2])


def one_by_one(values, look, run=program.run):
    begin = time.process_time()
    for ratio in values:
        if not look(run(dp_nratio=ratio)) > 0:
            raise SystemExit("no impact")
    return time.process_time() - begin


def in_one_call():
    begin = time.process_time()
    if program.sweep("e_n", dp_nratio=ratios, threads=1).failed.any():
        raise SystemExit("a run failed")
    return time.process_time() - begin


one_by_one(ratios[: len(ratios) // 10 + 1], lambda r: r.e_n)  # memory has been used before
print("python_runs", one_by_one(ratios, lambda r: r.e_n))
print("python_columns", one_by_one(ratios, lambda r: -r["fn"].min()))
print("python_live", one_by_one(ratios, lambda r: r.e_n, lambda **values: program.start(**values).run()))
print("python_many", in_one_call())
