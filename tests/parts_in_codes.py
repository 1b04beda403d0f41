#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""parts_in_codes.py LAWTESTER CODE SEED COUNT [-v]: contacts made of parts drawn at random, beside
the code that can say them: the same path, forces and moments within 1e-9 of their peaks. Writes
TAP."""

import csv
import pathlib
import random
import subprocess
import sys
import tempfile

WITHIN = 1e-9
COLUMNS = ["fn", "fs", "ft", "mn", "ms", "mt"]
PATH = """\
let: {v: 0.02 m/s, h: 1 us, d: 1e-5 m, w: 100 rad/s}
motion: {dt: h, gap: 1e-10 m, frame: contact}
stages:
  - {name: press, whats: vvvvvv, values: [-v, 0, 0, 0, 0, 0], until: un < -d}
  - {name: shear, whats: vvvvvv, values: [0, v, 0, 0, 0, 0], until: time >= 300*h}
  - {name: back, whats: vvvvvv, values: [0, -v, 0.5*v, 0, 0, 0], until: time >= 350*h}
  - {name: turn, whats: vvvvvv, values: [0, 0, 0, TWIST, w, 0], until: time >= 200*h}
  - {name: turn back, whats: vvvvvv, values: [0, v/4, 0, 0, -w, w/2], until: time >= 300*h}
  - {name: ease, whats: v....., values: [v, 0, 0, 0, 0, 0], until: un > -0.82*d}
  - {name: deeper, whats: vvvvvv, values: [-v, 0, 0, 0, 0, 0], until: un < -1.5*d}
  - {name: along, whats: vvvvvv, values: [v/10, 0, -v, 0, 0, 0], until: time >= 250*h}
  - {name: part, whats: vvvvvv, values: [v, 0, 0, 0, 0, 0], until: un > -d/20}
record: {columns: [t, un, fn, fs, ft, mn, ms, mt]}
"""
# Each part with numbers of the size that matters on this path: the first is what it needs.
PARTS = {
    "normal": {
        "linear": {"kn": "1e4 N/m"},
        "hertz": {"young": "50 MPa", "poisson": 0.25},
        "jkr": {"young": "50 MPa", "poisson": 0.3, "work_adhesion": 0.2},
        "luding": {"kn1": "1e4 N/m", "kn2": "5e4 N/m", "kc": "5e3 N/m", "phi_f": 0.01},
        "eepa": {"young": "50 MPa", "poisson": 0.2, "plas_ratio": 0.8, "surf_adh": 5},
    },
    "cohesion": {"none": {}, "dmt": {"work_adhesion": 0.1}, "area": {"cohesion_density": 1e5},
                 "lens": {"cohesion_density": 2e5}},
    "damping": {"none": {}, "constant": {"cn": 0.1}, "tsuji": {"alpha": 0.3},
                "viscoelastic": {"A": "2e-6 s"}, "mass-velocity": {"eta_m": 300},
                "mass-radius": {"eta_ma": 1e6}, "restitution": {"en": 0.7},
                "critical": {"dp_nratio": 0.1}},
    "tangential": {"none": {}, "viscous": {"fric": 0.3, "tangential_ratio": 0.8},
                   "linear": {"fric": 0.3, "ks": "1e4 N/m"}, "tangent": {"fric": 0.3},
                   "tangent-rescale": {"fric": 0.3}, "secant": {"fric": 0.2},
                   "secant-initial": {"fric": 0.3}, "displacement-rescale": {"fric": 0.3}},
    "rolling": {"none": {}, "sds": {"k_roll": "1e4 N/m", "c_roll": 0.5, "fric_roll": 0.05},
                "constant": {"fric_roll": 0.05}, "epsd": {"fric_roll": 0.3, "roll_damping": 0.2},
                "epsd2": {"fric_roll": 0.02},
                "epsd3": {"fric_roll": 0.3, "roll_damping": 0.2, "roll_ratio": 1.5},
                "luding": {"fric_roll": 0.05, "roll_ratio": 0.5},
                "hertz-moment": {"fric_roll": 0.05, "roll_stiffness": 0.05}},
    "twisting": {"none": {}, "sds": {"k_twist": 0.001, "c_twist": 1e-7, "fric_twist": 0.01},
                 "marshall": {}, "hertz-moment": {"twist_stiffness": 0.01}},
}
HAS = {
    "lammps": {"normal": "linear hertz jkr", "cohesion": "none none dmt",
               "rolling": "none sds", "twisting": "none sds marshall"},
    "liggghts": {"normal": "linear hertz luding eepa", "cohesion": "none none area lens",
                 "rolling": "none constant epsd epsd2 epsd3 luding", "twisting": "none"},
    "yade": {"normal": "linear hertz luding", "cohesion": "none none dmt",
             "damping": "none constant tsuji", "tangential": "none linear tangent",
             "rolling": "none hertz-moment", "twisting": "none hertz-moment"},
}


def draw(rng, code):
    law = {"name": "contact"}
    for kind, parts in PARTS.items():
        word = rng.choice(HAS[code].get(kind, " ".join(parts)).split())
        if word == "none":
            continue
        law[kind] = word
        law.update(parts[word])
    if law["normal"] == "luding" and law.get("tangential") == "linear" and rng.random() < 0.8:
        law.update({"ks": "1e4 N/m", "tangential_ratio": 1} if "damping" in law else {})
    if code == "yade" and law["normal"] == "luding":
        law["memory"] = "lagged"
    elif law["normal"] == "luding":
        law["memory"] = rng.choice(["consistent", "explicit"])
    if law.get("tangential", "") in ("tangent", "secant-initial") and rng.random() < 0.3:
        law["phi"] = 0.3 * (2 / 3) ** 0.5
    # YADE's linear dashpot that may pull sees another velocity.
    bound = code == "yade" and law["normal"] == "linear"
    if (rng.random() < 0.3 or bound) and "damping" in law:
        law["dp_mode"] = "no-tension"
    return law


def flow(law):
    return "{" + ", ".join(f"{k}: {v}" for k, v in law.items()) + "}"


def path_of(code):
    """YADE's moments stay where a clipped dashpot has taken all force away."""
    return PATH.replace("-d/20", "-d/2") if code == "yade" else PATH


