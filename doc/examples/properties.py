#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Properties, energies and events of a law as tables, as PFC documents those of its models:

lawtester laws linear --json | python3 properties.py
"""
import json
import sys


def span(field):
    if "choices" in field:
        return "{" + ",".join(map(str, range(len(field["choices"])))) + "}"
    low, high = field["min"], field["max"]
    low = "(-inf" if low is None else f"[{low:g}"
    return f"{low}, inf)" if high is None else f"{low}, {high:g}]"


def yes(flag):
    return "yes" if flag else "no"


for law in json.load(sys.stdin)["laws"]:
    print(f"{law['name']:<20} {'type':<4} {'range':<16} {'default':>8}  modifiable  inheritable")
    for p in law["parameters"]:
        preset = "-" if p["default"] is None else str(p["default"]).removesuffix(".0")
        kind = "as an order" if p["once"] else yes(p["modifiable"])
        rule = f"yes, {p['mixing']}" if p["inheritable"] else "no"
        print(f"{p['name']:<20} {p['type']:<4} {span(p):<16} {preset:>8}  {kind:<11} {rule}")
    for s in law["state"]:
        values = "{0,1}" if s["flag"] else "(-inf, inf)"
        print(f"{s['name']:<20} {s['type']:<4} {values:<16} {'0':>8}  {yes(s['modifiable']):<11} no")
    for c in law["columns"]:
        if "accumulated" not in c:
            print(f"{c['name']:<20} {c['type']:<4} {'(-inf, inf)':<16} {'0':>8}  {'no':<11} no")
    print(f"\n{'energy':<20} {'range':<16} accumulated")
    for e in law["energies"] + law["columns"]:
        if "accumulated" in e:
            print(f"{e['name']:<20} {span(e):<16} {yes(e['accumulated'])}")
    print(f"\n{'event':<20} modes")
    for e in law["events"]:
        print(f"{e['name']:<20} {', '.join(map(str, e['modes'])) or '-'}")
