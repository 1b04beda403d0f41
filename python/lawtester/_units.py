# SPDX-License-Identifier: GPL-3.0-or-later
"""Numbers with units, of pint, unyt or astropy: none of these is imported here."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, Union

import numpy as np


class Pint(Protocol):
    def to_base_units(self) -> Any: ...


class Unyt(Protocol):
    def in_mks(self) -> Any: ...


class Astropy(Protocol):
    @property
    def si(self) -> Any: ...


Quantity = Union[Pint, Unyt, Astropy]
Number = Union[float, Quantity]


def is_quantity(value: Any) -> bool:
    """A number or an array with a unit."""
    kind = type(value)
    return hasattr(kind, "to_base_units") or hasattr(kind, "in_mks") or (hasattr(kind, "si") and hasattr(kind, "unit"))


def has_quantities(values: Any) -> bool:
    """A quantity, or a list with one."""
    if isinstance(values, (list, tuple)):
        return any(map(has_quantities, {type(one): one for one in values}.values()))
    return is_quantity(values)


def _powers(powers: Any) -> str:
    """(("kg", 1), ("s", -2)) as the text of a unit, "kg/s^2"."""
    above, below = "", ""
    for base, power in powers:
        size = "" if abs(power) == 1 else f"^{abs(float(power)):g}"
        if str(base) == "1":  # unyt's pure number
            continue
        if power > 0:
            above += f" {base}{size}"
        else:
            below += f"/{base}{size}"
    return (above[1:] or "1") + below


def in_base_units(value: Any) -> tuple[Any, str]:
    """Its number or array in base units, and these as text, "kg/s^2"; "1" of a pure number."""
    if hasattr(value, "to_base_units"):  # pint
        base = value.to_base_units()
        number, unit = base.magnitude, format(base.units, "~C").replace("**", "^").replace("*", " ")
    elif hasattr(value, "in_mks"):  # unyt
        base = value.in_mks()
        number, unit = base.value, _powers(base.units.expr.as_powers_dict().items())
    else:  # astropy
        base = value.si
        number, unit = base.value, _powers(zip(base.unit.bases, base.unit.powers))
    return number, "1" if unit in ("", "dimensionless") else unit


def as_text(value: Any) -> Any:
    """A quantity as a stage program has it, "0.005 m"; of an array a list."""
    number, unit = in_base_units(value)
    if np.ndim(number):
        return [as_text(one) for one in value]
    return float(number) if unit == "1" else f"{float(number)!r} {unit}"


def with_unit(number: Any, unit: str, make: Callable[[Any, str], Any] | None) -> Any:
    """MAKE of both; None: a pint.Quantity."""
    if make is None:
        import pint
        registry: Any = pint
        return with_unit(number, unit, registry.get_application_registry().Quantity)
    return make(number, "" if unit == "1" else unit.replace(" ", "*").replace("^", "**"))
