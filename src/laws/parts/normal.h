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
      .sets = "work_adhesion", .once = 1)
#define NORMAL_LOSSES(F)                                                                           \
    F(adhesion, "J", "making, tearing and unloading of adhesive contacts",                         \
      .of = "normal:" NORMAL_WORDS_THAT(LOSES_adhesion) "; cohesion: irreversible")                \
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

#endif
