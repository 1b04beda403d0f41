/* SPDX-License-Identifier: MIT */
#ifdef LT_PART_LISTS
#define DAMPING_MASS_VELOCITY_TEXT "eta_m m_eff"
#define DAMPING_MASS_VELOCITY_PARAMS(F)                                                            \
    F(eta_m, "1/s", 0, 0, INFINITY, "viscosity over m_eff", .of = "damping: mass-velocity")
#else

static const char *damping_mass_velocity(const struct part *of) {
    of->d->c_0 = of->p->eta_m * of->pair->m_eff;
    return NULL;
}

#endif
