#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# completion.sh LAWTESTER ROOT: what bash proposes for a line that is not finished.
. "$(dirname "$0")/tap.sh"
lawtester=$(absolute "$1")
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
PATH=$(dirname "$lawtester"):$PATH
# shellcheck source=scripts/completion.bash
. "$2/scripts/completion.bash"

proposes() { # WANTED WORD...: the words as bash splits them, the last one unfinished
    local wanted=$1
    shift
    COMP_WORDS=(lawtester "$@")
    COMP_CWORD=$#
    _lawtester 2>/dev/null # compopt works only while bash completes
    echo "${COMPREPLY[*]}" >"$log"
    test "${COMPREPLY[*]}" = "$wanted"
    verdict $? "'$*' becomes '$wanted'"
}

proposes 'check' ch
proposes '--version' --v
proposes '--json' run --j
proposes '--plugin=' check --plu
proposes 'svg' run impact.yaml --plot = s
proposes 'never' run --color = n
proposes 'dark' sweep --theme = d
proposes 'energy' plot --kind = e
proposes 'hertz' laws her
proposes 'linear linear-elastic' run impact.yaml -D law.name = linear
proposes 'law' new ''
proposes '' run imp
finish
