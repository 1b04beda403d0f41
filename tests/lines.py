#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""lines.py LAWTESTER ROOT: the lines that --for writes for codes that are not installed, read back as those codes read them.

Each law of Woo, MercuryDPM and PFC is written by 'run --for' from the numbers of a contact. What the lines say is read by the
conventions of the code's documents (stiffness of a bar, effective moduli, stresses of a disc, angles in degrees ...) and led
by a few lines of Python on a recorded path, or to the end that a table of closed forms has. Then: what --for refuses, and
which warnings it writes. Prints a TAP test for each with its worst error."""
import json
import math
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from led import table, tap  # noqa: E402

PAIR = "a: {shape: sphere, radius: 5e-3, density: 2500}, b: {shape: sphere, radius: 5e-3, density: 2500}"
TOUCH = "{whats: i....., values: [-0.01, 0, 0, 0, 0, 0], until: step >= 3}"


def answer(code, law, pair=PAIR, more=""):
    """Lines, and what is said of them on stderr."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "program.yaml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"lawtester: 1\n{more}particles: {{{pair}}}\nlaw: {{{law}}}\nmotion: {{integrator: leapfrog}}\n"
                       f"stages: [{TOUCH}]\n")
        done = subprocess.run([LAWTESTER, "run", path, "--for", code, "--json", "--plot=none", "-o", folder],
                              capture_output=True, text=True, check=False)
    document = json.loads(done.stdout) if done.stdout else {}
    return document.get("paste", {}).get("text", ""), done.stderr


def lines(code, law, pair=PAIR, more=""):
    text, said = answer(code, law, pair, more)
    if not text:
        sys.exit(f"Bail out! no lines of {law}: {said}")
    return "\n".join(line for line in text.split("\n") if line[:1] not in "#;" and line[:2] != "//")


def words_of(text):
    """name=value of Python, setName(value) of C++, "name value" of PFC."""
    found = dict(re.findall(r"(\w+)=([\w.+-]+|'\w+')", text))
    found |= {name[0].lower() + name[1:]: value for name, value in re.findall(r"set(\w+)\(([^)]*)\)", text)}
    found |= dict(re.findall(r"\b([a-z]\w+) (-?\d[\d.e+-]*)", text))
    return {k: float(v) if re.match(r"-?\d", v) else v.strip("'") for k, v in found.items()}


def resampled(rows, columns, dt, steps):
    """Rows at all steps: straight between those of a table."""
    k = 0
    for i in range(steps + 1):
        while k + 2 < len(rows) and float(rows[k + 1]["t"]) < i * dt * (1 - 1e-12):
            k += 1
        a, b = rows[k], rows[k + 1]
        x = (i * dt - float(a["t"])) / (float(b["t"]) - float(a["t"]))
        yield [float(a[c]) + x * (float(b[c]) - float(a[c])) for c in columns]


def miss(forces, rows, columns, dt):
    """The worst error over the peak of each column."""
    worst = 0
    for i, c in enumerate(columns):
        peak = max(abs(float(r[c])) for r in rows)
        for row in rows:
            step = round(float(row["t"]) / dt)
            if step < len(forces):
                worst = max(worst, abs(forces[step][i] - float(row[c])) / peak)
    return worst


def off(found, wanted):
    return max(abs(found[k] / v - 1) for k, v in wanted.items())


# ---- Woo: the stiffness of a bar, its area that of the lesser sphere ---------------------------------------------------


def bar(read, ra, rb):
    area = math.pi * min(ra, rb)**2
    kn = area / (ra / read["young"] + rb / read["young"])
    return area, kn, kn * read["ktDivKn"]


