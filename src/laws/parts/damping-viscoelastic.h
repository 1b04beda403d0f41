/* SPDX-License-Identifier: MIT */
#ifdef LT_PART_LISTS
#define DAMPING_VISCOELASTIC_TEXT "3/2 A k, k the secant stiffness of the normal spring"
#define DAMPING_VISCOELASTIC_PARAMS(F)                                                             \
    F(A, "s", 0, 0, INFINITY, "relaxation time of the material", .of = "damping: viscoelastic")

#define DAMPING_VISCOELASTIC_NEEDS_stiffness SAID
#else

static const char *damping_viscoelastic(const struct part *of) {
    of->d->c_0 = 1.5 * of->d->kn_1 * of->p->A;
    of->d->c_half = 1.5 * of->d->kn_3_half * of->p->A;
    return NULL;
}

#endif
