#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# deploy.sh LAWTESTER ROOT [codes]: laws in formulas as source of other codes, law export --for. With 'codes' the commands of
# doc/deploy.md and every law of stages/formulas in the codes that are installed; LT_HEADERS: a folder that
# scripts/deploy-headers has made, which is then not called.
set -u
. "$(dirname "$0")/tap.sh"
lawtester=$(absolute "$1")
root=$(absolute "$2")
part=${3:-words}
scratch

if [ "$part" = words ]; then
    for simulator in lammps liggghts; do
        try 0 "a folder for $simulator" law export "$root/stages/formulas/neck.yaml" --for "$simulator" -o "$simulator"
        check '... the header has its verdict' grep -q "^ \* Verdict of 'lawtester verify': [0-9]* checks, all met$" "$simulator/formula_neck.h"
        check '... and the digest of the program' grep -q "$(sha256sum <"$root/stages/formulas/neck.yaml" | cut -c1-64)" "$simulator/formula_neck.h"
        check '... no word of a template is left' sh -c "! grep -n '@[a-zA-Z_]*@' $simulator/*"
        check '... the licences' sh -c "grep -q '^// SPDX-License-Identifier: MIT' $simulator/formula_neck_contact.h &&
            grep -q 'SPDX-License-Identifier: MIT' $simulator/formula_neck.h &&
            grep -L 'SPDX-License-Identifier: GPL-2.0-or-later' $simulator/*law_formula_neck.* | (! grep .)"
        check '... forces over approach and retreat' awk -F, 'NR > 1 {n++; if ($2 < low) low = $2; if ($2 > high) high = $2}
            END {exit !(n > 200 && low < -0.01 && high > 0.001)}' "$simulator/expected.csv"
    done
    try 1 'a law that verify does not pass is refused' law export "$root/doc/examples/as-printed.yaml" --for lammps -o printed
    check '... with the checks that fail' grep -q 'verify fails: .*cycle.*--unverified' err.txt
    check '... nothing is written' test ! -e printed
    try 0 '... unless it is to be' law export "$root/doc/examples/as-printed.yaml" --for lammps -o printed --unverified
    check '... and then the header says so' grep -q 'checks, NOT MET: .*cycle' printed/*.h
    sed 's/a: {shape: sphere, radius: 5 mm, density: 2500 kg.m^3}/a: {shape: wall}/' "$root/stages/formulas/bond.yaml" >wall.yaml
    try 1 'a wall is refused' law export wall.yaml --for liggghts -o wall
    check '... in words' grep -q 'not for walls' err.txt
    try 3 'a law of lawtester is no law in formulas' law export "$root/stages/closed-forms/breaking-loose.yaml" --for lammps -o none
    try 2 'a folder must be named' law export "$root/stages/formulas/bond.yaml" --for lammps
    check '... by -o' grep -q -e '-o DIR' err.txt
    "$lawtester" run "$root/stages/formulas/bond.yaml" --in yade --plot=none >out.txt 2>err.txt </dev/null
    if [ $? -eq 5 ]; then
        skip 'YADE has no law in formulas' "$(head -n 1 err.txt)"
    else
        try 3 'YADE has no law in formulas' run "$root/stages/formulas/bond.yaml" --in yade
        says err.txt "'lawtester law export FILE --as header' writes it"
    fi
    try 2 'one of --as and --for' law export "$root/stages/formulas/bond.yaml" --for lammps --as header -o none
    try 2 '--unverified is for --for' law export "$root/stages/formulas/bond.yaml" --unverified
    finish
    exit
fi

# ---- In the codes ----

ln -s "$root/stages" "$root/scripts" "$root/doc" .
mkdir tmp
TMPDIR=$PWD/tmp
export TMPDIR
mkdir bin
ln -s "$lawtester" bin/lawtester
PATH=$PWD/bin:$PATH
# LIGGGHTS' library alone runs a deck, too.
cat >bin/liggghts-library <<END
#!/bin/sh
exec /usr/bin/python3 "$root/tests/liggghts.py" "\$4"
END
chmod +x bin/liggghts-library
command -v liggghts >/dev/null || export LIGGGHTS=liggghts-library

has() { # CODE
    case $1 in
    lammps) command -v lmp ;;
    liggghts) /usr/bin/python3 "$root/tests/liggghts.py" ;;
    esac >/dev/null 2>&1
}
headers() { # CODE: into the folder headers
    rm -rf headers
    if [ "${LT_HEADERS:-}" ]; then cp -r "$LT_HEADERS" headers; else scripts/deploy-headers headers "$1"; fi
}
commands() { # CODE: of the page
    awk -v head="\`\`\`sh deploy $1" '/^```/ {inside = $0 == head; next} inside && sub(/^\$ /, "")' doc/deploy.md
}
printed() { # CODE: what the page says that the last one prints
    awk -v head="\`\`\`sh deploy $1" '/^```/ {inside = $0 == head; next} inside && !/^\$ /' doc/deploy.md
}

for simulator in lammps liggghts; do
    if ! has "$simulator"; then
        skip "laws in $simulator" "$simulator is not installed"
        continue
    fi
    commands "$simulator" >commands.txt
    check "$simulator: at most six commands" test "$(wc -l <commands.txt)" -le 6
    rm -rf deployed
    while IFS= read -r command; do
        case $command in
        *deploy-headers*) check "$simulator: $command" headers "$simulator" ;;
        *) check "$simulator: $command" sh -c "$command >printed.txt" ;;
        esac
    done <commands.txt
    printed "$simulator" >wanted.txt
    check "$simulator: what the page says" cmp wanted.txt printed.txt
    for program in "$root"/stages/formulas/*.yaml; do
        stem=$(basename "$program" .yaml)
        [ "$stem" = pairs ] && continue # its law is another's
        try 0 "$stem for $simulator" law export "$program" --for "$simulator" -o "$simulator-$stem"
        check '... is compiled' "$simulator-$stem/build.sh" headers
        check '... has the forces' "$simulator-$stem/test.sh"
    done
    sed 's/^60,[^,]*/60,1e9/' "$simulator-coulomb/expected.csv" >wrong.csv
    cp wrong.csv "$simulator-coulomb/expected.csv"
    check "$simulator: another force is noticed" sh -c "! $simulator-coulomb/test.sh"
