/* SPDX-License-Identifier: GPL-3.0-or-later */
/* atlas.h: the canonical figures of a law: it is loaded and unloaded, pulled apart, sheared,
 * twisted, rolled, and two particles collide. */
#ifndef LT_ATLAS_H
#define LT_ATLAS_H

#include "figure/plot.h"

struct lt_atlas_plate {
    const char *name;    /* "shear", for the name of its file */
    const char *caption; /* what it shows, as HTML has it */
    const char *forms;   /* the closed forms that are drawn; "": none */
    const struct lt_figure *figure;
};

/* The law and the particles of a stage program, with its section atlas or the defaults of that. */
struct lt_atlas_job {
    const struct lt_program *card;
    const struct lt_law *const *laws; /* that it may name */
    const struct lt_define *defines;  /* the definitions (-D) with which the program was read */
    size_t n_defines;
    const volatile int *interrupted;
    void (*put)(const struct lt_atlas_plate *plate, void *data); /* each figure */
    void (*note)(const char *text, void *data); /* a figure that is missing, and why */
    void *data;
    struct lt_arena *arena;
};

/* OFF: a closed form is not on its curve. FAILED: a run failed, its figure is missing. */
enum lt_atlas_status { LT_ATLAS_DRAWN, LT_ATLAS_OFF, LT_ATLAS_FAILED };
enum lt_atlas_status lt_atlas_draw(const struct lt_atlas_job *job);

/* A stage program for a law that has none: two glass beads, and a number of usual size for each
 * parameter that must be given. */
const char *lt_atlas_default_card(const struct lt_law *law, struct lt_arena *arena);

#endif
