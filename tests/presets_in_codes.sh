#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# presets_in_codes.sh LAWTESTER ROOT [CODE]: the laws of other codes, or of one, as choices of ours, beside those codes, where they
# are installed.
# Words that came after Debian's LAMMPS, of presets lammps-2025-..., are for the LAMMPS that LAWTESTER_LAMMPS names.
set -u
. "$(dirname "$0")/tap.sh"
lawtester=$(absolute "$1")
root=$(absolute "$2")
only=${3:-}
scratch

close() { # NAME FILE OTHER WITHIN COLUMN...
    about=$1 one=$2 two=$3 within=$4
    shift 4
    for column in "$@"; do
        "$lawtester" compare "$one" "$two" -x t -y "$column" --within "$within" >"$log" 2>&1
        verdict $? "$about: $column is that of the code"
    done
}

# Each in the code itself, by the lines that lawtester writes for it, and by lines of the code's users.
for file in "$root"/stages/codes/preset-*.yaml; do
    preset=$(basename "$file" .yaml)
    preset=${preset#preset-}
    of=${preset%%-*}
    test "$of" != mercury || continue
    test -z "$only" || test "$of" = "$only" || continue
    try 0 "$preset" run "$file" --plot=none -q -o ours
    columns=$(sed -n 's/^record: {columns: \[.*\(fn, .*\)\]}/\1/p' "$file" | tr -d ,)
    test "$preset" != yade-viscel || columns=fn
    # Lines of its own know no names of our law.
    theory='/^expect:/,/^plots:/{/^plots:/!d}'
    "$lawtester" run "$file" --in "$of" --plot=none -q -o theirs >out.txt 2>err.txt
    code=$?
    if [ $code -eq 5 ]; then
        skip "$preset in the code" "$(head -n 1 err.txt)"
        continue
    fi
    if [ "$preset" = yade-cpm ]; then
        check "$preset: lawtester has no lines of it" test $code -eq 3
    else
        check "$preset by lines of lawtester" test $code -eq 0
        # shellcheck disable=SC2086 # words
        close "$preset" "ours/preset-$preset.csv" "theirs/preset-$preset.csv" 1e-9 $columns
    fi
    lines=$root/tests/presets/$preset.yaml
    test -f "$lines" || continue
    case $preset in
    lammps-2025-*) test -n "${LAWTESTER_LAMMPS:-}" || { skip "$preset by lines" "LAWTESTER_LAMMPS names no LAMMPS of 2025"; continue; } ;;
    esac
    sed -e '/^law:/,/^let:/{/^let:/!d}' -e "/^let:/r $lines" -e "$theory" "$file" >"$preset.yaml"
    "$lawtester" run "$preset.yaml" --in "$of" --plot=none -q -o lines >out.txt 2>err.txt
    code=$?
    if [ $code -eq 5 ]; then
        skip "$preset by lines" "$(head -n 1 err.txt)"
        continue
    fi
    check "$preset by lines of its own" test $code -eq 0
    # shellcheck disable=SC2086 # words
    close "$preset by lines" "ours/preset-$preset.csv" "lines/$preset.csv" 1e-9 $columns
done

test -z "$only" || { finish; exit; }

# A bond made at an overlap rests there in YADE, and presses by all of it, by the law; until it parts there.
for law in 'jcfpm, after_break: next-step, tensileStrength: 1 MPa, shear_strength: 1 MPa' \
    'cohfrict, normalCohesion: 1 MPa, shearCohesion: 1 MPa'; do
    cat >overlap.yaml <<END
lawtester: 1
particles:
  a: {shape: sphere, radius: 5 mm, density: 2600 kg/m^3}
  b: {shape: sphere, radius: 5 mm, density: 2600 kg/m^3}
law: {name: $law, young: 100 MPa, ktDivKn: 0.3, frictionAngle: 0.5}
motion: {gap: -10 um, dt: 10 us}
stages:
  - {name: still, whats: vvvvvv, values: [0, 0, 0, 0, 0, 0], until: step >= 1}
  - {name: press, whats: vvvvvv, values: [-10 mm/s, 0, 0, 0, 0, 0], until: un <= -30e-6}
  - {name: shear, whats: vvvvvv, values: [0, 0.1 m/s, 0, 0, 0, 0], until: us >= 0.7e-3}
  - {name: part, whats: vvvvvv, values: [10 mm/s, 0, 0, 0, 0, 0], until: un >= -11e-6}
