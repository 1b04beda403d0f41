# SPDX-License-Identifier: MIT
"""Restitution over damping ratio, simulated and by the closed form.

    python3 damping.py [PICTURE]
"""
import math
import sys

import lawtester as lt

IMPACT = """
lawtester: 1
particles:
  a: {shape: sphere, radius: 5 mm, density: 2500 kg/m^3}
  b: {shape: sphere, radius: 5 mm, density: 2500 kg/m^3}
law: {name: linear, kn: 1e5 N/m, dp_nratio: 0.2, dp_mode: no-tension}
motion: {integrator: exact}
stages:
  - {whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}
record: {columns: [un, fn]}
"""


def theory(ratio):
    return math.exp(-2 * ratio * math.acos(ratio) / math.sqrt(1 - ratio * ratio))


program = lt.Program(IMPACT)
ratios = [0.05 * i for i in range(20)]
restitutions = program.sweep("e_n", dp_nratio=ratios)["e_n"]
for ratio, e_n in zip(ratios, restitutions):
    print(f"{ratio:.2f} {e_n:.12f} {theory(ratio):.12f}")

if len(sys.argv) > 1:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, (left, right) = pyplot.subplots(1, 2, figsize=(9, 3.6), constrained_layout=True)
    left.plot(ratios, restitutions, "o", label="simulated")
    left.plot(ratios, [theory(ratio) for ratio in ratios], label="closed form")
    left.set(xlabel="dp_nratio", ylabel="e_n")
    left.legend()
    for ratio in (0, 0.2, 0.5):
        program.run(dp_nratio=ratio).plot("-un", "-fn", axes=right, label=f"dp_nratio {ratio}")
    right.legend()
    figure.savefig(sys.argv[1])