def woo_linear(read, path, dt, ra, rb):
    """Springs of un and of increments, the latter held to tanPhi |Fn|."""
    _, kn, kt = bar(read, ra, rb)
    shear, before, forces = [0.0, 0.0], None, []
    for now in path:
        before = before or now
        fn = kn * min(now[0], 0)
        shear = [f + kt * (x - y) for f, x, y in zip(shear, now[1:], before[1:])]
        size, most = math.hypot(*shear), read["tanPhi"] * abs(fn)
        shear = [f * most / size if size > most else f for f in shear]
        forces.append([fn, *shear])
        before = now
    return forces


def woo_linear_worst(name, law, pair, radii, more, exact, curve):
    read = words_of(lines("woo", law, pair, more))
    path, ref, dt, steps, columns, bound = curve
    rows = table(os.path.join(DATA, ref))
    rows_path = table(os.path.join(DATA, path))
    forces = woo_linear(read, resampled(rows_path, ["un", "us", "ut"], dt, steps), dt, *radii)
    return (f"Woo, idealelpl, {name}: what was typed", off(read, exact), 1e-9), \
           (f"Woo, idealelpl, {name}: recorded forces", miss(forces, rows, columns, dt), bound)


def woo_six(law):
    """kn, kt, kt for forces, the same over charLen for moments."""
    read = words_of(lines("woo", law, SPHERES % (0.5, 0.5)))
    _, kn, kt = bar(read, 0.5, 0.5)
    stiff = [kn, kt, kt, kn / read["charLen"], kt / read["charLen"], kt / read["charLen"]]
    rows = table(os.path.join(DATA, "woo_linel6_6dof.csv"))
    names = ["fn", "fs", "ft", "mn", "ms", "mt"]
    path = resampled(rows, ["un", "us", "ut", "an", "as", "at"], 1e-3, 806)
    forces = [[k * x for k, x in zip(stiff, row)] for row in path]
    return (f"Woo, linel6, {law}: what was typed", off(read, {"young": 1e7, "ktDivKn": 0.2, "charLen": 0.1}), 1e-9), \
           (f"Woo, linel6, {law}: recorded forces", miss(forces, rows, names, 1e-3), 1e-9)


def woo_concrete(read, path, dt):
    """Beads of 1 mm. Damage by the largest elastic strain, softening in compression, friction of the total shear strain."""
    area, kn, kt = bar(read, 1e-3, 1e-3)
    length = 2e-3
    young, shear, onset = kn * length / area, kt * length / area, read["epsCrackOnset"]
    kappa = plastic = crack = 0.0
    forces = []
    for un, us in path:
        strain, sheared = un / length, us / length
        kappa = max(kappa, strain - plastic)
        omega = 0.0
        if kappa > onset and read["damLaw"] == "exp":
            omega = 1 - onset / kappa * math.exp(-(kappa - onset) / (onset * read["relDuctility"]))
        elif kappa > onset:
            omega = min(1, (1 - onset / kappa) / (1 - 1 / read["relDuctility"]))
        elastic = strain - plastic
        sigma = (1 - omega if elastic > 0 else 1) * young * elastic
        soft = young * (read["epsSoft"] + read["relKnSoft"] * (strain - read["epsSoft"]))
        if read["epsSoft"] < 0 and elastic < read["epsSoft"] and soft > sigma:
            plastic += (sigma - soft) / young
            sigma = soft
        tau = shear * sheared
        cohesion, tan, speed = read["sigmaT"], read["tanPhi"], read["yieldLogSpeed"]
        most = cohesion * (1 - omega) - sigma * tan
        if read["yieldSurfType"] == "loglin" and sigma < 0:
            most = cohesion * ((1 - omega) + tan * speed * math.log(1 - sigma / (cohesion * speed)))
        tau = max(min(tau, max(most, 0)), -max(most, 0))
        if read["dmgTau"] > 0:
            way = omega * strain - crack
            if way <= 0:
                crack = omega * strain
            elif omega < 1:
                low, high = 0.0, way
                for _ in range(80):
                    d = 0.5 * (low + high)
                    held = onset * (1 - omega) * (read["dmgTau"] * d / dt)**read["dmgRateExp"]
                    low, high = (d, high) if way - d > held else (low, d)
                crack += low
                sigma += young * (omega * strain - crack)
        forces.append([area * sigma, area * tau])
    return forces


