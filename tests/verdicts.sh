#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# verdicts.sh LAWTESTER ROOT: what run and calibrate say where a number would mislead: energy created, a start
# in contact, what acts in steps only, where e_n is taken.
set -u
. "$(dirname "$0")/tap.sh"
lawtester=$(absolute "$1")
root=$(absolute "$2")
scratch

lacks() { # FILE TEXT
    ! grep -qF -e "$2" "$1"
    verdict $? "... $1 does not say '$2'"
}

# ---- Energy created ------------------------------------------------------------------------------
cat >elastic.yaml <<'END'
lawtester: 1
particles:
  a: {shape: sphere, radius: 5 mm, density: 2500 kg/m^3}
  b: {shape: sphere, radius: 5 mm, density: 2500 kg/m^3}
law: {name: linear, kn: 1e5 N/m}
motion: {dt: 0.9*t_crit}
stages:
  - {whats: i....., values: [-1 m/s, 0, 0, 0, 0, 0], until: rebound}
END
cat >steel.yaml <<'END'
lawtester: 1
particles:
  a: {shape: sphere, radius: 10 mm, density: 7800 kg/m^3}
  b: {shape: sphere, radius: 10 mm, density: 7800 kg/m^3}
law: {name: hertz, young: 210 GPa, poisson: 0.3}
motion: {dt: 164 us}
stages: [{whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}]
END
for phase in 0 0.1 0.2 0.3 0.7 0.8 0.9; do
    try 0 "a step of 0.9 t_crit, phase $phase" run elastic.yaml --plot=none -D motion.phase=$phase
    says err.txt 'warning: energy created: '
    says err.txt 'E_cross'
done
try 0 'in the JSON' run elastic.yaml --plot=none --json
says out.txt '"energy created: kinetic plus stored energy exceeds what was there plus E_work by 402 %'
try 4 'in a run that runs out of steps' run elastic.yaml --plot=none -D 'stages[0].until=time >= 1' -D 'stages[0].max_steps=50'
says err.txt 'warning: energy created: '
for dt in 164us 100us 60us 40us; do
    try 0 "Hertz in steps of $dt" run steel.yaml --plot=none -D motion.dt=$dt
    says err.txt 'warning: energy created: '
done
for share in 1000 100 50 20 16; do # E_cross is at most 1 % where t_c has 16 steps
    for phase in 0 0.3 0.6 0.9; do
        try 0 "$share steps in t_c, phase $phase" run elastic.yaml --plot=none -D motion.dt=t_c/$share -D motion.phase=$phase
        lacks err.txt 'energy created'
    done
done
for phase in 0 0.25 0.5 0.75; do # and explains what there is, up to 4 %
    try 0 "ten steps in t_c, phase $phase" run elastic.yaml --plot=none -D motion.dt=t_c/10 -D motion.phase=$phase
    lacks err.txt 'energy created'
done
for stage in struck-rod spinning-ellipsoid; do
    try 0 "e_n above 1 is right: $stage" run "$root/stages/shapes/$stage.yaml" --plot=none
    lacks err.txt 'warning'
    check 'it is above 1' grep -q '^  e_n  *1\.' out.txt
done
try 1 'the same in short steps' run "$root/stages/shapes/spinning-ellipsoid.yaml" --plot=none \
    -D motion.integrator=leapfrog -D motion.dt=2us
lacks err.txt 'energy created'
try 0 'what the law creates' run "$root/stages/codes/preset-lammps-roll.yaml" --plot=none
says err.txt 'energy created: kinetic plus stored energy exceeds what was there plus E_work by 34.2 %; the law creates it (E_defect)'
cat >drives.yaml <<'END'
lawtester: 1
particles:
  a: {shape: sphere, radius: 5 mm, density: 2500 kg/m^3}
  b: {shape: sphere, radius: 5 mm, density: 2500 kg/m^3}
