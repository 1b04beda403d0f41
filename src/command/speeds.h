/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speeds.h: 'calibrate --speeds', what was calibrated at one speed, over a range of them: a table
 * and a figure. */
#ifndef LT_COMMAND_SPEEDS_H
#define LT_COMMAND_SPEEDS_H

#include "calibrate/speeds.h"
#include "command.h"

/* Run, write DIR/NAME.speeds.csv and its drawing, and print the table, or put it into DOCUMENT if
 * that is not NULL. An exit code. */
int lt_speeds_show(const struct call *call, const struct lt_program *program,
                   const struct lt_calibration *found, struct lt_speeds *speeds, json_t *document);

/* What an earlier call left goes aside, as this one leaves nothing. */
int lt_speeds_set_aside(const struct call *call, const struct lt_program *program);

#endif
