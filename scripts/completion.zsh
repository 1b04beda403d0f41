#compdef lawtester
# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of lawtester's command line for zsh: 'lawtester complete' says what the last word may
# become, with a description behind a tab.
_lawtester() {
    local line word about tab=$'\t'
    local -a whole begun # after these the word goes on
    for line in "${(@f)$("${(Q)words[1]}" complete -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}"; do
        word=${line%%$tab*}
        about=${${line#$word}#$tab}
        about=${word//:/\\:}${about:+:$about}
        case $word in
        '') ;;
        *[=./]) begun+=("$about") ;;
        *) whole+=("$about") ;;
        esac
    done
    _describe -V lawtester whole -- begun -S ''
}

_lawtester "$@"
