/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paste.h: --for CODE: the law of a program as lines to paste into that code's input. */
#ifndef LT_PASTE_H
#define LT_PASTE_H

#include "calibrate/calibrate.h"
#include "codes/deck.h"
#include "command.h"

/* The code is a NUMBER of lt_deck_codes, from 1. FOUND: what was calibrated; NULL: as it is run.
 * The lines are printed if SHOWN, and put into DOCUMENT if not NULL. Not DONE and a message if the
 * code cannot express the law. */
int lt_paste(const struct call *call, int number, const struct lt_program *program,
             const struct lt_calibration *found, bool shown, json_t *document);

/* Calibrated pairs of materials as one input with a type for each material, put into each of the
 * DOCUMENTS, or printed if that is NULL. */
struct lt_paste_pair {
    const struct lt_program *program;
    const struct lt_calibration *found;
};
int lt_paste_types(const struct call *call, int number, const struct lt_paste_pair *pairs, size_t n,
                   json_t *documents);

#endif
