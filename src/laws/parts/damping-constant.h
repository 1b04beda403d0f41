/* SPDX-License-Identifier: MIT */
#ifdef LT_PART_LISTS
#define DAMPING_CONSTANT_TEXT "a viscosity that does not depend on the overlap: cn"
#define DAMPING_CONSTANT_PARAMS(F)                                                                 \
    F(cn, "N s/m", 0, 0, INFINITY, "normal viscosity", .of = "damping: constant")
#define DAMPING_CONSTANT_CASES                                                                     \
    {"e_n",                                                                                        \
     IS_DAMPING_CONSTANT " and " IS_NORMAL_LINEAR                                                  \
                         " and cohesion == 0 and dp_mode == 0 and cn^2 < 4*m_eff*kn",              \
     "exp(-pi*cn/sqrt(4*m_eff*kn - cn^2))",                                                        \
     "contact ends when the gap is zero again; the dashpot may pull"},                             \
        {"e_n",                                                                                    \
         IS_DAMPING_CONSTANT " and " IS_NORMAL_LINEAR                                              \
                             " and cohesion == 0 and dp_mode == 0 and cn^2 >= 4*m_eff*kn",         \
         "0", "overdamped and allowed to pull: the particles never separate"},                     \
        {"e_n",                                                                                    \
         IS_DAMPING_CONSTANT " and " IS_NORMAL_LINEAR                                              \
                             " and cohesion == 0 and dp_mode == 1 and cn^2 < 4*m_eff*kn",          \
         "exp(-2*cn*acos(cn/sqrt(4*m_eff*kn))/sqrt(4*m_eff*kn - cn^2))",                           \
         "the force may not pull: it ends when the force is zero"},                                \
        {"e_n",                                                                                    \
         IS_DAMPING_CONSTANT " and " IS_NORMAL_LINEAR                                              \
                             " and cohesion == 0 and dp_mode == 1 and cn^2 == 4*m_eff*kn",         \
         "exp(-2)", "the force may not pull: it ends when the force is zero"},                     \
        {"e_n",                                                                                    \
         IS_DAMPING_CONSTANT " and " IS_NORMAL_LINEAR                                              \
                             " and cohesion == 0 and dp_mode == 1 and cn^2 > 4*m_eff*kn",          \
         "exp(-2*cn*acosh(cn/sqrt(4*m_eff*kn))/sqrt(cn^2 - 4*m_eff*kn))",                          \
         "the force may not pull: it ends when the force is zero"},
#else

static const char *damping_constant(const struct part *of) {
    of->d->c_0 = of->p->cn;
    return NULL;
}

#endif
