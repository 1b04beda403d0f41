/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * concrete.c: a bond that cracks and a contact that slips (concrete particle model of Woo and
 * YADE).
 *
 * The law relates stress (Pa) to strain: the contact is a bar of cross-section A and length L.
 * doc/concrete.md derives the free energy and the discrete dissipations.
 *
 * Symbols: epsN, epsT normal and shear strain; epsPl, epsTPl their plastic parts; omega damage, 0
 * to 1; kappa largest equivalent strain so far; left = 1 - omega, the integrity of the bond.
 */
/* Doubles only: cracking and slipping contacts run through different code, so that vectors of
 * contacts would gain nothing. */
#define LT_DOUBLES

#include "bar.h"
#include "shear.h"

/* Words of the parameter slip. */
enum { MEMORY, MEMORYLESS, LAGGING };

#define PARAMS(F)                                                                                  \
    LT_BAR_PARAMS(F)                                                                               \
    F(tanPhi, "1", 0.5, 0, INFINITY, "friction coefficient", .mix = LT_MEAN, .role = LT_FRICTION)  \
    F(sigmaT, "Pa", NAN, 0, INFINITY, "cohesion of the undamaged bond", .mix = LT_MEAN,            \
      .role = LT_COHESION)                                                                         \
    F(epsCrackOnset, "1", NAN, 0, INFINITY, "strain at which damage begins", .mix = LT_MEAN)       \
    F(relDuctility, "1", NAN, 0, INFINITY, "fracture strain relative to epsCrackOnset",            \
      .mix = LT_MEAN)                                                                              \
    F(damLaw, "1", 1, 0, 1, "softening in tension", .choices = "linear exp")                       \
    F(neverDamage, "1", 0, 0, 1, "the bond does not crack", .choices = "false true",               \
      .mix = LT_MAX)                                                                               \
    F(equivStrainShearContrib, "1", 0, 0, INFINITY, "weight of shear in the strain that damages",  \
      .mix = LT_MEAN)                                                                              \
    F(omegaThreshold, "1", 1, 0, 1, "damage at which a bond in tension ends")                      \
    F(dmgTau, "s", -1, -INFINITY, INFINITY, "time scale of viscous damage; off unless > 0",        \
      .mix = LT_MEAN)                                                                              \
    F(dmgRateExp, "1", 0, 0, INFINITY, "exponent of viscous damage", .mix = LT_MEAN)               \
    F(plTau, "s", -1, -INFINITY, INFINITY, "time scale of viscous slip; off unless > 0",           \
      .mix = LT_MEAN)                                                                              \
    F(plRateExp, "1", 0, 0, INFINITY, "exponent of viscous slip", .mix = LT_MEAN)                  \
    F(isoPrestress, "Pa", 0, -INFINITY, INFINITY,                                                  \
      "stress in the bond that its surroundings balance, < 0 confinement", .mix = LT_MEAN)         \
    F(cohesive, "1", 1, 0, 1, "a bond holds the pair from the start", .choices = "false true")     \
    F(yieldSurfType, "1", 3, 0, 3, "largest shear stress over normal stress",                      \
      .choices = "lin para log loglin")                                                            \
    F(yieldLogSpeed, "1", 0.1, 0, INFINITY, "scale of the logarithmic surface")                    \
    F(epsSoft, "1", -3e-3, -INFINITY, INFINITY, "compression softens beyond; off unless < 0")      \
    F(relKnSoft, "1", 0.3, 0, 1, "stiffness there relative to young")                              \
    F(softStrain, "1", 0, 0, 1, "strain that counts there", .choices = "total elastic")            \
    F(slip, "1", 0, 0, 2, "what a slip leaves behind", .choices = "memory memoryless lagging")

#define DERIVED(F)                                                                                 \
    F(modulus, "Pa", "E = kn L/A")                                                                 \
    F(shear_modulus, "Pa", "G = kt L/A")                                                           \
    F(inv_shear_modulus, "1/Pa", "1/G, 0 if G = 0")                                                \
    F(area, "m^2", "A")                                                                            \
    F(volume, "m^3", "A L")                                                                        \
    F(inv_length, "1/m", "1/L")                                                                    \
    F(ductile, "1", "1/relDuctility, 0 if that is not above 0")                                    \
    F(strain_before, "1", "strain of a bond under isoPrestress")                                   \
    F(plastic_before, "1", "what of it is plastic")                                                \
    F(energy_before, "Pa", "isoPrestress^2/(2 E)")

