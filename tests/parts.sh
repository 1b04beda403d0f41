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
for kind in normal damping tangential rolling twisting; do
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
    # Of damping the second seed draws one that is all but critical, of rolling the first a pull that holds the surfaces.
    seed=1
    [ "$kind" != damping ] || seed=2
    try 0 'contact has it among its parts' verify contact --plugin "$kind/mine.so" --seed "$seed"
done
try 0 'what belongs to a part' laws contact --plugin damping/mine.so --json
says out.txt '"of": "damping: mine"'
try 0 'the choice is a word' run damping/mine.yaml --plugin damping/mine.so --plot=none --json
says out.txt '"damping": "mine"'

# A plug-in has the interface of parts, or is refused.
spoil() { # NAME SED TEXT
    sed "$2" damping/mine.c >"$1.c"
    cc -fPIC -shared -I"$root/src" -I"$root/src/laws" "$1.c" -o "$1.so" -lm 2>>"$log"
    try 3 "refused: $1" laws --plugin "./$1.so"
    says err.txt "$3"
}
spoil kind 's/{"damping"/{"dumping"/' "part 'mine': 'dumping' is no kind of part"
spoil told 's/ LT_TOLD(F)/ LT_TOLD(F) F(more, "1", 0, 0, 1, "more")/' "part 'mine': the parameters of a part end with LT_TOLD"
spoil acts 's/acts = 0x1/acts = 0x3/' "part 'mine': a damping part makes vfn and no other force"
spoil taken 's/name = "mine"/name = "tsuji"/' "part 'tsuji': 'damping: tsuji' exists already"
spoil unit 's,N s^2/m^2,N zs,' "parameter 'c_2' has no known unit"

# One that crashes is named.
sed 's/    o->fn = o->vfn;/&\n    if (p->c_2 == 123456)\n        *(volatile int *)0 = 1;/' damping/mine.c >falls.c
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
for shard in 1 2; do
    try 0 "half $shard of a sweep" sweep parted.yaml -o parted --plugin ./changed.so --shard $shard/2
done
try 0 'its halves joined' sweep parted.yaml -o parted --plugin ./changed.so --merge
echo >>changed.so
try 5 'the halves are of another part' sweep parted.yaml -o parted --plugin ./changed.so --merge
says err.txt 'belongs to a different sweep'
sed 's/active ? p->c_2/p->c_2 > 50 ? 0.0 \/ 0.0 : &/' damping/mine.c >nan.c
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
bad 'a key of the contact' 's/^      viscous:/      active: un < 0\n&/' "'active' is the contact's: a part acts while the surfaces touch"
sed 's/name: squared/name: tsuji/' "$program" >taken.yaml
try 0 'a word that a built-in part has' run taken.yaml -o taken --plot=none
says err.txt "note: this definition stands in the place of the built-in part 'damping: tsuji'"
try 0 '... means the definition' run "$program" -o squared --plot=none
check '... to the last bit' cmp taken/taken.csv squared/own-damping.csv
bad 'a force of another kind' 's/^      viscous:/      force: {fs: 1}\n&/' 'a damping part makes vfn and no other force'
bad 'a parameter that is not there' 's/c_2: 5/c_3: 5/' "did you mean 'c_2'?"
bad 'a name of another part' 's/c_2/kn/g; /^  kn: 5/d' "something called 'kn'"
bad 'a word that is none' 's/name: squared/name: my drag/' "'my drag' is not a word" 6
bad 'what nothing tells' 's/^  normal: linear/  tangential: viscous\n&/' 'of which a part of your own tells nothing'
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

try 2 'no kind of part' new law --part nose mine
says err.txt "'nose' is no kind of part"
for kind in cohesion bond film; do
    try 2 "no part of the kind $kind" new law --part $kind mine
    says err.txt "'$kind' is no kind of part; expected normal, damping, tangential, rolling or twisting"
    check 'and no file' test ! -e mine.c -a ! -e mine.yaml
done
try 2 'a part that there is' new law --part damping tsuji
says err.txt "a part 'damping:tsuji' exists already"
finish
