#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""adhesion.py LAWTESTER DATA: adhesive contacts beside tables of 40 digits, and beside the paths and forces recorded in
LAMMPS, LIGGGHTS and YADE.

Prints a TAP test for each with its worst error, relative to the largest value."""
import csv
import json
import math
import os
import subprocess
import sys
import tempfile


def table(path):
    with open(path, encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def run_all(lawtester, folder, programs):
    names = []
    for i, text in enumerate(programs):
        names.append(os.path.join(folder, f"row{i}.yaml"))
        with open(names[-1], "w", encoding="utf-8") as file:
            file.write("lawtester: 1\n" + text)
    done = subprocess.run([lawtester, "run", *names, "--plot=none", "--json", "-q", "-o", os.path.join(folder, "out")],
                          capture_output=True, text=True, check=False)
    if done.returncode not in (0, 4):
        sys.exit(f"Bail out! {done.stderr[:2000]}")
    found = json.loads(done.stdout)
    return found if isinstance(found, list) else [found]


def beads(mass, radius):
    return "particles:\n" + "".join(f"  {x}: {{shape: sphere, radius: {radius!r}, mass: {mass!r}}}\n" for x in "ab")


# ---- Tables -----------------------------------------------------------------------------------------------------------


def curve(row):
    """A JKR contact with w = R* = E* = 1, brought to touch and on to the overlap of the row."""
    d = float(row["d"])
    way = d - 1e-3 * max(abs(d), 1e-3)
    return beads(1.0, 2.0) + f"""law: {{name: jkr, young_eff: 1, work_adhesion: 1}}
motion: {{gap: 0, dt: 1}}
stages:
  - {{whats: vvvvvv, values: [{-way if way > 0 else -0.1!r}, 0, 0, 0, 0, 0], until: step >= 1}}
  - {{whats: uvvvvv, values: [{-d!r}, 0, 0, 0, 0, 0], until: step >= 2}}
record: {{columns: [un, fn, E_strain, neck_radius]}}
"""


def miss_curve(rows, results):
    worst = 0
    for row, result in zip(rows, results):
        r = result["results"]
        near = 1e-7 if float(row["a"]) < 0.74 else 0  # a root's singularity at tear-off
        for name, key, sign, size in (("fn_end", "F", -1, 4.72), ("E_strain_end", "U", 1, 11.1), ("neck_radius_end", "a", 1, 1)):
            told = sign * float(row[key])
            error = abs(r[name] - told) / max(abs(told), size)
            worst = max(worst, error if error > near else 0)
    return worst


def impact(row, frame, integrator):
    law = "jkr" if row["law"] == "jkr" else "hertz-dmt"
    return beads(2 * float(row["m_eff"]), 2 * float(row["r_eff"])) + f"""law: {{name: {law}, young_eff: {row['young_eff']}, work_adhesion: {row['work_adhesion']}}}
motion: {{frame: {frame}, integrator: {integrator}}}
stages:
  - {{whats: i....., values: [-{row['vn']}, 0, 0, 0, 0, 0], until: rebound}}
record: {{columns: [t]}}
"""


def miss_impacts(rows, results):
    worst = 0
    for row, result in zip(rows, results):
        r = result["results"]
        told = {k: float(row[k]) for k in ("e_n", "overlap_max", "fn_max")}
        if row["t_contact"]:  # what sticks need not come to the largest pull
            told["pull_max"] = float(row["pull_max"])
            told["t_contact"] = float(row["t_contact"])
            loss = float(row["E_adhesion_touch"]) + float(row["E_adhesion_tear"])
            if row["law"] == "jkr":
                worst = max(worst, abs(r["E_adhesion_end"] / loss - 1), abs(r["un_end"] / float(row["un_lost"]) - 1)
                            if "un_end" in r else 0)
        for k, v in told.items():
            # Near sticking e_n has a vertical tangent: its square has none.
            error = abs(r[k]**2 - v**2) if k == "e_n" else abs(r[k] / v - 1)
            worst = max(worst, error)
    return worst


def schwarz(row):
    """Pulled apart slowly: pull-off and losses."""
    return beads(1.0, 2.0) + f"""law: {{name: jkr, young_eff: 1, work_adhesion: 1, schwarz: {row['alpha']}}}
