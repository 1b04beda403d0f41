#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# sweep.sh LAWTESTER STAGES: the command sweep: what it writes, how it is stopped and continued; and
# the sweeps among the stage programs give what theory says.
set -u
. "$(dirname "$0")/tap.sh"
lawtester=$(absolute "$1")
stages=$(absolute "$2")
scratch

cat >impact.yaml <<'END'
lawtester: 1
particles: {a: {shape: wall}, b: {shape: sphere, radius: 5 mm, mass: 1 g}}
law: {name: linear, kn: 1e5 N/m, ks: 5e4 N/m, dp_nratio: 0.2}
motion: {integrator: leapfrog, dt: t_c/200}
stages:
  - {whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}
sweep:
  over: {vn: {from: 0.01, to: 10, scale: log}, dp_nratio: {from: 0, to: 0.9}}
  design: sobol
  n: 300
  results: [e_n, t_contact]
  plots: [{x: vn, y: dp_nratio, z: e_n}]
END

# What is written.
try 0 'a sweep' sweep impact.yaml -o whole
for ending in csv json svg gp; do
    check "sweep writes impact.sweep.$ending" test -s whole/impact.sweep.$ending
done
check 'and nothing else' test "$(ls whole | wc -l)" -eq 4
check 'a row for each point' test "$(wc -l <whole/impact.sweep.csv)" -eq 301
check 'the header' grep -qx 'vn,dp_nratio,e_n,t_contact,failed' whole/impact.sweep.csv
try 0 'the document on standard output' sweep impact.yaml -o json --json --plot=none
check '--json prints one document' grep -q '"generator": "gsl sobol"' out.txt
try 0 'the table is one that plot reads' plot whole/impact.sweep.csv -x vn -y e_n -o vn.svg
check 'a point of the figure for each row that plot reads' \
    test "$(sed -n '/^.curve1 <</,/^EOD/p' vn.gp | grep -c '^[0-9]')" -eq 300
sed 's/over: .*/over: {vn: {from: 0.1, to: 2, n: 5}, dp_nratio: {from: 0, to: 0.9, n: 12}}/
    s/design: .*/design: grid/; /^  n: /d
    s/plots: .*/plots: [{x: vn, y: [e_n, t_contact], labels: [restitution, time]}, {x: vn, y: dp_nratio, z: e_n, z_label: rebound, contour: [0.5, 0.7]}]/' impact.yaml >family.yaml
try 0 'more curves than names' sweep family.yaml -o family
check '... are told apart by colours' test "$(grep -c 'linecolor palette' family/family.sweep.gp)" -eq 24
check '... whose meaning is said' grep -q "set cblabel 'normal critical damping ratio dp_nratio'" family/family.sweep.gp
check '... and what they show' grep -q "title 'restitution'" family/family.sweep.gp
sed 's/vn: {from: 0.1, to: 2, n: 5}/vn: [0.1, 2]/; s/to: 0.9, n: 12/to: 0.9, n: 300/' family.yaml >many.yaml
try 0 'more curves than are drawn' sweep many.yaml -o many
check '... says how many are' grep -q "title 'restitution, 200 of 300 curves'" many/many.sweep.gp
check 'a map has its contours' grep -q 'levels discrete 0.5, 0.7$' family/family.sweep-2.gp
check '... and what its colours are' grep -q "set cblabel 'rebound'" family/family.sweep-2.gp
sed 's/labels: .restitution, time./labels: [restitution]/' family.yaml >labels.yaml
try 3 'labels that are too few' check labels.yaml
says err.txt '1 labels for 2 columns of y'
sed 's/labels: .restitution, time./label: rule/' family.yaml >labels.yaml
try 3 'a label of nothing' check labels.yaml
says err.txt 'label names the theory, but there is none'
try 0 'more threads' sweep impact.yaml -o threads -j 3 --plot=none
check 'the same table' cmp whole/impact.sweep.csv threads/impact.sweep.csv

mkdir elsewhere
sed 's/dp_nratio: 0.2/dp_nratio: 0.1/' impact.yaml >elsewhere/impact.yaml
cp -r json shared
try 0 'a sweep of the same name from elsewhere' sweep elsewhere/impact.yaml -o shared --plot=none
check 'it is said' grep -q 'files of another program of this name were moved to shared/previous' err.txt
check 'and the first is kept' cmp json/impact.sweep.csv shared/previous/impact.sweep.csv

