#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# clock.sh LAWTESTER ROOT JUMP_CLOCK: whatever the clock of the day shows, results are the same and nobody waits longer.
set -u
. "$(dirname "$0")/tap.sh"
lawtester=$(absolute "$1")
root=$(absolute "$2")
jumping=$(absolute "$3")
scratch

# The clock does jump: else nothing is tested.
year() {
    env "$@" date +%Y
}
check 'the clock jumps' test "$(year LD_PRELOAD="$jumping")" -ne "$(year A=B)"

cat >many.yaml <<'END'
lawtester: 1
particles: {a: {shape: wall}, b: {shape: sphere, radius: 5 mm, mass: 1 g}}
law: {name: linear, kn: 1e5 N/m, dp_nratio: 0.1}
motion: {dt: t_c/20000}
stages:
  - {name: x, whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}
sweep: {over: {dp_nratio: {from: 0, to: 0.9, n: 400}, vn: [0.1, 1, 10]}, results: [e_n, t_contact]}
END
cp "$root/stages/linear/impact.yaml" .

try 0 'a run' run impact.yaml --plot=svg -o as-usual
try 0 'a sweep' sweep many.yaml --plot=none -o as-usual
try 0 'a report' report as-usual -o as-usual.html
LD_PRELOAD=$jumping
export LD_PRELOAD
try 0 'a run while the clock is set' run impact.yaml --plot=svg -o jumped
try 0 'a sweep while the clock is set' sweep many.yaml --plot=none -o jumped
cp -R as-usual copy
mv as-usual kept
mv copy as-usual
try 0 'a report while the clock is set' report as-usual -o jumped.html
unset LD_PRELOAD
for file in impact.csv impact.json impact.svg many.sweep.csv many.sweep.json; do
    check "the same bytes: $file" cmp "kept/$file" "jumped/$file"
done
check 'the same bytes: the report' cmp as-usual.html jumped.html

# Killed and taken up again.
LD_PRELOAD=$jumping "$lawtester" sweep many.yaml --plot=none -j 1 -o again >out.txt 2>err.txt &
process=$!
sleep 0.3
kill -s KILL $process
wait $process 2>/dev/null
LD_PRELOAD=$jumping "$lawtester" sweep many.yaml --plot=none -o again >out.txt 2>"$log"
verdict $? 'a sweep that was killed goes on'
check 'the same table' cmp kept/many.sweep.csv again/many.sweep.csv

# A gnuplot that does not end is waited for as long as is said.
mkdir bin
printf '#!/bin/sh\nexec sleep 30\n' >bin/gnuplot
chmod +x bin/gnuplot
begin=$(cut -d . -f 1 /proc/uptime)
LD_PRELOAD=$jumping PATH=$folder/bin:$PATH LAWTESTER_GNUPLOT_SECONDS=2 "$lawtester" run impact.yaml -o waited >out.txt 2>err.txt
code=$?
took=$(($(cut -d . -f 1 /proc/uptime) - begin))
{ echo "exit $code after $took s"; cat out.txt err.txt; } >"$log"
test $code -eq 0 -a $took -ge 2 -a $took -le 8
verdict $? 'a gnuplot that hangs is killed in time'
says err.txt 'gnuplot did not finish within 2 s'

finish
