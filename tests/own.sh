#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# own.sh LAWTESTER ROOT CODES: codes of one's own: the examples of doc/own-code.md beside built-in laws, and
# codes that misbehave.
set -u
. "$(dirname "$0")/tap.sh"
lawtester=$(absolute "$1")
root=$(absolute "$2")
codes=$(absolute "$3")
scratch
mkdir tmp
TMPDIR=$folder/tmp
export TMPDIR
cp "$codes"/own-*.so .

gone() { # nothing is left of what was started
    test -z "$(ls tmp)" && ! pgrep -P $$ serve-code
}

program() { # NUMBERS: a head-on impact
    cat <<END
lawtester: 1
particles: {a: {shape: sphere, radius: 5 mm, density: 2500}, b: {shape: sphere, radius: 5 mm, density: 2500}}
law: {code: own$1}
motion: {dt: 2e-6, gap: 1e-10}
stages: [{name: impact, whats: i....., values: [-0.1, 0, 0, 0, 0, 0], until: rebound}]
END
}
program ', kn: 100 kN/m' >spring.yaml

# Who computes the law is said on the command line alone.
try 2 'a file does not start it' run spring.yaml
says err.txt 'lawtester run spring.yaml --in ./my-code.so (or a program of yours, --in ./my-program)'
try 2 'own is no name' run spring.yaml --in own
says err.txt 'type the path of your code instead, as in --in ./my-code.so'
try 2 'a file without its folder' run spring.yaml --in own-spring.so
says err.txt "'own-spring.so' is a file: a code of your own is named by a path, --in ./own-spring.so"
try 2 'a name that is neither' run spring.yaml --in lamps
says err.txt "unknown code 'lamps'; did you mean 'lammps'?"
try 2 'another code' run spring.yaml --in lammps --library "$codes/../codes/planted.so"
try 2 'a library beside it' run spring.yaml --in ./own-spring.so --library own-spring.so
says err.txt '--library is for an installed code'
try 2 'a style beside it' run spring.yaml --in ./own-spring.so --allow-style x
try 2 'no file to verify' verify --in ./own-spring.so
says err.txt 'verify --in ./own-spring.so needs a FILE'
try 2 'two of one name' run spring.yaml --in ./own-spring.so,./tmp/../own-spring.so
says err.txt 'would both write NAME-own-spring.csv'
program ", kn: 1e5, lines: [x]" >lines.yaml
try 3 'lines' check lines.yaml
says err.txt "'lines' is for a code that has an input language"
try 2 'a number that the file has not' check spring.yaml -D law.kN=2
says err.txt "the file gives your code no number 'kN'; did you mean 'kn'?"
try 0 'one that it has' check spring.yaml -D law.kn=2
try 3 'exact' run spring.yaml --in ./own-spring.so -D motion.integrator=exact
says err.txt 'integrator: exact: not possible with your own code'
try 0 'a law in formulas beside it' compare "$root/stages/formulas/coulomb.yaml" --in ./own-spring.so \
    -D motion.integrator=leapfrog -D motion.gap=1.1e-9 --x t --y fn --within 1e-12
try 3 'a law with a rule of mixing' run "$root/stages/formulas/bars.yaml" --in ./own-spring.so -D motion.integrator=leapfrog
says err.txt "give 'law: {code: own, NAME: NUMBER ...}'"

# It is what was there, and what it was told.
OWN_CLOSED=$folder/closed
export OWN_CLOSED
try 0 'a spring' run spring.yaml --in ./own-spring.so --plot=none
check 'its runs are closed' grep -q closed closed
unset OWN_CLOSED
check 'its name' grep -q '"version": "./own-spring.so"' out/spring.json
check 'its number' grep -q '"kn=100000"' out/spring.json
check 'nothing of the environment' grep -q '"environment": \[\]' out/spring.json
check 'no loss' awk -F, 'NR == 1 {for (i = 1; i <= NF; i++) at[$i] = i} NR == 2 {e = $at["E_kinetic"]}
    END {exit !(($at["E_contact"] + $at["E_kinetic"] - e) ^ 2 < 1e-30 && $at["E_strain"] == "")}' out/spring.csv
