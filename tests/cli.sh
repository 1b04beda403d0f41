#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# cli.sh LAWTESTER: the command line: exit codes, what goes where, files written.
set -u
. "$(dirname "$0")/tap.sh"
lawtester=$(absolute "$1")
simulators=$(absolute "$(dirname "$0")/../stages/simulators")
scratch

cat >impact.yaml <<'END'
# A head-on impact.
lawtester: 1
title: Head-on impact
let: {speed: 1}
materials:
  glass: {density: 2500 kg/m^3}
particles:
  a: {shape: sphere, radius: 5 mm, material: glass}
  b: {shape: sphere, radius: 5 mm, material: glass}
law: {name: linear, kn: 1e5 N/m, ks: 5e4 N/m, fric: 0.3, dp_nratio: 0.2, dp_mode: 1}
motion: {frame: contact, integrator: exact}
stages:
  - {name: impact, whats: i....., values: [-speed, 0, 0, 0, 0, 0], until: rebound}
expect:
  - {that: e_n, is: exp(-2*dp_nratio*acos(dp_nratio)/sqrt(1-dp_nratio^2)), within: 1e-6}
plots:
  - {x: -un, y: -fn}
END
sed 's/within: 1e-6/within: 1e-6}\n  - {that: e_n, is: 0.1, within: 1e-3/' impact.yaml >missed.yaml
sed 's/until: rebound/untill: rebound/' impact.yaml >wrong.yaml
sed '/^plots/,$d; s/integrator: exact/integrator: leapfrog/
    s/until: rebound/until: rebound, max_steps: 5/' impact.yaml >fails.yaml
sed '/^expect/,$d' fails.yaml >expected.yaml
echo 'expect: [{fails: did not become true}]' >>expected.yaml
sed '/^expect/,$d; s/integrator: exact/integrator: leapfrog, dt: 1e-13/
    s/until: rebound/until: rebound, max_steps: 1000000000/' impact.yaml >slow.yaml
echo 'record: {every: 10000}' >>slow.yaml

lacks_advice() {
    grep -q 'does not depend on kn' err.txt && ! grep -q as-run err.txt
}

silent() { # FILE
    test ! -s "$1"
    verdict $? "$1 is empty"
}

# Help, and what is no command.
try 2 'no command'
says err.txt 'lawtester --help'
for command in '' run check laws calibrate fit audit-formula sweep compare plot report explore new complete; do
    try 0 "help of '$command'" $command --help
    says out.txt Usage:
    silent err.txt
done
try 0 version --version
says out.txt lawtester
try 2 'unknown command' rnu
says err.txt "did you mean 'run'?"
try 2 'a file in place of a command' impact.yaml
says err.txt "did you mean 'lawtester run impact.yaml'?"
try 2 'unknown option' run impact.yaml --jsno
says err.txt "did you mean '--json'?"
try 2 'unknown letter' run impact.yaml -Z
try 2 'abbreviated option' run impact.yaml --js
try 2 'abbreviated option with a value' run impact.yaml --out=x
try 2 'option without its value' run impact.yaml -o
says err.txt "needs a value"
try 2 'option with a value it does not take' run impact.yaml --json=yes
while IFS=: read -r arguments answer; do
    # shellcheck disable=SC2086 # words
    try 2 "wrong: $arguments" $arguments
    says err.txt "$answer"
done <<'END'
run impact.yaml --plot=gif:'--plot' cannot be 'gif'; expected svg, png, pdf, term or none
plot impact.csv --kind=energ:'--kind' cannot be 'energ'; did you mean 'energy'?
run impact.yaml --size=85:'--size' cannot be '85'; expected WxH: 
run impact.yaml --size=85x6:'--size' cannot be '85x6'; expected WxH: 
run impact.yaml --theme=blue:'--theme' cannot be 'blue'; expected light, dark or auto
verify linear --seed=0:'--seed' cannot be '0'; expected N: 
verify linear --jobs=2x:'--jobs' cannot be '2x'; expected N: 
calibrate impact.yaml --for=lamps:'--for' cannot be 'lamps'; did you mean 'lammps'?
calibrate impact.yaml --for=x:'--for' cannot be 'x'; expected pfc, yade, 
audit-formula --json --plot=term:both need standard output
calibrate impact.yaml --vary kn=1..2 --to e_n=0.5:'1..2' is not a range; write kn=LO
calibrate --to e_n=0.5:calibrate needs a FILE, a stage program
calibrate impact.yaml --vary dp_nratio 0.1:takes one FILE, not both 'impact.yaml' and '0.1'; the value of an option is one word
plot impact.csv -x un:-x without the other one
END
try 2 'no file' run
try 5 'no plug-in' run impact.yaml --plugin law.so
says err.txt 'law.so: No such file'

# complete: what a shell may offer.
offers() { # TEXT WORD...: some line begins with TEXT
    text=$1
    shift
    try 0 "complete $*" complete -- "$@"
    check "... '$text'" awk -v text="$text" 'index($0, text) == 1 {found = 1} END {exit !found}' out.txt
}
nothing_for() { # WORD...
    try 0 "complete $*" complete -- "$@"
    silent out.txt
    silent err.txt
}
tab=$(printf '\t')
printf 'un,fn,mine\n0,1,2\n' >columns.csv
printf 'lawtester: 1\nlaw: {name: hertz, young: 1 GPa}\nlet: {a: 2 mm}\nstages: nothing\n' >wrong-stages.yaml
printf 'let: {a: [' >torn.yaml
mkfifo fifo
for command in run check laws calibrate fit audit-formula verify sweep report explore plot compare results new complete; do
    offers "$command$tab" "$command"
    offers "--help${tab}show this help" "$command" --h
done
offers "--version$tab" --v
offers "--plot$tab" run --plo
offers "--kind=${tab}normal, shear, " plot --k
offers "--plot=term$tab" run --plot=t
offers "never$tab" run --color n
offers "impact.yaml" run i
offers "speed=${tab}let" run impact.yaml -D s
offers "kn=${tab}N/m: normal stiffness" run impact.yaml -D k
offers "motion.lever${tab}" keys motion.l
offers "dp_nratio=" calibrate impact.yaml --vary dp_n
offers "t_contact=${tab}s: contact time" calibrate impact.yaml --to t_c
offers "lammps${tab}LAMMPS" calibrate --for la
offers "--data=columns.csv" fit impact.yaml --data=c
offers "hertz$tab" fit impact.yaml --law h
offers "mindlin$tab" verify mind
offers "cycle$tab" verify linear --check cy
offers "law$tab" new ''
offers "young=${tab}Pa: Young" run wrong-stages.yaml -D y
nothing_for nonsense ''
nothing_for run --nonsense=
printf 'title: "a\\tb\\e[31m"\nlet: {"q\\n": 1, ok: 2}\n' >control.yaml
offers "ok=${tab}let" run control.yaml -D ''
check 'no word of two lines' test "$(grep -c '' out.txt)" -eq 1
nothing_for calibrate impact.yaml --vary motion.fra
nothing_for calibrate impact.yaml --vary motion.grav
nothing_for run torn.yaml -D ''
nothing_for run missing.yaml -D ''
nothing_for run fifo -D ''
nothing_for plot /dev/zero -x ''
nothing_for results ''
nothing_for calibrate impact.yaml --vary dp_mod
nothing_for run impact.yaml -D dp_nratio=0.5
try 0 'nothing to complete' complete

# run: the files, the summary, -D.
try 0 'run' run impact.yaml -o a/b
for file in impact.csv impact.json impact.svg impact.gp; do
    check "run writes $file" test -s "a/b/$file"
done
says out.txt 'Head-on impact'
says out.txt e_n
says out.txt 'a/b/impact.csv'
silent err.txt
check 'run leaves nothing else' test "$(ls a/b | wc -l)" -eq 4
check 'the document has its provenance' grep -q '"provenance"' a/b/impact.json
try 0 'run into out/' run impact.yaml --plot=none
check 'out is the default directory' test -s out/impact.csv
check '--plot=none draws nothing' test ! -e out/impact.svg
cat >damped.yaml <<'END'
lawtester: 1
particles: {a: {shape: wall}, b: {shape: sphere, radius: 5 mm, mass: 1 g}}
law: {name: linear, kn: 1e5}
motion: {frame: bodies, damping: 0.2}
stages: [{whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}]
END
try 0 'run with damping' run damped.yaml --plot=none
check 'its table has what the damping took' grep -q '^t,.*,E_damping,E_residual$' out/damped.csv
try 0 'a drawing for the terminal' run impact.yaml --plot=term -o term
check '--plot=term writes no drawing' test ! -e term/impact.svg
check '--plot=term prints many lines' test "$(wc -l <out.txt)" -gt 25
try 0 'png' run impact.yaml --plot=png -o png
check 'run writes impact.png' test -s png/impact.png
sed '/^plots/,$d' impact.yaml >plain.yaml
try 0 'no plots' run plain.yaml -o plain
check 'nothing is drawn that nobody asked for' test ! -e plain/plain.svg
try 0 'no plots, but --plot' run plain.yaml -o plain --plot
check 'the loop of the force' grep -q 'overlap' plain/plain.gp
check 'which the document lists' grep -q '"plain.svg"' plain/plain.json
sed 's|^law: .*|law: {name: forgets, define: {params: {kn: 1e5 N/m}, force: {fn: kn*un}}}|; /^expect/,$d' \
    impact.yaml >forgets.yaml
