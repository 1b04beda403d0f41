/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any text, read as a formula of any kind in any scope: it is refused with an error, or it
 * evaluates over any numbers to a number, a condition or a reason. */
#include "base/arena.h"
#include "formula/expr.h"
#include "fuzz/fuzz.h"

#include <math.h>
#include <string.h>

/* Any bit pattern that DATA has for the first values, then simple numbers. */
static void fill(double *values, size_t count, const uint8_t *data, size_t size) {
    for (size_t i = 0; i < count; i++)
        values[i] = (double)(i % 7) - 3;
    size_t bytes = count * sizeof *values;
    if (size > 0)
        memcpy(values, data, size < bytes ? size : bytes);
}

static void evaluate(const struct lt_formula *formula, const double *values) {
    struct lt_expr *expr = lt_expr_new();
    char why[512] = "";
    double number = 0;
    bool holds;
    for (int i = 0; i < 2; i++) {
        bool ok = lt_expr_number(expr, formula, values, &number, why, sizeof why);
        fuzz_require(ok ? !isnan(number) : strlen(why) > 0);
        if (formula->kind == LT_FORMULA_CONDITION)
            fuzz_require(lt_expr_holds(expr, formula, values, &holds, why, sizeof why) == ok);
        fuzz_require(!strstr(why, "attempt to") && !strstr(why, "bad argument"));
    }
    lt_expr_free(expr);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const lets[] = {"a", "b", "wanted"};
    if (size < 2)
        return 0;
    struct lt_arena *arena = lt_arena_new();
    struct lt_errors *errors = lt_errors_new();
    struct lt_names *all = lt_names_new(NULL, lets, 3, NULL, 0, arena);
    struct lt_names names = lt_names_in(all, (enum lt_scope)(data[0] % 4));
    enum lt_formula_kind kind = (enum lt_formula_kind)(data[1] % 3);
    struct lt_mark mark = {.line = 1, .column = 1};
    const char *text = lt_arena_copy(arena, (const char *)data + 2, size - 2);
    struct lt_formula *formula =
        lt_formula_read(text, mark, "formula", kind, &names, arena, errors);
    fuzz_require((formula == NULL) == (errors->failures > 0));
    if (formula) {
        fuzz_require(formula->kind != LT_FORMULA_EITHER);
        double *values = lt_arena_get(arena, all->slots * sizeof *values);
        fill(values, all->slots, data, size);
        evaluate(formula, values);
        fuzz_count_used();
    }
    lt_errors_free(errors);
    lt_arena_free(arena);
    return 0;
}