done

# ---- Inside the codes ----

# The law of a program on a path that lands on no threshold: approach, retreat, approach, with shear and spins.
led() { # PROGRAM
    awk '/^[a-z]/ {keep = /^(lawtester|let|materials|particles|law):/} keep' "$1"
    cat <<'END'
motion: {frame: contact, dt: 1e-7, gap: 5.03710001e-6}
stages:
  - {whats: vvvvvv, values: [-0.1, 0.05, 0.02, 3, 2, -1], until: t >= 2.5003e-4}
  - {whats: vvvvvv, values: [0.1, 0.01, 0, 0, 1, 0], until: t >= 6.2503e-4}
  - {whats: vvvvvv, values: [-0.1, 0, 0.03, 0, 0, 0], until: t >= 9e-4}
record: {every: 1, columns: [t, un, fn, fs, ft]}
END
}
alike() { # A.csv B.csv: forces of all rows within 1e-11 of the peak
    awk -F, '
        function size(x) {return x < 0 ? -x : x}
        FNR == 1 {file++; next}
        file == 1 {a[FNR, 1] = $3; a[FNR, 2] = $4; a[FNR, 3] = $5; n++; for (i = 3; i <= 5; i++) if (size($i) > peak) peak = size($i); next}
        {m++; for (i = 1; i <= 3; i++) if (!(size($(i + 2) - a[FNR, i]) <= 1e-11*peak)) bad++}
        END {print n, m, bad + 0, peak; exit !(n == m && n > 1000 && bad == 0 && peak > 0)}' "$1" "$2"
}

