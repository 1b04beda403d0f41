# SPDX-License-Identifier: GPL-3.0-or-later
# gnuplot -e "format = 'svg'" plots/damping-curve.gp: restitution against dp_nratio, from
# out/damping-curve.csv. scripts/damping-curve runs it.
if (!exists('format')) format = 'svg'
if (!exists('name')) name = 'damping-curve'
if (!exists('dark')) dark = 0 # 1: for a dark page
paper = dark ? '#16181d' : 'white'
if (format eq 'png') {
    set terminal pngcairo size 1600,1360 font 'DejaVu Sans,12' fontscale 2 linewidth 2 \
        pointscale 2 background rgb paper
} else {
    set terminal svg size 800,680 font 'DejaVu Sans,12' butt background rgb paper
}
set output 'out/'.name.'.'.format
load 'plots/style.gp'
set datafile separator ','
set samples 400

# The drop of stages/linear/drop-test.yaml.
g = 9.81
v0 = sqrt(2*g*0.05)
w0 = sqrt(1e5/(2500*4.0/3*pi*0.005**3))

full(b) = b < 1 ? exp(-pi*b/sqrt(1 - b*b)) : 0
capped(b) = b < 1 ? exp(-2*b*acos(b)/sqrt(1 - b*b)) : b > 1 ? exp(-2*b*acosh(b)/sqrt(b*b - 1)) : exp(-2)
gravity(b, e) = -2*b*g*(1 + e)/(w0*v0)
stays(b) = full(b) + gravity(b, full(b)) < 0
mode(m) = sprintf('< awk -F, ''$1 == %d'' out/damping-curve.csv', m)

blue = dark ? '#4ba3e3' : '#0072b2'
red = dark ? '#f08040' : '#d55e00'
grey = dark ? '#a0a0a0' : '#777777'
pale = dark ? '#22252b' : '#f2f2f2'
set key off
set multiplot
set lmargin at screen 0.11
set rmargin at screen 0.97
set xrange [0:1.22]
set xtics 0.2

# Above: the restitution.
set tmargin at screen 0.94
set bmargin at screen 0.40
set format x ''
set yrange [0:1.04]
set ytics 0.2
set mxtics 2
set ylabel 'restitution {/:Italic e_n}' offset -0.3,0
set title 'A bead dropped on a wall: restitution by the rule of the dashpot'
set object 1 rectangle from 1,0 to 1.22,1.04 behind fillcolor rgb pale fillstyle solid noborder
set label 1 "beyond PFC's\nrange" at 1.11,0.97 center textcolor rgb grey
set arrow 1 from 0,exp(-2) to 1,exp(-2) nohead linecolor rgb faint linewidth 1 dashtype (4,4)
set label 2 '{/:Italic e}^{−2} = 0.135: no-tension at {/:Italic β} = 1' at 0.02,exp(-2) \
    offset 0,-0.7 textcolor rgb grey
set arrow 2 from 0,0.5 to 0.2552756376,0.5 nohead linecolor rgb faint linewidth 1 dashtype (4,4)
set label 3 "no-tension (modes 1 and 3)\nexp(−2{/:Italic β} arccos {/:Italic β} ∕ √(1 − {/:Italic β}²))" \
    at 0.45,0.44 textcolor rgb blue
set label 4 "may pull\n(modes 0 and 2)\nexp(−{/:Italic πβ} ∕ √(1 − {/:Italic β}²))" \
    at 0.02,0.37 textcolor rgb red
set label 5 "dots: modes 0 and 1\ncircles: modes 2 and 3, slip-cut\nlines: closed forms" \
    at 0.55,0.92 textcolor rgb ink
plot capped(x) with lines linetype 1, [0:1] full(x) with lines linetype 2, \
    mode(1) using 2:3 with points pointtype 7 pointsize 0.4 linecolor rgb blue, \
    mode(3) using 2:3 with points pointtype 6 pointsize 1.5 linecolor rgb blue linewidth 0.8, \
    mode(0) using 2:3 with points pointtype 7 pointsize 0.4 linecolor rgb red, \
    mode(2) using 2:3 with points pointtype 6 pointsize 1.5 linecolor rgb red linewidth 0.8

# Below: what gravity takes off.
unset title
unset label
unset arrow
set tmargin at screen 0.355
set bmargin at screen 0.115
set format x '%h'
set xlabel 'normal critical damping ratio {/:Italic β} = dp\_nratio'
set ylabel '1000 ({/:Italic e_n} − {/:Italic e}_0)' offset -0.3,0
set yrange [-4:0.4]
set ytics 1
set object 1 rectangle from 1,-4 to 1.22,0.4 behind fillcolor rgb pale fillstyle solid noborder
set label 1 'gravity:  −2{/:Italic βg}(1 + {/:Italic e}_0) ∕ ({/:Italic ω}_0{/:Italic v}_0)' \
    at 0.03,-2.6 textcolor rgb ink
set label 2 'stays on the wall' at 0.86,-0.55 right textcolor rgb red
plot 1000*gravity(x, capped(x)) with lines linetype 1, \
    [0:1] (stays(x) ? -1000*full(x) : 1000*gravity(x, full(x))) with lines linetype 2, \
    mode(1) using 2:(1000*($3 - capped($2))) with points pointtype 7 pointsize 0.4 linecolor rgb blue, \
    mode(3) using 2:(1000*($3 - capped($2))) with points pointtype 6 pointsize 1.5 linecolor rgb blue linewidth 0.8, \
    mode(0) using 2:(1000*($3 - full($2))) with points pointtype 7 pointsize 0.4 linecolor rgb red, \
    mode(2) using 2:(1000*($3 - full($2))) with points pointtype 6 pointsize 1.5 linecolor rgb red linewidth 0.8
unset multiplot