# A parameter that is a formula of another and of the pair follows it.
try 0 'a dashpot that goes with the mass' sweep "$stages/linear/size-dependent.yaml" -o follows --plot=none
check 'at every stiffness' awk -F, 'NR > 1 {d = $4/5000 - 1; if (d*d > 1e-24 || $5) exit 1} END {exit NR != 10}' \
    follows/size-dependent.sweep.csv

# What is wrong.
try 2 'no file' sweep
try 2 'no threads' sweep impact.yaml -j 0
for word in --shard --shard=1/2 --merge; do
    try 2 "$word" sweep impact.yaml $word
    says err.txt "'${word%=*}' has been removed: in Python lawtester.sweep('FILE', executor=E, folder='out')"
done
sed '/^sweep/,$d' impact.yaml >bare.yaml
try 3 'a program without a sweep' sweep bare.yaml
sed 's/n: 300/n: -3/' impact.yaml >wrong.yaml
try 3 'a wrong sweep' sweep wrong.yaml
check 'its place is told' grep -q '^wrong.yaml:10:6: error: ' err.txt
try 3 'run tells it too' run wrong.yaml
try 5 'a folder that cannot be' sweep impact.yaml -o impact.yaml/x
try 4 'points that fail' sweep impact.yaml -o failed -D 'stages[0].max_steps=100' --plot=none
check 'the first is told' grep -q 'points failed; point 0: ' err.txt
check 'the table is there' test "$(grep -c ',,,1$' failed/impact.sweep.csv)" -gt 0

# A result without a meaning is an empty field, a formula over it a failure that says why.
sed '/^sweep/,$d' impact.yaml >null.yaml
cat >>null.yaml <<'END'
sweep: {over: {dp_nratio: [0.1, 0.2]}, results: [e_n, e_t, {twice: 2*e_t}, t_contact]}
END
try 4 'a formula over nothing' sweep null.yaml -o null --plot=none
says err.txt "twice: '2*e_t' is not a number: e_t has no value here"
check 'an empty field' grep -qE '^0.1[0-9]*,0[.0-9e-]+,,,[.0-9e-]+,1$' null/null.sweep.csv
sed -i 's/ {twice: 2.e_t},//' null.yaml
try 0 'a result without a meaning' sweep null.yaml -o null --plot=none
check 'is no failure' grep -qE '^0.1[0-9]*,0[.0-9e-]+,,[.0-9e-]+,0$' null/null.sweep.csv

# A choice is swept by its words; in the table they are numbers, in a figure words.
cat >choice.yaml <<'END'
lawtester: 1
let: {mode: 0}
particles: {a: {shape: wall}, b: {shape: sphere, radius: 5 mm, mass: 1 g}}
law: {name: linear, kn: 1e5 N/m, dp_nratio: 0.2}
stages:
  - {whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}
sweep:
  over: {dp_mode: [full, no-tension], vn: [1 m/s, 2 m/s]}
  results: [e_n]
  plots: [{x: vn, y: e_n}]
END
try 0 'a sweep over a choice' sweep choice.yaml
check 'the words in the figure' grep -q "title 'dp_mode = no-tension'" out/choice.sweep.gp
check 'and in the document' grep -q '"no-tension",' out/choice.sweep.json
check 'numbers in the table' test "$(cut -d, -f1 out/choice.sweep.csv | tr '\n' ' ')" = 'dp_mode 0 0 1 1 '
try 0 'a table that plot reads' plot out/choice.sweep.csv -x dp_mode -y e_n -o choice.svg
sed 's/dp_mode: .*, vn/mode: [0, 0.5, 1], vn/; s/dp_nratio: 0.2/&, dp_mode: mode/' choice.yaml >let.yaml
try 4 'a let that makes a fraction of a choice' sweep let.yaml --plot=none
check 'its points fail' test "$(grep -c '^0.5,.*,,1$' out/let.sweep.csv)" -eq 2
check 'the others do not' test "$(grep -c ',0$' out/let.sweep.csv)" -eq 4
says err.txt 'law.dp_mode is 0.5: it must be full (0), no-tension (1), '

# What columns end with and come to, as columns.
sed '/^sweep/,$d; s/integrator: leapfrog/integrator: exact/' impact.yaml >extremes.yaml
cat >>extremes.yaml <<'END'
record: {columns: [t, {push: 0 - un}]}
sweep: {over: {dp_nratio: [0, 0.2]}, results: [fn_max, fn_lowest, contact_end, push_end, pull_max, t_force]}
END
try 0 'ends and extremes' sweep extremes.yaml -o extremes --plot=none
check 'the lowest force is the largest push' awk -F, 'NR > 1 && ($2 + $3)^2 > 1e-20*$2^2 {exit 1}
    NR > 1 && $4 != 0 {exit 1}' extremes/extremes.sweep.csv

