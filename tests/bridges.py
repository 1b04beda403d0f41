#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""bridges.py LAWTESTER DATA: liquid bridges of six models beside a table of closed forms of 40 digits: forces, energies,
restitution, sticking; at a wall; and beside YADE's.

Prints a TAP test for each with its worst error."""
import math
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from led import run_all, table  # noqa: E402

DONE = "  - {whats: i....., values: [-SPEED, 0, 0, 0, 0, 0], until: rebound}\n"


def law(row, more=""):
    return f"name: liquid-bridge, kn: 1000, bridge_model: {row['model'].replace('_', '-')}, bridge_volume: {row['V']}, " \
           f"bridge_gamma: {row['gamma']}, bridge_angle: {math.radians(float(row['theta_deg']))!r}{more}"


def program(row, law_text, motion, stages, columns, b=None):
    a = "shape: wall" if row["r_a"] == "wall" else f"shape: sphere, radius: {row['r_a']}, density: 2500"
    return f"""particles:
  a: {{{a}}}
  b: {{shape: sphere, radius: {b or row['r_b']}, density: 2500}}
law: {{{law_text}}}
motion: {{{motion}}}
stages:
{stages}record: {{every: 1, columns: [{columns}]}}
"""


# ---- Led --------------------------------------------------------------------------------------------------------------


def led(folder, row, name, gaps, more):
    """Along n through the GAPS."""
    path = os.path.join(folder, name + ".path.csv")
    with open(path, "w", encoding="utf-8") as file:
        file.write("t,un\n" + "".join(f"{i},{gap!r}\n" for i, gap in enumerate(gaps)))
    stages = f"  - {{whats: uvvvvv, values: [{{file: {path}, column: un, over: t}}, 0, 0, 0, 0, 0], until: step >= {len(gaps) - 1}}}\n"
    return program(row, law(row, more), f"gap: {gaps[0]!r}, instants: {{file: {path}, column: t}}", stages, "un, fn")


def forces(folder, number):
    return [float(row["fn"]) for row in table(os.path.join(folder, "out", f"row{number}.csv"))]


def from_the_table(lawtester, folder, rows):
    """The pull at four gaps, the last of them a hair before it ruptures."""
    worst = 0
    gaps = [[share * float(row["s_rupture"]) for share in (-0.01, 0, 0.1, 0.5, 1 - 1e-14)] for row in rows]
    run_all(lawtester, folder, [led(folder, r, f"row{i}", g, ", bridge_inside: full") for i, (r, g) in enumerate(zip(rows, gaps))])
    for i, row in enumerate(rows):
        found = forces(folder, i)[1:]
        for force, name in zip(found, ("F_0", "F_0.1", "F_0.5", "F_1")):
            worst = max(worst, abs(force / float(row[name]) - 1))
    return worst


def at_walls(lawtester, folder, rows):
    """A sphere on a wall has the bridge of two spheres of twice its radius: R = 2 R* of both."""
    worst = 0
    walls = [dict(row, r_a="wall", r_b=row["R_bridge"]) for row in rows]
    pairs = [dict(row, r_a=repr(2 * float(row["R_bridge"])), r_b=repr(2 * float(row["R_bridge"]))) for row in rows]
    gaps = [[share * float(row["s_rupture"]) for share in (-0.01, 0, 0.1, 0.5, 0.9)] for row in rows]
    run_all(lawtester, folder, [led(folder, r, f"row{i}", g, ", bridge_inside: full") for i, (r, g) in enumerate(zip(walls + pairs, gaps + gaps))])
    for i, row in enumerate(rows):
        one, two = forces(folder, i)[1:], forces(folder, i + len(rows))[1:]
        worst = max(worst, max(abs(a / b - 1) for a, b in zip(one, two)))
        if row["model"] in ("lambert", "willett_analytic"):
            pull = 4 * math.pi * float(row["R_bridge"]) * float(row["gamma"]) * math.cos(math.radians(float(row["theta_deg"])))
            worst = max(worst, abs(one[0] / pull - 1))
    return worst


def beside_yade(lawtester, folder, rows):
    """The recorded gaps; touched first."""
    worst = 0
    sets = {"1": {"r_a": "2e-3", "r_b": "2e-3", "V": "8e-11", "gamma": "0.0728", "theta_deg": "30"},
            "2": {"r_a": "1e-3", "r_b": "3e-3", "V": "4e-11", "gamma": "0.05", "theta_deg": "10"}}
    curves = {}
    for row in rows:
        curves.setdefault((row["model"], row["set"]), []).append(row)
    text = [led(folder, sets[k[1]] | {"model": k[0]}, "-".join(k), [float(r["gap"]) for r in c], "") for k, c in curves.items()]
    run_all(lawtester, folder, text)
    for i, curve in enumerate(curves.values()):
        peak = max(float(row["fn"]) for row in curve)
        worst = max(worst, max(abs(ours - float(row["fn"])) / peak for ours, row in zip(forces(folder, i), curve)))
    return worst


# ---- Impacts ----------------------------------------------------------------------------------------------------------


def impact(row, more, motion="integrator: exact", speed=None):
    return program(row, law(row, more), motion, DONE.replace("SPEED", repr(speed) if speed else row["v0"]), "t, un")


def miss_impact(rows, results, balance=1.0):
    """e_n, and what was lost, with BALANCE times what the balance misses."""
    worst = 0
    for row, result in zip(rows, results):
        r = result["results"]
        worst = max(worst, abs(r["e_n"] - float(row["e_n"])), abs(r["E_adhesion_end"] / float(row["W"]) - 1),
                    balance * r["energy_residual_rel"])
    return worst


def miss_liquid(rows, results):
    """It is shared by volume."""
    worst = 0
    for row, result in zip(rows, results):
        a, b = float(row["r_a"])**3, float(row["r_b"])**3
        for name, share in (("liquid_a_end", a / (a + b)), ("liquid_b_end", b / (a + b))):
            worst = max(worst, abs(result["results"][name] / float(row["V"]) / share - 1))
    return worst


def alike(lawtester, folder, rows):
    """Runs side by side have the bits of those alone: how many of them have not."""
    others = 0
    for number, row in enumerate(rows):
        speeds = [0.5 + 0.25 * i for i in range(9)]
        text = impact(row, f", bridge_inside: {'none full'.split()[number % 2]}", "dt: t_c/40").replace(
            "particles:", "let: {share: 1}\nparticles:", 1).replace(f"-{row['v0']}", f"-share*{row['v0']}")
        found = run_all(lawtester, folder, [text.replace("share: 1", f"share: {speed!r}") for speed in speeds])
        path = os.path.join(folder, "many.yaml")
        with open(path, "w", encoding="utf-8") as file:
            file.write("lawtester: 1\n" + text + f"sweep: {{over: {{share: {speeds}}}, results: [e_n, E_adhesion_end, E_cross_end, t_contact]}}\n")
        done = subprocess.run([lawtester, "sweep", path, "--plot=none", "-q", "-o", folder], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"Bail out! {done.stderr[:2000]}")
        for one, many in zip(found, table(os.path.join(folder, "many.sweep.csv"))):
            others += any(one["results"][k] != (float(many[k]) if many[k] else None) for k in ("e_n", "E_adhesion_end", "E_cross_end", "t_contact"))
    return others


def main():
    lawtester, data = sys.argv[1:3]
    tests = []
    rows = table(os.path.join(data, "bridges", "bridge_energy.csv"))
    yade = table(os.path.join(data, "bridges", "yade_bridges.csv"))
    with tempfile.TemporaryDirectory() as folder:
        def done(programs):
            return run_all(lawtester, folder, programs)
        tests.append(("pull over the gap, 40 digits", from_the_table(lawtester, folder, rows), 1e-12))
        tests.append(("at a wall", at_walls(lawtester, folder, rows), 1e-12))
        tests.append(("YADE's, six models", beside_yade(lawtester, folder, yade), 1e-10))
        for inside in ("none", "full"):
            found = done(impact(row, f", bridge_inside: {inside}") for row in rows)
            # Where the force jumps within the contact, a step of some 1e-8 of the contact's time leads across.
            tests.append((f"impacts, bridge_inside {inside}", miss_impact(rows, found, {"none": 0.1, "full": 1}[inside]), 1e-8))
        tests.append(("liquid after them", miss_liquid(rows, found), 1e-14))
        found = done(impact(row, "", "dt: t_c/2000") for row in rows)
        tests.append(("in steps", miss_impact(rows, found), 1e-4))
        found = done(impact(row, ", bridge_made: approach") for row in rows)
        tests.append(("made on approach nothing is lost", max(abs(f["results"]["e_n"] - 1) for f in found), 1e-8))
        found = done(impact(row, "", speed=0.999 * float(row["v_stick"])) for row in rows)
        tests.append(("slower ones stick", max(f["results"]["e_n"] for f in found), 0))
        found = done(impact(row, "", speed=1.001 * float(row["v_stick"])) for row in rows)
        left = math.sqrt(1 - 1 / 1.001**2)
        tests.append(("faster ones do not", max(abs(f["results"]["e_n"] / left - 1) for f in found), 1e-5))
        tests.append(("side by side as alone", alike(lawtester, folder, rows[:12]), 0))
    print(f"1..{len(tests)}")
    for i, (name, worst, bound) in enumerate(tests):
        print(f"{'' if worst <= bound else 'not '}ok {i + 1} - {name}: {worst:.2g}")
    return 0


sys.exit(main())
