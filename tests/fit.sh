#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fit.sh LAWTESTER STAGES: fit as users meet it: exit codes, what is said, files written.
set -u
. "$(dirname "$0")/tap.sh"
lawtester=$(absolute "$1")
stages=$(absolute "$2")/fit
scratch

try 0 'a curve over time' fit "$stages/impact.yaml" --plot=png
says out.txt '95 % interval'
for file in impact.fit.csv impact.fit.json impact.fit.png impact.fit-residuals.png; do
    check "fit writes $file" test -s "out/$file"
done
check 'the table has its columns' grep -qx 'x,data,sigma,model,residual,band_lower,band_upper' \
    out/impact.fit.csv
check 'a row for each point' test "$(wc -l <out/impact.fit.csv)" -eq 61
try 0 'a cycle of shear with a gap' fit "$stages/shear.yaml" --plot=none
says out.txt '79 (1 rows with gaps left out)'
# What is beyond the end is counted in the run that fits, not in one beside it.
cat >ends.yaml <<END
lawtester: 1
particles:
  a: {shape: sphere, radius: 5 mm, density: 2500}
  b: {shape: sphere, radius: 5 mm, density: 2500}
law: {name: linear, kn: 1e5, ks: 5e4, fric: 0.3}
motion: {integrator: exact}
stages: [{whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}]
record: {columns: [t, fn]}
fit: {data: ends.csv, x: t, y: fn, curve: {x: t, y: fn}, vary: {kn: [5e4, 2e5]}}
END
"$lawtester" run ends.yaml -q --plot=none -o ends && awk -F, 'NR == 1 || NR % 5 == 0; {last = $1} END {print last*(1 + 2e-5) ",0"}' \
    OFMT=%.17g CONVFMT=%.17g ends/ends.csv >ends.csv
try 0 'data that end behind the curve' fit ends.yaml --plot=none
says out.txt '(1 beyond the end of the simulated curve)'
# Of the way back alone: the slope that ks is, 5e5 N/m, and the slip at -fric N.
awk -F, 'NR <= 2 { print; next } $1 != "" { if (NR > 3 && $1 + 0 < last) print; last = $1 + 0 }' \
    "$stages/shear.csv" >back.csv
sed "s|data: shear.csv|data: $PWD/back.csv|; /curve/s/y: fs}/y: fs, stage: back}/" "$stages/shear.yaml" >back.yaml
try 0 'one stage' fit back.yaml --plot=none --json
check '... gives what that stage tells' awk '$1 == "\"value\":" { n++
    good += n == 1 ? $2 + 0 > 0.39 && $2 + 0 < 0.41 : $2 + 0 > 4.8e5 && $2 + 0 < 5.2e5 } END { exit !(n == 2 && good == 2) }' out.txt
sed 's/, stage: back//' back.yaml >whole.yaml
echo old >out/whole.fit.csv
try 4 'the way back beside the whole cycle' fit whole.yaml --plot=none
says err.txt 'the data reverse in us 0 times, the run 2 times, and they start in the opposite direction'
check 'leaves no earlier fit beside' test ! -e out/whole.fit.csv
sed 's/stage: back/stage: bakc/' back.yaml >whole.yaml
try 3 'an unknown stage' fit whole.yaml
says err.txt "unknown stage 'bakc'; did you mean 'back'?"
try 0 'restitution over speed, as JSON' fit "$stages/restitution.yaml" --plot=none --json
says out.txt '"standard_error"'
says out.txt '"converged": true'
cp out.txt whole.json
try 0 'the same, drawn' fit "$stages/restitution.yaml" --json -o drawn
check 'the fit is drawn between the points, too' \
    test "$(sed -n '/^.curve2 <</,/^EOD/p' drawn/restitution.fit.gp | grep -c '^[0-9]')" -gt 20
check '... which changes no number' cmp whole.json out.txt

