#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Usage: memory.sh LAWTESTER STAGES SHIM FAKES OWN: every allocation fails, one at a time: the program says so and ends with the
# documented code, and what it leaves is whole.
. "$(dirname "$0")/tap.sh"
here=$(absolute "$(dirname "$0")")
lawtester=$(absolute "$1")
stages=$(absolute "$2")
shim=$(absolute "$3")
fakes=$(absolute "$4")
own=$(absolute "$5")/own-spring.so
scratch
mkdir tmp
TMPDIR=$folder/tmp
export TMPDIR

try() { # NAME AT_MOST COMMAND...
    name=$1
    most=$2
    shift 2
    python3 "$here/memory.py" "$shim" "$most" "$lawtester" "$@" >"$log"
    verdict $? "$name"
    sed -n 's/^# /# /p' "$log"
}

cat >impact.yaml <<END
lawtester: 1
title: Impact
let: {wanted: 0.5}
particles: {a: {shape: wall}, b: {shape: sphere, radius: 5 mm, density: 2500}}
law: {name: linear, kn: 1e5 N/m, dp_nratio: 0.2}
motion: {integrator: exact}
stages:
  - {name: impact, whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}
record: {columns: [t, un, fn, {rate: "math.fmod(vn, 2)"}]}
calibrate: {vary: {dp_nratio: [0, 2]}, to: {e_n: wanted}}
END
sed '/^calibrate/d' impact.yaml >sweep.yaml
echo 'sweep: {over: {dp_nratio: {from: 0, to: 1, n: 5}}, results: [e_n, t_contact]}' >>sweep.yaml
sed 's/fn, .*/fn], format: npy}/; /^calibrate/d' impact.yaml >array.yaml
cat >code.yaml <<END
lawtester: 1
particles: {a: {shape: sphere, radius: 5 mm, density: 2500}, b: {shape: sphere, radius: 4 mm, density: 2500}}
motion: {dt: 1e-5, gap: 1e-10}
stages: [{name: impact, whats: i....., values: [-0.1, 0, 0, 0, 0, 0], until: rebound}]
law: {code: lammps, x: 0.5, lines: [pair_style granular, "pair_coeff * * hooke 1e5 {x} tangential linear_nohistory 0 0"]}
END
mkdir done
"$lawtester" run "$stages/closed-forms/linear-impact.yaml" --plot=none -o done >"$log" 2>&1 || verdict 1 'a run to report'

every=1000000
try 'run' $every run impact.yaml --plot=none -o @
try 'run --json' 300 run impact.yaml --plot=none --json -o @
try 'an array' 100 run array.yaml --plot=none -o @
try 'a code' 150 run code.yaml --in lammps --library "$fakes/fake-spring.so" --plot=none -o @
sed 's/^law: .*/law: {code: own, kn: 1e5}/' code.yaml >own.yaml
try 'a code of ones own' 150 run own.yaml --in "$own" --plot=none -o @
test -z "$(ls tmp)"
verdict $? 'nothing of it is left'
try 'calibrate' $every calibrate impact.yaml
try 'calibrate --json' 300 calibrate impact.yaml --json
try 'sweep in one thread' $every sweep sweep.yaml --plot=none -j 1 -o @
try 'sweep in three' 300 sweep sweep.yaml --plot=none -j 3 -o @
for part in 1 2; do
    "$lawtester" sweep sweep.yaml --plot=none --shard $part/2 -o parts >"$log" 2>&1 || verdict 1 'a part of a sweep'
done
FILES=$folder/parts
export FILES
try 'sweep --merge' 100 sweep sweep.yaml --plot=none --merge -o @
unset FILES
try 'fit' 500 fit "$stages/fit/impact.yaml" --plot=none -o @
try 'verify' 500 verify "$stages/closed-forms/linear-impact.yaml"
try 'report' 500 report done -o @/report.html
try 'a figure' 40 run "$stages/closed-forms/linear-impact.yaml" -o @
try 'check' 300 check "$stages/closed-forms/hertz-impact.yaml"
finish
