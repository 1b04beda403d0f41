#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""rows.py LAWTESTER DATA: impacts recorded in LAMMPS and LIGGGHTS, each by a choice of parts; paths led in YADE and Woo.

Prints a TAP test for each group of rows with its worst error: velocities and spins after the impact,
over the largest speed, and over the largest spin or speed over radius; the peaks of overlap and force."""
import csv
import json
import math
import os
import re
import subprocess
import sys
import tempfile

YOUNG, POISSON, DENSITY = 5e7, 0.25, 2500
STILL = [0, 0, 0, 0, 0, 0]


def number(word, otherwise):
    return otherwise if word == "NULL" else float(word)


def tsuji(e):
    """LAMMPS' polynomial, as that version has it."""
    return 1.2728 + e * (-4.2783 + e * (11.087 + e * (-22.348 + e * (27.467 + e * (-18.022 + e * 4.8218)))))


def materials(wall, lammps):
    """E* and G*; LAMMPS' wall has others, doc/errata.md."""
    if wall and lammps:
        return YOUNG / (2 * (1 - POISSON)), YOUNG / 32 * (2 - POISSON) * (1 + POISSON)
    return YOUNG / (2 * (1 - POISSON**2)), YOUNG / (4 * (2 - POISSON) * (1 + POISSON))  # a wall is of the same


def granular(row):
    """pair_style granular and its walls."""
    wall = row["geom"] == "wall"
    words = re.sub(r"\(.*", "", row["options"]).split()
    law = {"name": "contact", "cap_by": "absolute", "slip_dashpot": "kept"}
    young, shear = materials(wall, True)
    if words[0] == "hooke":
        law |= {"normal": "linear", "kn": words[1]}
    else:
        if words[0] == "hertz":
            young = 0.75 * float(words[1])
        law |= {"normal": "hertz", "young_eff": young, "shear_eff": shear}
    if words[0] == "dmt":
        law |= {"cohesion": "dmt", "work_adhesion": 2 * float(words[4])}
    size = float(words[2])
    damping = row["damping"]
    if damping == "velocity":
        law |= {"damping": "constant", "cn": size}
    elif damping == "mass_velocity":
        law |= {"damping": "mass-velocity", "eta_m": size}
    elif damping == "viscoelastic":
        law |= {"damping": "mass-radius", "eta_ma": size}
    elif damping == "tsuji":
        law |= {"damping": "tsuji", "alpha": tsuji(size)}
    if "limit_damping" in words:
        law["dp_mode"] = "no-tension"
    shape = row["tangential"].split()
    if shape[0] == "linear_nohistory":
        law |= {"tangential": "viscous", "tangential_ratio": shape[1]}
        del law["slip_dashpot"]
    else:
        forms = {"linear_history": "linear", "mindlin": "secant-initial", "mindlin/force": "tangent",
                 "mindlin_rescale": "displacement-rescale", "mindlin_rescale/force": "tangent-rescale"}
        law |= {"tangential": forms[shape[0]], "tangential_ratio": shape[2]}
        if shape[0] == "linear_history":
            law["ks"] = shape[1]
        elif shape[0].endswith("force"):
            law["kt_update"] = "end"
    law["fric"] = row["mu"]
    extra = row["rolling"].split()
    if extra[:2] == ["rolling", "sds"]:
        law |= {"rolling": "sds", "k_roll": extra[2], "c_roll": extra[3], "fric_roll": extra[4]}
    elif extra[:2] == ["twisting", "sds"]:
        law |= {"twisting": "sds", "k_twist": extra[2], "c_twist": extra[3], "fric_twist": extra[4]}
    elif extra[:2] == ["twisting", "marshall"]:
        law["twisting"] = "marshall"
    return law, "radius" if wall else "slip-radius", "rescaled"


