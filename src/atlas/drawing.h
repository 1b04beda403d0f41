/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drawing.h: shared by atlas.c (what is drawn), atlas_cycle.c (imposed motion) and atlas_impact.c.
 */
#ifndef LT_DRAWING_H
#define LT_DRAWING_H

#include "atlas/atlas.h"

struct lt_drawing {
    const struct lt_atlas_job *job;
    struct lt_arena *arena;
    const char *law;  /* its name, for titles */
    const char *kept; /* the sections that every program has from the card */
    /* Amplitudes of the figures: m, twist and roll in rad; speed of impacts, speeds of cycles, m/s.
     */
    double overlap, gap, pull, shear, twist, roll, speed, speeds[LT_ATLAS_SPEEDS];
    size_t n_speeds;
    bool planar;                /* discs: they move along n and t, and turn about s */
    bool in_steps;              /* integrator leapfrog instead of exact */
    const char *why;            /* the reason why the last program failed */
    double force;               /* N, largest force of the contact when it is loaded */
    enum lt_atlas_status worst; /* of all figures so far */
};

struct lt_drawn_run {
    struct lt_program *program;
    struct lt_result *result;
};

/* The card's law and particles with the sections in TAIL. False, and a note that the figure WHAT is
 * missing: it cannot be read. */
bool lt_drawing_read(struct lt_drawing *drawing, const char *what, const char *tail,
                     struct lt_drawn_run *run);
/* As above, and runs the program; false also if the run fails. lt_drawing_end() in any case.
 * lt_drawing_try() is the same without a note of the failure. */
bool lt_drawing_run(struct lt_drawing *drawing, const char *what, const char *tail,
                    struct lt_drawn_run *run);
bool lt_drawing_try(struct lt_drawing *drawing, const char *tail, struct lt_drawn_run *run);
/* Adds the note of failure for the program that lt_drawing_try() ran last. */
void lt_drawing_fail(struct lt_drawing *drawing, const char *what);
void lt_drawing_end(struct lt_drawn_run *run);

/* Notes each closed form that is off its curve in figure WHAT. */
void lt_drawing_judge(struct lt_drawing *drawing, const char *what, const struct lt_result *result);

/* The shear force of the impacts and cycles drawn: "fs", of discs "ft". */
static inline const char *lt_drawing_shear(const struct lt_drawing *drawing) {
    return drawing->planar ? "ft" : "fs";
}

/* The largest absolute value in a column of the table, in SI; 0: there is no such column. */
double lt_drawing_largest(const struct lt_drawn_run *run, const char *column);

__attribute__((format(printf, 2, 3))) void lt_drawing_note(struct lt_drawing *drawing,
                                                           const char *format, ...);
void lt_drawing_put(const struct lt_drawing *drawing, const char *name, const char *caption,
                    const char *forms, const struct lt_figure *figure);

/* Text of a closed form of the card; NULL: it has none. */
const char *lt_drawing_form(const struct lt_drawing *drawing, enum lt_atlas_form form);

/* Relative to its peak a closed form may be off its curve by this. The slowest loading has a
 * dashpot too; ten times as much would still be a hundredth of a line's width. */
#define LT_DRAWING_WITHIN "1e-5"
/* Relative; in time steps a stage ends up to one step late, which is a thousandth of its path. */
#define LT_DRAWING_WITHIN_STEPS "2e-3"

/* Relative: a force below this share of the largest one is rounding, and is not drawn. */
#define LT_DRAWING_NONE 1e-9

/* In atlas_cycle.c and atlas_impact.c: each draws all figures of its kind. */
void lt_drawing_cycles(struct lt_drawing *drawing);
bool lt_drawing_impacts(struct lt_drawing *drawing); /* false: the particles never separate */
void lt_drawing_pull_energy(struct lt_drawing *drawing);

#endif
