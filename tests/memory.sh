#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Usage: memory.sh LAWTESTER: data for which there is not enough memory are an error with exit 4, told before they are
# held; where there is enough, the same commands do their work.
. "$(dirname "$0")/tap.sh"
lawtester=$(absolute "$1")
scratch

awk 'BEGIN { print "t,x"; for (i = 0; i < 300000; i++) printf "%d,%d\n", i, i % 1000 }' >table.csv
mkdir documents
awk 'BEGIN { printf "{\"list\": [0"; for (i = 0; i < 4000000; i++) printf ",1"; print "]}" }' >documents/numbers.json
cat >impact.yaml <<END
lawtester: 1
title: Impact
particles: {a: {shape: wall}, b: {shape: sphere, radius: 5 mm, density: 2500}}
law: {name: linear, kn: 1e5 N/m, dp_nratio: 0.2}
motion: {dt: t_c/100}
stages: [{name: impact, whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}]
END
{ cat impact.yaml; echo 'record: {every: 1}'; echo 'plots: [{kind: normal}]'; } |
    sed 's|t_c/100|t_c/1000000|; s|until: rebound|until: rebound, max_steps: 2000000|' >rows.yaml
{ cat impact.yaml; echo 'sweep: {over: {dp_nratio: {from: 0, to: 0.5, n: 1000000}}, results: [e_n]}'; } >grid.yaml
{ cat impact.yaml; echo 'sweep: {design: lhs, n: 10000000, over: {dp_nratio: {from: 0, to: 0.5}}, results: [e_n]}'; } >lhs.yaml
{ cat impact.yaml; echo 'fit: {data: table.csv, x: t, y: x, curve: {x: t, y: un}, vary: {dp_nratio: [0, 1]}}'; } >fit.yaml
{ cat impact.yaml; echo 'record: {columns: [t, un]}'; echo 'expect: [{curve: un, over: t, file: named.csv, within: 1}]'; } >expect.yaml
sed 's/t,x/t,un/' table.csv >named.csv

# What the program itself needs, with all its libraries: the least limit at which it lists its laws, and some more.
limit=20000
while [ $limit -lt 4000000 ] && ! (ulimit -v $limit && "$lawtester" check impact.yaml) >"$log" 2>&1; do
    limit=$((limit + limit / 8))
done
limit=$((limit + 6000))

lacks() { # NAME ARGUMENT...
    name=$1
    shift
    (ulimit -v $limit && exec "$lawtester" "$@") >out.txt 2>err.txt
    code=$?
    { echo "lawtester $* with $limit kB: exit $code"; cat out.txt err.txt; } >"$log"
    [ $code -eq 4 ] && grep -q 'not enough memory' err.txt
    verdict $? "$name"
}

try 0 'a table, with memory' compare table.csv table.csv --x t --y x
lacks 'a table' compare table.csv table.csv --x t --y x
lacks 'a table that is drawn' plot table.csv --x t --y x -o drawn
lacks 'a table read as a run' read table.csv --columns t=t --columns un=x --columns fn=x -o out
lacks 'a table that a program names' check expect.yaml
lacks 'data of a fit' fit fit.yaml --plot=none -o out
lacks 'the rows of a run that are drawn' run rows.yaml --json -o out
sed 's/"message".*not enough memory.*every.*/told/' out.txt | grep -q told
verdict $? 'with what helps in its document'
lacks 'the values of a grid' sweep grid.yaml --plot=none -o out
lacks 'the strata of a Latin hypercube' sweep lhs.yaml --plot=none -o out
[ ! -e out/lhs.sweep.partial ] && [ ! -e out/grid.sweep.partial ]
verdict $? 'nothing was begun'
(ulimit -v $limit && exec "$lawtester" report documents -o report.html) >"$log" 2>&1
grep -q 'not enough memory' "$log"
verdict $? 'a document'
(ulimit -v $limit && exec "$lawtester" run impact.yaml --plot=none -o out) >"$log" 2>&1
verdict $? 'what needs little is run'
finish