try 0 'what it prints goes to standard error' run spring.yaml --in ./own-writes.so --json --plot=none
check 'all of it' grep -qx 'step 21' err.txt
check 'none of it to standard output' sh -c '! grep -q step out.txt || python3 -c "import json; json.load(open(\"out.txt\"))" 2>/dev/null || head -c 1 out.txt | grep -q "{"'
{ program ', kn: 1e5'; echo 'sweep: {over: {kn: [5e4, 1e5, 2e5]}, results: [e_n, t_contact]}'; } >swept.yaml
try 0 'a sweep' sweep swept.yaml --in ./own-spring.so --plot=none --jobs 2
check 'its contacts grow shorter' awk -F, 'NR > 2 && $3 >= last {bad = 1} {last = $3} END {exit bad || NR != 4}' out/swept.sweep.csv
cp own-spring.so other.so
printf x >>other.so
try 0 'the same in another code' sweep swept.yaml --in ./other.so --plot=none --jobs 2
check 'is not the same sweep' sh -c '! grep -q "going on\|nothing to do" err.txt'
check 'nothing is left' gone

# What cannot be started.
cannot() { # NAME FILE WORDS
    try 5 "$1" run spring.yaml --in "$2" -o none
    says err.txt "$2: $3"
    check "$1: nothing is written" test ! -e none
}
echo 'no program' >text
echo 'no program' >text.so
printf '#!/nowhere/python3\n' >lost
printf 'echo hello\n' >headless
chmod +x lost headless
for file in own-spring.so /bin/true; do # the processor's number in the head of a file
    cp "$file" foreign
    printf '\026\000' | dd of=foreign bs=1 seek=18 conv=notrunc 2>/dev/null
    [ "$file" != own-spring.so ] || mv foreign foreign.so
done
mkdir sub
cannot 'none there' ./nowhere.so 'No such file or directory'
cannot 'no shared object' ./text.so 'it is no shared object'
cannot 'not executable' ./text 'it is not executable; chmod +x makes it so'
cannot 'an interpreter that is not there' ./lost "its first line, '#!/nowhere/python3', names a program that is not there"
cannot 'a folder' ./sub 'it cannot be started'
cannot 'for another processor' ./foreign.so 'it was compiled for IBM Z'
cannot 'a program for another processor' ./foreign 'it was compiled for IBM Z'
cannot 'no code_step' ./own-no-step.so 'it has no function code_step; code_open, code_step and code_close must be there'
check 'nothing is left of them' gone

# What goes wrong in a run.
for how in refuses says-nothing; do
    try 3 "$how" run spring.yaml --in "./own-$how.so"
done
try 3 'its reason' run spring.yaml --in ./own-refuses.so
says err.txt 'spring.yaml:3:6: error: ./own-refuses.so: code_open: a stiffness of 100000 N/m is none'
try 3 'beside a plug-in' run spring.yaml --in ./own-refuses.so --plugin "$codes/../plugins/my-law.so"
check 'no error names the plug-in' sh -c '! grep -q plug-in err.txt'
failing() { # CODE WORDS
    try 4 "$1" run spring.yaml --in "$1" --plot=none -o failed ${3:-}
    says err.txt "$1: $2"
    check "$1: it is said once" test "$(grep -c "$1: " err.txt)" -eq 1
    check "$1: rows are kept" test "$(wc -l <failed/spring.partial.csv)" -gt 5
    check "$1: nothing is left" gone
    rm -rf failed
}
failing ./own-fails.so 'code_step returned 7'
failing ./own-crash.so 'its process crashed (Aborted); it printed last: own: what it says before it aborts'
failing ./own-segment.so 'its process crashed (Segmentation fault)'
failing ./own-end.so 'its process ended by itself (exit status 0)'
failing ./own-nan-force.so 'it returned a force that is not finite'
failing ./own-one-sided.so "it breaks Newton's third law: a force of (-0.361"
failing ./own-hang.so 'no answer within 10 s: its process was killed'
failing ./own-slow.so 'the time limit of 1 s is over: its process was killed' '--time-limit 1'
try 1 'verify measures what is one-sided' verify spring.yaml --in ./own-one-sided.so
check 'by its check' grep -Eq '^  FAILED +0.1 +1e-09  momentum: ' out.txt
try 1 'verify names what crashes' verify spring.yaml --in ./own-crash.so
says out.txt 'its process crashed (Aborted)'

