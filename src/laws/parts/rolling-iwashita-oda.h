/* SPDX-License-Identifier: MIT */
#ifdef LT_PART_LISTS
#define ROLLING_IWASHITA_ODA_TEXT "a spring and a dashpot, together held to fric_roll R* N"

#define ROLLING_IWASHITA_ODA_TAKES_roll_stiffness SAID
#define ROLLING_IWASHITA_ODA_TAKES_roll_viscosity SAID
#else

static const char *rolling_iwashita_oda(const struct part *of) {
    of->d->kr_0 = of->p->roll_stiffness;
    of->d->cr_0 = of->p->roll_viscosity;
    return rolling_limit(of, of->pair->r_eff);
}

#endif
