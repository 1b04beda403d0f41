# SPDX-License-Identifier: GPL-3.0-or-later
# spoil_parts.awk parts.txt contact.i: the law contact, preprocessed, with all faults of the table in it; the
# variable lt_part_fault says which of them there is, from 1; the table as C at the end.
FNR == 1 {file++}
file == 1 && /^#/ {next}
file == 1 && /^[a-z]/ {
    split($0, head, ": ")
    name[++faults] = head[1]; parts[faults] = head[2]; checks[faults] = head[3]
    next
}
file == 1 && /^ / {
    sub(/^ */, "")
    if (!(faults in before)) {
        first = index($0, "<<"); last = index($0, ">>")
        before[faults] = substr($0, 1, first - 1)
        right[faults] = substr($0, first + 2, last - first - 2)
        after[faults] = substr($0, last + 2)
    } else
        wrong[faults] = $0
    next
}
file == 2 && FNR == 1 {print "extern int lt_part_fault; int lt_part_fault;"}
file == 2 {
    for (i = 1; i <= faults; i++) {
        at = index($0, before[i] right[i] after[i])
        if (at) {
            found[i]++
            $0 = substr($0, 1, at - 1) before[i] "(lt_part_fault == " i " ? (" wrong[i] ") : (" right[i] "))" \
                substr($0, at + length(before[i] right[i]))
        }
    }
    gsub(/lt_law_contact/, "lt_law_contact_spoiled")
    gsub(/lt_contact_joined/, "lt_contact_joined_spoiled")
    print
}
END {
    print "struct lt_part_row {const char *name, *parts, *checks;};"
    print "extern const struct lt_part_row lt_part_faults[];\nconst struct lt_part_row lt_part_faults[] = {"
    for (i = 1; i <= faults; i++) {
        printf "    {\"%s\", \"%s\", \"%s\"},\n", name[i], parts[i], checks[i]
        if (found[i] != 1) {
            print name[i] ": '" before[i] right[i] after[i] "' is there " found[i] + 0 " times" >"/dev/stderr"
            bad = 1
        }
    }
    print "    {0, 0, 0}};"
    exit bad
}