try 0 'a law that keeps no account of its spring' run forgets.yaml --plot=none
says err.txt 'warning: 100 % of the energy is not accounted for'
try 0 'timing' run impact.yaml --plot=none --timing -o timed --json
says err.txt 'ledger'
check '--timing leaves the document alone' grep -q '"e_n"' out.txt
try 1 'an expectation is missed' run missed.yaml -o missed
says out.txt FAILED
try 0 'quiet, as expected' run -q impact.yaml -o quiet --plot=none
silent out.txt
silent err.txt
try 1 'quiet, one missed' run --quiet missed.yaml -o quiet --plot=none
check 'what was missed, and nothing else' test "$(grep -c ok out.txt) $(grep -c FAILED out.txt)" = '0 1'
try 0 'verbose' run -v impact.yaml -o verbose --plot=none
for word in m_eff dp_nratio 'dp_mode              no-tension' 258.508 'contact_activated at'; do
    says out.txt "$word"
done
try 1 'colour' run missed.yaml -o missed --color=always
check '--color=always colours' grep -q '\[1;31mFAILED' out.txt
try 0 'a parameter from the command line' run impact.yaml -D dp_nratio=0 -o d --json
check '-D reaches the parameters' grep -qE '"dp_nratio": 0\.0' out.txt
try 1 'a path from the command line: a coarse step misses the closed form' run impact.yaml -o d \
    -D motion.integrator=leapfrog
try 2 'a wrong -D' run impact.yaml -D dp_nratoi=0
says err.txt "did you mean 'dp_nratio'?"
try 2 'a -D without a value' run impact.yaml -D dp_nratio
"$lawtester" run - -o stdin --plot=none <impact.yaml >out.txt 2>err.txt
verdict $? 'a program on standard input'
check 'its results are called stdin' test -s stdin/stdin.csv

# --json
try 0 'one document' run impact.yaml --json -o json
check 'one document is an object' test "$(head -c 1 out.txt)" = '{'
try 5 'several documents' run impact.yaml missing.yaml --json -o json
check 'several documents are a list' test "$(head -c 1 out.txt)" = '['
says out.txt '"not run"'
try 2 'two talkers on standard output' run impact.yaml --json --plot=term

# Several files: all of them are tried, the largest exit code counts.
try 3 'several files' run wrong.yaml missed.yaml impact.yaml -o several
check 'a wrong file does not stop the others' test -s several/impact.csv
mkdir -p other && cp impact.yaml other/
try 2 'two files of one name' run impact.yaml other/impact.yaml -o twice
check 'nothing was run' test ! -e twice
(sed '/^plots/,$d' impact.yaml && echo 'plots: [{x: un, y: fn}, {x: t, y: fn}]') >drawn.yaml
cp impact.yaml drawn-2.yaml
try 2 'two files whose figures have one name' run drawn.yaml drawn-2.yaml -o figures
says err.txt "'drawn.yaml' and 'drawn-2.yaml' would both write figures/drawn-2"
check 'the first was run' test -s figures/drawn-2.svg
check 'the second was not' test ! -e figures/drawn-2.json

# A program of the same name from elsewhere does not take the place of what there is.
sed 's/ks: 5e4/ks: 6e4/' impact.yaml >other/impact.yaml
try 0 'a program' run impact.yaml -o shared
cp -r shared first
try 0 'changed' run impact.yaml -o shared -D speed=1
silent err.txt
try 0 'another program of its name' run other/impact.yaml -o shared
says err.txt 'note: files of another program of this name were moved to shared/previous: impact.csv impact.json'
check 'the first is kept' cmp first/impact.csv shared/previous/impact.csv
(cd other && "$lawtester" run -q impact.yaml -o ../shared >/dev/null 2>../err.txt)
silent err.txt

# Bad files.
try 3 'a wrong program' check wrong.yaml
says err.txt "wrong.yaml:13:68: error: "
says err.txt "did you mean 'until'?"
silent out.txt
try 0 'a right program' check impact.yaml
says out.txt 'impact.yaml: ok'
try 3 'a program whose run would have no time step' check impact.yaml -D kn=0
says err.txt 'impact.yaml:10:6: error: kn is 0: there is no stiffness along n'
try 3 'a time step that comes of none' check impact.yaml -D kn=0 -D motion.dt=t_c/50 -D 'stages[0].whats=v.....'
says err.txt 'motion.dt: kn is 0'
(sed '/^expect/,$d' impact.yaml && echo 'sweep: {over: {kn: [1e4, 1e5]}, results: [e_n]}') >swept.yaml
try 0 'one that other numbers mend' check swept.yaml -D kn=0
says err.txt 'swept.yaml:10:6: note: it cannot be run with its own numbers: kn is 0'
try 5 'a missing file' check missing.yaml
says err.txt 'missing.yaml: No such file'
try 5 'a directory' check other
says err.txt 'Is a directory'
try 5 'a device' check /dev/zero
says err.txt '/dev/zero: it is not a regular file'
: >empty.yaml
try 3 'an empty file' check empty.yaml

# A path leads to a let and to a material that there are.
try 2 'a material that nobody uses' check impact.yaml -D materials.gloss.density=7
says err.txt "-D materials.gloss.density=7:1:11: error: unknown material 'gloss'; did you mean 'glass'?"
try 2 'a let that nobody uses' check impact.yaml -D let.z=1
says err.txt "-D let.z=1:1:5: error: unknown let 'z'; expected speed"
try 0 'those that there are' check impact.yaml -D let.speed=2 -D materials.glass.density=7

# Nothing is written in place of what is read.
sed 's/^law: .*/law: {name: spring, k: 1e5, define: {params: {k: {unit: N\/m}}, force: {fn: k*un}, strain: k*un^2\/2}}/; /^expect/,$d' impact.yaml >spring.yaml
cp spring.yaml kept.yaml
try 0 'a law as C' law export spring.yaml -o spring.c
try 2 'in place of its program' law export spring.yaml -o ./spring.yaml
says err.txt './spring.yaml would be overwritten, but it is read'
check '... which stays' cmp kept.yaml spring.yaml
printf 't,un\n0,1\n1,2\n' >rows.svg
try 2 'a picture in place of its table' plot rows.svg -x t -y un -o rows.svg
says err.txt 'rows.svg would be overwritten'
try 2 'a picture in two formats' plot out/impact.csv -x t -y un -o z.svg --plot=png
says err.txt '-o z.svg and --plot=png contradict each other'
try 0 'the same format twice' plot out/impact.csv -x t -y un -o z.svg --plot=svg

# Failed runs.
try 4 'a run that fails' run fails.yaml -o fails
says err.txt impact
check 'its rows are kept' test -s fails/fails.partial.csv
check 'it has no table' test ! -e fails/fails.csv
check 'its document says so' grep -q '"failed"' fails/fails.json
check '... has no results' grep -q '"steps": null' fails/fails.json
check '... but the state in which it failed' grep -q '"t_end": [0-9]' fails/fails.json
mkdir -p left
echo rows >left/swept.partial.csv.99999.tmp
echo mine >left/swept.partial.csv.old.tmp
try 0 'a run beside what a killed one has left' run swept.yaml -D kn=1e5 --plot=none -o left
check 'which it removes' test ! -e left/swept.partial.csv.99999.tmp
check 'that and no more' test -e left/swept.partial.csv.old.tmp
try 0 'a run that fails as expected' run expected.yaml -o fails
silent err.txt

# What an earlier run left is not lost, and does not stand beside what did not end.
try 0 'a run that ends' run impact.yaml -o again
mv again ended
cp -r ended again
try 4 'and one that does not, of the same name' run impact.yaml -o again -D motion.integrator=leapfrog \
    -D 'stages[0].max_steps=5'
check 'only what it wrote is there' test "$(ls again | tr '\n' ' ')" = \
    'impact.json impact.partial.csv previous '
check 'the rest is kept' diff -r ended again/previous
check 'it has no drawings' grep -q '"plots": \[\]' again/impact.json
says err.txt 'again/previous: impact.csv impact.json impact.svg impact.gp'
try 4 'once more' run impact.yaml -o again -D motion.integrator=leapfrog -D 'stages[0].max_steps=5'
check 'what is kept stays' diff -r ended again/previous
try 0 'and one that does' run impact.yaml -o again --plot=none
check 'it has its table' cmp ended/impact.csv again/impact.csv
sed '/^expect/,$d' impact.yaml >late.yaml
cp -r again/previous late
echo 'expect: [{curve: fn, over: t, file: late/previous/late.csv, within: 1 mN}]' >>late.yaml
mkdir late/previous
cp ended/impact.csv late/previous/late.csv
try 5 'a reference that would be moved over' run late.yaml -o late
says err.txt 'reads it'

