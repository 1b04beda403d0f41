#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tables.sh LAWTESTER: one table as nobody would write it, through everything that reads tables.
. "$(dirname "$0")/tap.sh"
lawtester=$(absolute "$1")
scratch

try() { # EXIT NAME ARGUMENT...
    wanted=$1
    name=$2
    shift 2
    code=0
    "$lawtester" "$@" >out.txt 2>err.txt || code=$?
    { echo "exit $code"; cat out.txt err.txt; } >"$log"
    test $code -eq "$wanted"
    verdict $? "$name: exit $wanted"
}

# A byte order mark, comments, CRLF, units in a row of their own, decimal commas, quotes, fields that are
# missing, columns of words, no name, a separator at the end.
printf '\357\273\277# oscilloscope 4, May\r\n\r\n"t"; "un" ;"fn";"e_n";"fric";"speed";"who; where";\r\n' >ugly.csv
printf 'ms;um;kN;%%;-;"mm/s";;\r\n' >>ugly.csv
i=0
while [ $i -le 20 ]; do
    test $i -ne 7 || printf '# he came in\r\n\r\n' >>ugly.csv
    if [ $i -eq 3 ]; then
        printf ';;;;"0,3";;nobody;\r\n' >>ugly.csv
    else
        awk -v i="$i" 'BEGIN {
            s = sprintf("%.17g;%.17g;\"%.17g\";%.17g;%.17g;%.17g;a \"word\";", i/100, -i/2, -i/20, 100*(1 - i/100), 0.3 + i/100, 100 + i)
            gsub(/\./, ",", s)
            printf "%s\r\n", s}' >>ugly.csv
    fi
    i=$((i + 1))
done
awk 'BEGIN {print "t un fn e_n fric speed"
    for (i = 0; i <= 20; i++) if (i != 3)
        printf "%.17g\t%.17g  %.17g %.17g %.17g %.17g\n", i/1e5, -i/2e6, -i*50, 1 - i/100, 0.3 + i/100, 0.1 + i/1000}' >plain.txt
sed '/nobody/d' ugly.csv >whole.csv

for y in un fn e_n fric speed; do
    try 0 "compare: $y" compare ugly.csv plain.txt --x t --y $y --within 1e-12
done
check 'decimal commas are noted' grep -q "^ugly.csv:6:1: note: numbers have decimal commas: '0,93' is read as 0.93" err.txt
try 0 'compare: from standard input' compare - plain.txt --x t --y fn --within 1e-12 <ugly.csv
try 3 'a column of words' compare ugly.csv plain.txt --x t --y 'who; where'
check 'each is said' grep -q '^ugly.csv:5:[0-9]*: error: .* is not a number; leave the field empty where a value is missing' err.txt
try 2 'a column that there is not' compare ugly.csv plain.txt --x t --y fm
check 'with the nearest name' grep -q "no column 'fm'.*fn" err.txt
try 0 'plot' plot ugly.csv -x un -y fn -o ugly.svg
check 'its axis has a unit' grep -q '(kN)' ugly.svg
try 0 'plot: a kind' plot ugly.csv --kind=normal -o kind.svg
try 0 'plot: of both' plot ugly.csv plain.txt -x t -y fn -o both.svg

# The data sets of a file of gnuplot: two empty lines part them, one does not. Each has its own name.
printf '# x y\n0 0\n1 1\n2 2\n\n\n# x y\n0 10\n1 11\n2 12\n' >two.dat
printf '# sphere\n# x [mm] y\n0 0\n1 1\n\n\n# capsule\n0 10\n1 11\n\n# x [mm] y\n\n"a rod"\n0 20\n1 20\n\n\n\n# the end\n\n' >three.dat
printf 'x,y\n0,1\n1,2\n\n\nx,y\n0,3\n1,3\n' >headed.csv
printf 'x,y\n0,1\n\n1,2\n\n2,3\n' >one.csv
for file in two.dat three.dat headed.csv one.csv; do
    try 0 "plot: the data sets of $file" plot $file -x x -y y -o ${file%.*}.svg
