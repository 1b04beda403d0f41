#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# corpus.sh ROOT DIR: what the harnesses begin with, most of it from the stage programs: DIR/programs has each of them
# (and the bad ones), DIR/sweeps those that sweep, DIR/formulas each formula, behind two bytes that stand for scope and
# kind; DIR/more those of tests/fuzz/corpus, one each behind a line %%; DIR/units numbers with units, behind a byte for what is expected; DIR/tables tables, DIR/curves two of them each;
# DIR/starts ends of runs, DIR/partials interrupted sweeps, DIR/laws tables of laws.
set -eu
root=$1
for kind in programs more sweeps formulas units tables curves starts partials laws; do
    mkdir -p "$2/$kind"
done
dir=$(cd "$2" && pwd)
cd "$root"
for file in $(find stages doc/templates tests/bad -name '*.yaml'); do
    cp "$file" "$dir/programs/$(echo "$file" | tr / -)"
done
for file in $(grep -l '^sweep:' "$dir"/programs/*); do
    cp "$file" "$dir/sweeps"
done

find stages tests/bad -name '*.csv' -size -9 -exec cp '{}' "$dir/tables" ';'
printf '\357\273\277# x\r\n"t [ms]";"fn (kN)";note;\r\n0;"1,5";a;\r\n1e-3;;-;\r\n' >"$dir/tables/spreadsheet.csv"
printf '#t fn [kN]\n1 2\n0x1 inf\n-nan 1e999\n' >"$dir/tables/blanks.txt"
header="{'descr': [('t', '<f8'), ('fn', '>i2'), ('w', '|S3')], 'fortran_order': False, 'shape': (2,), }"
printf "\\223NUMPY\\001\\000\\$(printf %03o ${#header})\\000%sabcdefghijklm0123456789abc" "$header" >"$dir/tables/array.npy"
printf 't,fn,\nms,kN,\n0,"1,2",\n' >"$dir/tables/units.csv"

# Each of them with the next.
set -- "$dir"/tables/*.[ct][sx][vt]
for file; do
    shift
    { cat "$file"; printf '\n--\n'; cat "${1:-$file}"; } >"$dir/curves/$(basename "$file")"
done
printf 't,un,fn,E_strain\n0,0,0,0\n1,-1,-2,1\n2,-2,-4,4\n3,0,0,0\n\n--\nt,un\n0,0\n3,-3\n' >"$dir/curves/impact.csv"

# Numbers with units.
i=0
for text in '5 mm' '60 GPa' '1e5N/m' '20 deg' '1e3' '3 N/m^1.5' '2500 kg/m^3' '-9.81 m/s2' '1 N s/m' '5 Hz' '0.3' '1e-6 furlong' '12 %%' \
    '1 (N/m)/(m s)' '3 kPa^0.5' '7 degC' '1.5e3 rpm' '1e400 m' '4 N*m' '8 1/s' '1 m^-1' '2 uN.m' '0x10 m' '1 \302\265m'; do
    # shellcheck disable=SC2059 # with a letter beyond ASCII
    printf "$((i % 10))$text" >"$dir/units/$i"
    i=$((i + 1))
done

i=0
for law in linear mindlin contact; do
    { printf '%d' $i; cat "tests/fuzz/corpus/start-$law.json"; } >"$dir/starts/$law"
    i=$((i + 1))
done

# Blocks, what is between them, and what befalls them: see partial.c.
printf 'b 0,0.1,0.5,0\nb 1,0.2,0.6,0\nb 2,0.3,,1\n' >"$dir/partials/whole"
printf 'b 0,1\nblock 1 4 0123456789abcdef0123456789abcdef\nb 1,2\nblock 99 1 0\n' >"$dir/partials/strange"
printf 'b 0,1\nb 1,2\nf 40\nb 2,3\nt 60\nb 3,4\n' >"$dir/partials/damaged"
printf 'b 5,1\nb 5,2\n\n\nblock\nblock 3 18446744073709551615 0\nt 3\n' >"$dir/partials/again"

# Rows of the tables of a law: see law.c.
printf 'param|ks|N/m|shear stiffness|5e4|0|inf\nparam|mode|1|what it does|0|0|1|one two\nname|twin\nacts|3\norder|2\n' >"$dir/laws/params"
printf 'state|slip|1|1 while it slips|0\nevent|slip_change|slip\nloss|slip|J|lost\nview|twice|m|2*un|the overlap twice\n' >"$dir/laws/state"
printf 'case|e_n|kn > 0|1|undamped\njump|fn|made|kn > 0|-kn*un|at touch\ndeclare|cycle|kn > 0|inf|knowingly\n' >"$dir/laws/claims"
printf 'param|kn|N/m|stiffness|1e5|1|1e9||1|\nparam|mu|1|friction|0.3|0|1||3\nparam|kn|Pa|stiffness|2|3|1\n' >"$dir/laws/roles"

# What stands behind until, that, is, always, print, x, y ... or in quotes; and what tests of formulas have in quotes.
{
    find stages -name '*.yaml' -exec cat '{}' ';'
    grep -oh '"[^"\\]*"' tests/test_expr.c tests/test_names.c tests/test_formula_law.c tests/test_uncertainty.c |
        sed 's/^/x: /'
} | sed -n '
    s/^ *- */ /
    /^ *#/d
    s/.*\(until\|that\|is\|always\|print\|x\|y\): *"\([^"]*\)".*/\2/p
    t
    s/.*\(until\|that\|is\|always\|print\): *\([^",{}]*\)[,}]*.*/\2/p' | sort -u |
    awk -v dir="$dir/formulas" 'length {
        file = sprintf("%s/%04d", dir, NR)
        printf "%c%c%s", 48 + NR % 4, 48 + int(NR / 4) % 3, $0 >file
        close(file)
    }'

# Those that long runs have found, as they are.
awk -v dir="$dir/formulas" '!/^# / {
    file = sprintf("%s/found-%04d", dir, NR)
    printf "%s", $0 >file
    close(file)
}' tests/fuzz/corpus/formulas.txt
awk -v dir="$dir/more" '
    /^%%$/ {
        close(file)
        file = sprintf("%s/%04d", dir, ++n)
        next
    }
    file {print >file}' tests/fuzz/corpus/seeds.txt tests/fuzz/corpus/found.txt
for into in bytes:more starts:starts; do
    n=0
    while IFS= read -r line; do
        case $line in \#*) continue ;; esac
        n=$((n + 1))
        printf '%b' "$line" >"$dir/${into#*:}/found-$n"
    done <"tests/fuzz/corpus/${into%:*}.txt"
done
