# SPDX-License-Identifier: GPL-3.0-or-later
# links.awk PAGE...: the relative links of Markdown pages as lines 'PAGE:LINE TARGET ANCHOR', TARGET
# from where awk runs ('-' without anchor). With -v headings=1 the anchors of the headings instead.
FNR == 1 {
    fenced = 0
    folder = FILENAME
    if (!sub(/[^\/]*$/, "", folder))
        folder = ""
    delete seen
}

/^ *```/ {fenced = !fenced}
fenced {next}

headings && /^#+ / {
    slug = tolower($0)
    sub(/^#+ +/, "", slug)
    gsub(/[^a-z0-9_ \200-\377-]/, "", slug)
    gsub(/ /, "-", slug)
    print seen[slug]++ ? slug "-" seen[slug] - 1 : slug
}

!headings {
    text = $0
    while (match(text, /\]\([^) ]+/)) {
        target = substr(text, RSTART + 2, RLENGTH - 2)
        text = substr(text, RSTART + RLENGTH)
        if (target ~ /^[a-z]+:/)
            continue
        anchor = "-"
        if (match(target, /#/)) {
            anchor = substr(target, RSTART + 1)
            target = substr(target, 1, RSTART - 1)
        }
        print FILENAME ":" FNR, target == "" ? FILENAME : folder target, anchor
    }
}
