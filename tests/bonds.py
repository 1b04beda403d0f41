#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""bonds.py LAWTESTER DATA: bonds led until they break, Burgers' contact and films beside tables of closed forms of 40 digits;
films beside YADE's; bonds in the limit of short steps and in steps, made at the start, at touch and in mid-run, and beside YADE's.

Prints a TAP test for each with its worst error."""
import math
import os
import sys
import tempfile

sys.dont_write_bytecode = True
from led import led, miss_led, run_all, straight, table, tap  # noqa: E402

SENSES = ("un", "us", "ut", "an", "as", "at")


def rates(row):
    """Of all six senses when x goes from 0 to where it breaks in 1 s."""
    x = float(row["x_break"])
    return [x * float(row.get(f"{name}_per_x", 0)) for name in SENSES]


def program(a, b, law, v, steps, first=""):
    motion = "integrator: exact, dt: 1e-3" if steps == 0 else f"dt: {1 / steps!r}"
    gap = "1e-5" if first else "0"
    return f"""particles:
  a: {{shape: sphere, radius: {a}, density: 2500}}
  b: {{shape: sphere, radius: {b}, density: 2500}}
law: {{{law}}}
motion: {{gap: {gap}, {motion}}}
stages:
{first}  - {{whats: vvvvvv, values: {v!r}, until: bond_broken}}
record: {{every: 100, columns: [t, un, bond_state]}}
"""


def parallel(row, steps=0, first="", more=""):
    law = "name: parallel-bond, " + ", ".join(f"{k}: {row[k]}" for k in ("pb_rmul", "pb_kn", "pb_ks", "pb_mcf", "pb_ten",
                                                                       "pb_coh"))
    law += f", pb_fa: {math.radians(float(row['pb_fa_deg']))!r}" + more
    return program(row["r_a"], row["r_b"], law, rates(row), steps, first)


def beam(row, steps=0, smooth="no"):
    law = f"name: beam-bond, bb_smooth: {smooth}, " + ", ".join(
        f"bb_{k.lower()}: {row[k]}" for k in ("Kr", "Ks", "Kt", "Kb", "Fcr", "Fcs", "Tct", "Tcb"))
    return program("5e-3", "4e-3", law, rates(row), steps)


def miss(rows, results, share=1.0):
    """Where it breaks, how, and with which energy: SHARE of the table's; the balance."""
    worst = 0
    for row, result in zip(rows, results):
        r = result["results"]
        worst = max(worst, abs(result["stages"][-1]["time"] - 1), abs(r["E_fracture_end"] / float(row["E_strain"]) / share - 1),
                    abs(r["E_residual_end"]) / float(row["E_strain"]))
        if "mode" in row and r["bond_state_end"] != float(row["mode"]):
            worst = 1
    return worst


# ---- Burgers' contact -------------------------------------------------------------------------------------------------


def burgers(row, stage, motion, mass=0.02, tension="no-tension"):
    """The Kelvin part of a Maxwell element is absent."""
    law = ", ".join(f"bur_{ours}: {row[k]}" for k, ours in (("Kk", "knk"), ("Ck", "cnk"), ("Km", "knm"), ("Cm", "cnm")) if k in row)
    return f"""particles:
  a: {{shape: sphere, radius: 5e-3, mass: {2 * mass!r}}}
  b: {{shape: sphere, radius: 5e-3, mass: {2 * mass!r}}}
law: {{name: burgers, bur_mode: {tension}, {law}}}
motion: {{integrator: exact, {motion}}}
stages:
{stage}record: {{every: 100, columns: [t, un, fn]}}
"""


def creep(row):
    stage = f"  - {{whats: s....., values: [{row['fn']}, 0, 0, 0, 0, 0], until: time >= {row['t']}}}\n"
    return burgers(row, stage, "gap: 0, dt: 1e-3")


