# SPDX-License-Identifier: GPL-3.0-or-later
# gnuplot plots/slip-step.gp: the update of the shear force in steps that slip, out/slip-step.svg, from
# out/slip-step.csv, which 'lawtester run stages/linear/slip-step.yaml' writes.
if (!exists('folder')) folder = 'out'
if (!exists('format')) format = 'svg'
if (!exists('name')) name = 'slip-step'
if (!exists('dark')) dark = 0 # 1: for a dark page
paper = dark ? '#16181d' : 'white'
if (format eq 'png') {
    set terminal pngcairo size 1600,1000 font 'DejaVu Sans,14' fontscale 1.55 linewidth 2 butt background rgb paper
} else {
    set terminal svg size 800,500 font 'DejaVu Sans,14' butt background rgb paper
}
set output folder.'/'.name.'.'.format
load 'plots/style.gp'
set datafile separator ','
data = folder.'/slip-step.csv'
um(x) = 1e6*x
set key off
set title 'A step beyond the limit: trial force, limit, slip'
set xlabel 'shear displacement {/:Italic u_s} (µm)'
set ylabel 'shear force {/:Italic f_s} (N)'
set xrange [0:140]
set yrange [0:4.6]
set label 1 '{/:Italic k_s}' at 24,1.6 textcolor rgb ink
set label 2 'limit {/:Italic μ} |{/:Italic f_n}|' at 8,3.2 textcolor rgb ink
set label 3 'trial force of each step' at 79,4.3 center textcolor rgb ink
set label 4 'dissipated by slip' at 65,1.55 center textcolor rgb ink
plot data using (um(column('us'))):(column('fs')) with filledcurves closed linetype 1 fillstyle transparent solid 0.12 noborder, \
    3 with lines linetype 7, \
    data using (um(column('us'))):(column('fs')) with linespoints linetype 1 pointtype 7 pointsize 0.7, \
    data using (um(column('us'))):(column('fs_trial') > column('fs') + 1e-9 ? column('fs_trial') : NaN):(0):(column('fs') - column('fs_trial')) \
        with vectors filled head linetype 2, \
    data using (um(column('us'))):(column('fs_trial') > column('fs') + 1e-9 ? column('fs_trial') : NaN) with points linetype 2 pointtype 6 pointsize 1
