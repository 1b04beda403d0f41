# SPDX-License-Identifier: GPL-3.0-or-later
# How lawtester's figures look. What follows is copied into every figure's script.

set encoding utf8
set minussign

# Ink on paper; on a dark page, where dark = 1 stands before, the other way round.
if (!exists('dark')) dark = 0
ink = dark ? '#d8d8d8' : '#333333'
faint = dark ? '#808080' : '#9a9a9a'
mesh = dark ? '#2e3138' : '#e8e8e8'
set title textcolor rgb ink
set xlabel textcolor rgb ink
set ylabel textcolor rgb ink
set cblabel textcolor rgb ink

# Axes: two open ones in dark grey, tics outside; grid and zero lines recede.
set border 3 linecolor rgb ink linewidth 1.2
set tics nomirror out scale 0.6,0.3 textcolor rgb ink
set mxtics 2
set mytics 2
set grid linetype -1 linecolor rgb mesh linewidth 1
set xzeroaxis linetype -1 linecolor rgb faint linewidth 1
set yzeroaxis linetype -1 linecolor rgb faint linewidth 1
set format '%h'
set lmargin 9.5
set rmargin 3
set tmargin 2.6
set title offset 0,-0.3
set xlabel offset 0,0.1
set ylabel offset -0.3,0

# Curves of runs: the colours of Okabe and Ito, told apart by everyone and in print.
set linetype 1 linecolor rgb dark ? '#4ba3e3' : '#0072b2' linewidth 2.4
set linetype 2 linecolor rgb dark ? '#f08040' : '#d55e00' linewidth 2.4
set linetype 3 linecolor rgb dark ? '#2fc79a' : '#009e73' linewidth 2.4
set linetype 4 linecolor rgb dark ? '#e2a0c6' : '#cc79a7' linewidth 2.4
set linetype 5 linecolor rgb dark ? '#f2b93b' : '#e69f00' linewidth 2.4
set linetype 6 linecolor rgb dark ? '#9bd3f5' : '#56b4e9' linewidth 2.4

# A closed form is drawn thin on top of them, what was measured as open circles, events as dots.
set linetype 7 linecolor rgb dark ? '#f2f2f2' : '#222222' linewidth 1.4 dashtype (12,9)
set linetype 8 linecolor rgb dark ? '#f2f2f2' : '#222222' linewidth 1.2 pointtype 6 pointsize 0.8
set linetype 9 linecolor rgb dark ? '#f2f2f2' : '#222222' linewidth 1.2 pointtype 7 pointsize 0.9

# The area of a loop, in a pale tint of its curve, is the energy dissipated.
set style fill transparent solid dark ? 0.22 : 0.10 noborder

# The svg terminal's lines stand a quarter further apart.
set key noautotitle noenhanced Left reverse samplen 2.2 textcolor rgb ink \
    spacing GPVAL_TERM eq 'svg' ? 0.93 : 1.15

# Colours of maps: dark to bright at an even pace, also in grey and to the colour-blind (viridis).
set palette defined (0 '#440154', 1 '#482878', 2 '#3e4989', 3 '#31688e', 4 '#26828e', \
    5 '#1f9e89', 6 '#35b779', 7 '#6ece58', 8 '#b5de2b', 9 '#fde725')
