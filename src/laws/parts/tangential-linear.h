/* SPDX-License-Identifier: MIT */
#ifdef LT_PART_LISTS
#define TANGENTIAL_LINEAR_TEXT "a spring of constant stiffness ks and a dashpot ct"
#define TANGENTIAL_LINEAR_PARAMS(F)                                                                \
    F(ks, "N/m", 0, 0, INFINITY, "shear stiffness", .of = "tangential: linear", .mix = LT_SERIES,  \
      .role = LT_STIFFNESS_S)                                                                      \
    F(ct, "N s/m", 0, 0, INFINITY, "tangential viscosity", .of = "tangential: linear")
#else

static const char *tangential_linear(const struct part *of) {
    of->d->kt_0 = of->p->ks;
    of->d->ct_0 = of->p->ct;
    return NULL;
}

#endif