def legacy(row):
    """gran/hooke, gran/hooke/history, gran/hertz/history and their walls."""
    kn, kt, gn, gt, mu, on = row["options"].split()[:6]
    kn, gn = float(kn), float(gn)
    kt, gt = number(kt, kn * 2 / 7), number(gt, gn / 2) * float(on)
    law = {"name": "contact", "cap_by": "absolute", "fric": mu, "tangential_ratio": gt / gn if gn else 0}
    if "hertz" in row["model"]:
        law |= {"normal": "hertz", "young_eff": 0.75 * kn, "shear_eff": kt / 8, "damping": "mass-radius",
                "eta_ma": gn, "tangential": "secant-initial", "slip_dashpot": "kept"}
    else:
        law |= {"normal": "linear", "kn": kn, "damping": "mass-velocity", "eta_m": gn}
        if row["model"] == "gran/hooke":
            law["tangential"] = "viscous"
        else:
            law |= {"tangential": "linear", "ks": kt, "slip_dashpot": "kept"}
    if "limit_damping" in row["options"]:
        law["dp_mode"] = "no-tension"
    return law, "radius", "projected"


def liggghts(row):
    """pair_style gran and its walls."""
    wall = row["geom"] == "wall"
    props = dict(p.split("=") for p in row["props"].split(";") if p)
    say = {k: float(v) for k, v in props.items()}
    young, shear = materials(wall, False)
    r = float(row["R1"]) if wall else 1 / (1 / float(row["R1"]) + 1 / float(row["R2"]))
    m1 = 4 / 3 * math.pi * DENSITY * float(row["R1"])**3
    m = m1 if wall else 1 / (1 / m1 + 1 / (4 / 3 * math.pi * DENSITY * float(row["R2"])**3))
    log = math.log(float(row["e_in"])) if row["e_in"] else math.log(0.9)
    beta = -log / math.sqrt(log**2 + math.pi**2)
    law = {"name": "contact", "cap_by": "absolute", "cap_on": "elastic", "fric": row["mu"]}
    ratio = 1
    if row["model"] == "hertz":
        law |= {"normal": "hertz", "young_eff": young, "shear_eff": shear, "damping": "tsuji",
                "alpha": math.sqrt(5) * beta}
        ratio = 2 * math.sqrt(shear / young)
        law["phi"] = 2 * math.sqrt(5 / 6) * beta
    elif row["model"] == "hertz/stiffness":
        law |= {"normal": "hertz", "young_eff": 0.75 * say["kn"], "shear_eff": say["kt"] / 8,
                "damping": "mass-radius", "eta_ma": say["gamman"]}
        ratio = say["gammat"] / say["gamman"] if say["gamman"] else 0
    elif row["model"] == "hooke":
        v = say["characteristicVelocity"]
        kn = 16 / 15 * math.sqrt(r) * young * (15 * m * v**2 / (16 * math.sqrt(r) * young))**0.2
        law |= {"normal": "linear", "kn": kn, "ks": kn, "damping": "critical", "dp_nratio": beta}
    else:
        law |= {"normal": "linear", "kn": say["kn"], "ks": say["kt"]}
        if "gamman_abs" in say:
            law |= {"damping": "constant", "cn": say["gamman_abs"]}
            ratio = say["gammat_abs"] / say["gamman_abs"]
        else:
            law |= {"damping": "mass-velocity", "eta_m": say["gamman"]}
            ratio = say["gammat"] / say["gamman"] if say["gamman"] else 0
    if "tangential_damping off" in row["options"]:
        ratio = 0
        law.pop("phi", None)
    if "limitForce on" in row["options"]:
        law["dp_mode"] = "no-tension"
    if row["tangential"] == "no_history":
        law |= {"tangential": "viscous", "tangential_ratio": ratio}
        for name in ("phi", "ks", "cap_on"):
            law.pop(name, None)
    else:
        law["tangential"] = "secant-initial" if law["normal"] == "hertz" else "linear"
        if "phi" not in law:
            law["tangential_ratio"] = ratio
    if row["cohesion"]:  # friction does not know of it; sjkr2 of a wall is half of that of a pair
        half = 0.5 if wall and row["cohesion"] == "sjkr2" else 1
        law |= {"cohesion": {"sjkr": "lens", "sjkr2": "area"}[row["cohesion"]], "cap_by": "adhesion-back",
                "cohesion_density": half * say["cohesionEnergyDensity"]}
    if row["rolling"]:
        law |= {"rolling": {"cdt": "constant"}.get(row["rolling"], row["rolling"]),
                "fric_roll": say["coefficientRollingFriction"]}
        if row["rolling"] == "epsd":
            law["roll_damping"] = say["coefficientRollingViscousDamping"]
    return law, "overlap", "projected"


