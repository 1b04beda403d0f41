# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of lawtester's command line for bash. Commands, options and laws are asked of the
# program itself; the rest are files.

_lawtester_words() { # KIND: the words of a list that the program prints
    case $1 in
    commands) lawtester --help | awk '/^  [a-z]/ {print $1}' ;;
    options) lawtester "$2" --help | grep -oE '(^| )--[a-z-]+=?' ;;
    laws) lawtester laws | awk '{print $1}' ;;
    esac 2>/dev/null
}

_lawtester() {
    local word=${COMP_WORDS[COMP_CWORD]} last=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}
    local words=
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        words="$(_lawtester_words commands) --help --version"
    elif [[ $word == -* ]]; then
        words=$(_lawtester_words options "$command")
    elif [[ $word == = || $last == = ]]; then
        local option=$last value=${word#=}
        [[ $last == = ]] && option=${COMP_WORDS[COMP_CWORD - 2]}
        case $option in
        --plot) words='svg png pdf term none' ;;
        --theme) words='light dark auto' ;;
        --kind) words='normal shear moment time energy cone hodograph residual' ;;
        --color) words='auto always never' ;;
        law.name) words=$(_lawtester_words laws) ;;
        esac
        word=$value
    elif [[ $command == laws || $command == verify ]]; then
        words=$(_lawtester_words laws)
    elif [[ $command == new && $COMP_CWORD -eq 2 ]]; then
        words=law
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace
    return 0
}

complete -o bashdefault -o default -F _lawtester lawtester
