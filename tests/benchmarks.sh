#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# benchmarks.sh LAWTESTER STAGES [FOLDER]: the sweeps of stages/benchmark give what their references
# say; FOLDER has what others have digitised, measured or printed, and is not part of the project.
set -u
. "$(dirname "$0")/tap.sh"
lawtester=$(absolute "$1")
stages=$(absolute "$2")/benchmark
published=${3:-}
scratch

sweep() { # FILE ARGUMENT...
    file=$1
    shift
    "$lawtester" sweep "$file" -o . --plot=none "$@" >"$log" 2>&1
    verdict $? "$(basename "$file" .yaml): sweep"
}

# The largest difference of NAME and NAME_exact relative to the latter's largest value (itself if that
# is 0): at most TOLERANCE, and there is such a pair.
agrees() { # TABLE TOLERANCE
    awk -F, -v tolerance="$2" '
        function size(x) {return x < 0 ? -x : x}
        NR == 1 {for (i = 1; i <= NF; i++) at[$i] = i; next}
        {
            for (name in at) {
                if (!((name "_exact") in at))
                    continue
                exact = $at[name "_exact"]
                d = size($at[name] - exact)
                if ($at[name] ~ /nan/ || exact ~ /nan/)
                    d = 1e300
                if (d > worst[name]) worst[name] = d
                if (size(exact) > peak[name]) peak[name] = size(exact)
                pairs++
            }
        }
        END {
            for (name in peak)
                if (!(worst[name] <= tolerance*(peak[name] > 0 ? peak[name] : 1e-3))) {
                    print name ": off by", worst[name], "of", peak[name]
                    bad++
                }
            exit bad > 0 || pairs == 0
        }' "$1" >"$log"
}

# As exact as the reference: formulas to what the integrator locates events, tables to their digits.
while read -r name tolerance; do
    sweep "$stages/$name.yaml"
    agrees "$name.sweep.csv" "$tolerance"
    verdict $? "$name: within $tolerance of its reference"
done <<'END'
chung-ooi-1 1e-9
chung-ooi-2 1e-9
chung-ooi-3 1e-9
chung-ooi-4 2e-8
chung-ooi-6 5e-7
chung-ooi-7 1e-12
chung-ooi-8 5e-7
no-slip 1e-8
oblique-hertz 1e-9
maw 2e-6
mfix-dem01 1e-10
mfix-dem04 1e-6
mfix-dem05 1e-9
ai-slope 0.01
viscoelastic 1e-10
passivity 1e-9
staged 2e-7
woo-contact-time 1e-9
END

# Sliding throughout is a closed form, from an incidence on that the law decides.
sweep "$stages/gross-sliding.yaml"
awk -F, 'NR == 1 {next}
    $2 > $5 + 1e-9 {bad += $4 > 1e-9 || $4 < -1e-9; n++; next}
    {bad += !($4 > 1e-7); m++}
    END {exit bad > 0 || n < 100 || m < 50}' gross-sliding.sweep.csv
verdict $? 'gross-sliding: begins where each law says'
sweep "$stages/chung-ooi-5.yaml"
awk -F, 'function off(a, b) {return a - b > 1e-8 || b - a > 1e-8}
    $2 >= 7 && NR > 1 {bad += off($3, $4) || off($5, $6); n++}
    END {exit bad > 0 || n < 12}' chung-ooi-5.sweep.csv
verdict $? 'chung-ooi-5: slides throughout from x = 7 on, with the arm it has'
sweep "$stages/kharaz.yaml"
awk -F, 'NR > 1 && $2 > 30.5 {d = $3 - $4; bad += d > 1e-6 || d < -1e-6; n++}
    END {exit bad > 0 || n < 5*59}' kharaz.sweep.csv
verdict $? 'kharaz: slides throughout from 31 degrees on, of any law'

