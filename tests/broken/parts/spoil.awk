# SPDX-License-Identifier: GPL-3.0-or-later
# spoil.awk faults.txt FILE...: copies of the files of the law contact, all in the folder OUT, with all
# faults of the table in them; the variable lt_part_fault says which of them there is, from 1. spoiled.h gives
# the law and its parts names of their own; faults.c has the table.
function base(path) {
    sub(/.*\//, "", path)
    return path
}
function rename(name) {
    print "#define " name " spoiled_" name >(out "/spoiled.h")
}
BEGIN {
    table = ARGV[1]
    print "extern int lt_part_fault;" >(out "/spoiled.h")
    n = split("lt_law_contact lt_choices_make lt_choices_remake lt_contact_make lt_contact_one lt_contact_lane lt_contact_block " \
        "lt_contact_march lt_contact_time lt_contact_reach lt_composition_of lt_composition_derive lt_composition_is_own " \
        "lt_composition_bind lt_composition_with lt_composition_part lt_composition_own_part lt_contact_apart", names, " ")
    for (i = 1; i <= n; i++)
        rename(names[i])
}
FILENAME == table && /^[a-z]/ {
    split($0, head, ": ")
    name[++faults] = head[1]; file[faults] = head[2]; parts[faults] = head[3]; checks[faults] = head[4]
}
FILENAME == table && /^ / {
    sub(/^ */, "")
    if (!(faults in before)) {
        first = index($0, "<<"); last = index($0, ">>")
        before[faults] = substr($0, 1, first - 1)
        right[faults] = substr($0, first + 2, last - first - 2)
        after[faults] = substr($0, last + 2)
    } else
        wrong[faults] = $0
}
FILENAME == table {next}
FNR == 1 {
    here = base(FILENAME)
    to = out "/" here
    if (here ~ /\.c$/)
        print "#include \"spoiled.h\"" >to
    if (FILENAME ~ /parts\/.*\.c$/) {
        id = here
        sub(/\.c$/, "", id)
        gsub(/-/, "_", id)
        rename("lt_part_" id)
        rename("lt_steps_" id)
    }
}
{
    for (i = 1; i <= faults; i++) {
        at = file[i] == here ? index($0, before[i] right[i] after[i]) : 0
        if (at) {
            found[i]++
            $0 = substr($0, 1, at - 1) before[i] "(lt_part_fault == " i " ? (" wrong[i] ") : (" right[i] "))" \
                substr($0, at + length(before[i] right[i]))
        }
    }
    sub(/^#include "\.\.\//, "#include \"")
    print >to
}
END {
    to = out "/faults.c"
    print "#include \"spoiled.h\"\nint lt_part_fault;" >to
    print "/* No law is a name for a choice of its parts. */" >to
    print "const char *lt_choices_make(const void *contact, const void *room) {return 0;}" >to
    print "const char *lt_choices_remake(const void *before, void *contact, const void *room) {return 0;}" >to
    print "struct lt_part_row {const char *name, *parts, *checks;};" >to
    print "extern const struct lt_part_row lt_part_faults[];\nconst struct lt_part_row lt_part_faults[] = {" >to
    for (i = 1; i <= faults; i++) {
        printf "    {\"%s\", \"%s\", \"%s\"},\n", name[i], parts[i], checks[i] >to
        if (found[i] != 1) {
            print name[i] ": '" before[i] right[i] after[i] "' is there " found[i] + 0 " times in " file[i] >"/dev/stderr"
            bad = 1
        }
    }
    print "    {0, 0, 0}};" >to
    exit bad
}
