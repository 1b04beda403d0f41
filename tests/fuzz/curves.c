/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as two tables, parted by a line "--": each is compared with the other and with itself,
 * drawn in every way, and read as a run of another code. */
#include "base/arena.h"
#include "figure/compare.h"
#include "figure/curve.h"
#include "figure/recorded.h"
#include "figure/script.h"
#include "fuzz/fuzz.h"
#include "reading/reading_document.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct lt_columns *take(const uint8_t *data, size_t size, const char *name) {
    struct lt_errors *errors = lt_errors_new();
    FILE *file = size > 0 ? fmemopen((void *)(uintptr_t)data, size, "r") : NULL;
    struct lt_columns *table = file ? lt_columns_read_from(file, name, NULL, errors) : NULL;
    if (file)
        fclose(file);
    lt_errors_free(errors);
    return table;
}

/* Its first two columns. */
static bool read_curve(struct lt_curve *curve, struct lt_columns *table, struct lt_arena *arena) {
    struct lt_errors *errors = lt_errors_new();
    const size_t y = table->columns > 1 ? 1 : 0;
    const char *wrong =
        lt_curve_read(curve, table, table->names[0], table->names[y], arena, errors);
    const bool right = !wrong && errors->failures == 0;
    lt_errors_free(errors);
    return right;
}

/* Whether its numbers are far from the largest ones that there are. */
static bool is_bounded(const struct lt_curve *curve) {
    for (size_t i = 0; i < curve->count; i++)
        if (fabs(curve->x[i]) > 1e150 || fabs(curve->y[i]) > 1e150)
            return false;
    return true;
}

static void compare(struct lt_columns *a, struct lt_columns *b, struct lt_arena *arena) {
    struct lt_curve one = {0}, two = {0};
    struct lt_comparison c;
    if (!read_curve(&one, a, arena) || !read_curve(&two, b, arena))
        return;
    const char *wrong = lt_compare(&one, &two, &c, arena);
    fuzz_require(wrong ? *wrong != '\0' : !(c.beyond < 0) && c.branches > 0);
    if (!wrong)
        fuzz_count_used();
    if (!lt_compare(&one, &one, &c, arena) && is_bounded(&one))
        fuzz_require(c.largest == 0 && c.rms == 0 && c.beyond == 0);
}

static void draw(const struct lt_figure *figure) {
    char why[512] = "";
    for (int plain = 0; plain < 2; plain++) {
        struct lt_script *script = lt_script_new(figure, plain, why, sizeof why);
        fuzz_require(script || *why);
        size_t size = 0;
        char *text = script ? lt_script_text(script, "svg", false, NULL, &size) : NULL;
        fuzz_require(!script || (text && size > 0));
        free(text);
        lt_script_free(script);
    }
}

static void draw_all(struct lt_columns *table, struct lt_arena *arena) {
    struct lt_recorded recorded = {.table = table,
                                   .sheet = {.names = table->names,
                                             .cells = table->cells,
                                             .columns = table->columns,
                                             .rows = table->rows,
                                             .friction = 0.5},
                                   .stem = "fuzz",
                                   .title = "",
                                   .law = ""};
    struct lt_recorded *list[] = {&recorded};
    const char *x, *y;
    lt_recorded_axes(&recorded, &x, &y);
    for (int kind = LT_KIND_NONE; kind <= LT_KIND_RESIDUAL; kind++) {
        struct lt_errors *errors = lt_errors_new();
        struct lt_figure figure = {.title = ""};
        const char *wrong =
            kind == LT_KIND_NONE
                ? lt_recorded_columns(list, 1, x, y, &figure, arena, errors)
                : lt_recorded_kind(list, 1, (enum lt_kind_of_figure)kind, &figure, arena, errors);
        if (!wrong && errors->failures == 0)
            draw(&figure);
        lt_errors_free(errors);
    }
}

static void read_as_run(struct lt_columns *table, struct lt_arena *arena) {
    struct lt_errors *errors = lt_errors_new();
    struct lt_reading *reading = lt_reading_take(table, NULL, 0, 0, arena, errors);
    fuzz_require((reading == NULL) == (errors->failures > 0));
    if (reading) {
        FILE *nowhere = fopen("/dev/null", "w");
        fuzz_require(nowhere && lt_reading_document_csv(nowhere, reading));
        fclose(nowhere);
        free(lt_reading_document_summary(reading, "fuzz"));
    }
    lt_errors_free(errors);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char part[] = "\n--\n";
    const uint8_t *at = memmem(data, size, part, sizeof part - 1);
    const size_t first = at ? (size_t)(at - data) + 1 : size, gone = at ? first + 3 : size;
    struct lt_arena *arena = lt_arena_new();
    struct lt_columns *a = take(data, first, "a.csv"), *b = take(data + gone, size - gone, "b.csv");
    if (a) {
        compare(a, b ? b : a, arena);
        draw_all(a, arena);
        read_as_run(a, arena);
    }
    lt_columns_free(a);
    lt_columns_free(b);
    lt_arena_free(arena);
    return 0;
}
