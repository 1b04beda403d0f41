/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "page/atlas_page.h"

#include "base/choice.h"
#include "base/text.h"
#include "figure/html.h"
#include "page/frame.h"
#include "page_parts.h" /* report_style[]: by lines */
#include "result/summary.h"

#include <string.h>

/* Writes the start of the page of an atlas: head, introduction and links to COUNT laws by name. */
void lt_atlas_page_begin(FILE *page, const char *const *names, size_t count) {
    lt_frame_begin(page, "Atlas of contact laws", report_style, NULL);
    fputs(
        "<body class=\"wide\">\n<a class=\"skip\" href=\"#content\">Skip to the content</a>\n"
        "<main id=\"content\">\n<h1>Atlas of contact laws</h1>\n"
        "<p>Each law is loaded and unloaded at several speeds, pulled apart, sheared, twisted and "
        "rolled at constant overlap; then two particles collide. What a law does not have is left "
        "out. Closed forms are dashed.</p>\n",
        page);
    if (count < 2)
        return;
    fputs("<p>", page);
    for (size_t i = 0; i < count; i++)
        lt_html_print(page, "%s<a href=\"#law-%zu\">%s</a>", i > 0 ? ", " : "", i + 1, names[i]);
    fputs("</p>\n", page);
}

/* Writes the parameters of a law that its figures use: those that the program CARD gives, choices
 * as words. */
static void put_parameters(FILE *page, const struct lt_program *card) {
    fputs("<dl class=\"values\">\n", page);
    for (size_t i = 0; i < card->law->n_params; i++) {
        const struct lt_field *field = &card->law->params[i];
        char buffer[64];
        if (!card->params[i].given)
            continue;
        lt_html_print(page, "<div><dt title=\"%s\">%s</dt><dd>", field->doc, field->name);
        const double value = card->params[i].value;
        const char *text = field->choices
                               ? lt_choice_word(field->choices, value, buffer, sizeof buffer)
                               : lt_summary_printed(value, field->unit, buffer, sizeof buffer);
        lt_html_put(page, text ? text : "");
        fputs("</dd></div>\n", page);
    }
    fputs("</dl>\n", page);
}

/* Writes the start of the section of law I (from 0): heading and parameters. CARD is the program
 * that shows it. */
void lt_atlas_page_law(FILE *page, size_t i, const struct lt_program *card) {
    const struct lt_law *law = card->law;
    const bool says = law->summary && *law->summary;
    lt_html_print(page,
                  "<section id=\"law-%zu\" aria-labelledby=\"law-%zu-title\">\n"
                  "<h2 id=\"law-%zu-title\">%s%s%s</h2>\n",
                  i + 1, i + 1, i + 1, law->name, says ? ": " : "", says ? law->summary : "");
    put_parameters(page, card);
    fputs("<div class=\"plates\">\n", page);
}

/* Writes a note in place of law I (from 0), which cannot be drawn. */
void lt_atlas_page_lacks(FILE *page, size_t i, const char *name) {
    lt_html_print(page, "<p id=\"law-%zu\" class=\"bad\">%s cannot be drawn.</p>\n", i + 1, name);
}

/* Writes an SVG as the address of an image: characters with a meaning there are escaped, line ends
 * dropped. */
static void put_address(FILE *page, const char *svg) {
    static const struct {
        char sign;
        const char *as;
    } signs[] = {{'"', "%22"}, {'%', "%25"}, {'#', "%23"}, {'<', "%3C"},
                 {'>', "%3E"}, {'\n', " "},  {'\t', " "},  {'&', "&amp;"}};
    fputs("data:image/svg+xml,", page);
    for (; *svg; svg++) {
        const char *as = NULL;
        for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
            as = signs[i].sign == *svg ? signs[i].as : as;
        as ? fputs(as, page) : fputc(*svg, page);
    }
}

/* Writes a figure of a law (SVG) with its caption and the closed forms that it shows. PLATE is the
 * figure's caption and forms. */
void lt_atlas_page_plate(FILE *page, const struct lt_atlas_plate *plate, const char *svg) {
    lt_html_print(page,
                  "<figure>\n<div class=\"scroll\" role=\"region\" tabindex=\"0\" "
                  "aria-label=\"Figure: %s\">\n<img loading=\"lazy\" alt=\"%s: %s\" src=\"",
                  plate->caption, plate->figure->title, plate->caption);
    put_address(page, svg);
    lt_html_print(page, "\">\n</div>\n<figcaption>%s", plate->caption);
    if (plate->forms[0])
        lt_html_print(page, ". Dashed: <code>%s</code>", plate->forms);
    fputs("</figcaption>\n</figure>\n", page);
}

/* Writes the end of a law's section: equations and the stage program, folded. */
void lt_atlas_page_law_end(FILE *page, const struct lt_program *card) {
    const struct lt_law *law = card->law;
    fputs("</div>\n", page);
    if (law->equations && *law->equations)
        lt_html_print(page,
                      "<details><summary>Equations</summary>\n<pre tabindex=\"0\">%s</pre>\n"
                      "<p class=\"dim\">%s</p></details>\n",
                      law->equations, law->source ? law->source : "");
    lt_html_print(page,
                  "<details><summary>Stage program</summary>\n<pre tabindex=\"0\">%s</pre>"
                  "</details>\n</section>\n",
                  card->source->text);
}

/* Writes the end of the page. */
void lt_atlas_page_end(FILE *page) {
    fputs("</main>\n</body>\n</html>\n", page);
}
