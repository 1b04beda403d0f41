#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# paste.sh LAWTESTER: what 'calibrate --for CODE' prints is pasted into a deck of YADE, LAMMPS and
# LIGGGHTS, where they are installed; their impacts give the target restitution.
#
# Along n, steps of t_c/50: two beads of 5 mm meet head on at 1 m/s, the first active sample at the
# phases (i + 1/2)/N. Each e_n must lie in the band that --as-run tells, and their mean must be 0.5: a
# sum over N phases is off by no more than a cell of the one jump, (band)/N.
# YADE's frictional dashpot sees the velocity times 2 r/(2 r - d), d the overlap: at most 6e-4 more
# damping here, that is 2.4e-4 of e_n.
#
# Obliquely, steps of t_c/5000, so that all is near the limit of small steps: e_n is asked for, and
# e_t. The surfaces touch at the start of a step: the codes load the shear spring with the whole of the
# first step. Where in the last one it is let go is w_t dt of e_t, w_t = sqrt(7/2 kt/m_eff), 7e-4 at
# most here. Along n the jump of the dashpot is b h, 2e-4. Overlap and turn of the pair are 1e-4 of
# the radius. In all 2e-3.
#
# The same impact is run with the law as --for says that code has it, and compared step by step: un
# and fn to 1e-5 of their peak, and fs where the code takes slip and torque at the same point,
# LIGGGHTS. The others do not, which is some overlaps over the radius: 1e-3.
set -u
. "$(dirname "$0")/tap.sh"
lawtester=$(absolute "$1")
library=$(dirname "$(absolute "$0")")/liggghts.py
out=$(mktemp -d) || exit 1
trap 'rm -rf "$out"' EXIT
cd "$out" || exit 1
log=$out/log
export LC_ALL=C OMP_NUM_THREADS=1

# program: of $partner (pair or wall), $law, $speed
program() {
    a='shape: sphere, radius: 5e-3, material: grain'
    [ "$partner" = pair ] || a='shape: wall, material: grain'
    echo "lawtester: 1
materials: {grain: {density: 2500}}
particles: {a: {$a}, b: {shape: sphere, radius: 5e-3, material: grain}}
law: {$law}
motion: {integrator: leapfrog, dt: t_c/$per}
stages:
  - {whats: iii..., values: [-$speed, $speed*$oblique, 0, 0, 0, 0], until: rebound, done: [{print: dt}]}
record: {columns: [t, un, fn, fs]}"
}