def woo_concrete_worst(name, more, columns, steps, bound):
    law = "name: concrete, kn: %r, kt: %r, tanPhi: 0.8, sigmaT: 3e6, epsCrackOnset: 1e-4, relDuctility: 5, slip: memoryless, %s" % (
        math.pi * 1e-6 * 30e9 / 2e-3, 0.2 * math.pi * 1e-6 * 30e9 / 2e-3, more)
    read = words_of(lines("woo", law, SPHERES % (1e-3, 1e-3)))
    rows = table(os.path.join(DATA, f"woo_concrete_{name}.csv"))
    full = [row | {"us": row.get("us", "0")} for row in rows]
    forces = woo_concrete(read, resampled(full, ["un", "us"], 1e-4, steps), 1e-4)
    typed = {"young": 30e9, "ktDivKn": 0.2, "tanPhi": 0.8, "sigmaT": 3e6, "epsCrackOnset": 1e-4, "relDuctility": 5}
    return (f"Woo, concrete, {name}: what was typed", off(read, typed), 1e-9), \
           (f"Woo, concrete, {name}: recorded forces", miss(forces, rows, columns, 1e-4), bound)


SPHERES = "a: {shape: sphere, radius: %r, density: 2500}, b: {shape: sphere, radius: %r, density: 2500}"
TWO = "materials: {soft: {density: 1000, young: 10e6, ktDivKn: 0.2, tanPhi: 0.5}, " \
      "hard: {density: 2000, young: 30e6, ktDivKn: 0.4, tanPhi: 0.3}}\n"
OF_TWO = "a: {shape: sphere, radius: 0.5, material: soft}, b: {shape: sphere, radius: 0.3, material: hard}"


def presets():
    """The presets of these codes by their own names."""
    springs = "kn: 1e5, kt: 5e4, tanPhi: 0.3"
    area = math.pi * 25e-6
    for words, law, wanted in [
            ("FrictPhys/IdealElPl", springs, {"tanPhi": 0.3}), ("FrictPhys/LinEl6", "kn: 1e5, kt: 5e4, charLen: 0.5", {"charLen": 4}),
            ("ConcretePhys", springs + ", sigmaT: 3e6, epsCrackOnset: 1e-4, relDuctility: 5", {"tanPhi": 0.3, "sigmaT": 3e6})]:
        read = words_of(lines("woo", f"preset: woo {words}, {law}"))
        yield f"woo {words}", off(read, wanted | {"young": 1e5 * 0.01 / area, "ktDivKn": 0.5}), 1e-9
    law = "preset: mercury HertzianViscoelasticMindlinRollingTorsion, young: 1e9, poisson: 0.3, fric: 0.3, fric_r: 0.1"
    read = words_of(lines("mercury", law))
    yield "mercury HertzianViscoelasticMindlinRollingTorsion", off(read, {"rollingFrictionCoefficient": 0.1}), 1e-9


