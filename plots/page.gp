# SPDX-License-Identifier: GPL-3.0-or-later
# The terminal and the file of the scripts here that draw any recorded table: loaded by them with 'table', 'kind' and
# 'name' set. 'dark = 1' before, with gnuplot -e, is for a dark page.
if (!exists('dark')) dark = 0
paper = dark ? '#16181d' : 'white'
if (kind eq 'png') {
    set terminal pngcairo size 1600,720 font 'DejaVu Sans,12' fontscale 1.8 linewidth 2 background rgb paper
} else { if (kind eq 'pdf') {
    set terminal pdfcairo size 16cm,7.2cm font 'DejaVu Sans,9'
} else {
    set terminal svg size 800,360 font 'DejaVu Sans,12' background rgb paper
} }
set datafile separator ','
set datafile columnheaders
load system(sprintf("dirname '%s'", ARG0)).'/style.gp'
set output system(sprintf("echo '%s' | sed 's/\.[^.]*$//'", table)).'-'.name.'.'.kind
