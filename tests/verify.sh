#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# verify.sh LAWTESTER STAGES: the command verify: what it takes, prints, writes; its exit codes.
set -u
. "$(dirname "$0")/tap.sh"
lawtester=$(absolute "$1")
stages=$(absolute "$2")
scratch

try 0 'one law' verify idealelpl
says out.txt 'shear-roll-twist: E_twist_end = M*(2*W - 3*M/Kw)'
try 0 'an impact that takes long to end' verify linear-elastic --seed 41
try 2 'an unknown check' verify --check foo linear
says err.txt "option '--check' cannot be 'foo'; expected zero-response, acts, "
try 2 'an unknown law' verify liner
says err.txt "unknown law 'liner'; did you mean 'linear'?"
try 2 'a law that is like none' verify nosuch
says err.txt "unknown law 'nosuch'; 'lawtester laws' lists them"
try 2 'a seed of 0' verify --seed 0
try 2 '-D without a program' verify linear -D kn=1
says err.txt 'there is none'
try 5 'a file that is not there' verify missing.yaml
test ! -s out.txt
verdict $? '... and no verdict'
sed '/^expect:/,$d' "$stages/linear/impact.yaml" >idle.yaml
try 2 'a program that expects nothing' verify idle.yaml
says out.txt 'nothing to check: it has no section expect'
says err.txt 'nothing to verify'
mkdir empty
try 2 'a folder without programs' verify empty

try 0 'all benchmarks' verify "$stages/benchmark"
test "$(grep -c '^[a-z0-9-]*  *[a-z0-9-]*  *\([0-9]*\)/\1 ' out.txt)" -eq "$(find "$stages/benchmark" -name '*.yaml' | wc -l)"
verdict $? '... each in a line, each met'
try 0 'a law in the place of another' verify "$stages/benchmark" -D law.name=hertz
says out.txt 'not applicable: '
grep -q '^chung-ooi-1  *hertz  *6/6 ' out.txt
verdict $? '... where it has the parameters'

try 2 'a law without moduli alone' verify "$stages/benchmark/chung-ooi-1.yaml" -D law.name=linear
says out.txt "law 'linear' has no parameter 'young', which the materials give"

sed 's/until: rebound/untill: rebound/' "$stages/linear/impact.yaml" >wrong.yaml
try 3 'a bad program' verify wrong.yaml "$stages/linear/wall.yaml"
says err.txt "did you mean 'until'"
grep -q '^wall  *linear' out.txt
verdict $? '... the others are tested'

try 0 'laws in formulas' verify "$stages/formulas"
says out.txt 'the state most stays: true'

sed 's/fn: kn\*un,/fn: kn*un + 5*vn,/' "$stages/formulas/coulomb.yaml" >elastic.yaml
try 1 'a dashpot among the elastic forces' verify elastic.yaml --check continuity --check coulomb
says out.txt 'the force of a dashpot must also be returned as viscous (vfn, vfs ...)'
says out.txt 'or return the limit that the law has (cap)'

try 1 'a program that is not met' verify "$stages/linear/impact.yaml" -D dp_mode=0
says out.txt 'FAILED'
says out.txt 'check the normal dashpot'
try 1 'its document' verify "$stages/linear/impact.yaml" -D dp_mode=0 --json
says out.txt '"ok": false'
says out.txt '"program": "impact"'
try 0 'the document of a law' verify linel6 --json
says out.txt '"bound": 1e-11'
says out.txt '"detail": '

# A law that a program defines is a law, too.
try 0 'a law in formulas' verify "$stages/formulas/hertz.yaml"
says out.txt 'ledger: '
sed 's|strain: 2/5|strain: 1/2|' "$stages/formulas/hertz.yaml" >mine.yaml
try 1 'a wrong one' verify mine.yaml -o worst
grep -q '^# The law my-hertz fails a check that every law should pass: ledger' worst/my-hertz-ledger.yaml
verdict $? '... its worst case as a program, by the name of the check'
worst=worst/my-hertz-ledger.yaml && sed 's/^title: .*/title: As it was/' "$worst" >kept.yaml && cp kept.yaml "$worst"
try 2 'the same law from the case that is kept' verify mine.yaml "$worst" -o ./worst
says err.txt "./$worst would be overwritten, but it is read"
cmp -s kept.yaml "$worst"
verdict $? '... which stays'
cp mine.yaml another.yaml
try 1 'two laws of one name' verify mine.yaml another.yaml --check ledger -o both
check '... have their own worst cases' test "$(echo both/my-hertz-ledger.yaml both/my-hertz.2-ledger.yaml)" = "$(echo both/*)"
try 1 'a wrong one' verify mine.yaml
test "$(grep -c FAILED out.txt)" -eq 2
verdict $? '... by its contract and by what the program expects'

# What is created beside the work along n, booked and not declared.
try 1 'a stiffness that grows with the overlap' verify "$stages/../tests/broken/tangent-booked.yaml"
grep -q '^  FAILED .*cycle: ' out.txt
verdict $? '... is accused by cycle'

# Every two parts around a path that turns at one overlap and back at another.
try 0 'a rolling stiffness that follows the overlap' verify jkr --check cycle --json
for part in epsd epsd2; do
    says out.txt "\"detail\": \"$part: the stiffness follows the overlap and the moment stays"
done
try 0 'one that does not' verify luding --check cycle --json
! grep -q '"detail": "epsd' out.txt
verdict $? '... has nothing to declare'