# What is not a number is said at once.
sed '/^expect/,$d; s/until: rebound/until: 0*t\/us > 1/' impact.yaml >nan.yaml
try 4 'a comparison with NaN' run nan.yaml -o nan
says err.txt 'one side of a comparison is not a number'

# Tables as spreadsheets export them, and the units of our own.
printf '"t [ms]";"fn (N)"\r\n0;0\r\n0,1;-1,5\r\n' >excel.csv
printf 't,fn\n0,0\n1e-4,-1.5\n' >plain.csv
try 0 'decimal commas' compare excel.csv plain.csv --x t --y fn --within 1e-15
says err.txt "excel.csv:3:1: note: numbers have decimal commas: '0,93' is read as 0.93"
try 0 'decimal commas are drawn' plot excel.csv -x t -y fn -o excel.svg
says err.txt 'decimal commas'
printf 'PK\003\004' >book.xlsx
try 3 'a workbook' compare book.xlsx plain.csv --x t --y fn
says err.txt "book.xlsx:1:1: error: this is a workbook (.xlsx, .ods), not a text table; save it as 'CSV UTF-8'"
printf 't,un [\265m],\334ber [mm]\n0,0,0\n1,1,1\n' >latin.csv
try 0 'a unit in Latin-1' compare latin.csv plain.csv --x t --y t
says err.txt 'latin.csv:1:1: note: the text is not UTF-8: it is read as Latin-1'
try 0 'a name in Latin-1' compare latin.csv latin.csv --x t --y Über
says err.txt 'it is read as Latin-1'
try 0 'the same in a reading' read latin.csv -c "un=+'Über',fn=+t" --plot=none
iconv -f LATIN1 -t UTF-8 latin.csv >utf8.csv
try 0 'as it is to be saved' compare utf8.csv utf8.csv --x t --y un --within 0
(sed '/^expect/,$d' impact.yaml && echo 'plots: [{x: t, y: fn, reference: book.xlsx}]') >refers.yaml
try 3 'a workbook as a reference' check refers.yaml
says err.txt 'this is a workbook'
(sed '/^stages/,$d' impact.yaml
    echo 'stages: [{whats: f....., values: [{file: excel.csv, column: fn}, 0, 0, 0, 0, 0], until: t > 1e-5}]') >follows.yaml
try 0 'a table of a stage' check follows.yaml
says err.txt 'decimal commas'
printf 't;fn\n1e-5;0\n1e-4;-1\n' >late.csv
try 0 'a table that begins late' check follows.yaml -D 'stages[0].values[0].file=late.csv'
says err.txt "note: column 't' of './late.csv' is the time since the stage began"
check 'units of the columns' grep -A1 '"un": {' a/b/impact.json
check 'in SI' grep -q '"unit": "m/s"' a/b/impact.json

# Columns of one's own, references.
sed '/^expect/,$d' impact.yaml >columns.yaml
echo 'record: {columns: [t, {overlap: -un}]}' >>columns.yaml
try 0 'columns of formulas' run columns.yaml -o columns --plot=none
check 'their last value is a result' grep -q '"overlap_end"' columns/columns.json
sed '/^record/d' columns.yaml >curve.yaml
echo 'expect: [{curve: fn, over: t, file: columns/columns.csv, within: 1 mN}]' >>curve.yaml
try 3 'a reference without the column' check curve.yaml
says err.txt "'./columns/columns.csv' has no column 'fn'"

# A reference that turns back is followed branch by branch, also where it is zero.
cat >loop.yaml <<'END'
lawtester: 1
particles: {a: {shape: sphere, radius: 5 mm, density: 2500}, b: {shape: wall}}
law: {name: linear, kn: 1e5, ks: 5e4, fric: 0.3}
motion: {dt: 1e-6, gap: -1e-5}
stages:
  - {whats: vv...., values: [0, 10 mm/s, 0, 0, 0, 0], until: us >= 3e-5}
  - {whats: vv...., values: [0, -10 mm/s, 0, 0, 0, 0], until: us <= -3e-5}
  - {whats: vv...., values: [0, 10 mm/s, 0, 0, 0, 0], until: us >= 4e-5}
END
(cat loop.yaml && echo 'record: {every: 1, columns: [t, us, fs, ft]}') >dense.yaml
try 0 'a loop of shear' run dense.yaml -o loops --plot=none
(cat loop.yaml && echo 'record: {every: 10, columns: [t, us, fs, ft]}'
    echo 'expect: [{curve: fs, over: us, file: loops/dense.csv, within: 0.01}, {curve: ft, over: us, file: loops/dense.csv, within: 0}]') >coarse.yaml
try 0 'its own curve, sampled otherwise' run coarse.yaml -o loops --plot=none
(cat dense.yaml && echo 'expect: [{curve: fs, over: us, file: loops/dense.csv, within: 0}]') >same.yaml
try 0 'its own curve' run same.yaml -o loops --plot=none
try 1 'another stiffness' run same.yaml -o loops --plot=none -D ks=4e4
awk -F, 'NR == 1 || ($2 > 0 && NR < 3000 && seen++ < 2000)' loops/dense.csv >part.csv
try 0 'a part of it' run same.yaml -o loops --plot=none -D 'expect[0].file=part.csv'
sed '$d' loops/dense.csv | sed 's/^\([^,]*\),4\.[0-9e-]*,/\1,5e-5,/' >beyond.csv
try 1 'one that goes farther' run same.yaml -o loops --plot=none -D 'expect[0].file=beyond.csv'
says out.txt 'the run does not reach'

# What cannot be written.
: >file
try 5 'a directory below a file' run impact.yaml -o file/x
says err.txt 'Not a directory'
mkdir -p blocked/impact.csv
try 5 'a directory in the place of the table' run impact.yaml -o blocked
"$lawtester" laws >/dev/full 2>err.txt
test $? -eq 5
verdict $? 'a full disk behind standard output: exit 5'
"$lawtester" run impact.yaml -o closed --plot=none >&- 2>err.txt
test $? -eq 5
verdict $? 'no standard output: exit 5'
check 'and it is not in the table' test "$(head -c 4 closed/impact.csv)" = 't,st'

# Without gnuplot.
PATH=/nonexistent "$lawtester" run impact.yaml -o plain >out.txt 2>err.txt
verdict $? 'a drawing nobody asked for may be missing'
says err.txt 'note: '
PATH=/nonexistent "$lawtester" run impact.yaml -o plain --plot >out.txt 2>err.txt
test $? -eq 5
verdict $? 'a drawing that was asked for may not: exit 5'
says err.txt gnuplot

# Signals: only the rows so far are kept, and the shell sees the signal.
for signal in TERM:143 INT:130; do
    mkdir "${signal%:*}"
    echo old >"${signal%:*}/slow.csv"
    "$lawtester" run slow.yaml -o "${signal%:*}" >out.txt 2>err.txt &
    process=$!
    sleep 1
    kill -s "${signal%:*}" "$process"
    wait "$process"
    test $? -eq "${signal#*:}"
    verdict $? "SIG${signal%:*}: exit ${signal#*:}"
    check 'the rows so far are kept' test -s "${signal%:*}/slow.partial.csv"
    check 'and nothing else' test "$(ls "${signal%:*}" | tr '\n' ' ')" = 'previous slow.partial.csv '
done

# A result without a meaning is null, and not shown.
sed '/^expect/,$d; s/until: rebound/until: time > 1e-6/; s/-speed/speed/; s/integrator: exact/gap: 1 um, integrator: exact/' impact.yaml >apart.yaml
try 0 'particles that never meet' run apart.yaml --json
says out.txt '"format": 2'
says out.txt '"e_n": null'
says out.txt '"t_contact": null'
says out.txt '"fn_max": null'
lacks() { ! grep -qi "$2" "$1"; }
check 'whose document has no places that nobody works out' lacks out.txt '"\(xa\|qwa\|nx\|E_damping\|work_throughput\)_end"'
sed 's/frame: contact/frame: bodies/' apart.yaml >space.yaml
try 0 'in space' run space.yaml --json -o space
says out.txt '"qwa_end": 1.0'
check '... E_damping too' grep -q '"E_damping_end": 0.0' out.txt
sed '1,/^motion/!d; s/^lawtester.*/&\nstart: out\/apart.json/' space.yaml >from.yaml
echo 'stages: [{whats: ......, values: [0, 0, 0, 0, 0, 0], until: step >= 1}]' >>from.yaml
try 3 'bodies begin where bodies were' check from.yaml
says err.txt "'out/apart.json' is a run in frame contact, which has no positions of bodies"
try 0 'their summary' run apart.yaml
check 'has no results of a contact' lacks out.txt '^  \(e_n\|t_contact\|fn_max\)'
says out.txt '  bounces '
echo 'expect: [{that: e_n, is: 0, within: 1 abs}]' >>apart.yaml
try 1 'an expectation of nothing' run apart.yaml
says out.txt 'e_n has no value: no contact was made'