# Beside the curve that sticks there is one line, the same for every restitution or material.
line() { # NAME X Y LINE FROM WANTED: all points beyond FROM, at least as many as WANTED
    sweep "$stages/$1.yaml"
    awk -F, -v x="$2" -v y="$3" -v line="$4" -v from="$5" -v wanted="$6" '
        NR == 1 {for (i = 1; i <= NF; i++) at[$i] = i; next}
        $at[x] >= from {d = $at[y] - $at[line]; bad += !(d < 1e-8 && d > -1e-8); n++}
        END {exit bad > 0 || n < wanted}' "$1.sweep.csv"
    verdict $? "$1: slides throughout from $2 = $5 on"
}
line thornton X Y slides 7 60
line foerster x y model 9 20
sweep "$stages/mfix-dem02.yaml"
awk -F, 'NR > 1 && ($2 == 1 || $1 > 1e10) {d = $5 - 1; bad += !(d < 1e-9 && d > ($2 == 1 ? -1e-9 : -2e-4)); n++}
    END {exit bad > 0 || n < 15}' mfix-dem02.sweep.csv
verdict $? 'mfix-dem02: a stiff sphere bounces as a hard one, one without dashpot as high as it fell'

# Another law in the place of the one that is there.
swap() { # FILE ARGUMENT...
    file=$1
    shift
    "$lawtester" run "$stages/$file.yaml" -o . --plot=none "$@" >"$log" 2>&1
    verdict $? "$file $*"
}
for law in hertz mindlin-rolling-torsion; do
    for file in chung-ooi-1 chung-ooi-2 lammps-dem02 lammps-dem03; do swap $file -D law.name=$law; done
done
swap woo-contact-time -D law.name=mindlin
for form in secant secant-initial tangent tangent-rescale partial-slip; do
    for file in chung-ooi-4 chung-ooi-5 chung-ooi-6 kharaz lammps-dem04; do
        swap $file -D law.tangential=$form
    done
done
swap pfc-hertz -D law.tangential=tangent-rescale
swap pfc-hertz -D beta=0.5
swap pfc-hertz -D Ra=1e9

if [ ! -d "$published" ]; then
    skip 'published points' "no folder of them: meson configure -Dthirdparty=FOLDER"
    finish
    exit
fi

# X,Y of what FILE has of QUANTITY in the series that begin with SERIES, in increasing X.
points() { # FILE SERIES QUANTITY X Y [FACTOR_X FACTOR_Y]
    echo "$4,$5"
    awk -F, -v series="$2" -v quantity="$3" -v a="${6:-1}" -v b="${7:-1}" '
        index($1, series) == 1 && index($2, quantity) == 1 && $3 >= 0 {printf "%.9g,%.9g\n", $3*a, $4*b}' \
        "$published/$1" | sort -t, -g
}

# The distance of the published points from the curve of TABLE, straight between its rows: it is shown, and at
# most WITHIN if that is given.
near() { # NAME TABLE X Y [WITHIN]
    awk -F, -v x="$3" -v y="$4" -v within="${5:-}" '
        FNR == 1 {for (i = 1; i <= NF; i++) {if ($i == x) a = i; if ($i == y) b = i}; next}
        NR == FNR {u[++n] = $a; v[n] = $b; next}
        {
            for (i = 2; i < n && u[i] < $a; i++)
                ;
            if ($a < u[1] || $a > u[n])
                next
            d = $b - v[i-1] - (v[i] - v[i-1])*($a - u[i-1])/(u[i] - u[i-1])
            squares += d*d
            m++
            if (d < 0) d = -d
            if (d > worst) {worst = d; where = $a}
        }
        END {
            printf "%d points, largest difference %.3g at %.3g, rms %.3g\n", m, worst, where, m ? sqrt(squares/m) : 0
            exit !(m > 2 && (within == "" || worst <= within))
        }' "$2" points.csv >"$log"
    code=$?
    echo "# $1: $(cat "$log")"
    verdict $code "$1${5:+: within $5}"
}

rows() { # TABLE COLUMN VALUE
    awk -F, -v name="$2" -v value="$3" '
        NR == 1 {for (i = 1; i <= NF; i++) if ($i == name) at = i; print; next} $at == value' "$1"
}

