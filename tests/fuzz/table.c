/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as a table: it is refused with errors, or each column is numbers or says why not. */
#include "base/arena.h"
#include "base/columns.h"
#include "fuzz/fuzz.h"

#include <math.h>
#include <stdlib.h>

static void use(struct lt_columns *table) {
    static const char *const units[] = {"", "N", "m/s"};
    struct lt_arena *arena = lt_arena_new();
    fuzz_require(table->columns > 0);
    for (size_t i = 0; i < table->columns; i++) {
        struct lt_errors *errors = lt_errors_new();
        const char *name = table->names[i], *unit = units[i % 3];
        fuzz_require(!*name || lt_columns_find(table, name) == (long)i);
        fuzz_require(lt_columns_usable(table, i, unit, errors) == (errors->failures == 0));
        double *values =
            *name && *name != '-' ? lt_columns_values(table, name, unit, arena, errors) : NULL;
        fuzz_require(!*name || *name == '-' || (values == NULL) == (errors->failures > 0));
        for (size_t row = 0; values && row < table->rows; row++)
            fuzz_require(!isinf(values[row]) || !lt_columns_finite(table, i, errors));
        free(lt_errors_text(errors));
        lt_errors_free(errors);
    }
    lt_arena_free(arena);
    fuzz_count_used();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0)
        return 0;
    struct lt_errors *errors = lt_errors_new();
    FILE *file = fmemopen((void *)(uintptr_t)data, size, "r");
    fuzz_require(file);
    struct lt_columns *table = lt_columns_read_from(file, "fuzz.csv", NULL, errors);
    fclose(file);
    char *said = lt_errors_text(errors);
    fuzz_require((table == NULL) == (errors->failures > 0));
    if (table)
        use(table);
    free(said);
    lt_columns_free(table);
    lt_errors_free(errors);
    return 0;
}
