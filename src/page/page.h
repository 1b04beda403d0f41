/* SPDX-License-Identifier: GPL-3.0-or-later */
/* page.h: one HTML page in which stage programs run with other numbers, the engine inside. */
#ifndef LT_PAGE_H
#define LT_PAGE_H

#include "run/result.h"

/* A file of the engine of pages, as scripts/engine builds it; malloc'd. */
struct lt_engine_part {
    char *bytes;
    size_t size;
};

/* The parts of the engine that runs programs in a page: program, licences of its libraries, source.
 */
struct lt_engine {
    struct lt_engine_part wasm, licences; /* packed by gzip */
    struct lt_engine_part source;
};

/* Loads the engine with its licences and source. False: this installation has none, and WHY (SIZE
 * bytes) says how to build it. Call lt_page_engine_free() in either case. */
bool lt_page_engine(struct lt_engine *engine, struct lt_arena *arena, char *why, size_t size);
void lt_page_engine_free(struct lt_engine *engine);

/* How far what a file reads may go along. */
struct lt_page_files {
    bool outside;                   /* files outside the program's folder, too */
    void (*tell)(const char *path); /* each that goes along */
};

/* Data for the page's script about a program whose run gave RESULT; NULL: WHY says why there are
 * none. */
json_t *lt_page_program(const struct lt_program *program, const struct lt_result *result,
                        const struct lt_page_files *files, struct lt_arena *arena,
                        const char **why);

/* An interactive page; PROGRAMS is a list of the data of lt_page_program(). */
struct lt_page {
    const char *title;
    const struct lt_engine *engine;
    json_t *programs; /* that of each */
};

/* Writes the page as HTML; PAGE is a struct lt_page. Always true. A PUT function of record.h. */
bool lt_page_write(FILE *file, void *page);

#endif
