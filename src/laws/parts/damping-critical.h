/* SPDX-License-Identifier: MIT */
#ifdef LT_PART_LISTS
#define DAMPING_CRITICAL_TEXT "2 dp_nratio sqrt(m_eff kn), of a linear spring"
#define DAMPING_CRITICAL_PARAMS(F)                                                                 \
    F(dp_nratio, "1", 0, 0, INFINITY, "critical damping ratio", .of = "damping: critical",         \
      .advised = 1)
#define DAMPING_CRITICAL_CASES                                                                     \
    {"e_n",                                                                                        \
     IS_DAMPING_CRITICAL " and " IS_NORMAL_LINEAR                                                  \
                         " and cohesion == 0 and dp_mode == 0 and dp_nratio^2 < 1",                \
     "exp(-pi*dp_nratio/sqrt(1 - dp_nratio^2))",                                                   \
     "contact ends when the gap is zero again; the dashpot may pull"},                             \
        {"e_n",                                                                                    \
         IS_DAMPING_CRITICAL " and " IS_NORMAL_LINEAR                                              \
                             " and cohesion == 0 and dp_mode == 0 and dp_nratio^2 >= 1",           \
         "0", "overdamped and allowed to pull: the particles never separate"},                     \
        {"e_n",                                                                                    \
         IS_DAMPING_CRITICAL " and " IS_NORMAL_LINEAR                                              \
                             " and cohesion == 0 and dp_mode == 1 and dp_nratio^2 < 1",            \
         "exp(-2*dp_nratio*acos(dp_nratio/sqrt(1))/sqrt(1 - dp_nratio^2))",                        \
         "the force may not pull: it ends when the force is zero"},                                \
        {"e_n",                                                                                    \
         IS_DAMPING_CRITICAL " and " IS_NORMAL_LINEAR                                              \
                             " and cohesion == 0 and dp_mode == 1 and dp_nratio^2 == 1",           \
         "exp(-2)", "the force may not pull: it ends when the force is zero"},                     \
        {"e_n",                                                                                    \
         IS_DAMPING_CRITICAL " and " IS_NORMAL_LINEAR                                              \
                             " and cohesion == 0 and dp_mode == 1 and dp_nratio^2 > 1",            \
         "exp(-2*dp_nratio*acosh(dp_nratio/sqrt(1))/sqrt(dp_nratio^2 - 1))",                       \
         "the force may not pull: it ends when the force is zero"},

#define DAMPING_CRITICAL_NEEDS_stiffness SAID
#define DAMPING_CRITICAL_CLASHES                                                                   \
    {OF_DAMPING, PART(DAMPING_CRITICAL), OF_NORMAL, NORMAL_THAT(STIFFENS),                         \
     "the critical damping ratio is that of a constant stiffness; 'damping: tsuji' with alpha = "  \
     "sqrt(5) times the ratio is the same on Hertz' contact"},
#else

static const char *damping_critical(const struct part *of) {
    of->d->c_0 = 2 * of->p->dp_nratio * sqrt(of->pair->m_eff * of->d->kn_1);
    return NULL;
}

#endif
