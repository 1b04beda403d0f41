/* SPDX-License-Identifier: GPL-3.0-or-later */
/* walks.c KNOWN [--write]: every law, and the law contact with parts drawn at random, led by hand
 * along paths drawn at random as its audit draws them: what it answers is what it answered before,
 * to 1e-9. KNOWN has of each walk a line: the law, the number of the walk, and what is left of the
 * numbers of the law, its forces, moments, energies, states, and of what it says of its contact.
 * --write makes it anew, after a change of results that is meant. */
#include "base/units.h"
#include "combined_runs.h"
#include "registry/parts.h"
#include "verify/auditing.h"

#include <stdio.h>
#include <stdlib.h>

enum { WALKS = 36, COMBINATIONS = 800, NUMBERS = 6, NAME = 64 };

struct walk {
    char law[NAME];
    int number;
    double left[NUMBERS];
};

/* ---- What is left of a walk ------------------------------------------------------------------ */

/* A number in which each of a column has a weight of its own, and its sense counts. */
static double left_of(double x, size_t i) {
    return (x + 2 * fabs(x)) * (1 + 0.5 * cos((double)i));
}

static double size_left(double x) {
    return x != 0 && isfinite(x) ? log(fabs(x)) * (x > 0 ? 1 : 1.25) : 0;
}

/* Columns COUNT of numbers of each step, AT the first one: relative to the largest, and how large
 * that is. */
static double left_of_columns(const struct lt_audit_trace *t, size_t at, size_t count) {
    double left = 0;
    for (size_t k = 0; k < count; k++) {
        double most = 0, sum = 0;
        for (size_t i = 0; i < t->count; i++) {
            const double x = ((const double *)&t->steps[i].move)[at + k];
            most = isfinite(x) ? fmax(most, fabs(x)) : most;
        }
        for (size_t i = 0; i < t->count && most > 0; i++) {
            const double x = ((const double *)&t->steps[i].move)[at + k];
            sum += isfinite(x) ? left_of(x / most, i) : 0.1 * left_of(1, i);
        }
        left += (1 + 0.1 * (double)k) * (sum + size_left(most));
    }
    return left;
}

#define COLUMN(member) (offsetof(struct lt_drive_step, member) / sizeof(double))

static void leave_walk(const struct lt_audit_trace *t, struct walk *walk) {
    const struct lt_law *law = t->drive.law;
    double *left = walk->left;
    for (size_t i = 0; i < law->n_params; i++)
        left[0] += (1 + 0.01 * (double)i) * size_left(t->drive.params[i]);
    /* The first number of a law made of parts is an address. */
    for (size_t i = law->parts ? 1 : 0; i < law->n_derived; i++)
        left[0] += (1 + 0.01 * (double)i) * size_left(t->drive.derived[i]);
    left[1] = left_of_columns(t, COLUMN(f), 3) + left_of_columns(t, COLUMN(viscous), 3);
    left[2] = left_of_columns(t, COLUMN(f[3]), 3) + left_of_columns(t, COLUMN(viscous[3]), 3);
    left[3] = left_of_columns(t, COLUMN(strain), 3);
    for (size_t i = 0; i < law->n_losses; i++)
        left[3] += (1 + 0.1 * (double)i) * left_of(t->losses[i] / fmax(t->throughput, 1e-250), i);
    for (size_t i = 0; i < law->n_state; i++)
        left[4] += (1 + 0.1 * (double)i) * size_left(t->drive.state[i]);
    left[4] += left_of_columns(t, COLUMN(lost_gap), 4);
    for (int i = -1; i < 2; i++)
        left[5] += law->contact_time ? size_left(law->contact_time(&t->drive.pair, t->drive.params,
                                                                   t->drive.derived, pow(10, i)))
                                     : 0;
    left[5] += law->reach
                   ? 2 * size_left(law->reach(&t->drive.pair, t->drive.params, t->drive.derived))
                   : 0;
    left[5] += law->apart && law->apart(t->drive.params, t->drive.derived) ? 100 : 0;
}

static struct walk take_walk(struct lt_audit_bench *bench, const char *name, int number) {
    struct walk walk = {.number = number};
    struct lt_audit_case now;
    char why[256];
    snprintf(walk.law, sizeof walk.law, "%s", name);
    if (!lt_audit_case_draw(bench, 7, number, &now, why, sizeof why)) {
        walk.left[0] = -1;
        return walk;
    }
    lt_audit_begin(bench, &now);
    const struct lt_audit_trace *t = lt_audit_drive_base(bench);
    if (t->finite)
        leave_walk(t, &walk);
    return walk;
}