law:
  name: driven
  define:
    params: {k: {unit: N/m, min: 0, default: 1e5}, c: {unit: N s/m, default: 0.5}}
    active: un <= 0
    force: {fn: k*un}
    viscous: {vfn: -c*vn}
    strain: k*un^2/2
motion: {dt: t_c/200}
stages:
  - {whats: i....., values: [-1 m/s, 0, 0, 0, 0, 0], until: rebound}
END
try 0 'a dashpot that drives' run drives.yaml --plot=none
says err.txt 'a loss of the law is negative: it drives the motion'
try 1 'no answer by created energy' calibrate drives.yaml --vary k=1e4:1e6 --to t_contact=2e-4
says err.txt 'at the value found: energy created'
try 1 'nor of one that drives' calibrate drives.yaml --vary c=-0.5:0.5 --to e_n=1.1
says err.txt 'at the value found: energy created'
try 0 'but of one that damps' calibrate drives.yaml --vary c=-0.5:0.5 --to e_n=0.95
try 0 'long steps and losses: more is missing than 1 %' run steel.yaml --plot=none -D motion.dt=20us -D law.alpha=0.4
says err.txt 'of the energy is not accounted for (E_residual)'

# ---- A start in contact --------------------------------------------------------------------------
cat >overlap.yaml <<'END'
lawtester: 1
title: start in contact
particles:
  a: {shape: sphere, radius: 5 mm, density: 2500}
  b: {shape: sphere, radius: 5 mm, density: 2500}
law: {name: linear, kn: 1e5 N/m, dp_nratio: 0.2, dp_mode: no-tension}
motion: {integrator: exact, gap: -50 um}
stages:
  - {whats: i....., values: [-1 m/s, 0, 0, 0, 0, 0], until: rebound}
END
sed 's/name: linear.*}/name: contact, normal: hertz, young: 50 MPa, poisson: 0.25, cohesion: dmt, work_adhesion: 0.1, pull_range: 1 um}/
    s/, gap: -50 um//' overlap.yaml >range.yaml
sed 's/name: linear.*}/name: jkr, young: 50 MPa, poisson: 0.25, work_adhesion: 0.1}/; s/, gap: -50 um//; s/-1 m/-0.05 m/' overlap.yaml >neck.yaml
try 0 'an overlap at the start' run overlap.yaml --plot=none
says err.txt 'warning: the run begins in contact, with an overlap of 5e-05 m: e_n, e_t and t_contact are not those of an impact'
says err.txt 'E_strain = 0.000125 J'
try 0 'in steps' run overlap.yaml --plot=none -D motion.integrator=leapfrog
says err.txt 'warning: the run begins in contact'
for start in motion.gap=0 motion.gap=1um; do
    try 0 "none: $start" run overlap.yaml --plot=none -D $start
    lacks err.txt 'begins in contact'
done
try 0 'a start at the end of the reach' run range.yaml --plot=none
lacks err.txt 'begins in contact'
says out.txt 'e_n, e_t and t_contact count from un = 1 um, where the contact is made, to un = 1 um, where it is lost'
try 0 'a start within the reach' run range.yaml --plot=none -D motion.gap=0.4um
says err.txt 'warning: the run begins in contact, 6e-07 m inside the interaction range'
for target in e_n=0.5 t_contact=2e-4; do
    try 1 "no calibration to $target" calibrate overlap.yaml --vary dp_nratio=0:2 --to $target
    says err.txt 'the run begins in contact, so its '
    try 1 "nor as run" calibrate overlap.yaml --vary dp_nratio=0:2 --to $target --as-run -D motion.integrator=leapfrog
    says err.txt 'the run begins in contact, so its '
