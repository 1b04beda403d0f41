/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strain energy lacks its half. */
#define STRAIN_N spring *depth
#define LAW      strain_without_half
#include "sound.h"
