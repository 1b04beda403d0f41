# SPDX-License-Identifier: GPL-3.0-or-later
# Each file as the lines of a C array, named for its ending: source[] of a .c, program[] of a .yaml.
BEGIN {print "/* made from doc/templates */"}
FNR == 1 {
    if (NR > 1)
        print "    NULL};"
    print "static const char *const " (FILENAME ~ /\.c$/ ? "source" : "program") "[] = {"
    if (/SPDX/)
        next
}
{
    gsub(/[\\"]/, "\\\\&")
    print "    \"" $0 "\\n\","
}
END {print "    NULL};"}
