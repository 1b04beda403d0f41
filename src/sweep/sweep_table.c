/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep_table.c: the finished table of a sweep. */
#include "base/arena.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/npy.h"
#include "base/threads.h"
#include "codes/served.h"
#include "config.h"
#include "program/words.h"
#include "registry/own_part.h"
#include "result/record.h"
#include "sweep/design.h"
#include "sweep/sweep.h"
#include "sweep/tally.h"

#include <math.h>
#include <sha2.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A table being written. */
struct table {
    const struct lt_sweep_job *job;
    struct lt_tally *tally;
    struct lt_partial *partial; /* where the rows come from */
};

/* The path of a sweep's table without its ending, DIRECTORY/STEM.sweep. */
const char *lt_sweep_table_base(const struct lt_sweep_job *job) {
    return lt_arena_print(job->arena, "%s/%s.sweep", job->directory, job->program->stem);
}

/* ---- Which sweep it is ----------------------------------------------------------------------- */

/* A hash of everything on which the table depends: versions, definitions, the program's text
 * and the files that it reads, plugins and the external code. A partial table with another hash
 * is not continued. Returns it as hexadecimal text in ARENA. */
const char *lt_sweep_table_identity(const struct lt_program *program, struct lt_arena *arena) {
    char plugin[SHA256_DIGEST_STRING_LENGTH];
    lt_provenance_plugin(program->law, plugin);
    const char *parts[] = {LT_VERSION, __VERSION__, program->defines, program->source->text,
                           plugin};
    SHA2_CTX hash;
    SHA256Init(&hash);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        SHA256Update(&hash, (const uint8_t *)parts[i], strlen(parts[i]) + 1);
    const bool own = program->host && program->host->kind->own;
    const char *const codes[] = {program->follows,
                                 program->host ? program->host->kind->title : NULL,
                                 own ? lt_served_facts(program->host).sha256 : NULL};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (codes[i])
            SHA256Update(&hash, (const uint8_t *)codes[i], strlen(codes[i]) + 1);
    for (const struct lt_read *read = program->reads; read; read = read->next)
        SHA256Update(&hash, (const uint8_t *)read->sha256, sizeof read->sha256);
    for (size_t i = 0; i < program->law->n_params; i++) {
        const struct lt_part *part =
            lt_composition_own_part(program->law, i, program->law->params[i].preset);
        if (part && lt_provenance_object(part, plugin))
            SHA256Update(&hash, (const uint8_t *)plugin, sizeof plugin);
    }
    char *text = lt_arena_get(arena, SHA256_DIGEST_STRING_LENGTH);
    return SHA256End(&hash, text);
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* True if the table is written as a NumPy array (.npy), not as CSV. */
static bool is_array(const struct lt_sweep_job *job) {
    return job->program->table_format == LT_TABLE_NPY;
}

/* Writes the header of the table: a line with the columns' names, or that of a NumPy file. */
static void put_sweep_head(const struct table *table, FILE *file) {
    const struct lt_sweep *sweep = table->job->program->sweep;
    if (!is_array(table->job)) {
        fputs(table->tally->header, file);
        return;
    }
    const char **names = lt_arena_get(table->job->arena, sweep->n_cells * sizeof *names);
    for (size_t c = 0; c < sweep->n_cells; c++)
        names[c] = sweep->cells[c].name;
    lt_npy_put_header(file, names, sweep->n_cells, table->tally->outcome->points);
}

/* Writes LENGTH bytes of CSV rows, as they are or as binary numbers; NAN where a field is
 * empty. */
static void put_sweep_rows(const struct table *table, FILE *file, const char *text, size_t length) {
    if (!is_array(table->job)) {
        fwrite(text, 1, length, file);
        return;
    }
    for (const char *at = text; at < text + length; at++) { /* a field; its separator */
        char *end;
        double value = *at == ',' || *at == '\n' ? NAN : strtod(at, &end);
        at = isnan(value) ? at + strcspn(at, ",\n") : end;
        fwrite(&value, sizeof value, 1, file);
    }
}

/* Writes the rows of a block's TEXT, without the lines "!..." about failures. */
static void put_table_rows(const struct table *table, FILE *file, const char *text) {
    while (*text) {
        const char *failure = strstr(text, "\n!");
        size_t length = failure ? (size_t)(failure + 1 - text) : strlen(text);
        put_sweep_rows(table, file, text, length);
        for (text += length; *text == '!';)
            text = strchr(text, '\n') + 1;
    }
}

/* Writes the whole table from the blocks of the partial file; DATA: struct table. False if a block
 * cannot be read or the file cannot be written. */
static bool put_blocks(FILE *file, void *data) {
    struct table *table = data;
    struct lt_partial *partial = table->partial;
    put_sweep_head(table, file);
    for (size_t b = 0; b < partial->n_blocks && !ferror(file); b++) {
        size_t length;
        char *text = lt_partial_read(partial, b, &length);
        if (!text)
            return false;
        put_table_rows(table, file, text);
        free(text);
    }
    /* The table must be on disk before the partial file, perhaps hours of work, is removed. */
    return fflush(file) == 0 && (!lt_partial_is_dear(partial) || fsync(fileno(file)) == 0);
}

/* ---- The whole ------------------------------------------------------------------------------- */

/* Writes the JSON document beside the table, and removes the table of an earlier sweep in the
 * other format. False with the reason in outcome->why. */
static bool write_document(const struct lt_sweep_job *job, struct lt_sweep_outcome *outcome) {
    const char *path = lt_arena_print(job->arena, "%s.json", lt_sweep_table_base(job));
    /* the table of an earlier sweep in the other format */
    unlink(lt_arena_print(job->arena, "%s.%s", lt_sweep_table_base(job),
                          lt_words_format[is_array(job) ? LT_TABLE_CSV : LT_TABLE_NPY]));
    const char *text = lt_json_text_in(job->arena, lt_sweep_document(job, outcome));
    return lt_record_file(path, text, strlen(text), outcome->why, sizeof outcome->why);
}

/* The number of points in a block: enough for vectorised runs, few enough to keep every thread
 * busy and to lose little when the sweep is stopped. Slow points, calibrated or integrated
 * exactly, are few in a block; above 4096 and 262144 points the blocks are larger. */
static size_t block_size(const struct lt_program *program) {
    bool slow = program->sweep->calibrate || program->motion.integrator == LT_EXACT;
    if (program->sweep->points > 262144)
        return 128 * LT_LANES;
    if (program->sweep->points > 4096)
        return 8 * LT_LANES;
    return slow ? 1 : 2 * LT_LANES;
}

/* Begins the outcome of a sweep: path of the table, number of points, and room for the statistics
 * of each column. */
static void outcome_new(struct lt_sweep_outcome *outcome, const struct lt_sweep_job *job) {
    *outcome = (struct lt_sweep_outcome){0};
    outcome->extents =
        lt_arena_get(job->arena, job->program->sweep->n_cells * sizeof *outcome->extents);
    outcome->path = lt_arena_print(job->arena, "%s.%s", lt_sweep_table_base(job),
                                   lt_words_format[is_array(job) ? LT_TABLE_NPY : LT_TABLE_CSV]);
    outcome->points = job->program->sweep->points;
}

/* Finds Sobol's indices of each result, in a sensitivity design only. */
static void find_indices(struct lt_sweep_outcome *outcome, const struct lt_sweep_job *job) {
    const struct lt_sweep *sweep = job->program->sweep;
    if (sweep->design != LT_DESIGN_SENSITIVITY)
        return;
    if (job->doing)
        job->doing("finding indices and their errors ...", job->data);
    outcome->indices = lt_arena_get(job->arena, sweep->n_cells * sizeof *outcome->indices);
    for (size_t c = sweep->n_factors; c + 1 < sweep->n_cells; c++)
        outcome->indices[c] = lt_sensitivity_find(outcome->runs[c], sweep->base, sweep->n_factors,
                                                  sweep->seed, job->arena);
}

/* The value of a factor at the lower (END 0) or upper (1) end of its range, its 5 % or 95 %
 * quantile. A range may be given downwards, whose quantiles then descend. */
static double range_end(const struct lt_distribution *spread, int end) {
    const double a = lt_distribution_quantile(spread, 0.05);
    const double b = lt_distribution_quantile(spread, 0.95);
    return end == 0 ? fmin(a, b) : fmax(a, b);
}

/* Runs the program with all factors at their medians, and with each in turn at both ends of its
 * range; fills outcome->ranges, one row of the table for each run, if a plot or result needs
 * them. Returns false if it was interrupted. */
static bool run_ranges(struct lt_sweep_outcome *outcome, const struct lt_sweep_job *job) {
    const struct lt_sweep *sweep = job->program->sweep;
    size_t k = sweep->n_factors, rows = 2 * k + 1;
    if (!sweep->ranges)
        return true;
    double *points = lt_arena_get(job->arena, rows * k * sizeof *points);
    for (size_t i = 0; i < rows; i++)
        for (size_t f = 0; f < k; f++) {
            const struct lt_distribution *spread = &sweep->factors[f].spread;
            points[i * k + f] = (i + 1) / 2 == f + 1 ? range_end(spread, i % 2 == 0)
                                                     : lt_distribution_quantile(spread, 0.5);
        }
    outcome->ranges = lt_arena_get(job->arena, rows * sweep->n_cells * sizeof *outcome->ranges);
    return lt_sweep_at(job, points, rows, outcome->ranges);
}

/* Two tasks for two threads. */
struct ending {
    struct table *table;
    atomic_int begun;
    bool ok; /* of the first */
};

/* The work of one thread at the end of a sweep: takes whichever is left of writing the table and
 * finishing the statistics. DATA: struct ending. */
static void end_one(void *data) {
    struct ending *ending = data;
    struct lt_tally *tally = ending->table->tally;
    struct lt_sweep_outcome *outcome = tally->outcome;
    for (int job; (job = atomic_fetch_add(&ending->begun, 1)) < 2;)
        if (job == 0)
            ending->ok = lt_record_stream(outcome->path, put_blocks, ending->table, outcome->why,
                                          sizeof outcome->why);
        else
            lt_tally_end(tally);
}

/* Writes the table and the document when all rows are in the statistics; the reason of a failure
 * is in outcome->why. */
static enum lt_sweep_status finish_table(const struct lt_sweep_job *job, struct lt_partial *partial,
                                         struct lt_tally *tally, struct lt_sweep_outcome *outcome) {
    struct table table = {.job = job, .tally = tally, .partial = partial};
    if (job->doing)
        job->doing("writing the table ...", job->data);
    struct ending ending = {.table = &table};
    lt_threads_run(lt_sweep_threads(job) < 2 ? 1 : 2, end_one, &ending);
    bool ok = ending.ok;
    if (ok)
        find_indices(outcome, job);
    if (ok && write_document(job, outcome))
        return LT_SWEPT;
    if (partial->why[0])
        snprintf(outcome->why, sizeof outcome->why, "%s", partial->why);
    return LT_SWEEP_BAD_FILE;
}

/* Notes how many blocks of the partial file were damaged, whose points are run again. */
static void report_damage(const struct lt_sweep_job *job, const struct lt_partial *partial) {
    if (job->note && partial->damaged > 0)
        job->note(lt_arena_print(
            job->arena,
            "%s: %zu block%s incomplete or changed since written; those points are run again",
            partial->path, partial->damaged, partial->damaged == 1 ? " was" : "s were"));
}

/* The memory, in bytes, that the sweep needs for points and blocks, and for the values of all
 * factors in the document: for each a node, its place in a list, and digits with blanks. */
static double bytes_of(const struct lt_sweep_job *job) {
    enum { IN_DOCUMENT = 128 }; /* bytes of a value in the document */
    const struct lt_sweep *sweep = job->program->sweep;
    const size_t n_blocks = sweep->points / block_size(job->program) + 1;
    double bytes = lt_tally_bytes(job, sweep->points) + lt_design_bytes(sweep) +
                   (double)(n_blocks * sizeof(int64_t));
    for (size_t f = 0; f < sweep->n_factors; f++)
        bytes += (double)(sweep->factors[f].spread.n_values * IN_DOCUMENT);
    return bytes;
}

/* True if the memory of the machine suffices for the sweep; otherwise WHY, of SIZE bytes, says how
 * much it lacks. */
bool lt_sweep_table_fits(const struct lt_sweep_job *job, char *why, size_t size) {
    const double bytes = bytes_of(job);
    char lacks[LT_MEMORY_WHY];
    const bool fits = lt_memory_fits(bytes);
    if (!fits)
        snprintf(why, size, "%s", lt_memory_why(bytes, lacks));
    return fits;
}

/* Opens the partial table of the sweep, which an interrupted one may have begun, and sets the
 * number of points of a block. False with the reason in partial->why. */
bool lt_sweep_table_open(const struct lt_sweep_job *job, struct lt_partial *partial,
                         size_t *per_block) {
    *per_block = block_size(job->program);
    const char *path = lt_arena_print(job->arena, "%s.partial", lt_sweep_table_base(job));
    const char *head = lt_arena_print(job->arena, "lawtester sweep %s",
                                      lt_sweep_table_identity(job->program, job->arena));
    const size_t n_blocks = (job->program->sweep->points + *per_block - 1) / *per_block;
    const bool open = lt_partial_open(partial, path, head, n_blocks);
    if (open)
        report_damage(job, partial);
    return open;
}

/* Runs a whole sweep, or the rest of an interrupted one, and writes its table and document;
 * returns whether it is complete, was stopped or failed. OUTCOME has the statistics or the reason
 * of a failure. */
enum lt_sweep_status lt_sweep_table_make(const struct lt_sweep_job *job,
                                         struct lt_sweep_outcome *outcome) {
    outcome_new(outcome, job);
    if (!lt_sweep_table_fits(job, outcome->why, sizeof outcome->why))
        return LT_SWEEP_LACKS;
    struct lt_partial partial;
    struct lt_tally tally;
    size_t per_block;
    enum lt_sweep_status status = LT_SWEEP_BAD_FILE;
    if (lt_sweep_table_open(job, &partial, &per_block)) {
        lt_tally_begin(&tally, job, outcome);
        bool all = lt_sweep_points(job, &partial, per_block, &tally);
        /* Blocks done by an interrupted sweep, in points, for the message. */
        if (partial.n_done < partial.n_blocks)
            outcome->done = partial.n_done * per_block;
        if (all && run_ranges(outcome, job)) {
            status = finish_table(job, &partial, &tally, outcome);
        } else {
            lt_tally_end(&tally);
            status = partial.why[0] ? LT_SWEEP_BAD_FILE : LT_SWEEP_STOPPED;
        }
    }
    if (!outcome->why[0])
        snprintf(outcome->why, sizeof outcome->why, "%s", partial.why);
    lt_partial_close(&partial, status == LT_SWEPT);
    return status;
}
