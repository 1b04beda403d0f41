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

# scratch: in a folder of its own from here on, which goes at the end.
scratch() {
    folder=$(mktemp -d) || exit 1
    trap 'rm -rf "$folder"' EXIT
    cd "$folder" || exit 1
    log=$folder/log
}

# try CODE NAME ARGUMENT...: what lawtester prints is in out.txt and err.txt.
try() {
    wanted=$1
    name=$2
    shift 2
    "$lawtester" "$@" >out.txt 2>err.txt </dev/null
    code=$?
    { echo "lawtester $*: exit $code"; cat out.txt err.txt; } >"$log"
    test "$code" -eq "$wanted"
    verdict $? "$name: exit $wanted"
}

check() { # NAME COMMAND...
    name=$1
    shift
    "$@" >>"$log" 2>&1
    verdict $? "$name"
}

says() { # FILE TEXT
    grep -qF -e "$2" "$1"
    verdict $? "... $1 says '$2'"
}

finish() {
    echo "1..$number"
    [ "$failures" -eq 0 ]
}
