#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""peers.py LAWTESTER ROOT: what tests of other projects assert holds at each point that the stage programs of stages/peers
sweep, as their 'expect' has it. Each says of which project and file the test is, and when that was looked at. Writes TAP."""

import itertools
import pathlib
import re
import subprocess
import sys
import tempfile

import yaml

LAWTESTER = pathlib.Path(sys.argv[1]).resolve()
FOLDER = pathlib.Path(sys.argv[2], "stages", "peers").resolve()
LIST = pathlib.Path(sys.argv[2], "doc", "their-programs.md").read_text(encoding="utf-8")


def points(program):
    """One by one as options of the command: those of the sweep, or the program as it is."""
    over = program.get("sweep", {}).get("over", {})
    paths = {"dp_mode": "law.damping.dp_mode"}
    for values in itertools.product(*over.values()):
        yield [word for name, value in zip(over, values) for word in ("-D", f"{paths.get(name, name)}={value}")]


def main():
    count = failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for path in sorted(FOLDER.glob("*.yaml")):
            text = path.read_text(encoding="utf-8")
            head = text.split("lawtester:")[0]
            checks = {"has its source": re.search(r"looked at on\s+(?:# )?\d+ \w+ \d{4}", head) is not None,
                      "is listed": path.name in LIST}
            for options in points(yaml.safe_load(text)):
                done = subprocess.run([LAWTESTER, "run", path, "--plot=none", "-q", "-o", folder, *options],
                                      capture_output=True, text=True, check=False)
                checks[" ".join(options) or "as it is"] = done.returncode == 0
            for name, good in checks.items():
                count += 1
                failures += not good
                print("ok" if good else "not ok", count, "-", path.stem, name)
    print(f"1..{count}")
    return int(failures > 0)


sys.exit(main())
