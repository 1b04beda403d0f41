#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""schema.py programs KEYS SCHEMA FOLDER...: what of their stage programs the JSON Schema refuses.
schema.py misspelt KEYS SCHEMA FOLDER...: what it takes of them with one key or word misspelt, and listed keys that no
program has.
KEYS is 'lawtester keys --json'."""
import copy
import json
import pathlib
import re
import sys

import jsonschema
import yaml


class Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
    """Numbers and truths as YAML 1.2 has them: 1e5, too."""


Loader.add_implicit_resolver("tag:yaml.org,2002:float", re.compile(r"^[-+]?[0-9]+(\.[0-9]*)?[eE][-+]?[0-9]+$"),
                             list("-+0123456789"))
# And its truths: yes and no are text there, as editors that check by the schema have them.
Loader.yaml_implicit_resolvers = {
    first: [(tag, form) for tag, form in found if not (tag.endswith(":bool") and first in "yYnNoO")]
    for first, found in Loader.yaml_implicit_resolvers.items()}

task, keys, schema, *folders = sys.argv[1:]
rows = {row["path"]: row for row in json.load(open(keys))["keys"]}
validator = jsonschema.Draft202012Validator(json.load(open(schema)))
validator.check_schema(validator.schema)
programs = {path: yaml.load(path.read_text(), Loader) for folder in folders for path in sorted(pathlib.Path(folder).rglob("*.yaml"))}


def below(path, key):
    """The listed path of a key below PATH, or of any name; what stands below another path is listed there."""
    path = rows.get(path, {}).get("as", path)
    exact = f"{path}.{key}" if path else key
    if exact in rows:
        return exact
    return next((row for row in rows if re.fullmatch(re.escape(path + "." if path else "") + "[A-Z]+", row)), None)


def places(value, path):
    """Each map with a key of the list: (map, key, path)."""
    if isinstance(value, dict):
        for key in list(value):
            inner = below(path, key)
            if inner and inner.split(".")[-1] == key:
                yield value, key, inner
            if inner:
                yield from places(value[key], inner)
    elif isinstance(value, list):
        for item in value:
            yield from places(item, path + "[]" if path + "[]" in rows else rows.get(path, {}).get("as", path) + "[]")


def misspell(program):
    """The program with one key or word misspelt, for each that no program had before."""
    for index, (where, key, path) in enumerate(places(program, "")):
        todo = [word for word in (False, True) if (path, word) not in met and (
            not word or rows[path]["value"] == "word" and isinstance(where[key], str))]
        for word in todo:
            met.add((path, word))
            wrong = copy.deepcopy(program)
            where, key, path = next(place for i, place in enumerate(places(wrong, "")) if i == index)
            if word:
                where[key] += "q"
            else:
                where[key + "q"] = where.pop(key)
            yield f"{path}: {where[key]}" if word else f"{path}q", wrong


met = set()
for file, program in programs.items():
    if task == "programs":
        for error in validator.iter_errors(program):
            print(f"{file}: {error.json_path}: {error.message[:200]}")
    else:
        for what, wrong in misspell(program):
            if validator.is_valid(wrong) and what != "law.typesq":  # beside a code it is a parameter
                print(f"{file}: {what}")
if task == "misspelt":
    fixed = {path for path, row in rows.items() if not re.search(r"[]A-Z]$", path)}
    for path in sorted(fixed - {path for path, word in met if not word}):
        print(f"no program has {path}")
