#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""adhesion.py LAWTESTER DATA: adhesive contacts beside tables of 40 digits, and beside the paths and forces recorded in
LAMMPS, LIGGGHTS and YADE.

Prints a TAP test for each with its worst error, relative to the largest value."""
import json
import math
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from led import run_all, table, tap  # noqa: E402


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


# ---- Numbers by closed forms, in both frames, by exact and by steps, one by one and side by side ----------------------


E, R, W, M = 8e7 / 3, 2.5e-3, 2.0, 2 / 3 * math.pi * 2500 * 0.005**3
STIFF = f"young_eff: {E!r}"


def jkr_area(share):
    return (share * math.pi * W * R**2 / E)**(2 / 3)


MADE, TORN, BACK = 0.6 * math.pi * W * jkr_area(2), 0.4 * math.pi * W * jkr_area(1 / 8), 0.4 * math.pi * W * jkr_area(9 / 8)


def jkr_e(v, lost):
    return math.sqrt(max(0, 1 - 2 * lost / (M * v * v)))


def luding_e(v, kn1=1e5, kn2=5e5, kc=5e4, phi_f=0.01):
    most = kn2 / (kn2 - kn1) * phi_f * 2 * R
    x = min(v * math.sqrt(M / kn1), most)
    k = kn1 + (kn2 - kn1) / most * x
    least = x * (k - kn1) / (k + kc)
    lost = 0.5 * kn1 * x * x * (1 - kn1 / k) + 0.5 * kc * least**2 * (1 + kc / k)
    return math.sqrt(max(0, 1 - 2 * lost / (M * v * v)))


def thornton_e(v, yields=3e5):
    k, d = 4 / 3 * E * math.sqrt(R), (math.pi * yields / (2 * E))**2 * R
    f = k * d**1.5
    energy = 0.5 * M * v * v
    if energy <= 0.4 * f * d:
        return 1
    most = math.sqrt(f * f + 2 * math.pi * R * yields * (energy - 0.4 * f * d))
    deep = d + (most - f) / (math.pi * R * yields)
    return most * math.sqrt(0.3 / (E * math.sqrt(R * deep) * energy))


# Constant stiffness: the limit is just met. Impacts between two speeds stick, those beyond have no more to lose.
JUST = dict(kn1=1e5, kn2=5e5, kc=2e4, phi_f=0.01)
STICKS = dict(kn1=1e5, kn2=3e5, kc=2e5, phi_f=0.004)


def spring(numbers):
    return "name: luding, " + ", ".join(f"{k}: {v!r}" for k, v in numbers.items())


def at_limit(kn1, kn2, kc, phi_f):
    return kn2 / (kn2 - kn1) * phi_f * 2 * R * math.sqrt(kn1 / M)


def sticking(kn1, kn2, kc, phi_f):
    """From the speed at which k2 - kn1 = kn1 (kn1 + kc)/kc to that at which 1/2 m v^2 is what is lost at the limit."""
    most = kn2 / (kn2 - kn1) * phi_f * 2 * R
    lost = kn1 * most**2 * (1 - kn1 / kn2) + kc * most**2 * (kn2 - kn1)**2 / (kn2 * (kn2 + kc))
    return most / (kn2 - kn1) * kn1 * (kn1 + kc) / kc * math.sqrt(kn1 / M), math.sqrt(lost / M)


FROM, TO = sticking(**STICKS)
V_Y = 3.193846608638145 * math.sqrt(3e5**5 * R**3 / (E**4 * M))
JKR_HERE = f"name: jkr, {STIFF}, work_adhesion: {W}"
IMPACTS = [  # law, speeds, e_n; what it is worth in steps of t_c/1000
    (JKR_HERE, (0.01, 0.016, 0.017, 0.03, 0.1), lambda v: jkr_e(v, MADE + TORN), 1e-2),
    (JKR_HERE + ", ends: largest-pull", (0.011, 0.012, 0.03, 0.1), lambda v: jkr_e(v, MADE - BACK), 1e-2),
    (f"name: hertz-dmt, {STIFF}, work_adhesion: {W}", (0.01, 0.1), lambda v: 1, 1e-2),
    ("name: luding, kn1: 1e5, kn2: 5e5, kc: 5e4, phi_f: 0.01", (0.02, 0.1, 0.5, 1, 3), luding_e, 1e-3),
    (spring(JUST), (at_limit(**JUST),), lambda v: 1 / math.sqrt(13), 1e-3),
    (spring(STICKS), (0.999 * FROM, 1.001 * FROM, 0.4, 0.999 * TO, 1.001 * TO, 1), lambda v: luding_e(v, **STICKS), 2e-3),
    ("name: walton-braun, kn1: 1e5, kn2: 5e5", (0.1, 1), lambda v: math.sqrt(0.2), 1e-3),
    (f"name: thornton, {STIFF}, yield_pressure: 3e5", (0.5 * V_Y, 2 * V_Y, 10 * V_Y), thornton_e, 1e-3),
    (f"name: eepa, {STIFF}, plas_ratio: 0.8", (0.1, 1), lambda v: 0.41308988859, 1e-3),
]


def beaten(law, speeds, frame, integrator):
    step = ", dt: t_c/1000" if integrator == "leapfrog" else ""
    return f"""let: {{v: {speeds[0]!r}}}