def relaxation(row):
    """Pressed in so short a time that nothing flows but 1e-9 of it."""
    rate = max(float(row["Km"]) / float(row["Cm"]), float(row["Km"]) / float(row["Ck"]))
    jump = 1e-9 / rate
    stage = f"  - {{whats: vvvvvv, values: [{float(row['un']) / jump!r}, 0, 0, 0, 0, 0], until: time >= {jump!r}}}\n"
    stage += f"  - {{whats: uvvvvv, values: [{row['un']}, 0, 0, 0, 0, 0], until: time >= {row['t']}}}\n"
    return burgers(row, stage, "gap: 0, dt: 1e-3", tension="tension")


def impact(row):
    v = row.get("v0", "0.1")
    stage = f"  - {{whats: i....., values: [-{v}, 0, 0, 0, 0, 0], until: rebound}}\n"
    return burgers(row, stage, "gap: 0", float(row["m_eff"]))


def miss_end(rows, results, name, peak=None):
    return max(abs(result["results"][name + "_end"] - float(row[name])) / (peak(row) if peak else abs(float(row[name])))
               for row, result in zip(rows, results))


def miss_impact(rows, results):
    worst = 0
    for row, result in zip(rows, results):
        r = result["results"]
        worst = max(worst, abs(r["e_n"] - float(row["e_n"])), abs(r["t_contact"] / float(row["t_contact"]) - 1),
                    abs(r["un_end"] / float(row["un_end"]) - 1) if "un_end" in row else 0)
    return worst


# ---- Recorded ---------------------------------------------------------------------------------------------------------

JCFPM = "name: jcfpm, young: 30 MPa, ktDivKn: 0.3, frictionAngle: 0.6, tensileStrength: 0.1 MPa, " \
        "shear_strength: 0.15 MPa, bond_gap: 1 mm, after_break: next-step"
COHFRICT = "name: cohfrict, young: 20 MPa, ktDivKn: 0.25, frictionAngle: 0.5, normalCohesion: 0.2 MPa, " \
           "shearCohesion: 0.1 MPa, alphaKr: 0.4, alphaKtw: 0.3, bond_gap: 1 mm"
# etaRoll 0.1 and etaTwist 0.05 of the lesser radius, without a bond; R* is 6 mm.
TURNED = f"name: contact, tangential: linear, kn: 240000, ks: 60000, fric: {math.tan(0.5)!r}, rolling: spring, " \
         f"roll_stiffness: 3.6, fric_roll: {0.001 / 0.006!r}, twisting: sds, k_twist: 2.7, fric_twist: 0.0005"
BONDS = {  # law, whether the gap at the start is the rest length (its normal stays there), bounds of forces and of moments
    "jcfpm_tension": (JCFPM, True, 1e-9, None),
    "jcfpm_shear_tension": (JCFPM, True, 1e-9, None),
    "jcfpm_shear_pressure": (JCFPM, True, 1e-9, None),
    "jcfpm_gap": (JCFPM, True, 1e-9, None),
    "cohfrict_tension": (COHFRICT, False, 1e-9, None),
    "cohfrict_tension_shear": (COHFRICT, False, 1e-9, None),
    "cohfrict_shear": (COHFRICT, False, 2e-9, None),
    "cohfrict_bond_six": (COHFRICT, False, 2e-7, 2e-7),
    "cohfrict_roll_twist": (TURNED, False, 1e-9, 1e-9),
}


def same(names, least):
    return {(name, name): least for name in names}


