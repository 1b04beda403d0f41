# SPDX-License-Identifier: GPL-3.0-or-later
"""The command lawtester of a wheel: the program that the wheel holds takes the place of this process. It stands outside of the
package, so that no NumPy is imported before."""
from __future__ import annotations

import os
import pathlib
import sys


def main() -> None:
    package = pathlib.Path(__file__).resolve().parent / "lawtester"
    units = package / "share/udunits/udunits2.xml"
    if units.exists():
        os.environ.setdefault("UDUNITS2_XML_PATH", str(units))
    program = str(package / "bin/lawtester")
    os.execv(program, ["lawtester", *sys.argv[1:]])
