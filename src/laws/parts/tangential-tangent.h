/* SPDX-License-Identifier: MIT */
#ifdef LT_PART_LISTS
#define TANGENTIAL_TANGENT_TEXT "f grows by kt du, kt = 8 G* a; a change of a leaves the force"
#define TANGENTIAL_TANGENT_DECLARES                                                                \
    {"cycle", IS_TANGENTIAL_TANGENT, 1,                                                            \
     "tangent: the tangential spring has no potential; shear at one overlap, unshear at another "  \
     "creates or loses energy (E_defect)"},

#define TANGENTIAL_TANGENT_NEEDS_radius    SAID
#define TANGENTIAL_TANGENT_TAKES_phi       SAID
#define TANGENTIAL_TANGENT_TAKES_kt_update SAID
#else

static const char *tangential_tangent(const struct part *of) {
    return tangential_of_radius(of, 1);
}

#endif
