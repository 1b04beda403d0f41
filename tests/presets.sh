#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# presets.sh LAWTESTER ROOT: the laws of other codes as choices of ours: beside those codes, where they are installed.
set -u
. "$(dirname "$0")/tap.sh"
lawtester=$(absolute "$1")
root=$(absolute "$2")
scratch

close() { # NAME FILE OTHER WITHIN COLUMN...
    about=$1 one=$2 two=$3 within=$4
    shift 4
    for column in "$@"; do
        "$lawtester" compare "$one" "$two" -x t -y "$column" --within "$within" >"$log" 2>&1
        verdict $? "$about: $column is that of the code"
    done
}

# Each in the code itself, by the lines that lawtester writes for it, and by lines of the code's users.
for file in "$root"/stages/codes/preset-*.yaml; do
    preset=$(basename "$file" .yaml)
    preset=${preset#preset-}
    of=${preset%%-*}
    test "$of" != mercury || continue
    try 0 "$preset" run "$file" --plot=none -q -o ours
    columns=$(sed -n 's/^record: {columns: \[.*\(fn, .*\)\]}/\1/p' "$file" | tr -d ,)
    test "$preset" != yade-viscel || columns=fn
    # A choice of parts has no lines that lawtester would write, and expects with names of our law.
    theory='/^expect:/,/^plots:/{/^plots:/!d}'
    if ! python3 -c 'import json, sys; sys.exit(json.load(open(sys.argv[1]))["law"] != "contact")' "ours/preset-$preset.json"; then
        "$lawtester" run "$file" --in "$of" --plot=none -q -o theirs >out.txt 2>err.txt
        if [ $? -eq 5 ]; then
            skip "$preset in the code" "$(head -n 1 err.txt)"
            continue
        fi
        # shellcheck disable=SC2086 # words
        close "$preset" "ours/preset-$preset.csv" "theirs/preset-$preset.csv" 1e-9 $columns
        theory=
    fi
    lines=$root/tests/presets/$preset.yaml
    test -f "$lines" || continue
    sed -e '/^law:/,/^let:/{/^let:/!d}' -e "/^let:/r $lines" -e "$theory" "$file" >"$preset.yaml"
    "$lawtester" run "$preset.yaml" --in "$of" --plot=none -q -o lines >out.txt 2>err.txt
    code=$?
    if [ $code -eq 5 ]; then
        skip "$preset by lines" "$(head -n 1 err.txt)"
        continue
    fi
    check "$preset by lines of its own" test $code -eq 0
    # shellcheck disable=SC2086 # words
    close "$preset by lines" "ours/preset-$preset.csv" "lines/$preset.csv" 1e-9 $columns
done

try 0 'the list' laws --presets
says out.txt 'liggghts-3.8 hertz/tangential history'
says out.txt 'frame: bodies, lever: slip-radius, axes: projected, history: rescaled, levels: yade'
says out.txt 'tsuji: the polynomial of e lacks a factor sqrt(2)'
try 0 'the list, JSON' laws --presets --json
python3 -c 'import json, sys; print("\n".join(p["name"] for p in json.load(sys.stdin)["presets"]))' <out.txt >names
while IFS= read -r preset; do
    "$lawtester" laws --presets | grep -qxF -e "$preset"
    verdict $? "listed: $preset"
done <names

program() { # LAW
    cat <<END
lawtester: 1
let: {e: 0.6}
particles:
  a: {shape: sphere, radius: 5 mm, density: 2500}
  b: {shape: sphere, radius: 5 mm, density: 2500}
law: {$1}
motion: {integrator: exact}
stages:
  - {whats: i....., values: [-0.1, 0, 0, 0, 0, 0], until: rebound}
END
}
liggghts='preset: liggghts-3.8 hertz/tangential history, youngsModulus: 50 MPa, poissonsRatio: 0.25, coefficientFriction: 0.3'
program "$liggghts, coefficientRestitution: e" >a.yaml
try 0 'a restitution that is a let' run a.yaml --plot=none
check '... comes out' grep -Eq '^  e_n +0.6$' out.txt
check '... the document has the preset' grep -q '"preset": "liggghts-3.8 hertz/tangential history"' out/a.json
try 0 'calibrated' calibrate a.yaml --vary e=0.1:0.9 --to e_n=0.5
check '... by that let' grep -q '^e = 0.5' out.txt
try 0 'set on the command line' run a.yaml --plot=none -D law.coefficientRestitution=0.7
check '... comes out' grep -Eq '^  e_n +0.7$' out.txt
try 0 'another preset on the command line' check a.yaml -D 'law.preset=liggghts-3.8 hertz/tangential history/tangential_damping off'

refused() { # NAME TEXT LAW
    program "$3" >bad.yaml
    try 3 "$1" check bad.yaml
    says err.txt "$2"
}
refused 'a misspelt preset' "bad.yaml:6:15: error: unknown preset 'liggghts-3.8 hertz/tangential histoy'; did you mean 'liggghts-3.8 hertz/tangential history'?" \
    'preset: liggghts-3.8 hertz/tangential histoy'
refused 'none at all' "'lawtester laws --presets' lists them" 'preset: fortran'
refused 'a name beside it' 'the preset says which law it is' "$liggghts, name: hertz"
refused 'a choice that the code has not' "'liggghts-3.8 hertz/tangential history' has no such cap_on; it has elastic" "$liggghts, cap_on: total"
refused 'one number twice' "'alpha' follows from 'coefficientRestitution'; give one of them" "$liggghts, alpha: 0.1, coefficientRestitution: 0.5"
refused 'a wrong unit' 'coefficientRestitution: ' "$liggghts, coefficientRestitution: 5 mm"
refused 'an unknown number' "law 'mindlin' has no parameter 'coefficientFiction'" "$liggghts, coefficientFiction: 0.5"
hooke='preset: liggghts-3.8 hooke/tangential history, youngsModulus: 50 MPa, coefficientRestitution: 0.5, characteristicVelocity: 0.1 m/s'
refused 'another part' "'liggghts-3.8 hooke/tangential history' has parts of its own: normal: linear; damping: critical; tangential: linear" \
    "$hooke, poissonsRatio: 0.25, damping: tsuji"
refused 'a number that goes with another' "'characteristicVelocity' goes with 'poissonsRatio', which is missing" "$hooke"
refused 'a number of another part' "'k_roll' belongs to 'rolling: sds'" "$hooke, poissonsRatio: 0.25, k_roll: 1 N/m"
program "$hooke, poissonsRatio: 0.25, coefficientFriction: 0.3" >parts.yaml
try 0 'a choice of parts' run parts.yaml --plot=none
check '... its restitution comes out' grep -Eq '^  e_n +0.5$' out.txt
try 2 'presets have no page' laws hertz --presets
finish