#define STATE(F)                                                                                   \
    F(epsN, "1", "normal strain, 0 at uN0")                                                        \
    F(epsT_s, "1", "shear strain since the contact was made, s")                                   \
    F(epsT_t, "1", "shear strain since the contact was made, t")                                   \
    F(sigmaN, "Pa", "normal stress, isoPrestress taken off")                                       \
    F(sigmaT_s, "Pa", "shear stress, s")                                                           \
    F(sigmaT_t, "Pa", "shear stress, t")                                                           \
    F(omega, "1", "damage; 1 without a bond")                                                      \
    F(kappa, "1", "largest strain that damages, so far")                                           \
    F(epsPl, "1", "plastic normal strain")                                                         \
    F(epsTPl_s, "1", "plastic shear strain, s")                                                    \
    F(epsTPl_t, "1", "plastic shear strain, t")                                                    \
    F(dmgStrain, "1", "strain of the cracks: omega times the elastic strain, or on the way there") \
    F(relResidualStrength, "1", "tensile strength left; 0 without a bond")                         \
    F(uN0, "m", "un at which the strain is zero")                                                  \
    F(bonded, "1", "1 while the bond holds")                                                       \
    F(slipping, "1", "1 while the contact slips", .told = 1)                                       \
    F(touched, "1", "1 while the surfaces overlap")                                                \
    F(begun, "1", "1 from the first step on")

#define LOSSES(F)                                                                                  \
    F(damage, "J", "cracking of the bond")                                                         \
    F(plastic, "J", "plastic compression")                                                         \
    F(slip, "J", "sliding friction")                                                               \
    F(viscous, "J", "rate effects in cracking and in slip")

LT_STRUCTS
LT_BAR_FILL

/* Sets in D the strain (compression < 0), plastic strain and energy, J/m^3, of a bond that bears
 * the stress isoPrestress, Pa, before it has moved. Returns the error or NULL. */
static const char *confine_bond(const struct params *p, struct derived *d) {
    const double stress = p->isoPrestress, soft = p->epsSoft * d->modulus;
    d->strain_before = d->plastic_before = d->energy_before = 0;
    if (stress == 0)
        return NULL;
    if (!(d->modulus > 0))
        return "isoPrestress needs a stiffness";
    if (stress > p->epsCrackOnset * d->modulus && p->neverDamage < 0.5)
        return "isoPrestress cracks the bond: at most young*epsCrackOnset";
    const double elastic = stress / d->modulus;
    d->strain_before = elastic;
    d->energy_before = 0.5 * stress * elastic;
    /* Beyond the yield stress soft in compression the strain grows with the stiffness relKnSoft
     * E. */
    if (p->epsSoft < 0 && stress < soft) {
        if (!(p->relKnSoft > 0))
            return "isoPrestress is more than the contact bears in compression: relKnSoft is 0";
        d->strain_before = p->epsSoft + (stress - soft) / (p->relKnSoft * d->modulus);
        d->plastic_before = d->strain_before - elastic;
    }
    return NULL;
}

/* Derives moduli, Pa, and size of the bar (area, m^2, volume, m^3), and the prestressed bond.
 * Returns the error or NULL. */
static const char *derive(const struct lt_pair *pair, const struct params *a,
                          const struct params *b, struct params *p, struct derived *d) {
    const char *wrong = bar_fill(pair, a, b, p);
    if (wrong)
        return wrong;
    if (p->damLaw < 0.5 && p->relDuctility < 1)
        return "relDuctility: linear softening needs at least 1";
    const double length = pair->a.length + pair->b.length;
    d->area = pair->area;
    d->volume = pair->area * length;
    d->inv_length = 1 / length;
    d->modulus = p->kn * length / pair->area;
    d->shear_modulus = p->kt * length / pair->area;
    d->inv_shear_modulus = lt_bar_inverse(d->shear_modulus);
    d->ductile = lt_bar_inverse(p->relDuctility);
    return confine_bond(p, d);
}

/* max(x, 0), written <x> in the equations. */
static inline double positive_part(double x) {
    return x > 0 ? x : 0.0;
}