done
try 0 'nor does it begin so with another gap' calibrate overlap.yaml --vary dp_nratio=0:2 --to e_n=0.5 -D motion.gap=0
says out.txt 'dp_nratio = 0.255275637649'
lacks out.txt warning
try 0 'if it is asked for' calibrate overlap.yaml --vary dp_nratio=0:2 --to e_n=0.5 --start-in-contact
says out.txt 'dp_nratio = 0.545893444623'
says out.txt 'warning      the closed form gives e_n = 0.274063 there, and the run 0.5'
{ cat overlap.yaml && echo 'calibrate: {vary: {dp_nratio: [0, 2]}, to: {e_n: 0.5}, start_in_contact: true}'; } >allowed.yaml
try 0 'in the file' calibrate allowed.yaml --json
says out.txt '"the closed form gives e_n = 0.274063 there, and the run 0.5'
try 0 'what is not of an impact' calibrate overlap.yaml --vary kn=1e4:1e6 --to fn_max=20
for command in 'run overlap.yaml --plot=none' 'calibrate overlap.yaml --vary dp_nratio=0:2 --to e_n=0.5' \
    'calibrate overlap.yaml --vary kn=1e4:1e6 --to fn_max=20'; do
    # shellcheck disable=SC2086 # words
    try 1 "no lines: $command" $command --for pfc
    says err.txt '--for: the run begins in contact'
    # shellcheck disable=SC2086 # words
    try 0 "lines: $command" $command --for pfc --start-in-contact
done
try 0 'a bond that is pulled apart' calibrate overlap.yaml --vary pb_ten=1e4:1e7 --to pull_max=2 -D law.name=parallel-bond -D law.pb_kn=1e9
lacks err.txt 'begins in contact'

# ---- What acts in steps only ---------------------------------------------------------------------
cat >local.yaml <<'END'
lawtester: 1
particles:
  a: {shape: wall}
  b: {shape: sphere, radius: 5 mm, density: 2500 kg/m^3}
law: {name: hertz, young: 60 MPa, poisson: 0.25}
motion: {frame: bodies, integrator: leapfrog, dt: t_c/1000, damping: 0.2}
stages: [{whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}]
END
sed 's|t_c/1000|1 us|' local.yaml >fixed.yaml
try 1 'damping of motion' calibrate local.yaml --vary motion.damping=0:0.99 --to e_n=0.8
says err.txt 'motion.damping acts only in discrete steps, and calibrate runs in the limit of short ones: add --as-run'
try 0 'as run' calibrate local.yaml --vary motion.damping=0:0.99 --to e_n=0.816497 --as-run
says out.txt 'motion.damping = 0.19999'
lacks out.txt warning
for how in '' --as-run; do
    # shellcheck disable=SC2086 # none or one
    try 1 "the phase $how" calibrate fixed.yaml --vary motion.phase=0:0.9 --to e_n=0.8 $how
    says err.txt 'calibrate takes the mean over it (--as-run) or makes none; a sweep over it shows'
done
for unknown in motion.dt=1us:100us motion.smooth=0.1:1; do
    try 1 "$unknown" calibrate fixed.yaml --vary $unknown --to e_n=0.8 -D motion.damping=0
    says err.txt 'acts only in discrete steps, and calibrate runs in the limit of short ones'
done
try 1 'of no steps' calibrate overlap.yaml --vary motion.dt=1us:2us --to fn_max=1 -D motion.dt=1us --as-run
says err.txt "'integrator: exact' makes none: take leapfrog and add --as-run"
try 1 'unstable steps are out of reach' calibrate fixed.yaml --vary motion.dt=1us:1ms --to e_n=2 -D motion.damping=0 --as-run
says out.txt 'no value seen above'
check 'what is reachable ends near 1' grep -q '^  e_n .* to 1\.0[0-9]* (motion.dt' out.txt
try 0 'a step that meets the mean alone' calibrate fixed.yaml --vary motion.dt=1us:1ms --to e_n=0.82 --as-run
says out.txt 'warning      e_n = 0.82 is met by the mean only: single impacts give 0.76'
try 0 'the same as JSON' calibrate fixed.yaml --vary motion.dt=1us:1ms --to e_n=0.82 --as-run --json
says out.txt '"e_n = 0.82 is met by the mean only'