motion: {{gap: 1e-3, dt: 0.01, integrator: exact}}
stages:
  - {{whats: vvvvvv, values: [-0.1, 0, 0, 0, 0, 0], until: un <= -0.1}}
  - {{whats: vvvvvv, values: [0.1, 0, 0, 0, 0, 0], until: broken}}
record: {{columns: [t, un, fn]}}
"""


def miss_schwarz(rows, results):
    worst = 0
    for row, result in zip(rows, results):
        r = result["results"]
        worst = max(worst, abs(r["pull_max"] / float(row["pull_off"]) - 1),
                    abs(r["E_adhesion_end"] - float(row["E_adhesion_tear"]) - float(row["E_adhesion_touch"])) / 7)
    return worst


# ---- Recorded ---------------------------------------------------------------------------------------------------------


def tsuji(e):
    """LAMMPS' polynomial, as that version has it."""
    return 1.2728 + e * (-4.2783 + e * (11.087 + e * (-22.348 + e * (27.467 + e * (-18.022 + e * 4.8218)))))


SOFT = "young: 5e7, poisson: 0.25"
JKR = f"name: jkr, {SOFT}, surf_energy: 1, ends: largest-pull"
DMT = f"name: hertz-dmt, {SOFT}, surf_energy: 1"
YADE = "name: hertz-dmt, young: 1.5e8, poisson: 0.25, surf_energy: 30, cap_by: pull-once, tangential: tangent, " \
       f"kt_update: end, fric: {math.tan(0.35)!r}"
RECORDED = {
    "lammps_dmt_loop": DMT,
    "lammps_dmt_velocity": DMT + ", damping: constant, cn: 0.5",
    "lammps_dmt_mass_velocity": DMT + ", damping: mass-velocity, eta_m: 763.9",
    "lammps_dmt_tsuji": DMT + f", damping: tsuji, alpha: {tsuji(0.5)!r}",
    "lammps_dmt_mindlin_shear": DMT + ", tangential: secant-initial, fric: 0.4, cap_by: absolute",
    "lammps_jkr_loop": JKR,
    "lammps_jkr_velocity": JKR + ", damping: constant, cn: 0.5",
    "lammps_jkr_mass_velocity": JKR + ", damping: mass-velocity, eta_m: 763.9",
    "lammps_jkr_viscoelastic": JKR + ", damping: mass-radius, eta_ma: 5.093e6",
    "lammps_jkr_tsuji": JKR + f", damping: tsuji, alpha: {tsuji(0.5)!r}",
    "lammps_jkr_mindlin_shear": JKR + ", tangential: secant-initial, fric: 0.4, cap_by: pull",
    "lammps_jkr_shear_tension": JKR + ", tangential: secant-initial, fric: 0.4, cap_by: pull",
    "lammps_jkr_roll_sds": JKR + ", rolling: sds, k_roll: 20000, fric_roll: 0.1, cap_by: pull",
    "lammps_jkr_roll_sds_damped": JKR + ", rolling: sds, k_roll: 20000, c_roll: 0.5, fric_roll: 100, cap_by: pull",
    "lammps_jkr_twist_sds": JKR + ", twisting: sds, k_twist: 0.02, fric_twist: 1e-4, cap_by: pull",
    "lammps_jkr_twist_marshall": JKR + ", tangential: secant-initial, fric: 0.4, twisting: marshall, cap_by: pull",
    "liggghts_sjkr": f"name: contact, normal: hertz, {SOFT}, cohesion: lens, cohesion_density: 3e5",
    "liggghts_sjkr2": f"name: contact, normal: hertz, {SOFT}, cohesion: area, cohesion_density: 3e5",
    "yade_mindlin_dmt": YADE,
}
MOVES = {"un": "vn", "us": "vs", "ut": "vt", "an": "wn", "as": "ws", "at": "wt"}


