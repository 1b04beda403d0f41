#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# codes.sh LAWTESTER ROOT FAKES: codes that are asked for their own laws, and those that misbehave.
set -u
. "$(dirname "$0")/tap.sh"
lawtester=$(absolute "$1")
root=$(absolute "$2")
fakes=$(absolute "$3")
scratch
mkdir tmp
TMPDIR=$folder/tmp
export TMPDIR

program() { # CODE LINE...: an impact of two spheres by a code's lines, in code.yaml
    code=$1
    shift
    cat <<END
lawtester: 1
particles: {a: {shape: sphere, radius: 5 mm, density: 2500}, b: {shape: sphere, radius: 5 mm, density: 2500}}
let: {half: 0.5}
motion: {dt: 2e-6, gap: 1e-10}
stages: [{name: impact, whats: i....., values: [-0.1, 0, 0, 0, 0, 0], until: rebound}]
law:
  code: $code
  x: 0.5
  lines:
END
    for line in "$@"; do printf '    - %s\n' "$line"; done
}
style='pair_style granular'
spring='pair_coeff * * hooke 1e5 {x} tangential linear_nohistory 0 0 damping velocity'
lammps() { # LINE...
    program lammps "$@" >code.yaml
}
gone() { # nothing is left of what was started
    test -z "$(ls tmp)" && ! pgrep -P $$ serve-code
}

# A code is started by the command line alone.
lammps "$style" "$spring"
try 2 'nobody starts a code by a file' run code.yaml
check 'it says what to type' grep -q 'lawtester run code.yaml --in lammps' err.txt
try 2 'a command that starts none' law export code.yaml
says err.txt "its law is computed by LAMMPS, which 'law' does not start"
try 0 'a file can be checked without its code' check code.yaml
try 0 'and its law be shown' laws code.yaml
try 2 'verify starts none' verify code.yaml
check 'it says so' grep -q "its law is LAMMPS's own, see --in" out.txt
try 2 'another code' run code.yaml --in liggghts --library "$fakes/fake-spring.so"
check 'it says which' grep -q -- '--in lammps' err.txt
try 2 'a code that there is not' run code.yaml --in lamps
check 'the nearest' grep -q "did you mean 'lammps'" err.txt
try 2 'an allowed style without a code' run code.yaml --allow-style x
try 2 'several are for run' calibrate code.yaml --in lammps,yade
try 2 'an overlay of nothing' run code.yaml --overlay
try 2 'an overlay of a law that is a code alone' run code.yaml --in lammps --overlay --library "$fakes/fake-spring.so"
says err.txt 'there is none of ours to lay beside it'
try 5 'a library that is not there' run code.yaml --in lammps --library nowhere.so
test ! -e out
verdict $? 'nothing is written'
try 5 'a folder without one' run code.yaml --in lammps --library "$root/doc"
says err.txt 'liblammps.so: there is no such file'
mkdir -p venv/lib/python3.11/site-packages/lammps
cp "$fakes/fake-spring.so" venv/lib/python3.11/site-packages/lammps/liblammps.so
try 0 'a Python environment' run code.yaml --in lammps --library venv --plot=none -o venv-out
check '... its library' grep -q 'venv/lib/python3.11/site-packages/lammps/liblammps.so' venv-out/code.json
export LAWTESTER_LAMMPS="$folder/venv"
try 0 'by the environment variable' run code.yaml --in lammps --plot=none -o venv-out
check '... the same' grep -q 'venv/lib/python3.11/site-packages/lammps/liblammps.so' venv-out/code.json
cp -r venv 'venv {a,b} [1]'
try 0 'a folder whose name could be a pattern' run code.yaml --in lammps --library 'venv {a,b} [1]' --plot=none -o venv-out
LAWTESTER_LAMMPS=nowhere
try 5 'the environment variable names nothing' run code.yaml --in lammps
says err.txt 'lawtester: LAWTESTER_LAMMPS: nowhere: No such file or directory'
LAWTESTER_LAMMPS=
"$lawtester" run code.yaml --in lammps --plot=none -o venv-out >out.txt 2>err.txt # LAMMPS may be installed or not
check 'empty it is as if it were not set' test -z "$(grep '^lawtester: :' err.txt)"
unset LAWTESTER_LAMMPS
cp "$fakes/fake-spring.so" fake.txt
try 5 'a library that is none' run code.yaml --in lammps --library "$root/meson.build"
check 'it says what to install' grep -q 'install the Debian package lammps' err.txt

