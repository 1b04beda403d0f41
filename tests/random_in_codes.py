#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""random_in_codes.py LAWTESTER ROOT SEED COUNT: laws of other codes by our parts, on paths drawn at random, beside the codes.

Each seed takes one of stages/codes/preset-*.yaml, other numbers for its law and its spheres, and another path of six
velocities. Both runs have to end alike and their forces to agree to 1e-9 of the largest (YADE: 1e-8), and their moments,
of spheres of one size, where all codes have one point of contact, to that of the largest or of a thousandth of force
times radius. What is at fault is printed with its seed and left as a file in the working folder."""
import csv
import glob
import os
import random
import re
import subprocess
import sys
import tempfile

lawtester, root, first, count = os.path.abspath(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
presets = sorted(f for f in glob.glob(os.path.join(root, "stages/codes/preset-*.yaml"))
                 if not re.search("preset-(mercury|yade-cpm)", f))
# What has to stay: integers and words, and numbers whose range is narrow or that belong together.
KEPT = re.compile("poisson|preset|plas_ratio|adh_exp|restitution|^e$|^en$|^et$|tangential_ratio|Exponent|lu_exp")
FORCES, MOMENTS = ("fn", "fs", "ft"), ("mn", "ms", "mt")
WITHIN = {"lammps": 1e-9, "liggghts": 1e-9, "yade": 1e-8}


def vary(draw, line):
    """A line NAME: NUMBER UNIT with another number."""
    told = re.match(r"(  )(\w+)(: )([-+0-9.e]+)((?: .*)?)$", line)
    if not told or KEPT.search(told[2]):
        return line
    return f"{told[1]}{told[2]}{told[3]}{float(told[4]) * 2 ** draw.uniform(-0.5, 0.5):.6g}{told[5]}"


def path(draw, name):
    """Pressed, then moved to and fro in contact, in all senses, then parted."""
    lines = ["stages:", "  - {whats: vvvvvv, values: [-v, 0, 0, 0, 0, 0], until: un < -d}"]
    if "jcfpm" in name:  # the bond is made at the first overlap that the code sees
        lines.insert(1, "  - {whats: vvvvvv, values: [-1e-15/h, 0, 0, 0, 0, 0], until: step >= 1}")
    no_twist = "cdt" in name  # a defect that the preset names: twisting lessens its moment
    ends = 0
    for _ in range(draw.randint(2, 5)):
        ends += draw.randint(100, 500)
        moves = [f"{draw.uniform(-0.02, 0.01):.3g}*v"]
        moves += [f"{draw.choice((-1, 0, 1)) * draw.uniform(0.1, 1):.3g}*v" for _ in range(2)]
        moves += [f"{draw.choice((-1, 0, 1)) * draw.uniform(0.1, 1):.3g}*w" for _ in range(3)]
        if no_twist:
            moves[3] = "0"
        lines.append(f"  - {{whats: vvvvvv, values: [{', '.join(moves)}], until: step > {ends}}}")
    lines.append("  - {whats: vvvvvv, values: [v, 0, 0, 0, 0, 0], until: broken or step > 8000}")
    return lines


def program(seed):
    draw = random.Random(seed)
    file = draw.choice(presets)
    name = os.path.basename(file)[7:-5]
    sizes = [draw.uniform(2, 8), draw.uniform(2, 8)]
    if draw.random() < 0.5:
        sizes[1] = sizes[0]
    radii = iter(sizes)
    kept, section = [], ""
    for line in open(file, encoding="utf-8"):
        line = line.rstrip("\n")
        if re.match(r"\w+:", line):
            section = line.split(":")[0]
        if section in ("expect", "plots", "stages", "record", "title", "let") or line.startswith("#"):
            continue
        if section == "particles":
            line = re.sub(r"radius: (\S+) mm", lambda told: f"radius: {next(radii):.4g} mm", line)
        kept.append(vary(draw, line) if section == "law" else line)
    kept.append(f"let: {{v: {draw.uniform(0.01, 0.03):.4g}, w: {draw.uniform(1, 6):.4g}, h: 1e-6, d: 1e-5}}")
    kept += path(draw, name) + ["record: {columns: [t, un, fn, fs, ft, mn, ms, mt]}"]
    return name, sizes, "\n".join(kept) + "\n"


def rows(table):
    with open(table, encoding="utf-8") as file:
        return [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]


def run(*words):
    return subprocess.run([lawtester, *words], capture_output=True, text=True, check=False)


def fault(seed, folder):
    """What is wrong with it, or ''."""
    name, sizes, text = program(seed)
    code = name.split("-")[0]
    file = os.path.join(folder, f"{seed}.yaml")
    with open(file, "w", encoding="utf-8") as out:
        out.write(text)
    ours = run("run", file, "--plot=none", "-q", "-o", os.path.join(folder, "ours"))
    theirs = run("run", file, "--in", code, "--plot=none", "-q", "-o", os.path.join(folder, "theirs"))
    if theirs.returncode == 5:
        print(f"{code} is not here: {theirs.stderr.splitlines()[0]}")
        sys.exit(1)
    if ours.returncode or theirs.returncode:
        return f"{name}: exit {ours.returncode} and {theirs.returncode}: {(ours.stderr + theirs.stderr)[:400]}"
    ours, theirs = (rows(os.path.join(folder, who, f"{seed}.csv")) for who in ("ours", "theirs"))
    force = max(abs(row[c]) for row in theirs for c in FORCES)
    moment = max(1e-3 * force * sizes[0] * 1e-3, max(abs(row[c]) for row in theirs for c in MOMENTS))
    for columns, scale in (FORCES, force), (MOMENTS, moment if sizes[0] == sizes[1] else float("inf")):
        for c in columns:
            apart = max(abs(a[c] - b[c]) for a, b in zip(ours, theirs)) / scale
            if not apart <= WITHIN[code]:
                return f"{name}: {c} is {apart:.2g} of the largest apart"
    return ""


def main():
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, first + count):
            said = fault(seed, folder)
            if said:
                faults += 1
                print(f"seed {seed}: {said}")
                os.replace(os.path.join(folder, f"{seed}.yaml"), f"random-in-codes-{seed}.yaml")
    print(f"{count} programs beside the codes, {faults} at fault")
    return int(faults > 0)


sys.exit(main())