# Contacts that never separate: e_n is 0, noticed long before the steps run out.
sed '/^sweep/,$d' impact.yaml >stuck.yaml
cat >>stuck.yaml <<'END'
sweep: {over: {dp_nratio: [0.5, 1, 2, 5]}, results: [e_n, t_contact, steps]}
END
for integrator in exact leapfrog velocity-verlet; do
    try 0 "overdamped, $integrator" sweep stuck.yaml -o stuck --plot=none \
        -D motion.integrator=$integrator -D dp_mode=full
    check 'three never separate' test "$(grep -cE '^[125],0,,(200|[12]000),0$' stuck/stuck.sweep.csv)" -eq 3
done

# The document says which sweep it is, by a hash.
identity() {
    grep -o '"sweep": *"[0-9a-f]\{64\}"' "$1"
}

# A file that a sweep reads belongs to it: when that changes, what was done is of another sweep.
cat >first.yaml <<'END'
lawtester: 1
let: {mu: {file: mu.csv, column: mu}}
particles: {a: {shape: wall}, b: {shape: sphere, radius: 5 mm, mass: 1 g}}
law: {name: linear, kn: 1e5 N/m, ks: 1e5 N/m, fric: mu}
stages:
  - {whats: v.v..., values: [-1, 0, {file: vt.csv, column: vt, over: t}, 0, 0, 0], until: time > 1e-4}
END
sed 's/^stages/start: out\/first.json\n&/' first.yaml >second.yaml
echo 'sweep: {over: {kn: [1e5, 2e5, 3e5]}, results: [ft_max]}' >>second.yaml
printf 'mu\n0.2\n0.4\n' >mu.csv
printf 't,vt\n0,0.1\n1,0.1\n' >vt.csv
for file in mu.csv vt.csv out/first.json; do
    try 0 'a start' run first.yaml
    try 0 'what reads files' sweep second.yaml -o read
    before=$(identity read/second.sweep.json)
    case $file in
    *.csv) sed -i 's/0\.2$/0.3/; s/,0\.1$/,0.2/' $file ;;
    *) try 0 'another start' run first.yaml -D kn=1.5e5 ;;
    esac
    try 0 "after $file changed" sweep second.yaml -o read
    check 'it is another sweep' test -n "$before" -a "$before" != "$(identity read/second.sweep.json)"
done

# A law as another code has it is another law.
cat >as.yaml <<END
lawtester: 1
particles:
  a: {shape: sphere, radius: 5 mm, density: 2500}
  b: {shape: sphere, radius: 5 mm, density: 2500}
law: {name: contact, normal: hertz, young: 1e8, poisson: 0.3, damping: tsuji, alpha: 0.3}
stages:
  - {whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}
sweep: {over: {vn: [1 m/s, 2 m/s]}, results: [e_n, t_contact]}
END
try 0 'as it stands' sweep as.yaml -o as --plot=none
before=$(identity as/as.sweep.json)
try 0 'as YADE has the law' sweep as.yaml -o as --plot=none --for yade
check 'is another sweep' test -n "$before" -a "$before" != "$(identity as/as.sweep.json)"

# Stopped while it is under way, and continued. -D belongs to what is continued.
long=50000
begin() { # in the background, until something is done
    rm -rf long
    mkdir long
    echo old >long/impact.sweep.csv
    "$lawtester" sweep impact.yaml -o long -j 1 -D sweep.n=$long --plot=none >/dev/null 2>err.txt &
    pid=$!
    i=0
    while [ $i -lt 500 ] && ! grep -q '^block' long/impact.sweep.partial 2>/dev/null; do
        sleep 0.02
        i=$((i + 1))
    done
}
try 0 'a long sweep' sweep impact.yaml -o reference -D sweep.n=$long --plot=none
for signal in KILL TERM; do
    begin
    kill -s $signal $pid
    wait $pid 2>/dev/null
    code=$?
    test "$code" -eq "$(case $signal in KILL) echo 137 ;; TERM) echo 143 ;; esac)"
    verdict $? "SIG$signal ends the sweep"
    check 'what was done is kept' test -s long/impact.sweep.partial
    test $signal = KILL || check 'there is no table yet' test ! -e long/impact.sweep.csv
    test $signal = KILL || check 'an older one is kept' grep -qx old long/previous/impact.sweep.csv
    try 5 'another sweep does not mix' sweep impact.yaml -o long -D sweep.n=$long -D kn=2e5
    try 0 'the same command goes on' sweep impact.yaml -o long -D sweep.n=$long --plot=none
    check 'the same table' cmp reference/impact.sweep.csv long/impact.sweep.csv
    check 'nothing is left over' test ! -e long/impact.sweep.partial