# Programs: a spring for 20 steps, then what their name says.
for how in spring ends crashes complains errs short more prints empty long notanumber pulls chats sleeps starts greets needs looks; do
    cp "$codes/own-talks" $how
done
try 0 'a program' run spring.yaml --in ./spring --plot=none -o program
try 0 'the same as the shared object' compare program/spring.csv out/spring.csv --x t --y fn --within 1e-15
{ program '' | sed 's/^law:.*/law: {name: linear, kn: 1e5}/; s/gap: 1e-10/gap: -1e-6 m/; /^stages:/d'
    echo 'stages: [{whats: svvvvv, values: [-0.5 N, 0, 0, 0, 0, 0], until: step >= 20}, {whats: v....., values: [1e-2, 0, 0, 0, 0, 0], until: un > 0}]'; } >balanced.yaml
for how in looks spring; do
    try 0 "held in balance: $how" compare balanced.yaml --in ./$how --x t --y fn --within 1e-12
done
failing ./ends 'it ended by itself (exit status 3)'
failing ./crashes 'it crashed (Segmentation fault)'
failing ./complains 'it ended by itself (exit status 1); it printed last: ValueError: no such contact'
failing ./errs 'step: the bond is lost'
failing ./short "its answer to 'step' is '1 2 3', and must be 12 numbers"
failing ./more "its answer to 'step' is '1 2 3 4 5 6 7 8 9 10 11 12 13', and must be 12 numbers"
failing ./prints "its answer to 'step' is 'overlap is 1e-6', and must be 12 numbers"
failing ./empty "its answer to 'step' is '', and must be 12 numbers"
failing ./long 'it wrote more than 4096 characters in one line'
failing ./notanumber 'it returned a force that is not finite'
failing ./pulls "it breaks Newton's third law"
failing ./chats "it wrote 'and more' although no answer was due"
failing ./sleeps 'the time limit of 1 s is over: its process was killed' '--time-limit 1'
failing ./starts 'the time limit of 1 s is over: its process was killed' '--time-limit 1'
alive() { # WORDS: a process of this test
    for process in $(pgrep -f "$1"); do
        [ "$(readlink "/proc/$process/cwd")" != "$PWD" ] || return 0
    done
    return 1
}
if alive 'sleep 100[012]'; then verdict 1 'what it has started ends, too'; else verdict 0 'what it has started ends, too'; fi
cannot 'a script without a first line' ./headless 'it is no program of this machine; a script begins with a line such as #!/usr/bin/env python3'
try 3 'what does not open' run spring.yaml --in ./greets
says err.txt "./greets: its answer to 'open' is 'hello', and must be 'ok', 'ok look' or 'error REASON'"
try 3 'what refuses' run spring.yaml --in ./needs
says err.txt 'spring.yaml:3:6: error: ./needs: open: I need kn and cn'
"$lawtester" run spring.yaml --in ./starts --plot=none -o killed >out.txt 2>err.txt &
process=$!
sleep 1
served=$(pgrep -P $process serve-code)
kill -KILL $process
sleep 2
test -n "$served" && case $(ps -o stat= -p "$served") in '' | Z*) ;; *) false ;; esac
verdict $? 'what serves ends with lawtester, however that ends'
if alive 'sleep 100[012]'; then verdict 1 'and what it has started'; else verdict 0 'and what it has started'; fi
rm -rf tmp/*

# The examples of the manual.
awk '/^```/ {file = $1 ~ /^```(yaml|cpp|python)$/ ? $2 : ""; next} file != "" {print >file}' "$root/doc/own-code.md"
python3=$(command -v python3)
chmod +x my-program
wall() { sed 's/  a: {shape: sphere.*/  a: {shape: wall}/' "$1"; }
alike() { # PROGRAM CODE COLUMN...
    one=$1
    their=$2
    shift 2
    for column in "$@"; do
        try 0 "$one in $their: $column" compare "$one" --in "$their" --x t --y "$column" --within 1e-12
    done
}
audited() { # PROGRAM CODE MET
    "$lawtester" verify "$1" --in "$2" >out.txt 2>err.txt
    check "$1 in $2: $3 met" grep -q "^  $3 met" out.txt
}
wall oblique.yaml >wall.yaml
# In single precision: the law passes, coordinates do not.
for at in 0 '1 cm' '0.1 m' '-0.1 m'; do
    try 0 "double precision at $at" verify oblique.yaml --in ./own-double.so --at "$at"
    try 0 "a law in single precision at $at" verify oblique.yaml --in ./own-single-law.so --precision single --at "$at"
    check 'its line of spacing' grep -Eq '^  ok +[0-9.e-]+ +-  spacing: of coordinates in single precision at -?[0-9.]+ m, ' out.txt
    check 'which tells' grep -q '^  15 of 15 met' out.txt
    try 1 "coordinates in single precision at $at" verify oblique.yaml --in ./own-single-places.so --precision single --at "$at"
    check 'by the place alone' test "$(grep -c FAILED out.txt) $(grep -c 'FAILED.* place: ' out.txt)" = '1 1'
