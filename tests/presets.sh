#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# presets.sh LAWTESTER ROOT: presets: what is listed, what a program says with one, files of presets and what is wrong in them.
set -u
. "$(dirname "$0")/tap.sh"
lawtester=$(absolute "$1")
root=$(absolute "$2")
scratch

try 0 'the list' laws --presets
says out.txt 'liggghts-3.8 hertz/tangential history'
says out.txt 'frame: bodies, lever: slip-radius, axes: projected, history: rescaled, levels: yade'
says out.txt 'tsuji: the polynomial of e lacks a factor sqrt(2)'
try 0 'the list, JSON' laws --presets --json
python3 -c 'import json, sys; print("\n".join(p["name"] for p in json.load(sys.stdin)["presets"]))' <out.txt >names
"$lawtester" laws --presets >list
while IFS= read -r preset; do
    grep -qxF -e "$preset" list
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
try 2 'two of them' laws hertz luding --presets
says err.txt "--presets takes one FILE of your own or one 'LINE' of a code's input"
try 2 'words of no code' laws --presets 'let there be light'
says err.txt "no preset has words of 'let there be light'"
found() { # PRESET LINE: it is the first one that has words of the input line
    try 0 "found: $2" laws --presets "$2"
    check "... $1" test "$(head -n 1 out.txt)" = "$1"
}
found 'mercury LinearPlasticViscoelasticFriction' 'LinearPlasticViscoelasticFrictionSpecies species;'
found 'mercury LinearPlasticViscoelastic' 'species->setPlasticParameters(k1, 5*k1, k1, 0.05);'
found 'mercury HertzianViscoelastic' 'species.setEffectiveElasticModulusAndRestitutionCoefficient(2e4, 0.8);'
found 'kratos-10.4.4 DEM_D_Hertz_viscous_Coulomb' '"DEM_DISCONTINUUM_CONSTITUTIVE_LAW_NAME": "DEM_D_Hertz_viscous_Coulomb"'
found 'chrono SMC Hertz' 'sys.SetContactForceModel(ChSystemSMC::Hertz);'
found 'chrono SMC PlainCoulomb' 'sys->SetContactForceModel(ChSystemSMC::ContactForceModel::PlainCoulomb);'
found 'mfix HERTZIAN' "DES_COLL_MODEL = 'HERTZIAN'"
found 'lethe linear' 'set particle particle contact force method = linear'
found 'phasicflow nonLinearModLimited/normal' 'contactForceModel nonLinearModLimited; rollingFrictionModel normal;'
found 'lethe hertz_mindlin_limit_overlap' 'set particle particle contact force method   = hertz_mindlin_limit_force'
found 'phasicflow nonLinearLimited' 'contactForceModel nonLinearNonLimited;'
found 'liggghts-3.8 hertz/tangential history' 'pair_style gran model hertz tangential history'
found 'spheral LinearSpringDEM' 'dem = DEM(db, normalSpringConstant = 100.0, shapeFactor = 0.1)'
found 'pfc linear' 'contact cmat default model linear'
found 'woo FrictPhys/IdealElPl' 'Law2_L6Geom_FrictPhys_IdealElPl()'
found 'yade-2023.02 MindlinPhys/Mindlin' 'Law2_ScGeom_MindlinPhys_Mindlin()'
found 'lammps-29Sep2021 gran/hertz/history' 'pair_style gran/hertz/history 1e5 4e4 2.5e3 1e3 0.5 1'

# The files: each is right by itself, is called like what is in it, and says what that is known by.
for file in "$root"/presets/*.yaml; do
    name=$(basename "$file" .yaml)
    try 0 "$name" laws --presets "$file" --json
    python3 -c 'import json, sys
for p in json.load(open("out.txt"))["presets"]:
    of = p["code"] + ("-" + p["version"] if p["version"] else "")
    if of != sys.argv[1] or not p["source"] or not p["date"] or p["version"] and p["proof"] == "none":
        print(p["name"])
    print(p["name"], file=sys.stderr)' "$name" >"$log" 2>>listed
    test ! -s "$log"
    verdict $? "... is called like its presets, which have source and date"
done
sort names >a.txt
sort listed | cmp -s a.txt -
verdict $? 'all of them are within the program'

# What is proved by recorded rows has a stage program that expects them; of Woo's laws units have them (tests/test_idealelpl.c ...).
"$lawtester" laws --presets --json | python3 -c 'import json, sys
for p in json.load(sys.stdin)["presets"]:
    if p["proof"] == "rows" and p["code"] != "woo":
        print(p["name"])' >proved
while IFS= read -r preset; do
    check "rows of $preset" grep -rqx "  preset: $preset" "$root/stages"
done <proved
try 0 'what is proved by nothing' laws --presets 'contact cmat default model linear'
check '... is called unproved' grep -Eq '^ +proof +unproved$' out.txt

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
wrong 's/{above: 0, max: 1/{above: 2, max: 1/' 'wrong.yaml:11:26: error: no number is at most this and not below the least'
wrong 's/{max: 0/{unit: furlong, max: 0/' "wrong.yaml:17:18: error: 'furlong' is not an SI unit without a prefix; write it like 'N/m'"
wrong 's/{max: 0/{mxa: 0/' "wrong.yaml:17:12: error: unknown key 'mxa'; did you mean 'max'?"
wrong 's/\$turns/$tuns/' "wrong.yaml:13:20: error: the file has no note 'tuns'"
wrong 's/like: spring/like: sprig/' "wrong.yaml:15:11: error: unknown preset (only those above this one can be named) 'sprig'; did you mean 'spring'?"
wrong 's/like: spring/law: linear\n    like: spring/' 'wrong.yaml:15:5: error: the preset that it is like has the law'
wrong 's/    like: spring//' "missing key 'law'; write 'law: mindlin', say"
wrong 's/^code: .*//' "wrong.yaml:2:1: error: missing key 'code'; write 'code: my-code', say"
wrong 's/  e: {/  e\/n: {/' "wrong.yaml:11:7: error: 'e/n' is not a valid name"
wrong 's/  e: {/  name: {/' "wrong.yaml:11:7: error: 'name' is a key of the section law"
wrong 's/^formulas: .*/formulas: {a: 1 + $, b: $a*$a*$a*$a*$a*$a*$a*$a, c: $b*$b*$b*$b*$b*$b*$b*$b, ratio: $c*$c*$c*$c*$c*$c*$c*$c}/' \
    'wrong.yaml:3:85: error: written out, with the formulas that it uses, it has more than 2000 characters'
wrong 's/{above: 0, max: 1/{above: 1, max: 1/' 'wrong.yaml:11:26: error: no number is at most this and not below the least'
wrong 's/{above: 0, max: 1/{min: 0, above: 0, max: 1/' 'error: give either min or above'
wrong 's/: kn/: {unit: Pa, sets: {kn: $}}/' "is the parameter kn, whose unit is 'N/m'; leave out unit"
wrong 's/  e: {/  ratio: {/' "wrong.yaml:11:7: error: 'ratio' is also one of formulas; rename one of them"
wrong 's/dp_mode: full/dp_mode: []/' 'error: expected a word of dp_mode, or a list of them'
wrong 's/linear-elastic/contact\n    parts: {norml: hertz}/' "the law 'contact' has no parts 'norml'"
wrong 's/linear-elastic/contact\n    parts: {normal: herz}/' "unknown normal 'herz'; did you mean 'hertz'?"
finish
