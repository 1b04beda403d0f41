#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compare what a contact law answered with the cases of a conformance kit. Python 3 alone is needed.

    python3 check.py RESULTS [--kit DIR] [--case PATTERN]... [--precision single] [--json]

RESULTS is a folder with a table for each case: CASE.csv with the columns fn fs ft mn ms mt, or CASE.world.csv with the
forces and torques on both bodies (kit.json, "columns"). It has a row for each row of the kit's table; other columns do not
matter, and a column that is not there counts as zeros. The error of a row is the largest difference over the largest force,
or moment, of the case. A case without a table is not met. Exit status: 0 all met, 1 not, 2 wrong command line, 3 a table
that cannot be read, 5 a file that is not there."""
import argparse
import csv
import fnmatch
import json
import os
import sys


class Unreadable(Exception):
    """What is wrong with a file, and the exit status."""

    def __init__(self, text, status=3):
        super().__init__(text)
        self.status = status


def opened(path):
    try:
        return open(path, encoding="utf-8", newline="")
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror}", 5) from None


def table_of(path):
    """The columns by name, as texts, and the number of rows."""
    with opened(path) as file:
        try:
            rows = [row for row in csv.reader(file) if row]
        except (UnicodeDecodeError, csv.Error) as error:
            raise Unreadable(f"{path}: it is no table of text: {error}") from None
    if not rows:
        raise Unreadable(f"{path}: it is empty; expected a line with the names of the columns")
    names = [name.strip() for name in rows[0]]
    for i, row in enumerate(rows[1:], 2):
        if len(row) != len(names):
            raise Unreadable(f"{path}: row {i} has {len(row)} numbers for {len(names)} columns")
    return {name: [row[k] for row in rows[1:]] for k, name in enumerate(names)}, len(rows) - 1


def number_of(text, path, row, name):
    try:
        return float(text) if text.strip() else float("nan")
    except ValueError:
        raise Unreadable(f"{path}: row {row + 2}, {name}: '{text}' is not a number") from None


def compare(case, form, kit, folder, path):
    """The largest error and where it is; NaN: a number that is not finite."""
    wanted, count = table_of(os.path.join(folder, case["forms"][form]))
    found, rows = table_of(path)
    names = kit["columns"][form]["answer"]
    if not any(name in found for name in names):
        raise Unreadable(f"{path}: none of the columns {' '.join(names)} is there")
    if rows != count:
        return float("inf"), f"{rows} rows, not {count}"
    worst, where = 0.0, ""
    for name in names:
        peak = case["peaks"][{"f": "force", "m": "moment", "t": "torque"}[name[0]]]
        for row in range(1, count):  # row 0 is the start
            right = float(wanted[name][row])
            have = number_of(found[name][row], path, row, name) if name in found else 0.0
            error = abs(have - right) / peak
            if not error <= worst:
                worst, where = error, f"{name} in step {row}: {have:.9g}, not {right:.9g}"
            if worst != worst:
                return worst, where
    return worst, where


def judge(kit, folder, results, case, precision):
    """A line for each form of the case that was recorded."""
    lines = []
    for form in case["forms"]:
        path = os.path.join(results, case["name"] + (".csv" if form == "local" else ".world.csv"))
        if os.path.exists(path):
            error, where = compare(case, form, kit, folder, path)
            within = kit["within"][form][precision]
            lines.append({"case": case["name"], "form": form, "ok": error <= within, "error": error, "within": within,
                          "where": where})
    return lines or [{"case": case["name"], "form": "", "ok": False, "error": None, "within": None, "where": "not run"}]


def show(lines):
    width = max(len(line["case"]) for line in lines)
    print(f"{'case':{width}}  form    verdict     error    within")
    for line in lines:
        error, within = (" " * 6 + "-" if line[key] is None else f"{line[key]:7.1e}" for key in ("error", "within"))
        text = f"{line['case']:{width}}  {line['form']:6}  {'ok' if line['ok'] else 'FAILED':7}  {error}   {within}"
        print(text if line["ok"] else f"{text}  {line['where']}")
    print(f"{sum(line['ok'] for line in lines)} of {len(lines)} met")


def main():
    parser = argparse.ArgumentParser(prog="check.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results")
    parser.add_argument("--kit", default=os.path.dirname(globals().get("__file__", "")) or ".", help="the folder of kit.json")
    parser.add_argument("--case", action="append", help="these cases only, such as 'slip*'")
    parser.add_argument("--precision", choices=["double", "single"], default="double")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    path = os.path.join(asked.kit, "kit.json")
    with opened(path) as file:
        try:
            kit = json.load(file)
            cases = [(case["name"], case["forms"], case["peaks"]) and case for case in kit["cases"]]
        except (ValueError, KeyError, TypeError):
            raise Unreadable(f"{path}: this is no kit of lawtester") from None
    if not os.path.isdir(asked.results):
        raise Unreadable(f"{asked.results}: there is no such folder", 5)
    for pattern in asked.case or []:
        if not any(fnmatch.fnmatchcase(case["name"], pattern) for case in cases):
            parser.error(f"no case is called '{pattern}'; there are {', '.join(case['name'] for case in cases)}")
    lines = [line for case in cases if not asked.case or any(fnmatch.fnmatchcase(case["name"], p) for p in asked.case)
             for line in judge(kit, asked.kit, asked.results, case, asked.precision)]
    ok = all(line["ok"] for line in lines)
    if asked.json:
        for line in lines:  # JSON has no number that is not finite
            if line["error"] is not None and not line["error"] < float("inf"):
                line["error"] = None
        json.dump({"cases": lines, "ok": ok}, sys.stdout, indent=1)
        print()
    else:
        show(lines)
    return 0 if ok else 1


try:
    sys.exit(main())
except Unreadable as wrong:
    print(f"check.py: {wrong}", file=sys.stderr)
    sys.exit(wrong.status)
