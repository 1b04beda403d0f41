/* SPDX-License-Identifier: MIT */
#ifdef LT_PART_LISTS
#define TWISTING_ARM_TEXT "as rolling: arm, at the arm arm_to R*"
#define TWISTING_ARM_PARAMS(F)                                                                     \
    F(fric_to, "1", 0, 0, INFINITY, "twisting friction: largest moment over arm_to r_eff N",       \
      .of = "twisting: arm", .mix = LT_MIN, .role = LT_TWISTING)                                   \
    F(fric_to_dynamic, "1", INFINITY, 0, INFINITY,                                                 \
      "twisting friction while it twists at its limit, if less than fric_to",                      \
      .of = "twisting: arm", .mix = LT_MIN, .role = LT_TWISTING_DYNAMIC)                           \
    F(kto, "N/m", 0, 0, INFINITY, "stiffness at the arm of twisting; 0: 8 G* a of the overlap",    \
      .of = "twisting: arm")                                                                       \
    F(gamma_to, "N s/m", 0, 0, INFINITY, "viscosity at the arm of twisting",                       \
      .of = "twisting: arm")                                                                       \
    F(arm_to, "1", 2, 0, INFINITY, "arm of twisting in units of r_eff", .of = "twisting: arm")
#define TWISTING_ARM_DECLARES                                                                      \
    {"continuity", IS_TWISTING_ARM " and roll_dashpot == 1", 2,                                    \
     "roll_dashpot kept: the spring takes what the dashpot has beyond friction"},                  \
        {"jumps", IS_TWISTING_ARM " and roll_dashpot == 1", 1,                                     \
         "roll_dashpot kept: so at touch, where friction holds nothing"},                          \
        {"cycle", IS_TWISTING_ARM " and roll_dashpot == 1", 1,                                     \
         "roll_dashpot kept: the spring is wound against the twisting, and gives that back"},      \
        {"order", IS_TWISTING_ARM " and roll_dashpot == 1", 1,                                     \
         "roll_dashpot kept: the spring of a new contact depends on the first step"},              \
        {"step-length", IS_TWISTING_ARM " and roll_dashpot == 1", 2,                               \
         "roll_dashpot kept: where nothing presses the spring is what the dashpot has last"},      \
        {"continuity", IS_TWISTING_ARM " and fric_to_dynamic < fric_to", 1,                        \
         "fric_to_dynamic: the moment drops to it when the limit is reached"},                     \
        {"order", IS_TWISTING_ARM " and fric_to_dynamic < fric_to", 1,                             \
         "fric_to_dynamic: when the moment drops depends on the step in which it does"},           \
        {"cycle", IS_TWISTING_ARM " and kto == 0 and not (" IS_TANGENTIAL_TANGENT_RESCALE ")", 1,  \
         "kto 0: the stiffness follows the overlap, but the moment does not, unless the "          \
         "tangential form is tangent-rescale; that creates or loses energy (E_defect)"},

#define TWISTING_ARM_TAKES_roll_dashpot SAID
#else

static const char *twisting_arm(const struct part *of) {
    const double arm = of->p->arm_to * of->pair->r_eff;
    const char *wrong = of->p->kto > 0 ? NULL : arm_of_radius(of, arm, &of->d->kw_half);
    of->d->kw_0 = arm * arm * of->p->kto;
    of->d->cw_0 = arm * arm * of->p->gamma_to;
    of->d->twist_follows = 1;
    of->d->twist_kept = of->p->roll_dashpot;
    of->d->twist_most = arm * of->p->fric_to;
    of->d->twist_slip = arm * fmin(of->p->fric_to, of->p->fric_to_dynamic);
    return wrong;
}

#endif
