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
finish
