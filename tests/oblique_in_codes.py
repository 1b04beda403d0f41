#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""oblique_in_codes.py LAWTESTER CODE|recorded [--record]: oblique impacts under --in beside the code's own.

CODE: an input deck of this script's, with the lines that --in gives the code for its law, run by the code's integrator;
velocities and spins after the impact are those of --in, and --for meets its e_n and e_t. recorded: the same of --for
with what the decks gave when they were recorded, in codes/oblique.txt, which --record writes. Writes TAP."""

import ctypes
import glob
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile

LAWS = {
    "linear": "{name: linear-elastic, kn: 1e5, kt: 4e4, cn: 2, fric: 0.3}",
    "linear, damped": "{name: linear-elastic, kn: 1e5, kt: 4e4, cn: 2, ct: 1, fric: 0.3, dp_mode: no-tension}",
    "hertz": "{name: mindlin, young: 1e8, poisson: 0.3, fric: 0.3, alpha: 0.3, phi: 0}",
    "hertz, no-tension": "{name: mindlin, young: 5e7, poisson: 0.25, fric: 0.2, alpha: 0.2, phi: 0, dp_mode: no-tension}",
}
# In a code's own words, of a pair; --for has no such law.
LINES = {"lammps": ["pair_style gran/hooke/history 1e5 4e4 5e3 2.5e3 0.3 1", "pair_coeff * *"],
         "yade": ["ViscElMat tc=1e-4 en=0.5 et=0.5 frictionAngle=0.3", "Ig2_Sphere_Sphere_ScGeom",
                  "Ip2_ViscElMat_ViscElMat_ViscElPhys", "Law2_ScGeom_ViscElPhys_Basic"]}
LAWS.update({code: f"{{code: {code}, lines: {lines}}}" for code, lines in LINES.items()})
TIME_STEPS = {"lammps": 4e-7, "yade": 4e-7, "linear": 4e-7, "linear, damped": 4e-7, "hertz": 1e-6,
              "hertz, no-tension": 1.5e-6}
STARTS = {"apart": 1e-7, "at touch": 0.0}
RADII = {"a": 3e-3, "b": 2e-3}
DENSITY = 2600.0
SPEED = (-0.4, 0.2, 0.1)
SPINS = {"a": (0, 20, -30), "b": (10, 0, 40)}
STEPS = 600
RECORDED = pathlib.Path(__file__).parent / "codes/oblique.txt"
# Velocities of --in in m/s, spins as speeds at the radius. YADE begins at touch one step earlier here, with another turn.
WITHIN = {"apart": 1e-12, "at touch": 1e-12}
YADE_AT_TOUCH = 1e-4
# e_n and e_t of --for. YADE at a wall has other arms than any 'lever'; its ViscEl has those of 'lever: overlap'.
FOR_WITHIN = {"lammps": 1e-6, "liggghts": 1e-4, "yade": 1e-3}
FOR_AT_YADE_WALL = 3e-3


def program(wall, law, start):
    a, b = (f"shape: sphere, radius: {RADII[body]}, density: {DENSITY}" for body in "ab")
    if wall:
        a, moves = "shape: wall", "whats: iii..., values: [-0.4, 0.2, 0.1, 0, 0, 0]"
    else:
        a, moves = f"{a}, spin: {list(SPINS['a'])}", "whats: i....., values: [-0.4, 0, 0, 0, 0, 0]"
        b = f"{b}, velocity: {list(SPEED)}, spin: {list(SPINS['b'])}"
    return f"""lawtester: 1
particles:
  a: {{{a}}}
  b: {{{b}}}
law: {LAWS[law]}
motion: {{dt: {TIME_STEPS[law]}, gap: {STARTS[start]}}}
stages:
  - {{{moves}, until: rebound}}