/* Integrity 1 - omega, 1 (whole) to 0 (cracked), of the bond if KAPPA has been the largest
 * equivalent strain: linear or exponential softening beyond epsCrackOnset. */
static inline double bond_integrity(const struct params *p, const struct derived *d, double kappa) {
    const double onset = p->epsCrackOnset;
    if (kappa <= onset || p->neverDamage > 0.5)
        return 1;
    if (p->damLaw > 0.5)
        return onset / kappa * exp((onset - kappa) / (onset * p->relDuctility));
    return positive_part((onset / kappa - d->ductile) / (1 - d->ductile));
}

/* Largest shear stress, Pa, at the normal stress STRESS (Pa, > 0 tension) and the integrity LEFT:
 * the yield surface that yieldSurfType selects, at least 0. */
static inline double yield_stress(const struct params *p, double stress, double left) {
    const double c = p->sigmaT, t = p->tanPhi, speed = c * p->yieldLogSpeed;
    const int type = (int)p->yieldSurfType;
    if (type == 1)
        return positive_part(sqrt(positive_part(c * c - 2 * c * t * stress)) - c * (1 - left));
    if (type == 0 || (type == 3 && stress > 0))
        return positive_part(c * left - stress * t);
    if (stress >= speed)
        return speed > 0 || stress > 0 ? 0.0 : c * left;
    return positive_part(c * left + (speed > 0 ? speed * t * log(1 - stress / speed) : 0.0));
}

/* The share x of an excess that relaxes in a step by a viscous law of exponent M: c x^m + x = 1,
 * given LOG_C = ln c, because c overflows for stiff laws. With b = ln x this is ln(exp(ln c + m b)
 * + exp(b)) = 0, a rising convex function of b: Newton's method from b = 0, where it is not
 * negative, falls to the root and cannot pass it. */
static inline double share_of_flow(double log_c, double m) {
    if (!(m > 0))
        return positive_part(1 - exp(log_c));
    if (!(log_c < INFINITY))
        return 0;
    double b = 0;
    for (int i = 0; i < 100; i++) { /* a bound: it ends when b no longer falls */
        const double a = log_c + m * b, top = a > b ? a : b;
        const double of_a = exp(a - top), of_b = exp(b - top);
        const double next = b - (top + log(of_a + of_b)) * (of_a + of_b) / (m * of_a + of_b);
        if (!(next < b))
            break;
        b = next;
    }
    return exp(b);
}

/* Natural logarithm of the number c for share_of_flow(), c = scale (tau/dt)^m excess^(m - 1): an
 * EXCESS over the rate-independent value relaxes at the rate (excess/scale)^(1/m)/TAU. TAU and DT
 * in s, SCALE and EXCESS in the same unit, M a number. */
static inline double rate_resistance(double scale, double tau, double dt, double m, double excess) {
    return log(scale) + (m > 0 ? m * log(tau / dt) : 0.0) + (m - 1) * log(excess);
}

/* The normal direction at one end of a step. Strains are elastic; damage acts in tension only. The
 * bond is thought of as parallel springs, of which the share omega has cracked. */
struct normal {
    double stress, energy; /* Pa; J/m^3 */
    double pressed;        /* the strain if it is compression, else 0 */
    double cracks;         /* strain of the cracks, omega strain - excess */
    double broken;         /* strain of the cracked springs */
    double behind;         /* by how much their strain lags behind that of the others */
};

/* Returns normal stress, Pa, and energy, J/m^3, at the elastic strain STRAIN (> 0 tension), the
 * integrity LEFT, 0 to 1, and the modulus MODULUS, Pa; EXCESS: strain by which viscous cracks lag
 * behind, 0 without rate effects. Compression (pressed) is not damaged. */
static inline struct normal solve_normal(double modulus, double strain, double left,
                                         double excess) {
    const double tension = positive_part(strain), omega = 1 - left;
    struct normal n = {.pressed = strain - tension};
    n.behind = excess > 0 ? excess / omega : 0.0;
    n.cracks = omega * tension - excess;
    n.broken = tension - n.behind;
    n.stress = modulus * (left * tension + n.pressed + excess);
    n.energy =
        0.5 * modulus * (left * tension * tension + n.pressed * n.pressed + excess * n.behind);
    return n;
}

