/* SPDX-License-Identifier: MIT */
/*
 * part.h: a part of the law `contact`, built in or your own: structs of its numbers, tables that
 * describe them, derive() and step(). derive() is called once for each contact, in doubles. step()
 * is called in every step, in nums (num.h); your own parts have LT_N = 1. Parts are called in the
 * order of their kinds. They exchange numbers through struct lt_touch only, each field of which is
 * written by one kind.
 */
#ifndef LAWTESTER_PART_H
#define LAWTESTER_PART_H

#include "law.h"
#include "shear.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LT_PART_ABI 2 /* raised when a struct below changes; other parts are refused */

// clang-format off
enum lt_kind {
    LT_NORMAL_PART, LT_COHESION_PART, LT_DAMPING_PART, LT_TANGENTIAL_PART, LT_ROLLING_PART,
    LT_TWISTING_PART, LT_FILM_PART, LT_BOND_PART, LT_KINDS
};
// clang-format on

/* Fields of struct lt_touch, as bits of lt_part.writes and reads. A choice of parts in which one
 * reads what none writes is refused; what none reads need not be computed. */
enum {
    LT_HAS_RADIUS = 1,      /* a, a0 */
    LT_HAS_STIFFNESS = 2,   /* k, k0 */
    LT_HAS_MODULI = 4,      /* young and shear of struct lt_deal */
    LT_HAS_SHEAR = 8,       /* kt, kt0, ct, fric */
    LT_HAS_ADHESION = 16,   /* adhesive; without this bit it is 0 */
    LT_HAS_CONSTANT = 32,   /* normal: k is the same at any overlap */
    LT_HAS_ELASTIC = 64,    /* normal: it has no state and no tensile force */
    LT_HAS_PULL = 128,      /* normal, film: it has a tensile force of its own */
    LT_HAS_VISCOSITY = 256, /* damping: c; all built-in parts write it */
    LT_HAS_HOLD = 512,   /* normal, tangential: its spring obeys held, holds and sticks of a bond */
    LT_HAS_CIRCLE = 1024 /* a, a0, at least as sqrt(R* d); always set where read */
};

/* A change of the tangential stiffness leaves the force of the spring unchanged, unless these bits
 * are set. */
enum {
    LT_LEAVES_LENGTH = 1,  /* its length, so that the force changes with the stiffness */
    LT_LEAVES_FALLING = 2, /* its length, but only where the stiffness falls */
    LT_LEAVES_LESS = 4,    /* the length becomes shorter where the stiffness falls */
    LT_LEAVES_AT_END = 8   /* the step uses the stiffness at its end */
};

/* The contact during one step. Forces are > 0 in compression, but in o as in law.h. A kind sets all
 * of its fields; before it they are undefined. */
struct lt_touch {
    /* Set by the host before all parts: */
    const struct lt_move_n *m; /* motion of the step */
    /* The share of the step in contact, for cohesion within its range; and the share in which the
     * surfaces, or a neck, touch, where springs, dashpots and friction act. */
    const struct lt_shear_span *contact;
    const struct lt_shear_span *surfaces;
    /* The result. A kind sets its own forces; film and bond add to all forces. Every part adds to
     * strain, cross and defect, and its bits to the branch: |= BITS(.., LT_BRANCH(..)). */
    struct lt_out_n *o;
    /* Tangential, updated in place: forces of its spring, N, and its loss, J; NULL: no spring. */
    num *shear, *slip;
    unsigned reads;     /* LT_HAS_..., of all parts of this contact together */
    int bound;          /* 1: a bond has set the next four in before() */
    mask held, holds;   /* springs can bear tension, at the beginning and at the end of the step */
    mask sticks, freed; /* friction is unlimited; it is limited from this step on, as in slip */
    num shift;          /* m, un at which the surfaces touch, 0 or less */
    mask cut;           /* limits: the tensile damping force was cut off */
    num d, d0;  /* m, overlap at the end and at the beginning of the step, >= 0; normal may set d */
    num spring; /* normal: N, elastic force of the surfaces, with their own adhesion */
    num adhesive;  /* normal: N, the attraction in it, so that spring + adhesive is the repulsion */
    num a, a0;     /* normal: m, contact radius at the end and at the beginning */
    num k, k0;     /* normal: N/m, secant stiffness likewise */
    num pull;      /* cohesion, +=: N, attraction > 0, beside the spring */
    num pull_drag; /* cohesion, +=: N, tensile > 0: a viscous force that acts across a gap */
    num c, dashpot; /* damping: N s/m; N, > 0 in compression */
    num press;      /* limits: N, the normal load on which all friction limits depend (cap_by) */
    num kt, kt0, ct, fric; /* tangential: N/m at the end and at the beginning; N s/m; friction, 1 */
};

