/* SPDX-License-Identifier: MIT */
#ifdef LT_PART_LISTS
#define TANGENTIAL_VISCOUS_TEXT "no spring: the dashpot alone, held by friction"
#else

static const char *tangential_viscous(const struct part *of) {
    of->p->tangential_ratio = isnan(of->p->tangential_ratio) ? 1 : of->p->tangential_ratio;
    return NULL;
}

#endif