done

# Two at once in one folder: the second lets the first go on.
begin
kill -s STOP $pid
try 5 'a sweep that another process is making' sweep impact.yaml -o long -D sweep.n=$long --plot=none
says err.txt 'long/impact.sweep.partial: another lawtester process is using it'
kill -s CONT $pid
wait $pid
verdict $? 'the first comes to its end'
check 'with the same table' cmp reference/impact.sweep.csv long/impact.sweep.csv

# Stopped while it draws: Ctrl-C reaches gnuplot, too.
mkdir fake
cat >fake/gnuplot <<'END'
#!/bin/sh
cat >/dev/null
kill -INT $PPID
exit 1
END
chmod +x fake/gnuplot
PATH=$folder/fake:$PATH "$lawtester" sweep impact.yaml -o drawn >out.txt 2>err.txt
test $? -eq 130
verdict $? 'Ctrl-C while it draws: exit 130'
check 'the table is there' cmp whole/impact.sweep.csv drawn/impact.sweep.csv
says err.txt 'drawn/impact.sweep.csv is complete, its figures are not'
check 'and nothing is blamed on gnuplot' test "$(wc -l <err.txt)" -eq 1

# What is said of a long one where there is no terminal: a line now and then, and what is done last.
begin
kill -s STOP $pid
sleep 5.2
kill -s CONT $pid
wait $pid
says err.txt ' points/s, '
says err.txt 'writing the table ...'
check 'few lines' test "$(wc -l <err.txt)" -le 9

# The stage programs: two columns agree to the digits given, or a column has a standard deviation.
agree() { # FILE COLUMN COLUMN TOLERANCE CONDITION
    awk -F, -v a="$2" -v b="$3" -v tolerance="$4" '
        NR == 1 {for (i = 1; i <= NF; i++) at[$i] = i; next}
        {
            d = $at[a] - $at[b]
            bad += !((d < 0 ? -d : d) <= tolerance)
        }
        END {exit bad > 0 || NR < 2}' "$1"
}
for file in "$stages"/sweep/*.yaml; do
    try 0 "$(basename "$file")" sweep "$file" -o stages
    check 'its figure' test -s "stages/$(basename "$file" .yaml).sweep.svg"
done
check 'a map has its contour' grep -q 'levels discrete 0.75' stages/oblique.sweep.gp
check 'a tornado has bars with errors' grep -q 'bars2 using 1:2:7:8 with xerrorbars' stages/contact-time.sweep.gp
check 'a tornado of ranges' grep -q "title 'at its 95 %'" stages/contact-time.sweep-2.gp
try 0 '-D of what is swept' sweep impact.yaml -D dp_nratio=0.5 -D sweep.n=4 --plot=none
says err.txt '-D dp_nratio is ignored: the sweep varies it'
sed 's/^sweep:.*/sweep: {over: {law.dp_nratio: [0.1, 0.2]}, results: [e_n]}/; /^sweep:/q' impact.yaml >by-path.yaml
try 0 '... which it names by its path' sweep by-path.yaml -D dp_nratio=0.5 --plot=none
says err.txt '-D law.dp_nratio is ignored: the sweep varies it'
{ echo 'let: {v: 1}'; sed 's/^sweep:.*/sweep: {over: {let.v: [1, 2]}, results: [e_n]}/; s/-1,/-v,/; /^sweep:/q' impact.yaml; } >by-path.yaml
try 0 'a let by its path' sweep by-path.yaml --plot=none -o by-path
check '... is the let' grep -q '^v,e_n' by-path/by-path.sweep.csv
try 0 'a tornado in characters' sweep "$stages/sweep/contact-time.yaml" --plot=term -o term
check '... with a line for k, more than half as wide as the figure' \
    awk '/ k .-/ { long = gsub("-", "") > 30 || long } END { exit !long }' out.txt
check 'damping: the closed form' agree stages/damping.sweep.csv e_n closed_form 1e-9
check 'calibrated: each target is met' agree stages/calibrated.sweep.csv e_n wanted 1e-8
awk -F, 'NR > 1 {d = $3 - (1 - 2*$2/$1); if ($1 > 7*$2 && (d > 1e-9 || d < -1e-9)) bad++; n++}
    END {exit bad > 0 || n < 500}' stages/oblique.sweep.csv
