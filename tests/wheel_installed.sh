#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# wheel_installed.sh ROOT BIN: a wheel that pip has installed holds all that it needs: the module, its library, the program and
# its data. BIN is the folder of the environment's programs.
root=$1
bin=$2
. "$root/tests/tap.sh"
root=$(absolute "$root")
bin=$(absolute "$bin")
scratch
unset LAWTESTER_LIBRARY LAWTESTER_DATADIR PYTHONPATH UDUNITS2_XML_PATH
package=$("$bin/python" -c 'import lawtester, os; print(os.path.dirname(lawtester.__file__))' 2>"$log")
check 'the module is imported' test -d "$package"
check 'from this environment' sh -c "case '$package' in '${bin%/bin}'/*) ;; *) exit 1 ;; esac"
"$bin/python" -c "import lawtester as lt; print(lt.run('$root/stages/linear/impact.yaml').e_n)" >module.txt 2>"$log"
"$bin/lawtester" run "$root/stages/linear/impact.yaml" --plot=none --json -o out 2>"$log" |
    "$bin/python" -c 'import json, sys; print(json.load(sys.stdin)["results"]["e_n"])' >program.txt
check 'module and program give the same number' cmp module.txt program.txt
check 'it is the restitution' grep -q '^0\.57174002' module.txt
check 'a unit of the database' "$bin/lawtester" run "$root/stages/linear/impact.yaml" -D 'particles.a.radius=0.2 inch' --plot=none -q -o out
if command -v gnuplot >/dev/null; then
    check 'it draws with its own styles' "$bin/lawtester" run "$root/stages/linear/impact.yaml" -q -o drawn
    check 'a drawing' test -s drawn/impact.svg
else
    skip 'it draws' 'no gnuplot'
fi
# A wheel that auditwheel has repaired needs the C library and libexpat, which every manylinux system has.
if [ -d "$package/../lawtester.libs" ]; then
    for library in gsl yaml udunits2 jansson md; do
        check "the licence of lib$library" sh -c "ls '$package/share/licences' | grep -q '^lib$library'"
    done
    for file in liblawtester.so bin/lawtester; do
        ldd "$package/$file" >needed.txt 2>&1
        check "$file needs nothing of the system" sh -c \
            "! grep -v -e lawtester.libs -e linux-vdso -e ld-linux -e 'lib\\(c\\|m\\|dl\\|pthread\\|expat\\)\\.so' needed.txt"
    done
fi
"$bin/lawtester" explore "$root/stages/linear/impact.yaml" -o page.html >explored.txt 2>&1
code=$?
if [ -e "$package/share/lawtester/engine.wasm.gz" ]; then
    check 'a page, with the engine of the wheel' test "$code" -eq 0 -a -s page.html
else
    check 'without the engine explore says what makes it' grep -q scripts/engine explored.txt
fi
finish
