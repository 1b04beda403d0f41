# SPDX-License-Identifier: GPL-3.0-or-later
# The energy partitions of the published page, evaluated over a recorded impact:
# awk -F, -v ks=5e4 -f doc/published.awk out/oblique.csv
# Each line: what a balance misses, relative to the kinetic energy at the start.
NR == 1 {
    for (i = 1; i <= NF; i++)
        column[$i] = i
    next
}

function now(name) {return $column[name]}
function change(name) {return now(name) - before[name]}

# Slip of eq. 13 with the elastic displacement as printed, along one axis (force in PFC's sign).
function printed(axis,    f0, f1) {
    f0 = before["lin_force_" axis]
    f1 = now("lin_force_" axis)
    return -0.5*(f0 + f1)*(change("u" axis) - (f1 - f0)/ks)
}

NR == 2 {start = now("E_kinetic")}
NR > 2 {
    for (i = 1; i <= 3; i++) {
        axis = substr("nst", i, 1)
        rectangle += (now("f" axis) + now("lin_force_" axis))*change("u" axis)
    }
    doubled += printed("s") + printed("t") - change("E_slip")
    peak = doubled > peak ? doubled : peak
}
{
    for (name in column)
        before[name] = now(name)
}

END {
    printf "dashpot, force at the end of the step:  %.2e\n", (rectangle - before["E_dashpot"])/start
    printf "crossings left out:                     %.2e\n", before["E_cross"]/start
    printf "slip of equation 13 as printed, most:   %.2e\n", peak/start
    printf "this account:                           %s 1e-12\n", \
        before["E_residual"]^2 < (1e-12*start)^2 ? "<" : ">"
}
