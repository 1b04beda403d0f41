#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# read.sh LAWTESTER ROOT: tables of other codes as runs: what is said of them, and how they are refused.
set -u
. "$(dirname "$0")/tap.sh"
lawtester=$(absolute "$1")
root=$(absolute "$2")
scratch
cp "$root"/tests/read/*.csv "$root/stages/recorded/lammps-dump.csv" "$root/stages/recorded/hertz.yaml" .

near() { # FILE KEY VALUE TOLERANCE: a number of a document
    awk -v key="\"$2\":" -v value="$3" -v within="$4" '
        $1 == key && !seen++ {d = $2 - value; ok = (d < 0 ? -d : d) <= within * (value < 0 ? -value : value)}
        END {exit !ok}' "$1"
    verdict $? "... $2 is $3"
}

# An impact of LAMMPS, whose overlap and repulsion are positive.
try 0 'an impact of LAMMPS' read lammps-dump.csv --columns un=delta,fn=Fn
says err.txt 'note: un = delta is turned: an overlap is negative in a run'
says err.txt 'note: fn = Fn is turned: a compression is negative in a run'
near out/lammps-dump.json e_n 0.6160897924 1e-8
near out/lammps-dump.json fn_max 1.547134565 1e-5
near out/lammps-dump.json m_eff 6.5449847e-4 3e-4
near out/lammps-dump.json dissipated 5.0767e-5 5e-3
check 'nothing is known of what is stored' grep -q '"E_strain_end": null' out/lammps-dump.json
check '... nor of the balance' grep -q '"energy_residual_rel": null' out/lammps-dump.json
check '... the fields are empty' sh -c "sed -n 2p out/lammps-dump.csv | grep -q ',,,0,\$'"
check 'it is drawn' test -s out/lammps-dump.svg
cp out/lammps-dump.csv first.csv
try 0 'the same, the signs declared' read lammps-dump.csv --columns 'un=-delta, fn=-Fn'
check '... without a word' test ! -s err.txt
check '... and no other numbers' cmp first.csv out/lammps-dump.csv
sed 1d lammps-dump.csv >bare.csv
for columns in t=c1,un=-c2,vn=c3,fn=-c4 t,-un,vn,-fn; do
    try 0 "without a header, $columns" read bare.csv -c "$columns" --plot=none
    check '... no other numbers' cmp first.csv out/bare.csv
done
sed 's/,/ /g' bare.csv >blanks.txt
try 0 'without a header, blanks between' read blanks.txt -c 't,-un[um],,-fn[kN]' --plot=none
near out/blanks.json fn_max 1547.134565 1e-5
try 2 'a column too many' read bare.csv -c t,-un,vn,-fn,fs
says err.txt "--columns:1:14: error: 'fs' is beyond the columns of"
try 2 'a column twice' read bare.csv -c t,-un,vn,vn
says err.txt "'vn' is given twice"
try 2 'what no run has' read bare.csv -c t,-um
says err.txt "'um' is no column that a run has; did you mean 'un'?"
try 3 'without a header and what is in it' read bare.csv
says err.txt 'no column for'
awk -F, -v OFS=, 'NR > 1 {$2 *= 1e6; $4 *= 1e-3} {$1 = NR == 1 ? "step" : NR - 2; print}' lammps-dump.csv >scaled.csv
try 0 'in other units, time by the row' read scaled.csv -c 't=step*3.113050e-6,un=delta[um]' -c 'fn=Fn[kN]' --plot=none
near out/scaled.json overlap_max 8.8782e-5 1e-4
near out/scaled.json E_contact_end 5.0767e-5 5e-3
try 0 'a formula over columns, a name in quotes' read scaled.csv -c "t=row*3.113050e-6,un='delta'[um]*0.5+delta[um]/2,fn=Fn[kN]" --plot=none
near out/scaled.json overlap_max 8.8782e-5 1e-4
printf 't,a b,a-b,qaa,F\n0,0,0,0,0\n1,-1,-5,-7,-1\n' >alike.csv
try 0 'names in quotes that are alike' read alike.csv -c "un=+'a b'+'a-b',us='a b'+'qaa'+qaa,fn=+F" --plot=none
check '... are two columns' grep -q '^1,-6,-15,' out/alike.csv
try 0 'a declared sign that the table contradicts' read lammps-dump.csv --columns un=+delta,fn=+Fn
says err.txt 'un = +delta is taken as it stands, though an overlap is negative in a run'
"$lawtester" read - -c un=delta,fn=Fn -q <lammps-dump.csv 2>/dev/null
verdict $? 'standard input'
check '... is called so' test -s out/stdin.json

# What others make of it.
try 0 'the table can be drawn' plot out/lammps-dump.csv --kind=normal
try 0 '... compared' compare first.csv out/stdin.csv -x t -y fn --within 0
try 0 '... reported' report out -o report.html
try 0 'a run, read' read first.csv --json --plot=none
near out.txt e_n 0.6160897924 1e-8

# A law on the same path.
try 0 'a law on the same path' read lammps-dump.csv -c un=delta,fn=Fn --law hertz.yaml --within 0.005
says out.txt "distance of law 'hertz' from the table"
check '... its distance is in its document' grep -q '"against": {' out/lammps-dump-law.json
near out/lammps-dump-law.json largest 0.002135 1e-2
try 0 'the program that is kept' run out/lammps-dump-law.yaml -o kept
check '... gives the same run' cmp kept/lammps-dump-law.csv out/lammps-dump-law.csv
cut -d, -f1 out/lammps-dump.csv >t.csv
cut -d, -f1 out/lammps-dump-law.csv >t-law.csv
check '... whose rows are those of the table' cmp t.csv t-law.csv
try 1 'a law that is too far off' read lammps-dump.csv -c un=delta,fn=Fn --law hertz.yaml --within 0.001 -q
try 1 'another parameter' read lammps-dump.csv -c un=delta,fn=Fn --law hertz.yaml --within 0.005 -D e=0.9 -q --json
check '... both in one document' grep -q '"on_this_path": {' out.txt
try 3 'no law in the program' read lammps-dump.csv -c un=delta,fn=Fn --law lammps-dump.csv
try 5 'no such program' read lammps-dump.csv -c un=delta,fn=Fn --law nowhere.yaml
try 2 'a tolerance of nothing' read lammps-dump.csv --within 0.1
# What -D changes is in the program that is kept, and tables that it names are found from its place.
mkdir aside && printf 'e\n0.4\n0.6\n' >aside/e.csv && sed 's/e: 0.5/e: {file: e.csv, column: e}/' hertz.yaml >aside/drawn.yaml
try 0 'a law with changes' read lammps-dump.csv -c un=delta,fn=Fn --law aside/drawn.yaml -D young='60 MPa' -D 'stages[0].name=path' -q
check '... are in the program' grep -q 'young: 60 MPa' out/lammps-dump-law.yaml
check '... of the path too' grep -q 'name: path' out/lammps-dump-law.yaml
try 0 '... which runs' run out/lammps-dump-law.yaml -o kept
check '... in the same way' cmp kept/lammps-dump-law.csv out/lammps-dump-law.csv
try 2 'a law in the program that is kept' read lammps-dump.csv -c un=delta,fn=Fn --law out/lammps-dump-law.yaml
says err.txt 'out/lammps-dump-law.yaml would be overwritten, but it is read'
echo '{law: {name: hertz, young: 50 MPa, poisson: 0.25}, particles: {a: {shape: wall}, b: {shape: sphere, radius: 5 mm, density: 2500}}}' >line.yaml
try 0 'a law in a program of one line' read lammps-dump.csv -c un=delta,fn=Fn --law line.yaml -q
try 2 'a change of nothing' read lammps-dump.csv -c un=delta,fn=Fn --law hertz.yaml -D yuong=1
says err.txt "unknown let or parameter 'yuong'; did you mean 'young'?"
# Its rows are those of the table, whatever the table of the run has.
try 0 'a law, of which other columns are asked for' read lammps-dump.csv -c un=delta,fn=Fn --law hertz.yaml -D 'record.columns=[un]' -q --plot=none
near out/lammps-dump-law.json largest 0.002135 1e-2
check '... and no others are in its table' sh -c 'head -n 1 out/lammps-dump-law.csv | grep -qx un'
check '... the work is measured' sh -c 'grep -A4 "\"E_contact\": {" out/lammps-dump-law.json | grep -q "\"largest\": 0.00185"'
try 2 'rows of a law that are not those of the table' read lammps-dump.csv -c un=delta,fn=Fn --law hertz.yaml -D record.every=7
says err.txt 'record.every must be 1 with --law: each row of the table is compared'
try 2 '... in its stage' read lammps-dump.csv -c un=delta,fn=Fn --law hertz.yaml -D 'stages[0].record.every=2'
says err.txt 'record.every must be 1 with --law'
# The same law in the code itself.
sed '/^  a_lammps/d; s/^law: .*/law: {code: lammps, lines: [pair_style granular, "pair_coeff * * hertz\/material 5e7 {e} 0.25 tangential linear_nohistory 0 0 damping tsuji"]}/' hertz.yaml >code.yaml
"$lawtester" read lammps-dump.csv -c un=delta,fn=Fn --law code.yaml --in lammps --within 0.005 >out.txt 2>err.txt
code=$?
if [ "$code" -eq 5 ]; then
    skip 'the path in LAMMPS' 'there is none here'
