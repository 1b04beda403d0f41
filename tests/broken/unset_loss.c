/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A loss is not set while nothing slips. */
#define LOSS_TWIST                                                                                 \
    if (twist.slips > 0)                                                                           \
        e->twist = twist.slip;
#define LAW unset_loss
#include "sound.h"