def bonds_of_yade(lawtester, data, folder):
    """The gap at the start, if it is one, is un = 0 here where the surfaces overlap by it."""
    rows = {name: table(os.path.join(data, "bonds", f"yade_{name}.csv")) for name in BONDS}
    for name, (_, rests, _, _) in BONDS.items():
        rows[name] = rows[name] if rests else straight(rows[name], 0.025, 60000)
    programs = []
    for name, (law, rests, _, moments) in BONDS.items():
        rest = min(float(rows[name][0]["gap"]), 0) if rests else 0
        columns = "fn, fs, ft, bonded" if "name: contact" not in law else "fn, fs, ft"
        programs.append(led(folder, rows[name], name, law, (0.01, 0.015), rest, columns + (", mn, ms, mt" if moments else "")))
    run_all(lawtester, folder, programs)
    tests = []
    for i, (name, (_, _, bound, moments)) in enumerate(BONDS.items()):
        tests.append((f"YADE's {name}", miss_led(folder, rows[name], i, same(("fn", "fs", "ft"), 1)), bound))
        if moments:
            tests.append((f"YADE's {name}: moments", miss_led(folder, rows[name], i, same(("mn", "ms", "mt"), 0)), moments))
    return tests


# ---- Films ------------------------------------------------------------------------------------------------------------

FILMS = {  # stiffnesses, radii
    "squeeze": (1000, 300, 1e-3, 1e-3),
    "squeeze_unequal": (4000 / 3, 400, 1e-3, 2e-3),
    "squeeze_nocontact": (1000, 300, 1e-3, 1e-3),
    "shear": (1000, 300, 1e-3, 1e-3),
    "shear_touch": (1000, 300, 1e-3, 1e-3),
    "roll_twist": (1000, 300, 1e-3, 1e-3),
}


def film(folder, rows, name):
    kn, ks, *radii = FILMS[name]
    law = f"name: lubrication, kn: {kn!r}, ks: {ks}, fric: 0.422793218738, viscosity: 1, roughness: 0.01"
    return led(folder, rows, name, law, radii, 0.0, "fn, fs, ft, mn, ms, mt, film")


def held(row, how):
    return f"""particles:
  a: {{shape: sphere, radius: {row['a']}, density: 2500}}
  b: {{shape: sphere, radius: {row['a']}, density: 2500}}
law: {{name: lubrication, kn: {row['kn']}, viscosity: {row['eta']}, film: {row['u0']}}}
motion: {{gap: {row['un']}, {how}}}
stages:
  - {{whats: vvvvvv, values: [0, 0, 0, 0, 0, 0], until: time >= {row['t']}}}
record: {{every: 1000, columns: [t, un, film, fn]}}
"""


def wet(row):
    """From h0 to hc, where it rebounds with e_dry, and back; one that stops on its way is left where its speed is 1e-9 of that."""
    v0, e_dry, v_crit = (float(row[k]) for k in ("v0", "e_dry", "v_crit"))
    a, b = float(row["r_a"]), float(row["r_b"])
    back = e_dry * max(v0 - v_crit, 0)
    out = f"  - {{name: out, whats: i....., values: [{back!r}, 0, 0, 0, 0, 0], until: un >= {row['h0']} or vn <= {1e-9 * v0!r}}}\n"
    return f"""particles:
  a: {{shape: sphere, radius: {a!r}, density: {row['density']}}}
  b: {{shape: sphere, radius: {b!r}, density: {row['density']}}}
law: {{name: lubrication, film_form: explicit, viscosity: {row['eta']}, film_least: 1e-6, film_range: {float(row['h0']) / (0.5 * (a + b))!r}}}
motion: {{integrator: exact, dt: {0.01 * float(row['h0']) / v0!r}}}
stages:
  - {{name: in, whats: i....., values: [{-v0!r}, 0, 0, 0, 0, 0], until: un <= {row['hc']} or vn >= {-1e-9 * v0!r}}}
{out if back > 0 else ''}record: {{every: 100, columns: [t, un, vn]}}
"""


def miss_wet(rows, results):
    """Its speed where it comes back to h0, over v0; else where it stands."""
    worst = 0
    for row, result in zip(rows, results):
        r, v0 = result["results"], float(row["v0"])
        if float(row["e_wet"]) > 0:
            worst = max(worst, abs(r["vn_end"] / v0 - float(row["e_wet"])))
        elif float(row["h_min"]) > float(row["hc"]):
            worst = max(worst, abs(r["un_end"] / float(row["h_min"]) - 1))
    return worst


