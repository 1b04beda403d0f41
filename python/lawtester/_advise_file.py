# SPDX-License-Identifier: GPL-3.0-or-later
"""The file of advise: its section advise is read here, all else by the library."""
from __future__ import annotations

import json
import math
import os
import re
import tempfile
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple, NoReturn

import numpy as np

from . import _program, _table
from ._errors import Invalid, Place
from ._public import nearest
from ._result import Array

OWN = ("particles", "stages", "record", "expect", "calibrate", "sweep", "fit", "plots")
_NUMBER = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*(.*?)\s*$")
_units: dict[str, tuple[float, str]] = {"": (1.0, "1"), "%": (0.01, "1"), "1": (1.0, "1"),
                                        "deg": (math.pi / 180, "rad"), "rad": (1.0, "rad")}


def _unit(text: str) -> tuple[float, str]:
    """What one of it is in SI, and that unit, as the tables of the library know it."""
    if text not in _units:
        with tempfile.TemporaryDirectory(prefix="lawtester-") as folder:
            path = os.path.join(folder, "unit.csv")
            with open(path, "w", encoding="utf-8") as file:
                file.write(f'"t","q [{text}]"\n0,1\n1,1\n')
            columns, units, _, _ = _table.columns_of(path)
            if "q" not in columns:
                raise ValueError(f"no unit '{text}'")
            _units[text] = float(columns["q"][0]), units["q"]
    return _units[text]


class Item:
    """A value of the file with its place."""

    def __init__(self, file: str, path: str, value: Any, line: int, column: int) -> None:
        self.file, self.path, self.value, self.line, self.column = file, path, value, line, column

    def wrong(self, said: str) -> NoReturn:
        text = f"{self.path}: {said}"
        raise Invalid(f"{self.file}:{self.line}:{self.column}: {text}",
                      [Place(self.file, self.line, self.column, text)])

    def plain(self) -> Any:
        """Without places."""
        if isinstance(self.value, dict):
            return {key: one.plain() for key, one in self.value.items()}
        return [one.plain() for one in self.value] if isinstance(self.value, list) else self.value

    def read(self) -> str:
        """What stands there, for messages."""
        shown = self.plain()
        if shown is None or shown == "":
            return "nothing"
        return f"'{shown}'" if isinstance(shown, str) else json.dumps(shown)

    def map(self, keys: tuple[str, ...] | None, example: str) -> dict[str, Item]:
        if not isinstance(self.value, dict):
            self.wrong(f"{self.read()} is read, expected a map; type '{example}'")
        for key, item in self.value.items():
            if keys is not None and key not in keys:
                item.wrong(f"'{key}' is not known here, expected {', '.join(keys) or 'none'}{nearest(key, keys)}")
        return dict(self.value)

    def list(self) -> list[Item]:
        return list(self.value) if isinstance(self.value, list) else [self]

    def word(self, words: tuple[str, ...], what: str) -> str:
        if not isinstance(self.value, str) or self.value not in words:
            self.wrong(f"{self.read()} is read, expected {what}: {', '.join(words) or 'there is none'}"
                       + nearest(str(self.value), words))
        return str(self.value)

    def number(self, unit: str, low: float, high: float, example: str, open_low: bool = False) -> float:
        """In SI; UNIT as tables have it, "1" for a pure number."""
        found = _NUMBER.match(self.value) if isinstance(self.value, str) else None
        if not found:
            self.wrong(f"{self.read()} is read, expected a number with its unit; type '{example}'")
        try:
            factor, of = _unit(found[2])
        except ValueError:
            self.wrong(f"the unit of {self.read()} is not known; type '{example}'")
        if of != unit and not (found[2] == "" and unit != "1"):
            self.wrong(f"{self.read()} has the unit {of}, expected {unit}; type '{example}'")
        value = float(found[1]) * factor
        if not math.isfinite(value) or value < low or value > high or (open_low and value == low):
            above = f"above {low:g}" if open_low else f"at least {low:g}"
            self.wrong(f"{self.read()} is out of range, expected {above}"
                       + (f" and at most {high:g}" if math.isfinite(high) else "")
                       + f" {unit if unit != '1' else ''}".rstrip() + f"; type '{example}'")
        return value

    def ratio(self) -> float:
        """A pure number, also as 2/5."""
        try:
            return float(Fraction(str(self.value)))
        except (ValueError, ZeroDivisionError):
            self.wrong(f"{self.read()} is read, expected a power; type '2/5'")

    def count(self, low: int, high: int, example: str) -> int:
        value = self.number("1", low, high, example)
        if value != int(value):
            self.wrong(f"{self.read()} is read, expected a whole number; type '{example}'")
        return int(value)


