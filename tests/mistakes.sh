#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# mistakes.sh LAWTESTER TESTS: what users mistype. Each row of mistakes.txt is a mistake, with the exit code and the
# words of the message that say where it is, what was read, what is expected and what to type instead.
set -u
. "$(dirname "$0")/tap.sh"
lawtester=$(absolute "$1")
table=$(absolute "$2")/mistakes.txt
scratch

cat >right.yaml <<'END'
lawtester: 1
title: Two beads
let: {speed: 1 m/s}
materials:
  glass: {density: 2500 kg/m^3, young: 60 GPa, poisson: 0.22, fric: 0.3}
particles:
  a: {shape: sphere, radius: 5 mm, material: glass}
  b: {shape: sphere, radius: 5 mm, material: glass}
law:
  name: linear
  kn: 1e5 N/m
  ks: 5e4 N/m
  dp_nratio: 0.2
  dp_mode: no-tension
motion:
  integrator: leapfrog
  dt: t_c/50
stages:
  - name: impact
    whats: i.....
    values: [-speed, 0, 0, 0, 0, 0]
    until: rebound
record: {columns: [t, un, fn]}
expect:
  - {that: e_n, is: 0.57, within: 5 %}
plots:
  - {x: -un, y: -fn}
calibrate: {vary: {dp_nratio: [0, 1]}, to: {e_n: 0.5}}
sweep: {over: {dp_nratio: [0.1, 0.2]}, results: [e_n]}
END
try 0 'the program without a mistake' check right.yaml
try 0 'and its table' run right.yaml --plot=none

rows=0
while IFS='|' read -r edit command code place read expected instead; do
    case $edit in '#'* | '') continue ;; esac
    rows=$((rows + 1))
    sed "$edit" right.yaml >m.yaml
    eval "set -- $command"
    "$lawtester" "$@" >out.txt 2>err.txt </dev/null
    found=$?
    { echo "$edit: lawtester $*: exit $found"; cat err.txt; } >"$log"
    # One message has them all.
    cp err.txt left.txt
    for words in "$place" "$read" "$expected" "$instead"; do
        words=${words# }
        grep -F -e "${words% }" left.txt >next.txt || echo "no message has '${words% }', too" >>"$log"
        mv next.txt left.txt
    done
    [ "$found" -eq $code ] && [ -s left.txt ]
    verdict $? "$edit: $(echo "$*")"
done <"$table"
test $rows -ge 60
verdict $? "$rows mistakes"
finish