# ---- Where e_n is taken --------------------------------------------------------------------------
cat >film.yaml <<'END'
lawtester: 1
particles:
  a: {shape: sphere, radius: 1 mm, density: 2500 kg/m^3}
  b: {shape: sphere, radius: 1 mm, density: 2500 kg/m^3}
law: {name: lubrication, kn: 1e5 N/m, viscosity: 0.01 Pa s, roughness: 0.001, film_range: 0.2}
motion: {integrator: exact}
stages:
  - {name: impact, whats: i....., values: [-0.5, 0, 0, 0, 0, 0], until: rebound}
END
try 0 'the outer gap of a film' run film.yaml --plot=none
says out.txt 'e_n, e_t and t_contact count from un = 200 um, where the contact is made, to un = 200 um, where it is lost'
try 0 'tear-off' run "$root/stages/adhesion/rebound.yaml" --plot=none
says out.txt 'count from un = 0 m, where the contact is made, to un = 14.3056 nm, where it is lost'
try 0 'the rupture of a bridge' run "$root/stages/bridges/restitution.yaml" --plot=none
says out.txt 'count from un = 0 m, where the contact is made, to un = 646.243 um, where it is lost'
try 0 'in the JSON' run film.yaml --plot=none --json
check 'both ends' grep -q '"lost_at": 0.0002' out.txt
try 0 'surfaces that only touch' run overlap.yaml --plot=none -D motion.gap=0
lacks out.txt 'count from un'
try 0 'what sticks elsewhere' calibrate neck.yaml --vary work_adhesion=0.01:5 --to e_n=0.9
says out.txt 'sticks'
says out.txt 'warning      e_n depends on speed: the contact may stick'
lacks out.txt '-1e+02'

# ---- Nothing moves -------------------------------------------------------------------------------
cat >still.yaml <<'END'
lawtester: 1
particles:
  a: {shape: sphere, radius: 5 mm, density: 2500 kg/m^3}
  b: {shape: sphere, radius: 5 mm, density: 2500 kg/m^3}
law: {name: linear, kn: 1e5 N/m, dp_nratio: 0.2}
stages:
  - {whats: i....., values: [0, 0, 0, 0, 0, 0], until: rebound}
END
for integrator in leapfrog exact; do
    for whats in i..... v..... vvvvvv ......; do
        sed "s/i\.\.\.\.\./$whats/" still.yaml >held.yaml
        try 4 "nothing moves: $whats, $integrator" run held.yaml --plot=none -D motion.integrator=$integrator
        says err.txt "'until: rebound' never becomes true: nothing moves: all velocities are 0 and no load changes"
    done
done
sed 's/i\.\.\.\.\./s...../; s/\[0,/[-1 N,/; s/rebound/fn < -3/' still.yaml >balanced.yaml
try 4 'nor does a contact in balance' run balanced.yaml --plot=none
says err.txt "'until: fn < -3' never becomes true: nothing moves"
sed 's/rebound/time >= 20 ms/' still.yaml >waits.yaml
try 0 'the clock goes on' run waits.yaml --plot=none
sed 's/\[0, 0/[0, 1/; s/i\.\.\.\.\./ii..../; s/rebound/us > 5 mm/' still.yaml >slides.yaml
try 0 'what slides moves' run slides.yaml --plot=none
sed 's/i\.\.\.\.\./v...../; s/\[0,/[-1 m\/s,/' still.yaml >pressed.yaml
try 4 'v for i' run pressed.yaml --plot=none
says err.txt 'the particles are pressed right through each other'
check '... long before a million steps' sh -c 'test "$(wc -l <out/pressed.partial.csv)" -lt 20000'

# ---- The law at first touch ----------------------------------------------------------------------
cat >own.yaml <<'END'
lawtester: 1
particles:
  a: {shape: sphere, radius: 5 mm, density: 2500 kg/m^3}
  b: {shape: sphere, radius: 5 mm, density: 2500 kg/m^3}
law:
  name: mine
  m: 0
  define:
    params: {kn: 1e5 N/m, m: {default: 1, min: 0}}
    force: {fn: kn*un/m}
