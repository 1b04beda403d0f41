#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# explore.sh LAWTESTER ROOT: what 'explore' says, without the engine and with files in its place; what the engine does in a
# page is asked by scripts/nightly pages.
set -u
. "$(dirname "$0")/tap.sh"
lawtester=$(absolute "$1")
root=$2
scratch

try 2 'nothing' explore
printf 'lawtester: 1\nlow: 1\n' >bad.yaml

# A program that is moved finds no engine.
mkdir moved
cp "$lawtester" moved
own=$lawtester
lawtester=$folder/moved/lawtester

# A table that a link leads to goes along as one from outside does: files in place of the engine will do.
mkdir engine linked
for part in engine.wasm.gz engine-licences.txt.gz engine-source.tar.xz; do
    echo "$part" >engine/$part
done
printf 't,vn\n0,-0.123456789\n1,-0.987654321\n' >secret.csv
ln -s ../secret.csv linked/load.csv
{ sed '/^stages/,$d' "$root/stages/linear/impact.yaml"
    echo 'stages: [{whats: v....., values: [{file: load.csv, column: vn}, 0, 0, 0, 0, 0], until: step >= 3}]'; } |
    sed 's/^motion:.*/motion: {dt: 1e-6}/' >linked/load.yaml
LAWTESTER_DATADIR="$folder/engine" try 3 'a table behind a link' explore linked/load.yaml -o linked.html
check 'says so' grep -q 'linked/load.csv is outside the program.s folder, or a link out of it; with --allow' err.txt
check 'and writes no page' test ! -e linked.html
LAWTESTER_DATADIR="$folder/engine" try 0 'the same, allowed' explore linked/load.yaml -o linked.html --allow
check 'its numbers go along' grep -q 0.987654321 linked.html
# So does a preset of one's own, whose words follow its path.
mkdir preset
printf 'code: mine\npresets: {a: {law: linear}, b: {law: hertz}}\n' >mine.yaml
sed 's|^law:.*|law: {preset: ../mine.yaml a, kn: 1e5 N/m}|' "$root/stages/linear/impact.yaml" | sed '/^expect/,$d; /^calibrate/d' >preset/own.yaml
LAWTESTER_DATADIR=$folder/engine try 0 'a preset of my own' explore preset/own.yaml -o own.html --allow
check 'goes along' grep -qF "preset: 'outside-1-mine.yaml a'" own.html
check 'with its text' grep -qF '"text":"code: mine' own.html
LAWTESTER_DATADIR=$folder try 5 'without the engine' explore "$root/stages/linear/impact.yaml"
if grep -q 'without the engine' err.txt; then
    check 'says what to do' grep -q 'in its source tree, run scripts/engine and install it again' err.txt
    check 'and writes no page' test ! -e page.html
else
    skip 'says what to do' 'an engine is installed'
fi
printf %s "$folder/a tree" >moved/source-tree
LAWTESTER_DATADIR=$folder try 5 'in a build without the engine' explore "$root/stages/linear/impact.yaml"
check 'says the command that makes it' grep -q "by: $folder/a tree/scripts/engine\$" err.txt
rm moved/source-tree
lawtester=$own
export LAWTESTER_DATADIR="$folder/engine"
ln -s "$root/plots" "$root/stages" engine
try 0 'a page' explore "$root/stages/linear/impact.yaml"
check 'its name is printed' grep -qx page.html out.txt
check 'it may load nothing' grep -q "default-src 'none'; base-uri 'none'; form-action 'none'; script-src 'wasm-unsafe-eval' 'sha256-" page.html
cp page.html first.html
try 0 'again' explore "$root/stages/linear/impact.yaml"
check 'the same bytes' cmp first.html page.html
try 3 'a program that is wrong' explore bad.yaml -o bad.html
check 'says where' grep -q 'bad.yaml:2:1: error' err.txt
check 'and writes no page' test ! -e bad.html
mkdir other
cp "$root/stages/linear/impact.yaml" other
try 0 'two programs' explore "$root/stages/linear/impact.yaml" "$root/stages/hertz/wall.yaml" -o two.html
try 2 'two of one name' explore "$root/stages/linear/impact.yaml" other/impact.yaml -o same.html
check 'says so' grep -q 'another program of this name' err.txt
check 'and writes no page' test ! -e same.html
try 2 'a page in place of its program' explore other/impact.yaml -o other/impact.yaml
check 'which stays' cmp "$root/stages/linear/impact.yaml" other/impact.yaml

# A report whose programs run.
cp "$root/stages/linear/cyclic-shear.yaml" 'cyclic & shear.yaml'
"$lawtester" run other/impact.yaml 'cyclic & shear.yaml' -q -o out --plot=none
try 0 'a report' report --live out -o 'a #1.html'
check 'two pages' test "$(cat out.txt)" = 'a #1-live.html
a #1.html'
check 'each has a link' test "$(grep -c '<p><a href="a%20%231-live.html#[a-z0-9%-]*\.yaml">' 'a #1.html')" -eq 2
check 'its sign is escaped' grep -q '#cyclic%20%26%20shear.yaml"' 'a #1.html'
check 'no script' test "$(grep -c '<script' 'a #1.html')" -eq 0
"$lawtester" run other/impact.yaml -D dp_nratio=0.3 -q -o out --plot=none >/dev/null
try 0 'one was run with other numbers' report --live out
check 'says so' grep -q 'impact.yaml: it is not what was run' err.txt
check '... and has no link' test "$(grep -c '<p><a href' report.html)" -eq 1
rm 'cyclic & shear.yaml'
try 0 'no program is left' report --live out
check 'no live page' test "$(cat out.txt)" = report.html
check '... and why' grep -q 'note: cyclic & shear has no live page' err.txt
try 5 'nowhere to write' explore "$root/stages/linear/impact.yaml" -o nowhere/page.html
finish