def led(folder, rows, name):
    """The recorded path: displacements, of un as told, of the others as their rates have it."""
    path = os.path.join(folder, name + ".path.csv")
    seen = dict.fromkeys(MOVES, 0.0)
    with open(path, "w", encoding="utf-8") as file:
        file.write("t," + ",".join(MOVES) + "\n")
        for before, row in zip([None] + rows, rows):
            step = float(row["t"]) - float(before["t"]) if before else 0
            for u, v in MOVES.items():
                if u in row:
                    seen[u] = float(row[u])
                else:
                    seen[u] += float(row.get(v, 0)) * step
            file.write(row["t"] + "," + ",".join(repr(seen[u]) for u in MOVES) + "\n")
    values = ", ".join(f"{{file: {path}, column: {u}, over: t}}" for u in MOVES)
    size = 0.008 if name.startswith("yade") else 0.005
    return f"""particles:
  a: {{shape: sphere, radius: {size}, density: 2500}}
  b: {{shape: sphere, radius: {size}, density: 2500}}
law: {{{RECORDED[name]}}}
motion: {{gap: {rows[0]['un']}, levels: yade, instants: {{file: {path}, column: t}}}}
stages:
  - {{whats: uuuuuu, values: [{values}], until: step >= {len(rows) - 1}}}
record: {{columns: [t, fn, fs, ft, mn, ms, mt]}}
"""


def miss_led(folder, rows, number):
    ours = table(os.path.join(folder, "out", f"row{number}.csv"))
    worst = 0
    for k in ("fn", "fs", "ft", "mn", "ms", "mt"):
        if k not in rows[0]:
            continue
        peak = max(abs(float(r[k])) for r in rows)
        for o, r in zip(ours[1:], rows[1:]):
            worst = max(worst, abs(float(o[k]) - float(r[k])) / peak if peak > 0 else 0)
    return worst


def recorded_rows(data, name):
    rows = table(os.path.join(data, "adhesion", name + ".csv"))
    if name.startswith("yade"):  # YADE's own columns; normal displacement and force of its sign
        rows = [{"t": r["t"], "un": r["gn"] if "gn" in r else r["un"], "us": r["us1"], "ut": r["us2"],
                 "fn": r["fn"], "fs": r["fs1"], "ft": r["fs2"]} for r in rows]
    return rows


def main():
    lawtester, data = sys.argv[1:3]
    tests = []
    with tempfile.TemporaryDirectory() as folder:
        rows = table(os.path.join(data, "adhesion", "jkr_curve.csv"))[1:]  # the first is where there is no contact any more
        tests.append(("JKR's curve, 40 digits", miss_curve(rows, run_all(lawtester, folder, map(curve, rows))), 1e-12))
        rows = table(os.path.join(data, "adhesion", "adhesive_impacts.csv"))
        for frame in ("contact", "bodies"):
            results = run_all(lawtester, folder, [impact(r, frame, "exact") for r in rows])
            tests.append((f"impacts, 40 digits, frame {frame}", miss_impacts(rows, results), 1e-8))
        rows = table(os.path.join(data, "adhesion", "schwarz.csv"))
        tests.append(("Schwarz' law, 40 digits", miss_schwarz(rows, run_all(lawtester, folder, map(schwarz, rows))), 1e-9))
        rows = {name: recorded_rows(data, name) for name in RECORDED}
        run_all(lawtester, folder, [led(folder, rows[name], name) for name in RECORDED])
        for i, name in enumerate(RECORDED):
            tests.append((name, miss_led(folder, rows[name], i), 2e-9))
    print(f"1..{len(tests)}")
    for i, (name, worst, bound) in enumerate(tests):
        print(f"{'' if worst <= bound else 'not '}ok {i + 1} - {name}: {worst:.2g}")
    return 0


sys.exit(main())
