#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# presets.sh LAWTESTER ROOT: the laws of other codes as choices of ours: beside those codes, where they are installed.
set -u
. "$(dirname "$0")/tap.sh"
lawtester=$(absolute "$1")
root=$(absolute "$2")
scratch

close() { # NAME FILE OTHER WITHIN COLUMN...
    about=$1 one=$2 two=$3 within=$4
    shift 4
    for column in "$@"; do
        "$lawtester" compare "$one" "$two" -x t -y "$column" --within "$within" >"$log" 2>&1
        verdict $? "$about: $column is that of the code"
    done
}

# Each in the code itself, by the lines that lawtester writes for it, and by lines of the code's users.
for file in "$root"/stages/codes/preset-*.yaml; do
    preset=$(basename "$file" .yaml)
    preset=${preset#preset-}
    of=${preset%%-*}
    test "$of" != mercury || continue
    try 0 "$preset" run "$file" --plot=none -q -o ours
    columns=$(sed -n 's/^record: {columns: \[.*\(fn, .*\)\]}/\1/p' "$file" | tr -d ,)
    test "$preset" != yade-viscel || columns=fn
    # Lines of its own know no names of our law.
    theory='/^expect:/,/^plots:/{/^plots:/!d}'
    "$lawtester" run "$file" --in "$of" --plot=none -q -o theirs >out.txt 2>err.txt
    code=$?
    if [ $code -eq 5 ]; then
        skip "$preset in the code" "$(head -n 1 err.txt)"
        continue
    fi
    if [ "$preset" = yade-cpm ]; then
        check "$preset: lawtester has no lines of it" test $code -eq 3
    else
        check "$preset by lines of lawtester" test $code -eq 0
        # shellcheck disable=SC2086 # words
        close "$preset" "ours/preset-$preset.csv" "theirs/preset-$preset.csv" 1e-9 $columns
    fi
    lines=$root/tests/presets/$preset.yaml
    test -f "$lines" || continue
    sed -e '/^law:/,/^let:/{/^let:/!d}' -e "/^let:/r $lines" -e "$theory" "$file" >"$preset.yaml"
    "$lawtester" run "$preset.yaml" --in "$of" --plot=none -q -o lines >out.txt 2>err.txt
    code=$?
    if [ $code -eq 5 ]; then
        skip "$preset by lines" "$(head -n 1 err.txt)"
        continue
    fi
    check "$preset by lines of its own" test $code -eq 0
    # shellcheck disable=SC2086 # words
    close "$preset by lines" "ours/preset-$preset.csv" "lines/$preset.csv" 1e-9 $columns
done

# A bond made at an overlap rests there in YADE, and presses by all of it, by the law; until it parts there.
for law in 'jcfpm, after_break: next-step, tensileStrength: 1 MPa, shear_strength: 1 MPa' \
    'cohfrict, normalCohesion: 1 MPa, shearCohesion: 1 MPa'; do
    cat >overlap.yaml <<END
lawtester: 1
particles:
  a: {shape: sphere, radius: 5 mm, density: 2600 kg/m^3}
  b: {shape: sphere, radius: 5 mm, density: 2600 kg/m^3}
law: {name: $law, young: 100 MPa, ktDivKn: 0.3, frictionAngle: 0.5}
motion: {gap: -10 um, dt: 10 us}
stages:
  - {name: still, whats: vvvvvv, values: [0, 0, 0, 0, 0, 0], until: step >= 1}
  - {name: press, whats: vvvvvv, values: [-10 mm/s, 0, 0, 0, 0, 0], until: un <= -30e-6}
  - {name: shear, whats: vvvvvv, values: [0, 0.1 m/s, 0, 0, 0, 0], until: us >= 0.7e-3}
  - {name: part, whats: vvvvvv, values: [10 mm/s, 0, 0, 0, 0, 0], until: un >= -11e-6}
record: {columns: [t, un, us, fn, fs]}
END
    try 0 "${law%%,*} made at an overlap" run overlap.yaml --plot=none -q -o ours
    "$lawtester" run overlap.yaml --in yade --plot=none -q -o theirs >out.txt 2>err.txt
    code=$?
    if [ $code -eq 5 ]; then
        skip "${law%%,*} made at an overlap, in YADE" "$(head -n 1 err.txt)"
        continue
    fi
    check "${law%%,*} made at an overlap, in YADE" test $code -eq 0
    close "${law%%,*} made at an overlap" ours/overlap.csv theirs/overlap.csv 1e-9 fn fs
done

# Contacts that pull or remember, by the lines that lawtester writes for them: of a pair, and at a wall.
held() { # NAME CODE PARTNER LAW [OPTION...]
    row=$1 of=$2 partner=$3 law=$4
    shift 4
    cat >"$row.yaml" <<END
lawtester: 1
particles: {a: {$partner}, b: {shape: sphere, radius: 4 mm, density: 2500 kg/m^3}}
law: {$law}
let: {v: 0.02 m/s, d: 10 um}
motion: {dt: 1 us, gap: 1e-10 m}
stages:
  - {name: press, whats: vvvvvv, values: [-v, 0, 0, 0, 0, 0], until: un < -d}
  - {name: ease, whats: vvvvvv, values: [v, 0, 0, 0, 0, 0], until: un > -0.82*d}
  - {name: again, whats: vvvvvv, values: [-v, 0, 0, 0, 0, 0], until: un < -0.9*d}
  - {name: shear, whats: vvvvvv, values: [0, v, 0, 0, 0, 0], until: time >= 600e-6}
  - {name: pull, whats: vvvvvv, values: [v, 0, 0, 0, 0, 0], until: un > -0.2*d}
  - {name: deeper, whats: vvvvvv, values: [-v, 0, -v, 0, 0, 0], until: un < -2*d}
  - {name: part, whats: vvvvvv, values: [v, 0, 0, 0, 0, 0], until: time >= 1500e-6}
record: {columns: [t, un, fn, fs, ft]}
END
    "$lawtester" run "$row.yaml" --in "$of" --plot=none -q -o theirs >out.txt 2>err.txt
    code=$?
    if [ $code -eq 5 ]; then
        skip "$row" "$(head -n 1 err.txt)"
        return
    fi
    check "$row" test $code -eq 0
    "$lawtester" run "$row.yaml" --plot=none -q -o ours -D motion.levels=yade "$@" >out.txt 2>err.txt
    check "$row by our law" test $? -eq 0
    close "$row" "ours/$row.csv" "theirs/$row.csv" 1e-9 fn fs ft
}
pair='shape: sphere, radius: 5 mm, density: 2500 kg/m^3' wall='shape: wall'
soft='young: 50 MPa, poisson: 0.25'
sheared='fric: 0.3, cap_by: pull, ends: largest-pull, slip_dashpot: kept'
held dmt lammps "$pair" "name: hertz-dmt, $soft, work_adhesion: 0.2, damping: constant, cn: 0.1"
held dmt-mass lammps "$pair" "name: hertz-dmt, $soft, surf_energy: 0.1, damping: mass-velocity, eta_m: 500"
held dmt-wall lammps "$wall" "name: hertz-dmt, $soft, work_adhesion: 0.2, damping: tsuji, alpha: 0.5"
held jkr lammps "$pair" "name: jkr, $soft, work_adhesion: 0.2, damping: constant, cn: 0.1" -D law.ends=largest-pull
held jkr-secant lammps "$pair" "name: jkr, $soft, work_adhesion: 0.2, damping: mass-radius, eta_ma: 1e6, tangential: secant, tangential_ratio: 0.5, $sheared"
held jkr-tangent lammps "$pair" "name: jkr, $soft, work_adhesion: 0.2, damping: tsuji, alpha: 0.5, phi: 0.3, tangential: tangent-rescale, kt_update: end, $sheared"
held jkr-rescale lammps "$pair" "name: jkr, $soft, work_adhesion: 0.2, tangential: displacement-rescale, $sheared"
luding='name: luding, kn1: 1e4, kn2: 5e4, kc: 5e3, phi_f: 0.01'
held luding liggghts "$pair" "$luding, damping: critical, dp_nratio: 0.16, memory: explicit, pull_off: 1e-3"
held hysteresis liggghts "$pair" "$luding, damping: critical, dp_nratio: 0.16"
held luding-wall liggghts "$wall" "$luding, memory: explicit"
held hysteresis-wall liggghts "$wall" "$luding"
held edinburgh liggghts "$pair" "name: eepa, $soft, plas_ratio: 0.8, surf_adh: 10, damping: constant, cn: 0.1, pull_off: 1e-3" -D law.adh_cap=half
held edinburgh-stiffness liggghts "$pair" 'name: eepa, k_load: 1.7e6, plas_ratio: 0.8, surf_adh: 10, adh_exp: 5' -D law.adh_cap=half
lens="name: contact, normal: hertz, $soft, cohesion_density: 1e5, damping: tsuji, alpha: 0.4"
back='tangential: secant-initial, fric: 0.3, cap_by: adhesion-back, cap_on: elastic'
held sjkr liggghts "$pair" "$lens, cohesion: lens, $back"
held sjkr2 liggghts "$pair" "$lens, cohesion: area, $back, phi: 0.32659863237109041"
held sjkr-wall liggghts "$wall" "$lens, cohesion: lens"
held sjkr2-wall liggghts "$wall" "$lens, cohesion: area"
held yade-dmt yade "$pair" "name: hertz-dmt, $soft, work_adhesion: 0.2, tangential: tangent, kt_update: end, fric: 0.3, cap_by: pull-once, cap_on: elastic"
cannot() { # CODE PARTNER LAW WORDS
    printf 'lawtester: 1\nparticles: {a: {%s}, b: {shape: sphere, radius: 4 mm, density: 2500}}\nlaw: {%s}\n' "$2" "$3" >cannot.yaml
    printf 'motion: {dt: 1e-6}\nstages: [{whats: i....., values: [-0.1, 0, 0, 0, 0, 0], until: rebound}]\n' >>cannot.yaml
    "$lawtester" run cannot.yaml --in "$1" --plot=none -q -o theirs >out.txt 2>err.txt
    code=$?
    if [ $code -eq 5 ]; then
        skip "$1: $4" "$(head -n 1 err.txt)"
    else
        check "$1: $4" test $code -eq 3
        says err.txt "$4"
    fi
}
cannot lammps "$wall" "name: jkr, $soft, work_adhesion: 0.2" 'wrong pull-off distance at a wall'
cannot lammps "$pair" "name: jkr, $soft, work_adhesion: 0.2, schwarz: 0.5" "no 'schwarz' below 1"
cannot lammps "$pair" "name: hertz-dmt, $soft, work_adhesion: 0.2, tangential: tangent, fric: 0.3" 'a number that it never sets'
cannot liggghts "$wall" "name: eepa, $soft, plas_ratio: 0.8, surf_adh: 10" 'does not pull at a wall'
cannot liggghts "$pair" "$luding, pull_off: 1e-3" 'memory: explicit'
bonded='kn: 1e5, ks: 5e4, fric: 0.3, cb_tenf: 1, cb_shearf: 1'
cannot lammps "$pair" "name: contact-bond, $bonded" "lawtester writes no LAMMPS lines for 'bond: contact'"
cannot yade "$pair" "name: contact-bond, $bonded" 'one angle of friction, bonded or not'
cannot yade "$wall" "name: contact-bond, $bonded" 'its bond there is another one'
cannot yade "$pair" "name: contact-bond, $bonded, cb_fa: atan(0.3), after_break: next-step, cb_kb: 1" 'CohFrict'
cannot yade "$pair" "name: contact-bond, kn: 1e5, ks: 5e4, fric: 0.3, cb_fa: atan(0.3), cb_shearf: 1, cb_tenf: 100" 'in shear by tension alone'
cannot yade "$pair" 'name: parallel-bond, kn: 1e5, pb_kn: 1e9' "lawtester writes no YADE lines for 'bond: parallel'; it does for contact"
cannot liggghts "$pair" "name: jkr, $soft, work_adhesion: 0.2" "lawtester writes no LIGGGHTS lines for 'normal: jkr'"

try 0 'the list' laws --presets
says out.txt 'liggghts-3.8 hertz/tangential history'
says out.txt 'frame: bodies, lever: slip-radius, axes: projected, history: rescaled, levels: yade'
says out.txt 'tsuji: the polynomial of e lacks a factor sqrt(2)'
try 0 'the list, JSON' laws --presets --json
python3 -c 'import json, sys; print("\n".join(p["name"] for p in json.load(sys.stdin)["presets"]))' <out.txt >names
while IFS= read -r preset; do
    "$lawtester" laws --presets | grep -qxF -e "$preset"
    verdict $? "listed: $preset"
done <names

program() { # LAW
    cat <<END
lawtester: 1
let: {e: 0.6}
particles:
  a: {shape: sphere, radius: 5 mm, density: 2500}
  b: {shape: sphere, radius: 5 mm, density: 2500}
law: {$1}
motion: {integrator: exact}
stages:
  - {whats: i....., values: [-0.1, 0, 0, 0, 0, 0], until: rebound}
END
}
liggghts='preset: liggghts-3.8 hertz/tangential history, youngsModulus: 50 MPa, poissonsRatio: 0.25, coefficientFriction: 0.3'
program "$liggghts, coefficientRestitution: e" >a.yaml
try 0 'a restitution that is a let' run a.yaml --plot=none
check '... comes out' grep -Eq '^  e_n +0.6$' out.txt
check '... the document has the preset' grep -q '"preset": "liggghts-3.8 hertz/tangential history"' out/a.json
try 0 'calibrated' calibrate a.yaml --vary e=0.1:0.9 --to e_n=0.5
check '... by that let' grep -q '^e = 0.5' out.txt
try 0 'set on the command line' run a.yaml --plot=none -D law.coefficientRestitution=0.7
check '... comes out' grep -Eq '^  e_n +0.7$' out.txt
try 0 'or by its own name' run a.yaml --plot=none -D coefficientRestitution=0.7
check '... comes out' grep -Eq '^  e_n +0.7$' out.txt
try 2 'a slip of the pen in it' run a.yaml -D coefficientRestitutoin=0.7
says err.txt "did you mean 'coefficientRestitution'?"
try 2 'it is no unknown' calibrate a.yaml --vary coefficientRestitution=0.1:0.9 --to e_n=0.5
says err.txt "vary a let that it is, as in 'coefficientRestitution: x'"
try 0 'another preset on the command line' check a.yaml -D 'law.preset=liggghts-3.8 hertz/tangential history/tangential_damping off'

refused() { # NAME TEXT LAW
    program "$3" >bad.yaml
    try 3 "$1" check bad.yaml
    says err.txt "$2"
}
refused 'a misspelt preset' "bad.yaml:6:15: error: unknown preset 'liggghts-3.8 hertz/tangential histoy'; did you mean 'liggghts-3.8 hertz/tangential history'?" \
    'preset: liggghts-3.8 hertz/tangential histoy'
refused 'none at all' "'lawtester laws --presets' lists them" 'preset: fortran'
refused 'a name beside it' 'the preset says which law it is' "$liggghts, name: hertz"
refused 'a choice that the code has not' "'liggghts-3.8 hertz/tangential history' has no such cap_on; it has elastic" "$liggghts, cap_on: total"
refused 'one number twice' "'alpha' follows from 'coefficientRestitution'; give one of them" "$liggghts, alpha: 0.1, coefficientRestitution: 0.5"
refused 'a wrong unit' 'coefficientRestitution: ' "$liggghts, coefficientRestitution: 5 mm"
refused 'an unknown number' "law 'mindlin' has no parameter 'coefficientFiction'" "$liggghts, coefficientFiction: 0.5"
hooke='preset: liggghts-3.8 hooke/tangential history, youngsModulus: 50 MPa, coefficientRestitution: 0.5, characteristicVelocity: 0.1 m/s'
refused 'another part' "'liggghts-3.8 hooke/tangential history' has parts of its own: normal: linear; damping: critical; tangential: linear" \
    "$hooke, poissonsRatio: 0.25, damping: tsuji"
refused 'a number that goes with another' "'characteristicVelocity' goes with 'poissonsRatio', which is missing" "$hooke"
refused 'a number of another part' "'k_roll' belongs to 'rolling: sds'" "$hooke, poissonsRatio: 0.25, k_roll: 1 N/m"
program "$hooke, poissonsRatio: 0.25, coefficientFriction: 0.3" >parts.yaml
try 0 'a choice of parts' run parts.yaml --plot=none
check '... its restitution comes out' grep -Eq '^  e_n +0.5$' out.txt
try 2 'presets have no page' laws hertz --presets
says err.txt '--presets takes one FILE of your own'

# The files: each is right by itself, is called like what is in it, and says what that is known by.
for file in "$root"/presets/*.yaml; do
    name=$(basename "$file" .yaml)
    try 0 "$name" laws --presets "$file" --json
    python3 -c 'import json, sys
for p in json.load(open("out.txt"))["presets"]:
    of = p["code"] + ("-" + p["version"] if p["version"] else "")
    if of != sys.argv[1] or not p["source"] or not p["date"]:
        print(p["name"])
    print(p["name"], file=sys.stderr)' "$name" >"$log" 2>>listed
    test ! -s "$log"
    verdict $? "... is called like its presets, which have source and date"
done
sort names >a.txt
sort listed | cmp -s a.txt -
verdict $? 'all of them are within the program'

# A file of one's own.
cat >my-code.yaml <<'END'
code: my-code
version: 1.2
formulas: {ratio: -log($)/sqrt(log($)^2 + pi^2)}
notes: {turns: its spring does not turn with the pair}
presets:
  spring:
    law: linear-elastic
    choices: {dp_mode: full, cap_by: absolute, cap_on: [elastic, total]}
    numbers:
      K: kn
      e: {above: 0, max: 1, sets: {cn: 2*$ratio*sqrt(m_eff*$K)}}
      mu: fric
    notes: {turns: $turns}
  spring/no friction:
    like: spring
    numbers:
      mu: {max: 0, sets: {fric: $}}
END
own='preset: ./my-code.yaml spring'
program "$own, K: 1e5 N/m, e: e, mu: 0.3" >own.yaml
try 0 'a preset of my own' run own.yaml --plot=none
check '... its restitution comes out' grep -Eq '^  e_n +0.6$' out.txt
check '... the document has the preset' grep -q '"preset": "my-code-1.2 spring"' out/own.json
try 0 '... calibrated' calibrate own.yaml --vary e=0.1:0.9 --to e_n=0.5
check '... by its word' grep -q '^e = 0.5' out.txt
try 0 '... varied' run own.yaml --plot=none -D K=2e5
mkdir elsewhere
mv own.yaml my-code.yaml elsewhere
try 0 '... from elsewhere' run elsewhere/own.yaml --plot=none
try 3 'another one of the file' check elsewhere/own.yaml -D 'law.preset=./my-code.yaml spring/no friction'
says err.txt 'law.mu must be at most 0'
try 0 'the list of mine' laws --presets elsewhere/my-code.yaml
says out.txt 'turns: its spring does not turn with the pair'
try 3 'a stage program is none' laws --presets elsewhere/own.yaml
says err.txt 'this is a stage program'
try 3 'a file of presets is no stage program' check elsewhere/my-code.yaml
says err.txt 'law: {preset: ./my-code.yaml}'
try 5 'no file' laws --presets none.yaml
cd elsewhere || exit 1
refused 'no such file' "bad.yaml:6:15: error: cannot read 'none.yaml'" 'preset: none.yaml'
refused 'no such preset' "'./my-code.yaml' has no preset 'sprng'; did you mean 'spring'?" 'preset: ./my-code.yaml sprng'
refused 'which one?' "'./my-code.yaml' has 2 presets; name one of them, as in './my-code.yaml spring'" 'preset: ./my-code.yaml'
wrong() { # SED TEXT: an error in my file, with its place
    sed "$1" my-code.yaml >wrong.yaml
    refused "wrong: $2" "$2" 'preset: ./wrong.yaml spring'
    try 3 '... in the list' laws --presets wrong.yaml
    says err.txt "$2"
}
wrong 's/linear-elastic/linear-elastc/' "wrong.yaml:7:10: error: unknown law 'linear-elastc'; did you mean 'linear-elastic'?"
wrong 's/full/ful/' "wrong.yaml:8:24: error: unknown dp_mode 'ful'; did you mean 'full'?"
wrong 's/cap_by/cap_bi/' "wrong.yaml:8:30: error: unknown choice of the law 'linear-elastic', 'cap_bi'; did you mean 'cap_by'?"
wrong 's/cap_by/lin_mode/' "unknown choice of the law 'linear-elastic', 'lin_mode'"
wrong 's/: kn/: nk/' "wrong.yaml:10:10: error: unknown parameter of the law 'linear-elastic', 'nk'"
wrong 's/{cn: 2/{cm: 2/' "wrong.yaml:11:36: error: unknown parameter of the law 'linear-elastic', 'cm'"
wrong 's/\$K/$L/' "wrong.yaml:11:40: error: '\$L' is no number of this preset and none of the file's formulas"
wrong 's/m_eff/m_ef/' "wrong.yaml:11:54: error: cn: unknown name 'm_ef'; did you mean 'm_eff'?"
wrong 's/log(\$)/lg($)/' "wrong.yaml:11:40: error: 2*(-lg(\$)/sqrt(log(\$)^2 + pi^2))*sqrt(m_eff*\$K): cn: unknown name 'lg'; did you mean 'log'?"
wrong 's/{above: 0, max: 1/{above: 2, max: 1/' 'wrong.yaml:11:26: error: the largest value is below the least'
wrong 's/{max: 0/{unit: furlong, max: 0/' "wrong.yaml:17:18: error: 'furlong' is not an SI unit without a prefix; write it like 'N/m'"
wrong 's/{max: 0/{mxa: 0/' "wrong.yaml:17:12: error: unknown key 'mxa'; did you mean 'max'?"
wrong 's/\$turns/$tuns/' "wrong.yaml:13:20: error: the file has no note 'tuns'"
wrong 's/like: spring/like: sprig/' "wrong.yaml:15:11: error: unknown preset above this one 'sprig'; did you mean 'spring'?"
wrong 's/like: spring/law: linear\n    like: spring/' 'wrong.yaml:15:5: error: the preset that it is like has the law'
wrong 's/    like: spring//' "missing key 'law'; write 'law: mindlin', say"
wrong 's/^code: .*//' "wrong.yaml:2:1: error: missing key 'code'; write 'code: my-code', say"
wrong 's/  e: {/  e\/n: {/' "wrong.yaml:11:7: error: 'e/n' is not a valid name"
wrong 's/  e: {/  name: {/' "wrong.yaml:11:7: error: 'name' is a key of the section law"
wrong 's/^formulas: .*/formulas: {a: 1 + $, b: $a*$a*$a*$a*$a*$a*$a*$a, c: $b*$b*$b*$b*$b*$b*$b*$b, ratio: $c*$c*$c*$c*$c*$c*$c*$c}/' \
    'wrong.yaml:3:85: error: written out, with the formulas that it uses, it has more than 2000 characters'
wrong 's/linear-elastic/contact\n    parts: {norml: hertz}/' "the law 'contact' has no parts 'norml'"
wrong 's/linear-elastic/contact\n    parts: {normal: herz}/' "unknown normal 'herz'; did you mean 'hertz'?"
finish