# keys
try 0 'keys' keys
check 'the first is the version' sh -c "head -n 1 out.txt | grep -qx 'lawtester  word: 1; required'"
for path in title let.NAME materials.MATERIAL.density particles.a.shape particles.b law.PARAMETER 'pairs[].materials' \
    motion.integrator 'stages[].whats' 'stages[].done[].keep.NAME' record.columns 'expect[].within' 'plots[].theory' \
    calibrate.to.RESULT fit.data sweep.over.NAME start; do
    grep -qF "$path  " out.txt
    verdict $? "keys has $path"
done
try 0 'keys of a section' keys motion
says out.txt 'motion.dt  number or formula, s, above 0; default: t_c/100'
says out.txt 'motion.frame  word: contact, bodies; default: contact'
grep -q '^record' out.txt
test $? = 1
verdict $? 'and no others'
try 0 'a key of a stage' keys 'stages[1].until_every'
says out.txt 'stages[1].until_every  whole number, 1 to 1e+15; default: 1'
try 0 'keys of the other particle' keys particles.b
says out.txt 'particles.b.radius  number, m, above 0'
try 2 'a key without its section' keys dt
says err.txt "no key 'dt'; there is 'motion.dt'"
try 0 'keys as JSON' keys particles --json
says out.txt '"unit": "kg/m^3"'
try 2 'keys of no section' keys moton
says err.txt "unknown key 'moton'; did you mean 'motion'?"

# results
try 0 'results' results
awk '/^ *null: /{sub(/^ *null: /, ""); print name "|" doc "| " $0 " |"; next}
     {name = $1; doc = substr($0, 26); unit = substr($0, 21, 3); gsub(/ /, "", unit)
      name = "| `" name "` | " unit " "; doc = " " doc " "}' out.txt | sed 's/|\([vE][a-z_]*\)|/\\|\1\\|/' >rows.txt
check 'every result has its row' test "$(wc -l <rows.txt)" -ge 15
while IFS= read -r row; do
    grep -qxF "$row" "$(dirname "$0")/../doc/results.md"
    verdict $? "doc/results.md has $row"
done <rows.txt
try 0 'results as JSON' results --json
says out.txt '"null_when": "no contact"'
try 2 'results of a file' results impact.yaml
sed 's/i\.\.\.\.\./ii..../; s/-speed, 0/-speed, 0.3/' impact.yaml >oblique.yaml
try 1 'the other tangential restitution' calibrate oblique.yaml --vary fric=0:1 --to e_t=0.95
says err.txt 'did you mean e_t_centre'

# laws
try 0 'laws' laws
says out.txt linear
try 0 'one law' laws linear
says out.txt dp_nratio
says out.txt fric
try 0 'one part of a law' laws rolling:sds
says out.txt k_roll
try 0 'one part as JSON' laws rolling:sds --json
says out.txt '"word": "sds"'
try 2 'no such part' laws rolling:sdss
try 0 'laws as JSON' laws --json
says out.txt '"laws"'
for case in 'rolling:.rolling. is a kind of part; expected constant, viscous, ' 'rolling;sd:; did you mean .sds.?' \
    'roling;sds:; did you mean .rolling:sds.?'; do
    name=${case%%:*}
    try 2 "no part $name" laws "$(echo "$name" | tr ';' ':')"
    check 'what there is' grep -q "${case#*:}" err.txt
done
try 2 'unknown law' laws linaer
says err.txt "did you mean 'linear'?"

# The unit of a let that is made of others is not known, nor that of one which -D gives as a number.
sed 's/^let: .*//; s/^lawtester: 1/&\nlet: {speed: 1 m\/s, twice: 2*speed}/; s/-speed/-twice/' impact.yaml >made.yaml
echo 'calibrate: {vary: {twice: [1 m/s, 9 m/s]}, to: {fn_max: 15}}' >>made.yaml
try 0 'a let made of others has a range with units' calibrate made.yaml
sed -i 's/: {twice: \[1/: {speed: [1/; s/-twice/-speed/' made.yaml
try 0 'a let without its unit, by -D' calibrate made.yaml -D speed=2

# n needs a direction, and s one across it.
sed 's/^motion: .*/motion: {frame: bodies, normal: [0, 1, 0], tangent: [0, 2, 0]}/' impact.yaml >along.yaml
try 3 's along n' check along.yaml
says err.txt 'error: motion.tangent has no direction across motion.normal'
try 3 'no n' check along.yaml -D 'motion.normal=[0, 0, 0]'
says err.txt 'error: motion.normal has no direction'

# calibrate
try 1 'an unknown that no target depends on' calibrate oblique.yaml --vary kn=1e4:1e6 --vary dp_nratio=0.01:0.5 --vary fric=0:1 \
    --to t_contact=2e-4 --to fn_max=9.5 --to bounces=1
says err.txt 'fric is one unknown too many: fewer targets depend on the unknowns'
cat >thrown.yaml <<END
lawtester: 1
particles:
  a: {shape: wall}
  b: {shape: sphere, radius: 5 mm, density: 2500, velocity: [-1, 0, 0]}
law: {name: linear, kn: 1e5, dp_nratio: 0.1}
motion: {frame: bodies, gap: 0}
stages:
  - {whats: ......, values: [0, 0, 0, 0, 0, 0], until: rebound}
END
try 0 'a particle that comes by itself' calibrate thrown.yaml --vary dp_nratio=0:1 --to e_n=0.6
check 'has the same restitution of a particle' grep -q '^  two particles  *0.6  *none' out.txt
try 2 'nothing to calibrate' calibrate impact.yaml
says err.txt --vary
try 2 'no target' calibrate impact.yaml --vary dp_nratio=0:2
says err.txt --to
try 0 'calibrate' calibrate impact.yaml --vary dp_nratio=0:2 --to e_n=0.5
says out.txt 'dp_nratio = '
says out.txt 'closed form'
try 0 'calibrate within the range of the parameter' calibrate impact.yaml --vary dp_nratio \
    --to e_n=0.5 --json
says out.txt '"converged": true'
try 0 'calibrate, however short the step' calibrate impact.yaml --vary dp_nratio=0:2 --to e_n=0.5 \
    -D motion.dt=t_c/60000
says out.txt 'dp_nratio = 0.25527'
says out.txt 'speed x 10      0.5 '
try 0 'calibrate for a time step' calibrate impact.yaml --vary dp_nratio=0:0.9 --to e_n=0.5 \
    -D motion.integrator=leapfrog -D motion.dt=t_c/20 --as-run
says out.txt 'dp_nratio = 0.25062'
says out.txt '  exact        dp_nratio = 0.25527'
try 0 'the same as JSON' calibrate impact.yaml --vary dp_nratio=0:0.9 --to e_n=0.5 \
    -D motion.integrator=leapfrog -D motion.dt=t_c/20 --as-run --json
says out.txt '"band"'
says out.txt '"averaged": true'
try 1 'a time step, in the limit of small ones' calibrate impact.yaml --vary motion.dt=1us:20us \
    --to e_n=0.56 -D motion.integrator=leapfrog -D motion.dt=2us
says err.txt 'motion.dt acts only in discrete steps'
says err.txt 'add --as-run, which has the integrator and time step of motion'
try 1 'a let of a time step' calibrate impact.yaml --vary speed=1:2 --to e_n=0.56 \
    -D motion.integrator=leapfrog -D motion.dt='t_c/(100*speed)'
says err.txt '; --as-run uses the integrator and time step of motion'
try 1 'what steps have no part in' calibrate impact.yaml --vary kn=1e4:1e6 --to e_n=0.56
check 'no such advice' lacks_advice
try 1 'a result that there is not' calibrate impact.yaml --vary dp_nratio=0:1 --to e_t=0.3
says out.txt 'nothing'
lacks() { ! grep -qi "$2" "$1"; }
check 'and no nan is printed' lacks out.txt 'nan'
try 4 'no time step' run impact.yaml -D kn=0 --plot=none -o no-step
check 'without a row there is no table' test ! -e no-step/impact.partial.csv
# calibrate --for
for code in pfc yade lammps liggghts mercury comsol; do
    try 0 "lines for $code" calibrate impact.yaml --vary dp_nratio=0:0.9 --to e_n=0.5 --for $code
    says out.txt 'gives e_n = 0.5'
    silent err.txt
done
try 1 'a law that a code has not' calibrate impact.yaml --vary dp_nratio=0:0.9 --to e_n=0.5 --for woo
says err.txt "lawtester writes no Woo lines for the law 'linear'; its linear law, 'idealelpl', has no dashpot"
try 0 'the convention of the code' calibrate impact.yaml --vary dp_nratio=0:0.9 --to e_n=0.5 \
    -D dp_mode=no-tension --for comsol
