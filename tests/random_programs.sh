#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# random_programs.sh LAWTESTER ROOT RANDOM_PROGRAMS PLUGIN: what must hold of any program holds of those
# drawn at random; and a program that spoils one thing is found out. With LT_ALL (scripts/nightly) three times as many.
set -u
. "$(dirname "$0")/tap.sh"
lawtester=$(absolute "$1")
root=$(absolute "$2")
random=$(absolute "$3")
plugin=$(absolute "$4")
scratch
times=${LT_ALL:+3}
many=$((40 * ${times:-1}))
few=$((20 * ${times:-1}))

"$random" "$lawtester" "$root" 1 $many --plugin="$plugin" -o faults >"$log" 2>&1
verdict $? "$many programs"
test ! -e faults
verdict $? '... none is written out'
"$random" "$lawtester" "$root" 301 $few --freely --plugin="$plugin" -o faults >"$log" 2>&1
verdict $? "$few programs that set any number"

# found CHECK TEXT [COUNT]: a lawtester whose files are spoiled by TEXT is accused of CHECK, in COUNT programs.
found() {
    wanted=$1
    { printf '%s\n' '#!/bin/sh' "'$lawtester' \"\$@\"" 'code=$?' 'case $1 in laws) exit $code ;; esac'
      printf '%s\n' 'file=${2%.yaml}' "$2" 'exit $code'; } >spoiled
    chmod +x spoiled
    "$random" ./spoiled "$root" 1 ${3:-2} --only="$wanted" -o faults --as-drawn >out.txt 2>err.txt
    code=$?
    { echo "exit $code"; cat out.txt err.txt; } >"$log"
    test "$code" -eq 1 && grep -q "^seed [0-9]*: $wanted: " out.txt && grep -rqF "$wanted: " faults
    verdict $? "found: $wanted"
    rm -rf faults
}

# The number of column NAME in the last row of FILE.csv, by a formula of itself.
spoil() { # FILE NAME FORMULA
    echo "case \$file in */$1) awk -F, -v OFS=, 'NR > 1 {print last} NR == 1 {for (i = 1; i <= NF; i++) if (\$i == \"$2\") c = i} {last = \$0} END {\$0 = last; \$c = $3; print}' OFMT=%.17g CONVFMT=%.17g \$file.csv >\$file.new && mv \$file.new \$file.csv ;; esac"
}

found exit 'code=5'
found exit 'case $file in */base) kill -SEGV $$ ;; esac'
found finite "$(spoil base E_strain '"nan"')"
found twice "$(spoil again un '$c*(1 + 1e-14)')"
found mirror-s "$(spoil mirror-s un '$c*(1 + 1e-6) + 1e-12')" 20
found exchange-st "$(spoil exchange-st un '$c*(1 + 1e-6) + 1e-12')" 20
found swap-ab "$(spoil swap-ab un '$c*(1 + 1e-6) + 1e-12')" 20
found thinned "$(spoil thinned un '$c*(1 + 1e-14)')"
found cut "$(spoil cut un '$c*(1 + 1e-6) + 1e-12')" 60
found idle "$(spoil idle un '$c*(1 + 1e-6) + 1e-12')" 60
found sweep 'sed -i "2,\$s/,\([0-9]\)\.[0-9]/,\1.5/" $file.sweep.csv 2>/dev/null'
found ledger 'case $file in */base) sed -i "s/\"energy_residual_rel\": [^,]*/\"energy_residual_rel\": 0.6/" $file.json ;; esac' 8
found converges "$(spoil steps us '$c + 1')" 100
found 'bad input' 'case $1 in check) code=4 ;; esac'
finish
