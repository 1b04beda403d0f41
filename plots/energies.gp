# SPDX-License-Identifier: GPL-3.0-or-later
# gnuplot -c plots/energies.gp out/impact.csv [svg|png|pdf]
# Kinetic and stored energy and every loss of a recorded table over time, stacked: their sum is the energy at the
# start plus the work put in. out/impact-energies.svg. The table needs the column t and at least one E_.
table = ARG1
kind = ARGC > 1 ? ARG2 : 'svg'
name = 'energies'
load system(sprintf("dirname '%s'", ARG0)).'/page.gp'

# The accounts of the table, but for what was put in and what is missing.
accounts = system("head -n 1 '".table."' | tr ',' '\n' | grep '^E_' | grep -v -e '^E_work$' -e '^E_residual$'")
shown = ''
do for [i = 1:words(accounts)] {
    stats table using (abs(column(word(accounts, i)))) nooutput
    shown = STATS_max > 0 ? shown.' '.word(accounts, i) : shown
}
up_to(n) = (sum [i = 1:n] column(word(shown, i)))
set key outside right
set rmargin 16
set xlabel 'time {/:Italic t} (µs)'
set ylabel 'energy (mJ)'
set style fill solid 0.75 noborder
plot for [i = words(shown):1:-1] table using (1e6*column('t')):(1e3*up_to(i)) \
    with filledcurves y1=0 linetype (i - 1)%6 + 1 title word(shown, i)[3:]