done
check 'two curves without a name' grep -q '<title>two, block 1</title>' two.svg
check '... each by its number' grep -q '<title>two, block 2</title>' two.svg
check 'three curves, with names' awk '/<title>(sphere|capsule|a rod)</ {n++} END {exit n != 3}' three.svg
check 'a header that is repeated' grep -q '<title>headed, block 2</title>' headed.svg
check 'an empty line is nothing' awk '/<title>.*block/ {n++} END {exit n > 0}' one.svg
cp two.svg first.svg
try 0 'plot: without columns' plot two.dat -o two.svg
check '... the same' cmp two.svg first.svg
try 0 'plot: together with another file' plot two.dat one.csv -x x -y y -o all.svg
check '... three curves' awk '/<title>(two, block 1|two, block 2|one)</ {n++} END {exit n != 3}' all.svg
try 3 'compare: which of them' compare two.dat one.csv --x x --y y
says err.txt "two.dat:8:1: error: a second table begins here, behind 2 empty lines; 'lawtester plot' draws"
try 3 'read: which of them' read two.dat --columns un=x,fn=y
says err.txt 'two.dat:8:1: error: a second table begins here'

# What a stage program says of a table, and what options do.
printf 'my path\nt un part\n9 9 1\n9 9 1\n0 0 2\n1 -1e-6 2\n2 -2e-6 2\n\n\n# other\n5 5 3\n' >path.txt
cat >path.yaml <<'END'
lawtester: 1
particles: {a: {shape: wall}, b: {shape: sphere, radius: 5 mm, mass: 1 g}}
law: {name: linear, kn: 1e5 N/m}
motion: {dt: 1 ms}
stages:
  - {whats: u....., values: [{file: path.txt, column: un, over: t, where: part == 2, header: 2, rows: 2.., block: 1}, 0, 0, 0, 0, 0], until: t >= 2e-3}
expect:
  - {that: un, is: -2e-9, within: 1e-9}
  - {curve: un, over: t, file: path.txt, where: part == 2 and t == 0, header: 2, block: 1, within: 1e-9}
END
try 0 'a stage with words about its table' run path.yaml -o path --plot=none
check '... they are in the document' grep -q '"where": "part == 2"' path/path.json
try 2 '... a wrong one' check path.yaml -D 'stages[0].values[0].rows=9-10'
says err.txt 'expected rows from 1 on'
try 2 '... another' check path.yaml -D 'stages[0].values[0].header=first'
says err.txt 'expected the number of the line with the names'
try 2 'as an option' compare path.txt path.txt --x t --y un --rows 3-4
says err.txt "--rows '3-4': expected rows from 1 on"
try 2 'as an option' compare path.txt path.txt --x t --y un --header first
try 0 'as options' compare path.txt path.txt --x t --y un --header 2 --block other
try 0 'as options of a figure' plot path.txt -x t -y un --skip 1 --where 'part == 2' -o path.svg
printf 't,un\n1,2\n"3,4\n5,6\n' >open.csv
try 3 'a quote that is not closed' compare open.csv open.csv --x t --y un
says err.txt 'open.csv:3:1: error: the row has 1 fields, the header 2'

# Units of other dimensions.
printf 't,fn [mm]\n0,0\n1,1\n' >length.csv
try 3 'a force and a length' compare plain.txt length.csv --x t --y fn
check 'why' grep -q "^length.csv:1:3: error: column 'fn': .* (m), expected a force (N)" err.txt
try 3 'a length and a force' compare length.csv plain.txt --x t --y fn
try 3 'a force and a length, drawn' plot plain.txt length.csv -x t -y fn -o length.svg
try 3 'a force that is a length' plot length.csv --kind=time -o length.svg
printf 'x,y [mm]\n0,0\n1,1000\n' >one.csv
printf 'x,y [m]\n0,0\n1,1\n' >other.csv
printf 'x,y\n-,N\n0,0\n1,1\n' >third.csv
printf 'x,y [furlong/fortnite]\n0,0\n1,1\n' >fourth.csv
try 0 'mm and m' compare one.csv other.csv --x x --y y --within 1e-15
try 3 'mm and N' compare one.csv third.csv --x x --y y
check 'which they are' grep -q "^third.csv:1:3: error: column 'y': .* force (N), expected a length (m)" err.txt
try 3 'mm and N, drawn' plot one.csv third.csv -x x -y y -o third.svg
try 3 'a unit that there is not' compare one.csv fourth.csv --x x --y y
check 'it is told' grep -q "^fourth.csv:1:3: error: column 'y': unknown unit" err.txt

