/* SPDX-License-Identifier: GPL-3.0-or-later */
/* combinations.c FIRST COUNT [CASES [PATH.so]]: the law contact with parts drawn at random, a
 * combination for each seed from FIRST on: its audit with numbers drawn at random must accuse it of
 * nothing but what it declares; impacts drawn at random must keep the balance of energy to rounding
 * and give the same bits side by side. Prints each as a line of TAP, and how many declarations were
 * met.
 */
#include "base/arena.h"
#include "base/choice.h"
#include "combined_runs.h"
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
static int audit_parts(const struct lt_law *law, int seed, int cases, bool *ok) {
    const struct lt_audit_options options = {.seed = (uint64_t)seed, .cases = cases};
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

int main(int argc, char **argv) {
    if (argc < 3)
        die("FIRST COUNT [CASES [PATH.so]]");
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
        const int met = audit_parts(made, first + i, cases, &ok);
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
