#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# hostile.sh LAWTESTER ROOT PLUGINS: files without end, and what else means no good.
set -u
. "$(dirname "$0")/tap.sh"
lawtester=$(absolute "$1")
root=$(absolute "$2")
plugins=$(absolute "$3")
scratch

# Within what a program needs that does not read on and on. A sanitizer needs more by itself.
bounded() { # CODE NAME ARGUMENT...
    wanted=$1
    name=$2
    shift 2
    ( case $(nm "$lawtester" 2>/dev/null) in *__asan_*) ;; *) ulimit -v 2000000 ;; esac
        exec timeout -k 5 60 "$lawtester" "$@" ) >out.txt 2>err.txt </dev/null
    code=$?
    { echo "lawtester $*: exit $code"; cat out.txt err.txt; } >"$log"
    test "$code" -eq "$wanted"
    verdict $? "$name: exit $wanted"
}

# Files without an end, or with none that matters.
printf 'x,y\n0,0\n1,1\n2,4\n' >fine.csv
{
    printf 'x,y\n'
    head -c 1100000 /dev/zero | tr '\0' 1
} >line.csv
truncate -s 300M large
ln -s /dev/zero endless
sed '/^stages/,$d' "$root/stages/linear/impact.yaml" >head.yaml
{ cat head.yaml; echo 'stages: [{whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}]'; } >impact.yaml
for command in 'compare fine.csv' plot; do
    # shellcheck disable=SC2086
    bounded 3 "$command line.csv" $command line.csv --x x --y y
    says err.txt 'line.csv:2:1: error: a line longer than 1 MiB'
    for file in /dev/zero endless /dev/urandom; do
        # shellcheck disable=SC2086
        bounded 3 "$command $file" $command $file --x x --y y
        says err.txt "$file: error: it is not a regular file"
    done
    # shellcheck disable=SC2086
    bounded 5 "$command of a folder" $command . --x x --y y
done
bounded 3 'a figure of a kind' plot --kind=normal /dev/zero
says err.txt '/dev/zero: error: it is not a regular file'
bounded 5 'a stage program without an end' run endless
says err.txt 'endless: it is not a regular file'
bounded 3 'a stage program that is too large' run large
says err.txt 'has at most 1048576 bytes'
bounded 3 'measured data' fit "$root/stages/fit/restitution.yaml" --data large
says err.txt 'large:1:1: error: a line longer than 1 MiB'
bounded 3 'measured data without an end' fit "$root/stages/fit/restitution.yaml" --data /dev/zero
says err.txt '/dev/zero: error: it is not a regular file'
sed 's/^stages/motion: {integrator: exact}\nstart: large\nstages/' impact.yaml >goes-on.yaml
bounded 3 'a start' check goes-on.yaml
says err.txt '256 MiB or more'
mkdir documents
ln large documents/large.json
bounded 3 'a report' report documents
says err.txt '256 MiB or more'

# What comes through a pipe is read as what is in a file is.
"$lawtester" compare fine.csv /dev/stdin --x x --y y --within 0 <fine.csv >out.txt 2>"$log"
verdict $? 'a table from standard input'
# shellcheck disable=SC2002 # a pipe is what is looked at
cat fine.csv | "$lawtester" compare fine.csv /dev/stdin --x x --y y --within 0 >out.txt 2>"$log"
verdict $? 'a table from a pipe'

# A pipe by its name is waited for by nobody, neither where it is named nor where a document is looked for.
mkfifo pipe
for command in 'compare fine.csv pipe --x x --y y' 'plot pipe --x x --y y'; do
    # shellcheck disable=SC2086
    bounded 3 "a pipe: $command" $command
    says err.txt 'pipe: error: it is not a regular file'
done
bounded 5 'a pipe: check' check pipe
says err.txt 'pipe: it is not a regular file'
mkdir waits beside
"$lawtester" run impact.yaml -q -o beside --plot=none
mkfifo waits/impact.json beside/q.json
ln -s ../impact.yaml beside/link.json
bounded 5 'a pipe in the place of a document' run impact.yaml -q -o waits --plot=none
says err.txt 'waits/impact.json: it is not a regular file'
bounded 0 'a report beside a pipe' report beside -o beside.html
says err.txt 'left out, since not regular files of this folder: beside/link.json beside/q.json'
rm beside/q.json && mkfifo beside/fine.json && cp fine.csv beside
bounded 0 'a figure beside a pipe' plot beside/fine.csv -o beside.svg

