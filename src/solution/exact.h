/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exact.h: the limit dt -> 0: adaptive steps by extrapolation, events located.
 *
 * A law is a step map with history, not a right-hand side, so no ODE library takes it. A stretch of
 * time is crossed with 2, 4, 6 ... substeps of the modified midpoint rule, the law stepping along,
 * and everything that changed, law state and energies included, is extrapolated to an infinite
 * number of substeps (Bulirsch-Stoer; Hairer, Norsett & Wanner, Solving ODEs I, II.9). Where the
 * law's own update is of first order (a turning slip direction) the error has odd powers too: both
 * extrapolations are formed and the one that has converged better is taken. A stretch in which the
 * law changes branch, or vn its sign, or fn has an extremum, is halved until the change is known to
 * 1e-14 of the contact time, and that instant is crossed with one plain midpoint step. Where loads
 * do not change a stretch goes on past samples and turning points: these are read from polynomials
 * of the whole stretch (exact_dense.c), so that they do not depend on each other, and continued
 * they foresee the event at its end (exact_ahead.c). A force that begins or ends with a root of the
 * time is crossed in equal parts of that root, and the end of a contact in parts of un
 * (exact_clock.c). Who decides what is on a page of doc/architecture.md. */
#ifndef LT_EXACT_H
#define LT_EXACT_H

#include "step/ledger.h"
#include "step/loading.h"

/* Columns of an extrapolation, of one whose inside is to be known; terms and stops of that. */
enum { LT_EXACT_COLUMNS = 8, LT_EXACT_SEEN = 6, LT_EXACT_TERMS = 2 * LT_EXACT_SEEN };
enum { LT_EXACT_STOPS = 8, LT_EXACT_ACCOUNTS = 8 };

/* How substeps divide a stretch. Evenly: power 1. A force that begins or ends with a root of the
 * time is a power series in a root of the time: so is all else in equal parts of that root. */
struct lt_exact_clock {
    double power; /* of the part: 1, 2 or 4 */
    double lead;  /* time since the force began */
    double depth; /* 0: parts of the time; else of this way in un, at whose end the force ends */
    double part;  /* of it to go; 1: all the way */
};

/* The last stretch, where its inside is known: all its numbers as polynomials of time. */
struct lt_exact_dense {
    bool wanted;   /* by the stage, whose loads do not change */
    double span;   /* of the last stretch, if its polynomials are known */
    size_t terms;  /* of each polynomial */
    double length; /* of the stretch; 0: none */
    struct lt_exact_clock clock;
    double at, from;        /* how far values[] are into it, and were before the last advance */
    double time, t, active; /* at its start, and throughout */
    double stops[LT_EXACT_STOPS]; /* extremes of forces, where fn ends to push: in order */
    size_t n_stops;
    int rest, idle;         /* stretches to be made without trying; the last time so many */
    size_t varying, *which; /* numbers that change in it */
    size_t *place;          /* of each number among them; SIZE_MAX: it does not */
    unsigned looks;         /* what may be found in it */
    double *coefficients, *end, *trace, *pairs;
    double *weights;
    unsigned weighed; /* those of so many columns are known */
};

/* What is zero where a smooth piece ends. */
enum lt_exact_kind {
    LT_EXACT_UNKNOWN,
    LT_EXACT_TURN,   /* vn */
    LT_EXACT_WAY,    /* un less LEVEL */
    LT_EXACT_PUSH,   /* fn */
    LT_EXACT_STEEP,  /* the shear force less LEVEL times fn */
    LT_EXACT_SPRING, /* the same without dashpots */
    LT_EXACT_LOSS    /* the rate of a loss: slip ends */
};
struct lt_exact_sign {
    enum lt_exact_kind kind;
    double level;
};

/* What is known of the next event: more and more, in this order. */
enum lt_exact_state {
    LT_EXACT_CLEAR,         /* nothing is in the way */
    LT_EXACT_WITHIN,        /* it lies within EVENT: halving, by GUESS */
    LT_EXACT_BESIDE,        /* the same, from just short of where it was guessed */
    LT_EXACT_FORESEEN,      /* by polynomials: at AHEAD, to within MARGIN */
    LT_EXACT_SLIP_FORESEEN, /* the same of an end of slip */
    LT_EXACT_SLIP_TOLD,     /* slip ends at EVENT, by measured rates from some way off */
    LT_EXACT_SLIP_CLOSE     /* the same from close by */
};

