/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/swing.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Forces below this fraction of the largest one do not count: their sign may be noise. */
static const double noise = 1e-3;
/* Changes of sign in a stage that are an oscillation: ten periods, which no impact has by itself.
 */
static const size_t enough = 20;

/* Chooses, as a stage begins, the degrees of freedom to watch: those that are free and have a
 * force, beside a motion that is imposed. */
void lt_swing_stage(struct lt_swing *swing, const struct lt_loading *loading) {
    const double *f = loading->setup->values + LT_FN;
    const char *whats = loading->stage->whats;
    memset(swing->changes, 0, sizeof swing->changes);
    memset(swing->sign, 0, sizeof swing->sign);
    swing->any = false;
    for (size_t i = 0; i < LT_DOFS; i++) {
        swing->watched[i] = whats[i] == '.' && f[i] != 0 && strpbrk(whats, "vu");
        swing->any |= swing->watched[i];
    }
}

/* Counts the changes of sign of each force in a sample. Forces are compared with the largest
 * force, moments with the largest moment of the run so far. */
void lt_swing_sample(struct lt_swing *swing, const double *values) {
    const double *f = values + LT_FN;
    for (size_t i = 0; i < LT_DOFS; i++) {
        double *most = &swing->most[i / 3];
        *most = fmax(*most, fabs(f[i]));
        int sign = (f[i] > noise * *most) - (f[i] < -noise * *most);
        if (!swing->watched[i] || sign == 0)
            continue;
        swing->changes[i] += sign == -swing->sign[i];
        swing->sign[i] = sign;
    }
}

/* At the end of a stage, returns true if a free degree of freedom has oscillated beside an
 * imposed motion; then TEXT of SIZE bytes is a warning about the worst. */
bool lt_swing_oscillates(const struct lt_swing *swing, char *text, size_t size) {
    static const char *const names[LT_DOFS][2] = {{"un", "fn"}, {"us", "fs"}, {"ut", "ft"},
                                                  {"an", "mn"}, {"as", "ms"}, {"at", "mt"}};
    size_t worst = 0;
    for (size_t i = 1; i < LT_DOFS; i++)
        worst = swing->changes[i] > swing->changes[worst] ? i : worst;
    if (swing->changes[worst] < enough)
        return false;
    snprintf(
        text, size,
        "%s is free and oscillates: %s has changed its sign %zu times beside the imposed motion; "
        "to hold it, impose the velocity 0 ('v')",
        names[worst][0], names[worst][1], swing->changes[worst]);
    return true;
}