class Sizes(NamedTuple):
    """Of one species: radii (m) of classes, their shares by number, and draws of others."""

    radius: Array
    share: Array
    quantiles: Array | None  # radii at evenly spaced shares; None: only those of the list

    def draw(self, rng: Any, n: int) -> Array:
        if self.quantiles is None:
            return np.asarray(rng.choice(self.radius, n, p=self.share))
        at = np.linspace(0, 1, len(self.quantiles))
        return np.asarray(np.interp(rng.uniform(0, 1, n), at, self.quantiles))

    def middle(self) -> float:
        """The median radius by number."""
        if self.quantiles is None:
            return float(self.radius[np.searchsorted(np.cumsum(self.share), 0.5 - 1e-12)])
        return float(np.interp(0.5, np.linspace(0, 1, len(self.quantiles)), self.quantiles))


class Soften(NamedTuple):
    name: str  # as the file has it
    path: str  # what a run overrides
    power: float
    value: float  # NaN: a parameter of the law, of each pair


def _compose(text: str, file: str) -> Item:
    try:
        import yaml
    except ImportError:
        raise ImportError("advise reads YAML by the package PyYAML: "
                          "pip install pyyaml (Debian: apt install python3-yaml)") from None

    def made(node: Any, path: str) -> Item:
        at = node.start_mark
        value: Any
        if isinstance(node, yaml.MappingNode):
            value = {}
            for key, one in node.value:
                name = str(key.value)
                item = made(one, f"{path}.{name}" if path else name)
                item.line, item.column = key.start_mark.line + 1, key.start_mark.column + 1
                if name in value:
                    item.wrong("stands there twice")
                value[name] = item
        elif isinstance(node, yaml.SequenceNode):
            value = [made(one, f"{path}[{i + 1}]") for i, one in enumerate(node.value)]
        else:
            value = node.value
        return Item(file, path, value, at.line + 1, at.column + 1)

    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        at = (mark.line + 1, mark.column + 1) if mark else (0, 0)
        said = getattr(error, "problem", None) or str(error)
        raise Invalid(f"{file}:{at[0]}:{at[1]}: {said}", [Place(file, at[0], at[1], said)]) from None
    whole = made(root, "") if root is not None else Item(file, "", None, 1, 1)
    if not isinstance(whole.value, dict):
        raise Invalid(f"{file}: expected a map with the section 'advise'", [Place(file, 1, 1, "no map")])
    return whole


def _classes(quantiles: Array, n: int) -> tuple[Array, Array]:
    """N classes of equal share, each by its median, and both ends, which hardly count."""
    at = np.linspace(0, 1, len(quantiles))
    inner = np.interp((np.arange(n) + 0.5) / n, at, quantiles)
    radius = np.r_[quantiles[0], inner, quantiles[-1]]
    share = np.r_[1e-3, np.full(n, 1 / n), 1e-3]
    return radius, share / share.sum()


def _normal_quantiles(n: int) -> Array:
    """Of the normal distribution at (i + 1/2)/n."""
    from statistics import NormalDist
    normal = NormalDist()
    return np.array([normal.inv_cdf((i + 0.5) / n) for i in range(n)])