def is_met_elsewhere(row):
    """Bridges, torsion of a rolling model; what was mixed wrongly; jkr, which died or went astray in all its rows;
    friction of dmt, which goes by a number that was never set."""
    return row["model"] == "jkr" or (row["model"] == "dmt" and float(row["vt"]) > 0) or "capillary" in row["cohesion"] or row["error"] or \
        "mixed automatically" in row["options"] or "torsionTorque" in row["options"]


def flow(mapping):
    return "{" + ", ".join(f"{k}: {v}" for k, v in mapping.items()) + "}"


def program(row, law, lever, history):
    wall = row["geom"] == "wall"
    r1 = float(row["R1"])
    way = [-float(row["vn"]), float(row["vt"]), float(row["vz"])]
    share = [0, 1]
    if not wall:
        m1, m2 = r1**3, float(row["R2"])**3
        share = [m1 / (m1 + m2), m2 / (m1 + m2)]
    spin = [[float(row[f"w{i}{x}"] or 0) for x in "xyz"] for i in (1, 2)]
    ball = "{{shape: sphere, radius: {}, density: 2500, velocity: {}, spin: {}}}"
    a = "{shape: wall}" if wall else ball.format(row["R2"], [-share[0] * v for v in way], spin[1])
    b = ball.format(row["R1"], [share[1] * v for v in way], spin[0])
    names = [f"{x}{i}" for i in "ba" for x in ("vx", "vy", "vz", "wx", "wy", "wz")]
    return f"""lawtester: 1
particles:
  a: {a}
  b: {b}
law: {flow(law)}
motion: {{frame: bodies, lever: {lever}, axes: projected, history: {history}, levels: yade, dt: {row['dt']}, gap: 1e-10}}
stages:
  - {{whats: ......, values: {STILL}, until: broken, max_steps: 200000}}
record: {{every: 1000000, columns: [{', '.join(names)}]}}
"""


def miss(row, after):
    """Largest error over the largest speed, and spins over the largest spin or speed over radius."""
    r1 = float(row["R1"])
    names = [f"{x}{i}" for i in "ba" for x in ("vx", "vy", "vz", "wx", "wy", "wz")]
    speed = max(abs(float(row[k])) for k in ("vn", "vt", "vz"))
    spins = [abs(float(row[f"w{i}{x}"] or 0)) for i in (1, 2) for x in "xyz"]
    scale = {"v": speed, "w": max(spins + [speed / r1])}
    worst = 0
    for name in names:
        told = row["v1x_f".replace("v", name[0]).replace("1", "1" if name[2] == "b" else "2").replace("x", name[1])]
        if told not in ("", "nan"):
            worst = max(worst, abs(after[name + "_end"] - float(told)) / scale[name[0]])
    # The finest were recorded every tenth step; LAMMPS leaves a part of a spring without limit out of the plane.
    if int(row["N_per_tc"]) < 10000 and float(row["mu"]) < 1000:
        for name, told in (("overlap_max", float(row["delta_max"])), ("fn_max", float(row["Fn_max"]))):
            worst = max(worst, abs(after[name] - told) / told)
    return worst


def run_all(lawtester, programs):
    with tempfile.TemporaryDirectory() as folder:
        names = []
        for i, text in enumerate(programs):
            names.append(os.path.join(folder, f"row{i}.yaml"))
            with open(names[-1], "w", encoding="utf-8") as file:
                file.write(text)
        done = subprocess.run([lawtester, "run", *names, "--plot=none", "--json", "-q", "-o", os.path.join(folder, "out")],
                              capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"Bail out! {done.stderr[:2000]}")
        return json.loads(done.stdout)


