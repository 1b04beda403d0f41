# SPDX-License-Identifier: GPL-3.0-or-later
# Stage programs as C arrays, and a list of them with the laws that each is about: the one of its
# line "law:", and those behind the "# or" of that line.
function finish() {
    if (count)
        print "    NULL};"
}
BEGIN {print "/* made from stages/closed-forms */"}
FNR == 1 {
    finish()
    names[++count] = FILENAME
    sub(/.*\//, "", names[count])
    sub(/\.yaml$/, "", names[count])
    print "static const char *const lines_" count "[] = {"
}
/^law:/ {
    laws[count] = $0
    sub(/.*name: */, "", laws[count])
    rest = laws[count]
    sub(/[,} ].*/, "", laws[count])
    if (sub(/.*# or /, "", rest)) {
        gsub(/,/, " ", rest)
        laws[count] = laws[count] " " rest
    }
}
{
    gsub(/[\\"]/, "\\\\&")
    print "    \"" $0 "\\n\","
}
END {
    finish()
    print "static const struct lt_closed_form forms[] = {"
    for (i = 1; i <= count; i++)
        print "    {\"" names[i] "\", \" " laws[i] " \", lines_" i "},"
    print "};"
}
