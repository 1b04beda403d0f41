#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# results_write.sh LAWTESTER ROOT: results.py --write writes all that is known of a folder, or leaves it as it was.
set -u
. "$(dirname "$0")/tap.sh"
lawtester=$(absolute "$1")
root=$(absolute "$2")
scratch
mkdir -p tree/stages/linear tree/tests/results
cp "$root/stages/linear/impact.yaml" tree/stages/linear/a.yaml
cp "$root/stages/linear/impact.yaml" tree/stages/linear/b.yaml

results() { # NAME CODE ARGUMENT...: 1: it says why not
    name=$1 wanted=$2
    shift 2
    python3 "$root/tests/results.py" "$@" >out.txt 2>err.txt
    code=$?
    cat out.txt err.txt >"$log"
    test "$code" -eq "$wanted"
    verdict $? "$name: exit $wanted"
}
as_it_was() {
    check '... what is known stays' cmp known.txt tree/tests/results/linear.txt
    check '... nothing else is left' test "$(ls tree/tests/results)" = linear.txt
}

results 'a folder' 0 "$lawtester" tree linear --write
check 'is known' grep -qx '== linear/b' tree/tests/results/linear.txt
results 'it gives what it gave' 0 "$lawtester" tree linear
cp tree/tests/results/linear.txt known.txt

# It ends in the midst: no program any more, or a signal.
cat >stopped <<END
#!/bin/sh
case "\$*" in *b.yaml*) kill -INT \$PPID; exec sleep 2 ;; esac
exec "$lawtester" "\$@"
END
chmod +x stopped
python3 "$root/tests/results.py" ./stopped tree linear --write >/dev/null 2>err.txt
test $? -ne 0
verdict $? 'interrupted'
as_it_was
results 'no such program' 1 ./nowhere tree linear --write
check '... is told' grep -q 'nowhere: there is no such program' err.txt
as_it_was
results 'no such folder' 1 "$lawtester" tree linaer --write
as_it_was

finish