swap chung-ooi-1
points chung_ooi_test1_test2_force_time.csv test1 F_ t fn 1e-6 -1e3 >points.csv
near 'chung-ooi-1: force over time, digitised' chung-ooi-1.csv t fn 200
swap chung-ooi-2
points chung_ooi_test1_test2_force_time.csv test2 F_ t fn 1e-6 -1e3 >points.csv
near 'chung-ooi-2: force over time, digitised' chung-ooi-2.csv t fn 200

sed 's/^    angle: \[.*/    angle: {from: 4, to: 86, n: 83}/' "$stages/chung-ooi-4.yaml" >chung-ooi-4.yaml
sweep chung-ooi-4.yaml
rows chung-ooi-4.sweep.csv material 1 >rows.csv
points chung_ooi_test4_oxide_and_experiment.csv DEM_Al_oxide et_ angle e_t_centre >points.csv
near 'chung-ooi-4: tangential restitution, digitised' rows.csv angle e_t_centre 0.01

points chung_ooi_test5_steel.csv DEM_steel vc_out x y | awk -F, 'NR == 1 || $1 >= 5 && $1 <= 14' >points.csv
rows chung-ooi-5.sweep.csv material 1 >rows.csv
near 'chung-ooi-5: rebound, digitised' rows.csv x y 0.05

# The law of the paper has a tangential dashpot.
sed 's/en: 0.5,/en: 0.5, et: 0.5, cap_on: elastic,/; s/tangential: \[secant-initial, tangent\]/tangential: [secant-initial]/
    s/^    x: \[.*/    x: {from: 0.1, to: 30, n: 300}/' "$stages/chung-ooi-6.yaml" >chung-ooi-6.yaml
sweep chung-ooi-6.yaml
points chung_ooi_test6_Al.csv DEM_Al_alloy beta x beta |
    awk -F, 'NR == 1 {print; next} {x = 5.25/$1} x > 0.9 {print x "," $2}' >points.csv
near 'chung-ooi-6: rebound, digitised' chung-ooi-6.sweep.csv x beta 0.05

for e in 0.9 0.5; do
    awk -F, -v e=$e 'NR == 1 || $1 - e < 1e-9 && e - $1 < 1e-9' thornton.sweep.csv >rows.csv
    points thornton2013_inelastic_oblique.csv e=$e 2vc_out X Y >points.csv
    near "thornton: rebound, e = $e, digitised" rows.csv X Y
done

for form in 3 4 5 6 8; do
    rows kharaz.sweep.csv tangential $form >rows.csv
    points kharaz2001_experiment.csv experiment_Kharaz_digitisation_3 et_ angle e_t_centre >points.csv
    near "kharaz: measured tangential restitution, form $form" rows.csv angle e_t_centre
    points kharaz2001_experiment.csv experiment_Kharaz_digitisation_3 abs_ angle spin >points.csv
    near "kharaz: measured spin, form $form" rows.csv angle spin
    points kharaz2001_experiment.csv experiment_Kharaz_digitisation_3 com_ angle rebound_angle >points.csv
    near "kharaz: measured angle of rebound, form $form" rows.csv angle rebound_angle
done
for series in 2 3; do
    points kharaz2001_experiment.csv experiment_Kharaz_digitisation_$series et_ angle e_t_centre >points.csv
    near "kharaz: partial slip, digitisation $series" rows.csv angle e_t_centre 0.03
done

sed 's/^    x: \[.*/    x: {from: 0.05, to: 150, n: 3000}/; s/ratio: \[1, 2\]/ratio: [1]/' "$stages/mfix-dem05.yaml" >mfix-dem05.yaml
sweep mfix-dem05.yaml
points mfix_dem05_linear.csv MFIX et_ angle e_t_centre >points.csv
near 'mfix-dem05: printed by MFiX' mfix-dem05.sweep.csv angle e_t_centre 0.025
finish