else
    test "$code" -eq 0
    verdict $? 'the path in LAMMPS'
fi

# Adhesion, imposed motion; loops.
try 0 'a path that was imposed' read lammps-jkr.csv --plot=none
says err.txt 'there is no e_n'
check '... has none' grep -q '"e_n": null' out/lammps-jkr.json
check '... pulls' grep -q '"pull_max": 0.02354' out/lammps-jkr.json
try 0 'velocities without displacements' read liggghts-luding.csv --plot=none
says err.txt 'us is vs integrated, 0 in the first row; it is the velocity of the step that ends there'
# YADE keeps what is stored and lost: the balance of its linear law closes.
try 0 'a law that tells its energies' read yade-linear.csv -c un=+gn,us=gs1,ut=gs2,fs=fs1,ft=fs2,E_strain=E_elastic,E_slip=E_plastic --plot=none
# shellcheck disable=SC2016 # awk's
check '... closes to first order' awk '$1 == "\"energy_residual_rel\":" {ok = $2 + 0 > 0 && $2 + 0 < 0.05} END {exit !ok}' out/yade-linear.json
awk 'BEGIN {print "t,u,F"; pi = atan2(0, -1)
    for (i = 0; i <= 400; i++) {x = 2*pi*i/160; printf "%.17g,%.17g,%.17g\n", i*1e-3, 1e-3*sin(x), 5*sin(x) + 2*cos(x)}}' >cycle.csv
