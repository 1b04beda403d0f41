# SPDX-License-Identifier: GPL-3.0-or-later
# Each file as the lines of a C array, named for its ending: source[] of a .c, program[] of a
# .yaml, style[] of a .css.
BEGIN {
    name["c"] = "source"
    name["yaml"] = "program"
    name["css"] = "style"
}
FNR == 1 {
    if (NR > 1)
        print "    NULL};"
    ending = FILENAME
    sub(/.*\./, "", ending)
    print "static const char *const " name[ending] "[] = {"
    if (/SPDX/)
        next
}
{
    gsub(/[\\"]/, "\\\\&")
    print "    \"" $0 "\\n\","
}
END {print "    NULL};"}
