#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# lint.sh LAWTESTER ROOT LIBRARY: what holds for the text of the project.
set -u
. "$(dirname "$0")/tap.sh"
lawtester=$(absolute "$1")
root=$2
library=$(absolute "$3")
cd "$root" || exit 1
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT

# none NAME COMMAND...: passes if the command finds nothing.
none() {
    name=$1
    shift
    "$@" >"$log" 2>&1
    test ! -s "$log"
    verdict $? "$name"
}

unformatted() {
    find src tests doc scripts -name '*.[ch]' ! -path 'doc/templates/deploy/*' -exec clang-format --dry-run -Werror {} + 2>&1 | grep 'error:'
}
if command -v clang-format >/dev/null; then
    none 'C is formatted' unformatted
else
    skip 'C is formatted' 'no clang-format'
fi

without_licence() {
    find src tests scripts doc .ci meson.build -type f ! -name '*.csv' ! -name '*.svg' ! -name '*.ipynb' ! -name '*.yaml' ! -path '*/bad/*' |
        while read -r file; do
            head -n 3 "$file" | grep -q 'SPDX-License-Identifier: ' || echo "$file"
        done
}
none 'every source file names its licence' without_licence

# The library has no other name to give to those who link it; a sanitizer adds its own.
foreign_symbols() {
    nm -g --defined-only "$library" | awk '!/:$/ && NF == 3 && $3 !~ /^(lt_|__|_GLOBAL_)/ {print $3}'
}
none 'exported symbols begin with lt_' foreign_symbols

# src/meson.build has the rooms in their order.
none 'no include goes up to a later room' scripts/house up
scripts/house drawing | cmp - doc/figures/rooms.svg >"$log" 2>&1
verdict $? 'the drawing of the rooms is that of scripts/house'
none 'nothing in the library but lt_memory_out() ends the process' scripts/house ends

if command -v python3 >/dev/null; then
    schematics() {
        scripts/schematics "$log.drawn"
        for figure in "$log.drawn"/*; do cmp "$figure" "doc/figures/$(basename "$figure")"; done
        rm -rf "$log.drawn"
    }
    none 'the schematics are those of scripts/schematics' schematics
    none 'terms link to the glossary where a page uses them first' scripts/glossary
else
    skip 'the schematics are those of scripts/schematics' 'no python3'
    skip 'terms link to the glossary where a page uses them first' 'no python3'
fi

printing() {
    find src -name '*.c' ! -path src/main.c ! -path 'src/command/*' ! -path 'src/serve/*' -exec grep -nE \
        '(^|[^a-z_])(printf|vprintf|puts|putchar|perror)\(|(printf|fput[cs]|fwrite|putc)\(.*std(out|err)' {} +
}
none 'only main.c and the commands print' printing

leaving() {
    grep -rnE '(^|[^a-z_])exit\(' src --include='*.c' --exclude-dir=serve
}
none 'nothing but main() ends the program' leaving

unused_laws() {
    for law in $("$lawtester" laws | awk '/^[a-z][a-z0-9-]*  / {print $1}'); do
        grep -rqE "name: *['\"]?$law(['\", }]|\$)" stages || echo "$law"
    done
}
none 'every law has a stage program' unused_laws

version() { # FILE: the first line 'version: X' of it
    sed -n "s/^ *version: '*\([0-9.]*\)'*,*$/\1/p" "$1" | head -n 1
}
test "$(version meson.build)" = "$(version CITATION.cff)"
verdict $? 'CITATION.cff has the version of meson.build'

unfinished() {
    grep -rnwE 'TO''DO|FIX''ME|XX''X|HA''CK' src tests scripts doc stages plots presets meson.build README.md .ci
}
none 'nothing is left open' unfinished

# A folder right below the root is no sign of a machine: HOME may be /tmp, the checkout in /data.
machine_paths() {
    for path in "$(pwd)/" "${HOME:-}/"; do
        case $path in
        /*/*/) grep -rnF "$path" src tests scripts doc stages plots presets meson.build README.md .ci ;;
        esac
    done
}
none 'no path of this machine' machine_paths

# Both ways: a figure that a page shows is there, and one that is there is shown.
unpaired_figures() {
    grep -ohE 'figures/[a-z0-9-]+\.svg' README.md doc/*.md | sed 's|.*/||' | sort -u >"$log.shown"
    ls doc/figures | sort | comm -3 "$log.shown" -
    rm -f "$log.shown"
}
none 'the figures of the manual are shown' unpaired_figures