says out.txt 'dp_nratio = 0.21545'
# Robot simulators: a spring and a dashpot in MuJoCo; laws in formulas, which have to have the forces that their names say.
try 0 'a dashpot for MuJoCo' calibrate impact.yaml --vary dp_nratio=0:0.9 --to e_n=0.5 --for mujoco
says out.txt 'dp_mode: no-tension'
says out.txt '<geom solref="-152788745.4 -6310.809167" solimp="0.0001 0.0001 0.001 0.5 2" condim="1"/>'
try 0 'an undamped spring for MuJoCo' calibrate impact.yaml --vary kn=1e4:1e6 --to t_contact=1e-4 -D dp_nratio=0 --for mujoco
says out.txt ' 0" solimp="0.0001 0.0001 0.001 0.5 2"'
try 1 'no dashpot for Bullet' calibrate impact.yaml --vary dp_nratio=0:0.9 --to e_n=0.5 --for bullet
says err.txt "writes no Bullet lines for the law 'linear'; its step is implicit"
try 0 "MuJoCo's law in formulas" calibrate "$simulators/mujoco.yaml" --vary dampratio=0.05:2 --to e_n=0.5 --as-run --for mujoco
says out.txt '<geom solref="0.02 0.2470529023" solimp="0.9 0.95 0.001 0.5 2" condim="1"/>'
says out.txt '<option timestep="0.002" integrator="Euler"/>'
try 0 'a short timeconst for MuJoCo' calibrate "$simulators/mujoco.yaml" -D motion.dt=11e-3 --vary dampratio=0.5:5 --to e_n=0.3 --as-run --for mujoco
says out.txt '# warning: MuJoCo takes two time steps, 0.022 s, for a shorter timeconst'
try 0 "Bullet's law in formulas" calibrate "$simulators/bullet.yaml" --vary contactDamping=1:60 --to e_n=0.5 --as-run --for bullet
says out.txt 'contactStiffness=1000, contactDamping=4.589965435)'
try 0 'in the limit of short steps for Bullet' calibrate "$simulators/bullet.yaml" --vary contactDamping=1:60 --to e_n=0.5 --for bullet
says out.txt '# warning: Bullet takes steps of fixedTimeStep'
sed 's/drag: m_eff\*d\*b\*vn/drag: m_eff*b*vn/' "$simulators/mujoco.yaml" >other-mujoco.yaml
try 1 'a law of that name with other forces' calibrate other-mujoco.yaml --vary dampratio=0.05:2 --to e_n=0.5 --for mujoco
says err.txt "law 'mujoco' of this file does not have the forces of MuJoCo"
sed 's/g\*give\*(vn/give*(vn/' "$simulators/bullet.yaml" >other-bullet.yaml
try 1 'the same for Bullet' calibrate other-bullet.yaml --vary contactDamping=1:60 --to e_n=0.5 --for bullet
says err.txt "law 'bullet' of this file does not have the forces of Bullet"
sed 's/midpoint/centre/g' "$simulators/mujoco.yaml" >other-words.yaml
try 1 'a law of that name with other parameters' calibrate other-words.yaml --vary dampratio=0.05:2 --to e_n=0.5 --for mujoco
says err.txt "writes no MuJoCo lines for the law 'mujoco'"
sed 's/^law:.*/law: {name: hertz, young: 5e9, poisson: 0.25, alpha: 0.3}/' impact.yaml >hertz.yaml
# Lines that go by numbers of the law: the shear dashpot, what a code cannot have.
for_code() { # CODE EXIT ARGUMENT...
    code=$1
    wanted=$2
    shift 2
    try "$wanted" "lines for $code, $*" calibrate "$@" --for "$code"
}
for_code pfc 0 impact.yaml --vary dp_nratio=0:0.9 --to e_n=0.5 -D dp_sratio=0.3
says out.txt 'dp_sratio 0.3 '
for_code pfc 0 impact.yaml --vary dp_nratio=0:0.9 --to e_n=0.5 -D ks=0 -D dp_sratio=0.3
says out.txt 'dp_sratio 0 '
for_code woo 0 hertz.yaml --vary young=1e9:1e10 --to fn_max=20
says out.txt 'en=0.'
for alpha in 0 2.4; do
    for_code woo 1 hertz.yaml --vary young=1e9:1e10 --to fn_max=20 -D alpha=$alpha
    says err.txt 'from a restitution en between 0 and 1'
done
try 0 'the convention of the code, where the file says nothing' calibrate hertz.yaml \
    --vary alpha=0:2 --to e_n=0.5 --for yade
says out.txt 'dp_mode: no-tension'
try 0 'lines in the document' calibrate impact.yaml --vary dp_nratio=0:0.9 --to e_n=0.5 --for pfc --json
says out.txt '"paste"'
# A fixed ball has its mass in PFC's ratios: 2^(1/2) times those of a wall, in each law.
for law in 'linear, kn: 1e5 dp_nratio=0:2' 'linear-elastic, kn: 1e5 cn=0:9' \
    'hertz, young: 1e7, poisson: 0.2 alpha=0:2'; do
    sed "s/^law:.*/law: {name: ${law% *}}/; /^expect:/,\$d" impact.yaml >fixed.yaml
    try 0 "PFC, a fixed ball: ${law%%,*}" calibrate fixed.yaml -D particles.a.fixed=true \
        --vary "${law##* }" --to e_n=0.5 --for pfc
    case $law in
    hertz*) says out.txt 'dp_nratio 0.278149' ;;
    *) says out.txt 'dp_nratio 0.304697' ;;
    esac
done
# Where more than n moves, as the code moves; else what is not as it has it.
sed 's/i\.\.\.\.\., values: \[-speed, 0,/ii...., values: [-speed, 0.5,/' impact.yaml >oblique.yaml
oblique='oblique.yaml --vary dp_nratio=0:0.9 --to e_n=0.6'
# shellcheck disable=SC2086
for case in 'lammps:moved with frame: bodies, lever: overlap; that code has lever: slip-radius' \
    'liggghts:moved with frame: bodies, lever: overlap, as that code' \
    'comsol:moved with frame: contact; where that code has its contact point'; do
    try 0 "moved as ${case%%:*}" calibrate $oblique --for "${case%%:*}"
    says out.txt "${case#*:}"
done
# A run as a code has it: law, frame, lever, axes, levels and history; and the lines.
cat >stepped.yaml <<'end'
lawtester: 1
particles: {a: {shape: sphere, radius: 3e-3, density: 2500}, b: {shape: sphere, radius: 5e-3, density: 2500}}
law: {name: linear-elastic, kn: 1e5, kt: 5e4, fric: 0.3, cn: 0.5, ct: 0.2}
stages: [{whats: ii...., values: [-1, 0.5, 0, 0, 0, 0], until: broken}]
sweep: {over: {fric: [0.1, 0.3]}, results: [e_t]}
end
try 0 'run for lammps' run stepped.yaml --for lammps --plot=none -o for-lammps -D motion.gap=1e-10
says out.txt 'moved with frame: bodies, lever: slip-radius, as that code'
says out.txt 'its steps: axes: projected, history: rescaled, levels: yade'
says out.txt 'besides, for the same run: spheres of radius'
says out.txt 'hooke 100000 0.5 tangential linear_history 50000 0.4 0.3'
try 0 'the same by hand' run stepped.yaml --plot=none -o by-hand -D motion.gap=1e-10 -D cap_by=absolute -D cap_on=total -D slip_dashpot=kept -D motion.frame=bodies \
    -D motion.lever=slip-radius -D motion.axes=projected -D motion.history=rescaled -D motion.levels=yade
check 'the rows are the same' cmp for-lammps/stepped.csv by-hand/stepped.csv
try 0 'in the document' run stepped.yaml --for liggghts --plot=none --json
check 'its lines' grep -q '"code": "liggghts"' out.txt
cat >luding.yaml <<'END'
lawtester: 1
particles: {a: {shape: sphere, radius: 5 mm, density: 2500}, b: {shape: sphere, radius: 5 mm, density: 2500}}
law: {name: luding, kn1: 1e4, kn2: 5e4, kc: 0, phi_f: 0.01, damping: critical, dp_nratio: 0.16, memory: explicit}
motion: {dt: 1e-6}
stages: [{whats: i....., values: [-0.1, 0, 0, 0, 0, 0], until: rebound}]
END
try 0 "the dashpot of Luding's spring" run luding.yaml --for liggghts --plot=none
check '... as a restitution, exp(-pi*dp_nratio/sqrt(1 - dp_nratio^2))' grep -q 'coefficientRestitution peratomtypepair 1 0.60096713' out.txt
try 0 'a sweep for mercury' sweep stepped.yaml --for mercury --plot=none -o for-sweep
try 1 'no such law in woo' run stepped.yaml --for woo
try 2 'the code itself, or as it' run stepped.yaml --for lammps --in lammps
lacks_moved() { ! grep -q 'moved with' "$1"; }
try 0 'head on' calibrate impact.yaml --vary dp_nratio=0:0.9 --to e_n=0.5 --for lammps
check 'nothing to say of levers' lacks_moved out.txt
try 0 'over a range of speeds' calibrate impact.yaml --vary dp_nratio=0:0.9 --to e_n=0.5 \
    --speeds '1 cm/s:10:3' -o speeds
