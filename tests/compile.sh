#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# compile.sh LAWTESTER ROOT: laws in formulas as C, with law export and with --compile.
set -u
. "$(dirname "$0")/tap.sh"
lawtester=$(absolute "$1")
root=$(absolute "$2")
scratch
if ! command -v cc >/dev/null; then
    skip 'laws in formulas, compiled' 'no cc'
    finish
    exit
fi
export XDG_CACHE_HOME="$folder/cache"
kept=$XDG_CACHE_HOME/lawtester
coulomb=$root/stages/formulas/coulomb.yaml
unset CC

# A compiler that counts how often it is started.
cat >counted <<EOF
#!/bin/sh
echo started >>"$folder/starts"
exec cc "\$@"
EOF
# One that waits.
cat >slow <<EOF
#!/bin/sh
touch "$folder/waits"
sleep 60
EOF
chmod +x counted slow
: >starts
starts() { # COUNT: the compiler has been started so often
    check "... the compiler was started $1 times" test "$(wc -l <starts)" -eq "$1"
}
drafts() {
    check '... nothing half made is left' test -z "$(find "$kept" -name 'draft*')"
}

# ---- The same numbers ----

for program in "$root"/stages/formulas/*.yaml; do
    stem=$(basename "$program" .yaml)
    case $stem in pairs) continue ;; esac # its law is another's
    try 0 "$stem by formulas" run "$program" --plot=none -o by-formulas
    try 0 "$stem compiled" run "$program" --plot=none -o compiled --compile
    check "$stem: the same bits" cmp "by-formulas/$stem.csv" "compiled/$stem.csv"
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
    CC=$compiler
    export CC
    try 0 "functions by $compiler" run functions.yaml --plot=none -o compiled --compile
    check '... the same bits' cmp by-formulas/functions.csv compiled/functions.csv
    rm -f compiled/functions.sweep.*
    try 0 '... many' sweep functions.yaml -o compiled --compile
    check '... the same bits' cmp by-formulas/functions.sweep.csv compiled/functions.sweep.csv
done
unset CC

cat >scan.yaml <<EOF
$(sed '/^motion/,$d' "$coulomb")
motion: {integrator: leapfrog, dt: t_c/100}
stages: [{whats: iiiiii, values: [-1, 0.6, 0.3, 5, 20, -10], until: rebound}]
sweep: {over: {mu: {from: 0.1, to: 0.5, n: 40}, kn: [1e5, 2e5]}, results: [e_n, ft_max, E_slip]}
calibrate: {vary: {mu: [0.05, 0.3]}, to: {ft_max: 1.5}}
fit: {data: measured.csv, x: kn, y: ft, result: {x: kn, y: ft_max}, vary: {mu: [0.05, 0.5]}}
EOF
printf 'kn,ft\n1e5,0.9\n1.5e5,1.1\n2e5,1.3\n' >measured.csv
for command in sweep calibrate verify fit; do
    try 0 "$command by formulas" $command scan.yaml
    sed 's/, [0-9.]* s$//' out.txt >by-formulas.txt
    test $command = sweep && mv out/scan.sweep.csv .
    try 0 "$command compiled" $command scan.yaml --compile
    sed 's/, [0-9.]* s$//' out.txt >compiled.txt
    check '... and says the same' cmp by-formulas.txt compiled.txt
done
check 'sweep: the same bits, many side by side' cmp scan.sweep.csv out/scan.sweep.csv
for option in --quiet --compile; do
    try 0 "read $option" read by-formulas/coulomb.csv --law "$coulomb" --plot=none $option
    mv out/coulomb-law.csv "read$option.csv"
done
check 'read: the same bits' cmp read--quiet.csv read--compile.csv
try 0 'a law that is no formulas' run "$root/stages/linear/impact.yaml" --plot=none --compile
says err.txt 'its law is not in formulas'

# A step without a value is told as by the formulas, with the place of the formula.
sed 's/share \* *//; s/force: {fn: kn\*un/force: {fn: kn*un*log(un + 5e-6)/' "$coulomb" >fails.yaml
for integrator in leapfrog exact; do
    try 4 "$integrator: a logarithm of what is negative" run fails.yaml --plot=none -D motion.integrator=$integrator
    mv err.txt by-formulas.txt
    try 4 '... compiled' run fails.yaml --plot=none --compile -D motion.integrator=$integrator
    check '... is told the same' cmp by-formulas.txt err.txt
done

# ---- Kept ----

rm -rf "$kept"
CC=$folder/counted
export CC
try 0 'the first time' run "$coulomb" --plot=none --compile
starts 1
try 0 'the second time' run "$coulomb" --plot=none --compile
starts 1
try 0 'with other numbers' run "$coulomb" --plot=none --compile -D mu=0.2
starts 1
try 1 'with another formula' run "$coulomb" --plot=none --compile -D law.define.let.most='2*mu*abs(kn*un)'
starts 2
check 'two are kept' test "$(find "$kept" -name '*.so' | wc -l)" -eq 2
drafts
one=$(ls -t "$kept"/*.so | tail -n 1)
for damage in 'head -c 3000' 'tr E F'; do
    $damage <"$one" >cut
    cat cut >"$one"
    : >starts
    try 0 "damaged: $damage" run "$coulomb" --plot=none --compile
    says err.txt 'was damaged and has been compiled again'
    starts 1
    try 0 '... and no longer' run "$coulomb" --plot=none --compile
    check '... without a word' test ! -s err.txt
done
rm -rf "$kept"
for n in 1 2 3; do
    "$lawtester" run "$coulomb" --plot=none --compile -o "together-$n" >"together-$n.txt" 2>&1 &
done
wait
for n in 1 2 3; do
    check "three at once: $n" cmp by-formulas/coulomb.csv "together-$n/coulomb.csv"
done
drafts
check 'one is kept' test "$(find "$kept" -type f | wc -l)" -eq 1

# What is old goes when something new comes.
touch -d '40 days ago' "$kept/old.so"
touch -d '20 days ago' "$kept/recent.so"
try 1 'something new' run "$coulomb" --plot=none --compile -D law.define.let.most='3*mu*abs(kn*un)'
check '... what is old has gone' test ! -e "$kept/old.so"
check '... what is not has stayed' test -e "$kept/recent.so"

# ---- Refused ----

refused() { # NAME TEXT
    try 5 "$1" run "$coulomb" --plot=none --compile
    says err.txt "$2"
    check '... in one line' test "$(wc -l <err.txt)" -eq 1
}
one=$(ls -t "$kept"/*.so | tail -n 1)
for file in "$kept"/*.so; do chmod 666 "$file"; done
refused 'a file that others may change' 'can be changed by other users (mode 666)'
for file in "$kept"/*.so; do chmod 700 "$file"; done
chmod 777 "$kept"
refused 'a folder that others may change' 'can be changed by other users (mode 777)'
chmod 700 "$kept"
chmod 777 "$XDG_CACHE_HOME"
refused 'a folder in one that others may change' 'is not safe for code that is run'
chmod 700 "$XDG_CACHE_HOME"
if [ "$(id -u)" -eq 0 ]; then
    chown 1 "$kept"
    refused "another user's folder" 'belongs to another user (1)'
    chown 0 "$kept"
    for file in "$kept"/*.so; do chown 1 "$file"; done
    refused "another user's file" 'belongs to another user (1)'
    for file in "$kept"/*.so; do chown 0 "$file"; done
fi
rm -rf "$kept"
XDG_CACHE_HOME=/proc/none
refused 'no place for it' '/proc/none/lawtester cannot be made'
XDG_CACHE_HOME=/dev/null
refused 'a file in its place' 'cannot be made: Not a directory'
unset XDG_CACHE_HOME
home=${HOME-}
unset HOME
refused 'no HOME' 'neither HOME nor XDG_CACHE_HOME is set'
HOME=$folder/home
export HOME
try 0 'below HOME' run "$coulomb" --plot=none --compile
check '... in .cache' test "$(find home/.cache/lawtester -name '*.so' | wc -l)" -eq 1
HOME=$home
export XDG_CACHE_HOME="$folder/cache"
CC=no-such-cc
refused 'no compiler' "no C compiler: 'no-such-cc' was not found"
drafts
CC=false
try 5 'a compiler that fails' run "$coulomb" --plot=none --compile
says err.txt 'false cannot compile the law'
drafts
CC='cc --no-such-flag'
try 5 'one that refuses its flags' run "$coulomb" --plot=none --compile
says err.txt 'no-such-flag'
drafts
CC=true
try 5 'one that makes nothing' run "$coulomb" --plot=none --compile
drafts
CC=$folder/slow
"$lawtester" run "$coulomb" --plot=none --compile >out.txt 2>err.txt &
process=$!
while [ ! -e waits ] && kill -0 $process 2>/dev/null; do sleep 0.05; done
kill -TERM $process
wait $process
check 'told to stop while it compiles: exit 143' test $? -eq 143
drafts
unset CC

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
try 0 'hostile words compiled' run words.yaml --plot=none -o compiled --compile
check '... to the same bits' cmp by-formulas/words.csv compiled/words.csv
try 0 'hostile words as C' law export '*_int unwanted(){}.yaml' -o words.c
awk '/^  define:/ {skip = 1; next} /^ ? ? ?[^ ]/ {skip = 0} !skip' words.yaml >named.yaml
for compiler in gcc clang; do
    command -v "$compiler" >/dev/null || continue
    check "... no warning of $compiler, trigraphs and all" "$compiler" -std=c17 -Wall -Wextra -Wconversion -Wshadow -Werror \
        -O2 -ffp-contract=off -fno-math-errno -fno-trapping-math -fPIC -shared -I"$root/src" words.c -o words.so -lm
    try 0 '... as a plug-in' run named.yaml --plot=none -o compiled --plugin ./words.so
    check '... to the same bits' cmp by-formulas/words.csv compiled/named.csv
    check '... and nothing of theirs' sh -c '! nm words.so | grep unwanted'
done
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
check '... with their words' grep -q '^third . "line"$' out.txt
finish
