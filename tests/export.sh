#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# export.sh LAWTESTER ROOT: laws in formulas as C, with law export, have the bits of the formulas.
set -u
. "$(dirname "$0")/tap.sh"
lawtester=$(absolute "$1")
root=$(absolute "$2")
scratch
if ! command -v cc >/dev/null; then
    skip 'laws in formulas as C' 'no cc'
    finish
    exit
fi
flags='-std=c17 -O3 -ffp-contract=off -fno-math-errno -fno-trapping-math -fPIC -shared'
builtin=
for name in pow exp log log2 log10 sin cos tan acos asin atan2 acosh hypot fmod; do
    builtin="$builtin -fno-builtin-$name"
done
flags="$flags$builtin"

named() { # PROGRAM: the same without the definition of its law
    awk '/^  define:/ {skip = 1; next} /^ ? ? ?[^ ]/ {skip = 0} !skip' "$1"
}
headers() { # PROGRAM FLAG...: its law as a portable header, with each compiler
    if command -v python3 >/dev/null; then
        program=$1
        shift
        check "$(basename "$program"): rows of the header" python3 "$root/tests/header.py" "$lawtester" "$program" "$@"
    else
        skip 'rows of the header' 'no python3'
    fi
}
exported() { # PROGRAM COMPILER: its law as law.so, the program without it as named.yaml
    try 0 "$(basename "$1") as C" law export "$1" -o law.c
    # shellcheck disable=SC2086 # a list of words
    check "... by $2" "$2" $flags -I"$root/src" law.c -o law.so -lm
    named "$1" >named.yaml
}

# Made and parted while it is sheared and turned: of those steps a share is in contact.
awk '/^[a-z]/ {keep = /^(lawtester|let|materials|particles|law):/} keep' "$root/stages/formulas/coulomb.yaml" >sheared.yaml
cat >>sheared.yaml <<'END'
motion: {frame: contact, dt: 1e-6, gap: 3.7e-7}
stages:
  - {whats: vvvvvv, values: [-0.1, 0.05, 0.02, 3, 2, -1], until: step >= 60}
  - {whats: vvvvvv, values: [0.1, 0.05, 0.02, 3, 2, -1], until: step >= 120}
END
headers sheared.yaml

for program in "$root"/stages/formulas/*.yaml; do
    stem=$(basename "$program" .yaml)
    case $stem in pairs) continue ;; esac # its law is another's
    try 0 "$stem by formulas" run "$program" --plot=none -o by-formulas
    exported "$program" cc
    cp named.yaml "$stem.yaml"
    try 0 '... runs' run "$stem.yaml" --plot=none -o compiled --plugin ./law.so
    check '... with the same bits' cmp "by-formulas/$stem.csv" "compiled/$stem.csv"
    headers "$program"
done

# Functions as the library of C has them, whatever a compiler knows of pow(x, -1) or pow(2, x).
cat >functions.yaml <<'EOF'
lawtester: 1
particles: {a: {shape: wall}, b: {shape: sphere, radius: 5 mm, density: 2500 kg/m^3}}
law:
  name: functions
  define:
    params: {kn: 1e5 N/m}
    state: {a: "1", b: "1", c: "1", d: "1", e: "1", f: "1", g: "1", h: "1"}
    let:
      x: 3 + 1e4*un
      y: 1e3*us + 0.7
    force: {fn: kn*un}
    next:
      a: y^-1 + 2^y
      b: 10^y + y^-2
      c: exp(x)*exp(y) + x^y
      d: log(y) + log(y, 10) + log(y, 2) + log(y, 3)
      e: sin(x)*cos(x) + tan(y)
      f: acos(clamp(x, -1, 1)) + asin(clamp(y, -1, 1)) + atan(x, y) + acosh(1 + y^2)
      g: hypot(x, y) + fmod(x, y) + (x % y) + (x // y) + floor(x) + ceil(y) + square(10*x) + triangle(y)
      h: x^0.25 + y^1.5 + y^3 + y^2.5 + y^-0.5 + y^4 + ramp(x, 0, y) + sign(x)*abs(x) + deg(x) + rad(y)
    strain: kn*un^2/2
motion: {integrator: leapfrog, dt: t_c/4000}
stages: [{whats: iiiiii, values: [-1, 0.6, 0.3, 5, 20, -10], until: vn >= 0}]
record: {columns: [t, un, fn, a, b, c, d, e, f, g, h]}
sweep: {over: {kn: {from: 1e5, to: 2e5, n: 16}}, results: [a_end, b_end, c_end, d_end, e_end, f_end, g_end, h_end]}
EOF
try 0 'functions by formulas' run functions.yaml --plot=none -o by-formulas
try 0 'many, by formulas' sweep functions.yaml -o by-formulas
for compiler in gcc clang; do
    command -v "$compiler" >/dev/null || continue
    exported functions.yaml "$compiler"
    try 0 "functions by $compiler" run named.yaml --plot=none -o compiled --plugin ./law.so
    check '... the same bits' cmp by-formulas/functions.csv compiled/named.csv
    rm -f compiled/named.sweep.*
    try 0 '... many' sweep named.yaml -o compiled --plugin ./law.so
    check '... the same bits' cmp by-formulas/functions.sweep.csv compiled/named.sweep.csv
done

# shellcheck disable=SC2086 # a list of words
headers functions.yaml $builtin

# ---- Words of C, and texts that mean no good ----

sed "s/^/$(printf ' ')/; s/^ //" >words.yaml <<'EOF'
lawtester: 1
particles:
  a: {shape: sphere, radius: 5 mm, density: 2500 kg/m^3}
  b: {shape: sphere, radius: 5 mm, density: 2500 kg/m^3}
law:
  name: 'x"; int y; */ #error ??/ \'
  define:
    summary: "a \" quote, a \\ and */ and ??/\" and \ttab %s %n"
    source: '"); int unwanted = system("touch unwanted"); //'
    params:
      double: {default: 1e5 N/m, min: 0, doc: "*/ #error \" ??/"}
      double_: {default: 5e4 N/m, min: 0}
      NAN: 0.3
      INFINITY: 0.5
      NUM: 1
      linux: 2
      LT_N: 3
      y1: 1
      gamma: 1
      isnan: 1
      memset: 1
      params_n: 1
      E: 1
      restrict: 1
      _x: 1
    state: {int: N, next: N, next_int: N, long_: N, x: {unit: N, stays: true}}
    constants: {auto: double*1, FP_NAN: NAN + 1, signed: E + y1 + gamma + isnan + memset + params_n + restrict + _x + LT_N + linux + NUM}
    let:
      switch: int + double*dus*inside
      over: switch > 1e3
      SEL: select(over, 1e3, switch)
      un_: lookup(un, -1e-3, 1, -1e-5, 2, 0, 3, 1, signed)
      d: lookup(un, -1e-3 - 1e-6*int, 1, 0, un_)
    force: {fn: double*un + 0*d, fs: SEL}
    next: {int: fs, next: next + un_, next_int: next_int + 1, long_: long_ + double_*0, x: x + 1}
    strain: double*un^2/2 + FP_NAN*0 + auto*0 + INFINITY*0 + x^1*0
    losses: {volatile: 0*un_, SLIP: 0.0*dus}
    events: {for_: over}