# Whatever the code does, it is said, and nothing of it remains.
try 0 'a code' run code.yaml --in lammps --library "$fakes/fake-spring.so" --plot=none
check 'energy' awk -F, 'NR == 1 {for (i = 1; i <= NF; i++) at[$i] = i} NR == 2 {e = $at["E_kinetic"]} END {exit !(($at["E_contact"] + $at["E_kinetic"] - e) ^ 2 < 1e-36 &&
    $at["E_strain"] == "" && $at["E_dashpot"] == "" && $at["E_residual"] ^ 2 < 1e-30)}' out/code.csv
check 'what it was asked is kept' grep -q '"pair_coeff \* \* hooke 1e5 0.5 tangential' out/code.json
check 'and what it is' grep -q '"version": "a fake code"' out/code.json
try 0 'a code that brings the pair to rest' run code.yaml --in lammps --library "$fakes/fake-rest.so" --plot=none -o rest --json
check 'rest: it is noticed' grep -q '"ended_by": "never separates"' out.txt
check 'rest: long before max_steps' grep -Eq '"steps": [0-9]{1,5}[.,]' out.txt
failing() { # HOW WORDS
    try 4 "a code: $1" run code.yaml --in lammps --library "$fakes/fake-$1.so" --plot=none -o "$1"
    check "$1: $2" grep -q "$2" err.txt
    check "$1: rows are kept" test "$(wc -l <"$1/code.partial.csv")" -gt 5
    check "$1: nothing is left" gone
}
failing crash 'its process crashed (Aborted)'
failing end 'its process ended by itself (exit status 0)'
failing lie 'LAMMPS: it returned a force that is not finite'
failing hang 'no answer within 10 s: its process was killed'
failing memory 'its process ended by itself (exit status 3)'
failing environment 'ERROR: PATH LC_ALL HOME TMPDIR OMP_NUM_THREADS OMPI_MCA_ess_singleton_isolated OMPI_MCA_btl OMPI_MCA_pml HWLOC_SYNTHETIC in a folder of its own$'
try 4 'a code that is slow' run code.yaml --in lammps --library "$fakes/fake-slow.so" --time-limit 1 --plot=none -o slow
check 'the limit' grep -q 'the time limit of 1 s is over: its process was killed' err.txt
check 'slow: rows are kept' test "$(wc -l <slow/code.partial.csv)" -gt 5
check 'slow: nothing is left' gone
try 2 'a limit without a code' run code.yaml --time-limit 1

# Stopped from outside.
sed 's/until: rebound/until: time > 1e9, max_steps: 1e9/; s/-0.1, 0/1e-9, 0/' code.yaml >long.yaml
"$lawtester" run long.yaml --in lammps --library "$fakes/fake-spring.so" --plot=none -o long >out.txt 2>err.txt &
process=$!
sleep 1
kill -TERM $process
wait $process
test $? -eq 143
verdict $? 'SIGTERM'
check 'SIGTERM: nothing is left' gone

# What a line may not say, with its place.
refused() { # NAME LINE... WORDS
    eval "words=\${$#}"
    name=$1
    shift
    program "$hostile" "$@" | sed '$d' >code.yaml
    try 3 "$hostile: $name" check code.yaml
    check "$name: $words" grep -qF -- "$words" err.txt
    check "$name: its place" grep -Eq '^code.yaml:[0-9]+:[0-9]+: error: ' err.txt
}
hostile=lammps
for head in shell python plugin include variable print label jump if next read_data dump run 'fix_modify' compute log write_data echo \
    region create_box info quit package suffix partition; do
    refused "$head" "$head x" "a line for LAMMPS must begin with one of pair_style, pair_coeff, fix"
