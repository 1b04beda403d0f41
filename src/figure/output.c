/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figure/output.h"

#include "base/arena.h"
#include "base/file.h"
#include "base/read_json.h"
#include "figure/corner.h"
#include "figure/kind.h"
#include "program/words.h"
#include "result/record.h"
#include "result/spool.h"
#include "result/summary.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *const lt_output_formats[] = {
    [LT_PLOT_SVG] = "svg",   [LT_PLOT_PNG] = "png",   [LT_PLOT_PDF] = "pdf",
    [LT_PLOT_TERM] = "term", [LT_PLOT_NONE] = "none", NULL,
};

/* Sets *format to the one named by a word such as "svg" and returns true; false if there is no such
 * format. */
bool lt_output_format(const char *word, enum lt_plot_format *format) {
    for (int i = 0; lt_output_formats[i]; i++)
        if (strcmp(word, lt_output_formats[i]) == 0) {
            *format = (enum lt_plot_format)i;
            return true;
        }
    return false;
}

/* Returns true if a figure can be drawn with a side of that length (m), false if it is too short or
 * too long. */
static bool is_side(double side) {
    return side >= LT_FIGURE_LEAST && side <= LT_FIGURE_MOST;
}

/* Reads a figure's size, width and height as "85x60" in mm, into *size in m. Returns true; false if
 * it is no size, or one that cannot be drawn. */
bool lt_output_size(const char *word, struct lt_size *size) {
    double width, height;
    int end = 0;
    if (sscanf(word, "%lfx%lf%n", &width, &height, &end) != 2 || word[end] != '\0')
        return false;
    *size = (struct lt_size){1e-3 * width, 1e-3 * height};
    return is_side(size->width) && is_side(size->height);
}

/* Splits the path of a picture into the format given by its ending and the part before it. Returns
 * true; false if the ending is not that of a picture. */
bool lt_output_split(const char *path, const char **base, enum lt_plot_format *format,
                     struct lt_arena *arena) {
    const char *dot = strrchr(path, '.');
    enum lt_plot_format found;
    if (!dot || !lt_output_format(dot + 1, &found) || found >= LT_PLOT_TERM)
        return false;
    *base = lt_arena_copy(arena, path, (size_t)(dot - path));
    *format = found;
    return true;
}

/* Clears the texts that report the outcome of one call. */
void lt_output_begin(struct lt_output *output) {
    output->written = output->terminal = output->missing = output->failed = output->aside =
        output->corner = "";
    output->foreign = false;
}

/* Adds PATH to the files written if OK, else the reason WHY as a line of its own to the failures.
 */
static void note_written(struct lt_output *output, bool ok, const char *path, const char *why) {
    if (ok)
        output->written = lt_arena_print(output->arena, "%s %s", output->written, path);
    else
        output->failed = lt_arena_print(output->arena, "%s%s%s", output->failed,
                                        output->failed[0] ? "\n" : "", why);
}

/* Moves a file of an earlier run (a path below the output directory) to previous/, and notes its
 * name, or why it could not be moved. A missing file is no failure. */
static void move_to_previous(struct lt_output *output, const char *from) {
    const char *name = from + strlen(output->directory) + 1;
    const char *to = lt_arena_print(output->arena, "%s/previous/%s", output->directory, name);
    const char *folder = lt_arena_copy(output->arena, to, (size_t)(strrchr(to, '/') - to));
    struct stat status;
    if (lstat(from, &status) != 0 || !S_ISREG(status.st_mode))
        return;
    if (lt_file_make_directory(folder, output->arena) && rename(from, to) == 0)
        output->aside = lt_arena_print(output->arena, "%s %s", output->aside, name);
    else
        note_written(output, false, from,
                     lt_arena_print(output->arena,
                                    "%s is left from an earlier run and cannot be moved to %s: %s",
                                    from, folder, strerror(errno)));
}

/* Moves the results of an earlier run to previous/, so that they are not mistaken for those of this
 * run. BASES are N paths without endings; only if the first has a table was there such a run. */
void lt_output_set_aside(struct lt_output *output, const char *const *bases, size_t n) {
    static const char *const endings[] = {"csv", "npy", "json", "svg", "png", "pdf", "gp"};
    if (access(lt_arena_print(output->arena, "%s.csv", bases[0]), F_OK) != 0 &&
        access(lt_arena_print(output->arena, "%s.npy", bases[0]), F_OK) != 0)
        return;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < sizeof endings / sizeof endings[0]; k++)
            move_to_previous(output, lt_arena_print(output->arena, "%s.%s", bases[i], endings[k]));
}

/* Returns true if the document at PATH in FOLDER records a program of the same name that is kept in
 * another place. False if it is of the same place, or does not say, or is not there. */