/* The contact in one step: its state, its memory and its strains. */
struct contact {
    int was_active, bonded; /* at the start of the step */
    int fresh;              /* made in this step: it has no memory yet */
    int holds;              /* active at the end, unless the bond breaks in this step */
    int follows;            /* active at the end or at the start */
    struct lt_shear_span span;
    double uN0, gap;                  /* m, un without strain, and un less that */
    double epsN0, epsN;               /* normal strain before and after */
    double kappa, plastic, dmgStrain; /* memory: states kappa, epsPl, dmgStrain */
    double strain0, strain; /* elastic normal strain before and, if nothing yields, after */
    double total;           /* strain with its plastic part */
    double prestress, energy_before;         /* Pa; J/m^3: of isoPrestress */
    struct lt_shear sheared, shear, slipped; /* shear strains: of the step, total, plastic */
};

/* Returns the contact at the start of a step, without strains: a bond exists from the first step
 * on; without one, the surfaces are in contact where they overlap. */
static inline struct contact contact_of(const struct params *p, const struct lt_move *m,
                                        const struct state *x) {
    const double start = m->un - m->dun;
    const int first = x->begun < 0.5, made = first & (p->cohesive > 0.5), overlaps = m->un <= 0;
    struct contact c = {.was_active = m->active > 0.5, .uN0 = x->uN0};
    c.bonded = made | (x->bonded > 0.5);
    if (made)
        c.uN0 = start;
    else if (!c.bonded && overlaps && x->touched < 0.5)
        c.uN0 = start < 0 ? start : 0.0;
    c.gap = m->un - c.uN0;
    c.holds = c.bonded | (overlaps & (c.gap <= 0));
    c.follows = c.holds | c.was_active;
    c.fresh = first | (c.holds & !c.was_active);
    c.span = lt_shear_span(c.gap, m->dun, c.was_active, c.holds);
    if (c.bonded)
        c.span.inside = 1;
    return c;
}

/* Fills memory and strains of C, dimensionless, tension > 0: gap and displacements over the length
 * of the contact. A contact that was made in this step starts without memory; a bond with the
 * strain of its prestress. */
static inline void strain_contact(const struct params *p, const struct derived *d,
                                  const struct lt_move *m, const struct state *x,
                                  struct contact *c) {
    const struct lt_shear du = {m->dus * d->inv_length, m->dut * d->inv_length};
    const double before = c->bonded ? d->strain_before : 0.0;
    c->prestress = c->bonded ? p->isoPrestress : 0.0;
    c->energy_before = c->bonded ? d->energy_before : 0.0;
    c->plastic = c->bonded ? d->plastic_before : 0.0;
    if (!c->fresh) {
        c->kappa = x->kappa;
        c->plastic = x->epsPl;
        c->dmgStrain = x->dmgStrain;
        c->shear = (struct lt_shear){x->epsT_s, x->epsT_t};
        c->slipped = (struct lt_shear){x->epsTPl_s, x->epsTPl_t};
    }
    c->epsN0 = (c->gap - m->dun) * d->inv_length;
    c->epsN = c->gap * d->inv_length;
    c->total = c->epsN + before;
    c->strain0 = c->epsN0 + before - c->plastic;
    c->strain = c->total - c->plastic;
    if (c->follows) {
        c->sheared = lt_shear_inside(&c->span, du);
        c->shear.s += c->sheared.s;
        c->shear.t += c->sheared.t;
    }
}

/* Damage in one step. A contact without a bond has the damage 1, and so has one that is not active:
 * in tension its force is then 0 by the same formulas. */
struct crack {
    double kappa, left0, left; /* largest strain; integrity before and after */
    int active;                /* the contact holds at the end of the step */
};

/* Returns damage before and after the step, by the largest equivalent strain sqrt(<epsN>^2 +
 * (equivStrainShearContrib epsT)^2), and whether the contact goes on; in tension the bond ends
 * where omega reaches omegaThreshold. */
