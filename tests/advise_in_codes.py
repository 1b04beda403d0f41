#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""advise_in_codes.py ROOT CODE: what advise says of a population, in the code itself.

600 impacts of pairs and on a wall, of random sizes, at the highest speed and slower ones, each at a phase of its own, in one deck with
the lines that the advice gives: no coefficient of restitution is further from its limit of small steps than the tolerance
and 2e-4. The smallest particles, of the largest errors, are among them. Prints a TAP test for pairs and for walls."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import numpy as np

import lawtester as lt

ROOT, CODE = pathlib.Path(sys.argv[1]), sys.argv[2]
CASES = {"lammps": ("pellets-gamma.yaml", ["lmp", "lmp_mpi", "lmp_serial"]), "liggghts": ("drum.yaml", ["liggghts"])}
PAIRS, WALLS, SMALL = 400, 200, 60

example, programs = CASES[CODE]
program = next((path for path in map(shutil.which, programs) if path), None)
if program is None:
    print(f"1..0 # SKIP {CODE} is not installed")
    sys.exit(0)

advice = lt.advise(ROOT / "doc/examples" / example)
of = advice._population
species = of.kinds[0].second
sizes, density = of.file.sizes[species], float(of.file.materials[species].value["density"].value.split()[0])
rng, dt, fastest = np.random.default_rng(7), advice.dt, of.file.speeds[-1]


def drawn(n):
    """Radii and speeds."""
    r, v = sizes.draw(rng, n), np.exp(rng.uniform(np.log(of.file.speeds[0]), np.log(fastest), n))
    r[:SMALL], v[:SMALL] = sizes.radius[0], fastest
    v[SMALL:2 * SMALL] = fastest
    return r, v


ra, va = drawn(PAIRS)
rb, _ = drawn(PAIRS)
rw, vw = drawn(WALLS)
space, atoms, velocities = 5 * sizes.radius[-1], [], []


def put(x, y, z, r, v):
    number = len(atoms) + 1
    atoms.append(f"{number} 1 {2 * r:.17g} {density:.17g} {x:.17g} {y:.17g} {z:.17g}")
    velocities.append(f"{number} {v:.17g} 0 0 0 0 0")


for i in range(PAIRS):
    gap = va[i] * dt * (5 + rng.uniform())
    x, y, z = 60 * space, (i % 20 + 1) * space, (i // 20 + 3) * space
    put(x - ra[i] - gap / 2, y, z, ra[i], va[i] / 2)
    put(x + rb[i] + gap / 2, y, z, rb[i], -va[i] / 2)
for i in range(WALLS):
    put(rw[i] + vw[i] * dt * (5 + rng.uniform()), (i % 20 + 1) * space, (i // 20 + 40) * space, rw[i], -vw[i])

steps = int(np.ceil(1.5 * np.nanmax(of.t_c) / dt + 60))
head = {"lammps": "units si\natom_style sphere\natom_modify map array\nnewton off\nboundary f f f\n",
        "liggghts": "atom_style granular\natom_modify map array\nnewton off\nunits si\nboundary f f f\n"}[CODE]
lines = advice.for_code(CODE)
types = 1 if CODE == "lammps" else 2
with tempfile.TemporaryDirectory() as folder:
    path = pathlib.Path(folder)
    (path / "data").write_text(
        f"impacts\n\n{len(atoms)} atoms\n{types} atom types\n{-space:.9g} {100 * space:.9g} xlo xhi\n0 {25 * space:.9g} ylo yhi\n"
        f"0 {60 * space:.9g} zlo zhi\n\nAtoms\n\n" + "\n".join(atoms) + "\n\nVelocities\n\n" + "\n".join(velocities) + "\n",
        encoding="utf-8")
    before = [line for line in lines.split("\n") if line.startswith(("hard_", "soft_"))]  # before the atoms
    after = [line for line in lines.split("\n") if line not in before]
    (path / "in").write_text(
        head + "\n".join(before) + f"\nread_data data\nneighbor {0.2 * space:.9g} bin\n" + "\n".join(after)
        + f"\ndump d all custom {steps} dump id vx\nrun {steps}\n".replace(
            "\nrun", '\ndump_modify d format ' + ('line "%d %.17g"' if CODE == "lammps" else '"%d %.17g"') + "\nrun"),
        encoding="utf-8")
    done = subprocess.run([program, "-in", "in", "-log", "log"], cwd=folder, capture_output=True, text=True, errors="replace",
                          check=False)
    if done.returncode:
        sys.exit(f"Bail out! {program}: {done.stdout[-800:]}{done.stderr[-400:]}")
    rows = (path / "dump").read_text(encoding="utf-8").split("ITEM: ATOMS")[-1].split("\n")[1:]
after = np.empty(len(atoms) + 1)
for row in rows:
    if row.strip():
        after[int(row.split()[0])] = float(row.split()[1])
e = (after[2:2 * PAIRS + 1:2] - after[1:2 * PAIRS:2]) / va, after[2 * PAIRS + 1:] / vw
allowed = of.file.within["e_n"] + 2e-4
wall = next(k for k, kind in enumerate(of.kinds) if kind.wall)
print("1..2")
failed = False
for number, (name, found, k, a, b, v) in enumerate((("pairs", e[0], 0, ra, rb, va), ("a wall", e[1], wall, rw, rw, vw))):
    limit, = of.sweep(k, "exact", ["e_n"], a, b, v, advice.stiffness_factor)
    worst = float(np.abs(found - limit).max())
    failed |= not worst <= allowed
    print(f"{'ok' if worst <= allowed else 'not ok'} {number + 1} - {len(v)} impacts of {name} in {CODE}, "
          f"dt {dt:.4g} s: {worst:.4f} off at most, allowed {allowed:.4f}")
sys.exit(int(failed))
