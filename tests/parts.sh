#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# parts.sh LAWTESTER ROOT: parts of one's own in the law contact, from a plug-in and in formulas; with LT_ALL (scripts/nightly)
# the contact is audited with each of them, not with one.
set -u
. "$(dirname "$0")/tap.sh"
lawtester=$(absolute "$1")
root=$(absolute "$2")
scratch

# What 'new law --part' writes builds, runs and passes as it is; the same in formulas.
for kind in normal cohesion damping tangential rolling twisting film bond; do
    try 0 "new $kind" new law --part "$kind" mine -o "$kind"
    check '... builds without a warning' cc -Wall -Wextra -Werror -O2 -ffp-contract=off -fno-math-errno -fPIC -shared \
        -I"$root/src" -I"$root/src/laws" "$kind/mine.c" -o "$kind/mine.so" -lm
    try 0 '... is described' laws "$kind:mine" --plugin "$kind/mine.so"
    says out.txt "$kind: mine, a part of the law contact"
    try 0 '... runs' run "$kind/mine.yaml" --plugin "$kind/mine.so" --plot=none
    try 0 '... is audited' verify "$kind/mine.yaml" --plugin "$kind/mine.so"
    says out.txt 'ledger: '
    try 0 '... in formulas' new law --part "$kind" mine --formulas -o "$kind/formulas"
    try 0 '... run' run "$kind/formulas/mine.yaml" --plot=none -o in-formulas
    try 0 '... audited' verify "$kind/formulas/mine.yaml"
    says out.txt 'ledger: '
    try 0 '... the same motion' compare out/mine.csv in-formulas/mine.csv -x t -y un --within 1e-6
    [ $kind = rolling ] || [ "${LT_ALL:-}" ] || continue
    seed=5
    try 0 'contact has it among its parts' verify contact --plugin "$kind/mine.so" --seed "$seed"
done
# A pull of one's own may begin and end with a jump, where it says so.
cat >flat.yaml <<'END'
lawtester: 1
particles: {a: {shape: sphere, radius: 5 mm, density: 2500}, b: {shape: sphere, radius: 5 mm, density: 2500}}
law:
  name: contact
  normal: {name: linear, kn: 1e5}
  cohesion:
    name: flat
    define:
      params: {f_0: {default: 1 mN, min: 0}, cutoff: {default: 1 um, min: 1 nm}}
      reach: cutoff
      force: {fn: f_0}
      strain: f_0*(un - cutoff)
      cross: 0.5*((was_active and f_0 or 0) + fn)*(1 - inside)*dun
      jumps:
        - {force: fn, at: made, change: f_0, why: it is constant up to the cutoff}
        - {force: fn, at: lost, change: -f_0, why: it is constant up to the cutoff}
      declares: {contact-time: {most: 10, why: the contact time is that of the spring alone}}
motion: {integrator: exact}
stages: [{whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}]
expect: [{that: energy_residual_rel, is: 0, within: 1e-9 abs}]
END
try 0 'a pull in formulas that jumps' verify flat.yaml
sed '/jumps:/,+2d' flat.yaml >sudden.yaml
try 1 '... fails where it does not declare the jump' verify sudden.yaml
says out.txt 'FAILED           1     0.001  continuity'
try 0 'what belongs to a part' laws contact --plugin damping/mine.so --json
says out.txt '"of": "damping: mine"'
try 0 'the choice is a word' run damping/mine.yaml --plugin damping/mine.so --plot=none --json
says out.txt '"damping": "mine"'

