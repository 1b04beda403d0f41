/* SPDX-License-Identifier: MIT */
#ifdef LT_PART_LISTS
#define TANGENTIAL_TANGENT_RESCALE_TEXT "as tangent; the force falls with a while a falls"

#define TANGENTIAL_TANGENT_RESCALE_NEEDS_radius    SAID
#define TANGENTIAL_TANGENT_RESCALE_TAKES_phi       SAID
#define TANGENTIAL_TANGENT_RESCALE_TAKES_kt_update SAID
#else

static const char *tangential_tangent_rescale(const struct part *of) {
    of->d->rescales = 1;
    return tangential_of_radius(of, 1);
}

#endif