done
try 1 'a law in single precision, with the bounds of double' verify oblique.yaml --in ./own-single-law.so
try 0 'the bounds of double' verify oblique.yaml --in ./own-double.so --precision double
check 'and no spacing' sh -c '! grep -q spacing out.txt'
try 0 'as a document' verify oblique.yaml --in ./own-single-law.so --precision single --at 0.1 --json
says out.txt '"bound": 1e-05'
{ cat oblique.yaml; echo 'expect: [{that: e_n, is: 0.8, within: 0.1}]'; } >expects.yaml
try 2 'what it expects knows neither' verify expects.yaml --in ./own-double.so --at 1
says err.txt "'expects.yaml' is tested by what it expects; leave out its section expect"
try 2 'without a code' verify oblique.yaml --precision single
says err.txt '--precision is about the code that --in names'
try 2 'its place, too' verify oblique.yaml --at 1
try 2 'another word' verify oblique.yaml --in ./own-double.so --precision half
says err.txt "option '--precision' cannot be 'half'; expected double or single"
try 2 'no length' verify oblique.yaml --in ./own-double.so --at '5 s'
says err.txt "--at: '5 s' is a time (s), expected a length (m)"
try 2 'no number' verify oblique.yaml --in ./own-double.so --at here
try 2 'too far' verify oblique.yaml --in ./own-double.so --at 1e9
says err.txt "--at: '1e9' is not a length up to 1e6 m, such as 0.1 m"
wall pressed.yaml >pressed-wall.yaml
if command -v c++ >/dev/null; then
    check 'the example in C++' c++ -std=c++17 -O2 -Wall -Wextra -Werror -shared -fPIC -I"$root/src" my-code.cpp -o my-code.so
    alike pressed.yaml ./my-code.so fn fs ft
    alike pressed-wall.yaml ./my-code.so fn fs ft
    audited oblique.yaml ./my-code.so '14 of 14'
    audited wall.yaml ./my-code.so '8 of 8'
    try 0 'beside a wall, along which it has been moved' verify wall.yaml --in ./my-code.so --at '0.1 m'
    check 'is audited alike' grep -q '^  8 of 8 met' out.txt
    try 0 'it is calibrated' calibrate oblique.yaml --vary cn=0.1:10 --to e_n=0.5 --in ./my-code.so
    check 'to what gives 0.5' grep -q '^cn = 3.4054526' out.txt
    try 0 'as run' calibrate oblique.yaml --vary cn=0.1:10 --to e_n=0.5 --in ./my-code.so --as-run
    try 0 'beside our law' run pressed.yaml --in ./my-code.so --overlay -q
    check 'in a figure' test -s out/pressed-overlay.svg
    check 'and a table' grep -Eq '^  fn_max  +([0-9.]+) +\1$' out.txt
    { sed 's/iiiiii/vvvvvv/; s/until: rebound/until: step >= 400/' oblique.yaml >truth.yaml; }
    try 0 'data' run truth.yaml --in ./my-code.so --plot=none
    { sed 's/kn: 1e5 N.m/kn: 8e4/; s/cn: 1 N s.m/cn: 2/' truth.yaml
        echo 'fit: {data: out/truth.csv, x: un, y: fn, curve: {x: un, y: fn}, vary: {kn: [5e4, 2e5], cn: [0.5, 5]}}'; } >fit.yaml
    try 0 'a fit' fit fit.yaml --in ./my-code.so --plot=none
    check 'its stiffness' grep -Eq '^ +kn +100000 ' out.txt
    check 'its dashpot' grep -Eq '^ +cn +1 ' out.txt
    # Held in balance, which asks for forces that must not count.
    sed 's/^stages:/stages:\n  - {name: hold, whats: svvvvv, values: [-0.5 N, 0, 0, 0, 0, 0], until: step >= 20}/; /name: shear/,/name: part/d' pressed.yaml >held.yaml
    sed 's/gap: 1.05e-7 m/gap: -1e-6 m/' held.yaml >held-in.yaml
    # The first row of our law has the force in balance already; the places are the same.
    try 0 'held-in.yaml in ./my-code.so: un' compare held-in.yaml --in ./my-code.so --x t --y un --within 1e-9
    sed 's/^int code_look/int no_look/; s/extern "C"//' my-code.cpp >no-look.cpp
    check 'without code_look' c++ -std=c++17 -O2 -shared -fPIC -I"$root/src" no-look.cpp -o no-look.so
    try 0 'held-in.yaml in ./no-look.so: un' compare held-in.yaml --in ./no-look.so --x t --y un --within 1e-9
    sed 's/return new Run/throw std::string("a word"); return new Run/' my-code.cpp >throws.cpp
    c++ -std=c++17 -O2 -shared -fPIC -I"$root/src" throws.cpp -o throws.so
    try 3 'an exception' run oblique.yaml --in ./throws.so
    says err.txt './throws.so: its process crashed (Aborted); it printed last: terminate called after throwing'
