#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""preset_forces.py LAWTESTER: presets of codes that were read and not run have the forces that their sources have: of two
spheres of 5 and 4 mm, imposed for two steps, worked out here from the code's own numbers as its source does. Writes TAP."""

import math
import pathlib
import subprocess
import sys
import tempfile

LAWTESTER = pathlib.Path(sys.argv[1]).resolve()
RA, RB, RHO = 5e-3, 4e-3, 2500
MA, MB = (4/3*math.pi*r**3*RHO for r in (RA, RB))
M, R = MA*MB/(MA + MB), RA*RB/(RA + RB)
D, DT = 1e-5, 1e-7
E, NU, RESTITUTION, MU = 5e7, 0.25, 0.5, 0.3
ES = E/(2*(1 - NU**2))
GS = E/(4*(1 + NU)*(2 - NU))
LN = math.log(RESTITUTION)
B = -LN/math.hypot(LN, math.pi)
VN, VS = -0.01, 1e-3  # pressed, sheared well below friction
MATERIAL = f"YoungModulus: {E}, PoissonRatio: {NU}, Restitution: {RESTITUTION}, SlidingFriction: {MU}"


def hertz(modulus, d):
    return 4/3*modulus*math.sqrt(R)*d**1.5


def chrono_hooke(d):
    k = 16/15*math.sqrt(R)*ES
    k *= (M*1.5**2/k)**0.2
    g = math.sqrt(4*M*k/(1 + (math.pi/LN)**2))
    return k*d - g*VN, g*VS


def chrono_hertz(d):
    a = math.sqrt(R*d)
    damp = 2*math.sqrt(5/6)*B
    return hertz(ES, d) - damp*math.sqrt(2*ES*a*M)*VN, damp*math.sqrt(8*GS*a*M)*VS


def chrono_plain(d):
    s = 2*ES*math.sqrt(d)
    return 2/3*s*d - 2*math.sqrt(5/6)*B*math.sqrt(s*M)*VN, 0


def chrono_flores(d, vn=VN):
    k = 4/3*ES*math.sqrt(R*d)
    return k*d - 8*(1 - RESTITUTION)*k*d/(5*RESTITUTION*1.5)*vn, 0


def lethe_linear(d):
    beta = LN/math.sqrt(LN**2 + 9.8696)
    k = 1.0667*math.sqrt(R)*ES*(0.9375*M/(math.sqrt(R)*ES))**0.2
    c = -2*beta*math.sqrt(M*k)
    return k*d - c*VN, 0.4*k*2*DT*VS + 0.6324555320336759*c*VS


def lethe_overlap(d):
    beta = LN/math.sqrt(LN**2 + 9.8696)
    sn, st = 2*ES*math.sqrt(R*d), 8*GS*math.sqrt(R*d)
    c = -1.8257*beta*math.sqrt(sn*M)
    return 0.66665*sn*d - c*VN, st*2*DT*VS + c*math.sqrt(st/sn)*VS


def mfix_linear(d):
    k = 1e5
    c = 2*math.sqrt(k*M)*abs(LN)/math.sqrt(math.pi**2 + LN**2)
    return k*d - c*VN, 0.25*k*2*DT*VS + 0.5*c*VS


def mfix_hertz(d):
    kn, kt = 4/3*math.sqrt(R)*ES, 8*math.sqrt(R)*GS
    cn, ct = (2*math.sqrt(k*m)*abs(LN)/math.sqrt(math.pi**2 + LN**2) for k, m in ((kn, M), (kt, 2/7*M)))
    return kn*d**1.5 - cn*d**0.25*VN, kt*math.sqrt(d)*2*DT*VS + ct*d**0.25*VS


def phasic_mass():
    a, b = (3*math.pi/4*r**3*RHO for r in (RA, RB))
    return a*b/(a + b)


def phasic_linear(d):
    return 1e5*d + 2*LN*math.sqrt(1e5)/math.hypot(LN, math.pi)*math.sqrt(phasic_mass())*VN, 8e4*2*DT*VS


def phasic_hertz(d):
    c = -2.2664*LN/math.hypot(LN, math.pi)*math.sqrt(phasic_mass()*4/3*ES*math.sqrt(R))
    return hertz(ES, d) - c*d**0.25*VN, 8*GS*math.sqrt(R*d)*2*DT*VS


def phasic_mod(d):
    return hertz(ES, d) - 3*math.sqrt(d)*VN, 16/3*GS*math.sqrt(R*d)*2*DT*VS


def spheral(d, restitution=RESTITUTION):
    mass, beta = 2*M, math.pi/math.log(min(max(restitution, 1e-8), 1 - 1e-8))
    cn, cs = (math.sqrt(mass*2*k/(1 + beta**2)) for k in (1e5, 4e4))
    return 1e5*d - cn*VN - 50*0.1**2*(2*R)**2, 4e4*2*DT*VS + cs*VS


def mercury_friction(d):
    return 1e5*d - 0.1*VN, 2e4*2*DT*VS + 0.05*VS


def mercury_bridge(d):
    return 1e5*d - 0.1*VN - 2*math.pi*2*R*0.07*math.cos(0.2), 0


def kratos_linear(d):
    kn = 1.432*ES*math.pi*R*0.31225
    kt = 4*GS*kn/ES
    return kn*d - 2*0.2*math.sqrt(M*kn)*VN, kt*2*DT*VS + 2*0.2*math.sqrt(M*kt)*VS


