/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speeds.h: 'calibrate --speeds': the calibrated results over a range of impact speeds, as a table
 * and a figure. */
#ifndef LT_COMMAND_SPEEDS_H
#define LT_COMMAND_SPEEDS_H

#include "calibrate/speeds.h"
#include "command.h"

/* Run, write DIR/NAME.speeds.csv and its drawing, and print the table, or add it to DOCUMENT if not
 * NULL. Returns an exit code. */
int lt_speeds_show(const struct call *call, const struct lt_program *program,
                   const struct lt_calibration *found, struct lt_speeds *speeds, json_t *document);

/* Move the files of an earlier call aside, as this one writes none. */
int lt_speeds_set_aside(const struct call *call, const struct lt_program *program);

#endif