# calibrated ARGUMENT...: lines.txt, $dt, and with --as-run the $band of e_n
calibrated() {
    program >impact.yaml
    "$lawtester" calibrate impact.yaml --for "$code" "$@" --json >answer.json 2>"$log" || return 1
    printf '%b' "$(sed -n 's/\\"/"/g; s/^ *"text": "\(.*\)"$/\1/p' answer.json)" >lines.txt
    band=$(awk '/"band"/ {on = 1}
        on && $1 + 0 != 0 {printf "%s ", $1 + 0; if (++n == 2) exit}' answer.json)
    dt=$("$lawtester" run impact.yaml --plot=none 2>/dev/null | sed -n 's/.*: dt = //p')
}

# calc EXPRESSION
calc() {
    awk "BEGIN {printf \"%.17g\", $1}"
}

# A deck has all phases one after the other and prints of each "obtained VN SLIP": relative
# velocities after the impact, of the surfaces along s.
gran() { # HEAD UNITS FORMAT
    for i in $(seq "$phases"); do
        gap=1e-13
        [ "$phases" = 1 ] || gap=$(calc "(1 - ($i - 0.5)/$phases)*$dt*$speed")
        echo 'clear
units si
atom_modify map array
boundary f f f'
        echo "$1"
        echo "region box block -0.05 0.05 -0.05 0.05 -0.05 0.05 $2
create_box 1 box
neighbor 0.002 bin
neigh_modify delay 1000000"
        cat lines.txt
        echo "timestep $dt"
        if [ "$partner" = wall ]; then
            echo "create_atoms 1 single $(calc "0.005 + $gap") 0 0 $2
set atom 1 vx -$speed vy $(calc "$speed*$oblique")"
        else
            x=$(calc "0.005 + 0.5*$gap")
            echo "create_atoms 1 single $x 0 0 $2
create_atoms 1 single -$x 0 0 $2
set atom 1 vx -$(calc "0.5*$speed") vy $(calc "0.5*$speed*$oblique")
set atom 2 vx $(calc "0.5*$speed") vy -$(calc "0.5*$speed*$oblique")"
        fi
        echo 'set group all diameter 0.01 density 2500
compute o all property/atom omegaz'
        if [ "$partner" = wall ]; then
            echo 'variable e equal vx[1]
variable s equal vy[1]-0.005*c_o[1]'
        else
            echo 'variable e equal vx[1]-vx[2]
variable s equal vy[1]-vy[2]-0.005*(c_o[1]+c_o[2])'
        fi
        [ "$phases" = 1 ] && echo "dump d all custom 1 dump id x y fx fy
dump_modify d sort id format $3\"%d %.17g %.17g %.17g %.17g\""
        echo "thermo $steps
thermo_style custom step v_e v_s
run $steps
print \"obtained \${e} \${s}\""
    done >deck
}

run_lammps() {
    gran 'atom_style sphere' '' 'line '
    lmp -in deck -log none 2>&1 | tee "$log" | sed -n 's/^obtained //p' >found
}

run_liggghts() {
    gran 'atom_style granular
newton off' 'units box' ''
    python3 "$library" deck 2>&1 | tee "$log" | sed -n 's/^obtained //p' >found
}

run_yade() {
    {
        cat lines.txt
        echo "
engines = O.engines
O.dt, v, vt, wall = $dt, $speed, $speed*$oblique, '$partner' == 'wall'
for i in range($phases):
    O.bodies.clear()
    O.interactions.clear()
    gap = (1 - (i + 0.5)/$phases)*O.dt*v if $phases > 1 else 1e-13
    if wall:
        label = [m.label for m in O.materials]
        b = utils.sphere((0.005 + gap, 0, 0), 0.005)
        O.bodies.append([b, utils.wall(0, axis=0, **({'material': 'wall'} if 'wall' in label else {}))])
        b.state.vel = (-v, vt, 0)
    else:
        b, a = [utils.sphere((x*(0.005 + 0.5*gap), 0, 0), 0.005) for x in (1, -1)]
        O.bodies.append([b, a])
        b.state.vel = (-0.5*v, 0.5*vt, 0)
        a.state.vel = (0.5*v, -0.5*vt, 0)
    if $phases == 1:
        with open('dump', 'w') as file:
            for k in range($steps + 1):
                line = [1, b.state.pos[0], b.state.pos[1]]
                other = [] if wall else [2, a.state.pos[0], a.state.pos[1]]
                O.step()
                line += [O.forces.f(b.id)[0], O.forces.f(b.id)[1]]
                for body in line, other:
                    print(*(repr(y) for y in body), file=file)
    else:
        O.run($steps, True)
    slip = b.state.vel[1] - 0.005*b.state.angVel[2]
    if wall:
        print('obtained', b.state.vel[0], slip)
    else:
        print('obtained', b.state.vel[0] - a.state.vel[0], slip - a.state.vel[1] - 0.005*a.state.angVel[2])"
    } >deck.py
    command yade -n -x -j1 deck.py 2>&1 | tee "$log" | sed -n 's/^obtained //p' >found
}

# in_band NAME: each e_n within the band, their mean what was asked for
in_band() {
    awk -v band="$band" -v n="$phases" -v slack="$slack" -v speed="$speed" '
        BEGIN {split(band, b, " "); width = b[2] - b[1]}
        {
            e = $1/speed
            sum += e
            if (!(e >= b[1] - slack && e <= b[2] + slack)) {print "e_n =", e, "outside", band; bad++}
        }
        END {
            if (NR != n || bad) {print NR, "impacts"; exit 1}
            mean = sum/NR
            print "mean", mean, "band", band
            exit !(width > 0 && mean - 0.5 <= width/n + slack && 0.5 - mean <= width/n + slack)
        }' found >>"$log"
    verdict $? "$1"
}

# near NAME E_T [WITHIN]: e_t what was asked for, and e_n; each if it was
near() {
    awk -v e_t="$2" -v within="${3:-2e-3}" -v e_n="$e_n" -v speed="$speed" -v vt="$(calc "$speed*$oblique")" '
        function off(a, b) {return a > b ? a - b : b - a}
        {
            is_t = vt > 0 ? -$2/vt : 0
            print "e_n =", $1/speed, "e_t =", is_t
            bad += e_n != "" && off($1/speed, e_n) > within || e_t != "" && off(is_t, e_t) > within
        }
        END {exit NR < 1 || bad}' found >>"$log"
    verdict $? "$1"
}

# of the code's dump, "1 X Y FX FY" and "2 X Y" of a pair in each step
curves() {
    awk -v wall="$([ "$partner" = wall ] && echo 1)" -v dt="$dt" '
        function step() {
            r = sqrt(x^2 + y^2)
            printf "%.17g,%.17g,%.17g,%.17g\n", k++*dt, r - (wall ? 0.005 : 0.01),
                -(fx*x + fy*y)/r, (fx*y - fy*x)/r
        }
        BEGIN {print "t,un,fn,fs"}
        /^1 / && NF == 5 {x = $2; y = wall ? 0 : $3; fx = $4; fy = $5; if (wall) step()}
        /^2 / && NF >= 3 {x -= $2; y -= $3; step()}' dump
}

same() { # COLUMN WITHIN
    "$lawtester" compare out/impact.csv code.csv --x t --y "$1" --within "$2" >>"$log" 2>&1
}

# along NAME: the impact step by step, with the law as the second line of the deck has it
along() {
    name=$1 shear=1e-3
    [ "$code" != liggghts ] || shear=1e-5
    curves >code.csv
    set -- -D motion.frame=bodies -D motion.integrator=velocity-verlet -D motion.gap=1e-13 \
        -D "motion.dt=$dt" -D "stages[0].until=step >= $steps"
    for choice in $(sed -n 's/: /=/g; s/,//g; s/^#   \([^ ]*\) = /\1=/p
        s/^# the law of that code=[^ ]* *//p' lines.txt); do
        set -- "$@" -D "law.$choice"
    done
    "$lawtester" run impact.yaml --plot=none "$@" >>"$log" 2>&1 &&
        same un 1e-5 && same fn 1e-5 && { [ "$oblique" = 0 ] || same fs $shear; }
    verdict $? "$name: step by step"
}

has() {
    case $code in
    lammps) command -v lmp ;;
    liggghts) python3 "$library" ;;
    *) command -v "$code" ;;
    esac >/dev/null 2>&1
}

