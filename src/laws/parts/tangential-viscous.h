/* SPDX-License-Identifier: MIT */
#ifdef LT_PART_LISTS
#define TANGENTIAL_VISCOUS_TEXT "no spring: the dashpot alone, held by friction"

#define TANGENTIAL_VISCOUS_LACKS_spring       SAID
#define TANGENTIAL_VISCOUS_LACKS_slip_dashpot SAID
#define TANGENTIAL_VISCOUS_LACKS_cap_on       SAID
#define TANGENTIAL_VISCOUS_CLASHES                                                                 \
    {OF_TANGENTIAL, PART(TANGENTIAL_VISCOUS), OF_DAMPING, PART(DAMPING_NONE),                      \
     "its viscosity is tangential_ratio times that of the normal dashpot, and there is none"},     \
        {OF_TANGENTIAL, PART(TANGENTIAL_VISCOUS), OF_DAMPING, OWN(DAMPING_END),                    \
         "its viscosity is tangential_ratio times that of the normal dashpot, of which a part of " \
         "your own tells nothing"},
#else

static const char *tangential_viscous(const struct part *of) {
    of->d->cap_total = 1;
    of->p->tangential_ratio = isnan(of->p->tangential_ratio) ? 1 : of->p->tangential_ratio;
    return NULL;
}

#endif
