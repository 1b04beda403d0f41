#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# paste.sh LAWTESTER STAGES: what 'calibrate --for CODE' prints is pasted into a deck of YADE, LAMMPS
# and LIGGGHTS, where they are installed; their impacts give the restitution asked for.
#
# N impacts of two beads of 5 mm at 1 m/s, the first active sample at the phases (i + 1/2)/N. Each
# must lie in the band that --as-run tells, and their mean must be 0.5: a sum over N phases is off by
# no more than a cell of the one jump, (band)/N. YADE's frictional dashpot sees the velocity times
# 2 r/(2 r - d), d the overlap: at most 6e-4 more damping here, that is 2.4e-4 of e_n.
set -u
. "$(dirname "$0")/tap.sh"
lawtester=$(absolute "$1")
stages=$(absolute "$2")
out=$(mktemp -d) || exit 1
trap 'rm -rf "$out"' EXIT
cd "$out" || exit 1
log=$out/log
phases=4
export LC_ALL=C OMP_NUM_THREADS=1

# calibrated CODE FILE ARGUMENT...: lines.txt, low, high, dt, steps
calibrated() {
    code=$1
    file=$2
    shift 2
    "$lawtester" calibrate "$stages/$file" --for "$code" --as-run --to e_n=0.5 \
        -D motion.integrator=leapfrog "$@" --json >answer.json 2>"$log" || return 1
    "$lawtester" calibrate "$stages/$file" --for "$code" --as-run --to e_n=0.5 \
        -D motion.integrator=leapfrog "$@" >lines.txt 2>"$log" || return 1
    dt=$(sed -n 's/^ *"dt": \([^,]*\),*$/\1/p' answer.json)
    band=$(awk '/"band"/ {on = 1}
        on && $1 + 0 != 0 {printf "%s ", $1 + 0; if (++n == 2) exit}' answer.json)
}

gap() { # PHASE: of the surfaces at the start, m
    awk "BEGIN {printf \"%.17g\", (1 - $1)*$dt}"
}

# One relative velocity for each phase comes in; it goes out as a verdict on mean and band.
judge() { # NAME
    awk -v band="$band" -v n="$phases" -v slack="$slack" '
        BEGIN {split(band, b, " "); width = b[2] - b[1]}
        {
            sum += $1
            if (!($1 >= b[1] - slack && $1 <= b[2] + slack)) {print "e_n =", $1, "outside", band; bad++}
        }
        END {
            if (NR != n || bad) {print NR, "impacts"; exit 1}
            mean = sum/NR
            print "mean", mean, "band", band
            exit !(mean - 0.5 <= width/n + slack && 0.5 - mean <= width/n + slack)
        }' found >"$log"
    verdict $? "$1"
}

lammps() {
    for i in $(seq "$phases"); do
        half=$(gap "($i - 0.5)/$phases")
        {
            echo 'units si
atom_style sphere
atom_modify map array
boundary f f f
region box block -0.05 0.05 -0.05 0.05 -0.05 0.05
create_box 1 box'
            awk "BEGIN {x = 0.005 + 0.5*$half
                printf \"create_atoms 1 single %.17g 0 0\ncreate_atoms 1 single %.17g 0 0\n\", x, -x}"
            echo 'set group all diameter 0.01 density 2500
set atom 1 vx -0.5
set atom 2 vx 0.5
neigh_modify delay 1000000'
            cat lines.txt
            echo 'variable e equal vx[1]-vx[2]
thermo 1000000
run 400
print "obtained ${e}"'
        } >deck
        lmp -in deck -log none 2>&1 | tee -a "$log" | sed -n 's/^obtained //p'
    done >found
}

liggghts() {
    for i in $(seq "$phases"); do
        half=$(gap "($i - 0.5)/$phases")
        {
            echo 'units si
atom_style granular
atom_modify map array
boundary f f f
newton off
communicate single vel yes
region box block -0.05 0.05 -0.05 0.05 -0.05 0.05 units box
create_box 1 box
neighbor 0.002 bin
neigh_modify delay 1000000'
            cat lines.txt
            awk "BEGIN {x = 0.005 + 0.5*$half
                printf \"create_atoms 1 single %.17g 0 0 units box\n\", x
                printf \"create_atoms 1 single %.17g 0 0 units box\n\", -x}"
            echo 'set group all diameter 0.01 density 2500
set atom 1 vx -0.5
set atom 2 vx 0.5
variable e equal vx[1]-vx[2]
thermo 1000000
run 400
print "obtained ${e}"'
        } >deck
        command liggghts -in deck -log none 2>&1 | tee -a "$log" | sed -n 's/^obtained //p'
    done >found
}

yade() {
    {
        cat lines.txt
        echo "
engines = O.engines
for i in range($phases):
    O.bodies.clear()
    O.interactions.clear()
    gap = (1 - (i + 0.5)/$phases)*O.dt
    O.bodies.append([utils.sphere((0.005 + 0.5*gap, 0, 0), 0.005), utils.sphere((-0.005 - 0.5*gap, 0, 0), 0.005)])
    O.bodies[0].state.vel = (-0.5, 0, 0)
    O.bodies[1].state.vel = (0.5, 0, 0)
    O.run(400, True)
    print('obtained', O.bodies[0].state.vel[0] - O.bodies[1].state.vel[0])"
    } >deck.py
    command yade -n -x -j1 deck.py 2>&1 | tee -a "$log" | sed -n 's/^obtained //p' >found
}

# LAW PARAMETER STIFFNESS: overlaps are below 1e-3 of the radii.
while read -r law parameter stiff; do
    for entry in lammps:lmp liggghts:liggghts yade:yade; do
        code=${entry%:*}
        for mode in full no-tension; do
            name="$code, $law, $mode: the mean of $phases impacts is 0.5, each in its band"
            if ! command -v "${entry#*:}" >/dev/null; then
                skip "$name" "${entry#*:} is not installed"
                continue
            fi
            if ! calibrated "$code" "$law.yaml" --vary "$parameter" -D dp_mode=$mode \
                -D motion.dt=t_c/50 ${stiff:+-D "$stiff"}; then
                verdict 1 "$name"
                continue
            fi
            slack=1e-6
            [ "$code" != yade ] || slack=3e-4
            $code
            judge "$name"
        done
    done
done <<'END'
linear/impact dp_nratio=0:0.9 kn=1e7
hertz/tsuji-no-tension alpha=0:2
END
finish
