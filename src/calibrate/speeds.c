/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "calibrate/speeds.h"

#include "base/arena.h"
#include "base/text.h"
#include "base/units.h"
#include "calibrate/dependence.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Returns the part of *TEXT up to the next colon, and moves *TEXT behind it. NULL: nothing is
 * left. */
static const char *part_of(const char **text, struct lt_arena *arena) {
    if (!*text)
        return NULL;
    size_t length = strcspn(*text, ":");
    const char *part = lt_arena_copy(arena, *text, length);
    *text = (*text)[length] ? *text + length + 1 : NULL;
    return part;
}

/* Reads a speed such as "1 cm/s" into *SPEED, m/s. Returns NULL, or a message on what is wrong. */
static const char *read_speed(const char *text, double *speed, struct lt_arena *arena) {
    char why[256];
    enum lt_quantity read = lt_units_read(text, "m/s", speed, why, sizeof why);
    if (read == LT_QUANTITY_NOT_A_NUMBER)
        return lt_arena_print(arena, "'%s' is not a number", text);
    if (read == LT_QUANTITY_WRONG)
        return lt_arena_print(arena, "%s", why);
    if (!(*speed > 0 && isfinite(*speed)))
        return lt_arena_print(arena, "'%s': a speed must be above 0", text);
    return NULL;
}

/* Reads a number of speeds, 2 to LT_SPEEDS_MOST, into *COUNT. Returns NULL, or a message on what is
 * wrong. */
static const char *read_count(const char *text, size_t *count, struct lt_arena *arena) {
    char *end;
    *count = (size_t)strtoul(text, &end, 10);
    bool good = text[0] >= '0' && text[0] <= '9' && !*end;
    if (good && *count >= 2 && *count <= LT_SPEEDS_MOST)
        return NULL;
    return lt_arena_print(arena, "'%s' is not a valid number of speeds, 2 to %d", text,
                          LT_SPEEDS_MOST);
}

/* Reads a range of speeds, "LO:HI" or "LO:HI:N" (default 21 speeds). Returns NULL, or a message on
 * what is wrong. */
const char *lt_speeds_read(const char *text, struct lt_speeds *speeds, struct lt_arena *arena) {
    const char *rest = text, *low = part_of(&rest, arena), *high = part_of(&rest, arena);
    const char *count = part_of(&rest, arena);
    *speeds = (struct lt_speeds){.count = 21};
    if (!high || rest)
        return lt_arena_print(arena, "'%s' is not a range; write LO:HI or LO:HI:N", text);
    const char *why = read_speed(low, &speeds->low, arena);
    if (!why)
        why = read_speed(high, &speeds->high, arena);
    if (!why && !(speeds->low < speeds->high))
        why = lt_arena_print(arena, "'%s': the lower speed is not below the upper one", text);
    if (!why && count)
        why = read_count(count, &speeds->count, arena);
    return why;
}

/* Runs with the unknowns at X at all speeds from low to high, in equal ratios, and keeps in SPEEDS
 * the impact speed of the program (own), all impact speeds v, m/s, and results y; NAN where a run
 * failed. Returns NULL, or why the speed cannot be changed. */
static const char *run_all(struct lt_trial *trial, const double *x, struct lt_speeds *speeds) {
    double y[LT_TRIAL_MAX];
    if (!lt_dependence_at_speed(trial, x, 1, y) || !(trial->touch > 0))
        return "the program has no impact speed that could be changed";
    speeds->own = trial->touch;
    for (size_t k = 0; k < speeds->count && !(trial->interrupted && *trial->interrupted); k++) {
        double share = (double)k / (double)(speeds->count - 1);
        double speed = speeds->low * pow(speeds->high / speeds->low, share);
        bool ran = lt_dependence_at_speed(trial, x, speed / speeds->own, y);
        speeds->v[k] = ran && trial->touch > 0 ? trial->touch : NAN;
        for (size_t i = 0; i < trial->n; i++)
            speeds->y[i][k] = ran ? y[i] : NAN;
    }
    return NULL;
}

/* Runs PROGRAM at all speeds with the parameters of FOUND and the exact integrator. Returns NULL,
 * or a message why that is impossible. */
const char *lt_speeds_run(const struct lt_program *program, const struct lt_calibration *found,
                          const volatile int *interrupted, struct lt_speeds *speeds,
                          struct lt_arena *arena) {
    const struct lt_name *unknowns[LT_TRIAL_MAX], *results[LT_TRIAL_MAX];
    double x[LT_TRIAL_MAX] = {0};
    speeds->v = lt_arena_get(arena, speeds->count * sizeof *speeds->v);
    for (size_t i = 0; i < found->n; i++) {
        unknowns[i] = found->unknowns[i].vary->target;
        results[i] = found->aims[i].target->result;
        x[i] = found->unknowns[i].value;
        speeds->y[i] = lt_arena_get(arena, speeds->count * sizeof *speeds->y[i]);
    }
    struct lt_program exact = *program;
    exact.as_run = false;
    struct lt_trial trial;
    bool ok = lt_trial_begin(&trial, &exact, unknowns, results, found->n, interrupted, arena);
    const char *why = ok ? run_all(&trial, x, speeds) : lt_arena_print(arena, "%s", trial.why);
    lt_trial_end(&trial);
    return why;
}

/* The speeds, m/s, and the results at each as the columns of a table in ARENA. */
struct lt_listing lt_speeds_sheet(const struct lt_calibration *found,
                                  const struct lt_speeds *speeds, struct lt_arena *arena) {
    struct lt_listing sheet = {found->n + 1, speeds->count, NULL};
    sheet.columns = lt_arena_get(arena, sheet.n * sizeof *sheet.columns);
    sheet.columns[0] = (struct lt_listing_column){"speed", "m/s", "speed of impact", speeds->v};
    for (size_t i = 0; i < found->n; i++) {
        const struct lt_target *target = found->aims[i].target;
        sheet.columns[i + 1] = (struct lt_listing_column){target->name, target->result->unit,
                                                          target->result->doc, speeds->y[i]};
    }
    return sheet;
}

/* The table of lt_speeds_sheet() as text, malloc'd. */
char *lt_speeds_text(const struct lt_listing *sheet) {
    struct lt_text text;
    FILE *out = lt_text_begin(&text);
    fprintf(out, "\n  %-12s", "speed, m/s");
    for (size_t i = 1; i < sheet->n; i++)
        fprintf(out, " %-16s", sheet->columns[i].name);
    for (size_t k = 0; k < sheet->rows; k++) {
        fprintf(out, "\n  %-12.6g", sheet->columns[0].values[k]);
        for (size_t i = 1; i < sheet->n; i++)
            fprintf(out, " %-16.10g", sheet->columns[i].values[k]);
    }
    fputc('\n', out);
    return lt_text_end(&text);
}

/* The table of lt_speeds_sheet() as an object {column: [numbers]}, which the caller owns. */
json_t *lt_speeds_document(const struct lt_listing *sheet) {
    json_t *document = json_object();
    for (size_t i = 0; i < sheet->n; i++)
        json_object_set_new(document, sheet->columns[i].name,
                            lt_document_numbers(sheet->columns[i].values, sheet->rows));
    return document;
}
