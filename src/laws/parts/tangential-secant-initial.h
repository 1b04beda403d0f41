/* SPDX-License-Identifier: MIT */
#ifdef LT_PART_LISTS
#define TANGENTIAL_SECANT_INITIAL_TEXT                                                             \
    "f = kt x, kt = 8 G* a; a change of a leaves the displacement x"
#define TANGENTIAL_SECANT_INITIAL_DECLARES                                                         \
    {"cycle", IS_TANGENTIAL_SECANT_INITIAL, 1,                                                     \
     "secant-initial: the tangential spring has no potential; shear at one overlap, unshear at "   \
     "another creates or loses energy (E_defect)"},

#define TANGENTIAL_SECANT_INITIAL_NEEDS_radius SAID
#define TANGENTIAL_SECANT_INITIAL_TAKES_phi    SAID
#else

static const char *tangential_secant_initial(const struct part *of) {
    of->d->holds = 1;
    return tangential_of_radius(of, 1);
}

#endif