# LAMMPS turns a spring only where that matters to 1e-10 of friction, doc/contact.md; all others are met to 1e-9.
LAST = "woo law-tester, miss over what last bits make of our own"
BOUNDS = {"lammps pairs, friction 1000": 2e-9, LAST: 1}
FRICTION = math.tan(0.4)
YADE = {
    "yade_linear_elperfpl": f"normal: linear, kn: 120000, tangential: linear, ks: 36000, fric: {FRICTION}",
    "yade_linear_cundallstrack": f"normal: linear, kn: 120000, tangential: linear, ks: 36000, fric: {FRICTION}",
    "yade_viscel_kn_cn": "normal: linear, kn: 1e5, damping: constant, cn: 10, dp_mode: no-tension, tangential: linear, "
                         f"ks: 3e4, ct: 4, cap_on: elastic, fric: {FRICTION}",
    "yade_mindlin_nodamp": "normal: hertz, young: 1e8, poisson: 0.25, tangential: tangent, kt_update: end, "
                           f"fric: {math.tan(0.3)}",
    "yade_mindlin_en_only": "normal: hertz, young: 1e8, poisson: 0.25, tangential: tangent, kt_update: end, "
                            f"fric: {math.tan(0.3)}, damping: tsuji, alpha: sqrt(6)*0.111675654969, "
                            "phi: 2*0.111675654969, dp_mode: no-tension, cap_on: elastic",
}


def straight(rows):
    """Path and shear force along axes of length one: YADE's recorder turns its axes to first order, as YADE the spring.
    Both grow by half the square of the angle a step, 1e-6 s; so what was recorded as slip has what the spring has."""
    axes, seen, last = ({"us": 1.0, "ut": 1.0}, {"us": 0.0, "ut": 0.0}, {"us": 0.0, "ut": 0.0})
    for before, row in zip([dict(r) for r in rows], rows[1:]):
        steps = round((row["t"] - before["t"]) / 1e-6)
        for way, force in (("us", "fs"), ("ut", "ft")):
            grow = 1 + ((row[way] - before[way]) / steps / 0.025)**2 / 2
            axes[way] *= grow**steps
            now = row[way] / axes[way]
            seen[way] += steps * (now - last[way] * grow**steps) / sum(grow**i for i in range(steps))
            last[way] = now
            row[force] /= axes[way]
        row.update(seen)


def led(lawtester, data, name):
    """Leads the recorded path, row by row; the worst error of each force over its peak, and how many rows."""
    path = os.path.join(data, "rows", name + ".csv")
    if not os.path.exists(path):
        path = os.path.join(data, name + ".csv")
    with open(path, encoding="utf-8") as file:
        rows = [{k: float(v) for k, v in row.items()} for row in csv.DictReader(file)]
    if name == "yade_viscel_kn_cn":  # slip of the second sphere up to the middle of the overlap
        seen = {"us": 0, "ut": 0}
        for before, row in zip([dict(r) for r in rows], rows[1:]):
            new = {}
            for k in seen:
                seen[k] += (row[k] - before[k]) * (0.015 + row["un"] / 2) / 0.015
                new[k] = seen[k]
            row.update(new)
    if name == "yade_linear_cundallstrack":
        straight(rows)
    with tempfile.TemporaryDirectory() as folder:
        table = os.path.join(folder, "path.csv")
        with open(table, "w", encoding="utf-8") as file:
            file.write("t,un,us,ut\n" + "".join(f"{r['t']!r},{r['un']!r},{r['us']!r},{r['ut']!r}\n" for r in rows))
        values = ", ".join(f"{{file: {table}, column: {k}, over: t}}" for k in ("un", "us", "ut"))
        motion = f"instants: {{file: {table}, column: t}}"
        if name == "yade_linear_cundallstrack":  # on an arc, in steps of a microsecond
            motion = "frame: bodies, lever: scaled, axes: end, history: first-order, weight: 1, dt: 1e-6"
        text = f"""lawtester: 1
particles:
  a: {{shape: sphere, radius: 0.01, density: 2500}}
  b: {{shape: sphere, radius: 0.015, density: 2500}}
law: {{name: contact, {YADE[name]}}}
motion: {{gap: {rows[0]['un']!r}, levels: yade, {motion}}}
stages:
  - {{whats: uuuvvv, values: [{values}, 0, 0, 0], until: t >= {rows[-1]['t'] - 1e-9!r}}}
record: {{columns: [t, fn, fs, ft]}}
"""
        program_file = os.path.join(folder, "led.yaml")
        with open(program_file, "w", encoding="utf-8") as file:
            file.write(text)
        done = subprocess.run([lawtester, "run", program_file, "--plot=none", "-q", "-o", folder], capture_output=True,
                              text=True, check=False)
        if done.returncode:
            sys.exit(f"Bail out! {name}: {done.stderr[:2000]}")
        with open(os.path.join(folder, "led.csv"), encoding="utf-8") as file:
            ours = {round(float(row["t"]) * 1e9): {k: float(v) for k, v in row.items()} for row in csv.DictReader(file)}
    worst = 0
    for k in ("fn", "fs", "ft"):
        peak = max(abs(r[k]) for r in rows)
        worst = max([worst] + [abs(ours[round(r["t"] * 1e9)][k] - r[k]) / peak for r in rows[1:]])
    return worst, len(rows)


