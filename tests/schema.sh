#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# schema.sh LAWTESTER ROOT: the keys that are listed are those of the manual and of the stage programs, and the JSON
# Schema takes what lawtester takes.
. "$(dirname "$0")/tap.sh"
lawtester=$(absolute "$1")
root=$(cd "$2" && pwd)
scratch

"$lawtester" keys --json >keys.json
"$lawtester" keys | sed -n 's/^\([^ ][^ ]*\)  .*/\1/p' >paths
awk -F'"' '/^ *"path": / {path = $4} /^ *"words": / {words = 1; next} words && /\]/ {words = 0}
    words {print path, $2}' keys.json >>paths
awk -f "$root/tests/keys.awk" paths "$root/doc/stage-file.md" "$root/doc/new-law.md" >found
cat found >"$log"
test ! -s found
verdict $? 'the manual has the keys and words of the list, and no others'

test "$(grep -c '"path": ' keys.json)" -eq "$(grep -c '"doc": "..' keys.json)"
verdict $? 'each key says what it means'

cp "$root"/tests/schema/* .
try 0 'a run to begin with' run -q laws.yaml -o .
{ cat laws.yaml && echo 'start: laws.json'; } >start.yaml
mkdir programs
mv ./*.yaml programs
mv ./*.csv laws.json programs
for program in programs/*.yaml; do
    try 0 "$program" check "$program"
done

# What a key says of its default is what holds without it. A run with it is the run without it, where it may stand.
for a in '{shape: wall}' '{shape: sphere, radius: 4 mm, density: 2500}'; do
    sed "s/^  a: .*/  a: $a/; /^fit:/,\$d" programs/laws.yaml >"programs/of-${#a}.yaml"
done
same_with() { # PATH DEFAULT [-D SETTING]...: beside these settings; passes also if they cannot be together
    setting=$1=$2
    shift 2
    for program in programs/of-*.yaml; do
        "$lawtester" check "$program" "$@" -D "$setting" >/dev/null 2>&1 || continue
        "$lawtester" run -q --plot=none "$program" "$@" -o without &&
            "$lawtester" run -q --plot=none "$program" "$@" -D "$setting" -o with &&
            cmp without/*.csv with/*.csv || return 1
        rm -r with without
        met=yes
    done
}
"$lawtester" keys --json | sed -n 's/^ *"path": "\(.*\)",$/\1/p; s/^ *"default": "\(.*\)",$/=\1/p' | sed -n 'N; /\n=/!{D}; s/\n//p' |
    sed 's/^stages\[\]\./stages[0]./' |
    grep -E '^(motion\.|particles\.(a\.fixed|a\.rotates|lengths|area)|record\.every|stages\[0\]\.[a-z_]*=[0-9])' >defaults
while IFS='=' read -r path default; do
    met=
    {
        same_with "$path" "$default" && case $path in
        *.frame | *.integrator) ;;
        *) same_with "$path" "$default" -D motion.frame=bodies -D motion.integrator=velocity-verlet ;;
        esac
        test "$met"
    } </dev/null >"$log" 2>&1
    verdict $? "$path is $default where nothing is said"
done <defaults

try 0 'a schema' keys --schema
mv out.txt schema.json
try 2 'a schema of one section' keys motion --schema
says err.txt 'without SECTION'

with_schema() { # NAME TASK FOLDER...: passes if the task finds nothing
    name=$1
    task=$2
    shift 2
    python3 "$root/tests/schema.py" "$task" keys.json schema.json "$@" >"$log" 2>&1
    code=$?
    test ! -s "$log" -a "$code" -eq 0
    verdict $? "$name"
}

if python3 -c 'import jsonschema, yaml; jsonschema.Draft202012Validator' 2>/dev/null; then
    with_schema 'stage programs keep to the schema' programs "$root/stages" programs
    with_schema 'with a key or word misspelt they do not' misspelt "$root/stages" programs
    "$lawtester" keys --presets --json >keys.json
    mv schema.json of-programs.json
    "$lawtester" keys --presets --schema >schema.json
    with_schema 'presets keep to theirs' programs "$root/presets"
    with_schema 'with a key or word misspelt they do not' misspelt "$root/presets"
    mv of-programs.json schema.json
    mkdir bad
    for name in misspelt_key missing_keys six_letters unknown_law unknown_parameter wrong_version; do
        cp "$root/tests/bad/$name.yaml" bad
    done
    python3 "$root/tests/schema.py" programs keys.json schema.json bad >"$log" 2>&1
    for name in misspelt_key missing_keys six_letters unknown_law unknown_parameter wrong_version; do
        grep -q "$name.yaml: " "$log"
        verdict $? "the schema refuses $name"
    done
else
    skip 'the schema takes what lawtester takes' 'no python3-jsonschema, python3-yaml'
fi
finish
