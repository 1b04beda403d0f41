#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# doc.sh LAWTESTER ROOT: the documents say what the program does. A law's page has its parameters,
# state and energies; a block of commands runs, ends as '# exit N' says (0 if nothing does) and prints
# the lines below each command ('...': and others). A block headed 'yaml FILE', 'c FILE', 'cpp FILE', 'python FILE' is that file.
set -u
. "$(dirname "$0")/tap.sh"
lawtester=$(absolute "$1")
root=$(absolute "$2")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
log=$folder/log
for name in README.md doc plots presets scripts src stages; do ln -s "$root/$name" .; done
ln -s "$(dirname "$lawtester")" build
PATH=$folder/build:$PATH

# The beginnings of the table rows that the page of a law must have, from 'laws NAME --json'. Of a law made of parts
# these are not the kinds of part that it has chosen, nor what goes with a part that it cannot have.
rows() {
    awk '
        function value() {sub(/^[^:]*: /, ""); sub(/,$/, ""); gsub(/"/, ""); return $0}
        function bound(text, otherwise) {return text == "null" ? otherwise : text + 0}
        function possible(of,    clause, n, i, kind) {
            if (of == "")
                return 1
            n = split(of, clause, "; ")
            for (i = 1; i <= n; i++) {
                kind = clause[i]
                sub(/[: ].*/, "", kind)
                if (!(kind in fixed) || (fixed[kind] + 0 > 0 && (clause[i] == kind || clause[i] ~ / and /)))
                    return 1
            }
            return 0
        }
        function row() {
            if (name == "")
                return
            if (section == "parameters" && name ~ kinds && low == high) {
                fixed[name] = preset
                name = ""
            }
            text = "| `" name "` | " unit " |"
            if (section == "parameters")
                text = text " " bound(preset, "–") " | " (low == "null" ? "(−∞" : "[" low + 0) ", " \
                    (high == "null" ? "∞)" : high + 0 "]") " |"
            if (name != "" && possible(of))
                print text
            name = of = ""
        }
        BEGIN {kinds = "^(normal|cohesion|damping|tangential|rolling|twisting|film|bond)$"}
        /^      "[a-z]*": \[/ {row(); section = $1; gsub(/[":]/, "", section)}
        section !~ /^(parameters|state|energies)$/ {next}
        $1 == "\"name\":" {row(); name = value()}
        $1 == "\"unit\":" {unit = value()}
        $1 == "\"of\":" {of = value()}
        $1 == "\"default\":" {preset = value()}
        $1 == "\"min\":" {low = value()}
        $1 == "\"max\":" {high = value()}'
}

# The names that the tables 'State' and 'Dissipated energies' have.
kept() {
    awk '/^[A-Z]/ {inside = /^State/ || /^Dissipated/; next} inside && NF {print $1}'
}

for law in $("$lawtester" laws | sed 's/ .*//'); do
    "$lawtester" laws "$law" --json | rows >rows
    # What parts beside those chosen remember and lose stands on the page of contact.
    "$lawtester" laws "$law" --all | kept >all
    "$lawtester" laws "$law" | kept >chosen
    grep -vxFf chosen all >others
    page=doc/$law.md
    if ! test -f "$page"; then # the law contact with some parts chosen
        page=doc/contact.md
        grep -qF "[\`$law\`](" "$page"
        verdict $? "$page names $law"
        sed -i '/^| `\(normal\|cohesion\|damping\|tangential\|rolling\|film\|bond\)`/d' rows
    fi
    if [ "$page" = "doc/$law.md" ] && [ "$law" != contact ]; then
        sed 's/.*/^| `&` |/' others >patterns
        grep -vf patterns rows >few && mv few rows
    fi
    test "$(wc -l <rows)" -gt 4
    verdict $? "the law $law has its tables"
    while IFS= read -r row; do
        grep -qF -e "$row" "$page"
        verdict $? "$page: $row"
    done <rows
done

try() { # LINE: the command without its prompt; a line NAME="..." holds for the rest of its block
    wanted=0
    case $1 in *' # exit '*) wanted=${1##* # exit } ;; esac
    if printf '%s\n' "$1" | grep -qx '[a-z]*="[^"]*"'; then
        set_before="$set_before$1; "
    fi
    sh -c "$set_before$1" >printed 2>&1 </dev/null
    code=$?
    cat printed >"$log"
    test "$code" -eq "$wanted"
    verdict $? "$page: ${1%% # exit*}: exit $wanted"
}

# printed LINE: the last command printed it, numbers to seven digits; what is left of rounding, below
# 1e-9, differs from build to build.
printed() {
    grep -qxF -e "$1" printed && return
    LINE=$1 awk '
        function alike(a, b) {
            if (a == b) return 1
            if (a !~ number || b !~ number) return 0
            size = a < 0 ? -a : +a
            off = a < b ? b - a : a - b
            return off <= 1e-7*size || (size < 1e-9 && off < 1e-9)
        }
        BEGIN { number = "^[-+]?[0-9]+(\\.[0-9]+)?(e[-+]?[0-9]+)?$"; n = split(ENVIRON["LINE"], wanted) }
        NF == n { for (i = 1; i <= n && alike($i, wanted[i]); i++); found = found || i > n }
        END { exit !found }' printed
}

block() { # FILE
    set_before=
    while IFS= read -r line; do
        case $line in
        '$ '*) try "${line#'$ '}" ;;
        ...) ;;
        *)
            printed "$line"
            verdict $? "$page: prints '$line'"
            ;;
        esac
    done <"$1"
}

blocks=0
for page in README.md plots/README.md doc/*.md; do
    rm -f block.*
    awk '
        /^```/ {inside = $0 == "```sh"; n += inside; file = $1 ~ /^```(yaml|c|cpp|python)$/ ? $2 : ""; next}
        file != "" {print >file}
        inside {print >sprintf("block.%03d", n)}' "$page"
    case $page in doc/own-code.md | doc/cpp-law.md)
        if ! command -v c++ >/dev/null; then
            skip "$page" 'there is no C++ compiler'
            continue
        fi
        ;;
    esac
    if [ "$page" = doc/conformance.md ] && ! { command -v cc && command -v python3; } >/dev/null; then
        skip "$page" 'there is no C compiler, or no python3'
        continue
    fi
    for file in block.*; do
        head -n 1 "$file" | grep -q '^\$ ' || continue
        blocks=$((blocks + 1))
        block "$file"
    done
done
log=
test "$blocks" -gt 0
verdict $? 'the documents have commands'
finish