def woo():
    kn = math.pi / 4 * 1e7
    typed = {"young": 1e7, "ktDivKn": 0.2, "tanPhi": 0.5}
    yield from woo_linear_worst("like spheres", f"name: idealelpl, kn: {kn!r}, kt: {0.2 * kn!r}, tanPhi: 0.5", SPHERES % (0.5, 0.5),
                                (0.5, 0.5), "", typed,
                                ("woo_linear_shear_path.csv", "woo_linear_shear_straight.csv", 1e-3, 4002, ["fn", "fs"], 1e-9))
    # of one material that has the stiffness of both: E = kn (lA + lB)/A
    one = {"young": 0.8 / (0.5 / 10e6 + 0.3 / 30e6), "ktDivKn": 0.3, "tanPhi": 0.3}
    yield from woo_linear_worst("two materials", "name: idealelpl", OF_TWO, (0.5, 0.3), TWO, one,
                                ("woo_linear_unequal.csv", "woo_linear_unequal.csv", 1e-4, 2207, ["fn", "fs", "ft"], 1e-6))
    yield from woo_six("name: linel6, young: 1e7, charLen: 0.1, rotation: code")
    yield from woo_six("name: linel6, young: 1e7, charLen: 10, rotation: manual")
    yield from woo_six(f"name: linel6, young: 1e7, charLen: {math.sqrt(10)!r}")
    yield from woo_concrete_worst("cycle", "damLaw: linear, epsSoft: -2e-4, relKnSoft: 0.5", ["fn"], 4207, 1e-9)
    yield from woo_concrete_worst("shear", "yieldSurfType: lin", ["fn", "fs"], 1871, 1e-9)
    yield from woo_concrete_worst("rate", "dmgTau: 1, dmgRateExp: 0.1", ["fn"], 3001, 1e-9)


# ---- MercuryDPM: effective moduli; the sliding spring at 2/3 of 8 G* a, that of rolling at 8 G* a and the arm R* ----------


def mercury_way(t):
    """The shear of the recorded cycle: 6667 steps of 150 us to one side, then 6666 at twice the speed to either."""
    first, then = 6667 * 150e-6, 6666 * 150e-6
    return 0.012 * min(t, first) - 0.024 * min(max(t - first, 0), then) + 0.024 * max(t - first - then, 0)


def mercury():
    law = "name: mindlin-rolling-torsion, young_eff: 54945.0549451, shear_eff: 11312.2171946, fric: 0.3"
    read = words_of(lines("mercury", law, SPHERES % (0.25, 0.25)))
    wanted = {"effectiveElasticModulus": 54945.0549451, "effectiveShearModulus": 11312.2171946, "slidingFrictionCoefficient": 0.3}
    yield "MercuryDPM, mindlin-rolling-torsion: what was typed", off(read, wanted), 1e-9
    rows = table(os.path.join(ROOT, "stages/mindlin/mercury-cycle.csv"))
    radius, overlap = 0.125, 0.01
    k = 2 / 3 * 8 * read["effectiveShearModulus"] * math.sqrt(radius * overlap)
    most = read["slidingFrictionCoefficient"] * 4 / 3 * read["effectiveElasticModulus"] * math.sqrt(radius * overlap) * overlap
    springs, before = [0.0], 0.0
    for step in range(1, 20001):
        us = mercury_way(step * 150e-6)
        springs.append(max(-most / k, min(most / k, springs[-1] + us - before)))
        before = us
    worst = max(abs(k * springs[round(float(row["t"]) / 150e-6)] - float(row["fs"])) / most for row in rows)
    yield "MercuryDPM, mindlin-rolling-torsion: recorded cycle of shear", worst, 1e-9
    yield "MercuryDPM, mindlin-rolling-torsion: rolling to and fro, as it is run", mercury_rolling(), 1e-9