# A plug-in has the interface of parts, or is refused.
spoil() { # NAME SED TEXT [KIND]
    sed "$2" "${4:-damping}/mine.c" >"$1.c"
    cc -fPIC -shared -I"$root/src" -I"$root/src/laws" "$1.c" -o "$1.so" -lm 2>>"$log"
    try 3 "refused: $1" laws --plugin "./$1.so"
    says err.txt "$3"
    check '... in one line' test "$(wc -l <err.txt)" -eq 1
}
spoil version 's/abi = LT_PART_ABI/abi = LT_PART_ABI + 1/' 'compiled for version 3 of the part.h interface; this program has version 2'
spoil size 's/sizeof(struct lt_part)/7/' 'compiled with a different part.h (struct sizes differ)'
spoil kind 's/kind = LT_DAMPING_PART/kind = (enum lt_kind)9/' "part 'mine': 9 is no kind of part"
spoil taken 's/name = "mine"/name = "tsuji"/' "part 'tsuji': 'damping: tsuji' exists already"
spoil twice 's/LT_PART_PLUGIN(&mine)/LT_PART_PLUGIN(\&mine, \&mine)/' "part 'mine': 'damping: mine' exists already"
spoil word 's/name = "mine"/name = "my drag"/' "its name is not a word: small letters, digits and '-'"
spoil nameless 's/name = "mine"/name = NULL/' 'a part has no name'
spoil unit 's,N s^2/m^2,N zs,' "parameter 'c_2' has no known unit"
spoil stepless 's/^static const struct lt_part_steps steps.*/static const struct lt_part_steps steps = {NULL, NULL, NULL};/; s/^static void step/void step/' 'a part needs derive() and step()'
spoil underived 's/    d->c_2 = p->c_2;//' "derive() does not set 'c_2'"
spoil overderived 's/    d->c_2 = p->c_2;/&\n    (\&d->c_2)[1] = 1;/' 'derive() writes outside its derived numbers'
spoil unset 's/    t->dashpot = .*//' 'step() does not set dashpot to a finite number'
spoil lossless 's/    e->friction = held.slip;/    (void)e;/' "step() does not set the loss 'friction' to a finite number" rolling
spoil outside 's/    x->slips = held.slips;/&\n    (\&x->slips)[1] = 1;/' 'step() writes outside its state' rolling
spoil formula 's/"select(holds > 0.5/"select(hold > 0.5/' "unknown name 'hold'" bond
spoil acts 's/    o->fn += f1;/&\n    o->fs += f1;/' 'step() gives fs, which acts rules out' bond

# One that crashes is named.
sed 's/^    t->dashpot = .*/&\n    if (d->c_2 == 123456)\n        *(volatile int *)0 = 1;/' damping/mine.c >falls.c
cc -fPIC -shared -I"$root/src" -I"$root/src/laws" falls.c -o falls.so -lm 2>>"$log"
try 4 'a part crashes' run damping/mine.yaml --plugin ./falls.so -D law.c_2=123456 --plot=none
says err.txt 'plug-in ./falls.so: crash (memory access'

# One that makes nothing changes nothing.
sed 's/integrator: exact/dt: t_c\/100/; /^expect:/,$d' "$root/stages/contact/oblique.yaml" >without.yaml
sed 's/^  rolling:/  twisting: {name: idle, define: {params: {c: 1}, force: {mn: 0*c}}}\n&/' without.yaml >with.yaml
echo 'record: {columns: [t, un, us, ut, fn, fs, ft, mn, ms, mt, E_slip, E_roll, E_strain, E_dashpot]}' | tee -a without.yaml >>with.yaml
try 0 'without a part of one'"'"'s own' run without.yaml --plot=none
try 0 '... with one that makes nothing' run with.yaml --plot=none --json
says out.txt '"twisting": "idle"'
check '... to the bit the same' cmp out/without.csv out/with.csv

# Beside a bond a part adds to what the bond has.
for kind in tangential rolling twisting; do
    cat >bonded.yaml <<EOT
lawtester: 1
particles: {a: {shape: sphere, radius: 5 mm, density: 2500}, b: {shape: sphere, radius: 5 mm, density: 2500}}
law: {name: contact, normal: linear, kn: 1e5, $kind: mine, bond: parallel, pb_kn: 1e12, pb_ks: 1e12, pb_ten: 1e12, pb_coh: 1e12}
motion: {integrator: leapfrog, dt: 1e-6}
stages: [{whats: vvvvvv, values: [-1e-5, 0.01, 0, 2, 3, 0], until: time > 1e-3}]
expect:
  - {that: energy_residual_rel, is: 0, within: 1e-9 abs}
  - {that: "ms > bond_ms - 1e-9*bond_ms and bond_ms > 1"}