# In stage programs.
cat >head.yaml <<'END'
lawtester: 1
let: {mu: 0.3, v0: 0.1 m/s}
particles: {a: {shape: wall}, b: {shape: sphere, radius: 5 mm, mass: 1 g}}
law: {name: linear, kn: 1e8 N/m, fric: mu}
END
{
    cat head.yaml
    echo 'stages: [{whats: u....., values: [{file: whole.csv, column: un, over: t}, 0, 0, 0, 0, 0], until: t > 1.9e-4}]'
    echo 'motion: {dt: 1 us}'
    echo 'expect: [{curve: un, over: t, file: whole.csv, within: 1e-9}, {that: un, is: -1e-5, within: 1e-9}]'
    echo 'plots: [{x: t, y: un, reference: ugly.csv}]'
} >leads.yaml
sed 's/whole.csv, within/ugly.csv, within/' leads.yaml >expects.yaml
try 1 'a table of a stage, a curve, a reference' run leads.yaml
check 'the run ends before the curve' grep -q 'does not reach' out.txt
sed -i 's/t > 1.9e-4/t > 2.1e-4/' leads.yaml expects.yaml
try 0 'a curve that the run reaches' run leads.yaml
check 'the reference is drawn' grep -q 'ugly' out/leads.svg
try 0 'a curve that lacks numbers' run expects.yaml
try 3 'a table that lacks numbers' check leads.yaml -D 'stages[0].values[0].file=ugly.csv'
check 'where' grep -q "ugly.csv:8:1: error: no finite number for 't'" err.txt
try 3 'a displacement that is a force' check leads.yaml -D 'stages[0].values[0].column=fn'
check 'why' grep -q "whole.csv:3:13: error: column 'fn': .* force (N), expected a length (m)" err.txt
try 3 'a time that is a force' check leads.yaml -D 'stages[0].values[0].over=fn'
sed 's/reference: ugly.csv/reference: length.csv/; s/y: un, ref/y: fn, ref/' leads.yaml >refers.yaml
try 5 'a reference in other units' run refers.yaml -o refers
check 'why' grep -q "length.csv:1:3: error: column 'fn'" err.txt

{
    cat head.yaml
    echo 'stages: [{whats: i....., values: [-v0, 0, 0, 0, 0, 0], until: rebound}]'
    echo 'sweep: {over: {mu: {file: ugly.csv, column: fric}, v0: {file: whole.csv, column: speed}}, design: random, n: 5, results: [e_n]}'
    echo 'fit: {data: ugly.csv, x: speed, y: e_n, result: {x: v0, y: e_n}, vary: {dp_nratio: [0.01, 1]}}'
} >varies.yaml
sed -i 's/^let.*/let: {mu: {file: ugly.csv, column: fric}, v0: 0.1 m\/s}/' varies.yaml
try 0 'samples' sweep varies.yaml
check 'in SI' awk -F, 'NR > 1 && ($1 < 0.29 || $1 > 0.51 || $2 < 0.09 || $2 > 0.13) {exit 1}' out/varies.sweep.csv
try 3 'samples in other units' check varies.yaml -D 'let.mu.column=speed'
try 0 'measured data' fit varies.yaml --plot=none
check 'the row that lacks a number is left out' grep -q '20 points\|points *20' out.txt
try 0 'a report of what came of them' report out

