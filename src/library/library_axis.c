/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Axes as figures have them, for those who draw elsewhere. */
#include "library.h"

#include "base/arena.h"
#include "figure/axis.h"

#include <stdio.h>

/* Arguments and result of lawtester_axis_of(). */
struct drawing {
    const char *text, *doc, *unit;
    double low, high;
    struct lawtester_axis *axis;
};

/* Work of lawtester_axis_of(): finds words, label and scale of an axis. */
static void make_axis(void *data) {
    const struct drawing *d = data;
    struct lt_arena *arena = lt_arena_new();
    const char *text = d->doc && *d->doc ? lt_axis_words(d->text, d->doc, arena) : d->text;
    const struct lt_axis axis = lt_axis_new(text, d->unit, d->low, d->high, false, false, arena);
    d->axis->scale = axis.scale;
    snprintf(d->axis->words, sizeof d->axis->words, "%s", axis.words);
    snprintf(d->axis->label, sizeof d->axis->label, "%s", axis.label);
    lt_arena_free(arena);
}

/* Describes the axis that a figure would have for a quantity from LOW to HIGH in its UNIT. */
void lawtester_axis_of(const char *text, const char *doc, const char *unit, double low, double high,
                       struct lawtester_axis *axis) {
    struct drawing drawing = {text, doc, unit, low, high, axis};
    lt_library_work_alone(make_axis, &drawing);
}