EOT
    try 0 "$kind beside a bond" run bonded.yaml --plugin "$kind/mine.so" --plot=none
    try 0 '... is audited' verify bonded.yaml --plugin "$kind/mine.so"
done

# The object that a part comes from belongs to what is done with it.
try 0 'a run' run damping/mine.yaml --plugin damping/mine.so --plot=none
check '... tells the object of its part' sh -c "tr -d ' \n' <out/mine.json |
    grep -q '\"parts\":{\"damping\":{\"file\":\"[^\"]*/damping/mine.so\",\"sha256\":\"$(sha256sum damping/mine.so | cut -d ' ' -f 1)\"}}'"
try 0 'a run without it' run damping/mine.yaml --plugin damping/mine.so -D law.damping=critical --plot=none
check '... tells none' sh -c '! grep -q "mine\.so" out/mine.json'
{ cat damping/mine.yaml; echo 'sweep: {over: {vn: [0.5, 1]}, results: [e_n]}'; } >parted.yaml
cp damping/mine.so changed.so
identity() {
    grep -o '"sweep": *"[0-9a-f]\{64\}"' parted/parted.sweep.json
}
try 0 'a sweep' sweep parted.yaml -o parted --plugin ./changed.so
before=$(identity)
echo >>changed.so
try 0 'of another part' sweep parted.yaml -o parted --plugin ./changed.so
check 'is another sweep' test -n "$before" -a "$before" != "$(identity)"
sed 's/t->dashpot = /&d->c_2 > 50 ? 0.0 \/ 0.0 : /' damping/mine.c >nan.c
check 'a part whose force is no number' cc -O2 -fPIC -shared -I"$root/src" -I"$root/src/laws" nan.c -o nan.so -lm
try 4 '... where c_2 is large' run damping/mine.yaml --plugin ./nan.so -D c_2=60 --plot=none
says err.txt "note: the damping part 'mine' is that of plug-in $PWD/nan.so"

# In a stage program.
program=$root/stages/contact/own-damping.yaml
bad() { # NAME SED TEXT
    sed "$2" "$program" >bad.yaml
    try 3 "$1" check bad.yaml
    says err.txt "$3"
    check '... and nothing else' test "$(grep -c ': error: ' err.txt)" -eq "${4:-1}"
}
bad 'a key of the contact' 's/^      viscous:/      active: un < 0\n&/' "'active' is of a bond: other parts act while the surfaces touch, or between 'reach' and 'lost_gap'"
sed 's/name: squared/name: tsuji/' "$program" >taken.yaml
try 0 'a word that a built-in part has' run taken.yaml -o taken --plot=none
says err.txt "note: this definition stands in the place of the built-in part 'damping: tsuji'"
try 0 '... means the definition' run "$program" -o squared --plot=none
check '... to the last bit' cmp taken/taken.csv squared/own-damping.csv
bad 'a force of another kind' 's/^      viscous:/      force: {fs: 1}\n&/' 'a damping part makes the viscous vfn and no other force'
bad 'a parameter that is not there' 's/c_2: 5/c_3: 5/' "did you mean 'c_2'?"
bad 'a name of another part' 's/c_2/kn/g; /^  kn: 5/d' "something called 'kn'"
bad 'a word that is none' 's/name: squared/name: my drag/' "'my drag' is not a word" 6
bad 'what nothing tells' 's/^  normal: linear/  tangential: viscous\n&/' 'its viscosity is a multiple of that of the normal dashpot: choose a damping part'
sed 's/^      viscous:/      viscosity: c_2*abs(vn)\n&/; s/^  normal: linear/  tangential: viscous\n  fric: 0.3\n&/; /^expect:/,$d' "$program" >told.yaml
try 0 'it may tell it' run told.yaml --plot=none
bad 'a key of another kind' 's/^      viscous:/      stiffness: 1\n&/' "'stiffness' is of a normal part"
bad 'a name that comes later' 's/or c_2\*vn^2}/or press}/' "'press'"
sed 's/or c_2\*vn^2}/or sqrt(un)}/' "$program" >fails.yaml
try 4 'a formula without a value' run fails.yaml --plot=none
says err.txt 'law squared, vfn (line 2'
try 0 'its parameters by -D' run "$program" -D c_2=2 -D law.kn=2e5 --plot=none