verdict $? 'oblique: it slides at grazing incidence'
# Each factor is stratified, but two shuffled ones are correlated by 1/sqrt(1000), which makes the
# standard deviation uncertain by 1.5 %; three times that is allowed.
check 'uncertainty: the closed form' agree stages/uncertainty.sweep.csv t_contact closed_form 1e-12
awk -F, 'NR > 1 {n++; s += $3; q += $3*$3}
    END {m = s/n; d = sqrt(q/n - m*m)/m; exit !(d > 0.02388 && d < 0.02612 && n == 1000)}' \
    stages/uncertainty.sweep.csv
verdict $? 'uncertainty: 2.5 % of the contact time'
check 'slopes beside the curves' grep -q "'mean: slope −2.00'" stages/slip-accounts.sweep.gp
cat >order.yaml <<'END'
lawtester: 1
let: {n: 1}
particles: {a: {shape: wall}, b: {shape: sphere, radius: 5 mm, mass: 1 g}}
law: {name: linear, kn: 1e5}
stages: [{whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}]
sweep:
  over: {n: [10, 20, 40, 80, 160, 320]}
  results: [{a: "n > 50 and 0 or 1/n^2"}, {b: -1/n}]
  plots: [{kind: order, x: n, y: [a, b]}]
END
try 0 'numbers without logarithms' sweep order.yaml -o order
check '... are not of the slope, which is said' grep -q "'a: slope −2.00 (3 of 6 points)'" order/order.sweep.gp
check '... nor have one' grep -q "'b (0 of 6 points)'" order/order.sweep.gp
sed 's/kind: order, x: n/kind: order, z: mean, x: n/' "$stages/sweep/slip-accounts.yaml" >map.yaml
try 3 'a map has no order' sweep map.yaml
check 'says so' grep -q 'only curves {x, y} have an order' err.txt

# A number of the contact's own, where a stage sets that of a material, would keep the stage from acting.
{ cat "$stages/linear/set-piece.yaml"; echo 'sweep: {over: {kn: [1e5, 2e5]}, results: [fn_max]}'; } >piece.yaml
try 3 'what silences a stage' sweep piece.yaml
check 'says so' grep -q "a contact with 'kn' of its own does not follow 'kn' of a material, which a stage sets" err.txt
sed 's/over: {kn/over: {emod/' piece.yaml >modulus.yaml
try 3 'what makes such a number' sweep modulus.yaml
check 'says so, too' grep -q "a contact with 'emod' of its own does not follow 'kn' of a material" err.txt
sed 's/over: {kn/over: {materials.m1.kn/' piece.yaml >material.yaml
try 0 'that of the material' sweep material.yaml --plot=none
try 3 'the same by the command line' run piece.yaml -D kn=1e5
check "says so: 'law' gives it" grep -q "the contact does not inherit 'kn': 'law' gives it" err.txt

# A let that is a column of a table has the unit of the column.
printf 'v [mm/s]\n100\n200\n300\n' >v.csv
sed '/^sweep/,$d; s/\[-1,/[-v,/' impact.yaml >drawn.yaml
echo 'let: {v: {file: v.csv, column: v}}
sweep: {design: lhs, n: 3, results: [fn_max]}' >>drawn.yaml
try 0 'a column with a unit' sweep drawn.yaml --plot=none
check 'is shown with it' grep -q '^  v  *100 mm/s ' out.txt
check '... in the document' sh -c 'grep -A1 "\"v\": {" out/drawn.sweep.json | grep -q "\"unit\": \"m/s\""'
try 0 '... and may be varied with it' calibrate drawn.yaml --vary 'v=1 mm/s:1 m/s' --to 'fn_max=2 N'
check '... and found' grep -q '^v = .* m/s$' out.txt


# As an array of NumPy; the table in the other format goes.
try 0 'a table in text' sweep "$stages/sweep/uncertainty.yaml" -D sweep.n=50 -o formats --plot=none
cp formats/uncertainty.sweep.csv text.csv
try 0 'a table as an array' sweep "$stages/sweep/uncertainty.yaml" -D sweep.n=50 -D record.format=npy -o formats
check '... in place of the text' test ! -e formats/uncertainty.sweep.csv -a -s formats/uncertainty.sweep.npy
for y in $(head -n 1 text.csv | tr , ' '); do
    try 0 "... the same: $y" compare text.csv formats/uncertainty.sweep.npy --x "$(head -n 1 text.csv | cut -d, -f1)" --y "$y" --within 0
done

finish