says out.txt '  10           0.5'
says speeds/impact.speeds.csv 'speed,e_n'
check 'a figure of it' test -s speeds/impact.speeds.svg
try 0 'speeds in the document' calibrate impact.yaml --vary dp_nratio=0:0.9 --to e_n=0.5 \
    --speeds 1:10:2 --for pfc --plot=none --json -o speeds
says out.txt '"speeds": {'
for speeds in 1 2:1 0:1 1:2:1 1:2:3:4 '1 m:2 m' 1:x; do
    try 2 "speeds $speeds" calibrate impact.yaml --vary dp_nratio=0:0.9 --to e_n=0.5 --speeds "$speeds"
done
try 2 'unknown code' calibrate impact.yaml --vary dp_nratio=0:0.9 --to e_n=0.5 --for liggghs
says err.txt "did you mean 'liggghts'?"

# audit-formula
try 0 'published formulas' audit-formula decrement tsuji-polynomial -o audit
says out.txt '0.2527  0.3971  0.5503  0.7182  0.9020    0.16  not meant for it'
says out.txt '0.2350  0.4396  0.6161'
says audit/audit-formula.csv 'decrement,linear,no-tension,0,e_n,0.5,0.5502831696271'
test -s audit/audit-formula-hertz-no-tension.svg
verdict $? 'a drawing for each family'
try 0 'published formulas as JSON' audit-formula secant --json --plot=none -o audit
says out.txt '"meant": true'
try 2 'unknown formula' audit-formula tsuji-polinomial
says err.txt "did you mean 'tsuji-polynomial'?"
try 1 'out of reach' calibrate impact.yaml --vary dp_nratio=0:0.01 --to e_n=0.5
says out.txt reachable
try 1 'out of reach, as JSON' calibrate impact.yaml --vary dp_nratio=0:0.01 --to e_n=0.5 --json
says out.txt '"converged": false'
try 2 'two unknowns for one target' calibrate impact.yaml --vary dp_nratio=0:2 --vary kn=1:2 \
    --to e_n=0.5
says err.txt '2 unknowns for 1 target: the numbers must be equal'
try 2 'one unknown twice' calibrate impact.yaml --vary dp_nratio=0:2 --vary dp_nratio=0:1 \
    --to e_n=0.5 --to t_contact=1
says err.txt "'dp_nratio' is varied twice"
try 0 'two unknowns' calibrate impact.yaml --vary dp_nratio=0:2 --vary kn=1e3:1e7 \
    --to e_n=0.5+-0.02 --to t_contact=1e-4 --json
says out.txt '"jacobian"'
try 0 'the unit of the value' calibrate impact.yaml --vary dp_nratio=0:2 -D dp_mode=full --to 't_contact=300 us +- 5'
cp out.txt both.txt
try 0 'is that of the error' calibrate impact.yaml --vary dp_nratio=0:2 -D dp_mode=full --to 't_contact=300 us +- 5 us'
check 'the same' cmp both.txt out.txt
try 2 'an uncertainty that is none' calibrate impact.yaml --vary dp_nratio=0:2 --to e_n=0.5+-0
says err.txt "must be above 0"
try 2 'unknown parameter' calibrate impact.yaml --vary dp_nratoi=0:2 --to e_n=0.5
says err.txt "did you mean 'dp_nratio'?"
try 2 'unknown result' calibrate impact.yaml --vary dp_nratio=0:2 --to en=0.5
says err.txt "did you mean 'e_n'?"
try 2 'a wrong unit' calibrate impact.yaml --vary 'kn=1 m:2 m' --to e_n=0.5
try 2 'bounds in the wrong order' calibrate impact.yaml --vary dp_nratio=2:0 --to e_n=0.5
try 2 'a range without its end' calibrate impact.yaml --vary dp_nratio=2 --to e_n=0.5
try 2 'bounds beyond the parameter' calibrate impact.yaml --vary dp_nratio=-1:1 --to e_n=0.5
says err.txt 'the range of dp_nratio is 0 to inf'
try 0 'an unknown by its path' calibrate impact.yaml --vary 'particles.b.radius=1 mm:20 mm' \
    --to t_contact=3e-4
says out.txt 'particles.b.radius = 0.0063637755'
try 0 'an imposed velocity' calibrate impact.yaml --vary vn=0.1:2 --to fn_max=5
says out.txt 'vn = '
sed -n 's/^vn = \([0-9.]*\).*/\1/p' out.txt >speed
try 0 'a speed is the size of the velocity' calibrate impact.yaml --vary speed=0.1:2 --to fn_max=5
says out.txt "speed = $(cat speed)"
try 2 'a velocity has no range of its own' calibrate impact.yaml --vary vn --to fn_max=5
says err.txt "'vn' needs a range: vn=LO:HI"
try 2 'a velocity that is not imposed' calibrate impact.yaml --vary vs=0:1 --to fn_max=5
says err.txt 'no stage imposes vs'
printf 't,v\n0,-1\n1,-1\n' >speeds.csv
cat >table.yaml <<'END'
lawtester: 1
particles: {a: {shape: wall}, b: {shape: sphere, radius: 5 mm, density: 2500 kg/m^3}}
law: {name: linear, kn: 1e5 N/m}
motion: {dt: 1 us}
stages: [{whats: vvvvvv, values: [{file: speeds.csv, column: v, over: t}, 0, 0, 0, 0, 0], until: step >= 3}]
END
try 2 'a velocity of a table' calibrate table.yaml --vary vn=0.1:2 --to fn_max=5
says err.txt 'vn follows a table'
cat >reach.yaml <<'END'
lawtester: 1
particles: {a: {shape: wall}, b: {shape: sphere, radius: 5 mm, density: 2500 kg/m^3}}
law:
  name: mine
  k: -1
  define: {params: {k: {unit: N/m}}, reach: sqrt(k), force: {fn: k*un}}
motion: {gap: -0.1 mm, dt: 1 us}
stages: [{whats: vvvvvv, values: [1, 0, 0, 0, 0, 0], until: step >= 3}]
END
try 3 'a reach that is no number' run reach.yaml
says err.txt 'the interaction range (reach) of law mine is not a number'
cat >zeros.yaml <<'END'
lawtester: 1
let: {x: 0.5, y: 0.3}
particles: {a: {shape: wall}, b: {shape: sphere, radius: 5 mm, density: 2500 kg/m^3}}
law: {name: linear, kn: 1e5 N/m, ks: 1e4 N/m}
motion: {integrator: exact}
stages:
  - {whats: vvv..., values: [-1, x - 0.4 + (y - 0.6)^2, y - 0.6 + (x - 0.4)^2, 0, 0, 0], until: time > 1e-8}
calibrate: {vary: {x: [0, 1], y: [0, 1]}, to: {us_end: 0, ut_end: 0}}
END
try 0 'zero as the target of two small results' calibrate zeros.yaml
check 'which are met' grep -qx 'x = 0.4' out.txt
check '... both' grep -qx 'y = 0.6' out.txt
cat >jumps.yaml <<'END'
lawtester: 1
let: {x: 1.3}
particles: {a: {shape: wall}, b: {shape: sphere, radius: 5 mm, mass: 1 g}}
law: {name: toothed, define: {params: {k: 1e5}, force: {fn: "k*un*(1 + 6e-9*floor(-un*1e7))"}}}
motion: {integrator: exact}
stages: [{whats: v....., values: [-x, 0, 0, 0, 0, 0], until: time > 1e-6}]
calibrate: {vary: {x: [0.55, 3]}, to: {fn_end: -0.2000000234}}
END
try 0 'results that jump without slip' calibrate jumps.yaml
says out.txt 'results jump by as much from one value to the next'
cat >mixed.yaml <<'END'
lawtester: 1
materials: {g: {kn: 1e308, ks: 1e-200, fric: 1e200}}
particles:
  a: {shape: sphere, radius: 5 mm, mass: 1 g, material: g}
  b: {shape: sphere, radius: 5 mm, mass: 1 g, material: g}
law: {name: linear, mixing: {kn: harmonic, ks: geometric, fric: series}}
motion: {gap: 1 mm, dt: 1 us}
stages: [{whats: vvvvvv, values: [0, 0, 0, 0, 0, 0], until: step >= 1}]
expect:
  - {that: kn/1e308, is: 1, within: 1e-15}
  - {that: ks/1e-200, is: 1, within: 1e-15}
  - {that: fric/5e199, is: 1, within: 1e-15}