head_on() { # WHAT LAW VARY: two beads; at a wall obliquely tells as much
    [ "$partner" = pair ] || return
    speed=1 oblique=0 per=50 phases=4 steps=400
    law=$2
    name="$code, $partner, $1: the mean of $phases impacts is 0.5, each in its band"
    has || { skip "$name" "$code is not installed" && return; }
    calibrated --as-run --vary "$3" --to e_n=0.5 || { verdict 1 "$name" && return; }
    slack=1e-6
    [ "$code" != yade ] || slack=3e-4
    "run_$code"
    in_band "$name"
}

obliquely() { # WHAT LAW E_T ARGUMENT...: at an angle whose tangent is $tangent
    speed=0.01 oblique=$tangent per=5000 phases=1 steps=8000
    what=$1 law=$2 e_t=$3 e_n=0.7
    shift 3
    name="$code, $partner, $what: e_n = 0.7, e_t = $e_t"
    has || { skip "$name" "$code is not installed" && return; }
    calibrated "$@" --to "e_t=$e_t" || { verdict 1 "$name" && return; }
    "run_$code"
    near "$name" "$e_t"
    along "$name"
}

# A bead that slides fast over a wall, damped in both directions. LIGGGHTS' lever there is half an
# overlap short of the radius, 4e-3 of it at most.
slides() {
    [ "$partner" = wall ] || return
    speed=0.5 oblique=2.7474 per=5000 phases=1 steps=8000 e_n=
    law='name: linear-elastic, kn: 1e5, kt: 2.857e4, cn: 9.7, ct: 4.85'
    name="$code, a damped bead that slides over a wall: e_t = -0.4"
    has || { skip "$name" "$code is not installed" && return; }
    calibrated --vary fric=0.05:0.6 --to e_t=-0.4 || { verdict 1 "$name" && return; }
    "run_$code"
    near "$name" -0.4 "$1"
}

