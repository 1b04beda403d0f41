/* SPDX-License-Identifier: MIT */
#ifdef LT_PART_LISTS
#define ROLLING_CONSTANT_TEXT                                                                      \
    "the moment fric_roll R* N against the rolling, N of the normal spring alone; none at rest "   \
    "(model A)"
#define ROLLING_CONSTANT_DECLARES                                                                  \
    {"continuity", IS_ROLLING_CONSTANT, 2,                                                         \
     "constant: the moment is against the rolling, and turns over with it at once"},

#define ROLLING_CONSTANT_LACKS_cap_by SAID
#else

static const char *rolling_constant(const struct part *of) {
    of->d->roll_rigid = 1;
    return rolling_limit(of, of->pair->r_eff);
}

#endif
