#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# kit.sh LAWTESTER ROOT: a conformance kit: the law of doc/conformance.md meets it, six wrong variants do not; what can be no
# case; tables that cannot be read.
set -u
. "$(dirname "$0")/tap.sh"
lawtester=$(absolute "$1")
root=$(absolute "$2")
scratch
awk '/^```/ {file = $1 ~ /^```(yaml|c|cpp|python)$/ ? $2 : ""; next} file != "" {print >file}' "$root/doc/conformance.md"
awk '/^```/ {file = $1 ~ /^```(cpp)$/ ? $2 : ""; next} file != "" {print >file}' "$root/doc/own-code.md"

try 0 'the own cases' kit -o kit
check 'there are twelve' test "$(wc -l <kit/cases.txt)" -eq 12
check 'all have a world form' cmp kit/cases.txt kit/world.txt
check 'none has more than 300 steps' sh -c 'for table in kit/*.csv; do test "$(wc -l <"$table")" -le 302 || exit 1; done'
try 0 'as a document' kit -o again --json
check 'which is that of the kit' cmp out.txt again/kit.json
check 'the same kit' diff -r kit again
try 0 'not a word' kit -o again -q
check 'is said' test ! -s out.txt

# What can be no case.
program() { # MOTION STAGE [WORDS]
    cat <<END
lawtester: 1
particles: {a: {shape: ${4:-sphere, radius: 5 mm, density: 2500}}, b: {shape: sphere, radius: 4 mm, density: 2500}}
law: {name: linear, kn: 1e5, ks: 5e4, fric: 0.3}
motion: {$1}
stages: [{name: all, $2}]
${3:-}
END
}
into='whats: v....., values: [-0.1, 0, 0, 0, 0, 0], until: step >= 20'
program 'dt: 1e-6, gap: 3.7e-7' "$into" >good.yaml
refused() { # CODE NAME WORDS [OPTION]...
    code=$1
    name=$2
    words=$3
    shift 3
    try "$code" "$name" kit "$@" -o none
    says err.txt "$words"
    check "$name: nothing is written" test ! -e none
}
try 0 'a case' kit good.yaml -o mine
refused 2 'the same twice' "'good.yaml' and './good.yaml' would both be the case 'good'" good.yaml ./good.yaml
cp good.yaml cases.yaml
refused 2 'a name of the kit' "a case cannot be called 'cases'" cases.yaml
cp good.yaml good.world.yaml
refused 2 'the table of another case' "a case cannot be called 'good.world'" good.yaml good.world.yaml
try 2 'no folder' kit good.yaml
says err.txt 'kit [FILE...] -o DIR'
refused 5 'no such file' 'nowhere.yaml: No such file or directory' nowhere.yaml
program 'dt: 1e-7, gap: 3.75e-7' 'whats: v....., values: [-0.1, 0, 0, 0, 0, 0], until: step >= 301' >long.yaml
refused 3 '301 steps' 'long.yaml: no case: 301 steps; a case has at most 300' long.yaml
try 0 '300 steps' kit long.yaml -o mine -D 'stages[0].until=step >= 300'
refused 3 'frame bodies' 'its normal turns; a case is led along axes that do not: -D motion.frame=contact' good.yaml -D motion.frame=bodies
refused 3 'exact' 'a case is made of the steps of a leapfrog: -D motion.integrator=leapfrog' good.yaml -D motion.integrator=exact
refused 3 'velocity-verlet' 'a case is made of the steps of a leapfrog: -D motion.integrator=leapfrog' good.yaml -D motion.integrator=velocity-verlet
refused 3 'a start in contact' 'it begins with a force' good.yaml -D motion.gap=-1e-6
refused 3 'no force' 'there is no force in it' good.yaml -D motion.gap=1
refused 3 'some of its rows' 'records only some of its steps' good.yaml -D 'stages[0].record={every: 2}'
refused 3 'a threshold: touch' 'step 4 lies within 1e-09 of a threshold' good.yaml -D motion.gap=4e-7
refused 3 'beside it' 'step 4 lies within 1e-09 of a threshold' good.yaml -D motion.gap=4.0000000005e-7
try 0 'not so near' kit good.yaml -o mine -D motion.gap=4.0001e-7
program 'dt: 1e-6, gap: 3.7e-7' "$into, done: [{set: {kn: 2e5}}]}, {name: more, $into" >acts.yaml
refused 3 'an action' 'step 21: the law alone, led along the motion of the run, answers with another force' acts.yaml
program 'dt: 1e-6, gap: 3.7e-7' "$into" 'expect: [{that: fn, is: 1, within: 1e-3}]' >missed.yaml
try 1 'what it expects' kit missed.yaml -o missed
says err.txt 'missed.yaml: its own expectation fails: fn = 1'
check 'the kit says so, too' grep -q '"ok": false' missed/kit.json
program 'dt: 1e-6, gap: 3.7e-7' 'whats: v....., values: [-0.1, 0, 0, 0, 0, 0], until: un > 1, max_steps: 50' >failed.yaml
refused 4 'a run that fails' "'until: un > 1' did not become true" failed.yaml
refused 3 'one of two' 'long.yaml: no case' good.yaml long.yaml
refused 2 'an option of --check' '--case needs --check: kit --check DIR RESULTS' good.yaml --case x
program 'dt: 1e-6, gap: 3.7e-7' 'whats: vvvvvv, values: [-0.1, 0.02, 0.03, 0, 4, 5], until: step >= 20' '' wall >wall.yaml
try 0 'at a wall' kit wall.yaml -o wall
check 'which has an infinite radius' grep -qx 'radius_a=inf' wall/wall.txt
check 'and no spin' awk -F, 'NR > 2 && ($9 != 0 || $10 != 0 || $11 != 0) {exit 1}' wall/wall.world.csv
sed 's/particles: {a: \(.*\), b: \(.*\)}/particles: {a: \2, b: {shape: wall}}/' good.yaml >behind.yaml
try 0 'behind it' kit behind.yaml -o mine
says out.txt 'no world form: particle b is the wall'
try 0 'a law in formulas' kit "$root/tests/data/coulomb-dashpots.yaml" -o formulas -D motion.phase=0.4
check 'its number' grep -qx 'cn=1' formulas/coulomb-dashpots.txt
cp good.yaml mine.csv
try 2 'not over its own file' kit mine.csv -o .

