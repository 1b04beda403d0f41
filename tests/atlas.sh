#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# atlas.sh LAWTESTER ROOT PLUGINS: the figures of laws: what is drawn and what is left out, closed forms on their curves, the
# page, laws of one's own. All laws are run; LT_ALL draws them all.
set -u
. "$(dirname "$0")/tap.sh"
lawtester=$(absolute "$1")
root=$(absolute "$2")
plugins=$(absolute "$3")
scratch

figures() { # FIGURE...: those of out.txt, in their order
    test "$(sed -n 's/^[^ ]*-\([a-z]*\)\.[a-z]* .*/\1/p' out.txt | tr '\n' ' ')" = "$* "
}

# ---- Every law: its card, its closed forms, its row of the manual's table ------------------------------------------------

row() { # LAW: "| `law` | rate | pulls | shear | twist | roll | parts |", by what out.txt has
    awk -v law="$1" '
        {kind = $1; sub(/\.gp$/, "", kind); sub(/.*-/, "", kind); has[kind] = 1}
        kind == "normal" && !/same at all speeds/ {rate = 1}
        function mark(yes) {return yes ? " yes |" : " – |"}
        END {print "| `" law "` |" mark(rate) mark(has["pull"]) mark(has["shear"]) mark(has["twist"]) mark(has["roll"]) mark(has["speed"])}' out.txt
}

for law in $("$lawtester" laws | sed 's/ .*//'); do
    check "$law has a card" test -f "$root/stages/atlas/$law.yaml"
    try 0 "$law, its closed forms on their curves" laws "$law" --plot=none -o none
    row "$law" >row.txt
    check "$law at a glance" grep -qFf row.txt "$root/doc/laws.md"
    for script in none/"$law"-*.gp; do # no figure is empty: of some curve two numbers differ
        check "$(basename "$script" .gp) shows something" awk '
            /^\$.*<</ {inside = 1; n = 0; next}
            /^EOD/ {inside = 0}
            inside && NF >= 2 {if (n++ && ($NF != last || $1 != first)) differs = 1; last = $NF; first = $1}
            END {exit !differs}' "$script"
    done
done

"$root/scripts/glance" "$lawtester" | grep '^|' >glance.txt
sed -n '/^<!-- [lp]/,/^<!-- end/p' "$root/doc/laws.md" | grep '^|' >tables.txt
check 'doc/laws.md has the tables of scripts/glance' diff tables.txt glance.txt

# ---- One law -------------------------------------------------------------------------------------------------------------

try 0 'a law without shear' laws hertz --plot -o out
check 'has no figure of it' figures normal impact energy speed
check 'a closed form is dashed on top' grep -q 'closed form' out/hertz-normal.svg
check 'labels are words with units' grep -q '>overlap (µm)<' out/hertz-normal.svg
check '... and an angle is in degrees' "$lawtester" laws mindlin --plot -o out
check '... in degrees' grep -q '>angle of impact (°)<' out/mindlin-angle.svg
check 'nothing else is written' test "$(ls out | grep -c '^hertz-')" -eq 8
try 0 'a bond' laws contact-bond --plot=none -o out
check 'is pulled apart, and collides with nothing' figures normal pull shear energy
try 0 'in characters' laws hertz --plot=term -o out
says out.txt 'overlap (um)'
try 0 'another number' laws hertz --plot=none -D en=1 -o out
check 'makes loading the same at all speeds' grep -q 'hertz-normal.gp .*; the same at all speeds$' out.txt
try 0 'smaller' laws hertz --plot --size=60x50 --theme=dark -o small
try 1 'a closed form that is not that of the number' laws luding --plot=none -D phi_f=0.03 -o out
says err.txt "luding: figure 'normal': the closed form is off the curve by 0.26: always -fn = max"
check 'is drawn all the same' grep -q '^out/luding-normal.gp ' out.txt
try 4 'a law that cannot collide' laws linear --plot=none -D kn=0 -o out
says err.txt "linear: figure 'impact': kn is 0: there is no stiffness along n"

try 2 'no such law' laws mindlim --plot
says err.txt "unknown law 'mindlim'; did you mean 'mindlin'?"
try 2 'a part' laws rolling:sds --plot
says err.txt "'rolling:sds' is a part, not a law"
try 2 'no law' laws --plot
says err.txt "'lawtester atlas' draws all laws"
try 2 'options of figures without one' laws hertz -D en=1
says err.txt 'are for figures: add --plot'
try 5 'no such file' laws none.yaml --plot
echo >file
try 5 'nowhere to write' laws hertz --plot -o file/out

# ---- Laws of one's own ---------------------------------------------------------------------------------------------------