static bool is_foreign(const struct lt_program *program, const char *folder, const char *path) {
    char place[65];
    json_error_t error;
    json_t *document = lt_file_is_in(folder, path) ? lt_read_json(path, 0, &error) : NULL;
    const json_t *provenance = json_object_get(document, "provenance");
    const char *old = json_string_value(json_object_get(provenance, "place"));
    lt_provenance_place(program->source, place);
    bool foreign = old && strcmp(old, place) != 0;
    json_decref(document);
    return foreign;
}

/* Moves results to previous/ if they are those of another program of the same name, and sets
 * output->foreign if any was moved. BASES are N paths without endings. */
void lt_output_make_room(struct lt_output *output, const struct lt_program *program,
                         const char *const *bases, size_t n) {
    const char *aside = output->aside;
    if (!is_foreign(program, output->directory, lt_arena_print(output->arena, "%s.json", bases[0])))
        return;
    lt_output_set_aside(output, bases, n);
    output->foreign = strcmp(output->aside, aside) != 0;
}

/* Returns true if PATH is the program's own file or one that it reads, which must not be
 * overwritten; false for any other file. */
static bool program_reads(const struct lt_program *program, const char *path) {
    bool found = lt_file_same(path, program->source->name);
    for (const struct lt_read *read = program->reads; read && !found; read = read->next)
        found = lt_file_same(path, read->path);
    return found;
}

/* Returns true if the program reads none of the tables and documents that its results would
 * overwrite; false if it reads one, and output->failed names it. KIND is the part of their names
 * after the stem, e.g. "" for a run. */
bool lt_output_spares(struct lt_output *output, const struct lt_program *program,
                      const char *kind) {
    static const char *const endings[] = {"csv", "partial.csv", "npy", "partial.npy", "json"};
    enum { ENDINGS = sizeof endings / sizeof *endings };
    lt_output_begin(output);
    /* Files in the output directory, then those in its folder previous/. */
    for (int i = 0; i < 2 * ENDINGS; i++) {
        const char *path = lt_arena_print(output->arena, "%s/%s%s%s.%s", output->directory,
                                          i < ENDINGS ? "" : "previous/", program->stem, kind,
                                          endings[i % ENDINGS]);
        if (program_reads(program, path))
            note_written(
                output, false, path,
                lt_arena_print(
                    output->arena,
                    "%s: would be overwritten, but '%s' reads it; give another directory with -o",
                    path, program->source->name));
    }
    return !output->failed[0];
}

/* Returns the path, without ending, of entry NUMBER (from 0) of plots, and sets its format: the
 * entry's own file, else STEM, STEM-2 and so on. A format of the command line wins. */
static const char *base_of_entry(const struct lt_output *output, const struct lt_program *program,
                                 size_t number, enum lt_plot_format *format) {
    const struct lt_plot *plot = &program->plots[number];
    const char *name = program->stem;
    *format = LT_PLOT_SVG;
    if (plot->file)
        lt_output_split(plot->file, &name, format, output->arena);
    else if (number > 0)
        name = lt_arena_print(output->arena, "%s-%zu", program->stem, number + 1);
    if (output->format_given)
        *format = output->format;
    return name;
}

/* Returns the ordinates of a plot as one text, e.g. "fs, fs_trial". */
static const char *ordinates_text(const struct lt_plot *plot, struct lt_arena *arena) {
    const char *text = plot->y_text;
    for (size_t i = 0; i < plot->n_more; i++)
        text = lt_arena_print(arena, "%s, %s", text, plot->more[i].text);
    return text;
}

/* Returns the list of the run's drawings, and of their contents, for the JSON document; none for
 * the terminal. The caller owns the list. */
static json_t *list_plots(const struct lt_output *output, const struct lt_program *program) {
    json_t *list = json_array();
    for (size_t i = 0; i < program->n_plots; i++) {
        enum lt_plot_format format;
        const struct lt_plot *plot = &program->plots[i];
        const char *base = base_of_entry(output, program, i, &format);
        if (format >= LT_PLOT_TERM)
            break;
        const char *kind = plot->kind ? lt_kind_words[plot->kind - LT_KIND_NORMAL] : NULL;
        json_array_append_new(
            list, json_pack("{ss ss* ss* ss* ss* ss*}", "file",
                            lt_arena_print(output->arena, "%s.%s", base, lt_output_formats[format]),
                            "title", plot->title, "kind", kind, "x", plot->x_text, "y",
                            ordinates_text(plot, output->arena), "theory", plot->theory_text));
    }
    return list;
}

/* Returns the text of the JSON document, completed by the list of drawings (empty unless DRAWS) and
 * the provenance. */
