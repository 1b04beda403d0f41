#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# stages.sh LAWTESTER STAGES: every stage program runs, expects something, and is met; what it
# calibrates is found. Those of calibration/ hold with what was found as with what they have.
set -u
. "$(dirname "$0")/tap.sh"
lawtester=$(absolute "$1")
cd "$2" || exit 1
out=$(mktemp -d) || exit 1
trap 'rm -rf "$out"' EXIT
log=$out/log

for file in $(find . -name '*.yaml' | sort); do
    name=${file#./}
    code=$(sed -n 's/^  code: *//p' "$file")
    if [ -n "$code" ]; then # of a code that may not be there; scripts/nightly asks it
        [ "${LT_ALL:-}" ] || continue
        "$lawtester" run "$file" --in "$code" --plot=none -o "$out/run" >"$log" 2>&1
        result=$?
        if [ $result -eq 5 ]; then
            skip "$name" "$(head -n 1 "$log")"
        else
            verdict $result "$name"
        fi
        rm -rf "$out/run"
        continue
    fi
    "$lawtester" run "$file" --plot=none -o "$out/run" >"$log" 2>&1
    verdict $? "$name"
    grep -q '"tolerance"' "$out/run/$(basename "$file" .yaml).json"
    verdict $? "$name expects something"
    rm -rf "$out/run"
    grep -q '^calibrate:' "$file" || continue
    "$lawtester" calibrate "$file" >"$out/found" 2>"$log"
    verdict $? "$name calibrates"
    case $name in calibration/*) ;; *) continue ;; esac
    found=$(sed -n '/^$/q; s/^\([A-Za-z_.]*\) = \([^ ]*\).*/-D \1=\2/p' "$out/found")
    # shellcheck disable=SC2086
    test -n "$found" && "$lawtester" run "$file" --plot=none -o "$out/run" $found >"$log" 2>&1
    verdict $? "$name: $(echo $found)"
done

test -n "${file:-}"
verdict $? 'there are stage programs'
finish
