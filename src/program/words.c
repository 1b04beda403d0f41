/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "program/words.h"

#include "program/program.h"

const char *const lt_words_version[] = {"1", NULL};

const char *const lt_words_shape[] = {[LT_SPHERE] = "sphere",       [LT_DISC] = "disc",
                                      [LT_WALL] = "wall",           [LT_FACET] = "facet",
                                      [LT_CAPSULE] = "capsule",     [LT_CYLINDER] = "cylinder",
                                      [LT_ELLIPSOID] = "ellipsoid", [LT_ROD] = "rod",
                                      [LT_CONE] = "cone",           NULL};

/* Is the overlap at which the contact is created subtracted? */
const char *const lt_words_size[] = {[false] = "full", [true] = "reduced", NULL};

const char *const lt_words_frame[] = {
    [LT_FRAME_CONTACT] = "contact", [LT_FRAME_BODIES] = "bodies", NULL};

const char *const lt_words_levels[] = {
    [LT_LEVELS_OWN] = "own", [LT_LEVELS_YADE] = "yade", [LT_LEVELS_WOO] = "woo", NULL};

const char *const lt_words_entry[] = {[false] = "whole", [true] = "weighted", NULL};

const char *const lt_words_steps[] = {[false] = "equal", [true] = "stiffness", NULL};

const char *const lt_words_initial[] = {[false] = "start", [true] = "half-step", NULL};

const char *const lt_words_dashpot[] = {[false] = "half-step", [true] = "full-step", NULL};

const char *const lt_words_lever[] = {[LT_LEVER_OVERLAP] = "overlap",
                                      [LT_LEVER_RADIUS] = "radius",
                                      [LT_LEVER_SLIP_RADIUS] = "slip-radius",
                                      [LT_LEVER_SCALED] = "scaled",
                                      NULL};

const char *const lt_words_axes[] = {
    [LT_AXES_MIDDLE] = "middle", [LT_AXES_END] = "end", [LT_AXES_PROJECTED] = "projected", NULL};

const char *const lt_words_precision[] = {"double", "single", NULL};

const char *const lt_words_history[] = {[LT_HISTORY_TURNED] = "turned",
                                        [LT_HISTORY_PROJECTED] = "projected",
                                        [LT_HISTORY_RESCALED] = "rescaled",
                                        [LT_HISTORY_FIRST_ORDER] = "first-order",
                                        NULL};

const char *const lt_words_letter[] = {".", "v", "i", "f", "s", "u", NULL};

const char *const lt_words_loss[] = {
    [LT_LOSS_SQUARES] = "squares", [LT_LOSS_HUBER] = "huber", [LT_LOSS_CAUCHY] = "cauchy", NULL};

const char *const lt_words_scale[] = {"linear", "log", NULL};

const char *const lt_words_sweep_plot[] = {"order", "tornado", NULL};

const char *const lt_words_bars[] = {"indices", "range", NULL};

/* Also the endings of files. */
const char *const lt_words_format[] = {[LT_TABLE_CSV] = "csv", [LT_TABLE_NPY] = "npy", NULL};