# A constant viscosity of one's own is damping: constant, to the last bit: alone, in a sweep, exactly.
cat >own.yaml <<'EOT'
lawtester: 1
particles: {a: {shape: sphere, radius: 5 mm, density: 2500}, b: {shape: sphere, radius: 4 mm, density: 2500}}
law:
  {name: contact, normal: hertz, tangential: linear, rolling: sds, young: 60 MPa, poisson: 0.2, ks: 1e4, fric: 0.3,
  k_roll: 1e4, fric_roll: 0.1, dp_mode: no-tension, c: 3,
  damping: {name: mine, define: {params: {c: {default: 1 N s/m}}, viscous: {vfn: c*vn}}}}
stages: [{whats: ii..i., values: [-1, 0.5, 0, 0, 30, 0], until: rebound}]
sweep: {over: {c: {from: 0, to: 9, n: 9}, vn: [0.5, 1]}, results: [e_n, E_slip_end, E_roll_end, ms_end]}
EOT
sed 's/damping: {name.*/damping: constant}/; s/\<c: /cn: /g' own.yaml >ours.yaml
for integrator in leapfrog exact; do
    for whose in own ours; do
        try 0 "$whose, $integrator" run $whose.yaml -D motion.integrator=$integrator --plot=none
        try 0 '... in a sweep' sweep $whose.yaml -D motion.integrator=$integrator --plot=none
    done
    check '... the same bits' cmp out/own.csv out/ours.csv
    sed 's/^cn,/c,/' out/ours.sweep.csv >ours.csv
    check '... in the sweep' cmp out/own.sweep.csv ours.csv
done

# What a part reads of the contact is what the others write.
cat >reads.yaml <<'EOT'
lawtester: 1
particles: {a: {shape: sphere, radius: 5 mm, density: 2500}, b: {shape: sphere, radius: 4 mm, density: 2500}}
law:
  name: contact
  normal: hertz
  young: 60 MPa
  poisson: 0.2
  damping: constant
  cn: 0.5
  cohesion: constant
  pull_force: 0.01
  tangential:
    name: tells
    define:
      state: {radius: m, k: N/m, c: N s/m, D: N, P: N, S: N, N: N}
      next: {radius: contact_radius, k: stiffness, c: viscosity, D: dashpot, P: pull, S: spring, N: press}
motion: {dt: 1 us}
stages: [{whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}]
expect:
  - {always: "radius", is: "sqrt(r_eff*max(0, -un))", within: 1e-14}
  - {always: "un < 0 and k*-un or 0", is: "un < 0 and S or 0", within: 1e-12}
  - {always: "un < 0 and c or 0.5", is: 0.5, within: 1e-12}
  - {always: "un < 0 and D or 0", is: "un < 0 and -0.5*vn or 0", within: 1e-2}
  - {always: "un < 0 and P or 0.01", is: 0.01, within: 1e-12}
  - {always: "un < 0 and N or 0", is: "un < 0 and max(0, S - P + D) or 0", within: 1e-12}
EOT
try 0 'what a part reads of the contact' run reads.yaml --plot=none