particles:
  a: {{shape: sphere, radius: 5e-3, density: 2500}}
  b: {{shape: sphere, radius: 5e-3, density: 2500}}
law: {{{law}}}
motion: {{frame: {frame}, integrator: {integrator}{step}}}
stages:
  - {{whats: i....., values: [-v, 0, 0, 0, 0, 0], until: rebound}}
record: {{columns: [t]}}
sweep: {{over: {{v: [{", ".join(repr(v) for v in speeds)}]}}, results: [e_n, pull_max, overlap_max, t_contact, t_force]}}
"""


def swept(lawtester, folder, text, speeds):
    """Results side by side, and whether each run by itself has the same bits."""
    path = os.path.join(folder, "beaten.yaml")
    with open(path, "w", encoding="utf-8") as file:
        file.write("lawtester: 1\n" + text)
    out = os.path.join(folder, "beaten")
    subprocess.run([lawtester, "sweep", path, "--plot=none", "-q", "-o", out], check=True, capture_output=True)
    rows = table(os.path.join(out, "beaten.sweep.csv"))
    same = True
    for v, row in zip(speeds, rows):
        done = subprocess.run([lawtester, "run", path, "-D", f"v={v!r}", "--plot=none", "--json", "-q", "-o", out],
                              capture_output=True, text=True, check=True)
        alone = json.loads(done.stdout)["results"]
        for k in row.keys() & alone.keys():
            same &= alone[k] is None and row[k] == "" or alone[k] is not None and float(row[k]) == alone[k]
    return rows, same


def miss_beaten(lawtester, folder, integrator):
    worst, alike = 0, True
    for law, speeds, e_n, coarse in IMPACTS:
        bound = 1e-9 if integrator == "exact" else coarse
        for frame in ("contact", "bodies"):
            rows, same = swept(lawtester, folder, beaten(law, speeds, frame, integrator), speeds)
            alike &= same
            for v, row in zip(speeds, rows):
                worst = max(worst, abs(float(row["e_n"])**2 - e_n(v)**2) / bound)
    return worst, alike


NO_DAMPING = [law for law, *_ in IMPACTS] + [f"name: contact, normal: hertz, {STIFF}, cohesion: {c}" for c in (
    "area, cohesion_density: 3e5", "lens, cohesion_density: 3e5", "reversible, adh_force: 0.01, adh_stiffness: 1e4",
    "irreversible, adh_force: 0.01, adh_stiffness: 1e4", "constant, pull_force: 0.01")] + [
        f"name: eepa, {STIFF}, plas_ratio: 0.8, surf_adh: 0.1"]
COMPARED = ("e_n", "pull_max", "overlap_max", "fn_max", "t_contact", "t_force")


def miss_alike(lawtester, folder, a, b):
    """What two ways to say the same pair differ by, of all these laws."""
    texts = [f"""particles:
  a: {{shape: {x}}}
  b: {{shape: {y}}}
