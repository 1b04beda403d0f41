#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# corpus.sh ROOT DIR: what the harnesses begin with, from the stage programs: DIR/programs has each of them
# (and the bad ones), DIR/formulas each formula, behind two bytes that stand for scope and kind.
set -eu
root=$1
mkdir -p "$2/programs" "$2/formulas"
dir=$(cd "$2" && pwd)
cd "$root"
for file in $(find stages doc/templates tests/bad -name '*.yaml'); do
    cp "$file" "$dir/programs/$(echo "$file" | tr / -)"
done

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