"""


def run(lawtester, folder, text, *options):
    """The document of a run; None: the code is not here."""
    path = pathlib.Path(folder, "oblique.yaml")
    path.write_text(text, encoding="utf-8")
    done = subprocess.run([lawtester, "run", path, "--json", "--plot=none", "-o", folder, *options],
                          capture_output=True, text=True, check=False)
    if done.returncode == 5:
        return None
    if done.returncode > 1:
        sys.exit(done.stdout[-2000:] + done.stderr)
    return json.loads(pathlib.Path(folder, "oblique.json").read_text(encoding="utf-8"))


def law_lines(code, document):
    """Those of the law, of all that the code was told."""
    told = document["provenance"]["code"]["lines"]
    if code == "yade":
        return told[3:]
    return [line for line in told if line.startswith(("pair_", "hard_", "soft_")) or
            (line.startswith("fix ") and (" property/global " in line or " wall/gran" in line))]


# ---- A deck of LAMMPS or LIGGGHTS: its library runs it in a process of its own ---------------------------------------

LIBRARIES = {"lammps": "liblammps.so.0", "liggghts": "libliggghts.so.3"}


def library(code):
    """The installed one, or that of the Python environment that LAWTESTER_LAMMPS names, with its MPI."""
    environment = os.environ.get(f"LAWTESTER_{code.upper()}")
    if not environment:
        return LIBRARIES[code]
    ctypes.CDLL(os.path.join(environment, "lib/libmpi.so.12"), mode=ctypes.RTLD_GLOBAL)
    return glob.glob(os.path.join(environment, "lib/python3*/site-packages/lammps/liblammps.so"))[0]


def gran_deck(code, wall, lines, dt):
    bodies = "b" if wall else "ab"
    kind, velocities = {"lammps": ("sphere", "comm_modify vel yes"),
                        "liggghts": ("granular", "communicate single vel yes")}[code]
    deck = ["units si", f"atom_style {kind}", "atom_modify map array sort 0 0", "boundary f f f", "newton off", velocities,
            "region box block -0.1 0.1 -0.1 0.1 -0.1 0.1 units box", "create_box 1 box", "neighbor 0.001 bin",
            "neigh_modify delay 0"]
    deck += [f"create_atoms 1 single {0.02 * i + 0.02} 0 0 units box" for i in range(len(bodies))]
    deck += [f"set atom {i + 1} diameter {2 * RADII[body]!r} density {DENSITY!r}" for i, body in enumerate(bodies)]
    return deck + lines + ["fix move all nve/sphere", f"timestep {dt!r}", "thermo_style custom step", "thermo 0"]


def run_library(job):
    """Of each step what places, velocities and spins it begins with, and the force on B."""
    code = ctypes.CDLL(library(job["code"]), mode=ctypes.RTLD_GLOBAL)
    code.lammps_extract_atom.restype = ctypes.c_void_p
    instance = ctypes.c_void_p()
    words = (ctypes.c_char_p * 5)(b"code", b"-log", b"none", b"-screen", b"none")
    code.lammps_open_no_mpi(5, words, ctypes.byref(instance))
    for line in job["deck"]:
        code.lammps_command(instance, line.encode())

    def numbers(name):
        return ctypes.cast(code.lammps_extract_atom(instance, name),
                           ctypes.POINTER(ctypes.POINTER(ctypes.c_double)))

    n, rows = len(job["bodies"]), []
    for i, body in enumerate(job["bodies"]):
        for name, values in zip((b"x", b"v", b"omega"), body):
            for k in range(3):
                numbers(name)[i][k] = values[k]
    code.lammps_command(instance, b"run 0 post no")
    for _ in range(job["steps"]):
        rows.append([[[numbers(name)[i][k] for k in range(3)] for name in (b"x", b"v", b"omega", b"f")]
                     for i in range(n)])
        code.lammps_command(instance, b"run 1 pre no post no")
    return rows


# ---- A script of YADE ------------------------------------------------------------------------------------------------

YADE = """
import json
job = json.load(open('job.json'))
made = [eval(line) for line in job['lines']]
matter = [x for x in made if isinstance(x, Material)]
which = lambda kind: [x for x in made if isinstance(x, kind)]
bodies = [utils.wall(0, axis=0, material=matter[0])] if job['wall'] else []
for (place, velocity, spin), radius in zip(job['bodies'], job['radii']):
    ball = utils.sphere(place, radius, material=matter[-1])
    ball.state.vel, ball.state.angVel = velocity, spin
    bodies.append(ball)