/* ---- All of them ----------------------------------------------------------------------------- */

static size_t take_walks(const struct lt_law *law, const char *name, int first, int count,
                         struct walk *to) {
    struct lt_audit_bench bench = {
        .law = law, .arena = lt_arena_new(), .kept = lt_arena_new(), .now = NULL};
    bench.dimension = lt_arena_get(bench.kept, (law->n_params + 1) * sizeof *bench.dimension);
    for (size_t i = 0; i < law->n_params; i++)
        lt_units_dimension(law->params[i].unit, bench.dimension[i]);
    for (int i = 0; i < count; i++)
        to[i] = take_walk(&bench, name, first + i);
    lt_arena_free(bench.arena);
    lt_arena_free(bench.kept);
    return (size_t)count;
}

static struct walk *take_all(size_t *count) {
    size_t laws = 0;
    while (lt_laws_builtin[laws])
        laws++;
    struct walk *walks = calloc(laws * WALKS + COMBINATIONS, sizeof *walks);
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);
    if (!walks || !rng)
        exit(2);
    for (size_t i = 0; i < laws; i++)
        if (strcmp(lt_laws_builtin[i]->name, "contact") != 0)
            *count +=
                take_walks(lt_laws_builtin[i], lt_laws_builtin[i]->name, 0, WALKS, walks + *count);
    for (int i = 0; i < COMBINATIONS; i++) {
        struct lt_arena *arena = lt_arena_new();
        gsl_rng_set(rng, (unsigned long)(i + 1));
        const struct lt_law *made = combined_draw(lt_laws_find("contact"), rng, arena);
        *count += take_walks(made, "contact", i, 1, walks + *count);
        lt_arena_free(arena);
    }
    gsl_rng_free(rng);
    return walks;
}

static void write_walks(FILE *file, const struct walk *walks, size_t count) {
    fputs("# SPDX-License-Identifier: GPL-3.0-or-later\n# Written by walks.c --write.\n", file);
    for (size_t i = 0; i < count; i++) {
        fprintf(file, "%s %d", walks[i].law, walks[i].number);
        for (int k = 0; k < NUMBERS; k++)
            fprintf(file, " %.12g", walks[i].left[k]);
        fputc('\n', file);
    }
}

static bool read_walk(FILE *file, struct walk *walk) {
    char line[512];
    do
        if (!fgets(line, sizeof line, file))
            return false;
    while (*line == '#');
    double *x = walk->left;
    return sscanf(line, "%63s %d %lf %lf %lf %lf %lf %lf", walk->law, &walk->number, x, x + 1,
                  x + 2, x + 3, x + 4, x + 5) == 2 + NUMBERS;
}

/* The first number that is not as known; NULL: none. */
static const char *find_change(const struct walk *known, const struct walk *walk) {
    static const char *const names[NUMBERS] = {
        "the numbers of the law", "its forces", "its moments",
        "its energies",           "its states", "its time or its reach"};
    if (strcmp(known->law, walk->law) != 0 || known->number != walk->number)
        return "the law";
    for (int k = 0; k < NUMBERS; k++)
        if (!(fabs(known->left[k] - walk->left[k]) <= 1e-9 * fmax(1, fabs(known->left[k]))))
            return names[k];
    return NULL;
}

static int compare_walks(FILE *file, const struct walk *walks, size_t count) {
    int laws = 0, failed = 0;
    for (size_t i = 0; i < count; laws++) {
        const char *law = walks[i].law;
        int changed = 0;
        for (; i < count && strcmp(walks[i].law, law) == 0; i++) {
            struct walk known = {0};
            const char *change =
                read_walk(file, &known) ? find_change(&known, &walks[i]) : "the list";
            if (change && changed++ == 0)
                printf("# walk %d: %s is not what it was\n", walks[i].number, change);
        }
        printf("%sok %d - %s\n", changed ? "not " : "", laws + 1, law);
        failed += changed > 0;
    }
    printf("1..%d\n", laws);
    return failed;
}

int main(int count, char **arguments) {
    const bool write = count > 2 && strcmp(arguments[2], "--write") == 0;
    FILE *file = count > 1 ? fopen(arguments[1], write ? "w" : "r") : NULL;
    if (!file) {
        fputs("usage: walks KNOWN [--write]\n", stderr);
        return 2;
    }
    size_t n = 0;
    int failed = 0;
    struct walk *walks = take_all(&n);
    if (write)
        write_walks(file, walks, n);
    else
        failed = compare_walks(file, walks, n);
    free(walks);
    return fclose(file) != 0 || failed > 0;
}