# Who reads what does not end can be told to stop.
exec 3</dev/null
stopped() { # SIGNAL CODE COMMAND...: told to stop, it stops with CODE; it reads what 3 is
    told=$1
    wanted=$2
    shift 2
    "$lawtester" "$@" >out.txt 2>err.txt <&3 &
    process=$!
    sleep 0.5
    kill -s "$told" $process
    wait $process 2>/dev/null
    code=$?
    { echo "exit $code"; cat out.txt err.txt; } >"$log"
    test $code -eq "$wanted"
}
for signal in TERM:143 INT:130; do
    { echo x,y; while echo 1,2; do :; done; } >pipe 2>writer.txt &
    exec 3<pipe
    stopped "${signal%:*}" "${signal#*:}" compare fine.csv - --x x --y y
    exec 3<&-
    verdict $? "SIG${signal%:*} while rows come without end"
    wait
done
exec 3</dev/null

# In the middle of one long sample, of which all pieces would take seconds, to be refused in the end.
cat >long.yaml <<'END'
lawtester: 1
particles: {a: {shape: wall}, b: {shape: ellipsoid, semi_axes: [2 cm, 3 cm, 4 cm], mass: 0.1}}
law: {name: linear, kn: 1e7, ks: 1e7, fric: 100}
motion: {frame: bodies, integrator: exact, gravity: [-9.81, 0, 0], gap: -9.81e-8, dt: 10}
stages:
  - {whats: .....i, values: [0, 0, 0, 0, 0, 0.1], until: time >= 10}
END
stopped INT 130 run long.yaml --plot=none
verdict $? 'SIGINT within a sample'
{ cat head.yaml; echo 'stages: [{whats: v....., values: [-1, 0, 0, 0, 0, 0], until: step > 9}]'; } | sed 's/integrator: exact/&, dt: 1e308/' >age.yaml
bounded 4 'a step of an age' run age.yaml --plot=none
says err.txt 'motion.dt is 1e+308 s: the time of a run is to stay finite'
cat >instant.yaml <<END
lawtester: 1
particles: {a: {shape: sphere, radius: 5 mm, density: 2500 kg/m^3}, b: {shape: facet}}
law: {name: jkr, young_eff: 1e7, work_adhesion: 1e-320 J/m^2}
motion: {integrator: exact, dt: 3.44562e-320}
stages: [{whats: vvvvvv, values: [1 mm/s, 0.5, 0, 0, 0, 0], until: rebound}]
record: {columns: [t, un]}
expect: [{that: un_lowest, is: 0, within: 1}]
END
bounded 0 'an extreme in next to no time' run instant.yaml --plot=none
# Programs drawn at random that came to no end. Whether the motion can be followed to its end is a matter of the last bit there.
for program in stiff_dashpot long_sample; do
    (ulimit -t 15; exec "$lawtester" run "$root/tests/data/$program.yaml" --plot=none -o ends) >out.txt 2>err.txt
    code=$?
    { echo "$program: exit $code"; cat out.txt err.txt; } >"$log"
    test $code -eq 0 || { test $code -eq 4 && grep -q 'without end here\|too fast to be followed' err.txt; }
    verdict $? "it ends, right or refused: $program"
done
# What is printed at events and in each round again; the first thousand are kept.
{ sed -n 1,3p long.yaml; echo 'motion: {gap: 1, dt: 1e-6}'; } >prints.yaml
cp prints.yaml rounds.yaml
cat >>prints.yaml <<'END'
stages:
  - {whats: vvvvvv, values: [0, 0, 0, 0, 0, 0], until: step >= 3000,
     at: [{when: step % 2 == 1, times: 2000, do: [{print: step}]}], done: [{print: t}]}
END
cat >>rounds.yaml <<'END'
stages:
  - {whats: vvvvvv, values: [0, 0, 0, 0, 0, 0], until: step >= 1, done: [{print: t}, {restart: 1500}]}
END
for program in prints:3000 rounds:1501; do
    "$lawtester" run "${program%:*}.yaml" --plot=none >out.txt 2>"$log" &&
        grep -q "^  steps  *${program#*:}\$" out.txt && [ "$(grep -c '= ' out.txt)" -ge 1000 ] &&
        [ "$(grep -c 'only the first 1000 prints are kept' out.txt)" = 1 ]
    verdict $? "a thousand prints: $program steps"
done

