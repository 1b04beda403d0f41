/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paste.h: 'calibrate --for CODE'. */
#ifndef LT_PASTE_H
#define LT_PASTE_H

#include "calibrate/calibrate.h"
#include "codes/deck.h"
#include "command.h"

/* The lines, malloc'd; NULL and a message if the code cannot express the law. */
char *lt_paste_text(const struct call *call, const struct lt_deck_code *code,
                    const struct lt_program *program, const struct lt_calibration *found);

#endif