done
refused 'Python as a pair style' 'pair_style python 5.0' "the style 'python' of LAMMPS is not one of"
refused 'KIM' 'pair_style kim x' "the style 'kim'"
refused 'tables' 'pair_style table linear 10' "the style 'table'"
refused 'a hybrid' 'pair_style hybrid granular python 5' "the style 'hybrid'"
refused 'a fix that runs Python' 'fix 1 all python/invoke 10 end_of_step f' "the style 'python/invoke'"
refused 'a fix that prints to a file' 'fix 1 all print 1 x file y' "the style 'print'"
refused 'a fix that moves' 'fix 1 all nve/sphere' "the style 'nve/sphere'"
refused 'a fix without a style' 'fix 1 all' "begin with one of"
refused 'a file' 'pair_coeff * * /etc/passwd' "'/etc/passwd' is neither a number"
refused 'a variable' 'pair_coeff * * hooke v_x 0' "'v_' is not allowed"
refused 'a substitution' 'pair_coeff * * hooke $(1) 0' "'\$' is not allowed"
refused 'a continuation' 'pair_coeff * * hooke &' "'&' is not allowed"
refused 'a quote' 'pair_coeff * * hooke "1"' "is not allowed"
refused 'a backslash' 'pair_coeff * * hooke \n' "is not allowed"
refused 'a backquote' 'pair_coeff * * hooke x`id`' "is not allowed"
refused 'a comment' "'pair_coeff * * hooke # x'" "'#' is not allowed"
refused 'two lines' '"pair_coeff * * hooke\nshell id"' "character 0x0A is not allowed"
refused 'a bell' '"pair_coeff * * \a"' "character 0x07 is not allowed"
refused 'infinity' 'pair_coeff * * hooke inf 0' "'inf' is neither a number"
refused 'a hexadecimal number' 'pair_coeff * * hooke 0x10 0' "'0x10' is neither a number"
refused 'more than a number holds' 'pair_coeff * * hooke 1e999 0' "'1e999' is neither a number"
refused 'a number of nothing' 'pair_coeff * * hooke {wat} 0' "unknown parameter or let 'wat'"
refused 'no line' "''" 'expected'
refused 'two parameters in a word' 'pair_coeff * * hooke {x}{half} 0' "'{x}{half}': a word of a line has one {parameter} and ends with it"
refused 'something behind one' 'pair_coeff * * hooke {x}e5 0' "'{x}e5': a word of a line has one"
refused 'a parameter without its end' 'pair_coeff * * hooke {x 0' "'{x': a word of a line has one"
refused 'a part twice' 'pair_coeff * * hooke 1e5 0 damping velocity damping tsuji' "'damping' is there twice in this line"
hostile=liggghts
refused 'a mesh from a file' 'fix m all mesh/surface file x.stl type 1' "the style 'mesh/surface'"
refused 'a property of any name' 'fix m all property/global ../x scalar 1' "'../x' is neither a number"
refused 'shell' 'shell id' 'begin with one of'
refused 'a line that replaces one' 'fix m all property/global kn peratomtypepair 1 1' 'fix m all property/global kn peratomtypepair 1 2' \
    'this line takes the place of line 10, which begins alike'
hostile=yade
refused 'Python' '__import__("os").system("id")' 'is not allowed'
refused 'an attribute of a class' 'FrictMat.__init__' 'the name of a class'
refused 'a call' 'FrictMat(young=1)' 'the name of a class'
refused 'a name for a number' 'FrictMat young=os' 'the name of a class'
refused 'an attribute twice' 'FrictMat young=1 young=2' "'young' is there twice in this line"
refused 'two parameters for one' 'FrictMat young={x}{half}' "'young={x}{half}': a word of a line has one"
refused 'a private name' '__builtins__' 'the name of a class'