try 0 'a loop of shear' read cycle.csv -c us=u,fs=F
near out/cycle.json work 6.28319e-3 1e-3 # pi 1e-3 2
check '... is drawn' test -s out/cycle.svg
# Shear to one side, the other and the first again, and then the surfaces part at rest: a loop has no
# work of their parting, and is none where they have parted before.
shear_to() { # UN...: rows of ten, un goes to the next one while us goes on between 3e-5 and -3e-5
    awk -v ends="$*" 'BEGIN {print "t,un,us,fn,fs"; n = split(ends, end, " "); us = t = spring = 0; un = end[1]
        for (k = 1; k <= n; k++) {
            rest = k > 4; by = rest ? 0 : (k % 2 ? 3e-5 - us : -3e-5 - us)/100; over = (end[k] - un)/100
            for (i = 0; i < 100; i++) {
                un += over; us += by; spring += 5e4*by; fn = un < 0 ? 1e5*un : 0
                if (spring > -0.3*fn) spring = -0.3*fn
                if (spring < 0.3*fn) spring = 0.3*fn
                printf "%.17g,%.17g,%.17g,%.17g,%.17g\n", t++*1e-6, un, us, fn, spring}}}'
}
shear_to -2e-5 -2e-5 -2e-5 -2e-5 1e-5 >parts.csv
try 0 'loops of shear, then the surfaces part' read parts.csv --plot=none
near out/parts.json work 4.32e-5 2e-2 # 0.6 N slips over 36 um, twice
check '... the last one has no parting' sh -c "grep -c '\"of\": \"us\"' out/parts.json | grep -qx 2"
# shellcheck disable=SC2016 # awk's
check '... ends before it' awk '$1 == "\"to\":" {to = $2 + 0} END {exit !(to < 4.01e-4)}' out/parts.json
shear_to -2e-5 -2e-5 -1e-5 -1e-5 -1e-5 >leans.csv
try 0 'shear at another overlap' read leans.csv --plot=none
check '... closes no loop' sh -c '! grep -q "\"of\": \"us\"" out/leans.json'
try 0 'rows without a contact, empty' read mercury-oblique.csv -c un=-overlap,fn=-Fn,vs=-vt_x,fs=Ft_x --plot=none
says err.txt '0 rows at the beginning and 215 at the end lack a number and are left out'
try 0 'forces that are no contact' read cycle.csv -c us=u,fs=F --zero '6 N' --plot=none
check '... make none' grep -q '"contact_end": 0' out/cycle.json

