#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# corpus.sh ROOT DIR: what the harnesses begin with, from the stage programs: DIR/programs has each of them
# (and the bad ones), DIR/formulas each formula, behind two bytes that stand for scope and kind; DIR/tables tables.
set -eu
root=$1
mkdir -p "$2/programs" "$2/formulas" "$2/tables"
dir=$(cd "$2" && pwd)
cd "$root"
for file in $(find stages doc/templates tests/bad -name '*.yaml'); do
    cp "$file" "$dir/programs/$(echo "$file" | tr / -)"
done

find stages tests/bad -name '*.csv' -size -9 -exec cp '{}' "$dir/tables" ';'
printf '\357\273\277# x\r\n"t [ms]";"fn (kN)";note;\r\n0;"1,5";a;\r\n1e-3;;-;\r\n' >"$dir/tables/spreadsheet.csv"
printf '#t fn [kN]\n1 2\n0x1 inf\n-nan 1e999\n' >"$dir/tables/blanks.txt"
header="{'descr': [('t', '<f8'), ('fn', '>i2'), ('w', '|S3')], 'fortran_order': False, 'shape': (2,), }"
printf "\\223NUMPY\\001\\000\\$(printf %03o ${#header})\\000%sabcdefghijklm0123456789abc" "$header" >"$dir/tables/array.npy"
printf 't,fn,\nms,kN,\n0,"1,2",\n' >"$dir/tables/units.csv"

# What stands behind until, that, is, always, print, x, y ... or in quotes.
find stages -name '*.yaml' -exec cat '{}' ';' | sed -n '
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