static inline struct crack grow_crack(const struct params *p, const struct derived *d,
                                      const struct contact *c) {
    const double sheared =
        p->equivStrainShearContrib * sqrt(c->shear.s * c->shear.s + c->shear.t * c->shear.t);
    const double stretch = positive_part(c->strain);
    const double now = sheared > 0 ? sqrt(stretch * stretch + sheared * sheared) : stretch;
    struct crack k = {.kappa = c->kappa, .active = c->holds};
    if (!c->bonded)
        return k;
    k.kappa = now > c->kappa ? now : c->kappa;
    k.left0 = bond_integrity(p, d, c->kappa);
    k.left = bond_integrity(p, d, k.kappa);
    const int gone = (k.left < 1) & (1 - k.left >= p->omegaThreshold);
    if (gone & (c->gap > 0) & (c->total > 0))
        k.left = k.active = 0;
    return k;
}

/* Tensile strength relative to that of the whole bond: 1 if it is whole, 0 if it is cracked or
 * there is none, else the stress at kappa, E left kappa, over that at crack onset. */
static inline double residual_strength(const struct params *p, const struct contact *c,
                                       const struct crack *k) {
    if (!c->bonded || !(k->left > 0))
        return 0;
    return k->left < 1 ? k->left * k->kappa / p->epsCrackOnset : 1;
}

/* The elastic normal strain (< 0: compression) at the end of a step: closer to 0 than it would be
 * if compression yields beyond epsSoft, by the plastic strain of the step. With softStrain the
 * yield stress follows the elastic strain, else the total one. */
static inline double crush_strain(const struct params *p, const struct contact *c) {
    const double counts = p->softStrain > 0.5 ? c->strain : c->total;
    const double soft = p->epsSoft + p->relKnSoft * (counts - p->epsSoft);
    const int yields = (p->epsSoft < 0) & (c->strain < p->epsSoft) & (soft > c->strain);
    return yields ? soft : c->strain;
}

/* The strain by which viscous cracks lag behind at the end of a step of DT, s; LAG: the lag if they
 * did not move in it; LEFT: the integrity of the bond. */
static inline double excess_of(const struct params *p, double lag, double left, double dt) {
    if (!(lag > 0))
        return 0;
    const double log_c =
        rate_resistance(p->epsCrackOnset * left, p->dmgTau, dt, p->dmgRateExp, lag);
    return lag * (1 - share_of_flow(log_c, p->dmgRateExp));
}

/* The share (0 to 1) of the trial shear stress that remains after slip; SIZE: its size, LIMIT:
 * the yield stress, both in Pa; DT: s. With plTau slip is viscous and the stress stays above the
 * limit. */
static inline double share_held(const struct params *p, const struct derived *d, double size,
                                double limit, double dt) {
    if (!(size > limit))
        return 1 + size * 0; /* NaN if SIZE is NaN */
    if (!(p->plTau > 0))
        return limit / size;
    const double tau = p->plTau * d->inv_shear_modulus;
    const double log_c = rate_resistance(p->sigmaT, tau, dt, p->plRateExp, size - limit);
    return 1 - share_of_flow(log_c, p->plRateExp) * (1 - limit / size);
}

/* The shear direction in one step. */
struct slide {
    struct lt_shear stress0, stress; /* Pa, before and after */
    struct lt_shear plastic;         /* plastic shear strain after the step */
    int slips;
    double loss;    /* J/m^3, work that the springs do not store */
    double viscous; /* the share of it above the yield stress */
};

/* The shear direction with the yield stress LIMIT, Pa. Which strain becomes plastic depends on the
 * parameter slip. */
static inline struct slide slide_apart(const struct params *p, const struct derived *d,
                                       const struct state *x, const struct contact *c, int active,
                                       double limit, double dt) {
    const double g = d->shear_modulus, inv_g = d->inv_shear_modulus;
    const double has = g > 0; /* a spring whose stiffness is set to 0 has no force any more */
    struct slide s = {.stress0 = {has * x->sigmaT_s, has * x->sigmaT_t}, .plastic = c->slipped};
    /* With memory the stress is summed up: after much slip the difference of total and plastic
     * strain would have few digits left. */
    const int remembers = p->slip == MEMORY;
    const struct lt_shear trial = {
        remembers ? s.stress0.s + g * c->sheared.s : g * (c->shear.s - c->slipped.s),
        remembers ? s.stress0.t + g * c->sheared.t : g * (c->shear.t - c->slipped.t)};
    const double size = sqrt(trial.s * trial.s + trial.t * trial.t);
    const double held = share_held(p, d, size, limit, dt);
    if (active) {
        s.slips = size > limit;
        s.stress = (struct lt_shear){held * trial.s, held * trial.t};
    }
    if (active && remembers) {
        s.plastic =
            (struct lt_shear){c->shear.s - s.stress.s * inv_g, c->shear.t - s.stress.t * inv_g};
    } else if (active && p->slip == LAGGING) {
        s.plastic.s += held * (1 - held) * trial.s * inv_g;
        s.plastic.t += held * (1 - held) * trial.t * inv_g;
    }
    if (s.slips && p->plTau > 0 && held * size > limit)
        s.viscous = 1 - limit / (held * size);
    s.loss = lt_shear_slip(s.stress0, s.stress, c->sheared, d->inv_shear_modulus);
    return s;
}