O.bodies.append(bodies)
O.engines = [ForceResetter(), InsertionSortCollider([Bo1_Sphere_Aabb(), Bo1_Wall_Aabb()]),
             InteractionLoop(which(IGeomFunctor), which(IPhysFunctor), which(LawFunctor)), NewtonIntegrator(damping=0)]
O.dt = job['dt']
balls, rows = bodies[1 if job['wall'] else 0:], []
for step in range(job['steps']):
    row = [[list(b.state.pos), list(b.state.vel), list(b.state.angVel)] for b in balls]
    O.step()
    rows.append([r + [list(O.forces.f(b.id))] for r, b in zip(row, balls)])
json.dump(rows, open('rows.json', 'w'))
"""


def yade_call(line):
    name, *attributes = line.split()
    return f"{name}({', '.join(attributes)})"


def run_deck(code, wall, lines, dt, gap, folder):
    """Of each step both bodies' place, velocity, spin and force; A a wall that does nothing."""
    reach = RADII["b"] + (0 if wall else RADII["a"]) + gap
    bodies = [[(reach, 0, 0), SPEED, (0, 0, 0) if wall else SPINS["b"]]]
    if not wall:
        bodies.insert(0, [(0, 0, 0), (0, 0, 0), SPINS["a"]])
    job = {"code": code, "wall": wall, "bodies": bodies, "dt": dt, "steps": STEPS}
    if code == "yade":
        job.update(lines=[yade_call(line) for line in lines], radii=[RADII["b"]] if wall else [RADII["a"], RADII["b"]])
        command = ["yade", "-n", "-x", "-j1", "deck.py"]
        pathlib.Path(folder, "deck.py").write_text(YADE, encoding="utf-8")
    else:
        job.update(deck=gran_deck(code, wall, lines, dt))
        command = [sys.executable, os.path.abspath(__file__), "--deck"]
    pathlib.Path(folder, "job.json").write_text(json.dumps(job), encoding="utf-8")
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)
    rows = json.loads(pathlib.Path(folder, "rows.json").read_text(encoding="utf-8"))
    still = [[0, 0, 0]] * 4
    return [[still, row[0]] if wall else row for row in rows]


# ---- What an impact comes to -----------------------------------------------------------------------------------------

def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def unit(a):
    return [x / math.sqrt(dot(a, a)) for x in a]


def normal(row, wall):
    return [1, 0, 0] if wall else unit([b - a for a, b in zip(row[0][0], row[1][0])])


def relative(row, n, wall):
    """The velocity of the contact point: along n, and across it."""
    turn = [RADII["b"] * w for w in row[1][2]]
    turn = turn if wall else [w + RADII["a"] * x for w, x in zip(turn, row[0][2])]
    v = [b - a - c for a, b, c in zip(row[0][1], row[1][1], cross(turn, n))]
    return dot(v, n), [x - dot(v, n) * y for x, y in zip(v, n)]


def tilt(a, old, new):
    """A vector across OLD turned as the shortest turn to NEW does."""
    axis = cross(old, new)
    once = cross(axis, a)
    return [x + y + z / (1 + dot(old, new)) for x, y, z in zip(a, once, cross(axis, once))]


def outcome(rows, wall):
    """e_n, e_t, and the velocities and spins after it."""
    reach = RADII["b"] + (0 if wall else RADII["a"])
    meets = [math.dist(row[0][0], row[1][0]) < reach if not wall else row[1][0][0] < reach for row in rows]
    first, last = meets.index(True), len(meets) - 1 - meets[::-1].index(True)
    made, ended = normal(rows[first], wall), normal(rows[last + 1], wall)
    (vn, vt), (wn, wt) = relative(rows[0], made, wall), relative(rows[-1], ended, wall)
    e_t = -dot(tilt(vt, made, ended), wt) / dot(vt, vt)
    return [-wn / vn, e_t], [x for body in rows[-1] for part in body[1:3] for x in part]