else
    skip 'the example in C++' 'there is no C++ compiler'
fi
if [ -n "$python3" ]; then
    sed '/^law:/,/^motion:/c law: {name: contact, normal: hertz, young: 50 MPa, poisson: 0.25, tangential: secant-initial, fric: 0.3, cap_by: absolute}\nmotion: {dt: 1e-5 s, gap: 1.05e-7 m}' pressed.yaml >pressed-hertz.yaml
    wall pressed-hertz.yaml >pressed-hertz-wall.yaml
    alike pressed-hertz.yaml ./my-program fn fs ft
    alike pressed-hertz-wall.yaml ./my-program fn fs ft
    audited hertz.yaml ./my-program '12 of 14'
    try 0 'it is calibrated' calibrate hertz.yaml --vary young=10MPa:100MPa --to overlap_max=1e-4 --in ./my-program
    sed 's/fric: 0.3/friction: 0.3/' hertz.yaml >needs.yaml
    try 3 'a number that it needs' run needs.yaml --in ./my-program
    says err.txt "./my-program: open: no number 'fric'"
    sed 's|^        fn, ks = .*|        fn, ks = 1 / (radius - radius), 1|' my-program >divides
    chmod +x divides
    try 3 'an exception in Python' run hertz.yaml --in ./divides
    says err.txt 'it ended by itself (exit status 1); it printed last: ZeroDivisionError: float division by zero'
    check 'all of it is shown' grep -q '^Traceback' err.txt
else
    skip 'the example in Python' 'there is no python3'
fi
check 'nothing is left of the examples' gone
finish
