/* SPDX-License-Identifier: GPL-3.0-or-later */
/* card.h: the stage program with which a law is drawn. */
#ifndef LT_CARD_H
#define LT_CARD_H

#include "atlas/atlas.h"
#include "command/command.h"

/* DONE if NAME is a law or, with a dot in it, a file; else a message and the exit code. */
int lt_card_check(const struct call *call, const char *name);

/* FILE; of a law that comes with lawtester stages/atlas/NAME.yaml; of any other one a program with
 * numbers of usual size. Must be closed if DONE. */
int lt_card_open(const struct call *call, const char *name, struct opened *opened);

/* Draw the figures of CARD and give each to PUT with DATA; notes go to stderr. Returns the exit
 * code. */
int lt_card_draw(const struct call *call, const struct lt_program *card,
                 void (*put)(const struct lt_atlas_plate *plate, void *data), void *data);

#endif