# A mistake behind more than are told is a mistake too.
mistakes=$(i=0; while [ $i -lt 130 ]; do printf 'l%d: unknown%d, ' $i $i; i=$((i + 1)); done)
{ sed -n 1,3p long.yaml; echo 'motion: {gap: 1, dt: 1e-6}'; echo "let: {$mistakes}"; } >mistakes.yaml
stage='{whats: vvvvvv, values: [0, 0, 0, 0, 0, 0], until: step >= 1}'
for section in 'expect: [{curve: fn, over: un, within: 1}]' 'start: [1]' 'start: .'; do
    { cat mistakes.yaml; echo "stages: [$stage]"; echo "$section"; } >unseen.yaml
    bounded 3 "behind a hundred mistakes: $section" check unseen.yaml
    says err.txt 'more error'
done
{ cat mistakes.yaml; echo "stages: [{repeat: 1e30, stages: [$stage]}]"; } >unseen.yaml
bounded 3 'behind a hundred mistakes: a number of rounds' check unseen.yaml
mkfifo start
{ sed -n 1,3p long.yaml; echo 'motion: {gap: 1, dt: 1e-6}'; echo "stages: [$stage]"; echo 'start: start'; echo 'sweep: {over: {motion.gap: [1, 2]}}'; } >pipe.yaml
bounded 3 'a pipe as the start of a sweep' sweep pipe.yaml
says err.txt 'it is not a file'

# Springs between overlaps that are the least of all numbers: nothing lies between them.
cat >least.yaml <<'END'
lawtester: 1
particles:
  a: {shape: sphere, radius: 5 mm, density: 2500 kg/m^3}
  b: {shape: sphere, radius: 5 mm, density: 2500 kg/m^3}
law: {name: mindlin, young: 1e7, poisson: 0.3, fric: 1, tangential: partial-slip}
motion: {frame: bodies, integrator: exact, dt: 50 us}
stages: [{whats: ui..vv, values: [-6e-323, 1, 0, 0, 0, 0], until: step >= 100}]
END
bounded 0 'slip over the least overlaps' run least.yaml --plot=none

# Losses of parts of one's own beside those of contact, and names that are longer than a message.
losses=$(i=0; while [ $i -lt 60 ]; do printf 'l%d: 0, ' $i; i=$((i + 1)); done)
{
    sed -n 1,2p long.yaml
    echo "law: {name: contact, kn: 1e5, damping: {name: mine, define: {params: {c_o: 1}, viscous: {vfn: c_o*vn}, losses: {$losses}}}}"
    echo 'motion: {dt: 1e-6}'
    echo 'stages: [{whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}]'
} >losses.yaml
long=$(printf '%0520d' 0 | tr 0 x)
{
    echo "lawtester: 1"
    echo "let: {$long: 0.5}"
    echo 'particles: {a: {shape: wall}, b: {shape: sphere, radius: 5e-3, mass: 0.1}}'
    echo "law: {name: linear, kn: 1e5, dp_nratio: \"0.1 + 0.5*($long - 0.5)^2\"}"
    echo 'stages: [{whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}]'
    echo "calibrate: {vary: {$long: [0, 1]}, to: {e_n: 0.7}}"
} >names.yaml
one=$(printf '%0200d' 0 | tr 0 x)
other=$(printf '%0200d' 0 | tr 0 y)
cat >accuracy.yaml <<END
lawtester: 1
let: {x: 1.3, y: 0.3}
particles: {a: {shape: wall}, b: {shape: sphere, radius: 5 mm, density: 2500 kg/m^3}}
law:
  name: contact
  normal: hertz
  young_eff: 1e8
  shear_eff: 2e7
  fric: 0.1
  tangential: partial-slip
  damping:
    name: mine
    define:
      params: {c_o: 1e-3}
      state: {$one: "1", $other: "1"}
      viscous: {vfn: c_o*vn}
      next: {$one: vn, $other: vs}
motion: {integrator: exact, dt: 1 us}
stages: [{whats: iv...., values: [-x, y, 0, 0, 0, 0], until: step > 1}]
calibrate: {vary: {x: [0.5, 3], y: [0.1, 1]}, to: {$one: -1, $other: 0.5}}
END
bounded 0 'more losses than contact has' run losses.yaml --plot=none
bounded 0 'the accuracy of results with names that are longer than what tells it' calibrate accuracy.yaml
check 'which is cut' grep -q '^  accuracy  *xxxx' out.txt
bounded 1 'two solutions of a name that is longer than the message' calibrate names.yaml

# A parameter whose name begins as a key that makes the program is set like any other.
{
    sed -n 1,2p long.yaml
    echo 'law: {name: mine, define: {params: {k: 1e5, record_x: 1}, force: {fn: k*un}}}'
    echo 'motion: {dt: 1e-6}'
    echo 'stages: [{whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound, done: [{set: {record_x: 2 + 0*un}}]}]'
} >record.yaml
bounded 0 'a parameter called record_x is set' run record.yaml --plot=none

