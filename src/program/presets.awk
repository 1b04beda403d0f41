# SPDX-License-Identifier: GPL-3.0-or-later
# Files of presets as C arrays, and a list of them by their names without ending.
function finish() {
    if (count)
        print "    NULL};"
}
BEGIN {
    print "/* made from the folder presets */"
    print "struct lt_preset_text {\n    const char *name, *const *lines;\n};"
}
FNR == 1 {
    finish()
    names[++count] = FILENAME
    sub(/.*\//, "", names[count])
    sub(/\.yaml$/, "", names[count])
    print "static const char *const preset_lines_" count "[] = {"
}
{
    gsub(/[\\"]/, "\\\\&")
    print "    \"" $0 "\\n\","
}
END {
    finish()
    print "static const struct lt_preset_text embedded_presets[] = {"
    for (i = 1; i <= count; i++)
        print "    {\"" names[i] "\", preset_lines_" i "},"
    print "};"
}