# As an array of NumPy: what the CSV has, through all the same.
{
    cat head.yaml
    echo 'stages: [{whats: i....., values: [-v0, 0, 0, 0, 0, 0], until: rebound}]'
    echo 'record: {columns: [t, un, fn, e_n, {speed: -vn}, {root: un < 0 and -un or 0}]}'
} >impact.yaml
try 0 'a table in text' run impact.yaml -o text
try 0 'a table as an array' run impact.yaml -o array -D record.format=npy
check 'in place of the text' test ! -e array/impact.csv
check 'its header ends at 64 bytes' test $((($(head -n 1 array/impact.npy | wc -c)) % 64)) -eq 0
check 'its length is that of its numbers' \
    test $(($(wc -c <array/impact.npy) - $(head -n 1 array/impact.npy | wc -c))) -eq $((48 * ($(wc -l <text/impact.csv) - 1)))
for y in un fn speed root; do
    try 0 "both are the same: $y" compare text/impact.csv array/impact.npy --x t --y $y --within 0
done
try 0 'an array is drawn' plot array/impact.npy
{
    sed 's/whats: i....., values: \[-v0,/whats: u....., values: [{file: array\/impact.npy, column: un, over: t},/; s/until: rebound/until: t > 1e-3/' impact.yaml
    echo 'motion: {dt: 1e-7}'
    echo 'expect: [{curve: un, over: t, file: array/impact.npy, within: 0.05}]'
    echo 'plots: [{x: t, y: un, reference: array/impact.npy}]'
} >follows.yaml
try 0 'an array that a stage follows' run follows.yaml
{
    cat impact.yaml
    echo 'fit: {data: array/impact.npy, x: t, y: fn, curve: {x: t, y: fn}, vary: {kn: [1e7, 1e9]}}'
} >fits.yaml
try 0 'an array that is fitted' fit fits.yaml --plot=none
try 0 'a run in text again' run impact.yaml -o array
check 'what is of another run does not stay' test ! -e array/impact.npy
try 4 'a run that fails' run impact.yaml -o array -D record.format=npy -D 'stages[0].max_steps=50'
check 'has the rows until then' test -s array/impact.partial.npy
try 0 'they can be read' plot array/impact.partial.npy -x t -y un -o partial.svg

# A long table is written while the run goes on; where all rows are needed, at its end: the same.
{
    sed 's/^let: {/let: {most: 20000, /' head.yaml
    echo 'stages: [{whats: i....., values: [-v0, 0, 0, 0, 0, 0], until: step >= most, max_steps: 2e9}]'
    echo 'record: {columns: [t, un, fn, contact, {speed: -vn}]}'
} >long.yaml
sed '$a expect: [{curve: un, over: t, file: text/impact.csv, within: 1}]' long.yaml >whole.yaml
try 0 'a long table' run long.yaml -o long
try 0 'the same, kept' run whole.yaml -o long
check 'not one byte differs' cmp long/long.csv long/whole.csv
try 0 'as an array' run long.yaml -o long -D record.format=npy
check 'the table in text is gone' test ! -e long/long.csv
try 0 'the same, kept' run whole.yaml -o long -D record.format=npy
check 'not one byte differs' cmp long/long.npy long/whole.npy
check 'nothing else is left' test "$(ls long | tr '\n' ' ')" = 'long.json long.npy whole.json whole.npy '
try 0 'its last values' run long.yaml -o long --json
says out.txt "\"speed_end\": $(tail -n 1 long/long.csv | sed 's/.*,//')"
case $(nm "$lawtester" 2>/dev/null) in
*__asan_*) skip 'in little memory' 'instrumented' ;;
*)
    (ulimit -v 150000 && "$lawtester" run long.yaml -o little -D most=5e6 -D record.format=npy) >out.txt 2>err.txt
    verdict $? 'five million rows in little memory'
    rm -rf little
    ;;
esac