# A gnuplot that does not end is killed, with what it has begun, and not tried a second time.
mkdir bin
printf '#!/bin/sh\nsleep 600 &\necho $! >%s/begun\nwait\n' "$folder" >bin/gnuplot
chmod +x bin/gnuplot
printf 'plots: [{kind: normal}, {kind: energy}]\n' >>impact.yaml
hangs() { # ARGUMENT...
    begin=$(date +%s)
    PATH=$folder/bin:$PATH LAWTESTER_GNUPLOT_SECONDS=2 "$lawtester" run impact.yaml "$@" >out.txt 2>err.txt
    code=$?
    { echo "run impact.yaml $*: exit $code"; cat out.txt err.txt; } >"$log"
    [ $(($(date +%s) - begin)) -lt 5 ] && ended
}
ended() { # or waits to be forgotten
    ! grep -q . "/proc/$(cat begun)/cmdline" 2>/dev/null
}
"$lawtester" run impact.yaml >out.txt 2>"$log"
hangs && test $code -eq 0
verdict $? 'drawings may be missing'
says err.txt 'note: gnuplot did not finish within 2 s and was killed (the script is kept as out/impact.gp)'
check 'the second one has its script, too' test -s out/impact-2.gp
check 'nothing old stands beside the new table' test ! -e out/impact.svg -a ! -e out/impact-2.svg
check 'it is set aside' test -s out/previous/impact.svg -a -s out/previous/impact-2.svg
hangs --plot=svg && test $code -eq 5
verdict $? 'but not those that were asked for: exit 5'
PATH=$folder/bin:$PATH "$lawtester" run impact.yaml >out.txt 2>err.txt &
process=$!
sleep 1
kill $process
wait $process 2>/dev/null
test $? -eq 143 && ended
verdict $? 'nobody has to wait for it'

# Where there is no more room all is as it was before, whatever of it would still fit.
rm -rf out
sed 's/^motion.*//; s/^plots.*//' impact.yaml >full.yaml
"$lawtester" run full.yaml -D motion.dt=t_c/100 -q >out.txt 2>"$log"
cp -R out before
for blocks in 1 8 12 16 40; do
    (ulimit -f $blocks; exec "$lawtester" run full.yaml -D dp_nratio=0.5 -D motion.dt=t_c/400) >out.txt 2>err.txt
    code=$?
    { echo "$blocks blocks: exit $code"; cat out.txt err.txt; } >"$log"
    test $code -eq 5 && diff -r before out >>"$log"
    verdict $? "files of at most $blocks blocks: the old ones are kept"
done
says err.txt 'full.csv: File too large (previous file kept)'
if [ "$(id -u)" = 0 ] && mkdir small && mount -t tmpfs -o size=64k none small 2>/dev/null; then
    "$lawtester" run full.yaml -o small -D motion.dt=t_c/30 -q 2>"$log"
    cp -R small kept
    "$lawtester" run full.yaml -o small -D dp_nratio=0.5 -D motion.dt=t_c/2000 >out.txt 2>err.txt
    code=$?
    { echo "exit $code"; cat out.txt err.txt; } >"$log"
    test $code -eq 5 && diff -r kept small >>"$log"
    verdict $? 'a disk that is full: the old files are kept'
    umount small
else
    skip 'a disk that is full' 'no file system can be mounted'
fi

# Few files may be open: what needs more is told, and what is written is whole.
rm -rf few
sed '$a sweep: {over: {kn: [1e5, 2e5, 3e5]}, results: [e_n]}' full.yaml >few.yaml
try 0 'a sweep' sweep few.yaml -o many --plot=none
few() { # DESCRIPTORS ARGUMENT...
    n=$1
    shift
    (ulimit -n "$n"; exec timeout -k 5 60 "$lawtester" "$@") >out.txt 2>err.txt </dev/null
    code=$?
    { echo "$n descriptors, lawtester $*: exit $code"; cat out.txt err.txt; } >"$log"
    test $code -eq 0 || { test $code -eq 5 && grep -q 'Too many open files' err.txt && ! grep -q 'was not found' err.txt; }
}
case $(nm "$lawtester" 2>/dev/null) in
*__asan_*) skip 'few open files' 'instrumented' ;;
*)
    for n in 5 6 7 8; do
        rm -rf few
        few $n run full.yaml -o few --plot=svg
        verdict $? "a run with $n open files"
        test -s few/full.json && cmp few/full.csv before/full.csv >"$log" 2>&1
        verdict $? 'its table is there'
        few $n sweep few.yaml -o few --plot=none && { test $code -ne 0 || cmp few/few.sweep.csv many/few.sweep.csv; }
        verdict $? "a sweep with $n open files"
    done
    ;;
