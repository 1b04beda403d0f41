/* SPDX-License-Identifier: MIT */
#ifdef LT_PART_LISTS
#define COHESION_DMT_TEXT                                                                          \
    "Derjaguin, Muller & Toporov's constant pull 2 pi w R*, falling over pull_range beyond touch"
#define COHESION_DMT_JUMPS                                                                         \
    COHESION_AT_ONCE(IS_COHESION_DMT " and pull_range == 0", "2*pi*work_adhesion*r_eff")
#else

static const char *cohesion_dmt(const struct part *of) {
    const char *wrong = normal_adhesion(of);
    if (!wrong && !(of->pair->r_eff > 0))
        return "cohesion: dmt needs a curved body";
    return wrong ? wrong
                 : cohesion_pull(of, 2 * restitution_pi * of->p->work_adhesion * of->pair->r_eff,
                                 of->p->pull_range);
}

#endif
