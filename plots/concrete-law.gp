# SPDX-License-Identifier: GPL-3.0-or-later
# gnuplot plots/concrete-law.gp: a bond of concrete compressed, sheared, unloaded and torn,
# out/concrete-law.svg, from out/compress-shear-unload.csv, which 'lawtester run
# stages/concrete/compress-shear-unload.yaml' writes.
if (!exists('folder')) folder = 'out'
if (!exists('format')) format = 'svg'
if (!exists('name')) name = 'concrete-law'
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
data = folder.'/compress-shear-unload.csv'
MPa(x) = 1e-6*x
stage(n, x) = column('stage') == n ? x : NaN

# Parameters of the program: cohesion, friction, yieldLogSpeed.
c = 3.0
mu = 0.8
Y = 0.1
surface(s) = s <= 0 ? c*(1 + mu*Y*log(1 - s/(c*Y))) : c - mu*s
set key off
set lmargin 8
set bmargin 4.4
set multiplot layout 1,3

set title 'normal stress over strain'
set xlabel 'normal strain (10^{−3})'
set ylabel 'normal stress (MPa)' offset 0.5,0
set xrange [-0.9:1.4]
set xtics 0.5
set yrange [-23:7]
set ytics 5
set label 1 'compress' at 0.06,-13 textcolor rgb ink
set label 2 'tear' at 0.55,4 textcolor rgb ink
plot data using (1e3*column('epsN')):(MPa(column('sigmaN'))) with lines linetype 1

unset label
set title 'shear stress over strain'
set xlabel 'shear strain (10^{−3})'
set ylabel 'shear stress (MPa)' offset 0.5,0
set xrange [0:11]
set xtics 2
set yrange [0:4.8]
set ytics 1
set label 1 'shear' at 4.2,4.3 textcolor rgb ink
set label 2 'unload' at 9.7,2.2 right textcolor rgb ink
plot data using (1e3*column('epsT_s')):(MPa(column('sigmaT_s'))) with lines linetype 1

unset label
set title 'along the yield surface'
set xlabel 'normal stress (MPa)'
set xrange [-23:7]
set xtics 10
set label 1 "shrinks with\nthe damage" at -1,1.6 right textcolor rgb ink
set label 2 'yield surface' at -16,4.35 textcolor rgb ink
set samples 600
plot surface(x) with lines linetype 7, \
    data using (MPa(column('sigmaN'))):(MPa(column('sigmaT_s'))) with lines linetype 1
unset multiplot
