#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# readme.sh LAWTESTER ROOT [all]: the commands of README's table, as they are typed, on README's own program, in README's order.
# Two need other packages: without them explore and --in have to say what is missing; with 'all' (scripts/nightly) they have
# to work, and LIGGGHTS has to make of README's lines what README says.
set -u
. "$(dirname "$0")/tap.sh"
lawtester=$(absolute "$1")
root=$(absolute "$2")
all=${3:-}
scratch
ln -s "$(dirname "$lawtester")" build
PATH=$folder/build:$PATH
PYTHONPATH=$root/python # in the place of pip install, which tests/wheel.sh tries
export PATH PYTHONPATH
mkdir bin
for python in "$(command -v python3)" /usr/bin/python3; do
    if [ ! -x bin/python3 ] && "$python" -c 'import numpy' 2>/dev/null; then
        printf '#!/bin/sh\nexec "%s" "$@"\n' "$python" >bin/python3 # a link to one of an environment would leave it
        chmod +x bin/python3
    fi
done
PATH=$folder/bin:$PATH

awk '/^```/ {file = $1 == "```yaml" ? $2 : ""; next} file != "" {print >file}' "$root/README.md"
check 'README has a program' test -s impact.yaml
awk -F ' [|] ' '$1 ~ /^[|] [a-z]/ && $2 ~ /^`(lawtester|python3) .*` [|]$/ {sub(/^`/, "", $2); sub(/` [|]$/, "", $2); print $2}' \
    "$root/README.md" >commands.txt
check 'and ten commands' test "$(wc -l <commands.txt)" -eq 10
while IFS= read -r command; do
    sh -c "$command" >printed.txt 2>&1 </dev/null
    code=$?
    cp printed.txt "$log"
    case $command in
    *explore*)
        if [ $code -eq 5 ] && [ -z "$all" ]; then
            check "$command: names scripts/engine" grep -q 'scripts/engine$' printed.txt
            continue
        fi
        ;;
    *--in*)
        if [ -z "$all" ] && ! python3 "$root/tests/liggghts.py" 2>/dev/null; then
            skip "$command" 'LIGGGHTS is not installed'
            continue
        fi
        ;;
    python3*) [ -x bin/python3 ] || { skip "$command" 'no NumPy'; continue; } ;;
    esac
    verdict "$code" "$command"
done <commands.txt
for file in out/impact.svg compared/impact-law.csv out/impact.fit.csv impact.pdf; do
    check "which wrote $file" test -s $file
done

# What LIGGGHTS makes of the line and of the number itself.
if python3 "$root/tests/liggghts.py" 2>"$log"; then
    lawtester calibrate impact.yaml --vary alpha=0:2 --to e_n=0.5 --for liggghts >lines.txt
    check 'in LIGGGHTS: 0.500 by the line, 0.550 by the number' python3 "$root/tests/readme_liggghts.py" "$root" lines.txt
elif [ "$all" ]; then
    verdict 1 'LIGGGHTS is there'
else
    skip 'in LIGGGHTS' 'it is not installed'
fi
finish
