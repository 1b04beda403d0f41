#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""rolling.py LAWTESTER ROOT: rolling models: loops, swings, and spheres thrown along a plane as LIGGGHTS has run them."""
import csv
import json
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
    print(f"1..{len(worst)}")
    for i, (name, (error, bound)) in enumerate(worst.items()):
        print(f"{'ok' if error <= bound else 'not ok'} {i + 1} - {name}: {error:.2g}")


main()