static char *document_text(const struct lt_output *output, const struct lt_program *program,
                           const json_t *document, bool draws) {
    json_t *full = json_deep_copy(document);
    json_object_set_new(full, "plots", draws ? list_plots(output, program) : json_array());
    json_object_set_new(full, "provenance", lt_provenance(program));
    return lt_json_text_in(output->arena, full);
}

/* Removes tables in FORMAT that an earlier run left at BASE: the partial one if this run's table is
 * WHOLE or in the OTHER format, and a finished one of the other format if this run is DONE. */
static void forget_tables(struct lt_output *output, const char *base, int format, bool whole,
                          bool other, bool done) {
    const char *ending = lt_words_format[format];
    if (whole || other)
        lt_spool_forget(lt_arena_print(output->arena, "%s.partial.%s", base, ending));
    if (done && other)
        unlink(lt_arena_print(output->arena, "%s.%s", base, ending));
}

/* Returns the path of a run's table: BASE.csv or BASE.npy, or BASE.partial.csv and the like while
 * the run is not DONE. */
static const char *table_path(const struct lt_output *output, const struct lt_program *program,
                              const char *base, bool done) {
    return lt_arena_print(output->arena, "%s%s.%s", base, done ? "" : ".partial",
                          lt_words_format[program->table_format]);
}

/* Returns true if figures will be drawn, so that the rows of the run must stay in memory; false if
 * they may leave it. */
bool lt_output_draws(const struct lt_output *output, const struct lt_program *program) {
    return output->format != LT_PLOT_NONE && (output->format_given || program->n_plots > 0);
}

/* Returns the spool that takes the rows of a running program to a partial table, if they exceed the
 * memory. */
struct lt_spool *lt_output_spool(const struct lt_output *output, const struct lt_program *program) {
    const char *base = lt_arena_print(output->arena, "%s/%s", output->directory, program->stem);
    return lt_spool_new(program, table_path(output, program, base, false), output->arena);
}

/* Returns how the table at PATH is to be written: from the rows in memory, or by renaming the
 * spool's file, which has them. If rows are lost, writing fails with the spool's reason. */
static struct lt_put table_put(const struct lt_output *output, const char *path,
                               struct lt_run_sheet *sheet) {
    struct lt_put put = {path, lt_record_put_sheet, sheet, NULL};
    if (!output->spool || !lt_spool_begun(output->spool))
        return put;
    put.written = lt_spool_end(output->spool, sheet->table);
    if (!put.written && sheet->table->gone > 0) {
        put.put = lt_spool_fail;
        put.data = output->spool;
    }
    return put;
}

/* Writes table and document, both or none; of an interrupted run only the table. Then removes
 * tables that are out of date. Returns true; false if a file could not be written, and
 * output->failed says why. */
static bool write_results(struct lt_output *output, const char *base,
                          const struct lt_program *program, const struct lt_result *result,
                          const json_t *document) {
    char why[512];
    bool done = result->status == LT_DONE, interrupted = result->status == LT_INTERRUPTED;
    struct lt_run_sheet sheet = {program, &result->table};
    struct lt_put files[2];
    size_t n = 0;
    if (done || result->table.rows > 0)
        files[n++] = table_put(output, table_path(output, program, base, done), &sheet);
    if (!interrupted)
        files[n++] =
            (struct lt_put){lt_arena_print(output->arena, "%s.json", base), lt_record_put_text,
                            document_text(output, program, document, done), NULL};
    bool ok = n == 0 || lt_record_all(files, n, why, sizeof why);
    /* Only once the new files are in place are those of an earlier run removed. */
    for (int format = 0; format <= LT_TABLE_NPY && ok; format++)
        forget_tables(output, base, format, done || result->table.rows == 0,
                      format != (int)program->table_format, done);
    for (size_t i = 0; i < (ok ? n : 1); i++)
        note_written(output, ok, files[i].path, why);
    return ok;
}

/* Draws a figure to BASE and the format's ending, with the theme and size of the command line, and
 * adds the outcome to the texts. A missing gnuplot is noted once and not tried again. */
void lt_output_add(struct lt_output *output, const struct lt_figure *figure, const char *base,
                   enum lt_plot_format format) {
    char why[1024] = "", *terminal = NULL;
    struct lt_figure themed = *figure;
    if (output->theme != LT_THEME_NONE)
        themed.theme = output->theme;
    if (output->size.width > 0)
        themed.size = output->size;
    enum lt_plot_outcome outcome = lt_plot_figure(
        &themed, base, output->no_gnuplot ? LT_PLOT_NONE : format, &terminal, why, sizeof why);
    /* Later figures of this output are not tried: only their scripts are written. */
    if (outcome == LT_PLOT_NO_GNUPLOT)
        output->no_gnuplot = lt_arena_print(output->arena, "%s", why);
    if (output->no_gnuplot)
        output->missing = output->no_gnuplot;
    else if (outcome == LT_PLOT_FAILED || format != LT_PLOT_TERM)
        note_written(output, outcome == LT_PLOT_DRAWN,
                     lt_arena_print(output->arena, "%s.%s", base, lt_output_formats[format]), why);
    else
        output->terminal = lt_arena_print(output->arena, "%s%s", output->terminal, terminal);
    free(terminal);
}