# What cannot be told has to be said.
sed 1d lammps-dump.csv | awk -F, 'BEGIN {print "t,d,F"} NR > 1 && NR < 100 {print $1 "," $2 "," $4}' >pressed.csv
try 2 'an overlap of either sign' read pressed.csv -c un=d,fn=F
says err.txt '--columns:1:4: error: un: the table does not show whether an overlap is positive or negative'
says err.txt 'write un=+d, or un=-(d) to turn it'
try 0 '... the other follows from the work' read pressed.csv -c un=-d,fn=F --plot=none
says err.txt 'note: fn = F is turned'
try 0 '... either way' read pressed.csv -c un=d,fn=-F --plot=none
says err.txt 'note: un = d is turned'

# However far the bodies fly apart, the impact is the same one.
for rows in 115 320; do
    awk -v n=$rows 'BEGIN {print "t,un,fn"; for (i = -10; i <= n; i++) {x = i <= 100 ? 1e-5*sin(3.14159265*i/100) : -1.6e-7*(i - 100)
        printf "%.9g,%.9g,%.9g\n", 1e-6*(i + 10), -x, (i < 0 || i > 100 ? 0 : 1e5*x*(i <= 50 ? 1 : 0.6))}}' >flight.csv
    try 0 "a flight of $rows rows" read flight.csv --plot=none
    says err.txt 'note: fn = fn is turned'
    near out/flight.json fn_max 1 1e-9
    near out/flight.json dissipated 2e-6 1e-3
done
sed 1s/un,fn/x,F/ flight.csv >named.csv
try 0 '... of other names' read named.csv --columns un=x,fn=F --plot=none

# Bad input, with its place.
refused() { # CODE NAME TEXT ARGUMENT...
    code=$1 text=$3
    name=$2
    shift 3
    try "$code" "$name" read "$@"
    says err.txt "$text"
}
refused 2 'a misspelt column' "--columns:1:4: error: 'lammps-dump.csv' has no column 'dleta'; did you mean 'delta'?" lammps-dump.csv -c un=dleta
refused 2 'a misspelt name' "'uh' is no column that a run has; did you mean" lammps-dump.csv -c uh=delta
refused 2 'what is computed' "'E_work' is computed, not read" lammps-dump.csv -c E_work=Fn
refused 2 'a name given twice' "'un' is given twice" lammps-dump.csv -c un=delta,un=vn
refused 2 'no formula' 'un: no formula' lammps-dump.csv -c un=
refused 2 'a quote left open' "--columns:1:4: error: this quote is not closed" lammps-dump.csv -c "un='delta"
refused 2 'no name' 'expected NAME=FORMULA' lammps-dump.csv -c delta
refused 2 'a wrong formula' '--columns:1:' lammps-dump.csv -c 'un=delta**2'
refused 2 'a wrong unit' 'expected a length (m)' lammps-dump.csv -c 'un=delta[N]'
refused 2 'an unknown unit' 'unknown unit' lammps-dump.csv -c 'un=delta[mmm]'
refused 2 'a wrong option' "--zero '3 mm'" lammps-dump.csv -c un=delta,fn=Fn --zero '3 mm'
refused 3 'no time' 'rows at equal intervals have t=row*1e-6' scaled.csv -c un=delta,fn=Fn
cut -d, -f1,4 lammps-dump.csv >force.csv
refused 3 'no path' 'no column for a displacement' force.csv -c fn=Fn
refused 3 'no force' 'no column for a force' lammps-dump.csv -c un=delta
sed '50s/.*/1e-9,1e-5,0.1,1/' lammps-dump.csv >back.csv
refused 3 'time that goes back' 'back.csv:50:1: error: t = t must increase' back.csv -c un=delta,fn=Fn
sed '50s/[^,]*$/much/' lammps-dump.csv >words.csv
refused 3 'a word' 'words.csv:50:' words.csv -c un=delta,fn=Fn
sed '50s/[^,]*$//' lammps-dump.csv >hole.csv
refused 3 'a hole' 'hole.csv:50:1: error: fn = Fn: no number in this row' hole.csv -c un=delta,fn=Fn
sed 2q lammps-dump.csv >short.csv
refused 3 'one row' 'fewer than two rows' short.csv -c un=delta,fn=Fn
: >empty.csv
refused 3 'an empty file' 'empty.csv:1:1: error: ' empty.csv
refused 5 'no such table' 'No such file' nowhere.csv
cp first.csv out/first.csv
refused 5 'its own input' 'would be overwritten' out/first.csv
finish
