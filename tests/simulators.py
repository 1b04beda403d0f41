#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""simulators.py LAWTESTER ROOT [--run | --write]: contacts of robot simulators, row for row.

Recorded rows are in tests/data/simulators.csv, with version and date of the programs that made them. --run asks the programs
themselves (PyPI: mujoco, pybullet, drake; what is not installed is left out) and compares them with the
record, and MuJoCo's C library (Debian: libmujoco-dev) if it is there; --write records them anew."""
import csv
import datetime
import json
import math
import os
import subprocess
import sys
import tempfile
from functools import partial

PHASES = 100
SOLIMP = "0.9 0.95 0.001 0.5 2"


def mujoco_model(solref, solimp, dt, gravity):
    geom = f"solref='{solref}' solimp='{solimp}' condim='1'"
    return (
        f"<mujoco><option timestep='{dt!r}' gravity='0 0 {-gravity!r}' integrator='Euler'/><worldbody>"
        f"<geom type='plane' size='1 1 1' {geom}/><body pos='0 0 1'><freejoint/>"
        f"<geom type='sphere' size='0.05' density='1000' {geom}/></body></worldbody></mujoco>"
    )


class Library:
    """MuJoCo's C library, if it is installed with its headers; its first line is the version."""

    def __init__(self, root, folder):
        self.folder, self.program, self.version = folder, os.path.join(folder, "drop"), None
        words = ["cc", os.path.join(root, "tests", "mujoco_drop.c"), "-o", self.program, "-lmujoco"]
        self.there = subprocess.run(words, capture_output=True, check=False).returncode == 0

    def drop(self, phase, solref, solimp=SOLIMP, dt=2e-3, gravity=0.0):
        path = os.path.join(self.folder, "model.xml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(mujoco_model(solref, solimp, dt, gravity))
        done = subprocess.run([self.program, path, repr(phase), repr(dt)], capture_output=True, text=True, check=True)
        self.version, *lines = done.stdout.splitlines()
        return [[float(x) for x in line.split()] for line in lines]


def mujoco_drop(phase, solref, solimp=SOLIMP, dt=2e-3, gravity=0.0):
    """A sphere of 5 cm on a plane, at 1 m/s: [gap, velocity] after each step."""
    import mujoco

    model = mujoco.MjModel.from_xml_string(mujoco_model(solref, solimp, dt, gravity))
    data = mujoco.MjData(model)
    data.qpos[2], data.qvel[2] = 0.05 + phase * dt, -1
    rows = []
    while len(rows) < 5000 and not (rows and rows[-1][1] > 0 and rows[-1][0] > 0):
        mujoco.mj_step(model, data)
        rows.append([float(data.qpos[2]) - 0.05, float(data.qvel[2])])
    return rows


def bullet_drop(phase, dt=1 / 240, steps=4, speed=1.0, **numbers):
    """The same of 1 kg, STEPS steps farther off."""
    import pybullet as p

    p.connect(p.DIRECT)
    p.setTimeStep(dt)
    plane = p.createMultiBody(0, p.createCollisionShape(p.GEOM_PLANE))
    place = [0, 0, 0.05 + (phase + steps) * dt * speed]
    ball = p.createMultiBody(1, p.createCollisionShape(p.GEOM_SPHERE, radius=0.05), basePosition=place)
    for body in plane, ball:
        p.changeDynamics(body, -1, lateralFriction=0, linearDamping=0, angularDamping=0, **numbers)
    p.resetBaseVelocity(ball, [0, 0, -speed])
    rows = []
    while len(rows) < 1000 and not (rows and rows[-1][1] > 0 and rows[-1][0] > 0.002):
        p.stepSimulation()
        rows.append([p.getBasePositionAndOrientation(ball)[0][2] - 0.05, p.getBaseVelocity(ball)[0][2]])
    p.disconnect()
    return rows


def drake_drop(phase, dt=1e-3, dissipation=1.0, stiffness=1e4, kind="lagged"):
    """The same in Drake, of 1 kg; two bodies of twice the stiffness make it."""
    import pydrake.all as d

    builder = d.DiagramBuilder()
    plant, _ = d.AddMultibodyPlantSceneGraph(builder, dt)
    plant.set_discrete_contact_approximation(getattr(d.DiscreteContactApproximation, "k" + kind.capitalize()))
    plant.set_contact_model(d.ContactModel.kPoint)
    body = plant.AddRigidBody("ball", d.SpatialInertia(1, [0, 0, 0], d.UnitInertia.SolidSphere(0.05)))
    for of, shape, name in (body, d.Sphere(0.05), "ball"), (plant.world_body(), d.HalfSpace(), "plane"):
        props = d.ProximityProperties()
        d.AddContactMaterial(dissipation=dissipation, point_stiffness=2 * stiffness, friction=d.CoulombFriction(0, 0), properties=props)
        plant.RegisterCollisionGeometry(of, d.RigidTransform(), shape, name, props)
    plant.mutable_gravity_field().set_gravity_vector([0, 0, 0])
    plant.Finalize()
    simulator = d.Simulator(builder.Build())
    context = plant.GetMyMutableContextFromRoot(simulator.get_mutable_context())
    plant.SetFreeBodyPose(context, body, d.RigidTransform([0, 0, 0.05 + phase * dt]))
    plant.SetFreeBodySpatialVelocity(context=context, body=body, V_JpJc=d.SpatialVelocity([0, 0, 0], [0, 0, -1]))
    rows = []
    while len(rows) < 3000 and not (rows and rows[-1][1] > 0 and rows[-1][0] > 0):
        simulator.AdvanceTo((len(rows) + 1) * dt)
        rows.append([float(plant.EvalBodyPoseInWorld(context, body).translation()[2]) - 0.05,
                     float(plant.EvalBodySpatialVelocityInWorld(context, body).translational()[2])])
    return rows


def drake_lagged(un, vn, dt=1e-3, k=1e4, big_d=1.0, m=1.0):
    """One implicit step of f = k d (1 + D v): the root of a quadratic, d and v at the end of the step."""
    b, c = m + dt * k * (dt - big_d * un), m * vn - dt * k * un
    q = vn if un > 0 else max(vn, 2 * c / (b + math.sqrt(b * b - 4 * dt * dt * k * big_d * c)))
    return un + dt * q, q


def bullet_restitution(phase, e, dt=1 / 240, speed=1.0, radius=0.05):
    """What comes back of Bullet's restitution, if the surfaces are PHASE steps apart or, beyond `margin`, overlap then. NAN:
    it goes on approaching, more slowly."""
    margin, slop, erp = 0.02 * math.sqrt(3) * radius, 1e-5, 0.08
    way = speed * dt
    gap = (phase * way if phase * way <= margin else (phase - 1) * way) + slop
    left = e - gap / way if gap > 0 else e - erp * gap / way
    return left if left > 0 else math.nan


# Name, program, overrides of lawtester, how the simulator is asked; the first row of a case is phase 0.5 or 0.3.
TWO = {"contactStiffness": 1000, "contactDamping": 10}
CASES = [
    ("mujoco", "mujoco", [], 1e-12, partial(mujoco_drop, 0.5, "0.02 0.247053")),
    ("mujoco-gravity", "mujoco", ["law.pressing=9.81", "motion.gravity=[-9.81,0,0]"], 1e-12,
     partial(mujoco_drop, 0.5, "0.02 0.247053", gravity=9.81)),
    ("mujoco-solimp", "mujoco", ["midpoint=0.3", "power=3", "width=5e-3", "dmin=0.2", "dmax=0.8"], 1e-12,
     partial(mujoco_drop, 0.5, "0.02 0.247053", "0.2 0.8 0.005 0.3 3")),
    ("mujoco-negative", "mujoco", ["solref_stiffness=1000", "solref_damping=8"], 1e-12, partial(mujoco_drop, 0.5, "-1000 -8")),
    ("bullet", "bullet", [], 1e-12, partial(bullet_drop, 0.3, **TWO)),
    ("drake", None, [], 1e-8, partial(drake_drop, 0.5)),
]
ASKED = {"mujoco": lambda: __import__("mujoco"), "bullet": lambda: __import__("pybullet"), "drake": lambda: __import__("pydrake")}


def version(engine):
    from importlib.metadata import version as of

    return of({"bullet": "pybullet"}.get(engine, engine))


def recorded(path):
    rows = {}
    with open(path, encoding="utf-8") as file:
        for row in csv.DictReader(line for line in file if not line.startswith("#")):
            rows.setdefault(row["case"], []).append([float(row["un"]), float(row["vn"])])
    return rows


def ran(lawtester, root, name, overrides):
    with tempfile.TemporaryDirectory() as out:
        words = [f"-D{word}" for word in ["record.columns=[t,un,vn]", *overrides]]
        program = os.path.join(root, "stages", "simulators", name + ".yaml")
        subprocess.run([lawtester, "run", program, "--plot=none", "-o", out, *words], capture_output=True, check=False)
        with open(os.path.join(out, name + ".csv"), encoding="utf-8") as file:
            return [[float(row["un"]), float(row["vn"])] for row in csv.DictReader(file) if row["t"] != "0"]


def off(a, b):
    """The farthest that two lists of rows are apart, over the rows that both have; a difference of two in length is all."""
    if abs(len(a) - len(b)) > 2 or not a:
        return math.inf
    return max(max(abs(x - y) for x, y in zip(p, q)) for p, q in zip(a, b))


def main():
    lawtester, root, *words = sys.argv[1:]
    path = os.path.join(root, "tests", "data", "simulators.csv")
    engines, count, failed = {}, 0, 0

    def verdict(good, text):
        nonlocal count, failed
        count, failed = count + 1, failed + (not good)
        print(f"{'ok' if good else 'not ok'} {count} - {text}")

    for engine, load in ASKED.items() if words else ():
        try:
            load()
            engines[engine] = version(engine)
        except ImportError:
            print(f"# {engine} is not installed")
    if "--write" in words:
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"# {', '.join(f'{k} {v}' for k, v in engines.items())} of PyPI, run on {datetime.date.today()}\n")
            file.write("# gap and velocity after each step; tests/simulators.py has the cases\ncase,un,vn\n")
            for name, _, _, _, ask in CASES:
                file.writelines(f"{name},{un!r},{vn!r}\n" for un, vn in ask())
    rows = recorded(path)
    for name, program, overrides, within, ask in CASES:
        if program:
            apart = off(ran(lawtester, root, program, overrides), rows[name])
        else:
            state, ours = (rows[name][0][0], -1.0), []
            for _ in rows[name]:
                ours.append(list(state))
                state = drake_lagged(*state)
            apart = off(ours, rows[name])
        verdict(apart <= within, f"{name}: recorded rows within {within}: {apart:.2g}")
        engine = name.split("-", maxsplit=1)[0]
        if engine in engines:
            apart = off(ask(), rows[name])
            verdict(apart <= within, f"{engine} {engines[engine]}, {name}: as recorded: {apart:.2g}")

    def mean(drop, text):
        e = [drop((k + 0.5) / PHASES, "0.02 0.247053")[-1][1] for k in range(PHASES)]
        good = abs(sum(e) / PHASES - 0.5) < 1e-5 and abs(min(e) - 0.4575) < 2e-4 and abs(max(e) - 0.5634) < 2e-4
        verdict(good, f"{text}: mean e {sum(e) / PHASES:.6f}, {min(e):.4f} to {max(e):.4f}")

    if "mujoco" in engines:
        mean(mujoco_drop, "mujoco")
    with tempfile.TemporaryDirectory() as folder:
        library = Library(root, folder) if words else None
        if library and library.there:
            for name, _, _, within, ask in CASES:
                if ask.func is mujoco_drop:
                    apart = off(library.drop(*ask.args, **ask.keywords), rows[name])
                    verdict(apart <= within, f"libmujoco {library.version}, {name}: as recorded: {apart:.2g}")
            mean(library.drop, f"libmujoco {library.version}")
    if "bullet" in engines:
        for phase in 0.05, 0.25, 0.4, 0.5, 0.75, 0.95:
            e = bullet_drop(phase, restitution=math.sqrt(0.5))[-1][1]
            verdict(abs(e - bullet_restitution(phase, 0.5)) < 1e-6, f"bullet: restitution 0.5 at phase {phase} gives {e:.6f}")
        done = subprocess.run([lawtester, "calibrate", os.path.join(root, "stages/simulators/bullet.yaml"), "--as-run", "--plot=none",
                               "--vary=contactDamping=1:60", "--to=e_n=0.5", "--json"], capture_output=True, text=True, check=False)
        c = json.loads(done.stdout)["parameters"]["contactDamping"]["value"]
        e = [bullet_drop((k + 0.5) / 40, contactStiffness=1000, contactDamping=c / 2)[-1][1] for k in range(40)]
        verdict(abs(sum(e) / 40 - 0.5) < 2e-3, f"bullet: contactDamping {c:.6g} as calibrated gives a mean e of {sum(e) / 40:.5f}")
    print(f"1..{count}")
    return failed > 0


sys.exit(main())
