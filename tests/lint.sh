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
    find src tests doc -name '*.[ch]' -exec clang-format --dry-run -Werror {} + 2>&1 | grep 'error:'
}
if command -v clang-format >/dev/null; then
    none 'C is formatted' unformatted
else
    skip 'C is formatted' 'no clang-format'
fi

without_licence() {
    find src tests scripts doc .ci meson.build -type f ! -name '*.csv' ! -name '*.svg' ! -name '*.yaml' ! -path '*/bad/*' |
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

printing() {
    find src -name '*.c' ! -path src/main.c ! -path 'src/command/*' -exec grep -nE \
        '(^|[^a-z_])(printf|vprintf|puts|putchar|perror)\(|(printf|fput[cs]|fwrite|putc)\(.*std(out|err)' {} +
    grep -nE '(fprintf|vfprintf)\(std(out|err)' src/*.c src/laws/*.c | grep -v '^src/main.c:'
}
none 'only main.c and the commands print' printing

leaving() {
    grep -nE '(^|[^a-z_])exit\(' src/*.c src/laws/*.c
}
none 'nothing but main() ends the program' leaving

unused_laws() {
    for file in src/laws/*.c; do
        law=$(basename "$file" .c)
        grep -rqE "name: *['\"]?$law(['\", }]|\$)" stages || echo "$law"
    done
}
none 'every law has a stage program' unused_laws

unfinished() {
    grep -rnwE 'TO''DO|FIX''ME|XX''X|HA''CK' src tests scripts doc stages plots meson.build README.md .ci
}
none 'nothing is left open' unfinished

# A folder right below the root is no sign of a machine: HOME may be /tmp, the checkout in /data.
machine_paths() {
    for path in "$(pwd)/" "${HOME:-}/"; do
        case $path in
        /*/*/) grep -rnF "$path" src tests scripts doc stages plots meson.build README.md .ci ;;
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

undocumented() {
    manual=doc/lawtester.1.scd
    for command in $("$lawtester" --help | sed -n 's/^  \([a-z-]*\) .*/\1/p'); do
        grep -q "^\*$command\*" "$manual" || echo "$command"
        for option in $("$lawtester" "$command" --help | sed -n 's/^  .*\(--[a-z-]*\).*/\1/p'); do
            grep -q -e "$option\*" "$manual" || echo "$command $option"
        done
    done
}
none 'the manual has every command and option' undocumented

finish
