#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# plugin.sh LAWTESTER ROOT FOLDER: laws from the shared objects in FOLDER, good ones and broken ones,
# and 'new law', which begins one.
set -u
. "$(dirname "$0")/tap.sh"
lawtester=$(absolute "$1")
root=$(absolute "$2")
objects=$(absolute "$3")
scratch

# Everything that breaks its contract: one clear line on standard error, the program goes on to its
# end. The second line of a source has the exit code and what is said.
for source in "$root"/tests/plugins/*.c; do
    name=$(basename "$source" .c)
    code=$(sed -n '2s,^/\* \([0-9]\): .*,\1,p' "$source")
    text=$(sed -n '2s,^/\* [0-9]: \(.*\) \*/$,\1,p' "$source")
    [ -n "$code" ] || continue
    try "$code" "$name" laws --plugin "$objects/$name.so"
    says err.txt "$text"
    check "$name: nothing but that" test ! -s out.txt -a "$(wc -l <err.txt)" -eq 1
    [ "$code" -eq 4 ] || cat err.txt >>said.txt # the text of a crash is one for all
done
sort said.txt | sed "s,$objects/[a-z-]*.so: ,," | uniq -d >again.txt
check 'no two broken ones are told the same' test ! -s again.txt
check 'there are more than twenty' test "$(wc -l <said.txt)" -gt 20

# What is no shared object for this machine.
refused() { # NAME FILE TEXT
    try 5 "$1" laws --plugin "$2"
    says err.txt "$3"
}
echo 'no object' >text.so
: >empty.so
mkdir folder.so
cp "$objects/good.so" machine.so
printf '\377\376' | dd of=machine.so bs=1 seek=18 conv=notrunc 2>/dev/null
head -c 200 "$objects/good.so" >cut.so
cp "$objects/good.so" object.so
printf '\001\000' | dd of=object.so bs=1 seek=16 conv=notrunc 2>/dev/null
refused 'no file' nothing.so 'nothing.so: No such file'
refused 'text' text.so 'not a shared object (no ELF file)'
refused 'empty file' empty.so 'not a shared object (no ELF file)'
refused 'folder' folder.so 'Is a directory'
refused 'another machine' machine.so 'compiled for another machine (ELF machine 65279'
refused 'cut' cut.so 'cut.so: '
refused 'object file' object.so 'link it with -shared'
try 5 'several, one bad' laws --plugin "$objects/good.so" --plugin nothing.so
try 3 'the same twice' laws --plugin "$objects/good.so" --plugin "$objects/good.so"
says err.txt "law 'spring': a law of this name exists already"

# A crash ends the program with one text, whatever the command does and in whichever thread.
crash='crash (memory access, division of integers, abort); a debugger shows where'
cat >falls.yaml <<'END'
lawtester: 1
particles: {a: {shape: wall}, b: {shape: sphere, radius: 5 mm, mass: 1 g}}
law: {name: spring, kn: 123456, how: 0}
motion: {dt: t_c/1000}
stages:
  - {name: x, whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}
calibrate: {vary: {how: [1, 2]}, to: {fn_max: 5 N}}
sweep: {over: {kn: [1e5, 123456]}, results: [e_n]}
fit: {data: data.csv, x: un, y: fn, curve: {x: un, y: fn}, vary: {how: [1, 2]}}
END
printf 'un,fn\n-1e-6,-0.1\n-2e-5,-2\n' >data.csv
falls() { # CODE NAME ARGUMENT...
    rm -rf out
    try "$@" falls.yaml --plugin "$objects/falls.so"
}
falls 0 'it does not as long as it is not told to' run --plot=none
cp out/falls.csv whole.csv
try 0 'one of forty laws' run falls.yaml --plot=none --plugin "$objects/many.so" -D law.name=spring-39
check 'the same rows' cmp out/falls.csv whole.csv
# The sanitizer for addresses ends the process its own way where the heap is destroyed.
case $(nm "$lawtester" 2>/dev/null) in
*__asan_*) ways='3 4 5 8 17' ;;
*) ways='3 4 5 8 17 18' ;;
esac
for how in $ways; do
    falls 4 "way $how: run" run --plot=none -D how=$how
    check 'one text' test "$(cat err.txt)" = "lawtester: plug-in $objects/falls.so: $crash"
done
for how in 4 8 17; do
    for command in "calibrate --vary how=$how:$how.9" "fit --vary how=$how:$how.9 -o out" \
        "sweep --plot=none -D how=$how --jobs 1" "sweep --plot=none -D how=$how --jobs 2"; do
        # shellcheck disable=SC2086
        falls 4 "way $how: $command" $command
        says err.txt "plug-in $objects/falls.so: $crash"
    done