/* Energies of the step, J, as doc/concrete.md derives them: damage, slip and viscous losses, the
 * work across the start or end of the contact, the defect and the stored energy. */
static inline void account_energy(const struct params *p, const struct derived *d,
                                  const struct lt_move *m, const struct contact *c,
                                  const struct crack *k, const struct normal *n0,
                                  const struct normal *n1, const struct slide *s, struct lt_out *o,
                                  struct losses *e) {
    const double volume = d->volume, half = c->follows ? 0.5 * d->modulus * volume : 0.0;
    const double opened = n1->cracks - n0->cracks;
    e->damage = half * (k->left0 - k->left) * n0->broken * n1->broken;
    e->viscous = half * (n0->behind + n1->behind) * opened;
    o->cross = half * (n0->pressed + n1->pressed) * opened;

    /* Shear springs lose their energy by slip, and all of it where the contact ends. */
    const int ends = c->was_active & !k->active;
    const int slip = ends | (s->slips & (p->slip != MEMORYLESS));
    const double loss = volume * s->loss;
    /* Without memory plastic strain is not the slip that occurred, and a spring may return work
     * that had been counted as slip: a defect, no negative loss. */
    const int takes = (p->slip == MEMORY) | (slip & (loss > 0));
    e->slip = slip & takes ? (1 - s->viscous) * loss : 0.0;
    e->viscous += slip & takes ? s->viscous * loss : 0.0;
    o->defect = takes ? 0.0 : loss;

    /* Work across the start or end of the contact; where a bond breaks, the energy of its prestress
     * is released without a loss (defect). */
    const struct lt_shear du = {m->dus * d->inv_length, m->dut * d->inv_length};
    o->cross += volume * lt_shear_cross(&c->span, s->stress0, s->stress, du);
    if (c->bonded & !k->active)
        o->defect -= volume * (0.5 * c->prestress * (c->epsN0 + c->epsN) + c->energy_before);

    /* Stored energy, J: of both springs, less what the bond stored before it moved. */
    const double sheared = s->stress.s * s->stress.s + s->stress.t * s->stress.t;
    const double stored = n1->energy - c->energy_before - c->prestress * c->epsN +
                          0.5 * sheared * d->inv_shear_modulus;
    o->strain = k->active ? volume * stored : 0.0;
}

/* Forces and energies of the contact at the end of the step: strains first, then damage, normal
 * stress, yield stress and shear stress, each of which depends on the ones before. */