esac

# Told to stop at any moment: it ends by that signal, or was done before; what it leaves is whole, a sweep goes on
# from there, and no process is left.
cat >many.yaml <<'END'
lawtester: 1
particles: {a: {shape: wall}, b: {shape: sphere, radius: 5 mm, mass: 1 g}}
law: {name: spring, kn: 1e5 N/m}
motion: {dt: t_c/2000}
stages: [{name: x, whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}]
sweep: {over: {kn: {from: 1e5, to: 2e5, n: 2000}}, results: [e_n, t_contact]}
END
plugin="--plugin $plugins/good.so"
# shellcheck disable=SC2086
try 0 'a sweep of a plug-in' sweep many.yaml $plugin --plot=none -o whole
whole_rows() { # FILE...: each line has as many fields as the first one, and an end
    for file in "$@"; do
        [ -e "$file" ] || continue
        awk -F, 'NR == 1 {n = NF} NF != n {exit 1}' "$file" && [ -z "$(tail -c 1 "$file")" ] || return 1
    done
}
phase() { # NUMBER DELAY COMMAND...
    at=$1
    delay=$2
    shift 2
    signal=$([ $((at % 2)) = 0 ] && echo TERM || echo INT)
    "$lawtester" "$@" -o phase >out.txt 2>err.txt &
    process=$!
    sleep "$delay"
    kill -s $signal $process 2>/dev/null
    wait $process 2>/dev/null
    code=$?
    { echo "SIG$signal after $delay s, lawtester $*: exit $code"; cat out.txt err.txt; ls phase; } >"$log" 2>&1
    case $signal-$code in TERM-143 | INT-130 | *-0) ;; *) return 1 ;; esac
    ! grep -q "[/]${folder#/}" /proc/[0-9]*/cmdline 2>/dev/null && whole_rows phase/*.csv
}
awk 'BEGIN {srand(1); for (i = 0; i < 12; i++) print i, rand() * (i < 6 ? 0.1 : 0.6)}' >delays
while read -r at delay; do
    rm -rf phase
    phase "$at" "$delay" run "$folder/impact.yaml" --plot=svg
    verdict $? "a run is told to stop after $delay s"
    # shellcheck disable=SC2086
    phase "$at" "$delay" run "$folder/many.yaml" $plugin --plot=none -D motion.dt=t_c/200000
    verdict $? 'one of a plug-in'
    # shellcheck disable=SC2086
    phase "$at" "$delay" sweep "$folder/many.yaml" $plugin --plot=none
    verdict $? 'a sweep of one'
    # shellcheck disable=SC2086
    try 0 'which goes on' sweep many.yaml $plugin --plot=none -o phase
    check 'to the same table' cmp whole/many.sweep.csv phase/many.sweep.csv
done <delays

# Control characters reach neither terminal nor drawing: not from the file, the command line, the name of a file
# in a folder, or a document that others wrote.
escape=$(printf '\033[31m')
harmless() { # FILE...
    ! cat "$@" | LC_ALL=C tr -d '\n\t' | LC_ALL=C grep -q '[[:cntrl:]]'
}
{ echo 'title: "\\e[31mred \\x07"' && cat head.yaml; } | sed '2,$s/^title.*//' >red.yaml
printf 'stages: [{whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}]\n' >>red.yaml
try 3 'a title with control characters' run red.yaml
says err.txt 'red.yaml:1:8: error: the character U+001B is not allowed'
check 'the terminal gets none of them' harmless out.txt err.txt
for argument in "$escape.yaml" "-D x=$escape" "-o $escape"; do
    try 2 'the command line' run impact.yaml "$argument"
    says err.txt 'the character U+001B is not allowed on the command line'
    check 'the terminal gets none of them' harmless out.txt err.txt
done
mkdir found
cp impact.yaml "found/a$escape.yaml"
try 2 'a file in a folder' verify found
check 'the terminal gets none of them' harmless out.txt err.txt
rm -rf out
try 0 'a run' run impact.yaml
sed -i 's/"title": "[^"]*"/"title": "\\u001b[31mred \\u0007"/' out/impact.json
try 0 'a report of it' report out
try 0 'a figure of it' plot --kind=normal out/impact.csv
check 'what is written has none of them' harmless report.html out/*.svg out/*.gp out.txt err.txt
check 'but the title' grep -q '\[31mred' report.html

finish