law: {{{law}}}
motion: {{integrator: exact}}
stages:
  - {{whats: i....., values: [-0.1, 0, 0, 0, 0, 0], until: rebound}}
record: {{columns: [t]}}
""" for x, y in (a, b) for law in NO_DAMPING]
    results = [r["results"] for r in run_all(lawtester, folder, texts)]
    worst = 0
    for one, other in zip(results, results[len(NO_DAMPING):]):
        for k in COMPARED:
            if (one[k] is None) != (other[k] is None):
                return math.inf
            worst = max(worst, abs(one[k] - other[k]) / (max(abs(one[k]), 1e-3) if one[k] else 1))
    return worst


def points(law, gaps, more=""):
    """Surfaces led to gaps, one after the other."""
    stages = "".join(f"  - {{whats: uvvvvv, values: [{gap!r}, 0, 0, 0, 0, 0], until: step >= 1}}\n" for gap in gaps)
    return f"""particles:
  a: {{shape: sphere, radius: 5e-3, density: 2500}}
  b: {{shape: sphere, radius: 5e-3, density: 2500}}
law: {{{law}}}
motion: {{gap: 1e-4, dt: 1}}
stages:
{stages}record: {{columns: [un, fn{more}]}}
"""


def miss_points(lawtester, folder):
    """The numbers that tables round: forces at touch, without load, at the largest pull and next to tear-off, and losses. By the
    closed forms to 1e-12 (at tear-off, where the slope is infinite, a root of rounding); to the tables' digits, too."""
    a2 = jkr_area(9 / 8)
    far = 3 * jkr_area(1 / 8) / R
    k = 4 / 3 * E * math.sqrt(R)
    pull = 2 * math.pi * W * R
    gaps = [0, -jkr_area(9 / 2) / (3 * R), a2 / (3 * R), far * (1 - 1e-15), 2 * far]
    run_all(lawtester, folder, [points(JKR_HERE, gaps, ", E_adhesion"), points(f"name: hertz-dmt, {STIFF}, work_adhesion: {W}", [0, -(pull / k)**(2 / 3)])])
    jkr, dmt = (table(os.path.join(folder, "out", f"row{i}.csv"))[-n:] for i, n in ((0, len(gaps)), (1, 2)))
    told = [(jkr[0]["fn"], 4 / 3 * math.pi * W * R, 1e-12, "0.020943951"), (jkr[2]["fn"], 1.5 * math.pi * W * R, 1e-12, "0.0235619449"),
            (jkr[3]["fn"], 5 / 6 * math.pi * W * R, 1e-6, None), (dmt[0]["fn"], pull, 1e-12, "0.0314159265"),
            (jkr[0]["E_adhesion"], MADE, 1e-12, "7.74601888e-08"), (jkr[4]["E_adhesion"], MADE + TORN, 1e-12, None)]
    worst = max(abs(float(jkr[1]["fn"])) / (1.5 * math.pi * W * R) / 1e-12, abs(float(dmt[1]["fn"])) / pull / 1e-12)
    for found, formula, bound, digits in told:
        worst = max(worst, abs(float(found) / formula - 1) / bound)
        if digits and f"{float(found):.9g}" != digits:
            worst = math.inf
    return worst


def tabor_is_told(lawtester, folder):
    """Of JKR's contact below 5, of DMT's above 0.1: mu = (R w^2/(E^2 z^3))^(1/3) with z = 0.3 nm."""
    laws = [("jkr", 0.2, False), ("jkr", 0.1, True), ("jkr, schwarz: 0.5", 0.1, False), ("hertz-dmt", 1e-4, False), ("hertz-dmt", 1e-3, True)]
    texts = [beads(1e-12, 1e-5) + f"""law: {{name: {law}, young_eff: 5e9, work_adhesion: {w}}}
motion: {{integrator: exact}}
stages:
  - {{whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}}
record: {{columns: [t]}}
""" for law, w, _ in laws]
    results = run_all(lawtester, folder, texts)
    return all(any("Tabor" in text for text in r["warnings"]) == told for r, (_, _, told) in zip(results, laws))


# ---- Recorded ---------------------------------------------------------------------------------------------------------