done
for command in check run calibrate fit sweep; do
    falls 4 "where its parameters are read: $command" $command -D how=104
    says err.txt "plug-in $objects/falls.so: $crash"
done
try 4 'the names of all that are loaded' run falls.yaml --plugin "$objects/my-law.so" --plugin "$objects/falls.so" -D how=4
says err.txt "plug-in $objects/my-law.so or $objects/falls.so: $crash"
falls 4 'a force that is no number' run --plot=none -D how=12
says err.txt "stage 'x', step 37, "
says err.txt "note: the law 'spring' is that of plug-in $objects/falls.so"
check 'the rows so far are kept' test "$(wc -l <out/falls.partial.csv)" -eq 38

# exit in a law ends lawtester with that code.
falls 0 'a law that calls exit(0)' run --plot=none -D how=1
falls 1 'a law that calls _Exit(1)' run --plot=none -D how=6
try 0 'exit when it is loaded' laws --plugin "$objects/start.so"
check 'and no more' test ! -s out.txt -a ! -s err.txt

# Rows go to the file twice a second, also of a run that draws: 36 quick ones, then one every 20 ms.
# At most one second of them is lost.
for way in 24:4:svg 24:4:none 22:0:svg 34:137:none; do
    how=${way%%:*}
    code=${way#*:}
    rm -rf out
    "$lawtester" run falls.yaml --plugin "$objects/falls.so" --plot="${way##*:}" -D how="$how" >out.txt 2>err.txt
    test $? -eq "${code%:*}"
    verdict $? "way $how after a second: exit ${code%:*}"
    check 'rows are kept' test "$(wc -l <out/falls.partial.csv)" -gt 40
    check 'nothing else' test "$(ls out)" = falls.partial.csv
    lines=$(wc -l <out/falls.partial.csv)
    head -n "$lines" whole.csv >first.csv
    check 'as they are in a run that ends' cmp out/falls.partial.csv first.csv
done
for plot in svg none; do
    try 0 "a run that ends, --plot=$plot" run falls.yaml --plugin "$objects/falls.so" --plot=$plot -D how=20
    check 'the same rows' cmp out/falls.csv whole.csv
    check 'none are left over' test ! -e out/falls.partial.csv
done

# A law that does not return: a second signal ends it at once, one alone after ten seconds.
rm -rf out
"$lawtester" run falls.yaml --plugin "$objects/falls.so" -D how=31 -o once >out.txt 2>err.txt &
once=$!
"$lawtester" run falls.yaml --plugin "$objects/falls.so" -D how=31 >out.txt 2>err.txt &
twice=$!
sleep 3
kill -s INT $once $twice
sleep 0.5
check 'after one it goes on' kill -s INT $twice
wait $twice 2>/dev/null
check 'after two it has ended: exit 130' test $? -eq 130
check 'its rows are kept' test "$(wc -l <out/falls.partial.csv)" -gt 40
wait $once 2>/dev/null
check 'after one it has ended: exit 130' test $? -eq 130

# verify works in a child process: it names the check in which the law crashed, exited or did not end.
verify() { # NAME WHAT ARGUMENT...
    name=$1
    what=$2
    shift 2
    try 4 "$name" verify --time-limit 2 "$@"
    says err.txt "$what"
}
for way in 1:'ends the program (exit)' 2:'ends the program (exit)' 3:'crash (Aborted)' 4:'crash (Segmentation fault)' \
    5:'crash (Floating point exception)' 11:'does not end within 2 s' 14:'crash (Killed)' 15:'does not end within 2 s' 17:'crash (Segmentation fault)'; do
    FALLS=${way%%:*}
    export FALLS
    verify "way $FALLS: verify" "plug-in $objects/falls.so: ${way#*:} in check '" spring --plugin "$objects/falls.so"
    says err.txt "' of law 'spring'"
done
unset FALLS
for way in 101:'ends the program (exit)' 104:'crash (Segmentation fault)' 111:'does not end within 2 s'; do
    verify "way ${way%%:*}" "${way#*:} in the reading of programs" falls.yaml -D how="${way%%:*}" --plugin "$objects/falls.so"
done
sed '$a expect: [{that: e_n, is: 1, within: 1e-3}]' falls.yaml >expects.yaml
verify 'a program' "crash (Segmentation fault) in program 'expects'" expects.yaml -D how=4 --plugin "$objects/falls.so"
verify 'the trial' 'does not end within 2 s in the trial at load; --time-limit allows more' spring --plugin "$objects/hang.so"
verify 'the trial' 'crash (Segmentation fault) in the trial at load' spring --plugin "$objects/crash.so"
verify 'the trial' 'ends the program (exit) in the trial at load' spring --plugin "$objects/start.so"
"$lawtester" verify --time-limit 60 spring --plugin "$objects/hang.so" >out.txt 2>err.txt &
process=$!
sleep 1
child=$(cat /proc/$process/task/$process/children)
kill $process
wait $process 2>/dev/null
check 'told to stop it ends: exit 143' test $? -eq 143
check 'with its child' test -n "$child" -a ! -e "/proc/${child% }/exe"
try 2 'a limit of nothing' verify linear --time-limit 2
says err.txt '--time-limit needs --in CODE'

# A good one is a law like any other.
cp "$objects/good.so" "$objects/my-law.so" .
try 0 'laws' laws --plugin good.so --plugin ./my-law.so
says out.txt 'other-spring             another spring'
says out.txt my-law
try 0 'one law' laws spring --plugin good.so
says out.txt 'largest overlap so far'
try 0 'laws --json' laws other-spring --json --plugin good.so
says out.txt '"name": "other-spring"'
try 2 'a law that is not loaded' laws spring
template=$root/doc/templates/my-law.yaml
for command in 'run --plot=none' 'run --plot=none --json' check calibrate; do
    # shellcheck disable=SC2086
    try 0 "$command" $command "$template" --plugin my-law.so
done
says out.txt 'beta = 0.255275637649'
try 0 'the law as of today' run "$template" --plot=none --plugin my-law.so -o today
try 0 'as written for the first law.h' run "$template" --plot=none --plugin "$objects/first-law.so" -o then
check 'the same bits' cmp today/my-law.csv then/my-law.csv
check 'the document tells the object' grep -q "$(sha256sum my-law.so | cut -d ' ' -f 1)" out/my-law.json
try 3 'not without the plug-in' check "$template"
says err.txt "unknown law 'my-law'"
sed 's/my-law, kn/my-lav, kn/' "$template" >typo.yaml
try 3 'suggestion' check typo.yaml --plugin my-law.so
says err.txt "did you mean 'my-law'"
sed 's/name: my-law/name: .\/my-law.so/' "$template" >path.yaml
try 3 'never from a path inside a file' check path.yaml
{
    sed '/^expect/,/^plots/{/^plots/!d
}; s/integrator: exact/dt: t_c\/50/' "$template"
    echo 'sweep: {over: {beta: {from: 0, to: 0.9, n: 40}}, results: [e_n]}'
} >many.yaml
# One thread: clang's leak checker falls over threads that outlive an object which they ran.
try 0 sweep sweep many.yaml -j 1 --plot=none --plugin my-law.so
check 'sweep has its rows' test "$(wc -l <out/many.sweep.csv)" -eq 41
cp my-law.so changed.so
identity() {
    grep -o '"sweep": *"[0-9a-f]\{64\}"' many/many.sweep.json
}
try 0 'a sweep' sweep many.yaml -j 1 --plot=none -o many --plugin changed.so
before=$(identity)
echo >>changed.so
try 0 'by another law' sweep many.yaml -j 1 --plot=none -o many --plugin changed.so
check 'is another sweep' test -n "$before" -a "$before" != "$(identity)"

