# SPDX-License-Identifier: GPL-3.0-or-later
# gnuplot -c plots/shear-path.gp out/oblique.csv 0.3 [svg|png|pdf]
# The size of the shear force over the normal force, with Coulomb's limit for the coefficient of friction given second;
# out/oblique-shear-path.svg. Where a law limits the spring alone, its dashpot takes the force beyond that line.
# The table needs the columns fn, fs and ft.
table = ARG1
fric = ARGC > 1 ? real(ARG2) : 0
kind = ARGC > 2 ? ARG3 : 'svg'
name = 'shear-path'
load system(sprintf("dirname '%s'", ARG0)).'/page.gp'
set xlabel 'normal force −{/:Italic f_n} (N)'
set ylabel 'shear force (N)'
set key top left
stats table using (-column('fn')) nooutput
plot table using (-column('fn')):(sqrt(column('fs')**2 + column('ft')**2)) with lines linetype 1 \
    title 'contact', \
    [0:STATS_max] fric*x with lines linetype 7 title sprintf('limit, friction %g', fric)