def tsuji(e):
    """LAMMPS' polynomial, as that version has it."""
    return 1.2728 + e * (-4.2783 + e * (11.087 + e * (-22.348 + e * (27.467 + e * (-18.022 + e * 4.8218)))))


SOFT = "young: 5e7, poisson: 0.25"
JKR = f"name: jkr, {SOFT}, surf_energy: 1, ends: largest-pull"
DMT = f"name: hertz-dmt, {SOFT}, surf_energy: 1"
YADE = "name: hertz-dmt, young: 1.5e8, poisson: 0.25, surf_energy: 30, cap_by: pull-once, tangential: tangent, " \
       f"kt_update: end, fric: {math.tan(0.35)!r}"
# LIGGGHTS' ratio of dynamic friction is 0.7.
TAN_LUDING = "name: luding, kn1: 1e5, kn2: 5e5, kc: 5e4, phi_f: 0.01, memory: explicit, tangential: linear, ks: 2e4, " \
             "fric: 0.3, fric_dynamic: 0.21, cap_on: elastic, cap_by: adhesion-back, restick: at-once"
WOO = "young: 1e7, poisson: 0.2"


def luding(kn1):
    """Woo's k1DivKn 0.5, kaDivKn 0.2, deltaLimRel 0.01."""
    return f"name: luding, kn1: {kn1!r}, kn2: {2 * kn1!r}, kc: {0.4 * kn1!r}, phi_f: 0.01"


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
    "yade_mindlin_dmt_damped": YADE + f", damping: tsuji, alpha: {0.1 * math.sqrt(6)!r}, phi: 0.1, cap_on: elastic",
    "woo_adhesion_alpha0": f"name: hertz-dmt, {WOO}, work_adhesion: 20",
    "woo_adhesion_alpha0.1": f"name: jkr, {WOO}, work_adhesion: 10, schwarz: 0.1",
    "woo_adhesion_alpha0.6": f"name: jkr, {WOO}, work_adhesion: 10, schwarz: 0.6",
    "woo_luding": luding(23561944.9019234),
    "woo_luding_visc": luding(392699.081698724) + ", damping: constant, cn: 500",
    "liggghts_tan_luding": TAN_LUDING,
}
SIZES = {"yade": 0.008, "woo_adhesion": 0.05, "woo_luding_visc": 0.05, "woo_luding": 0.001}  # by the name's beginning
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
    size = next((x for begin, x in SIZES.items() if name.startswith(begin)), 0.005)
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
            tests.append((f"impacts, 40 digits, frame {frame}", miss_impacts(rows, results), 1e-9))
        rows = table(os.path.join(data, "adhesion", "schwarz.csv"))
        tests.append(("Schwarz' law, 40 digits", miss_schwarz(rows, run_all(lawtester, folder, map(schwarz, rows))), 1e-12))
        tests.append(("Tabor's number is told where it matters", 0 if tabor_is_told(lawtester, folder) else 1, 0))
        tests.append(("forces and losses by closed forms over 1e-12", miss_points(lawtester, folder), 1))
        ball = "sphere, radius: {}, density: 2500"
        small, large = ball.format(4e-3), ball.format(6e-3)
        tests.append(("A and B exchanged", miss_alike(lawtester, folder, (small, large), (large, small)), 1e-12))
        vast = ball.format(4e7) + ", fixed: true"
        tests.append(("a wall is a vast sphere", miss_alike(lawtester, folder, ("wall", small), (vast, small)), 1e-9))
        for integrator in ("exact", "leapfrog"):
            worst, alike = miss_beaten(lawtester, folder, integrator)
            tests.append((f"impacts by closed forms, {integrator}, both frames: e_n squared over its bound", worst, 1))
            tests.append((f"the same one by one and side by side, {integrator}", 0 if alike else 1, 0))
        rows = {name: recorded_rows(data, name) for name in RECORDED}
        run_all(lawtester, folder, [led(folder, rows[name], name) for name in RECORDED])
        for i, name in enumerate(RECORDED):
            tests.append((name, miss_led(folder, rows[name], i), 2e-9))
    return tap(tests)


sys.exit(main())
