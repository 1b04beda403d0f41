#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""kratos.py LAWTESTER ROOT: the contact laws of Kratos' DEM application by doc/examples/kratos and by Kratos' own solution loop: an
oblique impact of spinning spheres, the restitution that calibrate finds, what verify measures. To be run by a Python that has
KratosDEMApplication (PyPI). Writes TAP."""

import importlib.machinery
import importlib.util
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import oblique_in_codes as oblique

GENERAL = {"YOUNG_MODULUS": 1e8, "POISSON_RATIO": 0.3, "STATIC_FRICTION": 0.3, "DYNAMIC_FRICTION": 0.3, "COEFFICIENT_OF_RESTITUTION": 0.6}
CASES = {"DEM_D_Hertz_viscous_Coulomb": {}, "DEM_D_Linear_viscous_Coulomb": {}, "DEM_D_Linear_Simple_Coulomb": {},
         "DEM_D_Linear_classic": {}, "DEM_D_Hertz_viscous_Coulomb_JKR": {"PARTICLE_COHESION": 0.5},
         "DEM_D_Hertz_viscous_Coulomb_DMT": {"PARTICLE_COHESION": 0.5}}
DT, STEPS = 4e-7, 900
WITHIN, VELOCITIES = 1e-4, 1e-12


def adapter(path):
    """The program, as a module of Python."""
    loader = importlib.machinery.SourceFileLoader("kratos_pair", str(path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("kratos_pair", loader))
    loader.exec_module(module)
    return module


def deck(module, numbers):
    """An impact that Kratos integrates: of each step what it begins with, and the force on B."""
    reach, rows = oblique.RADII["a"] + oblique.RADII["b"] + 1e-7, []
    bodies = []
    for body, place, velocity in (("a", 0.0, (0, 0, 0)), ("b", reach, oblique.SPEED)):
        radius = oblique.RADII[body]
        mass = 4 / 3 * math.pi * radius**3 * oblique.DENSITY
        bodies.append([radius, mass, 0.4 * mass * radius**2, place, 0, 0, *velocity, *oblique.SPINS[body]])

    class Run(module.Pair):
        def state(self):
            return [[[node.X, node.Y, node.Z], *(list(node.GetSolutionStepValue(x)) for x in
                     (module.Kratos.VELOCITY, module.Kratos.ANGULAR_VELOCITY)), [0, 0, 0]] for node in self.nodes]

        def OutputSolutionStep(self):
            rows.append(self.state())

    run = Run(numbers, bodies, DT)
    run.end_time = (STEPS - 0.5) * DT
    rows.append(run.state())
    run.RunSolutionLoop()
    return oblique.outcome(rows, False)


def own_loop(lawtester, program, numbers):
    """deck(), in a process of its own."""
    done = subprocess.run([sys.executable, __file__, lawtester, program, json.dumps(numbers)], capture_output=True, text=True,
                          check=False)
    if done.returncode:
        sys.exit(done.stderr[-2000:])
    return json.loads(done.stdout)


def lawtester_says(lawtester, *words):
    done = subprocess.run([lawtester, *words], capture_output=True, text=True, check=False)
    if done.returncode > 1:
        sys.exit(done.stdout[-2000:] + done.stderr[-2000:])
    return done.stdout


def main():
    if len(sys.argv) > 3:  # one deck, in a process of its own
        module = adapter(sys.argv[2])
        module.Kratos.Logger.GetDefaultOutput().SetSeverity(module.Kratos.Logger.Severity.WARNING)
        print(json.dumps(deck(module, json.loads(sys.argv[3]))), file=module.ANSWERS, flush=True)
        os._exit(0)
    lawtester, root, tap = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve(), oblique.Tap()
    oblique.TIME_STEPS["kratos"] = DT
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "kratos")
        text = (root / "doc/examples/kratos").read_text(encoding="utf-8")
        pathlib.Path(program).write_text(f"#!{sys.executable}\n" + text.split("\n", 1)[1], encoding="utf-8")
        os.chmod(program, 0o755)
        for law, more in CASES.items():
            numbers = GENERAL | more
            os.environ["KRATOS_LAW"] = law
            oblique.LAWS["kratos"] = "{code: own, " + ", ".join(f"{name}: {value!r}" for name, value in numbers.items()) + "}"
            said = oblique.run(lawtester, folder, oblique.program(False, "kratos", "apart"), "--in", program)["results"]
            (e_n, e_t), ends = own_loop(lawtester, program, numbers)
            off = max(abs(e_n - said["e_n"]), abs(e_t - said["e_t"]))
            tap.verdict(off < WITHIN, f"{law}: e_n {e_n:.6f}, e_t {e_t:.6f} of its own loop, {off:.1g} off", str(said))
            mine = [said[f"{v}{body}_end"] for body in "ab" for v in ("vx", "vy", "vz", "wx", "wy", "wz")]
            off = max(abs(a - b) * (1 if i % 6 < 3 else oblique.RADII["b"]) for i, (a, b) in enumerate(zip(mine, ends)))
            tap.verdict(off < VELOCITIES, f"{law}: velocities and spins of both: {off:.1g} m/s apart")
        os.environ["KRATOS_LAW"] = law = "DEM_D_Hertz_viscous_Coulomb"
        path = os.path.join(folder, "pair.yaml")
        oblique.LAWS["kratos"] = "{code: own, e: 0.6, " + ", ".join(
            f"{name}: {'e' if name[:4] == 'COEF' else repr(value)}" for name, value in GENERAL.items()) + "}"
        pathlib.Path(path).write_text(oblique.program(False, "kratos", "apart").replace("e: 0.6, ", "").replace(
            "motion:", "let: {e: 0.6}\nmotion:"), encoding="utf-8")
        said = lawtester_says(lawtester, "calibrate", path, "--vary", "e=0.3:0.9", "--to", "e_n=0.5", "--in", program)
        found, achieved = float(said.split("e = ")[1].split()[0]), float(said.split("  e_n ")[1].split()[0])
        (e_n, e_t), _ = own_loop(lawtester, program, GENERAL | {"COEFFICIENT_OF_RESTITUTION": found})
        tap.verdict(abs(e_n - achieved) < WITHIN and abs(achieved - 0.5) < 1e-3,
                    f"{law}: COEFFICIENT_OF_RESTITUTION {found:.6g} for 0.5, {e_n:.6f} by its own loop, {achieved:.6f} by calibrate")
        said = lawtester_says(lawtester, "verify", path, "--in", program)
        tap.verdict(re.search(r"^ *ok .*momentum", said, re.M), f"{law}: verify", said)
        print("# " + said.replace("\n", "\n# "))
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
