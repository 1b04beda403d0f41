# SPDX-License-Identifier: GPL-3.0-or-later
# gnuplot plots/linear-law.gp: the three diagrams of the linear law, out/linear-law.svg, from
# out/force-displacement.csv, which 'lawtester run stages/linear/force-displacement.yaml' writes.
if (!exists('folder')) folder = 'out'
if (!exists('format')) format = 'svg'
if (!exists('name')) name = 'linear-law'
if (!exists('dark')) dark = 0 # 1: for a dark page
paper = dark ? '#16181d' : 'white'
if (format eq 'png') {
    set terminal pngcairo size 2000,720 font 'DejaVu Sans,14' fontscale 1.55 linewidth 2 butt \
        background rgb paper
} else {
    set terminal svg size 1000,360 font 'DejaVu Sans,14' butt background rgb paper
}
set output folder.'/'.name.'.'.format
load 'plots/style.gp'
set datafile separator ','
data = folder.'/force-displacement.csv'
um(x) = 1e6*x
set key off
set lmargin 8
set bmargin 4.4
set multiplot layout 1,3

set title '(a) normal force over gap'
set xlabel 'gap {/:Italic u_n} (µm)'
set ylabel 'normal force −{/:Italic f_n} (N)'
set xrange [-12:6]
set xtics 4
set yrange [-0.15:1.2]
set label 1 '{/:Italic k_n}' at -6.2,0.75 textcolor rgb ink
plot data using (um(column('un'))):(-column('fn')) with lines linetype 1

set title '(b) shear force over displacement'
set xlabel 'shear displacement {/:Italic u_s} (µm)'
set ylabel 'shear force {/:Italic f_s} (N)' offset 0.8,0
set xrange [-28:18]
set xtics 10
set yrange [-0.65:0.65]
set label 1 '{/:Italic k_s}' at 0.6,0.34 textcolor rgb ink
set label 2 '{/:Italic μ} |{/:Italic f_n}|' at 7.5,0.57 textcolor rgb ink
set label 3 'opening' at -27,-0.58 textcolor rgb ink
plot data using (um(column('us'))):(column('fs')) with lines linetype 1

set title '(c) slip envelope'
set xlabel 'normal force −{/:Italic f_n} (N)'
set xrange [0:1.2]
set xtics 0.4
unset label
set label 1 'slip' at 0.42,0.38 textcolor rgb ink
set label 2 'stick' at 0.72,0.08 textcolor rgb ink
plot '+' using 1:(0.5*$1):(-0.5*$1) with filledcurves linetype 1 fillstyle transparent solid 0.08, \
    0.5*x with lines linetype 7, -0.5*x with lines linetype 7, \
    data using (-column('fn')):(column('fs')) with lines linetype 1
unset multiplot