END
try 0 'materials of extreme numbers' run mixed.yaml --plot=none
cat >agree.yaml <<'END'
lawtester: 1
materials: {glass: {density: 2500, en: 0.9}, steel: {density: 7800, en: 0.4}}
particles:
  a: {shape: sphere, radius: 5 mm, material: glass}
  b: {shape: sphere, radius: 5 mm, material: steel}
law: {name: linear-elastic, kn: 1e5}
motion: {integrator: exact}
stages: [{whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}]
sweep: {over: {materials.steel.en: [0.4, 0.9]}, results: [e_n]}
END
for command in check run; do
    try 3 "$command: materials that do not agree" "$command" agree.yaml
    says err.txt "agree.yaml:2:73: error: material 'glass' has en 0.9, 'steel' has 0.4, and law linear-elastic has no rule for two: write 'law: {mixing: {en: mean}}'"
done
try 0 'one that is changed' run agree.yaml -D materials.steel.en=0.9 --plot=none
says out.txt '  e_n                  0.9'
try 0 'a rule that is a formula' run agree.yaml -D 'law.mixing={en: "sqrt(a*b)"}' --plot=none
says out.txt '  e_n                  0.6'
try 0 'a value for the contact' run agree.yaml -D en=0.7 --plot=none
says out.txt '  e_n                  0.7'
try 0 'a sweep over that of a material' sweep agree.yaml -D law.mixing.en=max --plot=none
says out.txt '  e_n                   0.9             0.9             0.9 '
try 0 'one of a material wanted' calibrate agree.yaml -D law.mixing.en=mean --vary materials.steel.en=0.1:0.9 --to e_n=0.6
says out.txt 'materials.steel.en = 0.3'
try 2 'what follows from one of the materials cannot be wanted' calibrate agree.yaml -D law.mixing.en=mean --vary cn=0.1:9 --to e_n=0.6
says err.txt "'cn' follows from 'en', which is given"
try 0 'the time step for a restitution' calibrate impact.yaml -D motion.integrator=leapfrog \
    --vary motion.dt=1e-6:3e-5 --to e_n=0.565 --as-run
says out.txt 'motion.dt = 2.22878'
try 2 'a path without a value' calibrate impact.yaml --vary motion.dt --to e_n=0.5
says err.txt "the file has no 'motion.dt': give it a value there first"
try 2 'a path without a range' calibrate impact.yaml --vary particles.b.radius --to e_n=0.5
says err.txt "'particles.b.radius' needs a range: particles.b.radius=LO:HI"
try 2 'bounds beyond what a path may be' calibrate impact.yaml --vary motion.phase=0:2 --to e_n=0.5
says err.txt "'0:2': the range of motion.phase is 0 to 1"
try 2 'bounds of another dimension' calibrate impact.yaml --vary 'motion.gap=1 s:2 s' --to e_n=0.5
says err.txt "'1 s' is a time (s), expected a length (m)"
for path in record.every motion.integrator motion.dtt particles.a stages '[0]' motion. \
    'stages[9].values[0]' a.b.c .; do
    try 2 "$path cannot be an unknown" calibrate impact.yaml --vary "$path=1:2" --to e_n=0.5
    says err.txt '--vary'
done
try 2 'a choice' calibrate impact.yaml --vary dp_mode=0:3 --to e_n=0.5
says err.txt "'dp_mode' is a choice, which no range holds: set it by -D dp_mode=WORD"
try 0 'the last value of a column' calibrate impact.yaml --vary dp_nratio=0:1 \
    --to E_dashpot_end=1e-4 --json
says out.txt '"E_dashpot_end": 0.0001'
try 2 'three bounds' calibrate impact.yaml --vary dp_nratio=0:1:10 --to e_n=0.5
says err.txt "'0:1:10' is not a range; write dp_nratio=LO:HI"
try 2 'a target without a value' calibrate impact.yaml --vary dp_nratio=0:2 --to e_n

# plot
try 0 'plot' plot a/b/impact.csv -x -un -y -fn -o force.svg
check 'plot draws what -o says' test -s force.svg
try 0 'plot beside the data' plot a/b/impact.csv json/impact.csv -x un -y fn
check 'plot does not touch the drawing of the run' test -s a/b/impact-un-fn.svg
try 2 'unknown column' plot a/b/impact.csv -x un -y f_n
says err.txt "no column 'f_n'"
try 2 'unknown ending' plot a/b/impact.csv -x un -y fn -o force.gif
try 0 'plot that chooses' plot a/b/impact.csv
check 'force over overlap' test -s a/b/impact-normal.svg
check 'under the title of the run' grep -q "set title 'Head-on impact'" a/b/impact-normal.gp
for kind in normal time energy residual; do
    try 0 "plot --kind=$kind" plot a/b/impact.csv --kind=$kind
    check "draws $kind" test -s a/b/impact-$kind.svg
done
try 0 'plot in characters' plot a/b/impact.csv --kind=energy --plot=term
says out.txt kinetic
for ratio in 0.1 0.3; do
    try 0 "damped by $ratio" run impact.yaml -D dp_nratio=$ratio -o "by-$ratio" --plot=none
done
try 0 'plot of several' plot by-0.1/impact.csv by-0.3/impact.csv -o several.svg
check 'curves are told apart by what differs' grep -q "'dp_nratio = 0.3'" several.gp
try 0 'with names of its own' plot by-0.1/impact.csv by-0.3/impact.csv -x t -y -fn -o named.svg \
    --label 'light, µ' --label heavy --x-label 'time (ms)' --y-label 'push [mN]'
check '... of the curves' grep -q '<text>light, µ</text>' named.svg
check '... of both' grep -q '<text>heavy</text>' named.svg
check '... of an axis' grep -q '<text>time (ms)</text>' named.svg
check '... whose unit the numbers have' grep -q '^set yrange .*:[0-9][0-9][0-9][0-9]\]' named.gp
try 2 'too few names' plot by-0.1/impact.csv by-0.3/impact.csv -x t -y -fn --label light
says err.txt 'expected --label 2 times, for the curves dp_nratio = 0.1, dp_nratio = 0.3, found it 1 times'
try 2 'too many' plot by-0.1/impact.csv --label light --label heavy
says err.txt 'expected --label once, for the only curve, found it 2 times'
try 2 'energies of several' plot by-0.1/impact.csv by-0.3/impact.csv --kind energy
try 0 'on a dark page' plot a/b/impact.csv --theme=dark -o dark.svg
check 'dark' grep -q 'fill="#16181d"' dark.svg
try 0 'for a column of print' plot a/b/impact.csv --size=85x60 --title= -o column.pdf
check '85 mm are 240 points' grep -qa 'MediaBox .* 240 170 ' column.pdf
check 'an empty title is none' test "$(grep -c "^set title '" column.gp)" -eq 0
says column.gp 'size 8.5cm,6cm'
try 2 'unknown theme' plot a/b/impact.csv --theme=darker
try 2 'unknown kind' plot a/b/impact.csv --kind=energies
try 2 'a kind and columns' plot a/b/impact.csv --kind=energy -x t -y fn
try 2 'half the columns' plot a/b/impact.csv -x un
printf 'a,b\n1,2\n2,3\n' >ab.csv
printf 't,vxb\n0,1\n1,2\n' >body.csv
try 0 'plot of a body' plot body.csv -x t -y vxb
says body-t-vxb.gp "set ylabel 'velocity of B vxb (m/s)'"
try 0 'plot of any table' plot ab.csv
awk 'BEGIN {print "a,b"; for (i = 0; i < 2000; i++) print i*7919%2000 "," i*104729%1999}' >cloud.csv
try 0 'plot of a cloud of points' plot cloud.csv -o cloud.svg
check '... all of them' test "$(sed -n '/^.curve1 <</,/^EOD/p' cloud.gp | grep -c '^[0-9]')" -eq 2000
check 'b over a' grep -q "set ylabel 'b'" ab-plot.gp
try 2 'a kind that it has not' plot ab.csv --kind=cone
says err.txt "needs the column 'fn'"
try 5 'missing table' plot missing.csv -x un -y fn

# A corner that steps cut off, so that it shows: said once, and only then.
cat >corner.yaml <<'END'
lawtester: 1
particles: {a: {shape: wall}, b: {shape: sphere, radius: 5 mm, density: 2500}}
law: {name: linear, kn: 1e5 N/m, ks: 5e4 N/m, fric: 0.4}
motion: {gap: 0, dt: 3 ms}
stages:
  - {name: press, whats: v....., values: [-1 mm/s, 0, 0, 0, 0, 0], until: un <= -10 um}
  - {name: shear, whats: vvvvvv, values: [0, 1 mm/s, 0, 0, 0, 0], until: time >= 0.03}