# What a stage program asks that a code cannot do.
asks() { # NAME SED WORDS
    lammps "$style" "$spring"
    sed -i "$2" code.yaml
    try 3 "$1" run code.yaml --in lammps --library "$fakes/fake-spring.so"
    check "$1: why" grep -q "$3" err.txt
}
asks 'exact' 's/gap: 1e-10/integrator: exact/' 'integrator: exact: not possible with LAMMPS: it computes its force after steps .* -D motion.integrator=leapfrog'
asks 'weighted' 's/gap: 1e-10/entry: weighted/' 'entry: weighted: not possible with LAMMPS'
asks 'set' 's/until: rebound/until: step > 3, done: [{set: {x: 1}}]/' '{set: .*not possible with LAMMPS'
asks 'a capsule' 's/b: {shape: sphere,/b: {shape: capsule, shaft: 1 mm,/' 'shape: not possible with LAMMPS'
asks 'a parameter of a line with a bad name' 's/  x: 0.5/  un: 0.5/' "'un' is already taken"

# Commands that take tables, of runs in a code.
lammps "$style" "$spring"
fake="--in lammps --library $fakes/fake-spring.so"
try 2 'plot starts none by a file' plot code.yaml
check 'plot: what to do' grep -q "'code.yaml' is a stage program: 'lawtester run' makes its table; or .* by --in CODE" err.txt
try 2 'nor does compare' compare code.yaml --x t --y fn
try 2 'nor report' report . -D x=1
try 0 'plot --in' plot code.yaml $fake -x un -y fn -D x=0.75
check 'its figure, by the table' test -s out/code-lammps-un-fn.svg
check 'what -D says is in it' grep -q 'hooke 1e5 0.75 tangential' out/code-lammps.json
try 0 'compare --in, a table and a program' compare out/code-lammps.csv code.yaml $fake --x t --y fn --within 0
try 2 'a law that is a code alone has none of ours beside it' compare code.yaml $fake --x t --y fn
sed '/^law:/,$d; s/gap: 1e-10/gap: 1e-10 m/' code.yaml >ours.yaml
echo 'law: {name: linear, kn: 2e5}' >>ours.yaml
try 1 'compare --in, one program: ours and the other' compare ours.yaml $fake --x t --y fn --within 1e-3
check 'the fake is a spring of its own' grep -q '^largest 0\.' out.txt
check 'its own, and that of the code' test -s out/ours-lawtester.csv -a -s out/ours-lammps.csv
try 2 '--in, and no program' plot out/ours-lammps.csv $fake
check 'it says so' grep -q 'runs a stage program, and there is none' err.txt
try 2 'two programs of one name' plot ours.yaml ./ours.yaml $fake
try 4 'a code that dies' plot code.yaml --in lammps --library "$fakes/fake-crash.so"
mkdir folder
cp ours.yaml folder
try 0 'report --in' report folder $fake -o code.html
check 'what is in it, and by what' grep -q 'Program ours, law linear in a fake code' code.html
try 5 'report --in: no program' report out $fake -o none.html
try 5 'report --in: no folder' report nowhere $fake -o none.html
test ! -e none.html
verdict $? 'no page of nothing'
check 'tables: nothing is left' gone

asks 'a misspelt key' 's/  x: 0.5/  x: 0.5\n  tpyes: 2/' "^code.yaml:[0-9]*:3: error: no line has a number {tpyes}, and there is no such key; did you mean 'types'"
lammps "$style" "$spring"
try 2 'one by -D' run code.yaml --in lammps --library "$fakes/fake-spring.so" -D law.type=2
check 'it says so' grep -q "there is no such key; did you mean 'types'" err.txt

try 2 'a number that no line has' check code.yaml -D law.xx=2
check 'it says which there are' grep -q "no line has a number {xx}, and there is no such key; did you mean 'x'?" err.txt
try 0 'one that a line has' check code.yaml -D law.x=0.6
try 0 'a line' check code.yaml -D 'law.lines[1]=pair_coeff * * hooke 1e4 0 tangential linear_nohistory 0 0 damping velocity'
try 2 'a line that may not be' check code.yaml -D 'law.lines[1]=shell id'

