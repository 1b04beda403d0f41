/* SPDX-License-Identifier: MIT */
/*
 * normal.h: what the normal parts share.
 *
 * A normal part that is more than a spring over powers of d answers each step itself: its KIND_WORD
 * function sets of->d->form to its own number, NORMAL_WORD, and it has the lists
 *
 *     #define NORMAL_WORD_DERIVED(F)   what its step needs, F(name, unit, doc)
 *     #define NORMAL_WORD_STATE(F)     what it remembers, F(name, unit, doc, .of = "normal: word")
 *     #define NORMAL_WORD_JUMPS        rows of struct lt_jump
 *     #define NORMAL_WORD_GRIP         GRIP(NORMAL_WORD, normal_word_grip)
 *
 * and the function normal_word_grip(d, x, grip), which fills the second half of a struct lt_grip
 * and changes its own state, by lt_keep(), where grip->mine. What springs and dashpots beside it
 * go by are the contact radius and the numbers that its KIND_WORD function leaves in kn_1 or
 * kn_3_half: the stiffness that a linear or a Hertzian spring in its place would have. It says
 * NORMAL_WORD_ANSWERS; LOSES_adhesion, LOSES_plastic if it fills those; HAS_stiffness, HAS_radius.
 */
#ifdef LT_PART_LISTS
#define NORMAL_PARAMS(F)                                                                           \
    F(work_adhesion, "J/m^2", NAN, 0, INFINITY, "work of adhesion w of the two surfaces",          \
      .of = "normal:" NORMAL_WORDS_THAT(TAKES_work_adhesion) "; cohesion: dmt")                    \
    F(surf_energy, "J/m^2", NAN, 0, INFINITY,                                                      \
      "surface energy of each material, w = 2 sqrt(gamma_a gamma_b)",                              \
      .of = "normal:" NORMAL_WORDS_THAT(TAKES_work_adhesion) "; cohesion: dmt", .mix = LT_EACH,    \
      .sets = "work_adhesion", .once = 1)                                                          \
    F(kn1, "N/m", 0, 0, INFINITY, "stiffness of loading",                                          \
      .of = "normal:" NORMAL_WORDS_THAT(TAKES_kn1), .mix = LT_SERIES)                              \
    F(kn2, "N/m", NAN, 0, INFINITY,                                                                \
      "stiffness of unloading; luding: at its plastic limit, the largest",                         \
      .of = "normal:" NORMAL_WORDS_THAT(TAKES_kn1), .mix = LT_SERIES)                              \
    F(pull_off, "N", 0, 0, INFINITY, "constant pull while in contact",                             \
      .of = "normal:" NORMAL_WORDS_THAT(TAKES_pull_off))
#define NORMAL_DERIVED(F)                                                                          \
    F(spring_k1, "N/m", "springs that remember: stiffness of loading")                             \
    F(spring_base, "N/m", "of unloading, constant part")                                           \
    F(spring_slope, "N/m^2", "over the largest overlap")                                           \
    F(spring_kc, "N/m", "of adhesion")                                                             \
    F(spring_limit, "m", "largest overlap that is remembered")                                     \
    F(spring_keeps, "1", "1 if it does not fall")                                                  \
    F(spring_pull, "N", "constant pull")
#define NORMAL_STATE(F)                                                                            \
    F(overlap_peak, "m", "largest overlap, as far as it is remembered",                            \
      .of = "normal:" NORMAL_WORDS_THAT(REMEMBERS_peak))                                           \
    F(adheres, "1", "1 on the adhesive branch", .of = "normal:" NORMAL_WORDS_THAT(TAKES_pull_off)) \
    F(touches, "1", "1 while the surfaces touch", .hidden = 1,                                     \
      .of = "normal:" NORMAL_WORDS_THAT(LOSES_adhesion) "; cohesion; bond")
#define NORMAL_LOSSES(F)                                                                           \
    F(adhesion, "J", "making, tearing and unloading of adhesive contacts",                         \
      .of = "normal:" NORMAL_WORDS_THAT(LOSES_adhesion) "; cohesion: irreversible bridge")         \
    F(plastic, "J", "plastic flow", .of = "normal:" NORMAL_WORDS_THAT(LOSES_plastic))
#else

/* Work of adhesion: that of the law, else of the two surfaces. */
static const char *normal_adhesion(const struct part *of) {
    struct params *p = of->p;
    const int given = !isnan(p->surf_energy);
    const double both = given ? p->surf_energy : sqrt(of->a->surf_energy * of->b->surf_energy);
    if (given || isnan(p->work_adhesion))
        p->work_adhesion = 2 * both;
    p->surf_energy = p->work_adhesion / 2;
    return isnan(p->work_adhesion)
               ? "adhesion needs work_adhesion, or surf_energy in the law or of both materials"
               : NULL;
}

/* A spring of kn1 that unloads on BASE + SLOPE x, x its largest overlap. */
static void normal_remembers(const struct part *of, double base, double slope) {
    of->d->form = of->p->normal;
    of->d->kn_1 = of->d->spring_k1 = of->p->kn1;
    of->d->spring_base = base;
    of->d->spring_slope = slope;
    of->d->spring_limit = 1e300; /* none */
}

LT_INLINE struct lt_plastic_spring normal_spring(const struct derived_n *d) {
    return (struct lt_plastic_spring){.k1 = d->spring_k1,
                                      .k_base = d->spring_base,
                                      .slope = d->spring_slope,
                                      .kc = d->spring_kc,
                                      .limit = d->spring_limit,
                                      .keeps = IS(d->spring_keeps)};
}

/* What a normal part with the memory X answers: ROOT and ROOT0 are the roots of the overlap, or
 * what takes their place; PULL is constant. */
LT_INLINE void normal_answer(const struct lt_plastic *end, num pull, num root, num root0,
                             struct state_n *x, struct lt_grip *g) {
    const num zero = NUM(0.0), o = SEL(g->on, g->d, zero);
    g->push = SEL(g->on, end->force - pull, zero);
    g->strain = SEL(g->on, end->strain - pull * o, zero);
    g->root = SEL(g->on, root, zero);
    g->root0 = SEL(g->was, root0, zero);
    g->edge = zero - pull;
    g->back = SEL(g->on, pull, zero);
    g->plastic = end->plastic;
    g->adhesion = end->adhesion;
    g->branch = end->branch;
    x->overlap_peak = SEL(g->mine, SEL(g->on, end->memory, zero), x->overlap_peak);
}

/* Springs that remember. */
LT_INLINE void normal_spring_grip(const struct derived_n *d, struct state_n *x, struct lt_grip *g) {
    const num zero = NUM(0.0), one = NUM(1.0), before = SEL(g->was, x->overlap_peak, zero);
    const num o = SEL(g->on & (g->d > 0), g->d, zero), o0 = SEL(g->d0 > 0, g->d0, zero);
    const struct lt_plastic_spring k = normal_spring(d);
    const struct lt_plastic end = plastic_spring(&k, before, o);
    const num line = plastic_line(&k, before, o0);
    normal_answer(&end, d->spring_pull, lt_sqrt(o), lt_sqrt(o0), x, g);
    g->back += d->spring_kc * o;
    g->push0 = SEL(k.keeps & (line < 0), zero, line) - d->spring_pull;
    const mask adheres = g->on & ((end.branch & 2) > 0);
    x->adheres = SEL(g->mine, SEL(adheres, one, zero), x->adheres);
}

#endif
