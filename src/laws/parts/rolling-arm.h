/* SPDX-License-Identifier: MIT */
#ifdef LT_PART_LISTS
#define ROLLING_ARM_TEXT                                                                           \
    "a spring and a dashpot at the arm arm_r R*, together held to fric_roll arm_r R* N; kr 0 "     \
    "follows 8 G* a as the tangential spring does"
#define ROLLING_ARM_PARAMS(F)                                                                      \
    F(fric_roll_dynamic, "1", INFINITY, 0, INFINITY,                                               \
      "rolling friction while it rolls at its limit, if less than fric_roll",                      \
      .of = "rolling: arm", .mix = LT_MIN, .role = LT_ROLLING_DYNAMIC)                             \
    F(kr, "N/m", 0, 0, INFINITY, "stiffness at the arm of rolling; 0: 8 G* a of the overlap",      \
      .of = "rolling: arm")                                                                        \
    F(gamma_r, "N s/m", 0, 0, INFINITY, "viscosity at the arm of rolling", .of = "rolling: arm")   \
    F(arm_r, "1", 1, 0, INFINITY, "arm of rolling in units of r_eff", .of = "rolling: arm")        \
    F(roll_dashpot, "1", 0, 0, 1, "dashpots of rolling and twisting while at the limit",           \
      .of = "rolling:" ROLLING_WORDS_THAT(TAKES_roll_dashpot) "; twisting:" TWISTING_WORDS_THAT(   \
          TAKES_roll_dashpot),                                                                     \
      .choices = "dropped kept")
#define ROLLING_ARM_DECLARES                                                                       \
    {"continuity", IS_ROLLING_ARM " and roll_dashpot == 1", 2,                                     \
     "roll_dashpot kept: the spring takes what the dashpot has beyond friction"},                  \
        {"jumps", IS_ROLLING_ARM " and roll_dashpot == 1", 1,                                      \
         "roll_dashpot kept: so at touch, where friction holds nothing"},                          \
        {"cycle", IS_ROLLING_ARM " and roll_dashpot == 1", 1,                                      \
         "roll_dashpot kept: the spring is wound against the rolling, and gives that back"},       \
        {"order", IS_ROLLING_ARM " and roll_dashpot == 1", 1,                                      \
         "roll_dashpot kept: the spring of a new contact depends on the first step"},              \
        {"step-length", IS_ROLLING_ARM " and roll_dashpot == 1", 2,                                \
         "roll_dashpot kept: where nothing presses the spring is what the dashpot has last"},      \
        {"continuity", IS_ROLLING_ARM " and fric_roll_dynamic < fric_roll", 1,                     \
         "fric_roll_dynamic: the moment drops to it when the limit is reached"},                   \
        {"order", IS_ROLLING_ARM " and fric_roll_dynamic < fric_roll", 1,                          \
         "fric_roll_dynamic: when the moment drops depends on the step in which it does"},         \
        {"cycle", IS_ROLLING_ARM " and kr == 0 and not (" IS_TANGENTIAL_TANGENT_RESCALE ")", 1,    \
         "kr 0: the stiffness follows the overlap, but the moment does not, unless the "           \
         "tangential form is tangent-rescale; that creates or loses energy (E_defect)"},

#define ROLLING_ARM_TAKES_roll_dashpot SAID
#else

static const char *rolling_arm(const struct part *of) {
    const double arm = of->p->arm_r * of->pair->r_eff;
    const char *wrong = of->p->kr > 0 ? NULL : arm_of_radius(of, arm, &of->d->kr_half);
    of->d->kr_0 = arm * arm * of->p->kr;
    of->d->cr_0 = arm * arm * of->p->gamma_r;
    of->d->roll_follows = 1;
    of->d->roll_kept = of->p->roll_dashpot;
    wrong = wrong ? wrong : rolling_limit(of, arm);
    of->d->roll_slip = arm * fmin(of->p->fric_roll, of->p->fric_roll_dynamic);
    return wrong;
}

#endif