# Many runs.
lammps "$style" "$spring"
sed -i 's/gap: 1e-10/gap: 1e-10 m/' code.yaml
cat >>code.yaml <<END
sweep: {over: {half: [0.1, 0.2, 0.3, 0.4]}, results: [e_n, t_contact]}
END
try 0 'sweep' sweep code.yaml --in lammps --library "$fakes/fake-spring.so" --plot=none --jobs 2
check 'its table' awk -F, 'NR > 1 && $NF == 0 && $2 > 0.99 {n++} END {exit n != 4}' out/code.sweep.csv
check 'sweep: nothing is left' gone
{ sed '/^sweep:/d; s/  x: 0.5/  x: 0.5\n  kn: 8e4/; s/1e5 {x}/{kn} {x}/' code.yaml
    echo 'fit: {data: out/code.csv, x: un, y: fn, curve: {x: un, y: fn}, vary: {kn: [5e4, 2e5]}}'; } >fit.yaml
try 0 'data for a fit' run code.yaml --in lammps --library "$fakes/fake-spring.so" --plot=none
try 1 'fit: what the code does not look at' fit fit.yaml --in lammps --library "$fakes/fake-spring.so" --plot=none
check 'fit: it has run' grep -q 'the model does not change with it' out.txt
check 'fit: nothing is left' gone
"$lawtester" run long.yaml --in lammps --library "$fakes/fake-spring.so" --plot=none -o long >out.txt 2>err.txt &
process=$!
sleep 1
served=$(pgrep -P $process serve-code)
kill -KILL $process
sleep 1
test -n "$served" && case $(ps -o stat= -p "$served") in '' | Z*) ;; *) false ;; esac
verdict $? 'what serves ends with lawtester, however that ends'
rm -rf tmp/*

# The laws that a code offers, audited from outside; a file's own, if it expects nothing.
try 1 'an audit' verify --in lammps --library "$fakes/fake-spring.so" 'gran hooke damped'
check 'a line for the law, whose spring is along x alone' grep -Eq '^gran hooke damped +[0-9]+/[0-9]+ +place [0-9.e+]+$' out.txt
try 2 'a law that the code has not' verify --in lammps --library "$fakes/fake-spring.so" 'hooky*'
check 'it says which' grep -q "no law of LAMMPS is like 'hooky" err.txt
try 1 'an audit of what dies' verify --in lammps --library "$fakes/fake-crash.so" 'gran hooke damped'
check 'it says of what' grep -q 'finite: LAMMPS: its process crashed' out.txt
lammps "$style" "$spring"
try 1 'an audit of a file' verify code.yaml --in lammps --library "$fakes/fake-spring.so"
check 'its checks' grep -q 'ok .* swap: same response with A and B exchanged' out.txt
check 'audits: nothing is left' gone

# A law in order passes all; with a fault planted in it, the check of that name fails.
{ program lammps "$style" 'pair_coeff * * hooke 1e5 {fault} tangential linear_nohistory 0 0 damping velocity'
    echo '  fault: 0'; } | sed 's/b: {shape: sphere, radius: 5/b: {shape: sphere, radius: 4/; /^  x:/d' >planted.yaml
try 0 'an audit of a law in order' verify planted.yaml --in lammps --library "$fakes/planted.so"
check 'all that a file can be asked' grep -q '14 of 14 met' out.txt
fault=0
for check in momentum angular-momentum repeat swap place isotropy tilt spin hold recontact gain step-length cycle cycle-back; do
    fault=$((fault + 1))
    try 1 "a fault: $check" verify planted.yaml --in lammps --library "$fakes/planted.so" -D fault=$fault
    check "$check finds it" grep -Eq "^  FAILED .* $check: " out.txt
done
check 'faults: nothing is left' gone
# Bodies that move freely are given to it as they are: it has slip in the middle of the overlap, and a slip that is
# projected and turns with the pair.
head='lawtester: 1
particles: {a: {shape: sphere, radius: 5 mm, density: 2500}, b: {shape: sphere, radius: 4 mm, density: 2500}}
stages: [{whats: iiiiii, values: [-0.1, 0.02, 0.03, 20, 10, -30], until: rebound}]
record: {columns: [t, un, fn, fs, ft, mn, ms, mt]}
motion: {dt: 1e-6, gap: 1e-7'
planted="--in lammps --library $fakes/planted.so"
printf '%s}\n%s\n' "$head" "$(sed -n '/^law:/,$p' planted.yaml)" >theirs.yaml
printf '%s, %s}\n%s\n' "$head" 'frame: bodies, lever: overlap, axes: end, history: projected, levels: yade' \
    'law: {name: contact, kn: 1e5, damping: constant, cn: 0.5, tangential: linear, ks: 5e4, fric: 0.3, cap_by: absolute}' >ours.yaml
try 0 'an oblique impact' run theirs.yaml $planted --plot=none
check 'it says how it moves' grep -q 'note: theirs.yaml: it moves with frame: bodies, .* own' err.txt
check 'so does the document' grep -q '"motion": "frame: bodies, lever: slip-radius, axes: projected, as in LAMMPS' out/theirs.json
try 0 'with the arms of that code' run ours.yaml --plot=none
for column in fn fs ft; do
    try 0 "its $column" compare out/ours.csv out/theirs.csv --x t --y $column --within 2e-5
done
try 0 'as the file says' run theirs.yaml $planted --plot=none -D motion.frame=contact
check 'it says so' grep -q 'it moves with frame: contact, not as in LAMMPS' err.txt
try 1 'which is not as it moves there' compare out/ours.csv out/theirs.csv --x t --y fs --within 1e-3
try 0 'head on nothing is to be said' run planted.yaml $planted --plot=none
check 'nothing' test ! -s err.txt

cat >contact.yaml <<'END'
lawtester: 1
particles:
  a: {shape: sphere, radius: 5 mm, density: 2500}
  b: {shape: sphere, radius: 5 mm, density: 2500}
law: {name: contact, kn: 1e4, rolling: viscous, fric_roll: 0.1}
stages:
  - {whats: i....., values: [-0.1, 0, 0, 0, 0, 0], until: rebound}
expect:
  - {that: e_n, is: 1, within: 1e-3}
END
try 2 'a program whose law the code has not' verify contact.yaml --in lammps --library "$fakes/fake-spring.so"
check '... is not applicable' grep -q "not applicable: lawtester writes no LAMMPS lines for 'rolling: viscous'; it does for sds" out.txt
sed 's/name: contact, kn: 1e4.*/preset: pfc linear, kn: 1e4}/' contact.yaml >preset.yaml
try 2 "a program of another code's preset" verify preset.yaml --in lammps --library "$fakes/fake-spring.so"
check '... is not, either' grep -q 'not applicable: its law is one of another code, pfc linear' out.txt
sed 's/law: {/law: {no: 1, /' contact.yaml >bad.yaml
try 3 'a program that is none' verify bad.yaml --in lammps --library "$fakes/fake-spring.so"