stages:
  - {whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}
END
try 4 'a law that divides by a parameter' run own.yaml --plot=none
says err.txt 'm is 0, a bound of its range: at first touch the normal force of the law is infinite'
sed 's/un\/m/un*m\/m/' own.yaml >nan.yaml
try 4 'and is then no number' run nan.yaml --plot=none
says err.txt "'kn*un*m/m' is not a number, where m is 0"
sed 's/m: 0/m: 1/; s/un\/m}/un, fs: -kn*vs\/abs(vs)}/' own.yaml >rest.yaml
try 4 'a law that divides by a velocity' run rest.yaml --plot=none
says err.txt "is not a number, where vs is 0; the law is tried there along one axis at a time, at rest along the others"

# ---- Targets and unknowns by name ----------------------------------------------------------------
try 2 'a column is no target' calibrate elastic.yaml --vary dp_nratio=0:1 --to E_dashpot=1e-6
says err.txt "'E_dashpot' is a column, not a result; write E_dashpot_end for its last value, E_dashpot_highest"
try 2 'nor what is nearly one' calibrate elastic.yaml --vary dp_nratio=0:1 --to E_dashpt=1e-6
says err.txt "unknown result 'E_dashpt'; did you mean 'E_dashpot_end'?"
try 1 'what a result does not depend on has its range' calibrate elastic.yaml --vary fric=0:1 --to e_n=0.5
says err.txt 'e_n does not depend on fric: it is 1'
says err.txt 'from 0 to 1'
cat >preset.yaml <<'END'
lawtester: 1
particles:
  a: {shape: sphere, radius: 5 mm, density: 2500}
  b: {shape: sphere, radius: 5 mm, density: 2500}
law: {preset: yade-2023.02 MindlinPhys/Mindlin, young: 5e7, poisson: 0.25, frictionAngle: 35 deg, betan: 0.1}
motion: {dt: 1 us}
stages: [{whats: ii...., values: [-1, 1, 0, 0, 0, 0], until: rebound}]
END
try 0 "a preset's word is varied" calibrate preset.yaml --vary 'frictionAngle=0:10 deg' --to e_t=-0.3
check '... with its unit' grep -q '^frictionAngle = 0\.1[0-9]* rad$' out.txt
try 2 '... in its range' calibrate preset.yaml --vary frictionAngle=0:2 --to e_t=0.1
says err.txt 'the range of frictionAngle is 0 to 1.5708'
{ cat preset.yaml; echo 'sweep: {over: {frictionAngle: [20 deg, 35 deg], betan: [0, 0.1]}, results: [e_n, e_t]}'; } >swept.yaml
try 0 '... in a sweep' sweep swept.yaml --plot=none
check '... over all its values' test "$(cut -d, -f1 out/swept.sweep.csv | sort -u | wc -l)" -eq 3
try 0 '... by -D' run preset.yaml --plot=none -D 'frictionAngle=20 deg' --json
cp out.txt by-name.txt
try 0 '... as by hand' run preset.yaml --plot=none -D 'law.frictionAngle=20 deg' --json
check '... to the bit' test "$(grep '"e_t"' by-name.txt)" = "$(grep '"e_t"' out.txt)"

# ---- Integrals -----------------------------------------------------------------------------------
cat >impulse.yaml <<'END'
lawtester: 1
particles:
  a: {shape: sphere, radius: 5 mm, density: 2500 kg/m^3}
  b: {shape: sphere, radius: 5 mm, density: 2500 kg/m^3}
