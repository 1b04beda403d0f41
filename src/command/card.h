/* SPDX-License-Identifier: GPL-3.0-or-later */
/* card.h: the stage program with which a law is drawn. */
#ifndef LT_CARD_H
#define LT_CARD_H

#include "atlas/atlas.h"
#include "command/command.h"

/* NAME is a FILE or a law. DONE if it can be: else a message. */
int lt_card_check(const struct call *call, const char *name);

/* FILE; of a law that comes with lawtester stages/atlas/NAME.yaml; of any other one a program with
 * numbers of usual size. Must be closed if DONE. */
int lt_card_open(const struct call *call, const char *name, struct opened *opened);

/* Draw it; notes go to stderr. The exit code. */
int lt_card_draw(const struct call *call, const struct lt_program *card,
                 void (*put)(const struct lt_atlas_plate *plate, void *data), void *data);

#endif