plots: [{x: us, y: fs, stage: shear}, {kind: shear}]
END
try 0 'long steps' run corner.yaml -o corner
says err.txt "note: corner/corner.svg: the line passes a corner of the curve by 2.8 mm, since slip_change at 24 ms is between"
check '... said once' test "$(grep -c 'passes a corner' err.txt)" -eq 1
for quiet in '-D motion.dt=0.2ms' '-D motion.integrator=exact' '--plot=none' '--plot=term' '-q'; do
    try 0 "corner: $quiet" run corner.yaml -o corner $quiet
    ! grep -q 'passes a corner' err.txt
    verdict $? '... nothing is said'
done

# Two samplings of a parabola and another one as the way back; one with an error at the turn. A
# chord of length 0.1 is 0.1^2/4 away from y = x^2.
awk 'BEGIN {OFS = ","; print "x,y"; for (i = -100; i <= 100; i++) {x = 1 - (i < 0 ? -i : i) / 100
    print x, i < 0 ? x * (2 - x) : x * x}}' >fine.csv
awk 'NR == 1 || NR % 10 == 2' fine.csv >coarse.csv
awk -F, 'NR == 102 {$2 += 0.12} {print $1 "," $2}' fine.csv >spike.csv
# A disk that is full: one sentence, and nothing half-written.
full() { # COMMAND... writing to full/
    mkdir full
    (
        ulimit -f 1
        "$lawtester" "$@" -o full >out.txt 2>err.txt
        echo $? >code
    )
    { echo "lawtester $*: exit $(cat code)"; cat err.txt; ls full; } >"$log"
    grep -q 'too large' err.txt && test "$(cat code)" -eq 5 && test -z "$(ls full)"
    verdict $? "no room for $1"
    rm -rf full
}
full run impact.yaml --plot=none
full new law grain

# What a program reads is not written over.
mkdir own
printf 'time,vn\n0,-1\n1,-1\n' >own/driven.csv
printf 'v\n1\n2\n' >own/driven.sweep.csv
cp own/driven.csv driven.csv
sed '/^expect/,$d; s/\[-speed,/[{file: driven.csv, column: vn},/; s/whats: i/whats: v/
    s/until: rebound/until: un < -1e-6/' impact.yaml >own/driven.yaml
echo 'sweep: {design: lhs, n: 2, over: {kn: {file: driven.sweep.csv, column: v}}, results: [fn_max]}' \
    >>own/driven.yaml
sed '/^expect/,$d' impact.yaml >own/self.csv
for name in own ./own/../own "$PWD/own"; do
    try 5 "the table that is followed, $name" run own/driven.yaml --plot=none -o "$name"
    says err.txt 'driven.csv: would be overwritten, but'
done
check 'it is as it was' cmp own/driven.csv driven.csv
try 5 'the table that is drawn from' sweep own/driven.yaml --plot=none -o own
try 5 'the program itself' run own/self.csv --plot=none -o own
try 0 'elsewhere' run own/driven.yaml --plot=none -o own/out
printf 'v\n1\n2\n' >own/led.speeds.csv
sed '/^expect/,$d; s/^let: .*/let: {speed: {file: led.speeds.csv, column: v}}/' impact.yaml >own/led.yaml
cp own/led.speeds.csv speeds.csv
try 5 'the table of a let' calibrate own/led.yaml --vary dp_nratio=0:0.9 --to e_n=0.5 --speeds 1:10:2 --plot=none -o own
says err.txt 'led.speeds.csv: would be overwritten, but'
check '... is as it was' cmp own/led.speeds.csv speeds.csv

# Rows of a law without moments, whatever was in the memory they are written to.
sed '/^expect/,$d; s/^record:.*/record: {columns: [t, un, fn, mn, ms, mt]}/' impact.yaml >moments.yaml
grep -q '^record: .*mn' moments.yaml || echo 'record: {columns: [t, un, fn, mn, ms, mt]}' >>moments.yaml
for byte in 1 145; do
    MALLOC_PERTURB_=$byte "$lawtester" run moments.yaml --plot=none -q -o "perturbed-$byte" 2>err.txt
done
check 'moments are there' test -s perturbed-145/moments.csv
check 'there is no moment' awk -F, 'NR > 1 && ($4 != 0 || $5 != 0 || $6 != 0) {exit 1}' perturbed-145/moments.csv
check 'and the rows are the same' cmp perturbed-1/moments.csv perturbed-145/moments.csv

try 5 'a folder is no table' compare fine.csv . --x x --y y
try 5 'nor to be drawn' plot .
try 0 'a curve and itself' compare fine.csv fine.csv --x x --y y --within 0
try 0 'another sampling of it' compare fine.csv coarse.csv --x x --y y --within 0.00251
try 1 'less than it differs' compare fine.csv coarse.csv --x x --y y --within 0.00249
try 1 'a spike' compare fine.csv spike.csv --x x --y y --within 0.119
try 0 'a spike is as large as it is' compare fine.csv spike.csv --x x --y y --within 0.121
try 0 'how far, without a bound' compare fine.csv spike.csv --x x --y y --json
check 'where the spike is' grep -q '"at": 1.0,' out.txt
check 'how often it turns' grep -q '"branches": 2,' out.txt
head -n 60 fine.csv >half.csv
try 3 'another way' compare fine.csv half.csv --x x --y y
check 'says so' grep -q 'turns back in x 1 times, B 0 times' err.txt
(echo x,y; sed 1d half.csv | tac) >back.csv
try 0 'the same points from the last to the first' compare half.csv back.csv --x x --y y --within 0
(echo x,y; sed 1d fine.csv | awk -F, '{print -$1 "," $2}') >mirrored.csv
try 3 'a loop that goes the other way' compare fine.csv mirrored.csv --x x --y y
check 'says so' grep -q 'opposite ways: the x of A first rises, that of B falls' err.txt
awk 'BEGIN {print "x,y"; for (i = 0; i <= 200; i++) printf "%.9e,1\n", (i < 100 ? i : 200 - i) * 5e-10
    print "1,1"}' >creep.csv
try 0 'steps below rounding' compare creep.csv creep.csv --x x --y y --json
check 'are a way together' grep -q '"branches": 3,' out.txt
printf 'x,y\n0,0\n1,5\n3,1\n2,-4\n0,3\n5,2\n4,7\n1e12,1\n' >dwarfs.csv
try 0 'one x that dwarfs the rest' compare dwarfs.csv dwarfs.csv --x x --y y --within 0
sed 's/^4,7$/4,9/' dwarfs.csv >other.csv
try 1 'beside which all others are one: a larger y there is seen' compare dwarfs.csv other.csv --x x --y y --within 0
awk 'BEGIN {print "x,y"; for (i = 0; i < 100000; i++) print 0 "," i * 7919 % 100003}' >upright.csv
(ulimit -t 20; exec "$lawtester" compare upright.csv upright.csv --x x --y y --within 0) >out.txt 2>"$log"
verdict $? 'an x that stays, for a hundred thousand rows'
sed 's/^4,7$/4,inf/' dwarfs.csv >blown.csv
try 3 'what is infinite is no curve' compare dwarfs.csv blown.csv --x x --y y --within 0
says err.txt "blown.csv:8:3: error: 'inf' is not a number"
sed 's/^0,3$/0,nan/' dwarfs.csv >gap.csv
try 0 'what has no number' compare dwarfs.csv gap.csv --x x --y y
says err.txt 'gap.csv: 1 row without a number is left out'
printf 'x,y\n0,1e308\n1,-1e308\n2,1\n' >vast.csv
try 0 'a distance beyond numbers' compare half.csv vast.csv --x x --y y --json
check 'has none' grep -q '"rms": null' out.txt
printf 'x,y\n0,0\n0.5,1\n' >short.csv
try 0 'one that ends early' compare half.csv short.csv --x x --y y
says out.txt 'one curve ends before the other'
try 2 'compare needs columns' compare fine.csv coarse.csv
try 2 'a bound that is no number' compare fine.csv coarse.csv --x x --y y --within much

# What is not finite: a step is blamed only once there has been one, and what is no number has no sign.
cat >beyond.yaml <<'END'
lawtester: 1
particles: {a: {shape: wall}, b: {shape: sphere, radius: 5 mm, mass: 1 g}}
law: {name: linear, kn: 1e5, ks: 5e4, dp_nratio: 0.2, fric: 0.3}
motion: {integrator: leapfrog}
stages: [{whats: ii.i.., values: [-1, 0.3, 0, 2, 0, 0], until: rebound}]
END
try 4 'an energy beyond all numbers' run beyond.yaml --plot=none -D 'stages[0].values=[-1e300, 0, 0, 0, 0, 0]'
check 'no step is blamed' grep -q 'step 0, t = 0 s: E_kinetic is not a finite number (inf)$' err.txt
try 4 'a radius that has no inertia' run beyond.yaml --plot=none -D particles.b.radius=1e-300
says err.txt 'is not a finite number (nan); is motion.dt above t_crit?'

finish
