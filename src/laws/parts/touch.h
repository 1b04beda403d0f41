/* SPDX-License-Identifier: MIT */
/*
 * touch.h: what the parts of the law `contact` say to each other, and what they share.
 *
 * A part is a file KIND-WORD.h and its word in the top meson.build. It is included twice: first for
 * its text and its lists, KIND_WORD_PARAMS and so on, each of which may be missing; then, the
 * structs being made of them, for its function kind_word(), which is asked once for each contact
 * and returns NULL or what is wrong. There a part says what it is: springs, viscosities and limits
 * as sums of powers of the overlap d, so that one step serves all parts, and several contacts side
 * by side, each made of parts of its own. The lists are PARAMS, STATE and LOSSES, of F(...);
 * EVENTS, VIEWS, CASES, DECLARES, JUMPS and CLASHES, whose entries end with a comma. A file KIND.h
 * may have the same of all parts of the kind.
 *
 * What others need to know of a part it says by defining KIND_WORD_fact as SAID: that it takes a
 * parameter shared with others (TAKES_phi), or lacks one that all but few have (LACKS_cap_by), that
 * it has or needs something (HAS_radius, NEEDS_radius). KIND_WORDS_THAT(fact) are the words of
 * those that say it, for .of; KIND_THAT(fact) their bits, for clashes; IS_KIND_THAT(fact) the
 * condition that one of them is chosen, for DECLARES: what holds by a property is declared by it.
 */
#ifndef LT_TOUCH_H
#define LT_TOUCH_H

#include "../plastic_apart.h"
#include "../restitution.h"
#include "../spring.h"

/* YES where the fact is defined as SAID. */
#define SAID                    0,
#define PART_IF(said, yes, no)  PART_SECOND_(said yes, no, )
#define PART_SECOND_(a, b, ...) b

/* Bits of a clash: one part; those from outside, which come behind ours. */
#define PART(word) (1u << (word))
#define OWN(end)   (~0u << (end))

/* The contact at the end of a step, as the normal part and its damping leave it. */
struct lt_touch {
    struct lt_shear_span span;
    mask active, capped, pulls; /* by a dashpot that may not pull; the total force does */
    num d, root0, root;         /* overlap; its root before and after the step; 0 outside */
    num quarter;                /* the root of that */
    num fn, vfn, viscosity;     /* of the spring alone, of the dashpot; vfn over vn */
    num strain, cross;          /* J */
    num press;                  /* normal force that friction goes by */
    /* Of a contact with adhesion or a memory, else 0. */
    mask on;               /* active, also over a gap where the surfaces only attract each other */
    mask bound;            /* a bond has the springs hold, in tension and beyond friction */
    mask freed;            /* one that had breaks in this step: they slip if friction asks it */
    num held;              /* N, what of the spring's push friction by adhesion-back does not see */
    num plastic, adhesion; /* J, lost in the step */
    num defect;            /* J, the spring's */
    num drag;              /* N, viscous, over a gap */
    bits branch;
};

/* What a normal part is asked that answers each step itself, and what it answers. */
struct lt_grip {
    mask mine;              /* the lanes of this part */
    mask on, was;           /* in contact at the end of the step, at its beginning */
    mask entering, leaving; /* the step makes the contact, ends it */
    num d, d0;              /* overlap at the end and at the beginning, < 0 in a neck */
    /* From here on the answer; 0 where there is no contact. */
    num push, strain; /* N, > 0 repels; J */
    num root, root0;  /* contact radius over sqrt(R*), at the end and at the beginning; a contact
                         that is made begins with that at touch */
    num push0;        /* N, at the beginning; asked where the contact is lost */
    num edge;         /* N, the push where the contact is made or lost, inside it */
    num back;         /* N, what of the push is adhesion: added back by cap_by adhesion-back */
    num plastic, adhesion; /* J, lost in the step */
    num defect;            /* J, lost for want of a potential */
    bits branch;           /* another number on another branch, less than 256 */
};

#endif
