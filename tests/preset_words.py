#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""preset_words.py LAWTESTER: each word of each preset, beyond what it may be, is refused by its own name, typed and by a
let; at the ends of its range it is taken. Writes TAP."""

import json
import pathlib
import subprocess
import sys
import tempfile

LAWTESTER = pathlib.Path(sys.argv[1]).resolve()
FAR = 1e30


def write(path, preset, word, text, let):
    path.write_text(f"""lawtester: 1
particles:
  a: {{shape: sphere, radius: 5 mm, density: 2500}}
  b: {{shape: sphere, radius: 5 mm, density: 2500}}
let: {{x: {let:.17g}}}
law:
  preset: {preset}
  {word}: {text}
stages: [{{whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}}]
""", encoding="utf-8")


def refused(said, path, word):
    """At its place, by its name, with what was read and what is expected."""
    place = f"{path}:8:{len(word) + 5}: error: law.{word} must be "
    return any(line.startswith(place) and ", is " in line for line in said.splitlines())


def probes(row):
    """Each a text, a let, and whether it is refused."""
    for x, end in ((-FAR, row["min"]), (FAR, row["max"])):
        if end is not None:
            yield f"{x:g}", 0, True
            yield "x", x, True
    for x in (row["min"], row["max"]):
        if x is not None:
            yield f"{x:.17g}", 0, row["above_min"] and x == row["min"]


def main():
    count = failures = 0
    listed = subprocess.run([LAWTESTER, "laws", "--presets", "--json"], capture_output=True, text=True, check=True)
    with tempfile.TemporaryDirectory() as folder:
        for preset in json.loads(listed.stdout)["presets"]:
            rows = {}
            for row in preset["inputs"]:
                rows.setdefault(row["name"], row)
            asked = []  # of one preset all are checked by one command
            for word, row in rows.items():
                for text, let, bad in probes(row):
                    asked.append((word, pathlib.Path(folder, f"{len(asked)}.yaml"), bad))
                    write(asked[-1][1], preset["name"], word, text, let)
            done = subprocess.run([LAWTESTER, "check", *(path for _, path, _ in asked)], capture_output=True, text=True, check=False)
            for word in rows:
                of_word = [(path, bad) for name, path, bad in asked if name == word]
                good = bool(of_word) and all(refused(done.stderr, path, word) == bad for path, bad in of_word)
                count += 1
                failures += not good
                print("ok" if good else "not ok", count, "-", preset["name"], word)
    print(f"1..{count}")
    return int(failures > 0)


sys.exit(main())