# A style of one's own, by the command line.
lammps 'pair_style mine' 'pair_coeff * * mystyle 1'
allowed="--in lammps --allow-style mine --allow-style mystyle --plot=none --library $fakes"
try 3 'a style of one own is refused' run code.yaml --in lammps --library "$fakes/fake-spring.so"
try 0 'and allowed' run code.yaml $allowed/fake-spring.so --no-sandbox
try 2 'no sandbox for what has none' run code.yaml --in lammps --no-sandbox
try 2 'no sandbox without a code' run code.yaml --no-sandbox

# In a sandbox it changes nothing outside its folder; without one, this library does.
python3 -c 'import socket
listening = socket.socket(socket.AF_UNIX)
listening.bind("socket")
listening.listen(9)
while True:
    listening.accept()' &
listener=$!
trap '{ kill $listener; wait $listener; } 2>/dev/null; rm -rf "$folder"' EXIT
while ! test -S socket; do sleep 0.05; done
victim() { # its state
    python3 -c 'import os
s = os.stat("victim")
print(s.st_mode, s.st_size, s.st_mtime, os.listxattr("victim"), open("victim").read())'
}
echo something >victim
touch -d 2020-01-01 victim
victim >before.txt
permits() { # PROGRAM...: does it permit a sandbox?
    test "$("$@" bwrap --unshare-all --ro-bind / / echo yes 2>&1)" = yes
}
if permits env; then
    try 0 'a style in a sandbox' run code.yaml $allowed/fake-spring.so
    try 4 'a hostile library' run code.yaml $allowed/fake-escape.so -o hostile
    check 'it can do nothing outside its folder' grep -q 'ERROR: it can: no more$' err.txt
    victim >after.txt
    check 'what it would change is as it was' cmp before.txt after.txt
    try 4 'a library that crashes there' run code.yaml $allowed/fake-crash.so -o hostile
    check 'it says so' grep -q 'its process crashed (Aborted)' err.txt
    try 4 'one that takes all memory' run code.yaml $allowed/fake-memory.so -o hostile
    check 'it cannot' grep -q 'its process ended by itself (exit status 3)' err.txt
    check 'sandbox: nothing is left' gone
