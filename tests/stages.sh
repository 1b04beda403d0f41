#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# stages.sh LAWTESTER STAGES: every stage program runs, expects something, and is met.
set -u
lawtester=$1
stages=$2
. "$(dirname "$0")/tap.sh"
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
log=$out/log

for file in $(find "$stages" -name '*.yaml' | sort); do
    name=${file#"$stages"/}
    "$lawtester" run "$file" --plot=none -o "$out/run" >"$log" 2>&1
    verdict $? "$name"
    grep -q '"tolerance"' "$out/run/$(basename "$file" .yaml).json"
    verdict $? "$name expects something"
    rm -rf "$out/run"
done

test -n "${file:-}"
verdict $? 'there are stage programs'
finish
