/* SPDX-License-Identifier: MIT */
/*
 * part.h: a part of the law `contact`, of the program or of your own: structs of its own numbers,
 * tables that describe them, derive(), step(). derive() is asked once for each contact, in doubles.
 * step() is asked in every step, in nums, of which one of your own has LT_N = 1. Parts are asked in
 * the order of their kinds. They tell each other things through struct lt_touch alone, whose fields
 * are each written by one kind.
 */
#ifndef LAWTESTER_PART_H
#define LAWTESTER_PART_H

#include "law.h"
#include "shear.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LT_PART_ABI 2 /* raised when a struct below changes */

// clang-format off
enum lt_kind {
    LT_NORMAL_PART, LT_COHESION_PART, LT_DAMPING_PART, LT_TANGENTIAL_PART, LT_ROLLING_PART,
    LT_TWISTING_PART, LT_FILM_PART, LT_BOND_PART, LT_KINDS
};
// clang-format on

/* What some write into struct lt_touch and others read: bits of writes and reads. Who reads what
 * nobody writes is refused; what nobody reads need not be worked out. */
enum {
    LT_HAS_RADIUS = 1,      /* a, a0 */
    LT_HAS_STIFFNESS = 2,   /* k, k0 */
    LT_HAS_MODULI = 4,      /* young and shear of struct lt_deal */
    LT_HAS_SHEAR = 8,       /* kt, kt0, ct, fric */
    LT_HAS_ADHESION = 16,   /* adhesive; else it is 0 */
    LT_HAS_CONSTANT = 32,   /* normal: k is the same at any overlap */
    LT_HAS_ELASTIC = 64,    /* normal: it remembers nothing and does not pull */
    LT_HAS_PULL = 128,      /* normal, film: it pulls by itself */
    LT_HAS_VISCOSITY = 256, /* damping: c, which all of the program have */
    LT_HAS_HOLD = 512,      /* normal, tangential: a bond may have its spring hold */
    LT_HAS_CIRCLE = 1024    /* a, a0, be they sqrt(R* d) alone; where read, always set */
};

/* A change of a stiffness leaves the spring's force but for these bits: it leaves its length; where
 * it falls; the length falls with it; and a step uses the stiffness at its end. */
enum { LT_LEAVES_LENGTH = 1, LT_LEAVES_FALLING = 2, LT_LEAVES_LESS = 4, LT_LEAVES_AT_END = 8 };

/* The contact during one step. Forces are > 0 where they press, in o as in law.h. A field is a
 * number from its kind on: the step of a part sets all that its kind has. */
struct lt_touch {
    /* The host sets these before all parts. */
    const struct lt_move_n *m;            /* motion of the step */
    const struct lt_shear_span *contact;  /* the step against the contact; of cohesion: its own */
    const struct lt_shear_span *surfaces; /* against the touch of the surfaces, a neck too: where
                                             springs, dashpots and friction act */
    struct lt_out_n *o; /* the answer: a kind sets its own forces, film and bond add to all; all
                           add to strain, cross and defect; branch: |= BITS(.., LT_BRANCH(..)) */
    num *shear, *slip;  /* tangential, in place: forces of its spring, its loss; NULL: no spring */
    unsigned reads;     /* of all parts of this contact */
    int bound;          /* 1: a bond has set these in before(): */
    mask held, holds;   /* springs bear tension at the beginning and at the end of the step */
    mask sticks, freed; /* friction has no limit; it has one again, as of a contact that slips */
    num shift;          /* m, un at which the surfaces touch, 0 or less */
    mask cut;           /* limits: the dashpot gave way, so that the contact does not pull */
    num d, d0;          /* m, overlap at the end and at the beginning; 0 apart. normal may set d */
    num spring;         /* normal: N, elastic force of the surfaces, with their own adhesion */
    num adhesive;       /* normal: N, how much of it pulls: spring + adhesive is what repels */
    num a, a0;          /* normal: m, contact radius at the end and at the beginning */
    num k, k0;          /* normal: N/m, secant stiffness likewise */
    num pull;           /* cohesion, +=: N, > 0 pulls, beside the spring */
    num pull_drag;      /* cohesion, +=: N, > 0 pulls: a viscous force that acts over a gap */
    num c, dashpot;     /* damping: N s/m; N, > 0 presses */
    num press;          /* limits: N, the pressure that friction of every kind goes by (cap_by) */
    num kt, kt0, ct, fric; /* tangential: N/m at the end and at the beginning, N s/m, 1 */
};

/* One contact when it is set up: what parts tell each other then, in the order of kinds. */
struct lt_deal {
    const struct lt_pair *pair;
    double young, shear; /* normal: Pa, E* and G* */
    double exponent;     /* normal: of the overlap, of an elastic spring: 1, 1.5; 0: another */
    double pull_off;     /* normal, cohesion, +=: N, largest pull */
    double neck;         /* normal: m, gap to which a contact that was made holds */
    double reach, tail;  /* cohesion, film: m, gaps at which a contact is made and lost; largest */
    double fric;         /* tangential */
    unsigned carries;    /* tangential: what a change of its stiffness does, LT_LEAVES_... */
    int usual;           /* any: 1 if its usual() does for this contact; 1 before each part */
    int alone;           /* any: 1 if it is asked contact by contact; 0 before each part */
};

struct lt_part;
typedef void lt_part_step(const struct lt_part *self, const void *d, void *x, void *e,
                          struct lt_touch *t);

/* before(): bonds decide whether they hold before the others are asked. usual(): as step() where
 * derive() has said deal->usual. NULL: none; no step of a width: it is asked lane by lane. */
struct lt_part_steps {
    lt_part_step *before, *step, *usual;
};

struct lt_part {
    unsigned abi, size; /* LT_PART_ABI, sizeof(struct lt_part) */
    enum lt_kind kind;
    const char *name, *doc, *source; /* "hertz"; one sentence with the equations; where from */
    unsigned reads, writes;          /* LT_HAS_... */
    unsigned acts;     /* film, bond: components of force that it makes, as in law.h; 0: all */
    const char *lacks; /* "cap_by", "press": what of the contact this part does not use */
    /* Ends with a NULL name; in the order of the struct's members. Fields of one name are one. */
    const struct lt_field *params, *derived, *state, *losses;
    /* As in law.h, where the part is chosen. "normal:hertz" is true where that is. */
    const struct lt_event *events;
    const struct lt_view *views;
    const struct lt_case *cases;
    const struct lt_jump *jumps;
    const struct lt_shortfall *declares;
    /* NULL, or what is wrong. a, b: what the materials say (NAN: nothing); p: what is given. */
    const char *(*derive)(const struct lt_part *self, struct lt_deal *deal, const void *a,
                          const void *b, void *p, void *d);
    /* s, of normal parts and bonds; NULL: it changes nothing. */
    double (*contact_time)(const struct lt_part *self, const struct lt_pair *pair, const void *d,
                           double speed);
    const struct lt_part_steps *steps; /* of one contact */
    const void *more;                  /* of the part itself: a program of formulas */
};

/* A row of a table of MEMBER, a num; six bits of the branch for each kind. */
#define LT_NUMBER(member, unit_, ...)                                                              \
    { .name = #member, .unit = unit_, .doc = __VA_ARGS__ }
#define LT_BRANCH(kind, i) ((int64_t)1 << (6 * (kind) + (i)))

/* Of parts of the program: the steps of a width have a name of their own; tables are there once. */
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