static inline void step(const struct params *p, const struct derived *d, const struct lt_move *m,
                        struct state *x, struct lt_out *o, struct losses *e) {
    const double zero = 0.0, one_ = 1.0, modulus = d->modulus;
    struct contact c = contact_of(p, m, x);
    strain_contact(p, d, m, x, &c);
    const struct crack k = grow_crack(p, d, &c);
    const double strain = k.active ? crush_strain(p, &c) : c.strain, crushed = c.strain - strain;

    /* Normal stress before (n0) and after (n1); with dmgTau a viscous excess is added to it. */
    const int rated = c.bonded & (p->dmgTau > 0);
    const double lag0 = (1 - k.left0) * positive_part(c.strain0) - c.dmgStrain;
    const struct normal n0 =
        solve_normal(modulus, c.strain0, k.left0, rated ? positive_part(lag0) : zero);
    const double lag = (1 - k.left) * positive_part(strain) - n0.cracks;
    const double excess = rated & k.active ? excess_of(p, lag, k.left, m->dt) : zero;
    const struct normal n1 = solve_normal(modulus, strain, k.left, excess);

    /* The viscous part of the stress does not count as pressure of the surfaces. */
    const double limit = yield_stress(p, n1.stress - modulus * excess, k.left);
    const struct slide s = slide_apart(p, d, x, &c, k.active, limit, m->dt);

    /* The states, then forces as stress times area, and energies. */
    x->sigmaN = k.active ? n1.stress - c.prestress : zero;
    x->sigmaT_s = s.stress.s;
    x->sigmaT_t = s.stress.t;
    x->epsN = c.epsN;
    x->epsT_s = c.shear.s;
    x->epsT_t = c.shear.t;
    x->epsPl = c.plastic + crushed;
    x->epsTPl_s = s.plastic.s;
    x->epsTPl_t = s.plastic.t;
    x->omega = 1 - k.left;
    x->kappa = k.kappa;
    x->dmgStrain = n1.cracks;
    x->relResidualStrength = residual_strength(p, &c, &k);
    x->uN0 = c.uN0;
    x->bonded = c.bonded & k.active ? one_ : zero;
    x->slipping = s.slips ? one_ : zero;
    x->touched = m->un <= 0 ? one_ : zero;
    x->begun = one_;

    o->fn = d->area * x->sigmaN;
    o->fs = d->area * x->sigmaT_s;
    o->ft = d->area * x->sigmaT_t;
    o->mn = o->ms = o->mt = 0;
    o->vfn = o->vfs = o->vft = o->vmn = o->vms = o->vmt = 0;
    account_energy(p, d, m, &c, &k, &n0, &n1, &s, o, e);
    e->plastic = 0.5 * d->volume * (n0.stress + n1.stress) * crushed;
    o->active = k.active ? one_ : zero;
    o->branch = o->active + (s.slips ? 2.0 : zero) + (k.left < k.left0 ? 4.0 : zero) +
                (crushed < 0 ? 8.0 : zero) + (strain > 0 ? 16.0 : zero) +
                (excess > 0 ? 32.0 : zero) + (c.bonded ? 64.0 : zero);
}

static const struct lt_event events[] = {{"contact_activated", "active", 1, 0},
                                         {"bond_broken", "bonded", 0, 1},
                                         {"slip_change", "slipping", 1, 1},
                                         {.name = NULL}};

static const struct lt_case cases[] = {
    {"e_n", "cohesive == 0 and epsSoft >= 0", "1", "no bond, no plastic compression: elastic"},
    {"t_contact", "cohesive == 0 and epsSoft >= 0", "pi*sqrt(m_eff/kn)",
     "half a period of the spring"},
    {.result = NULL}};

