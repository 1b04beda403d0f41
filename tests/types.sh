#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# types.sh LAWTESTER ROOT: calibrate --for CODE --types: several materials, a type for each, and what each pair of them has
# alone; what is wrong with types.
set -u
. "$(dirname "$0")/tap.sh"
lawtester=$(absolute "$1")
root=$(absolute "$2")
scratch
cp "$root/stages/calibration/two-materials.yaml" two.yaml

# Values of LIGGGHTS' property in file.
property() { # NAME FILE
    sed -n "s/^fix m[0-9]* all property\/global $1 //p" "$2"
}
near() { # "NUMBERS" "NUMBERS": within 1e-8
    echo "$1 $2" | awk '{for (i = 1; i <= NF/2; i++) if ($i - $(i + NF/2) > 1e-8*$i || $(i + NF/2) - $i > 1e-8*$i) exit 1; exit NF % 2}'
}

for pair in glass,glass,0.8 glass,steel,0.7 steel,steel,0.8; do
    a=${pair%%,*}
    e=${pair##*,}
    b=${pair#*,}
    b=${b%,*}
    for code in liggghts lammps yade; do
        "$lawtester" calibrate two.yaml --for $code -D particles.a.material="$a" -D particles.b.material="$b" --to e_n="$e" \
            >"$code-$a-$b" 2>/dev/null
    done
done
try 0 'LIGGGHTS' calibrate two.yaml --for liggghts --types glass,steel --to e_n=0.8 --to steel,glass:e_n=0.7
check '... moduli are those of the materials' test "$(property youngsModulus out.txt)" = 'peratomtype 60000000 210000000'
check '... and ratios' test "$(property poissonsRatio out.txt)" = 'peratomtype 0.22 0.3'
for name in coefficientRestitution coefficientFriction; do
    matrix=2
    for pair in glass-glass glass-steel glass-steel steel-steel; do
        value=$(property $name liggghts-$pair)
        matrix="$matrix ${value##* }"
    done
    check "... $name is the matrix of the pairs' own" test "$(property $name out.txt)" = "peratomtypepair $matrix"
done
try 0 'a wall' calibrate two.yaml --for liggghts --types glass,steel:wall --to e_n=0.8 --to glass,steel:e_n=0.7
says out.txt 'primitive type 2 xplane'
says out.txt "types: 1 'glass', 2 'steel', a wall"
check '... a matrix, too' test "$(property coefficientFriction out.txt)" = 'peratomtypepair 2 0.3 0.25 0.25 0.25'

try 0 'LAMMPS' calibrate two.yaml --for lammps --types glass,steel --to e_n=0.8 --to glass,steel:e_n=0.7
for pair in '1 1 glass-glass' '1 2 glass-steel' '2 2 steel-steel'; do
    own=$(sed -n 's/^pair_coeff \* \* //p' "lammps-${pair##* }")
    says out.txt "pair_coeff ${pair% *} $own"
done
try 0 '... a wall' calibrate two.yaml --for lammps --types glass,steel:wall
says out.txt 'group glass type 1'
says out.txt 'fix steel_glass glass wall/gran granular hertz'

try 0 'YADE' calibrate two.yaml --for yade --types glass,steel --to e_n=0.8 --to glass,steel:e_n=0.7
beta() {
    sed -n 's/.*(betan=\([^,]*\),.*/\1/p' "yade-$1"
}
says out.txt "betan=MatchMaker(matches=((0, 0, $(beta glass-glass)), (0, 1, $(beta glass-steel)), (1, 1, $(beta steel-steel))))"
try 1 '... no walls' calibrate two.yaml --for yade --types glass,steel:wall
says err.txt 'YADE takes a wall for a sphere of the same radius'

try 0 'MercuryDPM' calibrate two.yaml --for mercury --types glass,steel
says out.txt 'auto glass_steel = speciesHandler.getMixedObject(glass, steel);'
says out.txt 'steel->setDensity(7800);'
check '... mixed species have no density' test "$(grep -c setDensity out.txt)" -eq 2

sed 's/^law: .*/law: {name: linear, kn: 1e5, ks: 5e4, dp_nratio: 0.2, dp_mode: no-tension-slip-cut}/; /^calibrate/d' two.yaml >linear.yaml
try 0 'linear' calibrate linear.yaml --for liggghts --types glass,steel --vary dp_nratio=0:1 --to e_n=0.8
# c is 2 b sqrt(m k): of radii of 2 mm with 2500, and 7800 kg/m^3.
ratio=$(property gamman_abs out.txt | awk '{print ($6/$3)^2}')
check '... viscosities go by the masses' near "$ratio" 3.12
for pair in glass steel; do
    sed "s/material: glass}\$/material: $pair}/" two.yaml >"on-$pair.yaml"
done
sed '/^  a: /s/glass/steel/' on-steel.yaml >only-steel.yaml
sed '/^  a: /s/steel/glass/' on-steel.yaml >glass-steel.yaml
try 0 'a file for each pair' calibrate on-glass.yaml glass-steel.yaml only-steel.yaml --for liggghts
check '... is one input' test "$(grep -c '^pair_style' out.txt)" -eq 1
check '... with its matrix' test "$(property coefficientFriction out.txt)" = 'peratomtypepair 2 0.3 0.25 0.25 0.2'
try 0 '... as documents' calibrate on-glass.yaml glass-steel.yaml only-steel.yaml --for liggghts --json
check '... one of each, with all lines' python3 -c 'import json
d = json.load(open("out.txt"))
assert len(d) == 3 and all("peratomtypepair 2" in one["paste"]["text"] for one in d)'

# ---- What is wrong ----
try 1 'a pair is missing' calibrate on-glass.yaml glass-steel.yaml --for liggghts
says err.txt "'steel' on 'steel' is missing"
try 1 'a pair twice' calibrate on-glass.yaml on-glass.yaml --for lammps
says err.txt "'glass' on 'glass' is given twice"
try 2 'files without a code' calibrate on-glass.yaml glass-steel.yaml
try 2 'types without a code' calibrate two.yaml --types glass,steel
says err.txt 'add --for CODE'
try 2 'no kind of type' calibrate two.yaml --for lammps --types glass,steel:wal
says err.txt 'expected NAME or NAME:wall'
try 2 'walls only' calibrate two.yaml --for lammps --types steel:wall
try 2 'twice' calibrate two.yaml --for lammps --types glass,glass
try 2 'a target of another pair' calibrate two.yaml --for lammps --types glass,steel --to glass,stel:e_n=0.8
says err.txt "'glass,stel' is no pair of --types"
try 2 'no such material' calibrate two.yaml --for lammps --types glass,stel
says err.txt "did you mean 'steel'?"
sed '/^  b: /s/sphere, radius: 2 mm/wall/' two.yaml >wall.yaml
try 2 'a file with a wall' calibrate wall.yaml --for lammps --types glass,steel:wall
says err.txt 'particle b of wall.yaml is a wall'
try 1 'a target out of reach' calibrate two.yaml --for lammps --types glass,steel --to e_n=1.5
try 1 'a code of one pair' calibrate two.yaml --for pfc --types glass,steel
says err.txt 'PFC lines of one pair of materials at a time'
try 1 'YADE, linear' calibrate linear.yaml --for yade --types glass,steel --vary dp_nratio=0:1 --to e_n=0.8
says err.txt 'the others mix those of the materials'
sed 's/young: 60 MPa, poisson: 0.22, //; s/alpha: 0.1/alpha: 0.1, young: 1e8, poisson: 0.25/' two.yaml >law.yaml
try 0 'moduli of the law' calibrate law.yaml --for liggghts --types glass,steel
check '... are those of all types' test "$(property youngsModulus out.txt)" = 'peratomtype 100000000 100000000'
finish