# Several parts of one's own, side by side in a sweep and alone: the same numbers, and a failure named.
cat >several.yaml <<'EOT'
lawtester: 1
particles: {a: {shape: sphere, radius: 5 mm, density: 2500}, b: {shape: sphere, radius: 4 mm, density: 2500}}
law:
  name: contact
  normal: {name: n, define: {params: {k_n: 1e5 N/m}, force: {fn: -k_n*overlap}, strain: k_n*overlap^2/2, contact_time: pi*sqrt(m_eff/k_n),
    cross: "0.5*(1 - inside)*dun*(fn - k_n*max(0, dun - un))"}}
  cohesion: {name: c, define: {params: {p: 0.2 N, far: 2 um}, reach: far, let: {g: "max(0, un)", g0: "max(0, un - dun)", apart: un > 0},
    force: {fn: p*(1 - g/far)}, strain: "apart and -p*(far - un)^2/(2*far) or p*un - p*far/2",
    cross: 0.5*((was_active and p*(1 - g0/far) or 0) + fn)*(1 - inside)*dun}}
  damping: {name: d, define: {params: {c: 1 N s/m}, viscous: {vfn: c*vn}}}
  twisting: {name: w, define: {params: {c_w: 1e-7 N m s}, viscous: {mn: c_w*wn}}}
  film: {name: f, define: {params: {c_f: 0.1 N s/m, near: 1 um}, reach: near, viscous: {vfn: c_f*vn, vfs: c_f*vs}}}
motion: {dt: t_c/500, gap: 3 um}
stages: [{whats: ii.i.., values: [-0.5, 0.1, 0, 10, 0, 0], until: broken}]
sweep: {over: {c: {from: 0, to: 3, n: 11}, p: [0, 0.3]}, results: [e_n, E_dashpot_end, t_contact, energy_residual_rel]}
EOT
sed -i 's/viscous: {mn:/viscous: {vmn:/' several.yaml
try 0 'parts of five kinds' run several.yaml --plot=none
try 0 '... in a sweep' sweep several.yaml --plot=none
e_n=$(tail -n 1 out/several.sweep.csv | cut -d , -f 3)
try 0 '... the last alone' run several.yaml --plot=none -D c=3 -D p=0.3 --json
check '... to the bit' grep -q "\"value\": $e_n\|\"e_n\": $e_n" out.txt
sed 's/vfn: c\*vn}/vfn: "c > 2.5 and sqrt(un) or c*vn"}/' several.yaml >fail.yaml
try 4 'a part without a value' run fail.yaml --plot=none -D c=3
says err.txt 'law d, vfn (line'

# What a part lacks, or has wrong.
part() { # CODE NAME PART TEXT
    printf 'lawtester: 1\nparticles: {a: {shape: wall}, b: {shape: sphere, radius: 5e-3, mass: 0.1}}\nlaw: {name: contact, kn: 1e5, %s}
motion: {dt: 1e-6}\nstages: [{whats: i....., values: [-0.1, 0, 0, 0, 0, 0], until: rebound}]\n' "$3" >part.yaml
    try "$1" "$2" run part.yaml --plot=none
    says err.txt "$4"
}
part 3 'a parameter that must be given' 'damping: {name: d, define: {params: {c: {unit: N s/m}}, viscous: {vfn: c*vn}}}' "damping: d needs 'c'"
part 3 'a constant that is none' 'damping: {name: d, define: {params: {c: 1}, constants: {w: 1/(c - 1)}, viscous: {vfn: w*vn}}}' \
    'law d, w (line 3): is not a finite number'
part 3 'a pull that ends before it begins' 'cohesion: {name: c, define: {params: {q: 1}, reach: q, lost_gap: 0, force: {fn: q}}}' 'lost_gap at least reach'
part 3 'a film that has a memory' 'film: {name: f, define: {reach: 1e-6, lost_gap: 1, viscous: {vfn: vn}}}' "'lost_gap' is of cohesion and bond"
part 4 'a bond of which nothing says whether it holds' 'bond: {name: b, define: {params: {k: 1}, active: sqrt(un) > 0, force: {fn: k*un}}}' \
    'law b, active (line 3)'

try 2 'no kind of part' new law --part nose mine
says err.txt "'nose' is no kind of part"
says err.txt 'expected normal, cohesion, damping, tangential, rolling, twisting, film or bond'
try 2 'a part that there is' new law --part damping tsuji
says err.txt "a part 'damping:tsuji' exists already"
finish