def mercury_rolling():
    """Held at an overlap and rolled to and fro: spring and dashpot together held to mu |Fn|, the spring takes what is left."""
    law = "name: mindlin-rolling-torsion, young_eff: 1e7, shear_eff: 3e6, fric: 0.5, fric_r: 0.08, gamma_r: 0.3"
    read = words_of(lines("mercury", law))
    chosen = law + ", tangential: secant, cap_on: elastic, cap_by: absolute, roll_dashpot: kept"
    arm, overlap, dt, steps, rate = 2.5e-3, 1e-5, 1e-6, 4000, 40.0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "roll.yaml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"lawtester: 1\nparticles: {{{PAIR}}}\nlaw: {{{chosen}}}\nmotion: {{gap: {-overlap!r}, dt: {dt!r}}}\nstages:\n"
                       f"  - {{whats: vvvvvv, values: [0, 0, 0, 0, {rate}*cos(3000*time), 0], until: step >= {steps}}}\n"
                       "record: {every: 1, columns: [t, ws, as, ms]}\n")
        done = subprocess.run([LAWTESTER, "run", path, "--plot=none", "-q", "-o", folder], check=False, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"Bail out! {done.stderr}")
        rows = table(os.path.join(folder, "roll.csv"))
    k = 8 * read["effectiveShearModulus"] * math.sqrt(arm * overlap)
    press = 4 / 3 * read["effectiveElasticModulus"] * math.sqrt(arm * overlap) * overlap
    spring, worst, peak = 0.0, 0.0, max(abs(float(r["ms"])) for r in rows)
    for before, row in zip(rows, rows[1:]):
        speed = arm * (float(row["as"]) - float(before["as"])) / dt
        spring += speed * dt
        force = -k * spring - read["rollingDissipation"] * speed
        if abs(force) > read["rollingFrictionCoefficient"] * press:
            force = math.copysign(read["rollingFrictionCoefficient"] * press, force)
            spring = -(force + read["rollingDissipation"] * speed) / k
        worst = max(worst, abs(-arm * force - float(row["ms"])) / peak)
    return worst


# ---- PFC ----------------------------------------------------------------------------------------------------------------


def pfc_disc(row):
    """Where a bond breaks by the stresses of a disc; its angle is in degrees."""
    law = "name: parallel-bond, " + ", ".join(f"{k}: {row[k]}" for k in ("pb_rmul", "pb_kn", "pb_ks", "pb_mcf", "pb_ten", "pb_coh"))
    read = words_of(lines("pfc", f"{law}, pb_fa: {row['pb_fa_deg']} deg", SPHERES % (float(row["r_a"]), float(row["r_b"]))))
    r = read["pb_rmul"] * min(float(row["r_a"]), float(row["r_b"]))
    area, bend = math.pi * r**2, math.pi * r**4 / 4
    n, s, t, b = (float(row[k]) for k in ("un_per_x", "us_per_x", "an_per_x", "as_per_x"))
    pull, shear = read["pb_kn"] * n, read["pb_ks"] * abs(s)
    pull += read["pb_mcf"] * read["pb_kn"] * abs(b) * r
    shear += read["pb_mcf"] * read["pb_ks"] * abs(t) * r
    apart = read["pb_ten"] / pull if pull > 0 else math.inf
    shorn = read["pb_coh"] / (shear + read["pb_kn"] * n * math.tan(math.radians(read["pb_fa"]))) if shear > 0 else math.inf
    assert bend > 0 and area > 0
    return abs(min(apart, shorn) / float(row["x_break"]) - 1)


def pfc_burger(row):
    """Force at a displacement that is held, by central differences of both parts."""
    law = "name: burgers, bur_knk: {Kk}, bur_cnk: {Ck}, bur_knm: {Km}, bur_cnm: {Cm}, bur_ksk: 1, bur_csk: 1, bur_ksm: 1, " \
          "bur_csm: 1, bur_mode: tension".format(**row)
    read = words_of(lines("pfc", law))
    kk, ck, km, cm = (read[k] for k in ("bur_knk", "bur_cnk", "bur_knm", "bur_cnm"))
    steps = 4000
    dt = float(row["t"]) / steps
    if dt == 0:
        return abs(km * float(row["un"]) / float(row["fn"]) - 1)
    a, b = 1 + kk * dt / (2 * ck), 1 - kk * dt / (2 * ck)
    c, d = dt / (2 * ck * a) + 1 / km + dt / (2 * cm), dt / (2 * ck * a) - 1 / km + dt / (2 * cm)
    force, kelvin = km * float(row["un"]), 0.0
    for _ in range(steps):
        now = ((1 - b / a) * kelvin - d * force) / c
        kelvin = (b * kelvin + dt * (now + force) / (2 * ck)) / a
        force = now
    return abs(force - float(row["fn"])) / (km * abs(float(row["un"])))


