#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# report.sh LAWTESTER ROOT: the page of a directory of runs, as a file and in a browser.
set -u
. "$(dirname "$0")/tap.sh"
lawtester=$(absolute "$1")
root=$2
scratch

lacks() { # NAME WORDS FILE
    ! grep -qi -e "$2" "$3"
    verdict $? "$1"
}

"$lawtester" run "$root/stages/linear/impact.yaml" "$root/stages/linear/cyclic-shear.yaml" -q -o out
sed 's|^title:.*|title: "<script>alert(1)</script> \& \\"q\\" <img src=x>"|
    s/^  - {that: e_n, is:.*/  - {that: e_n, is: 0.1, within: 1e-3}/' "$root/stages/linear/impact.yaml" >hostile.yaml
"$lawtester" run hostile.yaml -q -o out >/dev/null

try 0 'a page' report out -o page.html
check 'it is there' test -s page.html
check 'its name is printed' grep -qx page.html out.txt
check 'every program' test "$(grep -c '<section id="run-' page.html)" -eq 3
check 'a missed expectation' grep -q '<td class="bad">missed</td>' page.html
check '... in the words of its run, too' grep -q 'law linear: <span class="bad">missed</span>' page.html
check 'both numbers' grep -q '0.571740028</td><td class="number" data-head="expected">0.1</td>' page.html
check 'figures are part of it' test "$(grep -o 'src="data:image/svg+xml;base64,' page.html | wc -l)" -ge 5
check 'it lets a browser load nothing' grep -q "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; style-src 'sha256-" page.html
check 'the law is described' grep -q '<h2>Laws</h2>' page.html
lacks 'no script' '<script' page.html
check 'a title is nothing but text' grep -q '&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;q&quot;' page.html
lacks 'nothing from elsewhere' 'src="[^d]\|href="[^#]' page.html
check 'numbers of an expectation have their unit' grep -q 'data-head="value">[-0-9.e]*&nbsp;[A-Z]' page.html
check 'a choice is a word' grep -q '<dt>dp_mode</dt><dd>[a-z]' page.html
check 'a number says what it is where columns have no room' grep -q '<td class="number" data-head="within">1e-10</td>' page.html
check 'a figure scrolls before its letters are too small' grep -q 'figure img {.*max-width: max(100%, 36rem)' page.html
check 'a prefix is the Greek letter' grep -q '<dd>[0-9.]* µ[smJN]</dd>' page.html
lacks '... everywhere' '>[0-9.]* u[smJN]<' page.html
check 'what a figure shows, in words' grep -q '<figcaption>shear force fs over shear displacement us' page.html
cp page.html first.html
try 0 'again' report out -o page.html
check 'the same bytes' cmp first.html page.html
cp page.html out/page.html
try 0 'a page beside the runs, again' report out -o out/page.html
cp out/impact.csv impact.csv
try 2 'a page in place of what it is about' report out -o out/impact.csv
says err.txt 'out/impact.csv would be overwritten, but it is read'
check '... which stays' cmp impact.csv out/impact.csv
rm out/page.html
sed '/^expect:/,$d' "$root/stages/linear/impact.yaml" >idle.yaml
"$lawtester" run idle.yaml -q -o idle --plot=none
try 0 'a program that expects nothing' report idle -o idle.html
check 'is said to expect nothing' grep -q '<p>1 stage program; nothing is expected. <span class="ok">All runs are done.</span></p>' idle.html
check '... in its row, too' grep -q 'data-head="expectations met">none</td>' idle.html

try 5 'no directory' report nowhere
try 2 'a misspelt law' report linar
says err.txt "unknown law 'linar'; did you mean 'linear'?"
try 2 'two directories' report out out
try 2 'nothing' report
mkdir empty broken
try 5 'nothing to report' report empty
printf '{"program": "x",\n "results": {1}}\n' >broken/x.json
try 3 'a document that is none' report broken -o broken.html
check 'says where' grep -q 'broken/x.json:2:' err.txt
check 'and writes no page' test ! -e broken.html
printf '{"program": [], "results": {}, "laws": [1, {"checks": 3}]}\n' >broken/x.json
printf '{"program": "y", "results": {"e_n": "a"}, "expect": [1, null], "plots": [{"file": "../x.svg"}]}\n' >broken/y.json
try 0 'documents of another kind' report broken -o broken.html

# What lies elsewhere is not embedded because a link of the folder leads there.
mkdir linked
"$lawtester" run "$root/stages/linear/impact.yaml" -q -o linked --plot=svg
echo 'PRIVATE KEY 12345' >secret
rm linked/impact.svg
ln -s ../secret linked/impact.svg
sed 's/"title": "[^"]*"/"title": "ELSEWHERE"/' linked/impact.json >elsewhere.json
ln -s ../elsewhere.json linked/other.json
try 0 'a folder with links out of it' report linked -o linked.html
lacks 'what a figure leads to is not in the page' "$(base64 <secret | cut -c1-16)" linked.html
lacks '... nor another document' ELSEWHERE linked.html
check '... which is said' grep -q 'note: left out, since not regular files of this folder: linked/other.json$' err.txt
mv linked moved && ln -s moved linked
try 0 'a folder that is a link itself' report linked -o linked.html
check '... is read' grep -q 'id="run-1"' linked.html

try 0 'the page of a law' report hertz -o law.html
check 'its programs were run' grep -q '<section id="run-3' law.html
check 'it was verified' grep -q '<h3>hertz: \([0-9]*\) of \1 checks met' law.html
check 'its equations come first' test "$(grep -n '<h2>Laws' law.html | cut -d: -f1)" -lt "$(grep -n '<h2>Programs' law.html | cut -d: -f1)"

# What a browser says of it. It has to have loaded and styled the page without a complaint.
browser=$(command -v chromium) || browser=
if [ -n "$browser" ]; then
    mkdir profile
    "$browser" --headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking \
        --disable-component-update --disable-sync --disable-quic --user-data-dir="$folder/profile" \
        --enable-logging=stderr --screenshot="$folder/page.png" --window-size=1200,1600 \
        "file://$folder/page.html" 2>browser.txt >/dev/null
    check 'a browser shows it' test -s page.png
    lacks 'without a complaint' 'console\|refused' browser.txt
    if command -v pdftotext >/dev/null; then
        "$browser" --headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking \
            --disable-component-update --disable-sync --disable-quic --user-data-dir="$folder/profile" \
            --print-to-pdf="$folder/page.pdf" "file://$folder/page.html" 2>/dev/null >/dev/null
        pdftotext -layout page.pdf page.txt
        check 'in print a heading is on the page of its first figure' awk '
            BEGIN {RS = "\f"}
            /Program impact, law linear/ && !/overlap/ {apart = 1}
            END {exit apart || NR < 2}' page.txt
    else
        skip 'in print a heading is on the page of its first figure' 'no pdftotext'
    fi
else
    skip 'a browser shows it' 'no chromium'
fi
finish
