#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""readme_liggghts.py ROOT LINES: what README says of LIGGGHTS: two beads of 5 mm meet head on at 1 m/s, by the lines in the file LINES
and with the measured coefficient of restitution in their place. Prints both; ends with 1 if they are not 0.500 and 0.550."""
import pathlib
import re
import subprocess
import sys
import tempfile

RADIUS, SPEED = 5e-3, 1.0
DT, STEPS = 2.3e-7, 4000  # a thousandth of the contact, which lasts 0.23 ms; four times as long

DECK = """units si
atom_style granular
atom_modify map array
newton off
boundary f f f
region box block -0.05 0.05 -0.05 0.05 -0.05 0.05 units box
create_box 1 box
neighbor 0.002 bin
neigh_modify delay 1000000
{lines}
create_atoms 1 single {right} 0 0 units box
create_atoms 1 single {left} 0 0 units box
set atom 1 vx {half}
set atom 2 vx -{half}
set group all diameter {diameter} density 2500
variable e equal (vx[2]-vx[1])/{speed}
timestep {dt}
thermo {steps}
thermo_style custom step v_e
run {steps}
print "obtained ${{e}}"
"""


def obtained(root, lines):
    deck = DECK.format(lines=lines, left=RADIUS + 1e-7, right=-RADIUS, half=SPEED / 2, diameter=2 * RADIUS, speed=SPEED, dt=DT,
                       steps=STEPS)
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "in.impact"
        file.write_text(deck)
        done = subprocess.run([sys.executable, root / "tests/liggghts.py", file], capture_output=True, text=True, check=False,
                              cwd=folder)
    found = re.findall(r"^obtained (\S+)", done.stdout, re.M)
    return float(found[0]) if found else sys.exit(done.stdout[-800:] + done.stderr)


def main():
    root, lines = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).read_text()
    typed = re.sub(r"(coefficientRestitution peratomtypepair 1) \S+", r"\1 0.5", lines)
    by_line, by_number = obtained(root, lines), obtained(root, typed)
    print(f"by the line {by_line:.5f}, by the number {by_number:.5f}")
    sys.exit(abs(by_line - 0.5) > 5e-4 or abs(by_number - 0.55) > 5e-4)


main()