else
    skip 'the sandbox' 'no bubblewrap, or the system does not permit namespaces'
fi
forbid() { # PROGRAM...: without the right to namespaces
    unshare -Ur sh -c 'echo 0 >/proc/sys/user/max_user_namespaces &&
        exec setpriv --securebits +noroot --inh-caps=-all --bounding-set=-all "$@"' - "$@"
}
if forbid true 2>"$log" && ! permits forbid; then
    forbid "$lawtester" run code.yaml $allowed/fake-spring.so -o forbidden >out.txt 2>err.txt
    test $? -eq 5
    verdict $? 'namespaces are forbidden, or there is no bubblewrap'
    check 'it says what to do' grep -q 'bwrap: .* the Debian package bubblewrap .* --no-sandbox' err.txt
    check 'nothing is written' test ! -e forbidden
else
    skip 'namespaces are forbidden' 'this cannot be arranged here'
fi
try 4 'the hostile library without a sandbox' run code.yaml $allowed/fake-escape.so --no-sandbox -o hostile
check 'it can do all' grep -q 'it can: write truncate chmod .*read connect .*read /etc .*limit signal no more$' err.txt
victim >after.txt
check 'and has' test "$(wc -c <victim)" -eq 1
for code in lammps liggghts yade; do
    case $code in
    lammps) program lammps "$style" "$spring" ;;
    liggghts) cat "$root/stages/codes/liggghts-hertz.yaml" ;;
    yade) program yade 'FrictMat young={x}' Ig2_Sphere_Sphere_ScGeom Ip2_FrictMat_FrictMat_FrictPhys Law2_ScGeom_FrictPhys_CundallStrack |
        sed 's/^  x: 0.5/  x: 1e7/' ;;
    esac >code.yaml
    if permits env && "$lawtester" run code.yaml --in $code --plot=none -o known >out.txt 2>err.txt </dev/null; then
        try 0 "$code in a sandbox" run code.yaml --in $code --allow-style any --plot=none -o allowed
        check "$code: the same numbers" cmp known/code.csv allowed/code.csv
    else
        skip "$code in a sandbox" "$(head -n 1 err.txt)"
    fi
done