/* What the last piece was. */
enum lt_exact_last {
    LT_EXACT_NONE,
    LT_EXACT_PLAIN,   /* a plain step */
    LT_EXACT_LED_OUT, /* one that led out of a singularity */
    LT_EXACT_BLIND,   /* smooth; its inside is not known, or no longer */
    LT_EXACT_EVEN,    /* smooth, and looked into: no extreme, nothing else to find */
    LT_EXACT_KNOWN    /* smooth: dense has its polynomials */
};

/* Stretches far shorter than usual: so many more to be made before a leap is tried, and the last
 * time. */
struct lt_exact_crawl {
    int rest, idle;
    int cut;                /* stretches shorter than they might be; < 0: before they count */
    double rate, viscosity; /* of what dashpots hold, the fastest; 0: nothing */
    double last, leap;      /* length of the last short one; of a leap, at most */
    double since, steps;    /* of the law, since that time */
    double counted, lost;   /* so many of them; in stretches far too short, all in all */
};

struct lt_exact {
    struct lt_loading *loading;
    size_t n;       /* numbers that are extrapolated */
    double branch;  /* of the law, now; NAN: unknown */
    double left;    /* the last one before it */
    int rising;     /* sign of the change of -fn in the last stretch; 0: unknown */
    double h;       /* length that worked last */
    double longest; /* stretch: an oscillation must not fit between two substeps */
    enum lt_exact_state state;
    enum lt_exact_last last;
    double event; /* the event lies within this length from here; INFINITY: the way is clear */
    double guess; /* where it seems to be; NAN: no way to tell */
    struct lt_exact_sign sign, awaited; /* what is zero there, by substeps; what is foreseen */
    double ahead;                       /* where it is, as the last stretch foresees */
    double margin;                      /* how far that may be off; else 0 */
    double mild;    /* how closely it must be located, if it is but a turning point; else 0 */
    double power;   /* of the clock that suits the contact */
    double since;   /* time since it was made */
    double deepest; /* largest way in un to the end of the contact */
    double leave;   /* which is gone for if it is nearer than that */
    struct lt_exact_clock clock; /* of the columns that are being formed */
    bool sought;                 /* it might be an end of slip, which has been looked for */
    int misses;                  /* guesses in a row that led beyond it */
    double reach;                /* share of the way to a guess that converged */
    double unit;                 /* time scale: events are located to 1e-14 of it */
    double stiffness;            /* of the contact, by its order; 0: unknown */
    int crossings;               /* in a row, with hardly any smooth way between */
    double smooth;               /* way since the last one */
    double fastest;              /* of the contact's own times */
    double plain; /* time crossed with plain midpoint steps, beyond that of locating events */
    double rough_from, rough_to; /* the first and the last instant of those */
    bool implicit;               /* the substeps that are being made */
    struct lt_exact_crawl crawl;
    double speed, force, energy; /* largest met, for the error norm */
    double far;                  /* beyond h a stretch may go so far, if its inside is known */
    struct lt_exact_dense dense;
    size_t n_accounts, accounts[LT_EXACT_ACCOUNTS][2]; /* states that go by steps; their limits */
    bool free, alone;        /* a pair that moves freely, and nothing does work from outside */
    double *aside;           /* room for a state */
    double *room;            /* start, columns, tableaus */
    double *limit, *gaps;    /* of the columns; what it may be off by, in the numbers LOOSE */
    size_t n_loose, *loose;  /* on which they do not agree */
    size_t n_tight, *tight;  /* all others */
    double tolerance;        /* relative; not touched by begin, nor are the next two */
    bool unpeaked, unturned; /* extrema of fn, of un are passed over */
    bool failed;             /* a formula failed: setup->why */
};

static inline bool lt_exact_was_plain(const struct lt_exact *exact) {
    return exact->last == LT_EXACT_PLAIN || exact->last == LT_EXACT_LED_OUT;
}

/* Frame bodies: give the bodies the relative velocities that are imposed at a time since the stage
 * began; change gets what that takes, relative velocities go to values[]. */
bool lt_exact_stretch_impose(struct lt_loading *loading, double time, double *change);

/* From the state in values[]. */
void lt_exact_begin(struct lt_exact *exact, struct lt_loading *loading);

/* Advance values[] by at most h, by one smooth stretch or across one event; returns the length,
 * 0 if a formula failed. */
double lt_exact_advance(struct lt_exact *exact, double h);

/* Advance values[] by h in one plain step, whatever happens in it; as above. */
double lt_exact_plain(struct lt_exact *exact, double h);

#endif
