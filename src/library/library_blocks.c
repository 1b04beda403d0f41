/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sweep in blocks that other processes run. */
#include "library.h"

#include "base/arena.h"
#include "base/file.h"
#include "sweep/design.h"
#include "sweep/sweep.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* A sweep whose blocks of points other processes run. */
struct lawtester_blocks {
    struct lt_sweep_job job;
    struct lt_partial partial;
    struct lt_design *design;
    size_t per_block, next, drawn; /* points in a block; the next block; points drawn so far */
    double *points;
    struct lt_arena *arena;
    bool open; /* the table has been opened */
};

/* Work of lawtester_blocks_open(): opens or continues the table of a sweep. */
static void open_blocks(void *data) {
    struct lawtester_blocks *b = data;
    const struct lt_sweep *sweep = b->job.program ? b->job.program->sweep : NULL;
    char *why = b->partial.why;
    if (!sweep) {
        snprintf(why, sizeof b->partial.why, "the program was not read to be swept");
    } else if (!lt_file_make_directory(b->job.directory, b->arena)) {
        snprintf(why, sizeof b->partial.why, "%s: %s", b->job.directory, strerror(errno));
    } else if (lt_sweep_table_fits(&b->job, why, sizeof b->partial.why) &&
               lt_sweep_table_open(&b->job, &b->partial, &b->per_block)) {
        b->design = lt_design_new(sweep);
        b->points = lt_arena_get(b->arena, b->per_block * sweep->n_factors * sizeof *b->points);
        b->open = true;
    }
}

/* Opens a sweep in FOLDER, whose blocks of points other processes run; a sweep that was interrupted
 * continues. NULL: it cannot be opened, and WHY says why not. */
struct lawtester_blocks *lawtester_blocks_open(const struct lawtester_program *program,
                                               const char *folder, char *why, size_t size) {
    struct lt_arena *arena = lt_arena_new();
    struct lawtester_blocks *blocks = lt_arena_get(arena, sizeof *blocks);
    *blocks = (struct lawtester_blocks){.job = {.program = program->program,
                                                .directory = lt_arena_print(arena, "%s", folder),
                                                .arena = arena},
                                        .arena = arena};
    lt_library_work(open_blocks, blocks);
    snprintf(why, size, "%s", blocks->partial.why);
    if (blocks->open)
        return blocks;
    lawtester_blocks_close(blocks);
    return NULL;
}

/* Work of lawtester_blocks_take(): draws the points of the next block, and skips those of finished
 * blocks. */
static void draw_block(void *data) {
    struct lawtester_blocks *b = data;
    const struct lt_sweep *sweep = b->job.program->sweep;
    const size_t first = b->next * b->per_block, end = first + b->per_block;
    lt_design_skip(b->design, first - b->drawn);
    for (b->drawn = first; b->drawn < end && b->drawn < sweep->points; b->drawn++)
        lt_design_next(b->design, b->points + (b->drawn - first) * sweep->n_factors);
}

/* Gets the next block that is not done; its points are valid until the next call. Returns 0 if
 * there is none, else 1. */
int lawtester_blocks_take(struct lawtester_blocks *blocks, struct lawtester_block *block) {
    while (blocks->next < blocks->partial.n_blocks && blocks->partial.places[blocks->next] != 0)
        blocks->next++;
    if (blocks->next == blocks->partial.n_blocks)
        return 0;
    lt_library_work(draw_block, blocks);
    const size_t first = blocks->next * blocks->per_block;
    *block = (struct lawtester_block){.number = blocks->next++,
                                      .first = first,
                                      .count = blocks->drawn - first,
                                      .width = blocks->job.program->sweep->n_factors,
                                      .points = blocks->points};
    return 1;
}

/* Arguments and result of lawtester_block_rows(). */
struct rows {
    struct lt_sweep_job job;
    const struct lawtester_block *block;
    char *text;
};

/* Work of lawtester_block_rows(): runs the points of a block. */
static void make_rows(void *data) {
    struct rows *rows = data;
    rows->text =
        lt_sweep_rows(&rows->job, rows->block->points, rows->block->first, rows->block->count);
}

/* Runs the points of a block and returns their rows of the table as text, to be freed. NULL: it was
 * stopped, or the block is not of this sweep. */
char *lawtester_block_rows(const struct lawtester_program *program,
                           const struct lawtester_block *block,
                           const struct lawtester_options *options) {
    struct rows rows = {.job = {.program = program->program, .interrupted = options->stop},
                        .block = block};
    const struct lt_sweep *sweep = program->program ? program->program->sweep : NULL;
    if (sweep && block->width == sweep->n_factors)
        lt_library_work(make_rows, &rows);
    return rows.text;
}

/* Adds the rows of block NUMBER to the table. Returns 0 and why if that fails, else 1. */
int lawtester_blocks_keep(struct lawtester_blocks *blocks, size_t number, const char *rows,
                          char *why, size_t size) {
    const bool kept = lt_partial_add(&blocks->partial, number, rows, strlen(rows));
    snprintf(why, size, "%s", blocks->partial.why);
    return kept;
}

/* Closes the sweep; rows that were kept stay in its folder. NULL is allowed. */
void lawtester_blocks_close(struct lawtester_blocks *blocks) {
    if (!blocks)
        return;
    if (blocks->design)
        lt_design_free(blocks->design);
    lt_partial_close(&blocks->partial, false);
    lt_arena_free(blocks->arena);
}
