/* SPDX-License-Identifier: MIT */
/*
 * bar.h: stiffness of a contact that is a bar: one cross-section, a length of either material.
 */
#ifndef LAWTESTER_BAR_H
#define LAWTESTER_BAR_H

#include "law.h"

struct lt_bar {
    double young;   /* Pa, order: makes kn; reads kn L/A */
    double ktDivKn; /* order: makes kt; reads kt/kn */
    double kn, kt;  /* N/m */
};

static inline double lt_bar_inverse(double k) {
    return k > 0 ? 1 / k : 0;
}

/* Fill what is NAN in BAR. A and B are what the materials say; kn and kt given for the contact win
 * over them. NULL, or what is missing. */
static inline const char *lt_bar_fill(const struct lt_pair *pair, const struct lt_bar *a,
                                      const struct lt_bar *b, struct lt_bar *bar) {
    const double la = pair->a.length, lb = pair->b.length;
    if (!isnan(bar->young) || isnan(bar->kn)) {
        const int own = !isnan(bar->young);
        const double ea = own ? bar->young : a->young, eb = own ? bar->young : b->young;
        if (isnan(ea) || isnan(eb))
            return "give kn, or young, for the contact or in both materials";
        bar->kn = pair->area / (la / ea + lb / eb);
    }
    if (!isnan(bar->ktDivKn) || isnan(bar->kt)) {
        const double mean = 0.5 * (a->ktDivKn + b->ktDivKn);
        const double otherwise = isnan(mean) ? 0.2 : mean;
        bar->kt = bar->kn * (isnan(bar->ktDivKn) ? otherwise : bar->ktDivKn);
    }
    bar->young = bar->kn * (la + lb) / pair->area;
    bar->ktDivKn = bar->kt * lt_bar_inverse(bar->kn);
    return NULL;
}

#endif
