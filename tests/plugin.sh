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
    cat err.txt >>said.txt
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

# What the trial cannot see: in a run it ends the program, or crashes. The rows so far are kept.
cat >falls.yaml <<'END'
lawtester: 1
particles: {a: {shape: wall}, b: {shape: sphere, radius: 5 mm, mass: 1 g}}
law: {name: spring, kn: 123456, how: 0}
motion: {dt: t_c/1000}
stages:
  - {name: x, whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}
calibrate: {vary: {how: [1, 2]}, to: {fn_max: 5 N}}
sweep: {over: {kn: [1e5, 123456]}, results: [e_n]}
END
falls() { # CODE NAME ARGUMENT...
    rm -rf out
    try "$@" falls.yaml --plugin "$objects/falls.so"
}
falls 0 'it does not as long as it is not told to' run --plot=none
cp out/falls.csv whole.csv
cp out/falls.json whole.json
LAWTESTER_PLUGIN_SECONDS=0
export LAWTESTER_PLUGIN_SECONDS
falls 0 'in one process' run --plot=none
check 'the same rows' cmp out/falls.csv whole.csv
check 'the same document' cmp out/falls.json whole.json
falls 4 'in one process' run --plot=none -D how=4
says err.txt "plug-in $objects/falls.so: crashes (segmentation fault)"
LAWTESTER_PLUGIN_SECONDS=1
sed 's,t_c/1000,1e-7,; s/whats: i\(.*\) rebound/whats: v\1 step >= 1400/' falls.yaml >slow.yaml
try 0 'each step takes its time' sweep slow.yaml --plugin "$objects/falls.so" --plot=none -D how=19
for way in '1:ends the program (exit)' '2:ends the program (_exit)' '3:aborts' \
    '4:crashes (segmentation fault)' '5:crashes (division of integers by zero, or out of range)' '6:ends the program (_exit)' \
    '7:ends the program (exit)' '8:crashes (segmentation fault)' '11:does not come back' '15:does not come back' \
    '17:crashes (segmentation fault)'; do
    falls 4 "${way#*:}" run --plot=none -D "how=${way%%:*}"
    says err.txt "falls.yaml: stage 'x', step 37, "
    says err.txt "plug-in $objects/falls.so: ${way#*:} in law 'spring'"
    check 'it is told once' test "$(grep -c plug-in err.txt)" -eq 1
    check 'the rows so far are kept' test "$(wc -l <out/falls.partial.csv)" -eq 38
    check 'and why' grep -q "falls.so: ${way#*:}" out/falls.json
done
falls 4 'a force that is no number' run --plot=none -D how=12
says err.txt "stage 'x', step 37, "
says err.txt "note: the law 'spring' is that of plug-in $objects/falls.so"
check 'the rows so far are kept' test "$(wc -l <out/falls.partial.csv)" -eq 38
falls 4 'writes beyond its state, over all that comes' run --plot=none -D how=13
says err.txt "plug-in $objects/falls.so"
falls 4 'as JSON' run --plot=none --json -D how=1
check 'one document' grep -q '"status": "failed"' out.txt
# Where the process itself can save nothing, the one that watches it tells; of the rows, which go to
# the file as they come, the last two are lost, and one in 64 of many.
for way in '14:the process was killed' '16:ends the program' '18:'; do
    falls 4 "all at once: ${way#*:}" run --plot=none -D "how=${way%%:*}"
    says err.txt "plug-in $objects/falls.so: ${way#*:}"
    check 'the rows so far are kept' test "$(wc -l <out/falls.partial.csv)" -ge 36
    head -n 30 out/falls.partial.csv >first.csv
    check 'as they are in a run that does not fail' sh -c 'head -n 30 whole.csv | cmp - first.csv'
done
falls 4 'where its parameters are looked at' run --plot=none -D how=104
says err.txt "plug-in $objects/falls.so: crashes (segmentation fault) in law 'spring'"
falls 5 'goes elsewhere in a run' run --plot=none -D how=9
says err.txt "plug-in $objects/falls.so: changes the working directory"
falls 4 'closes files in a run' run --plot=none -D how=10
says err.txt "plug-in $objects/falls.so: closes or replaces files"

