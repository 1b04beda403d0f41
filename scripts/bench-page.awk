# SPDX-License-Identifier: GPL-3.0-or-later
# bench-page.awk: the table of doc/speed.md from what scripts/bench has measured (out/bench.json).

# A median, in units of SCALE, with two or three digits; "-": not measured.
function number(name, scale,    x) {
    if (!(name in median))
        return "-"
    x = median[name]/scale
    return x >= 99.5 ? sprintf("%.0f", x) : x >= 9.95 ? sprintf("%.0f", x) : sprintf("%.2g", x)
}
function times(a, b) {
    return a in median && b in median ? sprintf(" (%.3g x)", median[a]/median[b]) : ""
}
function row(what, unit, own, beside) {
    printf "| %s | %s | %s | %s |\n", what, unit, own, beside
}
function steps(what, name, beside) {
    row(what, "million steps/s", number(name, 1e6), beside)
}
function both(what, one, block, beside) {
    row(what, "million steps/s", number(one, 1e6) ", " number(block, 1e6), beside)
}
function rows_of_one_contact() {
    steps("one contact, nothing recorded", "steps", "by hand " number("hand_steps", 1e6) \
        "; LAMMPS " number("lammps_steps", 1e6) times("steps", "lammps_steps") \
        "; LIGGGHTS " number("liggghts_steps", 1e6) times("steps", "liggghts_steps") \
        "; YADE " number("yade_steps", 1e6) times("steps", "yade_steps"))
    steps("with `until: rebound or un < -1 and -fn > 1e9`, tested in every step", "steps_condition", "")
    steps("with `until: rebound or abs(un) > 1`", "steps_abs", "")
    steps("with `t, un, fn` recorded in every step", "steps_recorded_few", "")
    steps("with the 23 columns that are recorded if none are named", "steps_recorded", \
        "in memory that was used before " number("steps_recorded_again", 1e6))
    steps("the 23 columns passed on without storing them", "rows_streamed", "")
    steps("the 23 columns to a file: `npy`", "rows_npy", "CSV " number("rows_csv", 1e6))
    steps("all six velocities imposed, `until: step >= n`", "imposed", "by hand " number("hand_imposed", 1e6))
    steps("the same, `until: us > 0.0002 or -fn > 1e9`", "imposed_condition", "")
}
function rows_of_laws(    i) {
    for (i = 1; i <= laws; i++)
        both("law `" law[i] "`: one contact, many side by side", "one_" law[i], "block_" law[i], "")
    both("law `contact` of hertz, tsuji, tangent-rescale, sds", "parts_steps", "parts_steps_block", "")
    both("Coulomb's friction on linear springs, in formulas", "formulas_one_coulomb", "formulas_block_coulomb", \
        "compiled " number("compiled_one_coulomb", 1e6) ", " number("compiled_block_coulomb", 1e6) \
        "; built in " number("built_in_one_coulomb", 1e6) ", " number("built_in_block_coulomb", 1e6))
    both("Hertz' force in formulas", "formulas_one_hertz", "formulas_block_hertz", \
        "compiled " number("compiled_one_hertz", 1e6) ", " number("compiled_block_hertz", 1e6) \
        "; built in " number("built_in_one_hertz", 1e6) ", " number("built_in_block_hertz", 1e6))
}
function rows_of_impacts(    list, n, i) {
    row("impacts of 100 steps, one by one, side by side", "thousand/s", \
        number("impacts", 1e3) ", " number("impacts_block", 1e3), "")
    row("impacts of 200 steps, one by one, side by side", "thousand/s", \
        number("impacts_200", 1e3) ", " number("impacts_200_block", 1e3), "")
    row("impacts by `exact`", "thousand/s", number("impacts_exact", 1e3), "")
    n = split("`linear`, no-tension:`hertz`, Tsuji's dashpot, no-tension:`linear-elastic`:" \
        "`hertz`, constant dashpot:`hertz`, Hunt-Crossley:`hertz`, viscoelastic", list, ":")
    for (i = 1; i <= n; i++)
        row("calibration for `e_n` = 0.5, head-on: " list[i], "ms", number("calibrating_" i, 1), \
            "table of dependences " number("dependences_" i, 1))
    row("impact of 200 steps with its table, by the library from C", "µs", number("shared_runs", 0.01), \
        "from Python " number("python_runs", 0.01) times("python_runs", "shared_runs") \
        ", with access to a column " number("python_columns", 0.01))
    row("one of ten thousand in one call on one thread", "µs", number("shared_many", 0.01), \
        "from Python " number("python_many", 0.01) times("python_many", "shared_many"))
    row("fifty impacts of 1600 steps in one process, start included", "ms", number("scan_sweep", 1), \
        "LIGGGHTS " number("liggghts_scan", 1) times("liggghts_scan", "scan_sweep"))
    row("fifty processes `lawtester run`, a file for each", "ms", number("scan", 1), "")
    row("a million impacts of 200 steps to a table, one thread", "s", number("million_one", 1e3), \
        "two threads " number("million_two", 1e3) times("million_one", "million_two"))
}
/"median"/ {
    name = $1
    gsub(/[":]/, "", name)
    median[name] = $3 + 0
    if (name ~ /^one_/)
        law[++laws] = substr(name, 5)
}
/"cpu"/ {
    cpu = $0
    gsub(/^[^:]*: "|",?$/, "", cpu)
}
END {
    print "| " cpu " | | lawtester | for comparison |"
    print "| --- | --- | --- | --- |"
    rows_of_one_contact()
    rows_of_laws()
    rows_of_impacts()
}