/* Draws a single figure to BASE and the format's ending; the texts hold its outcome alone. */
void lt_output_draw(struct lt_output *output, const struct lt_figure *figure, const char *base,
                    enum lt_plot_format format) {
    lt_output_begin(output);
    lt_output_add(output, figure, base, format);
}

/* Notes, once for each run, that a figure drawn at BASE cuts off a corner of a curve by a visible
 * distance, since the steps are too long there. */
static void note_corner(struct lt_output *output, const struct lt_figure *figure, const char *base,
                        enum lt_plot_format format) {
    char buffer[64];
    const struct lt_corner *corner = &figure->corner;
    const double off =
        corner->event ? lt_corner_off(corner, output->size.width > 0 ? output->size : figure->size)
                      : 0;
    if (off == 0 || output->corner[0])
        return;
    output->corner = lt_arena_print(
        output->arena,
        "%s.%s: the line passes a corner of the curve by %.2g mm, since %s at %s is between two of "
        "its points; 'integrator: exact' puts a point there",
        base, lt_output_formats[format], 1000 * off, corner->event,
        lt_summary_quantity(corner->t, "s", buffer, sizeof buffer));
}

/* Draws entry NUMBER (from 0) of plots. If that fails, the picture of an earlier run is moved away,
 * since it would not fit the new table. */
static void draw_entry(struct lt_output *output, const struct lt_program *program,
                       const struct lt_result *result, size_t number) {
    enum lt_plot_format format;
    const char *name = base_of_entry(output, program, number, &format);
    const char *base = lt_arena_print(output->arena, "%s/%s", output->directory, name);
    struct lt_figure *figure = lt_plot_of_run(program, &program->plots[number], result);
    const char *failed = output->failed;
    lt_output_add(output, figure, base, format);
    if (format < LT_PLOT_TERM)
        note_corner(output, figure, base, format);
    if (format < LT_PLOT_TERM && (output->missing[0] || output->failed != failed))
        move_to_previous(output,
                         lt_arena_print(output->arena, "%s.%s", base, lt_output_formats[format]));
    lt_plot_free(figure);
}

/* Returns the program with a default figure if figures are requested and it has no plots of its
 * own; otherwise an unchanged copy. */
static struct lt_program with_a_plot(const struct lt_output *output,
                                     const struct lt_program *program,
                                     const struct lt_result *result) {
    struct lt_program shown = *program;
    struct lt_plot *plot = lt_arena_get(output->arena, sizeof *plot);
    if (program->n_plots > 0 || !output->format_given || result->status != LT_DONE)
        return shown;
    plot->kind = lt_plot_choose(program, result, output->arena);
    plot->x_text = lt_kinds[plot->kind].x_text;
    plot->y_text = lt_kinds[plot->kind].y_text;
    shown.plots = plot;
    shown.n_plots = plot->kind != LT_KIND_NONE;
    return shown;
}

/* Returns the *n paths, without endings, of a run's files: the table's first, then those of its
 * drawings. */
const char *const *lt_output_bases(const struct lt_output *output, const struct lt_program *program,
                                   size_t *n) {
    *n = program->n_plots + 1;
    const char **bases = lt_arena_get(output->arena, *n * sizeof *bases);
    enum lt_plot_format format;
    bases[0] = lt_arena_print(output->arena, "%s/%s", output->directory, program->stem);
    for (size_t i = 1; i < *n; i++)
        bases[i] = lt_arena_print(output->arena, "%s/%s", output->directory,
                                  base_of_entry(output, program, i - 1, &format));
    return bases;
}

/* Writes all files of a run: table, document and drawings. A failed run leaves a partial table
 * instead, an interrupted one that alone; results of an earlier run are moved to previous/. */
void lt_output_write(struct lt_output *output, const struct lt_program *program,
                     const struct lt_result *result, const json_t *document) {
    const struct lt_program shown = with_a_plot(output, program, result);
    size_t n;
    const char *const *bases = lt_output_bases(output, program, &n), *base = bases[0];
    lt_output_begin(output);
    if (result->status != LT_DONE)
        lt_output_set_aside(output, bases, n);
    else
        lt_output_make_room(output, program, bases, n);
    if (!write_results(output, base, &shown, result, document) || result->status != LT_DONE ||
        output->format == LT_PLOT_NONE)
        return;
    for (size_t i = 0; i < shown.n_plots; i++)
        draw_entry(output, &shown, result, i);
}
