# SPDX-License-Identifier: GPL-3.0-or-later
# keys.awk PATHS PAGE...: keys that the pages do not name in the section of their outermost key (of law.define, also of a
# part, in its own; of none anywhere), words of choices that they do not name at all, and keys of their tables that PATHS
# does not have: a path a line, or a path and one of its words. Sections are those of the first page.
function section_of(path,    outer) {
    outer = path
    sub(/[.[].*/, "", outer)
    if (path ~ /^law\.(PARAMETER\.)?define\./)
        return "law: define"
    for (heading in text)
        if (heading != "law: define" && (" " heading " ") ~ ("[ ,]" outer "[ ,]"))
            return heading
    return ""
}

NR == FNR && NF == 2 {
    words[$1, $2] = $1
    next
}
NR == FNR {
    path = $1
    last = path
    sub(/.*[.]/, "", last)
    sub(/\[\]$/, "", last)
    known[last] = 1
    if (path !~ /\[\]$/ && last !~ /^[A-Z]/)
        paths[path] = last
    next
}

FNR == 1 {
    pages++
    heading = ""
}
pages == 1 && /^## / { heading = substr($0, 4) }
{
    text[heading] = text[heading] " " $0
    text[""] = text[""] " " $0
}
/^\| key \|/ { table = 1 }
/^$/ { table = 0 }
table && /^\| `/ {
    split($0, cells, "|")
    while (match(cells[2], /`[a-z_]+`/)) {
        key = substr(cells[2], RSTART + 1, RLENGTH - 2)
        if (!(key in known))
            print "the page has a key '" key "' that is none"
        cells[2] = substr(cells[2], RSTART + RLENGTH)
    }
}

END {
    for (path in paths)
        if (text[section_of(path)] !~ ("[^a-z_]" paths[path] "[^a-z_]"))
            print "the page does not name " path " under '" section_of(path) "'"
    for (each in words) {
        split(each, parts, SUBSEP)
        if (!index(text[""], parts[2]))
            print "no page names " parts[1] ": " parts[2]
    }
}
