# SPDX-License-Identifier: GPL-3.0-or-later
# gnuplot -c plots/force-displacement.gp out/impact.csv [svg|png|pdf]
# The loop of normal force over overlap of a recorded table, and that of the shear force if there is one;
# out/impact-force-displacement.svg. The table needs the columns un, fn, us and fs.
table = ARG1
kind = ARGC > 1 ? ARG2 : 'svg'
name = 'force-displacement'
load system(sprintf("dirname '%s'", ARG0)).'/page.gp'
set multiplot layout 1,2
set key off

set xlabel 'overlap −{/:Italic u_n} (µm)'
set ylabel 'normal force −{/:Italic f_n} (N)'
plot table using (-1e6*column('un')):(-column('fn')) with lines linetype 1

set xlabel 'shear displacement {/:Italic u_s} (µm)'
set ylabel 'shear force {/:Italic f_s} (N)'
stats table using (abs(column('fs'))) nooutput
if (STATS_max == 0) set yrange [-1:1]
plot table using (1e6*column('us')):(column('fs')) with lines linetype 2
unset multiplot
