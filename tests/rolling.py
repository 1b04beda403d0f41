#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""rolling.py LAWTESTER ROOT: rolling models: loops, swings, and spheres thrown along a plane as LIGGGHTS has run them."""
import csv
import json
import math
import os
import subprocess
import sys
import tempfile

PRESS = 1e-6  # m, overlap


def models(stiffness, viscosity, eta, fric, force, radius):
    """Every model that has a spring, with numbers that make it the same one; a sphere on a wall."""
    square, kn = radius**2, force / PRESS
    given = f"roll_stiffness: {stiffness}, roll_viscosity: {viscosity}"
    return {
        "spring": (kn, fric, given),
        "iwashita-oda": (kn, fric, given),
        "hertz-moment": (kn, 2 * fric, given),  # its limit has half the radius at a wall
        "sds": (kn, fric, f"k_roll: {stiffness / square}, c_roll: {viscosity / square}"),
        "arm": (kn, fric, f"kr: {stiffness / square}, gamma_r: {viscosity / square}"),
        "epsd": (stiffness / (2.25 * fric**2 * square), fric, f"roll_damping: {eta}"),
        "epsd3": (kn, fric, f"roll_ratio: {stiffness / (fric**2 * square * kn)}, roll_damping: {eta}"),
        "epsd2": (kn, fric, f"tangential: linear, ks: {stiffness / square}"),
    }


def run(lawtester, text, options=()):
    with tempfile.TemporaryDirectory() as folder:
        name = text
        if "\n" in text:
            name = os.path.join(folder, "program.yaml")
            with open(name, "w", encoding="utf-8") as file:
                file.write(text)
        done = subprocess.run([lawtester, "run", name, "--plot=none", "--json", "-q", "-o", folder, *options],
                              capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1):
            sys.exit(f"Bail out! {done.stderr[:2000]}\n{text}")
        stem = os.path.splitext(os.path.basename(name))[0]
        with open(os.path.join(folder, stem + ".csv"), encoding="utf-8") as file:
            return json.loads(done.stdout)["results"], list(csv.DictReader(file))


def program(radius, density, law, gap, stages):
    return f"""lawtester: 1
particles:
  a: {{shape: wall}}
  b: {{shape: sphere, radius: {radius}, density: {density}}}
law: {{name: contact, normal: linear, {law}}}
motion: {{integrator: exact, dt: 0.01, gap: {-gap}}}
stages:
{stages}
"""


def rows_of(data, name):
    with open(os.path.join(data, name), encoding="utf-8") as file:
        return [{k: float(v) for k, v in row.items()} for row in csv.DictReader(file)]


def loop(lawtester, row, word, numbers):
    kn, fric, more = numbers
    turn = row["amplitude"]
    stages = "".join(f"  - {{whats: vvvvvv, values: [0, 0, 0, 0, 0, {rate}], until: time >= {time}}}\n"
                     for rate, time in ((turn, 1), (-turn, 2), (turn, 2)))
    law = f"kn: {kn}, rolling: {word}, fric_roll: {fric}, {more}"
    results, _ = run(lawtester, program(row["R"], 1000, law, row["N"] / kn, stages))
    half, _ = run(lawtester, program(row["R"], 1000, law, row["N"] / kn, stages.split("\n")[0]))
    loss = results["E_roll_end"] - half["E_roll_end"]
    quarter = half["E_roll_end"] + half["E_strain_end"] - 0.5 * kn * (row["N"] / kn)**2
    return max(abs(loss / row["loss_per_cycle"] - 1), abs(quarter / row["work_first_quarter"] - 1),
               abs(abs(half["mt_end"]) / row["moment_at_amplitude"] - 1))


def swing(lawtester, row, word, numbers):
    kn, fric, more = numbers
    force = kn * PRESS
    stages = f"  - {{whats: vvvvvi, values: [0, 0, 0, 0, 0, 1e-3], until: time >= {row['period']}}}\n"
    law = f"kn: {kn}, rolling: {word}, fric_roll: {fric}, {more}"
    text = program(row["R"], row["density"], law, force / kn, stages).replace("dt: 0.01", f"dt: {row['period'] / 50}")
    results, _ = run(lawtester, text)
    return abs(results["wt_end"] / 1e-3 - row["decay_per_period"])


def thrown(lawtester, root, slope, word, other):
    """The largest error of the way over the longest way."""
    options = ["-D", f"law.rolling={word}", "-D", f"slope={slope}*pi/180", "-D", "record.every=1"]
    if word == "epsd":
        options += ["-D", "law.roll_damping=0.3"]
    _, ours = run(lawtester, os.path.join(root, "stages/contact/thrown.yaml"), options)
    theirs = rows_of(os.path.join(root, "tests/data/rolling"), f"roll_{'up10' if slope else 'flat'}_{other}.csv")
    longest = max(row["x"] for row in theirs)
    steps = [(round(row["t"] / 1.1e-5), row["x"]) for row in theirs]
    return max(abs(float(ours[i]["xb"]) - x) / longest for i, x in steps if i < len(ours))


