#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""results.py LAWTESTER ROOT FOLDER... [--write]: the stage programs of a folder give what they gave before.

What is known is in tests/results/FOLDER.txt; --write writes it, after a change that was meant to change results. Of a run
there are the rows, the events and their times, the results, and of each column (all are recorded, every fifth step) one
number, a weighted mean of x + 2|x|: all to 1e-9 of the largest of their unit. What fit, calibrate and sweep say is compared
word by word, numbers as they are printed; what they draw, by what is to be drawn."""
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile

CLOSE = 1e-9
# A row at the very time of an event is there or not by the last bit, which another processor has otherwise.
BY_LAST_BIT = ["closed-forms/concrete-tension", "concrete/tension", "driver/displacement", "driver/functions"]
UNITS = {"t_": "s", "overlap": "m", "f": "N", "pull": "N"}  # of results, by how they begin
OF_THIS_PLACE = re.compile('"(?:version|place|gsl|compiler)"|[0-9a-f]{64}')
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*(?:e[-+]?\d+)?|\bnan\b|\binf\b)")


def command(lawtester, *words):
    done = subprocess.run([lawtester, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def all_columns(text):
    """The program without what it records and what is made of that."""
    kept, off = [], False
    for line in text.split("\n"):
        if re.match("[a-z]", line):
            off = re.match("(record|expect|plots|sweep|fit|calibrate):", line)
        if not off:
            kept.append(line)
    return "\n".join(kept) + "\nrecord: {every: 5}\n"


def mean(cells):
    known = [float(cell) for cell in cells if cell not in ("", "nan")]
    return math.fsum((x + 2*abs(x))*(1 + 0.5*math.cos(i)) for i, x in enumerate(known))/max(1, len(known))


def columns_of(path):
    if not os.path.exists(path):
        return {}, 0
    with open(path, encoding="utf-8") as file:
        names, *rows = [line.rstrip("\n").split(",") for line in file if not line.startswith("#")]
    return {name: mean(cells) for name, cells in zip(names, zip(*rows))} if rows else {}, len(rows)


def values_of_run(lawtester, path, folder):
    """(name, unit): value."""
    stem = os.path.join(folder, os.path.splitext(os.path.basename(path))[0])
    code, _, said = command(lawtester, "run", path, "--plot=none", "-q", "-o", folder)
    if not os.path.exists(stem + ".json"):
        return {("ends", "-"): code}, said.replace(os.path.dirname(path) + "/", "").splitlines()
    with open(stem + ".json", encoding="utf-8") as file:
        told = json.load(file)
    columns, rows = columns_of(stem + ".csv")
    values = {("ends", "-"): code, ("rows", "-"): rows, ("events", "-"): len(told["events"]), ("steps", "-"): sum(s["steps"] for s in told["stages"])}
    values[("event", "s")] = math.fsum(event["t"]*(1 + 0.5*math.cos(i)) for i, event in enumerate(told["events"]))
    units = told["columns"]
    for name, value in columns.items():
        values[(name, re.sub(r"\s", "", units.get(name, {}).get("unit") or "1"))] = value
    for name, value in told["results"].items():
        if isinstance(value, float) and not re.search("_end$|^c_", name):
            unit = [unit for begin, unit in UNITS.items() if name.startswith(begin)]
            values[("=" + name, unit[0] if unit else "1")] = value
    return values, told["warnings"]


def said_by(lawtester, words, folder):
    """What a command says, what is in its table and in what it draws, as lines."""
    code, said, wrong = command(lawtester, *words, *(["-o", folder] if words[0] in ("fit", "sweep") or "--speeds" in words else []))
    said = re.sub("[ \t]+", " ", said + "".join(re.findall(".*: (?:warning|error):.*\n", wrong))).split("\n")
    lines = [f"| ends with {code}", *(f"| {line}" for line in said if line.strip() and not OF_THIS_PLACE.search(line))]
    for name in sorted(os.listdir(folder)) if os.path.exists(folder) else []:
        if name.endswith(".csv"):
            columns, rows = columns_of(os.path.join(folder, name))
            lines += [f"| {name} {column} {rows} {value:.7g}" for column, value in columns.items()]
        elif name.endswith(".gp"):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                text = re.sub("#[0-9a-f]{6}", "", file.read())
            lines.append(f"| {name} {len(NUMBER.sub('', text))} {mean(NUMBER.findall(text)):.7g}")
    return lines


def lines_of(lawtester, root, folder, scratch):
    """Of each program its name and what is known of it, as lines."""
    copy = os.path.join(scratch, "stages")
    if not os.path.exists(copy):
        shutil.copytree(os.path.join(root, "stages"), copy)
    os.chdir(scratch)
    for path in sorted(os.path.join(at, name) for at, _, names in os.walk(os.path.join("stages", folder)) for name in names
                       if name.endswith(".yaml")):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        known_as = path[len("stages/"):-len(".yaml")]
        if re.search("^  code:", text, re.M) or known_as in BY_LAST_BIT:
            continue
        lines = []
        for word in ("calibrate", "fit", "sweep"):
            if re.search(f"^{word}:", text, re.M):
                lines += said_by(lawtester, [word, path, "--plot=none"], os.path.join("out", word, known_as))
        with open(path, "w", encoding="utf-8") as file:
            file.write(all_columns(text))
        values, warnings = values_of_run(lawtester, path, "out")
        lines += [f"{name} {unit} {value:.12g}" for (name, unit), value in values.items() if value] + [f"| {line}" for said in warnings for line in said.splitlines()]
        yield known_as, lines


def scales(lines):
    """The largest value of each unit."""
    found = {}
    for line in lines:
        if line[0] != "|":
            words = line.split(" ")
            found[words[1]] = max(found.get(words[1], 0), abs(float(words[2])))
    return {**found, "1": 1.0}


def near(a, b):
    """Numbers as they are printed."""
    if a == b:
        return True
    x, y = float(a), float(b)
    last = 1.5*10.0**-sum(c.isdigit() for c in re.sub("e.*", "", min(a, b, key=len)).lstrip("-+0."))
    return math.isfinite(x) and math.isfinite(y) and abs(x - y) <= max(last*10, 1e-7)*max(abs(x), abs(y)) + 1e-9


def difference(known, lines):
    """What is missing or other, in words; None."""
    scale = scales(known)
    values = [{tuple(line.split(" ")[:2]): line.split(" ")[2] for line in of if line[0] != "|"} for of in (known, lines)]
    for name, unit in [*values[0], *(key for key in values[1] if key not in values[0])]:
        a, b = [of.get((name, unit), "0") for of in values]
        most = 0 if unit == "-" else CLOSE*max(scale.get(unit, 0), abs(float(a)))
        if not abs(float(a) - float(b)) <= most:
            what = name.lstrip("=") if name[0] == "=" or unit == "-" else f"mean of column {name}" if name != "event" else "mean time of events"
            return f"{what}: expected {a} {unit}, is {b}, may differ by {most:.2g}"
    texts = [[line for line in of if line[0] == "|"] for of in (known, lines)]
    for a, b in zip(*texts):
        if NUMBER.sub("#", a) != NUMBER.sub("#", b) or not all(map(near, NUMBER.findall(a), NUMBER.findall(b))):
            return f"expected '{a[2:]}', is '{b[2:]}'"
    return None if len(texts[0]) == len(texts[1]) else f"{len(texts[0])} lines are now {len(texts[1])}"


def check_words(lawtester, root, folders):
    """Before anything is run or written."""
    if not (os.path.isfile(lawtester) and os.access(lawtester, os.X_OK)):
        sys.exit(f"results.py: {lawtester}: there is no such program")
    for folder in folders:
        if not os.path.isdir(os.path.join(root, "stages", folder)):
            sys.exit(f"results.py: {os.path.join(root, 'stages', folder)}: there is no such folder")


def write_known(path, given):
    """All of it or nothing: until the last program has run, the file is what it was."""
    new, count = path + ".new", 0
    try:
        with open(new, "w", encoding="utf-8") as file:
            file.write("# SPDX-License-Identifier: GPL-3.0-or-later\n")
            for count, (name, lines) in enumerate(given, 1):
                file.write("".join(f"{line}\n" for line in [f"== {name}", *lines]))
        if count == 0:
            sys.exit(f"results.py: nothing has been run for {path}")
        os.replace(new, path)
    finally:
        if os.path.exists(new):
            os.remove(new)


def main():
    lawtester, root, *folders = [word for word in sys.argv[1:] if not word.startswith("--")]
    lawtester, root = os.path.abspath(lawtester), os.path.abspath(root)
    check_words(lawtester, root, folders)
    count = failed = 0
    for folder in folders:
        path = os.path.join(root, "tests/results", folder + ".txt")
        with tempfile.TemporaryDirectory() as scratch:
            given = lines_of(lawtester, root, folder, scratch)
            if "--write" in sys.argv:
                write_known(path, given)
                continue
            with open(path, encoding="utf-8") as file:
                known = {block.split("\n", 1)[0]: block.rstrip("\n").split("\n")[1:] for block in ("\n" + file.read()).split("\n== ")[1:]}
            for name, lines in given:
                wrong = difference(known.pop(name), lines) if name in known else "it is not known"
                count += 1
                failed += wrong is not None
                print(f"{'not ' if wrong else ''}ok {count} - {name}{': ' + wrong if wrong else ''}", flush=True)
            for name in known:
                count += 1
                failed += 1
                print(f"not ok {count} - {name}: there is no such program", flush=True)
    print(f"1..{count}")
    sys.exit(failed > 0)


main()
