# SPDX-License-Identifier: GPL-3.0-or-later
"""led.py: what tests have in common that lead contacts on recorded paths or beside tables: tables, runs, paths, TAP."""
import csv
import json
import os
import subprocess
import sys


def table(path):
    with open(path, encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def run_all(lawtester, folder, programs):
    """The documents of all, whose rows are in FOLDER/out."""
    names = []
    for i, text in enumerate(programs):
        names.append(os.path.join(folder, f"row{i}.yaml"))
        with open(names[-1], "w", encoding="utf-8") as file:
            file.write("lawtester: 1\n" + text)
    done = subprocess.run([lawtester, "run", *names, "--plot=none", "--json", "-q", "-o", os.path.join(folder, "out")],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"Bail out! {done.stderr[:2000]}")
    found = json.loads(done.stdout)
    return found if isinstance(found, list) else [found]


def straight(rows, reach, ks):
    """What a law in YADE saw of ROWS, in axes that stay of length 1: YADE's LawTester turns its axes, the shear and the stored
    force with the normal to first order, so that what lies along the way grows by half the square of the angle; it leads
    about the axes at the beginning of a step, and the law has the normal at its end. REACH: the sum of the radii."""
    def grown(v):
        along, spun = (v[0] * way[0] + v[1] * way[1]) / 2, 1 + spin**2 / 2
        return (v[0] * spun + along * way[0], v[1] * spun + along * way[1])

    def seen(v):
        (a, b), (c, d) = axes
        return ((d * v[0] - b * v[1]) / (a * d - b * c), (a * v[1] - c * v[0]) / (a * d - b * c))

    axes, shear, path, turn = ((1.0, 0.0), (0.0, 1.0)), (0.0, 0.0), (0.0, 0.0), [0.0, 0.0, 0.0]
    forces, found = (0.0, 0.0), []
    for before, row in zip([rows[0], *rows], rows):
        step = {k: float(row[k]) - float(before[k]) for k in MOVES if k in row}
        way, spin = (step["gs"] / reach, step["gt"] / reach), step.get("an", 0) / 2
        axes = (grown(axes[0]), grown(axes[1]))
        now, old = seen((float(row["gs"]), float(row["gt"]))), grown(shear)
        longer = [(x - y) / ks for x, y in zip(grown(forces), forces)]
        path = tuple(p + x - y + z for p, x, y, z in zip(path, now, old, longer))
        shear, forces = now, seen((float(row["fs"]), float(row["ft"])))
        found.append(row | {"gs": path[0], "gt": path[1], "fs": forces[0], "ft": forces[1]})
        if "an" in row:
            w, by = [step[k] for k in ("an", "as", "at")], (spin, -way[1], way[0])
            found[-1] |= dict(zip(("ms", "mt"), seen((float(row["ms"]), float(row["mt"])))))
            turn = [turn[i] + w[i] - by[i - 2] * w[i - 1] + by[i - 1] * w[i - 2] for i in range(3)]
            found[-1] |= dict(zip(("an", "as", "at"), turn))
    return found


MOVES = {"gap": "un", "gs": "us", "gt": "ut", "an": "an", "as": "as", "at": "at"}


def led(folder, rows, name, law, radii, rest=0.0, columns="fn, fs, ft"):
    """A program for the path of ROWS; REST: the gap there at which un is 0 here."""
    path = os.path.join(folder, name + ".path.csv")
    moves = {k: u for k, u in MOVES.items() if k in rows[0]}
    with open(path, "w", encoding="utf-8") as file:
        file.write("t," + ",".join(moves.values()) + "\n")
        for row in rows:
            seen = [float(row[k]) - (rest if k == "gap" else 0) for k in moves]
            file.write(row["t"] + "," + ",".join(map(repr, seen)) + "\n")
    values = [f"{{file: {path}, column: {u}, over: t}}" for u in moves.values()] + ["0"] * (6 - len(moves))
    return f"""particles:
  a: {{shape: sphere, radius: {radii[0]}, density: 2600}}
  b: {{shape: sphere, radius: {radii[1]}, density: 2600}}
law: {{{law}}}
motion: {{gap: {float(rows[0]['gap']) - rest!r}, instants: {{file: {path}, column: t}}}}
stages:
  - {{whats: {'u' * len(moves) + 'v' * (6 - len(moves))}, values: [{', '.join(values)}], until: step >= {len(rows) - 1}}}
record: {{columns: [t, {columns}]}}
"""


def miss_led(folder, rows, number, columns):
    """Over the largest value of each column, or what is given beside it: rounding beside other forces is none."""
    ours = table(os.path.join(folder, "out", f"row{number}.csv"))
    worst = 0
    for (k, theirs), least in columns.items():
        peak = max(max(abs(float(r[theirs])) for r in rows), least)
        worst = max(worst, max(abs(float(o[k]) - float(r[theirs])) / peak for o, r in zip(ours[1:], rows[1:])))
    return worst


def tap(tests):
    """Of names, worst errors and bounds."""
    print(f"1..{len(tests)}")
    for i, (name, worst, bound) in enumerate(tests):
        print(f"{'' if worst <= bound else 'not '}ok {i + 1} - {name}: {worst:.2g}")
    return 0
