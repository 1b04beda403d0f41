/* SPDX-License-Identifier: GPL-3.0-or-later */
/* combinations.c FIRST COUNT [CASES [PATH.so]]: the law contact with parts drawn at random, a
 * combination for each seed from FIRST on: its audit with numbers drawn at random must accuse it of
 * nothing but what it declares; impacts drawn at random must keep the balance of energy to rounding
 * and give the same bits side by side. Prints each as a line of TAP, and how many declarations were
 * met.
 *
 * combinations.c pairs FIRST EVERY [CASES]: likewise every two parts that go together, two pulls
 * and two bonds among them, beside the simplest others that they need; of all pairs those of a
 * number that leaves FIRST when divided by EVERY.
 */
#include "base/arena.h"
#include "base/choice.h"
#include "combined_runs.h"
#include "registry/checks.h"
#include "registry/laws.h"
#include "registry/parts.h"
#include "registry/plugin.h"
#include "verify/audit.h"

#include <gsl/gsl_rng.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void die(const char *why) {
    fprintf(stderr, "combinations: %s\n", why);
    exit(2);
}

static void print_parts(const struct lt_law *law) {
    char word[64];
    for (size_t i = 0; i < law->n_params; i++)
        if (lt_parts_is_kind(law, law->params[i].name))
            printf(" %s", lt_choice_word(law->params[i].choices, law->params[i].preset, word,
                                         sizeof word));
}

/* How many declarations of the law were met; those that it was accused of are printed. */
static int audit_parts(const struct lt_law *law, int seed, int cases, const char *only, bool *ok) {
    const struct lt_audit_options options = {.seed = (uint64_t)seed, .cases = cases, .only = only};
    struct lt_audit audit;
    int declared = 0;
    lt_audit_law(law, &options, &audit);
    for (size_t i = 0; i < audit.count; i++) {
        const struct lt_check *check = &audit.checks[i];
        declared += check->declared;
        if (check->ok)
            continue;
        printf("# %s: %.3g > %.3g: %s\n", check->name, check->value, check->bound, check->detail);
        fflush(stdout);
        lt_audit_file_write(law, check, stderr);
    }
    *ok = audit.ok;
    lt_audit_free(&audit);
    return declared;
}

/* Do they keep the balance and their bits? */
static bool run_parts(const struct lt_law *law, gsl_rng *rng, struct lt_arena *arena,
                      struct combined *sums) {
    static const double bound = 1e-12;
    const struct combined now = combined_runs(law, rng, arena);
    sums->done += now.done;
    sums->fits += now.fits;
    sums->residual = fmax(sums->residual, now.residual);
    if (now.differ > 0)
        printf("# %d runs are others side by side\n", now.differ);
    if (now.residual > bound)
        printf("# the balance of energy misses %.3g > %.3g\n", now.residual, bound);
    if (*now.why)
        printf("# %s\n", now.why);
    return now.differ == 0 && now.residual <= bound && (now.done > 0 || !now.plain);
}

/* ---- Every two parts ------------------------------------------------------------------------- */

enum { KINDS = 16 };

/* The parameters that choose parts, and those that choose another of a kind beside them. */
struct kinds {
    const struct lt_law *law;
    size_t count, at[KINDS];
};

static struct kinds kinds_of(const struct lt_law *law) {
    struct kinds kinds = {.law = law};
    for (size_t i = 0; i < law->n_params && kinds.count < KINDS; i++) {
        const char *name = law->params[i].name, *end = strstr(name, "_2");
        char kind[32];
        snprintf(kind, sizeof kind, "%.*s", end ? (int)(end - name) : 31, name);
        if (law->params[i].choices && lt_parts_is_kind(law, kind))
            kinds.at[kinds.count++] = i;
    }
    return kinds;
}

static bool is_none(const struct lt_field *kind, double number) {
    char word[64];
    return strcmp(lt_choice_word(kind->choices, number, word, sizeof word), "none") == 0;
}

static bool numbers_clash(const struct lt_law *law, const double *numbers) {
    for (const struct lt_clash *c = law->clashes; c->why; c++)
        if (c->words >> (unsigned)numbers[c->kind] & 1u &&
            c->others >> (unsigned)numbers[c->other] & 1u)
            return true;
    return false;
}

/* Gives the kinds from number K on, but those of the pair, the first words that go together. */
static bool settle_others(const struct kinds *kinds, size_t k, const size_t *pair,
                          double *numbers) {
    if (k == kinds->count)
        return !numbers_clash(kinds->law, numbers);
    const size_t at = kinds->at[k];
    const struct lt_field *kind = &kinds->law->params[at];
    if (at == pair[0] || at == pair[1] || kind->hidden || strcmp(kind->name, "bond") == 0)
        return settle_others(kinds, k + 1, pair, numbers);
    for (numbers[at] = kind->min; numbers[at] <= kind->max; numbers[at]++)
        if (settle_others(kinds, k + 1, pair, numbers))
            return true;
    numbers[at] = 0;
    return false;
}