# A failure that needs a parameter at 0 names it.
cat >divides.yaml <<'END'
lawtester: 1
particles:
  a: {shape: sphere, radius: 2 mm, density: 2500 kg/m^3}
  b: {shape: sphere, radius: 2 mm, density: 2500 kg/m^3}
law:
  name: divides
  define:
    params: {kn: 1e5 N/m, beta: 0.15, fric: 0.3, kt: 5e4 N/m}
    constants: {cn: 2*beta*sqrt(m_eff*kn)}
    state: {xs: m, xt: m}
    force:
      fn: min(kn*un + cn*vn, 0)
      fs: max(-fric*abs(fn), min(fric*abs(fn), kt*(xs + dus)))
    next: {xs: fs/kt, xt: 0}
stages:
  - {whats: ii...., values: [-1 m/s, 0.5 m/s, 0, 0, 0, 0], until: rebound}
END
try 1 'a law that divides by a parameter' verify divides.yaml --check zero-response
says out.txt 'only with kt = 0: does the law divide by what is 0 then? no finite result'
! grep -q 'division by dt' out.txt
verdict $? '... and does not blame the step'
sed 's|fs/kt|fs/kt*dt/dt|' divides.yaml >by-dt.yaml
try 1 'a law that divides by dt' verify by-dt.yaml --check zero-response
says out.txt 'is there a division by dt?'

# What a parameter means is its role, and no name.
sed 's/, role: [a-z_]*//' "$stages/formulas/coulomb.yaml" >unsaid.yaml
try 0 'a law without roles' verify unsaid.yaml
says out.txt "if 'mu' is meant, give it role: friction"
test "$(grep -c '^  skipped   ' out.txt)" -eq 3
verdict $? '... three checks are skipped'
tail -n 1 out.txt | grep -q 'skipped: coulomb, friction, stiffness, since no .* role: friction, stiffness_n, stiffness_s$'
verdict $? '... and the last line says so'
try 0 'its document' verify unsaid.yaml --json
test "$(grep -c '"ok": null' out.txt)" -eq 3
verdict $? '... neither right nor wrong'
sed 's/mu\*abs/2*mu*abs/' unsaid.yaml >doubled.yaml
verdict_of() { grep -c '^  FAILED .*\(coulomb\|friction\): ' out.txt; }
"$lawtester" verify doubled.yaml >out.txt 2>err.txt
test "$(verdict_of)" -eq 0 && grep -q '^  skipped .*coulomb: ' out.txt
verdict $? 'twice the friction, and no role: skipped'
sed 's/mu\*abs/2*mu*abs/' "$stages/formulas/coulomb.yaml" >doubled.yaml
"$lawtester" verify doubled.yaml >out.txt 2>err.txt
test "$(verdict_of)" -eq 2
verdict $? 'twice the friction, and its role: accused'

# ... nor do set-up and figures go by a name.
sed 's|^law: .*|law: {name: mine, kn: 1e5, apart: g, define: {params: {kn: {unit: N/m}, apart: {unit: m, role: reference_gap}}, force: {fn: kn*un}, strain: kn*un^2/2}}|
    s/{rgap: 0}/{apart: 0}/; s/ + rgap/ + apart/; s/, fric: 0.3//
    s/(lin_mode == 0 and d - g or d)/(d - g)/; s/lin_mode == 0 and \(.*\) or 0, within/\1, within/' \
    "$stages/linear/reference-gap.yaml" >apart.yaml
try 0 'a reference gap by its role' run apart.yaml --plot=none
sed 's/, role: reference_gap//; s/apart/rgap/g' apart.yaml >rgap.yaml
try 1 '... and not by its name' run rgap.yaml --plot=none
awk '/^  FAILED .* E_set_end = / {none = $2^2 < 1e-36} END {exit !none}' out.txt # but for a last bit
verdict $? '... which takes nothing out'
sed 's/\bmu\b/cof/g' "$stages/formulas/coulomb.yaml" >cof.yaml
sed 's/, role: friction//; s/\bcof\b/fric/g' cof.yaml >fric.yaml
for called in cof fric; do
    try 0 "a run with $called" run $called.yaml --plot=none -D record.columns=[fn,fs,ft]
    try 0 '... and its cone' plot out/$called.csv --kind=cone -o $called.svg
done
grep -q 'Coulomb limit' cof.svg && ! grep -q 'Coulomb limit' fric.svg
verdict $? "Coulomb's limit is drawn of the role alone"

# The same numbers on any number of threads; the times apart.
try 0 'one thread' verify linear hertz --json -j 1
mv out.txt one.txt
try 0 'three threads' verify linear hertz --json -j 3
cmp -s out.txt one.txt
verdict $? '... print the same'
# One check alone.
try 0 'two checks' verify linear --check cycle --check units
check 'these and no others' test "$(grep -c '^  ok ' out.txt)" -eq 2
says out.txt '2 of 2'
try 2 'no such check' verify linear --check cyle
says err.txt "'--check' cannot be 'cyle'; did you mean 'cycle'?"
try 1 'a wrong law in formulas' verify mine.yaml --check ledger
says out.txt 'FAILED'
try 0 '... in what is right' verify mine.yaml --check coulomb
says out.txt 'coulomb: tangential force'
try 2 'a program without a law of its own' verify "$stages/linear/impact.yaml" --check cycle
says err.txt 'nothing to verify: --check is about laws'
finish
