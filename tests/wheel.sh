#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# wheel.sh ROOT BUILD: the module as pip installs it, from a folder that has nothing to do with it.
root=$1
build=$2
. "$root/tests/tap.sh"
python=/usr/bin/python3

"$python" -c 'import mesonpy, numpy, venv' 2>/dev/null || { skip 'the module' 'no meson-python, NumPy or venv'; finish; exit; }
root=$(absolute "$root")
build=$(absolute "$build")
scratch
"$python" -m venv --system-site-packages "$folder/venv"
check 'pip installs it' "$folder/venv/bin/pip" --quiet --disable-pip-version-check install --no-build-isolation --no-deps \
    --no-index "$root"
unset LAWTESTER_LIBRARY PYTHONPATH
check 'with a library of its own' sh -c "venv/bin/python -c 'import lawtester as lt; print(lt.__file__)' | grep -q '^$folder/venv/'"
venv/bin/python -c "import lawtester as lt; print(lt.run('$root/stages/linear/impact.yaml').e_n)" >module.txt
"$build/lawtester" run "$root/stages/linear/impact.yaml" --plot=none --json -o out |
    "$python" -c 'import json, sys; print(json.load(sys.stdin)["results"]["e_n"])' >program.txt
check 'with the numbers of the program' cmp module.txt program.txt
cp "$root/tests/own/talks.c" .
check 'and what serves a code of ones own' sh -c "cc -O1 talks.c -o talks -lm && venv/bin/python -c '
import lawtester as lt
sphere = {\"shape\": \"sphere\", \"radius\": \"5 mm\", \"density\": 2500}
lt.run({\"lawtester\": 1, \"particles\": {\"a\": sphere, \"b\": sphere}, \"law\": {\"code\": \"own\"}, \"motion\": {\"dt\": 2e-6, \"gap\": 1e-8},
        \"stages\": [{\"whats\": \"i.....\", \"values\": [-0.1, 0, 0, 0, 0, 0], \"until\": \"rebound\"}]}, code=\"./talks\")'"

check 'with the program, its data and the units' "$root/tests/wheel_installed.sh" "$root" venv/bin

# Arrays that outlive their run, its program and a copy of it. The loader itself is accused by valgrind.
cat >columns.py <<'END'
import gc
import pickle
import sys

import lawtester as lt

r = lt.run(sys.argv[1], define={"motion.integrator": "leapfrog", "motion.dt": "t_c/20"})
fn, part = r["fn"], r["un"][3:]
del r
lt._program._kept.clear()
gc.collect()
for stiffness in (1e5, 2e5, 3e5):
    lt.run(sys.argv[1], kn=stiffness)["fn"].sum()
total = fn.sum() + part.sum()
del fn
gc.collect()
assert total < part[0] < 0
try:
    lt.run(sys.argv[1], kn=-1)
except lt.Failed as failed:
    pickle.loads(pickle.dumps(failed))
assert lt.sweep(sys.argv[1], "e_n", dp_nratio=[0.1, 0.2])["e_n"].shape == (2,)
END
if command -v valgrind >/dev/null; then
    check 'and columns that outlive all else' env PYTHONMALLOC=malloc valgrind --error-limit=no --log-file=valgrind.txt \
        venv/bin/python columns.py "$root/stages/linear/impact.yaml"
    check 'and no memory misused' sh -c '! grep -q liblawtester valgrind.txt && grep -q "ERROR SUMMARY" valgrind.txt'
else
    skip 'columns under valgrind' 'no valgrind'
fi
finish
