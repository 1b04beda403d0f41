#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# vectors.sh BUILD: the march of contacts side by side is vector code, of every law that has one: next to
# no arithmetic on single numbers, no call but of the step of a contact that is held or bonded.
set -u
# shellcheck source=tests/tap.sh
. "$(dirname "$0")/tap.sh"
build=$(absolute "$1")
scratch

if ! command -v objdump >/dev/null || [ "$(uname -m)" != x86_64 ]; then
    skip 'side by side' 'no objdump, or another machine'
    finish
fi
marched=0
for object in "$build"/src/liblawtester-*_[248].a.p/laws_*.c.o; do
    counts=$(objdump -d --no-show-raw-insn "$object" | awk '
        /^[0-9a-f]+ <.*>:$/ {on = ($2 ~ /^<march_.*(driven|imposed|sheared|free|turning|plain)(\.[a-z.0-9]*)?>:$/ && $2 !~ /^<march_(held|bonded)/) || $2 ~ /^<step_held_by/}
        on && $2 ~ /^v?(add|sub|mul|div|sqrt)pd/ {packed++}
        on && $2 ~ /^v?(add|sub|mul|div|sqrt)sd/ {single++}
        on && $2 ~ /^call/ {calls++}
        /<march_rows>:$/ {rows = 1}
        END {print rows ? packed + 0 : 0, single + 0, calls + 0}')
    # shellcheck disable=SC2086 # three numbers
    set -- $counts
    [ "$1" -gt 0 ] || continue # in doubles: it has none
    marched=$((marched + 1))
    check "$(basename "$(dirname "$object")" .a.p) $(basename "$object" .c.o): $1 packed, $2 single, $3 calls" \
        test $(($2 * 20)) -lt "$1" -a "$3" -eq 0
done
check "laws that go side by side: $marched" test "$marched" -ge 7
finish
