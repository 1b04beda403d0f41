/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * contact.h: what a contact made of parts is, as numbers. The law `contact` has all of it; a law
 * that is a name for a choice of parts has the first lists, as far as its parts need them.
 */
#ifndef LT_CONTACT_H
#define LT_CONTACT_H

#include "parts/touch.h"

#define LT_PART_LISTS
#include "contact_parts.h"
#undef LT_PART_LISTS

/* A law that is a name for a choice of parts may say which one; ANY: what it is where it is open.
 */
#ifndef CHOSEN_NORMAL
#define CHOSEN_NORMAL(any) any
#endif
#ifndef CHOSEN_COHESION
#define CHOSEN_COHESION(any) any
#endif
#ifndef CHOSEN_BOND
#define CHOSEN_BOND(any) any
#endif
/* What else it has if nothing is said. */
#ifndef USUAL_DAMPING
#define USUAL_DAMPING 0
#endif
#ifndef USUAL_TANGENTIAL
#define USUAL_TANGENTIAL 0
#endif
/* Who else has the parameter young, and what it sets there. */
#ifndef YOUNG_OF
#define YOUNG_OF   ""
#define YOUNG_SETS "young_eff shear_eff"
#endif
#ifndef USUAL_ROLLING
#define USUAL_ROLLING 0
#endif
#ifndef USUAL_ROLL_STIFFNESS
#define USUAL_ROLL_STIFFNESS 0
#endif
#ifndef USUAL_REST
#define USUAL_REST 0
#endif
#ifndef CHOSEN_TANGENTIAL
#define CHOSEN_TANGENTIAL(any) any
#endif

#define CONTACT_PARAMS(F)                                                                          \
    F(normal, "1", CHOSEN_NORMAL(0), CHOSEN_NORMAL(0), CHOSEN_NORMAL(NORMAL_LAST),                 \
      "the part that presses", .choices = NORMAL_WORDS)                                            \
    F(cohesion, "1", CHOSEN_COHESION(0), CHOSEN_COHESION(0), CHOSEN_COHESION(COHESION_LAST),       \
      "what pulls beside it", .choices = COHESION_WORDS)                                           \
    F(damping, "1", USUAL_DAMPING, 0, DAMPING_LAST, "the dashpot beside it",                       \
      .choices = DAMPING_WORDS)                                                                    \
    F(tangential, "1", USUAL_TANGENTIAL, CHOSEN_TANGENTIAL(0), CHOSEN_TANGENTIAL(TANGENTIAL_LAST), \
      "the part that resists shear", .choices = TANGENTIAL_WORDS)                                  \
    F(rolling, "1", USUAL_ROLLING, 0, ROLLING_LAST, "the part that resists rolling",               \
      .choices = ROLLING_WORDS)                                                                    \
    F(twisting, "1", 0, 0, TWISTING_LAST, "the part that resists twisting",                        \
      .choices = TWISTING_WORDS)                                                                   \
    F(bond, "1", CHOSEN_BOND(0), CHOSEN_BOND(0), CHOSEN_BOND(BOND_LAST),                           \
      "what holds the surfaces together until it breaks", .choices = BOND_WORDS)                   \
    F(dp_mode, "1", 0, 0, 1, "whether the normal dashpot may pull", .of = "damping",               \
      .choices = "full no-tension")                                                                \
    F(cap_by, "1", 0, 0, 5,                                                                        \
      "normal force of the limits: the total if it presses, the spring's alone, the total's "      \
      "size, with adhesion taken off in one way or another",                                       \
      .of = "tangential; rolling: all but" ROLLING_WORDS_THAT(LACKS_cap_by) "; twisting",          \
      .choices = "total elastic absolute pull pull-once adhesion-back")                            \
    PARTS_PARAMS(F)

/* What there is, bits of the derived number `has`. Where a step is inlined a constant says what
 * there can be at most. */
enum contact_has {
    HAS_LINEAR = 1,        /* a normal spring over d */
    HAS_ROOT = 2,          /* normal or tangential forces that go by a root of d */
    HAS_DRAG = 4,          /* normal dashpots over other powers of d than 0 and 1/4 */
    HAS_STIFF = 8,         /* a tangential spring of constant stiffness, 0 too */
    HAS_FOLLOWS = 16,      /* one that follows the contact radius */
    HAS_JOINT = 32,        /* friction that looks beyond the spring */
    HAS_RATIO = 64,        /* tangential viscosity over the normal one */
    HAS_SHRINKS = 128,     /* a spring's length that falls with its stiffness */
    HAS_ROLL_STIFF = 256,  /* a rolling spring of constant stiffness, 0 too */
    HAS_ROLL = 512,        /* one that is carried as the tangential one */
    HAS_ROLL_MORE = 1024,  /* other rolling */
    HAS_TWIST = 2048,      /* a twisting spring that is carried as the tangential one */
    HAS_TWIST_MORE = 4096, /* other twisting */
    HAS_CHOICE = 8192,     /* another choice than the default of what limits forces, or than */
                           /* tangent-rescale of what becomes of springs */
    HAS_ALL = 16383,
    HAS_PARTIAL = 16384, /* slip from the edge, which is stepped by itself */
    HAS_HELD = 32768,    /* adhesion, or a normal part that answers each step itself */
    HAS_BOND = 65536     /* a bond */
};

