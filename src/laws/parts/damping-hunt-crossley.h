/* SPDX-License-Identifier: MIT */
#ifdef LT_PART_LISTS
#define DAMPING_HUNT_CROSSLEY_TEXT "lambda times the force of the normal spring"
#define DAMPING_HUNT_CROSSLEY_PARAMS(F)                                                            \
    F(lambda, "s/m", 0, 0, INFINITY, "viscosity over force", .of = "damping: hunt-crossley")

#define DAMPING_HUNT_CROSSLEY_NEEDS_stiffness SAID
#else

static const char *damping_hunt_crossley(const struct part *of) {
    of->d->c_1 = of->d->kn_1 * of->p->lambda;
    of->d->c_3_half = of->d->kn_3_half * of->p->lambda;
    return NULL;
}

#endif
