#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# install.sh MESON BUILD ROOT: what is installed is enough: headers, libraries and pkg-config's file
# serve those who write a law and those who call the library.
set -u
. "$(dirname "$0")/tap.sh"
meson=$1
build=$(absolute "$2")
root=$(absolute "$3")
scratch

check 'installs' "$meson" install -C "$build" --no-rebuild --destdir "$folder/tree" --tags devel,runtime,python-runtime
pc=$(find tree -name lawtester.pc)
check 'a file for pkg-config' test -n "$pc"
include=$(dirname "$(find "$folder/tree" -name law.h)")
libraries=$(dirname "$(find "$folder/tree" -name 'liblawtester.so' -o -name liblawtester.dylib)")

# Headers stand alone, in whatever order, for C and, but for what makes a law, for C++.
strict='-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror'
for compiler in gcc clang; do
    if ! command -v "$compiler" >/dev/null; then
        skip "headers with $compiler" "no $compiler"
        continue
    fi
    for header in "$include"/*.h; do
        name=$(basename "$header")
        case $name in step.h | law_lists.h) continue ;; esac # parts of law.h
        printf '#include "%s"\n#include "%s"\nint nothing;\n' "$name" "$name" >one.c
        # shellcheck disable=SC2086
        check "$name with $compiler" "$compiler" -std=c17 $strict -I"$include" -c one.c -o one.o
    done
    # shellcheck disable=SC2086
    check "a law with $compiler" "$compiler" -std=c17 $strict -O2 -ffp-contract=off -fPIC -shared \
        -I"$include" "$root/doc/templates/my-law.c" -o my-law.so -lm
    check "runs with $compiler" "$build/lawtester" run "$root/doc/templates/my-law.yaml" \
        --plugin ./my-law.so --plot=none
done
if command -v g++ >/dev/null; then
    for name in law.h lawtester.h code.h; do
        printf '#include "%s"\nint nothing;\n' "$name" >one.cc
        # shellcheck disable=SC2086
        check "$name with g++" g++ -std=c++17 $strict -I"$include" -c one.cc -o one.o
    done
else
    skip 'headers with g++' 'no g++'
fi

# The tree that it was built from leaves no trace, but in what a debugger reads; the program that was
# built there finds it.
knows() { grep -rlF -e "$root" tree; }
if test "${root%/*}" = ''; then
    skip 'nothing installed knows the source tree' "$root is found in the names of what is installed"
elif "$meson" introspect "$build" --buildoptions | tr '{' '\n' | grep '"name": "debug"' | grep -q '"value": true'; then
    skip 'nothing installed knows the source tree' 'it is built for a debugger'
else
    check 'nothing installed knows the source tree' test -z "$(knows)"
fi
check 'the drawings of an uninstalled program' env -u LAWTESTER_DATADIR "$build/lawtester" \
    run "$root/stages/linear/impact.yaml" --plot=svg -o uninstalled
"$build/lawtester" new law grain >new.txt
verdict $? 'a new law of an uninstalled program'
sh -c "$(sed -n 's/^build *//p' new.txt)" >"$log" 2>&1
verdict $? '... compiles as it says'

# An installation that is moved finds its drawings beside itself.
mkdir -p moved/bin moved/share/lawtester
cp "$(find tree -path '*/bin/lawtester')" moved/bin
cp -R "$root/plots" moved/share/lawtester
check 'the drawings of a moved installation' env -u LAWTESTER_DATADIR moved/bin/lawtester \
    run "$root/stages/linear/impact.yaml" --plot=svg -o moved/out

# Those names and no others.
sed '/^typedef/d' "$include/lawtester.h" | grep -o 'lawtester_[a-z_]*(' | tr -d '(' | sort -u >declared
nm -D --defined-only "$libraries/liblawtester.so" | awk '$2 == "T" {print $3}' | grep -v '^_' | sort >exported
check 'the shared library exports what the header declares' cmp declared exported
nm -g --defined-only "$libraries/liblawtester.a" 2>/dev/null |
    awk 'NF == 3 && $3 !~ /^(lt_|lawtester_|__|_GLOBAL_)/' >others
check 'the static library has no other names' test ! -s others
check 'it has a soname' sh -c "objdump -p '$libraries/liblawtester.so' | grep -q 'SONAME *liblawtester.so.0'"

# The examples. What the installed tree says of its place holds below tree/.
flags="-I$include -L$libraries -llawtester"
if command -v pkg-config >/dev/null; then
    flags=$(PKG_CONFIG_PATH=$(dirname "$pc") PKG_CONFIG_SYSROOT_DIR=$folder/tree \
        pkg-config --cflags --libs lawtester 2>"$log")
    check 'pkg-config knows it' test -n "$flags"
fi
export LD_LIBRARY_PATH="$libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
sanitizers=$("$meson" introspect "$build" --buildoptions 2>/dev/null | grep -c '"name": "b_sanitize"[^}]*"value": "[^n"]')
if [ "$sanitizers" -gt 0 ]; then
    skip 'the examples' 'a library with sanitizers serves no program without'
else
    # shellcheck disable=SC2086
    check 'the example in C compiles' cc -std=c17 $strict "$root/doc/examples/damping.c" $flags -o damping
    if command -v pkg-config >/dev/null; then
        static=$(PKG_CONFIG_PATH=$(dirname "$pc") PKG_CONFIG_SYSROOT_DIR=$folder/tree \
            pkg-config --cflags --libs --static lawtester | sed "s,-llawtester,$libraries/liblawtester.a,")
        # shellcheck disable=SC2086
        check 'with the static library' cc -std=c17 $strict "$root/doc/examples/damping.c" $static -o static
        check 'which it does not load' sh -c '! ldd static | grep -q liblawtester && ./static >static.txt'
    fi
    check 'the example in C runs' sh -c './damping >damping.txt'
    check 'its table' grep -qx '0.2,0.57174002758[0-9]*,0.000[0-9]*' damping.txt
    check 'its calibration' grep -q '^e_n = 0.5: .*0.25527563' damping.txt

    python=$(for python in /usr/bin/python3 python3; do
        command -v "$python" && "$python" -c 'import matplotlib' 2>/dev/null && break
    done | tail -n 1)
    export LAWTESTER_LIBRARY="$libraries/liblawtester.so"
    PYTHONPATH=$(dirname "$(dirname "$(find "$folder/tree" -path '*/lawtester/__init__.py')")")
    export PYTHONPATH
    if [ -z "$python" ] || ! "$python" -c 'import numpy'; then
        skip 'the example in Python' 'no python3, or no NumPy'
    else
        check 'the example in Python runs' sh -c "'$python' '$root/doc/examples/damping.py' >python.txt"
        check 'simulated and closed form agree' awk \
            '{d = $2 - $3; if (d*d > 1e-20) exit 1} END {if (NR != 20) exit 1}' python.txt
        if "$python" -c 'import matplotlib' 2>/dev/null; then
            check 'it draws' "$python" "$root/doc/examples/damping.py" damping.png
            check 'a picture' test -s damping.png
        else
            skip 'the example in Python draws' 'no matplotlib'
        fi
    fi
fi
finish