# A law that is right; six that are wrong.
answers() { # SOURCE: into results
    rm -rf results
    mkdir results
    cc -O2 -Wall -Wextra -Werror -ffp-contract=off "$1" -lm -o law && ./law kit results
}
errors() { # the errors of what was judged last, largest first
    awk 'NR > 1 && $2 == "local" {print $4}' out.txt | sort -gr
}
wrong() { # NAME SED CASE...
    sed "$2" my-law.c >wrong.c
    name=$1
    shift 2
    check "$name: is another law" sh -c '! cmp -s my-law.c wrong.c'
    check "$name: answers" answers wrong.c
    try 1 "$name: fails" kit --check kit results
    check "$name: by 0.01 and more" awk '$3 == "FAILED" && !($4 >= 1e-2) {exit 1}' out.txt
    for end in -g -gr; do
        error=$(awk '$3 == "FAILED" {printf "%.2g\n", $4}' out.txt | sort $end | head -n 1)
        check "$name: $error, as the page says" sh -c "grep -F '| \`' '$root/doc/conformance.md' | grep -F '\`$1\`' | grep -Eq '[ |]$error( |,)'"
    done
    check "$name: in $*" test "$(awk '$3 == "FAILED" {print $1}' out.txt | tr '\n' ' ')" = "$* "
}
if command -v cc >/dev/null && command -v python3 >/dev/null; then
    check 'the law of the manual' answers my-law.c
    try 0 'meets the kit' kit --check kit results
    check 'to the last digit, where there is no root' awk 'NR > 1 && NF > 4 && $1 !~ /hertz|mindlin|tsuji/ && $4 != 0 {exit 1}' out.txt
    check 'else to 1e-15' test "$(errors | awk 'NR == 1 {print $1 < 1e-15}')" -eq 1
    python3 kit/check.py results >plain.txt
    verdict $? 'without lawtester'
    check 'in the same words' cmp plain.txt out.txt
    mkdir kept
    cp results/*.csv kept
    wrong 'the dashpot outside of friction' 's/both > most/both < 0/' slip-dashpots
    wrong 'friction by the whole normal force' 's/most = p->fric \* normal/most = p->fric * fabs(f[0])/' slip-dashpots
    wrong 'slip by components' 's/const double size = .*/double size = 0;/; s/size > most; k++)/(size = fabs(c->spring[k]), 1); k++) if (size > most)/' slip-oblique
    wrong 'no share of the first step' 's/c->touching ? 1 : smaller(un \/ du\[0\], 1)/1/' first-step
    wrong 'the sign of the dashpot' 's/-normal + cn/-normal - cn/' dashpot no-tension slip-dashpots tsuji-impact
    wrong 'the spring is not put back' 's/^        c->spring\[k\] \*= most . size;/        ;/; s/f\[1 + k\] = c->spring\[k\]/f[1 + k] = (size > most ? most \/ size : 1) * c->spring[k]/' mindlin slip

    # Tables.
    rm -rf results
    cp -r kept results
    judged() { # CODE NAME WORDS [OPTION]...: of results as they are; then as they were
        code=$1
        name=$2
        words=$3
        shift 3
        try "$code" "$name" kit --check kit results "$@"
        cat out.txt err.txt >said.txt
        says said.txt "$words"
        cp kept/*.csv results
    }
    rm results/slip.csv
    judged 1 'a table that is not there' 'slip                   FAILED         -         -  not run'
    rm results/slip.csv
    judged 0 'left out' '9 of 9 met' --case 'st*' --case 'd*' --case 'f*' --case 'h*' --case 'm*' --case 'n*' --case 'p*' --case 'r*' --case 't*'
    judged 2 'no such case' "no case is called 'slop'" --case slop
    sed -i '7s/[^,]*/nan/' results/press.csv
    judged 1 'a number that is not finite' 'fn in step 5: nan, not -0.09269'
    sed -i '7s/[^,]*//' results/press.csv
    judged 1 'no number' 'fn in step 5: nan'
    sed -i '7s/[^,]*/1e999/' results/press.csv
    judged 1 'an infinite one' 'fn in step 5: inf'
    sed -i '7s/[^,]*/x/' results/press.csv
    judged 3 'a word' "results/press.csv: row 7, fn: 'x' is not a number"
    sed -i '7s/,.*//' results/press.csv
    judged 3 'a row that is short' 'results/press.csv: row 7 has 1 numbers for 6 columns'
    sed -i '7d' results/press.csv
    judged 1 'a row too few' '203 rows, not 204'
    : >results/press.csv
    judged 3 'an empty one' 'results/press.csv: it is empty'
    printf 'a,b\n1,2\n' >results/press.csv
    judged 3 'other columns' 'results/press.csv: none of the columns fn fs ft mn ms mt is there'
    printf 'fn,fs\n1,\377\n' >results/press.csv
    judged 3 'no text' 'results/press.csv: it is no table of text'
    cut -d, -f1 kept/press.csv >results/press.csv
    judged 0 'a column that is not there counts as zeros' '12 of 12 met'
    cut -d, -f1 kept/slip.csv >results/slip.csv
    judged 1 'which it is not' 'fs in step'
    judged 0 'as a document' '"ok": true' --json
    check 'which is JSON' python3 -c 'import json; assert len(json.load(open("out.txt"))["cases"]) == 12'
    awk -F, -v OFS=, 'NR > 1 {for (i = 1; i <= NF; i++) $i = sprintf("%.7e", $i)} {print}' kept/hertz.csv >results/hertz.csv
    judged 1 'seven digits' 'hertz          local   FAILED'
    awk -F, -v OFS=, 'NR > 1 {for (i = 1; i <= NF; i++) $i = sprintf("%.7e", $i)} {print}' kept/hertz.csv >results/hertz.csv
    judged 0 'of single precision' '12 of 12 met' --precision single
    try 5 'no folder of results' kit --check kit nowhere
    says err.txt 'nowhere: there is no such folder'
    try 5 'no kit' kit --check results results
    says err.txt 'results/kit.json: No such file or directory'
    mkdir other
    echo '{"kit": 1}' >other/kit.json
    try 3 'another document' kit --check other results
    says err.txt 'other/kit.json: this is no kit of lawtester'
    try 2 'two of them' kit --check kit results results
    try 0 'what run writes' run "$root"/stages/kit/*.yaml --plot=none -q -o ran
    try 0 'is judged, too' kit --check kit ran
    mkdir bin
    PATH=$folder/bin "$lawtester" kit --check kit results >out.txt 2>err.txt
    code=$?
    cp err.txt "$log"
    check 'without python3' test $code -eq 5
    says err.txt 'python3, which compares the tables, cannot be started'

    # The world form, by a code that has the functions of code.h.
    if command -v c++ >/dev/null; then
        check 'the adapter of a code in C++' c++ -std=c++17 -O2 -Wall -Wextra -Werror -I"$root/src" world.cpp -o world
        mkdir worlds
        ./world kit worlds 2>err.txt
        check 'leaves out what the code does not take' grep -q 'hertz: left out: no number kn' err.txt
        try 0 'meets its case' kit --check kit worlds --case no-tension
        says out.txt 'no-tension  world   ok'
    else
        skip 'the adapter of a code in C++' 'there is no C++ compiler'
    fi
    printf '#define LAW %s\n#define PLACE double\n#include "%s/tests/own/single.c"\n#include "kit/world.h"\n' double "$root" >single.c
    check 'the adapter of a code in C' cc -std=c17 -O2 -Wall -Wextra -Werror -I"$root/src" single.c -lm -o single
    mkdir singles
    ./single kit singles
    try 0 'meets six cases' kit --check kit singles --case press --case dashpot --case stick --case slip --case slip-oblique --case recontact
    try 1 'and not the others' kit --check kit singles
    sed -i 's/LAW double/LAW float/' single.c
    cc -std=c17 -O2 -I"$root/src" single.c -lm -o single
    ./single kit singles
    try 1 'not in single precision' kit --check kit singles --case 'slip'
    try 0 'but for its bound' kit --check kit singles --case slip --precision single
else
    skip 'laws in C' 'there is no C compiler, or no python3'
fi
finish