record: {columns: [t, un, us, fn, fs]}
END
    try 0 "${law%%,*} made at an overlap" run overlap.yaml --plot=none -q -o ours
    "$lawtester" run overlap.yaml --in yade --plot=none -q -o theirs >out.txt 2>err.txt
    code=$?
    if [ $code -eq 5 ]; then
        skip "${law%%,*} made at an overlap, in YADE" "$(head -n 1 err.txt)"
        continue
    fi
    check "${law%%,*} made at an overlap, in YADE" test $code -eq 0
    close "${law%%,*} made at an overlap" ours/overlap.csv theirs/overlap.csv 1e-9 fn fs
done

# Contacts that pull or remember, by the lines that lawtester writes for them: of a pair, and at a wall.
held() { # NAME CODE PARTNER LAW [OPTION...]
    row=$1 of=$2 partner=$3 law=$4
    shift 4
    cat >"$row.yaml" <<END
lawtester: 1
particles: {a: {$partner}, b: {shape: sphere, radius: 4 mm, density: 2500 kg/m^3}}
law: {$law}
let: {v: 0.02 m/s, d: 10 um}
motion: {dt: 1 us, gap: 1e-10 m}
stages:
  - {name: press, whats: vvvvvv, values: [-v, 0, 0, 0, 0, 0], until: un < -d}
  - {name: ease, whats: vvvvvv, values: [v, 0, 0, 0, 0, 0], until: un > -0.82*d}
  - {name: again, whats: vvvvvv, values: [-v, 0, 0, 0, 0, 0], until: un < -0.9*d}
  - {name: shear, whats: vvvvvv, values: [0, v, 0, 0, 0, 0], until: time >= 600e-6}
  - {name: pull, whats: vvvvvv, values: [v, 0, 0, 0, 0, 0], until: un > -0.2*d}
  - {name: deeper, whats: vvvvvv, values: [-v, 0, -v, 0, 0, 0], until: un < -2*d}
  - {name: part, whats: vvvvvv, values: [v, 0, 0, 0, 0, 0], until: time >= 1500e-6}
record: {columns: [t, un, fn, fs, ft]}
END
    "$lawtester" run "$row.yaml" --in "$of" --plot=none -q -o theirs >out.txt 2>err.txt
    code=$?
    if [ $code -eq 5 ]; then
        skip "$row" "$(head -n 1 err.txt)"
        return
    fi
    check "$row" test $code -eq 0
    "$lawtester" run "$row.yaml" --plot=none -q -o ours -D motion.levels=yade "$@" >out.txt 2>err.txt
    check "$row by our law" test $? -eq 0
    close "$row" "ours/$row.csv" "theirs/$row.csv" 1e-9 fn fs ft
}
pair='shape: sphere, radius: 5 mm, density: 2500 kg/m^3' wall='shape: wall'
soft='young: 50 MPa, poisson: 0.25'
sheared='fric: 0.3, cap_by: pull, ends: largest-pull, slip_dashpot: kept'
held dmt lammps "$pair" "name: hertz-dmt, $soft, work_adhesion: 0.2, damping: constant, cn: 0.1"
held dmt-mass lammps "$pair" "name: hertz-dmt, $soft, surf_energy: 0.1, damping: mass-velocity, eta_m: 500"
held dmt-wall lammps "$wall" "name: hertz-dmt, $soft, work_adhesion: 0.2, damping: tsuji, alpha: 0.5"
held jkr lammps "$pair" "name: jkr, $soft, work_adhesion: 0.2, damping: constant, cn: 0.1" -D law.ends=largest-pull
held jkr-secant lammps "$pair" "name: jkr, $soft, work_adhesion: 0.2, damping: mass-radius, eta_ma: 1e6, tangential: secant, tangential_ratio: 0.5, $sheared"
held jkr-tangent lammps "$pair" "name: jkr, $soft, work_adhesion: 0.2, damping: tsuji, alpha: 0.5, phi: 0.3, tangential: tangent-rescale, kt_update: end, $sheared"
held jkr-rescale lammps "$pair" "name: jkr, $soft, work_adhesion: 0.2, tangential: displacement-rescale, $sheared"
luding='name: luding, kn1: 1e4, kn2: 5e4, kc: 5e3, phi_f: 0.01'
held luding liggghts "$pair" "$luding, damping: critical, dp_nratio: 0.16, memory: explicit, pull_off: 1e-3"
held hysteresis liggghts "$pair" "$luding, damping: critical, dp_nratio: 0.16"
held luding-wall liggghts "$wall" "$luding, memory: explicit"
held hysteresis-wall liggghts "$wall" "$luding"
held edinburgh liggghts "$pair" "name: eepa, $soft, plas_ratio: 0.8, surf_adh: 10, damping: constant, cn: 0.1, pull_off: 1e-3" -D law.adh_cap=half
held edinburgh-stiffness liggghts "$pair" 'name: eepa, k_load: 1.7e6, plas_ratio: 0.8, surf_adh: 10, adh_exp: 5' -D law.adh_cap=half
lens="name: contact, normal: hertz, $soft, cohesion_density: 1e5, damping: tsuji, alpha: 0.4"
back='tangential: secant-initial, fric: 0.3, cap_by: adhesion-back, cap_on: elastic'
held sjkr liggghts "$pair" "$lens, cohesion: lens, $back"
held sjkr2 liggghts "$pair" "$lens, cohesion: area, $back, phi: 0.32659863237109041"
held sjkr-wall liggghts "$wall" "$lens, cohesion: lens"
held sjkr2-wall liggghts "$wall" "$lens, cohesion: area"
held yade-dmt yade "$pair" "name: hertz-dmt, $soft, work_adhesion: 0.2, tangential: tangent, kt_update: end, fric: 0.3, cap_by: pull-once, cap_on: elastic"
cannot() { # CODE PARTNER LAW WORDS
    printf 'lawtester: 1\nparticles: {a: {%s}, b: {shape: sphere, radius: 4 mm, density: 2500}}\nlaw: {%s}\n' "$2" "$3" >cannot.yaml
    printf 'motion: {dt: 1e-6}\nstages: [{whats: i....., values: [-0.1, 0, 0, 0, 0, 0], until: rebound}]\n' >>cannot.yaml
    "$lawtester" run cannot.yaml --in "$1" --plot=none -q -o theirs >out.txt 2>err.txt
    code=$?
    if [ $code -eq 5 ]; then
        skip "$1: $4" "$(head -n 1 err.txt)"
    else
        check "$1: $4" test $code -eq 3
        says err.txt "$4"
    fi
}
cannot lammps "$wall" "name: jkr, $soft, work_adhesion: 0.2" 'wrong pull-off distance at a wall'
cannot lammps "$pair" "name: jkr, $soft, work_adhesion: 0.2, schwarz: 0.5" "no 'schwarz' below 1"
cannot lammps "$pair" "name: hertz-dmt, $soft, work_adhesion: 0.2, tangential: tangent, fric: 0.3" 'a number that it never sets'
cannot liggghts "$wall" "name: eepa, $soft, plas_ratio: 0.8, surf_adh: 10" 'does not pull at a wall'
cannot liggghts "$pair" "$luding, pull_off: 1e-3" 'memory: explicit'
bonded='kn: 1e5, ks: 5e4, fric: 0.3, cb_tenf: 1, cb_shearf: 1'
cannot lammps "$pair" "name: contact-bond, $bonded" "lawtester writes no LAMMPS lines for 'bond: contact'"
cannot yade "$pair" "name: contact-bond, $bonded" 'one angle of friction, bonded or not'
cannot yade "$wall" "name: contact-bond, $bonded" 'its bond there is another one'
cannot yade "$pair" "name: contact-bond, $bonded, cb_fa: atan(0.3), after_break: next-step, cb_kb: 1" 'CohFrict'
cannot yade "$pair" "name: contact-bond, kn: 1e5, ks: 5e4, fric: 0.3, cb_fa: atan(0.3), cb_shearf: 1, cb_tenf: 100" 'in shear by tension alone'
cannot yade "$pair" 'name: parallel-bond, kn: 1e5, pb_kn: 1e9' "lawtester writes no YADE lines for 'bond: parallel'; it does for contact"
cannot liggghts "$pair" "name: jkr, $soft, work_adhesion: 0.2" "lawtester writes no LIGGGHTS lines for 'normal: jkr'"
finish
