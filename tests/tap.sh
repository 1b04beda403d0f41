# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by the shell tests: TAP output, and an end that tells meson of failures.
number=0
failures=0

# A path that outlives a cd.
absolute() {
    case $1 in
    /*) echo "$1" ;;
    *) echo "$PWD/$1" ;;
    esac
}

# verdict STATUS NAME: one test; 0 is a pass. Of a failure, what $log holds is shown.
verdict() {
    number=$((number + 1))
    if [ "$1" -eq 0 ]; then
        printf 'ok %s - %s\n' "$number" "$2"
        return
    fi
    printf 'not ok %s - %s\n' "$number" "$2"
    failures=$((failures + 1))
    if [ -s "${log:-}" ]; then
        echo "$2:" >&2
        cat "$log" >&2
    fi
}

skip() { # NAME REASON
    number=$((number + 1))
    echo "ok $number - $1 # SKIP $2"
}

finish() {
    echo "1..$number"
    [ "$failures" -eq 0 ]
}
