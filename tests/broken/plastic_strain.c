/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The energy of first loading is called stored, recoverable or not. */
#define STRAIN 0.5 * p->k1 *(depth > 0 ? depth * depth : 0)
#define LAW    plastic_strain
#include "plastic.h"
