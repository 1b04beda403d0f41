#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""old.py LAWTESTER FOLDER: stage programs of earlier versions still run, and give what they gave.

FOLDER/1 and FOLDER/2 have files as they were at two dates; FOLDER/results.txt has a line for each number that the program of
its date gave (FILE COMMAND NAME VALUE), and the message of each file that is refused now (FILE message TEXT). A file also
fulfils its own expectations. old.py OLD FOLDER --write DATE writes the numbers of the files of FOLDER/DATE, OLD being the
program of that date."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

# Peaks of a force are found between the samples since then.
TOLERANCE = {"fn_max": 1e-4, "ft_max": 1e-4}
RESULTS = re.compile("(e_n|e_t|e_t_centre|t_contact|overlap_max|f[nt]_max|E_.*_end|[uvfma][nst]_end)$")
KINDS = {"o": "u"}  # an overlap is a displacement
program, folder, *write = sys.argv[1:]
root = pathlib.Path(folder)
work = tempfile.TemporaryDirectory()


def run(command, path):
    """The exit code, the numbers, the messages."""
    done = subprocess.run([os.path.abspath(program), command, path.name, "--plot=none", "--json", "-o", work.name], cwd=path.parent,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    try:
        document = json.loads(done.stdout)
    except ValueError:
        document = {}
    if command == "run":
        found = {name: x for name, x in document.get("results", {}).items() if RESULTS.match(name) and "residual" not in name}
    else:
        found = {name: x["value"] if isinstance(x, dict) else x for name, x in document.get("parameters", {}).items()}
    return done.returncode, {name: x for name, x in found.items() if isinstance(x, (int, float))}, done.stderr


def commands(path):
    return ["run"] + [word for word in ("calibrate", "fit", "sweep") if re.search(f"^{word}:", path.read_text(), re.M)]


if write:
    for path in sorted((root / write[1]).glob("*.yaml")):
        for command in commands(path):
            for name, value in run(command, path)[1].items():
                if value != 0:
                    print(f"{path.parent.name}/{path.stem} {command} {name} {value!r}")
    sys.exit()

known, refused = {}, {}
for line in (root / "results.txt").read_text().splitlines():
    words = line.split(maxsplit=3)
    if words[1] == "message":
        refused[words[0]] = line.split(maxsplit=2)[2]
    elif not line.startswith("#"):
        known.setdefault((words[0], words[1]), {})[words[2]] = float(words[3])

count = failed = 0
for path in sorted(root.glob("[12]/*.yaml")):
    name = f"{path.parent.name}/{path.stem}"
    for command in commands(path):
        code, found, said = run(command, path)
        wrong = []
        if name in refused:
            if code == 0 or refused[name] not in said:
                wrong.append(f"exit {code}, not the message '{refused[name]}': {said}")
        elif code != 0:
            wrong.append(f"exit {code}: {said}")
        else:
            before = known.get((name, command), {})
            for result, value in before.items():
                # Relative to the largest number of its unit. e_n of a run without an impact was 0 and is none now.
                scale = max(abs(x) for other, x in before.items() if KINDS.get(other[:1], other[:1]) == KINDS.get(result[:1], result[:1]))
                if result in found and not abs(found[result] - value) <= TOLERANCE.get(result, 1e-9) * scale:
                    wrong.append(f"{result}: {found[result]!r}, was {value!r}")
        count += 1
        failed += bool(wrong)
        print("not ok" if wrong else "ok", count, "-", command, name)
        for line in wrong[:5]:
            print("#", line)
print(f"1..{count}")
sys.exit(failed > 0)