def pfc_attraction(row):
    """An impact from the speed v0 at the gap D0 to where it has that gap again; 0: it stays."""
    mass = 2 * float(row["m_eff"])
    pair = ", ".join(f"{name}: {{shape: sphere, radius: 5e-3, mass: {mass!r}}}" for name in "ab")
    read = words_of(lines("pfc", "name: arrlinear, kn: {kn}, ks: 1, dp_nratio: {dp_nratio}, pull_force: {F0}, pull_range: {D0}".format(
        **row), pair))
    m, kn, f0, d0, gap, v = mass / 2, read["kn"], read["adh_f0"], read["adh_d0"], read["adh_d0"], -float(row["v0"])
    c = 2 * read["dp_nratio"] * math.sqrt(m * kn)
    dt, v0 = 1e-4 * math.pi * math.sqrt(m / kn), v

    def rate(g, u):
        return (-kn * g - c * u - f0 if g <= 0 else -f0 * (1 - g / d0)) / m
    for _ in range(10**6):
        k1, l1 = v, rate(gap, v)
        k2, l2 = v + dt / 2 * l1, rate(gap + dt / 2 * k1, v + dt / 2 * l1)
        k3, l3 = v + dt / 2 * l2, rate(gap + dt / 2 * k2, v + dt / 2 * l2)
        k4, l4 = v + dt * l3, rate(gap + dt * k3, v + dt * l3)
        before, gap, v = v, gap + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4), v + dt / 6 * (l1 + 2 * l2 + 2 * l3 + l4)
        if gap >= d0 or gap > 0 and before > 0 >= v:
            break
    return abs((-v / v0 if gap >= d0 else 0) - float(row["e_n"]))


def pfc():
    rows = table(os.path.join(DATA, "bonds/parallel_bond_break.csv"))
    yield "PFC, parallel-bond: where it breaks, by the table", max(map(pfc_disc, rows)), 1e-9
    rows = table(os.path.join(DATA, "burgers/burgers_relaxation.csv"))
    yield "PFC, burgers: relaxation, by the table", max(map(pfc_burger, rows)), 1e-5
    rows = table(os.path.join(DATA, "adhesion/attraction_impact.csv"))
    yield "PFC, arrlinear: impacts, by the table", max(map(pfc_attraction, rows)), 1e-4
    law = "name: arrlinear, kn: 1e5, ks: 5e4, fric: 0.3, pull_force: 0.01, fric_roll: 0.1, roll_stiffness: 5e4*2.5e-3^2"
    read = words_of(lines("pfc", law))
    yield "PFC, arrlinear: rolling", off(read, {"rr_fric": 0.1, "ks": 5e4, "fric": 0.3}), 1e-9
    read = words_of(lines("pfc", "name: contact-bond, kn: 1e5, ks: 5e4, fric: 0.3, cb_tenf: 0.7, cb_shearf: 1.1, bond_gap: 1 um"))
    yield "PFC, contact-bond", off(read, {"cb_tenf": 0.7, "cb_shearf": 1.1, "kn": 1e5, "ks": 5e4, "gap": 1e-6}), 1e-9
    # ratios are by m1 m2/(m1 + m2), though one ball is fixed: half of the mass that moves
    read = words_of(lines("pfc", "name: parallel-bond, kn: 1e5, ks: 5e4, dp_nratio: 0.1, pb_kn: 1", PAIR.replace("}, b", ", fixed: true}, b")))
    yield "PFC, parallel-bond on a fixed ball", off(read, {"dp_nratio": 0.1 * math.sqrt(2)}), 1e-9
    read = words_of(lines("pfc", "name: linear, kn: 1e5, rgap: 2 um"))
    yield "PFC, linear: reference gap", off(read, {"rgap": 2e-6}), 1e-9


# ---- What is refused, and why; what is warned of ------------------------------------------------------------------------