plain_figures() {
    grep -L 'prefers-color-scheme: dark' doc/figures/*.svg
}
none 'the figures of the manual are for light and dark pages' plain_figures

# Links within Markdown and files named in it lead somewhere.
pages() {
    find . -name '*.md' ! -path './build*' ! -path './.git/*' | sed 's|^\./||' | sort
}

broken_links() {
    pages | xargs awk -f tests/links.awk | while read -r place target anchor; do
        if ! test -e "$target"; then
            echo "$place: no $target"
        elif test "$anchor" != - &&
            ! awk -v headings=1 -f tests/links.awk "$target" | grep -qxF -e "$anchor"; then
            echo "$place: no heading #$anchor in $target"
        fi
    done
}
none 'links of the documents lead somewhere' broken_links

unlisted_pages() {
    for page in doc/*.md; do
        page=${page#doc/}
        test "$page" = README.md || grep -qF "]($page)" doc/README.md || echo "$page"
    done
}
none 'the index has every document' unlisted_pages

# A page with a section of equations and one of energies is that of a law: one outline for all, others may stand between.
outline='What it models
Equations
Parameters
Energies
Closed forms
Known pitfalls
References'

other_outlines() {
    for page in $(grep -lx '## Equations' doc/*.md); do
        sed -n 's/^## //p' "$page" | grep -xF "$outline" >"$log.outline"
        printf '%s\n' "$outline" | cmp -s - "$log.outline" || echo "$page: its headings are not those of a law's page"
    done
    rm -f "$log.outline"
}
none 'the pages of laws have one outline' other_outlines

unknown_paths() {
    pages | xargs grep -noE '`(doc|plots|presets|scripts|src|stages|tests)/[A-Za-z0-9_./-]+`' | tr -d '`' |
        while IFS=: read -r page line path; do
            test -e "$path" || echo "$page:$line: no $path"
        done
}
none 'files that the documents name are there' unknown_paths

malformed() {
    python3 -c '
import sys
from xml.dom import minidom
for path in sys.argv[1:]:
    try:
        minidom.parse(path)
    except Exception as error:
        print(path, error)' doc/figures/*.svg
}
none 'figures are well-formed XML' malformed

# The options of a command as '--help' and as its paragraphs of the manual have them, '-o --output'.
# In the manual a synopsis may name an option by its letter.
options_of_help() { # COMMAND
    "$lawtester" "$1" --help | sed -n 's/^  \(-[a-zA-Z]\), *\(--[a-z-]*\).*/\1 \2/p; s/^  *\(--[a-z-]*\).*/- \1/p'
}

options_of_synopsis() { # COMMAND
    sed -n "s/^\*$1\* //p" doc/lawtester.1.scd | grep -oE '\*-[a-zA-Z-]+\*' | tr -d '*' | sort -u
}

options_of_manual() {
    sed -n '/^# OPTIONS/,/^# FORMULAS/p' doc/lawtester.1.scd | grep -E '^\*-' | grep -oE '\*-[a-zA-Z-]+\*' |
        tr -d '*' | sort -u
}

commands=$("$lawtester" --help | sed -n 's/^  \([a-z-]*\)  .*/\1/p')

undocumented() {
    options_of_manual >"$log.manual"
    for command in $commands; do
        options_of_help "$command" >"$log.help"
        options_of_synopsis "$command" >"$log.synopsis"
        while read -r letter option; do
            grep -qx -e "$option" "$log.manual" || echo "$command $option: not in OPTIONS"
            test "$letter" = - || grep -qx -e "$letter" "$log.manual" || echo "$command $letter: not in OPTIONS"
            case $option in --help | --plugin) continue ;; esac
            grep -qx -e "$option" -e "$letter" "$log.synopsis" || echo "$command $option: not in its synopsis"
        done <"$log.help"
        tr ' ' '\n' <"$log.help" | sort -u | comm -13 - "$log.synopsis" | sed "s/^/$command has no /"
        cat "$log.help"
    done >"$log.found"
    grep -v '^-' "$log.found"
    { grep '^-' "$log.found" | tr ' ' '\n'; echo --version; } | sort -u | comm -13 - "$log.manual" |
        sed 's/^/no command has /'
    sed -n '/^# COMMANDS/,/^# OPTIONS/s/^\*\([a-z-]*\)\*.*/\1/p' doc/lawtester.1.scd | sort -u >"$log.manual"
    printf '%s\n' $commands | sort -u | comm -3 - "$log.manual"
    rm -f "$log.manual" "$log.help" "$log.synopsis" "$log.found"
}
none 'the manual has the commands and options of --help, and no others' undocumented

# The roles of law.h, each with its unit, in the manual and no others.
roles_apart() {
    sed -n 's/^    F(LT_[A-Z_]*, "\([a-z_]*\)", "\([^"]*\)".*/\1 \2/p' src/law.h | sed 's/Pa N N/Pa, N or N/; s/ 1 m$/ 1 or m/' | sort >"$log.roles"
    sed -n '/^## Roles/,/^## In C/s/^| `\([a-z_]*\)` | \([^|]*\) |.*/\1 \2/p' doc/new-law.md | sort | comm -3 - "$log.roles"
    test -s "$log.roles" || echo 'law.h has no roles'
    rm -f "$log.roles"
}
none 'the manual has the roles of law.h, and no others' roles_apart

# A law or a host is spoiled where its line is found, or the build stops.
sh tests/broken/spoil.sh 's/there is no such line/x/' src/bodies/bodies.c >"$log" 2>&1
test $? -eq 1
verdict $? 'what is to be spoiled must be there'

finish