FLORES = f"{MATERIAL.rsplit(',', 1)[0]}, CharacteristicImpactVelocity: 1.5"
SPHERAL = ("normalSpringConstant: 1e5, normalRestitutionCoefficient: {0}, tangentialSpringConstant: 4e4, "
           "tangentialRestitutionCoefficient: {0}, dynamicFrictionCoefficient: 0.3, shapeFactor: 0.1, rollingFrictionCoefficient: 0.1, "
           "torsionalFrictionCoefficient: 0.1, cohesiveTensileStrength: 50")
CASES = {
    "chrono SMC Hooke": (f"{MATERIAL}, CharacteristicImpactVelocity: 1.5", chrono_hooke),
    "chrono SMC Hertz": (MATERIAL, chrono_hertz),
    "chrono SMC Hertz/AdhesionForceModel DMT": (f"{MATERIAL}, AdhesionMultDMT: 0.5",
                                                lambda d: (chrono_hertz(d)[0] - 0.5*math.sqrt(R), chrono_hertz(d)[1])),
    "chrono SMC PlainCoulomb": (MATERIAL.rsplit(",", 1)[0], chrono_plain),
    "chrono SMC multicore Flores": (FLORES, chrono_flores),
    "lethe linear": (f"young_modulus: {E}, poisson_ratio: {NU}, restitution_coefficient: 0.5, friction_coefficient: {MU}", lethe_linear),
    "lethe hertz_mindlin_limit_overlap": (
        f"young_modulus: {E}, poisson_ratio: {NU}, restitution_coefficient: 0.5, friction_coefficient: {MU}", lethe_overlap),
    "mfix LSD": (f"kn: 1e5 N/m, kt_fac: 0.25, des_en_input: 0.5, des_etat_fac: 0.5, mew: {MU}", mfix_linear),
    "mfix HERTZIAN": (f"e_young: {E}, v_poisson: {NU}, des_en_input: 0.5, des_et_input: 0.5, mew: {MU}", mfix_hertz),
    "phasicflow linearLimited": (f"kn: 1e5 N/m, kt: 8e4 N/m, en: 0.5, mu: {MU}", phasic_linear),
    "phasicflow nonLinearLimited": (f"Yeff: {ES}, Geff: {GS}, en: 0.5, mu: {MU}", phasic_hertz),
    "phasicflow nonLinearModLimited": (f"Yeff: {ES}, Geff: {GS}, etha_n: 3, mu: {MU}", phasic_mod),
    "spheral LinearSpringDEM": (SPHERAL.format(RESTITUTION), spheral),
    "mercury LinearViscoelasticFriction": (
        "stiffness: 1e5, dissipation: 0.1, slidingStiffness: 2e4, slidingDissipation: 0.05, slidingFrictionCoefficient: 0.3, "
        "rollingStiffness: 1e4, torsionStiffness: 1e4", mercury_friction),
    "mercury LinearViscoelasticLiquidBridgeWillet": (
        "stiffness: 1e5, dissipation: 0.1, liquidBridgeVolume: 1e-9, surfaceTension: 0.07, contactAngle: 0.2", mercury_bridge),
    "kratos-10.4.4 DEM_D_Linear_viscous_Coulomb": (
        f"YOUNG_MODULUS: {E}, POISSON_RATIO: {NU}, DAMPING_GAMMA: 0.2, STATIC_FRICTION: {MU}", kratos_linear),
}
# The same presets where a limit of theirs tells: parted so fast that it pulls, without restitution.
PULLED = 4
LIMITS = [("chrono SMC multicore Flores", FLORES, lambda d: chrono_flores(d, PULLED), PULLED, "pulls"),
          ("spheral LinearSpringDEM", SPHERAL.format(0), lambda d: spheral(d, 0), VN, "without restitution")]


def main():
    cases = [(preset, *row, VN, "") for preset, row in CASES.items()] + LIMITS
    count = failures = 0
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "force.yaml")
        for preset, numbers, source, vn, what in cases:
            path.write_text(f"""lawtester: 1
particles:
  a: {{shape: sphere, radius: {RA}, density: {RHO}}}
  b: {{shape: sphere, radius: {RB}, density: {RHO}}}
law: {{preset: {preset}, {numbers}}}
motion: {{dt: {DT}, gap: {-D}}}
stages: [{{whats: vvvvvv, values: [{vn}, {VS}, 0, 0, 0, 0], until: step >= 2}}]
""", encoding="utf-8")
            done = subprocess.run([LAWTESTER, "run", path, "--plot=none", "-q", "-o", folder],
                                  capture_output=True, text=True, check=False)
            good = False
            if done.returncode == 0:
                lines = path.with_suffix(".csv").read_text(encoding="utf-8").splitlines()
                ends = dict(zip(lines[0].split(","), lines[-1].split(",")))
                fn, fs = source(-float(ends["un"]))
                good = abs(-float(ends["fn"]) - fn) < 1e-9*abs(fn) and abs(float(ends.get("fs", 0)) - fs) <= 1e-9*abs(fs)
                if not good:
                    print("#", preset, -float(ends["fn"]), fn, ends.get("fs"), fs)
            else:
                print("#", done.stderr)
            count += 1
            failures += not good
            print("ok" if good else "not ok", count, "-", preset, what)
    print(f"1..{count}")
    return int(failures > 0)


sys.exit(main())