def attracted(row):
    m = float(row["m_eff"])
    return f"""particles:
  a: {{shape: sphere, radius: 5e-3, mass: {2 * m!r}}}
  b: {{shape: sphere, radius: 5e-3, mass: {2 * m!r}}}
law: {{name: arrlinear, kn: {row['kn']}, dp_nratio: {row['dp_nratio']}, pull_force: {row['F0']}, pull_range: {row['D0']}}}
motion: {{integrator: exact}}
stages:
  - {{whats: i....., values: [-{row['v0']}, 0, 0, 0, 0, 0], until: rebound or bounces >= 2}}
record: {{every: 100, columns: [t, un]}}
"""


def miss_attracted(rows, results):
    return max(abs(r["results"]["e_n"] - float(row["e_n"])) for row, r in zip(rows, results))


def softened(zeta, cut, bend, steps):
    """Pulled and bent on a straight way until it breaks."""
    motion = "integrator: exact, dt: 1e-3" if steps == 0 else f"dt: {1 / steps!r}"
    return f"""particles:
  a: {{shape: sphere, radius: 5e-3, density: 2500}}
  b: {{shape: sphere, radius: 4e-3, density: 2500}}
law: {{name: soft-bond, sb_kn: 1e11, sb_ks: 4e10, sb_ten: 1e6, sb_coh: 1e9, sb_soft: {zeta}, sb_cut: {cut}}}
motion: {{gap: 0, {motion}}}
stages:
  - {{whats: vvvvvv, values: [2e-5, 0, 0, 0, {bend!r}, 0], until: bond_broken}}
record: {{every: 100, columns: [t, un, bond_state]}}
"""


SOFT = [(zeta, cut, bend) for zeta in (0, 0.5, 4) for cut in (0, 0.3, 1) for bend in (0.0, 3e-3)]


def miss_softened(results):
    """On a straight way to the elongation l1 of the edge the discs' two energies go by one share (1 - w)."""
    worst, r = 0, 4e-3
    for (zeta, cut, bend), result in zip(SOFT, results):
        rate, area = 2e-5 + r * bend, math.pi * r**2
        l0 = 1e6 / 1e11
        l1 = l0 * (1 + zeta * (1 - cut))
        t = l1 / rate
        stiffness = 1e11 * (area * 2e-5**2 + math.pi * r**4 / 4 * bend**2) / rate**2  # over l
        whole = stiffness * l0**2 / 2 * (1 + zeta * (1 - cut**2))
        broken = stiffness * l0 * (cut if zeta > 0 else 1) * l1 / 2
        f = result["results"]
        worst = max(worst, abs(result["stages"][-1]["time"] / t - 1), abs(f["E_fracture_end"] - broken) / whole,
                    abs(f["E_fracture_end"] + f["E_damage_end"] - whole) / whole, abs(f["E_residual_end"]) / whole,
                    abs(f["bond_state_end"] - 1))
    return worst


def films(lawtester, data, folder):
    tests = []
    rows = [row for row in table(os.path.join(data, "lubrication", "soft_lubrication_hold.csv")) if float(row["t"]) > 0]
    for name, how, bound in (("", "integrator: exact", 1e-8), (" in 50,000 steps", "dt: {t}/50000", 1e-5)):
        found = run_all(lawtester, folder, [held(row, how.format(**row)) for row in rows])
        tests.append(("a film that is held" + name,
                      max(abs(f["results"]["film_end"] / float(r["u"]) - 1) for r, f in zip(rows, found)), bound))
    rows = table(os.path.join(data, "lubrication", "rigid_lubrication_impact.csv"))
    tests.append(("wet impacts of rigid balls", miss_wet(rows, run_all(lawtester, folder, map(wet, rows))), 1e-8))
    rows = {name: table(os.path.join(data, "lubrication", f"yade_{name}.csv")) for name in FILMS}
    for name, (_, ks, *radii) in FILMS.items():
        rows[name] = straight(rows[name], sum(radii), ks)
    run_all(lawtester, folder, [film(folder, rows[name], name) for name in FILMS])
    for i, name in enumerate(FILMS):
        tests.append((f"YADE's film, {name}", miss_led(folder, rows[name], i, {("fn", "fn"): 1e-4, ("film", "u"): 0}), 2e-9))
        turned = miss_led(folder, rows[name], i, same(("fs", "ft"), 1e-5) | same(("mn", "ms", "mt"), 1e-9))
        tests.append((f"YADE's film, {name}: shear and moments", turned, 2e-6 if name == "roll_twist" else 2e-8))
    return tests


