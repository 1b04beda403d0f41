/* SPDX-License-Identifier: MIT */
#ifdef LT_PART_LISTS
#define NORMAL_LINEAR_TEXT "a spring of constant stiffness: fn = -kn d"
#define NORMAL_LINEAR_PARAMS(F)                                                                    \
    F(kn, "N/m", 0, 0, INFINITY, "normal stiffness", .of = "normal: linear", .mix = LT_SERIES,     \
      .role = LT_STIFFNESS_N)

#define NORMAL_LINEAR_HAS_stiffness SAID
#else

static const char *normal_linear(const struct part *of) {
    of->d->kn_1 = of->p->kn;
    return NULL;
}

#endif