#define CONTACT_NORMAL(F)                                                                          \
    F(has, "1", "what there is, by bits")                                                          \
    F(kn_1, "N/m", "normal stiffness: spring over d")                                              \
    F(kn_3_half, "N/m^1.5", "over d^(3/2)")                                                        \
    F(c_0, "N s/m", "normal viscosity: constant part")                                             \
    F(c_quarter, "N s/m^1.25", "over d^(1/4)")                                                     \
    F(c_half, "N s/m^1.5", "over d^(1/2)")                                                         \
    F(c_1, "N s/m^2", "over d")                                                                    \
    F(c_3_half, "N s/m^2.5", "over d^(3/2)")                                                       \
    F(no_tension, "1", "1 if the normal force may not pull")                                       \
    F(by_spring, "1", "1 if limits go by the normal spring alone")                                 \
    F(by_size, "1", "1 if they go by the size of the normal force")                                \
    F(minds_pull, "1", "1 if a limit changes where the normal force begins to pull")

#define CONTACT_SHEAR(F)                                                                           \
    F(kt_0, "N/m", "tangential stiffness: constant part")                                          \
    F(kt_half, "N/m^1.5", "over d^(1/2)")                                                          \
    F(ct_0, "N s/m", "tangential viscosity: constant part")                                        \
    F(ct_quarter, "N s/m^1.25", "over d^(1/4)")                                                    \
    F(ct_normal, "1", "over the normal one")                                                       \
    F(fric_rest, "1", "friction coefficient at rest")                                              \
    F(fric_slip, "1", "friction coefficient while slipping")                                       \
    F(resticks, "1", "1 if the contact bears the former again in the next step")                   \
    F(sticks, "1", "1 if friction has no limit, of a spring of constant stiffness")                \
    F(kept, "1", "1 if the tangential dashpot is kept while the contact slips")                    \
    F(cap_total, "1", "1 if friction limits spring and dashpot together")                          \
    F(holds, "1", "1 if a change of stiffness leaves the tangential spring's length")              \
    F(rescales, "1", "1 if it does so when the stiffness falls only")                              \
    F(shrinks, "1", "1 if the length falls with the contact radius")                               \
    F(at_end, "1", "1 if the stiffness of a step is that at its end")                              \
    F(partial, "1", "1 if the contact slips from its edge")                                        \
    F(way_limit, "1", "fric young_eff/(4 shear_eff): a spring's limit over its own overlap")

#define CONTACT_TURN(F)                                                                            \
    F(kr_0, "N m/rad", "rolling stiffness: constant part")                                         \
    F(kr_half, "N m/(rad m^0.5)", "over d^(1/2)")                                                  \
    F(cr_0, "N m s/rad", "rolling viscosity: constant part")                                       \
    F(cr_quarter, "N m s/(rad m^0.25)", "over d^(1/4)")                                            \
    F(cr_press, "m s/rad", "over the pressure")                                                    \
    F(roll_most, "m", "largest rolling moment over the pressure, at rest")                         \
    F(roll_slip, "m", "the same at the limit")                                                     \
    F(roll_alone, "1", "1 if the limit is that of the spring alone")                               \
    F(roll_kept, "1", "1 if the dashpot is kept at the limit")                                     \
    F(roll_follows, "1", "1 if the spring is carried as the tangential one")                       \
    F(roll_at_end, "1", "1 if the stiffness of a step is that at its end")                         \
    F(roll_rigid, "1", "1 if the moment is the limit against the rolling")                         \
    F(kw_0, "N m/rad", "twisting stiffness: constant part")                                        \
    F(kw_half, "N m/(rad m^0.5)", "over d^(1/2)")                                                  \
    F(kw_1, "N/rad", "over d")                                                                     \
    F(kw_3_half, "N/(rad m^0.5)", "over d^(3/2)")                                                  \
    F(cw_0, "N m s/rad", "twisting viscosity: constant part")                                      \
    F(cw_shear, "m/rad", "over d and the tangential one")                                          \
    F(twist_most, "m", "largest twisting moment over the pressure, at rest")                       \
    F(twist_slip, "m", "the same at the limit")                                                    \
    F(twist_half, "m^0.5", "what is added to both, over d^(1/2)")                                  \
    F(twist_kept, "1", "1 if the dashpot is kept at the limit")                                    \
    F(twist_holds, "1", "1 if a change of stiffness leaves the spring's angle")                    \
    F(twist_follows, "1", "1 if the spring is carried as the tangential one")                      \
    F(twist_free, "1", "1 if there is no limit")

#define CONTACT_HELD(F)                                                                            \
    F(held, "1", "1 if there is any of what follows")                                              \
    F(form, "1", "0: a spring over powers of d; else the number of the normal part")               \
    F(alone, "1", "1 if it does not go side by side with others")                                  \
    F(neck, "m", "gap at which the normal part ends")                                              \
    F(reach, "m", "gap at which the contact is made")                                              \
    F(tail, "m", "gap at which the pull of cohesion ends")                                         \
    F(pull, "N", "its pull at touch")                                                              \
    F(pull_slope, "N/m", "by how much it falls over the gap")                                      \
    F(pull_rest, "J", "what it gives over the gap")                                                \
    F(pull_lost, "J", "what of that is lost when the contact is made")                             \
    F(pull_off, "N", "largest pull of normal part and cohesion")                                   \
    F(area_1, "N/m", "pull over d")                                                                \
    F(lens_k, "Pa", "pull over the area of a lens")                                                \
    F(lens_r, "m", "radius of the one body")                                                       \
    F(lens_c, "1/m", "curvature of the other one")                                                 \
    F(cap_size, "1", "1 if limits go by abs(.. + cap_in) + cap_out")                               \
    F(cap_in, "N", "")                                                                             \
    F(cap_out, "N", "")                                                                            \
    F(cap_back, "1", "1 if limits go by the size of the total with adhesion added back")

#define CONTACT_DERIVED(F)                                                                         \
    CONTACT_NORMAL(F) CONTACT_SHEAR(F) CONTACT_TURN(F) CONTACT_HELD(F) PARTS_DERIVED(F)

#endif