/* The next pair; false: there is no more. Two of one kind in one order. */
static bool next_words(const struct kinds *kinds, size_t *k, double *words) {
    for (; k[0] < kinds->count; k[0]++, k[1] = k[0] + 1, words[0] = words[1] = -1)
        for (; k[1] < kinds->count; k[1]++, words[0] = words[1] = -1) {
            const struct lt_field *one = &kinds->law->params[kinds->at[k[0]]],
                                  *other = &kinds->law->params[kinds->at[k[1]]];
            const bool same = strncmp(one->name, other->name, strlen(one->name)) == 0;
            if (one->hidden || (other->hidden && !same))
                continue;
            words[0] = words[0] < 0 ? 0 : words[0];
            while (words[0] <= one->max) {
                if (++words[1] > other->max) {
                    words[0]++, words[1] = -1;
                    continue;
                }
                if (!is_none(one, words[0]) && !is_none(other, words[1]) &&
                    (!same || words[1] > words[0]))
                    return true;
            }
        }
    return false;
}

/* All checks, but whether every parameter has an effect: beside so few parts some have none. */
static const char *all_checks(void) {
    static char all[1024];
    for (size_t i = 0; i < LT_CHECKS && !all[1000]; i++)
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i > 0 ? " " : "",
                 lt_check_words[i]);
    return all;
}

static int audit_pairs(const struct lt_law *law, int first, int every, int cases) {
    const struct kinds kinds = kinds_of(law);
    size_t k[2] = {0, 1};
    double words[2] = {-1, -1};
    int number = 0, done = 0, declared = 0, failed = 0;
    while (next_words(&kinds, k, words)) {
        struct lt_arena *arena = lt_arena_new();
        double *numbers = lt_arena_get(arena, law->n_params * sizeof *numbers);
        const size_t pair[] = {kinds.at[k[0]], kinds.at[k[1]]};
        for (size_t i = 0; i < law->n_params; i++)
            numbers[i] = NAN;
        for (size_t i = 0; i < kinds.count; i++)
            numbers[kinds.at[i]] = 0;
        numbers[pair[0]] = words[0];
        numbers[pair[1]] = words[1];
        if (settle_others(&kinds, 0, pair, numbers) && number++ % every == first) {
            const struct lt_law *made = lt_parts_with(law, numbers, arena);
            bool ok;
            const int met = audit_parts(made, number, cases, all_checks(), &ok);
            declared += met;
            failed += !ok;
            printf("%sok %d - pair %d:", ok ? "" : "not ", ++done, number - 1);
            print_parts(made);
            printf(", %d declared\n", met);
            fflush(stdout);
        }
        lt_arena_free(arena);
    }
    printf("1..%d\n# %d declarations met in %d of %d pairs\n", done, declared, done, number);
    return failed;
}

int main(int argc, char **argv) {
    if (argc < 3)
        die("FIRST COUNT [CASES [PATH.so]], or: pairs FIRST EVERY [CASES]");
    if (strcmp(argv[1], "pairs") == 0 && argc > 3)
        return audit_pairs(lt_laws_find("contact"), atoi(argv[2]), atoi(argv[3]),
                           argc > 4 ? atoi(argv[4]) : 0) > 0;
    const int first = atoi(argv[1]), count = atoi(argv[2]), cases = argc > 3 ? atoi(argv[3]) : 0;
    struct lt_plugins *plugins = lt_plugin_new();
    char why[LT_PLUGIN_WHY];
    struct combined sums = {0};
    int declared = 0, failed = 0;
    if (argc > 4 && lt_plugin_load(plugins, argv[4], why, sizeof why) != LT_PLUGIN_LOADED)
        die(why);
    const struct lt_law *law = lt_laws_find_in(lt_plugin_laws(plugins), "contact");
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);
    printf("1..%d\n", count);
    for (int i = 0; i < count; i++) {
        struct lt_arena *arena = lt_arena_new();
        gsl_rng_set(rng, (unsigned long)(first + i));
        const struct lt_law *made = combined_draw(law, rng, arena);
        bool ok;
        const int met = audit_parts(made, first + i, cases, NULL, &ok);
        ok &= argc > 4 || run_parts(made, rng, arena, &sums);
        declared += met;
        failed += !ok;
        printf("%sok %d - seed %d:", ok ? "" : "not ", i + 1, first + i);
        print_parts(made);
        printf(", %d declared\n", met);
        fflush(stdout);
        lt_arena_free(arena);
    }
    printf("# %d declarations met in %d combinations\n", declared, count);
    if (argc <= 4)
        printf("# %d impacts, the balance of energy to %.2g; %d combinations go side by side\n",
               sums.done, sums.residual, sums.fits);
    gsl_rng_free(rng);
    lt_plugin_free(plugins);
    return failed > 0;
}