# The codes that are here.
for code in lammps liggghts yade; do
    program $code "$style" "$spring" >code.yaml
    "$lawtester" run code.yaml --in $code --plot=none >out.txt 2>err.txt </dev/null
    if [ $? -eq 5 ]; then
        skip "$code" "$(head -n 1 err.txt)"
        continue
    fi
    sed '/energy_residual_rel/d' "$root/stages/hertz/leapfrog.yaml" >leapfrog.yaml
    try 0 "$code: the contact time to the last digits" run leapfrog.yaml --in "$code" --plot=none
    test "$code" = lammps || continue
    lammps "$style" "$spring"
    try 0 'LAMMPS' run code.yaml --in lammps --plot=none
    check 'LAMMPS: its version' grep -q '"version": "LAMMPS (' out/code.json
    lammps "$style" 'pair_coeff * * hooke 1e5 {half} tangential mindlin_rescale'
    try 3 'an error of LAMMPS itself' run code.yaml --in lammps
    check 'at its line' grep -q '^code.yaml:11:7: error: LAMMPS: ERROR: ' err.txt
    lammps "$style" "$spring"
    sed -i 's/until: rebound/until: time > 1/; s/-0.1, 0/10, 0/' code.yaml
    try 4 'a body out of the box' run code.yaml --in lammps
    check 'LAMMPS says so' grep -q 'LAMMPS: ERROR' err.txt
    check 'nothing is left of it' gone
    # The laws that are known here, in its own terms.
    { sed '/^law:/,$d' code.yaml; echo 'law: {name: hertz, young: 5e7, poisson: 0.25, damping: tsuji, alpha: 0.5}'; } |
        sed 's/until: time > 1/until: rebound/; s/\[10, 0/[-0.5, 0/; s/a: {shape: sphere, radius: 5/a: {shape: sphere, radius: 4/' >own.yaml
    try 0 'a law of ours' run own.yaml --plot=none -o ours
    try 0 'the same in LAMMPS' run own.yaml --in lammps --plot=none -o theirs
    try 0 'both are one' compare ours/own.csv theirs/own.csv --x t --y fn --within 1e-12
    try 0 'both in one figure' run own.yaml --in lammps --overlay -q -o both
    check 'and table' grep -Eq '^  e_n  +0\.([0-9]+) +0\.\1$' out.txt
    check 'a figure' test -s both/own-overlay.svg
    try 0 'compare does that by itself' compare own.yaml --in lammps --x t --y fn --within 1e-12
    try 0 'plot, too' plot own.yaml --in lammps --overlay --kind normal
    check 'both are named' grep -q 'own-lammps' out/own-lawtester-normal.svg
    sed -i 's/^law:.*/law: {name: linear, kn: 1e5, ks: 1e5, fric: 0.3}/' own.yaml
    try 0 'with other choices' run own.yaml --in lammps --plot=none
    check 'it says which' grep -q 'note: own.yaml: in LAMMPS the law has cap_by: absolute' err.txt
    try 3 'one that LAMMPS has not' run own.yaml --in lammps -D 'law.name=linel6' -D law.ks=1
    try 3 'one by formulas' run "$root/stages/formulas/coulomb.yaml" --in lammps -D motion.integrator=leapfrog
    check 'it says so' grep -q 'LAMMPS has no law that this file defines' err.txt
    # The stiffness and the dashpot that LAMMPS has been told are found in its force.
    { lammps "$style" 'pair_coeff * * hooke {kn} {c} tangential linear_nohistory 0 0 damping velocity'
      sed '/^let:/d; s/  x: 0.5/  kn: 1e5\n  c: 2/' code.yaml >truth.yaml; }
    try 0 'data of LAMMPS' run truth.yaml --in lammps --plot=none -o truth
    { sed 's/kn: 1e5/kn: 8e4/; s/  c: 2/  c: 1/' truth.yaml
      echo 'fit: {data: truth/truth.csv, x: un, y: fn, curve: {x: un, y: fn}, vary: {kn: [5e4, 2e5], c: [0.5, 5]}}'; } >fit.yaml
    try 0 'a fit in LAMMPS' fit fit.yaml --in lammps --plot=none
    check 'its stiffness' grep -Eq '^ +kn +100000 ' out.txt
    check 'its dashpot' grep -Eq '^ +c +2 ' out.txt
    cp "$root/stages/codes/lammps-hertz.yaml" .
    try 0 'LAMMPS is calibrated' calibrate lammps-hertz.yaml -D motion.dt=6e-7 --vary e=0.2:0.5 --to e_n=0.5 --in lammps
    check 'what it takes for 0.5' grep -q '^e = 0.36669' out.txt
    try 1 'what LAMMPS offers is audited' verify --in lammps 'granular hertz/material tsuji mindlin none none' 'wall gran h* damped'
    check 'a loop, its spin, its restitution' grep -Eq '^granular .* spin 1  cycle 0.41  restitution 0.12$' out.txt
    check 'a line for each' test "$(grep -c '^wall gran' out.txt)" -eq 3
    # LAMMPS changes tsuji's coefficient at a wall with each set-up: there is one for a run.
    try 1 'tsuji at a wall' verify --in lammps 'wall granular hooke tsuji linear_nohistory none none'
    check 'its restitution is that of a pair' grep -Eq ' 7/8 +restitution 0.081$' out.txt
done
finish