/* The numbers that derive() of the parts exchange when a contact is set up, kind by kind.
 */
struct lt_deal {
    const struct lt_pair *pair;
    double young, shear; /* normal: Pa, E* and G* */
    double exponent;     /* normal: of the overlap in an elastic force: 1, 1.5; 0: another form */
    double pull_off;     /* normal, cohesion, +=: N, largest attraction */
    double neck;         /* normal: m, gap at which a contact, once made, ends */
    double reach, tail;  /* cohesion, film: m, largest gaps at which a contact is made and lost */
    double fric;         /* tangential */
    unsigned carries;    /* tangential: LT_LEAVES_... */
    int usual; /* any: set to 0 if usual() cannot replace step() here; 1 before each part */
    int alone; /* any: set to 1 if it must be called contact by contact; 0 before each part */
};

struct lt_part;
typedef void lt_part_step(const struct lt_part *self, const void *d, void *x, void *e,
                          struct lt_touch *t);

/* before(): called before all step(), for bonds, which decide whether they hold. usual(): a simpler
 * step() for contacts of which derive() has left deal->usual at 1. NULL: none; a part without a
 * step() of some width is called lane by lane. */
struct lt_part_steps {
    lt_part_step *before, *step, *usual;
};

struct lt_part {
    unsigned abi, size; /* LT_PART_ABI, sizeof(struct lt_part) */
    enum lt_kind kind;
    const char *name, *doc, *source; /* "hertz"; one sentence with the equations; reference */
    unsigned reads, writes;          /* LT_HAS_... */
    unsigned acts;     /* film, bond: components of force that it may make, as in law.h; 0: all */
    const char *lacks; /* "cap_by", "press": numbers of the contact that this part ignores */
    /* End with a NULL name; in the order of the members. Fields of the same name in several parts
     * are the same number. */
    const struct lt_field *params, *derived, *state, *losses;
    /* As in law.h, for contacts that have the part. In conditions "normal:hertz" is true where
     * hertz is the normal part. */
    const struct lt_event *events;
    const struct lt_view *views;
    const struct lt_case *cases;
    const struct lt_jump *jumps;
    const struct lt_shortfall *declares;
    /* Returns NULL, or an error message. A and B are the values of both materials (NAN: not given),
     * P the parameters that are given. */
    const char *(*derive)(const struct lt_part *self, struct lt_deal *deal, const void *a,
                          const void *b, void *p, void *d);
    /* Undamped contact time, s, at SPEED, m/s; of normal parts and bonds. NULL: it is not affected.
     */
    double (*contact_time)(const struct lt_part *self, const struct lt_pair *pair, const void *d,
                           double speed);
    const struct lt_part_steps *steps; /* of one contact */
    const void *more;                  /* data of the part itself, as a program of formulas */
};

/* LT_NUMBER is the row of a table for MEMBER, a num. LT_BRANCH is bit I, 0 to 5, of the branch for
 * a kind: each kind has six. */
#define LT_NUMBER(member, unit_, ...)                                                              \
    { .name = #member, .unit = unit_, .doc = __VA_ARGS__ }
#define LT_BRANCH(kind, i) ((int64_t)1 << (6 * (kind) + (i)))

/* For built-in parts, which are compiled for several vector widths: the steps of each width have a
 * name of their own; tables are compiled once. */
#ifdef LT_ARCH
#define LT_STEPS(id) LT_STEPS_(id, LT_ARCH)
#else
#define LT_STEPS(id) lt_steps_##id
#define LT_TABLES
#endif
#define LT_STEPS__(id, arch) lt_steps_##id##_##arch
#define LT_STEPS_(id, arch)  LT_STEPS__(id, arch)

/* The last line of a plug-in: its parts, &mine, &other. */
extern LT_EXPORTED_ const struct lt_part *const lawtester_parts[];
#define LT_PART_PLUGIN(...) const struct lt_part *const lawtester_parts[] = {__VA_ARGS__, NULL};

#ifdef __cplusplus
}
#endif
#endif