# A law of one's own, from nothing to a curve.
rm -rf out
try 0 'new law' new law grain-2
says out.txt 'wrote grain-2.c grain-2.yaml'
try 5 'new law, not over another' new law grain-2
says err.txt 'grain-2.c: File exists'
mv grain-2.c kept.c
try 5 'new law, not over its program' new law grain-2
says err.txt 'grain-2.yaml: File exists'
check 'nothing is left behind' test ! -e grain-2.c
mv kept.c grain-2.c
for name in 2grain '' ../grain 'my law' linear aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; do
    try 2 "new law '$name'" new law "$name"
done
try 2 'new what' new grain
try 0 'new law elsewhere' new law grain -o sub/folder
check 'it is there' test -s sub/folder/grain.c -a -s sub/folder/grain.yaml
"$lawtester" new law step 2>/dev/null | sed -n 's/^[a-z]*   *//p' >recipe
try 0 'new law in formulas' new law sand-1 --formulas
check 'one file' test "$(echo sand-1*)" = sand-1.yaml
sed -n 's/^[a-z]*   *lawtester //p' out.txt >recipe-formulas
check 'its recipe has three lines' test "$(wc -l <recipe-formulas)" -eq 3
while read -r line; do
    # shellcheck disable=SC2086 # words
    try 0 "$line" $line
