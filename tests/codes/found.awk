# SPDX-License-Identifier: GPL-3.0-or-later
# found.awk -v code=CODE: of what 'lawtester verify --in CODE' prints, how many laws fall short of each check.
NR == 1 || / passed/ { next }
{
    laws++
    n = split($0, parts, /  +/)
    if (parts[2] ~ /^not run/)
        found["not run"]++
    else if (n < 3)
        found["passed"]++
    for (i = 3; i <= n; i++) {
        sub(/[: ].*/, "", parts[i])
        found[parts[i]]++
    }
}
END {
    print code, "laws", laws
    for (check in found)
        print code, check, found[check] | "sort"
}