cp "$stages"/*.csv .
sed 's/{x: v0,/{x: vn,/' "$stages/restitution.yaml" >speed.yaml
try 0 'over the velocity itself' fit speed.yaml --plot=none --json
grep -v '"program"\|"file"' whole.json >whole.txt
check '... with the same numbers' sh -c 'grep -v "\"program\"\|\"file\"" out.txt | cmp whole.txt'
cp "$stages/restitution.yaml" "$(printf 'gr\366sse').yaml"
try 0 'a name that is not UTF-8' fit "$(printf 'gr\366sse').yaml" --plot=none --json
says out.txt '"program": "gr?sse"'

mkdir -p blocked/restitution.fit.csv
try 5 'a table that cannot be written' fit "$stages/restitution.yaml" --plot=none -o blocked
says out.txt '  wrote nothing'

# What is open gets no number.
try 1 'the modulus is open' fit "$stages/restitution.yaml" --plot=none --json --vary A=1e-8:1e-4 \
    --vary young_eff=1e8:1e12
says out.txt '"combination": "A young_eff^0.4"'
says err.txt 'the data do not determine A, young_eff'
check 'what was measured would determine no more' sh -c '! sed -n "/would_determine/,/]/p" out.txt | grep -q e_n'
check 'no number for A' test "$(grep -c '"value": null' out.txt)" -eq 2
try 1 'friction is open' fit "$stages/impact.yaml" --plot=none --vary kn=1e4:1e7 --vary fric=0.1:1
says out.txt 'the model does not change with it'
try 0 'a bound where little changes' fit "$stages/restitution.yaml" --plot=none --vary A=1e-3:1e-2
says out.txt 'A          0.001         at its lower bound'
try 0 'a bound that is near, and does not hold it' fit "$stages/restitution.yaml" --plot=none --vary A=0:0.1
says out.txt 'A          3.0253755e-06 3.8e-08 '
try 1 'a bound is reached' fit "$stages/impact.yaml" --plot=none --vary kn=1e4:1e5 -D dp_nratio=0.15
says out.txt 'at its upper bound'
says out.txt 'BUT the data refute this model: '
says err.txt 'the data refute this model: if sigma is right, chi^2 would reach '
try 1 'as a document' fit "$stages/impact.yaml" --plot=none --vary kn=1e4:1e5 -D dp_nratio=0.15 --json
says out.txt '"refuted": true'
sed '/^  sigma:/d; s,: impact.csv,: '"$stages"'/impact.csv,' "$stages/impact.yaml" >no-sigma.yaml
try 0 'a pattern' fit no-sigma.yaml --plot=none --vary kn=1e4:1e5 -D dp_nratio=0.15
says err.txt 'the residuals have a pattern: their sign changes only '
try 0 'none' fit no-sigma.yaml --plot=none --json
says out.txt '"pattern": false'

# A pulse that begins with a jump at an unknown time: the same minimum from anywhere.
for start in 'kn=5e4' 'kn=5e6 -D t0=0.9e-3' 'dp_nratio=0.8 -D t0=0.05e-3'; do
    # shellcheck disable=SC2086 # several words
    try 0 "a late pulse from $start" fit "$stages/late.yaml" --plot=none -D $start --json
    says out.txt '"chi_square": 33.753'
done

# Several laws, several data sets.
try 0 'the laws of the file' fit "$stages/laws.yaml" --plot=none --json
says out.txt '"best": "hertz"'
check 'a table for each law' test -s out/laws.linear.fit.csv
try 0 'laws of the command line' fit "$stages/impact.yaml" --plot=none --law linear --law linear-elastic \
    --vary kn=1e4:1e7 --vary dp_nratio=0.01:0.9 --vary cn=0.1:100
says out.txt 'delta AICc'
try 2 'no such law' fit "$stages/impact.yaml" --law hertzz
try 2 'a law without a name to vary' fit "$stages/impact.yaml" --law idealelpl --vary dp_nratio=0:1 \
    --law linear
sed "s|data: restitution.csv|data: [{file: $stages/restitution.csv, sigma: 0.01}, {file: times.csv, \
sigma: 1 us, x: v, y: t, result: {x: v0, y: t_contact}}]|" "$stages/restitution.yaml" >both.yaml
cat >few.csv <<'END'
t [us],force [N]
1.272,2.141
36.880,13.869
72.489,12.891
108.097,2.146
END
cat >times.csv <<'END'
v [m/s], t [us]
0.1, 124.6
1, 78.6
END
try 0 'times tell the modulus' fit both.yaml --plot=none --vary A=1e-8:1e-4 --vary young_eff=1e8:1e12
check 'a table for each data set' test -s out/both.fit-2.csv
# Each law with unknowns of its own, and none for all of them.
cat >own.yaml <<END
lawtester: 1
let: {v0: 1 m/s}
particles: {a: {shape: wall}, b: {shape: sphere, radius: 5 mm, density: 2500}}
law: {name: linear, kn: 1e5, dp_nratio: 0.1}
motion: {integrator: exact}
stages: [{whats: i....., values: [-v0, 0, 0, 0, 0, 0], until: rebound}]
fit:
  data: own.csv
  result: {x: v0, y: e_n}
  laws:
    - {law: {name: linear, kn: 1e5}, vary: {dp_nratio: [0.01, 0.9]}}
    - {law: {name: linear-elastic, kn: 1e5}, vary: {cn: [0.01, 10]}}
END
printf 'v0,e_n\n0.5,0.80\n1.0,0.79\n2.0,0.81\n3.0,0.80\n' >own.csv
try 0 'laws with unknowns of their own' fit own.yaml --plot=none
check '... the damping of e_n 0.8' awk '/^  dp_nratio / && $2 > 0.0708 && $2 < 0.0709 {n++}
    /^  cn / && $2 > 1.6 && $2 < 1.64 {n++} END {exit n != 2}' out.txt
sed 's/vary: {cn:/vary: {cm:/' own.yaml >wrong.yaml
try 3 'check: an unknown that its law has not' check wrong.yaml
says err.txt "wrong.yaml:12:53: error: unknown parameter, let or velocity 'cm'"
check '... once' test "$(grep -c error: err.txt)" -eq 1
try 3 'fit: the same' fit wrong.yaml --plot=none
sed '/^  sigma:/d' "$stages/laws.yaml" >few.yaml
try 0 'laws and too few points' fit few.yaml --plot=none --data few.csv
says out.txt '  linear                   2           1.32249       -             -           -'
says out.txt 'no AICc of hertz: it needs at least 5 points'

# A line: data on it, and around it with weights.
cat >line.yaml <<'END'
lawtester: 1
let: {x: 1, a: 1, b: 2}
particles: {a: {shape: wall}, b: {shape: sphere, radius: 5 mm, density: 2500}}
law: {name: linear, kn: 1e5}
stages: [{whats: v....., values: [-1, 0, 0, 0, 0, 0], until: step >= 1}]
fit: {data: line.csv, y: y, result: {x: x, y: a + b*x}, vary: {a: [-10, 10], b: [-10, 10]}}
END
printf 'x,y\n1,3\n2,5\n4,9\n8,17\n' >line.csv
try 0 'data that are met exactly' fit line.yaml --plot=none
check '... have no correlation' sh -c '! grep -q "correlation\|nan" out.txt'
printf 'x,y,w\n1,3.1,1\n2,5,4\n3,6.9,1\n5,11.2,2\n' >line.csv
try 0 'weights' fit line.yaml --plot=none -D fit.weights=w
says out.txt '(standard deviation of a point of weight 1)'

# What is wrong.
try 2 'a number that both is varied and stands in with' fit "$stages/several.yaml" --vary A=1e-8:1e-4 \
    -D 'fit.with={A: 1e-6}' -D 'fit.vary={young_eff: [1e8, 1e12]}'
says err.txt "'A' is varied and also given in 'with'; give it once"
try 5 'no such data' fit "$stages/impact.yaml" --data none.csv
says err.txt 'none.csv: error: No such file'
printf '# made\nspeed,e\n1,0.9\n2,x\n\n3,y,4\n' >wrong.csv
try 3 'data with errors' fit "$stages/restitution.yaml" --data wrong.csv
says err.txt 'wrong.csv:6:1: error: the row has 3 fields, the header 2'
printf 'sped,e\n1,x\n2,0.9\n' >wrong.csv
try 3 'another name' fit "$stages/restitution.yaml" --data wrong.csv
says err.txt "wrong.csv:1:1: error: no column 'speed'; did you mean 'sped'?"
says err.txt "wrong.csv:2:3: error: 'x' is not a number"
printf 'speed,e\n1,\0\n\0,2\n' >wrong.csv
try 3 'data that are no text' fit "$stages/restitution.yaml" --data wrong.csv
says err.txt 'wrong.csv:2:3: error: a zero byte: this is not a text file'
printf 'speed,e\n1,0.9\n' >one.csv
try 0 'as many points as parameters' fit "$stages/restitution.yaml" --data one.csv --vary A=1e-8:1e-4 --plot=none
says out.txt 'no error estimate: as many parameters as points'
printf 't,force\n1e-4,1\n' >one.csv
try 3 'fewer points than parameters' fit "$stages/impact.yaml" --data one.csv --plot=none
says err.txt 'impact.yaml:'
says err.txt 'one.csv: the data have 1 point with numbers and weight, and 2 parameters are to be found (kn, dp_nratio)'
try 2 'nothing to fit' fit "$stages/../linear/impact.yaml"
says err.txt 'has no section fit'
try 2 'twice the same' fit "$stages/impact.yaml" --vary kn=1:2 --vary kn=1:2
try 2 'no such parameter' fit "$stages/impact.yaml" --vary knn=1:2
says err.txt "did you mean 'kn'?"
try 2 'too many data' fit "$stages/impact.yaml" --data one.csv --data one.csv
try 2 'no file' fit

finish