# A contact that pulls, or yields: head on, the force step by step through its neck or its adhesive branch.
adheres() { # WHAT LAW ARGUMENT...
    speed=0.01 oblique=0 per=5000 phases=1 steps=15000 e_n=0.7
    what=$1 law=$2
    shift 2
    name="$code, $partner, $what: e_n = 0.7"
    has || { skip "$name" "$code is not installed" && return; }
    calibrated "$@" --to e_n=0.7 || { verdict 1 "$name" && return; }
    "run_$code"
    near "$name" ''
    along "$name"
}

linear='name: linear, kn: 1e7, ks: 3e6'
hertz='name: hertz, young: 5e9, poisson: 0.25'
mindlin='name: mindlin, young: 5e9, poisson: 0.25'
for code in lammps liggghts yade; do
    for partner in pair wall; do
        [ "$code" = yade ] || slides 1e-3
        for mode in full no-tension; do
            [ "$partner-$mode" = wall-full ] && continue
            head_on "linear, $mode" "$linear, dp_mode: $mode" dp_nratio=0:0.9
            law="name: linear-elastic, kn: 1e7, kt: 3e6, dp_mode: $mode"
            tangent=1
            obliquely "linear, friction, $mode" "$law" -0.5 --vary cn=0:50 --to e_n=0.7 \
                --vary fric=0.05:0.25
            [ "$code-$mode" = yade-full ] && continue
            # With full the dashpot pulls: the limit passes zero, and what it lets go there goes by
            # the step of LAMMPS.
            [ "$code-$mode" = lammps-full ] ||
                obliquely "linear, dashpot, $mode" "$law, fric: 0.4" 0.3 --vary cn=0:50 \
                    --to e_n=0.7 --vary ct=0:50
            tangent=2
            obliquely "linear that slides, dashpot, $mode" "$law, ct: 5" -0.4 --vary cn=0:50 \
                --to e_n=0.7 --vary fric=0.05:0.5
            obliquely "law linear that slides, $mode" "$linear, dp_sratio: 0.1, dp_mode: $mode" \
                -0.4 --vary dp_nratio=0:0.9 --to e_n=0.7 --vary fric=0.05:0.5

            head_on "tsuji, $mode" "$hertz, dp_mode: $mode" alpha=0:2
            law="$mindlin, dp_mode: $mode"
            obliquely "mindlin, friction, $mode" "$law" -0.5 --vary alpha=0:2 --to e_n=0.7 \
                --vary fric=0.05:0.3
            if [ "$code" = liggghts ]; then # has the dashpot of et = en, or none
                # with full the runs know e_t to 3e-9 only, which calibrate refuses
                [ "$mode" = full ] ||
                    obliquely "mindlin, dashpot, $mode" "$law, en: 0.7, et: 0.7" -0.5 \
                        --vary fric=0.05:0.3
                continue
            fi
            tangent=0.3
            obliquely "mindlin, dashpot, $mode" "$law, fric: 2" -0.2 --vary alpha=0:2 --to e_n=0.7 \
                --vary phi=0:2
        done
        soft='young: 5e9, poisson: 0.25'
        luding='name: luding, kn1: 1e5, kn2: 5e5, kc: 2e4, phi_f: 1e-3'
        case $code-$partner in
        lammps-pair)
            adheres jkr "name: jkr, $soft, work_adhesion: 1" --vary work_adhesion=0.1:20
            adheres 'jkr, damped' "name: jkr, $soft, work_adhesion: 1, damping: mass-radius" --vary eta_ma=0:1e9
            ;;
        liggghts-*)
            adheres luding "$luding, memory: explicit" --vary phi_f=2e-4:1e-2
            [ "$partner" = wall ] || adheres edinburgh "name: eepa, $soft, surf_adh: 0.1" --vary plas_ratio=0.1:0.9
            adheres sjkr "name: contact, normal: hertz, cohesion: lens, cohesion_density: 1e5, damping: tsuji, $soft" --vary alpha=0:1
            ;;
        yade-pair) adheres luding "$luding, memory: lagged" --vary phi_f=2e-4:1e-2 ;;
        esac
        [ "$code" != lammps ] || adheres dmt "name: hertz-dmt, $soft, work_adhesion: 1, damping: mass-radius" --vary eta_ma=0:1e9
        [ "$code" = yade ] || head_on viscoelastic "$hertz, damping: viscoelastic" A=0:1e-4
        [ "$code" != lammps ] || head_on constant "$hertz, damping: constant" cn=0:50
    done
done
finish