def _sizes_table(item: Item, folder: str, half: float, by: str) -> Array:
    """Radii at 2001 even shares by number, of a table: size and share, or size and cumulative share."""
    path = os.path.join(folder, str(item.value))
    try:
        columns, units, _, _ = _table.columns_of(path)
    except Invalid as error:
        item.wrong(str(error))
    if len(columns) != 2:
        item.wrong(f"{path} has {len(columns)} columns of numbers, expected two: "
                   "size, and share or cumulative share")
    size_name, share_name = columns
    if units[size_name] != "m":
        item.wrong(f"column '{size_name}' of {path} has the unit '{units[size_name]}', expected a length; "
                   "type '[mm]' after its name")
    size, share = columns[size_name] * half, columns[share_name]
    if len(size) < 2 or not (np.all(np.diff(size) > 0) and size[0] > 0):
        item.wrong(f"sizes of {path} must be above 0 and rise, two or more")
    if not np.all(share >= 0) or share.sum() <= 0:
        item.wrong(f"shares of {path} must be 0 or more, and not all 0")
    cumulative = bool(np.all(np.diff(share) >= 0)) and re.search("cum|passing|q3|q0", share_name.lower())
    if cumulative:
        weight = np.diff(share)
        middle = np.sqrt(size[1:] * size[:-1])
    else:  # a share belongs to its size; what is between two sizes is divided in their middle
        weight, middle = share, size
        edges = np.sqrt(size[1:] * size[:-1])
        size = np.r_[size[0], edges, size[-1]]
    if by == "mass":
        weight = weight / middle ** 3
    curve = np.r_[0, np.cumsum(weight)] / weight.sum()
    keep = np.r_[True, np.diff(curve) > 0]
    return np.asarray(np.interp(np.linspace(0, 1, 2001), curve[keep], size[keep]))


def _size_of(item: Item, folder: str) -> Sizes:
    example = "{diameter: {median: 1.6 mm, sigma: 0.45, from: 0.5 mm, to: 5 mm}}"
    keys = item.map(("diameter", "radius", "share", "shares"), example)
    if ("diameter" in keys) == ("radius" in keys):
        item.wrong(f"expected diameter or radius, one of both; type '{example}'")
    what = "diameter" if "diameter" in keys else "radius"
    one, half = keys[what], 0.5 if what == "diameter" else 1.0
    if not isinstance(one.value, dict):
        radius = np.array([half * size.number("m", 0, math.inf, "2 mm", True) for size in one.list()])
        if not len(radius):
            one.wrong("no size is read, expected one or more; type '[1 mm, 2 mm]'")
        weights = np.ones(len(radius))
        if "shares" in keys:
            given = keys["shares"].list()
            if len(given) != len(radius):
                keys["shares"].wrong(f"{len(given)} shares are read, expected {len(radius)}, one a size")
            weights = np.array([share.number("1", 0, math.inf, "0.5") for share in given])
            if weights.sum() <= 0:
                keys["shares"].wrong("all are 0, expected one above 0")
        order = np.argsort(radius)
        return Sizes(radius[order], (weights / weights.sum())[order], None)
    of = one.map(("median", "sigma", "from", "to", "n", "file", "by"), example)
    n = of["n"].count(1, 100, "7") if "n" in of else 7
    if "file" in of:
        by = of["by"].word(("mass", "number"), "what shares count") if "by" in of else None
        if by is None:
            of["file"].wrong("its shares count mass or number: which is not said; type 'by: mass'")
        quantiles = _sizes_table(of["file"], folder, half, by)
        return Sizes(*_classes(quantiles, n), quantiles)
    for key in ("median", "sigma", "from", "to"):
        if key not in of:
            one.wrong(f"'{key}' is missing; type '{example}'")
    median, least, most = (of[key].number("m", 0, math.inf, "1 mm", True) for key in ("median", "from", "to"))
    sigma = of["sigma"].number("1", 0, 5, "0.45")
    if not least <= median <= most:
        one.wrong(f"median {median:g} m must be between from {least:g} m and to {most:g} m")
    quantiles = half * np.clip(median * np.exp(sigma * _normal_quantiles(2001)), least, most)
    quantiles[0], quantiles[-1] = half * least, half * most
    return Sizes(*_classes(quantiles, n), quantiles)


