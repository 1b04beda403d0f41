/* SPDX-License-Identifier: MIT */
#ifdef LT_PART_LISTS
#define TANGENTIAL_DISPLACEMENT_RESCALE_TEXT                                                       \
    "f = kt x, kt = 8 G* a; the displacement x falls with a while a falls"
#define TANGENTIAL_DISPLACEMENT_RESCALE_DECLARES                                                   \
    {"cycle", IS_TANGENTIAL_DISPLACEMENT_RESCALE, 1,                                               \
     "displacement-rescale: the tangential spring has no potential; shear at one overlap, "        \
     "unshear at another creates or loses energy (E_defect)"},

#define TANGENTIAL_DISPLACEMENT_RESCALE_NEEDS_radius SAID
#define TANGENTIAL_DISPLACEMENT_RESCALE_TAKES_phi    SAID
#else

static const char *tangential_displacement_rescale(const struct part *of) {
    of->d->holds = of->d->shrinks = 1;
    return tangential_of_radius(of, 1);
}

#endif