motion: {integrator: leapfrog, dt: 1 us}
stages: [{whats: iiiiii, values: [-1, 0.6, 0.3, 5, 20, -10], until: rebound}]
record: {columns: [t, un, fn, fs, int, next, long_, x, E_volatile, E_SLIP]}
EOF
cp words.yaml '*_int unwanted(){}.yaml'
try 0 'hostile words by formulas' run words.yaml --plot=none -o by-formulas
try 0 'hostile words as C' law export '*_int unwanted(){}.yaml' -o words.c
named words.yaml >named.yaml
for compiler in gcc clang; do
    command -v "$compiler" >/dev/null || continue
    check "... no warning of $compiler, trigraphs and all" "$compiler" -std=c17 -Wall -Wextra -Wconversion -Wshadow -Werror \
        -O2 -ffp-contract=off -fno-math-errno -fno-trapping-math -fPIC -shared -I"$root/src" words.c -o words.so -lm
    try 0 '... as a plug-in' run named.yaml --plot=none -o compiled --plugin ./words.so
    check '... to the same bits' cmp by-formulas/words.csv compiled/named.csv
    check '... and nothing of theirs' sh -c '! nm words.so | grep unwanted'
done
headers words.yaml
try 0 'hostile words as a header' law export '*_int unwanted(){}.yaml' --as header -o words.h
check '... no trigraph ends it' gcc -std=c99 -trigraphs -Wall -Wextra -Werror -fsyntax-only -x c words.h
check 'no command was run' test ! -e unwanted

# Texts and formulas of several lines.
cat >lines.yaml <<'EOF'
lawtester: 1
particles:
  a: {shape: sphere, radius: 5 mm, density: 2500 kg/m^3}
  b: {shape: sphere, radius: 5 mm, density: 2500 kg/m^3}
law:
  name: mylaw
  define:
    summary: |
      one
      two
    params:
      kn:
        default: 1e5 N/m
        doc: |
          first line

          third \ "line"
    state:
      n:
        unit: "1"
        doc: "a\nb"
    constants:
      c: |
        2*kn
        + 1
    contact_time: pi*sqrt(m_eff/kn)
    force: {fn: kn*un}
    next: {n: 1}
    strain: fn^2/(2*kn)
    declares: {order: {most: 1, why: "this\nthat"}}
motion: {dt: t_c/100}
stages:
  - {name: s, whats: i....., values: [-1 m/s,0,0,0,0,0], until: rebound}
EOF
try 0 'lines as C' law export lines.yaml -o lines.c
check '... are compiled' gcc -std=c17 -Wall -Wextra -Werror -ffp-contract=off -fPIC -shared -I"$root/src" lines.c -o lines.so -lm
try 0 '... as a plug-in' laws mylaw --plugin ./lines.so
headers lines.yaml
check '... with their words' grep -q '^third . "line"$' out.txt
finish