static const struct lt_shortfall declares[] = {
    {"coulomb", "cohesive == 1 or plTau > 0", LT_TWO_COMPONENTS,
     "a bond has cohesion besides friction; plTau: viscous slip goes beyond the limit"},
    {"friction", "cohesive == 1 or plTau > 0", LT_TWO_COMPONENTS,
     "a bond has cohesion besides friction; plTau: viscous slip goes beyond the limit"},
    {"tension", "cohesive == 1 or plTau > 0", LT_TWO_COMPONENTS,
     "a bond holds in tension; plTau: viscous slip goes beyond the limit"},
    {"continuity", "omegaThreshold < 1 or dmgTau > 0 or plTau > 0", 1,
     "omegaThreshold: a bond that still bears ends; dmgTau: so does a crack that lags; plTau: so "
     "does viscous slip at separation"},
    {"continuity", "isoPrestress ~= 0 and cohesive == 1", 1,
     "isoPrestress: fn is what the stress differs from it by, and a bond that has cracked lets it "
     "go"},
    {"continuity", "relDuctility == 0 or damLaw == 0 and relDuctility == 1", 1,
     "relDuctility: a bond that does not soften breaks at once"},
    {"wall", "true", INFINITY,
     "stress and strain depend on lengths: a wall is as long as the sphere on it, "
     "and an infinite sphere infinitely long"},
    {"hold", "dmgTau > 0 or plTau > 0", 2,
     "dmgTau, plTau: stress relaxes in time, and under isoPrestress fn may change its sign"},
    {"hold", "softStrain == 1", 2,
     "softStrain elastic: the yield stress follows the elastic strain, each evaluation yields "
     "once more, and under isoPrestress fn may change its sign"},
    {"order", "slip > 0", 1,
     "slip memoryless, lagging: plastic strain is not what slipped, by an amount that depends on "
     "the step"},
    {"step-length", "slip > 0 and plTau > 0", INFINITY,
     "slip memoryless, lagging, with plTau: the stress goes with dt^-plRateExp"},
    /* verify reports orders of -1/2 and more, i.e. a ratio of the errors of at most 2^1.5. */
    {"convergence", "slip > 0 or softStrain == 1", 2.83,
     "slip memoryless, lagging, softStrain elastic: the stress depends on the number of "
     "evaluations, "
     "with the order -1 at the worst"},
    {"cycle", "isoPrestress ~= 0 and cohesive == 1", INFINITY,
     "isoPrestress: the bond was strained beforehand, with energy that E_strain does not count; "
     "where it breaks, that is released, however little work was done (E_defect)"},
    {"cycle", "slip > 0", 1,
     "slip memoryless, lagging: plastic strain is not what slipped (E_defect)"},
    {"recontact", "cohesive == 1", INFINITY,
     "a bond that is broken is no new one, and friction alone may be however much less"},
    {"stiffness", "isoPrestress ~= 0", INFINITY,
     "isoPrestress: a bond under tension has less shear strength, one in compression may yield, "
     "and fn is what the stress differs from it by, to its digits"},
    {"stiffness", "sigmaT == 0 or yieldLogSpeed == 0", 1,
     "without sigmaT or yieldLogSpeed a contact that is just touched has no strength"},
    {.check = NULL}};

LT_LAW_ALONE(
    concrete, .name = "concrete",
    .summary = "a bond that cracks, softens and slips (concrete particle model of Woo and YADE)",
    .source = "V. Smilauer, Cohesive particle model using the discrete element method on the Yade "
              "platform, thesis, CTU Prague 2010; the concrete laws of Woo and YADE. Slip, "
              "prestress and rate effects corrected, energies derived, see doc/concrete.md.",
    .equations =
        "epsN = (un - uN0)/L, epsT += (dus, dut)/L, e = epsN - epsPl, fn = A sigmaN, ft = A "
        "sigmaT\n"
        "kappa = max sqrt(<e>^2 + equivStrainShearContrib^2 |epsT|^2), e0 = epsCrackOnset\n"
        "exp:    1 - omega = e0/kappa exp(-(kappa - e0)/(e0 relDuctility)) for kappa > e0, else 1\n"
        "linear: 1 - omega = (e0/kappa - 1/relDuctility)/(1 - 1/relDuctility), at least 0\n"
        "sigmaN = (1 - omega) E e in tension, E e in compression, at least\n"
        "         E (epsSoft + relKnSoft (epsN - epsSoft)) for e < epsSoft < 0: beyond, epsPl "
        "moves\n"
        "sigmaT = G (epsT - epsTPl), |sigmaT| <= r(sigmaN, omega): beyond, epsTPl moves; at least "
        "0:\n"
        "lin     r = sigmaT (1 - omega) - sigmaN tanPhi\n"
        "para    r = sqrt(sigmaT^2 - 2 sigmaT tanPhi sigmaN) - sigmaT omega\n"
        "log     r = sigmaT (1 - omega) + sigmaT yieldLogSpeed tanPhi\n"
        "            ln(1 - sigmaN/(sigmaT yieldLogSpeed))\n"
        "loglin  lin in tension, log in compression\n"
        "dmgTau > 0: the strain s of the cracks follows omega <e>, E (omega <e> - s) is added to\n"
        "        sigmaN, omega <e> - s = e0 (1 - omega) (dmgTau ds/dt)^dmgRateExp\n"
        "plTau > 0:  |sigmaT| - r = sigmaT (plTau |depsTPl/dt|)^plRateExp\n"
        "isoPrestress: the bond is strained by it beforehand, and sigmaN is less by it\n"
        "the bond ends in tension when omega >= omegaThreshold; without one omega = 1 and the\n"
        "contact is active while un <= min(uN0, 0)",
    .acts = 0x7, .events = events, .cases = cases, .declares = declares, .order = 1)
