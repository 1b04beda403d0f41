/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figure/svg.h"

#include "base/text.h"
#include "figure/html.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const char FONT[] = " font-family=\"DejaVu Sans\"";
static const char FONTS[] = " font-family=\"DejaVu Sans, Verdana, Helvetica, Arial, sans-serif\"";

/* ---- Colours --------------------------------------------------------------------------------- */

/* A quoted value, and the name of its attribute. */
struct value {
    const char *name, *text;
    size_t name_length, length;
};

/* Returns true for both quotes that gnuplot uses around attributes, " and ', false for any other
 * character. */
static bool is_quote(char c) {
    return c == '"' || c == '\'';
}

/* Finds the quoted attribute value that contains AT, and its attribute's name; START is the start
 * of the drawing. False if AT is in no such value. */
static bool find_value(const char *start, const char *at, struct value *value) {
    const char *begin = at;
    while (begin > start && !is_quote(begin[-1]))
        begin--;
    size_t length = begin > start ? strcspn(begin, "\"'") : 0;
    if (length == 0 || begin[length] != begin[-1])
        return false;
    const char *end = begin - 1;
    while (end > start && (end[-1] == '=' || end[-1] == ' '))
        end--;
    const char *name = end;
    while (name > start && ((name[-1] >= 'a' && name[-1] <= 'z') || name[-1] == '-'))
        name--;
    *value = (struct value){name, begin, (size_t)(end - name), length};
    return name < end;
}

/* Writes a style rule "[stroke='rgb(51, 51, 51)']{stroke:rgb(214, 214, 214)}" for each colour,
 * once, found by comparing the light with the dark drawing. Returns true; false if these differ in
 * anything but values of attributes. */
static bool put_rules(FILE *file, const char *light, const char *dark) {
    struct lt_text rules;
    FILE *known = lt_text_begin(&rules);
    const char *a = light, *b = dark;
    while (*a && *b) {
        /* Both drawings advance together as long as they agree. */
        if (*a == *b) {
            a++;
            b++;
            continue;
        }
        struct value from, to;
        if (!find_value(light, a, &from) || !find_value(dark, b, &to))
            break;
        size_t before = rules.size;
        fprintf(known, "[%.*s=\"%.*s\"]{%.*s:%.*s}\n", (int)from.name_length, from.name,
                (int)from.length, from.text, (int)from.name_length, from.name, (int)to.length,
                to.text);
        const char *all = lt_text_now(&rules);
        /* A rule that stands before is removed again. */
        if (strstr(all, all + before) < all + before)
            lt_text_cut(&rules, before);
        a = from.text + from.length;
        b = to.text + to.length;
    }
    fprintf(file, "\n<style>@media (prefers-color-scheme: dark) {\n%s}</style>",
            lt_text_now(&rules));
    lt_text_drop(&rules);
    return *a == *b;
}

/* ---- The whole ------------------------------------------------------------------------------- */

/* Writes the drawing without gnuplot's font attributes, as the root element sets the font once. Of
 * the user's texts gnuplot escapes all but "]]>", which XML does not allow in text. */
static void put_body(FILE *file, const char *text) {
    while (*text) {
        const bool font = strncmp(text, FONT, sizeof FONT - 1) == 0;
        const bool end = strncmp(text, "]]>", 3) == 0;
        if (end)
            fputs("]]&gt;", file);
        else if (!font)
            fputc(*text, file);
        text += end ? 3 : font ? sizeof FONT - 1 : 1;
    }
}

/* Completes gnuplot's SVG: title and description for screen readers, fallback fonts, and the
 * colours of DARK (or NULL) for dark pages. Returns malloc'd text of *size bytes; NULL if gnuplot's
 * format is unknown. */
char *lt_svg_finish(const char *drawing, const char *dark, const char *title,
                    const char *description, size_t *size) {
    const char *attributes = strstr(drawing, "<svg"), *begin = strstr(drawing, "<title>"),
               *end = strstr(drawing, "</desc>");
    if (!attributes || !begin || !end || attributes > begin || begin > end)
        return NULL;
    /* gnuplot's title and description are replaced. */
    attributes += strlen("<svg");
    end += strlen("</desc>");
    struct lt_text text;
    FILE *file = lt_text_begin(&text);
    fwrite(drawing, 1, (size_t)(attributes - drawing), file);
    fprintf(file, " role=\"img\" xml:space=\"preserve\"%s", FONTS);
    fwrite(attributes, 1, (size_t)(begin - attributes), file);
    fputs("<title>", file);
    lt_html_put(file, title);
    fputs("</title>\n<desc>", file);
    lt_html_put(file, description);
    fputs("</desc>", file);
    bool good = !dark || put_rules(file, drawing, dark);
    put_body(file, end);
    if (!good) {
        lt_text_drop(&text);
        return NULL;
    }
    char *bytes = lt_text_end(&text);
    *size = text.size;
    return bytes;
}
