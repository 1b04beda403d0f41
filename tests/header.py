#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The rows of a law's portable header beside lawtester's own.

    header.py LAWTESTER PROGRAM [FLAG...]

The program is run by leapfrog; its header, compiled by each of gcc, g++ and clang with the flags, is given the same
motion row by row. Forces, moments and stored energy must have the same bits. In float it is compiled, without a warning
of numbers that become double, and makes all rows.
"""
import csv
import json
import os
import shutil
import subprocess
import sys
import tempfile

PATH = "un us ut an as at".split()
RATES = "vn vs vt wn ws wt".split()
ANSWERS = "fn fs ft mn ms mt".split()
PAIR = "m_eff r_eff length_a length_b contact_area".split()

DRIVER = """
#include "law.h"
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    struct P_params p = P_defaults();
    struct P_pair pair;
    struct P_derived d;
    struct P_state x;
    struct P_out o;
    struct P_move m;
    double r[%(numbers)d], last[6] = {0, 0, 0, 0, 0, 0};
    int first = 1, i;
    memset(&x, 0, sizeof x);
    memset(&o, 0, sizeof o);
    memset(&m, 0, sizeof m);
    memset(&pair, 0, sizeof pair);
    for (;;) {
        for (i = 0; i < %(numbers)d; i++)
            if (scanf("%%lf", r + i) != 1)
                return 0;
%(take)s
        if (P_setup(&p, &pair, &d))
            return 3;
        m.active = o.active;
        P_step(&p, &d, &m, &x, &o);
        printf("%%.17g %%.17g %%.17g %%.17g %%.17g %%.17g %%.17g\\n", (double)o.fn, (double)o.fs, (double)o.ft,
               (double)o.mn, (double)o.ms, (double)o.mt, (double)o.strain);
        for (i = 0; i < 6; i++)
            last[i] = r[1 + i];
        first = 0;
    }
}
"""


def driver(prefix, fields):
    """FIELDS: name of each parameter in C."""
    take = ["        m.dt = (P_real)r[0];"]
    for i, name in enumerate(PATH):
        take.append(f"        m.{name} = (P_real)r[{1 + i}];")
        take.append(f"        m.d{name} = first ? 0 : (P_real)(r[{1 + i}] - last[{i}]);")
    take += [f"        m.{name} = (P_real)r[{7 + i}];" for i, name in enumerate(RATES)]
    take += [f"        pair.{name} = (P_real)r[{13 + i}];" for i, name in enumerate(PAIR)]
    take += [f"        p.{name} = (P_real)r[{18 + i}];" for i, name in enumerate(fields)]
    text = DRIVER % {"numbers": 18 + len(fields), "take": "\n".join(take)}
    return text.replace("P_", prefix + "_")


def fields_of(header):
    """The members of the struct of parameters, and what each is called in the law."""
    text = header.split("_params {\n", 1)[1].split("};", 1)[0]
    members = [line.strip() for line in text.splitlines() if line.strip().startswith("LAW_REAL")]
    names = [line.split()[1].rstrip(";") for line in members]
    return names, [line.split("; '", 1)[1].split("'", 1)[0] if "; '" in line else name
                   for line, name in zip(members, names)]


def run(lawtester, program, folder, names):
    columns = ["t"] + PATH + RATES + PAIR + ANSWERS + ["E_strain"] + names
    done = subprocess.run([lawtester, "run", program, "-q", "--plot=none", "-o", folder, "-D", "motion.integrator=leapfrog",
                           "-D", "record.every=1", "-D", "record.columns=[%s]" % ",".join(columns)],
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if done.returncode > 1:  # 1: an expectation of another integrator
        sys.exit(done.stderr)
    with open(os.path.join(folder, os.path.splitext(os.path.basename(program))[0] + ".csv"), newline="") as file:
        return [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]


def compare(rows, answers):
    """The largest difference, of the peaks."""
    if len(rows) != len(answers):
        return float("inf")
    peaks = [max(abs(row[c]) for row in rows) or 1.0 for c in ANSWERS + ["E_strain"]]
    force, moment = max(peaks[:3]), max(peaks[3:6])
    scales = [force] * 3 + [moment] * 3 + [peaks[6]]
    worst = 0.0
    for row, answer in zip(rows, answers):
        for name, value, scale in zip(ANSWERS + ["E_strain"], answer, scales):
            off = abs(value - row[name])
            worst = max(worst, off / scale) if off == off else float("inf")
    return worst


def main(lawtester, program, *flags):
    folder = tempfile.mkdtemp()
    header = os.path.join(folder, "law.h")
    subprocess.run([lawtester, "law", "export", program, "--as", "header", "-o", header], check=True)
    text = open(header).read()
    fields, names = fields_of(text)
    prefix = text.split("struct ", 2)[1].split("_params", 1)[0]
    rows = run(lawtester, program, folder, names)
    lines, last = [], 0.0
    for row in rows:
        lines.append(" ".join("%.17g" % x for x in [row["t"] - last] + [row[c] for c in PATH + RATES + PAIR + names]))
        last = row["t"]
    for name in "driver.c", "driver.cc":
        with open(os.path.join(folder, name), "w") as file:
            file.write(driver(prefix, fields))
    failed = 0
    for compiler, source, standard in (("gcc", "driver.c", "c99"), ("g++", "driver.cc", "c++98"), ("g++", "driver.cc", "c++20"),
                                       ("clang", "driver.c", "c99"), ("clang++", "driver.cc", "c++11")):
        if not shutil.which(compiler):
            continue
        for real in ([], ["-DLAW_FLOAT"]) if source == "driver.c" else ([],):
            binary = os.path.join(folder, "driver")
            subprocess.run([compiler, "-std=" + standard, "-pedantic", "-Wall", "-Wextra", "-Wshadow", "-Wdouble-promotion",
                            "-Wno-unused-function", "-Werror", "-O2", "-ffp-contract=off", *real, *flags, "-o", binary,
                            os.path.join(folder, source), "-lm"], check=True)
            done = subprocess.run([binary], input="\n".join(lines), stdout=subprocess.PIPE, text=True, check=True)
            answers = [[float(x) for x in line.split()] for line in done.stdout.splitlines()]
            worst = compare(rows, answers)
            if worst > 0 if not real else worst == float("inf"):
                print(f"{os.path.basename(program)}, {compiler} -std={standard} {' '.join(real)}: {worst:.1e} of the peak")
                failed = 1
    shutil.rmtree(folder)
    return failed


sys.exit(main(*sys.argv[1:]))
