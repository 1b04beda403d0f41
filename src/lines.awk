# SPDX-License-Identifier: GPL-3.0-or-later
# Each file as the lines of a C array.
BEGIN {
    name["my-law.c"] = "source"
    name["my-law.yaml"] = "program"
    name["my-law-formulas.yaml"] = "formulas"
    name["my-part.c.in"] = "part_source"
    name["my-part.yaml"] = "part_program"
    name["check.py"] = "kit_check"
    name["adapter.h"] = "kit_adapter"
    name["world.h"] = "kit_world"
    name["frame.css"] = "frame_style"
    name["report.css"] = "report_style"
    name["page.css"] = "page_style"
    name["page.html"] = "page_body"
    name["page.js"] = "page_script"
    name["page_engine.js"] = "page_engine"
    name["page_worker.js"] = "page_worker"
}
FNR == 1 {
    if (NR > 1)
        print "    NULL};"
    file = FILENAME
    sub(/.*\//, "", file)
    print "static const char *const " name[file] "[] = {"
    if (/SPDX/)
        next
}
file ~ /^(page|frame)/ {
    sub(/^ +/, "")
}
{
    gsub(/[\\"]/, "\\\\&")
    print "    \"" $0 "\\n\","
}
END {print "    NULL};"}