for simulator in lammps liggghts; do
    has "$simulator" || continue
    headers "$simulator" >/dev/null
    if [ "$simulator" = lammps ]; then
        commands 'in lammps' >commands.txt
        while IFS= read -r command; do
            case $command in
            *deploy-headers*) ;;
            *) check "in lammps: $command" sh -c "$command" ;;
            esac
        done <commands.txt
        check 'in lammps: commands of the page' test "$(wc -l <commands.txt)" = 3
    fi
    for program in "$root"/stages/formulas/*.yaml; do
        stem=$(basename "$program" .yaml)
        [ "$stem" = pairs ] && continue
        led "$program" >"$stem.yaml"
        try 0 "$stem by formulas" run "$stem.yaml" --plot=none -o by-formulas
        try 0 "... in $simulator" run "$stem.yaml" --plot=none -o "in-$simulator" --in "$simulator" --headers headers
        check '... the same forces' alike "by-formulas/$stem.csv" "in-$simulator/$stem.csv"
    done
    try 0 "verify --in $simulator" verify doc/examples/deployed.yaml --in "$simulator" --headers headers
    check '... all checks' grep -q '14 of 14 met' out.txt
    # A law that is wrong by formulas is wrong there, by the same check.
    sed 's/ft: share.tt/ft: 1.1*share*tt/; s/^  name: .*/  name: skew/' doc/examples/deployed.yaml >skew.yaml
    try 1 'a law that is not isotropic' verify skew.yaml
    check '... by formulas' grep -q 'FAILED.*isotropy' out.txt
    try 1 "... in $simulator" verify skew.yaml --in "$simulator" --headers headers
    check '... the same check' grep -q 'FAILED.*isotropy' out.txt
    check 'nothing is left in the folder for temporary files' sh -c '! ls -d "$TMPDIR"/lawtester-*'
    try 5 'without headers' run bond.yaml --in "$simulator" --plot=none
    for command in 'verify bond.yaml' 'compare bond.yaml --x t --y fn' 'calibrate bond.yaml --vary strength=1:3 --to e_n=0.5'; do
        # shellcheck disable=SC2086 # a list of words
        try 5 "... ${command%% *}" $command --in "$simulator"
    done
    check '... what to type' grep -q "scripts/deploy-headers DIR $simulator" err.txt
    try 5 'headers of nothing' run bond.yaml --in "$simulator" --headers stages --plot=none
    check '... where' grep -q "there is no stages/$simulator" err.txt
    LAWTESTER_HEADERS=headers try 0 'headers by the environment' run bond.yaml --in "$simulator" --plot=none
    CXX=false try 5 'without a compiler' run bond.yaml --in "$simulator" --headers headers --plot=none
    check '... in words' grep -q 'cannot be compiled' err.txt
    try 3 'in the sandbox' run bond.yaml --in "$simulator" --headers headers --allow-style other --plot=none
    check '... what to leave out' grep -q 'leave out --allow-style' err.txt
    sed 's/^  a: .*/  a: {shape: wall}/' bond.yaml >wall.yaml
    try 3 'at a wall' run wall.yaml --in "$simulator" --headers headers --plot=none
    check '... in words' grep -q 'not for walls' err.txt
done
if has lammps; then
    mkdir old
    cp -r headers old/liggghts
    headers lammps >/dev/null
    cp -r headers/* old
    echo '#define LAMMPS_VERSION "1 Apr 2001"' >old/lammps/version.h
    try 5 'headers of another version' run bond.yaml --in lammps --headers old --plot=none
    check '... which' grep -q 'those of LAMMPS of 1 Apr 2001, not of the installed one, LAMMPS (' err.txt
fi
try 2 '--headers without a code' run bond.yaml --headers headers --plot=none

# A gas of 343 spheres on one processor and on two: what contacts keep goes with them.
if has lammps && command -v mpirun >/dev/null; then
    cd lammps-coulomb || exit 1
    sed -n '/^python load_law input/,/^python load_law invoke/p' in.formula_coulomb >in.gas
    cat >>in.gas <<'END'
units si
atom_style sphere
boundary p p p
newton off
comm_modify vel yes
lattice sc 0.0095
region box block 0 7 0 7 0 7
create_box 1 box
create_atoms 1 box
set group all diameter 0.0092 density 2500
velocity all create 6e18 4928459 dist gaussian loop geom
pair_style law/formula_coulomb
pair_coeff * * 1e5 5e4 0.3
timestep 1e-6
neighbor 1e-3 bin
neigh_modify delay 0
fix 1 all nve/sphere
compute rot all erotate/sphere
thermo_style custom step ke c_rot
thermo_modify format float %.12g
thermo 500
run 2000
END
    for n in 1 2; do
        check "a gas on $n processors" sh -c "mpirun --allow-run-as-root --oversubscribe -np $n ${LMP:-lmp} -log none -in in.gas >gas.$n"
        awk 'NF == 3 && /^[-+.e0-9 ]+$/' gas.$n >energies.$n
    done
    check '... energies to 12 digits' cmp energies.1 energies.2
    check '... at five times, spins among them' awk 'END {exit !(NR == 5 && $3 > 0)}' energies.1
fi
finish
