/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command.h"

#include "command/card.h"
#include "command/progress.h"
#include "page/atlas_page.h"
#include "registry/laws.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The page as it is written. */
struct paged {
    const struct call *call;
    const char *const *names; /* laws and files */
    size_t count;
    struct opened *opened; /* of each, if the user names them; NULL: they are opened in turn */
    FILE *page;
    bool blank; /* gnuplot is not there */
    int code;
};

/* Draws a figure (PLATE) of a law and writes it to the page; DATA is a struct paged. After the
 * first failure for lack of gnuplot no more are tried. */
static void put_plate(const struct lt_atlas_plate *plate, void *data) {
    struct paged *paged = data;
    char why[1024] = "";
    enum lt_plot_outcome outcome;
    char *svg =
        paged->blank || interrupted ? NULL : lt_plot_svg(plate->figure, &outcome, why, sizeof why);
    if (svg)
        lt_atlas_page_plate(paged->page, plate, svg);
    else if (!paged->blank && !interrupted) {
        lt_command_say("%s: %s", plate->figure->title, why);
        paged->blank = outcome == LT_PLOT_NO_GNUPLOT;
        lt_command_worsen(&paged->code, BAD_FILE);
    }
    free(svg);
}

/* Writes the section of law I to the page. */
static void put_law(struct paged *paged, size_t i) {
    struct opened opened;
    const int code = paged->opened ? DONE : lt_card_open(paged->call, paged->names[i], &opened);
    lt_command_worsen(&paged->code, code);
    if (code != DONE) {
        lt_atlas_page_lacks(paged->page, i, paged->names[i]);
        return;
    }
    const struct lt_program *card = (paged->opened ? &paged->opened[i] : &opened)->program;
    lt_atlas_page_law(paged->page, i, card);
    lt_command_worsen(&paged->code, lt_card_draw(paged->call, card, put_plate, paged));
    lt_atlas_page_law_end(paged->page, card);
    if (!paged->opened)
        lt_command_close(&opened);
}

/* Writes the whole page, of which DATA is a struct paged. False: it is incomplete and must not be
 * kept, which record.h's writer then sees to. */
static bool put_page(FILE *page, void *data) {
    struct paged *paged = data;
    paged->page = page;
    lt_atlas_page_begin(page, paged->names, paged->count);
    for (size_t i = 0; i < paged->count && !interrupted && !paged->blank; i++) {
        lt_progress_show((double)i / (double)paged->count, NULL);
        put_law(paged, i);
    }
    lt_atlas_page_end(page);
    errno = ECANCELED; /* of a page that is not written */
    return !interrupted && !paged->blank;
}

/* Writes the page with progress; returns the exit code. */
static int write_page(struct paged *paged) {
    const struct call *call = paged->call;
    lt_progress_begin(call, call->output, "laws", (double)paged->count);
    lt_command_worsen(&paged->code, lt_command_write_page(call->output, put_page, paged));
    lt_progress_end();
    return paged->code;
}

/* Writes a page of the given laws and files. All are opened before the page is begun, so that a
 * faulty one leaves no page behind. Returns the exit code. */
static int draw_operands(const struct call *call) {
    struct paged paged = {.call = call, .names = call->files};
    struct opened *opened = lt_arena_get(call->arena, call->n_files * sizeof *opened);
    int code = DONE;
    for (size_t i = 0; i < call->n_files && code == DONE; i++)
        code = lt_card_check(call, call->files[i]);
    for (; paged.count < call->n_files && code == DONE; paged.count += code == DONE) {
        code = lt_command_spare(call, call->output, call->files[paged.count]);
        if (code == DONE)
            code = lt_card_open(call, call->files[paged.count], &opened[paged.count]);
    }
    paged.opened = opened;
    if (code == DONE)
        code = write_page(&paged);
    while (paged.count > 0)
        lt_command_close(&opened[--paged.count]);
    return code;
}

/* Performs 'lawtester atlas'; returns the exit code. */
static int perform(const struct call *call) {
    struct paged paged = {.call = call};
    if (call->n_files > 0)
        return draw_operands(call);
    paged.names = lt_laws_names(call->laws, &paged.count, call->arena);
    return write_page(&paged);
}

static const struct lt_option options[] = {
    OUTPUT_OPTION("FILE", "the page (default: atlas.html)", lt_propose_pages),
    SILENT_OPTION,
    PLUGIN_OPTION,
    HELP_OPTION,
    {0},
};

const struct command command_atlas = {
    .name = "atlas",
    .arguments = "[LAW|FILE...]",
    .summary = "Draw laws, all of them or these, on one page.",
    .options = options,
    .perform = perform,
    .output = "atlas.html",
    .propose = lt_propose_subjects,
};