done <recipe-formulas
try 5 'not over another' new law sand-1 --formulas
if command -v cc >/dev/null; then
    check 'its recipe has four lines' test "$(wc -l <recipe)" -eq 4
    while read -r line; do
        check "$line" sh -c "$(echo "$line" | sed "s,^lawtester,$lawtester,")"
    done <recipe
    check 'there is a curve' test -s out/step.csv
    for n in 1 2 4 8; do
        check "it can be built in as it is, where vectors have $n" \
            cc -std=c17 -Wall -Werror -DLT_BUILTIN "-DLT_N=$n" -DLT_ARCH=here -I"$root/src" -I"$root/src/laws" -c step.c -o here.o
    done
    if [ "$(uname -m)" = x86_64 ] && cc --version | head -n 1 | grep -q '^cc (.*) 1[0-2]\.'; then
        sh -c "$(sed -n '/^cc/s/-ffp-contract=off/-ffast-math/p' recipe)"
        try 3 'compiled with -ffast-math' laws --plugin ./step.so
        says err.txt 'without -ffast-math'
    else
        skip 'compiled with -ffast-math' 'this compiler links nothing for it'
    fi
    check 'no warning' sh -c "$(sed -n '/^cc/s/^cc/cc -std=c17 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror/p' recipe)"
    # Laws in formulas as C: no warning, the same bits.
    for program in "$root"/stages/formulas/*.yaml; do
        law=$(basename "$program" .yaml)
        case $law in pairs) continue ;; esac # its law is another's
        try 0 "$law as C" law export "$program" -o "formula-$law.c"
        for compiler in gcc clang; do
            command -v "$compiler" >/dev/null || continue
            check "$law with $compiler" "$compiler" -std=c17 -Wall -Wextra -Wconversion -Wshadow -Werror -O2 \
                -ffp-contract=off -fno-math-errno -fno-trapping-math -fPIC -shared -I"$root/src" "formula-$law.c" -o "formula-$law.so" -lm
            awk '/^  define:/ {skip = 1; next} /^ ? ? ?[^ ]/ {skip = 0} !skip' "$program" >"$law.yaml"
            try 0 "$law by formulas" run "$program" --plot=none -o by-formulas
            try 0 "$law in C" run "$law.yaml" --plot=none -o in-c --plugin "./formula-$law.so"
            check "$law: the same bits" cmp "by-formulas/$law.csv" "in-c/$law.csv"
            try 0 "$law in C, verified" verify "$(awk '/^law:/ {of = 1} of && $1 == "name:" {print $2; exit}' "$program")" \
                --plugin "./formula-$law.so"
        done
    done
    try 3 'a law that is no formulas' law export "$root/stages/linear/impact.yaml"
    says err.txt 'not defined by formulas'
    try 2 'law what' law
    # A law is another code's if it does what a law of that code does, whatever it is called.
    copied() { # NAME SCRIPT: linear as NAME, changed by SCRIPT
        { sed "s/\.name = \"linear\"/.name = \"$1\"/; $2" "$root/src/laws/linear.c"
            echo 'LT_PLUGIN(&lt_law_linear)'; } >"$1.c"
        check "a copy: $1" cc -O2 -ffp-contract=off -fPIC -shared -I"$root/src" -I"$root/src/laws" "$1.c" -o "$1.so" -lm
    }
    copied mine ''
    copied harder 's/2 \* p->dp_nratio/3 * p->dp_nratio/'
    for code in lammps yade pfc; do
        calibration="$root/stages/linear/impact.yaml --vary dp_nratio --to e_n=0.6 --for $code"
        # shellcheck disable=SC2086
        try 0 "linear for $code" calibrate $calibration
        grep -v ' the law of that code: ' out.txt >linear.txt
        # shellcheck disable=SC2086
        try 0 "a copy for $code" calibrate $calibration -D law.name=mine --plugin ./mine.so
        grep -v ' the law of that code: ' out.txt >mine.txt
        check 'the same lines' cmp linear.txt mine.txt
        # shellcheck disable=SC2086
        try 1 "another dashpot for $code" calibrate $calibration -D law.name=harder --plugin ./harder.so
        says err.txt "law 'harder' has the parameters of 'linear', but not its forces"
    done
else
    skip 'build a new law' 'no cc'
fi
finish