try 0 'a law in formulas' laws "$root/stages/formulas/coulomb.yaml" --plot=none -o own
check 'with no section atlas' figures normal shear impact cone energy speed angle
{ cat "$root/stages/formulas/coulomb.yaml"; echo 'atlas: {forms: {load: "kn*max(-un, 0)"}}'; } >card.yaml
try 0 'with one' laws card.yaml --plot=none -o own
check 'has its closed form' grep -q 'closed form' own/card-normal.gp
sed 's/load: "kn/load: "1.001*kn/' card.yaml >wrong.yaml
try 1 'with a wrong one' laws wrong.yaml --plot=none -o own
says err.txt "figure 'normal': the closed form is off the curve by 0.001"
sed 's/load: "kn/load: "knn/' card.yaml >unknown.yaml
try 3 'with a name that is none' laws unknown.yaml --plot=none -o own
says err.txt "'knn'"
sed 's/^atlas: .*/atlas: {overlap: 5 kg}/' card.yaml >unit.yaml
try 3 'with another unit' laws unit.yaml --plot=none -o own
sed 's/^atlas: .*/atlas: {speeds: []}/' card.yaml >speeds.yaml
try 3 'without a speed' laws speeds.yaml --plot=none -o own
says err.txt 'expected 1 to 4 speeds, found 0'
try 0 'a law of a plug-in' laws spring --plot=none -o own --plugin "$plugins/good.so"
check 'with numbers of usual size' figures normal impact energy speed

cat >disc.yaml <<'END'
lawtester: 1
particles:
  a: {shape: disc, radius: 5 mm, density: 2500 kg/m^3, velocity: [0.2, 0, 0.1]}
  b: {shape: disc, radius: 3 mm, density: 2500 kg/m^3}
law: {name: linear, kn: 1e7 N/m, ks: 5e6 N/m, fric: 0.3}
stages: [{whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}]
atlas:
  overlap: 20 um
  forms:
    load: kn*max(-un, 0)
    shear: min(ks*ut, fric*kn*20e-6)
END
try 0 'discs, sheared in their plane' laws disc.yaml --plot=none -o own
check 'with their figures' figures normal shear impact cone energy speed angle
try 0 'a law that depends on its steps' laws "$root/stages/codes/preset-yade-luding.yaml" --plot=none -o own
check 'is drawn in steps' figures normal shear impact cone energy speed angle
try 0 'a bond that its particles pass' laws "$root/stages/errata/beam-smoothing.yaml" --plot=none -o own
check 'collides with nothing' figures normal pull shear twist roll energy
sed 's/{name: linear/{name: linear, kn: 0, dp_nratio: 0.1/; s/kn: 1e7 N.m, //; /^atlas/,$d' disc.yaml >soft.yaml
try 4 'a law without stiffness' laws soft.yaml --plot=none -o own
says err.txt "linear: say how far it is to be loaded: 'atlas: {overlap: 20 um}', or -D atlas.overlap=20e-6"

# ---- The page ------------------------------------------------------------------------------------------------------------

try 0 'a page' atlas hertz contact-bond card.yaml -o page.html -q
check 'its name is printed' grep -qx page.html out.txt
check 'a section for each' test "$(grep -c '<section id="law-' page.html)" -eq 3
check 'and a link' grep -q '<a href="#law-2">contact-bond</a>' page.html
check 'figures are part of it' test "$(grep -o 'src="data:image/svg+xml,' page.html | wc -l)" -eq 15
check 'for light and dark pages' grep -q 'prefers-color-scheme: dark' page.html
check 'closed forms are given' grep -q 'Dashed: <code>-fn = kn\*max(-un, 0)</code>' page.html
check 'numbers have their unit' grep -q '<dd>50 MPa</dd>' page.html
check 'a choice is a word' grep -q '<dd>no-tension</dd>' page.html
check 'it lets a browser load nothing' grep -q "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; style-src 'sha256-" page.html
check 'no script' sh -c '! grep -qi "<script" page.html'
cp page.html first.html
try 0 'again' atlas hertz contact-bond card.yaml -o page.html -q
check 'the same bytes' cmp first.html page.html
try 2 'no such law' atlas hertz lineer
says err.txt "unknown law 'lineer'; did you mean 'linear'?"
check 'no page' test ! -e atlas.html
try 5 'no such file' atlas hertz none.yaml
check 'no page' test ! -e atlas.html
try 3 'a program with an error' atlas unknown.yaml
try 2 'a page in place of a program' atlas card.yaml -o card.yaml
try 5 'a page that cannot be written' atlas hertz -o nowhere/page.html
says err.txt 'nowhere/page.html'

if [ "${LT_ALL:-}" ]; then
    try 0 'all laws' atlas -q
    check 'a page below 8 MB' test "$(wc -c <atlas.html)" -lt 8000000
    check 'with all of them' test "$(grep -c '<section id="law-' atlas.html)" -eq "$("$lawtester" laws | wc -l)"
fi
finish