law: {name: linear, kn: 1e5 N/m, ks: 5e4 N/m, fric: 0.3, dp_nratio: 0.2, dp_mode: no-tension}
stages: [{whats: ii...., values: [-1, 2, 0, 0, 0, 0], until: rebound}]
record: {every: 1, columns: [t, fn, fs, vs]}
results: {impulse: {integral: -fn}, heat: {integral: fs*vs}}
expect: [{that: impulse, is: m_eff*(1 + e_n), within: 1e-12}]
END
value_of() { # NAME: of a JSON document
    sed -n "s/^ *\"$1\": \([-0-9.e]*\),*$/\1/p" out.txt
}
for integrator in leapfrog velocity-verlet exact; do
    try 0 "an impulse, $integrator" run impulse.yaml --plot=none -D motion.integrator=$integrator
    check '... has its unit' grep -q '^  impulse  *1\.02[0-9]* mN s$' out.txt
done
try 0 'in steps' run impulse.yaml --plot=none --json
heat=$(value_of heat)
check '... it is the trapezoid rule over the rows' awk -F, -v heat="$heat" '
    NR > 2 {sum += ($1 - t)*($3*$4 + p)/2}
    {t = $1; p = $3*$4}
    END {exit !(heat > 0 && (sum - heat)^2 <= 1e-28*heat^2)}' out/impulse.csv
{ cat impulse.yaml; echo 'sweep: {over: {dp_nratio: {from: 0, to: 0.4, n: 9}}, results: [impulse, heat]}'; } >several.yaml
try 0 'of several runs' sweep several.yaml --plot=none
try 0 '... each' run several.yaml --plot=none -D dp_nratio=0.4 --json
check '... to the bit' grep -q "^0.4,$(value_of impulse),$(value_of heat)," out/several.sweep.csv
try 0 'as a target' calibrate impulse.yaml --vary dp_nratio=0:1 --to 'impulse=1 mN*s'
check '... is found' grep -q '^dp_nratio = 0\.232[0-9]*$' out.txt
try 2 '... of its unit' calibrate impulse.yaml --vary dp_nratio=0:1 --to 'impulse=1 mN'
says err.txt "'1 mN' is a force (N), expected a momentum (N s)"

# ---- Types, columns ------------------------------------------------------------------------------
try 0 'types of properties' laws linear
for row in 'kn  *FLT  N/m' 'lin_mode  *INT  1' 'lin_slip  *BOOL 1' 'lin_force_s  *VEC  N'; do
    check "... $row" grep -qE "^  $row " out.txt
done
try 0 '... in JSON' laws linear --json
check '... of each' test "$(grep -c '"type": "' out.txt)" -ge 20
for law in 'hertz, young: 1e9, poisson: 0.3' 'mindlin, young: 1e9, poisson: 0.3' 'mindlin-rolling-torsion, young: 1e9, poisson: 0.3' \
    'hertz-dmt, young: 1e9, poisson: 0.3, work_adhesion: 0.1' 'eepa, young: 1e9, poisson: 0.3, plas_ratio: 0.5'; do
    sed "s|^law:.*|law: {name: $law}|; s/^record.*//; /^results/d; s/^expect.*/expect: [{always: contact_radius, is: \"sqrt(r_eff*max(0, -un))\", within: 1e-12}]/" \
        impulse.yaml >radius.yaml
    try 0 "contact_radius of $law" run radius.yaml --plot=none
done
sed 's|^law:.*|law: {name: jkr, young: 1e9, poisson: 0.3, work_adhesion: 0.1}|; s/^record.*//; /^results/d; s/^expect.*/expect: [{always: contact_radius, is: neck_radius, within: 1e-12}]/' \
    impulse.yaml >neck.yaml
try 0 "of jkr it is the neck's" run neck.yaml --plot=none
# Hertz' contact unloads with F ~ a^3, from where loading left it.
sed 's|^law:.*|law: {name: thornton, young: 1e9, poisson: 0.3, yield_pressure: 1e7}|; s/^record.*//; /^results/d; s/^expect.*/expect: [{always: contact_radius, is: "sqrt(r_eff*overlap_peak)*select(vn > 0, max(0, -fn)\/fn_max, 1)^(1\/3)", within: 1e-12}]/' \
    impulse.yaml >yielded.yaml
try 0 'of thornton it is that of the flattened surfaces' run yielded.yaml --plot=none
finish