def main():
    lawtester, data = sys.argv[1:3]
    tests = []
    rows = table(os.path.join(data, "bonds", "parallel_bond_break.csv"))
    sums = table(os.path.join(data, "bonds", "sum_bond_break.csv"))
    # Touched and led back to where nothing is strained; or free up to where the program makes the bond.
    touched = "  - {whats: vvvvvv, values: [-1, 0, 0, 0, 0, 0], until: un <= 0}\n" \
              "  - {whats: uvvvvv, values: [0, 0, 0, 0, 0, 0], until: step >= 1}\n"
    asked = "  - {whats: vvvvvv, values: [1, 2, 0, 3, 0, 0], until: step >= 5, done: [{set: {bonded: 1}}]}\n"
    with tempfile.TemporaryDirectory() as folder:
        def done(programs):
            return run_all(lawtester, folder, programs)
        tests.append(("parallel bond, 40 digits", miss(rows, done(parallel(r) for r in rows)), 1e-9))
        tests.append(("in steps", miss(rows, done(parallel(r, 20000) for r in rows)), 1.5e-4))
        made = [parallel(r, 0, touched, ", bond_made: touch") for r in rows]
        tests.append(("made at touch", miss(rows, done(made)), 1e-9))
        made = [parallel(r, 0, asked, ", bond_made: none, bond_gap: 1") for r in rows]
        tests.append(("made by the program", miss(rows, done(made)), 1e-9))
        tests.append(("sum of ratios, 40 digits", miss(sums, done(beam(r) for r in sums)), 1e-9))
        # On a straight way a smooth bond does 1 - 1/3 of the work.
        tests.append(("smooth, in steps", miss(sums, done(beam(r, 20000, "yes") for r in sums), 2 / 3), 1.5e-4))
        rows = [row for row in table(os.path.join(data, "burgers", "burgers_creep.csv")) if float(row["t"]) > 0]
        tests.append(("Burgers: creep", miss_end(rows, done(map(creep, rows)), "un"), 1e-8))
        rows = [row for row in table(os.path.join(data, "burgers", "burgers_relaxation.csv")) if float(row["t"]) > 0]
        first = miss_end(rows, done(map(relaxation, rows)), "fn", lambda row: abs(float(row["Km"]) * float(row["un"])))
        tests.append(("Burgers: relaxation", first, 1e-8))
        for name in ("burgers_impact", "maxwell_impact"):
            rows = table(os.path.join(data, "burgers", name + ".csv"))
            tests.append((name.replace("_", ": "), miss_impact(rows, done(map(impact, rows))), 1e-9))
        tests.append(("soft bonds", miss_softened(done(softened(*of, 0) for of in SOFT)), 1e-9))
        tests.append(("soft bonds in steps", miss_softened(done(softened(*of, 50000) for of in SOFT)), 2e-3))
        rows = table(os.path.join(data, "adhesion", "attraction_impact.csv"))
        tests.append(("attraction over a gap", miss_attracted(rows, done(map(attracted, rows))), 1e-9))
        tests += bonds_of_yade(lawtester, data, folder)
        tests += films(lawtester, data, folder)
    return tap(tests)


sys.exit(main())