class Tap:
    def __init__(self):
        self.count, self.failed = 0, False

    def verdict(self, good, name, why=""):
        self.count += 1
        self.failed |= not good
        print(("ok" if good else "not ok"), self.count, "-", name, "" if good else f"# {why}", flush=True)

    def finish(self):
        print(f"1..{self.count}")
        return int(self.failed)


def cases(code):
    return [(wall, law, start) for wall in (False, True) for law in LAWS for start in STARTS
            if law not in LINES or law == code and not wall]


def name_of(wall, law, start):
    return f"{'wall' if wall else 'pair'}, {law}, {start}"


def meets(tap, lawtester, folder, code, case, deck):
    """--for CODE: the law that is built in, moved as that code does."""
    within = FOR_AT_YADE_WALL if code == "yade" and case[0] else FOR_WITHIN[code]
    results = run(lawtester, folder, program(*case), "--for", code)["results"]
    off = max(abs(results[k] - x) for k, x in zip(("e_n", "e_t"), deck))
    tap.verdict(off <= within, f"--for {code}: {name_of(*case)}", f"{off:.2g} off {deck}")


def beside(tap, lawtester, folder, code, case):
    """--in CODE beside the deck, whose e_n and e_t it returns; None: the code is not here."""
    wall, law, start = case
    said = run(lawtester, folder, program(*case), "--in", code)
    if said is None:
        return None
    rows = run_deck(code, wall, law_lines(code, said), TIME_STEPS[law], STARTS[start], folder)
    deck, ends = outcome(rows, wall)
    mine = [said["results"][f"{v}{body}_end"] for body in "ab" for v in ("vx", "vy", "vz", "wx", "wy", "wz")]
    off = max(abs(a - b) * (1 if i % 6 < 3 else RADII["b"]) for i, (a, b) in enumerate(zip(mine, ends)))
    within = YADE_AT_TOUCH if code == "yade" and start == "at touch" else WITHIN[start]
    tap.verdict(off <= within, f"--in {code}: {name_of(*case)}", f"{off:.2g} m/s off")
    return deck


def read_recorded():
    lines = [line.split("; ") for line in RECORDED.read_text(encoding="utf-8").splitlines() if line[0] != "#"]
    return [(code, (partner == "wall", law, start), [float(e_n), float(e_t)])
            for code, partner, law, start, e_n, e_t in lines]


def record(code, found):
    """The lines of this code in the place of those that were."""
    lines = RECORDED.read_text(encoding="utf-8").splitlines()
    lines = [line for line in lines if not line.startswith(code + "; ")]
    lines += [f"{code}; {'wall' if wall else 'pair'}; {law}; {start}; {deck[0]:.12g}; {deck[1]:.12g}"
              for (wall, law, start), deck in found]
    RECORDED.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main():
    if sys.argv[1] == "--deck":
        job = json.loads(pathlib.Path("job.json").read_text(encoding="utf-8"))
        pathlib.Path("rows.json").write_text(json.dumps(run_library(job)), encoding="utf-8")
        os._exit(0)  # what the code would do at its end is of no use
    lawtester, code, tap, found = os.path.abspath(sys.argv[1]), sys.argv[2], Tap(), []
    with tempfile.TemporaryDirectory() as folder:
        if code == "recorded":
            for one, case, deck in read_recorded():
                meets(tap, lawtester, folder, one, case, deck)
            return tap.finish()
        for case in cases(code):
            deck = beside(tap, lawtester, folder, code, case)
            if deck is None:
                print(f"1..0 # SKIP {code} is not installed")
                return 0
            if case[1] in LINES:
                continue
            found.append((case, deck))
            meets(tap, lawtester, folder, code, case, deck)
    if "--record" in sys.argv:
        record(code, found)
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
