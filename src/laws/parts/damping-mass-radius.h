/* SPDX-License-Identifier: MIT */
#ifdef LT_PART_LISTS
#define DAMPING_MASS_RADIUS_TEXT "eta_ma m_eff a, a = sqrt(R* d)"
#define DAMPING_MASS_RADIUS_PARAMS(F)                                                              \
    F(eta_ma, "1/m/s", 0, 0, INFINITY, "viscosity over m_eff and contact radius",                  \
      .of = "damping: mass-radius")
#else

static const char *damping_mass_radius(const struct part *of) {
    if (!(of->pair->r_eff > 0))
        return "damping: mass-radius needs a curved body: two flat ones have no contact radius";
    of->d->c_half = of->p->eta_ma * of->pair->m_eff * sqrt(of->pair->r_eff);
    return NULL;
}

#endif