# Each of forty laws is watched.
try 0 'one of forty laws' run falls.yaml --plot=none --plugin "$objects/many.so" -D law.name=spring-39
check 'the same rows' cmp out/falls.csv whole.csv
for way in '4:crashes (segmentation fault)' '11:does not come back' '16:ends the program'; do
    for law in spring spring-7 spring-39; do
        try 4 "$law: ${way#*:}" run falls.yaml --plot=none --plugin "$objects/many.so" -D "how=${way%%:*}" -D law.name=$law
        says err.txt "plug-in $objects/many.so: ${way#*:} in law '$law'"
    done
done

# The same faults in every command that asks the law, also where several threads do.
printf 'un,fn\n-1e-6,-0.1\n-2e-5,-2\n' >data.csv
cat >>falls.yaml <<'END'
fit: {data: data.csv, x: un, y: fn, curve: {x: un, y: fn}, vary: {how: [1, 2]}}
END
for how in 1 2 3 4 5 8 11 14 15 16 17; do
    for command in "calibrate --vary how=$how:$how.9" "fit --vary how=$how:$how.9 -o out" \
        "sweep --plot=none -D how=$how --jobs 1" "sweep --plot=none -D how=$how --jobs 2" \
        "sweep --plot=none -D how=$how --shard 2/2"; do
        # shellcheck disable=SC2086
        falls 4 "way $how: $command" $command
        says err.txt "plug-in $objects/falls.so: "
        says err.txt "in law 'spring'"
    done
done
for command in check run calibrate fit sweep verify; do
    for how in 101 104 111 114; do
        falls 4 "way $how: $command" $command -D how=$how
        says err.txt "plug-in $objects/falls.so: "
    done
done
for how in 1 4 8 11 14 15 16 17; do
    FALLS=$how "$lawtester" verify spring --plugin "$objects/falls.so" >out.txt 2>err.txt
    code=$?
    { echo "way $how: verify: exit $code"; cat out.txt err.txt; } >"$log"
    test $code -eq 4
    verdict $? "way $how: verify: exit 4"
    says err.txt "plug-in $objects/falls.so: "
    says err.txt "in law 'spring'"
done
unset LAWTESTER_PLUGIN_SECONDS

# Told to stop, or killed, it takes its child with it; what is done is kept.
sed 's/whats: i.*until: rebound/whats: v....., values: [-1e-9, 0, 0, 0, 0, 0], until: step > 1e9, max_steps: 2e9/' falls.yaml >long.yaml
for signal in INT:130 TERM:143 KILL:137; do
    rm -rf out
    "$lawtester" run long.yaml --plot=none --plugin "$objects/falls.so" >out.txt 2>err.txt &
    process=$!
    sleep 1
    child=$(cat /proc/$process/task/$process/children)
    kill -s "${signal%:*}" $process
    wait $process 2>/dev/null
    code=$?
    { echo "$signal: exit $code"; cat out.txt err.txt; } >"$log"
    test $code -eq "${signal#*:}"
    verdict $? "SIG${signal%:*}: exit ${signal#*:}"
    sleep 0.2
    check 'there was a child' test -n "$child"
    check 'it is gone' test ! -e "/proc/${child% }/exe"
    check 'its rows are kept' test "$(wc -l <out/long.partial.csv)" -gt 1000
done
"$lawtester" run falls.yaml --plot=none -D how=11 --plugin "$objects/falls.so" >out.txt 2>err.txt &
process=$!
sleep 1
kill $process
sleep 0.3
kill $process
wait $process 2>/dev/null
check 'the second signal ends it at once' test $? -eq 143

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
for part in 1 2; do
    try 0 "part $part" sweep many.yaml --shard $part/2 -j 1 -o parts --plugin changed.so
done
echo >>changed.so
try 5 'the parts are of another law' sweep many.yaml --merge -o parts --plugin changed.so
says err.txt 'belongs to a different sweep'

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
