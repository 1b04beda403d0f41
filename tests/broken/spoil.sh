#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# spoil.sh PATTERN FILE: the file with what the sed pattern changes; an error if that is nothing.
set -eu
sed -e "$1" "$2" | cmp -s - "$2" && {
    echo "$2: '$1' matches nothing: the line to be spoiled has changed" >&2
    exit 1
}
sed -e "$1" "$2"