# One that fails, is killed, or does not fit.
try 4 'a long run that fails' run long.yaml -o failed -D most=1e6 -D 'stages[0].max_steps=20000'
check 'has all rows until then' cmp failed/long.partial.csv long/long.csv
check 'and no table' test ! -e failed/long.csv
for format in csv npy; do
    partial=killed/long.partial.$format
    "$lawtester" run long.yaml -o killed -D most=1e9 -D record.every=100 -D record.format=$format >out.txt 2>&1 &
    process=$!
    i=0
    while [ $i -lt 500 ] && [ "$(wc -c 2>/dev/null <$partial || echo 0)" -lt 200000 ]; do
        sleep 0.02
        i=$((i + 1))
    done
    "$lawtester" run long.yaml -o killed -D record.format=$format >out.txt 2>&1
    verdict $? "$format: another run of the same name meanwhile"
    kill -s KILL $process
    wait $process 2>/dev/null
    check "$format: what is left is read" "$lawtester" plot $partial -x t -y un -o killed.svg
    mv killed/long.$format whole.$format
    try 0 "$format: there is nothing wrong in it" compare $partial whole.$format --x t --y un --within 1
    check "$format: and no table" test "$(ls killed | tr '\n' ' ')" = "long.json long.partial.$format "
    try 0 "$format: the next run takes its place" run long.yaml -o killed -D record.format=$format
    check "$format: and leaves nothing else" test "$(find killed -type f | wc -l)" -eq 2
    rm -rf killed
done
try 0 'a short run' run impact.yaml -o small
cp small/impact.csv small/long.csv
(ulimit -f 100 && "$lawtester" run long.yaml -o small) >out.txt 2>err.txt
test $? -eq 5
verdict $? 'no room for the table: exit 5'
says err.txt 'small/long.csv: File too large (previous file kept)'
check 'the previous one is kept' cmp small/impact.csv small/long.csv
check 'and nothing else' test "$(ls small | tr '\n' ' ')" = 'impact.csv impact.json long.csv '

python=$(for p in python3 /usr/bin/python3; do $p -c 'import numpy' 2>/dev/null && echo $p && break; done)
if [ -n "$python" ]; then
    run=$("$lawtester" run impact.yaml -o array -D record.format=npy 2>&1) || echo "$run"
    check 'NumPy reads it' "$python" -c '
import numpy
a = numpy.load("array/impact.npy", mmap_mode="r")
b = numpy.genfromtxt("text/impact.csv", delimiter=",", names=True)
assert a.dtype.names == b.dtype.names and all(numpy.array_equal(a[n], b[n], equal_nan=True) for n in a.dtype.names)
for version in ((1, 0), (2, 0)):
    with open("v%d.npy" % version[0], "wb") as f:
        numpy.lib.format.write_array(f, numpy.array(a[["t", "un"]]), version)
c = numpy.zeros(3, dtype=[("x", ">f4"), ("n", "<i2"), ("b", "|b1"), ("w", "U4"), ("y", ">f8")])
c["x"], c["n"], c["b"], c["w"], c["y"] = [1, 2, 3], [-1, -2, -3], [True, False, True], "word", [1.5, 1e300, -4]
numpy.save("mixed.npy", c)
numpy.save("plain.npy", numpy.eye(3))
numpy.save("square.npy", numpy.zeros((2, 2), dtype=[("x", "<f8")]))'
    for version in 1 2; do
        try 0 "version $version of NumPy's own" compare text/impact.csv v$version.npy --x t --y un --within 0
    done
    printf 'x,n,b,y\n1,-1,1,1.5\n2,-2,0,1e300\n3,-3,1,-4\n' >mixed.csv
    for y in n b y; do
        try 0 "numbers of other kinds: $y" compare mixed.csv mixed.npy --x x --y $y --within 0
    done
    try 3 'words of an array' compare mixed.npy mixed.npy --x x --y w
    try 3 'an array without names' plot plain.npy
    check 'what to do' grep -q 'save a structured one' err.txt
    try 3 'an array that is square' plot square.npy
else
    skip 'NumPy reads it' 'no numpy'
fi
sed "1s/'un'/'fn'/" array/impact.npy >twice.npy
try 3 'an array with two columns of one name' plot twice.npy
says err.txt "twice.npy:1:1: error: duplicate column 'fn'"
head -c 700 array/impact.npy >short.npy
try 3 'an array that is cut off' plot short.npy
check 'where' grep -q '^short.npy:[0-9]*:1: error: the array ends before this row' err.txt
printf '\223NUMPY\001\000' >torn.npy
try 3 'an array without a header' plot torn.npy

finish