def elastic():
    """The models that are on a wall what epsd is, a spring of the static overlap: options and their numbers."""
    mu_r, radius, g, young = 0.2, 5e-3, 9.81, 40e6 / (2 * (1 - 0.49**2))
    mass = 4 / 3 * math.pi * radius**3 * 1056
    overlap = (mass * g / (4 / 3 * young * math.sqrt(radius)))**(2 / 3)
    stiffness = 2.25 * mu_r**2 * radius**2 * 4 / 3 * young * math.sqrt(radius * overlap)
    viscosity = 2 * 0.3 * math.sqrt(1.4 * mass * radius**2 * stiffness)
    return {word: [f"law.{option}" for option in (numbers[2].replace(": ", "=") + f", fric_roll={numbers[1]}").split(", ")]
            for word, numbers in models(stiffness, viscosity, 0.3, mu_r, 1, radius).items() if word not in ("epsd2", "epsd3")}


def way(slope, viscous, time):
    """The way of a rigid sphere thrown with 1 m/s along a slope (rad): it slides until its rim is as fast, then rolls, and
    stands; the rolling moment is fric_roll R N, or, viscous, that times the speed of the rim over 1 m/s."""
    mu, mu_r, v0, g = 0.8, 0.2, 1, 9.81
    c, s = math.cos(slope), math.sin(slope)
    slide = (mu * c + s) * g
    if not viscous:
        t1 = v0 / (slide + 5 / 2 * (mu - mu_r) * c * g)
        v1, brake = v0 - slide * t1, 5 / 7 * (mu_r * c + s) * g
        return (v0 + v1) / 2 * t1 + v1**2 / (2 * brake)
    low, high = 0, v0 / slide
    for _ in range(200):
        t1 = 0.5 * (low + high)
        rim = mu / mu_r * (1 - math.exp(-5 / 2 * g * c * mu_r * t1))
        low, high = (t1, high) if rim < v0 - slide * t1 else (low, t1)
    v1, rate, least = v0 - slide * t1, 5 / 7 * g * mu_r * c, -s / (mu_r * c)
    left = time - t1
    return (v0 + v1) / 2 * t1 + least * left + (v1 - least) * (1 - math.exp(-rate * left)) / rate


def thrown_rigid(lawtester, root, slope, word, options):
    """The error of the way at the end over that of a rigid sphere."""
    given = [x for option in options for x in ("-D", option)]
    _, ours = run(lawtester, os.path.join(root, "stages/contact/thrown.yaml"),
                  ["-D", f"law.rolling={word}", "-D", f"slope={slope}*pi/180", *given])
    wanted = way(math.radians(slope), word == "viscous", float(ours[-1]["t"]))
    return abs(float(ours[-1]["xb"]) / wanted - 1)


def main():
    lawtester, root = sys.argv[1:3]
    data = os.path.join(root, "tests/data/rolling")
    worst = {}
    for row in rows_of(data, "rolling_cycle.csv"):
        for word, numbers in models(row["k_r"], 0, 0, row["mu_r"], row["N"], row["R"]).items():
            error = loop(lawtester, row, word, numbers)
            worst["loop, " + word] = max(worst.get("loop, " + word, (0, 0))[0], error), 1e-9
    for row in rows_of(data, "rolling_oscillation.csv"):
        for word, numbers in models(row["k_r"], row["C_r"], row["eta_r"], 0.5, 1e3, row["R"]).items():
            if word != "epsd2":  # which has no dashpot
                error = swing(lawtester, row, word, numbers)
                worst["swing, " + word] = max(worst.get("swing, " + word, (0, 0))[0], error), 1e-9
    for slope in (0, 10):
        for word, other in (("constant", "cdt"), ("epsd", "epsd"), ("epsd2", "epsd2")):
            worst[f"thrown on {slope} degrees, {word}"] = thrown(lawtester, root, slope, word, other), 1e-6
        for word, options in (elastic() | {"epsd3": ["law.roll_damping=0.3"], "viscous": []}).items():
            worst[f"thrown on {slope} degrees, {word}, as a rigid sphere"] = thrown_rigid(lawtester, root, slope, word, options), 3e-3
    print(f"1..{len(worst)}")
    for i, (name, (error, bound)) in enumerate(worst.items()):
        print(f"{'ok' if error <= bound else 'not ok'} {i + 1} - {name}: {error:.2g}")


main()
