#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# dump.sh LAWTESTER ROOT DUMP_COMPARE: scripts/dump writes what a build computes, and finds what differs.
set -u
. "$(dirname "$0")/tap.sh"
lawtester=$(absolute "$1")
root=$2
compare=$(absolute "$3")
scratch

# A tree of a few programs, and the program, but for the one long command.
mkdir -p tree/stages/linear tree/stages/shapes tree/stages/sweep tree/doc/templates tree/tests/bad
cp "$root/stages/linear/impact.yaml" tree/stages/linear
cp "$root/stages/shapes/cylinder.yaml" tree/stages/shapes
cp "$root/stages/sweep/calibrated.yaml" tree/stages/sweep
cp "$root/doc/templates/my-law-formulas.yaml" tree/doc/templates
cp "$root/tests/bad/circular_let.yaml" tree/tests/bad
cat >lawtester <<END
#!/bin/sh
test "\$*" != 'verify --json' || set -- verify linel6 --json
exec '$lawtester' "\$@"
END
chmod +x lawtester

check 'a build is dumped' env LT_TREE=tree "$root/scripts/dump" . a
for file in run/linear/impact/impact.csv run/linear/impact/impact.json sweep/sweep/calibrated/calibrated.sweep.csv \
    calibrate/sweep/calibrated/stdout.json verify/laws/stdout.json audit-formula/stdout.json \
    every-column/shapes/cylinder/cylinder.csv bad/circular_let/stderr.txt; do
    test -s "a/$file"
    verdict $? "... $file"
done
check '... how a command ended' grep -qx 3 a/bad/circular_let/exit.txt
"$root/scripts/dump" . a 2>err.txt
test $? -eq 2
verdict $? 'a folder that is not empty is refused'

# differs CODE NAME TEXT: of the folder b, which the next case takes afresh.
differs() {
    "$compare" a b >out.txt 2>err.txt
    code=$?
    { echo "exit $code"; cat out.txt err.txt; } >"$log"
    test "$code" -eq "$1"
    verdict $? "$2: exit $1"
    says out.txt "$3"
    rm -rf b
    cp -R a b
}
check 'two dumps are compared' "$root/scripts/dump" --compare a a
impact=b/run/linear/impact/impact
e_n=$(sed -n 's/.*"e_n": \([0-9.]*\).*/\1/p' a/run/linear/impact/impact.json)
digits() { awk -v x="$e_n" "BEGIN {printf \"%.17g\", $1}"; }

cp -R a b
differs 0 'the same' ' 0 text, 0 last bits, 0 numbers, 0 verdict'
sed -i 's/: 0\.2,/: 0.20000000000000001,/; s/"ks": 50000\.0/"ks": 5e4/; s/"steps": 102\.0/"steps": 102/' $impact.json
differs 0 'the same numbers in other words' ' 0 text, 0 last bits, 0 numbers, 0 verdict'
sed -i 's/"version": ".*"/"version": "9.9"/' $impact.json
differs 0 'another version' ' 0 text, 0 last bits, 0 numbers, 0 verdict'
sed -i "s/\"e_n\": $e_n/\"e_n\": $(digits 'x*(1 + 2^-52)')/" $impact.json
differs 1 'a last bit' 'last bits  run/linear/impact/impact.json: 1.9e-16 of the peak at results.e_n: '
sed -i "s/\"e_n\": $e_n/\"e_n\": 0.5718/" $impact.json
differs 1 'a number' 'numbers    run/linear/impact/impact.json: 0.0001 of the peak at '
sed -i 's/"e_n": [0-9.]*/"e_n": null/' $impact.json
differs 1 'a result without meaning' "verdict    run/linear/impact/impact.json: results.e_n: $(digits x) -> null"
sed -i 's/"e_n": \([0-9.]*\)/"e_n": \1, "of_tomorrow": 0/' $impact.json
differs 1 'a new key' 'only in b: results.of_tomorrow (1, first run/linear/impact/impact.json)'
sed -i 's/"ended_by": "rebound"/"ended_by": "broken"/' $impact.json
differs 1 'a stage that ends otherwise' 'verdict    run/linear/impact/impact.json: stages.impact.ended_by: "rebound" -> "broken"'
sed -i '1s/$/,extra/; 2,$s/$/,0/' $impact.csv
differs 1 'a new column' 'only in b: extra (1, '
awk -F, -v OFS=, 'NR == 40 {$2 = "nan"} {print}' a/run/linear/impact/impact.csv >$impact.csv
differs 1 'a number that is missing' 'run/linear/impact/impact.csv: stage, row 39: 0, nan'
sed -i '$d' $impact.csv
differs 1 'a row that is missing' 'run/linear/impact/impact.csv: rows: 105, 104'
awk -F, -v OFS=, 'NR == 1 {for (i = 1; i <= NF; i++) if ($i == "fn") f = i} NR == 9 {$f *= 1 + 1e-9} {$0 = $0} 1' \
    OFMT=%.17g CONVFMT=%.17g a/run/linear/impact/impact.csv >$impact.csv
differs 1 'a cell' 'of the peak at fn, row 8: '
echo 4 >b/run/linear/impact/exit.txt
differs 1 'another exit code' 'verdict    run/linear/impact/exit.txt: exit code: 0 -> 4'
echo 'another warning' >b/bad/circular_let/stderr.txt
differs 1 'another message' 'text       bad/circular_let/stderr.txt: line: '
rm $impact.csv
differs 1 'a file that is missing' 'only in a: the file (1, first run/linear/impact/impact.csv)'
finish