CONCRETE = "name: concrete, kn: 1e5, kt: 2e4, sigmaT: 3e6, epsCrackOnset: 1e-4, relDuctility: 5"
TORSION = "name: mindlin-rolling-torsion, young: 1e9, poisson: 0.3, fric: 0.3, fric_r: 0.1"
REFUSED = [
    ("yade", CONCRETE, "lawtester writes no YADE lines for the law 'concrete'"),
    ("yade", "name: lubrication, kn: 1e5, ks: 1e4, viscosity: 0.1", "lawtester writes no YADE lines for the law 'lubrication'"),
    ("lammps", "name: beam-bond, bb_kr: 1e5", "lawtester writes no LAMMPS lines for 'bond: beam'"),
    ("comsol", "name: hertz, young: 1e9, poisson: 0.3", "lawtester writes no COMSOL lines for the law 'hertz'"),
    ("woo", "name: linear, kn: 1e5", "lawtester writes no Woo lines for the law 'linear'; its linear law, 'idealelpl', has no dashpot"),
    ("woo", "name: idealelpl, kn: 1e5, kt: 1e4, relRollStiff: 1, rollTanPhi: 0.1", "vanishes with the time step"),
    ("woo", "name: idealelpl, kn: 1e5, kt: 1e4, relRollStiff: 1, relTwistStiff: 1, twistTanPhi: 0.1", "vanishes with the time step"),
    ("woo", CONCRETE + ", isoPrestress: -1e5", "isoPrestress"),
    ("woo", CONCRETE + ", equivStrainShearContrib: 1", "equivStrainShearContrib is 0"),
    ("mercury", TORSION + ", fric_to: 0.1", "doubles in each step"),
    ("mercury", TORSION + ", kr: 1e4", "kr is 0"),
    ("mercury", TORSION + ", fric_r_dynamic: 0.05", "fric_r_dynamic below fric_r cannot be expressed"),
    ("mercury", TORSION + ", arm_r: 2", "arm_r is 1"),
    ("mercury", TORSION.replace("fric: 0.3", "fric: 0"), "with fric 0 it has none"),
    ("pfc", "name: contact-bond, kn: 1e5, ks: 1e4, cb_tenf: 1, cb_fa: 0.3", "cb_fa is 0"),
    ("pfc", "name: contact-bond, kn: 1e5, ks: 1e4, cb_tenf: 1, cb_kt: 1", "cb_kt and cb_kb are 0"),
    ("pfc", "name: parallel-bond, kn: 1e5, pb_kn: 1e9, bond_made: touch", "'bond_made: start'"),
    ("pfc", "name: arrlinear, kn: 1e5, ks: 5e4, fric_roll: 0.1, roll_stiffness: 1", "roll_stiffness is ks*r_eff^2"),
    ("pfc", "name: jkr, young: 1e9, poisson: 0.3, work_adhesion: 1", "lawtester writes no PFC lines for 'normal: jkr'; it does for linear"),
    *[(code, "name: mindlin, young_eff: 1e7, shear_eff: 6.5e6", "no material has E* and G* of this contact: with like bodies G*/E* is "
       "between 1/6 and 1/4, here 0.65") for code in ("pfc", "yade", "liggghts")],
    ("liggghts", "name: eepa, young_eff: 1e7, shear_eff: 6.5e6, plas_ratio: 0.5, tangential: secant-initial", "no material has E* and G*"),
    ("liggghts", "name: linear, kn: 1e5, rgap: 1 um", "it has no reference gap"),
    ("mercury", "name: linear, kn: 1e5, rgap: 1 um", "it has no reference gap"),
]
GLASS = "materials: {glass: {density: 2500, young: 60 GPa, poisson: 0.22, fric: 0.3}, " \
        "steel: {density: 7800, young: 200 GPa, poisson: 0.3, fric: 0.2}}\n"
