#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# wheel.sh ROOT BUILD: the module as pip installs it, from a folder that has nothing to do with it.
root=$1
build=$2
. "$root/tests/tap.sh"
python=/usr/bin/python3

"$python" -c 'import mesonpy, numpy, venv' 2>/dev/null || { skip 'the module' 'no meson-python, NumPy or venv'; finish; exit; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$python" -m venv --system-site-packages "$folder/venv"
check 'pip installs it' "$folder/venv/bin/pip" --quiet --disable-pip-version-check install --no-build-isolation --no-deps \
    --no-index "$root"
cd "$folder" || exit
unset LAWTESTER_LIBRARY PYTHONPATH
check 'with a library of its own' sh -c "venv/bin/python -c 'import lawtester as lt; print(lt.__file__)' | grep -q '^$folder/venv/'"
venv/bin/python -c "import lawtester as lt; print(lt.run('$root/stages/linear/impact.yaml').e_n)" >module.txt
"$build/lawtester" run "$root/stages/linear/impact.yaml" --plot=none --json -o out |
    "$python" -c 'import json, sys; print(json.load(sys.stdin)["results"]["e_n"])' >program.txt
check 'with the numbers of the program' cmp module.txt program.txt
finish
