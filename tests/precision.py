#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""precision.py LAWTESTER ROOT CODES: 200 impacts of grains of 0.25 to 5 mm, 60 steps each, at random. A law that computes in
single precision changes e_n by some 1e-8; coordinates in single precision change it by 0.4 at 0.1 m from the origin."""
import csv
import math
import os
import statistics
import subprocess
import sys
import tempfile

COUNT = 200


class Random:
    """Marsaglia's xorshift, 64 bits."""

    def __init__(self):
        self.state = 88172645463325252

    def between(self, low, high):
        state, most = self.state, 2**64 - 1
        state ^= state << 13 & most
        state ^= state >> 7
        self.state = state ^ (state << 17 & most)
        return low + (high - low) * (self.state >> 11) / 2.0**53


def impacts():
    random = Random()
    for _ in range(COUNT):
        ra = 10 ** random.between(-3.3, -2.3)
        rb = ra * random.between(0.5, 1)
        speed = 10 ** random.between(-1.3, 0.3) * math.cos(random.between(0, 1.2))
        soft = 10 ** random.between(-1, 1)
        damp = random.between(0, 0.3)
        random.between(0, 1), random.between(0, 1)
        masses = [4 / 3 * math.pi * 2500 * r**3 for r in (ra, rb)]
        mass = masses[0] * masses[1] / sum(masses)
        kn = 1e5 * soft * ra / 5e-3
        step = math.pi * math.sqrt(mass / kn) / 60
        yield {"ra": ra, "rb": rb, "speed": speed, "stiff": kn, "drag": 2 * damp * math.sqrt(kn * mass), "step0": step,
               "apart": 0.37 * speed * step}


def program(law, frame):
    rows = list(impacts())
    return f"""lawtester: 1
title: Impacts at random
let: {{{", ".join(f"{name}: {value!r}" for name, value in rows[0].items())}}}
particles:
  a: {{shape: sphere, radius: ra, density: 2500}}
  b: {{shape: sphere, radius: rb, density: 2500}}
law: {{{law}, kn: stiff, cn: drag}}
motion: {{dt: step0, gap: apart, {frame}}}
stages: [{{name: impact, whats: i....., values: [-speed, 0, 0, 0, 0, 0], until: rebound, max_steps: 20000}}]
sweep:
  design: list
  results: [e_n, overlap_max, energy_residual_rel]
  over: {{{", ".join(f"{name}: {[row[name] for row in rows]}" for name in rows[0])}}}
"""


def sweep(lawtester, law, frame, *options):
    """A list for each result; None where a run failed."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "impacts.yaml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(program(law, frame))
        subprocess.run([lawtester, "sweep", path, "-q", "--plot=none", "-o", folder, *options], check=False,
                       capture_output=True)
        with open(os.path.join(folder, "impacts.sweep.csv"), encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
    return {name: [float(row[name]) if row[name] else None for row in rows] for name in ("e_n", "overlap_max", "energy_residual_rel")}


def changes(one, other):
    return [abs(a - b) for a, b in zip(one["e_n"], other["e_n"]) if a is not None and b is not None]


def main():
    lawtester, root, codes = sys.argv[1:4]
    verdicts = []

    def check(name, ok):
        verdicts.append(ok)
        print(f"{'ok' if ok else 'not ok'} {len(verdicts)} - {name}")

    bodies, linear = "frame: bodies, weight: 1", "name: linear-elastic"
    plain = sweep(lawtester, linear, bodies)
    check("all of them rebound", len(plain["e_n"]) == COUNT and None not in plain["e_n"])
    double, single = (sweep(lawtester, "code: own", "frame: contact", "--in", os.path.join(codes, name))
                      for name in ("own-double.so", "own-single-law.so"))
    worst = max(changes(double, single))
    check(f"a law in single precision: {worst:.1e}", len(changes(double, single)) == COUNT and 1e-9 < worst < 6e-8)
    # The largest change over all of them, and the median, within a factor of 1.5.
    for place, most, median in ((0.01, 1e-2, 2e-4), (0.1, 0.39, 1.5e-3), (1, 2.9, 7e-3)):
        moved = sweep(lawtester, linear, f"{bodies}, places: {{precision: single, at: {place} m}}")
        change = changes(plain, moved)
        check(f"coordinates in single precision at {place} m: largest {max(change):.3g}, median {statistics.median(change):.2g}",
              most / 1.5 < max(change) < most * 1.5 and median / 1.5 < statistics.median(change) < median * 1.5)
        check(f"the energy of rounding is booked at {place} m",
              max(x for x in moved["energy_residual_rel"] if x is not None) < 1e-13)
    same = sweep(lawtester, linear, f"{bodies}, places: {{precision: double, at: 1 m}}")
    check("coordinates in double precision are as they were", same == plain)
    path = os.path.join(root, "stages/bodies/single-precision.yaml")
    for name, text, *words in (
            ("a pair that stands still", "no coordinate changes: in a step the pair moves by less than half the distance of two "
             "numbers of single precision at motion.places.at", "run", path, "-D", "motion.places.at=1 m"),
            ("static balance", "motion.places: coordinates in single precision are not for static balance (s)",
             "run", path, "-D", "stages[0].whats=s.....", "-D", "stages[0].values[0]=0"),
            ("a calibration without steps", "calibrate with --as-run", "calibrate", path, "--vary", "dp_nratio=0:1", "--to", "e_n=0.5")):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([os.path.abspath(lawtester), *words], capture_output=True, text=True, check=False, cwd=folder)
        check(f"{name}: exit {done.returncode}", done.returncode == 4 and text in done.stderr)
    print(f"1..{len(verdicts)}")


main()
