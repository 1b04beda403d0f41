#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# run.sh ROOT HARNESS CORPUS EACH: a harness over its part of the corpus, with so many mutations of each input.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
harness=$(realpath "$2")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$here/corpus.sh" "$1" "$folder"
cd "$folder"
code=0
"$harness" -each="$4" -seed="${SEED:-1}" "$3" >out.txt 2>&1 || code=$?
tail -n 30 out.txt
for input in fuzz-*.input; do
    test ! -e "$input" || { echo "the input was:"; cat "$input"; }
done
exit "$code"
