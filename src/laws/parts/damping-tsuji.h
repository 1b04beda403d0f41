/* SPDX-License-Identifier: MIT */
#ifdef LT_PART_LISTS
#define DAMPING_TSUJI_TEXT                                                                         \
    "alpha sqrt(m_eff k), k the secant stiffness of the normal spring; one restitution at all "    \
    "speeds"
#define DAMPING_TSUJI_PARAMS(F)                                                                    \
    F(alpha, "1", 0, 0, INFINITY, "normal damping, alpha sqrt(m_eff k)", .of = "damping: tsuji")
/* MOST: the critical alpha squared. WHEN: where, "... and ". */
#define TSUJI_CASES(when, most)                                                                    \
    {"e_n", when "dp_mode == 0 and alpha < sqrt(" most ")",                                        \
     "exp(-pi*alpha/sqrt(" most " - alpha^2))",                                                    \
     "contact ends when the gap is zero again; the dashpot may pull"},                             \
        {"e_n", when "dp_mode == 0 and alpha >= sqrt(" most ")", "0",                              \
         "overdamped and allowed to pull: the particles never separate"},                          \
        {"e_n", when "dp_mode == 1 and alpha < sqrt(" most ")",                                    \
         "exp(-2*alpha*acos(alpha/sqrt(" most "))/sqrt(" most " - alpha^2))",                      \
         "the force may not pull: it ends when the force is zero"},                                \
        {"e_n", when "dp_mode == 1 and alpha == sqrt(" most ")", "exp(-2)",                        \
         "the force may not pull: it ends when the force is zero"},                                \
        {"e_n", when "dp_mode == 1 and alpha > sqrt(" most ")",                                    \
         "exp(-2*alpha*acosh(alpha/sqrt(" most "))/sqrt(alpha^2 - " most "))",                     \
         "the force may not pull: it ends when the force is zero"},
#define DAMPING_TSUJI_CASES                                                                        \
    TSUJI_CASES(IS_DAMPING_TSUJI " and " IS_NORMAL_HERTZ " and cohesion == 0 and ", "5")           \
    TSUJI_CASES(IS_DAMPING_TSUJI " and " IS_NORMAL_LINEAR " and cohesion == 0 and ", "4")

#define DAMPING_TSUJI_NEEDS_stiffness SAID
#else

static const char *damping_tsuji(const struct part *of) {
    const double m = of->pair->m_eff, alpha = of->p->alpha;
    of->d->c_0 = alpha * sqrt(m * of->d->kn_1);
    of->d->c_quarter = alpha * sqrt(m * of->d->kn_3_half);
    return NULL;
}

#endif
