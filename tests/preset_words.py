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


def check(folder, preset, word, text, let):
    path = pathlib.Path(folder, "words.yaml")
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
    done = subprocess.run([LAWTESTER, "check", path], capture_output=True, text=True, check=False)
    return done.stderr


def refused(said, word):
    """At its place, by its name, with what was read and what is expected."""
    return any(f":8:{len(word) + 5}: error: law.{word} must be " in line and ", is " in line for line in said.splitlines())


def main():
    count = failures = 0
    listed = subprocess.run([LAWTESTER, "laws", "--presets", "--json"], capture_output=True, text=True, check=True)
    with tempfile.TemporaryDirectory() as folder:
        for preset in json.loads(listed.stdout)["presets"]:
            for word in dict.fromkeys(row["name"] for row in preset["inputs"]):
                row = next(row for row in preset["inputs"] if row["name"] == word)
                outside = [x for x, end in ((-FAR, row["min"]), (FAR, row["max"])) if end is not None]
                ends = [x for x in (row["min"], row["max"]) if x is not None]
                good = bool(outside)
                for x in outside:
                    good &= refused(check(folder, preset["name"], word, f"{x:g}", 0), word)
                    good &= refused(check(folder, preset["name"], word, "x", x), word)
                for x in ends:
                    excluded = row["above_min"] and x == row["min"]
                    good &= refused(check(folder, preset["name"], word, f"{x:.17g}", 0), word) == excluded
                count += 1
                failures += not good
                print("ok" if good else "not ok", count, "-", preset["name"], word)
    print(f"1..{count}")
    return int(failures > 0)


sys.exit(main())