ON = "a: {shape: %s, material: steel}, b: {shape: sphere, radius: 5e-3, material: glass}"
WALL, BALL, GLASSES = ON % "wall", ON % "sphere, radius: 4e-3", (ON % "sphere, radius: 4e-3").replace("steel", "glass")
EFFECTIVE = 1 / ((1 - 0.22**2) / 60e9 + (1 - 0.3**2) / 200e9)
SHEAR = 1 / (2 * 1.22 * (2 - 0.22) / 60e9 + 2 * 1.3 * (2 - 0.3) / 200e9)
STANDS = "one type represents 'steel' on 'glass'"
NO_FRICTION = "warning: the law does not use fric of 'glass': it has no friction; 'mindlin' is this law with friction"
# Code, law, pair, what the lines have, what they have not.
TOLD = [
    *[(code, "name: mindlin", pair, [STANDS, f"E* = {EFFECTIVE:.10g} Pa, G* = {SHEAR:.10g} Pa, friction = 0.2",
                                     "contacts of 'steel' with itself, or of 'glass' with itself, need lines of their own"],
       ["does not use"]) for code in ("pfc", "yade", "lammps", "liggghts", "mercury") for pair in (WALL, BALL)],
    ("woo", "name: mindlin, en: 0.9", BALL, [STANDS, "E* = 4.89955904e+10 Pa"], []),
    ("liggghts", "name: mindlin", GLASSES, [], [STANDS, "one type", "density of a"]),
    ("yade", "name: linear, kn: 1e5", BALL, ["the density of a is 7800 kg/m^3, that of b 2500; a density below is that of b"], []),
    ("yade", "name: linear, kn: 1e5", PAIR.replace("2500", "7800", 1), ["the density of a is 7800 kg/m^3"], []),
    ("yade", "name: linear, kn: 1e5", WALL, [], ["density of a"]),
    *[(code, "name: hertz", WALL, [STANDS, NO_FRICTION, NO_FRICTION.replace("glass", "steel")], []) for code in
      ("pfc", "yade", "lammps", "liggghts", "mercury")],
    ("lammps", "name: jkr, work_adhesion: 0.1", GLASSES, ["does not use fric of 'glass': it has no friction without a tangential part"], []),
    ("lammps", "name: jkr, work_adhesion: 0.1, young_eff: 1e7, shear_eff: 6.5e6, tangential: secant-initial", GLASSES, ["jkr 20000000 0 0 0.05 "], []),
    ("mercury", "name: mindlin, young_eff: 1e7, shear_eff: 6.5e6", GLASSES, ["setEffectiveShearModulus(6500000)"], []),
    ("woo", "name: idealelpl, ktDivKn: 0.2", GLASSES, ["warning: the law does not use poisson, fric of 'glass': its friction is tanPhi"], []),
    ("yade", "name: linear, kn: 1e5", GLASSES, ["# the law does not use young, poisson of 'glass'"], ["fric of"]),
    ("liggghts", "name: linear, kn: 1e5", BALL, [STANDS, "kn = 100000 N/m, friction = 0.2"], []),
    ("comsol", "name: linear-elastic, kn: 1e5, kt: 3e4, fric: 0.4", GLASSES, ["warning: fric is given, but not in these lines"],
     ["kn is", "kt is"]),
    ("yade", "name: hertz, alpha: 0.1", GLASSES, [], ["is given, but"]),
]


def told():
    for code, law, why in REFUSED:
        text, said = answer(code, law)
        yield f"{code}, {law}: {why}", 0 if not text and why in said.replace("\n", " ") else 1, 0.5
    for code, law, pair, has, has_not in TOLD:
        text, said = answer(code, law, pair, GLASS)
        missing = [x for x in has if x not in text] + [x for x in has_not if x in text]
        if missing:
            print(f"# {missing} of:", *(text or said).split("\n"), sep="\n# ")
        yield f"{code}, {law}, {pair[11:15]}: {(has or has_not)[0]}", len(missing), 0.5


LAWTESTER, ROOT = sys.argv[1:3]
DATA = os.path.join(ROOT, "tests/data")
tap([*presets(), *woo(), *mercury(), *pfc(), *told()])
