/* SPDX-License-Identifier: MIT */
#ifdef LT_PART_LISTS
#define COHESION_CONSTANT_TEXT "a constant pull, falling over pull_range beyond touch"
#define COHESION_CONSTANT_PARAMS(F)                                                                \
    F(pull_force, "N", 0, 0, INFINITY, "pull while the surfaces touch", .of = "cohesion: constant")
#define COHESION_CONSTANT_JUMPS                                                                    \
    COHESION_AT_ONCE(IS_COHESION_CONSTANT " and pull_range == 0", "pull_force")
#else

static const char *cohesion_constant(const struct part *of) {
    return cohesion_pull(of, of->p->pull_force, of->p->pull_range);
}

#endif
