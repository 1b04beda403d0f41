# SPDX-License-Identifier: GPL-3.0-or-later
"""python3 -m lawtester advise FILE"""
from __future__ import annotations

import argparse
import json
import sys

from . import _advise, _advise_file
from ._errors import Failed, Invalid


def main(arguments: list[str] | None = None) -> int:
    """Exit status: 0 done, 1 a limit is not met, 2 wrong input, 4 a run that failed."""
    parser = argparse.ArgumentParser(prog="python3 -m lawtester", description="lawtester's commands in Python")
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("advise", help="stiffness, time step and damping for a population of particles")
    one.add_argument("file", help="with the section advise")
    one.add_argument("--dt", help="judge this time step: 1us")
    one.add_argument("--factor", type=float, help="judge this factor of the stiffness: 0.01")
    one.add_argument("--for", dest="code", metavar="CODE",
                     help="print the input lines of a code, too: liggghts, lammps, yade")
    one.add_argument("--check", action="store_true", help="only read the file, and say what is wrong")
    one.add_argument("--json", action="store_true", help="print the document")
    one.add_argument("--plot", metavar="FIGURE", help="draw the error over the time step: advise.svg")
    one.add_argument("--dark", action="store_true", help="with a dark background")
    one.add_argument("--threads", type=int, default=0, help="0: as many as there are processors")
    options = parser.parse_args(arguments)
    try:
        dt = None
        if options.dt is not None:
            dt = _advise_file.Item("--dt", "dt", options.dt, 1, 1).number("s", 0, 1e100, "1 us", True)
        if options.check:
            print(_advise.checked(options.file))
            return 0
        found = _advise.advise(options.file, dt, options.factor, options.threads)
    except (Invalid, ValueError, ImportError) as error:
        print(f"lawtester: {error}", file=sys.stderr)
        return 2
    except _advise.Unmet as error:
        print(f"lawtester: {error}", file=sys.stderr)
        return 1
    except Failed as error:
        print(f"lawtester: {error}", file=sys.stderr)
        return 4
    lines, status = None, 0 if found.ok else 1
    try:
        lines = found.for_code(options.code) if options.code else None
    except ValueError as error:
        print(f"lawtester: --for {options.code}: {error}", file=sys.stderr)
        status = 1
    if lines is not None:
        found.document["lines"] = {"code": options.code, "text": lines}
    print(json.dumps(found.document, indent=2) if options.json else found)
    if lines is not None and not options.json:
        print(lines, end="")
    if options.plot:
        import matplotlib
        matplotlib.use("Agg")
        from matplotlib import pyplot
        with pyplot.style.context("dark_background" if options.dark else "default"):
            found.figure().figure.savefig(options.plot, dpi=150)
    return status


if __name__ == "__main__":
    sys.exit(main())