def write(path, law, wall, code):
    body = "{shape: sphere, radius: %s mm, density: 2500 kg/m^3}"
    # LAMMPS' torques and slip go by other arms, which cancel in equal spheres; its moment of twisting
    # goes by the sign of the rate at the limit, so that stays far. LIGGGHTS' cdt takes twisting for a
    # part of rolling.
    a = "{shape: wall}" if wall else body % (5 if code == "liggghts" else 4)
    twist = "0" if law.get("rolling") in ("constant", "luding") else "w/3000" if code == "lammps" else "w/3"
    path.write_text(f"lawtester: 1\nparticles:\n  a: {a}\n  b: {body % 4}\nlaw: {flow(law)}\n"
                    + path_of(code).replace("TWIST", twist))


def run(lawtester, path, out, *more):
    return subprocess.run([lawtester, "run", path, "--plot=none", "-q", "-o", out, *more],
                          capture_output=True, text=True, check=False)


def read(path):
    with open(path, encoding="utf-8", newline="") as file:
        return [{c: float(row[c] or "nan") for c in COLUMNS if c in row}
                for row in csv.DictReader(file)]


def worst(columns, ours, theirs):
    if len(ours) != len(theirs):
        return f"{len(ours)} and {len(theirs)} rows", False
    most, at = 0.0, "fn"
    for column in columns:
        peak = max(abs(row[column]) for row in ours + theirs)
        scale = peak if column[0] == "f" else max(peak, 1e-9)
        off = max(abs(x[column] - y[column]) for x, y in zip(ours, theirs))
        if peak > 0 and not off <= most * scale:
            most, at = off / scale, column
    return f"{at} {most:.1e}", most <= WITHIN


def try_one(lawtester, code, law, wall, folder):
    path = folder / "parts.yaml"
    write(path, law, wall, code)
    checked = subprocess.run([lawtester, "check", path], capture_output=True, text=True, check=False)
    if checked.returncode != 0:
        return None, "no law"
    theirs = run(lawtester, path, folder / "theirs", "--in", code)
    if theirs.returncode == 5:
        print("1..0 # SKIP", theirs.stderr.splitlines()[0])
        sys.exit(0)
    if theirs.returncode == 3:
        return None, theirs.stderr.splitlines()[0]
    if theirs.returncode != 0:
        return False, theirs.stderr
    note = [line for line in theirs.stderr.splitlines() if " the law has " in line]
    if note:
        law = dict(law)
        for choice in note[0].split(" the law has ")[1].split(", "):
            law.update([choice.split(": ")])
        write(path, law, wall, code)
    ours = run(lawtester, path, folder / "ours")
    if ours.returncode != 0:
        return False, ours.stderr
    # YADE's linear laws see slip where the spheres touch, and only stage programs in bodies do; a
    # wall is a sphere there.
    normal_only = code == "yade" and (wall or law["normal"] != "hertz")
    columns = ["fn"] if normal_only else COLUMNS
    text, good = worst(columns, read(folder / "ours/parts.csv"), read(folder / "theirs/parts.csv"))
    return good, text


def main():
    lawtester, code, seed, count = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    talk = "-v" in sys.argv
    rng = random.Random(seed)
    done, failed, refused = 0, 0, set()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        while done < count:
            law, wall = draw(rng, code), rng.random() < 0.25
            wall = wall and not (code == "liggghts" and "rolling" in law)
            good, text = try_one(lawtester, code, law, wall, folder)
            if good is None:
                refused.add(text.split(": ", 3)[-1])
                continue
            done += 1
            failed += not good
            print("ok" if good else "not ok", done, "-", code, "at a wall," if wall else "of a pair,",
                  flow(law), "#", text)
    print(f"1..{count}")
    for text in sorted(refused) if talk else []:
        print("#", text)
    sys.exit(failed > 0)


main()