class File:
    """What advise is asked.

    Attributes:
        text: of a stage program without particles and stages; lines are where they were.
        sizes: Sizes of each species; share: of each by number.
        speeds: along the normal, m/s; slope: speed along the contact over that.
    """

    KEYS = ("sizes", "walls", "wall_share", "speeds", "angle", "soften", "factor", "want", "vary", "within",
            "contacts")
    WITHIN = ("overlap", "load", "e_n", "e_n_mean", "e_t_centre", "v_stick", "tabor", "bond")

    def __init__(self, source: Any) -> None:
        if isinstance(source, Mapping):
            text = "".join(f"{key}: {_program._json(value)}\n" for key, value in source.items())
            self.name, folder = "program", "."
        elif isinstance(source, str) and "\n" in source:
            text, self.name, folder = source, "program", "."
        else:
            self.name = os.fsdecode(os.fspath(source))
            folder = os.path.dirname(self.name)
            try:
                with open(self.name, encoding="utf-8") as file:
                    text = file.read()
            except (OSError, UnicodeDecodeError) as error:
                said = getattr(error, "strerror", None) or "it is no text in UTF-8"
                raise Invalid(f"{self.name}: {said}", [Place(self.name, 0, 0, said)]) from None
        root = _compose(text, self.name)
        for key in OWN:
            if key in root.value:
                root.value[key].wrong("advise makes particles, stages and runs itself; remove it")
        if "advise" not in root.value:
            raise Invalid(f"{self.name}: it has no section 'advise'; type 'advise: {{sizes: ..., speeds: ...}}'",
                          [Place(self.name, 1, 1, "no section advise")])
        self.root, self.folder = root, folder
        self.title = str(root.value["title"].value) if "title" in root.value else os.path.basename(self.name)
        self.materials = root.value["materials"].map(None, "{glass: {...}}") if "materials" in root.value else {}
        self.text = self._without(text, root.value, "advise")
        self._read(root.value["advise"])

    @staticmethod
    def _without(text: str, keys: dict[str, Item], key: str) -> str:
        """TEXT with the lines of the section KEY empty."""
        lines = text.split("\n")
        begins = sorted(item.line for item in keys.values())
        begin = keys[key].line
        end = next((line for line in begins if line > begin), len(lines) + 1)
        for i in range(begin - 1, end - 1):
            lines[i] = ""
        return "\n".join(lines) + "\n"

    def text_with(self, lets: tuple[str, ...]) -> str:
        """The text with further lets, of value 1."""
        if not lets:
            return self.text
        given: dict[str, Any] = {}
        text = self.text
        if "let" in self.root.value:
            given = {name: item.plain() for name, item in self.root.value["let"].map(None, "{x: 1}").items()}
            text = self._without(text, self.root.value, "let")
        return text + "let: " + json.dumps({**given, **dict.fromkeys(lets, 1)}) + "\n"

    def _read(self, advise: Item) -> None:
        keys = advise.map(self.KEYS, "{sizes: ..., speeds: ...}")
        for key in ("sizes", "speeds"):
            if key not in keys:
                advise.wrong(f"'{key}' is missing; type "
                             + ("'sizes: {glass: {diameter: [1 mm, 2 mm]}}'" if key == "sizes"
                                else "'speeds: {from: 1 cm/s, to: 2 m/s}'"))
        materials = tuple(self.materials)
        self.sizes: dict[str, Sizes] = {}
        self.share: dict[str, float] = {}
        for name, item in keys["sizes"].map(materials, "{glass: {diameter: [1 mm, 2 mm]}}").items():
            self.sizes[name] = _size_of(item, self.folder)
            own = item.value.get("share")
            self.share[name] = own.number("1", 0, math.inf, "0.5", True) if own else 1.0
        if not self.sizes:
            keys["sizes"].wrong("no species is read; type '{glass: {diameter: [1 mm, 2 mm]}}'")
        total = sum(self.share.values())
        self.share = {name: share / total for name, share in self.share.items()}
        self.walls = [item.word(materials, "a material") for item in keys["walls"].list()] \
            if "walls" in keys else []
        self.wall_share = keys["wall_share"].number("1", 0, 1e3, "0.1") if "wall_share" in keys else 0.1
        self._read_speeds(keys["speeds"])
        self.slope = math.tan(keys["angle"].number("rad", 0, 1.5, "45 deg")) if "angle" in keys else 0.0
        self.contacts = keys["contacts"].count(1, 1000, "12") if "contacts" in keys else 0
        self._read_soften(keys.get("soften"))
        self.factor = keys["factor"].number("1", 0, 1e6, "0.01", True) if "factor" in keys else None
        self._read_want(keys)
        self._read_within(keys.get("within"), advise)

    def _read_speeds(self, item: Item) -> None:
        example = "{from: 1 cm/s, to: 2 m/s, n: 4}"
        if isinstance(item.value, dict):
            of = item.map(("from", "to", "n"), example)
            for key in ("from", "to"):
                if key not in of:
                    item.wrong(f"'{key}' is missing; type '{example}'")
            low, high = (of[key].number("m/s", 0, math.inf, "1 m/s", True) for key in ("from", "to"))
            if low > high:
                item.wrong(f"from {low:g} m/s is above to {high:g} m/s")
            n = of["n"].count(1, 100, "4") if "n" in of else 4
            self.speeds = np.geomspace(low, high, n) if high > low and n > 1 else np.array([high])
            self.slowest = low
        else:
            self.speeds = np.sort([one.number("m/s", 0, math.inf, "1 m/s", True) for one in item.list()])
            if not len(self.speeds):
                item.wrong(f"no speed is read; type '{example}'")
            self.slowest = float(self.speeds[0])

    def _read_soften(self, item: Item | None) -> None:
        self.soften: list[Soften] = []
        if item is None:
            return
        given: list[tuple[str, Item, float]] = []
        for one in [item] if isinstance(item.value, dict) else item.list():
            if isinstance(one.value, dict):
                given += [(name, power, power.ratio()) for name, power in one.value.items()]
            else:
                given.append((str(one.value), one, 1.0))
        for name, at, power in given:
            if name in self.materials:
                of = self.materials[name].map(None, "{young: 63 GPa}")
                if "young" not in of:
                    at.wrong(f"material '{name}' has no 'young' that could be softened; "
                             "name the parameter of the law, or type 'materials." + name + ".kn'")
                path = f"materials.{name}.young"
            else:
                path = name
            value = math.nan
            if path.startswith("materials."):
                _, material, key = (path.split(".", 2) + ["", ""])[:3]
                found = self.materials[material].value.get(key) if material in self.materials else None
                if found is None:
                    at.wrong(f"'{path}' is not in the file")
                match = _NUMBER.match(str(found.value))
                if not match:
                    at.wrong(f"{found.read()} of '{path}' is read, expected a number with its unit")
                try:
                    value = float(match[1]) * _unit(match[2])[0]
                except ValueError:
                    at.wrong(f"the unit of {found.read()} of '{path}' is not known")
            self.soften.append(Soften(name, path, power, value))

    def _read_want(self, keys: dict[str, Item]) -> None:
        self.want: tuple[Array, Array] | float | None = None
        self.vary: tuple[str, float, float] | None = None
        self.per_materials = False
        if "want" in keys:
            of = keys["want"].map(("e", "file"), "{e: 0.9}")
            if ("e" in of) == ("file" in of):
                keys["want"].wrong("expected e or file, one of both; type '{e: 0.9}'")
            if "e" in of:
                self.want = of["e"].number("1", 0, 1, "0.9", True)
            else:
                path = os.path.join(self.folder, str(of["file"].value))
                try:
                    columns, units, _, _ = _table.columns_of(path)
                except Invalid as error:
                    of["file"].wrong(str(error))
                if len(columns) != 2:
                    of["file"].wrong(f"{path} has {len(columns)} columns of numbers, expected two: speed and e")
                speed, e = columns.values()
                if not (np.all(np.diff(speed) > 0) and speed[0] > 0 and np.all((e >= 0) & (e <= 1))):
                    of["file"].wrong(f"speeds of {path} must rise from above 0, and e be from 0 to 1")
                self.want = speed, e
            if "vary" not in keys:
                keys["want"].wrong("what may be varied for it is not said; type 'vary: {dp_nratio: [0.01, 1]}'")
        if "vary" in keys:
            of = keys["vary"].map(None, "{dp_nratio: [0.01, 1]}")
            if self.want is None:
                keys["vary"].wrong("what is wanted is not said; type 'want: {e: 0.9}'")
            per = of.pop("per", None)
            if per is not None:
                self.per_materials = per.word(("all", "materials"), "for what one number holds") == "materials"
            if len(of) != 1:
                keys["vary"].wrong(f"{len(of)} parameters are read, expected one; type '{{dp_nratio: [0.01, 1]}}'")
            name, ends = next(iter(of.items()))
            if len(ends.list()) != 2:
                ends.wrong(f"{ends.read()} is read, expected its range, above 0; type '[0.01, 1]'")
            numbers = []
            for end in ends.list():
                match = _NUMBER.match(str(end.value))
                if not match or float(match[1]) <= 0:
                    end.wrong(f"{end.read()} is read, expected a number above 0; type '0.01'")
                try:
                    numbers.append(float(match[1]) * _unit(match[2])[0])
                except ValueError:
                    end.wrong(f"the unit of {end.read()} is not known")
            if numbers[0] >= numbers[1]:
                ends.wrong(f"{ends.read()} is read, expected the lower end first")
            self.vary = name, numbers[0], numbers[1]

    def _read_within(self, item: Item | None, advise: Item) -> None:
        of = item.map(self.WITHIN, "{overlap: 1 %, e_n: 0.01}") if item else {}
        self.within: dict[str, float] = {}
        for name, most in (("overlap", 1.0), ("e_n", 1.0), ("e_n_mean", 1.0), ("e_t_centre", 2.0), ("v_stick", 10.0)):
            if name in of:
                self.within[name] = of[name].number("1", 0, most, "1 %" if name in ("overlap", "v_stick") else "0.01",
                                                    True)
        self.load = of["load"].number("Pa", 0, math.inf, "10 kPa") if "load" in of else 0.0
        if self.load and "overlap" not in of:
            of["load"].wrong("the overlap that it may make is not said; type 'overlap: 1 %'")
        self.tabor = None
        if "tabor" in of:
            ends = of["tabor"].list()
            if len(ends) != 2:
                of["tabor"].wrong(f"{of['tabor'].read()} is read, expected its range; type '[5, inf]'")
            self.tabor = tuple(math.inf if str(end.value) == "inf" else end.number("1", 0, math.inf, "5")
                               for end in ends)
        self.bond_kept = "bond" in of and of["bond"].word(("keep",), "what is asked of it") == "keep"
        if "e_t_centre" in self.within and not self.slope:
            of["e_t_centre"].wrong("impacts are head-on; type 'angle: 45 deg' in the section advise")
        if self.soften and "overlap" not in self.within and "factor" not in advise.value:
            advise.value["soften"].wrong("how far is not said; type 'within: {overlap: 1 %}'")
