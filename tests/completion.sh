#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# completion.sh LAWTESTER ROOT: what bash, zsh and fish offer for a line that is not finished.
. "$(dirname "$0")/tap.sh"
lawtester=$(absolute "$1")
root=$2
scripts=$root/scripts
PATH=$(dirname "$lawtester"):$PATH
scratch
cp "$root/stages/linear/impact.yaml" .
mkdir 'my tables'
printf 'un,fn\n0,1\n' >'my tables/a.csv'

# shellcheck source=scripts/completion.bash
. "$scripts/completion.bash"

# As bash splits a line: at blanks, and '=' and ':' are words of their own.
split_line() { # LINE
    COMP_LINE=$1
    COMP_POINT=${#1}
    if [[ $1 == *[\ ][\"\']* ]]; then # what is in quotes is one word
        local rest=${1#*[\"\']} before
        before=${1%"$rest"}
        read -ra COMP_WORDS <<<"${before%?}"
        COMP_WORDS+=("${before: -1}$rest")
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        return
    fi
    eval "COMP_WORDS=($(sed 's/\\ /\x01/g; s/[=:]/ & /g; s/\x01/\\\\\\ /g' <<<"$1"))"
    [[ $1 != *[\ =:] ]] || COMP_WORDS+=('')
    [[ $1 != *[=:] ]] || COMP_WORDS=("${COMP_WORDS[@]:0:${#COMP_WORDS[@]}-1}")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
}

in_bash() { # LINE
    split_line "$1"
    _lawtester 2>/dev/null # compopt works only while bash completes
    echo "${COMPREPLY[*]}"
}

# The words of _describe, for a line of words without quotes.
in_zsh() { # LINE
    zsh -f -c '_describe() { print -r -- ${whole%%:*} ${begun%%:*} }
        words=(${(s: :)2} ${${(M)2:#* }:+""}); CURRENT=$#words; PREFIX=$words[-1]; . $1' \
        zsh "$scripts/completion.zsh" "$1"
}

in_fish() { # LINE
    fish --no-config -c '. $argv[1]; complete -C $argv[2]' "$scripts/completion.fish" "$1" | sed 's/\t.*//' | sort | xargs
}

offers() { # SHELL WANTED LINE
    in_"$1" "$3" >"$log"
    test "$(cat "$log")" = "$2"
    verdict $? "$1: '$3' becomes '$2'"
}

offers bash 'check' 'lawtester ch'
offers bash '--version' 'lawtester --v'
offers bash 'normal cohesion damping tangential rolling twisting film bond' 'lawtester new law --part '
offers bash '--json' 'lawtester run --j'
offers bash '--plugin=' 'lawtester check --plu'
offers bash 'svg' 'lawtester run impact.yaml --plot=s'
offers bash 'svg png pdf term none' 'lawtester run impact.yaml --plot='
offers bash 'dark' 'lawtester sweep --theme d'
offers bash 'energy' 'lawtester plot --kind=e'
offers bash 'hertz hertz-dmt' 'lawtester laws her'
offers bash 'law' 'lawtester new '
offers bash 'impact.yaml' 'lawtester run imp'
offers bash 'kn=' 'lawtester run impact.yaml -D kn'
cp /bin/true my-program
offers bash 'lammps' 'lawtester run --in la'
offers bash 'lammps liggghts yade' 'lawtester run --in '
offers bash './my-program' 'lawtester run --in ./my-'
offers bash 'my tables/' 'lawtester plot my\ t'
offers bash 'my tables/' 'lawtester plot "my t'
for shell in zsh fish; do
    if ! command -v $shell >/dev/null; then
        skip "completion in $shell" "no $shell"
        continue
    fi
    offers $shell 'check' 'lawtester ch'
    offers $shell '--plot=svg' 'lawtester run impact.yaml --plot=s'
    offers $shell '--plugin=' 'lawtester check --plu'
    offers $shell 'impact.yaml' 'lawtester run imp'
    offers $shell 'kn=' 'lawtester run impact.yaml -D kn'
    offers $shell 'e_n_high=' 'lawtester calibrate impact.yaml --to e_n_h'
    offers $shell 'law' 'lawtester new '
done
finish
