/* SPDX-License-Identifier: MIT */
#ifdef LT_PART_LISTS
#define ROLLING_SDS_TEXT                                                                           \
    "a spring and a dashpot at the arm R*, together held to fric_roll N; the spring takes what "   \
    "the dashpot leaves"
#define ROLLING_SDS_PARAMS(F)                                                                      \
    F(k_roll, "N/m", 0, 0, INFINITY, "stiffness at the arm of rolling", .of = "rolling: sds")      \
    F(c_roll, "N s/m", 0, 0, INFINITY, "viscosity at the arm of rolling", .of = "rolling: sds")
#define ROLLING_SDS_DECLARES                                                                       \
    {"continuity", IS_ROLLING_SDS " and c_roll > 0", 2,                                            \
     "sds: the spring takes what the dashpot has beyond friction"},                                \
        {"jumps", IS_ROLLING_SDS " and c_roll > 0", 1,                                             \
         "sds: so at touch, where friction holds nothing, and the spring is what the dashpot is"}, \
        {"isotropy", IS_ROLLING_SDS " and c_roll > 0 and " IS_NORMAL_EEPA, 1,                      \
         "sds: where eepa hardly presses, the dashpot's moment less the spring's is rounding"},    \
        {"cycle", IS_ROLLING_SDS " and c_roll > 0", 1,                                             \
         "sds: the spring is wound against the rolling, and gives that back"},                     \
        {"order", IS_ROLLING_SDS " and c_roll > 0", 1,                                             \
         "sds: the spring of a new contact depends on the first step"},
#else

static const char *rolling_sds(const struct part *of) {
    const double arm = of->pair->r_eff;
    of->d->kr_0 = arm * arm * of->p->k_roll;
    of->d->cr_0 = arm * arm * of->p->c_roll;
    of->d->roll_kept = 1;
    return rolling_limit(of, arm);
}

#endif
