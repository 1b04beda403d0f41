/* SPDX-License-Identifier: MIT */
#ifdef LT_PART_LISTS
#define TWISTING_HERTZ_MOMENT_TEXT "a spring without limit"
#define TWISTING_HERTZ_MOMENT_PARAMS(F)                                                            \
    F(twist_stiffness, "N m", 0, 0, INFINITY, "moment of the twisting spring over its angle",      \
      .of = "twisting: hertz-moment")
#define TWISTING_HERTZ_MOMENT_DECLARES                                                             \
    {"continuity", IS_TWISTING_HERTZ_MOMENT, 1,                                                    \
     "hertz-moment: a twisting spring without limit is let go when the contact is lost"},          \
        {"jumps", IS_TWISTING_HERTZ_MOMENT, 1,                                                     \
         "hertz-moment: a twisting spring without limit is let go when the contact is lost"},
#else

static const char *twisting_hertz_moment(const struct part *of) {
    of->d->kw_0 = of->p->twist_stiffness;
    of->d->twist_free = 1;
    return NULL;
}

#endif
