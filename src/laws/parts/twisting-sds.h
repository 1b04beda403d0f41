/* SPDX-License-Identifier: MIT */
#ifdef LT_PART_LISTS
#define TWISTING_SDS_TEXT                                                                          \
    "a spring and a dashpot, together held to fric_twist N; the spring takes what the dashpot "    \
    "leaves"
#define TWISTING_SDS_PARAMS(F)                                                                     \
    F(k_twist, "N m", 0, 0, INFINITY, "moment of the twisting spring over its angle",              \
      .of = "twisting: sds")                                                                       \
    F(c_twist, "N m s", 0, 0, INFINITY, "moment of the twisting dashpot over the rate",            \
      .of = "twisting: sds")                                                                       \
    F(fric_twist, "m", 0, 0, INFINITY, "largest twisting moment over the pressure",                \
      .of = "twisting: sds", .role = LT_TWISTING)
#define TWISTING_SDS_DECLARES                                                                      \
    {"continuity", IS_TWISTING_SDS " and c_twist > 0", 2,                                          \
     "sds: the spring takes what the dashpot has beyond friction"},                                \
        {"jumps", IS_TWISTING_SDS " and c_twist > 0", 1,                                           \
         "sds: so at touch, where friction holds nothing, and the spring is what the dashpot is"}, \
        {"cycle", IS_TWISTING_SDS " and c_twist > 0", 1,                                           \
         "sds: the spring is wound against the twisting, and gives that back"},                    \
        {"order", IS_TWISTING_SDS " and c_twist > 0", 1,                                           \
         "sds: the spring of a new contact depends on the first step"},
#else

static const char *twisting_sds(const struct part *of) {
    of->d->kw_0 = of->p->k_twist;
    of->d->cw_0 = of->p->c_twist;
    of->d->twist_most = of->d->twist_slip = of->p->fric_twist;
    of->d->twist_kept = 1;
    return NULL;
}

#endif