# Numbers of Woo's program, each of which is made one bit larger and one bit smaller.
LAST_BITS = {"R": 0.5, "F": 1e5, "h": 1e-3, "materials.any.young": 1e7, "materials.any.density": 1e3, "motion.damping": 0.01}


def shaken(lawtester, data):
    """Woo's law-tester.py beside our own runs that differ from it in the last bit of one number: in every window of time the
    record must lie as near to ours as those lie to each other. The worst ratio, and how many rows."""
    stage = os.path.join(data, "..", "..", "stages", "idealelpl", "law-tester.yaml")
    with open(os.path.join(os.path.dirname(stage), "woo-law-tester.csv"), encoding="utf-8") as file:
        record = {round(float(row["t"]) * 1e3): float(row["fn"]) for row in csv.DictReader(file)}
    changes = [[]] + [["-D", f"{name}={math.nextafter(x, towards)!r}"] for name, x in LAST_BITS.items() for towards in (0, math.inf)]
    runs = []
    with tempfile.TemporaryDirectory() as folder:
        for change in changes:
            done = subprocess.run([lawtester, "run", stage, "--plot=none", "-q", "-o", folder, *change], capture_output=True,
                                  text=True, check=False)
            if done.returncode > 1:  # 1: the record is missed by more than the program says
                sys.exit(f"Bail out! {done.stderr[:2000]}")
            with open(os.path.join(folder, "law-tester.csv"), encoding="utf-8") as file:
                ours = {round(float(row["t"]) * 1e3): float(row["fn"]) for row in csv.DictReader(file)}
            runs.append({k: ours[k] for k in record})
    worst = 0
    for begin in range(4000, max(record), 4000):
        window = [k for k in record if begin <= k < begin + 4000]
        spread = max(max(run[k] for run in runs) - min(run[k] for run in runs) for k in window)
        miss = max(abs(runs[0][k] - record[k]) for k in window)
        worst = max(worst, miss / spread)
    return worst, len(record)


def main():
    lawtester, data = sys.argv[1:3]
    show = len(sys.argv) > 3
    bounds, tests = {}, []
    for code in ("lammps", "liggghts"):
        with open(os.path.join(data, "rows", f"{code}_rows.csv"), encoding="utf-8") as file:
            rows = [row for row in csv.DictReader(file) if not is_met_elsewhere(row)]
        choices = [liggghts(r) if code == "liggghts" else legacy(r) if r["model"].startswith("gran/") else granular(r)
                   for r in rows]
        results = run_all(lawtester, [program(row, *choice) for row, choice in zip(rows, choices)])
        for row, result in zip(rows, results):
            error = miss(row, result["results"])
            if show:
                print(f"{error:.3g} {row['case']} {row['model']} {row['rolling']} {row['options']}")
            group = code + " " + ("gran/*" if row["model"].startswith("gran/") else "pairs" if code == "lammps" else "")
            if row["geom"] == "wall":
                group = group.replace("pairs", "") + " walls"
            elif code == "lammps" and float(row["mu"]) == 1000 and "gran/" not in row["model"]:
                group += ", friction 1000"
            group = " ".join(group.split())
            count, worst, case = bounds.get(group, (0, -1, ""))
            bounds[group] = (count + 1, max(worst, error), row["case"] if error > worst else case)
    for name in YADE:
        worst, count = led(lawtester, data, name)
        bounds[name] = (count, worst, "")
    worst, count = shaken(lawtester, data)
    bounds[LAST] = (count, worst, "")
    tests = sorted(bounds.items())
    print(f"1..{len(tests)}")
    for i, (group, (count, worst, case)) in enumerate(tests):
        print(f"{'ok' if worst <= BOUNDS.get(group, 1e-9) else 'not ok'} {i + 1} - {group}: {count} rows, worst {worst:.2g} ({case})")


main()
